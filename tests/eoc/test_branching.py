"""A game's position is data: copies play on like the game itself, and twins diverge from it."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest
from eoc.tabletop import effect_changes, engine, fixed_components

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.engine import load_strategy
from eoc_sim.simulator.eoc.state import PHASE_NAMES, changing_fields, ledger, state_dtype
from eoc_sim.simulator.eoc.twins import (
    Fork,
    Intervention,
    Worth,
    bucks,
    envelopes,
    inert_card,
    other_mode,
    read,
    worth,
)
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.records import field_of

MIXED = ("random", "balanced", "vegas", "hoarder")
KINDS = [
    ("standard", 2, {}),
    ("standard", 3, {"auction": "on"}),
    ("standard", 4, {}),
    ("standard", 4, {"stash": "open_draft", "coach_choice": "reverse_turn_order"}),
    ("standard", 2, {"stash": "starter", "state_values": "shuffled"}),
    ("family", 2, {}),
    ("family", 3, {}),
    ("family", 4, {}),
    ("cutthroat", 2, {"auction": "on"}),
    ("cutthroat", 3, {"dice_order": "snake"}),
    ("cutthroat", 4, {"dice_order": "together"}),
    ("solo", 1, {}),
]
ALL = tuple(TABLES)


def make_engine(rules, players, settings, seed=3):
    return engine(*MIXED[:players], rules=rules, seed=seed, seating="balanced", **settings)


def same_rows(one, other):
    return all(np.array_equal(one[table], other[table]) for table in ALL)


def trace_numbers(worker):
    """Return the numbers written to the trace so far."""
    trace = worker._traces[0]
    return field_of(trace, "values")[1 : int(field_of(trace, "position"))].copy()


def play_from_resting_points(rules, players, settings, game, interval=1):
    """Count a game's resting points by phase.

    At every ``interval``-th one, check that a copy plays on exactly like the game.
    """
    game_engine = make_engine(rules, players, settings)
    whole, stepped, copied = game_engine.worker(), game_engine.worker(), game_engine.worker()
    whole.play_traced(game)
    rows, events = whole.rows(ALL), trace_numbers(whole)
    assert same_rows(rows, game_engine.worker().play(game, 1, ALL))
    stepped.start_trace()
    stepped.set_up(game)
    rests = Counter()
    while stepped.phase != "game over":
        rests[stepped.phase] += 1
        if sum(rests.values()) % interval == 0:
            copied.play(game + 1, 1, ())  # content that the copy must replace
            copied.copy_from(stepped)
            assert (copied.phase, copied.month) == (stepped.phase, stepped.month)
            copied.start_trace()
            copied.play_until("game over")
            assert same_rows(copied.rows(ALL), rows)
            assert np.array_equal(trace_numbers(copied), events[len(trace_numbers(stepped)) :])
        stepped.step()
    assert same_rows(stepped.rows(ALL), rows)
    assert np.array_equal(trace_numbers(stepped), events)
    return rests


@pytest.mark.skipif(not COMPILED, reason="takes minutes; tests/eoc/pure plays a few of these games")
@pytest.mark.parametrize("interval", [3, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("rules", "players", "settings"), KINDS)
def test_a_copy_plays_on_like_its_game(rules, players, settings, interval):
    """TIM-1 to TIM-5: every third resting point, or every one, is copied; rows and events agree."""
    rests = play_from_resting_points(rules, players, settings, game=5, interval=interval)
    assert rests["dealing"] == rests["checking bets"] == 12
    assert rests["scoring"] == rests["last campaigns"] == 1
    assert rests["drafting"] >= 12 * players and rests["acting"] > 12 * players
    if rules == "cutthroat":
        assert rests["choosing dice"] == 24 * players and rests["placing dice"] == 12
    else:
        assert rests["choosing dice"] == 12 and rests["placing dice"] == 0
    assert (rests["bidding"] >= 11) == (settings.get("auction") == "on")
    assert set(rests) <= set(PHASE_NAMES[1:-1])


@pytest.mark.skipif(not COMPILED, reason="takes minutes")
@pytest.mark.slow
@pytest.mark.parametrize(("rules", "players", "settings"), KINDS)
def test_copies_play_on_like_their_games_in_many_games(rules, players, settings):
    for game in range(100, 130):
        play_from_resting_points(rules, players, settings, game)


def test_the_game_rests_before_the_auctioneer_sells():
    """AUC-2: the game also rests before the Auctioneer's choice."""
    game_engine = engine("random", "random", "random", auction="on", seed=2)
    phases = Counter()
    for game in range(6):
        worker = game_engine.worker()
        worker.set_up(game)
        while worker.phase != "game over":
            phases[worker.phase] += 1
            worker.step()
    assert phases["selling"] > 0


