"""The strategy author's interface: constants, helpers and declarations in one place.

A strategy imports from here and nowhere else in the engine. The helpers read the public record
``table`` and change nothing; they work for any seat. docs/reference/strategies.md explains each
name, and every field of the records ``table``, ``me`` and ``order``. The page is generated from the
helpers' docstrings and from the modules ``state``, ``decisions`` and ``strategy_names``.

Here ``X as X`` makes an imported name public.
"""

from __future__ import annotations

from typing import Any as _Any

from eoc_sim.lazy import find_renamed as _find_renamed
from eoc_sim.simulator.eoc.actions import (
    calendar_free_moves as calendar_free_moves,
    are_neighbours as are_neighbours,
)
from eoc_sim.simulator.eoc.seat_bans import (
    has_ban as has_ban,
    has_draft_ban as has_draft_ban,
    has_play_ban as has_play_ban,
    has_sign_ban as has_sign_ban,
)
from eoc_sim.simulator.eoc.conditions import (
    clause_amount as clause_amount,
    conditions_hold as conditions_hold,
    clause_count as clause_count,
)
from eoc_sim.simulator.eoc.decisions import (
    BET as BET,
    DELAY as DELAY,
    DRAFT as DRAFT,
    END_TURN as END_TURN,
    MARKET as MARKET,
    MOVE as MOVE,
    PLAY_CARD as PLAY_CARD,
    RUNNER as RUNNER,
    SIGN as SIGN,
    TRADE as TRADE,
    TRIGGER as TRIGGER,
)
from eoc_sim.simulator.eoc.dice import (
    dice_limit as dice_limit,
    die_worth as die_worth,
    placing_refusal as placing_refusal,
    shift_number as shift_number,
)
from eoc_sim.simulator.eoc.effect_codes import (
    CONDITION_BASE_AT_LEAST as CONDITION_BASE_AT_LEAST,
    CONDITION_BASE_AT_MOST as CONDITION_BASE_AT_MOST,
    CONDITION_BORDER as CONDITION_BORDER,
    CONDITION_CRAPPED_OUT as CONDITION_CRAPPED_OUT,
    CONDITION_FUNDRAISING_REGION as CONDITION_FUNDRAISING_REGION,
    CONDITION_MONTH as CONDITION_MONTH,
    CONDITION_POSITION as CONDITION_POSITION,
    CONDITION_REGION as CONDITION_REGION,
    CONDITION_SAME_STATE as CONDITION_SAME_STATE,
    CONDITION_SINGLE as CONDITION_SINGLE,
    CONDITION_TYPE as CONDITION_TYPE,
    CONDITION_USED_FUNDRAISING as CONDITION_USED_FUNDRAISING,
    COUNTER_BASE_RECRUIT as COUNTER_BASE_RECRUIT,
    COUNTER_BORDER_RECRUIT as COUNTER_BORDER_RECRUIT,
    COUNTER_BUCKS as COUNTER_BUCKS,
    COUNTER_CARD as COUNTER_CARD,
    COUNTER_FUNDRAISING_REGION as COUNTER_FUNDRAISING_REGION,
    COUNTER_NONE as COUNTER_NONE,
    COUNTER_POSITION_RECRUIT as COUNTER_POSITION_RECRUIT,
    COUNTER_RECRUIT as COUNTER_RECRUIT,
    COUNTER_REGION as COUNTER_REGION,
    COUNTER_REGION_RECRUIT as COUNTER_REGION_RECRUIT,
    COUNTER_TYPE as COUNTER_TYPE,
    COUNTER_UNIQUE_POSITION as COUNTER_UNIQUE_POSITION,
    GAIN_BUCKS as GAIN_BUCKS,
    GAIN_BUCKS_AS_EC as GAIN_BUCKS_AS_EC,
    GAIN_DISCOUNT as GAIN_DISCOUNT,
    GAIN_EC as GAIN_EC,
    GAIN_FREE_BETS as GAIN_FREE_BETS,
    GAIN_FREE_RUNNERS as GAIN_FREE_RUNNERS,
    GAIN_MOVES as GAIN_MOVES,
    GAIN_SHIFT_DIE as GAIN_SHIFT_DIE,
    GAIN_STARS as GAIN_STARS,
    GAIN_USE_AGAIN as GAIN_USE_AGAIN,
    GAIN_VALUE as GAIN_VALUE,
    ON_CARDS as ON_CARDS,
    ON_MOVES as ON_MOVES,
    ON_RECRUITS as ON_RECRUITS,
    ON_TRADES as ON_TRADES,
    WHEN_ALWAYS as WHEN_ALWAYS,
    WHEN_BET_WON as WHEN_BET_WON,
    WHEN_CRAP_OUT as WHEN_CRAP_OUT,
    WHEN_END as WHEN_END,
    WHEN_MARKET as WHEN_MARKET,
    WHEN_MONTH as WHEN_MONTH,
    WHEN_MOVE as WHEN_MOVE,
    WHEN_PLAY as WHEN_PLAY,
    WHEN_SIGN as WHEN_SIGN,
    WHEN_TRADE as WHEN_TRADE,
)
from eoc_sim.simulator.eoc.effects import (
    acts as acts,
    check_costs as check_costs,
    end_card_stars as end_card_stars,
    has_cost as has_cost,
    source_in_play as source_in_play,
    stars_of as stars_of,
    trigger_refusal as trigger_refusal,
)
from eoc_sim.simulator.eoc.payment import (
    MARKETING_COST as MARKETING_COST,
    card_discount as card_discount,
    card_shortfall as card_shortfall,
    least_of as least_of,
    mat_total as mat_total,
    most_of as most_of,
    recruit_discount as recruit_discount,
    recruit_shortfall as recruit_shortfall,
    modifier_total as modifier_total,
    substitute_limit as substitute_limit,
    trade_price as trade_price,
)
from eoc_sim.simulator.eoc.scoring import (
    BOARD_ALL_5 as BOARD_ALL_5,
    BOARD_TOP_3 as BOARD_TOP_3,
    POSITION_STARS as POSITION_STARS,
    REGION_STARS as REGION_STARS,
    best_region as best_region,
    board_stars as board_stars,
)
from eoc_sim.simulator.eoc.state import (
    ACTING as ACTING,
    BAN_BET as BAN_BET,
    BAN_BID as BAN_BID,
    BAN_BOOKIE as BAN_BOOKIE,
    BAN_DELAY as BAN_DELAY,
    BAN_FINAL_MARKET as BAN_FINAL_MARKET,
    BAN_FULL as BAN_FULL,
    BAN_HALF as BAN_HALF,
    BAN_HAND as BAN_HAND,
    BAN_MARKET as BAN_MARKET,
    BAN_PAID_MOVE as BAN_PAID_MOVE,
    BAN_PLAY as BAN_PLAY,
    BAN_POOL as BAN_POOL,
    BAN_RUNNER as BAN_RUNNER,
    BAN_SIGN as BAN_SIGN,
    BAN_SIGN_BORDER as BAN_SIGN_BORDER,
    BAN_SIGN_SINGLE as BAN_SIGN_SINGLE,
    BAN_STASH as BAN_STASH,
    BAN_SUBSTITUTES as BAN_SUBSTITUTES,
    BAN_TRADE as BAN_TRADE,
    BAN_TRIGGER as BAN_TRIGGER,
    BAN_UPGRADES as BAN_UPGRADES,
    BIDDING as BIDDING,
    BLUE as BLUE,
    CALENDAR as CALENDAR,
    CHECKING_BETS as CHECKING_BETS,
    CHOOSING_DICE as CHOOSING_DICE,
    COACH_SOURCE as COACH_SOURCE,
    COLOURS as COLOURS,
    CULTURE as CULTURE,
    DB as DB,
    DEALING as DEALING,
    DISCARDED as DISCARDED,
    DL as DL,
    DRAFTING as DRAFTING,
    FULL as FULL,
    FUNDRAISING as FUNDRAISING,
    GAME_OVER as GAME_OVER,
    GREEN as GREEN,
    HALF as HALF,
    HIDDEN as HIDDEN,
    IN_PLAY as IN_PLAY,
    INERT_EFFECT as INERT_EFFECT,
    INERT_STARS as INERT_STARS,
    LAST_CAMPAIGNS as LAST_CAMPAIGNS,
    LB as LB,
    MAGENTA as MAGENTA,
    MAX_PLAYERS as MAX_PLAYERS,
    MIDWEST as MIDWEST,
    MONTHS as MONTHS,
    NORTHEAST as NORTHEAST,
    NORTHWEST as NORTHWEST,
    OL as OL,
    ORANGE as ORANGE,
    PART_BOARD as PART_BOARD,
    PART_CARD_EFFECTS as PART_CARD_EFFECTS,
    PART_CARDS as PART_CARDS,
    PART_COACH_EFFECTS as PART_COACH_EFFECTS,
    PART_END_CARDS as PART_END_CARDS,
    PART_FINAL_MARKETING as PART_FINAL_MARKETING,
    PART_MARKETING as PART_MARKETING,
    PART_ORDER_STARS as PART_ORDER_STARS,
    PART_POSITIONS as PART_POSITIONS,
    PART_RECRUITS as PART_RECRUITS,
    PART_REGION as PART_REGION,
    PART_TRADE_FEES as PART_TRADE_FEES,
    PERSONNEL as PERSONNEL,
    PLACING_DICE as PLACING_DICE,
    POOL as POOL,
    POSITIONS as POSITIONS,
    PURPLE as PURPLE,
    QB as QB,
    RB as RB,
    SCORING as SCORING,
    SELLING as SELLING,
    SET_UP as SET_UP,
    SOUTH as SOUTH,
    SOUTHWEST as SOUTHWEST,
    SPOTS as SPOTS,
    STATES as STATES,
    TE as TE,
    TEXAS as TEXAS,
    WR as WR,
    YELLOW as YELLOW,
)
from eoc_sim.simulator.eoc.switches import (
    AUCTION as AUCTION,
    BOARDS as BOARDS,
    CHAIN as CHAIN,
    COACH_CHOICE as COACH_CHOICE,
    COACHES as COACHES,
    DICE_DRAFT as DICE_DRAFT,
    DICE_ORDER as DICE_ORDER,
    DICE_REPEATS as DICE_REPEATS,
    DICE_USE as DICE_USE,
    FREE_MOVES as FREE_MOVES,
    PACKAGES as PACKAGES,
    PICK_ORDER as PICK_ORDER,
    POOL_START as POOL_START,
    REGIONS as REGIONS,
    SOLO as SOLO,
    STASH as STASH,
    STATE_VALUES as STATE_VALUES,
    TIEBREAK2 as TIEBREAK2,
    TIES as TIES,
    TRADE_FEE as TRADE_FEE,
    VMD as VMD,
)
from eoc_sim.simulator.kernel import compiled as _decorators
from eoc_sim.simulator.kernel.data_tables import lookup as lookup, table as table
from eoc_sim.simulator.kernel.memory import memory as memory
from eoc_sim.simulator.kernel.parameters import parameter as parameter
from eoc_sim.simulator.kernel.random_streams import draw as draw

compiled, unchecked = _decorators.compiled_for_strategies, _decorators.compiled
inlined, unchecked_inlined = _decorators.inlined_for_strategies, _decorators.inlined

__all__ = [name for name in dir() if name[0] != "_" and name != "annotations"]
"""Every name that a strategy may import."""
_RENAMED = {
    "banned": "has_ban",
    "connected": "are_neighbours",
    "counted": "clause_count",
    "draft_banned": "has_draft_ban",
    "play_banned": "has_play_ban",
    "prepared": "lookup",
    "shifted": "shift_number",
    "sign_banned": "has_sign_ban",
    "standing": "modifier_total",
    "substitutes_allowed": "substitute_limit",
}


def __getattr__(name: str) -> _Any:
    """Return a function under its earlier name, with a warning."""
    return _find_renamed(globals(), _RENAMED, name)
