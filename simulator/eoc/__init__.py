"""The board game Envelopes of Cash, one file per rulebook chapter."""
