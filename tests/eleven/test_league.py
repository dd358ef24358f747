"""Whole leagues of Eleven, judged by their traces and tables."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from eleven.games import DEFAULT_STRATEGY, engine

from eoc_sim.errors import EngineError, InputError, StrategyError
from eoc_sim.simulator.eleven.columns import TABLES
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.eleven.names import CELL_NAMES, DECKS, FORMATIONS
from eoc_sim.simulator.eleven.season_play import DAYS
from eoc_sim.simulator.eleven.sizes import MAX_ACTIONS, MAX_MANAGERS
from eoc_sim.simulator.eleven.state import state_dtype
from eoc_sim.simulator.eleven.switches import SWITCHES
from eoc_sim.simulator.kernel.records import field_of, set_field

ALL_TABLES = tuple(TABLES)
DECKS_OF_DIVISION = {3: ("3", "32"), 2: ("32", "21"), 1: ("21", "1")}
KINDS = [
    (2, {}),
    (3, {"schedule": "dealt", "first_manager": "fixed", "scouting": "deck"}),
    (4, {"division": 1, "facing": "roll", "start_tactics": 3, "scouting": "report"}),
    (4, {"weeks": 8, "tactics": "off", "club_dice": "off", "league_ties": "against"}),
    (3, {"weeks": 1, "formations": "free", "win_points": 2, "position_vp": "epic"}),
    (2, {"division": 2, "scouting": "card", "schedule": "dealt", "position_vp": "none"}),
]
IDS = [" ".join(map(str, settings.values())) or "standard" for _, settings in KINDS]


def play_league(managers: int, settings: dict[str, Any], game: int, seed: int = 5) -> Any:
    """Play a league; return its worker and events."""
    worker = engine(*["random"] * managers, seed=seed, **settings).worker()
    worker.play_traced(game)
    return worker, worker.events()


@pytest.fixture(scope="module", params=KINDS, ids=IDS)
def league(request: pytest.FixtureRequest) -> Any:
    """Return the rules, the worker and the events of one kind of league."""
    managers, settings = request.param
    worker, events = play_league(managers, settings, 3)
    return worker.engine.rules, worker, events


def events_of(events: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event for event in events if event["e"] == kind]


def test_clubs_and_schedule(league: Any) -> None:
    """SET-1, SET-2, LEA-1 to LEA-3: the division's decks come in order, the easier first, and no
    manager meets a club twice."""
    rules, _, (setup, *_) = league
    weeks = rules["weeks"]
    lower, higher = DECKS_OF_DIVISION[rules["division"]]
    assert list(setup["clubs"]) == [lower, higher]
    deck_of_club = {club.code: DECKS[club.deck] for club in load().clubs}
    for deck, clubs in setup["clubs"].items():
        assert sorted(clubs) == sorted(
            code for code, club_deck in deck_of_club.items() if club_deck == deck
        )
    lower_weeks = min(4, (weeks + 1) // 2)
    for seat, clubs in enumerate(setup["schedule"]):
        assert [deck_of_club[club] for club in clubs] == [lower] * lower_weeks + [higher] * (
            weeks - lower_weeks
        )
        assert len(set(clubs)) == weeks
        if rules["schedule"] == "rotated":
            order = [setup["clubs"][lower], setup["clubs"][higher]]
            matches = [*range(lower_weeks), *range(weeks - lower_weeks)]
            assert clubs == [
                order[number >= lower_weeks][(seat + k) % 4] for number, k in enumerate(matches)
            ]  # EX-26
    if rules["schedule"] == "rotated":
        for meeting in zip(*setup["schedule"], strict=True):
            assert len(set(meeting)) == len(meeting)


@pytest.mark.parametrize(("weeks", "lower", "higher"), [(8, 4, 4), (3, 2, 1), (1, 1, 0)])
def test_length_of_a_season(weeks: int, lower: int, higher: int) -> None:
    """EX-32, LEA-2, SET-1: half of the clubs met, rounded up, are from the lower deck."""
    _, events = play_league(2, {"weeks": weeks}, 0)
    decks = [club.rstrip("abcd") for club in events[0]["schedule"][0]]
    assert decks == ["3"] * lower + ["32"] * higher
    assert len(events_of(events, "week")) == weeks
    with pytest.raises(InputError, match="it may be 1 to 8"):
        engine("random", "random", weeks=9)


def test_tactic_cards(league: Any) -> None:
    """SET-7, SET-9: each manager gets a basic card, then other cards in rounds while they last."""
    rules, worker, (setup, *_) = league
    managers = worker.engine.players
    basic = {card.number for card in load().tactics if card.basic}
    hands = setup["tactics"]
    if rules["tactics"] == "off":
        assert not any(hands)
        return
    dealt = [card for hand in hands for card in hand]
    assert len(dealt) == len(set(dealt))
    others = min(len(load().tactics) - len(basic), managers * rules["start_tactics"])
    for seat, hand in enumerate(hands):
        assert hand[0] in basic and not basic & set(hand[1:])
        assert len(hand) - 1 == (others - seat + managers - 1) // managers


def test_the_first_manager(league: Any) -> None:
    """SET-3, WEE-4: the marker passes clockwise unless it is fixed."""
    rules, worker, events = league
    firsts = [event["first"] for event in events_of(events, "week")]
    assert firsts[0] == events[0]["first"]
    step = 1 if rules["first_manager"] == "rotates" else 0
    for first, following in pairwise(firsts):
        assert following == (first + step) % worker.engine.players


def test_the_first_manager_is_drawn() -> None:
    """SET-3: every seat is first equally often."""
    rows = engine("random", "random", "random").worker().play(0, 3000, ("games",))["games"]
    counts = np.bincount(rows["first_seat"], minlength=3)
    assert (abs(counts - 1000) < 5 * np.sqrt(3000 * 2 / 9)).all()


def test_layouts(league: Any) -> None:
    """MAT-1 to MAT-3: the played card is held, and the layout fits its formation."""
    rules, _, events = league
    tactics = {card.number: card for card in load().tactics}
    for event in events_of(events, "prepare"):
        hand = events[0]["tactics"][event["manager"]]
        formation = event["formation"]
        if rules["tactics"] == "off":
            assert event["tactic"] is None
        elif event["tactic"] is not None:
            assert event["tactic"] in hand
            if rules["formations"] == "cards":
                allowed = [FORMATIONS[code] for code in tactics[event["tactic"]].formations]
                assert formation in allowed
        cells = Counter(event["layout"])
        assert sum(cells.values()) == 10 and set(cells) <= set(CELL_NAMES)
        for row, markers in zip("dmf", formation, strict=True):
            assert sum(cells[row + column] for column in "lcr") == int(markers)
            assert cells[f"{row}l"] <= 1 and cells[f"{row}r"] <= 1 and cells[f"{row}c"] <= 3


def test_order_of_a_week(league: Any) -> None:
    """WEE-3, MAT-5, INF-4: all managers lay out their teams before the first club's line-up is
    revealed; then turn order applies."""
    _, worker, events = league
    managers = worker.engine.players
    kinds = [event["e"] for event in events if event["e"] != "effect"]
    week = ["week", *["prepare"] * managers, *["reveal"] * managers, *["match"] * managers]
    weeks = len(events_of(events, "week"))
    rolls = ["roll_off"] * len(events_of(events, "roll_off"))
    assert kinds == ["setup", *[*week, "clubs", "table"] * weeks, *rolls, "final"]
    for number, match in enumerate(events_of(events, "match")):
        first = events_of(events, "week")[number // managers]["first"]
        assert match["manager"] == (first + number) % managers


def test_the_table(league: Any) -> None:
    """LEA-1, LEA-4, LEA-5, MAT-11, SCO-1: points, positions and VP follow from the matches."""
    rules, _, events = league
    points: Counter[Any] = Counter()
    win = rules["win_points"]
    amounts = load().club
    vp = {
        "standard": amounts.position_vp_standard,
        "epic": amounts.position_vp_epic,
        "none": (0,) * 12,
    }[rules["position_vp"]]
    tables = iter(events_of(events, "table"))
    results: dict[Any, int] = {}
    for event in events:
        if event["e"] == "match":
            difference = event["goals"] - event["against"]
            own_points = win if difference > 0 else 1 if difference == 0 else 0
            assert event["points"] == own_points
            points[event["manager"]] += own_points
            results[event["manager"]] = 0 if difference > 0 else 1 if difference == 0 else win
        elif event["e"] == "clubs":
            for club in event["clubs"]:
                if club["met"] is not None:
                    assert rules["facing"] == "mirror" and club["die"] is None
                    assert club["points"] == results[club["met"]]
                elif rules["club_dice"] == "off" and rules["facing"] == "mirror":
                    assert club["die"] is None and club["points"] == 0
                points[club["club"]] += club["points"]
            table = next(tables)
            assert {club["club"]: club["points"] for club in table["clubs"]} == {
                club["club"]: points[club["club"]] for club in event["clubs"]
            }
            for seat, row in enumerate(table["managers"]):
                assert row["points"] == points[seat]
                better = [
                    team
                    for team, team_points in points.items()
                    if team_points > points[seat]
                    or (
                        team_points == points[seat]
                        and isinstance(team, str)
                        and rules["league_ties"] == "against"
                    )
                ]
                assert row["position"] == 1 + len(better)
                assert row["score"] == vp[min(12, row["position"]) - 1]


def test_tables_and_traces_agree(league: Any) -> None:
    """TAB, SCO-7: games, seats, weeks and matches have the trace's numbers, and parts add up."""
    _, worker, events = league
    rows = worker.rows(ALL_TABLES)
    final = events_of(events, "final")[0]["managers"]
    for row, stated in zip(rows["seats"], final, strict=True):
        assert row["score"] == stated["score"] == row["league"]
        assert (row["position"], row["points"], row["rank"]) == (
            stated["position"],
            stated["points"],
            stated["rank"],
        )
        assert row["win_share"] == stated["win_share"]
        assert row["promoted"] == (row["position"] <= 2)
    matches = sorted(events_of(events, "match"), key=lambda event: event["manager"])
    assert [row["goals"] for row in rows["matches"]] == [
        match_event["goals"] for match_event in matches
    ]
    for row, match_event in zip(rows["matches"], matches, strict=True):
        assert [row[f"shots_{name}"] for name in SECTIONS] == match_event["shots"]
        assert [row[f"goals_of_{name}"] for name in SECTIONS] == match_event["goals_of"]
        assert row["goals"] == sum(match_event["goals_of"]) + match_event["tactic_goals"]
        assert len(match_event["scorers"]) == sum(match_event["goals_of"])
        assert 0 <= row["expected"] <= 3
    last = events_of(events, "table")[-1]["managers"]
    for seat, row in enumerate(rows["seats"]):
        weeks = rows["weeks"][rows["weeks"]["seat"] == seat]
        assert weeks["points"][-1] == last[seat]["points"] == row["points"]
        assert (row["won"], row["drawn"], row["lost"]) == tuple(
            last[seat][name] for name in ("won", "drawn", "lost")
        )
    assert rows["games"]["goals"][0] == sum(
        match_event["goals"] + match_event["against"] for match_event in matches
    )


