"""Matches between managers: pairs, layouts, effects in turn, shoot-outs (PVP)."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from eleven import accounts, season_accounts
from eleven.games import DEFAULT_STRATEGY, NUMBERS, engine
from eleven.league_match import DATA, FANS, FITNESS, HOST, LAYOUT, VISITOR, Match
from sampled import some

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven import (
    decisions,
    league_layouts,
    league_match_effects,
    league_matches,
    season_league_match,
    season_match,
    strength,
    tokens,
)
from eoc_sim.simulator.eleven.cards import move_card
from eoc_sim.simulator.eleven.codes import BEFORE, MATCH, REVEAL
from eoc_sim.simulator.eleven.events import EVENTS
from eoc_sim.simulator.eleven.names import FORMATIONS
from eoc_sim.simulator.eleven.pitch import MARKERS, OFF_PITCH, SHIELD
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.state import ALTERNATING, ANSWERING, GAME_OVER, PLAYING_HALF
from eoc_sim.simulator.kernel.records import field_of, set_field


def events_of(trace: list[dict], kind: str) -> list[dict]:
    return [event for event in trace if event["e"] == kind]


def league(managers: int = 3, game: int = 0, **settings: object) -> list[dict]:
    """Play a league of random managers; return its events."""
    game_engine = engine(*["random"] * managers, league_matches="on", **settings)
    return [json.loads(json.dumps(event)) for event in game_engine.replay(game)]


def season(managers: int = 3, game: int = 0, who: str = "random", **settings: object) -> list[dict]:
    """Play a season of managers with the same strategy; return its events."""
    game_engine = engine(*[who] * managers, layer="season", **{"league_matches": "on", **settings})
    return [json.loads(json.dumps(event)) for event in game_engine.replay(game)]


# --- Who meets whom


PAIRS = {
    2: {6: {(1, 2)}},
    3: {4: {(1, 2)}, 5: {(2, 3)}, 6: {(1, 3)}},
    4: {4: {(1, 2), (3, 4)}, 5: {(1, 4), (2, 3)}, 6: {(1, 3), (2, 4)}},
}


@pytest.mark.parametrize("managers", PAIRS)
@pytest.mark.parametrize("weeks", some([6, 7, 8], 3))
def test_pairings_of_the_last_weeks(managers, weeks):
    """PVP-1, PVP-2, EX-13, EX-14: the turn order of week 1 sets the pairs; the last clubs of the
    schedule drop out."""
    trace = league(managers, weeks=weeks)
    first = trace[0]["first"]
    met: dict[int, set[tuple[int, int]]] = {}
    week = 0
    for event in trace:
        week = event.get("week", week) if event["e"] == "week" else week
        if event["e"] == "half" and event["half"] == 1:
            pair = ((seat - first) % managers + 1 for seat in (event["manager"], event["rival"]))
            met.setdefault(week - weeks + 6, set()).add(tuple(sorted(pair)))
    assert met == PAIRS[managers]
    lower = next(iter(trace[0]["clubs"].values()))
    for seat, clubs in enumerate(trace[0]["schedule"]):
        rivals = sum(
            (seat - first) % managers + 1 in pair
            for week_pairs in met.values()
            for pair in week_pairs
        )
        assert len(clubs) == weeks - rivals
        lower_weeks = min(4, (weeks + 1) // 2)
        assert [club in lower for club in clubs] == [n < lower_weeks for n in range(len(clubs))]
        matches = [
            match_event
            for match_event in events_of(trace, "match")
            if match_event["manager"] == seat and "club" in match_event
        ]
        assert [match_event["club"] for match_event in matches] == clubs


def test_pairings_of_the_longer_season():
    """EPI-11, PVP-2: weeks 4, 5 and 6 become 8, 9 and 10; two clubs of each schedule drop out."""
    trace = league(3, epic="on")
    weeks = {event["week"] for event in events_of(trace, "week")}
    assert weeks == {*range(1, 11)}
    weeks_begun = []
    for event in trace:
        weeks_begun += [event["week"]] if event["e"] == "week" else []
        if event["e"] == "half":
            assert weeks_begun[-1] >= 8
    assert [len(clubs) for clubs in trace[0]["schedule"]] == [8, 8, 8]


def test_the_second_of_three_managers():
    """EX-13: the manager meets clubs in weeks 1, 2, 3 and 6; the last is from the higher deck."""
    trace = league(3)
    second = (trace[0]["first"] + 1) % 3
    matches = [event for event in events_of(trace, "match") if event["manager"] == second]
    met_clubs = [match_event.get("club") for match_event in matches]
    assert [club is not None for club in met_clubs] == [True, True, True, False, False, True]
    higher = [*trace[0]["clubs"].values()][1]
    assert [club in higher for club in met_clubs] == [False] * 5 + [True]


def test_unmet_clubs_roll():
    """EX-14, PVP-2, LEA-4: with four managers all clubs from the higher deck roll every week."""
    trace = league(4)
    higher = [*trace[0]["clubs"].values()][1]
    for event in events_of(trace, "clubs"):
        for club in event["clubs"]:
            assert (club["die"] is not None) == (club["met"] is None)
            assert club["met"] is None or club["club"] not in higher
    assert [club["met"] for club in events_of(trace, "clubs")[5]["clubs"]] == [None] * 8


@pytest.mark.parametrize("layer", ["league", "season"])
def test_the_host_is_earlier_in_turn_order(layer):
    """PVP-3, PVP-4, PVP-6, PVP-8: the earlier manager is Host and shows a formation first; in
    the second half the Visitor does."""
    trace = league(4) if layer == "league" else season(4)
    first = 0
    for index, event in enumerate(trace):
        if event["e"] == "week":
            first = event["first"]
        if event["e"] == "half":
            layouts = [line for line in trace[:index] if line["e"] == "layout"]
            first_layout, second_layout = layouts[-2:]
            assert first_layout["shown"] and not second_layout["shown"]
            order = [(seat - first) % 4 for seat in (event["manager"], event["rival"])]
            assert order == sorted(order)
            assert first_layout["manager"] == event["manager" if event["half"] == 1 else "rival"]
    played = [line["manager"] for line in trace if line["e"] == "match"][-4:]
    assert sorted(played) == [0, 1, 2, 3]


# --- Preparing


def test_no_tactic_cards():
    """PVP-3: a tactic card is refused in a match between managers."""
    match = Match()
    for tactic, refusal in ((0, decisions.TACTIC_LEAGUE_MATCH), (-1, 0)):
        set_field(match.worker.part("order"), "tactic", tactic)
        assert match.prepare_refusal() == refusal


def test_cards_without_room_in_a_formation():
    """PVP-3: four forwards need 4-2-4; `held` allows only formations of held cards."""
    match = Match(pvp_formations="held")
    state = match.state
    rows = [4] * 4 + [7] * 6
    assert league_layouts.formations_with_room(rows, 255) == 1 << FORMATIONS.index("424")
    rows[4] = 4
    assert league_layouts.formations_with_room(rows, 255) == 0
    match["holds"][HOST] = 0
    match["holds"][HOST, 1] = 1  # 5-3-2 and 3-5-2
    assert league_layouts.league_formations(state.table, state.seats[HOST]) == sum(
        1 << FORMATIONS.index(formation) for formation in ("532", "352")
    )


def test_room_is_checked_when_cards_are_assigned():
    """PVP-3: an assignment that fits no formation is refused."""
    match = Match()
    cards = [NUMBERS.index(f"P{number:02}") for number in range(1, 37)]
    forwards = []
    for card in cards:
        jersey = int(match["card_jersey"][card])
        if match["card_rows"][card] == 4 and jersey not in [taken for _, taken in forwards]:
            forwards.append((card, jersey))
    assert len(forwards) >= 5
    match["resources"][HOST, FITNESS] = 9
    for number in (4, 5):
        match.order("fielded")[:] = 0
        set_field(match.worker.part("order"), "tactic", -1)
        for card, _ in forwards[:number]:
            move_card(match.table, card, HOST)
            match.order("fielded")[card] = 1
        assert match.prepare_refusal() == (0 if number == 4 else decisions.NO_ROOM)


@pytest.mark.parametrize("place", [1, 6, 10])
def test_a_spare_jersey_takes_over_the_marker_named(place):
    """PVP-3, EPI-9: a card with jersey 12 takes over the marker that its manager names."""
    match = Match()
    card = NUMBERS.index("P01")
    move_card(match.table, card, HOST)
    match["card_jersey"][card] = 12
    match["resources"][HOST, FITNESS] = 1
    match.order("fielded")[:] = 0
    match.order("fielded")[card] = 1
    match.order("taken")[:] = [place, 0]
    set_field(match.worker.part("order"), "tactic", -1)
    assert match.prepare_refusal() == 0
    assert match.order("taken").tolist() == [place, 0]
    assert match.state.seats[HOST].tried[place] == card + 1


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({}, 0),
        ({"formation": 8}, decisions.NO_SUCH_FORMATION),
        ({"formation": FORMATIONS.index("442")}, decisions.ROW_MISMATCH),
        ({"cell": (9, *LAYOUT[1:])}, decisions.NO_SUCH_CELL),
        ({"cell": (0, 0, *LAYOUT[2:])}, decisions.CELL_FULL),
        ({"eleventh": 0}, decisions.TOO_MANY_MARKERS),
        ({"card": "forward"}, decisions.FIELD_ROW),
        ({"side": 2}, decisions.NO_SUCH_SIDE),
        ({"held": 1}, decisions.FORMATION_NOT_HELD),
    ],
)
def test_illegal_layouts_are_refused(change, refusal):
    """PVP-3, PVP-4, MAT-1 to MAT-4: a half's layout must obey these rules."""
    match = Match(basic_side="free", pvp_formations="held" if "held" in change else "any")
    match["holds"][HOST] = 0
    match["holds"][HOST, 1] = 1
    order = match.worker.part("order")
    set_field(order, "formation", change.get("formation", FORMATIONS.index("433")))
    match.lay_out(change.get("cell", LAYOUT))
    match.order("cell")[MARKERS] = change.get("eleventh", OFF_PITCH)
    match.order("side")[:MARKERS] = change.get("side", SHIELD)
    if "card" in change:
        (card,) = [
            index
            for index in range(36)
            if match["card_rows"][index] == 4 and match["card_jersey"][index] == 2
        ][:1] or [next(index for index in range(36) if match["card_rows"][index] == 4)]
        match["fielded"][HOST, match["card_jersey"][card] - 1] = card
        match.lay_out(LAYOUT[::-1] if match["card_jersey"][card] > 7 else LAYOUT)
    assert league_layouts.half_refusal(match.state.table, HOST, match.state.order) == refusal


