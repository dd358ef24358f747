"""Whole games of Eleven with modules, played at random with the referee's rule functions."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

from eoc_sim.referee.eleven import actions, betting, effects, transfers
from eoc_sim.referee.eleven.fixtures import regular_weeks
from eoc_sim.referee.eleven.market import POSITIONS
from eoc_sim.referee.eleven.referees import matching_cards
from eoc_sim.referee.eleven.rerolls import lasting_gain
from eoc_sim.referee.eleven.season_scoring import grade
from eoc_sim.referee.eleven.state import Day, Manager, Member
from eoc_sim.referee.eleven.tables import (
    FITNESS,
    FORMATIONS,
    JERSEYS,
    KEEPER,
    MONEY,
    OPERATION,
    RESOURCES,
)
from eoc_sim.referee.eleven.winter import can_take_token
from eoc_sim.referee.records import Event
from referee.eleven.reference_engine import DEFAULTS as LEAGUE_DEFAULTS
from referee.eleven.season_engine import (
    DEFAULTS,
    RandomSeasonDecisions,
    SeasonDecisions,
    SeasonEngine,
)
from referee.eleven.season_engine import Replayed as ReplayedSeason
from referee.writing import Record, Written

EVENTS = {
    "market", "bet_clubs", "bet", "unique", "auction", "bid", "show", "offer", "answer", "sale",
    "referee", "referee_tactic", "referee_effect", "layout", "shoot_out", "winter_token",
    "winter_pick", "winter_place",
}  # fmt: skip
"""The events whose fields all come from the decisions, draws included."""


class ModuleDecisions(SeasonDecisions, Protocol):
    """All decisions of the managers, and the draws of the modules."""

    def optional_act(self, game: ModulesEngine, kind: str, manager: Manager) -> Record | None:
        """Return the decisions of a manager's optional act, or None if they do not act."""

    def request_or_offer(self, game: ModulesEngine, manager: Manager, day: Day) -> Record | None:
        """Return a manager's request or offer to another, or None."""

    def marker_to_turn(self, game: ModulesEngine, seat: int) -> int | None:
        """Return the marker to turn next in a league: 0 for none, None for a random one."""

    def dealt(self, game: ModulesEngine, name: str) -> Any:
        """Return a field of set-up, or None to draw it from the streams."""


class Replayed(ReplayedSeason):
    """The decisions of another game, and the draws of its modules."""

    def optional_act(self, game: ModulesEngine, kind: str, manager: Manager) -> Record | None:
        stated = self.next(game)
        return {} if (stated["e"], stated.get("manager")) == (kind, manager.seat) else None

    def request_or_offer(self, game: ModulesEngine, manager: Manager, day: Day) -> Record | None:
        stated = self.next(game)
        asks = stated["e"] == "show" and stated["to"] == manager.seat
        if not asks and (stated["e"], stated.get("manager")) != ("offer", manager.seat):
            return None
        left = self.trace[len(game.pen.lines) :]
        dated = next(event for event in left if event["e"] == "stands" or "day" in event)
        is_own = dated.get("manager") == manager.seat and "day" in dated
        return None if is_own and dated["day"] != day.number else stated

    def marker_to_turn(self, game: ModulesEngine, seat: int) -> int | None:
        stated = self.next(game)
        is_own = (stated["e"], stated.get("manager")) == ("effect", seat)
        return int(stated["jersey"]) if is_own else 0

    def dealt(self, game: ModulesEngine, name: str) -> Any:
        return copy.deepcopy(self.trace[0][name])

    def field(self, game: SeasonEngine, event: Written, name: str) -> Any:
        stated = self.trace[len(game.pen.lines) - 1]
        for extra in {"operation", "taken"} & set(stated):
            event.record[extra] = copy.deepcopy(stated[extra])
        if event.kind in EVENTS:
            return copy.deepcopy(stated[name])
        return super().field(game, event, name)


