"""Measure whether it matters who goes first, and compensate for it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

import polars as pl

from eoc_sim.analysis import first_player as analysis
from eoc_sim.analysis.folders import Folder
from eoc_sim.commands.announcing import estimate_seconds
from eoc_sim.commands.baseline import refuse_automaton, require
from eoc_sim.commands.channel import name_folder
from eoc_sim.commands.family import check_family
from eoc_sim.commands.first_player_match import (
    COMMAND,
    FirstPlayerMatch,
    list_needed_tables,
    match_request,
    play_match,
    version_of,
)
from eoc_sim.commands.first_player_repair import repair_turn_order
from eoc_sim.commands.joint_progress import OverallProgress, total_words
from eoc_sim.commands.keywords import Call, CheckKeywords, with_keywords
from eoc_sim.commands.options import GameOptions, RunOptions, players_option
from eoc_sim.commands.request import check_kept
from eoc_sim.commands.result import FolderResult
from eoc_sim.commands.run_folder import RunFolder
from eoc_sim.commands.who_plays import chosen_line_ups, rank_and_name
from eoc_sim.commands.who_report import write_who
from eoc_sim.counts import limits, plural
from eoc_sim.defaults import DEFAULT_WITHIN
from eoc_sim.errors import InputError, nearest
from eoc_sim.games import find
from eoc_sim.reports import build, build_folder
from eoc_sim.simulator.runs.arms import planned_arms
from eoc_sim.simulator.runs.runner import read_keep
from eoc_sim.simulator.runs.who_plays import (
    WHO_FILE,
    AskedLineUp,
    LineUpQuestion,
    read_questions,
    write_questions,
)

if TYPE_CHECKING:
    from eoc_sim.commands.channel import Channel
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game, TurnOrder
    from eoc_sim.simulator.runs.runner import Request

MIX = "mix"


@with_keywords(CheckKeywords, "no_history")
def first_player(
    *, repair: str | None = None, within: float = DEFAULT_WITHIN, **options: Unpack[CheckKeywords]
) -> FolderResult:
    """Measure whether it matters who goes first, and compensate for it.

    For each number of players, the line-up plays, and so does every strategy against copies of
    itself. The line-up also plays versions that each switch off one effect of turn order. With
    ``repair``, which names one of the game's kinds of compensation, the function instead searches
    for the smallest compensation that leaves every place at most ``within`` wins in 100 from fair,
    and tests it on fresh games.

    Raises:
        InputError: An option cannot be used, or the game has no turn order.
    """
    call = Call(COMMAND, options, repair=repair, within=within)
    return run_first_player(repair, within, call.options, call.run_options)


def run_first_player(
    repair: str | None, within: float, options: GameOptions, run_options: RunOptions
) -> FolderResult:
    """Play all line-ups or a repair, and write metrics and a report."""
    run_options.check()
    game = find(options.name)
    turn_order = require(game, game.turn_order, f"turn order, so {COMMAND} cannot run")
    check_options(game, turn_order, repair, within, run_options)
    line_up = options.line_up() or game.default_seats
    numbers = player_numbers(game, options, line_up)
    check_tables(game, run_options, for_repair=repair is not None)
    if repair is not None:
        seats = line_up[: numbers[-1]]
        match = FirstPlayerMatch(f"{len(seats)}-players-repair-{repair}", ", ".join(seats), seats)
        check_several_players(options, match, run_options.channel)  # before anything is written
        with claim_folder(run_options) as folder:
            run_options = replace(run_options, yes=True)
            return repair_turn_order(
                game, turn_order, repair, within, match, options, run_options, folder
            )
    arms_by_match = line_up_matches(game, turn_order, options, run_options)
    with claim_folder(run_options) as folder:
        run_options = replace(run_options, yes=True)
        bar = announce(game, arms_by_match, options, run_options, folder)
        with bar.running(run_options):
            for match, arms in arms_by_match.items():
                play_match(game, match, arms, options, run_options, folder, bar)
        write_who_plays(game, folder, list(arms_by_match))
        return write_findings(folder, list(arms_by_match), run_options.channel)


def make_requests(options: GameOptions, run_options: RunOptions) -> list[Request]:
    """Make the requests of a command without ``--repair``, but play nothing."""
    game = find(options.name)
    turn_order = require(game, game.turn_order, f"turn order, so {COMMAND} cannot run")
    arms_by_match = line_up_matches(game, turn_order, options, run_options)
    return requests_of(game, arms_by_match, options, run_options)


def line_up_matches(
    game: Game, turn_order: TurnOrder, options: GameOptions, run_options: RunOptions
) -> dict[FirstPlayerMatch, Arms]:
    """Return the matches for each number of players, and their versions.

    No match is played twice. If a line-up of ``--who`` has the same strategy in every seat, the
    match of that strategy against copies of itself is played only as a match of ``--who``.
    """
    line_up = options.line_up() or game.default_seats
    matches: list[FirstPlayerMatch] = []
    for number in player_numbers(game, options, line_up):
        who_matches = list_who_matches(game, options, line_up[:number], run_options)
        line_ups = {match.seats for match in who_matches}
        matches += [match for match in matches_of(line_up[:number]) if match.seats not in line_ups]
        matches += who_matches
    return {
        match: arms_of(game, turn_order, options, match, run_options.channel) for match in matches
    }


def check_options(
    game: Game, turn_order: TurnOrder, repair: str | None, within: float, run_options: RunOptions
) -> None:
    """Refuse invalid or conflicting options before anything is played."""
    if repair is not None and not turn_order.compensation:
        raise InputError(
            f"--repair cannot be given: {game.declaration.words.title} has no compensation by turn "
            "order. To support --repair, a game written in Python must declare a switch for each "
            "place in the turn order, and a TurnOrder that names these switches."
        )
    if repair is not None and repair not in turn_order.compensation:
        raise InputError(
            f"--repair {repair} should be one of {', '.join(turn_order.compensation)}."
            f"{nearest(repair, turn_order.compensation)}"
        )
    if not 0 < within < 100:
        raise InputError(f"--within {within:g} should be more than 0 and less than 100.")
    if repair is not None and run_options.family.members is not None:
        raise InputError("--family checks findings about turn order, and --repair has none.")
    check_family(game, run_options.family)
    if repair is not None and run_options.who.is_named:
        raise InputError("--who checks findings about turn order, and --repair has none.")
    chosen_line_ups(game, run_options.who)


def check_several_players(options: GameOptions, match: FirstPlayerMatch, channel: Channel) -> None:
    """Refuse rules for a single player, where turn order has no meaning."""
    try:
        version_of(options, match, channel)
    except InputError:
        solo_options = replace(options, seats=match.seats[0], players=None)
        try:
            version_of(solo_options, replace(match, seats=match.seats[:1]), channel)
        except InputError:
            pass
        else:
            raise InputError(
                f"Turn order needs two {find(options.name).declaration.words.player[1]} or more; "
                "the game has one under these rules."
            ) from None
        raise


def check_tables(game: Game, run_options: RunOptions, *, for_repair: bool) -> None:
    """Refuse a ``--keep`` that leaves out a table that is needed.

    A repair needs only the standings.
    """
    if run_options.keep is not None:
        tables = [game.standings.name] if for_repair else list_needed_tables(game)
        check_kept(read_keep(game, run_options.keep), tables, "turn order")


def claim_folder(run_options: RunOptions) -> RunFolder:
    """Claim the folder for all runs; with ``--fresh``, ask only once."""
    folder = RunFolder.claim(run_options, COMMAND)
    if run_options.fresh and not run_options.yes and folder.path.is_dir():
        run_options.channel.confirm(f"Replace the runs in {folder.path}?")
    return folder


def player_numbers(game: Game, options: GameOptions, line_up: Sequence[str]) -> list[int]:
    """List the numbers of players: ``--players``, or all that the line-up allows."""
    words, players = game.declaration.words, options.players
    numbers = [number for number in game.players if 2 <= number <= len(line_up)]
    if not numbers:
        raise InputError(
            f"{COMMAND} needs 2 {words.player[1]} or more, and the line-up has {len(line_up)}."
        )
    if players is None:
        return numbers
    if players not in numbers:
        option = options.typed_players_option or players_option(words)
        raise InputError(
            f"{option} {players} should be {limits(numbers[0], numbers[-1])}: all {len(line_up)} "
            "strategies of the line-up, or the first few."
        )
    return [players]


def matches_of(seats: tuple[str, ...]) -> list[FirstPlayerMatch]:
    """List the matches of the line-up and of each strategy against itself."""
    number = len(seats)
    line_up_match = FirstPlayerMatch(f"{number}-players-{MIX}", ", ".join(seats), seats)
    strategies_alone = list(dict.fromkeys(seats)) if len(set(seats)) > 1 else []
    names = [re.sub(r"\W+", "-", strategy).strip("-") for strategy in strategies_alone]
    return [line_up_match] + [
        FirstPlayerMatch(
            f"{number}-players-all-{name if names.count(name) == 1 else f'{name}-{index}'}",
            f"{number} x {strategy}",
            (strategy,) * number,
            is_own_line_up=False,
        )
        for index, (strategy, name) in enumerate(zip(strategies_alone, names, strict=True), 1)
    ]


def list_who_matches(
    game: Game, options: GameOptions, seats: tuple[str, ...], run_options: RunOptions
) -> list[FirstPlayerMatch]:
    """List a match for each line-up of ``--who`` except the requested one."""
    number = len(seats)
    match = FirstPlayerMatch(f"{number}-players", ", ".join(seats), seats)
    check_several_players(options, match, run_options.channel)
    version = version_of(options, match, run_options.channel)
    line_ups = chosen_line_ups(game, run_options.who, version)
    return [
        FirstPlayerMatch(
            f"{number}-players-who-{line_up.name}",
            line_up.words,
            line_up.seats[:number],
            False,
            line_up,
        )
        for line_up in line_ups
        if sorted(line_up.seats[:number]) != sorted(seats)
    ]


def write_who_plays(game: Game, folder: RunFolder, matches: Sequence[FirstPlayerMatch]) -> None:
    """Record which line-ups play, for each number of players."""
    questions = []
    for line_up_match in (match for match in matches if match.is_own_line_up):
        who_matches = [
            match
            for match in matches
            if match.who_line_up is not None and match.players == line_up_match.players
        ]
        rank, words = rank_and_name(game.line_ups, line_up_match.seats)
        line_ups = [
            AskedLineUp(
                other.name,
                other.line_up,
                other.who_line_up is not None and other.who_line_up.is_search,
            )
            for other in who_matches
        ]
        earlier_names = {line_up.name for line_up in game.line_ups[:rank]}
        insertion_index = sum(
            other.who_line_up is not None and other.who_line_up.name in earlier_names
            for other in who_matches
        )
        line_ups.insert(insertion_index, AskedLineUp(line_up_match.name, words))
        if who_matches:
            questions.append(
                LineUpQuestion(
                    tuple(line_ups), about=game.declaration.words.players(line_up_match.players)
                )
            )
    if questions:
        write_questions(folder.path, questions)
    elif folder.fresh:
        (folder.path / WHO_FILE).unlink(missing_ok=True)


def arms_of(
    game: Game,
    turn_order: TurnOrder,
    options: GameOptions,
    match: FirstPlayerMatch,
    channel: Channel,
) -> Arms:
    """Return the current rules, and versions that each switch off one mechanism.

    Only the requested line-up plays the versions. Strategies against copies of themselves, and
    line-ups of ``--who``, play only the current rules.
    """
    version = version_of(options, match, channel)
    refuse_automaton(game, version, COMMAND)
    people = game.declaration.words.players(match.players)
    plan = []
    for words, settings in turn_order.mechanisms if match.is_own_line_up else ():
        try:
            game.change(version, settings)
        except InputError as error:
            channel.note(f"Not played with {people}: {words}. {error}")
            continue
        if any(game.normal_key(version, key) in game.fixed_keys(version) for key, _ in settings):
            channel.note(f"Not played with {people}: {words}, because --set fixes it.")
            continue
        plan.append((words, settings))
    return planned_arms(game, version, (), plan)


def requests_of(
    game: Game,
    arms_by_match: Mapping[FirstPlayerMatch, Arms],
    options: GameOptions,
    run_options: RunOptions,
) -> list[Request]:
    """Make the request for each match."""
    requests: list[Request] = []
    for match, arms in arms_by_match.items():
        # Print the note about rounding up games only once.
        request_options = replace(run_options, quiet=run_options.quiet or bool(requests))
        requests.append(match_request(game, match, arms, options, request_options))
    return requests


def announce(
    game: Game,
    arms_by_match: Mapping[FirstPlayerMatch, Arms],
    options: GameOptions,
    run_options: RunOptions,
    folder: RunFolder,
) -> OverallProgress:
    """Announce how long all line-ups will take, and return their progress bar."""
    requests = requests_of(game, arms_by_match, options, run_options)
    games = sum(len(request.arms.arms) * request.games for request in requests)
    if not run_options.quiet:
        for request in requests:
            run_options.channel.compile(game, request.arms.versions())
        seconds = sum(estimate_seconds(game, request, run_options.jobs) for request in requests)
        run_options.channel.say(total_words(plural(len(requests), "line-up"), games, seconds))
        run_options.channel.say(f"Seed {options.seed}. Results go to {name_folder(folder.path)}.")
    return OverallProgress(games)


def write_findings(
    folder: RunFolder, matches: Sequence[FirstPlayerMatch], channel: Channel
) -> FolderResult:
    """Write the metric tables and the reports.

    All line-ups of the folder are judged together, including those of earlier commands.
    """
    all_runs = Folder.read(folder.path)
    assert all_runs is not None  # `RunFolder.begin` has written its record
    line_up_family = analysis.family_of(all_runs)
    frames: dict[str, list[pl.DataFrame]] = {}
    for name, line_up in all_runs.runs.items():
        if analysis.REPAIR in name:
            continue
        run = all_runs.run(name)
        about = {"players": run.players, "run": name, "line_up": line_up}
        columns = [pl.lit(value).alias(column) for column, value in about.items()]
        for kind, frame in analysis.line_up_tables(run, line_up_family).items():
            frames.setdefault(kind, []).append(frame.select(*columns, pl.all()))
    for kind, match_frames in frames.items():
        folder.write_metrics(kind, pl.concat(match_frames))
    for match in matches:
        if match.is_own_line_up:
            build(folder.path / match.name)
    if read_questions(folder.path):
        write_who(folder.path)
    page = build_folder(folder.path)
    return FolderResult(folder.path, tuple(channel.notes), page, played=tuple(folder.new_runs))
