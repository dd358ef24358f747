"""ACT: step 3, the actions, space by space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.bundles import Bundle, clean
from eoc_sim.referee.stadium.blocks import place_on_building, place_on_field
from eoc_sim.referee.stadium.clauses import Step, act, steps_of, sum_of
from eoc_sim.referee.stadium.drafting import cash_in, draft, swap
from eoc_sim.referee.stadium.hiring import hire
from eoc_sim.referee.stadium.phrases import Clause
from eoc_sim.referee.stadium.state import Owner, StandingVP
from eoc_sim.referee.stadium.tables import (
    ACTIONS,
    BUILD,
    DRAFT,
    EQUIPMENT,
    HIRE,
    MERCHANDISING,
    PLAYBOOK,
    SPACES,
    SPONSORSHIP,
    TICKETS,
    TRAIN,
)

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def take_actions(game: ReferenceGame) -> None:
    """ACT-0: do the action of every VP, spaces 1 to 9."""
    actions = {
        EQUIPMENT: gain_tokens,
        TRAIN: train,
        PLAYBOOK: playbook,
        BUILD: build,
        TICKETS: sell_tickets,
        DRAFT: choose_at_draft,
        SPONSORSHIP: gain_tokens,
        MERCHANDISING: gain_tokens,
    }
    for space in SPACES:
        order = order_of_acting(game, space)
        for turn, vp in enumerate(order):
            owner = game.owners[vp.seat]
            if space == HIRE:
                hire(game, owner, vps_in_a_row(order[turn:]))
                apply_unstated_clauses(game, owner, HIRE, with_space=True)
            else:
                actions[space](game, owner, space)
            if game.decisions.takes_step("effect", owner):
                game.reader.peek().fail("EFF-1", "no remaining clause has this effect")
            if game.is_stopped():
                return


def order_of_acting(game: ReferenceGame, space: int) -> list[StandingVP]:
    """ACT-0, BON-6: put a space's VPs in the order in which they act.

    That is the order in which they were placed, or the printed order of their bonus spaces. VPs
    with first choice act before the rest.
    """
    vps = game.standing[space]
    order = vps
    if game.rules["order_in_space"] == "printed":
        order = sorted(vps, key=lambda vp: vp.bonus)
    first = [vp for vp in vps if vp.acts_first]
    return [*first, *(vp for vp in order if not vp.acts_first)]


def vps_in_a_row(order: list[StandingVP]) -> int:
    """Count the first owner's VPs before another owner's turn."""
    other_turns = [turn for turn, vp in enumerate(order) if vp.seat != order[0].seat]
    return other_turns[0] if other_turns else len(order)


def own_steps(game: ReferenceGame, space: int) -> list[Step]:
    """List the action space's own clauses."""
    return [(space, clause) for clause in game.data.spaces[space].clauses]


def apply_unstated_clauses(game: ReferenceGame, owner: Owner, space: int, with_space: bool) -> None:
    """EFF-1: apply the clauses that the action's own event leaves out."""
    own_clauses = own_steps(game, space) if with_space else []
    steps = [*own_clauses, *steps_of(game, owner, ACTIONS[space - 1])]
    act(game, owner, steps, lambda step: False)


def gives_free_tokens(step: Step) -> bool:
    """Check if a step's clause costs nothing and gives tokens."""
    return step[1].is_free() and bool(step[1].tokens())


def gain_tokens(game: ReferenceGame, owner: Owner, space: int) -> None:
    """ACT-2, ACT-21, ACT-22: gain the space's tokens and the extras (ACT-23)."""
    space_steps, extras = own_steps(game, space), steps_of(game, owner, ACTIONS[space - 1])
    event = game.reader.take("ACT-0", ACTIONS[space - 1], owner.seat)
    rule = {EQUIPMENT: "ACT-2", SPONSORSHIP: "ACT-21", MERCHANDISING: "ACT-22"}[space]
    event.check(rule, "gains", sum_of([step for step in space_steps if step[1].is_free()]))
    event.check("ACT-23", "extra", sum_of([step for step in extras if step[1].is_free()]))
    event.finish()
    act(game, owner, [*space_steps, *extras], gives_free_tokens)


