"""Learn the worth of positions after a turn, from planners' games.

Four planners play games in which they sometimes take dice other than those they planned, or play a
turn with different leanings. A regression predicts the final stars from the features of the
positions reached, month by month. The script writes strategies/eoc/planning/position_weights.py and
takes a few minutes on one core.

    python scripts/learn_positions.py
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.decisions import ASK_JUDGE
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.play import play_step
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.setup import set_up
from eoc_sim.simulator.eoc.state import (
    ACTING,
    CHOOSING_DICE,
    COLOURS,
    GAME_OVER,
    MONTHS,
    clear_order,
    copy_state,
)
from eoc_sim.simulator.kernel.hooks import call
from eoc_sim.strategies.eoc.planning import position_weights
from eoc_sim.strategies.eoc.planning.position_features import FEATURES
from eoc_sim.strategies.eoc.planning.proposing import LEANINGS
from eoc_sim.strategies.eoc.planning.remembered import DICE_TAKEN

PLAYERS = 4
GAMES = {77: 4000, 555: 7000}
"""The number of games to play with each seed."""
DEVIATION_SHARE = 0.15
"""The fraction of dice choices and turns that differ from the plan."""
NEXT_MONTH_PENALTY = 500.0
"""The penalty on differences between successive months' weights.

At 500, the differences count as much as 500 positions.
"""
RIDGE = 5.0
LAST_MONTH_FACTOR = 0.1
"""The factor on `NEXT_MONTH_PENALTY` between the last two months."""
HUNDREDTHS = 100
THOUSANDTHS = 1000
HEADER = '''"""The weights of a game position's features; made by scripts/learn_positions.py.

Each row holds one feature's weights for months 0 to 12.
"""

from __future__ import annotations

import numpy as np

WEIGHTS = np.array((
'''


@njit
def play(
    states: Any,
    traces: Any,
    policy_sets: Any,
    seed: int,
    games: int,
    slots: Any,
    leanings: Any,
    features: Any,
    month_of: Any,
    stars: Any,
) -> None:
    """Play games; store the features, month and final stars of positions.

    One position is stored after each turn.
    """
    state, copy = states[0], states[1]
    seat_of = np.zeros(PLAYERS * MONTHS, np.int64)
    np.random.seed(1)
    row = 0
    for game in range(games):
        set_up(state, traces[0], policy_sets[0], seed, game, 1)
        first = row
        while state.table.phase != GAME_OVER:
            table = state.table
            if table.phase == CHOOSING_DICE:
                for seat in range(table.players):
                    if np.random.random() < DEVIATION_SHARE:
                        colour_1 = np.random.randint(COLOURS)
                        colour_2 = np.random.randint(COLOURS - 1)
                        colour_2 += 1 if colour_2 >= colour_1 else 0
                        memory = state.seats[seat].memory
                        memory[slots[0]] = DICE_TAKEN
                        memory[slots[1]] = table.month
                        memory[slots[2]] = min(colour_1, colour_2) * COLOURS + max(
                            colour_1, colour_2
                        )
            is_acting = table.phase == ACTING
            seat = (table.starter + table.turns_over) % table.players
            month = table.month + 0
            turns_before = table.turns_over + 0
            if is_acting and table.actions == 0 and np.random.random() < DEVIATION_SHARE:
                state.seats[seat].memory[slots[0]] = leanings[np.random.randint(len(leanings))]
                state.seats[seat].memory[slots[1]] = month
            play_step(state, traces[0], policy_sets[0])
            if is_acting and state.table.turns_over != turns_before:
                copy_state(copy, state)
                entry = state.box.entry[seat]
                for number in range(FEATURES):
                    clear_order(copy.order)
                    copy.order.number = number + 1
                    features[row, number] = (
                        call(
                            policy_sets[0].functions,
                            entry,
                            ASK_JUDGE,
                            copy.table,
                            copy.seats[seat],
                            policy_sets[0].params[entry],
                            copy.order,
                        )
                        / THOUSANDTHS
                    )
                month_of[row] = month
                seat_of[row - first] = seat
                row += 1
        for position in range(first, row):
            stars[position] = state.table.score[seat_of[position - first]]


def positions(seed: int, games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return features, months and stars of all positions of some games."""
    planner = load_strategy("expert:rollouts=0")
    engine = Engine(load(), resolve("standard"), [planner] * PLAYERS, seed, "rotate")
    worker = engine.worker()
    offsets = np.cumsum([0, *(memory.size for memory in planner.memory)])
    names = [memory.name for memory in planner.memory]
    slots = np.array(
        [offsets[names.index(name)] for name in ("choice", "choice_month", "choice_subject")]
    )
    rows = games * PLAYERS * MONTHS
    arrays = np.zeros((rows, FEATURES), np.float32), np.zeros(rows, np.int64), np.zeros(rows)
    play(
        worker.states,
        worker._traces,
        engine.policies,
        seed,
        games,
        slots,
        np.array(LEANINGS),
        *arrays,
    )
    return arrays


def fit(features: np.ndarray, months: np.ndarray, stars: np.ndarray) -> np.ndarray:
    """Fit weights by feature and month with least squares.

    A penalty keeps the weights of each month close to those of the next month.
    """
    spread = features.std(axis=0, dtype=float)
    spread[spread == 0] = np.inf
    size = FEATURES
    matrix = np.zeros((MONTHS * size, MONTHS * size))
    right = np.zeros(MONTHS * size)
    means = np.zeros((MONTHS, size))
    mean_stars = np.zeros(MONTHS)
    for month in range(MONTHS):
        this_month = slice(month * size, (month + 1) * size)
        own_features = features[months == month + 1].astype(float)
        worth = stars[months == month + 1]
        means[month], mean_stars[month] = own_features.mean(axis=0), worth.mean()
        scaled_features = (own_features - means[month]) / spread
        matrix[this_month, this_month] += scaled_features.T @ scaled_features + RIDGE * np.eye(size)
        right[this_month] = scaled_features.T @ (worth - mean_stars[month])
        if month + 1 < MONTHS:
            next_month = slice((month + 1) * size, (month + 2) * size)
            penalty = (
                NEXT_MONTH_PENALTY
                * (LAST_MONTH_FACTOR if month + 2 == MONTHS else 1)
                * np.eye(size)
            )
            matrix[this_month, this_month] += penalty
            matrix[next_month, next_month] += penalty
            matrix[this_month, next_month] -= penalty
            matrix[next_month, this_month] -= penalty
    weights = np.linalg.solve(matrix, right).reshape(MONTHS, size) / spread
    weights[:, 0] = mean_stars - (weights * means).sum(axis=1)
    error = stars - np.einsum("ij,ij->i", features, weights[months - 1])
    for month in range(MONTHS):
        print(f"month {month + 1}: {error[months == month + 1].std():.1f} stars unexplained")
    return weights.T


def main() -> None:
    """Play, fit, and write the weights, in hundredths of a star."""
    parts = [positions(seed, games) for seed, games in GAMES.items()]
    features, months, stars = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    text = HEADER
    for row in fit(features, months, stars):
        digits = (f"{float(f'{HUNDREDTHS * weight:.3g}'):g}" for weight in row)
        text += f"    (0, {', '.join(digits)}),\n"
    Path(position_weights.__file__).write_text(text + "))\n", encoding="utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args()
    main()
