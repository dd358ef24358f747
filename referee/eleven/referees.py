"""REF: the referee of a match, who acts through cards' tags."""

from __future__ import annotations

from typing import Any

from eoc_sim.referee.eleven.effects import (
    fielded_cards,
    ignores,
    injure,
    suspend,
    trigger_source,
    weaken,
)
from eoc_sim.referee.eleven.rerolls import read_rolls
from eoc_sim.referee.eleven.state import League, Manager, Member
from eoc_sim.referee.eleven.tables import RESOURCES
from eoc_sim.referee.records import Event

DICE = (12, 6)  # REF-2: the row, the referee
UNJUST, METICULOUS, INEXPERIENCED, FRIENDLY, GOAL_EAGER, PERFECTIONIST = range(1, 7)
GOAL_ROLL = 6  # REF-3
NO_GAINS = [0, 0, 0, 0]


def has_referee(league: League) -> bool:
    """REF-1: check if referees act."""
    return league.is_season() and league.has("referees")


def call_referee(league: League, manager: Manager) -> None:
    """REF-2: read the referee's dice; find the cards that match."""
    event = league.reader.take("REF-2", "referee", manager.seat)
    row_die, type_die = read_rolls(league, manager, event, "REF-2", "dice", DICE)
    row = league.data.sheet("referee_rows")[row_die - 1]
    tags = {row["tag1"], row["tag2"], row["tag3"]}
    match = manager.match
    match.referee = type_die, row["block"] == "upper"
    match.cards_matching = [
        member.card.number for member in fielded_cards(manager) if member.card.tag in tags
    ]
    match.cards_without_abilities = (
        match.cards_matching if match.referee == (METICULOUS, True) else []
    )
    match.cards_free_of_cost = match.cards_matching if match.referee == (FRIENDLY, False) else []
    match.cards_not_learning = (
        match.cards_matching if match.referee == (INEXPERIENCED, False) else []
    )
    if match.cards_matching and match.referee == (INEXPERIENCED, True):
        match.replacement_token = league.rules["inexperienced"]
    event.check("REF-2", "row", row_die)
    event.check("REF-2", "referee", type_die)
    event.check("REF-2", "cards", match.cards_matching)
    event.finish()


def is_called(manager: Manager, kind: int, upper: bool) -> bool:
    """REF-2: check if the dice chose this effect and a card matches."""
    return manager.match.referee == (kind, upper) and bool(manager.match.cards_matching)


def matching_cards(manager: Manager) -> list[Member]:
    """REF-2: list the matching cards that are still assigned."""
    numbers = manager.match.cards_matching
    return [member for member in fielded_cards(manager) if member.card.number in numbers]


def read_effect(league: League, manager: Manager, cards: list[str], **fields: Any) -> None:
    """Read and compare the event of a referee's effect."""
    event = league.reader.take("REF-2", "referee_effect", manager.seat)
    finish_effect(event, cards, **fields)


def finish_effect(event: Event, cards: list[str], **fields: Any) -> None:
    """Compare an effect's fields; those not given should have default values."""
    defaults = {"dice": [], "strength": 0, "goals": 0, "against": 0, "token": None, "vp": 0}
    event.check("REF-2", "cards", cards)
    for name, value in {**defaults, "gains": NO_GAINS, **fields}.items():
        event.check("REF-2", name, value)
    event.finish()


def before_match(league: League, manager: Manager) -> None:
    """REF-4, REF-6, REF-7: let the referee act before the match."""
    if is_called(manager, METICULOUS, upper=False):
        change_strength(league, manager, league.rules["meticulous"], -1)
    elif is_called(manager, FRIENDLY, upper=True):
        change_strength(league, manager, league.rules["friendly"], 1)
    elif is_called(manager, PERFECTIONIST, upper=True):
        read_tactic(league, manager)
    elif is_called(manager, PERFECTIONIST, upper=False):
        manager.match.ignoring |= {member.marker for member in matching_cards(manager)}