def test_a_copy_takes_kilobytes():
    """A copy takes one block of the state, without the facts and the rows."""
    assert ledger.start + ledger.size <= changing_fields.start
    assert changing_fields.size < 48 * 1024 < state_dtype.itemsize / 2
    assert changing_fields.start + changing_fields.size <= state_dtype.itemsize


def test_games_are_copied_only_between_engines_with_equal_facts():
    one = engine("random", "random", seed=1).worker()
    other = engine("balanced", "vegas", seed=9).worker()
    one.set_up(4)
    one.play_until("acting", 3)
    other.copy_from(one)
    assert (other.phase, other.month) == ("acting", 3)
    other.play_until("game over")  # other players continue it
    for game_engine in (
        engine("random", "random", hand=3),
        engine("random", "random", "random"),
        engine(
            "random", "random", components=fixed_components().with_changes([("038", "stars", "1")])
        ),
    ):
        with pytest.raises(ValueError, match="same components, rules and number of players"):
            game_engine.worker().copy_from(one)


def test_no_game_is_played_before_set_up_or_after_its_end():
    game_engine = engine("random", "random")
    worker, other = game_engine.worker(), game_engine.worker()
    for call in (
        worker.step,
        lambda: worker.play_until("acting"),
        lambda: worker.redeal(0, 1),
        lambda: other.copy_from(worker),
    ):
        with pytest.raises(ValueError, match="no game has been set up"):
            call()
    worker.play(3, 1, ())
    rows = worker.rows(ALL)
    worker.step()
    worker.play_until("scoring")
    assert worker.phase == "game over" and same_rows(worker.rows(ALL), rows)


def test_a_redeal_needs_a_seat_of_the_game_and_a_key_from_0_up():
    worker = engine("random", "random").worker()
    worker.set_up(0)
    for seat, key in ((-1, 0), (2, 0), (0, -1)):
        with pytest.raises(InputError, match="no seat|The key"):
            worker.redeal(seat, key)


def test_playing_until_a_phase_and_a_month():
    worker = engine("random", "random").worker()
    worker.set_up(0)
    assert (worker.phase, worker.month) == ("dealing", 1)
    worker.play_until("choosing dice", 4)
    assert (worker.phase, worker.month) == ("choosing dice", 4)
    worker.play_until("choosing dice", 4)
    assert worker.month == 4
    worker.play_until("choosing dice", 2)
    assert (worker.phase, worker.month) == ("choosing dice", 4)
    other = engine("random", "random").worker()
    other.set_up(0)
    other.play_until("choosing dice")
    assert (other.phase, other.month) == ("choosing dice", 1)
    worker.step()
    assert worker.phase == "acting"
    worker.play_until("selling")  # never comes without an auction
    assert worker.phase == "game over"
    with pytest.raises(InputError, match=r'no phase "actng".*Did you mean "acting"'):
        worker.play_until("actng")


# --- Interventions


def gifts(players):
    """List gifts of every kind, early and late."""
    last = players - 1
    return [
        envelopes(0, "blue", 5),
        envelopes(last, "green", 12, 2),
        envelopes(0, "yellow", 1),
        envelopes(last, "orange", 5, foreseen=False),
        envelopes(0, "purple", 1, foreseen=False),
        bucks(last, 1),
        bucks(0, 7, 3),
        bucks(last, 12),
    ]


