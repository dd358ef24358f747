"""Worked examples of the leaflet's modules, played with the referee's rule functions."""

from __future__ import annotations

from typing import Any

import pytest

from eoc_sim.referee.eleven import betting, epic, referees, solo
from eoc_sim.referee.eleven.actions import play_day
from eoc_sim.referee.eleven.effects import cost_of, options, perform
from eoc_sim.referee.eleven.fixtures import host_visitor_pairs, pairs, regular_weeks, rotation
from eoc_sim.referee.eleven.game import Disagreement, ReferenceGame
from eoc_sim.referee.eleven.league import position, position_vp
from eoc_sim.referee.eleven.league_matches import shoot_out, used_gloves
from eoc_sim.referee.eleven.season_match import grow, read_consequences, stands
from eoc_sim.referee.eleven.season_scoring import measure_objective, objective_vp
from eoc_sim.referee.eleven.state import Bet, Day, Manager, Member
from eoc_sim.referee.eleven.tables import DRAW, LOSS, MONEY, WIN, WORDS
from eoc_sim.referee.eleven.transfers import auction, conclude, read_offers
from eoc_sim.referee.eleven.unique_cards import STAND_2
from eoc_sim.referee.eleven.winter import drop_levels, score_objective, train
from eoc_sim.referee.records import Reader
from referee.eleven.season_engine import DEFAULTS
from referee.eleven.seasons import data

NONE = [0, 0, 0, 0]
Events = list[dict[str, Any]]


def a_game(*money: int, **rules: str) -> ReferenceGame:
    """Return a game in week 1 whose managers have this much money."""
    game = ReferenceGame([], data())
    game.rules = {**DEFAULTS, **rules}
    game.managers = [
        Manager(seat, resources=[amount, 0, 0, 0], levels=[2, 2, 2, 2])
        for seat, amount in enumerate(money)
    ]
    game.week = 1
    game.piles = {name: [] for name in ("players", "youngsters", "staff", "sponsors", "tactics")}
    game.discards = {name: [] for name in game.piles}
    game.rows = {name: [] for name in game.piles}
    return game


def give(game: ReferenceGame, seat: int, *cards: str, trained: bool = False) -> Manager:
    """Give a manager these cards, and assign them to the match."""
    manager = game.managers[seat]
    manager.squad |= {card: Member(game.box.cards[card], trained) for card in cards}
    manager.match.cards = list(cards)
    return manager


def feed(game: ReferenceGame, *events: dict[str, Any]) -> None:
    game.reader = Reader(list(events), WORDS)


def bid(seat: int, card: str, money: int) -> dict[str, Any]:
    return {"e": "bid", "manager": seat, "card": card, "money": money}


def sale(seat: int, card: str, money: int, **fields: Any) -> dict[str, Any]:
    return {"e": "sale", "manager": seat, "card": card, "money": money, "vp": 0, "buyer": None,
            "price": money, "bonus": 0, "transfer": None, "position": None, "market": 0,
            **fields}  # fmt: skip


def act(seat: int, kind: str, card: str | None, way: str | None = None) -> dict[str, Any]:
    return {"e": "act", "manager": seat, "day": 1, "kind": kind, "way": way, "extra": False,
            "card": card, "price": 0, "gains": NONE}  # fmt: skip


def auction_of(seat: int, card: str, price: int) -> dict[str, Any]:
    return {"e": "auction", "manager": seat, "card": card, "asking": price}


# --- Transfers and the market


def test_ex_3():
    """EX-3, TRA-2, TRA-5: the bids 3, pass, 5, pass bring 5 + 1, as much as an ordinary sale."""
    game = a_game(0, 9, 9, 9, transfers="on")
    seller = give(game, 0, "P12")
    bids = [bid(1, "P12", 3), bid(2, "P12", 0), bid(3, "P12", 5), bid(1, "P12", 0)]
    feed(game, auction_of(0, "P12", 4), *bids, sale(0, "P12", 6, buyer=3, price=5, bonus=1))
    assert auction(game, seller, "P12")
    game.reader.end()
    assert [manager.resources[MONEY] for manager in game.managers] == [6, 9, 9, 4]
    assert "P12" in game.managers[3].squad


