"""Leagues played by both Eleven engines, recomputed from their events by an independent method."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

import pytest

from eoc_sim.referee.eleven.tables import LEAGUE_SWITCHES
from referee.corruptions import Trace
from referee.eleven.engine_games import engine_trace
from referee.eleven.playing import CONTENTS, Case
from referee.eleven.second_opinion import opinion

Play = Callable[..., Trace]

TACTICS = {row["number"]: row["formations"].split() for row in CONTENTS["tactics"]}
DECKS = {row["club"]: row["deck"] for row in CONTENTS["opponents"]}


@pytest.fixture(params=[Case.trace, engine_trace], ids=["reference", "engine"])
def play(request: pytest.FixtureRequest) -> Play:
    """Return a function that plays a league of a case."""
    return request.param  # type: ignore[no-any-return]


def events(trace: Trace, kind: str) -> Trace:
    return [event for event in trace if event["e"] == kind]


# --- Set-up


@pytest.mark.parametrize(
    ("weeks", "matches"),
    [(1, [1, 0]), (2, [1, 1]), (3, [2, 1]), (6, [3, 3]), (7, [4, 3]), (8, [4, 4])],
)
def test_ex_32(play: Play, weeks: int, matches: list[int]):
    """EX-32, LEA-2, TER-1: half of the clubs met, rounded up, are from the lower deck."""
    for schedule in LEAGUE_SWITCHES["schedule"]:
        trace = play(Case(4, {"weeks": str(weeks), "schedule": schedule, "division": "2"}))
        assert [event["week"] for event in events(trace, "week")] == [*range(1, weeks + 1)]
        for clubs in trace[0]["schedule"]:
            assert [DECKS[club] for club in clubs] == ["32"] * matches[0] + ["21"] * matches[1]
            assert len(set(clubs)) == weeks


def test_ex_26(play: Play):
    """EX-26, LEA-3: seat 2's second match is against club 3 of the shuffle, counting from 0."""
    setup = play(Case(4))[0]
    for deck, first in (("3", 0), ("32", 3)):
        assert setup["schedule"][2][first + 1] == setup["clubs"][deck][3]
    weekly = list(zip(*setup["schedule"], strict=True))
    assert all(len(set(clubs)) == 4 for clubs in weekly)


def test_set_7_eight_other_cards_are_too_few_for_three_each(play: Play):
    """SET-7: each manager gets a basic card, then one other card at a time in seat order."""
    for managers, sizes in ((2, [4, 4]), (3, [4, 4, 3]), (4, [3, 3, 3, 3])):
        hands = play(Case(managers, {"start_tactics": "3"}))[0]["tactics"]
        assert [len(hand) for hand in hands] == sizes
        for hand in hands:
            assert [len(TACTICS[card]) for card in hand] == [2] + [1] * (len(hand) - 1)
    for settings, size in (({"start_tactics": "0"}, 1), ({"tactics": "off"}, 0)):
        hands = play(Case(3, settings))[0]["tactics"]
        assert [len(hand) for hand in hands] == [size] * 3


def test_set_9_games_have_different_leagues(play: Play):
    """SET-3, SET-9, RND-1, RND-2: first manager, clubs and tactics depend on seed and game."""
    case = Case(3, {"schedule": "dealt", "start_tactics": "2"})
    setups = [play(case, game)[0] for game in range(20)]
    for name in ("first", "clubs", "schedule", "tactics"):
        assert len({json.dumps(setup[name]) for setup in setups}) > 2, name
    assert {setup["first"] for setup in setups} == {0, 1, 2}
    assert play(case, 5) == play(case, 5)


# --- The weeks


@pytest.mark.parametrize(("rule", "firsts"), [("rotates", [0, 1, 2, 0]), ("fixed", [0] * 4)])
def test_wee_4_first_manager(play: Play, rule: str, firsts: list[int]):
    """WEE-3, WEE-4, SET-3, INF-4: the marker passes clockwise or stays; managers
    prepare in seat order."""
    trace = play(Case(3, {"first_manager": rule, "weeks": "4"}))
    start = trace[0]["first"]
    assert [event["first"] for event in events(trace, "week")] == [
        (start + seat) % 3 for seat in firsts
    ]
    for kind in ("reveal", "match"):
        turns = [(start + seat + step) % 3 for seat in firsts for step in range(3)]
        assert [event["manager"] for event in events(trace, kind)] == turns
    assert [event["manager"] for event in events(trace, "prepare")] == [0, 1, 2] * 4


