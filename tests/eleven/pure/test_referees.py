"""The referees of matches, with the rules' worked examples (REF)."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from eleven import season_accounts
from eleven.games import DEFAULT_STRATEGY, engine, source_of
from eleven.refereed_match import (
    DATA,
    FANS,
    FRIENDLY,
    GOAL_EAGER,
    INEXPERIENCED,
    METICULOUS,
    PERFECTIONIST,
    SEAT,
    UNJUST,
    Match,
)

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.eleven import (
    abilities,
    component_cells,
    consequences,
    effects,
    refereeing,
    season_match,
)
from eoc_sim.simulator.eleven.codes import REVEAL
from eoc_sim.simulator.eleven.names import CONSEQUENCES, REFEREE_NAMES
from eoc_sim.simulator.eleven.referee_facts import apply_rules
from eoc_sim.simulator.eleven.referee_rows import ROW_SHEET
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.sources import TACTICS
from eoc_sim.simulator.eleven.state import LOST, PHASE_NAMES
from eoc_sim.simulator.eleven.switches import SWITCHES
from eoc_sim.simulator.eleven.tokens import IGNORE

# --- The dice and the rows.


def test_the_sheets():
    """REF-2 to REF-7: each half of the rows has every tag once; the six referees are those
    of the rules."""
    tags = sorted(row.number for row in DATA.tags)
    for block in (0, 1):
        rows = [referee_row for referee_row in DATA.referee_rows if referee_row.block == block]
        assert sorted(tag for row in rows for tag in row.tags) == tags
    assert tuple(referee.name for referee in DATA.referees) == REFEREE_NAMES
    assert [referee_row.number for referee_row in DATA.referee_rows] == [
        str(face) for face in range(1, 13)
    ]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", "1"),
        ("01", "1"),
        (" 1.0 ", "1"),
        ("12.0", "12"),
        ("1,00", "1"),
        ("1.05", "1.05"),
        ("1.0.0", "1.0"),
        ("0", "0"),
        ("\N{SUPERSCRIPT TWO}", "\N{SUPERSCRIPT TWO}"),
        ("one", "one"),
    ],
)
def test_numbers_of_rows(text, number):
    """REF-2: a row's number is a face of the die, 1 to 12; a sheet may write it as 1.0."""
    assert ROW_SHEET.number(text) == number
    assert (ROW_SHEET.refusal(number) == "") == (number in ("1", "12"))


def test_dice_and_their_row():
    """REF-1, REF-2, CLU-1: dice are rolled after the reveal and before other effects; a re-roll
    costs a fan."""
    match = Match("P09", "P03")
    table = match.table
    table.moment = REVEAL
    table.resources[SEAT, FANS] = 1
    abilities.go_to_ability(match.state, match.trace)
    assert PHASE_NAMES[table.phase] == "calling a referee"
    refereeing.call_referee(match.state)
    assert 1 <= table.dice[0] <= 12 and 1 <= table.dice[1] <= 6
    first = [int(table.dice[0]), int(table.dice[1])]
    match.worker.state.order.die = 0
    answers = iter([1, 0])

    def reroll_once(*_):
        match.state.order.kind = next(answers)
        return match.state.order.kind

    original_ask = refereeing.rerolling.ask
    refereeing.rerolling.ask = reroll_once
    try:
        while PHASE_NAMES[table.phase] == "a referee's dice":
            assert refereeing.reroll(match.state, match.trace, None) == 0
    finally:
        refereeing.rerolling.ask = original_ask
    (event,) = match.events("referee")
    assert event["dice"] == first and event["rerolled"][0][0] == 0
    assert event["row"] == event["rerolled"][0][1] and event["referee"] == first[1]
    assert table.resources[SEAT, FANS] == 0


