"""Distil the expert's drafts into the planner's factors for clauses.

Four experts play games. At each draft, the script records the card that is taken. It also records,
clause by clause, the worth that the planner's formula gives to every card that could be taken. A
conditional logit (McFadden 1974, Conditional logit analysis of qualitative choice behavior)
estimates the factors; a ridge penalty shrinks them towards 1. Intervals come from a sandwich
estimator clustered by game. The script writes clauses.csv and clauses.toml in
strategies/eoc/learnt. It takes six minutes on two cores.

    python scripts/distil_drafts.py
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, hstack

from eoc_sim import __version__
from eoc_sim.analysis.learning import MAX_FACTOR, MIN_FACTOR, Factors
from eoc_sim.analysis.stats import LEVEL, normal_reach
from eoc_sim.commands.learnt_table import table_text
from eoc_sim.simulator.eoc.components import Components, load
from eoc_sim.simulator.eoc.decisions import ASK_JUDGE
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.entry import think_and_step
from eoc_sim.simulator.eoc.facts import clause_names, clauses_in_deck
from eoc_sim.simulator.eoc.learnt_factors import COLUMN, learnt_table
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.setup import set_up
from eoc_sim.simulator.eoc.state import DRAFTING, GAME_OVER, MONTHS, clear_order, copy_state
from eoc_sim.simulator.eoc.turn_order import picking_seat
from eoc_sim.simulator.kernel.hooks import call
from eoc_sim.simulator.kernel.presets import table_lines
from eoc_sim.simulator.kernel.records import field_of

PLAYERS = 4
SEED = 11
GAMES = 2000
CORES = 2
EXPERT = f"{Path(__file__).with_name('asked_expert.py')}:rollouts=200:caution=0"
RIDGE = 10.0
"""The precision of a factor's prior, whose mean is 1."""
HELD_OUT = 0.25
"""The share of games held out to compare fits."""
MAX_CARDS = 80
"""The maximum number of cards that one draft can choose from."""
MAX_CLAUSES = 8
"""The maximum number of clauses on one card."""
HUNDREDTHS = 100
FOLDER = Path(__file__).parents[1] / "strategies" / "eoc" / "learnt"
TABLE = "clauses.csv"
HEAD = (
    "# Distilled by scripts/distil_drafts.py: "
    'the strategy "balanced" with the factors in clauses.csv.\n'
)

(HAND, STASH, POOL) = range(3)


@njit
def next_drafter(table: Any) -> int:
    """Return the seat that decides next in a draft."""
    turn = table.draft_turn
    while table.drafted[picking_seat(table, turn)] == 1:
        turn += 1
    return picking_seat(table, turn)


@njit
def choices(table: Any, me: Any, seat: int, cards: Any, locations: Any) -> int:
    """List the cards that a seat can draft; return their number."""
    number = 0
    for index in range(table.hand_size[seat]):
        cards[number], locations[number] = me.hand[index], HAND
        number += 1
    for index in range(table.stash_size[seat]):
        cards[number], locations[number] = me.stash[index], STASH
        number += 1
    for index in range(table.pool_size):
        cards[number], locations[number] = table.pool[index], POOL
        number += 1
    return number


