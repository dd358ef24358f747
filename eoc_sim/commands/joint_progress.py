"""One progress bar for all runs of a command, and their duration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from eoc_sim.counts import count, duration, plural

if TYPE_CHECKING:
    from eoc_sim.commands.options import RunOptions
    from eoc_sim.simulator.runs.session import Progress

    Show = Callable[[Progress], None]


class OverallProgress:
    """Shows several runs, of ``games`` games in total, in one progress bar."""

    def __init__(self, games: int) -> None:
        self.games = games
        self._earlier_games = 0
        self._show: Show | None = None

    @contextmanager
    def running(self, run_options: RunOptions) -> Iterator[OverallProgress]:
        """Show the bar while the runs are played."""
        with run_options.channel.progress(run_options.quiet, (), 0, 0) as self._show:
            yield self

    @contextmanager
    def part(self) -> Iterator[Show | None]:
        """Show one of the runs, adding its games to the earlier ones."""
        show, games = self._show, 0

        def show_total(progress: Progress) -> None:
            nonlocal games
            assert show is not None
            games = progress.games_done
            games_done = self._earlier_games + games
            # If a search takes longer than announced, assume that it ends with this run.
            total = max(self.games, self._earlier_games + progress.games_total)
            speed = progress.games_per_second
            show(
                replace(
                    progress,
                    games_done=games_done,
                    games_total=total,
                    seconds_left=(total - games_done) / speed if speed else None,
                    standings=(),
                )
            )

        yield None if show is None else show_total
        self._earlier_games += games


def total_words(
    heading: str, games: int, seconds: float, runs: int = 0, max_multiple: float = 1.0
) -> str:
    """Describe the total number of games and their approximate duration.

    If there may be up to ``max_multiple`` times as many games, both are ranges.

    >>> total_words("12 line-ups", 48000, 130.0, 12)
    '12 line-ups: 48 000 games in 12 runs, about 2 minutes in all.'
    >>> total_words("Usually", 480, 13.0, max_multiple=5.0)
    'Usually: 480 to 2 400 games, about 15 seconds to 1 minute in all, longer on a busy computer.'
    """
    if max_multiple > 1:
        return (
            f"{heading}: {count(games)} to {count(round(max_multiple * games))} games, about "
            f"{duration(seconds)} to {duration(max_multiple * seconds)} in all, longer on a busy "
            "computer."
        )
    in_runs = f" in {plural(runs, 'run')}" if runs else ""
    return f"{heading}: {count(games)} games{in_runs}, about {duration(seconds)} in all."
