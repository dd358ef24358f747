"""Repeat a run in the data family, and show which findings hold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from eoc_sim.analysis.holdings import changed_components
from eoc_sim.analysis.tables import Run
from eoc_sim.commands.options import FamilyOptions
from eoc_sim.commands.playing import play_inside
from eoc_sim.counts import count, plural
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.family import member_arms, member_folder
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_file import read_run_file
from eoc_sim.simulator.runs.runner import read_keep, whole_seatings
from eoc_sim.simulator.runs.schedule import adapt_schedule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eoc_sim.commands.options import RunOptions
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.runner import Request

DIVISOR = 10
"""The divisor of the run's number of games, for family members.

By default, a member plays the number of games that the run plays, divided by this number.
"""
MIN_DEFAULT_GAMES = 600
"""By default, a member plays at least this many games.

If the run has fewer, a member plays as many as the run.
"""


def check_family(game: Game, family: FamilyOptions) -> None:
    """Refuse impossible options before anything is played."""
    if family.members is None:
        if family.games is not None:
            raise InputError("--family-games sets the number of games for --family; give both.")
        return
    if game.family is None:
        raise InputError(
            f"The game {game.name} has no data family, so --family cannot be given. A game "
            "in plain Python has one if a column declares a range, as in Whole(..., drawn=(1, 9))."
        )
    if family.members > game.family.members:
        raise InputError(
            f"--family {family.members}: the data family of {game.name} has only "
            f"{game.family.members} members."
        )


def play_family(
    game: Game,
    request: Request,
    directory: RunDirectory,
    run_options: RunOptions,
    tables: Sequence[str] = (),
) -> None:
    """Repeat a run in the data family, and show which findings hold.

    The findings use the standings and ``tables``.
    """
    if run_options.family.members is not None:
        play_members(game, request, directory, run_options, tables)
        run_options.channel.family(directory.path)


def play_members(
    game: Game,
    request: Request,
    directory: RunDirectory,
    run_options: RunOptions,
    tables: Sequence[str] = (),
) -> None:
    """Repeat a run in members of the data family, keeping ``tables``.

    Tables about the holders of changed cards are kept too, if the run itself keeps them.
    """
    if run_options.family.members is None or game.family is None:
        return
    players = game.players_of(request.arms.baseline.version)
    # A run that stops once its question is answered may have played fewer games than requested.
    run_games = int(read_run_file(directory.path)["games"])
    games_per_member = run_options.family.games
    if games_per_member is None:
        games_per_member = max(min(MIN_DEFAULT_GAMES, run_games), run_games // DIVISOR)
    games, _ = whole_seatings(games_per_member, players, request.seating)
    versions = len(request.arms.arms)
    if not run_options.quiet:
        run_options.channel.say()
        noun, nouns = game.family.noun
        run_options.channel.say(
            f"Repeated in {plural(run_options.family.members, noun, nouns)}, "
            f"{plural(versions, 'version')} x {count(games)} games in each:"
        )
    if sentence := game.family.warning(request.arms.baseline.version):
        run_options.channel.note(f"Note: {sentence}")
    run = Run(directory.path)
    holder_tables = [
        holding.table
        for arm in run.arms[1:]
        for holding, _ in changed_components(run, arm)
        if run.has(holding.table_of(run))
    ]
    wanted_tables = dict.fromkeys((game.declaration.standings.name, *holder_tables, *tables))
    kept_tables = read_keep(game, ",".join(wanted_tables), twins=request.twins is not None)
    for number in range(1, run_options.family.members + 1):
        member_request = replace(
            request,
            arms=member_arms(game, game.family, request.arms, number),
            games=games,
            keep=kept_tables,
            keep_current=(),
            tuned_games=None,
            question="",
            twins=None if request.twins is None else adapt_schedule(request.twins),
        )
        folder = member_folder(directory.path, number)
        play_inside(game, member_request, folder, run_options, directory)
