"""Writes to read-only records are found in a strategy's source and refused."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from cli.process import call

from eoc_sim.games import contract_of
from eoc_sim.simulator.kernel import record_writes
from eoc_sim.simulator.kernel.record_writes import forbidden_writes

CONTRACTS = {game: contract_of(game) for game in ("eoc", "stadium")}
TESTS = Path(__file__).parents[1]

HEAD = """from collections import namedtuple

import numpy as np
from eoc_sim.simulator.eoc.strategy_api import memory

MEMORY = [memory("noted", help="a number"), memory("listed", numbers=4, help="some")]
Both = namedtuple("Both", "own other")


def part(table):
    return table.bucks


def pair(table, me):
    return table.bucks, me.listed


def write(numbers):
    numbers[0] = 1


def note(me):
    me.noted = 1
    write(me.listed)


def any_of(*several):
    several[0].fill(1)


def apply(function, numbers):
    function(numbers)


def each(table, me):
    yield me.listed
    yield table.bucks


def act(table, me, params, order):
"""
BODY_LINE = HEAD.count("\n") + 1

WRITES = {
    "table.month = 1": ("table.month", BODY_LINE),
    "table.bucks[0] = 1": ("table.bucks", BODY_LINE),
    "table.bucks[0] += 1": ("table.bucks", BODY_LINE),
    "me.board = 1": ("me.board", BODY_LINE),
    "params.no_parameters = 1": ("params.no_parameters", BODY_LINE),
    "bucks = table.bucks\n    bucks += 1": ("table.bucks", BODY_LINE + 1),
    "row = table.bucks[1:]\n    row[0] = 2": ("table.bucks", BODY_LINE + 1),
    "part(table)[0] = 1": ("table.bucks", BODY_LINE),
    "write(table.bucks)": ("table.bucks", HEAD[: HEAD.index("numbers[0] = 1")].count("\n") + 1),
    "bucks, own = pair(table, me)\n    bucks[0] = 1": ("table.bucks", BODY_LINE + 1),
    "all_of_it = table\n    if me.seat:\n        all_of_it.month = 3": (
        "table.month",
        BODY_LINE + 2,
    ),
    "table.bucks.fill(0)": ("table.bucks", BODY_LINE),
    "np.copyto(table.bucks, me.listed)": ("table.bucks", BODY_LINE),
    "np.add(me.listed, 1, out=table.bucks)": ("table.bucks", BODY_LINE),
    "for _ in range(3):\n        order.number = 1\n        table.bucks[1] = 0": (
        "table.bucks",
        BODY_LINE + 2,
    ),
    "other = me.listed if me.seat else table.bucks\n    other[0] = 1": (
        "table.bucks",
        BODY_LINE + 1,
    ),
    "a, table.month = 1, 2": ("table.month", BODY_LINE),
    "parts = [table.bucks, me.listed]\n    parts[0][1] = 1": ("table.bucks", BODY_LINE + 1),
    "for one in (me.listed, table.bucks):\n        one[0] = 1": ("table.bucks", BODY_LINE + 1),
    "for place, row in enumerate(table.mat):\n        row[place] = 1": (
        "table.mat",
        BODY_LINE + 1,
    ),
    "for row, own in zip(table.mat, me.listed):\n        row[0] = own": (
        "table.mat",
        BODY_LINE + 1,
    ),
    "match me.seat:\n        case 0:\n            return 1\n        case _:\n"
    "            table.bucks[0] = 1": ("table.bucks", BODY_LINE + 4),
    "match table.bucks:\n        case bucks:\n            bucks[0] = 1": (
        "table.bucks",
        BODY_LINE + 2,
    ),
    "fill = lambda numbers: numbers.fill(1)\n    fill(table.bucks)": ("table.bucks", BODY_LINE),
    "np.add(me.listed, 1, table.bucks)": ("table.bucks", BODY_LINE),
    "getattr(table, 'bucks')[0] = 1": ("table.bucks", BODY_LINE),
    "setattr(table, 'month', 1)": ("table.month", BODY_LINE),
    "def inner(numbers):\n        numbers[0] = 1\n    inner(table.bucks)": (
        "table.bucks",
        BODY_LINE + 1,
    ),
}
IN_BODY = {
    "a, *others = me.listed, table.bucks\n    others[0][0] = 1": 1,
    "several = []\n    several.append(table.bucks)\n    several[0][0] = 1": 2,
    "several = [me.listed]\n    several[0] = table.bucks\n    several[0][0] = 1": 2,
    "several = [one for one in (me.listed, table.bucks)]\n    several[1][0] = 1": 1,
    "named = {1: table.bucks}\n    named[1][0] = 1": 1,
    "named = {1: table.bucks}\n    for _, one in named.items():\n        one[0] = 1": 2,
    "both = Both(me.listed, table.bucks)\n    both.other[0] = 1": 1,
    "parts = (me.listed, table.bucks)\n    parts[me.seat][0] = 1": 1,
    "parts = (me.listed, table.bucks)\n    parts[-1][0] = 1": 1,
    "parts = (me.listed,) + (table.bucks,)\n    parts[1][0] = 1": 1,
    "for row in reversed(table.mat):\n        row[0] = 1": 1,
    "next(iter(table.mat))[0] = 1": 0,
    "for one in each(table, me):\n        one[0] = 1": 1,
    "np.clip(table.bucks, 0, 1, table.bucks)": 0,
    "np.atleast_2d(table.bucks)[0][0] = 1": 0,
    "np.flip(table.bucks)[0] = 1": 0,
    "np.split(table.bucks, 2)[0][0] = 1": 0,
    "np.add.at(table.bucks, 0, 1)": 0,
    "for one in np.nditer(table.bucks):\n        one.itemset(5)": 1,
    "table.bucks[None][0][0] = 1": 0,
    "table.mat[..., 0][0] = 1": 0,
    "some = slice(0, 2)\n    table.bucks[some][0] = 1": 1,
    "(lambda numbers: numbers.fill(1))(table.bucks)": 0,
    "d = a = b = c = me.listed\n    for _ in range(9):\n        d[0] = 1\n        d, c = c, b\n"
    "        b, a = a, table.bucks": 2,
}
"""Writes into table.bucks or table.mat, each with the index of the writing line in the body."""
IN_OTHERS = {
    "write(*(table.bucks,))": "numbers[0] = 1",
    "any_of(table.bucks)": "several[0].fill(1)",
    "apply(write, table.bucks)": "numbers[0] = 1",
    "filler = write\n    filler(table.bucks)": "numbers[0] = 1",
    "(len if me.seat else write)(table.bucks)": "numbers[0] = 1",
    "[write(one) for one in (table.bucks, me.listed)]": "numbers[0] = 1",
    "for _ in map(write, (table.bucks,)):\n        pass": "numbers[0] = 1",
}
"""Writes into table.bucks in functions of `HEAD`, each with the text of the writing line."""
HARMLESS = [
    "me.memory[0] = 1",
    "me.noted += 1",
    "me.listed[1] = 2",
    "note(me)",
    "order.number = 1",
    "month = table.month\n    month += 1",
    "own = table.bucks.copy()\n    own[0] = 1",
    "own = np.zeros(3)\n    own[0] = table.bucks[0]",
    "write(np.zeros(2))",
    "bucks, own = pair(table, me)\n    own[0] = bucks[0]",
    "table = np.zeros(3)\n    table[0] = 1",
    "row = table.bucks\n    row = np.zeros(2)\n    row[0] = 1",
    "list = [0]\n    list[0] = 1",
    "if me.seat:\n        row = table.bucks\n        return row[0]\n    else:\n"
    "        row = me.listed\n    row[0] = 1",
    "bucks = table.bucks[0]\n    bucks -= 1",
    "parts = [table.bucks, me.listed]\n    parts[1][0] = parts[0][0]",
    "for place, row in enumerate(table.mat):\n        me.listed[0] = row[place]",
    "match me.seat:\n        case 0:\n            row = me.listed\n        case seat:\n"
    "            row = np.zeros(seat)\n    row[0] = 1",
    "fill = lambda numbers: numbers.fill(1)\n    fill(me.listed)",
    "np.add(table.bucks, 1, me.listed)",
    "setattr(order, 'number', getattr(table, 'month'))",
    "own = np.sort(table.bucks)\n    own[0] = 1",
    "own = table.bucks + 1\n    own[0] = 1",
    "own = list(table.bucks)\n    own[0] = 1",
    "own = [table.bucks[place] for place in range(4)]\n    own[0] = 1",
    "own = np.zeros(4)\n    own[:] = table.bucks\n    own[0] = 1",
    "several = []\n    several.append(table.bucks.copy())\n    several[0][0] = 1",
    "both = Both(me.listed, table.bucks)\n    both.own[0] = both.other[0]",
    "*_, own = table.bucks, me.listed\n    own[0] = 1",
    "np.clip(table.bucks, 0, 1, me.listed)",
    "apply(write, me.listed)",
    "for bucks, one in zip(table.bucks, me.listed):\n        order.number = bucks + one",
    "best = max(table.bucks[0], table.bucks[1])\n    best += 1",
]


def find_writes(tmp_path, body):
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}    {body}\n    return 0\n", encoding="utf-8")
    contract = CONTRACTS["eoc"]
    strategy = contract.strategy(str(file))
    return file, forbidden_writes(strategy, contract.version.kernel().strategy_records)


@pytest.mark.parametrize("body", WRITES)
def test_a_write_is_found_with_its_line(tmp_path, body):
    """A record is followed under any name, through all functions of the file."""
    field, line = WRITES[body]
    file, sentences = find_writes(tmp_path, body)
    assert sentences == [
        f"{file}, line {line}: act writes {field}; a strategy may write only "
        "to me.memory and order."
    ]


@pytest.mark.parametrize("body", IN_BODY)
def test_a_write_through_another_value_is_found(tmp_path, body):
    """Lists, views and functions pass on parts of records."""
    file, sentences = find_writes(tmp_path, body)
    assert len(sentences) == 1
    place = f"{file}, line {BODY_LINE + IN_BODY[body]}: act writes table."
    assert sentences[0].startswith(place), sentences


@pytest.mark.parametrize("body", IN_OTHERS)
def test_a_write_in_another_function_is_found(tmp_path, body):
    file, sentences = find_writes(tmp_path, body)
    line = HEAD[: HEAD.index(IN_OTHERS[body])].count("\n") + 1
    assert [sentence.partition(": ")[0] for sentence in sentences] == [f"{file}, line {line}"]
    assert "act writes table.bucks" in sentences[0]


@pytest.mark.parametrize("body", HARMLESS)
def test_legal_writes_are_accepted(tmp_path, body):
    assert find_writes(tmp_path, body)[1] == []


@pytest.mark.parametrize("game", CONTRACTS)
def test_no_strategy_of_the_package_is_refused(game, monkeypatch):
    """The check follows all helpers of the strategies, which takes a long time."""
    monkeypatch.setattr(record_writes, "is_shipped", lambda file: "kernel" in file.parts)
    contract = CONTRACTS[game]
    folders = contract.version.folders()
    for name in (*folders.names(), *folders.yardsticks):
        strategy = contract.strategy(name)
        assert forbidden_writes(strategy, contract.version.kernel().strategy_records) == [], name


def test_following_a_file_is_quick():
    """The check hardly delays a run of a user's strategy.

    The fastest of several tries counts, because a busy machine slows some of them down.
    """
    contract = CONTRACTS["eoc"]
    strategy = contract.strategy(str(TESTS / "golden" / "strategies" / "plain.py"))
    records = contract.version.kernel().strategy_records
    seconds = []
    for _ in range(6):
        started = time.process_time()
        assert forbidden_writes(strategy, records) == []
        seconds.append(time.process_time() - started)
    assert min(seconds) < 0.2, seconds


FIELDS = {"eoc": ("act", "bucks"), "stadium": ("place", "tokens")}


@pytest.mark.parametrize("command", ["run", "replay"])
@pytest.mark.parametrize("game", FIELDS)
def test_a_strategy_with_a_forbidden_write_is_refused_before_it_plays(tmp_path, game, command):
    function, field = FIELDS[game]
    file = tmp_path / "mine.py"
    file.write_text(
        f"def {function}(table, me, params, order):\n    table.{field}[0] = 1\n    return 0\n",
        encoding="utf-8",
    )
    # `replay` takes --game twice: for the game's name, and for the number of the game to replay.
    number = ("--game", "0") if command == "replay" else ()
    answer = call(tmp_path, command, "--game", game, *number, "--seats", "mine.py,random")
    assert answer.returncode == 2, answer.stderr
    assert answer.stderr == (
        f"Error: {file}, line 2: {function} writes table.{field}; a strategy may write only "
        "to me.memory and order.\n"
    )
    assert not (tmp_path / "results").exists()
