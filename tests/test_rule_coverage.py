"""Every numbered rule of docs/reference/rules.md has code that implements it and a test of it.

Code cites a rule in a docstring or a comment, a test in its docstring or its name; both may write
ranges ("SCO-3 to SCO-5") and lists ("ACT-5, ACT-6"). The whole list::

    python -m pytest tests/test_rule_coverage.py -s -k listed
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.rules import STANDARD, SWITCHES, preset_names, resolve

ROOT = Path(__file__).parents[1]
RULES = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
IDS = re.findall(r"^\*\*([A-Z]+-\d+)\*\* ", RULES, re.M)
CHAPTERS = list(dict.fromkeys(rule.partition("-")[0] for rule in IDS))

WITHOUT_CODE = {rule for rule in IDS if rule.startswith("EX-")}
"""Examples repeat other rules with numbers: they need a test, and have no code of their own."""

NOT_OF_THE_ENGINE = ("tests/referee/test_hand_checks.py",)
"""Tests of the second engine show nothing about the engine."""

NO_RULES = {"UTF-8", "UTF-16", "SHA-256"}
"""What looks like the number of a rule and is none."""

_CHAPTER = "|".join(sorted(CHAPTERS, key=len, reverse=True))
_CITATION = re.compile(rf"\b({_CHAPTER})-(\d+)(?:\s+to\s+\1-(\d+))?(?!\d)")
_NAMED = re.compile(rf"(?:^|_)({_CHAPTER.lower()})_(\d+)(?=_|$)")


def cited_in(text: str) -> set[str]:
    """The rules that a text cites."""
    return {
        f"{chapter}-{number}"
        for chapter, first, last in _CITATION.findall(text)
        for number in range(int(first), int(last or first) + 1)
    }


def definitions(tree: ast.Module) -> list[ast.FunctionDef | ast.ClassDef]:
    """The functions and classes of a file, inner ones after those around them."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]


def docstrings_and_comments(source: str) -> Iterator[tuple[int, str]]:
    """The first line and the text of everything in a file that is said and not done."""
    statement = True  # whether a string that stands here is a statement by itself
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT or token.type == tokenize.STRING and statement:
            yield token.start[0], token.string
        if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            statement = True
        elif token.type not in (tokenize.COMMENT, tokenize.NL):
            statement = False


