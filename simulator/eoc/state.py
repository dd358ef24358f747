"""The state of one game of Envelopes of Cash, an int32 record.

``state`` nests these records; the first four are split by who may see them (INF):

* ``state.table``: everything public (INF-1), and the component facts that no game changes.
* ``state.seats[seat]``: what only that seat sees (INF-2): hand, stash, board, memory.
* ``state.box``: the engine's own part, which strategies never receive: the deck's order, the keys
  of the random streams, counters for the result tables.
* ``state.ledger``: the rows of the result tables that grow with the game. Copying a game does not
  copy them.
* ``state.order``: the details of an answer, which a strategy fills in.
* ``state.interventions``: the change in a twin game.

All fields that a game changes, except the ledger, orders and working memory, are in one block of
bytes. `copy_state` copies this block, and `clear_state` clears it. Facts come before and after the
block, and are written once for each state.

Conventions: seats, cards, spots, states and nodes are numbered from 0, and months from 1 (arrays
over months have 13 entries; entry 0 is unused); -1 means none. Colours and regions share one
numbering, the colour order of the rules; a card id is an index into the list from
``facts.card_copies``; a *source* of effects is a card id, or ``COACH_SOURCE + coach`` for a head
coach.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.effect_codes import WHEN_NAMES
from eoc_sim.simulator.eoc.sizes import (
    COLOURS,
    MAT_PLACES,
    MAX_CARDS,
    MAX_CLAUSES,
    MAX_COACHES,
    MAX_NEIGHBOURS,
    MAX_NODES,
    MAX_PLAYERS,
    MAX_SOURCES,
    MEMORY,
    MONTHS,
    POSITIONS,
    SPOTS,
    STATES,
)
from eoc_sim.simulator.eoc.switches import SWITCHES
from eoc_sim.simulator.kernel.branching import Block, state_record
from eoc_sim.simulator.kernel.fields import Array, Record, field, make_fields
from eoc_sim.simulator.kernel.game_fields import (
    note_fields,
    question_fields,
    search_fields,
    standing_fields,
)
from eoc_sim.simulator.kernel.shuffling import pile_fields

COACH_SOURCE = MAX_CARDS

# Colours and regions, in colour order.
GREEN, PURPLE, YELLOW, BLUE, ORANGE, MAGENTA = range(6)
NORTHWEST, SOUTHWEST, TEXAS, MIDWEST, SOUTH, NORTHEAST = range(6)
# Positions, in the rules' order.
QB, RB, WR, TE, OL, DL, LB, DB = range(8)

# The place of a card as everyone sees it (``table.card_place``). HIDDEN: in the deck, a hand
# or a stash.
HIDDEN, POOL, CALENDAR, IN_PLAY, DISCARDED = range(5)
# Card types.
CULTURE, PERSONNEL, FUNDRAISING = range(3)

# The modes of a die (DIC-5, DIC-6).
FULL, HALF = 0, 1

# The possible bans on a seat (``table.banned``); bans.py describes each.
BAN_NAMES = (
    "bet",
    "bookie",
    "runner",
    "trade",
    "market",
    "market:final",
    "move:paid",
    "play",
    "trigger",
    "sign",
    "sign:border",
    "sign:single",
    "substitutes",
    "upgrades",
    "dice:full",
    "dice:half",
    "delay",
    "hand",
    "stash",
    "pool",
    "bid",
)
(
    BAN_BET,
    BAN_BOOKIE,
    BAN_RUNNER,
    BAN_TRADE,
    BAN_MARKET,
    BAN_FINAL_MARKET,
    BAN_PAID_MOVE,
    BAN_PLAY,
    BAN_TRIGGER,
    BAN_SIGN,
    BAN_SIGN_BORDER,
    BAN_SIGN_SINGLE,
    BAN_SUBSTITUTES,
    BAN_UPGRADES,
    BAN_FULL,
    BAN_HALF,
    BAN_DELAY,
    BAN_HAND,
    BAN_STASH,
    BAN_POOL,
    BAN_BID,
) = range(len(BAN_NAMES))
BANS = len(BAN_NAMES)

# The phases of a game (``table.phase``), each named after the step that comes next. A game can
# rest before any step, but not during set-up.
SET_UP, DEALING, DRAFTING, CHECKING_BETS, CHOOSING_DICE, PLACING_DICE = range(6)
ACTING, BIDDING, SELLING, SCORING, LAST_CAMPAIGNS, GAME_OVER = range(6, 12)
PHASE_NAMES = (
    "set-up",
    "dealing",
    "drafting",
    "checking bets",
    "choosing dice",
    "placing dice",
    "acting",
    "bidding",
    "selling",
    "scoring",
    "last campaigns",
    "game over",
)

# The parts of a card that are off in a twin, as bits (``table.inert``).
INERT_STARS, INERT_EFFECT = 1, 2

# The parts of a score (SCO-8), columns of ``table.part``.
PART_CARDS, PART_CARD_EFFECTS, PART_COACH_EFFECTS, PART_RECRUITS = range(4)
PART_MARKETING, PART_END_CARDS, PART_FINAL_MARKETING, PART_POSITIONS = range(4, 8)
PART_REGION, PART_BOARD, PART_TRADE_FEES, PART_ORDER_STARS = range(8, 12)
PARTS = 12

# The second index of ``table.active`` is the clause's WHEN, in the order of ``WHEN_NAMES``.
WHENS = len(WHEN_NAMES)
MAX_ACTIVE = 40
"""The maximum number of a player's clauses with the same WHEN.

