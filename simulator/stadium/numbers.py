"""The editable numbers of Stadium: places, cards, effects, board, rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from eoc_sim.simulator.runs.component_numbers import EffectNumbers, of_rules, whole
from eoc_sim.simulator.runs.numbers import Number
from eoc_sim.simulator.stadium.component_rows import KINDS, Component
from eoc_sim.simulator.stadium.effect_language import Clause, parse, phrase
from eoc_sim.simulator.stadium.names import GAINS, MOST_POINTS, MOST_PRICE, MOST_WINS, TOKENS
from eoc_sim.simulator.stadium.versions import Version

POINTS_OF_MONEY = 1 / 3
GAME_TIMES = 6
"""The rough worth of 1 money, and game times holding a card.

They only affect which numbers are tried first.
"""
WORTH = {
    "victory_points": 1.0,
    "construction": -1.1 * POINTS_OF_MONEY,
    "money": -POINTS_OF_MONEY,
    "equipment": -0.6 * POINTS_OF_MONEY,
    "entertainment": -1.1 * POINTS_OF_MONEY,
    "wins": -0.6,
    "signing": -POINTS_OF_MONEY,
    "cost": -POINTS_OF_MONEY,
    "salary": -0.6 * GAME_TIMES * POINTS_OF_MONEY,
}
"""The points that one more in a column brings the row's owner."""
COLUMNS: Mapping[str, Mapping[str, int]] = {
    "buildings": {
        "construction": MOST_PRICE,
        "money": MOST_PRICE,
        "equipment": MOST_PRICE,
        "entertainment": MOST_PRICE,
        "victory_points": MOST_POINTS,
    },
    "field": {"wins": MOST_WINS, "equipment": MOST_PRICE, "victory_points": MOST_POINTS},
    "players": {"signing": MOST_PRICE, "salary": MOST_PRICE, "victory_points": MOST_POINTS},
    "employees": {"cost": MOST_PRICE, "salary": MOST_PRICE, "victory_points": MOST_POINTS},
}
"""The columns of numbers, by sheet, with their maximum."""
DIMS = {
    "spaces": "spaces",
    "buildings": "places",
    "field": "places",
    "players": "players",
    "employees": "employees",
}
"""By sheet the table of ids that its rows are in."""


CAP = "round_cap"
"""The switch that ends games which owners do not (END-3).

It is no number of the game, so no edit changes it.
"""


def numbers(version: Version) -> tuple[Number, ...]:
    """List every editable number of the version with its alternatives.

    These are the prices, points and thresholds of places on the board and of cards in the decks,
    the numbers in all effects, those of the board, and the numeric switches that have an effect.
    """
    rows = {
        name: [one for one in version.components.sheet(name) if _in_play(one)] for name in KINDS
    }
    every = [one for name in KINDS for one in rows[name]]
    found: list[Number] = []
    for name, kind in KINDS.items():
        found += _of_columns(kind.word, name, rows[name])
        found += _EFFECTS.of(kind.word, DIMS[name], rows[name], every)
    rules = [one for one in of_rules(version) if one.key != f"rules.{CAP}"]
    return (*found, *_of_board(version), *rules)


def _in_play(one: Any) -> bool:
    return not getattr(one, "absent", False) and getattr(one, "copies", 1) > 0


def _of_columns(word: str, sheet: str, rows: Sequence[Component]) -> Iterator[Number]:
    for column, most in COLUMNS.get(sheet, {}).items():
        peers = [float(getattr(row, column)) for row in rows]
        for row in rows:
            yield whole(
                f"{word}.{row.number}.{column}",
                f"{row.number} {row.name}",
                column.replace("_", " "),
                getattr(row, column),
                range(most + 1),
                peers,
                dim=DIMS[sheet],
                row=str(row.number),
                worth=WORTH[column],
            )


def _of_board(version: Version) -> Iterator[Number]:
    board = version.components.board
    values = {"ticket_most_by_wins": (board.ticket_most_by_wins, MOST_PRICE)}
    if version.rules["bonus_tiles"] != "off":
        values["bonus_tile_points"] = (board.bonus_tile_points, MOST_POINTS)
    for name, (now, most) in values.items():
        yield Number(
            f"board.{name}.value",
            "the board",
            name.replace("_", " "),
            float(now),
            tuple(map(float, range(most + 1))),
            tuple(map(str, range(most + 1))),
            float(now),
            1.0,
        )


def _said(clause: Clause) -> list[str]:
    """List the fields of a clause that hold its numbers."""
    return ["amount", "pay_amount"] if clause.pay_kind >= 0 else ["amount"]


def _gain(clause: Clause) -> str:
    """Name a clause's gain and, if it has one, its cost."""
    gain = GAINS[clause.gain]
    return gain if clause.pay_kind < 0 else f"{gain} for {TOKENS[clause.pay_kind]}"


_EFFECTS = EffectNumbers(
    {"amount": "{} of the effect", "pay_amount": "price of {}"},
    _said,
    _gain,
    parse,
    phrase,
)
