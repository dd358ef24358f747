"""The state of a game of Eleven, one record of whole numbers.

``state`` nests records, split by who may see them (INF):

* ``state.table``: everything public (INF-1), and the component facts that no game changes.
* ``state.seats[seat]``: what only that seat sees (INF-2): its memory, the line-ups that it may
  face, and the memory in which it tries layouts.
* ``state.box``: the engine's own record, which strategies never receive: the keys of the random
  streams, the schedule and line-ups that nobody has seen, the match being played, and counters for
  the result tables.
* ``state.ledger``: the rows of the result tables that grow with the game.

There is also ``state.order``, the record that a strategy fills in to give its order.

Conventions: seats, markers, cells, clubs and cards are numbered from 0, weeks from 1; -1 means
none. A *place* is a club's index in the league table: the lower deck's clubs come first, and each
deck's clubs are in the order of the sheet. Marker 0 has jersey 2.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven.betting_state import BetFacts, BetOrder, Bets, BetWork, Chances
from eoc_sim.simulator.eleven.columns import TABLES
from eoc_sim.simulator.eleven.leaflet_state import LeafletFacts, UniqueBoards
from eoc_sim.simulator.eleven.league_match_state import HiddenMatch, LeagueMatch
from eoc_sim.simulator.eleven.pitch import (
    CELLS,
    MARKERS,
    MARKERS_OF_COLOUR,
    OFF_PITCH,
    SECTIONS,
    Teams,
)
from eoc_sim.simulator.eleven.referee_state import MatchReferees, RefereeFacts, RefereeWork
from eoc_sim.simulator.eleven.season_state import (
    PARTS,
    CardsInGame,
    ClubsOfManagers,
    Day,
    Deal,
    HiddenFacts,
    KnownCards,
    MatchOfWeek,
    Piles,
    SeasonFacts,
    SeasonOrder,
    SeasonWork,
    WinterBreak,
)
from eoc_sim.simulator.eleven.sizes import (
    CLUBS,
    CLUBS_IN_DECK,
    DECKS_IN_EPIC,
    DIRECTORS_DEALT,
    FACES,
    FIELD_PLACES,
    MAX_ACTIONS,
    MAX_CLAUSES,
    MAX_CLUBS,
    MAX_DEALS,
    MAX_EXPECTED_LINE_UPS,
    MAX_LINE_UPS,
    MAX_LINE_UPS_OF_CLUB,
    MAX_MANAGERS,
    MAX_PILE,
    MAX_SEAT_WEEKS,
    MAX_TACTICS,
    MAX_TAKEN,
    MAX_TRADED,
    MAX_WEEKS,
    MAX_WINTER_TOKENS,
    MEMORY,
    POSITIONS,
)
from eoc_sim.simulator.eleven.switches import SWITCHES
from eoc_sim.simulator.kernel.branching import Block, state_record
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.fields import Array, Record, field, make_fields
from eoc_sim.simulator.kernel.game_fields import (
    note_fields,
    question_fields,
    search_fields,
    standing_fields,
)
from eoc_sim.simulator.kernel.shuffling import pile_fields

# Values of ``table.phase``, each named after the step that comes next. All but SET_UP are resting
# points of the game.
SET_UP, BEGINNING, PREPARING, TURNING, PLAYING = range(5)
DRAFTING, STARTING, CHOOSING_OBJECTIVES, PRODUCING, VOTING = range(5, 10)
ACTING, DEALING, LAYING_OUT, USING, ENDING_MATCH, CONSEQUENCES, CHOOSING_SIDES = range(10, 17)
ENDING, WEEK_EFFECTS, RENEWING, END_EFFECTS, FINISHING = range(17, 22)
BETTING, PAYING_BETS = range(22, 24)
BREAKING, WINTER_OBJECTIVES, WINTER_ACTING, WINTER_PICKING, WINTER_PLACING = range(24, 29)
CALLING_REFEREE, REFEREEING, ADDING_TACTIC, REFEREED, SUSPENDING = range(29, 34)
SHOWING, ANSWERING, ALTERNATING, PLAYING_HALF, SHOOTING, GAME_OVER = range(34, 40)
PHASE_NAMES = (
    *("set-up", "beginning", "preparing", "turning markers", "playing"),
    *("drafting", "effects of directors", "choosing objectives", "production", "board meeting"),
    *("a day", "a deal", "laying out", "abilities", "after a match", "consequences"),
    "choosing sides of unique cards",
    *("ending a week", "effects at a week's end", "renewing", "effects at the end"),
    *("the end", "bets", "payout of bets"),
    *("winter break", "winter objectives", "winter market", "winter tokens", "placing tokens"),
    *("calling a referee", "a referee's dice", "another tactic card", "after a referee"),
    *("a referee's token", "showing a formation", "answering a formation", "effects in turn"),
    *("playing a half", "shoot-out", "game over"),
)

WON, DRAWN, LOST = range(3)
RESULTS = 3

IF_NOTHING, IF_OPPONENT_ABOVE, IF_SHIELDS_BACK, IF_QUIET_CENTRE, IF_CARDS = range(5)
"""The conditions of a tactic's clause.