@pytest.mark.parametrize(("bonus", "money"), [("always", 5), ("sold", 4), ("none", 4)])
def test_ex_4(bonus: str, money: int):
    """EX-4, TRA-4, TRA-5: without any bid the seller gains the card's strength.

    With `auction_bonus = always` the bonus comes on top.
    """
    game = a_game(0, 9, transfers="on", auction_bonus=bonus)
    seller = give(game, 0, "P12")
    stated = sale(0, "P12", money, price=4, bonus=money - 4)
    feed(game, auction_of(0, "P12", 4), bid(1, "P12", 0), stated)
    assert auction(game, seller, "P12")
    assert game.discards["players"] == ["P12"]


def test_ex_5():
    """EX-5, TRA-2: manager 1 bids all 5 money and has 0 left; a bid of 6 is refused."""
    game = a_game(0, 5, 9, transfers="on")
    seller = give(game, 0, "P12")
    bids = [bid(1, "P12", 2), bid(2, "P12", 4), bid(1, "P12", 5), bid(2, "P12", 0)]
    feed(game, auction_of(0, "P12", 4), *bids, sale(0, "P12", 6, buyer=1, price=5, bonus=1))
    assert auction(game, seller, "P12")
    assert game.managers[1].resources[MONEY] == 0
    game = a_game(0, 5, 9, transfers="on")
    seller = give(game, 0, "P12")
    bids = [bid(1, "P12", 2), bid(2, "P12", 5), bid(1, "P12", 6)]
    feed(game, auction_of(0, "P12", 4), *bids)
    with pytest.raises(Disagreement, match="from 6 to 5") as error:
        auction(game, seller, "P12")
    assert error.value.rule == "TRA-2"


def test_ex_6():
    """EX-6, MKT-2: each sale moves the pile on; keepers bring nothing extra."""
    game = a_game(0, market="on")
    seller = give(game, 0, "P02", "P13", "P36")
    seller.squad["P13"].trained = True
    game.transfer_cards = ["5", "6", "1", "2", "3", "4"]
    for card, event in (
        ("P02", sale(0, "P02", 6, price=5, transfer="5", position="defender", market=1)),
        ("P13", sale(0, "P13", 4, price=4, transfer="6", position="midfielder")),
        ("P36", sale(0, "P36", 4, price=4, transfer="1")),
    ):
        feed(game, act(0, "sell", card), event)
        play_day(game, seller, 1)
        game.reader.end()
    assert game.transfer_cards[0] == "2"


def test_ex_7():
    """EX-7, TRA-5, MKT-3: an auctioned forward brings 7 + 1 + 1."""
    game = a_game(0, 9, transfers="on", market="on")
    seller = give(game, 0, "P11")
    game.transfer_cards = ["2", "3", "4", "5", "6", "1"]
    market = {"transfer": "2", "position": "forward", "market": 1}
    stated = sale(0, "P11", 9, buyer=1, price=7, bonus=1, **market)
    feed(game, auction_of(0, "P11", 7), bid(1, "P11", 7), stated)
    assert auction(game, seller, "P11")
    assert seller.resources[MONEY] == 9


def offers(prices: list[int], accepted: int | None) -> Events:
    events: Events = []
    for price in prices:
        events.append({"e": "offer", "manager": 0, "card": "P11", "owner": 1, "money": price})
        is_accepted = price == accepted
        answer = {"e": "answer", "manager": 1, "card": "P11", "accepted": is_accepted, "bonus": 0}
        events.append(answer)
    return events


def test_offers_for_veterans():
    """ACT-1, TRA-7: a veteran cannot be hired, not even from another manager."""
    game = a_game(9, 0, transfers="on")
    give(game, 1, "V1")
    feed(game, {"e": "offer", "manager": 0, "card": "V1", "owner": 1, "money": 5})
    with pytest.raises(Disagreement, match="veterans cannot be hired") as wrong:
        read_offers(game, game.managers[0], Day(1))
    assert wrong.value.rule == "ACT-1"


