"""Stadium as a `Game`: the one object by which it is played, analysed and reported."""

from __future__ import annotations

from eoc_sim.simulator.runs.game import (
    Compiling,
    Declaration,
    Game,
    OwnFiles,
    Pace,
    Preset,
    RuleSets,
    SwitchWords,
    Variants,
)
from eoc_sim.simulator.runs.versions import forget_files
from eoc_sim.simulator.stadium import narration, versions
from eoc_sim.simulator.stadium.columns import DIMS, TABLES, TIE_BREAKS, WORDS
from eoc_sim.simulator.stadium.rules import RULES, RULES_VERSION
from eoc_sim.simulator.stadium.state import MAX_OWNERS
from eoc_sim.simulator.stadium.switches import SWITCHES
from eoc_sim.simulator.stadium.versions import Version

GAME = Game(
    name="stadium",
    declaration=Declaration(WORDS, TABLES),
    rules_version=RULES_VERSION,
    players=range(2, MAX_OWNERS + 1),
    default_seats=versions.DEFAULT_SEATS,
    default_tables=("games", "seats", "blocks", "players", "employees"),
    baseline=Version.baseline,
    normal_key=Version.normal_key,
    fixed_keys=Version.fixed_keys,
    change=Version.change,
    differences=Version.differences,
    shared=Version.shared,
    idle=Version.idle,
    players_of=Version.players,
    engines=Version.engines,
    dims=versions.dims,
    record=Version.record,
    restore=Version.restore,
)
