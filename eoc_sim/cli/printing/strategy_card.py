"""Print the card of a strategy, for ``eoc-sim strategies show``.

Its games are played on demand, which takes a few seconds, so the numbers always fit the current
strategy, parameters and package, and user files have a card too.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.card_figures import card_figures
from eoc_sim.analysis.points import parts
from eoc_sim.analysis.strategies import habits, win_shares
from eoc_sim.cli.printing.exploitability import exploitability_lines
from eoc_sim.cli.progress import compile_needed
from eoc_sim.cli.screen import say, table
from eoc_sim.commands.card_run import play_version
from eoc_sim.commands.options import check_jobs
from eoc_sim.counts import count
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.runs.checks.match import BUDGET, searches, with_small_budget
from eoc_sim.simulator.runs.checks.pace import number_words, relative_pace
from eoc_sim.simulator.runs.scratch import scratch_folder
from eoc_sim.simulator.runs.version_options import VersionOptions

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.checks.match import Contract
    from eoc_sim.simulator.runs.game import Game

GAMES, SEARCHED_GAMES = 600, 24
SEED = 20_261_122
"""A seed on which no strategy was tuned or learnt."""


def print_card(contract: Contract, spec: str, games: int | None, every: bool, jobs: int) -> None:
    """Print a strategy's card; with ``games`` None, play the default number.

    Raises:
        InputError: The strategy does not exist or cannot be used.
    """
    check_jobs(jobs)
    strategy = contract.strategy(spec)
    _print_description(contract, strategy)
    if games is None:
        games = SEARCHED_GAMES if searches(strategy) else GAMES
    if games:
        say()
        _print_play(contract, strategy, games, jobs)
    say()
    folder, options = contract.evidence_folder, list(contract.options)
    for line in exploitability_lines(strategy, folder, options):
        say(line)
    say()
    _print_parameters(contract, strategy, every)
    _print_rest(strategy)


def _print_description(contract: Contract, strategy: Strategy) -> None:
    """Print the description, the file or base strategy, and the decisions."""
    say(f"{strategy.name} ({contract.place_of(strategy)})")
    for paragraph in filter(None, strategy.help.split("\n\n")):
        say()
        say(" ".join(paragraph.split()))
    say()
    decides = contract.decided_by(strategy)
    falls_back = [name for name in contract.functions if name not in decides]
    say(f"Decides itself: {', '.join(decides)}.")
    if falls_back:
        say(f"Leaves to the defaults: {', '.join(falls_back)}.")


def _print_play(contract: Contract, strategy: Strategy, games: int, jobs: int) -> None:
    """Print the strength, habits and speed."""
    game, comparison, players = contract.game, contract.comparison, contract.usual_players
    rival, edition = game.yardstick or game.default_seats[0], game.yardstick_edition
    specs = list(dict.fromkeys((strategy.spec, comparison)))
    line_ups = [(spec, *[rival] * (players - 1)) for spec in specs]
    versions = [
        game.baseline(VersionOptions(seats=seats, data=edition or None)) for seats in line_ups
    ]
    compile_needed(game, versions, quiet=False)
    with scratch_folder() as folder:
        with divert_strategy_output():
            runs = [
                play_version(game, version, games, SEED, jobs, folder / str(index))
                for index, version in enumerate(versions)
            ]
        rivals = f"{number_words(players - 1)} {rival}"
        say(
            f"{f'One seat against {rivals}' if players > 1 else 'Alone'}, "
            f"{f'components of {edition}, ' if edition else ''}"
            f"{count(runs[0].games)} games, 95 % intervals:"
        )
        say()
        columns = [
            _figures(game, run, game.dims([version]))
            for run, version in zip(runs, versions, strict=True)
        ]
    heads = [spec if spec == comparison else strategy.name for spec in specs]
    table(
        ("", *heads),
        [(name, *(column.get(name, "") for column in columns)) for name in columns[0]],
        stacked=True,
    )
    say()
    say("To play its games again:")
    say(
        "  "
        + shlex.join(
            [
                "eoc-sim",
                "run",
                *contract.options,
                "--seats",
                ",".join(line_ups[0]),
                *(("--data", edition) if edition else ()),
                "--games",
                str(games),
                "--seed",
                str(SEED),
            ]
        )
    )
    say()
    with divert_strategy_output():
        pace = relative_pace(with_small_budget(strategy), contract)
    searching = (
        f", with {with_small_budget(strategy).parameters[BUDGET]:g} {BUDGET},"
        if searches(strategy)
        else ""
    )
    say(
        f"Speed: {number_words(players)} copies{searching} play {pace.words()} times as many games "
        f"a second as {number_words(players)} {comparison} ({pace.pairs} measurements here)."
    )


def _figures(game: Game, run: Run, dims: Mapping[str, Any]) -> dict[str, str]:
    """Return the figures of the line-up's first strategy, by name, with intervals."""
    label = dims["strategies"]["name"][0]
    figures: dict[str, str] = {}

    def add(name: str, row: Mapping[str, Any], column: str, low: str = "", high: str = "") -> None:
        ends = row[low or f"{column}_low"], row[high or f"{column}_high"]
        between = "by construction" if None in ends else f"{ends[0]:.1f} to {ends[1]:.1f}"
        figures[name] = f"{row[column]:.1f} ({between})"

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
            figures[name] = figure
        else:
            add(name, figure, value_column)
    frequencies = row_of(habits(run))
    heads = {column.name: column.head for column in run.table_with("win_share")}
    for name in declarations.habits:
        add(heads[name], frequencies, name)
    return figures


def _print_parameters(contract: Contract, strategy: Strategy, every: bool) -> None:
    """Print the parameters, or only those that differ from the compared strategy's."""
    comparison = contract.comparison
    if not strategy.declarations:
        say("It has no parameters.")
        return
    usual = {} if contract.game.own_strategies else contract.strategy(comparison).parameters
    is_comparable = bool(usual) and {parameter.name for parameter in strategy.declarations} >= set(
        usual
    )
    parameters = [
        parameter
        for parameter in strategy.declarations
        if every
        or not is_comparable
        or usual.get(parameter.name) != strategy.parameters[parameter.name]
    ]
    if parameters:
        table(
            ("parameter", "meaning", "value", comparison if is_comparable else "default", "range"),
            [
                (
                    parameter.name,
                    parameter.help,
                    f"{strategy.parameters[parameter.name]:g}",
                    f"{usual[parameter.name]:g}"
                    if is_comparable and parameter.name in usual
                    else ""
                    if is_comparable
                    else f"{parameter.default:g}",
                    f"{parameter.low:g} to {parameter.high:g}",
                )
                for parameter in parameters
            ],
            text_columns=2,
        )
    number = len(strategy.declarations) - len(parameters)
    if number and parameters:
        say()
    if number:
        say(
            f"{'The other' if parameters else 'All'} {number} parameters are as in {comparison}; "
            "--all shows them."
        )


def _print_rest(strategy: Strategy) -> None:
    """Print the tables, the memory, and the origin of a preset."""
    for sheet in strategy.tables:
        say()
        say(f"Reads {sheet.name}: {', '.join(sheet.columns)} by {sheet.key}.")
    if strategy.memory:
        say()
        say(
            "Remembers: "
            + ", ".join(
                field.name if field.numbers is None else f"{field.name} ({field.numbers})"
                for field in strategy.memory
            )
            + "."
        )
    if strategy.evidence:
        say()
        say("How it was found:")
        for key, value in strategy.evidence.items():
            text = ", ".join(map(str, value)) if isinstance(value, list) else value
            say(f"  {key}: {text}")
