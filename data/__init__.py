"""Component data of the games: what a designer edits."""
