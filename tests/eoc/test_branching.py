"""A game's position is data: copies play on as the game itself, twins part from it."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest
from eoc.tabletop import effect_changes, engine, package

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.state import PHASE_NAMES, changing, state_dtype
from eoc_sim.simulator.eoc.twins import Fork, Intervention, bucks, envelopes, inert_card
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.records import field_of

MIXED = ("random", "balanced", "vegas", "hoarder")
KINDS = [
    ("standard", 2, {}), ("standard", 3, {"auction": "on"}), ("standard", 4, {}),
    ("standard", 4, {"stash": "open_draft", "coach_choice": "reverse_turn_order"}),
    ("standard", 2, {"stash": "starter", "state_values": "shuffled"}),
    ("family", 2, {}), ("family", 3, {}), ("family", 4, {}),
    ("cutthroat", 2, {"auction": "on"}), ("cutthroat", 3, {"dice_order": "snake"}),
    ("cutthroat", 4, {"dice_order": "together"}), ("solo", 1, {}),
]
ALL = tuple(TABLES)


def made(rules, players, settings, seed=3):
    return engine(*MIXED[:players], rules=rules, seed=seed, rotate=True, **settings)


def same_rows(one, other):
    return all(np.array_equal(one[table], other[table]) for table in ALL)


def written(worker):
    """The numbers of a trace so far."""
    trace = worker._traces[0]
    return field_of(trace, "values")[1 : int(field_of(trace, "position"))].copy()


def play_from_every_rest(rules, players, settings, game, every=1):
    """Play a game on from copies of its resting points; how often it rested before what."""
    kind = made(rules, players, settings)
    whole, stepped, copied = kind.worker(), kind.worker(), kind.worker()
    whole.play_traced(game)
    rows, events = whole.rows(ALL), written(whole)
    assert same_rows(rows, kind.worker().play(game, 1, ALL))
    stepped.start_trace()
    stepped.set_up(game)
    rests = Counter()
    while stepped.phase != "game over":
        rests[stepped.phase] += 1
        if sum(rests.values()) % every == 0:
            copied.play(game + 1, 1, ())  # whatever lay there before is gone
            copied.copy_from(stepped)
            assert (copied.phase, copied.month) == (stepped.phase, stepped.month)
            copied.start_trace()
            copied.play_until("game over")
            assert same_rows(copied.rows(ALL), rows)
            assert np.array_equal(written(copied), events[len(written(stepped)) :])
        stepped.step()
    assert same_rows(stepped.rows(ALL), rows)
    assert np.array_equal(written(stepped), events)
    return rests


@pytest.mark.skipif(not COMPILED, reason="takes minutes; tests/eoc/pure has a few of them")
@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules, players, settings", KINDS)
def test_playing_on_from_a_copy_is_the_game(rules, players, settings, every):
    """TIM-1 to TIM-5: at every third resting point, or at every one, to the last row and event."""
    rests = play_from_every_rest(rules, players, settings, game=5, every=every)
    assert rests["dealing"] == 12 and rests["scoring"] == 1
    assert rests["drafting"] >= 12 * players and rests["acting"] > 12 * players
    if rules == "cutthroat":
        assert rests["choosing dice"] == 24 * players and rests["placing dice"] == 12
    else:
        assert rests["choosing dice"] == 12 and rests["placing dice"] == 0
    assert (rests["bidding"] >= 11) == (settings.get("auction") == "on")
    assert set(rests) <= set(PHASE_NAMES[1:-1])


@pytest.mark.skipif(not COMPILED, reason="takes minutes")
@pytest.mark.slow
@pytest.mark.parametrize("rules, players, settings", KINDS)
def test_playing_on_from_a_copy_is_the_game_in_many_games(rules, players, settings):
    for game in range(100, 130):
        play_from_every_rest(rules, players, settings, game)


def test_somebody_sells_the_chain():
    """AUC-2: the game rests before the Auctioneer's choice too."""
    kind = engine("random", "random", "random", auction="on", seed=2)
    phases = Counter()
    for game in range(6):
        worker = kind.worker()
        worker.set_up(game)
        while worker.phase != "game over":
            phases[worker.phase] += 1
            worker.step()
    assert phases["selling"] > 0


def test_a_copy_copies_kilobytes():
    """What a game changes is one block of the state: facts are not copied."""
    assert changing.size < 48 * 1024 < state_dtype.itemsize / 2
    assert changing.start + changing.size <= state_dtype.itemsize


