"""Find the values that make a card, or another thing, average.

First, games under the current rules measure the thing's worth. Then each of its numbers is tried,
with the same luck, at values that pull the worth towards average, and the worth is interpolated
between them. The predicted value is played in fresh games, and only those are reported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis import luck_of_the_deal
from eoc_sim.analysis.dealt_cards import DealtCards
from eoc_sim.analysis.stats import mean_interval, share_interval

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run
    from eoc_sim.simulator.runs.game import Column
    from eoc_sim.simulator.runs.numbers import Number

Worth = tuple[float, float, float]
"""Advantage over the average: value, low and high.

The unit is wins in 100, or score.
"""
Measure = Callable[["Run", int], Worth]
"""Measures a thing's worth in a run.

The second argument is the number of intervals that hold jointly, this one included.
"""

GAMES = 40_000
"""Games of the unchanged version.

That many games measure a card's worth to within about half a win in 100.
"""
TRIAL_FRACTION = 0.5
"""Fraction of `GAMES` played for the first look and for each trial."""
MAX_VALUES = 4
"""The maximum number of values to try for a number."""
USUAL_GAMES = 10 * GAMES
"""Number of games that the entire analysis of a typical row takes.

About half the rows of the built-in games take fewer games.
"""
COST_WITH_TWINS = 4
"""Cost of a game with twins, relative to a game without.

Such a game has 4 to 12 twins of priced things. Each starts when its thing enters play, on average
about halfway through the game.
"""


def games_to_try(numbers: Sequence[Number]) -> float:
    """Count the games needed to try numbers, as a multiple of `GAMES`.

    The count is for the more costly direction, since only the first games show whether the row must
    become weaker or stronger. A number without a value in that direction costs no games.

    >>> from eoc_sim.simulator.runs.numbers import Number
    >>> price = Number("k", "n", "price", 1, (0, 1), ("0", "1"), 2, 1, worth=-2.0)
    >>> score = Number("k", "n", "score", 5, tuple(range(8)), tuple("01234567"), 2, 1, worth=1.0)
    >>> games_to_try([price, score])
    5.0
    """
    return max(
        TRIAL_FRACTION * (1 + sum(tries)) + 1 + sum(map(bool, tries))
        for worth in (1.0, -1.0)
        for tries in [[len(values_to_try(number, worth)) for number in numbers]]
    )


def measure_card(card: int) -> Measure:
    """Return a measure of the gain from being dealt this card.

    The comparison is with an average card.
    """

    def measure(run: Run, tests: int) -> Worth:
        worth = DealtCards(run).means()
        value, low, high = mean_interval(*worth.sums(), run.look.level(tests))
        return float(value[card]), float(low[card]), float(high[card])

    return measure


def measure_deal(column: Column, row: int) -> Measure:
    """Return a measure of the wins of seats dealt this row.

    The fair share is subtracted from them.
    """

    def measure(run: Run, tests: int) -> Worth:
        assert run.fair is not None  # `balance` refuses games with a single player
        total = run.total(luck_of_the_deal.group_statistic(run, 0, column))
        (row_sums,) = total.filter(total[column.name] == row).iter_rows(named=True)
        interval = share_interval(
            row_sums["win_share_sum"],
            row_sums["win_share_n"],
            run.look.level(tests),
            row_sums["win_share_squares"],
        )
        value, low, high = (float(end) - 100 * run.fair for end in interval)
        return value, low, high

    return measure


def gain_beyond_price(
    ids: Sequence[int],
    prices: Sequence[float],
    gains: Sequence[float],
    errors: Sequence[float],
    thing: int,
) -> tuple[float, float]:
    """Return how far a thing's gain exceeds others' at the same price.

    The second value is the standard error. ``thing`` is one of ``ids``. The gain of others at the
    same price is read from a line fitted to all others by price, weighted by how precisely each is
    known. If all others have the same price, their plain mean is used.

    >>> value, error = gain_beyond_price([1, 2, 3], [2, 4, 3], [1.0, 3.0, 5.0], [0.1, 0.1, 0.1], 3)
    >>> round(value, 6), round(error, 3)
    (3.0, 0.122)
    >>> value, error = gain_beyond_price([1, 2, 3], [0, 0, 0], [1.0, 3.0, 5.0], [0.3, 0.1, 0.1], 3)
    >>> round(value, 6), round(error, 3)
    (3.0, 0.187)
    """
    thing_index = list(ids).index(thing)
    other_indexes = [index for index in range(len(ids)) if index != thing_index]
    price, value, error = (np.asarray(array, dtype=np.float64) for array in (prices, gains, errors))
    if len(set(price[other_indexes])) == 1:
        variance = np.square(error[other_indexes]).sum() / len(other_indexes) ** 2
        return float(value[thing_index] - value[other_indexes].mean()), float(
            (error[thing_index] ** 2 + variance) ** 0.5
        )
    design = np.array([[1.0, price[index]] for index in other_indexes])
    weight = 1 / np.maximum(error[other_indexes], 1e-6) ** 2
    covariance = np.linalg.inv(design.T @ (weight[:, None] * design))
    line = covariance @ (design.T @ (weight * value[other_indexes]))
    point = np.array([1.0, price[thing_index]])
    return float(value[thing_index] - point @ line), float(
        (error[thing_index] ** 2 + point @ covariance @ point) ** 0.5
    )


def values_to_try(number: Number, worth: float) -> tuple[float, ...]:
    """List values that pull a row towards average.

    The values weaken the row if its ``worth`` is above 0, else strengthen it. If there are too many
    values, those listed are spread evenly and include the one nearest to the current value.
    """
    raises_worth = number.worth > 0 if number.worth is not None else number.grows
    is_increase = raises_worth != (worth > 0)
    values = [
        value
        for value in number.values
        if (value > number.original if is_increase else value < number.original)
    ]
    values.sort(key=lambda tried_value: abs(tried_value - number.original))
    if len(values) <= MAX_VALUES:
        return tuple(values)
    # If a card is worth N wins per 100 games (or N points) more than average, it probably has
    # about N points too many. If it is worth less than average, it probably has too few.
    reach = values[: max(2 * MAX_VALUES, round(1.5 * abs(worth)))]
    indexes = np.unique(np.linspace(0, len(reach) - 1, MAX_VALUES).round().astype(int))
    return tuple(reach[index] for index in indexes)


def nearest_average(number: Number, worths: Mapping[float, float]) -> float:
    """Return the value whose worth is closest to 0, by linear interpolation.

    ``worths`` maps values, the current one among them, to their worth.

    >>> from eoc_sim.simulator.runs.numbers import Number
    >>> price = Number("k", "n", "price", 5, tuple(range(8)), tuple("01234567"), 2, 1)
    >>> nearest_average(price, {5: 4.0, 3: 1.2, 1: -2.0})
    2
    """
    tried_values = sorted(worths)
    values: Sequence[float] = [
        value for value in number.values if tried_values[0] <= value <= tried_values[-1]
    ]
    predicted_worths = np.abs(
        np.interp(values, tried_values, [worths[value] for value in tried_values])
    )
    return values[int(np.argmin(predicted_worths))]
