"""Named memory of strategies: refusals and positions."""

from __future__ import annotations

import numpy as np
import pytest
from eoc.tabletop import engine

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.eoc.engine import load_strategy
from eoc_sim.simulator.eoc.entry import serve
from eoc_sim.simulator.eoc.state import MEMORY, Private
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.memory import memory, named_type, with_names
from eoc_sim.simulator.kernel.records import PlainRecord

NAMED = """from eoc_sim.simulator.eoc.strategy_api import END_TURN, MARKET, memory

MEMORY = [
    memory("turns", help="own turns so far"),
    memory("seen", 3, help="months of the last three turns"),
    memory("stars", help="stars bought"),
]


def act(table, me, params, order):
    if me.seen[2] == table.month:
        return END_TURN
    me.turns += 1
    for place in range(2):
        me.seen[place] = me.seen[place + 1]
    me.seen[2] = table.month
    if me.turns == 3 and me.seen[0] == 1 and me.memory[0] == 3 and me.memory[3] == table.month:
        me.stars = 2
        order.number = me.memory[4]
        return MARKET
    return END_TURN
"""


def write_strategy(folder, source):
    path = folder / "mine.py"
    path.write_text(source, encoding="utf-8")
    return str(path)


def test_names_cover_the_memory_in_order(tmp_path):
    """Numbers and arrays last for a game and are 0 when the next starts."""
    worker = engine(write_strategy(tmp_path, NAMED), "random").worker()
    rows = worker.play(0, 4, ("seats",))["seats"]
    assert [int(row["marketing"]) for row in rows if row["seat"] == 0] == [2] * 4


@pytest.mark.skipif(not COMPILED, reason="pure Python has no types")
def test_named_memory_does_not_compile_the_kernel_again(tmp_path):
    engine("random", "random").worker().play(0, 1, ())
    before = len(serve.signatures)
    engine(write_strategy(tmp_path, NAMED), "balanced").worker().play(0, 1, ())
    assert len(serve.signatures) == before


def test_names_do_not_change_the_records_layout():
    declared = (memory("one", help=""), memory("many", 5, help=""))
    kind = named_type(Private.dtype, declared)
    assert kind.itemsize == Private.dtype.itemsize
    for name in Private.dtype.names:
        assert kind.fields[name][:2] == Private.dtype.fields[name][:2]
    record = np.zeros(1, Private.dtype)
    record["memory"][0, :6] = range(6)
    view = record.view(kind)[0]
    assert view["one"] == 0 and view["many"].tolist() == [1, 2, 3, 4, 5]
    assert named_type(Private.dtype, ()) is Private.dtype


def test_a_plain_record_knows_the_names():
    """Names can be read and written, with the same checks as other fields."""
    declared = (memory("one", help=""), memory("many", 3, help=""))
    me = PlainRecord(Private.dtype)
    me.memory[:4] = 7, 8, 9, 10

    def function(table, me, params, order):
        assert me.one == 7 and type(me.one) is int and me.many.tolist() == [8, 9, 10]
        me.one = 70
        me.many[2] = 100
        me.draws += 5
        for name, value in (("many", 3), ("other", 3)):
            with pytest.raises(AttributeError, match=name):
                setattr(me, name, value)
        with pytest.raises(OverflowError):
            me.one = 2**31
        return 0

    assert with_names(function, declared)(None, me, None, None) == 0
    assert me.memory[:4].tolist() == [70, 8, 9, 100] and me.draws == 5


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ("3", "MEMORY should be a list of memory(...)"),
        ("[3]", "MEMORY should be a list of memory(...)"),
        ('[memory("hand", help="")]', 'the memory name "hand" is a field of me'),
        ('[memory("memory", help="")]', '"memory" is a field of me'),
        ('[memory("a", help=""), memory("a", 2, help="")]', '"a" is declared twice'),
        ('[memory("a b", help="")]', "'a b' should be a Python name"),
        ('[memory("_a", help="")]', "without a leading _"),
        ('[memory("a", 0, help="")]', "Memory a: 0 numbers; expected 1 or more"),
        (
            f'[memory("a", help=""), memory("b", {MEMORY}, help="")]',
            f"MEMORY declares {MEMORY + 1} numbers; me.memory has room for {MEMORY}",
        ),
    ],
)
def test_refused_names(tmp_path, declared, words):
    source = (
        f"from eoc_sim.simulator.eoc.strategy_api import memory\n\nMEMORY = {declared}\n\n\n"
        "def act(table, me, params, order):\n    return 0\n"
    )
    with pytest.raises(StrategyError) as error:
        load_strategy(write_strategy(tmp_path, source))
    assert words in str(error.value) and isinstance(error.value, InputError)


def test_all_of_the_memory_may_be_named(tmp_path):
    source = (
        NAMED.replace('"stars", help', f'"stars", {MEMORY - 4}, help')
        .replace("me.stars = 2", f"me.stars[{MEMORY - 5}] = 2")
        .replace("order.number = me.memory[4]", f"order.number = me.memory[{MEMORY - 1}]")
    )
    rows = (
        engine(write_strategy(tmp_path, source), "random").worker().play(0, 1, ("seats",))["seats"]
    )
    assert int(rows["marketing"][0]) == 2
