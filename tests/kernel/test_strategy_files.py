"""Strategy files: refusals before a game, and errors during one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from eoc.tabletop import engine, fixed_components

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.kernel import file_definitions, strategy_compiler, strategy_sources
from eoc_sim.simulator.kernel.compiled import COMPILED, source_files
from eoc_sim.simulator.kernel.parameters import parameter
from eoc_sim.strategies import eoc as shipped

compiled_only = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


def write_strategy(folder, source, name="mine"):
    """Write a strategy file with this source."""
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    return str(path)


def act(*lines):
    """Return the source of a strategy with these lines as its turn."""
    body = "".join(f"    {line}\n" for line in lines)
    return f"def act(table, me, params, order):\n{body}"


def play(folder, source, games=1, opponent="random", **settings):
    """Play a strategy with this source against another one."""
    game_engine = engine(write_strategy(folder, source), opponent, **settings)
    return game_engine.worker().play(0, games, ("seats",))["seats"]


# --- Calling decisions

WRAPPED = """
from eoc_sim.strategies.eoc.random import MEMORY, act as any_act, dice as any_dice
from eoc_sim.strategies.eoc.random import keep, pick, draft, bookie, place, bid, sell
from eoc_sim.strategies.eoc.random import final_campaign


def act(table, me, params, order):
    return any_act(table, me, params, order)


def dice(table, me, params, order):
    return helper(table, me, params, order)


def helper(table, me, params, order):
    return any_dice(table, me, params, order)
"""


def test_package_decisions_can_be_called_and_decide_alike(tmp_path):
    """The second time, games load the code from disk; a helper calls the decision about dice."""
    games = 24
    usual = engine("random", "balanced_2026").worker().play(0, games, ("seats",))["seats"]
    for _ in range(2):
        mine = play(tmp_path, WRAPPED, games, "balanced_2026")
        for column in ("score", "win_share", "moves_paid", "bets"):
            np.testing.assert_array_equal(mine[column], usual[column])
        # As in a new process, which loads the code from disk.
        strategy_compiler._COMPILED_FUNCTIONS.clear()
        file_definitions.EXECUTED_FILES.clear()


def test_decisions_of_one_file_can_call_each_other(tmp_path):
    source = act("return 0 if table.month < 13 else bid(table, me, params, order)") + (
        "def bid(table, me, params, order):\n    return 0\n"
    )
    assert len(play(tmp_path, source)) == 2


@compiled_only
def test_an_edit_recompiles_no_package_decision(tmp_path):
    """Added parameters and memory follow the package's, so only the edited file is recompiled."""
    source = (
        "from eoc_sim.simulator.eoc.strategy_api import memory, parameter\n"
        "from eoc_sim.strategies.eoc import random as theirs\n"
        "from eoc_sim.strategies.eoc.random import act as any_act, dice, MEMORY\n"
        "{more}"
    ) + act("return any_act(table, me, params, order)")
    engine("random", "random").worker().play(0, 1, ("seats",))
    play(tmp_path, source.format(more="MORE = 1\n"))
    before = set(strategy_compiler._COMPILED_FUNCTIONS)
    play(
        tmp_path,
        source.format(
            more="PARAMETERS = [parameter('more', default=1, low=0, high=2, help='nothing')]\n"
            "MEMORY = [*MEMORY, memory('mine', help='nothing')]\n"
        ),
    )
    added = {Path(key[0]).name for key in set(strategy_compiler._COMPILED_FUNCTIONS) - before}
    assert added == {"mine.py"}


@compiled_only
def test_missing_requirements_of_a_called_decision_are_named(tmp_path):
    source = WRAPPED.replace("import MEMORY, act", "import act")
    with pytest.raises(StrategyError, match="also needs the PARAMETERS, MEMORY and TABLES of the"):
        play(tmp_path, source)


@compiled_only
def test_a_decision_called_through_its_module_must_be_imported_by_name(tmp_path):
    source = "import eoc_sim.strategies.eoc.random as planner\n" + act(
        "return planner.act(table, me, params, order)"
    )
    with pytest.raises(StrategyError, match="random import act as planner_act"):
        play(tmp_path, source)


# --- Refused when loaded


