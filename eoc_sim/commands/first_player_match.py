"""Play one match of ``first-player`` in a separate directory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.first_player import COMMAND
from eoc_sim.commands.baseline import baseline
from eoc_sim.commands.family import play_members
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.commands.playing import play
from eoc_sim.commands.request import make_request
from eoc_sim.commands.who_plays import games_of

if TYPE_CHECKING:
    from pathlib import Path

    from eoc_sim.commands.channel import Channel
    from eoc_sim.commands.joint_progress import OverallProgress
    from eoc_sim.commands.run_folder import RunFolder
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game, LineUp
    from eoc_sim.simulator.runs.runner import Request


@dataclass(frozen=True)
class FirstPlayerMatch:
    """A match: its name, its line-up in words, and its seats.

    ``is_own_line_up`` is False for a strategy against copies of itself, and for a match that
    has a ``who_line_up``, a line-up of ``--who``.
    """

    name: str
    line_up: str
    seats: tuple[str, ...]
    is_own_line_up: bool = True
    who_line_up: LineUp | None = None

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.seats)


def options_of(options: GameOptions, match: FirstPlayerMatch) -> GameOptions:
    """Return the options for one match."""
    return replace(options, seats=",".join(match.seats), players=None)


def version_of(options: GameOptions, match: FirstPlayerMatch, channel: Channel) -> Any:
    """Return the version that a match plays."""
    return baseline(options_of(options, match), channel)[1]


def match_request(
    game: Game, match: FirstPlayerMatch, arms: Arms, options: GameOptions, run_options: RunOptions
) -> Request:
    """Make the request for one match."""
    match_options = options_of(options, match)
    table_options = replace(
        run_options, keep=run_options.keep or ",".join(list_default_tables(game))
    )
    request = make_request(COMMAND, game, arms, match_options, table_options)
    if match.who_line_up is None:
        return request
    games = games_of(match.who_line_up, request.games, run_options.who)
    return make_request(COMMAND, game, arms, match_options, replace(table_options, games=games))


def play_match(
    game: Game,
    match: FirstPlayerMatch,
    arms: Arms,
    options: GameOptions,
    run_options: RunOptions,
    folder: RunFolder,
    overall: OverallProgress | None = None,
) -> Path:
    """Play one match, and repeat it in the data family.

    Matches of the line-ups of ``--who`` are not repeated.
    """
    table_options = replace(
        run_options, keep=run_options.keep or ",".join(list_default_tables(game))
    )
    request_options = replace(run_options, quiet=run_options.quiet or overall is not None)
    request = match_request(game, match, arms, options, request_options)
    directory = folder.claim_run(match.name, match.line_up)
    folder.begin()
    path = play(game, request, directory, table_options, overall=overall).path
    if match.who_line_up is None:
        play_members(game, request, directory, table_options)
    return path


def list_needed_tables(game: Game) -> list[str]:
    """List the standings and the table of spaces taken.

    If games differ in length, list the standings and the table that has the lengths instead.
    """
    if game.declaration.words.length:
        return [table.name for table in game.tables.values() if table.roles("win_share", "winner")]
    return [
        table.name
        for table in game.tables.values()
        if table.roles("win_share") or (table.roles("place") and table.roles("round"))
    ]


def list_default_tables(game: Game) -> list[str]:
    """List the tables to keep by default: those needed, and the winners."""
    tables = list_needed_tables(game)
    return [
        table.name
        for table in game.tables.values()
        if table.name in tables or table.roles("winner")
    ]
