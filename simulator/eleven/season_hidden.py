"""Redealing what a seat cannot see of a season (INF-1, INF-2).

A seat cannot see the order of the decks and of the winter tokens to come, nor other managers'
objectives. The trained side of a card belongs to that card, so no redeal changes it.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven import streams
from eoc_sim.simulator.eleven.cards import make_deck
from eoc_sim.simulator.eleven.hidden import begin_redeal, end_redeal
from eoc_sim.simulator.eleven.sizes import (
    MAX_OBJECTIVES,
    MAX_WINTER_KINDS,
    MAX_WINTER_TOKENS,
    OBJECTIVES_DEALT,
)
from eoc_sim.simulator.eleven.sources import DECKS, OFFICE
from eoc_sim.simulator.eleven.switches import OBJECTIVES
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import draw_once
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish


@compiled
def redeal(state, viewer, key):
    """INF-2: redeal the decks, objectives and winter tokens of a season."""
    begin_redeal(state, key)
    for deck in range(DECKS):
        redeal_deck(state, deck)
    if state.table.rule_objectives == OBJECTIVES.ON:
        redeal_objectives(state, viewer)
    redeal_winter_tokens(state)
    end_redeal(state, viewer)


@compiled
def redeal_deck(state, deck):
    """INF-2: shuffle the cards that lie in a deck."""
    box = state.box
    number = box.pile_count[deck] + 0
    for index in range(number):
        source = box.pile[deck, index] + 0
        shuffle_add(box, streams.REDEAL_DECK + deck, index, source, source)
    shuffle_finish(box, number)
    make_deck(state, deck, number)


@compiled
def redeal_winter_tokens(state):
    """EPI-7: shuffle the winter tokens that are still to be revealed."""
    box = state.box
    number = 0
    for row in range(MAX_WINTER_KINDS):
        for index in range(box.winter_pile_count):
            if box.winter_pile[index] == row:
                item = MAX_WINTER_TOKENS * row + number
                shuffle_add(box, streams.REDEAL_DECK + DECKS + 2, number, item, row)
                number += 1
    shuffle_finish(box, number)
    for index in range(number):
        box.winter_pile[index] = box.sort_item[index]


@compiled
def is_seen(state, viewer, objective):
    """INF-2, EPI-4: check if a seat has been dealt or has seen an objective."""
    seen = False
    for index in range(OBJECTIVES_DEALT):
        seen = seen or state.seats[viewer].offered[index] == objective
    for seat in range(state.table.managers):
        seen = seen or state.table.laid_aside[seat] == objective + 1
    return seen


@compiled
def redeal_objectives(state, viewer):
    """INF-2, SET-6: redeal the other managers' objectives.

    They are dealt from the objectives that the viewer has not seen. Each manager gets two. A
    manager who has laid an objective aside keeps it and gets one more (EPI-4).
    """
    box = state.box
    number = 0
    for objective in range(MAX_OBJECTIVES):
        seen = is_seen(state, viewer, objective)
        if box.objective_in_play[objective] == 1 and not seen:
            stream = streams.REDEAL_DECK + DECKS
            shuffle_add(box, stream, number, OFFICE + objective, objective)
            number += 1
    shuffle_finish(box, number)
    count = 0
    for seat in range(state.table.managers):
        if seat == viewer:
            continue
        manager = state.seats[seat]
        if state.table.laid_aside[seat] > 0:
            manager.offered[0] = state.table.laid_aside[seat] - 1
            manager.offered[1] = box.sort_item[count]
            manager.objective = box.sort_item[count]
            count += 1
            continue
        for index in range(OBJECTIVES_DEALT):
            manager.offered[index] = box.sort_item[count]
            count += 1
        if manager.objective >= 0:
            stream = streams.REDEAL_DECK + DECKS + 1
            manager.objective = manager.offered[draw_once(box, stream, seat, OBJECTIVES_DEALT)]
