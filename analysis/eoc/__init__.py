"""Analyses of features that only Envelopes of Cash has."""
