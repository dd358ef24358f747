"""``eoc-sim cards``: what every card is worth, by chance's deals and by twins without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

from eoc_sim.cli.family import family_options
from eoc_sim.cli.options import game_options, run_options_of
from eoc_sim.cli.who_plays import TWO_OTHERS, who_options
from eoc_sim.commands.family import FamilyOptions, check_family
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.commands.who_plays import WhoOptions, chosen_line_ups, play_who
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.runner import Request

GAMES = 150_000
TWINS_A_GAME = 11
METRICS_FOLDER = "metrics"
PRICE_FOLDER = "price"


@click.command(name="cards")
@game_options
@run_options_of(GAMES)
@family_options
@who_options(TWO_OTHERS)
@click.option(
    "--price",
    metavar="CARD,CARD",
    help="Also play these cards with one envelope less and one more in their dearest colour: "
    "versions of a run in DIR/price. For games whose cards are paid for in envelopes.",
)
def command(
    asked: GameOptions,
    how: RunOptions,
    family: FamilyOptions,
    who: WhoOptions,
    price: str | None,
) -> None:
    """Measure what every card is worth, and what its points and its effect bring.

    Games are played again from the moment when a card is played, with its own points, its
    effect or both off; so are the places of a board that has them. Where being dealt a card
    is chance, what it does to the wins is the card's doing: verdicts rest on it. Writes metric
    tables to DIR/metrics; eoc-sim report DIR shows them.
    """
    from eoc_sim.analysis.tables import Run
    from eoc_sim.cli.closing import where
    from eoc_sim.cli.screen import note, say
    from eoc_sim.commands.baseline import baseline
    from eoc_sim.commands.family import play_family
    from eoc_sim.commands.playing import play
    from eoc_sim.commands.request import make_request
    from eoc_sim.commands.scheduling import with_twins
    from eoc_sim.simulator.runs.arms import baseline_arms
    from eoc_sim.simulator.runs.run_directory import RunDirectory

    how.check()
    game, version = baseline(asked, how.telling)
    if game.twins is None or game.twins.of_cards is None:
        raise InputError(f"The game {game.name} has no cards that could be turned off.")
    check_family(game, family)
    chosen_line_ups(game, who)
    prices = game.parts.load("prices")
    if price is not None and prices is None:
        raise InputError(f"--price needs prices that can be varied; {game.name} has none.")
    varied, left_out = ([], []) if price is None else prices.price_versions(version, price)
    directory = RunDirectory.claim(how.out, "cards", resume=how.resume, fresh=how.fresh)
    request = make_request("cards", game, baseline_arms(game, version), asked, how, {}, GAMES)
    of_game = game.parts.load("cards")
    _check_tables(game, request, of_game.NEEDED)
    request = with_twins(game, request, directory, how, game.twins.of_cards, TWINS_A_GAME)
    outcome = play(game, request, directory, how)
    if not how.quiet:
        note("The tables are worked out.")
    folder = outcome.path / METRICS_FOLDER
    of_game.tell(Run(outcome.path), folder)
    play_who(game, request, directory, how, who, few=True)
    deals = [name for name, one in game.tables.items() if one.roles("passed")]
    tables = (*game.default_tables, *deals) if deals else ()
    play_family(game, request, directory, how, family, tables)
    if varied:
        say("What a price of one envelope less or more does:")
        for text in left_out:
            say(text)
        prices.play_prices(game, version, varied, asked, how, outcome.path / PRICE_FOLDER)
    say(where("Metric tables", folder, outcome.path))


def _check_tables(game: Game, request: Request, roles: tuple[str, ...]) -> None:
    from eoc_sim.commands.request import check_kept

    needed = [table.name for table in game.tables.values() if table.roles(*roles)]
    check_kept(request.keep, needed, "the worth of cards")
