"""The worth of players, staff and tokens relative to their prices, measured with twins."""

from __future__ import annotations

import polars as pl
import pytest

from eoc_sim.analysis.eleven.family import WORDS
from eoc_sim.analysis.eleven.strength import measure_together
from eoc_sim.analysis.eleven.timing import GROUPS
from eoc_sim.analysis.stats import CHANGES, UNDECIDED
from eoc_sim.analysis.twin_findings import win_findings
from eoc_sim.analysis.twin_means import ALL
from eoc_sim.commands.balance_subject import subject_of
from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.game import GAME
from eoc_sim.simulator.eleven.schedule import CARD_OFF, EFFECT_OFF, PRICED, VP_OFF, Schedule
from eoc_sim.simulator.eleven.versions import Version
from eoc_sim.simulator.runs.schedule import FULL_SHARE
from eoc_sim.simulator.runs.version_options import VersionOptions

VERSION = Version.baseline(VersionOptions())


def subject(key: str):
    assert GAME.editing is not None
    return subject_of(GAME, VERSION, key, GAME.editing.numbers(VERSION))


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("player.P07", {CARD_OFF}),
        ("staff.S13", {EFFECT_OFF}),
        ("infrastructure.I01", {EFFECT_OFF, VP_OFF}),
    ],
)
def test_a_thing_is_compared_with_others_of_its_sheet_and_price(key: str, kinds: set[str]) -> None:
    thing = subject(key)
    word, _, number = key.partition(".")
    assert thing.average == f"an average {word} of its price" and thing.metric == "score"
    entries = Schedule.from_record(thing.schedule).entries
    assert {entry.kind for entry in entries} == kinds
    assert {entry.thing[0] for entry in entries} == {number[0]}
    assert {entry.thing for entry in entries if entry.share == FULL_SHARE} == {number}
    assert thing.numbers


def test_a_dealt_card_needs_no_twins() -> None:
    assert subject("youngster.Y05").schedule is None


@pytest.mark.parametrize("key", ["sponsor.N05", "director.D03", "opponent.O12"])
def test_a_thing_without_a_price_is_refused(key: str) -> None:
    with pytest.raises(InputError, match="nothing of that name has a measured strength") as error:
        subject(key)
    listed = str(error.value)
    assert all(f"{kind}.…" in listed for kind in PRICED)
    assert "sponsor.…" not in listed and "director.…" not in listed


def players(*rows: tuple[int, float, float]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {"thing": thing, "price": paid, "mean": mean, "squared_error": 0.04, "games": 50}
            for thing, paid, mean in rows
        ]
    )


def test_worth_beyond_the_price_is_relative_to_the_others() -> None:
    """The other things lie exactly on a line, which gives 4 VP for 8 money."""
    rows = players((1, 2, 1.0), (2, 4, 2.0), (3, 6, 3.0), (4, 8, 7.0), (5, 8, 5.0))
    worth = measure_together(rows.filter(thing=4), rows.filter(pl.col("thing") != 5))
    assert worth["beyond"] == pytest.approx(3.0) and worth["worth"] == 7.0
    pair = measure_together(rows.filter(pl.col("thing") > 3), rows)
    assert (pair["players"], pair["games"], pair["price"]) == (2, 100, 8.0)
    assert pair["worth"] == 6.0 and pair["beyond"] == pytest.approx(2.0)
    assert pair["worth_high"] - pair["worth_low"] < worth["worth_high"] - worth["worth_low"]
    assert pair["beyond_low"] < pair["beyond"] < pair["beyond_high"]


def test_too_few_others_give_no_line() -> None:
    rows = players((1, 2, 1.0), (2, 4, 2.0), (3, 6, 3.0))
    assert measure_together(rows.filter(thing=3), rows)["beyond"] is None


def test_findings_cover_all_strategies_together_and_report_decided_rows() -> None:
    frame = pl.DataFrame(
        {
            "strategy": [ALL, ALL, "balanced"],
            "week": [1, 2, 1],
            "wins": [3.0, 0.1, 4.0],
            "wins_low": [1.0, -1.0, 2.0],
            "wins_high": [5.0, 1.2, 6.0],
            "verdict": [CHANGES, UNDECIDED, CHANGES],
        }
    )
    words, columns = WORDS["line_ups"]
    sentences = win_findings(frame, pl.format(words, *columns), "its manager")
    assert sentences["what"].to_list() == [
        "knowing the line-up, week 1",
        "knowing the line-up, week 2",
    ]
    assert sentences["reported"].to_list() == [True, False]


def test_findings_have_words_for_every_column() -> None:
    for name, (words, columns) in WORDS.items():
        assert set(columns) == {
            "week" if column == "round" else column for column in GROUPS[name][1]
        }
        assert words.count("{}") == len(columns)
