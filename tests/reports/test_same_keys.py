"""A number has one interval on a page, found by its key and not by its value."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from cli.process import call
from sampled import some
from tournaments import MadeUpTournament

import eoc_sim
from eoc_sim import example_game
from eoc_sim.analysis.measures import ORDER, STRATEGY
from eoc_sim.analysis.notable_findings import Key
from eoc_sim.analysis.played_tournament import cells, line_ups
from eoc_sim.analysis.tables import Run
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.folders.tournament import _line_ups
from eoc_sim.reports.page import content_of

SEATS = {
    "eoc": "hoarder,quick_start,vegas,marketing_drip",
    "stadium": "balanced,builder,merchandiser,field_first",
    "eleven": "balanced,quick,hasty,hasty",
}
COMMANDS = {
    ("eoc", "run"): (),
    ("stadium", "run"): (),
    ("eleven", "run"): (),
    ("eoc", "sweep"): ("--vary", "card.038.stars=1,9"),
    ("stadium", "sweep"): ("--vary", "building.B07.construction=3,5"),
    ("eleven", "sweep"): ("--vary", "player.P03.strength=3,7"),
    ("eoc", "variants"): ("auction",),
    ("stadium", "variants"): ("rules.vp_price=8",),
    ("eleven", "variants"): ("transfers",),
}
"""Commands whose pages answer questions, with their options."""
ShownNumber = tuple[Key, float, float, float]


@pytest.fixture
def section_numbers(monkeypatch: pytest.MonkeyPatch) -> list[ShownNumber]:
    """Collect the rows to which a section gives the page's intervals.

    Each row is kept as its key, its value and the ends of its interval.
    """
    collected: list[ShownNumber] = []
    original = Findings.with_intervals

    def with_intervals(
        self: Findings,
        frame: pl.DataFrame,
        name: str,
        key: Callable[[dict[str, Any]], Key | None],
        columns: tuple[str, str] | None = None,
    ) -> pl.DataFrame:
        result = original(self, frame, name, key, columns)
        low, high = columns or (f"{name}_low", f"{name}_high")
        for row in result.iter_rows(named=True):
            collected.append((key(row) or (), row[name], row[low], row[high]))
        return result

    monkeypatch.setattr(Findings, "with_intervals", with_intervals)
    return collected


def frame_numbers(page: Findings) -> Iterator[ShownNumber]:
    """Yield the numbers of frames that have the page's intervals from the start."""
    order = page.run.column("order").name
    for row in page.shares.iter_rows(named=True):
        yield (STRATEGY, row["label"]), row["wins"], row["all_low"], row["all_high"]
    for name, frame in page.groups.items():
        start = (ORDER,) if name == order else ("dealt", name)
        for row in frame.iter_rows(named=True):
            yield (*start, row["label"]), row["wins"], row["all_low"], row["all_high"]


@pytest.mark.parametrize("game_command", some(COMMANDS, 4), ids="-".join)
def test_the_same_key_has_the_same_ends(
    game_command: tuple[str, str], section_numbers: list[ShownNumber], tmp_path: Path
) -> None:
    game, command = game_command
    arguments = [command, "--game", game, "--seats", SEATS[game], "--games", "48", "--quiet"]
    arguments += ["--keep", "all", "--out", "run", *COMMANDS[game_command]]
    answer = call(tmp_path, *arguments)
    assert answer.returncode == 0, answer.stderr
    page = Findings(Run(tmp_path / "run"))
    content_of(page)
    by_key, findings = page.headlines.by_key, page.headlines.findings
    assert len(by_key) == len(findings) + sum(len(finding.further) for finding in findings)
    shared = [entry for entry in (*section_numbers, *frame_numbers(page)) if entry[0] in by_key]
    assert len(shared) > 15
    for key, value, low, high in shared:
        number = by_key[key]
        assert value == pytest.approx(number.size), key
        if not math.isnan(number.low):
            assert (low, high) == pytest.approx((number.low, number.high)), key


@pytest.mark.parametrize("seed", [4, 10, 11, 22])
def test_another_number_of_equal_value_keeps_its_interval(
    seed: int, section_numbers: list[ShownNumber], tmp_path: Path
) -> None:
    """The share of games with a shared win happens to equal the gap between places in turn order,
    but keeps its own interval."""
    (tmp_path / "equal.py").write_text(Path(example_game.__file__).read_text(encoding="utf-8"))
    eoc_sim.run(
        game=str(tmp_path / "equal.py"),
        seats=["bold", "careful"],
        games=12,
        seed=seed,
        who="off",
        out=tmp_path / "run",
    )
    page = Findings(Run(tmp_path / "run"))
    content_of(page)
    (gap,) = (finding for finding in page.headlines.findings if finding.key[0] == "gap")
    shared = page.headlines.by_key["shared",]
    assert gap.size == pytest.approx(shared.size)
    assert (gap.low, gap.high) != pytest.approx((shared.low, shared.high))
    assert [entry for entry in section_numbers if entry[0] == shared.key] == [
        (shared.key, shared.size, shared.low, shared.high)
    ]


def test_a_single_seat_among_copies_has_the_interval_of_its_cell() -> None:
    played = MadeUpTournament([0.0, 0.0, 0.0], games=24)
    frame, judged = line_ups(played), cells(played).frame
    shown_frame = _line_ups(played.run, frame, judged).frame
    assert shown_frame is not None
    joint = {
        (row["strategy"], row["other"]): (row["all_low"], row["all_high"])
        for row in judged.iter_rows(named=True)
    }
    cell_count = 0
    for row, measured_row in zip(
        shown_frame.iter_rows(named=True), frame.iter_rows(named=True), strict=True
    ):
        others = {*frame.filter(line_up=row["line_up"])["strategy"]} - {row["strategy"]}
        is_cell = row["seats"] == 1 and len(others) == 1
        cell_count += is_cell
        expected = (
            joint[row["strategy"], *others]
            if is_cell
            else (
                measured_row["low"],
                measured_row["high"],
            )
        )
        assert (row["low"], row["high"]) == pytest.approx(expected)
    assert cell_count == len(joint) == 6