@pytest.mark.parametrize(
    "imported",
    [
        "import helper_a",
        "from helper_a import one",
        "import helper_pack.inner",
        "from helper_pack import inner",
        "from helper_pack.inner import two",
    ],
)
def test_a_strategys_imports_must_be_repeatable(tmp_path, monkeypatch, imported):
    """Randomness in a helper or its imports is refused with file and line."""
    monkeypatch.syspath_prepend(str(tmp_path))
    pack = tmp_path / "helper_pack"
    pack.mkdir()
    (pack / "__init__.py").write_text("")
    (pack / "inner.py").write_text("from . import deep\n\ndef two():\n    return deep.three\n")
    (pack / "deep.py").write_text("import numpy as np\n\nthree = np.random.rand()\n")
    (tmp_path / "helper_a.py").write_text("def one():\n    import random\n    return 1\n")
    with pytest.raises(StrategyError) as error:
        load_strategy(write_strategy(tmp_path, f"{imported}\n" + act("return 0")))
    where = "helper_a.py, line 2: random" if "_a" in imported else "deep.py, line 3: numpy.random"
    assert f"{where} gives different results in every run" in str(error.value)


@pytest.mark.parametrize("folder", ["site-packages", "dist-packages"])
def test_installed_modules_are_not_part_of_a_strategy(tmp_path, monkeypatch, folder):
    """No installed module is searched for randomness, wherever it is installed."""
    packages = tmp_path / folder
    packages.mkdir()
    (packages / "helper_c.py").write_text("import random\n\nVALUE = 1\n")
    monkeypatch.syspath_prepend(str(packages))
    path = write_strategy(
        tmp_path, "import helper_c\nVALUE = helper_c.VALUE\n" + act("return VALUE")
    )
    loaded = load_strategy(path)
    assert loaded.functions["act"].__globals__["VALUE"] == 1
    assert "helper_c.py" not in {Path(name).name for name in loaded.sources}


def test_an_edited_helper_makes_another_strategy(tmp_path, monkeypatch):
    """A strategy that is loaded after an edit to its helper plays and hashes the new text."""
    monkeypatch.syspath_prepend(str(tmp_path))
    path = write_strategy(
        tmp_path, "import helper_b\nVALUE = helper_b.VALUE\n" + act("return VALUE")
    )
    results = []
    for number in (1, 22, 1):
        (tmp_path / "helper_b.py").write_text(f"VALUE = {number}\n")
        loaded = load_strategy(path)
        assert loaded.functions["act"].__globals__["VALUE"] == number
        results.append((loaded.hash, loaded.code_hash, dict(loaded.sources)))
    assert results[0] == results[2]
    first, second = results[:2]
    assert first[0] != second[0] and first[1] != second[1]
    helper = str(tmp_path / "helper_b.py")
    assert {name for name in first[2] if first[2][name] != second[2][name]} == {helper}


def test_a_helpers_helper_is_reimported(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "helper_outer.py").write_text("from helper_inner import VALUE\n")
    source = "from helper_outer import VALUE\n" + act("return VALUE")
    paths = [write_strategy(tmp_path, source, name) for name in ("mine", "yours")]
    for number in (1, 22):
        (tmp_path / "helper_inner.py").write_text(f"VALUE = {number}\n")
        for path in paths:
            assert load_strategy(path).functions["act"].__globals__["VALUE"] == number


@pytest.mark.parametrize("name", ["balanced", "hoarder", "expert", "balanced_2026", "random"])
def test_a_strategys_hash_covers_all_package_code_in_it(name):
    """The engine is excluded, as it is the same for all."""
    loaded = load_strategy(name)
    compiled_from = {
        f"strategies/{file.as_posix().rpartition('/strategies/')[2]}"
        for file in source_files(loaded.file)
        if "strategies" in file.parts
    }
    assert set(loaded.sources) == compiled_from | {"strategies/eoc/defaults.py"}
    assert ("strategies/eoc/planning/turn.py" in loaded.sources) == (
        name in ("balanced", "hoarder", "expert")
    )


