"""Properties of every game: random rule sets, random legal play, random nonsense.

Each property is tried on a few fixed examples; ``--long`` tries at least a hundred times as
many, which is thousands of games, in about ten minutes on one core.
"""

from __future__ import annotations

import copy
import importlib
import pkgutil
import zlib
from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import pytest
from eoc.tabletop import ACTION_NAMES, SCRATCH, Tabletop, assert_same, engine, fixed_components
from eoc.variants import VariantAccounts
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator import eoc
from eoc_sim.simulator.eoc import actions, asking, dice, play, scoring, setup
from eoc_sim.simulator.eoc.decisions import ASK_ACT, DECISIONS, END_TURN, MARKET, RUNNER, TRADE
from eoc_sim.simulator.eoc.engine import Engine
from eoc_sim.simulator.eoc.rules import SWITCHES
from eoc_sim.simulator.eoc.state import (
    CALENDAR,
    DISCARDED,
    HIDDEN,
    IN_PLAY,
    MONTHS,
    POOL,
    SPOTS,
    Order,
    clear_order,
)
from eoc_sim.simulator.eoc.streams import (
    BOARDS,
    COACH_SIDES,
    COACHES,
    DECK,
    DICE,
    REGIONS,
    RESHUFFLE,
    START,
    STRATEGY,
    TIE_BREAK,
    VMD,
)
from eoc_sim.simulator.kernel.random_streams import own_stream


def examples(few, many, *strategies):
    """Try ``few`` examples of a property, or ``many`` with ``--long``."""

    def decorate(test):
        def run(more):
            # Decorated in each run: hypothesis takes one number of examples per function.
            tried = given(*strategies)(test)
            settings(
                max_examples=many if more else few,
                derandomize=True,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            )(tried)()

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return pytest.mark.parametrize(
            "more", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["few", "many"]
        )(run)

    return decorate


def test_few_and_many_examples_in_one_run():
    """Each run tries its own number of examples, explicit ones first."""
    tried = []

    @examples(3, 9, st.integers(10, 10**6))
    @example(1)
    def number(value):
        tried.append(value)

    for more, minimum in ((False, 3), (True, 9)):
        tried.clear()
        number(more)
        assert tried[0] == 1 and len(set(tried)) > minimum


@st.composite
def rule_sets(draw, solo=True):
    """Draw a number of players and a legal value for every switch (SWI-1)."""
    values = {}
    for switch in SWITCHES.values():
        options = [st.sampled_from(switch.words)] if switch.words else []
        if switch.numbers is not None:
            options.append(st.integers(switch.numbers[0], switch.numbers[-1]))
        # Each switch keeps its default in about half of the examples.
        if draw(st.booleans()):
            values[switch.name] = draw(st.one_of(options))
    if not solo:
        values.pop("solo", None)
    players = draw(st.integers(2, 4))
    if values.get("solo") == "on":
        players = 1
        for name in ("auction", "dice_draft", "pool_start", "stash"):
            values.pop(name, None)
    if values.get("auction") == "on":
        values.pop("chain", None)
    if players == 4 and values.get("dice_repeats") == 1:
        del values["dice_repeats"]
    return players, values


# Together, these two rule sets ask every question that all players answer at the same time.
EXCLUSIVE = (
    3,
    {
        "dice_draft": "exclusive",
        "stash": "open_draft",
        "auction": "on",
        "start_bucks": 60,
    },
)
CHOSEN = (4, {"coach_choice": "reverse_turn_order", "packages": "refunded", "auction": "on"})


def engine_for(players, values, lineup=("random",), **more):
    """Make an engine if the deck is large enough (DRA-8)."""
    seats = [lineup[seat % len(lineup)] for seat in range(players)]
    try:
        return engine(*seats, **values, **more)
    except InputError as error:
        assert "DRA-8" in str(error)
        assume(False)
        raise


def watched(engine, watch):
    """Let ``watch(name, function, table, me, params, order)`` answer every call from an engine."""
    for entry in range(len(engine.functions)):
        for hook, name in enumerate(DECISIONS.names):
            function = engine.functions[entry, hook]

            def answer(table, me, params, order, function=function, name=name):
                return watch(name, function, table, me, params, order)

            engine.functions[entry, hook] = answer
    return engine


def make_thrifty(engine):
    """Make all but the last seat save their BB for the final campaign.

    Random play would have none left, so these seats end their turn instead of spending any.
    """
    hook = DECISIONS.names.index("act")
    for entry in range(max(1, engine.players - 1)):
        function = engine.functions[entry, hook]

        def act(table, me, params, order, function=function):
            kind = function(table, me, params, order)
            return END_TURN if kind in (MARKET, TRADE, RUNNER) else kind

        engine.functions[entry, hook] = act
    return engine


# --- Invariants


