"""Games that expose broken engines of Eleven, and helpers that break engines.

The other modules in this folder each have the engines for some chapters of the rules. If a trace
can show the breach of a rule, that rule comes first in the ``rules`` of at least one engine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.eleven.module_games import Modules, solo
from referee.pure.breaking import Change, instead

PLANNER = "balanced:effort=1"
RESTLESS = str(Path(__file__).parents[2] / "strategies" / "eleven" / "restless.py")
LEAGUE = Modules(3, {"layer": "league"})
TACTICS = Modules(3, {"layer": "league", "start_tactics": "3"})
SEASON = Modules(3, {"weeks": "3"})
RICH = Modules(3, {"weeks": "3", "start_money": "30", "start_tactics": "2"})
WHOLE = Modules(4, {**RICH.settings, "weeks": "8"})
FIT = Modules(2, {"weeks": "4", "start_money": "30", "start_level": "5"})
POOR = Modules(3, {"weeks": "3", "start_money": "0"})
DEALS = Modules(3, {**RICH.settings, "transfers": "on", "market": "on"})
LEAGUE_WITH_MATCHES = Modules(2, {"layer": "league", "league_matches": "on"})
SEASON_WITH_MATCHES = Modules(2, {"league_matches": "on"})
LEAGUE_WITH_USED_GLOVES = Modules(4, {**LEAGUE_WITH_MATCHES.settings, "fresh_gloves": "off"})
REFEREES = Modules(3, {**RICH.settings, "referees": "on"})
OFTEN_REFEREED = Modules(4, {**REFEREES.settings, "weeks": "6", "start_level": "5"})
BETS = Modules(3, {"layer": "league", "betting": "on"})
EPIC = Modules(2, {"epic": "on"})
DEALT = Modules(2, {"layer": "league", "epic": "on", "schedule": "dealt"})
UNIQUE = Modules(2, {**RICH.settings, "unique_cards": "on"})
ALONE = Modules(1, solo("2"))


@dataclass(frozen=True)
class Broken:
    """An engine that breaks the first of these rules; the referee must name one of them."""

    what: str
    rules: str
    change: Change
    case: Modules = SEASON
    strategy: str = "random"

    def __str__(self) -> str:
        return self.what

    @property
    def rule(self) -> str:
        """The rule that it breaks."""
        return self.rules.split()[0]


def more(number: int) -> Callable[..., Any]:
    """Return a wrapper that adds this number to a function's result."""
    return lambda original, *arguments: original(*arguments) + number


def always_false(*arguments: Any) -> bool:
    return False


def always_true(*arguments: Any) -> bool:
    return True


def never_refuse(function: Any) -> Change:
    """Replace a check with one that refuses nothing."""
    return instead(function, lambda *arguments: 0)


def opposite(original: Any, *arguments: Any) -> bool:
    return not original(*arguments)
