"""Epic: its schedule, the Winter Break and winter tokens (EPI, EX-20 to EX-25, EX-34)."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
import pytest
from eleven import season_accounts
from eleven.epic_season import DATA, KIND, MONEY, OBJECTIVES, OPERATION, SEAT, TOKENS, Epic
from eleven.games import DEFAULT_STRATEGY, engine, source_of
from sampled import some

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven import (
    auction,
    best_layout,
    cards,
    conditions,
    consequences,
    deals,
    decisions,
    effects,
    lasting,
    league,
    match_gains,
    season_hidden,
    season_match,
    season_prepare,
    season_scoring,
    tokens,
    winter,
    winter_choices,
    winter_tokens,
)
from eoc_sim.simulator.eleven.actions import open_deal, sale_price
from eoc_sim.simulator.eleven.codes import AFTER, DISCOUNT, TARGET_PLAYERS
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.deal_steps import AUCTION_DEAL, BANK, CLOSING
from eoc_sim.simulator.eleven.names import DECKS, MEASURES, WINTER_KINDS
from eoc_sim.simulator.eleven.pitch import ANY_ROW, BALL, SHIELD
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.season_state import PART_OBJECTIVE
from eoc_sim.simulator.eleven.sources import AS_USUAL, BY_AUCTION
from eoc_sim.simulator.eleven.state import LOST, PHASE_NAMES, WON
from eoc_sim.simulator.eleven.switches import AUCTION_BONUS, SWITCHES
from eoc_sim.simulator.eleven.versions import Version
from eoc_sim.simulator.runs.version_options import VersionOptions

DEAL_WAYS = ("auction", "offer")


@cache
def whole_season(seed: int) -> list[dict[str, Any]]:
    """Return the events of a season with three random managers."""
    output = engine(*["random"] * 3, epic="on", layer="season", seed=seed).replay(0)
    return [json.loads(json.dumps(event)) for event in output]


@pytest.fixture(scope="module")
def market() -> Epic:
    """Return one season in the Break's market, for tests that undo their changes."""
    return Epic()


# --- Length, clubs and table


@pytest.mark.parametrize("division", [3, 2])
@pytest.mark.parametrize("schedule", ["rotated", "dealt"])
def test_who_meets_whom(division: int, schedule: str) -> None:
    """EPI-1, EPI-2: managers meet five clubs from the lower division, then five from the higher,
    none twice."""
    decks = {3: ("3", "32", "21"), 2: ("32", "21", "1")}[division]
    game_engine = engine(
        "random", "random", "random", epic="on", division=division, schedule=schedule
    )
    worker = game_engine.worker()
    for game in range(20):
        worker.set_up(game)
        table, box = worker.states[0].table, worker.states[0].box
        played = [DECKS[table.club_deck[table.club_at[index]]] for index in range(12)]
        assert played == [deck for deck in decks for _ in range(4)]
        for seat in range(3):
            met = box.opponent_clubs[seat].tolist()
            assert len(set(met)) == 10 and max(met[:5]) < 8 and min(met[5:]) >= 4
            if schedule == "rotated":
                order = box.deck_order.tolist()
                assert met == [
                    order[deck][(seat + number) % 4]
                    for deck, matches in enumerate((4, 3, 3))
                    for number in range(matches)
                ]


def test_a_league_has_only_epics_length_and_table() -> None:
    """LAY-1, EPI-1, EPI-10: a league has ten weeks, twelve clubs and the Epic VP, but no Break."""
    events = engine("random", "random", epic="on").replay(2)
    assert [event["week"] for event in events if event["e"] == "week"] == [*range(1, 11)]
    tables = [event for event in events if event["e"] == "table"]
    assert {len(event["clubs"]) for event in tables} == {12}
    table = DATA.club.position_vp_epic
    for manager in events[-1]["managers"]:
        assert manager["parts"]["league"] == table[min(manager["position"], 12) - 1]
    assert not {"winter_break", "levels", "act"} & {event["e"] for event in events}


def test_example_20(market: Epic) -> None:
    """EX-20, EPI-10, LEA-5: both managers are third behind two clubs, for 16 VP each."""
    table = market.table
    points, own = table.club_points.copy(), table.points.copy()
    table.club_points[:] = [25, 24, *[21] * 10]
    table.points[:2] = 22
    league.update_positions(table)
    assert table.position[:2].tolist() == [3, 3] and table.score[:2].tolist() == [16, 16]
    table.points[:2] = 0
    league.update_positions(table)
    assert table.position[0] == 13 and table.score[0] == -9
    table.club_points[:], table.points[:] = points, own


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"division": 1}, "three decks of clubs, which division 1"),
        ({"weeks": 8}, "has 10 weeks, so weeks = 8 is refused"),
    ],
)
def test_refused_rules(settings: dict[str, int], words: str) -> None:
    """SWI-1, EPI-1: Epic needs three decks and has its own length."""
    with pytest.raises(InputError, match=words):
        RULES.resolve("epic", settings)


