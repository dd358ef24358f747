"""The rules of the league layer in the engine."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from functools import cache

import numpy as np
import pytest
from eleven.games import DEFAULT_STRATEGY, engine
from eleven.league_entries import (
    rank_managers,
    refusal_of_layout,
    seat_is_relegated,
    update_all_positions,
)

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven import decisions
from eoc_sim.simulator.eleven.component_cells import change
from eoc_sim.simulator.eleven.component_report import describe_sources, known_cells
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.eleven.names import CELL_NAMES, COLOURS, FORMATIONS
from eoc_sim.simulator.eleven.pitch import ATTACK, BALL, FACING, ROOM, SECTION, SHIELD
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.kernel.compiled import COMPILED

GAMES = 20 if COMPILED else 3
DATA = load()
BASIC = {card.number for card in DATA.tactics if card.basic}
OTHERS = {card.number for card in DATA.tactics if not card.basic}
DECK = {club.code: club.deck for club in DATA.clubs}
COLOUR = {club.code: COLOURS[club.colour] for club in DATA.clubs}
DICE = dict(zip(COLOURS, DATA.club.dice, strict=True))
LINE_UPS_BY_SCOUTING = {"club": 4, "card": 1, "report": 8, "deck": 16}
BACK = range(3)
"""The defenders' cells."""


@cache
def league(managers=3, effects=(), **settings):
    """Return an engine of random managers and the traces of some games."""
    components = change(DATA, [(f"tactic.{card}.effect", effect) for card, effect in effects])
    game_engine = engine(*["random"] * managers, components=components, **settings)
    return game_engine, [game_engine.replay(game) for game in range(GAMES)]


def traces(managers=3, effects=(), **settings):
    return league(managers, effects, **settings)[1]


def at_rest(phase, week=1, managers=3, strategy="random", **settings):
    """Return a worker whose game is paused before a phase of a week."""
    worker = engine(*[strategy] * managers, **settings).worker()
    worker.set_up(0)
    worker.play_until(phase, week)
    return worker


def events_of(trace, kind):
    return [event for event in trace if event["e"] == kind]


def split_weeks(trace):
    """Return each week's events."""
    weeks = []
    for event in trace:
        if event["e"] == "week":
            weeks.append([])
        if weeks and event["e"] not in ("roll_off", "final"):
            weeks[-1].append(event)
    return weeks


# --- Layers and set-up


@pytest.mark.parametrize("profile", ["steady", "amateur", "strong"])
@pytest.mark.parametrize("week", [1, 5])
def test_the_squad_comes_from_the_profile(profile, week):
    """LAY-1, MAT-2: jerseys 2 to 6 are shields, 7 to 11 balls; all managers have equal keepers."""
    table = at_rest("preparing", week, profile=profile).part("table")
    (squad,) = [
        profile_row
        for profile_row in DATA.profiles
        if (profile_row.profile, profile_row.week) == (profile, week)
    ]
    for seat in range(3):
        strength, side = table["team_strength"][seat], table["team_side"][seat]
        assert list(strength) == [*squad.shields, *squad.balls]
        assert list(side) == [SHIELD] * 5 + [BALL] * 5
        assert table["team_keeper"][seat] == squad.keeper_strength
        assert table["team_gloves"][seat] == squad.gloves


def test_effects_that_need_player_cards_do_nothing():
    """LAY-1, EFF-1: five tactic cards are read but change nothing."""
    emptied = tuple((card, "") for card in ("T05", "T07", "T08", "T09", "T12"))
    assert traces(start_tactics=3, effects=emptied) == traces(start_tactics=3)


def test_data_report_their_sources():
    """LAY-2: printed, reported and reconstructed cells are counted."""
    numbers = re.findall(r"[0-9]+", describe_sources(known_cells(DATA)))
    assert len(numbers) == 3 and all(map(int, numbers))


@pytest.mark.parametrize("managers", [1, 5])
def test_one_and_five_managers_are_refused(managers):
    """SET-1: two to four managers play."""
    with pytest.raises(InputError, match="2 to 4 managers"):
        engine(*["random"] * managers)


