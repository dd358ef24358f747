"""The numbers of components and rules that an edit may change: what is the same in any game."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.numbers import Number

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.versions import GameVersion

MOST_MORE = 2
"""By how much an effect's number may exceed the largest of its kind."""
STEPS_OF_A_SWITCH = 8
"""A switch's numbers from the least to the most count as so many spreads."""


@dataclass(frozen=True)
class EffectNumbers:
    """How a game's effects hold numbers.

    ``parts`` are the fields of a clause that may hold one, in words with room for what is gained;
    ``said`` those that a clause does say, ``gain`` what it gives, in words. ``parse`` and
    ``phrase`` are those of the language.
    """

    parts: Mapping[str, str]
    said: Callable[[Any], Sequence[str]]
    gain: Callable[[Any], str]
    parse: Callable[[str], Sequence[Any]]
    phrase: Callable[[Sequence[Any]], str]

    def of(
        self, sheet: str, dim: str, rows: Sequence[Any], peers: Sequence[Any]
    ) -> Iterator[Number]:
        """The numbers of each clause: what it gives, what it costs, what it counts by and up to.

        ``sheet`` begins the keys of the ``rows``, ``dim`` is their table of ids; how far numbers of
        a kind lie apart is told from all ``peers``.
        """
        alike: dict[tuple[str, int], list[float]] = {}
        for row in peers:
            for clause in row.clauses:
                for part in self.said(clause):
                    alike.setdefault((part, clause.gain), []).append(float(getattr(clause, part)))
        for row in rows:
            for place, clause in enumerate(row.clauses):
                for part in self.said(clause):
                    others = alike[part, clause.gain]
                    most = int(max(others)) + MOST_MORE
                    settings = dict(self._settings(row.clauses, place, part, most))
                    if len(settings) < 2:
                        continue
                    which = f" {place + 1}" if len(row.clauses) > 1 else ""
                    yield Number(
                        f"{sheet}.{row.number}.effect",
                        f"{row.number} {row.name}",
                        self.parts[part].format(self.gain(clause)) + which,
                        float(getattr(clause, part)),
                        tuple(settings),
                        tuple(settings.values()),
                        statistics.median(others),
                        spread(others),
                        dim,
                        str(row.number),
                        grows=part in ("amount", "up_to"),
                    )

    def _settings(
        self, clauses: Sequence[Any], place: int, part: str, most: int
    ) -> Iterator[tuple[float, str]]:
        """The effects with another number in one clause, as far as the language allows them."""
        for number in range(1, most + 1):
            change: dict[str, Any] = {part: number}
            other = replace(clauses[place], **change)
            text = self.phrase((*clauses[:place], other, *clauses[place + 1 :]))
            try:
                said = getattr(self.parse(text)[place], part) == number
            except InputError:
                said = False
            if said:
                yield float(number), text


def of_rules(
    version: GameVersion, more: Callable[[str], Mapping[str, Any]] | None = None
) -> Iterator[Number]:
    """The switches of a version with numbers that do something.

    ``more`` is what a `Number` says besides of the switch of that name.
    """
    idle = version.rules.idle(len(version.seats))
    for switch in version.game_rules.switches.values():
        now = version.rules[switch.name]
        if switch.numbers is None or isinstance(now, str) or switch.name in idle:
            continue
        key = f"rules.{switch.name}"
        values = [one for one in switch.numbers if one == now or _is_possible(version, key, one)]
        usual = switch.default if isinstance(switch.default, int) else now
        apart = max(1.0, (switch.numbers[-1] - switch.numbers[0]) / STEPS_OF_A_SWITCH)
        yield Number(
            key,
            f"rule {switch.name}",
            "number",
            float(now),
            tuple(map(float, values)),
            tuple(map(str, values)),
            float(usual),
            apart,
            **(more(switch.name) if more else {}),
        )


def _is_possible(version: GameVersion, key: str, value: int) -> bool:
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
    """A whole number of a cell that may have any of some ``values``; ``peers`` are of its kind."""
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
    """How far numbers of a kind lie apart, robust to the odd one: quartiles, half a step at least.

    As a standard deviation: the distance of the quartiles of a normal distribution is 1.35 of it.
    """
    if len(values) < 4:
        return 1.0
    first, _, third = statistics.quantiles(values, n=4)
    return max((third - first) / 1.35, 0.5)
