"""The order of a month (TIM) and its end (END)."""

from __future__ import annotations

import re

import pytest
from eoc.phases import play_month
from eoc.tabletop import Tabletop, engine

from eoc_sim.simulator.eoc import cards
from eoc_sim.simulator.eoc import month as month_end
from eoc_sim.simulator.eoc.month import end_month
from eoc_sim.simulator.eoc.state import CALENDAR, DISCARDED, HIDDEN, IN_PLAY, POOL


@pytest.fixture
def t() -> Tabletop:
    return Tabletop(3)


def finish(t, month):
    t.table.month = month
    assert end_month(t.state, t.trace) == 0


# One letter per event, in the order in which a month may have them.
LETTERS = {
    "month": "M",
    "deal": "d",
    "draft": "D",
    "delay": "e",
    "roll": "R",
    "bookie": "b",
    "vegas": "v",
    "crap_out": "c",
    "die": "x",
    "income": "i",
    "end_turn": "E",
    "expire": "w",
    "pool_cleared": "p",
    "pool_card": "P",
    "reshuffle": "S",
}
ACTION = "a"
MONTH = re.compile(r"M[dS]+[De]+Rb*[vca]*x+i*([a]*E)+w*p?P?S?")


def letters(events):
    return "".join(LETTERS.get(event["e"], ACTION) for event in events)


@pytest.fixture(scope="module")
def traces():
    lineups = (["vegas", "random"], ["random"] * 3, ["vegas", "random", "random", "vegas"])
    return [engine(*lineup, seed=3).replay(game) for lineup in lineups for game in range(3)]


def months(trace):
    """List each month's events, without set-up and scoring."""
    by_month = []
    for event in trace:
        if event["e"] == "month":
            by_month.append([])
        if event["e"] in ("end_card", "roll_off", "final") or (
            event["e"] == "market" and event["final"]
        ):
            break
        if by_month:
            by_month[-1].append(event)
    return by_month


def test_the_order_of_a_month(traces):
    """TIM-1 to TIM-5: draft; roll, Bookies, Vegas; dice and income; turns; month end."""
    for trace in traces:
        players = len(trace[0]["players"])
        by_month = months(trace)
        assert len(by_month) == 12
        for events in by_month:
            word = letters(events)
            assert MONTH.fullmatch(word), word
            assert word.count("D") == word.count("E") == players  # TIM-1: all have placed a card
            assert word.count("x") == 2 * players  # TIM-3
            assert word.count("i") <= players


def test_turn_order(traces):
    """TIM-3, TIM-4, ACT-12, END-4: each player has one whole turn, clockwise from the starting
    player."""
    for trace in traces:
        players = len(trace[0]["players"])
        start = trace[0]["first"]
        for events in months(trace):
            assert events[0]["start"] == start
            order = [(start + k) % players for k in range(players)]
            assert [e["player"] for e in events if e["e"] == "end_turn"] == order
            dice = [e["player"] for e in events if e["e"] == "die"]
            assert dice == [seat for seat in order for _ in range(2)]
            turns = events[letters(events).rindex("x") + 1 :]
            turns = [e for e in turns if e["e"] not in ("income", "lost_package")]
            acting = [e["player"] for e in turns[: letters(turns).rindex("E") + 1]]
            assert acting == sorted(acting, key=order.index)
            start = (start + 1) % players  # END-4: the Chain passes clockwise


def test_bets_pay_from_april_before_dice_are_chosen(traces):
    """TIM-2, DIC-2: bets pay after the roll and before any die is taken, never in March."""
    assert any("v" in letters(events) for trace in traces for events in months(trace))
    for trace in traces:
        for number, events in enumerate(months(trace), start=1):
            word = letters(events)
            pays = [k for k, letter in enumerate(word) if letter in "vc"]
            assert not pays or (
                number > 1 and word.index("R") < pays[0] <= pays[-1] < word.index("x")
            )