def test_idle_switches() -> None:
    """SWI-1: without Epic, its switches and those of deals are idle.

    With Epic, `objective_vp` and the switches of auctions are idle.
    """
    epic_switches = {"ignore_token", "winter_drop", "winter_income", "winter_rounds"}
    assert epic_switches <= {*RULES.resolve("standard").idle()}
    assert not epic_switches & {*RULES.resolve("epic").idle()}
    assert "objective_vp" in RULES.resolve("epic").idle()
    assert epic_switches <= {*RULES.resolve("epic", {"layer": "league"}).idle()}
    deal_switches = {"asking", "refusals", "youngster_resale"}
    assert deal_switches <= {*RULES.resolve("standard").idle()}
    assert not deal_switches & {*RULES.resolve("epic").idle()}
    assert {"auction_bonus", "no_bid", "seller_may_refuse"} <= {*RULES.resolve("epic").idle()}


def test_board_meetings_need_directors() -> None:
    """SWI-1: without directors no board meets, which is reported even if `directors` is the only
    switch set."""
    options = VersionOptions(rules="standard", settings=(("directors", "off"),))
    (remark,) = Version.baseline(options).remarks(options)
    assert remark.startswith("board_meetings = on has no effect with directors = off")


def test_switches_that_epic_makes_idle() -> None:
    """SWI-1, EPI-3, EPI-10: Epic has its own objectives and VP, so their switches are idle."""
    options = VersionOptions(rules="epic", settings=(("new_objectives", "on"),))
    version = Version.baseline(options)
    assert [remark.partition(" has no effect ")[0] for remark in version.remarks(options)] == [
        "new_objectives = on"
    ]
    with_one = version.change([("objective.J13.epic", "yes")])
    assert "new_objectives" not in with_one.idle_switches()
    plain = Version.baseline(VersionOptions(rules="epic"))
    epic_vp, no_vp = (plain.change([("rules.position_vp", value)]) for value in ("epic", "none"))
    assert len(plain.idle(epic_vp)) == len(epic_vp.remarks(options)) == 1
    assert len(epic_vp.idle(plain)) == 1
    assert plain.idle(no_vp) == no_vp.idle(epic_vp) == plain.remarks(options) == []


def test_fifth_line_ups_of_the_third_deck() -> None:
    """EXT-3, EPI-1, SWI-1: Epic in division 3 meets deck 2/1, so `new_lineups` is not idle."""
    for settings, idle in (({}, True), ({"epic": "on"}, False), ({"division": "2"}, False)):
        rules = RULES.resolve("league", {"new_lineups": "on", **settings})
        assert ("new_lineups" in rules.idle()) == idle
    game_engine = engine("random", "random", epic="on", new_lineups="on")
    line_ups = {
        event["line_up"]
        for game in range(6)
        for event in game_engine.replay(game)
        if event["e"] == "reveal"
    }
    assert any(line_up.startswith("X") for line_up in line_ups)


# --- Objectives


def test_only_eight_objectives_are_dealt() -> None:
    """EPI-3: each manager is dealt two of eight objectives and chooses none before week 1."""
    epic = {objective.number for objective in DATA.objectives if objective.epic}
    worker = engine(*["random"] * 4, epic="on", layer="season").worker()
    worker.set_up(1)
    dealt = [OBJECTIVES[card] for me in worker.states[0].seats for card in me.offered]
    assert len(epic) == 8 and {*dealt} == epic
    events = whole_season(2)
    first_week = next(index for index, event in enumerate(events) if event["e"] == "week")
    assert "objective" not in {event["e"] for event in events[:first_week]}


def give_objectives(game: Epic, *offered: str) -> None:
    """Reset totals, and give the first manager these objectives."""
    table = game.table
    for name in ("results", "youngsters_trained", "largest_margin", "clean_wins", "earned"):
        getattr(table, name)[:] = 0
    table.before_break[:] = 0
    game.state.seats[SEAT].offered[:] = [OBJECTIVES.index(objective) for objective in offered]


