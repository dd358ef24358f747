"""Compiled-function helpers, strategy loading and random streams; knows no game by name."""
