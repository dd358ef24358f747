"""``eoc-sim balance``: the fewest and smallest edits after which a target is met."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import rich_click as click

from eoc_sim.cli.options import claimed_folder, game_options, run_options
from eoc_sim.cli.who_plays import who_options
from eoc_sim.commands.options import DEFAULT_GAMES, GameOptions, RunOptions, example
from eoc_sim.commands.who_plays import WhoOptions, chosen_line_ups
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.analysis.targets import Target
    from eoc_sim.simulator.runs.game import Game, V

COMMAND = "balance"
STRATEGIES_AROUND_FAIR = 0.2
"""Without a target, strategies may win so much of a fair share less or more."""
TURN_ORDER, DEALT, CARDS = 2.0, 5.0, 3.0


@click.command(name=COMMAND)
@click.option(
    "--strategies",
    metavar="LOW-HIGH",
    help="Target: every strategy wins from LOW to HIGH of 100 games.",
)
@click.option(
    "--turn-order",
    type=float,
    metavar="WINS",
    help="Target: every place in the turn order is within so many wins in 100 of fair.",
)
@click.option(
    "--dealt",
    type=float,
    metavar="WINS",
    help="Target: so is whatever else chance deals to a seat, such as a region or a coach. For "
    "games that deal something.",
)
@click.option(
    "--cards",
    type=float,
    metavar="WINS",
    help="Target: being dealt a card rather than another is worth at most so many wins in 100, for "
    "better or worse. For games that deal cards.",
)
@click.option(
    "--no-dead",
    is_flag=True,
    help="Target: no card is hardly ever put into play. For games that deal cards.",
)
@click.option(
    "--for",
    "what",
    metavar="KEY",
    help="Instead of a target: what would make one row of a sheet as good as an average one, such "
    f"as {example('row')}.",
)
@click.option(
    "--allow",
    multiple=True,
    metavar="KEY[=LOW..HIGH]",
    help="A number that may be edited, and its range; * stands for any letters, as in "
    "card.*.COLUMN=1..6 or building.*.COLUMN=1..6. May be given several times. [default: every "
    "number]",
)
@click.option(
    "--never",
    multiple=True,
    metavar="KEY",
    help="A number that may not be edited though --allow or the default says so.",
)
@game_options
@run_options
@who_options("all but those who search, as many games")
def command(
    strategies: str | None,
    turn_order: float | None,
    dealt: float | None,
    cards: float | None,
    no_dead: bool,
    what: str | None,
    allow: tuple[str, ...],
    never: tuple[str, ...],
    asked: GameOptions,
    how: RunOptions,
    who: WhoOptions,
) -> None:
    """Find the fewest and smallest edits of numbers after which a target is met.

    Says what to edit in sentences, tries it on fresh games, and writes the edited sheets; or says
    that no edit it tried meets the target, and how near it came. Without any part of a target all
    that the game has are asked for: strategies within a fifth of fair, turn order within 2, dealt
    within 5, cards within 3, and no dead card.
    """
    from eoc_sim.analysis.average import GAMES
    from eoc_sim.analysis.targets import Target
    from eoc_sim.cli.balance_for import answer, thing_of
    from eoc_sim.cli.balance_search import Search, search
    from eoc_sim.commands.baseline import baseline, needed
    from eoc_sim.simulator.runs.numbers import allowed, without
    from eoc_sim.simulator.runs.runner import check_games

    how.check()
    usual = DEFAULT_GAMES if what is None else GAMES
    games = usual if how.games is None else how.games
    check_games(games)
    how = replace(how, games=games)
    if how.keep is not None:
        raise InputError("--keep cannot be given: balance keeps the tables that it looks at.")
    game, version = baseline(asked, how.telling)
    if who.games is not None:
        raise InputError("--who-games cannot be given: every line-up plays --games.")
    line_ups = chosen_line_ups(game, who, version)
    editing = needed(game, game.editing, f"numbers to edit, so {COMMAND} cannot be asked")
    target = asked_target(game, version, strategies, turn_order, dealt, cards, no_dead)
    numbers = without(allowed(editing.numbers(version), allow), never)
    if not numbers:
        raise InputError("No number may be edited: --allow and --never leave none.")
    if what is not None:
        if strategies is not None or no_dead or (turn_order, dealt, cards) != (None, None, None):
            raise InputError("--for cannot be given with a target: it asks about one thing alone.")
        thing = thing_of(game, version, what, numbers)
        if thing.numbers:
            folder = claimed_folder(how, COMMAND)
            answer(
                Search(
                    game, game.restore(game.record(version)), target, numbers, asked, how, folder
                ),
                thing,
            )
            return
        target = Target(dealt=TURN_ORDER, only=thing.dealt)
    folder = claimed_folder(how, COMMAND)
    search(game, version, target, numbers, asked, how, folder, line_ups)


def asked_target(
    game: Game[V],
    version: V,
    strategies: str | None,
    turn_order: float | None,
    dealt: float | None,
    cards: float | None,
    no_dead: bool,
) -> Target:
    """The target of the options; the usual one if they say nothing.

    Raises:
        InputError: one player alone, or a part of it that cannot be.
    """
    from eoc_sim.analysis.targets import Target

    players = game.players_of(version)
    if players < 2:
        raise InputError(
            f"balance is between {game.declaration.words.player[1]}: there is nothing to balance "
            "for one alone."
        )
    fair = 100 / players
    for name, within in (("turn-order", turn_order), ("dealt", dealt), ("cards", cards)):
        if within is not None and not 0 < within <= 100:
            raise InputError(f"--{name} {within:g} should be more than 0 and at most 100.")
    deals = bool(game.standings.roles("dealt"))
    offers = any(table.roles("passed") for table in game.tables.values())
    title = game.declaration.words.title
    if dealt is not None and not deals:
        raise InputError(f"--dealt cannot be given: {title} deals nothing to a seat by chance.")
    for option, given in (("--cards", cards is not None), ("--no-dead", no_dead)):
        if given and not offers:
            raise InputError(
                f"{option} cannot be given: {title} deals no cards that are taken or refused."
            )
    if strategies is None and not no_dead and (turn_order, dealt, cards) == (None, None, None):
        off = STRATEGIES_AROUND_FAIR * fair
        return Target(
            (fair - off, fair + off),
            TURN_ORDER,
            DEALT if deals else None,
            CARDS if offers else None,
            no_dead_card=offers,
        )
    ends = None if strategies is None else _ends(strategies, fair)
    alike = game.dims([version])[game.standings.role("strategy").dim].height == 1
    if alike and (turn_order, dealt, cards, no_dead) == (None, None, None, False):
        raise InputError("--strategies says nothing of this game: one strategy plays all seats.")
    return Target(ends, turn_order, dealt, cards, no_dead)


def _ends(text: str, fair: float) -> tuple[float, float]:
    found = re.fullmatch(r"([0-9]+\.?[0-9]*)\s*(?:-|\.\.|to)\s*([0-9]+\.?[0-9]*)", text.strip())
    if found is None:
        raise InputError(f'--strategies "{text}" should be LOW-HIGH in wins in 100, such as 20-30.')
    low, high = float(found[1]), float(found[2])
    if not low < fair < high or high > 100:
        raise InputError(
            f"--strategies {text}: the fair {fair:.3g} wins in 100 should lie between the two."
        )
    return low, high
