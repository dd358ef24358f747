"""Test the report of a season of Eleven, with recomputed numbers."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from cli.process import call

from eoc_sim.analysis.eleven import (
    actions,
    club_holdings,
    meetings,
    report_statistics,
    weeks,
    winter,
)
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import build, comparisons, layout, robust_findings, verdict_lines
from eoc_sim.reports.blocks import Section
from eoc_sim.reports.commands import even_turn_order
from eoc_sim.reports.eleven import REPORT
from eoc_sim.reports.eleven import winter as winter_section
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.first_screen import verdicts
from eoc_sim.reports.page import sections_of
from eoc_sim.reports.worth_of_components import tabulate_gifts

GAMES = 8
MANAGERS = 2
EPIC_CLUBS = 12
MARK = " Reconstructed."


def play(path: Path, *options: str) -> Path:
    answer = call(
        path.parent,
        *("run", "--game", "eleven", "--set", "layer=season", "--seats", "random,random"),
        *("--games", str(GAMES), "--out", path.name, "--quiet", *options),
    )
    assert answer.returncode == 0, answer.stderr
    return path


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("runs") / "season")


@pytest.fixture(scope="module")
def run(path: Path) -> Run:
    return Run(path)


def rows(path: Path, name: str) -> pl.DataFrame:
    return pl.read_parquet(path / name / "*.parquet").filter(pl.col("arm") == 0)


def mean(frame: pl.DataFrame, value: pl.Expr) -> float:
    """Return the mean, over games, of each game's mean."""
    return float(frame.group_by("game").agg(value.mean().alias("value"))["value"].mean())


def test_every_section_is_there(path: Path) -> None:
    text = build(path).read_text(encoding="utf-8")
    for message in (
        "Where VP come from",
        "Money by week",
        "Cards fielded by week",
        "Upkeep by week",
        "Actions by week",
        "Price of cards, and the wins of their managers",
        "Wins by strength of cards hired",
        "Wins by staff card, like for like",
        "Wins by sponsor, like for like",
        "Wins by token, like for like",
        "Wins by director, like for like",
        "Colours voted for, per 100 meetings",
        "Wins in 100 games by turn order",
        "Reconstructed.",
    ):
        assert message in text, message


def test_the_first_screen_states_its_basis(path: Path) -> None:
    layer, guesses = verdict_lines(path)[-2:]
    assert layer.startswith("Layer season: the whole game, in division 3")
    assert "reconstructed" in layer
    assert re.match(
        r"\d+ % of the cells are reconstructed: of the components' [\d ]+ cells, ", guesses
    )


def test_components_always_have_a_line(path: Path) -> None:
    lines = verdict_lines(path)
    number, line = next(
        (index, line)
        for index, line in enumerate(lines)
        if line.startswith("Cards, staff, sponsors, tokens and directors: ")
    )
    others = " than others of its kind"
    assert f"{others}: " in line or f"{others}; highest: " in line
    assert "wins in 100 for its managers" in line
    assert lines[number + 2].startswith("    eoc-sim cards --game eleven ")


def test_the_option_to_try_other_line_ups_is_suggested_once(path: Path) -> None:
    assert (
        "\n".join(verdict_lines(path)).count(
            "only the requested line-up was tried; use --who to try others."
        )
        == 1
    )


def test_every_suggested_command_states_its_duration(path: Path) -> None:
    assert even_turn_order(Run(path)).about.startswith("To see why it matters (about ")
    suggested = [line for line in verdict_lines(path) if line.startswith("  ")]
    assert suggested and all(" (about " in line for line in suggested[::2])


def test_every_finding_of_a_season_is_marked(path: Path, run: Run) -> None:
    """LAY-2: a line with a figure is marked.

    Lines about other data, undecided comparisons, the layer and guesses are exceptions.
    """
    *sentences, _, _ = verdicts(Findings(run))
    for sentence in sentences:
        if sentence.about not in (robust_findings.OTHER_DATA, comparisons.NOT_DECIDED):
            for line in sentence.lines:
                assert line.endswith(MARK) == bool(re.search(r"\d", line)), sentence
    for section in sections_of(Findings(run)):
        for block in section.blocks if section is not None else ():
            assert block.kind == "note" or block.text.endswith(MARK.strip()), block.heading


def test_less_important_sections_are_folded(run: Run) -> None:
    assert run.record["command"] == "run"
    folded, narrow = REPORT.folded, REPORT.narrow
    sections = layout.arrange(
        Findings(run), [Section(name, name, "", ()) for name in (*folded, *narrow, "x")]
    )
    assert tuple(section.id for section in sections if section.is_folded) == folded
    assert tuple(section.id for section in sections[-len(folded) :]) == folded
    assert tuple(section.id for section in sections if section.is_folded_narrow) == narrow


def test_weekly_means_of_managers(path: Path, run: Run) -> None:
    week_rows = rows(path, "weeks")
    for row in weeks.by_week(run).iter_rows(named=True):
        subset = week_rows.filter(pl.col("week") == row["week"])
        for value in weeks.values_of(run):
            assert row[value] == pytest.approx(mean(subset, pl.col(value)))
    held = rows(path, "seats")
    last = week_rows.filter(pl.col("week") == 6).sort("game", "seat")
    assert last["money"].to_list() == held.sort("game", "seat")["money_left"].to_list()
    assert last["cards"].to_list() == held.sort("game", "seat")["cards"].to_list()


