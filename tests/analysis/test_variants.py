"""Planted main effects, interactions and simple effects are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from synthetic_runs import table, write_run

from eoc_sim.analysis.contrasts import INTERACTION, MAIN, SIMPLE, ContrastSums, contrasts
from eoc_sim.analysis.looks import fixed_look
from eoc_sim.analysis.measures import GAP, ORDER, SPREAD, STRATEGY, WINNING
from eoc_sim.analysis.stats import judge, paired_differences
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.variants import effects, short_name, values_without_effect
from eoc_sim.reports import build, verdict_lines
from eoc_sim.reports.variants import (
    design_words,
    has_averages,
    measure_tables,
    with_averages,
)
from eoc_sim.reports.words import decimal
from eoc_sim.simulator.runs.crossing import CrossedRow, Crossing, Factor, SimpleEffect
from eoc_sim.simulator.runs.two_level import two_level

PLAYERS = 4
GAMES = 2000
"""The number of games per version in runs that test how often intervals cover the true value."""


def crossing(factors: int, resolution: int | None = None) -> Crossing:
    """Make a design whose arms are its rows, followed by arms with a single changed value."""
    design = two_level(factors, resolution)
    rows = tuple(CrossedRow(arm, levels) for arm, levels in enumerate(design.rows))
    names = [f"rules.{letter}" for letter in "abcdefgh"[:factors]]
    simple = []
    arms = {row.levels: row.arm for row in rows}
    for index, key in enumerate(names):
        alone = tuple(int(other == index) for other in range(factors))
        arm = arms.setdefault(alone, len(arms))
        simple.append(SimpleEffect(key, key, "0", "1", arm, 0))
    return Crossing(
        tuple(Factor(key, key, "0", ("1",)) for key in names), rows, design.words, tuple(simple)
    )


def levels_of_arms(design: Crossing) -> np.ndarray:
    """Return each factor's level by arm."""
    factors = len(design.factors)
    row_of = {row.arm: row.levels for row in design.rows}
    for index, effect in enumerate(design.simple):
        row_of[effect.arm] = tuple(int(other == index) for other in range(factors))
    return np.array([row_of[arm] for arm in sorted(row_of)])


def synthetic(
    path: Path,
    design: Crossing,
    games: int,
    shift: Callable[[np.ndarray], int],
    *,
    favoured: Callable[[np.ndarray], int] = lambda levels: 0,
    noise: int = 3,
    planned: int | None = None,
    signings: bool = True,
) -> Run:
    """Make a run in which levels shift scores.

    ``shift`` is added to all scores, ``favoured`` only to those of strategy 0.
    """
    luck = np.random.default_rng(5)
    base = luck.integers(50, 90, (games, PLAYERS))
    strategy = (np.arange(PLAYERS) + np.arange(games)[:, None]) % PLAYERS
    order = np.tile(np.arange(PLAYERS), (games, 1))
    seats, whole, signed = [], [], []
    levels = levels_of_arms(design)
    for arm, level in enumerate(levels):
        own = luck.integers(-noise, noise + 1, (games, 1)) if noise else 0
        score = base + shift(level) + favoured(level) * (strategy == 0) + own
        best = score == score.max(axis=1, keepdims=True)
        numbers = {"arm": np.full(games, arm), "game": np.arange(games)}
        wide = {name: np.repeat(values, PLAYERS) for name, values in numbers.items()}
        seats.append(
            table(
                "seats",
                wide
                | {
                    "seat": np.tile(np.arange(PLAYERS), games),
                    "order": order.ravel(),
                    "strategy": strategy.ravel(),
                    "score": score.ravel(),
                    "win_share": (best / best.sum(axis=1, keepdims=True)).ravel(),
                    "ec_wasted": np.full(games * PLAYERS, 3 + level[0]),
                },
            )
        )
        whole.append(
            table(
                "games",
                numbers
                | {
                    "players": [PLAYERS] * games,
                    "winner_seat": best.argmax(axis=1),
                    "decisions": 200 + 10 * level[-1] + luck.integers(0, 5, games),
                    "lead_changes": np.full(games, 2),
                },
            )
        )
        signed.append(
            table(
                "signings",
                {name: np.repeat(values, 2) for name, values in numbers.items()}
                | {
                    "spot": np.tile([1, 2], games),
                    "rivals": np.tile([0, 1], games) * (2 + level[0]),
                },
            )
        )
    tables = {"games": pl.concat(whole), "seats": pl.concat(seats)}
    if signings:
        tables["signings"] = pl.concat(signed)
    arms = [{"label": f"version {arm}", "changes": []} for arm in range(1, len(levels))]
    record = {"planned_games": planned} if planned else {}
    return Run(
        write_run(path, tables, arms=arms, crossing=design.record(), command="variants", **record)
    )


