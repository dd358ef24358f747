"""Compare the speed of this code with another commit's, in one run.

    python benchmarks/compare_speed.py             # against the last release before this commit
    python benchmarks/compare_speed.py COMMIT      # against any commit
    python benchmarks/compare_speed.py COMMIT --seats random,random --most 1.02

Both sides take turns at the same games, chunk by chunk, each in a separate process. Other load on
the computer affects both, so the ratio is valid on a busy computer too. The script compares
instructions if ``perf stat`` can count them, and otherwise CPU time. It exits with 1 if the ratio
of this code's work per game to the other's is above ``--most``, by default 1.15. If the last
release cannot be compared (no tags, no history, no package index to install it from), the script
prints "Not compared" and exits with 0; if a given COMMIT cannot be compared, it exits with 2.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from compared_commits import REPOSITORY, NotCompared, Side, last_release, prepare, this_side
from speed_players import INSTRUCTIONS, TimedSide, can_count

ARCHETYPES = "hoarder,quick_start,vegas,marketing_drip"
MAX_RATIO = 1.15
"""The ratio of work per game above which the comparison fails."""
ENVIRONMENTS = REPOSITORY / "build" / "compared"


@dataclass(frozen=True)
class SideSpeed:
    """One side: its name, CPU seconds per chunk, and counts per game."""

    name: str
    seconds: tuple[float, ...]
    decisions: float
    instructions: float | None = None


@dataclass(frozen=True)
class Comparison:
    """Two sides that played the same chunks of games, in pairs."""

    this: SideSpeed
    other: SideSpeed
    games: int

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """The quartiles of the CPU time ratio, this side's to the other's."""
        ratios = [
            own / other for own, other in zip(self.this.seconds, self.other.seconds, strict=True)
        ]
        low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
        return low, middle, high

    @property
    def instruction_ratio(self) -> float | None:
        """The ratio of instructions per game, this side's to the other's."""
        if self.this.instructions is None or self.other.instructions is None:
            return None
        return self.this.instructions / self.other.instructions

    @property
    def work_ratio(self) -> float:
        """The ratio of work per game, in instructions or CPU time."""
        return self.quartiles[1] if self.instruction_ratio is None else self.instruction_ratio

    def lines(self, max_ratio: float = MAX_RATIO) -> list[str]:
        """Describe the findings; a ratio above ``max_ratio`` fails."""
        low, middle, high = self.quartiles
        name = self.other.name
        lines = [
            f"{side.name}: {self.games / statistics.median(side.seconds):,.0f} games per second of "
            f"CPU time, {side.decisions:.1f} decisions per game."
            for side in (self.this, self.other)
        ]
        lines.append(
            f"CPU time per game: {middle:.3f} times that of {name}, the median of "
            f"{len(self.this.seconds)} pairs; half of the pairs between {low:.3f} and {high:.3f}."
        )
        if self.instruction_ratio is None:
            lines.append("Instructions cannot be counted on this computer.")
        else:
            lines.append(
                f"Instructions per game: {self.this.instructions:,.0f}, "
                f"{self.instruction_ratio:.3f} times those of {name}."
            )
        if self.work_ratio > max_ratio:
            lines.append(f"Too slow: more than {max_ratio:g} times the work of {name}.")
        return lines


def compare(
    this: Side,
    other: Side,
    games: int,
    rounds: int,
    seats: str,
    event: str | None = None,
    notify: Callable[[str], None] = lambda line: None,
    game: str = "eoc",
) -> Comparison:
    """Let two sides take turns at ``rounds`` chunks of ``games`` games.

    ``event`` is the event that perf counts, if any.

    Raises:
        NotCompared: One of the sides cannot play.
    """
    notify("Starting both sides; code that is not compiled yet takes a minute or two, once.")
    with TimedSide(this, seats, game) as first, TimedSide(other, seats, game) as second:
        sides = [first, second]
        if event is not None:
            for timed_side in sides:
                timed_side.count(event)
        seconds: dict[TimedSide, list[float]] = {timed_side: [] for timed_side in sides}
        for number in range(rounds):
            for timed_side in sides if number % 2 == 0 else reversed(sides):
                seconds[timed_side].append(timed_side.play(number * games, games))
        counts = [timed_side.stop_counting() for timed_side in sides]
    speeds = [
        SideSpeed(
            timed_side.side.name,
            tuple(seconds[timed_side]),
            timed_side.decisions,
            None if count is None else count / (games * rounds),
        )
        for timed_side, count in zip(sides, counts, strict=True)
    ]
    return Comparison(speeds[0], speeds[1], games)


def main(
    arguments: Sequence[str] | None = None,
    repository: Path = REPOSITORY,
    environments: Path = ENVIRONMENTS,
) -> int:
    """Compare two sides and return the exit code."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("commit", nargs="?", help="the other commit; by default the last release")
    parser.add_argument("--games", type=int, default=400, help="games per chunk")
    parser.add_argument("--rounds", type=int, default=25, help="pairs of chunks, at least 2")
    parser.add_argument("--game", default="eoc", help="the built-in game")
    parser.add_argument("--seats", default=ARCHETYPES, help="who plays")
    parser.add_argument(
        "--most", type=float, default=MAX_RATIO, help="the greatest ratio that passes"
    )
    options = parser.parse_args(arguments)
    if options.games < 1 or options.rounds < 2:
        parser.error("--games should be at least 1 and --rounds at least 2.")

    def notify(part: str) -> None:
        print(part, file=sys.stderr, flush=True)

    try:
        commit = options.commit or last_release(repository)
        other = prepare(commit, environments, notify, repository)
        event = INSTRUCTIONS if can_count(INSTRUCTIONS) else None
        comparison = compare(
            this_side(repository),
            other,
            options.games,
            options.rounds,
            options.seats,
            event,
            notify,
            options.game,
        )
    except NotCompared as error:
        print(f"Not compared: {error}")
        return 2 if options.commit else 0
    print("\n".join(comparison.lines(options.most)))
    return 1 if comparison.work_ratio > options.most else 0


if __name__ == "__main__":
    sys.exit(main())
