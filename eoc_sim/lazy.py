"""Import modules on first use, and find renamed objects."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def import_on_use(package: str, names: Mapping[str, str] | None = None) -> Callable[[str], Any]:
    """Return a package's ``__getattr__``, which imports its modules on first use.

    A caller can then import the package at the top of its file and write ``package.module`` where
    it needs the module.
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


def find_renamed(namespace: Mapping[str, Any], renamed: Mapping[str, str], name: str) -> Any:
    """Find an object by its earlier name, with a warning.

    A module calls this function in its ``__getattr__``. ``namespace`` is that module's, and
    ``renamed`` maps earlier names to present ones.

    Raises:
        AttributeError: The module never had the name.
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
