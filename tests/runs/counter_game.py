"""A tiny game for tests: each seat scores at random, and the highest score wins.

It uses no code of Envelopes of Cash. ``eoc-sim run --game runs.counter_game`` plays it if Python
can import from ``tests``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.game import Column, Declaration, Engine, Game, SwitchWords, Table, Words
from eoc_sim.simulator.runs.version_options import VersionOptions

COLOURS = ("red", "green", "blue")
GAME_COLUMN = Column("game", "Int32", "number of the game, from 0", "game")
DECLARATION = Declaration(
    Words(
        title="Counter",
        notice="Nobody owns this game.",
        score=("pip", "pips"),
        round_names=(),
        smallest={"wins": 1.0, "score": 1.0},
        largest_score_change=30.0,
    ),
    {
        table.name: table
        for table in (
            Table(
                "games",
                "game",
                (
                    GAME_COLUMN,
                    Column("winner", "Int8", "lowest seat among the winners", "winner"),
                ),
                ("game",),
            ),
            Table(
                "seats",
                "game and seat",
                (
                    GAME_COLUMN,
                    Column("seat", "Int8", "seat, from 0", "seat"),
                    Column(
                        "strategy", "Int8", "id in dims/strategies", "strategy", dim="strategies"
                    ),
                    Column("score", "Int16", "all pips", "score", "pips", "pips"),
                    Column("win_share", "Float64", "1/k for each of k tied winners", "win_share"),
                ),
                ("game", "seat"),
            ),
            Table(
                "throws",
                "game and throw",
                (
                    GAME_COLUMN,
                    Column("colour", COLOURS, "the die's colour", "label"),
                    Column("value", "Int8", "the number thrown", "amount", "pips"),
                ),
                ("game",),
            ),
        )
    },
    (SwitchWords("bonus", "bonus 1", "How many pips the first seat gets.", "a number", "0"),),
    {
        "strategies": Table(
            "strategies",
            "strategy",
            (
                Column("id", "Int8", "the number in the tables", "id"),
                Column("name", "String", "the strategy", "name"),
            ),
            ("id",),
        ),
    },
)
DEFAULT_SEATS = ("bold", "shy")


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


@dataclass
class Hooks:
    """Hooks with which a test acts on the games.

    ``before_chunk`` is called with each chunk's first game and number of games. ``shift`` is added
    to all throws; ``latest_engines`` lists the engines made last.
    """

    before_chunk: Callable[[int, int], None] = lambda first_game, games: None
    shift: int = 0
    latest_engines: list[CounterEngine] = field(default_factory=list)


def _mix(number: np.ndarray) -> np.ndarray:
    """Mix all bits of each number with the finaliser of splitmix64."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


class CounterWorker:
    def __init__(self, engine: CounterEngine) -> None:
        self._engine = engine
        self._playing = False

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        engine = self._engine
        assert not self._playing, "a worker plays in one thread at a time"
        self._playing = True
        engine.calls.append((first_game, games))
        engine.hooks.before_chunk(first_game, games)
        number = np.arange(first_game, first_game + games, dtype=np.uint64)
        bonus = engine.version.number("rules.bonus")
        stars = engine.version.number("card.001.stars")
        seats = len(engine.line_up)
        start = np.uint64(engine.seed * 2685821657736338717 % 2**64)
        mixed = _mix(number * np.uint64(6364136223846793005) + start) >> np.uint64(33)
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
            engine.line_up[(seat - int(game) * engine.rotates) % seats]
            for game in number
            for seat in range(seats)
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
        rows["throws"]["value"] = np.repeat(scores[:, 0] + engine.hooks.shift, throws)
        self._playing = False
        return {table_name: rows[table_name] for table_name in keep}


@dataclass
class CounterEngine:
    version: Version
    line_up: list[int]
    seed: int
    hooks: Hooks
    rotates: bool = True
    calls: list[tuple[int, int]] = field(default_factory=list)

    @property
    def players(self) -> int:
        return len(self.line_up)

    def worker(self) -> CounterWorker:
        return CounterWorker(self)


def baseline(options: VersionOptions) -> Version:
    settings = {key: value for key, value in BASELINE.settings.items() if key[:5] != "seat."}
    seats = options.seats or DEFAULT_SEATS
    return Version(settings | {f"seat.{index}": name for index, name in enumerate(seats)})


def normal_key(version: Version, key: str) -> str:
    parts = key.split(".")
    if parts[0] == "card" and len(parts) == 3:
        parts[1] = parts[1].zfill(3)
    normal = ".".join(parts)
    if normal not in version.settings:
        raise InputError(f'There is no key "{key}".{nearest(normal, version.settings)}')
    return normal


def change(version: Version, settings: Sequence[tuple[str, str]]) -> Version:
    changed = dict(version.settings)
    for key, value in settings:
        if not key.startswith("seat."):
            try:
                value = str(int(float(value)))
            except (ValueError, OverflowError):
                raise InputError(f"{key}={value} is not a number.") from None
        changed[normal_key(version, key)] = value
    return replace(version, settings=changed)


def differences(old: Version, new: Version) -> tuple[Change, ...]:
    return tuple(
        Change(key, before, new.settings[key], key)
        for key, before in old.settings.items()
        if before != new.settings[key]
    )


def idle(old: Version, new: Version) -> list[str]:
    has_changed = any(difference.key == "card.002.stars" for difference in differences(old, new))
    return ["card.002.stars changes nothing."] if has_changed else []


def seats_of(version: Version) -> list[str]:
    return [value for key, value in version.settings.items() if key.startswith("seat.")]


def names(versions: Sequence[Version]) -> list[str]:
    return list(dict.fromkeys(name for version in versions for name in seats_of(version)))


def dims(versions: Sequence[Version]) -> dict[str, pl.DataFrame]:
    strategies = names(versions)
    ids = pl.Series("id", range(len(strategies)), dtype=pl.Int8)
    return {"strategies": pl.DataFrame({"id": ids, "name": strategies})}


def counter_game(hooks: Hooks | None = None, name: str = "counter") -> Game:
    """Return the game with a test's hooks."""
    hooks = hooks or Hooks()

    def engines(versions: Sequence[Version], seed: int, seating: str) -> list[Engine]:
        strategies = names(versions)
        hooks.latest_engines = [
            CounterEngine(
                version,
                [strategies.index(strategy) for strategy in seats_of(version)],
                seed,
                hooks,
                seating != "fixed",
            )
            for version in versions
        ]
        return list(hooks.latest_engines)

    return Game(
        name=name,
        declaration=DECLARATION,
        rules_version="1",
        players=range(2, 5),
        default_seats=DEFAULT_SEATS,
        default_tables=("games", "seats"),
        baseline=baseline,
        normal_key=normal_key,
        fixed_keys=lambda version: version.fixed,
        change=change,
        differences=differences,
        align=list,
        idle=idle,
        players_of=lambda version: len(seats_of(version)),
        engines=engines,
        dims=dims,
        record=lambda version: {"settings": dict(version.settings)},
        restore=lambda record: Version(dict(record["settings"])),
    )


GAME = counter_game()
