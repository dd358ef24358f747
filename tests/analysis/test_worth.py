"""Test the verdicts on cards and how the columns of their worth are combined."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from synthetic_runs import random_run, table, write_run

from eoc_sim.analysis import cards, worth
from eoc_sim.analysis.dealt_cards import DealtCards, PulledMeans
from eoc_sim.analysis.looks import Look, fixed_look
from eoc_sim.analysis.tables import Run

KEEP = ("games", "seats", "cards", "offers")


def means(mean: list[float], error: float, games: float = 20_000) -> PulledMeans:
    size = len(mean)
    return PulledMeans(np.array(mean), np.full(size, games), np.full(size, error**2))


def verdict_of(
    mean: list[float],
    error: float,
    played: list[float],
    games: float = 20_000,
    drafted: float = 15_000,
) -> list:
    offered, drafts = np.full(len(mean), 20_000.0), np.full(len(mean), drafted)
    return worth.verdicts(
        fixed_look(20_000), means(mean, error, games), offered, drafts, np.array(played), 1.0
    )[0]


def test_every_verdict_except_dominating() -> None:
    # Five intervals hold jointly at a level of 99.5 % each, which takes 2.81 standard errors.
    assert verdict_of([0.9, -0.9, 0.1, 0.7, 0.1], 0.3, [900.0] * 4 + [300]) == [
        "strong",
        "weak",
        "ordinary",
        "not decided",
        "dead",
    ]


def test_the_limits_of_the_verdicts() -> None:
    """Bonferroni's correction covers all cards; a card is dead if its plays are certainly rare."""
    assert verdict_of([0.7], 0.3, [900]) == ["strong"], "a single card takes 2.24 standard errors"
    assert verdict_of([0.7] * 5, 0.3, [900] * 5) == ["not decided"] * 5
    assert verdict_of([0.2], 0.1, [900]) == ["ordinary"], "certainly too little to matter"
    assert verdict_of([0.2], 0.1, [380]) == ["ordinary"]
    assert verdict_of([0.2], 0.1, [355]) == ["dead"], "1.8 in 100, at most 1.997"
    assert verdict_of([0.2], 0.1, [0], games=9) == [None]


def test_a_strong_card_that_everybody_drafts_dominates() -> None:
    """The worth certainly exceeds 1, and the draft rate is certainly at least 90 in 100."""
    assert verdict_of([3.0], 0.3, [900], drafted=18_200) == ["dominating"]
    assert verdict_of([3.0], 0.3, [900], drafted=18_050) == ["strong"], (
        "90.25 in 100, at least 89.8"
    )
    assert verdict_of([1.5], 0.3, [900], drafted=18_200) == ["strong"], "perhaps only 0.8"


def test_an_undecided_card_states_the_games_needed() -> None:
    words, needed = worth.verdicts(
        fixed_look(20_000),
        means([0.6, 3.0], 0.3),
        np.full(2, 20_000.0),
        np.full(2, 15_000.0),
        np.full(2, 900.0),
        1.0,
    )
    assert words == ["not decided", "strong"]
    # At the next look, with 60 000 games, 0.6 would be 3.46 standard errors. To be decided in four
    # of five cases, it must be 2.81 + 0.84 standard errors.
    assert needed == [160_000, None], "more games, up to the planned look at 180 000"


def test_a_card_between_looks_has_the_result_of_the_last() -> None:
    look, planned, longer = Look(24_000, 20_000), means([0.6], 0.3), means([0.7], 0.28, 24_000)
    at_plan = planned.interval_at(fixed_look(20_000))
    assert longer.interval_at(look)[0][0] < at_plan[0][0], "on its own the longer run knows less"
    assert np.allclose(replace(longer, at_plan=planned).interval_at(look), at_plan)


