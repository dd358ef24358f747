"""Test the report of Eleven on a small run whose numbers are recomputed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest
from cli.process import call

from eoc_sim.analysis.eleven import (
    effort_and_sources,
    league_matches,
    opponents,
    pitch,
    report_statistics,
    table,
    weeks,
)
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import build, verdict_lines
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.pictures import ChartsOnly

GAMES = 60
SEATS = "balanced,quick,hasty,hasty"
FOREIGN_WORDS = re.compile(
    r"\b([Rr]ecruit\w*|[Cc]oach\w*|Bubba|Envelopes|EC|March|August|[Oo]wners|"
    r"[Rr]ounds?\b(?! of| the table)|[Bb]locks?|vice president\w*)\b"
)
"""Words from the other games, including their words for managers and weeks."""
MARKUP = re.compile(r"<(style|script).*?</\1>|<[^>]*>", re.DOTALL)
OPPOSITE_SECTION = {
    "left_wing": "right_wing",
    "right_wing": "left_wing",
    "attack": "defence",
    "midfield": "midfield",
    "defence": "attack",
}


def play(path: Path, *options: str, command: str = "run") -> Path:
    answer = call(
        path.parent,
        *(
            command,
            "--game",
            "eleven",
            "--rules",
            "league",
            "--games",
            str(GAMES),
            "--out",
            path.name,
            "--quiet",
        ),
        *options,
    )
    assert answer.returncode == 0, answer.stderr
    return path


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("runs") / "whole", "--seats", SEATS)


@pytest.fixture(scope="module")
def run(path: Path) -> Run:
    return Run(path)


def rows(path: Path, name: str) -> pl.DataFrame:
    """Read a result table and add the names of strategies."""
    frame = pl.read_parquet(path / name / "*.parquet").filter(pl.col("arm") == 0)
    if "strategy" not in frame.columns:
        seats = pl.read_parquet(path / "seats" / "*.parquet")
        frame = frame.join(seats.select("game", "seat", "strategy"), on=["game", "seat"])
    dim = pl.read_parquet(path / "dims" / "strategies.parquet")
    names = dict(dim.select("id", "name").iter_rows())
    return frame.with_columns(pl.col("strategy").replace_strict(names).alias("who"))


def mean(frame: pl.DataFrame, value: pl.Expr) -> float:
    """Return the mean, over games, of each game's mean."""
    return float(frame.group_by("game").agg(value.mean().alias("value"))["value"].mean())


def text_of(path: Path) -> str:
    return MARKUP.sub(" ", build(path).read_text(encoding="utf-8"))


def test_every_section_is_there(path: Path) -> None:
    text = text_of(path)
    for message in (
        "Layer league",
        "Effort (layouts tried in each formation): balanced 12, quick 3 and hasty 1",
        "The league table",
        "How often each strategy ends in each position",
        "Promoted and relegated, in 100 seasons",
        "Positions by points",
        "Points needed for a place",
        "Points by week",
        "Position by week",
        "Where shots and goals come from",
        "Points per match by effort",
        "Points per match by formation",
        "Points per match by tactic card",
        "so differences in points are not effects of the formation itself",
        "Points against each club",
        "Points by deck and colour",
        "The hardest line-ups",
        "games per 100 won by a manager who took the lead for good by mid-season",
        "reported in part",
        "Wins in 100 games by turn order",
    ):
        assert message in text, message
    for message in ("Where the points come from", "are from league"):
        assert message not in text, "the score has a single part"
    assert not FOREIGN_WORDS.findall(text)


def test_the_first_screen_states_its_basis(path: Path, run: Run) -> None:
    layer, guesses = verdict_lines(path)[-2:]
    assert re.match(r"Layer league, effort \d+", layer) and "profile steady in division 3" in layer
    assert " % of the cells are reconstructed: of " in guesses
    output = call(path.parent, "data", "check", "--game", "eleven", "--games", "0").stdout
    cells = effort_and_sources.cells(run)
    counts = re.search(
        r"Cells printed: (\d+); reported .*: (\d+); reconstructed: (\d+)\.",
        " ".join(output.split()),
    )
    assert counts is not None  # data check also counts the season's sheets
    assert all(
        int(total) > count for total, count in zip(counts.groups(), cells.values(), strict=True)
    )
    text = re.sub(r"(?<=\d)\s(?=\d)", "", guesses)  # without thousands separators
    assert f"{cells['reconstructed']} reconstructed" in text
    assert "Reported: deck, colour, formation and keeper of line-ups;" in guesses


def test_positions(path: Path, run: Run) -> None:
    seats = rows(path, "seats")
    frame = table.positions(run)
    assert list(table.places(run)) == list(range(1, 13))
    for row in frame.iter_rows(named=True):
        subset = seats.filter(pl.col("who") == row["label"])
        for place in table.places(run):
            expected = 100 * mean(subset, pl.col("position") == place)
            assert row[f"place_{place}"] == pytest.approx(expected)
        assert sum(row[f"place_{place}"] for place in table.places(run)) == pytest.approx(100)
        for end in ("promoted", "relegated"):
            assert row[end] == pytest.approx(100 * mean(subset, pl.col(end)))
            assert row[f"{end}_low"] <= row[end] <= row[f"{end}_high"]


