"""The end of game time: the losses from stacks (LOS)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit
from eoc_sim.simulator.stadium import decisions
from eoc_sim.simulator.stadium.cards import discard_employee, discard_player
from eoc_sim.simulator.stadium.codes import DOUBLE, LOSS_EMPLOYEE, LOSS_PLAYER, STACK, TOKENS
from eoc_sim.simulator.stadium.decisions import ask
from eoc_sim.simulator.stadium.events import LOSS
from eoc_sim.simulator.stadium.ledger import spend
from eoc_sim.simulator.stadium.outcomes import EMPLOYEE_FIRED, OUT_INJURY, SPENT_LOST
from eoc_sim.simulator.stadium.state import SPACES
from eoc_sim.simulator.stadium.switches import LOSS_COUNT


@compiled
def losses_of(table, space):
    """LOS-1, LOS-4: count a space's losses per owner at this round's end."""
    level = table.bonus_tokens[space]
    if level < STACK:
        return 0
    return level - DOUBLE if table.rule_loss_count == LOSS_COUNT.TOKEN else 1


@compiled
def next_loss(table):
    """LOS-3: set ``table.space`` to the next space with a loss.

    Returns False if there is none.
    """
    while table.space < SPACES:
        if table.losses_done < losses_of(table, table.space):
            return True
        table.space += 1
        table.losses_done = 0
    return False


@compiled
def _first_card(cards, number):
    """Return the first row that has a card, or -1."""
    for card in range(number):
        if cards[card] > 0:
            return card
    return -1


@compiled
def choose_loss(state, policies, seat, space):
    """LOS-2, INF-3: let an owner choose the card to lose.

    Stores the chosen card, or -1 for none, in ``box.chosen_card``. Returns 0 or a refusal code.
    """
    table = state.table
    loss = table.space_loss[space]
    state.box.chosen_card[seat] = -1
    if loss < TOKENS:
        return 0
    cards = table.hired[seat] if loss == LOSS_EMPLOYEE else table.team[seat]
    number = table.hired_count[seat] if loss == LOSS_EMPLOYEE else table.team_size[seat]
    rows = table.employees if loss == LOSS_EMPLOYEE else table.players
    if number == 0:
        return 0
    card = _first_card(cards, rows)
    if number > 1:
        ask(state, policies, seat, decisions.ASK_LOSE)
        card = state.order.card + 0
        if card < 0 or card >= rows or cards[card] == 0:
            return decisions.LOSE_CARD
        stop_blaming(state)
    state.box.chosen_card[seat] = card
    return 0


@compiled
def lose(state, trace, policies):
    """LOS-1 to LOS-3: apply the next loss to all owners simultaneously.

    Returns 0 or a refusal code.
    """
    table = state.table
    space = table.space + 0
    for turn in range(table.owners):
        refusal = choose_loss(state, policies, (table.commissioner + turn) % table.owners, space)
        if refusal > 0:
            return refusal
    for turn in range(table.owners):
        _inflict_loss(state, trace, (table.commissioner + turn) % table.owners, space)
    table.losses_done += 1
    return 0


@compiled
def _inflict_loss(state, trace, seat, space):
    """LOS-2: inflict a space's loss on an owner, if possible."""
    table = state.table
    loss = table.space_loss[space]
    card = state.box.chosen_card[seat]
    if loss == LOSS_EMPLOYEE or loss == LOSS_PLAYER:
        if card < 0:
            return
        if loss == LOSS_EMPLOYEE:
            discard_employee(state, seat, card, EMPLOYEE_FIRED)
        else:
            discard_player(state, seat, card, OUT_INJURY)
    else:
        if table.tokens[seat, loss] == 0:
            return
        spend(state, seat, loss, 1, SPENT_LOST)
    emit(trace, LOSS, seat, space, loss, card)
    state.ledger.seats[seat].losses += 1
    state.ledger.rounds[seat, table.round - 1].lost += 1
    row = state.ledger.spaces[table.round - 1, space]
    if table.losses_done == 0:
        row.owners_hit += 1
