"""What the card of a strategy is played with, and what it prints besides wins and scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run
    from eoc_sim.simulator.runs.game import Game

Figure = tuple[str, Mapping[str, Any] | str, str]
"""What a figure is called; its row, or what is said instead; its column."""


def no_figures(run: Run, own: str) -> Iterator[Figure]:
    """Print nothing besides wins, scores and habits."""
    return iter(())


@dataclass(frozen=True)
class CardFigures:
    """How a game's card is played and filled.

    Attributes:
        against: who holds the other seats.
        tables: the result tables that the figures need.
        habits: the columns of the standings that show how somebody plays.
        edition: the edition of the components, "" for the package's own.
        figures: gives further figures of a strategy, by its name in a run.
    """

    against: str
    tables: tuple[str, ...]
    habits: tuple[str, ...]
    edition: str = ""
    figures: Callable[[Run, str], Iterator[Figure]] = no_figures


def card_figures(game: Game) -> CardFigures:
    """Find how a game's card is played; without a part of its own, by what it declares."""
    declared: CardFigures | None = game.parts.load("card_figures")
    if declared is not None:
        return declared
    standings = game.standings
    habits = tuple(column.name for column in standings.roles("habit"))
    return CardFigures(game.yardstick or game.default_seats[0], (standings.name,), habits)
