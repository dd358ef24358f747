"""Which cards are dead and which dominate, for ``eoc-sim data check``: players are asked."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.cli.options import DEFAULT_SEATING, DEFAULT_SEED, GameOptions
from eoc_sim.cli.screen import count, note, plural, say, table

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.simulator.runs.game import Game

GAMES = 20_000


def say_card_verdicts(name: str, data: str | None, games: int, jobs: int) -> None:
    """Play games of the usual line-up with these components, and name the cards that stand out.

    Nothing is kept of the games. A game without cards that are dealt and drafted has none.
    """
    from eoc_sim.cli.baseline import version_of

    game, version = version_of(
        GameOptions(name, None, None, None, (), data, (), (), DEFAULT_SEED, DEFAULT_SEATING)
    )
    if not any(one.roles("passed") for one in game.tables.values()):
        return
    games, found = _played(game, version, games, jobs)
    line_up = ", ".join(one.name for one in game.strategies(version)) if game.strategies else ""
    say()
    played = f"{plural(games, 'game')} of {line_up}, seed {DEFAULT_SEED}"
    say(f"What players make of the cards: {played}")
    _print(found)


def _played(game: Game, version: Any, games: int, jobs: int) -> tuple[int, pl.DataFrame]:
    """The number of games that were played, and the cards with their verdicts."""
    from eoc_sim.analysis.cards import card_table
    from eoc_sim.analysis.tables import Run
    from eoc_sim.analysis.worth import with_worth
    from eoc_sim.cli.playing import compile_needed
    from eoc_sim.simulator.runs.arms import baseline_arms
    from eoc_sim.simulator.runs.run_directory import RunDirectory
    from eoc_sim.simulator.runs.runner import (
        Request,
        kept_current_tables,
        kept_tables,
        play,
        whole_seatings,
    )

    compile_needed(game, [version], quiet=False)
    games, _ = whole_seatings(games, game.players_of(version), DEFAULT_SEATING)
    note(f"{plural(games, 'game')} are played, to see what players make of the cards.")
    request = Request(
        "data check", baseline_arms(game, version), games, DEFAULT_SEED, DEFAULT_SEATING,
        kept_tables(game, None), kept_current_tables(game, None),
    )
    with tempfile.TemporaryDirectory(prefix="eoc-sim-data-") as folder:
        directory = RunDirectory.claim(Path(folder) / "run", "data check")
        run = Run(play(game, request, directory, jobs=jobs).path)
        return run.games, with_worth(run, card_table(run))


def _print(found: pl.DataFrame) -> None:
    """The cards that dominate, the strongest first, then the dead ones."""
    import polars as pl

    from eoc_sim.analysis.worth import (
        DEAD,
        DOMINATING,
        LEAST_DRAFTS_OF_A_DOMINATING_CARD,
        MOST_PLAYS_OF_A_DEAD_CARD,
    )

    standing_out = found.filter(pl.col("worth_verdict").is_in([DEAD, DOMINATING])).sort(
        pl.col("worth_verdict") == DEAD, -pl.col("worth")
    )
    if standing_out.is_empty():
        say(f"None of {count(found['worth_verdict'].count())} cards is dead, none dominates.")
    else:
        table(
            ("verdict", "card", "wins in 100 if dealt", "between", "drafted of 100 offered",
             "played of 100 offered"),
            [
                (
                    row["worth_verdict"], row["label"], f"{row['worth']:+.1f}",
                    f"{row['worth_all_low']:+.1f} to {row['worth_all_high']:+.1f}",
                    *(
                        f"{100 * row[games] / row['offered_games']:.1f}"
                        for games in ("drafted_games", "played_games")
                    ),
                )
                for row in standing_out.iter_rows(named=True)
            ],
            left=2,
        )
    say(
        f"Dead: certainly played in fewer than {MOST_PLAYS_OF_A_DEAD_CARD:g} of 100 games in which "
        "it is offered."
    )
    say(
        "Dominating: being dealt it certainly adds wins that matter, and where it is offered it is "
        f"certainly drafted in {LEAST_DRAFTS_OF_A_DOMINATING_CARD:g} of 100 games or more."
    )
