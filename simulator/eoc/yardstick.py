"""The yardstick of strategies' strength, which stays as it is."""

from __future__ import annotations

YARDSTICK = "balanced_2026"
"""The strategy: one seat of another against it in all other seats."""
YARDSTICKS = (YARDSTICK, "balanced_0_1")
"""All strategies that stay as they are; later ones are stronger."""
YARDSTICK_EDITION = "2026"
"""The edition of the components that they play with."""
