"""Stadium as a `Game`, to play, analyse and report on."""

from __future__ import annotations

from eoc_sim.simulator.runs.game import (
    ComparedTwins,
    Declaration,
    Family,
    LineUp,
    PilotedTwins,
    TurnOrder,
    Twins,
)
from eoc_sim.simulator.runs.game_of_versions import game_of, sheets_of, with_components
from eoc_sim.simulator.runs.rule_words import rule_variants
from eoc_sim.simulator.stadium import component_report, numbers, pilot, schedule
from eoc_sim.simulator.stadium.columns import TABLES
from eoc_sim.simulator.stadium.dims import DIMS, dims
from eoc_sim.simulator.stadium.parts import PARTS
from eoc_sim.simulator.stadium.rules import RULES_VERSION
from eoc_sim.simulator.stadium.state import MAX_OWNERS
from eoc_sim.simulator.stadium.versions import DEFAULT_SEATS, Version
from eoc_sim.simulator.stadium.words import TIE_BREAKS, WORDS

GAME = game_of(
    Version,
    Declaration(WORDS, TABLES, dims=DIMS, tie_breaks=TIE_BREAKS),
    name="stadium",
    rules_version=RULES_VERSION,
    players=range(2, MAX_OWNERS + 1),
    default_tables=("games", "seats", "blocks", "players", "employees"),
    default_current_tables=("placements", "spaces"),
    dims=dims,
    twins=Twins(
        "twins",
        schedule.twin_engine,
        PilotedTwins(pilot.PILOT_GAMES_FOR_CARDS, pilot.schedule_of_cards),
        PilotedTwins(pilot.PILOT_GAMES_FOR_TIMING, pilot.schedule_of_timing),
        ComparedTwins(schedule.PRICED, schedule.PRICED, schedule.schedule_comparison),
    ),
    sheets=sheets_of(
        Version,
        WORDS.title,
        component_report.check,
        component_report.words,
        component_report.help_lines(),
        "players",
    ),
    numbers=numbers.numbers,
    family=Family(
        members=50,
        member=with_components("eoc_sim.simulator.stadium.family:member"),
        noun=("plausible data set", "plausible data sets"),
        guesses="Most numbers of this game are reconstructed.",
    ),
    line_ups=(
        LineUp("hurried", "seven-block rushers", ("seven_block_rush",) * 5, checks=True),
        LineUp("default", "the default line-up", (*DEFAULT_SEATS, DEFAULT_SEATS[-1])),
        LineUp("planners", "planners", ("balanced",) * 5, checks=True),
        LineUp(
            "mix",
            "an early buyer of a third VP among planners",
            ("early_third", *("balanced",) * 4),
        ),
        LineUp(PARTS.experts, "experts", ("expert:rollouts=50",) * 5, is_search=True),
    ),
    turn_order=TurnOrder(mechanisms=PARTS.mechanisms),
    variants=rule_variants(more_switches=("bonus_tokens", "places", "order_in_space", "end_round")),
    yardstick="balanced",
    parts=PARTS,
)
