"""The records that the season layer adds to the state (LAY-1).

A *source* is one of the numbers in `sources`, which stand for the cards, directors, staff cards,
sponsors, tokens, tactic cards, outcomes of board meetings and sides of unique cards. A player
card's source is its own number.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven.names import MEASURES, STATISTICS
from eoc_sim.simulator.eleven.pitch import MARKERS, MARKERS_OF_COLOUR, ROWS, SPARE_JERSEYS
from eoc_sim.simulator.eleven.sizes import (
    CARDS,
    DIRECTORS_DEALT,
    FACES,
    FIELD_PLACES,
    MAX_BROUGHT,
    MAX_CLAUSES_IN_PLAY,
    MAX_CONDITIONS,
    MAX_DIRECTORS,
    MAX_FRAMES,
    MAX_HELD,
    MAX_INFRASTRUCTURE,
    MAX_MANAGERS,
    MAX_OBJECTIVES,
    MAX_PILE,
    MAX_REROLLS,
    MAX_ROW,
    MAX_SPONSORS,
    MAX_STAFF,
    MAX_TRACK,
    MAX_TRANSFERS,
    MAX_WINTER_KINDS,
    MAX_WINTER_TOKENS,
    OBJECTIVES_DEALT,
    OFFICE_STEPS,
    RESOURCES,
    STAFF_SETS,
    STANDS,
    UPKEEP_TRACKS,
    VOTE_COLOURS,
    WINTER_PICKS,
)
from eoc_sim.simulator.eleven.sources import AREA_ROWS, DECKS, KINDS_HELD, OUTCOMES, SOURCES
from eoc_sim.simulator.kernel.fields import Array, Record, field

PART_LEAGUE, PART_YOUNGSTERS, PART_STADIUM, PART_STAFF = range(4)
PART_OBJECTIVE, PART_EFFECTS, PART_PENALTIES, PART_MONEY = range(4, 8)
PARTS = 8
"""The number of parts in a score (SCO-7), and of columns in ``table.part``."""
LEAGUE_PARTS = 1
"""The number of parts in a score in the league layer."""
CLUB_COLOURS = 3
RESULTS_OF_MATCH = 3
MARGIN_COLUMN, FANS_COLUMN, GOALS_COLUMN = range(3)
"""Columns of ``table.most_in_season``."""


class Day(Record):
    """The current day, and the current question."""

    draft_round: int = field("in the draft: the round, from 1")
    day: int = field("1 Tuesday to 3 Thursday, 0 on other days")
    actions_taken: int = field("actions taken by today's manager, 0 or 1")
    extras_taken: int = field("extra actions taken by today's manager")
    free_taken: int = field("free actions taken by today's manager, 0 or 1")
    asked_today: int = field("questions answered by today's manager")
    day_over: int = field("1: the day of today's manager has ended")
    asked_source: int = field("in `choose` and `effect`: the source of the effect, -1 none")
    asked_clause: int = field("in `choose` and `effect`: the clause of the effect, from 0")
    asked_amount: int = field("the maximum number of cards or markers to name, at least 1")
    moment: int = field("in `effect`: the moment of the abilities, an index of MOMENTS")
    dice: Array = field(
        "faces rolled: the directors', a consequence's kind and number, or a referee's row "
        "and number",
        3,
        by="die",
    )
    rerolled: int = field("re-rolls of `table.dice` so far")
    meeting: int = field("in a board meeting: its first outcome, a source; -1 none")
    colour_asked: int = field("1: the manager chooses the colour of their meeting")


class Deal(Record):
    """A sale, or hiring from another manager (TRA, MKT)."""

    deal: int = field(
        "the deal under way: 0 none, 1 an ordinary sale, 2 an auction, 3 hiring from managers",
        kind=np.int8,
    )
    deal_step: int = field("the deal's next step", kind=np.int8)
    deal_after: int = field("the phase of the game that follows the deal", kind=np.int8)
    deal_card: int = field("the deal's card, -1 none yet", kind=np.int16)
    deal_seller: int = field("the card's manager", kind=np.int8)
    deal_buyer: int = field("the highest bidder, or the manager who hires; -1 nobody", kind=np.int8)
    deal_price: int = field("the highest bid, or the sum offered", kind=np.int16)
    deal_asking: int = field("the asking price in an auction", kind=np.int16)
    deal_asked: int = field("the seat that bids next", kind=np.int8)
    deal_out: int = field("seats that are out of the bidding, as bits", kind=np.int8)
    deal_offers: int = field("bids so far, or offers in this action", kind=np.int16)
    deal_refused: int = field("offers in this action that were refused", kind=np.int8)
    deal_bonus: int = field("the value of `auction_bonus` in this auction", kind=np.int8)
    deal_refusable: int = field("1: the seller may refuse the highest bid", kind=np.int8)
    transfer_place: int = field("the active transfer card's index in the pile", kind=np.int8)
    vp_sold: Array = field(
        "1: a seller has scored this youngster's VP, so nobody scores them again",
        CARDS,
        by="card",
        kind=np.int8,
    )


class ClubsOfManagers(Record):
    """The managers' clubs."""

    resources: Array = field(
        "money, fans, operation and fitness", MAX_MANAGERS, RESOURCES, by="seat, resource"
    )
    level: Array = field(
        f"levels: {', '.join(STATISTICS)}", MAX_MANAGERS, RESOURCES, by="seat, statistic"
    )
    earned: Array = field(
        "VP gained in play minus VP lost, by part of the score",
        MAX_MANAGERS,
        PARTS,
        by="seat, part",
    )
    office: Array = field("step on the office track", MAX_MANAGERS, by="seat")
    held: Array = field(
        "sources of the seat's directors, staff, sponsors and tokens, in order of arrival",
        MAX_MANAGERS,
        KINDS_HELD,
        MAX_HELD,
        by="seat, kind, index",
        kind=np.int16,
    )
    held_count: Array = field(
        "number of sources in `held`", MAX_MANAGERS, KINDS_HELD, by="seat, kind"
    )
    moments_held: Array = field(
        "moments of effects on anything the seat has ever had, as bits", MAX_MANAGERS, by="seat"
    )
    lasting: Array = field(
        "kinds of `always` and `week` gains on anything the seat has ever had, as bits",
        MAX_MANAGERS,
        by="seat",
        kind=np.int64,
    )
    hand: Array = field(
        "directors passed to the seat in the draft, -1 none",
        MAX_MANAGERS,
        DIRECTORS_DEALT,
        by="seat, index",
    )
    way: Array = field(
        "a held sponsor's contract: 1 board for money, 2 board for its bonus, 3 shirt; 0 if the "
        "sponsor is not held",
        MAX_SPONSORS,
        by="sponsor",
    )
    used: Array = field(
        "clauses used, as bits: actions this week, abilities in this match; from bit 4 "
        "onwards, clauses that took effect on their own in a match between managers",
        MAX_MANAGERS,
        OUTCOMES,
        by="seat, source",
        kind=np.uint8,
    )
    outcome: Array = field("outcome of this week's board meeting, -1 none", MAX_MANAGERS, by="seat")
    free_rerolls: Array = field("free re-rolls used this week", MAX_MANAGERS, by="seat")
    injuries_ignored: Array = field("injuries ignored this week", MAX_MANAGERS, by="seat")
    scouted: Array = field("1: the seat knows the coming line-up", MAX_MANAGERS, by="seat")
    youngsters_trained: Array = field("youngsters trained so far", MAX_MANAGERS, by="seat")
    largest_margin: Array = field(
        "largest win, in goals; in Epic, only in this half of the season", MAX_MANAGERS, by="seat"
    )
    clean_wins: Array = field("wins without conceding a goal", MAX_MANAGERS, by="seat")
    most_stand_fans: Array = field(
        "most fans in one match; in Epic, only in this half of the season", MAX_MANAGERS, by="seat"
    )
    most_card_goals: Array = field(
        "most goals by one card; in Epic, only in this half of the season", MAX_MANAGERS, by="seat"
    )
    most_in_season: Array = field(
        "in the whole season: largest win, in goals; most fans in one match; most goals by one "
        "card",
        MAX_MANAGERS,
        3,
        by="seat, index",
    )
    extra_actions: Array = field("extra actions so far", MAX_MANAGERS, by="seat")
    beaten: Array = field(
        "wins against clubs of each colour", MAX_MANAGERS, CLUB_COLOURS, by="seat, colour"
    )


