"""Any illegal act in a league of Eleven is a disagreement that names the rule and the week."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from eoc_sim.referee.eleven.game import Disagreement
from eoc_sim.referee.eleven.tables import FORMATIONS
from referee.corruptions import Trace
from referee.eleven.playing import Case
from referee.eleven.reference_engine import Prepared, RandomDecisions, ReferenceEngine

Event = dict[str, Any]
Edit = Callable[[Event], Any]

CARDS = Case(3, {"start_tactics": "2"})
FREE = Case(3, {"formations": "free", "start_tactics": "2", "facing": "roll"})
OFF = Case(2, {"tactics": "off"})
DEALT = Case(3, {"schedule": "dealt"})


def refused(case: Case, trace: Trace, rule: str, words: str = "") -> None:
    with pytest.raises(Disagreement) as error:
        case.judge(trace)
    assert error.value.rule == rule, error.value
    assert words in error.value.sentence


def edited(case: Case, kind: str, number: int, edit: Edit) -> Trace:
    """Return a league's trace with one event of a kind edited."""
    trace = case.trace()
    edit([event for event in trace if event["e"] == kind][number])
    return trace


def sets(**fields: Any) -> Edit:
    return lambda event: event.update(fields)


def rules(**switches: str) -> Edit:
    return lambda event: event["rules"].update(switches)


def entry(name: str, number: int, **fields: Any) -> Edit:
    return lambda event: event[name][number].update(fields)


def moved(*cells: str) -> Edit:
    """Move the first markers to these cells."""
    return lambda event: event["layout"].__setitem__(slice(len(cells)), cells)


def first_card(card: str) -> Edit:
    return lambda event: event["tactics"][0].__setitem__(0, card)


SET_UP: list[tuple[Case, str, Edit]] = [
    (CARDS, "SWI-1", rules(weeks="9")),
    (CARDS, "SWI-1", rules(layer="season")),
    (CARDS, "SWI-1", rules(market="off")),
    (CARDS, "SWI-1", lambda event: event["rules"].pop("layer")),
    (CARDS, "SWI-1", lambda event: event["rules"].pop("facing")),
    (CARDS, "SWI-1", lambda event: event["rules"].pop("betting")),
    (CARDS, "SET-1", lambda event: event["managers"].__delitem__(slice(2))),
    (CARDS, "SET-1", lambda event: event["managers"].extend(event["managers"])),
    (CARDS, "TRACE", entry("managers", 1, seat=2)),
    (CARDS, "TRACE", lambda event: event.pop("seed")),
    (CARDS, "SET-3", sets(first=3)),
    (CARDS, "SET-3", sets(first="0")),
    (CARDS, "SET-2", lambda event: event["clubs"].pop("32")),
    (CARDS, "SET-2", lambda event: event.update(clubs=dict(reversed(event["clubs"].items())))),
    (CARDS, "SET-2", lambda event: event["clubs"]["3"].__setitem__(0, "32a")),
    (CARDS, "SET-2", lambda event: event["clubs"]["3"].append("3a")),
    (CARDS, "SET-2", rules(division="2")),
    (CARDS, "LEA-3", lambda event: event["schedule"].reverse()),
    (CARDS, "LEA-3", lambda event: event["schedule"].pop()),
    (DEALT, "LEA-3", lambda event: event["schedule"].pop()),
    (DEALT, "LEA-2", lambda event: event["schedule"][1].pop()),
    (DEALT, "LEA-2", lambda event: event["schedule"][1].reverse()),
    (DEALT, "LEA-2", lambda event: event["schedule"][2].__setitem__(0, event["schedule"][2][1])),
    (DEALT, "LEA-2", lambda event: event["schedule"][0].__setitem__(5, "1a")),
    (CARDS, "SET-7", lambda event: event["tactics"].pop()),
    (CARDS, "SET-7", lambda event: event["tactics"][0].pop()),
    (CARDS, "SET-7", lambda event: event["tactics"][0].reverse()),
    (CARDS, "SET-7", lambda event: event["tactics"][0].append(event["tactics"][0].pop(1))),
    (OFF, "SET-7", lambda event: event["tactics"][0].append("T01")),
    (CARDS, "SET-7", first_card("T05")),
    (CARDS, "SET-7", first_card("T13")),
    (CARDS, "SET-7", lambda event: event["tactics"][0].__setitem__(1, event["tactics"][1][1])),
    (CARDS, "SET-7", rules(start_tactics="3")),
]


