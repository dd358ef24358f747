"""The state of one Stadium game, as one record of int32 fields.

``state`` nests records, split by who may see them (INF):

* ``state.table``: everything public (INF-1), and the component facts that no game changes.
* ``state.seats[seat]``: what only that seat sees (INF-2): its face-down employees, its memory.
* ``state.box``: the engine's own part, which strategies never receive. It has the decks, the keys
  of the random streams and counters for the result tables.
* ``state.ledger``: the rows of the result tables that grow with the game. ``box`` counts them, so a
  copied game keeps its counts and continues in the ledger of its new state.

``state.order`` is the record that a strategy fills with the details of its answer.

Conventions: seats, spaces, bonus spaces, places and cards are numbered from 0, rounds from 1; -1
means none. A *place* is a building or a square: buildings come first, then squares. A card is the
index of its row in the sheet; fields indexed by card count the copies of that row. A *source* of
effects is a space, a place, a player or an employee, in this order (EFF-1).
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.kernel.branching import Block, state_record
from eoc_sim.simulator.kernel.fields import Array, Record, field, make_fields
from eoc_sim.simulator.kernel.game_fields import (
    note_fields,
    question_fields,
    search_fields,
    standing_fields,
)
from eoc_sim.simulator.kernel.shuffling import pile_fields
from eoc_sim.simulator.stadium.codes import CATEGORIES, MOMENTS, PARTS, TOKENS
from eoc_sim.simulator.stadium.columns import TABLES
from eoc_sim.simulator.stadium.names import (
    MAX_BONUSES,
    MAX_CARDS,
    MAX_COPIES,
    MAX_KINDS,
    MAX_STEPS,
    MAX_TOTAL_CLAUSES,
)
from eoc_sim.simulator.stadium.sizes import (
    MAX_BLOCKS,
    MAX_DRAWN,
    MAX_OWNERS,
    MAX_PLACEMENTS,
    MAX_PLACES,
    MAX_ROUNDS,
    MAX_SOURCES,
    MEMORY,
    POINT_TOKEN_ROWS,
    SPACES,
)
from eoc_sim.simulator.stadium.switches import SWITCHES


class Frame(Record):
    """The game, round and turn."""

    game: int = field("number of this game, from 0")
    round: int = field("the round, from 1; 0 during set-up")
    commissioner: int = field("seat of the commissioner, who starts this round")
    first: int = field("seat of the first commissioner")
    turn: int = field("the seat that is being asked")


class Position(Record):
    """The game's position."""

    phase: int = field(
        "the step that comes next: 1 the round begins, 2 VPs are placed, 3 a star is used, 4 the "
        "actions, 5 something is paid for an effect, 6 salaries, 7 losses, 8 the round ends, 9 "
        "the game is over"
    )
    placer: int = field(
        "while VPs are placed: the number of seats clockwise from the commissioner to the owner "
        "who places next"
    )
    space: int = field("the action space that acts (ACT-0), or that costs something (LOS-1)")
    actor: int = field("during the actions: the bonus space of the VP that acts")
    ended: int = field("1: an owner has placed their last block (END-2)")
    ended_by: int = field("how the game ended: 0 by a last block, 1 by the round limit (END-3)")


class ActionBoard(Record):
    """The action board."""

    bonus_tokens: Array = field(
        "tokens on it: BARE, SINGLE, DOUBLE, STACK and higher (BON-8)", SPACES, by="space"
    )
    idle_rounds: Array = field("consecutive rounds without a VP", SPACES, by="space")
    vp_seat: Array = field(
        "the owner of the VP on that bonus space, -1 if free",
        SPACES,
        MAX_BONUSES,
        by="space, bonus",
    )
    vp_turn: Array = field(
        "its position in this round's placement order, from 1",
        SPACES,
        MAX_BONUSES,
        by="space, bonus",
    )
    vp_first: Array = field("1: it acts first (BON-6)", SPACES, MAX_BONUSES, by="space, bonus")
    vp_acted: Array = field("1: its action is done", SPACES, MAX_BONUSES, by="space, bonus")
    vps_on: Array = field("VPs on it", SPACES, by="space")
    free_spaces: int = field("free bonus spaces on all action spaces")
    placed: int = field("VPs placed this round by all owners")
    to_place: Array = field(
        "VPs that the owner still has to place this round", MAX_OWNERS, by="seat"
    )
    placed_space: int = field("the action space that the last VP was placed on")
    placed_bonus: int = field("the bonus space that it was placed on")
    stars_left: int = field("units of the star just earned that are still to be used (BON-5)")
    losses_done: int = field("losses that this space has already caused this round")


