"""Play strategies against each other in all line-ups."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.tournament import tables
from eoc_sim.commands.baseline import baseline, refuse_automaton
from eoc_sim.commands.family import check_family, play_members
from eoc_sim.commands.keywords import Call, CheckKeywords, with_keywords
from eoc_sim.commands.options import GameOptions, RunOptions, players_option, split_seats
from eoc_sim.commands.playing import play
from eoc_sim.commands.request import check_kept, make_request
from eoc_sim.commands.result import FolderResult
from eoc_sim.commands.run_folder import RunFolder
from eoc_sim.counts import count, limits, plural
from eoc_sim.defaults import DEFAULT_GAMES
from eoc_sim.errors import InputError
from eoc_sim.games import find
from eoc_sim.reports import write_report
from eoc_sim.simulator.kernel.seating import games_per_round
from eoc_sim.simulator.runs.arms import MAX_ARMS
from eoc_sim.simulator.runs.line_ups import (
    choose_line_ups,
    count_line_ups,
    line_up_arms,
    one_against_copies,
    seat_keys,
)

if TYPE_CHECKING:
    from eoc_sim.commands.channel import Channel
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.game import Game, Words

COMMAND = "tournament"
RUN = "line-ups"
"""The name of the run in the folder."""
ALL = "all"
MIN_GAMES = 240
"""The usual minimum number of games for each line-up of a sample."""


@dataclass(frozen=True)
class Entrants:
    """The entrants' strategies, and a version with the first in every seat.

    ``strategies`` holds the strategies as typed, ``names`` as the game calls them. ``version`` has
    the first strategy in every seat, and ``keys`` are the keys of these seats. ``words`` is the
    game's vocabulary.
    """

    words: Words
    version: Any
    keys: tuple[str, ...]
    strategies: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def players(self) -> int:
        """The number of players at a table."""
        return len(self.keys)


@with_keywords(CheckKeywords, "who", "who_games", "no_history")
def tournament(
    *strategies: str | Path | Strategy,
    line_ups: int | str | None = None,
    **options: Unpack[CheckKeywords],
) -> FolderResult:
    """Play strategies in all line-ups, and find out which survive.

    A strategy survives if it is still played after players have copied what wins. The findings also
    show which strategies are beaten, and which beats which. ``seats`` is another way to name the
    strategies; if none is named, those on the game's own list play. ``line_ups`` is the number of
    line-ups to play, or "all"; by default, only a sample is played if each line-up would otherwise
    have too few games. ``games`` is the total for all line-ups.

    Raises:
        InputError: An option cannot be used, or fewer than two strategies take part.
    """
    call = Call(COMMAND, options, *strategies, line_ups=line_ups)
    return run_tournament(call.words, call.text("line_ups"), call.options, call.run_options)


def run_tournament(
    strategies: tuple[str, ...], line_ups: str | None, options: GameOptions, run_options: RunOptions
) -> FolderResult:
    """Play the line-ups, and write the metric tables and the report."""
    run_options.check()
    game = find(options.name)
    check_family(game, run_options.family)
    entrants = entrants_of(game, strategies, options, run_options.channel)
    selection, games = schedule(entrants, line_ups, options, run_options)
    arms = line_up_arms(
        game, entrants.version, entrants.keys, entrants.strategies, entrants.names, selection
    )
    line_up_options = replace(
        run_options, keep=run_options.keep or game.standings.name, games=games
    )
    request = make_request(COMMAND, game, arms, options, line_up_options)
    check_kept(request.keep, [game.standings.name], "the table of who beats whom")
    with RunFolder.claim(run_options, COMMAND) as folder:
        directory = folder.claim_run(RUN, ", ".join(entrants.names))
        folder.begin()
        if not run_options.quiet:
            run_options.channel.say(announce(entrants, len(arms.arms)))
        play(game, request, directory, line_up_options, arms_noun="line-ups")
        play_members(game, request, directory, line_up_options)
        return write_findings(folder, run_options.channel)


def entrants_of(
    game: Game, entrant_names: tuple[str, ...], options: GameOptions, channel: Channel
) -> Entrants:
    """Read the strategies that take part.

    Raises:
        InputError: There are fewer than two, one is repeated, or an option is invalid.
    """
    if entrant_names and options.seats is not None:
        raise InputError("Name the strategies as arguments or with --seats, not both.")
    if options.seating != "balanced":
        raise InputError(
            f"--seating {options.seating} cannot be given: a tournament always has balanced "
            "seating."
        )
    strategies = entrant_names or (() if options.seats is None else split_seats(options.seats))
    strategies = strategies or usual_entrants(game)
    if len(strategies) < 2:
        raise InputError(f"A tournament needs at least 2 strategies, not only {strategies[0]}.")
    players = number_of_players(game, options)

    def version_with_copies(strategy: str) -> Any:
        seats = ",".join([strategy] * players)
        return baseline(replace(options, seats=seats, players=None), channel)[1]

    first = version_with_copies(strategies[0])
    refuse_automaton(game, first, "A tournament")
    keys: list[str] = []
    versions = [first]
    for strategy in strategies[1:]:
        if keys:
            version = game.change(first, [(key, strategy) for key in keys])
        else:
            version = version_with_copies(strategy)
            if game.differences(first, version):
                keys = seat_keys(game, first, version)
        versions.append(version)
    for index, version in enumerate(versions):
        for earlier in range(index):
            if not game.differences(versions[earlier], version):
                raise InputError(
                    f"{strategies[index]} takes part twice"
                    + (
                        f": {strategies[earlier]} is the same strategy."
                        if strategies[earlier] != strategies[index]
                        else "."
                    )
                )
    names = [game.dims([arm])[game.standings.role("strategy").dim]["name"][0] for arm in versions]
    return Entrants(game.declaration.words, first, tuple(keys), strategies, tuple(names))


def usual_entrants(game: Game) -> tuple[str, ...]:
    """Return the default strategies: the game's list, or its usual line-up."""
    names = game.parts.load("entrants")
    return tuple(dict.fromkeys(game.default_seats if names is None else names()))