def test_example_21() -> None:
    """EX-21, EPI-3, EPI-4: two trained cards score 3 VP, and five wins after the Break score 6."""
    game = Epic("winter objectives")
    table, me = game.table, game.state.seats[SEAT]
    give_objectives(game, "J02", "J01")
    table.results[SEAT, WON] = 3
    table.youngsters_trained[SEAT] = 2
    school, result = OBJECTIVES.index("J01"), OBJECTIVES.index("J02")
    refusal = winter_choices.winter_objective_refusal(table, me, result)
    assert refusal == decisions.WINTER_OBJECTIVE_OPEN
    assert winter_choices.winter_objective_refusal(table, me, school) == 0
    other = OBJECTIVES.index("J05")
    refusal = winter_choices.winter_objective_refusal(table, me, other)
    assert refusal == decisions.WINTER_OBJECTIVE_NOT_DEALT
    assert season_scoring.vp_of_objective(table, SEAT, school) == 3
    winter.begin_half(table)
    table.results[SEAT, WON] += 4
    assert season_scoring.vp_of_objective(table, SEAT, result) == 3
    table.results[SEAT, WON] += 1
    assert season_scoring.vp_of_objective(table, SEAT, result) == 6
    assert season_scoring.vp_of_objective(table, SEAT, school) == 0


def test_an_objective_is_laid_aside_in_the_break() -> None:
    """EPI-4: one objective is scored or discarded in the Break; the other is scored at the end."""
    events = whole_season(2)
    laid_aside = [event for event in events if event["e"] == "objective"]
    assert [event["manager"] for event in laid_aside] == [0, 1, 2]
    for event, final in zip(laid_aside, events[-1]["managers"], strict=True):
        assert event["vp"] in (0, 3, 6)
        assert final["parts"]["objective"] - event["vp"] in (0, 3, 6)


@pytest.mark.parametrize("measure", MEASURES)
def test_what_each_measure_counts_in_a_half(market: Epic, measure: str) -> None:
    """EPI-3: totals count from the start of the half, holdings as they stand."""
    table = market.table
    fields_before = [
        (name, getattr(table, name).copy())
        for name in (
            *("before_break", "results", "beaten", "resources", "extra_actions"),
            *("goals_for", "goals_against", "largest_margin", "clean_wins", "matches_before"),
            *("youngsters_trained", "held_count", "matches", "most_stand_fans", "card_goals"),
            *("most_card_goals", "goals_before"),
        )
    ]
    code = MEASURES.index(measure)
    before = season_scoring.season_count(table, SEAT, code)
    winter.begin_half(table)
    stocks = ("youngsters", "money", "staff_colour")
    expected = before if measure in stocks else 0
    assert season_scoring.objective_count(table, SEAT, code) == expected
    for name, value in fields_before:
        getattr(table, name)[:] = value


def test_matches_of_cards_count_by_half(market: Epic) -> None:
    """EPI-3, PLA-5: for loyal cards only the half's matches count, but for veterans all of them."""
    table = market.table
    card = market.give("P01")
    table.matches[card] = 3
    loyal = MEASURES.index("loyal_cards")
    assert season_scoring.objective_count(table, SEAT, loyal) >= 1
    winter.begin_half(table)
    assert season_scoring.objective_count(table, SEAT, loyal) == 0
    table.matches[card] += 3
    assert season_scoring.objective_count(table, SEAT, loyal) == 1 and table.matches[card] == 6
    cards.lose_card(market.state, card)
    assert table.matches_before[card] == 0


# --- Levels, income and market


def test_example_22() -> None:
    """EX-22, EPI-4, EPI-5: levels fall, but not below 1, without penalty; the budget pays 1."""
    game = Epic("winter objectives")
    table = game.table
    table.level[SEAT] = [1, 3, 2, 4]
    table.earned[:] = 0
    money = table.resources[SEAT].copy()
    winter.open_window(game.state, game.trace)
    assert table.level[SEAT].tolist() == [1, 2, 1, 3] and not table.earned.any()
    assert (table.resources[SEAT] - money).tolist() == [1, 0, 0, 0]


def test_the_break_deals_the_area_again() -> None:
    """EPI-5: the Break deals new rows of players and youngsters and keeps the other rows."""
    game = Epic("winter objectives")
    table = game.table
    area_before = table.area.copy()
    winter.open_window(game.state, game.trace)
    assert table.area_count[:2].tolist() == [5, 3]
    for row in range(2):
        new = {*table.area[row, : table.area_count[row]].tolist()}
        assert not new & {*area_before[row, :5].tolist()}
    assert (table.area[2:] == area_before[2:]).all()


