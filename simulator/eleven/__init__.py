"""Eleven: football managers, one to four of them, over a season of weeks."""
