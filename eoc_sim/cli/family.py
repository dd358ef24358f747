"""``--family``: the same run in members of the data family, and which findings hold there too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.cli.options import Command
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from eoc_sim.cli.options import RunOptions
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.run_directory import RunDirectory
    from eoc_sim.simulator.runs.runner import Request

PART = 10
"""A member plays one in so many of the run's games, unless told otherwise."""
FEWEST = 600
"""Games of a member at least, unless told otherwise or the run itself has fewer."""

_OPTIONS = (
    click.option(
        "--family",
        type=click.IntRange(1),
        metavar="N",
        help="Play all again in N members of the data family, other components as plausible as "
        "the reconstructed, and say which findings are robust.",
    ),
    click.option(
        "--family-games",
        type=click.IntRange(1),
        metavar="N",
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
        raise InputError(f"The game {game.name} has no data family, so --family cannot be given.")
    if asked.members > game.family.members:
        raise InputError(
            f"--family {asked.members}: the data family of {game.name} has "
            f"{game.family.members} members."
        )


def play_family(
    game: Game,
    request: Request,
    directory: RunDirectory,
    how: RunOptions,
    asked: FamilyOptions,
    tables: Sequence[str] = (),
) -> None:
    """Play a run again in members of the data family, and print which of its findings hold.

    These are told of the standings and of ``tables``.
    """
    if asked.members is not None:
        play_members(game, request, directory, how, asked, tables)
        print_family(directory.path)


def play_members(
    game: Game,
    request: Request,
    directory: RunDirectory,
    how: RunOptions,
    asked: FamilyOptions,
    tables: Sequence[str] = (),
) -> None:
    """Play a run again in members of the data family; all of its ``tables`` are kept of them.

    So are those of who has what its versions change, if the run has kept them.
    """
    from eoc_sim.analysis.holding import changed
    from eoc_sim.analysis.tables import Run
    from eoc_sim.cli.playing import play
    from eoc_sim.cli.screen import count, note, plural, say
    from eoc_sim.simulator.runs.family import member_arms, member_folder
    from eoc_sim.simulator.runs.run_directory import RunDirectory
    from eoc_sim.simulator.runs.run_file import read_run_file
    from eoc_sim.simulator.runs.runner import kept_tables, whole_seatings
    from eoc_sim.simulator.runs.schedule import for_others

    if asked.members is None or game.family is None:
        return
    players = game.players_of(request.arms.baseline.version)
    # Of a run that is played until its question is answered, the games that this took.
    played = int(read_run_file(directory.path)["games"])
    wanted = asked.games
    if wanted is None:
        wanted = max(min(FEWEST, played), played // PART)
    games, _ = whole_seatings(wanted, players, request.seating)
    versions = len(request.arms.arms)
    if not how.quiet:
        say()
        one, several = game.family.noun
        say(
            f"The same in {plural(asked.members, one, several)}, "
            f"{plural(versions, 'version')} x {count(games)} games in each:"
        )
    if sentence := game.family.unchecked(request.arms.baseline.version):
        note(f"Note: {sentence}")
    run = Run(directory.path)
    held = [
        holding.table
        for arm in run.arms[1:]
        for holding, _ in changed(run, arm)
        if run.has(holding.table_of(run))
    ]
    wanted_tables = dict.fromkeys((game.declaration.standings.name, *held, *tables))
    small = kept_tables(game, ",".join(wanted_tables), twins=request.twins is not None)
    for number in range(1, asked.members + 1):
        folder = member_folder(directory.path, number)
        claimed = RunDirectory.claim(
            folder, directory.command, resume=how.resume and folder.exists(), fresh=how.fresh
        )
        own = replace(
            request,
            arms=member_arms(game, game.family, request.arms, number),
            games=games,
            keep=small,
            keep_current=(),
            tuned=None,
            question="",
            twins=None if request.twins is None else for_others(request.twins),
        )
        play(game, own, claimed, replace(how, yes=True, quiet=True), kept_in=directory)


def print_family(path: Path) -> None:
    """The findings of a run, and in how many members of its data family each holds."""
    from eoc_sim.analysis.family import in_words, noun, robustness
    from eoc_sim.analysis.tables import Run
    from eoc_sim.cli.screen import say, table
    from eoc_sim.reports.robust import meaning, wanting

    run = Run(path)
    found = robustness(run)
    say()
    if not found.height:
        say("Nothing is shown to differ, so there is no finding that could be robust.")
        return
    unit = run.words.score[1]
    said = noun(run)
    say(f"What the run shows, and in how many {said[1]} it holds:")
    table(
        (
            "finding",
            "",
            "difference",
            "between",
            "holds in",
            "not decided",
            "the other way",
            "in members",
            "verdict",
        ),
        [
            (
                str(row["what"]),
                ", ".join(filter(None, (row["label"], in_words(row["metric"], unit)))),
                f"{row['value']:+.1f}",
                f"{row['low']:+.1f} to {row['high']:+.1f}",
                f"{row['holds']} of {row['members']}",
                f"{row['open']}",
                f"{row['reversed']}",
                "?" if row["least"] is None else f"{row['least']:+.1f} to {row['most']:+.1f}",
                str(row["verdict"]),
            )
            for row in found.iter_rows(named=True)
        ],
    )
    say(meaning(int(found["members"][0]), said[1]))
    if short := wanting(list(found.iter_rows(named=True)), run):
        say(f"Not decided: {short}.")
