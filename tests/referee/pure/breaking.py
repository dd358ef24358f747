"""Engines that play one rule wrong, and a kind of game in which that shows.

Each is the sound engine but for a few words of one or two functions, of the kind that a slip or a
wrong reading of the rules would leave behind.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pytest
from referee.playing import Case, package
from referee.pure.illegal_play import Seat

from eoc_sim.simulator.eoc.asking import FUNCTIONS
from eoc_sim.simulator.eoc.components import Components
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.kernel.memory import with_names

# A broken engine


@dataclass(frozen=True)
class Change:
    """Other words in a function, or another value of a table of the rules."""

    where: Any  # a function of the engine; of a constant, its module
    words: tuple[tuple[Any, Any], ...]  # each as it is, and as the broken engine has it

    def apply(self, patch: pytest.MonkeyPatch) -> None:
        """Put it into every module that knows the function or the table by its name."""
        for name, old, new in self.replacements():
            for module_name, module in list(sys.modules.items()):
                fast = module_name.startswith("eoc_sim") and "referee" not in module_name
                if fast and vars(module).get(name) is old:
                    patch.setattr(module, name, new)

    def replacements(self) -> list[tuple[str, Any, Any]]:
        """What is replaced: its name, the sound thing and the broken one."""
        if inspect.isfunction(self.where):
            return [(self.where.__name__, self.where, self.function())]
        return [(name, getattr(self.where, name), value) for name, value in self.words]

    def function(self) -> Callable[..., Any]:
        """The function in other words."""
        source = inspect.getsource(self.where)
        for old, new in self.words:
            assert source.count(old) == 1, f"{self.where.__name__} has no longer one {old!r}"
            source = source.replace(old, new)
        made: dict[str, Any] = {}
        exec(source, self.where.__globals__, made)
        return made[self.where.__name__]


def change(where: Any, *words: Any) -> Change:
    """``change(function, old, new, old, new ...)``, or a module and names with values."""
    return Change(where, tuple(zip(words[::2], words[1::2], strict=True)))


@dataclass(frozen=True)
class Game(Case):
    """A kind of game in which every coach and every card may have the same effect."""

    coach: str = ""
    card: str = ""
    seat: Seat = field(default_factory=dict, hash=False)

    @property
    def components(self) -> Components:
        """The package's components with these effects; such cards cost 1 green EC."""
        return same_effects(self.coach, self.card)

    def engine(self, seed: int) -> Engine:
        """The engine of this case, with the functions that all seats have instead of theirs."""
        made = super().engine(seed)
        if self.seat:
            random = load_strategy("random")
            for entry in range(self.players):
                for name, function in {**random.functions, **self.seat}.items():
                    named = with_names(function, random.memory)
                    made.functions[entry, FUNCTIONS.index(name)] = named
        return made


@lru_cache
def same_effects(coach: str, card: str) -> Components:
    """The package's components with one effect on all coaches, and one on all cards."""
    content = package().as_dict()
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
    coach: str = "", card: str = "", seat: Seat | None = None, **settings: str,
) -> Game:  # fmt: skip
    """A kind of game."""
    return Game(preset, players, line_up, settings, None, coach, card, seat or {})


@dataclass(frozen=True)
class Broken:
    """An engine that plays a rule wrong."""

    what: str
    rules: str  # the referee names one of these
    changes: tuple[Change, ...]
    game: Game
    refused: str = ""  # what the sound engine says of the illegal play that makes it show

    def __str__(self) -> str:
        return self.what


BROKEN: list[Broken] = []


def broken(what: str, rules: str, *parts: Any, refused: str = "") -> None:
    """Add an engine: its changes, then its game."""
    *changes, kind = parts
    BROKEN.append(Broken(what, rules, tuple(changes), kind, refused))


def lawless(
    what: str, rule: str, *parts: Any, also: str = "", refused: str = "", **settings: Any
) -> None:
    """Add an engine that has lost a check, and the seat whose play the check would refuse."""
    *changes, seat = parts
    kind = game(line_up="random", seat=seat, **settings)
    broken(what, f"{rule} {also}", *changes, kind, refused=refused or rule)


# Where something is told right and done wrong, the referee finds it when it is next spent, or at
# the end of the turn.
ENVELOPES = "ACT-10 PAY-3 ACT-2 ACT-3 ACT-4 ACT-5 ACT-9"
BUCKS = "ACT-10 PAY-3 ACT-2 ACT-3 ACT-5 ACT-8 AUC-4"

MIXED = game()
ARCHETYPES = game(players=4, line_up="archetypes")
FOUR = game(players=4)
THREE = game(players=3)
RANDOM = game(line_up="random")
FOUR_RANDOM = game(players=4, line_up="random")
FAMILY = game("family", 4)
SOLO = game("solo", 1)
EXCLUSIVE = game("cutthroat", 3, "random")