def number_of_players(game: Game, options: GameOptions) -> int:
    """Return the requested or the default number of players at a table."""
    words, players = game.declaration.words, options.players
    numbers = [number for number in game.players if number >= 2]
    if not numbers:
        raise InputError(
            f"A tournament needs at least 2 {words.player[1]} at a table, but {game.name} seats "
            "only one."
        )
    if players is None:
        return min(max(len(game.default_seats), numbers[0]), numbers[-1])
    if players not in numbers:
        option = options.typed_players_option or players_option(words)
        raise InputError(f"{option} {players} should be {limits(numbers[0], numbers[-1])}.")
    return players


def schedule(
    entrants: Entrants, line_ups: str | None, options: GameOptions, run_options: RunOptions
) -> tuple[list[tuple[int, ...]], int]:
    """Choose the line-ups to play, and the number of games for each.

    Each line-up plays whole rounds of seating.

    Raises:
        InputError: There are too many line-ups, or too few for all strategies to play.
    """
    strategies, players = len(entrants.strategies), entrants.players
    games = DEFAULT_GAMES if run_options.games is None else run_options.games
    total = count_line_ups(strategies, players)
    round_length = games_per_round(options.seating, players)
    people = entrants.words.players(players)
    number = read_line_ups(line_ups, total)
    if number is None:
        number = default_line_up_count(
            strategies, players, games // round_length, games // MIN_GAMES
        )
    if number > MAX_ARMS:
        raise InputError(
            f"--line-ups {line_ups}: {count(number)} line-ups are more than a run's limit of "
            f"{count(MAX_ARMS)}."
        )
    if number * round_length > games:
        line_ups_need = f"{plural(number, 'line-up')} {'needs' if number == 1 else 'need'}"
        each = f", {round_length} each" if number > 1 else ""
        raise InputError(
            f"{line_ups_need} at least {count(number * round_length)} games{each}, so that "
            f"everyone sits everywhere equally often; --games is {count(games)}."
        )
    if number * players < strategies:
        raise InputError(
            f"--line-ups {number} with {people} each cannot seat all {strategies} strategies."
        )
    line_up_games = -(-games // number)
    return choose_line_ups(strategies, players, number, options.seed), -(
        -line_up_games // round_length
    ) * round_length


def default_line_up_count(
    strategies: int, players: int, max_line_ups: int, preferred_line_ups: int
) -> int:
    """Return how many line-ups to play by default.

    A sample has ``preferred_line_ups`` line-ups, with at least `MIN_GAMES` games for each, or
    enough line-ups to seat every strategy if that is more. For every two strategies, it includes
    each of them alone among copies of the other, if there are at most ``max_line_ups`` such
    line-ups; they show which strategies survive. All line-ups are played if there are at most
    ``max_line_ups``, and each then gets at least half as many games as in a sample.
    """
    number = max(preferred_line_ups, -(-strategies // players))
    one_against_copies_count = len(one_against_copies(strategies, players))
    total = count_line_ups(strategies, players)
    if one_against_copies_count <= max_line_ups:
        number = max(number, one_against_copies_count)
    if total <= min(max_line_ups, 2 * number):
        number = total
    return min(number, total, MAX_ARMS)


def read_line_ups(text: str | None, total: int) -> int | None:
    """Read the number of line-ups; return None without ``--line-ups``."""
    if text is None:
        return None
    if text.strip().lower() == ALL:
        return total
    if not text.strip().isdecimal() or not 1 <= int(text) <= total:
        raise InputError(
            f'--line-ups "{text}" should be {ALL}, or a number from 1 to {count(total)}.'
        )
    return int(text)


def announce(entrants: Entrants, number: int) -> str:
    """Describe the strategies, and say if all line-ups are played."""
    total = count_line_ups(len(entrants.strategies), entrants.players)
    line_ups = f"{plural(total, 'line-up')} with at least two different strategies"
    if number < total:
        line_ups = f"a sample of {count(number)} of {line_ups}"
    elif total > 1:
        line_ups = f"all {line_ups}"
    return (
        f"{plural(len(entrants.strategies), 'strategy', 'strategies')} with "
        f"{entrants.words.players(entrants.players)}: {line_ups}."
    )


def write_findings(folder: RunFolder, channel: Channel) -> FolderResult:
    """Write the metric tables and the report."""
    for name, frame in tables(Run(folder.path / RUN)).items():
        folder.write_metrics(name, frame)
    page, lines = write_report(folder.path)
    return FolderResult(folder.path, tuple(channel.notes), page, tuple(lines), played=(RUN,))
