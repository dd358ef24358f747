"""Playing a run from the command line: what is announced, the live bar, the summary."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from eoc_sim.cli.screen import console, count, duration, note, plural, say

if TYPE_CHECKING:
    from eoc_sim.cli.options import RunOptions
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.run_directory import RunDirectory
    from eoc_sim.simulator.runs.runner import Outcome, Progress, Request
    from eoc_sim.simulator.runs.standings import Standing

CALIBRATION_SECONDS = 0.3
FIRST_LINE_SECONDS = 5.0
LINE_SECONDS = 15.0


def play(
    game: Game, request: Request, directory: RunDirectory, how: RunOptions
) -> Outcome:
    """Announce a run, play it with a bar or lines, and tell how to go on if it is interrupted."""
    from eoc_sim.simulator.runs import runner

    runner.check_resumable(game, request, directory)
    announce_compiling(game, how.quiet)
    names = strategy_names(game, request)
    if not how.quiet:
        say(_announcement(game, request, how.jobs))
        say(f"Seed {request.seed}. Results go to {directory.path}.")
    confirm_replacing(directory, how)
    try:
        with _display(how.quiet, names, game.players_of(request.arms.baseline.version)) as show:
            outcome = runner.play(
                game, request, directory, jobs=how.jobs, progress=show,
                command_line=["eoc-sim", *sys.argv[1:]],
            )
    except KeyboardInterrupt:
        note(
            f"What was finished is kept in {directory.path}. To go on, repeat the command with "
            f"--out {shlex.quote(str(directory.path))} --resume."
        )
        raise
    if not how.quiet:
        say()
    return outcome


def announce_compiling(game: Game, quiet: bool) -> None:
    """Say, once, that the first start takes a while."""
    if not quiet and game.compiling is not None and not game.compiling.is_done():
        note(
            "First start with this version: the engine and the strategies are being compiled, "
            "which takes up to a minute, once."
        )


def confirm_replacing(directory: RunDirectory, how: RunOptions) -> None:
    """On a terminal, ask before ``--fresh`` replaces a run, unless ``--yes`` is given."""
    import rich_click as click

    if not directory.fresh or how.yes or directory.is_empty() or not sys.stdin.isatty():
        return
    click.confirm(f"Replace the run in {directory.path}?", abort=True)


def strategy_names(game: Game, request: Request) -> list[str]:
    """The names of all strategies that play, by the ids of the result tables."""
    dims = game.dims(request.arms.versions())
    return list(dims[game.standings.role("strategy").dim]["name"])


def _announcement(game: Game, request: Request, jobs: int) -> str:
    """What will be played, about how long, and what size of change it will show."""
    from eoc_sim.analysis.stats import detectable_change
    from eoc_sim.simulator.runs.runner import threads

    arms = len(request.arms.arms)
    rate = _games_a_second(game, request) * threads(jobs)
    time_needed = duration(arms * request.games / rate)
    players = game.players_of(request.arms.baseline.version)
    games = f"{count(request.games)} games"
    if arms == 1:
        return f"{games} with {plural(players, 'player')}, about {time_needed}."
    shows = detectable_change(request.games, players)
    return (
        f"{arms} versions x {games}, about {time_needed}; enough to see {shows:.1f} wins in 100."
    )


def _games_a_second(game: Game, request: Request) -> float:
    """The speed of one core, from a few games of the baseline that are not kept."""
    from eoc_sim.simulator.runs.runner import engines_of

    baseline = request.arms.baseline.version
    worker = engines_of(game, request, [baseline])[0].worker()
    tables = request.keep or (game.standings.name,)
    worker.play(0, 1, tables)
    games, played, started = 1, 0, time.perf_counter()
    while (elapsed := time.perf_counter() - started) < CALIBRATION_SECONDS:
        worker.play(0, games, tables)
        played += games
        games = min(2 * games, 256)
    return played / elapsed


@contextmanager
def _display(
    quiet: bool, names: Sequence[str], players: int
) -> Iterator[Callable[[Progress], None] | None]:
    if quiet:
        yield None
    elif sys.stderr.isatty():
        with _bar(names, players) as show:
            yield show
    else:
        yield _lines(names)


@contextmanager
def _bar(names: Sequence[str], players: int) -> Iterator[Callable[[Progress], None]]:
    """A bar with the standings under it, on a terminal."""
    from rich.console import Group
    from rich.live import Live
    from rich.progress_bar import ProgressBar
    from rich.text import Text

    def draw(progress: Progress) -> Any:
        bar = ProgressBar(total=max(progress.games_total, 1), completed=progress.games_done)
        return Group(
            bar,
            Text(_progress_line(progress)),
            Text(_standings_line(progress.standings, names, fair=players)),
        )

    with Live(console=console(errors=True), transient=True, refresh_per_second=8) as live:
        yield lambda progress: live.update(draw(progress))


def _lines(names: Sequence[str]) -> Callable[[Progress], None]:
    """A line now and then, in a pipe."""
    next_line = time.perf_counter() + FIRST_LINE_SECONDS

    def show(progress: Progress) -> None:
        nonlocal next_line
        now = time.perf_counter()
        if now < next_line or progress.games_done >= progress.games_total:
            return
        next_line = now + LINE_SECONDS
        note(f"{_progress_line(progress)}; {_standings_line(progress.standings, names)}")

    return show


def _progress_line(progress: Progress) -> str:
    text = (
        f"{count(progress.games_done)} of {plural(progress.games_total, 'game')}, "
        f"{count(progress.games_per_second)} games/s"
    )
    if progress.seconds_left is not None and progress.games_done < progress.games_total:
        text += f", {duration(progress.seconds_left)} left"
    return text


def _standings_line(
    standings: Sequence[Standing], names: Sequence[str], fair: int | None = None
) -> str:
    """The current rules' standings: ``wins in 100 so far: NAME 27.1 +-0.8, ...``."""
    parts = []
    for standing in standings:
        if standing.arm == 0 and standing.games > 1:
            mean, error = share_and_error(standing)
            parts.append(f"{names[standing.strategy]} {mean:.1f} +-{error:.1f}")
    if not parts:
        return "no standings yet"
    target = f" (fair: {100 / fair:.0f})" if fair else ""
    return f"wins in 100 so far{target}: {', '.join(parts)}"


