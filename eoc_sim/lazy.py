"""Import a package's modules on first use."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType


def import_on_use(package: str) -> Callable[[str], ModuleType]:
    """Return a package's ``__getattr__``, which imports its modules on first use.

    A caller can then import the package at its top and name ``package.module`` where it needs it.
    """

    def module_of(name: str) -> ModuleType:
        module = f"{package}.{name}"
        try:
            return importlib.import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return module_of
