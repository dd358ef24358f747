"""ACT-5, ACT-6: Hire."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from eoc_sim.referee.records import Event
from eoc_sim.referee.stadium.clauses import own_steps, steps_of, take_steps
from eoc_sim.referee.stadium.state import Owner, PlacedVP, Space

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame

HIRE_EVENTS = ("hire", "vice_president", "nothing")
EFFECT_EVENTS = ("effect", "card", "reshuffle")


def hire(game: ReferenceGame, owner: Owner, space: Space, later: list[PlacedVP]) -> None:
    """ACT-5: employees are turned face up, or ACT-6: one more VP is taken; or neither."""
    for _ in range(max(1, own_events(game, owner, later))):
        event = game.reader.any()
        event.require("ACT-5", event.seat == owner.seat, f"owner {owner.seat} acts on Hire")
        event.require("ACT-5", event.kind in HIRE_EVENTS, "this is no action of Hire")
        if event.kind == "hire":
            hire_employee(game, owner, event)
        elif event.kind == "vice_president":
            take_vice_president(game, owner, event)
        else:
            event.check("ACT-0", "space", space.number)
            event.finish()
    take_steps(game, owner, own_steps(space, "hire") + steps_of(game, owner, "hire"))


def hire_employee(game: ReferenceGame, owner: Owner, event: Event) -> None:
    """ACT-5: its cost is paid."""
    number = event.take("employee")
    event.require("ACT-5", number in owner.face_down, f"face down are {owner.face_down}")
    cost = game.data.employees[number].price
    event.check("ACT-5", "paid", cost)
    event.require("ACT-5", owner.has("money") >= cost, f"it has {owner.has('money')} money")
    event.finish()
    owner.pay_money(cost)
    owner.face_down.remove(number)
    owner.employees.append(number)


def take_vice_president(game: ReferenceGame, owner: Owner, event: Event) -> None:
    """ACT-6: for its price, to at most so many; it is active from the next round."""
    price, most = game.number("vp_price"), game.number("vp_max")
    event.check("ACT-6", "paid", price)
    event.require("ACT-6", owner.vps < most, f"it has {owner.vps} VPs, {most} at most")
    event.require("ACT-6", owner.has("money") >= price, f"it has {owner.has('money')} money")
    event.finish()
    owner.pay_money(price)
    owner.vps += 1
    owner.bought += 1


def own_events(game: ReferenceGame, owner: Owner, later: list[PlacedVP]) -> int:
    """How many of the next events are this VP's, where VPs of the same owner act in a row.

    A trace does not say which VP of an owner hired whom. Any way to part the events is as good as
    another, for nothing depends on it, but there has to be one: the longest that leaves something
    for each VP to come.
    """
    vps = 1 + len(list(takewhile(lambda vp: vp.owner is owner, later)))
    runs = runs_ahead(game, owner)
    if not runs:
        return 0
    here = runs[0]
    # Each VP has at least one event, and the later runs are of one VP or more.
    elsewhere = sum(fewest_actions(game, run) for run in runs[1:])
    actions = min(vps - elsewhere, len(here))
    for length in range(len(here), 0, -1):
        rest = here[length:]
        if is_one_action(game, here[:length]) and (
            fewest_actions(game, rest) <= actions - 1 <= len(rest)
        ):
            return length
    return 1


def runs_ahead(game: ReferenceGame, owner: Owner) -> list[list[Event]]:
    """The owner's next events of hiring, parted by the effects between them."""
    runs: list[list[Event]] = []
    between = True
    for event in game.reader.events[game.reader.position :]:
        if event.kind in HIRE_EVENTS and event.seat == owner.seat and is_of_hire(event):
            if between:
                runs.append([])
            runs[-1].append(event)
            between = False
        elif event.kind in EFFECT_EVENTS and event.seat in (owner.seat, None) and runs:
            between = True
        else:
            break
    return runs


def is_of_hire(event: Event) -> bool:
    """Whether an event is one of Hire; `nothing` says where."""
    return event.kind != "nothing" or event.record.get("space") == 3


def is_one_action(game: ReferenceGame, events: list[Event]) -> bool:
    """ACT-5, ACT-6: one VP, or employees in row order, or both where that is allowed."""
    kinds = [event.kind for event in events]
    if kinds in (["vice_president"], ["nothing"]):
        return True
    if game.rules["hire_option"] == "both" and kinds[:1] == ["vice_president"]:
        events, kinds = events[1:], kinds[1:]
    order = list(game.data.employees)
    rows = [order.index(e.record["employee"]) for e in events if e.record.get("employee") in order]
    return set(kinds) == {"hire"} and rows == sorted(rows)


def fewest_actions(game: ReferenceGame, events: list[Event]) -> int:
    """The fewest actions that these events can be."""
    actions, left = 0, events
    while left:
        length = next((n for n in range(len(left), 0, -1) if is_one_action(game, left[:n])), 1)
        actions, left = actions + 1, left[length:]
    return actions
