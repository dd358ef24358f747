"""Every numbered rule of a game has code that implements it, and a test.

Code cites a rule in a docstring or a comment; a test cites one in its docstring or its name. Both
may cite ranges ("SCO-3 to SCO-5") and lists ("ACT-5, ACT-6"). Each game numbers its own rules:
files in its folders cite only these; other files may cite any game's. The following command prints
the complete list::

    python -m pytest tests/test_rule_coverage.py -s -k listed
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.rules import RULES as ELEVEN_RULES
from eoc_sim.simulator.eleven.switches import SWITCHES as ELEVEN_SWITCHES
from eoc_sim.simulator.eoc.rules import SWITCHES as EOC_SWITCHES
from eoc_sim.simulator.eoc.rules import preset_names as eoc_preset_names
from eoc_sim.simulator.eoc.rules import resolve as eoc_resolve
from eoc_sim.simulator.kernel.rule_sets import STANDARD, Rules
from eoc_sim.simulator.kernel.switches import Switch
from eoc_sim.simulator.stadium.rules import RULES as STADIUM_RULES
from eoc_sim.simulator.stadium.switches import SWITCHES as STADIUM_SWITCHES

ROOT = Path(__file__).parents[1]
REFEREE_TESTS = (
    "tests/referee/test_hand_checks.py",
    *(f"tests/referee/stadium/test_{name}.py"
      for name in ("corruptions", "illegal_play", "self_play", "worked_examples")),
    *(f"tests/referee/eleven/test_{name}.py"
      for name in ("corruptions", "illegal_play", "matches", "self_play", "worked_examples",
                   "season_corruptions", "season_examples", "season_self_play")),
)  # fmt: skip
"""Tests of the referee, the second engine, which show nothing about the first."""
NOT_RULES = {
    "UTF-8",
    "UTF-16",
    "SHA-256",
    "TOY-1",
    "NEW-1",
    *(f"LAN-{number}" for number in range(1, 6)),
}
"""Words that only look like ids of rules, and the ids of small games' rules."""
GAMES = ("eoc", "stadium", "eleven")


class GameRules:
    """The rules of one game: its page and its citations.

    A file in a folder named after another game cites none of this game's rules; any other file may
    cite them. Every rule begins with one of the ``marks``, if there are any. ``whole`` means that
    no number is skipped.
    """

    def __init__(
        self,
        name: str,
        page: str,
        switches: Mapping[str, Switch],
        rules: Rules | None = None,
        marks: tuple[str, ...] = (),
        whole: bool = True,
    ) -> None:
        self.name = name
        self.rules = rules
        self.marks = tuple(f"*{mark}*: " for mark in marks)
        self.whole = whole
        self.page = ROOT / "docs" / "reference" / page
        self.switches = switches
        self.text = self.page.read_text(encoding="utf-8")
        self.ids = re.findall(r"^\*\*([A-Z]+-\d+)\*\* ", self.text, re.M)
        self.chapters = list(dict.fromkeys(rule.partition("-")[0] for rule in self.ids))
        chapter = "|".join(sorted(self.chapters, key=len, reverse=True))
        self._citation = re.compile(rf"\b({chapter})-(\d+)(?:\s+to\s+\1-(\d+))?(?!\d)")
        self._named = re.compile(rf"(?:^|_)({chapter.lower()})_(\d+)(?=_|$)")

    def concerns(self, path: Path) -> bool:
        """Check if a file is about this game or about no particular one."""
        parts = path.relative_to(ROOT).parts
        return not any(game in parts for game in GAMES if game != self.name)

    def cited_in(self, text: str) -> set[str]:
        """Return the rules cited in a text."""
        return {
            f"{chapter}-{number}"
            for chapter, first, last in self._citation.findall(text)
            for number in range(int(first), int(last or first) + 1)
        }

    def named_in(self, name: str) -> set[str]:
        """Return the rules that a test's name cites."""
        return {f"{chapter.upper()}-{number}" for chapter, number in self._named.findall(name)}

    @cached_property
    def code(self) -> dict[str, list[str]]:
        """Map each rule to the functions and modules of the engine that cite it."""
        rules: dict[str, list[str]] = {}
        for path in filter(self.concerns, sorted((ROOT / "simulator").rglob("*.py"))):
            source = path.read_text(encoding="utf-8")
            nodes = definitions(ast.parse(source))
            for line, text in docstrings_and_comments(source):
                names = [
                    function.name
                    for function in nodes
                    if function.lineno <= line <= (function.end_lineno or line)
                ]
                place = ".".join([path.relative_to(ROOT / "simulator").stem, *names])
                for rule in self.cited_in(text):
                    if place not in rules.setdefault(rule, []):
                        rules[rule].append(place)
        return rules

    @cached_property
    def tests(self) -> dict[str, list[str]]:
        """Map each rule to the test functions of the engine that cite it.

        Only the game's own files count; for EoC, files shared by all games count too.
        """
        rules: dict[str, list[str]] = {}
        for path in filter(is_engine_test, sorted((ROOT / "tests").rglob("test_*.py"))):
            if not self.concerns(path) or (self.name != "eoc" and self.name not in path.parts):
                continue
            for function in definitions(ast.parse(path.read_text(encoding="utf-8"))):
                if not function.name.startswith("test_"):
                    continue
                cited = self.cited_in(ast.get_docstring(function) or "")
                for rule in cited | self.named_in(function.name):
                    rules.setdefault(rule, []).append(f"{path.stem}.{function.name}")
        return rules

    def table_rows(self) -> list[list[str]]:
        """Return the rows of the table of switches, header first, without backticks."""
        table = self.text[self.text.index("| switch | values |") :].partition("\n\n")[0]
        rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in table.splitlines()]
        return [rows[0], *rows[2:]]