@pytest.mark.parametrize(
    ("division", "decks"), [(3, ["3", "32"]), (2, ["32", "21"]), (1, ["21", "1"])]
)
def test_decks_of_a_division(division, decks):
    """SET-2, LEA-1: each of two decks has four clubs, all without points before week 1."""
    setup, *rest = traces(division=division)[0]
    assert list(setup["clubs"]) == decks
    assert all(len(set(clubs)) == 4 for clubs in setup["clubs"].values())
    first = events_of(rest, "table")[0]
    points = {club["club"]: club["points"] for club in events_of(rest, "clubs")[0]["clubs"]}
    assert {club["club"]: club["points"] for club in first["clubs"]} == points
    assert list(points) == [club for clubs in setup["clubs"].values() for club in clubs]


def test_any_seat_may_be_first():
    """SET-3: every seat is first equally often."""
    worker = league()[0].worker()
    firsts = Counter()
    for game in range(30 * GAMES):
        worker.set_up(game)
        firsts[int(worker.part("table")["first"])] += 1
    assert set(firsts) == {0, 1, 2} and min(firsts.values()) > 7 * GAMES


@pytest.mark.parametrize(
    ("managers", "start_tactics", "sizes"),
    [(2, 3, [4, 4]), (3, 3, [4, 4, 3]), (4, 3, [3, 3, 3, 3]), (3, 0, [1, 1, 1])],
)
def test_tactic_cards_dealt(managers, start_tactics, sizes):
    """SET-7: each manager gets a basic card, then others in rounds while they last."""
    for setup, *_ in traces(managers, start_tactics=start_tactics):
        hands = setup["tactics"]
        assert [len(hand) for hand in hands] == sizes
        assert all(hand[0] in BASIC and set(hand[1:]) <= OTHERS for hand in hands)
        assert len(set(itertools.chain(*hands))) == sum(sizes)


def test_set_up_asks_nobody():
    """SET-9: set-up draws first manager, clubs, schedule and tactic cards without a decision."""
    worker = league()[0].worker()
    worker.set_up(0)
    table = worker.part("table")
    assert worker.part("box")["decisions"] == 0
    assert (table["schedule"][:3, :6] >= 0).all() and table["holds"][:3].sum() == 6
    setup = traces()[0][0]
    assert list(setup)[-4:] == ["first", "clubs", "schedule", "tactics"]


# --- The week


def test_the_order_of_a_week():
    """WEE-3, MAT-5, INF-4: all prepare before anything is shown, then all play."""
    order = ["week", "prepare", "reveal", "effect", "match", "clubs", "table"]
    for trace in traces(start_tactics=3):
        for week in split_weeks(trace):
            kinds = [event["e"] for event in week]
            assert kinds == sorted(kinds, key=order.index)
            first = week[0]["first"]
            turns = [(first + turn) % 3 for turn in range(3)]
            assert [preparation["manager"] for preparation in events_of(week, "prepare")] == [
                0,
                1,
                2,
            ]
            assert [event["manager"] for event in events_of(week, "reveal")] == turns
            assert [event["manager"] for event in events_of(week, "match")] == turns


@pytest.mark.parametrize(("rule", "step"), [("rotates", 1), ("fixed", 0)])
def test_the_first_managers_marker(rule, step):
    """WEE-4: the marker passes clockwise or stays."""
    for trace in traces(first_manager=rule):
        start = trace[0]["first"]
        firsts = [event["first"] for event in events_of(trace, "week")]
        assert firsts == [(start + step * week) % 3 for week in range(6)]


@pytest.mark.parametrize("weeks", [1, 3, 8])
def test_a_game_ends_after_its_weeks(weeks):
    """TER-1: a game has a fixed number of weeks; a manager decides once a week, and at most once
    more for each marker that the tactic card may turn."""
    engine, played = league(weeks=weeks, start_tactics=3)
    turns = {card.number: sum(clause.amount for clause in card.clauses) for card in DATA.tactics}
    for game, trace in enumerate(played):
        assert [event["week"] for event in events_of(trace, "week")] == [*range(1, weeks + 1)]
        assert trace[-1]["e"] == "final"
        maximum = 3 * weeks + sum(
            turns[event["tactic"]]
            for event in events_of(trace, "prepare")
            if event["tactic"] == "T06"
        )
        games = engine.worker().play(game, 1, ["games"])["games"]
        assert 3 * weeks <= games["decisions"][0] <= maximum


