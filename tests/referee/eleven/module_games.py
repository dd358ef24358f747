"""Games of Eleven with modules, for the tests.

They have 1 to 4 managers and many values of the switches.
"""

from __future__ import annotations

import copy
from functools import cache
from random import Random

from eoc_sim.referee.eleven.tables import SEASON_MODULES, SHARED_MODULES
from referee.corruptions import Trace
from referee.eleven.modules_engine import ModulesEngine, RandomModuleDecisions
from referee.eleven.season_engine import DEFAULTS
from referee.eleven.seasons import Season

DIVISIONS = {"5": "2", "6": "1", "7": "2", "8": "2"}
"""SOLO-1: the divisions of the scenarios that are not played in division 3."""
CONTENT = [name for name in SEASON_MODULES if name.startswith("new_")] + ["new_lineups"]


class Modules(Season):
    """A kind of game with modules."""

    @property
    def engine(self) -> type[ModulesEngine]:
        """Return the engine that plays this case."""
        return ModulesEngine

    def trace(self, game: int = 0) -> Trace:
        """Play a game with random decisions; each caller gets its own copy."""
        return copy.deepcopy(_random_trace(self, game))


@cache
def _random_trace(case: Modules, game: int) -> Trace:
    return case.played(RandomModuleDecisions(case.seed + game), game)


def solo(scenario: str) -> dict[str, str]:
    """Return the switches of a scenario and of the modules that it uses."""
    content = CONTENT if scenario in "78" else []
    unique = ["unique_cards"] if scenario == "8" else []
    return {"solo": "on", "scenario": scenario, "division": DIVISIONS.get(scenario, "3"),
            **dict.fromkeys([*content, *unique], "on")}  # fmt: skip


def league_modules() -> list[Modules]:
    """List league games with each module alone, and with three together."""
    league = {"layer": "league"}
    modules = [["betting"], ["league_matches"], ["epic"], ["new_lineups"],
               ["betting", "league_matches", "epic"]]  # fmt: skip
    return [
        Modules(managers, {**league, **dict.fromkeys(names, "on"), "schedule": schedule})
        for names in modules
        for managers, schedule in ((2, "rotated"), (3, "dealt"), (4, "rotated"))
    ]


def switches() -> list[Modules]:
    """List a game for each module and each value of its switches.

    The solo module and default values are left out. Wide ranges give only their ends.
    """
    cases = []
    for module, own_switches in [*SHARED_MODULES.items(), *SEASON_MODULES.items()]:
        if module == "solo":
            continue
        cases.append(Modules(2 + len(cases) % 3, {module: "on"}))
        for name, values in own_switches.items():
            for value in values if len(values) < 6 else [values[0], values[-1]]:
                if value != DEFAULTS[name]:
                    cases.append(Modules(2 + len(cases) % 3, {module: "on", name: value}))
    return cases


def solo_games() -> list[Modules]:
    """List games of every scenario, some with bets, Epic or three weeks."""
    epic = [Modules(1, {**solo(number), "epic": "on"}) for number in ("7", "2", "4", "5")]
    variants = [Modules(1, {**solo("2"), "betting": "on"}), Modules(1, {**solo("5"), "weeks": "3"})]
    return [*(Modules(1, solo(str(number))) for number in range(1, 9)), *variants, *epic]


def mixtures(number: int) -> list[Modules]:
    """List ``number`` games with random modules and values of their switches."""
    cases = []
    for index in range(number):
        luck = Random(index)
        settings = {"start_money": luck.choice(["5", "30"]), "start_tactics": "2"}
        for modules in (SHARED_MODULES, SEASON_MODULES):
            for module, own_switches in modules.items():
                if module == "solo" or luck.random() < 0.4:
                    continue
                settings[module] = "on"
                settings |= {
                    name: luck.choice(values)
                    for name, values in own_switches.items()
                    if luck.random() < 0.5
                }
        cases.append(Modules(luck.choice([2, 3, 4]), settings))
    return cases