def cited_by_code() -> dict[str, list[str]]:
    """For each rule the functions and modules of the engine that cite it."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "simulator").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        inside = definitions(ast.parse(source))
        for line, text in docstrings_and_comments(source):
            names = [
                one.name for one in inside if one.lineno <= line <= (one.end_lineno or line)
            ]
            where = ".".join([path.relative_to(ROOT / "simulator").stem, *names])
            for rule in cited_in(text):
                if where not in found.setdefault(rule, []):
                    found[rule].append(where)
    return found


def of_the_engine(path: Path) -> bool:
    return not path.relative_to(ROOT).as_posix().startswith(NOT_OF_THE_ENGINE)


def cited_by_tests() -> dict[str, list[str]]:
    """For each rule the test functions that cite it."""
    found: dict[str, list[str]] = {}
    for path in filter(of_the_engine, sorted((ROOT / "tests").rglob("test_*.py"))):
        for function in definitions(ast.parse(path.read_text(encoding="utf-8"))):
            if not function.name.startswith("test_"):
                continue
            cited = cited_in(ast.get_docstring(function) or "")
            cited |= {f"{one.upper()}-{number}" for one, number in _NAMED.findall(function.name)}
            for rule in cited:
                found.setdefault(rule, []).append(f"{path.stem}.{function.name}")
    return found


CODE, TESTS = cited_by_code(), cited_by_tests()


def test_the_rules_are_numbered_without_gaps():
    """Each rule once, and the numbers of a chapter in order (ACT begins with 0)."""
    for chapter in CHAPTERS:
        numbers = [int(rule.partition("-")[2]) for rule in IDS if rule.startswith(f"{chapter}-")]
        first = 0 if chapter == "ACT" else 1
        assert numbers == list(range(first, first + len(numbers))), chapter
    assert len(IDS) == len(set(IDS))


def test_every_rule_has_code():
    missing = [rule for rule in IDS if rule not in CODE and rule not in WITHOUT_CODE]
    assert missing == [], f"no code under simulator/ cites {', '.join(missing)}"


def test_every_rule_has_a_test():
    missing = [rule for rule in IDS if rule not in TESTS]
    assert missing == [], f"no test of the engine cites {', '.join(missing)}"


def test_every_citation_is_of_a_rule():
    """Nothing in code, tests or rules.md itself names a rule that is not there."""
    unknown = []
    files = [
        path for folder in ("simulator", "strategies", "referee", "eoc_sim", "tests")
        for path in sorted((ROOT / folder).rglob("*.py")) if path != Path(__file__)
    ]
    for path in [*files, ROOT / "docs" / "reference" / "rules.md"]:
        text = path.read_text(encoding="utf-8")
        cited = cited_in(text) | set(re.findall(r"\b[A-Z]{2,4}-\d+\b", text))
        cited |= {
            f"{chapter.upper()}-{number}"
            for name in re.findall(r"def (test_\w+)", text)
            for chapter, number in _NAMED.findall(name)
        }
        unknown += [
            f"{path.relative_to(ROOT)}: {one}" for one in sorted(cited - set(IDS) - NO_RULES)
        ]
    assert unknown == []


def test_citations_are_read():
    """Ranges, lists and names are read; a string that is no docstring is no citation."""
    assert cited_in("SCO-3 to SCO-5, ACT-1") == {"SCO-3", "SCO-4", "SCO-5", "ACT-1"}
    assert cited_in("TIM-1 to\n    TIM-3") == {"TIM-1", "TIM-2", "TIM-3"}
    assert cited_in("ACT-15") == {"ACT-15"}
    assert _NAMED.findall("test_act_5_runner") == [("act", "5")]
    source = '"""TIM-1"""\nx = "TIM-2"\ndef f():\n    """TIM-3"""\n    g("TIM-4")  # TIM-5\n'
    told = [cited_in(text) for _, text in docstrings_and_comments(source)]
    assert told == [{"TIM-1"}, {"TIM-3"}, {"TIM-5"}]


def test_listed():
    """Print every rule with its code and its tests."""
    for rule in IDS:
        print(f"\n{rule}")
        print(f"    code:  {', '.join(CODE.get(rule, ['-']))}")
        print(f"    tests: {', '.join(TESTS.get(rule, ['-']))}")


# --- The table of switches


def table_rows() -> list[list[str]]:
    """The table of switches in rules.md: its head, then a row a switch, without code marks."""
    table = RULES[RULES.index("| switch | values |"):].partition("\n\n")[0]
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in table.splitlines()]
    return [rows[0], *rows[2:]]


HEAD, *ROWS = table_rows()


def values_of(cell: str) -> list[str]:
    values: list[str] = []
    for part in cell.split(", "):
        first, dots, last = part.partition("..")
        values += [str(n) for n in range(int(first), int(last) + 1)] if dots else [part]
    return values


def test_the_table_has_every_switch_and_preset():
    """SWI-1: its rows are the switches in the code's order, its columns the presets."""
    assert [row[0] for row in ROWS] == list(SWITCHES)
    assert sorted(HEAD[2:-1]) == sorted(preset_names())
    assert HEAD[2] == STANDARD


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_of_the_table(row):
    """SWI-1: values, the values in every preset, and the rule are those of the code."""
    switch = SWITCHES[row[0]]
    told = list(switch.words) + [str(number) for number in switch.numbers or ()]
    assert values_of(row[1]) == told
    for preset, cell in zip(HEAD[2:-1], row[2:-1], strict=True):
        expected = row[2] if cell == "-" else cell
        assert str(resolve(preset)[switch.name]) == expected, preset
    assert row[-1] == switch.rule
    assert switch.rule in IDS or switch.rule in CHAPTERS


def test_settings_in_the_text_are_legal():
    """SWI-1: every ``switch = value`` and every switch that the text names is one of the code's."""
    settings = re.findall(r"`(\w+) = (\w+)`", RULES)
    assert len(settings) > 20
    for name, value in settings:
        try:
            SWITCHES[name].parse(value)
        except (KeyError, InputError) as error:
            pytest.fail(f"{name} = {value}: {error}")
    assert {row[0] for row in ROWS} <= set(re.findall(r"`(\w+)", RULES))


def test_the_presets_named_in_the_text_are_those_of_the_code():
    """CUT, FAM, SOLO: each chapter names its preset."""
    for preset in preset_names():
        if preset != STANDARD:
            assert re.search(rf"preset\s+`{preset}`", RULES), preset
