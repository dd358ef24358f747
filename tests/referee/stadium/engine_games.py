"""Games of Stadium's fast engine, and the judgement of their traces."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from random import Random

from eoc_sim.referee.stadium.data import Data
from eoc_sim.referee.stadium.game import Disagreement, ReferenceGame
from eoc_sim.referee.stadium.tables import SWITCHES
from eoc_sim.simulator.stadium.components import Components, load
from eoc_sim.simulator.stadium.engine import Engine, load_strategy
from eoc_sim.simulator.stadium.rules import RULES
from referee.playing import trace_lines
from referee.stadium.altered import altered

LINE_UPS = {"random": ("random",) * 5, "mixed": ("balanced", "random", "balanced", "random")}
OWNERS = (2, 3, 4, 5)
BONUSES = ("first", "money", "equipment", "win", "entertainment", "construction", "card", "star")


@lru_cache
def package_components() -> Components:
    """Return the package's components."""
    return load()


@lru_cache(maxsize=4)
def altered_components(data_seed: int) -> Components:
    """Return one of many sets of random data."""
    rng = Random(data_seed)
    content = altered(package_components().as_dict(), rng)
    for row in content["spaces"]:
        kinds = BONUSES if row["name"] == "Draft" else BONUSES[1:]
        spaces = rng.randint(2, 6)
        for index in range(1, 7):
            row[f"bonus{index}"] = rng.choice(kinds) if index <= spaces else ""
    return Components.from_dict(content, "random data")


@dataclass(frozen=True)
class Case:
    """A kind of game: owners, line-up, switches and data."""

    owners: int
    line_up: str = "random"
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)
    data_seed: int | None = None
    """The seed of altered data; None for the package's data."""

    def __str__(self) -> str:
        """Return the words that distinguish this case from others."""
        words = [f"{name}={value}" for name, value in self.settings.items()]
        if self.data_seed is not None:
            # The seeds of games are derived from these words.
            words.append(f"sheet {self.data_seed}")
        return ", ".join([*words, f"{self.owners} of {self.line_up}"])

    @property
    def components(self) -> Components:
        """Return the data of this case."""
        return (
            package_components() if self.data_seed is None else altered_components(self.data_seed)
        )

    def engine(self, seed: int) -> Engine:
        """Return the fast engine of this case."""
        seats = [load_strategy(name) for name in LINE_UPS[self.line_up][: self.owners]]
        return Engine(self.components, RULES.resolve("standard", self.settings), seats, seed)


def seed_of(case: Case) -> int:
    """Return the seed of a case."""
    return zlib.crc32(str(case).encode())


@cache
def engine_of(case: Case) -> Engine:
    """Return the engine of a case, for tests without a seed of their own."""
    return case.engine(seed_of(case))


def data_of(case: Case) -> Data:
    """Return the components of a case as the referee reads them."""
    return Data(case.components.as_dict())


def chosen_values(values: list[str]) -> list[str]:
    """List all values; for a wide range, only the ends and a few in between."""
    if len(values) < 7:
        return values
    return [values[0], values[1], values[len(values) // 2], values[-1]]


def standard_games() -> list[Case]:
    """List a standard game for every number of owners, and a mixed one."""
    return [Case(owners) for owners in OWNERS] + [Case(4, "mixed")]


def switches() -> list[Case]:
    """List a case for each chosen value of each switch.

    A case sets no other switches, except those that its value needs.
    """
    cases = []
    for switch, values in SWITCHES.items():
        for value in chosen_values(values):
            settings = {switch: value}
            if switch == "vp_max":
                settings.update(vps_start="1", vp_price="1")
            cases.append(Case(OWNERS[len(cases) % len(OWNERS)], settings=settings))
    return cases


def mixtures(start: int, stop: int) -> list[Case]:
    """List one case with random rules and altered data per seed.

    The seeds are those in ``range(start, stop)``.
    """
    cases = []
    for data_seed in range(start, stop):
        rng = Random(data_seed)
        settings = {
            switch: rng.choice(values)
            for switch, values in SWITCHES.items()
            if rng.random() < 0.4 and switch not in ("round_cap", "blocks", "vps_start")
        }
        maximum = int(settings.get("vp_max", "4"))
        settings["vps_start"] = str(rng.randint(1, min(4, maximum)))
        cases.append(Case(rng.choice(OWNERS), settings=settings, data_seed=data_seed))
    return cases


def play_and_judge(case: Case, games: int, first: int = 0) -> None:
    """Play games of a case and let the referee judge each; fail on a disagreement."""
    engine = engine_of(case)
    data = data_of(case)
    for game in range(first, first + games):
        events = engine.replay(game)
        if game == first:  # through JSON, like a trace that leaves the program
            events = [json.loads(line) for line in trace_lines(events)]
        try:
            ReferenceGame(events, data).play()
        except Disagreement as error:
            where = f"{case}; seed {engine.seed}, game {game}"
            raise AssertionError(f"{where}: {error}\n{error.record}") from None
