"""``eoc-sim compare``: two versions, played until their difference is decided."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.cli.family import family_options
from eoc_sim.cli.history import no_history_option
from eoc_sim.cli.options import game_options, precision_option, run_options_of
from eoc_sim.cli.who_plays import TWO_OTHERS, who_options
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.defaults import DEFAULT_MAX_GAMES

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run
    from eoc_sim.simulator.runs.runner import Outcome


@click.command()
@click.argument("first", metavar='"KEY=value ..."|PRESET')
@click.argument("second", metavar='"KEY=value ..."|PRESET')
@game_options
@run_options_of(DEFAULT_MAX_GAMES)
@no_history_option
@precision_option("every change, decided or not,")
@family_options
@who_options(TWO_OTHERS)
def command(
    first: str, second: str, options: GameOptions, run_options: RunOptions, precision: float | None
) -> None:
    """Play two versions with the same luck until every difference is decided.

    Each version is a list of settings (KEY as in --vary of sweep), a preset, such as cutthroat
    (short for rules=cutthroat), or current: the current rules. The command judges the change in
    wins and scores of every strategy, and of the players who keep, lose and gain a changed card:
    there is a change, or there is none that matters.
    It plays at least 1000 games and at most --games; rows that are still open then are reported as
    not decided.
    """
    from eoc_sim.cli.played_runs import finish
    from eoc_sim.cli.screen import say
    from eoc_sim.commands.channel import name_folder
    from eoc_sim.commands.compare import run_compare
    from eoc_sim.reports.not_decided import CONTINUES

    result = run_compare(first, second, options, run_options, precision, print_changes)
    for purpose, command in pairwise(result.sentences if result.page else ()):
        if purpose.startswith(f"  {CONTINUES}"):
            say(purpose)
            say(command)
    say(f"Report: {result.page}" if result.page else f"Tables: {name_folder(result.folder)}.")
    finish(result)


def print_changes(outcome: Outcome, scores: bool) -> None:
    """Print each change and verdict, by strategy, group of holders and metric."""
    from eoc_sim.analysis.compare import effects
    from eoc_sim.analysis.sequential import changes
    from eoc_sim.analysis.tables import Run
    from eoc_sim.cli.screen import say, table
    from eoc_sim.commands.channel import count
    from eoc_sim.reports.smallest_change import matters_words

    run = Run(outcome.path)
    verdicts = effects(run)
    rows = changes(run, scores=scores, verdicts=verdicts)
    say(
        f"B - A after {count(outcome.games)} games per version (95 % intervals that hold together, "
        "at every look):"
    )
    say()
    table(
        ("for", "measure", "A", "B", "B - A", "between", "games that differ", "verdict"),
        [_line(run, row) for row in rows.iter_rows(named=True)],
        text_columns=2,
    )
    if scores:
        say(matters_words(run, verdicts["strategy"]))


def _line(run: Run, row: dict[str, Any]) -> tuple[str, ...]:
    from eoc_sim.commands.channel import count
    from eoc_sim.reports.words import decimal

    unit = "wins in 100" if row["metric"] == "wins" else run.words.score[1]
    low, high = (decimal(row[end], 2, sign=True) for end in ("low", "high"))
    between = "?" if row["low"] is None else f"{low} to {high}"
    return (
        row["label"],
        unit,
        f"{row['current']:.2f}",
        f"{row['version']:.2f}",
        decimal(row["change"], 2, sign=True),
        between,
        count(row["differ"]),
        row["verdict"],
    )
