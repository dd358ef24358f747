"""The effect language of Eleven's cards.

An effect is up to four clauses, joined by semicolons::

    WHEN: [if CONDITION [and CONDITION]:] [pay N RESOURCE:] GAIN [per [N] COUNTER [up to N]]

``parse`` turns text into clauses, which are plain numbers that the engine reads. ``phrase`` turns
clauses back into text, in its one normal form. ``word_table`` lists all words for people who write
cards. Codes are indexes into the tuples of names.py.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from eoc_sim.errors import nearest
from eoc_sim.simulator.eleven.names import (
    CONDITIONS,
    COUNTERS,
    GAINS,
    MAX_NUMBER,
    MOMENTS,
    RESOURCES,
    SECTION_WORDS,
    STAFF,
    STATISTICS,
    TARGETS,
)
from eoc_sim.simulator.eleven.sizes import FACES, MAX_CLAUSES
from eoc_sim.simulator.kernel.phrases import (
    EffectError,
    Word,
    choice,
    clauses_of,
    conditions_and_cost,
    conditions_of,
    join_or,
    number,
    segments_of,
    split_gain,
)

CLAUSE_GRAMMAR = (
    "WHEN: [if CONDITION [and CONDITION]:] [pay N RESOURCE:] GAIN [per [N] COUNTER [up to N]]"
)
MAX_CONDITIONS = 2
NONE = -1


@dataclass(frozen=True)
class Form:
    """The form of one gain.

    The gain's name may be followed by one of ``targets``, or by one of ``numbered`` and a number.
    ``bare`` means that no target is needed, ``signed`` that the gain may be a loss, and
    ``no_amount`` that the gain takes no amount.
    """

    meaning: str
    targets: Sequence[str] = ()
    numbered: Sequence[str] = ()
    bare: bool = True
    signed: bool = False
    no_amount: bool = False

    @property
    def suffixes(self) -> list[str]:
        """The words that may follow the name of the gain."""
        return [*self.targets, *(f"{target} N" for target in self.numbered)]


_MARKER_TARGETS = ("others", "section", "forward", "facing", "card")
_SIDE_TARGETS = ("each ball", "each shield")
FORMS = {
    "money": Form("money", signed=True),
    "fans": Form("fans", ("each",), signed=True),
    "operation": Form("operation", signed=True),
    "fitness": Form(
        'fitness; with "cards" after it, fitness put on cards, to be spent only on their abilities',
        ("cards",),
        signed=True,
    ),
    "vp": Form("victory points", signed=True),
    "level": Form("levels of a statistic", STATISTICS, bare=False, signed=True),
    "train": Form("cards turned to their trained side"),
    "experience": Form("experience for youngsters"),
    "heal": Form("cards freed from injury and suspension"),
    "tactic": Form("tactic cards drawn"),
    "staff": Form("the first staff card of that name, free of charge", STAFF, bare=False),
    "injury": Form("an injury to the card itself or to the owner's cards", ("one",), ("card",)),
    "office": Form("steps on the office track"),
    "scout": Form("the coming line-up, seen before the match"),
    "reroll": Form("free re-rolls per week"),
    "board": Form("ad boards"),
    "stands": Form("places in the stands"),
    "refresh": Form("oldest cards replaced", ("players", "staff", "sponsors"), bare=False),
    "discount": Form("less money to pay", ("players", "youngsters", "staff", "build"), bare=False),
    "upkeep": Form(
        "more upkeep on a track, or less if negative",
        ("players", "staff", "stadium"),
        bare=False,
        signed=True,
    ),
    "immune": Form("injuries ignored each week", ("injury",), bare=False),
    "strength": Form("strength for this match", ("pressing", *_SIDE_TARGETS), _MARKER_TARGETS),
    "weakness": Form("less strength for this match", ("pressing", *_SIDE_TARGETS), _MARKER_TARGETS),
    "gloves": Form("gloves for the keeper"),
    "swap": Form("two of the owner's markers trade places"),
    "flip_marker": Form("the owner's markers that have no card are turned over"),
    "shift": Form("temporary strength moved, from that many cards to as many others"),
    "goal": Form("goals", ("each",)),
    "shootout": Form("added to the manager's roll in a shoot-out"),
    "suspension": Form("a suspension", ("one",)),
    "flip": Form("the card is trained", no_amount=True),
    "ignore_keeper": Form("no keeper saves its shot", ("each",), no_amount=True),
    "feint": Form("only a shield of greater strength stops it", no_amount=True),
    "opponent_goal": Form("goals for the opponent", ("each",)),
    "harsher": Form(
        "each injury or suspension becomes the token that the rule `inexperienced` names",
        no_amount=True,
    ),
    "no_experience": Form("no experience", ("each",), no_amount=True),
    "ignore_effects": Form("abilities do nothing", ("each",), no_amount=True),
    "free_effects": Form("abilities cost nothing", ("each",), no_amount=True),
    "extra_tactic": Form("additional tactic cards played"),
}
"""Every gain's form, in the order of GAINS."""


