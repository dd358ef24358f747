"""Prepared positions of Stadium, and events that a test writes itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eoc_sim.referee.bundles import clean
from eoc_sim.referee.records import Reader
from eoc_sim.referee.stadium.actions import take_actions
from eoc_sim.referee.stadium.data import Data
from eoc_sim.referee.stadium.decks import Deck
from eoc_sim.referee.stadium.game import ReferenceGame
from eoc_sim.referee.stadium.state import Owner, StandingVP
from eoc_sim.referee.stadium.tables import SPACES, TOKENS, WORDS
from referee.stadium.playing import data_of_seed
from referee.stadium.random_games import rules_with

Record = dict[str, Any]


def an_owner(seat: int = 0, vps: int = 2, blocks: int = 7, **things: Any) -> Owner:
    """Make an owner.

    Tokens are numbers (money=9); cards and places are ids in one string (players="P01 P02").
    """
    tokens = clean({kind: things.pop(kind, 0) for kind in TOKENS})
    owner = Owner(seat, tokens, blocks, vps, active=vps)
    for name, value in things.items():
        setattr(owner, name, value.split() if isinstance(value, str) else value)
    return owner


def an_event(kind: str, owner: int | None = 0, **fields: Any) -> Record:
    """Write a line of a trace."""
    return {"e": kind, **({} if owner is None else {"owner": owner}), **fields}


def a_game(
    *owners: Owner,
    levels: dict[int, int] | None = None,
    data: Data | None = None,
    on_offer: str = "",
    **rules: str,
) -> ReferenceGame:
    """Return a game in mid-round with seat 0 as commissioner and no events."""
    game = ReferenceGame([], data or data_of_seed(None))
    game.rules = rules_with(rules)
    game.owners = list(owners)
    game.round = 1
    game.levels = {space: (levels or {}).get(space, 0) for space in SPACES}
    game.standing = {space: [] for space in SPACES}
    game.draft_area = on_offer.split()
    game.point_tokens = list(game.data.point_tokens)
    game.five_million_tokens = game.number("five_million_tokens")
    game.players, game.employees = Deck("players", []), Deck("employees", [])
    return game


def read_events(
    game: ReferenceGame, function: Callable[[ReferenceGame], None], *events: Record
) -> None:
    """Make a rule function read these events; fail if any is left unread."""
    game.reader = Reader(list(events), WORDS)
    function(game)
    game.reader.end()


def play_actions(game: ReferenceGame, standing: dict[int, str], *events: Record) -> None:
    """Start step 3 with these seats' VPs ("011") on these action spaces, in order of placing."""
    game.standing = {
        space: [
            StandingVP(int(seat), bonus, False)
            for bonus, seat in enumerate(standing.get(space, ""), start=1)
        ]
        for space in SPACES
    }
    read_events(game, take_actions, *events)
