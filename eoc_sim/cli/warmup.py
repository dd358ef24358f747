"""``eoc-sim warmup``: compile the engine and the strategies before the first run."""

from __future__ import annotations

import time

import rich_click as click

import eoc_sim
from eoc_sim import commands
from eoc_sim.cli.options import game_option
from eoc_sim.cli.progress import compile_with_progress
from eoc_sim.cli.screen import say
from eoc_sim.counts import duration
from eoc_sim.simulator.kernel.code_cache import check_cache_writable, drop_old_caches
from eoc_sim.simulator.runs.scratch import scratch_folder


@click.command()
@game_option
@click.option("--quiet", is_flag=True, help="Print nothing.")
def command(name: str, quiet: bool) -> None:
    """Compile the engine, strategies and report code ahead of runs.

    The compiled code is kept in your cache folder, or in the one that EOC_SIM_CACHE names, until
    the package changes.
    """
    game = eoc_sim.games.find(name)
    check_cache_writable()
    compiling = commands.baseline.require(
        game, game.compiling, "compiled engine, so there is nothing to compile"
    )
    if not quiet and not compiling.is_done(()):
        say("Compiling the engine and the strategies; this takes a minute or two, once.")
    start = time.perf_counter()
    drop_old_caches()
    if quiet:
        compiling.compile(lambda part, number, total: None, (), None)
    else:
        compile_with_progress(compiling)
    with scratch_folder() as folder:
        commands.run.run(game=name, games=1, who="off", out=folder / "run")
    if not quiet:
        say(f"Everything is compiled ({duration(time.perf_counter() - start)}).")
