"""The monthly card draft (DRA)."""

from __future__ import annotations

import pytest
from eoc.tabletop import Tabletop, engine

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.decisions import DECISIONS, DELAY, DRAFT
from eoc_sim.simulator.eoc.draft import deal_phase, delay, draft_card
from eoc_sim.simulator.eoc.rules import check_deck, resolve
from eoc_sim.simulator.eoc.state import CALENDAR, DISCARDED, HIDDEN, POOL


@pytest.fixture
def t() -> Tabletop:
    return Tabletop(3)


def plan(t, seat, *answers):
    """Make a seat give these answers in turn: (DRAFT or DELAY, card number)."""
    left = list(answers)

    def draft(table, me, params, order):
        kind, number = left.pop(0)
        order.card = t.card(number)
        return kind

    t.script(seat, draft=draft)


def hands(t):
    return [
        [t.names.card[t.private[s].hand[i]] for i in range(t.table.hand_size[s])]
        for s in range(t.table.players)
    ]


def test_the_deal(t):
    """DRA-1, DRA-7: in turn order each player is dealt 2 cards together; then the starting
    player gets 1 extra."""
    t.table.starter = 1
    top = t.deck()[:7]
    assert deal_phase(t.state, t.trace) == 0
    assert hands(t)[1] == [*top[0:2], top[6]]
    assert hands(t)[2] == top[2:4]
    assert hands(t)[0] == top[4:6]
    assert [e["cards"] for e in t.events()] == [top[0:2], top[2:4], top[4:6], top[6:7]]


@pytest.mark.parametrize(("hand", "bonus"), [(1, 0), (3, 2), (5, 1)])
def test_switches_set_the_numbers_of_cards_dealt(hand, bonus):
    """DRA-1: the switches hand and dealer_bonus set the numbers of cards."""
    t = Tabletop(2, hand=hand, dealer_bonus=bonus)
    assert deal_phase(t.state, t.trace) == 0
    assert [len(cards) for cards in hands(t)] == [hand + bonus, hand]


def test_draft_from_the_hand(t):
    """DRA-2: a card goes to this month's place, and the rest of the hand face up to the pool."""
    t.set_hand(0, "001", "002", "003")
    pool, stash = t.pool(), t.stash(0)
    assert draft_card(t.state, t.trace, 0, t.card("002")) == 0
    assert t.table.calendar_card[0, 1] == t.card("002")
    assert t.table.card_place[t.card("002")] == CALENDAR
    assert t.pool() == [*pool, "001", "003"]
    assert hands(t)[0] == [] and t.stash(0) == stash
    assert t.events()[-1] == {
        "e": "draft",
        "player": 0,
        "card": "002",
        "source": "hand",
        "dumped": ["001", "003"],
    }


def test_draft_from_the_stash(t):
    """DRA-2, SET-18: drafting a stash card dumps the whole hand; the stash shrinks."""
    t.set_hand(0, "001", "002")
    stash = t.stash(0)
    assert draft_card(t.state, t.trace, 0, t.card(stash[2])) == 0
    assert t.stash(0) == [stash[0], stash[1], stash[3]]
    event = t.events()[-1]
    assert event["source"] == "stash" and event["dumped"] == ["001", "002"]


def test_draft_from_the_pool(t):
    """DRA-2: drafting a pool card dumps the whole hand."""
    t.set_hand(0, "001", "002")
    pool = t.pool()
    assert draft_card(t.state, t.trace, 0, t.card(pool[1])) == 0
    assert t.pool() == [pool[0], *pool[2:], "001", "002"]
    assert t.events()[-1]["source"] == "pool"


def test_illegal_drafts(t):
    """DRA-2: only the player's own hand and stash and the pool can be drafted from."""
    t.set_hand(0, "001")
    t.set_hand(1, "002")
    for number in ("002", t.stash(1)[0], t.deck()[-1]):
        before = t.snapshot()
        refusal = draft_card(t.state, t.trace, 0, t.card(number))
        assert DECISIONS.refusals[refusal].rule == "DRA-2"
        assert before["trace"] == t.snapshot()["trace"] and t.table.drafted[0] == 0


def test_delay(t):
    """DRA-2, DRA-3: a hand card goes to the pool, but never the last one or another player's."""
    t.set_hand(0, "001", "002")
    pool = t.pool()
    refusal = delay(t.state, t.trace, 0, t.card("003"))
    assert DECISIONS.refusals[refusal].rule == "DRA-2"
    assert delay(t.state, t.trace, 0, t.card("001")) == 0
    assert t.pool() == [*pool, "001"] and hands(t)[0] == ["002"]
    refusal = delay(t.state, t.trace, 0, t.card("002"))
    assert DECISIONS.refusals[refusal].rule == "DRA-3"


def test_delays_go_round(t):
    """DRA-2, DRA-3, DRA-4: the starter may delay twice, others once; pool cards are available at
    once."""
    t.table.starter = 2
    top = t.deck()[:7]
    starter, other = [*top[0:2], top[6]], top[4:6]
    plan(t, 2, (DELAY, starter[0]), (DELAY, starter[1]), (DRAFT, starter[0]))
    plan(t, 0, (DELAY, top[2]), (DRAFT, starter[1]))
    plan(t, 1, (DELAY, other[0]), (DRAFT, top[2]))
    assert t.draft_phase() == ""
    events = [e for e in t.events() if e["e"] != "deal"]
    assert [(e["e"], e["player"], e["card"]) for e in events] == [
        ("delay", 2, starter[0]),
        ("delay", 0, top[2]),
        ("delay", 1, other[0]),
        ("delay", 2, starter[1]),
        ("draft", 0, starter[1]),
        ("draft", 1, top[2]),
        ("draft", 2, starter[0]),
    ]
    assert [e["source"] for e in events if e["e"] == "draft"] == ["pool", "pool", "pool"]


