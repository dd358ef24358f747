"""The counter game with parameters: the nearer ``lift`` is to 7, the more pips it brings.

``eoc-sim tune --game cli.tunable_game`` plays it if Python can import from ``tests``. ``tilt``
changes nothing, ``loud`` is a switch, and ``off`` is off by default.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from runs import counter_game

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.parameters import parameter
from eoc_sim.simulator.kernel.strategy import Strategy
from eoc_sim.simulator.runs.game import Engine
from eoc_sim.simulator.runs.version_options import VersionOptions

DECLARED = (
    parameter("lift", default=2.0, low=0.0, high=10.0, help="pips, best at 7"),
    parameter("tilt", default=5, low=1, high=9, help="nothing"),
    parameter("loud", default=1, low=0, high=1, help="nothing, loudly"),
    parameter("off", default=0.0, low=0.0, high=10.0, help="pips that are lost"),
)
calls: list[int] = []
"""The first game of each call; `interrupt_call` puts a negative number before them."""


def interrupt_call(number: int) -> None:
    """Forget the calls so far, and interrupt the ``number``-th new call and all later ones."""
    calls[:] = [-number]


def strategy(spec: str) -> Strategy:
    name, *settings = spec.split(":")
    default_parameters = {declared.name: declared.default for declared in DECLARED}
    parameters = {key: float(value) for key, value in (setting.split("=") for setting in settings)}
    return Strategy(
        spec,
        name,
        Path(f"{name}.py"),
        "0",
        DECLARED,
        {**default_parameters, **parameters},
        {},
        code_hash="0",
        default_parameters=default_parameters,
        built_in=True,
    )


@dataclass
class LiftedWorker:
    worker: Any
    lifts: list[float]

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        calls.append(first_game)
        if calls[0] < 0 and len(calls) > -calls[0]:
            raise KeyboardInterrupt
        rows = self.worker.play(first_game, games, keep)
        table = rows["seats"]
        table["score"] += np.array(self.lifts)[table["strategy"]].round().astype(np.int32)
        scores = table["score"].reshape(games, -1)
        best = scores == scores.max(axis=1, keepdims=True)
        table["win_share"] = (best / best.sum(axis=1, keepdims=True)).reshape(-1)
        return rows


@dataclass
class LiftedEngine:
    engine: Any
    lifts: list[float]

    @property
    def players(self) -> int:
        return int(self.engine.players)

    def worker(self) -> LiftedWorker:
        return LiftedWorker(self.engine.worker(), self.lifts)


def lift(spec: str) -> float:
    values = strategy(spec).parameters
    return 20 - (values["lift"] - 7) ** 2 - 5 * values["off"]


def engines(versions: Sequence[Any], seed: int, seating: str) -> list[Engine]:
    lifts = [lift(name) for name in counter_game.names(versions)]
    return [
        LiftedEngine(engine, lifts) for engine in counter_game.GAME.engines(versions, seed, seating)
    ]


def baseline(options: VersionOptions) -> Any:
    seats = options.seats or counter_game.DEFAULT_SEATS
    if not 2 <= len(seats) <= 4:
        raise InputError(f"The game has 2 to 4 players, not {len(seats)}.")
    settings = {
        key: value for key, value in counter_game.BASELINE.settings.items() if key[:5] != "seat."
    }
    seat_settings = {f"seat.{index}": name for index, name in enumerate(seats, 1)}
    return counter_game.Version({**settings, **seat_settings})


GAME = replace(
    counter_game.GAME,
    name="tunable",
    baseline=baseline,
    engines=engines,
    strategies=lambda version: [strategy(spec) for spec in counter_game.seats_of(version)],
)
