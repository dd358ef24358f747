"""Positions, twins and redeals in pure-Python mode; what an inert card still is (CAR)."""

from __future__ import annotations

import pytest
from eoc.tabletop import Tabletop, effect_changes, engine
from eoc.test_branching import ALL, play_from_every_rest, same_rows

from eoc_sim.errors import EngineError, StrategyError
from eoc_sim.simulator.eoc import cards, dice
from eoc_sim.simulator.eoc.effects import acts, stars_of
from eoc_sim.simulator.eoc.state import FUNDRAISING
from eoc_sim.simulator.eoc.twins import Fork, inert_card


@pytest.mark.parametrize("every", [60, pytest.param(30, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "rules, players, settings",
    [("standard", 3, {"auction": "on"}), ("cutthroat", 4, {}), ("solo", 1, {})],
)
def test_playing_on_from_a_copy_is_the_game(rules, players, settings, every):
    """TIM-1: copies of plain-Python records, at every so manieth resting point."""
    play_from_every_rest(rules, players, settings, game=7, every=every)


def switched_off(off, effect="month: 1 stars", number="038"):
    """A table at which a card is on a calendar that is off as soon as it is played."""
    t = Tabletop(2, changes=effect_changes(number, effect, stars="4"))
    t.no_coaches()
    t.worker.intervene(inert_card(number, off))
    t.on_calendar(0, number)
    for colour in range(6):
        t.table.mat[0, colour] = 9
    return t, t.card(number)


@pytest.mark.parametrize("off, stars, acting", [
    ("stars", 0, True), ("effect", 4, False), ("both", 0, False),
])
def test_a_card_is_off_from_the_moment_it_comes_into_play(off, stars, acting):
    """ACT-1: on the calendar it is as printed; in play the public record says what is off."""
    t, card = switched_off(off)
    assert t.table.inert[card] == 0 and stars_of(t.table, card) == 4 and acts(t.table, card)
    assert t.act("play_card", card="038") == ""
    assert t.table.inert[card] > 0
    assert stars_of(t.table, card) == stars == t.table.score[0]
    assert acts(t.table, card) == acting
    assert t.table.card_stars[card] == 4  # the print is a fact
    assert t.act("trigger", card="038") == ("" if acting else "ACT-2")
    assert t.table.score[0] == stars + acting


def test_an_inert_card_still_counts():
    """CAR-1: it keeps place, type, region and cost, and other cards count it."""
    number = next(
        card.number for card in Tabletop(2).components.cards if card.type == FUNDRAISING
    )
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
    kind = engine("balanced", "vegas", "hoarder")
    fork, replay = Fork(kind), kind.worker()
    rows = fork.play(0, ALL)
    played = rows["cards"]["card"][rows["cards"]["played_month"] > 0]
    one = inert_card(kind.components.cards[played[0]].number)
    assert same_rows(fork.twin(one, ALL), replay.play(0, 1, ALL, one))


# --- Blame


def test_a_deck_that_runs_out_is_no_strategys_fault(monkeypatch):
    """DRA-8: the sentence names the game and the month, no strategy, seat or file."""
    made = engine("random", "random")
    monkeypatch.setattr(cards, "reshuffle", lambda *arguments: None)
    worker = made.worker()
    worker.set_up(3)
    worker.state.box.deck_top = worker.state.box.deck_end - 2
    with pytest.raises(EngineError) as raised:
        worker.play_until("game over")
    said = str(raised.value)
    assert said.startswith("game 3 of seed 1, March: DRA-8: ")
    assert "strategy" not in said and "seat" not in said.replace("seed", "")


def test_a_refusal_after_the_last_action_is_no_strategys_fault(monkeypatch):
    """END-2: the card for the pool is missing when the last turn of May is over."""
    made = engine("random", "random")
    monkeypatch.setattr(cards, "reshuffle", lambda *arguments: None)
    worker = made.worker()
    worker.set_up(3)
    worker.play_until("acting", 3)
    worker.state.box.deck_top = worker.state.box.deck_end
    with pytest.raises(EngineError, match="game 3 of seed 1, May: DRA-8"):
        worker.play_until("game over")


def test_a_fault_of_the_engine_is_the_engines(monkeypatch):
    """An error while a strategy answers is its own; any other is not."""

    def broken(table, colour, mode):
        raise IndexError("a slip")

    made = engine("random", "random")
    monkeypatch.setattr(dice, "die_worth", broken)
    with pytest.raises(EngineError, match="game 0 of seed 1, March: IndexError: a slip"):
        made.worker().play(0, 1, ())
    monkeypatch.undo()
    made = engine({"dice": lambda table, me, params, order: broken(table, 0, 0)}, "random")
    with pytest.raises(StrategyError, match=r"dice\): game 0 of seed 1, seat 0, March: IndexError"):
        made.worker().play(0, 1, ())


def test_an_illegal_answer_is_the_strategys():
    made = engine({"act": lambda table, me, params, order: 99}, "random")
    with pytest.raises(StrategyError, match=r"act\): game 0 .* seat 0, March: .*ACT-0"):
        made.worker().play(0, 1, ())
