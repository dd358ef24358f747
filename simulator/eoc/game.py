"""Envelopes of Cash as a `Game`, to play, analyse and report on."""

from __future__ import annotations

from eoc_sim.simulator.eoc import card_pilot, component_report, numbers, pilot, schedule, versions
from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.dims import DIMS, dims
from eoc_sim.simulator.eoc.family import kept_draws
from eoc_sim.simulator.eoc.parts import PARTS
from eoc_sim.simulator.eoc.rules import RULES_VERSION
from eoc_sim.simulator.eoc.switches import MAX_BY_ORDER
from eoc_sim.simulator.eoc.versions import DEFAULT_SEATS, Version
from eoc_sim.simulator.eoc.words import TIE_BREAKS, WORDS
from eoc_sim.simulator.eoc.yardstick import YARDSTICK, YARDSTICK_EDITION
from eoc_sim.simulator.runs.game import (
    Declaration,
    Family,
    LineUp,
    PilotedTwins,
    Restrictions,
    Sheets,
    TurnOrder,
    Twins,
)
from eoc_sim.simulator.runs.game_of_versions import game_of, with_components
from eoc_sim.simulator.runs.rule_words import rule_variants

GAME = game_of(
    Version,
    Declaration(WORDS, TABLES, dims=DIMS, tie_breaks=TIE_BREAKS),
    name="eoc",
    rules_version=RULES_VERSION,
    players=range(1, 5),
    default_tables=("games", "seats", "cards"),
    default_current_tables=("offers",),
    dims=dims,
    twins=Twins(
        "twins",
        schedule.twin_engine,
        PilotedTwins(card_pilot.GAMES, card_pilot.card_schedule_record),
        PilotedTwins(pilot.GAMES, pilot.schedule_of_timing),
    ),
    family=Family(
        members=len(kept_draws()),
        member=with_components("eoc_sim.simulator.eoc.family:member"),
        noun=("plausible deck", "plausible decks"),
        guesses="Cards, Head Coaches, boards and map are reconstructed in part.",
        warning=versions.unchecked_family_warning,
    ),
    sheets=Sheets(
        component_report.check,
        component_report.words,
        component_report.export,
        versions.card_sheet,
    ),
    turn_order=TurnOrder(
        mechanisms=PARTS.mechanisms,
        compensation={
            part: (unit, tuple(f"rules.order_{part}_{order}" for order in (1, 2, 3, 4)))
            for part, unit in PARTS.compensation.items()
        },
        most=MAX_BY_ORDER,
        pilot=5,
    ),
    restrictions=Restrictions(
        versions.ban_names,
        versions.canonical_ban,
        versions.ban_words,
        versions.ban_setting,
        Version.strategy_id,
    ),
    variants=rule_variants("cutthroat", more_switches=("auction", "stash")),
    numbers=numbers.numbers,
    line_ups=(
        LineUp("beginners", "beginners", ("beginner",) * 4, checks=True),
        LineUp("club", "club players", ("club",) * 4),
        LineUp("default", "the default line-up", DEFAULT_SEATS),
        LineUp("planners", "planners", ("balanced",) * 4, checks=True),
        LineUp("mix", "a best reply among planners", ("balanced_reply", *("balanced",) * 3)),
        LineUp(PARTS.experts, "experts", ("expert",) * 4, is_search=True),
    ),
    stand_ins=versions.stand_ins,
    yardstick=YARDSTICK,
    yardstick_edition=YARDSTICK_EDITION,
    with_learnt=versions.with_learnt,
    parts=PARTS,
    altered_cards=versions.altered_cards,
)