def test_ex_8():
    """EX-8, TRA-7, MKT-3: after three refusals a manager must hire from the Transfer Area or pass;
    a deal uses the market."""
    game = a_game(9, 0, transfers="on", market="on")
    give(game, 1, "P11")
    feed(game, *offers([4, 5, 6, 7], None), act(0, "pass", None))
    with pytest.raises(Disagreement, match="the maximum number of refusals is 3"):
        read_offers(game, game.managers[0], Day(1))
    feed(game, *offers([4, 5, 6], None), act(0, "sell", "P11"))
    with pytest.raises(Disagreement, match="an offer must be followed by a hiring or a pass"):
        play_day(game, game.managers[0], 1)
    feed(game, *offers([4, 5, 6], None), act(0, "pass", None))
    play_day(game, game.managers[0], 1)
    game.transfer_cards = ["2", "3", "4", "5", "6", "1"]
    market = {"transfer": "2", "position": "forward", "market": 1}
    stated = sale(1, "P11", 7, buyer=0, price=6, **market)
    feed(game, *offers([4, 5, 6], 6), act(0, "hire", "P11", "offer"), stated)
    play_day(game, game.managers[0], 1)
    game.reader.end()
    assert [manager.resources[MONEY] for manager in game.managers] == [3, 7]
    assert list(game.managers[0].squad) == ["P11"]


@pytest.mark.parametrize("action", [("pass", None), ("hire", "P11"), ("hire", "P12", "offer")])
def test_an_accepted_offer_is_carried_out(action: tuple[str, ...]):
    """TRA-7: once the owner accepts, the manager hires that card at that price and does nothing
    else."""
    game = a_game(9, 0, transfers="on")
    give(game, 1, "P11")
    feed(game, *offers([4], 4), act(0, *action))
    with pytest.raises(Disagreement, match="an accepted offer must be followed by") as wrong:
        play_day(game, game.managers[0], 1)
    assert wrong.value.rule == "TRA-7"


def test_ex_30():
    """EX-30, TRA-2 to TRA-5: a bid of 1 brings 2, and a pass brings strength + 1."""
    for money, price, buyer, gained in ((1, 1, 1, 2), (0, 2, None, 3)):
        game = a_game(0, 9, transfers="on")
        seller = give(game, 0, "P06")
        stated = sale(0, "P06", gained, buyer=buyer, price=price, bonus=1)
        feed(game, auction_of(0, "P06", 9), bid(1, "P06", money), stated)
        assert auction(game, seller, "P06")


def test_ex_31():
    """EX-31, TRA-2: a manager not asked yet may still bid when all others have passed."""
    game = a_game(0, 9, 9, transfers="on")
    seller = give(game, 0, "P06")
    stated = sale(0, "P06", 2, buyer=2, price=1, bonus=1)
    feed(game, auction_of(0, "P06", 3), bid(1, "P06", 0), bid(2, "P06", 1), stated)
    assert auction(game, seller, "P06")


# --- Referees


def dice(row: int, referee: int, *cards: str) -> dict[str, Any]:
    return {"e": "referee", "manager": 0, "dice": [row, referee], "rerolled": [], "row": row,
            "referee": referee, "cards": list(cards)}  # fmt: skip


def referee_effect(*cards: str, **fields: Any) -> dict[str, Any]:
    return {"e": "referee_effect", "manager": 0, "cards": list(cards), "dice": [], "strength": 0,
            "goals": 0, "against": 0, "token": None, "gains": NONE, "vp": 0, **fields}  # fmt: skip


def test_ex_9():
    """EX-9, REF-2, REF-6: a Hot-Tempered card's ability costs nothing instead of 1 fan."""
    game = a_game(0, 0, referees="on")
    manager = give(game, 0, "P09", "P12")
    feed(game, dice(8, 4, "P09"))
    referees.call_referee(game, manager)
    option = next(options(game, manager, "before"))
    assert option.clause.cost == (0, 1, 0, 0)
    assert cost_of(manager, option) == NONE


