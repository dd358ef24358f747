"""Test tournaments: line-ups, cells, ratings, rings and error rates."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import polars as pl
import pytest
from tournaments import ROCK_PAPER_SCISSORS, MadeUpTournament

from eoc_sim.analysis import alpha_rank, ratings, survival
from eoc_sim.analysis.alpha_rank import advantages, bounds, mix, stationary, takeover_chance
from eoc_sim.analysis.looks import FIRST_LOOK_ERROR
from eoc_sim.analysis.played_tournament import ahead, cells, line_ups
from eoc_sim.simulator.runs.line_ups import (
    all_line_ups,
    choose_line_ups,
    count_line_ups,
    one_against_copies,
)

# --- Line-ups.


@pytest.mark.parametrize(("strategies", "players"), [(2, 2), (5, 4), (3, 3), (7, 2)])
def test_all_line_ups(strategies: int, players: int) -> None:
    line_ups = list(all_line_ups(strategies, players))
    assert len(line_ups) == len(set(line_ups)) == count_line_ups(strategies, players)
    assert all(len(set(line_up)) > 1 and list(line_up) == sorted(line_up) for line_up in line_ups)
    assert choose_line_ups(strategies, players, len(line_ups), 1) == line_ups


def test_a_sample_includes_one_against_copies_and_shares_seats_evenly() -> None:
    first = set(one_against_copies(5, 4))
    assert len(first) == 20
    line_ups = choose_line_ups(5, 4, 40, 1)
    assert first < set(line_ups) and len(set(line_ups)) == 40
    seats = np.bincount(np.ravel(line_ups), minlength=5)
    assert seats.max() - seats.min() <= 2
    assert line_ups == choose_line_ups(5, 4, 40, 1) != choose_line_ups(5, 4, 40, 2)
    # There are too many line-ups to list. A sample of 50 is also too small to contain every line-up
    # in which one strategy plays against copies of another.
    few = choose_line_ups(30, 4, 50, 1)
    seats = np.bincount(np.ravel(few), minlength=30)
    assert len(set(few)) == 50 and seats.min() >= 5 and seats.max() <= 8


# --- Numbers by hand.


def test_numbers_match_a_count_by_hand() -> None:
    played = MadeUpTournament([0.5, 0.0, -0.4], games=60)
    arm_of = {identifier: number for number, identifier in enumerate(played.chosen)}
    strategies, wins, scores = played._read(arm_of[0, 0, 1], (0, 60))
    share = 100 * (wins * (strategies == 0)).sum() / 2 / 60
    row = (
        line_ups(played)
        .filter((pl.col("who") == "2 x a, b") & (pl.col("label") == "a"))
        .row(0, named=True)
    )
    assert row["wins"] == pytest.approx(share) and row["seats"] == 2
    assert row["score"] == pytest.approx(scores[strategies == 0].mean())
    frame = cells(played)
    alone = 100 * (wins * (strategies == 1)).sum() / 60
    assert frame.wins[1, 0] == pytest.approx(alone) and not frame.missing
    counted = []
    for line_up in ((0, 0, 1), (0, 1, 1), (0, 1, 2)):
        strategies, _, scores = played._read(arm_of[line_up], (0, 60))
        ones, others = (
            [score[strategy == which] for score, strategy in zip(scores, strategies, strict=True)]
            for which in (0, 1)
        )
        counted.append(
            np.mean(
                [(one[:, None] > other).mean() for one, other in zip(ones, others, strict=True)]
            )
        )
    row = ahead(played).filter((pl.col("label") == "a") & (pl.col("other_label") == "b"))
    assert row["ahead"][0] == pytest.approx(100 * np.mean(counted)) and row["line_ups"][0] == 3


def test_extending_a_run_does_not_widen_its_intervals() -> None:
    planned = cells(MadeUpTournament([0.3, 0.0, -0.3], games=600))
    frame = cells(MadeUpTournament([0.3, 0.0, -0.3], games=1200, planned=600))
    off_diagonal = ~np.eye(3, dtype=bool)
    assert (frame.all_low[off_diagonal] >= planned.all_low[off_diagonal] - 1e-9).all()
    assert (frame.all_high[off_diagonal] <= planned.all_high[off_diagonal] + 1e-9).all()


# --- Ratings.


def test_ratings_recover_the_strengths_of_the_strategies() -> None:
    strengths = np.array([0.6, 0.2, 0.0, -0.8])
    fit = ratings.fit(MadeUpTournament(strengths, games=3000, players=4))
    assert fit is not None
    error = np.sqrt(np.diag(fit.covariance))
    assert (np.abs(fit.log_weights - strengths + strengths.mean()) < 4 * error).all()
    assert (error < 0.05).all()


def test_ratings_of_strategies_that_never_met_are_unknown() -> None:
    played = MadeUpTournament([0.0] * 4, line_ups=[(0, 0, 1), (2, 2, 3)])
    frame = ratings.ratings(played)
    assert frame["rating"].null_count() == frame["low"].null_count() == 4
    assert ratings.add_expected(played)["expected"].null_count() == 4


def test_a_strategy_that_is_always_ahead_has_a_rating_with_an_interval() -> None:
    frame = ratings.ratings(MadeUpTournament([0.0, 50.0], players=2))
    best, worst = frame.rows(named=True)
    assert best["label"] == "b" and math.isfinite(best["rating"])
    assert best["low"] < best["rating"] < best["high"] and worst["high"] < best["low"]


# --- Who lasts.


def test_the_mix_of_known_games() -> None:
    cycle = np.array([[0, 0.2, -0.2], [-0.2, 0, 0.2], [0.2, -0.2, 0]])
    for alpha in survival.ALPHAS:
        assert mix(cycle, alpha) == pytest.approx(100 / 3)
    better = advantages(np.array([[0, 40, 50], [10, 0, 30], [12, 20, 0]], dtype=float), 4)
    assert mix(better, math.inf) == pytest.approx([100, 0, 0], abs=1e-3)
    assert mix(np.zeros((4, 4)), 3.0) == pytest.approx(25)
    # Two strategies that keep each other out, or let each other in, each have half of the mix.
    for sign in (-1, 1):
        assert mix(sign * (0.1 - 0.1 * np.eye(2)), math.inf) == pytest.approx(50)


def test_the_chance_of_taking_over_matches_the_process_step_by_step() -> None:
    """A birth-death chain goes up rather than down with odds of exp(alpha * advantage) to 1."""
    for advantage, alpha in ((0.07, 1.0), (-0.03, 3.0), (0.2, 0.5)):
        ratio = math.exp(-alpha * advantage)
        whole = sum(ratio**step for step in range(alpha_rank.POPULATION))
        assert takeover_chance(np.array([advantage]), alpha)[0] == pytest.approx(1 / whole)


def test_the_stationary_shares_satisfy_the_balance_equations() -> None:
    rates = np.random.default_rng(1).uniform(0, 1, (6, 6)) ** 8
    np.fill_diagonal(rates, 0)
    shares = stationary(rates)
    assert shares @ rates == pytest.approx(shares * rates.sum(axis=1))


def test_bounds_are_the_extremes_over_all_intervals() -> None:
    luck = np.random.default_rng(1)
    off_diagonal = [(index, other) for index in range(3) for other in range(3) if index != other]
    for alpha in (1.0, 30.0, math.inf):
        middle, reach = luck.normal(0, 0.05, (3, 3)), luck.uniform(0, 0.08, (3, 3))
        for matrix in (middle, reach):
            np.fill_diagonal(matrix, 0)
        low, high = bounds(middle - reach, middle + reach, alpha)
        corners = []
        for ends in product((-1, 1), repeat=6):
            corner = middle.copy()
            for place, end in zip(off_diagonal, ends, strict=True):
                corner[place] += end * reach[place]
            corners.append(mix(corner, alpha))
        assert low == pytest.approx(np.min(corners, axis=0))
        assert high == pytest.approx(np.max(corners, axis=0))


# --- Rings, dominance and missing line-ups.


def test_rock_paper_scissors_is_found() -> None:
    played = MadeUpTournament([0, 0, 0], games=1200, effects=ROCK_PAPER_SCISSORS)
    tables = survival.tables(played, cells(played))
    assert tables["cycles"].select("label", "beats").rows() == [("a", "b"), ("b", "c"), ("c", "a")]
    assert (tables["cycles"]["low"] > 100 / 3).all()
    assert (tables["cycles"]["against_high"] < 100 / 3).all()
    assert tables["fates"]["where_all_play_it"].to_list() == ["yields"] * 3
    assert tables["mix"]["share"].to_list() == pytest.approx([100 / 3] * 3)
    assert tables["mix"]["low"].min() > 30 and tables["mix"]["high"].max() < 37


def test_the_shortest_rings_of_every_strongly_connected_component() -> None:
    beats = np.zeros((8, 8), dtype=bool)
    for one, other in ((0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (4, 5), (5, 6), (6, 4)):
        beats[one, other] = True
    assert sorted(survival.cycles(beats)) == [(0, 1, 2, 3), (4, 5, 6)]
    assert not list(survival.cycles(np.triu(np.ones((5, 5), dtype=bool), 1)))


def test_dominated_and_unbeaten_strategies() -> None:
    played = MadeUpTournament([2.5, 0.0, -2.5], games=600)
    fates = survival.tables(played, cells(played))["fates"]
    assert fates["where_all_play_it"].to_list() == ["holds", "yields", "yields"]
    assert fates["dominated_by"].to_list() == [[], ["a"], ["a", "b"]]
    assert fates["settings"].to_list() == [6] * 3 == fates["all_settings"].to_list()


def test_intervals_cover_the_wins_of_the_best_other_strategy() -> None:
    """The intervals cover the truth in 95 of 100 tournaments: choosing the best adds no bias."""
    for strengths in ([0.0, 0.0, 0.0, 0.0], [0.4, 0.3, 0.0, -0.5]):
        weights = np.exp(strengths)
        truth = [
            max(
                100 * weights[other] / (weights[other] + 2 * weights[index])
                for other in range(4)
                if other != index
            )
            for index in range(4)
        ]
        covered = 0
        for seed in range(40):
            played = MadeUpTournament(strengths, games=240, seed=seed)
            output = survival.fates(played, cells(played))
            covered += bool(
                (output["best_low"] <= truth).all() and (output["best_high"] >= truth).all()
            )
        assert covered >= 36, (strengths, covered)


def test_unplayed_line_ups_are_not_judged() -> None:
    left_out = (0, 1, 1)
    played = MadeUpTournament(
        [2.5, 0.0, -2.5],
        games=600,
        line_ups=[line_up for line_up in all_line_ups(3, 3) if line_up != left_out],
    )
    frame = cells(played)
    assert frame.missing == [(0, 1)]
    tables = survival.tables(played, frame)
    assert tables["mix"].is_empty() and tables["copying"].is_empty()
    fates = tables["fates"]
    # No strategy is known to get in where everyone plays b, because strategy a was not tried there.
    assert fates["where_all_play_it"].to_list() == ["holds", "not played", "yields"]
    assert fates["dominated_by"].to_list()[1] == []
    assert fates["settings"].to_list() == [5, 5, 6]


def test_no_mix_without_line_ups_of_one_strategy_against_copies_of_another() -> None:
    played = MadeUpTournament([0.0] * 4, players=4, line_ups=[(0, 1, 2, 3), (0, 0, 2, 3)])
    frame = cells(played)
    assert frame.frame.is_empty() and len(frame.missing) == 12
    tables = survival.tables(played, frame)
    assert set(tables["fates"]["where_all_play_it"]) == {"not played"} and tables["mix"].is_empty()


# --- How often statements are wrong.


def _error_rates(
    tournaments: int, games: int, strengths: list[float], players: int
) -> dict[str, float]:
    """Return the percentage of tournaments with each kind of error.

    For single cells and ratings, the percentage is that of intervals that miss the truth.
    """
    size = len(strengths)
    weights = np.exp(strengths)
    truth = 100 * weights[:, None] / (weights[:, None] + (players - 1) * weights[None, :])
    true_ratings = ratings.AVERAGE + ratings.POINTS * (np.array(strengths) - np.mean(strengths))
    advantage = advantages(truth.copy(), players)
    off_diagonal = ~np.eye(size, dtype=bool)
    are_equal = math.isclose(min(strengths), max(strengths))
    order = np.argsort(strengths)
    counts = dict.fromkeys(
        ("cell", "cells together", "rating", "ratings together", "mix", "rings", "dominated"), 0.0
    )
    for seed in range(tournaments):
        played = MadeUpTournament(strengths, games, players, seed=seed)
        cell_frame = cells(played)
        frame = cell_frame.frame.with_columns(
            pl.Series(
                "truth",
                [
                    truth[one, other]
                    for one, other in cell_frame.frame.select("strategy", "other").rows()
                ],
            )
        )
        counts["cell"] += 1 - frame["truth"].is_between(frame["low"], frame["high"]).mean()
        counts["cells together"] += bool(
            ((truth < cell_frame.all_low) | (truth > cell_frame.all_high))[off_diagonal].any()
        )
        ratings_found = ratings.ratings(played).sort("strategy")
        outside = [
            ~pl.Series(true_ratings).is_between(
                ratings_found[f"{part}low"], ratings_found[f"{part}high"]
            )
            for part in ("", "all_")
        ]
        counts["rating"] += outside[0].mean()
        counts["ratings together"] += bool(outside[1].any())
        tables = survival.tables(played, cell_frame)
        survivors = tables["mix"].sort("strategy")
        share = mix(advantage, math.inf)
        counts["mix"] += bool(
            (
                (share < survivors["low"].to_numpy() - 1e-6)
                | (share > survivors["high"].to_numpy() + 1e-6)
            ).any()
        )
        counts["rings"] += tables["cycles"].height > 0
        dominators = tables["fates"]["dominated_by"].to_list()
        counts["dominated"] += any(
            are_equal or list(order).index(ord(better) - ord("a")) < list(order).index(worse)
            for worse, names in enumerate(dominators)
            for better in names
        )
    return {name: 100 * number / tournaments for name, number in counts.items()}


def _limit(promise: float, cases: int) -> float:
    """Return the limit that chance allows: three standard errors above the promise."""
    return promise + 300 * math.sqrt(promise / 100 * (1 - promise / 100) / cases)


@pytest.mark.parametrize(
    ("strengths", "players", "tournaments", "games"),
    [
        ([0.0, 0.0, 0.0], 3, 80, 240),
        ([0.7, 0.1, -0.5], 3, 60, 240),
        pytest.param([0.0] * 5, 4, 1500, 312, marks=pytest.mark.slow),
        pytest.param([0.9, 0.3, 0.3, 0.0, -1.5], 4, 1500, 312, marks=pytest.mark.slow),
        pytest.param([0.4, 0.0, -0.4], 2, 4000, 500, marks=pytest.mark.slow),
    ],
)
def test_error_rates_do_not_exceed_the_promise(
    strengths: list[float], players: int, tournaments: int, games: int
) -> None:
    error_rates = _error_rates(tournaments, games, strengths, players)
    limit = _limit(100 * FIRST_LOOK_ERROR, tournaments)
    assert error_rates["cell"] < limit
    assert error_rates["rating"] < limit
    for statement in ("cells together", "ratings together", "mix", "rings", "dominated"):
        assert error_rates[statement] <= limit, statement
