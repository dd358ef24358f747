"""``eoc-sim report DIR``: the HTML report of a run or folder.

``--xlsx`` also writes the report's tables as a workbook. The command never loads a strategy.
"""

from __future__ import annotations

import rich_click as click

from eoc_sim import commands
from eoc_sim.cli import printing
from eoc_sim.cli.answer import give, is_collecting
from eoc_sim.simulator.kernel.vouching import UntrustedCode


@click.command()
@click.argument("directory", metavar="DIR")
@click.option(
    "--xlsx",
    metavar="FILE",
    help="Also write every table as a sheet of this workbook, together with an editable sheet of "
    "the cards as played and their results: eoc-sim sweep --cards FILE plays your changes.",
)
@click.option(
    "--game",
    metavar="NAME",
    help="The game of the run, as a module or file. Not needed for a built-in or installed game.",
)
def command(directory: str, xlsx: str | None, game: str | None) -> None:
    """Write DIR/report.html from the tables of one or more runs.

    The page is one file that opens offline. The command never replaces a file that eoc-sim did not
    write, nor a workbook that you have saved since eoc-sim wrote it.
    """
    try:
        result = commands.report.report(directory, xlsx=xlsx, game=game)
    except UntrustedCode as error:
        xlsx_option = [] if xlsx is None else ["--xlsx", xlsx]
        retry = ["eoc-sim", "report", directory, *xlsx_option, *error.option]
        raise error.with_command(retry) from None
    if is_collecting():
        give(printing.played_runs.describe_runs(result.report.parent, result.report))
    printing.report.print_report(result, game)
