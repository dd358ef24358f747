"""Rule sets of Stadium: the allowed combinations of switches (SWI-1)."""

from __future__ import annotations

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.rule_sets import STANDARD, Rules, RuleSet
from eoc_sim.simulator.stadium.components import Components
from eoc_sim.simulator.stadium.names import VPS_WITH_MORE_OWNERS, VPS_WITH_TWO_OWNERS
from eoc_sim.simulator.stadium.state import MAX_OWNERS
from eoc_sim.simulator.stadium.switches import SWITCHES

RULES_VERSION = "1"
"""Increased whenever the same rules and seed give a different game."""

MIN_OWNERS = 2


def _refuse_impossible_pairs(rules: RuleSet, prefix: str = "") -> None:
    """SWI-1: refuse values of switches that can never go together."""
    start, maximum = rules["vps_start"], rules["vp_max"]
    if isinstance(start, int) and isinstance(maximum, int) and start > maximum:
        raise InputError(
            f"{prefix}vps_start = {start} is more than vp_max = {maximum} (SWI-1). Lower "
            "vps_start, or raise vp_max."
        )


def _check_game(rules: RuleSet, components: Components, owners: int) -> None:
    """Refuse owners, rules and components that do not fit together (SET-1, SWI-1)."""
    _check_owners(owners)
    _check_start(rules, owners)
    _check_components(rules, components)


def _check_owners(owners: int) -> None:
    """Refuse a number of owners that the rules do not allow (SET-1)."""
    if not MIN_OWNERS <= owners <= MAX_OWNERS:
        raise InputError(f"Stadium has {MIN_OWNERS} to {MAX_OWNERS} owners, not {owners} (SET-1).")


def _check_components(rules: RuleSet, components: Components) -> None:
    """Refuse rules that these components do not support (SWI-1)."""
    places = sum(not place.absent for place in (*components.buildings, *components.field))
    blocks = rules["blocks"]
    if isinstance(blocks, int) and places < blocks:
        raise InputError(
            f"Each owner has {blocks} blocks, but the boards have only {places} squares and "
            "buildings (SWI-1). Lower blocks, or add places."
        )


def vps_at_start(rules: RuleSet, owners: int) -> int:
    """SET-2: return the number of VPs that each owner starts with."""
    vps = rules["vps_start"]
    if isinstance(vps, int):
        return vps
    return VPS_WITH_TWO_OWNERS if owners == 2 else VPS_WITH_MORE_OWNERS


def _check_start(rules: RuleSet, owners: int) -> None:
    """Refuse a VP limit below the starting number (SWI-1)."""
    vps = vps_at_start(rules, owners)
    maximum = rules["vp_max"]
    if isinstance(maximum, int) and vps > maximum:
        raise InputError(
            f"Each of the {owners} owners starts with {vps} VPs, but vp_max = {maximum} (SWI-1). "
            "Raise vp_max, or set vps_start."
        )


RULES = Rules(
    __name__,
    SWITCHES,
    "stadium",
    titles={STANDARD: "Standard game"},
    idle={
        "loss_count": {"bonus_tokens": ("double", "single", "off")},
        "vp_salary_due": {"vp_salary": (0,)},
        "unpaid_vp": {"vp_salary": (0,)},
    },
    check=_refuse_impossible_pairs,
    check_game=_check_game,
)


def remarks(rules: RuleSet, components: Components, owners: int) -> list[str]:
    """SWI-1: warn about idle switches and about too few bonus spaces.

    Both are allowed.
    """
    sentences = []
    room = sum(len(space.bonuses) for space in components.spaces)
    need = owners * int(rules["vp_max"])
    if room < need:
        sentences.append(
            f"The action board has {room} bonus spaces, fewer than the {need} VPs that {owners} "
            "owners may have: some may stay unplaced."
        )
    return [*sentences, *rules.idle_sentences(owners)]