# --- Effects in turn


def answer_with(monkeypatch, match, sources):
    """Make managers use these effects in order; return each question's seat and moment."""
    calls = []

    def ask(state, policies, seat, function):
        calls.append((seat, int(match["moment"])))
        source = sources[seat].pop(0) if sources[seat] else None
        match.order("chosen")[:] = 0
        match.order("named")[:] = 0
        if source is None:
            return decisions.PASS
        number, *named = source
        set_field(match.worker.part("order"), "source", NUMBERS.index(number))
        set_field(match.worker.part("order"), "clause", 0)
        for jersey in named:
            match.order("named")[jersey - 2] = 1
        return decisions.USE

    monkeypatch.setattr("eoc_sim.simulator.eleven.abilities.ask", ask)
    return calls


def tag_of(number: str) -> str:
    """Return the tag of a player card."""
    return DATA.players[NUMBERS.index(number)].tag


def card_with_tag(tag: str) -> str:
    """Return a player card with a tag."""
    return next(card.number for card in DATA.players if card.tag == tag)


def run_effects(match: Match, policies: object = None) -> None:
    """Let both managers use their effects until the half is played."""
    league_match_effects.begin_effects(match.state, match.trace)
    while match["phase"] == ALTERNATING:
        assert league_match_effects.use_in_turn(match.state, match.trace, policies) == 0
    assert match["phase"] == PLAYING_HALF