WILFUL = str(Path(__file__).parents[2] / "referee" / "strategies" / "wilful.py")
"""Random play that fills in every optional field: colours, discounts, BB instead of EC."""


def check_cards(worker):
    """END-5: check that every card is in one place, and that the public record agrees."""
    table, box = worker.state.table, worker.state.box
    places = {}

    def check_pile(pile, place, owner=-1):
        for card in pile:
            assert int(card) not in places and table.card_place[card] == place
            assert owner < 0 or table.card_owner[card] == owner
            places[int(card)] = place

    check_pile(box.deck[box.deck_top : box.deck_end], HIDDEN)
    check_pile(table.pool[: table.pool_size], POOL)
    for seat in range(table.players):
        me = worker.state.seats[seat]
        check_pile(me.hand[: table.hand_size[seat]], HIDDEN)
        check_pile(me.stash[: table.stash_size[seat]], HIDDEN)
        waiting = table.calendar_card[seat, 1:]
        check_pile(waiting[waiting >= 0], CALENDAR, seat)
        check_pile(table.in_play[seat, : table.in_play_count[seat]], IN_PLAY, seat)
    discarded = np.flatnonzero(table.card_place[: table.cards] == DISCARDED)
    check_pile(discarded, DISCARDED)
    # Starter stashes stay outside the deck until they are dealt, after the coaches (SET-10).
    stashes_aside = table.rule_stash == 3 and table.month == 0 and not table.stash_size.any()
    assert len(places) + (4 * table.players if stashes_aside else 0) == table.cards == 120


def check_table(worker):
    """Check the invariants that hold at every question."""
    table = worker.state.table
    players = table.players
    assert table.mat.min() >= 0 and table.bucks.min() >= 0 and table.calendar.min() >= 0
    assert table.deck_size == worker.state.box.deck_end - worker.state.box.deck_top >= 0
    assert table.free_moves.min() >= 0 and table.free_bets.min() >= 0
    assert table.free_runners.min() >= 0 and table.bet.min() >= 0
    assert table.package.min() >= 0 and (table.package[:players] <= table.spot_cost[None]).all()
    assert (table.package.sum(axis=2) == table.package_size).all()
    assert not table.package_size[:players, table.spot_owner >= 0].any()
    assert (table.part.sum(axis=1) == table.score).all()
    assert sorted(table.spot_position) == sorted([*range(8)] * 5)
    assert table.signed.sum() == (table.spot_owner >= 0).sum() <= 40
    assert (table.signed_position.sum(axis=1) == table.signed).all()
    check_cards(worker)
    if table.month > 0:
        # The EC of past months are gone; a card waits six months at most (END-1).
        assert not table.calendar[:players, 1 : table.month].any()
        assert (table.calendar_card[:players, 1 : max(1, table.month - 5)] == -1).all()


def play_watched(engine, game, watch):
    """Play a game whose decisions ``watch`` sees; return its worker and trace."""
    worker = engine.worker()

    def see(name, function, table, me, params, order):
        return watch(worker, name, function, table, me, params, order)

    watched(engine, see)
    worker.play_traced(game)
    return worker, worker.events()


def check_game(players, values, lineup, seed, game):
    """Check a game at every question and at the end; count its events."""

    def watch(worker, name, function, table, me, params, order):
        check_table(worker)
        return function(table, me, params, order)

    engine = engine_for(players, values, lineup, seed=seed)
    if game % 3 == 1:
        make_thrifty(engine)
    worker, trace = play_watched(engine, game, watch)
    check_table(worker)
    assert trace[-1]["e"] == "final"
    assert [e["month"] for e in trace if e["e"] == "month"] == list(range(1, MONTHS + 1))
    assert sum(e["e"] == "draft" for e in trace) == MONTHS * players
    # After February the calendars are empty.
    table = worker.state.table
    assert not table.calendar.any() and (table.calendar_card[:players, 1:] == -1).all()
    last = {e["player"]: e for e in trace if e["e"] == "end_turn"}
    assert not any(event["calendar"] for event in last.values())
    for player in trace[-1]["players"]:
        assert sum(player["parts"].values()) == player["score"] and player["bucks"] >= 0
    assert abs(sum(player["win_share"] for player in trace[-1]["players"]) - 1) < 1e-9
    VariantAccounts(trace, fixed_components()).check()
    counts = Counter(event["e"] for event in trace)
    counts["final campaign"] = sum(
        player["parts"]["final_marketing"] > 0 for player in trace[-1]["players"]
    )
    return +counts


@examples(
    4,
    700,
    rule_sets(),
    st.permutations(["random", WILFUL, WILFUL, "vegas"]),
    st.integers(0, 2**63 - 1),
    st.integers(0, 10**6),
)
def test_random_games_never_break_an_invariant(rules, lineup, seed, game):
    """SET-4, SET-16, ACT-5, DRA-5, END-5, PAY-3, SCO-8, TIM: no negative EC or BB, 40 recruits,
    each card in one place, correct scores."""
    check_game(*rules, lineup, seed, game)


