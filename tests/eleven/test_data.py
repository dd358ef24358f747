"""Eleven's components: default data, errors, designers' sheets, keys and the `data` command."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from importlib import resources
from pathlib import Path

import openpyxl
import polars as pl
import pytest
from cli.process import call

from eoc_sim.cli import BAD_INPUT
from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven import component_cells, component_report
from eoc_sim.simulator.eleven.amounts import AMOUNTS
from eoc_sim.simulator.eleven.component_report import describe_sources, known_cells, remarks
from eoc_sim.simulator.eleven.component_rows import MODULE_SHEETS, SHEETS
from eoc_sim.simulator.eleven.components import FILES, Components, folder_files, load, replace_files
from eoc_sim.simulator.eleven.dims import dims
from eoc_sim.simulator.eleven.game import GAME
from eoc_sim.simulator.eleven.names import COLOURS, DECKS, FORMATIONS, PROFILES
from eoc_sim.simulator.eleven.numbers import numbers
from eoc_sim.simulator.eleven.pitch import BALL, SHIELD
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.season_rows import SEASON
from eoc_sim.simulator.eleven.versions import Version
from eoc_sim.simulator.runs.components import PACKAGE, align
from eoc_sim.simulator.runs.text_table import TextTable
from eoc_sim.simulator.runs.version_options import VersionOptions

DATA = load()
SOURCE = Path(str(resources.files("eoc_sim.data").joinpath("eleven")))
ROWS = {
    name: list(csv.reader(io.StringIO((SOURCE / f"{name}.csv").read_text("utf-8"))))
    for name in SHEETS
}


def write_rows(path, records):
    text = io.StringIO(newline="")
    csv.writer(text).writerows(records)
    path.write_text(text.getvalue(), encoding="utf-8")
    return path


def write_spoilt_sheet(folder, sheet, *cells):
    """Write a packaged sheet with changed cells, each given as number, column and value."""
    records = [list(record) for record in ROWS[sheet]]
    for number, column, value in cells:
        for record in records[1:]:
            if record[0] == number:
                record[records[0].index(column)] = value
    return write_rows(folder / f"{sheet}.csv", records)


def refusal(data):
    with pytest.raises(InputError) as error:
        load(data)
    return str(error.value)


def row_of(sheet, number):
    return next(row for row in DATA.sheet(sheet) if row.number == number)


# --- The default data.


def test_the_line_ups_of_the_clubs():
    """SET-2, LEA-4, EXT-3: each of four decks has four clubs, each with line-ups and a colour."""
    assert len(DATA.opponents) == 72 and len(DATA.clubs) == 16
    assert [(club.code, DECKS[club.deck], COLOURS[club.colour]) for club in DATA.clubs[:5]] == [
        ("3a", "3", "green"),
        ("3b", "3", "blue"),
        ("3c", "3", "red"),
        ("3d", "3", "red"),
        ("32a", "32", "green"),
    ]
    assert [len(club.line_ups) for club in DATA.clubs] == [4] * 8 + [5] * 8
    assert {len(club.line_ups) for club in DATA.in_game(RULES.standard).clubs} == {4}
    line_up = row_of("opponents", "O12")
    assert (line_up.name, line_up.club, FORMATIONS[line_up.formation]) == (
        "Club 3c line-up 4",
        "3c",
        "433",
    )
    assert (line_up.keeper_strength, line_up.gloves) == (2, 1)
    assert line_up.markers == (
        (0, SHIELD, 1),
        (1, SHIELD, 2),
        (1, SHIELD, 2),
        (1, BALL, 1),
        (3, BALL, 1),
        (4, SHIELD, 2),
        (5, BALL, 2),
        (6, BALL, 1),
        (7, BALL, 3),
        (7, SHIELD, 1),
    )
    assert line_up.printed_columns == ()
    assert line_up.reported_columns == ("deck", "colour", "formation", "keeper")


def test_the_squads_of_the_league_layer():
    """LAY-1: each profile has a squad for each week."""
    assert [(profile.profile, profile.week) for profile in DATA.profiles] == [
        (profile, week) for profile in PROFILES for week in range(1, 11)
    ]
    profile_row = row_of("profiles", "strong10")
    assert profile_row.balls == (5, 4, 4, 2, 2) and profile_row.shields == (4, 4, 3, 3, 2)
    assert (profile_row.keeper_strength, profile_row.gloves, profile_row.name) == (
        3,
        3,
        "strong in week 10",
    )


def test_the_tactic_cards():
    """MAT-3, SET-7: basic cards have two formations, the others one and an effect."""
    assert [tactic.number for tactic in DATA.tactics if tactic.basic] == [
        "T01",
        "T02",
        "T03",
        "T04",
    ]
    assert [FORMATIONS[code] for code in row_of("tactics", "T02").formations] == ["532", "352"]
    tactic_card = row_of("tactics", "T11")
    assert tactic_card.effect == "match: if shields back >= 4 and quiet centre: 1 goal"
    assert tactic_card.sentence == (
        "In the match, if 4 or more shields stand in the row of defenders and the opponent's "
        "central attack has not scored, score 1 more goal."
    )
    assert tactic_card.reported_columns == ("name", "formations", "effect")


def test_the_tables_of_the_club():
    """LEA-4, SCO-1: clubs' dice depend on their colour, and VP on the position."""
    assert DATA.club.dice == ((0, 1, 1, 3, 3, 3), (0, 0, 1, 1, 3, 3), (0, 0, 1, 1, 1, 3))
    assert DATA.club.position_vp_standard == (20, 17, 13, 11, 8, 6, 3, 1, 0, -2, -5, -7)
    assert DATA.club.position_vp_epic == (24, 20, 16, 13, 10, 7, 4, 1, 0, -3, -6, -9)
    assert DATA.club.sources == {
        **dict.fromkeys(AMOUNTS.values, "reconstructed"),
        **dict.fromkeys(("boards", "dice_red", "dice_blue", "dice_green"), "reported"),
        "position_vp_epic": "printed",
    }


