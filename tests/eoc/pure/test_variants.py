"""The Family game, the Solo game and the auction."""

from __future__ import annotations

import pytest
from eoc.phases import hold_auction, play_month
from eoc.tabletop import Tabletop, engine, fixed_components, named
from eoc.variants import VariantAccounts

from eoc_sim.simulator.eoc import solo
from eoc_sim.simulator.eoc.columns import REGION_NAMES
from eoc_sim.simulator.eoc.decisions import DECISIONS
from eoc_sim.simulator.eoc.dice import die_worth, vegas_check
from eoc_sim.simulator.eoc.month import end_month
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.state import DISCARDED, FULL, HALF
from eoc_sim.strategies.eoc import defaults


def events_of(trace, kind):
    return [event for event in trace if event["e"] == kind]


def month_of(trace, event):
    """Return the month of an event."""
    return next(
        event_before["month"]
        for event_before in trace[: place_of(trace, event)][::-1]
        if event_before["e"] == "month"
    )


def place_of(trace, event):
    """Return the index of this very event, since another event may be equal to it."""
    return next(index for index, line in enumerate(trace) if line is event)


# --- Auction


@pytest.fixture
def bidders():
    """Return four players with 20 BB each; the Chain would go to seat 0."""
    t = Tabletop(4, auction="on")
    t.table.starter = 3
    t.table.bucks[:4] = 20
    return t


def auction(t, bids, sell=1):
    """Hold an auction; return the refusal's rule, the questions and the events."""
    questions = []
    left = {seat: list(values) for seat, values in bids.items()}

    def bid(table, me, params, order):
        questions.append(me.seat)
        return left[me.seat].pop(0)

    def choose(table, me, params, order):
        questions.append(("sell", me.seat, [int(b) for b in table.bid[: table.players]]))
        return sell

    for seat in range(t.table.players):
        t.script(seat, bid=bid, sell=choose)
    refusal = hold_auction(*t.everything)
    return DECISIONS.refusals[refusal].rule, questions, t.events()


def bucks(t):
    return [int(t.table.bucks[seat]) for seat in range(t.table.players)]


def test_a_bidding_war(bidders):
    """AUC-1, AUC-2, AUC-4, AUC-7: bids rise clockwise and a pass is final; the top bidder is asked
    again only if outbid, and pays the second-highest bid + 1 to the Auctioneer."""
    t = bidders
    rule, questions, events = auction(t, {1: [1, 4, 10], 2: [3, 5, 0], 3: [0]})
    assert rule == ""
    assert questions == [1, 2, 3, 1, 2, 1, 2, ("sell", 0, [0, 10, -1, -1])]
    assert [e["bid"] for e in events_of(events, "bid")] == [1, 3, None, 4, 5, 10, None]
    assert events[-1] == {"e": "sale", "player": 0, "buyer": 1, "bucks": 6}
    assert bucks(t) == [26, 14, 20, 20] and t.table.starter == 1


def test_the_auctioneer_keeps_the_chain(bidders):
    """AUC-2, AUC-5: keeping costs the full highest bid; its bidder would have paid less."""
    t = bidders
    rule, _, events = auction(t, {1: [2, 0], 2: [11], 3: [0]}, sell=0)
    assert rule == ""
    assert events[-1] == {"e": "sale", "player": 0, "buyer": None, "bucks": 11}
    assert bucks(t) == [9, 20, 20, 20] and t.table.starter == 0


def test_a_single_bidder_pays_their_own_bid(bidders):
    """AUC-2: if nobody else bids, the buyer pays their own bid."""
    _, questions, _ = auction(bidders, {1: [0], 2: [7], 3: [0]})
    assert questions[:-1] == [1, 2, 3]
    assert bucks(bidders) == [27, 20, 13, 20] and bidders.table.starter == 2


def test_no_bids(bidders):
    """AUC-3: the Auctioneer keeps the Chain for free and is not asked."""
    _, questions, events = auction(bidders, {1: [0], 2: [0], 3: [0]}, sell=1)
    assert questions == [1, 2, 3]
    assert events[-1] == {"e": "sale", "player": 0, "buyer": None, "bucks": 0}
    assert bucks(bidders) == [20] * 4 and bidders.table.starter == 0


