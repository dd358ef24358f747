"""Simulate the rates of right and false marks.

    python benchmarks/who_plays.py [--pages 400]

A page has four quantities for five line-ups. A game's values are wins in 100 with the spread of a
seat at a table of four; all line-ups share a quarter of the variance as common luck. The script
prints the table in docs/reference/metrics.md, "Who plays".
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

import numpy as np

from eoc_sim.analysis.looks import fixed_look
from eoc_sim.analysis.quantities import GameValues, Quantity
from eoc_sim.analysis.who_plays import ALIKE, DIRECTION, EVERY_LINE_UP, OPEN, SIZE, mark_quantities
from eoc_sim.simulator.runs.who_plays import AskedLineUp, LineUpQuestion

GAMES = (20_016, 20_016, 20_016, 20_016, 20_016)
QUANTITIES = 4
SPREAD = 43.3
"""The standard deviation of wins in 100, at one win in four."""
COMMON = 0.25
"""The fraction of the variance that is common to all line-ups."""
SMALLEST = 1.0
TRUTHS = {
    "nothing differs from fair": (0, 0, 0, 0, 0),
    "all +2 (twice what matters)": (2, 2, 2, 2, 2),
    "all +4 (four times)": (4, 4, 4, 4, 4),
    "four line-ups 0, one +2": (0, 0, 0, 0, 2),
    "four line-ups 0, one +4": (0, 0, 0, 0, 4),
    "one -2, four +2": (-2, 2, 2, 2, 2),
    "all but one +2, one +1.5": (2, 2, 2, 2, 1.5),
    "all differ by less than what matters": (0.1, 0.3, 0.5, 0.7, 0.9),
}


def allowed_marks(truth: Sequence[float], smallest: float = SMALLEST) -> set[str]:
    """Return the marks that are correct for these true values."""
    marks = {OPEN}
    if min(truth) > 0 or max(truth) < 0:
        marks.add(EVERY_LINE_UP)
    if max(map(abs, truth)) < smallest:
        marks.add(ALIKE)
    if min(truth) < 0 < max(truth):
        marks.add(DIRECTION)
    if max(truth) - min(truth) > smallest:
        marks.add(SIZE)
    return marks


def simulate_marks(
    generator: np.random.Generator, truth: Sequence[float], games: Sequence[int] = GAMES
) -> list[str]:
    """Simulate a page's marks.

    ``truth`` has the true value with each line-up, the same for every quantity.
    """
    line_ups = [AskedLineUp(f"run{index}", f"line-up {index}") for index in range(len(truth))]
    line_up_values = []
    common = generator.standard_normal((QUANTITIES, max(games)))
    for line_up, number, mean in zip(line_ups, games, truth, strict=True):
        own = generator.standard_normal((QUANTITIES, number))
        values = mean + SPREAD * (np.sqrt(COMMON) * common[:, :number] + np.sqrt(1 - COMMON) * own)
        line_up_values.append(
            (
                line_up,
                fixed_look(number),
                {
                    Quantity(
                        "wins", f"place {row}", "wins", SMALLEST, 100.0
                    ): GameValues.from_values(values[row])
                    for row in range(QUANTITIES)
                },
            )
        )
    return [
        marked_quantity.mark
        for marked_quantity in mark_quantities([(LineUpQuestion(tuple(line_ups)), line_up_values)])
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=400)
    pages = parser.parse_args().pages
    generator = np.random.default_rng(2026)
    marks = (EVERY_LINE_UP, ALIKE, DIRECTION, SIZE, OPEN)
    print(f"| truth | percentage of pages with a false mark | {' | '.join(marks)} |")
    print("|---" * (len(marks) + 2) + "|")
    for name, truth in TRUTHS.items():
        pages_of_marks = [simulate_marks(generator, truth) for _ in range(pages)]
        false_pages = sum(
            not set(page_marks) <= allowed_marks(truth) for page_marks in pages_of_marks
        )
        counts = Counter(mark for page_marks in pages_of_marks for mark in page_marks)
        shares = [f"{100 * counts[mark] / (pages * QUANTITIES):.0f}" for mark in marks]
        print(f"| {name} | {100 * false_pages / pages:.1f} | {' | '.join(shares)} |", flush=True)


if __name__ == "__main__":
    main()
