"""Test the worth of cards, once paid for, against known effects in simulated twins."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from synthetic_runs import STRATEGIES, random_run, table, write_run

from eoc_sim.analysis.card_twins import (
    add_twins,
    card_twins,
    has_card_twins,
    parts_off,
    write_metrics,
)
from eoc_sim.analysis.cards import card_table
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.twin_means import MEASURES, MIN_GAMES
from eoc_sim.reports import build
from eoc_sim.simulator.eoc.columns import TWIN_NAMES
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.eoc.schedule import Dealer, Schedule, inert_cards
from eoc_sim.simulator.runs.version_options import VersionOptions

GAMES, CARDS = 3000, 12
NEVER_PLAYED = CARDS - 1


def make_run(path: Path) -> tuple[Path, np.ndarray]:
    """Make a run in which a card is worth about one star for each card played in the game.

    The draws come from a real schedule. Also return each card's true worth: its mean over all
    games in which it is played, with or without a twin.
    """
    version = GAME.baseline(VersionOptions(STRATEGIES))
    (engine,) = GAME.engines([version], 1, "balanced")
    entries = inert_cards(version.components)[: 3 * CARDS]
    shares = [2 + index % 4 for index in range(3 * CARDS)]
    schedule = Schedule(tuple(entries), out_of=10).with_shares(shares)
    draws = Dealer(schedule, engine).interventions(0, GAMES)
    rows_of = {
        engine.components.cards.index(engine.components.card(entry.card)): index // 3
        for index, entry in enumerate(entries)
    }
    rng = np.random.default_rng(7)
    # In some games nearly all cards are played, in others hardly any.
    played = rng.random((GAMES, CARDS)) < rng.choice([0.1, 0.9], GAMES)[:, None]
    played[:, NEVER_PLAYED] = False
    worth = played.sum(axis=1)[:, None] + rng.integers(-2, 3, (GAMES, CARDS))
    truth = np.where(played, worth, 0).sum(axis=0) / np.maximum(played.sum(axis=0), 1)
    rows: list[tuple[int, str, int, int]] = []
    for game, twin_index in zip(*np.nonzero(draws["card_row"] >= 0), strict=True):
        twin = draws[game, twin_index]
        card = rows_of[int(twin["card_row"])]
        if played[game, card]:
            kind = TWIN_NAMES[int(twin["inert"]) - 1]
            rows.append((int(game), kind, card, int(worth[game, card])))
    seat = rng.integers(0, 4, len(rows))
    scores = np.full((len(rows), 4), -1)
    scores[np.arange(len(rows)), seat] = [row[3] for row in rows]
    shares = np.where(np.arange(4) == seat[:, None], 0.3, -0.1)
    twins = {
        "game": [row[0] for row in rows],
        "twin": [row[1] for row in rows],
        "card": [row[2] for row in rows],
        "seat": seat,
        "strategy": [(row[0] + int(s)) % 4 for row, s in zip(rows, seat, strict=True)],
        "month": [3] * len(rows),
        "colour": [-1] * len(rows),
        "mode": [-1] * len(rows),
        **{f"score_{seat_index}": scores[:, seat_index] for seat_index in range(4)},
        **{f"win_share_{seat_index}": shares[:, seat_index] for seat_index in range(4)},
    }
    other = Run(random_run(path.with_name("other"), GAMES, deck=40))
    tables = {
        name: pl.read_parquet(other.path / name / "*.parquet")
        for name in ("games", "seats", "cards")
    }
    tables["cards"] = tables["cards"].with_columns(
        pl.when(pl.col("card") == NEVER_PLAYED)
        .then(0)
        .otherwise(pl.col("played_month"))
        .cast(pl.Int8)
        .alias("played_month")
    )
    write_run(
        path,
        {**tables, "twins": table("twins", twins)},
        command="cards",
        strategies=STRATEGIES,
        cards=[f"Card {number}" for number in range(40)],
        twins=schedule.record(),
        baseline={"rules": {"solo": "off"}, "seats": list(STRATEGIES)},
    )
    return path, truth


@pytest.fixture(scope="module")
def run_and_truth(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, np.ndarray]:
    path, truth = make_run(tmp_path_factory.mktemp("cards") / "run")
    return Run(path), truth


def test_random_selection_is_unbiased(run_and_truth):
    """A card has the same chance of a twin in every game in which it is played."""
    run, truth = run_and_truth
    frame = card_twins(run).filter(pl.col("strategy") == "all")
    assert (
        frame["thing"].unique().to_list() == list(range(NEVER_PLAYED))
        and frame.height == 3 * NEVER_PLAYED
    )
    assert frame["off"].head(3).to_list() == parts_off(run) == ["stars", "effect", "both"]
    expected = truth[frame["thing"].to_numpy()]
    inside = (frame["score_low"].to_numpy() <= expected) & (
        expected <= frame["score_high"].to_numpy()
    )
    assert inside.mean() > 0.85
    inside_jointly = (frame["score_all_low"].to_numpy() <= expected) & (
        expected <= frame["score_all_high"].to_numpy()
    )
    assert inside_jointly.all()
    error = (frame["score_high"] - frame["score_low"]).to_numpy() / 2
    # Games with many cards would bias the mean by 3 stars if one card were taken from each game.
    assert np.abs(frame["score"].to_numpy() - expected).max() < 3 * error.max() < 1.5


def test_effects_on_wins_and_on_the_others(run_and_truth):
    frame = card_twins(run_and_truth[0]).filter(pl.col("strategy") == "all")
    assert frame["wins"].to_numpy() == pytest.approx(30)
    assert frame["others_wins"].to_numpy() == pytest.approx(-10)
    assert frame["others_score"].to_numpy() == pytest.approx(-1)
    assert (frame["wins_all_low"] <= frame["wins_low"]).all()


def test_each_twin_counts_for_one_strategy(run_and_truth):
    frame = card_twins(run_and_truth[0])
    parts = (
        frame.filter(pl.col("strategy") != "all")
        .group_by("thing", "off")
        .agg(pl.col("games").sum().alias("parts"))
    )
    whole = frame.filter(pl.col("strategy") == "all").join(parts, on=["thing", "off"])
    assert whole.height == 3 * NEVER_PLAYED and (whole["parts"] == whole["games"]).all()
    assert set(frame["strategy"]) == {"all", *STRATEGIES}


def test_few_twins_show_nothing(tmp_path, run_and_truth):
    run = run_and_truth[0]
    twins = pl.read_parquet(run.path / "twins" / "*.parquet")
    few = twins.filter((pl.col("card") == 3) & (pl.col("twin") == "card both"))
    names = ("games", "seats", "cards")
    tables = {name: pl.read_parquet(run.path / name / "*.parquet") for name in names}
    path = write_run(
        tmp_path / "run",
        {**tables, "twins": few.head(MIN_GAMES - 1)},
        strategies=STRATEGIES,
        cards=[f"Card {number}" for number in range(40)],
        twins=run.record["twins"],
    )
    row = card_twins(Run(path)).row(0, named=True)
    assert row["games"] == MIN_GAMES - 1
    assert all(row[measure] is None for measure in MEASURES)


def test_a_run_without_twins(tmp_path):
    run = Run(random_run(tmp_path / "run", 20))
    assert not has_card_twins(run)
    with pytest.raises(MissingResults, match='run "eoc-sim cards" to play a run with twins'):
        card_twins(run)


def test_the_report_and_the_metric_tables(run_and_truth, tmp_path):
    run = run_and_truth[0]
    twins = card_twins(run)
    table = add_twins(run, card_table(run), twins)
    never = table.filter(pl.col("thing") == NEVER_PLAYED).row(0, named=True)
    assert never["twin_both_games"] == 0 and never["twin_both_wins"] is None
    write_metrics(table, twins, tmp_path / "metrics")
    for name, frame in (("cards", table), ("cards_twins", twins)):
        written = pl.read_parquet(tmp_path / "metrics" / f"{name}.parquet")
        assert written.equals(frame.rename({"thing": "card"}))
    page = build(run.path).read_text(encoding="utf-8")
    assert "The worth of every card" in page and "once paid for" in page
    assert "Never played, so their worth is unknown: 072 Card 11." in page
    assert "Once paid for, by strategy" in page
