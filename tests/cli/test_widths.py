"""Output is complete on terminals with 60, 80 and 120 columns, and nothing is cut off."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from cli.process import Answer, call, call_on_terminal, terminal, without_pictures

from eoc_sim.cli import screen
from eoc_sim.cli.screen import COMMAND
from eoc_sim.simulator.eoc import card_pilot

WIDTHS = (60, *(pytest.param(wider, marks=pytest.mark.slow) for wider in (80, 120)))
FOUR_SEATS = ("--seats", "hoarder,quick_start,vegas,marketing_drip")
TWO_SEATS = ("--seats", "random,vegas")
VERSIONS = ("card.038.stars=1,9", "rules.start_bucks=5")
COMMANDS = {
    "run": ("run", *FOUR_SEATS, "--games", "24"),
    "sweep": (
        "sweep",
        *FOUR_SEATS,
        "--games",
        "24",
        *(f"--vary={version}" for version in VERSIONS),
    ),
    "compare": (
        "compare",
        "current",
        "card.038.stars=1 rules.hand=3",
        *TWO_SEATS,
        "--games",
        "1000",
    ),
    "cards": ("cards", *TWO_SEATS, "--games", "60"),
    "timing": ("timing", *TWO_SEATS, "--games", "20"),
    "variants": ("variants", "boards", "vmd=off", *TWO_SEATS, "--games", "20"),
    "timing of stadium": ("timing", "--game", "stadium", "--games", "60"),
    "first-player": ("first-player", *TWO_SEATS, "--games", "20"),
    "tournament": ("tournament", *TWO_SEATS, "--games", "72"),
}
NUMBER = re.compile(r"[+-]?\d[\d.]*(?: \d{3}\b)*")
WORD = re.compile(r"[^\s;,─]+")
BETWEEN = re.compile(r"between\s+(\S+)\s+and\b")
SLOW = ("first-player", "variants", "timing", "timing of stadium", "cards", "tournament")
NAMES = [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in COMMANDS]
HEADS = {"strategy", "for", "version", "variant", "measure", "if", "everyone", "plays"}
"""Headings of label columns, which blocks leave out."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("widths")


@pytest.fixture(autouse=True)
def short_pilot(monkeypatch):
    monkeypatch.setattr(card_pilot.schedule_cards, "__defaults__", (4,))


@pytest.fixture(scope="module")
def printed(folder: Path):
    """Return a function that gives a command's output at a width and plays its games only once."""
    answers: dict[tuple[str, int], Answer] = {}

    def output_at(name: str, width: int) -> str:
        if (name, width) not in answers:
            more = ("--jobs", "1", "--quiet", "--out", name)
            if not (folder / name).exists():
                played = call(folder, *COMMANDS[name], *more)
                assert played.returncode == 0, played.stderr
            with without_pictures():
                answers[name, width] = call_on_terminal(
                    folder, width, *COMMANDS[name], *more, "--resume"
                )
        answer = answers[name, width]
        assert answer.returncode == 0, answer.stderr
        return answer.stdout

    return output_at


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_no_line_is_wider_than_the_terminal(name: str, width: int, printed):
    for line in printed(name, width).splitlines():
        assert len(line) <= width or COMMAND in line, line


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_every_number_and_label_is_shown(name: str, width: int, printed, folder: Path):
    """The numbers and labels are those of a screen of unlimited width.

    Numbers may occur more often, because headings are repeated in every row. In a block,
    an interval with the heading "between" reads "between A and B" instead of "A to B".
    """
    narrow, wide = printed(name, width), printed(name, 1000)
    narrow = BETWEEN.sub(r"between \1 to ", narrow)
    assert set(WORD.findall(wide)) - set(WORD.findall(narrow)) <= HEADS
    assert not Counter(NUMBER.findall(wide)) - Counter(NUMBER.findall(narrow))