@pytest.mark.parametrize(("own_bucks", "asked"), [(7, False), (8, True), (0, False)])
def test_must_sell(bidders, own_bucks, asked):
    """AUC-5: an Auctioneer with fewer BB than the highest bid must sell."""
    bidders.table.bucks[0] = own_bucks
    _, questions, _ = auction(bidders, {1: [8], 2: [0], 3: [0]}, sell=0)
    assert any(isinstance(question, tuple) for question in questions) == asked
    assert bidders.table.starter == (0 if asked else 1)
    assert bucks(bidders)[:2] == ([0, 20] if asked else [own_bucks + 8, 12])


def test_bidders_who_cannot_raise_pass(bidders):
    """AUC-4: bidders who cannot raise pass without being asked."""
    t = bidders
    t.table.bucks[1], t.table.bucks[2], t.table.bucks[3] = 0, 5, 6
    _, questions, events = auction(t, {2: [5], 3: [6]})
    assert questions[:-1] == [2, 3]
    assert [(e["player"], e["bid"]) for e in events_of(events, "bid")] == [
        (1, None),
        (2, 5),
        (3, 6),
        (2, None),
    ]
    assert bucks(t) == [26, 0, 5, 0]


@pytest.mark.parametrize(
    ("bids", "sell", "rule"),
    [
        ({1: [3], 2: [3]}, 1, "AUC-1"),
        ({1: [3], 2: [2]}, 1, "AUC-1"),
        ({1: [-1]}, 1, "AUC-1"),
        ({1: [21]}, 1, "AUC-4"),
        ({1: [3], 2: [0], 3: [0]}, 2, "AUC-2"),
    ],
)
def test_illegal_bids_and_sales_are_refused(bidders, bids, sell, rule):
    """AUC-1, AUC-2, AUC-4: bids that are too low or above the bidder's BB are refused; an
    Auctioneer must answer yes or no to a sale."""
    assert auction(bidders, bids, sell)[0] == rule
    assert bucks(bidders) == [20] * 4


@pytest.mark.parametrize(
    ("bid", "sell", "left", "starter"),
    [
        (4, 1, [11, 3], 1),
        (4, 0, [3, 7], 0),
        (0, 1, [7, 7], 0),
        (7, 1, [14, 0], 1),
    ],
)
def test_two_players(bid, sell, left, starter):
    """AUC-6: the single bidder bids once or passes, and pays that bid."""
    t = Tabletop(2, auction="on")
    t.table.starter = 1
    _, questions, events = auction(t, {1: [bid]}, sell)
    assert [question for question in questions if question == 1] == [1] and len(
        events_of(events, "bid")
    ) == 1
    assert bucks(t) == left and t.table.starter == starter


@pytest.mark.parametrize("players", [2, 3, 4])
def test_auctions_of_a_game(players):
    """AUC-4, AUC-7, TIM-5: each of months 1-11 ends with an auction, after the new pool card; the
    next to receive the Chain is its holder's clockwise neighbour, even after a sale."""
    bought = 0
    for game in range(2):
        trace = engine(*["random"] * players, auction="on", seed=6).replay(game)
        VariantAccounts(trace, fixed_components()).check()
        starts = [e["start"] for e in events_of(trace, "month")]
        sales = events_of(trace, "sale")
        assert [month_of(trace, e) for e in sales] == list(range(1, 12))
        for month, sale in enumerate(sales):
            after = trace[place_of(trace, sale) + 1]
            assert after["e"] == "month" and after["month"] == month + 2
            assert sale["player"] == (starts[month] + 1) % players
            buyer = sale["buyer"] if sale["buyer"] is not None else sale["player"]
            assert starts[month + 1] == buyer
            bought += sale["buyer"] is not None
        # The rest of the month, such as its turns and the new pool card, comes before any bid.
        for bid in events_of(trace, "bid"):
            later = trace[place_of(trace, bid) :]
            rest = later[: next(index for index, e in enumerate(later) if e["e"] == "month")]
            assert {e["e"] for e in rest} <= {"bid", "sale"}
    assert bought


def default_bid(t, seat, bucks, highest=0):
    """Return a player's default bid, given their BB."""
    t.table.bucks[seat] = bucks
    t.table.top_bidder = -1
    if highest:
        t.table.top_bidder = (seat + 1) % 4
        t.table.bid[(seat + 1) % 4] = highest
    return int(defaults.bid(t.table, t.private[seat], None, None))


