"""The first screen's line on what a run rests on: layer, effort, guesses."""

from __future__ import annotations

from eoc_sim.analysis.eleven import known
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import count, listed, number

PITCH = {f"{row}{place}" for row in "dmf" for place in "lcr"}
"""The columns of a line-up that say where its markers stand."""
LABELS = ("number", "name")
"""Columns that only name a row."""


def verdicts(page: Findings) -> list[Verdict]:
    """State the layer, the effort of the managers, and the share of guesses (LAY-2)."""
    rules = page.run.record["baseline"]["rules"]
    lines = [
        f"Layer {rules['layer']}: weeks, matches and table alone, with squads of the profile "
        f"{rules['profile']} in division {rules['division']}; no cards, no money. "
        f"{_efforts(page)}"
    ]
    cells = known.cells(page.run)
    whole = sum(cells.values())
    if whole:
        lines.append(
            f"Of {count(whole)} cells of the components {count(cells['printed'])} "
            f"{_are(cells['printed'])} printed, {count(cells['reported'])} reported by people who "
            f"have the game and {count(cells['reconstructed'])} reconstructed, "
            f"{number(100 * cells['reconstructed'] / whole)} in 100: {_columns(page)}."
        )
    return [Verdict("What this rests on", tuple(lines))]


def _are(cells: int) -> str:
    return "is" if cells == 1 else "are"


def _efforts(page: Findings) -> str:
    """State how many layouts each strategy tries."""
    efforts = known.efforts(page.run)
    if all(effort is None for effort in efforts.values()):
        return "No strategy has an effort."
    each = [
        f"{name} {'without' if effort is None else number(effort)}"
        for name, effort in efforts.items()
    ]
    return f"Effort, layouts tried in each formation: {listed(each)}."


def _columns(page: Findings) -> str:
    """Name what is reconstructed, then what is reported."""
    said = []
    for kind in ("reconstructed", "reported"):
        each = [
            f"{listed(_words(columns))} of {component}"
            for component, columns in known.columns(page.run, kind).items()
            if _words(columns)
        ]
        if each:
            said.append(f"{kind} are {', '.join(each)}")
    return "; ".join(said)


def _words(columns: list[str]) -> list[str]:
    """Name columns for people, the cells of the pitch as one."""
    found = [
        "the places of markers" if column in PITCH else column.replace("_", " ")
        for column in columns
        if column not in LABELS
    ]
    return list(dict.fromkeys(found))
