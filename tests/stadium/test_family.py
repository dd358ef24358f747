"""The data family: which cells change, how often and how far, and which stay."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from importlib import resources
from itertools import pairwise

import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs import sheet_writing
from eoc_sim.simulator.stadium.component_cells import change, differences
from eoc_sim.simulator.stadium.components import Components, load
from eoc_sim.simulator.stadium.family import member, read_spreads
from eoc_sim.simulator.stadium.names import FOOTBALL, TOKENS

DATA = load(None)
SPREADS = replace(read_spreads(), members=1000)
MEMBER_COUNT = 800
"""Enough members to know a frequency to within 0.1, almost certainly."""


@cache
def members():
    """Return the first members."""
    return [member(DATA, number, 1, SPREADS) for number in range(1, MEMBER_COUNT + 1)]


def moves(sheet, number, column):
    """Map each change of a cell to the share of members that have it."""
    (place,) = (
        index for index, component in enumerate(DATA.sheet(sheet)) if component.number == number
    )
    now = getattr(DATA.sheet(sheet)[place], column)
    counts = Counter(
        getattr(data_member.sheet(sheet)[place], column) - now for data_member in members()
    )
    return {step: count / MEMBER_COUNT for step, count in sorted(counts.items())}


def assert_shares(counts, expected):
    assert counts.keys() == expected.keys(), counts
    for step, share in expected.items():
        # Five standard deviations of a share.
        assert abs(counts[step] - share) <= 5 * (share * (1 - share) / MEMBER_COUNT) ** 0.5, counts


def test_member_0_is_the_data():
    assert member(DATA, 0) is DATA


def test_members_load_and_differ():
    hashes = {DATA.hash}
    for number in range(1, read_spreads().members + 1):
        data_member = member(DATA, number)
        assert Components.from_dict(data_member.as_dict()) == data_member
        assert data_member == members()[number - 1] and data_member == member(DATA, number)
        assert all(f"member {number} of" in text for text in data_member.provenance.values())
        hashes.add(data_member.hash)
    assert read_spreads().members == 50 and len(hashes) == 51
    assert member(DATA, 1, 2) != member(DATA, 1, 1)


def test_every_player_wins_in_every_member():
    """ACT-17, GAM-1: the leaflet says that an active player gains wins at game time."""
    wins = TOKENS.index("wins")
    for components in (DATA, *members()):
        for player in components.players:
            gains = {clause.gain for clause in player.clauses if clause.when == FOOTBALL}
            assert wins in gains, player


def test_a_member_is_the_same_on_every_computer():
    """The hash is fixed, because another draw would change the family behind published findings."""
    assert member(DATA, 1).hash.startswith("5b820f2738c21343")


@pytest.mark.parametrize(
    ("sheet", "number", "column", "expected"),
    [
        # Prices and points change by -1, 0, 0 or +1, with equal chances.
        ("players", "P08", "signing", {-1: 0.25, 0: 0.5, 1: 0.25}),
        ("players", "P08", "victory_points", {-1: 0.25, 0: 0.5, 1: 0.25}),
        ("players", "P22", "salary", {-1: 0.25, 0: 0.5, 1: 0.25}),
        ("employees", "E16", "cost", {-1: 0.25, 0: 0.5, 1: 0.25}),
        ("buildings", "B11", "construction", {-1: 0.25, 0: 0.5, 1: 0.25}),
        ("buildings", "B07", "construction", {-1: 0.25, 0: 0.5, 1: 0.25}),
        ("buildings", "B11", "victory_points", {-1: 0.25, 0: 0.5, 1: 0.25}),
        ("buildings", "B10", "money", {-1: 0.25, 0: 0.5, 1: 0.25}),
        ("field", "F09", "equipment", {-1: 0.25, 0: 0.5, 1: 0.25}),
        ("field", "F01", "victory_points", {-1: 0.25, 0: 0.5, 1: 0.25}),
        # Points of level 3 and of the bowl change by twice that.
        ("buildings", "B12", "victory_points", {-2: 0.25, 0: 0.5, 2: 0.25}),
        ("field", "F12", "victory_points", {-2: 0.25, 0: 0.5, 2: 0.25}),
        # Nothing falls below its minimum. A salary of 0 is drawn again with a chance of 1 in 4, and
        # then rises with a chance of 1 in 4.
        ("players", "P01", "signing", {0: 0.75, 1: 0.25}),
        ("players", "P01", "victory_points", {0: 0.75, 1: 0.25}),
        ("players", "P01", "salary", {0: 15 / 16, 1: 1 / 16}),
        ("employees", "E01", "salary", {0: 15 / 16, 1: 1 / 16}),
        # A cost of 0 in money or equipment stays 0.
        ("buildings", "B11", "money", {0: 1.0}),
        ("field", "F01", "equipment", {0: 1.0}),
        # Copies and a printed threshold stay.
        ("players", "P01", "copies", {0: 1.0}),
        ("field", "F01", "wins", {0: 1.0}),
    ],
)
def test_sizes_of_changes(sheet, number, column, expected):
    assert_shares(moves(sheet, number, column), expected)


def test_changes_stay_within_limits():
    near_minimum = change(
        DATA,
        [
            ("building.B11.construction", "1"),
            ("building.B11.victory_points", "1"),
            ("building.B13.victory_points", "2"),
            ("building.B10.construction", "0"),
            ("field.F03.victory_points", "1"),
            ("player.P08.victory_points", "60"),
        ],
    )
    members = [member(near_minimum, number, 1, SPREADS) for number in range(1, 101)]
    assert {data_member.buildings[10].construction for data_member in members} == {1, 2}
    assert {data_member.buildings[10].victory_points for data_member in members} == {1, 2}
    assert {data_member.buildings[12].victory_points for data_member in members} == {1, 2, 4}
    assert {data_member.buildings[9].construction for data_member in members} == {0, 1}
    assert {data_member.field[2].victory_points for data_member in members} == {1, 2}
    assert {data_member.players[7].victory_points for data_member in members} == {59, 60}


def test_thresholds_ascend_and_categories_move_together():
    for data_member in members():
        wins = [square.wins for square in data_member.field]
        assert wins[0] == 6 and all(after > before for before, after in pairwise(wins))
    # Each threshold changes by -1, 0, 0 or 1, plus its category's -2, 0 or 2 (in the playoffs
    # -1, 0 or 1). Afterwards a threshold is raised only to stay above the one before it.
    shifts = moves("field", "F07", "wins")
    assert_shares({step: shifts.get(step, 0) for step in (2, 3)}, {2: 1 / 6, 3: 1 / 12})
    playoffs = moves("field", "F06", "wins")
    assert_shares({2: playoffs[2]}, {2: 1 / 12})
    assert max(moves("field", "F12", "wins")) == 3
    both = Counter(
        (data_member.field[9].wins > 22, data_member.field[11].wins > 25)
        for data_member in members()
    )
    assert both[True, True] > both[True, False] + both[False, True]


def test_only_reconstructed_effects_change():
    places = [building for building in DATA.buildings if building.clauses]
    for place in places:
        counts = Counter(
            next(row.effect for row in data_member.buildings if row.number == place.number)
            for data_member in members()
        )
        if place.source == "partial":
            assert counts == {place.effect: MEMBER_COUNT}
    assert all(
        data_member.spaces[index].effect == space.effect
        and data_member.spaces[index].loss == space.loss
        for data_member in members()
        for index, space in enumerate(DATA.spaces)
    )
    # 1 win cannot fall; 3 wins rise as often as they fall; a price is an amount, too.
    assert_shares(_amounts("players", 0, 0, "amount"), {1: 15 / 16, 2: 1 / 16})
    assert_shares(_amounts("players", 21, 0, "amount"), {2: 1 / 16, 3: 7 / 8, 4: 1 / 16})
    assert_shares(_amounts("employees", 17, 0, "amount"), {2: 1 / 16, 3: 7 / 8, 4: 1 / 16})
    assert_shares(_amounts("employees", 17, 0, "pay_amount"), {1: 1 / 16, 2: 7 / 8, 3: 1 / 16})


def _amounts(sheet, place, clause, part):
    counts = Counter(
        getattr(data_member.sheet(sheet)[place].clauses[clause], part) for data_member in members()
    )
    return {amount: count / MEMBER_COUNT for amount, count in sorted(counts.items())}


def test_a_changed_effect_loses_its_designers_sentence():
    own = change(DATA, [("player.P22.text", "Three wins.")])
    for number in range(51):
        player = member(own, number).players[21]
        assert player.text == ("Three wins." if player.effect == "football: 3 wins" else "")


def test_only_token_bonuses_change():
    for index, space in enumerate(DATA.spaces):
        for bonus, kind in enumerate(space.bonuses):
            counts = Counter(data_member.spaces[index].bonuses[bonus] for data_member in members())
            if kind >= len(TOKENS):
                assert counts == {kind: MEMBER_COUNT}
            else:
                assert set(counts) == set(range(len(TOKENS)))
                assert_shares({kind: counts[kind] / MEMBER_COUNT}, {kind: 7 / 8})


def test_arrows_and_point_tokens():
    arrows = Counter(sum(space.arrow for space in data_member.spaces) for data_member in members())
    assert_shares(
        {n: count / MEMBER_COUNT for n, count in arrows.items()}, dict.fromkeys((3, 4, 5), 1 / 3)
    )
    for index in range(9):
        share = sum(data_member.spaces[index].arrow for data_member in members()) / MEMBER_COUNT
        assert_shares({"arrow": share}, {"arrow": 4 / 9})
    tokens = Counter(data_member.board.point_tokens for data_member in members())
    assert_shares(
        {len(group): count / MEMBER_COUNT for group, count in tokens.items()},
        dict.fromkeys((2, 3, 4, 5, 6), 1 / 5),
    )
    assert all(set(token) == {1} for token in tokens)
    tiles = Counter(data_member.board.bonus_tile_points - 3 for data_member in members())
    assert_shares(
        {step: count / MEMBER_COUNT for step, count in tiles.items()}, {-1: 0.25, 0: 0.5, 1: 0.25}
    )
    for data_member in members():
        assert data_member.board.ticket_steps == DATA.board.ticket_steps
        assert data_member.board.ticket_most_by_wins == 5


def test_printed_cells_stay():
    printed = replace(
        DATA,
        **{
            name: tuple(
                replace(
                    row,
                    source="printed",
                    printed_columns=tuple(
                        column for column in row.__dataclass_fields__ if column != "source"
                    )
                    + tuple(f"bonus{index}" for index in range(1, 7)),
                )
                for row in DATA.sheet(name)
            )
            for name in ("spaces", "buildings", "field", "players", "employees")
        },
        board=replace(DATA.board, sources=dict.fromkeys(DATA.board.sources, "printed")),
    )
    for number in range(1, 51):
        assert member(printed, number) == printed


def test_a_new_card_place_or_value_changes_no_other_cell(tmp_path):
    sheet_writing.write_folder(DATA.folder_files(), tmp_path)
    for sheet, row in (
        ("players", "P50,New,1,0,0,0,football: 2 wins,,reconstructed"),
        ("players", "P99,New,1,0,0,0,football: 2 wins,,reconstructed"),
        ("buildings", "B99,New,2,4,0,0,0,5,,,reconstructed"),
        ("field", "F99,New,bowl,90,0,5,,,reconstructed"),
    ):
        path = tmp_path / f"{sheet}.csv"
        with path.open("a", encoding="utf-8") as file:
            file.write(row + "\r\n")
    more = load(tmp_path)
    edited = change(more, [("player.P03.salary", "3"), ("space.5.bonus5", "money")])
    for number in (1, 2, 3, 4, 5):
        for data_member in (member(more, number), member(edited, number)):
            keys = {change.key for change in differences(member(DATA, number), data_member)}
            assert {key.split(".")[1] for key in keys} <= {
                "P50",
                "P99",
                "B99",
                "F99",
                "P03",
                "5",
            }
            assert not any(key.startswith("space.5") and "bonus5" not in key for key in keys)


def test_invalid_members_and_seeds():
    with pytest.raises(InputError, match="no member 51 of the data family"):
        member(DATA, 51)
    with pytest.raises(InputError, match="no member -1"):
        member(DATA, -1)
    with pytest.raises(InputError, match="family seed -1"):
        member(DATA, 1, -1)


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("steps = [-1, 0, 0, 1]", "steps = []", "steps: a list of whole numbers"),
        ("steps = [-1, 0, 0, 1]", "steps = [0.5]", "steps: a whole number from -10 to 10"),
        ("arrows = [3, 5]", "arrows = [5, 3]", "the minimum, 5, is larger than the maximum, 3"),
        ("arrows = [3, 5]", "arrows = 3", "arrows: a minimum and a maximum are needed"),
        ("bowl = 2", "bow = 2", 'the key "bow" is unknown'),
        ("members = 50", "member = 50", 'Did you mean "members"?'),
        (
            "amount_changes_one_in = 8",
            "amount_changes_one_in = 0",
            "amount_changes_one_in: a whole",
        ),
    ],
)
def test_a_designers_own_spreads_are_read_and_checked(tmp_path, old, new, part):
    text = resources.files("eoc_sim.data").joinpath("stadium", "family.toml").read_text("utf-8")
    assert old in text
    (tmp_path / "family.toml").write_text(text.replace("members = 50", "members = 7"), "utf-8")
    assert read_spreads(tmp_path) == replace(read_spreads(), members=7)
    (tmp_path / "family.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(InputError) as error:
        read_spreads(tmp_path)
    assert part in str(error.value) and str(tmp_path / "family.toml") in str(error.value)