def test_an_edited_package_module_makes_another_strategy(tmp_path, monkeypatch):
    """A user's strategy that imports the module becomes another strategy in the next process."""
    monkeypatch.setattr(shipped, "__path__", [*shipped.__path__, str(tmp_path)])
    path = write_strategy(
        tmp_path, "import eoc_sim.strategies.eoc.helper_outside\n" + act("return 0")
    )
    results = []
    for number in (1, 2):
        (tmp_path / "helper_outside.py").write_text(f"VALUE = {number}\n")
        results.append(load_strategy(path))
        # Within a process neither the played code nor its hash changes.
        assert load_strategy(path) == results[-1]
        (tmp_path / "helper_outside.py").write_text("VALUE = 3\n")
        assert load_strategy(path).hash == results[-1].hash
        strategy_sources._with_imports.cache_clear()  # as in the next process
    assert results[0].hash != results[1].hash


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def act(table, me, params, order)\n    return 0\n", "line 1: not valid Python"),
        ("x = = 3\n", "not valid Python"),
        ("\x00", "not valid Python"),
        ("def act(table, me, order):\n    return 0\n", "line 1: act(table, me, order) should be "),
        ("def act(table, me, parameters, order):\n    return 0\n", "should be act(table, me, "),
        ("def act(*arguments):\n    return 0\n", "should be act(table, me, params, order)"),
        ("def turn(table, me, params, order):\n    return 0\n", "no strategy function found"),
        ("", "no strategy function found"),
        ("import nothing_of_this_name\n", "ModuleNotFoundError"),
        ("1 / 0\n", "ZeroDivisionError"),
        ("import sys\nsys.exit(0)\n", "the file cannot be run: SystemExit"),
        ("\n\nimport random\n", "line 3: random gives different results in every run"),
        (
            "import numpy as np\nX = np.random.rand()\n",
            "line 2: numpy.random gives different results",
        ),
        ("from numpy.random import rand as r\n", "line 1: numpy.random gives different results"),
        (
            "import numpy as np\nimport time as t\n",
            "line 2: time gives different results in every run",
        ),
        ("from os import urandom\n", "line 1: os.urandom gives different results in every run"),
        (
            "import os\n" + act("return os.environ['X'] == 'a'"),
            "line 3: os.environ gives different results",
        ),
        ("X = " + 900 * "(" + 900 * ")" + "\n", "not valid Python"),
        ("PARAMETERS = 3\n" + act("return 0"), "PARAMETERS should be a list"),
        ("PARAMETERS = [3]\n" + act("return 0"), "PARAMETERS should be a list"),
    ],
)
def test_files_that_are_refused(tmp_path, source, words):
    path = write_strategy(tmp_path, source)
    with pytest.raises(StrategyError) as error:
        load_strategy(path)
    message = str(error.value)
    assert words in message and path in message and "\n" not in message


def test_a_failed_import_of_a_module_beside_the_strategy_is_explained(tmp_path):
    path = write_strategy(tmp_path, "import beside_this_one\n")
    with pytest.raises(StrategyError) as error:
        load_strategy(path)
    assert "PYTHONPATH" not in str(error.value)
    (tmp_path / "beside_this_one.py").touch()
    with pytest.raises(StrategyError, match="Python does not look for modules in a") as error:
        load_strategy(path)
    assert f"set PYTHONPATH={tmp_path} to import this one." in str(error.value)


def test_names_that_are_refused():
    with pytest.raises(StrategyError, match='no strategy "hoader".*Did you mean "hoarder"'):
        load_strategy("hoader")
    with pytest.raises(StrategyError, match="no strategy file"):
        load_strategy("nowhere.py")
    with pytest.raises(StrategyError, match="no preset file"):
        load_strategy("nowhere.toml")
    with pytest.raises(StrategyError, match="planning"):
        load_strategy("planning")


PARAMETERS = """from eoc_sim.simulator.eoc.strategy_api import parameter

PARAMETERS = [
    parameter("round", default=2, low=0, high=8, help="a name that arrays have too"),
    parameter("copy", default=1, low=0, high=9, help="another"),
]


def act(table, me, params, order):
    stars = int(params.round) + int(params.copy)
    if table.marketed[me.seat] == 0 and table.month == 1 and stars > 0:
        order.number = stars
        return 7
    return 0


def final_campaign(table, me, params, order):
    return 0
"""