def test_the_data_as_a_whole():
    assert set(DATA.provenance.values()) == {PACKAGE} and not remarks(DATA)
    assert Components.from_dict(DATA.as_dict()) == DATA
    assert FILES[:3] == ("opponents.csv", "profiles.csv", "tactics.csv")
    assert FILES[3:] == (*(f"{name}.csv" for name in (*SEASON, *MODULE_SHEETS)), "club.toml")
    # A spreadsheet program would turn none of the cells into a date, a formula or a shorter number.
    for name in ("opponents", "profiles", "tactics"):
        records = ROWS[name]
        for cell in (cell for record in records[1:] for cell in record):
            assert not cell.startswith(("=", "+", "-", "@", "0"))
            assert ("/" not in cell and not cell.replace("-", "").isdigit()) or cell.isdigit()


# --- Bad input: one line with file, row, key and what was expected.


@pytest.mark.parametrize(
    ("sheet", "cells", "message"),
    [
        ("opponents", [("O12", "formation", "444")], 'formation: "444" is not one of 442, 424'),
        ("opponents", [("O12", "formation", "43")], 'Did you mean "433"?'),
        ("opponents", [("O12", "formation", "442")], "442 does not fit the markers"),
        ("opponents", [("O12", "dr", "1s")], "there are 5, 3 and 3 in the rows"),
        ("opponents", [("O12", "dl", "")], "3, 3 and 3 in the rows of defenders"),
        ("opponents", [("O12", "dl", "1s 1b")], "column dl: "),
        ("opponents", [("O12", "dl", "1s 1b")], "names 2 markers; a wing cell holds 1"),
        ("opponents", [("O12", "dc", "1s 1b 1b 1b")], "names 4 markers; a central cell holds"),
        ("opponents", [("O12", "dl", "1x")], "b for a ball or s for a shield, such as 3b"),
        ("opponents", [("O12", "dl", "0s")], '"0s" is not a marker'),
        ("opponents", [("O12", "dl", "s1")], '"s1" is not a marker'),
        ("opponents", [("O12", "keeper", "2")], '"2" is not a keeper: write strength x gloves'),
        ("opponents", [("O12", "keeper", "")], 'column keeper: "" is not a keeper'),
        ("opponents", [("O12", "club", "")], '"" is not a club'),
        ("opponents", [("O12", "deck", "4")], '"4" is not one of 3, 32, 21, 1'),
        ("opponents", [("O12", "deck", "3/2")], "date to a spreadsheet program: write only"),
        ("opponents", [("O12", "colour", "gren")], 'Did you mean "green"?'),
        ("opponents", [("O12", "club", "club c")], "up to 6 letters or digits"),
        ("opponents", [("O12", "club", "3e")], "deck 3 has 5 clubs (3a, 3b, 3c, 3e, 3d); each"),
        ("opponents", [("O12", "deck", "32")], "club 3c has the deck 3 in O09 and 32 in O12"),
        ("opponents", [("O12", "colour", "blue")], "the colour red in O09 and blue in O12"),
        (
            "opponents",
            [(f"O{number:02}", "club", "3a") for number in range(5, 9)],
            "club 3a has the colour green in O01 and blue in O05",
        ),
        ("opponents", [("O12", "number", "P12")], "O and up to 3 digits, such as O07"),
        ("opponents", [("O12", "number", "O11")], '"O11" is already in'),
        ("opponents", [("O12", "reported", "keper")], 'Did you mean "keeper"?'),
        ("opponents", [("O12", "source", "reported")], '"reported" is not one of printed, partial'),
        ("profiles", [("steady3", "balls", "3 2 1 1")], "5 strengths from 0 to 9 are needed"),
        ("profiles", [("steady3", "shields", "3 2 1 1 x")], '"3 2 1 1 1", not "3 2 1 1 x"'),
        ("profiles", [("steady3", "week", "11")], "a whole number from 1 to 10"),
        ("profiles", [("steady3", "week", "4")], '"steady3" should be steady4'),
        ("profiles", [("steady3", "profile", "steadi")], 'Did you mean "steady"?'),
        ("tactics", [("T05", "formations", "541 451 442")], "names 3 formations; the maximum is 2"),
        ("tactics", [("T05", "formations", "")], 'formations: "" is not one of 442'),
        ("tactics", [("T05", "formations", "541 541")], "names a formation twice"),
        ("tactics", [("T01", "formations", "442 425")], 'Did you mean "451"?'),
        (
            "tactics",
            [("T05", "formations", "541 451")],
            "formations must not have an effect (MAT-3)",
        ),
        (
            "tactics",
            [("T04", "formations", "433")],
            "3 basic tactic cards (with two formations) are in play; 4 are needed",
        ),
        ("tactics", [("T05", "effect", "match: 1 gaol")], 'Did you mean "goal"?'),
    ],
)
def test_bad_sheets(tmp_path, sheet, cells, message):
    """SET-2, SET-7, MAT-1, MAT-3: an unplayable sheet is refused in one line."""
    path = write_spoilt_sheet(tmp_path, sheet, *cells)
    text = refusal(path)
    assert message in text and str(path) in text and "\n" not in text
    number, column, _ = cells[0]
    if ", row " in text and column != "number":
        assert number in text