@dataclass(frozen=True)
class Clause:
    """One clause of an effect, as codes.

    ``conditions`` are pairs of a condition and its number, 0 if it has none. ``pay_kind``,
    ``target`` and ``counter`` are -1 if there is no cost, target or counter. ``up_to`` is 0 if
    there is no limit.
    """

    when: int
    conditions: tuple[tuple[int, int], ...]
    pay_amount: int
    pay_kind: int
    gain: int
    amount: int
    target: int = NONE
    target_number: int = 0
    counter: int = NONE
    per: int = 1
    up_to: int = 0


@lru_cache(4096)
def parse(effect: str, moment: str = "") -> tuple[Clause, ...]:
    """Parse the clauses of an effect; empty text has none.

    A clause without WHEN belongs to ``moment``, if given.

    Raises:
        EffectError: the text is not in the language; the message suggests the nearest word.

    >>> parse("before: 2 gloves")[0].amount
    2
    >>> phrase(parse("Now: 1 fan per 2 staff  up to 3"))
    'now: 1 fans per 2 staff up to 3'
    """
    return tuple(_clause(part, moment) for part in clauses_of(effect, MAX_CLAUSES))


def _clause(text: str, moment: str) -> Clause:
    first, colon, _ = text.partition(":")
    if moment and not (colon and first.strip() in MOMENTS):
        text = f"{moment}: {text}"
    when, middle, words = segments_of(text, MOMENTS, "match: 1 goal")
    conditions, cost = conditions_and_cost(middle, text)
    gain, count, cap = split_gain(words, text)
    return Clause(
        when,
        tuple(
            _condition(condition, text)
            for condition in conditions_of(conditions, text, MAX_CONDITIONS)
        ),
        *_cost(cost, text),
        *_gain(gain, text),
        *_counter(count, text),
        up_to=0 if cap is None else number(cap, text, 'the number after "up to"', MAX_NUMBER),
    )


def _match_name(word: str, names: Sequence[str]) -> str:
    """Return the name that matches a word, or else the word.

    The name may differ from the word in number, singular or plural.
    """
    return next(
        (form for form in (word, f"{word}s", word.removesuffix("s")) if form in names), word
    )


def _condition(words: str, text: str) -> tuple[int, int]:
    first, _, remainder = words.partition(" ")
    if first == "section":
        return CONDITIONS.index(first), choice(remainder, SECTION_WORDS, text, "section")
    comparison = re.fullmatch(r"(.+?)\s*(>=|<=)\s*(\S+)", words)
    kind = f"{comparison[1]} {comparison[2]}" if comparison else words
    if kind in CONDITIONS and bool(comparison) == kind.endswith("="):
        if comparison is None:
            return CONDITIONS.index(kind), 0
        maximum = FACES if comparison[1] == "die" else MAX_NUMBER
        return CONDITIONS.index(kind), number(comparison[3], text, f"the {comparison[1]}", maximum)
    raise EffectError(
        f'in "{text}", "{words}" is not a condition: '
        f"use {join_or(map(condition_form, CONDITIONS))}."
        f"{nearest(kind, CONDITIONS)}"
    )


def _cost(words: str | None, text: str) -> tuple[int, int]:
    if words is None:
        return 0, NONE
    amount, _, kind = words.partition(" ")
    kind = _match_name(kind, RESOURCES)
    if kind not in RESOURCES:
        raise EffectError(
            f'in "{text}", "{words}" is not a cost: write a number and {join_or(RESOURCES)}, such '
            f'as "2 fans".{nearest(kind, RESOURCES)}'
        )
    return number(amount, text, "a cost", MAX_NUMBER), RESOURCES.index(kind)


def _gain(words: str, text: str) -> tuple[int, int, int, int]:
    """Read the gain, its amount, its target and the target's number."""
    amount, name, *target_words = re.fullmatch(r"(-?[0-9][0-9.,]*)?\s*(\S*)\s*(.*)", words).groups()  # type: ignore[union-attr]
    name = _match_name(name, GAINS)
    form = FORMS.get(name)
    if form is None or (not amount and not form.no_amount):
        raise EffectError(
            f'in "{text}", "{words}" is not a gain: write a number and {join_or(GAINS)}, such as '
            f'"1 goal".{nearest(name, GAINS)}'
        )
    sign = -1 if form.signed and amount and amount.startswith("-") else 1
    digits = (amount or "1").removeprefix("-" if sign < 0 else "")
    value = sign * number(digits, text, "an amount", 1 if form.no_amount else MAX_NUMBER)
    return GAINS.index(name), value, *_target(name, form, target_words[0], text)


