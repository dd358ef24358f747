"""The options that commands share, as plain values."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from eoc_sim.built_in_games import BUILT_IN, DEFAULT_GAME, PLAYERS, built_in_parts, players_options
from eoc_sim.commands.channel import Channel
from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING, seating_code
from eoc_sim.simulator.runs.backend_names import DASK, LOCAL, WAIT_FOR_WORKERS, check_backend

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game, Words

DEFAULT_SEED = 1


def example(option: str) -> str:
    """List the built-in games' examples of an option, the default game's first."""
    first, *tail = (
        (name, example_text)
        for name in BUILT_IN
        if (example_text := getattr(built_in_parts(name).examples, option))
    )
    others = "; ".join(f"--game {name}: {example_text}" for name, example_text in tail)
    return f"{first[1]} ({others})" if others else str(first[1])


A_KEY = example("key")
A_SWITCH = example("switch")
"""Examples of --change and --set in messages and help."""

MAX_PRECISION = 50.0
MAX_JOBS = 512
ALL_CORES = -1
"""The value of --jobs for all cores of this computer."""


@dataclass(frozen=True)
class GameOptions:
    """The game to play: its name, line-up, rules, components and seed."""

    name: str = DEFAULT_GAME
    seats: str | None = None
    players: int | None = None
    rules: str | None = None
    settings: tuple[str, ...] = ()
    data: str | None = None
    card: tuple[str, ...] = ()
    change: tuple[str, ...] = ()
    seed: int = DEFAULT_SEED
    seating: str = DEFAULT_SEATING
    typed_players_option: str = ""
    """The option that set the number of players, as typed, or ""."""

    def check(self) -> None:
        """Refuse an invalid seed or seating."""
        check_seed(self.seed)
        seating_code(self.seating)

    def rule_settings(self) -> dict[str, str]:
        """Return the values of ``--set`` by switch."""
        return dict(split_pairs(self.settings, "--set", A_SWITCH))

    def changes(self, sheets: Collection[str] = ()) -> list[tuple[str, str]]:
        """Return the keys and values of ``--card`` and ``--change``."""
        return split_changes(self.card, self.change, sheets)

    def line_up(self) -> tuple[str, ...] | None:
        """Return the strategies of ``--seats``, or None if it is not given."""
        return None if self.seats is None else split_seats(self.seats)


@dataclass(frozen=True)
class RelearnOptions:
    """The options for ``--relearn``: on or off, and the games to use."""

    relearn: bool = False
    games: int | None = None


@dataclass(frozen=True)
class FamilyOptions:
    """The options for ``--family`` and ``--family-games``.

    A run is repeated in ``members`` members of the game's data family (None: not at all), with
    ``games`` games in each (None: the default number).
    """

    members: int | None = None
    games: int | None = None


OFF, ALL = "off", "all"
"""Values of --who that stand for no other line-ups, and for all."""


@dataclass(frozen=True)
class WhoOptions:
    """The other line-ups to play (None: the command's default) and their games."""

    text: str | None = None
    games: int | None = None

    @property
    def is_off(self) -> bool:
        """True if only the run's own line-up plays."""
        return self.text is not None and self.text.strip().lower() == OFF

    @property
    def is_named(self) -> bool:
        """True if the user asked for other line-ups."""
        return self.text is not None and not self.is_off


NOBODY_ELSE = WhoOptions(OFF)


@dataclass(frozen=True)
class RunOptions:
    """Options for playing games, storing them, and showing progress."""

    games: int | None = None
    jobs: int = ALL_CORES
    backend: str = LOCAL
    scheduler: str | None = None
    out: str | None = None
    resume: bool = False
    fresh: bool = False
    keep: str | None = None
    quiet: bool = True
    yes: bool = True
    wait_for_workers: float = WAIT_FOR_WORKERS
    learning: RelearnOptions = RelearnOptions()
    family: FamilyOptions = FamilyOptions()
    who: WhoOptions = NOBODY_ELSE
    channel: Channel = field(default_factory=Channel, compare=False)
    command_line: tuple[str, ...] = ()
    implied_options: tuple[str, ...] = ()
    """Game options that follow from a plan or a version."""

    def check(self) -> None:
        """Refuse options that cannot be combined."""
        check_jobs(self.jobs)
        check_backend(self.backend, self.scheduler, self.wait_for_workers)
        if self.backend == DASK and self.jobs != ALL_CORES:
            raise InputError(
                "--jobs is for the cores of this computer; with --backend dask, each worker "
                "decides how many games it plays at a time. Leave --jobs out."
            )

    def check_local(self, command: str) -> None:
        """Check the options of a command that plays only on this computer."""
        self.check()
        if self.backend != LOCAL:
            raise InputError(
                f"eoc-sim {command} plays on this computer's own cores; leave --backend out."
            )


def check_seed(seed: int) -> None:
    """Refuse an invalid seed."""
    if not 0 <= seed < 2**63:
        raise InputError(f"The seed {seed} should be a whole number from 0 to 2^63 - 1.")


def check_precision(precision: float | None) -> None:
    """Refuse an invalid precision."""
    if precision is not None and not 0 < precision <= MAX_PRECISION:
        raise InputError(
            f"--precision {precision:g} should be more than 0 and at most {MAX_PRECISION:g} wins "
            "in 100."
        )


def check_jobs(jobs: int) -> None:
    """Refuse an invalid number of cores."""
    if jobs == 0 or jobs < -1:
        raise InputError(f"--jobs {jobs} should be 1 or more, or -1 for all cores.")
    if jobs > MAX_JOBS:
        raise InputError(f"--jobs {jobs} is more than the limit of {MAX_JOBS}; -1 uses all cores.")


def preset_names(game: Game, data: str | None) -> tuple[str, ...]:
    """Return a game's presets, including those of ``--data``, if any."""
    return () if game.rule_sets is None else tuple(game.rule_sets.preset_names(data))


def split_pairs(
    texts: Sequence[str], option: str, example: str, *, empty: bool = False
) -> list[tuple[str, str]]:
    """Split KEY=VALUE strings into pairs; VALUE may be missing if ``empty``."""
    pairs: list[tuple[str, str]] = []
    for text in texts:
        key, separator, value = text.partition("=")
        key, value = key.strip(), value.strip()
        if not separator or not key or not (value or empty):
            raise InputError(f'{option} "{text}" should be KEY=VALUE, such as {example}.')
        if any(key.lower() == earlier.lower() for earlier, _ in pairs):
            raise InputError(f"{option} sets {key} twice.")
        pairs.append((key, value))
    return pairs


def split_changes(
    cards: Sequence[str], changes: Sequence[str], sheets: Collection[str] = ()
) -> list[tuple[str, str]]:
    """Return the keys and values of ``--card`` and ``--change``.

    Raises:
        InputError: A string is malformed, or ``--card`` has a full key of one of the game's
            ``sheets``.
    """
    settings = []
    for key, value in split_pairs(cards, "--card", example("cell"), empty=True):
        number, separator, column = key.partition(".")
        if not separator or not number or not column:
            raise InputError(
                f'--card "{key}={value}" should be NUMBER.COLUMN=VALUE, such as {example("cell")}.'
            )
        if number.lower() in sheets:
            raise InputError(
                f'--card "{key}={value}" should be NUMBER.COLUMN=VALUE of a card; the option for a '
                f"full key is --change {shlex.quote(f'{key}={value}')}"
            )
        settings.append((key if "." in column else f"card.{key}", value))
    return settings + split_pairs(changes, "--change", A_KEY, empty=True)


def split_seats(text: str, option: str = "--seats") -> tuple[str, ...]:
    """Split ``a,b,c,d`` into the strategies of the seats."""
    seats = tuple(part.strip() for part in text.split(","))
    if not all(seats):
        raise InputError(
            f'{option} "{text}" has an empty seat; write one strategy per seat: a,b,c,d.'
        )
    return seats


def split_against(text: str) -> tuple[str, ...]:
    """Split ``a,b,c`` of ``--against`` into strategies."""
    seats = tuple(part.strip() for part in text.split(","))
    if not all(seats):
        raise InputError(
            f'--against "{text}" has an empty seat; write one strategy for each other seat: a,b,c.'
        )
    return seats


def players_option(words: Words) -> str:
    """Return a game's option for the number of players."""
    option = f"--{words.player[1]}"
    return option if option in players_options() else PLAYERS