class CardsInGame(Record):
    """The cards, as everybody sees them."""

    clauses_of: Array = field(
        "number of a source's clauses; 0 in a twin without its effect (TWI-1)",
        SOURCES,
        by="source",
        kind=np.int8,
    )
    barred: int = field("the card that nobody can assign in this twin (TWI-1), -1 none")
    worthless: int = field("the token whose VP do not count in this twin (TWI-1), -1 none")
    denied: Array = field(
        "in a twin (TWI-2): 1 if the seat has no extra actions, 2 if it has no actions today",
        MAX_MANAGERS,
        by="seat",
        kind=np.int8,
    )
    lies: Array = field(
        "where the source is: 0 not in this game, 1 deck, 2 Transfer Area, 3 with a manager, 4 "
        "discarded, 5 out of the game",
        SOURCES,
        by="source",
        kind=np.int8,
    )
    owner: Array = field("seat that holds the card, -1 nobody", CARDS, by="card", kind=np.int16)
    squad: Array = field(
        "the cards of a seat's squad, in the order of the sheets",
        MAX_MANAGERS,
        CARDS,
        by="seat, index",
        kind=np.int8,
    )
    squad_size: Array = field("the number of cards in a squad", MAX_MANAGERS, by="seat")
    is_trained: Array = field("1: trained side up", CARDS, by="card", kind=np.int8)
    side_strength: Array = field(
        "strength of the side that faces up", CARDS, by="card", kind=np.int16
    )
    side_gloves: Array = field("gloves of the side that faces up", CARDS, by="card", kind=np.int8)
    experience: Array = field("experience spaces filled", CARDS, by="card", kind=np.int8)
    strength_tokens: Array = field("permanent strength", CARDS, by="card", kind=np.int16)
    weakness_tokens: Array = field("permanent weakness", CARDS, by="card", kind=np.int16)
    injured_until: Array = field(
        "last week of the card's injury, 0 none", CARDS, by="card", kind=np.int16
    )
    suspended_until: Array = field(
        "last week of the card's suspension, 0 none", CARDS, by="card", kind=np.int16
    )
    matches: Array = field(
        "the card's matches since it was dealt or hired from the Transfer Area",
        CARDS,
        by="card",
        kind=np.int16,
    )
    card_goals: Array = field(
        "the card's goals for this manager; in Epic, only in this half of the season",
        CARDS,
        by="card",
        kind=np.int16,
    )
    card_rows: Array = field(
        "rows that the card may stand in, as bits; 0 a keeper", CARDS, by="card", kind=np.int8
    )
    card_side: Array = field("SHIELD or BALL; 2 a keeper", CARDS, by="card", kind=np.int8)
    card_jersey: Array = field("the card's jersey", CARDS, by="card", kind=np.int16)
    area: Array = field(
        "rows of the Transfer Area, oldest first: sources of players, youngsters, staff, sponsors",
        AREA_ROWS,
        MAX_ROW,
        by="row, index",
    )
    area_count: Array = field("cards in a row", AREA_ROWS, by="row")
    area_passed: Array = field(
        "how often a manager could have taken this card but took another from its row",
        AREA_ROWS,
        MAX_ROW,
        MAX_MANAGERS,
        by="row, index, seat",
        kind=np.int16,
    )