def test_staff_do_nothing_in_the_break(market: Epic) -> None:
    """EPI-6: staff have no effects, whether lasting or triggered, until the next week."""
    table = market.table
    assert table.staff_idle == 1
    contents = DATA.as_dict()
    for row in contents["staff"]:
        row["effect"] = "always: 1 discount players; hire: 2 fans; sell: 2 fans"
    data = Components.from_dict(contents, "helpful staff")
    game_engine = engine("random", "random", epic="on", layer="season", components=data, seed=2)
    worker = game_engine.worker()
    worker.set_up(0)
    for phase, week, discount in (("winter market", 5, 0), ("preparing", 6, 1)):
        worker.play_until(phase, week)
        state = worker.states[0]
        held = int(state.table.held_count[SEAT, 1])
        assert held > 0
        assert lasting.total_lasting(state.table, SEAT, DISCOUNT, TARGET_PLAYERS) == discount * held
    events = game_engine.replay(0)
    first = next(index for index, line in enumerate(events) if line["e"] == "winter_break")
    last = next(index for index, line in enumerate(events) if index > first and line["e"] == "week")
    assert {event["kind"] for event in events[first:last] if event["e"] == "act"} > {"pass"}
    in_break = {line["source"][0] for line in events[first:last] if line["e"] == "effect"}
    assert "S" not in in_break


@pytest.mark.parametrize(
    ("bid", "money"), [(4, 4), (0, 3), (None, 5)], ids=["highest bid", "no bid", "usual"]
)
def test_example_23(bid: int | None, money: int) -> None:
    """EX-23, EPI-6, TRA-4: a bid of 4 brings 4, no bid 3, and an ordinary sale 5."""
    game = Epic()
    table, state = game.table, game.state
    card = game.give("P01")
    table.side_strength[card] = 3
    if bid is None:
        assert sale_price(table, card) == money
        return
    table.phase = PHASE_NAMES.index("winter market")
    money_before = table.resources[:2, MONEY].copy()
    table.resources[1, MONEY] = 20
    table.actions_taken = 0
    open_deal(table, AUCTION_DEAL, SEAT, card, 0, AUCTION_BONUS.NONE, 0)
    auction.open_auction(state, game.trace)
    table.deal_buyer, table.deal_price = (1, bid) if bid else (BANK, 0)
    auction.end_bidding(table)
    assert table.deal_step == CLOSING, "the seller must accept"
    deals.close(state, game.trace, -1)
    assert table.resources[SEAT, MONEY] - money_before[0] == money
    assert table.owner[card] == (1 if bid else -1)
    assert PHASE_NAMES[table.phase] == "winter market"


def test_the_break_has_auctions_without_transfers() -> None:
    """EPI-6, TRA-1: managers deal in the Break but not on their days."""
    events = whole_season(2)
    dealt = [event for event in events if event["e"] == "act" and event["way"] in DEAL_WAYS]
    assert {event["day"] for event in dealt} == {0}
    season_accounts.check(events, DATA)


def test_moves_in_the_market(market: Epic) -> None:
    """EPI-5, EPI-6: a manager may sell a card, hire from the area or a manager, or pass."""
    table, order = market.table, market.order
    card = market.give("P01")
    for_hire = int(table.area[0, 0])

    def refusal_of(
        kind: int, which: int = 0, way: int = AS_USUAL, asking: int = 0, seat: int = SEAT
    ):
        order.card, order.way, order.amount = which, way, asking
        return winter_choices.winter_act_refusal(table, seat, kind, order)

    assert refusal_of(decisions.PASS) == 0 and refusal_of(decisions.NEGOTIATE) == 0
    assert refusal_of(decisions.SELL, card) == 0
    assert refusal_of(decisions.SELL, card, BY_AUCTION, 5) == 0
    assert refusal_of(decisions.SELL, card, BY_AUCTION, 100) == decisions.SELL_ASKING
    assert refusal_of(decisions.SELL, card, 7) == decisions.SELL_WAY
    assert refusal_of(decisions.SELL, card, seat=1) == decisions.SELL_NOT_OWN
    assert refusal_of(decisions.HIRE, card) == decisions.HIRE_NOT_THERE
    money = int(table.resources[SEAT, MONEY])
    table.resources[SEAT, MONEY] = 0
    assert refusal_of(decisions.HIRE, for_hire) == decisions.HIRE_COST
    table.resources[SEAT, MONEY] = 30
    assert refusal_of(decisions.HIRE, for_hire) == 0
    for kind in (decisions.STAFF, decisions.BUILD, decisions.SPONSOR, decisions.END_DAY):
        assert refusal_of(kind) == decisions.NO_SUCH_WINTER_ACT
    table.resources[SEAT, MONEY] = money
    refusals = int(table.rule_refusals)
    table.rule_refusals = 0
    assert refusal_of(decisions.NEGOTIATE) == decisions.NEGOTIATE_OFF
    table.rule_refusals = refusals
    cards.lose_card(market.state, card)


@pytest.mark.parametrize(
    "rounds", [3, *(pytest.param(rounds, marks=pytest.mark.slow) for rounds in (0, 2, 6))]
)
def test_rounds_of_the_market(rounds: int) -> None:
    """EPI-5, SWI: managers have a fixed number of turns, in turn order."""
    output = whole_season(2)
    if rounds != 3:
        output = engine(*["random"] * 3, epic="on", layer="season", winter_rounds=rounds).replay(0)
    acts = [event["manager"] for event in output if event["e"] == "act" and event["day"] == 0]
    first = next(event["first"] for event in output if event["e"] == "winter_break")
    assert acts == [(first + turn) % 3 for turn in range(3 * rounds)]


