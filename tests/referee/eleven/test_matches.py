"""Matches of Eleven: worked examples, and random layouts judged in two other ways."""

from __future__ import annotations

from random import Random

import pytest

from eoc_sim.referee.eleven.match import by_section, choose_saved, choose_stops, shots
from eoc_sim.referee.eleven.pitch import CELLS, FACING, SECTIONS, Marker, Team, room
from eoc_sim.referee.eleven.tables import BALLS, FORMATIONS, JERSEYS, LEAGUE_SWITCHES
from referee.eleven import second_opinion
from referee.eleven.playing import CONTENTS, data_of_seed
from referee.eleven.reference_engine import RandomDecisions
from referee.eleven.second_opinion import TeamBySection, club_team, fewest_goals, goals, own_team


def a_team(keeper: str, **cells: str) -> Team:
    """Make a team of markers like `fc="3b 1b"`, numbered from 2 in the order given."""
    standing = [(cell, marker) for cell, markers in cells.items() for marker in markers.split()]
    sides = {"b": "ball", "s": "shield"}
    markers = [
        Marker(number, cell, sides[marker[-1]], int(marker[:-1]))
        for number, (cell, marker) in enumerate(standing, 2)
    ]
    strength, gloves = map(int, keeper.split("x"))
    return Team(markers, strength, gloves)


def scored(own: Team, other: Team) -> list[int]:
    """Return the numbers of the scoring markers."""
    tries = shots(own, other)
    saved = choose_saved(tries, other)
    return [attempt.number for attempt in tries if attempt not in saved]


def test_ex_1():
    """EX-1, MAT-8, MAT-9: the shield stops the 3, and the keeper saves the 1."""
    own, other = a_team("1x1", fc="3b 1b"), a_team("2x1", dc="3s")
    assert [shot.strength for shot in shots(own, other)] == [1]
    assert scored(own, other) == []


@pytest.mark.parametrize(("keeper", "goals"), [("1x2", [2]), ("2x1", [])])
def test_ex_2(keeper: str, goals: list[int]):
    """EX-2, MAT-8, MAT-9: one shield stops the 1; none stops the 2."""
    own, other = a_team("1x1", fc="2b 1b"), a_team(keeper, dc="1s 1s")
    assert [shot.strength for shot in shots(own, other)] == [2]
    assert scored(own, other) == goals


def test_mat_7_sections_face_each_other():
    """MAT-7, MAT-1: a ball meets the shields of only one section, in any of its rows."""
    for section, facing in FACING.items():
        assert FACING[facing] == section
        for cell in SECTIONS[section]:
            own = a_team("1x1", **{cell: "1b"})
            for other_cell in CELLS:
                other = a_team("0x0", **{other_cell: "1s"})
                stops = other_cell in SECTIONS[facing]
                assert by_section(shots(own, other)) == [
                    int(faced == section and not stops) for faced in SECTIONS
                ]


def test_mat_8_ties_lowest_number():
    """MAT-8: the lowest-numbered of equally strong balls is stopped."""
    balls = [Marker(number, "fc", "ball", 2) for number in (9, 7, 8)]
    shields = [Marker(2, "dc", "shield", 2)]
    assert [marker.number for marker in choose_stops(balls, shields)] == [7]


def test_mat_9_ties_highest_number():
    """MAT-9: the highest-numbered of equally strong shots is saved."""
    own = a_team("1x1", fl="1b", fc="1b", fr="1b", mc="2b")
    assert scored(own, a_team("1x2")) == [2, 5]
    assert scored(own, a_team("2x2")) == [2, 3]


def test_mat_1_wings_hold_one_marker_per_cell():
    """MAT-1: each wing cell holds one marker, each central cell three."""
    assert {cell: room(cell) for cell in CELLS} == {
        cell: 3 if cell[1] == "c" else 1 for cell in CELLS
    }
    assert sorted(cell for cells in SECTIONS.values() for cell in cells) == sorted(CELLS)