VERSIONS_TABLE = (
    ("version", "hoarder", "quick_start", "vegas", "marketing_drip"),
    [
        (label, *(f"{wins + row}.0 ({wins - 3}.5 to {wins + 3}.5)" for wins in (25, 31, 22, 18)))
        for row, label in enumerate(("current rules", "038 Analytics Nerd: stars 5 -> 1"))
    ],
)
CHANGES_TABLE = (
    ("strategy", "of", "A", "B", "B - A", "between", "games that differ", "verdict"),
    [
        ("hoarder", "wins in 100", "25.10", "26.30", "+1.20", "+0.20 to +2.20", "12 345", "more"),
        ("vegas", "stars", "81.30", "80.90", "-0.40", "-1.41 to +0.61", "20 000", "not decided"),
    ],
)
VERSIONS_BLOCKS = """\
current rules
  hoarder         25.0 (22.5 to 28.5)
  quick_start     31.0 (28.5 to 34.5)
  vegas           22.0 (19.5 to 25.5)
  marketing_drip  18.0 (15.5 to 21.5)
038 Analytics Nerd: stars 5 -> 1
  hoarder         26.0 (22.5 to 28.5)
  quick_start     32.0 (28.5 to 34.5)
  vegas           23.0 (19.5 to 25.5)
  marketing_drip  19.0 (15.5 to 21.5)
"""
CHANGES_BLOCKS = """\
hoarder, wins in 100
  A 25.10; B 26.30; B - A +1.20; between +0.20 and +2.20;
  games that differ 12 345; verdict more
vegas, stars
  A 81.30; B 80.90; B - A -0.40; between -1.41 and +0.61;
  games that differ 20 000; verdict not decided
"""
VERSIONS_LINES = """\
version                                        hoarder           quick_start  \
               vegas        marketing_drip
current rules                      25.0 (22.5 to 28.5)   31.0 (28.5 to 34.5)  \
 22.0 (19.5 to 25.5)   18.0 (15.5 to 21.5)
038 Analytics Nerd: stars 5 -> 1   26.0 (22.5 to 28.5)   32.0 (28.5 to 34.5)  \
 23.0 (19.5 to 25.5)   19.0 (15.5 to 21.5)
"""
CHANGES_LINES = """\
strategy   of                A       B   B - A          between   games that differ   verdict
hoarder    wins in 100   25.10   26.30   +1.20   +0.20 to +2.20              12 345   more
vegas      stars         81.30   80.90   -0.40   -1.41 to +0.61              20 000   not decided
"""


@pytest.mark.parametrize(
    ("table", "options", "narrow", "wide"),
    [
        (VERSIONS_TABLE, {"stacked": True}, VERSIONS_BLOCKS, VERSIONS_LINES),
        (CHANGES_TABLE, {"text_columns": 2}, CHANGES_BLOCKS, CHANGES_LINES),
    ],
    ids=["versions", "changes"],
)
def test_a_table_becomes_blocks_where_it_does_not_fit(table, options, narrow, wide):
    def show(width: int | None) -> str:
        with terminal(width) as output:
            screen.table(*table, **options)
        lines = [line.rstrip() for line in output.getvalue().splitlines() if "─" not in line]
        return "\n".join([*lines, ""])

    assert show(60) == show(80) == narrow
    assert show(120) == show(None) == wide


@pytest.mark.parametrize("text_columns", [1, 2])
def test_below_100_columns_each_strategy_has_its_own_line(text_columns: int):
    """This holds even if the table would fit: only the terminal's width decides the layout."""
    heads, row = ("version", "by", "bold", "shy"), ("current", "hand", "25.0", "75.0")

    def show(width: int) -> list[list[str]]:
        with terminal(width) as output:
            screen.table(
                heads,
                [row],
                text_columns=text_columns,
                stacked=True,
                stack_below_width=screen.STACK_BELOW_WIDTH,
            )
        return [line.split() for line in output.getvalue().splitlines() if "─" not in line]

    strategy_lines = [["bold", "25.0"], ["shy", "75.0"]]
    lines = (
        [["current"], ["by", "hand"], *strategy_lines]
        if text_columns == 1
        else [["current,", "hand"], *strategy_lines]
    )
    assert show(60) == show(99) == lines
    assert show(100) == show(160) == [list(heads), list(row)]


def test_heads_and_texts_are_wrapped_before_a_table_becomes_blocks():
    with terminal(44) as output:
        screen.table(
            ("version", "games that differ", "wins"),
            [("038 Analytics Nerd: stars 5 -> 1", "12 345", "25.0 ±1.0")],
        )
    assert [line.split() for line in output.getvalue().splitlines() if "─" not in line] == [
        ["games"],
        ["that"],
        ["version", "differ", "wins"],
        ["038", "Analytics", "Nerd:", "12", "345", "25.0", "±1.0"],
        ["stars", "5", "->", "1"],
    ]


def test_texts_that_look_like_markup_are_printed():
    for width in (20, 80):
        with terminal(width) as output:
            screen.table(("[b]version[/b]", "[red]wins"), [("[a, b]", "[1]")])
        assert all(part in output.getvalue() for part in ("[red]wins", "[a, b]", "[1]"))


def test_numbers_are_not_split_and_commands_are_not_wrapped():
    command = "To find it: eoc-sim sweep --vary card.038.stars=1 --games 200000"
    with terminal(28) as output:
        screen.say("About 20 seconds, or 1 500 000 games, at most.")
        screen.say(command)
    assert output.getvalue() == f"About 20 seconds, or\n1 500 000 games, at most.\n{command}\n"
    with terminal(None) as output:
        screen.say("Lines that go to a pipe are never wrapped, so that programs can read them.")
    assert output.getvalue().count("\n") == 1