@pytest.mark.slow
def test_random_play_covers_everything():
    """ACT, INF-4: random games have every kind of action and event."""
    counts = Counter()
    for players, values in (
        (4, {"start_bucks": 60, "auction": "on", "packages": "refunded"}),
        (4, {"trade_fee": "none", "stash": "open_draft", "dice_draft": "exclusive"}),
        (3, {"trade_fee": "ec2", "coach_choice": "reverse_turn_order"}),
        (1, {"solo": "on"}),
    ):
        for game in range(20):
            lineup = ("random", WILFUL, "random", WILFUL)
            counts += check_game(players, values, lineup, 3, game)
            if game > 1 and (counts["refund"] or "packages" not in values):
                break
    assert {name for name in ACTION_NAMES if name != "end_turn"} <= set(counts)
    assert {
        "setup",
        "stash",
        "coach",
        "pick",
        "month",
        "deal",
        "draft",
        "delay",
        "reshuffle",
        "roll",
        "vegas",
        "crap_out",
        "pick_die",
        "die",
        "income",
        "lost_package",
        "refund",
        "end_turn",
        "expire",
        "pool_cleared",
        "pool_card",
        "bid",
        "sale",
        "bubba",
        "end_card",
        "final",
        "final campaign",
    } <= set(counts)


# --- Nonsense


def state(worker):
    """Return all of the state but the engine's scratch fields."""
    records = [worker.state.table, worker.state.box, *worker.state.seats]
    values = {
        f"{index}.{name}": copy.copy(value) if isinstance(value, list) else np.copy(value)
        for index, record in enumerate(records)
        for name, value in vars(record).items()
        if name != "_integers" and name not in SCRATCH
    }
    values["trace"] = worker._traces[0].position
    return values


small_numbers = st.integers(-2, 8)
any_numbers = st.one_of(small_numbers, st.integers(0, 210), st.sampled_from([-(2**31), 2**31 - 1]))


@st.composite
def orders(draw):
    """Draw an order's kind and a few fields, sensible or not."""
    fields = {}
    for name, (dtype, *_) in Order.dtype.fields.items():
        if name == "kind" or not draw(st.booleans()):
            continue
        if dtype.shape:
            place = draw(st.integers(0, dtype.shape[0] - 1))
            fields[name] = (place, draw(small_numbers))
        else:
            fields[name] = draw(any_numbers)
    return draw(st.integers(-1, len(ACTION_NAMES))), fields


def fill(order, fields):
    clear_order(order)
    for name, value in fields.items():
        if isinstance(value, tuple):
            getattr(order, name)[value[0]] = value[1]
        else:
            setattr(order, name, value)


def fuzz_actions(table_rules, tries, month, wealth):
    """Try orders on a rich or poor table; return the rules that refused them."""
    players, values = table_rules
    try:
        t = Tabletop(players, **values)
    except InputError:
        assume(False)
        raise
    t.table.month = month
    t.table.mat[:players] = wealth
    t.table.bucks[:players] = 3 * wealth
    t.on_calendar(0, "001")
    t.play_from_nowhere(0, "010", "038", "088")
    t.at(0, "Ohio/1")
    t.package(0, "Ohio/1", blue=1)
    t.start_turn(0)
    refused = set()
    for kind, fields in tries:
        fill(t.order, fields)
        before = t.snapshot()
        refusal = actions.act(t.state, t.trace, 0, kind)
        if refusal:
            assert_same(before, t.snapshot())
            reason = DECISIONS.refusals[refusal]
            assert ASK_ACT in reason.decisions and reason.rule[:3] in {"ACT", "PAY", "CAR", "CUT"}
            refused.add(reason.rule)
        check_prepared_table(t)
    return refused


def check_prepared_table(t):
    """Check the invariants that also hold on a prepared table."""
    table = t.table
    assert table.mat.min() >= 0 and table.bucks.min() >= 0
    assert (table.package[: table.players] <= table.spot_cost[None]).all()
    assert table.free_moves.min() >= 0 and table.free_bets.min() >= 0
    assert table.score.min() >= 0


@examples(
    8,
    1000,
    rule_sets(solo=False),
    st.lists(orders(), min_size=10, max_size=30),
    st.integers(1, 12),
    st.sampled_from([0, 1, 4, 9]),
)
def test_illegal_actions_leave_the_state_untouched(rules, tries, month, wealth):
    """ACT-0: a refusal names its rule and changes nothing."""
    fuzz_actions(rules, tries, month, wealth)


