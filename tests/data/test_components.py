"""Loading, checking, changing and comparing components."""

from __future__ import annotations

import csv
import json
import random
import shutil
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eoc_sim.errors import InputError, SeveralErrors
from eoc_sim.simulator.eoc.component_cells import differences
from eoc_sim.simulator.eoc.component_rows import CARDS, COACHES
from eoc_sim.simulator.eoc.component_summary import printed_cells
from eoc_sim.simulator.eoc.components import FILES, Components, card_item, load
from eoc_sim.simulator.runs.component_output import PrintedCells
from eoc_sim.simulator.runs.components import align

PACKAGE = load(None)
SOURCE = Path(str(resources.files("eoc_sim.data").joinpath("eoc")))
TEXTS = {file: (SOURCE / file).read_text(encoding="utf-8") for file in FILES}


@pytest.fixture
def folder(tmp_path):
    """Copy the package's data to a folder in which it may be damaged."""
    for file, text in TEXTS.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    return tmp_path


def spoil(folder, file, old, new, count=1):
    text = TEXTS[file]
    assert old in text
    (folder / file).write_text(text.replace(old, new, count), encoding="utf-8")


def refusal(data):
    with pytest.raises(InputError) as error:
        load(data)
    return str(error.value)


def set_cell(folder, number, column, value):
    """Set one cell of the cards sheet."""
    path = folder / "cards.csv"
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["number"] == number:
            row[column] = value
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, CARDS.columns)
        writer.writeheader()
        writer.writerows(rows)


def test_a_copy_of_the_package_equals_the_package(folder):
    copy = load(folder)
    assert copy == PACKAGE
    assert copy.hash == PACKAGE.hash
    assert copy.provenance["cards.csv"] == str(folder / "cards.csv")


def test_a_folder_takes_missing_files_from_the_package(tmp_path):
    shutil.copy(SOURCE / "boards.csv", tmp_path)
    components = load(tmp_path)
    assert components == PACKAGE
    assert components.provenance["cards.csv"] == "the package"
    assert components.provenance["boards.csv"] == str(tmp_path / "boards.csv")


def test_the_order_of_rows_and_states_never_matters(folder):
    for file in ("cards.csv", "coaches.csv", "boards.csv"):
        header, *rows = TEXTS[file].splitlines()
        random.Random(5).shuffle(rows)
        (folder / file).write_text("\n".join([header, *rows]), encoding="utf-8")
    parts = TEXTS["map.toml"].split("[[states]]")
    head, states, rest = parts[0], parts[1:-1], parts[-1]
    random.Random(6).shuffle(states)
    (folder / "map.toml").write_text("[[states]]".join([head, *states, rest]), encoding="utf-8")
    assert load(folder) == PACKAGE
    assert load(folder).hash == PACKAGE.hash


def test_as_dict_and_back(tmp_path):
    stored = json.loads(json.dumps(PACKAGE.as_dict()))
    back = Components.from_dict(stored)
    assert back == PACKAGE
    assert back.hash == PACKAGE.hash


@pytest.mark.parametrize("key", ["cards", "coaches", "boards", "map", "stashes"])
@pytest.mark.parametrize("wrong", [None, 3, "text", [], {}, [{}], [[1]], {"a": 1}])
def test_from_dict_refuses_wrong_records(key, wrong):
    stored = PACKAGE.as_dict() | {key: wrong}
    with pytest.raises(InputError):
        Components.from_dict(stored)


def test_sloppy_card_numbers_are_accepted():
    for written in ("1", "01", "001", "1.0", " 1 ", "1,0"):
        assert CARDS.number(written) == "001"
    for written in ("f2", "F02", "F2", "f002"):
        assert CARDS.number(written) == "F02"
    assert CARDS.number("x7") == "X7"
    assert PACKAGE.card("38").name == "Analytics Nerd"


def test_cards_have_distinct_shuffle_keys():
    keys = {card_item(card.number, copy) for card in PACKAGE.cards for copy in range(4)}
    assert len(keys) == 480
    assert card_item("001", 0) == int.from_bytes(b"001", "big")
    assert max(keys) < 2**63


