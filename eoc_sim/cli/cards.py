"""``eoc-sim cards``: the worth of every card, from deals and twins."""

from __future__ import annotations

import rich_click as click

from eoc_sim import commands
from eoc_sim.cli import printing
from eoc_sim.cli.closing import folder_line
from eoc_sim.cli.family import family_options
from eoc_sim.cli.history import no_history_option
from eoc_sim.cli.options import game_options, run_options_of
from eoc_sim.cli.played_runs import finish
from eoc_sim.cli.screen import say, show
from eoc_sim.cli.who_plays import TWO_OTHERS, who_options
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.defaults import CARDS_GAMES
from eoc_sim.simulator.runs.run_file import METRICS


@click.command()
@game_options
@run_options_of(CARDS_GAMES)
@no_history_option
@family_options
@who_options(TWO_OTHERS)
@click.option(
    "--price",
    metavar="CARD,CARD",
    help="Also play these cards at a lower and a higher price, as versions of a run in DIR/price. "
    "For games that declare how a price varies.",
)
def command(options: GameOptions, run_options: RunOptions, price: str | None) -> None:
    """Measure what every card, its points and its effect are worth.

    Replays games from the moment a card is played, with its points, its effect or both switched
    off, and does the same with the places of a board. Where chance deals the cards, verdicts
    rest on how many more games players win when they are dealt a card. Writes metric tables
    to DIR/metrics; eoc-sim report DIR shows them.
    """
    result = commands.cards.run_cards(price, options, run_options, show)
    if result.prices is not None:
        printing.sweep.print_verdict(result.prices)
    say(folder_line("Metric tables", result.folder / METRICS, result.folder, options.name))
    finish(result, result.prices)