SECTIONS = ("left_wing", "right_wing", "attack", "midfield", "defence")


def test_ties_and_roll_offs() -> None:
    """SCO-7: position decides, then points; managers still tied share the win and roll off."""
    roll_off_count = 0
    worker = engine("random", "random", "random", "random", weeks=1).worker()
    for game in range(40):
        worker.play_traced(game)
        events = worker.events()
        final = events_of(events, "final")[0]["managers"]
        keys = [(entry["score"], -entry["position"], entry["points"]) for entry in final]
        winners = [seat for seat, key in enumerate(keys) if key == max(keys)]
        for seat, entry in enumerate(final):
            assert entry["rank"] == 1 + sum(key > keys[seat] for key in keys)
            assert entry["win_share"] == (1 / len(winners) if seat in winners else 0)
        rolls = events_of(events, "roll_off")
        assert bool(rolls) == (len(winners) > 1)
        for roll in rolls:
            assert [manager["seat"] for manager in roll["managers"]] == winners
            highest = max(manager["roll"] for manager in roll["managers"])
            winners = [
                manager["seat"] for manager in roll["managers"] if manager["roll"] == highest
            ]
            roll_off_count += 1
        assert len(winners) == 1
        sole_winner = -1 if rolls else winners[0]
        assert worker.rows(("games",))["games"]["winner_seat"][0] == sole_winner, (
            "a shared win stays shared"
        )
    assert roll_off_count > 5


