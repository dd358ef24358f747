"""Leagues for Eleven's referee: every switch value, altered data, 2 to 4 managers."""

from __future__ import annotations

import copy
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from eoc_sim.referee.eleven.data import Data, read_folder
from eoc_sim.referee.eleven.game import ReferenceGame
from eoc_sim.referee.eleven.tables import LEAGUE_SWITCHES, SEATS
from referee.corruptions import Trace
from referee.eleven.altered import altered
from referee.eleven.reference_engine import DEFAULTS, Decisions, RandomDecisions, ReferenceEngine

CONTENTS = read_folder(Path(__file__).parents[3] / "data" / "eleven")


@dataclass(frozen=True)
class Case:
    """A kind of league: switches, managers and data."""

    managers: int
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)
    data_seed: int | None = None
    """The seed of altered data; None for the package's data."""

    def __str__(self) -> str:
        """Return the words that distinguish this case from others."""
        words = [f"{name}={value}" for name, value in self.settings.items()]
        if self.data_seed is not None:
            # The seeds of games are derived from these words.
            words.append(f"sheet {self.data_seed}")
        return ", ".join([*words, f"{self.managers} managers"])

    @property
    def data(self) -> Data:
        """Return the components of this case."""
        return data_of_seed(self.data_seed)

    @property
    def seed(self) -> int:
        """Return the seed of this case's leagues."""
        return zlib.crc32(str(self).encode())

    def played(self, decisions: Decisions, game: int = 0) -> Trace:
        """Play a league with these decisions, and read it back from JSON."""
        strategies = ["random"] * self.managers
        engine = ReferenceEngine(
            self.data, self.settings, strategies, decisions, seed=self.seed, game=game
        )
        return [json.loads(json.dumps(event)) for event in engine.events()]

    def trace(self, game: int = 0) -> Trace:
        """Play a league with random decisions; each caller gets its own copy."""
        return copy.deepcopy(_random_trace(self, game))

    def judge(self, trace: Trace) -> None:
        """Raise the first disagreement."""
        ReferenceGame(trace, self.data).play()


@cache
def _random_trace(case: Case, game: int) -> Trace:
    return case.played(RandomDecisions(case.seed + game), game)


@cache
def data_of_seed(data_seed: int | None) -> Data:
    """Return the package's data, or altered data that depend on the seed."""
    return Data(CONTENTS if data_seed is None else altered(CONTENTS, Random(data_seed)))


def counts() -> list[Case]:
    """List every combination of managers, weeks and schedule."""
    return [
        Case(managers, {"weeks": weeks, "schedule": schedule})
        for managers in SEATS
        for weeks in LEAGUE_SWITCHES["weeks"]
        for schedule in LEAGUE_SWITCHES["schedule"]
    ]


def switches() -> list[Case]:
    """List every non-default value of every switch, and three pairs of values."""
    cases = []
    for name, values in LEAGUE_SWITCHES.items():
        for value in values:
            if value != DEFAULTS[name]:
                cases.append(Case(2 + len(cases) % 3, {name: value}))
    return [
        *cases,
        Case(4, {"club_dice": "off", "facing": "roll"}),
        Case(3, {"formations": "free", "tactics": "off"}),
        Case(4, {"formations": "free", "start_tactics": "3"}),
    ]


def mixtures(number: int) -> list[Case]:
    """Draw many switches at once, on altered data."""
    cases = []
    for data_seed in range(number):
        luck = Random(data_seed)
        settings = {
            name: luck.choice(values)
            for name, values in LEAGUE_SWITCHES.items()
            if luck.random() < 0.5
        }
        cases.append(Case(luck.choice(SEATS), settings, data_seed))
    return cases
