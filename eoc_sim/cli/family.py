"""``--family``: its options, and its findings as a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import rich_click as click

from eoc_sim.commands.family import FamilyOptions

_OPTIONS = (
    click.option(
        "--family",
        type=click.IntRange(1),
        metavar="N",
        help="Play everything again in N members of the data family, with components as plausible "
        "as the reconstructed ones, and report which findings are robust.",
    ),
    click.option(
        "--family-games",
        type=click.IntRange(1),
        metavar="N",
        help="Games of each version in each member. [default: a tenth of --games]",
    ),
)


def family_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--family`` and ``--family-games``; the command gets them as ``family``."""

    @wraps(command)
    def collecting(*args: Any, family: int | None, family_games: int | None, **given: Any) -> Any:
        return command(*args, **given, family=FamilyOptions(family, family_games))

    decorated: Callable[..., Any] = collecting
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


def print_family(path: Path) -> None:
    """Print a run's findings and how many family members confirm each."""
    from eoc_sim.analysis.family import in_words, noun, robustness
    from eoc_sim.analysis.tables import Run
    from eoc_sim.cli.screen import say, table
    from eoc_sim.reports.robust import meaning, wanting

    run = Run(path)
    found = robustness(run)
    say()
    if not found.height:
        say("No difference is shown, so no finding could be robust.")
        return
    unit = run.words.score[1]
    said = noun(run)
    say(f"What the run shows, and in how many {said[1]} it holds:")
    table(
        (
            "finding",
            "",
            "difference",
            "between",
            "holds in",
            "not decided",
            "the other way",
            "in members",
            "verdict",
        ),
        [
            (
                str(row["what"]),
                ", ".join(filter(None, (row["label"], in_words(row["metric"], unit)))),
                f"{row['value']:+.1f}",
                f"{row['low']:+.1f} to {row['high']:+.1f}",
                f"{row['holds']} of {row['members']}",
                f"{row['open']}",
                f"{row['reversed']}",
                "?" if row["least"] is None else f"{row['least']:+.1f} to {row['most']:+.1f}",
                str(row["verdict"]),
            )
            for row in found.iter_rows(named=True)
        ],
    )
    say(meaning(int(found["members"][0]), said[1]))
    if short := wanting(list(found.iter_rows(named=True)), run):
        say(f"Not decided: {short}.")