def match_with_paid_effects(
    half: int = 1, **settings: object
) -> tuple[Match, list[str], list[str]]:
    """Give each manager two cards whose effects cost a fan.

    One effect comes before the match, the other during it.
    """
    match = Match(**settings)
    match["card_trained_only"][:] = 0
    match.set(half=half)
    paid_cards = [card for card in DATA.players if card.tag in ("HOT", "STR")]
    own: list[list[str]] = [[], []]
    jerseys: list[set[int]] = [set(), set()]
    for card in paid_cards:
        seat = 0 if len(own[0]) <= len(own[1]) else 1
        if card.jersey in jerseys[seat]:
            seat = 1 - seat
        if card.jersey not in jerseys[seat]:
            own[seat].append(card.number)
            jerseys[seat].add(card.jersey)
    for seat in (HOST, VISITOR):
        match.field(seat, *own[seat], put=(0, 1, 0, 0))
    return match, own[0], own[1]


def test_effects_alternate_from_the_first_manager_of_the_half(monkeypatch):
    """PVP-4, PVP-5, PVP-6: managers alternate in using effects before the match; then each uses
    their match effects."""
    for half, first in ((1, HOST), (2, VISITOR)):
        match, *cards = match_with_paid_effects(half)
        calls = answer_with(
            monkeypatch,
            match,
            {seat: [(card,) for card in sorted(own, key=tag_of)] for seat, own in enumerate(cards)},
        )
        run_effects(match)
        asked_before = [seat for seat, moment in calls if moment == BEFORE]
        assert asked_before == [first, 1 - first]
        asked_during = [seat for seat, moment in calls if moment == MATCH]
        assert asked_during == sorted(asked_during) and set(asked_during) == {0, 1}
        assert REVEAL not in {moment for _, moment in calls}
        output = match.events("effect")
        assert [event["manager"] for event in output] == [seat for seat, _ in calls]