def test_parameters(tmp_path):
    """Parameters are declared once and set after the name; any Python name is allowed."""
    path = write_strategy(tmp_path, PARAMETERS)
    assert load_strategy(path).parameters == {"round": 2.0, "copy": 1.0}
    changed = load_strategy(f"{path}:copy=0")
    assert changed.parameters == {"round": 2.0, "copy": 0.0}
    for spec, words in (
        (f"{path}:copi=1", 'no parameter "copi"'),
        (f"{path}:copy=x", "is not a number"),
        (f"{path}:copy=10", "is not between 0 and 9"),
        (f"{path}:copy=nan", "is not between"),
        (f"{path}:copy=1.5", "copy=1.5 is not a whole number from 0 to 9"),
        (f"{path}:copy", "write key=value"),
        (f"{path}:copy=1:copy=2", "given twice"),
    ):
        with pytest.raises(StrategyError, match=words):
            load_strategy(spec)
    engine = Engine(
        fixed_components(),
        resolve("standard", {}),
        [changed, load_strategy(f"{path}:round=0:copy=1")],
        1,
        seating="fixed",
    )
    rows = engine.worker().play(0, 3, ("seats",))["seats"]
    assert [int(row["marketing"]) for row in rows] == [2, 1] * 3
    assert len(set(rows["strategy"])) == 2


def test_presets(tmp_path):
    """A preset is a strategy with other parameters and no code of its own."""
    write_strategy(tmp_path, PARAMETERS)
    preset = tmp_path / "eager.toml"
    preset.write_text('strategy = "mine.py"\n[parameters]\nround = 3\n', encoding="utf-8")
    loaded = load_strategy(str(preset))
    assert (loaded.name, loaded.parameters) == ("eager", {"round": 3.0, "copy": 1.0})
    for content, words in (
        ("strategy = 'mine.py'\nparameter = 3\n", 'unknown key "parameter"'),
        ("strategy = 'other.py'\n", 'no strategy "other.py"'),
        ("strategy = \n", "not a TOML"),
        ("[parameters]\nround = 3\n", "expected strategy"),
        ("strategy = 'mine.py'\n[parameters]\nround = 30\n", "not between"),
    ):
        preset.write_text(content, encoding="utf-8")
        with pytest.raises(StrategyError, match=words):
            load_strategy(str(preset))


def test_parameters_declared_with_a_fraction_take_fractions(tmp_path):
    """Parameters declared with whole numbers take only those."""
    path = write_strategy(tmp_path, PARAMETERS.replace("default=1", "default=1.0"))
    assert load_strategy(f"{path}:copy=1.5").parameters["copy"] == 1.5
    with pytest.raises(StrategyError, match="round=1.5 is not a whole number from 0 to 8"):
        load_strategy(f"{path}:round=1.5:copy=1.5")


def test_whole_numbers_can_be_asked_for_and_declined():
    numbers = {"default": 0, "low": 0, "high": 1, "help": ""}
    assert parameter("boldness", **numbers).whole
    assert parameter("boldness", **numbers, whole=False).number("0.3") == 0.3
    with pytest.raises(ValueError, match="declare it with whole=False"):
        parameter("boldness", **numbers).number("0.3")
    assert parameter("boldness", **{**numbers, "high": 1.0}, whole=True).whole
    with pytest.raises(StrategyError, match="boldness: whole=True, but default 0, low 0 and high"):
        parameter("boldness", **{**numbers, "high": 0.5}, whole=True)


@pytest.mark.slow
def test_a_files_prints_are_not_results(tmp_path, capsys):
    """During a check, the file's prints go to standard error."""
    from eoc_sim import check_strategy

    path = write_strategy(tmp_path, "print('hello', end='')\n" + act("return 0"))
    assert check_strategy(path, games=2, rules="standard").faults == ()
    assert capsys.readouterr() == ("", "hello")


def test_declared_parameters_are_checked():
    with pytest.raises(StrategyError, match="not between"):
        parameter("a", default=5, low=0, high=4, help="")
    with pytest.raises(StrategyError, match="not a Python name"):
        parameter("a b", default=5, low=0, high=9, help="")


# --- Refused when compiled, or at the first call


@pytest.mark.parametrize(
    ("line", "words"),
    [("return 0.5", "a float"), ("pass", "None"), ("if table.month > 3: return 0", "None")],
)
def test_non_int_answers(tmp_path, line, words):
    """A float would be truncated silently, and None could become any number."""
    with pytest.raises(StrategyError) as error:
        play(tmp_path, act(line))
    message = str(error.value)
    assert "mine.py, line 1" in message and "should return an int on every path" in message
    assert (words in message) or not COMPILED


