"""Test parameters that the default suite samples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some(values: Iterable[Any], step: int) -> list[Any]:
    """Return test parameters, of which only every ``step``-th runs by default.

    With ``--long``, all of them run.
    """
    return [
        pytest.param(value, marks=pytest.mark.slow if index % step else ())
        for index, value in enumerate(values)
    ]
