"""Measure the coverage of intervals after luck is taken out.

    python benchmarks/luck_taken_out.py                  # made-up decks, half a minute
    python benchmarks/luck_taken_out.py --runs results/luck --write  # and real runs

The intervals are those for each card's worth. The result is a section of the README. With
``--runs`` the script plays a run of 2 001 600 games in the folder, unless the run exists, and cuts
it into 100 runs of 20 016 games; the first 2 400 games of each are a shorter run. The estimates
from the whole run are the truth for its parts. This takes a quarter of an hour on one core.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from promises import Window
from strategy_table import put_into, table

from eoc_sim.analysis.dealt_cards import DealtCards, PulledMeans
from eoc_sim.analysis.shrinkage import Shrunk, shrink
from eoc_sim.analysis.tables import Run

Floats = NDArray[np.float64]

README = Path(__file__).with_name("README.md")
HEADING = "## Luck taken out"
HEAD = (
    "deck",
    "games",
    "percentage of intervals that contain the true worth: all cards",
    "the strongest",
    "the second strongest",
    "the one with the largest estimate",
    "rms error",
    "rms error of plain estimates",
    "rms error of the two strongest",
    "length relative to plain intervals",
)
CARDS = 120
RUNS = 100
SIZES = (2400, 20_016)
ERROR = 44.0
"""The standard error of a card's worth from one game.

From 2 400 games it is 0.9 wins in 100.
"""
PLAIN_LENGTH = 2 * 1.96
"""The length of a plain interval, in standard errors."""


def decks() -> Iterator[tuple[str, Floats]]:
    """Yield each deck's name and its cards' true worth, realistic decks first."""
    rng = np.random.default_rng(2026)
    ordinary = rng.normal(-0.1, 0.2, CARDS)
    for first, second in ((3.4, 1.4), (5.0, 3.5)):
        deck = ordinary.copy()
        deck[:10] = first, second, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6, 0.6, 0.5
        yield f"made up: the strongest {first:g} and {second:g}", deck
    yield "made up: normal, spread 0.2", rng.normal(0, 0.2, CARDS)
    yield "made up: normal, spread 1", rng.normal(0, 1, CARDS)
    yield "made up: half a t variate with 3 degrees of freedom", rng.standard_t(3, CARDS) / 2


def worths(run: Run) -> PulledMeans:
    """Estimate how much being dealt each card is worth."""
    return DealtCards(run).means()


def play(folder: Path) -> Path:
    """Play the long run, unless it exists."""
    path = folder / "luck"
    if not path.exists():
        subprocess.run(
            [
                sys.executable,
                "-m",
                "eoc_sim",
                "run",
                "--games",
                str(RUNS * max(SIZES)),
                "--seed",
                "2027",
                "--keep",
                "games,seats,offers",
                "--who",
                "off",
                "--quiet",
                "--yes",
                "--out",
                str(path),
            ],
            check=True,
        )
    return path


def row(name: str, games: int, truth: Floats, estimates: list[tuple[Floats, Floats]]) -> list[str]:
    """Summarise one deck's runs of one size, from estimates and variances."""
    shrunk: list[Shrunk] = [shrink(*estimate) for estimate in estimates]
    inside = np.array([(estimate.low <= truth) & (truth <= estimate.high) for estimate in shrunk])
    error = np.array([estimate.mean - truth for estimate in shrunk])
    raw = np.array([estimate - truth for estimate, _ in estimates])
    length = np.array(
        [
            (estimate.high - estimate.low) / (PLAIN_LENGTH * variance**0.5)
            for estimate, (_, variance) in zip(shrunk, estimates, strict=True)
        ]
    )
    first, second = np.argsort(truth)[::-1][:2]
    largest = [np.argmax(estimate.mean) for estimate in shrunk]
    shares = (
        inside.mean(),
        inside[:, first].mean(),
        inside[:, second].mean(),
        inside[np.arange(len(estimates)), largest].mean(),
    )
    return [
        name,
        f"{games:,}".replace(",", " "),
        *(f"{100 * share:.1f}" for share in shares),
        *(f"{np.mean(errors**2) ** 0.5:.2f}" for errors in (error, raw, error[:, [first, second]])),
        f"{length.mean():.2f}",
    ]


def made_up_rows(runs: int) -> Iterator[list[str]]:
    """Yield the rows for made-up decks."""
    rng = np.random.default_rng(1)
    for name, truth in decks():
        for games in SIZES:
            variance = np.full(CARDS, ERROR**2 / games)
            estimates = [(rng.normal(truth, variance**0.5), variance) for _ in range(runs)]
            yield row(name, games, truth, estimates)


def real_rows(path: Path) -> Iterator[list[str]]:
    """Yield the rows for real runs, cut from one long run."""
    for games in SIZES:
        estimates = []
        for part in range(RUNS):
            first = part * max(SIZES)
            worth = worths(Window(path, first, first + games))
            estimates.append((worth.mean, worth.variance))
        if games == SIZES[0]:
            truth = worths(Run(path)).mean
        yield row("the deck, usual line-up", games, truth, estimates)


def main() -> None:
    """Print the section; with ``--write`` put it into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=Path, help="folder for real runs; existing ones are reused")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = [] if options.runs is None else list(real_rows(play(options.runs)))
    rows += made_up_rows(RUNS)
    command = "python benchmarks/luck_taken_out.py --runs results/luck --write"
    lines = "\n".join(table(HEAD, rows))
    text = (
        f"{HEADING}\n\nIntervals for each card's worth after luck is taken out; each row "
        f"summarises {RUNS} runs. The intervals are meant to contain a card's true worth in 95 of "
        "100 runs. Errors are in wins per 100 games.\n\n"
        f"{lines}\n\n`{command}` measures this again.\n"
    )
    print(text)
    if options.write:
        README.write_text(put_into(README.read_text(encoding="utf-8"), text, HEADING), "utf-8")


if __name__ == "__main__":
    main()