def test_ex_10():
    """EX-10, REF-3, REF-8: rolls of 6 and 3 by two matching cards give one goal against."""
    game = a_game(0, 0, referees="on")
    manager = give(game, 0, "P05", "P11")
    feed(game, dice(9, 1, "P05", "P11"), referee_effect("P05", "P11", dice=[6, 3], against=1))
    referees.call_referee(game, manager)
    assert referees.goals_of_referee(game, manager) == ([], 1)


def test_ex_11():
    """EX-11, REF-7: the lower half of the referee's card lets a scorer score again.

    The upper half gives 1 fan.
    """
    game = a_game(0, 0, referees="on")
    manager = give(game, 0, "P01")
    manager.match.scorers = [8]
    feed(game, dice(7, 5, "P01"), referee_effect("P01", goals=1))
    referees.call_referee(game, manager)
    assert referees.goals_of_referee(game, manager) == ([8], 0)
    feed(game, dice(1, 5, "P01"), referee_effect("P01", gains=[0, 1, 0, 0]))
    referees.call_referee(game, manager)
    assert referees.goals_of_referee(game, manager) == ([], 0)
    referees.act_after_match(game, manager)
    assert manager.resources == [0, 1, 0, 0]


def test_ex_12():
    """EX-12, REF-5, MAT-12, PLA-3: number 7 is not suspended but injured for two match days."""
    game = a_game(0, 0, referees="on")
    manager = give(game, 0, "P15", "P09")
    manager.match.result, game.week, game.added_weeks = "loss", 2, 1
    consequence = {"e": "consequence", "manager": 0, "dice": [3, 7], "rerolled": [],
                   "kind": "suspension", "card": "P09", "gains": NONE}  # fmt: skip
    feed(game, dice(3, 3, "P15"), consequence)
    referees.call_referee(game, manager)
    read_consequences(game, manager)
    held = manager.squad["P09"]
    assert (held.injured_until, held.suspended_until) == (4, 0)


def test_ref_5_no_experience():
    """REF-5: matching youngsters gain no experience."""
    game = a_game(0, 0, referees="on")
    manager = give(game, 0, "Y01", "Y02")
    experience = {"e": "experience", "manager": 0, "card": "Y02", "filled": 1, "trained": False}
    feed(game, dice(7, 3, "Y01"), experience)
    referees.call_referee(game, manager)
    grow(game, manager)
    game.reader.end()


# --- Matches between managers


def test_ex_13():
    """EX-13, PVP-1, PVP-2: with 3 managers, each one meets clubs in four of the weeks."""
    game = a_game(0, 0, 0, league_matches="on")
    game.clubs = {"3": ["3a", "3b", "3c", "3d"], "32": ["32a", "32b", "32c", "32d"]}
    first, second, third = game.managers
    assert regular_weeks(game, second) == [1, 2, 3, 6]
    assert regular_weeks(game, first) == [1, 2, 3, 5]
    assert regular_weeks(game, third) == [1, 2, 3, 4]
    assert rotation(game, 1)[:4] == ["3b", "3c", "3d", "32b"]


def test_ex_14():
    """EX-14, PVP-1, PVP-3: with 4 managers the pairs of week 6 are 1-3 and 2-4."""
    game = a_game(0, 0, 0, 0, league_matches="on")
    seats = [(one.seat, two.seat) for one, two in pairs(game, 6)]
    assert seats == [(0, 2), (1, 3)]
    assert all(regular_weeks(game, manager) == [1, 2, 3] for manager in game.managers)
    game.week = 6  # its first manager is seat 1
    assert [(one.seat, two.seat) for one, two in host_visitor_pairs(game)] == [(1, 3), (2, 0)]


def test_ex_15():
    """EX-15, PVP-7: in the shoot-out, gloves reduce the rolls: 5 less 2 and 4 less 1 are level,
    then 6 less 2 beats 3 less 1."""
    game = a_game(0, 0, league_matches="on")
    host = give(game, 0, "P33")
    visitor = give(game, 1, "P31")
    host.resources[1] = 1
    shot = {"e": "shoot_out", "manager": 0, "rival": 1}
    feed(
        game,
        {**shot, "round": 1, "faces": [5, 4], "rerolled": [], "rolls": [3, 3], "winner": None},
        {**shot, "round": 2, "faces": [2, 3], "rerolled": [[0, 6]], "rolls": [4, 2], "winner": 0},
    )
    assert shoot_out(game, host, visitor) is host
    assert host.resources[1] == 0


