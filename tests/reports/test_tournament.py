"""A tournament report claims only results that are statistically certain."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import polars as pl
from tournaments import ROCK_PAPER_SCISSORS, MadeUpTournament

from eoc_sim.analysis import ratings, survival
from eoc_sim.analysis.played_tournament import AHEAD, CELLS, FATES, RATINGS, cells
from eoc_sim.reports.folders import tournament
from eoc_sim.reports.tournament import beat_lines, rating_lines, summary, survivor_lines
from eoc_sim.simulator.runs.line_ups import all_line_ups


def frames(played: MadeUpTournament) -> dict[str, pl.DataFrame]:
    played_cells = cells(played)
    return {
        CELLS: played_cells.frame,
        AHEAD: ratings.add_expected(played),
        RATINGS: ratings.ratings(played),
        **survival.tables(played, played_cells),
    }


def test_an_unbeaten_strategy():
    played = MadeUpTournament([2.5, 0.0, -2.5], games=600)
    output = frames(played)
    assert survivor_lines(played.run, output) == [
        "If players copy what wins, all tables play a in the end.",
        "Certain to disappear: b and c.",
    ]
    assert beat_lines(played.run, output) == [
        "No strategy beats a: where all play it, anyone who tries another wins less than the "
        "fair 33.3 in 100.",
        "No ring of strategies that beat each other was found.",
        "b is dominated: a wins more in its place, against each of the 6 combinations of "
        "opponents.",
        "c is dominated: a and b each win more in its place, against each of the 6 combinations "
        "of opponents.",
    ]
    assert rating_lines(output)[0].startswith("a is rated highest: ")
    standing, matrix = summary(played.run, output)
    assert [row[0] for row in standing.rows] == ["a", "b", "c"]
    assert standing.rows[1][1] == "beaten by a" and standing.rows[0][3].endswith("), b")
    assert matrix.heads == ("strategy", "a", "b", "c") and matrix.rows[0][1] == ""


def test_a_ring():
    played = MadeUpTournament([0, 0, 0], games=1200, effects=ROCK_PAPER_SCISSORS)
    output = frames(played)
    (last,) = survivor_lines(played.run, output)
    assert last.startswith("If players copy what wins, in the end 33 of 100 tables would play ")
    ring, dominance = beat_lines(played.run, output)
    assert ring.startswith("Rock-paper-scissors: a beats b (one seat of it wins ")
    assert dominance == "No strategy is shown to be dominated."
    # No single number per strategy can express a ring, and the page says so.
    assert rating_lines(output)[2].startswith("Ratings mislead most about ")


def test_a_folder_of_the_first_release_lacks_the_best_of_the_others():
    played = MadeUpTournament([0.0, 0.0, 0.0], games=240)
    output = frames(played)
    assert "Hardest to beat" in " ".join(survivor_lines(played.run, output))
    output[FATES] = output[FATES].drop(survival.BEST)
    folder = SimpleNamespace(tables=output, table=output.get)
    old_frames = tournament._frames(folder)
    assert "Hardest to beat" not in " ".join(survivor_lines(played.run, old_frames))
    assert {row[3] for row in summary(played.run, old_frames)[0].rows} == {"not judged"}


def test_equal_strategies_have_no_certain_result():
    played = MadeUpTournament([0.0, 0.0, 0.0], games=240)
    output = frames(played)
    first, second = survivor_lines(played.run, output)
    assert first.startswith("It is not decided which strategies will last (about")
    row = output["fates"].sort("best_wins").row(0, named=True)
    assert second == (
        f"Hardest to beat, as measured, is {row['label']}: where all play it, the best of the "
        f"others, {row['best']}, wins {row['best_wins']:.1f} of 100 ({row['best_low']:.1f} to "
        f"{row['best_high']:.1f}; fair 33.3)."
    )
    assert row["best_low"] < 100 / 3 < row["best_high"]
    assert beat_lines(played.run, output) == [
        "No ring of strategies that beat each other was found.",
        "No strategy is shown to be dominated.",
    ]
    assert len(rating_lines(output)) == 2


def test_results_that_need_a_missing_line_up_are_not_judged():
    line_ups = [line_up for line_up in all_line_ups(3, 3) if line_up != (0, 1, 1)]
    played = MadeUpTournament([2.5, 0.0, -2.5], games=600, line_ups=line_ups)
    output = frames(played)
    assert survivor_lines(played.run, output) == [
        "Not judged, because a verdict needs a line-up for every ordered pair of strategies: one "
        "seat of the first and 2 copies of the second. Only 5 of these 6 line-ups were played. "
        "With --line-ups 6 or more, all of these are played."
    ]
    assert beat_lines(played.run, output)[-1] == (
        "Dominance could not be judged for a and b: not all line-ups were played."
    )
    standing, matrix = summary(played.run, output)
    judged = {row[0]: row[3] for row in standing.rows}
    assert judged.pop("b") == "not judged", "a was not tried where everyone plays b"
    assert judged["a"].endswith(", b") and judged["c"].endswith(", a")
    assert np.sum([row.count("not played") for row in matrix.rows]) == 1


def test_strategies_that_never_met():
    played = MadeUpTournament([0.0] * 4, line_ups=[(0, 0, 1), (2, 2, 3)])
    assert rating_lines(frames(played)) == [
        "Not judged: some strategies never met, either directly or through others."
    ]
