"""ACT-3, ACT-4: Train."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.bundles import clean
from eoc_sim.referee.stadium.clauses import own_steps, steps_of, take_steps
from eoc_sim.referee.stadium.state import Owner, Space

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def train(game: ReferenceGame, owner: Owner, space: Space) -> None:
    """ACT-3: any number of exchanges; ACT-4: wins that places and cards add."""
    event = game.reader.any()
    event.require("ACT-3", event.seat == owner.seat, f"owner {owner.seat} acts on Train")
    event.require("ACT-3", event.kind in ("train", "nothing"), "this is no action of Train")
    if event.kind == "train":
        times, extra = event.take("times"), event.take("extra")
        paid, wins = event.bundle("paid"), event.take("wins")
    else:
        event.check("ACT-0", "space", space.number)
        times, extra, paid, wins = 0, 0, {}, 0
    event.finish()
    exchanges = [step for step in own_steps(space, "train") if step.clause.any_number][:1]
    for step in own_steps(space, "train"):
        if step not in exchanges:
            take_steps(game, owner, [step])
            continue
        most = step.clause.most(owner.tokens)
        event.require("ACT-3", times in range(most + 1), f"it can exchange {most} times at most")
        cost, gain = step.clause.paid(times), step.clause.gains(times)
        event.require("ACT-3", paid == cost, f"{times} exchanges cost {cost}")
        event.require("ACT-3", clean({"wins": wins}) == gain, f"{times} exchanges give {gain}")
        owner.pay(cost)
        owner.gain(gain)
    event.require("ACT-3", bool(exchanges) or (times, paid, wins) == (0, {}, 0), "no exchange")
    more = {}
    if times or game.rules["training_bonus"] == "choosing":  # ACT-4
        steps = steps_of(game, owner, "train")
        more = take_steps(game, owner, steps, lambda clause: clause.kind == "wins")
    event.require("ACT-4", clean({"wins": extra}) == more, f"its places and cards add {more}")
    if event.kind == "train":
        event.require("ACT-1", times > 0 or extra > 0, "an action that comes to nothing is told so")