def test_mat_5_layouts(play: Play):
    """MAT-1 to MAT-5: the rows of a layout match the card's formation, and no cell is overfull."""
    for managers, settings in ((4, {"start_tactics": "3"}), (2, {"weeks": "8"})):
        trace = play(Case(managers, settings))
        for event in events(trace, "prepare"):
            assert event["tactic"] in trace[0]["tactics"][event["manager"]]
            assert event["formation"] in TACTICS[event["tactic"]]
            cells = Counter(event["layout"])
            rows = [sum(cells[row + place] for place in "lcr") for row in "dmf"]
            assert "".join(map(str, rows)) == event["formation"]
            assert all(number <= (3 if cell[1] == "c" else 1) for cell, number in cells.items())


def test_every_match(play: Play):
    """MAT-2, MAT-6 to MAT-11: a second computation agrees on every field of every match, tactics
    included."""
    extra = 0
    for managers, settings in ((4, {"formations": "free", "start_tactics": "3"}), (3, {})):
        for game in range(10):
            trace = play(Case(managers, {"weeks": "8", **settings}), game)
            for line, event in enumerate(trace):
                if event["e"] == "match":
                    assert opinion(trace, line) == event
                    extra += event["tactic_goals"]
    assert extra > 2


# --- The table


@pytest.mark.parametrize("ties", ["favour", "against"])
def test_the_table(play: Play, ties: str):
    """LEA-1, LEA-4, LEA-5, SCO-1: points add up from 0; a position is 1 plus the number of teams
    ahead, plus the number of level clubs if `league_ties = against`."""
    vps = CONTENTS["club"]["position_vp_standard"]
    for game in range(5):
        trace = play(Case(4, {"league_ties": ties}), game)
        managers: Counter[int] = Counter()
        clubs: Counter[str] = Counter()
        for event in trace:
            if event["e"] == "match":
                managers[event["manager"]] += event["points"]
            elif event["e"] == "clubs":
                clubs.update({entry["club"]: entry["points"] for entry in event["clubs"]})
            elif event["e"] == "table":
                assert event["clubs"] == [
                    {"club": club, "points": clubs[club]}
                    for codes in trace[0]["clubs"].values()
                    for club in codes
                ]
                for entry in event["managers"]:
                    own = managers[entry["seat"]]
                    teams_ahead = sum(
                        other > own for other in [*managers.values(), *clubs.values()]
                    )
                    level_clubs = list(clubs.values()).count(own) if ties == "against" else 0
                    assert entry["points"] == own
                    assert entry["position"] == 1 + teams_ahead + level_clubs
                    assert entry["score"] == vps[min(teams_ahead + level_clubs, len(vps) - 1)]


def test_sco_7_winners(play: Play):
    """SCO-7: VP decide, then position, then points; level managers share the win and roll a die."""
    shared = 0
    for game in range(30):
        trace = play(Case(4, {"weeks": "2", "position_vp": "none"}), game)
        final = trace[-1]["managers"]
        keys = [(entry["score"], -entry["position"], entry["points"]) for entry in final]
        best = [entry["seat"] for entry, key in zip(final, keys, strict=True) if key == max(keys)]
        for entry, key in zip(final, keys, strict=True):
            assert entry["parts"] == {"league": entry["score"]}
            assert entry["rank"] == 1 + sum(other > key for other in keys)
            share = 1 / len(best) if entry["seat"] in best else 0
            assert entry["win_share"] == pytest.approx(share, abs=1e-6)
        for event in events(trace, "roll_off"):
            assert [manager["seat"] for manager in event["managers"]] == best
            rolls = {manager["seat"]: manager["roll"] for manager in event["managers"]}
            best = [seat for seat in best if rolls[seat] == max(rolls.values())]
            shared += 1
        assert len(best) == 1
    assert shared > 3
