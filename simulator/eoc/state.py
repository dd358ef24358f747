"""The state of one game of Envelopes of Cash, as one record of int32 fields.

``state`` nests three kinds of records, split by who may see them (INF):

* ``state.table``: everything public (INF-1), and the component facts that no game changes.
* ``state.seats[seat]``: what only that seat sees (INF-2): hand, stash, board, memory.
* ``state.box``: the engine's own, which strategies never receive: the deck's order, the keys of
  the random streams, and the ledger that the result tables are written from.

Beside them lie ``state.order``, the record that a strategy fills to say what it does, and
``state.interventions``, what a twin game has otherwise.

What a game changes is one block of bytes: `copy_state` copies it, `clear_state` clears it. Facts
lie before and behind it, and are written once for each state.

Conventions: seats, cards, spots, states and nodes count from 0, months from 1 (arrays over months
have 13 entries, entry 0 is unused), -1 means none. Colours and regions share one numbering, the
colour order of the rules; a card id is a position in ``Components.cards``; a *source* of effects
is a card id, or ``COACH_SOURCE + coach`` for a head coach.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eoc.effect_codes import WHEN_NAMES
from eoc_sim.simulator.eoc.switches import SWITCHES
from eoc_sim.simulator.kernel.branching import Block
from eoc_sim.simulator.kernel.shuffling import pile_fields

COLOURS = 6
MONTHS = 12
POSITIONS = 8
STATES = 32
SPOTS = 40
MAX_PLAYERS = 4
MAX_CARDS = 192
MAX_COACHES = 16
COACH_SOURCE = MAX_CARDS
MAX_SOURCES = MAX_CARDS + MAX_COACHES
MAX_CLAUSES = 448
MAX_NODES = 72
MAX_NEIGHBOURS = 8
MAT_PLACES = 12
MEMORY = 128

# Colours and regions, in colour order.
GREEN, PURPLE, YELLOW, BLUE, ORANGE, MAGENTA = range(6)
COLOUR_NAMES = ("green", "purple", "yellow", "blue", "orange", "magenta")
NORTHWEST, SOUTHWEST, TEXAS, MIDWEST, SOUTH, NORTHEAST = range(6)
# Positions, in the rules' order.
QB, RB, WR, TE, OL, DL, LB, DB = range(8)

# Where a card is, as everybody sees it (``table.card_place``). Hidden: deck, hands, stashes.
HIDDEN, POOL, CALENDAR, IN_PLAY, DISCARDED = range(5)
# Card types.
CULTURE, PERSONNEL, FUNDRAISING = range(3)

# What ``act`` returns: the kind of the action (ACT).
END_TURN, PLAY_CARD, TRIGGER, TRADE, MOVE, RUNNER, SIGN, MARKET, BET = range(9)
ACTION_NAMES = (
    "end_turn", "play_card", "trigger", "trade", "move", "runner", "sign", "market", "bet",
)
# What ``draft`` returns (DRA-2): the drafted or delayed card is ``order.card``.
DRAFT, DELAY = 1, 2
# How a die is taken (DIC-5, DIC-6).
FULL, HALF = 0, 1

# What a seat may be forbidden (``table.banned``); bans.py says in words what each is.
BAN_NAMES = (
    "bet", "bookie", "runner", "trade", "market", "market:final", "move:paid", "play", "trigger",
    "sign", "sign:border", "sign:single", "substitutes", "upgrades", "dice:full", "dice:half",
    "delay", "hand", "stash", "pool", "bid",
)
(
    BAN_BET, BAN_BOOKIE, BAN_RUNNER, BAN_TRADE, BAN_MARKET, BAN_FINAL_MARKET, BAN_PAID_MOVE,
    BAN_PLAY, BAN_TRIGGER, BAN_SIGN, BAN_SIGN_BORDER, BAN_SIGN_SINGLE, BAN_SUBSTITUTES,
    BAN_UPGRADES, BAN_FULL, BAN_HALF, BAN_DELAY, BAN_HAND, BAN_STASH, BAN_POOL, BAN_BID,
) = range(len(BAN_NAMES))
BANS = len(BAN_NAMES)

# Where a game stands (``table.phase``): at rest before this is done. During set-up nothing rests.
(
    SET_UP, DEALING, DRAFTING, CHECKING_BETS, CHOOSING_DICE, PLACING_DICE, ACTING, BIDDING, SELLING,
    SCORING, LAST_CAMPAIGNS, GAME_OVER,
) = range(12)
PHASE_NAMES = (
    "set-up", "dealing", "drafting", "checking bets", "choosing dice", "placing dice", "acting",
    "bidding", "selling", "scoring", "last campaigns", "game over",
)

# What is off in a twin of a game (``table.inert``): bits.
INERT_STARS, INERT_EFFECT = 1, 2

# The parts of a score (SCO-8), columns of ``table.part``.
(
    PART_CARDS, PART_CARD_EFFECTS, PART_COACH_EFFECTS, PART_RECRUITS, PART_MARKETING,
    PART_END_CARDS, PART_FINAL_MARKETING, PART_POSITIONS, PART_REGION, PART_BOARD,
    PART_TRADE_FEES, PART_ORDER_STARS,
) = range(12)
PARTS = 12
PART_NAMES = (
    "cards", "card_effects", "coach_effects", "recruits", "marketing", "end_cards",
    "final_marketing", "positions", "region_points", "board_points", "trade_fees",
    "order_stars",
)

# The first index of ``table.active`` is when a clause acts, in the order of these names.
WHENS = len(WHEN_NAMES)
MAX_ACTIVE = 40
"""Most clauses of one WHEN that one player can have in play: 13 sources of at most 3."""

_i = np.int32

table_dtype = np.dtype(
    [
        # --- The table's frame.
        ("game", _i),           # the number of this game
        ("month", _i),          # 1 March ... 12 February; 0 during set-up
        ("starter", _i),        # this month's starting player
        ("first", _i),          # March's starting player
        ("turn", _i),           # the seat asked now
        # --- Where the game stands (TIM).
        ("phase", _i),          # what is done next: DEALING, DRAFTING, ...
        ("draft_turn", _i),     # turns of this month's draft that have come (DRA-2)
        ("dice_picks", _i),     # dice picked in this month's exclusive draft (CUT-2)
        ("turns_over", _i),     # players whose turn of this month is over
        ("actions", _i),        # actions made in the turn that is being played
        ("bid_turn", _i),       # turns of the auction that have come (AUC-1)
        # --- What seats may not do, though the rules allow it.
        ("restricted", _i, MAX_PLAYERS),         # 1: the seat is forbidden something
        ("banned", _i, (MAX_PLAYERS, BANS)),     # 1: it may not do this
        ("banned_card", _i, MAX_CARDS),          # bit s: seat s may neither draft nor play it
        # --- Recruits.
        ("spot_cost", _i, (SPOTS, COLOURS)),
        ("spot_price", _i, SPOTS),
        ("spot_base", _i, SPOTS),                # token value
        ("spot_position", _i, SPOTS),
        ("spot_owner", _i, SPOTS),               # the seat that signed it, -1 unsigned
        ("spot_month", _i, SPOTS),               # when it was signed, 0 not yet
        ("spot_vmd", _i, SPOTS),                 # the VMD roll of a signed recruit
        # --- Cards in the open.
        ("card_place", _i, MAX_CARDS),           # HIDDEN, POOL, CALENDAR, IN_PLAY, DISCARDED
        ("card_owner", _i, MAX_CARDS),           # seat, if on a calendar or in play, else -1
        ("pool", _i, MAX_CARDS),
        ("pool_size", _i),
        ("deck_size", _i),
        ("hand_size", _i, MAX_PLAYERS),
        ("stash_size", _i, MAX_PLAYERS),
        ("drafted", _i, MAX_PLAYERS),            # 1: has placed this month's card
        # --- Players.
        ("region", _i, MAX_PLAYERS),
        ("coach", _i, MAX_PLAYERS),              # -1 none
        ("score", _i, MAX_PLAYERS),
        ("part", _i, (MAX_PLAYERS, PARTS)),
        ("bucks", _i, MAX_PLAYERS),
        ("node", _i, MAX_PLAYERS),
        ("mat", _i, (MAX_PLAYERS, COLOURS)),     # EC spendable now
        ("calendar", _i, (MAX_PLAYERS, MONTHS + 1, COLOURS)),
        ("calendar_card", _i, (MAX_PLAYERS, MONTHS + 1)),
        ("in_play", _i, (MAX_PLAYERS, MAT_PLACES)),
        ("in_play_count", _i, MAX_PLAYERS),
        ("type_count", _i, (MAX_PLAYERS, 3)),    # cards in play by type
        ("fundraising_count", _i, (MAX_PLAYERS, COLOURS)),
        ("active", _i, (MAX_PLAYERS, WHENS, MAX_ACTIVE)),  # clauses in play, coach first
        ("active_count", _i, (MAX_PLAYERS, WHENS)),
        ("inert", _i, MAX_CARDS),                # what of a card in play is off: INERT_STARS ...
        ("used", _i, MAX_SOURCES),               # times triggered this month
        ("use_again_left", _i, MAX_PLAYERS),
        ("used_fundraising", _i, MAX_PLAYERS),
        ("free_moves", _i, MAX_PLAYERS),         # left in this turn
        ("free_bets", _i, MAX_PLAYERS),
        ("free_runners", _i, MAX_PLAYERS),
        ("marketed", _i, MAX_PLAYERS),           # 1: runs no (other) campaign this month
        ("crapped_out", _i, MAX_PLAYERS),
        ("package", _i, (MAX_PLAYERS, SPOTS, COLOURS)),
        ("package_size", _i, (MAX_PLAYERS, SPOTS)),
        ("signed", _i, MAX_PLAYERS),             # recruits
        ("signed_border", _i, MAX_PLAYERS),
        ("signed_position", _i, (MAX_PLAYERS, POSITIONS)),
        ("signed_region", _i, (MAX_PLAYERS, COLOURS)),  # border recruits count in both
        ("signed_state", _i, (MAX_PLAYERS, STATES)),
        ("unique_positions", _i, MAX_PLAYERS),
        # --- Dice and Vegas.
        ("dice", _i, COLOURS),
        ("die", _i, (MAX_PLAYERS, 2)),           # colours taken this month, -1 not yet
        ("die_mode", _i, (MAX_PLAYERS, 2)),
        ("die_month", _i, (MAX_PLAYERS, 2)),
        ("bet", _i, (MAX_PLAYERS, COLOURS, 7)),  # tokens by colour and number
        ("bets", _i, MAX_PLAYERS),               # tokens in all
        # --- Auction (AUC).
        ("auctioneer", _i),
        ("bid", _i, MAX_PLAYERS),                # -1 passed, 0 not yet
        ("highest_bid", _i, MAX_PLAYERS),        # the most BB that a player has bid, 0 nothing
        ("top_bidder", _i),
        ("sale_price", _i),                      # BB that the top bidder would pay
        # From here on facts, which no game changes.
        ("players", _i),        # humans at the table: 2 to 4, 1 in solo
        # --- The rule set: one field a switch (SWI), the value's code; switches.py names them.
        *((f"rule_{name}", _i) for name in SWITCHES),
        # --- Cards, coaches, boards.
        ("cards", _i),          # how many card ids there are
        ("card_type", _i, MAX_CARDS),
        ("card_region", _i, MAX_CARDS),          # of Fundraising cards, else -1
        ("card_cost", _i, (MAX_CARDS, COLOURS)),
        ("card_price", _i, MAX_CARDS),           # EC in all
        ("card_stars", _i, MAX_CARDS),
        ("card_monthly", _i, MAX_SOURCES),       # 1: has a once-a-month benefit
        ("source_first", _i, MAX_SOURCES),       # its clauses: source_first <= c < source_last
        ("source_last", _i, MAX_SOURCES),
        ("coaches", _i),
        ("coach_sheet", _i, MAX_COACHES),        # coaches of one sheet exclude each other
        # --- Clauses of effects; codes in effect_language.py.
        ("clause_source", _i, MAX_CLAUSES),
        ("clause_when", _i, MAX_CLAUSES),
        ("clause_pay_bucks", _i, MAX_CLAUSES),
        ("clause_pay_ec", _i, MAX_CLAUSES),
        ("clause_pay_colour", _i, MAX_CLAUSES),  # -1 any colour
        ("clause_gain", _i, MAX_CLAUSES),
        ("clause_amount", _i, MAX_CLAUSES),
        ("clause_detail", _i, MAX_CLAUSES),      # colour of EC, -1 any; what is discounted ...
        ("clause_counter", _i, MAX_CLAUSES),
        ("clause_counter_detail", _i, MAX_CLAUSES),
        ("clause_per", _i, MAX_CLAUSES),         # 1 amount per this many counted
        ("clause_up_to", _i, MAX_CLAUSES),       # cap, or a large number
        ("clause_conditions", _i, MAX_CLAUSES),  # how many of the next two are used; all must hold
        ("clause_condition", _i, (MAX_CLAUSES, 2)),
        ("clause_condition_detail", _i, (MAX_CLAUSES, 2)),
        # --- The map.
        ("nodes", _i),
        ("node_state", _i, MAX_NODES),           # the state on this node, else -1
        ("node_hq", _i, MAX_NODES),              # the region whose HQ this node is, else -1
        ("neighbours", _i, MAX_NODES),
        ("neighbour", _i, (MAX_NODES, MAX_NEIGHBOURS)),
        ("distance", _i, (MAX_NODES, MAX_NODES)),  # steps; nobody enters an HQ (ACT-13)
        ("way", _i, (MAX_NODES, MAX_NODES)),       # the first step on the way to a node, else -1
        ("near_state", _i, (MAX_NODES, STATES)),   # from a node, the nearest first
        ("near_steps", _i, (MAX_NODES, STATES)),   # the distance to each of those
        ("hq_node", _i, COLOURS),
        ("state_node", _i, STATES),
        ("state_region", _i, (STATES, 2)),       # the second is -1 for a single state
        ("state_spot", _i, (STATES, 2)),         # its spots; the second is -1 for a single state
        ("spot_state", _i, SPOTS),
    ]
)

private_dtype = np.dtype(
    [
        ("seat", _i),
        ("hand", _i, 8),         # cards in hand (hand_size of them); at keep, those to choose from
        ("stash", _i, 8),
        ("board", _i),           # -1 none
        ("board_position", _i, 5),  # the Top 3, then the other two
        ("memory", _i, MEMORY),  # the strategy's own; zero at the start of the game
        ("draws", _i),           # draws made on this month's stream
        ("key", np.uint64, 2),   # of the seat's stream of the month; for draw() alone
    ]
)

order_dtype = np.dtype(
    [
        ("kind", _i),            # the engine notes here what was returned
        ("card", _i),            # a card id; for TRIGGER a source
        ("spot", _i),
        ("node", _i),
        ("colour", _i),
        ("number", _i),          # bet: 1-6; market: stars bought
        ("bucks", _i),           # move: 1 pays the step with a substitute BB
        ("tokens", _i),          # bet: how many on the spot, 0 counts as 1
        # Upgrades with a cost: bit 0 the coach, bit 1 + i card in play i. A cost in EC is paid if
        # the mat, after the order's own payment, has them.
        ("accept", _i),
        ("give", _i, COLOURS),   # EC given: runner, trade, step, bet, a trigger's cost
        ("take", _i, COLOURS),   # EC of "any colour" gained: trade and effects
        ("discount", _i, COLOURS),    # EC of the price that fall away (PAY-2)
        ("substitute", _i, COLOURS),  # EC of the price covered by BB (PAY-3)
        ("keep", _i, 8),         # keep: 1 for each dealt card kept
        ("die", _i, 2),          # dice: the two colours
        ("mode", _i, 2),         # FULL or HALF
        ("month", _i, 2),        # where a die's EC go
        # propose: which candidate is asked for, from 1; what the search may cost and how it judges.
        ("candidate", _i),
        ("rollouts", _i),
        ("caution", _i),         # hundredths of standard errors that a candidate must be better by
        ("horizon", _i),         # own turns that are played until the position is judged, 0 all
    ]
)

(
    LEDGER_CARDS, LEDGER_RECRUITS, LEDGER_MOVES, LEDGER_BETS, LEDGER_TRADES, LEDGER_SENT,
    LEDGER_BUCKS, LEDGER_SCORE, LEDGER_EFFECTS, LEDGER_RECEIVED,
) = range(10)
# EC received and EC wasted have a column for each colour, from these on.
LEDGER_WASTED = LEDGER_RECEIVED + COLOURS
MONTH_COLUMNS = LEDGER_WASTED + COLOURS
RECEIVED_NAMES = tuple(f"ec_received_{colour}" for colour in COLOUR_NAMES)
WASTED_NAMES = tuple(f"ec_wasted_{colour}" for colour in COLOUR_NAMES)
SEAT_COLUMNS = 9
(
    COUNT_TRADES, COUNT_MOVES_FREE, COUNT_MOVES_PAID, COUNT_RUNNERS, COUNT_PACKAGES_LOST,
    COUNT_BETS, COUNT_BETS_WON, COUNT_CORRECTED, COUNT_GAVE_WAY,
) = range(SEAT_COLUMNS)

MAX_BOARDS = 32
BORDER_SPOTS = 16

box_dtype = np.dtype(
    [
        # --- Facts that only the engine needs, and no game changes.
        ("card_item", np.uint64, MAX_CARDS),     # the identity of a card in shuffles (RND-1)
        ("in_deck", _i, MAX_CARDS),              # 0: a row without copies
        ("added", _i, MAX_CARDS),                # 1: a card that the package lacks
        # The package's cards, which own the slots of every deck (RND-1): how many, the identity of
        # each, and which card it is here, -1 none.
        ("owners", _i),
        ("owner_item", np.uint64, MAX_CARDS),
        ("owner_card", _i, MAX_CARDS),
        ("card_row", _i, MAX_CARDS),             # the row of the cards sheet (dims/cards)
        ("boards", _i),
        ("board_position", _i, (MAX_BOARDS, 5)),
        ("sheets", _i),
        ("sheet_coach", _i, (MAX_COACHES, 2)),
        ("border_value", _i, BORDER_SPOTS),
        ("state_value", _i, STATES),             # printed value of a single state
        ("starter_stash", _i, (COLOURS, 4)),
        ("spot_cost", _i, (SPOTS, COLOURS)),     # as printed
        ("strategy", _i, MAX_PLAYERS),           # of a line-up entry: id in dims/strategies
        # What the entries of the line-up may not do: as ``table.banned``, and bits by entry.
        ("restrictions", _i),                    # 1: any of them is forbidden anything
        ("entry_banned", _i, (MAX_PLAYERS, BANS)),
        ("entry_banned_card", _i, MAX_CARDS),
        # --- What a function works with and leaves behind; no other reads it later.
        *pile_fields(MAX_CARDS),
        ("due", _i, COLOURS),
        ("fallen", _i, COLOURS),                 # discounted
        ("substituted", _i, COLOURS),
        ("from_package", _i, COLOURS),
        ("from_mat", _i, COLOURS),
        ("lost", _i, COLOURS),
        ("named", _i, COLOURS),                  # colours named for EC of "any colour", still open
        ("amount", _i, 3),                       # of each clause of the source triggered, -1 none
        ("got_ec", _i, COLOURS),
        ("got", _i, 6),                          # stars, bucks, -, moves, free bets, free runners
        ("event_value", _i),
        ("position_count", _i, POSITIONS),
        ("chosen", _i, (MAX_PLAYERS, 8)),        # simultaneous decisions, before they are applied
        # Places of cards that a seat cannot see: the card, what is known of it, its offer.
        ("slot_card", _i, MAX_CARDS),
        ("slot_known", _i, MAX_CARDS),
        ("slot_how", _i, MAX_CARDS),
        ("slot_month", _i, MAX_CARDS),
        ("slot_seat", _i, MAX_CARDS),
        ("slot_passed", _i, MAX_CARDS),
        # --- Who is asked, for the error message.
        ("blamed", _i),                          # the seat asked, until its answer is carried out
        ("asked", _i),                           # its function
        ("answering", _i),                       # 1: while its function runs
        # From here on what a game changes.
        # --- Hidden from everybody.
        ("key", np.uint64, 2),                   # of this game's streams
        ("search_key", np.uint64, 2),            # of the rollouts', which no redeal changes
        ("deck", _i, 2 * MAX_CARDS),
        ("deck_top", _i),
        ("deck_end", _i),
        ("reshuffles", _i),
        ("card_batch", _i, MAX_CARDS),           # the reshuffle it came from, 0 the first deck
        ("picked", _i, (MAX_PLAYERS, 4)),        # cards taken in an open draft (SET-12), else -1
        ("sheet_taken", _i, MAX_COACHES),
        ("bubba_scored", _i),                    # stars of this month's discards (SOLO-2)
        # --- Ledger of the result tables.
        ("decisions", _i),
        ("month_ledger", _i, (MAX_PLAYERS, MONTHS + 1, MONTH_COLUMNS)),
        ("seat_ledger", _i, (MAX_PLAYERS, SEAT_COLUMNS)),
        ("entry", _i, MAX_PLAYERS),              # which entry of the line-up sits here
        ("drafted_card", _i, (MAX_PLAYERS, MONTHS + 1)),
        ("drafted_source", _i, (MAX_PLAYERS, MONTHS + 1)),
        ("card_drafted_month", _i, MAX_CARDS),
        ("card_drafted_seat", _i, MAX_CARDS),
        ("card_played_month", _i, MAX_CARDS),
        ("card_paid", _i, MAX_CARDS),
        ("triggers", _i, MAX_SOURCES),
        ("effect_stars", _i, MAX_SOURCES),
        ("offer_how", _i, MAX_CARDS),            # -1: has not left the deck
        ("offer_month", _i, MAX_CARDS),
        ("offer_seat", _i, MAX_CARDS),
        ("passed", _i, MAX_CARDS),
        ("sign_stars", _i, SPOTS),
        ("sign_package", _i, SPOTS),
        ("sign_rivals", _i, SPOTS),
        ("dice_ledger", _i, (MAX_PLAYERS, MONTHS + 1, 2, 5)),  # colour, value, mode, month, ec
        ("leader", _i),
        ("lead_changes", _i),
        ("leader_month", _i),
        ("rank", _i, MAX_PLAYERS),
        ("sharers", _i),
        ("shares", _i, MAX_PLAYERS),             # 1: still tied before the roll-off
        ("winner", _i),
    ]
)

interventions_dtype = np.dtype(
    [
        ("card_row", _i),        # row of the cards sheet; its cards are off from play on
        ("inert", _i),           # what of them is off: INERT_STARS, INERT_EFFECT, 0 nothing
        ("seat", _i),            # who is given what follows
        ("month", _i),
        ("colour", _i),
        ("envelopes", _i),       # EC of the colour for the month, 0 none
        ("foreseen", _i),        # 1: on the calendar after set-up; 0: when the month begins
        ("bucks", _i),           # BB when the month begins, 0 none
        ("die", _i),             # 1, 2: this die of the month in its other mode, 0 neither
    ]
)

state_dtype = np.dtype(
    [
        ("interventions", interventions_dtype),
        ("order", order_dtype),
        ("box", box_dtype),
        ("seats", private_dtype, MAX_PLAYERS),
        ("table", table_dtype),
    ]
)

changing = Block(state_dtype, first="box.key", last="table.sale_price")
"""What a game changes: the rest are facts, interventions and what a decision works with."""
copy_state = changing.copier()
clear_state = changing.clearer()
copy_intervention = Block(interventions_dtype, first="card_row", last="die").copier()
clear_order = Block(order_dtype, first="kind", last="horizon").clearer()
