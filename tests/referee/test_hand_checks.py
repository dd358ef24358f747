"""Small hand-made checks of the referee: tables, phrases, payments, Bubba."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from eoc_sim.referee import bundles
from eoc_sim.referee.eoc import effects, tables
from eoc_sim.referee.eoc.data import Data, read_folder
from eoc_sim.referee.eoc.dice import bookie
from eoc_sim.referee.eoc.effects import PhraseError, parse
from eoc_sim.referee.eoc.month_end import auction
from eoc_sim.referee.eoc.preparation import open_draft, spot_cost
from eoc_sim.referee.eoc.purchases import check_purchase
from eoc_sim.referee.eoc.scoring import board_stars, recruits_in_best_region, tie_break
from eoc_sim.referee.eoc.solo import bubba_pick
from eoc_sim.referee.eoc.state import Bubba, Card, Player, Source, Spot
from eoc_sim.referee.eoc.turn import free_moves_left, market, trigger
from eoc_sim.referee.eoc.upgrades import fire
from eoc_sim.referee.records import Disagreement, Event, Reader

DATA_FOLDER = Path(__file__).parents[2] / "data" / "eoc"


def a_player(**changes: Any) -> Player:
    player = Player(seat=0, region="Texas", bucks=7, node="Texas HQ", board=None)
    player.parts = dict.fromkeys(tables.PARTS, 0)
    player.action_uses = {"moves": 0, "free_bets": 0, "free_runners": 0}
    player.action_gains = {"moves": 0, "free_bets": 0, "free_runners": 0}
    for name, value in changes.items():
        setattr(player, name, value)
    return player


def a_game(month: int = 1, events: list[dict[str, Any]] | None = None, **rules: str) -> Any:
    settings = {"free_moves": "printed", "tiebreak2": "positions", "ties": "broken", **rules}
    return SimpleNamespace(
        month=month,
        rules=settings,
        solo=False,
        reader=Reader(events or [], tables.WORDS),
        players=[],
        strict_defaults=False,
    )


def a_card(effect: str = "", kind: str = "culture", region: str = "", number: str = "500") -> Card:
    return Card(number, "a card", kind, region, 1, {"blue": 2}, 2, "upgrade", parse(effect))


def in_play(card: Card) -> Source:
    return Source(card.number, card.clauses, card)


def a_spot(name: str, regions: str, base: int = 3, position: str = "QB") -> Spot:
    listed = regions.split("+")
    return Spot(name, name.split("/")[0], listed, base, spot_cost(listed, base), position)


def an_event(**fields: Any) -> Event:
    return Event(1, {"e": "test", "player": 0, **fields}, tables.WORDS)


# Tables


def test_marketing_table() -> None:
    """ACT-8, EX-4: the table gives the stars for each price in BB."""
    assert tables.MARKETING[3] == 2
    assert list(tables.MARKETING) == [1, 3, 5, 8, 12, 18, 24, 30]
    assert list(tables.MARKETING.values()) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_position_and_region_tables() -> None:
    """SCO-3, SCO-4, EX-5, EX-6: the tables give the stars of positions and regions."""
    assert [tables.position_stars(n) for n in (0, 3, 7, 8)] == [0, 4, 24, 32]
    assert [tables.region_stars(n) for n in (0, 4, 6, 10, 13)] == [0, 5, 10, 32, 32]


def test_dice_values_and_months() -> None:
    """DIC-5, DIC-6, EX-1: at full value a 5 in June gives EC in October, and a 3 in January
    would come too late; half of a die is rounded down, but is at least 1."""
    assert tables.full_value_month(4, 5) == 8
    assert [tables.half_value(v) for v in range(1, 7)] == [1, 1, 1, 2, 2, 3]
    assert tables.full_value_month(11, 3) > tables.LAST_MONTH


def test_vmd_faces() -> None:
    """ACT-7: the die has 12 faces, which add up to 0."""
    assert len(tables.VMD_FACES) == 12
    assert sum(tables.VMD_FACES) == 0


def test_best_region_counts_borders_but_only_one_region_scores() -> None:
    """SCO-4, EX-5: 4 Northwest and 2 borders make 6."""
    recruits = [a_spot(f"S{n}/1", "Northwest") for n in range(4)]
    recruits += [a_spot("A/1", "Northwest+Texas"), a_spot("B/1", "Northwest+Midwest")]
    recruits += [a_spot(f"N{n}/1", "Northeast") for n in range(5)]
    assert recruits_in_best_region(recruits) == 6
    assert recruits_in_best_region([]) == 0


def test_board_stars() -> None:
    """SCO-5: all five score 15; otherwise the Top 3 alone score 5."""
    board = ["QB", "RB", "WR", "TE", "OL"]
    recruits = [a_spot(f"S{n}/1", "Texas", position=p) for n, p in enumerate(board)]
    assert board_stars(board, recruits) == 15
    assert board_stars(board, recruits[:4]) == 5
    assert board_stars(board, recruits[1:]) == 0
    assert board_stars(None, recruits) == 0


def test_tie_breaks() -> None:
    """SCO-6, FAM-6: ties are broken by BB, then positions or recruits, or are shared."""
    result = {
        "score": 90,
        "bucks": 2,
        "recruits": [a_spot("A/1", "Texas"), a_spot("B/1", "Texas")],
    }
    assert tie_break(a_game(), result) == (90, 2, 1)
    assert tie_break(a_game(tiebreak2="recruits"), result) == (90, 2, 2)
    assert tie_break(a_game(ties="shared"), result) == (90,)


# Effect phrases


def test_parse_printed_phrases() -> None:
    """The printed cards' effects are read."""
    (clause,) = parse("always: if fundraising: discount cards 1")
    assert (clause.when, clause.gain, clause.detail, clause.amount) == (
        "always", "discount", "cards", 1
    )  # fmt: skip
    assert clause.conditions == [("type", "fundraising")]
    (clause,) = parse("month: 1 stars per fundraising texas")
    assert (clause.counter, clause.counter_detail) == ("fundraising_region", "Texas")
    (clause,) = parse("sign: if position qb: value x2")
    assert (clause.gain, clause.amount) == ("value", 2)
    assert clause.conditions == [("position", ["QB"])]
    (clause,) = parse("always: 2 bucks_as_ec recruits")
    assert (clause.gain, clause.detail, clause.amount) == ("bucks_as_ec", "recruits", 2)
    (clause,) = parse("always: shift_die 1")
    assert (clause.gain, clause.amount) == ("shift_die", 1)