class CurrentEffects(Record):
    """The effects that are being applied."""

    effect_seat: int = field("the owner whose effects are applied (EFF-1)")
    effect_moment: int = field(
        "the moment at which they act: FOOTBALL, STAR, or ACTION_MOMENT + space"
    )
    effect_place: int = field("the index in `table.acting_sources` of the source whose turn it is")
    effect_copy: int = field("the copy whose turn it is, from 0")
    effect_clause: int = field(
        "the clause that may be paid for: `exchange` is asked about it; -1 none"
    )
    effect_from: int = field("0 all effects, 1 only those of the space, 2 only those of the owner")
    effect_cards: int = field("card bonuses still to come in this game time")
    football_turn: int = field("number of owners whose game time is done")


class Owners(Record):
    """Owners."""

    tokens: Array = field(
        "tokens that the owner has: MONEY, EQUIPMENT, WINS, ENTERTAINMENT, CONSTRUCTION",
        MAX_OWNERS,
        TOKENS,
        by="seat, kind",
    )
    blocks_left: Array = field("blocks not yet placed; at 0 the game ends", MAX_OWNERS, by="seat")
    vps: Array = field(
        "all VPs of the owner; `active_vps` counts those that can be placed this round",
        MAX_OWNERS,
        by="seat",
    )
    vp_most: Array = field(
        "the maximum number of VPs that the owner may have (ACT-6)", MAX_OWNERS, by="seat"
    )
    new_vps: Array = field("VPs that the owner bought this round", MAX_OWNERS, by="seat")
    away: Array = field("the owner's VPs on vacation this round (GAM-5)", MAX_OWNERS, by="seat")
    away_next: Array = field(
        "the owner's VPs that will be on vacation in the next round", MAX_OWNERS, by="seat"
    )
    block: Array = field("1: the owner has a block there", MAX_OWNERS, MAX_PLACES, by="seat, place")
    blocks_on: Array = field("number of blocks that all owners have there", MAX_PLACES, by="place")
    blocks_at: Array = field(
        "the owner's blocks by level: FIELD, LEVEL_1 to LEVEL_3", MAX_OWNERS, 4, by="seat, level"
    )
    category_taken: Array = field(
        "1: the owner has a square of this category", MAX_OWNERS, CATEGORIES, by="seat, category"
    )
    point_tokens: Array = field("points on the owner's point tokens", MAX_OWNERS, by="seat")
    bonus_tiles: Array = field("points on the owner's bonus tiles", MAX_OWNERS, by="seat")
    part: Array = field(
        "the parts of the final score: field, levels 1 to 3, players, "
        "employees, entertainment, point tokens, bonus tiles",
        MAX_OWNERS,
        PARTS,
        by="seat, part",
    )
    score: Array = field("points, as if the game ended now", MAX_OWNERS, by="seat")


class OpenCards(Record):
    """Cards in the open."""

    area: Array = field("copies in the draft area", MAX_KINDS, by="player")
    area_size: int = field("players in the draft area")
    team: Array = field("copies that an owner has", MAX_OWNERS, MAX_KINDS, by="seat, player")
    team_size: Array = field("players that the owner has", MAX_OWNERS, by="seat")
    hired: Array = field(
        "copies that the owner has hired", MAX_OWNERS, MAX_KINDS, by="seat, employee"
    )
    hired_count: Array = field("employees that the owner has hired", MAX_OWNERS, by="seat")
    worked: Array = field(
        "copies of hired employees whose star was used this round (BON-5)",
        MAX_OWNERS,
        MAX_KINDS,
        by="seat, employee",
    )
    face_down_count: Array = field("employees drawn but not hired", MAX_OWNERS, by="seat")
    discarded_players: Array = field("copies in the discard pile", MAX_KINDS, by="player")
    discarded_employees: Array = field("copies in the discard pile", MAX_KINDS, by="employee")
    players_left: int = field("cards in the deck of players")
    employees_left: int = field("cards in the deck of employees")
    five_million_left: int = field("tokens of 5 money in the draft area (ACT-19)")
    point_tokens_left: int = field("point tokens in the draft area, the most valuable on top")
    inert: Array = field(
        "the part of it that a what-if has switched off: 1 points, 2 effect, 3 both; 0 none",
        MAX_SOURCES,
        by="source",
    )
    tiles_left: Array = field(
        "1: not yet won; tile 0 is the bowl's, tile 1 that of level 3 (SCO-5)", 2, by="tile"
    )


