"""The effect language of Stadium's spaces, places and cards.

An effect is up to six clauses, joined by semicolons::

    WHEN: [any number:] [pay AMOUNT:] GAIN

``parse`` turns the text into clauses, which are plain numbers that the engine reads; ``phrase``
turns clauses back into the normal form of the text. Codes are indices into the tuples of
names.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from eoc_sim.errors import nearest
from eoc_sim.simulator.kernel.phrases import (
    EffectError,
    Word,
    clauses_of,
    join_or,
    number,
    segments_of,
)
from eoc_sim.simulator.stadium.names import ACTIONS, GAINS, MAX_CLAUSES, MAX_PRICE, MOMENTS, TOKENS

CLAUSE_GRAMMAR = "WHEN: [any number:] [pay AMOUNT:] GAIN"
ANY_NUMBER = "any number"

# Alternative spellings: singular and plural are interchangeable.
_SPELLINGS = {
    "win": "wins",
    "card": "cards",
    "equipments": "equipment",
    "constructions": "construction",
}


@dataclass(frozen=True)
class Clause:
    """One clause of an effect, in codes (EFF-1).

    ``when``, ``pay_kind`` (-1 without a cost) and ``gain`` are indices into MOMENTS, TOKENS
    and GAINS. With ``any_number`` the owner may repeat the clause as often as they can pay.
    """

    when: int
    any_number: bool
    pay_kind: int
    pay_amount: int
    gain: int
    amount: int


@lru_cache(4096)
def parse(effect: str) -> tuple[Clause, ...]:
    """Parse the clauses of an effect; an empty string has none.

    Raises:
        EffectError: the text is not in the language; the message suggests the nearest word.

    >>> parse("football: 2 wins")[0].amount
    2
    >>> phrase(parse("Train: any  number: pay 2 equipment: 1 win"))
    'train: any number: pay 2 equipment: 1 wins'
    """
    return tuple(_clause(part) for part in clauses_of(effect, MAX_CLAUSES))


def _clause(text: str) -> Clause:
    when, middle, gain_text = segments_of(text, MOMENTS, "football: 1 wins")
    any_number = False
    pay_kind, pay_amount = -1, 0
    for segment in middle:
        first, _, remainder = segment.partition(" ")
        if segment == ANY_NUMBER and not any_number and pay_kind < 0:
            any_number = True
        elif first == "pay" and pay_kind < 0:
            pay_amount, pay_kind = _amount(remainder, TOKENS, text, "a cost", "N money")
        else:
            raise EffectError(
                f'in "{text}", "{segment}" is not allowed: only "{ANY_NUMBER}" and "pay AMOUNT" '
                "may appear there, each at most once and in this order."
                f"{nearest(segment, (ANY_NUMBER,))}"
                f"{nearest(first, ('pay',))}"
            )
    if any_number and pay_kind < 0:
        raise EffectError(
            f'in "{text}", an effect without a cost cannot be repeated any number of times: after '
            f'"{ANY_NUMBER}" there must be "pay AMOUNT".'
        )
    amount, gain = _amount(gain_text, GAINS, text, "a gain", "N wins")
    return Clause(when, any_number, pay_kind, pay_amount, gain, amount)


def _amount(
    words: str, names: Sequence[str], text: str, noun: str, example: str
) -> tuple[int, int]:
    """Read an amount and its unit, such as "2 money".

    Returns:
        The amount, and the index of its unit in ``names``.
    """
    tokens = [_SPELLINGS.get(token, token) for token in words.split()]
    is_number = bool(tokens) and re.fullmatch(r"-?[0-9.,]+", tokens[0])
    if is_number and len(tokens) == 2 and tokens[1] in names:
        return number(tokens[0], text, "an amount", MAX_PRICE), names.index(tokens[1])
    last_word = tokens[-1] if tokens else ""
    raise EffectError(
        f'in "{text}", "{words}" is not {noun}: write a number and '
        f'{join_or(names)}, such as "{example}".{nearest(last_word, names)}'
    )


def phrase(clauses: Iterable[Clause]) -> str:
    """Write the effect in its normal form: ``parse(phrase(clauses)) == clauses``."""
    return "; ".join(_clause_phrase(clause) for clause in clauses)


def _clause_phrase(clause: Clause) -> str:
    parts = [MOMENTS[clause.when]]
    if clause.any_number:
        parts.append(ANY_NUMBER)
    if clause.pay_kind >= 0:
        parts.append(f"pay {clause.pay_amount} {TOKENS[clause.pay_kind]}")
    return ": ".join([*parts, f"{clause.amount} {GAINS[clause.gain]}"])


def word_table() -> tuple[Word, ...]:
    """List all words of the language, for people who write cards."""
    cards = "buildings, squares, players, employees"
    return (
        Word("WHEN", "football", "at game time, before the salaries", cards),
        Word("WHEN", "star", "when the employee is used by a star bonus", "employees"),
        Word(
            "WHEN",
            ", ".join(ACTIONS),
            "each time one of the owner's vice presidents acts on this space",
            f"the space itself, {cards}",
        ),
        Word(ANY_NUMBER, ANY_NUMBER, "as often as the owner likes and can pay", "spaces"),
        Word(
            "pay AMOUNT",
            ", ".join(f"pay N {name}" for name in TOKENS),
            "paid each time; the owner may decline",
            "every effect",
        ),
        Word(
            "GAIN",
            ", ".join(f"N {name}" for name in TOKENS),
            "tokens for the owner",
            "every effect",
        ),
        Word(
            "GAIN",
            "N cards",
            "a card bonus N times: an employee for the owner, a player for the draft area",
            "every effect",
        ),
    )
