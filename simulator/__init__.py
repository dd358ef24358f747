"""The playing of games, without statistics or HTML."""
