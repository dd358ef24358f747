"""The points that `strategy_check` checks, and the code that they share."""
