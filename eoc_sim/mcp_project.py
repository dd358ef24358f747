"""The project folder in which `eoc-sim mcp` plays games and reads runs."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import re
import secrets
import shlex
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from eoc_sim import commands
from eoc_sim.built_in_games import BUILT_IN, DEFAULT_GAME
from eoc_sim.commands.options import GameOptions, RunOptions, WhoOptions
from eoc_sim.counts import count
from eoc_sim.errors import InputError, nearest
from eoc_sim.game_parts import entry_points
from eoc_sim.own_games import file_in
from eoc_sim.simulator.runs.parts import GAME_FILE_SUFFIX
from eoc_sim.simulator.runs.run_directory import LOG_FILE
from eoc_sim.simulator.runs.scratch import scratch_folder
from eoc_sim.simulator.runs.who_plays import VARIANTS_DIVISOR

Command = Literal["run", "sweep", "cards", "timing", "variants", "first-player"]
"""The commands that an MCP client may run."""
FIRST_TRIAL_GAMES, SECOND_TRIAL_GAMES = 24, 240
"""Games in the first trial and in the second.

The first may have to compile code, so `Project.plan` estimates a duration from the second.
"""
STRATEGY_FILE = re.compile(r".*(?:[/\\]|\.(?:py|toml)\b)[^:]*", re.IGNORECASE | re.DOTALL)
"""The path of a strategy file, without the strategy's parameters."""


@dataclass(frozen=True)
class GamesRequest:
    """Games to play: a command with its options.

    ``vary`` and ``sheet`` define the versions of a sweep; ``changes`` are the changes to the game
    that all versions share.
    """

    command: Command
    game: str = DEFAULT_GAME
    vary: Sequence[str] = ()
    sheet: str = ""
    changes: Sequence[str] = ()
    rules: str = ""
    seats: str = ""
    data: str = ""
    seed: int = 1

    def arguments(self) -> list[str]:
        """Return the command line's options."""
        options: list[tuple[str, str]] = [("--vary", text) for text in self.vary]
        options += [("--change", change) for change in self.changes]
        options += [
            ("--cards", self.sheet),
            ("--game", "" if self.game == DEFAULT_GAME else self.game),
            ("--rules", self.rules),
            ("--seats", self.seats),
            ("--data", self.data),
            ("--seed", str(self.seed)),
        ]
        return [f"{option}={value}" for option, value in options if value]


