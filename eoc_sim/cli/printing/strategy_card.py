"""Print a strategy's card, for ``eoc-sim strategies show``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.cli.playing import Screen
from eoc_sim.cli.printing.exploitability import exploitability_lines
from eoc_sim.cli.screen import say, table
from eoc_sim.commands.options import check_jobs
from eoc_sim.commands.show_strategy import measure
from eoc_sim.counts import count
from eoc_sim.simulator.runs.checks.match import BUDGET, searches, with_small_budget
from eoc_sim.simulator.runs.checks.pace import number_words

if TYPE_CHECKING:
    from eoc_sim.commands.show_strategy import Figure, StrategyResult
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.checks.match import Contract


def print_card(
    contract: Contract, spec: str, games: int | None, all_parameters: bool, jobs: int
) -> None:
    """Print a strategy's card.

    If ``games`` is None, the default number of games is played; if it is 0, none are.

    Raises:
        InputError: The strategy does not exist or cannot be used.
    """
    check_jobs(jobs)
    strategy = contract.strategy(spec)
    _print_description(contract, strategy)
    if games != 0:
        say()
        _print_play(contract, measure(contract, strategy, games, jobs, Screen()))
    say()
    folder, options = contract.evidence_folder, list(contract.options)
    for line in exploitability_lines(strategy, folder, options):
        say(line)
    say()
    _print_parameters(contract, strategy, all_parameters)
    _print_rest(strategy)


def _print_description(contract: Contract, strategy: Strategy) -> None:
    """Print the description, the file or base strategy, and the decisions."""
    say(f"{strategy.name} ({contract.origin_of(strategy)})")
    for paragraph in filter(None, strategy.help.split("\n\n")):
        say()
        say(" ".join(paragraph.split()))
    say()
    own_decisions = contract.decided_by(strategy)
    default_decisions = [name for name in contract.functions if name not in own_decisions]
    say(f"Makes these decisions itself: {', '.join(own_decisions)}.")
    if default_decisions:
        say(f"Leaves these to the defaults: {', '.join(default_decisions)}.")


def _print_play(contract: Contract, result: StrategyResult) -> None:
    """Print the strength, habits and speed."""
    strategy, comparison, players = result.strategy, contract.comparison, len(result.line_up)
    pace = result.pace
    rivals = f"{number_words(players - 1)} {result.line_up[-1]}"
    say(
        f"{f'One seat against {rivals}' if players > 1 else 'Alone'}, "
        f"{f'components of {result.data}, ' if result.data else ''}"
        f"{count(result.games)} games, 95 % intervals:"
    )
    say()
    heads = [strategy.name, comparison] if result.comparison else [comparison]
    columns = [result.figures, result.comparison][: len(heads)]
    table(
        ("", *heads),
        [
            (name, *(_figure_words(figures.get(name)) for figures in columns))
            for name in result.figures
        ],
        stacked=True,
    )
    say()
    say("To play these games again:")
    say(f"  {result.command}")
    say()
    searching = (
        f", with {with_small_budget(strategy).parameters[BUDGET]:g} {BUDGET},"
        if searches(strategy)
        else ""
    )
    copies, play = ("copy", "plays") if players == 1 else ("copies", "play")
    say(
        f"Speed: {number_words(players)} {copies}{searching} {play} {pace.words()} times as many "
        f"games a second as {number_words(players)} {comparison} "
        f"({pace.pairs} measurements on this computer)."
    )


def _figure_words(figure: Figure | None) -> str:
    """Format a figure with its interval; return "" for None."""
    if figure is None:
        return ""
    if isinstance(figure.value, str):
        return figure.value
    between = "by construction" if figure.low is None else f"{figure.low:.1f} to {figure.high:.1f}"
    return f"{figure.value:.1f} ({between})"


def _print_parameters(contract: Contract, strategy: Strategy, all_parameters: bool) -> None:
    """Print the parameters, or only those that differ from the compared strategy's."""
    comparison = contract.comparison
    if not strategy.declarations:
        say("The strategy has no parameters.")
        return
    base_values = {} if contract.game.own_strategies else contract.strategy(comparison).parameters
    is_comparable = bool(base_values) and {
        parameter.name for parameter in strategy.declarations
    } >= set(base_values)
    parameters = [
        parameter
        for parameter in strategy.declarations
        if all_parameters
        or not is_comparable
        or base_values.get(parameter.name) != strategy.parameters[parameter.name]
    ]
    if parameters:
        table(
            ("parameter", "meaning", "value", comparison if is_comparable else "default", "range"),
            [
                (
                    parameter.name,
                    parameter.help,
                    f"{strategy.parameters[parameter.name]:g}",
                    f"{base_values[parameter.name]:g}"
                    if is_comparable and parameter.name in base_values
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
    if number == 1:
        determiner = "The other" if parameters else "The"
        say(f"{determiner} parameter is as in {comparison}; --all shows it.")
    elif number:
        determiner = "The other" if parameters else "All"
        say(f"{determiner} {number} parameters are as in {comparison}; --all shows them.")


def _print_rest(strategy: Strategy) -> None:
    """Print a strategy's tables and memory, and a preset's origin."""
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
