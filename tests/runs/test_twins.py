"""Runs with twins have the same bytes however they are played, and treat all seats equally."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from runs.test_runner import assert_grown, contents

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.columns import COLOUR_NAMES, TWIN_NAMES
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.eoc.pilot import MAX_SHARE, MIN_SHARE, pilot_schedule
from eoc_sim.simulator.eoc.schedule import (
    Dealer,
    Entry,
    Schedule,
    gifts,
    inert_cards,
)
from eoc_sim.simulator.eoc.twins import Intervention
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs import runner, session
from eoc_sim.simulator.runs.arms import baseline_arms
from eoc_sim.simulator.runs.result_tables import load_run
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Request, play, read_keep
from eoc_sim.simulator.runs.schedule import shares_for
from eoc_sim.simulator.runs.version_options import VersionOptions

SEATS = ("quick_start", "hoarder", "random")
VERSION = GAME.baseline(VersionOptions(SEATS))
SCHEDULE = Schedule((*gifts()[::7], *inert_cards(VERSION.components)[:40]), 5, dice=True)


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    monkeypatch.setattr(runner, "SHARD_GAMES", 20)


def request(games, schedule=SCHEDULE):
    keep = read_keep(GAME, "seats,cards", twins=True)
    arms = baseline_arms(GAME, VERSION)
    return Request("timing", arms, games, keep=keep, twins=schedule.record())


def play_run(path, games=51, jobs=1, resume=False, progress=None, **options):
    directory = RunDirectory.claim(path, "timing", resume=resume)
    return play(GAME, request(games, **options), directory, jobs=jobs, progress=progress)


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "SHARD_GAMES", 20)
        path = tmp_path_factory.mktemp("twins") / "run"
        play_run(path)
        return path


def test_a_run_has_the_same_bytes_with_more_jobs(tmp_path, whole_run):
    play_run(tmp_path / "run", jobs=2)
    assert contents(tmp_path / "run") == contents(whole_run)


def test_a_run_has_the_same_bytes_after_a_kill_and_more_games(tmp_path, whole_run, monkeypatch):
    def kill(progress):
        if progress.games_done > 25:
            raise KeyboardInterrupt

    monkeypatch.setattr(session, "REPORT_SECONDS", 0.0)
    monkeypatch.setattr(session.Session, "_chunk_games", lambda session, arm: 3)
    path = tmp_path / "run"
    play_run(path, games=12)
    with pytest.raises(KeyboardInterrupt):
        play_run(path, resume=True, progress=kill)
    assert load_run(path).games < 51
    play_run(path, resume=True, jobs=2)
    assert_grown(path, 12, contents(whole_run), 51)


def test_a_run_cannot_resume_with_another_schedule(tmp_path):
    path = tmp_path / "run"
    play_run(path, games=3)
    with pytest.raises(InputError, match="started with twins.a_game = 5, not 6"):
        play_run(path, games=3, resume=True, schedule=replace(SCHEDULE, twins_per_game=6))


def test_rows_of_twins_add_up(whole_run):
    """Changes in win shares add up to 0, an empty seat has 0, and all kinds of twins are played."""
    rows = load_run(whole_run).scan("twins").collect()
    shares = rows.select(f"win_share_{seat}" for seat in range(4))
    assert np.allclose(shares.sum_horizontal().to_numpy(), 0, atol=1e-12)
    assert (rows["win_share_3"] == 0).all() and (rows["score_3"] == 0).all()
    assert set(rows["twin"].unique()) == set(TWIN_NAMES)
    assert rows["game"].is_sorted() and rows["seat"].is_between(0, 2).all()
    seats = load_run(whole_run).scan("seats").collect()
    joined = rows.join(seats, on=["game", "seat"], suffix="_seats")
    assert (joined["strategy"] == joined["strategy_seats"]).all()
    assert rows.filter(pl.col("twin") != "die mode")["mode"].unique().to_list() == [-1]


def test_a_card_belongs_to_the_first_to_play_it(whole_run):
    run = load_run(whole_run)
    rows = run.scan("twins").filter(pl.col("card") >= 0).collect()
    cards = run.scan("cards").filter(pl.col("played_month") > 0).collect()
    first = cards.sort("played_month").group_by("game", "card").first()
    joined = rows.join(first, on=["game", "card"], suffix="_first")
    assert joined.height == rows.height > 5
    assert (joined["month"] == joined["played_month"]).all()
    assert (joined["seat"] == joined["seat_first"]).all()


def test_every_twin_equals_its_replay(whole_run):
    """Each twin is replayed from the set-up with its intervention."""
    engine = GAME.engines([VERSION], 1, "balanced")[0]
    worker = engine.worker()
    interventions = Dealer(SCHEDULE, engine).interventions(0, 51)
    rows = load_run(whole_run).scan("twins").collect().to_dicts()
    for game in range(51 if COMPILED else 4):
        plain = worker.play(game, 1, ("seats",))["seats"]
        game_rows = [row for row in rows if row["game"] == game]
        for dealt in interventions[game]:
            twin_change = intervention(engine, dealt)
            twin = worker.play(game, 1, ("seats",), twin_change)["seats"]
            sign = -1 if twin_change.card else 1
            scores = (sign * (twin["score"] - plain["score"])).tolist()
            wasted = sign * (twin["ec_wasted"] - plain["ec_wasted"])
            if game_rows and is_about(game_rows[0], twin_change, int(dealt["card_row"])):
                row = game_rows.pop(0)
                assert scores == [row[f"score_{seat}"] for seat in range(3)]
                assert wasted[row["seat"]] == row["wasted"]
            else:
                assert scores == [0, 0, 0]  # the twin never diverged from the game
        assert not game_rows


def is_about(row, twin_change, card):
    """Check if a row belongs to an intervention; no two rows of a game share one."""
    if twin_change.card:
        return (row["twin"], row["card"]) == (f"card {twin_change.off}", card)
    kind = (
        "die mode"
        if twin_change.die
        else "BB"
        if twin_change.bucks
        else ("EC foreseen" if twin_change.foreseen else "EC surprise")
    )
    colour = COLOUR_NAMES.index(twin_change.colour) if twin_change.envelopes else row["colour"]
    return (row["twin"], row["seat"], row["month"], row["colour"]) == (
        kind,
        twin_change.seat,
        twin_change.month,
        colour,
    )


def intervention(engine, dealt):
    """Return the kernel's request as an intervention."""
    card = int(dealt["card_row"])
    off = ("", "stars", "effect", "both")[int(dealt["inert"])]
    return Intervention(
        engine.components.cards[card].number if card >= 0 else "",
        off,
        int(dealt["seat"]),
        int(dealt["month"]),
        COLOUR_NAMES[int(dealt["colour"])],
        int(dealt["envelopes"]),
        bool(dealt["foreseen"]),
        int(dealt["bucks"]),
        int(dealt["die"]),
    )