The last is about cards, which nobody has in a league.
"""
CONDITIONS = 2
"""The maximum number of conditions in a clause."""


class Frame(Record):
    """The game, week and turn."""

    game: int = field("number of this game, from 0")
    week: int = field("the week, from 1; 0 during set-up")
    first_manager: int = field("seat of this week's first manager")
    first: int = field("seat of the first manager of week 1")
    turn: int = field("the seat that is asked now")


class Position(Record):
    """The game's position."""

    phase: int = field(
        "the next step: "
        + ", ".join(f"{phase} {name}" for phase, name in enumerate(PHASE_NAMES) if phase)
    )
    turns_taken: int = field("in this step: turns that managers have taken")
    turns_left: int = field("in step 3: markers that the manager may still turn")


class LeagueTable(Record):
    """The league table."""

    club_points: Array = field("points so far", MAX_CLUBS, by="place")
    club_result: Array = field("points in the last week played", MAX_CLUBS, by="place")
    club_met: Array = field(
        "seat whose result counted for the club, -1 none", MAX_CLUBS, by="place"
    )
    schedule: Array = field(
        "place of the club that the seat meets; -1 not known yet, under `scouting = deck`",
        MAX_MANAGERS,
        MAX_WEEKS,
        by="seat, week - 1",
    )
    points: Array = field("points so far", MAX_MANAGERS, by="seat")
    results: Array = field("matches: WON, DRAWN and LOST", MAX_MANAGERS, RESULTS, by="seat, result")
    goals_for: Array = field("goals scored so far", MAX_MANAGERS, by="seat")
    goals_against: Array = field("goals of the seat's opponents", MAX_MANAGERS, by="seat")
    position: Array = field("position in the league now, from 1 (LEA-5)", MAX_MANAGERS, by="seat")
    part: Array = field(
        "the parts of the score: league, youngsters, stadium, staff, objective, effects, "
        "penalties, money",
        MAX_MANAGERS,
        PARTS,
        by="seat, part",
    )
    score: Array = field("VP, as if the game ended now", MAX_MANAGERS, by="seat")