CELL_FAULTS = [
    ("cost_green", "5", ["column cost_green", "0 to 4", '"5"']),
    ("cost_green", "-1", ["column cost_green", '"-1"']),
    ("cost_green", "", ["column cost_green", "an empty cell"]),
    ("cost_green", "1.5", ["column cost_green", '"1.5"']),
    ("cost_green", "two", ["column cost_green", '"two"']),
    ("cost_green", "4", ["costs 7 EC in all"]),
    ("stars", "21", ["column stars", "0 to 20"]),
    ("stars", "", ["column stars"]),
    ("copies", "9", ["column copies", "0 to 4"]),
    ("type", "cultur", ["column type", 'Did you mean "culture"?']),
    ("region", "Texas", ["column region", "only Fundraising cards"]),
    ("usage", "monthly", ["column usage", 'Did you mean "month"?']),
    ("usage", "end", ["column usage", 'does not fit the effect "month: 1 ec any"']),
    ("effect", "month: 1 ec gren", ["column effect", 'Did you mean "green"?']),
    ("name", "", ["column name", "empty"]),
    ("name", "x" * 61, ["column name", "61 characters"]),
    ("text", "x" * 401, ["column text"]),
    ("text", "a\x07b", ["column text", "cannot be shown"]),
    ("source", "invented", ["column source", "printed, partial, reconstructed", "number, name"]),
    ("source", "printd", ["column source", 'Did you mean "printed"?']),
    ("source", "strs", ["column source", 'Did you mean "stars"?']),
    ("source", "name strs", ["column source", '"strs" is not a column', 'Did you mean "stars"?']),
    ("source", "name source", ["column source", '"source" is not a column']),
    ("source", "partial name", ["column source", '"partial" is not a column', "number, name"]),
    ("number", "001", ["column number", "is already in", "row 2"]),
    ("number", "card 88", ["column number", "not a card number"]),
    ("number", "", ["column number", "empty"]),
]


@pytest.mark.parametrize(("column", "value", "stated"), CELL_FAULTS)
def test_a_faulty_cell_is_reported_with_file_row_and_column(folder, column, value, stated):
    set_cell(folder, "088", column, value)
    message = refusal(folder)
    assert str(folder / "cards.csv") in message
    assert "row 89" in message
    assert all(part in message for part in stated), message


def test_a_fundraising_card_needs_a_region(folder):
    set_cell(folder, "F02", "region", "")
    assert "column region" in refusal(folder)
    set_cell(folder, "F02", "region", "Texs")
    assert 'Did you mean "Texas"?' in refusal(folder)


def test_a_card_without_cost_and_a_sheet_without_rows_are_refused(folder):
    set_cell(folder, "088", "cost_blue", "0")
    set_cell(folder, "088", "cost_orange", "0")
    set_cell(folder, "088", "cost_magenta", "0")
    assert "costs 0 EC in all; 1 to 4" in refusal(folder)
    (folder / "cards.csv").write_text(",".join(CARDS.columns) + "\n", encoding="utf-8")
    assert "a header but no rows" in refusal(folder)
    (folder / "cards.csv").write_text("\n\n", encoding="utf-8")
    assert "is empty" in refusal(folder)


