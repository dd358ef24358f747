"""The bans on an entry of the line-up, in a designer's words.

A ban is on a mechanism (``bet``), a card (``card:038``) or a type of card (``type:culture``). A
banned card is neither drafted nor put into play, and it is kept or picked for the stash only if too
few other cards are left. Bans are joined by a plus sign, as in ``bet+dice:half``. restricting.py
enforces bans in the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.eoc.component_rows import Card
from eoc_sim.simulator.eoc.components import Components
from eoc_sim.simulator.eoc.effect_codes import (
    GAIN_BUCKS_AS_EC,
    GAIN_SHIFT_DIE,
    WHEN_ALWAYS,
    WHEN_MONTH,
)
from eoc_sim.simulator.eoc.effect_language import TYPE_NAMES, Clause
from eoc_sim.simulator.eoc.facts import card_copies
from eoc_sim.simulator.eoc.rules import RuleSet
from eoc_sim.simulator.eoc.state import BAN_NAMES, BANS, MAX_CARDS, MAX_PLAYERS
from eoc_sim.simulator.kernel.records import set_field

PLUS = "+"
"""The separator between bans that apply together."""
CARD, TYPE = "card:", "type:"
MECHANISMS = {
    "bet": "no bets in Vegas, free ones included",
    "bookie": "no die shifted by the Bookie",
    "runner": "no runners",
    "trade": "no trades",
    "market": "no marketing in the player's turns; the final campaign is still allowed",
    "market:final": "no final campaign",
    "move:paid": "no steps beyond the free moves",
    "play": "no card put into play",
    "trigger": "no once-a-month benefit of a card or coach",
    "sign": "no recruit signed",
    "sign:border": "no recruit signed in a border state",
    "sign:single": "no recruit signed in a single state",
    "substitutes": "no BB in place of EC",
    "upgrades": "no upgrade that costs something",
    "dice:full": "no die taken at full value",
    "dice:half": "no die taken at half value",
    "delay": "no discard & delay in the draft",
    "hand": "no card drafted from the hand",
    "stash": "no card drafted from the Secret Stash",
    "pool": "no card drafted from the Discard Pool",
    "bid": "no bid for the Starting Player Chain",
}
"""The mechanisms that can be banned, with a description of each ban."""
EACH, EACH_CARD = "each", "each-card"
"""Groups of bans: each mechanism and type, and each card."""

assert tuple(MECHANISMS) == BAN_NAMES


def canonical_ban(components: Components, name: str) -> str:
    """Return a ban in its canonical spelling.

    Raises:
        InputError: there is no such ban, or no such card in the deck; the message names the
            nearest.
    """
    ban = name.strip().lower()
    if not ban:
        raise InputError(f"A ban is empty; the bans are {_list_of_bans()}")
    if ban.startswith(CARD):
        number = name.strip()[len(CARD) :].strip()
        if not number:
            raise InputError(
                f'The ban "{name.strip()}" names no card; add a number, as in {CARD}038.'
            )
        card = components.card(number)
        if not card.copies:
            raise InputError(
                f'The ban "{name.strip()}": card {card.number} {card.name} is not in the deck.'
            )
        return CARD + card.number
    names = [*BAN_NAMES, *(TYPE + type_name for type_name in TYPE_NAMES)]
    if ban not in names:
        raise InputError(
            f'There is no ban "{name.strip()}".{nearest(ban, [*names, EACH, EACH_CARD])} '
            f"The bans are {_list_of_bans()}"
        )
    return ban


def _list_of_bans() -> str:
    types = ", ".join(TYPE + type_name for type_name in TYPE_NAMES)
    return f"{', '.join(BAN_NAMES)}, {types} and {CARD}NUMBER."


def read_bans(components: Components, text: str) -> frozenset[str]:
    """Parse the bans in a string such as ``bet+dice:half``.

    Raises:
        InputError: a ban is unknown or given twice.
    """
    names = [canonical_ban(components, part) for part in text.split(PLUS)] if text.strip() else []
    for name in names:
        if names.count(name) > 1:
            raise InputError(f'The ban "{name}" is given twice in "{text}".')
    return frozenset(names)


def format_bans(bans: Iterable[str]) -> str:
    """Format bans as `read_bans` reads them: mechanisms, types, then cards."""
    types = [TYPE + type_name for type_name in TYPE_NAMES]
    ranks = {name: index for index, name in enumerate([*BAN_NAMES, *types])}
    return PLUS.join(sorted(bans, key=lambda ban: (ranks.get(ban, len(ranks)), ban)))


def ban_words(components: Components, ban: str) -> str:
    """Describe a ban in words."""
    if ban.startswith(CARD):
        card = components.card(ban[len(CARD) :])
        return f"{card.number} {card.name} neither drafted nor put into play"
    if ban.startswith(TYPE):
        return f"no {ban[len(TYPE) :].capitalize()} card drafted or put into play"
    return MECHANISMS[ban]


def all_bans(components: Components, rules: RuleSet) -> dict[str, tuple[str, ...]]:
    """Return the groups of bans by name, leaving out idle bans."""
    names = [*BAN_NAMES, *(TYPE + type_name for type_name in TYPE_NAMES)]
    cards = [CARD + card.number for card in components.cards if card.copies]
    return {
        EACH: tuple(name for name in names if not idle_reason(components, rules, name)),
        EACH_CARD: tuple(cards),
    }


def idle_reason(components: Components, rules: RuleSet, ban: str) -> str:
    """Explain why a ban changes nothing under these components and rules.

    Returns "" if the ban does change something.
    """
    if ban.startswith(TYPE):
        code = TYPE_NAMES.index(ban[len(TYPE) :])
        has_type = any(card.copies and card.type == code for card in components.cards)
        return "" if has_type else "the deck has no such card"
    reasons = {
        "bid": rules["auction"] != "on" and "there is no auction",
        "delay": rules["solo"] == "on" and "nobody delays in a solo game",
        "pool": rules["solo"] == "on" and "a solo game has no pool",
        "dice:half": rules["dice_use"] == "any_month" and "no die is taken at half value",
        "dice:full": rules["dice_use"] == "any_month"
        and "dice can only be taken at full value, so the ban would leave no choice and is "
        "lifted every month",
        "bookie": not _any_clause(components, lambda clause: clause.gain == GAIN_SHIFT_DIE)
        and "no card or coach shifts a die",
        "substitutes": not _any_clause(components, lambda clause: clause.gain == GAIN_BUCKS_AS_EC)
        and "no card or coach lets BB stand in for EC",
        "upgrades": not _any_clause(components, _is_paid_upgrade)
        and "no card or coach has an upgrade that costs something",
    }
    return reasons.get(ban) or ""


def _is_paid_upgrade(clause: Clause) -> bool:
    return clause.when not in (WHEN_MONTH, WHEN_ALWAYS) and clause.pay_bucks + clause.pay_ec > 0


def _any_clause(components: Components, holds: Any) -> bool:
    """Check if any clause of a card or coach passes the test."""
    return any(holds(clause) for clause in _clauses(components))


def _clauses(components: Components) -> Iterator[Clause]:
    for card in components.cards:
        if card.copies:
            yield from card.clauses
    for coach in components.coaches:
        yield from coach.clauses


def _forbids(ban: str, card: Card) -> bool:
    return ban in (CARD + card.number, TYPE + TYPE_NAMES[card.type])


def write_bans(box: Any, components: Components, bans: Sequence[frozenset[str]]) -> None:
    """Write the line-up's bans into a state's box."""
    entry_bans = np.zeros((MAX_PLAYERS, BANS), np.int32)
    cards = np.zeros(MAX_CARDS, np.int32)
    for entry, names in enumerate(bans):
        for ban, name in enumerate(BAN_NAMES):
            entry_bans[entry, ban] = name in names
        for index, (row, _copy) in enumerate(card_copies(components)):
            if any(_forbids(name, components.cards[row]) for name in names):
                cards[index] |= 1 << entry
    set_field(box, "restrictions", 1)
    set_field(box, "entry_banned", entry_bans)
    set_field(box, "entry_banned_card", cards)
