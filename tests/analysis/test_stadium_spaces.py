"""Test action spaces, bonus tokens and losses with known games."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from synthetic_stadium import stadium_run

from eoc_sim.analysis.stadium import spaces, spans
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.simulator.stadium.state import SPACES

# Game 0 has 4 rounds: in 1 and 4, both owners place a VP on Equipment (0) and one on Train (1), and
# in 2 and 3 all four VPs are on Equipment. Game 1 has 2 rounds with all four VPs on Equipment.
VPS = {
    (0, 1): {0: 2, 1: 2},
    (0, 2): {0: 4},
    (0, 3): {0: 4},
    (0, 4): {0: 2, 1: 2},
    (1, 1): {0: 4},
    (1, 2): {0: 4},
}
HITS = {(0, 3, 2): 2, (0, 3, 1): 0, (0, 4, 2): 1, (0, 4, 3): 1}
"""The number of owners hit, by game, round and space."""


def space_rows() -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {
        name: [] for name in ("game", "round", "space", "vps", "idle_rounds", "owners_hit")
    }
    idle: dict[tuple[int, int], int] = {}
    for (game, number), placed in VPS.items():
        for space in range(SPACES):
            idle[game, space] = 0 if placed.get(space) else idle.get((game, space), 0) + 1
            values = (
                game,
                number,
                space,
                placed.get(space, 0),
                idle[game, space],
                HITS.get((game, number, space), 0),
            )
            for name, value in zip(rows, values, strict=True):
                rows[name].append(value)
    return rows


ROUNDS = {
    # By game and seat: the points at the end of each round, and the number of things lost in it.
    (0, 0): ((5, 5, 6, 7), (0, 0, 1, 1)),
    (0, 1): ((2, 5, 3, 7), (0, 0, 1, 1)),
    (1, 0): ((1, 1), (0, 1)),
    (1, 1): ((4, 4), (0, 3)),
}
PLACED = {
    "game": [0, 0, 0, 0, 1],
    "seat": [0, 0, 1, 1, 0],
    "round": [1] * 5,
    "turn": [1, 2, 3, 4, 1],
    "space": [0, 0, 0, 1, 0],
    "bonus": [1, 2, 3, 1, 1],
    "state": ["bare", "bare", "stack", "single", "double"],
}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    rounds = {
        "game": [game for (game, _), (points, _) in ROUNDS.items() for _ in points],
        "seat": [seat for (_, seat), (points, _) in ROUNDS.items() for _ in points],
        "round": [number for points, _ in ROUNDS.values() for number in range(1, len(points) + 1)],
        "points_end": [point for points, _ in ROUNDS.values() for point in points],
        "lost": [count for _, lost in ROUNDS.values() for count in lost],
    }
    return stadium_run(
        tmp_path / "run", {"spaces": space_rows(), "placements": PLACED, "rounds": rounds}
    )


def by_label(frame: pl.DataFrame) -> dict[str, dict]:
    return {row["label"]: row for row in frame.iter_rows(named=True)}


def test_every_space(run: Run) -> None:
    rows = by_label(spaces.space_table(run))
    assert len(rows) == SPACES
    # 12 of 16 VPs in game 0 are on Equipment, and so are all 8 in game 1.
    assert rows["Equipment"]["share"] == pytest.approx((75 + 100) / 2)
    assert (rows["Equipment"]["idle"], rows["Equipment"]["longest"]) == (0, 0)
    # Train is idle in 2 of the 4 rounds in game 0 and in both rounds of game 1.
    assert rows["Train"]["idle"] == pytest.approx((50 + 100) / 2)
    assert (rows["Train"]["longest"], rows["Train"]["thrice"]) == (2, 0)
    # Hire is idle in all 4 rounds of game 0 and in both rounds of game 1.
    assert (rows["Hire"]["longest"], rows["Hire"]["thrice"]) == (3, 50)
    assert rows["Hire"]["lost"] == pytest.approx((2 + 1 + 0) / 2)
    assert all(row["games"] == 2 for row in rows.values())


def test_spaces_by_round(run: Run) -> None:
    frame = spaces.by_round(run)
    first, third = (
        by_label(frame.filter(pl.col("span") == spans.NAMES.index(name))) for name in "13"
    )
    assert (first["Train"]["games"], third["Train"]["games"]) == (2, 1)
    assert first["Train"]["share"] == pytest.approx((50 + 0) / 2)
    assert (first["Train"]["idle"], third["Train"]["idle"]) == (50, 100)
    for span in frame["span"].unique():
        assert frame.filter(pl.col("span") == span)["share"].sum() == pytest.approx(100)


def test_rounds_that_few_games_reach_are_combined() -> None:
    rounds = pl.DataFrame({"round": [0, 1, 12, 13, 16, 17, 20, 21, 30, 31, 100]})
    places = rounds.select(spans.span("round"))["round"].to_list()
    names = ["never" if place == spans.NEVER else spans.NAMES[place] for place in places]
    assert names == [
        "never",
        "1",
        "12",
        "13 to 16",
        "13 to 16",
        "17 to 20",
        "17 to 20",
        "21 to 30",
        "21 to 30",
        "31+",
        "31+",
    ]


def test_states_of_bonus_tokens(run: Run) -> None:
    rows = by_label(spaces.states(run))
    all_spaces, equipment, train = (rows[name] for name in ("all spaces", "Equipment", "Train"))
    assert (all_spaces["bare"], all_spaces["single"]) == (pytest.approx(25), pytest.approx(12.5))
    assert (all_spaces["double"], all_spaces["stack"]) == (pytest.approx(50), pytest.approx(12.5))
    assert equipment["bare"] == pytest.approx((200 / 3 + 0) / 2)
    assert (train["games"], train["single"], train["bare"]) == (1, 100, 0)
    assert "Hire" not in rows, "nobody was ever placed there"


def test_victims_of_losses(run: Run) -> None:
    rows = by_label(spaces.losses_by_rank(run))
    all_spaces = rows["all spaces"]
    # At the start of round 1, and of round 3 of game 0, nobody is ahead. At the start of rounds 2
    # and 4 of game 0, seat 0 is ahead; each seat loses 0 in round 2 and 1 in round 4. At the start
    # of round 2 of game 1, seat 1 is ahead; it loses 3 in that round, and seat 0 loses 1.
    assert all_spaces["leader"] == pytest.approx((50 + 300) / 2)
    assert all_spaces["trailer"] == pytest.approx((50 + 100) / 2)
    assert all_spaces["difference"] == pytest.approx((0 + 200) / 2)
    # A space is judged by the rounds in which no other space hit an owner. For Hire that is round 3
    # of game 0, in which nobody led alone.
    assert rows["Hire"]["leader"] is None
    assert "Playbook" not in rows, "it was never the only space with a hit"


def test_batches_add_up(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = (spaces.space_table, spaces.by_round, spaces.states, spaces.losses_by_rank)
    whole = [tabulate(run) for tabulate in tables]
    monkeypatch.setattr("eoc_sim.analysis.tables.BATCH", 1)
    again = Run(run.path)
    again.prepare(spaces.statistics(again))
    for sums, tabulate in zip(whole, tables, strict=True):
        assert sums.equals(tabulate(again))


def test_missing_tables_are_reported(tmp_path: Path) -> None:
    run = stadium_run(tmp_path / "some", {"spaces": space_rows()})
    assert spaces.space_table(run).height == SPACES
    with pytest.raises(MissingResults, match="did not keep rounds"):
        spaces.losses_by_rank(run)
    with pytest.raises(MissingResults, match="did not keep placements"):
        spaces.states(run)
