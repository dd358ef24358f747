"""ACT-17 to ACT-20: Draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.records import Event
from eoc_sim.referee.stadium.clauses import own_steps, steps_of, take_steps
from eoc_sim.referee.stadium.state import Owner, Space
from eoc_sim.referee.stadium.tables import FIVE_MONEY

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def draft(game: ReferenceGame, owner: Owner, space: Space) -> None:
    """ACT-17 to ACT-19: one of draft, swap and cash in; or nothing."""
    event = game.reader.any()
    event.require("ACT-17", event.seat == owner.seat, f"owner {owner.seat} acts on Draft")
    if event.kind == "draft":
        draft_player(game, owner, event)
    elif event.kind == "swap":
        swap_players(game, owner, event)
    elif event.kind == "cash_in":
        cash_in(game, owner, event)
    else:
        event.require("ACT-17", event.kind == "nothing", "this is no action of Draft")
        event.check("ACT-0", "space", space.number)
        event.finish()
    take_steps(game, owner, own_steps(space, "draft") + steps_of(game, owner, "draft"))


def offered(game: ReferenceGame, event: Event, rule: str) -> str:
    """The player taken, who has to be on offer."""
    number = event.take("card")
    event.require(rule, number in game.draft_area, f"on offer are {game.draft_area}")
    return str(number)


def given(owner: Owner, event: Event, rule: str) -> str:
    """The own player who is given."""
    number = event.take("give")
    event.require(rule, number in owner.players, f"its players are {owner.players}")
    return str(number)


def draft_player(game: ReferenceGame, owner: Owner, event: Event) -> None:
    """ACT-17: one player from the draft area for its signing bonus, paid now."""
    number = offered(game, event, "ACT-17")
    signing = game.data.players[number].price
    event.check("ACT-17", "paid", signing)
    event.require("ACT-17", owner.has("money") >= signing, f"it has {owner.has('money')} money")
    event.finish()
    owner.pay_money(signing)
    game.draft_area.remove(number)
    owner.players.append(number)


def swap_players(game: ReferenceGame, owner: Owner, event: Event) -> None:
    """ACT-18: an own player for one on offer, without a signing bonus."""
    taken, gone = offered(game, event, "ACT-18"), given(owner, event, "ACT-18")
    event.finish()
    game.draft_area.remove(taken)
    owner.players.remove(gone)
    game.draft_area.append(gone)
    owner.players.append(taken)


def cash_in(game: ReferenceGame, owner: Owner, event: Event) -> None:
    """ACT-19: an own player for a point token or 5 money; SET-6: they are never refilled."""
    gone = given(owner, event, "ACT-19")
    event.require("ACT-19", event.has("points") != event.has("money"), "it is points or money")
    if event.has("points"):
        points = event.take("points")
        event.require(
            "ACT-19", points in game.point_tokens, f"the point tokens left are {game.point_tokens}"
        )
        event.finish()
        game.point_tokens.remove(points)
        owner.point_tokens += points
    else:
        event.check("ACT-19", "money", FIVE_MONEY)
        event.require("ACT-19", game.five_money_tokens > 0, "no token of 5 money is left")
        event.finish()
        game.five_money_tokens -= 1
        owner.gain_money(FIVE_MONEY)
    owner.players.remove(gone)
    if game.rules["cashed_player"] == "discard":
        game.discards["players"].append(gone)
    else:
        game.draft_area.append(gone)
