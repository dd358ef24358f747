"""The last lines of a report's first screen: layer, effort, guesses (LAY-2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eoc_sim.analysis.eleven import effort_and_sources
from eoc_sim.analysis.eleven.layer import is_season
from eoc_sim.analysis.tables import Run
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import count, join_words, number, sentence_start

PITCH = {f"{row}{place}" for row in "dmf" for place in "lcr"}
"""Columns with the positions of a team's markers."""
LABELS = ("number", "name")
"""Columns that only identify a row."""


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """State layer, effort and the share of guesses."""
    run = runs[0]
    rules = run.rules
    money = "and money for bets alone" if rules["betting"] == "on" else "no money"
    sentence = (
        f"the whole game, in division {rules['division']}; figures that rest on prices, incomes "
        "or cards are reconstructed, and marked as such"
        if is_season(run)
        else f"only weeks, matches and the table, with squads of the profile {rules['profile']} in "
        f"division {rules['division']}; no cards, {money}"
    )
    efforts = {
        name: effort for run in runs for name, effort in effort_and_sources.efforts(run).items()
    }
    about = f"Layer {rules['layer']}{_range(efforts)}"
    lines = [Verdict(about, (f"{sentence}. {_efforts(efforts)}",), is_background=True)]
    cells = effort_and_sources.cells(run)
    if total := sum(cells.values()):
        share = number(100 * cells["reconstructed"] / total)
        counts = (
            f"of the components' {count(total)} cells, {count(cells['printed'])} "
            f"{'is' if cells['printed'] == 1 else 'are'} printed, {count(cells['reported'])} "
            f"reported by people who own the game, and {count(cells['reconstructed'])} "
            "reconstructed"
        )
        about = f"{share} % of the cells are reconstructed"
        lines.append(Verdict(about, (f"{counts}. {_columns(run)}",), is_background=True))
    return lines


def _range(efforts: Mapping[str, float | None]) -> str:
    """Return the range of efforts in a few words, if any."""
    values = sorted({effort for effort in efforts.values() if effort is not None})
    return (
        f", effort {' to '.join(number(end) for end in values[:: len(values) - 1 or 1])}"
        if values
        else ""
    )


def _efforts(efforts: Mapping[str, float | None]) -> str:
    """State how many layouts each strategy tries."""
    if all(effort is None for effort in efforts.values()):
        return "No strategy has an effort setting."
    phrases = [f"{name} {number(effort)}" for name, effort in efforts.items() if effort is not None]
    names_without_effort = [name for name, effort in efforts.items() if effort is None]
    return (
        f"Effort (layouts tried in each formation): {join_words(phrases)}"
        f"{f'; none: {join_words(names_without_effort)}' if names_without_effort else ''}."
    )


def _columns(run: Run) -> str:
    """List the reconstructed and the reported columns.

    Most columns of a season are reconstructed, so only its reported ones are listed.
    """
    parts = []
    for kind in ("reported",) if is_season(run) else ("reconstructed", "reported"):
        phrases = [
            f"{join_words(columns)} of {component}" if (columns := _words(names)) else component
            for component, names in effort_and_sources.columns(run, kind).items()
            if not names or _words(names)
        ]
        if phrases:
            parts.append(f"{sentence_start(kind)}: {'; '.join(phrases)}.")
    return " ".join(parts)


def _words(columns: list[str]) -> list[str]:
    """Return columns in plain words; the pitch's cells share one phrase."""
    names = [
        "positions of markers" if column in PITCH else column.replace("_", " ").replace("vp", "VP")
        for column in columns
        if column not in LABELS
    ]
    return list(dict.fromkeys(names))