def row_of(frame: pl.DataFrame, metric: str, **values: str) -> dict:
    rows = frame.filter(pl.col("metric") == metric, *(pl.col(k) == v for k, v in values.items()))
    return rows.row(0, named=True)


def planted(levels: np.ndarray) -> int:
    a, b, *_ = levels
    return int(6 * a - 4 * b + 8 * a * b)


@pytest.fixture(scope="module", params=[None, 5])
def run(request, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Make a run with five switches, crossed in all 32 combinations or in half of them."""
    path = tmp_path_factory.mktemp("variants") / "run"
    design = crossing(5, request.param)
    return synthetic(path, design, 600, planted, favoured=lambda levels: 5 * int(levels[2]))


@pytest.fixture(scope="module")
def frames(run: Run) -> dict[str, pl.DataFrame]:
    return effects(run)


def test_planted_effects_are_found(frames: dict[str, pl.DataFrame]):
    for key, average, alone in (("rules.a", 10, 6), ("rules.b", 0, -4), ("rules.d", 0, 0)):
        main = row_of(frames[MAIN], WINNING, key=key)
        assert main["all_low"] <= average <= main["all_high"]
        assert main["high"] - main["low"] < 0.7 and main["games"] == 600
        simple = row_of(frames[SIMPLE], WINNING, key=key)
        assert simple["all_low"] <= alone <= simple["all_high"]
        # A comparison of two versions varies more than an average over all versions.
        assert simple["high"] - simple["low"] > main["high"] - main["low"]
    assert row_of(frames[MAIN], WINNING, key="rules.a")["verdict"] == "changes"
    assert row_of(frames[MAIN], WINNING, key="rules.d")["verdict"] == "no change that matters"
    for metric in (WINNING, SPREAD):
        pairs = frames[INTERACTION].filter(pl.col("metric") == metric)
        assert pairs.height == 10
        effect = row_of(pairs, metric, key="rules.a", other="rules.b")
        assert effect["all_low"] <= (8 if metric == WINNING else 0) <= effect["all_high"]
    others = frames[INTERACTION].filter(
        (pl.col("metric") == WINNING) & (pl.col("verdict") == "changes")
    )
    assert others.select("what", "other_what").rows() == [("a 1", "b 1")]


def test_wins_go_to_the_favoured_strategy(frames: dict[str, pl.DataFrame]):
    wins = frames[MAIN].filter((pl.col("metric") == "strategy") & (pl.col("key") == "rules.c"))
    assert wins["label"].to_list() == ["hoarder", "quick_start", "vegas", "marketing_drip"]
    assert wins["change"][0] > 5 and abs(wins["change"].sum()) < 1e-9
    assert wins["verdict"][0] == "changes"
    # Turn order favours nobody here: one of its gaps is shown, and nothing changes it.
    gaps = frames[MAIN].filter(pl.col("metric") == GAP)
    assert gaps.height == 5 and gaps["label"].n_unique() == 1 and gaps["current"][0] > 0
    assert "changes" not in gaps["verdict"].to_list()


def test_other_measures(frames: dict[str, pl.DataFrame]):
    assert row_of(frames[SIMPLE], "waste", key="rules.a")["change"] == 1.0
    assert row_of(frames[SIMPLE], "contested", key="rules.a")["change"] == 0.0
    assert row_of(frames[SIMPLE], "contested", key="rules.a")["current"] == 1.0
    longer = row_of(frames[MAIN], "decisions", key="rules.e")
    assert longer["low"] < 10 < longer["high"]
    assert set(frames[MAIN].filter(pl.col("metric") == "lead_changes")["differ"]) == {0}
    # No interval has width 0.
    assert row_of(frames[MAIN], "lead_changes", key="rules.e")["low"] < 0


def test_the_printed_intervals_are_those_that_the_verdicts_use(frames: dict[str, pl.DataFrame]):
    printed = {cell for _, _, rows in measure_tables(frames) for row in rows for cell in row}
    for kind in (SIMPLE, MAIN):
        rows = frames[kind].filter(~pl.col("metric").is_in([STRATEGY, ORDER]))
        for row in rows.filter(pl.col("differ") > 0).iter_rows(named=True):
            low, high = (decimal(row[f"all_{end}"], 2, sign=True) for end in ("low", "high"))
            assert f"{low} to {high}" in printed, row


@pytest.mark.slow
def test_the_report_shows_every_effect(run: Run):
    page = build(run.path).read_text(encoding="utf-8")
    assert "changes crossed in" in page and "Winning score, stars: two together" in page
    assert "a 1 with b 1" in page and "c 1:</b> +" in page
    assert "No value on its own changed" in page and "lead changes" in page


def test_a_switch_that_changes_nothing_is_named(tmp_path: Path):
    run = synthetic(tmp_path / "run", crossing(3), 40, lambda levels: 6 * int(levels[1]), noise=0)
    frames = {
        kind: frame.filter(pl.col("metric") == WINNING) for kind, frame in effects(run).items()
    }
    assert values_without_effect(frames) == ["a 1", "c 1"]


@pytest.mark.slow
def test_a_change_played_alone_has_no_average(tmp_path: Path):
    """Without other changes there is no average over them: one change, one interval."""
    run = synthetic(tmp_path / "run", crossing(1), 400, lambda levels: 3 * int(levels[0]))
    frames = effects(run)
    assert not has_averages(with_averages(frames))
    for _, head, rows in measure_tables(frames):
        assert head == ("variant", "by itself", "between", "verdict")
        assert all(len(row) == len(head) for row in rows)
    assert "On average" not in " ".join(verdict_lines(run.path))
    page = build(run.path).read_text(encoding="utf-8")
    assert "on average" not in page.lower() and "by itself" in page
    crossed = effects(synthetic(tmp_path / "two", crossing(2), 40, lambda levels: 0))
    assert has_averages(with_averages(crossed))


def test_a_measure_that_differs_in_no_game_is_decided(tmp_path: Path):
    """With enough games there is a verdict even if a measure has no smallest change that matters.

    If none of n games differ, at most about 3/n of all games can be expected to differ.
    """
    for games, word in ((400, "no change that matters"), (200, "not decided")):
        run = synthetic(tmp_path / f"run-{games}", crossing(2), games, planted)
        frames = effects(run)
        for kind in (SIMPLE, MAIN):
            changes = frames[kind].filter(pl.col("metric") == "lead_changes")
            assert changes["verdict"].to_list() == [word] * 2
            assert changes["more_games"].null_count() == 2
    assert row_of(frames[SIMPLE], "decisions", key="rules.b")["verdict"] == "changes"


def test_slow_narrowing_between_looks_is_reported(tmp_path: Path):
    for planned, is_reported in ((1500, True), (500, True), (200, True), (None, False)):
        run = synthetic(
            tmp_path / f"run-{planned}", crossing(1), 2000, planted_one, planned=planned
        )
        text = " ".join(verdict_lines(run.path))
        assert ("in between, more games hardly narrow the intervals" in text) == is_reported
        if planned == 500:
            assert "look was at 1 500 games per version, and the next is at 4 500" in text


def planted_one(levels: np.ndarray) -> int:
    return 3 * int(levels[0])


@pytest.mark.slow
def test_a_low_resolution_is_reported_and_shows_no_interactions(tmp_path: Path):
    design = crossing(3, 3)
    run = synthetic(tmp_path / "run", design, 40, planted)
    assert not effects(run)[INTERACTION].width
    text = " ".join(design_words(design))
    assert "one in 2 of all combinations, resolution III" in text and "confounds" in text
    assert "stars: two together" not in build(run.path).read_text(encoding="utf-8")


def test_an_extended_run_keeps_its_promise(tmp_path: Path):
    """An interval of an extended run contains that of a run planned with as many games."""
    run = synthetic(tmp_path / "run", crossing(2), 3000, planted, planned=1500)
    again = synthetic(tmp_path / "again", crossing(2), 3000, planted)
    extended = row_of(effects(run)[MAIN], WINNING, key="rules.a")
    single = row_of(effects(again)[MAIN], WINNING, key="rules.a")
    assert extended["change"] == single["change"]
    assert extended["low"] <= single["low"] and extended["high"] >= single["high"]


def test_without_signings_contests_are_left_out(tmp_path: Path):
    run = synthetic(tmp_path / "run", crossing(2), 40, planted, signings=False)
    assert "contested" not in effects(run)[MAIN]["metric"].to_list()


def test_runs_without_a_crossing_are_refused(tmp_path: Path):
    run = synthetic(tmp_path / "run", crossing(2), 40, planted)
    del run.record["crossing"]
    with pytest.raises(MissingResults, match="not crossed"):
        effects(run)


def test_intervals_of_contrasts_cover_the_truth():
    """Intervals for main effects and interactions have the first look's coverage of 97.5 %."""
    design = crossing(5, 5)
    crossed_contrasts = [contrast for contrast in contrasts(design) if contrast.kind != SIMPLE]
    weights = np.zeros((len(crossed_contrasts), len(design.rows)))
    for index, contrast_row in enumerate(crossed_contrasts):
        for arm, weight in contrast_row.weights.items():
            weights[index, arm] = weight
    levels = np.array([row.levels for row in design.rows])
    luck = np.random.default_rng(8)
    effect, pair = luck.normal(size=5), luck.normal(size=(5, 5))
    truth = levels @ effect + np.einsum("af,fg,ag->a", levels, np.triu(pair, 1), levels)
    covered = []
    for _ in range(300):
        shared = luck.gamma(1.0, 10.0, (1, GAMES))
        own = luck.gamma(0.5, 2.0, (len(levels), GAMES)) * (luck.random((1, GAMES)) < 0.3)
        games = truth[:, None] + shared + own
        sums = ContrastSums(len(crossed_contrasts), 1)
        sums.add((weights @ games)[:, :, None])
        family = judge(
            fixed_look(GAMES),
            paired_differences(
                sums.total[:, 0], sums.squares[:, 0], GAMES, sums.largest.max(), sums.differ[:, 0]
            ),
            1.0,
        )
        true_values = weights @ truth
        covered.append((family["low"] <= true_values) & (true_values <= family["high"]))
    share = np.mean(covered, axis=0)
    assert 0.955 < share.mean() < 0.99 and share.min() > 0.91
    kinds = [contrast.kind for contrast in crossed_contrasts]
    assert kinds.count(MAIN) == 5 and kinds.count(INTERACTION) == 10


def test_levels_of_a_full_factorial_are_compared_with_the_current_one():
    design = Crossing(
        (Factor("card.a", "a", "1", ("2", "3")), Factor("card.b", "b", "1", ("2",))),
        tuple(CrossedRow(3 * b + a, (a, b)) for a in range(3) for b in range(2)),
    )
    frame = contrasts(design)
    assert [row.kind for row in frame] == [MAIN] * 3 + [INTERACTION] * 2
    assert frame[1].weights == {2: 0.5, 5: 0.5, 0: -0.5, 3: -0.5}
    assert frame[4].weights == {5: 1.0, 2: -1.0, 3: -1.0, 0: 1.0} and frame[4].reach == 2
    assert not [
        contrast
        for contrast in contrasts(replace(design, words=((0, 1),)))
        if contrast.kind == INTERACTION
    ]


def test_short_names():
    assert short_name("rules.stash", "deal5") == "stash deal5" and short_name("", "") == ""
