"""Find out whether a run can be resumed, without running its files."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from eoc_sim.built_in_games import BUILT_IN
from eoc_sim.simulator.runs.changed_strategies import SOURCES
from eoc_sim.simulator.runs.parts import GAME_FILE_SUFFIX
from eoc_sim.simulator.runs.run_file import GAME_SOURCE, SOURCE_CODE, find_source, release_of
from eoc_sim.simulator.runs.source_code import package_hash
from eoc_sim.version import __version__


def what_changed(record: Mapping[str, Any]) -> str:
    """Name the change that prevents a run from being resumed.

    Return "" if there is none. Files are read, never run.
    """
    if _is_edited(record):
        return "its game"
    code = record.get(SOURCE_CODE)
    if code is not None and record["game"] in BUILT_IN:
        is_other_code = code != package_hash()
    else:
        is_other_code = release_of(record) != __version__
    if is_other_code:
        return "eoc-sim"
    parts = [record["baseline"], *(arm.get("differs", {}) for arm in record["arms"])]
    hashes = [part[SOURCES] for part in parts if isinstance(part.get(SOURCES), Mapping)]
    files = ((str(file), digest) for part in hashes for file, digest in part.items())
    return "a strategy" if any(_is_other_file(*file) for file in files) else ""


def _is_edited(record: Mapping[str, Any]) -> bool:
    """Return whether a game's file has changed since its run."""
    file, source = find_source(record), record.get(GAME_SOURCE)
    digest = source.get("sha256") if isinstance(source, Mapping) else ""
    return bool(digest) and file.endswith(GAME_FILE_SUFFIX) and _is_other_file(file, digest)


def _is_other_file(name: str, digest: Any) -> bool:
    """Return whether a recorded file still exists but with other contents."""
    # A result from someone else may name a file on a server: do not contact it.
    if name.startswith(("//", "\\\\")):
        return False
    try:
        content = Path(name).read_bytes() if Path(name).is_file() else None
    except (OSError, ValueError):
        return False
    return content is not None and not sha256(content).hexdigest().startswith(str(digest))