def test_a_pass_is_final(monkeypatch):
    """PVP-4: the other manager may go on; nobody without a usable effect is asked."""
    match, host_cards, visitor_cards = match_with_paid_effects()
    hot = [card for card in visitor_cards if tag_of(card) == "HOT"]
    calls = answer_with(monkeypatch, match, {HOST: [None], VISITOR: [(hot[0],)]})
    run_effects(match)
    asked_before = [seat for seat, moment in calls if moment == BEFORE]
    assert asked_before == [HOST, VISITOR] and host_cards


def test_an_effect_is_exhausted_for_both_halves(monkeypatch):
    """PVP-5, PVP-6: an effect works once, its changes end with the half, and its fan is spent."""
    match, host_cards, _ = match_with_paid_effects()
    hot = next(card for card in host_cards if tag_of(card) == "HOT")
    card = NUMBERS.index(hot)
    marker = int(match["card_jersey"][card]) - 2
    calls = answer_with(monkeypatch, match, {HOST: [(hot,)], VISITOR: []})
    run_effects(match)
    assert calls and match["team_strength"][HOST, marker] == match["card_strength"][card] + 2
    assert match["put"][HOST, marker + 1, FANS] == 0
    league_matches.restore_team(match.state.table, HOST, 0)
    assert match["team_strength"][HOST, marker] == match["card_strength"][card]
    match.set(half=2)
    match["put"][HOST, :, FANS] = 1
    calls.clear()
    run_effects(match)
    assert (HOST, BEFORE) not in calls


def test_a_forced_effect_happens_once():
    """PVP-5, EFF-2: a sprinter is faster in only one half."""
    match = Match()
    match["card_trained_only"][:] = 0
    sprinter = card_with_tag("SPR")
    match.field(HOST, sprinter)
    marker = int(match["card_jersey"][NUMBERS.index(sprinter)]) - 2
    match["cell"][HOST, marker] = 0
    run_effects(match)
    assert [event["source"] for event in match.events("effect")] == [sprinter]
    match.set(half=2)
    run_effects(match)
    assert len(match.events("effect")) == 1


@pytest.mark.parametrize(("half", "order"), [(1, [HOST, VISITOR]), (2, [VISITOR, HOST])])
def test_forced_effects_come_in_the_order_of_the_half(half, order):
    """PVP-4, PVP-6: effects without a decision start with those of the half's first manager."""
    match = Match()
    match["card_trained_only"][:] = 0
    match.set(half=half)
    for seat, number in zip((HOST, VISITOR), ("P27", "P28"), strict=True):
        match.field(seat, number)
        match["cell"][seat, match["card_jersey"][NUMBERS.index(number)] - 2] = 0
    run_effects(match)
    assert [event["manager"] for event in match.events("effect")] == order


