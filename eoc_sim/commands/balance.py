"""Find the fewest and smallest edits that meet a target."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from eoc_sim.analysis.average import GAMES
from eoc_sim.analysis.targets import (
    DEFAULT_CARD_LIMIT,
    DEFAULT_DEALT_LIMIT,
    DEFAULT_TURN_ORDER_LIMIT,
    Target,
)
from eoc_sim.commands.balance_for import answer
from eoc_sim.commands.balance_search import BalanceSearch, search
from eoc_sim.commands.balance_subject import subject_of
from eoc_sim.commands.baseline import baseline, refuse_automaton, require
from eoc_sim.commands.keywords import Call, WhoKeywords, with_keywords
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.commands.run_folder import RunFolder
from eoc_sim.commands.who_plays import chosen_line_ups
from eoc_sim.defaults import DEFAULT_GAMES
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.numbers import drop_numbers, select_numbers
from eoc_sim.simulator.runs.runner import check_games

if TYPE_CHECKING:
    from eoc_sim.commands.balance_search import BalanceResult
    from eoc_sim.simulator.runs.game import Game, V

COMMAND = "balance"
DEFAULT_STRATEGY_MARGIN = 0.2
"""The default margin around a fair share, as a fraction of it."""


@with_keywords(WhoKeywords, "no_history")
def balance(
    *,
    strategies: str | tuple[float, float] | None = None,
    turn_order: float | None = None,
    dealt: float | None = None,
    cards: float | None = None,
    no_dead: bool = False,
    for_: str | None = None,
    allow: str | Sequence[str] = (),
    never: str | Sequence[str] = (),
    **options: Unpack[WhoKeywords],
) -> BalanceResult:
    """Find the fewest and smallest edits that meet a target.

    The edits are tested on fresh games, and the edited sheets are written. The default target has
    every part that applies to the game.

    Args:
        strategies: The range of wins in 100 that every strategy should have, such as (20, 30).
        turn_order: How far from fair a place in the turn order may be, in wins per 100 games.
        dealt: The same limit for each thing, apart from cards, that chance deals to a seat.
        cards: How much the wins in 100 may change if a seat is dealt one card rather than another.
        no_dead: Allow no dead cards (cards that are hardly ever played).
        for_: Instead of a target, the key of a row that should become as good as the average row.
        allow: The numbers that may be edited, each as KEY or KEY=LOW..HIGH; * matches any text.
        never: Keys of numbers that may not be edited.

    Raises:
        InputError: An option cannot be used, or there is nothing to balance or to edit.
    """
    if strategies is not None and not isinstance(strategies, str):
        strategies = "-".join(f"{end:.15g}" for end in strategies)
    allow_keys, never_keys = (
        (keys,) if isinstance(keys, str) else tuple(keys) for keys in (allow, never)
    )
    call = Call(
        COMMAND,
        options,
        strategies=strategies,
        turn_order=turn_order,
        dealt=dealt,
        cards=cards,
        no_dead=no_dead,
        for_=for_,
        allow=allow_keys,
        never=never_keys,
    )
    return run_balance(
        strategies,
        turn_order,
        dealt,
        cards,
        no_dead,
        for_,
        allow_keys,
        never_keys,
        call.options,
        call.run_options,
    )


def run_balance(
    strategies: str | None,
    turn_order: float | None,
    dealt: float | None,
    cards: float | None,
    no_dead: bool,
    component: str | None,
    allow: tuple[str, ...],
    never: tuple[str, ...],
    options: GameOptions,
    run_options: RunOptions,
) -> BalanceResult:
    """Search for the requested edits."""
    run_options.check()
    default_games = DEFAULT_GAMES if component is None else GAMES
    games = default_games if run_options.games is None else run_options.games
    check_games(games)
    run_options = replace(run_options, games=games)
    if run_options.keep is not None:
        raise InputError("--keep cannot be given: balance keeps the tables that it needs.")
    game, version = baseline(options, run_options.channel)
    if run_options.who.games is not None:
        raise InputError(
            "--who-games cannot be given: --games sets the number of games for every line-up."
        )
    line_ups = chosen_line_ups(game, run_options.who, version)
    editing = require(
        game,
        game.editing,
        f"numbers to edit, so {COMMAND} cannot run; in plain Python, a column that may be edited "
        "declares its worth, as in Whole(..., worth=1.0)",
    )
    target = requested_target(game, version, strategies, turn_order, dealt, cards, no_dead)
    refuse_automaton(game, version, COMMAND)
    numbers = drop_numbers(select_numbers(editing.numbers(version), allow), never)
    if not numbers:
        raise InputError("No number may be edited: --allow and --never leave none.")
    subject = None
    if component is not None:
        if strategies is not None or no_dead or (turn_order, dealt, cards) != (None, None, None):
            raise InputError("--for cannot be given with a target: --for makes one row average.")
        subject = subject_of(game, version, component, numbers)
        if not subject.numbers:
            # The tighter of the two limits: a thing that is off by DEFAULT_DEALT_LIMIT would not
            # count as average.
            target = Target(dealt=DEFAULT_TURN_ORDER_LIMIT, only_figure=subject.dealt_component)
    with RunFolder.claim(run_options, COMMAND) as folder:
        # --card and --set describe the starting game, so the search may edit what they set.
        editable_version = game.restore(game.record(version))
        job = BalanceSearch(
            game, editable_version, target, numbers, options, run_options, folder, line_ups
        )
        if subject is not None and subject.numbers:
            return answer(job, subject)
        return search(job)


def requested_target(
    game: Game[V],
    version: V,
    strategies: str | None,
    turn_order: float | None,
    dealt: float | None,
    cards: float | None,
    no_dead: bool,
) -> Target:
    """Return the target that the options set, or the default target.

    Raises:
        InputError: The game has only one player, or a part of the target is impossible.
    """
    players = game.players_of(version)
    if players < 2:
        raise InputError(
            f"There is nothing to balance for a single {game.declaration.words.player[0]}."
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
    for option, is_given in (("--cards", cards is not None), ("--no-dead", no_dead)):
        if is_given and not offers:
            raise InputError(
                f"{option} cannot be given: {title} deals no cards that are taken or refused."
            )
    if strategies is None and not no_dead and (turn_order, dealt, cards) == (None, None, None):
        margin = DEFAULT_STRATEGY_MARGIN * fair
        return Target(
            (fair - margin, fair + margin),
            DEFAULT_TURN_ORDER_LIMIT,
            DEFAULT_DEALT_LIMIT if deals else None,
            DEFAULT_CARD_LIMIT if offers else None,
            no_dead_card=offers,
        )
    ends = None if strategies is None else _ends(strategies, fair)
    has_one_strategy = game.dims([version])[game.standings.role("strategy").dim].height == 1
    if has_one_strategy and (turn_order, dealt, cards, no_dead) == (None, None, None, False):
        raise InputError(
            "--strategies needs different strategies, but one strategy plays in every seat."
        )
    return Target(ends, turn_order, dealt, cards, no_dead)


def _ends(text: str, fair: float) -> tuple[float, float]:
    """Read LOW-HIGH, a range that must include the fair share."""
    match = re.fullmatch(r"([0-9]+\.?[0-9]*)\s*(?:-|\.\.|to)\s*([0-9]+\.?[0-9]*)", text.strip())
    if match is None:
        raise InputError(
            f'--strategies "{text}" should be LOW-HIGH in wins per 100 games, such as 20-30.'
        )
    low, high = float(match[1]), float(match[2])
    if not low < fair < high or high > 100:
        raise InputError(
            f"--strategies {text} should include {fair:.3g}, the fair number of wins in 100, and "
            "end at 100 or less."
        )
    return low, high
