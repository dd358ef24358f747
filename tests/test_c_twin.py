"""Test benchmarks/c_twin.py, which compares the plans made in C and in Python."""

from __future__ import annotations

import shutil
from pathlib import Path

import c_twin
import pytest

from eoc_sim.simulator.kernel.compiled import COMPILED

both_compilers = pytest.mark.skipif(
    not COMPILED or shutil.which("cc") is None, reason="needs compiled Python and a C compiler"
)
SHORT = ("--rounds", "1", "--pairs", "3")


@both_compilers
def test_the_twin_makes_the_same_plans(capsys: pytest.CaptureFixture[str]) -> None:
    """C and Python agree for every seat in every position."""
    assert c_twin.main(SHORT) == 0
    assert "the same 36 plans" in capsys.readouterr().out


@both_compilers
def test_a_different_plan_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If only one of the two is edited, here the C code, the script reports different plans."""
    other = tmp_path / "plan.c"
    other.write_text(c_twin.SOURCE.read_text().replace("EC_OF_PRICE * unpaid", "unpaid"))
    monkeypatch.setattr(c_twin, "SOURCE", other)
    assert c_twin.main(SHORT) == 1
    assert "The plans differ" in capsys.readouterr().out


def test_without_a_c_compiler_nothing_is_compared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The script says that there is no compiler, and succeeds."""
    monkeypatch.setenv("PATH", "")
    assert c_twin.main(()) == 0
    assert capsys.readouterr().out == "Not compared: there is no C compiler (cc) here.\n"