def test_no_effects_before_the_second_half(monkeypatch):
    """PVP-6: with `second_half_effects = off` only match effects are used in the second half."""
    match, host_cards, visitor_cards = match_with_paid_effects(2, second_half_effects="off")
    calls = answer_with(monkeypatch, match, {HOST: [], VISITOR: []})
    run_effects(match)
    assert {moment for _, moment in calls} == {MATCH} and host_cards and visitor_cards


def test_a_bodycheck_weakens_the_other_manager(monkeypatch):
    """PVP-5, MAT-7: a bodycheck weakens a rival's marker in the section that the card faces."""
    match = Match()
    match["card_trained_only"][:] = 0
    check = card_with_tag("BOD")
    match.field(HOST, check, put=(0, 0, 1, 0))
    marker = int(match["card_jersey"][NUMBERS.index(check)]) - 2
    match["cell"][HOST, marker] = 4
    facing = next(index for index in range(10) if LAYOUT[index] == 4) + 2
    answer_with(monkeypatch, match, {HOST: [(check, facing)], VISITOR: []})
    run_effects(match)
    assert match["team_strength"][VISITOR].tolist() == [
        0 if jersey == facing else 1 for jersey in range(2, 12)
    ]
    assert match.events("effect")[0]["markers"] == [facing]


def test_an_ignore_token_stops_a_bodycheck(monkeypatch):
    """EPI-9, PVP-5: the card is weakened by 1 less, even if the other manager weakens it."""
    match = Match()
    match["card_trained_only"][:] = 0
    check, hit = card_with_tag("BOD"), "P08"
    match.field(HOST, check, put=(0, 0, 1, 0))
    match["cell"][HOST, int(match["card_jersey"][NUMBERS.index(check)]) - 2] = 4
    match.field(VISITOR, hit)
    match["winter_token"][NUMBERS.index(hit)] = tokens.IGNORE
    jersey = int(match["card_jersey"][NUMBERS.index(hit)])
    answer_with(monkeypatch, match, {HOST: [(check, jersey)], VISITOR: []})
    run_effects(match)
    assert match.events("effect")[0]["markers"] == [jersey]
    assert match["team_strength"][VISITOR, jersey - 2] == 2


# --- Halves


def test_gloves_of_the_second_half():
    """PVP-5, PVP-6: the keeper has all gloves again in the second half, or only unused ones."""
    for fresh, gloves in (("on", 2), ("off", 1)):
        match = Match(fresh_gloves=fresh)
        keeper = next(card.number for card in DATA.players if card.gloves == 2)
        match.field(HOST, keeper)
        match["team_gloves"][HOST] = 3
        league_matches.restore_team(match.state.table, HOST, 1)
        assert match["team_gloves"][HOST] == gloves
        assert match["team_keeper"][HOST] == match["card_strength"][NUMBERS.index(keeper)]
    # Three saves used up both of the keeper's gloves and the one added in the first half.
    league_matches.restore_team(match.state.table, HOST, 3)
    assert match["team_gloves"][HOST] == 0
    assert strength.starting_gloves(match.state.table, VISITOR) == 1


def test_a_formation_is_shown_without_its_layout(monkeypatch):
    """PVP-4, INF-4: managers are asked in turn; no marker is placed until both have answered."""
    match = Match()
    match["formation"][:] = -1
    formations = []

    def ask(state, policies, seat, function):
        order = match.worker.part("order")
        set_field(order, "formation", FORMATIONS.index("433"))
        match.lay_out(LAYOUT[::-1] if seat == HOST else LAYOUT)
        formations.append((seat, [*map(int, match["formation"])], [*map(int, match["cell"][HOST])]))
        return 1

    monkeypatch.setattr(league_layouts, "ask", ask)
    assert league_layouts.show(match.state, None) == 0
    assert match["phase"] == ANSWERING
    assert league_layouts.answer(match.state, match.trace, None) == 0
    code = FORMATIONS.index("433")
    assert formations[0] == (HOST, [-1, -1, -1, -1], [*LAYOUT])
    assert formations[1] == (VISITOR, [code, -1, -1, -1], [*LAYOUT])
    assert [*map(int, match["cell"][HOST])] == [*LAYOUT[::-1]]
    assert [event["shown"] for event in match.events("layout")] == [True, False]


