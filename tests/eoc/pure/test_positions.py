"""Positions, twins and redeals in pure Python; the facts that an inert card keeps (CAR)."""

from __future__ import annotations

import numpy as np
import pytest
from eoc.tabletop import Tabletop, effect_changes, engine, fixed_components
from eoc.test_branching import ALL, play_from_resting_points, same_rows

from eoc_sim.errors import EngineError, StrategyError
from eoc_sim.simulator.eoc import cards, dice
from eoc_sim.simulator.eoc.decisions import DECISIONS
from eoc_sim.simulator.eoc.effects import acts, stars_of
from eoc_sim.simulator.eoc.state import FUNDRAISING
from eoc_sim.simulator.eoc.twins import Fork, inert_card


@pytest.mark.parametrize("interval", [90, pytest.param(30, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("rules", "players", "settings"),
    [
        pytest.param("standard", 3, {"auction": "on"}, marks=pytest.mark.slow),
        pytest.param("cutthroat", 4, {}, marks=pytest.mark.slow),
        ("solo", 1, {}),
    ],
)
def test_a_copy_plays_on_like_its_game(rules, players, settings, interval):
    """TIM-1: copies made at regular intervals end as the game does, in pure Python."""
    play_from_resting_points(rules, players, settings, game=7, interval=interval)


def switched_off(off, effect="month: 1 stars", number="038"):
    """Return a table with a calendar card that is switched off as soon as it is played."""
    t = Tabletop(2, changes=effect_changes(number, effect, stars="4"))
    t.no_coaches()
    t.worker.intervene(inert_card(number, off))
    t.on_calendar(0, number)
    for colour in range(6):
        t.table.mat[0, colour] = 9
    return t, t.card(number)


@pytest.mark.parametrize(
    ("off", "stars", "acting"),
    [
        ("stars", 0, True),
        ("effect", 4, False),
        ("both", 0, False),
    ],
)
def test_a_card_is_off_once_it_is_in_play(off, stars, acting):
    """ACT-1: on the calendar, a card is as printed; in play, a public record says if it is off."""
    t, card = switched_off(off)
    assert t.table.inert[card] == 0 and stars_of(t.table, card) == 4 and acts(t.table, card)
    assert t.act("play_card", card="038") == ""
    assert t.table.inert[card] > 0
    assert stars_of(t.table, card) == stars == t.table.score[0]
    assert acts(t.table, card) == acting
    assert t.table.card_stars[card] == 4  # the printed stars are a fact
    assert t.act("trigger", card="038") == ("" if acting else "ACT-2")
    assert t.table.score[0] == stars + acting


def test_an_inert_card_still_counts():
    """CAR-1: an inert card keeps its place, type, region and cost, and other cards count it."""
    number = next(card.number for card in Tabletop(2).components.cards if card.type == FUNDRAISING)
    t, card = switched_off("both", "month: 1 ec any", number)
    region = t.table.card_region[card]
    cost = t.table.card_cost[card].tolist()
    assert t.act("play_card", card=number) == ""
    assert t.table.fundraising_count[0, region] == t.table.type_count[0, FUNDRAISING] == 1
    assert t.table.card_cost[card].tolist() == cost
    assert t.table.in_play[0, 0] == card and t.table.in_play_count[0] == 1
    assert t.table.active_count[0].sum() == 0
    assert t.table.used_fundraising[0] == 0


def test_only_the_named_card_is_off():
    t, _ = switched_off("both")
    t.on_calendar(0, "063")
    assert t.act("play_card", card="063") == ""
    assert t.table.inert[t.card("063")] == 0 and t.table.score[0] == 5


def test_forks_in_pure_python():
    game_engine = engine("balanced", "vegas", "hoarder")
    fork, replay = Fork(game_engine), game_engine.worker()
    rows = fork.play(0, ALL)
    played = rows["cards"]["card"][rows["cards"]["played_month"] > 0]
    change = inert_card(game_engine.components.cards[played[0]].number)
    assert same_rows(fork.twin(change, ALL), replay.play(0, 1, ALL, change))


# --- Blame


def test_an_empty_deck_is_not_a_strategys_fault(monkeypatch):
    """DRA-8: the message names the game and the month, but no strategy, seat or file."""
    game_engine = engine("random", "random")
    monkeypatch.setattr(cards, "reshuffle", lambda *arguments: None)
    worker = game_engine.worker()
    worker.set_up(3)
    worker.state.box.deck_top = worker.state.box.deck_end - 2
    with pytest.raises(EngineError) as raised:
        worker.play_until("game over")
    message = str(raised.value)
    assert message.startswith("game 3 of seed 1, March: DRA-8: ")
    assert "strategy" not in message and "seat" not in message.replace("seed", "")


def test_an_empty_deck_after_the_last_turn_is_not_a_strategys_fault(monkeypatch):
    """END-2: the card for the pool is missing after the last turn of May."""
    game_engine = engine("random", "random")
    monkeypatch.setattr(cards, "reshuffle", lambda *arguments: None)
    worker = game_engine.worker()
    worker.set_up(3)
    worker.play_until("acting", 3)
    worker.state.box.deck_top = worker.state.box.deck_end
    with pytest.raises(EngineError, match="game 3 of seed 1, May: DRA-8"):
        worker.play_until("game over")


def test_engine_errors_are_not_blamed_on_strategies(monkeypatch):
    """An error while a strategy answers is blamed on the strategy; any other is not."""

    def broken(table, colour, mode):
        raise IndexError("a slip")

    game_engine = engine("random", "random")
    monkeypatch.setattr(dice, "die_envelopes", broken)
    with pytest.raises(EngineError, match="game 0 of seed 1, March: IndexError: a slip"):
        game_engine.worker().play(0, 1, ())
    monkeypatch.undo()
    game_engine = engine({"dice": lambda table, me, params, order: broken(table, 0, 0)}, "random")
    with pytest.raises(StrategyError, match=r"dice\): game 0 of seed 1, seat 1, March: IndexError"):
        game_engine.worker().play(0, 1, ())


def test_an_illegal_answer_is_the_strategys_fault():
    game_engine = engine({"act": lambda table, me, params, order: 99}, "random")
    with pytest.raises(StrategyError, match=r"act\): game 0 .* seat 1, March: .*ACT-0"):
        game_engine.worker().play(0, 1, ())


@pytest.mark.parametrize("function", ["coach", "keep"])
def test_an_empty_deck_in_set_up_is_not_a_strategys_fault(monkeypatch, function):
    """DRA-8: cards run out after the choice of coaches, or of stashes (SET-7, SET-8)."""
    settings = {"coach_choice": "reverse_turn_order", "pool_start": "3"}
    game_engine = engine("random", "random", **settings)
    worker = game_engine.worker()
    monkeypatch.setattr(cards, "reshuffle", lambda *arguments: None)
    plain = game_engine.functions[0, DECISIONS.names.index(function)]

    def empty(table, me, params, order):
        worker.state.box.deck_top = worker.state.box.deck_end
        return plain(table, me, params, order)

    game_engine.functions[:, DECISIONS.names.index(function)] = empty
    with pytest.raises(EngineError, match="game 0 of seed 1, set-up: DRA-8"):
        worker.set_up(0)


# --- After a refusal


def replace_function(engine, name, function):
    """Make every seat use this function for a decision; return the replaced functions."""
    before = engine.functions[:, DECISIONS.names.index(name)].copy()
    engine.functions[:, DECISIONS.names.index(name)] = function
    return before


def betting_engine():
    """Return an engine whose players bet and whose first 60 cards are Bookies."""
    changed = fixed_components().with_changes(
        [
            change
            for card in fixed_components().cards[:60]
            for change in effect_changes(card.number, "always: shift_die 1", usage="month")
        ]
    )
    return engine("vegas", "vegas", components=changed)


@pytest.mark.parametrize(
    ("build", "name", "answer", "phase", "month"),
    [
        (lambda: engine("balanced", "vegas"), "draft", 9, "drafting", 3),
        (betting_engine, "bookie", 5, "checking bets", 9),
        (lambda: engine("balanced", "vegas"), "dice", 9, "choosing dice", 2),
        (
            lambda: engine("balanced", "vegas", dice_draft="exclusive"),
            "dice",
            9,
            "choosing dice",
            2,
        ),
        (lambda: engine("balanced", "vegas"), "act", 99, "acting", 5),
        (lambda: engine("vegas", "balanced", auction="on"), "bid", -4, "bidding", 1),
        (lambda: engine("balanced", "vegas"), "final_campaign", 9, "last campaigns", 12),
    ],
)
def test_a_game_can_continue_after_a_refusal(build, name, answer, phase, month):
    """ACT-0: a refusal leaves the game at its resting point; only the count of decisions grows."""
    game_engine = build()
    whole, worker = game_engine.worker(), game_engine.worker()
    whole.set_up(1)
    whole.play_until(phase, month)
    worker.copy_from(whole)
    whole.play_until("game over")
    wrong = {"dice": lambda table, me, params, order: answer if table.rule_dice_draft else 0}
    before = replace_function(
        game_engine, name, wrong.get(name, lambda table, me, params, order: answer)
    )
    with pytest.raises(StrategyError):
        worker.play_until("game over")
    assert worker.phase == phase
    replace_function(game_engine, name, before)
    worker.play_until("game over")
    one, other = worker.rows(ALL), whole.rows(ALL)
    for table in ALL:
        if table != "games":
            assert np.array_equal(one[table], other[table]), table
    for column in one["games"].dtype.names:
        if column != "decisions":
            assert np.array_equal(one["games"][column], other["games"][column])


def test_a_refused_set_up_plays_nothing():
    game_engine = engine("random", "random")
    replace_function(game_engine, "keep", lambda table, me, params, order: 0)
    worker = game_engine.worker()
    with pytest.raises(StrategyError, match="SET-8"):
        worker.set_up(0)
    with pytest.raises(ValueError, match="no game has been set up"):
        worker.play_until("game over")


# --- Redeals


def test_redeals_in_pure_python():
    """INF-2: states that look alike to a seat give the same redeal; what the seat sees stays."""
    game_engine = engine("balanced", "vegas", "hoarder", stash="open_draft")
    truth = game_engine.worker()
    truth.set_up(2)
    truth.play_until("drafting", 5)
    one, other = game_engine.worker(), game_engine.worker()
    one.copy_from(truth)
    other.copy_from(truth)
    other.redeal(1, 9)
    own = truth.state.seats[1]
    for worker in (one, other):
        worker.redeal(1, 4)
        assert worker.state.seats[1].stash.tolist() == own.stash.tolist()
        assert worker.state.table.pool.tolist() == truth.state.table.pool.tolist()
    assert one.state.box.deck.tolist() == other.state.box.deck.tolist()
    assert one.state.box.deck.tolist() != truth.state.box.deck.tolist()
    for seat in (0, 2):
        seat_of_one, seat_of_other = one.state.seats[seat], other.state.seats[seat]
        assert (
            seat_of_one.stash.tolist() == seat_of_other.stash.tolist()
            and seat_of_one.board == seat_of_other.board
        )
    one.play_until("game over", policies=game_engine.models)


def test_offers_fit_the_redealt_places():
    """After a redeal, the record of how each card left the deck fits the card's new place."""
    worker = engine("random", "random", "random").worker()
    worker.set_up(1)
    worker.play_until("drafting", 4)
    box, table = worker.state.box, worker.state.table
    for key in range(5):
        worker.redeal(0, key)
        assert (box.offer_how[box.deck[box.deck_top : box.deck_end]] == -1).all()
        for seat in range(3):
            for name, way in (("hand", cards.TO_HAND), ("stash", cards.TO_STASH)):
                for card in getattr(worker.state.seats[seat], name)[
                    : getattr(table, f"{name}_size")[seat]
                ]:
                    assert (box.offer_how[card], box.offer_seat[card]) == (way, seat)


def test_boards_that_are_off_or_seen_are_not_redealt():
    """SET-15, SCO-5: a game without boards gets none, and boards shown to all stay."""
    worker = engine("random", "random", boards="off").worker()
    worker.set_up(1)
    worker.redeal(0, 4)
    assert [seat.board for seat in worker.state.seats] == [-1] * 4
    worker = engine("random", "random", "random").worker()
    worker.set_up(1)
    worker.play_until("game over")
    boards = [seat.board for seat in worker.state.seats]
    for key in range(3):
        worker.redeal(0, key)
        assert [seat.board for seat in worker.state.seats] == boards


def test_a_redeals_luck_belongs_to_no_game():
    """RND-1: no played game has the keys of a redeal."""
    worker, other = engine("random", "random").worker(), engine("random", "random", seed=7).worker()
    worker.set_up(0)
    other.set_up(0)
    worker.redeal(0, 7)
    assert worker.state.box.key != other.state.box.key