class WinterBreak(Record):
    """The Winter Break, and its lasting results (EPI)."""

    staff_idle: int = field("1: staff effects are ignored, as in the Winter Break (EPI-6)")
    winter_round: int = field("the round of winter tokens revealed last, from 1")
    winter_shown: Array = field(
        "winter tokens revealed: rows of their sheet, -1 taken",
        MAX_MANAGERS + 1,
        by="index",
        kind=np.int8,
    )
    winter_shown_count: int = field("number of entries in use in `table.winter_shown`")
    winter_held: Array = field(
        "winter tokens taken, in order: rows of their sheet",
        MAX_MANAGERS,
        WINTER_PICKS,
        by="seat, index",
        kind=np.int8,
    )
    winter_held_count: Array = field(
        "number of winter tokens taken", MAX_MANAGERS, by="seat", kind=np.int8
    )
    winter_token: Array = field(
        "the card's winter token, an index of WINTER_KINDS plus 1; 0 none, 11 a *first goal* token "
        "that has been used",
        CARDS,
        by="card",
        kind=np.int8,
    )
    laid_aside: Array = field(
        "objective scored or discarded in the Winter Break, plus 1; 0 none",
        MAX_MANAGERS,
        by="seat",
        kind=np.int8,
    )
    before_break: Array = field(
        "a measure's count before the second half (EPI-3)",
        MAX_MANAGERS,
        len(MEASURES),
        by="seat, measure",
        kind=np.int16,
    )
    matches_before: Array = field(
        "the card's matches before the second half", CARDS, by="card", kind=np.int8
    )
    goals_before: Array = field(
        "the card's goals for this manager before the second half",
        CARDS,
        by="card",
        kind=np.int16,
    )
    for_operation: Array = field(
        "places whose cards cost operation instead of fitness, as bits (EPI-9)",
        MAX_MANAGERS,
        by="seat",
        kind=np.int16,
    )


