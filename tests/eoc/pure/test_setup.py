"""Set-up (SET)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from eoc.tabletop import Tabletop, engine, fixed_components, named

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.columns import COLOUR_NAMES, POSITION_NAMES, REGION_NAMES
from eoc_sim.simulator.eoc.components import spots
from eoc_sim.simulator.eoc.rules import check_players, resolve
from eoc_sim.simulator.eoc.scoring import score_sets
from eoc_sim.simulator.eoc.setup import set_up
from eoc_sim.simulator.eoc.state import HIDDEN, MIDWEST, NORTHWEST, POOL, SOUTH, TEXAS

HOMES = {NORTHWEST: "green", TEXAS: "yellow", MIDWEST: "blue", SOUTH: "orange"}
STASH_MODES = ("choose4of6", "deal5", "open_draft", "starter")


def tables(number=12, players=4, **settings):
    return [Tabletop(players, game=game, **settings) for game in range(number)]


def test_two_to_four_players():
    """SET-1: a game has 2, 3 or 4 players; only solo has one."""
    rules = resolve("standard", {})
    for players in (2, 3, 4):
        check_players(rules, players)
        assert engine(*["random"] * players).players == players
    for players in (0, 1, 5):
        with pytest.raises(InputError):
            check_players(rules, players)


def test_exactly_twelve_months():
    """SET-1: a game has months 1 to 12."""
    trace = engine("random", "random").replay(0)
    assert [e["month"] for e in trace if e["e"] == "month"] == list(range(1, 13))


def test_the_map():
    """SET-2: 24 singles, four per region, have values 2 to 5; 8 border states have two regions
    each."""
    states = fixed_components().map.states
    singles = [s for s in states if len(s.regions) == 1]
    borders = [s for s in states if len(s.regions) == 2]
    assert (len(singles), len(borders)) == (24, 8)
    for region in range(6):
        assert sorted(s.value for s in singles if s.regions == (region,)) == [2, 3, 4, 5]
    assert all(len(set(s.regions)) == 2 for s in borders)
    places = Counter(spot.state for spot in spots(fixed_components()))
    assert sum(places.values()) == 40
    assert all(places[s.name] == len(s.regions) for s in states)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_whole_map_at_every_player_count(players):
    """SET-2: 40 recruits are unsigned for any number of players; unused HQs stay empty."""
    t = Tabletop(players)
    assert (t.table.spot_owner == -1).all() and (t.table.spot_base >= 2).all()
    assert len(t.names.spot) == 40
    assert sum(t.table.hq_node[r] >= 0 for r in range(6)) == 4
    taken = {int(t.table.node[seat]) for seat in range(players)}
    assert taken == {int(t.table.hq_node[t.table.region[seat]]) for seat in range(players)}


def test_costs_of_recruits():
    """SET-3: a single costs value - 1 EC of its region's colour; a border costs 2 + 2 EC, even if
    the tokens differ."""
    t = Tabletop(2)
    for number, spot in enumerate(spots(fixed_components())):
        cost = named(t.table.spot_cost[number])
        if len(spot.regions) == 1:
            value = next(s.value for s in fixed_components().map.states if s.name == spot.state)
            assert cost == {COLOUR_NAMES[spot.regions[0]]: value - 1}
            assert t.table.spot_base[number] == value
        else:
            assert cost == {COLOUR_NAMES[r]: 2 for r in spot.regions}
        assert t.table.spot_price[number] == sum(cost.values())
    border = fixed_components().map.border_values
    assert len(border) == 16 and sum(border) / 16 == 3
    pairs = [t.table.state_spot[s] for s in range(32) if t.table.state_spot[s, 1] >= 0]
    assert len(pairs) == 8
    assert any(t.table.spot_base[one] != t.table.spot_base[two] for one, two in pairs)


def test_recruits():
    """SET-4: 40 tokens, 5 of each of 8 positions, are shuffled onto the 40 spots."""
    layouts = set()
    for t in tables(6, 2):
        positions = [int(p) for p in t.table.spot_position]
        assert Counter(positions) == dict.fromkeys(range(8), 5)
        layouts.add(tuple(positions))
    assert len(layouts) == 6


def test_state_values_are_as_printed_and_border_tokens_are_shuffled():
    """SET-3, SET-5: single values are as printed and 1 above the cost; the 16 border tokens are
    shuffled each game."""
    printed = {state.name: state.value for state in fixed_components().map.states}
    layouts = set()
    for t in tables(6, 2):
        border = [
            int(t.table.spot_base[s])
            for s, spot in enumerate(spots(fixed_components()))
            if len(spot.regions) == 2
        ]
        assert sorted(border) == sorted(fixed_components().map.border_values)
        layouts.add(tuple(border))
        for s, spot in enumerate(spots(fixed_components())):
            if len(spot.regions) == 1:
                assert t.table.spot_base[s] == printed[spot.state]
                assert t.table.spot_price[s] == printed[spot.state] - 1
    assert len(layouts) > 4


def test_shuffled_state_values():
    """SET-5, SET-3: values 2 to 5 are shuffled within each region, and the cost is value - 1."""
    layouts = set()
    for t in tables(4, 2, state_values="shuffled"):
        for region in range(6):
            single_spots = [
                s for s, spot in enumerate(spots(fixed_components())) if spot.regions == (region,)
            ]
            values = [int(t.table.spot_base[s]) for s in single_spots]
            assert sorted(values) == [2, 3, 4, 5]
            layouts.add(tuple(values))
            for s in single_spots:
                assert t.table.spot_cost[s, region] == t.table.spot_base[s] - 1
    assert len(layouts) > 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_starting_holdings(players):
    """SET-6: players start with 7 BB, a home EC on each of 12 months, a bus on the HQ, score 0, a
    coach and a board."""
    t = Tabletop(players)
    for seat in range(players):
        region = int(t.table.region[seat])
        assert t.table.bucks[seat] == 7 and t.table.score[seat] == 0
        for month in range(1, 13):
            assert named(t.table.calendar[seat, month]) == {HOMES[region]: 1}
        assert t.table.node[seat] == t.table.hq_node[region]
        assert t.names.place[t.table.node[seat]] == f"{REGION_NAMES[region]} HQ"
        assert 0 <= t.table.coach[seat] < 12 and 0 <= t.private[seat].board < 8
        assert t.on_mat(seat) == {}


def test_start_bucks_and_seeded_months():
    """SET-6: the switches start_bucks and seeded_months set the BB and the months with an EC."""
    t = Tabletop(2, start_bucks=11, seeded_months=4)
    for seat in range(2):
        assert t.table.bucks[seat] == 11
        assert [int(t.table.calendar[seat, m].sum()) for m in range(1, 13)] == [1] * 4 + [0] * 8


@pytest.mark.slow
def test_starting_player_regions_and_coaches_vary():
    """SET-7: the starting player, the regions and the coaches are random."""
    starts, homes, coaches = set(), set(), set()
    for t in tables(24):
        starts.add(t.setup_events[1]["player"])  # stashes are dealt from the starting player
        home = tuple(int(r) for r in t.table.region)
        assert sorted(home) == sorted(HOMES)
        homes.add(home)
        coaches.update(int(c) for c in t.table.coach)
    assert starts == {0, 1, 2, 3} and len(homes) > 10 and len(coaches) == 12


def test_coaches_chosen_in_reverse_turn_order():
    """SET-7, SET-14: the last in turn order picks first and openly; a used sheet is blocked."""
    questions = []

    def coach(table, me, params, order):
        questions.append((me.seat, [int(c) for c in table.coach[:4]]))
        return 2 * (len(questions) - 1) + 1

    t = Tabletop(4, scripts={"coach": coach}, coach_choice="reverse_turn_order")
    first = next(e["player"] for e in t.setup_events if e["e"] == "stash")
    assert [seat for seat, _ in questions] == [(first + k) % 4 for k in (3, 2, 1, 0)]
    assert questions[0][1] == [-1] * 4
    assert [sum(c >= 0 for c in view) for _, view in questions] == [0, 1, 2, 3]
    assert [e["coach"] for e in t.setup_events if e["e"] == "coach"] == [
        "HC2",
        "HC4",
        "HC6",
        "HC8",
    ]
    for answer in (-1, 12, 0, 1):
        answers = iter([1, answer])
        tabletop = Tabletop(2, coach_choice="reverse_turn_order")
        for seat in range(2):
            tabletop.script(seat, coach=lambda *_, answers=answers: next(answers))
        refusal = set_up(*tabletop.everything, 1, 0, 0)
        assert refusal > 0


def test_secret_stash():
    """SET-8, SET-11: in turn order each player is dealt six cards, keeps four hidden and puts two
    face up into the pool."""
    t = Tabletop(3)
    deck = t.setup_events[0]["deck"]
    stashes = [e for e in t.setup_events if e["e"] == "stash"]
    first = stashes[0]["player"]
    assert [e["player"] for e in stashes] == [(first + k) % 3 for k in range(3)]
    for index, event in enumerate(stashes):
        assert event["dealt"] == deck[6 * index : 6 * index + 6]
        assert sorted(event["kept"] + event["to_pool"]) == sorted(event["dealt"])
        assert len(event["kept"]) == 4
        assert t.stash(event["player"]) == event["kept"]
        assert t.table.stash_size[event["player"]] == 4
        assert all(t.table.card_place[t.card(n)] == HIDDEN for n in event["kept"])
    rejects = [card for event in stashes for card in event["to_pool"]]
    assert t.pool() == rejects and sorted(t.cards_in(POOL)) == sorted(rejects)
    assert t.deck() == deck[18:] and t.table.deck_size == 102


@pytest.mark.parametrize("kept", [0, 3, 5, 6])
def test_exactly_four_are_kept(kept):
    """SET-8: neither more nor fewer than four cards are kept."""

    def keep(table, me, params, order):
        for index in range(kept):
            order.keep[index] = 1
        return 0

    t = Tabletop(2)
    t.script(0, keep=keep)
    assert set_up(*t.everything, 1, 0, 0) > 0


def test_keeping_is_simultaneous():
    """SET-11, INF-3: later seats do not see the rejects of earlier ones."""
    views = []

    def keep(table, me, params, order):
        views.append(
            (
                int(table.pool_size),
                [int(n) for n in table.hand_size[:3]],
                [int(n) for n in table.stash_size[:3]],
            )
        )
        for index in range(4):
            order.keep[index] = 1
        return 0

    Tabletop(3, scripts={"keep": keep})
    assert views == [(0, [6, 6, 6], [0, 0, 0])] * 3


def test_boards():
    """SET-9: each of the 8 boards has five different positions; each position is on 5 boards, and
    in the Top 3 on 3 of them."""
    boards = fixed_components().boards
    assert len(boards) == 8
    assert all(len(set(b.positions)) == len(b.positions) == 5 for b in boards)
    assert Counter(p for b in boards for p in b.positions) == dict.fromkeys(range(8), 5)
    assert Counter(p for b in boards for p in b.positions[:3]) == dict.fromkeys(range(8), 3)


def test_a_stash_is_chosen_before_the_board_is_known():
    """SET-10: map, tokens, coaches, regions and turn order are known, but the board is not."""
    views = []

    def keep(table, me, params, order):
        assert (table.spot_base >= 2).all()
        assert Counter(int(p) for p in table.spot_position) == dict.fromkeys(range(8), 5)
        assert all(table.coach[seat] >= 0 for seat in range(3))
        assert len({int(table.region[seat]) for seat in range(3)}) == 3
        assert 0 <= table.starter < 3
        views.append(me.board)
        for index in range(4):
            order.keep[index] = 1
        return 0

    t = Tabletop(3, scripts={"keep": keep})
    assert views == [-1, -1, -1]
    assert all(t.private[seat].board >= 0 for seat in range(3))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_open_draft(players):
    """SET-12: players take one card each from hands of 6, 5, 4 and 3, which they pass
    counter-clockwise; the last two cards go to the pool."""
    hands = []

    def pick(table, me, params, order):
        number = int(table.hand_size[me.seat])
        hands.append((number, me.seat, [int(c) for c in me.hand[:number]]))
        return me.hand[0]

    t = Tabletop(players, scripts={"pick": pick}, stash="open_draft")
    by_round = {n: {s: h for m, s, h in hands if m == n} for n in (6, 5, 4, 3)}
    for number in (6, 5, 4):
        for seat in range(players):
            passed_on = by_round[number][(seat + 1) % players][1:]
            assert by_round[number - 1][seat] == passed_on  # from the clockwise neighbour
    left = [c for seat in range(players) for c in by_round[3][seat][1:]]
    assert sorted(t.card(n) for n in t.pool()) == sorted(left)
    assert all(t.table.stash_size[seat] == 4 for seat in range(players))
    taken = [t.card(n) for seat in range(players) for n in t.stash(seat)]
    assert len(set(taken) | set(left)) == 6 * players


def test_an_open_draft_takes_only_from_the_hand():
    """SET-12: a card that is not in the passed hand is refused."""
    t = Tabletop(2, stash="open_draft")
    t.script(0, pick=lambda *_: 500)
    assert set_up(*t.everything, 1, 0, 0) > 0


@pytest.mark.parametrize(
    ("mode", "kept", "pool"),
    [("choose4of6", 4, 6), ("deal5", 5, 4), ("open_draft", 4, 6), ("starter", 4, 4)],
)
def test_first_pool(mode, kept, pool):
    """SET-8, SET-13: each stash mode determines the kept cards and the first pool, rejects
    included."""
    t = Tabletop(3, stash=mode)
    assert [int(t.table.stash_size[s]) for s in range(3)] == [kept] * 3
    assert t.table.pool_size == pool
    assert sum(e["e"] == "pool_card" for e in t.setup_events) == (4 if pool == 4 else 0)


@pytest.mark.parametrize(("setting", "cards"), [("2xplayers", 6), ("0", 0), ("12", 12)])
def test_pool_start(setting, cards):
    """SET-13: the switch pool_start sets the number of cards dealt from the deck."""
    for mode in ("choose4of6", "deal5"):
        t = Tabletop(3, stash=mode, pool_start=setting)
        assert sum(e["e"] == "pool_card" for e in t.setup_events) == cards


def test_starter_stashes():
    """SET-8: players get the four cards printed for their region; the others belong to the deck."""
    t = Tabletop(2, stash="starter")
    printed = fixed_components().stashes
    for seat in range(2):
        assert t.stash(seat) == list(printed[int(t.table.region[seat])])
    unused = [n for r, four in printed.items() if r not in t.table.region[:2] for n in four]
    assert set(unused) <= set(t.deck()) | set(t.pool())
    assert t.table.deck_size == 120 - 8 - 4


@pytest.mark.slow
def test_sheets_of_coaches():
    """SET-14: the 12 coaches are the sides HC(2k-1) and HC(2k) of 6 sheets; no sheet is used
    twice."""
    coaches = fixed_components().coaches
    assert [(c.number, c.sheet) for c in coaches] == [
        (f"HC{n}", (n + 1) // 2) for n in range(1, 13)
    ]
    for t in tables(24):
        sheets = [int(t.table.coach[seat]) // 2 for seat in range(4)]
        assert len(set(sheets)) == 4


@pytest.mark.slow
def test_boards_are_dealt_one_each():
    """SET-15: boards are random and different; with boards and coaches off, nobody has either."""
    deals = set()
    for t in tables(12):
        boards = [int(t.private[seat].board) for seat in range(4)]
        assert len(set(boards)) == 4
        deals.add(tuple(boards))
        for seat in range(4):
            positions = fixed_components().boards[boards[seat]].positions
            assert [int(p) for p in t.private[seat].board_position] == list(positions)
    assert len(deals) > 10
    t = Tabletop(3, boards="off", coaches="off")
    assert all(t.private[seat].board == t.table.coach[seat] == -1 for seat in range(3))
    assert not t.table.active_count.any()
    score_sets(t.state)
    assert not t.table.score.any()


@pytest.mark.slow
def test_envelopes_and_bucks_never_run_out():
    """SET-16: a player can have 900 green EC and 900 BB, and place 200 tokens on one bet."""
    t = Tabletop(2)
    t.mat(0, green=900)
    t.table.bucks[0] = 900
    for _ in range(200):
        assert t.act("bet", colour="green", number=3) == ""
    assert t.table.bet[0, 0, 3] == 200 and t.table.mat[0, 0] == 700


@pytest.mark.slow
def test_seating_of_regions():
    """SET-17: `random` gives many of the 24 seatings; `clockwise` gives Northwest, Midwest, South,
    Texas, beginning with any of them."""
    seatings = {tuple(int(r) for r in t.table.region) for t in tables(40)}
    assert len(seatings) > 15
    clockwise_order = [NORTHWEST, MIDWEST, SOUTH, TEXAS]
    starts = set()
    for t in tables(20, regions="clockwise"):
        place = clockwise_order.index(t.table.region[0])
        assert [int(r) for r in t.table.region] == [
            clockwise_order[(place + k) % 4] for k in range(4)
        ]
        starts.add(place)
    assert starts == {0, 1, 2, 3}
    for t in tables(8, 2, regions="clockwise"):
        assert {int(r) for r in t.table.region[:2]} == {NORTHWEST, MIDWEST}


def test_a_stash_is_never_refilled_and_counts_for_nothing():
    """SET-18: a stash only shrinks; cards left at the end are unseen and score nothing."""
    sizes = []

    def draft(table, me, params, order):
        sizes.append((me.seat, int(table.stash_size[me.seat])))
        order.card = me.hand[0]
        return 1

    game_engine = engine({"draft": draft}, "random")
    trace = game_engine.replay(0)
    assert {size for seat, size in sizes if seat == 0} == {4}
    parts = trace[-1]["players"][0]["parts"]
    stash = next(e["kept"] for e in trace if e["e"] == "stash" and e["player"] == 0)
    events = [e for e in trace[1:] if e["e"] not in ("stash", "final")]
    assert not any(number in str(event) for event in events for number in (f"'{n}'" for n in stash))
    assert parts["cards"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("mode", STASH_MODES)
def test_every_card_is_in_one_place_after_set_up(mode):
    """END-5, SET-8: deck, stashes and pool hold each of the 120 cards once."""
    t = Tabletop(4, stash=mode)
    everywhere = t.deck() + t.pool() + [n for seat in range(4) for n in t.stash(seat)]
    assert sorted(everywhere) == sorted(t.names.card) and len(everywhere) == 120
    assert not np.any(t.table.hand_size)


def test_positions_are_in_order():
    """SET-9: the eight positions follow the rules' order."""
    assert POSITION_NAMES == ("QB", "RB", "WR", "TE", "OL", "DL", "LB", "DB")