# From here on, the fields are facts, which no game changes.
class WhoPlays(Record):
    """The owners."""

    owners: int = field("seats that strategies play: 2 to 5")


class RuleSet(Record, before=make_fields((f"rule_{name}", np.int32) for name in SWITCHES)):
    """One field per switch (SWI): the code of its value, from switches.py."""


class SpaceFacts(Record):
    """Action spaces: printed facts."""

    space_arrow: Array = field(
        "1: it has an arrow, so it has a token from the start (SET-3)", SPACES, by="space"
    )
    space_loss: Array = field(
        "what its stack costs: a token, LOSS_EMPLOYEE or LOSS_PLAYER", SPACES, by="space"
    )
    bonuses: Array = field("number of its bonus spaces", SPACES, by="space")
    bonus: Array = field(
        "what a bonus space gives: a token, BONUS_CARD, BONUS_STAR or BONUS_FIRST",
        SPACES,
        MAX_BONUSES,
        by="space, bonus",
    )


class PlaceFacts(Record):
    """Places: printed facts."""

    buildings: int = field("number of buildings; they are the first places, before the squares")
    places: int = field("number of places")
    place_absent: Array = field("1: not on this version's board", MAX_PLACES, by="place")
    place_level: Array = field("FIELD, LEVEL_1, LEVEL_2 or LEVEL_3", MAX_PLACES, by="place")
    place_category: Array = field(
        "category of a square: SEASON, PLAYOFFS, CHAMPIONSHIP or BOWL; else -1",
        MAX_PLACES,
        by="place",
    )
    place_wins: Array = field(
        "wins that a square requires but does not take", MAX_PLACES, by="place"
    )
    place_price: Array = field("tokens that are paid for it", MAX_PLACES, TOKENS, by="place, kind")
    place_points: Array = field("points of a block there", MAX_PLACES, by="place")


class DeckFacts(Record):
    """Players and employees: printed facts."""

    players: int = field("rows of the sheet of players")
    player_copies: Array = field("cards of this row", MAX_KINDS, by="player")
    player_signing: Array = field("money that drafting the player costs", MAX_KINDS, by="player")
    player_salary: Array = field("salary due every round", MAX_KINDS, by="player")
    player_points: Array = field("points at the end", MAX_KINDS, by="player")
    employees: int = field("rows of the sheet of employees")
    employee_copies: Array = field("cards of this row", MAX_KINDS, by="employee")
    employee_cost: Array = field("money that hiring the employee costs", MAX_KINDS, by="employee")
    employee_salary: Array = field("salary due every round", MAX_KINDS, by="employee")
    employee_points: Array = field("points at the end", MAX_KINDS, by="employee")


class EffectFacts(Record):
    """Effects: printed facts."""

    source_first: Array = field("its first clause", MAX_SOURCES, by="source")
    source_last: Array = field(
        "one more than its last clause: the end of a range over its clauses",
        MAX_SOURCES,
        by="source",
    )
    clause_moment: Array = field(
        "when it acts: FOOTBALL, STAR, or ACTION_MOMENT + a space", MAX_TOTAL_CLAUSES, by="clause"
    )
    clause_in_action: Array = field(
        "1: it is the action itself (exchanging tokens on Train or Build)",
        MAX_TOTAL_CLAUSES,
        by="clause",
    )
    clause_repeats: Array = field(
        "1: it may be repeated as often as the owner likes and can pay",
        MAX_TOTAL_CLAUSES,
        by="clause",
    )
    clause_pay: Array = field(
        "the kind of token that it costs, -1 nothing", MAX_TOTAL_CLAUSES, by="clause"
    )
    clause_price: Array = field("number of those tokens", MAX_TOTAL_CLAUSES, by="clause")
    clause_gain: Array = field(
        "the kind of token that it gives, or GAIN_CARDS", MAX_TOTAL_CLAUSES, by="clause"
    )
    clause_amount: Array = field("number of those tokens or cards", MAX_TOTAL_CLAUSES, by="clause")
    acting_sources: Array = field(
        "the sources, in order, that have a clause at this moment other than the action itself",
        MOMENTS,
        MAX_SOURCES,
        by="moment, index",
    )
    acting_count: Array = field("number of those sources", MOMENTS, by="moment")
    train_clause: int = field("the clause by which Train exchanges tokens, -1 none")
    build_clause: int = field("the clause by which Build changes tokens, -1 none")


