"""Exact returns of bets (BET-5)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from eoc_sim.analysis.eleven import bets


def exact_chances(
    board_spaces: Sequence[Any], teams: Sequence[tuple[Fraction, Fraction]]
) -> dict[str, Fraction]:
    """Return each space's chance from the teams' chances."""
    chances: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    for win_chance, draw_chance in teams:
        chances_after: dict[tuple[int, int], Fraction] = {}
        for (wins, draws), chance in chances.items():
            for wins_and_draws, part in (
                ((1, 0), win_chance),
                ((0, 1), draw_chance),
                ((0, 0), 1 - win_chance - draw_chance),
            ):
                key = wins + wins_and_draws[0], draws + wins_and_draws[1]
                chances_after[key] = chances_after.get(key, Fraction(0)) + chance * part
        chances = chances_after
    return {bet.number: chances.get(bet.results, Fraction(0)) for bet in board_spaces}


def exact_returns(
    board_spaces: Sequence[Any],
    board: str,
    teams: Sequence[tuple[Fraction, Fraction]],
    payouts: Sequence[int],
) -> dict[int, dict[tuple[str, ...], Fraction]]:
    """BET-5: return the expected payout per unit of money on a token.

    The outer key is how many spaces a token covers (1, 2 or 4), the inner key those spaces.
    ``teams`` has each team's chances of a win and of a draw.
    """
    chances = exact_chances(board_spaces, teams)
    bet_by_place = {bet.place(board): bet.number for bet in board_spaces}
    returns: dict[int, dict[tuple[str, ...], Fraction]] = {1: {}, 2: {}, 4: {}}
    for token_row, token_column in product(range(bets.LINES), range(bets.FILES)):
        spaces = tuple(
            bet_by_place[row + 1, column + 1]
            for row, column in bets.spaces_of(token_row, token_column)
        )
        chance = sum((chances[space] for space in spaces), Fraction(0))
        returns[len(spaces)][spaces] = chance * payouts[bets.shape_of(token_row, token_column)]
    return returns
