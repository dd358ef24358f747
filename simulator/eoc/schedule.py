"""Which twins are played of which game: a plan of a run, kept in its run.json.

Twins are dealt to games in *cycles*. A cycle holds every entry of the schedule as often as its
share says, in an order shuffled by the cycle's number; game after game takes the next few of them.
So each entry is played equally often for its share, in games that have nothing in common, and what
is played of a game depends on its number alone.

A schedule *by lot* draws instead, for each entry and game by itself, whether that game has that
twin. A card that is not played has no twin, which costs nothing: so a game plays those of its own
cards that are drawn, a card that is seldom played can be drawn in every game and a usual one in few
of them. As its chance is the same in all games, whatever else is played in them, plain means over
its twins tell of all games in which it is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.simulator.eoc.columns import COLOUR_NAMES
from eoc_sim.simulator.eoc.state import MONTHS, interventions_dtype
from eoc_sim.simulator.eoc.twins import Intervention, bucks, encoded, envelopes, inert_card

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.components import Components
    from eoc_sim.simulator.eoc.engine import Engine
    from eoc_sim.simulator.eoc.worker import Worker

DICE_A_MONTH = 2


@dataclass(frozen=True)
class Entry:
    """A kind of twin: EC or BB for some seat, or a card that is off.

    ``kind`` is one of ``columns.TWIN_NAMES`` but the last; ``month`` and ``colour`` belong to
    gifts, ``card``, a printed number, to cards. ``share`` is how often a cycle holds it.
    """

    kind: str
    month: int = 0
    colour: str = ""
    card: str = ""
    share: int = 1

    def intervention(self, seat: int) -> Intervention:
        """The intervention on a game; a gift goes to ``seat``."""
        if self.kind.startswith("card"):
            return inert_card(self.card, self.kind.removeprefix("card "))
        if self.kind == "BB":
            return bucks(seat, self.month)
        foreseen = self.kind == "EC foreseen"
        return envelopes(seat, self.colour, self.month, foreseen=foreseen)


def gifts() -> list[Entry]:
    """One EC of each colour in each month, foreseen and as a surprise, and one BB a month."""
    months = range(1, MONTHS + 1)
    return [
        *(
            Entry(kind, month, colour)
            for kind in ("EC foreseen", "EC surprise") for colour in COLOUR_NAMES
            for month in months
        ),
        *(Entry("BB", month) for month in months),
    ]


def inert_cards(components: Components) -> list[Entry]:
    """Every card of the deck, once with its stars off, once its effect, once both."""
    return [
        Entry(kind, card=card.number)
        for card in components.cards if card.copies > 0
        for kind in ("card stars", "card effect", "card both")
    ]


@dataclass(frozen=True)
class Schedule:
    """Which twins every game has: ``a_game`` of the ``entries``, and with ``dice`` one die more.

    That die is one of all that the game's players take, each as likely, in its other mode.

    With ``out_of`` the schedule is by lot: each game has each entry with the chance of its share
    out of so many (from 0, all of them: always), and ``a_game`` is 0.
    """

    entries: tuple[Entry, ...]
    a_game: int = 0
    dice: bool = False
    out_of: int = 0

    def record(self) -> dict[str, Any]:
        """The schedule in plain values, for run.json; entries as kind, month, colour, card, share.

        >>> Schedule((Entry("BB", 3, share=2),), 4).record()
        {'a_game': 4, 'dice': False, 'out_of': 0, 'entries': [['BB', 3, '', '', 2]]}
        """
        return {
            "a_game": self.a_game,
            "dice": self.dice,
            "out_of": self.out_of,
            "entries": [
                [one.kind, one.month, one.colour, one.card, one.share] for one in self.entries
            ],
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Schedule:
        """The schedule that `record` wrote."""
        entries = tuple(Entry(*values) for values in record["entries"])
        return cls(
            entries, int(record["a_game"]), bool(record["dice"]), int(record.get("out_of", 0))
        )

    def with_shares(self, shares: Sequence[int]) -> Schedule:
        """The same with other shares."""
        entries = (
            replace(one, share=share) for one, share in zip(self.entries, shares, strict=True)
        )
        return replace(self, entries=tuple(entries))


class Dealer:
    """The interventions of a schedule on the games of one engine."""

    def __init__(self, schedule: Schedule, engine: Engine) -> None:
        self._schedule = schedule
        self._players = engine.players
        shares = np.array([one.share for one in schedule.entries], np.int64)
        self._of_place = np.repeat(np.arange(len(shares)), shares)
        self._rank = np.concatenate([np.arange(share) for share in shares])
        self._shares = shares
        self._made = encoded([one.intervention(0) for one in schedule.entries], engine)
        self._order = lru_cache(maxsize=64)(self._shuffled)

    def interventions(self, first_game: int, games: int) -> np.ndarray:
        """Those of ``games`` games from ``first_game`` on: an array (games, twins of a game).

        A game with fewer twins than others has at the end of its row some in which nothing differs.
        """
        numbers = np.arange(first_game, first_game + games)
        dealt = self._by_lot(numbers) if self._schedule.out_of else self._in_cycles(numbers)
        if self._schedule.dice:
            dealt = np.concatenate([dealt, self._dice(numbers)[:, None]], axis=1)
        return dealt

    def _by_lot(self, games: np.ndarray) -> np.ndarray:
        """Of each game every entry that is drawn, each by itself."""
        entries = len(self._shares)
        numbers = games[:, None] * entries + np.arange(entries)
        lots = _mixed(numbers, -4) % np.uint64(self._schedule.out_of)
        drawn = lots.astype(np.int64) < self._shares
        wide = int(drawn.sum(axis=1).max(initial=0))
        entry = np.argsort(~drawn, axis=1, kind="stable")[:, :wide]
        given = self._made[entry]
        seats = (_mixed(numbers, -5) % np.uint64(self._players)).astype(np.int64)
        seats = np.take_along_axis(seats, entry, axis=1)
        given["seat"] = np.where(given["card_row"] < 0, seats, 0)
        given[~np.take_along_axis(drawn, entry, axis=1)] = _nothing()
        return given

    def _in_cycles(self, games: np.ndarray) -> np.ndarray:
        """Of each game the next entries of the cycle."""
        a_game = self._schedule.a_game
        turns = (games[:, None] * a_game + np.arange(a_game)).reshape(-1)
        cycles, places = np.divmod(turns, len(self._of_place))
        for cycle in np.unique(cycles):
            mine = cycles == cycle
            places[mine] = self._order(int(cycle))[places[mine]]
        entry = self._of_place[places]
        given = self._made[entry]
        times = cycles * self._shares[entry] + self._rank[places]
        given["seat"] = np.where(given["card_row"] < 0, self._seats(entry, times), 0)
        return given.reshape(len(games), a_game)

    def _shuffled(self, cycle: int) -> np.ndarray:
        """The order in which a cycle holds its places."""
        return np.argsort(_mixed(np.arange(len(self._of_place)), cycle), kind="stable")

    def _seats(self, entry: np.ndarray, times: np.ndarray) -> np.ndarray:
        """The seats of entries by the times that they have been played before.

        As many times as there are seats an entry goes to each of them, in an order drawn anew: an
        order that came back would meet the rotation of the line-up.
        """
        rounds, turns = np.divmod(times, self._players)
        numbers = (rounds * len(self._shares) + entry) * self._players
        drawn = _mixed(numbers[:, None] + np.arange(self._players), -3)
        order: np.ndarray = np.argsort(drawn, axis=1, kind="stable")
        return order[np.arange(len(turns)), turns]

    def _dice(self, games: np.ndarray) -> np.ndarray:
        """Of each game one die, each that is taken as likely as any other."""
        dice = DICE_A_MONTH * MONTHS * self._players
        drawn = (_mixed(games, -1) % np.uint64(dice)).astype(np.int64)
        made = np.zeros(len(games), interventions_dtype)
        made["card_row"] = -1
        drawn, made["die"] = drawn // DICE_A_MONTH, 1 + drawn % DICE_A_MONTH
        made["month"] = 1 + drawn % MONTHS
        made["seat"] = drawn // MONTHS
        return made


def _nothing() -> np.ndarray:
    """An intervention without anything in it: its twin never parts from the game."""
    nothing = np.zeros((), interventions_dtype)
    nothing["card_row"] = -1
    return nothing


def _mixed(numbers: np.ndarray, key: int) -> np.ndarray:
    """A 64-bit word for each number, as if drawn at random: the finalizer of splitmix64, twice."""
    words = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for _ in range(2):
        words += np.uint64((key + 2) * 0xD1342543DE82EF95 % 2**64)
        words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        words ^= words >> np.uint64(31)
    return words


class TwinWorker:
    """A worker that also plays the twins of its engine's schedule."""

    def __init__(self, worker: Worker, dealer: Dealer) -> None:
        self._worker = worker
        self._dealer = dealer
        self._copies = worker.room_for_copies()

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """As `Worker.play`; the table ``twins`` has a row a twin."""
        if "twins" not in keep:
            return self._worker.play(first_game, games, keep)
        asked = self._dealer.interventions(first_game, games)
        return self._worker.play_with_twins(first_game, games, keep, asked, self._copies)


