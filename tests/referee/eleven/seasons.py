"""Seasons for Eleven's referee, with 2 to 4 managers and many values of the switches."""

from __future__ import annotations

import copy
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from eoc_sim.referee.eleven.components import SHEETS
from eoc_sim.referee.eleven.data import MODULE_SHEETS, Data
from eoc_sim.referee.eleven.game import ReferenceGame
from eoc_sim.referee.eleven.tables import SEASON_SWITCHES, SEATS
from eoc_sim.referee.sheets import read_files
from referee.corruptions import Trace
from referee.eleven.playing import CONTENTS as LEAGUE
from referee.eleven.season_engine import (
    DEFAULTS,
    RandomSeasonDecisions,
    SeasonDecisions,
    SeasonEngine,
)

LEAFLET_SHEETS = ("opponents", *MODULE_SHEETS)
CONTENTS = LEAGUE | read_files(
    Path(__file__).parent / "season_sheets", [*SHEETS, *LEAFLET_SHEETS], ["club"]
)


@cache
def data() -> Data:
    """Return the components of the season."""
    return Data(CONTENTS)


@dataclass(frozen=True)
class Season:
    """A kind of season: switches and managers."""

    managers: int
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        """Return the words that distinguish this case from others."""
        words = [f"{name}={value}" for name, value in self.settings.items()]
        return ", ".join([*words, f"{self.managers} managers"])

    @property
    def seed(self) -> int:
        """Return the seed of this case's seasons."""
        return zlib.crc32(str(self).encode())

    def played(self, decisions: SeasonDecisions, game: int = 0) -> Trace:
        """Play a season with these decisions, and read it back from JSON."""
        engine = self.engine(
            data(), self.settings, ["random"] * self.managers,
            decisions=decisions, seed=self.seed, game=game,
        )  # fmt: skip
        return [json.loads(json.dumps(event)) for event in engine.events()]

    @property
    def engine(self) -> type[SeasonEngine]:
        """Return the engine that plays this case."""
        return SeasonEngine

    def trace(self, game: int = 0) -> Trace:
        """Play a season with random decisions; each caller gets its own copy."""
        return copy.deepcopy(_random_trace(self, game))

    def judge(self, trace: Trace) -> None:
        """Raise the first disagreement."""
        ReferenceGame(trace, data()).play()


@cache
def _random_trace(season: Season, game: int) -> Trace:
    return season.played(RandomSeasonDecisions(season.seed + game), game)


def counts() -> list[Season]:
    """List every number of managers with the shortest, standard and longest season."""
    return [Season(managers, {"weeks": weeks}) for managers in SEATS for weeks in ("1", "6", "8")]


def switches() -> list[Season]:
    """List a season for each value of each switch, except its default.

    The switches layer, profile and weeks are left out, and wide ranges give only their ends and
    middle.
    """
    cases = []
    for name, values in SEASON_SWITCHES.items():
        if name in ("layer", "profile", "weeks"):
            continue
        chosen_values = (
            values if len(values) < 6 else [values[0], values[len(values) // 2], values[-1]]
        )
        for value in chosen_values:
            if value != DEFAULTS[name]:
                cases.append(Season(2 + len(cases) % 3, {name: value, "weeks": "4"}))
    return cases


def mixtures(number: int) -> list[Season]:
    """List seasons with random values of many switches."""
    cases = []
    for index in range(number):
        luck = Random(index)
        settings = {
            name: luck.choice(values)
            for name, values in SEASON_SWITCHES.items()
            if luck.random() < 0.4
        }
        cases.append(Season(luck.choice(SEATS), settings))
    return cases
