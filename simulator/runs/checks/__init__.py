"""The points that `strategy_check` checks, one file each."""
