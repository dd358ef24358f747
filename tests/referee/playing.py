"""Play games and let the referee judge their traces."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any

from eoc_sim.referee.eoc.data import Data
from eoc_sim.referee.eoc.game import Disagreement, ReferenceGame
from eoc_sim.simulator.eoc.components import Components, load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import SWITCHES, resolve
from referee.phrases import altered

STRATEGIES = Path(__file__).parent / "strategies"
WILFUL = str(STRATEGIES / "wilful.py")
NAMELESS = str(STRATEGIES / "nameless.py")
LINE_UPS = {
    "archetypes": ("hoarder", "quick_start", "vegas", "marketing_drip"),
    "random": ("random",) * 4,
    "mixed": ("balanced", WILFUL, "random", "vegas"),
    "wilful": (WILFUL, "random", WILFUL, "random"),
    # Nobody names a colour, so the referee applies the defaults of PAY-2 and PAY-4.
    "nameless": (NAMELESS,) * 4,
}


@lru_cache
def package_components() -> Components:
    """Return the package's components."""
    return load()


@lru_cache(maxsize=4)
def altered_components(data_seed: int) -> Components:
    """Return components whose effects, prices and stars are random."""
    return altered(package_components(), Random(data_seed))


@dataclass(frozen=True)
class Case:
    """A kind of game: preset, switches, players, line-up and data."""

    preset: str
    players: int
    line_up: str
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)
    data_seed: int | None = None
    """The seed of altered data; None for the package's data."""

    def __str__(self) -> str:
        """Return the words that distinguish this case from others."""
        words = [self.preset, *(f"{name}={value}" for name, value in self.settings.items())]
        if self.data_seed is not None:
            # The seeds of games are derived from these words.
            words.append(f"sheet {self.data_seed}")
        return ", ".join([*words, f"{self.players} of {self.line_up}"])

    @property
    def components(self) -> Components:
        """Return the components of this case."""
        return (
            package_components() if self.data_seed is None else altered_components(self.data_seed)
        )

    def engine(self, seed: int) -> Engine:
        """Return the fast engine of this case."""
        seats = [load_strategy(name) for name in LINE_UPS[self.line_up][: self.players]]
        return Engine(self.components, resolve(self.preset, self.settings), seats, seed)


@cache
def engine_of(case: Case) -> Engine:
    """Return the engine of a case, for tests without a seed of their own."""
    return case.engine(seed_of(case))


def seed_of(case: Case) -> int:
    """Derive a seed from a case's name."""
    return zlib.crc32(str(case).encode())


def presets() -> list[Case]:
    """List every preset with every number of players and every line-up."""
    return [
        Case(preset, players, line_up)
        for preset in ("standard", "family", "cutthroat", "solo")
        for players in ((1,) if preset == "solo" else (2, 3, 4))
        for line_up in LINE_UPS
    ]


def switches() -> list[Case]:
    """List a case for every non-default switch value, and some combinations.

    Wide ranges give only both ends and the middle. `solo` is left to the combinations.
    """
    cases = []
    line_ups = list(LINE_UPS)
    for name, switch in SWITCHES.items():
        if name == "solo":
            continue
        numbers = switch.numbers or range(0)
        sampled_numbers = (
            numbers if len(numbers) < 6 else (numbers[0], numbers[len(numbers) // 2], numbers[-1])
        )
        values = [value for value in (*switch.words, *sampled_numbers) if value != switch.default]
        for value in values:
            # Two players, so that the deck never runs out.
            needs_two = name in ("hand", "dealer_bonus", "pool_start", "dice_repeats")
            players = 2 if needs_two else 2 + len(cases) % 3
            if name.startswith("order_"):
                players = 4  # so that every place in the order exists
            settings = {name: str(value)}
            if name in ("dice_order", "dice_repeats"):
                settings["dice_draft"] = "exclusive"
            cases.append(Case("standard", players, line_ups[len(cases) % len(line_ups)], settings))
    for settings in (
        {"vmd": "off", "packages": "refunded"},
        {"free_moves": "printed", "state_values": "shuffled"},
        {"coach_choice": "reverse_turn_order", "boards": "off"},
        {"trade_fee": "ec2", "seeded_months": "5", "ties": "shared"},
    ):
        cases.append(Case("solo", 1, "mixed", settings))
    for players in (2, 3, 4):
        settings = {"auction": "on", "dice_order": "snake", "packages": "refunded"}
        cases.append(Case("cutthroat", players, "mixed", settings))
    return cases


def mixtures(number: int) -> list[Case]:
    """List cases with altered data and with rules drawn at random."""
    cases = []
    for data_seed in range(number):
        luck = Random(data_seed)
        preset = luck.choice(["standard", "standard", "family", "cutthroat", "solo"])
        settings = {
            "trade_fee": luck.choice(["bb1", "stars2", "ec2", "none"]),
            "free_moves": luck.choice(["printed", "three", "none", "none_at_all"]),
            "packages": luck.choice(["lost", "refunded"]),
        }
        if preset != "solo":
            settings["auction"] = luck.choice(["on", "off"])
        players = 1 if preset == "solo" else luck.randint(2, 4)
        line_up = luck.choice(["wilful", "wilful", "nameless"])
        cases.append(Case(preset, players, line_up, settings, data_seed))
    return cases


@cache
def data_of(case: Case) -> Data:
    """Return the components of a case as the referee reads them."""
    return Data(case.components.as_dict())


def trace_lines(events: list[dict[str, Any]]) -> list[str]:
    """Write the events as the lines of a trace."""
    return [json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in events]


def play_and_judge(case: Case, games: int, first: int = 0) -> None:
    """Play games of a case and let the referee judge each; fail on a disagreement."""
    engine = engine_of(case)
    data = data_of(case)
    for game in range(first, first + games):
        events = engine.replay(game)
        if game == first:  # through JSON, like a trace that leaves the program
            events = [json.loads(line) for line in trace_lines(events)]
        try:
            ReferenceGame(events, data, case.line_up == "nameless").play()
        except Disagreement as disagreement:
            where = f"{case}; seed {engine.seed}, game {game}"
            raise AssertionError(f"{where}: {disagreement}\n{disagreement.record}") from None
