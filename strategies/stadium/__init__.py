"""Scripted strategies for Stadium: one file a strategy."""
