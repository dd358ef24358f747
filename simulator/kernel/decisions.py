"""The decisions of strategies: their possible functions and actions."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Decision:
    """A function of a strategy.

    Attributes:
        name: its name.
        asked: when it is asked, with the rules.
        fills: the fields that it fills in ``order``.
        returns: its possible answers.
    """

    name: str
    asked: str
    fills: str
    returns: str


@dataclass(frozen=True)
class Action:
    """A kind of action in a turn, and the ``order`` fields needed."""

    name: str
    fills: str
