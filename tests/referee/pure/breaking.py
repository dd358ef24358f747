"""Engines that each break one rule, with the kinds of games that expose them.

Each is the correct engine with one or two slips of the kind that haste or a misreading of the rules
causes. A slip takes its simplest form: another value in a table of rules (`constant`), a function
that wraps or replaces an engine function (`wrap`, `instead`, `before`, `after`, `skip`, `as_if` or
`undone`), or reworded source (`reword`) where only a change inside the function will do.
"""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache, partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from referee.playing import Case, package_components
from referee.pure.illegal_play import DecisionFunctions

from eoc_sim.simulator.eoc import conditions
from eoc_sim.simulator.eoc.components import Components
from eoc_sim.simulator.eoc.decisions import DECISIONS
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.kernel.memory import with_names

Function = Callable[..., Any]

# Ways to break an engine


@dataclass(frozen=True)
class Change:
    """A replacement of a function or a table value under the same name."""

    name: str
    original: Any
    broken: Callable[[], Any]  # makes the replacement

    def apply(self, patch: pytest.MonkeyPatch) -> None:
        """Put the replacement into every module that knows the original by name."""
        modules = [
            module for name, module in list(sys.modules.items())
            if name.startswith("eoc_sim") and not name.startswith("eoc_sim.referee")
            and vars(module).get(self.name) is self.original
        ]  # fmt: skip
        assert modules, f"no module has this {self.name}, or it is already broken"
        broken = self.broken()
        for module in modules:
            for var in list(vars(module).values()):
                for cell in getattr(var, "__closure__", None) or ():
                    if cell.cell_contents is self.original:  # a closure over it
                        patch.setattr(cell, "cell_contents", broken)
            patch.setattr(module, self.name, broken)


def constant(module: ModuleType, name: str, value: Any) -> Change:
    """Replace the value of a constant."""
    return Change(name, getattr(module, name), lambda: value)


def wrap(function: Function, wrapper: Function) -> Change:
    """Call ``wrapper(function, *arguments)`` instead; the wrapper may call the function."""
    return Change(function.__name__, function, lambda: partial(wrapper, function))


def instead(function: Function, other: Function) -> Change:
    """Put another function in place of this one."""
    return Change(function.__name__, function, lambda: other)


def before(function: Function, also: Function) -> Change:
    """Call ``also`` with the same arguments before the function."""

    def wrapper(original: Function, *arguments: Any) -> Any:
        also(*arguments)
        return original(*arguments)

    return wrap(function, wrapper)


def after(function: Function, also: Function) -> Change:
    """Call ``also`` with the same arguments after the function."""

    def wrapper(original: Function, *arguments: Any) -> Any:
        result = original(*arguments)
        also(*arguments)
        return result

    return wrap(function, wrapper)


def skip(function: Function, **when: int) -> Change:
    """Skip the function and return 0, which means that nothing is refused.

    ``when`` gives the values that fields of the table must have. So
    ``skip(month.expire_cards, month=12)`` skips the function only in February, month 12. Without
    ``when``, the function is always skipped.
    """

    def wrapper(original: Function, *arguments: Any) -> Any:
        if any(getattr(_table(arguments), name) != value for name, value in when.items()):
            return original(*arguments)
        return 0

    return wrap(function, wrapper)


def as_if(function: Function, **fields: int) -> Change:
    """Run the function with these values in the table; then restore the table's own.

    ``as_if(actions.trade, rule_trade_fee=TRADE_FEE.BB1)``: as if that were the rule.
    """

    def wrapper(original: Function, *arguments: Any) -> Any:
        table = _table(arguments)
        real = {name: getattr(table, name) for name in fields}
        _set(table, fields)
        result = original(*arguments)
        _set(table, real)
        return result

    return wrap(function, wrapper)


def undone(function: Function, *fields: str) -> Change:
    """Undo what the function does to these fields of the table, after it has written its events."""

    def wrapper(original: Function, *arguments: Any) -> Any:
        table = _table(arguments)
        earlier = {name: copy(getattr(table, name)) for name in fields}
        result = original(*arguments)
        _set(table, earlier)
        return result

    return wrap(function, wrapper)


def reword(function: Function, *words: str) -> Change:
    """Reword a function: ``reword(function, old, new, old, new ...)``."""

    def broken() -> Function:
        source = textwrap.dedent(inspect.getsource(function))
        for old, new in zip(words[::2], words[1::2], strict=True):
            assert source.count(old) == 1, f"{function.__name__} no longer has exactly one {old!r}"
            source = source.replace(old, new)
        names: dict[str, Any] = {}
        closure = inspect.getclosurevars(function).nonlocals
        exec(source, function.__globals__ | closure if closure else function.__globals__, names)
        return names[function.__name__]

    return Change(function.__name__, function, broken)