A player has at most 13 sources, each with at most 3 clauses.
"""


class Frame(Record):
    """The game, month and turn."""

    game: int = field("number of this game, from 0")
    month: int = field("the month, from 1 for March to 12 for February; 0 during set-up")
    starter: int = field("seat of this month's starting player")
    first: int = field("seat of March's starting player")
    turn: int = field("the seat that is asked now")


class Position(Record):
    """The game's position."""

    phase: int = field("what is decided now: DRAFTING, ACTING ...")
    draft_turn: int = field(
        "turns taken so far in this month's draft, including delays and skipped seats"
    )
    dice_picks: int = field("dice picked in this month's exclusive draft")
    turns_over: int = field("number of players whose turn this month is over")
    actions: int = field("actions taken in the current turn")
    bid_turn: int = field(
        "steps clockwise from the Auctioneer to the last bidder; 0 before the first bid"
    )


class Restrictions(Record):
    """The bans on seats, beyond the rules."""

    restricted: Array = field(
        "1: the seat has a ban from `eoc-sim restrict`", MAX_PLAYERS, by="seat"
    )
    banned: Array = field(
        "1: the seat may not take the action with this BAN code; if it orders that action, the "
        "default function answers instead",
        MAX_PLAYERS,
        BANS,
        by="seat, ban",
    )
    banned_card: Array = field(
        "bit s is 1: seat s may neither draft the card nor put it into play", MAX_CARDS, by="card"
    )


class Recruits(Record):
    """Recruits."""

    spot_cost: Array = field("EC that the spot's recruit costs", SPOTS, COLOURS, by="spot, colour")
    spot_price: Array = field("total EC that the spot's recruit costs", SPOTS, by="spot")
    spot_base: Array = field("token value, the stars before the VMD and bonuses", SPOTS, by="spot")
    spot_position: Array = field("position of the recruit: QB to DB", SPOTS, by="spot")
    spot_owner: Array = field("the seat that signed the recruit, -1 if unsigned", SPOTS, by="spot")
    spot_month: Array = field(
        "month in which the recruit was signed, 0 if not yet", SPOTS, by="spot"
    )
    spot_vmd: Array = field("VMD roll of a signed recruit", SPOTS, by="spot")


class OpenCards(Record):
    """Cards in the open."""

    card_place: Array = field("HIDDEN, POOL, CALENDAR, IN_PLAY or DISCARDED", MAX_CARDS, by="card")
    card_owner: Array = field(
        "seat that owns a card on a calendar or in play, else -1", MAX_CARDS, by="card"
    )
    pool: Array = field("cards in the Discard Pool, oldest first", MAX_CARDS, by="index")
    pool_size: int = field("number of cards in the Discard Pool")
    deck_size: int = field("number of cards in the deck")
    hand_size: Array = field("number of cards in hand", MAX_PLAYERS, by="seat")
    stash_size: Array = field("number of cards in the Secret Stash", MAX_PLAYERS, by="seat")
    drafted: Array = field("1: has placed this month's card", MAX_PLAYERS, by="seat")