@pytest.mark.parametrize(
    ("cell", "suggestion"),
    [
        ("4-4-2", "as 442."),
        ("4/4/2002", "as 442."),
        ("04-Apr-02", "as 442."),
        ("4.4.02", "as 442."),
        ("4-2-4", "as 424."),
        ("2002-04-04 00:00:00", "as 442 or 424."),
        ("5-Mar-02", "as 532."),
        ("3/5/2002", "as 352."),
    ],
)
def test_a_formation_read_as_a_date(tmp_path, cell, suggestion):
    """MAT-3: a formation must be written in the form 442."""
    text = refusal(write_spoilt_sheet(tmp_path, "opponents", ("O01", "formation", cell)))
    assert (
        f'"{cell}" is a date to a spreadsheet program: write only the digits, such {suggestion}'
        in text
    )


def test_one_of_two_formations_read_as_a_date(tmp_path):
    """MAT-3: a formation read as a date is refused on a basic card, too."""
    text = refusal(write_spoilt_sheet(tmp_path, "tactics", ("T02", "formations", "532 3-5-2")))
    assert '"3-5-2" is a date to a spreadsheet program: write only the digits, such as 352.' in text


def test_a_date_in_a_workbook(tmp_path):
    """MAT-3: a date cell of a workbook is refused as a formation, too."""
    GAME.sheets.export(None, tmp_path / "mine.xlsx", False)
    book = openpyxl.load_workbook(tmp_path / "mine.xlsx")
    from datetime import datetime

    book["opponents"]["F2"] = datetime(2002, 4, 4)
    book.save(tmp_path / "mine.xlsx")
    assert "write only the digits, such as 442 or 424." in refusal(tmp_path / "mine.xlsx")


