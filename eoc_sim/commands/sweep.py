"""Play versions against the current rules, with the same luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from eoc_sim.commands.baseline import baseline, note_own_columns, require
from eoc_sim.commands.command_line import game_words
from eoc_sim.commands.family import play_family
from eoc_sim.commands.keywords import Call, LearnKeywords, Value, with_keywords
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.commands.playing import claim, play
from eoc_sim.commands.relearning import (
    announce_learning,
    check_relearning,
    play_relearned,
    with_relearning,
)
from eoc_sim.commands.request import make_request
from eoc_sim.commands.result import Result
from eoc_sim.commands.stopping import stop_when_changes_known
from eoc_sim.commands.who_plays import check_others, holder_tables, play_other_line_ups
from eoc_sim.errors import InputError
from eoc_sim.reports import write_report
from eoc_sim.simulator.runs import arms
from eoc_sim.simulator.runs.arms import NothingToPlay
from eoc_sim.simulator.runs.plan import read_plan
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_file import RUN_FILE, read_run_file
from eoc_sim.simulator.runs.runner import read_keep

if TYPE_CHECKING:
    from eoc_sim.commands.channel import Channel
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.plan import Plan
    from eoc_sim.simulator.runs.runner import Request

COMMAND = "sweep"
DEMO = "demo"
"""The demo's command: a sweep of fixed versions in its own folder."""


@with_keywords(LearnKeywords)
def sweep(
    plan: str | Path | None = None,
    *,
    vary: Mapping[str, Sequence[Value]] | None = None,
    cards: str | Path | None = None,
    design: str | None = None,
    precision: float | None = None,
    **options: Unpack[LearnKeywords],
) -> Result:
    """Play versions against the current rules, and report their effects.

    All versions are played with the same luck. Give the changes in one of three ways: ``plan``,
    ``vary`` or ``cards``.

    Args:
        plan: A plan file.
        vary: Keys with the values to try; a key is SHEET.ID.COLUMN, rules, rules.SWITCH, seat.K or
            strategy.NAME.PARAMETER.
        cards: An edited sheet or workbook.
        design: one-at-a-time, or factorial for all combinations.
        precision: Play until every change in wins per 100 games is known to within ± this number.

    Raises:
        InputError: An option is invalid, or nothing changes.
    """
    call = Call(COMMAND, options, plan, vary=vary, cards=cards, design=design, precision=precision)
    return call.add_to_history(
        run_sweep(
            None if plan is None else str(plan),
            call.pairs("vary"),
            None if cards is None else str(cards),
            design,
            call.options,
            call.run_options,
            precision,
        )
    )


def run_sweep(
    plan: str | None,
    vary: tuple[str, ...],
    sheet: str | None,
    design: str | None,
    options: GameOptions,
    run_options: RunOptions,
    precision: float | None,
) -> Result:
    """Play the requested versions, or continue a demo that plays them."""
    check_relearning(run_options.learning, precision)
    game, arms, options, run_options = requested_versions(
        plan, vary, sheet, design, options, run_options
    )
    check_others(game, run_options)
    resumes_demo = (
        run_options.resume and run_options.out is not None and is_demo(Path(run_options.out))
    )
    name = DEMO if resumes_demo else COMMAND
    directory = claim(run_options, name, game)
    return play_sweep(
        name, game, arms, options, run_options, directory, precision, whole_page=resumes_demo
    )


def play_demo(game: Game, options: GameOptions, run_options: RunOptions) -> Result:
    """Play or continue a game's demo, and write its report.

    Raises:
        InputError: The game has no demo, or the folder has another run.
    """
    changes = game.parts.demo
    if not changes:
        raise InputError(
            f"The game {game.name} has no demo. A game in plain Python declares what its demo "
            'varies, for example plain_game(..., parts=Parts(demo=("KEY=V1,V2",))).'
        )
    folder = str(run_options.out)
    if Path(folder, RUN_FILE).exists() and not is_demo(Path(folder)):
        raise InputError(
            f"{folder} contains a run other than the demo; name another folder with --out."
        )
    run_options.check()
    _, arms = sweep_arms(options, changes, None, None, None, run_options.channel)
    directory = RunDirectory.claim(folder, DEMO, resume=run_options.resume, fresh=run_options.fresh)
    return play_sweep(DEMO, game, arms, options, run_options, directory, whole_page=True)


def is_demo(path: Path) -> bool:
    """Return whether a folder has a demo, which a sweep may continue."""
    return (path / RUN_FILE).is_file() and read_run_file(path).get("command") == DEMO


def requested_versions(
    plan: str | None,
    vary: tuple[str, ...],
    sheet: str | None,
    design: str | None,
    options: GameOptions,
    run_options: RunOptions,
) -> tuple[Game, Arms, GameOptions, RunOptions]:
    """Return the requested versions, and the options completed by the plan."""
    run_options.check()
    if sum((plan is not None, bool(vary), sheet is not None)) != 1:
        raise InputError(
            "Give the changes in one way: --vary KEY=v1,v2, or --cards SHEET, or a PLAN.toml."
        )
    if sheet is not None and design is not None:
        raise InputError("--design is for --vary and plans; --cards has a version for each card.")
    plan_file = read_plan(plan) if plan is not None else None
    if plan_file is not None:
        options, run_options, design = with_plan(plan_file, options, run_options, design)
    game, arms = sweep_arms(options, vary, sheet, plan_file, design, run_options.channel)
    if len(arms.arms) == 1 and arms.notes:
        raise NothingToPlay(f"{arms.notes[0]} So there is nothing to compare.")
    if len(arms.arms) == 1:
        raise NothingToPlay(
            "The current rules already have every value given: there is nothing to compare."
        )
    return game, arms, options, run_options