def test_by_default_idle_bb_buy_the_chain(bidders):
    """AUC-1: the default bid is the worth of the extra card and the first choice, but it uses only
    BB that would buy no further star of marketing."""
    t = bidders
    t.table.month = 11
    t.table.pool_size = 0
    # One month and the final campaign are left: 1 + 1 BB buy 2 stars, the third BB none.
    assert default_bid(t, 1, 2) == 0
    assert default_bid(t, 1, 3) == 1
    # A bid of 2 would cost a star, and the Chain is worth less than that, so the seat passes.
    assert default_bid(t, 1, 3, highest=1) == 0
    # The last 15 of 75 BB buy nothing in two campaigns.
    assert default_bid(t, 1, 75, highest=4) == 5


def test_by_default_a_good_pool_card_is_bid_for(bidders):
    """AUC-1: the first choice from the pool counts in addition to the extra card."""
    t = bidders
    t.table.month = 11
    t.table.pool_size = 1
    best = max(range(t.table.cards), key=lambda card: defaults._bargain(t.table, card))
    t.table.pool[0] = best
    assert default_bid(t, 1, 2) == 1
    t.table.pool_size = 2
    t.table.pool[1] = best  # the others still have an equally good card
    assert default_bid(t, 1, 2) == 0
    # Without an extra card for the starting player, the Chain is worth nothing.
    t.table.rule_dealer_bonus = 0
    t.table.pool_size = 0
    assert default_bid(t, 1, 75) == 0


@pytest.mark.parametrize(("bucks", "price", "sells"), [(2, 1, 1), (11, 1, 0), (11, 3, 1)])
def test_by_default_the_chain_is_sold_for_stars(bidders, bucks, price, sells):
    """AUC-2: with 2 campaigns left, 2 BB buy 2 stars, 10 buy 6, and the next star costs 3."""
    t = bidders
    t.table.month = 11
    t.table.pool_size = 0
    t.table.bucks[0] = bucks
    t.table.top_bidder = 1
    t.table.bid[1] = t.table.sale_price = price
    assert defaults.sell(t.table, t.private[0], None, None) == sells


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_by_default_some_auctions_are_won(players):
    """AUC: with 2 to 4 players some auctions have a buyer and some have none; prices stay low."""
    seats = ["hoarder", "vegas", "marketing_drip", "balanced"][:players]
    traces = [engine(*seats, auction="on").replay(game) for game in range(3)]
    sales = [sale for trace in traces for sale in events_of(trace, "sale")]
    assert {sale["buyer"] is None for sale in sales} == {True, False}
    assert max(sale["bucks"] for sale in sales) <= 8


# --- Family


FAMILY = {
    "hand": 3,
    "pool_start": "2xplayers",
    "stash": "deal5",
    "vmd": "off",
    "dice_use": "any_month",
    "trade_fee": "none",
    "free_moves": "three",
    "packages": "refunded",
    "ties": "shared",
}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_family_games(players):
    """FAM-1 to FAM-4, FAM-8: Family changes stash, pool, deals, dice, trades and VMD; expiry,
    boards and Vegas are standard."""
    game_engine = engine(*["random"] * players, rules="family", seed=4)
    for game in range(2):
        trace = game_engine.replay(game)
        assert trace == engine(*["random"] * players, seed=4, **FAMILY).replay(game)
        VariantAccounts(trace, fixed_components()).check()
        before = trace[: trace.index(events_of(trace, "month")[0])]
        assert [len(e["kept"]) for e in events_of(before, "stash")] == [5] * players
        assert len(events_of(before, "pool_card")) == 2 * players
        assert sum(len(e["cards"]) for e in events_of(trace, "deal")) == 12 * (3 * players + 1)
        assert all(
            e["mode"] == "full" and 0 <= e["month"] - month_of(trace, e) <= 5
            for e in events_of(trace, "die")
        )
        assert any(
            e["month"] != month_of(trace, e) + e["value"] - 1 for e in events_of(trace, "die")
        )
        assert all(
            (e["bucks"], e["stars"], e["ec"]) == (0, 0, 0) for e in events_of(trace, "trade")
        )
        assert all(e["vmd"] == 0 for e in events_of(trace, "sign"))
        assert [month_of(trace, e) for e in events_of(trace, "pool_cleared")] == [3, 6, 9, 12]
        assert {month_of(trace, e) for e in events_of(trace, "expire")} <= set(range(6, 13))
        assert events_of(trace, "vegas") and events_of(trace, "crap_out")
        assert all(player["board"] and player["coach"] for player in trace[0]["players"])
        refill_months = [
            month_of(trace, e) for e in events_of(trace, "reshuffle") if not e["under"]
        ]
        assert refill_months == {2: [], 3: [10], 4: [7]}[players]  # DRA-6
        shuffle_months = [month_of(trace, e) for e in events_of(trace, "reshuffle") if e["under"]]
        assert shuffle_months == ([9] if players == 4 else [])  # END-3


