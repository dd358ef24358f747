"""The referee of Eleven catches every corruption that changes a season's meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from eoc_sim.referee.eleven.game import Disagreement
from eoc_sim.referee.eleven.tables import SEASON_SWITCHES
from referee.corruptions import NONSENSE, Corruption, Trace, field_name, wrong_switch_values
from referee.eleven.seasons import Season, counts, switches
from referee.judging import Harmless, judge_corruptions

CASES = [
    Season(2, {"weeks": "3"}),
    Season(3, {"weeks": "4", "basic_side": "free", "board_tie": "manager", "formations": "free",
               "start_tactics": "3"}),
    Season(4, {"weeks": "2", "unpaid": "leave", "start_money": "0"}),
]  # fmt: skip

LABELS = ("setup seed", "setup game", "setup managers.*.strategy")
DICE = {"vote faces": 6, "vote rerolled": 6, "consequence dice": 12, "consequence rerolled": 12,
        "effect die": 6, "clubs clubs": 6}  # fmt: skip
DECISIONS = (
    "prepare tactic", "prepare layout", "prepare sides", "prepare put", "prepare fielded",
    "effect markers", "effect cards", "reveal line_up", "objective card", "vote colour", "act way",
)  # fmt: skip
DEALT = ("setup decks", "setup directors", "setup objectives")


def field(trace: Trace, corruption: Corruption) -> str:
    return f"{trace[corruption.line]['e']} {field_name(corruption.path)}"


def is_label(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    return field(trace, corruption) in LABELS and corruption.what != "taken out"


def faces(value: Any) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from faces(inner)


def value(event: dict[str, Any], path: tuple[Any, ...]) -> Any:
    inside: Any = event
    for step in path:
        inside = inside[step]
    return inside


def is_other_roll(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    name = next((name for name in DICE if field(trace, corruption).startswith(name)), None)
    if name is None or corruption.what in ("taken out", "nonsense"):
        return False
    if corruption.what in ("swapped", "repeated"):
        return True
    number = value(corrupted[corruption.line], corruption.path)
    # A re-roll also has the index of its die, which may be 0.
    return isinstance(number, int) and 0 <= number <= DICE[name]


def is_other_decision(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    return field(trace, corruption).startswith(DECISIONS) and corruption.what in (
        "another", "one more", "one less", "swapped", "taken out",
    )  # fmt: skip


def is_other_order(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    return field(trace, corruption).startswith(DEALT) and corruption.what == "swapped"


def is_other_day(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    """WEE-2: check that the days still follow each other, with the managers of each day in turn
    order."""
    if corruption.path != ("day",) or corruption.what not in ("one more", "one less"):
        return False
    begin = max(i for i, event in enumerate(trace[: corruption.line]) if event["e"] == "week")
    end = next(i for i, event in enumerate(trace) if i > corruption.line and event["e"] == "stands")
    managers, first = len(trace[0]["managers"]), trace[begin]["first"]
    days = [
        (event["day"], (event["manager"] - first) % managers)
        for event in corrupted[begin:end]
        if "day" in event
    ]
    return days == sorted(days)


def is_idle_event_left_out(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    event = trace[corruption.line]
    nothing = [0, 0, 0, 0]
    return corruption.what == "line taken out" and (
        (event["e"] == "act" and event["kind"] == "pass")
        or event["e"] in ("roll_off",)
        or (event["e"] in ("effect", "end_effect") and event["gains"] == event["levels"] == nothing)
    )


HARMLESS = [
    Harmless(
        "seed, number of the game, names of the strategies",
        "labels, which no rule prescribes",
        is_label,
    ),
    Harmless(
        "an equivalent roll of the dice, or its paid re-rolls in another order",
        "a draw without consequence: nothing later contradicts it",
        is_other_roll,
    ),
    Harmless(
        "another legal decision, or line-up, on which nothing depends",
        "the season is itself legal, with the same results",
        is_other_decision,
    ),
    Harmless(
        "another day on which the manager might have done the same",
        "days follow each other, and managers may do nothing on a day (WEE-2)",
        is_other_day,
    ),
    Harmless(
        "another order of cards that nobody draws, or of a hand",
        "a draw without consequence",
        is_other_order,
    ),
    Harmless(
        "a pass, an effect that brought nothing or an undecided roll-off, left out",
        "actions and effects may be forgone (ACT-8, EFF-2); "
        "any number of roll-offs is legal (SCO-7)",
        is_idle_event_left_out,
    ),
]


def is_caught(case: Season, corrupted: Trace) -> bool:
    try:
        case.judge(corrupted)
    except Disagreement:
        return True
    return False


def judge_cases(number: int, parts: int = 1, exhaustive: Sequence[str] = ()) -> set[str]:
    traces = [(case, case.trace(), "") for case in CASES]
    return judge_corruptions(
        traces, (), is_caught, HARMLESS, number, parts=parts, exhaustive=exhaustive
    )


def test_corruptions_of_every_kind():
    """One corruption of each kind is drawn for each field of each kind of event, and a third of
    them are judged."""
    judge_cases(1, parts=3)


@pytest.mark.slow
def test_many_corruptions_of_every_kind():
    """Every corruption is caught or excused, and every excuse is needed."""
    assert judge_cases(40, exhaustive=["line taken out"]) == {excuse.what for excuse in HARMLESS}


# These switches change none of the seasons tried, or leave no mark on any trace.
NEVER_SEEN = {"profile", "scouting", "trained_side"}


@pytest.mark.slow
def test_a_wrong_value_of_each_switch_is_caught_in_some_season():
    """SWI-1: for each switch, a wrong value, a missing one and nonsense are each caught.

    Wrong values of the switches in ``NEVER_SEEN`` are not caught.
    """
    caught, missed = set(), set()
    for case in [*counts(), *switches()]:
        trace = case.trace()
        for switch, stated, corruption in wrong_switch_values(
            trace, SEASON_SWITCHES, lambda values: values[:2]
        ):
            claim = (switch, stated if stated in ("taken out", NONSENSE) else "another value")
            if claim not in caught:
                (caught if is_caught(case, corruption.applied_to(trace)) else missed).add(claim)
    assert missed - caught == {(switch, "another value") for switch in NEVER_SEEN}
