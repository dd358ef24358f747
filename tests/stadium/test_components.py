"""Stadium's components: the default data, errors, designers' sheets, changes and versions."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from importlib import resources
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs import sheet_writing
from eoc_sim.simulator.runs.components import PACKAGE, align
from eoc_sim.simulator.runs.version_options import VersionOptions
from eoc_sim.simulator.stadium import component_cells, component_report
from eoc_sim.simulator.stadium.component_rows import SHEETS_BY_NAME
from eoc_sim.simulator.stadium.component_summary import list_dominated, remarks
from eoc_sim.simulator.stadium.components import FILES, SHEETS, Components, load, replace_files
from eoc_sim.simulator.stadium.game import GAME
from eoc_sim.simulator.stadium.names import BONUSES, CATEGORIES, LOSSES, SPACES
from eoc_sim.simulator.stadium.versions import Version

DATA = load(None)
SOURCE = Path(str(resources.files("eoc_sim.data").joinpath("stadium")))
TEXTS = {file: (SOURCE / file).read_text(encoding="utf-8") for file in FILES}


def refusal(data):
    with pytest.raises(InputError) as error:
        load(data)
    return str(error.value)


def rows(sheet):
    return list(csv.reader(io.StringIO(TEXTS[f"{sheet}.csv"])))


def write_sheet(path, records, delimiter=",", encoding="utf-8"):
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows(records)
    path.write_bytes(text.getvalue().encode(encoding))
    return path


def write_changed_sheet(folder, sheet, number, column, value):
    """Write a packaged sheet with one changed cell to a folder."""
    records = rows(sheet)
    for record in records[1:]:
        if record[0] == number:
            record[records[0].index(column)] = value
    return write_sheet(folder / f"{sheet}.csv", records)


# --- The default data.


def cells(sheet, number, *columns):
    kind = SHEETS_BY_NAME[sheet]
    (row,) = (
        kind.row(component) for component in DATA.sheet(sheet) if str(component.number) == number
    )
    return tuple(row[column] for column in columns)


@pytest.mark.parametrize(
    ("number", "name", "arrow", "bonuses", "loss", "effect"),
    [
        ("1", "Equipment", "", "equipment money card star", "equipment", "equipment: 2 equipment"),
        (
            "2",
            "Train",
            "yes",
            "equipment win card star",
            "equipment",
            "train: any number: pay 2 equipment: 1 wins",
        ),
        ("3", "Hire", "yes", "money money card star", "employee", ""),
        ("4", "Playbook", "", "equipment money card star", "wins", "playbook: 1 wins"),
        (
            "5",
            "Build",
            "",
            "construction money card star",
            "construction",
            "build: any number: pay 1 money: 1 construction",
        ),
        ("6", "Tickets", "", "entertainment money card star", "money", ""),
        ("7", "Draft", "yes", "first win card star", "player", ""),
        (
            "8",
            "Sponsorship",
            "yes",
            "construction money card star",
            "money",
            "sponsorship: 2 money",
        ),
        (
            "9",
            "Merchandising",
            "",
            "entertainment money card star",
            "money",
            "merchandising: 2 entertainment; merchandising: 1 money",
        ),
    ],
)
def test_the_action_spaces(number, name, arrow, bonuses, loss, effect):
    assert cells("spaces", number, "name", "arrow", "loss", "effect") == (name, arrow, loss, effect)
    columns = [f"bonus{index}" for index in range(1, 7)]
    assert " ".join(filter(None, cells("spaces", number, *columns))) == bonuses
    space = DATA.spaces[int(number) - 1]
    first_choice = ("bonus1",) if name == "Draft" else ()  # the "1" of the leaflet
    assert space.printed_columns == ("number", "name", *first_choice, "loss", "effect")
    assert len(space.bonuses) == 4 and space.source == "partial"


@pytest.mark.parametrize(
    ("number", "row", "source"),
    [
        ("B01", "Advanced Training|1|2|0|0|0|2|train: 1 wins", "partial"),
        ("B02", "License Store|1|2|0|0|0|2|merchandising: 1 money", "partial"),
        ("B03", "Sponsored Concessions|1|3|0|0|0|2|football: 1 money", "partial"),
        ("B05", "Fan Village|1|2|1|0|0|2|football: 1 entertainment", "reconstructed"),
        ("B07", "Skyboxes|2|4|0|0|0|5|tickets: 1 money", "partial"),
        ("B08", "Luxury Suites|2|4|0|0|1|5|football: 1 money", "reconstructed"),
        ("B09", "Sports Clinic|2|4|0|1|0|5|football: 1 wins", "reconstructed"),
        ("B11", "Upper Deck|2|5|0|0|0|6|", "reconstructed"),
        ("B12", "New Stadium|3|6|0|0|0|10|tickets: 2 money", "partial"),
        ("B13", "Sliding Roof|3|8|0|0|0|12|", "reconstructed"),
        ("B14", "Broadcast Centre|3|6|1|0|0|10|football: 2 entertainment", "reconstructed"),
    ],
)
def test_buildings(number, row, source):
    columns = (
        "name",
        "level",
        "construction",
        "money",
        "equipment",
        "entertainment",
        "victory_points",
        "effect",
    )
    assert "|".join(cells("buildings", number, *columns)) == row
    assert (
        next(building for building in DATA.buildings if building.number == number).source == source
    )


@pytest.mark.parametrize(
    ("number", "row"),
    [
        ("F01", "Winning Season|season|6|0|3"),
        ("F02", "Well-drilled Season|season|7|2|5"),
        ("F05", "Home Playoff|playoffs|12|2|7"),
        ("F06", "Top Seed|playoffs|14|0|7"),
        ("F09", "Dynasty Title|championship|19|4|12"),
        ("F12", "Perfect Bowl|bowl|24|4|14"),
    ],
)
def test_squares_of_the_field(number, row):
    columns = ("name", "category", "wins", "equipment", "victory_points")
    assert "|".join(cells("field", number, *columns)) == row


@pytest.mark.parametrize(
    ("sheet", "number", "row"),
    [
        ("players", "P01", "Walk-on Kicker|1|0|0|0|football: 1 wins"),
        ("players", "P08", "Old Favourite|1|3|0|3|football: 1 wins"),
        ("players", "P09", "Trick-play Holder|1|1|0|0|football: 1 wins; football: 1 entertainment"),
        ("players", "P10", "Dancing Receiver|1|1|1|1|football: 1 wins; football: 1 entertainment"),
        ("players", "P14", "Celebrity Rookie|1|3|1|1|football: 1 wins; football: 2 entertainment"),
        ("players", "P13", "Highlight Catcher|1|3|0|1|football: 1 wins; football: 1 entertainment"),
        ("players", "P15", "Hungry Runner|1|1|1|0|football: 2 wins"),
        ("players", "P20", "Loyal Quarterback|1|4|0|1|football: 2 wins"),
        ("players", "P24", "Comeback Legend|1|5|1|0|football: 3 wins"),
        ("employees", "E03", "Finance Director|1|2|1|0|star: 5 money"),
        ("employees", "E07", "Film Assistant|1|0|0|0|star: 1 wins; star: 1 money"),
        ("employees", "E16", "Lead Architect|1|3|1|1|star: 4 construction"),
        ("employees", "E17", "Materials Broker|1|0|0|0|star: pay 1 money: 3 construction"),
        ("employees", "E19", "Talent Scout|1|1|0|1|star: 1 money; star: 1 cards"),
        ("employees", "E24", "General Manager|1|4|0|2|star: 1 wins; star: 2 money"),
    ],
)
def test_cards(sheet, number, row):
    price = "signing" if sheet == "players" else "cost"
    columns = ("name", "copies", price, "salary", "victory_points", "effect")
    assert "|".join(cells(sheet, number, *columns)) == row


def test_the_default_data_as_a_whole():
    assert [len(DATA.sheet(name)) for name in SHEETS] == [9, 14, 12, 24, 24]
    assert [space.number for space in DATA.spaces] == list(range(1, SPACES + 1))
    assert [place.category for place in DATA.field] == [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3
    board = DATA.board
    assert board.ticket_most_by_wins == 5 and board.bonus_tile_points == 3
    assert board.ticket_steps == ((10, 6), (20, 7), (30, 8)) and board.point_tokens == (1,) * 4
    assert board.sources == {
        "ticket_most_by_wins": "printed",
        "ticket_steps": "printed",
        "point_tokens": "reconstructed",
        "bonus_tile_points": "reconstructed",
    }
    assert {card.source for card in (*DATA.players, *DATA.employees)} == {"reconstructed"}
    assert set(DATA.provenance.values()) == {PACKAGE}
    assert not remarks(DATA)
    # The default data contain no sentences; they are made from the effects.
    assert all(not component.text for name in SHEETS for component in DATA.sheet(name))
    assert DATA.players[14].sentence == "At game time, gain 2 wins."


def test_names_and_their_order_are_fixed():
    assert BONUSES == (
        "money",
        "equipment",
        "wins",
        "entertainment",
        "construction",
        "card",
        "star",
        "first",
    )
    assert CATEGORIES == ("season", "playoffs", "championship", "bowl")
    assert LOSSES[5:] == ("employee", "player")


# --- Designers' files.


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize(
    ("delimiter", "encoding", "suffix"),
    [
        (",", "utf-8", ".csv"),
        (";", "utf-8-sig", ".csv"),
        ("\t", "utf-16", ".tsv"),
    ],
)
def test_one_sheet_is_recognized_by_its_columns(tmp_path, sheet, delimiter, encoding, suffix):
    path = write_sheet(tmp_path / f"mine{suffix}", rows(sheet), delimiter, encoding)
    read = load(path)
    assert read == DATA
    own = [file for file, source in read.provenance.items() if source == str(path)]
    assert own == [f"{sheet}.csv"]


def test_one_sheet_is_recognized_by_its_name(tmp_path):
    records = rows("players")
    records[0][3] = "sigming"
    named = refusal(write_sheet(tmp_path / "players.csv", records))
    assert 'the column "sigming" is unknown' in named and 'Did you mean "signing"?' in named
    assert "is not one of the sheets" in refusal(write_sheet(tmp_path / "mine.csv", records))


def test_a_designers_column_may_have_the_name_of_one_in_another_sheet(tmp_path):
    """A sheet of players with an additional column "cost" is still a sheet of players."""
    records = [
        [*record, cell]
        for record, cell in zip(rows("players"), ["cost", *["high"] * 24], strict=True)
    ]
    read = load(write_sheet(tmp_path / "mine.csv", records))
    assert read == DATA and read.own["players"].heads == ("cost",)


def workbook(path, sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, records in sheets.items():
        grid = book.create_sheet(title)
        for record in records:
            grid.append([int(cell) if cell.isdecimal() else cell or None for cell in record])
    book.save(path)
    return path


def test_workbooks(tmp_path):
    whole = workbook(tmp_path / "whole.xlsx", {name.title(): rows(name) for name in SHEETS})
    read = load(whole)
    assert read == DATA
    assert [file for file, source in read.provenance.items() if source == PACKAGE] == ["board.toml"]
    expensive = [[*row[:4], "99", *row[5:]] if row[0] == "P04" else row for row in rows("players")]
    invalid = workbook(tmp_path / "expensive.xlsx", {"players": expensive, "notes": [["a", "b"]]})
    assert 'expensive.xlsx, sheet "players", row 5 (player P04), column salary' in refusal(invalid)
    two = workbook(tmp_path / "two.xlsx", {"players": rows("players")[:3], "notes": [["a", "b"]]})
    read = load(two)
    assert [card.number for card in read.players] == ["P01", "P02"]
    assert read.employees == DATA.employees
    twice = workbook(tmp_path / "twice.xlsx", {"field": rows("field"), "copy": rows("field")})
    assert 'has 2 field sheets, "field" and "copy"' in refusal(twice)
    notes = workbook(tmp_path / "notes.xlsx", {"a": [["x", "y"]], "b": [["z"], ["1"]]})
    assert "is not one of the sheets spaces, buildings, field, players, employees" in refusal(notes)


def test_folders(tmp_path):
    write_sheet(tmp_path / "field.csv", rows("field")[:13], ";")
    board = TEXTS["board.toml"].replace("[1, 1, 1, 1]", "[2, 1]")
    (tmp_path / "board.toml").write_text(board, encoding="utf-8")
    read = load(tmp_path)
    assert read.board.point_tokens == (2, 1) and read.players == DATA.players
    assert read.hash != DATA.hash
    (tmp_path / "playrs.csv").write_text("a", encoding="utf-8")
    assert 'Did you mean "players' in refusal(tmp_path)


def test_numbers_and_words_as_people_write_them(tmp_path):
    records = rows("players")
    records[1][0], records[2][0], records[3][0] = "1", "p2", "P003.0"
    records[1][3] = ""
    assert load(write_sheet(tmp_path / "players.csv", records)).players == DATA.players
    spaces = rows("spaces")
    for record in spaces[1:]:
        record[:] = [
            {"win": "Wins", "card": "Cards", "first": "1"}.get(cell, cell) for cell in record
        ]
        record[0] = f"{int(record[0])}.0"
        record[2] = record[2] or "no"
    assert load(write_sheet(tmp_path / "spaces.csv", spaces)).spaces == DATA.spaces


def test_gaps_in_bonus_spaces_close(tmp_path):
    path = write_changed_sheet(tmp_path, "spaces", "1", "bonus2", "")
    assert load(path).spaces[0].bonuses == (1, 5, 6)
    assert Components.from_dict(load(path).as_dict()) == load(path)


def test_fewer_and_more_rows_than_in_the_box(tmp_path):
    records = rows("buildings")
    extra = ["B40", "Museum", "2", "4", "", "", "", "5", "draft: 1 entertainment", "", "printed"]
    read = load(write_sheet(tmp_path / "buildings.csv", [*records[:14], extra]))
    assert [building.number for building in read.buildings[-2:]] == ["B13", "B40"]
    read = load(write_changed_sheet(tmp_path, "employees", "E05", "copies", "0"))
    assert read.employees[4].copies == 0


@pytest.mark.parametrize(
    ("sheet", "number", "column", "value", "parts"),
    [
        ("spaces", "1", "bonus1", "first", ["space 1), column bonus1", "only on space 7, Draft"]),
        ("spaces", "1", "bonus1", "moneys", ['"moneys" is not one of', 'Did you mean "money"?']),
        ("spaces", "1", "arrow", "red", ['"red" is not yes, no or empty']),
        ("spaces", "1", "loss", "building", ["column loss", '"building" is not one of money']),
        ("spaces", "1", "number", "10", ['"10" is not the number of a space, 1 to 9']),
        ("players", "P01", "number", "2", ['"P02" is already in']),
        ("spaces", "8", "effect", "train: 1 wins", ["only during its own action"]),
        ("spaces", "8", "effect", "football: 1 wins", ["use sponsorship"]),
        ("buildings", "B01", "level", "4", ["row 2 (building B01), column level", "from 1 to 3"]),
        ("buildings", "B01", "construction", "31", ["from 0 to 30", '"31"']),
        ("buildings", "B01", "construction", "", ["an empty cell"]),
        ("buildings", "B01", "money", "-1", ["column money", '"-1"']),
        ("buildings", "B01", "number", "X1", ["B and up to 3 digits, such as B07"]),
        (
            "buildings",
            "B01",
            "effect",
            "train: any number: pay 1 money: 1 wins",
            ["is allowed only on spaces"],
        ),
        ("buildings", "B01", "effect", "star: 1 wins", ["only employees have stars"]),
        ("buildings", "B01", "source", "printd", ['Did you mean "printed"?']),
        ("field", "F01", "category", "play-offs", ["square F01", 'Did you mean "playoffs"?']),
        ("field", "F01", "wins", "2.5", ["whole number"]),
        ("players", "P01", "copies", "5", ["from 0 to 4"]),
        ("players", "P01", "victory_points", "61", ["from 0 to 60"]),
        ("players", "P01", "effect", "star: 2 money", ["only employees have stars"]),
        ("players", "P01", "name", "", ["the cell is empty"]),
        ("employees", "E01", "effect", "sta: 2 money", ['Did you mean "star"?']),
        ("employees", "E01", "salary", "much", ['not "much"']),
    ],
)
def test_errors_name_row_column_and_value(tmp_path, sheet, number, column, value, parts):
    path = write_changed_sheet(tmp_path, sheet, number, column, value)
    message = refusal(path)
    assert str(path) in message
    for part in parts:
        assert part in message


def test_unplayable_data(tmp_path):
    assert "space 9 is missing" in refusal(
        write_sheet(tmp_path / "spaces.csv", rows("spaces")[:-1])
    )
    no_bowl = [row for row in rows("field") if row[2] != "bowl"]
    assert "no square of the category bowl" in refusal(write_sheet(tmp_path / "field.csv", no_bowl))
    lower_levels = [row for row in rows("buildings") if row[2] != "3"]
    assert "no building of level 3" in refusal(
        write_sheet(tmp_path / "buildings.csv", lower_levels)
    )
    head, *cards = rows("players")
    many_copies = [
        [f"P{number}", f"Player {number}", "2", *cards[0][3:]] for number in range(1, 50)
    ]
    message = refusal(write_sheet(tmp_path / "players.csv", [head, *many_copies]))
    assert "98 cards, counting copies, are too many; the maximum is 96" in message
    many_copies[-1][2] = "0"
    loaded = load(write_sheet(tmp_path / "players.csv", [head, *many_copies]))
    assert sum(player.copies for player in loaded.players) == 96
    kinds = [[f"P{number}", f"Player {number}", "0", *cards[0][3:]] for number in range(1, 66)]
    message = refusal(write_sheet(tmp_path / "players.csv", [head, *kinds]))
    assert "has 65 rows; the maximum is 64" in message
    many = "; ".join(["football: 1 wins"] * 6)
    wordy = [[*kind[:6], many, "", "printed"] for kind in kinds[:64]]
    write_sheet(
        tmp_path / "employees.csv",
        [
            rows("employees")[0],
            *([f"E{number}", *row[1:]] for number, row in enumerate(wordy, start=1)),
        ],
    )
    write_sheet(tmp_path / "players.csv", [head, *wordy])
    for name in ("spaces", "field", "buildings"):
        (tmp_path / f"{name}.csv").unlink()
    assert "clauses; the maximum is 512" in refusal(tmp_path)
    assert "does not exist" in refusal(tmp_path / "nothing")


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("[[10, 6], [20, 7], [30, 8]]", "[[10, 6], [10, 7]]", ["should ascend", "10 follows 10"]),
        ("[[10, 6], [20, 7], [30, 8]]", "[10, 20]", ["entry 1", "a pair of wins and money"]),
        ("= 5\n", "= 5.5\n", ["ticket_most_by_wins", "whole number from 0 to 30"]),
        ("[1, 1, 1, 1]", "4", ["point_tokens", "a list of up to 12 values of point tokens"]),
        ("[1, 1, 1, 1]", "[1, 61]", ["entry 2", "from 0 to 60"]),
        ("bonus_tile_points = 3", "bonus_tiles = 3", ['the key "bonus_tiles" is unknown']),
        ('"printed"', '"print"', ["sources, ticket_most_by_wins", 'Did you mean "printed"?']),
    ],
)
def test_errors_of_the_board(tmp_path, old, new, parts):
    assert old in TEXTS["board.toml"]
    text = TEXTS["board.toml"].replace(old, new, 1)
    (tmp_path / "board.toml").write_text(text, encoding="utf-8")
    message = refusal(tmp_path)
    assert str(tmp_path / "board.toml") in message
    for part in parts:
        assert part in message


# --- Changes, versions, round trips.


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        (
            "space.8.effect",
            "sponsorship: 3 money",
            "8 Sponsorship: effect sponsorship: 2 money -> sponsorship: 3 money",
        ),
        ("space.1.arrow", "yes", "1 Equipment: arrow nothing -> yes"),
        ("building.b7.construction", "3", "B07 Skyboxes: construction 4 -> 3"),
        ("building.B07.absent", "yes", "B07 Skyboxes: absent no -> yes"),
        ("FIELD.1.Wins", "7", "F01 Winning Season: wins 6 -> 7"),
        ("player.P15.salary", "2", "P15 Hungry Runner: salary 1 -> 2"),
        (
            "employee.E01.effect",
            "star: 3 money",
            "E01 Box-office Clerk: effect star: 2 money -> star: 3 money",
        ),
        ("player.P15.copies", "0", "P15 Hungry Runner: copies 1 -> 0"),
        ("board.point_tokens", "2, 1", "Point tokens: value 1 1 1 1 -> 2 1"),
        ("board.ticket_steps.value", "12:6", "Ticket steps: value 10:6 20:7 30:8 -> 12:6"),
        ("board.bonus_tile_points", "4", "Bonus tile points: value 3 -> 4"),
    ],
)
def test_a_cell_is_changed_by_its_key(key, value, sentence):
    changed = component_cells.change(DATA, [(key, value)])
    (change,) = component_cells.differences(DATA, changed)
    assert change.sentence == sentence and change.in_play
    assert change.key == component_cells.normal_key(DATA, key)
    back = component_cells.change(changed, [(change.key, change.old)])
    assert not component_cells.differences(DATA, back)
    assert (back.hash == DATA.hash) and back == DATA


@pytest.mark.parametrize(
    ("key", "value", "parts"),
    [
        ("plyer.P15.salary", "2", ['Did you mean "player"?']),
        ("player.P99.salary", "2", ['there is no player "P99"']),
        ("field.Winnin Season.wins", "2", ['Did you mean "F01", Winning Season?']),
        ("player.P15.salry", "2", ['Did you mean "salary"?']),
        ("player.P15.number", "2", ['no column "number"; the columns are']),
        ("player.P15.absent", "yes", ['no column "absent"; the columns are']),
        ("player.P15.salary", "x", ["player P15, column salary", '"x"']),
        ("building.B07.absent", "perhaps", ["is not one of no, yes"]),
        ("board.ticket_step", "1", ['Did you mean "ticket_steps"?']),
        ("board.point_tokens", "a b", ["point_tokens, entry 1", "'a'"]),
        ("board", "1", ["is not a component's key"]),
    ],
)
def test_invalid_keys_and_values(key, value, parts):
    with pytest.raises(InputError) as error:
        component_cells.change(DATA, [(key, value)])
    for part in parts:
        assert part in str(error.value)


def test_keys_set_twice_and_invalid_components():
    with pytest.raises(InputError, match="is set twice"):
        component_cells.change(DATA, [("player.1.salary", "1"), ("player.P01.salary", "2")])
    with pytest.raises(InputError, match="no building of level 3"):
        component_cells.change(
            DATA, [(f"building.{number}.absent", "yes") for number in ("B12", "B13", "B14")]
        )
    with pytest.raises(InputError, match="not a component's key"):
        component_cells.change(DATA, [("card.P01.salary", "1")])


def test_versions_share_one_list_of_rows(tmp_path):
    fewer_players = load(write_sheet(tmp_path / "players.csv", rows("players")[:-1]))
    extra = ["B15", "Museum", "2", "4", "0", "0", "0", "5", "", "", "reconstructed"]
    more_buildings = load(write_sheet(tmp_path / "buildings.csv", [*rows("buildings"), extra]))
    one, other = align([fewer_players, more_buildings])
    for name in SHEETS:
        assert [row.number for row in one.sheet(name)] == [row.number for row in other.sheet(name)]
    assert one.players[-1].copies == 0 and other.players[-1].copies == 1
    assert one.buildings[-1].absent and not other.buildings[-1].absent
    assert [
        change.sentence for change in component_cells.differences(fewer_players, more_buildings)
    ] == [
        "B15 Museum: absent yes -> no",
        "P24 Comeback Legend: copies 0 -> 1",
    ]
    # A version's own record leaves out the rows that it lacks.
    assert [row["number"] for row in one.as_dict()["buildings"]] == [
        row.number for row in fewer_players.buildings
    ]
    assert align([DATA]) == [DATA]


def test_files_replacing_some_sheets(tmp_path):
    own = component_cells.change(DATA, [("field.F01.wins", "7")])
    path = write_changed_sheet(tmp_path, "players", "P01", "salary", "1")
    changed = replace_files(own, path)
    assert [difference.key for difference in component_cells.differences(own, changed)] == [
        "player.P01.salary"
    ]
    assert changed.provenance["players.csv"] == str(path)
    (tmp_path / "board.toml").write_text(
        TEXTS["board.toml"].replace("bonus_tile_points = 3", "bonus_tile_points = 4"), "utf-8"
    )
    keys = [
        difference.key
        for difference in component_cells.differences(own, replace_files(own, tmp_path))
    ]
    assert keys == ["player.P01.salary", "board.bonus_tile_points.value"]
    # A sheet without notes also removes the notes of the sheet it replaces.
    noted = [
        [*record, note] for record, note in zip(rows("field"), ["Notes", *["x"] * 12], strict=True)
    ]
    with_notes = replace_files(own, write_sheet(tmp_path / "mine.csv", noted))
    assert with_notes.own["field"].heads == ("Notes",)
    assert not replace_files(with_notes, write_sheet(tmp_path / "mine.csv", rows("field"))).own


NUMBERS = st.integers(0, 30)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_changed_components_are_read_back(data):
    players = tuple(
        replace(
            card,
            copies=data.draw(st.integers(0, 4)),
            signing=data.draw(NUMBERS),
            salary=data.draw(NUMBERS),
            victory_points=data.draw(st.integers(0, 60)),
            text=data.draw(st.sampled_from(["", 'Wins, twice; "so"', "naïve — yes"])),
        )
        for card in DATA.players
    )
    spaces = tuple(
        replace(
            space,
            arrow=data.draw(st.booleans()),
            bonuses=tuple(data.draw(st.lists(st.integers(0, 6), max_size=6))),
        )
        for space in DATA.spaces
    )
    changed = replace(DATA, players=players, spaces=spaces)
    again = Components.from_dict(changed.as_dict())
    assert again == changed and again.hash == changed.hash


def test_invalid_stored_components():
    content = DATA.as_dict()
    for invalid, part in (
        ({"players": 3}, "players should be a list of rows"),
        ({"players": [{"number": "P01"}]}, "row 1 of players should have the columns"),
        ({"board": 3}, "board should be a table of keys"),
    ):
        with pytest.raises(InputError, match=part):
            Components.from_dict({**content, **invalid})


# --- Output of the `data` command.


CHANGES = [
    ("space.1.bonus5", "win"),
    ("building.B07.construction", "3"),
    ("player.P15.salary", "2"),
    ("employee.E01.text", 'A "clerk", who counts; twice'),
    ("field.F03.victory_points", "6"),
]


@pytest.mark.parametrize("name", ["mine.xlsx", "mine"])
def test_exported_data_can_be_read_back(tmp_path, name):
    count, omissions = GAME.sheets.export(None, tmp_path / name, False)
    assert count == 83 and not omissions
    read = load(tmp_path / name)
    assert read == DATA and read.provenance["players.csv"] != PACKAGE
    with pytest.raises(InputError, match="already exists"):
        GAME.sheets.export(None, tmp_path / name, False)
    changed = component_cells.change(DATA, CHANGES)
    sheet_writing.write_folder(changed.folder_files(), tmp_path / "changed")
    GAME.sheets.export(str(tmp_path / "changed"), tmp_path / name, True)
    assert load(tmp_path / name) == changed


def test_one_sheet_is_exported_under_its_name(tmp_path):
    assert GAME.sheets.export(None, tmp_path / "field.csv", False) == (12, [])
    assert load(tmp_path / "field.csv") == DATA
    with pytest.raises(InputError, match="Stadium has the sheets spaces, buildings"):
        GAME.sheets.export(None, tmp_path / "cards.csv", False)
    with pytest.raises(InputError, match="should end in .xlsx"):
        GAME.sheets.export(None, tmp_path / "cards.ods", False)


def test_exporting_to_a_workbook_reports_omissions(tmp_path):
    changed = component_cells.change(DATA, [("board.point_tokens", "2")])
    sheet_writing.write_folder(changed.folder_files(), tmp_path / "mine")
    _, omissions = GAME.sheets.export(str(tmp_path / "mine"), tmp_path / "mine.xlsx", False)
    assert len(omissions) == 1 and "board.toml" in omissions[0]
    assert load(tmp_path / "mine") == changed


def test_designers_columns_are_kept(tmp_path):
    records = [
        [*record[:2], note, *record[2:]]
        for record, note in zip(rows("field"), ["My notes", "steep", *[""] * 11], strict=True)
    ]
    path = write_sheet(tmp_path / "field.csv", records)
    assert load(path) == DATA
    count, omissions = GAME.sheets.export(str(path), tmp_path / "back.xlsx", False)
    assert count == 83 and "'My notes'" in omissions[0]
    back = load(tmp_path / "back.xlsx")
    assert back.own["field"].cells["F01"] == {"My notes": "steep"}
    assert back.describe_own_columns() == back.own["field"].sentences()


def test_the_sheets_of_a_version(tmp_path):
    version = Version.baseline(VersionOptions(seats=("random", "random")))
    records = [
        [*record, note]
        for record, note in zip(rows("field"), ["My notes", *["steep"] * 12], strict=True)
    ]
    path = write_sheet(tmp_path / "field.csv", [*records[:3], *records[4:]])
    own = GAME.with_sheet(version, str(path))
    assert len(own.components.field) == 11 and own.components.players == DATA.players
    assert "'My notes'" in own.components.describe_own_columns()[0]
    sheet = GAME.sheets.cards(own.record())
    assert [entry.title for entry in sheet.sheets] == [
        "players",
        "spaces",
        "buildings",
        "field",
        "employees",
    ]
    field = sheet.sheets[3]
    assert len(field.rows) == 11 and field.rows[0]["My notes"] == "steep"
    assert field.choices == {"category": CATEGORIES} and sheet.help_lines
    assert [*sheet.rows] == [SHEETS_BY_NAME["players"].row(player) for player in DATA.players]


def output(lines):
    return [line if isinstance(line, str) else line.rows for line in lines]


def test_check_and_words(tmp_path):
    lines = output(component_report.check(None))
    assert "Everything can be played." in lines
    tables = [rows for rows in lines if not isinstance(rows, str)]
    assert ("season", "3", "3 to 5", "6 to 9") in tables[2]
    assert ("level 3", "3", "10 to 12", "6 to 8") in tables[2]
    assert ("players", "24", "1.96", "0.58", "0.71", "0", "0", "37", "8", "0", "0") in tables[3]
    assert ("values of the board", "2", "0", "2") in tables[4]
    words = output(component_report.words(None))
    assert "  tickets: B12 New Stadium: tickets: 2 money" in words
    changed_price = load(write_changed_sheet(tmp_path, "buildings", "B06", "construction", "4"))
    assert not list_dominated(changed_price)


def test_dominated_places_are_reported(tmp_path):
    def dominated(*changes):
        return list_dominated(component_cells.change(DATA, changes))

    assert dominated(("field.F03.victory_points", "3")) == [
        "F03 Big Season asks for no less and gives no more than F01 Winning Season."
    ]
    assert dominated(("building.B07.effect", ""), ("building.B07.construction", "5")) == [
        "B07 Skyboxes asks for no less and gives no more than B11 Upper Deck."
    ]
    assert dominated(("building.B11.effect", "draft: 1 wins"), ("building.B07.absent", "yes")) == []
    assert dominated(("field.F02.wins", "9"), ("field.F02.equipment", "0")) == [
        "F02 Well-drilled Season and F03 Big Season ask for the same and give the same."
    ]
    # An effect at another moment, or with a price, is neither more nor less.
    clause = "football: pay 1 money: 1 wins"
    assert dominated(("building.B13.effect", clause)) == []
    # An owner may pay for a clause once for each time that it appears on a place.
    settings = ("building.B07.construction", "5"), ("building.B11.effect", clause)
    assert dominated(*settings, ("building.B07.effect", f"{clause}; {clause}")) == []
    assert dominated(*settings, ("building.B07.effect", clause)) == [
        "B07 Skyboxes asks for no less and gives no more than B11 Upper Deck."
    ]


def test_odd_components_are_reported():
    without_bonuses = replace(
        DATA, spaces=tuple(replace(space, bonuses=()) for space in DATA.spaces)
    )
    assert "No VP can ever be placed on Train: it has no bonus space." in remarks(without_bonuses)
    plain = component_cells.change(
        DATA,
        [
            ("player.P01.effect", ""),
            *((f"employee.{employee.number}.copies", "0") for employee in DATA.employees),
        ],
    )
    assert remarks(plain) == [
        "The deck of employees is empty.",
        "P01 Walk-on Kicker has neither an effect nor points.",
    ]
