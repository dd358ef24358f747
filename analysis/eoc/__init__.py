"""Analyses of what only Envelopes of Cash has."""
