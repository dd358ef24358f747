"""Only compiled functions may lack types; mypy exempts the games' folders because of them."""

import ast
from pathlib import Path

import pytest

from eoc_sim.built_in_games import BUILT_IN

ROOT = Path(__file__).parents[1]
COMPILED = {
    *("compiled", "compiled_checked", "compiled_entry", "outlined"),
    *("unchecked", "unchecked_inlined"),
}
"""The decorators of compiled functions in `simulator/kernel/compiled.py`.

Strategies need none, because the loader compiles their functions.
"""


@pytest.mark.parametrize("game", BUILT_IN)
def test_functions_without_types_are_compiled(game: str) -> None:
    functions = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in sorted((ROOT / "simulator" / game).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and node.returns is None
        and not any(ast.unparse(decorator) in COMPILED for decorator in node.decorator_list)
    ]
    assert not functions, functions
