"""Show a command's progress: compiling, progress bar and standings."""

from __future__ import annotations

import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.cli.screen import LINES_BELOW, console, note, pack, say, table
from eoc_sim.cli.search_progress import FIRST_LINE_SECONDS, LINE_SECONDS, search_progress
from eoc_sim.commands.channel import Channel, OnProgress, ShowProgress, count, plural
from eoc_sim.simulator.runs.durations import duration

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run
    from eoc_sim.simulator.runs.game import Compiling, Game, V
    from eoc_sim.simulator.runs.runner import Outcome, Progress, Request
    from eoc_sim.simulator.runs.standings import RunningStanding

BY_CONSTRUCTION_SHORT = "by construction"
"""Shown instead of an interval if a strategy holds every seat."""
NO_STANDINGS = "no standings yet"
MIN_OF_STANDINGS = 100
"""Games that a strategy must have played before its standing is shown."""
WIDEST = 50.0
"""Half-width, in wins in 100, from which an interval is not shown."""


def announce_compiling(game: Game[V], versions: Sequence[V], quiet: bool) -> None:
    """Announce that the first start takes a while, unless all is compiled."""
    if not quiet and game.compiling is not None and not game.compiling.is_done(versions):
        note(
            "First start with this version: compiling the engine and the strategies takes up to a "
            "minute, once."
        )


def compile_needed(
    game: Game[V],
    versions: Sequence[V],
    quiet: bool,
    meanwhile: Callable[[], None] | None = None,
) -> None:
    """Compile the code of versions and show progress, unless ``quiet``."""
    if quiet or game.compiling is None:
        return
    announce_compiling(game, versions, quiet)
    compile_shown(game.compiling, versions, meanwhile)


def compile_shown(
    compiling: Compiling,
    versions: Sequence[Any] = (),
    meanwhile: Callable[[], None] | None = None,
) -> None:
    """Compile the code of versions or a whole game; show progress."""
    if not sys.stderr.isatty():
        next_line = time.perf_counter() + FIRST_LINE_SECONDS

        def report(part: str, number: int, total: int) -> None:
            nonlocal next_line
            if part and time.perf_counter() >= next_line:
                next_line = time.perf_counter() + LINE_SECONDS
                note(f"Compiled {count(number)} of {plural(total, 'part')}; next {part}.")

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


class Screen(Channel):
    """Reports on the terminal: results on stdout, everything else on stderr."""

    def say(self, text: str = "") -> None:
        """Print a sentence."""
        say(text)

    def note(self, text: str) -> None:
        """Print a remark on stderr, and keep it."""
        super().note(text)
        note(text)

    def confirm(self, question: str) -> None:
        """Ask on a terminal; end the command unless the answer is yes."""
        import rich_click as click

        if sys.stdin.isatty():
            click.confirm(question, abort=True)

    def compile(
        self, game: Game, versions: Sequence[Any], meanwhile: Callable[[], None] | None = None
    ) -> None:
        """Compile, and show a bar or lines."""
        compile_needed(game, versions, quiet=False, meanwhile=meanwhile)

    def progress(
        self, quiet: bool, names: Sequence[str], players: int, plan: int
    ) -> AbstractContextManager[OnProgress | None]:
        """Show a bar or lines."""
        return display(quiet, names, players, plan)

    def search(self, quiet: bool) -> AbstractContextManager[ShowProgress]:
        """Show a line that is updated."""
        return search_progress(quiet)

    def standings(self, game: Game, request: Request, outcome: Outcome) -> None:
        """Print the standings as a table."""
        print_standings(game, request, outcome)

    def family(self, path: Path) -> None:
        """Print the findings in the data family as a table."""
        from eoc_sim.cli.family_findings import print_family

        print_family(path)


@contextmanager
def display(
    quiet: bool, names: Sequence[str], players: int, plan: int
) -> Iterator[Callable[[Progress], None] | None]:
    """Return a run's progress display, a bar or lines.

    Without ``names`` it shows no standings.
    """
    if quiet:
        yield None
    elif sys.stderr.isatty():
        with _bar(names, players, plan) as show:
            yield show
    else:
        yield _lines(names, players, plan)