class RandomModuleDecisions(RandomSeasonDecisions):
    """Random decisions, including those of the modules."""

    def marker_to_turn(self, game: ModulesEngine, seat: int) -> int | None:
        return None

    def dealt(self, game: ModulesEngine, name: str) -> Any:
        return None

    def optional_act(self, game: ModulesEngine, kind: str, manager: Manager) -> Record | None:
        if kind == "bet" and self.luck.random() < 0.8:
            limit, maximum = game.rules["stake_limit"], manager.resources[MONEY]
            maximum = maximum if limit == "none" else min(maximum, int(limit))
            spaces = self.luck.choice(bets(betting.board(game)))
            return {"spaces": spaces, "stake": self.luck.randint(0, min(maximum, 4))}
        if kind == "referee_tactic" and self.luck.random() < 0.8:
            first = manager.tactic.number if manager.tactic else None
            others = [card for card in manager.tactics if card != first]
            return {"tactic": self.luck.choice(others)} if others else None
        if kind == "show" and self.luck.random() < 0.3:
            if not manager.squad[game.pen.lines[-1]["card"]].trained:
                return {"shown": self.luck.random() < 0.7}
        return None

    def request_or_offer(self, game: ModulesEngine, manager: Manager, day: Day) -> Record | None:
        others = [rival for rival in game.managers if rival is not manager and rival.squad]
        can_ask = transfers.can_act(game, manager, day) and others
        if not can_ask or self.luck.random() < 0.6:
            return None
        owner = self.luck.choice(others)
        card = self.luck.choice(list(owner.squad))
        money = manager.resources[MONEY]
        if self.luck.random() < 0.3 and not owner.squad[card].trained:
            return {"e": "show", "manager": owner.seat, "card": card, "to": manager.seat,
                    "shown": self.luck.random() < 0.5}  # fmt: skip
        is_veteran = owner.squad[card].card.kind == "veterans"
        if is_veteran or money < 1 or day.refusals >= game.number("refusals"):
            return None
        return {"e": "offer", "manager": manager.seat, "card": card, "owner": owner.seat,
                "money": self.luck.randint(1, money)}  # fmt: skip

    def next_act(self, game: SeasonEngine, manager: Manager, day: Day) -> Record | None:
        if day.agreed is not None:
            return {"e": "act", "kind": "hire", "card": day.agreed[0], "way": "offer",
                    "day": day.number}  # fmt: skip
        if not (game.is_in_break or day.refusals):
            return super().next_act(game, manager, day)
        kinds = ["hire", "pass"] + ["sell"] * (not day.refusals)
        acts = [act for act in self.acts(game, manager) if act["kind"] in kinds]
        acts.append({"e": "act", "kind": "pass", "card": None, "way": None})
        return {**self.luck.choice(acts), "day": day.number}

    def acts(self, game: SeasonEngine, manager: Manager) -> list[Record]:
        options = super().acts(game, manager)
        if transfers.has_transfers(game):
            sales = [option for option in options if option["kind"] == "sell"]
            options += [{**sale, "way": "auction"} for sale in sales for _ in range(4)]
        return options

    def buildings(self, game: SeasonEngine, manager: Manager, money: int) -> list[str]:
        options = super().buildings(game, manager, money)
        taken = sum(game.box.tokens[token].space == "free" for token in manager.tokens)
        spaces = actions.replacement(manager, actions.FREE_SPACES, game.box.free_spaces)
        return [
            option
            for option in options
            if option == actions.STEP or game.box.tokens[option].space != "free" or taken < spaces
        ]

    # Fields

    def field(self, game: SeasonEngine, event: Written, name: str) -> Any:
        assert isinstance(game, ModulesEngine)
        if event.seat is None:
            return self.drawn(game, event, name)
        luck, manager = self.luck, game.managers[event.seat]
        match event.kind, name:
            case "unique", _:
                return luck.choice(game.unique_left())
            case "auction", "asking":
                return luck.randint(0, 8)
            case "bid", "money":
                return self.bid(game, manager)
            case "answer", "accepted":
                return luck.random() < 0.6
            case "sale", "position":
                held = manager.squad[event.record["card"]]
                names = [POSITIONS[place] for place in held.positions if place in POSITIONS]
                return luck.choice(names or [None])
            case "referee", "dice":
                return [luck.randint(1, 12), luck.randint(1, 6)]
            case "referee", "rerolled":
                return self.random_rerolls(game, [manager, manager], [12, 6])
            case "referee_effect", "dice":
                return [luck.randint(3, 6) for _ in matching_cards(manager)]
            case "referee_effect", "cards":
                return [luck.choice(matching_cards(manager)).card.number]
            case "layout", _:
                event.record.update(self.half(game, manager))
                return event.record[name]
            case "shoot_out", "faces":
                return [luck.randint(1, 6) for _ in range(2)]
            case "shoot_out", "rerolled":
                return self.random_rerolls(
                    game, [manager, game.managers[event.record["rival"]]], [6, 6]
                )
            case "objective", "card" if game.has("epic"):
                grades = {
                    objective: grade(game, manager, objective) for objective in manager.objectives
                }
                return luck.choice(
                    [card for card in grades if grades[card] or not any(grades.values())]
                )
            case "winter_pick", "token":
                return luck.choice(game.revealed())
            case "winter_place", "card":
                token = game.winter_names()[event.record["token"]]
                jerseys = [
                    jersey for jersey, held in manager.squad.items() if can_take_token(held, token)
                ]
                return luck.choice(jerseys) if jerseys else None
            case "effect", "paid":
                return game.paid_by_stand_in(manager, event, luck.random() < 0.5)
            case "prepare", "tactic" if not game.is_season():
                event.record.update(self.layouts.prepare(game, manager)._asdict())
                return event.record[name]
            case "prepare", "fielded" if "rival" in event.record:
                layout = self.prepared(game, manager)
                event.record.update({key: layout[key] for key in (*MODULE_FIELDS & set(layout),
                                                                 "fielded", "put")})  # fmt: skip
                return event.record[name]
        return super().field(game, event, name)

    def drawn(self, game: ModulesEngine, event: Written, name: str) -> Any:
        """Draw what a module leaves to chance for all managers."""
        match event.kind, name:
            case "market", "transfer":
                return self.luck.choice([row["number"] for row in game.data.sheet("transfers")])
            case "bet_clubs", "clubs":
                return self.luck.sample(list(game.club_points), 4 - len(game.managers))
            case "winter_token", "tokens":
                return self.luck.sample(game.winter_left(), len(game.managers) + 1)
        raise AssertionError((event.kind, name))

    def random_rerolls(
        self, game: ModulesEngine, payers: Sequence[Manager], sides: Sequence[int]
    ) -> list[list[int]]:
        """Re-roll dice at random, at most twice.

        Each die has one manager who pays for its re-rolls. They re-roll it only as often as they
        can afford.
        """
        rerolls: list[list[int]] = []
        spent: Counter[int] = Counter()
        if not game.is_season():
            return rerolls
        for _ in range(self.luck.randint(0, 2)):
            die = self.luck.randrange(2)
            payer = payers[die]
            maximum = payer.resources[RESOURCES.index(game.rules["reroll_pays"])]
            maximum += max(0, payer.free_rerolls + lasting_gain(game, payer, "reroll"))
            spent[payer.seat] += 1
            if spent[payer.seat] > maximum:
                break
            rerolls.append([die, self.luck.randint(1, sides[die])])
        return rerolls

    def bid(self, game: ModulesEngine, manager: Manager) -> int:
        lines = game.pen.lines
        start = max(i for i, line in enumerate(lines) if line["e"] == "auction")
        low = 1 + max((line.get("money", 0) for line in lines[start:-1]), default=0)
        if game.has("transfers") and game.rules["asking"] == "minimum":
            low = max(low, lines[start]["asking"])
        maximum = manager.resources[MONEY]
        will_bid = low <= maximum and self.luck.random() < 0.6
        return self.luck.randint(low, min(low + 1, maximum)) if will_bid else 0

    def prepared(self, game: SeasonEngine, manager: Manager) -> Record:
        """Prepare a match, with markers for spare cards and operation for stand-ins."""
        for held in manager.squad.values():
            held.marker = held.card.jersey
        free = [
            jersey
            for jersey in JERSEYS
            if all(h.card.jersey != jersey for h in manager.squad.values())
        ]
        spare = [h for h in manager.squad.values() if h.jersey > JERSEYS[-1] and not is_keeper(h)]
        for held in spare:
            held.marker = free.pop() if free else 0
        record = super().prepared(game, manager)
        fielded = [manager.squad[jersey] for jersey in record["fielded"]]
        taken = sorted((held for held in fielded if held in spare), key=lambda held: held.jersey)
        if taken:
            record["taken"] = [held.marker for held in taken]
        stand_ins = [
            jersey for jersey in record["fielded"] if manager.squad[jersey].token == "stand-in"
        ]
        put = sum(amounts[OPERATION] for amounts in record["put"])
        operation = min(len(stand_ins), manager.resources[OPERATION] - put)
        if operation > 0:
            record["operation"] = operation
        return record

    def half(self, game: ModulesEngine, manager: Manager) -> Record:
        """Lay out a manager's half of the pitch with room for the fielded cards."""
        playing = [
            fielded_card
            for fielded_card in effects.fielded_cards(manager)
            if fielded_card.marker != KEEPER
        ]
        formations = FORMATIONS
        if game.rules["pvp_formations"] == "held" and game.rules["tactics"] == "on":
            formations = [f for card in manager.tactics for f in game.data.tactics[card].formations]
        formation, cells = "", None
        while cells is None:
            formation = self.luck.choice(formations)
            cells = self.fitted(self.layouts.layout(formation), playing)
        record: Record = {"formation": formation, "layout": cells}
        if game.is_season() and game.rules["basic_side"] == "free":
            sides = {jersey: self.luck.choice(["ball", "shield"]) for jersey in JERSEYS}
            record["sides"] = list((sides | {held.marker: held.side for held in playing}).values())
        return record

    def fitted(self, cells: list[str], playing: Sequence[Member]) -> list[str] | None:
        """Change cells so that every card is in its row; return None if impossible."""
        used: list[int] = []
        for held in playing:
            own_index = held.marker - JERSEYS[0]
            places = [index for index, cell in enumerate(cells)
                      if index not in used and cell[0].upper() in held.positions]  # fmt: skip
            if not places:
                return None
            place = self.luck.choice(places)
            if own_index in used:
                return None
            cells[own_index], cells[place] = cells[place], cells[own_index]
            used.append(own_index)
        return cells