@pytest.mark.parametrize(
    ("number", "message"),
    [("steady7", "the profile steady has no week 7"), ("strong1", "strong has no week 1")],
)
def test_a_profile_needs_every_week(tmp_path, number, message):
    """LAY-1: each week needs a squad."""
    path = write_rows(
        tmp_path / "profiles.csv", [record for record in ROWS["profiles"] if record[0] != number]
    )
    assert message in refusal(path)


def test_a_deck_needs_four_clubs(tmp_path):
    """SET-2: a deck with a missing club or without clubs is refused."""
    for removed, message in (
        (("3d",), "deck 3 has 3 clubs (3a, 3b, 3c)"),
        (("21",), "deck 21 has 0"),
    ):
        records = [record for record in ROWS["opponents"] if not record[2].startswith(removed)]
        assert message in refusal(write_rows(tmp_path / "opponents.csv", records))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("dice_red = [0, 1,", "dice_red = [0, 2,", "dice_red, entry 2: one of 0, 1, 3 is needed"),
        ("dice_red = [0, 1,", "dice_red = [1,", "a list of 6 faces is needed"),
        ("dice_red = [", "dice_rot = [", 'the key "dice_rot" is unknown'),
        ("[20, 17,", "[20,", "a list of 12 VP by position is needed"),
        ("[20, 17,", "[20, 99,", "a whole number from -60 to 60 is needed, not 99"),
        ('"printed"', '"prinled"', 'Did you mean "printed"?'),
        ('others = "reconstructed"', "", 'the key "stands" is missing'),
    ],
)
def test_bad_tables_of_the_club(tmp_path, old, new, message):
    """LEA-4, SCO-1: dice have six faces, and the table twelve positions."""
    text = (SOURCE / "club.toml").read_text("utf-8")
    assert old in text
    (tmp_path / "club.toml").write_text(text.replace(old, new), encoding="utf-8")
    error = refusal(tmp_path)
    assert message in error and "club.toml" in error


def test_a_file_of_an_unknown_kind(tmp_path):
    path = write_rows(tmp_path / "clubs.csv", [["number", "name"], ["1", "one"]])
    assert "is not one of the sheets opponents, profiles, tactics, players" in refusal(path)
    assert "does not exist" in refusal(tmp_path / "nowhere")


# --- Designers' files and keys.


@pytest.mark.parametrize("name", ["mine.xlsx", "mine"])
def test_exported_data_can_be_read_back(tmp_path, name):
    count, message = GAME.sheets.export(None, tmp_path / name, False)
    assert count == sum(len(records) - 1 for records in ROWS.values()) and not message
    assert load(tmp_path / name) == DATA
    changed = component_cells.change(
        DATA, [("opponent.O12.absent", "yes"), ("tactic.T10.effect", "")]
    )
    assert len(load_back(tmp_path / "changed", changed).opponents) == 71
    assert replace_files(DATA, tmp_path / "changed").tactics == changed.tactics


