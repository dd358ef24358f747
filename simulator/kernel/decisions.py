"""The decisions of strategies, each declared once with its answers and refusals.

`Decisions` lists a game's decisions. In compiled code, decisions, answers and refusals are numbers:
a `Decision` is the index of a strategy's function, which rules pass to ``ask``; an `Answer` is
returned by the strategy; a `Refusal` is returned by a rule that forbids an order, before anything
changes. Words are not part of compiled code: `kernel.meaning` leaves them out.

Words name fields of the game's `Order` in braces, as in ``{card}``. In a ``description``, which
puts an order into words, ``{card}`` becomes the card's kind and name, ``{give:player}`` those of
the player card whose number is in ``give``, and ``{bonus:ordinal}`` a number counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from eoc_sim.errors import nearest
from eoc_sim.simulator.kernel.events import Code
from eoc_sim.simulator.kernel.fields import Record
from eoc_sim.simulator.kernel.phrases import join_words
from eoc_sim.simulator.kernel.records import field_of

FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")


@dataclass(eq=False, repr=False)
class Refusal(Code):
    """A reason to refuse an order.

    Attributes:
        code: its number, from 1.
        rule: the rule that forbids the order.
        sentence: the reason, without a full stop.
        decisions: the decisions in which it occurs; empty if no strategy is to blame.
    """

    code: int
    rule: str
    sentence: str
    decisions: Sequence[Decision]

    @property
    def words(self) -> str:
        """The rule and the reason."""
        return f"{self.rule}: {self.sentence}"


@dataclass(eq=False, repr=False)
class Answer(Code):
    """A named number that a strategy returns.

    Attributes:
        code: the number.
        words: its meaning.
        decisions: the decisions that it answers.
        fills: the fields of the order that it needs.
        description: a description of the order.
    """

    code: int
    words: str
    decisions: Sequence[Decision]
    fills: str = ""
    description: str = ""


@dataclass(eq=False, repr=False)
class Decision(Code):
    """A function of a strategy.

    Attributes:
        code: its index in the table of functions.
        name: its name.
        moment: when it is asked, with the rules for it.
        fills: the fields that it fills in ``order``.
        returns: its possible answers.
        description: a description of the order; if "", the returned number is shown.
        under: the switch values, other than the defaults, that are needed for the decision, or for
            one of its answers, to occur.
        answers: its named answers.
    """

    code: int
    name: str
    moment: str
    fills: str
    returns: str
    description: str = ""
    under: Mapping[str, str] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)

    @property
    def fields(self) -> set[str]:
        """The fields of ``order`` that it or its answers fill."""
        texts = [self.fills, *(answer.fills for answer in self.answers)]
        return {name for text in texts for name, _ in FIELD.findall(text)}

    def say(self, order: Any, things: Mapping[str, Sequence[str]]) -> str:
        """Put an order into words; ``things`` has the names by kind."""
        order_kind = int(field_of(order, "kind"))
        answers = [
            answer.description
            for answer in self.answers
            if answer == order_kind and answer.description
        ]

        def word(match: re.Match[str]) -> str:
            number, kind = int(field_of(order, match[1])), match[2] or match[1]
            if kind in things:
                return _name_of(things[kind], number, kind)
            return str(number + 1 if kind == "ordinal" else number)

        return FIELD.sub(
            word, (*answers, self.description or f"{self.name} returned {order_kind}")[0]
        )


def _name_of(names: Sequence[str], number: int, kind: str) -> str:
    """Return a thing's kind and name, or its number if unknown.

    >>> _name_of(["038"], 0, "card"), _name_of(["038"], 7, "card")
    ('card 038', 'card number 7')
    """
    return f"{kind} {names[number]}" if 0 <= number < len(names) else f"{kind} number {number}"


class Decisions:
    """The decisions of a game, in which strategies fill in an ``order``."""

    def __init__(self, order: type[Record]) -> None:
        self.order = order
        self.declarations: list[Decision] = []
        self.refusals: list[Refusal] = [Refusal(0, "", "legal", ())]

    def decision(self, name: str, **details: Any) -> Decision:
        """Declare the next decision; see `Decision`."""
        decision = Decision(len(self.declarations), name, **details)
        self._check(decision.fills, decision.description)
        self.declarations.append(decision)
        return decision

    def answer(
        self,
        code: int,
        words: str,
        fills: str = "",
        description: str = "",
        decisions: Sequence[Decision] | None = None,
    ) -> Answer:
        """Declare an answer to the last decision, or to several."""
        self._check(fills, description)
        answer = Answer(
            code,
            words,
            self.declarations[-1:] if decisions is None else decisions,
            fills,
            description,
        )
        for function in answer.decisions:
            function.answers.append(answer)
        return answer

    def refusal(
        self, rule: str, sentence: str, decisions: Sequence[Decision] | None = None
    ) -> Refusal:
        """Declare the next refusal, for the last decision or for ``decisions``."""
        refusal = Refusal(
            len(self.refusals),
            rule,
            sentence,
            self.declarations[-1:] if decisions is None else decisions,
        )
        self.refusals.append(refusal)
        return refusal

    def _check(self, *texts: str) -> None:
        for name, _ in FIELD.findall(" ".join(texts)):
            if name not in self.order.fields:
                raise ValueError(
                    f'The order has no field "{name}".{nearest(name, self.order.fields)}'
                )

    @property
    def names(self) -> tuple[str, ...]:
        """The functions of a strategy, in the order of their codes."""
        return tuple(decision.name for decision in self.declarations)

    @property
    def required_settings(self) -> dict[str, str]:
        """The switch values under which all decisions are asked."""
        return {
            name: value for decision in self.declarations for name, value in decision.under.items()
        }


def answer_words(module: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Map a module's answers to their words, grouped by decision."""
    groups: dict[str, dict[str, str]] = {}
    for name, value in module.items():
        if isinstance(value, Answer):
            functions = [f"`{decision.name}`" for decision in value.decisions]
            group = f"Answers to {join_words(functions)}"
            groups.setdefault(group, {})[name] = value.words
    return groups


def page_text(text: str) -> str:
    """Format words about an order for the reference page."""
    return FIELD.sub(r"`\1`", text)
