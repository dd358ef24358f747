"""EFF: the clauses that act and their gains, in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from eoc_sim.referee.bundles import Bundle, holds, minus, plus
from eoc_sim.referee.stadium.decks import single_card_bonuses
from eoc_sim.referee.stadium.phrases import Clause
from eoc_sim.referee.stadium.state import Owner, Source

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame

Step = tuple[Source, Clause]


def steps_of(game: ReferenceGame, owner: Owner, when: str) -> list[Step]:
    """EFF-1: list an owner's clauses whose moment is `when`.

    Buildings come first, then squares, players and employees, each in the order of its sheet. A
    card held twice acts twice.
    """
    data = game.data
    sources: list[tuple[str, list[Clause]]] = [
        *((number, place.clauses) for number, place in data.places.items()
          if number in owner.places),
        *((number, card.clauses) for number, card in data.players.items()
          for _ in range(owner.players.count(number))),
        *((number, card.clauses) for number, card in data.employees.items()
          for _ in range(owner.employees.count(number))),
    ]  # fmt: skip
    return [
        (number, clause) for number, clauses in sources for clause in clauses if clause.when == when
    ]


def ways(
    steps: list[Step],
    tokens: Bundle,
    payment: Mapping[Source, Bundle],
    gains: Mapping[Source, Bundle],
) -> set[int]:
    """EFF-1, EFF-2: find the sets of clauses that explain the payment and gains.

    Each set is represented by its number of single-card bonuses. Free clauses are always taken.
    Clauses with a cost are taken or declined, and paid for with the tokens held when their turn
    comes. `payment` and `gains` are the tokens that remain to be explained, by source.
    """
    if not steps:
        remaining = [*payment.values(), *gains.values()]
        return set() if any(remaining) else {0}
    (source, clause), *later_steps = steps
    possible = set() if clause.is_free() else ways(later_steps, tokens, payment, gains)
    source_payment, source_gains = payment.get(source, {}), gains.get(source, {})
    is_explained = holds(source_payment, clause.cost) and holds(source_gains, clause.tokens())
    if is_explained and holds(tokens, clause.cost):
        later_ways = ways(
            later_steps,
            plus(minus(tokens, clause.cost), clause.tokens()),
            {**payment, source: minus(source_payment, clause.cost)},
            {**gains, source: minus(source_gains, clause.tokens())},
        )
        possible = possible | {number + clause.cards() for number in later_ways}
    return possible


def sum_of(steps: list[Step]) -> Bundle:
    """Add up the tokens that clauses give."""
    tokens: Bundle = {}
    for _, clause in steps:
        tokens = plus(tokens, clause.tokens())
    return tokens


def act(
    game: ReferenceGame, owner: Owner, steps: list[Step], is_stated: Callable[[Step], bool]
) -> None:
    """EFF-1: apply an action's clauses strictly in order.

    The action's own event, read earlier, already covers some of the free clauses. The
    remaining clauses each have an event of their own.
    """
    for index, step in enumerate(steps):
        if is_stated(step):
            owner.gain(step[1].tokens())
        else:
            act_alone(game, owner, *step, comes_again=step in steps[index + 1 :])


def act_alone(
    game: ReferenceGame, owner: Owner, source: Source, clause: Clause, comes_again: bool
) -> None:
    """EFF-1, EFF-2: read a clause's own event, unless the clause was declined.

    The event of a card held twice does not say which copy it is for. If the owner cannot yet pay
    the cost of the first copy's clause, the event belongs to the second copy.
    """
    times = 1 if clause.is_free() else game.decisions.times(owner, source, clause)
    payment = {kind: times * number for kind, number in clause.cost.items()}
    if times == 0 or (comes_again and not owner.can_pay(payment)):
        return
    gains = {kind: times * number for kind, number in clause.tokens().items()}
    event = game.reader.take("EFF-1", "effect", owner.seat)
    event.check("EFF-1", "source", source)
    event.check("EFF-1", "paid", payment)
    event.check("EFF-1", "gains", gains)
    event.require("EFF-2", owner.can_pay(payment), f"the owner has only {owner.tokens}")
    event.finish()
    owner.pay(payment)
    owner.gain(gains)
    single_card_bonuses(game, owner, times * clause.cards())
