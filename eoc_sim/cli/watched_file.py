"""A file that ``eoc-sim watch`` plays: a sheet, plan or strategy."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.looks import MIN_GAMES
from eoc_sim.cli.options import naming_other_games
from eoc_sim.commands.baseline import baseline, choose_line_up
from eoc_sim.commands.options import GameOptions, RunOptions, players_option
from eoc_sim.commands.request import check_kept
from eoc_sim.commands.sweep import requested_versions
from eoc_sim.counts import count, plural
from eoc_sim.defaults import WATCH_GAMES
from eoc_sim.errors import InputError
from eoc_sim.games import find
from eoc_sim.simulator.runs.arms import baseline_arms
from eoc_sim.simulator.runs.runner import check_games, read_keep

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game


@dataclass(frozen=True)
class WatchedFile:
    """A watched file and its options; ``against`` is for a strategy."""

    path: Path
    options: GameOptions
    run_options: RunOptions
    against: str | None

    def check(self) -> None:
        """Check that the file exists and the options are valid.

        Raises:
            InputError: The file is missing, or an option is invalid.
        """
        self.run_options.check_local("watch")
        game = find(self.options.name)
        check_kept(read_keep(game, self.run_options.keep), game.default_tables, "the page")
        _check_games(self.run_options.games)
        if not self.path.is_file():
            raise InputError(f"There is no file {self.path} to watch.")
        if game.own_strategies and self.path.suffix.lower() == ".py":
            raise InputError(
                f"{self.path} cannot be watched: strategies of {game.declaration.words.title} are "
                "in the game's own file. watch takes a sheet, a plan or a preset."
            )
        if self._defines_a_game():
            raise InputError(
                f"{self.path} is a game, not a strategy. watch takes one of its sheets, plans or "
                f"presets, with --game {self.path}."
            )
        if self.is_strategy():
            baseline(
                replace(self.options, seats=self._seats(self._yardstick())),
                self.run_options.channel,
            )
            return
        if self.against is not None:
            raise InputError(
                f"--against is for a strategy, and {self.path} is not one; --seats names the "
                "line-up."
            )
        if self._is_toml():
            # The plan itself may set the rules, but not the number of players.
            choose_line_up(game, self.options)
        else:
            baseline(self.options, self.run_options.channel)

    def read(self) -> tuple[Game, Arms, GameOptions, RunOptions]:
        """Read the game, the versions and the options from the file.

        Raises:
            NothingToPlay: The file changes nothing.
            InputError: The file's contents are invalid.
        """
        with naming_other_games(self.options.name, [str(self.path)]):
            return self._read()

    def _read(self) -> tuple[Game, Arms, GameOptions, RunOptions]:
        """Read the file without naming other games in errors."""
        name = str(self.path)
        forget = find(self.options.name).forget_files
        if forget is not None:
            forget()
        if self.is_strategy():
            options = replace(self.options, seats=self._seats(name), players=None)
            game, version = baseline(options, self.run_options.channel)
            arms, run_options = baseline_arms(game, version), self.run_options
        elif self._is_toml():
            game, arms, options, run_options = requested_versions(
                name, (), None, None, self.options, self.run_options
            )
        else:
            game, arms, options, run_options = requested_versions(
                None, (), name, None, self.options, self.run_options
            )
        max_games = WATCH_GAMES if run_options.games is None else run_options.games
        _check_games(max_games)
        # The additional tables describe only the current rules, not the changes.
        keep = ",".join(game.default_tables) if run_options.keep is None else run_options.keep
        return game, arms, options, replace(run_options, games=max_games, keep=keep, quiet=True)

    def is_strategy(self) -> bool:
        """Return whether the file is a strategy or a preset."""
        if self.path.suffix.lower() == ".py":
            return True
        return self._is_toml() and "strategy" in self._toml()

    def describe_play(self) -> str:
        """Describe what happens at every save, as the end of a sentence."""
        if self.is_strategy():
            rivals = self._players() - 1
            return f"it plays against {rivals} x {self._yardstick()}" if rivals else "it plays"
        return "its changes are played against the current rules"

    def _defines_a_game(self) -> bool:
        """Return whether a Python file assigns GAME, without running it."""
        if self.path.suffix.lower() != ".py":
            return False
        text = self.path.read_text(encoding="utf-8", errors="replace")
        return re.search(r"^GAME\b.*=", text, re.MULTILINE) is not None

    def _is_toml(self) -> bool:
        return self.path.suffix.lower() == ".toml"

    def _toml(self) -> dict[str, Any]:
        """Read a TOML file; return {} while it is broken.

        `read` reports what is wrong.
        """
        try:
            return tomllib.loads(self.path.read_text(encoding="utf-8-sig"))
        except (OSError, ValueError, RecursionError):
            return {}

    def _yardstick(self) -> str:
        game = find(self.options.name)
        return self.against or game.yardstick or game.default_seats[0]

    def _players(self) -> int:
        return self.options.players or len(find(self.options.name).default_seats)

    def _seats(self, first: str) -> str:
        """Return a strategy's line-up: itself, and the yardstick in all other seats."""
        if self.options.seats is not None:
            option = players_option(find(self.options.name).declaration.words)
            raise InputError(
                f"--seats cannot be given for a strategy: {self.path} has the first seat. "
                f"--against names the strategy in all other seats, and {option} sets the number of "
                "players."
            )
        if "," in str(self.path):
            raise InputError(
                f"There is a comma in the path {self.path}; a strategy's path cannot contain one."
            )
        return ",".join([first, *[self._yardstick()] * (self._players() - 1)])


def _check_games(games: int | None) -> None:
    """Refuse a number of games that is too small for any result."""
    if games is None:
        return
    check_games(games)
    if games < MIN_GAMES:
        raise InputError(
            f"{plural(games, 'game is', 'games are')} too few: there are no results before "
            f"{count(MIN_GAMES)} games (--games)."
        )