def test_a_deal_continues_after_a_reshuffle():
    """DRA-6: the last cards of the old deck are dealt first, and the pool stays."""
    trace = engine("random", "random", "random", rules="family", seed=4).replay(0)
    (event,) = events_of(trace, "reshuffle")
    place = trace.index(event)
    left = trace[0]["deck"]
    for earlier in trace[:place]:
        gone = (
            earlier.get("dealt" if earlier["e"] == "stash" else "cards", ())
            if earlier["e"] in ("stash", "deal")
            else [earlier["card"]]
            if earlier["e"] == "pool_card"
            else []
        )
        assert left[: len(gone)] == list(gone)
        left = left[len(gone) :]
    dealt = [
        card
        for e in events_of(trace[place:], "deal")
        if month_of(trace, e) == 10
        for card in e["cards"]
    ]
    assert dealt == (left + event["cards"])[: len(dealt)]
    assert not set(event["cards"]) & set(left)


@pytest.mark.parametrize("number", range(1, 7))
def test_full_value_may_be_taken_in_any_of_six_months(number):
    """FAM-3: a die's full value is taken in the current month or up to five months later, but not
    past February."""
    t = Tabletop(2, rules="family")

    def check(month, target, mode):
        t.table.month = month
        t.script(0, dice=lambda table, me, params, order: fill(order, target, mode))
        return t.dice_phase()

    def fill(order, target, mode):
        order.die[0], order.die[1] = 0, 1
        order.mode[0] = mode
        order.month[0], order.month[1] = target, t.table.month
        return 0

    for month, target in ((1, number), (6, 5 + number), (7, 6 + number)):
        before = int(t.table.calendar[0, target, 0])
        mat = int(t.table.mat[0, 0])
        assert check(month, target, FULL) == ""
        worth = die_worth(t.table, 0, FULL)
        assert worth == t.table.dice[0]
        if target == month:
            assert t.table.mat[0, 0] >= mat + worth
        else:
            assert t.table.calendar[0, target, 0] == before + worth
        assert check(month, target, HALF) == "FAM-3"
    assert check(5, 4, FULL) == check(5, 11, FULL) == check(10, 13, FULL) == "FAM-3"


@pytest.mark.parametrize(
    ("month", "starter", "where"),
    # The signer is seat 1, the owner seat 2.
    [(4, 0, "mat"), (4, 1, "mat"), (4, 2, "calendar"), (12, 0, "mat"), (12, 2, "lost")],
)
def test_refunds(month, starter, where):
    """FAM-5: EC go to the owner's mat if the owner's turn is still to come, otherwise to the next
    month; after the owner's last turn, the EC are lost."""
    t = Tabletop(3, rules="family")
    t.no_coaches()
    t.table.month, t.table.starter = month, starter
    spot = "Ohio/1"
    envelopes = named(t.table.spot_cost[t.spot(spot)])
    t.package(2, spot, **envelopes)
    t.table.calendar[2] = 0
    t.table.mat[1, :] = 9
    t.at(1, spot)
    assert t.act("sign", 1, spot=spot) == ""
    assert t.on_mat(2) == (envelopes if where == "mat" else {})
    assert named(t.table.calendar[2, min(12, month + 1)]) == (
        envelopes if where == "calendar" else {}
    )
    assert t.table.package_size[2, t.spot(spot)] == 0
    assert t.table.bucks[2] == 7  # only EC are refunded, not the runner's fee
    (event,) = [e for e in t.events() if e["e"] in ("refund", "lost_package")]
    assert event["e"] == ("lost_package" if where == "lost" else "refund")
    if where != "lost":
        assert event["month"] == (0 if where == "mat" else month + 1)


