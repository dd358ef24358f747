"""The board game Envelopes of Cash: its rules, components and result tables."""
