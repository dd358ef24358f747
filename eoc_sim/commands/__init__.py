"""Commands as plain functions, one module each, called by `eoc_sim.cli`.

A module is imported when it is first named, as in `commands.run`, so ``--help`` imports none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.lazy import import_on_use

if TYPE_CHECKING:
    from eoc_sim.commands import balance as balance
    from eoc_sim.commands import baseline as baseline
    from eoc_sim.commands import bench as bench
    from eoc_sim.commands import cards as cards
    from eoc_sim.commands import check_data as check_data
    from eoc_sim.commands import compare as compare
    from eoc_sim.commands import compare_runs as compare_runs
    from eoc_sim.commands import data_words as data_words
    from eoc_sim.commands import exploit as exploit
    from eoc_sim.commands import export_data as export_data
    from eoc_sim.commands import first_player as first_player
    from eoc_sim.commands import history as history
    from eoc_sim.commands import history_file as history_file
    from eoc_sim.commands import judge as judge
    from eoc_sim.commands import learn as learn
    from eoc_sim.commands import list_games as list_games
    from eoc_sim.commands import list_strategies as list_strategies
    from eoc_sim.commands import plan as plan
    from eoc_sim.commands import replay as replay
    from eoc_sim.commands import report as report
    from eoc_sim.commands import restrict as restrict
    from eoc_sim.commands import rule_switch as rule_switch
    from eoc_sim.commands import rules as rules
    from eoc_sim.commands import run as run
    from eoc_sim.commands import run_folder as run_folder
    from eoc_sim.commands import sweep as sweep
    from eoc_sim.commands import timing as timing
    from eoc_sim.commands import tournament as tournament
    from eoc_sim.commands import tune as tune
    from eoc_sim.commands import variants as variants
    from eoc_sim.commands import who_plays as who_plays
else:
    __getattr__ = import_on_use(__name__)