def test_parse_everything_at_once() -> None:
    """Condition, cost, counter and cap are read together."""
    one, two = parse(
        "sign: if region texas|south and base >= 4: pay 1 ec any: 2 stars per 3 bucks up to 6;"
        " month: if month june-august: pay 2 bucks: 1 ec green"
    )
    assert one.conditions == [("region", ["Texas", "South"]), ("base>=", 4)]
    assert (one.pay_ec, one.pay_colour, one.counter, one.per, one.up_to) == (
        1, "any", "bucks", 3, 6
    )  # fmt: skip
    assert two.conditions == [("month", [4, 5, 6])]
    assert (two.pay_bucks, two.gain, two.detail) == (2, "ec", "green")
    assert two.has_cost_or_choice()


@pytest.mark.parametrize(
    "phrase",
    ["weekly: 1 stars", "month: if sunny: 1 stars", "month: 1 yachts", "month: 1 stars per dog"],
)
def test_unreadable_phrases(phrase: str) -> None:
    """An unknown word is an error."""
    with pytest.raises(PhraseError):
        parse(phrase)


def test_counters() -> None:
    """CAR-10, CAR-12: a border recruit counts for both regions, and a card counts itself."""
    player = a_player(
        recruits=[
            a_spot("A/1", "Texas", 4, "QB"),
            a_spot("B/1", "Texas+South", 2, "QB"),
            a_spot("C/1", "South", 5, "RB"),
        ],
        in_play=[in_play(a_card()), in_play(a_card("", "fundraising", "Texas"))],
        bucks=8,
    )
    counted = {
        counter: effects.amount(player, parse(f"end: 1 stars per {counter}")[0])
        for counter in (
            "culture", "fundraising", "fundraising texas", "fundraising south", "card", "2 card",
            "recruit", "border recruit", "texas recruit", "qb|db recruit", "position", "3 bucks",
            "region", "recruit base >= 4",
        )
    }  # fmt: skip
    assert list(counted.values()) == [1, 1, 1, 0, 2, 1, 3, 1, 2, 2, 2, 2, 2, 2]
    assert effects.amount(player, parse("end: 2 stars per recruit up to 5")[0]) == 5


