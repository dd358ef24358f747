"""``--family``: the same run in members of the data family, and which findings hold there too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.cli.options import Command
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.cli.options import RunOptions
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.run_directory import RunDirectory
    from eoc_sim.simulator.runs.runner import Request

PART = 10
"""A member plays one in so many of the run's games, unless told otherwise."""
FEWEST = 600
"""Games of a member at least, unless told otherwise."""

_OPTIONS = (
    click.option(
        "--family", type=click.IntRange(1), metavar="N",
        help="Play all again in N members of the data family, other data as plausible as the "
        "reconstructed, and say which findings are robust.",
    ),
    click.option(
        "--family-games", type=click.IntRange(1), metavar="N",
        help="Games of each version in each member. [default: a tenth of --games]",
    ),
)


@dataclass(frozen=True)
class FamilyOptions:
    """In how many members all is played again, and how many games in each."""

    members: int | None = None
    games: int | None = None


ALONE = FamilyOptions()


def family_options(command: Command) -> Command:
    """Add ``--family`` and ``--family-games``; the command gets them as ``family``."""
    from functools import wraps

    @wraps(command)
    def collecting(*args: Any, family: int | None, family_games: int | None, **given: Any) -> Any:
        return command(*args, **given, family=FamilyOptions(family, family_games))

    decorated: Command = collecting
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


def check_family(game: Game, asked: FamilyOptions) -> None:
    """Refuse what cannot be asked for, before anything is played."""
    if asked.members is None:
        if asked.games is not None:
            raise InputError("--family-games says how long --family plays; give both.")
        return
    if game.family is None:
        raise InputError(
            f"The game {game.name} has no data family, so --family cannot be given."
        )
    if asked.members > game.family.members:
        raise InputError(
            f"--family {asked.members}: the data family of {game.name} has "
            f"{game.family.members} members."
        )


def play_family(
    game: Game, request: Request, directory: RunDirectory, how: RunOptions, asked: FamilyOptions
) -> None:
    """Play a run again in members of the data family, and print which of its findings hold."""
    from eoc_sim.cli.playing import play
    from eoc_sim.cli.screen import count, plural, say
    from eoc_sim.simulator.runs.family import member_arms, member_folder
    from eoc_sim.simulator.runs.run_directory import RunDirectory
    from eoc_sim.simulator.runs.runner import kept_tables, whole_seatings

    if asked.members is None or game.family is None:
        return
    players = game.players_of(request.arms.baseline.version)
    wanted = asked.games if asked.games is not None else max(FEWEST, request.games // PART)
    games, _ = whole_seatings(wanted, players, request.seating)
    versions = len(request.arms.arms)
    if not how.quiet:
        say()
        say(
            f"The same in {plural(asked.members, 'member')} of the data family, "
            f"{plural(versions, 'version')} x {count(games)} games in each:"
        )
    small = kept_tables(game, game.declaration.standings.name)
    for number in range(1, asked.members + 1):
        folder = member_folder(directory.path, number)
        claimed = RunDirectory.claim(
            folder, directory.command, resume=how.resume and folder.exists(), fresh=how.fresh
        )
        own = replace(
            request, arms=member_arms(game, game.family, request.arms, number), games=games,
            keep=small, keep_current=(), twins=None,
        )
        play(game, own, claimed, replace(how, yes=True, quiet=True), kept_in=directory)
    print_family(directory)


def print_family(directory: RunDirectory) -> None:
    """The findings of a run, and in how many members of its data family each holds."""
    from eoc_sim.analysis.family import robustness
    from eoc_sim.analysis.tables import Run
    from eoc_sim.cli.screen import say, table

    run = Run(directory.path)
    found = robustness(run)
    say()
    if not found.height:
        say("Nothing is shown to differ, so there is no finding that could be robust.")
        return
    unit = run.words.score[1]
    say("What the run shows, and in how many members of the data family it holds:")
    table(
        ("finding", "", "difference", "between", "holds in", "the other way", "in members",
         "verdict"),
        [
            (
                str(row["what"]),
                f"{row['label']}, {'wins in 100' if row['metric'] == 'wins' else unit}",
                f"{row['value']:+.1f}", f"{row['low']:+.1f} to {row['high']:+.1f}",
                f"{row['holds']} of {row['members']}", f"{row['reversed']}",
                f"{row['least']:+.1f} to {row['most']:+.1f}", str(row["verdict"]),
            )
            for row in found.iter_rows(named=True)
        ],
    )
