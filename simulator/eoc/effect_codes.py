"""The effect language's codes: moments, gains, conditions and counters as numbers."""

from __future__ import annotations

WHEN_NAMES = (
    "month",
    "play",
    "sign",
    "market",
    "trade",
    "move",
    "bet_won",
    "crap_out",
    "always",
    "end",
)
(
    WHEN_MONTH,
    WHEN_PLAY,
    WHEN_SIGN,
    WHEN_MARKET,
    WHEN_TRADE,
    WHEN_MOVE,
    WHEN_BET_WON,
    WHEN_CRAP_OUT,
    WHEN_ALWAYS,
    WHEN_END,
) = range(10)

(
    GAIN_STARS,
    GAIN_BUCKS,
    GAIN_EC,
    GAIN_MOVES,
    GAIN_FREE_BETS,
    GAIN_FREE_RUNNERS,
    GAIN_VALUE,
    GAIN_DISCOUNT,
    GAIN_BUCKS_AS_EC,
    GAIN_USE_AGAIN,
    GAIN_SHIFT_DIE,
) = range(11)
GAIN_NAMES = (
    "stars",
    "bucks",
    "ec",
    "moves",
    "free_bets",
    "free_runners",
    "value",
    "discount",
    "bucks_as_ec",
    "use_again",
    "shift_die",
)

(
    CONDITION_TYPE,
    CONDITION_FUNDRAISING_REGION,
    CONDITION_REGION,
    CONDITION_POSITION,
    CONDITION_BASE_AT_LEAST,
    CONDITION_BASE_AT_MOST,
    CONDITION_BORDER,
    CONDITION_SINGLE,
    CONDITION_SAME_STATE,
    CONDITION_MONTH,
    CONDITION_USED_FUNDRAISING,
    CONDITION_CRAPPED_OUT,
) = range(12)

(
    COUNTER_NONE,
    COUNTER_TYPE,
    COUNTER_FUNDRAISING_REGION,
    COUNTER_CARD,
    COUNTER_RECRUIT,
    COUNTER_BORDER_RECRUIT,
    COUNTER_REGION_RECRUIT,
    COUNTER_POSITION_RECRUIT,
    COUNTER_UNIQUE_POSITION,
    COUNTER_BUCKS,
    COUNTER_REGION,
    COUNTER_BASE_RECRUIT,
) = range(12)

# The targets of discounts and of substitute payments; the latter have moves in place of trades.
ON_CARDS, ON_RECRUITS, ON_TRADES = range(3)
ON_MOVES = 2