@njit
def play(
    states: Any,
    traces: Any,
    policy_sets: Any,
    first_game: int,
    games: int,
    draft_game: Any,
    draft_end: Any,
    card_of: Any,
    location_of: Any,
    worths: Any,
    is_taken: Any,
) -> int:
    """Play games and record their drafts, with a row for each card.

    Returns:
        The number of drafts.
    """
    state, copy = states[0], states[1]
    cards = np.zeros(MAX_CARDS, np.int64)
    locations = np.zeros(MAX_CARDS, np.int64)
    drafts = 0
    row = 0
    for game in range(first_game, first_game + games):
        set_up(state, traces[0], policy_sets[0], SEED, game, 1)
        while state.table.phase != GAME_OVER:
            if state.table.phase != DRAFTING:
                think_and_step(states, traces, policy_sets)
                continue
            seat = next_drafter(state.table)
            month = state.table.month + 0
            first = row
            number = choices(state.table, state.seats[seat], seat, cards, locations)
            copy_state(copy, state)
            entry = state.box.entry[seat]
            for index in range(number):
                card_of[row], location_of[row], is_taken[row] = cards[index], locations[index], 0
                clauses = (
                    copy.table.source_last[cards[index]] - copy.table.source_first[cards[index]]
                )
                for part in range(1 + clauses):
                    clear_order(copy.order)
                    copy.order.card = cards[index]
                    copy.order.number = 1 + part
                    worths[row, part] = (
                        call(
                            policy_sets[0].functions,
                            entry,
                            ASK_JUDGE,
                            copy.table,
                            copy.seats[seat],
                            policy_sets[0].params[entry],
                            copy.order,
                        )
                        / HUNDREDTHS
                    )
                row += 1
            think_and_step(states, traces, policy_sets)
            card = state.table.calendar_card[seat, month]
            if state.table.drafted[seat] == 0:
                row = first  # the seat discarded a card and will draft later
                continue
            for draft_row in range(first, row):
                if card_of[draft_row] == card:
                    is_taken[draft_row] = 1
            draft_game[drafts] = game
            draft_end[drafts] = row
            drafts += 1
    return drafts


@dataclass(frozen=True)
class Drafts:
    """Drafts, with a row for each card to choose from.

    ``game[draft]`` is the game, and ``end[draft]`` the row after the draft's last one.
    ``card[row]`` is the card, ``location[row]`` its location, and ``is_taken[row]`` whether it is
    taken. ``worth[row, part]`` is in stars: part 0 is the card's stars minus its price, and each
    other part is a clause.
    """

    game: np.ndarray
    end: np.ndarray
    card: np.ndarray
    location: np.ndarray
    worth: np.ndarray
    is_taken: np.ndarray

    @classmethod
    def concatenate(cls, batches: Sequence[Drafts]) -> Drafts:
        """Join the drafts of several batches of games."""
        offsets = np.cumsum([0, *(len(batch.card) for batch in batches)])
        return cls(
            np.concatenate([batch.game for batch in batches]),
            np.concatenate(
                [batch.end + rows for batch, rows in zip(batches, offsets, strict=False)]
            ),
            *(
                np.concatenate([getattr(batch, name) for batch in batches])
                for name in ("card", "location", "worth", "is_taken")
            ),
        )


def experts(components: Components) -> Engine:
    """Return an engine in which four experts play."""
    return Engine(
        components, resolve("standard"), [load_strategy(EXPERT)] * PLAYERS, SEED, "rotate"
    )


def play_batch(first_game: int, games: int) -> Drafts:
    """Play a batch of games; return its drafts."""
    engine = experts(load())
    worker = engine.worker()
    drafts = games * PLAYERS * MONTHS
    rows = drafts * MAX_CARDS
    game, end = np.zeros(drafts, np.int64), np.zeros(drafts, np.int64)
    card, location, is_taken = (np.zeros(rows, np.int16) for _ in range(3))
    worth = np.zeros((rows, 1 + MAX_CLAUSES), np.float32)
    number = play(
        worker.states,
        worker._traces,
        engine.policies,
        first_game,
        games,
        game,
        end,
        card,
        location,
        worth,
        is_taken,
    )
    rows = int(end[number - 1])
    return Drafts(
        game[:number],
        end[:number],
        card[:rows],
        location[:rows],
        worth[:rows].copy(),
        is_taken[:rows],
    )


