"""Test how a game's report is read from a `GameReport` or a module."""

from __future__ import annotations

from types import ModuleType

import pytest

from eoc_sim.errors import InputError
from eoc_sim.reports.game_report import GameReport, read_report


def section() -> None:
    """Stand in for a section or any other function."""


def module(**attributes: object) -> ModuleType:
    part = ModuleType("plums")
    vars(part).update(attributes)
    return part


def test_a_report_and_an_equivalent_module_are_read_alike() -> None:
    report = GameReport[object](first_sections=(section,), folded=("scores",), mark=section)
    assert read_report(report) is report
    part = module(FIRST_SECTIONS=(section,), FOLDED=("scores",), MARK=section, GAME="plums")
    assert read_report(part) == report
    assert read_report(None) == read_report(module()) == GameReport()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("FIRST_SECTION", (section,), 'A report has no FIRST_SECTION. Did you mean "FIRST_SECTI'),
        ("VERDICT", section, 'A report has no VERDICT. Did you mean "VERDICTS"?'),
        ("SECTIONS", section, r"SECTIONS should be a tuple, such as (section,)."),
        ("FOLDED", "scores", r"FOLDED should be a tuple, such as ('scores',)."),
        ("BASIS", (section,), r"BASIS should be a function, not (<function"),
    ],
)
def test_a_wrong_constant_is_explained(name: str, value: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_report(module(**{name: value}))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("name", "value"),
    [("SECTION", 5), ("MARKS", ("red", "blue")), ("VERDICT", int), ("MY_SECTIONS", (section,))],
)
def test_other_constants_of_a_game_are_ignored(name: str, value: object) -> None:
    assert read_report(module(**{name: value})) == GameReport()
