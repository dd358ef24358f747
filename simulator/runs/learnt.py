"""The numbers that players have learnt."""

from __future__ import annotations

from collections.abc import Mapping

Learnt = tuple[Mapping[str, float] | None, ...]
"""The learnt numbers of each seat's player, by name; None without."""
LEARNT = "learnt"
"""The key of this in a version's record, and a run's folder.

The folder has the learnt tables.
"""
