"""Step 2: bonus tokens on the action spaces (BON-8, BON-9)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_value
from eoc_sim.simulator.stadium.codes import BARE, DOUBLE, SINGLE, STACK
from eoc_sim.simulator.stadium.events import TOKENS_SET
from eoc_sim.simulator.stadium.state import SPACES
from eoc_sim.simulator.stadium.switches import BONUS_TOKENS


@compiled
def tokens_if_idle(table, level):
    """BON-8: return a space's tokens after one more idle round."""
    if table.rule_bonus_tokens == BONUS_TOKENS.LOSSES:
        return level + 1
    if table.rule_bonus_tokens == BONUS_TOKENS.DOUBLE:
        return min(DOUBLE, level + 1)
    if table.rule_bonus_tokens == BONUS_TOKENS.SINGLE:
        return max(SINGLE, level)
    return level + 0


@compiled
def adjust_tokens(state, trace):
    """BON-8: clear used spaces and let the tokens of idle ones grow."""
    table = state.table
    for space in range(SPACES):
        row = state.ledger.spaces[table.round - 1, space]
        row.round = table.round
        row.space = space
        row.state = min(STACK, table.bonus_tokens[space])
        row.vps = table.vps_on[space]
        row.owners_hit = 0
        if table.vps_on[space] > 0:
            table.bonus_tokens[space] = BARE
            table.idle_rounds[space] = 0
        else:
            table.bonus_tokens[space] = tokens_if_idle(table, table.bonus_tokens[space] + 0)
            table.idle_rounds[space] += 1
        row.idle_rounds = table.idle_rounds[space]
    emit(trace, TOKENS_SET, -1)
    emit_states(trace, table)


@compiled
def emit_states(trace, table):
    """Add the states of all action spaces to the last event."""
    if trace.position > 0:
        emit_value(trace, SPACES)
        for space in range(SPACES):
            emit_value(trace, min(STACK, table.bonus_tokens[space]))
