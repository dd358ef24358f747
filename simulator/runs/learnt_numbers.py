"""The numbers that players have learnt."""

from __future__ import annotations

from collections.abc import Mapping

LearntFactors = tuple[Mapping[str, float] | None, ...]
"""The learnt numbers of each seat's player by name, or None."""
LEARNT = "learnt"
"""The key of these numbers in a version's record.

It is also the name of a run's folder of learnt tables.
"""
