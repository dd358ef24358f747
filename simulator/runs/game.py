"""What a game is to all that plays, analyses and reports it.

A `Declaration` is what the game says of itself: its tables with the role of every column, and its
words. Analyses and reports find columns by role and say them in the declared words, so that they
serve any game. The declaration also goes into run.json: an old run is explained in its own words.

A `Game` is the declaration with the functions that make, change, play and record its *versions*.
A version is the game's own object for "these components, these rules, these seats"; nothing
outside the game looks inside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from eoc_sim.simulator.kernel.columns import Column, Table
from eoc_sim.simulator.runs.parts import Parts

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.simulator.kernel.strategy_files import Strategy
    from eoc_sim.simulator.runs.asked import Asked
    from eoc_sim.simulator.runs.card_sheet import CardSheet
    from eoc_sim.simulator.runs.change import Change
    from eoc_sim.simulator.runs.checks.match import Contract
    from eoc_sim.simulator.runs.engine import Engine
    from eoc_sim.simulator.runs.numbers import Number
    from eoc_sim.simulator.runs.relearning import Learnt
    from eoc_sim.simulator.runs.text_table import TextTable

V = TypeVar("V")
"""A game's own type of version."""


@dataclass(frozen=True)
class Words:
    """How a game is called and counted, for people.

    ``score`` is the unit of the score, one and many; ``months`` the names of the rounds, 0 the
    set-up; ``smallest`` the smallest change that matters, in wins in 100 and in the score of a
    seat; ``largest_score_change`` more than one changed card does to a seat's score in one game;
    ``automaton`` the strategy name of an automatic opponent and ``automaton_words`` its name, or
    "" where a game has none.

    ``player`` is who plays, one and many, and ``starter`` whoever goes first; ``round`` is what
    ``months`` names, one and many; ``luck`` is what chance does, and is the same in two versions.
    ``length`` is the column, in the table with the winner, that counts the rounds of a game, in
    each of which the next in order starts; "" where all games have as many.
    """

    title: str
    notice: str
    score: tuple[str, str]
    months: tuple[str, ...]
    smallest: Mapping[str, float]
    largest_score_change: float
    automaton: str = ""
    automaton_words: str = ""
    player: tuple[str, str] = ("player", "players")
    starter: str = "starting player"
    round: tuple[str, str] = ("month", "months")
    luck: str = "shuffles and dice"
    length: str = ""

    def players(self, number: int) -> str:
        """So many of those who play: "1 player", "4 players"."""
        return f"{number} {self.player[0] if number == 1 else self.player[1]}"

    @property
    def same_luck(self) -> str:
        """What two versions share: "the same shuffles and dice"."""
        return f"the same {self.luck}"


@dataclass(frozen=True)
class SwitchWords:
    """A rule switch in a player's words, as run.json keeps it."""

    name: str
    rule: str
    sentence: str
    allowed: str
    default: str