@pytest.mark.parametrize(
    ("file", "old", "new", "stated"),
    [
        ("cards.csv", "cost_blue", "cost_blu", ["cost_blu", "unknown", '"cost_blue"']),
        ("cards.csv", ",stars", "", ["beyond the last column"]),
        ("cards.csv", "usage", "stars", ['"stars" appears twice']),
        ("cards.csv", "copies", "", ["header of column 5 is empty"]),
        ("coaches.csv", "HC3", "HC33", ["row 4", "not one of HC1 to HC12"]),
        ("coaches.csv", "HC3", "HC4", ['"HC4" is already']),
        ("coaches.csv", "Riverboat Gambler,4", "Riverboat Gambler,5", ["is on sheet 4"]),
        ("coaches.csv", "always: 2 free_bets", "always: 2 free_beds", ["HC8", "free_bets"]),
        ("boards.csv", "B1,QB,TE", "B1,QB,QB", ["QB is on the board twice"]),
        ("boards.csv", "B1,QB", "B1,QX", ["position1", "QB, RB"]),
        ("boards.csv", "B1,", "B9,", ["not one of B1 to B8"]),
        (
            "map.toml",
            '["Pennsylvania", "New York"]',
            '["Pennsylvania", "Neu York"]',
            ['no place "Neu York"', 'Did you mean "New York"?'],
        ),
        (
            "map.toml",
            '    ["New York", "New England"],\n',
            "",
            ['"New England"', "there is no route"],
        ),
        (
            "map.toml",
            '["Midwest HQ", "Lake Superior"]',
            '["Midwest HQ", "Texas HQ"]',
            ["from one headquarters to another"],
        ),
        ("map.toml", '["New York", "New England"]', '["New York", "New York"]', ["to itself"]),
        (
            "map.toml",
            '["New York", "New England"]',
            '["New York", "Pennsylvania"]',
            ["listed twice"],
        ),
        ("map.toml", '["New York", "New England"]', '["New York"]', ["a pair of places"]),
        (
            "map.toml",
            'regions = ["Northwest", "Southwest"]',
            'regions = ["Northwest"]\nvalue = 3',
            ["39 recruits", "40 recruits are needed, in 24 states"],
        ),
        ("map.toml", "value = 2", "value = 3", ["2, 3, 4 and 5"]),
        ("map.toml", "value = 2", "value = 6", ["2 to 5", "not 6"]),
        ("map.toml", "value = 2\n", "", ["needs a value"]),
        ("map.toml", "value = 2", "value = true", ["not True"]),
        ("map.toml", "value = 2", "valeu = 2", ['Did you mean "value"?']),
        ("map.toml", "x = 15\n", "x = 150\n", ["0 to 100"]),
        ("map.toml", "x = 15\n", "x = nan\n", ["0 to 100"]),
        ("map.toml", "x = 15\n", "", ['"x" is missing']),
        ("map.toml", 'name = "Oregon"', 'name = "Washington"', ["two places are named"]),
        ("map.toml", 'name = "Oregon"', 'name = "Ore/gon"', ["no slash"]),
        ("map.toml", 'regions = ["Texas"]', 'regions = ["Texsa"]', ['Did you mean "Texas"?']),
        (
            "map.toml",
            'regions = ["Texas", "South"]',
            'regions = ["Texas", "Texas"]',
            ["between two different regions"],
        ),
        ("map.toml", 'region = "Texas"', 'region = "South"', ["two places are named"]),
        ("map.toml", 'region = "Texas"', 'region = "Northeast"', ["not one of Northwest, Texas"]),
        ("map.toml", "border_values = [2,", "border_values = [", ["16 values"]),
        ("map.toml", "border_values = [2,", "border_values = [7,", ["entry 1", "1 to 5"]),
        ("map.toml", 'trails = "reconstructed"', 'trails = "guessed"', ["sources, trails"]),
        ("map.toml", "[[states]]", "[[states]", ["not valid TOML"]),
        ("map.toml", "[trails]", "[tracks]", ['"tracks" is unknown']),
        ("stashes.toml", '"088"', '"988"', ["Texas", "no card 988"]),
        ("stashes.toml", '"088"', '"065"', ["already in the stash of Northwest"]),
        ("stashes.toml", '"088", ', "", ["4 card numbers"]),
        ("stashes.toml", "Texas =", "Texsa =", ['Did you mean "Texas"?']),
        ("stashes.toml", "source = ", "sorce = ", ['Did you mean "source"?']),
    ],
)
def test_faults_of_the_files(folder, file, old, new, stated):
    spoil(folder, file, old, new)
    message = refusal(folder)
    assert str(folder / file) in message
    assert all(part in message for part in stated), message


@pytest.mark.parametrize(
    ("written", "word", "columns", "kept"),
    [
        ("printed", "printed", CARDS.columns[:-1], "printed"),
        ("Reconstructed", "reconstructed", (), "reconstructed"),
        ("partial", "partial", (), "partial"),
        ("name", "partial", ("name",), "name"),
        ("Stars  name", "partial", ("name", "stars"), "name stars"),
        (
            "name+stars+Cost-Blue+name",
            "partial",
            ("name", "cost_blue", "stars"),
            "name cost_blue stars",
        ),
    ],
)
def test_printed_cells_of_a_card(folder, written, word, columns, kept):
    set_cell(folder, "088", "source", written)
    card = load(folder).card("088")
    assert (card.source, card.printed_columns) == (word, columns)
    assert CARDS.row(card)["source"] == kept


def test_printed_cells_of_a_coach(folder):
    spoil(folder, "coaches.csv", "number name effect", "effect sheet")
    by_number = {coach.number: coach for coach in load(folder).coaches}
    assert by_number["HC6"].source == "partial"
    assert by_number["HC6"].printed_columns == ("sheet", "effect")
    assert COACHES.row(by_number["HC6"])["source"] == "sheet effect"
    spoil(folder, "coaches.csv", "number name effect", "effect stars")
    message = refusal(folder)
    assert "row 7 (HC6), column source" in message and '"stars" is not a column' in message


