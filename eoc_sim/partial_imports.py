"""Import a library without its slow optional parts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def hide_modules(*modules: str) -> Iterator[None]:
    """Make unloaded modules impossible to import within this context."""
    unloaded_modules = [module for module in modules if module not in sys.modules]
    sys.modules.update(dict.fromkeys(unloaded_modules))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in unloaded_modules:
            del sys.modules[name]