EOC = GameRules("eoc", "rules.md", EOC_SWITCHES)
STADIUM = GameRules(
    "stadium", "stadium/rules.md", STADIUM_SWITCHES, STADIUM_RULES, ("Printed", "Ruling")
)
ELEVEN = GameRules(
    "eleven",
    "eleven/rules.md",
    ELEVEN_SWITCHES,
    ELEVEN_RULES,
    ("Printed", "Reported", "Ruling"),
    whole=False,
)
ALL = (EOC, STADIUM, ELEVEN)
of_every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
of_marked_games = pytest.mark.parametrize(
    "game", [game for game in ALL if game.marks], ids=lambda game: game.name
)


def definitions(tree: ast.Module) -> list[ast.FunctionDef | ast.ClassDef]:
    """List the functions and classes in a file, inner ones after outer ones."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]


def docstrings_and_comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield the first line number and the text of each docstring and comment in a file."""
    statement = True  # a string here may be a statement on its own
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and statement):
            yield token.start[0], token.string
        if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            statement = True
        elif token.type not in (tokenize.COMMENT, tokenize.NL):
            statement = False


def is_engine_test(path: Path) -> bool:
    return not path.relative_to(ROOT).as_posix().startswith(REFEREE_TESTS)


@of_every_game
def test_the_rules_are_numbered_without_gaps(game):
    """Each rule occurs once, in its chapter's order (ACT begins with 0).

    An unfinished game may skip numbers.
    """
    for chapter in game.chapters:
        numbers = [
            int(rule.partition("-")[2]) for rule in game.ids if rule.startswith(f"{chapter}-")
        ]
        first = 0 if chapter == "ACT" else 1
        expected = range(first, first + len(numbers)) if game.whole else sorted(numbers)
        assert numbers == list(expected), chapter
    assert len(game.ids) == len(set(game.ids))


@of_every_game
def test_every_rule_has_code(game):
    """Examples only apply other rules to numbers, so they need no code of their own."""
    missing = [rule for rule in game.ids if rule not in game.code and not rule.startswith("EX-")]
    assert missing == [], f"no code under simulator/ cites {', '.join(missing)}"


@of_every_game
def test_every_rule_has_a_test(game):
    missing = [rule for rule in game.ids if rule not in game.tests]
    assert missing == [], f"no test of the engine cites {', '.join(missing)}"


def test_every_citation_is_of_a_rule():
    """Code, tests and rules cite only existing rules."""
    unknown = []
    files = [
        path
        for folder in ("simulator", "strategies", "referee", "eoc_sim", "tests")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path != Path(__file__)
    ]
    for path in [*files, *(game.page for game in ALL)]:
        games = [
            game
            for game in ALL
            if path == game.page or (path.suffix == ".py" and game.concerns(path))
        ]
        text = path.read_text(encoding="utf-8")
        cited = set(re.findall(r"\b[A-Z]{2,4}-\d+\b", text))
        for game in games:
            cited |= game.cited_in(text)
            for name in re.findall(r"def (test_\w+)", text):
                cited |= game.named_in(name)
        rules = {rule for game in games for rule in game.ids} | NOT_RULES
        unknown += [f"{path.relative_to(ROOT)}: {citation}" for citation in sorted(cited - rules)]
    assert unknown == []


def test_citations_are_read():
    """Ranges, lists and names are understood; strings other than docstrings cite nothing."""
    assert EOC.cited_in("SCO-3 to SCO-5, ACT-1") == {"SCO-3", "SCO-4", "SCO-5", "ACT-1"}
    assert EOC.cited_in("TIM-1 to\n    TIM-3") == {"TIM-1", "TIM-2", "TIM-3"}
    assert EOC.cited_in("ACT-15") == {"ACT-15"}
    assert EOC.named_in("test_act_5_runner") == {"ACT-5"}
    source = '"""TIM-1"""\nx = "TIM-2"\ndef f():\n    """TIM-3"""\n    g("TIM-4")  # TIM-5\n'
    output = [EOC.cited_in(text) for _, text in docstrings_and_comments(source)]
    assert output == [{"TIM-1"}, {"TIM-3"}, {"TIM-5"}]


