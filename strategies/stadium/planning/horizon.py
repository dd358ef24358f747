"""The number of rounds left."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import unchecked

MAX_BEHIND = 15
"""The deficit in points beyond which last blocks are delayed no further."""


@unchecked
def _rounds_for(params, blocks):
    """Estimate the rounds that an owner takes to place their last blocks."""
    return blocks * (params.rounds_a_block + params.slow_start * blocks)


@unchecked
def rounds_left(table, params):
    """Estimate the rounds left, including this one (END-2).

    The number is set by the owner who is likely to end the game first. If owners are behind in
    points at the start of a round, they delay their last blocks.
    """
    if table.ended == 1:
        return 1.0
    usual = _rounds_for(params, table.rule_blocks) + 1 - table.round
    maximum = 0
    for seat in range(table.owners):
        maximum = max(maximum, table.score[seat])
    estimate = float(table.rule_round_cap + 1 - table.round)
    for seat in range(table.owners):
        blocks = table.blocks_left[seat]
        rounds = max(min(_rounds_for(params, blocks), usual), params.last_rounds * blocks)
        behind = min(MAX_BEHIND, maximum - table.score[seat])
        estimate = min(estimate, rounds + params.holding * behind)
    return max(1.0, estimate)