def load_back(folder, components):
    """Write components to a folder and read them back."""
    folder.mkdir()
    for file, content in folder_files(components).items():
        (folder / file).write_bytes(content)
    return load(folder)


def test_designers_columns_are_kept(tmp_path):
    records = [
        [*record, note]
        for record, note in zip(ROWS["tactics"], ["My notes", "good", *[""] * 11], strict=True)
    ]
    read = load(write_rows(tmp_path / "tactics.csv", records))
    assert read == DATA and read.own["tactics"].cells["T01"] == {"My notes": "good"}


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("opponent.O12.keeper", "1x1", "O12 Club 3c line-up 4: keeper 2x1 -> 1x1"),
        ("opponent.12.fc", "3s 1b", "O12 Club 3c line-up 4: fc 3b 1s -> 3s 1b"),
        ("opponent.O12.absent", "yes", "O12 Club 3c line-up 4: absent no -> yes"),
        (
            "profile.steady3.balls",
            "3 3 1 1 1",
            "steady3 steady in week 3: balls 3 2 1 1 1 -> 3 3 1 1 1",
        ),
        (
            "tactic.T10.effect",
            "",
            "T10 Nothing to Lose: effect match: if opponent above: 1 goal -> nothing",
        ),
        ("tactic.T10.formations", "442", "T10 Nothing to Lose: formations 433 -> 442"),
        (
            "club.dice_red",
            "0 1 1 1 3 3",
            "Dice red: value 0 1 1 3 3 3 -> 0 1 1 1 3 3",
        ),
        (
            "club.position_vp_epic.value",
            "24 20 16 13 10 7 4 1 0 -3 -6 -10",
            "Position vp epic: value 24 20 16 13 10 7 4 1 0 -3 -6 -9 -> "
            "24 20 16 13 10 7 4 1 0 -3 -6 -10",
        ),
        (
            "opponent.O12.reported",
            "",
            "O12 Club 3c line-up 4: reported deck colour formation keeper -> nothing",
        ),
    ],
)
def test_cells_by_key(key, value, sentence):
    changed = component_cells.change(DATA, [(key, value)])
    (change,) = component_cells.differences(DATA, changed)
    assert change.sentence == sentence
    assert change.in_play == (not key.endswith("reported"))
    assert component_cells.change(changed, [(change.key, change.old)]) == DATA


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("oponent.O12.keeper", 'Did you mean "opponent"?'),
        ("opponent.O99.keeper", 'there is no line-up "O99"'),
        ("opponent.O12.keper", 'Did you mean "keeper"?'),
        ("club.dice_rad", 'Did you mean "dice_red"?'),
        ("profile.steady.balls", 'there is no profile "steady"'),
    ],
)
def test_unknown_keys_are_refused(key, message):
    with pytest.raises(InputError) as error:
        component_cells.normal_key(DATA, key)
    assert message in str(error.value)


def test_versions_share_their_rows():
    """SWI: a row that one version lacks is added to it, marked as absent."""
    fewer = replace(DATA, opponents=DATA.opponents[1:], tactics=DATA.tactics[:-1])
    first, second = align([DATA, fewer])
    assert [opponent.number for opponent in first.opponents] == [
        opponent.number for opponent in second.opponents
    ]
    assert second.opponents[0].absent and second.tactics[-1].absent
    assert len(second.clubs) == 16 and len(second.clubs[0].line_ups) == 3


# --- The `data` command, and balance.


def tables(lines):
    return [line for line in lines if isinstance(line, TextTable)]


def test_check_counts_known_cells():
    """LAY-2: printed, reported and reconstructed cells are counted by column."""
    counted = {
        (known_cell.component, known_cell.column): known_cell for known_cell in known_cells(DATA)
    }
    keeper = counted["line-ups", "keeper"]
    assert (keeper.printed, keeper.reported, keeper.reconstructed, keeper.rows) == (0, 72, 0, 72)
    assert counted["line-ups", "fc"].reconstructed == 72
    assert counted["tactics", "effect"].reported == 8
    assert counted["the club", "position_vp_epic"].printed == 1
    lines = list(component_report.check(None))
    assert "Everything can be played." in lines
    assert lines[-2:] == ["", "Everything can be played."]
    assert describe_sources(known_cells(DATA)) in lines
    assert any(
        table.heads[2:5] == ("printed", "reported", "reconstructed") for table in tables(lines)
    )


