"""Machine code shipped with the package is loaded where the processor can run it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from eoc_sim.simulator.kernel.compiled import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
DOUBLING = """from eoc_sim.simulator.kernel.compiled import compiled_entry


@compiled_entry
def twice(number):
    return 2 * number
"""
PROGRAM = """import json, sys
from pathlib import Path
from eoc_sim.simulator.kernel import numba_internals, shipped_code
numba_internals.FOLDER = shipped_code.FOLDER = Path("shipped")
sys.path.insert(0, "")
import doubling
from numba.core.registry import cpu_target
known = numba_internals.has_code(doubling.twice)
assert doubling.twice(4) == 8
hits = sum(doubling.twice.stats.cache_hits.values())
print(json.dumps([cpu_target.target_context.codegen().magic_tuple(), known, hits]))
"""


@pytest.fixture
def call_in_new_process(tmp_path):
    """Return a function that calls `twice` in a new process.

    It returns the process's target, whether code was found before the call, and the cache hits.
    """
    (tmp_path / "doubling.py").write_text(DOUBLING, encoding="utf-8")

    def call(cache: str, **variables: str) -> tuple[list[str], bool, int]:
        answer = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=tmp_path,
            env={**os.environ, "EOC_SIM_CACHE": str(tmp_path / cache), **variables},
            capture_output=True,
            text=True,
            check=True,
        )
        target, was_cached, hits = json.loads(answer.stdout)
        return target, was_cached, hits

    return call


def ship(folder: Path, target: list[str], features: str) -> None:
    """Turn the cache `made` into shipped code for a target that needs these features."""
    (folder / "made").rename(folder / "shipped")
    names = dict(zip(("triple", "cpu", "features"), target, strict=True))
    (folder / "shipped" / "target.json").write_text(json.dumps({**names, "features": features}))


def test_shipped_code_is_run_where_it_can_be(call_in_new_process, tmp_path):
    """Intact code is not compiled; damaged code is compiled again into the user's cache."""
    features = "+64bit,+cmov,+sse,+sse2" if os.uname().machine == "x86_64" else ""
    target, was_cached, hits = call_in_new_process(
        "made", NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES=features
    )
    assert (was_cached, hits) == (False, 0) and target[1:] == ["generic", features]
    ship(tmp_path, target, features)
    assert call_in_new_process("own")[1:] == (True, 1)
    assert not list((tmp_path / "own").rglob("*.code"))
    (code,) = (tmp_path / "shipped").rglob("*.code")
    code.write_bytes(code.read_bytes()[:-1] + b"?")
    assert call_in_new_process("own")[1:] == (False, 0)
    assert call_in_new_process("own")[1:] == (True, 1)


def test_code_for_another_processor_is_not_run(call_in_new_process, tmp_path):
    target, _, _ = call_in_new_process("made", NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    ship(tmp_path, target, "+time-travel")
    assert call_in_new_process("own")[1:] == (False, 0)
    (tmp_path / "shipped" / "target.json").unlink()
    assert call_in_new_process("other")[1:] == (False, 0)
