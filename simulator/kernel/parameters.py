"""A strategy's parameters: numbers with a range, a default and a meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eoc_sim.errors import StrategyError, nearest

MAX_PARAMETERS = 96
SKILL = "skill"
"""The parameter that moves a strategy from unskilled to normal values."""
MAX_SKILL = 100.0


@dataclass(frozen=True)
class Parameter:
    """A number that a strategy declares, with range, default and meaning.

    If ``whole``, it takes whole numbers only. ``unskilled`` is its value when `SKILL` is 0. If
    ``costs_time``, a higher value takes more computing time.
    """

    name: str
    default: float
    low: float
    high: float
    help: str
    whole: bool = False
    unskilled: float | None = None
    costs_time: bool = False

    def number(self, text: str) -> float:
        """Read the parameter's value from text.

        Raises:
            ValueError: the value is invalid; the message completes "NAME=TEXT ...".
        """
        try:
            value = float(text)
        except ValueError:
            raise ValueError("is not a number") from None
        if not self.low <= value <= self.high:
            raise ValueError(f"is not between {self.low:g} and {self.high:g}")
        if self.whole and not value.is_integer():
            raise ValueError(
                f"is not a whole number from {self.low:g} to {self.high:g}; to allow fractions, "
                "declare it with whole=False"
            )
        return value


def parameter(
    name: str,
    *,
    default: float,
    low: float,
    high: float,
    help: str,
    whole: bool | None = None,
    unskilled: float | None = None,
    costs_time: bool = False,
) -> Parameter:
    """Declare a parameter of a strategy, for its list ``PARAMETERS``.

    Args:
        name: its name in ``params`` and on the command line.
        default: its value if it is not set.
        low: the lowest value that it takes.
        high: the highest.
        help: its meaning, in a few words.
        whole: whether it takes whole numbers only; by default it does if ``default``, ``low`` and
            ``high`` are all written as whole numbers, so ``default=0.0`` takes fractions.
        unskilled: the value with which a beginner plays. If the strategy also declares a parameter
            ``skill`` from 0 to 100, it plays with the value that is ``skill`` percent of the way
            from ``unskilled`` to the parameter's own value.
        costs_time: whether a higher value takes more computing time. ``tune`` leaves such a
            parameter alone unless ``--only`` names it, and ``exploit`` gives it the target's value.

    Raises:
        StrategyError: the name is not a Python name, the default or the unskilled value is out of
            range, or a whole parameter has a default, low or high that is not whole.

    >>> parameter("blowout_month", default=5, low=3, high=9, help="month of the big turn").whole
    True
    >>> parameter("risk", default=0, low=0, high=1, help="risk taken", whole=False).number("0.3")
    0.3
    """
    if not name.isidentifier():
        raise StrategyError(f"The parameter name {name!r} is not a Python name")
    if not low <= default <= high:
        raise StrategyError(f"Parameter {name}: default {default} is not between {low} and {high}")
    if unskilled is not None and not low <= unskilled <= high:
        raise StrategyError(
            f"Parameter {name}: unskilled {unskilled} is not between {low} and {high}"
        )
    if whole is None:
        whole = all(isinstance(number, int) for number in (default, low, high))
    elif whole and not all(float(number).is_integer() for number in (default, low, high)):
        raise StrategyError(
            f"Parameter {name}: whole=True, but default {default}, low {low} and high {high} are "
            "not all whole numbers"
        )
    return Parameter(
        name, float(default), float(low), float(high), help, whole, unskilled, costs_time
    )


def declared_parameters(namespace: dict[str, Any], file: Path) -> tuple[Parameter, ...]:
    """Check and return the list ``PARAMETERS`` of a strategy's file."""
    parameters = namespace.get("PARAMETERS", [])
    if not isinstance(parameters, (list, tuple)) or not all(
        isinstance(entry, Parameter) for entry in parameters
    ):
        raise StrategyError(f"{file}: PARAMETERS should be a list of parameter(...)")
    names = [entry.name for entry in parameters]
    if len(set(names)) < len(names) or len(names) > MAX_PARAMETERS:
        raise StrategyError(
            f"{file}: PARAMETERS may have up to {MAX_PARAMETERS} parameters, each with its own name"
        )
    return tuple(parameters)


def set_parameters(
    values: dict[str, float], parameters: Sequence[Parameter], texts: Mapping[str, str], name: str
) -> None:
    """Set the parameters that are named in a strategy's settings."""
    by_name = {entry.name: entry for entry in parameters}
    for key, text in texts.items():
        if key not in by_name:
            names = ", ".join(by_name) or "none"
            raise StrategyError(
                f'Strategy {name} has no parameter "{key}"; it has: {names}.{nearest(key, by_name)}'
            )
        try:
            values[key] = by_name[key].number(text)
        except ValueError as error:
            raise StrategyError(f"Strategy {name}: {key}={text} {error}") from None
