"""Measure the rates of right and false marks for real rule changes.

    python benchmarks/marks_of_real_rules.py [--games 120000] [--pages 200] [--write]

The result is a section of the README. A long run establishes the effect of each change for players
of each skill. Then pages with fewer games are drawn from this run, in full rounds of seating and
with the same luck for all line-ups, and marked by the code for reports. This takes eight minutes on
one core.
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
from who_plays import allowed_marks

from eoc_sim.analysis.looks import fixed_look
from eoc_sim.analysis.quantities import GameValues, Quantity, quantities
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.who_plays import (
    ALIKE,
    DIRECTION,
    EVERY_LINE_UP,
    MIN_GAMES,
    SIZE,
    MarkedQuantity,
    mark_quantities,
)
from eoc_sim.simulator.runs.who_plays import AskedLineUp, LineUpQuestion, read_questions

README = Path(__file__).with_name("README.md")
HEADING = "## Marks for real rule changes"
SEED = 2028
"""A seed on which no strategy was tuned or learnt."""
COMMAND = (
    "sweep --vary rules=family --vary rules.start_bucks=9 --vary rules.order_stars_4=10 "
    "--seats casual,casual,casual,casual --keep seats --who beginners,club,planners"
)
SIZES = (1200, 4800, 19_200)
"""Numbers of games that a line-up plays for a page."""
SEATING = 24
"""Games in a full round of seating for four players."""
MAX_FALSE = 5
FAMILY, START_BUCKS, STARS = "Family game", "start_bucks 7 -> 9", "order_stars_4 0 -> 10"
TURN_ORDER = "wins by turn order"
SHOWN_FIGURES = (
    (FAMILY, "second"),
    (FAMILY, "fourth"),
    (FAMILY, "winner minus last"),
    (FAMILY, "winning score"),
    (TURN_ORDER, "first"),
    (TURN_ORDER, "third"),
    (STARS, "second"),
    (STARS, "winning score"),
    ("wins by head coach", "Financial Advisor"),
    (START_BUCKS, "winning score"),
    (START_BUCKS, "winner minus last"),
    (START_BUCKS, "first"),
)
"""The findings shown individually; all findings of a page are judged."""


@dataclass(frozen=True)
class LineUpRun:
    """A line-up's long run, with the values of each quantity by game."""

    line_up: AskedLineUp
    values: Mapping[Quantity, GameValues]


def read_line_ups(folder: Path) -> list[LineUpRun]:
    """Read the long run of every line-up that the page compares."""
    (question,) = read_questions(folder)
    return [
        LineUpRun(line_up, quantities(Run(folder / line_up.run))) for line_up in question.line_ups
    ]


def page_marks(line_ups: Sequence[LineUpRun], games: np.ndarray) -> list[MarkedQuantity]:
    """Return a page's marks, based on these games of every line-up."""
    return mark_quantities(
        [
            (
                LineUpQuestion(tuple(line_up.line_up for line_up in line_ups)),
                [
                    (
                        line_up.line_up,
                        fixed_look(len(games)),
                        {
                            quantity: GameValues.from_values(values.first[games])
                            for quantity, values in line_up.values.items()
                        },
                    )
                    for line_up in line_ups
                ],
            )
        ]
    )


