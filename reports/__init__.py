"""Metric tables in, one HTML file out, and a workbook on request.

`build` writes the report of a run, `build_folder` that of a folder with several runs in it;
`verdict_lines` puts the findings of either into plain words, and `tell` does both at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eoc_sim.reports.verdict import Verdict
    from eoc_sim.simulator.runs.card_sheet import CardSheet


def build(run_dir: str | Path, xlsx: Path | None = None, cards: CardSheet | None = None) -> Path:
    """Write ``run_dir/report.html`` and return its path.

    With ``xlsx``, every table of the page goes to that workbook as well, and the ``cards`` as they
    were played, ready to edit.

    Raises:
        InputError: there is no run, or a report.html that this program did not write, or a
            workbook that it did not write or that was saved by another program since.
    """
    from eoc_sim.analysis.tables import Run
    from eoc_sim.reports.findings import Findings
    from eoc_sim.reports.page import write

    return write(Findings(Run(run_dir)), xlsx, cards)


def build_folder(
    path: str | Path, xlsx: Path | None = None, cards: CardSheet | None = None
) -> Path:
    """Write ``path/report.html`` of a folder with several runs; return its path.

    ``xlsx`` and ``cards`` are as for `build`.

    Raises:
        InputError: its runs are not finished, or a file there must not be replaced.
    """
    from eoc_sim.reports.folders import write

    return write(Path(path), xlsx, cards)


def tell(
    path: str | Path, xlsx: Path | None = None, cards: CardSheet | None = None
) -> tuple[Path, list[str]]:
    """Write the report of ``path``; return its path and findings.

    ``path`` is a run or a folder of runs; the findings are those of `verdict_lines`. ``xlsx``,
    ``cards`` and the errors are as for `build`.
    """
    from eoc_sim.analysis.folders import Folder
    from eoc_sim.analysis.tables import Run
    from eoc_sim.reports import folders
    from eoc_sim.reports.findings import Findings
    from eoc_sim.reports.page import write
    from eoc_sim.reports.verdicts import verdicts_of

    folder = Folder.read(Path(path))
    if folder is not None:
        return folders.write(Path(path), xlsx, cards), _lines(folders.verdicts_of(folder))
    page = Findings(Run(path))
    return write(page, xlsx, cards), _lines(verdicts_of(page))


def verdict_lines(run_dir: str | Path) -> list[str]:
    """Summarise the findings of ``run_dir``, one plain sentence per line.

    The folder holds one run or several.
    """
    from eoc_sim.analysis.folders import Folder
    from eoc_sim.analysis.tables import Run
    from eoc_sim.reports import folders
    from eoc_sim.reports.findings import Findings
    from eoc_sim.reports.verdicts import verdicts_of

    folder = Folder.read(Path(run_dir))
    return _lines(
        verdicts_of(Findings(Run(run_dir))) if folder is None else folders.verdicts_of(folder)
    )


def _lines(verdicts: list[Verdict]) -> list[str]:
    return [line for verdict in verdicts for line in verdict.terminal_lines()]
