"""A tiny game for the tests of the runs package: dice are summed, the highest sum wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.runs.adapter import Change, Engine, StandingsColumns


class Column(NamedTuple):
    name: str
    kind: str | tuple[str, ...]


COLOURS = ("red", "green", "blue")
TABLES: dict[str, tuple[Column, ...]] = {
    "games": (Column("game", "Int32"), Column("winner", "Int8")),
    "seats": (
        Column("game", "Int32"),
        Column("seat", "Int8"),
        Column("strategy", "Int8"),
        Column("score", "Int16"),
        Column("win_share", "Float64"),
    ),
    "throws": (Column("game", "Int32"), Column("colour", COLOURS), Column("value", "Int8")),
}


@dataclass(frozen=True)
class Version:
    settings: Mapping[str, str]
    fixed: frozenset[str] = frozenset()

    def number(self, key: str) -> int:
        return int(self.settings[key])


BASELINE = Version(
    {
        "card.001.stars": "3",
        "card.002.stars": "5",
        "rules.bonus": "0",
        "seat.0": "bold",
        "seat.1": "shy",
    }
)


class CounterWorker:
    def __init__(self, engine: CounterEngine) -> None:
        self._engine = engine
        self._playing = False

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        engine = self._engine
        assert not self._playing, "a worker plays in one thread at a time"
        self._playing = True
        engine.calls.append((first_game, games))
        engine.before_chunk(first_game, games)
        number = np.arange(first_game, first_game + games, dtype=np.uint64)
        bonus = engine.version.number("rules.bonus")
        stars = engine.version.number("card.001.stars")
        seats = len(engine.line_up)
        start = np.uint64(engine.seed * 2685821657736338717 % 2**64)
        mixed = (number * np.uint64(6364136223846793005) + start) >> np.uint64(33)
        scores = np.stack(
            [(mixed >> np.uint64(5 * seat)) % np.uint64(31) for seat in range(seats)], axis=1
        ).astype(np.int64)
        scores[:, 0] += bonus
        scores += stars
        best = scores == scores.max(axis=1, keepdims=True)
        rows = {
            "games": np.zeros(games, dtype=[("game", np.int32), ("winner", np.int32)]),
            "seats": np.zeros(
                games * seats,
                dtype=[
                    ("game", np.int32),
                    ("seat", np.int32),
                    ("strategy", np.int32),
                    ("score", np.int32),
                    ("win_share", np.float64),
                ],
            ),
        }
        rows["games"]["game"] = number
        rows["games"]["winner"] = scores.argmax(axis=1)
        table = rows["seats"]
        table["game"] = np.repeat(number, seats)
        table["seat"] = np.tile(np.arange(seats), games)
        table["strategy"] = [
            engine.line_up[(seat - int(game)) % seats] for game in number for seat in range(seats)
        ]
        table["score"] = scores.reshape(-1)
        table["win_share"] = (best / best.sum(axis=1, keepdims=True)).reshape(-1)
        throws = (mixed % np.uint64(4)).astype(np.int64)
        rows["throws"] = np.zeros(
            int(throws.sum()),
            dtype=[("game", np.int32), ("colour", np.int32), ("value", np.int32)],
        )
        rows["throws"]["game"] = np.repeat(number, throws)
        rows["throws"]["colour"] = rows["throws"]["game"] % 3
        rows["throws"]["value"] = np.repeat(scores[:, 0] + engine.shift, throws)
        self._playing = False
        return {table_name: rows[table_name] for table_name in keep}


@dataclass
class CounterEngine:
    version: Version
    line_up: list[int]
    seed: int
    before_chunk: Callable[[int, int], None] = lambda first_game, games: None
    shift: int = 0
    calls: list[tuple[int, int]] = field(default_factory=list)

    @property
    def players(self) -> int:
        return len(self.line_up)

    def worker(self) -> CounterWorker:
        return CounterWorker(self)


class CounterGame:
    """The adapter; ``before_chunk`` is called with first game and games before each chunk."""

    name = "counter"
    rules_version = "1"
    tables = TABLES
    default_tables = ("games", "seats")
    standings = StandingsColumns("seats", "strategy", "win_share", "score")

    def __init__(self, before_chunk: Callable[[int, int], None] | None = None) -> None:
        self.before_chunk = before_chunk or (lambda first_game, games: None)
        self.shift = 0
        self.made: list[CounterEngine] = []

    def normal_key(self, version: Version, key: str) -> str:
        parts = key.split(".")
        if parts[0] == "card" and len(parts) == 3:
            parts[1] = parts[1].zfill(3)
        normal = ".".join(parts)
        if normal not in version.settings:
            raise InputError(f'There is no key "{key}".{nearest(normal, version.settings)}')
        return normal

    def fixed_keys(self, version: Version) -> frozenset[str]:
        return version.fixed

    def change(self, version: Version, settings: Sequence[tuple[str, str]]) -> Version:
        changed = dict(version.settings)
        for key, value in settings:
            if not key.startswith("seat."):
                try:
                    value = str(int(float(value)))
                except (ValueError, OverflowError):
                    raise InputError(f"{key}={value} is not a number.") from None
            changed[self.normal_key(version, key)] = value
        return replace(version, settings=changed)

    def differences(self, old: Version, new: Version) -> tuple[Change, ...]:
        return tuple(
            Change(
                key,
                before,
                new.settings[key],
                key.rsplit(".", 1)[0] if key.startswith("card") else key,
                key,
                f"{key}: {before} -> {new.settings[key]}",
            )
            for key, before in old.settings.items()
            if before != new.settings[key]
        )

    def shared(self, versions: Sequence[Version]) -> list[Version]:
        return list(versions)

    def idle(self, old: Version, new: Version) -> list[str]:
        idle = any(change.key == "card.002.stars" for change in self.differences(old, new))
        return ["card.002.stars changes nothing."] if idle else []

    def players(self, version: Version) -> int:
        return sum(key.startswith("seat.") for key in version.settings)

    def _names(self, versions: Sequence[Version]) -> list[str]:
        return list(
            dict.fromkeys(
                value
                for version in versions
                for key, value in version.settings.items()
                if key.startswith("seat.")
            )
        )

    def engines(self, versions: Sequence[Version], seed: int, rotate: bool) -> list[Engine]:
        names = self._names(versions)
        made = [
            CounterEngine(
                version,
                [
                    names.index(value)
                    for key, value in version.settings.items()
                    if key.startswith("seat.")
                ],
                seed,
                self.before_chunk,
                self.shift,
            )
            for version in versions
        ]
        self.made = made
        return list(made)

    def dims(self, versions: Sequence[Version]) -> dict[str, pl.DataFrame]:
        names = self._names(versions)
        return {"strategies": pl.DataFrame({"id": range(len(names)), "name": names})}

    def record(self, version: Version) -> dict[str, Any]:
        return {"settings": dict(version.settings)}

    def restore(self, record: Mapping[str, Any]) -> Version:
        return Version(dict(record["settings"]))
