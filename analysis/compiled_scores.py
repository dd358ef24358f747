"""Compiled re-scoring of games, with one card's score left out; see `rescoring`.

One pass covers the plays of all cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.simulator.kernel.compiled import compiled, compiled_entry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]


@compiled
def _win_shares(standing: Floats, losses: Floats, shares: Floats) -> None:
    """Fill in a game's win shares by scores minus losses, then tie-breaks."""
    width = len(shares)
    shares[:] = 1.0
    winners = width
    for number in range(len(standing)):
        maximum = -np.inf
        for seat in range(width):
            if shares[seat] > 0:
                value = standing[number, seat] - (losses[seat] if number == 0 else 0.0)
                maximum = max(maximum, value)
        for seat in range(width):
            if shares[seat] > 0:
                value = standing[number, seat] - (losses[seat] if number == 0 else 0.0)
                if value < maximum:
                    shares[seat] = 0.0
                    winners -= 1
        if winners == 1:
            break
    for seat in range(width):
        shares[seat] /= winners


@compiled
def _best_others(score: Floats, best: Floats) -> None:
    """Fill in, for each seat, the best score of the other seats."""
    for seat in range(len(score)):
        best[seat] = -np.inf
        for other in range(len(score)):
            if other != seat and score[other] > best[seat]:
                best[seat] = score[other]


@compiled_entry
def score_without(
    game_of: Integers,
    card_of: Integers,
    seat_of: Integers,
    games: Integers,
    standings: Floats,
    face: Floats,
    pairs: Integers,
    values: Floats,
) -> int:
    """Re-score games without the printed score of one card at a time.

    The function returns the number of pairs of a game and a card.

    Args:
        game_of: the game of each play, in order.
        card_of: the card of each play.
        seat_of: the seat of each play.
        games: the numbers of all games, in order.
        standings: by game, the scores of all seats, then their tie-breaks, in order.
        face: the printed score of each card.
        pairs: filled with each pair of an index into ``games`` and a card.
        values: filled with the mean losses of the card's owners and of the other seats, in
            score, then in wins per 100 games.
    """
    width = standings.shape[2]
    copies, losses = np.zeros(width), np.zeros(width)
    before, after = np.zeros(width), np.zeros(width)
    best_other = np.zeros(width)
    plays = np.zeros(len(face), np.int64)
    number, game, row = 0, 0, 0
    while row < len(game_of):
        while games[game] < game_of[row]:
            game += 1
        standing = standings[game]
        losses[:] = 0.0
        _win_shares(standing, losses, before)
        _best_others(standing[0], best_other)
        end = row
        while end < len(game_of) and game_of[end] == game_of[row]:
            plays[card_of[end]] += 1
            end += 1
        for play in range(row, end):
            card, seat = card_of[play], seat_of[play]
            number_of_copies = plays[card]
            if not number_of_copies:
                continue
            plays[card] = 0
            if number_of_copies == 1:
                # Usually only one seat loses points. Tie-breaks are then needed only if its new
                # score equals the best other score.
                score, best = standing[0, seat] - face[card], best_other[seat]
                share = 1.0 if score > best else 0.0
                if score == best:
                    losses[:] = 0.0
                    losses[seat] = face[card]
                    _win_shares(standing, losses, after)
                    share = after[seat]
                lost_wins = 100.0 * (before[seat] - share)
                values[0, number], values[1, number] = face[card], 0.0
                values[2, number], values[3, number] = lost_wins, lost_wins / -max(width - 1, 1)
            else:
                copies[:] = 0.0
                for other in range(play, end):
                    if card_of[other] == card:
                        copies[seat_of[other]] += 1.0
                for index in range(width):
                    losses[index] = copies[index] * face[card]
                _win_shares(standing, losses, after)
                values[:, number] = 0.0
                owners = 0
                for index in range(width):
                    column = 0 if copies[index] > 0 else 1
                    owners += 1 - column
                    values[column, number] += losses[index]
                    values[2 + column, number] += 100.0 * (before[index] - after[index])
                for column in range(4):
                    values[column, number] /= max(owners if column % 2 == 0 else width - owners, 1)
            pairs[0, number], pairs[1, number] = game, card
            number += 1
        row = end
    return number
