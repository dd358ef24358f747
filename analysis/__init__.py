"""Metric tables made from result tables, without the engine."""