def test_files_belong_to_their_game():
    """A file in one game's folder cites no rule of another; shared files may."""
    shared = ROOT / "simulator" / "kernel" / "shuffling.py"
    own = ROOT / "tests" / "stadium" / "games.py"
    assert [game.concerns(shared) for game in ALL] == [True, True, True]
    assert [game.concerns(own) for game in ALL] == [False, True, False]
    assert EOC.cited_in("LOS-1, DIC-1") == {"DIC-1"} and STADIUM.cited_in("LOS-1") == {"LOS-1"}


@of_marked_games
def test_rules_state_if_they_are_printed(game):
    """Every rule except the examples begins with one of the marks."""
    rules = re.split(r"^\*\*([A-Z]+-\d+)\*\* ", game.text, flags=re.M)[1:]
    for rule, text in zip(rules[::2], rules[1::2], strict=True):
        assert text.startswith(game.marks) != rule.startswith("EX-"), rule


@of_every_game
def test_listed(game):
    """Print every rule with its code and its tests."""
    for rule in game.ids:
        print(f"\n{game.name} {rule}")
        print(f"    code:  {', '.join(game.code.get(rule, ['-']))}")
        print(f"    tests: {', '.join(game.tests.get(rule, ['-']))}")


# --- The table of switches


def values_of(cell: str) -> list[str]:
    values: list[str] = []
    for part in cell.split(", "):
        first, dots, last = part.partition("..")
        values += [str(n) for n in range(int(first), int(last) + 1)] if dots else [part]
    return values


@of_every_game
def test_the_table_has_every_switch(game):
    """SWI-1: the rows of the table are the switches in the code's order."""
    assert [row[0] for row in game.table_rows()[1:]] == list(game.switches)


def test_the_table_has_every_preset():
    """SWI-1: each preset has a column with the values in the code; "-" is the standard value."""
    head, *rows = EOC.table_rows()
    assert sorted(head[2:-1]) == sorted(eoc_preset_names())
    assert head[2] == STANDARD
    for row in rows:
        for preset, cell in zip(head[2:-1], row[2:-1], strict=True):
            expected = row[2] if cell == "-" else cell
            assert str(eoc_resolve(preset)[row[0]]) == expected, (row[0], preset)


@of_marked_games
def test_the_table_has_the_defaults_and_sentences(game):
    """SWI-1: the defaults are those of the standard rules, and the sentences are the game's."""
    head, *rows = game.table_rows()
    assert head == ["switch", "values", STANDARD, "what it says", "rule"]
    assert game.rules.preset_names()[0] == STANDARD
    standard = game.rules.resolve(STANDARD, {})
    for name, _, default, sentence, _ in rows:
        assert default == str(standard[name]), name
        assert f"{sentence}." == game.switches[name].sentence


@pytest.mark.parametrize(
    ("game", "row"),
    [(game, row) for game in ALL for row in game.table_rows()[1:]],
    ids=lambda part: part.name if isinstance(part, GameRules) else part[0],
)
def test_a_row_of_the_table(game, row):
    """SWI-1: the values and the rule agree with the code."""
    switch = game.switches[row[0]]
    expected = list(switch.words) + [str(number) for number in switch.numbers or ()]
    assert values_of(row[1]) == expected
    assert row[-1] == switch.rule
    assert switch.rule in game.ids or switch.rule in game.chapters


@of_every_game
def test_settings_in_the_text_are_legal(game):
    """SWI-1: every ``switch = value`` in the text is legal, and the text names every switch."""
    settings = re.findall(r"`(\w+) = (\w+)`", game.text)
    assert len(settings) > 15
    for name, value in settings:
        try:
            game.switches[name].parse(value)
        except (KeyError, InputError) as error:
            pytest.fail(f"{name} = {value}: {error}")
    table = game.text.index("| switch | values |")
    outside_table = game.text[:table] + game.text[table:].partition("\n\n")[2]
    named = {name.rstrip("1234") for name in re.findall(r"`(\w+)", outside_table)}  # `x_1` to `x_4`
    assert {name.rstrip("1234") for name in game.switches} <= named


def test_the_presets_in_the_text_exist():
    """CUT, FAM, SOLO: the text names every preset."""
    for preset in eoc_preset_names():
        if preset != STANDARD:
            assert re.search(rf"preset\s+`{preset}`", EOC.text), preset
