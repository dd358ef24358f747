"""Scripted strategies for Eleven: one file a strategy."""
