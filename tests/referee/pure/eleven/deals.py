"""Engines of Eleven that break a rule about transfers, the market, Epic, unique cards or solo."""

from __future__ import annotations

from referee.eleven.module_games import Modules
from referee.pure.breaking import (
    add,
    after,
    as_if,
    before,
    instead,
    put,
    reword,
    skip,
    undone,
    wrap,
)
from referee.pure.eleven.breaking import (
    ALONE,
    DEALS,
    DEALT,
    EPIC,
    UNIQUE,
    Broken,
    always_false,
    always_true,
    more,
    never_refuse,
    opposite,
)

from eoc_sim.simulator.eleven import (
    actions,
    auction,
    deals,
    epic,
    market,
    offers,
    pairing,
    season_play,
    season_set_up,
    switches,
    unique_cards,
    winter,
    winter_choices,
    winter_tokens,
)
from eoc_sim.simulator.eleven import solo as solo_goals

BROKEN = [
    # Transfers and the market
    Broken("auctions bring 1 more", "TRA-5 TRA-3", wrap(deals.bonus_of_sale, more(1)), DEALS),
    Broken("the buyer does not pay", "TRA-3 CLU-1", undone(deals.hand_over, "resources"), DEALS),
    Broken("a sale scores 1 more", "TRA-6 ACT-2 PLA-4", wrap(deals.vp_of_sale, more(1)), DEALS),
    Broken("any offer is legal", "TRA-7 ACT-1", never_refuse(offers.offer_refusal), DEALS),
    Broken(
        "an accepted offer is not carried out",
        "TRA-7",
        reword(
            offers.judge,
            "take_action(state, trace, table.deal_buyer + 0, DID_OFFER, card, 0, 0, 0)",
            "pass",
            "table.deal_step = CLOSING",
            "table.deal_step = NEGOTIATING",
        ),
        DEALS,
    ),
    Broken("the market pays 1 more", "MKT-2", wrap(market.market_money, more(1)), DEALS),
    Broken("the pile does not move", "MKT-2", skip(market.move_pile), DEALS),
    Broken("the pile is not cut", "MKT-1", skip(market.cut_pile), DEALS),
    Broken(
        "a single manager auctions their cards",
        "TRA-1",
        instead(actions.can_auction, always_true),
        Modules(1, {**ALONE.settings, "transfers": "on"}),
    ),
    Broken(
        "sellers may bid",
        "TRA-2 ACT-2",
        reword(auction.open_auction, "table.deal_out = 1 << seller", "table.deal_out = 0"),
        DEALS,
    ),
    Broken(
        "without a bid the price is the usual one",
        "TRA-4 TRA-3",
        reword(auction.end_bidding, "table.deal_price -= deal_steps.SALE_BONUS", "pass"),
        DEALS,
    ),
    Broken(
        "the other sides of trained cards count as hidden",
        "TRA-8",
        instead(auction.is_side_hidden, always_true),
        DEALS,
    ),
    Broken(
        "only sales to the bank gain from the market",
        "MKT-3 MKT-2",
        wrap(
            market.market_money,
            lambda original, table, row: 0 if table.deal_buyer >= 0 else original(table, row),
        ),
        DEALS,
    ),
    # Epic
    Broken("levels do not drop", "EPI-4", as_if(winter.open_window, rule_winter_drop=0), EPIC),
    Broken(
        "the window pays 1 more",
        "EPI-5 CLU-1",
        after(
            winter.give_income, lambda state, trace, seat: add(state.table.resources[seat], 0, 1)
        ),
        EPIC,
    ),
    Broken(
        "every objective is fulfilled",
        "EPI-4",
        instead(winter_choices.is_fulfilled, always_true),
        EPIC,
    ),
    Broken(
        "the first half's counts are not reset at the Break",
        "EPI-3 SCO-7",
        skip(winter.begin_half),
        EPIC,
    ),
    Broken("the last manager picks first", "EPI-7", wrap(winter_tokens.is_before, opposite), EPIC),
    Broken(
        "any winter action is legal",
        "EPI-5 ACT-2",
        never_refuse(winter_choices.winter_act_refusal),
        EPIC,
    ),
    Broken("a winter token does nothing", "EPI-9 EPI-8", skip(winter_tokens.place_token), EPIC),
    Broken(
        "clubs of the first half are met again",
        "EPI-2 LEA-2",
        instead(epic.meets_before, always_false),
        DEALT,
    ),
    Broken(
        "the Break is a week early",
        "EPI-1 WEE-4",
        reword(season_play.end_week, "table.week == HALF", "table.week == HALF - 1"),
        EPIC,
    ),
    Broken(
        "auctions of the Break have a bonus",
        "EPI-6 TRA-5",
        reword(winter.act, "bonus = AUCTION_BONUS.NONE", "bonus = AUCTION_BONUS.ALWAYS"),
        EPIC,
    ),
    Broken(
        "any card may have a winter token",
        "EPI-8",
        never_refuse(winter_choices.winter_token_refusal),
        EPIC,
    ),
    Broken(
        "Epic scores by the standard table",
        "EPI-10 SCO-1",
        instead(switches.position_vp, lambda rules: str(rules["position_vp"])),
        DEALT,
    ),
    Broken(
        "managers meet in week 6 of Epic",
        "EPI-11 MAT-5",
        reword(pairing.pair_managers, "table.rule_weeks - 1 - weeks_left", "5 - weeks_left"),
        Modules(2, {"layer": "league", "epic": "on", "league_matches": "on"}),
    ),
    # New content and solo
    Broken("no unique cards", "EXT-1", skip(unique_cards.deal), UNIQUE),
    Broken(
        "a unique card has the effects of its other side",
        "EXT-1 EFF-2",
        wrap(unique_cards.source_of_side, lambda original, card, side: original(card, 1 - side)),
        UNIQUE,
    ),
    Broken("a goal counts 1 more", "SOLO-2 SOLO-1", wrap(solo_goals.value_of, more(1)), ALONE),
    Broken(
        "all staff cards are used with any number of managers",
        "EXT-2 SET-8",
        before(season_set_up.shuffle_staff, lambda state: put(state.box.staff_managers, ..., 0)),
        Modules(2, {"new_staff": "on"}),
    ),
    Broken(
        "new tokens need no free space",
        "EXT-3 CLU-5",
        after(
            season_set_up.deal,
            lambda state, *rest: put(state.table.token_space, state.table.token_is_new == 1, 5),
        ),
        Modules(2, {"new_tokens": "on", "start_money": "30"}),
    ),
    Broken(
        "every goal is met",
        "SOLO-1",
        reword(solo_goals.check_goal, "MET if met else MISSED", "MET"),
        ALONE,
    ),
]
