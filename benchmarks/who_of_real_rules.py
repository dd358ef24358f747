"""The rates of right and false marks of real rule changes.

It is a section of the README.

    python benchmarks/who_of_real_rules.py [--games 120000] [--pages 200] [--write]

A long run of one command establishes what each change does with players of each skill. Then pages
of few games are drawn from it, in whole seatings and with all line-ups on the luck that they
share, and marked by the code that marks a report. Eight minutes of one core.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from strategy_table import put_into, table
from who_plays import allowed

from eoc_sim.analysis.looks import fixed
from eoc_sim.analysis.quantities import Quantity, quantities
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.who_plays import ALIKE, DIRECTION, FEWEST_GAMES, SIZE, WHOEVER, Marked, marked
from eoc_sim.simulator.runs.who_plays import Asked, AskedLineUp, read_asked

README = Path(__file__).with_name("README.md")
HEADING = "## Marks of real rules"
SEED = 2028
"""A seed on which nothing was tuned or learnt."""
COMMAND = (
    "sweep --vary rules=family --vary rules.start_bucks=9 --vary rules.order_stars_4=10 "
    "--seats casual,casual,casual,casual --keep seats --who beginners,club,planners"
)
SIZES = (1200, 4800, 19_200)
"""Games of a line-up on a page."""
SEATING = 24
"""Games in which four players have sat in every order."""
MOST_FALSE = 5
FAMILY, START_BUCKS, STARS = "Family game", "start_bucks 7 -> 9", "order_stars_4 0 -> 10"
TURN_ORDER = "wins by turn order"
SHOWN = (
    (FAMILY, "second"),
    (FAMILY, "fourth"),
    (FAMILY, "winner less last"),
    (FAMILY, "winning score"),
    (TURN_ORDER, "first"),
    (TURN_ORDER, "third"),
    (STARS, "second"),
    (STARS, "winning score"),
    ("wins by head coach", "Financial Advisor"),
    (START_BUCKS, "winning score"),
    (START_BUCKS, "winner less last"),
    (START_BUCKS, "first"),
)
"""The findings shown one by one; all of a page are judged."""

Floats = np.ndarray


@dataclass(frozen=True)
class Played:
    """A line-up's long run: the values of each quantity, game by game."""

    line_up: AskedLineUp
    values: Mapping[Quantity, Floats]


def played(folder: Path) -> list[Played]:
    """Return a run's line-ups, as its page asks them."""
    (question,) = read_asked(folder)
    return [Played(one, quantities(Run(folder / one.run))) for one in question.line_ups]


def page(line_ups: Sequence[Played], games: Floats) -> list[Marked]:
    """Return the marks of a page with these games of every line-up."""
    return marked(
        [
            (
                Asked(tuple(one.line_up for one in line_ups)),
                [
                    (
                        one.line_up,
                        fixed(len(games)),
                        {quantity: values[games] for quantity, values in one.values.items()},
                    )
                    for one in line_ups
                ],
            )
        ]
    )


