"""The features of a position after the player's turn, for `judging`."""

from __future__ import annotations

(ALWAYS, SCORE, BUCKS, EC_AHEAD) = range(4)
"""A constant, stars, BB, and the EC that come next month.

EC_AHEAD is the first of five features: the EC of each of the next five months.
"""
(
    EC_CROWDED,
    EC_SHARED,
    PACKAGES,
    FIRST_BEST,
    SECOND_BEST,
    CANDIDATES_WORTH,
    CARDS_COMING,
    CARDS_COMING_WORTH,
    CARDS_COMING_COST,
    CARDS_COMING_SHORTAGE,
    CARDS_EXPIRING_SOON,
    CARD_EFFECTS,
    COACH_EFFECTS,
    END_CARDS,
    CARDS_IN_PLAY,
    SIGNED,
    POSITION_NOW,
    POSITION_NEXT,
    REGION_NOW,
    REGION_NEXT,
    BOARD,
    BOARD_MISSING,
    TOP_MISSING,
    RECRUITS_LEFT,
    NEW_POSITIONS,
    STASH_WORTH,
    STASH_BEST,
    STASH_SIZE,
    BETS,
    DIFFERENT_BETS,
    RIVALS_EC,
    RIVALS_RECRUITS,
    TURN_ORDER,
) = range(8, 41)
"""Features of EC, cards, recruits, bets, rivals and the turn order.

CARDS_EXPIRING_SOON counts the calendar cards that can be played in only one or two more turns.
DIFFERENT_BETS counts the combinations of a die and a number that the player has bet on.
TURN_ORDER is the first of three features: places in the turn order.
"""
(
    EC_OF_FOCUS,
    EC_COLOURS,
    EC_COVERED,
    EC_BY_RECRUITS_LEFT,
    REGION_DEPTH,
    BUCKS_SQUARED,
    CARDS_OF_TYPE,
) = range(43, 50)
"""Features of EC, the best region, BB and card types.

EC_BY_RECRUITS_LEFT is the EC of the coming months, reduced if few recruits are left on the map.
CARDS_OF_TYPE is the first of three features: cards in play, by type.
"""
FEATURES = 52