# --- Tokens: picks and places


def test_example_24() -> None:
    """EX-24, EPI-7: the manager with the most points picks first, and in round 2 the one with the
    fewest; turn order breaks ties."""
    game = Epic("winter tokens", managers=3)
    table, first = game.table, int(game.table.first_manager)
    order = [(first + turn) % 3 for turn in range(3)]
    table.points[order[0]], table.points[order[1]], table.points[order[2]] = 9, 7, 7
    for round_, expected in ((1, [0, 1, 2]), (2, [1, 2, 0]), (3, [0, 1, 2])):
        table.winter_round = round_
        taken = []
        for turn in range(3):
            table.turns_taken = 3 * (round_ - 1) + turn
            taken.append(order.index(winter_tokens.taker(table)))
        assert taken == expected
    events = whole_season(2)
    revealed = [event["tokens"] for event in events if event["e"] == "winter_token"]
    picked = [event["token"] for event in events if event["e"] == "winter_pick"]
    assert [len(tokens_of_round) for tokens_of_round in revealed] == [4, 4, 4] and len(picked) == 9


def test_all_tokens_are_in_the_pile() -> None:
    """EPI-7, EPI-9: the pile has sixteen tokens of nine kinds, with one each of the numbers 12
    and 13, in random order."""
    assert sum(winter_token.copies for winter_token in DATA.winter_tokens) == 16
    piles = set()
    game = Epic()
    for key in range(3):
        game.worker.redeal(0, key)
        winter_tokens.shuffle(game.state)
        box = game.state.box
        pile = box.winter_pile[: box.winter_pile_count].tolist()
        counted = [pile.count(row) for row in range(len(TOKENS))]
        assert counted == [winter_token.copies for winter_token in DATA.winter_tokens]
        piles.add(tuple(pile))
    assert len(piles) == 3


def test_refused_picks_and_placements() -> None:
    """EPI-7, EPI-8, EPI-9: a picked token must be revealed; a card takes one token, a keeper only
    certain ones."""
    game = Epic("placing tokens")
    table, order = game.table, game.order
    table.winter_shown[:3] = [0, -1, 2]
    table.winter_shown_count = 3
    for place, refusal in ((0, 0), (1, 1), (2, 0), (3, 1), (-1, 1)):
        expected = decisions.NO_SUCH_WINTER_PICK if refusal else 0
        assert winter_choices.pick_refusal(table, place) == expected
    keeper = next(player.number for player in DATA.players if player.position == ())
    goalkeeper, one, two = (game.give(number) for number in (keeper, "P01", "P02"))
    outside_card = source_of("P03")
    cards.turn_untrained(game.state, outside_card)
    rows = {kind: TOKENS.index(number) for kind, number in KIND.items()}
    table.winter_held[SEAT] = [rows["ball"], rows["cheap"], 0]
    table.winter_held_count[SEAT] = 2

    def refusal_of(*placed: int) -> int:
        order.placed[:] = [card + 1 for card in (*placed, -1, -1, -1)][:3]
        return winter_choices.placing_refusal(table, SEAT, order)

    assert refusal_of(one, two) == 0 and refusal_of(-1, goalkeeper) == 0 and refusal_of() == 0
    assert refusal_of(one, one) == decisions.WINTER_PLACE_TWICE
    assert refusal_of(outside_card) == decisions.WINTER_PLACE_NOT_OWN
    assert refusal_of(goalkeeper) == decisions.WINTER_PLACE_KEEPER
    assert refusal_of(one, two, goalkeeper) == decisions.WINTER_TOKEN_NOT_HELD
    for kind in ("any section", "shield"):
        table.winter_held[SEAT, 0] = rows[kind]
        assert refusal_of(goalkeeper) == decisions.WINTER_PLACE_KEEPER


def test_a_token_stays_with_its_card_and_is_lost_with_it(market: Epic) -> None:
    """EPI-8, ACT-2: a card keeps its token under a new manager and loses it if sold to the bank."""
    card = market.give("P01", "ball")
    table = market.table
    side = int(table.card_side[card])
    cards.give_card(market.state, 1, card)
    assert table.winter_token[card] == WINTER_KINDS.index("ball") + 1 and side == BALL
    cards.lose_card(market.state, card)
    assert table.winter_token[card] == 0
    printed = next(player for player in DATA.players if player.number == "P01")
    assert table.card_side[card] == printed.side and table.card_jersey[card] == printed.jersey