class MatchOfWeek(Record):
    """The managers' match of the week, with cards."""

    stand_fans: Array = field("fans in the stands", MAX_MANAGERS, by="seat")
    fielded: Array = field(
        "cards assigned: the keeper, then jerseys 2 to 11; -1 none",
        MAX_MANAGERS,
        FIELD_PLACES,
        by="seat, index",
    )
    put: Array = field(
        "resources on assigned cards",
        MAX_MANAGERS,
        FIELD_PLACES,
        RESOURCES,
        by="seat, index, resource",
    )
    put_by_tactic: Array = field(
        "fitness that an effect put on assigned cards; it never comes back",
        MAX_MANAGERS,
        FIELD_PLACES,
        by="seat, index",
    )
    their_strength: Array = field(
        "strength of the opponent's markers", MAX_MANAGERS, MARKERS, by="seat, marker"
    )
    team_feint: Array = field(
        "1: only a stronger shield stops the marker", MAX_MANAGERS, MARKERS, by="seat, marker"
    )
    team_ignores: Array = field(
        "1: no keeper saves the marker's shot", MAX_MANAGERS, MARKERS, by="seat, marker"
    )
    rolled_die: Array = field(
        "face rolled for a card, the tactic card or an additional tactic card; 0 none",
        MAX_MANAGERS,
        FIELD_PLACES + 2,
        by="seat, index",
    )
    abilities_used: Array = field("number of card abilities used", MAX_MANAGERS, by="seat")
    team_change: Array = field(
        "changes in strength for this match: the keeper, then markers",
        MAX_MANAGERS,
        FIELD_PLACES,
        by="seat, index",
    )
    match_goals: Array = field("goals scored", MAX_MANAGERS, by="seat")
    match_against: Array = field("the opponent's goals", MAX_MANAGERS, by="seat")
    match_scored: Array = field("a marker's goals", MAX_MANAGERS, MARKERS, by="seat, marker")


class ClauseFacts(Record):
    """A clause of an effect: codes from names.py, -1 for none."""

    when: int = field("moment", kind=np.int8)
    condition: Array = field("conditions, -1 none", MAX_CONDITIONS, by="index", kind=np.int8)
    least: Array = field(
        "the number with which each condition compares, 0 if none",
        MAX_CONDITIONS,
        by="index",
        kind=np.int8,
    )
    pay_amount: int = field("cost", kind=np.int8)
    pay_kind: int = field("resource paid, -1 none", kind=np.int8)
    gain: int = field("gain", kind=np.int8)
    amount: int = field("amount", kind=np.int8)
    target: int = field("target, -1 none", kind=np.int8)
    target_number: int = field("the target's number", kind=np.int8)
    counter: int = field("counter, -1 none", kind=np.int8)
    per: int = field("number of things that count as one", kind=np.int8)
    up_to: int = field("the maximum that the clause gives, 0 if unlimited", kind=np.int8)


