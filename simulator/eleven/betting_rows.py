"""The sheet of the betting board: fifteen spaces, in two layouts (BET-4)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.betting_state import (
    BET_COLUMNS,
    BET_ROWS,
    DRAWN_POINTS,
    SPACES,
    WON_POINTS,
)
from eoc_sim.simulator.eleven.shared_rows import source
from eoc_sim.simulator.kernel.phrases import format_count
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.runs import sheets
from eoc_sim.simulator.runs.cells import Key, Name, Whole
from eoc_sim.simulator.runs.sheets import ComponentSheet, column

BOARDS = ("spread", "sorted")


def _row(board: str) -> Whole:
    return Whole(f"row on board `{board}`, from the top", 1, BET_ROWS, role="label")


def _column(board: str) -> Whole:
    return Whole(f"column on board `{board}`, from the left", 1, BET_COLUMNS, role="label")


class Bet(sheets.Component):
    """A space of the betting board: a combination of four results (BET-4)."""

    number: str = column(Key("its number"))
    name: str = column(Name("name"))
    row_spread: int = column(_row("spread"))
    column_spread: int = column(_column("spread"))
    row_sorted: int = column(_row("sorted"))
    column_sorted: int = column(_column("sorted"))
    source: str = column(source())
    printed_columns: tuple[str, ...]

    def place(self, board: str) -> tuple[int, int]:
        """Return the space's row and column on a board, from 1."""
        return getattr(self, f"row_{board}"), getattr(self, f"column_{board}")

    @property
    def results(self) -> tuple[int, int]:
        """The numbers of wins and draws in its combination."""
        return self.number.count(str(WON_POINTS)), self.number.count(str(DRAWN_POINTS))


class _Bets(ComponentSheet[Bet]):
    def number(self, text: str) -> str:
        """Return the number in lower case."""
        return text.strip().lower()

    def refusal(self, number: str) -> str:
        """Describe what is wrong with a number, or return ""."""
        if re.fullmatch(r"b3*1*0*", number) and len(number) == 5:
            return ""
        return (
            "is not a combination of results: write b and four digits, each 3, 1 or 0, highest "
            "first, such as b3310."
        )

    def order(self, bet: Bet) -> Any:
        """Return the sort key: most wins first, then most draws."""
        wins, draws = bet.results
        return -wins, -draws


BETS = _Bets("bets", "bet", Bet, row_noun="space", plural_noun="spaces", marks=("row_spread",))


def check_bets(name: str, bets: Sequence[Bet]) -> None:
    """Refuse boards with missing or overlapping spaces (BET-4)."""
    if len(bets) != SPACES:
        raise InputError(
            f"{name} has {format_count(len(bets), 'space')}; the betting board has {SPACES}, "
            "one for each combination of four results (BET-4)."
        )
    for board in BOARDS:
        bets_by_place: dict[tuple[int, int], Bet] = {}
        for bet in bets:
            earlier_bet = bets_by_place.setdefault(bet.place(board), bet)
            if earlier_bet is not bet:
                row, board_column = bet.place(board)
                raise InputError(
                    f"{name}: {earlier_bet.number} and {bet.number} are both in row {row} "
                    f"and column {board_column} of board {board}; each space has a place of its "
                    "own (BET-4)."
                )


def write_bets(table: Any, bets: Sequence[Bet], rules: Mapping[str, Any]) -> None:
    """BET-4: write the board in play."""
    for space, bet in enumerate(bets):
        row, board_column = bet.place(str(rules["bet_board"]))
        field_of(table, "bet_space")[row - 1, board_column - 1] = space
        field_of(table, "bet_of_results")[bet.results] = space
