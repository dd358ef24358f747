"""Whole random games of Stadium, played by the referee's own rule functions.

The chooser decides at random among legal options.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from eoc_sim.referee.bundles import clean, holds, minus, plus
from eoc_sim.referee.stadium import actions, placing
from eoc_sim.referee.stadium.blocks import refusal_of
from eoc_sim.referee.stadium.clauses import Step, steps_of
from eoc_sim.referee.stadium.data import Data, in_row_order
from eoc_sim.referee.stadium.game import ReferenceGame
from eoc_sim.referee.stadium.game_time import due_cards, due_vps
from eoc_sim.referee.stadium.phrases import Clause
from eoc_sim.referee.stadium.state import Owner, Source
from eoc_sim.referee.stadium.tables import BUILD, DRAFT, HIRE, PLAYBOOK, SWITCHES, TRAIN, WORDS
from referee.writing import Pen, Record, Written

DEFAULTS = {
    "start_money": "3", "blocks": "7", "vps_start": "auto", "arrows": "on",
    "five_million_tokens": "2", "draft_area_start": "0", "employees_start": "0",
    "placing": "must", "bonus_tokens": "losses", "bonus_for": "everyone",
    "draft_first": "with_token", "order_in_space": "placed", "training_bonus": "choosing",
    "vp_price": "6", "vp_max": "4", "hire_option": "one", "places": "shared",
    "cashed_player": "draft_area", "vp_salary": "1", "vp_salary_due": "active",
    "salaries": "must", "unpaid_vp": "vacation", "loss_count": "space", "end_round": "finish",
    "round_cap": "40", "entertainment_per_point": "3", "bonus_tiles": "off",
}  # fmt: skip


def rules_with(settings: Mapping[str, str]) -> dict[str, str]:
    """SWI: return the standard rules with these switches changed."""
    assert set(settings) <= set(SWITCHES) == set(DEFAULTS)
    return {**DEFAULTS, **settings}


class Chooser:
    """Random decisions among legal ones, in place of a trace's fields."""

    def __init__(self, game: WritingGame, luck: Random, rules: Mapping[str, str], owners: int):
        self.game = game
        self.luck = luck
        self.rules = rules
        self.seats = owners
        self.queue: list[Record] = []  # decisions to be written next
        self.planned: Record = {}  # for a star, the football step or salaries
        self.planned_cards = 0

    # Questions that the rules ask

    def next_kind(self, rule: str, kinds: list[str], owner: Owner) -> str:
        if not self.queue:
            first = kinds[0]
            options = {"place": self.places, "train": self.exchanges, "win": self.plays,
                       "change": self.builds, "draft": self.drafts}[first](owner)  # fmt: skip
            self.queue.append(self.luck.choice(options))
        assert self.queue[0]["e"] in kinds
        return str(self.queue[0]["e"])

    def takes_step(self, kind: str, owner: Owner) -> bool:
        if kind == "star":
            return self.plans_star(owner)
        if kind == "football":
            return self.plans_football(owner)
        return False

    def takes_space_effect(self, owner: Owner, space: int) -> bool:
        return self.luck.random() < 0.5

    def times(self, owner: Owner, source: Source, clause: Clause) -> int:
        maximum = min(owner.count(kind) // number for kind, number in clause.cost.items())
        return self.luck.randint(0, maximum if clause.any_number else min(maximum, 1))

    def cards(self, owner: Owner, possible: set[int]) -> int:
        if len(possible) == 1:
            return min(possible)
        assert self.planned_cards in possible
        return self.planned_cards

    def hire_events(self, owner: Owner, vps: int) -> int:
        game, both = self.game, self.rules["hire_option"] == "both"
        money = owner.count("money")
        price = game.number("vp_price")
        buys = owner.vps < game.number("vp_max") and money >= price and self.luck.random() < 0.3
        vp: list[Record] = [{"e": "vice_president"}] if buys else []
        money -= price if buys else 0
        hired = []
        for card in in_row_order(owner.face_down, game.data.employees):
            cost = game.data.employees[card].price
            if (both or not vp) and cost <= money and self.luck.random() < 0.7:
                hired.append({"e": "hire", "employee": card})
                money -= cost
        self.queue = self.luck.choice([[*vp, *hired], [*hired, *vp]]) or [self.nothing(HIRE)]
        return len(self.queue)

    # Questions that the writer of the trace asks

    def decided(self, kind: str) -> Record:
        if kind in ("star", "football"):
            plan, self.planned = self.planned, {}
            return plan
        if self.queue and self.queue[0]["e"] == kind:
            return self.queue.pop(0)
        if kind == "setup":
            return self.setup()
        if kind == "end_round":
            return {"owners": [{} for _ in range(self.seats)]}
        if kind == "final":
            return {"owners": [{"parts": {}} for _ in range(self.seats)]}
        return {}

    def field(self, event: Written, name: str) -> Any:
        """Decide a field that is still open."""
        kind, game = event.kind, self.game
        if kind == "reshuffle":
            deck = game.players if event.record["deck"] == "players" else game.employees
            return self.luck.sample(deck.discards, len(deck.discards))
        owner = game.owners[event.seat]
        if kind == "loss":
            space = game.data.spaces[event.record["space"]]
            return self.luck.choice(owner.employees if space.loss == "employee" else owner.players)
        if kind == "football":
            self.plans_football(owner)
            event.record.update(self.planned)
            self.planned = {}
            return event.record[name]
        assert kind == "salaries", (kind, name)
        if name == "players":
            self.planned = self.unpaid(owner)
        return self.planned.pop(name)

    # Options as they would be written

    def setup(self) -> Record:
        data = self.game.data
        decks = {}
        for name, sheet in (("players", data.players), ("employees", data.employees)):
            cards = [card.number for card in sheet.values() for _ in range(card.copies)]
            decks[name] = self.luck.sample(cards, len(cards))
        return {
            "rules": dict(self.rules), "seed": 1, "game": 0, "decks": decks,
            "first": self.luck.randrange(self.seats),
            "owners": [{"strategy": "random"} for _ in range(self.seats)],
        }  # fmt: skip

    def nothing(self, space: int) -> Record:
        return {"e": "nothing", "space": space}

    def places(self, owner: Owner) -> list[Record]:
        free = [
            {"e": "place", "space": space, "bonus": bonus}
            for space, bonus in placing.free_bonus_spaces(self.game)
        ]
        return [*free, {"e": "stop"}] if self.rules["placing"] == "may_stop" else free

    def exchanges(self, owner: Owner) -> list[Record]:
        exchange = actions.exchange_of(self.game, TRAIN)
        maximum = 0
        if exchange:
            maximum = min(owner.count(kind) // number for kind, number in exchange.cost.items())
        times = self.luck.randint(0, maximum)
        extra = actions.free_wins(actions.steps_at_train(self.game, owner, times))
        if times or extra:
            return [{"e": "train", "times": times}]
        return [self.nothing(TRAIN)]

    def blocks(self, owner: Owner, kind: str, name: str) -> list[Record]:
        return [
            {"e": kind, name: number}
            for number, place in self.game.data.places.items()
            if place.is_square() == (kind == "field") and not refusal_of(self.game, owner, place)
        ]

    def plays(self, owner: Owner) -> list[Record]:
        squares = self.blocks(owner, "field", "square")
        return [{"e": "win"}, *squares, *squares, self.nothing(PLAYBOOK)]

    def builds(self, owner: Owner) -> list[Record]:
        options = [self.nothing(BUILD), *self.blocks(owner, "build", "building")]
        exchange = actions.exchange_of(self.game, BUILD)
        if exchange:
            maximum = min(owner.count(kind) // number for kind, number in exchange.cost.items())
            options += [{"e": "change", "amount": self.luck.randint(1, maximum)}] if maximum else []
        return options

    def drafts(self, owner: Owner) -> list[Record]:
        game = self.game
        options = [
            {"e": "draft", "card": card}
            for card in game.draft_area
            if game.data.players[card].price <= owner.count("money")
        ]
        if owner.players:
            give = self.luck.choice(owner.players)
            options += [{"e": "swap", "card": card, "give": give} for card in game.draft_area[:2]]
            if game.five_million_tokens:
                options.append({"e": "cash_in", "give": give, "money": 5})
            if game.point_tokens:
                value = self.luck.choice(game.point_tokens)
                options.append({"e": "cash_in", "give": give, "points": value})
        return options or [self.nothing(DRAFT)]

    # Plans

    def take_clauses(self, owner: Owner, steps: list[Step]) -> Record:
        """Take some of the clauses with a cost, in order, and all free ones."""
        held = owner.tokens
        paid: dict[Source, dict[str, int]] = {}
        gains: dict[Source, dict[str, int]] = {}
        self.planned_cards = 0
        for source, clause in steps:
            if not clause.is_free():
                if not holds(held, clause.cost) or self.luck.random() < 0.4:
                    continue
            held = plus(minus(held, clause.cost), clause.tokens())
            paid[source] = plus(paid.get(source, {}), clause.cost)
            gains[source] = plus(gains.get(source, {}), clause.tokens())
            self.planned_cards += clause.cards()
        return {"paid": paid, "gains": gains}

    def plans_football(self, owner: Owner) -> bool:
        plan = self.take_clauses(owner, steps_of(self.game, owner, "football"))
        self.planned = {
            name: {source: clean(bundle) for source, bundle in sums.items() if bundle}
            for name, sums in plan.items()
        }
        if any(self.planned.values()):
            return True
        self.planned = {}
        return False

    def plans_star(self, owner: Owner) -> bool:
        with_stars = [
            card
            for card in owner.employees
            if owner.stars_used[card] < owner.employees.count(card)
            and any(clause.when == "star" for clause in self.game.data.employees[card].clauses)
        ]
        if not with_stars or self.luck.random() < 0.1:
            return False
        card = self.luck.choice(with_stars)
        clauses = self.game.data.employees[card].clauses
        plan = self.take_clauses(
            owner, [(card, clause) for clause in clauses if clause.when == "star"]
        )
        self.planned = {
            "employee": card,
            "paid": plan["paid"].get(card, {}),
            "gains": plan["gains"].get(card, {}),
        }
        if self.planned["paid"] or self.planned["gains"] or self.planned_cards:
            return True
        self.planned = {}
        return False

    def unpaid(self, owner: Owner) -> Record:
        """Pay salaries in random order while money lasts; return those left unpaid.

        Under `may`, some are left unpaid at random.
        """
        game, data = self.game, self.game.data
        due = [
            (name, card, sheet[card].salary)
            for name, held, sheet in (
                ("players", owner.players, data.players),
                ("employees", owner.employees, data.employees),
            )
            for card in due_cards(held, sheet)
        ]
        due += [("vps", "", game.number("vp_salary"))] * due_vps(game, owner)
        self.luck.shuffle(due)
        money = owner.count("money")
        plan: Record = {"players": [], "employees": [], "vps": 0}
        for name, card, salary in due:
            if salary <= money and (game.rules["salaries"] == "must" or self.luck.random() < 0.8):
                money -= salary
            elif name == "vps":
                plan["vps"] += 1
            else:
                plan[name].append(card)
        plan["players"] = in_row_order(plan["players"], data.players)
        plan["employees"] = in_row_order(plan["employees"], data.employees)
        return plan


class WritingGame(ReferenceGame):
    """A game that writes its trace as it is played."""

    def __init__(self, data: Data, settings: Mapping[str, str], owners: int, seed: int) -> None:
        super().__init__([], data)
        self.decisions = Chooser(self, Random(seed), rules_with(settings), owners)  # type: ignore
        self.pen = Pen(self.decisions, WORDS)  # type: ignore
        self.reader = self.pen


def play(data: Data, settings: Mapping[str, str], owners: int, seed: int) -> list[Record]:
    """Play a whole random game; return its trace as if read from JSON."""
    game = WritingGame(data, settings, owners, seed)
    game.play_through()
    return game.pen.lines
