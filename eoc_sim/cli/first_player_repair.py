"""``eoc-sim first-player --repair``: the smallest compensation that evens out the turn order."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from eoc_sim.cli.options import DEFAULT_GAME
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from eoc_sim.analysis.compensation import Search
    from eoc_sim.analysis.tables import Run
    from eoc_sim.cli.first_player import Match
    from eoc_sim.cli.options import GameOptions, RunOptions
    from eoc_sim.cli.run_folder import RunFolder
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game, TurnOrder

MOST_STEPS = 6


@dataclass(frozen=True)
class Repair:
    """What is looked for: its unit, the key of each place, and how it is played."""

    game: Game
    version: Any
    unit: str
    keys: tuple[str, ...]
    most: int
    pilot: int
    within: float
    match: Match
    asked: GameOptions
    how: RunOptions
    folder: RunFolder

    def settings(self, given: Sequence[int]) -> list[tuple[str, str]]:
        """The keys and values of a compensation."""
        return [(key, str(number)) for key, number in zip(self.keys, given, strict=True)]

    def given_now(self) -> tuple[int, ...]:
        """The compensation of the rules as they are asked for."""
        rules = self.game.record(self.version)["rules"]
        return tuple(int(rules[key.removeprefix("rules.")]) for key in self.keys)

    def play(self, name: str, arms: Arms, *, fresh_luck: bool = False) -> Run:
        """Play versions in a directory of their own, on the asked luck or on the next seed's."""
        from eoc_sim.analysis.tables import Run
        from eoc_sim.cli.first_player import play_match

        seed = (self.asked.seed + 1) % 2**63 if fresh_luck else self.asked.seed
        match = replace(self.match, name=f"{self.match.name}-{name}")
        asked = replace(self.asked, seed=seed)
        path: Path = play_match(self.game, match, arms, asked, self.how, self.folder)
        return Run(path)

    def wins(self, given: Sequence[int]) -> NDArray[np.float64]:
        """The wins in 100 by turn order under a compensation, on the asked luck."""
        from eoc_sim.analysis.first_player import order_moments
        from eoc_sim.simulator.runs.arms import baseline_arms

        version = self.game.change(self.version, self.settings(given))
        run = self.play("given-" + "-".join(map(str, given)), baseline_arms(self.game, version))
        return order_moments(run)[0].mean


def repair_turn_order(
    game: Game,
    turn_order: TurnOrder,
    what: str,
    within: float,
    match: Match,
    asked: GameOptions,
    how: RunOptions,
    folder: RunFolder,
) -> None:
    """Search, confirm on fresh games, and say what was found."""
    from eoc_sim.cli.first_player import version_of

    unit, keys = turn_order.compensation[what]
    version = version_of(asked, match)[1]
    repair = Repair(
        game, version, unit, keys[: match.players], turn_order.most, turn_order.pilot, within,
        match, asked, how, folder,
    )
    # Refused before anything is played.
    fixed = [key for key in repair.keys if key in game.fixed_keys(version)]
    if fixed:
        name = fixed[0].removeprefix("rules.")
        raise InputError(
            f"--repair {what} looks for {name} itself; leave it out of --set and --change."
        )
    confirm(repair, search(repair))


def search(repair: Repair) -> tuple[int, ...]:
    """The compensation that the search ends with."""
    from eoc_sim.analysis.compensation import unevenness
    from eoc_sim.cli.screen import say
    from eoc_sim.reports.words import decimal

    path = pilot(repair)
    for _ in range(MOST_STEPS):
        proposal = path.propose()
        if proposal is None:
            break
        found = repair.wins(proposal)
        path.learn(proposal, found)
        if not repair.how.quiet:
            wins = ", ".join(decimal(one) for one in found)
            say(
                f"With {' '.join(map(str, proposal))} {repair.unit} by turn order the places win "
                f"{wins} games in 100; {decimal(unevenness(found))} from fair at most."
            )
    return path.best()


def pilot(repair: Repair) -> Search:
    """Each place given something by itself, on the same luck: what a unit does to all places."""
    from eoc_sim.analysis.compensation import Search
    from eoc_sim.analysis.first_player import order_moments
    from eoc_sim.simulator.runs.arms import planned_arms

    start = repair.given_now()
    planned, steps = [], []
    for place, key in enumerate(repair.keys):
        up = start[place] + repair.pilot <= repair.most
        steps.append(repair.pilot if up else -repair.pilot)
        planned.append((f"{key} tried", [(key, str(start[place] + steps[-1]))]))
    run = repair.play("pilot", planned_arms(repair.game, repair.version, (), planned))
    tried = [
        (step, order_moments(run, arm.id)[0].mean)
        for arm, step in zip(run.arms[1:], steps, strict=True)
    ]
    wins = order_moments(run)[0].mean
    return Search(start, wins, tried, repair.most, repair.within)


