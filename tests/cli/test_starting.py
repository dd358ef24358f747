"""Commands start quickly, with few imports before the first result, and exit quickly."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import pytest
from cli.process import call

from eoc_sim.cli.starting import NEW_OBJECTS, end_quickly, start_quickly
from eoc_sim.simulator.kernel.compiled import COMPILED

COMMAND = """
import contextlib, io, json, sys
from eoc_sim.cli import run_command_line
from eoc_sim.cli.starting import start_quickly
start_quickly(*sys.argv[1:2])
output = io.StringIO()
with contextlib.redirect_stdout(output):
    code = run_command_line(sys.argv[1:])
print(json.dumps([code, output.getvalue(), sorted(sys.modules)]))
"""
TO_PRINT = {"click", "rich", "rich_click", "typing_extensions"}
TO_PLAY = (
    TO_PRINT
    | {"numba", "llvmlite", "numpy", "polars", "joblib", "cloudpickle", "scipy"}
    | {"platformdirs"}
    | {"yaml", "psutil"}  # numba looks for yaml, joblib for psutil
)
TO_DRAW = TO_PRINT | {
    "numpy",
    "polars",
    "scipy",
    "PIL",
    "jinja2",
    "markupsafe",
    "joblib",
    "platformdirs",
    "charset_normalizer",  # scipy imports all of numpy, which imports this if it is installed
}
SLOW = ("scipy.stats", "scipy.optimize", "scipy.interpolate", "scipy.sparse", "scipy.spatial")


@dataclass(frozen=True)
class Imported:
    """A command's output, and the modules that it has imported by its end."""

    output: str
    modules: frozenset[str]

    def packages(self) -> set[str]:
        """Return the third-party packages, except those whose names start with _."""
        names = {module.partition(".")[0] for module in self.modules} - sys.stdlib_module_names
        return {name for name in names if not name.startswith(("_", "eoc_sim", "cython_runtime"))}

    def imported_among(self, *packages: str) -> list[str]:
        """Return which of these packages are imported."""
        return [package for package in packages if package in self.modules]


def run_command(*arguments: str) -> Imported:
    answer = subprocess.run(
        [sys.executable, "-P", "-c", COMMAND, *arguments],
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
    code, output, modules = json.loads(answer.stdout)
    assert code == 0, answer.stderr
    return Imported(output, frozenset(modules))


@pytest.mark.parametrize(("option", "max_modules"), [("--version", 180), ("--help", 355)])
def test_version_and_help_import_few_modules(option: str, max_modules: int):
    result = run_command(option)
    assert "eoc-sim" in result.output
    assert result.packages() <= TO_PRINT
    assert len(result.modules) <= max_modules


@pytest.mark.skipif(not COMPILED, reason="takes too long in pure Python")
def test_up_to_the_first_standings_nothing_slow_is_imported(tmp_path: Path):
    """From 1000 games onwards, intervals have formulas that do not need scipy."""
    run_command("run", "--games", "8", "--out", str(tmp_path / "first"))  # compiling imports more
    result = run_command("run", "--games", "1200", "--out", str(tmp_path / "run"))
    assert "wins in 100" in result.output
    assert result.packages() <= TO_PLAY
    assert result.imported_among("scipy.linalg", "scipy.special", *SLOW) == []
    assert result.imported_among("eoc_sim.reports", "rich.progress", "rich.live") == []
    assert len(result.modules) <= 1240


@pytest.mark.slow
def test_a_report_imports_only_what_it_needs_to_draw(tmp_path: Path):
    played = ("run", "--games", "240", "--quiet", "--who", "off", "--out", str(tmp_path / "run"))
    assert call(tmp_path, *played).returncode == 0
    result = run_command("report", str(tmp_path / "run"))
    assert (tmp_path / "run" / "report.html").is_file()
    assert result.packages() <= TO_DRAW
    assert result.imported_among("numba", "matplotlib", "pandas", "scipy.linalg", *SLOW) == []
    assert len(result.modules) <= 1000


@mock.patch.dict(os.environ)
def test_the_process_of_a_command_is_set_up():
    before = gc.get_threshold()
    os.environ.pop("OPENBLAS_THREAD_TIMEOUT", None)
    os.environ.pop("POLARS_MAX_THREADS", None)
    try:
        start_quickly("report")
        assert gc.get_threshold()[0] == NEW_OBJECTS
        assert os.environ["OPENBLAS_THREAD_TIMEOUT"] == "16"
        assert "POLARS_MAX_THREADS" not in os.environ  # a report may use all cores
        os.environ["OPENBLAS_THREAD_TIMEOUT"] = "20"  # set by the user
        start_quickly("run")
        assert os.environ["OPENBLAS_THREAD_TIMEOUT"] == "20"
        assert os.environ["POLARS_MAX_THREADS"] == "1"
    finally:
        gc.set_threshold(*before)


def test_exit_skips_a_last_garbage_collection():
    try:
        end_quickly()
        assert gc.get_freeze_count() > 1000
    finally:
        gc.unfreeze()
