"""Runs of many games: versions, chunks, result tables and resuming.

This package names no particular game.
"""
