"""Planning for a season's managers: the worth of everything, in money.

A strategy's parameters, its *style*, state its preferences. At each step of a day, the planner
weighs every action by its gains until the season ends, less its price, and takes the best.

Numba reads the integers of records as 32-bit; ``+ 0`` converts them to 64-bit.
"""

from __future__ import annotations

from eoc_sim.strategies.eleven.planning.bets import bet as bet
from eoc_sim.strategies.eleven.planning.unique_cards import unique_side as unique_side
from eoc_sim.strategies.eleven.planning.day import (
    act as act,
    choose as choose,
    director as director,
    objective as objective,
)
from eoc_sim.strategies.eleven.planning.deals import (
    answer as answer,
    bid as bid,
    offer as offer,
    show as show,
)
from eoc_sim.strategies.eleven.planning.dice import colour as colour, reroll as reroll
from eoc_sim.strategies.eleven.planning.fielding import (
    effect as effect,
    field_cards as field_cards,
    fill_stands as fill_stands,
    put_resources as put_resources,
)
from eoc_sim.strategies.eleven.planning.proposing import (
    MEMORY as MEMORY,
    act_by_search as act_by_search,
    propose as propose,
    search_parameters as search_parameters,
)
from eoc_sim.strategies.eleven.planning.referees import suspend as suspend
from eoc_sim.strategies.eleven.planning.style import season_parameters as season_parameters
from eoc_sim.strategies.eleven.planning.winter import (
    winter_act as winter_act,
    winter_objective as winter_objective,
    winter_pick as winter_pick,
    winter_place as winter_place,
)