def test_conditions() -> None:
    """CAR-9, CAR-10, CAR-12: each condition is checked."""
    earlier = a_spot("B/1", "Texas+South")
    player = a_player(recruits=[earlier])

    def holds(phrase: str, about: dict[str, Any], month: int = 1) -> bool:
        clause = parse(f"sign: if {phrase}: 1 stars")[0]
        return effects.holds(a_game(month), player, clause, about)

    other = {"spot": a_spot("B/2", "Texas+South", 4, "DB")}
    assert holds("same_state", other)
    assert not holds("same_state", {"spot": earlier})
    assert holds("region south", other)
    assert not holds("region midwest|northwest", other)
    assert holds("border", other)
    assert not holds("single", other)
    assert holds("base >= 4", other)
    assert not holds("base <= 3", other)
    assert holds("position db|lb", other)
    assert holds("month june-august", other, month=6)
    assert not holds("month june-august", other, month=7)
    assert not holds("crapped_out", other)
    assert not holds("border", {"regions": []})


def test_doublings_and_bonuses_add_up() -> None:
    """CAR-9: doublings and bonuses do not multiply each other."""
    game, player = a_game(), a_player()
    source = in_play(a_card("sign: value x2; sign: 1 stars"))
    assert fire(game, player, source, source.clauses, an_event(stars=5), value=4) == 5
    assert (player.score, player.parts["card_effects"]) == (5, 5)


def test_effect_with_a_cost() -> None:
    """ACT-2: a cost is paid each time, or the effect is refused."""
    game, player = a_game(), a_player(mat={"blue": 1})
    source = in_play(a_card("month: pay 1 ec any: 2 bucks"))
    fire(game, player, source, source.clauses, an_event(paid={"ec": {"blue": 1}}, bucks=2))
    assert (player.mat, player.bucks) == ({}, 9)
    with pytest.raises(Disagreement, match="ACT-2"):
        fire(game, player, source, source.clauses, an_event(paid={"ec": {"blue": 1}}, bucks=2))


def test_only_none_at_all_voids_the_moves_of_cards() -> None:
    """CUT-4, ACT-4, FAM-4: only `none_at_all` also voids the moves of cards."""
    player = a_player(in_play=[in_play(a_card("always: 1 moves"))])
    assert free_moves_left(a_game(4), player) == 3
    assert free_moves_left(a_game(12), player) == 1
    assert free_moves_left(a_game(4, free_moves="none"), player) == 1
    assert free_moves_left(a_game(12, free_moves="three"), player) == 4
    assert free_moves_left(a_game(4, free_moves="none_at_all"), player) == 0


# Payments


def test_spot_costs() -> None:
    """SET-3: a spot costs EC in the colours of its regions."""
    assert spot_cost(["Texas"], 5) == {"yellow": 4}
    assert spot_cost(["Texas", "South"], 2) == {"yellow": 2, "orange": 2}


def test_bundles() -> None:
    """Sums and differences of bundles have no entries of zero."""
    assert bundles.minus({"blue": 2, "green": 1}, {"blue": 2}) == {"green": 1}
    assert bundles.plus({"blue": 2}, {"green": 0}) == {"blue": 2}
    assert not bundles.is_bundle({"blue": 0}, tables.COLOURS)


