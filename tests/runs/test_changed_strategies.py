"""Strategies that have changed since a record was written are named."""

from __future__ import annotations

import copy

import pytest

from eoc_sim.simulator.runs.changed_strategies import changed_strategies

RECORD = {
    "seed": 1,
    "baseline": {
        "seats": [
            {"spec": "bold", "hash": "1", "parameters": {"tilt": 2.0}, "tables": {"b.csv": "1"}},
            {"spec": "shy", "hash": "1", "parameters": {}, "tables": {}},
            {"spec": "bold", "hash": "1", "parameters": {"tilt": 2.0}, "tables": {"b.csv": "1"}},
        ],
        "sources": {"bold.py": "1", "shy.py": "1", "plan/help.py": "1"},
    },
}


def changed_record(seats, parts=(), files=()):
    """Return the record with different hashes for seats, parts of the first seat, and files."""
    record = copy.deepcopy(RECORD)
    for seat in seats:
        record["baseline"]["seats"][seat]["hash"] = "2"
    for part, name in parts:
        record["baseline"]["seats"][0][part][name] = "2"
    for file in files:
        record["baseline"]["sources"][file] = "2"
    return record


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (changed_record([]), None),
        ({**changed_record([]), "seed": 2}, None),
        # File names only inform the reader: equal hashes mean equal play.
        (changed_record([], files=["bold.py"]), None),
        (changed_record([1], files=["shy.py"]), "The strategy shy has changed (shy.py)"),
        (changed_record([0, 2]), "The strategy bold has changed"),
        (
            changed_record([0, 1, 2], files=["plan/help.py", "plan/new.py"]),
            "The strategies bold and shy have changed (plan/help.py and plan/new.py)",
        ),
        (
            changed_record([0, 2], [("tables", "b.csv"), ("parameters", "tilt")]),
            "The strategy bold has changed (b.csv and tilt)",
        ),
        (
            changed_record([1], files=["1.py", "2.py", "3.py", "4.py", "5.py"]),
            "The strategy shy has changed (1.py, 2.py, 3.py and 2 more)",
        ),
    ],
)
def test_changed_strategies_are_named(other, message):
    assert changed_strategies(RECORD, other) == message


def test_a_replaced_strategy_has_not_changed():
    other = changed_record([1], files=["new.py"])
    other["baseline"]["seats"][1]["spec"] = "new"
    assert changed_strategies(RECORD, other) is None


def test_without_recorded_files_only_the_strategy_is_named():
    earlier = copy.deepcopy(RECORD)
    del earlier["baseline"]["sources"]
    message = changed_strategies(earlier, changed_record([1], files=["shy.py"]))
    assert message == "The strategy shy has changed"
