"""Redeals of everything that a seat cannot see (INF-2): fair, consistent and blind."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare
from stadium.games import DEFAULT_STRATEGY, engine

from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.stadium.engine import load_strategy
from eoc_sim.simulator.stadium.state import changing_fields

if not COMPILED:
    pytest.skip("takes minutes in pure Python", allow_module_level=True)

UNLIKELY = 1e-4
"""The keys are fixed, so a p-value below this means that a redeal is not uniform."""
MOMENTS = [("placing", 1), ("acting", 3), ("paying", 9), ("beginning", 16), ("acting", 22)]


def value(worker, part, name):
    content = field_of(worker.part(part), name)
    return content.copy() if isinstance(content, np.ndarray) else int(content)


def deck(worker, name):
    return value(worker, "box", f"{name}_deck")[: value(worker, "table", f"{name}s_left")].tolist()


def face_down(worker, seat):
    """Return the rows of an owner's face-down employees."""
    cards = field_of(worker.part("seats")[seat], "face_down")
    return np.repeat(np.arange(len(cards)), cards).tolist()


def hidden(worker, viewer):
    """Return all that a seat cannot see: both decks, and others' face-down employees."""
    owners = range(worker.engine.players)
    return [
        deck(worker, "player"),
        deck(worker, "employee"),
        *[face_down(worker, seat) for seat in owners if seat != viewer],
    ]


def changing_bytes(worker):
    """Return all that a game changes, as bytes."""
    return worker.states.view(np.uint8)[
        changing_fields.start : changing_fields.start + changing_fields.size
    ].tobytes()


def play_to(game_engine, game, phase, number):
    worker = game_engine.worker()
    worker.set_up(game)
    worker.play_until(phase, number)
    return worker


def copy_of(worker):
    other = worker.engine.worker()
    other.copy_from(worker)
    return other


@pytest.fixture(scope="module")
def game_engine():
    return engine("random", DEFAULT_STRATEGY, "random", "random", seed=8, employees_start=1)


@pytest.mark.parametrize(("phase", "number"), MOMENTS)
def test_visible_facts_stay_and_no_card_is_lost(game_engine, phase, number):
    """INF-1, INF-2: the table, the seat's own cards and the set of cards stay the same."""
    changed = 0
    for game in range(3):
        truth = play_to(game_engine, game, phase, number)
        for seat in range(4):
            dealt = copy_of(truth)
            dealt.redeal(seat, key=seat + 10 * game)
            assert dealt.part("table").tobytes() == truth.part("table").tobytes()
            assert face_down(dealt, seat) == face_down(truth, seat)
            # Players come first, then employees in the deck and face down.
            for start, stop in ((0, 1), (1, 99)):
                cards = [
                    sorted(sum(hidden(worker, seat)[start:stop], [])) for worker in (truth, dealt)
                ]
                assert cards[0] == cards[1]
            for index in range(4):
                private = dealt.part("seats")[index]
                assert len(face_down(dealt, index)) == len(face_down(truth, index))
                assert not field_of(private, "memory").any() and field_of(private, "draws") == 0
            assert value(dealt, "box", "key").tolist() != value(truth, "box", "key").tolist()
            changed += hidden(dealt, seat) != hidden(truth, seat)
    assert changed >= 10


@pytest.mark.parametrize(("phase", "number"), MOMENTS)
def test_states_that_look_alike_are_redealt_alike(game_engine, phase, number):
    """INF-2: a redeal depends on the seat's view and on the key, never on the truth."""
    truth = play_to(game_engine, 20, phase, number)
    for seat in range(4):
        once, twice, other = (copy_of(truth) for _ in range(3))
        once.redeal(seat, 77)
        twice.redeal(seat, 5)
        other.redeal(seat, 78)
        assert hidden(twice, seat) != hidden(once, seat) != hidden(other, seat)
        twice.redeal(seat, 77)
        assert changing_bytes(twice) == changing_bytes(once)


def tally(truth, seat, keys, look):
    """Count the values that ``look`` lists after redeals with many keys."""
    counts = Counter()
    worker = copy_of(truth)
    for key in range(keys):
        worker.redeal(seat, key)
        counts.update(look(worker))
    return counts


def assert_uniform(observed, choices):
    assert set(observed) == set(choices)
    counts = [observed[choice] for choice in choices]
    assert chisquare(counts).pvalue > UNLIKELY, counts


