"""Compiled sums of the games' pulls on each card's mean; see `dealt_cards`.

One pass over the deals sums the pulls. Each game's pulls are first collected in one row per
strategy, with an entry for every card. These rows are then added up strategy by strategy, so the
order of addition is always the same.
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
def _add(target: Floats, values: Floats) -> None:
    for card in range(len(target)):
        target[card] += values[card]


@compiled
def _subtract_others(target: Floats, weights: Floats, value: float, weighted_means: Floats) -> None:
    """Subtract the pull that a seat's deals exert on other cards.

    It is subtracted from all cards with deals in the same cells (moment and kind of seat), the
    dealt cards included; for these, the factor 1 + weight in `add_pulls` makes up for it.
    """
    for card in range(len(target)):
        target[card] -= weights[card] * value - weighted_means[card]


@compiled
def _add_squares(
    pull: Floats, deals: Floats, means: Floats, games: Floats, squares: Floats
) -> None:
    """Subtract the deals' means from a game's pulls; add games and squares."""
    for card in range(len(pull)):
        deviation = pull[card] - deals[card] * means[card]
        pull[card] = deviation
        squares[card] += deviation * deviation
        games[card] += 1.0 if deals[card] > 0 else 0.0


@compiled_entry
def add_cells(
    card_of: Integers,
    moment_of: Integers,
    seat_of: Integers,
    kind_of: Integers,
    kinds: int,
    values: Integers,
    number: Integers,
    totals: Integers,
) -> None:
    """Count deals by card and cell, and sum their seats' ``values``."""
    for deal in range(len(card_of)):
        card, seat = card_of[deal], seat_of[deal]
        cell = moment_of[deal] * kinds + kind_of[seat]
        number[card, cell] += 1
        totals[0, card, cell] += values[seat, 0]
        totals[1, card, cell] += values[seat, 1]


@compiled_entry
def merge_copies(
    game_of: Integers,
    card_of: Integers,
    values: Floats,
    games: Integers,
    has_deals: NDArray[np.bool_],
    cards: int,
    pairs: Integers,
    means: Floats,
) -> int:
    """Average each card's copies in each game; return the number of averages.

    Args:
        game_of: the game of each copy, in order.
        card_of: the card of each copy.
        values: the value of each copy.
        games: the numbers of all games, in order.
        has_deals: by game, True if any card is dealt; other games are left out.
        cards: the number of cards; copies whose card number is out of range are left out.
        pairs: filled with the index into ``games`` and the card of each average.
        means: filled with the averages.
    """
    copies = np.zeros(len(means), np.int64)
    last = np.full(cards, -1)
    number, game, begin = 0, 0, 0
    for row in range(len(game_of)):
        while games[game] < game_of[row]:
            game += 1
            begin = number
        card = card_of[row]
        if card < 0 or card >= cards or not has_deals[game]:
            continue
        if last[card] < begin:
            last[card] = number
            pairs[number, 0], pairs[number, 1] = game, card
            means[number] = 0.0
            number += 1
        copies[last[card]] += 1
        means[last[card]] += values[row]
    for index in range(number):
        means[index] /= copies[index]
    return number


