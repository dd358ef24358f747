"""The planner's memory between decisions."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import COLOURS, POSITIONS, memory, unchecked

REACH = 5
"""The number of months ahead for which EC can be placed."""
CANDIDATES = 7
"""The maximum number of recruits in a plan."""
CALENDAR_CARDS = 6
"""The number of cards on a calendar.

The card of month m is at index m % 6. Older cards have expired.
"""
CARDS_DEALT = 6
"""The number of cards dealt for the stash."""
POOL_CARDS, NEWEST_CARDS = 4, 3
"""The numbers of best and of newest pool cards that are remembered.

The newest ones show which cards have been added.
"""

MEMORY = [
    # The rest of the game.
    memory("looked_month", help="the month of the last look ahead, plus 1"),
    memory("signings", help="recruits that the player is expected to sign from now on, times 10"),
    memory("position_left", POSITIONS, help="recruits of each position left on the map"),
    memory("ec_share", REACH + 1, help="percent of its worth that an EC keeps, by months ahead"),
    # The plan.
    memory("planned_month", help="the month of the plan; 0: plan again"),
    memory("candidate", CANDIDATES, help="spots of the recruits most worth signing, -1 for none"),
    memory("candidate_worth", CANDIDATES, help="what signing each of these recruits is worth"),
    memory("candidate_rank", CANDIDATES, help="that worth minus travel and price"),
    memory("position_worth", POSITIONS, help="what a recruit of each position adds"),
    memory("focus_region", help="the region to recruit in"),
    memory("region_worth", help="what a recruit of that region adds"),
    memory("stock", COLOURS, help="EC of each colour on the mat or due this month or next"),
    memory("need", COLOURS, help="EC of each colour that the plan and the cards still need"),
    memory("card_worth", CALENDAR_CARDS, help="worth of the card drafted in month m, at m % 6"),
    # While drafting.
    memory("supply", COLOURS, help="incoming EC of each colour, minus the calendar cards' costs"),
    memory("own_month", help="the month of own_best, own_worth and own_worst"),
    memory("own_best", help="the best card of hand and stash"),
    memory("own_worth", help="its worth"),
    memory("own_worst", help="the worst card in the hand"),
    memory("pool_month", help="the month of the last look over the pool"),
    memory("pool_best", POOL_CARDS, help="the best cards of the pool, counted from 1; 0 none"),
    memory("pool_worth", POOL_CARDS, help="their worth"),
    memory("pool_newest", NEWEST_CARDS, help="the last cards of the pool, counted from 1; 0 none"),
    # While choosing.
    memory("hand_worth", CARDS_DEALT, help="worth of each card in the hand dealt for the stash"),
    memory(
        "month_weight",
        6,
        help="worth of an EC in each month from now, in thousandths of its full worth in July",
    ),
    memory("die_gain", COLOURS, help="what taking each die is worth"),
    memory("die_mode", COLOURS, help="the best mode for it"),
    memory("die_month", COLOURS, help="the best month for it"),
    # The turn.
    memory("turn_month", help="the month of the current turn"),
    memory("stage", help="the stage of the turn: BUYING, SPENT, SENDING, DRIVING"),
    memory("target", help="the spot that the bus is going to, -1 none"),
    memory("closed_candidates", help="bits of candidates out of reach until EC come in"),
    memory("closed_cards", help="bits of calendar cards out of reach until EC come in"),
    memory("bets_made", help="bets made in the game"),
    # The change to the plan that a search tries.
    memory("choice", help="the change, 0 none"),
    memory("choice_month", help="the month of the change"),
    memory("choice_subject", help="the card, spot or dice of the change"),
]


(
    CARD_FIRST,
    RECRUIT_FIRST,
    CARD_LATER,
    RECRUIT_LATER,
    AIM_AT,
    MORE_TRADES,
    MORE_STEPS,
    MORE_RUNNERS,
    NO_RUNNERS,
    EARLY_CAMPAIGN,
    STEPS_BEFORE_BETS,
    MORE_CARDS,
    MORE_RECRUITS,
    CARD_DRAFTED,
    DICE_TAKEN,
    DIE_PICKED,
) = range(1, 17)
"""The possible changes to the plan (``me.choice``).

CARD_FIRST and RECRUIT_FIRST make a purchase before all others. CARD_LATER and RECRUIT_LATER put a
purchase off. AIM_AT sends the bus to a recruit. MORE_TRADES to MORE_RECRUITS change a preference
for one turn. CARD_DRAFTED drafts a card. DICE_TAKEN takes two dice, and DIE_PICKED picks one die.
"""


@unchecked
def is_chosen(table, me, choice):
    """Check if this change to the plan applies this month."""
    return me.choice == choice and me.choice_month == table.month


@unchecked
def reopen(me):
    """Reopen all purchases, because EC came in or the plan changed."""
    me.closed_candidates = 0
    me.closed_cards = 0
