"""ACT-5, ACT-6: the action space Hire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.bundles import clean
from eoc_sim.referee.records import Event
from eoc_sim.referee.stadium.state import Owner
from eoc_sim.referee.stadium.tables import HIRE

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def hire(game: ReferenceGame, owner: Owner, vps: int) -> None:
    """ACT-5, ACT-6: hire employees in row order, buy a VP, or pass.

    The VP that acts is the first of `vps` consecutive VPs of the owner.
    """
    kinds = ["hire", "vice_president", "nothing"]
    acts: list[str] = []
    last_row = -1
    for _ in range(game.decisions.hire_events(owner, vps)):
        kind = game.decisions.next_kind("ACT-5", kinds, owner)
        event = game.reader.take("ACT-5", kind, owner.seat)
        if kind == "hire":
            last_row = hire_employee(game, owner, event, last_row)
        elif kind == "vice_president":
            buy_vp(game, owner, event)
        else:
            event.check("ACT-1", "space", HIRE)
            event.finish()
        acts.append(kind)
    if vps == 1:
        possible = [kind for kind in kinds if game.decisions.takes_step(kind, owner)]
        if possible in (["hire"], ["vice_president"]):
            hint = (
                "; each hires employees or buys a VP, but not both"
                if possible[0] not in acts
                else ""
            )
            game.reader.peek().fail("ACT-6", f"every VP on Hire has acted{hint}")


def hire_employee(game: ReferenceGame, owner: Owner, event: Event, last_row: int) -> int:
    """ACT-5: hire an owner's face-down employee for its cost; return its row."""
    card = event.take("employee")
    event.require("ACT-5", card in owner.face_down, f"only {owner.face_down} are face down")
    row = list(game.data.employees).index(card)
    event.require("ACT-5", row >= last_row, "employees must be hired in row order")
    price = game.data.employees[card].price
    event.check("ACT-5", "paid", price)
    event.require(
        "ACT-5", owner.count("money") >= price, f"the owner has only {owner.count('money')} money"
    )
    event.finish()
    owner.pay(clean({"money": price}))
    owner.face_down.remove(card)
    owner.employees.append(card)
    return row


def buy_vp(game: ReferenceGame, owner: Owner, event: Event) -> None:
    """ACT-6: buy a VP, active from the next round; `vp_max` is the limit."""
    price = game.number("vp_price")
    event.check("ACT-6", "paid", price)
    maximum = game.number("vp_max")
    event.require("ACT-6", owner.vps < maximum, f"the maximum number of VPs is {maximum}")
    event.require(
        "ACT-6", owner.count("money") >= price, f"the owner has only {owner.count('money')} money"
    )
    event.finish()
    owner.pay(clean({"money": price}))
    owner.vps += 1
