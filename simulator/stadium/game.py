"""Stadium as a `Game`: the object to play, analyse and report."""

from __future__ import annotations

from eoc_sim.simulator.runs.game import (
    Compiling,
    Declaration,
    Editing,
    Family,
    Game,
    LineUp,
    OwnFiles,
    Pace,
    Piloted,
    Sheets,
    TurnOrder,
    Twins,
)
from eoc_sim.simulator.runs.rule_variants import rule_variants
from eoc_sim.simulator.runs.rule_words import presets, rule_sets, switch_words
from eoc_sim.simulator.runs.versions import forget_files
from eoc_sim.simulator.stadium import (
    component_report,
    edited,
    numbers,
    pilot,
    schedule,
    versions,
)
from eoc_sim.simulator.stadium.columns import TABLES
from eoc_sim.simulator.stadium.dims import DIMS, dims
from eoc_sim.simulator.stadium.parts import PARTS
from eoc_sim.simulator.stadium.rules import RULES, RULES_VERSION
from eoc_sim.simulator.stadium.state import MAX_OWNERS
from eoc_sim.simulator.stadium.versions import DEFAULT_SEATS, Version
from eoc_sim.simulator.stadium.words import TIE_BREAKS, WORDS

GAME: Game[Version] = Game(
    name="stadium",
    declaration=Declaration(
        WORDS,
        TABLES,
        switch_words(RULES),
        DIMS,
        TIE_BREAKS,
        presets(RULES),
    ),
    rules_version=RULES_VERSION,
    players=range(2, MAX_OWNERS + 1),
    default_seats=DEFAULT_SEATS,
    default_tables=("games", "seats", "blocks", "players", "employees"),
    default_current_tables=("placements", "spaces"),
    baseline=Version.baseline,
    normal_key=Version.normal_key,
    fixed_keys=Version.fixed_keys,
    change=Version.change,
    differences=Version.differences,
    shared=Version.shared,
    idle=Version.idle,
    players_of=Version.players,
    engines=Version.engines,
    dims=dims,
    record=Version.record,
    restore=Version.restore,
    options=("--rules", "--set", "--data", "--card", "--change"),
    with_sheet=versions.with_sheet,
    twins=Twins(
        "twins",
        schedule.twin_engine,
        Piloted(pilot.GAMES_OF_CARDS, pilot.schedule_of_cards),
        Piloted(pilot.GAMES_OF_TIMING, pilot.schedule_of_timing),
    ),
    sheets=Sheets(
        component_report.check,
        component_report.words,
        component_report.export,
        lambda version: version.components.carried(),
        versions.card_sheet,
        rows="rows",
    ),
    editing=Editing(numbers.numbers, edited.write),
    family=Family(
        members=50,
        member=versions.family_member,
        noun=("plausible data set", "plausible data sets"),
        guesses="Most numbers of this game are reconstructed.",
    ),
    line_ups=(
        LineUp("hurried", "those who rush seven blocks", ("seven_block_rush",) * 5, checks=True),
        LineUp("default", "the default line-up", (*DEFAULT_SEATS, DEFAULT_SEATS[-1])),
        LineUp("planners", "planners", ("balanced",) * 5, checks=True),
        LineUp("mix", "a third-VP player among planners", ("early_third", *("balanced",) * 4)),
        LineUp("experts", "experts", ("expert:rollouts=50",) * 5, is_search=True),
    ),
    replay=Version.replay,
    narrate=versions.narrate,
    turn_order=TurnOrder(
        mechanisms=(
            ("the round of the last block is not completed", (("rules.end_round", "at_once"),)),
            ("who stands first on a space acts first", (("rules.order_in_space", "printed"),)),
            ("no bonus tokens at the start", (("rules.arrows", "off"),)),
        )
    ),
    variants=rule_variants(beside=("bonus_tokens", "places", "order_in_space", "end_round")),
    rule_sets=rule_sets(RULES),
    pace=Pace(strategy="random", table="games", column="decisions"),
    compiling=Compiling(Version.compile, Version.is_compiled),
    own_files=OwnFiles(Version.own_files, Version.moved),
    yardstick="balanced",
    strategies=Version.strategies,
    remarks=versions.remarks,
    parts=PARTS,
    forget_files=forget_files,
)
