"""Twins of Stadium: each makes only the requested change, at the requested time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.runs.schedule import TwinEngine
from eoc_sim.simulator.runs.twin_pilot import OUT_OF
from eoc_sim.simulator.runs.version_options import VersionOptions
from eoc_sim.simulator.stadium import codes, pilot
from eoc_sim.simulator.stadium.columns import TWIN_NAMES
from eoc_sim.simulator.stadium.game import GAME
from eoc_sim.simulator.stadium.names import TOKENS as TOKEN_NAMES
from eoc_sim.simulator.stadium.schedule import (
    BOTH_OFF,
    DENIED,
    EFFECT_OFF,
    ELSEWHERE,
    GIFT,
    OFF_KINDS,
    POINTS_OFF,
    Dealer,
    Entry,
    Schedule,
    components_off,
    moments,
)
from eoc_sim.simulator.stadium.state import MAX_OWNERS
from eoc_sim.simulator.stadium.twins import deny, elsewhere, give, inert, read

SEATS = ("balanced", "random", "balanced")
ROUNDS = 16
GAMES = 220 if COMPILED else 1
KEPT = ("games", "seats", "placements", "blocks", "players", "employees")
MIN_TWINS = 250
"""The minimum number of twins of each kind that compiled mode compares."""


def engine_of(seats=SEATS, settings=(), changes=()):
    version = GAME.baseline(VersionOptions(seats, settings=settings))
    return GAME.engines([GAME.change(version, changes)], 1, "balanced")[0]


@pytest.fixture(scope="module")
def engine():
    return engine_of()


def intervention(engine, request, twin_round):
    """Return the intervention that makes the same change as a kernel's request."""
    if request["inert"]:
        names = engine.names
        source = int(request["source"])
        number_of_source = {
            first_source + row: number
            for first_source, numbers in (
                (codes.PLACE_SOURCE, names.place),
                (codes.PLAYER_SOURCE, names.player),
                (codes.EMPLOYEE_SOURCE, names.employee),
            )
            for row, number in enumerate(numbers)
        }
        return inert(
            number_of_source[source], ("", "points", "effect", "both")[int(request["inert"])]
        )
    if request["moved"]:
        return elsewhere(int(request["round"]), int(request["moved"]))
    if request["denied"]:
        return deny(int(request["seat"]), int(request["denied"]), twin_round)
    token = TOKEN_NAMES[int(request["token"])]
    return give(int(request["seat"]), int(request["round"]), token, int(request["amount"]))


def divergence_round(engine, request, rows):
    """Find in the game's tables the round in which a twin diverges; 0 if none."""
    if request["inert"]:
        number = intervention(engine, request, 0).source
        names, stints, hired = engine.names, rows["players"], rows["employees"]
        if number in names.player:
            rounds = stints["from_round"][stints["card"] == names.player.index(number)]
        elif number in names.employee:
            rounds = hired["hired_round"][hired["card"] == names.employee.index(number)]
        else:
            blocks = rows["blocks"]
            rounds = blocks["round"][blocks["place"] == names.place.index(number)]
        return int(rounds[rounds > 0].min(initial=99)) % 99
    if request["denied"]:
        return int(rows["seats"][f"vp{request['denied']}_round"][request["seat"]])
    placed = int((rows["placements"]["round"] == request["round"]).sum())
    return int(request["round"]) if placed >= max(1, request["moved"]) else 0


def test_only_existing_effects_and_points_can_be_off(engine):
    pairs = {(entry.source, entry.kind) for entry in components_off(engine.components)}
    by_number = {
        component.number: component
        for sheet in ("buildings", "field", "players", "employees")
        for component in engine.components.sheet(sheet)
    }
    assert {source for source, _ in pairs} == set(by_number)
    for number, component in by_number.items():
        assert ((number, POINTS_OFF) in pairs) == (component.victory_points > 0)
        assert ((number, EFFECT_OFF) in pairs) == (component.effect != "")
        assert (number, BOTH_OFF) in pairs