# --- The match


def test_layouts_fit_their_formation():
    """MAT-1, MAT-3, MAT-4: a wing cell holds at most 1 marker, a centre cell 3; the card sets
    the rows."""
    offered = {card.number: {FORMATIONS[code] for code in card.formations} for card in DATA.tactics}
    counts = Counter()
    for trace in traces(start_tactics=3):
        for event in events_of(trace, "prepare"):
            cells = Counter(event["layout"])
            for cell, number in cells.items():
                assert number <= ROOM[CELL_NAMES.index(cell) % 3]
            rows = [sum(cells[row + place] for place in "lcr") for row in "dmf"]
            assert "".join(map(str, rows)) == event["formation"]
            assert event["formation"] in offered[event["tactic"]]
            assert event["tactic"] in trace[0]["tactics"][event["manager"]]
            counts.update(zip(event["layout"], range(2, 12), strict=True))
    if COMPILED:
        assert all(counts[cell, jersey] for cell in CELL_NAMES for jersey in range(2, 12))


LEGAL = [0, 1, 1, 2, 3, 4, 4, 5, 7, 7]
"""A layout in 442."""


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({}, 0),
        ({"cell": [0, 0, 1, 2, 3, 4, 4, 5, 7, 7]}, decisions.CELL_FULL),
        ({"cell": [1, 1, 1, 1, 3, 4, 4, 5, 7, 7]}, decisions.CELL_FULL),
        ({"cell": [0, 1, 1, 2, 3, 4, 4, 5, 7, 9]}, decisions.NO_SUCH_CELL),
        ({"cell": [0, 1, 1, 2, 3, 4, 4, 5, 7, -1]}, decisions.NO_SUCH_CELL),
        ({"cell": [0, 1, 1, 2, 3, 4, 4, 7, 7, 7]}, decisions.ROW_MISMATCH),
        ({"formation": "424"}, decisions.ROW_MISMATCH),
        ({"formation": "532"}, decisions.FORMATION_NOT_OFFERED),
        ({"tactic": "T02"}, decisions.TACTIC_NOT_HELD),
        ({"tactic": None}, decisions.TACTIC_NEEDED),
    ],
)
def test_illegal_layouts_are_refused(change, refusal):
    """MAT-1, MAT-3: each way to break a rule has its own refusal."""
    worker = at_rest("preparing")
    table = worker.part("table")
    numbers = [card.number for card in DATA.tactics]
    table["holds"][0] = 0
    table["holds"][0, numbers.index("T01")] = 1
    card = change.get("tactic", "T01")
    code = refusal_of_layout(
        worker.states,
        -1 if card is None else numbers.index(card),
        FORMATIONS.index(change.get("formation", "442")),
        np.array(change.get("cell", LEGAL), np.int32),
    )
    assert code == int(refusal)


def test_free_formations_and_no_tactics():
    """MAT-3: with `formations = free` a card is optional; with `tactics = off` none is played."""
    free_formations = [
        event for trace in traces(formations="free") for event in events_of(trace, "prepare")
    ]
    assert None in {event["tactic"] for event in free_formations}
    assert {event["formation"] for event in free_formations if event["tactic"] == "T06"} > {
        "451"
    } or not COMPILED
    without_tactics = [
        event for trace in traces(tactics="off") for event in events_of(trace, "prepare")
    ]
    assert {event["tactic"] for event in without_tactics} == {None}
    assert {event["formation"] for event in without_tactics} == {*FORMATIONS}


