"""Information and simultaneous decisions (INF)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from eoc.phases import play_month
from eoc.tabletop import Tabletop, colour, effect_changes, engine, fixed_components
from sampled import some

from eoc_sim.simulator.eoc.decisions import DECISIONS, DRAFT, MARKET
from eoc_sim.simulator.eoc.engine import strategy_folders
from eoc_sim.simulator.eoc.month import end_month
from eoc_sim.simulator.eoc.setup import key_strategy_streams
from eoc_sim.simulator.eoc.state import (
    CALENDAR,
    DISCARDED,
    HIDDEN,
    IN_PLAY,
    POOL,
    Order,
    Private,
    Table,
)
from eoc_sim.simulator.eoc.streams import STRATEGY
from eoc_sim.simulator.kernel import random_streams
from eoc_sim.simulator.kernel.engine import load_defaults

STRATEGIES = ("random", "balanced", "hoarder", "quick_start", "vegas", "marketing_drip")


def watched(engine, watch):
    """Let ``watch(name, function, table, me, params, order)`` answer every call from an engine."""
    for entry in range(len(engine.functions)):
        for hook, name in enumerate(DECISIONS.names):
            function = engine.functions[entry, hook]

            def answer(table, me, params, order, function=function, name=name):
                return watch(name, function, table, me, params, order)

            engine.functions[entry, hook] = answer
    return engine


def fields(record):
    return {name: own_copy(value) for name, value in vars(record).items()}


def put_back(record, values):
    for name, value in values.items():
        object.__setattr__(record, name, own_copy(value))


def own_copy(value):
    """Copy an array or a list; return a number as is. This is faster than a deep copy."""
    return value.copy() if isinstance(value, (np.ndarray, list)) else value


def test_the_public_record_has_all_public_facts():
    """INF-1: everything on the table is public, and so are the sizes of hands, stashes and deck."""
    assert Table.dtype.names is not None
    for name in (
        "neighbour",
        "spot_position",
        "spot_base",
        "spot_owner",
        "package",
        "bet",
        "calendar",
        "calendar_card",
        "mat",
        "in_play",
        "coach",
        "score",
        "bucks",
        "pool",
        "dice",
        "bid",
        "starter",
        "hand_size",
        "stash_size",
        "deck_size",
        "node",
        "crapped_out",
    ):
        assert name in Table.dtype.names
    # INF-2: hidden facts are in other records.
    hidden = {"hand", "stash", "board", "board_position", "deck", "key", "sort_key", "memory"}
    assert not hidden & set(Table.dtype.names)
    assert {"hand", "stash", "board"} <= set(Private.dtype.names or ())
    assert not hidden & set(Order.dtype.names or ())


def test_discarded_cards_are_known_until_they_are_shuffled_into_the_deck():
    """INF-1: everyone has seen the discarded cards; once shuffled into the deck, they are
    hidden again."""
    t = Tabletop(4)
    pool = t.pool()
    t.table.month = 9
    assert end_month(t.state, t.trace) == 0
    assert all(t.table.card_place[t.card(n)] == HIDDEN for n in pool)
    t = Tabletop(3)
    t.table.month = 9
    assert end_month(t.state, t.trace) == 0
    assert sorted(t.cards_in(DISCARDED)) == sorted(
        t.setup_events[-1]["to_pool"]
        + [n for e in t.setup_events[:-1] if e["e"] == "stash" for n in e["to_pool"]]
    )


@pytest.mark.parametrize("players", [2, 4])
def test_a_strategy_gets_the_table_and_its_own_record(players):
    """INF-2: a strategy gets the public record, its private record, its parameters and an order."""
    game_engine = engine(*["random"] * players)
    worker = game_engine.worker()
    views = set()

    def watch(name, function, table, me, params, order):
        assert table is worker.state.table and order is worker.state.order
        assert me is worker.state.seats[table.turn] and me.seat == table.turn
        assert params is game_engine.policies[0].params[table.turn]
        views.add((name, me.seat))
        return function(table, me, params, order)

    watched(game_engine, watch)
    worker.play(0, 1, ())
    assert {seat for _, seat in views} == set(range(players))


def test_hidden_cards_are_not_in_the_public_record():
    """INF-2: cards in the deck, hands and stashes have no public place or owner and are in no
    public list."""
    game_engine = engine("random", "balanced", "vegas")
    worker = game_engine.worker()
    table, box = worker.state.table, worker.state.box
    checked = []

    def watch(name, function, table_seen, me, params, order):
        hidden = [int(c) for c in box.deck[box.deck_top : box.deck_end]]
        for entry in worker.state.seats[:3]:
            hidden += [int(c) for c in entry.hand[: table.hand_size[entry.seat]]]
            hidden += [int(c) for c in entry.stash[: table.stash_size[entry.seat]]]
        assert (table.card_place[hidden] == HIDDEN).all()
        assert (table.card_owner[hidden] == -1).all()
        listed = set(table.pool[: table.pool_size]) | set(table.calendar_card[:3].ravel())
        for seat in range(3):
            listed |= set(table.in_play[seat, : table.in_play_count[seat]])
        assert not listed & set(hidden)
        counts = [
            int((table.card_place[:120] == p).sum())
            for p in (HIDDEN, POOL, CALENDAR, IN_PLAY, DISCARDED)
        ]
        assert sum(counts) == 120
        assert table.deck_size == box.deck_end - box.deck_top
        checked.append(len(hidden))
        return function(table_seen, me, params, order)

    watched(game_engine, watch)
    worker.play(0, 1, ())
    assert len(checked) > 200


OTHER_RULES = {**DECISIONS.required_settings, "start_bucks": 30}
STANDARD_DECISIONS = {"keep", "draft", "dice", "act", "final_campaign"}
OTHER_DECISIONS = {
    "coach",
    "pick",
    "draft",
    "dice",
    "place",
    "act",
    "bid",
    "sell",
    "final_campaign",
}


def deck_of_bookies():
    """Return a deck of Bookies, so that players who bet are soon asked for a shift (CAR-7)."""
    return fixed_components().with_changes(
        [
            change
            for card in fixed_components().cards
            if card.region < 0
            for change in effect_changes(card.number, "always: shift_die 1", usage="month")
        ]
    )


@pytest.mark.parametrize(
    ("settings", "decisions"),
    [
        ({}, STANDARD_DECISIONS),
        (OTHER_RULES, OTHER_DECISIONS),
        ({"rules": "family"}, STANDARD_DECISIONS - {"keep"}),
        ({"rules": "solo"}, STANDARD_DECISIONS),
    ],
    ids=["standard", "other", "family with Bookies", "solo"],
)
@pytest.mark.parametrize("name", some(STRATEGIES, 4))
def test_hidden_information_changes_no_decision(name, settings, decisions):
    """INF-2: asked again with other hidden cards, boards and memories, every strategy gives the
    same answer."""
    rules = settings.get("rules", "standard")
    components = deck_of_bookies() if rules == "family" else fixed_components()
    # With other rules one seat plays at random: it bids, so that the others are asked to sell.
    lineup = [name] if rules == "solo" else [name, name, "random" if settings else name]
    game_engine = engine(*lineup, components=components, **settings)
    worker = game_engine.worker()
    box = worker.state.box
    shuffler = np.random.default_rng(5)
    questions, comparisons = Counter(), Counter()

    def watch(hook, function, table, me, params, order):
        before = fields(me)
        empty = fields(order)
        answer = function(table, me, params, order)
        order_fields = fields(order)
        questions[hook] += 1
        if lineup[me.seat] == name and (questions[hook] % 3 == 0 or questions[hook] < 9):
            after = fields(me)
            others = [seat for seat in worker.state.seats if seat is not me]
            fields_before = [fields(other) for other in others]
            deck = box.deck.copy()
            shuffler.shuffle(box.deck)
            for other in others:
                for array in (other.hand, other.stash, other.board_position, other.memory):
                    array[:] = shuffler.integers(0, 8, len(array))
                other.board = 7
                other.key[:] = [1, 2]
            put_back(me, before)
            put_back(order, empty)
            assert function(table, me, params, order) == answer
            repeated_fields = fields(order)
            assert all(
                np.array_equal(repeated_fields[key], order_fields[key]) for key in order_fields
            )
            box.deck[:] = deck
            for other, values in zip(others, fields_before, strict=True):
                put_back(other, values)
            put_back(me, after)
            comparisons[hook] += 1
        return answer

    watched(game_engine, watch)
    worker.play(2, 1, ())
    assert set(comparisons) - {"bookie"} == decisions
    if rules == "family" and name in ("random", "vegas"):
        assert comparisons["bookie"]


def test_simultaneous_placing_after_an_exclusive_draft():
    """INF-3, CUT-5: all choose modes and months after the last pick, from the same state."""
    t = Tabletop(3, dice_draft="exclusive")
    questions, states = [], []

    def dice(table, me, params, order):
        questions.append(me.seat)
        return len(questions) - 1

    def place(table, me, params, order):
        assert len(questions) == 6
        states.append((table.die_month.copy(), table.die_mode.copy(), table.calendar.copy()))
        for which in range(2):
            order.mode[which] = 1
            order.month[which] = table.month + me.seat
        return 0

    for seat in range(3):
        t.script(seat, dice=dice, place=place)
    assert t.dice_phase() == ""
    for other in states[1:]:
        assert all((one == two).all() for one, two in zip(states[0], other, strict=True))


def test_other_decisions_see_the_earlier_ones():
    """INF-3: drafts and turns come one after another, and each sees the earlier ones."""
    t = Tabletop(3)
    views = []

    def draft(table, me, params, order):
        views.append(("draft", me.seat, int(table.pool_size), int(table.drafted.sum())))
        order.card = me.hand[0]
        return DRAFT

    def act(table, me, params, order):
        views.append(("act", me.seat, [int(s) for s in table.score[:3]]))
        if table.marketed[me.seat]:
            return 0
        order.number = 1
        return MARKET

    for seat in range(3):
        t.script(seat, draft=draft, act=act)
    pool = t.table.pool_size
    t.table.starter = 2
    assert play_month(*t.everything) == 0
    drafts = [view for view in views if view[0] == "draft"]
    assert drafts == [
        ("draft", 2, pool, 0),
        ("draft", 0, pool + 2, 1),
        ("draft", 1, pool + 3, 2),
    ]
    acts = [view for view in views if view[0] == "act"]
    assert acts == [
        ("act", 2, [0, 0, 0]),
        ("act", 2, [0, 0, 1]),
        ("act", 0, [0, 0, 1]),
        ("act", 0, [1, 0, 1]),
        ("act", 1, [1, 0, 1]),
        ("act", 1, [1, 1, 1]),
    ]


def test_the_decisions():
    """INF-4: each decision and each helper of searches has a function and a default."""
    assert DECISIONS.names == (
        "keep",
        "pick",
        "coach",
        "draft",
        "bookie",
        "dice",
        "place",
        "act",
        "bid",
        "sell",
        "final_campaign",
        "propose",
        "judge",  # "propose" and "judge" are not decisions but help searches
    )
    assert set(load_defaults(strategy_folders()).functions) == set(DECISIONS.names)


def test_questions_of_a_standard_game():
    """INF-4: a standard game never asks a player to choose a coach, pick, place, bid or sell; other
    rules ask for the first three."""
    game_engine = engine("vegas", "random")
    questions = set()

    def watch(name, function, table, me, params, order):
        questions.add(name)
        assert not any(
            np.any(value) for key, value in vars(order).items() if key != "_integers"
        )  # the order is empty at first
        return function(table, me, params, order)

    watched(game_engine, watch)
    game_engine.worker().play(0, 2, ())
    assert questions - {"bookie"} == {"keep", "draft", "dice", "act", "final_campaign"}
    for settings, extra in (
        ({"coach_choice": "reverse_turn_order"}, {"coach"}),
        ({"stash": "open_draft"}, {"pick"}),
        ({"dice_draft": "exclusive"}, {"place"}),
    ):
        game_engine = engine("random", "random", **settings)
        questions.clear()
        watched(game_engine, watch)
        game_engine.worker().play(0, 1, ())
        assert extra <= questions


def test_the_player_chooses_every_colour():
    """INF-4: EC colours, discount colours and substitutes are part of the order."""
    t = Tabletop(2)
    t.no_coaches()
    t.play_from_nowhere(0, "081", "007")
    first, second = (
        name
        for name in ("green", "purple", "yellow", "blue", "orange", "magenta")
        if t.table.spot_cost[t.spot("Ohio/1"), colour(name)]
    )
    t.mat(0, **{first: 4, second: 4})
    t.at(0, "Ohio/1")
    assert t.act("sign", spot="Ohio/1", discount={second: 1}, substitute={first: 2}) == ""
    assert t.on_mat(0) == {first: 4, second: 3}


def unmix(z):
    """Invert the streams' mixing function, a bijection."""
    words = 1 << 64

    def unshift(z, bits):
        x = z
        for _ in range(64 // bits + 1):
            x = z ^ (x >> bits)
        return x

    z = unshift(z, 31) * pow(random_streams._MIX_2, -1, words) % words
    z = unshift(z, 27) * pow(random_streams._MIX_1, -1, words) % words
    return unshift(z, 30)


def test_a_strategys_own_stream_does_not_reveal_coming_dice():
    """INF-2, RND-2: a strategy's own stream does not reveal the game's key, which determines all
    later chance events."""
    t = Tabletop(2)
    t.table.month = 3
    key_strategy_streams(t.state)
    stream = STRATEGY + 16 + 3
    recovered_key = [
        (unmix(int(t.private[1].key[word])) - stream * int(odd)) % (1 << 64)
        for word, odd in enumerate((random_streams._ODD_2, random_streams._ODD_1))
    ]
    assert recovered_key != [int(word) for word in t.box.key]
