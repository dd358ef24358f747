"""The pages on result tables match the games' declarations, and their examples work."""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import polars as pl
import pytest
from cli.process import call
from runs.counter_game import BASELINE, counter_game

import eoc_sim
from eoc_sim import example_game
from eoc_sim.built_in_games import BUILT_IN
from eoc_sim.games import find
from eoc_sim.simulator.kernel.columns import ROLES
from eoc_sim.simulator.runs.arms import baseline_arms
from eoc_sim.simulator.runs.game import Game
from eoc_sim.simulator.runs.plain_checks import TAKEN_ROLES
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Request, arms_table, play

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "docs" / "reference" / "tables.md"
PAGES = {"eoc": FILE} | {
    name: FILE.parent / name / "tables.md" for name in BUILT_IN if name != "eoc"
}


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "reference_tables", ROOT / "scripts" / "reference_tables.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a small run in results/run-1."""
    folder = tmp_path_factory.mktemp("reading")
    answer = call(folder, "run", "--seats", "random,random", "--games", "2", "--jobs", "1")
    assert answer.returncode == 0, answer.stderr
    return folder


def test_the_pages_match_the_declarations(script: ModuleType):
    pages = script.pages()
    assert pages == {page: page.read_text(encoding="utf-8") for page in pages}


@pytest.mark.parametrize("name", PAGES)
def test_a_changed_word_changes_only_the_page_of_its_game(
    script: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch
):
    game = find(name)
    seats = game.tables["seats"]
    columns = tuple(
        replace(column, words="sum") if column.role == "score" else column for column in seats
    )
    tables = {**game.tables, "seats": replace(seats, columns=columns)}
    changed = replace(game, declaration=replace(game.declaration, tables=tables))
    monkeypatch.setattr(
        script, "find", lambda requested: changed if requested == name else find(requested)
    )
    differ = [
        page for page, text in script.pages().items() if page.read_text(encoding="utf-8") != text
    ]
    assert differ == [PAGES[name]]


def test_a_check_names_the_page_that_differs(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("sys.argv", ["reference_tables.py", "--check"])
    assert script.main() == 0 and capsys.readouterr().out == ""
    pages = script.pages()
    monkeypatch.setattr(
        script, "pages", lambda: {**pages, PAGES["stadium"]: pages[PAGES["stadium"]] + "more"}
    )
    assert script.main() == 1
    assert capsys.readouterr().out.startswith("reference/stadium/tables.md is out of date")


@pytest.mark.parametrize("name", PAGES)
def test_every_table_and_column_is_named(name: str):
    text = PAGES[name].read_text(encoding="utf-8")
    declaration = find(name).declaration
    for level, tables in (("##", declaration.tables), ("###", declaration.dims)):
        for table in tables.values():
            _, rest = re.split(rf"^{level} {table.name}$", text, flags=re.M)
            section = rest.split("\n#")[0]
            for column in table:
                assert f"| `{column.name}` | " in section, (table.name, column.name)


def test_every_role_is_named():
    text = FILE.read_text(encoding="utf-8")
    for role, meaning in ROLES.items():
        assert f"| {role} | {meaning} |" in text


def test_the_guide_to_games_has_the_roles_of_a_plain_game():
    text = (ROOT / "docs" / "guides" / "games.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \| ", text.split("### Columns")[1], re.M)
    roles = [role for row in rows for role in re.findall(r"`(\w+)`", row)]
    assert set(roles) < set(ROLES) and len(roles) == len(set(roles))
    declared = {
        column.role for name in ("games", "seats") for column in example_game.GAME.tables[name]
    }
    assert declared <= {*roles} and declared >= {*TAKEN_ROLES}


def test_run_json_has_the_documented_parts(script: ModuleType, tmp_path: Path):
    game = counter_game()
    request = Request("run", baseline_arms(game, BASELINE), 2)
    play(game, request, RunDirectory.claim(tmp_path / "run", "run"))
    record = json.loads((tmp_path / "run" / "run.json").read_text())
    assert list(record) == [part for part in script.RUN_PARTS if part not in script.OPTIONAL_PARTS]
    assert arms_table(request.arms).columns == ["id", "name", "changes"]


NOTED = ROOT / "tests" / "runs" / "noted_game.py"
COLUMN = 'Column("last", "Int8", "id in dims/strategies", "label", dim="strategies"),'
RULE = "row.last = (pips + seat) % 2"


@pytest.fixture
def game_with_another_column(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return the game in noted_game.py with two more lines: one declares a column, one fills it."""
    text = NOTED.read_text(encoding="utf-8")
    for mark, line in (
        ("# One more column.", COLUMN),
        ("# The value of one more column.", RULE),
    ):
        assert text.count(mark) == 1
        text = text.replace(mark, line)
    (tmp_path / "noted_more.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game: Game = importlib.import_module("noted_more").GAME_OF_NOTES
    return game


def test_a_new_column_takes_one_line_of_declaration_and_one_of_rules(
    script: ModuleType, game_with_another_column: Game, tmp_path: Path
):
    """The column is in the Parquet file, in the loaded run, in run.json and on the page."""
    game, folder = game_with_another_column, tmp_path / "run"
    play(
        game,
        Request("run", baseline_arms(game, BASELINE), 30, keep=("seats",)),
        RunDirectory.claim(folder, "run"),
    )
    run = eoc_sim.load(folder)
    (file,) = (folder / "seats").rglob("*.parquet")
    for seats in (run.seats, pl.read_parquet(file)):
        assert seats.schema["last"] == pl.Int8 and seats.height == 60
        pips = 1 + (run.record["seed"] + seats["seat"] * 5 + 9 * (9 + seats["game"])) % 6
        assert (seats["last"] == (pips + seats["seat"]) % 2).all()
        assert seats["last"].n_unique() == 2
        assert (seats["lows"] + seats["highs"] == 10).all() and seats["lows"].n_unique() > 1
    column = run.record["declaration"]["tables"]["seats"]["columns"][-1]
    assert (column["name"], column["dim"]) == ("last", "strategies") and "group" not in column
    assert set(run.seats["last"]) <= set(run.dim(column["dim"])["id"])
    page = "\n".join(script._page_of_another_game(game))
    assert "| `last` | Int8 | label |  |  | id in dims/strategies |" in page


def example(language: str, place: int = 0) -> str:
    """Return the code block at ``place`` among the page's blocks in this language."""
    blocks: list[str] = re.findall(
        rf"```{language}\n(.*?)```", FILE.read_text(encoding="utf-8"), re.S
    )
    return blocks[place]


def test_the_example_for_notebooks(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.chdir(folder)
    exec(example("python"), {})
    text = capsys.readouterr().out
    assert "('games', 'seats', 'cards'" in text and "baseline" in text and "random" in text


def test_the_example_for_polars(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.chdir(folder)
    exec(example("python", 1), {})
    text = capsys.readouterr().out
    assert re.search(r"^cards in play [\d.]+ stars$", text, re.M) and "random" in text


def test_the_example_for_pandas(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(folder)
    exec(example("python", 2), {})
    assert "cards in play" in capsys.readouterr().out


def test_the_example_for_duckdb(folder: Path, monkeypatch: pytest.MonkeyPatch):
    duckdb = pytest.importorskip("duckdb")
    monkeypatch.chdir(folder)
    connection = duckdb.connect()
    answers = [
        connection.execute(statement).fetchall()
        for statement in example("sql").split(";")
        if statement.strip()
    ]
    assert ("score", "score", "stars", "stars", "final stars") in answers[1]
    assert answers[2][0][0] == "random"