def test_end_cards_score_alike_in_every_preset():
    """FAM-7, EX-7: Blue Blood Program scores 9, Campus Master Plan 2 per Culture card."""
    numbers = {card.name: card.number for card in fixed_components().cards}
    plan = next(n for name, n in numbers.items() if "Campus Master Plan" in name)
    for rules in ("standard", "family", "cutthroat"):
        t = Tabletop(2, rules=rules, boards="off")
        t.no_coaches()
        t.play_from_nowhere(0, "063", plan)
        culture = int(t.table.type_count[0, 0])
        assert culture >= 1
        assert t.final_scoring() == ""
        assert t.parts(0)["end_cards"] == 9 + 2 * culture


def test_leftover_bucks_do_not_count_in_family():
    """FAM-6: ranks depend only on the score."""
    t = Tabletop(3, rules="family", boards="off")
    t.no_coaches()
    for seat in range(3):
        t.script(seat, final_campaign=lambda *_: 0)
    t.table.score[:3] = [20, 20, 19]
    t.table.bucks[:3] = [0, 9, 30]
    assert t.final_scoring() == ""
    final = t.events()[-1]
    assert [player["rank"] for player in final["players"]] == [1, 1, 3]
    assert [player["win_share"] for player in final["players"]] == [0.5, 0.5, 0]
    assert final["winner"] is None


@pytest.mark.slow
def test_family_keeps_other_standard_rules():
    """FAM-8: marketing, six recruits from a region, a complete board and bets score as in the
    standard game."""
    for stars, cost in enumerate((1, 3, 5, 8, 12, 18, 24, 30), start=1):
        t = Tabletop(2, rules="family")
        t.no_coaches()
        t.table.bucks[0] = cost
        assert t.act("market", number=stars) == ""
        assert (t.table.bucks[0], t.table.score[0]) == (0, stars)
    midwest = [n for n in t.names.spot if 3 in t.table.state_region[t.table.spot_state[t.spot(n)]]]
    for spot, position in zip(midwest, ("QB", "RB", "WR", "TE", "OL", "OL"), strict=False):
        t.sign_freely(0, spot, position=position)
    t.private[0].board_position[:] = [0, 1, 2, 3, 4]
    t.mat(0, green=1)
    assert t.act("bet", colour="green", number=4) == ""
    t.table.month = 2
    t.dice(green=4)
    assert vegas_check(*t.everything) == 0
    assert t.on_mat(0) == {"green": 2} and t.table.bucks[0] == 1
    t.script(0, final_campaign=lambda *_: 0)
    assert t.final_scoring() == ""
    assert t.parts(0) == {
        "marketing": 8,
        "positions": 12,
        "region_points": 10,
        "board_points": 15,
    }


# --- Solo


@pytest.fixture(scope="module")
def solo_traces():
    return [
        engine(name, rules="solo", seed=3).replay(game)
        for game, name in enumerate(("random", "balanced", "hoarder", "vegas", "random"))
    ]


def test_solo_games(solo_traces):
    """SOLO-1 to SOLO-6, SOLO-8, SOLO-9: every card, EC and star of both sides is accounted for."""
    regions = set()
    for trace in solo_traces:
        VariantAccounts(trace, fixed_components()).check()
        (player,) = trace[0]["players"]
        regions.add(player["region"])
        assert player["coach"] and player["board"] and player["seeded"] == 12
        assert [
            (len(e["dealt"]), len(e["kept"]), len(e["to_pool"])) for e in events_of(trace, "stash")
        ] == [(6, 4, 2)]
        assert [len(e["cards"]) for e in events_of(trace, "deal")] == [4] * 12
        for event in events_of(trace, "draft"):
            assert event["source"] in ("hand", "stash")
            assert len(event["dumped"]) == (3 if event["source"] == "hand" else 4)
        assert [e["start"] for e in events_of(trace, "month")] == [0] * 12
        assert not [
            e
            for e in trace
            if e["e"]
            in (
                "pool_card",
                "pool_cleared",
                "delay",
                "bid",
                "sale",
                "pick_die",
                "reshuffle",
            )
        ]
        bubba = events_of(trace, "bubba")
        assert [month_of(trace, e) for e in bubba] == list(range(1, 13))
        for event in bubba:
            ended = [
                place_of(trace, e)
                for e in events_of(trace, "end_turn")
                if month_of(trace, e) == month_of(trace, event)
            ]
            assert place_of(trace, event) > max(ended)
        bubba_final = trace[-1]["players"][1]
        assert bubba_final["bucks"] == 0 and bubba_final["parts"]["cards"] == sum(
            e["cards_scored"] for e in bubba
        )
        assert {name for name, stars in bubba_final["parts"].items() if stars} <= {
            "cards",
            "recruits",
            "positions",
            "region_points",
        }
    assert regions <= {"Northwest", "Texas", "Midwest"} and len(regions) > 1