def draw_games(generator: np.random.Generator, all_games: int, games: int) -> np.ndarray:
    """Draw the game numbers of one page, in whole rounds of seating."""
    seatings = generator.integers(all_games // SEATING, size=games // SEATING)
    return (seatings[:, None] * SEATING + np.arange(SEATING)).ravel()


def true_marks(line_ups: Sequence[LineUpRun], key: tuple[str, str, str]) -> set[str]:
    """Return the marks that are not false, according to the whole run."""
    means, smallest = [], 0.0
    for line_up in line_ups:
        for quantity, values in line_up.values.items():
            if quantity.key == key and values.games >= MIN_GAMES:
                means.append(values.mean)
                smallest = quantity.smallest
    return allowed_marks(means, smallest)


def true_marks_like(mark: str, truth: set[str]) -> set[str]:
    """Return the true marks in the same group as ``mark``.

    ``mark`` comes from the long run. The marks of the first group say that the effect depends on
    who plays, those of the second that it holds for all line-ups. *Not decided* is in neither
    group; for it, the marks of the second are returned.
    """
    depends = {DIRECTION, SIZE}
    return truth & (depends if mark in depends else {EVERY_LINE_UP, ALIKE})


def rates(
    line_ups: Sequence[LineUpRun], games: int, pages: int
) -> tuple[dict[tuple[str, str, str], tuple[float, float]], float]:
    """Measure right and false marks per finding, and pages with false marks.

    All results are per 100 pages.
    """
    generator = np.random.default_rng((SEED, games))
    maximum = min(len(values.first) for line_up in line_ups for values in line_up.values.values())
    full_marks = {
        finding.quantity.key: finding.mark for finding in page_marks(line_ups, np.arange(maximum))
    }
    truths = {key: true_marks(line_ups, key) for key in full_marks}
    hits = dict.fromkeys(truths, 0)
    false_marks = dict.fromkeys(truths, 0)
    wrong_pages = 0
    for _ in range(pages):
        findings = [
            finding
            for finding in page_marks(line_ups, draw_games(generator, maximum, games))
            if finding.quantity.key in truths
        ]
        for finding in findings:
            key = finding.quantity.key
            hits[key] += finding.mark in true_marks_like(full_marks[key], truths[key])
            false_marks[key] += finding.mark not in truths[key]
        wrong_pages += any(finding.mark not in truths[finding.quantity.key] for finding in findings)
    per_page = 100 / pages
    mark_rates = {key: (per_page * hits[key], per_page * false_marks[key]) for key in truths}
    return mark_rates, per_page * wrong_pages


def section(folder: Path, command: Sequence[str], pages: int) -> str:
    """Return the section of the README in Markdown."""
    line_ups = read_line_ups(folder)
    maximum = min(len(values.first) for line_up in line_ups for values in line_up.values.values())
    truth = {finding.quantity.key: finding for finding in page_marks(line_ups, np.arange(maximum))}
    by_size = {games: rates(line_ups, games, pages) for games in SIZES}
    rows = []
    for subject, label in SHOWN_FIGURES:
        (finding,) = (finding for key, finding in truth.items() if key[:2] == (subject, label))
        key = finding.quantity.key
        answers = {answer.words: answer for answer in finding.answers}
        rows.append(
            [
                f"{label}, {subject}",
                f"{finding.quantity.smallest:g}",
                *(
                    f"{answer.value:+.1f} ±{(answer.high - answer.low) / 2:.1f}"
                    for answer in answers.values()
                ),
                finding.mark,
                *(f"{by_size[games][0][key][0]:.0f}" for games in SIZES),
                f"{max(by_size[games][0][key][1] for games in SIZES):.1f}",
            ]
        )
    words = ["casual" if not line_up.line_up.run else line_up.line_up.words for line_up in line_ups]
    wrong = ", ".join(f"{by_size[games][1]:.1f} of 100 at {games} games" for games in SIZES)
    return (
        "\n".join(
            [
                HEADING,
                "",
                f"According to a long run (`eoc-sim {shlex.join(command)}`), the effect of some "
                "rules in the table depends on who plays, and that of others does not. The run's "
                "intervals are simultaneous, and its marks count as right. From its games, "
                f"{pages} pages of each size are drawn, each with {len(truth)} findings in "
                f"{len(line_ups)} line-ups. The columns headed by a number of games per "
                "line-up show how many in 100 pages have the right mark (that the effect depends "
                "on who plays, that it holds in every line-up, or that no line-up has a difference "
                "that matters). The last column shows how many in 100 pages have a false mark (the "
                "maximum over these numbers of games).",
                "",
                *table(
                    [
                        "finding",
                        "smallest that matters",
                        *words,
                        "right mark",
                        *(f"{games} games" for games in SIZES),
                        "false",
                    ],
                    rows,
                ),
                "",
                f"Pages with a false mark among all {len(truth)} findings, including those on "
                f"regions, coaches and boards: {wrong}; at most {MAX_FALSE} are allowed. Marks "
                "that are neither right nor false are *not decided*, or true but less specific.",
                "",
                "`python benchmarks/marks_of_real_rules.py --write` measures this again.",
            ]
        )
        + "\n"
    )


def main() -> None:
    """Print the section; with ``--write``, also put it into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=120_000)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--run", type=Path, help="the folder of an existing long run")
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
