"""Searching is fair and repeatable in every game, uses its own stream and is worth its time."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import eleven.searchers
import eoc.searchers
import numpy as np
import pytest
import stadium.searchers
from kernel.searched_game import memory_of, memory_value

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.strategy_files import load
from eoc_sim.simulator.runs.checks.match import with_small_budget

pytestmark = pytest.mark.skipif(not COMPILED, reason="rollouts in pure Python take minutes")

GAMES = {
    "eoc": eoc.searchers.SEARCHED,
    "stadium": stadium.searchers.SEARCHED,
    "eleven": eleven.searchers.SEARCHED,
}
SEARCHING = "expert:rollouts=120:caution=0"


@pytest.fixture(
    params=[
        "eoc",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("stadium", "eleven")),
    ]
)
def game(request):
    return GAMES[request.param]


def ledger_of(state):
    """Return the arrays of a game's rows, one per table."""
    ledger = field_of(state, "ledger")
    names = ledger.dtype.names if isinstance(ledger, np.void) else ledger.__dict__
    return [rows for name in names if isinstance(rows := field_of(ledger, name), np.ndarray)]


def equal_rows(game, one, other):
    return all(np.array_equal(one[table], other[table]) for table in game.tables)


def test_without_rollouts_the_expert_plays_like_the_planner(game):
    planner, expert = (
        game.engine(strategy, *game.rivals, seating="balanced").worker().play(0, 24, game.tables)
        for strategy in (game.default, "expert:rollouts=0")
    )
    assert equal_rows(game, planner, expert)


def test_a_search_that_changes_nothing_leaves_no_trace(game, tmp_path):
    """RND-2: rollouts draw from their own stream and are not decisions of the game.

    Rollouts record no rows, and the game's own rows are not copied to them.
    """
    dreamer = game.gambler.replace("me.wish += order.candidate", "").replace(
        "me.candidates_chosen += 1", ""
    )
    workers = [
        game.worker_of(tmp_path, dreamer.replace("ROLLOUTS", number), *game.rivals)
        for number in ("60", "0")
    ]
    for state in workers[0].states[1:]:
        for rows in ledger_of(state):
            rows[...] = np.ones((), rows.dtype)
    searching, not_searching = (worker.play(0, 6, game.tables) for worker in workers)
    assert equal_rows(game, searching, not_searching)
    world = ledger_of(workers[0].states[2])
    assert all((rows == np.ones((), rows.dtype)).all() for rows in world)


def test_chunks_make_no_difference(game):
    game_engine = game.engine(SEARCHING, *game.rivals[:2])
    whole = game_engine.worker().play(0, 4, game.tables)
    other = game_engine.worker()
    parts = [
        other.play(2, 2, game.tables),
        game_engine.worker().play(0, 1, game.tables),
        other.play(1, 1, game.tables),
    ]
    for table in game.tables:
        joined = np.concatenate([parts[part][table] for part in (1, 2, 0)])
        assert np.array_equal(joined, whole[table]), table


@pytest.mark.parametrize("number", range(3))
def test_hidden_facts_do_not_change_a_choice(game, number):
    """INF-2: hidden facts, luck and rivals' memories are replaced before every decision."""
    stretch = game.stretches[number]
    game_engine = game.engine(SEARCHING, *stretch.rivals, seed=2, **stretch.options)
    truth, other = game_engine.worker(), game_engine.worker()
    changed_choices = 0
    truth.set_up(1)
    truth.play_until(*stretch.first)
    while truth.round < stretch.last and truth.phase != "game over":
        before = memory_of(truth, 0)
        choice = [memory_value(truth, 0, name) for name in game.choice]
        other.copy_from(truth)
        other.redeal(0, key=99)
        field_of(other.part("seats")[0], "memory")[:] = before
        truth.step()
        other.step()
        if memory_of(truth, 0) != before:
            assert memory_of(other, 0) == memory_of(truth, 0)
            changed_choices += [memory_value(truth, 0, name) for name in game.choice] != choice
    assert changed_choices > 2


