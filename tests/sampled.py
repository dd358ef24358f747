"""Test parameters that the default suite samples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some(values: Iterable[Any], step: int) -> list[Any]:
    """Return test parameters: by default one value in ``step`` runs; with ``--long``, all do."""
    return [
        pytest.param(value, marks=pytest.mark.slow if index % step else ())
        for index, value in enumerate(values)
    ]
