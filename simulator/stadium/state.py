"""The state of one game of Stadium, as one record of int32 fields.

``state`` nests records, split by who may see them (INF):

* ``state.table``: everything public (INF-1), and the component facts that no game changes.
* ``state.seats[seat]``: what only that seat sees (INF-2): its face-down employees, its memory.
* ``state.box``: the engine's own, which strategies never receive: the decks, the keys of the
  random streams, counters of the result tables.
* ``state.ledger``: the rows of the result tables that grow with the game. ``box`` counts them, so
  that a copied game keeps its counts and writes on in the ledger of the state that it was copied
  into.

Beside them lies ``state.order``, the record that a strategy fills to say what it does.

Conventions: seats, spaces, bonus spaces, places and cards count from 0, rounds from 1; -1 means
none. A *place* is a building or a square: buildings come first, then squares. A card is a row of
its sheet; several copies of a row are counted. A *source* of effects is a space, a place, a player
or an employee, in this order (EFF-1).
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.kernel.branching import Block
from eoc_sim.simulator.kernel.shuffling import pile_fields
from eoc_sim.simulator.stadium.names import ACTIONS as SPACE_NAMES
from eoc_sim.simulator.stadium.names import TOKENS as TOKEN_NAMES
from eoc_sim.simulator.stadium.switches import SWITCHES

MAX_OWNERS = 5
SPACES = len(SPACE_NAMES)
MAX_BONUSES = 6
MAX_PLACES = 64
MAX_KINDS = 64
"""Most rows of the sheets of players and of employees."""
MAX_DECK = 96
"""Most cards of a deck, all copies."""
MAX_SOURCES = SPACES + MAX_PLACES + 2 * MAX_KINDS
MAX_CLAUSES = 512
MAX_ROUNDS = 100
MAX_VPS = 6
MAX_STEPS = 8
"""Most steps of the ticket table."""
MAX_POINT_TOKENS = 16
MEMORY = 160

EQUIPMENT_SPACE, TRAIN, HIRE, PLAYBOOK, BUILD, TICKETS, DRAFT, SPONSORSHIP, MERCHANDISING = range(9)
"""The action spaces, in their order (PLA-3)."""

MONEY, EQUIPMENT, WINS, ENTERTAINMENT, CONSTRUCTION = range(5)
TOKENS = len(TOKEN_NAMES)
GAIN_CARDS = 5
"""What a clause gives that is no token: card bonuses."""
BONUS_CARD, BONUS_STAR, BONUS_FIRST = 5, 6, 7
"""Bonuses that are no token; those below are the tokens themselves."""
LOSS_EMPLOYEE, LOSS_PLAYER = 5, 6
"""Losses that are no token; those below are the tokens themselves."""

INERT_POINTS, INERT_EFFECT = 1, 2
"""What of a place or card is off in a twin of a game (``table.inert``): bits."""

BARE, SINGLE, DOUBLE, STACK = range(4)
"""The states of an action space; its ``bonus_tokens`` above STACK are higher stacks."""
STATE_NAMES = ("bare", "single", "double", "stack")

FIELD, LEVEL_1, LEVEL_2, LEVEL_3 = range(4)
"""The levels of places: the field lies on the bottom level, beside the buildings of level 1."""
SEASON, PLAYOFFS, CHAMPIONSHIP, BOWL = range(4)
CATEGORIES = 4

# When clauses act.
FOOTBALL, STAR = 0, 1
ACTION_MOMENT = 2
"""Plus the space: each time a VP of the owner takes its action."""
MOMENTS = ACTION_MOMENT + SPACES

EVERYBODY, SPACE_ALONE, WITHOUT_SPACE = range(3)
"""Whose effects an action has (EFF-1): its space's and the owner's, or not both."""

# Where sources of effects begin.
PLACE_SOURCE = SPACES
PLAYER_SOURCE = PLACE_SOURCE + MAX_PLACES
EMPLOYEE_SOURCE = PLAYER_SOURCE + MAX_KINDS

# What functions of strategies return: what is done.
NOTHING = 0
STOP, PLACE = 0, 1
HIRE_VP, HIRE_EMPLOYEES, HIRE_BOTH = 1, 2, 3
TAKE_WIN, PLAY_BLOCK = 1, 2
CHANGE, BUILD_BLOCK = 1, 2
DRAFT_PLAYER, SWAP_PLAYER, CASH_POINTS, CASH_MONEY = 1, 2, 3, 4

# The parts of a score (SCO-4), columns of ``table.part``.
(
    PART_FIELD, PART_LEVEL_1, PART_LEVEL_2, PART_LEVEL_3, PART_PLAYERS, PART_EMPLOYEES,
    PART_ENTERTAINMENT, PART_POINT_TOKENS, PART_BONUS_TILES,
) = range(9)
PARTS = 9
PART_NAMES = (
    "field", "level_1", "level_2", "level_3", "players", "employees", "entertainment",
    "point_tokens", "bonus_tiles",
)

# Where a game stands (``table.phase``): at rest before this is done. During set-up nothing rests.
(
    SET_UP, BEGINNING, PLACING, USING_STAR, ACTING, EXCHANGING, PAYING, LOSING, ENDING, GAME_OVER,
) = range(10)
PHASE_NAMES = (
    "set-up", "beginning", "placing", "using a star", "acting", "exchanging", "paying", "losing",
    "ending", "game over",
)
ENDED_BY_BLOCKS, ENDED_BY_CAP = 0, 1

_i = np.int32

table_dtype = np.dtype(
    [
        # --- The table's frame.
        ("game", _i),           # the number of this game
        ("round", _i),          # from 1; 0 during set-up
        ("commissioner", _i),   # who starts this round
        ("first", _i),          # the first commissioner
        ("turn", _i),           # the seat asked now
        # --- Where the game stands (TIM).
        ("phase", _i),          # what is done next: PLACING, ACTING, ...
        ("placer", _i),         # steps clockwise from the commissioner: who places next
        ("space", _i),          # the action space that acts (ACT-0), or costs something (LOS-1)
        ("actor", _i),          # the bonus space of the VP that acts
        ("ended", _i),          # 1: somebody has placed its last block
        ("ended_by", _i),       # ENDED_BY_BLOCKS or ENDED_BY_CAP, of a game that is over
        # --- The action board.
        ("bonus_tokens", _i, SPACES),                  # BARE, SINGLE, DOUBLE, STACK and higher
        ("idle_rounds", _i, SPACES),                   # rounds running that it has been idle
        ("vp_seat", _i, (SPACES, MAX_BONUSES)),        # whose VP stands there, -1 free
        ("vp_turn", _i, (SPACES, MAX_BONUSES)),        # its place in step 1, from 1
        ("vp_first", _i, (SPACES, MAX_BONUSES)),       # 1: it acts first (BON-6)
        ("vp_acted", _i, (SPACES, MAX_BONUSES)),       # 1: its action is done
        ("vps_on", _i, SPACES),                        # VPs on the space
        ("free_spaces", _i),                           # free bonus spaces of all action spaces
        ("placed", _i),                                # VPs placed this round, of all owners
        ("to_place", _i, MAX_OWNERS),                  # VPs that an owner still has to place
        ("placed_space", _i),                          # where the last VP was placed
        ("placed_bonus", _i),
        ("stars_left", _i),                            # units of its star still to be asked
        ("losses_done", _i),                           # losses of this space that all have suffered
        # --- Where the effects of an action, or of a game time, have come to (EFF-1).
        ("effect_seat", _i),
        ("effect_moment", _i),
        ("effect_place", _i),                          # in ``acting_sources``
        ("effect_copy", _i),
        ("effect_clause", _i),                         # the clause that may be paid for, -1 none
        ("effect_from", _i),                           # EVERYBODY, SPACE_ALONE or WITHOUT_SPACE
        ("effect_cards", _i),                          # card bonuses of this game time to come
        ("football_turn", _i),                         # owners whose game time is done
        # --- Owners.
        ("tokens", _i, (MAX_OWNERS, TOKENS)),
        ("blocks_left", _i, MAX_OWNERS),
        ("vps", _i, MAX_OWNERS),                       # VPs owned, wherever they are
        ("vp_most", _i, MAX_OWNERS),                   # the most that it may own (ACT-6)
        ("new_vps", _i, MAX_OWNERS),                   # of these bought this round (ACT-6)
        ("away", _i, MAX_OWNERS),                      # of these on vacation this round (GAM-5)
        ("away_next", _i, MAX_OWNERS),                 # and in the next one
        ("block", _i, (MAX_OWNERS, MAX_PLACES)),       # 1: has a block there
        ("blocks_on", _i, MAX_PLACES),                 # blocks of all owners there
        ("blocks_at", _i, (MAX_OWNERS, 4)),            # own blocks by level, FIELD to LEVEL_3
        ("category_taken", _i, (MAX_OWNERS, CATEGORIES)),
        ("point_tokens", _i, MAX_OWNERS),              # points in point tokens
        ("bonus_tiles", _i, MAX_OWNERS),               # points in bonus tiles
        ("part", _i, (MAX_OWNERS, PARTS)),             # of the final score
        ("score", _i, MAX_OWNERS),                     # of the game so far, as if it ended now
        # --- Cards in the open.
        ("area", _i, MAX_KINDS),                       # players in the draft area, by row
        ("area_size", _i),
        ("team", _i, (MAX_OWNERS, MAX_KINDS)),         # players of an owner, by row
        ("team_size", _i, MAX_OWNERS),
        ("hired", _i, (MAX_OWNERS, MAX_KINDS)),        # hired employees, by row
        ("hired_count", _i, MAX_OWNERS),
        ("worked", _i, (MAX_OWNERS, MAX_KINDS)),       # of these, stars used this round (BON-5)
        ("face_down_count", _i, MAX_OWNERS),
        ("discarded_players", _i, MAX_KINDS),
        ("discarded_employees", _i, MAX_KINDS),
        ("players_left", _i),                          # cards in the deck of players
        ("employees_left", _i),
        ("five_million_left", _i),
        ("point_tokens_left", _i),                     # in the draft area; the dearest go first
        ("inert", _i, MAX_SOURCES),                    # what is off: INERT_POINTS, INERT_EFFECT
        ("tiles_left", _i, 2),                         # bowl, level 3 (SCO-5)
        # From here on facts, which no game changes.
        ("owners", _i),
        # --- The rule set: one field a switch (SWI), the value's code; switches.py names them.
        *((f"rule_{name}", _i) for name in SWITCHES),
        # --- Action spaces.
        ("space_arrow", _i, SPACES),
        ("space_loss", _i, SPACES),                    # a token, LOSS_EMPLOYEE or LOSS_PLAYER
        ("bonuses", _i, SPACES),                       # how many bonus spaces it has
        ("bonus", _i, (SPACES, MAX_BONUSES)),          # a token, BONUS_CARD, _STAR or _FIRST
        # --- Places: buildings, then squares.
        ("buildings", _i),
        ("places", _i),
        ("place_absent", _i, MAX_PLACES),              # 1: not on the board of this version
        ("place_level", _i, MAX_PLACES),               # FIELD, LEVEL_1 ...
        ("place_category", _i, MAX_PLACES),            # of squares, else -1
        ("place_wins", _i, MAX_PLACES),                # that a square needs
        ("place_price", _i, (MAX_PLACES, TOKENS)),     # that are paid
        ("place_points", _i, MAX_PLACES),
        # --- Cards.
        ("players", _i),                               # rows of the sheet of players
        ("player_copies", _i, MAX_KINDS),
        ("player_signing", _i, MAX_KINDS),
        ("player_salary", _i, MAX_KINDS),
        ("player_points", _i, MAX_KINDS),
        ("employees", _i),
        ("employee_copies", _i, MAX_KINDS),
        ("employee_cost", _i, MAX_KINDS),
        ("employee_salary", _i, MAX_KINDS),
        ("employee_points", _i, MAX_KINDS),
        # --- Clauses of effects.
        ("source_first", _i, MAX_SOURCES),             # its clauses: first <= clause < last
        ("source_last", _i, MAX_SOURCES),
        ("clause_moment", _i, MAX_CLAUSES),
        ("clause_in_action", _i, MAX_CLAUSES),         # 1: what Train exchanges, Build changes
        ("clause_repeats", _i, MAX_CLAUSES),           # 1: any number of times
        ("clause_pay", _i, MAX_CLAUSES),               # the token that it costs, -1 nothing
        ("clause_price", _i, MAX_CLAUSES),             # how many of it
        ("clause_gain", _i, MAX_CLAUSES),              # a token, or GAIN_CARDS
        ("clause_amount", _i, MAX_CLAUSES),
        # Sources with a clause then that is no part of the action itself, in their order (EFF-1).
        ("acting_sources", _i, (MOMENTS, MAX_SOURCES)),
        ("acting_count", _i, MOMENTS),
        ("train_clause", _i),                          # what Train exchanges, -1 nothing
        ("build_clause", _i),                          # what Build changes, -1 nothing
        # --- Board.
        ("ticket_most_by_wins", _i),
        ("ticket_steps", _i),
        ("ticket_wins", _i, MAX_STEPS),
        ("ticket_money", _i, MAX_STEPS),
        ("point_token_count", _i),
        ("point_token_value", _i, MAX_POINT_TOKENS),   # the dearest first
        ("bonus_tile_points", _i),
    ]
)

private_dtype = np.dtype(
    [
        ("seat", _i),
        ("face_down", _i, MAX_KINDS),    # employees drawn and not hired, by row
        ("memory", _i, MEMORY),          # the strategy's own; zero at the start of the game
        ("draws", _i),                   # draws made on this round's stream
        ("key", np.uint64, 2),           # of the seat's stream of the round; for draw() alone
    ]
)

order_dtype = np.dtype(
    [
        ("kind", _i),                    # the engine notes here what was returned
        ("space", _i),                   # place: the action space, from 0
        ("bonus", _i),                   # place: the bonus space on it, from 0
        ("employee", _i),                # star
        ("accept", _i),                  # star: bit i pays for the employee's clause i
        ("amount", _i),                  # train, build, exchange: how often
        ("place", _i),                   # playbook, build
        ("card", _i),                    # draft: from the draft area; lose: the card lost
        ("give", _i),                    # draft: the own player that is swapped or cashed in
        ("vps", _i),                     # pay: how many VPs are paid
        ("players", _i, MAX_KINDS),      # pay: how many of each row are paid
        ("employees", _i, MAX_KINDS),    # hire: how many of each row; pay: as players
        # propose: which candidate is asked for, from 1; what the search may cost.
        ("candidate", _i),
        ("rollouts", _i),
        ("caution", _i),                 # hundredths of standard errors that one must be better by
        ("horizon", _i),                 # rounds that are played until it is judged, 0 all
    ]
)

# --- Ledgers: columns of the rows that grow with a game.
(
    SPENT_HIRE, SPENT_VP, SPENT_FIELD, SPENT_BUILDINGS, SPENT_CHANGE, SPENT_DRAFT, SPENT_SALARIES,
    SPENT_LOST, SPENT_EFFECTS,
) = range(9)
SPENT_NAMES = (
    "hire", "vps", "field", "buildings", "change", "draft", "salaries", "losses", "effects",
)
(
    EARNED_BONUS, EARNED_STAR, EARNED_TICKETS, EARNED_SPONSORSHIP, EARNED_MERCHANDISING,
    EARNED_FOOTBALL, EARNED_CASHED, EARNED_EFFECTS,
) = range(8)
EARNED_NAMES = (
    "bonus", "star", "tickets", "sponsorship", "merchandising", "football", "cashed", "effects",
)
PLACEMENT_COLUMNS = 8
(
    PLACEMENT_SEAT, PLACEMENT_ROUND, PLACEMENT_TURN, PLACEMENT_SPACE, PLACEMENT_BONUS,
    PLACEMENT_STATE, PLACEMENT_DONE, PLACEMENT_AMOUNT,
) = range(PLACEMENT_COLUMNS)
(
    DONE_NOT, DONE_NOTHING, DONE_GAIN, DONE_TRAIN, DONE_HIRE, DONE_VP, DONE_HIRE_BOTH, DONE_WIN,
    DONE_FIELD, DONE_CHANGE, DONE_BUILD, DONE_TICKETS, DONE_DRAFT, DONE_SWAP, DONE_CASH_POINTS,
    DONE_CASH_MONEY,
) = range(16)
DONE_NAMES = (
    "not", "nothing", "gain", "train", "hire", "vp", "hire and vp", "win", "field", "change",
    "build", "tickets", "draft", "swap", "cash points", "cash money",
)
BONUS_COLUMNS = 7
(
    BONUS_ROW_SEAT, BONUS_ROW_ROUND, BONUS_ROW_SPACE, BONUS_ROW_BONUS, BONUS_ROW_UNITS,
    BONUS_ROW_USED, BONUS_ROW_GAINED,
) = range(BONUS_COLUMNS)
(BLOCK_SEAT, BLOCK_ROUND, BLOCK_PLACE, BLOCK_POINTS, BLOCK_NTH, BLOCK_PAID) = range(6)
BLOCK_COLUMNS = BLOCK_PAID + TOKENS
"""The last five are the tokens paid."""
STAY_COLUMNS = 10
(
    STAY_SEAT, STAY_CARD, STAY_HOW, STAY_FROM, STAY_TO, STAY_OUT, STAY_SIGNING, STAY_SALARIES,
    STAY_WINS, STAY_ENTERTAINMENT,
) = range(STAY_COLUMNS)
HOW_NAMES = ("draft", "swap")
OUT_KEPT, OUT_SWAPPED, OUT_CASHED, OUT_UNPAID, OUT_INJURY = range(5)
PLAYER_OUT_NAMES = ("kept", "swapped", "cashed", "unpaid", "injury")
EMPLOYED_COLUMNS = 9
(
    EMPLOYED_SEAT, EMPLOYED_CARD, EMPLOYED_DRAWN, EMPLOYED_HIRED, EMPLOYED_COST, EMPLOYED_SALARIES,
    EMPLOYED_STARS, EMPLOYED_GAINS, EMPLOYED_OUT,
) = range(EMPLOYED_COLUMNS)
EMPLOYEE_KEPT, EMPLOYEE_FACE_DOWN, EMPLOYEE_UNPAID, EMPLOYEE_FIRED = range(4)
EMPLOYEE_OUT_NAMES = ("kept", "face_down", "unpaid", "fired")
ROUND_COLUMNS = 6 + len(EARNED_NAMES) + len(SPENT_NAMES)
ROUND_VPS, ROUND_WINS, ROUND_ENTERTAINMENT, ROUND_BLOCKS, ROUND_POINTS, ROUND_LOST = range(6)
ROUND_EARNED = 6
ROUND_SPENT = ROUND_EARNED + len(EARNED_NAMES)
SPACE_COLUMNS = 4
SPACE_STATE, SPACE_VPS, SPACE_IDLE, SPACE_HIT = range(SPACE_COLUMNS)
MAX_PLACEMENTS = MAX_ROUNDS * MAX_OWNERS * MAX_VPS
MAX_BLOCKS = MAX_OWNERS * 9
MAX_DRAWN = 8192
"""Most employees drawn in a game."""

ledger_dtype = np.dtype(
    [
        ("placement", _i, (MAX_PLACEMENTS, PLACEMENT_COLUMNS)),
        ("bonus", _i, (MAX_PLACEMENTS, BONUS_COLUMNS)),
        ("block", _i, (MAX_BLOCKS, BLOCK_COLUMNS)),
        ("stay", _i, (MAX_PLACEMENTS, STAY_COLUMNS)),
        ("employed", _i, (MAX_DRAWN, EMPLOYED_COLUMNS)),
        ("round", _i, (MAX_ROUNDS, MAX_OWNERS, ROUND_COLUMNS)),
        ("space", _i, (MAX_ROUNDS, SPACES, SPACE_COLUMNS)),
    ]
)

SEAT_COLUMNS = 14
(
    COUNT_PLACEMENTS, COUNT_VACATIONS, COUNT_STARS, COUNT_DRAWN, COUNT_HIRED, COUNT_DRAFTED,
    COUNT_SWAPPED, COUNT_CASHED, COUNT_TICKETS, COUNT_SALARIES, COUNT_UNPAID, COUNT_LOSSES,
    COUNT_VP3, COUNT_VP4,
) = range(SEAT_COLUMNS)

box_dtype = np.dtype(
    [
        # --- Facts that only the engine needs, and no game changes.
        ("player_item", np.uint64, (MAX_KINDS * 4)),    # the identity of row and copy (RND-1)
        ("employee_item", np.uint64, (MAX_KINDS * 4)),
        ("strategy", _i, MAX_OWNERS),            # of a line-up entry: id in dims/strategies
        # --- What a function works with and leaves behind; no other reads it later.
        *pile_fields(MAX_DECK),                  # the deck that is being shuffled
        ("got", _i, TOKENS),                     # of the action or effect at hand
        ("paid", _i, TOKENS),
        ("extra", _i, TOKENS),
        ("drawn_employee", _i, 2),               # by the card bonus at hand, -1 none
        ("drawn_player", _i, 2),
        ("chosen_vps", _i, MAX_OWNERS),          # simultaneous decisions, before they are applied
        ("chosen_players", _i, (MAX_OWNERS, MAX_KINDS)),
        ("chosen_employees", _i, (MAX_OWNERS, MAX_KINDS)),
        ("chosen_card", _i, MAX_OWNERS),
        ("hidden_row", _i, MAX_DECK),            # employees that are dealt anew: what they are,
        ("hidden_seat", _i, MAX_DECK),           # before whom they lie, -1 in the deck,
        ("hidden_deck", _i, MAX_DECK),           # and from which deck they come
        # --- Who is asked, for the error message.
        ("blamed", _i),                          # the seat asked, until its answer is carried out
        ("asked", _i),                           # its function
        ("answering", _i),                       # 1: while its function runs
        # From here on what a game changes.
        ("key", np.uint64, 2),                   # of this game's streams
        ("search_key", np.uint64, 2),            # of the rollouts', which no redeal changes
        # Gains and costs of one owner's game time, by source (GAM-1).
        ("source_got", _i, (MAX_SOURCES, TOKENS)),
        ("source_paid", _i, (MAX_SOURCES, TOKENS)),
        ("player_deck", _i, MAX_DECK),           # the top is the last
        ("employee_deck", _i, MAX_DECK),
        ("player_reshuffles", _i),
        ("employee_reshuffles", _i),
        # From which deck, counted from 0, an owner last drew an employee of a row (INF-2).
        ("drawn_from", _i, (MAX_OWNERS, MAX_KINDS)),
        # --- Counters of the result tables.
        ("decisions", _i),
        ("entry", _i, MAX_OWNERS),               # which entry of the line-up sits here
        ("count", _i, (MAX_OWNERS, SEAT_COLUMNS)),
        ("placements", _i),                      # rows of the ledgers
        ("placement_row", _i, (SPACES, MAX_BONUSES)),
        ("first_placement", _i, MAX_ROUNDS + 2), # rows of placements before each round, from 1
        ("owned_round", _i, MAX_SOURCES),        # when a place or card first came to an owner
        ("first_owner", _i, MAX_SOURCES),
        ("bonus_rows", _i),
        ("block_rows", _i),
        ("stays", _i),
        ("employed", _i),
        ("full", _i),                            # 1: more employees drawn than the ledger holds
        ("ender", _i),                           # who placed the block that ended the game, -1
        ("leader", _i),
        ("lead_changes", _i),
        ("leader_round", _i),
        ("rank", _i, MAX_OWNERS),
        ("sharers", _i),
        ("shares", _i, MAX_OWNERS),              # 1: shares the win
        ("winner", _i),
        ("tie_step", _i),                        # what decided: 0 points, 1, 2, 3, 4 shared
    ]
)

interventions_dtype = np.dtype(
    [
        ("source", _i),          # a place or card, off from when it first comes to an owner on
        ("inert", _i),           # what of it is off: INERT_POINTS, INERT_EFFECT, 0 nothing
        ("seat", _i),            # who is given something, or denied a VP
        ("round", _i),
        ("token", _i),           # what is given as the round begins
        ("amount", _i),          # how much of it, 0 nothing
        ("moved", _i),           # the placement of the round that goes elsewhere, from 1; 0 none
        ("denied", _i),          # 3, 4 ...: the seat gets no VP of this number; 0 all
    ]
)
"""What a twin of a game has otherwise; without any the record is zero."""

state_dtype = np.dtype(
    [
        ("interventions", interventions_dtype),
        ("order", order_dtype),
        ("ledger", ledger_dtype),
        ("box", box_dtype),
        ("seats", private_dtype, MAX_OWNERS),
        ("table", table_dtype),
    ]
)

changing = Block(state_dtype, first="box.key", last="table.tiles_left")
"""What a game changes: the rest are facts, ledgers and what a decision works with."""
copy_state = changing.copier()
clear_state = changing.clearer()
copy_ledger = Block(state_dtype, first="ledger", last="ledger").copier()
copy_intervention = Block(interventions_dtype, first="source", last="denied").copier()
clear_order = Block(order_dtype, first="kind", last="horizon").clearer()
