"""Play a watched file after each save, and update its page."""

from __future__ import annotations

import itertools
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.analysis.folders import Folder
from eoc_sim.analysis.looks import schedule
from eoc_sim.cli.options import claimed_folder
from eoc_sim.cli.printing.standings import print_standings
from eoc_sim.cli.progress import announce_compiling, display
from eoc_sim.cli.saves import Saves
from eoc_sim.cli.screen import note, say
from eoc_sim.cli.watched_file import WatchedFile
from eoc_sim.commands.channel import name_folder
from eoc_sim.commands.playing import strategy_names
from eoc_sim.commands.request import make_request
from eoc_sim.commands.run_folder import RunFolder
from eoc_sim.commands.sweep import say_changes
from eoc_sim.counts import plural
from eoc_sim.errors import InputError
from eoc_sim.reports import write_report
from eoc_sim.reports.live import LivePage
from eoc_sim.simulator.kernel.seating import games_per_round
from eoc_sim.simulator.kernel.vouching import FileInSameResults
from eoc_sim.simulator.runs.arms import NothingToPlay
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_file import RUN_FILE, SOURCE_CODE, read_run_file
from eoc_sim.simulator.runs.runner import Interruption, play, record_of
from eoc_sim.simulator.runs.same_run import identity

if TYPE_CHECKING:
    from eoc_sim.commands.options import GameOptions, RunOptions
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.runner import Outcome, Request

COMMAND = "watch"
LOOK_STEP = 2
"""A save uses every second planned look.

The number of games then doubles from look to look.
"""


def claim_folder(run_options: RunOptions) -> RunFolder:
    """Claim the folder for all runs; ask before ``--fresh`` replaces runs."""
    folder = claimed_folder(run_options, COMMAND)
    if run_options.fresh and not run_options.yes and folder.path.is_dir() and sys.stdin.isatty():
        click.confirm(f"Replace the runs in {folder.path}?", abort=True)
    return folder


def watch(file: Path, options: GameOptions, run_options: RunOptions, against: str | None) -> None:
    """Play a file now and after every save, until Ctrl-C.

    Raises:
        InputError: The file is missing, or an option is invalid.
    """
    watched_file = WatchedFile(file, options, run_options, against)
    watched_file.check()
    with Saves(watched_file.path) as saves:
        _play_saves(watched_file, saves)


def _play_saves(watched_file: WatchedFile, saves: Saves) -> None:
    """Play a file now and after every save."""
    folder = claim_folder(watched_file.run_options)
    watching = Watching(watched_file, saves, folder)
    if not watched_file.run_options.quiet:
        say(
            f"Watching {watched_file.path}: at every save {watched_file.describe_play()}. "
            f"Seed {watched_file.options.seed}. Results go to {name_folder(folder.path)}. "
            "Ctrl-C ends the command."
        )
    try:
        watching.play_saved()
        while True:
            saves.wait()
            watching.play_saved()
    except KeyboardInterrupt:
        if watching.end():
            path = shlex.quote(str(folder.path))
            note(
                f"The last page is {watching.page.target}. To continue, repeat the command with "
                f"--out {path} --resume."
            )
        raise
    except BaseException:
        watching.end()
        raise


@dataclass(frozen=True)
class _Save:
    """The request for one save; requests for the same games share ``identity``."""

    game: Game
    request: Request
    about: str
    identity: str