class Players(Record):
    """Players."""

    region: Array = field(
        "the seat's region, which is also its home colour", MAX_PLAYERS, by="seat"
    )
    coach: Array = field(
        "the seat's Head Coach, -1 none; as a source COACH_SOURCE + coach", MAX_PLAYERS, by="seat"
    )
    score: Array = field("stars", MAX_PLAYERS, by="seat")
    part: Array = field(
        "stars from each part of the score; a part is a PART code",
        MAX_PLAYERS,
        PARTS,
        by="seat, part",
    )
    bucks: Array = field("Booster Bucks", MAX_PLAYERS, by="seat")
    node: Array = field("the place of the seat's bus", MAX_PLAYERS, by="seat")
    mat: Array = field("EC that the seat can spend now", MAX_PLAYERS, COLOURS, by="seat, colour")
    calendar: Array = field(
        "EC still to come", MAX_PLAYERS, MONTHS + 1, COLOURS, by="seat, month, colour"
    )
    calendar_card: Array = field(
        "drafted card not yet in play, -1 none", MAX_PLAYERS, MONTHS + 1, by="seat, month"
    )
    in_play: Array = field(
        "the seat's cards in play, in order of entry", MAX_PLAYERS, MAT_PLACES, by="seat, index"
    )
    in_play_count: Array = field("number of the seat's cards in play", MAX_PLAYERS, by="seat")
    type_count: Array = field(
        "number of the seat's cards of this type in play", MAX_PLAYERS, 3, by="seat, type"
    )
    fundraising_count: Array = field(
        "number of the seat's Fundraising cards of this region in play",
        MAX_PLAYERS,
        COLOURS,
        by="seat, region",
    )
    active: Array = field(
        "clauses of the seat's coach and cards in play, by WHEN; the coach's come first",
        MAX_PLAYERS,
        WHENS,
        MAX_ACTIVE,
        by="seat, when, index",
    )
    active_count: Array = field(
        "number of the seat's clauses in `active` with this WHEN",
        MAX_PLAYERS,
        WHENS,
        by="seat, when",
    )
    inert: Array = field(
        "the parts of a card in play that a what-if has switched off: INERT_STARS, "
        "INERT_EFFECT or the sum of both, or 0 if there are none; `stars_of` and `acts` use it",
        MAX_CARDS,
        by="card",
    )
    used: Array = field(
        "times that the source was triggered in this turn", MAX_SOURCES, by="source"
    )
    use_again_left: Array = field(
        "number of cards that may still be used again in this turn", MAX_PLAYERS, by="seat"
    )
    used_fundraising: Array = field(
        "1: has used a Fundraising card this month", MAX_PLAYERS, by="seat"
    )
    free_moves: Array = field("free moves left in this turn", MAX_PLAYERS, by="seat")
    free_bets: Array = field("free bets left in this turn", MAX_PLAYERS, by="seat")
    free_runners: Array = field("runners left in this turn that cost no BB", MAX_PLAYERS, by="seat")
    marketed: Array = field(
        "1: has run its campaign this month, or is banned from marketing", MAX_PLAYERS, by="seat"
    )
    crapped_out: Array = field("1: had bets this month, and none won", MAX_PLAYERS, by="seat")
    package: Array = field(
        "EC that the seat's runners have brought to a recruit",
        MAX_PLAYERS,
        SPOTS,
        COLOURS,
        by="seat, spot, colour",
    )
    package_size: Array = field("total EC in a package", MAX_PLAYERS, SPOTS, by="seat, spot")
    signed: Array = field("recruits signed", MAX_PLAYERS, by="seat")
    signed_border: Array = field("recruits signed in border states", MAX_PLAYERS, by="seat")
    signed_position: Array = field(
        "recruits signed at a position", MAX_PLAYERS, POSITIONS, by="seat, position"
    )
    signed_region: Array = field(
        "recruits signed in a region; border recruits count in both",
        MAX_PLAYERS,
        COLOURS,
        by="seat, region",
    )
    signed_state: Array = field("recruits signed in a state", MAX_PLAYERS, STATES, by="seat, state")
    unique_positions: Array = field(
        "different positions among the seat's recruits", MAX_PLAYERS, by="seat"
    )


