"""``eoc-sim first-player``: what going first, second ... is worth, why, and how to even it out."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.cli.family import family_options, print_family
from eoc_sim.cli.options import claimed_folder, game_options, run_options, said_players_option
from eoc_sim.cli.who_plays import who_options
from eoc_sim.commands.family import ALONE, FamilyOptions, check_family, play_members
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.commands.who_plays import NOBODY_ELSE, WhoOptions, chosen_line_ups, games_of, own_place
from eoc_sim.errors import InputError, nearest

if TYPE_CHECKING:
    from pathlib import Path

    from eoc_sim.commands.overall import Overall
    from eoc_sim.commands.run_folder import RunFolder
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game, LineUp, TurnOrder
    from eoc_sim.simulator.runs.runner import Request

COMMAND = "first-player"  # as analysis.first_player has it, which --help need not wait for
MIX = "mix"


@dataclass(frozen=True)
class Match:
    """Who plays: the name of the run, how the line-up is called, the seats; ``whole`` unless one
    strategy of several plays against itself. ``other`` is the line-up of ``--who``, if it is one.
    """

    name: str
    line_up: str
    seats: tuple[str, ...]
    whole: bool = True
    other: LineUp | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)


@click.command(name=COMMAND)
@click.option(
    "--repair",
    metavar="WHAT",
    help="Find the smallest compensation by turn order that evens it out, of one kind that the "
    "game has, such as bucks; a wrong word lists them all.",
)
@click.option(
    "--within",
    type=float,
    default=1.0,
    show_default=True,
    metavar="WINS",
    help="With --repair: how far from fair a place may be, in wins in 100.",
)
@game_options
@run_options
@family_options
@who_options("all but those who search, as many games")
def command(
    repair: str | None,
    within: float,
    asked: GameOptions,
    how: RunOptions,
    family: FamilyOptions,
    who: WhoOptions,
) -> None:
    """Say whether it matters who goes first, why, and how to even it out.

    For each number of players the line-up is played as it is and with every strategy against
    itself; of the line-up as it is, also versions in which one thing that goes by the turn order
    is off. --repair searches for a compensation by turn order instead, and tries it on fresh games.
    Writes metric tables to DIR/metrics and a page over all line-ups, DIR/report.html.
    """
    from eoc_sim.commands.baseline import needed
    from eoc_sim.games import find

    how.check()
    game = find(asked.name)
    turn_order = needed(game, game.turn_order, f"turn order, so {COMMAND} cannot be asked")
    if repair is not None and not turn_order.compensation:
        raise InputError(
            f"In {game.declaration.words.title} nothing can be given by turn order, so --repair "
            "cannot be given."
        )
    if repair is not None and repair not in turn_order.compensation:
        raise InputError(
            f"--repair {repair} is neither of {', '.join(turn_order.compensation)}."
            f"{nearest(repair, turn_order.compensation)}"
        )
    if not 0 < within < 100:
        raise InputError(f"--within {within:g} should be more than 0 and less than 100.")
    if repair is not None and family.members is not None:
        raise InputError("--family is for what is found of turn order; --repair finds nothing so.")
    check_family(game, family)
    if repair is not None and who.is_named:
        raise InputError("--who is for what is found of turn order; --repair finds nothing so.")
    chosen_line_ups(game, who)  # refused before anything is played
    line_up = asked.line_up() or game.default_seats
    numbers = player_numbers(game, asked.players, line_up)
    check_tables(game, how, whole=repair is None)
    if repair is not None:
        from eoc_sim.cli.first_player_repair import repair_turn_order

        seats = line_up[: numbers[-1]]
        match = Match(f"{len(seats)}-players-repair-{repair}", ", ".join(seats), seats)
        check_sharing(asked, match)  # refused before anything is written
        folder, how = claimed(how)
        repair_turn_order(game, turn_order, repair, within, match, asked, how, folder)
        return
    matches = [
        match
        for number in numbers
        for match in (
            *matches_of(line_up[:number]),
            *matches_of_others(game, asked, line_up[:number], who),
        )
    ]
    versions = {match: arms_of(game, turn_order, asked, match) for match in matches}
    folder, how = claimed(how)
    bar = announced(game, versions, asked, how, folder, who)
    with bar.running(how):
        for match, arms in versions.items():
            play_match(game, match, arms, asked, how, folder, family, who, bar)
    write_questions(game, folder, matches)
    print_findings(folder, matches)


def check_sharing(asked: GameOptions, match: Match) -> None:
    """Refuse rules that are for one player, under which nobody goes before another."""
    from eoc_sim.games import find

    try:
        version_of(asked, match)
    except InputError:
        alone = replace(asked, seats=match.seats[0], players=None)
        try:
            version_of(alone, replace(match, seats=match.seats[:1]))
        except InputError:
            pass
        else:
            raise InputError(
                f"Turn order needs two {find(asked.name).declaration.words.player[1]} or more, and "
                "the game under these rules has one."
            ) from None
        raise


def check_tables(game: Game, how: RunOptions, *, whole: bool) -> None:
    """Refuse a ``--keep`` without the tables that are needed; a repair needs who won alone."""
    from eoc_sim.commands.request import check_kept
    from eoc_sim.simulator.runs.runner import kept_tables

    if how.keep is not None:
        needed = tables_needed(game) if whole else [game.standings.name]
        check_kept(kept_tables(game, how.keep), needed, "turn order")


def claimed(how: RunOptions) -> tuple[RunFolder, RunOptions]:
    """The folder of all runs; on a terminal ``--fresh`` asks once, and not again for each run."""

    folder = claimed_folder(how, COMMAND)
    if how.fresh and not how.yes and folder.path.is_dir() and sys.stdin.isatty():
        click.confirm(f"Replace the runs in {folder.path}?", abort=True)
    return folder, replace(how, yes=True)


def player_numbers(game: Game, players: int | None, line_up: Sequence[str]) -> list[int]:
    """The numbers of players to ask: ``--players``, or all that the line-up allows."""
    words = game.declaration.words
    allowed = [number for number in game.players if 2 <= number <= len(line_up)]
    if not allowed:
        raise InputError(
            f"{COMMAND} needs 2 {words.player[1]} or more, and the line-up has {len(line_up)}."
        )
    if players is None:
        return allowed
    if players not in allowed:
        raise InputError(
            f"{said_players_option(words)} {players} should be {allowed[0]} to {allowed[-1]}, the "
            f"line-up's {len(line_up)} strategies or the first of them."
        )
    return [players]


def matches_of(seats: tuple[str, ...]) -> list[Match]:
    """The line-up as it is, and each of its strategies in every seat."""
    number = len(seats)
    whole = Match(f"{number}-players-{MIX}", ", ".join(seats), seats)
    alone = list(dict.fromkeys(seats)) if len(set(seats)) > 1 else []
    names = [re.sub(r"\W+", "-", one).strip("-") for one in alone]
    return [whole] + [
        Match(
            f"{number}-players-all-{name if names.count(name) == 1 else f'{name}-{place}'}",
            f"{number} x {one}",
            (one,) * number,
            whole=False,
        )
        for place, (one, name) in enumerate(zip(alone, names, strict=True), 1)
    ]


def matches_of_others(
    game: Game, asked: GameOptions, seats: tuple[str, ...], who: WhoOptions
) -> list[Match]:
    """The line-ups of ``--who`` that are not the line-up itself."""
    number = len(seats)
    own = Match(f"{number}-players", ", ".join(seats), seats)
    check_sharing(asked, own)
    line_ups = chosen_line_ups(game, who, version_of(asked, own)[1])
    return [
        Match(f"{number}-players-who-{one.name}", one.words, one.seats[:number], False, one)
        for one in line_ups
        if sorted(one.seats[:number]) != sorted(seats)
    ]


def write_questions(game: Game, folder: RunFolder, matches: Sequence[Match]) -> None:
    """List, for each number of players, the line-ups that are asked about the turn order."""
    from eoc_sim.simulator.runs.who_plays import WHO_FILE, Asked, AskedLineUp, write_asked

    asked = []
    for whole in (match for match in matches if match.whole):
        others = [
            match for match in matches if match.other is not None and match.players == whole.players
        ]
        place, words = own_place(game.line_ups, whole.seats)
        line_ups = [
            AskedLineUp(one.name, one.line_up, one.other is not None and one.other.is_search)
            for one in others
        ]
        before = {one.name for one in game.line_ups[:place]}
        at = sum(one.other is not None and one.other.name in before for one in others)
        line_ups.insert(at, AskedLineUp(whole.name, words))
        if others:
            asked.append(
                Asked(tuple(line_ups), about=game.declaration.words.players(whole.players))
            )
    if asked:
        write_asked(folder.path, asked)
    elif folder.fresh:
        (folder.path / WHO_FILE).unlink(missing_ok=True)


def version_of(asked: GameOptions, match: Match) -> tuple[GameOptions, Any]:
    """The options of one match, and the version that it plays."""
    from eoc_sim.cli.playing import Screen
    from eoc_sim.commands.baseline import baseline

    of_match = replace(asked, seats=",".join(match.seats), players=None)
    return of_match, baseline(of_match, Screen())[1]


def arms_of(game: Game, turn_order: TurnOrder, asked: GameOptions, match: Match) -> Arms:
    """The current rules; in the line-up as it is also each mechanism off, where it can be."""
    from eoc_sim.cli.screen import note
    from eoc_sim.simulator.runs.arms import planned_arms

    version = version_of(asked, match)[1]
    people = game.declaration.words.players(match.players)
    planned = []
    for words, settings in turn_order.mechanisms if match.whole else ():
        try:
            game.change(version, settings)
        except InputError as refused:
            note(f"Not asked with {people}: {words}. {refused}")
            continue
        if any(game.normal_key(version, key) in game.fixed_keys(version) for key, _ in settings):
            note(f"Not asked with {people}: {words}, which --set decides.")
            continue
        planned.append((words, settings))
    return planned_arms(game, version, (), planned)


def announced(
    game: Game,
    versions: Mapping[Match, Arms],
    asked: GameOptions,
    how: RunOptions,
    folder: RunFolder,
    who: WhoOptions,
) -> Overall:
    """Say what all line-ups take together, before the first is played; the bar over them."""
    from eoc_sim.cli.playing import compile_needed
    from eoc_sim.cli.screen import say
    from eoc_sim.commands.announcing import seconds_needed
    from eoc_sim.commands.overall import Overall, total_words
    from eoc_sim.commands.telling import plural

    requests: dict[Match, Request] = {}
    for match, arms in versions.items():
        # That games are rounded up is said once.
        told = replace(how, quiet=how.quiet or bool(requests))
        requests[match] = match_request(game, match, arms, asked, told, who)
    games = sum(len(one.arms.arms) * one.games for one in requests.values())
    if not how.quiet:
        for one in requests.values():
            compile_needed(game, one.arms.versions(), how.quiet)
        seconds = sum(seconds_needed(game, one, how.jobs) for one in requests.values())
        say(total_words(plural(len(requests), "line-up"), games, seconds))
        say(f"Seed {asked.seed}. Results go to {folder.path}.")
    return Overall(games)


def match_request(
    game: Game,
    match: Match,
    arms: Arms,
    asked: GameOptions,
    how: RunOptions,
    who: WhoOptions = NOBODY_ELSE,
) -> Request:
    """What is played of one match."""
    from eoc_sim.commands.request import make_request

    of_match = replace(asked, seats=",".join(match.seats), players=None)
    kept = replace(how, keep=how.keep or ",".join(tables_kept(game)))
    request = make_request(COMMAND, game, arms, of_match, kept)
    if match.other is None:
        return request
    games = games_of(match.other, request.games, who)
    return make_request(COMMAND, game, arms, of_match, replace(kept, games=games))


def play_match(
    game: Game,
    match: Match,
    arms: Arms,
    asked: GameOptions,
    how: RunOptions,
    folder: RunFolder,
    family: FamilyOptions = ALONE,
    who: WhoOptions = NOBODY_ELSE,
    overall: Overall | None = None,
) -> Path:
    """Play one match in a run directory of its own, and in members of the data family."""
    from eoc_sim.commands.playing import play

    kept = replace(how, keep=how.keep or ",".join(tables_kept(game)))
    told = replace(how, quiet=how.quiet or overall is not None)
    request = match_request(game, match, arms, asked, told, who)
    directory = folder.run(match.name, match.line_up)
    folder.begin()
    path = play(game, request, directory, kept, overall=overall).path
    if family.members is not None and match.other is None:
        play_members(game, request, directory, kept, family)
    return path


def tables_needed(game: Game) -> list[str]:
    """The tables of which turn order is told: who won, and what was taken from the board.

    Where games last differently long, how long in the place of that.
    """
    if game.declaration.words.length:
        return [table.name for table in game.tables.values() if table.roles("win_share", "winner")]
    return [
        table.name
        for table in game.tables.values()
        if table.roles("win_share") or (table.roles("place") and table.roles("month"))
    ]


def tables_kept(game: Game) -> list[str]:
    """The tables that are kept unless others are asked for: also who won in what way."""
    needed = tables_needed(game)
    return [
        table.name
        for table in game.tables.values()
        if table.name in needed or table.roles("winner")
    ]


def print_findings(folder: RunFolder, matches: Sequence[Match]) -> None:
    """Write the metric tables and the reports, and say what was found.

    All line-ups of the folder are one family, those that are not asked again included.
    """
    import polars as pl

    from eoc_sim.analysis import first_player
    from eoc_sim.analysis.family import was_asked
    from eoc_sim.analysis.folders import Folder
    from eoc_sim.analysis.who_plays import of_run
    from eoc_sim.cli.playing import Screen
    from eoc_sim.cli.screen import say
    from eoc_sim.commands.who_plays import tell_who
    from eoc_sim.reports import build, build_folder
    from eoc_sim.reports.turn_order import family_words, mechanism_words, print_lines
    from eoc_sim.reports.who_plays import turn_order_line
    from eoc_sim.simulator.runs.who_plays import read_asked

    whole = Folder.read(folder.path)
    assert whole is not None  # by `RunFolder.begin`
    together = first_player.family_of(whole)
    asked = {match.name: match for match in matches}
    found: dict[str, list[pl.DataFrame]] = {}
    for name, line_up in whole.runs.items():
        if first_player.REPAIR in name:
            continue
        run = whole.run(name)
        frames = first_player.of_line_up(run, together)
        for kind, frame in frames.items():
            who = (run.players, name, line_up)
            columns = zip(("players", "run", "line_up"), who, strict=True)
            found.setdefault(kind, []).append(
                frame.select(*(pl.lit(one).alias(column) for column, one in columns), pl.all())
            )
        if name not in asked:
            continue
        mark = turn_order_line(run, of_run(run)) if asked[name].whole else ""
        for line in print_lines(run, frames, line_up, mark):
            say(line)
        if was_asked(run):
            print_family(run.path)
    for kind, parts in found.items():
        folder.write_metrics(kind, pl.concat(parts))
    said = family_words(together.line_ups, together.versions)
    if said:
        say(said)
    for match in matches:
        if match.whole:
            build(folder.path / match.name)
    if read_asked(folder.path):
        tell_who(folder.path, whole.words.score[1], Screen())
        for line in mechanism_words(whole):
            say(line)
    say(f"Report: {build_folder(folder.path)}")
    say(f"Metric tables: {folder.path / 'metrics'}")
