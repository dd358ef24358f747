"""A seat's bans on legal actions (``table.banned``), as strategies read them."""

from __future__ import annotations

from eoc_sim.simulator.eoc.state import (
    BAN_FULL,
    BAN_HALF,
    BAN_PLAY,
    BAN_SIGN,
    BAN_SIGN_BORDER,
    BAN_SIGN_SINGLE,
    HALF,
)
from eoc_sim.simulator.kernel.compiled import compiled, compiled_checked

OUT_OF_REACH = 99
"""The number of EC reported for a banned purchase or trade."""


@compiled_checked
def has_ban(table, seat, ban):
    """Check if a seat has a ban, given by its code."""
    return table.banned[seat, ban] == 1


@compiled_checked
def has_draft_ban(table, seat, card, source):
    """Check for a draft ban; ``source`` is BAN_HAND, BAN_STASH or BAN_POOL."""
    if table.restricted[seat] == 0:
        return False
    return (table.banned_card[card] >> seat) & 1 == 1 or table.banned[seat, source] == 1


@compiled_checked
def has_play_ban(table, seat, card):
    """Check if this seat may not put this card into play."""
    if table.restricted[seat] == 0:
        return False
    return (table.banned_card[card] >> seat) & 1 == 1 or table.banned[seat, BAN_PLAY] == 1


@compiled_checked
def has_sign_ban(table, seat, spot):
    """Check if this seat may not sign this recruit."""
    if table.restricted[seat] == 0:
        return False
    single = table.state_region[table.spot_state[spot], 1] < 0
    kind = BAN_SIGN_SINGLE if single else BAN_SIGN_BORDER
    return table.banned[seat, BAN_SIGN] == 1 or table.banned[seat, kind] == 1


@compiled
def has_mode_ban(table, seat, mode):
    """Check if this seat may not take dice in this mode."""
    return table.banned[seat, BAN_HALF if mode == HALF else BAN_FULL] == 1


@compiled
def impose_bans(state):
    """Give every seat the bans of its line-up entry in this game."""
    table = state.table
    box = state.box
    for seat in range(table.players):
        entry = box.entry[seat]
        for ban in range(len(table.banned[seat])):
            table.banned[seat, ban] = box.entry_banned[entry, ban]
            table.restricted[seat] = max(table.restricted[seat], box.entry_banned[entry, ban])
        for card in range(table.cards):
            bit = (box.entry_banned_card[card] >> entry) & 1
            table.banned_card[card] += bit << seat
            table.restricted[seat] = max(table.restricted[seat], bit)