class TeamsOfManagers(Record):
    """The managers' teams."""

    holds: Array = field(
        "1: the seat holds this tactic card",
        MAX_MANAGERS,
        MAX_TACTICS,
        by="seat, card",
        kind=np.int8,
    )
    team_strength: Array = field(
        "strength of the seat's markers this week", MAX_MANAGERS, MARKERS, by="seat, marker"
    )
    team_side: Array = field(
        "SHIELD or BALL, as the seat's markers lie", MAX_MANAGERS, MARKERS, by="seat, marker"
    )
    team_keeper: Array = field("strength of the seat's keeper", MAX_MANAGERS, by="seat")
    team_gloves: Array = field("gloves of the seat's keeper", MAX_MANAGERS, by="seat")
    tactic: Array = field("the tactic card played this week, -1 none", MAX_MANAGERS, by="seat")
    formation: Array = field("this week's formation", MAX_MANAGERS, by="seat")
    cell: Array = field(
        "where the seat's markers stand this week, -1 before they are laid out",
        MAX_MANAGERS,
        MARKERS,
        by="seat, marker",
    )
    turned: Array = field(
        "1: the tactic card has turned this marker", MAX_MANAGERS, MARKERS, by="seat, marker"
    )
    line_up: Array = field("the opponent's line-up, -1 not revealed", MAX_MANAGERS, by="seat")


# The records from here to `ScoreFacts` hold facts, which no game changes.
class WhoPlays(Record):
    """The managers."""

    managers: int = field("seats that strategies play: 2 to 4, or 1 in solo")


class RuleSet(Record, before=make_fields((f"rule_{name}", np.int32) for name in SWITCHES)):
    """One field per switch (SWI): the code for its value, as in switches.py."""


class ClubFacts(Record):
    """Clubs and their line-ups: printed facts."""

    clubs: int = field("clubs in the league table")
    club_at: Array = field("the club at a place in the game's list of clubs", MAX_CLUBS, by="place")
    club_colour: Array = field("a club's colour: 0 red, 1 blue, 2 green", CLUBS, by="club")
    club_deck: Array = field(
        "a club's deck: 0 for deck 3, 1 for 3/2, 2 for 2/1, 3 for deck 1", CLUBS, by="club"
    )
    line_ups_of: Array = field("number of a club's line-ups", CLUBS, by="club")
    line_up_of: Array = field(
        "a club's line-ups", CLUBS, MAX_LINE_UPS_OF_CLUB, by="club, number", kind=np.int16
    )
    line_up_formation: Array = field(
        "formation of a line-up", MAX_LINE_UPS, by="line-up", kind=np.int16
    )
    line_up_cell: Array = field(
        "where the line-up's markers stand, as the club sees the pitch",
        MAX_LINE_UPS,
        MARKERS,
        by="line-up, marker",
        kind=np.int8,
    )
    line_up_side: Array = field(
        "SHIELD or BALL", MAX_LINE_UPS, MARKERS, by="line-up, marker", kind=np.int8
    )
    line_up_strength: Array = field(
        "strength", MAX_LINE_UPS, MARKERS, by="line-up, marker", kind=np.int8
    )
    line_up_keeper: Array = field(
        "strength of the line-up's keeper", MAX_LINE_UPS, by="line-up", kind=np.int16
    )
    line_up_gloves: Array = field(
        "gloves of the line-up's keeper", MAX_LINE_UPS, by="line-up", kind=np.int16
    )
    die: Array = field("points by colour and face (LEA-4)", 3, FACES, by="colour, face - 1")


class SquadFacts(Record):
    """The squad that the switch `profile` selects: reconstructed facts."""

    squad_strength: Array = field(
        "strength of a marker in a week",
        MAX_WEEKS,
        MARKERS,
        by="week - 1, marker",
        kind=np.int16,
    )
    squad_keeper: Array = field("strength of the keeper", MAX_WEEKS, by="week - 1")
    squad_gloves: Array = field("gloves of the keeper", MAX_WEEKS, by="week - 1")