def test_printed_cells_are_counted_by_column(folder):
    set_cell(folder, "001", "source", "printed")
    set_cell(folder, "003", "source", "partial")
    counted = {
        (printed_cell.component, printed_cell.column): printed_cell
        for printed_cell in printed_cells(load(folder))
    }
    before = {
        (printed_cell.component, printed_cell.column): printed_cell
        for printed_cell in printed_cells(PACKAGE)
    }
    assert {count.unknown for count in before.values()} == {0}
    # In the package, card 001 has a printed number, name, stars, usage and effect, and card 003 has
    # a printed number and name.
    added = {key: count.printed - before[key].printed for key, count in counted.items()}
    assert {column for (_, column), number in added.items() if number < 0} == {"number", "name"}
    assert {column for (_, column), number in added.items() if number > 0} == {
        "type",
        "region",
        "copies",
        "text",
        *CARDS.columns[5:11],
    }
    assert counted["cards", "stars"] == PrintedCells(
        "cards", "stars", 12, 120, 1, reconstructed=108
    )
    assert counted["Head Coaches", "effect"].printed == 2


def test_a_less_detailed_source_is_no_change(folder):
    """The source in earlier sheets was a single word per row."""
    set_cell(folder, "038", "source", "partial")
    assert differences(PACKAGE, load(folder)) == differences(load(folder), PACKAGE) == []
    set_cell(folder, "038", "source", "name")
    (change,) = differences(PACKAGE, load(folder))
    assert change.sentence == ("038 Analytics Nerd: source number name stars usage effect -> name")


def test_too_many_neighbours(folder):
    more = "".join(
        f'    ["Montana", "{name}"],\n'
        for name in ("Oregon", "NorCal", "SoCal", "Arizona", "Lubbock", "Dallas")
    )
    spoil(folder, "map.toml", "steps = [\n", "steps = [\n" + more)
    assert '"Montana" has 9 neighbours; the maximum is 8' in refusal(folder)


def test_no_route_leads_through_an_hq(folder):
    spoil(folder, "map.toml", '["New York", "New England"]', '["Texas HQ", "New England"]')
    assert 'there is no route from "Northwest HQ" to "New England"' in refusal(folder)


def test_too_many_cards(folder):
    for number in range(1, 31):
        set_cell(folder, f"{number:03d}", "copies", "4")
    assert "210 cards, counting copies, are too many" in refusal(folder)


def test_paths_without_data_are_refused(tmp_path):
    assert "does not exist" in refusal(tmp_path / "nowhere")
    assert "has none of the files" in refusal(tmp_path)
    (tmp_path / "card.csv").write_text("number\n", encoding="utf-8")
    assert 'Did you mean "cards.csv"?' in refusal(tmp_path)
    (tmp_path / "card.csv").rename(tmp_path / "picture.png")
    assert "neither a folder nor a cards sheet" in refusal(tmp_path / "picture.png")


def test_a_folder_with_two_cards_sheets_is_refused(tmp_path):
    shutil.copy(SOURCE / "cards.csv", tmp_path / "cards.csv")
    shutil.copy(SOURCE / "cards.csv", tmp_path / "cards.tsv")
    assert "has both cards.csv and cards.tsv" in refusal(tmp_path)


def test_the_error_on_a_removed_stash_card_gives_advice(folder):
    lines = [line for line in TEXTS["cards.csv"].splitlines() if not line.startswith("088")]
    sheet = folder / "mine.csv"
    sheet.write_text("\n".join(lines), encoding="utf-8")
    message = refusal(sheet)
    assert "no card 088" in message and "with 0 copies" in message


def test_with_changes():
    changed = PACKAGE.with_changes(
        [("38", "stars", "4"), ("038", "cost-blue", "1"), ("f2", "effect", "month: 1 star")]
    )
    assert changed.card("038").stars == 4
    assert changed.card("038").cost[3] == 1
    assert changed.card("F02").effect == "month: 1 stars"
    assert changed.hash != PACKAGE.hash
    sentences = [change.sentence for change in differences(PACKAGE, changed)]
    assert "038 Analytics Nerd: stars 5 -> 4" in sentences
    assert "F02 South Fundraising: effect month: 1 ec orange -> month: 1 stars" in sentences
    assert differences(changed, changed) == []
    assert PACKAGE.with_changes([]) == PACKAGE


@pytest.mark.parametrize(
    ("setting", "stated"),
    [
        (("999", "stars", "4"), ['no card "999"']),
        (("Analytics Nurd", "stars", "4"), ['Did you mean "Analytics Nerd"?']),
        (("038", "star", "4"), ['no column "star"', 'Did you mean "stars"?']),
        (("038", "number", "4"), ['no column "number"']),
        (("038", "stars", "many"), ["card 038, column stars", '"many"']),
        (("038", "cost_blue", "5"), ["card 038, column cost_blue", "0 to 4"]),
        (("038", "effect", "end: 3 sters"), ["card 038, column effect", '"stars"']),
        (("038", "effect", "month: 1 stars"), ["card 038, column usage"]),
    ],
)
def test_changes_are_checked(setting, stated):
    with pytest.raises(InputError) as error:
        PACKAGE.with_changes([setting])
    assert all(part in str(error.value) for part in stated), str(error.value)


