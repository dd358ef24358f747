"""Numbers that a strategy prepares once, before its first game.

A strategy declares them in its list ``TABLES``, beside its data files; they are fields of
``params``, 0 at first. Its function ``prepare`` computes them from the components, the rules and
its own parameters and data tables, which no game changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from eoc_sim.errors import StrategyError, nearest


@dataclass(frozen=True)
class PreparedField:
    """A field of ``params`` that ``prepare`` fills per id of a key.

    There are ``numbers`` numbers for each id; ``length``, the number of ids, is set once the game
    is known.
    """

    name: str
    key: str
    numbers: int | None
    length: int = 0

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the field: (ids,) or (ids, numbers)."""
        return (self.length,) if self.numbers is None else (self.length, self.numbers)

    @property
    def size(self) -> int:
        """The count of numbers in the field."""
        return self.length * (self.numbers or 1)


def prepared(name: str, *, key: str, numbers: int | None = None) -> PreparedField:
    """Declare numbers that ``prepare`` computes, for the list ``TABLES``.

    Args:
        name: their name in the functions, as a field of ``params``.
        key: the kind of id that has a number: ``card``, ``coach``, ``spot`` or ``clause``.
        numbers: the count per id, for ``params.name[card, number]``; without it each id has one,
            ``params.name[card]``.

    Raises:
        StrategyError: the name is not a Python name, or ``numbers`` is below 1.

    >>> prepared("bargain", key="card").name
    'bargain'
    """
    if not name.isidentifier() or name.startswith("_"):
        raise StrategyError(
            f"prepared({name!r}): the name should be a Python name without a leading _"
        )
    if numbers is not None and (not isinstance(numbers, int) or numbers < 1):
        raise StrategyError(f"Prepared {name}: {numbers!r} numbers; expected 1 or more, or None")
    return PreparedField(name, key, numbers)


def with_room(template: PreparedField, file: Path, ids: Mapping[str, int]) -> PreparedField:
    """Size declared numbers for a game's ids.

    Raises:
        StrategyError: the key is unknown.
    """
    if template.key not in ids:
        raise StrategyError(
            f'{file}: prepared "{template.name}" has the key "{template.key}"; a key is one of '
            f"{', '.join(ids)}.{nearest(template.key, ids)}"
        )
    return replace(template, length=ids[template.key])