def test_line_ups_and_markers_that_turn():
    """MAT-6: a club uses one of its line-ups; a card turns each marker at most once."""
    clubs = {line_up.number: club.code for club in DATA.clubs for line_up in club.line_ups}
    counts = Counter()
    for trace in traces(start_tactics=3, effects=(("T06", "before: 3 flip_marker"),)):
        for week in split_weeks(trace):
            number = events_of(week, "week")[0]["week"]
            for event in events_of(week, "reveal"):
                assert clubs[event["line_up"]] == event["club"]
                assert trace[0]["schedule"][event["manager"]][number - 1] == event["club"]
                counts[event["line_up"]] += 1
            turned = [(turn["manager"], turn["jersey"]) for turn in events_of(week, "effect")]
            assert len(set(turned)) == len(turned)
            for event in events_of(week, "effect"):
                assert event["tactic"] == "T06"
                assert event["side"] == ("ball" if event["jersey"] < 7 else "shield")
            assert all(number <= 3 for number in Counter(seat for seat, _ in turned).values())
    if COMPILED:
        assert len(counts) == 32


def test_goals_of_tactic_cards():
    """MAT-10: a tactic scores if all its conditions hold after the second phase."""
    counts = Counter()
    effects = (("T11", "match: if shields back >= 2 and quiet centre: 1 goal"),)
    for trace in traces(start_tactics=3, effects=effects):
        points = {club: 0 for clubs in trace[0]["clubs"].values() for club in clubs}
        manager_points = [0, 0, 0]
        for week in split_weeks(trace):
            plans = {
                preparation["manager"]: preparation for preparation in events_of(week, "prepare")
            }
            for event in events_of(week, "match"):
                plan = plans[event["manager"]]
                back = sum(CELL_NAMES.index(cell) in BACK for cell in plan["layout"][:5])
                expected = {
                    "T10": points[event["club"]] > manager_points[event["manager"]],
                    "T11": back >= 2 and event["goals_against_of"][ATTACK] == 0,
                }.get(plan["tactic"], False)
                assert event["tactic_goals"] == expected
                counts[plan["tactic"], expected] += 1
            for entry in events_of(week, "table")[0]["clubs"]:
                points[entry["club"]] = entry["points"]
            manager_points = [
                manager["points"] for manager in events_of(week, "table")[0]["managers"]
            ]
    if COMPILED:
        assert all(counts[card, met] for card in ("T10", "T11") for met in (True, False))


def test_amounts_add_up():
    """EFF-1: goals of several clauses add up, and gloves of several clauses save shots."""
    played = [
        traces(2, tuple((card, effect) for card in sorted(OTHERS)), start_tactics=3)
        for effect in ("match: 1 goal; match: 2 goal", "before: 9 gloves; before: 1 gloves", "")
    ]
    for trace in played[0]:
        for week in split_weeks(trace):
            cards = {event["manager"]: event["tactic"] for event in events_of(week, "prepare")}
            for match in events_of(week, "match"):
                assert match["tactic_goals"] == (3 if cards[match["manager"]] in OTHERS else 0)
    saves_with_gloves, saves_without = (
        sum(match_event["saves"] for trace in games for match_event in events_of(trace, "match"))
        for games in played[1:]
    )
    assert saves_with_gloves > saves_without


@pytest.mark.parametrize("win_points", [3, 2])
def test_points_of_a_match(win_points):
    """MAT-11: a win, a draw and a loss follow from the goals."""
    for trace in traces(win_points=win_points):
        for event in events_of(trace, "match"):
            goals, against = event["goals"], event["against"]
            assert goals == sum(event["goals_of"]) + event["tactic_goals"]
            assert against == sum(event["goals_against_of"])
            assert len(event["scorers"]) == sum(event["goals_of"])
            points = win_points if goals > against else 1 if goals == against else 0
            assert event["points"] == points


def test_sections_that_face_each_other():
    """MAT-7: each section faces its opposite, and wings face the other side."""
    assert [CELL_NAMES[cell] for cell in range(9) if SECTION[cell] == 0] == ["dl", "ml", "fl"]
    assert all(FACING[FACING[section]] == section for section in range(5))
    assert list(FACING) == [1, 0, 4, 3, 2]


# --- The league


@pytest.mark.parametrize(
    ("weeks", "matches"), [(1, (1, 0)), (2, (1, 1)), (3, (2, 1)), (6, (3, 3)), (8, (4, 4))]
)
@pytest.mark.parametrize("schedule", ["rotated", "dealt"])
def test_ex_32(weeks, matches, schedule):
    """LEA-2, EX-32: half of the clubs met, rounded up, are from the lower deck; no club recurs."""
    for setup, *_ in traces(weeks=weeks, schedule=schedule):
        lower, higher = setup["clubs"].values()
        for clubs in setup["schedule"]:
            assert len(set(clubs)) == weeks
            assert set(clubs[: matches[0]]) <= {*lower}
            assert set(clubs[matches[0] :]) <= {*higher} and len(clubs) == sum(matches)


