"""Game-independent helpers: compiled functions, strategy loading and random streams."""
