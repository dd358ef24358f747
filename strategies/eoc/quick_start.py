"""The quick start: EC soon rather than many, so big dice often at half value, and recruits early.

BB go to runners that carry leftover EC ahead. What makes its character is fixed; the other
parameters were tuned under it, for wins against the other three of the default line-up.
"""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning import (
    MEMORY,
    TABLES,
    act,
    appraise,
    dice,
    draft,
    keep,
    place,
    planner_parameters,
)

__all__ = [
    "MEMORY", "PARAMETERS", "TABLES", "act", "appraise", "dice", "draft", "keep", "place",
]

CHARACTER = {
    "wait_percent": 11, "april": 100, "may": 100, "june": 100, "august": 100, "september": 100,
    "runner_least": 2, "bet_first": 0,
}
TUNED = {
    "october": 93.8, "november": 76.9, "december": 54.2, "january": 37.2, "february": 12.1,
    "crowding": 0.686, "any_ec": 6.5, "buck_worth": 7.51, "bet_worth": 12.4, "ec_worth": 13.8,
    "price_weight": 4.87, "patience": 5.66, "card_favour": 1.01, "rate_offset": 2.45,
    "least_rate": 0.377, "trade_cost": 39.5, "step_price": 1.79, "new_position": 10.6,
    "region_recruit": 63.7, "board_worth": 48.7,
}
PARAMETERS = planner_parameters(**CHARACTER, **TUNED)
