"""Checks of a strategy against the contract, point by point."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.rule_sets import STANDARD
from eoc_sim.simulator.kernel.strategy import Strategy
from eoc_sim.simulator.runs.checks import (
    hidden_cards,
    idle_parameters,
    legal_play,
    pace,
    unused_declarations,
    watched_games,
)
from eoc_sim.simulator.runs.checks.match import (
    FAULT,
    OK,
    SKIPPED,
    WARNING,
    CheckedMatch,
    Contract,
    ContractPoint,
    searches,
    with_small_budget,
)
from eoc_sim.simulator.runs.plain_contract import PlainContract

GAMES, WATCHED_GAMES = 48, 1
SEARCH_DIVISOR = 12
"""The divisor of the number of games that a searching strategy plays."""


@dataclass(frozen=True)
class CheckResult:
    """The results of a check, point by point."""

    points: tuple[ContractPoint, ...]

    @property
    def faults(self) -> tuple[ContractPoint, ...]:
        """The broken points of the contract."""
        return tuple(point for point in self.points if point.verdict == FAULT)

    @property
    def warnings(self) -> tuple[ContractPoint, ...]:
        """The points at which a legal strategy seems to contain a mistake."""
        return tuple(point for point in self.points if point.verdict == WARNING)


def check_strategy(
    contract: Contract,
    spec: str,
    *,
    games: int = GAMES,
    watched: int = WATCHED_GAMES,
    rules: str | None = None,
    settings: Mapping[str, str] | None = None,
    report: Callable[[ContractPoint], None] = lambda point: None,
) -> CheckResult:
    """Check that a strategy keeps to the contract for strategies.

    Every action must be legal in every preset with every number of players. The strategy may write
    only its own memory and its order. Its decisions must not depend on cards that it cannot see, or
    on when it is asked. Warnings are for slow decisions, parameters without effect, names that
    are never read, and functions that look misspelt.

    Args:
        contract: the game's settings for checks of strategies.
        spec: the strategy's name, file or preset, with optional ``:key=value``; a searching
            strategy plays few rollouts, unless the spec sets their number.
        games: the number of games at full speed for each rule set and number of players, rounded
            up to whole seating rounds.
        watched: the number of slow games in which everything that the strategy receives is
            compared before and after each of its decisions; only one or two of the rule sets are
            checked in this way, each with this many games.
        rules: a preset or rule file to check; by default every preset is checked.
        settings: the switches to change in these rules.
        report: receives each point as soon as it is known.

    Raises:
        InputError: there is no such strategy or rule set.
        StrategyError: a file cannot be loaded or compiled.
    """
    strategy = with_small_budget(contract.strategy(spec))
    if rules is None and not settings:
        matches, watched_matches = contract.every_match(), contract.watched_matches()
    else:
        matches = contract.matches_of(rules or STANDARD, settings or {})
        watched_matches = matches[-1:]
    points = []
    check = contract.points if isinstance(contract, PlainContract) else _points
    for point in check(strategy, matches, watched_matches, games, watched):
        report(point)
        points.append(point)
    return CheckResult(tuple(points))


def check_strategy_as_before(contract: Contract, spec: str, **options: Any) -> CheckResult:
    """Check a strategy through the former import path, with a warning."""
    warnings.warn(
        "check_strategy of a game's package will be removed after release 0.2; import it from "
        "eoc_sim.",
        DeprecationWarning,
        stacklevel=2,
    )
    return check_strategy(contract, spec, **options)


def _points(
    strategy: Strategy,
    matches: tuple[CheckedMatch, ...],
    watched_matches: tuple[CheckedMatch, ...],
    games: int,
    watched: int,
) -> Iterator[ContractPoint]:
    if searches(strategy):
        games = -(-games // SEARCH_DIVISOR)
        watched_matches = watched_matches[:1]
    yield unused_declarations.own_functions(strategy, matches[0].contract.decisions)
    legal = legal_play.legal_play(strategy, matches, games)
    yield legal
    yield watched_games.watched_games(
        strategy, watched_matches, watched, illegal=legal.verdict != OK
    )
    if legal.verdict != OK or not COMPILED:
        why = "until every action is legal" if legal.verdict != OK else "in pure Python"
        for about in (
            legal_play.REPEATABLE,
            hidden_cards.HIDDEN_CARDS,
            pace.TIME,
            idle_parameters.PARAMETERS,
        ):
            yield ContractPoint(about, SKIPPED, f"not checked {why}")
    else:
        yield legal_play.repeatable(strategy, watched_matches, games)
        yield hidden_cards.hidden_cards(strategy, matches)
        yield pace.report_pace(strategy, matches[-1])
        yield idle_parameters.idle_parameters(strategy, watched_matches, games)
    yield unused_declarations.find_unread(strategy)
