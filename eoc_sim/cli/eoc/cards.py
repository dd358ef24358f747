"""``eoc-sim cards``: what every card is worth, by chance's deals and by twins without it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.analysis.card_order import ends
from eoc_sim.cli.options import GameOptions, RunOptions, game_options, run_options_of
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.run_directory import RunDirectory
    from eoc_sim.simulator.runs.runner import Request

GAMES = 150_000
TWINS_A_GAME = 11
SHOWN = 8
"""Cards at either end of a table."""
FEW_TWINS = 50
"""Twins below which a card is not ranked, if the cards in the middle have twice as many."""
SELDOM = 2.0
"""Cards played in fewer of 100 games are named."""
METRICS_FOLDER = "metrics"
PRICE_FOLDER = "price"


@click.command(name="cards")
@game_options
@run_options_of(GAMES)
@click.option(
    "--price", metavar="CARD,CARD",
    help="Also play these cards with one EC less and one more in their dearest colour: versions of "
    "a run in DIR/price.",
)
def command(asked: GameOptions, how: RunOptions, price: str | None) -> None:
    """Measure what every card is worth, and what its stars and its effect bring.

    Being dealt a card is chance, so what it does to the wins is the card's doing: verdicts rest on
    it. Besides, games are played again from the moment when a card is played, with its stars, its
    effect or both off. Writes metric tables to DIR/metrics; eoc-sim report DIR shows them.
    """
    from eoc_sim.analysis.card_twins import beside, card_twins, write_metrics
    from eoc_sim.analysis.cards import card_table
    from eoc_sim.analysis.tables import Run
    from eoc_sim.analysis.worth import with_worth
    from eoc_sim.cli.baseline import baseline
    from eoc_sim.cli.eoc.card_prices import play_prices, price_versions
    from eoc_sim.cli.playing import play
    from eoc_sim.cli.run import make_request
    from eoc_sim.cli.screen import note, say
    from eoc_sim.simulator.runs.arms import baseline_arms
    from eoc_sim.simulator.runs.run_directory import RunDirectory

    how.check()
    game, version = baseline(asked)
    if game.name != "eoc":
        raise InputError(f"The game {game.name} has no cards that could be turned off.")
    varied, left_out = ([], []) if price is None else price_versions(version, price)
    directory = RunDirectory.claim(how.out, "cards", resume=how.resume, fresh=how.fresh)
    request = make_request("cards", game, baseline_arms(game, version), asked, how, {}, GAMES)
    _check_tables(game, request)
    request = replace(request, twins=_schedule(game, request, directory, how))
    outcome = play(game, request, directory, how)
    if not how.quiet:
        note("The tables are worked out.")
    run = Run(outcome.path)
    twins = card_twins(run)
    found = beside(run, with_worth(run, card_table(run)), twins)
    folder = outcome.path / METRICS_FOLDER
    write_metrics(found, twins, folder)
    if "worth" in found.columns:
        _print_dealt(found)
    _print_twins(found)
    _print_seldom(found)
    if varied:
        say("What a price of one EC less or more does:")
        for text in left_out:
            say(text)
        play_prices(game, version, varied, asked, how, outcome.path / PRICE_FOLDER)
    say(f"Metric tables: {folder}. For the report: eoc-sim report {outcome.path}")


def _check_tables(game: Game, request: Request) -> None:
    from eoc_sim.cli.run import check_kept

    needed = [
        table.name for table in game.tables.values()
        if table.roles("win_share") or table.roles("played_month")
    ]
    check_kept(request.keep, needed, "the worth of cards")


def _schedule(
    game: Game, request: Request, directory: RunDirectory, how: RunOptions
) -> dict[str, Any]:
    """Which twins are played, by a pilot of the cards."""
    from eoc_sim.cli.eoc.scheduling import scheduled
    from eoc_sim.simulator.eoc import card_pilot

    return scheduled(
        game, request, directory, how, card_pilot.GAMES,
        lambda engine: card_pilot.piloted_cards(engine, TWINS_A_GAME),
    )


def _print_dealt(found: pl.DataFrame) -> None:
    """The strongest and the weakest cards by what being dealt them does."""
    _print_ends(
        found, "worth",
        "Being dealt the card rather than another one, wins in 100 (95 % intervals; the surest "
        "first and last; verdicts on all cards together):",
        (
            ("verdict", lambda row: row["worth_verdict"] or "?"),
            ("wins in 100", lambda row: _estimate(row, "worth")),
            ("luck taken off", lambda row: _estimate(row, "shrunk")),
            ("stars ahead", lambda row: _estimate(row, "worth_score")),
            ("drafted", lambda row: _estimate(row, "drafted", 0)),
            ("played", lambda row: f"{row['played_games']}"),
        ),
    )


def _print_twins(found: pl.DataFrame) -> None:
    """The cards that most surely bring most and least once they are paid for."""
    from eoc_sim.cli.screen import say

    known = found.drop_nulls("twin_both_wins")
    few = fewer_twins(known["twin_both_games"])
    _print_ends(
        known.filter(~few), "twin_both_wins",
        "Once paid for, what the card brings to whoever plays it, wins in 100 (games less their "
        "twins; the surest first and last; its price and its place are not in it):",
        (
            ("with both", lambda row: _estimate(row, "twin_both_wins")),
            ("its stars", lambda row: _estimate(row, "twin_stars_wins")),
            ("its effect", lambda row: _estimate(row, "twin_effect_wins")),
            ("in stars", lambda row: _estimate(row, "twin_both_score")),
            ("others' stars", lambda row: _estimate(row, "twin_both_others_score")),
            ("twins", lambda row: f"{row['twin_both_games']}"),
        ),
    )
    if few.any():
        say(f"Too few twins to be ranked: {', '.join(known.filter(few)['label'])}.")


def fewer_twins(games: pl.Series) -> pl.Series:
    """Which cards have too few games with twins to be ranked with the others."""
    middle: Any = games.median()
    return games < min(FEW_TWINS, (middle or 0) / 2)


def _print_ends(
    found: pl.DataFrame, by: str, text: str,
    columns: Sequence[tuple[str, Callable[[dict[str, Any]], str]]],
) -> None:
    """A table of the cards that are most surely first and last by a column."""
    from eoc_sim.cli.screen import say, table

    first, last = ends(found, by, SHOWN)
    if not first.height:
        return
    say(text)
    between: list[dict[str, Any]] = [{}] if found.height > first.height + last.height else []
    shown = [*first.iter_rows(named=True), *between, *last.iter_rows(named=True)]
    table(
        ("card", *(head for head, _ in columns)),
        [
            (row["label"], *(cell(row) for _, cell in columns))
            if row else ("...", *("" for _ in columns))
            for row in shown
        ],
    )


def _print_seldom(found: pl.DataFrame) -> None:
    """How surely the usual cards are known; the others by name."""
    import polars as pl

    from eoc_sim.cli.screen import count, say

    share = 100 * pl.col("played_games") / pl.col("games")
    never = found.filter(pl.col("played_games") == 0)
    seldom = found.filter((pl.col("played_games") > 0) & (share < SELDOM))
    usual = found.filter(share >= SELDOM)
    widest = usual.select(
        ((pl.col("twin_both_wins_high") - pl.col("twin_both_wins_low")) / 2).max()
    ).item()
    if widest is not None:
        say(
            f"Of the {count(usual.height)} cards played in {SELDOM:g} of 100 games or more, what "
            f"both bring is known to ±{widest:.1f} wins in 100 or better."
        )
    if seldom.height:
        say(f"Played more seldom, and known less surely: {', '.join(seldom['label'])}.")
    if never.height:
        say(f"Never played, so nothing is known of them: {', '.join(never['label'])}.")


def _estimate(row: dict[str, Any], name: str, digits: int = 1) -> str:
    """A value with how far its interval reaches, to the side on which it reaches further."""
    value, low, high = (row[end] for end in (name, f"{name}_low", f"{name}_high"))
    if value is None or low is None:
        return "?"
    return f"{value:.{digits}f} ±{max(value - low, high - value):.{digits}f}"
