"""Accounts of a league, kept from its trace alone: every goal and point (LEA-1).

``check(trace)`` walks over the events and fails at the first that states a sum which does not hold.
It knows what adds up, and judges no decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

RESULTS = ("won", "drawn", "lost")


def check(trace: Sequence[Any]) -> None:
    """Add up goals, results and points, and compare them with every table and the end."""
    managers: list[Counter[str]] = [Counter() for _ in trace[0]["managers"]]
    by_referee: Counter[tuple[int, str]] = Counter()
    purses = [20] * len(managers)
    clubs: Counter[str] = Counter({club: 0 for one in trace[0]["clubs"].values() for club in one})
    for event in trace:
        if event["e"] == "match":
            seat = event["manager"]
            goals, against = (by_referee.pop((seat, name), 0) for name in ("goals", "against"))
            assert event["goals"] == sum(event["goals_of"]) + event["tactic_goals"] + goals
            assert event["against"] == sum(event["goals_against_of"]) + against
            assert sum(event["shots"]) == sum(event["goals_of"]) + event["saves_against"]
            assert sum(event["shots_against"]) == event["against"] - against + event["saves"]
            own = managers[event["manager"]]
            difference = event["goals"] - event["against"]
            own[RESULTS[0 if difference > 0 else 1 if difference == 0 else 2]] += 1
            own["points"] += event["points"]
            own["goals_for"] += event["goals"]
            own["goals_against"] += event["against"]
        elif event["e"] == "referee_effect":
            for name in ("goals", "against"):
                by_referee[event["manager"], name] += event[name]
        elif event["e"] == "bet":
            purses[event["manager"]] -= event["stake"]
            assert purses[event["manager"]] >= 0 or trace[0]["rules"]["layer"] == "season", "LAY-1"
        elif event["e"] == "payout":
            purses[event["manager"]] += event["money"]
        elif event["e"] == "clubs":
            for club in event["clubs"]:
                clubs[club["club"]] += club["points"]
        elif event["e"] == "table":
            for own, stated in zip(managers, event["managers"], strict=True):
                for name in (*RESULTS, "points", "goals_for", "goals_against"):
                    assert stated[name] == own[name], name
            assert {club["club"]: club["points"] for club in event["clubs"]} == clubs
        elif event["e"] == "final":
            board = event["managers"][len(managers) :]
            solo = trace[0]["rules"].get("solo") == "on"
            assert len(event["managers"]) == len(managers) + solo
            assert not any(one["score"] or one["points"] for one in board), "SOLO-2"
            for own, stated in zip(
                [*managers, *map(Counter, board)], event["managers"], strict=True
            ):
                assert stated["points"] == own["points"]
                assert stated["score"] == sum(stated["parts"].values())
    assert trace[-1]["e"] == "final"