@contextmanager
def _bar(names: Sequence[str], players: int, plan: int) -> Iterator[Callable[[Progress], None]]:
    """Show a bar with the standings below it, on a terminal."""
    from rich.live import Live

    def draw(progress: Progress) -> Any:
        return live_bar(progress, names, players, plan, live.console.width)

    with Live(console=console(errors=True), transient=True, refresh_per_second=8) as live:
        yield lambda progress: live.update(draw(progress))


def live_bar(progress: Progress, names: Sequence[str], players: int, plan: int, width: int) -> Any:
    """Render a running command for a terminal of this width.

    The display has a bar, the games played, games per second, time left and standings. No line is
    wider than the terminal.
    """
    from rich.console import Group
    from rich.text import Text

    length = (width - 1) * progress.games_done // max(progress.games_total, 1)
    bar = Text.assemble(("━" * length, "bar.complete"), ("─" * (width - 1 - length), "bar.back"))
    lines = pack(_progress_parts(progress), width - 1)
    parts = standings_parts(progress.standings, names, plan, players) if names else []
    if names and not parts:
        lines.append(NO_STANDINGS)
    elif names:
        fair = f" (fair: {100 / players:.0f})" if players > 1 else ""
        lines += [f"wins in 100 so far{fair}:", *pack(parts, width - 3, indent="  ")]
    return Group(bar, *(Text(line, no_wrap=True, overflow="ellipsis") for line in lines))


def _lines(names: Sequence[str], players: int, plan: int) -> Callable[[Progress], None]:
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
            parts.append(_standings_line(progress.standings, names, plan, players=players))
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
    standings: Sequence[RunningStanding],
    names: Sequence[str],
    plan: int,
    fair: int | None = None,
    players: int = 1,
) -> str:
    """Format the standings: ``wins in 100 so far: NAME 27.1 +-0.8``."""
    parts = standings_parts(standings, names, plan, players)
    target = f" (fair: {100 / fair:.0f})" if fair else ""
    return f"wins in 100 so far{target}: {', '.join(parts)}" if parts else NO_STANDINGS


def standings_parts(
    standings: Sequence[RunningStanding], names: Sequence[str], plan: int, players: int
) -> list[str]:
    """List the current rules' standings, one per strategy: ``NAME 27.1 +-0.8``.

    The intervals are simultaneous and stay valid at any number of looks. A run's first games have
    no interval. Its first `MIN_OF_STANDINGS` have no standings, because after one game the
    winner would have 100.
    """
    parts = []
    leaders = [
        running_standing
        for running_standing in standings
        if running_standing.arm == 0 and running_standing.games >= MIN_OF_STANDINGS
    ]
    for standing in leaders:
        mean, error = share_and_error(standing, plan, len(leaders))
        error_words = "" if error is None else f" +-{error:.1f}"
        if players > 1 and len(leaders) == 1:
            error_words = f" {BY_CONSTRUCTION_SHORT}"
        parts.append(f"{names[standing.strategy]} {mean:.1f}{error_words}")
    return parts


def share_and_error(
    standing: RunningStanding, plan: int, strategies: int
) -> tuple[float, float | None]:
    """Return a strategy's wins in 100 and their half-width, if known.

    The interval is the run's confidence sequence, tuned to its planned games. It is None in the
    first games of a long run, where it would be too wide to be useful.
    """
    from eoc_sim.analysis.looks import MIN_GAMES, SEQUENCE, sequence_reach

    mean = standing.wins / standing.games
    if standing.games < MIN_GAMES:
        return 100 * mean, None
    spread = max(standing.squares / standing.games - mean * mean, 0.0)
    reach = sequence_reach(standing.games, plan, SEQUENCE / strategies)
    error = 100 * reach * (spread / standing.games) ** 0.5
    return 100 * mean, error if error < WIDEST else None


def print_standings(
    game: Game, request: Request, outcome: Outcome, *, played_now: bool = True
) -> None:
    """Print the wins of each strategy in each version.

    With ``played_now``, also print how many of the games this command played, if not all.
    """
    from eoc_sim.analysis.tables import Run
    from eoc_sim.commands.playing import strategy_names

    run = Run(outcome.path)
    if not (outcome.standings or run.has(run.table_with("win_share"))):
        return
    rows = _standing_rows(run, outcome, strategy_names(game, request))
    fair = "" if run.fair is None else f" (fair: {100 * run.fair:.3g})"
    if len(run.arms) == 1:
        _print_one_version(run, rows, fair)
    else:
        _print_versions(run, rows, fair, outcome.games)
    if played_now and outcome.games_played < outcome.games * len(run.arms):
        say(f"{plural(outcome.games_played, 'game')} of these were played just now.")