# --- Tokens in matches


def test_example_25(market: Epic) -> None:
    """EX-25, EPI-9: the strength is 3 before and after training, and 4 with a permanent token."""
    card = market.give("P01", "strength 3")
    table = market.table
    assert season_prepare.card_strength(table, card) == 3
    market.state.box.hidden_strength[card] = 4
    cards.train(market.state, card)
    assert table.is_trained[card] == 1 and season_prepare.card_strength(table, card) == 3
    table.strength_tokens[card] = 1
    assert season_prepare.card_strength(table, card) == 4
    cards.lose_card(market.state, card)


@pytest.mark.parametrize(("kind", "jersey"), [("number 12", 12), ("number 13", 13)])
def test_numbers_12_and_13(market: Epic, kind: str, jersey: int) -> None:
    """EPI-9, MAT-4: the card takes over a marker without a card, and its own number on the die
    hits it."""
    table = market.table
    own, spare = market.give("P01"), market.give("P02", kind)
    table.card_rows[own] = table.card_rows[spare] = ANY_ROW
    assert table.card_jersey[spare] == jersey
    named = "twelve" if jersey == 12 else "thirteen"
    place = int(table.card_jersey[own]) - 1
    other = 1 if place != 1 else 2
    assert market.assign(own, spare) == decisions.FIELD_SPARE
    assert market.assign(own, spare, **{named: 11}) == decisions.FIELD_SPARE
    assert market.assign(own, spare, **{named: place}) == decisions.FIELD_SPARE
    assert market.assign(own, spare, **{named: other}) == 0
    assert season_prepare.find_place(table, market.order, spare) == other
    table.fielded[SEAT] = -1
    table.fielded[SEAT, other] = spare
    for number in range(1, 13):
        expected = spare if number == jersey else -1
        assert consequences.card_hit(table, SEAT, number) == expected
    table.fielded[SEAT] = -1
    for card in (own, spare):
        cards.lose_card(market.state, card)


def test_spare_jerseys_act_after_the_others(market: Epic) -> None:
    """EFF-2, EPI-9: cards act in order of jersey, so 12 acts after 8, whichever marker it has."""
    table, box = market.table, market.state.box
    spare, other = market.give("P23", "number 12"), market.give("Y12", trained=True)
    table.fielded[SEAT] = -1
    table.fielded[SEAT, 1], table.fielded[SEAT, 7] = spare, other
    table.used[SEAT] = 0
    effects.push_effects(market.state, SEAT, AFTER, effects.ALL_SOURCES)
    top = box.frames - 1
    sources = []
    while (source := effects.source_in_frame(market.state, top)) >= 0:
        sources.append(source)
        box.frame_index[top] += 1
    assert [source for source in sources if source in (spare, other)] == [other, spare]
    box.frames = top
    table.fielded[SEAT] = -1
    for card in (spare, other):
        cards.lose_card(market.state, card)


@pytest.mark.parametrize(("token", "injured"), [("", False), ("number 12", True)])
def test_example_34(token: str, injured: bool) -> None:
    """EX-34, MAT-12: after a loss a 12 on the d12 and a 1 on the d6 hit only a card with jersey
    12."""
    game = Epic()
    table = game.table
    card = game.give("P01", token)
    table.fielded[SEAT] = -1
    table.fielded[SEAT, 5] = card
    game.state.box.result[SEAT] = LOST
    table.dice[:2] = [1, 12]
    consequences.carry_out_consequence(game.state, game.trace, SEAT)
    assert bool(table.injured_until[card]) == injured


def test_try_cards_finds_a_marker_for_a_spare(market: Epic) -> None:
    """EPI-9, INF-6: `try_cards` finds a free marker of the spare's side and names it in the
    order."""
    table, me = market.table, market.state.seats[SEAT]
    season_prepare.form_basic_team(table, SEAT)
    spare = market.give("P01", "number 13")
    table.card_side[spare] = BALL
    market.order.fielded[:] = 0
    market.order.taken[:] = 0
    market.order.fielded[spare] = 1
    best_layout.try_cards(table, me, market.order)
    assert market.order.taken.tolist() == [0, 6] and me.tried[6] == spare + 1
    cards.lose_card(market.state, spare)


def test_any_section_ball_and_shield(market: Epic) -> None:
    """EPI-9, MAT-4: one token allows any row; the others set the side."""
    table = market.table
    card = market.give("P01", "any section")
    table.fielded[SEAT] = -1
    table.fielded[SEAT, 1] = card
    assert conditions.rows_of(table, SEAT, 0) == ANY_ROW
    for kind, side in (("ball", BALL), ("shield", SHIELD)):
        table.card_side[card] = 1 - side
        winter_tokens.place_token(table, card, WINTER_KINDS.index(kind))
        assert table.card_side[card] == side
    table.fielded[SEAT] = -1
    cards.lose_card(market.state, card)


