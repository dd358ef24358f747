"""Check a game, and print each point."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

from click.exceptions import Exit

from eoc_sim.answer_types import Checked, CheckedPoint
from eoc_sim.cli.answer import give
from eoc_sim.cli.exit_codes import FAULT_FOUND
from eoc_sim.cli.printing.strategy_check import VERDICT_WIDTH, print_finding
from eoc_sim.cli.screen import say
from eoc_sim.commands.check_game import run_check
from eoc_sim.simulator.runs.checks.match import ContractPoint


def print_check(
    game: str, seats: str | None, rules: str | None, settings: tuple[str, ...], games: int
) -> None:
    """Check a game and print each point of the check.

    Raises:
        Exit: There is a fault.
    """
    points: list[CheckedPoint] = []
    give(Checked(points))
    screen = sys.stdout

    def report(point: ContractPoint) -> None:
        points.append(CheckedPoint(**vars(point)))
        text = f"{point.about}: {point.finding}" if point.finding else point.about
        with redirect_stdout(screen):
            print_finding(f"{point.verdict:<{VERDICT_WIDTH}}", text)

    result = run_check(game, seats, rules, settings, games, report)
    if result.faults:
        raise Exit(FAULT_FOUND)
    say(result.sentence)
