"""ACT: step 3, the nine action spaces in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.bundles import clean
from eoc_sim.referee.stadium.blocks import build, playbook
from eoc_sim.referee.stadium.clauses import own_steps, steps_of, take_steps
from eoc_sim.referee.stadium.draft import draft
from eoc_sim.referee.stadium.effects import CARDS, Clause
from eoc_sim.referee.stadium.hire import hire
from eoc_sim.referee.stadium.state import Owner, PlacedVP, Space
from eoc_sim.referee.stadium.tables import NUMBER_OF_SPACE, SPACE_NUMBERS, SPACES
from eoc_sim.referee.stadium.train import train

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


def action_step(game: ReferenceGame) -> None:
    """ACT-0: spaces in order 1 to 9; every VP does the action of its space and goes home.

    END-2: under ``at_once`` nothing follows the action that placed somebody's last block.
    """
    for number in SPACE_NUMBERS:
        space = game.spaces[number]
        order = in_order(game, space)
        for place, vp in enumerate(order):
            act(game, vp.owner, space, order[place + 1 :])
            if game.rules["end_round"] == "at_once" and vp.owner.blocks == 0:
                return


def in_order(game: ReferenceGame, space: Space) -> list[PlacedVP]:
    """ACT-0, BON-6: who has first choice, then in the order of placing or of bonus spaces."""
    others = [vp for vp in space.placed if not vp.first_choice]
    if game.rules["order_in_space"] == "printed":
        others.sort(key=lambda vp: vp.bonus)
    return [vp for vp in space.placed if vp.first_choice] + others


def act(game: ReferenceGame, owner: Owner, space: Space, later: list[PlacedVP]) -> None:
    """The action of one VP; ``later`` are those that act on the space after it."""
    word = SPACES[space.number - 1]
    if word == "train":
        train(game, owner, space)
    elif word == "hire":
        hire(game, owner, space, later)
    elif word == "playbook":
        playbook(game, owner, space)
    elif word == "build":
        build(game, owner, space)
    elif word == "tickets":
        tickets(game, owner, space)
    elif word == "draft":
        draft(game, owner, space)
    else:
        give_tokens(game, owner, space, word)


def gives_tokens(clause: Clause) -> bool:
    """Whether an action's own event tells what a free clause gives."""
    return clause.kind != CARDS


def give_tokens(game: ReferenceGame, owner: Owner, space: Space, word: str) -> None:
    """ACT-2, ACT-21, ACT-22: Equipment, Sponsorship and Merchandising give tokens."""
    rule = {"equipment": "ACT-2", "sponsorship": "ACT-21", "merchandising": "ACT-22"}[word]
    event = game.reader.take(rule, word, owner.seat)
    gains, extra = event.bundle("gains"), event.bundle("extra")
    event.finish()
    own = take_steps(game, owner, own_steps(space, word), gives_tokens)
    event.require(rule, gains == own, f"the space gives {own}")
    more = take_steps(game, owner, steps_of(game, owner, word), gives_tokens)
    event.require("EFF-1", extra == more, f"its places and cards add {more}")


def ticket_money(game: ReferenceGame, wins: int) -> int:
    """ACT-15: as much as there are wins, at most 5, or the step that the wins have reached."""
    reached = [money for least, money in game.data.ticket_steps if wins >= least]
    return max(reached) if reached else min(wins, game.data.ticket_most_by_wins)


def tickets(game: ReferenceGame, owner: Owner, space: Space) -> None:
    """ACT-15, ACT-16: the ticket table, and money that places and cards add."""
    event = game.reader.take("ACT-15", "tickets", owner.seat)
    table = ticket_money(game, owner.has("wins"))
    event.check("ACT-15", "table", table)
    extra = event.take("extra")
    event.finish()
    owner.gain_money(table)
    word = SPACES[NUMBER_OF_SPACE["tickets"] - 1]
    take_steps(game, owner, own_steps(space, word))
    more = take_steps(
        game, owner, steps_of(game, owner, word), lambda clause: clause.kind == "money"
    )
    event.require("ACT-16", clean({"money": extra}) == more, f"its places and cards add {more}")
