"""Figures besides wins and scores on a strategy's card (`strategies show`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run
    from eoc_sim.simulator.runs.game import Game

Figure = tuple[str, Mapping[str, Any] | str, str]
"""A figure's name, its row (or value in words), and its column."""


def no_figures(run: Run, strategy: str) -> Iterator[Figure]:
    """Yield nothing: the card shows only wins, scores and habits."""
    return iter(())


@dataclass(frozen=True)
class CardFigures:
    """The figures on a strategy's card (`strategies show`), and their tables.

    Attributes:
        tables: the result tables that the figures need.
        habits: the columns of the standings that show how a strategy plays.
        figures: yields further figures of the named strategy in a run.
    """

    tables: tuple[str, ...]
    habits: tuple[str, ...]
    figures: Callable[[Run, str], Iterator[Figure]] = no_figures


def card_figures(game: Game) -> CardFigures:
    """Return a game's `CardFigures`, or derive them from its declaration."""
    figures: CardFigures | None = game.parts.load("card_figures")
    if figures is not None:
        return figures
    standings = game.standings
    habits = tuple(column.name for column in standings.roles("habit"))
    return CardFigures((standings.name,), habits)
