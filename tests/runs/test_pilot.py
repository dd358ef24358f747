"""The pilot measures how much paired games differ, and thus how small a change a run can detect."""

from __future__ import annotations

import math

import numpy as np
import pytest
from runs.counter_game import BASELINE, counter_game

from eoc_sim.analysis.looks import fixed_look
from eoc_sim.commands.announcing import detectable_change_words
from eoc_sim.simulator.runs import pilot as pilot_module
from eoc_sim.simulator.runs.arms import Vary, baseline_arms, vary_arms
from eoc_sim.simulator.runs.pilot import MIN_PAIRS, PAIRS, Differences, Pilot, play_pilot
from eoc_sim.simulator.runs.runner import Request


def differences(arm: int, strategy: int, variance: float, games: int = 100_000) -> Differences:
    """Return a version's sums of differences in a strategy's win share.

    In wins per 100 games, the differences have mean 0 and this variance.
    """
    return Differences(arm, strategy, games, 0.0, variance / 1e4 * games, games)


def test_the_detectable_change_is_announced() -> None:
    """Two changed versions with two strategies each are a family of four tests.

    The strategy whose wins vary most determines the change detectable in its version.
    """
    pilot = Pilot(
        1.0,
        tuple(
            differences(*values)
            for values in (
                (1, 0, 400.0),
                (1, 1, 900.0),
                (2, 0, 1600.0),
                (2, 1, 100.0),
            )
        ),
    )
    # The planned end may spend half of the error of 5 %, shared by four tests: the quantile of
    # 1 - 0.05 / 2 / 4 / 2 is 2.734. For a change to be found in four of five runs, the quantile of
    # 0.8 is added, which is 0.842. The change is (2.734 + 0.842) * sqrt(900 / 20 000), and the same
    # with 1600.
    assert (
        detectable_change_words(pilot, fixed_look(20_000), 3)
        == "enough to detect a change of 0.8 to 1.0 wins in 100, depending on the version."
    )
    single_difference = Pilot(1.0, (differences(1, 0, 400.0),))
    assert (
        detectable_change_words(single_difference, fixed_look(20_000), 2)
        == "enough to detect a change of 0.4 wins in 100."
    )


def test_the_pilot_plays_the_first_pairs_of_every_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The pilot's sums equal those of the run's first games."""
    monkeypatch.setattr(
        pilot_module, "MAX_SECONDS", math.inf
    )  # so that a busy machine plays all pairs
    game = counter_game()
    arms = vary_arms(game, BASELINE, [Vary("rules.bonus", ("5", "9"))])
    request = Request("sweep", arms, 5000, keep=("games", "seats"))
    pilot = play_pilot(game, request)
    assert (pilot.games_per_second > 0, pilot.pairs) == (True, PAIRS)
    assert {difference.arm for difference in pilot.differences} == {1, 2}
    engines = game.engines(arms.versions(), 1, request.seating)
    shares, strategies = [], []
    for engine in engines[:2]:
        rows = engine.worker().play(0, PAIRS, ("seats",))["seats"]
        shares.append(np.asarray(rows[game.standings.role("win_share").name], dtype=float))
        strategies = rows[game.standings.role("strategy").name]
    change = shares[1] - shares[0]
    for difference in pilot.differences:
        assert difference.games == PAIRS
        if difference.arm == 1:
            strategy_changes = change[strategies == difference.strategy]
            seats = len(strategy_changes) // PAIRS
            means = strategy_changes.reshape(PAIRS, seats).mean(axis=1)
            assert (difference.total, difference.squares) == pytest.approx(
                (means.sum(), (means**2).sum())
            )
    assert [(score.arm, score.strategy) for score in pilot.scores] == [
        (difference.arm, difference.strategy) for difference in pilot.differences
    ]
    for score in pilot.scores:
        # A strategy has the seat with the bonus in half of the games.
        bonus = (5, 9)[score.arm - 1]
        assert (score.total, score.differ, score.largest) == (bonus * PAIRS / 2, PAIRS / 2, bonus)


def test_a_short_run_has_a_short_measurement_of_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measuring ends after a tenth as many games as the run has."""
    played = []
    worker = type(counter_game().engines([BASELINE], 1, "balanced")[0].worker())
    play = worker.play
    monkeypatch.setattr(
        worker,
        "play",
        lambda self, first, games, *rest: played.append(games) or play(self, first, games, *rest),
    )
    game = counter_game()
    request = Request("run", baseline_arms(game, BASELINE), 2400, keep=("seats",))
    assert play_pilot(game, request, 24).games_per_second > 0
    assert played == [1, 1, *[24] * 10]


def test_slow_games_have_shorter_pilots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pilot_module, "MAX_SECONDS", 0.0)
    game = counter_game()
    arms = vary_arms(game, BASELINE, [Vary("rules.bonus", ("5",))])
    pilot = play_pilot(game, Request("sweep", arms, 5000, keep=("games", "seats")))
    assert {difference.games for difference in pilot.differences} == {MIN_PAIRS} == {pilot.pairs}


def test_short_runs_have_shorter_pilots() -> None:
    game = counter_game()
    arms = vary_arms(game, BASELINE, [Vary("rules.bonus", ("5",))])
    pilot = play_pilot(game, Request("sweep", arms, 24, keep=("games", "seats")))
    assert {difference.games for difference in pilot.differences} == {24} == {pilot.pairs}