def test_ex_32_nine_weeks():
    """SWI-1, EX-32: nine weeks and any unknown value or switch are refused."""
    for name, value in (
        ("weeks", "9"),
        ("schedule", "dealed"),
        ("crowd", "on"),
    ):
        with pytest.raises(InputError):
            RULES.resolve("league", {name: value})


def test_ex_26():
    """LEA-3, EX-26: seat s meets club (s + k) mod 4 in match k; no club meets two
    managers in the same week."""
    for setup, *_ in traces(4):
        lower, higher = setup["clubs"].values()
        assert setup["schedule"][2][1] == lower[3]
        for seat, clubs in enumerate(setup["schedule"]):
            expected = [deck[(seat + k) % 4] for deck in (lower, higher) for k in range(3)]
            assert clubs == expected
        assert all(len(set(clubs)) == 4 for clubs in zip(*setup["schedule"], strict=True))


def test_a_club_that_met_several_managers():
    """LEA-3, LEA-4: a club takes its result against the first manager in turn order."""
    shared_clubs = 0
    for trace in traces(4, schedule="dealt"):
        for week in split_weeks(trace):
            first = week[0]["first"]
            met = {}
            for event in events_of(week, "match"):
                met.setdefault(event["club"], (event["manager"], event["points"]))
            shared_clubs += 4 - len(met)
            for club in events_of(week, "clubs")[0]["clubs"]:
                seat, points = met.get(club["club"], (None, None))
                assert club["met"] == seat
                if seat is not None:
                    assert club["points"] == {3: 0, 1: 1, 0: 3}[points] and club["die"] is None
            assert events_of(week, "match")[0]["manager"] == first
    assert shared_clubs


@pytest.mark.parametrize("facing", ["mirror", "roll"])
@pytest.mark.parametrize("club_dice", ["on", "off"])
@pytest.mark.parametrize("win_points", [3, 2])
def test_dice_of_clubs(facing, club_dice, win_points):
    """LEA-4: colours set the faces; a 3 is worth a win."""
    rolled = {colour: set() for colour in COLOURS}
    for trace in traces(facing=facing, club_dice=club_dice, win_points=win_points, division=1):
        for week in split_weeks(trace):
            met = {event["club"] for event in events_of(week, "match")}
            for club in events_of(week, "clubs")[0]["clubs"]:
                must_roll = club_dice == "on" if club["club"] not in met else facing == "roll"
                assert (club["die"] is not None) == must_roll
                if must_roll:
                    face = DICE[COLOUR[club["club"]]][club["die"] - 1]
                    assert club["points"] == (win_points if face == 3 else face)
                    rolled[COLOUR[club["club"]]].add(club["die"])
                elif club["club"] not in met:
                    assert club["points"] == 0
    if COMPILED and (facing, club_dice) != ("mirror", "off"):
        assert set(map(len, rolled.values())) <= {0, 6}


def prepared_table(manager_points, club_points, **settings):
    """Return a worker and its prepared league table, with its positions worked out."""
    worker = at_rest("preparing", managers=len(manager_points), **settings)
    table = worker.part("table")
    table["points"][: len(manager_points)] = manager_points
    table["club_points"][: len(club_points)] = club_points
    update_all_positions(worker.states)
    return worker, table


CLUB_POINTS = [25, 24, 22, 21, 3, 2, 1, 0]


@pytest.mark.parametrize(("vp", "expected"), [("standard", 13), ("epic", 16), ("none", 0)])
def test_ex_20(vp, expected):
    """LEA-5, SCO-1, EX-20: two managers behind two clubs are both third."""
    club_points = [25, 24, 21, 21, 3, 2, 1, 0]
    _, table = prepared_table([22, 22], club_points, position_vp=vp)
    assert list(table["position"][:2]) == [3, 3]
    assert list(table["score"][:2]) == [expected] * 2


