"""Remarks about strategies that have not learnt the entire deck."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from eoc_sim.simulator.eoc.facts import clause_names, clauses_in_deck
from eoc_sim.simulator.eoc.learnt_factors import learnt_table
from eoc_sim.simulator.kernel.phrases import join_words

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.components import Components
    from eoc_sim.simulator.runs.version_options import VersionOptions
    from eoc_sim.simulator.runs.versions import GameVersion

MAX_NAMED = 3
"""The maximum number of clauses that a remark names.

The remark counts any further clauses but does not name them.
"""


def deck_clauses(components: Components) -> list[str]:
    """List the distinct names of the clauses of the deck's cards."""
    clauses = zip(clause_names(components), clauses_in_deck(components), strict=True)
    return list(dict.fromkeys(name for name, is_in_deck in clauses if is_in_deck))


def remarks(options: VersionOptions, version: GameVersion) -> list[str]:
    """List sentences about strategies that have not learnt the entire deck.

    ``options`` are the version's options; the suggested command repeats them.
    """
    clauses: list[str] | None = None
    sentences: dict[str, None] = {}
    for spec, strategy in zip(version.seats, version.strategies(), strict=True):
        sheet = learnt_table(strategy)
        if sheet is None:
            continue
        if clauses is None:
            clauses = deck_clauses(version.components)
        unknown_names = [
            name
            for name, has_factor in zip(clauses, sheet.find_known(clauses), strict=True)
            if not has_factor
        ]
        if unknown_names:
            names = [f'"{name}"' for name in unknown_names[:MAX_NAMED]]
            if len(unknown_names) > MAX_NAMED:
                names.append(f"{len(unknown_names) - MAX_NAMED} more")
            keeps = "keeps" if len(unknown_names) == 1 else "keep"
            sentences[
                f"{strategy.name} has learnt {len(clauses) - len(unknown_names)} of {len(clauses)} "
                f"clauses of these cards; {join_words(names)} {keeps} the formula's value; to "
                f"learn all, run {_command(spec, options)}"
            ] = None
    return list(sentences)


def _command(spec: str, options: VersionOptions) -> str:
    """Write the command that learns the requested deck."""
    words = ["eoc-sim", "strategies", "learn", spec]
    for option, value in (("--rules", options.rules), ("--data", options.data)):
        words += [] if value is None else [option, value]
    for option, pairs in (("--set", options.settings), ("--change", options.changes)):
        for key, value in pairs:
            words += [option, f"{key}={value}"]
    return shlex.join(words)