def test_points_needed(path: Path, run: Run) -> None:
    seats = rows(path, "seats")

    def share(points: int, place: int) -> float:
        return 100 * mean(seats.filter(pl.col("points") == points), pl.col("position") <= place)

    totals = sorted(seats["points"].unique(), reverse=True)
    assert table.by_points(run)["points"].to_list() == totals
    by_place = {
        row["place"]: row for row in table.find_sufficient_points(run).iter_rows(named=True)
    }
    for place in table.places(run):
        sufficient = []
        for points in totals:
            if share(points, place) < 50:
                break
            sufficient.append(points)
        assert (place in by_place) == bool(sufficient)
        if sufficient:
            assert by_place[place]["points"] == sufficient[-1]
            assert by_place[place]["share"] == pytest.approx(share(sufficient[-1], place))


def test_weeks(path: Path, run: Run) -> None:
    standings = rows(path, "weeks")
    frame = weeks.by_week(run)
    assert frame["week"].unique().sort().to_list() == [1, 2, 3, 4, 5, 6]
    for row in frame.iter_rows(named=True):
        subset = standings.filter((pl.col("who") == row["label"]) & (pl.col("week") == row["week"]))
        for value in ("points", "position", "score"):
            assert row[value] == pytest.approx(mean(subset, pl.col(value)))
    # The table of seats also records the end of the season.
    seats = rows(path, "seats")
    last = frame.filter(pl.col("week") == 6)
    for row in last.iter_rows(named=True):
        subset = seats.filter(pl.col("who") == row["label"])
        assert row["points"] == pytest.approx(mean(subset, pl.col("points")))


def test_leads(path: Path, run: Run) -> None:
    leader_weeks = rows_of_games(path)["leader_week"].cast(pl.Int64)
    by_measure = {row["measure"]: row for row in weeks.closeness(run).iter_rows(named=True)}
    by_half = (leader_weeks > 0) & (leader_weeks <= 3)
    assert by_measure["by_half"]["value"] == pytest.approx(100 * by_half.mean())
    assert by_measure["never_led"]["value"] == pytest.approx(100 * (leader_weeks > 6).mean())


def rows_of_games(path: Path) -> pl.DataFrame:
    return pl.read_parquet(path / "games" / "*.parquet")


def test_shots_and_goals_by_section(path: Path, run: Run) -> None:
    matches = rows(path, "matches")
    for row in pitch.sections(run).iter_rows(named=True):
        own = row["section"]
        other = OPPOSITE_SECTION[own]
        for value, column in (
            ("shots", f"shots_{own}"),
            ("goals", f"goals_of_{own}"),
            ("shots_against", f"shots_against_{other}"),
            ("goals_against", f"goals_against_of_{other}"),
        ):
            assert row[value] == pytest.approx(mean(matches, pl.col(column)))
            assert row[f"{value}_low"] <= row[value] <= row[f"{value}_high"]


@pytest.mark.parametrize("by", ["formation", "tactic", "club", "line_up"])
def test_matches_by_group(path: Path, run: Run, by: str) -> None:
    matches = rows(path, "matches")
    functions = {
        "formation": pitch.by_formation,
        "tactic": pitch.by_tactic,
        "club": opponents.clubs,
        "line_up": opponents.line_ups,
    }
    frame = functions[by](run)
    assert frame.height == matches[by].n_unique()
    games, matches_per_game = matches["game"].n_unique(), matches.group_by("game").len()["len"][0]
    for row in frame.iter_rows(named=True):
        group = pl.col(by).cast(pl.String) == str(row[by])
        subset = matches.filter(group)
        assert row["games"] == subset["game"].n_unique()
        for value in ("points", "expected", "goals", "against"):
            assert row[value] == pytest.approx(mean(subset, pl.col(value)))
        assert row["played"] == pytest.approx(100 * subset.height / matches_per_game / games)
        if row["points_low"] is not None:
            assert row["points_low"] <= row["points"] <= row["points_high"]
    assert frame["played"].sum() == pytest.approx(100)
    if by == "formation":
        assert all(re.fullmatch(r"\d-\d-\d", label) for label in frame["label"])
    if by in ("club", "line_up"):
        assert frame["points"].is_sorted()


def test_results_against_clubs_and_colours(path: Path, run: Run) -> None:
    matches = rows(path, "matches").with_columns(pl.col("deck", "colour").cast(pl.String))
    for row in opponents.clubs(run).iter_rows(named=True):
        subset = matches.filter(pl.col("club") == row["club"])
        won = 100 * mean(subset, pl.col("goals") > pl.col("against"))
        assert row["won"] == pytest.approx(won)
        assert row["won"] + row["drawn"] + row["lost"] == pytest.approx(100)
    for row in opponents.colours(run).iter_rows(named=True):
        subset = matches.filter(
            (pl.col("deck") == row["deck"]) & (pl.col("colour") == row["colour"])
        )
        assert row["points"] == pytest.approx(mean(subset, pl.col("points")))