class BoardFacts(Record):
    """The board: printed facts."""

    ticket_most_by_wins: int = field("Tickets pays 1 money per win, but no more than this (ACT-15)")
    ticket_steps: int = field("number of steps of the ticket table")
    ticket_wins: Array = field("wins from which the step applies", MAX_STEPS, by="step")
    ticket_money: Array = field("money that it pays instead", MAX_STEPS, by="step")
    point_token_count: int = field("point tokens in the game")
    point_token_value: Array = field("points of each, highest first", POINT_TOKEN_ROWS, by="index")
    bonus_tile_points: int = field("points of a bonus tile")


class Table(
    Frame,
    Position,
    ActionBoard,
    CurrentEffects,
    Owners,
    OpenCards,
    WhoPlays,
    RuleSet,
    SpaceFacts,
    PlaceFacts,
    DeckFacts,
    EffectFacts,
    BoardFacts,
):
    """The public part (INF-1), and the facts of the components."""


class Private(Record, after=note_fields(MEMORY, "round"), hidden_from="other seats"):
    """The seat's own record (INF-2)."""

    seat: int = field("this seat")
    face_down: Array = field("copies that were drawn but not hired", MAX_KINDS, by="employee")


class Order(
    Record,
    after=search_fields("rounds to play before `judge` is asked; 0 plays to the end"),
):
    """A strategy's order: the details of its answer."""

    kind: int = field("need not be set: the engine stores the returned value here")
    space: int = field("an action space")
    bonus: int = field("a bonus space of that action space")
    employee: int = field("the hired employee whose star is used")
    accept: int = field(
        "bits: bit i pays for clause `table.source_first[EMPLOYEE_SOURCE + employee]` + i"
    )
    amount: int = field("number of times")
    place: int = field("a square or a building")
    card: int = field("a player in the draft area, or the card to lose")
    give: int = field("the owner's player that is swapped or cashed in")
    vps: int = field("number of VPs paid")
    players: Array = field("number of copies paid", MAX_KINDS, by="player")
    employees: Array = field("number of copies hired or paid", MAX_KINDS, by="employee")


class Ledger(Record, hidden_from="all seats"):
    """The rows of result tables that grow with the game; see `columns`."""

    seats: Array = field("", MAX_OWNERS, kind=TABLES["seats"].ledger_dtype)
    placements: Array = field("", MAX_PLACEMENTS, kind=TABLES["placements"].ledger_dtype)
    bonuses: Array = field("", MAX_PLACEMENTS, kind=TABLES["bonuses"].ledger_dtype)
    blocks: Array = field("", MAX_BLOCKS, kind=TABLES["blocks"].ledger_dtype)
    players: Array = field("", MAX_PLACEMENTS, kind=TABLES["players"].ledger_dtype)
    employees: Array = field("", MAX_DRAWN, kind=TABLES["employees"].ledger_dtype)
    rounds: Array = field("by seat", MAX_OWNERS, MAX_ROUNDS, kind=TABLES["rounds"].ledger_dtype)
    spaces: Array = field("by round", MAX_ROUNDS, SPACES, kind=TABLES["spaces"].ledger_dtype)


class EngineFacts(Record):
    """Facts that only the engine needs and that no game changes."""

    player_item: Array = field(
        "the identity of each row and copy (RND-1)", MAX_KINDS * MAX_COPIES, kind=np.uint64
    )
    employee_item: Array = field("", MAX_KINDS * MAX_COPIES, kind=np.uint64)
    strategy: Array = field("strategy of a line-up entry: id in dims/strategies", MAX_OWNERS)