@dataclass(frozen=True)
class _Row:
    """One strategy in one version: wins and mean score, with intervals."""

    arm: int
    label: str
    wins: float
    between: str
    score: float
    score_between: str
    games: int


def _standing_rows(run: Run, outcome: Outcome, names: Sequence[str]) -> list[_Row]:
    """Return the report's numbers, or numbers from sums without a seats table.

    The sums do not separate the games before the last planned look from those after it.
    """
    import numpy as np

    from eoc_sim.analysis.stats import BY_CONSTRUCTION, Shares, mean_interval
    from eoc_sim.analysis.strategies import win_shares

    if run.has(run.table_with("win_share")):
        return [
            _Row(
                arm.id,
                row["label"],
                row["wins"],
                BY_CONSTRUCTION_SHORT
                if row.get("verdict") == BY_CONSTRUCTION
                else _between(row["low"], row["high"]),
                row["score"],
                _between(row["score_low"], row["score_high"]),
                row["games"],
            )
            for arm in run.arms
            for row in win_shares(run, arm.id).iter_rows(named=True)
        ]
    look = replace(run.look, games=outcome.games)
    rows = []
    strategies = Counter(standing.arm for standing in outcome.standings if standing.games)
    for standing in outcome.standings:
        sums = Shares(
            *(np.array([value]) for value in (standing.wins, standing.squares, standing.games))
        )
        low, high = (float(end[0]) for end in sums.interval_at(look))
        score, *ends = (
            float(value)
            for value in mean_interval(
                standing.score, standing.score_squares, standing.games, look.level()
            )
        )
        rows.append(
            _Row(
                standing.arm,
                names[standing.strategy],
                100 * standing.wins / standing.games,
                BY_CONSTRUCTION_SHORT
                if run.players > 1 and strategies[standing.arm] == 1
                else _between(100 * low, 100 * high),
                score,
                _between(*ends),
                standing.games,
            )
        )
    return rows


def _between(low: float | None, high: float | None) -> str:
    if low is None or high is None or math.isnan(low):
        return "?"
    return f"{low:.1f} to {high:.1f}"


def _print_one_version(run: Run, rows: Sequence[_Row], fair: str) -> None:
    from eoc_sim.analysis.stats import BY_THEMSELVES

    _, many = run.words.score
    table(
        ("strategy", f"wins in 100{fair}", "between", many, "between", "games"),
        [
            (
                row.label,
                f"{row.wins:.1f}",
                row.between,
                *_score_cells(run, row),
                count(row.games),
            )
            for row in rows
        ],
    )
    wider = "; the report's, which hold together, are wider" if fair else ""
    say(f"{BY_THEMSELVES}{wider}.")


def _score_cells(run: Run, row: _Row) -> tuple[str, str]:
    """Write a mean score with its interval, if the strategy scores."""
    if row.label == run.words.automaton and row.score == 0:
        return "", ""
    return f"{row.score:.1f}", row.score_between


def _print_versions(run: Run, rows: Sequence[_Row], fair: str, games: int) -> None:
    """Print one line per version, or more on narrow terminals."""
    from eoc_sim.analysis.stats import BY_THEMSELVES

    by_version = {(row.arm, row.label): row for row in rows}
    strategies = list(dict.fromkeys(row.label for row in rows))
    lines = []
    for arm in run.arms:
        cells = [
            f"{mean.wins:.1f} ({mean.between})" if mean is not None else ""
            for mean in (by_version.get((arm.id, strategy)) for strategy in strategies)
        ]
        lines.append((arm.short if arm.changes else run.current, *cells))
    say(f"Wins in 100 games{fair}, {BY_THEMSELVES}; {plural(games, 'game')} per version:")
    say()
    table(("version", *strategies), lines, stacked=True, lines_below=LINES_BELOW)