@pytest.mark.parametrize(("case", "rule", "edit"), SET_UP)
def test_set_up(case: Case, rule: str, edit: Edit):
    """SET-1 to SET-3, SET-7, LEA-2, LEA-3, SWI-1, EX-32: an illegal set-up is refused, such as one
    with more than 8 weeks."""
    refused(case, edited(case, "setup", 0, edit), rule)


def other_formation(event: Event) -> None:
    event["formation"] = next(
        formation for formation in FORMATIONS if formation != event["formation"]
    )


PREPARED: list[tuple[Case, str, Edit]] = [
    (CARDS, "MAT-5", sets(manager=2)),
    (CARDS, "MAT-5", sets(e="reveal")),
    (CARDS, "MAT-3", sets(tactic=None)),
    (CARDS, "MAT-3", sets(tactic="T13")),
    (FREE, "MAT-3", sets(tactic="T13")),
    (OFF, "MAT-3", sets(tactic="T01")),
    (CARDS, "MAT-3", sets(formation="433 ")),
    (FREE, "MAT-3", sets(formation="244")),
    (FREE, "MAT-3", other_formation),
    (FREE, "MAT-5", lambda event: event["layout"].pop()),
    (FREE, "MAT-1", moved("d")),
    (FREE, "MAT-1", moved("dc", "dc", "dc", "dc")),
    (FREE, "MAT-1", moved("fl", "fl")),
    (FREE, "MAT-3", sets(layout=["dl", "dc", "dc", "dr", "ml", "mc", "mc", "mc", "mr", "fc"],
                         formation="442")),
]  # fmt: skip


@pytest.mark.parametrize(("case", "rule", "edit"), PREPARED)
def test_preparation(case: Case, rule: str, edit: Edit):
    """MAT-1, MAT-3, MAT-5: the manager must hold the tactic, the layout must have a legal
    formation, and all ten markers need room."""
    number = case.managers + 1  # in the second week
    refused(case, edited(case, "prepare", number, edit), rule, "week 2: ")


def test_a_tactic_held_by_another_manager():
    """MAT-3: a tactic that another manager holds cannot be played."""
    for case in (CARDS, FREE):
        others = case.trace()[0]["tactics"][0]
        refused(case, edited(case, "prepare", 1, sets(tactic=others[0])), "MAT-3", "week 1: ")


def test_the_formation_of_another_card():
    """MAT-3: with `formations = cards` the formation must be the card's own."""
    trace = CARDS.trace()
    prepared = next(event for event in trace if event["e"] == "prepare")
    own = CARDS.data.tactics[prepared["tactic"]].formations
    other = next(formation for formation in FORMATIONS if formation not in own)
    prepared.update(formation=other, layout=RandomDecisions(1).layout(other))
    refused(CARDS, trace, "MAT-3", f"{prepared['tactic']} has ")


def plus_one(name: str, number: int | None = None) -> Edit:
    def edit(event: Event) -> None:
        if number is None:
            event[name] += 1
        else:
            event[name][number] += 1

    return edit


