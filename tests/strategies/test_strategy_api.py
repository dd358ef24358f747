"""Everything that strategies may use is named and documented, and they use nothing else."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from eoc.tabletop import engine

from eoc_sim.built_in_games import BUILT_IN
from eoc_sim.simulator.kernel.decisions import Answer
from eoc_sim.simulator.kernel.meaning import meaning

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "strategies" / "eoc" / "template.txt"
STRATEGY_FILES = [
    *sorted((ROOT / "strategies").rglob("*.py")),
    TEMPLATE,
    *sorted((ROOT / "tests" / "golden" / "strategies").glob("*.py")),
    *sorted((ROOT / "tests" / "referee" / "strategies").rglob("*.py")),
]
GAMES = pytest.mark.parametrize("game", list(BUILT_IN))


def engine_module(game: str, name: str) -> ModuleType:
    """Import a module of a game's engine."""
    return import_module(f"eoc_sim.simulator.{game}.{name}")


def importable_names(game: str) -> list[str]:
    """List the names that strategies may import."""
    names = vars(engine_module(game, "strategy_api"))
    return sorted(name for name in names if not name.startswith("_") and name != "annotations")


def page(game: str) -> str:
    """Return the reference page on a game's strategies."""
    folder = ROOT / "docs" / "reference"
    return (folder / (game if game != "eoc" else "") / "strategies.md").read_text(encoding="utf-8")


@GAMES
def test_every_name_is_described(game: str):
    strategy_api, names = engine_module(game, "strategy_api"), engine_module(game, "strategy_names")
    constants = [name for group in names.CONSTANTS.values() for name in group]
    functions = [name for group in names.FUNCTIONS.values() for name in group]
    assert sorted(constants + functions) == importable_names(game)
    for name in functions:
        function = getattr(strategy_api, name)
        assert (getattr(function, "py_func", function).__doc__ or "").strip(), name


@GAMES
def test_every_field_is_described_with_its_indices(game: str):
    state = engine_module(game, "state")
    switches = {f"rule_{name}" for name in engine_module(game, "switches").SWITCHES}
    assert switches <= set(state.Table.fields)
    for record in (state.Table, state.Private, state.Order):
        for name, field in record.fields.items():
            if name not in switches:
                assert field.words and len(list(filter(None, field.by.split(", ")))) == len(
                    field.shape
                )


@GAMES
def test_hidden_facts_are_in_no_record_that_others_get(game: str):
    state = engine_module(game, "state")
    assert state.Table.hidden_from == state.Order.hidden_from == "nobody"
    assert (state.Private.hidden_from, state.Box.hidden_from) == ("other seats", "all seats")


@GAMES
def test_every_decision_is_described(game: str):
    decisions = engine_module(game, "decisions").DECISIONS
    assert decisions.names == engine_module(game, "engine").KERNEL.functions
    assert all(
        decision.moment and decision.fills and decision.returns
        for decision in decisions.declarations
    )


@GAMES
def test_a_decision_lists_its_answers(game: str):
    module = engine_module(game, "decisions")
    names = {name: answer for name, answer in vars(module).items() if isinstance(answer, Answer)}
    for decision in module.DECISIONS.declarations:
        listed = re.findall(r"\b[A-Z]{2}[A-Z_]{2,}\b|\b(?:BET|BID|SEE|USE)\b", decision.returns)
        answers = [name for name, answer in names.items() if decision in answer.decisions]
        assert decision.returns == "the kind of the action" or sorted(listed) == sorted(answers)
        assert len({int(answer) for answer in decision.answers}) == len(decision.answers)


@GAMES
def test_rewording_a_decision_recompiles_nothing(game: str):
    source = Path(str(engine_module(game, "decisions").__file__)).read_bytes()
    decisions = engine_module(game, "decisions").DECISIONS
    words = [
        text
        for decision in decisions.declarations
        for text in (decision.moment, decision.description)
    ]
    words += [refusal.sentence for refusal in decisions.refusals[1:]]
    words += [answer.words for decision in decisions.declarations for answer in decision.answers]
    for text in words:
        # Skip single words, which may also be names, and texts that are split over several
        # literals.
        if " " in text and text.encode() in source:
            assert meaning(source.replace(text.encode(), b"other words")) == meaning(source), text
    rules = source.replace(decisions.refusals[1].rule.encode(), b"NEW-1")
    assert meaning(rules) != meaning(source)


