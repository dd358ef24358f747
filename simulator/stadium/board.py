"""Stadium's boards in numbers: board.toml, read and checked."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.checked_rows import SOURCES
from eoc_sim.simulator.kernel.toml_values import shown, table, whole, word_of
from eoc_sim.simulator.stadium.names import (
    MOST_POINT_TOKENS,
    MOST_POINTS,
    MOST_PRICE,
    MOST_STEPS,
    MOST_WINS,
)

VALUES = ("ticket_most_by_wins", "ticket_steps", "point_tokens", "bonus_tile_points")


@dataclass(frozen=True)
class Board:
    """The ticket table (ACT-15), and the points of tokens (SET-6) and tiles.

    A visit to Tickets gives the owner's wins in money, but at most ``ticket_most_by_wins``. Each of
    ``ticket_steps`` is a number of wins, ascending, and the money that a visit gives instead from
    that number on. ``sources`` says how much of each value is printed.
    """

    ticket_most_by_wins: int
    ticket_steps: tuple[tuple[int, int], ...]
    point_tokens: tuple[int, ...]
    bonus_tile_points: int
    sources: Mapping[str, str]


def read_board(name: str, file: Mapping[str, Any]) -> Board:
    """Read the board from the keys of its file."""
    table(file, name, (*VALUES, "sources"))
    sources = table(file["sources"], f"{name}, sources", VALUES)
    return Board(
        ticket_most_by_wins=whole(
            file["ticket_most_by_wins"], f"{name}, ticket_most_by_wins", 0, MOST_PRICE
        ),
        ticket_steps=_steps(file["ticket_steps"], f"{name}, ticket_steps"),
        point_tokens=tuple(
            _listed(
                file["point_tokens"],
                f"{name}, point_tokens",
                "points of tokens",
                MOST_POINT_TOKENS,
                lambda value, where: whole(value, where, 0, MOST_POINTS),
            )
        ),
        bonus_tile_points=whole(
            file["bonus_tile_points"], f"{name}, bonus_tile_points", 0, MOST_POINTS
        ),
        sources={key: word_of(sources[key], f"{name}, sources, {key}", SOURCES) for key in VALUES},
    )


def _listed(
    value: Any, where: str, what: str, most: int, read: Callable[[Any, str], Any]
) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise InputError(f"{where}: a list of up to {most} {what} is needed, not {shown(value)}.")
    return [read(one, f"{where}, entry {place}") for place, one in enumerate(value, start=1)]


def _steps(value: Any, where: str) -> tuple[tuple[int, int], ...]:
    steps = _listed(value, where, "pairs of wins and money", MOST_STEPS, _step)
    for before, after in itertools.pairwise(steps):
        if after[0] <= before[0]:
            raise InputError(
                f"{where}: the wins of the steps should ascend, but {after[0]} follows {before[0]}."
            )
    return tuple(steps)


def _step(value: Any, where: str) -> tuple[int, int]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InputError(f"{where}: a pair of wins and money is needed, not {shown(value)}.")
    return (
        whole(value[0], f"{where}, wins", 1, MOST_WINS),
        whole(value[1], f"{where}, money", 0, MOST_PRICE),
    )


def board_dict(board: Board) -> dict[str, Any]:
    """Write the board as the keys of its file."""
    return {
        "ticket_most_by_wins": board.ticket_most_by_wins,
        "ticket_steps": [list(step) for step in board.ticket_steps],
        "point_tokens": list(board.point_tokens),
        "bonus_tile_points": board.bonus_tile_points,
        "sources": dict(board.sources),
    }


def board_text(board: Board) -> str:
    """Write the board as a file for `read_board`."""
    values = board_dict(board)
    lines = [f"{key} = {values[key]}" for key in VALUES]
    lines += ["", "[sources]", *(f'{key} = "{board.sources[key]}"' for key in VALUES)]
    return "\n".join(lines) + "\n"


def cells(board: Board, value: str) -> dict[str, str]:
    """Write a value of the board as the cells of a row.

    The parts of a list are separated by spaces.

    >>> board = Board(5, ((10, 6), (20, 7)), (1, 1), 3, dict.fromkeys(VALUES, "printed"))
    >>> cells(board, "ticket_steps")
    {'value': '10:6 20:7', 'source': 'printed'}
    """
    listed = getattr(board, value)
    if value == "ticket_steps":
        text = " ".join(f"{wins}:{money}" for wins, money in listed)
    elif value == "point_tokens":
        text = " ".join(map(str, listed))
    else:
        text = str(listed)
    return {"value": text, "source": board.sources[value]}


def changed_board(board: Board, settings: Mapping[str, Mapping[str, str]]) -> Board:
    """Set cells of the board: columns ``value`` and ``source``, by value."""
    file = board_dict(board)
    for name, row in settings.items():
        if "source" in row:
            file["sources"][name] = row["source"]
        if "value" in row:
            parts: list[Any] = row["value"].replace(",", " ").replace(";", " ").split()
            if name == "ticket_steps":
                file[name] = [[_number(end) for end in part.split(":")] for part in parts]
            elif name == "point_tokens":
                file[name] = [_number(part) for part in parts]
            else:
                file[name] = _number(row["value"])
    said = " ".join(
        f"board.{name}.{column}={cell}"
        for name, row in settings.items()
        for column, cell in row.items()
    )
    return read_board(f"The board with {said}", file)


def _number(text: str) -> Any:
    """Parse a whole number; leave other text for the reader to refuse."""
    return int(text) if text.isdecimal() and len(text) < 10 else text
