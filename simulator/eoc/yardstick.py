"""The yardstick of strategies' strength, which stays as it is."""

from __future__ import annotations

YARDSTICK = "balanced_2026"
"""The yardstick: it plays all other seats against one strategy."""
YARDSTICKS = (YARDSTICK, "balanced_0_1")
"""All strategies that stay as they are; later ones are stronger."""
YARDSTICK_EDITION = "2026"
"""The edition of the components for such games."""
