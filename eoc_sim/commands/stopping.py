"""Decide when a run that answers a question stops, and explain why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.analysis.looks import MIN_GAMES, schedule
from eoc_sim.analysis.sequential import changes, is_decided, is_known, shares
from eoc_sim.analysis.tables import Run
from eoc_sim.counts import count, plural
from eoc_sim.errors import InputError
from eoc_sim.reports.commands import continuation
from eoc_sim.reports.verdict import Verdict
from eoc_sim.simulator.kernel.seating import games_per_round

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.runner import Outcome, Request


@dataclass(frozen=True)
class Stopping:
    """A run's question, its looks, and the test that ends the run.

    ``looks`` are numbers of games; ``is_decided`` tests a run; ``goal`` completes "until ...".
    """

    looks: tuple[int, ...]
    goal: str
    is_decided: Callable[[Run], bool]

    def is_answered(self, path: Path) -> bool:
        """Return whether the run in a folder has answered the question."""
        return self.is_decided(Run(path))

    def announcement(self) -> str:
        """Announce when the run will end."""
        return f"Playing until {self.goal}; the first look is at {count(self.looks[0])} games."

    def closing_lines(self, outcome: Outcome) -> list[str]:
        """Explain why the run has ended, and how to continue it."""
        run = Run(outcome.path)
        games = plural(outcome.games, "game") + (" per version" if len(run.arms) > 1 else "")
        if self.is_decided(run):
            return [f"Stopped after {games}: {self.goal}."]
        step = continuation(run, outcome.games + 1, "To continue")
        steps = () if step is None else (step,)
        line = f"Not decided within the limit of {games}."
        return Verdict("", (line,), steps=steps).terminal_lines()


def stop_when_decided(game: Game, request: Request) -> Stopping:
    """Stop when every change in wins and scores is decided."""
    return Stopping(
        _looks(game, request),
        "every change in wins and scores is decided",
        lambda run: is_decided(changes(run, scores=True)),
    )


def stop_when_changes_known(game: Game, request: Request, precision: float) -> Stopping:
    """Stop when every change in wins is known to +- ``precision``."""
    check_contested(game, request)
    return Stopping(
        _looks(game, request),
        f"every change is known to +-{precision:g} wins in 100",
        lambda run: is_known(changes(run, scores=False), precision, "change"),
    )


def stop_when_shares_known(game: Game, request: Request, precision: float) -> Stopping:
    """Stop when the wins of every strategy are known to +- ``precision``."""
    check_contested(game, request)
    return Stopping(
        _looks(game, request),
        f"all wins are known to +-{precision:g} in 100",
        lambda run: is_known(shares(run), precision, "wins"),
    )


def check_contested(game: Game, request: Request) -> None:
    """Refuse ``--precision`` if wins cannot vary.

    Raises:
        InputError: One strategy has all seats in every version, so its wins are fixed.
    """
    players = game.players_of(request.arms.baseline.version)
    if players == 1:
        return
    strategies = game.standings.role("strategy").dim
    dims = [game.dims([version])[strategies] for version in request.arms.versions()]
    if all(len(dim["name"]) == 1 for dim in dims):
        raise InputError(
            f"--precision has nothing to measure: {dims[0]['name'][0]} has every seat, so by "
            f"construction it wins {100 / players:g} games in 100 per seat."
        )


def _looks(game: Game, request: Request) -> tuple[int, ...]:
    """Return the looks at a run, as numbers of games.

    Raises:
        InputError: The run keeps tables, but not the standings, or is too short for a look.
    """
    if game.standings.name not in request.keep and request.list_kept_tables(0):
        raise InputError(
            "A run that stops once its question is answered must keep the table "
            f"{game.standings.name}, or no tables at all (--keep)."
        )
    if request.games < MIN_GAMES:
        raise InputError(
            f"--games {count(request.games)} is too few: there are no results before "
            f"{count(MIN_GAMES)} games."
        )
    players = game.players_of(request.arms.baseline.version)
    return schedule(request.games, games_per_round(request.seating, players))