def mode_changes(players):
    """List dice to take in their other modes, early, in mid-season and late."""
    return [
        other_mode(0, 1, 1),
        other_mode(players - 1, 6, 2),
        other_mode(0, 11, 1),
        other_mode(0, 12, 2),
    ]


@pytest.mark.parametrize("games", [2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("rules", "players", "settings"), KINDS)
def test_a_forked_twin_equals_its_replay(rules, players, settings, games):
    """A fork and a replay from set-up with the intervention give the same game."""
    game_engine = make_engine(rules, players, settings)
    fork, replay = Fork(game_engine), game_engine.worker()
    differing = Counter()
    for game in range(40, 40 + games):
        rows = fork.play(game, ALL)
        assert same_rows(rows, game_engine.worker().play(game, 1, ALL))
        cards = rows["cards"]
        played = cards["card"][cards["played_month"] > 0]
        numbers = [game_engine.components.cards[row].number for row in played[:4]]
        inert = [
            inert_card(number, off) for number in numbers for off in ("stars", "effect", "both")
        ]
        for intervention in [*inert, *gifts(players), *mode_changes(players)]:
            forked = fork.twin(intervention, ALL)
            replayed = replay.play(game, 1, ALL, intervention)
            if forked is None:  # the die's other mode is illegal
                assert intervention.die and same_rows(rows, replayed)
                continue
            assert same_rows(forked, replayed), intervention
            differing[intervention in inert] += not same_rows(forked, rows)
    assert differing[True] > 3 and differing[False] > 6


def test_interventions_leave_nothing_behind():
    game_engine = engine("balanced", "vegas", "hoarder")
    worker = game_engine.worker()
    plain = worker.play(0, 5, ALL)
    assert not same_rows(worker.play(0, 5, ALL, bucks(0, 1, 9)), plain)
    assert same_rows(worker.play(0, 5, ALL), plain)


def test_an_intervention_ends_with_its_games():
    game_engine = engine("balanced", "vegas")
    worker, other = game_engine.worker(), game_engine.worker()
    plain = worker.play(3, 1, ALL)
    worker.play(0, 1, (), bucks(0, 1, 9))
    worker.set_up(3)
    worker.play_until("game over")
    assert same_rows(worker.rows(ALL), plain)
    worker.play(0, 1, (), bucks(0, 1, 9))
    worker.play_traced(3)
    assert worker.events() == game_engine.replay(3)
    other.set_up(5, bucks(1, 4, 50))
    worker.set_up(3)
    worker.play_until("dealing", 4)
    other.copy_from(worker)  # a copy has no intervention, even if either state had one
    other.play_until("game over")
    assert same_rows(other.rows(ALL), plain)
    worker.set_up(3, bucks(1, 4, 50))
    worker.play_until("dealing", 4)
    other.copy_from(worker)
    other.play_until("game over")
    assert same_rows(other.rows(ALL), plain)


def test_envelopes_are_foreseen_only_before_the_first_deal():
    worker = engine("random", "random").worker()
    worker.set_up(3)
    worker.intervene(envelopes(0, "blue", 8))
    worker.play_until("dealing", 4)
    worker.intervene(envelopes(0, "blue", 8, foreseen=False))
    with pytest.raises(InputError, match="before March's deal; this game is in June"):
        worker.intervene(envelopes(0, "blue", 8))


def test_twins_belong_to_a_game():
    fork = Fork(engine("random", "random"))
    with pytest.raises(ValueError, match="play a game before its twins"):
        fork.twin(bucks(0, 1), ALL)


def test_a_fork_equals_its_replay_for_a_card_with_copies():
    """Forks equal replays for a card with two copies, even if the intervention also gives BB."""
    two = fixed_components().with_changes(
        [(card.number, "copies", "2") for card in fixed_components().cards[:60]]
    )
    game_engine = engine("balanced", "vegas", "hoarder", components=two)
    fork, replay = Fork(game_engine), game_engine.worker()
    cards_checked = 0
    for game in range(12):
        cards = fork.play(game, ALL)["cards"]
        played = Counter(cards["card"][cards["played_month"] > 0].tolist())
        for row in [row for row, number in played.items() if number > 1][:3]:
            number = two.cards[row].number
            interventions = [
                inert_card(number),
                Intervention(card=number, off="both", month=2, bucks=3),
            ]
            for intervention, twin in zip(
                interventions, fork.twins(interventions, ALL), strict=True
            ):
                assert same_rows(twin, replay.play(game, 1, ALL, intervention))
            cards_checked += 1
    assert cards_checked > 2


def test_every_player_needs_a_strategy():
    game_engine = engine("random", "random", "random")
    for number in (0, 1, 2, 4, 5):
        with pytest.raises(InputError, match=f"3 players need 3 strategies, not {number}"):
            game_engine.policies_of([load_strategy("balanced")] * number)


def test_a_copy_reports_the_game_and_seed_of_its_source():
    worker = engine("random", "random", seed=9).worker()
    source = engine("random", "random", seed=5).worker()
    source.set_up(4)
    worker.copy_from(source)
    worker.start_trace()
    assert worker.location() == "game 4 of seed 5, March"
    worker.play(1, 1, ())
    assert worker.location() == "game 1 of seed 9, February" and worker.events() == []


def test_a_card_that_is_never_played_has_no_twin():
    game_engine = engine("balanced", "vegas", "hoarder")
    fork = Fork(game_engine)
    rows = fork.play(0, ALL)
    played = set(rows["cards"]["card"][rows["cards"]["played_month"] > 0])
    idle = next(row for row in range(120) if row not in played)
    number = game_engine.components.cards[idle].number
    assert fork.twin(inert_card(number), ALL) is None
    assert same_rows(game_engine.worker().play(0, 1, ALL, inert_card(number)), rows)


def test_worth_of_a_card_that_nobody_reacts_to():
    """063 gives 5 stars when played and 9 at the end; these strategies do not look at scores."""
    game_engine = engine("balanced", "vegas", "hoarder", "marketing_drip")
    worker, fork = game_engine.worker(), Fork(game_engine)
    row = game_engine.components.cards.index(game_engine.components.card("063"))
    worth = {"stars": 5, "effect": 9, "both": 14}
    count = 0
    for game in range(30):
        plain = fork.play(game, ALL)
        own = plain["cards"][(plain["cards"]["card"] == row) & (plain["cards"]["played_month"] > 0)]
        if len(own) == 0:
            continue
        count += 1
        for off, stars in worth.items():
            twin = fork.twin(inert_card("063", off), ALL)
            lost = plain["seats"]["score"] - twin["seats"]["score"]
            assert lost.tolist() == [stars * (seat == own["seat"][0]) for seat in range(4)]
            assert np.array_equal(twin["seats"]["cards_played"], plain["seats"]["cards_played"])
    assert count > 5
    assert same_rows(worker.play(0, 3, ALL), game_engine.worker().play(0, 3, ALL))


@pytest.mark.parametrize("effect", ["always: 2 moves", "sign: 1 stars", "month: 1 bucks"])
def test_the_effect_of_an_inert_card_never_acts(effect):
    """Once a card is played, its stars, effect or both are off; until then nothing differs."""
    changed = fixed_components().with_changes(
        [
            change
            for card in fixed_components().cards[:96:8]
            for change in effect_changes(card.number, effect, stars="3")
        ]
    )
    game_engine = engine("balanced", "vegas", "hoarder", components=changed)
    worker = game_engine.worker()
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
    """Foreseen EC are there from the start; other EC and BB arrive in their month."""
    game_engine = engine("random", "random", "random", seeded_months=0)
    for intervention, month, place in (
        (envelopes(1, "blue", 6, 2), 1, ("calendar", (1, 6, 3))),
        (envelopes(1, "blue", 6, 2, foreseen=False), 6, ("calendar", (1, 6, 3))),
        (bucks(2, 6, 2), 6, ("bucks", (2,))),
        (bucks(2, 1, 2), 1, ("bucks", (2,))),
    ):
        amounts = []
        for gift in (None, intervention):
            worker = game_engine.worker()
            worker.set_up(3, gift)
            if month > 1:
                worker.play_until("dealing", month)
            before = int(field_of(worker.part("table"), place[0])[place[1]])
            worker.step()
            amounts.append((before, int(field_of(worker.part("table"), place[0])[place[1]])))
        plain, twin = amounts
        assert twin[0] == plain[0] and twin[1] == plain[1] + 2


@pytest.mark.parametrize(
    ("intervention", "message"),
    [
        (inert_card("777"), 'no card "777"'),
        (inert_card("38", "nothing"), r'switches off "nothing"; use one of stars, effect, both'),
        (inert_card("38", "star"), 'Did you mean "stars"'),
        (envelopes(3, "blue", 1), "seat 4; the seats are 1 to 3"),
        (envelopes(0, "blu", 1), 'colour "blu".*Did you mean "blue"'),
        (envelopes(0, "blue", 0), "in month 0; months are 1"),
        (envelopes(0, "blue", 13), "in month 13"),
        (other_mode(0, 13, 1), "in month 13"),
        (other_mode(0, 3, 3), "there is no die 3"),
        (bucks(-1, 4), "seat 0; the seats"),
        (bucks(0, 4, -1), "gives -1 BB"),
        (Intervention(month=2, envelopes=10**6), "gives 1000000 EC; the number may be 0 to 1000"),
    ],
    ids=str,
)
def test_an_invalid_intervention_is_refused(intervention, message):
    game_engine = engine("random", "random", "random")
    with pytest.raises(InputError, match=message):
        game_engine.worker().play(0, 1, (), intervention)
    fork = Fork(game_engine)
    fork.play(0, ())
    with pytest.raises(InputError, match=message):
        fork.twin(intervention, ())


def test_worth_of_cards_and_gifts():
    """Each card and gift has a row; the row of a card that is never played has no games."""
    without = fixed_components().with_changes([("053", "copies", "0")])
    game_engine = engine(
        "balanced", "vegas", "hoarder", "marketing_drip", seed=5, components=without
    )
    interventions = [
        inert_card("063"),
        inert_card("063", "stars"),
        inert_card("053"),
        envelopes(1, "blue", 12, 3),
        bucks(0, 12, 30),
    ]
    card, stars, unplayed, late_envelopes, late_bucks = worth(game_engine, 0, 40, interventions)
    assert card.games == stars.games > 10 and (card.owner, stars.owner) == (14, 5)
    assert card.others == stars.others == 0
    assert unplayed == Worth(interventions[2], 0, None, None)
    assert late_envelopes.games == late_bucks.games == 40
    assert late_bucks.owner > 4 and abs(late_bucks.others) < 1
    assert worth(game_engine, 0, 0, [bucks(0, 1)]) == [Worth(bucks(0, 1), 0, None, None)]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("card.38", inert_card("38")),
        ("card.038 = Effect", inert_card("038", "effect")),
        ("seat.1.july=2 blue", envelopes(0, "blue", 5, 2)),
        ("seat.3.12=1 Green surprise", envelopes(2, "green", 12, foreseen=False)),
        ("seat.2.Feb=3 BB", bucks(1, 12, 3)),
        ("seat.2.may=die 2", other_mode(1, 3, 2)),
        ("seat.2.1=1 bucks", bucks(1, 1)),
    ],
)
def test_a_twin_in_words(text, meant):
    assert read(text) == meant


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a twin"),
        ("038", "is not a twin"),
        ("seat.1=1 blue", "is not a twin"),
        ("seat.x.july=1 blue", "is not a twin"),
        ("seat.1.smarch=1 BB", 'Did you mean "march"'),
        ("seat.1.ma=1 BB", '"ma" is not a month'),
        ("seat.1.may=blue", "a number and a colour"),
        ("seat.1.may=1 BB soon", "a number and a colour"),
        ("seat.1.may=", "a number"),
    ],
)
def test_invalid_words_for_twins_are_refused(text, message):
    with pytest.raises(InputError, match=message):
        read(text)