def test_a_designers_row_is_not_a_guess(tmp_path):
    """LAY-2: cells without a source count as known."""
    path = write_spoilt_sheet(tmp_path, "profiles", ("steady1", "source", ""))
    counted = {
        (known_cell.component, known_cell.column): known_cell
        for known_cell in known_cells(load(path))
    }
    assert counted["profiles", "balls"].reconstructed == 29
    assert counted["profiles", "balls"].printed == 0


def test_remarks(tmp_path):
    assert remarks(
        component_cells.change(
            DATA,
            [
                ("opponent.O12.absent", "yes"),
                ("tactic.T10.effect", ""),
                ("club.position_vp_standard", "20 17 13 11 8 6 3 1 0 -2 -5 -4"),
                *[
                    (f"opponent.O02.{column}", cell)
                    for column, cell in SHEETS["opponents"]
                    .texts(row_of("opponents", "O01"))
                    .items()
                    if column in ("dl", "dc", "dr", "ml", "mc", "mr", "fl", "fc", "fr")
                ],
            ],
        )
    ) == [
        "O01 and O02 of club 3a are the same line-up.",
        "Club 3c has 3 line-ups, not 4.",
        "T10 Nothing to Lose has one formation and no effect.",
        "position_vp_standard gives position 12 more VP (-4) than position 11 (-5).",
    ]
    fewer = replace(
        DATA,
        tactics=tuple(
            tactic for tactic in DATA.tactics if 5 not in tactic.formations or tactic.basic
        ),
    )
    assert remarks(fewer) == []


def test_words_match_the_cards():
    """MAT-6, MAT-10: cards and tactics each have their own words."""
    table, kinds = tables(component_report.words(None))
    words = {row[1] for row in table.rows}
    assert {"N goal", "N gloves", "N flip_marker", "quiet centre", "prepare"} <= words
    assert kinds.rows[0] == ("a tactic", "prepare", "fitness cards")
    assert kinds.rows[3] == ("", "after", "injury card")


def test_the_workbook_of_a_report():
    record = Version.baseline(VersionOptions()).record()
    sheet = GAME.sheets.cards(record)
    assert [entry.title for entry in sheet.sheets] == list(SHEETS)
    assert len(sheet.rows) == 72 and sheet.choices["colour"] == COLOURS


def test_numbers_that_can_be_balanced():
    version = Version.baseline(VersionOptions(settings=(("layer", "league"),)))
    by_key = {(number.key, number.kind): number for number in numbers(version)}
    keeper = by_key["opponent.O12.keeper", "keeper's strength"]
    assert keeper.original == 2 and keeper.setting(3) == "3x1"
    assert keeper.group == by_key["opponent.O12.keeper", "keeper's gloves"].group
    # Division 3 does not meet the clubs of deck 2/1, and nobody has cards.
    assert ("opponent.O40.keeper", "keeper's strength") not in by_key
    assert ("tactic.T10.effect", "goal of the effect") in by_key
    assert not any(key == "tactic.T07.effect" for key, _ in by_key)
    third = by_key["club.position_vp_standard.value", "VP for position 3"]
    assert third.values == tuple(range(11, 18))
    assert third.setting(12).startswith("20 17 12 11")
    for entry in by_key.values():
        if not entry.key.startswith("rules."):
            changed = component_cells.change(DATA, [(entry.key, entry.settings[0])])
            assert changed == DATA or component_cells.differences(DATA, changed)


