"""The notebooks in docs work, cell by cell, with a small run like the demo's."""

from __future__ import annotations

import ast
import json
from contextlib import chdir
from pathlib import Path

import polars as pl
import pytest
from cli.process import call

NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs" / "notebooks").glob("*.ipynb"))
FOLDER = "results/demo"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("notebooks")
    answer = call(
        path,
        "sweep",
        "--vary",
        "card.038.stars=1,9",
        "--games",
        "240",
        "--out",
        FOLDER,
        "--yes",
        "--quiet",
    )
    assert answer.returncode == 0, answer.stderr
    return path


def cells(notebook: Path) -> list[str]:
    """Return the code cells, without notebook syntax."""
    record = json.loads(notebook.read_text(encoding="utf-8"))
    return [
        "".join(line for line in cell["source"] if not line.startswith("%"))
        for cell in record["cells"]
        if cell["cell_type"] == "code"
    ]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, place: Path):
    names: dict[str, object] = {}
    results = []
    with chdir(place):
        for source in cells(notebook):
            *before, last = ast.parse(source).body
            assert isinstance(last, ast.Expr), "every cell shows something"
            exec(compile(ast.Module(before, []), str(notebook), "exec"), names)
            results.append(eval(compile(ast.Expression(last.value), str(notebook), "eval"), names))
    frames = [frame for frame in results if isinstance(frame, pl.DataFrame)]
    assert len(frames) >= 3 and all(frame.height for frame in frames)