def test_a_verdict_that_one_strategy_does_not_show() -> None:
    verdicts = ["dominating", "weak", "ordinary", "strong", None]
    mean = np.array([1.0, -1.0, 0.0, 1.0, 1.0])
    first = means([0.8, -0.9, 0.8, 0.9, 1.0], 0.2)
    second = PulledMeans(np.array([0.9, 0.9, 0.9, 0.3, 1.0]), np.full(5, 9_000.0), np.full(5, 0.04))
    look = fixed_look(20_000)
    few = means([2.0, -2.0, 0.0, 2.0, 0.0], 0.2, games=9)
    assert worth.unsure_under(look, mean, verdicts, [first, second], ["a", "b"]) == [
        "",
        "b",
        None,
        "b",
        None,
    ]
    assert worth.unsure_under(look, mean, verdicts, [few], ["c"])[:2] == ["c", "c"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(random_run(tmp_path_factory.mktemp("runs") / "run", 400, keep=KEEP))


def test_columns_are_combined(run: Run) -> None:
    frame = worth.with_worth(run, cards.card_table(run))
    assert frame["thing"].to_list() == list(range(40))
    for name in ("worth", "worth_score", "shrunk", "gap", "face_wins", "face_others"):
        inside = frame.select(
            (pl.col(f"{name}_low") <= pl.col(name)) & (pl.col(name) <= pl.col(f"{name}_high"))
        )
        assert inside.to_series().all(), name
        assert frame[name].null_count() == 0, name
    assert frame["gap"].to_list() == pytest.approx(
        (frame["drafted_adjusted"] - frame["worth"]).to_list()
    )
    assert frame["face"][1] == 5
    assert frame["face_games"].to_list() == frame["played_games"].to_list()
    assert (frame["shrunk"].std() or 0) < (frame["worth"].std() or 0)


def test_only_columns_of_kept_tables_are_added(tmp_path: Path) -> None:
    run = Run(random_run(tmp_path / "run", 60, keep=("seats", "cards")))
    frame = worth.with_worth(run, cards.card_table(run))
    assert "face" in frame.columns and "worth" not in frame.columns


def run_with_selection(path: Path, games: int, seed: int) -> Run:
    """Make a run in which the better player drafts a card without effect.

    The card, number 0, is dealt at random.
    """
    rng = np.random.default_rng(seed)
    deck = np.argsort(rng.random((games, 12)), axis=1)[:, :8]
    seat = np.tile(np.repeat([0, 1], 4), (games, 1))
    strong = rng.integers(0, 2, games)
    won = rng.random(games) < 0.8
    share = np.zeros((games, 2))
    share[np.arange(games), np.where(won, strong, 1 - strong)] = 1
    # The better player drafts card 0 wherever it is, and the other drafts another card.
    game = np.repeat(np.arange(games), 2)
    drafter = np.tile([0, 1], games)
    card = np.where(drafter == strong[game], 0, 1 + rng.integers(0, 11, 2 * games))
    tables = {
        "seats": table(
            "seats",
            {
                "game": game,
                "seat": drafter,
                "win_share": share.ravel(),
                "score": (10 * share).ravel().astype(int),
            },
        ),
        "cards": table(
            "cards",
            {
                "game": game,
                "seat": drafter,
                "card": card,
                "drafted_month": np.ones(2 * games, int),
            },
        ),
        "offers": table(
            "offers",
            {
                "game": np.repeat(np.arange(games), 8),
                "card": deck.ravel(),
                "seat": seat.ravel(),
                "month": np.ones(8 * games, int),
                "how": np.ones(8 * games, int),
            },
        ),
    }
    names = [f"Card {number}" for number in range(12)]
    return Run(write_run(path, tables, players=2, cards=names, strategies=["a"]))


@pytest.mark.slow
def test_selection_shows_as_gap_and_not_as_worth(tmp_path: Path) -> None:
    gaps = []
    for seed in range(30):
        run = run_with_selection(tmp_path / str(seed), 300, seed)
        deals = worth.deals_worth(run, 0)
        wins, gap = deals.means[0], deals.gap
        assert gap is not None
        gaps.append((wins.mean[0], gap.mean[0], gap.variance[0]))
    own, gap, squares = np.array(gaps).T
    assert abs(own.mean()) < 2
    # Those who draft card 0 win 80 in 100, and all who draft win 50.
    assert gap.mean() == pytest.approx(30, abs=2)
    assert np.sqrt(squares.mean()) == pytest.approx(gap.std(ddof=1), rel=0.35)


def test_cards_have_no_worth_if_nothing_is_dealt_to_seats(tmp_path: Path) -> None:
    source = random_run(tmp_path / "source", 30, keep=KEEP)
    tables = {name: pl.read_parquet(source / name / "*.parquet") for name in KEEP}
    tables["offers"] = tables["offers"].with_columns(pl.lit(-1, dtype=pl.Int8).alias("seat"))
    cards_of_run = [f"Card {number}" for number in range(40)]
    run = Run(write_run(tmp_path / "run", tables, cards=cards_of_run))
    wins = DealtCards(run).means()
    assert np.isnan(wins.mean).all() and not wins.games.any()
