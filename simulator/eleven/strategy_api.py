"""The strategy author's interface: constants, helpers and declarations in one place.

A strategy imports from here and nowhere else in the engine. The helpers read the public record
``table``. Most of them change nothing. The others try layouts in ``me`` or write to ``order``, and
their descriptions say so. docs/reference/eleven/strategies.md explains each name and every field of
the records ``table``, ``me`` and ``order``. The page is generated from the helpers' docstrings and
from the modules ``state``, ``decisions`` and ``strategy_names``.

Here ``X as X`` makes an imported name public.
"""

from __future__ import annotations

from typing import Any as _Any

from eoc_sim.lazy import find_renamed as _find_renamed
from eoc_sim.simulator.eleven import sources as _sources
from eoc_sim.simulator.eleven.actions import (
    action_refusal as action_refusal,
    build_price as build_price,
    discount as discount,
    free_refusal as free_refusal,
    hire_price as hire_price,
    hire_refusal as hire_refusal,
    printed_price as printed_price,
    sale_price as sale_price,
    staff_price as staff_price,
    step_refusal as step_refusal,
)
from eoc_sim.simulator.eleven.auction import least_bid as least_bid
from eoc_sim.simulator.eleven.best_ability import best_ability as best_ability
from eoc_sim.simulator.eleven.best_layout import (
    best_layout as best_layout,
    best_turn as best_turn,
    try_cards as try_cards,
)
from eoc_sim.simulator.eleven.best_naming import name_for as name_for, next_ability as next_ability
from eoc_sim.simulator.eleven.betting import best_bet as best_bet, max_stake as max_stake
from eoc_sim.simulator.eleven.betting_state import BET_FILES as BET_FILES, BET_LINES as BET_LINES
from eoc_sim.simulator.eleven.board import vote_of as vote_of
from eoc_sim.simulator.eleven.club import staff_places as staff_places, stand_places as stand_places
from eoc_sim.simulator.eleven.deal_steps import (
    AUCTION_DEAL as AUCTION_DEAL,
    OFFER_DEAL as OFFER_DEAL,
    SALE_BONUS as SALE_BONUS,
    SALE_DEAL as SALE_DEAL,
)
from eoc_sim.simulator.eleven.decisions import (
    ACCEPT as ACCEPT,
    ADD_TACTIC as ADD_TACTIC,
    BET as BET,
    BID as BID,
    BUILD as BUILD,
    CHOOSE as CHOOSE,
    DECLINE as DECLINE,
    DISMISS as DISMISS,
    DROP_OUT as DROP_OUT,
    END_DAY as END_DAY,
    FREE as FREE,
    FROM_AREA as FROM_AREA,
    GIVE_UP as GIVE_UP,
    HIDE as HIDE,
    HIRE as HIRE,
    KEEP as KEEP,
    NEGOTIATE as NEGOTIATE,
    NO_BET as NO_BET,
    NO_TACTIC as NO_TACTIC,
    OFFER as OFFER,
    PASS as PASS,
    REFUSE as REFUSE,
    REROLL as REROLL,
    SEE as SEE,
    SELL as SELL,
    SHOW as SHOW,
    SPONSOR as SPONSOR,
    STAFF as STAFF,
    USE as USE,
)
from eoc_sim.simulator.eleven.effects import ability_cost as ability_cost
from eoc_sim.simulator.eleven.jerseys import jersey_in_match as jersey_in_match
from eoc_sim.simulator.eleven.layout import ALL_FORMATIONS as ALL_FORMATIONS, IN_ROW as IN_ROW
from eoc_sim.simulator.eleven.league_layouts import (
    expect_rival as expect_rival,
    league_formations as league_formations,
)
from eoc_sim.simulator.eleven.league_matches import shot_of as shot_of
from eoc_sim.simulator.eleven.market import market_money as market_money, only_row as only_row
from eoc_sim.simulator.eleven.names import WINTER_KINDS as WINTER_KINDS
from eoc_sim.simulator.eleven.naming import is_forced as is_forced
from eoc_sim.simulator.eleven.offers import offer_refusal as offer_refusal
from eoc_sim.simulator.eleven.pairing import rival_of as rival_of
from eoc_sim.simulator.eleven.pitch import (
    ATTACK as ATTACK,
    BALL as BALL,
    CELLS as CELLS,
    DEFENCE as DEFENCE,
    DEFENDERS as DEFENDERS,
    FACING as FACING,
    FORWARDS as FORWARDS,
    LEFT_WING as LEFT_WING,
    MARKERS as MARKERS,
    MIDFIELD as MIDFIELD,
    MIDFIELDERS as MIDFIELDERS,
    RIGHT_WING as RIGHT_WING,
    ROOM as ROOM,
    ROWS as ROWS,
    SECTION as SECTION,
    SECTIONS as SECTIONS,
    SHIELD as SHIELD,
)
from eoc_sim.simulator.eleven.prepare import (
    FORMATION_COUNT as FORMATION_COUNT,
    formations_of as formations_of,
    layout_refusal as layout_refusal,
    tactic_refusal as tactic_refusal,
)
from eoc_sim.simulator.eleven.refereeing import effect_of as effect_of, may_add as may_add
from eoc_sim.simulator.eleven.rerolling import free_rerolls as free_rerolls
from eoc_sim.simulator.eleven.season_prepare import (
    card_strength as card_strength,
    field_refusal as field_refusal,
)
from eoc_sim.simulator.eleven.season_scoring import (
    objective_count as objective_count,
    vp_of_objective as vp_of_objective,
)
from eoc_sim.simulator.eleven.sizes import (
    CARDS as CARDS,
    MAX_CLUBS as MAX_CLUBS,
    MAX_MANAGERS as MAX_MANAGERS,
    MAX_TACTICS as MAX_TACTICS,
    MAX_WEEKS as MAX_WEEKS,
    RESOURCES as RESOURCES,
    WINTER_PICKS as WINTER_PICKS,
)
from eoc_sim.simulator.eleven.sources import (
    AS_USUAL as AS_USUAL,
    BY_AUCTION as BY_AUCTION,
    FOR_BONUS as FOR_BONUS,
    FOR_MONEY as FOR_MONEY,
    OF_DIRECTORS as OF_DIRECTORS,
    OF_SPONSORS as OF_SPONSORS,
    OF_STAFF as OF_STAFF,
    OF_TOKENS as OF_TOKENS,
    OFFICE as OFFICE,
    SHIRT as SHIRT,
    SMALL as SMALL,
)
from eoc_sim.simulator.eleven.state import (
    DRAWN as DRAWN,
    IF_CARDS as IF_CARDS,
    IF_NOTHING as IF_NOTHING,
    IF_OPPONENT_ABOVE as IF_OPPONENT_ABOVE,
    IF_QUIET_CENTRE as IF_QUIET_CENTRE,
    IF_SHIELDS_BACK as IF_SHIELDS_BACK,
    LOST as LOST,
    REFEREEING as REFEREEING,
    WON as WON,
)
from eoc_sim.simulator.eleven.switches import (
    BASIC_SIDE as BASIC_SIDE,
    BETTING as BETTING,
    CLUB_DICE as CLUB_DICE,
    EPIC as EPIC,
    FIRST_MANAGER as FIRST_MANAGER,
    FORMATIONS as FORMATIONS,
    LAYER as LAYER,
    LEAGUE_TIES as LEAGUE_TIES,
    MARKET as MARKET,
    PROFILE as PROFILE,
    REFEREES as REFEREES,
    SCHEDULE as SCHEDULE,
    SCOUTING as SCOUTING,
    TACTICS as TACTICS,
    TRANSFERS as TRANSFERS,
)
from eoc_sim.simulator.eleven.turning import turner as turner
from eoc_sim.simulator.eleven.winter_choices import (
    winter_act_refusal as winter_act_refusal,
    winter_objective_refusal as winter_objective_refusal,
    winter_token_refusal as winter_token_refusal,
)
from eoc_sim.simulator.kernel import compiled as _decorators
from eoc_sim.simulator.kernel.data_tables import table as table
from eoc_sim.simulator.kernel.memory import memory as memory
from eoc_sim.simulator.kernel.parameters import parameter as parameter
from eoc_sim.simulator.kernel.random_streams import draw as draw

FIRST_DIRECTOR = _sources.DIRECTORS
FIRST_SPONSOR = _sources.SPONSORS
FIRST_STAFF = _sources.STAFF
FIRST_TACTIC = _sources.TACTICS
FIRST_TOKEN = _sources.TOKENS
FIRST_UNIQUE = _sources.UNIQUES
FIRST_VETERAN = _sources.VETERANS
FIRST_YOUNGSTER = _sources.YOUNGSTERS
PLAYER_ROW = _sources.PLAYER_DECK
SPONSOR_ROW = _sources.SPONSOR_DECK
STAFF_ROW = _sources.STAFF_DECK
YOUNGSTER_ROW = _sources.YOUNGSTER_DECK
compiled, unchecked = _decorators.compiled_for_strategies, _decorators.compiled
inlined, unchecked_inlined = _decorators.inlined_for_strategies, _decorators.inlined

__all__ = [name for name in dir() if name[0] != "_" and name != "annotations"]
"""Every name that a strategy may import."""
_RENAMED = {"most_stake": "max_stake"}


def __getattr__(name: str) -> _Any:
    """Return a function under its earlier name, with a warning."""
    return _find_renamed(globals(), _RENAMED, name)
