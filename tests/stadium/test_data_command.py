"""Stadium's commands ``data check``, ``words`` and ``export``, and an edited sheet."""

from __future__ import annotations

import openpyxl
import pytest
from cli.process import call

from eoc_sim.cli import BAD_INPUT


def test_check_and_words(tmp_path):
    answer = call(tmp_path, "data", "check", "--game", "stadium", "--games", "0")
    assert answer.returncode == 0 and not answer.stderr
    lines = [line.split() for line in answer.stdout.splitlines()]
    assert ["buildings", "0", "5", "9"] in lines and [
        "bowl",
        "3",
        "9",
        "to",
        "14",
        "21",
        "to",
        "24",
    ] in lines
    assert "Everything can be played." in answer.stdout and "Worth a look" not in answer.stdout
    assert max(map(len, answer.stdout.splitlines())) <= 160
    answer = call(tmp_path, "data", "words", "--game", "stadium")
    assert "WHEN: [any number:] [pay AMOUNT:] GAIN" in answer.stdout


def test_a_useless_place_is_reported(tmp_path):
    call(tmp_path, "data", "export", "mine", "--game", "stadium")
    field = tmp_path / "mine" / "field.csv"
    text = field.read_text("utf-8-sig")
    assert "F03,Big Season,season,9,0,5" in text
    field.write_text(text.replace("F03,Big Season,season,9,0,5", "F03,Big Season,season,9,0,3"))
    answer = call(tmp_path, "data", "check", "--game", "stadium", "--games", "0", "--data", "mine")
    assert "- F03 Big Season asks for no less and gives no more than F01" in answer.stdout


@pytest.mark.slow
def test_an_exported_workbook_is_edited_and_swept(tmp_path):
    answer = call(tmp_path, "data", "export", "mine.xlsx", "--game", "stadium")
    assert "eoc-sim sweep --game stadium --cards mine.xlsx" in answer.stdout
    book = openpyxl.load_workbook(tmp_path / "mine.xlsx")
    assert book.sheetnames == [
        "spaces",
        "buildings",
        "field",
        "players",
        "employees",
        "effect words",
    ]
    book["players"]["E2"] = 2
    book["field"]["D4"] = 10
    book.save(tmp_path / "mine.xlsx")
    answer = call(
        tmp_path,
        "sweep",
        "--game",
        "stadium",
        "--cards",
        "mine.xlsx",
        "--games",
        "4",
        "--seats",
        "random,random",
        "--jobs",
        "1",
        "--out",
        "swept",
    )
    assert answer.returncode == 0, answer.stderr
    assert "P01 Walk-on Kicker: salary 0 -> 2" in answer.stdout + answer.stderr
    assert "F03 Big Season: wins 9 -> 10" in answer.stdout + answer.stderr
    answer = call(tmp_path, "report", "swept", "--xlsx", "report.xlsx")
    assert answer.returncode == 0, answer.stderr
    assert '"players", "spaces", "buildings", "field" and "employees" sheets' in answer.stdout
    answer = call(
        tmp_path,
        "sweep",
        "--game",
        "stadium",
        "--cards",
        "report.xlsx",
        "--games",
        "4",
        "--seats",
        "random,random",
        "--jobs",
        "1",
    )
    assert answer.returncode == BAD_INPUT
    assert "says the same as the current rules" in answer.stderr