def test_bookies_decide_in_turn_order_before_bets_pay(t):
    """TIM-2: from month 2 onwards all Bookies act first, and then all bets pay."""
    questions = []

    def bookie(table, me, params, order):
        questions.append(me.seat)
        assert [int(b) for b in table.bucks[:3]] == [7, 7, 7]
        return 0

    for seat in range(3):
        t.play_from_nowhere(seat, "091")
        t.script(seat, bookie=bookie)
        for number in range(1, 7):
            t.table.bet[seat, 0, number] = 1
        t.table.bets[seat] = 6
    t.table.month = 2
    t.table.starter = 1
    assert t.dice_phase() == ""
    assert questions == [1, 2, 0]
    assert [int(b) for b in t.table.bucks[:3]] == [8, 8, 8]


def test_strategies_have_a_stream_per_month(t):
    """RND-2: each month's decisions draw from a separate stream."""
    keys = set()
    for month in (1, 2, 3):
        t.table.month = month
        assert play_month(*t.everything) == 0
        keys.add(tuple(int(k) for k in t.private[0].key))
    assert len(keys) == 3


# --- END-1


@pytest.mark.parametrize("month", range(1, 13))
def test_whistles(t, month):
    """END-1: at the end of each month m from August to January, the cards drafted in month m - 5
    are discarded; after February, all unplayed cards are."""
    numbers = [f"{n:03}" for n in range(1, 13)]
    for drafted in range(1, month + 1):
        t.on_calendar(1, numbers[drafted - 1], month=drafted)
    finish(t, month)
    gone = [numbers[month - 6]] if month >= 6 else []
    if month == 12:
        gone = numbers
    assert t.cards_in(DISCARDED)[: len(gone)] == gone
    assert set(t.cards_in(CALENDAR)) == set(numbers[:month]) - set(gone)
    assert [e["card"] for e in t.events() if e["e"] == "expire"] == gone
    assert not set(gone) & set(t.pool())


def test_april_expires_as_september_ends(t):
    """EX-8, END-1: April's unplayed card is still there in September and goes as that month
    ends."""
    april = t.on_calendar(0, "088", month=2)
    finish(t, 6)
    assert t.table.card_place[april] == CALENDAR
    finish(t, 7)
    assert t.table.card_place[april] == DISCARDED and t.table.calendar_card[0, 2] == -1


def test_cards_in_play_stay(t):
    """END-1: only unplayed cards go."""
    t.play_from_nowhere(0, "088")
    for month in range(6, 13):
        finish(t, month)
    assert t.table.card_place[t.card("088")] == IN_PLAY


def test_in_february_all_unplayed_cards_go(t):
    """END-1: all unplayed cards are discarded at the end of February."""
    for month in range(7, 13):
        t.on_calendar(0, f"{month:03}", month=month)
    finish(t, 12)
    assert t.cards_in(CALENDAR) == []


# --- END-2


@pytest.mark.slow
@pytest.mark.parametrize("month", range(1, 13))
def test_the_pool(t, month):
    """END-2: after May, August and November the pool's cards are discarded and one new card is
    added; after February the pool is emptied."""
    pool, top = t.pool(), t.deck()[0]
    assert len(pool) == 6
    finish(t, month)
    if month in (3, 6, 9):
        assert t.pool() == [top] and t.deck()[0] != top
        assert sorted(t.cards_in(DISCARDED)) == sorted(pool)
        assert [e["e"] for e in t.events()] == ["pool_cleared", "pool_card"]
    elif month == 12:
        assert t.pool() == [] and t.deck()[0] == top
        assert sorted(t.cards_in(DISCARDED)) == sorted(pool)
    else:
        assert t.pool() == pool and t.deck()[0] == top and t.events() == []
    assert sorted(t.cards_in(POOL)) == sorted(t.pool())


# --- END-3


@pytest.mark.parametrize(("players", "month"), [(2, 9), (3, 9), (4, 9), (4, 6), (4, 8), (4, 10)])
def test_the_four_player_shuffle(players, month):
    """END-3: with 4 players, the discard deck is shuffled under the rest of the deck at the end of
    November, after the whistles and the pool."""
    t = Tabletop(players)
    expiring = t.deck()[5]
    t.on_calendar(0, expiring, month=month - 5)
    t.box.deck_top += 20
    t.table.deck_size -= 20
    deck, pool = t.deck(), t.pool()
    finish(t, month)
    events = t.events()
    if players == 4 and month == 9:
        assert [e["e"] for e in events] == ["expire", "pool_cleared", "pool_card", "reshuffle"]
        shuffled = events[-1]["cards"]
        assert events[-1]["under"] is True
        assert sorted(shuffled) == sorted([*pool, expiring])
        assert t.deck() == [*deck[1:], *shuffled]
        assert t.table.deck_size == len(t.deck())
        assert t.cards_in(DISCARDED) == [] and t.box.reshuffles == 1
    else:
        assert all(e["e"] != "reshuffle" for e in events)


