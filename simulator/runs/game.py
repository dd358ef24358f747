"""A game's interface: how it is played, analysed and reported on.

A `Declaration` is the game's description of itself: its tables with the role of every column, and
its words. Analyses and reports find columns by role and use the declared words, so they work for
any game. The declaration is also recorded in run.json, so an old run keeps its own words.

A `Game` is the declaration with the functions that make, change, play and record its *versions*. A
version is the game's own object for "these components, these rules, these seats"; nothing outside
the game looks inside it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol

from eoc_sim.simulator.kernel.columns import Column, Table
from eoc_sim.simulator.runs.parts import GAME_FILE_SUFFIX, Parts

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from typing_extensions import TypeVar

    from eoc_sim.simulator.kernel.rule_sets import Rules
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.change import Change
    from eoc_sim.simulator.runs.numbers import Number
    from eoc_sim.simulator.runs.sheet_writing import CardSheet
    from eoc_sim.simulator.runs.text_table import TextTable
    from eoc_sim.simulator.runs.version_options import VersionOptions

    V = TypeVar("V", default=Any)
else:  # Python's own TypeVar has no defaults before 3.13
    from typing import TypeVar

    V = TypeVar("V")
"""A game's own type of version; any type by default."""


SHARD_GAMES = 50_000
"""The default number of one version's games per file."""
LearntFactors = tuple[Mapping[str, float] | None, ...]
"""The numbers that each seat's player has learnt, by name, or None."""
LEARNT = "learnt"
"""The key for learnt numbers in a version's record.

It is also the name of a run's folder for learnt tables.
"""


@dataclass(frozen=True)
class Words:
    """A game's names and units, as shown to users.

    ``score`` is the unit of the score, singular and plural; ``round_names`` are the names of the
    rounds, with the set-up as round 0. ``smallest`` has the smallest changes that matter: in wins
    per 100 games, and in a seat's score. ``largest_score_change`` is an upper bound on one changed
    card's effect on a seat's score in a game. ``automaton`` is the strategy name of an automatic
    opponent and ``automaton_words`` its displayed name; both are "" if the game has none.

    ``player`` is the noun for players, singular and plural, and ``starter`` for the one who goes
    first. ``round`` is the noun for rounds, singular and plural; ``luck`` names the chance
    events, which all versions share. ``length`` is the column, in the table with the winners, that
    counts a game's rounds, each started by the next player; it is "" if all games have the same
    number of rounds.
    """

    title: str
    notice: str
    score: tuple[str, str]
    round_names: tuple[str, ...]
    smallest: Mapping[str, float]
    largest_score_change: float
    automaton: str = ""
    automaton_words: str = ""
    player: tuple[str, str] = ("player", "players")
    starter: str = "starting player"
    round: tuple[str, str] = ("round", "rounds")
    luck: str = "shuffles and dice"
    length: str = ""

    def players(self, number: int) -> str:
        """Count players in words: "1 player", "4 players"."""
        return f"{number} {self.player[0] if number == 1 else self.player[1]}"

    @property
    def same_luck(self) -> str:
        """The luck that versions share, in words: "the same shuffles and dice"."""
        return f"the same {self.luck}"


@dataclass(frozen=True)
class SwitchWords:
    """A rule switch in a player's words, as recorded in run.json."""

    name: str
    rule: str
    sentence: str
    allowed: str
    default: str


