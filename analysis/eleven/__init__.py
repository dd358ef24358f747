"""Analyses that only Eleven has."""
