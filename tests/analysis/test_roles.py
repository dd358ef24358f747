"""Analyses find columns by role, so the same data under other names give the same numbers."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from synthetic_orchard import orchard_run
from synthetic_runs import random_run

from eoc_sim.analysis import cards, compare, luck_of_the_deal, points, seating, strategies, worth
from eoc_sim.analysis.tables import MissingResults, Run

NAMES = {
    "queue": "order",
    "soil": "region",
    "tool": "board",
    "chair": "seat",
    "walks": "recruits_signed",
    "picked": "cards",
    "eaten": "trade_fees",
    "lead": "margin",
}
"""Orchard's names for columns, each with the name of the column that it copies."""


@pytest.fixture(scope="module")
def original_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "original"
    return random_run(path, 300, stars=(1, 9), keep=("games", "seats", "cards", "offers"))


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory, original_run: Path) -> Run:
    return Run(
        orchard_run(tmp_path_factory.mktemp("runs") / "orchard", original_run, values=(1, 9))
    )


def assert_same_numbers(orchard: pl.DataFrame, original: pl.DataFrame) -> None:
    """Check that both tables have the same numbers, under different names."""
    renamed = {
        column: column.replace(own, NAMES[own])
        for own in NAMES
        for column in orchard.columns
        if column.split("_")[0] == own
    }
    numbers = orchard.rename(renamed).drop("label", "what", strict=False)
    assert numbers.height
    assert_frame_equal(numbers, original.select(numbers.columns), check_dtypes=False)


def test_the_same_numbers_under_other_names(orchard: Run, original_run: Path) -> None:
    run = Run(original_run)
    assert_same_numbers(strategies.win_shares(orchard), strategies.win_shares(run))
    assert_same_numbers(strategies.habits(orchard), strategies.habits(run))
    assert_same_numbers(points.parts(orchard), points.parts(run))
    for analysis in (seating.by_seat, seating.by_neighbour):
        assert_same_numbers(
            analysis(orchard).drop("place", "before_label", strict=False), analysis(run)
        )
    assert_same_numbers(points.distribution(orchard), points.distribution(run))
    own, others = luck_of_the_deal.win_shares(orchard), luck_of_the_deal.win_shares(run)
    assert list(own) == ["queue", "soil", "tool", "chair"]
    for name, frame in own.items():
        assert_same_numbers(frame, others[NAMES[name]])
    assert_same_numbers(cards.card_table(orchard), cards.card_table(run))
    # Trees have no printed score, and `unsure_under` names strategies, whose names differ.
    worths = worth.with_worth(orchard, cards.card_table(orchard)).drop("unsure_under")
    assert "worth" in worths.columns and "face" not in worths.columns
    assert_same_numbers(worths, worth.with_worth(run, cards.card_table(run)))
    own, others = compare.effects(orchard), compare.effects(run)
    assert own.keys() == others.keys()
    for group, frame in own.items():
        assert_same_numbers(frame, others[group])
    assert_same_numbers(compare.card_rates(orchard), compare.card_rates(run))
    close = points.closeness(orchard)
    assert close["measure"].to_list() == ["lead", "shared"]
    assert close["value"][0] == points.closeness(run)["value"][0]


def test_labels_come_from_the_game(orchard: Run) -> None:
    assert strategies.win_shares(orchard)["label"][0] == "gardener h"
    groups = luck_of_the_deal.win_shares(orchard)
    assert groups["queue"]["label"].to_list() == ["front", "middle", "back", "very back"]
    assert groups["soil"]["label"][1] == "clay"
    assert groups["tool"]["label"].to_list()[:2] == ["ladder", "basket"]
    assert groups["chair"]["label"].to_list() == ["chair 1", "chair 2", "chair 3", "chair 4"]
    assert seating.by_seat(orchard)["place"].unique(maintain_order=True).to_list() == [
        "chair 1",
        "chair 2",
        "chair 3",
        "chair 4",
    ]
    assert compare.effects(orchard)["order"]["label"][0] == "front"
    assert cards.card_table(orchard)["label"][1] == "038 Tree 2"


def test_the_game_declares_which_changes_matter(tmp_path: Path, original_run: Path) -> None:
    """A change that the game declares negligible does not matter."""
    large = {"wins": 80.0, "score": 90.0}
    path = orchard_run(tmp_path / "orchard", original_run, values=(1, 9), smallest=large)
    effects = compare.effects(Run(path))["strategy"]
    assert set(effects["verdict"]) == {"no change that matters"}
    assert set(strategies.win_shares(Run(path))["verdict"]) == {"no change that matters"}


def test_messages_name_absent_tables_as_the_game_does(tmp_path: Path, original_run: Path) -> None:
    run = Run(orchard_run(tmp_path / "orchard", original_run, keep=("chairs",)))
    with pytest.raises(MissingResults, match=r"did not keep trees: .* --keep chairs,trees\."):
        cards.card_table(run)
    with pytest.raises(MissingResults, match="Orchard has no table with the place on the board"):
        run.table_with("place")
    assert not run.declares("place")


def test_columns_are_read_by_role_and_by_name(orchard: Run) -> None:
    seats = orchard.table_with("win_share")
    rows = orchard.read(seats, 1, (10, 12), ["game", "win_share"], ["soil"])
    assert rows.columns == ["game", "win_share", "soil"]
    assert rows["game"].unique().to_list() == [10, 11]