class EffectFacts(Record):
    """The effects of all sources."""

    clause: Array = field("every clause", MAX_CLAUSES_IN_PLAY, by="number", kind=ClauseFacts.dtype)
    first_clause: Array = field("a source's first clause", SOURCES, by="source", kind=np.int16)
    moments: Array = field(
        "moments of a source's clauses, as bits", SOURCES, by="source", kind=np.uint16
    )


class CardFacts(Record):
    """The fronts of player cards."""

    card_strength: Array = field("untrained strength", CARDS, by="card", kind=np.int16)
    card_gloves: Array = field("untrained gloves", CARDS, by="card", kind=np.int8)
    card_position: Array = field(
        "rows of the card's position, as bits; 0 a keeper", CARDS, by="card", kind=np.int8
    )
    card_price: Array = field("price, 0 for veterans", CARDS, by="card", kind=np.int16)
    card_trained_only: Array = field(
        "1: only the trained side has the ability", CARDS, by="card", kind=np.int8
    )
    card_tag: Array = field("the card's tag", CARDS, by="card", kind=np.int16)
    card_spaces: Array = field(
        "experience spaces, 0 except on youngsters", CARDS, by="card", kind=np.int8
    )
    card_vp: Array = field("VP of a trained youngster", CARDS, by="card", kind=np.int16)


class ThingFacts(Record):
    """Staff, sponsors, directors, tokens and objectives."""

    staff_colour: Array = field("the staff card's colour", MAX_STAFF, by="staff", kind=np.int16)
    staff_price: Array = field("the staff card's price", MAX_STAFF, by="staff", kind=np.int16)
    staff_name: Array = field(
        "the staff card's name in effects, -1 if no effect names it",
        MAX_STAFF,
        by="staff",
        kind=np.int16,
    )
    sponsor_cash: Array = field(
        "cash from a small contract", MAX_SPONSORS, by="sponsor", kind=np.int16
    )
    sponsor_weekly: Array = field("money per week", MAX_SPONSORS, by="sponsor", kind=np.int16)
    director_shift: Array = field(
        "levels that the director adds",
        MAX_DIRECTORS,
        RESOURCES,
        by="director, statistic",
        kind=np.int8,
    )
    director_faces: Array = field(
        "faces of the director's die that vote for a colour",
        MAX_DIRECTORS,
        VOTE_COLOURS,
        by="director, colour",
        kind=np.int8,
    )
    token_cost: Array = field("the token's cost", MAX_INFRASTRUCTURE, by="token")
    token_vp: Array = field("the token's VP", MAX_INFRASTRUCTURE, by="token")
    token_space: Array = field(
        "the token's own space, 0 a free space", MAX_INFRASTRUCTURE, by="token"
    )
    token_copies: Array = field(
        "number of tokens of the kind, 0 not in play", MAX_INFRASTRUCTURE, by="token"
    )
    objective_measure: Array = field(
        "the measure that the objective counts", MAX_OBJECTIVES, by="objective", kind=np.int16
    )
    objective_fulfilled: Array = field(
        "number that fulfils the objective", MAX_OBJECTIVES, by="objective", kind=np.int16
    )
    objective_perfect: Array = field(
        "number that makes the objective perfect", MAX_OBJECTIVES, by="objective", kind=np.int16
    )
    winter_kind: Array = field(
        "the kind of a winter token, an index of WINTER_KINDS",
        MAX_WINTER_KINDS,
        by="row",
        kind=np.int8,
    )
    winter_copies: Array = field(
        "number of copies of a winter token", MAX_WINTER_KINDS, by="row", kind=np.int8
    )


class AmountFacts(Record):
    """The amounts on the boards."""

    stand_places: Array = field("places in a stand", STANDS, by="stand")
    boards: int = field("ad boards at the start")
    free_spaces: int = field("free spaces in the stadium")
    office_cost: Array = field("cost of a step", OFFICE_STEPS, by="step - 1")
    office_vp: Array = field("VP for a step", OFFICE_STEPS + 1, by="step")
    upkeep: Array = field(
        "upkeep on a track, 1 more for each thing beyond its end",
        UPKEEP_TRACKS,
        MAX_TRACK,
        by="track, number",
    )
    upkeep_end: Array = field("number of entries on the track", UPKEEP_TRACKS, by="track")
    staff_set_vp: Array = field("VP for staff of one colour", STAFF_SETS, by="number")
    consequence: Array = field(
        "the consequence, an index of CONSEQUENCES", RESULTS_OF_MATCH, FACES, by="result, face - 1"
    )
    consequence_amount: Array = field(
        "the consequence's amount", RESULTS_OF_MATCH, FACES, by="result, face - 1"
    )


