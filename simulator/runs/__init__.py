"""Runs many games: versions, chunks, result tables, resume. Knows no game by name."""