def test_an_ability_without_its_fan():
    """EX-9, REF-2, REF-6: a Hot-Tempered card that matches row 8 (Friendly, lower half) can be
    used without paying its fan."""
    match = Match("P09")
    match.referee(8, FRIENDLY)
    assert match.events("referee")[0]["cards"] == ["P09"]
    clause = match.table.first_clause[source_of("P09")]
    assert abilities.use_refusal(match.table, SEAT, source_of("P09"), clause) == 0
    effects.carry_out(match.state, match.trace, SEAT, source_of("P09"), clause)
    assert match.strength("P09") == 4
    assert match.events("effect")[0]["paid"] == [0, 0, 0, 0]
    other = Match("P09")
    other.referee(9, FRIENDLY)
    assert abilities.use_refusal(other.table, SEAT, source_of("P09"), clause) > 0


# --- Goals.


def test_goals_for_the_opponent():
    """EX-10, REF-3, REF-8: two cards roll; each 6 is a goal, before the result is fixed."""
    counts = set()
    for week in range(1, 7):
        match = Match("P05", "P17")
        match.table.week = week
        match.table.schedule[SEAT, :] = 0
        match.referee(9, UNJUST)
        event = match.result(2, 1)
        effect = match.last_effect()
        assert effect["cards"] == ["P05", "P17"] and len(effect["dice"]) == 2
        sixes = effect["dice"].count(6)
        assert effect["against"] == sixes and event["against"] == 1 + sixes
        assert event["points"] == (3 if sixes == 0 else 1 if sixes == 1 else 0)
        counts.add(sixes)
    assert len(counts) > 1


@pytest.mark.parametrize(
    ("d12", "goals", "points", "fans"), [(7, 2, 3, 0), (1, 1, 1, 1)], ids=("lower", "upper")
)
def test_a_goal_or_a_fan_for_a_scorer(d12, goals, points, fans):
    """EX-11, REF-7: a Natural Born Leader that scored brings one more goal or one fan."""
    match = Match("P01")
    match.referee(d12, GOAL_EAGER)
    event = match.result(1, 1, "P01")
    assert (event["goals"], event["points"]) == (goals, points)
    assert refereeing.act_after(match.state, match.trace, SEAT) is False
    assert match.table.resources[SEAT, FANS] == fans
    assert match.table.card_goals[source_of("P01")] == goals


def test_only_scorers_are_paid():
    """REF-7: a matching card without a goal gains nothing, and two goals bring one fan."""
    match = Match("P01", "P03")
    match.referee(1, GOAL_EAGER)
    match.result(2, 0, "P01", "P01")
    refereeing.act_after(match.state, match.trace, SEAT)
    assert match.table.resources[SEAT, FANS] == 1
    assert match.last_effect()["cards"] == ["P01"]


# --- Tokens.


def test_an_injury_instead_of_a_suspension():
    """EX-12, REF-5, MAT-12, PLA-3: a Fast Feet card matches, and the lost match injures number
    7."""
    match = Match("P15", "P09")
    match.referee(3, INEXPERIENCED)
    match.state.box.result[SEAT] = LOST
    match.table.phase = PHASE_NAMES.index("consequences")
    match.table.dice[0], match.table.dice[1] = 3, 7
    assert CONSEQUENCES[match.table.consequence[LOST, 2]] == "suspension"
    consequences.carry_out_consequence(match.state, match.trace, SEAT)
    assert match.table.injured_until[source_of("P09")] == 4
    assert match.table.suspended_until[source_of("P09")] == 0
    assert match.events("consequence")[0]["card"] == "P09"


def test_a_suspension_instead_of_an_injury():
    """REF-5: `inexperienced = suspension` does the reverse."""
    match = Match("P15", "P09", inexperienced="suspension")
    match.referee(3, INEXPERIENCED)
    match.state.box.result[SEAT] = LOST
    match.table.phase = PHASE_NAMES.index("consequences")
    match.table.dice[0], match.table.dice[1] = 1, 7
    consequences.carry_out_consequence(match.state, match.trace, SEAT)
    assert match.table.suspended_until[source_of("P09")] == 3
    assert match.table.injured_until[source_of("P09")] == 0


