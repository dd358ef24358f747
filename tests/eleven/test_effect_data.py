"""Eleven's effect language: what it accepts and refuses, and its normal form."""

from __future__ import annotations

import pytest
from eleven.phrases import PHRASES
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eoc_sim.simulator.eleven import names
from eoc_sim.simulator.eleven.component_rows import TACTICS, acts_without_cards
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.eleven.effect_language import FORMS, NONE, Clause, parse, phrase, word_table
from eoc_sim.simulator.eleven.names import (
    CONDITIONS,
    COUNTERS,
    GAINS,
    MAX_NUMBER,
    MOMENTS,
    RESOURCES,
    SECTION_WORDS,
    TARGETS,
)
from eoc_sim.simulator.eleven.sentences import sentences
from eoc_sim.simulator.eleven.sizes import FACES, MAX_CLAUSES
from eoc_sim.simulator.kernel.phrases import EffectError
from eoc_sim.simulator.runs.component_cells import ComponentCells

WITHOUT_AMOUNT = {name for name, form in FORMS.items() if form.no_amount}


@pytest.mark.parametrize(("sheet", "moment"), PHRASES)
def test_every_effect_of_the_game_can_be_read(sheet, moment):
    """EFF-1: the normal form, with or without a default moment, is read as the same effect."""
    for text in PHRASES[sheet, moment]:
        clauses = parse(text, moment)
        normal = phrase(clauses, moment)
        # Some gains lose their number in the normal form.
        assert normal == text or any(f"1 {name}" in text for name in WITHOUT_AMOUNT)
        assert parse(normal, moment) == parse(phrase(clauses)) == clauses
        assert phrase(parse(normal, moment), moment) == normal
        sentences_of_effect = sentences(clauses)
        assert (
            sentences_of_effect.count(".") == len(clauses)
            and "{" not in sentences_of_effect
            and "_" not in sentences_of_effect
        )


@st.composite
def clauses(draw):
    numbers = st.integers(1, MAX_NUMBER)
    name = draw(st.sampled_from(GAINS))
    form = FORMS[name]
    amount = 1 if form.no_amount else draw(numbers)
    if form.signed and draw(st.booleans()):
        amount = -amount
    targets = [*([""] if form.bare else []), *form.targets, *form.numbered]
    target = draw(st.sampled_from(targets))
    counted = draw(st.booleans())
    pays = draw(st.booleans())
    return Clause(
        draw(st.integers(0, len(MOMENTS) - 1)),
        tuple(draw(st.lists(conditions(), max_size=2))),
        draw(numbers) if pays else 0,
        draw(st.integers(0, len(RESOURCES) - 1)) if pays else NONE,
        GAINS.index(name),
        amount,
        TARGETS.index(target) if target else NONE,
        draw(numbers) if target in form.numbered else 0,
        draw(st.integers(0, len(COUNTERS) - 1)) if counted else NONE,
        draw(numbers) if counted else 1,
        draw(st.integers(0, MAX_NUMBER)) if counted else 0,
    )


@st.composite
def conditions(draw):
    kind = draw(st.sampled_from(CONDITIONS))
    maximum = {"die": FACES}.get(kind.partition(" ")[0], MAX_NUMBER)
    value = draw(st.integers(1, maximum)) if kind.endswith("=") else 0
    if kind == "section":
        value = draw(st.integers(0, len(SECTION_WORDS) - 1))
    return CONDITIONS.index(kind), value


on_a_busy_machine = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
EFFECTS = st.lists(clauses(), max_size=MAX_CLAUSES).map(tuple)


@on_a_busy_machine
@given(EFFECTS, st.sampled_from(["", "now", "after"]))
def test_a_written_effect_is_read_back(effect, moment):
    """EFF-1: any effect survives writing and reading."""
    text = phrase(effect, moment)
    assert parse(text, moment) == effect
    assert phrase(parse(text.upper().replace(": ", " :  "), moment), moment) == text


@on_a_busy_machine
@given(EFFECTS)
def test_sentences_state_every_number(effect):
    words = sentences(effect).replace(".", " ").replace(",", " ").split()
    for clause in effect:
        numbers = [clause.pay_amount, clause.target_number, clause.up_to]
        if GAINS[clause.gain] not in WITHOUT_AMOUNT:
            numbers.append(abs(clause.amount))
        if clause.per > 1:
            numbers.append(clause.per)
        assert {str(number) for number in numbers if number} <= set(words)


@pytest.mark.parametrize(
    ("counter", "words"),
    [
        ("youngster", "for each youngster"),
        ("staff", "for each staff card"),
        ("2 staff", "for every 2 staff cards"),
        ("money", "for each unit of money"),
        ("2 money", "for every 2 money"),
        ("2 stand_fan", "for every 2 stand fans"),
    ],
)
def test_sentences_name_what_is_counted(counter, words):
    assert sentences(parse(f"now: 1 vp per {counter}")) == f"At once, gain 1 VP {words}."