def test_a_stand_in_plays_for_one_operation(market: Epic) -> None:
    """EPI-9, MAT-5: a card with a stand-in token may cost 1 operation instead of fitness."""
    table, order = market.table, market.order
    card, other = market.give("P01", "stand-in"), market.give("P02")
    table.card_rows[card] = table.card_rows[other] = ANY_ROW
    resources_before = table.resources[SEAT].copy()
    table.resources[SEAT] = [0, 0, 1, 0]
    order.fans = 0
    market.assign(card)
    assert season_prepare.cost_refusal(table, SEAT, order) == decisions.FIELD_FITNESS
    order.fielded[card] = 2
    assert season_prepare.assign_refusal(table, SEAT, order) == 0
    assert season_prepare.cost_refusal(table, SEAT, order) == 0
    order.put[card, OPERATION] = 1
    assert season_prepare.cost_refusal(table, SEAT, order) == decisions.PUT_COST
    market.assign(other)
    order.fielded[other] = 2
    assert season_prepare.assign_refusal(table, SEAT, order) == decisions.FIELD_STAND_IN
    order.put[:] = 0
    table.resources[SEAT] = resources_before
    for given in (card, other):
        cards.lose_card(market.state, given)


def payment(market: Epic, token: str, put: list[int], tag: str = "HAR") -> tuple[bool, list[int]]:
    """Check if a fielded card with this tag can pay for its first clause.

    Also return the resources that it pays.
    """
    table = market.table
    number = next(player.number for player in DATA.players if player.tag == tag)
    card = market.give(number, token)
    clause = int(table.first_clause[card])
    table.fielded[SEAT] = -1
    table.fielded[SEAT, 3] = card
    table.put[SEAT, 3] = put
    table.put_by_tactic[SEAT] = 0
    can_pay = bool(effects.can_pay(table, SEAT, card, clause))
    if can_pay:
        effects.pay(market.state, SEAT, card, clause)
    paid = market.state.box.effect_payment.tolist()
    table.fielded[SEAT] = -1
    table.put[SEAT] = 0
    cards.lose_card(market.state, card)
    return can_pay, paid if can_pay else []


def test_cost_of_abilities_with_a_token(market: Epic) -> None:
    """EPI-9: a cheap token saves 1; a stand-in pays operation for missing fitness."""
    assert payment(market, "", [0, 0, 0, 0]) == (False, [])
    assert payment(market, "", [0, 0, 0, 1]) == (True, [0, 0, 0, 1])
    assert payment(market, "cheap", [0, 0, 0, 0]) == (True, [0, 0, 0, 0])
    assert payment(market, "stand-in", [0, 0, 1, 0]) == (True, [0, 0, 1, 0])
    assert payment(market, "stand-in", [0, 0, 1, 1]) == (True, [0, 0, 0, 1])
    assert payment(market, "stand-in", [0, 0, 0, 0]) == (False, [])
    assert payment(market, "stand-in", [0, 0, 1, 0], tag="STR") == (False, [])
    assert payment(market, "", [0, 0, 1, 0]) == (False, [])


def test_the_first_goal(market: Epic) -> None:
    """EPI-9: a card with a first-goal token gains 1 permanent strength for its first goal only."""
    table = market.table
    card = market.give("P01", "first goal")
    table.fielded[SEAT] = -1
    table.fielded[SEAT, 5] = card
    table.match_scored[SEAT] = 0
    for goals, strength in ((0, 0), (2, 1), (1, 1)):
        table.match_scored[SEAT, 4] = goals
        season_match.reward_first_goals(market.state, market.trace, SEAT)
        assert table.strength_tokens[card] == strength
    assert table.winter_token[card] == season_match.GOAL_SCORED
    table.fielded[SEAT] = -1
    table.match_scored[SEAT] = 0
    cards.lose_card(market.state, card)


@pytest.mark.parametrize("ignored", ["weakness", "injury", "suspension"])
def test_immunity_from_an_ignore_token(ignored: str) -> None:
    """EPI-9, SWI: the token takes 1 off each weakness, or stops all injuries or suspensions."""
    game = Epic()
    table, state = game.table, game.state
    table.rule_ignore_token = SWITCHES["ignore_token"].encode(ignored)
    card = game.give("P01", "ignore")
    table.side_strength[card] = 4
    table.fielded[SEAT] = -1
    table.fielded[SEAT, 4] = card
    table.team_change[SEAT] = 0
    match_gains.gain_strength(table, SEAT, 4, -2)
    assert table.team_strength[SEAT, 3] == (3 if ignored == "weakness" else 2)
    match_gains.gain_strength(table, SEAT, 4, 2)
    assert table.team_strength[SEAT, 3] == (5 if ignored == "weakness" else 4)
    tokens.injure(state, SEAT, card)
    tokens.suspend(state, SEAT, card)
    assert (table.injured_until[card] == 0) == (ignored == "injury")
    assert (table.suspended_until[card] == 0) == (ignored == "suspension")


