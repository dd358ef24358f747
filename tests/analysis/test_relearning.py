"""Test both answers of a run with learning players: pairing, families and drafts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from second_runs import pair
from synthetic_runs import random_run, stars_change, table, write_run

from eoc_sim.analysis import compare, headlines
from eoc_sim.analysis.notable_findings import answers as notable_answers
from eoc_sim.analysis.relearning import (
    RelearntRun,
    answers,
    ask_draft_changes,
    draft_rates,
    effects,
    is_second,
    learning_games,
    players_not_learning,
    requests_relearning,
    second_run,
    shifts,
    wins,
)
from eoc_sim.analysis.shape import ShapeQuestions
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.simulator.runs.relearning import relearned_folder


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Run]:
    """Make a card give 4 more stars, or 1 more in the run of players who have learnt."""
    path = pair(
        tmp_path_factory.mktemp("runs") / "run",
        second_stars=(6,),
        is_learner=(True, False, True, False),
    )
    run = Run(path)
    return run, second_run(run)


def test_runs_that_request_relearning_and_their_learners(runs: tuple[Run, Run], tmp_path: Path):
    run, second = runs
    assert requests_relearning(run) and not is_second(run)
    assert is_second(second) and not requests_relearning(second)
    assert learning_games(run) == 600
    assert players_not_learning(second) == ["quick_start", "marketing_drip"]
    alone = Run(random_run(tmp_path / "alone", 24))
    assert not requests_relearning(alone)
    with pytest.raises(MissingResults, match="play it with --relearn"):
        second_run(alone)


def test_a_second_run_that_is_behind_counts_as_missing(tmp_path: Path):
    run = Run(pair(tmp_path / "run", 48, second_games=24))
    with pytest.raises(MissingResults, match="have played 24 of 48 games; --resume plays the rest"):
        second_run(run)
    (relearned_folder(run.path) / "run.json").unlink()
    with pytest.raises(MissingResults, match="not played yet"):
        second_run(run)


def test_answers_come_from_their_own_runs_and_hold_jointly(runs: tuple[Run, Run]):
    run, second = runs
    totals = [compare.totals(each_run) for each_run in runs]
    both = answers(run, *effects(run, totals[0], RelearntRun(second, totals[1], None)))
    for group, by in (("strategy", ["label"]), ("holders", ["label", "stratum"])):
        frame = both[group]
        assert frame.height
        for answer, each_run, total in zip(("shipped", "learnt"), runs, totals, strict=True):
            own = (
                compare.effects(each_run, total)[group]
                .join(frame, on=["arm", *by, "metric"], how="semi")
                .sort(*by, "metric")
            )
            joint = frame.sort(*by, "metric")
            for name in ("change", "low", "high", "version", "current"):
                assert joint[f"{answer}_{name}"].to_numpy() == pytest.approx(own[name].to_numpy())
            # The family has both answers, so no interval is narrower than for one answer alone.
            own_width = own["all_high"] - own["all_low"]
            width = joint[f"{answer}_all_high"] - joint[f"{answer}_all_low"]
            if group == "strategy":
                assert (width >= own_width - 1e-9).all()
    scores = both["strategy"].filter(pl.col("metric") == "score")
    assert scores["shipped_change"].to_numpy() == pytest.approx(
        4 * scores["learnt_change"].to_numpy()
    )


def test_the_difference_between_the_answers_is_paired(runs: tuple[Run, Run]):
    run, second = runs
    shift_rows = shifts(run, second).sort("metric", "label")
    both = answers(run, *(compare.effects(each_run) for each_run in runs))["strategy"].sort(
        "metric", "label"
    )
    differences = both["learnt_change"] - both["shipped_change"]
    assert shift_rows["change"].to_numpy() == pytest.approx(differences.to_numpy())
    scores = shift_rows.filter(pl.col("metric") == "score")
    # In each game the answers differ by three quarters of the first answer's change, so the
    # interval of their difference is three quarters as wide.
    first = both.filter(pl.col("metric") == "score")
    assert (scores["high"] - scores["low"]).to_numpy() == pytest.approx(
        0.75 * (first["shipped_high"] - first["shipped_low"]).to_numpy(), rel=0.1
    )
    assert (shift_rows["all_low"] <= shift_rows["low"]).all() and (
        shift_rows["low"] <= shift_rows["change"]
    ).all()


def test_wins_with_both_kinds_of_players(runs: tuple[Run, Run]):
    run, second = runs
    frame = wins(run, second)
    assert frame["what"].unique(maintain_order=True).to_list() == [
        "current rules",
        run.arms[1].short,
    ]
    current = frame.filter(pl.col("arm") == 0)
    assert current["shipped"].to_list() == current["learnt"].to_list()
    assert current["change"].to_list() == [0.0] * 4
    changed = frame.filter(pl.col("arm") == 1)
    assert changed["change"].to_numpy() == pytest.approx(
        (changed["learnt"] - changed["shipped"]).to_numpy()
    )
    assert changed["change"].abs().max() > 0


def drafts(path: Path, rates: tuple[float, float], games: int = 2000, seed: int = 1) -> Path:
    """Make a run whose two versions draft card 038 at these rates."""
    luck = np.random.default_rng(seed).random(games)
    held = [(arm, game) for arm, rate in enumerate(rates) for game in np.flatnonzero(luck < rate)]
    seats = {
        "arm": [arm for arm in range(2) for _ in range(games)],
        "game": [*range(games)] * 2,
        "win_share": [1.0] * (2 * games),
        "rank": [1] * (2 * games),
    }
    cards = {
        "arm": [arm for arm, _ in held],
        "game": [game for _, game in held],
        "card": [1] * len(held),
        "drafted_month": [3] * len(held),
        "played_month": [4] * len(held),
    }
    return write_run(
        path,
        {"seats": table("seats", seats), "cards": table("cards", cards)},
        players=1,
        arms=[stars_change(5, 9)],
    )


def test_planted_changes_of_draft_rates(tmp_path: Path):
    """Learning moves the version's rate from 30 % to 42 %, but not that of the current rules."""
    run = Run(drafts(tmp_path / "first", (0.3, 0.3)))
    second = Run(drafts(tmp_path / "second", (0.3, 0.42)))
    rates = draft_rates(run, second)
    assert rates["arm"].to_list() == [1, 0] and rates["label"].unique().to_list() == [
        "038 Analytics Nerd"
    ]
    version, current = rates.iter_rows(named=True)
    assert version["learnt"] - version["shipped"] == pytest.approx(version["change"])
    assert version["all_low"] < version["low"] < 12 < version["high"] < version["all_high"]
    assert current["change"] == 0 and current["low"] < 0 < current["high"]
    # As answers on a page, the changes of draft rates hold jointly with all other answers.
    questions = ask_draft_changes(run, rates)
    version_question, current_question = (
        questions[row["arm"], row["thing"]] for row in (version, current)
    )
    alone, with_others = (notable_answers([*questions.values()] * times) for times in (1, 10))
    assert alone[version_question].notable and not alone[current_question].notable
    assert alone[version_question].low == pytest.approx(version["all_low"])
    assert with_others[version_question].low < alone[version_question].low
    assert ask_draft_changes(run, None) == {}


def test_a_page_asks_about_both_answers_in_one_family(runs: tuple[Run, Run]):
    run, second = runs
    totals = [compare.totals(each_run) for each_run in runs]
    rates = draft_rates(run, second)

    def ask_nothing(run: Run) -> ShapeQuestions:
        return ShapeQuestions((), ())

    alone = headlines.answer_all(run, ask_nothing, compare.effects(run, totals[0]))
    relearnt = RelearntRun(second, totals[1], rates)
    first, learnt = effects(run, totals[0], relearnt)
    both = headlines.answer_all(run, ask_nothing, first, None, relearnt, learnt)
    assert len(both.learnt_effects) == len(both.effects) == len(alone.effects)
    assert len(both.draft_change_findings) == rates.height and len(both.learnt_players) == 4
    assert (
        both.tests == alone.tests + len(both.learnt_effects) + len(both.draft_change_findings) + 4
    )
    assert len(both.findings) == both.tests
    for effect, other in zip(alone.effects, both.effects, strict=True):
        assert (effect.arm, effect.label, effect.metric) == (other.arm, other.label, other.metric)
        assert other.finding.low < effect.finding.low or effect.finding.low == 0
    questions = [finding.about for finding in both.findings]
    assert len(set(questions)) == len(questions)
