"""The board game Envelopes of Cash: one file a rulebook chapter."""
