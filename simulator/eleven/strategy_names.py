"""The names that Eleven strategies import, in groups, with constants explained.

``docs/reference/eleven/strategies.md`` lists them; functions are described by their docstrings.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions
from eoc_sim.simulator.kernel.decisions import answer_words
from eoc_sim.simulator.runs.strategy_names import USER_MODULE_FUNCTIONS

CONSTANTS = {
    "Sizes": {
        "MAX_MANAGERS": "length of arrays indexed by seat",
        "MAX_WEEKS": "length of arrays indexed by week - 1",
        "MAX_CLUBS": "length of arrays indexed by place in the league table",
        "MAX_TACTICS": "length of arrays indexed by tactic card",
        "MARKERS": "number of a team's outfield markers; marker 0 has jersey 2",
        "CELLS": "number of cells; in each row, cell 3 * row is on the left, the next one in the "
        "centre and the one after that on the right",
        "ROWS": "number of rows: defenders, midfielders, forwards",
        "SECTIONS": "number of sections on the pitch",
        "FORMATION_COUNT": "number of formations",
        "CARDS": "length of arrays indexed by player card",
        "RESOURCES": "number of resources: money, fans, operation and fitness",
        "BET_LINES": "number of horizontal lines of places on the betting board (`order.line`)",
        "BET_FILES": "number of vertical lines of places on the betting board (`order.file`)",
        "WINTER_PICKS": "number of winter tokens that a manager takes",
    },
    "Winter tokens": {"WINTER_KINDS": "the names of their kinds, a tuple"},
    "Sources: the first number of each kind": {
        "FIRST_YOUNGSTER": "youngsters; players begin at 0",
        "FIRST_VETERAN": "veterans",
        "FIRST_DIRECTOR": "directors",
        "FIRST_STAFF": "staff cards",
        "FIRST_SPONSOR": "sponsors",
        "FIRST_TOKEN": "tokens of the stadium",
        "FIRST_TACTIC": "tactic cards",
        "FIRST_UNIQUE": "unique cards: add twice the card's index, and 1 for the bad side",
        "OFFICE": "an office step, in `order.card`",
    },
    "Kinds of things that a manager holds, in `table.held`": {
        "OF_DIRECTORS": "directors",
        "OF_STAFF": "staff cards",
        "OF_SPONSORS": "sponsors",
        "OF_TOKENS": "tokens",
    },
    "Rows of the Transfer Area, in `table.area`": {
        "PLAYER_ROW": "players",
        "YOUNGSTER_ROW": "youngsters",
        "STAFF_ROW": "staff cards",
        "SPONSOR_ROW": "sponsors; only the three oldest are available",
    },
    "Ways to sign a sponsor": {
        "FOR_MONEY": "an ad board, for its weekly money",
        "FOR_BONUS": "an ad board, for its bonus",
        "SHIRT": "the shirt, for both",
        "SMALL": "its cash, once",
    },
    "Ways to sell, and kinds of deals, in `table.deal`": {
        "AS_USUAL": "to the bank, for the card's strength plus `SALE_BONUS`",
        "BY_AUCTION": "by auction, under `transfers = on`",
        "SALE_BONUS": "money that an ordinary sale pays on top of the card's strength",
        "SALE_DEAL": "an ordinary sale",
        "AUCTION_DEAL": "an auction",
        "OFFER_DEAL": "hiring from another manager",
    },
    "Conditions of a tactic card, in `table.tactic_if`": {
        "IF_NOTHING": "none",
        "IF_OPPONENT_ABOVE": "the opponent is above in the table",
        "IF_SHIELDS_BACK": "shields in the manager's row of defenders",
        "IF_QUIET_CENTRE": "no goal from the opponent's central attack",
        "IF_CARDS": "a condition on player cards, which exist only in a season",
    },
    "Rows of the pitch": {
        "DEFENDERS": "the row of defenders",
        "MIDFIELDERS": "midfielders",
        "FORWARDS": "forwards",
    },
    "Sections of the pitch": {
        "LEFT_WING": "the team's left wing",
        "RIGHT_WING": "the team's right wing",
        "ATTACK": "central attack",
        "MIDFIELD": "central midfield",
        "DEFENCE": "central defence",
    },
    "Sides of markers": {"SHIELD": "it defends", "BALL": "it attacks"},
    "Results, columns of `table.results`": {"WON": "won", "DRAWN": "drawn", "LOST": "lost"},
    "Phases, in `table.phase`": {"REFEREEING": "a manager may re-roll a referee's dice"},
    "The pitch in numbers": {
        "SECTION": "the section of a cell",
        "FACING": "the opponent's section that a section faces",
        "ROOM": "maximum numbers of markers on the left, in the centre and on the right of a row",
        "IN_ROW": "markers of a formation in a row, `IN_ROW[formation, row]`",
        "ALL_FORMATIONS": "a bit for each formation",
    },
    **answer_words(vars(decisions)),
    "Values of the switches, as in `table.rule_tactics == TACTICS.OFF`": {
        "LAYER": "how much of the game is played",
        "PROFILE": "the managers' squad",
        "BASIC_SIDE": "whether markers without a card may be turned",
        "FIRST_MANAGER": "whether the first manager's marker passes to the next manager",
        "SCOUTING": "what is known about the opponent",
        "FORMATIONS": "whether any formation may be played",
        "TACTICS": "whether tactic cards are played",
        "SCHEDULE": "how managers meet clubs",
        "CLUB_DICE": "whether clubs that meet nobody roll",
        "LEAGUE_TIES": "how clubs that are level on points are ranked",
        "TRANSFERS": "whether managers auction cards, and hire cards from each other",
        "MARKET": "whether transfer cards change sales",
        "BETTING": "whether managers bet",
        "EPIC": "whether the season is the Epic league",
        "REFEREES": "whether matches have referees",
    },
}
"""Every constant of ``strategy_api``, in groups."""

FUNCTIONS = {
    "Declarations, at the top of the file": ("parameter", "memory", "table"),
    "Random numbers": ("draw",),
    "Tactic cards and layouts": (
        "formations_of",
        "tactic_refusal",
        "layout_refusal",
        "best_layout",
        "best_turn",
        "turner",
    ),
    "Matches between managers": (
        "rival_of",
        "league_formations",
        "expect_rival",
        "shot_of",
    ),
    "A day of a season": (
        "action_refusal",
        "step_refusal",
        "free_refusal",
        "hire_price",
        "hire_refusal",
        "sale_price",
        "staff_price",
        "build_price",
        "printed_price",
        "discount",
        "staff_places",
        "vote_of",
        "free_rerolls",
        "objective_count",
        "vp_of_objective",
    ),
    "The Winter Break of Epic": (
        "winter_objective_refusal",
        "winter_act_refusal",
        "winter_token_refusal",
    ),
    "Deals with other managers and the market": (
        *("least_bid", "offer_refusal", "market_money", "only_row"),
    ),
    "Cards and effects of a season": (
        "field_refusal",
        "ability_cost",
        "jersey_in_match",
        "card_strength",
        "stand_places",
        "try_cards",
        "best_ability",
        "next_ability",
        "name_for",
        "is_forced",
    ),
    "Referees": ("effect_of", "may_add"),
    "Bets": ("best_bet", "max_stake"),
    **USER_MODULE_FUNCTIONS,
}
"""Every function of ``strategy_api``, in groups."""