def test_the_better_candidate_is_found(game, tmp_path):
    worker = game.worker_of(tmp_path, game.buyer, "balanced")
    worker.set_up(0)
    while memory_value(worker, 0, "wish") == 0 and worker.phase != "game over":
        worker.step()
    assert memory_value(worker, 0, "wish") == 2
    assert worker.round <= 6


def test_equal_candidates_keep_the_plan(game, tmp_path):
    """All candidates are worth as much as the plan, so a lead of two standard errors is rare."""
    worker = game.worker_of(tmp_path, game.gambler.replace("ROLLOUTS", "200"), game.rivals[1])
    chosen = searches = 0
    for number in range(10):
        worker.set_up(number)
        worker.play_until("game over")
        chosen += memory_value(worker, 0, "candidates_chosen")
        searches += game.count_searches(worker)
    assert chosen <= 0.1 * searches


def test_an_error_in_a_rollout_names_the_rollout(game, tmp_path):
    worker = game.worker_of(tmp_path, game.cheat, game.rivals[1])
    words = (
        rf"strategy searcher .*line \d+, {game.decision}\): a rollout of game 0 of seed 1, seat 1, "
        rf"{game.first_round}: "
    )
    with pytest.raises(StrategyError, match=words):
        worker.play(0, 1, game.tables)


def test_an_error_of_a_model_is_not_blamed_on_the_searcher(game, tmp_path, monkeypatch):
    """Nor is it blamed on the strategy whose seat the model plays."""
    file = tmp_path / "illegal.py"
    file.write_text(game.illegal, encoding="utf-8")
    engine_type = type(game.engine(*game.rivals[:2]))
    folders = replace(engine_type.folders(), model=str(file))
    monkeypatch.setattr(engine_type, "folders", staticmethod(lambda: folders))
    worker = game.worker_of(tmp_path, game.gambler.replace("ROLLOUTS", "60"), game.rivals[1])
    words = rf"The model of seat 2 \({game.decision}\): a rollout of game 0 of seed 1, "
    with pytest.raises(StrategyError, match=words):
        worker.play(0, 1, game.tables)


PROGRAM = """
from kernel.test_searching import late_scores
print(late_scores("{name}"))
"""


def late_scores(name):
    """Return scores of games in which a searcher plays only the last rounds."""
    game = GAMES[name]
    game_engine = game.engine("expert:rollouts=36:caution=0", game.rivals[1], seed=4)
    worker = game_engine.worker()
    scores = []
    for number in range(2):
        worker.set_up(number)
        worker.play_until(*game.late, policies=game_engine.models)
        worker.play_until("game over")
        scores.append([int(score) for score in field_of(worker.part("table"), "score")[:2]])
    return scores


@pytest.mark.slow
@pytest.mark.parametrize("name", ["eoc", "stadium"])
def test_pure_python_searches_like_compiled_code(name):
    process = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(name=name)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert process.stdout.strip() == str(late_scores(name))


def test_the_check_plays_a_searcher_with_a_small_budget(game):
    folders = game.engine(*game.rivals[:2]).folders()
    rival = game.rivals[0]
    for spec, played in (
        ("expert", "expert:rollouts=24"),
        ("expert:rollouts=7", "expert:rollouts=7"),
        (rival, rival),
    ):
        reduced = with_small_budget(load(spec, folders))
        assert reduced.spec == played
        assert reduced.parameters == load(played, folders).parameters


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
def test_searching_wins(game, number):
    """One expert among three rivals wins clearly more than a fair 25 games in 100."""
    rival, rollouts, minimum = game.matches[number]
    game_engine = game.engine(f"expert:rollouts={rollouts}", *[rival] * 3, seating="rotate")
    seats = game_engine.worker().play(0, 100, ["seats"])["seats"]
    assert 100 * seats["win_share"][seats["strategy"] == 0].mean() > minimum
