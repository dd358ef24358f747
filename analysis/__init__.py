"""Metric tables made from result tables; the engine is never read."""
