"""Machine code that comes with the package, for a family of processors.

`scripts/ship_code.py` makes the code. Its folder is laid out like the cache of compiled code. A
file ``target.json`` there has the triple, processor and features that the code was compiled for.
Only wheels include the code.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("shipped")
TARGET = "target.json"


@cache
def shipped_target() -> tuple[str, str, str] | None:
    """Return the target of shipped code that can run here, or None."""
    try:
        target = json.loads((FOLDER / TARGET).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    from llvmlite import binding

    host_features = binding.get_host_cpu_features()
    features = [feature.removeprefix("+") for feature in target["features"].split(",") if feature]
    if target["triple"] != binding.get_process_triple() or not all(
        map(host_features.get, features)
    ):
        return None
    return target["triple"], target["cpu"], target["features"]
