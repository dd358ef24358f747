"""Whole leagues of Eleven, played by the referee's rule functions.

Draws come from the random streams that RND prescribes, so the same seed and decisions give the same
events as in any other engine for these rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

from eoc_sim.referee.eleven.data import Data
from eoc_sim.referee.eleven.fixtures import matches_of_decks
from eoc_sim.referee.eleven.game import ReferenceGame
from eoc_sim.referee.eleven.match import situation
from eoc_sim.referee.eleven.pitch import LINES
from eoc_sim.referee.eleven.scoring import standing
from eoc_sim.referee.eleven.set_up import switches_of
from eoc_sim.referee.eleven.state import Manager
from eoc_sim.referee.eleven.tables import FORMATIONS, JERSEYS, WORDS
from eoc_sim.referee.eleven.tactics import FLIP
from eoc_sim.simulator.kernel.compiled import compiled_entry
from eoc_sim.simulator.kernel.keyed_draws import keyed_draw
from eoc_sim.simulator.kernel.random_streams import (
    game_key_0,
    game_key_1,
    item_key,
    stream_key_0,
    stream_key_1,
)
from referee.writing import Pen, Record, Written

FIRST_MANAGER, BASIC_TACTICS, OTHER_TACTICS, CLUBS, DEALT_CLUBS, ROLL_OFF = 1, 2, 3, 16, 32, 64
LINE_UP, CLUB_DIE, WEEK = 1 << 12, 1 << 13, 64
DECK_STREAMS = {"3": 0, "32": 1, "21": 2, "1": 3}

NUMBERS = {
    "weeks": "6", "start_tactics": "1", "bet_one": "4", "bet_two": "3", "bet_four": "2",
    "free_euro": "1",
}  # fmt: skip
DEFAULTS = {switch: values[0] for switch, values in switches_of("league").items()} | NUMBERS


def rules_with(settings: Mapping[str, str]) -> dict[str, str]:
    """SWI: return the standard rules with these switches changed."""
    assert set(settings) <= set(DEFAULTS)
    return {**DEFAULTS, **settings}


@compiled_entry
def key_in_shuffle(seed: int, game: int, stream: int, item: int) -> Any:
    """Return the key by which a shuffle sorts an item (RND-1)."""
    return item_key(
        stream_key_0(game_key_0(seed, game), stream),
        stream_key_1(game_key_1(seed, game), stream),
        item,
    )


@dataclass(frozen=True)
class Streams:
    """The random streams of a game."""

    seed: int
    game: int

    def draw(self, stream: int, position: int, n: int) -> int:
        return keyed_draw(self.seed, self.game, stream, position, n)

    def shuffled(self, stream: int, names: list[str]) -> list[str]:
        """Sort names by their keys; a name's item is its letters as a number."""
        items = {name: int.from_bytes(name.encode("ascii"), "big") for name in names}
        return sorted(
            names, key=lambda name: int(key_in_shuffle(self.seed, self.game, stream, items[name]))
        )


class Prepared(NamedTuple):
    """A manager's decision before a match."""

    tactic: str | None
    formation: str
    layout: list[str]


class Decisions(Protocol):
    """All decisions of the managers."""

    def prepare(self, game: ReferenceEngine, manager: Manager) -> Prepared: ...

    def turn(self, game: ReferenceEngine, manager: Manager, left: int) -> int | None:
        """Return the jersey of the next marker to turn, or None; at most ``left`` are allowed."""