ILLEGAL = [
    ("ACT-0", len(ACTION_NAMES), {}),
    ("ACT-0", -1, {}),
    ("ACT-1", "play_card", {"card": "002"}),
    ("ACT-1", "play_card", {"card": -1}),
    ("PAY-3", "play_card", {"card": "063"}),
    ("PAY-3", "play_card", {"card": "063", "discount": {"blue": -1}}),
    ("PAY-2", "play_card", {"card": "063", "discount": {"blue": 1}}),
    ("PAY-3", "play_card", {"card": "063", "substitute": {"blue": 1}}),
    ("ACT-2", "trigger", {"card": "002"}),
    ("ACT-2", "trigger", {"card": "038"}),
    ("ACT-2", "trigger", {"card": 10**6}),
    ("ACT-3", "trade", {}),
    ("ACT-3", "trade", {"take": {"blue": 2}}),
    ("PAY-3", "trade", {"take": {"blue": -1}}),
    ("ACT-4", "move", {"node": "Florida"}),
    ("ACT-4", "move", {"node": -5}),
    ("ACT-5", "runner", {"spot": -1}),
    ("ACT-5", "runner", {"spot": "Ohio/1"}),
    ("ACT-5", "runner", {"spot": "Ohio/1", "give": {"green": 1}}),
    ("PAY-3", "runner", {"spot": "Ohio/1", "give": {"blue": -1}}),
    ("ACT-6", "sign", {"spot": "Florida/1"}),
    ("ACT-6", "sign", {"spot": 40}),
    ("PAY-3", "sign", {"spot": "Ohio/1"}),
    ("ACT-8", "market", {"number": 9}),
    ("ACT-8", "market", {"number": 0}),
    ("ACT-8", "market", {"number": 8}),
    ("ACT-9", "bet", {"colour": 6, "number": 1}),
    ("ACT-9", "bet", {"number": 7}),
    ("PAY-4", "bet", {"number": 6, "give": {"blue": 1}}),
]


@pytest.mark.parametrize(("rule", "action", "fields"), ILLEGAL)
@pytest.mark.parametrize("preset", ["standard", pytest.param("cutthroat", marks=pytest.mark.slow)])
def test_illegal_actions_of_every_kind(preset, rule, action, fields):
    """ACT, PAY: each illegal action is refused by the rule that it breaks, and changes nothing."""
    t = Tabletop(2, rules=preset, trade_fee="bb1")
    t.no_coaches()
    t.table.bucks[0] = 0
    t.on_calendar(0, "063")
    t.play_from_nowhere(0, "038")
    t.at(0, "Ohio/1")
    t.mat(0, green=1)
    if isinstance(action, str):
        assert t.refuses(rule, action, **fields)
        return
    before = t.snapshot()
    assert DECISIONS.refusals[actions.act(t.state, t.trace, 0, action)].rule == rule
    assert_same(before, t.snapshot())


REFUSED = {
    "keep": ({}, "SET-8"),
    "pick": ({"stash": "open_draft"}, "SET-12"),
    "coach": ({"coach_choice": "reverse_turn_order"}, "SET-14"),
    "draft": ({}, "DRA"),
    "dice": ({}, "DIC"),
    "place": ({"dice_draft": "exclusive"}, "DIC"),
    "act": ({}, ("ACT", "PAY", "CAR")),
    "bid": ({"auction": "on"}, "AUC"),
    "sell": ({"auction": "on"}, "AUC"),
    "final_campaign": ({}, ("SCO", "CAR", "PAY")),
}


@examples(
    15,
    2000,
    st.sampled_from(sorted(REFUSED)),
    st.integers(1, 4),
    st.integers(0, 6),
    any_numbers,
    orders(),
)
def test_a_nonsensical_answer_is_refused_or_legal(hook, seed, number, answer, order_fields):
    """INF-4: a nonsensical answer, unless it happens to be legal, stops the game with an error
    message and changes nothing."""
    switches, rules = REFUSED[hook]
    game_engine = engine("random", "random", "random", seed=seed, **switches)
    worker = game_engine.worker()
    calls, before = [], {}

    def watch(name, function, table, me, params, order):
        if name == hook:
            calls.append(name)
            if len(calls) == number + 1:
                before.update(state(worker))
                fill(order, order_fields[1])
                return answer
        return function(table, me, params, order)

    watched(game_engine, watch)
    try:
        worker.play_traced(0)
    except StrategyError as error:
        assert before and f", {hook})" in str(error)
        (broken,) = [
            refusal
            for refusal in DECISIONS.refusals[1:]
            if str(error).endswith(f": {refusal.words}")
        ]
        assert broken.rule.startswith(rules)
        assert_same(before, state(worker))


def test_every_decision_has_its_refusal():
    """INF-4: each decision refuses nonsense by its own rule."""
    for hook, (switches, rules) in REFUSED.items():
        game_engine = engine("random", "random", "random", seed=2, **switches)

        def watch(name, function, table, me, params, order, hook=hook):
            if name == hook:
                clear_order(order)
                order.mode[0] = order.month[0] = 99
                return 99
            return function(table, me, params, order)

        watched(game_engine, watch)
        with pytest.raises(StrategyError) as raised:
            game_engine.worker().play(0, 3, ())
        names = (rules,) if isinstance(rules, str) else rules
        assert any(f": {name}" in str(raised.value) for name in names), str(raised.value)


