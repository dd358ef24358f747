"""Whole seasons of Eleven, played by the referee's rule functions."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from eoc_sim.referee.eleven import actions, effects
from eoc_sim.referee.eleven.rerolls import lasting_gain
from eoc_sim.referee.eleven.season_match import stands
from eoc_sim.referee.eleven.set_up import switches_of
from eoc_sim.referee.eleven.state import Day, Manager, Option
from eoc_sim.referee.eleven.tables import (
    FANS,
    FITNESS,
    FORMATIONS,
    JERSEYS,
    KEEPER,
    MONEY,
    OUTER_SPONSORS,
    RESOURCES,
)
from eoc_sim.referee.records import Event
from referee.corruptions import Trace
from referee.eleven.reference_engine import (
    NUMBERS,
    OTHER_TACTICS,
    WEEK,
    Prepared,
    RandomDecisions,
    ReferenceEngine,
)
from referee.writing import Record, Written

SHUFFLES = {
    "players": 4, "youngsters": 5, "veterans": 6, "staff": 7, "sponsors": 8, "directors": 9,
    "objectives": 10, "meetings": 11,
}  # fmt: skip
RESHUFFLES, RESHUFFLES_OF_A_DECK = 128, 64
DECKS = ["players", "youngsters", "staff", "sponsors", "meetings"]
EFFECTS = ("effect", "end_effect")
"""The events of clauses that take effect (EFF-2, SCO-6)."""
VOTE, CONSEQUENCE, SOURCE_DIE = 1 << 14, 1 << 15, 1 << 16

DEFAULTS = {switch: values[0] for switch, values in switches_of("season").items()} | NUMBERS | {
    "injury_weeks": "2", "suspension_weeks": "1", "scenario": "1",
    "start_money": "5", "start_level": "2", "beyond": "2", "below": "1", "staff_places": "3",
    "extra_cost": "2", "extra_per_day": "1", "market_players": "5", "market_youngsters": "3",
    "market_staff": "5", "veteran_matches": "3", "objective_vp": "4",
    "winter_drop": "1", "winter_rounds": "3", "refusals": "3",
}  # fmt: skip


class SeasonDecisions(Protocol):
    """All decisions of the managers."""

    def field(self, game: SeasonEngine, event: Written, name: str) -> Any:
        """Return a decision that a line states."""

    def next_option(
        self, game: SeasonEngine, manager: Manager, options: Sequence[Option]
    ) -> Option | None:
        """Return the effect that a manager uses next."""

    def next_act(self, game: SeasonEngine, manager: Manager, day: Day) -> Record | None:
        """Return a manager's next act of a day as an event without its consequences."""