def pay(player: Player, package: dict[str, int], **stated: Any) -> dict[str, int]:
    about = {"spot": a_spot("A/1", "Texas+South")}
    cost = about["spot"].cost
    event = an_event(**{"discount": {}, **stated})
    return check_purchase(a_game(), player, "recruits", about, cost, package, event)


def test_package_goes_before_mat() -> None:
    """PAY-3, ACT-6: the package pays first, and the mat pays the rest."""
    player = a_player(mat={"yellow": 3, "orange": 1})
    used = pay(player, {"orange": 1}, paid={"yellow": 2, "orange": 1})
    assert used == {"orange": 1}
    assert player.mat == {"yellow": 1}


def test_discounts_add_up_and_must_be_used_in_full() -> None:
    """PAY-1: two discounts that total 3 EC reduce a price of 4 EC, and all 3 must be used."""
    cards = [in_play(a_card("always: discount recruits 1"))]
    cards.append(in_play(a_card("always: if border: discount recruits 2")))
    player = a_player(mat={"yellow": 2}, in_play=cards)
    pay(player, {}, discount={"orange": 2, "yellow": 1}, paid={"yellow": 1})
    assert player.mat == {"yellow": 1}
    with pytest.raises(Disagreement, match="PAY-1"):
        pay(player, {}, discount={"orange": 2}, paid={"yellow": 2})


def test_substitutes_cost_booster_bucks() -> None:
    """PAY-3: at most two BB replace EC, 1 for 1."""
    card = in_play(a_card("always: 2 bucks_as_ec recruits"))
    player = a_player(mat={"yellow": 2, "orange": 2}, in_play=[card])
    pay(player, {}, substitute={"orange": 2}, paid={"yellow": 2})
    assert (player.bucks, player.mat) == (5, {"orange": 2})
    with pytest.raises(Disagreement, match="PAY-3"):
        pay(player, {}, substitute={"orange": 2, "yellow": 1}, paid={"yellow": 1})


def test_no_debts() -> None:
    """PAY-3: a purchase that the mat does not cover is refused."""
    with pytest.raises(Disagreement, match="the mat holds"):
        pay(a_player(mat={"yellow": 2}), {}, paid={"yellow": 2, "orange": 2})


# Events


def test_marketing_once_a_month() -> None:
    """ACT-8: a second campaign in a month is refused."""
    game, player = a_game(), a_player()
    market(game, player, an_event(bucks=3, stars=2, final=False, bonuses=[]))
    assert (player.score, player.bucks) == (2, 4)
    with pytest.raises(Disagreement, match="ACT-8"):
        market(game, player, an_event(bucks=1, stars=1, final=False, bonuses=[]))


def test_unread_fields_and_wrong_numbers_are_disagreements() -> None:
    """Every field of a trace is read and compared with the rules."""
    event = an_event(stars=2)
    with pytest.raises(Disagreement, match="stars"):
        event.finish()
    with pytest.raises(Disagreement, match="by the rules it should be 3"):
        event.check("ACT-1", "stars", 3)
    event.check("ACT-1", "stars", 2)
    event.finish()


def test_cards_can_be_used_again_but_not_the_coach() -> None:
    """CAR-2, CAR-3: one card has a second use, but no coach does."""
    card = in_play(a_card("month: 1 bucks", number="501"))
    again = in_play(a_card("always: use_again 1", number="502"))
    coach = Source("HC1", parse("month: 1 bucks"), None)
    game, player = a_game(), a_player(in_play=[card, again], coach=coach)
    trigger(game, player, an_event(coach="HC1", paid={}, bucks=1))
    with pytest.raises(Disagreement, match="CAR-2"):
        trigger(game, player, an_event(coach="HC1", paid={}, bucks=1))
    trigger(game, player, an_event(card="501", paid={}, bucks=1))
    trigger(game, player, an_event(card="501", paid={}, bucks=1))
    with pytest.raises(Disagreement, match="CAR-2"):
        trigger(game, player, an_event(card="501", paid={}, bucks=1))