# --- Shoot-outs and results


def set_rolls(monkeypatch, *faces: int) -> None:
    """Make the dice of shoot-outs show these faces."""
    left = [*faces]
    monkeypatch.setattr(league_matches, "draw_once", lambda *_: left.pop(0) - 1)


def test_a_shoot_out_with_a_re_roll(monkeypatch):
    """EX-15, PVP-7, CLU-1: after 2-2 in goals and 3-3 in the first round the Host, 2-0 down
    in the second, pays a fan for a re-roll and wins 4-2, for 3 points."""
    match = Match()
    keepers = {card.gloves: card.number for card in DATA.players if card.gloves}
    match.field(HOST, keepers[1])
    match.field(VISITOR, keepers[2])
    match["card_trained_only"][:] = 1
    match["resources"][HOST, FANS] = 1
    match.set(half=2)
    match.set_goals(2, 2)
    set_rolls(monkeypatch, 5, 4, 2, 3, 6)
    rolled = []

    def ask(state, policies, seat, function):
        set_field(match.worker.part("order"), "die", 0)
        rolled.append((seat, int(match["shoot_round"])))
        return decisions.REROLL if match["shoot_round"] == 2 else decisions.KEEP

    monkeypatch.setattr(league_match_effects, "ask", ask)
    league_matches.begin_shoot_out(match.state)
    for _ in range(20):
        if match["shoot_round"] == 0:
            break
        assert season_league_match.shoot_or_end(match.state, match.trace, None) == 0
    first, second = match.events("shoot_out")
    assert (first["faces"], first["rolls"], first["winner"]) == ([5, 4], [3, 3], None)
    assert (second["faces"], second["rerolled"]) == ([2, 3], [[0, 6]])
    assert (second["rolls"], second["winner"]) == ([4, 2], HOST)
    assert {seat for seat, _ in rolled} == {HOST}
    assert match["resources"][HOST, FANS] == 0
    assert [int(point) for point in match["points"][:2]] == [3, 0]
    assert [int(goals) for goals in match["results"][:2, 0]] == [1, 0]
    output = match.events("match")
    assert [(event["goals"], event["against"], event["points"]) for event in output] == [
        (2, 2, 3),
        (2, 2, 0),
    ]


def test_shoot_out_modifiers(monkeypatch):
    """PVP-7: the other keeper's gloves or strength are deducted; a penalty killer adds 1."""
    match = Match(shootout="strength")
    match["card_trained_only"][:] = 0
    killer = next(card.number for card in DATA.players if card.tag == "PEN")
    match.field(VISITOR, killer)
    match["shoot_face"][:2] = 4, 4
    table = match.state.table
    assert league_matches.shot_of(table, HOST) == 4 - match["team_keeper"][VISITOR]
    assert league_matches.shot_of(table, VISITOR) == 4 + 1 - 1
    assert league_matches.shoot_out_bonus(table, VISITOR) == 1
    match.set(rule_abilities=1)
    assert league_matches.shoot_out_bonus(table, VISITOR) == 0


def test_twenty_equal_rounds(monkeypatch):
    """PVP-7, TER-1: after twenty equal rounds the Visitor wins."""
    match = Match()
    match.set(half=2)
    match.set_goals(1, 1)
    set_rolls(monkeypatch, *[3] * 40)
    league_matches.begin_shoot_out(match.state)
    rounds = 1
    while not league_matches.end_round(match.state, match.trace):
        rounds += 1
    assert rounds == 20 and match.events("shoot_out")[-1]["winner"] == VISITOR
    league_matches.end_match(match.state, match.trace)
    assert [int(point) for point in match["points"][:2]] == [0, 3]