def confirm(repair: Repair, given: tuple[int, ...]) -> None:
    """Play the proposal against the rules as they are on fresh games, and say how even it is."""
    from eoc_sim.analysis.first_player import places, question
    from eoc_sim.cli.screen import say
    from eoc_sim.reports.turn_order import answer, gift, order_line
    from eoc_sim.reports.words import number
    from eoc_sim.simulator.runs.arms import planned_arms

    start = repair.given_now()
    planned = [] if given == start else [("proposal", repair.settings(given))]
    arms = planned_arms(repair.game, repair.version, (), planned)
    run = repair.play("confirmed-" + "-".join(map(str, given)), arms, fresh_luck=True)
    now = len(run.arms) - 1
    before, after = places(run), places(run, now)
    repair.folder.write_metrics("repair", repair_table(repair, given, before, after))
    assert run.fair is not None
    labels = list(before["label"])
    say(f"{repair.match.players} players: {repair.match.line_up}")
    say(f"On fresh games (seed {run.record['seed']}), wins in 100, fair {number(100 * run.fair)}:")
    say(f"  As the rules are: {order_line(before)}.")
    say(f"  {answer(run, question(run))}")
    if planned:
        say(f"  With the proposal: {order_line(after)}.")
        say(f"  {answer(run, question(run, now))}")
    say(verdict(repair, after, 100 * run.fair))
    say(f"Proposal: {gift(given, labels, repair.unit)}")
    settings = [
        f"{key.removeprefix('rules.')}={value}"
        for (key, value), earlier in zip(repair.settings(given), start, strict=True)
        if value != str(earlier)
    ]
    if settings:
        say(f"To play it: {command_with(repair.asked, settings)}")
    say(f"Metric tables: {repair.folder.path / 'metrics'}")


def command_with(asked: GameOptions, settings: Sequence[str]) -> str:
    """The command that plays the proposal, with what was asked for besides."""
    options = [
        ("--game", () if asked.name == DEFAULT_GAME else (asked.name,)),
        ("--seats", (asked.seats,)), ("--players", (asked.players,)), ("--rules", (asked.rules,)),
        ("--data", (asked.data,)), ("--card", asked.card), ("--change", asked.change),
        ("--set", (*asked.settings, *settings)),
    ]
    words = ["eoc-sim", "run"]
    for option, values in options:
        for value in values:
            words += [] if value is None else [option, str(value)]
    return shlex.join(words)


def verdict(repair: Repair, after: pl.DataFrame, fair: float) -> str:
    """Whether fresh games confirm the proposal, in one sentence."""
    from eoc_sim.reports.words import between, decimal

    rows = after.to_dicts()
    worst = max(rows, key=lambda row: abs(row["wins"] - fair))
    off = abs(worst["wins"] - fair)
    furthest = (
        f"the place furthest from fair is the {worst['label']} with {decimal(worst['wins'])} "
        f"({between(worst['low'], worst['high'])}), {decimal(off)} off"
    )
    near = f"{repair.within:g} {'win' if repair.within == 1 else 'wins'} in 100"
    if all(max(row["high"] - fair, fair - row["low"]) <= repair.within for row in rows):
        return f"Confirmed, intervals and all, within {near}: {furthest}."
    if off <= repair.within:
        return (
            f"Confirmed within {near} as measured, though intervals reach further (more --games "
            f"narrow them): {furthest}."
        )
    return (
        f"No compensation of 0 to {repair.most} {repair.unit} that was tried is within {near}; "
        f"this is the nearest: {furthest}."
    )


def repair_table(
    repair: Repair, given: Sequence[int], before: pl.DataFrame, after: pl.DataFrame
) -> pl.DataFrame:
    """The metric table of a repair: what each place gets, its wins before and with it."""
    import polars as pl

    columns = ("wins", "low", "high")
    return before.select(
        pl.lit(repair.match.players).alias("players"),
        pl.lit(repair.match.line_up).alias("line_up"), "order", "label", "games",
        pl.Series("given", list(given)),
        *(pl.col(name).alias(f"{name}_before") for name in columns),
    ).with_columns(after.select(columns))
