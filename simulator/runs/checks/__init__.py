"""The points that a strategy is checked on, a file a point: `strategy_check` asks them all."""