def test_clauses_are_parsed_to_codes():
    assert parse("match: if shields back >= 4 and quiet centre: 1 goal") == (
        Clause(
            names.MATCH,
            ((names.SHIELDS_BACK, 4), (names.QUIET_CENTRE, 0)),
            0,
            NONE,
            names.GAIN_GOAL,
            1,
        ),
    )
    (clause,) = parse("before: pay 2 fans: 3 strength others 2 per 2 staff up to 5")
    assert (clause.when, clause.pay_kind, clause.pay_amount) == (names.BEFORE, 1, 2)
    assert (clause.gain, clause.amount, TARGETS[clause.target]) == (
        GAINS.index("strength"),
        3,
        "others",
    )
    assert (clause.target_number, COUNTERS[clause.counter], clause.per) == (2, "staff", 2)
    assert clause.up_to == 5


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("", ""),
        ("Match : 2 Goals", "match: 2 goal"),
        ("after: if margin ≥ 3: 1 fan", "after: if margin >= 3: 1 fans"),
        ("end: 1 vp per 2 tokens up to 3", "end: 1 vp per 2 token up to 3"),
        ("before: if die<=2: 1 glove", "before: if die <= 2: 1 gloves"),
        ("match: 1 ignore_keeper", "match: ignore_keeper"),
        ("now: –2 money", "now: -2 money"),
        ("now: 1 staff First Trainer", "now: 1 staff first trainer"),
    ],
)
def test_sloppy_form_is_accepted(written, normal):
    assert phrase(parse(written)) == normal


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ("1 goal", "is not a clause: write WHEN: GAIN"),
        ("mach: 1 goal", 'Did you mean "match"?'),
        ("match: 1 gaol", 'Did you mean "goal"?'),
        ("match: goal", '"goal" is not a gain: write a number'),
        ("match: 0 goal", "a whole number from 1 to 30"),
        ("match: -1 goal", "a whole number from 1 to 30"),
        ("match: 1.5 goal", "a whole number from 1 to 30"),
        ("match: 2 flip", "must be 1, not"),
        ("now: -31 money", "a whole number from 1 to 30"),
        ("now: 1 level", 'after "level" there must be budget, fan_base, operation or fitness, not'),
        ("now: 1 level fanbase", 'Did you mean "fan_base"?'),
        ("now: 1 staff steward 2", 'not "steward 2"'),
        ("match: 1 goal twice", 'after "goal" there must be each or nothing'),
        ("match: 1 vp twice", 'nothing may follow "vp", so "twice"'),
        ("before: 1 strength others", 'the number after "others"'),
        ("before: 1 strength others 0", 'the number after "others"'),
        ("match: if margin = 3: 1 goal", '"margin = 3" is not a condition'),
        ("match: if margin <= 3: 1 goal", 'Did you mean "margin >="?'),
        ("match: if die >= 7: 1 goal", "the die must be a whole number from 1 to 6"),
        ("match: if section left: 1 goal", '"left" is not a section'),
        ("match: if quiet center: 1 goal", 'Did you mean "quiet centre"?'),
        ("match: if win and draw and loss: 1 goal", "3 conditions; a clause has at most 2"),
        ("match: if : 1 goal", "is not a condition"),
        ("match: pay 1 euro: 1 goal", '"1 euro" is not a cost'),
        ("match: pay fans: 1 goal", '"fans" is not a cost'),
        ("match: pay 1 fans: if win: 1 goal", 'should be "if CONDITION" or'),
        ("match: wen win: 1 goal", 'should be "if CONDITION" or'),
        ("end: 1 vp per 2 stafs", '"2 stafs" cannot be counted'),
        ("end: 1 vp per", "cannot be counted"),
        ("end: 1 vp up to 3", 'there is no "per"'),
        ("end: 1 vp per win up to 0", 'the number after "up to"'),
        ("; ".join(["match: 1 goal"] * 5), "has 5 clauses; an effect has at most 4"),
    ],
)
def test_invalid_effects_are_refused(effect, message):
    with pytest.raises(EffectError) as error:
        parse(effect)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ("match: 1 money", '"money" has no meaning on a tactic: use goal, gloves, flip_marker'),
        ("before: 1 strength", '"strength" has no meaning on a tactic'),
        ("before: 1 strength others 1", '"strength others" has no meaning on a tactic'),
        ("after: 1 injury", '"injury" has no meaning on a tactic'),
        ("prepare: 1 fitness", '"fitness" has no meaning on a tactic'),
        ("before: 1 goal", 'a tactic gives goal at "match", not at "before"'),
        ("match: if win: 1 goal", 'goal on a tactic cannot depend on "win"'),
        ("match: if die >= 4: 1 goal", 'cannot depend on "die >= 4"'),
        ("before: if opponent above: 1 gloves", "it cannot have a condition"),
        ("match: pay 1 fans: 1 goal", 'a tactic cannot have a cost at "match"'),
        ("match: 1 goal per win", 'a tactic cannot count anything at "match"'),
    ],
)
def test_effects_that_a_tactic_cannot_have_are_refused(effect, message):
    """MAT-6, MAT-10: a tactic acts only on the match, each gain at its own moment."""
    cells = ComponentCells({"tactic": TACTICS.keys}, type(load()).with_changes)
    with pytest.raises(EffectError) as error:
        cells.change(load(), [("tactic.T05.effect", effect)])
    assert message in str(error.value) and "tactic T05, column effect" in str(error.value)


def test_effects_that_work_without_cards():
    """LAY-1: only some effects work in the league layer, where nobody has cards."""
    acting = {
        tactic.number for tactic in load().tactics if any(map(acts_without_cards, tactic.clauses))
    }
    assert acting == {"T06", "T10", "T11"}


def test_the_word_table_explains_every_moment_and_gain():
    words = word_table()
    assert {word.spelling for word in words if word.part == "WHEN"} == set(MOMENTS)
    gains = {word.spelling.removeprefix("N ") for word in words if word.part == "GAIN"}
    assert gains == set(GAINS)
    assert all(word.meaning for word in words)