def test_pvp_6_gloves_used_in_the_first_half():
    """PVP-5, PVP-6: with `fresh_gloves = off`, saves in the first half use up the keeper's own
    gloves, at most all of them: three saves use up P31's two gloves."""
    for fresh, used in (("on", [0, 0, 0]), ("off", [0, 1, 2])):
        game = a_game(0, 0, league_matches="on", fresh_gloves=fresh)
        host, visitor = give(game, 0, "P31"), game.managers[1]
        assert [used_gloves(game, host, saves) for saves in (0, 1, 3)] == used
        assert used_gloves(game, visitor, 2) == min(used[-1], 1)


def test_pvp_7_after_20_rounds():
    """PVP-7: the Visitor wins after 20 equal rounds."""
    game = a_game(0, 0, league_matches="on")
    host, visitor = game.managers
    shot = {"e": "shoot_out", "manager": 0, "rival": 1, "faces": [3, 3], "rerolled": [],
            "rolls": [2, 2]}  # fmt: skip
    rounds = [{**shot, "round": number, "winner": None} for number in range(1, 20)]
    feed(game, *rounds, {**shot, "round": 20, "winner": 1})
    assert shoot_out(game, host, visitor) is visitor


# --- Bets


def payout(game: ReferenceGame, results: list[int], space: str, money: int) -> int:
    """Return manager 0's money from a payout."""
    bettor = game.managers[0]
    stated = {"e": "payout", "manager": 0, "results": results, "space": space, "money": money}
    feed(game, stated)
    before = bettor.resources[MONEY]
    betting.pay_out(game, bettor)
    return bettor.resources[MONEY] - before


def test_ex_16():
    """EX-16 (printed), BET-4, BET-5, LEA-4: results 3, 1, 0, 0 win on the space 3/1/0/0."""
    game = a_game(0, 0, 0, betting="on")
    for manager, outcome in zip(game.managers, (WIN, DRAW, LOSS), strict=True):
        manager.outcome = outcome
    game.bet_clubs, game.club_outcomes = ["3a"], {"3a": LOSS}
    game.managers[0].bet = Bet(["b3100"], 1)
    assert payout(game, [3, 1, 0, 0], "b3100", 4) == 4


@pytest.mark.parametrize("spaces", [[], ["b3100", "b3333"], ["b3100", "b1111", "b3110"]])
def test_bet_4_illegal_tokens(spaces: list[str]):
    """BET-4: a token must lie on one space, between two, or where four meet."""
    game = a_game(5, betting="on")
    feed(game, {"e": "bet", "manager": 0, "spaces": spaces, "stake": 1})
    with pytest.raises(Disagreement) as error:
        betting.place_bet(game, game.managers[0])
    assert error.value.rule == "BET-4"


@pytest.mark.parametrize(
    ("spaces", "money", "won"),
    [
        (["b3100", "b1111"], 3, 9),
        (["b1110", "b3110", "b3100", "b1111"], 2, 4),
        (["b3100"], 5, 20),
        (["b3300"], 5, 0),
    ],
)
def test_ex_17_and_18(spaces: list[str], money: int, won: int):
    """EX-17 (printed), EX-18, BET-5: a token pays four times its stake on one space, three times on
    two, and twice on four."""
    game = a_game(0, 0, 0, 0, betting="on")
    for manager, outcome in zip(game.managers, (WIN, DRAW, LOSS, LOSS), strict=True):
        manager.outcome = outcome
    game.managers[0].bet = Bet(spaces, money)
    assert payout(game, [3, 1, 0, 0], "b3100", won) == won


def test_ex_19():
    """EX-19, BET-2, BET-5, LEA-4: results of 3, 1, 0 and 3 decide the space."""
    game = a_game(0, 0, betting="on")
    game.managers[0].outcome, game.managers[1].outcome = WIN, DRAW
    game.bet_clubs, game.club_outcomes = ["3c", "3b"], {"3c": LOSS, "3b": WIN}
    game.managers[0].bet = Bet(["b3310"], 2)
    assert payout(game, [3, 1, 0, 3], "b3310", 8) == 8