def test_a_match_counts_for_objectives():
    """PVP-8, SET-6: margins and clean wins count; beating a manager counts for no colour."""
    match = Match()
    match.set(half=2)
    match.set_goals(3, 0)
    league_matches.end_match(match.state, match.trace)
    for seat, goals, against in ((HOST, 3, 0), (VISITOR, 0, 3)):
        season_match.count_for_objectives(match.state, seat, goals, against)
    assert [int(margin) for margin in match["largest_margin"][:2]] == [3, 0]
    assert [int(clean_win) for clean_win in match["clean_wins"][:2]] == [1, 0]
    assert not match["beaten"].any()


# --- Whole games


@pytest.mark.parametrize(
    "settings",
    some(
        [
            {"managers": 3, "game": 1},
            {
                "managers": 4,
                "who": DEFAULT_STRATEGY,
                "second_half_effects": "off",
                "fresh_gloves": "off",
            },
            {"managers": 2, "who": "balanced:effort=1", "weeks": 8, "pvp_formations": "held"},
            {"managers": 3, "who": "balanced:effort=1:shown_formation=0", "shootout": "strength"},
            {"managers": 4, "basic_side": "free", "reroll_pays": "money", "scouting": "report"},
            {"managers": 4, "tactics": "off", "abilities": "off", "schedule": "dealt"},
        ],
        3,
    ),
    ids=str,
)
def test_accounts_with_matches_between_managers(settings):
    """PVP-7, PVP-8, CLU-1: everything adds up, and every strategy can play such matches."""
    trace = season(**settings)
    season_accounts.check(trace, DATA)
    assert "\n".join(EVENTS.story(trace, {}))
    assert Counter(event["e"] for event in trace)["half"] > 0


def test_accounts_of_a_league_with_matches_between_managers():
    """LAY-1, PVP-7: the accounts of a league add up, and no shoot-out has a re-roll."""
    for game in range(2):
        trace = league(4, game)
        accounts.check(trace)
        assert all(not event["rerolled"] for event in events_of(trace, "shoot_out"))


def test_a_redeal_draws_the_hidden_layout():
    """INF-2, PVP-4: the rival's layout is redrawn in the same formation; all else stays."""
    game_engine = engine("random", "random", league_matches="on")
    worker = game_engine.worker()
    worker.set_up(0)
    worker.play_until("answering a formation", 6)

    def table_field(part, name):
        return field_of(part.part("table"), name)

    host = int(table_field(worker, "first_manager"))
    formations = table_field(worker, "formation").tolist()
    layout = [*map(int, field_of(worker.part("box"), "laid_cell"))]
    for seat, is_same in ((host, True), (1 - host, False)):
        others = []
        for key in range(2):
            other = game_engine.worker()
            other.copy_from(worker)
            other.redeal(seat, key)
            others.append([*map(int, field_of(other.part("box"), "laid_cell"))])
            assert table_field(other, "formation").tolist() == formations
            other.play_until("game over")
            assert int(table_field(other, "phase")) == GAME_OVER
        assert all(redealt == layout for redealt in others) == is_same


def test_switches_of_matches_between_managers():
    """SWI-1: the module needs at least six weeks; without it its switches are idle."""
    with pytest.raises(InputError, match=r"league_matches = on needs at least 6 weeks, not 5"):
        RULES.resolve("standard", {"league_matches": "on", "weeks": "5"})
    settings = {"shootout": "strength", "fresh_gloves": "off", "pvp_formations": "held"}
    rules = RULES.resolve("standard", {**settings, "second_half_effects": "off"})
    assert len(rules.idle_sentences(4)) == 4
    rules = RULES.resolve("standard", {"league_matches": "on", **settings})
    assert rules.idle_sentences(4) == []
    assert "league_matches" in RULES.resolve("solo", {"league_matches": "on"}).idle()


@pytest.mark.slow
@pytest.mark.parametrize(
    "setting",
    [
        *("pvp_formations=held", "league_matches=off", "fresh_gloves=off"),
        "second_half_effects=off",
    ],
)
def test_a_value_changes_a_season_with_matches_between_managers(setting):
    """SWI-1, PVP-3, PVP-6: every value changes the events of some season."""
    name, _, value = setting.partition("=")
    for game in range(8):
        traces = [season(3, game, **settings)[1:] for settings in ({}, {name: value})]
        if traces[0] != traces[1]:
            return
    pytest.fail(f"{setting} changes nothing in 8 seasons")
