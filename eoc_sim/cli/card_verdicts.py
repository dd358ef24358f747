"""Which cards are dead and which dominate, for ``eoc-sim data check``: players are asked."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.cli.options import DEFAULT_SEATING
from eoc_sim.cli.screen import note, say, table
from eoc_sim.commands.options import DEFAULT_SEED, GameOptions
from eoc_sim.commands.telling import count, plural

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

    from eoc_sim.simulator.runs.game import Game, V

GAMES = 20_000
PLAYED_OF_OFFERED = "played_of_offered"


def say_card_verdicts(name: str, data: str | None, games: int, jobs: int) -> None:
    """Play games of the usual line-up with these components, and name the cards that stand out.

    Nothing is kept of the games. A game without cards that are dealt and drafted has none.
    """
    from eoc_sim.cli.playing import Screen
    from eoc_sim.commands.baseline import version_of

    game, version = version_of(GameOptions(name, data=data), Screen())
    if not any(one.roles("passed") for one in game.tables.values()):
        return
    games, found = _played(game, version, games, jobs)
    line_up = ", ".join(one.name for one in game.strategies(version)) if game.strategies else ""
    say()
    played = f"{plural(games, 'game')} of {line_up}, seed {DEFAULT_SEED}"
    say(f"What {game.declaration.words.player[1]} make of the cards: {played}")
    _print(found)


def _played(game: Game[V], version: V, games: int, jobs: int) -> tuple[int, pl.DataFrame]:
    """The number of games that were played, and the cards with their verdicts.

    Beside the columns of the card table, `PLAYED_OF_OFFERED`: games in which the card was put into
    play, in 100 in which it was offered, with ``_low`` and ``_high``.
    """
    from eoc_sim.analysis.cards import card_table
    from eoc_sim.analysis.tables import Run, share_columns
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
    people = game.declaration.words.player[1]
    note(f"{plural(games, 'game')} are played, to see what {people} make of the cards.")
    request = Request(
        "data check",
        baseline_arms(game, version),
        games,
        DEFAULT_SEED,
        DEFAULT_SEATING,
        kept_tables(game, None),
        kept_current_tables(game, None),
    )
    with tempfile.TemporaryDirectory(prefix="eoc-sim-data-") as folder:
        directory = RunDirectory.claim(Path(folder) / "run", "data check")
        run = Run(play(game, request, directory, jobs=jobs).path)
        found = with_worth(run, card_table(run))
        played = share_columns(
            run, PLAYED_OF_OFFERED, found["played_games"], found["offered_games"]
        )
        return run.games, found.with_columns(played)


def _print(found: pl.DataFrame) -> None:
    """The cards that dominate, the strongest first, then the dead ones."""
    import polars as pl

    from eoc_sim.analysis.worth import (
        DEAD,
        DOMINATING,
        LEAST_DRAFTS_OF_A_DOMINATING_CARD,
        MOST_PLAYS_OF_A_DEAD_CARD,
    )

    meanings = {
        DOMINATING: "being dealt it certainly adds wins that matter, and where it is offered it "
        f"is certainly drafted in {LEAST_DRAFTS_OF_A_DOMINATING_CARD:g} of 100 games or more.",
        DEAD: f"certainly played in fewer than {MOST_PLAYS_OF_A_DEAD_CARD:g} of 100 games in which "
        "it is offered.",
    }
    standing_out = found.filter(pl.col("worth_verdict").is_in(list(meanings)))
    if standing_out.is_empty():
        say(f"None of {count(found['worth_verdict'].count())} cards is dead, none dominates.")
    for verdict, meaning in meanings.items():
        say(f"{verdict.capitalize()}: {meaning}")
        cards = standing_out.filter(pl.col("worth_verdict") == verdict)
        if not cards.is_empty():
            _print_cards(cards.sort("worth", descending=True))
        elif not standing_out.is_empty():
            say("  none")
    if not standing_out.is_empty():
        say(
            "In brackets: 95 % intervals; those of the wins hold for all cards together, the "
            "others for one card each."
        )


def _print_cards(cards: pl.DataFrame) -> None:
    """A row a card; on a narrow terminal a line for each of its numbers."""
    table(
        ("card", "wins in 100 if dealt", "drafted of 100 offered", "played of 100 offered"),
        [
            (
                row["label"],
                _estimate(row, "worth", "worth_all", "+"),
                _estimate(row, "taken", "taken"),
                _estimate(row, PLAYED_OF_OFFERED, PLAYED_OF_OFFERED),
            )
            for row in cards.iter_rows(named=True)
        ],
        alike=True,
    )


def _estimate(row: Mapping[str, Any], name: str, ends: str, sign: str = "") -> str:
    """A value with its interval, as ``+2.9 (+1.7 to +4.0)``.

    To two digits where one would leave an interval no width, as ``0.00 (0.00 to 0.04)``.
    """
    low, high = row[f"{ends}_low"], row[f"{ends}_high"]
    form = f"{sign}.{1 if round(low, 1) < round(high, 1) else 2}f"
    return f"{row[name]:{form}} ({low:{form}} to {high:{form}})"
