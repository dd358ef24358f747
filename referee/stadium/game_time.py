"""GAM: step 4, game time, with football gains and then salaries."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from eoc_sim.referee.bundles import Bundle, clean, is_bundle
from eoc_sim.referee.records import Event
from eoc_sim.referee.stadium.clauses import steps_of, ways
from eoc_sim.referee.stadium.data import Card, in_row_order
from eoc_sim.referee.stadium.decks import Deck, single_card_bonuses
from eoc_sim.referee.stadium.state import Owner, Source

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def gain_from_football(game: ReferenceGame) -> None:
    """GAM-1: let all owners gain from their players, employees and places."""
    for owner in game.from_the_commissioner():
        apply_football_clauses(game, owner)


def apply_football_clauses(game: ReferenceGame, owner: Owner) -> None:
    """GAM-1, EFF-2: apply all football clauses of an owner in order.

    There is no event for an owner who neither gains nor pays tokens. Cards (BON-4) have their own
    events.
    """
    steps = steps_of(game, owner, "football")
    gains_tokens = any(clause.is_free() and clause.tokens() for _, clause in steps)
    payment: dict[Source, Bundle] = {}
    gains: dict[Source, Bundle] = {}
    event = None
    if gains_tokens or (steps and game.decisions.takes_step("football", owner)):
        event = game.reader.take("GAM-1", "football", owner.seat)
        payment, gains = by_source(event, "paid"), by_source(event, "gains")
        event.require(
            "GAM-1",
            bool(payment or gains),
            "an owner who neither pays nor gains anything must have no event",
        )
        event.finish()
    possible = ways(steps, owner.tokens, payment, gains)
    if event and not possible:
        effects = ", ".join(f"{clause} ({source})" for source, clause in steps)
        event.fail("GAM-1", f"payments and gains must be those of the owner's effects: {effects}")
    number = game.decisions.cards(owner, possible)
    for bundle in gains.values():
        owner.gain(bundle)
    for bundle in payment.values():
        owner.pay(bundle)  # after all gains, as one clause's gain may pay for the next clause
    single_card_bonuses(game, owner, number)


def by_source(event: Event, name: str) -> dict[Source, Bundle]:
    """Read a field that has one bundle for each source."""
    value = event.take(name)
    kinds = event.words.tokens
    event.require(
        "TRACE",
        isinstance(value, dict)
        and all(is_bundle(bundle, kinds) and bundle for bundle in value.values()),
        f"{name} should hold one bundle per source",
    )
    return dict(value)


def pay_all_salaries(game: ReferenceGame) -> None:
    """GAM-2 to GAM-5: pay all salaries.

    All owners choose from the same state, so their order does not matter.
    """
    for owner in game.from_the_commissioner():
        pay_salaries(game, owner)


def due_cards(cards: list[str], sheet: dict[str, Card]) -> list[str]:
    """GAM-2: list the cards with a salary."""
    return [card for card in cards if sheet[card].salary > 0]


def due_vps(game: ReferenceGame, owner: Owner) -> int:
    """GAM-2: count the VPs to pay: the active ones, or all."""
    if game.number("vp_salary") == 0:
        return 0
    return owner.vps if game.rules["vp_salary_due"] == "all" else owner.active


def pay_salaries(game: ReferenceGame, owner: Owner) -> None:
    """GAM-2 to GAM-5: pay one owner's salaries and handle unpaid ones."""
    player_salaries = {card: game.data.players[card].salary for card in owner.players}
    employee_salaries = {card: game.data.employees[card].salary for card in owner.employees}
    vp_salary, vps = game.number("vp_salary"), due_vps(game, owner)
    players = due_cards(owner.players, game.data.players)
    employees = due_cards(owner.employees, game.data.employees)
    due = (
        vp_salary * vps
        + sum(player_salaries[card] for card in players)
        + sum(employee_salaries[card] for card in employees)
    )
    if due == 0:
        return
    event = game.reader.take("GAM-2", "salaries", owner.seat)
    event.check("GAM-2", "due", due)
    unpaid_players = unpaid_cards(event, "players", players, game.data.players)
    unpaid_employees = unpaid_cards(event, "employees", employees, game.data.employees)
    unpaid_vps = event.take("vps")
    is_valid = type(unpaid_vps) is int and 0 <= unpaid_vps <= vps
    event.require("GAM-2", is_valid, f"the number of unpaid VPs must be from 0 to {vps}")
    unpaid_salaries = [vp_salary] * unpaid_vps
    unpaid_salaries += [player_salaries[card] for card in unpaid_players]
    unpaid_salaries += [employee_salaries[card] for card in unpaid_employees]
    payment, money = due - sum(unpaid_salaries), owner.count("money")
    event.check("GAM-2", "paid", payment)
    event.require("GAM-3", payment <= money, f"the owner has only {money} money")
    money_left = money - payment
    if game.rules["salaries"] == "must":
        event.require(
            "GAM-3",
            all(salary > money_left for salary in unpaid_salaries),
            f"{money_left} money is left; the unpaid salaries are {sorted(unpaid_salaries)}",
        )
    event.finish()
    owner.pay(clean({"money": payment}))
    dismiss(owner.players, game.players, unpaid_players)
    dismiss(owner.employees, game.employees, unpaid_employees)
    send_away(game, owner, unpaid_vps)


def unpaid_cards(event: Event, name: str, due: list[str], sheet: dict[str, Card]) -> list[str]:
    """GAM-3: read the cards listed as unpaid, whose salaries must all be due."""
    cards: Any = event.take(name)
    event.require("TRACE", isinstance(cards, list), f"{name} must be a list of cards")
    event.require("GAM-3", not Counter(cards) - Counter(due), f"only the salaries of {due} are due")
    event.require("TRACE", cards == in_row_order(cards, sheet), f"{name} must be in row order")
    return list(cards)


def dismiss(hand: list[str], deck: Deck, cards: list[str]) -> None:
    """GAM-4: put cards on the discard pile of their deck."""
    for card in cards:
        hand.remove(card)
        deck.discards.append(card)


def send_away(game: ReferenceGame, owner: Owner, vps: int) -> None:
    """GAM-5: send unpaid VPs on vacation, or away for good, or neither.

    If VPs on vacation must be paid too, they come first among the unpaid: they return next round in
    any case.
    """
    if game.rules["unpaid_vp"] == "vacation":
        back_anyway = owner.away if game.rules["vp_salary_due"] == "all" else 0
        owner.away_next = max(0, vps - back_anyway)
    elif game.rules["unpaid_vp"] == "leaves":
        owner.vps -= vps
