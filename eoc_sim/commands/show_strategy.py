"""Measure how a strategy plays, for the card that ``strategies show`` prints.

The games for such a card are played on demand, which takes a few seconds. The numbers therefore
always match the current strategy, parameters and package, and users' own strategies have cards too.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.card_figures import card_figures
from eoc_sim.analysis.points import parts
from eoc_sim.analysis.strategies import habits, win_shares
from eoc_sim.built_in_games import DEFAULT_GAME
from eoc_sim.commands.card_run import play_version
from eoc_sim.commands.channel import Channel
from eoc_sim.commands.keywords import Call
from eoc_sim.commands.options import ALL_CORES, check_jobs
from eoc_sim.games import contract_of
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.runs.checks.match import searches, with_small_budget
from eoc_sim.simulator.runs.checks.pace import RelativePace, relative_pace
from eoc_sim.simulator.runs.scratch import scratch_folder
from eoc_sim.simulator.runs.version_options import VersionOptions

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.checks.match import Contract
    from eoc_sim.simulator.runs.game import Game

COMMAND = "strategies show"
GAMES, SEARCHING_GAMES = 600, 24
MAX_GAMES = 1_000_000
SEED = 20_261_122
"""A seed that no tuning or learning has used."""


@dataclass(frozen=True)
class Figure:
    """A number that describes a strategy's play, or words instead."""

    value: float | str
    """The mean over games, or the words."""
    low: float | None = None
    """Lower end of its 95 % interval, or None for a constant."""
    high: float | None = None
    """Upper end of its 95 % interval, or None for a constant."""


@dataclass(frozen=True)
class StrategyResult:
    """The result of `show_strategy`: a strategy, and how it plays."""

    strategy: Strategy
    """The strategy, with its help, parameters, tables and memory."""
    line_up: tuple[str, ...]
    """The strategies of the seats, this one first."""
    data: str
    """The edition of the components, or empty for the current ones."""
    games: int
    """The games behind each figure."""
    figures: Mapping[str, Figure]
    """The strategy's figures by name."""
    comparison: Mapping[str, Figure]
    """The comparison strategy's figures; empty if ``strategy`` is that one."""
    pace: RelativePace
    """The strategy's games per second, relative to the comparison strategy's."""
    command: str
    """The command line that plays the strategy's games again."""


def show_strategy(
    strategy: str | Path | Strategy,
    *,
    game: str | Path = DEFAULT_GAME,
    games: int | None = None,
    jobs: int = ALL_CORES,
) -> StrategyResult:
    """Measure a strategy's strength, habits and speed.

    The strategy takes one seat against copies of a fixed strategy, with fixed components. For
    comparison, another strategy plays the same games in that seat.

    Args:
        strategy: A name, a file, a preset or a loaded strategy.
        game: A built-in or installed game, or your own as a file or module.
        games: Games behind the figures, by default 600, or 24 for a strategy that searches.
        jobs: Cores to use; -1 uses all of them.

    Raises:
        InputError: There is no such game or strategy.
        StrategyError: A file cannot be loaded or compiled.
    """
    call = Call(COMMAND, {}, strategy, game=game, games=games, jobs=jobs)
    call.check("games", 1, MAX_GAMES)
    check_jobs(jobs)
    contract = contract_of(call.game)
    return measure(contract, contract.strategy(call.words[0]), games, jobs, Channel())


def measure(
    contract: Contract, strategy: Strategy, games: int | None, jobs: int, channel: Channel
) -> StrategyResult:
    """Measure a strategy in ``games`` games, or the default number if None."""
    if games is None:
        games = SEARCHING_GAMES if searches(strategy) else GAMES
    game, players = contract.game, contract.usual_players
    rival, edition = game.yardstick or game.default_seats[0], game.yardstick_edition
    specs = list(dict.fromkeys((strategy.spec, contract.comparison)))
    line_ups = [(spec, *[rival] * (players - 1)) for spec in specs]
    versions = [
        game.baseline(VersionOptions(seats=seats, data=edition or None)) for seats in line_ups
    ]
    channel.compile(game, versions)
    with scratch_folder() as folder, divert_strategy_output():
        runs = [
            play_version(game, version, games, SEED, jobs, folder / str(index))
            for index, version in enumerate(versions)
        ]
        figures, *others = (
            _figures(game, run, game.dims([version]))
            for run, version in zip(runs, versions, strict=True)
        )
        pace = relative_pace(with_small_budget(strategy), contract)
    command = [
        *("eoc-sim", "run", *contract.options, "--seats", ",".join(line_ups[0])),
        *(("--data", edition) if edition else ()),
        *("--games", str(games), "--seed", str(SEED)),
    ]
    return StrategyResult(
        strategy,
        line_ups[0],
        edition,
        runs[0].games,
        figures,
        others[0] if others else {},
        pace,
        shlex.join(command),
    )


def _figures(game: Game, run: Run, dims: Mapping[str, Any]) -> dict[str, Figure]:
    """Return the figures of the line-up's first strategy, by name."""
    label = dims["strategies"]["name"][0]
    figures: dict[str, Figure] = {}

    def add(name: str, row: Mapping[str, Any], column: str, low: str = "", high: str = "") -> None:
        ends = row[low or f"{column}_low"], row[high or f"{column}_high"]
        figures[name] = Figure(row[column]) if None in ends else Figure(row[column], *ends)

    def row_of(frame: Any) -> Mapping[str, Any]:
        return dict(next(row for row in frame.iter_rows(named=True) if row["label"] == label))

    wins = row_of(win_shares(run))
    fair = "" if run.fair is None else f" (fair: {100 * run.fair:.0f})"
    add(f"wins in 100{fair}", wins, "wins", "low", "high")
    add(run.words.score[1], wins, "score")
    score = row_of(parts(run))
    for column in run.table_with("win_share").roles("part"):
        if score[column.name]:
            add(f"  {column.head}", score, column.name)
    declarations = card_figures(game)
    for name, figure, value_column in declarations.figures(run, label):
        if isinstance(figure, str):
            figures[name] = Figure(figure)
        else:
            add(name, figure, value_column)
    frequencies = row_of(habits(run))
    heads = {column.name: column.head for column in run.table_with("win_share")}
    for name in declarations.habits:
        add(heads[name], frequencies, name)
    return figures