# --- The schedule.


@pytest.fixture(scope="module")
def engine():
    return GAME.engines([VERSION], 1, "balanced")[0]


def test_a_games_twins_depend_only_on_its_number(engine):
    dealer = Dealer(SCHEDULE, engine)
    whole = dealer.interventions(0, 500)
    assert (Dealer(SCHEDULE, engine).interventions(123, 77) == whole[123:200]).all()
    assert (dealer.interventions(499, 1)[0] == whole[499]).all()
    assert Schedule.from_record(SCHEDULE.record()) == SCHEDULE


def test_entries_are_dealt_by_share_and_evenly_to_all_seats(engine):
    entries = [Entry("BB", month, share=1 + month % 3) for month in range(1, 13)]
    schedule = Schedule(tuple(entries), 8)
    dealt = Dealer(schedule, engine).interventions(0, 3 * 24 * 5).reshape(-1)
    cycles = len(dealt) / sum(entry.share for entry in entries)
    for entry in entries:
        entry_twins = dealt[dealt["month"] == entry.month]
        assert len(entry_twins) == entry.share * cycles
        assert np.ptp(np.bincount(entry_twins["seat"], minlength=3)) <= 1


@pytest.mark.parametrize("twins_per_game", [1, 4, 12, 13, 24])
def test_every_entry_meets_every_strategy_about_equally_often(engine, twins_per_game):
    """The lengths of the cycle and of the rotation make no difference."""
    schedule = Schedule(tuple(Entry("BB", month) for month in range(1, 13)), twins_per_game)
    games = 1200 * 12 // twins_per_game
    dealt = Dealer(schedule, engine).interventions(0, games)
    strategy = (dealt["seat"] - np.arange(games)[:, None]) % 3
    for month in range(1, 13):
        counts = np.bincount(strategy[dealt["month"] == month], minlength=3)
        assert counts.sum() > 1190 and counts.min() > 340


def test_every_die_is_equally_likely(engine):
    dice = Dealer(SCHEDULE, engine).interventions(0, 72_000)[:, -1]
    assert (dice["card_row"] == -1).all() and (dice["envelopes"] == 0).all()
    indices = (dice["seat"] * 12 + dice["month"] - 1) * 2 + dice["die"] - 1
    counts = np.bincount(indices, minlength=72)
    assert len(counts) == 72 and np.square(counts - 1000).sum() / 1000 < 115  # chi square, 0.1 %


def test_shares_are_proportional_within_the_limits():
    assert shares_for([], 1, 8) == []
    assert shares_for([0, 0], 2, 8) == [2, 2]
    assert shares_for([80, 41, 9, float("nan")], 1, 8) == [8, 4, 1, 1]
    assert shares_for([80, 41, 9], 2, 8) == [8, 4, 2]


@pytest.mark.skipif(
    not COMPILED, reason="needs more games than pure Python can play in reasonable time"
)
def test_a_pilot_gives_uncertain_entries_a_larger_share(engine):
    schedule = Schedule((Entry("EC surprise", 1, "blue"), Entry("EC surprise", 12, "blue")), 2)
    pilot = pilot_schedule(schedule, engine, 60)
    assert pilot.entries[0].share == MAX_SHARE > pilot.entries[1].share >= MIN_SHARE
    assert pilot == pilot_schedule(schedule, engine, 60)


def test_the_table_of_twins_needs_a_run_with_twins():
    assert "twins" not in read_keep(GAME, "all")
    assert read_keep(GAME, "seats", twins=True) == ("seats", "twins")
    assert read_keep(GAME, "none", twins=True) == ("twins",)
    with pytest.raises(InputError, match='there is no table "twins"'):
        read_keep(GAME, "twins")