def drawn(generator: np.random.Generator, most: int, games: int) -> Floats:
    """Draw the numbers of games in whole seatings, for each page again."""
    seatings = generator.integers(most // SEATING, size=games // SEATING)
    return (seatings[:, None] * SEATING + np.arange(SEATING)).ravel()


def true_marks(line_ups: Sequence[Played], key: tuple[str, str, str]) -> set[str]:
    """Return the marks that are not false.

    They are judged by the means of all games that pages are drawn from.
    """
    means, smallest = [], 0.0
    for one in line_ups:
        for quantity, values in one.values.items():
            if quantity.key == key and (~np.isnan(values)).sum() >= FEWEST_GAMES:
                means.append(float(np.nanmean(values)))
                smallest = quantity.smallest
    return allowed(means, smallest)


def right(mark: str, true: set[str]) -> set[str]:
    """Return the true marks that are as specific as the long run's.

    Its mark may be that it depends, or that it holds.
    """
    depends = {DIRECTION, SIZE}
    return true & (depends if mark in depends else {WHOEVER, ALIKE})


def rates(
    line_ups: Sequence[Played], games: int, pages: int
) -> tuple[dict[tuple[str, str, str], tuple[float, float]], float]:
    """Measure right and false marks per finding, and pages with false ones.

    All are of 100 pages.
    """
    generator = np.random.default_rng((SEED, games))
    most = min(len(values) for one in line_ups for values in one.values.values())
    whole = {one.quantity.key: one.mark for one in page(line_ups, np.arange(most))}
    truths = {key: true_marks(line_ups, key) for key in whole}
    hits = dict.fromkeys(truths, 0)
    false = dict.fromkeys(truths, 0)
    wrong = 0
    for _ in range(pages):
        marks = [
            one
            for one in page(line_ups, drawn(generator, most, games))
            if one.quantity.key in truths
        ]
        for one in marks:
            key = one.quantity.key
            hits[key] += one.mark in right(whole[key], truths[key])
            false[key] += one.mark not in truths[key]
        wrong += any(one.mark not in truths[one.quantity.key] for one in marks)
    part = 100 / pages
    return {key: (part * hits[key], part * false[key]) for key in truths}, part * wrong


def section(folder: Path, command: Sequence[str], pages: int) -> str:
    """Write the section of the README in Markdown."""
    line_ups = played(folder)
    most = min(len(values) for one in line_ups for values in one.values.values())
    truth = {one.quantity.key: one for one in page(line_ups, np.arange(most))}
    by_size = {games: rates(line_ups, games, pages) for games in SIZES}
    rows = []
    for what, label in SHOWN:
        (one,) = (one for key, one in truth.items() if key[:2] == (what, label))
        key = one.quantity.key
        answers = {answer.words: answer for answer in one.answers}
        rows.append(
            [
                f"{label}, {what}",
                f"{one.quantity.smallest:g}",
                *(
                    f"{answer.value:+.1f} ±{(answer.high - answer.low) / 2:.1f}"
                    for answer in answers.values()
                ),
                one.mark,
                *(f"{by_size[games][0][key][0]:.0f}" for games in SIZES),
                f"{max(by_size[games][0][key][1] for games in SIZES):.1f}",
            ]
        )
    words = ["casual" if not one.line_up.run else one.line_up.words for one in line_ups]
    wrong = ", ".join(f"{by_size[games][1]:.1f} of 100 at {games} games" for games in SIZES)
    return (
        "\n".join(
            [
                HEADING,
                "",
                "Rules whose effect depends on who plays, and rules whose effect does not, as a "
                f"long run establishes them: `eoc-sim {shlex.join(command)}`. Its intervals hold "
                f"together, and its mark is the right one. Pages of {len(truth)} findings in "
                f"{len(line_ups)} line-ups are drawn from its games, {pages} of each size. The "
                "last columns are of 100 pages: those that give the right mark (that it depends, "
                "or that it holds), by the games of a line-up, and the most that give a false one "
                "at any size.",
                "",
                *table(
                    [
                        "finding",
                        "matters",
                        *words,
                        "right mark",
                        *(f"{games} games" for games in SIZES),
                        "false",
                    ],
                    rows,
                ),
                "",
                f"Pages with a false mark among all {len(truth)} findings, those of regions, "
                f"coaches and boards included: {wrong}; at most {MOST_FALSE} are promised. What is "
                "not right is *not decided*, or true and less than could be said.",
                "",
                "`python benchmarks/who_of_real_rules.py --write` measures this again.",
            ]
        )
        + "\n"
    )


def main() -> None:
    """Print the section; with ``--write`` put it into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=120_000)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--run", type=Path, help="a folder of the long run, played before")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    games = str(options.games)
    command = [*shlex.split(COMMAND), "--games", games, "--seed", str(SEED), "--who-games", games]
    with tempfile.TemporaryDirectory(prefix="eoc-sim-who-") as folder:
        out = options.run or Path(folder) / "run"
        if options.run is None:
            subprocess.run(
                [
                    *(sys.executable, "-m", "eoc_sim"),
                    *command,
                    *("--jobs", str(options.jobs)),
                    *("--out", str(out)),
                ],
                check=True,
                stdout=sys.stderr,
            )
        text = section(out, command, options.pages)
    print(text)
    if options.write:
        README.write_text(
            put_into(README.read_text(encoding="utf-8"), text, HEADING), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
