"""Check a game, and print each point."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from itertools import chain
from typing import Any

from click.exceptions import Exit

from eoc_sim.analysis.tables import Run
from eoc_sim.cli.answer import give
from eoc_sim.cli.answer_types import Checked, CheckedPoint
from eoc_sim.cli.options import FAULT_FOUND
from eoc_sim.cli.referee import account_of
from eoc_sim.cli.screen import say
from eoc_sim.cli.strategy_check import VERDICT_WIDTH, print_finding
from eoc_sim.commands.options import A_SWITCH, split_pairs, split_seats
from eoc_sim.commands.run import run
from eoc_sim.errors import InputError
from eoc_sim.games import find
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.page import make_blocks, sections_of
from eoc_sim.reports.pictures import ChartsOnly
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.runs.check_game import checks
from eoc_sim.simulator.runs.checks.match import FAULT, OK, WARNING
from eoc_sim.simulator.runs.scratch import scratch_folder
from eoc_sim.simulator.runs.version_options import VersionOptions


def print_check(
    game: str, seats: str | None, rules: str | None, settings: tuple[str, ...], games: int
) -> None:
    """Check a game and print each point.

    Raises:
        Exit: there is a fault.
    """
    declaration = find(game)
    options = VersionOptions(
        seats=None if seats is None else split_seats(seats),
        rules=rules,
        settings=tuple(split_pairs(settings, "--set", A_SWITCH)),
    )
    for option, value in (("--rules", rules), ("--set", settings)):
        if value and option not in declaration.options:
            raise InputError(
                f"{option} cannot be given: the game {declaration.name} has no such option."
            )
    verdicts: list[str] = []
    points: list[CheckedPoint] = []
    give(Checked(points))
    screen = sys.stdout
    answer = {"game": game, "rules": rules, "seats": seats, "settings": dict(options.settings)}
    with divert_strategy_output():
        for name, verdict, fault in chain(
            checks(declaration, options, games=games, account=account_of(declaration)),
            _report_check(answer, games, verdicts),
        ):
            with redirect_stdout(screen):
                line = name if fault is None else f"{name}: {fault}"
                print_finding(f"{verdict:<{VERDICT_WIDTH}}", line)
            verdicts.append(verdict)
            points.append(CheckedPoint(name, verdict, "" if fault is None else str(fault)))
    if FAULT in verdicts:
        raise Exit(FAULT_FOUND)
    say(
        f"{declaration.declaration.words.title} passes all {verdicts.count(OK)} checks that "
        "apply to it"
        f"{'; the warning is for you to judge.' if WARNING in verdicts else '.'}"
    )


def _report_check(
    keywords: dict[str, Any], games: int, verdicts: Sequence[str]
) -> Iterator[tuple[str, str, Exception | None]]:
    """Check that the sections of a report can be made.

    The check is skipped if the first of the ``verdicts`` says that the game cannot be played.
    """
    if verdicts[0] == FAULT:
        return
    fault = None
    with scratch_folder() as folder:
        try:
            result = run(**keywords, games=games, jobs=1, out=folder / "run")
            page = Findings(Run(result.folder))
            page.charts = ChartsOnly()
            make_blocks(sections_of(page))
        except InputError as error:
            fault = error
    yield "its report can be made", OK if fault is None else FAULT, fault
