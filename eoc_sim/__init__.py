"""Monte Carlo balance simulator for the board game Envelopes of Cash."""

from __future__ import annotations

__version__ = "0.1.0"