def test_effort(path: Path, run: Run) -> None:
    matches = rows(path, "matches")
    record = json.loads((path / "run.json").read_text(encoding="utf-8"))
    efforts = {seat["name"]: seat["parameters"]["effort"] for seat in record["baseline"]["seats"]}
    frame = pitch.by_strategy(run)
    assert dict(frame.select("label", "effort").iter_rows()) == efforts
    for row in frame.iter_rows(named=True):
        subset = matches.filter(pl.col("who") == row["label"])
        for value in ("points", "expected", "tactic_goals", "saves"):
            assert row[value] == pytest.approx(mean(subset, pl.col(value)))


@pytest.mark.slow
def test_equal_efforts_have_no_curve(tmp_path: Path) -> None:
    path = play(tmp_path / "alike", "--seats", "hasty,hasty")
    text = text_of(path)
    assert "Points per match by effort" not in text
    assert "hasty 1" in text and not FOREIGN_WORDS.findall(text)


@pytest.mark.slow
def test_sums_alone_agree_with_tables(path: Path, tmp_path: Path) -> None:
    """With --keep none, the statistics are computed during the games."""
    summed = Run(play(tmp_path / "sums", "--seats", SEATS, "--keep", "none"))
    whole = Run(path)
    statistics_kept = report_statistics.statistics(whole)
    whole.prepare(statistics_kept)
    for statistic in statistics_kept:
        assert summed.total(statistic).equals(whole.total(statistic)), statistic.name


def test_intervals_contain_their_estimates(run: Run) -> None:
    page = Findings(run)
    page.charts = ChartsOnly()
    checked = 0
    for make in page.report.sections:
        section = make(page)
        if section is None or section.id not in ("table", "weeks", "pitch", "opponents"):
            continue
        for block in section.blocks:
            for part in (block, block.numbers):
                if part is None or part.frame is None:
                    continue
                for column in part.columns:
                    if column.kind != "estimate":
                        continue
                    ends = [f"{column.name}_low", f"{column.name}_high"]
                    known_rows = part.frame.drop_nulls([column.name, *ends])
                    low, high = (known_rows[end] for end in ends)
                    value = known_rows[column.name]
                    assert (low <= value + 1e-9).all() and (value <= high + 1e-9).all(), (
                        part.heading
                    )
                    checked += known_rows.height
    assert checked > 300


@pytest.mark.slow
@pytest.mark.parametrize("command", ["sweep", "variants"])
def test_other_pages_state_their_basis(tmp_path: Path, command: str) -> None:
    options = {
        "sweep": ("--vary", "opponent.O12.keeper=1x1,3x2"),
        "variants": ("--switch", "win_points=2"),
    }
    path = play(
        tmp_path / command, *options[command], "--seats", "hasty,random", "--yes", command=command
    )
    text = text_of(path)
    assert " % of the cells are reconstructed" in text
    assert not FOREIGN_WORDS.findall(text)


@pytest.mark.slow
def test_league_matches(tmp_path: Path) -> None:
    """PVP: Host, Visitor and shoot-outs are shown; matches against clubs count separately."""
    folder = play(tmp_path / "league_matches", "--seats", SEATS, "--set", "league_matches=on")
    run = Run(folder)
    matches = rows(folder, "matches")
    manager_matches = matches.filter(pl.col("rival") >= 0).with_columns(
        won=100 * (pl.col("points") > 0)
    )
    assert manager_matches.group_by("game").len()["len"].unique().to_list() == [12]
    (means,) = league_matches.all_matches(run).iter_rows(named=True)
    host = manager_matches.filter(pl.col("host") == 1)
    assert means["won_as_host"] == pytest.approx(mean(host, pl.col("won")))
    assert means["level"] == pytest.approx(mean(manager_matches, 100 * (pl.col("shootout") > 0)))
    assert (means["won"], means["won_shoot_outs"]) == (pytest.approx(50), pytest.approx(50))
    for row in league_matches.by_strategy(run).iter_rows(named=True):
        subset = manager_matches.filter(pl.col("who") == row["label"])
        assert row["goals"] == pytest.approx(mean(subset, pl.col("goals")))
        assert row["won_as_visitor"] == pytest.approx(
            mean(subset.filter(pl.col("host") == 0), pl.col("won"))
        )
    assert league_matches.by_gloves(run)["ahead"].to_list() == [0], "all squads are equal"
    assert opponents.clubs(run)["club"].min() >= 0
    text = text_of(folder)
    for message in ("League matches between managers", "of 100 league matches", "shoot-outs won"):
        assert message in text, message
    assert not FOREIGN_WORDS.findall(text)
