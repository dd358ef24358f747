"""Scripted strategies for Stadium: one file per strategy."""