@pytest.mark.parametrize(("seat", "delays"), [(0, 2), (1, 1), (2, 1)])
def test_limit_of_delays(t, seat, delays):
    """DRA-3: a player with one card in hand cannot delay."""

    def draft(table, me, params, order):
        order.card = me.hand[0]
        return DELAY if me.seat == seat else DRAFT

    for index in range(3):
        t.script(index, draft=draft)
    assert t.draft_phase() == "DRA-3"
    assert sum(e["e"] == "delay" for e in t.events()) == delays


def test_other_answers_are_refused(t):
    """DRA-2: a player may only draft, or discard and delay."""
    for answer in (0, 3, -1):
        tabletop = Tabletop(2)
        tabletop.script(0, draft=lambda table, me, params, order, answer=answer: answer)
        assert tabletop.draft_phase() == "DRA-2"


def test_everyone_places_one_card_each_month_and_keeps_none_in_hand():
    """DRA-5, DRA-8, TIM-1: a player places 12 cards per game; no hand outlives the phase."""
    views = []

    def act(table, me, params, order):
        views.append(table.month)
        for seat in range(table.players):
            assert table.hand_size[seat] == 0
            assert table.drafted[seat] == 1
            assert table.calendar_card[seat, table.month] >= 0
        return 0

    game_engine = engine(*[{"act": act}] * 3)
    rows = game_engine.worker().play(0, 2, ("cards",))["cards"]
    assert len(rows) == 2 * 3 * 12
    assert views == [month for _ in range(2) for month in range(1, 13) for _ in range(3)]


def test_a_card_can_be_paid_for_in_the_month_of_its_draft(t):
    """DRA-5: a card can be paid for in the month of its draft, even in February."""
    t.table.month = 12
    t.set_hand(0, "001", "002")
    assert draft_card(t.state, t.trace, 0, t.card("001")) == 0
    t.mat(0, green=2, purple=2, yellow=2, blue=2, orange=2, magenta=2)
    assert t.act("play_card", card="001") == ""


def test_the_discard_deck_refills_an_empty_deck(t):
    """DRA-6: the discard deck, not the pool, is shuffled, and the deal continues."""
    deck = t.deck()
    for number in deck[3:]:
        t.table.card_place[t.card(number)] = DISCARDED
    t.box.deck_end = t.box.deck_top + 3
    t.table.deck_size = 3
    pool = t.pool()
    assert deal_phase(t.state, t.trace) == 0
    events = t.events()
    reshuffle = next(e for e in events if e["e"] == "reshuffle")
    assert sorted(reshuffle["cards"]) == sorted(deck[3:]) and reshuffle["under"] is False
    assert reshuffle["cards"] != sorted(reshuffle["cards"])
    assert t.pool() == pool and not set(pool) & set(reshuffle["cards"])
    dealt = [card for hand in hands(t) for card in hand]
    assert sorted(dealt) == sorted([*deck[:3], *reshuffle["cards"][:4]])
    assert t.deck() == reshuffle["cards"][4:] and t.table.deck_size == len(t.deck())
    assert not t.cards_in(DISCARDED) and t.box.reshuffles == 1


def test_a_deal_without_cards_is_refused(t):
    """DRA-8: a deal is refused if neither the deck nor the discard deck has a card left."""
    t.box.deck_end = t.box.deck_top
    assert DECISIONS.refusals[deal_phase(t.state, t.trace)].rule == "DRA-8"


def test_a_deck_that_is_too_small_is_refused_before_the_first_game():
    """DRA-8: 120 cards suffice in every preset; 40 do not for four players."""
    for preset, players in (("standard", 4), ("family", 4), ("cutthroat", 4), ("solo", 1)):
        check_deck(resolve(preset, {}), players, 120)
    with pytest.raises(InputError, match="DRA-8|last"):
        check_deck(resolve("standard", {}), 4, 40)


def test_with_120_cards_only_family_reshuffles():
    """DRA-6: 3 players reshuffle once, in December; 4 players once, in September."""
    for players, reshuffle_month in ((2, 0), (3, 10), (4, 7)):
        game_engine = engine(*["random"] * players, rules="family")
        for game in range(2):
            months, month = [], 0
            for event in game_engine.replay(game):
                month = event.get("month", month) if event["e"] == "month" else month
                if event["e"] == "reshuffle" and not event["under"]:
                    months.append(month)
            assert months == ([] if not reshuffle_month else [reshuffle_month])
        standard = engine(*["random"] * players)
        assert all(e["e"] != "reshuffle" or e["under"] for e in standard.replay(0))


def test_cards_are_public_only_once_face_up(t):
    """DRA-4, INF-2: cards put into the pool are face up; hand and stash cards are not."""
    t.set_hand(0, "001", "002")
    stash = t.stash(0)
    assert stash and all(t.table.card_place[t.card(n)] == HIDDEN for n in ("001", "002", *stash))
    delay(t.state, t.trace, 0, t.card("001"))
    assert t.table.card_place[t.card("001")] == POOL