def test_bet_3_places():
    """BET-3, BET-4: a token lies on a space, between two, or where four meet."""
    assert betting.can_hold_token([(1, 1)])
    assert betting.can_hold_token([(1, 1), (1, 2)])
    assert betting.can_hold_token([(1, 1), (1, 2), (2, 1), (2, 2)])
    for places in ([(1, 1), (2, 2)], [(1, 1), (1, 3)], [(1, 1), (1, 1)], [(1, 1), (1, 2), (1, 3)],
                   [(1, 1), (1, 2), (1, 3), (1, 4)]):  # fmt: skip
        assert not betting.can_hold_token(places)


@pytest.mark.parametrize(("limit", "stake"), [("none", 4), ("1", 2)])
def test_bet_3_stakes(limit: str, stake: int):
    """BET-3: a stake exceeds neither the manager's money nor the limit."""
    game = a_game(3, 0, betting="on", stake_limit=limit)
    bet = {"e": "bet", "manager": 0, "spaces": ["b3333"], "stake": stake, "free": 1}
    feed(game, bet)
    with pytest.raises(Disagreement, match="a stake must be from"):
        betting.place_bet(game, game.managers[0])


# --- The Epic league


def test_ex_20():
    """EX-20, LEA-5, EPI-10, SCO-1: two managers with 22 points are both third, for 16 VP each in
    Epic and 13 otherwise."""
    for rule, vp in (("on", 16), ("off", 13)):
        game = a_game(0, 0, epic=rule)
        game.club_points = {"3a": 25, "3b": 24, "3c": 21}
        for manager in game.managers:
            manager.points = 22
        assert [position(game, rival) for rival in game.managers] == [3, 3]
        assert [position_vp(game, rival) for rival in game.managers] == [vp, vp]


def test_ex_21():
    """EX-21, EPI-3, EPI-4: Talent School scores 3; then five wins score 6, for 9 in all."""
    game = a_game(0, 0, epic="on")
    manager = game.managers[0]
    manager.objectives = ["J02", "J01"]
    manager.won, manager.youngsters_trained = 3, 2
    feed(game, {"e": "objective", "manager": 0, "card": "J01", "vp": 3})
    score_objective(game, manager)
    assert manager.objectives == ["J02"]
    epic.begin_half(manager)
    manager.won, game.week = 8, 10
    assert objective_vp(game, manager) == 9


def test_epi_4_a_fulfilled_objective_is_scored():
    """EPI-4: a manager must score a fulfilled objective, and may not discard the other instead."""
    game = a_game(0, 0, epic="on")
    manager = game.managers[0]
    manager.objectives, manager.youngsters_trained = ["J02", "J01"], 2
    feed(game, {"e": "objective", "manager": 0, "card": "J02", "vp": 0})
    with pytest.raises(Disagreement, match="must be scored"):
        score_objective(game, manager)


def test_ex_22():
    """EX-22, EPI-4: levels 1, 3, 2, 4 become 1, 2, 1, 3 without a loss of VP."""
    game = a_game(0, epic="on")
    manager = game.managers[0]
    manager.levels = [1, 3, 2, 4]
    feed(game, {"e": "levels", "levels": [[1, 2, 1, 3]]})
    drop_levels(game)
    assert (manager.levels, manager.penalty_vp) == ([1, 2, 1, 3], 0)


@pytest.mark.parametrize(("money", "price"), [(4, 4), (0, 3)])
def test_ex_23(money: int, price: int):
    """EX-23, EPI-6: in the Break, a bid of 4 brings 4; without a bid, the sale brings the card's
    strength."""
    game = a_game(0, 9, epic="on")
    game.is_in_break = True
    seller = give(game, 0, "P11")
    stated = sale(0, "P11", price, buyer=1 if money else None, price=price)
    feed(game, auction_of(0, "P11", 4), bid(1, "P11", money), stated)
    assert auction(game, seller, "P11")
    assert seller.resources[MONEY] == price