def test_uses_of_a_fundraising_card() -> None:
    """CAR-4: a shift at the Vegas check counts as a use, and so does a trigger."""
    bookie_card = in_play(a_card("always: shift_die 1", "fundraising", "Texas"))
    shift = {"e": "bookie", "player": 0, "colour": "green", "from": 6, "to": 1}
    game, player = a_game(2, [shift]), a_player(in_play=[bookie_card])
    dice = {"green": 6}
    bookie(game, player, dice)
    assert (dice, player.used_fundraising) == ({"green": 1}, True)
    giver = in_play(a_card("month: 1 ec blue", "fundraising", "Texas"))
    player = a_player(in_play=[giver])
    trigger(game, player, an_event(card="500", paid={}, ec={"blue": 1}))
    assert player.used_fundraising


def test_auction_price_and_forced_sale() -> None:
    """AUC-2, AUC-4, AUC-5: the price is the second-highest bid plus one; a poor Auctioneer has to
    sell."""

    def auction_of(bucks: list[int], events: list[dict[str, Any]]) -> Any:
        game = a_game(events=events)
        game.players = [a_player(seat=seat, bucks=n) for seat, n in enumerate(bucks)]
        game.start = 3  # so seat 0 is the Auctioneer, and 1, 2, 3 bid
        auction(game)
        return game

    bids: list[tuple[int, int | None]] = [(1, 1), (2, 4), (3, None), (1, None)]
    events = [{"e": "bid", "player": seat, "bid": bid} for seat, bid in bids]
    sold = {"e": "sale", "player": 0, "buyer": 2, "bucks": 2}
    game = auction_of([3, 7, 7, 7], [*events, sold])
    assert (game.start, game.players[0].bucks, game.players[2].bucks) == (2, 5, 5)
    no_sale = {"e": "sale", "player": 0, "buyer": None, "bucks": 4}
    assert auction_of([4, 7, 7, 7], [*events, no_sale]).start == 0
    with pytest.raises(Disagreement, match="AUC-5"):
        auction_of([3, 7, 7, 7], [*events, no_sale])


def test_open_draft_passes_counter_clockwise() -> None:
    """SET-12: each seat hands the rest to the seat before it; seat 0 hands it to the last seat."""
    hands = {seat: [f"{hand}{number}" for number in range(1, 7)] for seat, hand in enumerate("abc")}
    order = [
        *((0, "a1"), (1, "b1"), (2, "c1")),
        *((2, "a2"), (0, "b2"), (1, "c2")),
        *((1, "a3"), (2, "b3"), (0, "c3")),
        *((0, "a4"), (1, "b4"), (2, "c4")),
    ]
    game = a_game(events=[{"e": "pick", "player": seat, "card": card} for seat, card in order])
    picked = open_draft(game, hands)
    assert picked[0] == (["a1", "b2", "c3", "a4"], ["a5", "a6"])
    assert picked[1] == (["b1", "c2", "a3", "b4"], ["b5", "b6"])
    assert picked[2] == (["c1", "a2", "b3", "c4"], ["c5", "c6"])


# Bubba


def bubbas_months(spots: list[Spot], *positions: str) -> list[Spot]:
    """List the recruits that Bubba signs, month by month.

    He starts with recruits from the South in these positions.
    """
    bubba = Bubba(recruits=[a_spot("G/1", "South", 5, position) for position in positions])
    taken = []
    while (spot := bubba_pick(spots, bubba)) is not None:
        taken.append(spot)
        spot.signed_by = 1
        bubba.recruits.append(spot)
        bubba.used_states.add(spot.state)
    return taken


def test_bubba_prefers_missing_and_single_positions() -> None:
    """SOLO-7, EX-9: RB and DB come first, then one QB, then the other."""
    spots = [
        a_spot("A/1", "Texas+South", 4, "QB"),
        a_spot("B/1", "Texas+South", 3, "QB"),
        a_spot("C/1", "Midwest+South", 2, "RB"),
        a_spot("D/1", "Midwest+South", 3, "DB"),
        a_spot("E/1", "Midwest+Northeast", 4, "WR"),
    ]
    taken = bubbas_months(spots, "OL")
    assert [spot.name for spot in taken] == ["D/1", "C/1", "A/1", "B/1", "E/1"]