class TacticFacts(Record):
    """Tactic cards: reported facts."""

    tactics: int = field("rows of the sheet of tactic cards")
    tactic_is_basic: Array = field("1: a basic card, with two formations", MAX_TACTICS, by="card")
    tactic_in_play: Array = field("1: the card is in the game", MAX_TACTICS, by="card")
    tactic_formations: Array = field(
        "the card's formations, a bit for each, in the order of `IN_ROW`",
        MAX_TACTICS,
        by="card",
    )
    tactic_turns: Array = field(
        "number of the manager's markers that the card may turn", MAX_TACTICS, by="card"
    )
    tactic_gloves: Array = field("gloves that the card adds", MAX_TACTICS, by="card")
    tactic_goals: Array = field(
        "goals that a clause adds",
        MAX_TACTICS,
        MAX_CLAUSES,
        by="card, clause",
        kind=np.int16,
    )
    tactic_if: Array = field(
        "what the clause asks for: 0 for nothing, 1 for an opponent above in the table, 2 for "
        "shields in the manager's row of defenders, 3 for no goal from the opponent's central "
        "attack, 4 for a condition on player cards, which exist only in a season",
        MAX_TACTICS,
        MAX_CLAUSES,
        CONDITIONS,
        by="card, clause, condition",
        kind=np.int8,
    )
    tactic_least: Array = field(
        "the number of shields that the clause asks for",
        MAX_TACTICS,
        MAX_CLAUSES,
        CONDITIONS,
        by="card, clause, condition",
        kind=np.int8,
    )


class ScoreFacts(Record):
    """The table of VP for positions."""

    position_vp: Array = field(
        "VP for a position; the last entry also applies to all lower positions",
        POSITIONS,
        by="position - 1",
    )


class Table(
    Frame,
    Position,
    Day,
    Deal,
    LeagueTable,
    ClubsOfManagers,
    CardsInGame,
    WinterBreak,
    MatchOfWeek,
    UniqueBoards,
    Bets,
    MatchReferees,
    LeagueMatch,
    TeamsOfManagers,
    WhoPlays,
    RuleSet,
    ClubFacts,
    SquadFacts,
    TacticFacts,
    ScoreFacts,
    BetFacts,
    RefereeFacts,
    SeasonFacts,
    LeafletFacts,
):
    """The public part (INF-1), and the facts of the components."""


class ExpectedLineUps(Record):
    """The line-ups that the seat has to expect (INF-3), all equally likely."""

    line_ups: int = field("number of expected line-ups")
    their_balls: Array = field(
        "balls in a section by strength, packed into one number as `contest.py` describes",
        SECTIONS,
        MAX_EXPECTED_LINE_UPS,
        by="section, line-up",
        kind=np.uint64,
    )
    their_shields: Array = field(
        "shields in a section, packed in the same way",
        SECTIONS,
        MAX_EXPECTED_LINE_UPS,
        by="section, line-up",
        kind=np.uint64,
    )
    their_keeper: Array = field("strength of the keeper", MAX_EXPECTED_LINE_UPS, by="line-up")
    their_gloves: Array = field("gloves of the keeper", MAX_EXPECTED_LINE_UPS, by="line-up")


class LayoutTrial(Record):
    """The memory in which `best_layout` tries layouts (INF-6)."""

    tried: Array = field(
        "cards being tried, each plus 1: the keeper, then jerseys 2 to 11", FIELD_PLACES, by="index"
    )
    best: Array = field("the best layout: where each marker stands", MARKERS, by="marker")
    best_value: int = field(
        "over all line-ups: 1 024 times the best layout's points, plus its goal difference"
    )
    rows: Array = field("the rows that a marker may stand in, as bits", MARKERS, by="marker")
    strength: Array = field("strength of a marker", MARKERS, by="marker")
    side: Array = field("SHIELD or BALL", MARKERS, by="marker")
    keeper: int = field("strength of the manager's keeper")
    gloves: int = field("the keeper's gloves")
    cell: Array = field("the layout being tried", MARKERS, by="marker")
    value: int = field("value of the layout being tried")
    start: Array = field("the best random layout of the formation", MARKERS, by="marker")
    start_value: int = field("value of the best random layout")
    free: Array = field("cells not yet taken", MARKERS, by="number")
    by_freedom: Array = field("markers, those with the fewest rows first", MARKERS, by="number")
    in_cell: Array = field("number of markers in a cell", CELLS, by="cell")
    balls: Array = field("the manager's balls by section", SECTIONS, by="section", kind=np.uint64)
    shields: Array = field(
        "the manager's shields by section", SECTIONS, by="section", kind=np.uint64
    )
    shots: Array = field(
        "shots of both teams", SECTIONS, MAX_EXPECTED_LINE_UPS, by="section, line-up", kind=np.int64
    )
    counted: Array = field(
        "sums of `me.shots` over the sections", MAX_EXPECTED_LINE_UPS, by="line-up", kind=np.int64
    )


