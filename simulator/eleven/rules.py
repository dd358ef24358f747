"""Rule sets of Eleven: the allowed combinations of switches (SWI-1)."""

from __future__ import annotations

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.names import EPIC_DECKS_OF_DIVISION
from eoc_sim.simulator.eleven.season_rows import in_play
from eoc_sim.simulator.eleven.sizes import MAX_MANAGERS, MAX_WEEKS
from eoc_sim.simulator.eleven.switches import (
    OF_BETTING,
    OF_LEAGUE,
    OF_REFEREES,
    SWITCHES,
    is_epic,
)
from eoc_sim.simulator.kernel.rule_sets import STANDARD, Rules, RuleSet

RULES_VERSION = "1"
"""Raised whenever the same rules and seed play a different game."""

FEWEST_MANAGERS = 2
OF_DEALS = ("no_bid", "asking", "refusals", "youngster_resale")
"""The switches of deals with other managers, which the Winter Break has too (EPI-6)."""
OF_EPIC = ("ignore_token", "winter_drop", "winter_income", "winter_rounds")


def _check(rules: RuleSet, where: str) -> None:
    """Refuse values that conflict (SWI-1)."""
    if not is_epic(rules):
        return
    if rules["division"] not in EPIC_DECKS_OF_DIVISION:
        raise InputError(
            f"{where}epic = on needs three decks of clubs, which division {rules['division']} does "
            "not have: play it in division 3 or 2 (EPI-1)."
        )
    if rules["weeks"] != SWITCHES["weeks"].default:
        raise InputError(
            f"{where}epic = on has {MAX_WEEKS} weeks, so weeks = {rules['weeks']} is refused: "
            "leave weeks out (EPI-1)."
        )


def _check_game(rules: RuleSet, components: Components, managers: int) -> None:
    """Refuse managers that the rules do not allow (SET-1)."""
    if not FEWEST_MANAGERS <= managers <= MAX_MANAGERS:
        raise InputError(
            f"Eleven has {FEWEST_MANAGERS} to {MAX_MANAGERS} managers, not {managers} (SET-1)."
        )
    if rules["market"] == "on" and not any(map(in_play, components.transfers)):
        raise InputError(
            "The market needs a transfer card in play; all of them are absent (MKT-1)."
        )


_OF_SEASON: dict[str, dict[str, tuple[str | int, ...]]] = {
    "board_meetings": {"directors": ("off",)},
    "board_tie": {"directors": ("off",), "board_meetings": ("off",)},
    "extra_cost": {"extra_per_day": (0,)},
    "market_staff": {"staff": ("off",)},
    "objective_vp": {"objectives": ("off",), "epic": ("on",)},
    "staff_places": {"staff": ("off",)},
    "unpaid": {"upkeep": ("off",)},
    **{name: {"epic": ("off",)} for name in OF_EPIC},
    **{name: {"transfers": ("off",)} for name in ("auction_bonus", "seller_may_refuse")},
}
"""Values of other switches that make a switch of the season idle.

Layer league makes all of them idle.
"""

RULES = Rules(
    __name__,
    SWITCHES,
    "eleven",
    titles={
        STANDARD: "The season",
        "league": "The league alone",
        "referees": "The season with referees",
        "epic": "The Epic league",
    },
    idle={
        **{name: {"layer": ("league",)} for name in SWITCHES if name not in OF_LEAGUE},
        "profile": {"layer": ("season",)},
        "formations": {"tactics": ("off",)},
        "start_tactics": {"tactics": ("off",)},
        **{name: {"layer": ("league",), **others} for name, others in _OF_SEASON.items()},
        **{name: {"betting": ("off",)} for name in OF_BETTING},
        **{name: {"layer": ("league",), "referees": ("off",)} for name in OF_REFEREES},
    },
    check=_check,
    idle_together={
        "first_manager": {"layer": ("league",), "schedule": ("rotated",)},
        **{name: {"transfers": ("off",), "epic": ("off",)} for name in OF_DEALS},
    },
    check_game=_check_game,
)
