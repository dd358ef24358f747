"""Rule sets of Envelopes of Cash: presets and impossible pairs of values (SWI-1).

>>> rules = resolve("family", {"hand": "2"})
>>> rules["hand"], rules["vmd"], rules["start_bucks"]
(2, 'off', 7)
>>> RULES.idle_when("order_bucks_3")
['with fewer than 3 players']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.columns import REGION_NAMES
from eoc_sim.simulator.eoc.switches import SWITCHES
from eoc_sim.simulator.kernel.rule_sets import STANDARD, Idle, Rules, RuleSet

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.components import Components

RULES_VERSION = "3"
"""Increased whenever the same rules and seed give a different game."""

MONTHS = 12
MAX_PLAYERS = 4
# The months after which the pool is cleared (END-2): May, August, November.
POOL_CLEARED_AFTER = (3, 6, 9)

IDLE: Idle = {
    "dice_order": {"dice_draft": ("shared",)},
    "dice_repeats": {"dice_draft": ("shared",)},
    "coach_choice": {"coaches": ("off",)},
    "tiebreak2": {"ties": ("shared",)},
    # In a solo game the player's region is always drawn at random (RND-2).
    "regions": {"solo": ("on",)},
    # A solo game has no Chain, and no other player to draft ahead of (SOLO-6).
    "chain": {"solo": ("on",)},
    "pick_order": {"solo": ("on",)},
}
"""The switches that are idle while another has a given value (SWI-1).

Switches for places in the turn order beyond the number of players are idle too.
"""


def _refuse_impossible_pairs(rules: RuleSet, prefix: str) -> None:
    """SWI-1: refuse pairs of values that are always impossible.

    Such a pair is impossible for any number of players and any cards.
    """
    if rules["auction"] == "on" and rules["chain"] != "on":
        raise InputError(
            f"{prefix}The auction is held for the Chain, so it cannot be combined with chain = "
            f"{rules['chain']} (SWI-1). Use chain = on, or auction = off."
        )
    if rules["solo"] == "off":
        return
    for name, need, reason in (
        ("auction", "off", "there is nobody to bid"),
        ("dice_draft", "shared", "there is nobody to compete with for dice"),
        ("pool_start", "auto", "there is no Discard Pool"),
        ("stash", "choose4of6", "the Secret Stash is always 4 of 6 cards"),
    ):
        if rules[name] != need:
            raise InputError(
                f"{prefix}Solo games cannot have {name} = {rules[name]}: {reason} (SWI-1). "
                f"Use {name} = {need}."
            )


def check_players(rules: RuleSet, players: int) -> None:
    """Refuse a number of players that the rules do not allow (SET-1, SOLO-1, SWI-1)."""
    if rules["solo"] == "on":
        if players != 1:
            raise InputError(
                f"A solo game has 1 player, not {players}; the Bubba Bot takes the other side "
                "(SOLO-1)."
            )
        return
    if not 2 <= players <= 4:
        hint = " For one player use --rules solo." if players == 1 else ""
        raise InputError(f"The game has 2 to 4 players, not {players} (SET-1).{hint}")
    if rules["dice_draft"] == "exclusive" and rules["dice_repeats"] == 1 and players == 4:
        raise InputError(
            "With 4 players dice_repeats cannot be 1: eight picks need more than six dice "
            "(SWI-1, CUT-2). Use auto or 2."
        )


def count_stash(rules: RuleSet) -> int:
    """Return the number of cards in each starting Secret Stash (SET-8)."""
    return 5 if rules["stash"] == "deal5" else 4


def first_pool(rules: RuleSet, players: int) -> int:
    """Count the cards dealt to the first pool (SET-13, FAM-1).

    Rejected stash cards do not count.
    """
    if rules["solo"] == "on":
        return 0
    value = rules["pool_start"]
    if value == "auto":
        return 4 if rules["stash"] in ("deal5", "starter") else 0
    return 2 * players if value == "2xplayers" else int(value)


def count_needed_cards(rules: RuleSet, players: int) -> int:
    """Return the maximum number of cards outside the draw and discard decks (DRA-8).

    In the worst case nobody drafts from the stash, and every drafted card is played before it
    expires. Then only the clearing of the pool (END-2) brings cards back.
    """
    deals = int(rules["hand"]) * players + int(rules["dealer_bonus"])
    stashes = count_stash(rules) * players
    rejects = 2 * players if rules["stash"] in ("choose4of6", "open_draft") else 0
    solo = rules["solo"] == "on"
    pool = first_pool(rules, players) + rejects
    maximum = stashes + pool
    if solo:
        pool = 0
    for month in range(1, MONTHS + 1):
        drafted_before = players * (month - 1)
        maximum = max(maximum, stashes + drafted_before + pool + deals)
        if not solo:
            pool += deals - players
            if month in POOL_CLEARED_AFTER:
                pool = 1
    return maximum


def check_deck(rules: RuleSet, players: int, deck_size: int) -> None:
    """Refuse a deck that could run out under these rules (DRA-8)."""
    need = count_needed_cards(rules, players)
    if deck_size < need:
        raise InputError(
            f"The deck could run out: with {players} player{'s' if players != 1 else ''} and these "
            f"rules, up to {need} cards can be out of it at the same time, and it has only "
            f"{deck_size} (DRA-8). Add copies of cards, or lower hand, dealer_bonus or "
            "pool_start."
        )


def _check_stashes(rules: RuleSet, components: Components) -> None:
    """Refuse starter stashes with a card that has no copies (SET-8)."""
    if rules["stash"] != "starter":
        return
    copies = {card.number: card.copies for card in components.cards}
    for region, numbers in components.stashes.items():
        for number in numbers:
            if not copies.get(number):
                raise InputError(
                    f"stash = starter: card {number} of the {REGION_NAMES[region]} stash has 0 "
                    "copies; give it a copy or choose another stash mode (SET-8)."
                )


def _check_game(rules: RuleSet, components: Components, players: int) -> None:
    """Refuse players, a deck or stashes that the rules do not allow."""
    check_players(rules, players)
    check_deck(rules, players, components.deck_size)
    _check_stashes(rules, components)


RULES = Rules(
    __name__,
    SWITCHES,
    "eoc",
    titles={STANDARD: "Standard game", "cutthroat": "Cut-throat", "solo": "Solo game"},
    idle=IDLE,
    players_needed={
        f"order_{part}_{index}": index
        for index in range(2, MAX_PLAYERS + 1)
        for part in ("bucks", "stars")
    },
    check=_refuse_impossible_pairs,
    check_game=_check_game,
)
resolve = RULES.resolve
preset_names = RULES.preset_names
STANDARD_RULES = RULES.standard
