"""``eoc-sim sweep``: versions of the game against the current rules, on the same luck."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from eoc_sim.cli.family import ALONE, FamilyOptions, check_family, family_options
from eoc_sim.cli.options import (
    Command,
    GameOptions,
    RunOptions,
    example,
    game_options,
    precision_option,
    run_options,
)
from eoc_sim.cli.relearning import NOT_ANEW, RelearnOptions, relearn_options
from eoc_sim.cli.who_plays import (
    NOBODY_ELSE,
    TWO_OTHERS,
    WhoOptions,
    chosen_line_ups,
    held_tables,
    play_who,
    who_options,
)
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.plan import Plan
    from eoc_sim.simulator.runs.run_directory import RunDirectory


_VERSION_OPTIONS = (
    click.argument("plan", metavar="[PLAN.toml]", required=False),
    click.option(
        "--vary",
        multiple=True,
        metavar="KEY=V1,V2",
        help=f"A key and its values, such as {example('varied')}; "
        "KEY is SHEET.ID.COLUMN, rules (presets or rule files), "
        "rules.SWITCH, seat.K (from 1) or strategy.NAME.PARAMETER. May be given several times.",
    ),
    click.option(
        "--cards",
        "sheet",
        metavar="SHEET",
        help="An edited sheet or workbook: one version for each changed card, or other row, and "
        "one with all changes.",
    ),
    click.option(
        "--design",
        metavar="NAME",
        help="one-at-a-time: each value on its own; factorial: all combinations, the current "
        "values among them. [default: one-at-a-time]",
    ),
)


def version_options(command: Command) -> Command:
    """Add the options that say which versions are played: plan, --vary, --cards, --design."""
    for option in reversed(_VERSION_OPTIONS):
        command = option(command)
    return command


DEMO = "demo"
"""The command that is a sweep with a folder and versions of its own."""


@click.command(name="sweep")
@version_options
@game_options
@run_options
@precision_option("every change")
@relearn_options
@family_options
@who_options(TWO_OTHERS)
def command(
    plan: str | None,
    vary: tuple[str, ...],
    sheet: str | None,
    design: str | None,
    asked: GameOptions,
    how: RunOptions,
    precision: float | None,
    anew: RelearnOptions,
    family: FamilyOptions,
    who: WhoOptions,
) -> None:
    """Play versions of the game against the current rules, and report what each changes.

    All versions are played on the same luck. Say what to change in one of three ways: --vary
    KEY=V1,V2 or --cards my-cards.xlsx or a plan file.
    """
    from eoc_sim.cli.relearning import check_relearning
    from eoc_sim.simulator.runs.run_directory import RunDirectory

    check_relearning(anew, precision)
    game, arms, asked, how = asked_versions(plan, vary, sheet, design, asked, how)
    check_family(game, family)
    chosen_line_ups(game, who)
    of_demo = how.resume and how.out is not None and is_demo(Path(how.out))
    name = DEMO if of_demo else "sweep"
    directory = RunDirectory.claim(how.out, name, resume=how.resume, fresh=how.fresh)
    play_sweep(
        name,
        game,
        arms,
        asked,
        how,
        directory,
        precision,
        whole_page=of_demo,
        anew=anew,
        family=family,
        who=who,
    )


def is_demo(path: Path) -> bool:
    """Check that a folder holds a demo, which a sweep of its versions continues."""
    from eoc_sim.simulator.runs.run_file import RUN_FILE, read_run_file

    return (path / RUN_FILE).is_file() and read_run_file(path).get("command") == DEMO


def asked_versions(
    plan: str | None,
    vary: tuple[str, ...],
    sheet: str | None,
    design: str | None,
    asked: GameOptions,
    how: RunOptions,
) -> tuple[Game, Arms, GameOptions, RunOptions]:
    """The versions that `version_options` ask for, and the options with the plan's filled in."""
    from eoc_sim.simulator.runs.arms import NothingToPlay
    from eoc_sim.simulator.runs.plan import read_plan

    how.check()
    if sum((plan is not None, bool(vary), sheet is not None)) != 1:
        raise InputError(
            "Say what to change in one way: --vary KEY=v1,v2, or --cards SHEET, or a PLAN.toml."
        )
    if sheet is not None and design is not None:
        raise InputError("--design is for --vary and plans; --cards has a version for each card.")
    read = read_plan(plan) if plan is not None else None
    if read is not None:
        asked, how, design = with_plan(read, asked, how, design)
    game, arms = sweep_arms(asked, vary, sheet, read, design)
    if len(arms.arms) == 1 and arms.notes:
        raise NothingToPlay(f"{arms.notes[0]} So there is nothing to compare.")
    if len(arms.arms) == 1:
        raise NothingToPlay(
            "Every value asked for is what the current rules have already: nothing to compare."
        )
    return game, arms, asked, how