class WorkingMemory(
    Record,
    before=make_fields(pile_fields(MAX_CARDS)),
    after=question_fields(),
):
    """Working memory: it holds nothing that a later step needs."""

    gains: Array = field("gains of the current action or effect", TOKENS)
    payments: Array = field("", TOKENS)
    extra: Array = field("", TOKENS)
    drawn_employee: Array = field("employees drawn by the current card bonus, -1 none", 2)
    drawn_player: Array = field("", 2)
    chosen_vps: Array = field("simultaneous decisions that have not been applied yet", MAX_OWNERS)
    chosen_players: Array = field("", MAX_OWNERS, MAX_KINDS)
    chosen_employees: Array = field("", MAX_OWNERS, MAX_KINDS)
    chosen_card: Array = field("", MAX_OWNERS)
    hidden_row: Array = field("rows of the employees that are redealt", MAX_CARDS)
    hidden_seat: Array = field("their owners, -1 in the deck", MAX_CARDS)
    hidden_deck: Array = field("the decks that they come from", MAX_CARDS)


class Box(EngineFacts, WorkingMemory, after=standing_fields(MAX_OWNERS), hidden_from="all seats"):
    """The engine's part, hidden from strategies; games change the fields below."""

    key: Array = field("key of this game's streams", 2, kind=np.uint64)
    search_key: Array = field(
        "key of the rollouts' streams, which no redeal changes", 2, kind=np.uint64
    )
    # Gains and costs of one owner's game time, by source (GAM-1).
    source_gains: Array = field("", MAX_SOURCES, TOKENS)
    source_costs: Array = field("", MAX_SOURCES, TOKENS)
    player_deck: Array = field("the last card is the top", MAX_CARDS)
    employee_deck: Array = field("", MAX_CARDS)
    player_reshuffles: int = field()
    employee_reshuffles: int = field()
    # The deck, counted from 0, from which an owner last drew an employee of that row (INF-2).
    drawn_from_deck: Array = field("", MAX_OWNERS, MAX_KINDS)
    # Counters for the result tables.
    placements: int = field("rows of the ledger's placements")
    placement_row: Array = field("", SPACES, MAX_BONUSES)
    first_placement: Array = field(
        "number of placements before each round; the index is the round", MAX_ROUNDS + 2
    )
    owned_round: Array = field("when a place or card first came to an owner", MAX_SOURCES)
    first_owner: Array = field("", MAX_SOURCES)
    bonus_rows: int = field()
    block_rows: int = field()
    player_rows: int = field()
    employee_rows: int = field()
    full: int = field("1: more employees drawn than the ledger holds")
    ender: int = field("the seat whose block ended the game, -1 none")
    tie_step: int = field("the step that decided: 0 points, 1 to 3 tie-breaks, 4 none")


class Interventions(Record):
    """The change in a twin game; all zeros if there is none."""

    source: int = field("a place or card that is off once an owner first has it")
    inert: int = field(
        "the parts of it that are off: INERT_POINTS, INERT_EFFECT or the sum of both, 0 none"
    )
    seat: int = field("the seat that is given something, or denied a VP")
    round: int = field()
    token: int = field("the token given as the round begins")
    amount: int = field("number of those tokens, 0 none")
    moved: int = field("the number (from 1) of the round's placement that goes elsewhere; 0 none")
    denied: int = field("the number of the VP that the seat may not buy; 0 none")


state_dtype = state_record(Interventions, Order, Ledger, Box, Private, MAX_OWNERS, Table)

changing_fields = Block(state_dtype, first="box.key", last="table.tiles_left")
"""The block of fields that a game changes.

Outside it are facts, interventions, orders, the ledger and working memory.
"""
copy_state, clear_state = changing_fields.copier(), changing_fields.clearer()
copy_ledger = Block(state_dtype, "ledger").copier()
clear_seat_rows = Block(state_dtype, "ledger.seats").clearer()
copy_intervention = Block(Interventions.dtype).copier()
clear_order = Block(Order.dtype).clearer()
