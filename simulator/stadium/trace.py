"""The codes of a trace's events (TRC) from the kernel.

trace_reading.py reads them.
"""

from __future__ import annotations

(
    SETUP,
    ROUND,
    PLACED,
    STOPPED,
    BONUS,
    CARD,
    STAR_USED,
    TOKENS_SET,
    GAINED,
    TRAINED,
    TICKETS_SOLD,
    HIRED,
    VP_BOUGHT,
    WIN_TAKEN,
    FIELD_BLOCK,
    CHANGED,
    BUILDING_BLOCK,
    BONUS_TILE,
    DRAFTED,
    SWAPPED,
    CASHED,
    IDLE_ACTION,
    EFFECT,
    FOOTBALL_GAINS,
    SALARIES_PAID,
    LOSS,
    RESHUFFLED,
    ROUND_ENDED,
    COMMISSIONER,
    FINAL,
) = range(1, 31)
