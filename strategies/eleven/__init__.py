"""Scripted strategies for Eleven: one file per strategy."""
