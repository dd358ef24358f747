"""The report page for a folder, covering all runs of one command.

A command's module has the functions ``title``, ``verdicts`` and ``sections``. They take a folder
and show the metric tables that the command wrote there. If the folder has none of the module's
``TABLES``, there is no page. A module's ``facts``, if any, replace the general facts about what was
played.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.folders import MARK, Folder
from eoc_sim.analysis.tables import Run
from eoc_sim.errors import InputError
from eoc_sim.reports import first_screen, page, words
from eoc_sim.reports.blocks import PageContent
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.marks import mark_section, mark_verdicts
from eoc_sim.reports.smallest_change import smallest_change_sentence
from eoc_sim.reports.verdict import Verdict

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.sheet_writing import CardSheet

MODULES = {
    "balance": "eoc_sim.reports.folders.balance",
    "first-player": "eoc_sim.reports.folders.first_player",
    "tournament": "eoc_sim.reports.folders.tournament",
}
"""The module for a command's folders, by the command's name."""


def build_folder(
    path: str | Path, xlsx: Path | None = None, cards: CardSheet | None = None
) -> Path:
    """Write ``path/report.html`` for a folder with several runs; return its path.

    With ``xlsx``, all tables are also written to that workbook, together with the editable sheet of
    ``cards``, if any.

    Raises:
        InputError: the folder does not hold the runs of one command, the command has no page or
            is not finished, or a report.html or workbook there was not written by this program.
    """
    folder, module = _with_module(Folder.read(Path(path)), Path(path))
    target = page.check_targets(folder.path, xlsx)
    page.write_page(target, _content_of(folder, module), xlsx, cards)
    return target


def _content_of(folder: Folder, module: Any) -> PageContent:
    """Collect the content of a folder's page."""
    runs = [folder.run(name) for name in folder.runs]
    first = Findings(runs[0])
    mark = first.report.mark(first.run)
    built = page.make_blocks(mark_section(section, mark) for section in module.sections(folder))
    facts = _facts(first, runs)
    if hasattr(module, "facts"):
        facts |= module.facts(folder)
    return PageContent(
        run=first.run,
        title=module.title(folder),
        verdicts=_verdicts(folder, module, runs),
        built=built,
        facts=facts,
        versions=1 + len(facts["changes"]),
        fair=_fair(runs),
        picture=module.picture(folder) if hasattr(module, "picture") else None,
        smallest_change=smallest_change_sentence(first.run),
    )


def write_report(
    path: str | Path, xlsx: Path | None = None, cards: CardSheet | None = None
) -> tuple[Path, list[str]]:
    """Write the report of ``path``; return its path and findings.

    ``path`` is a run or a folder of runs; the findings are those of `verdict_lines`. ``xlsx``,
    ``cards`` and the errors are as for `page.build`.
    """
    folder = Folder.read(Path(path))
    if folder is not None:
        return build_folder(path, xlsx, cards), _lines(verdicts_of(folder))
    findings = Findings(Run(path))
    return page.write(findings, xlsx, cards), _lines(first_screen.verdicts(findings))


def verdict_lines(path: str | Path) -> list[str]:
    """Summarise the findings of ``path``, one plain sentence per line.

    ``path`` is a run or a folder of runs.
    """
    folder = Folder.read(Path(path))
    return _lines(
        first_screen.verdicts(Findings(Run(path))) if folder is None else verdicts_of(folder)
    )


def _lines(verdicts: Sequence[Verdict]) -> list[str]:
    return [line for verdict in verdicts for line in verdict.terminal_lines()]


def verdicts_of(folder: Folder) -> list[Verdict]:
    """State the findings of a folder's runs."""
    _, module = _with_module(folder, folder.path)
    return _verdicts(folder, module, [folder.run(name) for name in folder.runs])


def _verdicts(folder: Folder, module: Any, runs: Sequence[Run]) -> list[Verdict]:
    report = Findings(runs[0]).report
    return [*mark_verdicts(module.verdicts(folder), report.mark(runs[0])), *report.basis(runs)]


def _with_module(folder: Folder | None, path: Path) -> tuple[Folder, Any]:
    """Return the folder with the module that reports on it."""
    if folder is None:
        raise InputError(f"The folder {path} does not contain the runs of one command.")
    if folder.command not in MODULES:
        remedy = (
            f"Run eoc-sim report on one of the runs in {path}: {', '.join(folder.runs)}."
            if folder.runs
            else f"The folder {path} has no runs yet."
        )
        raise InputError(f"There is no page on all runs of {folder.command}. {remedy}")
    module = import_module(MODULES[folder.command])
    if not any(name in folder.tables for name in module.TABLES):
        raise InputError(
            f"There is no page on all runs of {folder.command} in {path}: they are not finished "
            "(the same command with --resume continues them), or the command found nothing to "
            "change."
        )
    if not folder.runs:
        raise InputError(f"{path / MARK} is damaged: it names no run in its folder.")
    return folder, module


def _facts(first: Findings, runs: Sequence[Run]) -> dict[str, Any]:
    """Collect facts about what all runs played, with the first run's rules."""
    seeds = list(dict.fromkeys(run.record["seed"] for run in runs))
    minimum, maximum = (end(run.games for run in runs) for end in (min, max))
    games_text = words.count(minimum)
    if maximum != minimum:
        games_text = f"{games_text} to {words.count(maximum)}"
    names = dict.fromkeys(seat for run in runs for seat in run.seat_names)
    changes = dict.fromkeys(arm.sentence for run in runs for arm in run.arms[1:])
    if len(runs) > 1:
        games_text = f"{len(runs)} runs of {games_text}"
    return {
        **page.facts(first),
        "games": f"{games_text} games per version",
        "looks": "",
        "seats": words.join_words(names),
        "seed": words.join_words(map(str, seeds)),
        "changes": list(changes),
    }


def _fair(runs: Sequence[Run]) -> str | None:
    """Return the fair share, by number of players if it differs."""
    shares = {
        run.words.players(run.players): words.number(100 * run.fair)
        for run in runs
        if run.fair is not None
    }
    if len(shares) < 2:
        return next(iter(shares.values()), None)
    return words.join_words(f"{share} with {players}" for players, share in shares.items())
