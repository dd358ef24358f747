"""Redeals of all that a manager cannot see (INF-2, INF-3): consistent, fair and blind."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from eleven.games import engine
from sampled import some
from scipy.stats import chisquare

from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.records import field_of

if not COMPILED:
    pytest.skip("takes minutes in pure Python", allow_module_level=True)

UNLIKELY = 1e-4
"""The keys are fixed, so a p-value below this means that a redeal is not uniform."""
NOTES = ("memory", "draws", "key")
KEYS = 400
OPPONENTS = load().opponents


def worker_at_rest(scouting: str, week: int = 2, phase: str = "preparing", **settings: Any) -> Any:
    """Return a worker whose league is paused before a phase of a week."""
    worker = engine("random", "random", "random", seed=9, scouting=scouting, **settings).worker()
    worker.set_up(4)
    worker.play_until(phase, week)
    return worker


def redealt_copy(worker: Any, seat: int, key: int) -> Any:
    other = worker.engine.worker()
    other.copy_from(worker)
    other.redeal(seat, key)
    return other


def box_field(worker: Any, name: str) -> Any:
    return np.array(field_of(worker.part("box"), name))


def rows_of(line_up: int) -> list[tuple[int, int, int]]:
    """Return a line-up's markers by row, as a report shows them."""
    return sorted(
        (cell // 3, side, strength) for cell, side, strength in OPPONENTS[line_up].markers
    )


def schedule(worker: Any, seat: int) -> list[int]:
    """Return the places of the clubs that a manager meets, week by week."""
    return [int(place) for place in box_field(worker, "opponent_clubs")[seat, :6]]


@pytest.mark.parametrize("plan", ["rotated", pytest.param("dealt", marks=pytest.mark.slow)])
@pytest.mark.parametrize("scouting", some(["club", "card", "deck", "report"], 2))
def test_visible_information_stays(scouting: str, plan: str) -> None:
    """INF-1: a redeal changes neither the table nor the seat's own record, except for its notes."""
    for week, phase in ((1, "preparing"), (2, "preparing"), (3, "playing"), (5, "beginning")):
        worker = worker_at_rest(scouting, week, phase, schedule=plan)
        for seat in range(3):
            other = redealt_copy(worker, seat, key=seat + 1)
            for name in worker.part("table").dtype.names:
                assert np.array_equal(
                    field_of(worker.part("table"), name), field_of(other.part("table"), name)
                ), (week, name)
            before, after = worker.part("seats")[seat], other.part("seats")[seat]
            for name in before.dtype.names:
                if name not in NOTES:
                    assert np.array_equal(field_of(before, name), field_of(after, name)), name
            other.play_until("game over")


@pytest.mark.parametrize(
    "scouting",
    [
        *("club", "deck"),
        *(pytest.param(scouting, marks=pytest.mark.slow) for scouting in ("card", "report")),
    ],
)
def test_line_ups_to_come(scouting: str) -> None:
    """INF-3: exactly the possible line-ups occur, each equally often."""
    worker = worker_at_rest(scouting, week=1 if scouting == "deck" else 2)
    before = int(box_field(worker, "coming_line_up")[1])
    club = OPPONENTS[before].club
    counts = Counter(
        int(box_field(redealt_copy(worker, 1, key), "coming_line_up")[1]) for key in range(KEYS)
    )
    possible = {
        "card": [before],
        "report": [
            number
            for number, opponent in enumerate(OPPONENTS)
            if opponent.club == club and rows_of(number) == rows_of(before)
        ],
        "club": [number for number, opponent in enumerate(OPPONENTS) if opponent.club == club],
        "deck": [number for number, opponent in enumerate(OPPONENTS) if opponent.deck == 0],
    }[scouting]
    assert sorted(counts) == possible
    assert len(counts) == 1 or chisquare([*counts.values()]).pvalue > UNLIKELY


@pytest.mark.parametrize("plan", some(["rotated", "dealt"], 2))
def test_clubs_to_come(plan: str) -> None:
    """INF-3, LEA-3: under `scouting = deck`, clubs already met stay, and so do those that the
    rotation implies; the others are redealt."""
    worker = worker_at_rest("deck", 2, schedule=plan)
    before = schedule(worker, 0)
    table = worker.part("table")
    schedule_seen = np.array(field_of(table, "schedule"))[:3, :6]
    assert (schedule_seen[:, 0] >= 0).all() and (schedule_seen[:, 1:] == -1).all()
    places = [Counter() for _ in before]
    for key in range(KEYS):
        after = schedule(redealt_copy(worker, 0, key), 0)
        assert after[0] == before[0] and len(set(after)) == len(after)
        for counter, place in zip(places, after, strict=True):
            counter[place] += 1
    clubs_seen = (
        {int(schedule_seen[0, 0])} if plan == "dealt" else set(schedule_seen[:, 0].tolist())
    )
    assert set(places[1]) == ({0, 1, 2, 3} - clubs_seen if plan == "dealt" else {before[1]})
    assert set(places[4]) == {4, 5, 6, 7}
    assert chisquare(list(places[4].values())).pvalue > UNLIKELY


def test_hidden_facts_do_not_leak() -> None:
    """INF-2: two leagues that look the same to a seat are redealt identically."""
    worker = worker_at_rest("club")
    other = redealt_copy(worker, 0, key=77)
    assert not np.array_equal(box_field(worker, "key"), box_field(other, "key"))
    one, two = redealt_copy(worker, 0, key=5), redealt_copy(other, 0, key=5)
    one.play_until("game over")
    two.play_until("game over")
    rows = [redealt_worker.rows(("games", "seats", "matches")) for redealt_worker in (one, two)]
    for name in rows[0]:
        assert rows[0][name].tobytes() == rows[1][name].tobytes()


def test_expected_line_ups() -> None:
    """INF-3, INF-4: a seat's record lists the line-ups that `scouting` leaves possible."""
    for scouting, number in (("club", 4), ("card", 1), ("report", 8), ("deck", 16)):
        worker = worker_at_rest(scouting)
        for seat in range(3):
            me = worker.part("seats")[seat]
            assert int(field_of(me, "line_ups")) == number
            keepers = {int(keeper) for keeper in field_of(me, "their_keeper")[:number]}
            coming = OPPONENTS[int(box_field(worker, "coming_line_up")[seat])]
            assert coming.keeper_strength in keepers
            if scouting != "deck":
                assert keepers == {coming.keeper_strength}
