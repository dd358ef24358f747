"""A second, independent engine for Envelopes of Cash.

It is written from the rulebook alone, slow and obvious on purpose. It imports nothing from the rest
of the package that it judges: its only inputs are the numbered rules, the component data and a
trace. It follows a trace as a referee follows a game. Draws and decisions are taken from the trace;
everything else is worked out again and compared.
"""
