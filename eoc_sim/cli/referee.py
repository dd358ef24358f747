"""``eoc-sim referee``: check that a trace follows the rules."""

from __future__ import annotations

import sys

import rich_click as click

import eoc_sim
from eoc_sim import commands
from eoc_sim.cli.answer import give
from eoc_sim.cli.exit_codes import FAULT_FOUND
from eoc_sim.cli.options import card_option, data_option
from eoc_sim.cli.screen import say
from eoc_sim.commands.options import A_KEY


@click.command()
@click.argument("trace", metavar="FILE|-")
@click.option(
    "--game", "name", metavar="NAME", help="The game of the trace. [default: found in the trace]"
)
@data_option
@card_option
@click.option(
    "--change",
    multiple=True,
    metavar="KEY=VALUE",
    help=f"Change any component cell by its key (such as {A_KEY}), as in sweep --vary.",
)
def command(
    trace: str, name: str | None, data: str | None, card: tuple[str, ...], change: tuple[str, ...]
) -> int:
    """Check that a trace follows the rules.

    FILE is the trace; - reads it from a pipe.
    `eoc-sim replay --format jsonl` writes traces. A second, independent engine recomputes every
    number of the trace. The first line that breaks a rule is printed with the rule's id, and the
    exit code is then 1. Repeat the --data, --card and --change that the game was played with; the
    trace itself records the rules.
    """
    source = "The pipe" if trace == "-" else trace
    content = sys.stdin.buffer.read() if trace == "-" else commands.judge.read_trace(trace)
    result = commands.judge.judge_lines(
        commands.judge.lines_of(content, source), source, name, data, card, change
    )
    give(eoc_sim.answer_types.Judged(**vars(result)))
    say(result.sentence)
    return 0 if result.keeps_rules else FAULT_FOUND
