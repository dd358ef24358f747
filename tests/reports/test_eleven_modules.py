"""Test the report's sections on modules of Eleven, with recomputed numbers."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from cli.process import call

from eoc_sim.analysis import points
from eoc_sim.analysis.eleven import bets, referees, table
from eoc_sim.analysis.strategies import win_shares
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import build

pytestmark = pytest.mark.slow  # the kernels of modules take minutes to compile


def play(path: Path, *options: str) -> Path:
    """Play a small run of random managers."""
    answer = call(
        path.parent,
        *("run", "--game", "eleven", "--seats", "random,random,random", "--games", "12"),
        *("--out", path.name, "--quiet", *options),
    )
    assert answer.returncode == 0, answer.stderr
    return path


def rows(path: Path, name: str) -> pl.DataFrame:
    """Read the rows of a table."""
    return pl.read_parquet(path / name / "*.parquet").filter(pl.col("arm") == 0)


def test_the_betting_board(tmp_path: Path) -> None:
    """BET-4, BET-5: each place's chance, return and tokens are shown, and each strategy's gains."""
    path = play(tmp_path / "bets", "--rules", "league", "--set", "betting=on")
    text = build(path).read_text(encoding="utf-8")
    for message in ("The betting board", "Chance of each place", "Return of each place",
                 "Tokens on each place", "Bets by strategy", "3/3/3/3"):  # fmt: skip
        assert message in text, message
    run, bet_rows = Run(path), rows(path, "bets")
    frame = bets.places(run)
    assert frame["placed"].sum() == pytest.approx(100)
    weeks = bet_rows.unique(["game", "week"])
    spaces = {bets.FILES * 2 * row + 2 * column for row in range(3) for column in range(5)}
    spaces_only = frame.filter(pl.col("place").is_in(spaces))
    assert spaces_only["won"].sum() == pytest.approx(100)
    assert weeks.height <= 12 * 6
    # Only games with bets count, and each counts for all places.
    for statistic in (bets.wins_statistic(run), bets.tokens_statistic(run)):
        counts = statistic.rows(run.batch((0, 12))).group_by("game").len()
        assert set(counts["game"]) == set(bet_rows["game"])
        assert set(counts["len"]) == {bets.LINES * bets.FILES}
    gains = bet_rows.with_columns((pl.col("paid") - pl.col("stake")).alias("gained"))
    seasons = gains.group_by("game", "seat").agg(pl.col("gained").sum())
    means = seasons.group_by("game").agg(pl.col("gained").mean())["gained"]
    assert bets.by_strategy(run)["gained"][0] == pytest.approx(means.mean())


def test_the_board_of_solo_has_no_position(tmp_path: Path) -> None:
    """SOLO-2: the board is neither in the league table nor among those who score."""
    path = tmp_path / "solo"
    answer = call(
        tmp_path,
        *("run", "--game", "eleven", "--managers", "1", "--seats", "random", "--games", "12"),
        *("--out", path.name, "--quiet"),
    )
    assert answer.returncode == 0, answer.stderr
    text = build(path).read_text(encoding="utf-8")
    assert "A scenario, 1 manager" in text
    assert text.count("The board never scores: it is left out.") == 3
    shares = points.without_scores(Run(path), win_shares(Run(path)))
    assert dict(shares.select("label", pl.col("score").is_null()).iter_rows()) == {
        "random": False,
        "board": True,
    }
    (row,) = table.positions(Run(path)).iter_rows(named=True)
    assert row["label"] == "random"
    assert sum(row[f"place_{place}"] for place in table.places(Run(path))) == pytest.approx(100)
    seasons = rows(path, "seats").filter(pl.col("position") > 0)
    assert table.by_points(Run(path))["points"].to_list() == sorted(
        seasons["points"].unique().to_list(), reverse=True
    )


def test_referees_by_row(tmp_path: Path) -> None:
    """REF-2: points are shown by row and referee; those by row are means over all matches."""
    path = play(tmp_path / "referees", "--rules", "referees")
    text = build(path).read_text(encoding="utf-8")
    for message in ("The referees", "Points by referee and row of tags", "Perfectionist",
                 "NBL STR SUP", "Points by referee and half"):  # fmt: skip
        assert message in text, message
    run, matches = Run(path), rows(path, "referees")
    for row in referees.rows(run).iter_rows(named=True):
        subset = matches.filter(pl.col("row") == row["row"])
        means = subset.group_by("game").agg(pl.col("points").mean())["points"]
        assert row["points"] == pytest.approx(means.mean())


def test_a_scenario_is_reported_as_played(tmp_path: Path) -> None:
    """SOLO-1: the page states the scenario's own division, content and goals."""
    path = tmp_path / "solo"
    answer = call(
        tmp_path,
        *("run", "--game", "eleven", "--managers", "1", "--seats", "random", "--games", "12"),
        *("--set", "scenario=8", "--out", path.name, "--quiet"),
    )
    assert answer.returncode == 0, answer.stderr
    text = build(path).read_text(encoding="utf-8")
    for message in (
        "8 A club of its own, with the goals position &lt;= 4 and objective fulfilled: won ",
        "the whole game, in division 2;",
        "Unique cards",
    ):
        assert message in text, message
    assert Run(path).rules["new_tokens"] == "on"
    assert not rows(path, "unique_cards").is_empty()