MODULE_FIELDS = {"operation", "taken"}


def is_keeper(held: Member) -> bool:
    return held.card.jersey == KEEPER


def bets(places: dict[str, tuple[int, int]]) -> list[list[str]]:
    """List all places for a bet token."""
    space_at = {place: space for space, place in places.items()}
    options = []
    for row, column in sorted(space_at):
        for height, width in ((1, 1), (1, 2), (2, 1), (2, 2)):
            cells = [(row + down, column + right)
                     for down in range(height) for right in range(width)]  # fmt: skip
            if all(cell in space_at for cell in cells):
                options.append([space_at[cell] for cell in cells])
    return options


class ModulesEngine(SeasonEngine):
    """A game with modules that writes its trace as it is played."""

    season_decisions: ModuleDecisions

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.waiting: Record = {}

    def decided(self, kind: str) -> Record:
        if kind == "setup":
            stated = self.season_decisions.dealt(self, "rules")
            if stated is not None:
                return {"rules": stated}
            rules = {**DEFAULTS, **self.settings}
            in_league = rules["layer"] == "league"
            return {"rules": {name: value for name, value in rules.items()
                              if not in_league or name in LEAGUE_DEFAULTS}}  # fmt: skip
        decided, self.waiting = self.waiting, {}
        return decided

    def takes_step(self, kind: str, manager: Manager) -> bool:
        answer = self.season_decisions.optional_act(self, kind, manager)
        self.waiting = answer or {}
        return answer is not None

    def wants_to_turn(self, seat: int) -> bool:
        jersey = self.season_decisions.marker_to_turn(self, seat)
        if jersey is None:
            return super().wants_to_turn(seat)
        self.next_turn = jersey
        return jersey > 0

    def next_request_or_offer(self, manager: Manager, day: Day) -> Event | None:
        decided = self.season_decisions.request_or_offer(self, manager, day)
        if decided is None:
            return None
        event = self.pen.take("TRA-7", decided["e"], decided["manager"])
        event.record.update(copy.deepcopy(decided))
        return event

    def field(self, event: Written, name: str) -> Any:
        if event.kind in EVENTS or (event.kind, name) == ("effect", "paid"):
            return self.season_decisions.field(self, event, name)
        if (event.kind, name) == ("final", "managers"):
            return [{} for _ in range(len(self.managers) + self.has("solo"))]
        if event.kind == "effect" and not self.is_season():
            return self.next_turn
        return super().field(event, name)

    # Information for the decisions

    def unique_left(self) -> list[str]:
        lines = [line for line in self.pen.lines if line["e"] == "unique"]
        taken = {line.get(side) for line in lines for side in ("positive", "negative")}
        rows = self.data.sheet("unique_cards")
        return [row["number"] for row in rows if row["number"] not in taken]

    def winter_names(self) -> dict[str, str]:
        return {row["number"]: row["name"] for row in self.data.sheet("winter_tokens")}

    def winter_left(self) -> list[str]:
        rows = self.data.sheet("winter_tokens")
        left = Counter({row["number"]: int(row["copies"]) for row in rows})
        for line in self.pen.lines:
            left -= Counter(line.get("tokens", []) if line["e"] == "winter_token" else [])
        return list(left.elements())

    def revealed(self) -> list[str]:
        lines = [line for line in self.pen.lines if line["e"] in ("winter_token", "winter_pick")]
        last = max(i for i, line in enumerate(lines) if line["e"] == "winter_token")
        left = Counter(lines[last]["tokens"])
        left -= Counter(line["token"] for line in lines[last + 1 :] if "token" in line)
        return list(left.elements())

    def paid_by_stand_in(
        self, manager: Manager, event: Written, prefers_operation: bool
    ) -> list[int]:
        option = self.option(event)
        cost = effects.cost_of(manager, option)
        purse = effects.purse(self, manager, option.source)
        while cost[FITNESS] > purse[FITNESS] or (prefers_operation and cost[FITNESS]):
            if cost[OPERATION] >= purse[OPERATION]:
                break
            cost[FITNESS] -= 1
            cost[OPERATION] += 1
        return cost

    # Draws

    def field_of_set_up(self, name: str) -> Any:
        if name in ("schedule", "objectives"):
            value = self.season_decisions.dealt(self, name)
            if value is not None:
                return value
        match name:
            case "objectives" if self.has("epic"):
                cards = [
                    objective for objective, value in self.box.objectives.items() if value.in_epic
                ]
                return self.dealt(name, cards, 2 if self.rules["objectives"] == "on" else 0)
            case "veterans" if self.has("solo"):
                rows = self.data.sheet("scenarios")
                row = next(entry for entry in rows if entry["number"] == self.rules["scenario"])
                return [] if "no veteran" in row["changes"] else super().field_of_set_up(name)
            case "schedule":
                return [self.dealt_deck(manager) for manager in self.managers]
        return super().field_of_set_up(name)

    def dealt_deck(self, manager: Manager) -> list[str]:
        number = len(regular_weeks(self, manager))
        if not self.has("epic"):
            return self.dealt_clubs(manager.seat)[:number]
        lowest, middle, highest = (self.clubs[deck] for deck in self.decks())
        return [*lowest[:3], *middle[:2], *highest[:3], *middle[2:]][:number]
