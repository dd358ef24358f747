"""Measure the cost of early looks: interval widths, false alarms, games needed.

Many runs at once are drawn from known distributions of differences, and each run is looked at again
and again. To count false alarms, runs are drawn in which nothing changes on average, so every
reported difference is a false alarm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from eoc_sim.analysis import stats
from eoc_sim.analysis.looks import NARROWEST_AT, Look, fixed_look, schedule

ROUND = 24
PLANNED_GAMES = 2016
MULTIPLES = (1, 3, 9, 10, 27, 81)
"""Numbers of games in a run, as multiples of its planned games."""
ROWS = (1, 8, 16, 446)
EARLIER_LOOK = replace(fixed_look(1), rule=1)
"""A look at the planned end, analysed as in earlier releases."""
SPREAD = 40.0
"""The standard deviation of one game's difference, in wins per 100 games."""
MAX_ROWS_PER_DRAW = 200_000
"""The maximum number of rows, of all runs together, in one draw."""

Sums = tuple[np.ndarray, np.ndarray, np.ndarray]
"""By row: sums, sums of squares, and numbers of games that differ."""
Draw = Callable[[np.random.Generator, int, int], Sums]
"""Draws `Sums`.

The arguments are the generator, games and rows.
"""


def draw_even(rng: np.random.Generator, games: int, rows: int) -> Sums:
    """Draw differences like those of a strategy's wins: most games differ."""
    total = rng.normal(0.0, SPREAD * math.sqrt(games), rows)
    return total, np.full(rows, games * SPREAD**2), np.full(rows, float(games))


def draws_from(values: Sequence[float], shares: Sequence[float]) -> Draw:
    """Return a `Draw` of games, each with one of a few values."""
    outcomes = np.array(values)

    def draw(rng: np.random.Generator, games: int, rows: int) -> Sums:
        # With many rows, drawing the counts value by value is faster than `rng.multinomial`.
        remaining, share_left = np.full(rows, games), 1.0
        counts = []
        for share in shares:
            count = rng.binomial(remaining, min(share / share_left, 1.0))
            counts.append(count)
            remaining, share_left = remaining - count, share_left - share
        times = np.array(counts, dtype=float)
        return outcomes @ times, outcomes**2 @ times, (outcomes != 0) @ times

    return draw


KINDS: dict[str, Draw] = {
    "most games differ, evenly": draw_even,
    "0.6 % of games differ, by a win either way": draws_from((-100, 100, 0), (0.003, 0.003, 0.994)),
    "rare large losses, frequent small gains": draws_from((-100, 5, 0), (0.002, 0.04, 0.958)),
    "a card in a tenth of games, a quarter of them won": draws_from(
        (75, -25, 0), (0.025, 0.075, 0.9)
    ),
}


def observed_games(planned_games: int, max_multiple: float, step: float = 1.25) -> list[int]:
    """List the game counts at which an impatient watcher takes a look.

    The watcher checks again and again. The planned looks are included.
    """
    games = {
        round(planned_games * multiple / ROUND) * ROUND
        for multiple in np.geomspace(
            1000 / planned_games, max_multiple, int(math.log(max_multiple * 2, step))
        )
    }
    looks = fixed_look(planned_games).looks
    number = 0
    while looks.games(number) <= planned_games * max_multiple:
        games.add(int(looks.games(number)))
        number += 1
    return sorted(games)


@dataclass(frozen=True)
class Alarms:
    """Shares of runs with false alarms: at planned looks, at any look."""

    at_planned_looks: float
    ever: float