@dataclass(frozen=True)
class Preset:
    """A named rule set: what people call it, and its switches that are not at their default."""

    title: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TieBreak:
    """What ranks seats whose score, and every tie-break before, is the same: more is better.

    ``column`` is a column of the table that tells who wins; it counts only where each of the
    ``switches`` has the value named.
    """

    column: str
    switches: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Declaration:
    """All that a run says of its game besides what was played."""

    words: Words
    tables: Mapping[str, Table]
    switches: tuple[SwitchWords, ...] = ()
    dims: Mapping[str, Table] = field(default_factory=dict)
    """The tables that say what ids are; ``id`` and ``name`` come first."""
    tie_breaks: tuple[TieBreak, ...] = ()
    """In their order; whoever is still tied shares the win."""
    presets: tuple[Preset, ...] = ()
    """The rule sets that people know by name, the default first."""

    @property
    def standings(self) -> Table:
        """The table that tells who wins: the one with the role win_share, a row a seat."""
        (found,) = (table for table in self.tables.values() if table.roles("win_share"))
        return found

    def record(self) -> dict[str, Any]:
        """The declaration in plain values, for run.json."""
        return {
            "words": {
                **_plain(self.words),
                "smallest": dict(self.words.smallest),
            },
            "tables": _tables_record(self.tables),
            "dims": _tables_record(self.dims),
            "switches": [_plain(switch) for switch in self.switches],
            "tie_breaks": [
                {"column": one.column, "switches": dict(one.switches)} for one in self.tie_breaks
            ],
            "presets": [{"title": one.title, "values": dict(one.values)} for one in self.presets],
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Declaration:
        """The declaration that `record` wrote."""
        return cls(
            Words(**_tuples(record["words"])),
            _recorded_tables(record["tables"]),
            tuple(SwitchWords(**switch) for switch in record["switches"]),
            _recorded_tables(record["dims"]),
            tuple(TieBreak(**one) for one in record.get("tie_breaks", ())),
            tuple(Preset(**one) for one in record.get("presets", ())),
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
    """The fields of a record that differ from their defaults, tuples as lists.

    A field that is not compared is the kernel's alone, and left out.
    """
    found = {}
    for one in fields(record):
        value = getattr(record, one.name)
        if one.compare and value != one.default:
            found[one.name] = list(value) if isinstance(value, tuple) else value
    return found


def _tuples(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
        for key, value in values.items()
    }


@dataclass(frozen=True)
class Sheets(Generic[V]):
    """What the command ``data`` needs of a game whose components are sheets.

    Each function gets what ``--data`` names, or None for the package's own: ``check`` and
    ``words`` give the lines and tables to print, ``export`` writes the sheet that ``--cards``
    reads, replaces a file only with its third argument, and gives the number of rows with sentences
    on what of the sheet read is carried along and not played. ``carried`` gives such sentences on
    all sheets of a version, ``cards`` the sheet that a version was played with, from what
    `Game.record` wrote. ``rows`` is what the rows of the exported sheet are called.
    """

    check: Callable[[str | None], Iterable[str | TextTable]]
    words: Callable[[str | None], Iterable[str | TextTable]]
    export: Callable[[str | None, Path, bool], tuple[int, list[str]]]
    carried: Callable[[V], list[str]]
    cards: Callable[[Mapping[str, Any]], CardSheet]
    rows: str = "cards"


@dataclass(frozen=True)
class Pace:
    """What the command ``bench`` needs of a game: how to tell its rules from its strategies.

    ``strategy`` is the strategy that thinks least; ``table`` and ``column`` hold the decisions of
    a game.
    """

    strategy: str
    table: str
    column: str


@dataclass(frozen=True)
class TurnOrder:
    """What the command ``first-player`` needs of a game: what may cause, and even out, an order.

    ``mechanisms`` are versions in which one thing that goes by the turn order is off: words, and
    the keys with their values. ``compensation`` has by name what can be given to a place: its
    unit, and the key of each place in the first round's order; 0 to ``most`` of it can be given,
    and ``pilot`` is enough to show. It is empty where a game has nothing to give.
    """

    mechanisms: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    compensation: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    most: int = 0
    pilot: int = 0


@dataclass(frozen=True)
class Piloted:
    """Twins of one kind whose schedule a pilot decides, of so many ``games``.

    ``schedule`` plays it with an engine and gives the schedule in plain values, with about so many
    twins a game.
    """

    games: int
    schedule: Callable[[Any, float], Mapping[str, Any]]


@dataclass(frozen=True)
class Twins:
    """What runs with twins need of a game whose games can part.

    ``table`` is the result table that only such runs have, a row a twin; ``engine`` makes of an
    engine one whose workers also play the twins of a schedule, given in plain values as run.json
    keeps it. Which twins a game has depends on its number alone. ``of_cards`` are twins in which
    cards are off, ``of_timing`` those that tell what something is worth at each time.
    """

    table: str
    engine: Callable[[Engine, Mapping[str, Any]], Engine]
    of_cards: Piloted | None = None
    of_timing: Piloted | None = None


@dataclass(frozen=True)
class Variants(Generic[V]):
    """What the command ``variants`` needs of a game: how a version's rule switches vary.

    ``key`` is the key of a switch by its name, ``usual`` the switches (by key, with values other
    than the current ones) that are asked for unless others are named, ``others`` all values of a
    key but the current one; it raises InputError where these are too many to list.
    """

    key: Callable[[str], str]
    usual: Callable[[V], Sequence[tuple[str, tuple[str, ...]]]]
    others: Callable[[V, str], tuple[str, ...]]


@dataclass(frozen=True)
class Restrictions(Generic[V]):
    """What the command ``restrict`` needs of a game: what a strategy may be forbidden.

    ``names`` are the bans that a version's rules and components have, by the word that asks for a
    group of them at once; ``normal`` is a ban in its one written form, an InputError names the
    nearest for one that is not there; ``words`` says what a ban forbids. ``setting`` is the key
    and value that ban several things to the strategy at a place of the line-up, from 0, and
    ``strategy`` the id in the tables of the strategy there, for some versions.
    """

    names: Callable[[V], Mapping[str, tuple[str, ...]]]
    normal: Callable[[V, str], str]
    words: Callable[[V, str], str]
    setting: Callable[[int, Sequence[str]], tuple[str, str]]
    strategy: Callable[[Sequence[V], int], int]


@dataclass(frozen=True)
class RuleSets:
    """What the command ``rules`` needs of a game besides its switches: their values together.

    ``presets`` are the names that ``--rules`` takes, the default first, beside what ``--data``
    names or None; ``values`` what a preset or a rule file says of every switch, by its name, again
    with what ``--data`` names; ``idle`` when a switch changes nothing: words that end a sentence;
    ``title`` what people call a preset or a rule file.
    """

    presets: Callable[[str | None], Sequence[str]]
    values: Callable[[str, str | None], Mapping[str, str]]
    idle: Callable[[str], Sequence[str]]
    title: Callable[[str], str] = str


@dataclass(frozen=True)
class Editing(Generic[V]):
    """What the command ``balance`` needs of a game: the numbers that edits may change.

    ``numbers`` are those of a version. ``write`` writes what a version has otherwise than what
    ``--rules`` and ``--data`` name, as files that options of the command line read; it gets the
    version, these two and a folder to write into, and gives the options that play the version.
    """

    numbers: Callable[[V], Sequence[Number]]
    write: Callable[[V, str | None, str | None, Path], Sequence[tuple[str, str]]]


@dataclass(frozen=True)
class LineUp:
    """Players of one kind, whom ``--who`` puts at the table to ask a question again.

    ``seats`` are as many as the game ever has; fewer players take the first of them. ``words`` name
    the line-up in a sentence. ``is_search`` marks players who think for long: they play only where
    ``--who`` names them, or all. ``checks`` marks the line-ups that check a first screen by
    default.
    """

    name: str
    words: str
    seats: tuple[str, ...]
    is_search: bool = False
    checks: bool = False


@dataclass(frozen=True)
class Family(Generic[V]):
    """What ``--family`` needs of a game whose components are largely guesses: others as plausible.

    ``member`` is a version with the components of the member of a number, 1 to ``members``, drawn
    around its own. ``noun`` is one such set of components and several; ``guesses`` a sentence on
    what of the game is a guess. ``unchecked`` gives a sentence on a version whose members nobody
    has checked, "" where somebody has.
    """

    members: int
    member: Callable[[V, int], V]
    noun: tuple[str, str]
    guesses: str
    unchecked: Callable[[V], str] = lambda version: ""

    def record(self) -> dict[str, Any]:
        """The family's words and size, for run.json."""
        return {"noun": list(self.noun), "guesses": self.guesses, "members": self.members}


@dataclass(frozen=True)
class OwnFiles(Generic[V]):
    """What playing elsewhere needs of a game whose versions hang on files, such as strategies.

    ``found`` are those files of a version that do not come with the package, each by its absolute
    path with its content. ``moved`` is the version with each of them where a function says that it
    lies now.
    """

    found: Callable[[V], Mapping[Path, bytes]]
    moved: Callable[[V, Callable[[Path], Path]], V]


@dataclass(frozen=True)
class Compiling(Generic[V]):
    """How a game's code is compiled ahead of its first game, and whether it has been.

    ``compile`` tells, before each part, its name, how many parts are done, and how many there are.
    It compiles what versions of the game need, or of no versions all that there is.
    """

    compile: Callable[[Callable[[str, int, int], None], Sequence[V]], None]
    is_done: Callable[[], bool]


GAME_FILE = ".py"
"""What the name of a game's file ends with."""


@dataclass(frozen=True)
class GameSource:
    """What a game that is not built in was asked for by: an entry point, a module or a file.

    ``sha256`` is the hash of the file; "" for an entry point, and for a module that is installed.
    """

    named: str
    sha256: str = ""

    @property
    def is_file(self) -> bool:
        """Whether it was asked for by its file."""
        return self.named.endswith(GAME_FILE)


@dataclass(frozen=True)
class Game(Generic[V]):
    """A game: its declaration, and the functions by which it is played.

    ``V`` is the type of its versions.

    ``players`` are the numbers of players that any of its rules allow, ``default_seats`` the
    line-up of whoever names none, ``default_tables`` the tables kept unless others are asked
    for, ``default_current_tables`` those then kept of the current rules alone, ``options`` those
    of ``--rules``, ``--set``, ``--data``, ``--card`` and ``--change`` that it has.

    A *key* is the KEY of ``--vary``. What is None is not part of the game, and the commands that
    need it say so. Every function raises InputError for what cannot be.
    """

    name: str
    declaration: Declaration
    rules_version: str
    players: range
    default_seats: tuple[str, ...]
    default_tables: tuple[str, ...]

    baseline: Callable[[Asked], V]
    """The version that the options ask for."""
    normal_key: Callable[[V, str], str]
    """A key of a version in its one written form."""
    fixed_keys: Callable[[V], frozenset[str]]
    """The keys of a version that its options have set, in normal form."""
    change: Callable[[V, Sequence[tuple[str, str]]], V]
    """A version with each key set to its value."""
    differences: Callable[[V, V], tuple[Change, ...]]
    """Every key in which two versions differ, in a fixed order."""
    shared: Callable[[Sequence[V]], list[V]]
    """The same versions with one common list of components, so that ids mean the same."""
    idle: Callable[[V, V], list[str]]
    """Sentences on the changes from one version to another that cannot move anything."""
    players_of: Callable[[V], int]
    """How many seats a version's line-up has."""
    engines: Callable[[Sequence[V], int, str], Sequence[Engine]]
    """An engine a version, from the seed and the seating; rows share the ids of `dims`."""
    dims: Callable[[Sequence[V]], dict[str, pl.DataFrame]]
    """The tables of ``declaration.dims`` for some versions."""
    record: Callable[[V], dict[str, Any]]
    """All that makes a version, in plain values for run.json."""
    restore: Callable[[Mapping[str, Any]], V]
    """The version that `record` wrote; an InputError if it can no longer be made."""

    default_current_tables: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    with_sheet: Callable[[V, str], V] | None = None
    """A version with a whole cards sheet, a file, in place of its own."""
    twins: Twins | None = None
    replay: Callable[[V, int, str, int, str | None], list[dict[str, Any]]] | None = None
    """The trace of a game: version, seed, seating, number of the game, and what a twin of it has
    otherwise, in words, or None."""
    narrate: Callable[[list[dict[str, Any]], V], Iterable[str]] | None = None
    """The lines of a story: a trace of `replay`, and the version that was played."""
    sheets: Sheets[V] | None = None
    pace: Pace | None = None
    turn_order: TurnOrder | None = None
    variants: Variants[V] | None = None
    restrictions: Restrictions[V] | None = None
    rule_sets: RuleSets | None = None
    editing: Editing[V] | None = None
    family: Family[V] | None = None
    line_ups: tuple[LineUp, ...] = ()
    """Who else may play where a question is asked again, the least skilled first."""
    stand_ins: Callable[[V], Mapping[str, str]] | None = None
    """Who plays for whom in ``line_ups``, by a version's rules and number of players."""
    compiling: Compiling[V] | None = None
    own_files: OwnFiles[V] | None = None
    yardstick: str = ""
    """The strategy that one is measured against if no other is named; "" for the first seat's."""
    strategies: Callable[[V], Sequence[Strategy]] | None = None
    """The loaded strategies of a version's seats; None where they are no files."""
    contract: Callable[[], Contract] | None = None
    """What its strategies are checked with; None where they are no files."""
    remarks: Callable[[Asked, V], Sequence[str]] | None = None
    """Sentences on the version that was asked for, to be read before it is played."""
    with_learnt: Callable[[V, Learnt], V] | None = None
    """A version whose players play with what they have learnt; None where nobody learns."""
    parts: Parts = Parts()
    """What it has above the simulator."""
    source: GameSource | None = None
    """What it was asked for by; None of a built-in game."""
    altered_cards: Callable[[Any, Any], Sequence[int]] | None = None
    """The cards that set a version apart from another one, where its games can be forked from the
    other's (`forking`); none where they are to be played whole."""
    forget_files: Callable[[], None] | None = None
    """Drops what was read of strategy files, so that one saved since is read again."""

    def line_ups_of(self, version: V) -> tuple[LineUp, ...]:
        """``line_ups`` with those who stand in under the version's rules."""
        stands = {} if self.stand_ins is None else self.stand_ins(version)
        return tuple(
            replace(one, seats=tuple(stands.get(seat, seat) for seat in one.seats))
            for one in self.line_ups
        )

    @property
    def tables(self) -> Mapping[str, Table]:
        """The result tables by name."""
        return self.declaration.tables

    @property
    def standings(self) -> Table:
        """The table that tells who wins."""
        return self.declaration.standings
