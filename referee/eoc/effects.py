"""The effect language: parsing phrases and evaluating them.

`WHEN: [if CONDITION [and CONDITION]:] [pay AMOUNT:] GAIN [per [n] COUNTER] [up to N]`, clauses
joined by `;`. Conditions are kept as tuples, and costs and counters in plain fields.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from eoc_sim.referee.eoc.tables import CARD_TYPES, COLOURS, MONTHS, POSITIONS, REGIONS
from eoc_sim.referee.phrases import PhraseError, cut

if TYPE_CHECKING:
    from eoc_sim.referee.eoc.game import ReferenceGame
    from eoc_sim.referee.eoc.state import Player

MOMENTS = [
    "month", "play", "sign", "market", "trade", "move", "bet_won", "crap_out", "always", "end",
]  # fmt: skip
NUMBERED_GAINS = {
    "stars": "stars", "star": "stars", "bucks": "bucks", "buck": "bucks",
    "moves": "moves", "move": "moves", "free_bets": "free_bets", "free_bet": "free_bets",
    "free_runners": "free_runners", "free_runner": "free_runners",
}  # fmt: skip
REGION_WORDS = {region.lower(): region for region in REGIONS}
POSITION_WORDS = {position.lower(): position for position in POSITIONS}


@dataclass
class Clause:
    """One clause of an effect."""

    when: str
    gain: str
    amount: int
    detail: str = ""
    conditions: list[tuple[str, Any]] = field(default_factory=list)
    pay_bucks: int = 0
    pay_ec: int = 0
    pay_colour: str = ""  # a colour, or "any"
    counter: str = ""
    counter_detail: Any = None
    per: int = 1
    up_to: int | None = None

    def pays(self) -> bool:
        """Check if the clause has a cost."""
        return self.pay_bucks > 0 or self.pay_ec > 0

    def has_cost_or_choice(self) -> bool:
        """CAR-3: check if its owner may decline it."""
        return self.pays() or (self.gain == "ec" and self.detail == "any")


def parse(effect: str) -> list[Clause]:
    """Parse all clauses of an effect; an empty effect has none."""
    return [parse_clause(*pieces) for pieces in cut(effect, MOMENTS)]


def parse_clause(when: str, middle: list[str], last: str) -> Clause:
    """Parse a clause from its pieces; the gain comes last."""
    clause = Clause(when=when, gain="", amount=0)
    for piece in middle:
        if piece.startswith("if "):
            clause.conditions += [parse_condition(c) for c in piece[3:].split(" and ")]
        elif piece.startswith("pay "):
            parse_cost(piece[4:], clause)
        else:
            raise PhraseError(f"{last!r}: {piece!r} is neither a condition nor a cost")
    if " up to " in last:
        last, limit = last.split(" up to ")
        clause.up_to = int(limit)
    if " per " in last:
        last, counter = last.split(" per ")
        parse_counter(counter.strip(), clause)
    parse_gain(last.strip(), clause)
    return clause


def parse_cost(text: str, clause: Clause) -> None:
    """Parse a cost, such as `2 bucks` or `1 ec green`."""
    words = text.split()
    if words[1] in ("bucks", "buck") and len(words) == 2:
        clause.pay_bucks = int(words[0])
    elif words[1] == "ec" and len(words) <= 3:
        clause.pay_ec = int(words[0])
        clause.pay_colour = words[2] if len(words) == 3 else "any"
        if clause.pay_colour not in [*COLOURS, "any"]:
            raise PhraseError(f"{text!r}: no such colour")
    else:
        raise PhraseError(f"{text!r} is not a cost")


def parse_condition(text: str) -> tuple[str, Any]:
    """Parse a condition as (kind, wanted value)."""
    words = text.split()
    first, remainder = words[0], " ".join(words[1:])
    if first == "fundraising" and remainder in REGION_WORDS:
        return ("fundraising_region", REGION_WORDS[remainder])
    if first in CARD_TYPES and not remainder:
        return ("type", first)
    if first == "region":
        return ("region", [REGION_WORDS[word.strip()] for word in remainder.split("|")])
    if first == "position":
        return ("position", [POSITION_WORDS[word.strip()] for word in remainder.split("|")])
    if first == "base" and words[1] in (">=", "<="):
        return ("base" + words[1], int(words[2]))
    if first == "month":
        months: list[int] = []
        for word in remainder.split("|"):
            ends = [MONTHS.index(end.strip()) + 1 for end in word.split("-")]
            months += range(ends[0], ends[-1] + 1)
        return ("month", months)
    if text in ("border", "single", "same_state", "used_fundraising", "crapped_out"):
        return (text, True)
    raise PhraseError(f"{text!r} is not a condition")


def parse_counter(text: str, clause: Clause) -> None:
    """Parse a counter, such as `fundraising texas` or `2 card`.

    Other counters are `culture`, `qb|rb recruit` and `recruit base >= 4`.
    """
    match = re.match(r"(\d+) (.*)", text)
    if match:
        clause.per = int(match[1])
        text = match[2]
    words = text.split()
    plain = {"card": "card", "cards": "card", "recruit": "recruit", "recruits": "recruit",
             "position": "position", "positions": "position", "bucks": "bucks", "buck": "bucks",
             "region": "region", "regions": "region"}  # fmt: skip
    if text in plain:
        clause.counter = plain[text]
    elif text in CARD_TYPES:
        clause.counter, clause.counter_detail = "type", text
    elif words[0] == "fundraising" and words[1] in REGION_WORDS:
        clause.counter, clause.counter_detail = "fundraising_region", REGION_WORDS[words[1]]
    elif words[:3] == ["recruit", "base", ">="]:
        clause.counter, clause.counter_detail = "base_recruit", int(words[3])
    elif len(words) == 2 and words[1] in ("recruit", "recruits"):
        if words[0] == "border":
            clause.counter = "border_recruit"
        elif words[0] in REGION_WORDS:
            clause.counter, clause.counter_detail = "region_recruit", REGION_WORDS[words[0]]
        else:
            clause.counter = "position_recruit"
            clause.counter_detail = [POSITION_WORDS[word] for word in words[0].split("|")]
    else:
        raise PhraseError(f"{text!r} is not a counter")


def parse_gain(text: str, clause: Clause) -> None:
    """Parse a clause's gain."""
    words = text.split()
    if words[0] == "value" and words[1].startswith("x"):
        clause.gain, clause.amount = "value", int(words[1][1:])
    elif words[0] == "discount" and words[1] in ("cards", "recruits", "trades"):
        clause.gain, clause.detail, clause.amount = "discount", words[1], int(words[2])
    elif words[0] in ("use_again", "shift_die"):
        clause.gain, clause.amount = words[0], int(words[1])
    elif words[1] == "bucks_as_ec" and words[2] in ("cards", "recruits", "moves"):
        clause.gain, clause.detail, clause.amount = "bucks_as_ec", words[2], int(words[0])
    elif words[1] == "ec":
        clause.gain, clause.amount = "ec", int(words[0])
        clause.detail = words[2] if len(words) == 3 else "any"
        if clause.detail not in [*COLOURS, "any"]:
            raise PhraseError(f"{text!r}: no such colour")
    elif len(words) == 2 and words[1] in NUMBERED_GAINS:
        clause.gain, clause.amount = NUMBERED_GAINS[words[1]], int(words[0])
    else:
        raise PhraseError(f"{text!r} is not a gain")


