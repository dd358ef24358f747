"""Announce a run: its games, duration and detectable effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.stats import detectable_change, paired_differences, variance
from eoc_sim.commands.speeds import expected_speed, kind_of_work
from eoc_sim.counts import count, duration, plural
from eoc_sim.simulator.runs.pilot import PAIRS, play_pilot
from eoc_sim.simulator.runs.runner import threads

if TYPE_CHECKING:
    from eoc_sim.analysis.looks import Look
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.pilot import Pilot
    from eoc_sim.simulator.runs.runner import Request


VERSIONS = "versions"
"""The default word for a run's arms."""
FEW_PAIRS = 24
"""Pairs of games in a pilot that only estimates a duration."""


def announcement(
    game: Game, request: Request, look: Look, jobs: int | None, arms_noun: str = VERSIONS
) -> str:
    """Announce a run in one line, using similar runs and a pilot.

    The pilot plays up to a few hundred games of every version, or of 40 versions if there are more.
    For a single version, and for arms that are not versions, the line does not state which change
    can be detected, and no pilot is needed if similar runs are known. Without ``jobs``, the
    duration is for one core of this computer.
    """
    arms = len(request.arms.arms)
    compares = arms > 1 and arms_noun == VERSIONS
    speed = expected_speed(kind_of_work(game, request, jobs or 1))
    if compares or speed is None:
        pilot = play_pilot(game, request, PAIRS if compares else FEW_PAIRS)
        speed = speed or pilot.games_per_second * threads(jobs or 1)
    time_needed = duration(arms * request.games / speed)
    if jobs is None:
        time_needed += " on one core of this computer"
    games = plural(request.games, "game")
    if look.sequential:
        games = f"at most {games}"
    if arms_noun != VERSIONS:
        return f"{plural(arms, arms_noun.removesuffix('s'))} x {games}, about {time_needed}."
    if compares:
        power = detectable_change_words(pilot, look, arms)
        return f"{count(arms)} versions x {games}, about {time_needed}; {power}"
    players = game.declaration.words.players(game.players_of(request.arms.baseline.version))
    return f"{games} with {players}, about {time_needed}."


def looks_words(look: Look) -> str:
    """Describe an extended run's previous and next planned looks.

    The result is "" at a planned look, for a sequential run, and if no look follows.

    >>> from eoc_sim.analysis.looks import Look
    >>> looks_words(Look(20_016, 2016, round_games=24))  # doctest: +ELLIPSIS
    'The run was planned for 2 016 games, so its looks are at 18 144 and 54 432 games. At 20 016...
    """
    if look.sequential or not look.is_past_planned_look or look.games_at_next_look is None:
        return ""
    return (
        f"The run was planned for {count(look.planned_games)} games, so its looks are at "
        f"{count(look.games_at_last_planned)} and {count(look.games_at_next_look)} games. "
        f"At {count(look.games)} games, intervals are about as wide as at the previous look. "
        f"For the next look: --games {look.games_at_next_look}."
    )


def estimate_seconds(game: Game, request: Request, jobs: int) -> float:
    """Estimate a request's duration from similar runs or a short pilot."""
    speed = expected_speed(kind_of_work(game, request, jobs))
    if speed is None:
        speed = play_pilot(game, request, FEW_PAIRS).games_per_second * threads(jobs)
    return len(request.arms.arms) * request.games / speed


def detectable_change_words(pilot: Pilot, look: Look, arms: int) -> str:
    """Describe the change in wins that a run will probably detect.

    A change of that size is detected in four of five cases, when all strategies in all versions are
    judged together. Each version's change is that of the strategy whose wins vary most.
    """
    strategies = len({difference.strategy for difference in pilot.differences})
    tests = (arms - 1) * strategies
    change_by_arm: dict[int, float] = {}
    for difference in pilot.differences:
        # A pilot may miss the effect of a version that changes few games: add imaginary games.
        sums = paired_differences(
            1e2 * difference.total, 1e4 * difference.squares, difference.games, 100.0
        )
        game_variance = float(variance(sums.total, *sums.with_imagined_games())[0])
        change = detectable_change(look.games, game_variance, tests, look)
        change_by_arm[difference.arm] = max(change, change_by_arm.get(difference.arm, 0.0))
    smallest, largest = f"{min(change_by_arm.values()):.1f}", f"{max(change_by_arm.values()):.1f}"
    if smallest == largest:
        return f"enough to detect a change of {largest} wins in 100."
    return (
        f"enough to detect a change of {smallest} to {largest} wins in 100, depending on the "
        "version."
    )
