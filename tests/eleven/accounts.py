"""Check every goal and point of a league from its trace alone (LEA-1).

``check(trace)`` reads the events in order and fails at the first wrong sum. It does not check
whether decisions are legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

RESULTS = ("won", "drawn", "lost")


def check(trace: Sequence[Any]) -> None:
    """Add up goals, results and points; compare them with every table and the last event."""
    managers: list[Counter[str]] = [Counter() for _ in trace[0]["managers"]]
    referee_goals: Counter[tuple[int, str]] = Counter()
    purses = [20] * len(managers)
    clubs: Counter[str] = Counter(
        {club: 0 for codes in trace[0]["clubs"].values() for club in codes}
    )
    halves_and_rounds: list[Any] = []
    for event in trace:
        if event["e"] in ("half", "shoot_out"):
            halves_and_rounds.append(event)
        elif event["e"] == "match":
            seat = event["manager"]
            extra_goals, extra_against = (
                referee_goals.pop((seat, name), 0) for name in ("goals", "against")
            )
            tactic_goals = event.get("tactic_goals", 0)
            assert event["goals"] == sum(event["goals_of"]) + tactic_goals + extra_goals
            assert event["against"] == sum(event["goals_against_of"]) + extra_against
            assert sum(event["shots"]) == sum(event["goals_of"]) + event["saves_against"]
            assert sum(event["shots_against"]) == event["against"] - extra_against + event["saves"]
            own = managers[event["manager"]]
            difference = event["goals"] - event["against"]
            if "rival" in event:
                difference = outcome_between_managers(event, halves_and_rounds)
                halves_and_rounds = halves_and_rounds if event["host"] else []
            own[RESULTS[0 if difference > 0 else 1 if difference == 0 else 2]] += 1
            own["points"] += event["points"]
            own["goals_for"] += event["goals"]
            own["goals_against"] += event["against"]
        elif event["e"] == "referee_effect":
            for name in ("goals", "against"):
                referee_goals[event["manager"], name] += event[name]
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
            assert not any(row["score"] or row["points"] for row in board), "SOLO-2"
            for own, stated in zip(
                [*managers, *map(Counter, board)], event["managers"], strict=True
            ):
                assert stated["points"] == own["points"]
                assert stated["score"] == sum(stated["parts"].values())
    assert trace[-1]["e"] == "final"


def outcome_between_managers(match: Any, events: Sequence[Any]) -> int:
    """PVP-7: add up a match's halves; return 1 if the manager won, even by shoot-out, else -1."""
    halves = [event for event in events if event["e"] == "half"]
    rounds = events[len(halves) :]
    assert [half["half"] for half in halves] == [1, 2]
    ours, theirs = ("goals", "against") if match["host"] else ("against", "goals")
    goals, against = (sum(half[way] for half in halves) for way in (ours, theirs))
    assert (match["goals"], match["against"]) == (goals, against)
    assert bool(rounds) == (goals == against)
    won = rounds[-1]["winner"] == match["manager"] if rounds else goals > against
    assert (match["points"] > 0) == won
    for number, entry in enumerate(rounds, 1):
        assert entry["round"] == number and (entry["winner"] is None) == (number < len(rounds))
        host, visitor = entry["rolls"]
        assert host == visitor or (host > visitor) == (entry["winner"] == entry["manager"])
    return 1 if won else -1
