"""Edits that would make one thing average, in plain words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.reports import words
from eoc_sim.reports.commands import HelpfulCommand, with_current

if TYPE_CHECKING:
    from typing import Any

    from eoc_sim.analysis.tables import Run
    from eoc_sim.simulator.runs.game import Words


def average_lines(rows: pl.DataFrame, game_words: Words) -> list[str]:
    """Compare a thing, as it is and edited, with an average one.

    The rows are those that ``balance --for`` writes.
    """
    current_row, *edits = rows.iter_rows(named=True)
    name, average = current_row["name"], current_row["average"]
    smallest = game_words.smallest[current_row["metric"]]
    unit = unit_of(rows, game_words)
    start = f"{name}: {_value(current_row)} {unit} compared with {average}"
    if _is_average(current_row, smallest):
        return [f"{start}; that is average, within {words.number(smallest)}."]
    caveat = "" if _differs(current_row) else ", a difference that chance may explain"
    jointly = "; this and the following 95 % intervals hold jointly" if edits else ""
    lines = [f"{start}{caveat}{jointly}."]
    measured_rows = [row for row in edits if not math.isnan(row["value"])]
    lines += [
        f"{row['said']} it {_comparison(row, average, smallest, unit)}." for row in measured_rows
    ]
    lines += [
        f"{row['said']} it is in too few games to measure."
        for row in edits
        if row not in measured_rows
    ]
    if not edits:
        lines.append("No change to its numbers is likely to bring it closer to average.")
    elif not any(_is_nearer(row, current_row) for row in edits):
        lines.append(f"No edit that was tried brings it closer{_next_step(current_row, unit)}")
    return lines


def _next_step(current_row: dict[str, Any], unit: str) -> str:
    """State what follows if no edit is nearer to the average."""
    if _differs(current_row):
        return ": play more games with --games."
    within = words.decimal(max(-current_row["low"], current_row["high"]))
    return (
        f", and none is shown to be needed: it is at most {within} {unit} from average. More games "
        "(--games) would narrow this."
    )


def unit_of(rows: pl.DataFrame, game_words: Words) -> str:
    """Return the unit of the values."""
    return "wins in 100" if rows["metric"][0] == "wins" else game_words.score[1]


def steps(rows: pl.DataFrame, run: Run) -> tuple[HelpfulCommand, ...]:
    """Suggest comparing an edit with the current rules.

    The edit is the first one that brings the thing so close to average that no difference is shown.
    If there is none, it is the one that comes closest. An average thing needs no edit.
    ``run`` is one of the runs that measured the thing.
    """
    current_row, smallest = rows.row(0, named=True), run.words.smallest[rows["metric"][0]]
    edits = rows.filter((rows["key"] != "") & (rows["value"].abs() < abs(current_row["value"])))
    if edits.is_empty() or _is_average(current_row, smallest):
        return ()
    average_edits = edits.filter((edits["low"] <= 0) & (edits["high"] >= 0))
    candidates = average_edits if average_edits.height else edits.sort(edits["value"].abs())
    best = candidates.row(0, named=True)
    return (with_current(run, best["settings"]),)


def _value(row: dict[str, Any]) -> str:
    ends = f"{words.decimal(row['low'], sign=True)} to {words.decimal(row['high'], sign=True)}"
    return f"{words.decimal(row['value'], sign=True)} ({ends})"


def _is_average(row: dict[str, Any], smallest: float) -> bool:
    """Return True if a thing is certainly average, edited or not."""
    return -smallest < row["low"] and row["high"] < smallest


def _differs(row: dict[str, Any]) -> bool:
    """Return True if a thing certainly differs from an average one."""
    return row["low"] > 0 or row["high"] < 0


def _is_nearer(row: dict[str, Any], current_row: dict[str, Any]) -> bool:
    """Return True if an edited thing is nearer to the average."""
    return abs(row["value"]) < abs(current_row["value"])


def _comparison(row: dict[str, Any], average: str, smallest: float, unit: str) -> str:
    """State how an edited thing compares with an average one."""
    if _differs(row):
        side = "stronger" if row["value"] > 0 else "weaker"
        return f"would be {side} than {average}, {_value(row)}"
    low, high = (words.decimal(row[end], sign=True) for end in ("low", "high"))
    difference = f"(the difference is {low} to {high} {unit})"
    if _is_average(row, smallest):
        return f"would be worth as much as {average} {difference}"
    return f"may be worth as much as {average} {difference}"