def test_the_asking_price_of_the_break():
    """EPI-6, TRA-3: auctions in the Break are like others, so `asking` applies."""
    game = a_game(0, 9, epic="on", asking="minimum")
    game.is_in_break = True
    seller = give(game, 0, "P11")
    feed(game, auction_of(0, "P11", 4), bid(1, "P11", 3))
    with pytest.raises(Disagreement, match="from 4 to 9"):
        auction(game, seller, "P11")


@pytest.mark.parametrize("price", [-1, 100])
def test_an_asking_price_out_of_range(price: int):
    """TRA-2: an asking price is from 0 to 99."""
    game = a_game(0, 9, transfers="on")
    seller = give(game, 0, "P11")
    feed(game, auction_of(0, "P11", price))
    with pytest.raises(Disagreement, match="from 0 to 99"):
        auction(game, seller, "P11")


def test_goals_of_a_card_that_changes_hands():
    """SET-6, TRA-6: a card's goals count for the manager with whom it scored."""
    game = a_game(0, 9, transfers="on")
    seller = give(game, 0, "P11")
    seller.squad["P11"].goals = 3
    stated = sale(0, "P11", 3, buyer=1, price=2, bonus=1)
    feed(game, auction_of(0, "P11", 4), bid(1, "P11", 2), stated)
    assert auction(game, seller, "P11")
    assert game.managers[1].squad["P11"].goals == 0


def test_ex_24():
    """EX-24, EPI-7: the order is 1 2 3, then 2 3 1, then 1 2 3; 12 tokens are seen."""
    game = a_game(0, 0, 0, epic="on")
    for manager, points in zip(game.managers, (9, 7, 7), strict=True):
        manager.points = points
    events: Events = []
    seen = [["W01", "W01", "W04", "W04"], ["W05", "W05", "W06", "W06"],
            ["W08", "W08", "W10", "W10"]]  # fmt: skip
    for number, seats in enumerate(([0, 1, 2], [1, 2, 0], [0, 1, 2]), 1):
        tokens = seen[number - 1]
        events.append({"e": "winter_token", "round": number, "tokens": tokens})
        for seat, token in zip(seats, tokens, strict=False):
            pick = {"e": "winter_pick", "manager": seat, "round": number, "token": token}
            events.append(pick)
    feed(game, *events)
    train(game)
    game.reader.end()
    assert [len(rival.winter_tokens) for rival in game.managers] == [3, 3, 3]


@pytest.mark.parametrize(("trained", "extra", "strength"), [(0, 0, 3), (1, 0, 3), (1, 1, 4)])
def test_ex_25(trained: int, extra: int, strength: int):
    """EX-25, EPI-9: *strength 3* replaces the printed strength, but not permanent tokens."""
    card = data().season.cards["P02" if trained else "P01"]
    held = Member(card, bool(trained), extra_strength=extra, token="strength 3")
    assert held.strength == strength


def test_epi_9_cheap_and_stand_in():
    """EPI-9: a cheap ability costs one resource less; operation may replace fitness."""
    game = a_game(0, epic="on")
    manager = give(game, 0, "P07")
    held, match = manager.squad["P07"], manager.match
    option = next(options(game, manager, "before"))
    held.token = "cheap"
    assert cost_of(manager, option) == NONE
    held.token = "stand-in"
    match.card_resources, match.cells, match.sides = {"P07": [0, 0, 1, 0]}, {2: "dc"}, {2: "shield"}
    effect = {"e": "effect", "manager": 0, "source": "P07", "clause": 0, "paid": [0, 0, 1, 0],
              "cards": [], "markers": [], "die": None, "gains": NONE, "levels": NONE,
              "vp": 0}  # fmt: skip
    feed(game, effect)
    perform(game, manager, option)
    assert match.strength_changes == {2: 2}


def test_epi_9_other_tokens():
    """EPI-9: tokens set side, rows and jersey."""
    card = data().season.cards["P02"]
    assert Member(card, token="ball").side == "ball"
    assert Member(card, token="any section").positions == "DMF"
    assert Member(card, token="number 13").jersey == 13


# --- Unique cards and solo