# --- END-4, END-5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_chain_passes_clockwise(players):
    """END-4: the Chain passes to the left neighbour."""
    t = Tabletop(players)
    for month in range(1, 12):
        t.table.month = month
        before = int(t.table.starter)
        assert play_month(*t.everything) == 0
        assert t.table.starter == (before + 1) % players


DECK, HAND, STASH = "deck", "hand", "stash"
WAYS = {
    (DECK, HAND),
    (DECK, POOL),
    (STASH, CALENDAR),
    (HAND, CALENDAR),
    (HAND, POOL),
    (POOL, CALENDAR),
    (POOL, DISCARDED),
    (CALENDAR, IN_PLAY),
    (CALENDAR, DISCARDED),
    (HAND, STASH),  # cards from which a stash is chosen are in the hand until then
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lineup", "rules", "ways"),
    [
        (["random", "balanced"], "standard", WAYS),
        (["random", "balanced", "vegas", "random"], "standard", WAYS | {(DISCARDED, DECK)}),
        (["random"] * 3, "family", WAYS | {(DISCARDED, DECK)}),
        # Solo has no pool: cards that would go there go to the discard deck.
        (
            ["balanced"],
            "solo",
            {
                (a, DISCARDED if b == POOL else b)
                for a, b in WAYS
                if a != POOL and (a, b) != (DECK, POOL)
            },
        ),
    ],
)
def test_legal_moves_of_cards(monkeypatch, lineup, rules, ways):
    """END-5: between two decisions or shuffles a card moves only in these ways."""
    game_engine = engine(*lineup, rules=rules)
    worker = game_engine.worker()
    table, box = worker.state.table, worker.state.box
    before, taken = {}, set()

    def look():
        now = {card: int(table.card_place[card]) for card in range(table.cards)}
        for card in box.deck[box.deck_top : box.deck_end]:
            now[int(card)] = DECK
        for me in worker.state.seats[: table.players]:
            now |= {int(c): HAND for c in me.hand[: table.hand_size[me.seat]]}
            now |= {int(c): STASH for c in me.stash[: table.stash_size[me.seat]]}
        assert HIDDEN not in now.values()  # every hidden card is in deck, hand or stash
        taken.update((before[c], now[c]) for c in before if before[c] != now[c])
        before.update(now)

    for entry in range(len(game_engine.functions)):
        for hook, function in enumerate(game_engine.functions[entry]):

            def answer(*decision, function=function):
                look()
                return function(*decision)

            game_engine.functions[entry, hook] = answer

    def shuffle(*shuffled, reshuffle=cards.reshuffle):
        look()
        reshuffle(*shuffled)
        look()

    monkeypatch.setattr(cards, "reshuffle", shuffle)
    monkeypatch.setattr(month_end, "reshuffle", shuffle)
    worker.play(1, 1, ())
    look()
    assert taken <= ways
    assert ((DISCARDED, DECK) in taken) == ((DISCARDED, DECK) in ways)
    assert {(HAND, CALENDAR), (CALENDAR, IN_PLAY), (CALENDAR, DISCARDED), (DECK, HAND)} <= taken


def test_places_of_cards(t):
    """END-5: after every month each of the 120 cards is in exactly one place."""
    for month in range(1, 13):
        t.table.month = month
        assert play_month(*t.everything) == 0
        everywhere = t.deck() + t.pool() + t.cards_in(CALENDAR) + t.cards_in(IN_PLAY)
        everywhere += t.cards_in(DISCARDED) + [n for seat in range(3) for n in t.stash(seat)]
        assert sorted(everywhere) == sorted(t.names.card)
