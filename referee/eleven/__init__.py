"""A second, independent engine for Eleven, written from the numbered rules alone.

It is slow and obvious on purpose. It imports nothing from the rest of the package that it judges:
its only inputs are the numbered rules, the component data and a trace. Draws and decisions are
taken from the trace; everything else is worked out again and compared. It judges both layers
(LAY-1) and all modules of the leaflet (LAY-3), with one file per chapter.
"""
