"""The effect language's words as numbers, in the order of names.py."""

from __future__ import annotations

from eoc_sim.simulator.eleven.names import CONDITIONS, COUNTERS, GAINS, MOMENTS, TARGETS

NOW, MONDAY, ACTION, HIRE, SELL, SPONSOR, BUILD, PREPARE, REVEAL, BEFORE, MATCH = range(11)
AFTER, WEEK_END, ALWAYS, WEEK, END = range(11, len(MOMENTS))

IF_WON, IF_DRAWN, IF_LOST, IF_MARGIN, IF_DIE_MOST, IF_DIE_LEAST, IF_USED, IF_SCORED = range(8)
IF_STANDS_IN, IF_ABOVE, IF_EQUAL, IF_SHIELDS, IF_QUIET, IF_PRESSING = range(8, len(CONDITIONS))

CARD, YOUNGSTER, TRAINED_YOUNGSTER, STAFF, SPONSORS, TOKENS, STAND_FANS, MONEY, WINS = range(
    len(COUNTERS)
)

VP, LEVEL, TRAIN, EXPERIENCE, HEAL, TACTIC, BRING_STAFF, INJURY, OFFICE, SCOUT = range(4, 14)
"""The gains after those of the four resources."""
REROLL, BOARD, STANDS, REFRESH, DISCOUNT, UPKEEP, IMMUNE, STRENGTH, WEAKNESS = range(14, 23)
GLOVES, SWAP, FLIP_MARKER, SHIFT, GOAL, SHOOTOUT, SUSPENSION, FLIP = range(23, 31)
IGNORE_KEEPER, FEINT = range(31, 33)
OPPONENT_GOAL, HARSHER, NO_EXPERIENCE, IGNORE_EFFECTS, FREE_EFFECTS, EXTRA_TACTIC = range(
    33, len(GAINS)
)

NO_TARGET = -1
OTHERS, SECTION_MARKERS, FORWARD_MARKERS, FACING_MARKERS, ANY_CARD, PRESSING, ON_CARDS = range(7)
BUDGET = TARGETS.index("budget")
"""The first target that is a statistic."""
TARGET_PLAYERS, TARGET_YOUNGSTERS, TARGET_STAFF, TARGET_SPONSORS, TARGET_BUILD, TARGET_STADIUM = (
    map(TARGETS.index, ("players", "youngsters", "staff", "sponsors", "build", "stadium"))
)
ON_ONE, EACH_BALL, EACH_SHIELD = map(TARGETS.index, ("one", "each ball", "each shield"))
"""These say which of the matching cards a referee acts on."""
FIRST_STAFF_NAME = TARGETS.index("first trainer")
"""The first target that names a member of staff."""
