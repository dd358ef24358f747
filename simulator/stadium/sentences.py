"""Describe the effects of components in sentences for players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from eoc_sim.simulator.stadium.effect_language import Clause
from eoc_sim.simulator.stadium.names import ACTIONS, FIRST_ACTION, FOOTBALL, GAINS, STAR, TOKENS

_SINGULAR = {"wins": "win"}
"""The singular of tokens where it differs from the plural."""


def sentences(clauses: Sequence[Clause]) -> str:
    """Describe an effect in sentences.

    Each clause with a cost has its own sentence. Adjacent clauses without a cost share a sentence
    if they act at the same moment. An effect without clauses gives "".

    >>> from eoc_sim.simulator.stadium.effect_language import parse
    >>> sentences(parse("football: 2 wins"))
    'At game time, gain 2 wins.'
    >>> sentences(parse("star: pay 1 money: 3 construction; football: 1 wins"))
    'When used, you may pay 1 money for 3 construction. At game time, gain 1 win.'
    """
    result = []
    for (when, costly), group in groupby(
        clauses, lambda clause: (clause.when, clause.pay_kind >= 0)
    ):
        if costly:
            result += [f"{_moment(when)}, {_exchange(clause)}." for clause in group]
        else:
            result.append(f"{_moment(when)}, {_gains(list(group))}.")
    return " ".join(result)


def _moment(when: int) -> str:
    if when == FOOTBALL:
        return "At game time"
    if when == STAR:
        return "When used"
    return f"On each visit to {ACTIONS[when - FIRST_ACTION].capitalize()}"


def _exchange(clause: Clause) -> str:
    cost = _number(clause.pay_amount, TOKENS[clause.pay_kind])
    gain = (
        f"to {_draw(clause.amount)}"
        if GAINS[clause.gain] == "cards"
        else f"for {_number(clause.amount, GAINS[clause.gain])}"
    )
    repetition = ", any number of times" if clause.any_number else ""
    return f"you may pay {cost} {gain}{repetition}"


def _gains(clauses: Iterable[Clause]) -> str:
    """List gains without a cost, in order, such as "gain 1 win"."""
    parts: list[str] = []
    for cards, group in groupby(clauses, lambda clause: GAINS[clause.gain] == "cards"):
        if cards:
            parts += [_draw(clause.amount) for clause in group]
        else:
            parts.append(
                "gain " + _join([_number(clause.amount, GAINS[clause.gain]) for clause in group])
            )
    return ", then ".join(parts)


def _draw(number: int) -> str:
    return (
        f"draw {number} {'employee' if number == 1 else 'employees'} and turn up {number} "
        f"{'player' if number == 1 else 'players'}"
    )


def _number(amount: int, name: str) -> str:
    return f"{amount} {_SINGULAR.get(name, name) if amount == 1 else name}"


def _join(parts: Sequence[str]) -> str:
    *first_parts, last = parts
    return f"{', '.join(first_parts)} and {last}" if first_parts else last
