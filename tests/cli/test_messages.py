"""Messages name the faulty input, and all faults of a sheet are listed together."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.process import call

from eoc_sim.games import contract_of

ROOT = Path(__file__).parents[2]
ERRORS = ("InputError", "StrategyError", "GameError")
CODE = r"[a-z]+(?=[^a-z ]| = )|eoc-sim |plan computes "
"""First words that remain in lower case: a key, a file or a command."""


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """Return the rows of the package's cards sheet, header first."""
    folder = tmp_path_factory.mktemp("deck")
    assert call(folder, "data", "export", "deck.csv").returncode == 0
    with (folder / "deck.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def check_sheet(folder: Path, records: list[list[str]], title: str = "", delimiter: str = ","):
    """Return the output of ``data check`` for a sheet, which may have a title above it."""
    with (folder / "mine.csv").open("w", encoding="utf-8", newline="") as file:
        file.write(f"{title}\n" if title else "")
        csv.writer(file, delimiter=delimiter).writerows(records)
    return call(folder, "data", "check", "--data", "mine.csv", "--games", "0")


def with_cells(records: list[list[str]], cells: dict[tuple[int, str], str]) -> list[list[str]]:
    rows = [list(record) for record in records]
    for (row, column), value in cells.items():
        rows[row][records[0].index(column)] = value
    return rows


def test_a_sheets_faults_are_all_listed_at_once(tmp_path, records):
    answer = check_sheet(
        tmp_path,
        with_cells(
            records,
            {
                (1, "stars"): "99",
                (1, "cost_green"): "x",
                (1, "usage"): "monthly",
                (2, "effect"): "sing: 2 stars",
                (2, "source"): "prnted",
                (3, "number"): "001",
                (4, "type"): "nonsense",
            },
        ),
    )
    assert answer.returncode == 2
    head, *lines = answer.stderr.splitlines()
    assert head == "Error: mine.csv has 7 faults:"
    starts = (
        "- row 2 (card 001), column cost_green: a whole number from 0 to 4",
        "- row 2 (card 001), column stars: a whole number from 0 to 20",
        '- row 2 (card 001), column usage: "monthly" is not one of',
        "- row 3 (card 002), column effect: ",
        '- row 3 (card 002), column source: "prnted"',
        '- row 4, column number: "001" is already in mine.csv, row 2.',
        '- row 5 (card 004), column type: "nonsense" is not one of',
    )
    assert len(lines) == len(starts)
    assert all(line.startswith(start) for line, start in zip(lines, starts, strict=True)), lines


def test_only_the_first_twenty_faults_are_listed(tmp_path, records):
    answer = check_sheet(
        tmp_path, with_cells(records, {(row, "stars"): "99" for row in range(1, len(records))})
    )
    lines = answer.stderr.splitlines()
    assert len(lines) == 22 and lines[-1] == f"- and {len(records) - 21} more"


def test_one_fault_is_one_line(tmp_path, records):
    answer = check_sheet(tmp_path, with_cells(records, {(1, "stars"): "99"}))
    assert answer.stderr.startswith("Error: mine.csv, row 2 (card 001), column stars: ")
    assert len(answer.stderr.splitlines()) == 1


def test_a_card_with_an_empty_source_counts_as_the_designers_own(tmp_path, records):
    mine = with_cells(
        [*records, records[5]], {(len(records), "number"): "201", (len(records), "source"): ""}
    )
    answer = check_sheet(tmp_path, mine)
    assert answer.returncode == 0 and "Everything can be played." in answer.stdout, answer.stderr
    assert any(line.split()[:2] == ["own", "1"] for line in answer.stdout.splitlines())


@pytest.mark.parametrize(
    ("title", "delimiter"),
    [
        ("My cards", ","),
        ("My cards, second draft", ","),
        ("My cards, second draft", ";"),
        ("My cards,,,", "\t"),
    ],
)
def test_a_title_above_the_header_is_recognised(tmp_path, records, title, delimiter):
    answer = check_sheet(tmp_path, records, title, delimiter)
    assert answer.returncode == 2 and answer.stderr.startswith('Error: mine.csv, row 1: "My cards')
    assert "should be the names of the columns; remove any title above" in (answer.stderr)


def test_a_title_above_few_columns_is_recognised(tmp_path):
    records = [["number", "name", "stars"], ["001", "Campus", "3"]]
    answer = check_sheet(tmp_path, records, "My cards, version 3")
    assert answer.stderr.startswith('Error: mine.csv, row 1: "My cards, version 3" should be')


def test_a_header_that_is_too_short_is_not_taken_for_a_title(tmp_path):
    records = [["number", "name"], ["001", "Campus", "3"]]
    answer = check_sheet(tmp_path, records)
    assert "row 2: the row has a cell beyond the last column" in answer.stderr


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("run --set rules=cutthroat", "Give a whole rule set with --rules NAME."),
        ("run --keep none,all", '--keep none,all: "none" cannot be combined with other values.'),
        ("run --keep seats,all", '--keep seats,all: "all" cannot be combined with other values.'),
        ("run --seats mine,vegas", '"mine" is a folder; a strategy is one file'),
        ("run --seats mine,vegas", 'Did you mean "mine/first.py"?'),
        ("run --owners 0", "--owners 0 should be between 1 and 4."),
        ("run --players 0 --game stadium", "--players 0 should be between 2 and 5."),
        ("balance --never card.xx.stars", '--never "card.xx.stars" matches no number of the game'),
        ("balance --allow card.xx.stars", '--allow "card.xx.stars" matches no number of the game'),
    ],
)
def test_the_faulty_part_is_blamed(tmp_path, command, message):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "first.py").touch()
    answer = call(tmp_path, *command.split())
    assert answer.returncode == 2 and message in answer.stderr, answer.stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("PARAMETERS = 3\n", ": PARAMETERS should be a list of parameter(...)."),
        ("MEMORY = 3\n", ": MEMORY should be a list of memory(...)."),
        ("TABLES = 3\n", ": TABLES should be a list; each entry is a table(...) or a lookup(...)."),
        ("def (", ", line 1: not valid Python: invalid syntax."),
        ("1 / 0\n", ": the file cannot be run: ZeroDivisionError: division by zero."),
    ],
)
@pytest.mark.parametrize("game", ["eoc", "stadium", "eleven"])
def test_a_faulty_strategy_file_is_described_in_whole_sentences(tmp_path, game, content, message):
    decision = contract_of(game).game.version.folders().functions[0]
    function = f"def {decision}(table, me, params, order):\n    return 0\n"
    (tmp_path / "mine.py").write_text(content + function)
    answer = call(tmp_path, "strategies", "check", "mine.py", "--game", game)
    assert answer.returncode == 2 and answer.stderr.endswith(f"{message}\n"), answer.stderr


