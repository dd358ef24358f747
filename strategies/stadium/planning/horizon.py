"""The number of rounds left."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import unchecked

MOST_BEHIND = 15
"""Points beyond which an owner that is behind no longer holds back."""


@unchecked
def _rounds_for(params, blocks):
    """Estimate the rounds that an owner takes for its last blocks."""
    return blocks * (params.rounds_a_block + params.slow_start * blocks)


@unchecked
def rounds_left(table, params):
    """Estimate the rounds left, this one included (END-2).

    They are those of the owner that is likely to end the game first. An owner that is behind in
    points as a round begins holds its last blocks back.
    """
    if table.ended == 1:
        return 1.0
    usual = _rounds_for(params, table.rule_blocks) + 1 - table.round
    most = 0
    for seat in range(table.owners):
        most = max(most, table.score[seat])
    left = float(table.rule_round_cap + 1 - table.round)
    for seat in range(table.owners):
        blocks = table.blocks_left[seat]
        rounds = max(min(_rounds_for(params, blocks), usual), params.last_rounds * blocks)
        behind = min(MOST_BEHIND, most - table.score[seat])
        left = min(left, rounds + params.holding * behind)
    return max(1.0, left)
