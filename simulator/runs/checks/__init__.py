"""The points of a strategy check, one file each, for `strategy_check`."""