@dataclass(frozen=True)
class Preset:
    """A named rule set: its displayed name and its non-default switches."""

    title: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TieBreak:
    """A tie-break between seats with equal scores and equal earlier tie-breaks.

    ``column`` is a column of the table with the winners; the higher value wins. The tie-break
    counts only if each of the ``switches`` has the given value.
    """

    column: str
    switches: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Declaration:
    """Everything that a run records about its game, apart from the play."""

    words: Words
    tables: Mapping[str, Table]
    switches: tuple[SwitchWords, ...] = ()
    dims: Mapping[str, Table] = field(default_factory=dict)
    """The tables that explain ids; their first columns are ``id`` and ``name``."""
    tie_breaks: tuple[TieBreak, ...] = ()
    """The tie-breaks in order; seats still tied share the win."""
    presets: tuple[Preset, ...] = ()
    """The rule sets that people know by name, the default first."""

    @property
    def standings(self) -> Table:
        """The table with the winners, one row per game and seat."""
        (standings,) = (table for table in self.tables.values() if table.roles("win_share"))
        return standings

    def record(self) -> dict[str, Any]:
        """Record the declaration as plain values, for run.json."""
        return {
            "words": {**_plain(self.words), "smallest": dict(self.words.smallest)},
            "tables": _tables_record(self.tables),
            "dims": _tables_record(self.dims),
            "switches": [_plain(switch) for switch in self.switches],
            "tie_breaks": [asdict(tie_break) for tie_break in self.tie_breaks],
            "presets": [asdict(preset) for preset in self.presets],
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Declaration:
        """Restore the declaration that `record` wrote."""
        return cls(
            Words(**_tuples(record["words"])),
            _recorded_tables(record["tables"]),
            tuple(SwitchWords(**switch) for switch in record["switches"]),
            _recorded_tables(record["dims"]),
            tuple(TieBreak(**tie_break) for tie_break in record.get("tie_breaks", ())),
            tuple(Preset(**preset) for preset in record.get("presets", ())),
        )


def _tables_record(tables: Mapping[str, Table]) -> dict[str, Any]:
    return {
        name: {
            "row": table.row,
            "key": list(table.key),
            "columns": [_plain(column) for column in table.columns],
        }
        for name, table in tables.items()
    }


def _recorded_tables(record: Mapping[str, Any]) -> dict[str, Table]:
    return {
        name: Table(
            name,
            table["row"],
            tuple(Column(**_tuples(column)) for column in table["columns"]),
            tuple(table["key"]),
        )
        for name, table in record.items()
    }


def _plain(record: Any) -> dict[str, Any]:
    """Return a record's fields that differ from their defaults, tuples as lists.

    Fields that are not compared are only for the kernel, so they are left out.
    """
    values = {}
    for member in fields(record):
        value = getattr(record, member.name)
        if member.compare and value != member.default:
            values[member.name] = list(value) if isinstance(value, tuple) else value
    return values


def _tuples(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
        for key, value in values.items()
    }


def _describe_own_columns(version: Any) -> list[str]:
    sentences: list[str] = version.components.describe_own_columns()
    return sentences


class Worker(Protocol):
    """Plays games in one thread, with its own memory."""

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """Play games from ``first_game`` onwards; return the rows of kept tables."""


class Engine(Protocol):
    """One version, ready to be played."""

    @property
    def players(self) -> int:
        """The number of players at the table."""

    def worker(self) -> Worker:
        """Make a worker for this engine; each thread needs its own."""


@dataclass(frozen=True)
class Sheets(Generic[V]):
    """The parts of a game for the command ``data``: its sheets.

    ``check``, ``words`` and ``export`` receive the value of ``--data``, or None for the package's
    own components. ``check`` and ``words`` return the lines and tables to print. ``export`` writes
    the sheets into a file or folder that ``--data`` reads. It replaces a file only if its third
    argument is true. It returns the number of rows, and sentences about columns that do not affect
    play and about values that the file lacks. ``describe_own_columns`` returns sentences about a
    version's columns that do not affect play; ``cards`` returns the sheet that a version was played
    with, given the version's `Game.record`. ``row_noun`` is the noun for the rows of the exported
    sheets.
    """

    check: Callable[[str | None], Iterable[str | TextTable]]
    words: Callable[[str | None], Iterable[str | TextTable]]
    export: Callable[[str | None, Path, bool], tuple[int, list[str]]]
    cards: Callable[[Mapping[str, Any]], CardSheet]
    row_noun: str = "cards"
    describe_own_columns: Callable[[V], list[str]] = _describe_own_columns


@dataclass(frozen=True)
class Pace:
    """The parts of a game for the command ``bench``.

    They separate the speed of its rules from the speed of its strategies. ``strategy`` is the
    strategy that thinks least. The column ``column`` of the table ``table`` counts a game's
    decisions.
    """

    strategy: str = "random"
    table: str = "games"
    column: str = "decisions"


@dataclass(frozen=True)
class TurnOrder:
    """The parts of a game for the command ``first-player``.

    Each of the ``mechanisms`` describes a version without one effect of the turn order. It holds a
    description of that version, and the keys that it changes, each with its new value.
    ``compensation`` maps the name of each possible gift to its unit and to a key for each position
    in the first round's turn order; it is empty if a game has no gifts. The largest gift is
    ``most``. The pilot of ``first-player --repair`` changes each gift by ``pilot``, which is large
    enough to show an effect.
    """

    mechanisms: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    compensation: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    most: int = 0
    pilot: int = 0


@dataclass(frozen=True)
class PilotedTwins:
    """Twins of one kind, scheduled by a pilot of ``games`` games.

    ``schedule`` plays the pilot with an engine and returns the schedule as plain values, for a
    requested average number of twins per game.
    """

    games: int
    schedule: Callable[[Any, float], Mapping[str, Any]]


@dataclass(frozen=True)
class ComparedTwins:
    """Twins that compare a thing with others of its kind.

    ``kinds`` are the first words of the things' keys; ``priced_kinds`` are those with a price.
    ``schedule`` takes a version and a `Number` of the thing, and returns the schedule as plain
    values.
    """

    kinds: Collection[str]
    priced_kinds: Collection[str]
    schedule: Callable[[Any, Number], Mapping[str, Any]]

    def average(self, kind: str) -> str:
        """Return the words for the average that a thing is compared with."""
        return f"an average {kind}{' of its price' if kind in self.priced_kinds else ''}"


@dataclass(frozen=True)
class Twins:
    """The parts of a game for runs with twins.

    ``table`` is the result table that only such runs have, one row per twin. ``engine`` turns an
    engine into one whose workers also play the twins of a schedule, given as plain values, as in
    run.json. A game's number alone determines its twins. ``cards`` are twins in which cards have
    no effect; ``timing`` are twins that measure what a gift or another change is worth in each
    round; ``price`` are the twins of ``balance --for``.
    """

    table: str
    engine: Callable[[Engine, Mapping[str, Any]], Engine]
    cards: PilotedTwins | None = None
    timing: PilotedTwins | None = None
    price: ComparedTwins | None = None


@dataclass(frozen=True)
class Variants(Generic[V]):
    """The parts of a game for the command ``variants``: its switches.

    ``varied_by_default`` returns the switches that are varied by default, as keys with values other
    than the current ones. ``other_values`` returns all values of a key except the current one; it
    raises InputError if there are too many to list.
    """

    varied_by_default: Callable[[V], Sequence[tuple[str, tuple[str, ...]]]]
    other_values: Callable[[V, str], tuple[str, ...]]


@dataclass(frozen=True)
class Restrictions(Generic[V]):
    """The parts of a game for the command ``restrict``: its bans.

    ``names`` returns the possible bans under a version's rules and components, by the name of their
    group. ``normal`` normalises a ban; for an unknown one, its InputError names the nearest.
    ``words`` describes a ban. For an index in the line-up, ``setting`` returns the key and value
    that impose several bans on the strategy there, and ``strategy`` returns that strategy's id in
    the tables of the given versions.
    """

    names: Callable[[V], Mapping[str, tuple[str, ...]]]
    normal: Callable[[V, str], str]
    words: Callable[[V, str], str]
    setting: Callable[[int, Sequence[str]], tuple[str, str]]
    strategy: Callable[[Sequence[V], int], int]


@dataclass(frozen=True)
class Editing(Generic[V]):
    """The parts of a game for the command ``balance``: its numbers.

    ``numbers`` returns the editable numbers of a version. ``write`` writes a version's differences
    from ``--rules`` and ``--data`` into files for the command line. It receives the version, these
    two options and a folder to write into, and returns the options that play the version.
    """

    numbers: Callable[[V], Sequence[Number]]
    write: Callable[[V, str | None, str | None, Path], Sequence[tuple[str, str]]]


@dataclass(frozen=True)
class LineUp:
    """Players of one kind, with whom ``--who`` repeats a question.

    ``seats`` are strategies for the maximum number of players; with fewer players, only the first
    of them play. ``words`` name the line-up in a sentence. ``is_search`` marks players who think
    for a long time and play only if ``--who`` names them or is ``all``. ``checks`` marks the
    line-ups that check a report's first screen by default.
    """

    name: str
    words: str
    seats: tuple[str, ...]
    is_search: bool = False
    checks: bool = False


@dataclass(frozen=True)
class Family(Generic[V]):
    """A game's data family for ``--family``: other plausible components.

    The game's own components are largely guesses. ``member`` replaces a version's components with
    those of a member, 1 to ``members``, drawn around the version's own. ``noun`` names such a set
    of components, singular and plural; ``guesses`` is a sentence about the guesses in the game.
    ``warning`` returns a sentence for a version whose members nobody has checked, else "".
    """

    members: int
    member: Callable[[V, int], V]
    noun: tuple[str, str]
    guesses: str
    warning: Callable[[V], str] = lambda version: ""

    def record(self) -> dict[str, Any]:
        """Record the family's description and size, for run.json."""
        return {"noun": list(self.noun), "guesses": self.guesses, "members": self.members}


@dataclass(frozen=True)
class OwnFiles(Generic[V]):
    """The files of a game's versions, for play on another computer.

    ``files`` returns the files of a version that do not come with the package, such as strategies:
    their contents by absolute path. ``move`` takes a version and a function that maps these paths
    to others, and returns the version with the other paths.
    """

    files: Callable[[V], Mapping[Path, bytes]]
    move: Callable[[V, Callable[[Path], Path]], V]


@dataclass(frozen=True)
class Compiling(Generic[V]):
    """Functions that compile a game's rules and strategies ahead of play.

    ``compile`` compiles the parts that the given versions need, or all parts if there are none.
    Before each part it calls its first argument with the part's name, the number of parts done, and
    the total. If other processes are compiling the rules, it calls its last argument, if any,
    before it waits for them. ``is_done`` checks if the rules of the given versions, or all rules if
    there are none, are compiled.
    """

    compile: Callable[
        [Callable[[str, int, int], None], Sequence[V], Callable[[], None] | None], None
    ]
    is_done: Callable[[Sequence[V]], bool]


@dataclass(frozen=True)
class GameSource:
    """The origin of a game that is not built in.

    It is an entry point, a module or a file. ``sha256`` is the file's hash, or "" for an entry
    point or an installed module.
    """

    name: str
    sha256: str = ""

    @property
    def is_file(self) -> bool:
        """True if the game was given as a file."""
        return self.name.endswith(GAME_FILE_SUFFIX)


@dataclass(frozen=True)
class Game(Generic[V]):
    """A game: its declaration, and the functions that play it.

    ``V`` is the type of its versions.

    ``players`` are the possible numbers of players under any of its rules. ``default_seats`` is the
    line-up without ``--seats``. ``default_tables`` are the tables kept by default, and
    ``default_current_tables`` those kept only for the current rules. ``options`` are the
    options among ``--rules``, ``--set``, ``--data``, ``--card`` and ``--change`` that the game has.

    A *key* is the KEY of ``--vary``. A part that is None does not exist in the game, and commands
    that need it report this. Every function raises InputError for invalid arguments.
    """

    name: str
    declaration: Declaration
    rules_version: str
    players: range
    default_seats: tuple[str, ...]
    default_tables: tuple[str, ...]

    baseline: Callable[[VersionOptions], V]
    """The version that the options request."""
    normal_key: Callable[[V, str], str]
    """Normalises a key of a version."""
    fixed_keys: Callable[[V], frozenset[str]]
    """The keys of a version that its options set, in normal form."""
    change: Callable[[V, Sequence[tuple[str, str]]], V]
    """A version with each key set to its value."""
    differences: Callable[[V, V], tuple[Change, ...]]
    """Every key in which two versions differ, in a fixed order."""
    align: Callable[[Sequence[V]], list[V]]
    """The versions with one common list of components and ids."""
    idle: Callable[[V, V], list[str]]
    """Sentences about the changes between two versions that have no effect."""
    players_of: Callable[[V], int]
    """The number of seats in a version's line-up."""
    engines: Callable[[Sequence[V], int, str], Sequence[Engine]]
    """Engines for versions, seed and seating, sharing the ids of `dims`."""
    dims: Callable[[Sequence[V]], dict[str, pl.DataFrame]]
    """The tables of ``declaration.dims`` for the given versions."""
    record: Callable[[V], dict[str, Any]]
    """Everything that defines a version, as plain values for run.json."""
    restore: Callable[[Mapping[str, Any]], V]
    """The version that `record` wrote; raises InputError if parts have changed."""

    default_current_tables: tuple[str, ...] = ()
    shard_games: int = SHARD_GAMES
    """The number of one version's games per file.

    It is at most `SHARD_GAMES`. A smaller number needs less memory, since rows are kept until their
    file is written.
    """
    options: tuple[str, ...] = ()
    with_sheet: Callable[[V, str], V] | None = None
    """A version with its entire cards sheet replaced by a file."""
    twins: Twins | None = None
    replay: Callable[[V, int, str, int, str | None], list[dict[str, Any]]] | None = None
    """The trace of a game.

    Its arguments are version, seed, seating, game number, and a twin's change as the user names
    it, or None.
    """
    narrate: Callable[[list[dict[str, Any]], V], Iterable[str]] | None = None
    """The lines of a story, from a `replay` trace and its version."""
    sheets: Sheets[V] | None = None
    pace: Pace | None = None
    turn_order: TurnOrder | None = None
    variants: Variants[V] | None = None
    restrictions: Restrictions[V] | None = None
    rule_sets: Rules | None = None
    """Its switches, presets and rule files, for the command ``rules``."""
    editing: Editing[V] | None = None
    family: Family[V] | None = None
    line_ups: tuple[LineUp, ...] = ()
    """Other line-ups for repeating a question, least skilled first."""
    stand_ins: Callable[[V], Mapping[str, str]] | None = None
    """The stand-ins for strategies of ``line_ups`` in a version."""
    compiling: Compiling[V] | None = None
    own_files: OwnFiles[V] | None = None
    yardstick: str = ""
    """The default strategy to measure against, or "" for the first seat's."""
    yardstick_edition: str = ""
    """The edition of components for the yardstick; "" for the package's own."""
    strategies: Callable[[V], Sequence[Strategy]] | None = None
    """A version's strategies, one per seat; None if the game loads none."""
    own_strategies: Sequence[Strategy] = ()
    """All strategies, if the game's own file defines them."""
    new_strategy: Callable[[str], str] | None = None
    """The text of a module for a new strategy with this name."""
    remarks: Callable[[VersionOptions, V], Sequence[str]] | None = None
    """Sentences to show before the requested version is played."""
    with_learnt: Callable[[V, LearntFactors], V] | None = None
    """A version whose players have learnt; None if no player learns."""
    parts: Parts = Parts()
    """The import paths of its analyses, reports and other parts."""
    version: type[V] | None = None
    """The class of its versions, if that is a `GameVersion`.

    It is None for other games, which cannot load strategies from files.
    """
    source: GameSource | None = None
    """Its origin; None for a built-in game."""
    altered_cards: Callable[[Any, Any], Sequence[int]] | None = None
    """The cards in which a version differs from another, for `forking`.

    The sequence is empty if the version's games must be played in full.
    """
    forget_files: Callable[[], None] | None = None
    """Forgets strategy files already read, so that changes to them are seen."""

    def line_ups_of(self, version: V) -> tuple[LineUp, ...]:
        """Return ``line_ups`` with the stand-ins of the version."""
        stand_ins = {} if self.stand_ins is None else self.stand_ins(version)
        return tuple(
            replace(line_up, seats=tuple(stand_ins.get(seat, seat) for seat in line_up.seats))
            for line_up in self.line_ups
        )

    def has_automaton(self, version: V) -> bool:
        """Check if an automaton has a seat after the players'."""
        strategies = self.dims([version])[self.standings.role("strategy").dim]
        return self.declaration.words.automaton in strategies["name"]

    def rivals(self, version: V) -> int:
        """Count the players competing for the wins; 1 against an automaton."""
        return 1 if self.has_automaton(version) else self.players_of(version)

    @property
    def tables(self) -> Mapping[str, Table]:
        """The result tables by name."""
        return self.declaration.tables

    @property
    def standings(self) -> Table:
        """The table with the winners."""
        return self.declaration.standings