class MarketFacts(Record):
    """The transfer cards in play, in the order of their numbers."""

    transfers: int = field("number of transfer cards in play", kind=np.int8)
    transfer_id: Array = field(
        "the card's row in its sheet", MAX_TRANSFERS, by="index", kind=np.int8
    )
    transfer_money: Array = field(
        "money that the card adds to the sale of a defender, midfielder or forward",
        MAX_TRANSFERS,
        ROWS,
        by="index, row",
        kind=np.int8,
    )


class SeasonFacts(EffectFacts, CardFacts, ThingFacts, AmountFacts, MarketFacts):
    """The season's facts, which no game changes."""


class KnownCards(Record):
    """Cards that the seat has seen (PLA-6), and its objectives (SET-6)."""

    trained: Array = field(
        "trained strength of a card, 0 not known", CARDS, by="card", kind=np.int16
    )
    trained_gloves: Array = field("trained gloves, 0 not known", CARDS, by="card", kind=np.int8)
    offered: Array = field("objectives dealt, -1 none", OBJECTIVES_DEALT, by="index")
    objective: int = field("the objective kept, -1 none")


class SeasonOrder(Record):
    """The details of a season's answers."""

    card: int = field(
        "the source of a card, staff card, sponsor, token or director; or an objective"
    )
    source: int = field("the source of the effect to use")
    clause: int = field("the clause of the effect to use")
    way: int = field("the kind of a sponsor's contract, or how a card is sold")
    die: int = field("the die to roll again, an index of `table.dice`; 0 in a shoot-out")
    amount: int = field(
        "a chosen number or colour; money that is asked, bid or offered; the index of a winter "
        "token"
    )
    fans: int = field("fans put in the stands")
    fielded: Array = field(
        "1: the card is assigned; 2: it is paid for with operation, thanks to a stand-in token "
        "(EPI-9)",
        CARDS,
        by="card",
    )
    taken: Array = field(
        "the marker that the card with jersey 12 or 13 takes over, plus 1 (EPI-9)",
        SPARE_JERSEYS,
        by="jersey - 12",
    )
    placed: Array = field(
        "card on which a winter token is placed, plus 1; 0 none", WINTER_PICKS, by="index"
    )
    put: Array = field(
        "resources put on the card", CARDS, RESOURCES, by="card, resource", kind=np.int16
    )
    side: Array = field(
        "the marker's side, under `basic_side = free`", MARKERS_OF_COLOUR, by="marker"
    )
    other: int = field("the second marker of a swap")
    chosen: Array = field(
        "how many times the card is named; -1: strength is taken from it", CARDS, by="card"
    )
    named: Array = field("1: the marker is named", MARKERS, by="marker")


class HiddenFacts(Record):
    """The season's hidden facts."""

    hidden_strength: Array = field("trained strength", CARDS, kind=np.int16)
    hidden_gloves: Array = field("trained gloves", CARDS, kind=np.int8)
    printed_face: Array = field("side and jersey of a card, in one number", CARDS, kind=np.int16)
    winter_item: Array = field("identity of a winter token", MAX_WINTER_KINDS, kind=np.uint64)
    source_item: Array = field("identity of a source (RND-1)", SOURCES, kind=np.uint64)
    objective_item: Array = field("", MAX_OBJECTIVES, kind=np.uint64)
    objective_in_play: Array = field("", MAX_OBJECTIVES, kind=np.int16)
    source_in_play: Array = field("1: the source is in the game", SOURCES, kind=np.int8)
    printed_clauses: Array = field("clauses of a source", SOURCES, kind=np.int8)
    staff_starts: Array = field(
        "1: a trainer that a manager starts with (SET-4)", MAX_STAFF, kind=np.int16
    )
    staff_managers: Array = field(
        "minimum number of managers for the staff card to be in the deck", MAX_STAFF, kind=np.int16
    )