def test_no_experience():
    """REF-5: matching youngsters gain no experience, but other youngsters do."""
    tags = {youngster.number: youngster.tag for youngster in DATA.youngsters}
    for row in (7, 8):
        match = Match("Y01")
        match.referee(row, INEXPERIENCED)
        consequences.give_experience(match.state, match.trace, SEAT)
        learns = tags["Y01"] not in DATA.referee_rows[row - 1].tags
        assert match.table.experience[source_of("Y01")] == learns
        assert match.table.matches[source_of("Y01")] == 1


TOKENS_PLACED = [
    ("suspension", {"token": "suspension"}, (0, 3)),
    ("injury", {"token": "injury"}, (4, 0)),
    ("weakness", {"token": "weakness"}, (0, 0)),
]


@pytest.mark.parametrize("ignored", [False, True])
@pytest.mark.parametrize(("unjust", "expected_fields", "token_ends"), TOKENS_PLACED)
def test_a_token_on_a_chosen_card(unjust, expected_fields, token_ends, ignored):
    """REF-3: the token goes on one matching card; `unjust` sets which token.

    A card with an ignore token gets none (EPI-9).
    """
    match = Match("P01", "P03", "P09", unjust=unjust)
    if ignored:
        match.table.winter_token[source_of("P03")] = IGNORE
        match.table.rule_ignore_token = SWITCHES["ignore_token"].encode(unjust)
        expected_fields, token_ends = {"token": None}, (0, 0)
    match.referee(1, UNJUST)
    match.result(0, 0)
    assert refereeing.act_after(match.state, match.trace, SEAT) is True
    match.table.phase = PHASE_NAMES.index("a referee's token")
    order = match.state.order
    original_ask = refereeing.ask

    def naming(number):
        def answer(*_):
            order.card = source_of(number)
            return 1

        return answer

    try:
        refereeing.ask = naming("P09")
        assert refereeing.place_referee_token(match.state, match.trace, None, SEAT) > 0
        refereeing.ask = naming("P03")
        assert refereeing.place_referee_token(match.state, match.trace, None, SEAT) == 0
    finally:
        refereeing.ask = original_ask
    card = source_of("P03")
    assert (match.table.injured_until[card], match.table.suspended_until[card]) == token_ends
    assert match.table.weakness_tokens[card] == (unjust == "weakness" and not ignored)
    effect = match.last_effect()
    assert {**effect, **expected_fields} == effect and effect["cards"] == ["P03"]


# --- Strength and abilities.


@pytest.mark.parametrize(
    ("d12", "d6", "settings", "changes"),
    [
        (7, METICULOUS, {}, {"P01": 0, "P13": -1}),
        (7, METICULOUS, {"meticulous": "ball"}, {"P01": -1, "P13": 0}),
        (7, METICULOUS, {"meticulous": "any"}, {"P01": -1, "P13": -1}),
        (1, FRIENDLY, {}, {"P01": 1}),
        (3, FRIENDLY, {}, {"P13": 0}),
        (3, FRIENDLY, {"friendly": "any"}, {"P13": 1}),
    ],
)
def test_strength_by_side(d12, d6, settings, changes):
    """REF-4, REF-6: matching cards on a certain side get temporary strength or weakness."""
    match = Match(*changes, **settings)
    before = {number: match.strength(number) for number in changes}
    match.referee(d12, d6)
    for number, change in changes.items():
        assert match.strength(number) - before[number] == max(change, -before[number])
        assert match.table.weakness_tokens[source_of(number)] == 0
    if any(changes.values()):
        effect = match.last_effect()
        assert (
            effect["cards"] == [number for number in changes if changes[number]] or len(changes) > 1
        )
        assert effect["strength"] in (-1, 1)
    else:
        assert not match.events("referee_effect")


def test_abilities_that_do_nothing():
    """REF-4: the abilities of matching cards, and no others, do nothing, even after the match."""
    match = Match("P07", "P09")
    match.referee(2, METICULOUS)
    assert not effects.has_ability(match.table, source_of("P07"))
    other = Match("P07", "P01")
    other.referee(1, METICULOUS)
    assert effects.has_ability(other.table, source_of("P07"))
    assert not effects.has_ability(other.table, source_of("P01"))