def holds(
    game: ReferenceGame, player: Player, clause: Clause, about: dict[str, Any] | None = None
) -> bool:
    """Check if every condition holds now for the card, spot or place."""
    return all(condition_holds(game, player, c, about or {}) for c in clause.conditions)


def condition_holds(
    game: ReferenceGame, player: Player, condition: tuple[str, Any], about: dict[str, Any]
) -> bool:
    """Check one condition.

    `about` has the card or the spot that the event concerns, or the regions of the place entered.
    """
    kind, target = condition
    if kind == "month":
        return game.month in target
    if kind == "used_fundraising":  # CAR-4
        return player.used_fundraising
    if kind == "crapped_out":  # CAR-11
        return player.crapped_out
    if kind == "type":
        return about["card"].type == target
    if kind == "fundraising_region":
        return about["card"].type == "fundraising" and about["card"].region == target
    if kind in ("region", "border", "single"):
        # The recruit's state, or the node stepped on, which need not be a state.
        regions = about["spot"].regions if "spot" in about else about["regions"]
        if kind == "region":  # CAR-12: a border recruit counts for both of its regions
            return any(region in target for region in regions)
        return len(regions) == (2 if kind == "border" else 1)
    spot = about["spot"]
    if kind == "position":
        return spot.position in target
    if kind == "base>=":  # CAR-9: the base is the token's value, without the VMD
        return spot.base >= target
    if kind == "base<=":
        return spot.base <= target
    if kind == "same_state":  # CAR-10: the player has signed another recruit in this state
        return any(r.state == spot.state and r.name != spot.name for r in player.recruits)
    raise AssertionError(kind)


def count(player: Player, clause: Clause) -> int:
    """Evaluate a clause's counter now (CAR-10)."""
    cards = [source.card for source in player.in_play if source.card]
    recruits = player.recruits
    target = clause.counter_detail
    if clause.counter == "type":
        return len([c for c in cards if c.type == target])
    if clause.counter == "fundraising_region":
        return len([c for c in cards if c.type == "fundraising" and c.region == target])
    if clause.counter == "card":
        return len(cards)
    if clause.counter == "recruit":
        return len(recruits)
    if clause.counter == "border_recruit":
        return len([r for r in recruits if len(r.regions) == 2])
    if clause.counter == "region_recruit":  # CAR-12
        return len([r for r in recruits if target in r.regions])
    if clause.counter == "position_recruit":
        return len([r for r in recruits if r.position in target])
    if clause.counter == "base_recruit":
        return len([r for r in recruits if r.base >= target])
    if clause.counter == "position":
        return len({r.position for r in recruits})
    if clause.counter == "region":
        return len({region for r in recruits for region in r.regions})
    if clause.counter == "bucks":
        return player.bucks
    raise AssertionError(clause.counter)


def amount(player: Player, clause: Clause) -> int:
    """Work out what the clause gives now, up to its limit.

    A clause with a counter gives its amount once for each full `per` counted.
    """
    number = clause.amount
    if clause.counter:
        number *= count(player, clause) // clause.per
    if clause.up_to is not None:
        number = min(number, clause.up_to)
    return number


def standing_gain(
    game: ReferenceGame,
    player: Player,
    gain: str,
    detail: str = "",
    about: dict[str, Any] | None = None,
) -> int:
    """Add up all `always` clauses in force that give this gain."""
    return sum(number for _, number in standing_gains(game, player, gain, detail, about))


def standing_gains(
    game: ReferenceGame,
    player: Player,
    gain: str,
    detail: str = "",
    about: dict[str, Any] | None = None,
) -> list[tuple[Any, int]]:
    """List the sources of a standing gain with the amount from each."""
    amounts = []
    for source in player.sources():
        number = sum(
            amount(player, clause)
            for clause in source.clauses
            if clause.when == "always"
            and clause.gain == gain
            and clause.detail == detail
            and holds(game, player, clause, about)
        )
        if number > 0:
            amounts.append((source, number))
    return amounts