class DiceAndVegas(Record):
    """Dice and Vegas."""

    dice: Array = field("the number that the die of this colour shows", COLOURS, by="colour")
    die: Array = field(
        "colours of the dice taken this month, -1 if none yet", MAX_PLAYERS, 2, by="seat, 0 or 1"
    )
    die_mode: Array = field("FULL or HALF", MAX_PLAYERS, 2, by="seat, 0 or 1")
    die_month: Array = field(
        "the month on the calendar where the die's EC were placed",
        MAX_PLAYERS,
        2,
        by="seat, 0 or 1",
    )
    bet: Array = field(
        "bet tokens on this number of this die", MAX_PLAYERS, COLOURS, 7, by="seat, colour, number"
    )
    bets: Array = field("total bet tokens", MAX_PLAYERS, by="seat")


class Auction(Record):
    """The auction."""

    auctioneer: int = field("seat that would start next month, -1 outside the auction")
    bid: Array = field(
        "the seat's last bid; 0 if none yet, -1 if it has passed", MAX_PLAYERS, by="seat"
    )
    highest_bid: Array = field("the seat's highest bid so far, 0 if none", MAX_PLAYERS, by="seat")
    top_bidder: int = field("seat of the highest bid, -1 none")
    sale_price: int = field("BB that the top bidder would pay")


# The rest are facts, which no game changes.
class WhoPlays(Record):
    """The number of players."""

    players: int = field("seats that strategies play: 2 to 4, 1 in a solo game")


class RuleSet(Record, before=make_fields((f"rule_{name}", np.int32) for name in SWITCHES)):
    """One field per switch (SWI): the code of its value, named in switches.py."""


class CardFacts(Record):
    """Cards, coaches and their effects: printed facts."""

    cards: int = field("number of card ids; every copy of a card has its own")
    card_type: Array = field("CULTURE, PERSONNEL or FUNDRAISING", MAX_CARDS, by="card")
    card_region: Array = field("region of a Fundraising card, else -1", MAX_CARDS, by="card")
    card_cost: Array = field("EC in the printed price", MAX_CARDS, COLOURS, by="card, colour")
    card_price: Array = field(
        "total EC in the printed price, over all colours", MAX_CARDS, by="card"
    )
    card_stars: Array = field(
        "printed stars, scored when the card is put into play", MAX_CARDS, by="card"
    )
    card_monthly: Array = field(
        "1: has a once-a-month benefit, to be triggered", MAX_SOURCES, by="source"
    )
    source_first: Array = field("the source's first clause", MAX_SOURCES, by="source")
    source_last: Array = field(
        "one more than the source's last clause: the end of a range over its clauses",
        MAX_SOURCES,
        by="source",
    )
    coaches: int = field("number of Head Coaches")
    coach_sheet: Array = field(
        "the coach's sheet; a coach in use rules out the other one on the same sheet",
        MAX_COACHES,
        by="coach",
    )
    clause_source: Array = field(
        "the card or coach that the clause belongs to", MAX_CLAUSES, by="clause"
    )
    clause_when: Array = field("when the clause acts: a WHEN code", MAX_CLAUSES, by="clause")
    clause_pay_bucks: Array = field("BB that the clause costs", MAX_CLAUSES, by="clause")
    clause_pay_ec: Array = field("EC that the clause costs", MAX_CLAUSES, by="clause")
    clause_pay_colour: Array = field(
        "colour of the EC in `clause_pay_ec`, -1 any", MAX_CLAUSES, by="clause"
    )
    clause_gain: Array = field("what the clause gives: a GAIN code", MAX_CLAUSES, by="clause")
    clause_amount: Array = field(
        "amount of the gain; GAIN_VALUE 2 doubles a recruit's value", MAX_CLAUSES, by="clause"
    )
    clause_detail: Array = field(
        "colour of EC gained, -1 any; target of a discount or substitute: an ON code; else -1",
        MAX_CLAUSES,
        by="clause",
    )
    clause_counter: Array = field(
        "what multiplies the amount: a COUNTER code", MAX_CLAUSES, by="clause"
    )
    clause_counter_detail: Array = field(
        "type, region or minimum base that is counted; positions as bits, bit 0 for QB",
        MAX_CLAUSES,
        by="clause",
    )
    clause_per: Array = field(
        "the amount is given once for this many counted things", MAX_CLAUSES, by="clause"
    )
    clause_up_to: Array = field(
        "the most that the clause gives at a time; a million if unlimited", MAX_CLAUSES, by="clause"
    )
    clause_conditions: Array = field(
        "number of conditions, all of which must hold", MAX_CLAUSES, by="clause"
    )
    clause_condition: Array = field("a CONDITION code", MAX_CLAUSES, 2, by="clause, index")
    clause_condition_detail: Array = field(
        "the condition's type, region or base; regions, positions and months as bits: bit 0 "
        "for Northwest, bit 0 for QB, bit 1 for March",
        MAX_CLAUSES,
        2,
        by="clause, index",
    )


