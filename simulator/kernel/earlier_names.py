"""Names of a module that it had in an earlier release."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any


def find_renamed(namespace: Mapping[str, Any], renamed: Mapping[str, str], name: str) -> Any:
    """Find an object by its earlier name, with a warning.

    A module calls it in its ``__getattr__``. ``namespace`` is the module's, and ``renamed`` has the
    present names by earlier ones.

    Raises:
        AttributeError: the module never had the name.
    """
    if name not in renamed:
        raise AttributeError(f"module {namespace['__name__']!r} has no attribute {name!r}")
    warnings.warn(
        f"{name} is now called {renamed[name]}; the earlier name will be removed after release "
        "0.2.",
        FutureWarning,
        stacklevel=3,
    )
    return namespace[renamed[name]]
