"""Simulate board games many times to judge their balance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.lazy import import_on_use
from eoc_sim.version import __version__ as __version__

if TYPE_CHECKING:
    from pathlib import Path

    from eoc_sim import answer_types as answer_types
    from eoc_sim import example_game as example_game
    from eoc_sim import games as games
    from eoc_sim import mcp_project as mcp_project
    from eoc_sim import mcp_server as mcp_server
    from eoc_sim.commands.balance import balance as balance
    from eoc_sim.commands.bench import bench as bench
    from eoc_sim.commands.cards import cards as cards
    from eoc_sim.commands.check_data import check_data as check_data
    from eoc_sim.commands.check_game import check_game as check_game
    from eoc_sim.commands.check_strategy import check_strategy as check_strategy
    from eoc_sim.commands.compare import compare as compare
    from eoc_sim.commands.compare_runs import compare_runs as compare_runs
    from eoc_sim.commands.data_words import data_words as data_words
    from eoc_sim.commands.exploit import exploit as exploit
    from eoc_sim.commands.export_data import export_data as export_data
    from eoc_sim.commands.first_player import first_player as first_player
    from eoc_sim.commands.history import history as history
    from eoc_sim.commands.judge import judge as judge
    from eoc_sim.commands.learn import learn as learn
    from eoc_sim.commands.list_games import list_games as list_games
    from eoc_sim.commands.list_strategies import list_strategies as list_strategies
    from eoc_sim.commands.plan import plan as plan
    from eoc_sim.commands.report import report as report
    from eoc_sim.commands.restrict import restrict as restrict
    from eoc_sim.commands.rule_switch import rule_switch as rule_switch
    from eoc_sim.commands.rules import rules as rules
    from eoc_sim.commands.run import run as run
    from eoc_sim.commands.show_strategy import show_strategy as show_strategy
    from eoc_sim.commands.sweep import sweep as sweep
    from eoc_sim.commands.timing import timing as timing
    from eoc_sim.commands.tournament import tournament as tournament
    from eoc_sim.commands.tune import tune as tune
    from eoc_sim.commands.variants import variants as variants
    from eoc_sim.reports.notebook_run import LoadedFolder, LoadedRun

COMMANDS = (
    "run",
    "sweep",
    "plan",
    "compare",
    "variants",
    "restrict",
    "cards",
    "timing",
    "first_player",
    "tournament",
    "balance",
    "tune",
    "exploit",
    "learn",
    "rules",
    "rule_switch",
    "list_games",
    "check_game",
    "list_strategies",
    "show_strategy",
    "check_strategy",
    "report",
    "judge",
    "bench",
    "check_data",
    "data_words",
    "export_data",
    "history",
    "compare_runs",
)
"""Commands that are also functions, each in a module of `eoc_sim.commands`."""


if not TYPE_CHECKING:
    __getattr__ = import_on_use(__name__, {name: f"commands.{name}" for name in COMMANDS})


def __dir__() -> list[str]:
    return [*globals(), *COMMANDS]


def load(
    path: str | Path, *, trust: bool = False, game: str | Path | None = None
) -> LoadedRun | LoadedFolder:
    """Load a run's tables, metrics and charts for notebooks.

    Tables and metrics are polars frames, and charts are figures. ``tables``, ``metrics`` and
    ``charts`` list their names; ``versions`` describes the versions played, and ``record`` is
    run.json. A folder with several runs of one command gives the runs and their shared metrics.

    Loading executes no file that the folder names. To ``replay`` a run that names strategy files,
    set ``trust``; the SHA-256 of each file is then printed before it runs. For a game of your own,
    pass its module or file as ``game``.

    >>> import eoc_sim
    >>> run = eoc_sim.load("results/demo")                                 # doctest: +SKIP
    >>> run.tables                                                         # doctest: +SKIP
    ('games', 'seats', 'cards', 'offers')
    >>> run.seats.group_by("strategy").mean()                              # doctest: +SKIP
    >>> run.metrics["cards"].sort("worth").to_pandas()                     # doctest: +SKIP
    >>> run.charts["Wins in 100 games by strategy"]                        # doctest: +SKIP

    Raises:
        InputError: The folder has no run.
    """
    from eoc_sim.reports import notebook_run

    return notebook_run.load(path, trust=trust, game=game)
