"""Worked examples of Eleven's league, and tests of its rules with concrete numbers."""

from __future__ import annotations

from typing import Any

import pytest

from eoc_sim.referee.eleven.data import Data
from eoc_sim.referee.eleven.fixtures import matches_of_decks
from eoc_sim.referee.eleven.game import Disagreement, ReferenceGame
from eoc_sim.referee.eleven.league import position, position_vp, results_of_clubs
from eoc_sim.referee.eleven.pitch import Marker, Team
from eoc_sim.referee.eleven.scoring import score_game
from eoc_sim.referee.eleven.state import Manager
from eoc_sim.referee.eleven.tables import FORMATIONS, JERSEYS, WORDS
from eoc_sim.referee.eleven.tactics import FLIP, GLOVES, GOAL, Situation, parse
from eoc_sim.referee.phrases import PhraseError
from eoc_sim.referee.records import Reader
from referee.eleven.playing import CONTENTS, Case, data_of_seed
from referee.eleven.reference_engine import Streams, rules_with

RED, GREEN, BLUE = "3c", "3a", "3b"


def a_league(managers: list[int], clubs: dict[str, int], **rules: str) -> ReferenceGame:
    """Return a league in its first week with these points for each team."""
    league = ReferenceGame([], data_of_seed(None))
    league.rules = rules_with(rules)
    league.managers = [Manager(seat, points=points) for seat, points in enumerate(managers)]
    league.club_points = dict(clubs)
    league.week = 1
    return league


def final_entries(*positions: tuple[int, int, int, float]) -> list[dict[str, Any]]:
    """Return the final event's entries: score, position, points and share by manager."""
    return [
        {"seat": seat, "parts": {"league": score}, "score": score, "position": place,
         "points": points, "rank": 1 if share else 2, "win_share": share}
        for seat, (score, place, points, share) in enumerate(positions)
    ]  # fmt: skip


def score_from(league: ReferenceGame, *events: dict[str, Any]) -> None:
    """Score a league from these events; fail if any is left unread."""
    league.reader = Reader(list(events), WORDS)
    score_game(league)
    league.reader.end()


# --- The schedule


@pytest.mark.parametrize(("weeks", "matches"), [(8, [4, 4]), (3, [2, 1])])
def test_ex_32(weeks: int, matches: list[int]):
    """EX-32, LEA-2: managers meet four clubs from each deck in 8 weeks. In 3 weeks they meet two
    from the lower deck and one from the upper."""
    assert matches_of_decks(weeks) == matches


def test_ex_32_nine_weeks_are_refused():
    """EX-32, SWI-1: a deck has only four clubs."""
    trace = Case(2, {"weeks": "8"}).trace()
    trace[0]["rules"]["weeks"] = "9"
    with pytest.raises(Disagreement, match="SWI-1: setup: weeks must be one of"):
        Case(2).judge(trace)


def test_rnd_1_a_shuffle_sorts_by_keys():
    """RND-1: adding or removing one item leaves the others in order."""
    streams = Streams(7, 3)
    names = ["3a", "3b", "3c", "3d"]
    whole = streams.shuffled(16, names)
    assert streams.shuffled(16, names[::-1]) == whole
    assert streams.shuffled(16, names[1:]) == [name for name in whole if name != "3a"]


# --- The clubs


def clubs_of_week(league: ReferenceGame, entries: list[dict[str, Any]]) -> dict[str, int]:
    """Return the clubs' points after a week whose event has these entries."""
    league.reader = Reader([{"e": "clubs", "clubs": entries}], WORDS)
    results_of_clubs(league)
    league.reader.end()
    return league.club_points