class Replayed:
    """The decisions in a season's trace; the engine makes its own draws."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    def next(self, game: SeasonEngine) -> Record:
        return self.trace[len(game.pen.lines)]

    def field(self, game: SeasonEngine, event: Written, name: str) -> Any:
        stated = copy.deepcopy(self.trace[len(game.pen.lines) - 1][name])
        return [die for die, _ in stated] if name == "rerolled" else stated

    def next_option(
        self, game: SeasonEngine, manager: Manager, options: Sequence[Option]
    ) -> Option | None:
        stated = self.next(game)
        if stated["e"] not in EFFECTS or stated.get("manager") != manager.seat:
            return None
        by_clause = {(option.source, option.clause_index): option for option in options}
        return by_clause.get((stated["source"], stated["clause"]))

    def next_act(self, game: SeasonEngine, manager: Manager, day: Day) -> Record | None:
        stated = self.next(game)
        names = ("e", "day", "kind", "card", "way", "source", "clause")
        if (stated.get("manager"), stated.get("day")) != (manager.seat, day.number):
            return None
        return {name: stated[name] for name in names if name in stated}


class RandomSeasonDecisions:
    """Random decisions among all legal ones."""

    def __init__(self, seed: int, idle: float = 0.15) -> None:
        self.luck = Random(seed)
        self.layouts = RandomDecisions(seed + 1)
        self.idle = idle

    def next_option(
        self, game: SeasonEngine, manager: Manager, options: Sequence[Option]
    ) -> Option | None:
        return None if self.luck.random() < self.idle else self.luck.choice(list(options))

    def field(self, game: SeasonEngine, event: Written, name: str) -> Any:
        manager = game.managers[event.seat]
        match event.kind, name:
            case "draft", "card":
                return self.luck.choice(game.hand(event))
            case "objective", "card":
                return self.luck.choice(game.hands["objectives"][event.seat])
            case "vote", "colour":
                return self.luck.choice(game.votes(event))
            case _, "rerolled":
                dice = len(manager.directors) if event.kind == "vote" else 2
                return [self.luck.randrange(dice) for _ in range(self.luck.randint(0, 2))]
            case "stands", "fans":
                maximum = min(stands(game, manager), manager.resources[FANS])
                return self.luck.choice([maximum, self.luck.randint(0, maximum)])
            case "prepare", _:
                if name == "fielded":
                    event.record.update(self.prepared(game, manager))
                return event.record[name]
            case (("effect" | "end_effect"), ("cards" | "markers")):
                if name == "cards":
                    event.record.update(self.targets(game, manager, game.option(event)))
                return event.record[name]
        raise AssertionError((event.kind, name))

    # A day

    def next_act(self, game: SeasonEngine, manager: Manager, day: Day) -> Record | None:
        legal: list[Record] = []
        if actions.can_act(game, manager, day):
            legal += [{"e": "act", "kind": "pass", "card": None, "way": None}]
            legal += list(self.acts(game, manager)) * 2
        if not day.free_actions:
            for free_option in actions.free_options(game, manager):
                legal += [
                    {
                        "e": "free_action",
                        "source": free_option.source,
                        "clause": free_option.clause_index,
                    }
                ] * 9
        if self.luck.random() < 0.02:
            legal += [{"e": "dismiss", "card": card} for card in manager.staff] * 9
        if not legal or self.luck.random() < self.idle:
            return None
        return {**self.luck.choice(legal), "day": day.number}

    def acts(self, game: SeasonEngine, manager: Manager) -> list[Record]:
        money = manager.resources[MONEY]
        rows = game.rows
        options: list[tuple[str, Any, Any]] = []
        for_hire = [*rows["players"], *rows["youngsters"]]
        options += [("hire", card, None) for card in for_hire if game.price(manager, card) <= money]
        options += [("sell", card, None) for card in manager.squad if self.luck.random() < 0.3]
        if len(manager.staff) < effects.staff_places(game, manager):
            staff = [card for card in rows["staff"] if game.price(manager, card) <= money]
            options += [("staff", card, None) for card in staff]
        ways = list(manager.sponsors.values())
        has_free_board = len(ways) - ways.count("shirt") < actions.boards(game, manager)
        allowed = (
            ["small"] + ["money", "bonus"] * has_free_board + ["shirt"] * ("shirt" not in ways)
        )
        for sponsor in rows["sponsors"][:OUTER_SPONSORS]:
            options += [("sponsor", sponsor, way) for way in allowed]
        if game.rules["stadium"] == "on":
            options += [
                ("build", building, None) for building in self.buildings(game, manager, money)
            ]
        return [{"e": "act", "kind": kind, "card": card, "way": way} for kind, card, way in options]

    def buildings(self, game: SeasonEngine, manager: Manager, money: int) -> list[str]:
        tokens = game.box.tokens
        taken = sum(tokens[token].space == "free" for token in manager.tokens)
        has_room = taken < game.box.free_spaces
        numbers = [
            number
            for number, token in tokens.items()
            if number not in manager.tokens
            and (token.space != "free" or has_room)
            and actions.discounted(game, manager, token.price, "build") <= money
        ]
        if 0 < manager.office < 4 and actions.cost_of_step(game, manager) <= money:
            numbers += [actions.STEP] * 3
        return numbers

    # A match

    def prepared(self, game: SeasonEngine, manager: Manager) -> Record:
        decided = self.tactic(game, manager)
        layout = self.layouts.layout(decided.formation)
        fielded: dict[int, str] = {}
        available = [player for player in manager.squad.values() if not player.is_out]
        self.luck.shuffle(available)
        for held in available:
            jersey = held.marker
            if len(fielded) == manager.resources[FITNESS] or jersey in fielded:
                continue
            if jersey != KEEPER:
                places = [
                    index
                    for index, cell in enumerate(layout)
                    if cell[0].upper() in held.positions and index + JERSEYS[0] not in fielded
                ]
                if not places:
                    continue
                place = self.luck.choice(places)
                own_index = jersey - JERSEYS[0]
                layout[own_index], layout[place] = layout[place], layout[own_index]
            fielded[jersey] = held.card.number
        cards = [fielded[jersey] for jersey in sorted(fielded)]
        left = [*manager.resources]
        left[FITNESS] -= len(cards)
        put = []
        for _ in cards:
            amounts = [self.luck.randint(0, min(1 + (resource > 0), left[resource]))
                       for resource in range(len(RESOURCES))]  # fmt: skip
            left = [rest - amount for rest, amount in zip(left, amounts, strict=True)]
            put.append(amounts)
        record: Record = {**decided._asdict(), "fielded": cards, "put": put, "layout": layout}
        if game.rules["basic_side"] == "free":
            sides = {jersey: self.luck.choice(["ball", "shield"]) for jersey in JERSEYS}
            for number in cards:
                held = manager.squad[number]
                if held.marker != KEEPER:
                    sides[held.marker] = held.side
            record["sides"] = list(sides.values())
        return record

    def tactic(self, game: SeasonEngine, manager: Manager) -> Prepared:
        tactic = None
        formations = FORMATIONS
        if game.rules["tactics"] == "on":
            from_cards = game.rules["formations"] == "cards"
            tactic = self.luck.choice([*manager.tactics, *([] if from_cards else [None])])
            if from_cards and tactic:
                formations = game.data.tactics[tactic].formations
        return Prepared(tactic, self.luck.choice(formations), [])

    def targets(self, game: SeasonEngine, manager: Manager, option: Option) -> Record:
        clause = option.clause
        number = clause.number(effects.count(game, manager, clause.counter))
        if clause.gain in ("swap", "shift"):
            first, second = self.luck.choice(list(effects.pairs(game, manager, option)))
            if clause.gain == "swap":
                return {"cards": [], "markers": [first, second]}
            by_jersey = {held.marker: held.card.number for held in effects.fielded_cards(manager)}
            return {"cards": [by_jersey[first], by_jersey[second]], "markers": []}
        maximum = effects.max_targets(clause, number)
        cards = effects.cards_to_name(game, manager, option)
        markers = effects.markers_to_name(game, manager, option)
        minimum = min(maximum, len(cards)) if clause.gain == "injury" else 1
        if cards:
            size = self.luck.randint(minimum, min(maximum, len(cards)))
            return {"cards": self.luck.sample(cards, size), "markers": []}
        size = self.luck.randint(1, min(maximum, len(markers)))
        return {"cards": [], "markers": self.luck.sample(markers, size)}


class SeasonEngine(ReferenceEngine):
    """A season that writes its trace as it is played."""

    season_decisions: SeasonDecisions

    def __init__(self, *args: Any, decisions: SeasonDecisions, **settings: Any) -> None:
        super().__init__(*args, decisions=RandomDecisions(0), **settings)
        self.season_decisions = decisions
        self.reshuffled: Counter[str] = Counter()

    # Questions that the pen and the rules ask

    def decided(self, kind: str) -> Record:
        return {"rules": {**DEFAULTS, **self.settings}} if kind == "setup" else {}

    def next_option(self, manager: Manager, options: Sequence[Option]) -> Option | None:
        return self.season_decisions.next_option(self, manager, options)

    def next_of_day(self, manager: Manager, day: Day) -> Event | None:
        next_act = self.season_decisions.next_act(self, manager, day)
        if next_act is None:
            return None
        event = self.pen.take("WEE-2", next_act["e"], manager.seat)
        event.record.update(next_act)
        return event

    def field(self, event: Written, name: str) -> Any:
        week = WEEK * self.week
        match event.kind, name:
            case "reshuffle", "cards":
                return self.reshuffle(event.record["deck"])
            case "vote", "faces":
                return [self.roll(event, die) for die in range(3)]
            case "consequence", "dice":
                return [self.roll(event, die) for die in range(2)]
            case _, "rerolled":
                return self.rerolled(event)
            case (("effect" | "end_effect"), "die"):
                position = int.from_bytes(event.record["source"].encode("ascii"), "big")
                return 1 + self.streams.draw(SOURCE_DIE + week + event.seat, position, 6)
            case (("draft" | "objective" | "vote" | "stands" | "prepare"), _) | (
                ("effect" | "end_effect"),
                _,
            ):
                return self.season_decisions.field(self, event, name)
        return super().field(event, name)

    def roll(self, event: Written, die: int, position: int = 0) -> int:
        stream = (VOTE if event.kind == "vote" else CONSEQUENCE) + WEEK * self.week
        faces = 12 if event.kind == "consequence" and die == 1 else 6
        return 1 + self.streams.draw(stream + 8 * event.seat + die, position, faces)

    def rerolled(self, event: Written) -> list[list[int]]:
        """Return the affordable re-rolls, each with the next draw of its die."""
        manager = self.managers[event.seat]
        free = max(0, manager.free_rerolls + lasting_gain(self, manager, "reroll"))
        maximum = free + manager.resources[RESOURCES.index(self.rules["reroll_pays"])]
        done: Counter[int] = Counter()
        rolls = []
        for die in self.season_decisions.field(self, event, "rerolled")[:maximum]:
            done[die] += 1
            rolls.append([die, self.roll(event, die, done[die])])
        return rolls

    # Questions that decisions ask

    def option(self, event: Written) -> Option:
        """Return the effect of the line in progress."""
        source, place = event.record["source"], event.record["clause"]
        if source in self.box.meetings:
            votes = [line for line in self.pen.lines if line["e"] == "vote"]
            clauses = self.box.meetings[source][votes[-1]["colour"]]
        else:
            clauses = effects.clauses_of(self, source)
        return Option(source, place, clauses[place])

    def price(self, manager: Manager, card: str) -> int:
        return actions.price_of(self, manager, card)

    def hand(self, event: Written) -> list[str]:
        """Return a manager's hand in the draft; hands are passed clockwise."""
        hands = self.hands["directors"]
        return hands[(event.seat - event.record["round"] + 1) % len(hands)]

    def votes(self, event: Written) -> list[str]:
        faces = list(event.record["faces"])
        for die, face in event.record["rerolled"]:
            faces[die] = face
        directors = self.managers[event.seat].directors
        return [
            self.box.directors[director].faces[face - 1]
            for director, face in zip(directors, faces, strict=True)
        ]

    # Draws

    def reshuffle(self, deck: str) -> list[str]:
        self.reshuffled[deck] += 1
        stream = RESHUFFLES + RESHUFFLES_OF_A_DECK * DECKS.index(deck) + self.reshuffled[deck]
        return self.streams.shuffled(stream, self.discards[deck])

    def shuffled(self, kind: str, cards: list[str]) -> list[str]:
        return self.streams.shuffled(SHUFFLES[kind], cards)

    def dealt(self, kind: str, cards: list[str], each: int) -> list[list[str]]:
        seats = len(self.strategies)
        return [self.shuffled(kind, cards)[seat::seats][:each] for seat in range(seats)]

    def field_of_set_up(self, name: str) -> Any:
        seats = len(self.strategies)
        box = self.box
        match name:
            case "veterans" | "youngsters":
                return self.shuffled(name, box.list_kind(name))[:seats]
            case "directors":
                each = 4 if self.rules["directors"] == "on" else 0
                return self.dealt(name, list(box.directors), each)
            case "objectives":
                each = 2 if self.rules["objectives"] == "on" else 0
                return self.dealt(name, list(box.objectives), each)
            case "decks":
                return self.decks_of_set_up()
        return super().field_of_set_up(name)

    def decks_of_set_up(self) -> dict[str, list[str]]:
        box, seats = self.box, len(self.strategies)
        staff = [staff_card.number for staff_card in box.staff.values()
                 if not staff_card.at_start and staff_card.managers <= seats]  # fmt: skip
        others = [tactic.number for tactic in self.data.tactics.values() if not tactic.is_basic()]
        held = [card for manager in self.managers for card in manager.tactics]
        tactics = self.streams.shuffled(OTHER_TACTICS, others)
        return {
            "players": self.shuffled("players", box.list_kind("players")),
            "youngsters": self.shuffled("youngsters", box.list_kind("youngsters"))[seats:],
            "staff": self.shuffled("staff", staff) if self.rules["staff"] == "on" else [],
            "sponsors": self.shuffled("sponsors", list(box.sponsors))
            if self.rules["sponsors"] == "on"
            else [],
            "meetings": self.shuffled("meetings", list(box.meetings)),
            "tactics": [tactic for tactic in tactics if tactic not in held]
            if self.rules["tactics"] == "on"
            else [],
        }
