"""Stadium's rulebook in code, one file per chapter."""
