"""Test the validation benchmarks on made-up runs and a toy game."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import promises
import pytest
import validate
import verdict_rates
from cli.process import call
from promises import Promise
from synthetic_runs import random_run

from eoc_sim.analysis.tables import Run

ANALYSIS = Path(__file__).parent / "analysis"
GAMES, PART_GAMES = 2400, 240


def import_maker(name: str) -> ModuleType:
    """Import a test module that makes up runs."""
    spec = importlib.util.spec_from_file_location(f"made_by_{name}", ANALYSIS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def narrow_intervals(monkeypatch: pytest.MonkeyPatch, level: float = 0.5) -> None:
    """Plant intervals that cover less often than promised."""
    monkeypatch.setattr(promises.Look, "level", lambda look, tests=1, part=1.0: level)


def all_kept(checks: list[Promise]) -> bool:
    return all(check.is_kept for check in checks)


@pytest.mark.slow
def test_intervals_of_parts_cover_the_whole(tmp_path: Path) -> None:
    run = random_run(tmp_path / "run", 2400, stars=(1, 9))
    checks = validate.validate(run, 240)
    known_checks = {
        name: coverage
        for name, coverage in checks.items()
        if coverage.rows > coverage.without_interval
    }
    assert len(known_checks) > 10
    for name, coverage in known_checks.items():
        assert coverage.intervals_held / (coverage.rows - coverage.without_interval) > 0.9, name
    families = [coverage for coverage in checks.values() if coverage.families]
    assert families and all(
        coverage.families_held >= 0.85 * coverage.families for coverage in families
    )
    assert all(coverage.families_wrong <= 0.1 * coverage.families for coverage in families)
    assert len(validate.lines(checks, 2400, 240)) == len(checks) + 4


@pytest.mark.slow
def test_a_narrow_interval_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow_intervals(monkeypatch)
    run = random_run(tmp_path / "run", 1200)
    coverage = validate.validate(run, 120)["stars by strategy"]
    assert coverage.intervals_held / coverage.rows < 0.8


def coverages(rows: dict[str, validate.Coverage]) -> dict[str, float]:
    """Return the coverage of each kind with enough intervals."""
    return {
        name: coverage.intervals_held / (coverage.rows - coverage.without_interval)
        for name, coverage in rows.items()
        if coverage.rows - coverage.without_interval > 20
    }


@pytest.mark.slow
def test_intervals_of_timing_twins_and_variants_cover_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    timing = import_maker("test_timing").make_run(tmp_path / "timing", 600)
    twins, _ = import_maker("test_card_twins").make_run(tmp_path / "twins")
    variants = import_maker("test_variants")
    variants.synthetic(
        tmp_path / "variants", variants.crossing(2), 1200, lambda level: int(2 * level[0])
    )
    runs = (
        (timing, 300, validate.TIMING_INTERVALS),
        (twins, 600, validate.TWIN_INTERVALS),
        (tmp_path / "variants", 240, validate.VARIANT_INTERVALS),
    )
    coverage_by_kind = {}
    for path, part, interval_kinds in runs:
        coverage_by_kind |= coverages(validate.validate(path, part, 1, interval_kinds))
    assert len(coverage_by_kind) >= 12 and min(coverage_by_kind.values()) > 0.9, coverage_by_kind
    narrow_intervals(monkeypatch)
    narrow = coverages(validate.validate(timing, 300, 1, validate.TIMING_INTERVALS[:1]))
    narrow |= coverages(validate.validate(runs[2][0], 240, 1, validate.VARIANT_INTERVALS[2:3]))
    assert narrow["timing: means"] < coverage_by_kind["timing: means"] - 0.03
    assert narrow["variants: simple effects"] < coverage_by_kind["variants: simple effects"]


@pytest.mark.slow
def test_intervals_of_strata_rates_and_the_largest_gap_cover_the_whole(tmp_path: Path) -> None:
    run = random_run(tmp_path / "run", GAMES, stars=(9,), keep=("games", "seats", "cards"))
    interval_kinds = [kind for kind in validate.PLANTED_INTERVALS if "luck" not in kind.name]
    checks = validate.validate(run, PART_GAMES, interval_kinds=interval_kinds)
    coverage_by_kind = coverages(checks)
    assert len(coverage_by_kind) >= 3 and min(coverage_by_kind.values()) > 0.9, coverage_by_kind
    gap = checks["turn order: largest gap"]
    assert gap.intervals_held >= 0.8 * (gap.rows - gap.without_interval) > 0


@pytest.mark.slow
def test_versions_with_the_same_rules_rarely_differ_on_two_seeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (random_run(tmp_path / f"seed{seed}", GAMES, seed=seed) for seed in (1, 2))
    assert all_kept(promises.versions_on_two_seeds(one, other, PART_GAMES, 2))
    narrow_intervals(monkeypatch)
    assert not any(row.is_kept for row in promises.versions_on_two_seeds(one, other, PART_GAMES, 2))


def test_places_that_are_alike_are_rarely_found_to_differ(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`turn_order` shuffles the places of every game, so that all are alike."""
    rng = np.random.default_rng(3)
    wins = 100 * np.eye(4)[rng.choice(4, 2000, p=[0.4, 0.3, 0.2, 0.1])]
    changes = wins - 100 * np.eye(4)[rng.choice(4, 2000, p=[0.4, 0.3, 0.2, 0.1])]
    assert all_kept(promises.turn_order(wins, 400, 400, "wins"))
    assert all_kept(promises.turn_order(changes, 400, 400, "changes"))
    narrow_intervals(monkeypatch, 0.96)
    _, gap = promises.turn_order(wins, 400, 400, "wins")
    assert not gap.is_kept, "the interval of a single pair does not hold for the largest gap of all"


