"""Parameters of which the default suite tries a sample."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some(values: Iterable[Any], every: int) -> list[Any]:
    """Leave all but the first of every few values to ``--long``."""
    return [
        pytest.param(value, marks=pytest.mark.slow if place % every else ())
        for place, value in enumerate(values)
    ]