def test_shared_positions() -> None:
    """EX-20, LEA-5: equal teams share a position, and two managers can be level on points."""
    count = 0
    worker = engine("random", "random", weeks=2).worker()
    for game in range(60):
        worker.play_traced(game)
        one, other = events_of(worker.events(), "table")[-1]["managers"]
        if one["points"] == other["points"]:
            assert one["position"] == other["position"] and one["score"] == other["score"]
            count += 1
    assert count > 5


def test_teams(league: Any) -> None:
    """LAY-1, MAT-2: every manager has the profile's squad for this week."""
    _, worker, _ = league
    table = worker.part("table")
    week = int(field_of(table, "week"))
    (squad,) = [
        profile
        for profile in load().profiles
        if profile.profile == "steady" and profile.week == week
    ]
    for seat in range(worker.engine.players):
        assert list(field_of(table, "team_strength")[seat]) == [*squad.shields, *squad.balls]
        assert list(field_of(table, "team_side")[seat]) == [0] * 5 + [1] * 5
        assert int(field_of(table, "team_keeper")[seat]) == squad.keeper_strength
        assert int(field_of(table, "team_gloves")[seat]) == squad.gloves


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("order.tactic = 99", {}, "MAT-3: there is no such tactic card"),
    ("order.tactic = -1", {}, "MAT-3: a tactic card must be played"),
    (
        "order.tactic = (order.tactic + 1) % 4",
        {"start_tactics": 0},
        "MAT-3: the manager does not hold this tactic card",
    ),
    ("order.formation = 8", {}, "MAT-3: there is no such formation"),
    (
        "order.formation = (order.formation + 2) % 8",
        {"start_tactics": 0},
        "MAT-3: the played tactic card does not have this formation",
    ),
    ("order.cell[3] = 9", {}, "MAT-1: each marker must stand on a cell of the pitch"),
    (
        "for m in range(MARKERS + 1): order.cell[m] = 0",
        {},
        "MAT-2: an eleventh marker is laid out; a team has ten and a keeper",
    ),
    (
        "for m in range(MARKERS): order.cell[m] = 0",
        {},
        "MAT-1: a wing cell may hold one marker, a central one three",
    ),
    ("order.tactic = 2", {"tactics": "off"}, "MAT-3: no tactic card may be played"),
]
FAULTS = [fault for fault, _, _ in REFUSED]
FAULTY_STRATEGY = (
    """
from eoc_sim.simulator.eleven.strategy_api import MARKERS, best_layout, formations_of, parameter

PARAMETERS = [
    parameter("tactic", default=0, low=-1, high=4, help="the first tactic card tried"),
    parameter("fault", default=-1, low=-1, high=9, help="the mistake, -1 for none"),
    parameter("marker", default=0, low=0, high=10, help="the marker turned"),
]

def prepare(table, me, params, order):
    order.tactic = int(params.tactic)
    while formations_of(table, me.seat, order.tactic) == 0:
        order.tactic += 1
    order.formation = best_layout(table, me, formations_of(table, me.seat, order.tactic), 1)
    for marker in range(MARKERS):
        order.cell[marker] = me.best[marker]
"""
    + "".join(
        f"    if params.fault == {number}:\n        {fault}\n"
        for number, fault in enumerate(FAULTS)
    )
    + """
    return 1

def effect(table, me, params, order):
    order.marker = int(params.marker)
    return 1
"""
)