@pytest.mark.parametrize(("ties", "position"), [("favour", 3), ("against", 4)])
def test_clubs_level_on_points(ties, position):
    """LEA-5: the switch decides if clubs level with managers count as behind or ahead of them."""
    _, table = prepared_table([22, 22], CLUB_POINTS, league_ties=ties)
    assert list(table["position"][:2]) == [position] * 2


def test_promoted_and_relegated():
    """LEA-5: positions 1 and 2 are promoted; managers with at most one team below are relegated."""
    worker, _ = prepared_table([30, 1, 0, 2], CLUB_POINTS)
    relegated = [seat for seat in range(4) if seat_is_relegated(worker.states, seat)]
    assert relegated == [2]
    for game, trace in enumerate(traces()):
        final = trace[-1]["managers"]
        seats = league()[0].worker().play(game, 1, ["seats"])["seats"]
        assert [manager["position"] <= 2 for manager in final] == seats["promoted"].tolist()


def test_every_position_has_vp():
    """SCO-1: every position in the table, down to the last, scores its VP."""
    for vp in ("standard", "epic"):
        expected = getattr(DATA.club, f"position_vp_{vp}")
        for better in range(9):
            club_points = [9] * min(better, 8) + [0] * (8 - min(better, 8))
            _, table = prepared_table([5, 10 if better == 8 else 0], club_points, position_vp=vp)
            place = 1 + sum(other > 5 for other in club_points) + (better == 8)
            assert table["position"][0] == place and table["score"][0] == expected[place - 1]


@pytest.mark.parametrize(
    ("points", "ranked", "shares"),
    [
        ([9, 8, 7], [1, 2, 3], [1, 0, 0]),
        ([9, 9, 7], [1, 1, 3], [1, 1, 0]),
        ([7, 9, 7], [2, 1, 2], [0, 1, 0]),
        ([5, 5, 5], [1, 1, 1], [1, 1, 1]),
    ],
)
def test_win_shares(points, ranked, shares):
    """SCO-7: without VP the better position wins; managers who are level share the win."""
    worker, _ = prepared_table(points, [0] * 8, position_vp="none")
    rank_managers(worker.states)
    box = worker.part("box")
    assert box["rank"][:3].tolist() == ranked
    assert box["shares"][:3].tolist() == shares and box["sharers"] == sum(shares)


def test_the_roll_off():
    """SCO-7: tied seats roll in seat order, and those with the highest roll stay in; win shares do
    not change."""
    engine, played = league(4, weeks=1)
    rolls = 0
    for game, trace in enumerate(played):
        final = trace[-1]["managers"]
        assert all(sum(manager["parts"].values()) == manager["score"] for manager in final)
        winners = [manager["seat"] for manager in final if manager["rank"] == 1]
        assert {manager["win_share"] for manager in final if manager["rank"] == 1} == {
            1 / len(winners)
        }
        left = winners
        for event in events_of(trace, "roll_off"):
            roll_of = {manager["seat"]: manager["roll"] for manager in event["managers"]}
            assert list(roll_of) == left and set(roll_of.values()) <= set(range(1, 7))
            left = [seat for seat in left if roll_of[seat] == max(roll_of.values())]
            rolls += 1
        assert len(left) == 1
        winner = engine.worker().play(game, 1, ["games"])["games"]["winner_seat"][0]
        assert winner == (winners[0] if len(winners) == 1 else -1)
    assert rolls or not COMPILED


# --- Information and luck


@pytest.mark.parametrize("scouting", LINE_UPS_BY_SCOUTING)
def test_expected_line_ups(scouting):
    """INF-1, INF-3: `scouting` leaves one, four or eight line-ups possible, or all of a deck."""
    worker = at_rest("preparing", scouting=scouting)
    table = worker.part("table")
    assert (table["schedule"][:3, :6] >= 0).all() == (scouting != "deck")
    for seat in range(3):
        assert worker.part("seats")[seat]["line_ups"] == LINE_UPS_BY_SCOUTING[scouting]
    worker.step()
    assert (table["line_up"][:3] >= 0).all() and (table["schedule"][:3, 0] >= 0).all()


