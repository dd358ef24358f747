"""Planning for managers of a season: the worth of everything in money.

A strategy's parameters, its *style*, state its preferences. Each step of a day weighs every action
by its gains until the season ends, less its price, and takes the best.
"""

from __future__ import annotations

from eoc_sim.strategies.eleven.planning.bets import bet
from eoc_sim.strategies.eleven.planning.boards import unique_side
from eoc_sim.strategies.eleven.planning.day import act, choose, director, objective
from eoc_sim.strategies.eleven.planning.deals import answer, bid, offer, show
from eoc_sim.strategies.eleven.planning.dice import colour, reroll
from eoc_sim.strategies.eleven.planning.fielding import (
    effect,
    field_cards,
    fill_stands,
    put_resources,
)
from eoc_sim.strategies.eleven.planning.proposing import (
    MEMORY,
    propose,
    search_parameters,
    searched_act,
)
from eoc_sim.strategies.eleven.planning.referees import suspend
from eoc_sim.strategies.eleven.planning.style import season_parameters
from eoc_sim.strategies.eleven.planning.winter import (
    winter_act,
    winter_objective,
    winter_pick,
    winter_place,
)

__all__ = [
    "MEMORY",
    "act",
    "answer",
    "bet",
    "bid",
    "choose",
    "colour",
    "director",
    "effect",
    "field_cards",
    "fill_stands",
    "objective",
    "offer",
    "propose",
    "put_resources",
    "reroll",
    "search_parameters",
    "searched_act",
    "season_parameters",
    "show",
    "suspend",
    "unique_side",
    "winter_act",
    "winter_objective",
    "winter_pick",
    "winter_place",
]
