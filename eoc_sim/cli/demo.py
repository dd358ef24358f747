"""``eoc-sim demo``: a first example of each game, a real sweep and its report."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from eoc_sim.cli.options import DEFAULT_GAME, DEFAULT_SEED, GameOptions, RunOptions, game_option
from eoc_sim.cli.who_plays import WhoOptions
from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING
from eoc_sim.simulator.runs.backend_names import LOCAL

FOLDER = Path("results")
GAMES = 10_000


@click.command(name="demo")
@click.option(
    "--jobs",
    type=int,
    default=-1,
    show_default=True,
    metavar="N",
    help="Cores to use; -1 is all.",
)
@click.option("--quiet", is_flag=True, help="Print the result only.")
@click.option(
    "--games",
    type=int,
    metavar="N",
    help=f"Games of each version. [default: {GAMES}]",
)
@click.option("--resume", is_flag=True, help="Go on with the demo that is there, with --games.")
@game_option
def command(jobs: int, quiet: bool, games: int | None, resume: bool, name: str) -> None:
    """Sweep a number of one row and one of the rules, and write the report.

    Plays into results/demo, of Stadium into results/demo-stadium, and may be repeated, or gone on
    with by --games and --resume. The same as
    `eoc-sim sweep --vary card.038.stars=1,3,5,7,9 --vary rules.start_bucks=5,9 --games 10000`, with
    `--game stadium` as `eoc-sim sweep --game stadium --vary building.B12.victory_points=8,14
    --vary rules.vp_price=4,8 --games 10000`.
    """
    from eoc_sim.cli.sweep import DEMO, is_demo, play_sweep, sweep_arms
    from eoc_sim.games import find
    from eoc_sim.simulator.runs.run_directory import RunDirectory
    from eoc_sim.simulator.runs.run_file import RUN_FILE

    game = find(name)
    varied = game.parts.demo
    if not varied:
        raise InputError(f"The game {game.name} has no demo.")
    folder = FOLDER / ("demo" if name == DEFAULT_GAME else f"demo-{game.name}")
    if (folder / RUN_FILE).exists() and not is_demo(folder):
        raise InputError(
            f"{folder} holds a run that the demo did not make; move it away, and repeat."
        )
    asked = GameOptions(
        name=name,
        seats=None,
        players=None,
        rules=None,
        settings=(),
        data=None,
        card=(),
        change=(),
        seed=DEFAULT_SEED,
        seating=DEFAULT_SEATING,
    )
    how = RunOptions(
        games=GAMES if games is None else games,
        jobs=jobs,
        backend=LOCAL,
        scheduler=None,
        out=str(folder),
        resume=resume,
        fresh=not resume,
        keep=None,
        quiet=quiet,
        yes=True,
    )
    how.check()
    _, arms = sweep_arms(asked, varied, None, None, None)
    directory = RunDirectory.claim(folder, DEMO, resume=resume, fresh=not resume)
    play_sweep(DEMO, game, arms, asked, how, directory, whole_page=True, who=WhoOptions())
