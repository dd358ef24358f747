"""A column of a sheet, declared in one line, appears wherever sheets are used."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from eoc_sim.errors import InputError, UnknownName
from eoc_sim.example_game import WORDS
from eoc_sim.simulator.kernel.checked_rows import CheckedRow
from eoc_sim.simulator.runs.arms import parse_vary, vary_arms
from eoc_sim.simulator.runs.cells import Effect, Key, Name, Several, Source, Text
from eoc_sim.simulator.runs.family import member_arms
from eoc_sim.simulator.runs.plain_game import (
    Choice,
    Decision,
    PlainStrategy,
    PlainTable,
    Sheet,
    Whole,
    plain_game,
)
from eoc_sim.simulator.runs.sheets import Component, ComponentSheet, column
from eoc_sim.simulator.runs.version_options import VersionOptions

STONES = Sheet(
    "stone",
    columns={
        "weight": Whole("how heavy it is", -5, 20, worth=0.5),
        "colour": Choice("its colour", ("grey", "red"), as_word=True),
    },
    rows={"flint": (3, "grey"), "ruby": (1, "red")},
)
STONES_WITH_DEPTH = Sheet(
    "stone",
    columns={**STONES.columns, "depth": Whole("how deep it lies", 0, 4, worth=-1.0, drawn=(1, 3))},
    rows={"flint": (3, "grey", 2), "ruby": (1, "red", 0)},
)
"""The same sheet with one more column."""


def play(table: PlainTable) -> None:
    for seat in table.order:
        table.seats[seat]["score"] = table.ask(seat, "pick", range(3))


def game(sheet: Sheet) -> Any:
    return plain_game(
        "quarry",
        rules_version="1",
        words=replace(WORDS, title="Quarry"),
        players=range(1, 4),
        play=play,
        decisions=(Decision("pick", "PLA-1", "pick a number"),),
        strategies=(PlainStrategy("one", {"pick": lambda seen, params, draw: draw(3)}),),
        default_seats=("one", "one"),
        seat_columns=(),
        sheets=(sheet,),
    )


@pytest.fixture(scope="module", name="old_game")
def _old_game():
    return game(STONES)


@pytest.fixture(scope="module", name="new_game")
def _new_game():
    return game(STONES_WITH_DEPTH)


def lines(sheets: Any) -> str:
    return "\n".join(
        sheet if isinstance(sheet, str) else f"{sheet.heads} {sheet.rows}" for sheet in sheets
    )


def test_an_added_column_has_keys(old_game, new_game):
    version = new_game.baseline(VersionOptions())
    changed = new_game.change(version, [("Stone.Ruby.DEPTH", "3")])
    (change,) = new_game.differences(version, changed)
    assert (change.key, change.sentence) == ("stone.ruby.depth", "ruby: depth 0 -> 3")
    with pytest.raises(InputError, match="depth=5 should be a whole number from 0 to 4"):
        new_game.change(version, [("stone.ruby.depth", "5")])
    with pytest.raises(InputError, match="colour=blue should be one of grey, red"):
        new_game.change(version, [("stone.ruby.colour", "blue")])
    with pytest.raises(UnknownName, match=r"stone.ID.weight\|colour\|depth"):
        new_game.normal_key(version, "stone.ruby.width")
    assert new_game.change(version, [("stone.ruby.weight", "-5")]).values["stone.ruby.weight"] == -5
    with pytest.raises(UnknownName):
        old_game.normal_key(old_game.baseline(VersionOptions()), "stone.ruby.depth")


def test_an_added_column_is_in_dims_and_in_the_declaration(old_game, new_game):
    stones = new_game.dims([new_game.baseline(VersionOptions())])["stone"]
    assert stones["depth"].to_list() == [2, 0] and str(stones.schema["depth"]) == "Int8"
    declared = new_game.declaration.dims["stone"]
    assert [declaration.name for declaration in declared] == [
        "id",
        "name",
        "weight",
        "colour",
        "depth",
    ]
    assert declared["depth"].description == "how deep it lies"
    assert "depth" not in [declaration.name for declaration in old_game.declaration.dims["stone"]]


@pytest.mark.parametrize("name", ["mine.xlsx", "stone.csv"])
def test_an_added_column_is_exported_and_read_back(new_game, tmp_path, name):
    version = new_game.change(new_game.baseline(VersionOptions()), [("stone.flint.depth", "4")])
    file = tmp_path / name
    assert new_game.sheets.export(None, file, False) == (2, [])
    assert new_game.with_sheet(version, str(file)) == new_game.baseline(VersionOptions())
    if name == "mine.xlsx":
        grid = openpyxl.load_workbook(file)["stone"]
        assert [cell.value for cell in grid[1]] == ["id", "weight", "colour", "depth"]
        offered = [validation.formula1 for validation in grid.data_validations.dataValidation]
        assert offered == ['"grey,red"', '"0,1,2,3,4"']
    sheet = new_game.sheets.cards(new_game.record(version))
    assert sheet.rows[0]["depth"] == "4" and sheet.choices["depth"][-1] == "4"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("flint,3,grey,9", "row 2 .stone flint., column depth: a whole number from 0 to 4"),
        ("flint,3,gray,2", 'column colour: "gray" is not one of grey, red. Did you mean "grey"'),
        ("flnt,3,grey,2", "should have the rows flint, ruby; flint is missing"),
    ],
)
def test_the_reader_refuses_invalid_values(new_game, tmp_path, text, words):
    file = tmp_path / "stone.csv"
    file.write_text(f"id,weight,colour,depth\n{text}\nruby,1,red,0\n")
    with pytest.raises(InputError, match=words):
        list(new_game.sheets.check(str(file)))


def test_sheets_without_the_column_or_with_unknown_names_are_refused(new_game, old_game, tmp_path):
    old_game.sheets.export(None, tmp_path / "stone.csv", False)
    with pytest.raises(InputError, match='the column "depth" is missing'):
        new_game.with_sheet(new_game.baseline(VersionOptions()), str(tmp_path / "stone.csv"))
    with pytest.raises(InputError, match="is not one of the sheets stone"):
        file = tmp_path / "other.csv"
        file.write_text("a,b\n1,2\n")
        new_game.with_sheet(new_game.baseline(VersionOptions()), str(file))


def test_data_check_and_words_show_the_column(new_game):
    assert "'depth'" in lines(new_game.sheets.check(None))
    assert "('flint', '3', 'grey', '2')" in lines(new_game.sheets.check(None))
    assert "'depth', 'a whole number from 0 to 4', 'how deep it lies'" in lines(
        new_game.sheets.words(None)
    )


def test_balance_and_family_use_the_ranges_of_the_column(old_game, new_game):
    version = new_game.baseline(VersionOptions())
    numbers = {entry.key: entry for entry in new_game.editing.numbers(version)}
    assert numbers["stone.ruby.depth"].values == (0, 1, 2, 3, 4)
    assert numbers["stone.ruby.depth"].worth == -1.0 and len(numbers) == 4
    assert len(old_game.editing.numbers(old_game.baseline(VersionOptions()))) == 2
    edited = new_game.change(version, [("stone.ruby.depth", "4")])
    assert new_game.editing.write(edited, None, None, Path()) == [
        ("--change", "stone.ruby.depth=4")
    ]
    assert old_game.family is None and new_game.family.members == 50
    members = [new_game.family.member(version, number).values for number in range(1, 51)]
    assert {member["stone.flint.depth"] for member in members} == {1, 2, 3}
    assert {member["stone.ruby.depth"] for member in members} == {0, 1}
    assert {member["stone.flint.weight"] for member in members} == {3}
    arms = vary_arms(new_game, version, [parse_vary("stone.flint.depth=4")])
    arms_of_member = member_arms(new_game, new_game.family, arms, 1)
    assert [arm.version.values["stone.flint.depth"] for arm in arms_of_member.arms] == [2, 4]


# --- A sheet whose rows are components, as in the compiled games.


class Thing(Component):
    """A component with the columns that `Stone` inherits."""

    number: str = column(Key("its number"))
    name: str = column(Name("name"))
    points: int = column(Whole("its points", 0, 9, fact="points"))
    text: str = column(Text("what it says"))
    source: str = column(Source("how much is printed", dims_field="source"))
    printed_columns: tuple[str, ...]
    absent: bool = column(Choice("", ("no", "yes"), in_sheet=False), default=False)


class Stone(Thing):
    """A thing with two sides."""

    sides: tuple[int, ...] = column(
        Several(
            "its sides", {f"side{n}": Choice("", ("a", "b")) for n in (1, 2)}, may_be_empty=True
        )
    )
    effect: str = column(Effect("its effect", lambda text: tuple(text.split()), " ".join))
    clauses: tuple[str, ...]


SHEET = ComponentSheet("stones", "stone", Stone)


def test_own_columns_follow_the_number_and_name():
    assert SHEET.columns == (
        *("number", "name", "side1", "side2", "effect", "points", "text", "source"),
    )
    assert SHEET.key_columns == (*SHEET.columns[1:], "absent")
    assert SHEET.choices == {"side1": ("a", "b"), "side2": ("a", "b")}
    assert [dim_column.name for dim_column in SHEET.dim_columns] == [
        *("number", "sides", "effect", "points", "text", "source"),
    ]


def test_a_row_is_read_written_and_changed():
    cells = dict(zip(SHEET.columns, ("1", "Flint", "", "b", "x  y", "3", "", "name"), strict=True))
    component = SHEET.component(CheckedRow("row 2", cells))
    assert (component.sides, component.clauses, component.effect, component.absent) == (
        (1,),
        ("x", "y"),
        "x y",
        False,
    )
    assert (component.source, component.printed_columns) == ("partial", ("name",))
    assert SHEET.row(component) == {**cells, "side1": "b", "side2": "", "effect": "x y"}
    assert SHEET.change(component, {"absent": "yes"}).absent
    assert (
        SHEET.dim_row(component)["sides"] == "b" and SHEET.dim_row(component)["source"] == "partial"
    )
    assert SHEET.facts([component])["points"].tolist() == [3]
    with pytest.raises(InputError, match="stone 1, column points: a whole number from 0 to 9"):
        SHEET.change(component, {"points": "ten"})
