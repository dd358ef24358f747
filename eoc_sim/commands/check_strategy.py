"""Check a strategy against its game's contract, point by point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.built_in_games import DEFAULT_GAME
from eoc_sim.commands.keywords import Call, Value
from eoc_sim.commands.options import A_SWITCH, split_pairs
from eoc_sim.games import contract_of
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.runs import strategy_check
from eoc_sim.simulator.runs.strategy_check import GAMES, WATCHED_GAMES, CheckResult

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.checks.match import ContractPoint

COMMAND = "strategies check"
MAX_GAMES, MAX_WATCHED_GAMES = 100_000, 1000


def check_strategy(
    strategy: str | Path | Strategy,
    *,
    game: str | Path = DEFAULT_GAME,
    games: int = GAMES,
    watched: int = WATCHED_GAMES,
    rules: str | Path | None = None,
    settings: Mapping[str, Value] | None = None,
    on_progress: Callable[[ContractPoint], None] | None = None,
) -> CheckResult:
    """Check a strategy against its game's contract, point by point.

    Every action must be legal, decisions may not depend on hidden cards, and the strategy may write
    only its own memory and its order. You can write a test such as:

        def test_my_strategy():
            assert eoc_sim.check_strategy("my_strategy.py").faults == ()

    Args:
        strategy: A name, a file, a preset or a loaded strategy.
        game: A built-in or installed game, or your own as a file or module.
        games: Games at full speed for each preset and number of players.
        watched: Games played slowly, with everything that the strategy receives compared before and
            after every decision.
        rules: The only rule preset or .toml file to play, by default every preset.
        settings: Values of rule switches.
        on_progress: A function that is called with each point as soon as it is known.

    Raises:
        InputError: There is no such game, strategy or rule set.
        StrategyError: A file cannot be loaded or compiled.
    """
    call = Call(
        COMMAND,
        {},
        strategy,
        game=game,
        games=games,
        watched=watched,
        rules=rules,
        settings=settings,
    )
    call.check("games", 1, MAX_GAMES)
    call.check("watched", 1, MAX_WATCHED_GAMES)
    with divert_strategy_output():
        return strategy_check.check_strategy(
            contract_of(call.game),
            call.words[0],
            games=games,
            watched=watched,
            rules=call.text("rules"),
            settings=dict(split_pairs(call.pairs("settings"), "--set", A_SWITCH)),
            report=on_progress or (lambda point: None),
        )