def share_and_error(standing: Standing) -> tuple[float, float]:
    """A strategy's wins in 100 and half the width of the interval around them."""
    from eoc_sim.analysis.stats import mean_interval

    mean, low, high = mean_interval(standing.wins, standing.squares, standing.games)
    return 100 * float(mean), 50 * float(high - low)


def print_standings(game: Game, request: Request, outcome: Outcome) -> None:
    """Print who won how often, strategy by strategy; of several versions a line each."""
    if not outcome.standings:
        return
    names = strategy_names(game, request)
    players = game.players_of(request.arms.baseline.version)
    fair = f" (fair: {100 / players:.3g})" if players > 1 else ""
    if len(request.arms.arms) == 1:
        _print_one_version(game, outcome.standings, names, fair)
    else:
        _print_versions(request, outcome.standings, names, fair)
    if outcome.games_played < outcome.games * len(request.arms.arms):
        say(f"{plural(outcome.games_played, 'game')} of these were played just now.")


def _print_one_version(
    game: Game, standings: Sequence[Standing], names: Sequence[str], fair: str
) -> None:
    from eoc_sim.cli.screen import table

    _, many = game.declaration.words.score
    table(
        ("strategy", f"wins in 100{fair}", "between", many, "games"),
        [
            (
                names[standing.strategy],
                f"{100 * standing.wins / standing.games:.1f}",
                _between(standing),
                f"{standing.score / standing.games:.1f}",
                count(standing.games),
            )
            for standing in standings
        ],
    )


def _print_versions(
    request: Request, standings: Sequence[Standing], names: Sequence[str], fair: str
) -> None:
    """A line a version, a column a strategy."""
    from eoc_sim.cli.screen import table

    found = {(one.arm, one.strategy): one for one in standings}
    strategies = sorted({one.strategy for one in standings})
    rows = []
    for number, arm in enumerate(request.arms.arms):
        cells = [
            f"{100 * one.wins / one.games:.1f} ({_between(one)})" if one is not None else ""
            for one in (found.get((number, strategy)) for strategy in strategies)
        ]
        rows.append((_version_name(arm.label), *cells))
    say(f"Wins in 100 games{fair} and between; {count(request.games)} games a version:")
    say()
    table(("version", *(names[strategy] for strategy in strategies)), rows)


def _between(standing: Standing) -> str:
    from eoc_sim.analysis.stats import wilson

    low, high = wilson(standing.wins, standing.games)
    return f"{100 * float(low):.1f} to {100 * float(high):.1f}"


def _version_name(label: str) -> str:
    """How a version's label is shown: the baseline is the current rules."""
    from eoc_sim.simulator.runs.arms import BASELINE

    return "current rules" if label == BASELINE else label
