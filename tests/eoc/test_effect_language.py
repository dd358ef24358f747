"""The effect language: every word, every wrong combination, the one normal form."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eoc_sim.simulator.eoc import effect_codes, state
from eoc_sim.simulator.eoc import effect_language as language
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.effect_language import parse, phrase
from eoc_sim.simulator.kernel.phrases import EffectError

NO_LIMIT = language.NO_LIMIT


def test_names_and_codes_match_the_engine():
    assert language.MAX_CONDITIONS == 2
    for code, name in enumerate(effect_codes.WHEN_NAMES):
        assert getattr(effect_codes, f"WHEN_{name.upper()}") == code
    for code, name in enumerate(language.TYPE_NAMES):
        assert getattr(state, name.upper()) == code


# Text, then the clause: when, conditions, pay (BB, EC, colour), gain, amount, detail, (counter, its
# detail, per, up to).
SINGLE_CLAUSES = [
    ("month: 1 stars", (0, (), (0, 0, -1), 0, 1, -1, (0, -1, 1, NO_LIMIT))),
    ("play: 2 bucks", (1, (), (0, 0, -1), 1, 2, -1, (0, -1, 1, NO_LIMIT))),
    ("sign: 1 ec any", (2, (), (0, 0, -1), 2, 1, -1, (0, -1, 1, NO_LIMIT))),
    ("market: 1 ec magenta", (3, (), (0, 0, -1), 2, 1, 5, (0, -1, 1, NO_LIMIT))),
    ("trade: 1 stars", (4, (), (0, 0, -1), 0, 1, -1, (0, -1, 1, NO_LIMIT))),
    ("move: if border: 1 bucks", (5, ((6, 0),), (0, 0, -1), 1, 1, -1, (0, -1, 1, NO_LIMIT))),
    ("bet_won: 2 stars", (6, (), (0, 0, -1), 0, 2, -1, (0, -1, 1, NO_LIMIT))),
    ("crap_out: 1 bucks", (7, (), (0, 0, -1), 1, 1, -1, (0, -1, 1, NO_LIMIT))),
    ("always: 1 moves", (8, (), (0, 0, -1), 3, 1, -1, (0, -1, 1, NO_LIMIT))),
    ("end: 9 stars", (9, (), (0, 0, -1), 0, 9, -1, (0, -1, 1, NO_LIMIT))),
    ("month: 2 free_bets", (0, (), (0, 0, -1), 4, 2, -1, (0, -1, 1, NO_LIMIT))),
    ("always: 1 free_runners", (8, (), (0, 0, -1), 5, 1, -1, (0, -1, 1, NO_LIMIT))),
    ("sign: if position qb: value x2", (2, ((3, 1),), (0, 0, -1), 6, 2, -1, (0, -1, 1, NO_LIMIT))),
    (
        "always: if culture: discount cards 1",
        (8, ((0, 0),), (0, 0, -1), 7, 1, 0, (0, -1, 1, NO_LIMIT)),
    ),
    (
        "always: if same_state: discount recruits 2",
        (8, ((8, 0),), (0, 0, -1), 7, 2, 1, (0, -1, 1, NO_LIMIT)),
    ),
    ("always: discount trades 1", (8, (), (0, 0, -1), 7, 1, 2, (0, -1, 1, NO_LIMIT))),
    ("always: 2 bucks_as_ec cards", (8, (), (0, 0, -1), 8, 2, 0, (0, -1, 1, NO_LIMIT))),
    ("always: 2 bucks_as_ec recruits", (8, (), (0, 0, -1), 8, 2, 1, (0, -1, 1, NO_LIMIT))),
    ("always: 1 bucks_as_ec moves", (8, (), (0, 0, -1), 8, 1, 2, (0, -1, 1, NO_LIMIT))),
    ("always: use_again 1", (8, (), (0, 0, -1), 9, 1, -1, (0, -1, 1, NO_LIMIT))),
    ("always: shift_die 1", (8, (), (0, 0, -1), 10, 1, -1, (0, -1, 1, NO_LIMIT))),
    ("month: pay 2 bucks: 2 stars", (0, (), (2, 0, -1), 0, 2, -1, (0, -1, 1, NO_LIMIT))),
    ("month: pay 1 ec any: 1 bucks", (0, (), (0, 1, -1), 1, 1, -1, (0, -1, 1, NO_LIMIT))),
    ("sign: pay 1 ec blue: 1 stars", (2, (), (0, 1, 3), 0, 1, -1, (0, -1, 1, NO_LIMIT))),
    ("play: if personnel: 1 stars", (1, ((0, 1),), (0, 0, -1), 0, 1, -1, (0, -1, 1, NO_LIMIT))),
    (
        "play: if fundraising texas: 1 stars",
        (1, ((1, 2),), (0, 0, -1), 0, 1, -1, (0, -1, 1, NO_LIMIT)),
    ),
    (
        "sign: if region texas|south: 1 stars",
        (2, ((2, 0b10100),), (0, 0, -1), 0, 1, -1, (0, -1, 1, NO_LIMIT)),
    ),
    ("sign: if base >= 4: 1 stars", (2, ((4, 4),), (0, 0, -1), 0, 1, -1, (0, -1, 1, NO_LIMIT))),
    ("sign: if base <= 3: 1 stars", (2, ((5, 3),), (0, 0, -1), 0, 1, -1, (0, -1, 1, NO_LIMIT))),
    ("sign: if single: 1 stars", (2, ((7, 0),), (0, 0, -1), 0, 1, -1, (0, -1, 1, NO_LIMIT))),
    (
        "month: if month june-august: 1 stars",
        (0, ((9, 1 << 4 | 1 << 5 | 1 << 6),), (0, 0, -1), 0, 1, -1, (0, -1, 1, NO_LIMIT)),
    ),
    (
        "month: if month march|december-february: 1 stars",
        (0, ((9, 1 << 1 | 7 << 10),), (0, 0, -1), 0, 1, -1, (0, -1, 1, NO_LIMIT)),
    ),
    (
        "month: if used_fundraising: 1 stars",
        (0, ((10, 0),), (0, 0, -1), 0, 1, -1, (0, -1, 1, NO_LIMIT)),
    ),
    ("month: if crapped_out: 1 bucks", (0, ((11, 0),), (0, 0, -1), 1, 1, -1, (0, -1, 1, NO_LIMIT))),
    (
        "sign: if border and base <= 3: 1 stars",
        (2, ((6, 0), (5, 3)), (0, 0, -1), 0, 1, -1, (0, -1, 1, NO_LIMIT)),
    ),
    ("end: 2 stars per culture", (9, (), (0, 0, -1), 0, 2, -1, (1, 0, 1, NO_LIMIT))),
    ("month: 1 stars per fundraising texas", (0, (), (0, 0, -1), 0, 1, -1, (2, 2, 1, NO_LIMIT))),
    ("end: 1 stars per card up to 9", (9, (), (0, 0, -1), 0, 1, -1, (3, -1, 1, 9))),
    ("end: 1 stars per recruit", (9, (), (0, 0, -1), 0, 1, -1, (4, -1, 1, NO_LIMIT))),
    ("end: 3 stars per border recruit", (9, (), (0, 0, -1), 0, 3, -1, (5, -1, 1, NO_LIMIT))),
    ("end: 1 stars per texas recruit", (9, (), (0, 0, -1), 0, 1, -1, (6, 2, 1, NO_LIMIT))),
    ("end: 1 stars per qb|rb recruit", (9, (), (0, 0, -1), 0, 1, -1, (7, 3, 1, NO_LIMIT))),
    ("end: 1 stars per position", (9, (), (0, 0, -1), 0, 1, -1, (8, -1, 1, NO_LIMIT))),
    ("month: 1 bucks per 6 bucks up to 2", (0, (), (0, 0, -1), 1, 1, -1, (9, -1, 6, 2))),
    ("end: 1 stars per region", (9, (), (0, 0, -1), 0, 1, -1, (10, -1, 1, NO_LIMIT))),
    ("end: 1 stars per 2 recruit base >= 4", (9, (), (0, 0, -1), 0, 1, -1, (11, 4, 2, NO_LIMIT))),
]


@pytest.mark.parametrize(("text", "expected"), SINGLE_CLAUSES)
def test_every_word_has_its_code(text, expected):
    (clause,) = parse(text)
    when, conditions, pay, gain, amount, detail, counted = expected
    assert (clause.when, clause.conditions) == (when, conditions)
    assert (clause.pay_bucks, clause.pay_ec, clause.pay_colour) == pay
    assert (clause.gain, clause.amount, clause.detail) == (gain, amount, detail)
    assert (clause.counter, clause.counter_detail, clause.per, clause.up_to) == counted
    assert phrase([clause]) == text


def test_the_examples_use_every_code():
    clauses = [parse(text)[0] for text, _ in SINGLE_CLAUSES]
    assert {clause.when for clause in clauses} == set(range(len(effect_codes.WHEN_NAMES)))
    assert {clause.gain for clause in clauses} == set(range(len(effect_codes.GAIN_NAMES)))
    assert {code for clause in clauses for code, _ in clause.conditions} == set(range(12))
    assert {clause.counter for clause in clauses} == set(range(12))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("End: 9 Stars", "end: 9 stars"),
        ("  month :1 star ", "month: 1 stars"),
        ("sign: if base ≥ 4: 1 star", "sign: if base >= 4: 1 stars"),
        ("sign: if base<=3: 1 star", "sign: if base <= 3: 1 stars"),
        ("month: if month June–August: 1 buck", "month: if month june-august: 1 bucks"),
        ("sign: if position QB | rb: value ×2", "sign: if position qb|rb: value x2"),
        ("always: discount recruit 1", "always: discount recruits 1"),
        ("end: 1 star per 2 recruits base>=4", "end: 1 stars per 2 recruit base >= 4"),
        ("end: 1 star per QB | RB recruits", "end: 1 stars per qb|rb recruit"),
        ("month: 1 ec", "month: 1 ec any"),
        ("month: pay 1 ec: 1 bucks", "month: pay 1 ec any: 1 bucks"),
        ("end: 1 stars;end: 2 stars per 1 culture", "end: 1 stars; end: 2 stars per culture"),
        ("month: if month june|july|august: 1 stars", "month: if month june-august: 1 stars"),
        ("", ""),
    ],
)
def test_sloppy_form_is_accepted(written, meant):
    assert phrase(parse(written)) == meant


# Effect, and parts of its error message.
WRONG = [
    ("month 1 stars", ["is not a clause"]),
    ("1 stars", ["is not a clause"]),
    ("month: 1 stars;", ["is not a clause"]),
    ("month:: 1 stars", ["is not a clause"]),
    ("end: 1 stars; end: 2 stars; end: 3 stars; end: 4 stars", ["4 clauses", "at most 3"]),
    ("sing: 1 stars", ['"sing" is not a moment', 'Did you mean "sign"?']),
    ("month: 1 sters", ["is not a gain", 'Did you mean "stars"?']),
    ("month: stars", ["is not a gain", 'Did you mean "stars"?']),
    ("month: -1 stars", ["1 to 99", '"-1"']),
    ("month: 0 stars", ["1 to 99"]),
    ("month: 1.5 stars", ["1 to 99"]),
    ("month: 100 stars", ["1 to 99"]),
    ("month: 1 stars now", ["is not a gain"]),
    ("month: 1 ec gren", ["is not a colour", 'Did you mean "green"?']),
    ("month: 1 ec green blue", ["is not a gain"]),
    ("sign: value x3", ["is not a gain"]),
    ("always: shift_die 2", ["shifts by 1"]),
    ("always: discount card_s 1", ["is not a target", 'Did you mean "cards"?']),
    ("always: 1 bucks_as_ec trades", ["is not a target", "cards, recruits or moves"]),
    ("always: use_again two", ["1 to 99"]),
    ("sign: if postion qb: 1 stars", ["is not a condition", 'Did you mean "position"?']),
    ("sign: if position kicker: 1 stars", ["is not a position", "qb, rb"]),
    ("sign: if region texs: 1 stars", ["is not a region", 'Did you mean "texas"?']),
    ("sign: if base > 3: 1 stars", ['after "base"']),
    ("sign: if base >= 6: 1 stars", ["from 2 to 5"]),
    ("sign: if base >= 4 and base <= 3: 1 stars", ["no base value"]),
    ("sign: if border and single: 1 stars", ["both a border state and a single state"]),
    ("sign: if border and border: 1 stars", ["two conditions of the same kind"]),
    ("sign: if border and single and base <= 3: 1 stars", ["3 conditions", "at most 2"]),
    ("play: if culture and fundraising texas: 1 stars", ["one condition on the type"]),
    ("month: if month juni: 1 stars", ["is not a month", 'Did you mean "june"?']),
    ("month: if month january-april: 1 stars", ["backwards"]),
    ("month: if : 1 stars", ["is not a condition"]),
    ("month: 1 stars per wide receivers", ["cannot be counted"]),
    ("end: 1 stars per kulture", ["counted", 'Did you mean "culture"?']),
    ("end: 1 stars per recruit base <= 3", ['after "base"']),
    ("end: 1 stars per fundraising texs", ["is not a region", 'Did you mean "texas"?']),
    ("end: 1 stars per culture per card", ["each may occur once"]),
    ("end: 1 stars up to 5", ['there is no "per"']),
    ("end: 2 stars per culture up to 1", ["less than the gain"]),
    ("end: 2 stars per culture up to many", ["1 to 99"]),
    ("end: 1 stars per 0 culture", ["1 to 99"]),
    ("always: discount cards 1 per culture", ["cannot depend on a count"]),
    ("always: 1 moves per culture", ['takes no "per"']),
    ("month: pay 1 star: 1 bucks", ["is not a cost"]),
    ("month: pay bucks: 1 stars", ["is not a cost"]),
    ("month: pay 1 bucks: pay 1 ec any: 1 stars", ["each at most once"]),
    ("month: pay 1 bucks: if crapped_out: 1 stars", ["each at most once and in this order"]),
    ("month: fi crapped_out: 1 stars", ['should be "if CONDITION" or']),
    # Existing words that make no sense together.
    ("always: 1 stars", ['cannot be gained at "always"']),
    ("end: 1 bucks", ['cannot be gained at "end"']),
    ("end: 1 ec any", ['cannot be gained at "end"']),
    ("end: 1 moves", ['cannot be gained at "end"']),
    ("move: 1 moves", ['cannot be gained at "move"']),
    ("bet_won: 1 free_bets", ['cannot be gained at "bet_won"']),
    ("crap_out: 1 free_runners", ['cannot be gained at "crap_out"']),
    ("month: value x2", ['cannot be gained at "month"']),
    ("month: discount cards 1", ['cannot be gained at "month"']),
    ("play: 1 bucks_as_ec cards", ['cannot be gained at "play"']),
    ("month: use_again 1", ['cannot be gained at "month"']),
    ("month: shift_die 1", ['cannot be gained at "month"']),
    ("trade: pay 1 bucks: 1 stars", ["no cost can be paid"]),
    ("market: pay 1 bucks: 1 stars", ["no cost can be paid"]),
    ("end: pay 1 bucks: 1 stars", ["no cost can be paid"]),
    ("always: pay 1 bucks: 1 moves", ["no cost can be paid"]),
    ("month: if culture: 1 stars", ["needs a card"]),
    ("sign: if fundraising texas: 1 stars", ["needs a card"]),
    ("always: if culture: discount recruits 1", ["needs a card"]),
    ("always: if culture: discount trades 1", ["needs a card"]),
    ("month: if region texas: 1 stars", ["needs a recruit or a step"]),
    ("always: if border: 1 moves", ["needs a recruit or a step"]),
    ("move: if position qb: 1 stars", ["needs a recruit"]),
    ("move: if base <= 3: 1 stars", ["needs a recruit"]),
    ("play: if same_state: 1 stars", ["needs a recruit"]),
    ("always: if border: discount cards 1", ["needs a recruit or a step"]),
    ("end: if month june: 1 stars", ["needs a month"]),
    ("end: if crapped_out: 1 stars", ["needs a month"]),
    ("always: if month june: use_again 1", ["always applies"]),
    ("always: if crapped_out: shift_die 1", ["always applies"]),
    ("crap_out: if crapped_out: 1 stars", ["needs the owner's turn"]),
    ("bet_won: if used_fundraising: 1 stars", ["needs the owner's turn"]),
    ("always: if used_fundraising: 1 moves", ["needs a moment later in the turn"]),
]


@pytest.mark.parametrize(("text", "parts"), WRONG)
def test_invalid_effects_are_errors(text, parts):
    with pytest.raises(EffectError) as error:
        parse(text)
    message = str(error.value)
    assert all(part in message for part in parts), message


def test_all_effects_of_the_package_are_in_normal_form():
    components = load(None)
    for source in (*components.cards, *components.coaches):
        assert phrase(parse(source.effect)) == source.effect
        assert parse(source.effect) == source.clauses


def test_the_table_of_words_names_every_word():
    text = language.words()
    for word in (
        *effect_codes.WHEN_NAMES,
        *effect_codes.GAIN_NAMES,
        *language.TYPE_NAMES,
        "region",
        "position",
        "base >=",
        "base <=",
        "border",
        "single",
        "same_state",
        "month",
        "used_fundraising",
        "crapped_out",
        "recruit",
        "card",
        "per",
        "up to",
        "pay",
    ):
        assert word in text
    for word in language.word_table():
        assert word.meaning


WORDS = (
    *effect_codes.WHEN_NAMES,
    *effect_codes.GAIN_NAMES,
    *language.TYPE_NAMES,
    *language.DISCOUNT_TARGETS,
    "if",
    "and",
    "pay",
    "per",
    "up to",
    "base",
    ">=",
    "<=",
    "|",
    "-",
    ":",
    ":",
    ";",
    "1",
    "2",
    "9",
    "texas",
    "qb",
    "june",
    "any",
    "green",
    "recruit",
    "border",
    "x2",
    "value",
    "x",
)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
def test_random_words_are_an_effect_or_an_error(text):
    try:
        clauses = parse(text)
    except EffectError as error:
        assert str(error)
    else:
        assert parse(phrase(clauses)) == clauses


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_random_text_is_an_effect_or_an_error(text):
    try:
        parse(text)
    except EffectError as error:
        assert str(error)


EFFECTS = sorted({card.effect for card in load(None).cards})


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(EFFECTS), st.integers(0, 60), st.sampled_from("abz19:;| \0é"), st.booleans())
def test_a_typo_is_an_effect_or_an_error(effect, place, letter, insert):
    place %= len(effect)
    text = effect[:place] + letter + effect[place + (not insert) :]
    try:
        clauses = parse(text)
    except EffectError as error:
        assert str(error)
    else:
        assert parse(phrase(clauses)) == clauses
