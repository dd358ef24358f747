"""``eoc-sim replay``: one game, as a story or as a trace."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import rich_click as click
from click.core import ParameterSource

import eoc_sim
from eoc_sim import commands
from eoc_sim.built_in_games import DEFAULT_GAME, players_options
from eoc_sim.cli import answer
from eoc_sim.cli.options import nameless_game_options
from eoc_sim.cli.playing import Screen
from eoc_sim.cli.screen import note, put
from eoc_sim.commands.options import GameOptions, example
from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.kernel.vouching import UntrustedCode

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game, V

FORMATS = (answer.TEXT, answer.JSON, "jsonl")
GAME_PARAMETERS = (
    *(option.removeprefix("--") for option in players_options()),
    *(
        field.name
        for field in fields(GameOptions)
        if field.name not in ("name", "players", "typed_players_option")
    ),
)


@click.command()
@click.argument("directory", metavar="[DIR]", required=False)
@click.option(
    "--game",
    "games",
    multiple=True,
    required=True,
    metavar="I|NAME",
    help="The number of the game, from 0. Without DIR, a second --game names the game to play, as "
    "in run.",
)
@click.option(
    "--arm", metavar="LABEL", help="The version of the run in DIR. [default: the current rules]"
)
@click.option(
    "--twin",
    metavar="WHAT",
    help="Show the game's twin: the same luck and players with one thing changed, such as "
    f"{example('twins')}. An unknown word prints a list of the twins.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="text reads like a story; jsonl is the trace, one event per line; json is one answer with "
    "the story and the trace.",
)
@click.option(
    "--trust",
    is_flag=True,
    help="Run the strategy and game files that run.json in DIR names, with your full permissions; "
    "the path and SHA-256 of each are printed first.",
)
@nameless_game_options
@click.pass_context
def command(
    context: click.Context,
    directory: str | None,
    games: tuple[str, ...],
    arm: str | None,
    twin: str | None,
    form: str,
    trust: bool,
    options: GameOptions,
) -> None:
    """Show one game, from the run in DIR or from the options.

    The same seed, options and number always give the same game. If a strategy breaks a rule, the
    game is shown up to that point.
    """
    number, name = number_and_name(games)
    if directory is not None:
        names = [
            parameter
            for parameter in GAME_PARAMETERS
            if context.get_parameter_source(parameter) is not ParameterSource.DEFAULT
        ]
        if names:
            raise InputError(
                f"--{names[0].replace('settings', 'set')} cannot be given with a run's folder: the "
                "run determines the game."
            )
        try:
            game, version, seed, seating = commands.replay.restore_version(
                directory,
                number,
                name,
                arm,
                twin,
                note if trust else None,
                note,
            )
        except UntrustedCode as error:
            retry = ["eoc-sim", "replay", directory, "--game", str(number)]
            for option, value in (
                ("--game", name),
                ("--arm", arm),
                ("--twin", twin),
                ("--format", form if form != FORMATS[0] else None),
            ):
                retry += [] if value is None else [option, value]
            retry += ["--trust"] if trust else []
            raise error.with_command([*retry, *error.option]) from None
    else:
        if arm is not None:
            raise InputError("--arm names a version of a run; give the run's folder too.")
        if trust:
            raise InputError("--trust is for files that a run names; give the run's folder too.")
        game, version = commands.baseline.baseline(
            replace(options, name=name or DEFAULT_GAME), Screen()
        )
        seed, seating = options.seed, options.seating
    replay = commands.baseline.require(game, game.replay, "traces to replay")
    fault: StrategyError | None = None
    try:
        with divert_strategy_output():
            events = replay(version, seed, seating, number, twin)
    except StrategyError as error:
        # The events before a fault help to find it.
        fault, events = error, list(error.events)
    answer.give(eoc_sim.answer_types.Replayed(events))
    if twin is not None and form != "jsonl" and events:
        put(f"The twin of this game (--twin {twin}):")
    if events:
        _print(game, events, version, form)
    if fault is not None:
        raise fault


def number_and_name(values: Sequence[str]) -> tuple[int, str | None]:
    """Split ``--game`` into the game's number and, if given, name.

    >>> number_and_name(["17"]), number_and_name(["my_game.py", "3"])
    ((17, None), (3, 'my_game.py'))
    """
    numbers = [value for value in values if re.fullmatch(r"\s*[+-]?\d+\s*", value)]
    names = [value for value in values if value not in numbers]
    for kind, found in (("number", numbers), ("name", names)):
        if len(found) > 1:
            raise InputError(f"--game gives two {kind}s, {found[0]} and {found[1]}; give one.")
    if not numbers:
        raise InputError(
            f"--game {names[0]} is not a number; add --game I, the number of the game to show, "
            "from 0."
        )
    number = int(numbers[0])
    if number < 0:
        raise InputError(f"--game {number} should be 0 or more.")
    return number, names[0] if names else None


def _print(game: Game[V], events: list[dict[str, Any]], version: V, form: str) -> None:
    if form == "jsonl":
        for event in events:
            print(json.dumps(event, ensure_ascii=False, separators=(",", ":")))
        return
    if form == answer.JSON and game.narrate is None:
        return
    for line in commands.baseline.require(
        game, game.narrate, "words for its traces; give --format jsonl"
    )(events, version):
        put(line)
