"""Stadium's effect language: what it accepts and refuses, and its normal form."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eoc_sim.simulator.kernel.phrases import EffectError
from eoc_sim.simulator.stadium.effect_language import Clause, parse, phrase, word_table
from eoc_sim.simulator.stadium.names import GAINS, MAX_CLAUSES, MAX_PRICE, MOMENTS, TOKENS
from eoc_sim.simulator.stadium.sentences import sentences


@st.composite
def clauses(draw):
    pay = draw(st.integers(-1, len(TOKENS) - 1))
    return Clause(
        draw(st.integers(0, len(MOMENTS) - 1)),
        pay >= 0 and draw(st.booleans()),
        pay,
        draw(st.integers(1, MAX_PRICE)) if pay >= 0 else 0,
        draw(st.integers(0, len(GAINS) - 1)),
        draw(st.integers(1, MAX_PRICE)),
    )


EFFECTS = st.lists(clauses(), max_size=MAX_CLAUSES).map(tuple)


on_a_busy_machine = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@on_a_busy_machine
@given(EFFECTS)
def test_a_written_effect_is_read_back(effect):
    text = phrase(effect)
    assert parse(text) == effect
    assert phrase(parse(text.upper().replace(": ", " :  ").replace(" :", ":"))) == text


@on_a_busy_machine
@given(EFFECTS)
def test_sentences_state_every_number(effect):
    lines = sentences(effect)
    words = lines.replace(".", " ").replace(",", " ").split()
    for clause in effect:
        assert str(clause.amount) in words
        if clause.pay_kind >= 0:
            assert str(clause.pay_amount) in words
    assert bool(lines) == bool(effect)


def test_clauses_are_stored_as_codes():
    assert parse("football: 2 wins; star: pay 1 money: 3 cards") == (
        Clause(0, False, -1, 0, 2, 2),
        Clause(1, False, 0, 1, 5, 3),
    )
    assert parse("train: any number: pay 2 equipment: 1 wins") == (
        Clause(MOMENTS.index("train"), True, 1, 2, 2, 1),
    )
    assert MOMENTS[2:] == (
        "equipment",
        "train",
        "hire",
        "playbook",
        "build",
        "tickets",
        "draft",
        "sponsorship",
        "merchandising",
    )


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("", ""),
        ("Football : 1 win", "football: 1 wins"),
        ("STAR:  1 card;football: 2 Wins", "star: 1 cards; football: 2 wins"),
        (
            "build: Any  Number: pay 1 money: 1 construction",
            "build: any number: pay 1 money: 1 construction",
        ),
    ],
)
def test_sloppy_form_is_accepted(written, normal):
    assert phrase(parse(written)) == normal


@pytest.mark.parametrize(
    ("effect", "parts"),
    [
        ("2 wins", ["is not a clause: write WHEN: GAIN"]),
        ("footbal: 2 wins", ['"footbal" is not a moment', 'Did you mean "football"?']),
        ("football: 2 winz", ['"2 winz" is not a gain', 'Did you mean "wins"?']),
        ("football: wins", ['"wins" is not a gain', "write a number"]),
        ("football: 0 wins", ["from 1 to 30", '"0"']),
        ("football: 31 wins", ["from 1 to 30", '"31"']),
        ("football: -1 wins", ["from 1 to 30"]),
        ("football: 1.5 wins", ["from 1 to 30"]),
        ("star: pay 1 cards: 1 wins", ['"1 cards" is not a cost']),
        ("star: pay 1 mony: 1 wins", ['"1 mony" is not a cost', 'Did you mean "money"?']),
        ("star: pay 1 money: pay 1 wins: 1 money", ['"pay 1 wins" is not allowed: only']),
        ("train: pay 1 money: any number: 1 wins", ['"any number" is not allowed: only']),
        ("train: any numbr: pay 1 money: 1 wins", ['Did you mean "any number"?']),
        ("star: if wins: 1 money", ['"if wins" is not allowed: only']),
        ("train: any number: 1 wins", ["cannot be repeated any number of times"]),
        ("; ".join(["football: 1 wins"] * 7), ["has 7 clauses; an effect has at most 6"]),
        ("football: 1 wins;", ["is not a clause"]),
    ],
)
def test_invalid_effects_are_refused(effect, parts):
    with pytest.raises(EffectError) as error:
        parse(effect)
    for part in parts:
        assert part in str(error.value)


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        ("", ""),
        ("football: 2 wins", "At game time, gain 2 wins."),
        (
            "football: 1 wins; football: 1 entertainment",
            "At game time, gain 1 win and 1 entertainment.",
        ),
        ("star: pay 2 money: 3 wins", "When used, you may pay 2 money for 3 wins."),
        (
            "star: 1 money; star: 1 cards",
            "When used, gain 1 money, then draw 1 employee and turn up 1 player.",
        ),
        (
            "star: pay 1 money: 2 cards",
            "When used, you may pay 1 money to draw 2 employees and turn up 2 players.",
        ),
        ("tickets: 1 money", "On each visit to Tickets, gain 1 money."),
        (
            "train: any number: pay 2 equipment: 1 wins",
            "On each visit to Train, you may pay 2 equipment for 1 win, any number of times.",
        ),
        (
            "star: 2 equipment; football: 1 wins",
            "When used, gain 2 equipment. At game time, gain 1 win.",
        ),
    ],
)
def test_effects_as_sentences(effect, sentence):
    assert sentences(parse(effect)) == sentence


def test_the_table_of_words_has_every_word():
    written = " ".join(word.spelling for word in word_table())
    for name in (*MOMENTS, *GAINS, "any number", "pay"):
        assert name in written
