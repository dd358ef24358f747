"""Learn factors for the formulas of an entire line-up, in one version.

All strategies that can learn do so in the same games, against one another. Random errors are added
to all of their drafts, and every seat of a learner adds a row to the regression. A card's
worth depends on the opposing strategies, so all learners learn in the same games rather than
separately. Strategies that share a table of factors learn it together, each with its own formula.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.eoc.learning import Clauses, sum_drafts
from eoc_sim.analysis.learning import Factors, differing_pairs, factors
from eoc_sim.commands.learnt_table import LearningGroup, LearntTable
from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.eoc.appraisal import appraise, check_can_be_asked
from eoc_sim.simulator.eoc.engine import Engine
from eoc_sim.simulator.eoc.facts import clause_names, clauses_in_deck
from eoc_sim.simulator.eoc.learnt_factors import COLUMN, KEY, learnt_table
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.runs.batches import FIRST_SEARCH_GAME, parts, play_parts
from eoc_sim.simulator.runs.versions import strategy_label

if TYPE_CHECKING:
    from eoc_sim.analysis.eoc.learning import DraftSums
    from eoc_sim.simulator.eoc.appraisal import Appraisal
    from eoc_sim.simulator.eoc.components import Components
    from eoc_sim.simulator.eoc.versions import Version
    from eoc_sim.simulator.kernel.data_tables import LoadedTable
    from eoc_sim.simulator.kernel.strategy import Strategy

WHIM, LEARNING_WHIM = "whim", 60.0
"""The parameter for errors in drafts, and its value while learning.

Its unit is a tenth of a star.
"""
SEATING = "balanced"
BLOCKS = 25
"""The maximum number of blocks of games over which versions are compared."""


def check_can_learn(strategy: Strategy) -> LoadedTable:
    """Return the table that a strategy learns.

    Raises:
        InputError: There is no such table, or the strategy cannot draft with random errors or has
            no formula to read.
    """
    table = learnt_table(strategy)
    if table is None:
        raise InputError(
            f"The strategy {strategy.name} ({strategy.file}) has no table of learnt clauses, "
            f'such as table("clauses.csv", key="{KEY}", neutral=1.0, '
            f'columns=("{COLUMN}",)), so it cannot learn.'
        )
    parameters = {parameter.name: parameter for parameter in strategy.declarations}
    if WHIM not in parameters or parameters[WHIM].high < LEARNING_WHIM:
        raise InputError(
            f"The strategy {strategy.name} ({strategy.file}) cannot learn, because it has no "
            f"parameter {WHIM} (the random error in its drafts, in tenths of a star) whose range "
            f"extends from 0 to at least {LEARNING_WHIM:g}."
        )
    check_can_be_asked(strategy)
    return table


def with_errors(strategy: Strategy) -> Strategy:
    """Add random errors to a strategy's drafts, unless its own are larger."""
    whim = max(strategy.parameters[WHIM], LEARNING_WHIM)
    return replace(strategy, parameters={**strategy.parameters, WHIM: whim})


def learners(version: Version) -> list[LearningGroup]:
    """Find a line-up's learners, grouped by the table that they share."""
    groups_by_table: dict[tuple[str, str], LearningGroup] = {}
    for index, strategy in enumerate(version.strategies()):
        try:
            table = check_can_learn(strategy)
        except (InputError, StrategyError):
            continue
        key = table.stem, table.hash
        earlier = groups_by_table.get(key, LearningGroup(table, ()))
        groups_by_table[key] = replace(earlier, seats=(*earlier.seats, index))
    return list(groups_by_table.values())


def clauses_of(components: Components) -> Clauses:
    """List the clauses of the cards in the deck.

    Raises:
        InputError: No card in the deck has an effect.
    """
    clauses = Clauses.collect(clause_names(components), clauses_in_deck(components))
    if not clauses.names:
        raise InputError("No card in the deck has an effect, so there is nothing to learn.")
    return clauses


def play_drafts(
    engine: Engine,
    components: Components,
    appraisals_by_group: Sequence[Mapping[int, Appraisal]],
    clauses: Clauses,
    first_game: int,
    games: int,
    threads: int,
    report: Callable[[int], None],
) -> list[list[DraftSums]]:
    """Play games with errors in drafts, and sum the drafts by block.

    ``appraisals_by_group`` holds each group's appraisals, by strategy id. The result has at most
    `BLOCKS` blocks, each with the sums of every group. ``report`` is called with the number of
    games played so far.
    """
    appraisal = next(iter(appraisals_by_group[0].values()))
    sizes = {
        "order": engine.players,
        "region": appraisal.base_values.shape[1],
        "coach": len(components.coaches),
    }
    blocks: list[list[DraftSums]] = []
    games_done = 0
    with divert_strategy_output():
        all_parts = parts(engine, first_game, games)
        results = play_parts(all_parts, ("seats", "cards"), threads)
        for number, (part, rows) in enumerate(zip(all_parts, results, strict=True)):
            sums = [
                sum_drafts(rows, appraisals, clauses, engine.players, sizes)
                for appraisals in appraisals_by_group
            ]
            if number < BLOCKS:
                blocks.append(sums)
            else:
                block = blocks[number % BLOCKS]
                blocks[number % BLOCKS] = [a + b for a, b in zip(block, sums, strict=True)]
            games_done += part.games
            report(games_done)
    return blocks