@compiled_entry
def add_pulls(
    card_of: Integers,
    moment_of: Integers,
    seat_of: Integers,
    game_of: Integers,
    kind_of: Integers,
    strategy_of: Integers,
    values: Floats,
    weights: Floats,
    means: Floats,
    like_for_like: Integers,
    deviations: Floats,
    games: Floats,
    sums: Floats,
    last: Floats,
) -> None:
    """Sum the squares of the games' pulls on each card's mean.

    Pulls are multiplied by the card's number of deals.

    Args:
        card_of: the card of each deal, in game order.
        moment_of: each deal's round and way of dealing, as one number.
        seat_of: the seat of each deal.
        game_of: the game of each seat, in order.
        kind_of: the place in turn order and the strategy of each seat, as one number.
        strategy_of: the strategy of each seat.
        values: the wins and the lead of each seat.
        weights: by ``moment``, ``kind`` and card, three numbers: the weight of one deal in the mean
            of the other cards (-1 if there is no comparison), that mean for wins, and that mean
            for the lead.
        means: each card's means: of wins, of the lead, and of each strategy's wins.
        like_for_like: game and card of the like-for-like values, in game order.
        deviations: the distance of each of these values from the card's mean.
        games: the informative games by strategy (all together first), value and card; the function
            adds to them.
        sums: as ``games``, but with two sums for each value: of the products of pulls and
            deviations, then of squares.
        last: a ring buffer of the latest games' pulls on wins, one row per game.
    """
    moments, kinds, _, cards = weights.shape
    strategies = len(games) - 1
    wins, lead_pulls = np.empty((strategies, cards)), np.empty(cards)
    deals, all_deals = np.empty((strategies, cards)), np.empty(cards)
    # Seats of a kind usually get the same number of cards at the same times: cache their weights,
    # and the weighted means of wins and of the lead.
    schedules = np.full((kinds, moments), -1, np.int64)
    sums_of_kind = np.zeros((kinds, 3, cards))
    number = len(game_of)
    seat, deal, comparison = 0, 0, 0
    while seat < number:
        game = game_of[seat]
        end = seat
        while end < number and game_of[end] == game:
            end += 1
        schedule = np.zeros((end - seat, moments), np.int64)
        wins[:] = 0.0
        lead_pulls[:] = 0.0
        deals[:] = 0
        while deal < len(seat_of) and seat_of[deal] < end:
            card, moment, owner = card_of[deal], moment_of[deal], seat_of[deal]
            schedule[owner - seat, moment] += 1
            kind, strategy = kind_of[owner], strategy_of[owner]
            weight = weights[moment, kind, 0, card]
            if weight >= 0:
                wins[strategy, card] += (values[owner, 0] - weights[moment, kind, 1, card]) * (
                    1 + weight
                )
                lead_pulls[card] += (values[owner, 1] - weights[moment, kind, 2, card]) * (
                    1 + weight
                )
                deals[strategy, card] += 1
            deal += 1
        for owner in range(seat, end):
            kind, strategy = kind_of[owner], strategy_of[owner]
            is_cached = True
            for moment in range(moments):
                if schedule[owner - seat, moment] != schedules[kind, moment]:
                    is_cached = False
            if not is_cached:
                sums_of_kind[kind] = 0.0
                for moment in range(moments):  # numba takes seconds to compile a row assignment
                    times = schedule[owner - seat, moment]
                    schedules[kind, moment] = times
                    if times:
                        for card in range(cards):
                            weight = times * max(weights[moment, kind, 0, card], 0.0)
                            sums_of_kind[kind, 0, card] += weight
                            sums_of_kind[kind, 1, card] += weight * weights[moment, kind, 1, card]
                            sums_of_kind[kind, 2, card] += weight * weights[moment, kind, 2, card]
            own_weights = sums_of_kind[kind, 0]
            _subtract_others(wins[strategy], own_weights, values[owner, 0], sums_of_kind[kind, 1])
            _subtract_others(lead_pulls, own_weights, values[owner, 1], sums_of_kind[kind, 2])
        row = last[game % len(last)]
        row[:] = 0.0
        all_deals[:] = 0.0
        for strategy in range(strategies):
            _add(row, wins[strategy])
            _add(all_deals, deals[strategy])
            _add_squares(
                wins[strategy],
                deals[strategy],
                means[2 + strategy],
                games[1 + strategy, 0],
                sums[1 + strategy, 0, 1],
            )
        _add_squares(row, all_deals, means[0], games[0, 0], sums[0, 0, 1])
        _add_squares(lead_pulls, all_deals, means[1], games[0, 1], sums[0, 1, 1])
        while comparison < len(like_for_like) and like_for_like[comparison, 0] <= game:
            card = like_for_like[comparison, 1]
            games[0, 2, card] += 1
            sums[0, 2, 0, card] += deviations[comparison] * row[card]
            sums[0, 2, 1, card] += deviations[comparison] * deviations[comparison]
            comparison += 1
        seat = end