def _table(arguments: tuple[Any, ...]) -> Any:
    """Return the table from a rule function's arguments; the first is the state or table."""
    return getattr(arguments[0], "table", arguments[0])


def _set(table: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        if isinstance(value, np.ndarray):
            getattr(table, name)[...] = value
        else:
            setattr(table, name, value)


# Statements for lambdas


def put(numbers: Any, place: Any, value: Any) -> None:
    """Set entries of an array."""
    numbers[place] = value


def add(numbers: Any, place: Any, more: Any) -> None:
    """Add to entries of an array."""
    numbers[place] += more


# A broken engine


@dataclass(frozen=True)
class Game(Case):
    """A kind of game in which all coaches or all cards may be changed.

    ``coach`` is the effect of every coach, and ``card`` that of every card; if empty, the package's
    effects stay. ``decision_functions`` replace those of random play in all seats.
    """

    coach: str = ""
    card: str = ""
    decision_functions: DecisionFunctions = field(default_factory=dict, hash=False)

    @property
    def components(self) -> Components:
        """Return the package's components with these effects; changed cards cost 1 green EC."""
        return same_effects(self.coach, self.card)

    def engine(self, seed: int) -> Engine:
        """Return this case's engine, with its decision functions in all seats."""
        engine = super().engine(seed)
        if self.decision_functions:
            random = load_strategy("random")
            for entry in range(self.players):
                for name, function in {**random.functions, **self.decision_functions}.items():
                    named = with_names(function, random.memory)
                    engine.functions[entry, DECISIONS.names.index(name)] = named
        return engine


@lru_cache
def same_effects(coach: str, card: str) -> Components:
    """Return the package's components with one effect on all coaches and one on all cards."""
    content = package_components().as_dict()
    for row in content["coaches"] if coach else []:
        row["effect"] = coach
    for row in content["cards"] if card else []:
        row["effect"] = card
        when = card.partition(":")[0]
        row["usage"] = when if when in ("month", "end") else "upgrade"
        for column in row:
            if column.startswith("cost_"):
                row[column] = "1" if column == "cost_green" else "0"
    return Components.from_dict(content, "the broken engines' components")


def game(
    preset: str = "standard", players: int = 2, line_up: str = "mixed",
    coach: str = "", card: str = "", decision_functions: DecisionFunctions | None = None,
    **settings: str,
) -> Game:  # fmt: skip
    """Make a kind of game, by default two mixed strategies under the standard rules."""
    functions = decision_functions or {}
    return Game(preset, players, line_up, settings, None, coach, card, functions)


@dataclass(frozen=True)
class Broken:
    """An engine that breaks a rule."""

    what: str
    rules: str  # the referee must name one of these
    changes: tuple[Change, ...]
    game: Game
    refused: str = ""  # the rule by which the correct engine refuses the seats' illegal play

    def __str__(self) -> str:
        return self.what


BROKEN: list[Broken] = []


def broken(what: str, rules: str, *parts: Any, refused: str = "") -> None:
    """Add an engine: its changes, then its game."""
    *changes, kind = parts
    BROKEN.append(Broken(what, rules, tuple(changes), kind, refused))


def allows_illegal_play(
    what: str, rule: str, *parts: Any, refused: str = "", **settings: Any
) -> None:
    """Add an engine that lacks a check, with illegal play that the check would refuse.

    ``parts`` are the changes that remove the check, then the decision functions that make
    the illegal play.
    """
    *changes, functions = parts
    kind = game(line_up="random", decision_functions=functions, **settings)
    broken(what, rule, *changes, kind, refused=refused or rule)


# If a gain or payment is reported correctly but made wrongly, the referee finds it when the EC or
# BB are next spent, or at the end of the turn.
ENVELOPE_RULES = "ACT-10 PAY-3 ACT-2 ACT-3 ACT-4 ACT-5 ACT-9"
BUCKS_RULES = "ACT-10 PAY-3 ACT-2 ACT-3 ACT-5 ACT-8 AUC-4"

NO_LIMITS = before(
    conditions.clause_amount, lambda table, seat, clause: put(table.clause_up_to, clause, 999)
)

MIXED = game()
ARCHETYPES = game(players=4, line_up="archetypes")
FOUR = game(players=4)
THREE = game(players=3)
RANDOM = game(line_up="random")
FOUR_RANDOM = game(players=4, line_up="random")
FAMILY = game("family", 4)
SOLO = game("solo", 1)
EXCLUSIVE = game("cutthroat", 3, "random")
