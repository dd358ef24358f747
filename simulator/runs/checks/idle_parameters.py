"""A strategy's declared parameters that have no effect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from eoc_sim.counts import count
from eoc_sim.simulator.kernel.strategy import Strategy
from eoc_sim.simulator.runs.checks.match import OK, WARNING, CheckedMatch, ContractPoint

PARAMETERS = "parameters"
GAMES_FACTOR = 4
"""The second round plays this many times as many games."""


def idle_parameters(
    strategy: Strategy, matches: Sequence[CheckedMatch], games: int
) -> ContractPoint:
    """Play the same games at each parameter's lowest and highest value.

    First play ``games`` games of the first match. Then, for the parameters that changed nothing,
    play `GAMES_FACTOR` times as many games of each match.
    """
    parameters = [
        parameter for parameter in strategy.declarations if parameter.low < parameter.high
    ]
    if not parameters:
        return ContractPoint(PARAMETERS, OK, "none declared")
    names = [parameter.name for parameter in parameters]
    rounds = [(matches[0], games), *((match, GAMES_FACTOR * games) for match in matches)]
    for match, number in rounds:
        if names:
            names = _still_idle(strategy, match, number, names)
    if not names:
        number = len(parameters)
        changing = "1 parameter changes" if number == 1 else f"all {number} parameters change"
        return ContractPoint(PARAMETERS, OK, f"{changing} games at the lowest or highest value")
    kinds = (
        f" of each of {len(matches)} kinds (rules and number of players)"
        if len(matches) > 1
        else ""
    )
    return ContractPoint(
        PARAMETERS,
        WARNING,
        f"{', '.join(names)}: {count(GAMES_FACTOR * games)} games{kinds} "
        "are identical at the lowest and the highest value",
    )


def _still_idle(
    strategy: Strategy, match: CheckedMatch, games: int, names: Sequence[str]
) -> list[str]:
    """List the parameters that change nothing in these games."""
    usual = _rows(strategy, match, games)
    parameters = {parameter.name: parameter for parameter in strategy.declarations}

    def changes(name: str) -> bool:
        ends = {parameters[name].low, parameters[name].high} - {strategy.parameters[name]}
        variants = [
            replace(strategy, parameters={**strategy.parameters, name: end}) for end in sorted(ends)
        ]
        return any(not np.array_equal(usual, _rows(variant, match, games)) for variant in variants)

    return [name for name in names if not changes(name)]


def _rows(strategy: Strategy, match: CheckedMatch, games: int) -> np.ndarray:
    standings = match.contract.game.standings.name
    return match.engine(strategy, "rotate").worker().play(0, games, [standings])[standings]
