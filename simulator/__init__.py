"""Plays games. Knows nothing of statistics or HTML."""
