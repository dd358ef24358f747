"""Kinds of charts, one module each: functions that make a `Chart`."""