@dataclass(frozen=True)
class Lessons:
    """The tables that a line-up has learnt, and each block's sums."""

    version: Version
    tables: tuple[LearntTable, ...]
    blocks: tuple[tuple[DraftSums, ...], ...]


def learn_line_up(
    version: Version,
    seed: int,
    games: int,
    threads: int,
    report: Callable[[int], None],
    current: Lessons | None = None,
) -> Lessons:
    """Let the line-up of a version learn from games.

    ``report`` is called with the number of games played so far. The random errors are added to the
    strategies' own appraisals, and are the same for all versions with the same seed. A clause keeps
    the factor learnt under the ``current`` rules unless its card has changed or the games show a
    different factor. Without this, chance alone would make versions differ in clauses that they
    share.
    """
    groups = learners(version)
    components = version.components
    clauses = clauses_of(components)
    appraisals = _appraisals(version, groups, threads)
    strategies = version.strategies()
    for seat in appraisals:
        strategies[seat] = with_errors(strategies[seat])
    engine = Engine(
        components,
        version.rules,
        strategies,
        seed,
        SEATING,
        list(range(len(strategies))),
        bubba_id=len(strategies),
        bans=version.banned,
    )
    blocks = play_drafts(
        engine,
        components,
        [{seat: appraisals[seat] for seat in group.seats} for group in groups],
        clauses,
        FIRST_SEARCH_GAME,
        games,
        threads,
        report,
    )
    tables = (
        _table(group, clauses.names, [block[number] for block in blocks], version, current)
        for number, group in enumerate(groups)
    )
    return Lessons(version, tuple(tables), tuple(map(tuple, blocks)))


def _table(
    group: LearningGroup,
    names: tuple[str, ...],
    blocks: Sequence[DraftSums],
    version: Version,
    current: Lessons | None,
) -> LearntTable:
    """Make a learnt table, and mark the factors learnt for this version."""
    total = sum(blocks[1:], blocks[0])
    estimates = factors(total.sums)
    is_own = np.ones(len(names), np.bool_)
    matching_indexes = [
        index
        for index, table in enumerate(current.tables if current is not None else ())
        if table.group.previous_table == group.previous_table
    ]
    if current is None or not matching_indexes:
        return LearntTable(group, names, estimates, total.draft_counts, is_own)
    current_table = current.tables[matching_indexes[0]]
    index_by_name = {name: index for index, name in enumerate(current_table.names)}
    cards = _changed_cards(current.version, version)
    pairs = [
        (index, index_by_name[name])
        for index, name in enumerate(names)
        if name in index_by_name and name.partition(" ")[0] not in cards
    ]
    is_different = differing_pairs(
        [block.sums for block in blocks],
        [block[matching_indexes[0]].sums for block in current.blocks],
        pairs,
    )
    undecided_pairs = [
        pair for pair, differs in zip(pairs, is_different, strict=True) if not differs
    ]
    factor, low, high = (
        array.copy() for array in (estimates.factor, estimates.low, estimates.high)
    )
    for index, old_index in undecided_pairs:
        is_own[index] = False
        factor[index] = current_table.factors.factor[old_index]
        low[index], high[index] = (
            current_table.factors.low[old_index],
            current_table.factors.high[old_index],
        )
    return LearntTable(
        group, names, Factors(factor, low, high, estimates.noise), total.draft_counts, is_own
    )


def _changed_cards(old: Version, new: Version) -> set[str]:
    """Return the numbers of the cards that differ between two versions."""
    old_cards = {card.number: card for card in old.components.cards}
    return {card.number for card in new.components.cards if old_cards.get(card.number) != card}


def _appraisals(
    version: Version, groups: Sequence[LearningGroup], threads: int
) -> dict[int, Appraisal]:
    """Appraise the cards by each learner's formula; equal strategies share an appraisal."""
    strategies = version.strategies()
    key_of_seat = {
        seat: (strategy_label(strategies[seat]), strategies[seat].hash)
        for group in groups
        for seat in group.seats
    }
    seat_by_key = {key: seat for seat, key in reversed(key_of_seat.items())}
    with ThreadPoolExecutor(threads) as executor:
        futures = {
            key: executor.submit(appraise, version, seat) for key, seat in seat_by_key.items()
        }
        return {seat: futures[key].result() for seat, key in key_of_seat.items()}