def with_plan(
    plan: Plan, asked: GameOptions, how: RunOptions, design: str | None
) -> tuple[GameOptions, RunOptions, str | None]:
    """The options with the plan's own filled in; what is said twice is refused."""
    for name, planned, given in (
        ("--rules", plan.rules, asked.rules),
        ("--data", plan.data, asked.data),
        ("--seats", plan.seats, asked.seats),
        ("--games", plan.games, how.games if not how.resume else None),
        ("--design", plan.design, design),
    ):
        if planned is not None and given is not None:
            raise InputError(f"{name} is given both in {plan.path} and as an option.")
    asked = replace(
        asked,
        rules=asked.rules if asked.rules is not None else plan.rules,
        data=asked.data if asked.data is not None else plan.data,
        seats=asked.seats if plan.seats is None else ",".join(plan.seats),
        settings=(*(f"{key}={value}" for key, value in plan.settings), *asked.settings),
        card=(*(f"{key}={value}" for key, value in plan.card_settings), *asked.card),
        change=(*(f"{key}={value}" for key, value in plan.changes), *asked.change),
    )
    how = replace(how, games=how.games if how.games is not None else plan.games)
    return asked, how, design if design is not None else plan.design


def sweep_arms(
    asked: GameOptions,
    vary: tuple[str, ...],
    sheet: str | None,
    plan: Plan | None,
    design: str | None,
) -> tuple[Game, Arms]:
    """The versions that are asked for."""
    from eoc_sim.cli.baseline import baseline, needed, say_carried
    from eoc_sim.simulator.runs import arms

    game, version = baseline(asked)
    chosen = design if design is not None else arms.DESIGNS[0]
    if sheet is not None:
        with_sheet = needed(game, game.with_sheet, "cards sheet, so --cards cannot be given")
        edited = with_sheet(version, sheet)
        say_carried(game, edited)
        return game, arms.sheet_arms(game, version, edited)
    if plan is not None:
        return game, arms.planned_arms(game, version, plan.vary, plan.arms, chosen)
    varied = [arms.parse_vary(text) for text in vary]
    return game, arms.vary_arms(game, version, varied, chosen)


def play_sweep(
    name: str,
    game: Game,
    arms: Arms,
    asked: GameOptions,
    how: RunOptions,
    directory: RunDirectory,
    precision: float | None = None,
    *,
    whole_page: bool = False,
    anew: RelearnOptions = NOT_ANEW,
    family: FamilyOptions = ALONE,
    who: WhoOptions = NOBODY_ELSE,
) -> None:
    """Print the changes, play the versions, and print and write what came of it.

    With ``whole_page`` every table of the current rules is kept that some section shows; ``anew``
    says whether they are played again by players who have learnt them, ``family`` whether in
    members of the data family, ``who`` whether by other line-ups.
    """
    from eoc_sim.cli.family import play_family
    from eoc_sim.cli.playing import play, print_standings
    from eoc_sim.cli.relearning import announce_learning, play_relearned, with_relearning
    from eoc_sim.cli.run import make_request
    from eoc_sim.cli.screen import note, say
    from eoc_sim.cli.stopping import changes_known
    from eoc_sim.simulator.runs.runner import kept_tables

    for text in arms.notes:
        note(f"Note: {text}")
    request = make_request(name, game, arms, asked, how, sequential=precision is not None)
    if whole_page:
        every = kept_tables(game, "all", twins=False)
        request = replace(
            request, keep_current=tuple(name for name in every if name not in request.keep)
        )
    request = with_relearning(game, request, anew)
    stopping = None if precision is None else changes_known(game, request, precision)
    if not how.quiet:
        print_changes(arms)
    announce_learning(game, request, directory, how)
    outcome = play(game, request, directory, how, stopping)
    print_standings(game, request, outcome)
    if anew.relearn:
        play_relearned(game, request, directory, how)
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
    if stopping is not None:
        say(stopping.end(outcome))
    if set(game.default_tables) <= set(request.keep) or not request.kept(0):
        print_verdict(outcome.path)
    else:
        say(
            f"Tables: {outcome.path}. There is no report: it needs the tables "
            f"{', '.join(game.default_tables)} (--keep)."
        )


def print_verdict(path: Path) -> None:
    """Write the report and print the verdict in words, and where the report is."""
    from eoc_sim.cli.screen import say
    from eoc_sim.reports import tell

    written, lines = tell(path)
    say()
    for line in lines:
        say(line)
    say()
    say(f"Report: {written}")


def print_changes(arms: Arms) -> None:
    """The changes as sentences, version by version."""
    from eoc_sim.cli.screen import say

    played = [arm for arm in arms.arms if arm.changes]
    for arm in played:
        sentences = arm.sentences()
        if len(sentences) == 1:
            say(sentences[0])
        else:
            say(f"{arm.label}: {'; '.join(sentences)}")
    for row in arms.rows[1:]:
        if row.arm == 0:
            say(f"{row.label} is what the current rules have; it is shown, not played twice.")
