"""The referee of Eleven accepts seasons played by its own rule functions."""

from __future__ import annotations

from collections import Counter

import pytest
from sampled import some

from eoc_sim.referee.eleven.tables import SEASON_SWITCHES, SEATS
from referee.eleven.season_engine import Replayed
from referee.eleven.seasons import Season, counts, mixtures, switches

CASES = [*counts(), *switches(), *mixtures(30)]
MORE_CASES = mixtures(400)[30:]
WHOLE = Season(4, {"weeks": "8"})


@pytest.mark.parametrize(
    "case",
    [*some(CASES, 8), *(pytest.param(case, marks=pytest.mark.slow) for case in MORE_CASES)],
    ids=str,
)
def test_seasons_played_by_the_rules_are_accepted(case: Season):
    """LAY-1, SET-1, SWI-1: seasons with every switch and number of managers are replayed from
    the decisions alone."""
    trace = case.trace()
    case.judge(trace)
    assert case.played(Replayed(trace)) == trace


@pytest.mark.slow
def test_the_seasons_have_every_kind_of_event():
    """The seasons also have all actions, all ways to contract sponsors and all numbers of
    managers."""
    traces = [case.trace() for case in CASES]
    assert {case.managers for case in CASES} == set(SEATS)
    events = {event["e"] for trace in traces for event in trace}
    assert events - {"roll_off"} == {
        "setup", "row", "reshuffle", "draft", "levels", "objective", "week", "production", "vote",
        "effect", "act", "sale", "free_action", "dismiss", "stands", "prepare", "reveal", "match",
        "unused", "experience", "leave", "consequence", "clubs", "table", "recover", "upkeep",
        "loss", "week_end", "end_effect", "final",
    }  # fmt: skip
    acts = [event for trace in traces for event in trace if event["e"] == "act"]
    assert {event["kind"] for event in acts} == {
        "hire", "sell", "staff", "sponsor", "build", "pass",
    }  # fmt: skip
    assert {event["way"] for event in acts} == {None, "small", "money", "bonus", "shirt"}
    assert {event["extra"] for event in acts} == {False, True}


@pytest.mark.slow
def test_the_seasons_have_the_extreme_values_of_every_switch():
    """SWI-1: for each switch the seasons have at least the first and the last value."""
    rules = [case.trace()[0]["rules"] for case in CASES]
    for name, values in SEASON_SWITCHES.items():
        assert {values[0], values[-1]} <= {rule[name] for rule in rules}, name


@pytest.mark.slow
def test_almost_every_effect_happens():
    """EFF-1, EFF-2: almost all sources in the box take effect, except those always in force."""
    counts = Counter(
        event["source"]
        for game in range(12)
        for event in WHOLE.trace(game)
        if event["e"] in ("effect", "end_effect")
    )
    for kind, number in (("P", 20), ("S", 20), ("N", 18), ("D", 10), ("I", 4), ("T", 3), ("B", 30)):
        assert sum(source[0] == kind for source in counts) >= number, kind


def test_events_state_every_change_of_money():
    """CLU-1: every change of money is in exactly one event."""
    trace = WHOLE.trace()
    money = [5] * 4
    for event in trace:
        seat = event.get("manager")
        match event["e"]:
            case "production":
                money[seat] += event["gains"][0] + event["weekly"]
            case "effect" | "end_effect":
                in_match = event["source"][0] in "PYV"
                money[seat] += event["gains"][0] - (0 if in_match else event["paid"][0])
            case "act":
                money[seat] += event["gains"][0] - event["price"]
            case "sale":
                money[seat] += event["money"]
            case "stands":
                money[seat] += event["fans"]
            case "prepare":
                money[seat] -= sum(amounts[0] for amounts in event["put"])
            case "unused":
                money[seat] += event["back"][0]
            case "consequence":
                money[seat] += event["gains"][0]
            case "upkeep":
                money[seat] -= event["paid"]
            case "week_end":
                assert event["resources"][0] == money[seat], event