@GAMES
def test_the_page_names_everything_that_a_strategy_may_use(game: str):
    text = page(game)
    state, names = engine_module(game, "state"), engine_module(game, "strategy_names")
    for name in importable_names(game):
        if name not in names.USER_MODULE_FUNCTIONS["Your own modules"]:
            assert re.search(rf"^\| `{name}[`(]", text, re.M), name
    for record, fields in (
        ("table", state.Table.fields),
        ("order", state.Order.fields),
        ("me", state.Private.fields),
    ):
        for name in fields:
            assert re.search(rf"^\| `{record}\.{name}[`\[]", text, re.M), name


def test_the_reference_pages_match_the_declarations():
    script = ROOT / "scripts" / "reference_strategies.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", STRATEGY_FILES, ids=lambda file: file.name)
def test_strategies_import_only_the_strategy_api_of_the_engine(file):
    imported = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            imported.add(node.module)
        elif isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
    (game,) = set(file.relative_to(ROOT).parts) & set(BUILT_IN) or {"eoc"}
    own = {name for name in imported if name.startswith(f"eoc_sim.strategies.{game}")}
    api = f"eoc_sim.simulator.{game}.strategy_api"
    assert imported - own <= {api, "__future__", "numpy", "typing"}


@pytest.mark.parametrize(
    ("game", "csv_text", "function"),
    [("eoc", "card,worth\n1,2\n", "act"), ("stadium", "place,worth\nB07,2\n", "build")],
)
def test_the_example_of_the_page_is_a_strategy(tmp_path, game: str, csv_text: str, function: str):
    example = re.search(r"```python\n(.*?)```", page(game), re.DOTALL).group(1)
    (tmp_path / "my_numbers.csv").write_text(csv_text)
    file = tmp_path / "example.py"
    api = engine_module(game, "strategy_api").__name__
    file.write_text(f"from {api} import memory, parameter, table\n\n{example}")
    loaded = engine_module(game, "engine").load_strategy(str(file))
    assert [memory.name for memory in loaded.memory] == ["aim", "candidate"]
    assert loaded.tables[0].columns == ("worth",) and function in loaded.functions


@pytest.mark.parametrize("game", ["eoc", "stadium", "eleven"])
def test_an_earlier_name_still_works_with_a_warning(game: str):
    api = engine_module(game, "strategy_api")
    for earlier, name in api._RENAMED.items():
        with pytest.warns(FutureWarning, match=f"{earlier} is now called {name}"):
            assert getattr(api, earlier) is getattr(api, name)
    with pytest.raises(AttributeError):
        _ = api.shrunk


RENAMED_FUNCTIONS = """from eoc_sim.simulator.eoc.strategy_api import (
    BAN_BET, BAN_POOL, GAIN_DISCOUNT, ON_CARDS, {names}
)
TABLES = [lookup("bargain", key="card")]


def prepare(table, me, params, order):
    params.bargain[2] = shift_number(6, 1)
    return 0


def act(table, me, params, order):
    return 0


def final_campaign(table, me, params, order):
    seat = me.seat
    bans = has_ban(table, seat, BAN_BET) or has_draft_ban(table, seat, 0, BAN_POOL)
    bans = bans or has_play_ban(table, seat, 0) or has_sign_ban(table, seat, 0)
    number = clause_count(table, seat, 0) + substitute_limit(table, seat, ON_CARDS, 0, -1)
    number += modifier_total(table, seat, GAIN_DISCOUNT, ON_CARDS, 0, -1)
    if not bans and not are_neighbours(table, 0, 0):
        number += params.bargain[2]
    return int(number) % 4
"""


def test_a_strategy_with_earlier_names_plays_the_same(tmp_path):
    renamed = engine_module("eoc", "strategy_api")._RENAMED
    source = RENAMED_FUNCTIONS.format(names=", ".join(renamed.values()))
    earlier_source = source
    for earlier, name in renamed.items():
        earlier_source = re.sub(rf"\b{name}\b", earlier, earlier_source)

    def play(name: str, text: str) -> np.ndarray:
        file = tmp_path / f"{name}.py"
        file.write_text(text)
        players = engine(str(file), "random", start_bucks=20)
        return players.worker().play(0, 3, ("seats",))["seats"]

    rows = play("present", source)
    with pytest.warns(FutureWarning, match="is now called"):
        earlier_rows = play("earlier", earlier_source)
    assert rows["final_marketing"].any()
    assert rows.tobytes() == earlier_rows.tobytes()
