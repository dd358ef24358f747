"""The numbers of components and rules that a game's designer can tune."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.numbers import Number

MARGIN = 2
"""The margin by which an effect's number may exceed its kind's maximum."""
SWITCH_SPREADS = 8
"""The divisor that turns a switch's range of numbers into its spread."""


@dataclass(frozen=True)
class EffectNumbers:
    """The numbers in a game's effects.

    ``parts`` describes the fields of a clause that may be numbers, with a placeholder for the gain.
    ``used_parts`` lists those that a clause has, and ``gain`` names its gain. ``parse`` and
    ``phrase`` are the functions of the effect language.
    """

    parts: Mapping[str, str]
    used_parts: Callable[[Any], Sequence[str]]
    gain: Callable[[Any], str]
    parse: Callable[[str], Sequence[Any]]
    phrase: Callable[[Sequence[Any]], str]

    def numbers(
        self,
        sheet: str,
        dim: str,
        rows: Sequence[Any],
        peers: Sequence[Any],
        column: str = "effect",
    ) -> Iterator[Number]:
        """Yield the numbers of each clause: gain, cost, counter and cap.

        Keys of the ``rows`` begin with ``sheet`` and end with ``column``; ``dim`` is their table of
        ids. The spread of each kind is measured over all ``peers``, separately for gains and
        losses.
        """
        amounts_by_kind: dict[tuple[str, int, bool], list[float]] = {}
        for row in peers:
            for clause in row.clauses:
                for part in self.used_parts(clause):
                    number = float(getattr(clause, part))
                    amounts_by_kind.setdefault((part, clause.gain, number < 0), []).append(number)
        for row in rows:
            for index, clause in enumerate(row.clauses):
                for part in self.used_parts(clause):
                    amounts = amounts_by_kind[part, clause.gain, getattr(clause, part) < 0]
                    maximum = int(max(map(abs, amounts))) + MARGIN
                    numbers = range(-maximum, 0) if amounts[0] < 0 else range(1, maximum + 1)
                    settings = dict(self._settings(row.clauses, index, part, numbers))
                    if len(settings) < 2:
                        continue
                    suffix = f" (clause {index + 1})" if len(row.clauses) > 1 else ""
                    yield Number(
                        f"{sheet}.{row.number}.{column}",
                        f"{row.number} {row.name}",
                        self.parts[part].format(self.gain(clause)) + suffix,
                        float(getattr(clause, part)),
                        tuple(settings),
                        tuple(settings.values()),
                        statistics.median(amounts),
                        spread(amounts),
                        dim,
                        str(row.number),
                        grows=part in ("amount", "up_to"),
                    )

    def _settings(
        self, clauses: Sequence[Any], index: int, part: str, numbers: Iterable[int]
    ) -> Iterator[tuple[float, str]]:
        """Yield a part's possible numbers, each with the text of the effect."""
        for number in numbers:
            change: dict[str, Any] = {part: number}
            other = replace(clauses[index], **change)
            text = self.phrase((*clauses[:index], other, *clauses[index + 1 :]))
            try:
                is_possible = getattr(self.parse(text)[index], part) == number
            except InputError:
                is_possible = False
            if is_possible:
                yield float(number), text


def switch_numbers(
    version: Any, further_fields: Callable[[str], Mapping[str, Any]] | None = None
) -> Iterator[Number]:
    """Yield the numeric switches of a version that have an effect.

    ``further_fields`` returns further fields of the `Number` for a switch's name.
    """
    idle = version.idle_switches()
    for switch in version.game_rules.switches.values():
        now = version.rules[switch.name]
        if switch.numbers is None or isinstance(now, str) or switch.name in idle:
            continue
        key = f"rules.{switch.name}"
        values = [
            number
            for number in switch.numbers
            if number == now or _is_possible(version, key, number)
        ]
        usual = switch.default if isinstance(switch.default, int) else now
        spread_of_switch = max(1.0, (switch.numbers[-1] - switch.numbers[0]) / SWITCH_SPREADS)
        yield Number(
            key,
            f"rule {switch.name}",
            "number",
            float(now),
            tuple(map(float, values)),
            tuple(map(str, values)),
            float(usual),
            spread_of_switch,
            **(further_fields(switch.name) if further_fields else {}),
        )


def _is_possible(version: Any, key: str, value: int) -> bool:
    try:
        version.change([(key, str(value))])
    except InputError:
        return False
    return True


def whole_number(
    key: str,
    name: str,
    kind: str,
    now: int,
    values: range,
    peers: Sequence[float],
    *,
    dim: str,
    row: str,
    worth: float,
    group: str = "",
) -> Number:
    """Make a whole-number cell's `Number`; ``peers`` are numbers of its kind."""
    return Number(
        key,
        name,
        kind,
        float(now),
        tuple(map(float, values)),
        tuple(map(str, values)),
        statistics.median(peers),
        spread(peers),
        dim,
        row,
        worth,
        group=group,
    )


def spread(values: Sequence[float]) -> float:
    """Return a robust measure of the numbers' spread, at least 0.5.

    It is the distance between the quartiles, scaled to a standard deviation: the quartiles of a
    normal distribution are 1.35 standard deviations apart. For fewer than four numbers it is 1.
    """
    if len(values) < 4:
        return 1.0
    first, _, third = statistics.quantiles(values, n=4)
    return max((third - first) / 1.35, 0.5)
