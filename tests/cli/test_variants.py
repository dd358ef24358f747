"""Test ``eoc-sim variants``: a small run, tables, resuming and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from cli.process import call, without_pictures
from policies import check_policy

from eoc_sim.analysis.contrasts import MAIN, SIMPLE
from eoc_sim.analysis.measures import ORDER, STRATEGY, WINNING
from eoc_sim.analysis.stats import CHANGES, UNDECIDED
from eoc_sim.analysis.tables import Run
from eoc_sim.commands.variants import list_card_tables
from eoc_sim.games import find
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.variants import further_lines, with_averages

SMALL_RUN = ("variants", "--seats", "random,vegas", "--games", "40", "--jobs", "1")
SWITCHES = (
    "dice_order=snake",
    "--switch",
    "dice_draft=exclusive",
    "--switch",
    "vmd=off",
    "stash=deal5,starter",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("variants")


@pytest.fixture(scope="module")
def first_answer(folder: Path):
    answer = call(folder, *SMALL_RUN, *SWITCHES, "--out", "asked")
    assert answer.returncode == 0, answer.stderr
    return answer


def test_crossed_and_uncrossed_changes_are_announced(first_answer):
    assert "2 changes crossed in 4 versions (all combinations)." in first_answer.stdout
    assert "rule stash: choose4of6 -> starter, not crossed\n" in first_answer.stdout
    assert (
        "rounds -> snake, not crossed; played with rules.dice_draft=exclusive\n"
        in first_answer.stdout
    )
    assert (
        "Note: rules.dice_order=snake is played only with rules.dice_draft=exclusive"
        in first_answer.stderr
    )
    assert "7 versions x 40 games" in first_answer.stdout


def test_the_answer(first_answer, folder: Path):
    for words in (
        "Winning score, stars; now ",
        "Winner minus last, stars; now ",
        "decisions in a",
        "dice_order snake (with dice_draft exclusive)",
        "Contested recruits in a game",
        "EC wasted, mean of the seats",
        "40 games per version",
    ):
        assert words.lower() in first_answer.stdout.lower(), words
    page = (folder / "asked" / "report.html").read_text(encoding="utf-8")
    check_policy(page)
    assert "Effects of the variants" in page and "two together" in page
    assert "Cards, current rules" in page


@pytest.mark.parametrize(
    ("game", "names"), [("eoc", {"cards", "offers"}), ("stadium", {"players", "employees"})]
)
def test_the_current_rules_keep_the_tables_that_show_strong_cards(game: str, names: set[str]):
    assert set(list_card_tables(find(game))) == names


def test_metric_tables(first_answer, folder: Path):
    main, interaction, simple = (
        pl.read_parquet(folder / "asked" / "metrics" / f"variants_{kind}.parquet")
        for kind in ("main", "interaction", "simple")
    )
    score = pl.col("metric") == "winning_score"
    assert main.filter(score)["what"].to_list() == ["dice_draft exclusive", "vmd off"]
    assert interaction.filter(score).select("what", "other_what").rows() == [
        ("dice_draft exclusive", "vmd off")
    ]
    assert simple.filter(score)["what"].to_list() == [
        "dice_draft exclusive",
        "vmd off",
        "dice_order snake",
        "stash deal5",
        "stash starter",
    ]
    # By hand: the mean winning score in a version minus that under the current rules.
    seats = pl.read_parquet(folder / "asked" / "seats" / "*.parquet")
    best = seats.group_by("arm", "game").agg(pl.col("score").cast(pl.Float64).max())
    means = dict(best.group_by("arm").agg(pl.col("score").mean()).iter_rows())
    record = json.loads((folder / "asked" / "run.json").read_text())
    labels = [arm["label"] for arm in record["arms"]]

    def mean(*switches: str) -> float:
        return means[labels.index(" ".join(switches) or "baseline")]

    dice, vmd = "rules.dice_draft=exclusive", "rules.vmd=off"
    assert simple.filter(score)["change"][0] == pytest.approx(mean(dice) - mean())
    assert main.filter(score)["change"][0] == pytest.approx(
        (mean(dice) - mean() + mean(dice, vmd) - mean(vmd)) / 2
    )
    assert interaction.filter(score)["change"][0] == pytest.approx(
        mean(dice, vmd) - mean(vmd) - mean(dice) + mean()
    )
    assert simple.filter(score)["change"][2] == pytest.approx(
        mean(dice, "rules.dice_order=snake") - mean(dice)
    )


def test_no_decided_effect_is_left_unsaid(first_answer, folder: Path):
    """Sometimes only an average over the other changes, or another measure, is decided."""
    page = Findings(Run(folder / "asked"))
    by_kind = page.variants
    judged = with_averages(by_kind).with_columns(judged=pl.coalesce("average_verdict", "verdict"))
    has_sentence = pl.col("metric").is_in([STRATEGY, ORDER, WINNING])
    changed = judged.filter(~has_sentence & (pl.col("judged") == CHANGES))
    *averages, measures = further_lines(page.run, by_kind)
    assert changed.height
    for name, number in changed.group_by("words").len().iter_rows():
        assert f"{name.partition(',')[0]} ({number})" in measures
    only_average = judged.filter(
        has_sentence & (pl.col("judged") == CHANGES) & (pl.col("verdict") != CHANGES)
    )
    assert len(averages) == min(only_average.height, 1)
    # Now all averages are decided, but no single effect is.
    by_kind = {
        **by_kind,
        SIMPLE: by_kind[SIMPLE].with_columns(pl.lit(UNDECIDED).alias("verdict")),
        MAIN: by_kind[MAIN].with_columns(pl.lit(CHANGES).alias("verdict")),
    }
    line = further_lines(page.run, by_kind)[0]
    assert line.startswith("Decided on average over the other changes: ")
    assert line.count("; ") == 3 and " more in the report." in line


def test_runs_are_resumed(first_answer, folder: Path):
    with without_pictures():
        again = call(folder, *SMALL_RUN, *SWITCHES, "--out", "asked", "--resume")
    assert again.returncode == 0, again.stderr
    assert again.stdout.split("Winning score")[1] == first_answer.stdout.split("Winning score")[1]
    other = call(folder, *SMALL_RUN, "vmd=off", "--out", "asked", "--resume")
    assert other.returncode == 2 and "repeat the original request" in other.stderr


@pytest.mark.slow
def test_a_replaced_run_gets_new_metrics(folder: Path):
    files = folder / "replaced" / "metrics"
    for resolution, kinds in (("5", 3), ("3", 2)):
        with without_pictures():
            answer = call(
                folder,
                *SMALL_RUN,
                "vmd=off",
                "hand=3",
                "ties=shared",
                "--resolution",
                resolution,
                "--out",
                "replaced",
                "--fresh",
            )
        assert answer.returncode == 0, answer.stderr
        assert len(list(files.glob("variants_*.parquet"))) == kinds
    assert "with the other two together" in answer.stdout


@pytest.mark.slow
def test_a_factorial_sweep_of_single_values_plays_all_combinations(folder: Path):
    answer = call(
        folder,
        "sweep",
        "--seats",
        "hoarder,vegas",
        "--games",
        "240",
        "--jobs",
        "1",
        "--quiet",
        "--design",
        "factorial",
        "--vary",
        "rules.vmd=off",
        "--vary",
        "rules.hand=3",
        "--out",
        "factorial",
    )
    assert answer.returncode == 0, answer.stderr
    record = json.loads((folder / "factorial" / "run.json").read_text())
    assert len(record["arms"]) == 4 and len(record["crossing"]["rows"]) == 4
    page = (folder / "factorial" / "report.html").read_text(encoding="utf-8")
    assert "2 changes crossed in 4 versions (all combinations)." in page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("auctoin", ['no switch or preset "auctoin"', 'Did you mean "auction"']),
        ("vmd=offf", ['Did you mean "off"']),
        ("vmd=", ["cannot be ''", "on or off"]),
        ("vmd=on", ["is already in the current rules"]),
        ("vmd=off,off", ["lists the value off twice"]),
        ("hand", ["The switch hand (DRA-1) is 1 to 5: name the values, as in hand=V1,V2"]),
        ("dice_order=snake", ["has no effect, given the other rules"]),
        ("vmd=off --set vmd=off", ["set for all versions"]),
        ("vmd=off --switch vmd=off", ["given twice"]),
        ("--design fractoin", ['Did you mean "fraction"']),
        ("--design full --resolution 5", ["--resolution"]),
        ("--resolution 2", ["--resolution 2 should be 3, 4 or 5"]),
        ("--game stadum", ["stadum"]),
        ("--keep none", ["--keep leaves out seats, which the analysis of variants"]),
    ],
)
def test_refusals(folder: Path, arguments: str, words: list[str]):
    answer = call(folder, *SMALL_RUN, *arguments.split(), "--out", "refused")
    assert answer.returncode == 2, answer.stdout
    assert len(answer.stderr.strip().splitlines()) == 1
    for word in words:
        assert word in answer.stderr
    assert not (folder / "refused").exists()