def exchange_of(game: ReferenceGame, space: int) -> Clause | None:
    """ACT-3, ACT-11: find a space's first repeatable clause.

    On Train the clause must give wins; on Build it may give any token.
    """
    clauses = [
        clause
        for clause in game.data.spaces[space].clauses
        if clause.any_number and (clause.gain == "wins" if space == TRAIN else clause.tokens())
    ]
    return clauses[0] if clauses else None


def without_exchange(exchange: Clause | None, steps: list[Step]) -> list[Step]:
    """List a space's clauses except its exchange."""
    return [step for step in steps if step[1] is not exchange]


def train(game: ReferenceGame, owner: Owner, space: int) -> None:
    """ACT-3, ACT-4: exchange any number of times, then add extras.

    The extras come from places and cards.
    """
    exchange = exchange_of(game, TRAIN)
    kind = game.decisions.next_kind("ACT-3", ["train", "nothing"], owner)
    event = game.reader.take("ACT-3", kind, owner.seat)
    times = event.take("times") if kind == "train" else 0
    event.require("ACT-3", type(times) is int and times >= 0, "times must be a number of exchanges")
    event.require("ACT-3", times == 0 or exchange is not None, "there is no exchange on Train")
    extras = steps_at_train(game, owner, times)
    extra = free_wins(extras)
    cost, gain = price_exchanges(exchange, times)
    if kind == "train":
        event.require("ACT-3", times > 0 or extra > 0, "an exchange or an extra win is expected")
        event.check("ACT-3", "paid", cost)
        event.check("ACT-3", "wins", gain.get("wins", 0))
        event.check("ACT-4", "extra", extra)
    else:
        event.check("ACT-0", "space", TRAIN)
        event.require("ACT-4", extra == 0, f"the owner gains wins without an exchange: {extra}")
    event.require("ACT-3", owner.can_pay(cost), f"the owner has only {owner.tokens}")
    event.finish()
    owner.pay(cost)
    owner.gain(gain)
    act(
        game,
        owner,
        [*without_exchange(exchange, own_steps(game, TRAIN)), *extras],
        lambda step: step in extras and gives_free_tokens(step) and step[1].gain == "wins",
    )


def steps_at_train(game: ReferenceGame, owner: Owner, times: int) -> list[Step]:
    """ACT-4: list the clauses that apply after this number of exchanges.

    Under `converting` they count only if there is at least one exchange.
    """
    if game.rules["training_bonus"] == "converting" and times == 0:
        return []
    return steps_of(game, owner, "train")


def free_wins(steps: list[Step]) -> int:
    """ACT-4: add up the wins that clauses without a cost give."""
    return sum_of([step for step in steps if step[1].is_free()]).get("wins", 0)


def playbook(game: ReferenceGame, owner: Owner, space: int) -> None:
    """ACT-7: apply the space's clauses, place a block on the field, or pass."""
    kind = game.decisions.next_kind("ACT-7", ["win", "field", "nothing"], owner)
    if kind == "field":
        place_on_field(game, owner)
    else:
        win_or_nothing(game, owner, kind)
    apply_unstated_clauses(game, owner, PLAYBOOK, with_space=False)


def win_or_nothing(game: ReferenceGame, owner: Owner, kind: str) -> None:
    """ACT-7: apply all clauses of the space, or none.

    If no clause gives free tokens, the next event shows whether the clauses were taken.
    """
    space_steps = own_steps(game, PLAYBOOK)
    gains = sum_of([step for step in space_steps if step[1].is_free()])
    if kind == "nothing":
        read_nothing(game, owner, PLAYBOOK)
        space_steps = (
            space_steps if not gains and game.decisions.takes_space_effect(owner, PLAYBOOK) else []
        )
    else:
        event = game.reader.take("ACT-7", "win", owner.seat)
        event.check("ACT-7", "gains", gains)
        event.finish()
    act(game, owner, space_steps, gives_free_tokens)


