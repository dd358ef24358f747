"""Learn factors for a strategy's formula from games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from eoc_sim.commands.baseline import require
from eoc_sim.commands.keywords import Call, SearchKeywords, with_keywords
from eoc_sim.commands.options import GameOptions, RunOptions, split_against
from eoc_sim.counts import count, limits
from eoc_sim.defaults import (
    LEARN_GAMES,
    LEARN_ROUNDS,
    MAX_LEARN_GAMES,
    MAX_LEARN_ROUNDS,
    MIN_LEARN_GAMES,
)
from eoc_sim.errors import InputError
from eoc_sim.games import find

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.analysis.held_out import Results
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.game import Game

COMMAND = "strategies learn"


@dataclass(frozen=True)
class LearnResult:
    """The result of `learn`: a table of factors and its preset."""

    table: Path
    preset: Path
    """The preset, which can play in any seat."""
    factors: pl.DataFrame = field(repr=False)
    """The factor of each clause, with its interval and number of drafts."""
    results: tuple[tuple[str, Results], ...] = field(repr=False)
    """The results on fresh games, with the earlier and the new factors."""
    evidence: Mapping[str, Any] = field(repr=False)
    """The record of the learning process, as written to the preset."""
    sentences: tuple[str, ...]
    """The findings in words."""
    command: str
    """The command line that plays with the preset."""
    notes: tuple[str, ...] = ()
    game: Game = field(kw_only=True, repr=False)
    players: int = field(kw_only=True)


@with_keywords(SearchKeywords, "resume")
def learn(
    strategy: str | Path | Strategy,
    *,
    against: Sequence[str | Path | Strategy] | None = None,
    games: int = LEARN_GAMES,
    rounds: int = LEARN_ROUNDS,
    **options: Unpack[SearchKeywords],
) -> LearnResult:
    """Learn from games how much each clause is worth to a strategy.

    The strategy plays with random errors in its drafts, and a regression estimates the factors by
    which its formula should multiply the worth of clauses. The strategy itself is unchanged.

    Args:
        strategy: A name, a file or a loaded strategy.
        against: The strategies of the other seats, by default the game's yardstick.
        games: Games in each round.
        rounds: The number of rounds. From the second round on, the strategy drafts by the factors
            that it learnt in earlier rounds.
        out: The table to write, a .csv file, by default named after the strategy.
        fresh: Replace the table and preset of an earlier call.

    Raises:
        InputError: An option cannot be used, or the strategy cannot learn.
    """
    call = Call(COMMAND, options, strategy, against=against, games=games, rounds=rounds)
    return run_learn(
        call.words[0], call.text("against"), games, rounds, call.options, call.run_options
    )


def run_learn(
    strategy: str,
    against: str | None,
    games: int,
    rounds: int,
    options: GameOptions,
    run_options: RunOptions,
) -> LearnResult:
    """Let a strategy learn in the way that its game defines."""
    run_options.check()
    for name, value, minimum, maximum in (
        ("games", games, MIN_LEARN_GAMES, MAX_LEARN_GAMES),
        ("rounds", rounds, 1, MAX_LEARN_ROUNDS),
    ):
        if not minimum <= value <= maximum:
            raise InputError(f"--{name} {count(value)} should be {limits(minimum, maximum)}.")
    game = find(options.name)
    learning = require(
        game,
        game.parts.load("learning"),
        "strategies that learn; eoc-sim tune searches the parameters of any strategy. To "
        "allow learning, a game needs a module with usual_rivals and learn_and_write, declared as "
        'parts=Parts(learning="MODULE")',
    )
    rivals = (
        learning.usual_rivals(options, run_options.channel)
        if against is None
        else split_against(against)
    )
    result: LearnResult = learning.learn_and_write(
        strategy, rivals, games, rounds, options, run_options
    )
    return result
