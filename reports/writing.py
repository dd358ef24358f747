"""Write the report of a run or folder, and state its findings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.analysis.folders import Folder
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import folders, page
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.verdicts import verdicts_of

if TYPE_CHECKING:
    from eoc_sim.reports.verdict import Verdict
    from eoc_sim.simulator.runs.sheet_writing import CardSheet


def build(run_dir: str | Path, xlsx: Path | None = None, cards: CardSheet | None = None) -> Path:
    """Write ``run_dir/report.html`` and return its path.

    With ``xlsx``, that workbook gets every table of the page, and the ``cards`` as played, ready to
    edit.

    Raises:
        InputError: there is no run, the report.html or the workbook there was not written by this
            program, or another program has saved the workbook since.
    """
    return page.write(Findings(Run(run_dir)), xlsx, cards)


def build_folder(
    path: str | Path, xlsx: Path | None = None, cards: CardSheet | None = None
) -> Path:
    """Write ``path/report.html`` of a folder with several runs; return its path.

    ``xlsx`` and ``cards`` are as for `build`.

    Raises:
        InputError: its runs are not finished, or a file there may not be replaced.
    """
    return folders.write(Path(path), xlsx, cards)


def write_report(
    path: str | Path, xlsx: Path | None = None, cards: CardSheet | None = None
) -> tuple[Path, list[str]]:
    """Write the report of ``path``; return its path and findings.

    ``path`` is a run or a folder of runs; the findings are those of `verdict_lines`. ``xlsx``,
    ``cards`` and the errors are as for `build`.
    """
    folder = Folder.read(Path(path))
    if folder is not None:
        return folders.write(Path(path), xlsx, cards), _lines(folders.verdicts_of(folder))
    findings = Findings(Run(path))
    return page.write(findings, xlsx, cards), _lines(verdicts_of(findings))


def verdict_lines(run_dir: str | Path) -> list[str]:
    """Summarise the findings of ``run_dir``, one plain sentence per line.

    The folder has one run or several.
    """
    folder = Folder.read(Path(run_dir))
    return _lines(
        verdicts_of(Findings(Run(run_dir))) if folder is None else folders.verdicts_of(folder)
    )


def _lines(verdicts: list[Verdict]) -> list[str]:
    return [line for verdict in verdicts for line in verdict.terminal_lines()]