def test_ex_27():
    """EX-27, EXT-1, CLU-3: with the negative side of stand 2's card, the stands hold 3."""
    game = a_game(0, unique_cards="on")
    manager = game.managers[0]
    assert stands(game, manager) == 4
    manager.unique, game.unique_clauses = {STAND_2: "1"}, {STAND_2: []}
    assert stands(game, manager) == 3


def test_ex_35():
    """EX-35, SOLO-1, SOLO-2: finishing in position 8, with one team below, wins the scenario."""
    game = a_game(0, solo="on", scenario="1")
    game.managers[0].points = 3
    game.club_points = {**dict.fromkeys("abcdefg", 9), "h": 2}
    assert position(game, game.managers[0]) == 8
    goal = {"e": "goal", "manager": 0, "goal": "below >= 1", "value": 1, "met": True}
    feed(game, goal)
    solo.check_goals(game, None)
    assert game.no_solo_goal_missed


def test_solo_goals_after_a_week():
    """SOLO-2: a goal that names a week is checked after that week."""
    game = a_game(0, solo="on", scenario="5")
    game.managers[0].tokens = ["I01"] * 5
    goal = {"e": "goal", "manager": 0, "goal": "tokens >= 6 after week 5", "value": 5,
            "met": False}  # fmt: skip
    feed(game, goal)
    solo.check_goals(game, 4)
    solo.check_goals(game, 5)
    game.reader.end()
    assert not game.no_solo_goal_missed


def test_solo_goals_in_epic():
    """SOLO-2, EPI-3: a goal counts the whole season, and an objective only its own half."""
    game = a_game(0, solo="on", scenario="5", epic="on")
    manager = game.managers[0]
    manager.tokens = ["I01"] * 6
    epic.begin_half(manager)
    assert solo.value_of(game, manager, "tokens") == 6
    assert measure_objective(game, manager, "tokens", half_only=True) == 0


@pytest.mark.parametrize(
    ("measure", "field", "is_maximum"),
    [
        ("goals", "goals_for", False),
        ("conceded", "goals_against", False),
        ("wins", "won", False),
        ("extra_actions", "extra_actions", False),
        ("margin", "largest_margin", True),
        ("stand_fans", "fullest_stands", True),
        ("card_goals", "card_goals", True),
    ],
)
def test_halves_of_every_measure(measure: str, field: str, is_maximum: bool):
    """EPI-3, SOLO-2: an objective counts each measure in its own half only, but a goal counts the
    whole season."""
    game = a_game(0, solo="on", scenario="5", epic="on")
    manager = game.managers[0]
    for figures in (manager, manager.half) if is_maximum else (manager,):
        setattr(figures, field, 4)
    assert measure_objective(game, manager, measure, half_only=True) == 4
    epic.begin_half(manager)
    assert measure_objective(game, manager, measure, half_only=True) == 0
    assert measure_objective(game, manager, measure, half_only=False) == 4


def test_a_sale_in_solo_with_idle_transfers():
    """TRA-1, SWI-1: with one manager the module is idle, so a sale states no buyer."""
    game = a_game(0, solo="on", transfers="on")
    seller = give(game, 0, "P11")
    feed(game, {"e": "sale", "manager": 0, "card": "P11", "money": 5, "vp": 0})
    conclude(game, seller, "P11", 5, is_deal=False)
    game.reader.end()
    assert seller.resources[MONEY] == 5


@pytest.mark.parametrize(("words", "least"), [("fulfilled", 1), ("perfect", 2)])
def test_solo_goals_of_an_objective(words: str, least: int):
    """SOLO-1, SCO-5: a goal states whether an objective must be fulfilled or perfect."""
    goal = solo.read_goal(f"objective {words}")
    assert not goal.is_met(least - 1)
    assert goal.is_met(least)


def test_bet_4_a_space_is_found_by_its_results(monkeypatch: pytest.MonkeyPatch):
    """BET-4: neither the order of the results nor the space's name matters."""
    game = a_game(0)
    for row in game.data.sheet("bets"):
        monkeypatch.setitem(row, "name", "renamed")
    assert betting.winning_space(game, [1, 3, 0, 3]) == "b3310"
