"""``eoc-sim demo``: the README's example, a real sweep and its report."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from eoc_sim.cli.options import DEFAULT_SEED, GameOptions, RunOptions
from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING
from eoc_sim.simulator.runs.backend_names import LOCAL

DIRECTORY = Path("results/demo")
GAMES = 10_000
VARY = ("card.038.stars=1,3,5,7,9", "rules.start_bucks=5,9")


@click.command(name="demo")
@click.option(
    "--jobs", type=int, default=-1, show_default=True, metavar="N",
    help="Cores to use; -1 is all.",
)
@click.option("--quiet", is_flag=True, help="Print the result only.")
def command(jobs: int, quiet: bool) -> None:
    """Sweep the stars of card 038 and the Booster Bucks at the start, and write the report.

    Plays into results/demo and may be repeated. The same as
    `eoc-sim sweep --vary card.038.stars=1,3,5,7,9 --vary rules.start_bucks=5,9 --games 10000`.
    """
    from eoc_sim.cli.sweep import play_sweep, sweep_arms
    from eoc_sim.simulator.runs.run_directory import RUN_FILE, RunDirectory, read_run_file

    if (DIRECTORY / RUN_FILE).exists() and read_run_file(DIRECTORY).get("command") != "demo":
        raise InputError(
            f"{DIRECTORY} holds a run that the demo did not make; move it away, and repeat."
        )
    asked = GameOptions(
        name="eoc", seats=None, players=None, rules=None, settings=(), data=None, card=(),
        change=(), seed=DEFAULT_SEED, seating=DEFAULT_SEATING,
    )
    how = RunOptions(
        games=GAMES, jobs=jobs, backend=LOCAL, scheduler=None, out=str(DIRECTORY),
        resume=False, fresh=True, keep=None, quiet=quiet, yes=True,
    )
    how.check()
    game, arms = sweep_arms(asked, VARY, None, None, None)
    directory = RunDirectory.claim(DIRECTORY, "demo", fresh=True)
    play_sweep("demo", game, arms, asked, how, directory, whole_page=True)
