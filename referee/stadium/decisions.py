"""Decisions that a trace shows only in its next events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eoc_sim.referee.stadium.clauses import steps_of
from eoc_sim.referee.stadium.phrases import Clause
from eoc_sim.referee.stadium.state import Owner, Source
from eoc_sim.referee.stadium.tables import HIRE

if TYPE_CHECKING:
    from eoc_sim.referee.stadium.game import ReferenceGame


class TraceDecisions:
    """Decisions read from the trace.

    The rules decide whether they are legal.
    """

    def __init__(self, game: ReferenceGame) -> None:
        """Prepare to look ahead in this game's trace."""
        self.game = game

    def next_kind(self, rule: str, kinds: list[str], owner: Owner) -> str:
        """Return the kind of the owner's next event, one of `kinds`."""
        event = self.game.reader.peek()
        event.require(
            rule,
            event.kind in kinds and event.seat == owner.seat,
            f"the next event must be owner {owner.seat}'s {' or '.join(kinds)}",
        )
        return event.kind

    def takes_step(self, kind: str, owner: Owner) -> bool:
        """Check if the owner takes an optional step next."""
        return self.game.reader.next_is(kind, owner.seat)

    def takes_space_effect(self, owner: Owner, space: int) -> bool:
        """Check if an effect of the action space itself comes next."""
        return (
            self.takes_step("effect", owner)
            and self.game.reader.peek().record.get("source") == space
        )

    def times(self, owner: Owner, source: Source, clause: Clause) -> int:
        """EFF-2: return how many times a clause with a cost is taken."""
        if not self.takes_step("effect", owner):
            return 0
        record = self.game.reader.peek().record
        if record.get("source") != source:
            return 0
        (kind, number), *_ = clause.cost.items()
        times = record.get("paid", {}).get(kind, 0) // number if clause.any_number else 1
        exchange = (record.get("paid"), record.get("gains"))
        expected_exchange = (
            {kind: times * number},
            {gain: times * amount for gain, amount in clause.tokens().items()},
        )
        return times if exchange == expected_exchange else 0

    def cards(self, owner: Owner, possible: set[int]) -> int:
        """Count the card bonuses that are taken next, one by one.

        The number is one of `possible`. There are several possible numbers if the trace does not
        show which of the clauses with the same cost were taken.
        """
        card_events = 0
        for event in self.game.reader.events[self.game.reader.position :]:
            if event.kind == "card" and event.seat == owner.seat:
                card_events += 1
            elif event.kind != "reshuffle":
                break
        possible_numbers = [number for number in possible if number <= card_events]
        return max(possible_numbers, default=min(possible))

    def hire_events(self, owner: Owner, vps: int) -> int:
        """ACT-5, ACT-6: count the coming events that belong to this VP on Hire.

        `vps` is the number of the owner's VPs that act there in a row, including this one. The
        trace does not say which VP causes which event, so the events are divided: this VP takes as
        many as it can while leaving enough for the others.
        """
        rows = list(self.game.data.employees)
        steps: list[Any] = []  # the row of the employee hired, or the name of the step
        for event in self.game.reader.events[self.game.reader.position :]:
            if event.seat == owner.seat and event.kind == "hire":
                card = event.record.get("employee")
                steps.append(rows.index(card) if card in rows else -1)
            elif event.seat == owner.seat and event.kind == "vice_president":
                steps.append("vp")
            elif event.seat == owner.seat and event.kind == "effect":
                steps.append("effect")
            elif (
                event.seat == owner.seat
                and event.kind == "nothing"
                and event.record.get("space") == HIRE
            ):
                steps.append("nothing")
            elif event.kind not in ("card", "reshuffle"):
                break
        allows_both = self.game.rules["hire_option"] == "both"
        effect_must_follow = [
            self.acts_on_hire(owner, steps[:number]) for number in range(len(steps) + 1)
        ]
        sizes = group_sizes(steps, allows_both)
        possible_sizes = [
            size
            for size in sizes
            if can_end(steps, effect_must_follow, size)
            and can_be_divided(steps[size:], effect_must_follow[size:], vps - 1, allows_both)
        ]
        return max(possible_sizes or sizes, default=1)

    def acts_on_hire(self, owner: Owner, steps: list[Any]) -> bool:
        """EFF-1: check if a free clause acts on Hire.

        If one does, an effect must follow. Employees hired in `steps` already act.
        """
        data = self.game.data
        employees = list(data.employees.values())
        clauses = [
            *data.spaces[HIRE].clauses,
            *(clause for _, clause in steps_of(self.game, owner, "hire")),
            *(
                clause
                for row in steps
                if isinstance(row, int) and row >= 0
                for clause in employees[row].clauses
            ),
        ]
        return any(clause.when == "hire" and clause.is_free() for clause in clauses)


def can_end(steps: list[Any], effect_must_follow: list[bool], size: int) -> bool:
    """Check if one VP's steps can end after the first `size` steps.

    They cannot if a free effect must follow and does not.
    """
    return not effect_must_follow[size] or steps[size : size + 1] == ["effect"]


def can_be_divided(
    steps: list[Any], effect_must_follow: list[bool], vps: int, allows_both: bool
) -> bool:
    """Check if the steps can be divided among this many VPs.

    `effect_must_follow[n]` is true if an effect must follow the first n steps.
    """
    start = 0
    while start < len(steps) and steps[start] == "effect":
        start += 1
    steps, effect_must_follow = steps[start:], effect_must_follow[start:]
    if vps == 0:
        return not steps
    return any(
        can_be_divided(steps[size:], effect_must_follow[size:], vps - 1, allows_both)
        for size in group_sizes(steps, allows_both)
        if can_end(steps, effect_must_follow, size)
    )


def group_sizes(steps: list[Any], allows_both: bool) -> list[int]:
    """ACT-5, ACT-6: list how many of the first steps one VP may take.

    These steps hire employees in row order, or buy a VP. With `both` the VP may be bought before or
    after the employees are hired.
    """
    if not steps or steps[0] == "effect":
        return []
    if steps[0] == "nothing" or (steps[0] == "vp" and not allows_both):
        return [1]
    sizes = [1]
    for size in range(2, len(steps) + 1):
        previous, last = steps[size - 2], steps[size - 1]
        if last == "vp" and allows_both and "vp" not in steps[: size - 1]:
            sizes.append(size)
            break
        if not isinstance(last, int) or (isinstance(previous, int) and last < previous):
            break
        sizes.append(size)
    return sizes