@pytest.mark.parametrize("game", ["eoc", "stadium", "eleven"])
def test_a_faulty_parameter_setting_is_described_in_a_whole_sentence(tmp_path, game):
    answer = call(tmp_path, "strategies", "check", "random:luck", "--game", game)
    assert answer.returncode == 2
    assert answer.stderr.endswith('"luck" is not a parameter setting; write key=value.\n')


@pytest.mark.parametrize("key", ["seat", "card", "strategy"])
def test_a_key_is_never_suggested_for_itself(tmp_path, key):
    answer = call(tmp_path, "sweep", "--vary", f"{key}=3")
    assert answer.returncode == 2 and f'"{key}" is not a ' in answer.stderr
    assert f'mean "{key}"' not in answer.stderr


def test_a_single_game_is_named_in_the_singular(tmp_path):
    answer = call(
        tmp_path,
        "run",
        "--games",
        "1",
        "--seating",
        "fixed",
        "--jobs",
        "1",
        "--seats",
        "random,random",
        "--keep",
        "seats",
        "--out",
        "one",
    )
    assert answer.returncode == 0 and "1 game with 2 players" in answer.stdout
    assert "1 games" not in answer.stdout


def first_words(folder: str) -> Iterator[str]:
    """Yield the literal start of each error message in a folder's code."""
    for file in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Raise(exc=ast.Call(func=ast.Name(id=name), args=[words, *_])):
                    first = words.values[0] if isinstance(words, ast.JoinedStr) else words
                    if name in ERRORS and isinstance(first, ast.Constant):
                        yield str(first.value)


@pytest.mark.parametrize("folder", ["eoc_sim", "simulator", "analysis", "reports", "referee"])
def test_an_error_begins_with_a_capital(folder: str):
    lower_case = [words for words in first_words(folder) if words[:1].islower()]
    assert [words for words in lower_case if not re.match(CODE, words)] == []
