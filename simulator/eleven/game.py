"""Eleven as a `Game`, to play, analyse and report on."""

from __future__ import annotations

from eoc_sim.simulator.eleven import component_report, numbers, schedule
from eoc_sim.simulator.eleven.columns import TABLES
from eoc_sim.simulator.eleven.dims import DIMS, dims
from eoc_sim.simulator.eleven.parts import PARTS
from eoc_sim.simulator.eleven.rules import RULES_VERSION
from eoc_sim.simulator.eleven.sizes import MAX_MANAGERS
from eoc_sim.simulator.eleven.versions import DEFAULT_SEATS, Version
from eoc_sim.simulator.eleven.words import TIE_BREAKS, WORDS
from eoc_sim.simulator.runs.game import (
    ComparedTwins,
    Declaration,
    Family,
    LineUp,
    PilotedTwins,
    TurnOrder,
    Twins,
)
from eoc_sim.simulator.runs.game_of_versions import game_of, sheets_of
from eoc_sim.simulator.runs.rule_words import rule_variants

GAME = game_of(
    Version,
    Declaration(WORDS, TABLES, dims=DIMS, tie_breaks=TIE_BREAKS),
    name="eleven",
    rules_version=RULES_VERSION,
    players=range(1, MAX_MANAGERS + 1),
    default_tables=("games", "seats", "players", "staff", "sponsors", "tokens", "directors"),
    shard_games=6_250,
    default_current_tables=(
        *("weeks", "matches", "actions"),
        *("deals", "bets", "winter", "referees", "unique_cards", "goals"),
    ),
    dims=dims,
    twins=Twins(
        "twins",
        schedule.twin_engine,
        PilotedTwins(schedule.PILOT_GAMES_FOR_CARDS, schedule.schedule_of_cards),
        PilotedTwins(schedule.PILOT_GAMES_FOR_TIMING, schedule.schedule_of_timing),
        ComparedTwins(schedule.PRICED, schedule.PRICED, schedule.schedule_comparison),
    ),
    sheets=sheets_of(
        Version,
        WORDS.title,
        component_report.check,
        component_report.words,
        component_report.help_lines(),
        "opponents",
    ),
    numbers=numbers.numbers,
    family=Family(
        members=50,
        member=Version.family_member,
        noun=("plausible data set", "plausible data sets"),
        guesses="Most cells of this game are reconstructed.",
    ),
    line_ups=(
        LineUp("hurried", "one-layout planners", ("hasty",) * 4, checks=True),
        LineUp("default", "the default line-up", DEFAULT_SEATS),
        LineUp("balanced", "all-round planners", ("balanced",) * 4, checks=True),
        LineUp(PARTS.experts, "experts", ("expert:rollouts=24",) * 4, is_search=True),
    ),
    turn_order=TurnOrder(mechanisms=PARTS.mechanisms),
    variants=rule_variants(
        more_switches=(
            "profile",
            "scouting",
            "tactics",
            "formations",
            "facing",
            "club_dice",
            "league_ties",
        )
    ),
    yardstick="balanced",
    parts=PARTS,
)
