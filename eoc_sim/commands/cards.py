"""Measure the worth of every card, from deals and twins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

from eoc_sim.analysis.tables import Run
from eoc_sim.commands.baseline import baseline
from eoc_sim.commands.family import play_family
from eoc_sim.commands.keywords import Call, CheckKeywords, with_keywords
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.commands.playing import claim, claim_inside, play
from eoc_sim.commands.request import check_kept, make_request
from eoc_sim.commands.result import Result
from eoc_sim.commands.scheduling import with_twins
from eoc_sim.commands.sweep import play_sweep
from eoc_sim.commands.who_plays import check_others, play_other_line_ups
from eoc_sim.defaults import CARDS_GAMES, TWINS_PER_GAME
from eoc_sim.errors import InputError
from eoc_sim.reports.findings import Findings
from eoc_sim.simulator.runs.arms import baseline_arms, vary_arms
from eoc_sim.simulator.runs.run_file import METRICS

if TYPE_CHECKING:
    from pathlib import Path

    from eoc_sim.simulator.runs.arms import Vary
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.runner import Request
    from eoc_sim.simulator.runs.text_table import TextTable

COMMAND = "cards"
PRICES = "price"
"""The subfolder for the run with other prices."""


@dataclass(frozen=True)
class CardsResult(Result):
    """The result of `cards`; ``prices`` is the result with other prices."""

    prices: Result | None = None


@with_keywords(CheckKeywords)
def cards(
    *, price: str | Sequence[str] | None = None, **options: Unpack[CheckKeywords]
) -> CardsResult:
    """Measure what every card, its points and its effect are worth.

    Games are replayed from the moment a card is played, with its points, its effect or both
    switched off.

    Args:
        price: Cards that are also played at a lower and at a higher price, in a separate run.

    Raises:
        InputError: An option cannot be used, or the game has no cards that can be switched off.
    """
    call = Call(COMMAND, options, price=price)
    return call.add_to_history(run_cards(call.text("price"), call.options, call.run_options))


def run_cards(
    price: str | None,
    options: GameOptions,
    run_options: RunOptions,
    show: Callable[[Iterable[str | TextTable]], None] | None = None,
) -> CardsResult:
    """Play games and twins for cards, and write the metric tables.

    ``show`` receives the results of the twins, as lines and tables, before other games are played.
    """
    run_options.check()
    game, version = baseline(options, run_options.channel)
    if game.twins is None or game.twins.cards is None:
        raise InputError(
            f"The game {game.name} has no cards that can be switched off; in plain Python, a game "
            "declares what a card loses when it is switched off, as in Sheet(..., off=(COLUMN,))."
        )
    check_others(game, run_options)
    vary, left_out = price_versions(game, version, price)
    directory = claim(run_options, COMMAND, game)
    request = make_request(
        COMMAND, game, baseline_arms(game, version), options, run_options, {}, CARDS_GAMES
    )
    game_cards = game.parts.load("cards")
    check_tables(game, request, game_cards.ROLES)
    request = with_twins(game, request, directory, run_options, game.twins.cards, TWINS_PER_GAME)
    outcome = play(game, request, directory, run_options)
    if not run_options.quiet:
        run_options.channel.note("Computing the tables.")
    page = Findings(Run(outcome.path))
    game_cards.write_metrics(page, outcome.path / METRICS)
    if show is not None:
        show(game_cards.lines(page))
    play_other_line_ups(game, request, directory, run_options, checks_only=True)
    deals = [name for name, table in game.tables.items() if table.roles("passed")]
    tables = (*game.default_tables, *deals) if deals else ()
    play_family(game, request, directory, run_options, tables)
    prices = None
    if vary:
        run_options.channel.say("The effect of a lower and a higher price:")
        for text in left_out:
            run_options.channel.say(text)
        prices = play_prices(game, version, vary, options, run_options, outcome.path / PRICES)
    notes = (*run_options.channel.notes, *left_out)
    return CardsResult(outcome.path, game, request, notes, prices=prices)


def price_versions(game: Game, version: Any, price: str | None) -> tuple[list[Vary], list[str]]:
    """Return the prices to vary, and sentences about those left out.

    Raises:
        InputError: The game has no prices to vary, a card is unknown or repeated, or an option sets
            its price.
    """
    if price is None:
        return [], []
    versions_of = game.parts.load("prices")
    if versions_of is None:
        raise InputError(f"--price needs prices that can be varied; {game.name} has none.")
    versions: tuple[list[Vary], list[str]] = versions_of(version, price)
    return versions


def play_prices(
    game: Game,
    version: Any,
    vary: Sequence[Vary],
    options: GameOptions,
    run_options: RunOptions,
    path: Path,
) -> Result:
    """Play versions with current and varied prices, in a separate run."""
    directory = claim_inside(path, COMMAND, run_options)
    defaults = RunOptions()
    sweep_options = replace(run_options, family=defaults.family, who=defaults.who)
    return play_sweep(
        COMMAND, game, vary_arms(game, version, vary), options, sweep_options, directory
    )


def check_tables(game: Game, request: Request, roles: Sequence[str]) -> None:
    """Refuse a run that leaves out tables with these roles."""
    tables = [table.name for table in game.tables.values() if table.roles(*roles)]
    check_kept(request.keep, tables, "the worth of cards")
