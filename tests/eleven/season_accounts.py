"""Check a season's accounts from its trace and sheets alone (SET, WEE, ACT, CLU).

``check(trace, components)`` reads the events in order and fails at the first that takes something
that is not there, moves a card from a wrong place, or states a wrong sum. Resources, levels, cards,
staff, sponsors, tokens and VP change only by events; a card is in one place at a time. The accounts
check sums and how often an action is taken, but not whether decisions are legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from eleven import accounts as league
from eleven.deal_accounts import EVENTS as DEAL_EVENTS
from eleven.deal_accounts import Deals
from eleven.winter_accounts import WinterAccounts

from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.effect_language import NONE, Clause
from eoc_sim.simulator.eleven.names import (
    ABILITY_SIDES,
    CONDITIONS,
    COUNTERS,
    GAINS,
    MOMENTS,
    RESOURCES,
    SPACES,
    STAFF,
    STATISTICS,
    TARGETS,
    VOTES,
)
from eoc_sim.simulator.eleven.season_rows import in_play
from eoc_sim.simulator.eleven.switches import weeks_of

Event = Mapping[str, Any]

MONEY, FANS, OPERATION, FITNESS = range(len(RESOURCES))
DECKS = {"P": "players", "Y": "youngsters", "S": "staff", "N": "sponsors", "B": "meetings",
         "T": "tactics"}  # fmt: skip
ROWS = ("players", "youngsters", "staff", "sponsors")
OTHERS = (
    *("setup", "reveal", "layout", "half", "clubs", "table", "roll_off", "recover"),
    *("bet_clubs", "goal"),
)
"""Events that do not affect the accounts."""
ON_OFFER = 3
"""The number of sponsors that can be signed: the oldest in the row (SET-8)."""


class Club:
    """The holdings of one manager."""

    def __init__(self, money: int) -> None:
        self.resources = [money, 0, 0, 0]
        self.levels = [0] * len(STATISTICS)
        self.directors: list[str] = []
        self.squad: set[str] = set()
        self.staff: list[str] = []
        self.sponsors: dict[str, str] = {}
        self.tokens: list[str] = []
        self.office = 0
        self.stand_fans = 0
        self.wins = 0
        self.vp = 0
        self.vp_sold = 0
        self.objective: str | None = None
        self.meeting = ""
        self.outcome: str | None = None
        self.tactics: list[str] = []
        self.free_rolls_used = 0
        self.free_actions: set[tuple[str, int]] = set()
        self.days: Counter[tuple[int, str]] = Counter()
        self.assigned: dict[str, list[int]] = {}  # the resources put on each assigned card
        self.lent_fitness: Counter[str] = Counter()
        self.unique: dict[str, int] = {}
        self.boards: dict[str, int] = {}
        self.bet: Event | None = None
        self.cards_with_free_ability: set[str] = set()
        self.cards_without_ability: set[str] = set()

    def change(self, amounts: Sequence[int], sign: int = 1) -> None:
        """Add to resources or take from them; none may become negative (CLU-1)."""
        self.resources = [
            held + sign * amount for held, amount in zip(self.resources, amounts, strict=True)
        ]
        assert min(self.resources) >= 0, self.resources


class Accounts(WinterAccounts):
    """The accounts of a whole season."""

    def __init__(self, setup: Event, components: Components) -> None:
        self.rules = setup["rules"]
        self.components = components
        self.row_of = {
            component.number: component
            for sheet in (
                *("players", "youngsters", "veterans", "directors", "staff", "sponsors"),
                *("infrastructure", "tactics", "board_meetings", "objectives", "unique_cards"),
            )
            for component in components.sheet(sheet)
        }
        self.tags = {tag.number: tag.clauses for tag in components.tags}
        self.clubs = [Club(setup["money"]) for _ in setup["managers"]]
        self.hands = [[*hand] for hand in setup["directors"]]
        self.decks = {name: [*cards] for name, cards in setup["decks"].items()}
        self.rows: dict[str, list[str]] = {name: [] for name in ROWS}
        self.discards: dict[str, list[str]] = {name: [] for name in DECKS.values()}
        self.trained: set[str] = set()
        self.filled: Counter[str] = Counter()
        self.out_of_game: set[str] = set()
        self.deal = Deals()
        self.gaps = 0
        self.passed_over: dict[str, Counter[int]] = {}
        self.passed: list[int] = []
        self.week = 0
        self.setup = setup
        self.begin_winter()
        assert setup["money"] == int(self.rules["start_money"]), "SET-4"
        for name in ("veterans", "youngsters", "trainers"):
            assert len(setup[name]) in (0, len(self.clubs)), name
            for club, card in zip(self.clubs, setup[name], strict=False):
                club.staff.append(card) if name == "trainers" else club.squad.add(card)
        self.cards = Counter(self.everywhere())
        assert set(self.cards.values()) <= {1}, "SET-9: a card lies in two places"

    @property
    def hands_left(self) -> list[list[str]]:
        """The directors that each manager has in hand in the third round of drafting (SET-5)."""
        return [self.hands[(seat - 2) % len(self.hands)] for seat in range(len(self.hands))]

    # --- Where cards lie, and what sources say

    def everywhere(self) -> list[str]:
        """List the cards of all decks, wherever they are."""
        all_cards = [card for deck in self.decks.values() for card in deck]
        for piles in (self.rows, self.discards):
            all_cards += [card for cards in piles.values() for card in cards]
        for club in self.clubs:
            all_cards += [*club.squad, *club.staff, *club.sponsors, *club.tactics]
        return [*all_cards, *self.out_of_game]

    def clauses(self, club: Club, source: str) -> tuple[Clause, ...]:
        """Return a source's clauses.

        A player, a youngster or a veteran has the clauses of its tag. A meeting has the clauses of
        the colour that won the vote.
        """
        row = self.row_of[source]
        if source[0] in "PYV":
            return self.tags[row.tag]
        if source[0] == "Q":
            assert row.name == "after the match", "EXT-1"
            return row.sides[club.unique[source]]
        if source[0] == "B":
            assert club.outcome is not None
            return row.outcomes[VOTES.index(club.outcome)]
        return row.clauses

    def lasting_amount(self, club: Club, gain: str, target: str | None = None) -> int:
        """EFF-1: add up a club's lasting clauses of one kind."""
        active = [name for name, way in club.sponsors.items() if way != "money"]
        staff = [] if self.in_break else club.staff
        sources = [*club.directors, *staff, *active, *club.tokens]
        if club.outcome is not None:
            sources.append(club.meeting)
        return sum(
            clause.amount
            for source in sources
            for clause in self.clauses(club, source)
            if MOMENTS[clause.when] in ("always", "week")
            and GAINS[clause.gain] == gain
            and (target is None or TARGETS[clause.target] == target)
        )

    def amount(self, club: Club, clause: Clause) -> int:
        """EFF-1: multiply a clause's gain by its counter, up to its limit."""
        amount = clause.amount
        if clause.counter != NONE:
            learning = {card for card in club.squad if hasattr(self.row_of[card], "spaces")}
            counts = {
                "card": len(club.squad),
                "youngster": len(learning - self.trained),
                "trained_youngster": len(learning & self.trained),
                "staff": len(club.staff),
                "sponsor": len(club.sponsors),
                "token": len(club.tokens),
                "stand_fan": club.stand_fans,
                "money": club.resources[MONEY],
                "win": club.wins,
            }
            amount *= counts[COUNTERS[clause.counter]] // clause.per
        limit = clause.up_to
        return max(-limit, min(amount, limit)) if limit else amount

    def row(self, card: str) -> Any:
        """Return the row of a card."""
        return self.row_of[card]

    def discard(self, card: str) -> None:
        """Discard a card; regulars lose their training (ACT-2)."""
        self.trained.discard(card)
        self.discards[DECKS[card[0]]].append(card)

    def train(self, card: str) -> None:
        """ACT-7, PLA-4: train a card, or fill an experience space of a youngster."""
        spaces = getattr(self.row_of[card], "spaces", 0)
        if card in self.trained:
            return
        self.filled[card] += 1
        if self.filled[card] >= spaces:
            self.trained.add(card)

    def reroll(self, club: Club, rolls: int) -> None:
        """CLU-1: use the week's free re-rolls first; the others cost 1 money or 1 fan each."""
        free_rolls = min(rolls, max(0, self.lasting_amount(club, "reroll") - club.free_rolls_used))
        club.free_rolls_used += free_rolls
        paid = [0, 0, 0, 0]
        paid[MONEY if self.rules["reroll_pays"] == "money" else FANS] = rolls - free_rolls
        club.change(paid, -1)

    # --- Events

    def read(self, event: Event) -> None:
        """Carry out one event."""
        if event["e"] not in OTHERS:
            seat = event.get("manager")
            getattr(self, f"on_{event['e']}")(None if seat is None else self.clubs[seat], event)

    def on_row(self, _: None, event: Event) -> None:
        """SET-8: move the deck's top card to the end of its row."""
        row = self.rows[event["row"]]
        self.gaps = max(0, self.gaps - 1)
        assert self.decks[event["row"]].pop(0) == event["card"]
        assert event["place"] == len(row)
        row.append(event["card"])
        self.passed_over[event["card"]] = Counter()
        sizes = {name: int(self.rules[f"market_{name}"]) for name in ROWS[:3]}
        assert len(row) <= sizes.get(event["row"], 5)

    def on_reshuffle(self, _: None, event: Event) -> None:
        """SET-8: refill an empty deck with all its discards."""
        deck = event["deck"]
        assert not self.decks[deck] and sorted(event["cards"]) == sorted(self.discards[deck])
        self.decks[deck], self.discards[deck] = [*event["cards"]], []

    def on_draft(self, club: Club, event: Event) -> None:
        """SET-5: draft a director; the hand passes on after each round."""
        seat, round_ = event["manager"], event["round"]
        hand = self.hands[(seat - round_ + 1) % len(self.clubs)]
        hand.remove(event["card"])
        club.directors.append(event["card"])
        assert len(hand) == 4 - round_

    def on_levels(self, _: None, event: Event) -> None:
        """SET-5: add the directors' shifts to the start levels, within 1 to 5."""
        if self.week > 0:
            self.lower_levels(event)
            return
        start = [int(self.rules["start_level"])] * 4
        if self.rules["solo"] == "on":
            scenario = self.components.scenarios[int(self.rules["scenario"]) - 1]
            changed = dict(scenario.changes)
            start = [changed.get(name, start[0]) for name in STATISTICS]
        for club, stated in zip(self.clubs, event["levels"], strict=True):
            shifts = [self.row_of[director].shifts for director in club.directors]
            sums = [sum(parts) for parts in zip(start, *shifts, strict=True)]
            club.levels = [min(5, max(1, level)) for level in sums]
            assert club.levels == stated

    def on_objective(self, club: Club, event: Event) -> None:
        """SET-6: choose one of the two objectives dealt."""
        if "vp" in event:
            self.lay_aside(club, event)
            return
        assert event["card"] in self.setup["objectives"][event["manager"]]
        club.objective = event["card"]

    def on_unique(self, club: Club, event: Event) -> None:
        """EXT-1: choose one card's good side and another's bad; nobody else has these cards."""
        club.unique = {event["positive"]: 0, event["negative"]: 1}
        assert self.week == 0 and self.rules["unique_cards"] == "on"
        played = [card for other in self.clubs for card in other.unique]
        assert len(club.unique) == 2 and len(set(played)) == len(played)
        club.boards = {
            self.row_of[card].name: self.row_of[card].sides[side]
            for card, side in club.unique.items()
        }

    def on_week(self, _: None, event: Event) -> None:
        """WEE: check that weeks come in order and the first-manager marker passes clockwise."""
        assert event["week"] == self.week + 1
        passes = self.week if self.rules["first_manager"] == "rotates" else 0
        assert event["first"] == (self.setup["first"] + passes) % len(self.clubs)
        self.week += 1
        self.in_break = False
        for club in self.clubs:
            club.cards_with_free_ability, club.cards_without_ability = set(), set()
            club.outcome = None
            club.stand_fans = 0
            club.free_rolls_used = 0
            club.free_actions.clear()
            club.days.clear()

    def on_production(self, club: Club, event: Event) -> None:
        """WEE-1: produce each resource by its level, and sponsors' weekly money."""
        if self.in_break:
            self.earn_in_break(club, event)
            return
        assert event["gains"] == club.levels
        weekly = [
            self.row_of[card].weekly
            for card, way in club.sponsors.items()
            if way in ("money", "shirt")
        ]
        assert event["weekly"] == sum(weekly)
        club.change(event["gains"])
        club.change([event["weekly"], 0, 0, 0])

    def on_vote(self, club: Club, event: Event) -> None:
        """BOA-1, BOA-2: resolve the top meeting; pay for re-rolls beyond the free ones."""
        assert self.decks["meetings"].pop(0) == event["card"]
        self.reroll(club, len(event["rerolled"]))
        club.outcome = event["colour"]
        club.meeting = event["card"]
        self.discards["meetings"].append(event["card"])
        assert len(event["faces"]) == len(club.directors)

    def on_effect(self, club: Club, event: Event) -> None:
        """EFF-1: apply a clause's cost, gains and moved cards."""
        source = event["source"]
        clause = self.clauses(club, source)[event["clause"]]
        paid = [0] * len(RESOURCES)
        if clause.pay_kind >= 0 and source not in club.cards_with_free_ability:
            paid[clause.pay_kind] = clause.pay_amount
            paid = self.cost(source, paid, clause.pay_kind, event["paid"])
        assert event["paid"] == paid
        assert source not in club.cards_without_ability
        if source[0] in "PYV":
            self.pay_from_card(club, source, paid)
        else:
            club.change(paid, -1)
        amount = self.amount(club, clause)
        club.change(event["gains"])
        club.vp += event["vp"]
        club.levels = [
            level + change for level, change in zip(club.levels, event["levels"], strict=True)
        ]
        assert all(1 <= level <= 5 for level in club.levels), "CLU-2"
        if self.die_allows(event, clause):
            self.move_cards(club, event, clause, amount)

    on_end_effect = on_effect
    """SCO-6: an effect at the end."""

    def pay_from_card(self, club: Club, card: str, paid: Sequence[int]) -> None:
        """MAT-5: pay for an ability with its card's resources, first with a tactic's fitness."""
        lent = min(paid[FITNESS], club.lent_fitness[card])
        club.lent_fitness[card] -= lent
        own = club.assigned.get(card, [0, 0, 0, 0])
        left = [have - cost for have, cost in zip(own, paid, strict=True)]
        left[FITNESS] += lent
        assert min(left) >= 0, f"{card} pays with what is not on it"
        if any(paid):
            club.assigned[card] = left

    def die_allows(self, event: Event, clause: Clause) -> bool:
        """EFF-2: check if the die allows the effect."""
        conditions = {CONDITIONS[kind]: number for kind, number in clause.conditions}
        face = event["die"]
        return face is None or conditions.get("die >=", 1) <= face <= conditions.get("die <=", 6)

    def move_cards(self, club: Club, event: Event, clause: Clause, amount: int) -> None:
        """EFF-1: apply a clause to cards, staff, rows and the office."""
        gain, cards, source = GAINS[clause.gain], event["cards"], event["source"]
        if gain == "tactic":
            for card in cards:
                assert self.decks["tactics"].pop(0) == card
                club.tactics.append(card)
        elif gain == "staff":
            for card in cards:
                named = [
                    candidate
                    for candidate in self.decks["staff"]
                    if self.row_of[candidate].name.lower() == TARGETS[clause.target]
                ]
                assert named[0] == card and TARGETS[clause.target] in STAFF, "SET-5"
                self.decks["staff"].remove(card)
                self.take_staff(club, card)
        elif gain in ("train", "experience"):
            assert set(cards) <= club.squad
            for card in cards:
                self.train(card)
        elif gain == "flip":
            self.trained.add(source)
        elif gain == "office":
            club.office = min(4, club.office + amount)
        elif gain == "refresh":
            row = TARGETS[clause.target]
            for card in self.rows[row][:amount]:
                self.rows[row].remove(card)
                self.discard(card)
                self.gaps += 1
        elif GAINS[clause.gain] in RESOURCES and MOMENTS[clause.when] == "prepare":
            club.lent_fitness.update(cards)

    def take_staff(self, club: Club, card: str) -> None:
        """CLU-6: add a staff card, for which there must be a place."""
        club.staff.append(card)
        assert len(club.staff) <= int(self.rules["staff_places"]) + club.office, "CLU-6"

    def pass_over(self, club: Club, event: Event) -> int:
        """Count the cards of a row that the manager passes over to take another.

        Return how often other managers passed over the card taken.
        """
        name = DECKS.get(str(event["card"])[0])
        if event["kind"] not in ("hire", "staff", "sponsor") or event["way"] == "offer":
            return 0
        assert name is not None
        row = self.rows[name][:ON_OFFER] if name == "sponsors" else self.rows[name]
        for card in row:
            if card == event["card"]:
                continue
            if name == "sponsors" or self.price(club, event["kind"], card) <= club.resources[MONEY]:
                self.passed_over[card][event["manager"]] += 1
        counts = self.passed_over[event["card"]]
        return sum(count for seat, count in counts.items() if seat != event["manager"])

    def on_act(self, club: Club, event: Event) -> None:
        """WEE-2, ACT: take the day's action, or pay operation for an extra one."""
        kind, card, day = event["kind"], event["card"], event["day"]
        self.passed.append(self.pass_over(club, event))
        if day == 0:
            self.act_in_break(event)
        else:
            maximum = int(self.rules["extra_per_day"])
            assert event["extra"] == (club.days[day, "action"] > 0)
            club.days[day, "action"] += 1
            assert club.days[day, "action"] <= 1 + maximum and day in (1, 2, 3), "WEE-2"
        cost = int(self.rules["extra_cost"]) if event["extra"] else 0
        club.change([event["price"], 0, cost, 0], -1)
        club.change(event["gains"])
        assert any(event["gains"]) <= (event["way"] == "small")
        if kind in ("hire", "staff", "build") and event["way"] is None:
            assert event["price"] == self.price(club, kind, card)
        else:
            assert event["price"] == 0
        if kind == "pass":  # after refused offers even an extra action may have no effect (TRA-7)
            assert card is None and (not event["extra"] or self.rules["transfers"] == "on")
        else:
            getattr(self, f"do_{kind}")(club, event)

    def price(self, club: Club, kind: str, card: str) -> int:
        """EFF-1, CLU-6: return a price less discounts, at least 1."""
        if card == "office":
            full_price = self.components.club.office_cost[club.office]
            full_price += club.boards.get("office step costs", 0)
        else:
            row = self.row_of[card]
            full_price = row.cost if kind == "build" else row.price
        target = {"hire": DECKS.get(card[0]), "staff": "staff", "build": "build"}[kind]
        return max(1, full_price - self.lasting_amount(club, "discount", target))

    def do_hire(self, club: Club, event: Event) -> None:
        """ACT-1, TRA-7: hire a card from the Transfer Area, or from a manager who agrees."""
        card = event["card"]
        if event["way"] == "offer":
            assert (self.deal.way, self.deal.card) == ("offer", card)
            assert self.deal.buyer == event["manager"]
            return
        self.rows[DECKS[card[0]]].remove(card)
        self.filled[card] = 0
        club.squad.add(card)

    def do_sell(self, club: Club, event: Event) -> None:
        """ACT-2: announce a sale; the sale or auction follows."""
        assert event["card"] in club.squad
        self.deal.begin(event["way"] or "usual", event["manager"], event["card"])

    def do_staff(self, club: Club, event: Event) -> None:
        """ACT-3: hire a staff card from the Transfer Area."""
        self.rows["staff"].remove(event["card"])
        self.take_staff(club, event["card"])

    def do_sponsor(self, club: Club, event: Event) -> None:
        """ACT-5, CLU-4: sign a sponsor as a small sponsor, on a board or on the shirt."""
        card, way = event["card"], event["way"]
        assert card in self.rows["sponsors"][:ON_OFFER], "SET-8"
        self.rows["sponsors"].remove(card)
        if way == "small":
            assert event["gains"][MONEY] == self.row_of[card].cash
            self.discard(card)
            return
        club.sponsors[card] = way
        shirts = sum(sponsor_way == "shirt" for sponsor_way in club.sponsors.values())
        boards = self.components.club.boards + self.lasting_amount(club, "board")
        is_free = shirts <= 1 if way == "shirt" else len(club.sponsors) - shirts <= boards
        assert is_free, "CLU-4"

    def do_build(self, club: Club, event: Event) -> None:
        """ACT-6, CLU-5: build an office step, or a new kind of token on a free place."""
        card = event["card"]
        if card == "office":
            assert 1 <= club.office < 4, "CLU-6"
            club.office += 1
            return
        assert card not in club.tokens and in_play(self.row_of[card])
        club.tokens.append(card)
        spaces = Counter(SPACES[self.row_of[token].space] for token in club.tokens)
        free_tokens = spaces.pop("free", 0)
        maximum = club.boards.get("free spaces", self.components.club.free_spaces)
        assert free_tokens <= maximum and set(spaces.values()) <= {1}, "CLU-5"
        built = sum(card in other.tokens for other in self.clubs)
        assert built <= self.row_of[card].copies, "CLU-5"

    def lose(self, club: Club, card: str) -> None:
        """ACT-2, PLA-5: discard a regular; remove any other card from the game."""
        club.squad.remove(card)
        self.lose_token(card)
        if card[0] == "P":
            self.discard(card)
        else:
            self.trained.discard(card)
            self.out_of_game.add(card)

    def on_free_action(self, club: Club, event: Event) -> None:
        """ACT-9, WEE-2: take the day's free action; use each clause only once a week."""
        club.days[event["day"], "free"] += 1
        assert club.days[event["day"], "free"] == 1
        clause_key = event["source"], event["clause"]
        assert clause_key not in club.free_actions
        club.free_actions.add(clause_key)
        clause = self.clauses(club, event["source"])[event["clause"]]
        assert MOMENTS[clause.when] == "action"

    def on_dismiss(self, club: Club, event: Event) -> None:
        """ACT-4: discard a staff card."""
        club.staff.remove(event["card"])
        self.discard(event["card"])

    def on_bet(self, club: Club, event: Event) -> None:
        """BET-3: stake a manager's money on a token, up to the limit."""
        assert event["spaces"] and club.bet is None
        assert event["free"] == int(self.rules["free_euro"])
        limit = self.rules["stake_limit"]
        assert limit == "none" or event["stake"] <= int(limit)
        club.change([event["stake"], 0, 0, 0], -1)
        club.bet = event

    def on_payout(self, club: Club, event: Event) -> None:
        """BET-5: pay out a bet at its token's rate, if the token covers the winning space."""
        bet, club.bet = club.bet, None
        assert bet is not None and len(event["results"]) == 4
        won = "".join(map(str, sorted(event["results"], reverse=True)))
        assert event["space"] == f"b{won}"
        shape = {1: "bet_one", 2: "bet_two", 4: "bet_four"}[len(bet["spaces"])]
        hit = event["space"] in bet["spaces"]
        assert event["money"] == hit * int(self.rules[shape]) * (bet["stake"] + bet["free"])
        club.change([event["money"], 0, 0, 0])

    def on_referee(self, club: Club, event: Event) -> None:
        """REF-2: find the assigned cards with a tag of the row.

        A referee may make their abilities free or void.
        """
        self.reroll(club, len(event["rerolled"]))
        row = self.components.referee_rows[event["row"] - 1]
        assert event["cards"] == [
            card for card in club.assigned if self.row_of[card].tag in row.tags
        ]
        (clause,) = self.components.referees[event["referee"] - 1].halves[row.block]
        club.cards_with_free_ability = (
            set(event["cards"]) if GAINS[clause.gain] == "free_effects" else set()
        )
        club.cards_without_ability = (
            set(event["cards"]) if GAINS[clause.gain] == "ignore_effects" else set()
        )

    def on_referee_tactic(self, club: Club, event: Event) -> None:
        """REF-8: play a held card in addition to the one played."""
        assert event["tactic"] in club.tactics or event["tactic"] in self.dealt_tactics(event)

    def dealt_tactics(self, event: Event) -> list[str]:
        """Return the tactic cards dealt to a manager."""
        return list(self.setup["tactics"][event["manager"]])

    def on_referee_effect(self, club: Club, event: Event) -> None:
        """REF-3 to REF-7: add a referee's gains; only assigned cards may be named."""
        assert set(event["cards"]) <= set(club.assigned) or not club.assigned
        club.change(event["gains"])
        club.vp += event["vp"]

    def on_stands(self, club: Club, event: Event) -> None:
        """CLU-3: turn fans into money, at most as many as the stands hold."""
        fans = event["fans"]
        first, second = self.components.club.stands
        places = (
            first + club.boards.get("stand 2 holds", second) + self.lasting_amount(club, "stands")
        )
        assert 0 <= fans <= places
        club.stand_fans = fans
        club.change([fans, -fans, 0, 0])

    def on_prepare(self, club: Club, event: Event) -> None:
        """MAT-5: pay 1 fitness for each fielded card, and put resources on the cards."""
        fielded = event["fielded"]
        operation = event.get("operation", 0)
        assert set(fielded) <= club.squad
        assert event["fitness"] == self.fitness(fielded, operation)
        self.check_taken(event)
        club.change([0, 0, operation, event["fitness"]], -1)
        club.lent_fitness.clear()
        club.assigned = {card: [*put] for card, put in zip(fielded, event["put"], strict=True)}
        for put in club.assigned.values():
            club.change(put, -1)

    def on_match(self, club: Club, event: Event) -> None:
        """MAT-11: add the points, and count a win for effects."""
        self.points[event["manager"]] += event["points"]
        club.wins += event["points"] > 1

    def on_shoot_out(self, host: Club, event: Event) -> None:
        """PVP-7, CLU-1: count re-rolls, free ones first; check the rolls against the last faces."""
        clubs = host, self.clubs[event["rival"]]
        last_faces = [*event["faces"]]
        for seat, face in event["rerolled"]:
            self.reroll(clubs[seat], 1)
            last_faces[seat] = face
        for club, other, face, counted in zip(
            clubs, reversed(clubs), last_faces, event["rolls"], strict=True
        ):
            bonus = self.lasting_amount(club, "shootout") + sum(
                clause.amount
                for card in club.assigned
                if self.has_ability(card)
                for clause in self.clauses(club, card)
                if GAINS[clause.gain] == "shootout"
            )
            if self.rules["shootout"] == "gloves":
                assert counted == face + bonus - self.gloves(other)

    def has_ability(self, card: str) -> bool:
        """PLA-1: check if the card's visible side has its ability."""
        side = ABILITY_SIDES[self.row_of[card].ability]
        return self.rules["abilities"] == "on" and (side == "both" or card in self.trained)

    def gloves(self, club: Club) -> int:
        """MAT-2: return the gloves of a club's keeper, before changes in the match."""
        for card in club.assigned:
            row = self.row_of[card]
            if row.jersey == 1:
                return int(row.trained_gloves if card in self.trained else row.gloves)
        return 1

    def on_unused(self, club: Club, event: Event) -> None:
        """MAT-5: return resources that no ability used, except a tactic's fitness."""
        assert self.rules["unused"] == "back"
        assert event["back"] == [sum(kind) for kind in zip(*club.assigned.values(), strict=True)]
        club.change(event["back"])
        club.assigned = {}

    def on_experience(self, club: Club, event: Event) -> None:
        """PLA-4: fill an experience space; the last one trains the card."""
        card = event["card"]
        assert card in club.squad and card not in self.trained
        self.train(card)
        assert event["filled"] == self.filled[card]
        assert event["trained"] == (card in self.trained)

    def on_leave(self, club: Club, event: Event) -> None:
        """PLA-5: remove a veteran from the game."""
        assert event["card"][0] == "V"
        self.lose(club, event["card"])

    def on_consequence(self, club: Club, event: Event) -> None:
        """MAT-12: pay for re-rolls and add the gains; only the manager's own card may be hit."""
        if self.rules["unused"] == "back":
            assert not any(map(any, club.assigned.values())), "MAT-5: nothing came back"
        self.reroll(club, len(event["rerolled"]))
        club.change(event["gains"])
        assert event["card"] is None or event["card"] in club.squad

    def on_upkeep(self, club: Club, event: Event) -> None:
        """CLU-7: pay what the tracks demand, as far as the money goes."""
        assert event["due"] == self.upkeep_due(club)
        due = sum(event["due"])
        assert event["paid"] == min(due, club.resources[MONEY])
        club.change([event["paid"], 0, 0, 0], -1)
        missing = due - event["paid"]
        by_vp = self.rules["unpaid"] == "vp"
        assert event["vp"] == (-missing if by_vp else 0)
        club.vp += event["vp"]
        if event["left"] is not None:
            assert not by_vp and missing > 0
            assert self.row_of[event["left"]].price == max(
                self.row_of[card].price for card in club.staff
            )
            self.on_dismiss(club, {"card": event["left"]})

    def upkeep_due(self, club: Club) -> list[int]:
        """CLU-7: compute the upkeep of players, staff and stadium, never below 0."""
        dues = []
        for track, name, number in zip(
            self.components.club.upkeep,
            ("players", "staff", "stadium"),
            (len(club.squad), len(club.staff), len(club.tokens)),
            strict=True,
        ):
            number = max(0, number + club.boards.get("upkeep columns", 0))
            due = track[min(number, len(track) - 1)] + max(0, number - len(track) + 1)
            dues.append(max(0, due + self.lasting_amount(club, "upkeep", name)))
        return dues

    def on_loss(self, club: Club, event: Event) -> None:
        """CLU-1: take what is not kept from week to week."""
        assert self.rules["keep"] == "money" and any(event["lost"])
        club.change(event["lost"], -1)

    def renew(self) -> None:
        """WEE-4: discard the oldest player and the oldest staff card."""
        for name in ("players", "staff"):
            if self.rows[name]:
                self.discard(self.rows[name].pop(0))

    def on_week_end(self, club: Club, event: Event) -> None:
        """WEE-4, CLU-1: compare every holding with the sum of all events."""
        assert self.rules["keep"] == "all" or not any(club.resources[FANS:])
        assert event["resources"] == club.resources
        assert event["levels"] == club.levels
        assert sorted(event["cards"]) == sorted(club.squad)
        assert event["staff"] == club.staff
        assert event["sponsors"] == [*club.sponsors]
        assert event["tokens"] == club.tokens
        assert event["vp"] == club.vp + club.vp_sold + self.laid_aside_vp[event["manager"]]
        assert Counter(self.everywhere()) == self.cards, "a card appeared or vanished"

    def on_final(self, _: None, event: Event) -> None:
        """SCO: check the parts of every score except the objective's measure."""
        values = self.components.club
        for club, stated, laid_aside in zip(
            self.clubs, event["managers"], self.laid_aside_vp, strict=False
        ):
            parts = stated["parts"]
            own = club.squad & self.trained - self.deal.scored_youngsters
            held = [self.row_of[card] for card in own]
            assert parts["youngsters"] == club.vp_sold + sum(
                getattr(card, "vp", 0) for card in held
            )
            tokens = sum(self.row_of[token].vp for token in club.tokens)
            assert parts["stadium"] == tokens + values.office_vp[club.office]
            colours = Counter(self.row_of[card].colour for card in club.staff)
            sets = [values.staff_set_vp[min(number, 7)] for number in colours.values()]
            assert parts["staff"] == sum(sets)
            assert parts["effects"] + parts["penalties"] == club.vp
            assert parts["penalties"] <= 0
            fulfilled = 3 if self.epic else int(self.rules["objective_vp"])
            assert parts["objective"] - laid_aside in (0, fulfilled, 2 * fulfilled)
            assert club.objective is not None or parts["objective"] == 0
            money = int(self.rules["money_vp"]) * (club.resources[MONEY] // 5)
            assert parts["money"] == money


def check_goals(trace: Sequence[Event]) -> None:
    """SOLO-1, SOLO-2: check that the manager wins if every goal is met, and the board otherwise."""
    goals = [event for event in trace if event["e"] == "goal"]
    if trace[0]["rules"]["solo"] == "off":
        assert not goals
        return
    assert goals and len({goal["goal"] for goal in goals}) == len(goals)
    shares = [manager["win_share"] for manager in trace[-1]["managers"]]
    won = all(goal["met"] for goal in goals)
    assert shares == [float(won), float(not won)]
    for goal in goals:
        if goal["goal"].startswith("objective"):
            continue
        _, sign, number, *_ = goal["goal"].split(" after ")[0].rsplit(" ", 2)
        is_met = goal["value"] >= int(number) if sign == ">=" else goal["value"] <= int(number)
        assert goal["met"] == is_met


def renewals(trace: Sequence[Event]) -> set[int]:
    """List the lines before which the Transfer Area is renewed (WEE-4).

    The renewal follows the upkeep; then the rows are filled and the week ends.
    """
    rules = trace[0]["rules"]
    lines = set()
    for place, event in enumerate(trace):
        if event["e"] == "week_end" and trace[place - 1]["e"] != "week_end":
            while trace[place - 1]["e"] in ("row", "reshuffle"):
                place -= 1
            lines.add(place)
    if rules["refresh"] == "off":
        return set()
    return set(sorted(lines)[: weeks_of(rules) - 1])  # nothing is renewed after the last week


def check(trace: Sequence[Event], components: Components) -> Accounts:
    """Add up a whole season, including its league; return its accounts."""
    league.check(trace)
    check_goals(trace)
    accounts = Accounts(trace[0], components)
    renewed = renewals(trace)
    for line, event in enumerate(trace):
        try:
            agreed = event["e"] == "act" and event["way"] == "offer"
            assert accounts.deal.card is None or event["e"] in DEAL_EVENTS or agreed
            if line in renewed:
                # Rows filled by the week's last effect come before the renewal.
                if event["e"] in ("row", "reshuffle") and accounts.gaps:
                    renewed.add(line + 1)
                else:
                    accounts.renew()
            accounts.read(event)
            accounts.gaps *= event["e"] in ("effect", "row", "reshuffle")
        except AssertionError as error:
            raise AssertionError(f"line {line + 1}, {event}: {error}") from error
    return accounts