def test_actions_by_week(path: Path, run: Run) -> None:
    done = rows(path, "actions")
    games = rows(path, "games").height
    for row in actions.by_week(run).iter_rows(named=True):
        subset = done.filter(
            (pl.col("kind").cast(pl.String) == row["kind"]) & (pl.col("week") == row["week"])
        )
        assert row["number"] == pytest.approx(subset.height / games / MANAGERS)


def test_board_meetings(path: Path, run: Run) -> None:
    week_rows = rows(path, "weeks").with_columns(pl.col("vote").cast(pl.String))
    (row,) = meetings.by_strategy(run).iter_rows(named=True)
    for colour in meetings.COLOURS:
        assert row[colour] == pytest.approx(100 * mean(week_rows, pl.col("vote") == colour))
    assert row["rerolls"] == pytest.approx(mean(week_rows, pl.col("rerolls")))


@pytest.mark.parametrize("deck", [*club_holdings.DECKS, club_holdings.CARDS])
def test_drafted_things_match_the_tables(path: Path, run: Run, deck: str) -> None:
    taken = rows(path, deck)
    games = rows(path, "games").height
    for row in club_holdings.table_of(run, deck).iter_rows(named=True):
        subset = taken.filter(pl.col("card") == row["thing"])
        assert row["drafted_games"] == subset["game"].n_unique()
        assert row["drafted"] == pytest.approx(100 * subset["game"].n_unique() / games)


def test_tokens_outside_the_game_are_not_listed(run: Run) -> None:
    """EXT-3: without `new_tokens` nobody can build the leaflet's tokens."""
    built = club_holdings.table_of(run, "tokens")["label"].to_list()
    assert not any("Tunnel" in name for name in built) and any("Office" in name for name in built)


def test_every_action_has_a_row_for_its_thing(path: Path) -> None:
    done = rows(path, "actions").with_columns(pl.col("kind").cast(pl.String))
    kinds = done["kind"].value_counts()
    counted = dict(kinds.iter_rows())
    hired = rows(path, "players").filter(pl.col("how").cast(pl.String) == "hired")
    assert hired.height == counted["hire"]
    ways = ("small", "money", "bonus", "shirt")
    assert rows(path, "sponsors").height == sum(counted.get(way, 0) for way in ways)
    assert rows(path, "directors").height == 3 * MANAGERS * rows(path, "games").height
    office = rows(path, "seats")["office"].sum() if "office" in rows(path, "seats") else 0
    assert rows(path, "tokens").height <= counted["build"] <= rows(path, "tokens").height + office


def test_sums_alone_agree_with_tables(path: Path, tmp_path: Path) -> None:
    """With --keep none, the statistics are computed during the games."""
    summed = Run(play(tmp_path / "sums", "--keep", "none"))
    whole = Run(path)
    statistics_kept = report_statistics.statistics(whole)
    whole.prepare(statistics_kept)
    for statistic in statistics_kept:
        assert summed.total(statistic).equals(whole.total(statistic)), statistic.name


@pytest.mark.parametrize(
    ("layer", "words"),
    [("season", "in the second round"), ("league", "there is no Winter Break")],
)
def test_only_an_epic_season_has_a_winter_break(layer: str, words: str) -> None:
    """EPI: in the league layer, Epic has no Break; the page says so."""
    run = SimpleNamespace(rules={"epic": "on", "layer": layer})
    page: Any = SimpleNamespace(run=run, under="")
    section = winter_section.section(page)
    assert section is not None and words in section.text
    assert ("opens the market" in section.text) == (layer == "season")


@pytest.mark.slow
def test_epic_has_a_section_of_its_own(tmp_path: Path, path: Path) -> None:
    """The section covers both halves and the winter tokens; a standard season lacks it."""
    epic = play(tmp_path / "epic", "--rules", "epic")
    text = build(epic).read_text(encoding="utf-8")
    for message in (
        *("The two halves of Epic", "Points in each half", "Wins by winter token"),
        f"one table of {EPIC_CLUBS + MANAGERS} teams",
    ):
        assert message in text, message
    week_rows = rows(epic, "weeks").filter(pl.col("week") == winter.HALF)
    run = Run(epic)
    (row,) = winter.by_strategy(run).to_dicts()
    assert row["first"] == pytest.approx(mean(week_rows, pl.col("points")))
    assert row["at_break"] == pytest.approx(mean(week_rows, pl.col("position")))
    assert winter.tokens(run)["drafted_games"].sum() > 0
    assert "The two halves of Epic" not in build(path).read_text(encoding="utf-8")


def test_gifts_are_printed_week_by_week() -> None:
    """TWI-2: weeks are in order, even if a resource lacks some of them."""
    rows = pl.DataFrame({"resource": ["money", "money", "fans"], "week": [1, 4, 3]}).with_columns(
        pl.lit(0.5).alias(f"{value}{end}")
        for value in ("score", "wins")
        for end in ("", "_low", "_high")
    )
    _, table, _, wins = tabulate_gifts(rows, "resource", "week", "Gifts", "VP")
    assert not isinstance(table, str) and table.heads == ("week", "money", "fans")
    assert [row[0] for row in table.rows] == ["1", "3", "4"]
    assert not isinstance(wins, str)
    assert (table.rows[0][1], wins.rows[0][1]) == ("0.50 ±0.00", "0.5 ±0.0")
