"""What strategies may use is all named, all documented, and all that they use."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from eoc_sim.simulator.eoc import strategy_api, strategy_words
from eoc_sim.simulator.eoc.asking import FUNCTIONS
from eoc_sim.simulator.eoc.engine import load_strategy
from eoc_sim.simulator.eoc.rules import SWITCHES
from eoc_sim.simulator.eoc.state import ACTION_NAMES, order_dtype, private_dtype, table_dtype

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "eoc_sim" / "cli" / "eoc" / "strategy_template.txt"
WRITTEN_FOR_PLAYERS = [
    *sorted((ROOT / "strategies").rglob("*.py")), TEMPLATE,
    *sorted((ROOT / "tests" / "golden" / "strategies").glob("*.py")),
    *sorted((ROOT / "tests" / "referee" / "strategies").glob("*.py")),
]
API = "eoc_sim.simulator.eoc.strategy_api"


def test_every_name_has_its_words():
    constants = [name for group in strategy_words.CONSTANTS.values() for name in group]
    functions = [name for group in strategy_words.FUNCTIONS.values() for name in group]
    assert sorted(constants + functions) == sorted(strategy_api.__all__)
    for name in functions:
        function = getattr(strategy_api, name)
        assert (getattr(function, "py_func", function).__doc__ or "").strip(), name


def test_every_field_has_its_words_and_names_its_indices():
    switches = {f"rule_{name}" for name in SWITCHES}
    records = (
        (table_dtype, {name: words for group in strategy_words.TABLE.values()
                       for name, words in group.items()}, switches),
        (private_dtype, strategy_words.ME, set()),
        (order_dtype, strategy_words.ORDER, set()),
    )
    for dtype, fields, made in records:
        assert set(fields) == set(dtype.names or ()) - made
        for name, words in fields.items():
            index = re.match(r"\[([^]]*)\] \S", words)
            rank = len(index.group(1).split(", ")) if index else 0
            assert rank == len(dtype[name].shape), name
    assert switches <= set(table_dtype.names or ())


def test_every_decision_and_action_has_its_words():
    assert sorted(strategy_words.DECISIONS) == sorted(FUNCTIONS)
    assert {name.lower() for name in strategy_words.ACTIONS} == set(ACTION_NAMES)


def test_the_reference_page_is_what_the_words_make():
    script = ROOT / "scripts" / "reference_strategies.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", WRITTEN_FOR_PLAYERS, ids=lambda file: file.name)
def test_strategies_import_nothing_else_of_the_engine(file):
    imported = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            imported.add(node.module)
        elif isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
    game = "stadium" if "stadium" in file.relative_to(ROOT).parts else "eoc"
    own = {name for name in imported if name.startswith(f"eoc_sim.strategies.{game}")}
    api = f"eoc_sim.simulator.{game}.strategy_api"
    assert imported - own <= {api, "__future__", "numpy", "typing"}


def test_the_example_of_the_page_is_a_strategy(tmp_path):
    page = (ROOT / "docs" / "reference" / "strategies.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(.*?)```", page, re.DOTALL).group(1)
    (tmp_path / "my_numbers.csv").write_text("card,worth\n1,2\n")
    file = tmp_path / "example.py"
    file.write_text(f"from {API} import memory, parameter, table\n\n{example}")
    loaded = load_strategy(str(file))
    assert [one.name for one in loaded.memory] == ["aim", "candidate"]
    assert loaded.tables[0].columns == ("worth",) and "act" in loaded.functions