class MapFacts(Record):
    """Facts about the map."""

    nodes: int = field("number of places: states, circles and HQs")
    node_state: Array = field("the state on this place, else -1", MAX_NODES, by="node")
    node_hq: Array = field("the region whose HQ this place is, else -1", MAX_NODES, by="node")
    neighbours: Array = field("number of places one step away", MAX_NODES, by="node")
    neighbour: Array = field(
        "the places one step away, then -1", MAX_NODES, MAX_NEIGHBOURS, by="node, index"
    )
    distance: Array = field(
        "steps from the first node to the second, never through an HQ; 99 if out of reach",
        MAX_NODES,
        MAX_NODES,
        by="node, node",
    )
    way: Array = field(
        "the next node on the way from the first node to the second",
        MAX_NODES,
        MAX_NODES,
        by="node, node",
    )
    near_state: Array = field("the states, nearest first", MAX_NODES, STATES, by="node, index")
    near_steps: Array = field(
        "the steps to each state in `near_state`", MAX_NODES, STATES, by="node, index"
    )
    hq_node: Array = field("the place of the region's HQ", COLOURS, by="region")
    state_node: Array = field("a state's place", STATES, by="state")
    state_region: Array = field(
        "the state's regions; the second is -1 for a single state", STATES, 2, by="state, 0 or 1"
    )
    state_spot: Array = field(
        "the state's spots; the second is -1 for a single state", STATES, 2, by="state, 0 or 1"
    )
    spot_state: Array = field("a spot's state", SPOTS, by="spot")


class Table(
    Frame,
    Position,
    Restrictions,
    Recruits,
    OpenCards,
    Players,
    DiceAndVegas,
    Auction,
    WhoPlays,
    RuleSet,
    CardFacts,
    MapFacts,
):
    """The public part (INF-1), and the facts of the components."""


class Private(Record, after=note_fields(MEMORY, "month"), hidden_from="other seats"):
    """The seat's own record (INF-2)."""

    seat: int = field("this seat")
    hand: Array = field(
        "cards in hand, `table.hand_size[me.seat]` of them; at `keep` and `pick`, the cards "
        "to choose from",
        8,
        by="index",
    )
    stash: Array = field(
        "cards in the Secret Stash, `table.stash_size[me.seat]` of them", 8, by="index"
    )
    board: int = field("the seat's Recruiting Board, -1 none")
    board_position: Array = field("the board's five positions, the Top 3 first", 5, by="index")


