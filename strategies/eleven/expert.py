"""Plans like `balanced`, and plays out alternatives before each action."""

from __future__ import annotations

from eoc_sim.strategies.eleven import balanced
from eoc_sim.strategies.eleven.balanced import (
    answer as answer,
    bet as bet,
    bid as bid,
    choose as choose,
    colour as colour,
    director as director,
    effect as effect,
    extra_tactic as extra_tactic,
    layout as layout,
    objective as objective,
    offer as offer,
    prepare as prepare,
    reroll as reroll,
    show as show,
    suspend as suspend,
    unique_side as unique_side,
    winter_act as winter_act,
    winter_objective as winter_objective,
    winter_pick as winter_pick,
    winter_place as winter_place,
)
from eoc_sim.strategies.eleven.planning import (
    MEMORY as MEMORY,
    act_by_search,
    propose as propose,
    search_parameters,
)

act = act_by_search

# The search parameters come first: numba confuses a record with one that begins with the same
# fields, and warns about it.
PARAMETERS = search_parameters() + balanced.PARAMETERS
