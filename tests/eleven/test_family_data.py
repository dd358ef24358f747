"""Eleven's data family: plausible numbers, each cell drawn by its own key."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib import resources

import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.component_cells import differences
from eoc_sim.simulator.eleven.components import Components, load
from eoc_sim.simulator.eleven.family import member, place_markers, read_spreads
from eoc_sim.simulator.eleven.pitch import PLACES_IN_ROW, ROOM
from eoc_sim.simulator.eleven.start_team import start_team_points
from eoc_sim.simulator.eleven.versions import Version
from eoc_sim.simulator.kernel.drawn_cells import DrawnCells
from eoc_sim.simulator.runs.version_options import VersionOptions

DATA = load()
SPREADS = read_spreads()
LOOSE = replace(SPREADS, start_team_points=(0.0, 3.0))


@cache
def members():
    """Draw some members; later calls return the same ones."""
    return [member(DATA, number, spreads=LOOSE) for number in range(1, 11)]


def in_rows(line_up):
    """Count the markers by row, side and strength, whichever cells they are in."""
    return Counter(
        (cell // PLACES_IN_ROW, side, strength) for cell, side, strength in line_up.markers
    )


def test_member_0_is_the_data():
    assert member(DATA, 0) == DATA
    assert SPREADS.members == 50
    assert SPREADS.position_vp == (Fraction("0.6"), Fraction("0.83"), Fraction(1))
    assert SPREADS.start_team_points == (1.2, 2.6)


def test_members_differ_and_keep_the_cells_that_are_not_drawn():
    """RND-3: members can be read back, and in their line-ups only the cells of the pitch differ."""
    assert len({components.hash for components in [DATA, *members()]}) == 11
    for data_member in members():
        assert Components.from_dict(data_member.as_dict()) == data_member
        keys = [change.key.split(".") for change in differences(DATA, data_member)]
        columns = {column for sheet, _, column in keys if sheet == "opponent"}
        assert columns <= {"dl", "dc", "dr", "ml", "mc", "mr", "fl", "fc", "fr"}
        assert data_member.club.dice == DATA.club.dice
        assert data_member.club.position_vp_epic == DATA.club.position_vp_epic
        assert "data family" in data_member.provenance["opponents.csv"]


def test_placements_keep_rows_and_formation():
    """MAT-1, MAT-3: markers stay in their rows, and no cell gets more than it can hold."""
    for data_member in members():
        for before, after in zip(DATA.opponents, data_member.opponents, strict=True):
            assert in_rows(before) == in_rows(after)
            markers = Counter(cell for cell, _, _ in after.markers)
            assert all(count <= ROOM[cell % PLACES_IN_ROW] for cell, count in markers.items())
            assert list(after.markers) == sorted(
                after.markers, key=lambda marker: (marker[0], -marker[2], marker[1])
            )


def test_every_distribution_of_a_row_over_its_cells_occurs():
    """MAT-1: three forwards all stand in the centre, or one or two of them on the wings."""
    line_up = next(opponent for opponent in DATA.opponents if opponent.number == "O12")
    counts = Counter(
        tuple(
            sum(
                cell == place
                for cell, _, _ in place_markers(line_up, DrawnCells(1, number)).markers
            )
            for place in (6, 7, 8)
        )
        for number in range(1, 401)
    )
    assert set(counts) == {(0, 3, 0), (1, 2, 0), (0, 2, 1), (1, 1, 1)}
    assert all(60 <= count <= 140 for count in counts.values())


def test_vp_by_position_are_a_multiple_of_the_epic_table():
    """SCO-1: the Epic VP times a factor are rounded to the nearest whole number, halves
    towards 0."""
    tables = {data_member.club.position_vp_standard for data_member in members()}
    assert tables == {
        (14, 12, 10, 8, 6, 4, 2, 1, 0, -2, -4, -5),
        (20, 17, 13, 11, 8, 6, 3, 1, 0, -2, -5, -7),
        (24, 20, 16, 13, 10, 7, 4, 1, 0, -3, -6, -9),
    }


def test_a_new_row_changes_no_other_row():
    extended = replace(
        DATA,
        opponents=(*DATA.opponents, replace(DATA.opponents[0], number="O65")),
    )
    drawn = member(extended, 3, spreads=LOOSE)
    assert drawn.opponents[:-1] == members()[2].opponents
    assert member(DATA, 3, family_seed=2, spreads=LOOSE) != members()[2]


def test_members_draw_the_start_money():
    """SET-4: members change the start money by at most 1, unless the user or the league sets it."""

    def money(*settings: tuple[str, str]) -> list[object]:
        version = Version.baseline(VersionOptions(settings=settings))
        return [version.family_member(number).rules["start_money"] for number in range(1, 11)]

    assert set(money(("layer", "season"))) == {4, 5, 6}
    assert set(money(("layer", "season"), ("start_money", "7"))) == {7}
    assert set(money(("layer", "league"))) == {5}


def test_printed_and_reported_cells_stay():
    printed_data = replace(
        DATA,
        opponents=tuple(
            replace(opponent, printed_columns=("dl",), reported_columns=("mc", "ml"))
            for opponent in DATA.opponents
        ),
        club=replace(DATA.club, sources=dict.fromkeys(DATA.club.sources, "reported")),
    )
    for number in range(1, 6):
        drawn = member(printed_data, number, spreads=LOOSE)
        assert drawn.club == printed_data.club
        for before, after in zip(printed_data.opponents, drawn.opponents, strict=True):
            for cell in (0, 3, 4):
                assert [m for m in before.markers if m[0] == cell] == [
                    m for m in after.markers if m[0] == cell
                ]
            assert in_rows(before) == in_rows(after)


def test_the_start_team_earns_the_calibrated_points():
    """INF-6: the team earns 1.75 to 1.98 points per match against deck 3, 0.50 to 0.66 against deck
    3/2."""
    assert 1.75 <= start_team_points(DATA, 0) <= 1.98
    assert 0.50 <= start_team_points(DATA, 1) <= 0.66


def test_a_member_that_is_too_easy_or_too_hard_is_redrawn():
    points = [start_team_points(data_member, 0) for data_member in members()]
    assert all(1.2 <= value <= 2.6 for value in points)
    bound = sorted(points)[5]
    for number, data_member in enumerate(members(), start=1):
        for low, high in ((bound, 3.0), (0.0, bound)):
            drawn = member(DATA, number, spreads=replace(SPREADS, start_team_points=(low, high)))
            assert (drawn == data_member) == (low <= points[number - 1] <= high)
            assert low <= start_team_points(drawn, 0) <= high
            assert drawn.club == data_member.club
    with pytest.raises(InputError, match="none of 100 placements gives"):
        member(DATA, 1, spreads=replace(SPREADS, start_team_points=(2.9, 3.0)))
    fixed_spreads = replace(SPREADS, redraws_placements=False)
    assert member(DATA, 1, spreads=fixed_spreads).opponents == DATA.opponents


def test_the_file_of_spreads_is_read_and_checked(tmp_path):
    with pytest.raises(InputError, match="its members are 1 to 50"):
        member(DATA, 51)
    package = resources.files("eoc_sim.data").joinpath("eleven", "family.toml").read_text("utf-8")
    text = (
        package.replace("members = 50", "members = 3")
        .replace("[0.6, 0.83, 1.0]", "[0.55]")
        .replace('"redrawn"', '"kept"')
        .replace("[1.2, 2.6]", "[0, 3]")
    )
    (tmp_path / "family.toml").write_text(text)
    assert read_spreads(tmp_path).members == 3
    for old, new, message in (
        ("0.55", "-1", "a number from 0 to 2 is needed"),
        ("[0.55]", "[]", "a list of numbers is needed"),
        ('"kept"', '"keep"', 'Did you mean "kept"?'),
        ("[0, 3]", "[3, 0]", "two numbers are needed, the minimum and maximum"),
        ("members = ", "member = ", 'the key "member" is unknown'),
    ):
        (tmp_path / "family.toml").write_text(text.replace(old, new))
        with pytest.raises(InputError) as error:
            read_spreads(tmp_path)
        assert message in str(error.value)