class Order(
    Record,
    after=search_fields(
        "how many of the seat's own turns to play before `judge` is asked; 0 to play to the end"
    ),
):
    """A strategy's order: the details of its answer."""

    kind: int = field("need not be set: the engine stores the returned value here")
    card: int = field("a card; for TRIGGER a source: a card, or COACH_SOURCE + coach")
    spot: int = field("a recruit's spot")
    node: int = field("a place on the map")
    colour: int = field("a colour")
    number: int = field("for a bet, 1 to 6; for a campaign, its stars")
    bucks: int = field("for a step: 1 to pay a BB in place of the EC")
    tokens: int = field("for a bet: tokens placed on the number, free ones first; 0 counts as 1")
    # Upgrades with a cost: bit 0 is the coach, bit 1 + i is card i in play. A cost in EC is paid if
    # the mat still has that EC after the order's own payment.
    accept: int = field(
        "bits of upgrades whose cost is accepted: bit 0 for the coach, bit 1 + i for card i in play"
    )
    give: Array = field(
        "EC given, where any colour will do; the rest comes from the colour with the most EC on "
        "the mat",
        COLOURS,
        by="colour",
    )
    take: Array = field(
        "EC gained, where any colour will do; the rest is in the colour with the fewest EC on the "
        "mat",
        COLOURS,
        by="colour",
    )
    discount: Array = field(
        "EC of the price to discount; PAY-2 says how the rest of a discount is used",
        COLOURS,
        by="colour",
    )
    substitute: Array = field(
        "EC of the price to pay in BB, where a card allows it", COLOURS, by="colour"
    )
    keep: Array = field("1: the card at this index of the hand is kept", 8, by="index")
    die: Array = field("colours of the two dice", 2, by="0 or 1")
    mode: Array = field("FULL or HALF", 2, by="0 or 1")
    month: Array = field(
        "the month that the die's EC go to; at full value the engine works it out", 2, by="0 or 1"
    )


MAX_BOARDS = 32
BORDER_SPOTS = 16


class Ledger(Record, hidden_from="all seats"):
    """The rows of result tables that grow with the game; see `columns`."""

    seats: Array = field("", MAX_PLAYERS, kind=TABLES["seats"].ledger_dtype)
    months: Array = field("", MAX_PLAYERS, MONTHS + 1, kind=TABLES["months"].ledger_dtype)
    dice: Array = field("", MAX_PLAYERS, MONTHS + 1, 2, kind=TABLES["dice"].ledger_dtype)
    signings: Array = field("", SPOTS, kind=TABLES["signings"].ledger_dtype)


class EngineFacts(Record):
    """Facts that only the engine needs."""

    card_item: Array = field(
        "the identity of a card in shuffles (RND-1)", MAX_CARDS, kind=np.uint64
    )
    in_deck: Array = field("0: a row without copies", MAX_CARDS)
    is_added: Array = field("1: a card that the simulator's own sheet lacks", MAX_CARDS)
    is_altered: Array = field("1: a card that a forked version changes", MAX_CARDS)
    # Each copy of a card on the simulator's own sheet owns a slot of every deck (RND-1). ``owners``
    # is the number of these cards. ``owner_item`` is the identity of each in shuffles, and
    # ``owner_card`` its card id in this version, or -1 if the version lacks it.
    owners: int = field()
    owner_item: Array = field("", MAX_CARDS, kind=np.uint64)
    owner_card: Array = field("", MAX_CARDS)
    card_row: Array = field("the row of the cards sheet (dims/cards)", MAX_CARDS)
    boards: int = field()
    board_position: Array = field("", MAX_BOARDS, 5)
    sheets: int = field()
    sheet_coach: Array = field("", MAX_COACHES, 2)
    border_value: Array = field("", BORDER_SPOTS)
    state_value: Array = field("printed value of a single state", STATES)
    starter_stash: Array = field("", COLOURS, 4)
    spot_cost: Array = field("as printed", SPOTS, COLOURS)
    strategy: Array = field("strategy of a line-up entry: id in dims/strategies", MAX_PLAYERS)
    # The bans on the line-up's entries, like ``table.banned``; for cards, one bit per entry.
    restrictions: int = field("1: some entry has a ban")
    entry_banned: Array = field("", MAX_PLAYERS, BANS)
    entry_banned_card: Array = field("", MAX_CARDS)


