"""Print what commands have found, with a module for each command.

A module is imported when it is first named, as in `printing.sweep`, with the analyses and reports
that it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.lazy import import_on_use

if TYPE_CHECKING:
    from eoc_sim.cli.printing import card_verdicts as card_verdicts
    from eoc_sim.cli.printing import compare as compare
    from eoc_sim.cli.printing import first_player as first_player
    from eoc_sim.cli.printing import game_check as game_check
    from eoc_sim.cli.printing import held_out as held_out
    from eoc_sim.cli.printing import history as history
    from eoc_sim.cli.printing import json_answer as json_answer
    from eoc_sim.cli.printing import played_runs as played_runs
    from eoc_sim.cli.printing import report as report
    from eoc_sim.cli.printing import restrict as restrict
    from eoc_sim.cli.printing import strategy_card as strategy_card
    from eoc_sim.cli.printing import strategy_check as strategy_check
    from eoc_sim.cli.printing import sweep as sweep
    from eoc_sim.cli.printing import tournament as tournament
    from eoc_sim.cli.printing import variants as variants
else:
    __getattr__ = import_on_use(__name__)
