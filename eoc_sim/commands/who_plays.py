"""Repeat a run with other line-ups, with the same luck."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from eoc_sim.analysis.holdings import changed_components
from eoc_sim.analysis.tables import Run
from eoc_sim.commands.announcing import estimate_seconds
from eoc_sim.commands.family import check_family
from eoc_sim.commands.options import ALL, OFF, WhoOptions
from eoc_sim.commands.playing import play_inside
from eoc_sim.counts import count, duration, limits, plural
from eoc_sim.errors import InputError, no_such
from eoc_sim.simulator.kernel.phrases import join_words
from eoc_sim.simulator.runs.request import MAX_GAMES
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import read_keep, whole_seatings
from eoc_sim.simulator.runs.schedule import adapt_schedule
from eoc_sim.simulator.runs.who_plays import (
    AskedLineUp,
    LineUpQuestion,
    arms_of_line_up,
    changes_players,
    who_folder,
    write_questions,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from eoc_sim.commands.options import RunOptions
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game, LineUp, V
    from eoc_sim.simulator.runs.runner import Request

DIVISOR = 10
"""The divisor of the run's number of games, for other line-ups.

By default, a line-up plays the number of games that the run plays, divided by this number.
"""
MIN_DEFAULT_GAMES = 1200
"""By default, a line-up plays at least this many games.

If the run has fewer, a line-up plays as many as the run.
"""
MIN_UNREQUESTED_GAMES = 240
"""The threshold for playing other line-ups without --who.

They play only if the run's number of games, divided by the divisor, is at least this number.
"""
MIN_SEARCHER_GAMES = 240
SEARCHER_DIVISOR = 10
"""The divisor of the others' number of games, for line-ups that search.

