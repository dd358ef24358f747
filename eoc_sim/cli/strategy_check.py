"""Prints what came of checking a strategy, for ``eoc-sim strategies check``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

from eoc_sim.cli.screen import count, plural, say

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.strategy_check import Played


def print_check(
    spec: str, games: int, watched: int, rules: str, settings: Mapping[str, str]
) -> bool:
    """Check a strategy and print what came of it; False if only these checks found a fault."""
    from eoc_sim.cli.playing import announce_compiling
    from eoc_sim.games import find
    from eoc_sim.simulator.eoc.strategy_check import check_strategy
    from eoc_sim.simulator.kernel.printing import strategies_print_apart

    announce_compiling(find("eoc"), quiet=False)
    told = sys.stdout

    def report(played: Played) -> None:
        with redirect_stdout(told):
            _say_played(played)

    with strategies_print_apart():
        faults = check_strategy(
            spec, games=games, watched=watched, rules=rules, settings=settings, report=report
        )
    for fault in faults:
        say(f"FAULT  {fault}")
    if faults:
        return False
    say(
        f"OK     {plural(watched, 'watched game')}: nothing written but me.memory and order, and "
        "the same games in pure Python"
    )
    return True


def _say_played(played: Played) -> None:
    say(
        f"OK     {plural(played.players, 'player')}, {count(played.games)} games: every action "
        f"legal; on average {played.stars:.1f} stars, {played.recruits:.1f} recruits, "
        f"{played.wasted:.1f} EC wasted ({count(played.decisions)} decisions a game)"
    )