@pytest.mark.parametrize(
    ("club", "faces"),
    [(RED, [0, 1, 1, 3, 3, 3]), (BLUE, [0, 0, 1, 1, 3, 3]), (GREEN, [0, 0, 1, 1, 1, 3])],
)
def test_lea_4_dice(club: str, faces: list[int]):
    """LEA-4, MAT-11: faces depend on colours; a win is worth `win_points`."""
    for win_points in ("3", "2"):
        for die, face in enumerate(faces, start=1):
            points = int(win_points) if face == 3 else face
            league = a_league([0, 0], {club: 5}, win_points=win_points)
            league.managers[0].schedule = league.managers[1].schedule = ["3d"]
            entry = {"club": club, "met": None, "die": die, "points": points}
            assert clubs_of_week(league, [entry]) == {club: 5 + points}


def after_matches(results: list[tuple[str, int, int]], first: int, **rules: str) -> ReferenceGame:
    """Return a league in which managers played these clubs with these results."""
    league = a_league([0] * len(results), {RED: 0, GREEN: 0}, **rules)
    league.first = first
    for manager, (club, goals, against) in zip(league.managers, results, strict=True):
        manager.schedule, manager.goals, manager.against = [club], goals, against
    return league


def test_lea_4_opposite_results():
    """LEA-4: a manager's win is the club's loss, and a draw is a draw for both."""
    for goals, against, points in ((2, 1, 0), (1, 1, 1), (0, 1, 3)):
        league = after_matches([(RED, goals, against), ("3d", 0, 0)], 0)
        entries = [
            {"club": RED, "met": 0, "die": None, "points": points},
            {"club": GREEN, "met": None, "die": 6, "points": 3},
        ]
        assert clubs_of_week(league, entries) == {RED: points, GREEN: 3}


@pytest.mark.parametrize(("first", "met", "points"), [(0, 0, 0), (1, 1, 1), (2, 2, 3)])
def test_lea_3_a_club_that_met_several(first: int, met: int, points: int):
    """LEA-3: if more than one manager met a club, the first in this week's turn order counts."""
    league = after_matches([(RED, 1, 0), (RED, 0, 0), (RED, 0, 1)], first, schedule="dealt")
    entries = [
        {"club": RED, "met": met, "die": None, "points": points},
        {"club": GREEN, "met": None, "die": 1, "points": 0},
    ]
    clubs_of_week(league, entries)


def test_lea_4_facing_and_club_dice():
    """LEA-4: with `facing = roll` a club that was met rolls a die; without club dice no other club
    does."""
    for club_dice, die in (("on", 6), ("off", None)):
        league = after_matches([(RED, 5, 0), (RED, 5, 0)], 0, facing="roll", club_dice=club_dice)
        entries = [
            {"club": RED, "met": None, "die": 6, "points": 3},
            {"club": GREEN, "met": None, "die": die, "points": 3 if die else 0},
        ]
        clubs_of_week(league, entries)


# --- The table and the score


def test_ex_20():
    """EX-20, LEA-5, SCO-1: two managers behind two clubs are both third."""
    clubs = {"3a": 25, "3b": 24, "3c": 21, "3d": 0}
    for table, vp in (("epic", 16), ("standard", 13), ("none", 0)):
        league = a_league([22, 22, 21], clubs, position_vp=table)
        places = [position(league, manager) for manager in league.managers]
        assert places == [3, 3, 5]
        assert [position_vp(league, manager) for manager in league.managers[:2]] == [vp, vp]


def test_lea_5_ties_with_clubs():
    """LEA-5: with `league_ties = against` level clubs count as ahead; level managers do not."""
    clubs = {"3a": 25, "3b": 22, "3c": 22, "3d": 0}
    for ties, place in (("favour", 2), ("against", 4)):
        league = a_league([22, 22], clubs, league_ties=ties)
        assert [position(league, manager) for manager in league.managers] == [place, place]


def test_sco_1_the_last_value_continues():
    """SCO-1: positions from the 12th onwards score -7 VP, or -9 in Epic."""
    clubs = {str(number): 30 for number in range(13)}
    for table, vp in (("standard", -7), ("epic", -9)):
        league = a_league([0, 40], clubs, position_vp=table)
        assert position_vp(league, league.managers[0]) == vp
        assert position_vp(league, league.managers[1]) == (20 if table == "standard" else 24)