def test_versions_share_one_list_of_cards(folder):
    lines = TEXTS["cards.csv"].splitlines()
    extra = lines[1].replace("001,Campus Near an Airport Hub", "097,Second Airport")
    fewer = [line for line in lines if not line.startswith("002")]
    (folder / "cards.csv").write_text("\n".join([*fewer, extra]), encoding="utf-8")
    mine = load(folder)
    one, other = align([PACKAGE, mine])
    assert [card.number for card in one.cards] == [card.number for card in other.cards]
    assert one.deck_size == other.deck_size == 120
    assert [change.sentence for change in differences(PACKAGE, mine)] == [
        f"002 {PACKAGE.card('2').name}: copies 1 -> 0",
        "097 Second Airport: copies 0 -> 1",
    ]
    assert align([PACKAGE])[0] == PACKAGE


def test_the_hash_depends_on_every_file(folder):
    hashes = {PACKAGE.hash}
    for file, old, new in (
        ("cards.csv", "Take 1 EC of any colour.", "Take one EC."),
        ("coaches.csv", "Zen Master", "Zen Guru"),
        ("boards.csv", "B1,QB,TE", "B1,TE,QB"),
        ("map.toml", "x = 15\n", "x = 16\n"),
        ("stashes.toml", 'source = "printed"', 'source = "partial"'),
    ):
        spoil(folder, file, old, new)
        hashes.add(load(folder).hash)
        (folder / file).write_text(TEXTS[file], encoding="utf-8")
    assert len(hashes) == 6


def check_load(folder):
    """Check that a damaged folder is loaded, or refused with one sentence per fault."""
    try:
        components = load(folder)
    except InputError as error:
        assert str(error) and ("\n" in str(error)) == isinstance(error, SeveralErrors)
    else:
        assert Components.from_dict(components.as_dict()) == components
    finally:
        for file, text in TEXTS.items():
            (folder / file).write_text(text, encoding="utf-8")


JUNK = [
    "",
    "0",
    "5",
    "-1",
    "1e9",
    "9" * 30,
    "nan",
    "x",
    "é",
    "=A1",
    "#REF!",
    "1;2",
    "\t",
    '"',
    "end: 9 stars",
    "Texas",
    "²",
    "٣",
    "\x00",
    "month: 1 ec any per",
    "'",
    "1.0",
    "3,0",
]
mutation_settings = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@mutation_settings
@given(
    file=st.sampled_from(["cards.csv", "coaches.csv", "boards.csv"]),
    row=st.integers(0, 200),
    column=st.integers(0, 30),
    junk=st.sampled_from(JUNK),
)
def test_mutated_cells(folder, file, row, column, junk):
    rows = [line.split(",") for line in TEXTS[file].splitlines()]
    cells = rows[row % len(rows)]
    cells[column % len(cells)] = junk
    text = "\n".join(",".join(line) for line in rows)
    (folder / file).write_text(text, encoding="utf-8")
    check_load(folder)


@mutation_settings
@given(
    file=st.sampled_from(["map.toml", "stashes.toml"]),
    line=st.integers(0, 600),
    junk=st.sampled_from([*JUNK, "[", "]]", "x = ", "{a=1}", "1979-05-27", "[[1]]", "true"]),
    whole=st.booleans(),
    delete=st.booleans(),
)
def test_mutated_lines(folder, file, line, junk, whole, delete):
    lines = TEXTS[file].splitlines()
    place = line % len(lines)
    key, sign, _ = lines[place].partition("=")
    if delete:
        del lines[place]
    elif whole or not sign:
        lines[place] = junk
    else:
        lines[place] = f"{key}= {junk}"
    (folder / file).write_text("\n".join(lines), encoding="utf-8")
    check_load(folder)


@mutation_settings
@given(
    file=st.sampled_from(FILES),
    place=st.integers(0, 40_000),
    length=st.integers(0, 20),
    junk=st.binary(max_size=4),
)
def test_mutated_bytes(folder, file, place, length, junk):
    content = TEXTS[file].encode()
    place %= len(content)
    (folder / file).write_bytes(content[:place] + junk + content[place + length :])
    check_load(folder)


def test_a_card_is_stored_with_every_column():
    for card in PACKAGE.cards:
        assert tuple(CARDS.row(card)) == CARDS.columns
