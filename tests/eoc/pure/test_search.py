"""A search player made of copies, redeals and a model cannot know hidden facts."""

from __future__ import annotations

import numpy as np
import pytest
from eoc.tabletop import engine, plain_functions

from eoc_sim.simulator.eoc.decisions import DECISIONS, DRAFT
from eoc_sim.simulator.eoc.engine import load_strategy

WORLDS = 3


def models(kind, candidate):
    """Make everybody play the model; the first to draft places the candidate."""
    policies = kind.policies_of([load_strategy("balanced")] * kind.players)
    draft = DECISIONS.names.index("draft")
    plain = policies[0].functions[0, draft]
    left = [1]

    def forced(table, me, params, order):
        if left[0] == 0:
            return plain(table, me, params, order)
        left[0] -= 1
        order.card = candidate
        return DRAFT

    policies[0].functions[:, draft] = forced
    return policies


def answer(kind, worker, seat):
    """Return mean scores after drafting each visible card, over a few common worlds."""
    table, me = worker.state.table, worker.state.seats[seat]
    visible_cards = [
        *me.hand[: table.hand_size[seat]],
        *me.stash[: table.stash_size[seat]],
        *table.pool[: table.pool_size],
    ]
    rollout = kind.worker()
    answers = {}
    for card in sorted(map(int, visible_cards)):
        scores = []
        for key in range(WORLDS):
            rollout.copy_from(worker)
            rollout.redeal(seat, key)
            rollout.play_until("game over", policies=models(kind, card))
            scores.append(int(rollout.state.table.score[seat]))
        answers[card] = float(np.mean(scores))
    return answers


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "players", "settings", "month"),
    [
        pytest.param("standard", 3, {}, 10, marks=pytest.mark.slow),
        ("cutthroat", 2, {"auction": "on", "stash": "open_draft"}, 11),
        pytest.param("family", 2, {}, 11, marks=pytest.mark.slow),
        pytest.param("solo", 1, {}, 11, marks=pytest.mark.slow),
    ],
)
def test_a_searchs_answer_does_not_depend_on_hidden_facts(rules, players, settings, month):
    """INF-2: changing hidden cards, boards, luck, or the rivals' memories and code changes no
    answer."""
    kind = engine(*("vegas", "hoarder", "random")[:players], rules=rules, seed=2, **settings)
    truth = kind.worker()
    truth.set_up(1)
    truth.play_until("drafting", month)
    seat = int(truth.state.table.starter)
    plain = answer(kind, truth, seat)
    assert len(set(plain.values())) > 1  # the candidates differ in worth
    # Change the hidden facts behind the same view: cards, boards, luck, memories, and the rivals'
    # functions.
    other = engine(*["random"] * players, rules=rules, seed=77, **settings)
    for entry in range(players):
        other.functions[entry] = plain_functions()
    changed = other.worker()
    changed.copy_from(truth)
    changed.redeal(seat, key=12345)
    for own in changed.state.seats[:players]:
        own.memory[:] = np.arange(len(own.memory))
        own.draws = 17
    assert answer(other, changed, seat) == plain


@pytest.mark.slow
def test_without_a_redeal_a_rollout_would_know_hidden_facts():
    """The comparison above detects a player who plays on from the true state."""
    kind = engine("vegas", "hoarder", "random", seed=2)
    truth = kind.worker()
    truth.set_up(1)
    truth.play_until("drafting", 8)
    seat = int(truth.state.table.starter)
    other = kind.worker()
    other.copy_from(truth)
    other.redeal(seat, key=5)
    ends = []
    for start in (truth, other):
        rollout = kind.worker()
        rollout.copy_from(start)
        rollout.play_until("game over", policies=kind.models)
        ends.append(rollout.state.table.score.tolist())
    assert ends[0] != ends[1]
