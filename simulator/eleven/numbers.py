"""The editable numbers of Eleven: keepers, tactics, VP by position, rules."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from eoc_sim.simulator.eleven.component_rows import OPPONENTS, LineUp, acts_without_cards
from eoc_sim.simulator.eleven.components import AMOUNTS
from eoc_sim.simulator.eleven.effect_language import Clause, gain_phrase, parse, phrase
from eoc_sim.simulator.eleven.names import DECKS_OF_DIVISION, MOST_GLOVES, MOST_STRENGTH, MOST_VP
from eoc_sim.simulator.eleven.versions import Version
from eoc_sim.simulator.runs.component_numbers import EffectNumbers, of_rules, spread
from eoc_sim.simulator.runs.numbers import Number

BEYOND = 5
"""VP that the ends of the table may move outwards."""


def numbers(version: Version) -> tuple[Number, ...]:
    """List every editable number of the version with its alternatives.

    These are the keepers of the clubs in play, the amounts in the effects of tactic cards, the
    table of VP that counts, and the numeric switches that have an effect.
    """
    components = version.components
    decks = DECKS_OF_DIVISION[int(version.rules["division"])]
    line_ups = [one for one in components.opponents if not one.absent and one.deck in decks]
    tactics = [one for one in components.tactics if not one.absent]
    if version.rules["tactics"] == "off":
        tactics = []
    return (
        *_of_keepers(line_ups),
        *_EFFECTS.of("tactic", "tactics", tactics, tactics),
        *_of_positions(version),
        *of_rules(version),
    )


def _of_keepers(line_ups: list[LineUp]) -> Iterator[Number]:
    for place, (kind, most) in enumerate((("strength", MOST_STRENGTH), ("gloves", MOST_GLOVES))):
        alike = [float(one.keeper[place]) for one in line_ups]
        for one in line_ups:
            keepers = [list(one.keeper) for _ in range(most + 1)]
            for value, keeper in enumerate(keepers):
                keeper[place] = value
            key = f"{OPPONENTS.word}.{one.number}.keeper"
            yield Number(
                key,
                OPPONENTS.label(one),
                f"keeper's {kind}",
                float(one.keeper[place]),
                tuple(map(float, range(most + 1))),
                tuple(f"{strength}x{gloves}" for strength, gloves in keepers),
                statistics.median(alike),
                spread(alike),
                group=key,
            )


def _of_positions(version: Version) -> Iterator[Number]:
    """List the VP of each position, between those of its neighbours."""
    name = f"position_vp_{version.rules['position_vp']}"
    if name not in AMOUNTS.values:
        return
    table: tuple[int, ...] = getattr(version.components.club, name)
    ends = (min(table[0] + BEYOND, MOST_VP), *table, max(table[-1] - BEYOND, -MOST_VP))
    for place, now in enumerate(table):
        values = range(min(ends[place + 2], now), max(ends[place], now) + 1)
        yield Number(
            f"club.{name}.value",
            "the league table",
            f"VP of position {place + 1}",
            float(now),
            tuple(map(float, values)),
            tuple(
                AMOUNTS.values[name].text((*table[:place], value, *table[place + 1 :]))
                for value in values
            ),
            float(now),
            1.0,
            group=f"club.{name}",
        )


def _said(clause: Clause) -> list[str]:
    """List the editable fields of a clause, if it acts."""
    return ["amount"] if acts_without_cards(clause) else []


_EFFECTS = EffectNumbers(
    {"amount": "{} of the effect"},
    _said,
    lambda clause: gain_phrase(clause).partition(" ")[2],
    parse,
    phrase,
)
