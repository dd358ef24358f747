"""The strategy author's interface: constants, helpers and declarations in one place.

A strategy imports from here and nowhere else in the engine. The helpers read the public record
``table`` and change nothing but the place in ``me`` where layouts are tried. The meaning of each
name, and every field of the records ``table``, ``me`` and ``order``, is in
docs/reference/eleven/strategies.md, made from the docstrings, ``state``, ``decisions`` and
``strategy_names``.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven.actions import (
    action_refusal,
    build_price,
    discount,
    free_refusal,
    hire_price,
    hire_refusal,
    printed_price,
    sale_price,
    staff_price,
    step_refusal,
)
from eoc_sim.simulator.eleven.auction import least_bid
from eoc_sim.simulator.eleven.best_ability import best_ability
from eoc_sim.simulator.eleven.best_layout import best_layout, best_turn, try_cards
from eoc_sim.simulator.eleven.best_naming import name_for, next_ability
from eoc_sim.simulator.eleven.betting import best_bet, most_stake
from eoc_sim.simulator.eleven.betting_state import BET_FILES, BET_LINES
from eoc_sim.simulator.eleven.board import vote_of
from eoc_sim.simulator.eleven.club import staff_places, stand_places
from eoc_sim.simulator.eleven.deal_steps import AUCTION_DEAL, OFFER_DEAL, SALE_BONUS, SALE_DEAL
from eoc_sim.simulator.eleven.decisions import (
    ACCEPT,
    ADD_TACTIC,
    BET,
    BID,
    BUILD,
    CHOOSE,
    DECLINE,
    DISMISS,
    DROP_OUT,
    END_DAY,
    FREE,
    FROM_AREA,
    GIVE_UP,
    HIDE,
    HIRE,
    KEEP,
    NEGOTIATE,
    NO_BET,
    NO_TACTIC,
    OFFER,
    PASS,
    REFUSE,
    REROLL,
    SEE,
    SELL,
    SHOW,
    SPONSOR,
    STAFF,
    USE,
)
from eoc_sim.simulator.eleven.effects import ability_cost
from eoc_sim.simulator.eleven.jerseys import jersey_in_match
from eoc_sim.simulator.eleven.layout import ALL_FORMATIONS, IN_ROW
from eoc_sim.simulator.eleven.league_layouts import expect_rival, league_formations
from eoc_sim.simulator.eleven.league_matches import shot_of
from eoc_sim.simulator.eleven.market import market_money, only_row
from eoc_sim.simulator.eleven.names import WINTER_KINDS
from eoc_sim.simulator.eleven.naming import is_forced
from eoc_sim.simulator.eleven.offers import offer_refusal
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.pitch import (
    ATTACK,
    BALL,
    CELLS,
    DEFENCE,
    DEFENDERS,
    FACING,
    FORWARDS,
    LEFT_WING,
    MARKERS,
    MIDFIELD,
    MIDFIELDERS,
    RIGHT_WING,
    ROOM,
    ROWS,
    SECTION,
    SECTIONS,
    SHIELD,
)
from eoc_sim.simulator.eleven.prepare import (
    FORMATION_COUNT,
    formations_of,
    layout_refusal,
    tactic_refusal,
)
from eoc_sim.simulator.eleven.refereeing import effect_of, may_add
from eoc_sim.simulator.eleven.rerolling import free_rerolls
from eoc_sim.simulator.eleven.season_prepare import card_strength, field_refusal
from eoc_sim.simulator.eleven.season_scoring import measured, vp_of_objective
from eoc_sim.simulator.eleven.sizes import (
    CARDS,
    MAX_CLUBS,
    MAX_MANAGERS,
    MAX_TACTICS,
    MAX_WEEKS,
    RESOURCES,
    WINTER_PICKS,
)
from eoc_sim.simulator.eleven.sources import (
    AS_USUAL,
    BY_AUCTION,
    FOR_BONUS,
    FOR_MONEY,
    OF_DIRECTORS,
    OF_SPONSORS,
    OF_STAFF,
    OF_TOKENS,
    OFFICE,
    SHIRT,
    SMALL,
)
from eoc_sim.simulator.eleven.sources import DIRECTORS as FIRST_DIRECTOR
from eoc_sim.simulator.eleven.sources import PLAYER_DECK as PLAYER_ROW
from eoc_sim.simulator.eleven.sources import SPONSOR_DECK as SPONSOR_ROW
from eoc_sim.simulator.eleven.sources import SPONSORS as FIRST_SPONSOR
from eoc_sim.simulator.eleven.sources import STAFF as FIRST_STAFF
from eoc_sim.simulator.eleven.sources import STAFF_DECK as STAFF_ROW
from eoc_sim.simulator.eleven.sources import TACTICS as FIRST_TACTIC
from eoc_sim.simulator.eleven.sources import TOKENS as FIRST_TOKEN
from eoc_sim.simulator.eleven.sources import UNIQUES as FIRST_UNIQUE
from eoc_sim.simulator.eleven.sources import VETERANS as FIRST_VETERAN
from eoc_sim.simulator.eleven.sources import YOUNGSTER_DECK as YOUNGSTER_ROW
from eoc_sim.simulator.eleven.sources import YOUNGSTERS as FIRST_YOUNGSTER
from eoc_sim.simulator.eleven.state import (
    DRAWN,
    IF_CARDS,
    IF_NOTHING,
    IF_OPPONENT_ABOVE,
    IF_QUIET_CENTRE,
    IF_SHIELDS_BACK,
    LOST,
    REFEREEING,
    WON,
)
from eoc_sim.simulator.eleven.switches import (
    BASIC_SIDE,
    BETTING,
    CLUB_DICE,
    EPIC,
    FIRST_MANAGER,
    FORMATIONS,
    LAYER,
    LEAGUE_TIES,
    MARKET,
    PROFILE,
    REFEREES,
    SCHEDULE,
    SCOUTING,
    TACTICS,
    TRANSFERS,
)
from eoc_sim.simulator.eleven.turning import turner
from eoc_sim.simulator.eleven.winter_choices import (
    winter_act_refusal,
    winter_objective_refusal,
    winter_token_refusal,
)
from eoc_sim.simulator.kernel.compiled import compiled as unchecked
from eoc_sim.simulator.kernel.compiled import compiled_for_strategies as compiled
from eoc_sim.simulator.kernel.compiled import inlined as unchecked_inlined
from eoc_sim.simulator.kernel.compiled import inlined_for_strategies as inlined
from eoc_sim.simulator.kernel.data_tables import table
from eoc_sim.simulator.kernel.memory import memory
from eoc_sim.simulator.kernel.parameters import parameter
from eoc_sim.simulator.kernel.random_streams import draw

__all__ = [
    "ACCEPT",
    "ADD_TACTIC",
    "ALL_FORMATIONS",
    "AS_USUAL",
    "ATTACK",
    "AUCTION_DEAL",
    "BALL",
    "BASIC_SIDE",
    "BET",
    "BETTING",
    "BET_FILES",
    "BET_LINES",
    "BID",
    "BUILD",
    "BY_AUCTION",
    "CARDS",
    "CELLS",
    "CHOOSE",
    "CLUB_DICE",
    "DECLINE",
    "DEFENCE",
    "DEFENDERS",
    "DISMISS",
    "DRAWN",
    "DROP_OUT",
    "END_DAY",
    "EPIC",
    "FACING",
    "FIRST_DIRECTOR",
    "FIRST_MANAGER",
    "FIRST_SPONSOR",
    "FIRST_STAFF",
    "FIRST_TACTIC",
    "FIRST_TOKEN",
    "FIRST_UNIQUE",
    "FIRST_VETERAN",
    "FIRST_YOUNGSTER",
    "FORMATIONS",
    "FORMATION_COUNT",
    "FORWARDS",
    "FOR_BONUS",
    "FOR_MONEY",
    "FREE",
    "FROM_AREA",
    "GIVE_UP",
    "HIDE",
    "HIRE",
    "IF_CARDS",
    "IF_NOTHING",
    "IF_OPPONENT_ABOVE",
    "IF_QUIET_CENTRE",
    "IF_SHIELDS_BACK",
    "IN_ROW",
    "KEEP",
    "LAYER",
    "LEAGUE_TIES",
    "LEFT_WING",
    "LOST",
    "MARKERS",
    "MARKET",
    "MAX_CLUBS",
    "MAX_MANAGERS",
    "MAX_TACTICS",
    "MAX_WEEKS",
    "MIDFIELD",
    "MIDFIELDERS",
    "NEGOTIATE",
    "NO_BET",
    "NO_TACTIC",
    "OFFER",
    "OFFER_DEAL",
    "OFFICE",
    "OF_DIRECTORS",
    "OF_SPONSORS",
    "OF_STAFF",
    "OF_TOKENS",
    "PASS",
    "PLAYER_ROW",
    "PROFILE",
    "REFEREEING",
    "REFEREES",
    "REFUSE",
    "REROLL",
    "RESOURCES",
    "RIGHT_WING",
    "ROOM",
    "ROWS",
    "SALE_BONUS",
    "SALE_DEAL",
    "SCHEDULE",
    "SCOUTING",
    "SECTION",
    "SECTIONS",
    "SEE",
    "SELL",
    "SHIELD",
    "SHIRT",
    "SHOW",
    "SMALL",
    "SPONSOR",
    "SPONSOR_ROW",
    "STAFF",
    "STAFF_ROW",
    "TACTICS",
    "TRANSFERS",
    "USE",
    "WINTER_KINDS",
    "WINTER_PICKS",
    "WON",
    "YOUNGSTER_ROW",
    "ability_cost",
    "action_refusal",
    "best_ability",
    "best_bet",
    "best_layout",
    "best_turn",
    "build_price",
    "card_strength",
    "compiled",
    "discount",
    "draw",
    "effect_of",
    "expect_rival",
    "field_refusal",
    "formations_of",
    "free_refusal",
    "free_rerolls",
    "hire_price",
    "hire_refusal",
    "inlined",
    "is_forced",
    "jersey_in_match",
    "layout_refusal",
    "league_formations",
    "least_bid",
    "market_money",
    "may_add",
    "measured",
    "memory",
    "most_stake",
    "name_for",
    "next_ability",
    "offer_refusal",
    "only_row",
    "parameter",
    "printed_price",
    "rival_of",
    "sale_price",
    "shot_of",
    "staff_places",
    "staff_price",
    "stand_places",
    "step_refusal",
    "table",
    "tactic_refusal",
    "try_cards",
    "turner",
    "unchecked",
    "unchecked_inlined",
    "vote_of",
    "vp_of_objective",
    "winter_act_refusal",
    "winter_objective_refusal",
    "winter_token_refusal",
]
