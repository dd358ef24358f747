"""Learnt factors of clauses, and the clauses of a deck without one.

A strategy may multiply the formula's worth of each clause by a factor that was learnt from games: a
data table with the key ``clause`` and the column ``factor``. A clause without a number there, such
as a changed one, goes by the formula alone.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from eoc_sim.simulator.eoc.facts import clause_names, clauses_in_deck

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.components import Components
    from eoc_sim.simulator.eoc.versions import Version
    from eoc_sim.simulator.kernel.data_tables import Sheet
    from eoc_sim.simulator.kernel.strategy_files import Strategy
    from eoc_sim.simulator.runs.asked import Asked

KEY, COLUMN = "clause", "factor"
NAMED = 3
"""Clauses that a remark names; further ones are counted."""


def learnt_table(strategy: Strategy) -> Sheet | None:
    """Return the table of a strategy's learnt factors, or None."""
    for sheet in strategy.tables:
        if sheet.key == KEY and COLUMN in sheet.columns:
            return sheet
    return None


def with_factors(strategy: Strategy, factors: Mapping[str, float]) -> Strategy:
    """Make a strategy play with these factors instead of its table's."""
    sheet = learnt_table(strategy)
    assert sheet is not None  # a strategy with learnt factors has a table of them
    told = sheet.with_numbers(COLUMN, factors)
    return replace(strategy, tables=tuple(told if one is sheet else one for one in strategy.tables))


def deck_clauses(components: Components) -> list[str]:
    """List the names of all clauses of cards in the deck, once."""
    named = zip(clause_names(components), clauses_in_deck(components), strict=True)
    return list(dict.fromkeys(name for name, counts in named if counts))


def remarks(asked: Asked, version: Version) -> list[str]:
    """List sentences on strategies that have not learnt the whole deck.

    ``asked`` are the version's options, for the command that would learn the rest.
    """
    clauses: list[str] | None = None
    found: dict[str, None] = {}
    for spec, strategy in zip(version.seats, version.strategies(), strict=True):
        sheet = learnt_table(strategy)
        if sheet is None:
            continue
        if clauses is None:
            clauses = deck_clauses(version.components)
        unknown = [
            name for name, known in zip(clauses, sheet.known(clauses), strict=True) if not known
        ]
        if unknown:
            named = "; ".join(f'"{name}"' for name in unknown[:NAMED])
            if len(unknown) > NAMED:
                named += f" and {len(unknown) - NAMED} more"
            goes = "goes" if len(unknown) == 1 else "go"
            found[
                f"{strategy.name} has learnt {len(clauses) - len(unknown)} of {len(clauses)} "
                f"clauses of these cards; {named} {goes} by the formula: "
                f"{_command(spec, asked)}"
            ] = None
    return list(found)


def _command(spec: str, asked: Asked) -> str:
    """Write the command that learns the requested deck."""
    words = ["eoc-sim", "strategies", "learn", spec]
    for option, value in (("--rules", asked.rules), ("--data", asked.data)):
        words += [] if value is None else [option, value]
    for option, pairs in (("--set", asked.settings), ("--change", asked.changes)):
        for key, value in pairs:
            words += [option, f"{key}={value}"]
    return shlex.join(words)