@pytest.mark.slow
def test_solo_seats():
    """SOLO-9: Bubba has the second row of the seats table, with the South as his region and
    without a coach or a board."""
    game_engine = engine("random", rules="solo", seed=3)
    rows = game_engine.worker().play(0, 3, ("seats", "games", "signings"))
    for game in range(3):
        one, bubba = rows["seats"][2 * game : 2 * game + 2]
        final = game_engine.replay(game)[-1]
        assert [row["score"] for row in (one, bubba)] == [p["score"] for p in final["players"]]
        assert (bubba["coach"], bubba["board"]) == (-1, -1)
        assert REGION_NAMES[bubba["region"]] == "South"
        signed = rows["signings"][
            (rows["signings"]["game"] == game) & (rows["signings"]["seat"] == 1)
        ]
        assert bubba["recruits_signed"] == len(signed) and not signed["vmd"].any()


def test_solo_without_a_pool():
    """SOLO-1, SOLO-2, SOLO-6: set-up rejects are out of reach and score nothing; delays are
    refused; cards that a draft discards score for Bubba."""
    t = Tabletop(1, rules="solo")
    rejects = [n for e in t.setup_events if e["e"] == "stash" for n in e["to_pool"]]
    assert t.cards_in(DISCARDED) == sorted(rejects) and t.table.score[1] == 0
    top = t.deck()[:4]

    def delay(table, me, params, order):
        order.card = me.hand[0]
        return 2

    t.script(0, draft=delay)
    assert t.draft_phase() == "SOLO-6"
    t = Tabletop(1, rules="solo")

    def from_stash(table, me, params, order):
        order.card = me.stash[0]
        return 1

    t.script(0, draft=from_stash)
    assert t.draft_phase() == ""
    assert set(t.cards_in(DISCARDED)) == {*rejects, *top}
    assert t.table.score[1] == sum(int(t.table.card_stars[t.card(n)]) for n in top)


def test_expired_cards_do_not_score_for_bubba():
    """SOLO-2, SOLO-6: END-1 applies without stars for Bubba; END-2 does not apply."""
    t = Tabletop(1, rules="solo")
    t.on_calendar(0, "001", 1)
    t.table.month = 6
    t.events()
    assert end_month(t.state, t.trace) == 0
    assert [e["e"] for e in t.events()] == ["expire"]
    assert t.table.score[1] == 0 and t.table.pool_size == 0


def test_solo_keeps_other_standard_rules(solo_traces):
    """SOLO-6: the preset changes four switches; half dice, bets, VMD, trades and marketing stay."""
    turned = {name for name, _, _ in resolve("solo").differences()}
    assert turned == {"hand", "dealer_bonus", "free_moves", "solo"}
    events = [event for trace in solo_traces for event in trace]
    assert {e["mode"] for e in events_of(events, "die")} == {"full", "half"}
    assert {e["vmd"] for e in events_of(events, "sign")} >= {-1, 0, 1}
    assert {(e["bucks"], e["stars"], e["ec"]) for e in events_of(events, "trade")} == {(1, 0, 0)}
    assert events_of(events, "vegas") and {e["final"] for e in events_of(events, "market")} == {
        False,
        True,
    }


def test_bubba_scores_as_usual_at_the_end():
    """SOLO-5: only recruits' values, unique positions and the best region count."""
    t = Tabletop(1, rules="solo")
    t.table.spot_owner[:] = 0
    for spot, position, base in (
        ("Alabama/1", "QB", 5),
        ("Florida/1", "RB", 4),
        ("Tennessee/1", "WR", 3),
        ("Missouri/1", "DB", 2),
        ("Missouri/2", "DL", 4),
        ("Ohio/1", "DB", 4),
    ):
        t.token(spot, base=base, position=position)
        t.table.spot_owner[t.spot(spot)] = -1
    for _ in range(6):
        solo.bubba_recruits(t.state, t.trace)
    assert t.final_scoring() == ""
    # Bubba takes only the DL from Missouri, then Ohio's DB: 4 of the 5 recruits are in the South.
    assert t.parts(1) == {"recruits": 5 + 4 + 3 + 4 + 4, "positions": 12, "region_points": 5}


