"""A searching player who uses copies, redeals and a model cannot know hidden facts."""

from __future__ import annotations

import numpy as np
import pytest
from eoc.tabletop import engine, plain_functions

from eoc_sim.simulator.eoc.decisions import DECISIONS, DRAFT
from eoc_sim.simulator.eoc.engine import load_strategy

WORLDS = 3


def models(game_engine, candidate):
    """Make everybody play the model; the first to draft takes the candidate."""
    policies = game_engine.policies_of([load_strategy("balanced")] * game_engine.players)
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


def mean_scores(game_engine, worker, seat):
    """Map each visible card to the mean score after drafting it.

    All cards are tried in the same redealt worlds.
    """
    table, me = worker.state.table, worker.state.seats[seat]
    visible_cards = [
        *me.hand[: table.hand_size[seat]],
        *me.stash[: table.stash_size[seat]],
        *table.pool[: table.pool_size],
    ]
    rollout = game_engine.worker()
    means = {}
    for card in sorted(map(int, visible_cards)):
        scores = []
        for key in range(WORLDS):
            rollout.copy_from(worker)
            rollout.redeal(seat, key)
            rollout.play_until("game over", policies=models(game_engine, card))
            scores.append(int(rollout.state.table.score[seat]))
        means[card] = float(np.mean(scores))
    return means


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "players", "settings", "month"),
    [
        ("standard", 3, {}, 10),
        ("cutthroat", 2, {"auction": "on", "stash": "open_draft"}, 11),
        ("family", 2, {}, 11),
        ("solo", 1, {}, 11),
    ],
)
def test_a_searchs_answer_does_not_depend_on_hidden_facts(rules, players, settings, month):
    """INF-2: a search's answer does not depend on hidden cards, boards, luck, or the rivals'
    memories and code."""
    game_engine = engine(*("vegas", "hoarder", "random")[:players], rules=rules, seed=2, **settings)
    truth = game_engine.worker()
    truth.set_up(1)
    truth.play_until("drafting", month)
    seat = int(truth.state.table.starter)
    plain = mean_scores(game_engine, truth, seat)
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
    assert mean_scores(other, changed, seat) == plain


@pytest.mark.slow
def test_without_a_redeal_a_rollout_would_know_hidden_facts():
    """The comparison above detects a player who plays on from the true state."""
    game_engine = engine("vegas", "hoarder", "random", seed=2)
    truth = game_engine.worker()
    truth.set_up(1)
    truth.play_until("drafting", 8)
    seat = int(truth.state.table.starter)
    other = game_engine.worker()
    other.copy_from(truth)
    other.redeal(seat, key=5)
    ends = []
    for start in (truth, other):
        rollout = game_engine.worker()
        rollout.copy_from(start)
        rollout.play_until("game over", policies=game_engine.models)
        ends.append(rollout.state.table.score.tolist())
    assert ends[0] != ends[1]