@dataclass(frozen=True)
class Choices:
    """Drafts in the form that a conditional logit needs.

    ``clauses[row, clause]`` is the worth of a clause and ``base[row]`` all other worth, in stars.
    ``location[row]`` has two numbers, each 1 or 0: whether the card is in the hand, and whether it
    is in the stash. ``start[draft]`` is the first row of a draft.
    """

    game: np.ndarray
    start: np.ndarray
    base: np.ndarray
    clauses: csr_matrix
    location: np.ndarray
    is_taken: np.ndarray

    @classmethod
    def from_drafts(
        cls, drafts: Drafts, column: np.ndarray, first: np.ndarray, end: np.ndarray
    ) -> Choices:
        """Arrange the worth of clauses in columns.

        ``column`` maps clauses to columns. ``first[card]`` is a card's first clause, and
        ``end[card]`` the clause after its last one.
        """
        rows, columns, values = [], [], []
        for number in range(MAX_CLAUSES):
            clause = first[drafts.card] + number
            used_rows = np.flatnonzero(
                (clause < end[drafts.card]) & (drafts.worth[:, 1 + number] != 0)
            )
            rows.append(used_rows)
            columns.append(column[clause[used_rows]])
            values.append(drafts.worth[used_rows, 1 + number].astype(float))
        size = len(drafts.card), int(column.max()) + 1
        indices = np.concatenate(rows), np.concatenate(columns)
        return cls(
            drafts.game,
            np.concatenate([[0], drafts.end[:-1]]),
            drafts.worth[:, 0].astype(float),
            csr_matrix((np.concatenate(values), indices), shape=size),
            np.stack([drafts.location == HAND, drafts.location == STASH], axis=1).astype(float),
            drafts.is_taken.astype(float),
        )

    def __len__(self) -> int:
        return len(self.start)

    def select(self, drafts: np.ndarray) -> Choices:
        """Select some of the drafts."""
        sizes = np.diff(np.append(self.start, len(self.base)))[drafts]
        start = np.cumsum(sizes) - sizes
        rows = np.arange(sizes.sum()) + np.repeat(self.start[drafts] - start, sizes)
        return Choices(
            self.game[drafts],
            start,
            self.base[rows],
            self.clauses[rows],
            self.location[rows],
            self.is_taken[rows],
        )

    def sum_rows(self, values: np.ndarray) -> np.ndarray:
        """Sum over the rows of each draft."""
        return np.add.reduceat(values, self.start, axis=0)

    def spread(self, values: np.ndarray) -> np.ndarray:
        """Repeat the value of each draft for all its rows."""
        return np.repeat(values, np.diff(np.append(self.start, len(self.base))), axis=0)

    def chances(self, scale: float, constants: np.ndarray, factor: np.ndarray) -> np.ndarray:
        """Return the probability that each card is taken."""
        worth = scale * (self.base + self.clauses @ factor) + self.location @ constants
        worth = np.exp(worth - self.spread(np.maximum.reduceat(worth, self.start)))
        return worth / self.spread(self.sum_rows(worth))


@dataclass(frozen=True)
class LogitFit:
    """A fitted logit: the scale of a star, location constants, and factors."""

    scale: float
    constants: np.ndarray
    factor: np.ndarray

    def log_likelihood(self, choices: Choices) -> float:
        """Return the mean log likelihood of a draft."""
        chances = choices.chances(self.scale, self.constants, self.factor)
        return float((choices.is_taken * np.log(chances)).sum() / len(choices))


def fit_choices(choices: Choices, factor: np.ndarray, *, free: bool) -> LogitFit:
    """Fit the scale, the location constants and, if ``free``, the factors."""

    def loss(numbers: np.ndarray) -> tuple[float, np.ndarray]:
        scale, constants, weights = numbers[0], numbers[1:3], numbers[3:]
        chances = choices.chances(scale, constants, weights)
        error = chances - choices.is_taken
        by_clause = choices.clauses.T @ error
        gradient = np.concatenate(
            [
                [error @ choices.base + by_clause @ weights],
                choices.location.T @ error,
                scale * by_clause + RIDGE * (weights - 1),
            ]
        )
        value = -(choices.is_taken * np.log(np.maximum(chances, 1e-300))).sum()
        return value + RIDGE / 2 * float(((weights - 1) ** 2).sum()), gradient

    bounds: list[tuple[float | None, float | None]] = [(0.01, None), (None, None), (None, None)]
    bounds += [(MIN_FACTOR, MAX_FACTOR) if free else (value, value) for value in factor]
    start = np.concatenate([[0.5, 0.0, 0.0], factor])
    solution = minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B").x
    return LogitFit(solution[0], solution[1:3], solution[3:])