def test_bubbas_printed_example_in_every_layout() -> None:
    """SOLO-7, EX-9: a QB is never taken while an RB or a DB could be."""
    names = ["A/1", "A/2", "B/1", "B/2", "C/1", "C/2"]
    layouts = list(permutations(range(6), 4))
    assert len(layouts) == 360  # the two QBs count as different, because their values may differ
    for layout in layouts:
        for values in ((4, 4, 2, 2), (4, 3, 3, 2), (2, 3, 2, 4)):
            spots = [
                a_spot(names[place], "Texas+South", value, position)
                for place, value, position in zip(
                    layout, values, ("QB", "QB", "RB", "DB"), strict=True
                )
            ]
            spots.sort(key=lambda spot: spot.name)
            states = {spot.position: spot.state for spot in spots}
            taken = [spot.position for spot in bubbas_months(spots, "WR", "TE", "OL", "DL", "LB")]
            if states["RB"] == states["DB"]:  # each blocks the other
                assert taken[0] in ("RB", "DB") and set(taken[1:]) == {"QB"}, spots
            else:
                assert set(taken[:2]) == {"RB", "DB"} and taken[2:] in ([], ["QB"]), spots


def test_bubba_counts_recruits_left_in_used_states() -> None:
    """SOLO-7: a step counts all recruits left in its own border states, even in those already used,
    and none elsewhere."""
    for regions, elsewhere in (("Texas+South", "Midwest+Northeast"), ("Midwest+Northeast", "")):
        spots = [
            a_spot("A/1", regions, 4, "RB"),
            a_spot("A/2", regions, 2, "QB"),
            a_spot("B/1", regions, 4, "QB"),
            a_spot("C/1", regions, 2, "DB"),
        ]
        if elsewhere:
            spots.append(a_spot("D/1", elsewhere, 2, "DB"))
        taken = [spot.name for spot in bubbas_months(spots)]
        assert taken[:3] == ["A/1", "C/1", "B/1"]


def test_bubba_takes_south_singles_by_value() -> None:
    """SOLO-7 (1): the highest value comes first."""
    spots = [a_spot("A/1", "South", 2), a_spot("B/1", "South", 5), a_spot("C/1", "South", 3)]
    assert bubba_pick(spots, Bubba()) is spots[1]


# The data files


@pytest.fixture(scope="module")
def data() -> Data:
    return Data(read_folder(DATA_FOLDER))


def test_every_phrase_of_the_sheets_is_read(data: Data) -> None:
    """Every card and coach has a readable effect; the deck has 120 cards."""
    assert sum(card.copies for card in data.cards.values()) == 120
    assert all(card.clauses for card in data.cards.values())
    assert all(coach.clauses for coach in data.coaches.values())


def test_map_and_boards(data: Data) -> None:
    """SET-2, SET-5, SET-9, SET-14: counts are right, and every node can be reached."""
    singles = [s for s, regions in data.regions_of_state.items() if len(regions) == 1]
    assert (len(singles), len(data.regions_of_state)) == (24, 32)
    for region in tables.REGIONS:
        values = [data.value_of_state[s] for s in singles if data.regions_of_state[s] == [region]]
        assert sorted(values) == [2, 3, 4, 5]
    assert len(data.border_values) == 16
    assert [len(set(board)) for board in data.boards] == [5] * 8
    assert sorted(coach.sheet for coach in data.coaches.values()) == [
        1,
        1,
        2,
        2,
        3,
        3,
        4,
        4,
        5,
        5,
        6,
        6,
    ]
    reached, edge_of_search = {"Texas HQ"}, ["Texas HQ"]
    while edge_of_search:
        for node in data.neighbours[edge_of_search.pop()] - reached:
            reached.add(node)
            edge_of_search.append(node)
    assert reached == set(data.neighbours)
