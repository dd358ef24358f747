"""Check a Stadium game's accounts from its trace alone: every token, card, block and VP.

``Accounts(trace, components).check()`` reads the events in order and fails at the first that moves
something that is not there, creates or loses something, or states a wrong sum. It does not
check whether decisions are legal.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from eoc_sim.simulator.stadium.components import Components

Event = dict[str, Any]
KINDS = ("money", "equipment", "wins", "entertainment", "construction")
STATES = ("bare", "single", "double", "stack")
LOSSES = (  # space by space (LOS-2)
    "equipment",
    "equipment",
    "employee",
    "wins",
    "construction",
    "money",
    "player",
    "money",
    "money",
)


class Owner:
    """The holdings of one owner."""

    def __init__(self, start: Event, face_down: list[str]) -> None:
        self.tokens = Counter(dict.fromkeys(KINDS, 0))
        self.tokens["money"] = start["money"]
        self.blocks = start["blocks"]
        self.vps = start["vps"]
        self.new = self.away = self.away_next = 0
        self.to_place = 0
        self.face_down = Counter(face_down)
        self.employees: Counter[str] = Counter()
        self.players: Counter[str] = Counter()
        self.places: list[str] = []
        self.point_tokens = 0
        self.bonus_tiles = 0

    def gain(self, bundle: dict[str, int]) -> None:
        for kind, number in bundle.items():
            assert kind in KINDS and number > 0
            self.tokens[kind] += number

    def pay(self, bundle: dict[str, int]) -> None:
        for kind, number in bundle.items():
            assert 0 < number <= self.tokens[kind], f"pays {number} {kind} of {self.tokens[kind]}"
            self.tokens[kind] -= number


def take(pile: Counter[str], card: str) -> None:
    """Take a card; it must be there."""
    assert pile[card] > 0, card
    pile[card] -= 1


class Accounts:
    """The state of a game as its trace reports it."""

    def __init__(self, trace: list[Event], components: Components) -> None:
        start = trace[0]
        assert start["e"] == "setup"
        self.trace, self.rules = trace, start["rules"]
        self.points = {
            component.number: component.victory_points
            for sheet in ("buildings", "field", "players", "employees")
            for component in components.sheet(sheet)
        }
        self.building_level = {building.number: building.level for building in components.buildings}
        self.decks = {name: list(cards) for name, cards in start["decks"].items()}
        self.discarded: dict[str, Counter[str]] = {name: Counter() for name in self.decks}
        self.area: Counter[str] = Counter()
        for card in start["draft_area"]:
            self.area[card] += 1
        dealt = Counter(self.decks["players"][: len(start["draft_area"])])
        assert dealt == self.area
        del self.decks["players"][: len(start["draft_area"])]
        number = sum(map(len, start["face_down"]))
        assert sum(map(Counter, start["face_down"]), Counter()) == Counter(
            self.decks["employees"][:number]
        )
        del self.decks["employees"][:number]
        self.owners = [
            Owner(owner, cards)
            for owner, cards in zip(start["owners"], start["face_down"], strict=True)
        ]
        self.all_cards = {name: Counter(cards) for name, cards in start["decks"].items()}
        self.point_tokens = sorted(start["point_tokens"])
        self.five_million = start["five_million_tokens"]
        self.levels = [int(space + 1 in start["arrows"]) for space in range(9)]
        self.used: set[int] = set()
        self.commissioner = start["first"]
        self.round = 0
        self.final: Event | None = None
        self.lost: Counter[tuple[int, int]] = Counter()
        self.ended = False

    def check(self) -> Accounts:
        """Check all events in order."""
        for number, event in enumerate(self.trace[1:], start=1):
            assert self.final is None, "an event follows the final one"
            try:
                getattr(self, f"on_{event['e']}")(event)
            except AssertionError as error:
                raise AssertionError(f"event {number}, {event}: {error}") from error
        assert self.final is not None
        return self

    def owner(self, event: Event) -> Owner:
        return self.owners[event["owner"]]

    # --- Rounds and placing.

    def on_round(self, event: Event) -> None:
        self.round += 1
        assert (event["round"], event["commissioner"]) == (self.round, self.commissioner)
        assert event["tokens"] == [STATES[min(3, level)] for level in self.levels]
        for owner in self.owners:
            owner.away, owner.away_next, owner.new = owner.away_next, 0, 0
            owner.to_place = owner.vps - owner.away
        assert event["vps"] == [owner.to_place for owner in self.owners]
        self.used = set()
        self.standing: set[tuple[int, int]] = set()
        self.lost.clear()

    def on_place(self, event: Event) -> None:
        owner, space = self.owner(event), event["space"] - 1
        assert owner.to_place > 0
        owner.to_place -= 1
        assert (space, event["bonus"]) not in self.standing
        self.standing.add((space, event["bonus"]))
        assert event["state"] == STATES[min(3, self.levels[space])]
        self.used.add(space)

    def on_stop(self, event: Event) -> None:
        assert self.rules["placing"] == "may_stop"
        self.owner(event).to_place = 0

    def on_tokens(self, event: Event) -> None:
        maximum = {"losses": 99, "double": 2, "single": 1, "off": 0}[self.rules["bonus_tokens"]]
        for space, level in enumerate(self.levels):
            grown = max(level, min(maximum, level + 1))
            self.levels[space] = 0 if space in self.used else grown
        assert event["tokens"] == [STATES[min(3, level)] for level in self.levels]

    # --- Tokens.

    def on_bonus(self, event: Event) -> None:
        self.owner(event).gain(event["tokens"])

    def on_star(self, event: Event) -> None:
        assert self.owner(event).employees[event["employee"]] > 0
        owner = self.owner(event)
        for kind in KINDS:  # gains of earlier clauses may pay for later ones
            owner.tokens[kind] += event["gains"].get(kind, 0) - event["paid"].get(kind, 0)
            assert owner.tokens[kind] >= 0

    def on_equipment(self, event: Event) -> None:
        self.owner(event).gain(event["gains"])
        self.owner(event).gain(event["extra"])

    on_sponsorship = on_merchandising = on_equipment

    def on_train(self, event: Event) -> None:
        self.owner(event).pay(event["paid"])
        assert event["times"] + event["extra"] > 0
        self.owner(event).tokens["wins"] += event["wins"] + event["extra"]

    def on_tickets(self, event: Event) -> None:
        self.owner(event).tokens["money"] += event["table"] + event["extra"]

    def on_win(self, event: Event) -> None:
        self.owner(event).gain(event["gains"])

    def on_change(self, event: Event) -> None:
        assert event["amount"] > 0
        self.owner(event).pay(event["paid"])
        self.owner(event).gain(event["gains"])

    def on_effect(self, event: Event) -> None:
        self.owner(event).pay(event["paid"])
        self.owner(event).gain(event["gains"])

    def on_football(self, event: Event) -> None:
        owner = self.owner(event)
        assert event["gains"] or event["paid"]
        for source in {**event["gains"], **event["paid"]}:
            held = {**owner.players, **owner.employees, **dict.fromkeys(owner.places, 1)}
            assert held.get(source, 0) > 0, source
            for kind in KINDS:
                owner.tokens[kind] += event["gains"].get(source, {}).get(kind, 0)
                owner.tokens[kind] -= event["paid"].get(source, {}).get(kind, 0)
        assert min(owner.tokens.values()) >= 0

    def on_nothing(self, event: Event) -> None:
        assert event["space"] - 1 in self.used

    # --- Cards.

    def draw(self, deck: str) -> str | None:
        if not self.decks[deck]:
            assert not +self.discarded[deck], "the discard pile was not reshuffled"
            return None
        return self.decks[deck].pop(0)

    def on_card(self, event: Event) -> None:
        # A doubled bonus draws both employees before the players, but the decks are independent.
        employee, player = self.draw("employees"), self.draw("players")
        assert (event["employee"], event["player"]) == (employee, player)
        if employee:
            self.owner(event).face_down[employee] += 1
        if player:
            self.area[player] += 1

    def on_reshuffle(self, event: Event) -> None:
        deck = event["deck"]
        # A doubled bonus draws two cards from each deck. The reshuffle is reported before both
        # draws, even if the first one took the old deck's last card. So one card may still be in
        # the deck here.
        assert len(self.decks[deck]) <= 1
        assert Counter(event["cards"]) == +self.discarded[deck]
        self.decks[deck] += event["cards"]
        self.discarded[deck].clear()

    def on_hire(self, event: Event) -> None:
        owner = self.owner(event)
        take(owner.face_down, event["employee"])
        owner.employees[event["employee"]] += 1
        owner.pay({"money": event["paid"]} if event["paid"] else {})

    def on_draft(self, event: Event) -> None:
        owner = self.owner(event)
        take(self.area, event["card"])
        owner.players[event["card"]] += 1
        owner.pay({"money": event["paid"]} if event["paid"] else {})

    def on_swap(self, event: Event) -> None:
        owner = self.owner(event)
        take(self.area, event["card"])
        take(owner.players, event["give"])
        self.area[event["give"]] += 1
        owner.players[event["card"]] += 1

    def on_cash_in(self, event: Event) -> None:
        owner = self.owner(event)
        take(owner.players, event["give"])
        pile = self.discarded["players"] if self.rules["cashed_player"] == "discard" else self.area
        pile[event["give"]] += 1
        if "money" in event:
            assert self.five_million > 0 and event["money"] == 5
            self.five_million -= 1
            owner.tokens["money"] += 5
        else:
            assert self.point_tokens.pop() == event["points"]
            owner.point_tokens += event["points"]

    # --- Blocks and VPs.

    def on_vice_president(self, event: Event) -> None:
        owner = self.owner(event)
        owner.pay({"money": event["paid"]} if event["paid"] else {})
        owner.vps += 1
        owner.new += 1
        assert owner.vps <= int(self.rules["vp_max"])

    def block(self, event: Event, place: str) -> None:
        owner = self.owner(event)
        owner.pay(event["paid"])
        assert owner.blocks > 0 and place not in owner.places
        owner.blocks -= 1
        owner.places.append(place)
        assert event["points"] == self.points[place]
        self.ended = self.ended or owner.blocks == 0

    def on_field(self, event: Event) -> None:
        self.block(event, event["square"])

    def on_build(self, event: Event) -> None:
        self.block(event, event["building"])

    def on_bonus_tile(self, event: Event) -> None:
        owner = self.owner(event)
        assert self.rules["bonus_tiles"] == "firsts" and owner.places[-1] == event["place"]
        owner.bonus_tiles += event["points"]

    # --- Game time and losses.

    def on_salaries(self, event: Event) -> None:
        owner = self.owner(event)
        assert 0 <= event["paid"] <= event["due"]
        owner.pay({"money": event["paid"]} if event["paid"] else {})
        for deck, cards in (("players", owner.players), ("employees", owner.employees)):
            for card in event[deck]:
                take(cards, card)
                self.discarded[deck][card] += 1
        unpaid = event["vps"]
        if self.rules["unpaid_vp"] == "leaves":
            owner.vps -= unpaid
        elif self.rules["unpaid_vp"] == "vacation":
            already_away = owner.away if self.rules["vp_salary_due"] == "all" else 0
            owner.away_next = max(0, unpaid - already_away)

    def on_loss(self, event: Event) -> None:
        owner, space, what = self.owner(event), event["space"] - 1, event["what"]
        self.lost[event["owner"], space] += 1
        maximum = self.levels[space] - 2 if self.rules["loss_count"] == "token" else 1
        assert self.levels[space] > 2 and self.lost[event["owner"], space] <= maximum
        if what in KINDS:
            owner.pay({what: 1})
        else:
            deck = "players" if what[0] == "P" else "employees"
            take(owner.players if what[0] == "P" else owner.employees, what)
            self.discarded[deck][what] += 1
        assert {"P": "player", "E": "employee"}.get(what[0], what) == LOSSES[space]

    # --- Sums.

    def parts(self, owner: Owner) -> dict[str, int]:
        """Return the parts of an owner's score so far."""

        def worth(cards: Counter[str]) -> int:
            return sum(self.points[card] * number for card, number in cards.items())

        by_level = Counter()
        for place in owner.places:
            by_level[self.building_level.get(place, 0)] += self.points[place]
        return {
            "field": by_level[0],
            "level_1": by_level[1],
            "level_2": by_level[2],
            "level_3": by_level[3],
            "players": worth(owner.players),
            "employees": worth(owner.employees),
            "entertainment": owner.tokens["entertainment"]
            // int(self.rules["entertainment_per_point"]),
            "point_tokens": owner.point_tokens,
            "bonus_tiles": owner.bonus_tiles,
        }

    def check_cards(self) -> None:
        """Check that every card is in exactly one place."""
        piles_by_deck = {
            "players": [self.area, *(owner.players for owner in self.owners)],
            "employees": [
                pile for owner in self.owners for pile in (owner.face_down, owner.employees)
            ],
        }
        for deck, piles in piles_by_deck.items():
            everywhere = Counter(self.decks[deck]) + self.discarded[deck]
            for pile in piles:
                everywhere += pile
            assert everywhere == self.all_cards[deck], deck

    def on_end_round(self, event: Event) -> None:
        assert event["round"] == self.round
        self.check_cards()
        for seat, (owner, output) in enumerate(zip(self.owners, event["owners"], strict=True)):
            assert output == {
                "seat": seat,
                **owner.tokens,
                "blocks": owner.blocks,
                "vps": owner.vps,
                "away": owner.away_next,
                "places": owner.places,
                "players": sorted(owner.players.elements()),
                "employees": sorted(owner.employees.elements()),
                "face_down": sorted(owner.face_down.elements()),
                "point_tokens": owner.point_tokens,
                "points": sum(self.parts(owner).values()),
            }

    def on_commissioner(self, event: Event) -> None:
        assert not self.ended and self.round < int(self.rules["round_cap"])
        self.commissioner = (self.commissioner + 1) % len(self.owners)
        assert event["commissioner"] == self.commissioner

    def on_final(self, event: Event) -> None:
        assert event["end"] == ("blocks" if self.ended else "cap")
        assert self.ended or self.round == int(self.rules["round_cap"])
        standings = []
        for owner, output in zip(self.owners, event["owners"], strict=True):
            assert output["parts"] == self.parts(owner)
            assert output["score"] == sum(output["parts"].values())
            standings.append(
                (output["score"], *(owner.tokens[k] for k in ("entertainment", "wins", "money")))
            )
            assert standings[-1] == tuple(
                output[name] for name in ("score", "entertainment", "wins", "money")
            )
        best = max(standings)
        for mine, output in zip(standings, event["owners"], strict=True):
            assert output["rank"] == 1 + sum(other > mine for other in standings)
            assert output["win_share"] == (1 / standings.count(best) if mine == best else 0)
        self.final = event