def test_sco_7_more_points_at_the_same_vp():
    """SCO-7: at equal VP the better position wins; level managers share the win and roll."""
    final = {
        "e": "final",
        "managers": final_entries((0, 1, 9, 1.0), (0, 2, 8, 0.0), (0, 2, 8, 0.0)),
    }
    score_from(a_league([9, 8, 8], {}, position_vp="none"), final)
    level = {
        "e": "final",
        "managers": final_entries((20, 1, 9, 0.5), (13, 3, 8, 0.0), (20, 1, 9, 0.5)),
    }
    level["managers"][1]["rank"] = 3
    league = a_league([9, 8, 9], {})
    rolls = [
        {"e": "roll_off", "managers": [{"seat": 0, "roll": one}, {"seat": 2, "roll": two}]}
        for one, two in ((4, 4), (1, 6))
    ]
    score_from(league, *rolls, level)
    with pytest.raises(Disagreement, match="the next event must be roll_off"):
        score_from(a_league([9, 8, 9], {}), rolls[0], level)
    with pytest.raises(Disagreement, match="the next event must be final"):
        score_from(a_league([9, 8, 9], {}), *rolls, rolls[0], level)


def test_sco_7_only_the_highest_stay_in():
    """SCO-7: rolls of 5, 5, 2 leave two, who roll again."""
    entries = final_entries((20, 1, 9, 1 / 3), (20, 1, 9, 1 / 3), (20, 1, 9, 1 / 3))
    rounds = [[(0, 5), (1, 5), (2, 2)], [(0, 3), (1, 4)]]
    events = [
        {"e": "roll_off", "managers": [{"seat": seat, "roll": roll} for seat, roll in rolls]}
        for rolls in rounds
    ]
    score_from(a_league([9, 9, 9], {}), *events, {"e": "final", "managers": entries})
    for wrong in ([(0, 5), (1, 5)], [(1, 5), (0, 5), (2, 2)], [(0, 7), (1, 5), (2, 2)]):
        events[0]["managers"] = [{"seat": seat, "roll": roll} for seat, roll in wrong]
        with pytest.raises(Disagreement, match="SCO-7"):
            score_from(a_league([9, 9, 9], {}), *events, {"e": "final", "managers": entries})


# --- Tactics


def a_situation(above: bool = False, quiet: bool = True, shields: int = 4) -> Situation:
    """Return the situation of a team with this number of shields among its defenders."""
    markers = [
        Marker(number, "dc", "shield" if index < shields else "ball", 1)
        for index, number in enumerate(JERSEYS)
    ]
    return Situation(Team(markers, 1, 1), above, quiet)


def test_tactics_of_the_package():
    """MAT-3: each formation is on one basic card and one other; four cards have effects."""
    tactics = data_of_seed(None).tactics
    basic = [card for card in tactics.values() if card.is_basic()]
    assert sorted(formation for card in basic for formation in card.formations) == sorted(
        FORMATIONS
    )
    others = [card for card in tactics.values() if not card.is_basic()]
    assert sorted(formation for card in others for formation in card.formations) == sorted(
        FORMATIONS
    )
    assert [number for number, card in tactics.items() if card.effects] == [
        "T05",
        "T06",
        "T10",
        "T11",
    ]
    assert tactics["T06"].amount(FLIP, a_situation()) == 1


@pytest.mark.parametrize(
    ("tactic", "situation", "goals"),
    [
        ("T10", a_situation(above=True), 1), ("T10", a_situation(above=False), 0),
        ("T11", a_situation(shields=4), 1), ("T11", a_situation(shields=3), 0),
        ("T11", a_situation(quiet=False), 0), ("T05", a_situation(above=True), 0),
    ],
)  # fmt: skip
def test_mat_10_goals_of_tactics(tactic: str, situation: Situation, goals: int):
    """MAT-10: a tactic scores only if its conditions hold; in a league, conditions about player
    cards never hold (LAY-1)."""
    assert data_of_seed(None).tactics[tactic].amount(GOAL, situation) == goals


