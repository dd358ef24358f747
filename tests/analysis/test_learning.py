"""Learning by regression finds planted factors, and its intervals contain them."""

from __future__ import annotations

import numpy as np
import pytest

from eoc_sim.analysis.eoc.learning import Clauses, sum_drafts
from eoc_sim.analysis.held_out import FIRST
from eoc_sim.analysis.learning import (
    MAX_FACTOR,
    MIN_FACTOR,
    PRIOR_SPREAD,
    Factors,
    differing_pairs,
    factors,
    sums_of,
)
from eoc_sim.simulator.eoc.appraisal import Appraisal
from eoc_sim.simulator.eoc.columns import TABLES

NOISE = 20.0
THINGS = 40


def planted(seed: int, games: int, things: int = THINGS) -> tuple[np.ndarray, Factors]:
    """Draw true factors from the prior; return them and the factors learnt from games.

    A game has about six of the things, which are worth different amounts, and its outcome also
    depends on the seat.
    """
    luck = np.random.default_rng(seed)
    truth = np.clip(luck.normal(1.0, PRIOR_SPREAD, things), MIN_FACTOR, MAX_FACTOR)
    worths = luck.uniform(1, 9, (games, things)) * (luck.random((games, things)) < 6 / things)
    seat = luck.integers(0, 4, games)
    controls = np.column_stack([np.ones(games), *(seat == place for place in (1, 2, 3))]).astype(
        float
    )
    outcome = worths @ truth + controls @ np.array([150.0, 3.0, -2.0, 5.0])
    outcome += luck.normal(0, NOISE, games)
    return truth, factors(sums_of(worths, controls, outcome))


@pytest.mark.slow
def test_intervals_cover_the_planted_truth_as_promised():
    """Intervals hold for a few games, where the prior matters, and for many."""
    for games in (500, 5000):
        covered = []
        for seed in range(40):
            truth, learnt_factors = planted(seed, games)
            covered.append((learnt_factors.low <= truth) & (truth <= learnt_factors.high))
        assert 0.935 <= np.mean(covered) <= 0.975


def test_more_games_give_more_accurate_factors_and_narrower_intervals():
    errors, widths = [], []
    for games in (500, 20_000):
        truth, learnt_factors = planted(1, games)
        errors.append(np.abs(learnt_factors.factor - truth).mean())
        widths.append((learnt_factors.high - learnt_factors.low).mean())
        assert learnt_factors.noise == pytest.approx(NOISE, rel=0.1)
    assert errors[1] < errors[0] / 2
    assert widths[1] < widths[0] / 2


def test_undrafted_things_have_the_formulas_worth():
    worths = np.zeros((200, 2))
    worths[:, 0] = np.random.default_rng(1).uniform(0, 5, 200)
    learnt_factors = factors(sums_of(worths, np.ones((200, 1)), 2 * worths[:, 0]))
    assert learnt_factors.factor == pytest.approx([2.0, 1.0], abs=0.01)
    assert learnt_factors.low[1] == MIN_FACTOR and learnt_factors.high[1] == pytest.approx(
        1 + 1.96 * 0.7, abs=0.01
    )


def test_factors_stay_within_their_bounds():
    luck = np.random.default_rng(2)
    worths = luck.uniform(0, 5, (5000, 3))
    outcome = worths @ np.array([-2.0, 1.0, 9.0]) + luck.normal(0, 1, 5000)
    learnt_factors = factors(sums_of(worths, np.ones((5000, 1)), outcome))
    assert learnt_factors.factor[[0, 2]] == pytest.approx([MIN_FACTOR, MAX_FACTOR])
    assert np.all(
        (learnt_factors.low >= MIN_FACTOR)
        & (learnt_factors.high <= MAX_FACTOR)
        & (learnt_factors.low <= learnt_factors.factor)
    )


def test_sums_of_parts_add_up_to_the_sums_of_all():
    luck = np.random.default_rng(3)
    worths, controls, outcome = luck.random((60, 4)), np.ones((60, 1)), luck.random(60)
    parts = [
        sums_of(worths[part], controls[part], outcome[part])
        for part in (slice(0, 25), slice(25, 60))
    ]
    both, all_games = parts[0] + parts[1], sums_of(worths, controls, outcome)
    assert both.games == all_games.games == 60
    assert factors(both).factor == pytest.approx(factors(all_games).factor)


def rows(table: str, **columns: list[int]) -> np.ndarray:
    """Make rows of a table with the columns needed here."""
    assert all(name in [column.name for column in TABLES[table]] for name in columns)
    length = len(next(iter(columns.values())))
    array = np.zeros(
        length, [(name, np.int32 if name != "win_share" else float) for name in columns]
    )
    for name, values in columns.items():
        array[name] = values
    return array