def test_results_shown_while_watching_are_rarely_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some differences are sparse, some skewed and some dense.

    Intervals that are too narrow are detected.
    """
    rng = np.random.default_rng(4)
    wins = rng.choice([-100.0, 0.0, 100.0], (1200, 2), p=[0.01, 0.97, 0.02])
    score = np.stack([rng.normal(0, 9, 1200), rng.poisson(0.1, 1200)], axis=1)
    changes, smallest = np.hstack([wins, score]), np.array([1.0, 1.0, 2.0, 2.0])
    rates = promises.peeking(changes, smallest, 200, "made up")
    assert len(rates) == 5 and all_kept(rates)
    narrow_intervals(monkeypatch, 0.95)
    assert not any(row.is_kept for row in promises.peeking(changes, smallest, 200, "made up")[:3])


@pytest.mark.slow
def test_planted_changes_are_found_as_often_as_the_plan_command_promises(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = np.random.default_rng(6).normal(1.0, 20.0, 5000)
    assert all_kept(promises.power(changes, 1.0, 8, 100.0, 300, "made up"))
    monkeypatch.setattr(promises, "games_to_find", lambda *arguments: 2000.0)
    assert not all_kept(promises.power(changes, 1.0, 8, 100.0, 300, "made up"))
    path = random_run(tmp_path / "run", GAMES, stars=(6,))
    run = Run(path)
    arm, label = run.arms[1], validate.stratum_frames(run)["score"]["label"][0]
    plays = promises.plays_by_holders(run, arm, 1)
    for size, is_promise_kept in ((plays, True), (plays + 1, False)):
        rows = promises.check_planted_change(
            path, PART_GAMES, arm.label, "holders", label, "score", size, promises.STRATA[0]
        )
        assert all_kept(rows) == is_promise_kept


def test_intervals_contain_the_known_answers_of_a_toy_game(tmp_path: Path) -> None:
    answer = call(
        tmp_path,
        "sweep",
        "--game",
        "runs.counter_game",
        "--vary",
        "rules.bonus=3",
        "--games",
        "4800",
        "--out",
        "run",
        "--quiet",
        "--jobs",
        "1",
    )
    assert answer.returncode == 0, answer.stderr
    assert all_kept(promises.known_answers(tmp_path / "run", PART_GAMES, 3))
    assert not all_kept(promises.known_answers(tmp_path / "run", PART_GAMES, 5))


def test_the_tables_are_written_into_the_docs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every table has its place in the docs, and nothing else is rewritten."""
    text = validate.METRICS_PAGE.read_text(encoding="utf-8")
    assert all(text.count(f"<!-- validation: {name} -->\n") == 1 for name in validate.TABLES)
    monkeypatch.setattr(validate, "METRICS_PAGE", tmp_path / "metrics.md")
    validate.METRICS_PAGE.write_text(text, encoding="utf-8")
    rows = [Promise("seldom", 0.0, 5.0, 9.0, 10_000), Promise("often", 96.0, 100.0, 95.0, 100)]
    validate.write("promises", validate.promise_lines(rows))
    renewed = validate.METRICS_PAGE.read_text(encoding="utf-8")
    assert renewed.startswith(text.partition("<!-- validation: promises -->")[0])
    assert renewed.endswith(text.partition("<!-- end of validation: promises -->")[2])
    assert "| seldom | at most 5 | 9.0 (broken) | 10000 |" in renewed
    assert "| often | at least 96 | 95.0 | 100 |" in renewed


def realistic_differences(rows: int) -> np.ndarray:
    """Draw changes in wins like those of real games: most are zero."""
    rng = np.random.default_rng(3)
    return rng.choice([-100.0, 0.0, 0.0, 0.0, 100.0], size=(2000, rows))


@pytest.mark.parametrize("elsewhere", [verdict_rates.ABSENT, verdict_rates.REVERSED])
def test_verdicts_over_a_family_are_rarely_wrong(elsewhere: str) -> None:
    changes = realistic_differences(1)[:, 0]
    for share in (50, 79, 81, 100):
        for members in (20, 50):
            rates = verdict_rates.rate_family_verdicts(
                changes, share, members, 16, 1200, 400, elsewhere
            )
            assert rates.promise.is_kept, rates
            if share == 100:
                assert rates.rates[verdict_rates.WORDS[0]] == 100
    assert len(verdict_rates.family_lines([rates], 1200)) == 5


def test_a_weaker_bound_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """If *robust* required only 70 of 100 possible members, it would be wrong too often."""
    monkeypatch.setattr(verdict_rates.family, "MIN_MEMBERS", 70.0)
    rates = verdict_rates.rate_family_verdicts(
        realistic_differences(1)[:, 0], 79, 20, 16, 1200, 400
    )
    promise = verdict_rates.Promise("robust", 0, 5, rates.rates["robust"], rates.cases)
    assert not promise.is_kept


def test_answers_of_learning_players_are_rarely_wrong() -> None:
    changes = realistic_differences(4).reshape(2000, 2, 2)
    rates = verdict_rates.learnt_rates(changes, 1200, 200, (8.0,))
    assert all_kept(rates)
    powers = [rate.rate for rate in rates if rate.claim.endswith(verdict_rates.POWER)]
    assert len(powers) == 1 and powers[0] > 50
    assert len(verdict_rates.learnt_lines(rates, 1200)) == len(rates) + 4
