"""Random schedules: a game's number alone decides which of its played cards have twins."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from runs.test_runner import assert_grown, contents
from runs.test_twins import VERSION, intervention, play_run

from eoc_sim.simulator.eoc.card_pilot import OUT_OF, schedule_cards
from eoc_sim.simulator.eoc.columns import TWIN_NAMES
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.eoc.schedule import (
    Dealer,
    Entry,
    Schedule,
    inert_cards,
)
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs import runner, session
from eoc_sim.simulator.runs.result_tables import load_run
from eoc_sim.simulator.runs.schedule import chances_for

ENTRIES = tuple(inert_cards(VERSION.components))
RANDOM_SCHEDULE = Schedule(ENTRIES, out_of=20).with_shares(
    [1 + index % 7 for index in range(len(ENTRIES))]
)


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    monkeypatch.setattr(runner, "SHARD_GAMES", 20)


@pytest.fixture(scope="module")
def engine():
    return GAME.engines([VERSION], 1, "balanced")[0]


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "SHARD_GAMES", 20)
        path = tmp_path_factory.mktemp("by lot") / "run"
        play_run(path, schedule=RANDOM_SCHEDULE)
        return path


@pytest.mark.slow
def test_the_same_bytes_with_more_jobs_and_after_a_kill(tmp_path, whole_run, monkeypatch):
    play_run(tmp_path / "jobs", jobs=2, schedule=RANDOM_SCHEDULE)
    assert contents(tmp_path / "jobs") == contents(whole_run)

    def kill(progress):
        if progress.games_done > 25:
            raise KeyboardInterrupt

    monkeypatch.setattr(session, "REPORT_SECONDS", 0.0)
    monkeypatch.setattr(session.Session, "_chunk_games", lambda session, arm: 3)
    path = tmp_path / "killed"
    play_run(path, games=12, schedule=RANDOM_SCHEDULE)
    with pytest.raises(KeyboardInterrupt):
        play_run(path, resume=True, progress=kill, schedule=RANDOM_SCHEDULE)
    assert load_run(path).games < 51
    play_run(path, resume=True, jobs=2, schedule=RANDOM_SCHEDULE)
    assert_grown(path, 12, contents(whole_run), 51)


def test_twins_are_those_drawn_among_the_played_cards(whole_run, engine):
    """Each drawn twin whose card is played occurs exactly once and equals its replay."""
    run = load_run(whole_run)
    rows = run.scan("twins").collect().to_dicts()
    cards = run.scan("cards").filter(pl.col("played_month") > 0).collect()
    in_play = set(zip(cards["game"], cards["card"], strict=True))
    interventions = Dealer(RANDOM_SCHEDULE, engine).interventions(0, 51)
    drawn = {
        (game, int(drawn_twin["card_row"]), TWIN_NAMES[int(drawn_twin["inert"]) - 1]): drawn_twin
        for game in range(51)
        for drawn_twin in interventions[game]
        if drawn_twin["card_row"] >= 0
    }
    expected = {key for key in drawn if key[:2] in in_play}
    keys = [(row["game"], row["card"], row["twin"]) for row in rows]
    assert len(keys) > 100 and len(set(keys)) == len(keys) and set(keys) == expected
    worker = engine.worker()
    for key, row in list(zip(keys, rows, strict=True))[:: 1 if COMPILED else 40]:
        plain = worker.play(key[0], 1, ("seats",))["seats"]
        twin = worker.play(key[0], 1, ("seats",), intervention(engine, drawn[key]))["seats"]
        change = plain["score"].astype(int) - twin["score"]
        assert [row[f"score_{seat}"] for seat in range(3)] == change.tolist()
        shares = plain["win_share"] - twin["win_share"]
        assert [row[f"win_share_{seat}"] for seat in range(3)] == pytest.approx(shares.tolist())


def test_a_draw_depends_only_on_the_game(engine):
    whole = Dealer(RANDOM_SCHEDULE, engine).interventions(0, 300)
    part = Dealer(RANDOM_SCHEDULE, engine).interventions(123, 77)
    assert (part == whole[123:200, : part.shape[1]]).all()
    assert (whole[123:200, part.shape[1] :]["card_row"] == -1).all()
    assert Schedule.from_record(RANDOM_SCHEDULE.record()) == RANDOM_SCHEDULE


def test_every_entry_is_drawn_with_its_probability(engine):
    """A draw is independent of the other twins in the game."""
    games = 4000
    dealt = Dealer(RANDOM_SCHEDULE, engine).interventions(0, games)
    entry_indices = {
        (engine.components.cards.index(engine.components.card(entry.card)), entry.kind): index
        for index, entry in enumerate(ENTRIES)
    }
    drawn = np.zeros((games, len(ENTRIES)))
    for game, number in zip(*np.nonzero(dealt["card_row"] >= 0), strict=True):
        twin = dealt[game, number]
        drawn[game, entry_indices[int(twin["card_row"]), TWIN_NAMES[int(twin["inert"]) - 1]]] += 1
    assert drawn.max() == 1
    chance = np.array([entry.share for entry in RANDOM_SCHEDULE.entries]) / RANDOM_SCHEDULE.out_of
    deviations = (drawn.mean(axis=0) - chance) / np.sqrt(chance * (1 - chance) / games)
    assert np.abs(deviations).max() < 4.5 and 0.85 < deviations.std() < 1.15
    total = drawn.sum(axis=1)
    assert total.var() == pytest.approx((chance * (1 - chance)).sum(), rel=0.15)


def test_drawn_gifts_go_to_all_seats_equally(engine):
    schedule = Schedule((Entry("BB", 3), Entry("BB", 4)), out_of=2)
    dealt = Dealer(schedule, engine).interventions(0, 6000)
    gifts = dealt[dealt["bucks"] > 0]
    assert 5700 < len(gifts) < 6300
    assert np.bincount(gifts["seat"], minlength=3).min() > 1850


def test_games_for_which_no_twin_is_drawn_have_no_interventions(engine):
    rare_twin = Schedule(ENTRIES[:1], out_of=OUT_OF)
    assert Dealer(rare_twin, engine).interventions(0, 3).shape == (3, 0)


def test_probabilities_equalise_intervals():
    """All entries that are not always drawn have the same ratio of variance to number of twins."""
    variances, in_play = [4.0, 16.0, 16.0, 16.0], [1.0, 1.0, 0.5, 0.01]
    chances = chances_for(variances, in_play, 0.5, 10_000)
    assert np.dot(chances, in_play) == pytest.approx(5000, rel=0.01)
    error = [v / (c * p) for v, c, p in zip(variances, chances, in_play, strict=True)]
    assert error[:3] == pytest.approx([error[0]] * 3, rel=0.01) and chances[3] == 10_000
    assert chances_for([1.0, 1.0], [1.0, 1.0], 8, 100) == [100, 100]
    assert chances_for([0.0, 1.0], [1.0, 1.0], 1, 100) == [1, 100]


def test_the_pilot_gives_rare_cards_larger_probabilities(engine):
    games = 60 if COMPILED else 3
    schedule = schedule_cards(engine, 5, games)
    assert schedule == schedule_cards(engine, 5, games) and schedule.out_of == OUT_OF
    assert [entry.card for entry in schedule.entries] == [entry.card for entry in ENTRIES]
    if COMPILED:
        rows = engine.worker().play(0, 200, ("cards",))["cards"]
        play_counts = np.bincount(rows["card"][rows["played_month"] > 0], minlength=200)
        row = {card.number: index for index, card in enumerate(engine.components.cards)}
        both = [entry for entry in schedule.entries if entry.kind == "card both"]
        plays = [play_counts[row[entry.card]] for entry in both]
        shares = [entry.share for entry in both]
        assert np.corrcoef(plays, shares)[0, 1] < -0.3
