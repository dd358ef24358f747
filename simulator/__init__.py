"""Play games, without statistics or HTML."""
