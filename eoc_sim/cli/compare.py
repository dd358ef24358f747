"""``eoc-sim compare``: two versions on the same luck, played until their difference is decided."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.cli.family import family_options
from eoc_sim.cli.options import game_options, precision_option, run_options
from eoc_sim.cli.who_plays import TWO_OTHERS, who_options
from eoc_sim.commands.family import FamilyOptions, check_family
from eoc_sim.commands.options import A_KEY, GameOptions, RunOptions, preset_names
from eoc_sim.commands.who_plays import WhoOptions, chosen_line_ups, held_tables, play_who
from eoc_sim.errors import InputError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eoc_sim.analysis.tables import Run
    from eoc_sim.simulator.runs.runner import Outcome

CURRENT = "current"
"""The word for the current rules as they are."""


@click.command(name="compare")
@click.argument("first", metavar='"KEY=value ..."|PRESET')
@click.argument("second", metavar='"KEY=value ..."|PRESET')
@game_options
@run_options
@precision_option("every change (instead of: is decided)")
@family_options
@who_options(TWO_OTHERS)
def command(
    first: str,
    second: str,
    asked: GameOptions,
    how: RunOptions,
    precision: float | None,
    family: FamilyOptions,
    who: WhoOptions,
) -> None:
    """Play two versions on the same luck until what differs between them is decided.

    Each version is a list of settings, KEY as in --vary of sweep, a preset, such as cutthroat
    (short for rules=cutthroat), or current: the current rules. Decided is the change of wins and
    of scores for every strategy, and for those who keep, lose and gain what is changed: it changes,
    or no change that matters.
    Never before 1000 games; --games (here 200000 if not given) is the most that is played, and what
    is open then is not decided.
    """
    from eoc_sim.cli.screen import note, say
    from eoc_sim.commands.baseline import baseline
    from eoc_sim.commands.family import play_family
    from eoc_sim.commands.playing import play
    from eoc_sim.commands.request import make_request
    from eoc_sim.commands.stopping import changes_known, decided
    from eoc_sim.simulator.runs.arms import compared_arms
    from eoc_sim.simulator.runs.run_directory import RunDirectory

    how.check()
    game, version = baseline(asked, how.telling)
    presets = preset_names(game, asked.data)
    settings = [version_settings(text, presets) for text in (first, second)]
    check_family(game, family)
    chosen_line_ups(game, who)
    arms = compared_arms(game, version, settings[0], settings[1])
    for text in arms.notes:
        note(f"Note: {text}")
    request = make_request("compare", game, arms, asked, how, sequential=True)
    stopping = (
        decided(game, request) if precision is None else changes_known(game, request, precision)
    )
    directory = RunDirectory.claim(how.out, "compare", resume=how.resume, fresh=how.fresh)
    if not how.quiet:
        say(f"A: {first}. B: {second}. B differs from A by: {'; '.join(arms.arms[1].sentences())}.")
    outcome = play(game, request, directory, how, stopping)
    _print_changes(outcome, scores=precision is None)
    say(stopping.end(outcome))
    play_who(
        game,
        request,
        directory,
        how,
        who,
        few=True,
        tables=held_tables(outcome.path),
        of_strategies=True,
    )
    play_family(game, request, directory, how, family)
    if set(game.default_tables) <= set(request.keep) or not request.kept(0):
        from eoc_sim.reports import build

        written = build(outcome.path)
        say(f"Report: {written}")
    else:
        say(f"Tables: {outcome.path}.")


def version_settings(text: str, presets: Sequence[str] = ()) -> list[tuple[str, str]]:
    """The settings of a version as typed, none for the current rules.

    >>> version_settings("seat.1=one rules.bonus=3"), version_settings("current")
    ([('seat.1', 'one'), ('rules.bonus', '3')], [])
    >>> version_settings("short seat.1=one", ["long", "short"])
    [('rules', 'short'), ('seat.1', 'one')]

    Raises:
        InputError: a part of it is neither a setting nor one of the presets.
    """
    from eoc_sim.simulator.runs.arms import parse_setting
    from eoc_sim.simulator.runs.change import RULES

    if text.strip().lower() == CURRENT:
        return []
    try:
        parts = shlex.split(text)
    except ValueError:
        raise InputError(
            f"The version {text} has a quotation mark without its other one."
        ) from None
    if not parts:
        raise InputError(f'A version is empty; write settings such as {A_KEY}, or "{CURRENT}".')
    for part in parts:
        if "=" not in part and part not in presets:
            named = f", a preset ({', '.join(presets)})" if presets else ""
            raise InputError(
                f'The version "{text}" should be settings such as {A_KEY}{named}, or "{CURRENT}".'
                f"{nearest(part, [CURRENT, *presets])}"
            )
    return [
        (RULES, part) if part in presets else parse_setting(part, "The setting") for part in parts
    ]


def _print_changes(outcome: Outcome, *, scores: bool) -> None:
    """Print a line for each strategy, stratum of holders and metric, with interval and verdict."""
    from eoc_sim.analysis.compare import effects
    from eoc_sim.analysis.sequential import changes
    from eoc_sim.analysis.tables import Run
    from eoc_sim.cli.screen import say, table
    from eoc_sim.commands.telling import count
    from eoc_sim.reports.matters import matters_words

    run = Run(outcome.path)
    judged = effects(run)
    rows = changes(run, scores=scores, judged=judged)
    say(
        f"B - A after {count(outcome.games)} games a version, all intervals together at 95 %, at "
        "every look:"
    )
    say()
    table(
        ("for", "of", "A", "B", "B - A", "between", "games that differ", "verdict"),
        [_line(run, row) for row in rows.iter_rows(named=True)],
        left=2,
    )
    if scores:
        say(matters_words(run, judged["strategy"]))


def _line(run: Run, row: dict[str, Any]) -> tuple[str, ...]:
    from eoc_sim.commands.telling import count

    what = "wins in 100" if row["metric"] == "wins" else run.words.score[1]
    between = "?" if row["low"] is None else f"{row['low']:+.2f} to {row['high']:+.2f}"
    return (
        row["label"],
        what,
        f"{row['current']:.2f}",
        f"{row['version']:.2f}",
        f"{row['change']:+.2f}",
        between,
        count(row["differ"]),
        row["verdict"],
    )
