"""Editable numbers of Stadium, and the files of an edited version."""

from __future__ import annotations

import pytest

from eoc_sim.simulator.runs import sheet_writing
from eoc_sim.simulator.runs.game_of_versions import write_edits
from eoc_sim.simulator.runs.version_options import VersionOptions
from eoc_sim.simulator.stadium.component_cells import change
from eoc_sim.simulator.stadium.components import load
from eoc_sim.simulator.stadium.game import GAME
from eoc_sim.simulator.stadium.numbers import numbers
from eoc_sim.simulator.stadium.versions import Version

SEATS = ("random",) * 3


@pytest.fixture(scope="module")
def version():
    return Version.baseline(VersionOptions(seats=SEATS))


@pytest.fixture(scope="module")
def all_numbers(version):
    return numbers(version)


def test_every_number_matches_its_version_and_takes_other_values(version, all_numbers):
    assert len({(number.key, number.kind) for number in all_numbers}) == len(all_numbers)
    for number in all_numbers:
        assert number.original in number.values and list(number.values) == sorted(number.values), (
            number
        )
        assert number.spread > 0
        assert not version.differences(
            version.change([(number.key, number.setting(number.original))])
        ), number
    # Try both ends of the range of some numbers in each sheet; a value changes only its own key.
    for entry in [
        *all_numbers[::23],
        *(number for number in all_numbers if number.key.startswith(("board", "rules"))),
    ]:
        for value in {entry.values[0], entry.values[-1]} - {entry.original}:
            changes = version.differences(version.change([(entry.key, entry.setting(value))]))
            assert [each.key for each in changes] == [entry.key], entry


def test_rows_are_found_in_the_tables_of_ids(version, all_numbers):
    from eoc_sim.simulator.stadium.dims import dims

    tables = dims([version])
    for number in all_numbers:
        if number.dim:
            assert number.row in tables[number.dim]["number"].to_list(), number


def test_places_cards_effects_board_and_rules_have_numbers(all_numbers):
    by_key: dict[str, list[str]] = {}
    for number in all_numbers:
        by_key.setdefault(number.key, []).append(number.kind)
    assert by_key["building.B07.construction"] == ["construction"]
    assert by_key["field.F01.wins"] == ["wins"] and by_key["player.P15.salary"] == ["salary"]
    assert by_key["employee.E17.effect"] == [
        "construction of the effect",
        "price of construction",
    ]
    assert by_key["employee.E07.effect"] == [
        "wins of the effect (clause 1)",
        "money of the effect (clause 2)",
    ]
    assert by_key["space.8.effect"] == ["money of the effect"]
    assert by_key["space.2.effect"] == [
        "wins of the effect",
        "price of wins",
    ]
    assert by_key["board.ticket_most_by_wins.value"] == ["limit on ticket money from wins"]
    assert "rules.vp_price" in by_key and "rules.arrows" not in by_key
    assert "board.bonus_tile_points.value" not in by_key and "space.3.effect" not in by_key
    # A price's effect is reciprocal: it grows as the price falls.
    price = next(
        number
        for number in all_numbers
        if number.key == "space.2.effect" and number.kind.startswith("pri")
    )
    assert price.share(1) == 1.0 and price.settings[0] == (
        "train: any number: pay 1 equipment: 1 wins"
    )


def test_things_out_of_play_have_no_numbers():
    version = Version.baseline(
        VersionOptions(
            seats=SEATS,
            settings=(("vp_salary", "0"), ("bonus_tiles", "firsts")),
            changes=(("player.P15.copies", "0"), ("building.B07.absent", "yes")),
        )
    )
    keys = {number.key for number in numbers(version)}
    assert not any(key.startswith(("player.P15", "building.B07")) for key in keys)
    assert "board.bonus_tile_points.value" in keys


def version_of(options):
    named = dict(options)
    changes = tuple(tuple(value.split("=", 1)) for option, value in options if option == "--change")
    return Version.baseline(
        VersionOptions(
            seats=SEATS,
            rules=named.get("--rules"),
            data=named.get("--data"),
            changes=changes,
        )
    )


CHANGES = (
    ("field.F03.victory_points", "6"),
    ("employee.E01.effect", "star: 3 money"),
    ("board.point_tokens.value", "2 1"),
    ("building.B07.absent", "yes"),
    ("rules.vp_price", "5"),
)


@pytest.mark.parametrize("data", [None, "folder", "sheet.csv", "book.xlsx"])
def test_an_edited_version_is_written_as_files(tmp_path, data):
    own = None
    if data is not None:
        mine = change(load(), [("player.P01.salary", "1"), ("player.P02.text", "One win.")])
        sheet_writing.write_folder(mine.folder_files(), tmp_path / "folder")
        own = tmp_path / "folder"
        if data == "sheet.csv":
            own = (tmp_path / "folder" / "players.csv").rename(tmp_path / data)
        elif data == "book.xlsx":
            GAME.sheets.export(str(tmp_path / "folder"), tmp_path / data, False)
            own = tmp_path / data
    data = None if own is None else str(own)
    version = Version.baseline(VersionOptions(seats=SEATS, data=data))
    edited = version.change(CHANGES)
    options = write_edits(edited, None, data, tmp_path / "out")
    assert [option for option, _ in options] == ["--rules", "--data"]
    again = version_of(options)
    assert not edited.differences(again) and not again.differences(edited)
    if data is None:
        assert {path.name for path in (tmp_path / "out" / "components").iterdir()} == {
            "field.csv",
            "employees.csv",
            "buildings.csv",
            "board.toml",
        }


def test_unedited_sheets_are_not_written(tmp_path):
    version = Version.baseline(VersionOptions(seats=SEATS))
    assert write_edits(version, None, None, tmp_path) == []
    assert [
        option
        for option, _ in write_edits(
            version.change([("player.P01.salary", "1")]), None, None, tmp_path
        )
    ] == ["--data"]
    assert not (tmp_path / "rules.toml").exists()