def alarms(
    draw: Draw,
    rows: int,
    paths: int,
    looks: Sequence[int],
    start: Look,
    seed: int = 41,
    passed_looks: Sequence[int] = (),
) -> Alarms:
    """Measure false alarms in runs that are looked at after ``looks`` games.

    ``paths`` is the number of runs. ``passed_looks`` are further planned looks. Nobody sees their
    results, but later intervals use them.
    """
    rng = np.random.default_rng(seed)
    ends = sorted({*looks, *passed_looks})
    parts = [
        _alarms(
            draw,
            rng,
            rows,
            min(paths - first, max(MAX_ROWS_PER_DRAW // rows, 1)),
            looks,
            start,
            ends,
        )
        for first in range(0, paths, max(MAX_ROWS_PER_DRAW // rows, 1))
    ]
    at_planned, ever = (np.concatenate(values).mean() for values in zip(*parts, strict=True))
    return Alarms(float(at_planned), float(ever))


def _alarms(
    draw: Draw,
    rng: np.random.Generator,
    rows: int,
    paths: int,
    looks: Sequence[int],
    start: Look,
    ends: Sequence[int],
) -> tuple[np.ndarray, np.ndarray]:
    sums, earlier_games, at_plan = np.zeros((3, rows * paths)), 0, None
    alarm = np.zeros((2, paths), dtype=bool)
    for games in ends:
        sums, earlier_games = sums + draw(rng, games - earlier_games, rows * paths), games
        pairs = stats.paired_differences(sums[0], sums[1], games, 100.0, sums[2])
        look = replace(start, games=games)
        at_plan = pairs if look.is_planned else at_plan
        if games not in looks:
            continue
        low, high = stats.interval_at(look, pairs, at_plan, tests=rows)
        findings = ((low > 0) | (high < 0)).reshape(paths, rows).any(1)
        alarm[1] |= findings
        if look.is_planned:
            alarm[0] |= findings
    return alarm[0], alarm[1]


def width(multiple: float, rows: int, planned_games: int = PLANNED_GAMES) -> float:
    """Return an extended run's interval width, relative to a planned run's."""
    games = round(multiple * planned_games)
    return Look(games, planned_games).reach(rows) / fixed_look(games).reach(rows)


def earlier_width(multiple: float, rows: int, games: int = PLANNED_GAMES) -> float:
    """Return the result of `width` for the intervals of earlier releases."""
    look = replace(Look(round(multiple * games), games), rule=1)
    return look.reach(rows) / EARLIER_LOOK.reach(rows)


def games_to_decide(
    change: float, earlier: bool = False, rows: int = 8, paths: int = 4000, smallest: float = 1.0
) -> float:
    """Return the mean number of games needed to decide a row.

    A run ends after 200 000 games at the latest.
    """
    rng = np.random.default_rng(43)
    looks = np.array(schedule(200_000, ROUND))
    steps = np.diff(np.concatenate([[0], looks]))
    walks = np.cumsum(rng.normal(0, 1, (paths, len(looks))) * np.sqrt(steps), axis=1)
    mean, error = change + SPREAD * walks / looks, SPREAD / np.sqrt(looks)
    start = Look(0, NARROWEST_AT, sequential=True, round_games=ROUND, rule=1 if earlier else 2)
    reach = np.array([replace(start, games=int(games)).reach(rows) for games in looks]) * error
    is_decided = (np.abs(mean) > reach) | (np.abs(mean) + reach < smallest)
    is_decided[:, -1] = True
    return float(looks[is_decided.argmax(axis=1)].mean())


def tables(paths: int = 10_000) -> list[str]:
    """Return the tables in Markdown."""
    multiples = [multiple for multiple in MULTIPLES if multiple > 1]
    text = [
        "Width of the intervals of a run that was extended to several times as many games as first "
        "planned, divided by the width in a run planned for that many games from the start (in "
        "brackets, with the error spent as in earlier releases). *First end*: the width at the "
        "first planned end, divided by that in earlier releases.",
        "",
        "| rows together | first end | "
        + " | ".join(f"{multiple} times" for multiple in multiples)
        + " |",
        "|---|---|" + "---|" * len(multiples),
    ]
    for rows in ROWS:
        first = fixed_look(PLANNED_GAMES).reach(rows) / EARLIER_LOOK.reach(rows)
        cells = [
            f"{width(multiple, rows):.2f} ({earlier_width(multiple, rows):.2f})"
            for multiple in multiples
        ]
        text.append(f"| {rows} | {first:.2f} | " + " | ".join(cells) + " |")
    text += [
        "",
        "Runs per 100 in which any row is ever distinguished from 0 although nothing changes "
        f"({paths} runs, or a fifth as many for 446 rows; planned for {PLANNED_GAMES} games, "
        "extended to 100 times as many, with frequent looks from 1000 games on).",
        "",
        "| games | rows together | at the planned looks | at any look |",
        "|---|---|---|---|",
    ]
    looks = observed_games(PLANNED_GAMES, 100)
    start = Look(0, PLANNED_GAMES, round_games=ROUND)
    for kind, draw in KINDS.items():
        for rows in ROWS:
            rates = alarms(draw, rows, paths if rows < 100 else paths // 5, looks, start)
            text.append(
                f"| {kind} | {rows} | {100 * rates.at_planned_looks:.1f} | {100 * rates.ever:.1f} |"
            )
    text += [
        "",
        "The same for a comparison with looks up to 200 000 games.",
        "",
        "| games | rows together | at any look |",
        "|---|---|---|",
    ]
    start = Look(0, NARROWEST_AT, sequential=True, round_games=ROUND)
    for kind, draw in KINDS.items():
        for rows in ROWS[:3]:
            rates = alarms(draw, rows, paths, schedule(200_000, ROUND), start)
            text.append(f"| {kind} | {rows} | {100 * rates.ever:.1f} |")
    text += [
        "",
        "Average number of games until a comparison decides one of eight rows that are judged "
        "together (1 win in 100 matters; the difference in one game has a standard deviation of "
        f"{SPREAD:g}). *Planned*: the number of games with which a run decides the row in four of "
        "five cases.",
        "",
        "| the change | planned | with the looks of earlier releases | now |",
        "|---|---|---|---|",
    ]
    for change in (0.0, 0.3, 1.5, 2.0, 3.0):
        distance = abs(change) if change > 1 else 1 - abs(change)
        planned_games = (SPREAD / distance * (fixed_look(1).reach(8) + 0.8416)) ** 2
        before, now = (games_to_decide(change, earlier) for earlier in (True, False))
        text.append(
            f"| {change:g} | {planned_games:.0f} | {before:.0f} "
            f"({before / planned_games:.2f} times) | "
            f"{now:.0f} ({now / planned_games:.2f} times) |"
        )
    return text


if __name__ == "__main__":
    print("\n".join(tables()))