MATCH_DAY: list[tuple[Case, str, int, str, Edit]] = [
    (CARDS, "week", 1, "WEE-4", sets(week=1)),
    (CARDS, "week", 1, "WEE-4", plus_one("first")),
    (CARDS, "reveal", 3, "LEA-2", sets(club="1a")),
    (CARDS, "reveal", 3, "MAT-6", sets(line_up="O64")),
    (CARDS, "match", 3, "LEA-2", sets(club="1a")),
    (CARDS, "match", 3, "MAT-8", plus_one("shots", 4)),
    (CARDS, "match", 3, "MAT-9", plus_one("goals_of", 0)),
    (CARDS, "match", 3, "MAT-8", plus_one("shots_against", 1)),
    (CARDS, "match", 3, "MAT-9", plus_one("goals_against_of", 2)),
    (CARDS, "match", 3, "MAT-9", plus_one("saves")),
    (CARDS, "match", 3, "MAT-9", plus_one("saves_against")),
    (CARDS, "match", 3, "MAT-10", plus_one("tactic_goals")),
    (CARDS, "match", 3, "MAT-10", plus_one("goals")),
    (CARDS, "match", 3, "MAT-9", plus_one("against")),
    (CARDS, "match", 3, "MAT-9", lambda event: event["scorers"].append(12)),
    (CARDS, "match", 3, "MAT-11", plus_one("points")),
    (CARDS, "match", 3, "TRACE", sets(corners=3)),
    (CARDS, "clubs", 1, "LEA-4", lambda event: event["clubs"].pop()),
    (CARDS, "clubs", 1, "LEA-1", lambda event: event["clubs"].reverse()),
    (CARDS, "clubs", 1, "LEA-4", entry("clubs", 0, met=3)),
    (CARDS, "clubs", 1, "LEA-4", entry("clubs", 4, die=0)),
    (CARDS, "clubs", 1, "LEA-4", entry("clubs", 4, die=7)),
    (CARDS, "clubs", 1, "LEA-4", entry("clubs", 4, die=True)),
    (CARDS, "clubs", 1, "LEA-4", entry("clubs", 4, points=2)),
    (FREE, "clubs", 1, "LEA-4", entry("clubs", 0, die=None)),
    (CARDS, "table", 1, "WEE-4", sets(week=3)),
    (CARDS, "table", 1, "LEA-1", lambda event: event["managers"].pop()),
    (CARDS, "table", 1, "MAT-11", entry("managers", 0, points=19)),
    (CARDS, "table", 1, "MAT-11", entry("managers", 0, drawn=3)),
    (CARDS, "table", 1, "MAT-11", entry("managers", 1, goals_against=50)),
    (CARDS, "table", 1, "LEA-5", entry("managers", 1, position=12)),
    (CARDS, "table", 1, "SCO-1", entry("managers", 1, score=21)),
    (CARDS, "table", 1, "LEA-4", entry("clubs", 3, points=21)),
]


@pytest.mark.parametrize(("case", "kind", "number", "rule", "edit"), MATCH_DAY)
def test_match_day(case: Case, kind: str, number: int, rule: str, edit: Edit):
    """WEE-4, MAT-6 to MAT-11, LEA-1, LEA-2, LEA-4, LEA-5, SCO-1: wrong fields of a match day are
    refused."""
    refused(case, edited(case, kind, number, edit), rule, "week 2: ")


FINAL: list[tuple[str, Edit]] = [
    ("SCO-7", entry("managers", 0, parts={"league": 21})),
    ("SCO-7", entry("managers", 0, parts={})),
    ("SCO-1", entry("managers", 0, score=21)),
    ("LEA-5", entry("managers", 0, position=13)),
    ("MAT-11", entry("managers", 0, points=19)),
    ("SCO-7", entry("managers", 1, rank=4)),
    ("SCO-7", entry("managers", 1, win_share=0.25)),
    ("SCO-7", lambda event: event["managers"].pop()),
    ("SCO-7", sets(e="roll_off")),
]


@pytest.mark.parametrize(("rule", "edit"), FINAL)
def test_final(rule: str, edit: Edit):
    """SCO-1, SCO-7, LEA-5, MAT-11: wrong parts, scores, positions, points, ranks and win shares are
    refused."""
    refused(CARDS, edited(CARDS, "final", 0, edit), rule)


