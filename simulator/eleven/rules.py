"""Rule sets of Eleven: the allowed combinations of switches (SWI-1)."""

from __future__ import annotations

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.names import LEAGUE_MATCH_WEEKS
from eoc_sim.simulator.eleven.season_rows import in_play
from eoc_sim.simulator.eleven.sizes import MAX_MANAGERS
from eoc_sim.simulator.eleven.switches import OF_LEAGUE, SWITCHES
from eoc_sim.simulator.kernel.rule_sets import STANDARD, Rules, RuleSet

RULES_VERSION = "1"
"""Raised whenever the same rules and seed play a different game."""

FEWEST_MANAGERS = 2


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


def _check(rules: RuleSet, where: str) -> None:
    """Refuse switches that conflict (SWI-1)."""
    if rules["league_matches"] == "on" and int(rules["weeks"]) < LEAGUE_MATCH_WEEKS:
        raise InputError(
            f"{where}league_matches = on needs at least {LEAGUE_MATCH_WEEKS} weeks, not "
            f"{rules['weeks']} (SWI-1)."
        )


_OF_LEAGUE_MATCHES = ("shootout", "fresh_gloves", "second_half_effects", "pvp_formations")
_OF_SEASON: dict[str, dict[str, tuple[str | int, ...]]] = {
    "board_meetings": {"directors": ("off",)},
    "board_tie": {"directors": ("off",), "board_meetings": ("off",)},
    "extra_cost": {"extra_per_day": (0,)},
    "market_staff": {"staff": ("off",)},
    "objective_vp": {"objectives": ("off",)},
    "staff_places": {"staff": ("off",)},
    "unpaid": {"upkeep": ("off",)},
    **{
        name: {"transfers": ("off",)}
        for name in (
            *("auction_bonus", "no_bid", "asking", "seller_may_refuse", "refusals"),
            "youngster_resale",
        )
    },
}
"""Values of others that make a switch of the season idle.

Layer league makes all of them idle.
"""

RULES = Rules(
    __name__,
    SWITCHES,
    "eleven",
    titles={STANDARD: "The season", "league": "The league alone"},
    idle={
        **{name: {"layer": ("league",)} for name in SWITCHES if name not in OF_LEAGUE},
        "profile": {"layer": ("season",)},
        "formations": {"tactics": ("off",)},
        "start_tactics": {"tactics": ("off",)},
        **{name: {"layer": ("league",), **others} for name, others in _OF_SEASON.items()},
        **{name: {"league_matches": ("off",)} for name in _OF_LEAGUE_MATCHES},
        "shootout": {"layer": ("league",), "league_matches": ("off",)},
        "second_half_effects": {"layer": ("league",), "league_matches": ("off",)},
        "pvp_formations": {"league_matches": ("off",), "tactics": ("off",)},
    },
    idle_together={"first_manager": {"layer": ("league",), "schedule": ("rotated",)}},
    check=_check,
    check_game=_check_game,
)