class WorkingMemory(Record, before=make_fields(pile_fields(MAX_CARDS)), after=question_fields()):
    """Working memory: it holds nothing that a later step needs."""

    due: Array = field("", COLOURS)
    discounts: Array = field("", COLOURS)
    substitutions: Array = field("", COLOURS)
    from_package: Array = field("", COLOURS)
    from_mat: Array = field("", COLOURS)
    lost_ec: Array = field("", COLOURS)
    named_colours: Array = field(
        'colours named for EC of "any colour": how many of each are left', COLOURS
    )
    amount: Array = field("gain of each clause of the triggered source, -1 none", 3)
    ec_gains: Array = field("", COLOURS)
    gains: Array = field("stars, bucks, (unused), moves, free bets, free runners", 6)
    event_value: int = field()
    position_count: Array = field("", POSITIONS)
    chosen: Array = field("simultaneous decisions that have not been applied yet", MAX_PLAYERS, 8)
    # The places of cards that a seat cannot see, in ``slot`` fields: the card in each, the seat's
    # knowledge of it, how, when and to whom it was first offered, and how often it was passed over.
    slot_card: Array = field("", MAX_CARDS)
    slot_knowledge: Array = field("", MAX_CARDS)
    slot_how: Array = field("", MAX_CARDS)
    slot_month: Array = field("", MAX_CARDS)
    slot_seat: Array = field("", MAX_CARDS)
    slot_passes: Array = field("", MAX_CARDS)


class Box(EngineFacts, WorkingMemory, after=standing_fields(MAX_PLAYERS), hidden_from="all seats"):
    """The engine's part, hidden from strategies; games change the fields below."""

    # Hidden from everyone.
    key: Array = field("key of this game's streams", 2, kind=np.uint64)
    search_key: Array = field(
        "key of the rollouts' streams; no redeal changes it", 2, kind=np.uint64
    )
    deck: Array = field("", 2 * MAX_CARDS)
    deck_top: int = field()
    deck_end: int = field()
    reshuffles: int = field()
    card_batch: Array = field(
        "the reshuffle that the card came from; 0 for the first deck", MAX_CARDS
    )
    picked_cards: Array = field("cards taken in an open draft (SET-12), else -1", MAX_PLAYERS, 4)
    sheet_taken: Array = field("", MAX_COACHES)
    bubba_stars: int = field("stars of this month's discards (SOLO-2)")
    # For the result tables.
    drafted_card: Array = field("", MAX_PLAYERS, MONTHS + 1)
    drafted_source: Array = field("", MAX_PLAYERS, MONTHS + 1)
    card_drafted_month: Array = field("", MAX_CARDS)
    card_drafted_seat: Array = field("", MAX_CARDS)
    card_played_month: Array = field("", MAX_CARDS)
    card_payment: Array = field("", MAX_CARDS)
    triggers: Array = field("", MAX_SOURCES)
    effect_stars: Array = field("", MAX_SOURCES)
    offer_how: Array = field("how the card first left the deck, -1 not yet", MAX_CARDS)
    offer_month: Array = field("", MAX_CARDS)
    offer_seat: Array = field("", MAX_CARDS)
    card_passes: Array = field("", MAX_CARDS)


class Interventions(Record):
    """The change in a twin game; all zeros if there is none."""

    card_row: int = field("row of the cards sheet whose cards are switched off once in play")
    inert: int = field(
        "the parts of these cards that are switched off: INERT_STARS, INERT_EFFECT or the sum of "
        "both, 0 none"
    )
    seat: int = field("the seat that receives the EC or BB, or that takes the die")
    month: int = field()
    colour: int = field()
    envelopes: int = field("EC of the colour for the month, 0 none")
    foreseen: int = field("1: on the calendar after set-up; 0: when the month begins")
    bucks: int = field("BB when the month begins, 0 none")
    die: int = field("1 or 2: this die of the month is taken in its other mode; 0: neither")


state_dtype = state_record(Interventions, Order, Ledger, Box, Private, MAX_PLAYERS, Table)

changing_fields = Block(state_dtype, first="box.key", last="table.sale_price")
"""The block that a game changes.

Outside it are facts, interventions, orders, the ledger and working memory.
"""
copy_state, clear_state = changing_fields.copier(), changing_fields.clearer()
ledger = Block(state_dtype, "ledger")
"""The rows that the game has recorded.

They are copied separately from the game, and only if rows are kept.
"""
copy_ledger, clear_ledger = ledger.copier(), ledger.clearer()
copy_intervention = Block(Interventions.dtype).copier()
clear_order = Block(Order.dtype).clearer()