@dataclass(frozen=True)
class Project:
    """A folder, and the actions that it allows an MCP client.

    Every path is inside ``folder``, which is the working directory. With ``trust``, strategies and
    games may be files; otherwise only built-in and installed ones are loaded. A request for more
    than ``max_games`` games needs the ``confirm`` that its plan returned.
    """

    folder: Path
    trust: bool = False
    max_games: int = 20_000
    _key: bytes = field(default_factory=lambda: secrets.token_bytes(16), repr=False)
    _last_answer: dict[str, Any] = field(default_factory=dict, repr=False)
    """The answer for the last run read, keyed by its files' state."""

    # --- Checks of names.

    def inside(self, path: str) -> Path:
        """Return a path inside the folder.

        Raises:
            InputError: The path leads out of the folder, perhaps through a link.
        """
        try:
            full_path = (self.folder / path).resolve()
        except (ValueError, OSError, RuntimeError):  # a null character, or a loop of links
            path, full_path = ascii(path)[1:-1], Path()
        if not path or not full_path.is_relative_to(self.folder.resolve()):
            raise InputError(
                f'"{path}" is not inside the project folder {self.folder}; name a path in it.'
            )
        return full_path.relative_to(self.folder.resolve())

    def check_game(self, name: str) -> None:
        """Refuse a game that is a file or module, unless trusted.

        Raises:
            InputError: The game is not allowed.
        """
        names = [*BUILT_IN, *entry_points()]
        if name in names:
            return
        if not self.trust:
            raise InputError(
                f'"{name}" is not one of the games {", ".join(names)}; games in files are loaded '
                f"only if eoc-sim mcp was started with --trust.{nearest(name, names)}"
            )
        if name and (self.folder / name).is_dir():
            name = str(file_in(self.folder / name))
        if name.endswith(GAME_FILE_SUFFIX):
            self.inside(name)

    def check_strategies(self, specs: Iterable[str]) -> None:
        """Refuse strategies in files, unless trusted.

        Raises:
            InputError: One of them is not allowed.
        """
        for spec in specs:
            file = STRATEGY_FILE.match(spec.strip())
            if file is not None and not self.trust:
                raise InputError(
                    f'The strategy "{spec}" is a file; strategies in files are loaded only if '
                    "eoc-sim mcp was started with --trust."
                )
            if file is not None:
                self.inside(file[0])

    def check(self, request: GamesRequest) -> None:
        """Refuse a request that names files which it may not use.

        Raises:
            InputError: A path leads out of the folder, or the game or a strategy is not allowed.
        """
        self.check_game(request.game)
        self.check_strategies(request.seats.split(",") if request.seats else ())
        for path in (request.sheet, request.data):
            if path:
                self.inside(path)
        files = [request.rules]
        for change in (*request.vary, *request.changes):
            key, _, values = change.partition("=")
            if key.strip().lower().startswith("seat."):
                self.check_strategies(values.split(","))
            elif key.strip().lower() == "rules":
                files += values.split(",")
        for file in files:
            if any(mark in file for mark in ("/", "\\", ".")):
                self.inside(file.strip())

    # --- Actions.

    def answer(self, options: Sequence[str], *values: str) -> dict[str, Any]:
        """Run a command line in the folder; return its answer and cost.

        ``values`` are arguments from the client; they are never taken as options.

        Raises:
            InputError: The command refused its arguments, or failed.
        """
        arguments = ["--", *values] if values else []
        start = time.monotonic()
        process = subprocess.run(
            [sys.executable, "-P", "-m", "eoc_sim", *options, "--format=json", *arguments],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
        )
        try:
            answer = json.loads(process.stdout)
        except ValueError:
            raise InputError(
                f"eoc-sim {options[0]} ended with exit code {process.returncode} and no answer. "
                f"{process.stderr.strip()[-500:]}"
            ) from None
        if answer["error"] is not None:
            raise InputError(" ".join(answer["error"]["sentences"]))
        return {
            "command": shlex.join(["eoc-sim", *options, *arguments]),
            "seed": None,
            "cost": {"seconds": round(time.monotonic() - start, 1), "games": 0},
            "sentences": answer["answer"],
            "result": answer["result"],
        }

    def plan(self, request: GamesRequest, games: int | None) -> dict[str, Any]:
        """Estimate how many games and how much time a request takes.

        Without ``games``, a sweep gets enough to find changes that matter, and any other command
        gets ``max_games``, the most that needs no confirmed plan. The ``confirm`` in the result
        lets `run` play this request with this many games.

        Raises:
            InputError: The request is refused.
        """
        self.check(request)
        if request.command == "sweep" and games is None:
            plan = self.answer(["plan", *request.arguments()])
            result = plan["result"]
            games = result["games"]
            if games is None:
                raise InputError(" ".join(map(str, plan["sentences"])))
            seconds, versions = result["seconds"], len(result["versions"]) + 1
            total = games * versions
        else:
            plan, trial_games, seconds_per_game = self._trial(request)
            games = self.max_games if games is None else games
            versions, total = self._size(request, games)
            seconds = plan["cost"]["seconds"] + seconds_per_game * max(total - trial_games, 0)
        command = ["eoc-sim", request.command, *request.arguments(), f"--games={games}"]
        return {
            **plan,
            "command": shlex.join(command),
            "seed": request.seed,
            "cost": {"seconds": round(seconds, 1), "games": total},
            "games": games,
            "versions": versions,
            "confirm": self._confirmation(request, games),
        }

    def run(self, request: GamesRequest, games: int, confirm: str) -> dict[str, Any]:
        """Play a request's games, and write them to a new folder.

        Raises:
            InputError: The request is refused, or it needs a plan first.
        """
        self.check(request)
        confirmation = self._confirmation(request, games)
        if not hmac.compare_digest(confirm.encode(), confirmation.encode()):
            _, total = self._size(request, games)
            if confirm or total > self.max_games:
                advice = (
                    'call the tool "plan" with the same arguments, then "run" with the value of '
                    '"confirm" that "plan" returned.'
                )
                raise InputError(
                    f"That is up to {count(total)} games over all versions and line-ups; more than "
                    f"{count(self.max_games)} need a plan: {advice}"
                    if not confirm
                    else "This value of confirm belongs to another request or number of games: "
                    f"{advice}"
                )
        answer = self.answer(
            [request.command, *request.arguments(), f"--games={games}", "--yes", "--quiet"]
        )
        runs = answer["result"]["runs"]
        answer["cost"]["games"] = sum(
            each_run["games"] * len(each_run["versions"]) for each_run in runs
        )
        return {**answer, "seed": request.seed}

    def read(self, folder: str) -> dict[str, Any]:
        """Return the answers from a run in the folder.

        Raises:
            InputError: The path leads out of the folder, or there is no run of a built-in or
                installed game.
        """
        path = self.inside(folder)
        entry = self._last_answer.get(_files(self.folder / path))
        if entry is None:
            answer = self.answer(["report"], str(path))
            entry = {**answer, "seed": answer["result"]["runs"][0]["seed"]}
            self._last_answer.clear()
            self._last_answer[_files(self.folder / path)] = entry
        return copy.deepcopy(entry)

    def _trial(self, request: GamesRequest) -> tuple[dict[str, Any], int, float]:
        """Play a few games for a request, and keep nothing.

        Return the answer, the number of games, and the seconds per game.
        """
        with scratch_folder() as folder:
            for games in (FIRST_TRIAL_GAMES, SECOND_TRIAL_GAMES):
                out = folder / f"trial-{games}"
                run_options = [f"--games={games}", f"--out={out}", "--yes", "--quiet"]
                answer = self.answer([request.command, *request.arguments(), *run_options])
            logs = [json.loads(log.read_text(encoding="utf-8")) for log in out.rglob(LOG_FILE)]
        games_played, seconds = (
            sum(log["sessions"][-1][name] for log in logs) for name in ("games_played", "seconds")
        )
        trial = {
            **answer,
            "sentences": [
                f"A trial of {count(games_played)} games took {answer['cost']['seconds']} seconds, "
                f"{round(seconds, 1)} of them for the games."
            ],
            "result": None,
        }
        return trial, games_played, seconds / max(games_played, 1)

    def _size(self, request: GamesRequest, games: int) -> tuple[int, int]:
        """Count a request's versions, the current rules included, and all its games.

        The number of games is an upper bound, since other line-ups may play fewer than their
        maximum.
        """
        options = GameOptions(
            name=request.game,
            seats=request.seats or None,
            rules=request.rules or None,
            data=request.data or None,
            change=tuple(request.changes),
            seed=request.seed,
        )
        run_options = RunOptions(games=games, who=WhoOptions())
        if request.command == "sweep":
            game, arms, _, _ = commands.sweep.requested_versions(
                None, tuple(request.vary), request.sheet or None, None, options, run_options
            )
            version = arms.baseline.version
            other_games = commands.who_plays.max_games_of_others(
                game, version, games, by_strategy=True
            )
        elif request.command == "variants":
            game, arms = commands.variants.requested_variants(
                (), commands.variants.RESOLUTIONS[-1], options, run_options.channel
            )
            version = arms.baseline.version
            other_games = commands.who_plays.max_games_of_others(
                game, version, games, checks_only=False, divisor=VARIANTS_DIVISOR, by_strategy=True
            )
        elif request.command == "first-player":
            run_requests = commands.first_player.make_requests(options, run_options)
            return (
                max(len(run_request.arms.arms) for run_request in run_requests),
                sum(len(run_request.arms.arms) * run_request.games for run_request in run_requests),
            )
        else:
            game, version = commands.baseline.baseline(options, run_options.channel)
            return 1, games + commands.who_plays.max_games_of_others(game, version, games)
        return len(arms.arms), len(arms.arms) * (games + other_games)

    def _confirmation(self, request: GamesRequest, games: int) -> str:
        """Sign a request and its number of games."""
        text = json.dumps([request.command, request.arguments(), games])
        return hmac.new(self._key, text.encode(), hashlib.sha256).hexdigest()[:16]


def _files(folder: Path) -> str:
    """Describe the files in a run's folder, so that changes are noticed."""
    states = ((path, path.lstat()) for path in sorted((*folder.glob("*"), *folder.glob("*/*"))))
    return repr([(str(path), state.st_mtime_ns, state.st_size) for path, state in states])