class Private(
    KnownCards,
    ExpectedLineUps,
    LayoutTrial,
    Chances,
    after={"seat": field("the strategy's own seat"), **note_fields(MEMORY, "week")},
    hidden_from="other seats",
):
    """The seat's own record (INF-2)."""


class Order(
    SeasonOrder,
    BetOrder,
    after=search_fields("weeks that are played before `judge` is asked; 0 plays to the end"),
):
    """A strategy's order: the details of its answer."""

    kind: int = field("need not be set: the engine stores the returned value here")
    tactic: int = field("the tactic card that is played, -1 none")
    formation: int = field("the formation, as `IN_ROW` numbers them")
    cell: Array = field(
        "where the marker stands: 3 times its row, plus 0 to 2; -1 for the three spare markers",
        MARKERS_OF_COLOUR,
        by="marker",
    )
    marker: int = field("the marker that is turned, or the first of a swap")


class Ledger(Record, hidden_from="all seats"):
    """The rows of result tables that grow with the game; see `columns`."""

    seats: Array = field("by seat", MAX_MANAGERS, kind=TABLES["seats"].ledger_dtype)
    actions: Array = field("by number", MAX_ACTIONS, kind=TABLES["actions"].ledger_dtype)
    players: Array = field("by number", MAX_TRADED, kind=TABLES["players"].ledger_dtype)
    staff: Array = field("by number", MAX_TAKEN, kind=TABLES["staff"].ledger_dtype)
    sponsors: Array = field("by number", MAX_TAKEN, kind=TABLES["sponsors"].ledger_dtype)
    tokens: Array = field("by number", MAX_TAKEN, kind=TABLES["tokens"].ledger_dtype)
    directors: Array = field("by number", MAX_TAKEN, kind=TABLES["directors"].ledger_dtype)
    drafts: Array = field(
        "by number", MAX_MANAGERS * DIRECTORS_DEALT, kind=TABLES["drafts"].ledger_dtype
    )
    votes: Array = field("by number", MAX_SEAT_WEEKS, kind=TABLES["votes"].ledger_dtype)
    deals: Array = field("by number", MAX_DEALS, kind=TABLES["deals"].ledger_dtype)
    bets: Array = field("by number", MAX_SEAT_WEEKS, kind=TABLES["bets"].ledger_dtype)
    winter: Array = field("by number", MAX_WINTER_TOKENS, kind=TABLES["winter"].ledger_dtype)
    referees: Array = field("by number", MAX_SEAT_WEEKS, kind=TABLES["referees"].ledger_dtype)
    weeks: Array = field("by seat", MAX_MANAGERS, MAX_WEEKS, kind=TABLES["weeks"].ledger_dtype)
    matches: Array = field("by seat", MAX_MANAGERS, MAX_WEEKS, kind=TABLES["matches"].ledger_dtype)


class EngineFacts(HiddenFacts):
    """Facts that only the engine needs, and that no game changes."""

    club_item: Array = field("the identity of a club (RND-1)", CLUBS, kind=np.uint64)
    tactic_item: Array = field("the identity of a tactic card", MAX_TACTICS, kind=np.uint64)
    line_up_balls: Array = field(
        "balls of a line-up, packed as in `contest.py`", MAX_LINE_UPS, SECTIONS, kind=np.uint64
    )
    line_up_shields: Array = field(
        "its shields, packed likewise", MAX_LINE_UPS, SECTIONS, kind=np.uint64
    )
    strategy: Array = field(
        "strategy of each entry, an id in dims/strategies; `entry` gives a seat's entry",
        MAX_MANAGERS,
    )


