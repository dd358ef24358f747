"""Data tables of strategies: joining, accepted forms and refusals."""

from __future__ import annotations

import pytest
from eoc.tabletop import engine, fixed_components

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.eoc.components import spots
from eoc_sim.simulator.eoc.engine import load_strategy
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.versions import make_version, record
from eoc_sim.simulator.kernel import strategy_compiler
from eoc_sim.simulator.kernel.data_tables import read_tables, table

SOURCE = """from eoc_sim.simulator.eoc.strategy_api import parameter, table

PARAMETERS = [parameter("boldness", default=1, low=0, high=9, help="a number")]
TABLES = [{tables}]


def act(table, me, params, order):
    return 0


def final_campaign(table, me, params, order):
    return int({answer})
"""


def write_strategy(folder, text, tables='table("mine.csv", key="card")', answer="params.stars[0]"):
    """Write a strategy that reads mine.csv and buys ``answer`` stars."""
    (folder / "mine.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    path = folder / "mine.py"
    path.write_text(SOURCE.format(tables=tables, answer=answer), encoding="utf-8")
    return str(path)


def stars_bought(spec, **settings):
    rows = engine(spec, "random", **settings).worker().play(0, 1, ("seats",))["seats"]
    return int(rows["final_marketing"][0])


def test_columns_are_joined_by_printed_number(tmp_path):
    """Copies have their card's number; cards missing from the file get the neutral value."""
    components = fixed_components().with_changes([("002", "copies", "3")])
    spec = write_strategy(
        tmp_path,
        "card,stars,half\n1,1,0\n2,0,0.5\n",
        'table("mine.csv", key="card", neutral=0.25)',
        "params.boldness * params.stars[0] + params.half[1] + params.half[3] "
        "+ 4 * params.half[4] - 1",
    )
    assert stars_bought(spec, components=components, start_bucks=20) == 2
    assert stars_bought(f"{spec}:boldness=3", components=components, start_bucks=20) == 4


@pytest.mark.parametrize(
    "text",
    [
        "card,stars\n001,2\n",
        "card;stars\n01;2,0\n",
        "stars\tcard\n2\t1\n",
        "\ufeffcard,stars\r\n1.0,2.0\r\n\r\n999,5\r\n",
        'card,stars,other\n"1", 2 ,\n',
    ],
    ids=["plain", "semicolons", "tabs", "byte order mark", "quotes and gaps"],
)
def test_sloppy_form_is_accepted(tmp_path, text):
    strategy = load_strategy(write_strategy(tmp_path, text))
    record = strategy.parameter_record({"card": ["001", "002"]})
    named = strategy.named_parameters(record)
    assert named.boldness == 1 and named.stars[:3].tolist() == [2, 0, 0]


def test_coaches_and_spots(tmp_path):
    """Several tables each have their own key."""
    number = fixed_components().coaches[2].number
    spec = write_strategy(
        tmp_path,
        f"coach,likes\n{number.lower()},1\n",
        'table("mine.csv", key="coach"), table("spots.csv", key="spot")',
        "params.likes[2] + params.near[7] + params.near[6]",
    )
    spot = spots(fixed_components())[7]
    (tmp_path / "spots.csv").write_text(f"spot,near\n{spot.state}/{spot.slot},3\n")
    assert stars_bought(spec, start_bucks=20) == 4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("number,stars\n1,2\n", 'row 1: there is no column "card"; the columns are number, stars'),
        ("card\n1\n", "row 1: there is no column other than card"),
        ("", 'row 1: there is no column "card"'),
        ("card,my stars\n1,2\n", 'row 1: the column "my stars" is not a valid Python name'),
        ("card,stars,stars\n1,2,3\n", "row 1: a column appears twice"),
        (
            "card,boldness\n1,2\n",
            'the column "boldness" of mine.csv has the same name as a parameter',
        ),
        ("card,stars\n1,2\n3,many\n", 'row 3, column stars: "many" is not a number'),
        ("card,stars\n1,inf\n", 'row 2, column stars: "inf" is not a number'),
        ("card,stars\n1,2,3\n", "row 2: 3 cells; the header has 2"),
        ("card,stars\n,2\n", "row 2: the column card is empty"),
        ("card,stars\n1,2\n001,3\n", "row 3: card 001 appears twice"),
        (b"card,stars\n1,\xff\n", "is not UTF-8 text"),
        (
            "card," + ",".join(f"c{n}" for n in range(22)) + "\n",
            "TABLES declares 4 224 numbers (mine.csv 22 x 192); at most 4 096 fit",
        ),
    ],
)
def test_damaged_files_are_refused(tmp_path, text, words):
    spec = write_strategy(tmp_path, text)
    with pytest.raises(StrategyError) as error:
        load_strategy(spec)
    message = str(error.value)
    assert words in message and "mine.csv" in message and "\n" not in message
    assert isinstance(error.value, InputError)


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ('table("mine.csv", key="crad")', 'Did you mean "card"?'),
        ('table("other.csv", key="card")', "other.csv cannot be read: No such file"),
        ("3", "TABLES should be a list; each entry is a table(...) or a lookup(...)"),
        (
            'table("mine.csv", key="card"), table("mine.csv", key="card")',
            'the column "stars" of mine.csv has the same name as a column of mine.csv',
        ),
    ],
)
def test_wrong_declarations_are_refused(tmp_path, tables, words):
    spec = write_strategy(tmp_path, "card,stars\n1,2\n", tables)
    with pytest.raises(StrategyError) as error:
        load_strategy(spec)
    assert words in str(error.value)


