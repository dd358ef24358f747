"""The legality of a strategy's play, and its repeatability."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eoc_sim.counts import plural
from eoc_sim.errors import GameError, StrategyError
from eoc_sim.simulator.kernel.phrases import format_count
from eoc_sim.simulator.kernel.seating import games_per_round
from eoc_sim.simulator.kernel.strategy import Strategy
from eoc_sim.simulator.runs.checks.match import FAULT, OK, SEED, CheckedMatch, ContractPoint

LEGAL = "legal play"
REPEATABLE = "repeatable"
OUTSIDE_MEMORY = "Does the strategy keep something outside me.memory?"


def legal_play(strategy: Strategy, matches: Sequence[CheckedMatch], games: int) -> ContractPoint:
    """Check that every action is legal in all matches.

    Each match has at least ``games`` games.

    Raises:
        StrategyError: a file cannot be compiled.
        GameError: the rules of a plain Python game failed.
    """
    played = 0
    for index, match in enumerate(matches):
        engine = match.engine(strategy)
        worker = engine.worker()
        games_to_play = whole_rounds(games, match)
        try:
            worker.play(0, games_to_play, [])
        except (StrategyError, GameError) as error:
            if isinstance(error, GameError) and not error.awaits_strategy:
                raise
            game = match.contract.game_of(worker, error)
            remaining_matches = len(matches) - index - 1
            remainder = f" Kinds of game that were not played: {remaining_matches}."
            finding = f": {str(error).removesuffix('.')}.{remainder if remaining_matches else ''}"
            return match.fault(LEGAL, finding, strategy.spec, game)
        played += games_to_play
    kinds = format_count(len(matches), "kind", "kinds")
    return ContractPoint(LEGAL, OK, f"{plural(played, 'game')} of {kinds}: every action is legal")


def whole_rounds(games: int, match: CheckedMatch) -> int:
    """Round the number of games up to whole rounds of seating.

    In each round, every strategy of the line-up sits in each seat equally often.
    """
    length = games_per_round(match.contract.seating, match.players)
    return -(-games // length) * length


def repeatable(
    strategy: Strategy, matches: Sequence[CheckedMatch], games: int, doubt: str = OUTSIDE_MEMORY
) -> ContractPoint:
    """Check that games do not depend on games played before them.

    If they do, the question ``doubt`` suggests the likely cause.
    """
    for match in matches:
        engine = match.engine(strategy)
        tables = match.contract.tables
        first = engine.worker().play(0, games, tables)
        second = engine.worker().play(games // 2, games - games // 2, tables)
        for table in tables:
            later = first[table][first[table]["game"] >= games // 2]
            if not np.array_equal(later, second[table]):
                return ContractPoint(
                    REPEATABLE,
                    FAULT,
                    f"{match.label}, seed {SEED}: games {games // 2} to {games - 1} differ if the "
                    f"games before them are not played. {doubt}",
                )
    return ContractPoint(REPEATABLE, OK, "the same games again, regardless of earlier games")