class RandomDecisions:
    """Random decisions among all legal ones."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)

    def prepare(self, game: ReferenceEngine, manager: Manager) -> Prepared:
        tactic = None
        formations = FORMATIONS
        if game.rules["tactics"] == "on":
            from_cards = game.rules["formations"] == "cards"
            tactic = self.luck.choice([*manager.tactics, *([] if from_cards else [None])])
            if from_cards and tactic:
                formations = game.data.tactics[tactic].formations
        formation = self.luck.choice(formations)
        return Prepared(tactic, formation, self.layout(formation))

    def layout(self, formation: str) -> list[str]:
        cells = []
        for line, number in zip(LINES, map(int, formation), strict=True):
            wings = [
                [place for place, stands in zip("lr", wing, strict=True) if stands]
                for wing in ((0, 0), (0, 1), (1, 0), (1, 1))
                if 0 <= number - sum(wing) <= 3
            ]
            places = self.luck.choice(wings)
            cells += [line + place for place in [*places, *"c" * (number - len(places))]]
        self.luck.shuffle(cells)
        return cells

    def turn(self, game: ReferenceEngine, manager: Manager, left: int) -> int | None:
        if self.luck.random() < 0.2:
            return None
        done = game.turned(manager)
        return self.luck.choice([jersey for jersey in JERSEYS if jersey not in done])


class Replayed:
    """The decisions of another trace."""

    def __init__(self, trace: list[Record]) -> None:
        self.prepared: dict[tuple[int, int], Prepared] = {}
        self.turns: dict[tuple[int, int], list[int]] = {}
        week = 0
        for event in trace:
            if event["e"] == "week":
                week = event["week"]
            elif event["e"] == "prepare":
                decided = Prepared(event["tactic"], event["formation"], event["layout"])
                self.prepared[week, event["manager"]] = decided
            elif event["e"] == "effect":
                self.turns.setdefault((week, event["manager"]), []).append(event["jersey"])

    def prepare(self, game: ReferenceEngine, manager: Manager) -> Prepared:
        return self.prepared[game.week, manager.seat]

    def turn(self, game: ReferenceEngine, manager: Manager, left: int) -> int | None:
        waiting = self.turns.get((game.week, manager.seat))
        return waiting.pop(0) if waiting else None


class ReferenceEngine(ReferenceGame):
    """A league that writes its trace as it is played."""

    def __init__(
        self,
        data: Data,
        settings: Mapping[str, str],
        strategies: Sequence[str],
        decisions: Decisions,
        *,
        seed: int = 1,
        game: int = 0,
    ) -> None:
        super().__init__([], data)
        self.settings = settings
        self.strategies = strategies
        self.decisions = decisions
        self.streams = Streams(seed, game)
        self.pen = MatchPen(self)
        self.reader = self.pen
        self.next_turn = 0

    def events(self) -> list[Record]:
        """Play the whole league; return its trace.

        Raises Disagreement if a decision is illegal.
        """
        self.play_through()
        return self.pen.lines

    # Questions that the pen asks

    def decided(self, kind: str) -> Record:
        return {}

    def field(self, event: Written, name: str) -> Any:
        """Return a draw, a decision, or entries to fill in."""
        match event.kind, name:
            case "setup", _:
                return self.field_of_set_up(name)
            case "prepare", "tactic":
                decided = self.decisions.prepare(self, self.managers[event.seat])
                event.record.update(decided._asdict())
                return decided.tactic
            case "reveal", "line_up":
                manager = self.managers[event.seat]
                line_ups = list(self.line_ups(self.club_of(manager)))
                stream = LINE_UP + WEEK * self.week + manager.seat
                return line_ups[self.streams.draw(stream, 0, len(line_ups))]
            case "effect", "jersey":
                return self.next_turn
            case "clubs", "clubs":
                return [{} for _ in self.club_points]
            case "roll_off", "managers":
                return [{} for _ in self.tied()]
            case _, "managers":
                return [{} for _ in self.managers]
            case _, "die":
                place = list(self.club_points).index(event.record["club"])
                return 1 + self.streams.draw(CLUB_DIE + WEEK * self.week + place, 0, 6)
            case _, "roll":
                rolled = [roll for line in self.roll_offs() for roll in line["managers"]]
                position = sum("roll" in roll for roll in rolled)
                return 1 + self.streams.draw(ROLL_OFF, position, 6)
        raise AssertionError((event.kind, name))

    def wants_to_turn(self, seat: int) -> bool:
        """Ask if a manager turns one more marker, and which one."""
        manager = self.managers[seat]
        maximum = manager.tactic.amount(FLIP, situation(self, manager)) if manager.tactic else 0
        left = maximum - len(self.turned(manager))
        jersey = self.decisions.turn(self, manager, left) if left > 0 else None
        self.next_turn = jersey or 0
        return jersey is not None

    def turned(self, manager: Manager) -> list[int]:
        """Return the markers that a manager has turned this week."""
        jerseys = []
        for line in reversed(self.pen.lines):
            if line["e"] != "effect" or line["manager"] != manager.seat:
                break
            jerseys.append(line["jersey"])
        return jerseys

    # Draws

    def field_of_set_up(self, name: str) -> Any:
        seats = len(self.strategies)
        fields = {
            "rules": lambda: rules_with(self.settings),
            "seed": lambda: self.streams.seed,
            "game": lambda: self.streams.game,
            "managers": lambda: [{"strategy": strategy} for strategy in self.strategies],
            "first": lambda: self.streams.draw(FIRST_MANAGER, 0, seats),
            "clubs": self.shuffled_clubs,
            "schedule": lambda: [self.dealt_clubs(seat) for seat in range(seats)],
            "tactics": self.dealt_tactics,
        }
        return fields[name]()

    def shuffled_clubs(self) -> dict[str, list[str]]:
        return {
            deck: self.streams.shuffled(CLUBS + DECK_STREAMS[deck], self.data.deck(deck))
            for deck in self.decks()
        }

    def dealt_clubs(self, seat: int) -> list[str]:
        matches = matches_of_decks(self.number("weeks"))
        return [
            club
            for half, (deck, number) in enumerate(zip(self.decks(), matches, strict=True))
            for club in self.streams.shuffled(DEALT_CLUBS + 8 * seat + half, self.data.deck(deck))[
                :number
            ]
        ]

    def dealt_tactics(self) -> list[list[str]]:
        seats = len(self.strategies)
        if self.rules["tactics"] == "off":
            return [[] for _ in range(seats)]
        cards = self.data.tactics.values()
        basic = [card.number for card in cards if card.is_basic()]
        others = [card.number for card in cards if not card.is_basic()]
        first = self.streams.shuffled(BASIC_TACTICS, basic)
        pile = self.streams.shuffled(OTHER_TACTICS, others)
        maximum = self.number("start_tactics")
        return [
            first[seat : seat + 1] + sorted(pile[seat::seats][:maximum], key=others.index)
            for seat in range(seats)
        ]

    def roll_offs(self) -> list[Record]:
        return [line for line in self.pen.lines if line["e"] == "roll_off"]

    def tied(self) -> list[int]:
        """Return the seats that roll next."""
        earlier_rolls = self.roll_offs()[:-1]  # without the line that is being written
        if earlier_rolls:
            rolls = {entry["seat"]: entry["roll"] for entry in earlier_rolls[-1]["managers"]}
            return [seat for seat, roll in rolls.items() if roll == max(rolls.values())]
        standings = [standing(self, manager) for manager in self.managers]
        return [seat for seat, rank in enumerate(standings) if rank == max(standings)]


class MatchPen(Pen):
    """A pen that asks the engine if an effect comes next."""

    def __init__(self, engine: ReferenceEngine) -> None:
        super().__init__(engine, WORDS)
        self.engine = engine

    def next_is(self, kind: str, seat: int | None = None) -> bool:
        assert kind == "effect" and seat is not None
        return self.engine.wants_to_turn(seat)