@pytest.mark.slow
def test_a_forked_twin_equals_its_replay(engine):
    """Each forked twin agrees with the same twin played from set-up."""
    entries = (
        *components_off(engine.components)[:: 1 if COMPILED else 40],
        *moments(ROUNDS),
        *[Entry(DENIED, vp=vp) for vp in (3, 4)] * 9,
    )
    if not COMPILED:
        entries = (entries[0], *moments(2)[-6:])
    counts = compare_twins(engine, entries, 4 if COMPILED else 1, GAMES)
    if COMPILED:
        assert (counts >= MIN_TWINS).all(), dict(zip(TWIN_NAMES, counts, strict=True))


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="rollouts in pure Python take minutes")
def test_a_searchers_twin_equals_its_replay():
    """Rollouts in a twin ignore its change."""
    searcher_engine = engine_of(("expert:rollouts=24", "random", "expert:rollouts=12"))
    entries = (
        *components_off(searcher_engine.components)[::3],
        *moments(ROUNDS),
        Entry(DENIED, vp=3),
    )
    assert (compare_twins(searcher_engine, entries, 4, 8) > 0).all()


def compare_twins(engine, entries, games_per_twin, games):
    """Compare forked twins with those played from set-up; count each kind.

    Each entry has a twin in one of ``games_per_twin`` games, on average.
    """
    dealer = Dealer(Schedule(entries, out_of=games_per_twin), engine)
    twins, plain = TwinEngine(engine, dealer).worker(), engine.worker()
    counts = np.zeros(len(TWIN_NAMES), int)
    for game in range(games):
        twin_rows = twins.play(game, 1, ("twins",))["twins"].tolist()
        rows = plain.play(game, 1, KEPT)
        names = twins._worker._kernel.tables["twins"].row_dtype.names
        for request in dealer.interventions(game, 1)[0]:
            if not (request["inert"] or request["moved"] or request["denied"] or request["amount"]):
                continue
            twin_round = divergence_round(engine, request, rows)
            if twin_round == 0:
                continue
            row = dict(zip(names, twin_rows.pop(0), strict=True))
            assert row["round"] == twin_round
            change_made = intervention(engine, request, twin_round)
            twin = engine.worker().play(game, 1, ("seats",), change_made)["seats"]
            sign = 1 if TWIN_NAMES[row["twin"]] == GIFT else -1
            change = sign * (twin["score"] - rows["seats"]["score"])
            shares = sign * (twin["win_share"] - rows["seats"]["win_share"])
            assert change.tolist() == [row[f"score_{seat}"] for seat in range(3)]
            assert np.allclose(shares, [row[f"win_share_{seat}"] for seat in range(3)], atol=1e-15)
            own = row["seat"]
            margins = [
                seats["score"][own] - np.delete(seats["score"], own).max()
                for seats in (twin, rows["seats"])
            ]
            assert row["margin"] == sign * (margins[0] - margins[1])
            counts[row["twin"]] += 1
        assert not twin_rows
    return counts


def test_absent_seats_gain_nothing(engine):
    rows = rows_of(
        engine, [*moments(4), *components_off(engine.components)[:9]], 40 if COMPILED else 1
    )
    for seat in range(3, MAX_OWNERS):
        assert not rows[f"score_{seat}"].any() and not rows[f"win_share_{seat}"].any()
    shares = sum(rows[f"win_share_{seat}"] for seat in range(3))
    assert np.allclose(shares, 0, atol=1e-12)


def rows_of(engine, entries, games):
    """Return rows of twins: at most one for each entry in each game."""
    worker = TwinEngine(engine, Dealer(Schedule(tuple(entries), out_of=1), engine)).worker()
    return worker.play(0, games, ("twins",))["twins"]


def own_scores(rows):
    scores = np.stack([rows[f"score_{seat}"] for seat in range(MAX_OWNERS)], axis=1)
    return scores[np.arange(len(rows)), rows["seat"]]


