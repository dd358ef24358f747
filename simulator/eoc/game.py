"""Envelopes of Cash as a `Game`: the one object by which it is played, analysed and reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eoc_sim.simulator.eoc import (
    card_pilot,
    component_report,
    edited,
    learnt,
    narration,
    numbers,
    own_files,
    schedule,
    variants,
    versions,
)
from eoc_sim.simulator.eoc.columns import DIMS, TABLES, TIE_BREAKS, WORDS
from eoc_sim.simulator.eoc.rules import RULES, RULES_VERSION
from eoc_sim.simulator.eoc.switches import MOST_BY_ORDER
from eoc_sim.simulator.eoc.yardstick import YARDSTICK
from eoc_sim.simulator.runs.game import (
    Compiling,
    Declaration,
    Editing,
    Game,
    OwnFiles,
    Pace,
    Restrictions,
    Sheets,
    TurnOrder,
    Twins,
    Variants,
)
from eoc_sim.simulator.runs.rule_words import presets, rule_sets, switch_words


def compile_needed(
    tell: Callable[[str, int, int], None], played: Sequence[versions.Version]
) -> None:
    """Compile the engine and the strategies of versions, or of none all that the package has."""
    from eoc_sim.simulator.eoc.engine import compile_ahead, load_strategy_defaults

    line_ups = {(one.seats, one.overrides): one for one in played}
    strategies = {
        (one.name, one.hash): one for version in line_ups.values() for one in version.strategies()
    }
    if any(version.banned for version in played):
        defaults = load_strategy_defaults()
        strategies[defaults.name, defaults.hash] = defaults
    compile_ahead(tell, list(strategies.values()) or None)


def is_compiled() -> bool:
    """Whether the engine of this very source code has been compiled on this computer before."""
    from eoc_sim.simulator.eoc.entry import serve
    from eoc_sim.simulator.kernel.compiled import COMPILED, is_cached

    return not COMPILED or is_cached(serve)


GAME = Game(
    name="eoc",
    declaration=Declaration(
        WORDS,
        TABLES,
        switch_words(RULES),
        DIMS,
        TIE_BREAKS,
        presets(RULES),
    ),
    rules_version=RULES_VERSION,
    players=range(1, 5),
    default_seats=versions.DEFAULT_SEATS,
    default_tables=("games", "seats", "cards"),
    default_current_tables=("offers",),
    baseline=versions.baseline,
    normal_key=versions.normal_key,
    fixed_keys=versions.fixed_keys,
    change=versions.change,
    differences=versions.differences,
    shared=versions.shared,
    idle=versions.idle,
    players_of=versions.players_of,
    engines=versions.engines,
    dims=versions.dims,
    record=versions.record,
    restore=versions.restore,
    options=("--rules", "--set", "--data", "--card", "--change"),
    with_sheet=versions.with_sheet,
    twins=Twins("twins", schedule.twin_engine, card_pilot.schedule_of_cards),
    replay=versions.replay,
    narrate=narration.narrate,
    sheets=Sheets(
        component_report.check, component_report.words, component_report.export,
        versions.carried_along, versions.card_sheet,
    ),
    turn_order=TurnOrder(
        mechanisms=(
            ("no extra card", (("rules.dealer_bonus", "0"),)),
            ("the last picks first", (("rules.pick_order", "reversed"),)),
            ("the Chain stays", (("rules.chain", "off"),)),
            ("the Chain back in February", (("rules.chain", "back_in_february"),)),
        ),
        compensation={
            what: (unit, tuple(f"rules.order_{what}_{place}" for place in (1, 2, 3, 4)))
            for what, unit in (("bucks", "BB"), ("stars", "stars"))
        },
        most=MOST_BY_ORDER,
        pilot=5,
    ),
    restrictions=Restrictions(
        versions.ban_names, versions.normal_ban, versions.ban_words, versions.ban_setting,
        versions.strategy_id,
    ),
    variants=Variants(variants.key, variants.usual, variants.others),
    rule_sets=rule_sets(RULES),
    editing=Editing(numbers.numbers, edited.write),
    pace=Pace(strategy="random", table="games", column="decisions"),
    compiling=Compiling(compile_needed, is_compiled),
    own_files=OwnFiles(own_files.found, own_files.moved),
    yardstick=YARDSTICK,
    strategies=versions.strategies,
    remarks=learnt.remarks,
    with_learnt=versions.with_learnt,
    forget_files=versions.forget_files,
)
