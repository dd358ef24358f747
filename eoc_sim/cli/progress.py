"""Show progress in compiling, searching and playing, with the standings."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from eoc_sim.cli.screen import console, note, pack
from eoc_sim.commands.channel import ShowProgress
from eoc_sim.counts import count, duration, plural

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Compiling, Game, V
    from eoc_sim.simulator.runs.runner import Progress
    from eoc_sim.simulator.runs.standings import RunningStanding

FIRST_LINE_SECONDS = 5.0
LINE_SECONDS = 15.0
"""In a pipe, seconds before the first line and between lines."""
BY_CONSTRUCTION_SHORT = "by construction"
"""Shown instead of an interval if a strategy holds every seat."""
NO_STANDINGS = "no standings yet"
MIN_STANDING_GAMES = 100
"""Games that a strategy must have played before its standing is shown."""
MAX_HALF_WIDTH = 50.0
"""Intervals with at least this half-width (wins in 100) are not shown."""


@contextmanager
def search_progress(quiet: bool) -> Iterator[ShowProgress]:
    """Show progress on stderr; in a pipe, only every few seconds."""
    if quiet:
        yield lambda line, games_done=0, total=0: None
    elif sys.stderr.isatty():
        with console(errors=True).status("") as status:
            yield lambda line, games_done=0, total=0: status.update(line)
    else:
        next_line = time.perf_counter() + FIRST_LINE_SECONDS

        def show(line: str, games_done: int = 0, total: int = 0) -> None:
            nonlocal next_line
            if time.perf_counter() >= next_line:
                next_line = time.perf_counter() + LINE_SECONDS
                note(line)

        yield show


def announce_compiling(game: Game[V], versions: Sequence[V], quiet: bool) -> None:
    """Announce that the first run takes a while, unless everything is compiled."""
    if not quiet and game.compiling is not None and not game.compiling.is_done(versions):
        note("Compiling the engine and the strategies; this takes up to a minute, once.")


def compile_versions(
    game: Game[V],
    versions: Sequence[V],
    quiet: bool,
    meanwhile: Callable[[], None] | None = None,
) -> None:
    """Compile the code of versions and show progress.

    ``meanwhile`` is called while another process is still compiling the rules. With ``quiet``, the
    function does nothing, and code is compiled when it is first used.
    """
    if quiet or game.compiling is None:
        return
    announce_compiling(game, versions, quiet)
    compile_with_progress(game.compiling, versions, meanwhile)


def compile_with_progress(
    compiling: Compiling,
    versions: Sequence[Any] = (),
    meanwhile: Callable[[], None] | None = None,
) -> None:
    """Compile the code of versions or an entire game, showing progress."""
    if not sys.stderr.isatty():
        next_line = time.perf_counter() + FIRST_LINE_SECONDS

        def report(part: str, number: int, total: int) -> None:
            nonlocal next_line
            if part and time.perf_counter() >= next_line:
                next_line = time.perf_counter() + LINE_SECONDS
                note(f'Compiled {count(number)} of {plural(total, "part")}; next part: "{part}".')

        compiling.compile(report, versions, meanwhile)
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(bar_width=12),
        TextColumn("{task.fields[progress]}"),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=console(errors=True), transient=True) as progress:
        task = progress.add_task("", total=None, progress="")
        compiling.compile(
            lambda part, number, total: progress.update(
                task,
                description=part,
                completed=number,
                total=total or None,
                progress=f"{number} of {total}" if total else "",
            ),
            versions,
            meanwhile,
        )


@contextmanager
def display(
    quiet: bool, names: Sequence[str], players: int, planned_games: int
) -> Iterator[Callable[[Progress], None] | None]:
    """Return a run's progress display: a bar on a terminal, lines elsewhere.

    Without ``names`` it shows no standings.
    """
    if quiet:
        yield None
    elif sys.stderr.isatty():
        with _bar(names, players, planned_games) as show:
            yield show
    else:
        yield _lines(names, players, planned_games)


@contextmanager
def _bar(
    names: Sequence[str], players: int, planned_games: int
) -> Iterator[Callable[[Progress], None]]:
    """Show a bar with the standings below it, on a terminal."""
    from rich.live import Live

    def draw(progress: Progress) -> Any:
        return live_bar(progress, names, players, planned_games, live.console.width)

    with Live(console=console(errors=True), transient=True, refresh_per_second=8) as live:
        yield lambda progress: live.update(draw(progress))


def live_bar(
    progress: Progress, names: Sequence[str], players: int, planned_games: int, width: int
) -> Any:
    """Render a running command's progress for a terminal of this width.

    The display has a bar, the games played, games per second, time left and standings. No line is
    wider than the terminal.
    """
    from rich.console import Group
    from rich.text import Text

    length = (width - 1) * progress.games_done // max(progress.games_total, 1)
    bar = Text.assemble(("━" * length, "bar.complete"), ("─" * (width - 1 - length), "bar.back"))
    lines = pack(_progress_parts(progress), width - 1)
    parts = standings_parts(progress.standings, names, planned_games, players) if names else []
    if names and not parts:
        lines.append(NO_STANDINGS)
    elif names:
        lines += [standings_head(players), *pack(parts, width - 3, indent="  ")]
    return Group(bar, *(Text(line, no_wrap=True, overflow="ellipsis") for line in lines))


def _lines(names: Sequence[str], players: int, planned_games: int) -> Callable[[Progress], None]:
    """Print a line every few seconds, for a pipe."""
    next_line = time.perf_counter() + FIRST_LINE_SECONDS

    def show(progress: Progress) -> None:
        nonlocal next_line
        now = time.perf_counter()
        if now < next_line or progress.games_done >= progress.games_total:
            return
        next_line = now + LINE_SECONDS
        parts = [_progress_line(progress)]
        if names:
            parts.append(_standings_line(progress.standings, names, planned_games, players))
        note("; ".join(parts))

    return show


def _progress_line(progress: Progress) -> str:
    return ", ".join(_progress_parts(progress))


def _progress_parts(progress: Progress) -> list[str]:
    parts = [f"{count(progress.games_done)} of {plural(progress.games_total, 'game')}"]
    if round(progress.games_per_second):
        parts.append(f"{count(progress.games_per_second)} games/s")
    if progress.seconds_left is not None and progress.games_done < progress.games_total:
        parts.append(f"{duration(progress.seconds_left)} left")
    return parts


def _standings_line(
    standings: Sequence[RunningStanding], names: Sequence[str], planned_games: int, players: int
) -> str:
    """Format the standings: ``wins in 100 so far: NAME 27.1 +-0.8``."""
    parts = standings_parts(standings, names, planned_games, players)
    return f"{standings_head(players)} {', '.join(parts)}" if parts else NO_STANDINGS


def standings_head(players: int) -> str:
    """Return the heading of the standings, with the fair number of wins.

    A single player has no fair number.
    """
    fair = f" (fair: {100 / players:.0f})" if players > 1 else ""
    return f"wins in 100 so far{fair}:"


def standings_parts(
    standings: Sequence[RunningStanding], names: Sequence[str], planned_games: int, players: int
) -> list[str]:
    """List the current rules' standings, one per strategy: ``NAME 27.1 +-0.8``.

    The intervals are simultaneous and stay valid however many times you look. Early in a run there
    are no intervals. Before `MIN_STANDING_GAMES` games there are no standings either, because after
    one game the winner would have 100 wins in 100.
    """
    parts = []
    current_standings = [standing for standing in standings if standing.arm == 0]
    for standing in current_standings:
        if standing.games < MIN_STANDING_GAMES:
            continue
        mean, error = share_and_error(standing, planned_games, len(current_standings))
        error_words = "" if error is None else f" +-{error:.1f}"
        if players > 1 and len(current_standings) == 1:
            error_words = f" {BY_CONSTRUCTION_SHORT}"
        parts.append(f"{names[standing.strategy]} {mean:.1f}{error_words}")
    return parts


def share_and_error(
    standing: RunningStanding, planned_games: int, strategies: int
) -> tuple[float, float | None]:
    """Return a strategy's wins in 100 and their interval's half-width.

    The interval is the run's confidence sequence, tuned to its planned games. The half-width is
    None early in a run, and for as long as it is too wide to be useful.
    """
    from eoc_sim.analysis.looks import MIN_GAMES, SEQUENCE_ERROR, sequence_reach

    mean = standing.wins / standing.games
    if standing.games < MIN_GAMES:
        return 100 * mean, None
    variance = max(standing.squares / standing.games - mean * mean, 0.0)
    reach = sequence_reach(standing.games, planned_games, SEQUENCE_ERROR / strategies)
    error = 100 * reach * (variance / standing.games) ** 0.5
    return 100 * mean, error if error < MAX_HALF_WIDTH else None
