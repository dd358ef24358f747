"""What only Stadium is asked: its action spaces, its board, vice presidents, decks and the race."""