def test_a_trace_started_late_is_the_end_of_the_whole_trace():
    game_engine = engine("random", "random")
    worker = game_engine.worker()
    worker.set_up(2)
    worker.play_until("dealing", 5)
    worker.start_trace()
    worker.play_until("game over")
    whole = game_engine.replay(2)
    tail = worker.events()
    assert tail[0] == {"e": "month", "month": 5, "start": tail[0]["start"]}
    assert json.dumps(whole[-len(tail) :]) == json.dumps(tail)


def test_a_die_in_its_other_mode():
    """DIC-5, DIC-6: the same die from the same roll arrives either at once at half value or later
    at full value."""
    game_engine = engine("hoarder", "quick_start", "random", seed=4)
    fork = Fork(game_engine)
    turned = Counter()
    for game in range(12):
        rows = fork.play(game, ALL)["dice"]
        place = game * 5 % len(rows)
        row = rows[place]
        twin = fork.twin(other_mode(int(row["seat"]), int(row["month"]), 1 + place % 2), ALL)
        too_late = row["month"] + row["value"] - 1 > 12
        if twin is None:
            assert row["mode"] == 1 and too_late
            continue
        other = twin["dice"][place]
        assert (other["colour"], other["value"]) == (row["colour"], row["value"])
        assert other["mode"] == 1 - row["mode"]
        wait, ec = (
            (row["value"] - 1, row["value"]) if row["mode"] == 1 else (0, max(1, row["value"] // 2))
        )
        assert (other["target_month"], other["ec"]) == (row["month"] + wait, ec)
        earlier_month = rows["month"] < row["month"]
        assert np.array_equal(rows[earlier_month], twin["dice"][earlier_month])
        turned[int(row["mode"])] += 1
    assert turned[0] and turned[1]


def test_dice_with_one_mode_have_no_twin():
    """FAM-3: Family dice have only one mode."""
    fork = Fork(engine("random", "random", rules="family"))
    fork.play(0, ())
    assert fork.twin(other_mode(0, 1, 1), ()) is None


IDLE = """
def act(table, me, params, order):
    return 0
"""


def test_unspent_envelopes_are_worth_nothing(tmp_path):
    """A player who never spends wastes a gift of EC in any month and colour."""
    (tmp_path / "idle.py").write_text(IDLE)
    idle = str(tmp_path / "idle.py")
    game_engine = engine(idle, idle, "random")
    fork = Fork(game_engine)
    for game in range(3):
        seats = fork.play(game, ALL)["seats"]
        for foreseen in (True, False):
            interventions = [
                envelopes(seat, colour, month, foreseen=foreseen)
                for seat, colour, month in ((0, "blue", 1), (1, "green", 6), (0, "orange", 12))
            ]
            for intervention, twin in zip(
                interventions, fork.twins(interventions, ALL), strict=True
            ):
                assert twin["seats"]["score"].tolist() == seats["score"].tolist()
                assert twin["seats"]["win_share"].tolist() == seats["win_share"].tolist()
                wasted = twin["seats"]["ec_wasted"] - seats["ec_wasted"]
                assert wasted[intervention.seat] == 1


def test_envelopes_after_the_final_turn_are_worth_nothing():
    game_engine = engine("balanced", "vegas")
    game, twin = game_engine.worker(), game_engine.worker()
    game.set_up(2)
    game.play_until("scoring")
    twin.copy_from(game)
    field_of(twin.part("table"), "mat")[0, 3] += 5
    for worker in (game, twin):
        worker.play_until("game over")
    assert np.array_equal(game.rows(["seats"])["seats"], twin.rows(["seats"])["seats"])


ILLEGAL_WHEN_RICH = """
def act(table, me, params, order):
    return 99 if table.bucks[me.seat] > 40 else 0
"""


def test_an_error_in_a_twin_names_the_twin(tmp_path):
    (tmp_path / "illegal_when_rich.py").write_text(ILLEGAL_WHEN_RICH)
    fork = Fork(engine(str(tmp_path / "illegal_when_rich.py"), "random"))
    fork.play(3, ())
    with pytest.raises(StrategyError, match="a twin of game 3 of seed 1, seat 1, May"):
        fork.twin(bucks(0, 3, 50), ())