class Watching:
    """The runs of a watched file, one per version of its contents.

    If the same contents were played before, even by an earlier command, their run continues.
    """

    def __init__(self, file: WatchedFile, saves: Saves, folder: RunFolder) -> None:
        """Open the page and the runs of the folder.

        Raises:
            InputError: The folder has another program's page or a damaged run.
        """
        self.page = LivePage(folder.path)
        self._file = file
        self._saves = saves
        self._names = _names_by_identity(folder) if folder.resume else {}
        folder.begin()
        # Replace only the runs of an earlier command, never those of this command.
        self._folder = replace(folder, fresh=False)
        self._identity = ""
        self._complete_games = 0
        self._is_announced = False
        self._time = _clock()

    # --- One save.

    def play_saved(self) -> None:
        """Play the file until the next save.

        If it cannot be played, print the reason, and keep the page with a warning at the top.
        """
        self._time = _clock()
        try:
            save = self._read()
            self._play(save)
        except NothingToPlay as nothing:
            say(f"{self._time}  {nothing}")
            self.page.keep(f"Out of date since {self._time}: {nothing}")
        except FileInSameResults:
            raise  # saving the file again would not help
        except InputError as error:
            note(f"{_clock()}  {error}")
            self.page.keep(f"Out of date since {self._time}: {error}")
        except Interruption:
            pass

    def _read(self) -> _Save:
        """Read the file and print its changes if they are new."""
        game, arms, options, run_options = self._file.read()
        request = make_request(COMMAND, game, arms, options, run_options, sequential=True)
        identity = _identity(record_of(game, request))
        if self._is_verbose():
            if identity == self._identity:
                say(f"{self._time}  Saved; nothing in play has changed.")
            else:
                say(f"{self._time}  {self._file.path.name}:")
                for text in arms.notes:
                    note(f"Note: {text}")
                say_changes(arms, self._file.run_options.channel)
        about = "; ".join(arm.label for arm in arms.arms[1:]) or str(self._file.path)
        return _Save(game, request, about, identity)

    def _play(self, save: _Save) -> None:
        """Play a save with a growing number of games, updating the page."""
        game, request = save.game, save.request
        is_new = save.identity != self._identity
        if is_new:
            self.page.keep(f"Out of date since {self._time}: the new contents are being played.")
            announce_compiling(game, request.arms.versions(), quiet=not self._is_verbose())
            if self._is_verbose() and self._file.is_strategy():
                note("Compiling the strategy.")
        else:
            self.page.restore()
            if self._complete_games >= request.games:
                return
        directory = self._directory(save)
        players = game.players_of(request.arms.baseline.version)
        games_planned = directory.planned_looks(record_of(game, request)).planned_games
        # Never shorten a run that already has more games.
        goal = directory.read_requested_games()
        looks = schedule(request.games, games_per_round(request.seating, players), LOOK_STEP)
        later_looks = [games for games in looks if games > goal]
        first = goal or later_looks.pop(0)
        for number, games in enumerate((first, *later_looks)):
            names = strategy_names(game, request)
            with display(not self._is_verbose(), names, players, games_planned) as show:
                outcome = play(
                    game,
                    replace(request, games=games),
                    directory,
                    jobs=self._file.run_options.jobs,
                    progress=show,
                    command_line=["eoc-sim", *sys.argv[1:]],
                    continues=number > 0,
                    stop=self._saves.pending,
                )
            is_last = not later_looks or games == later_looks[-1]
            if is_new or is_last or outcome.games_played:
                self._update_page(save, outcome, is_last=is_last)
            directory = replace(directory, resume=True, fresh=False, numbered=False)
            if self._saves.pending.is_set():
                return

    def _directory(self, save: _Save) -> RunDirectory:
        """Return a save's run directory; saves with equal contents share one."""
        name = self._names.get(save.identity)
        if name is not None and (self._folder.path / name).exists():
            return RunDirectory.claim(self._folder.path / name, COMMAND, resume=True)
        numbers = itertools.count(1)
        name = next(name for name in map(str, numbers) if not (self._folder.path / name).exists())
        directory = self._folder.claim_run(name, save.about)
        self._folder.begin()
        self._names[save.identity] = name
        return directory

    def _update_page(self, save: _Save, outcome: Outcome, *, is_last: bool) -> None:
        """Print the standings and put the run's report on the page."""
        games = plural(outcome.games, "game")
        if len(save.request.arms.arms) > 1:
            games += " per version"
        progress = (
            f"Played {games}, the limit of --games."
            if is_last
            else f"So far {games}, more to come."
        )
        if self._is_verbose():
            say()
            say(f"{_clock()}  {progress}")
        print_standings(save.game, save.request, outcome, played_now=False)
        page, lines = write_report(outcome.path)
        self.page.show(page, f"{progress} {self._file.path.name} as saved at {self._time}.")
        self._identity, self._complete_games = save.identity, outcome.games if is_last else 0
        if is_last:
            say()
            for line in lines:
                say(line)
        if is_last or not self._is_announced:
            say(f"Page: {self.page.target}")
            self._is_announced = True

    # --- The end.

    def end(self) -> bool:
        """Write the final page, and return whether there is one."""
        return self.page.end(f"eoc-sim watch ended at {_clock()}; this page stays as it is.")

    def _is_verbose(self) -> bool:
        return not self._file.run_options.quiet


def _clock() -> str:
    return datetime.now().strftime("%H:%M:%S")


def _identity(record: Mapping[str, Any]) -> str:
    """Describe everything that decides a run's games, except their number."""
    return f"{identity(record)} {record.get(SOURCE_CODE)}"


def _names_by_identity(folder: RunFolder) -> dict[str, str]:
    """Return the names of a resumed folder's runs, by identity."""
    earlier = Folder.read(folder.path)
    names = () if earlier is None else earlier.runs
    by_identity: dict[str, str] = {}
    for name in names:
        path: Path = folder.path / name
        if name.isdecimal() and (path / RUN_FILE).is_file():
            by_identity[_identity(read_run_file(path))] = name
    return by_identity
