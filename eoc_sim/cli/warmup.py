"""``eoc-sim warmup``: compile the engine and the strategies ahead of the first run."""

from __future__ import annotations

import rich_click as click


@click.command(name="warmup")
@click.option("--quiet", is_flag=True, help="Print nothing.")
def command(quiet: bool) -> None:
    """Compile the engine and all strategies now, so that the first run starts at once.

    The compiled code is kept in your cache folder (EOC_SIM_CACHE names another) until the
    package changes.
    """
    import time

    from eoc_sim.cli.screen import duration, say

    was_warm = is_warm()
    if not quiet and not was_warm:
        say("Compiling the engine and the strategies; this takes up to a minute, once.")
    started = time.perf_counter()
    compile_everything()
    if not quiet:
        taken = duration(time.perf_counter() - started)
        say(f"Everything was compiled already ({taken})." if was_warm else f"Done in {taken}.")


def compile_everything() -> None:
    """Compile the engine and every strategy that comes with the package."""
    from eoc_sim.simulator.eoc.components import load
    from eoc_sim.simulator.eoc.engine import Engine, load_strategy, strategy_folders
    from eoc_sim.simulator.eoc.rules import STANDARD_RULES
    from eoc_sim.simulator.kernel.compiled import drop_old_caches

    drop_old_caches()
    components = load(None)
    strategies = [load_strategy(name) for name in strategy_folders().names()]
    for first in range(0, len(strategies), 4):
        seats = (strategies[first : first + 4] + strategies[:3])[:4]
        Engine(components, STANDARD_RULES, seats, seed=1).worker().play(0, 1, ["seats"])


def is_warm() -> bool:
    """Whether the engine of this very source code has been compiled on this computer before."""
    from eoc_sim.simulator.eoc.play import serve
    from eoc_sim.simulator.kernel.compiled import COMPILED, is_cached

    return not COMPILED or is_cached(serve)
