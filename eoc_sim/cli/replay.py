"""``eoc-sim replay``: one game, told in a player's words or as a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import rich_click as click
from click.core import ParameterSource

from eoc_sim.cli.options import GameOptions, existing_folder, game_options
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.versions import EnvelopesOfCash, Version

FORMATS = ("text", "jsonl")
GAME_PARAMETERS = ("seats", "players", "rules", "settings", "data", "card", "seed", "rotate")


@click.command(name="replay")
@click.argument("directory", metavar="[DIR]", required=False)
@click.option("--game", "number", type=int, required=True, metavar="I", help="Which game, from 0.")
@click.option(
    "--arm", metavar="LABEL", help="Which version of the run in DIR. [default: the current rules]"
)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
    help="text reads like a story; jsonl is the trace, one event a line.",
)
@game_options
@click.pass_context
def command(
    context: click.Context,
    directory: str | None,
    number: int,
    arm: str | None,
    form: str,
    game: GameOptions,
) -> None:
    """Show one game, month by month: of the run in DIR, or of the options' own.

    The same seed, options and number are always the same game.
    """
    from eoc_sim.cli.baseline import baseline

    if number < 0:
        raise InputError(f"--game {number} should be 0 or more.")
    if directory is not None:
        given = [
            name
            for name in GAME_PARAMETERS
            if context.get_parameter_source(name) is not ParameterSource.DEFAULT
        ]
        if given:
            raise InputError(
                f"--{given[0].replace('settings', 'set')} cannot be given with a run's folder: "
                "the run says what was played."
            )
        adapter, version, seed, rotate = _of_run(directory, number, arm)
    else:
        if arm is not None:
            raise InputError("--arm names a version of a run; give the run's folder too.")
        adapter, version = baseline(game)
        seed, rotate = game.seed, game.rotate
    engine: Any = adapter.engines([version], seed, rotate)[0]
    _print(engine.replay(number), version, form)


def _of_run(
    directory: str, number: int, label: str | None
) -> tuple[EnvelopesOfCash, Version, int, bool]:
    """What a run played in one of its versions."""
    from eoc_sim.simulator.eoc.versions import EnvelopesOfCash
    from eoc_sim.simulator.runs.arms import arm_number, restored_version
    from eoc_sim.simulator.runs.run_directory import read_run_file

    record = read_run_file(existing_folder(directory))
    if number >= record["games"]:
        raise InputError(f"The run has games 0 to {record['games'] - 1}; there is no {number}.")
    adapter = EnvelopesOfCash()
    arm = arm_number(record, label) if label is not None else 0
    version = restored_version(adapter, record, arm)
    return adapter, version, int(record["seed"]), bool(record["rotate"])


def _print(events: list[dict[str, Any]], version: Version, form: str) -> None:
    if form == "jsonl":
        import json

        for event in events:
            print(json.dumps(event, ensure_ascii=False, separators=(",", ":")))
        return
    from eoc_sim.cli.narration import narrate

    names = {card.number: card.name for card in version.components.cards}
    names |= {coach.number: coach.name for coach in version.components.coaches}
    for line in narrate(events, names):
        print(line)