def test_shots_past_the_keeper():
    """REF-7: matching cards ignore the opponent's keeper."""
    match = Match("P03", "P01")
    match.referee(8, PERFECTIONIST)
    assert match.table.team_ignores[SEAT, match.marker("P03")] == 1
    assert match.table.team_ignores[SEAT, match.marker("P01")] == 0


# --- The additional tactic card.


def test_an_additional_tactic_card():
    """REF-7, REF-8: an additional card must be held and gives its effect but no formation."""
    match = Match("P03")
    table = match.table
    played, held = source_of("T05") - TACTICS, source_of("T10") - TACTICS
    table.tactic[SEAT] = played
    table.holds[SEAT, played] = 1
    match.referee(1, PERFECTIONIST)
    assert PHASE_NAMES[table.phase] == "after a referee", "no other card is held"
    match = Match("P03")
    table.tactic[SEAT] = played
    table.holds[SEAT, played] = table.holds[SEAT, held] = 1
    formation = int(table.formation[SEAT])
    match.referee(1, PERFECTIONIST)
    assert PHASE_NAMES[table.phase] == "another tactic card"
    order = match.state.order
    original_ask = refereeing.ask

    def naming(tactic):
        def answer(*_):
            order.tactic = tactic
            return 1

        return answer

    try:
        for tactic in (played, -1, 99, source_of("T11") - TACTICS):
            refereeing.ask = naming(tactic)
            assert refereeing.add_tactic(match.state, match.trace, None) > 0
        refereeing.ask = naming(held)
        assert refereeing.add_tactic(match.state, match.trace, None) == 0
    finally:
        refereeing.ask = original_ask
    assert match.events("referee_tactic")[0]["tactic"] == "T10"
    assert table.formation[SEAT] == formation and table.tactic[SEAT] == played
    table.club_points[table.schedule[SEAT, table.week - 1]] = 30
    assert season_match.goals_of_effects(match.state, SEAT) >= 1
    assert abilities.is_in_play(table, SEAT, TACTICS + held)


def test_no_additional_card_without_tactics():
    """REF-7: with `tactics = off` there is no additional card."""
    match = Match("P03", tactics="off")
    match.referee(1, PERFECTIONIST)
    assert PHASE_NAMES[match.table.phase] == "after a referee"


# --- Whole seasons.


def test_seasons_with_referees():
    """REF-1 to REF-8: accounts balance, and referees act between reveals and matches.

    The table `referees` agrees with the trace.
    """
    game_engine = engine(
        "random", "random", layer="season", referees="on", weeks=4, start_tactics=3
    )
    kinds: Counter[str] = Counter()
    for game in range(6):
        trace = [json.loads(json.dumps(event)) for event in game_engine.replay(game)]
        season_accounts.check(trace, game_engine.components)
        kinds.update(event["e"] for event in trace)
        order = [line["e"] for line in trace if line["e"] in ("reveal", "referee", "match", "week")]
        for week in range(4):
            week_events = order[7 * week : 7 * week + 7]
            assert week_events == ["week", *["reveal"] * 2, *["referee"] * 2, *["match"] * 2]
    assert kinds["referee"] == 6 * 8 and kinds["referee_effect"] > 0
    worker = game_engine.worker()
    worker.play_traced(5)
    rows = worker.rows(("referees",))["referees"]
    output = [line for line in trace if line["e"] == "referee"]
    assert list(rows["row"]) == [event["row"] for event in output]
    assert list(rows["matching"]) == [len(event["cards"]) for event in output]
    points = {(event["manager"], n // 2): event["points"] for n, event in enumerate(
        line for line in trace if line["e"] == "match")}  # fmt: skip
    for row in rows:
        assert row["points"] == points[row["seat"], row["week"] - 1]


