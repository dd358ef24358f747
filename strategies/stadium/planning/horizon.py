"""How many rounds are left."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import unchecked


@unchecked
def _rounds_for(params, blocks):
    """Rounds that an owner usually takes to place its last so many blocks."""
    return blocks * (params.rounds_a_block + params.slow_start * blocks)


@unchecked
def rounds_left(table, params):
    """Rounds to the end with this one, by the blocks that the foremost owner has left (END-2)."""
    if table.ended == 1:
        return 1.0
    fewest = table.rule_blocks + 0
    for seat in range(table.owners):
        fewest = min(fewest, table.blocks_left[seat])
    usual = _rounds_for(params, table.rule_blocks) + 1 - table.round
    left = max(min(_rounds_for(params, fewest), usual), params.last_rounds * fewest, 1.0)
    return min(left, float(table.rule_round_cap + 1 - table.round))