class WorkingMemory(
    Teams,
    SeasonWork,
    BetWork,
    RefereeWork,
    before=make_fields(pile_fields(MAX_PILE)),
    after=question_fields(),
):
    """Working memory, which a game does not need at its resting points."""

    chosen_tactic: Array = field(
        "simultaneous decisions that have not been applied yet", MAX_MANAGERS
    )
    chosen_formation: Array = field("", MAX_MANAGERS)
    chosen_cell: Array = field("", MAX_MANAGERS, MARKERS)
    shots_of: Array = field("shots and goals of both teams by section", 2, SECTIONS)
    goals_of: Array = field("", 2, SECTIONS)
    roll_off: Array = field("seats still in a roll-off, and their rolls", MAX_MANAGERS, 2)


class Box(
    EngineFacts,
    WorkingMemory,
    after={**Piles.fields, **HiddenMatch.fields, **standing_fields(MAX_MANAGERS)},
    hidden_from="all seats",
):
    """The engine's part, hidden from strategies; games change the fields below."""

    key: Array = field("key of this game's streams", 2, kind=np.uint64)
    search_key: Array = field(
        "key of the rollouts' streams, which no redeal changes", 2, kind=np.uint64
    )
    deck_order: Array = field("the places of each deck, shuffled", DECKS_IN_EPIC, CLUBS_IN_DECK)
    opponent_clubs: Array = field(
        "the places of the clubs that a seat meets, in order (LEA-3)", MAX_MANAGERS, MAX_WEEKS
    )
    coming_line_up: Array = field("the line-up of this week's match", MAX_MANAGERS)
    basic_tactic: Array = field("basic tactic card dealt to a seat, -1 none", MAX_MANAGERS)
    other_tactic: Array = field(
        "first non-basic tactic card dealt to a seat, -1 none", MAX_MANAGERS
    )
    goals_of_game: int = field("goals in all matches")
    result: Array = field("result of this week's match: WON, DRAWN or LOST", MAX_MANAGERS)


EFFECT_OFF, VP_OFF, CARD_OFF = 1, 2, 3
"""The codes for what a twin turns off.

They stand for a thing's effect, a token's VP, and a card, which nobody can then assign.
"""


class Interventions(Record):
    """The change in a twin (TWI); all zeros for none."""

    source: int = field("the thing that is turned off when a manager first gets it")
    off: int = field("EFFECT_OFF, VP_OFF or CARD_OFF, 0 nothing")
    seat: int = field("the seat that is given, shown or denied something")
    week: int = field()
    resource: int = field("the resource that the seat is given as the week begins")
    amount: int = field("the amount of the resource, 0 none")
    known: int = field("1: the seat knows the coming line-up")
    day: int = field("the day on which the seat has no action, 0 none")
    denied: int = field("1: the seat has no extra actions from this week on")


state_dtype = state_record(Interventions, Order, Ledger, Box, Private, MAX_MANAGERS, Table)

changing_fields = Block(state_dtype, first="box.key", last="table.line_up")
"""The block that a game changes.

The rest is facts, ledgers and working memory.
"""
copy_state, clear_state = changing_fields.copier(), changing_fields.clearer()
copy_ledger = Block(state_dtype, "ledger").copier()
copy_intervention = Block(Interventions.dtype).copier()
_empty_order = Block(Order.dtype).clearer()


@compiled
def clear_order(order):
    """Clear an order, and keep spare markers off the pitch (MAT-2)."""
    _empty_order(order)
    for spare in range(MARKERS, MARKERS_OF_COLOUR):
        order.cell[spare] = OFF_PITCH
