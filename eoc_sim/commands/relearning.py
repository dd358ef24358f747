"""Repeat all versions with strategies that have learnt them.

The strategies learn every version, including the current rules, with the same luck. The learnt
tables are kept in the run's folder (`learnt_folder`), and the strategies then play a second,
ordinary run. The report shows both runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from eoc_sim.commands.announcing import FEW_PAIRS
from eoc_sim.commands.learnt_folder import LearntFolder, learnt_factors_by_seat
from eoc_sim.commands.options import RelearnOptions
from eoc_sim.commands.playing import claim_inside, explain_kept_games, play
from eoc_sim.commands.request import check_kept
from eoc_sim.counts import count, duration, plural
from eoc_sim.defaults import RELEARN_GAMES
from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.seating import BALANCED, SEATINGS
from eoc_sim.simulator.runs.game import LEARNT
from eoc_sim.simulator.runs.pilot import play_pilot
from eoc_sim.simulator.runs.relearning import Relearning, relearned_arms, relearned_folder
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_file import checksum_of
from eoc_sim.simulator.runs.runner import check_resumable, threads, whole_seatings
from eoc_sim.version import __version__

if TYPE_CHECKING:
    from eoc_sim.commands.channel import Channel
    from eoc_sim.commands.options import RunOptions
    from eoc_sim.simulator.runs.game import Game, LearntFactors
    from eoc_sim.simulator.runs.runner import Outcome, Request

SECONDS_PER_VERSION = 5.0
"""Seconds that learning takes after the games: appraisals and a regression."""


def check_relearning(learning: RelearnOptions, precision: float | None) -> None:
    """Refuse options that cannot be combined, before anything else."""
    if learning.games is not None and not learning.relearn:
        raise InputError("--learning-games sets the number of games for --relearn; give both.")
    if learning.relearn and precision is not None:
        raise InputError(
            "--relearn and --precision cannot be combined: the two answers would need different "
            "numbers of games. Give --games instead of --precision."
        )


def with_relearning(game: Game, request: Request, run_options: RunOptions) -> Request:
    """Complete the request of a run whose strategies learn each version.

    Without ``--relearn``, the request is returned unchanged.

    Raises:
        InputError: No strategy can learn, or tables that the answer needs are missing.
    """
    learning, channel = run_options.learning, run_options.channel
    if not learning.relearn:
        return request
    people = game.declaration.words.player[1]
    if game.with_learnt is None or game.strategies is None:
        raise InputError(
            f"The game {game.name} has no {people} who learn, so --relearn cannot be given."
        )
    check_kept(request.keep, game.default_tables, "--relearn")
    learners, non_learners = _who_learns(game, request)
    if not learners:
        raise InputError(
            f"--relearn: none of the {people} learns ({', '.join(non_learners)}). To see what a "
            "strategy lacks, run eoc-sim strategies learn STRATEGY."
        )
    if non_learners:
        auxiliary, verb = ("does", "plays") if len(non_learners) == 1 else ("do", "play")
        channel.note(
            f"Note: {', '.join(non_learners)} {auxiliary} not learn, and {verb} the same way in "
            "both runs."
        )
    players = game.players_of(request.arms.baseline.version)
    games, _ = whole_seatings(learning.games or RELEARN_GAMES, players, SEATINGS[BALANCED])
    return replace(request, relearning=Relearning(games, request.seed))


def _who_learns(game: Game, request: Request) -> tuple[list[str], list[str]]:
    """List the players who learn in any version, and all other players."""
    assert game.strategies is not None  # checked by `with_relearning`
    learners: dict[str, None] = {}
    names: dict[str, None] = {}
    for version in request.arms.versions():
        all_names = [strategy.name for strategy in game.strategies(version)]
        names |= dict.fromkeys(all_names)
        for group in game.parts.load("learning").learners(version):
            learners |= dict.fromkeys(all_names[seat] for seat in group.seats)
    return list(learners), [name for name in names if name not in learners]


def announce_learning(
    game: Game, request: Request, directory: RunDirectory, run_options: RunOptions
) -> None:
    """Announce the second run and the games used for learning."""
    relearning = request.relearning
    if relearning is None or run_options.quiet:
        return
    check_resumable(game, request, directory)
    versions = len(request.arms.arms)
    if directory.resume:
        folders = (
            LearntFolder(directory.path, number, _key(game, request, number))
            for number in range(versions)
        )
        versions = sum(folder.read() is None for folder in folders)
    if not versions:
        run_options.channel.say("Learning: already done; everything is played a second time.")
        return
    run_options.channel.compile(game, request.arms.versions())
    speed = play_pilot(game, request, FEW_PAIRS).games_per_second * threads(run_options.jobs)
    seconds = versions * (relearning.games / speed + SECONDS_PER_VERSION)
    run_options.channel.say(
        f"Learning: {plural(versions, 'version')} x {count(relearning.games)} games, about "
        f"{duration(seconds)}; everything is then played a second time."
    )


def play_relearned(
    game: Game, request: Request, directory: RunDirectory, run_options: RunOptions
) -> Outcome:
    """Let strategies learn a run's versions, then play the run again.

    Tables that an earlier command learnt are read from the run's folder.
    """
    with _explain_resuming(directory, run_options.channel):
        lessons = _learn_all(game, request, directory, run_options)
    if not run_options.quiet:
        run_options.channel.say()
        run_options.channel.say(
            f"The same games by {game.declaration.words.player[1]} who have learnt each version:"
        )
    second_folder = relearned_folder(directory.path)
    second_directory = claim_inside(second_folder, directory.command, run_options)
    second_request = replace(request, arms=relearned_arms(game, request.arms, lessons))
    outcome = play(
        game, second_request, second_directory, replace(run_options, yes=True), kept_in=directory
    )
    run_options.channel.standings(game, second_request, outcome)
    return outcome


@contextmanager
def _explain_resuming(directory: RunDirectory, channel: Channel) -> Iterator[None]:
    """Explain how to continue if learning is interrupted."""
    try:
        yield
    except KeyboardInterrupt as stop:
        explain_kept_games(directory, channel, stop)
        raise


def _learn_all(
    game: Game, request: Request, directory: RunDirectory, run_options: RunOptions
) -> list[LearntFactors]:
    """Learn every version, and return the learnt factors by arm.

    Versions whose tables the run's folder already has are not learnt again, except the current
    rules if another version still has to be learnt.
    """
    learning = game.parts.load("learning")
    relearning = request.relearning
    # `with_relearning` has checked both.
    assert relearning is not None and game.strategies is not None
    arms = request.arms.arms
    by_arm: list[LearntFactors] = []
    current_lesson: Any = None
    with run_options.channel.search(run_options.quiet) as report:

        def learn_version(number: int) -> Any:
            def report_games(games_done: int) -> None:
                report(
                    f"Learning version {number + 1} of {len(arms)}: {count(games_done)} of "
                    f"{count(relearning.games)} games.",
                    number * relearning.games + games_done,
                    len(arms) * relearning.games,
                )

            return learning.learn_line_up(
                arms[number].version,
                relearning.seed,
                relearning.games,
                threads(run_options.jobs),
                report_games,
                current_lesson,
            )

        for number, arm in enumerate(arms):
            players = game.players_of(arm.version)
            if not learning.learners(arm.version):
                by_arm.append((None,) * players)
                continue
            folder = LearntFolder(directory.path, number, _key(game, request, number))
            tables = folder.read()
            if tables is None:
                if current_lesson is None and learning.learners(arms[0].version):
                    # Learn the current rules first, or again after an interruption.
                    current_lesson = learn_version(0)
                lesson = (
                    current_lesson
                    if not number and current_lesson is not None
                    else learn_version(number)
                )
                tables = folder.write(
                    lesson.tables, game.strategies(arm.version), _evidence(folder, request, number)
                )
            by_arm.append(learnt_factors_by_seat(tables, players))
    if not run_options.quiet:
        run_options.channel.say(f"Learnt tables and presets: {directory.path / LEARNT}.")
    return by_arm


def _key(game: Game, request: Request, number: int) -> dict[str, Any]:
    """List everything that a learnt table depends on."""
    assert request.relearning is not None  # set by `with_relearning`
    return {
        "package": __version__,
        **request.relearning.record(),
        "current_rules": checksum_of(game.record(request.arms.baseline.version)),
        "version": checksum_of(game.record(request.arms.arms[number].version)),
    }


def _evidence(folder: LearntFolder, request: Request, number: int) -> dict[str, Any]:
    """Describe where a learnt table comes from, for people who read it."""
    arm = request.arms.arms[number]
    return {
        "run": str(folder.run.name),
        "version": arm.label,
        "changes": arm.sentences(),
        **{name: folder.key[name] for name in ("games", "seed")},
        "package_version": folder.key["package"],
        "version_hash": folder.key["version"],
    }