@compiled_only
def test_an_imported_function_without_its_mark(tmp_path, monkeypatch):
    (tmp_path / "unmarked_helper.py").write_text("def zero():\n    return 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    file = write_strategy(tmp_path, f"from unmarked_helper import zero\n\n\n{act('return zero()')}")
    with pytest.raises(StrategyError, match="line 1, is imported but not marked @compiled"):
        engine(file, "random")


@compiled_only
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("return table.score1", 'no record has a field "score1". Did you mean "score"?'),
        ("order.nummber = 3; return 0", 'a field "nummber". Did you mean "number"?'),
        ("return me.hidden", 'no record has a field "hidden"'),
        ("return undefined_name", "undefined_name"),
    ],
)
def test_unknown_fields(tmp_path, line, words):
    """An unknown field is refused before the first game; the message fits on one line."""
    with pytest.raises(StrategyError) as error:
        engine(write_strategy(tmp_path, act(line)), "random")
    message = str(error.value)
    assert words in message and "mine.py, line 1: act cannot be compiled" in message
    assert "\n" not in message


# --- Stopped during a game


FAILURES = [
    ("return table.bucks[me.seat + table.month * 100]", "IndexError"),
    ("return me.memory[128]", "IndexError"),
    ("order.give[table.month + 5] = 1; return 0", "IndexError"),
    ("return table.mat[me.seat, 6]", "IndexError"),
    ("return 1 // (table.month - table.month)", "ZeroDivisionError"),
    ("return table.month % (table.bets[me.seat] - table.bets[me.seat])", "ZeroDivisionError"),
]


@pytest.mark.parametrize(("line", "error"), FAILURES, ids=lambda text: text[:24])
def test_errors_name_their_place(tmp_path, line, error):
    """An index out of bounds or a division by zero ends the run, not the process."""
    with pytest.raises(StrategyError) as stopped:
        play(tmp_path, act(line), seed=6)
    message = str(stopped.value)
    assert error in message
    for words in ("strategy mine", "mine.py, line 1, act", "game 0 of seed 6", "seat 1", "March"):
        assert words in message


ILLEGAL = [
    (act("return 99"), "act returned 99: ACT-0"),
    (act("order.card = 0", "return 1"), "play_card of card 001: ACT-1"),
    (act("order.spot = 0", "return 6"), "signing of spot Alabama/1: ACT-6"),
    (act("order.node = -7", "return 4"), "move to place number -7: ACT-4"),
    (act("order.number = 9", "return 7"), "campaign for 9 stars: ACT-8"),
    (
        "def draft(table, me, params, order):\n    order.card = 500\n    return 1\n",
        "draft returned 1, card number 500: DRA-2",
    ),
    ("def keep(table, me, params, order):\n    return 0\n", "keep returned 0: SET-8"),
]


@pytest.mark.parametrize(("source", "words"), ILLEGAL, ids=[words for _, words in ILLEGAL])
def test_illegal_answers_are_explained(tmp_path, source, words):
    """The error names strategy, file, line, game, seat, attempt and rule."""
    with pytest.raises(StrategyError) as stopped:
        play(tmp_path, source, seed=6)
    message = str(stopped.value)
    assert words in message and "\n" not in message
    for part in ("strategy mine", "mine.py, line 1", "game 0 of seed 6", "seat 1"):
        assert part in message


ENDLESS = """from eoc_sim.simulator.eoc.strategy_api import card_shortfall, trade_price


def act(table, me, params, order):
    seat = me.seat
    if trade_price(table, seat) == 0:
        return 3
    for month in range(1, 13):
        card = table.calendar_card[seat, month]
        if card >= 0 and card_shortfall(table, seat, card) == 0:
            order.card = card
            return 1
    return 0
"""


def test_an_endless_turn_is_stopped(tmp_path):
    """ACT-0: a turn of more than 400 actions is stopped."""
    changes = [
        (card.number, column, value)
        for card in fixed_components().cards
        for column, value in (("effect", "always: discount trades 3"), ("usage", "upgrade"))
    ]
    with pytest.raises(StrategyError, match="trade: ACT-0: more than 400 actions in one turn"):
        play(
            tmp_path,
            ENDLESS,
            5,
            components=fixed_components().with_changes(changes),
            trade_fee="none",
        )