# --- Relabelling seats


@contextmanager
def relabelled(shift, players):
    """Let each seat use the streams of the seat ``shift`` places before it.

    Turn order is clockwise, so rotations are the table's only symmetries. All that RND-2 gives to
    seat s (its region, coach, board, coach's side and stream) goes to seat s + shift, and the
    starting player moves by ``shift`` seats too.
    """
    saved = {
        (module, name): getattr(module, name)
        for module, name in (
            (setup, "draw_once"),
            (setup, "shuffle_add"),
            (setup, "shuffle_finish"),
            (setup, "key_strategy_streams"),
            (play, "key_strategy_streams"),
        )
    }
    last_stream = [0]

    def draw_once(box, stream, position, n):
        draw = saved[setup, "draw_once"]
        if stream == START:
            return (draw(box, stream, position, n) + shift) % n
        if stream == REGIONS:  # clockwise distance of the first region from seat 0
            return (draw(box, stream, position, n) - shift) % n
        if stream == COACH_SIDES:
            position = (position - shift) % players
        return draw(box, stream, position, n)

    def shuffle_add(box, stream, place, item, value):
        last_stream[0] = stream
        saved[setup, "shuffle_add"](box, stream, place, item, value)

    def shuffle_finish(box, number):
        saved[setup, "shuffle_finish"](box, number)
        if last_stream[0] in (REGIONS, COACHES, BOARDS):
            items = [int(item) for item in box.sort_item[:players]]
            for seat in range(players):
                box.sort_item[seat] = items[(seat - shift) % players]

    def key_strategy_streams(state):
        for seat in range(players):
            stream = STRATEGY + 16 * ((seat - shift) % players) + state.table.month
            own_stream(state.seats[seat], *state.box.key, stream)

    local = locals()
    try:
        for module, name in saved:
            setattr(module, name, local[name])
        yield
    finally:
        for (module, name), function in saved.items():
            setattr(module, name, function)


def rotated(trace, shift):
    """Move the seats of a trace by ``shift`` places."""
    players = len(trace[0]["players"])

    def seat(number):
        return None if number is None else (number + shift) % players

    events = []
    for event in trace:
        event = dict(event)
        for name in ("player", "start", "first", "buyer", "winner"):
            if name in event:
                event[name] = seat(event[name])
        if "players" in event:
            event["players"] = sorted(
                ({**player, "seat": seat(player["seat"])} for player in event["players"]),
                key=lambda player: player["seat"],
            )
        events.append(event)
    return events


def comparable(trace):
    """Return the play in order, then the scoring sorted by seat, without roll-offs.

    Tied players roll by seat number, so a roll-off does not move with the seats.
    """
    play_ends = max(index for index, e in enumerate(trace) if e["e"] == "pool_cleared") + 1
    rest = [e for e in trace[play_ends:-1] if e["e"] != "roll_off"]
    final = {**trace[-1]}
    if len(rest) < len(trace[play_ends:-1]):
        del final["winner"]
    rest.sort(key=lambda event: (event["player"], event["e"]))
    return [*trace[:play_ends], *rest, final]


@pytest.mark.slow
@examples(
    4,
    600,
    rule_sets(solo=False),
    st.integers(1, 3),
    st.integers(0, 500),
    st.permutations(["random", "balanced", "vegas", WILFUL]),
)
@example(EXCLUSIVE, 1, 3, ["random", "balanced", "vegas", WILFUL])
@example(CHOSEN, 3, 4, [WILFUL, "random", WILFUL, "vegas"])
def test_relabelling_seats_permutes_the_result(rules, shift, game, lineup):
    """SET-7, DRA-7, RND-2: if strategies and streams move a few seats, the whole game moves with
    them."""
    players, values = rules
    shift %= players
    engine = engine_for(players, values, lineup)
    plain = engine.replay(game)
    turned = [lineup[(seat - shift) % players] for seat in range(players)]
    with relabelled(shift, players):
        other = engine_for(players, values, turned).replay(game)
    assert comparable(rotated(plain, shift)) == comparable(other)


# --- Hidden information

ARCHETYPES = ("random", "balanced", "vegas", "marketing_drip", "hoarder", "quick_start")


def fields(record):
    return {
        name: copy.copy(value) if isinstance(value, list) else np.copy(value)
        for name, value in vars(record).items()
        if name != "_integers"
    }


def put_back(record, values):
    for name, value in values.items():
        held = getattr(record, name)
        if isinstance(held, (np.ndarray, list)):
            held[:] = value
        else:
            setattr(record, name, value.item() if isinstance(value, np.ndarray) else value)


