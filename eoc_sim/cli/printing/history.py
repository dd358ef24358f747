"""Print a project's runs over time, and compare two of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.analysis.history import WINS
from eoc_sim.answer_types import Compared, History, RunChange
from eoc_sim.cli.answer import give
from eoc_sim.cli.screen import note, say, table, visible
from eoc_sim.commands.history_file import RESULTS
from eoc_sim.counts import count
from eoc_sim.reports.charts.rounds import rounds
from eoc_sim.reports.pictures import FULL
from eoc_sim.reports.smallest_change import smallest_change_sentence
from eoc_sim.reports.style import Lines
from eoc_sim.simulator.runs.whole_file import write_whole

if TYPE_CHECKING:
    from eoc_sim.analysis.figure import Figure
    from eoc_sim.analysis.tables import Run
    from eoc_sim.commands.compare_runs import ComparisonResult
    from eoc_sim.commands.history import HistoryResult, HistoryRun

PICTURE = "history.svg"


def print_history(result: HistoryResult) -> None:
    """Print the figures of the latest runs, and draw their wins."""
    for remark in result.notes:
        note(remark)
    give(History([run.entry for run in result.runs]))
    for runs in result.tables:
        _print_trend(runs)
    trends = [runs for runs in result.tables if len(runs) > 1]
    if trends:
        file = RESULTS / PICTURE
        _draw(max(trends, key=lambda runs: runs[-1].number), file)
        say(f"Picture: {file}")


def _print_trend(runs: Sequence[HistoryRun]) -> None:
    """Print runs that can be compared, and the figures of each."""
    first = runs[0].entry
    defaults = ["as published", *["nothing"] * (len(runs) - 1)]
    say(f"{first.game}: {', '.join(first.players)}; seed {first.seed}.")
    say()
    table(
        ("run", "folder", "what changed since the run above", "release", "games"),
        [
            (
                str(run.number),
                run.entry.folder,
                "?" if run.changes is None else "; ".join(run.changes) or default,
                run.entry.package,
                count(run.entry.games),
            )
            for run, default in zip(runs, defaults, strict=True)
        ],
        text_columns=4,
    )
    say()
    say(
        "The number after ± is the longer side of a figure's own 95 % interval. The report's "
        "intervals are wider."
    )
    say()
    names = dict.fromkeys(
        (figure.kind, figure.name) for run in runs for figure in run.entry.figures
    )
    table(
        ("figure", *(f"run {run.number}" for run in runs)),
        [
            (f"{kind}, {name}", *(_text(_find(run.entry.figures, kind, name)) for run in runs))
            for kind, name in names
        ],
        stacked=True,
    )
    say()


def _find(figures: Iterable[Figure], kind: str, name: str) -> Figure | None:
    """Find a figure, if a run has it."""
    return next((figure for figure in figures if (figure.kind, figure.name) == (kind, name)), None)


def _text(figure: Figure | None) -> str:
    """Format a figure with its interval, if known."""
    if figure is None:
        return ""
    if figure.low is None or figure.high is None:
        return f"{figure.value:.1f}"
    return f"{figure.value:.1f} ±{max(figure.high - figure.value, figure.value - figure.low):.1f}"


def _estimate(figure: Figure | None) -> tuple[float, float, float] | None:
    """Return a figure with the ends of its interval, if known."""
    if figure is None or figure.low is None or figure.high is None:
        return None
    return figure.value, figure.low, figure.high


def _draw(runs: Sequence[HistoryRun], file: Path) -> None:
    """Draw each strategy's wins, run by run."""
    names = list(
        dict.fromkeys(
            figure.name for run in runs for figure in run.entry.figures if figure.kind == WINS
        )
    )
    lines = Lines(names)
    figure = rounds(
        "Wins in 100 games, run by run",
        [f"run {run.number}" for run in runs],
        [
            (name, lines[name], [_estimate(_find(run.entry.figures, WINS, name)) for run in runs])
            for name in names
        ],
        "wins in 100",
    ).figure(FULL)
    legend = figure.axes[0].legend(
        figure.axes[0].lines[::2],
        list(map(visible, names)),
        loc="lower right",
        bbox_to_anchor=(1, 1),
        ncols=len(names),
        frameon=False,
    )
    for text in legend.get_texts():
        text.set_parse_math(False)  # a name may contain a dollar sign
    content = BytesIO()
    figure.savefig(content, format="svg")
    write_whole(file, content.getvalue())


def print_comparison(result: ComparisonResult) -> None:
    """Print the differences between two runs, game by game if possible."""
    for line in result.differences:
        say(line)
    rows = result.changes
    if rows is None:
        give(Compared([*result.differences], []))
        say()
        for run, figures in zip(result.runs, result.figures, strict=True):
            _print_alone(run, figures)
        return
    columns = ("label", "metric", "first", "second", "change", "all_low", "all_high", "smallest")
    verdicts = rows.select(*columns, "games", "differ", "verdict")
    give(Compared([*result.differences], [RunChange(*row) for row in verdicts.iter_rows()]))
    say("The second run minus the first, with the same luck (95 % intervals that hold jointly):")
    say()
    first, _ = result.runs
    table(
        ("for", "measure", "first", "second", "change", "between", "games that differ", "verdict"),
        [
            (
                row["label"],
                "wins in 100" if row["metric"] == "wins" else first.words.score[1],
                f"{row['first']:.2f}",
                f"{row['second']:.2f}",
                f"{row['change']:+.2f}",
                _interval(row["all_low"], row["all_high"]),
                f"{count(row['differ'])} of {count(row['games'])}",
                row["verdict"],
            )
            for row in rows.iter_rows(named=True)
        ],
        text_columns=2,
    )
    say(smallest_change_sentence(first, rows))


def _interval(low: float | None, high: float | None) -> str:
    """Format an interval, or return "?" before a sequential run's first look."""
    return "?" if low is None or high is None else f"{low:+.2f} to {high:+.2f}"


def _print_alone(run: Run, figures: Sequence[Figure]) -> None:
    table(
        (str(run.path), "value ± 95 % interval"),
        [(f"{figure.kind}, {figure.name}", _text(figure)) for figure in figures],
    )
    say()
