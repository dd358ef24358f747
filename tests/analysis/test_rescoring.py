"""The worth of printed scores agrees with brute force and with twins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from synthetic_runs import DECLARATION, random_run, stars_change, table, write_run

from eoc_sim.analysis import rescoring
from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.twins import Fork, inert_card
from eoc_sim.simulator.runs.change import Change

KEEP = ("seats", "cards")


def by_brute_force(
    seats: pl.DataFrame, cards: pl.DataFrame, face: Sequence[float], columns: Sequence[str]
) -> dict[tuple[int, int], list[float]]:
    """Compute `rescoring.VALUES` by game and card, seat by seat and in plain Python."""
    losses = {}
    for (game,), table_seats in seats.sort("seat").group_by(["game"], maintain_order=True):
        rows = table_seats.to_dicts()
        played = cards.filter((pl.col("game") == game) & (pl.col("played_month") > 0))
        for card in played["card"].unique():
            owners = played.filter(pl.col("card") == card)["seat"].to_list()

            def shares(stars_off: float, rows=rows, owners=owners) -> list[float]:
                keys = [
                    (
                        row["score"] - stars_off * owners.count(row["seat"]),
                        *(row[column] for column in columns),
                    )
                    for row in rows
                ]
                winners = keys.count(max(keys))
                return [(key == max(keys)) / winners for key in keys]

            lost = [face[card] * owners.count(row["seat"]) for row in rows]
            won = [
                100 * (printed - without)
                for printed, without in zip(shares(0), shares(face[card]), strict=True)
            ]
            own = [row["seat"] in owners for row in rows]
            values = []
            for change in (lost, won):
                for group in (True, False):
                    group_values = [
                        number
                        for number, is_owner in zip(change, own, strict=True)
                        if is_owner is group
                    ]
                    values.append(sum(group_values) / len(group_values) if group_values else 0.0)
            losses[game, card] = values
    return losses


@pytest.mark.parametrize(
    ("rules", "columns"),
    [
        ({}, ["bucks_left", "unique_positions"]),
        ({"tiebreak2": "recruits"}, ["bucks_left", "recruits_signed"]),
        ({"ties": "shared"}, []),
    ],
)
def test_rescoring_equals_brute_force(
    tmp_path: Path, rules: dict[str, str], columns: list[str]
) -> None:
    """The cases cover ties, every tie-break, and two copies in a game, often with one owner."""
    rng = np.random.default_rng(8)
    games = 200
    size = 4 * games
    seats = table(
        "seats",
        {
            "game": np.repeat(np.arange(games), 4),
            "seat": np.tile(np.arange(4), games),
            "score": rng.integers(20, 25, size),
            "bucks_left": rng.integers(0, 2, size),
            "unique_positions": rng.integers(3, 5, size),
            "recruits_signed": rng.integers(3, 5, size),
        },
    )
    cards = table(
        "cards",
        {
            "game": np.repeat(np.arange(games), 12),
            "seat": np.tile(np.repeat(np.arange(4), 3), games),
            "card": rng.integers(0, 4, 3 * size),
            "played_month": rng.integers(0, 3, 3 * size),
            "drafted_month": np.tile([1, 2, 3], size),
        },
    )
    path = write_run(
        tmp_path, {"seats": seats, "cards": cards}, baseline={"rules": rules, "seats": []}
    )
    run = Run(path)
    assert rescoring.tie_breaks(run) == columns
    face = rescoring.face_scores(run)
    assert face.tolist() == [0, 5, 2, 3]
    changes = rescoring.changes(run, 0, run.batch((0, games)), face)
    expected = by_brute_force(seats, cards, face.tolist(), columns)
    assert changes.height == len(expected) > 3 * games
    for game, card, *values in changes.select("game", "thing", *rescoring.VALUES).iter_rows():
        assert values == pytest.approx(expected[game, card])
    assert changes["owner_wins"].abs().max() > 0
    assert changes["others_wins"].abs().max() > 0


def test_win_shares_add_up_to_one() -> None:
    rng = np.random.default_rng(1)
    score, one, other = rng.integers(0, 3, (3, 1000, 4)).astype(float)
    for ties in ([], [one], [one, other]):
        shares = rescoring.win_shares(score, ties)
        assert np.allclose(shares.sum(axis=1), 1)
        assert (shares >= 0).all()


def test_a_version_has_its_own_printed_score_and_tie_breaks(tmp_path: Path) -> None:
    shared = Change("rules.ties", "broken", "shared", "rule ties").record()
    more_stars = stars_change(5, 9)
    arms = [more_stars, {"label": "rules.ties=shared", "changes": [shared]}]
    source = random_run(tmp_path / "source", 40, stars=(9, 1), keep=KEEP)
    tables = {
        name: pl.concat(map(pl.read_parquet, sorted((source / name).glob("*.parquet"))))
        for name in KEEP
    }
    run = Run(write_run(tmp_path / "run", tables, arms=arms))
    assert [rescoring.face_scores(run, arm)[1] for arm in range(3)] == [5, 9, 5]
    assert [len(rescoring.tie_breaks(run, arm)) for arm in range(3)] == [2, 2, 0]


def test_rescoring_in_batches_gives_the_same_sums(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(random_run(tmp_path / "run", 120, keep=KEEP))
    whole = rescoring.rescore(run)
    monkeypatch.setattr("eoc_sim.analysis.tables.BATCH", 17)
    parts = rescoring.rescore(Run(run.path))
    assert whole["games"].to_list() == parts["games"].to_list()
    for value in rescoring.VALUES:
        assert whole[f"{value}_sum"].to_list() == pytest.approx(parts[f"{value}_sum"].to_list())
    assert set(whole["others_score_sum"]) == {0.0}


def test_cards_without_a_printed_score_are_not_rescored(tmp_path: Path) -> None:
    source = random_run(tmp_path / "run", 10, keep=KEEP)
    assert rescoring.can_rescore(Run(source))
    plain = write_run(
        tmp_path / "plain",
        {"seats": pl.read_parquet(source / "seats" / "*.parquet")},
        declaration=replace(DECLARATION, dims={}),
    )
    assert not rescoring.can_rescore(Run(plain))


@pytest.mark.parametrize(
    "settings",
    [
        {},
        pytest.param({"tiebreak2": "recruits"}, marks=pytest.mark.slow),
        {"ties": "shared"},
    ],
)
def test_rescoring_equals_the_twins_without_the_stars(
    tmp_path: Path, settings: dict[str, str]
) -> None:
    """The strategies ignore scores; one card has two copies and stars that decide games."""
    components = load(None).with_changes([("063", "copies", "2"), ("063", "stars", "20")])
    names = ["balanced", "vegas", "hoarder", "marketing_drip"]
    rules = resolve("standard", settings)
    engine = Engine(components, rules, [load_strategy(name) for name in names], seed=4)
    games = 6
    rows = engine.worker().play(0, games, KEEP)
    tables = {
        name: table(name, {field: rows[name][field] for field in rows[name].dtype.names})
        for name in KEEP
    }
    cards = {
        "name": [card.name for card in components.cards],
        "number": [card.number for card in components.cards],
        "stars": [card.stars for card in components.cards],
    }
    path = write_run(
        tmp_path,
        tables,
        strategies=names,
        dims={"strategies": {"name": names}, "cards": cards},
        baseline={"rules": dict(rules) | settings, "seats": names},
    )
    run = Run(path)
    face = rescoring.face_scores(run)
    printed = (
        tables["cards"]
        .filter(pl.col("played_month") > 0)
        .group_by("game", "seat")
        .agg(pl.col("card").map_elements(lambda card: face[card], return_dtype=pl.Float64).sum())
    )
    both = tables["seats"].join(printed, on=["game", "seat"])
    assert both["card"].to_list() == both["cards"].to_list()
    changes = rescoring.changes(run, 0, run.batch((0, games)), face)
    fork = Fork(engine)
    for game in range(games):
        plain = fork.play(game, KEEP)
        seats = plain["seats"]
        assert seats["win_share"].sum() == pytest.approx(1)
        played = changes.filter(pl.col("game") == game)
        interventions = [
            inert_card(components.cards[card].number, "stars") for card in played["thing"]
        ]
        for row, intervention, twin in zip(
            played.iter_rows(named=True),
            interventions,
            fork.twins(interventions, KEEP),
            strict=True,
        ):
            assert twin is not None
            own = np.isin(seats["seat"], fork.owners(intervention, plain["cards"]))
            won = 100 * (seats["win_share"] - twin["seats"]["win_share"])
            lost = seats["score"] - twin["seats"]["score"]
            assert row["owner_wins"] == pytest.approx(won[own].mean())
            assert row["others_wins"] == pytest.approx(won[~own].mean() if not own.all() else 0)
            assert row["owner_score"] == pytest.approx(lost[own].mean())
    assert changes["owner_wins"].abs().max() > 0
