"""Games whose versions are `versions.GameVersion`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any, TypeVar

from eoc_sim.simulator.runs.game import Compiling, Declaration, Game, OwnFiles
from eoc_sim.simulator.runs.rule_words import presets, rule_sets, switch_words
from eoc_sim.simulator.runs.versions import GameVersion, forget_files

V = TypeVar("V", bound=GameVersion)


def game_of(kind: type[V], declaration: Declaration, **parts: Any) -> Game[V]:
    """Make the game of a kind of version, with further parts.

    Switches and presets are added to the declaration, from the rules of the versions.
    """
    rules = kind.game_rules
    return Game(
        declaration=replace(declaration, switches=switch_words(rules), presets=presets(rules)),
        default_seats=kind.default_seats,
        baseline=kind.baseline,
        normal_key=kind.normal_key,
        fixed_keys=kind.fixed_keys,
        change=kind.change,
        differences=kind.differences,
        shared=kind.shared,
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
        own_files=OwnFiles(kind.own_files, kind.moved),
        strategies=kind.strategies,
        forget_files=forget_files,
        **parts,
    )


def with_components(path: str) -> Callable[[V, Any], V]:
    """Make a function that replaces a version's components.

    ``path`` is the ``package.module:name`` of a function that takes components and a number or
    file. It is imported when it is first needed.
    """
    module, _, name = path.partition(":")

    def changed(version: V, given: Any) -> V:
        make = getattr(import_module(module), name)
        return replace(version, components=make(version.components, given))

    return changed