def with_intervals(choices: Choices, fit: LogitFit) -> Factors:
    """Add intervals to factors, from a sandwich estimator clustered by game."""
    chances = choices.chances(fit.scale, fit.constants, fit.factor)
    worth = choices.base + choices.clauses @ fit.factor
    # Derivatives of a card's utility with respect to scale, location constants and factors.
    slopes = hstack(
        [np.column_stack([worth, choices.location]), fit.scale * choices.clauses], "csr"
    )
    rows, size = slopes.shape
    prior = np.diag(np.repeat([0.0, RIDGE], [3, size - 3]))

    def sum_slopes(group: np.ndarray, weight: np.ndarray) -> np.ndarray:
        return (csr_matrix((weight, (group, np.arange(rows)))) @ slopes).toarray()

    means = sum_slopes(choices.spread(np.arange(len(choices))), chances)
    information = (slopes.T @ slopes.multiply(chances[:, None])).toarray() - means.T @ means + prior
    _, game = np.unique(choices.game, return_inverse=True)
    scores = sum_slopes(choices.spread(game), choices.is_taken - chances)
    bread = np.linalg.inv(information)
    # For clauses without drafts, the interval comes from the ridge penalty alone.
    error = np.sqrt(np.diag(bread @ (scores.T @ scores + prior) @ bread))[3:]
    reach = normal_reach(LEVEL) * error
    low = np.minimum(np.clip(fit.factor - reach, MIN_FACTOR, MAX_FACTOR), fit.factor)
    high = np.maximum(np.clip(fit.factor + reach, MIN_FACTOR, MAX_FACTOR), fit.factor)
    return Factors(fit.factor, low, high, 0.0)


def deck_clauses(components: Components) -> tuple[tuple[str, ...], np.ndarray]:
    """Return the names of the deck's clauses, and each clause's column.

    The column is -1 for a clause that is not in the deck.
    """
    printed_names = clause_names(components)
    names = tuple(
        dict.fromkeys(
            name
            for name, is_in_deck in zip(printed_names, clauses_in_deck(components), strict=True)
            if is_in_deck
        )
    )
    return names, np.array([names.index(name) if name in names else -1 for name in printed_names])


def evidence(choices: Choices, names: tuple[str, ...], self_play: np.ndarray) -> dict[str, Any]:
    """Compare the formula, the factors from self-play and the distilled factors."""
    is_training = choices.game < (1 - HELD_OUT) * GAMES
    training, held_out = (
        choices.select(np.flatnonzero(is_used)) for is_used in (is_training, ~is_training)
    )
    formula = np.ones(len(names))
    fits = {
        "formula": fit_choices(training, formula, free=False),
        "self_play": fit_choices(training, self_play, free=False),
        "distilled": fit_choices(training, formula, free=True),
    }
    return {
        "command": "python scripts/distil_drafts.py",
        "package_version": __version__,
        "expert": "expert:rollouts=200:caution=0",
        "rules": "standard",
        "seed": SEED,
        "games": GAMES,
        "drafts": len(choices),
        "ridge": RIDGE,
        "held_out_drafts": len(held_out),
        "held_out_log_likelihood": "mean per draft, over the held-out games",
        **{name: round(fit.log_likelihood(held_out), 4) for name, fit in fits.items()},
    }


def main() -> None:
    """Play, fit, compare on held-out games, and write the table."""
    components = load()
    table = experts(components).worker().part("table")
    names, column = deck_clauses(components)
    with ProcessPoolExecutor(CORES) as pool:
        games_per_core = GAMES // CORES
        drafts = Drafts.concatenate(
            list(pool.map(play_batch, range(0, GAMES, games_per_core), [games_per_core] * CORES))
        )
    first, end = (np.array(field_of(table, name)) for name in ("source_first", "source_last"))
    choices = Choices.from_drafts(drafts, column, first, end)
    sheet = learnt_table(load_strategy("hoarder"))
    assert sheet is not None  # archetypes use factors from self-play
    results = evidence(choices, names, sheet.column(COLUMN, names)[: len(names)])
    for name, number in results.items():
        print(name, number)
    factors = with_intervals(choices, fit_choices(choices, np.ones(len(names)), free=True))
    draft_counts = np.asarray((choices.clauses != 0).T @ choices.is_taken).astype(int)
    (FOLDER / TABLE).write_text(table_text(names, factors, draft_counts, sheet), encoding="utf-8")
    lines = [
        HEAD + 'strategy = "balanced"',
        f'tables = {{ clauses = "{TABLE}" }}',
        "",
        "[evidence]",
        *table_lines(results),
    ]
    text = "\n".join(lines)
    (FOLDER / TABLE).with_suffix(".toml").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args()
    main()
