"""From options to the game and the version of it that is played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from eoc_sim.commands.options import GameOptions, players_option
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.commands.telling import Telling
    from eoc_sim.simulator.runs.asked import Asked
    from eoc_sim.simulator.runs.game import Game, V

Part = TypeVar("Part")


def baseline(asked: GameOptions, telling: Telling) -> tuple[Game, Any]:
    """The game and the version that the options describe (arms: the baseline).

    What people should know of it before it is played is said.
    """
    game, version = version_of(asked, telling)
    if game.remarks is not None:
        for sentence in game.remarks(_asked_of(game, asked), version):
            telling.note(f"Note: {sentence}")
    return game, version


def version_of(asked: GameOptions, telling: Telling) -> tuple[Game, Any]:
    """As :func:`baseline`, without remarks on it."""
    from eoc_sim.games import find, other_games_named

    game = find(asked.name)
    with other_games_named(game):
        version = game.baseline(_asked_of(game, asked))
    note_carried(game, version, telling)
    return game, version


def usual_players(asked: GameOptions) -> int:
    """Say how many play: ``--players``, or as many as the usual line-up has under the rules."""
    from eoc_sim.games import find, other_games_named

    if asked.players is not None:
        return asked.players
    game = find(asked.name)
    with other_games_named(game):
        return game.players_of(game.baseline(_asked_of(game, replace(asked, seats=None))))


def note_carried(game: Game[V], version: V, telling: Telling) -> None:
    """Note which columns of the version's sheets are carried along and not played."""
    for sentence in game.sheets.carried(version) if game.sheets is not None else ():
        telling.note(f"Note: {sentence}.")


def _asked_of(game: Game, asked: GameOptions) -> Asked:
    """What the options ask of this game; an InputError for an option that it does not have."""
    from eoc_sim.simulator.runs.asked import Asked

    for option, given in (
        ("--rules", asked.rules),
        ("--set", asked.settings),
        ("--data", asked.data),
        ("--card", asked.card),
        ("--change", asked.change),
    ):
        if given and option not in game.options:
            raise InputError(f"{option} cannot be given: the game {game.name} has no such option.")
    return Asked(
        seats=choose_line_up(game, asked),
        rules=asked.rules,
        settings=tuple(asked.rule_settings().items()),
        data=asked.data,
        changes=tuple(asked.changes()),
    )


def choose_line_up(game: Game, asked: GameOptions) -> tuple[str, ...] | None:
    """The strategies of the seats, from ``--seats`` and ``--players``; None if both are silent.

    Of the game's own line-up the first play; its last one also where more play than it names.
    """
    seats, players = asked.line_up(), asked.players
    option = asked.said_players or players_option(game.declaration.words)
    if players is not None and players not in game.players:
        raise InputError(f"{option} {players} should be {game.players[0]} to {game.players[-1]}.")
    if seats is None and players is not None:
        own = game.default_seats
        return (*own[:players], *own[-1:] * (players - len(own)))
    if seats is None:
        return None
    if players is not None and players != len(seats):
        raise InputError(
            f"{option} {players} does not fit --seats, which names {len(seats)} "
            f"{'strategy' if len(seats) == 1 else 'strategies'}; leave {option} out."
        )
    return seats


def needed(game: Game, part: Part | None, what: str) -> Part:
    """A part that a game may lack; an InputError that says so if it does."""
    if part is None:
        raise InputError(f"The game {game.name} has no {what}.")
    return part