def with_plan(
    plan: Plan, options: GameOptions, run_options: RunOptions, design: str | None
) -> tuple[GameOptions, RunOptions, str | None]:
    """Add the plan's options to the command's; refuse options given twice."""
    for name, plan_value, option_value in (
        ("--rules", plan.rules, options.rules),
        ("--data", plan.data, options.data),
        ("--seats", plan.seats, options.seats),
        ("--games", plan.games, run_options.games if not run_options.resume else None),
        ("--design", plan.design, design),
    ):
        if plan_value is not None and option_value is not None:
            raise InputError(f"{name} is given both in {plan.path} and as an option.")
    plan_options = GameOptions(
        rules=plan.rules,
        data=plan.data,
        seats=None if plan.seats is None else ",".join(plan.seats),
        settings=tuple(f"{key}={value}" for key, value in plan.settings),
        card=tuple(f"{key}={value}" for key, value in plan.card_settings),
        change=tuple(f"{key}={value}" for key, value in plan.changes),
    )
    options = replace(
        options,
        rules=options.rules if options.rules is not None else plan_options.rules,
        data=options.data if options.data is not None else plan_options.data,
        seats=options.seats if plan_options.seats is None else plan_options.seats,
        settings=(*plan_options.settings, *options.settings),
        card=(*plan_options.card, *options.card),
        change=(*plan_options.change, *options.change),
    )
    run_options = replace(
        run_options,
        games=run_options.games if run_options.games is not None else plan.games,
        implied_options=tuple(game_words(plan_options)),
    )
    return options, run_options, design if design is not None else plan.design


def sweep_arms(
    options: GameOptions,
    vary: tuple[str, ...],
    sheet: str | None,
    plan: Plan | None,
    design: str | None,
    channel: Channel,
) -> tuple[Game, Arms]:
    """Return the requested versions."""
    game, version = baseline(options, channel)
    design_name = design if design is not None else arms.DESIGNS[0]
    if sheet is not None:
        with_sheet = require(game, game.with_sheet, "cards sheet, so --cards cannot be given")
        variant = with_sheet(version, sheet)
        note_own_columns(game, variant, channel)
        return game, arms.sheet_arms(game, version, variant)
    if plan is not None:
        return game, arms.planned_arms(game, version, plan.vary, plan.arms, design_name)
    variations = [arms.parse_vary(text) for text in vary]
    return game, arms.vary_arms(game, version, variations, design_name)


def play_sweep(
    name: str,
    game: Game,
    arms: Arms,
    options: GameOptions,
    run_options: RunOptions,
    directory: RunDirectory,
    precision: float | None = None,
    *,
    whole_page: bool = False,
) -> Result:
    """List the changes, play the versions, and write the report.

    ``whole_page`` keeps all tables of the current rules, so that no section of the report is
    missing. If requested, the versions are played again: by strategies that have learnt them, with
    the data of each member of the data family, and by other line-ups.
    """
    for text in arms.notes:
        run_options.channel.note(f"Note: {text}")
    request = make_request(name, game, arms, options, run_options, sequential=precision is not None)
    if whole_page:
        all_tables = read_keep(game, "all", twins=False)
        request = replace(
            request, keep_current=tuple(name for name in all_tables if name not in request.keep)
        )
    request = with_relearning(game, request, run_options)
    stopping = None if precision is None else stop_when_changes_known(game, request, precision)
    if not run_options.quiet:
        say_changes(arms, run_options.channel)
    announce_learning(game, request, directory, run_options)
    outcome = play(game, request, directory, run_options, stopping)
    run_options.channel.standings(game, request, outcome)
    if run_options.learning.relearn:
        play_relearned(game, request, directory, run_options)
    play_others(game, request, directory, run_options)
    if stopping is not None:
        for line in stopping.closing_lines(outcome):
            run_options.channel.say(line)
    return finish_run(outcome.path, game, request, run_options)


def play_others(
    game: Game, request: Request, directory: RunDirectory, run_options: RunOptions
) -> None:
    """Play the versions with other line-ups and in the data family."""
    tables = holder_tables(directory.path)
    play_other_line_ups(
        game, request, directory, run_options, checks_only=True, tables=tables, by_strategy=True
    )
    play_family(game, request, directory, run_options)


def finish_run(path: Path, game: Game, request: Request, run_options: RunOptions) -> Result:
    """Write the report if the tables allow one; return the run's result.

    A report needs the default tables; if no tables at all are kept, it is made from sums.
    """
    report: Path | None = None
    lines: Sequence[str] = ()
    if set(game.default_tables) <= set(request.keep) or not request.list_kept_tables(0):
        report, lines = write_report(path)
    return Result(path, game, request, tuple(run_options.channel.notes), report, tuple(lines))


def say_changes(arms: Arms, channel: Channel) -> None:
    """Print the changes as sentences, version by version."""
    versions = [arm for arm in arms.arms if arm.changes]
    for arm in versions:
        sentences = arm.sentences()
        if len(sentences) == 1:
            channel.say(sentences[0])
        else:
            prefix = f"{arm.label}: "
            channel.say(prefix + "; ".join(sentence.removeprefix(prefix) for sentence in sentences))
    for row in arms.rows[1:]:
        if row.arm == 0:
            channel.say(f"{row.label} equals the current rules; it is shown, but not played twice.")
