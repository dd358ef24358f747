"""The table of a plain Python game: luck, decisions, rows and events."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType, SimpleNamespace
from typing import Any, TypeVar

import numpy as np

from eoc_sim.counts import plural
from eoc_sim.errors import EngineError, StrategyError, failure, nearest
from eoc_sim.simulator.kernel.parameters import Parameter
from eoc_sim.simulator.kernel.phrases import join_or
from eoc_sim.simulator.kernel.running import EndlessError
from eoc_sim.simulator.runs.game import Table
from eoc_sim.simulator.runs.plain_twins import NO_CHANGE, PlainTwins

SETUP, FINAL = "setup", "final"
"""The first and the last event of every trace."""
MOST_DECISIONS = 100_000
"""The default limit on a game's number of decisions."""
Item = TypeVar("Item")
Draw = Callable[[int], int]
AnswerFunction = Callable[[SimpleNamespace, SimpleNamespace, Draw], int]
"""Answers a decision: ``f(seen, params, draw)``.

``draw(n)`` returns a random number from 0 to n - 1.
"""


class Names(SimpleNamespace):
    """Named values that cannot be set.

    The error for a wrong name suggests the nearest one.
    """

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f'"{name}" is not one of {", ".join(vars(self))}.{nearest(name, vars(self))}'
        )

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f'"{name}" cannot be set to another value.')

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f'"{name}" cannot be deleted.')


class WrittenColumns(dict[str, Any]):
    """The values of a game's own columns."""

    def __missing__(self, name: str) -> Any:
        raise EngineError(
            f'"{name}" is not a column; the columns are: {", ".join(self)}.{nearest(name, self)}'
        )


@dataclass(frozen=True)
class Decision:
    """A decision of a game, declared once.

    Attributes:
        name: its name in ``ask`` and in strategies.
        rule: the rule that refuses an answer.
        words: a phrase for the choice and its answers, for the message if an answer is refused.
        answers: words for the answers 0, 1 and so on; if an answer is the ``place`` of a row, the
            kind of its sheet instead. The command `restrict` accepts and shows these words; if
            there are none, it uses numbers.
    """

    name: str
    rule: str
    words: str
    answers: Sequence[str] | str = ()


@dataclass(frozen=True)
class PlainStrategy:
    """A strategy with a plain function per decision, and its parameters."""

    name: str
    answers: Mapping[str, AnswerFunction]
    parameters: Sequence[Parameter] = ()
    help: str = ""


@dataclass(frozen=True)
class PlainSeat:
    """A strategy with its parameters at a table; ``label`` names both.

    ``bans`` pair a decision with a range of answers that the strategy may not give.
    """

    strategy: PlainStrategy
    label: str
    params: SimpleNamespace
    bans: Collection[tuple[str, range]] = frozenset()