def change_strength(league: League, manager: Manager, side: str, amount: int) -> None:
    """REF-4, REF-6: give temporary strength or weakness to cards of a side."""
    cards = [member for member in matching_cards(manager) if side in (member.side, "any")]
    if not cards:
        return
    for member in cards:
        if amount < 0:
            weaken(league, manager, member.marker, -amount)
        else:
            manager.match.strength_changes[member.marker] += amount
    read_effect(league, manager, [member.card.number for member in cards], strength=amount)


def read_tactic(league: League, manager: Manager) -> None:
    """REF-7, REF-8: read an additional tactic card, if the manager plays one."""
    if not league.takes_step("referee_tactic", manager):
        return
    event = league.reader.take("REF-8", "referee_tactic", manager.seat)
    number = event.take("tactic")
    first = manager.tactic.number if manager.tactic else None
    event.require(
        "REF-8",
        number in manager.tactics and number != first,
        f"the card must be one of {manager.tactics}" + (f", but not {first}" if first else ""),
    )
    event.finish()
    manager.match.additional_tactic = number
    trigger_source(league, manager, number, "prepare")


def goals_of_referee(league: League, manager: Manager) -> tuple[list[int], int]:
    """REF-3, REF-7, REF-8: return the markers that score again, and goals against."""
    if is_called(manager, GOAL_EAGER, upper=False):
        scorers = [
            member for member in matching_cards(manager) if member.marker in manager.match.scorers
        ]
        if scorers:
            cards = [member.card.number for member in scorers]
            read_effect(league, manager, cards, goals=len(scorers))
        return [member.marker for member in scorers], 0
    if is_called(manager, UNJUST, upper=False):
        cards = [member.card.number for member in matching_cards(manager)]
        event = league.reader.take("REF-3", "referee_effect", manager.seat)
        dice = event.take("dice")
        event.require(
            "REF-3",
            len(dice) == len(cards)
            and all(type(die) is int and die in range(1, 7) for die in dice),
            "a die must be rolled for each card that matches",
        )
        against = sum(face >= GOAL_ROLL for face in dice)
        finish_effect(event, cards, dice=dice, against=against)
        return [], against
    return [], 0


def act_after_match(league: League, manager: Manager) -> None:
    """REF-3, REF-7: let the referee act after the match."""
    if is_called(manager, UNJUST, upper=True):
        punish(league, manager)
    elif is_called(manager, GOAL_EAGER, upper=True):
        reward(league, manager)


def punish(league: League, manager: Manager) -> None:
    """REF-3: place a token on one matching card of the manager's choice."""
    token = league.rules["unjust"]
    event = league.reader.take("REF-3", "referee_effect", manager.seat)
    options = [member.card.number for member in matching_cards(manager)]
    cards = event.take("cards")
    event.require(
        "REF-3", len(cards) == 1 and cards[0] in options, f"the card must be one of {options}"
    )
    member = manager.squad[cards[0]]
    if token == "weakness":
        gets_token = not ignores(league, member, token)
        member.weakness += gets_token
    elif token == "injury":
        gets_token = injure(league, manager, member)
    else:
        gets_token = suspend(league, member)
    finish_effect(event, cards, token=token if gets_token else None)


def reward(league: League, manager: Manager) -> None:
    """REF-7: give the manager a gain for each matching card that scored."""
    scorers = [
        member for member in matching_cards(manager) if member.marker in manager.match.scorers
    ]
    if not scorers:
        return
    kind, number = league.rules["goal_eager"], len(scorers)
    gains = [number * (resource == kind) for resource in RESOURCES]
    vp = number if kind == "vp" else 0
    manager.resources = [stock + gain for stock, gain in zip(manager.resources, gains, strict=True)]
    manager.effects_vp += vp
    read_effect(league, manager, [member.card.number for member in scorers], gains=gains, vp=vp)
