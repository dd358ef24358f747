"""Play rule variants, alone and combined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

from eoc_sim.analysis.folders import write_metrics
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.variants import effects
from eoc_sim.commands.baseline import baseline, require
from eoc_sim.commands.family import play_family
from eoc_sim.commands.keywords import Call, CheckKeywords, Value, with_keywords
from eoc_sim.commands.options import GameOptions, RunOptions, preset_names
from eoc_sim.commands.playing import claim, play
from eoc_sim.commands.request import check_kept, make_request
from eoc_sim.commands.result import Result
from eoc_sim.commands.who_plays import check_others, play_other_line_ups
from eoc_sim.defaults import DESIGNS
from eoc_sim.errors import InputError, UnknownName, no_such
from eoc_sim.games import find
from eoc_sim.reports import build
from eoc_sim.reports.variants import design_words
from eoc_sim.simulator.runs.arms import Vary, crossed_arms, parse_vary
from eoc_sim.simulator.runs.change import RULES
from eoc_sim.simulator.runs.rule_words import switch_key
from eoc_sim.simulator.runs.who_plays import VARIANTS_DIVISOR

if TYPE_CHECKING:
    from pathlib import Path

    from eoc_sim.commands.channel import Channel
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.crossing import Crossing
    from eoc_sim.simulator.runs.game import Game, V, Variants

COMMAND = "variants"
RESOLUTIONS = (3, 4, 5)


@with_keywords(CheckKeywords)
def variants(
    *names: str,
    switch: Mapping[str, Sequence[Value]] | None = None,
    design: str = DESIGNS[0],
    resolution: int | None = None,
    **options: Unpack[CheckKeywords],
) -> Result:
    """Play rule variants, and measure the effects of their switches.

    Each switch is measured in three ways: on its own, averaged over the values of the other
    switches, and in combination with every other switch.

    If neither ``names`` nor ``switch`` is given, the game's own variants are played.

    Args:
        names: Switches and presets.
        switch: Switches with the values to try.
        design: "fraction", the fewest combinations that keep the effects apart, or "full", all
            combinations.
        resolution: For a fraction: 5, 4 or 3. Lower resolutions play fewer versions and separate
            fewer effects.

    Raises:
        InputError: An option is invalid.
    """
    call = Call(COMMAND, options, *names, switch=switch, design=design, resolution=resolution)
    return call.add_to_history(
        run_variants(
            names, call.pairs("switch"), design, resolution, call.options, call.run_options
        )
    )


def run_variants(
    names: tuple[str, ...],
    switches: tuple[str, ...],
    design: str,
    resolution: int | None,
    options: GameOptions,
    run_options: RunOptions,
) -> Result:
    """Play the requested variants."""
    run_options.check()
    resolution_number = read_resolution(design, resolution)
    game, arms = requested_variants(
        (*names, *switches), resolution_number, options, run_options.channel
    )
    check_others(game, run_options)
    directory = claim(run_options, COMMAND, game)
    return play_variants(game, arms, options, run_options, directory)


def requested_variants(
    texts: tuple[str, ...], resolution: int | None, options: GameOptions, channel: Channel
) -> tuple[Game, Arms]:
    """Return the game, and the versions that combine the requested variants."""
    variants = require(
        find(options.name), find(options.name).variants, f"rule switches, so {COMMAND} cannot run"
    )
    game, version = baseline(options, channel)
    vary = read_switches(game, variants, version, texts, preset_names(game, options.data))
    return game, crossed_arms(game, version, vary, resolution, skip_impossible=not texts)


def read_resolution(design: str, resolution: int | None) -> int | None:
    """Return the requested resolution, or None for all combinations."""
    if design not in DESIGNS:
        raise InputError(no_such("design", design, DESIGNS))
    if design == "full":
        if resolution is not None:
            raise InputError("--resolution is for --design fraction; full separates all effects.")
        return None
    if resolution is not None and resolution not in RESOLUTIONS:
        raise InputError(f"--resolution {resolution} should be 3, 4 or 5.")
    return RESOLUTIONS[-1] if resolution is None else resolution


def read_switches(
    game: Game[V],
    variants: Variants,
    version: V,
    texts: tuple[str, ...],
    presets: Sequence[str] = (),
) -> list[Vary]:
    """Split ``NAME`` and ``NAME=v1,v2`` into keys and values, or return the defaults.

    A preset is tried as a whole, and it also adds its own value to each switch that it changes.
    """
    if not texts:
        return [Vary(key, tuple(values)) for key, values in variants.varied_by_default(version)]
    switches = {switch.name for switch in game.declaration.switches}
    vary: list[Vary] = []
    rule_sets: list[str] = []
    for text in texts:
        name = text.partition("=")[0].strip()
        if name in presets and name not in switches and "=" not in text:
            rule_sets.append(name)
            continue
        try:
            key = game.normal_key(version, switch_key(name))
        except UnknownName as error:
            names = list(dict.fromkeys((*sorted(switches), *presets)))
            raise UnknownName(
                error.kind,
                error.name,
                no_such("switch or preset", name, names, nouns="switches and presets"),
            ) from None
        values = parse_vary(text).values if "=" in text else variants.other_values(version, key)
        if key == RULES:
            rule_sets += values
        else:
            vary.append(Vary(key, values))
    return _with_presets(game, version, vary, rule_sets)


def _with_presets(
    game: Game[V], version: V, switches: Sequence[Vary], presets: Sequence[str]
) -> list[Vary]:
    """Return the presets, their switches, and all other requested switches."""
    versions = [game.change(version, [(RULES, preset)]) for preset in presets]
    vary = [Vary(RULES, tuple(presets)), *switches] if presets else list(switches)
    for difference in (change for other in versions for change in game.differences(version, other)):
        position = next(
            (index for index, other in enumerate(vary) if other.key == difference.key), None
        )
        if position is None:
            vary.append(Vary(difference.key, (difference.new,)))
        elif difference.new not in vary[position].values:
            vary[position] = replace(
                vary[position], values=(*vary[position].values, difference.new)
            )
    return vary


def list_needed_tables(game: Game) -> list[str]:
    """List the tables that the measures need."""
    return [
        table.name for table in game.tables.values() if table.roles("win_share", "shape", "rivals")
    ]


def list_card_tables(game: Game) -> tuple[str, ...]:
    """List the default tables that measure the strength of components."""
    names = (*game.default_tables, *game.default_current_tables)
    return tuple(name for name in names if game.tables[name].roles("thing"))


def play_variants(
    game: Game, arms: Arms, options: GameOptions, run_options: RunOptions, directory: Any
) -> Result:
    """Play the versions, and write the metric tables and the report."""
    for text in arms.notes:
        run_options.channel.note(f"Note: {text}")
    assert arms.crossing is not None  # set by `crossed_arms`
    if len(arms.arms) == 1:
        raise InputError("None of these switches can be varied under these rules.")
    table_options = replace(
        run_options, keep=run_options.keep or ",".join(list_needed_tables(game))
    )
    request = make_request(COMMAND, game, arms, options, table_options)
    if not run_options.keep:
        request = replace(request, keep_current=list_card_tables(game))
    check_kept(request.keep, [game.standings.name], "the analysis of variants")
    if not run_options.quiet:
        for line in design_lines(arms.crossing):
            run_options.channel.say(line)
    outcome = play(game, request, directory, table_options)
    play_other_line_ups(
        game, request, directory, table_options, divisor=VARIANTS_DIVISOR, by_strategy=True
    )
    play_family(game, request, directory, table_options, request.keep)
    report = write_findings(outcome.path)
    return Result(outcome.path, game, request, tuple(run_options.channel.notes), report)


def design_lines(crossing: Crossing) -> list[str]:
    """Describe the combined changes, the versions, and the confounded effects."""
    lines = design_words(crossing)
    for factor in crossing.factors:
        lines.append(f"  {factor.name}: {factor.old} -> {', '.join(factor.values)}")
    for effect in crossing.simple:
        if effect.given or effect.key not in {factor.key for factor in crossing.factors}:
            condition = f"; played with {effect.given}" if effect.given else ""
            lines.append(f"  {effect.name}: {effect.old} -> {effect.value}, not crossed{condition}")
    return lines


def write_findings(path: Path) -> Path:
    """Write the metric tables and the report, and return the report's path."""
    write_metrics(path, COMMAND, effects(Run(path)))
    return build(path)
