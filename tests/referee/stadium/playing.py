"""Games for Stadium's referee: chosen values of every switch, altered data, 2 to 5 owners."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from eoc_sim.referee.stadium.data import Data, read_folder
from eoc_sim.referee.stadium.game import ReferenceGame
from eoc_sim.referee.stadium.tables import SWITCHES
from referee.stadium.altered import altered
from referee.stadium.random_games import DEFAULTS, play

CONTENTS = read_folder(Path(__file__).parents[3] / "data" / "stadium")

Trace = list[dict[str, Any]]


@dataclass(frozen=True)
class Case:
    """A kind of game: switches, owners and data."""

    owners: int
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)
    data_seed: int | None = None
    """The seed of altered data; None for the package's data."""

    def __str__(self) -> str:
        """Return the words that distinguish this case from others."""
        words = [f"{name}={value}" for name, value in self.settings.items()]
        if self.data_seed is not None:
            # The seeds of games are derived from these words.
            words.append(f"sheet {self.data_seed}")
        return ", ".join([*words, f"{self.owners} owners"])

    @property
    def data(self) -> Data:
        """Return the components of this case."""
        return data_of_seed(self.data_seed)

    def trace(self, game: int = 0) -> Trace:
        """Play a game of this case, and read it back from JSON."""
        events = play(self.data, self.settings, self.owners, zlib.crc32(str(self).encode()) + game)
        return [json.loads(json.dumps(event)) for event in events]

    def judge(self, trace: Trace) -> None:
        """Raise the first disagreement."""
        ReferenceGame(trace, self.data).play()


@cache
def data_of_seed(data_seed: int | None) -> Data:
    """Return the package's data, or the altered version of it that this seed gives."""
    return Data(CONTENTS if data_seed is None else altered(CONTENTS, Random(data_seed)))


def chosen_values(values: list[str]) -> list[str]:
    """List all values, but only the ends and the middle of a wide range of numbers."""
    if len(values) < 6:
        return values
    return [values[0], values[len(values) // 2], values[-1]]


def switches() -> list[Case]:
    """List a case for each chosen value of each switch.

    A case also sets the switches that its value needs. Default values have no case, except that of
    ``vps_start``.
    """
    cases = []
    for name, values in SWITCHES.items():
        for value in chosen_values(values):
            if value == DEFAULTS[name] and name != "vps_start":
                continue
            short = name not in ("blocks", "places", "end_round", "bonus_tiles")
            settings = {"round_cap": "15" if short else "60", name: value}
            if name in ("vps_start", "vp_max"):
                settings.update({"vp_max": "6", "vps_start": "1", name: value})
            cases.append(Case(2 + len(cases) % 4, settings))
    return cases


def mixtures(number: int) -> list[Case]:
    """Draw many switches at once, on altered data."""
    cases = []
    for data_seed in range(number):
        luck = Random(data_seed)
        settings = {
            name: luck.choice(values) for name, values in SWITCHES.items() if luck.random() < 0.4
        }
        settings.update({"vps_start": "1", "round_cap": luck.choice(["10", "14", "20"])})
        cases.append(Case(luck.randint(2, 5), settings, data_seed))
    return cases
