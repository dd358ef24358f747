"""Changes that prevent resuming a run."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from eoc_sim.resuming import what_changed
from eoc_sim.simulator.runs.source_code import package_hash
from eoc_sim.version import __version__

MINE = b"def play(): ..."
RECORD: dict[str, Any] = {
    "game": "eoc",
    "package": __version__,
    "source_code": package_hash(),
    "baseline": {"sources": {"mine.py": sha256(MINE).hexdigest()[:16], "gone.py": "0" * 16}},
    "arms": [{"differs": {}}],
}


@pytest.mark.parametrize(
    ("changes", "changed"),
    [
        ({}, ""),
        ({"package": "0.0.9"}, ""),
        ({"source_code": "0" * 8}, "eoc-sim"),
        ({"game": "mine"}, ""),
        ({"game": "mine", "package": "0.0.9"}, "eoc-sim"),
        ({"arms": [{"differs": {"sources": {"mine.py": "0" * 16}}}]}, "a strategy"),
        ({"baseline": {}, "arms": [{"differs": {"sources": {"//server/a.py": "0"}}}]}, ""),
    ],
)
def test_changes_since_a_run_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], changed: str
):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_bytes(MINE)
    assert what_changed({**RECORD, **changes}) == changed


def test_an_edited_game_is_named(tmp_path: Path):
    file = tmp_path / "mine.py"
    file.write_bytes(MINE)
    source = {"named": str(file), "sha256": sha256(MINE).hexdigest()}
    record = {**RECORD, "game": "mine", "game_source": source}
    assert what_changed(record) == ""
    file.write_bytes(MINE + b" # later")
    assert what_changed(record) == "its game"