def test_other_content_makes_another_strategy_without_recompiling(tmp_path):
    """A run's record has the file's hash."""
    spec = write_strategy(tmp_path, "card,stars\n1,2\n")
    assert stars_bought(spec) == 2
    before = load_strategy(spec)
    compiled = len(strategy_compiler._COMPILED_FUNCTIONS)
    write_strategy(tmp_path, "card,stars\n1,1\n")
    after = load_strategy(spec)
    assert stars_bought(spec) == 1
    assert len(strategy_compiler._COMPILED_FUNCTIONS) == compiled
    assert before.hash != after.hash
    played = record(make_version(fixed_components(), resolve("standard", {}), [spec, "random"]))
    assert played["seats"][0]["tables"] == {"mine.csv": after.tables[0].hash}
    assert played["seats"][1]["tables"] == {}


def test_rows_about_other_things_are_returned_as_written(tmp_path):
    """The rows have all columns of the file; only decimal commas become points."""
    (tmp_path / "mine.csv").write_text("clause;worth;why\n1 a, b;2,5;x\n2;3,0;\n", "utf-8")
    declared = [table("mine.csv", key="clause", columns=("worth",))]
    (sheet,) = read_tables(declared, tmp_path / "s.py", {"clause": 9})
    assert sheet.rows_except(["002"]) == [{"clause": "1 a, b", "worth": "2.5", "why": "x"}]
    assert sheet.rows_except(["1 A, b", "2"]) == []
    assert sheet.with_numbers("worth", {"3": 1.0}).rows_except([]) == []


def test_a_package_table_is_found_by_its_importer(tmp_path):
    """A file with the table's name next to the importer takes precedence."""
    file = tmp_path / "planner.py"
    file.write_text(
        "from eoc_sim.strategies.eoc.planning import MEMORY, TABLES, act, planner_parameters\n\n"
        "PARAMETERS = planner_parameters()\n"
    )
    (usual,) = load_strategy("balanced").tables
    assert load_strategy(str(file)).tables[0].hash == usual.hash
    own = tmp_path / "learnt"
    own.mkdir()
    (own / "clauses.csv").write_text("clause,factor\n")
    assert load_strategy(str(file)).tables[0].rows == {}