class SeasonWork(Record):
    """Working values of a season.

    These are simultaneous decisions that have not been applied yet, and values that are needed
    while an effect, the upkeep or the score is worked out.
    """

    chosen_fans: Array = field("", MAX_MANAGERS)
    chosen_fielded: Array = field("", MAX_MANAGERS, FIELD_PLACES)
    chosen_put: Array = field("", MAX_MANAGERS, FIELD_PLACES, RESOURCES)
    chosen_side: Array = field("", MAX_MANAGERS, MARKERS)
    chosen_operation: Array = field("", MAX_MANAGERS)
    chosen_placed: Array = field("", MAX_MANAGERS, WINTER_PICKS)
    effect_before: Array = field("resources and levels before an effect", 2 * RESOURCES)
    effect_payment: Array = field("resources paid for an effect", RESOURCES)
    unused: Array = field("resources on cards that no ability used", RESOURCES)
    effect_cards: Array = field("sources that an effect brought", MAX_BROUGHT)
    effect_card_count: int = field("number of sources in `effect_cards`")
    chosen_card: Array = field("directors or objectives taken", MAX_MANAGERS)
    upkeep_due: Array = field("upkeep that a manager owes, by track", UPKEEP_TRACKS)
    parts_now: Array = field("parts of the score, with the objective", MAX_MANAGERS, PARTS)
    ledger_overflow: int = field("1: the ledger had no room for all that managers took")


class Piles(Record):
    """Decks, effects in progress, dice, and the lengths of result tables."""

    pile: Array = field(
        "sources of the cards in a deck, the top card last", DECKS, MAX_PILE, kind=np.int16
    )
    pile_count: Array = field("", DECKS)
    reshuffles: Array = field("", DECKS)
    frames: int = field("effects in progress, each caused by the one before")
    frame_seat: Array = field("", MAX_FRAMES)
    frame_moment: Array = field("", MAX_FRAMES)
    frame_source: Array = field("the only source, -1 all that the seat has", MAX_FRAMES)
    frame_kind: Array = field("the next clause to check: kind, index and clause", MAX_FRAMES)
    frame_index: Array = field("", MAX_FRAMES)
    frame_clause: Array = field("", MAX_FRAMES)
    reroll_die: Array = field("re-rolls of `table.dice`: the die, then its face", MAX_REROLLS)
    reroll_face: Array = field("", MAX_REROLLS)
    dice_first: Array = field("first faces of the dice", 3)
    dice_stream: int = field("the stream of the first die")
    dice_faces: Array = field("number of faces of each die", 3)
    dice_rolls: Array = field("how often each die was rolled", 3)
    veteran: Array = field("veteran dealt to a seat, -1 none", MAX_MANAGERS)
    youngster: Array = field("youngster dealt to a seat, -1 none", MAX_MANAGERS)
    action_row_count: int = field("rows of the table of actions")
    holding_row_count: Array = field("rows of the tables of what clubs hold, by kind", KINDS_HELD)
    vote_row_count: int = field("rows of the table of votes")
    draft_row_count: int = field("rows of the table of drafts")
    deal_row_count: int = field("rows of the table of deals")
    bet_row_count: int = field("rows of the table of bets")
    winter_row_count: int = field("rows of the table of winter tokens")
    winter_pile: Array = field(
        "rows of the shuffled winter tokens in their sheet, the top token last",
        MAX_WINTER_TOKENS,
        kind=np.int8,
    )
    winter_pile_count: int = field("number of winter tokens in the pile")
    referee_row_count: int = field("rows of the table of referees")
    card_row_count: int = field("rows of the table of cards")
    first_owner: Array = field(
        "first owner of a source, counted from 1; 0 nobody", SOURCES, kind=np.int8
    )
    owned_week: Array = field(
        "the week in which a source first had an owner", SOURCES, kind=np.int8
    )
    card_row: Array = field("the row of a card's last arrival; -1 none", CARDS, kind=np.int16)