def test_free_moves_of_a_solo_game():
    """SOLO-3: the calendar gives no free moves, but a coach still does."""
    t = Tabletop(1, rules="solo")
    t.no_coaches()
    t.start_turn(0, 1)
    assert t.table.free_moves[0] == 0
    t.give_coach(0, "HC4")
    t.start_turn(0, 1)
    assert t.table.free_moves[0] == 1


SOUTH_SINGLES = ("Alabama/1", "Florida/1", "Tennessee/1", "The Carolinas/1")
SOUTH_BORDERS = ("Missouri", "Oklahoma & Arkansas", "W. Virginia")
OTHER_BORDERS = ("Colorado", "Nebraska & Kansas", "Nevada & Utah", "New Mexico", "Ohio")


def both_spots(*states):
    return [f"{state}/{slot}" for state in states for slot in (1, 2)]


def bubba_table(*left):
    """Return a solo table with only these recruits left: (spot, position, base)."""
    t = Tabletop(1, rules="solo")
    t.table.spot_owner[:] = 0
    for spot, position, base in left:
        t.token(spot, base=base, position=position)
        t.table.spot_owner[t.spot(spot)] = -1
    return t


def bubba_has(t, *positions):
    """Mark these positions as Bubba's, without giving him recruits."""
    for position in positions:
        spot = t.spot("SoCal/1")
        t.token("SoCal/1", position=position)
        t.table.signed_position[1, t.table.spot_position[spot]] += 1


def picks(t, number=12):
    """List Bubba's recruits, month after month."""
    spots = []
    for _ in range(number):
        solo.bubba_recruits(t.state, t.trace)
        spot = t.events()[0]["spot"]
        if spot is None:
            break
        spots.append(spot)
    return spots


def test_bubba_takes_single_states_of_the_south_first():
    """SOLO-7 (1): Bubba takes the highest value, regardless of the position."""
    t = bubba_table(
        *((spot, "QB", value) for spot, value in zip(SOUTH_SINGLES, (3, 2, 5, 4), strict=True)),
        ("Missouri/1", "DB", 5),
    )
    assert picks(t) == ["Tennessee/1", "The Carolinas/1", "Alabama/1", "Florida/1", "Missouri/1"]
    assert t.parts(1) == {"recruits": 19}
    assert t.table.unique_positions[1] == 2 and t.table.signed_region[1, 4] == 5


def test_bubbas_rare_positions():
    """EX-9, SOLO-7: in states touching the South, Bubba takes an RB and a DB, then the QBs."""
    t = bubba_table(
        ("Missouri/1", "QB", 2),
        ("Oklahoma & Arkansas/1", "QB", 4),
        ("W. Virginia/1", "RB", 3),
        ("Ohio/1", "DB", 2),
        ("Colorado/1", "WR", 4),
    )
    # A fourth state that touches the South, as the printed example needs.
    t.table.state_region[t.table.spot_state[t.spot("Ohio/1")], 1] = 4
    bubba_has(t, "WR", "TE", "OL", "DL", "LB")
    assert picks(t) == [
        "W. Virginia/1",
        "Ohio/1",
        "Oklahoma & Arkansas/1",
        "Missouri/1",
        "Colorado/1",
    ]


def test_bubba_uses_a_border_state_once():
    """SOLO-7 (2) to (4): Bubba takes one recruit per border state, first from states that touch
    the South."""
    recruits = [
        *((spot, "QB", 3) for spot in both_spots(*SOUTH_BORDERS, *OTHER_BORDERS)),
        ("SoCal/1", "DB", 5),
    ]
    t = bubba_table(*recruits)
    spots = picks(t)
    assert [spot.split("/")[0] for spot in spots] == [*SOUTH_BORDERS, *OTHER_BORDERS]
    assert all(spot.endswith("/1") for spot in spots)
    solo.bubba_recruits(t.state, t.trace)
    (event,) = t.events()
    assert (event["spot"], event["stars"]) == (None, 0)
    assert t.parts(1) == {"recruits": 24}


