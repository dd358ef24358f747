"""Import a library without its slow optional parts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def hide_modules(*modules: str) -> Iterator[None]:
    """Make ``modules`` impossible to import within this context.

    A module that is already loaded is left alone.
    """
    hidden_modules = [module for module in modules if module not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden_modules))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in hidden_modules:
            del sys.modules[name]
