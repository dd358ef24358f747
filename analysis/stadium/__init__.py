"""Analyses that only Stadium has: spaces, board, vice presidents, decks, race."""