# --- Whole seasons, hidden information, and data


@pytest.mark.parametrize(
    "settings",
    some(
        [
            {"managers": 4},
            {"managers": 2, "division": 2, "schedule": "dealt", "winter_income": "all"},
            {"managers": 3, "winter_drop": 2, "start_level": 5, "winter_rounds": 6},
            {"managers": 4, "objectives": "off", "ignore_token": "injury", "unused": "lost"},
        ],
        4,
    ),
    ids=str,
)
@pytest.mark.slow
def test_accounts(settings: dict[str, Any]) -> None:
    """EPI, CLU-1, SET-8: every gain and loss of an Epic season comes from an event."""
    settings = dict(settings)
    line_up = ("random", "balanced", DEFAULT_STRATEGY, "random")[: settings.pop("managers")]
    game_engine = engine(*line_up, epic="on", layer="season", seed=5, **settings)
    season_accounts.check([json.loads(json.dumps(event)) for event in game_engine.replay(1)], DATA)


def test_a_redeal_replaces_secrets_of_the_break(market: Epic) -> None:
    """INF-2, EPI-4, EPI-7: tokens to come and the other managers' objectives are redealt."""
    game = Epic("winter tokens", managers=3)
    state = game.state
    winter_tokens.reveal(state, game.trace)
    before = state.box.winter_pile.copy()
    laid_aside = state.table.laid_aside.copy()
    secrets = set()
    for key in range(6):
        other = game.worker.engine.worker()
        other.copy_from(game.worker)
        redealt_state = other.states[0]
        season_hidden.redeal(redealt_state, 1, key)
        number = int(redealt_state.box.winter_pile_count)
        assert sorted(redealt_state.box.winter_pile[:number]) == sorted(before[:number])
        assert (redealt_state.table.laid_aside == laid_aside).all()
        assert redealt_state.seats[1].objective == state.seats[1].objective
        held = [int(redealt_state.seats[seat].objective) for seat in range(3)]
        objectives_aside = [int(objective) - 1 for objective in laid_aside[:3]]
        assert len({*held, *objectives_aside}) == 6
        secrets.add((tuple(redealt_state.box.winter_pile[:number].tolist()), tuple(held)))
    assert len(secrets) > 1
    assert np.array_equal(state.box.winter_pile, before)


@pytest.mark.parametrize("week", [0, 3, pytest.param(6, marks=pytest.mark.slow)])
def test_upcoming_clubs_are_hidden(week: int) -> None:
    """INF-2, INF-3, EPI-2: if only the deck is known, later clubs are redrawn, and the new
    schedule also follows EPI-2."""
    game_engine = engine("random", "random", epic="on", schedule="dealt", scouting="deck", seed=4)
    worker = game_engine.worker()
    worker.set_up(0)
    if week:
        worker.play_until("preparing", week)
    met = np.array(worker.states[0].box.opponent_clubs)[:2]
    views = set()
    for key in range(8):
        other = game_engine.worker()
        other.copy_from(worker)
        other.redeal(0, key)
        redealt = np.array(other.states[0].box.opponent_clubs)[:2]
        weeks_played = max(0, week - 1)
        assert (redealt[:, :weeks_played] == met[:, :weeks_played]).all()
        assert not week or (redealt[:, weeks_played] // 4 == met[:, weeks_played] // 4).all()
        for places in redealt.tolist():
            assert len({*places}) == 10
            assert max(places[:5]) < 8 and min(places[5:]) >= 4
        views.add(redealt.tobytes())
    assert len(views) > 4


def test_a_token_of_no_kind_is_refused() -> None:
    """EPI-9: the sheet's names must be kinds of token; an error names the nearest kind."""
    contents = DATA.as_dict()
    contents["winter_tokens"][0]["name"] = "cheep"
    with pytest.raises(InputError, match="cheap"):
        Components.from_dict(contents, "wrong data")


def test_the_break_has_its_phases() -> None:
    """INF-5: the Break has a resting point before each of its decisions."""
    game = Epic("winter objectives")
    for phase in ("winter market", "winter tokens", "placing tokens"):
        game.worker.play_until(phase, 5)
        assert PHASE_NAMES[game.table.phase] == phase
    game.worker.play_until("preparing", 6)
    assert game.table.staff_idle == 0
    assert game.table.earned[SEAT, PART_OBJECTIVE] in (0, 3, 6)
