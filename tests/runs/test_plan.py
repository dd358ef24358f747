from __future__ import annotations

import random

import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.arms import Vary
from eoc_sim.simulator.runs.plan import read_plan

PLAN = """\
games = 20000
seats = ["hoarder", "mine.py:stake=2"]
design = "factorial"

[baseline]
rules = "family"
data = "sheet.csv"
set = { hand = 3, vmd = "off" }
card.038.stars = 4
change = { "coach.HC8.effect" = "always: 3 free_bets" }

[[vary]]
key = "card.039.cost_blue"
values = [1, 2.0, "3"]

[[vary]]
key = "rules.hand"
values = [2]

[[arm]]
label = "cheap and weak"
changes = { "card.040.cost_blue" = 1, rules.vmd = "on" }
"""


def write_plan(folder, text):
    path = folder / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_key_of_a_plan_is_read(tmp_path):
    (tmp_path / "sheet.csv").write_text("")
    (tmp_path / "mine.py").write_text("")
    plan = read_plan(write_plan(tmp_path, PLAN))
    assert plan.games == 20000 and plan.design == "factorial" and plan.rules == "family"
    assert plan.data == str(tmp_path / "sheet.csv")
    assert plan.seats == ("hoarder", f"{tmp_path / 'mine.py'}:stake=2")
    assert plan.settings == (("hand", "3"), ("vmd", "off"))
    assert plan.card_settings == (("038.stars", "4"),)
    assert plan.changes == (("coach.HC8.effect", "always: 3 free_bets"),)
    assert plan.vary[0] == Vary("card.039.cost_blue", ("1", "2", "3"))
    assert plan.arms == (("cheap and weak", (("card.040.cost_blue", "1"), ("rules.vmd", "on"))),)


def test_a_byte_order_mark_is_accepted(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_bytes(b"\xef\xbb\xbf" + PLAN.encode())
    assert read_plan(path).games == 20000


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("games = 20000", "game = 20000", 'the key "game" is unknown.*Did you mean "games"'),
        ("games = 20000", "games = 0", "games = 0 is not between"),
        ("games = 20000", "games = true", "whole number"),
        ("games = 20000", "games = 1.5", "whole number"),
        ('"factorial"', '"factorail"', 'Did you mean "factorial"'),
        ("values = [2]", "values = 2", r"\[\[vary\]\] 2 values should be a list"),
        ("values = [2]", "values = [true]", "not true"),
        ("values = [2]", "values = [[2]]", "not a list"),
        ("values = [2]", "", r'\[\[vary\]\] 2: the key "values" is missing'),
        (
            "values = [2]",
            'values = [2]\nvalue = "x"',
            r'\[\[vary\]\] 2: the key "value" is unknown',
        ),
        ("[[vary]]", "[vary]", "double brackets|not valid TOML"),
        ("[baseline]", "[baselin]", 'Did you mean "baseline"'),
        ('rules = "family"', "rules = 3", "should be text"),
        ('label = "cheap and weak"', 'label = ""', "empty text"),
        ("changes = {", "changes = [] #", "should be a table"),
        ("changes = {", 'changes = "x" #', "should be a table, not text"),
        ('changes = { "card.040.cost_blue" = 1, rules.vmd = "on" }', "changes = {}", "nothing"),
        ('seats = ["hoarder", "mine.py:stake=2"]', "seats = [1]", "should be text"),
        ("games = 20000", "games = ", "not valid TOML"),
    ],
)
def test_refusals(tmp_path, old, new, words):
    assert old in PLAN
    with pytest.raises(InputError, match=words) as error:
        read_plan(write_plan(tmp_path, PLAN.replace(old, new)))
    assert "plan.toml" in str(error.value) and "\n" not in str(error.value)


def test_a_plan_needs_something_to_compare(tmp_path):
    with pytest.raises(InputError, match="nothing to compare"):
        read_plan(write_plan(tmp_path, "games = 5"))


def test_a_missing_file_or_a_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_plan(tmp_path / "none.toml")
    with pytest.raises(InputError, match="cannot be read"):
        read_plan(tmp_path)


def test_mutated_plans_are_read_or_refused(tmp_path):
    """A good plan with pieces cut, doubled or replaced never causes a traceback."""
    random_numbers = random.Random(1)
    pieces = ["true", "[]", "{}", "1e400", '""', "\x00", "\u00fc", "=", "\n", "[[", "1979-05-27"]
    path = tmp_path / "plan.toml"
    accepted = 0
    for _ in range(600):
        content = PLAN
        for _ in range(random_numbers.randint(1, 3)):
            first = random_numbers.randrange(len(content))
            last = first + random_numbers.choice((0, 1, 3, 10))
            piece = random_numbers.choice([*pieces, "", content[first : first + 12]])
            content = content[:first] + piece + content[last:]
        data = bytearray(content.encode())
        if random_numbers.random() < 0.1:
            data[random_numbers.randrange(len(data))] = random_numbers.randrange(256)
        path.write_bytes(bytes(data))
        try:
            read_plan(path)
            accepted += 1
        except InputError as error:
            assert str(error).count("\n") == 0
    assert 0 < accepted < 600
