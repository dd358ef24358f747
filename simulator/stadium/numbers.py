"""The editable numbers of Stadium: places, cards, effects, board, rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eoc_sim.simulator.runs.component_numbers import EffectNumbers, switch_numbers
from eoc_sim.simulator.runs.numbers import Number
from eoc_sim.simulator.stadium.component_rows import SHEETS_BY_NAME
from eoc_sim.simulator.stadium.effect_language import Clause, parse, phrase
from eoc_sim.simulator.stadium.names import GAINS, MAX_POINTS, MAX_PRICE
from eoc_sim.simulator.stadium.versions import Version

CAP = "round_cap"
"""The switch that stops games that owners do not end (END-3).

It is not a number of the game itself, so no edit changes it.
"""


def numbers(version: Version) -> tuple[Number, ...]:
    """List every editable number of the version with its alternatives.

    These are the prices, points and thresholds of places on the board and of cards in the decks,
    the numbers in all effects and on the board, and the numeric switches that have an effect.
    """
    rows = {
        name: [component for component in version.components.sheet(name) if _in_play(component)]
        for name in SHEETS_BY_NAME
    }
    components_in_play = [component for name in SHEETS_BY_NAME for component in rows[name]]
    result: list[Number] = []
    for name, sheet in SHEETS_BY_NAME.items():
        result += sheet.numbers(rows[name])
        result += _EFFECTS.numbers(sheet.word, sheet.dim or name, rows[name], components_in_play)
    rules = [rule for rule in switch_numbers(version) if rule.key != f"rules.{CAP}"]
    return (*result, *_board_numbers(version), *rules)


def _in_play(component: Any) -> bool:
    return not getattr(component, "absent", False) and getattr(component, "copies", 1) > 0


def _board_numbers(version: Version) -> Iterator[Number]:
    board = version.components.board
    values = {
        "ticket_most_by_wins": (
            "limit on ticket money from wins",
            board.ticket_most_by_wins,
            MAX_PRICE,
        )
    }
    if version.rules["bonus_tiles"] != "off":
        values["bonus_tile_points"] = ("bonus tile points", board.bonus_tile_points, MAX_POINTS)
    for name, (words, value, maximum) in values.items():
        yield Number(
            f"board.{name}.value",
            "the board",
            words,
            float(value),
            tuple(map(float, range(maximum + 1))),
            tuple(map(str, range(maximum + 1))),
            float(value),
            1.0,
        )


def _used_fields(clause: Clause) -> list[str]:
    """List the fields of a clause that hold its numbers."""
    return ["amount", "pay_amount"] if clause.pay_kind >= 0 else ["amount"]


_EFFECTS = EffectNumbers(
    {"amount": "{} of the effect", "pay_amount": "price of {}"},
    _used_fields,
    lambda clause: GAINS[clause.gain],
    parse,
    phrase,
)