def permute_hidden(worker, me, rng):
    """Redeal all that this player cannot see: others' hands, stashes and boards, and the deck."""
    table, box = worker.state.table, worker.state.box
    others = [seat for seat in worker.state.seats[: table.players] if seat is not me]
    places = [(box.deck, index) for index in range(box.deck_top, box.deck_end)]
    for other in others:
        places += [(other.hand, index) for index in range(table.hand_size[other.seat])]
        places += [(other.stash, index) for index in range(table.stash_size[other.seat])]
    cards = [int(holder[place]) for holder, place in places]
    for (holder, place), card in zip(places, rng.permutation(cards), strict=True):
        holder[place] = card
    unseen = [n for n in range(box.boards) if n != me.board]
    for other, board in zip(others, rng.permutation(unseen), strict=False):
        if other.board >= 0:
            other.board = int(board)
            other.board_position[:] = box.board_position[board]
        other.memory[:] = rng.integers(-9, 9, len(other.memory))
        other.key[:] = [int(word) for word in rng.integers(1, 2**62, 2)]


@examples(3, 300, rule_sets(), st.permutations(ARCHETYPES), st.integers(0, 99))
@example(EXCLUSIVE, ARCHETYPES[3:], 3)
@example(CHOSEN, ARCHETYPES, 4)
def test_hidden_facts_change_no_decision(rules, lineup, game):
    """INF-2: redealing hands, stashes, boards and deck changes no answer."""
    players, values = rules
    engine = engine_for(players, values, lineup)
    worker = engine.worker()
    rng = np.random.default_rng(game)
    questions = Counter()

    def watch(name, function, table, me, params, order):
        questions[name] += 1
        if questions[name] % 4 != 1:
            return function(table, me, params, order)
        before, empty = fields(me), fields(order)
        answer = function(table, me, params, order)
        order_fields, after = fields(order), fields(me)
        fields_before = [fields(seat) for seat in worker.state.seats]
        deck = worker.state.box.deck.copy()
        permute_hidden(worker, me, rng)
        put_back(me, before)
        put_back(order, empty)
        assert function(table, me, params, order) == answer, name
        assert_same(order_fields, fields(order))
        assert_same(after, fields(me))
        worker.state.box.deck[:] = deck
        for seat, values in zip(worker.state.seats, fields_before, strict=True):
            put_back(seat, values)
        return answer

    watched(engine, watch)
    worker.play(game, 1, ())
    assert questions["draft"] >= 12 and questions["act"]


class MomentReached(BaseException):
    """Raised when the game reaches the requested moment."""


def record_decisions(engine, game, moment):
    """List the first ``moment + 1`` decisions: seat, function, state and answer."""
    decisions = []

    def watch(worker, name, function, table, me, params, order):
        decision = {
            "name": name,
            "seat": me.seat,
            "table": public_bytes(table),
            "me": fields(me),
            "piles": private_piles(worker),
            "boards": [seat.board for seat in worker.state.seats],
            "reshuffles": worker.state.box.reshuffles,
        }
        decision["answer"] = function(table, me, params, order)
        decision["order"] = fields(order)
        decisions.append(decision)
        if len(decisions) > moment:
            raise MomentReached
        return decision["answer"]

    with suppress(MomentReached):
        play_watched(engine, game, watch)
    return decisions


def public_bytes(table):
    """Return the public record as bytes by field, which are quick to keep and compare."""
    return {
        name: value.tobytes() if isinstance(value, np.ndarray) else value
        for name, value in vars(table).items()
        if name != "_integers"
    }


def private_piles(worker):
    """Return the cards in the deck, and in each seat's hand and stash."""
    table, box = worker.state.table, worker.state.box
    piles = [box.deck[box.deck_top : box.deck_end].tolist()]
    for seat in worker.state.seats[: table.players]:
        piles.append(seat.hand[: table.hand_size[seat.seat]].tolist())
        piles[-1] += seat.stash[: table.stash_size[seat.seat]].tolist()
    return piles


def never_seen(decisions):
    """INF-2: return the unseen hidden cards, and the seen cards in the deck.

    Unseen means that the player of the last decision has never seen them.
    """
    now = decisions[-1]
    own = 1 + now["seat"]
    seen = set()
    for decision in decisions:
        places = np.frombuffer(decision["table"]["card_place"], np.int32)
        seen |= set(np.flatnonzero(places != HIDDEN).tolist())
        if decision["seat"] == now["seat"]:
            seen |= set(decision["piles"][own])
    hidden = {card for index, pile in enumerate(now["piles"]) if index != own for card in pile}
    if now["table"]["rule_stash"] == 3:  # everybody knows the printed stashes
        numbers = [card.number for card in fixed_components().cards]
        seen |= {
            numbers.index(number)
            for stash in fixed_components().stashes.values()
            for number in stash
        }
    return sorted(hidden - seen), sorted(set(now["piles"][0]) & seen)


