"""Import a package's modules on first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def import_on_use(package: str, names: Mapping[str, str] | None = None) -> Callable[[str], Any]:
    """Return a package's ``__getattr__``, which imports its modules on first use.

    A caller can then import the package at its top and name ``package.module`` where it needs it.
    ``names`` maps other names of the package to the modules that define them.
    """
    modules_of_names = names or {}

    def load(name: str) -> Any:
        if name in modules_of_names:
            return getattr(import_module(f"{package}.{modules_of_names[name]}"), name)
        module = f"{package}.{name}"
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return load
