"""``eoc-sim plan``: the number of games that a sweep needs."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import rich_click as click

from eoc_sim.cli.options import game_options, precision_option, run_options
from eoc_sim.cli.sweep import version_options
from eoc_sim.commands.options import MAX_PRECISION, PLAYERS, GameOptions, RunOptions
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.pilot import Differences, Pilot

PAIRS = 480
"""Pairs of games per version: whole rounds of seating."""
ROOM = 1.5
"""The proposed limit on games, as a multiple of the games needed."""


@dataclass(frozen=True)
class GamesNeeded:
    """The games that a version needs for wins, scores and precise wins."""

    wins: float
    scores: float
    precise: float


@click.command()
@version_options
@game_options
@run_options
@click.option(
    "--detect",
    type=float,
    metavar="D",
    help="The change of wins in 100 to find. [default: the smallest that matters]",
)
@precision_option("every change in the proposed sweep")
def command(
    plan: str | None,
    vary: tuple[str, ...],
    sheet: str | None,
    design: str | None,
    options: GameOptions,
    run_options: RunOptions,
    detect: float | None,
    precision: float | None,
) -> None:
    """Estimate how many games a sweep needs, and keep no results.

    Plays a few hundred games of every version to see how much pairs of games differ. The proposed
    number of games decides a change in four of five cases, judged together with all other changes.
    """
    from eoc_sim.cli.answer import give
    from eoc_sim.cli.answer_types import Needed, VersionNeed
    from eoc_sim.cli.playing import compile_needed
    from eoc_sim.cli.screen import note, say
    from eoc_sim.commands.channel import count
    from eoc_sim.commands.speeds import expected_speed, kind_of_work
    from eoc_sim.commands.stopping import check_contested
    from eoc_sim.commands.sweep import requested_versions
    from eoc_sim.simulator.runs.pilot import play_pilot
    from eoc_sim.simulator.runs.runner import (
        Request,
        kept_current_tables,
        read_keep,
        threads,
        whole_seatings,
    )
    from eoc_sim.simulator.runs.version_labels import short_labels

    if run_options.games is not None:
        raise InputError("plan computes the number of games; leave --games out.")
    if detect is not None and not 0 < detect <= MAX_PRECISION:
        raise InputError(
            f"--detect {detect:g} should be more than 0 and at most {MAX_PRECISION:g} wins in 100."
        )
    game, arms, options, run_options = requested_versions(
        plan, vary, sheet, design, options, run_options
    )
    for text in arms.notes:
        note(f"Note: {text}")
    players = game.players_of(arms.baseline.version)
    pairs, _ = whole_seatings(PAIRS, players, options.seating)
    request = Request(
        "plan",
        arms,
        pairs,
        options.seed,
        options.seating,
        read_keep(game, run_options.keep),
        kept_current_tables(game, run_options.keep, arms.baseline.version),
    )
    if precision is not None:
        check_contested(game, request)
    compile_needed(game, arms.versions(), run_options.quiet)
    pilot = play_pilot(game, request, pairs)
    words = game.declaration.words
    change = detect if detect is not None else float(words.smallest["wins"])
    needs = estimate_games(game, pilot, len(arms.arms), players, change, precision)
    speed = expected_speed(kind_of_work(game, request, run_options.jobs))
    if speed is None:
        speed = pilot.games_per_second * threads(run_options.jobs)
    cost = _Cost(players, options.seating, speed)

    number, all_of_them = len(needs), len(arms.arms) - 1
    minimum = words.smallest["score"]
    versions = "each version" if number == all_of_them else f"{number} of {all_of_them} versions"
    say(f"From {count(pairs)} pairs of games of {versions}.")
    say()
    labels = short_labels([(arm.label, arm.changes) for arm in arms.arms])
    _print_games(
        labels,
        needs,
        cost,
        (
            f"{change:g} {'win' if change == 1 else 'wins'} in 100",
            f"{minimum:g} {words.score[minimum != 1]}",
        ),
        precision,
    )
    to_find = cost.whole_rounds(
        max(max(games_needed.wins, games_needed.scores) for games_needed in needs.values())
    )
    finds = "find every one of these changes in four of five cases"
    say(
        f"All versions together: {cost.count(to_find)} games each {finds}, about "
        f"{cost.time(to_find, len(arms.arms))}."
        if to_find is not None
        else f"All versions together: it takes {cost.count(to_find)} games each to {finds}, more "
        f"than a run may have; ask for a larger change (--detect)."
    )
    maximum, flags = to_find, []
    if precision is not None:
        games_to_know_all = max(games_needed.precise for games_needed in needs.values())
        games, flags = cost.whole_rounds(games_to_know_all), ["--precision", f"{precision:g}"]
        maximum = cost.whole_rounds(max(ROOM * games_to_know_all, to_find or 0))
        say(
            f"To know every change to +-{precision:g} wins in 100: about {cost.count(games)} games "
            f"each, {cost.time(games, len(arms.arms))}."
            if games is not None
            else f"To know every change to +-{precision:g} wins in 100 takes {cost.count(games)} "
            "games each, more than a run may have; ask for less (--precision)."
        )
    command_line = ""
    if maximum is not None:
        command_line = shlex.join(
            ["eoc-sim", "sweep", *_typed_options(), *flags, "--games", str(maximum)]
        )
        say()
        say(command_line)
    give(
        Needed(
            [
                VersionNeed(
                    labels[arm],
                    *(cost.whole_rounds(games) if games else 0 for games in vars(need).values()),
                )
                for arm, need in needs.items()
            ],
            to_find,
            None if to_find is None else len(arms.arms) * to_find / cost.games_per_second,
            command_line,
        )
    )


@dataclass(frozen=True)
class _Cost:
    """Rounds games up to whole rounds of seating, and estimates their duration."""

    players: int
    seating: str
    games_per_second: float

    def whole_rounds(self, games: float) -> int | None:
        """Round games up to whole rounds; None above a run's limit."""
        from eoc_sim.analysis.stats import round_up
        from eoc_sim.simulator.kernel.seating import games_per_round
        from eoc_sim.simulator.runs.request import MAX_GAMES

        if games > MAX_GAMES:
            return None
        round_length = games_per_round(self.seating, self.players)
        rounded_games = -(-round_up(max(1.0, games)) // round_length) * round_length
        return rounded_games if rounded_games <= MAX_GAMES else None

    def count(self, games: int | None) -> str:
        """Format a number of games, even above a run's limit."""
        from eoc_sim.commands.channel import count
        from eoc_sim.simulator.runs.request import MAX_GAMES

        return f"more than {count(MAX_GAMES)}" if games is None else count(games)

    def time(self, games: int | None, versions: int) -> str:
        """Estimate how long that many games of that many versions take."""
        from eoc_sim.simulator.runs.durations import duration

        if games is None:
            return "too long"
        return duration(versions * games / self.games_per_second)


def estimate_games(
    game: Game, pilot: Pilot, arms: int, players: int, change: float, precision: float | None
) -> dict[int, GamesNeeded]:
    """Return the games that each version of the pilot needs, by arm.

    A version needs as many as its most demanding strategy. A strategy in every seat wins a fixed
    share by construction, so its wins need no games.
    """
    from eoc_sim.analysis.planning import games_to_find, games_to_know

    words = game.declaration.words
    strategies = len({score.strategy for score in pilot.scores})
    tests = (arms - 1) * strategies
    largest = max((score.largest for score in pilot.scores), default=0.0)
    largest = largest or float(words.largest_score_change)
    wins: dict[int, float] = defaultdict(float)
    scores: dict[int, float] = defaultdict(float)
    precise: dict[int, float] = defaultdict(float)
    for score in pilot.scores:
        spread, _ = _spread(score, 1.0, largest)
        games = games_to_find(float(words.smallest["score"]), spread, tests, largest)
        scores[score.arm] = max(scores[score.arm], games)
    for difference in pilot.differences if strategies > 1 or players == 1 else ():
        spread, differing = _spread(difference, 100.0, 100.0)
        wins[difference.arm] = max(
            wins[difference.arm], games_to_find(change, spread, tests, 100.0)
        )
        if precision is not None:
            games_needed_for_precision = games_to_know(
                precision, spread, tests, differing, bound=100.0
            )
            precise[difference.arm] = max(precise[difference.arm], games_needed_for_precision)
    return {arm: GamesNeeded(wins[arm], scores[arm], precise[arm]) for arm in sorted(scores)}


def _spread(differences: Differences, scale: float, largest: float) -> tuple[float, float]:
    """Return the differences' variance and the share of games that differ.

    Two imaginary games are added, because the pilot may miss the effect of a version that changes
    few games.
    """
    from eoc_sim.analysis.stats import paired_differences, variance

    sums = paired_differences(
        scale * differences.total, scale * scale * differences.squares, differences.games, largest
    )
    spread = float(variance(sums.total, *sums.with_unseen_games())[0])
    return spread, (differences.differ + 2) / (differences.games + 2)


def _print_games(
    labels: Sequence[str],
    needs: Mapping[int, GamesNeeded],
    cost: _Cost,
    changes: tuple[str, str],
    precision: float | None,
) -> None:
    """Print the games needed for each question, one line per version."""
    from eoc_sim.cli.screen import table

    wins, scores = changes
    precision_head = () if precision is None else (f"known to +-{precision:g}",)
    rows = []
    for arm, need in needs.items():
        cells = [need.wins, need.scores] + ([] if precision is None else [need.precise])
        time_alone = cost.time(cost.whole_rounds(max(need.wins, need.scores)), 2)
        cells_in_words = [cost.count(cost.whole_rounds(cell)) if cell else "none" for cell in cells]
        rows.append((labels[arm], *cells_in_words, time_alone))
    heads = (f"games to find {wins}", f"games to find {scores}", *precision_head)
    table(("version", *heads, "alone, about"), rows)


def _typed_options() -> list[str]:
    """Return the typed options that a proposed sweep repeats."""
    from click.core import ParameterSource

    context = cast(click.Context, click.get_current_context())
    words: list[str] = []
    for parameter in context.command.params:
        name = parameter.name or ""
        if (
            name in ("detect", "precision", "games")
            or context.get_parameter_source(name) is not ParameterSource.COMMANDLINE
        ):
            continue
        option = parameter.opts[0]
        value = context.params.get(name, context.meta.get(PLAYERS, {}).get(option))
        if value is None:
            continue  # --format, the form of this command's own answer
        if isinstance(parameter, click.Argument):
            words.append(str(value))
        elif value is True:
            words.append(option)
        else:
            values = value if isinstance(value, tuple) else (value,)
            words += [part for number in values for part in (option, str(number))]
    return words
