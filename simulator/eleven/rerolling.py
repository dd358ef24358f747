"""Dice that a manager may roll again, such as those for votes (CLU-1, BOA-2)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions
from eoc_sim.simulator.eleven.codes import NO_TARGET, REROLL
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.lasting import total_lasting
from eoc_sim.simulator.eleven.names import FANS, MONEY
from eoc_sim.simulator.eleven.sizes import MAX_REROLLS
from eoc_sim.simulator.eleven.switches import REROLL_PAYS
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import draw_once
from eoc_sim.simulator.kernel.tracing import emit_value

FINAL = -1
"""The value returned if the dice stand."""


@compiled
def roll_dice(state, stream, number, faces, last_faces):
    """RND-2: roll dice, each with its own stream; ``stream`` is the first."""
    table = state.table
    box = state.box
    table.rerolled = 0
    box.dice_stream = stream
    for die in range(number):
        box.dice_rolls[die] = 0
        box.dice_faces[die] = last_faces if die == number - 1 else faces
        roll_die(state, die)
        box.dice_first[die] = table.dice[die]


@compiled
def roll_die(state, die):
    """RND-2: roll a die; a re-roll takes the next draw of its stream."""
    box = state.box
    stream = box.dice_stream + die
    draw = draw_once(box, stream, box.dice_rolls[die] + 0, box.dice_faces[die] + 0)
    state.table.dice[die] = draw + 1
    box.dice_rolls[die] += 1


@compiled
def free_rerolls(table, seat):
    """EFF-1: count the free re-rolls that a manager has left this week.

    The field ``table.free_rerolls`` holds the number already used, not the number left.
    """
    return max(0, total_lasting(table, seat, REROLL, NO_TARGET) - table.free_rerolls[seat])


@compiled
def reroll_resource(table):
    """CLU-1: return the resource that a re-roll costs."""
    return MONEY if table.rule_reroll_pays == REROLL_PAYS.MONEY else FANS


@compiled
def reroll(state, policies, seat, number):
    """CLU-1, BOA-2: let a manager roll one of their dice again.

    Returns FINAL if the dice stand, 0 after a re-roll, or the refusal.
    """
    table = state.table
    if table.rerolled == MAX_REROLLS:
        return FINAL
    if ask(state, policies, seat, decisions.ASK_REROLL) != decisions.REROLL:
        stop_blaming(state)
        return FINAL
    die = state.order.die + 0
    if die < 0 or die >= number:
        return decisions.NO_SUCH_DIE
    if not can_reroll(table, seat):
        return decisions.REROLL_UNPAID
    stop_blaming(state)
    pay(table, seat)
    roll_die(state, die)
    note_reroll(state, seat, die, table.dice[die])
    return 0


@compiled
def can_reroll(table, seat):
    """CLU-1: check if a manager has a free re-roll or can pay."""
    return free_rerolls(table, seat) > 0 or table.resources[seat, reroll_resource(table)] > 0


@compiled
def pay(table, seat):
    """CLU-1: use one of the week's free re-rolls, or pay for one."""
    if free_rerolls(table, seat) > 0:
        # The field counts the free re-rolls that the manager has used.
        table.free_rerolls[seat] += 1
    else:
        table.resources[seat, reroll_resource(table)] -= 1


@compiled
def note_reroll(state, seat, die, face):
    """Record a re-roll, for the trace and the tables."""
    number = state.table.rerolled
    state.box.reroll_die[number] = die
    state.box.reroll_face[number] = face
    state.table.rerolled = number + 1
    state.ledger.seats[seat].rerolls += 1


@compiled
def emit_rerolls(state, trace):
    """Write the re-rolls to the trace: each die and face."""
    rerolls = state.table.rerolled + 0
    emit_value(trace, 2 * rerolls)
    for index in range(rerolls):
        emit_value(trace, state.box.reroll_die[index])
        emit_value(trace, state.box.reroll_face[index])