def _target(name: str, form: Form, words: str, text: str) -> tuple[int, int]:
    first, _, remainder = words.partition(" ")
    if not words and form.bare:
        return NONE, 0
    if first in form.numbered:
        return TARGETS.index(first), number(
            remainder, text, f'the number after "{first}"', MAX_NUMBER
        )
    if words in form.targets:
        return TARGETS.index(words), 0
    if not form.suffixes:
        raise EffectError(
            f'in "{text}", nothing may follow "{name}", so "{words}" is out of place.'
        )
    raise EffectError(
        f'in "{text}", after "{name}" there must be {join_or(form.suffixes)}'
        f'{" or nothing" if form.bare else ""}, not "{words}".{nearest(words, form.suffixes)}'
    )


def _counter(words: str | None, text: str) -> tuple[int, int]:
    if words is None:
        return NONE, 1
    per, _, counter = words.rpartition(" ")
    counter = _match_name(counter, COUNTERS)
    if counter not in COUNTERS:
        raise EffectError(
            f'in "{text}", "{words}" cannot be counted: use {join_or(COUNTERS)}.'
            f"{nearest(counter, COUNTERS)}"
        )
    step = number(per, text, 'the number after "per"', MAX_NUMBER) if per else 1
    return COUNTERS.index(counter), step


def phrase(clauses: Iterable[Clause], moment: str = "") -> str:
    """Return an effect in its normal form: ``parse(phrase(clauses)) == clauses``.

    A clause that belongs to ``moment`` is written without it.
    """
    return "; ".join(_clause_phrase(clause, moment) for clause in clauses)


def _clause_phrase(clause: Clause, moment: str) -> str:
    parts = [] if MOMENTS[clause.when] == moment else [MOMENTS[clause.when]]
    if clause.conditions:
        parts.append(
            "if " + " and ".join(condition_phrase(*condition) for condition in clause.conditions)
        )
    if clause.pay_kind != NONE:
        parts.append(f"pay {clause.pay_amount} {RESOURCES[clause.pay_kind]}")
    return ": ".join([*parts, gain_phrase(clause)])


def condition_form(kind: str) -> str:
    """Return a kind of condition as a form to fill in."""
    if kind == "section":
        return f"{kind} {'|'.join(SECTION_WORDS)}"
    return f"{kind} N" if kind.endswith("=") else kind


def condition_phrase(kind: int, value: int) -> str:
    """Return a condition in words."""
    word = CONDITIONS[kind]
    if word == "section":
        return f"{word} {SECTION_WORDS[value]}"
    return f"{word} {value}" if word.endswith("=") else word


def gain_phrase(clause: Clause) -> str:
    """Return a clause's gain and counter in words."""
    name = GAINS[clause.gain]
    words = [name] if FORMS[name].no_amount else [str(clause.amount), name]
    if clause.target != NONE:
        words.append(TARGETS[clause.target])
    if clause.target_number:
        words.append(str(clause.target_number))
    if clause.counter != NONE:
        words += ["per", *([str(clause.per)] if clause.per > 1 else []), COUNTERS[clause.counter]]
    if clause.up_to:
        words += ["up to", str(clause.up_to)]
    return " ".join(words)


_MOMENT_WORDS = (
    *("once, when the card arrives or the token is built", "each Monday", "as a free action"),
    *("when hiring", "when selling", "when signing a sponsor", "when building"),
    *("while the match is prepared", "when the line-up is revealed", "before the match"),
    *(
        "in the match",
        "after the manager's match",
        "when the week ends",
        "while the card is in play",
    ),
    *("until this week ends", "when the season ends"),
)
_CONDITION_WORDS = (
    *("the match was won", "the match was drawn", "the match was lost"),
    *("the match was won by N or more", "the die of the card, rolled once per match"),
    *("the die of the card, rolled once per match", "the ability was used", "the card scored"),
    *("the card stands in this section", "the opponent has more points"),
    "a card in central defence is as strong as one in central attack",
    *(
        "the manager's shields in the row of defenders",
        "no goal from the opponent's central attack",
    ),
    "cards with a shield in the row of forwards",
)


def word_table(
    moments: Collection[str] = MOMENTS,
    conditions: Collection[str] = CONDITIONS,
    gains: Collection[str] = GAINS,
    further_words: Collection[Word] = (
        Word("pay N RESOURCE", ", ".join(RESOURCES), "paid first; the owner may decline", ""),
        Word(
            "COUNTER",
            ", ".join(COUNTERS),
            "the things that a gain counts, singly or in groups of N",
            "per",
        ),
    ),
) -> tuple[Word, ...]:
    """List words of the language, for people who write cards."""
    return (
        *(
            Word("WHEN", moment, meaning, "")
            for moment, meaning in zip(MOMENTS, _MOMENT_WORDS, strict=True)
            if moment in moments
        ),
        *(
            Word("CONDITION", condition_form(kind), meaning, "")
            for kind, meaning in zip(CONDITIONS, _CONDITION_WORDS, strict=True)
            if kind in conditions
        ),
        *(
            Word(
                "GAIN",
                name if form.no_amount else f"N {name}",
                form.meaning,
                ", ".join(form.suffixes),
            )
            for name, form in FORMS.items()
            if name in gains
        ),
        *further_words,
    )