def test_line_ups_of_the_package():
    """SET-2, MAT-3: 64 line-ups of 16 clubs in four decks have ten markers each."""
    data = data_of_seed(None)
    assert len(data.clubs) == 16
    assert [len(data.deck(deck)) for deck in ("3", "32", "21", "1")] == [4, 4, 4, 4]
    for club in data.clubs.values():
        assert len(club.line_ups) == 4
        for team in club.line_ups.values():
            assert [marker.number for marker in team.markers] == list(JERSEYS)
            assert team.formation() in FORMATIONS


def as_team(layout: list[str], profile: str, week: int) -> Team:
    """Return a manager's team from the package's data."""
    squad = data_of_seed(None).squads[profile, week]
    markers = [
        Marker(jersey, cell, squad.sides[jersey], squad.strengths[jersey])
        for jersey, cell in zip(JERSEYS, layout, strict=True)
    ]
    return Team(markers, squad.keeper_strength, squad.gloves)


def agree(
    own: Team, other: Team, own_recomputed: TeamBySection, other_recomputed: TeamBySection
) -> None:
    """Check that three computations of a team's shots, goals and scorers agree."""
    stated = shots(own, other)
    recomputed = second_opinion.shots(own_recomputed, other_recomputed)
    assert sorted((attempt.strength, attempt.number) for attempt in stated) == sorted(
        (strength, number) for strength, number, _ in recomputed
    )
    assert by_section(stated) == second_opinion.counted(recomputed)
    scorers = scored(own, other)
    assert sorted(scorers) == sorted(
        number for _, number, _ in goals(own_recomputed, other_recomputed)
    )
    assert len(scorers) == fewest_goals(own_recomputed, other_recomputed)


def test_two_thousand_pairs_of_layouts():
    """MAT-7 to MAT-9: the result has the fewest goals over all pairings, with the right scorers."""
    luck, layouts = Random(5), RandomDecisions(6)
    rows = [row for row in CONTENTS["opponents"] if row["set"] == "base"]
    for number in range(2000):
        profile = luck.choice(LEAGUE_SWITCHES["profile"])
        week = luck.randint(1, 10)
        layout = layouts.layout(luck.choice(FORMATIONS))
        row = rows[number % len(rows)]
        own = as_team(layout, profile, week)
        other = data_of_seed(None).clubs[row["club"]].line_ups[row["number"]]
        own_recomputed, other_recomputed = (
            own_team(profile, week, layout, []),
            club_team(row["number"]),
        )
        agree(own, other, own_recomputed, other_recomputed)
        agree(other, own, other_recomputed, own_recomputed)


def test_random_strengths():
    """MAT-8, MAT-9: the three ways agree for random layouts, strengths, sides and keepers."""
    luck, layouts = Random(7), RandomDecisions(8)
    for _ in range(1000):
        teams, recomputed = [], []
        for _ in range(2):
            layout = layouts.layout(luck.choice(FORMATIONS))
            keeper = f"{luck.randint(0, 4)}x{luck.randint(0, 4)}"
            markers = [(luck.choice("bs"), luck.randint(1, 4)) for _ in layout]
            cells: dict[str, str] = {}
            for cell, (kind, strength) in sorted(zip(layout, markers, strict=True)):
                cells[cell] = f"{cells.get(cell, '')} {strength}{kind}"
            team = a_team(keeper, **cells)
            teams.append(team)
            markers = [
                (marker.number, marker.cell, marker.side[0], marker.strength)
                for marker in team.markers
            ]
            recomputed.append(second_opinion.team_by_section(markers, keeper))
        agree(*teams, *recomputed)


def test_mat_2_sides_of_jerseys():
    """MAT-2, LAY-1: 2 to 6 are shields, 7 to 11 balls; the profile gives their strengths."""
    squad = data_of_seed(None).squads["steady", 6]
    assert [jersey for jersey, side in squad.sides.items() if side == "ball"] == list(BALLS)
    assert [squad.strengths[jersey] for jersey in JERSEYS] == [3, 3, 2, 1, 1, 4, 3, 2, 1, 1]
    assert (squad.keeper_strength, squad.gloves) == (2, 2)
