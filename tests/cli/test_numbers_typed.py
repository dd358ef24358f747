"""Impossible numbers for any option end in one sentence and exit code 2."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
import rich_click as click
from cli.process import call

from eoc_sim import cli
from eoc_sim.simulator.runs import runner

NUMBERS = (click.types.IntParamType, click.types.FloatParamType)
TYPED = ("0", "-5", "nan", "inf", "1e308", "9" * 23, "")
ACCEPTED = {
    ("--seed", "0"),
    ("data check --games", "0"),
    ("strategies check --games", "0"),
    ("strategies show --games", "0"),
}
"""Options, each with a value in ``TYPED`` that it accepts."""
PLAN = '[[vary]]\nkey = "rules.hand"\nvalues = [2, 3]\n'
ARGUMENTS = {
    "sweep": ("--vary", "card.038.stars=1,4"),
    "compare": ("stash=deal5",),
    "plan": ("plan.toml",),
    "watch": ("plan.toml",),
    "tune": ("vegas",),
    "restrict": ("vegas", "--ban", "bet"),
    "strategies check": ("vegas",),
    "strategies learn": ("vegas",),
    "strategies show": ("vegas",),
}
"""The required arguments of commands, which are read before options."""


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            assert command is not None
            yield " ".join((*path, name)), command


OPTIONS = [
    (name, option.opts[0])
    for name, command in commands(cli.group)
    for option in command.params
    if isinstance(option, click.Option) and isinstance(option.type, NUMBERS)
]


def test_numeric_options_are_found() -> None:
    assert len(OPTIONS) > 60
    assert {("balance", "--games"), ("bench", "--seconds"), ("data check", "--games")} <= {*OPTIONS}


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_impossible_numbers_are_refused(tmp_path: Path, command: str, option: str) -> None:
    (tmp_path / "plan.toml").write_text(PLAN)
    for typed in TYPED:
        if {(option, typed), (f"{command} {option}", typed)} & ACCEPTED:
            continue
        # No game may be played with any of these numbers.
        with mock.patch.object(runner, "play", side_effect=AssertionError("a game was played")):
            answer = call(
                tmp_path, *command.split(), *ARGUMENTS.get(command, ()), f"{option}={typed}"
            )
        message = f"{command} {option}={typed}: {answer.stderr}"
        assert answer.returncode == 2, message
        assert answer.stderr.startswith("Error: ") and answer.stderr.count("\n") == 1, message
        assert list(tmp_path.iterdir()) == [tmp_path / "plan.toml"], message
        limits = answer.stderr.replace(typed, "") if typed else answer.stderr
        assert not re.search(r"\d{4}|<=", limits), message


def test_an_empty_deck_is_reported_but_not_played(tmp_path: Path) -> None:
    call(tmp_path, "data", "export", "cards.csv")
    sheet = tmp_path / "cards.csv"
    with sheet.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(row | {"copies": "0"} for row in rows)
    answer = call(tmp_path, "data", "check", "--data", "cards.csv", "--games", "0")
    assert answer.returncode == 0 and "The deck is empty" in answer.stdout
    answer = call(tmp_path, "data", "check", "--data", "cards.csv", "--games", "24")
    assert answer.returncode == 2 and "The deck could run out" in answer.stderr
