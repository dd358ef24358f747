"""Kinds of charts, one module each, whose functions make a `Chart`."""
