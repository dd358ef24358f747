"""Check a game's accounts from its trace and components: every EC, BB, star, card and place.

``Accounts(trace, components).check()`` replays the events and fails at the first one that moves
something that is not there, creates or loses something, or states a wrong sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from eoc_sim.simulator.eoc.columns import COLOUR_NAMES, POSITION_NAMES, REGION_NAMES
from eoc_sim.simulator.eoc.components import Components

MARKETING_STARS = {1: 1, 3: 2, 5: 3, 8: 4, 12: 5, 18: 6, 24: 7, 30: 8}
POSITION_STARS = (0, 1, 2, 4, 8, 12, 18, 24, 32)
REGION_STARS = (0, 1, 2, 3, 5, 7, 10, 14, 19, 25, 32)
TYPES = ("culture", "personnel", "fundraising")
MONTH_WORDS = (
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "january",
    "february",
)
FREE_MOVES = {
    "printed": (3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0),
    "three": (3,) * 12,
    "none": (0,) * 12,
    "none_at_all": (0,) * 12,
}
FREE = ("moves", "free_bets", "free_runners")

Event = dict[str, Any]


class Player:
    """The holdings of one player."""

    def __init__(self, start: Event) -> None:
        self.region = start["region"]
        self.bucks = start["bucks"]
        self.node = start["hq"]
        self.board = start["board"]
        self.coach = start["coach"]
        self.mat: Counter[str] = Counter()
        self.calendar: dict[int, Counter[str]] = {m: Counter() for m in range(1, 13)}
        colour = COLOUR_NAMES[REGION_NAMES.index(self.region)]
        for month in range(1, start["seeded"] + 1):
            self.calendar[month][colour] = 1
        self.packages: dict[str, Counter[str]] = {}
        self.hand: list[str] = []
        self.stash: list[str] = []
        self.waiting: dict[int, str] = {}
        self.in_play: list[str] = []
        self.bets: Counter[tuple[str, int]] = Counter()
        self.parts: Counter[str] = Counter()
        if start["stars"]:
            self.parts["order_stars"] = start["stars"]
        self.signed: list[str] = []
        self.gained_at_the_end: Counter[str] = Counter()
        self.ranking_key = (0, 0, 0)
        self.free: Counter[str] = Counter()
        self.crapped_out = False

    @property
    def score(self) -> int:
        return sum(self.parts.values())


def take(purse: Counter[str], envelopes: dict[str, int]) -> None:
    """Take EC out of a purse; fail if it lacks them."""
    for colour, number in envelopes.items():
        assert colour in COLOUR_NAMES and number > 0, envelopes
        assert purse[colour] >= number, f"{envelopes} from {dict(purse)}"
        purse[colour] -= number


def put(purse: Counter[str], envelopes: dict[str, int]) -> None:
    for colour, number in envelopes.items():
        assert colour in COLOUR_NAMES and number > 0, envelopes
        purse[colour] += number


def without_zeros(purse: Counter[str]) -> dict[str, int]:
    return {colour: number for colour, number in purse.items() if number}


def standing_clauses(effect: str) -> Iterator[tuple[list[str], str, int]]:
    """List the ``always`` clauses of an effect: conditions, gain and amount."""
    for clause in effect.lower().split(";"):
        when, *middle, gain = (part.strip() for part in clause.split(":"))
        if when != "always":
            continue
        conditions = [word.strip() for part in middle for word in part[3:].split(" and ")]
        number = next(word for word in gain.split() if word.isdigit())
        yield conditions, " ".join(word for word in gain.split() if word != number), int(number)


class Accounts:
    """The state of a game as its trace reports it."""

    def __init__(self, trace: list[Event], components: Components) -> None:
        setup = trace[0]
        assert setup["e"] == "setup"
        self.trace = trace
        self.cards = {card.number: card for card in components.cards}
        self.rules = setup["rules"]
        self.players = [Player(start) for start in setup["players"]]
        self.spots = {spot["spot"]: spot for spot in setup["spots"]}
        self.edges = {frozenset(edge) for edge in setup["edges"]}
        self.deck: list[str] = list(setup["deck"])
        self.all_cards = sorted(self.deck)
        self.pool: list[str] = []
        self.discards: list[str] = []
        self.owner: dict[str, int] = {}
        self.month = 0
        self.dice: dict[str, int] = {}
        self.shifted: dict[int, dict[str, int]] = {}
        self.marketed: set[int] = set()
        self.final: Event = {}
        effects = {card.number: card.effect for card in components.cards}
        effects |= {coach.number: coach.effect for coach in components.coaches}
        self.always = {number: list(standing_clauses(text)) for number, text in effects.items()}

    def check(self) -> Accounts:
        for index, event in enumerate(self.trace[1:], start=1):
            handler = getattr(self, f"on_{event['e']}")
            seat = event.get("player")
            try:
                if seat is None:
                    handler(event)
                else:
                    handler(event, seat, self.players[seat])
            except (AssertionError, KeyError, ValueError, IndexError) as error:
                raise AssertionError(f"event {index}, month {self.month}: {event}: {error}") from (
                    error
                )
        assert self.final, "the trace has no final event"
        return self

    def check_cards(self) -> None:
        """END-5: check that every card is in exactly one place."""
        everywhere = self.deck + self.pool + self.discards
        for player in self.players:
            everywhere += player.hand + player.stash + player.in_play
            everywhere += player.waiting.values()
        assert sorted(everywhere) == self.all_cards

    # --- Standing effects, read from the cards' texts

    def standing_effects(
        self, player: Player, gain: str, card: Any = None, spot: Any = None
    ) -> int:
        """PAY-1, CAR-6: add up a standing gain over the coach and the cards in play."""
        return sum(
            amount
            for source in [player.coach, *player.in_play]
            if source
            for conditions, what, amount in self.always[source]
            if what == gain
            and all(self.holds(condition, player, card, spot) for condition in conditions)
        )

    def holds(self, condition: str, player: Player, card: Any, spot: Any) -> bool:
        """Check if a condition of a standing effect holds.

        The condition is about the player, the month, or the card or recruit being bought.
        """
        word, _, rest = condition.partition(" ")
        if word in TYPES:
            return (
                card is not None
                and TYPES[card.type] == word
                and (not rest or REGION_NAMES[card.region].lower() == rest)
            )
        if word == "month":
            first, _, last = rest.partition("-")
            return MONTH_WORDS.index(first) < self.month <= MONTH_WORDS.index(last or first) + 1
        if word == "crapped_out":
            return player.crapped_out
        if spot is None:
            return False
        if word == "position":
            return spot["position"].lower() in rest.split("|")
        if word == "region":
            return any(region.lower() in rest.split("|") for region in spot["regions"])
        if word == "base":
            sign, number = rest.split()
            return spot["base"] >= int(number) if sign == ">=" else spot["base"] <= int(number)
        if word in ("border", "single"):
            return (len(spot["regions"]) == 2) == (word == "border")
        assert word == "same_state", condition
        return any(self.spots[name]["state"] == spot["state"] for name in player.signed)

    def grant(self, player: Player, source: str) -> None:
        """CAR-6, CUT-4: add a source's free moves, bets and runners to a turn."""
        for conditions, what, amount in self.always[source]:
            void = what == "moves" and self.rules["free_moves"] == "none_at_all"
            if (
                what in FREE
                and not void
                and all(self.holds(condition, player, None, None) for condition in conditions)
            ):
                player.free[what] += amount

    # --- Set-up and cards

    def on_stash(self, event: Event, seat: int, player: Player) -> None:
        if self.rules["stash"] == "starter":
            for card in event["dealt"]:
                self.deck.remove(card)
        elif event["dealt"]:
            assert event["dealt"] == self.deck[: len(event["dealt"])]
            del self.deck[: len(event["dealt"])]
        else:
            # The end of an open draft: picked cards stay, the last two go to the pool.
            assert event["kept"] == player.stash
            self.end_open_draft(event, player)
            return
        if self.rules["stash"] == "open_draft":
            player.hand = list(event["dealt"])
            return
        assert sorted(event["kept"] + event["to_pool"]) == sorted(event["dealt"])
        player.stash = list(event["kept"])
        self.dump(event["to_pool"])

    def end_open_draft(self, event: Event, player: Player) -> None:
        assert sorted(event["to_pool"]) == sorted(player.hand)
        player.hand = []
        self.dump(event["to_pool"])

    def dump(self, cards: list[str]) -> None:
        (self.discards if self.rules["solo"] == "on" else self.pool).extend(cards)

    def on_pick(self, event: Event, seat: int, player: Player) -> None:
        player.hand.remove(event["card"])
        player.stash.append(event["card"])
        sizes = {len(rival.hand) for rival in self.players}
        if len(sizes) == 1 and sizes.pop() > 2:
            passed = [rival.hand for rival in self.players]
            for rival, hand in zip(self.players, passed[1:] + passed[:1], strict=True):
                rival.hand = hand

    def on_coach(self, event: Event, seat: int, player: Player) -> None:
        player.coach = event["coach"]

    def on_month(self, event: Event) -> None:
        assert event["month"] == self.month + 1
        self.check_cards()
        assert all(not player.hand for player in self.players)
        self.month = event["month"]

    def on_deal(self, event: Event, seat: int, player: Player) -> None:
        assert event["cards"] == self.deck[: len(event["cards"])]
        del self.deck[: len(event["cards"])]
        player.hand += event["cards"]

    def on_draft(self, event: Event, seat: int, player: Player) -> None:
        source = {"hand": player.hand, "stash": player.stash, "pool": self.pool}[event["source"]]
        source.remove(event["card"])
        assert event["dumped"] == player.hand
        self.dump(player.hand)
        player.hand = []
        assert self.month not in player.waiting
        player.waiting[self.month] = event["card"]

    def on_delay(self, event: Event, seat: int, player: Player) -> None:
        assert len(player.hand) > 1
        player.hand.remove(event["card"])
        self.pool.append(event["card"])

    def on_expire(self, event: Event, seat: int, player: Player) -> None:
        month = next(m for m, card in player.waiting.items() if card == event["card"])
        assert self.month == 12 or month == self.month - 5
        del player.waiting[month]
        self.discards.append(event["card"])

    def on_pool_cleared(self, event: Event) -> None:
        assert self.month in (3, 6, 9, 12)
        self.discards += self.pool
        self.pool = []

    def on_pool_card(self, event: Event) -> None:
        assert self.deck.pop(0) == event["card"]
        self.pool.append(event["card"])

    def on_reshuffle(self, event: Event) -> None:
        assert sorted(event["cards"]) == sorted(self.discards)
        assert event["under"] or not self.deck
        self.deck += event["cards"]
        self.discards = []

    # --- Dice and Vegas

    def on_roll(self, event: Event) -> None:
        assert event["month"] == self.month
        assert tuple(event["dice"]) == COLOUR_NAMES
        assert all(1 <= number <= 6 for number in event["dice"].values())
        self.dice = event["dice"]
        self.shifted = {}
        self.marketed = set()
        self.taken: Counter[int] = Counter()
        for player in self.players:
            player.crapped_out = False

    def start_turns(self) -> None:
        """ACT-4, CAR-6: set what the calendar, coach and cards give each player for free."""
        for player in self.players:
            player.free.clear()
            player.free["moves"] = FREE_MOVES[self.rules["free_moves"]][self.month - 1]
            for source in [player.coach, *player.in_play]:
                if source:
                    self.grant(player, source)

    def on_bookie(self, event: Event, seat: int, player: Player) -> None:
        assert event["from"] == self.dice[event["colour"]]
        assert (event["to"] - event["from"]) % 6 in (1, 5) and 1 <= event["to"] <= 6
        self.shifted[seat] = {event["colour"]: event["to"]}

    def on_vegas(self, event: Event, seat: int, player: Player) -> None:
        colour, number, tokens = event["colour"], event["number"], event["tokens"]
        assert number == self.shifted.get(seat, {}).get(colour, self.dice[colour])
        assert tokens == player.bets.pop((colour, number)) > 0
        assert event["bucks"] == tokens and event["ec"] == {colour: 2 * tokens}
        player.bucks += tokens
        put(player.mat, event["ec"])

    def on_crap_out(self, event: Event, seat: int, player: Player) -> None:
        assert player.bets
        player.crapped_out = True
        numbers = {**self.dice, **self.shifted.get(seat, {})}
        assert not any(numbers[colour] == number for colour, number in player.bets)

    def on_pick_die(self, event: Event, seat: int, player: Player) -> None:
        assert event["value"] == self.dice[event["colour"]]

    def on_die(self, event: Event, seat: int, player: Player) -> None:
        for rival in self.players:
            rival.bets.clear()
        value = event["value"]
        assert value == self.dice[event["colour"]]
        if event["mode"] == "half":
            assert event["ec"] == max(1, value // 2)
            assert self.month <= event["month"] <= min(12, self.month + 5)
        else:
            assert event["ec"] == value
            if self.rules["dice_use"] == "standard":
                assert event["month"] == self.month + value - 1 <= 12
        put(player.calendar[event["month"]], {event["colour"]: event["ec"]})
        self.taken[seat] += 1
        assert self.taken[seat] <= 2
        self.start_turns()

    def on_income(self, event: Event, seat: int, player: Player) -> None:
        assert set(self.taken.values()) == {2} and len(self.taken) == len(self.players)
        assert event["ec"] == without_zeros(player.calendar[self.month])
        player.calendar[self.month].clear()
        put(player.mat, event["ec"])

    # --- Actions

    def on_play_card(self, event: Event, seat: int, player: Player) -> None:
        card = self.cards[event["card"]]
        month = next(m for m, number in player.waiting.items() if number == event["card"])
        del player.waiting[month]
        self.owner[event["card"]] = seat
        self.pay(player, event, dict(zip(COLOUR_NAMES, card.cost, strict=True)), "cards", card)
        player.in_play.append(event["card"])
        self.grant(player, event["card"])
        assert event["stars"] == card.stars
        player.parts["cards"] += card.stars

    def pay(
        self,
        player: Player,
        event: Event,
        cost: dict[str, int],
        kind: str,
        card: Any = None,
        spot: Any = None,
    ) -> None:
        """PAY-1 to PAY-3: check that discounts, BB, package and mat cover the cost."""
        reduction = min(
            sum(cost.values()), self.standing_effects(player, f"discount {kind}", card, spot)
        )
        assert sum(event.get("discount", {}).values()) == reduction
        allowed = self.standing_effects(player, f"bucks_as_ec {kind}", card, spot)
        assert sum(event.get("substitute", {}).values()) <= allowed
        covered: Counter[str] = Counter()
        for part in ("discount", "substitute", "package", "paid"):
            put(covered, event.get(part, {}))
        assert without_zeros(covered) == {colour: n for colour, n in cost.items() if n}
        take(player.mat, event["paid"])
        self.spend(player, sum(event.get("substitute", {}).values()))

    def spend(self, player: Player, bucks: int) -> None:
        assert 0 <= bucks <= player.bucks
        player.bucks -= bucks

    def gain(self, player: Player, event: Event) -> None:
        """Apply a trigger's or upgrade's cost and gain."""
        if "card" in event:
            assert event["card"] in player.in_play
        else:
            assert event["coach"] == player.coach
        take(player.mat, event.get("paid", {}).get("ec", {}))
        self.spend(player, event.get("paid", {}).get("bucks", 0))
        put(player.mat, event.get("ec", {}))
        player.bucks += event.get("bucks", 0)
        for what in FREE:
            player.free[what] += event.get(what, 0)
        part = "card_effects" if "card" in event else "coach_effects"
        player.parts[part] += event.get("stars", 0)

    def on_trigger(self, event: Event, seat: int, player: Player) -> None:
        self.gain(player, event)

    def on_trade(self, event: Event, seat: int, player: Player) -> None:
        assert sum(event["take"].values()) == 1
        fee = self.rules["trade_fee"]
        assert (event["bucks"], event["stars"], event["ec"]) == (
            int(fee == "bb1"),
            2 * (fee == "stars2"),
            2 * (fee == "ec2"),
        )
        reduction = self.standing_effects(player, "discount trades")
        assert sum(event["give"].values()) == max(0, 3 + event["ec"] - reduction)
        assert player.score >= event["stars"]
        take(player.mat, event["give"])
        put(player.mat, event["take"])
        self.spend(player, event["bucks"])
        player.parts["trade_fees"] -= event["stars"]

    def on_move(self, event: Event, seat: int, player: Player) -> None:
        assert event["from"] == player.node
        assert frozenset((event["from"], event["to"])) in self.edges
        assert not event["to"].endswith(" HQ")
        player.node = event["to"]
        take(player.mat, event["paid"])
        self.spend(player, event.get("bucks", 0))
        paid = sum(event["paid"].values()) + event.get("bucks", 0)
        assert event["free"] == (player.free["moves"] > 0)
        assert paid == (0 if event["free"] else 1)
        assert event.get("bucks", 0) <= self.standing_effects(player, "bucks_as_ec moves")
        player.free["moves"] -= event["free"]

    def on_runner(self, event: Event, seat: int, player: Player) -> None:
        spot = self.spots[event["spot"]]
        assert "owner" not in spot and event["ec"]
        take(player.mat, event["ec"])
        package = player.packages.setdefault(event["spot"], Counter())
        put(package, event["ec"])
        assert all(number <= spot["cost"].get(colour, 0) for colour, number in package.items())
        assert event["bucks"] == (0 if player.free["free_runners"] else 1)
        player.free["free_runners"] -= 1 - event["bucks"]
        self.spend(player, event["bucks"])

    def on_sign(self, event: Event, seat: int, player: Player) -> None:
        spot = self.spots[event["spot"]]
        assert "owner" not in spot and spot["state"] == player.node
        spot["owner"] = seat
        assert (event["position"], event["base"]) == (spot["position"], spot["base"])
        package = player.packages.pop(event["spot"], Counter())
        take(package, event["package"])
        assert without_zeros(package) == event["lost"]
        self.pay(player, event, spot["cost"], "recruits", spot=spot)
        assert -2 <= event["vmd"] <= 2
        assert event["value"] == max(1, event["base"] + event["vmd"])
        player.parts["recruits"] += event["value"]
        for bonus in event["bonuses"]:
            self.gain(player, bonus)
        assert event["stars"] == event["value"] + sum(
            bonus.get("stars", 0) for bonus in event["bonuses"]
        )
        player.signed.append(event["spot"])
        self.packages_to_lose = {
            (other_seat, event["spot"])
            for other_seat, other in enumerate(self.players)
            if without_zeros(other.packages.get(event["spot"], Counter()))
        }

    def on_lost_package(self, event: Event, seat: int, player: Player) -> None:
        self.packages_to_lose.remove((seat, event["spot"]))
        assert event["ec"] == without_zeros(player.packages.pop(event["spot"]))

    def on_refund(self, event: Event, seat: int, player: Player) -> None:
        self.on_lost_package(event, seat, player)
        purse = player.calendar[event["month"]] if event["month"] else player.mat
        put(purse, event["ec"])

    def on_market(self, event: Event, seat: int, player: Player) -> None:
        assert MARKETING_STARS[event["bucks"]] == event["stars"]
        if event["final"]:
            assert self.month == 12
        else:
            assert seat not in self.marketed
            self.marketed.add(seat)
        self.spend(player, event["bucks"])
        player.parts["final_marketing" if event["final"] else "marketing"] += event["stars"]
        for bonus in event["bonuses"]:
            self.gain(player, bonus)
            if event["final"]:
                put(player.gained_at_the_end, bonus.get("ec", {}))

    def on_bet(self, event: Event, seat: int, player: Player) -> None:
        assert bool(event.get("free")) == (player.free["free_bets"] > 0)
        if event.get("free"):
            player.free["free_bets"] -= 1
        else:
            assert sum(event["paid"].values()) == 1
            take(player.mat, event["paid"])
        assert 1 <= event["number"] <= 6
        player.bets[event["colour"], event["number"]] += 1

    def on_end_turn(self, event: Event, seat: int, player: Player) -> None:
        assert not getattr(self, "packages_to_lose", None)
        assert event["wasted"] == without_zeros(player.mat)
        player.mat.clear()
        player.free.clear()
        assert (event["bucks"], event["score"]) == (player.bucks, player.score)
        assert event["node"] == player.node
        assert event["calendar"] == {
            str(month): without_zeros(purse)
            for month, purse in player.calendar.items()
            if without_zeros(purse)
        }
        assert event["cards"]["in_play"] == player.in_play
        assert event["cards"]["calendar"] == {
            str(month): card for month, card in sorted(player.waiting.items())
        }
        assert event["packages"] == {
            spot: without_zeros(purse)
            for spot, purse in player.packages.items()
            if without_zeros(purse)
        }

    # --- The auction

    def on_bid(self, event: Event, seat: int, player: Player) -> None:
        assert self.month < 12 and (event["bid"] or 0) <= player.bucks

    def on_sale(self, event: Event, seat: int, player: Player) -> None:
        buyer = event["buyer"]
        if buyer is None:
            self.spend(player, event["bucks"])
        else:
            self.spend(self.players[buyer], event["bucks"])
            player.bucks += event["bucks"]

    # --- The end

    def on_end_card(self, event: Event, seat: int, player: Player) -> None:
        if "card" in event:
            assert event["card"] in player.in_play
        part = "end_cards" if "card" in event else "coach_effects"
        player.parts[part] += event["stars"]

    def on_roll_off(self, event: Event) -> None:
        assert len(event["dice"]) > 1
        self.roll_off = event["dice"]

    def on_final(self, event: Event) -> None:
        self.check_cards()
        assert self.month == 12
        for player in self.players:
            assert not player.waiting
            # Only upgrades that act on the final campaign leave EC, which nobody can use.
            assert without_zeros(player.mat) == without_zeros(player.gained_at_the_end)
            positions = Counter(self.spots[name]["position"] for name in player.signed)
            player.parts["positions"] += POSITION_STARS[len(positions)]
            regions = Counter(
                region for name in player.signed for region in self.spots[name]["regions"]
            )
            player.parts["region_points"] += REGION_STARS[min(10, max(regions.values(), default=0))]
            if player.board and all(positions[position] for position in player.board):
                player.parts["board_points"] += 15
            elif player.board and all(positions[position] for position in player.board[:3]):
                player.parts["board_points"] += 5
            assert set(positions) <= set(POSITION_NAMES)
            player.ranking_key = (player.score, player.bucks, len(positions))
        ranking_keys = [player.ranking_key for player in self.players]
        best = max(ranking_keys)
        for seat, player in enumerate(self.players):
            output = event["players"][seat]
            assert {k: v for k, v in output["parts"].items() if v} == without_zeros(player.parts)
            assert (output["score"], output["bucks"]) == (player.score, player.bucks)
            assert output["rank"] == 1 + sum(key > ranking_keys[seat] for key in ranking_keys)
            share = 1 / ranking_keys.count(best) if ranking_keys[seat] == best else 0
            assert output["win_share"] == share
        assert ranking_keys[event["winner"]] == best
        if ranking_keys.count(best) > 1:
            rolls = self.roll_off
            assert rolls[str(event["winner"])] == max(rolls.values())
        self.final = event
