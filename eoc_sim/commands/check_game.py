"""Check that a game keeps the promises that every command relies on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.tables import Run
from eoc_sim.commands.judge import trace_checker
from eoc_sim.commands.keywords import Call, Value
from eoc_sim.commands.options import A_SWITCH, split_pairs, split_seats
from eoc_sim.commands.run import run
from eoc_sim.errors import InputError
from eoc_sim.games import find
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.page import make_blocks, sections_of
from eoc_sim.reports.pictures import ChartsOnly
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.runs.check_game import GAMES, checks
from eoc_sim.simulator.runs.checks.match import FAULT, OK, WARNING, ContractPoint
from eoc_sim.simulator.runs.scratch import scratch_folder
from eoc_sim.simulator.runs.strategy_check import CheckResult
from eoc_sim.simulator.runs.version_options import VersionOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.game import Game

COMMAND = "games check"
MIN_GAMES, MAX_GAMES = 2, 10_000


@dataclass(frozen=True)
class GameCheckResult(CheckResult):
    """The result of `check_game`: points, faults, warnings and a sentence."""

    sentence: str
    """The answer in words, or "" if there are faults."""


def check_game(
    game: str | Path,
    *,
    seats: Sequence[str | Path | Strategy] | None = None,
    rules: str | Path | None = None,
    settings: Mapping[str, Value] | None = None,
    games: int = GAMES,
    on_progress: Callable[[ContractPoint], None] | None = None,
) -> GameCheckResult:
    """Check that a game keeps the promises that every command relies on.

    Every game must end; the same seed must give the same games, in any order and in several
    threads; traces must agree with tables; and it must be possible to make the report. Further
    checks depend on the parts that the game has.

    Args:
        game: A built-in or installed game, or your own as a file or module.
        seats: The strategies that play, by default the game's own line-up.
        rules: A rule preset or a .toml file.
        settings: Values of rule switches.
        games: Games to play; fewer for some checks, and 300 times as many to compare the seats.
        on_progress: A function that is called with each point as soon as it is known.

    Raises:
        InputError: An option is invalid, or the game cannot be loaded.
    """
    call = Call(COMMAND, {}, game=game, seats=seats, rules=rules, settings=settings, games=games)
    call.check("games", MIN_GAMES, MAX_GAMES)
    return run_check(
        call.game,
        call.text("seats"),
        call.text("rules"),
        call.pairs("settings"),
        games,
        on_progress or (lambda point: None),
    )


def run_check(
    name: str,
    seats: str | None,
    rules: str | None,
    settings: tuple[str, ...],
    games: int,
    report: Callable[[ContractPoint], None],
) -> GameCheckResult:
    """Check a game, passing each point to ``report`` as it is known."""
    game = find(name)
    options = VersionOptions(
        seats=None if seats is None else split_seats(seats),
        rules=rules,
        settings=tuple(split_pairs(settings, "--set", A_SWITCH)),
    )
    for option, value in (("--rules", rules), ("--set", settings)):
        if value and option not in game.options:
            raise InputError(f"{option} cannot be given: the game {game.name} has no such option.")
    keywords = {"game": name, "rules": rules, "seats": seats, "settings": dict(options.settings)}
    points = []
    with divert_strategy_output():
        for point in _points(game, options, games, keywords):
            report(point)
            points.append(point)
    verdicts = [point.verdict for point in points]
    title, passed = game.declaration.words.title, verdicts.count(OK)
    if warnings := verdicts.count(WARNING):
        noun = "warning is" if warnings == 1 else "warnings are"
        sentence = f"{title} passes {passed} checks; the {noun} for you to judge."
    else:
        sentence = f"{title} passes all {passed} checks that apply to it."
    return GameCheckResult(tuple(points), "" if FAULT in verdicts else sentence)


def _points(
    game: Game, options: VersionOptions, games: int, keywords: dict[str, Any]
) -> Iterator[ContractPoint]:
    """Check every point, and the report unless the first point fails.

    The first point is that every game ends; without complete games there is nothing to report.
    """
    first_verdict = None
    for about, verdict, fault in checks(
        game, options, games=games, check_trace=trace_checker(game)
    ):
        first_verdict = first_verdict or verdict
        yield ContractPoint(about, verdict, "" if fault is None else str(fault))
    if first_verdict != FAULT:
        yield _report_check(keywords, games)


def _report_check(keywords: dict[str, Any], games: int) -> ContractPoint:
    """Check that the sections of a report can be made."""
    verdict, finding = OK, ""
    with scratch_folder() as folder:
        try:
            result = run(**keywords, games=games, jobs=1, out=folder / "run")
            page = Findings(Run(result.folder))
            page.charts = ChartsOnly()
            make_blocks(sections_of(page))
        except InputError as error:
            verdict, finding = FAULT, str(error)
    return ContractPoint("its report can be made", verdict, finding)
