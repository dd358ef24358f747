"""Find dead and dominating cards, for ``data check``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.cards import card_table
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import share_columns
from eoc_sim.analysis.worth import with_worth
from eoc_sim.commands.options import DEFAULT_SEATING, DEFAULT_SEED
from eoc_sim.counts import plural
from eoc_sim.simulator.runs import runner
from eoc_sim.simulator.runs.arms import baseline_arms
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Request, kept_current_tables, read_keep, whole_seatings
from eoc_sim.simulator.runs.scratch import scratch_folder

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.commands.channel import Channel
    from eoc_sim.simulator.runs.game import Game, V

PLAYED_OF_OFFERED = "played_of_offered"


def card_verdicts(
    game: Game[V], version: V, games: int, jobs: int, channel: Channel
) -> tuple[int, pl.DataFrame] | None:
    """Play games with the default line-up, and judge the cards by them.

    Returns the number of games and the card table with verdicts, or None for a game without cards
    that are dealt and drafted. No games are kept. The additional column `PLAYED_OF_OFFERED`,
    with ``_low`` and ``_high``, gives the number of games in which the card is played, per 100
    games in which it is offered.
    """
    if not any(table.roles("passed") for table in game.tables.values()):
        return None
    channel.compile(game, [version])
    games, _ = whole_seatings(games, game.players_of(version), DEFAULT_SEATING)
    people = game.declaration.words.player[1]
    channel.note(f"Playing {plural(games, 'game')} to see how {people} use the cards.")
    request = Request(
        "data check",
        baseline_arms(game, version),
        games,
        DEFAULT_SEED,
        DEFAULT_SEATING,
        read_keep(game, None),
        kept_current_tables(game, None, version),
    )
    with scratch_folder() as folder:
        directory = RunDirectory.claim(folder / "run", "data check")
        run = Run(runner.play(game, request, directory, jobs=jobs).path)
        table = with_worth(run, card_table(run))
        play_shares = share_columns(
            run, PLAYED_OF_OFFERED, table["played_games"], table["offered_games"]
        )
        return run.games, table.with_columns(play_shares)