@pytest.mark.parametrize(
    ("left", "held", "taken"),
    [
        # A missing position comes before any other, at any value.
        ((("Missouri/1", "QB", 4), ("W. Virginia/1", "DB", 2)), ("QB",), "W. Virginia/1"),
        # A position that occurs once comes before more frequent ones.
        (
            (("Missouri/1", "QB", 4), ("Missouri/2", "QB", 4), ("W. Virginia/1", "DB", 2)),
            (),
            "W. Virginia/1",
        ),
        # This also holds among positions that are not missing.
        (
            (("Missouri/1", "QB", 4), ("Missouri/2", "QB", 4), ("W. Virginia/1", "DB", 2)),
            ("QB", "DB"),
            "W. Virginia/1",
        ),
        # A missing position comes before one that occurs only once.
        (
            (("Missouri/1", "QB", 2), ("Missouri/2", "QB", 2), ("W. Virginia/1", "DB", 4)),
            ("DB",),
            "Missouri/1",
        ),
        # Then the higher value decides, then the earlier spot.
        ((("Missouri/1", "QB", 2), ("W. Virginia/1", "DB", 4)), (), "W. Virginia/1"),
        ((("W. Virginia/2", "QB", 3), ("Missouri/2", "DB", 3)), (), "Missouri/2"),
        # In states that touch the South, even a position that is not needed comes before a
        # needed one elsewhere.
        ((("Missouri/1", "QB", 2), ("Ohio/1", "DB", 4)), ("QB",), "Missouri/1"),
        # Occurrences in other states do not count.
        (
            (("Missouri/1", "QB", 2), ("Ohio/1", "QB", 4), ("W. Virginia/1", "DB", 2)),
            (),
            "Missouri/1",
        ),
    ],
)
def test_bubbas_preferences(left, held, taken):
    """SOLO-4, SOLO-7: preferences follow the order of the rule."""
    t = bubba_table(*left)
    bubba_has(t, *held)
    assert picks(t, 1) == [taken]


@pytest.mark.parametrize(
    ("settings", "month", "event"),
    [
        ({}, 4, "lost_package"),
        ({"packages": "refunded"}, 4, "refund"),
        ({"packages": "refunded"}, 12, "lost_package"),
    ],
)
def test_bubba_spoils_packages(settings, month, event):
    """SOLO-8, FAM-5: the player's package on Bubba's recruit is lost, or comes back next month."""
    t = Tabletop(1, rules="solo", **settings)
    t.table.spot_owner[:] = 0
    t.table.spot_owner[t.spot("Missouri/1")] = -1
    t.table.month = month
    t.table.calendar[0] = 0
    t.package(0, "Missouri/1", orange=2)
    node, stock = [int(n) for n in t.table.node], [int(n) for n in t.table.bucks[:2]]
    solo.bubba_recruits(t.state, t.trace)
    output = t.events()
    assert [e["e"] for e in output] == ["bubba", event]
    refunded = {"orange": 2} if event == "refund" else {}
    assert named(t.table.calendar[0, min(12, month + 1)]) == refunded
    assert node == [int(n) for n in t.table.node] and stock[1] == 0
    assert stock == [int(n) for n in t.table.bucks[:2]]


def test_solo_ties():
    """SOLO-9, SCO-6: the player's BB break a tie, as Bubba has none; then positions do."""
    for bucks_left, positions, winner in ((1, 0, 0), (0, 0, 1), (0, 3, 0)):
        t = Tabletop(1, rules="solo", boards="off")
        t.no_coaches()
        t.script(0, final_campaign=lambda *_: 0)
        t.table.bucks[0] = bucks_left
        t.sign_freely(1, "Alabama/1", position="QB")
        for spot, position in zip(
            ("SoCal/1", "Ohio/1", "Colorado/1"), ("QB", "RB", "WR"), strict=True
        ):
            if positions:
                t.sign_freely(0, spot, position=position)
        # Positions and best region: 4 and 1 with three separate recruits, 1 and 1 with one.
        t.table.score[0] = 20 - (5 if positions else 0)
        t.table.score[1] = 20 - 2
        assert t.final_scoring() == ""
        final = t.events()[-1]
        assert [player["score"] for player in final["players"]] == [20, 20], final
        assert final["winner"] == winner


def test_bubba_recruits_after_the_players_turn():
    """SOLO-4, TIM-4: Bubba recruits within the month, after the player's turn."""
    t = Tabletop(1, rules="solo")
    t.table.month = 1
    assert play_month(*t.everything) == 0
    kinds = [e["e"] for e in t.events()]
    assert kinds.index("bubba") == kinds.index("end_turn") + 1
    assert t.table.starter == 0 and t.table.spot_month.max() == 1