class TwinEngine:
    """An engine whose workers also play the twins of a schedule."""

    def __init__(self, engine: Engine, schedule: Schedule) -> None:
        self._engine = engine
        self._dealer = Dealer(schedule, engine)

    @property
    def players(self) -> int:
        """The number of seats that strategies play."""
        return self._engine.players

    def worker(self) -> TwinWorker:
        """A worker with memory of its own: one a thread."""
        return TwinWorker(self._engine.worker(), self._dealer)


def twin_engine(engine: Any, schedule: Mapping[str, Any]) -> TwinEngine:
    """An engine of this game with the twins of a schedule, given as run.json keeps it."""
    return TwinEngine(engine, Schedule.from_record(schedule))


def shares_for(variances: Iterable[float], least: int, most: int) -> list[int]:
    """Shares, from ``least`` to ``most``, that make all intervals about equally wide.

    An interval is as wide as the root of variance by number, so a share is as large as its
    variance.

    >>> shares_for([100, 50, 1, 0], least=1, most=8)
    [8, 4, 1, 1]
    """
    sizes = np.nan_to_num(np.fromiter(variances, float))
    largest = sizes.max(initial=0.0)
    if largest <= 0:
        return [least] * len(sizes)
    return np.clip(np.rint(most * sizes / largest), least, most).astype(int).tolist()


def chances_for(
    variances: Sequence[float], played: Sequence[float], a_game: float, out_of: int
) -> list[int]:
    """Shares of a schedule by lot that make all intervals about equally wide.

    ``played`` is the share of games in which each entry has a twin at all, ``a_game`` how many
    twins a game is to have on average. An entry's chance is as large as its variance by ``played``,
    1 at most, one in ``out_of`` at least.

    >>> chances_for([100, 100, 100], [1.0, 0.5, 0.1], a_game=1.1, out_of=100)
    [50, 100, 100]
    """
    seldom = np.maximum(np.asarray(played, float), 1e-9)
    wanted = np.nan_to_num(np.asarray(variances, float)) / seldom
    low, high = 0.0, 1.0 / max(wanted[wanted > 0].min(initial=np.inf), 1e-300)
    for _ in range(200):
        middle = (low + high) / 2
        if (np.minimum(wanted * middle, 1.0) * seldom).sum() < a_game:
            low = middle
        else:
            high = middle
    chances = np.minimum(wanted * high, 1.0)
    return np.clip(np.rint(out_of * chances), 1, out_of).astype(int).tolist()