def test_a_worker_plays_on_after_an_error(tmp_path):
    """State left over from an error does not reach the next game."""
    source = act("if table.game == 3 and table.month == 6:", "    return 99", "return 0")
    game_engine = engine(write_strategy(tmp_path, source), "random")
    worker = game_engine.worker()
    assert len(worker.play(0, 3, ("seats",))["seats"]) == 6
    with pytest.raises(StrategyError, match=r"game 3 of seed 1, seat 1, August"):
        worker.play(2, 4, ("seats",))
    after = worker.play(4, 2, ("seats", "cards"))
    fresh = game_engine.worker().play(4, 2, ("seats", "cards"))
    assert all(np.array_equal(after[table], fresh[table]) for table in fresh)


def test_an_edited_file_plays_its_new_text(tmp_path):
    """In one process, the same path with new content is a different strategy."""
    results = []
    for stars in (1, 2):
        source = f"def final_campaign(table, me, params, order):\n    return {stars}\n"
        rows = play(tmp_path, act("return 0") + "\n\n" + source)
        results.append([int(row["final_marketing"]) for row in rows if row["seat"] == 0])
    assert results == [[1], [2]]


def test_missing_functions_are_replaced_by_defaults(tmp_path):
    """A strategy with one function plays; defaults replace the functions that it lacks."""
    rows = play(tmp_path, act("return 0"))
    assert rows["marketing"][0] == 0 and rows["final_marketing"][0] == 3


def test_helper_functions_of_a_file(tmp_path):
    """A strategy may define its own helper functions and keep numbers in memory."""
    source = "def _count(me):\n    me.memory[3] += 1\n    return me.memory[3]\n\n\n" + act(
        "if _count(me) == 12:", "    order.number = 2", "    return 7", "return 0"
    )
    rows = play(tmp_path, source, 2)
    assert [int(row["marketing"]) for row in rows if row["seat"] == 0] == [2, 2]


def test_strategies_that_share_a_number(tmp_path):
    """Equal strategies share a number in the tables; a changed parameter gives a new number."""
    path = write_strategy(tmp_path, PARAMETERS)
    specs = [
        "random",
        path,
        f"{path}:copy=0",
        "random",
    ]
    engine = Engine(
        fixed_components(), resolve("standard", {}), [load_strategy(spec) for spec in specs], 1
    )
    assert engine.strategy_ids == (0, 1, 2, 0)


def test_sources_are_hashed_once_per_function_and_salt(tmp_path, monkeypatch):
    hashed = []
    monkeypatch.setattr(
        strategy_compiler,
        "cache_directory",
        lambda file, salt: hashed.append((file, salt)) or tmp_path / f"hash{len(hashed)}",
    )

    for folder in ("here", "there"):
        monkeypatch.setenv("EOC_SIM_CACHE", str(tmp_path / folder))
        assert strategy_compiler._folder_of(write_strategy) == tmp_path / folder / "hash1"
    assert strategy_compiler._folder_of(write_strategy, "int64").name == "hash2"
    assert [file for file, _ in hashed] == [Path(__file__)] * 2


def test_skill_sets_values_between_unskilled_and_fully_skilled(tmp_path):
    path = tmp_path / "dial.py"
    path.write_text(
        "from eoc_sim.simulator.eoc.strategy_api import parameter\n"
        "PARAMETERS = [\n"
        "    parameter('skill', default=100.0, low=0, high=100, help='percent of its skill'),\n"
        "    parameter('reach', default=8.0, low=0, high=10, help='months', unskilled=2),\n"
        "    parameter('whole', default=10, low=0, high=10, help='number', unskilled=1),\n"
        "    parameter('same', default=5.0, low=0, high=10, help='alike for all'),\n"
        "]\n"
        "def act(table, me, params, order):\n    return 0\n"
    )
    for skill, reach, whole in ((100, 8.0, 10), (50, 5.0, 6), (0, 2.0, 1)):
        strategy = load_strategy(f"{path}:skill={skill}")
        played = strategy.played_parameters()
        assert (played["reach"], played["same"]) == (reach, 5.0)
        assert abs(played["whole"] - whole) <= 0.5 and played["whole"].is_integer()
        assert strategy.parameter_record({})[1] == reach
    own = load_strategy(f"{path}:skill=50:reach=10")
    assert own.played_parameters()["reach"] == 6.0


def test_an_unskilled_value_lies_in_the_range():
    with pytest.raises(StrategyError, match="unskilled 12 is not between 0 and 10"):
        parameter("reach", default=5.0, low=0, high=10, help="months", unskilled=12)