A line-up that searches plays the number of games that the others play, divided by this number.
"""
REQUESTED_WORDS = "the requested line-up"


def chosen_line_ups(
    game: Game[V], who_options: WhoOptions, version: V | None = None, *, checks_only: bool = False
) -> tuple[LineUp, ...]:
    """Return the line-ups of ``--who``, least skilled first.

    Without ``--who``, these are all line-ups that do not search or, if ``checks_only``, those
    declared to check the findings on the first screen. The rules of a ``version`` may need
    different line-ups.

    Raises:
        InputError: A line-up does not exist, or the game has none.
    """
    if who_options.games is not None:
        if who_options.games > MAX_GAMES:
            raise InputError(
                f"--who-games {count(who_options.games)} should be {limits(1, MAX_GAMES)}."
            )
    if who_options.is_off:
        if who_options.games is not None:
            raise InputError(f"--who-games needs line-ups; --who {OFF} plays none.")
        return ()
    if not game.line_ups:
        if who_options.is_named or who_options.games is not None:
            raise InputError(f"The game {game.name} has no line-ups, so --who cannot be given.")
        return ()
    line_ups = game.line_ups if version is None else game.line_ups_of(version)
    if who_options.text is None:
        return tuple(
            line_up
            for line_up in line_ups
            if (line_up.checks if checks_only else not line_up.is_search)
        )
    names = [name.strip().lower() for name in who_options.text.split(",") if name.strip()]
    by_name = {line_up.name: line_up for line_up in line_ups}
    if names == [ALL]:
        return line_ups
    for name in names or [""]:
        if name in (ALL, OFF):
            raise InputError(f'--who: "{name}" cannot be combined with names of line-ups.')
        if names.count(name) > 1:
            raise InputError(f"--who names {name} twice.")
        if name not in by_name:
            raise InputError(
                no_such("line-up", name, [*by_name, ALL, OFF], nouns="choices", where="--who")
            )
    return tuple(line_up for line_up in line_ups if line_up.name in names)


def games_of(line_up: LineUp, games: int, who_options: WhoOptions) -> int:
    """Return a line-up's number of games.

    By default, a line-up that does not search plays ``games``.
    """
    if who_options.games is not None:
        return who_options.games
    if not line_up.is_search:
        return games
    return min(games, max(MIN_SEARCHER_GAMES, games // SEARCHER_DIVISOR))


def max_games_of_others(
    game: Game[V],
    version: V,
    games: int,
    *,
    checks_only: bool = True,
    divisor: int = DIVISOR,
    by_strategy: bool = False,
) -> int:
    """Return the default maximum number of games for other line-ups.

    The number is for each version of a run with ``games`` games; see `play_other_line_ups`.
    """
    if game.strategies is None or games // divisor < MIN_UNREQUESTED_GAMES:
        return 0
    strategies = len({strategy.spec for strategy in game.strategies(version)}) if by_strategy else 0
    line_ups = chosen_line_ups(game, WhoOptions(), version, checks_only=checks_only)
    return (1 + strategies) * len(line_ups) * max(min(MIN_DEFAULT_GAMES, games), games // divisor)


def rank_and_name(line_ups: Sequence[LineUp], seats: Sequence[str]) -> tuple[int, str]:
    """Return the skill rank and the name of a run's line-up.

    The rank is that of the game's line-up with the same seats; if there is none, the run's line-up
    counts as the least skilled, with rank 0.
    """
    for index, line_up in enumerate(line_ups):
        if sorted(line_up.seats[: len(seats)]) == sorted(seats):
            return index, line_up.words
    return 0, REQUESTED_WORDS


def play_other_line_ups(
    game: Game,
    request: Request,
    directory: RunDirectory,
    run_options: RunOptions,
    *,
    checks_only: bool = False,
    divisor: int = DIVISOR,
    tables: Sequence[str] = (),
    by_strategy: bool = False,
) -> None:
    """Repeat a run with other line-ups, and mark which findings hold.

    If ``by_strategy``, findings about a single strategy are checked too; for these, the strategy
    takes one seat in every line-up. If ``checks_only``, only the line-ups that check the first
    screen play by default. ``tables`` are kept in addition to the standings.
    """
    baseline = request.arms.baseline.version
    line_ups = chosen_line_ups(game, run_options.who, baseline, checks_only=checks_only)
    if game.strategies is None or not line_ups:
        return
    run = Run(directory.path)
    if not run.has_rows(game.standings):
        if run_options.who.is_named:
            run_options.channel.note(
                f"--who compares games, so it needs --keep {game.standings.name}; no other line-up "
                "is played."
            )
        return
    if (
        run_options.who.text is None
        and run_options.who.games is None
        and run.games // divisor < MIN_UNREQUESTED_GAMES
    ):
        return
    arms_to_play = _repeated_arms(run)
    if len(run.arms) > 1 and (
        len(arms_to_play) < 2
        or any(
            changes_players(change.key for change in request.arms.arms[number].changes)
            for number in arms_to_play
        )
    ):
        if run_options.who.is_named:
            run_options.channel.note(
                "The versions change the players, so no other line-up is played."
            )
        return
    seats = tuple(entry.spec for entry in game.strategies(baseline))
    all_line_ups = game.line_ups_of(baseline)
    rank, own_words = rank_and_name(all_line_ups, seats)
    other_line_ups = [
        other for other in line_ups if sorted(other.seats[: len(seats)]) != sorted(seats)
    ]
    if not other_line_ups:
        return
    requested_line_up = AskedLineUp("", own_words)
    less_skilled_line_ups = all_line_ups[:rank]

    def question(prefix: str, strategy: str) -> LineUpQuestion:
        entries = [
            AskedLineUp(f"who/{prefix}{other.name}", other.words, other.is_search)
            for other in other_line_ups
        ]
        position = sum(other in less_skilled_line_ups for other in other_line_ups)
        return LineUpQuestion(
            (*entries[:position], requested_line_up, *entries[position:]), strategy
        )

    questions = [question("", "")]
    plan: list[tuple[str, LineUp, tuple[str, ...]]] = [
        (other.name, other, other.seats[: len(seats)]) for other in other_line_ups
    ]
    for strategy, spec in _strategies_with_findings(game, request, run) if by_strategy else ():
        prefix = f"{strategy}-among-"
        questions.append(question(prefix, strategy))
        plan += [
            (prefix + other.name, other, (spec, *other.seats[: len(seats) - 1]))
            for other in other_line_ups
            if {spec} != set(other.seats[: len(seats) - 1])
        ]
    players = game.players_of(baseline)
    games = max(min(MIN_DEFAULT_GAMES, run.games), run.games // divisor)
    requests = {
        who_folder(directory.path, name): _request(
            game,
            request,
            arms_of_line_up(game, request.arms, line_up_seats, arms_to_play),
            _round_games(
                games_of(line_up, games, run_options.who), players, request.seating, run.games
            ),
            tables,
        )
        for name, line_up, line_up_seats in plan
    }
    if not run_options.quiet:
        seconds = sum(estimate_seconds(game, item, run_options.jobs) for item in requests.values())
        run_options.channel.say()
        run_options.channel.say(
            _announcement(
                run,
                other_line_ups,
                len(plan),
                len(arms_to_play),
                games,
                run_options.who,
                players,
                request,
                duration(seconds),
            )
        )
    write_questions(directory.path, questions)
    for folder, own_request in requests.items():
        play_inside(game, own_request, folder, run_options, directory)
    from eoc_sim.commands.who_report import report_who

    report_who(directory.path, run.words.score[1], run_options.channel)


def holder_tables(path: Path) -> list[str]:
    """List the kept tables about the holders of changed cards."""
    run = Run(path)
    return list(
        dict.fromkeys(
            holding.table
            for arm in run.arms[1:]
            for holding, _ in changed_components(run, arm)
            if run.has_rows(holding.table_of(run), arm.id)
        )
    )


def _repeated_arms(run: Run) -> list[int]:
    """Return the arms to play again, the current rules first."""
    from eoc_sim.analysis.quantities import pairs

    return sorted({0, *(arm.id for pair in pairs(run) for arm in pair[:2])})


def _round_games(games: int, players: int, seating: str, max_games: int) -> int:
    """Round games up to whole rounds of seating, to at most ``max_games``."""
    return min(whole_seatings(games, players, seating)[0], max_games)


def _strategies_with_findings(game: Game, request: Request, run: Run) -> list[tuple[str, str]]:
    """Return the name and spec of each strategy with decided findings."""
    from eoc_sim.analysis.who_plays import decided_strategies

    assert game.strategies is not None  # games with line-ups have strategies
    strategies = game.strategies(request.arms.baseline.version)
    specs = {strategy.name: strategy.spec for strategy in strategies}
    if len(specs) < 2 or len(strategies) > len(specs):
        return []
    requested_line_up = AskedLineUp("", REQUESTED_WORDS)
    decided_names = decided_strategies(
        run, [LineUpQuestion((requested_line_up,), name) for name in specs]
    )
    return [(name, spec) for name, spec in specs.items() if name in decided_names]


def _announcement(
    run: Run,
    line_ups: Sequence[LineUp],
    runs: int,
    versions: int,
    games: int,
    who_options: WhoOptions,
    players: int,
    request: Request,
    time_needed: str,
) -> str:

    from eoc_sim.analysis.quantities import quantities
    from eoc_sim.analysis.who_plays import find_smallest_effect

    win_values = [
        values
        for quantity, values in quantities(run, kept_games=0).items()
        if quantity.metric == "wins"
    ]
    descriptions = []
    by_games: dict[int, list[str]] = {}
    for line_up in line_ups:
        number = _round_games(
            games_of(line_up, games, who_options), players, request.seating, run.games
        )
        by_games.setdefault(number, []).append(line_up.words)
    for number, words in by_games.items():
        each = " each" if len(words) > 1 else ""
        text = f"{join_words(words)}, {count(number)} games{each}"
        if win_values:
            game_variance = max(values.variance for values in win_values)
            minimum = find_smallest_effect(
                number, game_variance, len(win_values), len(line_ups) + 1
            )
            text += f", enough to detect differences of {minimum:.1f} wins in 100"
        descriptions.append(text)
    of_versions = ""
    if versions > 1:
        of_versions = f" of {versions} versions" + (" each" if runs > 1 else "")
    return (
        f"Other line-ups ({plural(runs, 'run')}{of_versions}, about {time_needed}): "
        f"{'; '.join(descriptions)}."
    )


def _request(
    game: Game, request: Request, arms: Arms, games: int, tables: Sequence[str]
) -> Request:
    """Return the request that repeats a run with one line-up."""
    table_names = dict.fromkeys((game.standings.name, *tables))
    return replace(
        request,
        arms=arms,
        games=games,
        keep=read_keep(game, ",".join(table_names), twins=request.twins is not None),
        keep_current=(),
        tuned_games=None,
        question="",
        relearning=None,
        sums=None,
        twins=None if request.twins is None else adapt_schedule(request.twins),
    )


def check_others(game: Game, run_options: RunOptions) -> None:
    """Refuse a family or line-ups that cannot play, before anything is played."""
    check_family(game, run_options.family)
    chosen_line_ups(game, run_options.who)