# --- Planted effects.

GAMES_PER_EFFECT = 400
"""The number of games with each planted effect."""
many_games = pytest.mark.skipif(not COMPILED, reason="hundreds of games")


@many_games
def test_a_card_that_does_nothing_is_worth_nothing():
    """A card without points or an effect changes nothing in any twin."""
    engine = engine_of(changes=(("player.P15.victory_points", "0"), ("player.P15.effect", "")))
    rows = rows_of(engine, [Entry(kind, source="P15") for kind in OFF_KINDS], GAMES_PER_EFFECT)
    assert len(rows) > GAMES_PER_EFFECT / 12
    for seat in range(MAX_OWNERS):
        assert not rows[f"score_{seat}"].any() and not rows[f"win_share_{seat}"].any()


@many_games
def test_points_of_a_place_have_their_printed_worth():
    """A place's 10 points change scores by 10 if the strategies ignore its worth."""
    engine = engine_of(("random",) * 3, changes=(("building.B07.victory_points", "10"),))
    rows = rows_of(engine, [Entry(POINTS_OFF, source="B07")], GAMES_PER_EFFECT)
    assert len(rows) > GAMES_PER_EFFECT / 10 and set(own_scores(rows).tolist()) == {10}


@many_games
def test_an_effect_is_worth_its_gain():
    """The effect brings 3 points per round once the building stands."""
    engine = engine_of(
        ("random",) * 2,
        changes=(
            ("building.B01.effect", "football: 3 entertainment"),
            ("rules.entertainment_per_point", "1"),
        ),
    )
    rows = rows_of(
        engine, [Entry(EFFECT_OFF, source="B01"), Entry(BOTH_OFF, source="B01")], GAMES_PER_EFFECT
    )
    effect = rows[rows["twin"] == TWIN_NAMES.index(EFFECT_OFF)]
    assert len(effect) > GAMES_PER_EFFECT / 4 and (own_scores(effect).mean() > 9)


def test_money_at_the_start_equals_money_in_round_one():
    """Giving every seat 1 money in round 1 equals a game with start_money + 1."""
    plain = engine_of(("random",) * 3).worker()
    rich = engine_of(("random",) * 3, settings=(("start_money", "4"),)).worker()
    for game in range(20 if COMPILED else 1):
        expected = rich.play(game, 1, ("seats",))["seats"]
        plain.set_up(game)
        plain.intervene(give(2, 1))
        # An intervention gives money to one seat only, so the test gives it to the others by hand.
        field_of(plain.part("table"), "tokens")[:2, 0] += 1
        plain.play_until("game over")
        seats = plain.rows(("seats",))["seats"]
        assert seats["score"].tolist() == expected["score"].tolist()
        assert seats["money_left"].tolist() == expected["money_left"].tolist()


def test_a_denied_vp_is_not_bought(engine):
    worker = engine.worker()
    twins = 0
    for game in range(60 if COMPILED else 2):
        seats = worker.play(game, 1, ("seats",))["seats"]
        for seat, purchase_round in enumerate(seats["vp3_round"].tolist()):
            if purchase_round:
                denial = engine.add_purchase_round(game, deny(seat, 3))
                assert denial == deny(seat, 3, purchase_round)
                twin = engine.worker().play(game, 1, ("seats",), denial)["seats"]
                assert twin["vp3_round"][seat] == twin["vp4_round"][seat] == 0
                assert twin["vps"][seat] == 2
                twins += 1
    assert twins > (30 if COMPILED else 0)