def test_every_unseen_card_may_be_anywhere(game_engine):
    """INF-2: any unseen card may lie at either end of the players' deck, on top of the employees'
    deck or in a rival's hand."""
    truth = play_to(game_engine, 1, "placing", 3)
    assert value(truth, "box", "employee_reshuffles") == 0
    seat = 0
    rival = next(other for other in (1, 2, 3) if face_down(truth, other))
    players, employees = hidden(truth, seat)[0], sum(hidden(truth, seat)[1:], [])
    keys = 40 * len(employees)
    assert_uniform(tally(truth, seat, keys, lambda w: deck(w, "player")[-1:]), players)
    assert_uniform(tally(truth, seat, keys, lambda w: deck(w, "player")[:1]), players)
    assert_uniform(tally(truth, seat, keys, lambda w: deck(w, "employee")[-1:]), employees)
    cards = len(face_down(truth, rival))
    counts = tally(truth, seat, keys, lambda w: face_down(w, rival))
    assert sum(counts.values()) == cards * keys
    assert_uniform(counts, employees)
    lower = tally(truth, seat, keys, lambda w: [face_down(w, rival)[0] < deck(w, "employee")[-1]])
    assert set(lower) == {False, True}


def find_renewed_game(game_engine):
    """Find a game whose employee deck was renewed after rivals drew cards."""
    for game in range(60):
        worker = game_engine.worker()
        worker.set_up(game)
        while worker.phase != "game over":
            worker.play_until("beginning", worker.round + 1)
            old = [
                (seat, row)
                for seat in (1, 2, 3)
                for row in face_down(worker, seat)
                if value(worker, "box", "drawn_from_deck")[seat, row] == 0
            ]
            reshuffles = value(worker, "box", "employee_reshuffles")
            if reshuffles == 1 and len(deck(worker, "employee")) > 1 and len(old) > 1:
                return game, worker, old
    raise AssertionError("no such game")


def test_a_renewed_deck_has_only_discarded_cards(game_engine):
    """INF-2, GAM-6: everybody saw the discarded cards, so the renewed deck has no card that was
    face down before, and a redeal changes no seat's number of cards drawn from that deck."""
    game, truth, _ = find_renewed_game(game_engine)
    events = game_engine.replay(game)
    (renewed_deck,) = [
        [game_engine.names.employee.index(card) for card in event["cards"]]
        for event in events
        if event["e"] == "reshuffle" and event["deck"] == "employees"
    ][:1]
    changed = set()
    for key in range(200):
        dealt = copy_of(truth)
        dealt.redeal(0, key)
        assert set(deck(dealt, "employee")) <= set(renewed_deck)
        for seat in (1, 2, 3):
            from_new = [row for row in face_down(truth, seat) if row in renewed_deck]
            assert sum(row in renewed_deck for row in face_down(dealt, seat)) == len(from_new)
        changed.add(tuple(map(tuple, hidden(dealt, 0)[1:])))
    assert len(changed) > 20


def test_earlier_face_down_cards_are_mixed_too(game_engine):
    """INF-2: each card that others drew from the first deck may belong to any of them."""
    _, truth, old = find_renewed_game(game_engine)
    rows = sorted(row for _, row in old)
    seat = old[0][0]
    own = sum(holder == seat for holder, _ in old)
    counts = tally(
        truth, 0, 60 * len(rows), lambda w: [row for row in face_down(w, seat) if row in rows]
    )
    if own < len(rows):
        assert_uniform(counts, rows)
    assert sum(counts.values()) == own * 60 * len(rows)


@pytest.mark.parametrize(("phase", "number"), MOMENTS)
def test_rollouts_play_on_from_any_redeal(game_engine, phase, number):
    """INF-2: rollouts end in the same way for the same key, and mostly differently for another."""
    models = game_engine.policies_of([load_strategy("random")] * 4)
    truth = play_to(game_engine, 31, phase, number)
    ends = []
    for key in (1, 2, 1):
        worker = copy_of(truth)
        worker.redeal(0, key)
        worker.play_until("game over", policies=models)
        ends.append(worker.rows(["seats"])["seats"]["score"].tolist())
    assert ends[0] == ends[2] and (ends[0] != ends[1] or number > 20)
