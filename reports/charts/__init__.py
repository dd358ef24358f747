"""The kinds of charts, a module each: functions that make a `Chart` of numbers."""
