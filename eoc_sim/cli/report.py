"""``eoc-sim report DIR``: the HTML report of a run, or of a folder of one command's runs."""

from __future__ import annotations

import rich_click as click

from eoc_sim.cli.options import existing_folder


@click.command(name="report")
@click.argument("directory", metavar="DIR")
def command(directory: str) -> None:
    """Write DIR/report.html from the tables of a run, or of all runs that one command put there.

    The page is one file that opens offline. A report.html that eoc-sim did not write is never
    replaced.
    """
    from eoc_sim.analysis.folders import Folder
    from eoc_sim.cli.screen import say
    from eoc_sim.reports import build, build_folder, verdict_lines

    path = existing_folder(directory)
    written = build(path) if Folder.read(path) is None else build_folder(path)
    for line in verdict_lines(path):
        say(line)
    say(f"Report: {written}")