@pytest.mark.slow
def test_no_referee_in_matches_between_managers():
    """REF-1: the referee acts only in regular matches."""
    game_engine = engine(
        *["random"] * 3, layer="season", referees="on", league_matches="on", betting="on"
    )
    trace = [json.loads(json.dumps(event)) for event in game_engine.replay(0)]
    season_accounts.check(trace, game_engine.components)
    kinds = Counter(event["e"] for event in trace)
    assert kinds["referee"] == 3 * 6 - 2 * 3, "in weeks 4 to 6 one of three meets a club"


def test_referees_do_not_affect_other_luck():
    """RND-2, RND-3: cards on offer, votes, line-ups and preparations are as without referees."""
    settings = {"layer": "season", "weeks": 2, "start_tactics": 0}
    with_referees = engine(DEFAULT_STRATEGY, DEFAULT_STRATEGY, referees="on", **settings).replay(0)
    without_referees = engine(DEFAULT_STRATEGY, DEFAULT_STRATEGY, **settings).replay(0)
    for kind in ("row", "vote", "reveal", "prepare"):
        assert [event for event in with_referees if event["e"] == kind][:6] == [
            event for event in without_referees if event["e"] == kind
        ][:6]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("unjust", "weakness"),
        ("meticulous", "any"),
        ("friendly", "any"),
        ("inexperienced", "suspension"),
        ("goal_eager", "vp"),
    ],
)
def test_a_switch_changes_an_effect(name, value):
    """SWI-1, REF-3 to REF-7: each value is a possible meaning of an icon that is missing from the
    available text; without referees the switches are idle."""
    usual = RULES.resolve("referees")
    other = RULES.resolve("referees", {name: value})
    if name != "inexperienced":
        clauses = [clause for referee in DATA.referees for (clause,) in referee.halves]
        changed = [
            clause for clause in clauses if apply_rules(clause, other) != apply_rules(clause, usual)
        ]
        assert len(changed) == 1
    assert all(apply_rules(clause, usual) == clause for clause in clauses_of_data())
    assert name not in other.idle(4)
    assert name in RULES.resolve("standard", {name: value}).idle(4)
    assert name in RULES.resolve("league", {"referees": "on", name: value}).idle(4)
    idle_without_consequences = RULES.resolve(
        "referees", {"consequences": "off", name: value}
    ).idle(4)
    assert (name in idle_without_consequences) == (name == "inexperienced"), (
        "only `inexperienced` needs consequences"
    )


def clauses_of_data():
    return [clause for referee in DATA.referees for (clause,) in referee.halves]


WRONG = '''"""Names a card that does not match."""


def suspend(table, me, params, order):
    """Name card -1, which does not exist."""
    order.card = -1
    return 1
'''


def test_a_card_that_does_not_match_is_refused(tmp_path):
    """REF-3: a card that does not match is refused and the game is unchanged."""
    file = tmp_path / "wrong.py"
    file.write_text(WRONG, encoding="utf-8")
    worker = engine("random", str(file), layer="season", referees="on").worker()
    worker.set_up(0)
    table = worker.state.table
    table.phase = PHASE_NAMES.index("a referee's token")
    table.turns_taken = (1 - table.first_manager) % 2
    with pytest.raises(StrategyError, match="REF-3: the card does not match"):
        worker.step()
    assert PHASE_NAMES[table.phase] == "a referee's token"


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (("row.1.tag1", "XYZ"), 'has the tag "XYZ", which is not one of'),
        (("row.1.tag1", "Hard Tackle"), 'Did you mean "HAR", Hard Tackle?'),
        (("referee.1.upper", "after: 1 vp"), "has no meaning on a referee"),
        (("referee.2.lower", "after: harsher; after: harsher"), "must have exactly one effect"),
    ],
)
def test_bad_sheets(cell, words):
    """REF-2: unknown tags and effects that a referee cannot have are refused.

    Each half of a card must have exactly one effect.
    """
    with pytest.raises(InputError, match=words):
        component_cells.change(DATA, (cell,))