@contextmanager
def another_truth(decisions, rng):
    """Redeal, from set-up onwards, all that one player had not seen at their last decision.

    That is the cards in the deck and in others' hands and stashes, the order of cards put back,
    others' boards, and later dice and VMDs. Yields a map from each card to its replacement.
    """
    now = decisions[-1]
    seat, players = now["seat"], len(now["piles"]) - 1
    unseen, seen_in_deck = never_seen(decisions)
    other_card = dict(zip(unseen, rng.permutation(unseen).tolist(), strict=True))
    other_boards = rng.permutation([n for n in range(8) if n != now["boards"][seat]]).tolist()
    owners = np.frombuffer(now["table"]["spot_owner"], np.int32)
    rolled = now["table"]["month"] - (now["name"] in ("keep", "pick", "coach", "draft"))
    modules = [
        importlib.import_module(f"{eoc.__name__}.{submodule.name}")
        for submodule in pkgutil.iter_modules(eoc.__path__)
    ]
    saved = [
        (module, name, getattr(module, name))
        for name in ("draw_once", "shuffle_add", "shuffle_finish")
        for module in modules
        if hasattr(module, name)
    ]
    plain = {name: function for _, name, function in saved}
    last_stream = [0]

    def draw_once(box, stream, position, n):
        draw = plain["draw_once"](box, stream, position, n)
        to_come = (
            DICE + rolled < stream <= DICE + MONTHS
            or (VMD <= stream < VMD + SPOTS and owners[stream - VMD] < 0)
            or stream == TIE_BREAK
        )
        return (draw + 1 + stream % (n - 1)) % n if to_come else draw

    def shuffle_add(box, stream, place, item, value):
        last_stream[0] = stream
        plain["shuffle_add"](box, stream, place, item, value)

    def shuffle_finish(box, number):
        plain["shuffle_finish"](box, number)
        items = box.sort_item
        if last_stream[0] == DECK:
            for index in range(number):
                items[index] = other_card.get(int(items[index]), items[index])
        elif last_stream[0] == BOARDS:
            others = iter(other_boards)
            for other in range(players):
                if other != seat:
                    items[other] = next(others)
        elif last_stream[0] == RESHUFFLE + now["reshuffles"]:
            places = [p for p in range(number) if int(items[p]) in seen_in_deck]
            for place, card in zip(places, rng.permutation(items[places]), strict=True):
                items[place] = card

    local = locals()
    try:
        for module, name, _ in saved:
            setattr(module, name, local[name])
        yield other_card
    finally:
        for module, name, function in saved:
            setattr(module, name, function)


def check_another_truth(engine, game, moment, rng):
    """Replay a game after changing the facts that one player cannot know.

    Up to decision ``moment``, the other seats answer as before, and the player must see the same
    things and make the same decisions as before. Returns the number of cards that differ.
    """
    # Watching replaces the engine's functions, so the second game has its own engine.
    other = engine_like(engine)
    decisions = record_decisions(engine, game, moment)
    viewer = decisions[-1]["seat"]
    expected_decisions = iter(decisions)
    left = len(decisions)

    def watch(worker, name, function, table, me, params, order):
        nonlocal left
        expected = next(expected_decisions)
        left -= 1
        assert (name, me.seat) == (expected["name"], expected["seat"])
        assert_same(expected["table"], public_bytes(table))
        if me.seat == viewer:
            assert_same(expected["me"], fields(me))
            assert expected["answer"] == function(table, me, params, order)
            assert_same(expected["order"], fields(order))
            if not left:
                raise MomentReached
            return expected["answer"]
        put_back(order, expected["order"])
        if name == "pick":
            return other_card.get(expected["answer"], expected["answer"])
        return expected["answer"]

    with another_truth(decisions, rng) as other_card, pytest.raises(MomentReached):
        play_watched(other, game, watch)
    return sum(one != two for one, two in other_card.items())


def engine_like(engine):
    """Make another engine of the same version."""
    return Engine(engine.components, engine.rules, engine.seats, engine.seed, engine.seating)


