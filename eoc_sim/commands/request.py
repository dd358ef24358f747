"""Make a run's request from options and versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.looks import NARROWEST_AT
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.defaults import DEFAULT_GAMES, DEFAULT_MAX_GAMES
from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.phrases import join_words
from eoc_sim.simulator.runs.runner import Request, kept_current_tables, read_keep, whole_seatings

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game


def make_request(
    name: str,
    game: Game,
    arms: Arms,
    options: GameOptions,
    run_options: RunOptions,
    twins: Mapping[str, Any] | None = None,
    default_games: int = DEFAULT_GAMES,
    *,
    sequential: bool = False,
) -> Request:
    """Make a run's request from the options, noting any rounding up.

    For a ``sequential`` run, the number of games is an upper limit.
    """
    players = game.players_of(arms.baseline.version)
    default_number = DEFAULT_MAX_GAMES if sequential else default_games
    requested_games = run_options.games if run_options.games is not None else default_number
    games, rounding_note = whole_seatings(requested_games, players, options.seating)
    if rounding_note and not run_options.quiet:
        run_options.channel.say(rounding_note)
    return Request(
        name,
        arms,
        games,
        options.seed,
        options.seating,
        read_keep(game, run_options.keep, twins is not None),
        kept_current_tables(game, run_options.keep, arms.baseline.version),
        twins,
        NARROWEST_AT if sequential else None,
        implied_options=run_options.implied_options,
    )


def check_kept(keep: Sequence[str], tables: Sequence[str], purpose: str) -> None:
    """Refuse a run that would not keep the tables needed for ``purpose``."""
    missing_tables = [name for name in tables if name not in keep]
    if missing_tables:
        raise InputError(
            f"--keep leaves out {join_words(missing_tables)}, which {purpose} needs; give "
            f"{','.join(tables)} too."
        )