def test_a_draft_is_valued_in_the_players_home_region_and_its_month():
    """There are two cards: one has two clauses and a copy, the other has neither."""
    rest = np.zeros((3, 6, 13))
    rest[:2], rest[2] = 2.0, 7.0
    worths = np.zeros((4, 6, 13))
    worths[0, 1, 3], worths[1, 1, 3], worths[2, 4, 5], worths[3, 4, 5] = 10, 20, 30, 40
    appraisal = Appraisal(rest, worths, np.array([0, 2, 4]), np.array([2, 4, 4]))
    clauses = Clauses.collect(["001 a", "001 b", "001 a", "001 b"], [True] * 4)
    seats = rows(
        "seats",
        game=[5, 5, 6, 6],
        seat=[0, 1, 0, 1],
        strategy=[0, 1, 1, 0],
        order=[0, 1, 1, 0],
        region=[1, 2, 3, 4],
        coach=[-1] * 4,
        score=[100, 80, 60, 90],
        win_share=[1, 0, 0, 1],
    )
    cards = rows(
        "cards",
        game=[5, 5, 6, 6],
        seat=[0, 1, 1, 1],
        card=[0, 2, 1, 2],
        drafted_month=[3, 3, 5, 6],
    )
    draft_rows = sum_drafts(
        {"seats": seats, "cards": cards},
        {FIRST: appraisal},
        clauses,
        2,
        {"order": 2, "region": 6, "coach": 0},
    )
    assert clauses.names == ("001 a", "001 b")
    assert draft_rows.draft_counts.tolist() == [2, 2]
    own = np.array([100 - 80 / 4 - 2, 90 - 60 / 4 - 2 - 7])
    assert draft_rows.sums.outcome_squared == pytest.approx(float(own @ own))
    assert draft_rows.sums.with_outcome[:2] == pytest.approx(
        [10 * own[0] + 30 * own[1], 20 * own[0] + 40 * own[1]]
    )
    assert draft_rows.sums.products[0, 1] == 10 * 20 + 30 * 40


def blocks(seed: int, truth: np.ndarray, luck: int, games: int = 240, number: int = 25) -> list:
    """Sum blocks of games with these true factors, in which ``luck`` decides the drafts."""
    block_list = []
    for block in range(number):
        same, own = np.random.default_rng((luck, block)), np.random.default_rng((seed, block))
        worths = same.uniform(1, 9, (games, len(truth)))
        worths *= same.random((games, len(truth))) < 6 / len(truth)
        outcome = worths @ truth + same.normal(0, NOISE, games) + own.normal(0, 1, games)
        block_list.append(sums_of(worths, np.ones((games, 1)), outcome))
    return block_list


def test_factors_that_differ_between_versions_are_distinguished():
    """With the same luck, planted differences are found and little else."""
    truth = np.full(THINGS, 1.0)
    other = truth.copy()
    other[:4] = 2.5
    pairs = [(index, index) for index in range(THINGS)]
    false_findings = 0
    for luck in range(8):
        differences = differing_pairs(blocks(1, truth, luck), blocks(2, other, luck), pairs)
        assert differences[:4].all()
        false_findings += int(differences[4:].sum())
    # On average, at most a tenth of the differences found are false.
    assert false_findings <= 0.2 * 8 * 4


def test_versions_that_play_alike_teach_the_same():
    truth = np.full(THINGS, 1.0)
    pairs = [(index, index) for index in range(THINGS)]
    one = blocks(1, truth, 1)
    assert not differing_pairs(one, one, pairs).any()
    assert not differing_pairs(one[:1], one[:1], pairs).any(), "one block shows no difference"
    assert len(differing_pairs(one, one, [])) == 0
    runs_with_any = sum(
        differing_pairs(blocks(1, truth, luck), blocks(2, truth, luck), pairs).any()
        for luck in range(12)
    )
    assert runs_with_any <= 4  # a tenth of 12 on average


def test_strategies_with_different_scores_learn_a_common_factor():
    """Two strategies share a factor although their scores are very different."""
    luck = np.random.default_rng(5)
    games = 3000
    worths = np.zeros((1, 6, 13))
    worths[0, :, 3] = 6.0
    appraisal = Appraisal(np.zeros((2, 6, 13)), worths, np.array([0, 1]), np.array([1, 1]))
    clauses = Clauses.collect(["001 a"], [True])
    took = luck.random((games, 2)) < (0.8, 0.2)  # the first, which scores more, takes it more often
    score = np.where(took, 2 * 6.0, 0.0) + (100, 40) + luck.normal(0, 5, (games, 2))
    game, seat = np.divmod(np.arange(2 * games), 2)
    seats = rows(
        "seats",
        game=game,
        seat=seat,
        strategy=seat,
        order=seat,
        region=seat,
        coach=0 * seat,
        score=score.round().astype(int).ravel(),
        win_share=seat,
    )
    cards = rows(
        "cards",
        game=game,
        seat=seat,
        card=np.where(took.ravel(), 0, 1),
        drafted_month=np.full(2 * games, 3),
    )
    draft_rows = sum_drafts(
        {"seats": seats, "cards": cards},
        {0: appraisal, 1: appraisal},
        clauses,
        2,
        {"order": 2, "region": 6, "coach": 0},
    )
    assert draft_rows.sums.games == 2 * games and draft_rows.draft_counts.tolist() == [took.sum()]
    # A quarter of the other seat's score is subtracted, but the two seats' drafts are independent.
    assert factors(draft_rows.sums).factor[0] == pytest.approx(2.0, abs=0.1)