def build(game: ReferenceGame, owner: Owner, space: int) -> None:
    """ACT-11: exchange money for construction, place one block, or pass."""
    kind = game.decisions.next_kind("ACT-11", ["change", "build", "nothing"], owner)
    if kind == "build":
        place_on_building(game, owner)
    else:
        change_or_nothing(game, owner, kind)
    apply_unstated_clauses(game, owner, BUILD, with_space=False)


def change_or_nothing(game: ReferenceGame, owner: Owner, kind: str) -> None:
    """ACT-11: exchange money for construction, then apply the space's other clauses.

    An owner who exchanges nothing may still take the other clauses. The next event shows whether
    they did.
    """
    exchange = exchange_of(game, BUILD)
    other_steps = without_exchange(exchange, own_steps(game, BUILD))
    if kind == "nothing":
        read_nothing(game, owner, BUILD)
        other_steps = other_steps if game.decisions.takes_space_effect(owner, BUILD) else []
    else:
        event = game.reader.take("ACT-11", "change", owner.seat)
        amount = event.take("amount")
        is_valid = type(amount) is int and amount > 0
        event.require(
            "ACT-11",
            is_valid and exchange is not None,
            "amount must be a number of exchanges, and Build must have an exchange",
        )
        cost, gain = price_exchanges(exchange, amount)
        event.check("ACT-11", "paid", cost)
        event.check("ACT-11", "gains", gain)
        event.require("ACT-11", owner.can_pay(cost), f"the owner has only {owner.tokens}")
        event.finish()
        owner.pay(cost)
        owner.gain(gain)
    act(game, owner, other_steps, lambda step: False)


def price_exchanges(exchange: Clause | None, times: int) -> tuple[Bundle, Bundle]:
    """ACT-3, ACT-11: work out the cost and gain of repeated exchanges."""
    if exchange is None:
        return {}, {}
    cost = {kind: times * number for kind, number in exchange.cost.items()}
    gain = {kind: times * number for kind, number in exchange.tokens().items()}
    return clean(cost), clean(gain)


def read_nothing(game: ReferenceGame, owner: Owner, space: int) -> None:
    """ACT-1: read the event of an action without a result."""
    event = game.reader.take("ACT-1", "nothing", owner.seat)
    event.check("ACT-1", "space", space)
    event.finish()


def sell_tickets(game: ReferenceGame, owner: Owner, space: int) -> None:
    """ACT-15, ACT-16: gain money for wins, and from buildings and cards."""
    extras = steps_of(game, owner, "tickets")
    event = game.reader.take("ACT-15", "tickets", owner.seat)
    table = game.data.tickets(owner.count("wins"))
    free = [step for step in extras if step[1].is_free()]
    event.check("ACT-15", "table", table)
    event.check("ACT-16", "extra", sum_of(free).get("money", 0))
    event.finish()
    owner.gain({"money": table})
    act(
        game,
        owner,
        [*own_steps(game, TICKETS), *extras],
        lambda step: step in extras and gives_free_tokens(step) and step[1].gain == "money",
    )


def choose_at_draft(game: ReferenceGame, owner: Owner, space: int) -> None:
    """ACT-17 to ACT-19: draft, swap, cash in or pass, per VP."""
    kind = game.decisions.next_kind("ACT-17", ["draft", "swap", "cash_in", "nothing"], owner)
    if kind == "nothing":
        read_nothing(game, owner, DRAFT)
    else:
        {"draft": draft, "swap": swap, "cash_in": cash_in}[kind](game, owner)
    apply_unstated_clauses(game, owner, DRAFT, with_space=True)
