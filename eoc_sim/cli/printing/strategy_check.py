"""Print the results of ``eoc-sim strategies check``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

from eoc_sim.answer_types import Checked, CheckedPoint
from eoc_sim.cli.answer import give
from eoc_sim.cli.progress import announce_compiling
from eoc_sim.cli.screen import PIPE_WIDTH, console, on_terminal, put, say, wrap
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.runs.strategy_check import check_strategy

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.checks.match import Contract, ContractPoint

VERDICT_WIDTH, POINT_WIDTH = 9, 19


def print_check(
    contract: Contract,
    spec: str,
    games: int,
    watched: int,
    rules: str | None,
    settings: Mapping[str, str],
) -> bool:
    """Check a strategy, print the findings, and return whether it passes."""
    announce_compiling(contract.game, (), quiet=False)
    screen = sys.stdout

    def report(point: ContractPoint) -> None:
        with redirect_stdout(screen):
            _print_point(point)

    with divert_strategy_output():
        result = check_strategy(
            contract,
            spec,
            games=games,
            watched=watched,
            rules=rules,
            settings=settings,
            report=report,
        )
    give(Checked([CheckedPoint(**vars(point)) for point in result.points]))
    commands = [command for point in result.points for command in point.commands]
    if commands:
        say()
        say("To see the fault:" if len(commands) == 1 else "To see the faults:")
        for command in commands:
            say(f"  {command}")
    return not result.faults


def _print_point(point: ContractPoint) -> None:
    print_finding(f"{point.verdict:<{VERDICT_WIDTH}}{point.about:<{POINT_WIDTH}}", point.finding)


def print_finding(head: str, text: str) -> None:
    """Print a finding after its head, with a hanging indent."""
    width = console().width if on_terminal() else PIPE_WIDTH
    indent = " " * len(head)
    lines = wrap(text, max(width - len(head), 20)).split("\n")
    for start, line in zip([head, *[indent] * len(lines)], lines, strict=False):
        put(f"{start}{line}")