def test_games_are_copied_where_the_facts_are_the_same():
    one = engine("random", "random", seed=1).worker()
    other = engine("balanced", "vegas", seed=9).worker()
    one.set_up(4)
    one.play_until("acting", 3)
    other.copy_from(one)
    assert (other.phase, other.month) == ("acting", 3)
    other.play_until("game over")  # other players play it on
    for kind in (
        engine("random", "random", hand=3), engine("random", "random", "random"),
        engine("random", "random",
               components=package().with_changes([("038", "stars", "1")])),
    ):
        with pytest.raises(ValueError, match="same components, rules and players"):
            kind.worker().copy_from(one)


def test_playing_until_a_phase_and_a_month():
    worker = engine("random", "random").worker()
    worker.set_up(0)
    assert (worker.phase, worker.month) == ("dealing", 1)
    worker.play_until("choosing dice", 4)
    assert (worker.phase, worker.month) == ("choosing dice", 4)
    worker.play_until("choosing dice", 4)
    assert worker.month == 4
    worker.step()
    assert worker.phase == "acting"
    worker.play_until("selling")  # never comes without an auction
    assert worker.phase == "game over"
    with pytest.raises(InputError, match=r'no phase "actng".*Did you mean "acting"'):
        worker.play_until("actng")


# --- Interventions


def gifts(players):
    """A gift of every kind."""
    last = players - 1
    return [
        envelopes(0, "blue", 5), envelopes(last, "green", 12, 2), envelopes(0, "yellow", 1),
        envelopes(last, "orange", 5, foreseen=False), envelopes(0, "purple", 1, foreseen=False),
        bucks(last, 1), bucks(0, 7, 3), bucks(last, 12),
    ]


