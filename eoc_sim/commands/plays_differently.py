"""Describe how a reply differs from its target, in parameters and habits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.card_figures import card_figures
from eoc_sim.analysis.strategies import habits
from eoc_sim.commands.best_reply import ERROR_PARAMETER
from eoc_sim.commands.card_run import play_version
from eoc_sim.simulator.runs.scratch import scratch_folder

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.game import Game, V

GAMES = 1200
"""The number of games that show both strategies' play.

It is a multiple of the number of games in a full round of seating.
"""
MAX_PARAMETERS, MAX_HABITS = 4, 4
MIN_DIFFERENCE = 0.02
"""Smallest difference worth naming, as a fraction of a parameter's range."""


@dataclass(frozen=True)
class Difference:
    """A figure in which two strategies differ; ``size`` is comparable across figures."""

    name: str
    reply: str
    target: str
    size: float

    def words(self) -> str:
        """Format the difference as part of a sentence.

        A colon separates a name that ends with a digit from the number after it.

        >>> Difference("placements", "24.3", "29.6", 1.0).words()
        'placements 24.3 instead of 29.6'
        >>> Difference("blocks on level 2", "2.1", "1.0", 1.0).words()
        'blocks on level 2: 2.1 instead of 1.0'
        """
        name = f"{self.name}:" if self.name[-1].isdigit() else self.name
        return f"{name} {self.reply} instead of {self.target}"


def parameter_differences(
    reply: Strategy, settings: Mapping[str, float], target: Strategy
) -> list[Difference]:
    """List the parameters that differ most, relative to their ranges, largest first.

    Deliberate errors come first, because no reply makes any. Only strategies from the same file are
    compared: in different files the same name can mean different things.
    """
    if reply.file != target.file:
        return []
    values = {**reply.parameters, **settings}
    differences = []
    for parameter in reply.declarations:
        target_value, reply_value = target.parameters[parameter.name], values[parameter.name]
        if parameter.high > parameter.low:
            size = abs(reply_value - target_value) / (parameter.high - parameter.low)
            if parameter.name == ERROR_PARAMETER and size:
                size += 1
            differences.append(
                Difference(parameter.name, f"{reply_value:.3g}", f"{target_value:.3g}", size)
            )
    differences.sort(key=lambda difference: -difference.size)
    return [difference for difference in differences if difference.size >= MIN_DIFFERENCE][
        :MAX_PARAMETERS
    ]


def habit_differences(game: Game[V], version: V, seed: int, jobs: int) -> list[Difference]:
    """List the habits in which the reply and the target differ most.

    Habits are figures from the seats table and from the game's strategy cards. The size of a
    difference is in standard deviations of one game; a figure whose 95 % intervals overlap is
    left out.
    """
    names = game.dims([version])[game.standings.role("strategy").dim]["name"].to_list()
    if len(names) < 2:
        return []
    with scratch_folder() as folder:
        run = play_version(game, version, GAMES, seed, jobs, folder / "run")
        figures = [dict(_figures(game, run, label)) for label in names[:2]]
    differences = []
    for name, (mean, low, high, words) in figures[0].items():
        other_mean, other_low, other_high, other_words = figures[1][name]
        if low is None:
            if words != other_words:
                differences.append(Difference(name, words, other_words, 1.0))
            continue
        if low <= other_high and other_low <= high:
            continue
        spread = (other_high - other_low + high - low) / 4 / 1.96 * GAMES**0.5
        size = abs(mean - other_mean) / spread if spread else float("inf")
        differences.append(Difference(name, f"{mean:.1f}", f"{other_mean:.1f}", size))
    return sorted(differences, key=lambda difference: -difference.size)[:MAX_HABITS]


def _figures(game: Game, run: Any, label: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield a strategy's figures: a name, with mean, low, high and words."""
    table = run.table_with("win_share")
    columns = table.roles("habit", "waste")
    if columns:
        row = next(
            candidate
            for candidate in habits(run).iter_rows(named=True)
            if candidate["label"] == label
        )
        for column in columns:
            yield column.head, _numbers(row, column.name)
    for name, figure, value_column in card_figures(game).figures(run, label):
        if isinstance(figure, str):
            yield name, (None, None, None, figure)
        elif not name.startswith(" "):  # an indented line is a detail of the line before it
            yield name, _numbers(figure, value_column)


def _numbers(row: Mapping[str, Any], name: str) -> tuple[Any, ...]:
    """Return a mean and its interval, with "" for the words."""
    mean = row[name]
    low, high = (row[f"{name}_{end}"] for end in ("low", "high"))
    return mean, mean if low is None else low, mean if high is None else high, ""


def describe_differences(
    game: Game[V],
    version: V,
    target: Strategy,
    reply: Strategy,
    settings: Mapping[str, float],
    seed: int,
    jobs: int,
) -> str:
    """Describe how a reply plays differently, as the end of a sentence."""
    parts = []
    if reply.file != target.file:
        parts.append(f"it is the strategy {reply.name}")
    differences = [
        *parameter_differences(reply, settings, target),
        *habit_differences(game, version, seed, jobs),
    ]
    return "; ".join([*parts, *(difference.words() for difference in differences)])
