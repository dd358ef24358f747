"""The frozen strategies against which others are measured."""

from __future__ import annotations

YARDSTICK = "balanced_2026"
"""The yardstick: it plays all other seats against one strategy."""
YARDSTICKS = (YARDSTICK, "balanced_0_1")
"""All frozen strategies, from the weakest to the strongest."""
YARDSTICK_EDITION = "2026"
"""The edition of the components for games against the yardstick."""