def test_the_order_of_events():
    """WEE-3, INF-4: reveals and matches come in turn order, and the clubs' results before the
    table."""
    trace = CARDS.trace()
    kinds = [event["e"] for event in trace]
    for one, two, rule in (("reveal", "reveal", "MAT-6"), ("match", "match", "MAT-10"),
                           ("clubs", "table", "LEA-4")):  # fmt: skip
        place = kinds.index(one)
        assert kinds[place + 1] == two
        swapped = list(trace)
        swapped[place : place + 2] = [trace[place + 1], trace[place]]
        refused(CARDS, swapped, rule, "week 1: ")


# --- Effects


class Flipping(RandomDecisions):
    """Play T06 whenever it is held."""

    def prepare(self, game: ReferenceEngine, manager: Any) -> Prepared:
        prepared = super().prepare(game, manager)
        if "T06" in manager.tactics:
            return Prepared("T06", "451", self.layout("451"))
        return prepared

    def turn(self, game: ReferenceEngine, manager: Any, left: int) -> int | None:
        return 5


FLIPS = Case(4, {"start_tactics": "2"})  # all eight cards are dealt


@pytest.mark.parametrize(
    "edit",
    [sets(jersey=1), sets(jersey=12), sets(jersey=True), sets(side="shield"), sets(tactic="T01")],
)
def test_an_illegal_flip(edit: Edit):
    """MAT-6, MAT-2: the jersey, the side after the flip and the tactic must be right."""
    trace = FLIPS.played(Flipping(1))
    event = next(event for event in trace if event["e"] == "effect")
    assert (event["jersey"], event["side"]) == (5, "ball")
    edit(event)
    rule = "MAT-2" if event["side"] == "shield" else "MAT-6"
    refused(FLIPS, trace, rule, "week 1: effect")


def test_more_flips_than_the_tactic_allows():
    """MAT-6: T06 turns one marker, and other tactics none."""
    trace = FLIPS.played(Flipping(1))
    place = next(index for index, event in enumerate(trace) if event["e"] == "effect")
    second_flip = {**trace[place], "jersey": 7, "side": "shield"}
    two_flips = [*trace[: place + 1], second_flip, *trace[place + 1 :]]
    refused(FLIPS, two_flips, "MAT-6", "may turn at most 1")
    for case, words in ((CARDS, "may turn at most 0"), (OFF, "no tactic card was played")):
        trace = case.trace()
        match = next(index for index, event in enumerate(trace) if event["e"] == "match")
        seat = trace[match]["manager"]
        week = [event for event in trace[:match] if event.get("manager") == seat]
        flip = {"e": "effect", "manager": seat, "tactic": week[0]["tactic"], "jersey": 2,
                "side": "ball"}  # fmt: skip
        refused(case, [*trace[:match], flip, *trace[match:]], "MAT-6", words)


def test_flips_out_of_turn():
    """MAT-6: a flip comes before the match of the tactic's manager, not after it."""
    trace = FLIPS.played(Flipping(1))
    place = next(index for index, event in enumerate(trace) if event["e"] == "effect")
    late_trace = [*trace[:place], *trace[place + 1 : place + 5], trace[place], *trace[place + 5 :]]
    with pytest.raises(Disagreement):
        FLIPS.judge(late_trace)
    other = (trace[place]["manager"] + 1) % 4
    refused(FLIPS, [*trace[:place], {**trace[place], "manager": other}, *trace[place + 1 :]],
            "MAT-6")  # fmt: skip


# --- Refusals by the reference engine itself


class WrongDecisions(RandomDecisions):
    """Make the same wrong decision each time."""

    def __init__(self, **fields: Any) -> None:
        super().__init__(1)
        self.fields = fields

    def prepare(self, game: ReferenceEngine, manager: Any) -> Prepared:
        return super().prepare(game, manager)._replace(**self.fields)


@pytest.mark.parametrize(
    "fields", [{"tactic": "T13"}, {"formation": "334"}, {"layout": ["dc"] * 10}, {"layout": []}]
)
def test_the_engine_refuses_illegal_decisions(fields: dict[str, Any]):
    """MAT-1, MAT-3, MAT-5: the reference engine refuses an illegal decision."""
    with pytest.raises(Disagreement):
        CARDS.played(WrongDecisions(**fields))
