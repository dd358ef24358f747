"""Runs of many games: versions, chunks, result tables and resuming.

No game is known here by name.
"""