def test_effects_that_act_and_effects_that_do_nothing():
    """EFF-1: each effect is read; effects that need cards or resources do nothing."""
    effects = parse("before: 2 gloves; before: if opponent above: 1 gloves; match: 1 goal")
    assert [(effect.gain, effect.amount) for effect in effects] == [
        (GLOVES, 2),
        (GLOVES, 1),
        (GOAL, 1),
    ]
    for text in ("", "match: pay 1 fans: 1 goal", "before: 3 shift", "before: 1 strength card 1",
                 "after: if win: 2 fans", "match: ignore_keeper"):  # fmt: skip
        assert parse(text) == []
    unmet = parse("match: if pressing >= 1: 1 goal; match: if equal central: 1 goal")
    assert not any(clause.holds(a_situation()) for clause in unmet)


@pytest.mark.parametrize(
    "text",
    [
        "match: if die >= 3: 1 goal", "match: if win: 1 goal", "before: if quiet centre: 1 gloves",
        "match: 1 goal per card", "match: 2 goal up to 3", "match: if shields back >= x: 1 goal",
        "match: if shields back: 1 goal", "match: if pressing: 1 goal",
        "match: if opponent above >= 3: 1 goal", "match: if quiet centre >= 1: 1 goal",
        "kickoff: 1 goal", "match",
    ],
)  # fmt: skip
def test_effects_that_a_league_cannot_judge(text: str):
    """EFF-1: goals and gloves that depend on dice, results or cards are refused on loading; so are
    malformed effects."""
    with pytest.raises(PhraseError):
        parse(text)


# --- Data


def changed(sheet: str, row: int, **cells: str) -> dict[str, Any]:
    """Return the package's data with some cells of a row changed."""
    rows = [dict(record) for record in CONTENTS[sheet]]
    rows[row].update(cells)
    return {**CONTENTS, sheet: rows}


@pytest.mark.parametrize(
    ("sheet", "cells", "words"),
    [
        ("opponents", {"formation": "433"}, "O01 has the formation 442"),
        ("opponents", {"formation": "622"}, "O01"),
        ("opponents", {"dl": "2s 1s", "dr": ""}, "O01 has crowded cells.*: .'dl'."),
        ("opponents", {"deck": "1"}, "different deck or colour"),
        ("profiles", {"balls": "1 1 1 1"}, "shorter"),
        ("tactics", {"formations": "442 424 532"}, "T01 has the formations"),
        ("tactics", {"formations": "244"}, "T01 has the formations"),
    ],
)  # fmt: skip
def test_contradictory_data(sheet: str, cells: dict[str, str], words: str):
    """MAT-1 to MAT-3, SET-2: contradictory rows are refused."""
    with pytest.raises(ValueError, match=words):
        Data(changed(sheet, 0, **cells))


def test_invalid_dice():
    """LEA-4: dice need six faces of 0, 1 and 3."""
    for faces in ([0, 1, 1, 3, 3], [0, 1, 1, 2, 3, 3]):
        with pytest.raises(ValueError, match="dice_red should be six faces"):
            Data({**CONTENTS, "club": {**CONTENTS["club"], "dice_red": faces}})


def test_a_deck_without_four_clubs():
    """SET-2, LEA-3: a rotation needs four clubs in each deck."""
    rows = [row for row in CONTENTS["opponents"] if row["club"] != "3a"]
    trace = Case(2).trace()
    with pytest.raises(Disagreement, match="SET-2: setup: deck 3 has 3 clubs, not four"):
        ReferenceGame(trace, Data({**CONTENTS, "opponents": rows})).play()
