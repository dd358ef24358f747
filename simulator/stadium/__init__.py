"""The board game Stadium: its rules, components and result tables."""
