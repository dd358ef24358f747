"""A headline figure of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True)
class Figure:
    """A headline figure of a run."""

    kind: Annotated[str, "`wins`, `turn order` (a place's wins) or `score`"]
    name: Annotated[str, "the strategy or the place"]
    value: Annotated[float, "its mean; wins are per 100 games"]
    low: Annotated[float | None, "the lower end of its 95 % interval, null if there is none"]
    high: Annotated[float | None, "the upper end of its 95 % interval, null if there is none"]
