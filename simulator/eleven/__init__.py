"""Eleven: football managers over a season of weeks."""
