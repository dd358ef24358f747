"""Metric tables in, one HTML file out."""
