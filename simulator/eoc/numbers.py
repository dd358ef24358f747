"""The numbers of Envelopes of Cash that an edit may change: of cards, Head Coaches and rules."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.component_rows import (
    COST_COLUMNS,
    MOST_EC,
    MOST_EC_OF_A_COLOUR,
    MOST_STARS,
    Card,
    Coach,
)
from eoc_sim.simulator.eoc.effect_codes import COUNTER_NONE, GAIN_NAMES
from eoc_sim.simulator.eoc.effect_language import NO_LIMIT, Clause, parse, phrase
from eoc_sim.simulator.eoc.rules import SWITCHES
from eoc_sim.simulator.eoc.versions import Version, change
from eoc_sim.simulator.runs.numbers import Number

STARS_OF_AN_EC = 2.0
STARS_OF_A_BUCK = 1.2
"""About what one EC, one BB is worth; only which numbers are tried first hangs on it."""
PARTS = {
    "amount": "{} of the effect", "pay_bucks": "BB to pay for {}", "pay_ec": "EC to pay for {}",
    "per": "what {} are counted by", "up_to": "limit of {}",
}
"""The fields of a clause that may hold a number, in words."""
MOST_MORE = 2
"""By how much an effect's number may exceed the largest of its kind."""
STEPS_OF_A_SWITCH = 8
"""A switch's numbers from the least to the most count as so many spreads."""


def numbers(version: Version) -> tuple[Number, ...]:
    """Every number of the version that an edit may change, with what else it may be.

    Stars and prices of the cards in the deck, the numbers in the effects of cards and coaches, and
    the switches with numbers that do something.
    """
    components = version.components
    cards = [card for card in components.cards if card.copies > 0]
    coaches = components.coaches if version.rules["coaches"] == "on" else ()
    return (
        *_of_cards(cards), *_of_effects("card", "cards", cards, cards),
        *_of_effects("coach", "coaches", coaches, [*cards, *coaches]), *_of_rules(version),
    )


def _of_cards(cards: Sequence[Card]) -> Iterator[Number]:
    stars = [float(card.stars) for card in cards]
    prices = [float(ec) for card in cards for ec in card.cost if ec]
    for card in cards:
        name = f"{card.number} {card.name}"
        where = {"dim": "cards", "row": card.number}
        yield _whole(
            f"card.{card.number}.stars", name, "stars", card.stars, range(MOST_STARS + 1), stars,
            worth=1.0, **where,
        )
        for column, ec in zip(COST_COLUMNS, card.cost, strict=True):
            others = sum(card.cost) - ec
            least, most = int(not others), min(MOST_EC - others, MOST_EC_OF_A_COLOUR)
            yield _whole(
                f"card.{card.number}.{column}", name, column, ec, range(least, most + 1), prices,
                worth=-STARS_OF_AN_EC, group=f"card.{card.number}.cost", **where,
            )


def _of_effects(
    sheet: str, dim: str, rows: Sequence[Card | Coach], peers: Sequence[Card | Coach]
) -> Iterator[Number]:
    """The numbers of each clause: what it gives, what it costs, what it counts by and up to."""
    alike: dict[tuple[str, int], list[float]] = {}
    for row in peers:
        for clause in row.clauses:
            for part in _parts(clause):
                alike.setdefault((part, clause.gain), []).append(float(getattr(clause, part)))
    for row in rows:
        for place, clause in enumerate(row.clauses):
            for part in _parts(clause):
                others = alike[part, clause.gain]
                most = int(max(others)) + MOST_MORE
                settings = dict(_settings(row.clauses, place, part, most))
                if len(settings) < 2:
                    continue
                which = f" {place + 1}" if len(row.clauses) > 1 else ""
                yield Number(
                    f"{sheet}.{row.number}.effect", f"{row.number} {row.name}",
                    PARTS[part].format(GAIN_NAMES[clause.gain]) + which,
                    float(getattr(clause, part)), tuple(settings), tuple(settings.values()),
                    statistics.median(others), _spread(others), dim, row.number,
                    grows=part in ("amount", "up_to"),
                )


def _parts(clause: Clause) -> list[str]:
    """The fields of a clause that hold a number which it says."""
    return [
        part for part in PARTS
        if part == "amount" or 0 < getattr(clause, part) < NO_LIMIT
        and not (part == "per" and clause.counter == COUNTER_NONE)
    ]


def _settings(
    clauses: tuple[Clause, ...], place: int, part: str, most: int
) -> Iterator[tuple[float, str]]:
    """The effects with another number in one clause, as far as the language allows them."""
    for number in range(1, most + 1):
        change: dict[str, Any] = {part: number}
        other = replace(clauses[place], **change)
        text = phrase((*clauses[:place], other, *clauses[place + 1 :]))
        try:
            said = getattr(parse(text)[place], part) == number
        except InputError:
            said = False
        if said:
            yield float(number), text


def _of_rules(version: Version) -> Iterator[Number]:
    idle = version.rules.idle(len(version.seats))
    for switch in SWITCHES.values():
        now = version.rules[switch.name]
        if switch.numbers is None or isinstance(now, str) or switch.name in idle:
            continue
        key = f"rules.{switch.name}"
        values = [one for one in switch.numbers if one == now or _is_possible(version, key, one)]
        usual = switch.default if isinstance(switch.default, int) else now
        spread = max(1.0, (switch.numbers[-1] - switch.numbers[0]) / STEPS_OF_A_SWITCH)
        yield Number(
            key, f"rule {switch.name}", "number", float(now), tuple(map(float, values)),
            tuple(map(str, values)), float(usual), spread, **_by_order(switch.name),
        )


def _by_order(name: str) -> dict[str, Any]:
    """What a switch gives to a place in March's turn order, about in stars (SET-19)."""
    found = re.fullmatch(r"order_(bucks|stars)_([1-4])", name)
    if found is None:
        return {}
    worth = 1.0 if found[1] == "stars" else STARS_OF_A_BUCK
    return {"order": int(found[2]) - 1, "worth": worth}


def _is_possible(version: Version, key: str, value: int) -> bool:
    try:
        change(version, [(key, str(value))])
    except InputError:
        return False
    return True


def _whole(
    key: str, name: str, kind: str, now: int, values: range, peers: Sequence[float],
    *, dim: str, row: str, worth: float, group: str = "",
) -> Number:
    return Number(
        key, name, kind, float(now), tuple(map(float, values)), tuple(map(str, values)),
        statistics.median(peers), _spread(peers), dim, row, worth, group=group,
    )


def _spread(values: Sequence[float]) -> float:
    """How far numbers of a kind lie apart, robust to the odd one: quartiles, half a step at least.

    As a standard deviation: the distance of the quartiles of a normal distribution is 1.35 of it.
    """
    if len(values) < 4:
        return 1.0
    first, _, third = statistics.quantiles(values, n=4)
    return max((third - first) / 1.35, 0.5)