@dataclass
class PlainTable:
    """One game: what ``play(table)`` reads, draws from, asks through and writes to.

    Attributes:
        players: the number of seats.
        order: the seats in turn order; chance decides who starts.
        rules: the value of each switch, by name.
        sheets: the rows of each sheet, by kind; a row has ``id``, ``place`` (its id in the tables)
            and the values in the sheet's columns.
        seats: for each seat, the game's own columns of the table ``seats``, initially 0. If
            some of these columns are parts of the score, they add up to it; if none of them is,
            ``score`` is a column too.
        game: the game's own columns of the table ``games``, initially 0.
        asked: the number of decisions so far.
        awaited: the strategy that is now deciding, and its decision, in words; "" between
            decisions.
        automaton: the columns of the automaton, like a seat's; None if it is not in the game.
        lost: True once the players have lost.
        twins: the things and gifts that twins change.
        change: the change in this game, if it is a twin.
        most_decisions: the maximum number of decisions in a game.
        first_takes: for each thing, the seat that first took it, and the round.
        possible_gifts: the gifts that a twin could give: gift, round and seat.
        corrections: the number of each seat's banned answers that were replaced.
        gave_way: the number of each seat's decisions in which the bans gave way, because they
            left no answer.
    """

    players: int
    rules: SimpleNamespace
    sheets: SimpleNamespace
    seats: list[dict[str, Any]]
    game: dict[str, Any]
    line_up: Sequence[PlainSeat]
    decisions: Mapping[str, Decision]
    tables: Mapping[str, Table]
    key: str
    rows: dict[str, list[tuple[Any, ...]]]
    number: int
    events: list[dict[str, Any]] | None = None
    order: tuple[int, ...] = ()
    asked: int = 0
    awaited: str = ""
    automaton: dict[str, Any] | None = None
    lost: bool = False
    twins: PlainTwins | None = None
    change: tuple[int, int, int, int] = NO_CHANGE
    most_decisions: int = MOST_DECISIONS
    first_takes: dict[int, tuple[int, int]] = field(default_factory=dict)
    possible_gifts: set[tuple[int, int, int]] = field(default_factory=set)
    corrections: Counter[int] = field(default_factory=Counter)
    gave_way: Counter[int] = field(default_factory=Counter)
    _streams: dict[str, np.random.Generator] = field(default_factory=dict)
    _shuffles: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        first = self.draw("start", self.players)
        self.order = tuple((first + index) % self.players for index in range(self.players))

    def luck(self, stream: str) -> np.random.Generator:
        """Return a stream's random generator, keyed by seed, game and name."""
        if stream not in self._streams:
            key = int.from_bytes(self._digest(stream))
            self._streams[stream] = np.random.Generator(np.random.Philox(key=key))
        return self._streams[stream]

    def draw(self, stream: str, n: int) -> int:
        """Return a stream's next whole number, from 0 to n - 1.

        Raises:
            EngineError: ``n`` is less than 1.
        """
        if n < 1:
            raise EngineError(f"A draw from {n} numbers is impossible.")
        return int(self.luck(stream).integers(n))

    def shuffled(self, stream: str, items: Iterable[Item]) -> list[Item]:
        """Return the items in a random order, new at each call.

        Each item has its own sorting key, from its ``id`` or its text, so adding or removing one
        does not reorder the others.
        """
        earlier_shuffles = self._shuffles[stream]
        self._shuffles[stream] += 1
        suffix = f"/shuffle {earlier_shuffles + 1}" if earlier_shuffles else ""
        copies: Counter[str] = Counter()
        keyed_items: list[tuple[bytes, int, Item]] = []
        for item in items:
            name = str(getattr(item, "id", item))
            copies[name] += 1
            keyed_items.append(
                (self._digest(f"{stream}/{name}/{copies[name]}{suffix}"), len(keyed_items), item)
            )
        return [item for *_, item in sorted(keyed_items, key=lambda entry: entry[:2])]

    def _digest(self, stream: str) -> bytes:
        return hashlib.blake2b(f"{self.key}/{stream}".encode(), digest_size=16).digest()

    def ask(self, seat: int, decision: str, answers: Collection[int], **seen: Any) -> int:
        """Ask a seat's strategy for a decision, and return its answer.

        The strategy receives ``seen``, together with ``seat``, ``answers``, ``rules`` and
        ``sheets``. Lists, sets and dictionaries are copied into a form that it cannot change.

        Raises:
            StrategyError: the strategy fails, or its answer is not in ``answers``.
            EngineError: there is no such decision, it offers no answers, or the game has
                reached its maximum number of decisions.
        """
        if decision not in self.decisions:
            raise EngineError(
                f'There is no decision "{decision}".{nearest(decision, self.decisions)}'
            )
        if len(answers) == 0:
            raise EngineError(f"The decision {decision} offers no answers.")
        if self.asked == self.most_decisions:
            raise EndlessError(
                f"{self.asked} decisions, the limit set by most_decisions of plain_game"
            )
        self.asked += 1
        player, declaration = self.line_up[seat], self.decisions[decision]
        allowed_answers = self._without_bans(seat, decision, answers)
        facts = {
            name: _freeze(value) for name, value in {"answers": allowed_answers, **seen}.items()
        }
        view = Names(seat=seat, rules=self.rules, sheets=self.sheets, **facts)
        self.awaited = f"the strategy {player.label} in seat {seat + 1} to decide {decision}"
        where = f"The strategy {player.label} in seat {seat + 1} of game {self.number}"
        try:
            answer: Any = player.strategy.answers[decision](
                view, player.params, lambda n: self.draw(f"seat {seat}", n)
            )
            legal = answer in answers
            self.awaited = ""
        except EndlessError:
            raise  # the endless loop may be in the rules
        except Exception as error:
            raise self._refusal(f"{where} failed in {decision} ({failure(error)})") from error
        if not legal or isinstance(answer, str):
            if any(isinstance(answer, str) for answer in answers):
                names = ", ".join(str(each).upper() for each in answers)
                raise EngineError(
                    f"The decision {decision} offers {answers!r}; answers are whole numbers, "
                    f"such as {names} = {', '.join(map(str, range(len(answers))))}."
                )
            raise self._refusal(
                f"{where} answered {decision} ({declaration.words}) with {_format(answer)}, which "
                f"rule {declaration.rule} does not allow; the answer may be "
                f"{join_or(map(_format, answers))}"
            )
        if allowed_answers is not answers and answer not in allowed_answers:
            self.corrections[seat] += 1
            answer = min(allowed_answers, key=lambda other: (abs(other - answer), other))
        return int(answer)

    def _without_bans(self, seat: int, decision: str, answers: Collection[int]) -> Collection[int]:
        """Return the answers that are not banned; all if none is left."""
        bans = [
            banned_answers
            for banned_decision, banned_answers in self.line_up[seat].bans
            if banned_decision == decision
        ]
        if not bans:
            return answers
        options = tuple(
            answer
            for answer in answers
            if not any(answer in banned_answers for banned_answers in bans)
        )
        self.gave_way[seat] += not options
        return options or answers

    def _refusal(self, sentence: str) -> StrategyError:
        refusal = StrategyError(f"{sentence}.")
        refusal.events, refusal.game = self.events or (), self.number
        return refusal

    def take(self, seat: int, row: Any, round: int = 0) -> Any:
        """Return a row as it counts for the seat that takes it.

        In a twin in which the row is off, its sheet's ``off`` columns are 0.

        Raises:
            EngineError: the row's sheet is declared without ``off``, or there is no such round.
        """
        assert self.twins is not None
        kind = type(row).__name__
        thing = self.twins.things.get((kind, getattr(row, "id", "")))
        if thing is None:
            raise EngineError(
                f"take needs a row of a sheet that is declared with off=(...), not {row!r}."
            )
        self.twins.check_round(round)
        self.first_takes.setdefault(thing, (seat, round))
        if thing != self.change[0]:
            return row
        return row._replace(**dict.fromkeys(self.twins.off[kind], 0))

    def gift(self, seat: int, gift: str, round: int) -> int:
        """Return 1 if this twin gives the gift here, else 0.

        Raises:
            EngineError: there is no such gift or round.
        """
        assert self.twins is not None
        if gift not in self.twins.gifts:
            raise EngineError(
                f'There is no gift "{gift}"; the game\'s gifts are: '
                f"{', '.join(self.twins.gifts) or 'none'}."
                f"{nearest(gift, self.twins.gifts)}"
            )
        self.twins.check_round(round)
        change = self.twins.gifts.index(gift), round, seat
        is_new = change not in self.possible_gifts
        self.possible_gifts.add(change)
        return int(is_new and change == self.change[1:])

    def lose(self) -> None:
        """Make all players lose the game to the automaton.

        Raises:
            EngineError: the game has no automaton.
        """
        if self.automaton is None:
            raise EngineError(
                f"A game with {plural(self.players, 'player')} has no automaton that could "
                "win; name one in Words(automaton=...)."
            )
        self.lost = True

    def note(self, table: str, **values: Any) -> None:
        """Write a row of a game's own table, filling in ``game``.

        Raises:
            EngineError: there is no such table, or the values do not match its columns.
        """
        if table not in self.rows:
            raise EngineError(f'There is no result table "{table}".{nearest(table, self.rows)}')
        columns = [column.name for column in self.tables[table]][1:]
        if set(values) != set(columns):
            unknown_names = [name for name in values if name not in columns]
            hint = nearest(unknown_names[0], columns) if unknown_names else ""
            raise EngineError(
                f"A row of {table} needs the columns {', '.join(columns)}; this row has "
                f"{', '.join(values) or 'none'}.{hint}"
            )
        self.rows[table].append((self.number, *(values[name] for name in columns)))

    def tell(self, event: str, **fields: Any) -> None:
        """Write an event into the trace, if there is a trace.

        Raises:
            EngineError: every trace already has an event with this name.
        """
        if event in (SETUP, FINAL):
            raise EngineError(f'Every trace already has an event "{event}"; choose another name.')
        if self.events is not None:
            self.events.append({"e": event, **fields})


def _freeze(value: Any) -> Any:
    """Copy a list, set or dictionary into a form that cannot change."""
    if isinstance(value, list) or type(value) is tuple:
        return tuple(map(_freeze, value))
    if isinstance(value, set):
        return frozenset(value)
    if isinstance(value, dict):
        return MappingProxyType({key: _freeze(item) for key, item in value.items()})
    return value


def _format(answer: Any) -> str:
    """Format an answer; a whole number gets no decimal point."""
    return f"{answer:.12g}" if isinstance(answer, int | float | np.number) else repr(answer)
