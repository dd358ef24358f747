"""Stadium: the rulebook in code, one file a chapter."""
