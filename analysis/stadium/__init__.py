"""Analyses of Stadium only: spaces, board, vice presidents, decks, the race."""