def test_a_moved_vp_stands_elsewhere_and_earlier_ones_stay(engine):
    worker = engine.worker()
    moved = twins = 0
    for game in range(20 if COMPILED else 1):
        rows = worker.play(game, 1, ("placements",))["placements"]
        # Owners who could not pay all VPs in the first round have fewer in the second.
        for number, index in enumerate(np.flatnonzero(rows["round"] == 2)[:3], start=1):
            twins += 1
            twin = engine.worker().play(game, 1, ("placements",), elsewhere(2, number))
            other = twin["placements"]
            columns = ("seat", "round", "turn", "space", "bonus", "state")
            for name in columns:
                assert (other[name][:index] == rows[name][:index]).all()
            assert other["seat"][index] == rows["seat"][index]
            moved += other["space"][index] != rows["space"][index]
    assert moved == twins > 50 * COMPILED


# --- Schedules and pilots.


def test_a_schedule_draws_the_fields_that_entries_leave_open(engine):
    entries = (
        Entry(GIFT, 2, "wins"),
        Entry(ELSEWHERE, 5),
        Entry(DENIED, vp=4),
        *(Entry(BOTH_OFF, source="E01"),),
    )
    schedule = Schedule(entries, out_of=1)
    assert Schedule.from_record(schedule.record()) == schedule
    dealer = Dealer(schedule, engine)
    dealt = dealer.interventions(0, 12_000)
    assert (Dealer(schedule, engine).interventions(77, 9) == dealt[77:86]).all()
    assert set(dealt["source"][:, 3].tolist()) == {9 + 128} and set(dealt["seat"][:, 3]) == {0}
    for place in (0, 2):
        assert np.bincount(dealt["seat"][:, place]).min() > 3700
    placed = np.bincount(dealt["moved"][:, 1], minlength=13)
    assert placed[0] == 0 and len(placed) == 13 and placed[1:].min() > 850
    in_cycles = Dealer(replace(schedule, out_of=0, twins_per_game=4), engine).interventions(0, 1200)
    counts = np.bincount(in_cycles["moved"].reshape(-1), minlength=13)[1:]
    assert counts.tolist() == [100] * 12


@pytest.mark.slow
def test_pilots_use_their_budget(engine):
    games = 150 if COMPILED else 1
    for make, kinds in (
        (pilot.schedule_of_cards, OFF_KINDS),
        (pilot.schedule_of_timing, (GIFT, ELSEWHERE, DENIED)),
    ):
        if not COMPILED and make is pilot.schedule_of_cards:
            continue  # hundreds of twins
        record = make(engine, 6.0, games)
        assert record == make(engine, 6.0, games)
        assert {entry[0] for entry in record["entries"]} == set(kinds)
        assert record["out_of"] == OUT_OF
        assert all(1 <= entry[-1] <= OUT_OF for entry in record["entries"])
        shares = {entry[-1] for entry in record["entries"] if entry[0] == ELSEWHERE}
        assert len(shares) <= 1
        if COMPILED:
            rows = GAME.twins.engine(engine, record).worker().play(0, 300, ("twins",))["twins"]
            assert 4 < len(rows) / 300 < 8


# --- In words.


def test_replay_of_twins_in_words(engine):
    seats = engine.worker().play(5, 1, ("seats",))["seats"]
    version = GAME.baseline(VersionOptions(SEATS))
    for words in ("player.P15=effect", "seat.2.round.1=3 money", "round.2.placement.1=elsewhere"):
        events = GAME.replay(version, 1, "balanced", 5, words)
        assert events[0]["e"] == "setup" and events[-1]["e"] == "final"
    buyer = next((seat for seat in range(3) if seats["vp3_round"][seat]), None)
    if buyer is not None:
        events = GAME.replay(version, 1, "balanced", 5, f"seat.{buyer + 1}.vp.3=denied")
        assert events[-1]["e"] == "final"
    with pytest.raises(InputError, match="does not buy VP 4 in game 0"):
        engine_of(("random",) * 3, settings=(("vp_max", "3"),)).replay(0, deny(0, 4))
    assert read("seat.1.vp.3=denied") == deny(0, 3)


def test_the_number_of_another_sheet_is_refused(engine):
    """P15 is a player, not a building."""
    with pytest.raises(InputError, match='There is no building "P15"'):
        read("building.P15=effect").encode(engine)