@pytest.mark.parametrize(
    ("key", "value", "rules", "reason"),
    [
        ("opponent.O12.name", "The same", {}, "no rule looks at an opponent's name"),
        ("opponent.O40.keeper", "1x1", {}, "nobody meets its club in division 3"),
        ("opponent.O40.keeper", "1x1", {"division": "2"}, ""),
        ("opponent.O12.keeper", "1x1", {}, ""),
        ("profile.strong1.keeper", "2x2", {}, "the squads are those of the profile steady"),
        ("profile.steady7.keeper", "1x1", {}, "there are 6 weeks"),
        ("profile.steady6.keeper", "1x1", {}, ""),
        ("tactic.T07.effect", "", {}, "it acts on cards, which nobody has"),
        ("tactic.T07.effect", "before: 1 gloves", {}, ""),
        ("tactic.T10.effect", "", {}, ""),
        ("tactic.T10.effect", "", {"start_tactics": "0"}, "only basic cards are dealt"),
        ("tactic.T10.effect", "", {"tactics": "off"}, "no tactic cards are played"),
        ("club.dice_red", "0 0 0 0 0 0", {"club_dice": "off"}, "no club rolls its die"),
        ("club.dice_red", "0 0 0 0 0 0", {}, ""),
        (
            "club.position_vp_epic",
            "1 1 1 1 1 1 1 1 1 1 1 1",
            {},
            "position_vp is standard",
        ),
        ("club.free_spaces", "5", {}, "managers have neither cards nor a club in the league layer"),
        ("player.P07.price", "5", {}, "managers have neither cards nor a club in the league layer"),
    ],
)
def test_idle_cells_are_named(key, value, rules, reason):
    """SWI-1: a cell that no rule reads is reported before the game."""
    version = Version.baseline(VersionOptions(settings=(("layer", "league"),)))
    version = version.change([(f"rules.{name}", word) for name, word in rules.items()])
    notes = version.idle(version.change([(key, value)]))
    assert notes == [] if not reason else notes[0].endswith(f"changes nothing: {reason}.")


@pytest.mark.parametrize(
    ("key", "value", "switch"),
    [
        ("staff.S13.effect", "", "staff"),
        ("sponsor.N05.cash", "5", "sponsors"),
        ("director.D03.effect", "", "directors"),
        ("meeting.B01.yellow", "4 money", "directors"),
        ("meeting.B01.yellow", "4 money", "board_meetings"),
        ("infrastructure.I01.cost", "3", "stadium"),
        ("objective.J01.perfect", "5", "objectives"),
        ("tag.FAN.effect", "", "abilities"),
        ("club.upkeep_staff", "0 0 0 0 0 0 0 0 0 0", "upkeep"),
        ("club.staff_set_vp", "0 0 0 0 5 0 0 0", "staff"),
        ("club.consequences_win", "-, -, -, -, -, -", "consequences"),
        ("club.free_spaces", "3", "stadium"),
        ("club.office_cost", "3 9 5 6", "stadium"),
        ("club.boards", "1", "sponsors"),
    ],
)
def test_idle_cells_of_a_season(key, value, switch):
    """SWI-1: a cell is reported as idle if the switch of its sheet is off."""
    played = Version.baseline(VersionOptions())
    assert played.idle(played.change([(key, value)])) == []
    without_switch = played.change([(f"rules.{switch}", "off")])
    (note, *_) = without_switch.idle(without_switch.change([(key, value)]))
    assert note.endswith(f"changes nothing: {switch} is off.")


def test_the_cost_of_the_offices_first_step_is_idle():
    """CLU-6, SWI-1: the first step comes with the token, which has a cost of its own."""
    played = Version.baseline(VersionOptions())
    (note,) = played.idle(played.change([("club.office_cost", "9 4 5 6")]))
    assert note.endswith(
        "changes nothing: the office's first step comes with its token, at the token's own cost."
    )
    for key, value in (("club.office_cost", "9 4 5 7"), ("infrastructure.I04.cost", "5")):
        assert played.idle(played.change([(key, value)])) == []