def test_a_redeal_replaces_hidden_line_ups():
    """INF-2: coming line-ups are redealt before the reveal; a manager's knowledge stays."""
    coming = set()
    for key in range(12):
        worker = at_rest("preparing", scouting="card")
        hidden = worker.part("box")["coming_line_up"][:3].tolist()
        assert (worker.part("table")["line_up"][:3] == -1).all()
        worker.redeal(0, key)
        dealt = worker.part("box")["coming_line_up"][:3].tolist()
        assert dealt[0] == hidden[0]
        coming.add(tuple(dealt[1:]))
    assert len(coming) > 1


def test_defaults_replace_missing_functions(tmp_path):
    """INF-5: a function that a strategy lacks is replaced by its default."""
    names = ("director", "objective", "reroll", "colour", "act", "choose", "prepare", "effect")
    assert set(names) <= set(decisions.DECISIONS.names)
    file = tmp_path / "silent.py"
    file.write_text(
        '"""Leaves the turning of markers to the defaults."""\n'
        "from eoc_sim.strategies.eleven.defaults import prepare\n",
        encoding="utf-8",
    )
    played = [
        engine(strategy, strategy, start_tactics=3).replay(0)[1:]
        for strategy in (str(file), DEFAULT_STRATEGY)
    ]
    assert played[0] == played[1]


def test_effort_pays():
    """INF-6: trying more layouts and exchanges yields more points, expected and actual."""
    game_engine = engine("hasty", "quick", "balanced", weeks=8)
    rows = game_engine.worker().play(0, 10 * GAMES, ["matches"])["matches"]
    expected = [rows["expected"][rows["seat"] == seat].mean() for seat in range(3)]
    points = [rows["points"][rows["seat"] == seat].mean() for seat in range(3)]
    assert sorted(expected) == expected and sorted(points) == points


def test_a_missing_card_leaves_the_others_in_order():
    """RND-1: the key of an item depends on nothing but that item."""
    without_card = change(DATA, [("tactic.T09.absent", "yes")])
    game_engine = engine(*["random"] * 4, components=without_card)
    for game, (setup, *_) in enumerate(traces(4)):
        first = [hand[1] for hand in setup["tactics"] if hand[1] != "T09"]
        assert [hand[1] for hand in game_engine.replay(game)[0]["tactics"]][: len(first)] == first


def test_draws_are_independent():
    """RND-2: clubs, line-ups and dice stay the same with more managers and more cards."""
    for few, many in zip(traces(2, start_tactics=0), traces(4, start_tactics=3), strict=True):
        assert few[0]["clubs"] == many[0]["clubs"]
        for week, other in zip(split_weeks(few), split_weeks(many), strict=True):
            revealed = [
                {event["manager"]: event["line_up"] for event in events_of(events, "reveal")}
                for events in (week, other)
            ]
            assert revealed[0].items() <= revealed[1].items()
            rolled = [
                {
                    event["club"]: event["die"]
                    for event in events_of(events, "clubs")[0]["clubs"]
                    if event["die"]
                }
                for events in (week, other)
            ]
            assert rolled[1].items() <= rolled[0].items()


def test_dice_do_not_affect_matches():
    """RND-3: clubs' dice change the table, but never a match."""
    pairs = zip(traces(start_tactics=0), traces(start_tactics=0, club_dice="off"), strict=True)
    for with_dice, without_dice in pairs:
        assert events_of(with_dice, "match") == events_of(without_dice, "match")


def test_idle_switches_are_reported():
    """SWI-1: idle switches are reported but allowed."""
    rules = RULES.resolve("league", {"tactics": "off", "start_tactics": "2"})
    (sentence,) = rules.idle_sentences(3)
    assert sentence.startswith("start_tactics = 2 has no effect")
    assert RULES.resolve("league", {}).idle_sentences(3) == []
    marker = {"first_manager": "fixed"}
    assert "first_manager" in RULES.resolve("league", marker).idle(3)
    # In a match between managers the one earlier in turn order is Host (PVP-3).
    with_matches = RULES.resolve("league", {**marker, "league_matches": "on"})
    assert "first_manager" not in with_matches.idle(3)