@pytest.fixture(scope="module")
def faulty_strategy(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Write the strategy, which is compiled once for all of its mistakes."""
    file = tmp_path_factory.mktemp("wrong") / "wrong.py"
    file.write_text(FAULTY_STRATEGY, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(("fault", "settings", "words"), REFUSED)
def test_illegal_orders_are_refused(
    fault: str, settings: dict[str, Any], words: str, faulty_strategy: str
) -> None:
    """INF-5, MAT-1 to MAT-3: an illegal order ends the game with an error that names the rule."""
    first = -1 if settings.get("tactics") == "off" else 0
    wrong = f"{faulty_strategy}:tactic={first}:fault={FAULTS.index(fault)}"
    with pytest.raises(StrategyError, match=words):
        engine(wrong, wrong, **settings).worker().play(0, 1, ())


@pytest.mark.parametrize(
    ("marker", "words"),
    [
        (10, "MAT-6: the manager has no such marker"),
        (1, "MAT-6: this marker has been turned in this match"),
    ],
)
def test_illegal_turns_of_markers_are_refused(
    marker: int, words: str, faulty_strategy: str
) -> None:
    """MAT-6: a tactic card turns only its manager's markers, each once per match."""
    components = load().with_changes(
        {"tactic": {f"T{number:02}": {"effect": ""} for number in range(5, 13)}}
    )
    changed = {f"T{number:02}": {"effect": "before: 2 flip_marker"} for number in range(5, 13)}
    components = components.with_changes(
        {"tactic": {**changed, **{f"T{n:02}": {"absent": "no"} for n in range(1, 5)}}}
    )
    wrong = f"{faulty_strategy}:tactic=4:marker={marker}"
    with pytest.raises(StrategyError, match=words):
        engine(wrong, wrong, components=components).worker().play(0, 1, ())


def test_decisions_are_bounded() -> None:
    """TER-1: a league's weeks and cards limit the number of decisions."""
    rows = engine(*["random"] * 4, weeks=8, start_tactics=3).worker().play(0, 200, ("games",))
    maximum = 4 * 8 * (1 + 1)  # a layout, and the one marker that a default card turns
    assert rows["games"]["decisions"].max() <= maximum


def test_managers() -> None:
    """SET-1: two to four managers play the league."""
    for managers in (1, 5):
        with pytest.raises(InputError, match="Eleven has 2 to 4 managers"):
            engine(*[DEFAULT_STRATEGY] * managers)


def test_the_state_fits_its_bound() -> None:
    """The state of a game, without the rows of result tables, takes at most 128 KiB."""
    assert state_dtype.itemsize - state_dtype["ledger"].itemsize <= 128 * 1024


def test_the_ledger_has_room_for_every_action() -> None:
    """WEE-2, ACT-9: every day allows an action, extra ones and a free one."""
    weeks, extra = (SWITCHES[name].numbers for name in ("weeks", "extra_per_day"))
    assert weeks is not None and extra is not None
    assert MAX_MANAGERS * weeks[-1] * DAYS * (1 + extra[-1] + 1) <= MAX_ACTIONS


def test_too_many_rows_are_an_error() -> None:
    worker = engine(DEFAULT_STRATEGY, DEFAULT_STRATEGY).worker()
    worker.set_up(3)
    set_field(worker.part("box"), "ledger_overflow", 1)
    with pytest.raises(EngineError, match="^game 3 of seed .*: managers took more than 160 cards"):
        worker.step()
