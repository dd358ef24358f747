"""EFF: effects of spaces, places, players and employees at work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eoc_sim.referee.bundles import Bundle, holds, minus, plus
from eoc_sim.referee.stadium.cards import card_effects
from eoc_sim.referee.stadium.effects import Clause
from eoc_sim.referee.stadium.state import Owner, Space

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


@dataclass(frozen=True)
class Step:
    """A clause of a source: of a space (by its number), a place or a card."""

    source: int | str
    clause: Clause


def own_steps(space: Space, word: str) -> list[Step]:
    """What the action space itself gives on its action."""
    return [Step(space.number, clause) for clause in space.clauses if clause.when == word]


def steps_of(game: ReferenceGame, owner: Owner, word: str) -> list[Step]:
    """EFF-1: buildings and squares by number, players, employees by number; each copy acts."""
    data = game.data
    sources = [
        *(place for place in data.places.values() if place.number in owner.places),
        *(data.players[number] for number in in_row_order(data.players, owner.players)),
        *(data.employees[number] for number in in_row_order(data.employees, owner.employees)),
    ]
    return [
        Step(source.number, clause)
        for source in sources
        for clause in source.clauses
        if clause.when == word
    ]


def in_row_order(rows: dict[str, object], cards: list[str]) -> list[str]:
    """Cards in the order of their sheet."""
    order = list(rows)
    return sorted(cards, key=order.index)


def take_steps(
    game: ReferenceGame,
    owner: Owner,
    steps: list[Step],
    is_told: Callable[[Clause], bool] = lambda clause: False,
) -> Bundle:
    """EFF-1, EFF-2: one clause after the other, each paid and gained before the next.

    Free clauses for which ``is_told`` holds are in the event of the action itself, which is read
    before: what they give in all is returned. Each of the others has an `effect` event.
    """
    told: Bundle = {}
    for step in steps:
        clause = step.clause
        if clause.costs():
            take_if_paid(game, owner, step)
        elif is_told(clause):
            owner.gain(clause.gains(1))
            told = plus(told, clause.gains(1))
        else:
            event = game.reader.take("EFF-1", "effect", owner.seat)
            event.check("EFF-1", "source", step.source)
            event.check("EFF-1", "paid", {})
            event.check("EFF-1", "gains", clause.gains(1))
            event.finish()
            owner.gain(clause.gains(1))
            card_effects(game, owner, clause.cards(1))
    return told


def take_if_paid(game: ReferenceGame, owner: Owner, step: Step) -> None:
    """EFF-2: a clause with a cost may be declined; there is no event then."""
    reader, clause = game.reader, step.clause
    if not reader.next_is("effect", owner.seat) or not clause.most(owner.tokens):
        return
    event = reader.peek()
    if event.record.get("source") != step.source:
        return
    stated = event.record.get("paid")
    times = next(
        (n for n in range(1, clause.most(owner.tokens) + 1) if clause.paid(n) == stated), 0
    )
    if not times or event.record.get("gains") != clause.gains(times):
        return  # it may be of a later clause; what is of none is no event that the game has here
    reader.any()
    for field in ("source", "paid", "gains"):
        event.take(field)
    event.finish()
    owner.pay(clause.paid(times))
    owner.gain(clause.gains(times))
    card_effects(game, owner, clause.cards(times))


def ways(clauses: list[Clause], tokens: Bundle, paid: Bundle, gains: Bundle) -> Iterator[list[int]]:
    """How often each clause in turn was taken, in every way that pays and gives just this."""
    if not clauses:
        if not paid and not gains:
            yield []
        return
    clause = clauses[0]
    least = 0 if clause.costs() else 1
    for times in range(least, clause.most(tokens) + 1):
        cost, gain = clause.paid(times), clause.gains(times)
        if holds(paid, cost) and holds(gains, gain):
            left = plus(minus(tokens, cost), gain)
            for rest in ways(clauses[1:], left, minus(paid, cost), minus(gains, gain)):
                yield [times, *rest]


def cards_of(clauses: list[Clause], times: list[int]) -> int:
    """The single card bonuses of clauses that were taken so often."""
    return sum(clause.cards(often) for clause, often in zip(clauses, times, strict=True))