@pytest.mark.parametrize(
    ("value", "rules", "reason"),
    [
        ("5", {}, "at most 4 tokens can be built on free spaces, one of each kind"),
        ("3", {}, ""),
        ("5", {"new_tokens": "on"}, ""),
    ],
)
def test_free_spaces_beyond_all_kinds(value, rules, reason):
    """CLU-5, SWI-1: each kind is built once, so more spaces than kinds change nothing."""
    version = Version.baseline(VersionOptions(settings=tuple(rules.items())))
    notes = version.idle(version.change([("club.free_spaces", value)]))
    assert notes == [] if not reason else notes[0].endswith(f"changes nothing: {reason}.")


@pytest.mark.parametrize(("managers", "cards"), [(2, 21), (3, 27), (4, 32)])
def test_ids_say_what_is_in_the_game(managers, cards):
    """EXT-3, SET-8: tables of ids show no copies of tokens and staff that are not in the game."""
    seats = ("balanced",) * managers
    rows = dims([Version.baseline(VersionOptions(seats=seats))])
    copies = {row["number"]: row["copies"] for row in rows["tokens"].iter_rows(named=True)}
    assert copies["I07"] == 4 and copies["I08"] == 0
    deck = rows["staff"].filter(pl.col("place") == "deck")
    assert deck["copies"].sum() == cards
    switches = ("new_tokens", "new_staff")
    settings = tuple((switch, "on") for switch in switches)
    with_new_pieces = VersionOptions(seats=seats, settings=settings)
    assert dims([Version.baseline(with_new_pieces)])["tokens"]["copies"].sum() == 48


def test_the_data_command(tmp_path):
    """LAY-2: the command checks, lists and exports data, and edited data can be read back."""
    answer = call(tmp_path, "data", "check", "--game", "eleven", "--games", "0")
    assert answer.returncode == 0 and not answer.stderr
    assert "Everything can be played." in answer.stdout
    assert max(map(len, answer.stdout.splitlines())) <= 160
    answer = call(tmp_path, "data", "words", "--game", "eleven")
    assert "WHEN: [if CONDITION [and CONDITION]:] [pay N RESOURCE:] GAIN" in answer.stdout
    answer = call(tmp_path, "data", "export", "mine.xlsx", "--game", "eleven")
    assert answer.returncode == 0, answer.stderr
    book = openpyxl.load_workbook(tmp_path / "mine.xlsx")
    assert book.sheetnames == [*SHEETS, "effect words"]
    book["opponents"]["G2"] = "1x1"
    book.save(tmp_path / "mine.xlsx")
    changed = load(tmp_path / "mine.xlsx")
    (change,) = component_cells.differences(DATA, changed)
    assert change.sentence == "O01 Club 3a line-up 1: keeper 2x1 -> 1x1"
    book["opponents"]["G2"] = 2
    book.save(tmp_path / "mine.xlsx")
    answer = call(tmp_path, "data", "check", "--game", "eleven", "--data", "mine.xlsx")
    assert answer.returncode == BAD_INPUT and answer.stderr.count("\n") == 1
    assert 'row 2 (line-up O01), column keeper: "2" is not a keeper' in answer.stderr


def test_switches_that_only_a_users_strategies_use(tmp_path):
    """SWI-1, MAT-2, PLA-6: a switch that no packaged strategy uses is reported."""
    settings = (("basic_side", "free"), ("trained_side", "open"))
    options = VersionOptions(seats=("random", "balanced"), settings=settings)
    names = [remark.split(" = ")[0] for remark in Version.baseline(options).remarks(options)]
    assert names == ["basic_side", "trained_side"]
    with_transfers = Version.baseline(replace(options, settings=(*settings, ("transfers", "on"))))
    assert "trained_side" not in with_transfers.idle_switches()
    (tmp_path / "own.py").write_text(
        '"""Passes."""\n\nfrom eoc_sim.simulator.eleven.strategy_api import PASS\n\n\n'
        "def act(table, me, params, order):\n    return PASS\n"
    )
    own = replace(options, seats=(str(tmp_path / "own.py"), "random"))
    assert Version.baseline(own).remarks(own) == []