@pytest.mark.slow
@examples(3, 500, rule_sets(), st.permutations(ARCHETYPES), st.integers(0, 99), st.integers(0, 300))
@example(EXCLUSIVE, ARCHETYPES[3:], 3, 15)
@example((2, {"stash": "starter"}), ARCHETYPES, 3, 60)
@example((3, {"stash": "starter", "coach_choice": "reverse_turn_order"}), ARCHETYPES, 0, 3)
@example(CHOSEN, ARCHETYPES, 4, 300)
def test_visible_facts_do_not_depend_on_hidden_ones(rules, lineup, game, moment):
    """INF-1, INF-2: with other hidden cards, boards, dice and VMDs, a player sees the same things
    and makes the same decisions."""
    players, values = rules
    engine = engine_for(players, values, lineup)
    check_another_truth(engine, game, moment, np.random.default_rng(moment))


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings",
    [{}, {"stash": "open_draft", "hand": 4}],
    ids=str,
)
def test_hands_are_hidden(settings):
    """INF-2: hands are hidden in every decision of the set-up and the first drafts."""
    cards_replaced = 0
    for moment in range(30):
        game_engine = engine("random", "random", "random", **settings)
        cards_replaced += check_another_truth(game_engine, 3, moment, np.random.default_rng(moment))
    assert cards_replaced > 1000


@pytest.mark.slow
def test_the_redeal_from_set_up_differs():
    """INF-2: the check above does redeal, and notices a leaked board or card."""
    game_engine = engine("random", "random", "random")
    assert check_another_truth(game_engine, 1, 80, np.random.default_rng(1)) > 60
    plain = setup.deal_boards
    leaks = (lambda own: own.board, lambda own: own.stash[0])
    try:
        for leak in leaks:

            def leaking(state, leak=leak):
                plain(state)
                for seat in state.seats[:3]:
                    state.table.die_month[seat.seat, 0] = leak(seat)

            setup.deal_boards = leaking
            game_engine = engine("random", "random", "random")
            with pytest.raises(StrategyError, match=r"AssertionError: changed: .*die_month"):
                check_another_truth(game_engine, 1, 3, np.random.default_rng(1))
    finally:
        setup.deal_boards = plain


# --- The order of asking


SIMULTANEOUS = {"keep", "pick", "dice", "place", "final_campaign"}


def make_nosy(engine):
    """Make the simultaneous decisions depend on the whole public record."""
    for entry in range(len(engine.functions)):
        for name in SIMULTANEOUS:
            hook = DECISIONS.names.index(name)
            function = engine.functions[entry, hook]

            def answer(table, me, params, order, function=function, name=name):
                if name == "dice" and table.rule_dice_draft == 1:
                    return function(table, me, params, order)
                checksum = 0
                for field, value in sorted(vars(table).items()):
                    if field not in ("turn", "_integers"):
                        checksum = zlib.crc32(np.asarray(value).tobytes(), checksum)
                # Make the strategy's stream depend on all that the strategy sees.
                keys = list(me.key)
                me.key[0] = me.key[0] ^ checksum
                given_answer = function(table, me, params, order)
                me.key[:] = keys
                return given_answer

            engine.functions[entry, hook] = answer
    return engine


@contextmanager
def asked_in_order(turns):
    """Ask all seats in this order before any simultaneous decision is applied."""
    ready = {}

    def ask(state, policies, seat, function):
        table, order = state.table, state.order
        name = DECISIONS.names[function]
        if name not in SIMULTANEOUS or (name == "dice" and table.rule_dice_draft == 1):
            return asking.ask(state, policies, seat, function)
        if not ready:
            for other in sorted(range(table.players), key=lambda index: turns[index]):
                answer = asking.ask(state, policies, other, function)
                ready[other] = answer, fields(order)
        answer, values = ready.pop(seat)
        put_back(order, values)
        return answer

    try:
        for module in (setup, dice, scoring):
            module.ask = ask
        yield
    finally:
        for module in (setup, dice, scoring):
            module.ask = asking.ask


@pytest.mark.slow
@examples(4, 500, rule_sets(), st.permutations(range(4)), st.integers(0, 99))
@example(EXCLUSIVE, [2, 0, 1, 3], 3)
@example((2, {}), [1, 0, 2, 3], 4)
@example((3, {"start_bucks": 30}), [1, 2, 0, 3], 7)
def test_simultaneous_decisions_are_independent_of_their_order(rules, turns, game):
    """INF-3: the order of asking does not matter in simultaneous decisions.

    These are the stash, the open draft, shared dice, placing and the final campaign.
    """
    players, values = rules
    engine = make_nosy(engine_for(players, values))
    if game % 3 == 1:
        make_thrifty(engine)
    plain = engine.replay(game)
    with asked_in_order(turns):
        assert engine.replay(game) == plain


@pytest.mark.slow
def test_nosy_seats_notice_a_changed_public_record():
    """INF-3: nosy seats decide differently if the public record changes, so a leak is noticed."""
    game_engine = make_nosy(engine("random", "random", "random"))
    plain = [game_engine.replay(game) for game in range(3)]
    keep = game_engine.functions[0, DECISIONS.names.index("keep")]

    def leaking(table, me, params, order):
        table.pool_size += 1
        answer = keep(table, me, params, order)
        table.pool_size -= 1
        return answer

    game_engine.functions[0, DECISIONS.names.index("keep")] = leaking
    assert [game_engine.replay(game) for game in range(3)] != plain
