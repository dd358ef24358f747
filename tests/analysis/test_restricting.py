"""A planted loss and gain are found with their signs and verdicts, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from synthetic_runs import STRATEGIES, table, write_run

from eoc_sim.analysis.restricting import losses
from eoc_sim.analysis.stats import CHANGES, NO_CHANGE, UNDECIDED
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.reports.restricting import loss_lines, loss_tables
from eoc_sim.simulator.runs.change import Change

GAMES, PLAYERS, PLANTED = 4000, 4, 5
BANS = ("a", "b", "c")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Write a run in which versions 1 and 3 change the first strategy's scores.

    On average, version 1 costs it five stars per game and version 3 gains it three.
    """
    rng = np.random.default_rng(1)
    game = np.repeat(np.arange(GAMES), PLAYERS)
    strategy = np.tile(np.arange(PLAYERS), GAMES)
    score = rng.normal(150, 20, GAMES * PLAYERS).round()
    noise = rng.normal(0, 6, GAMES).round()
    frames = []
    for arm, change in enumerate((0.0, -PLANTED + noise, 0.0, 3.0 + noise)):
        own = score.copy()
        own[strategy == 0] += change
        best = own.reshape(GAMES, PLAYERS).max(axis=1)
        won = (own.reshape(GAMES, PLAYERS) == best[:, None]).astype(float)
        won /= won.sum(axis=1)[:, None]
        frames.append(
            table(
                "seats",
                {
                    "arm": np.full(len(game), arm),
                    "game": game,
                    "seat": strategy,
                    "strategy": strategy,
                    "order": strategy,
                    "score": own,
                    "win_share": won.ravel(),
                    "corrected": np.where((strategy == 0) & (arm == 1), 2, 0),
                    "gave_way": np.where((strategy == 0) & (arm == 3) & (game % 2 == 0), 1, 0),
                },
            )
        )
    arms = [
        {
            "label": f"without {ban}",
            "changes": [
                Change("ban.1", "", ban, "s", sentence=f"s without {ban}: no {ban}").record()
            ],
        }
        for ban in BANS
    ]
    restriction = {
        "strategy": 0,
        "name": STRATEGIES[0],
        "bans": [
            {"arm": arm, "name": ban, "words": f"no {ban}"} for arm, ban in enumerate(BANS, 1)
        ],
    }
    path = write_run(
        tmp_path_factory.mktemp("runs") / "run",
        {"seats": pl.concat(frames)},
        arms=arms,
        restriction=restriction,
    )
    return Run(path)


def test_only_the_planted_loss_and_gain_are_found(run: Run):
    frame = losses(run).filter(pl.col("metric") == "score")
    assert frame["verdict"].to_list() == [CHANGES, NO_CHANGE, CHANGES]
    lost, low, high = (frame[name].to_list() for name in ("lost", "all_low", "all_high"))
    assert low[0] < PLANTED < high[0] and high[0] - low[0] < 1.0
    assert low[2] < -3 < high[2] and lost[2] < 0
    assert lost[1] == 0.0 and low[1] < 0 < high[1]
    wins = losses(run).filter(pl.col("metric") == "wins")
    assert wins["lost"][0] > 0 > wins["lost"][2] and wins["verdict"][1] in (NO_CHANGE, UNDECIDED)


def test_counts_are_of_the_restricted_strategy_and_version(run: Run):
    frame = losses(run).filter(pl.col("metric") == "wins")
    assert frame["corrected"].to_list() == [2.0, 0.0, 0.0]
    assert frame["gave_way"].to_list() == [0.0, 0.0, 0.5]
    assert frame["gave_way_low"][2] < 0.5 < frame["gave_way_high"][2]


def test_sentences_on_losses(run: Run):
    lines = loss_lines(run, losses(run))
    message = "\n".join(lines)
    assert f"Stars that {STRATEGIES[0]} loses: " in message and "without a (" in message
    assert f"{STRATEGIES[0]} does better without c" in message
    assert (
        "Without b, none of 4 000 games differs; with 95 % confidence, at most 0.075 in 100 would."
        in message
    )
    no_effects = losses(run).with_columns(differ=pl.lit(0))
    assert "With any one of a, b and c banned, none of 4 000 games differs" in "\n".join(
        loss_lines(run, no_effects)
    )
    assert "The strategy is not tuned again" in message
    titles = [title for title, _, _ in loss_tables(run, losses(run))]
    start = f"Wins in 100 that bans cost {STRATEGIES[0]}; without bans, it has "
    assert titles[0].startswith(start)


def test_a_run_without_bans_has_no_losses(tmp_path: Path):
    seats = table("seats", {"game": [0] * 4, "seat": range(4)})
    path = write_run(tmp_path / "run", {"seats": seats})
    with pytest.raises(MissingResults, match="has no ban on a strategy"):
        losses(Run(path))
