"""The kinds of fields in the events of Envelopes of Cash."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from eoc_sim.simulator.eoc.columns import (
    COLOUR_NAMES,
    MODE_NAMES,
    MONTH_NAMES,
    PART_WORDS,
    POSITION_NAMES,
    SOURCE_NAMES,
)
from eoc_sim.simulator.eoc.state import COACH_SOURCE, MONTHS
from eoc_sim.simulator.kernel.events import (
    EventRecord,
    Kind,
    Reading,
    added_kind,
    amount,
    bundle,
    computed_kind,
    constant_kind,
    entries,
    flag,
    name_kind,
    number,
    parts,
    seat,
    several,
    share,
    word,
)
from eoc_sim.simulator.kernel.phrases import format_count, join_words

card = name_kind("card")
cards = several("card")
shuffled = replace(cards, say=lambda value, story: str(len(value)))
coach = name_kind("coach")
spot = name_kind("spot")
node = name_kind("place")
colour = word(COLOUR_NAMES)
dice = parts({name: name for name in COLOUR_NAMES})
position = word(POSITION_NAMES)
starter = added_kind(seat)
score_parts = parts(PART_WORDS)
win_share = share(0)
origin = word(SOURCE_NAMES, ("their hand", "the pool", "their stash"), separator=", ")
"""The origin of a drafted card."""
mode = word(MODE_NAMES, ("in full", "at half"), separator=", ")
month = replace(number, say=lambda value, story: MONTH_NAMES[value])
month_heading = replace(number, say=lambda value, story: MONTH_NAMES[value].upper())
stars = amount("star")
stars_lost = replace(stars, say=lambda value, story: format_count(-value, "star"))
bucks = amount("BB", "BB")


def _envelopes(value: Mapping[str, int]) -> str:
    """Format EC by colour: ``2 green and 1 blue EC``."""
    return f"{join_words([f'{count} {name}' for name, count in value.items()]) or 'no'} EC"


envelopes = bundle(COLOUR_NAMES, _envelopes)
substitute = replace(envelopes, say=lambda value, story: f"{sum(value.values())} BB")
won_bets = amount("bet")
won_bucks = computed_kind(lambda record: record["tokens"], bucks)
won_envelopes = computed_kind(lambda record: {record["colour"]: 2 * record["tokens"]}, envelopes)
total = computed_kind(
    lambda record: record["value"] + sum(bonus.get("stars", 0) for bonus in record["bonuses"]),
    stars,
)
bonuses = entries("bonuses")
yes, no = constant_kind(True), constant_kind(False)
bid = replace(bucks, read=lambda reading: reading.single() or None)
only_free = replace(flag, page='`"free": true`')
vmd = replace(number, say=lambda value, story: f"{value:+d}")


def _read_source(reading: Reading) -> dict[str, str]:
    code = reading.single()
    if code >= COACH_SOURCE:
        return {"coach": reading.names.coach[code - COACH_SOURCE]}
    return {"card": reading.names.card[code]}


source = Kind(
    _read_source,
    lambda record, story: story.write_name(record["card"] if "card" in record else record["coach"]),
    singles=1,
    spread=True,
    page="`card` or `coach`",
)
"""The source of an effect."""

_GAINS = {
    "stars": "star",
    "bucks": "",
    "ec": "",
    "moves": "free move",
    "free_bets": "free bet",
    "free_runners": "free runner",
}
_GAIN_NAMES = ("stars", "bucks", "", "moves", "free_bets", "free_runners")
"""The gains in the order of ``box.gains``.

The third, EC, is read separately.
"""


def _say_gains(record: EventRecord) -> str:
    """Format gains or a cost: ``2 stars, 1 BB, 1 green EC``."""
    words = []
    for name, noun in _GAINS.items():
        if value := record.get(name):
            if name == "ec":
                words.append(_envelopes(value))
            else:
                words.append(format_count(value, noun) if noun else f"{value} BB")
    return ", ".join(words)


def _read_gains(reading: Reading) -> dict[str, Any]:
    gains: dict[str, Any] = {
        name: count
        for name, count in zip(_GAIN_NAMES, reading.values(), strict=True)
        if name and count
    }
    ec = envelopes.read(reading)
    return gains | ({"ec": ec} if ec else {})


def _read_cost(reading: Reading) -> dict[str, Any]:
    number, ec = reading.single(), envelopes.read(reading)
    return ({"bucks": number} if number else {}) | ({"ec": ec} if ec else {})


gains = Kind(
    _read_gains,
    lambda record, story: _say_gains(record),
    spread=True,
    page=", ".join(f"`{name}`" for name in _GAINS),
)
cost = Kind(
    _read_cost, lambda record, story: _say_gains(record), singles=1, page="`{}` (`bucks`, `ec`)"
)


def _read_calendar(reading: Reading) -> dict[str, dict[str, int]]:
    months = {str(index): envelopes.read(reading) for index in range(1, MONTHS + 1)}
    return {key: value for key, value in months.items() if value}


def _read_own_cards(reading: Reading) -> dict[str, Any]:
    names = reading.names.card
    waiting = {
        str(index): names[code] for index, code in enumerate(reading.values(), 1) if code >= 0
    }
    return {"calendar": waiting, "in_play": cards.read(reading)}


def _read_packages(reading: Reading) -> dict[str, dict[str, int]]:
    names = reading.names.spot
    return {names[reading.value()]: envelopes.read(reading) for _ in range(reading.value())}


calendar = Kind(_read_calendar)
own_cards = Kind(_read_own_cards)
packages = Kind(_read_packages)


def _read_rolls(reading: Reading) -> dict[str, int]:
    numbers = reading.values()
    return dict(zip(map(str, numbers[::2]), numbers[1::2], strict=True))


rolls = Kind(
    _read_rolls,
    lambda value, story: ", ".join(f"{story.seat(int(key))} {die}" for key, die in value.items()),
)
"""Each seat's die."""