@pytest.mark.parametrize("games", [2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules, players, settings", KINDS)
def test_a_forked_twin_is_the_twin_replayed(rules, players, settings, games):
    """By fork and by replay from set-up, with the intervention on, the same game comes out."""
    kind = made(rules, players, settings)
    fork, replay = Fork(kind), kind.worker()
    differ = Counter()
    for game in range(40, 40 + games):
        rows = fork.play(game, ALL)
        assert same_rows(rows, kind.worker().play(game, 1, ALL))
        cards = rows["cards"]
        played = cards["card"][cards["played_month"] > 0]
        numbers = [kind.components.cards[row].number for row in played[:4]]
        inert = [inert_card(one, off) for one in numbers for off in ("stars", "effect", "both")]
        for intervention in [*inert, *gifts(players)]:
            forked = fork.twin(intervention, ALL)
            replayed = replay.play(game, 1, ALL, intervention)
            assert same_rows(forked, replayed), intervention
            differ[intervention in inert] += not same_rows(forked, rows)
    assert differ[True] > 3 and differ[False] > 6


def test_without_interventions_nothing_is_left_of_them():
    kind = engine("balanced", "vegas", "hoarder")
    worker = kind.worker()
    plain = worker.play(0, 5, ALL)
    assert not same_rows(worker.play(0, 5, ALL, bucks(0, 1, 9)), plain)
    assert same_rows(worker.play(0, 5, ALL), plain)


def test_a_card_that_is_never_played_has_no_twin():
    kind = engine("balanced", "vegas", "hoarder")
    fork = Fork(kind)
    rows = fork.play(0, ALL)
    played = set(rows["cards"]["card"][rows["cards"]["played_month"] > 0])
    idle = next(row for row in range(120) if row not in played)
    number = kind.components.cards[idle].number
    assert fork.twin(inert_card(number), ALL) is None
    assert same_rows(kind.worker().play(0, 1, ALL, inert_card(number)), rows)


def test_what_a_card_that_nobody_reacts_to_is_worth():
    """063 gives 5 stars when played and 9 at the end; these strategies do not look at scores."""
    kind = engine("balanced", "vegas", "hoarder", "marketing_drip")
    worker, fork = kind.worker(), Fork(kind)
    row = kind.components.cards.index(kind.components.card("063"))
    worth = {"stars": 5, "effect": 9, "both": 14}
    found = 0
    for game in range(30):
        plain = fork.play(game, ALL)
        own = plain["cards"][(plain["cards"]["card"] == row) & (plain["cards"]["played_month"] > 0)]
        if len(own) == 0:
            continue
        found += 1
        for off, stars in worth.items():
            twin = fork.twin(inert_card("063", off), ALL)
            lost = plain["seats"]["score"] - twin["seats"]["score"]
            assert lost.tolist() == [stars * (seat == own["seat"][0]) for seat in range(4)]
            assert np.array_equal(twin["seats"]["cards_played"], plain["seats"]["cards_played"])
    assert found > 5
    assert same_rows(worker.play(0, 3, ALL), kind.worker().play(0, 3, ALL))


@pytest.mark.parametrize("effect", ["always: 2 moves", "sign: 1 stars", "month: 1 bucks"])
def test_the_effect_of_an_inert_card_never_acts(effect):
    """Stars, effect or both are off from play on; until then the game is the same."""
    changed = package().with_changes(
        [change for card in package().cards[:96:8]
         for change in effect_changes(card.number, effect, stars="3")]
    )
    kind = engine("balanced", "vegas", "hoarder", components=changed)
    worker = kind.worker()
    acted = 0
    for game in range(12):
        cards = worker.play(game, 1, ["cards"])["cards"]
        in_play = (cards["played_month"] > 0) & (cards["card"] % 8 == 0) & (cards["card"] < 96)
        for row in cards[in_play]:
            for off in ("stars", "effect", "both"):
                twin = worker.play(game, 1, ALL, inert_card(changed.cards[row["card"]].number, off))
                (own,) = twin["cards"][
                    (twin["cards"]["card"] == row["card"])
                    & (twin["cards"]["drafted_month"] == row["drafted_month"])
                ]
                assert own["played_month"] == row["played_month"] and own["paid"] == row["paid"]
                if off != "stars":
                    assert own["triggers"] == own["effect_stars"] == 0
            acted += int(row["triggers"] > 0)
    assert acted > 0 or effect.startswith("always")


def test_a_gift_arrives():
    """Foreseen EC are there from the start, others and BB when their month begins."""
    kind = engine("random", "random", "random", seeded_months=0)
    for intervention, month, place in (
        (envelopes(1, "blue", 6, 2), 1, ("calendar", (1, 6, 3))),
        (envelopes(1, "blue", 6, 2, foreseen=False), 6, ("calendar", (1, 6, 3))),
        (bucks(2, 6, 2), 6, ("bucks", (2,))), (bucks(2, 1, 2), 1, ("bucks", (2,))),
    ):
        found = []
        for given in (None, intervention):
            worker = kind.worker()
            worker.intervene(given)
            worker.set_up(3)
            if month > 1:
                worker.play_until("dealing", month)
            before = int(field_of(worker.part("table"), place[0])[place[1]])
            worker.step()
            found.append((before, int(field_of(worker.part("table"), place[0])[place[1]])))
        plain, twin = found
        assert twin[0] == plain[0] and twin[1] == plain[1] + 2


@pytest.mark.parametrize(
    "intervention, said",
    [
        (inert_card("777"), 'no card "777"'),
        (inert_card("38", "nothing"), r'turns off "nothing"; it is one of stars, effect, both'),
        (inert_card("38", "star"), 'Did you mean "stars"'),
        (envelopes(3, "blue", 1), "seat 3; the seats are 0 to 2"),
        (envelopes(0, "blu", 1), 'colour "blu".*Did you mean "blue"'),
        (envelopes(0, "blue", 0), "in month 0; months are 1"),
        (envelopes(0, "blue", 13), "in month 13"),
        (bucks(-1, 4), "seat -1"), (bucks(0, 4, -1), "gives -1 BB"),
        (Intervention(month=2, envelopes=10**6), "gives 1000000 EC; it may be 0 to 1000"),
    ],
    ids=str,
)
def test_an_intervention_on_what_is_not_there(intervention, said):
    kind = engine("random", "random", "random")
    with pytest.raises(InputError, match=said):
        kind.worker().play(0, 1, (), intervention)
    fork = Fork(kind)
    fork.play(0, ())
    with pytest.raises(InputError, match=said):
        fork.twin(intervention, ())


def test_a_partial_trace_is_what_happens_from_there_on():
    kind = engine("random", "random")
    worker = kind.worker()
    worker.set_up(2)
    worker.play_until("dealing", 5)
    worker.start_trace()
    worker.play_until("game over")
    whole = kind.replay(2)
    tail = worker.events()
    assert tail[0] == {"e": "month", "month": 5, "start": tail[0]["start"]}
    assert json.dumps(whole[-len(tail) :]) == json.dumps(tail)
