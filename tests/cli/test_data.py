"""Test the commands ``data check``, ``data words`` and ``data export``."""

from __future__ import annotations

import re

import polars as pl
import pytest
from cli.process import terminal

from eoc_sim.analysis.looks import FIRST_LOOK_ERROR
from eoc_sim.analysis.stats import share_interval
from eoc_sim.cli import BAD_INPUT, run_command_line
from eoc_sim.cli.printing import card_verdicts
from eoc_sim.simulator.eoc.components import load


def test_check_counts_printed_cells(capsys):
    assert run_command_line(["data", "check", "--games", "0"]) == 0
    text = capsys.readouterr().out
    for message in (
        "culture",
        "upgrade",
        "4 EC",
        "6 stars",
        "reconstructed",
        "Northwest",
        "Montana 3",
        "0 of 120 cards are printed in full, 57 in part",
        "The headquarters' mean distances to their own states differ by at most",
        "Everything can be played.",
    ):
        assert message in text
    lines = [line.split() for line in text.splitlines()]
    assert ["cards", "cost_blue", "1", "120"] in lines
    assert ["Head", "Coaches", "effect", "2", "12"] in lines
    assert "Worth a look" not in text and 'says only "partial"' not in text
    # Readable in a pipe: plain characters and short lines.
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 160


def test_the_check_remarks_on_the_users_own_data(capsys, tmp_path):
    sheet = tmp_path / "mine.csv"
    assert run_command_line(["data", "export", str(sheet)]) == 0
    text = sheet.read_text(encoding="utf-8-sig")
    assert "Take 1 EC of any colour." in text
    lines = [
        line.replace(
            "088,Hundred-Dollar Handshake,culture,,1,", "088,Handshake,culture,,0,"
        ).replace("number name stars usage effect", "partial")
        for line in text.splitlines()
    ]
    sheet.write_text("\n".join(lines), encoding="utf-8")
    assert run_command_line(["data", "check", "--data", str(sheet), "--games", "0"]) == 0
    text = capsys.readouterr().out
    assert "The deck has 119 cards" in text
    assert "088 Handshake is in a starter stash, but not in the deck." in text
    assert 'In 9 rows of cards, the column "source" says only "partial"' in text


@pytest.mark.slow
def test_dominating_cards_and_cards_that_nobody_plays_are_listed(capsys, tmp_path, monkeypatch):
    sheet = tmp_path / "mine.csv"
    assert run_command_line(["data", "export", str(sheet)]) == 0
    text = sheet.read_text(encoding="utf-8-sig")
    assert "end: 9 stars" in text
    lines = text.replace("end: 9 stars", "end: 40 stars").splitlines()
    (useless,) = [index for index, line in enumerate(lines) if line.startswith("085,")]
    lines[useless] = "085,Old Money Prestige,culture,,1,1,1,0,1,0,1,1,month,,Nothing.,reconstructed"
    sheet.write_text("\n".join(lines), encoding="utf-8")
    capsys.readouterr()
    judged_frames = []
    print_frame = card_verdicts._print
    monkeypatch.setattr(
        card_verdicts, "_print", lambda found: judged_frames.append(found) or print_frame(found)
    )
    assert run_command_line(["data", "check", "--data", str(sheet), "--games", "2400"]) == 0
    section = capsys.readouterr().out.split("How players use the cards: 2 400 games")[1]
    dominating, dead = section.split("\nDominating: ")[1].split("\nDead: ")
    rows = {}
    for card, part in (("063", dominating), ("085", dead)):
        (rows[card],) = [line for line in part.splitlines() if line.startswith(f"{card} ")]
    # The shares of games in which a card is drafted or played have Wilson intervals, as on pages.
    for card in (
        judged_frames[0].filter(pl.col("number").is_in(["063", "085"])).iter_rows(named=True)
    ):
        output = [
            [float(number) for number in ends]
            for ends in re.findall(r" ([\d.]+) \(([\d.]+) to ([\d.]+)\)", rows[card["number"]])
        ]
        offered = card["offered_games"]
        expected = [
            [
                float(value)
                for value in share_interval(drafted_or_played, offered, 1 - FIRST_LOOK_ERROR)
            ]
            for drafted_or_played in (card["drafted_games"], card["played_games"])
        ]
        assert output == [pytest.approx(value, abs=0.051) for value in expected]


def test_notable_cards_have_intervals_on_a_narrow_terminal():
    frame = pl.DataFrame(
        {
            "label": ["038 Analytics Nerd", "001 Campus Near an Airport Hub", "002 Usual"],
            "worth_verdict": ["dominating", "dead", "ordinary"],
            "worth": [7.84, -0.41, 0.1],
            "worth_all_low": [6.6, -1.5, -0.5],
            "worth_all_high": [9.0, 0.7, 0.5],
            "taken": [99.98, 0.0, 50.0],
            "taken_low": [99.91, 0.0, 49.0],
            "taken_high": [99.99, 0.04, 51.0],
            "played_of_offered": [92.1, 0.0, 40.0],
            "played_of_offered_low": [91.7, 0.0, 39.0],
            "played_of_offered_high": [92.5, 0.04, 41.0],
        }
    )
    with terminal(80) as output:
        card_verdicts._print(frame)
    text = output.getvalue()
    assert (
        """
038 Analytics Nerd
  wins in 100 if dealt      +7.8 (+6.6 to +9.0)
  drafted of 100 offered  100.0 (99.9 to 100.0)
  played of 100 offered     92.1 (91.7 to 92.5)
Dead: it is certain that the card is played in at most 2 of 100 games in which
it is offered.
001 Campus Near an Airport Hub
  wins in 100 if dealt    -0.4 (-1.5 to +0.7)
  drafted of 100 offered  0.00 (0.00 to 0.04)
  played of 100 offered   0.00 (0.00 to 0.04)
"""
        in text
    )
    assert "002 Usual" not in text and "95 % intervals" in text
    assert max(map(len, text.splitlines())) <= 80


def test_faults_are_bad_input(capsys, tmp_path):
    sheet = tmp_path / "mine.csv"
    run_command_line(["data", "export", str(sheet)])
    sheet.write_text(
        sheet.read_text(encoding="utf-8-sig").replace("end: 9 stars", "end: 9 sters"),
        encoding="utf-8",
    )
    capsys.readouterr()
    for command in ("check", "words"):
        assert run_command_line(["data", command, "--data", str(sheet)]) == BAD_INPUT
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert "row 64 (card 063), column effect" in error
        assert 'Did you mean "stars"?' in error


def test_data_words_lists_the_language(capsys):
    assert run_command_line(["data", "words"]) == 0
    text = capsys.readouterr().out
    for word in ("bucks_as_ec", "crap_out", "used_fundraising", "up to N", "Examples:"):
        assert word in text


@pytest.mark.parametrize("name", ["cards.csv", "cards.xlsx"])
def test_export_and_its_refusal(capsys, tmp_path, name):
    path = tmp_path / name
    assert run_command_line(["data", "export", str(path)]) == 0
    assert load(path) == load(None)
    before = path.read_bytes()
    assert run_command_line(["data", "export", str(path)]) == BAD_INPUT
    assert "--fresh" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert run_command_line(["data", "export", str(path), "--fresh"]) == 0
    assert run_command_line(["data", "export", str(tmp_path / "cards.doc")]) == BAD_INPUT
