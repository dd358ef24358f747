"""Games whose versions are `versions.GameVersion`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, TypeVar

from eoc_sim.simulator.runs.edited_files import write_edits
from eoc_sim.simulator.runs.game import Compiling, Declaration, Editing, Game, OwnFiles, Pace
from eoc_sim.simulator.runs.numbers import Number
from eoc_sim.simulator.runs.rule_words import presets, rule_sets, switch_words
from eoc_sim.simulator.runs.versions import GameVersion, forget_files

V = TypeVar("V", bound=GameVersion)


def game_of(
    kind: type[V],
    declaration: Declaration,
    *,
    numbers: Callable[[V], Sequence[Number]],
    **parts: Any,
) -> Game[V]:
    """Make the game of a kind of version, with further parts.

    Switches and presets are added to the declaration, from the rules of the versions. ``numbers``
    returns the editable numbers of a version.
    """
    rules = kind.game_rules
    return Game(
        version=kind,
        declaration=replace(declaration, switches=switch_words(rules), presets=presets(rules)),
        default_seats=kind.default_seats,
        baseline=kind.baseline,
        normal_key=kind.normal_key,
        fixed_keys=kind.fixed_keys,
        change=kind.change,
        differences=kind.differences,
        share=kind.share,
        idle=kind.idle,
        players_of=kind.players,
        engines=kind.engines,
        record=kind.record,
        restore=kind.restore,
        options=("--rules", "--set", "--data", "--card", "--change"),
        replay=kind.replay,
        narrate=kind.narrate,
        rule_sets=rule_sets(rules),
        compiling=Compiling(kind.compile, kind.is_compiled),
        own_files=OwnFiles(kind.own_files, kind.move_files),
        strategies=kind.strategies,
        forget_files=forget_files,
        with_sheet=_with_sheet,
        editing=Editing(numbers, write_edits),
        pace=Pace(),
        remarks=lambda options, version: version.remarks(options),
        **parts,
    )


def _with_sheet(version: V, file: str) -> V:
    """Replace the sheets of a version's components by those of a file."""
    return replace(version, components=version.parts.replace_files(version.components, file))


def with_components(path: str) -> Callable[[V, Any], V]:
    """Make a function that replaces a version's components.

    ``path`` is the ``package.module:name`` of a function that takes components and a number or
    file. It is imported when it is first needed.
    """
    module, _, name = path.partition(":")

    def change(version: V, settings: Any) -> V:
        make = getattr(import_module(module), name)
        return replace(version, components=make(version.components, settings))

    return change
