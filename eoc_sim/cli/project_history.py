"""Print a project's runs over time, and compare two of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.history import WINS, changes, figures, shown_version, without_shared_luck
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.cli.answer import give, is_of
from eoc_sim.cli.answer_types import Compared, History, HistoryEntry, RunChange
from eoc_sim.cli.options import existing_folder
from eoc_sim.cli.screen import note, say, table, visible
from eoc_sim.commands.channel import count
from eoc_sim.commands.history import RESULTS, changes_since, difference, read, seats
from eoc_sim.errors import InputError
from eoc_sim.games import find_recorded
from eoc_sim.reports.charts.rounds import rounds
from eoc_sim.reports.pictures import FULL
from eoc_sim.reports.smallest_change import matters_words
from eoc_sim.reports.style import Lines
from eoc_sim.simulator.runs.run_file import SOURCE_CODE, release_of
from eoc_sim.simulator.runs.whole_file import write_whole

if TYPE_CHECKING:
    from eoc_sim.analysis.holdings import HasKey
    from eoc_sim.simulator.runs.change import Change

PICTURE = "history.svg"


def print_history(last: int) -> None:
    """Print the figures of the latest runs, and draw their wins."""
    all_entries = read(lambda row: is_of(row, HistoryEntry), note)
    entries = all_entries[-last:]
    names = [field.name for field in fields(HistoryEntry)]
    give(History([HistoryEntry(**{name: entry[name] for name in names}) for entry in entries]))
    comparable: dict[str, list[dict[str, Any]]] = {}
    for number, entry in enumerate(entries, start=1 + len(all_entries) - len(entries)):
        key = json.dumps([entry[name] for name in ("game", "players", "seed", "seating")])
        comparable.setdefault(key, []).append({**entry, "number": number})
    for group in comparable.values():
        _print_trend(group)
    several = [group for group in comparable.values() if len(group) > 1]
    if several:
        file = RESULTS / PICTURE
        _draw(max(several, key=lambda group: group[-1]["number"]), file)
        say(f"Picture: {file}")


def _print_trend(entries: Sequence[Mapping[str, Any]]) -> None:
    """Print entries that can be compared, and the figures of each."""
    first = entries[0]
    changes_by_run = [first["changes"]]
    changes_by_run += [
        changes_since(entry["changes"], last["changes"]) for last, entry in pairwise(entries)
    ]
    no_change = ["as published", *["nothing"] * (len(entries) - 1)]
    say(f"{first['game']}: {', '.join(first['players'])}; seed {first['seed']}.")
    say()
    table(
        ("run", "folder", "what changed since the run above", "release", "games"),
        [
            (
                str(entry["number"]),
                entry["folder"],
                "?" if some is None else "; ".join(some) or none,
                entry["package"],
                count(entry["games"]),
            )
            for entry, some, none in zip(entries, changes_by_run, no_change, strict=True)
        ],
        text_columns=4,
    )
    say()
    say("Each figure with its own 95 % interval, ± the longer side; the report's are wider:")
    say()
    names = dict.fromkeys(
        (figure["kind"], figure["name"]) for entry in entries for figure in entry["figures"]
    )
    table(
        ("figure", *(f"run {entry['number']}" for entry in entries)),
        [
            (f"{kind}, {name}", *(_figure(entry, kind, name)[0] for entry in entries))
            for kind, name in names
        ],
        stacked=True,
    )
    say()


def _figure(
    entry: Mapping[str, Any], kind: str, name: str
) -> tuple[str, tuple[float, float, float] | None]:
    """Return a figure in words, and as an estimate if known."""
    for figure in entry["figures"]:
        if (figure["kind"], figure["name"]) == (kind, name):
            if figure["low"] is None or figure["high"] is None:
                return f"{figure['value']:.1f}", None
            half = max(figure["high"] - figure["value"], figure["value"] - figure["low"])
            return f"{figure['value']:.1f} ±{half:.1f}", (
                figure["value"],
                figure["low"],
                figure["high"],
            )
    return "", None


def _draw(entries: Sequence[Mapping[str, Any]], file: Path) -> None:
    """Draw the wins of each strategy over the runs."""
    names = list(
        dict.fromkeys(
            item["name"] for entry in entries for item in entry["figures"] if item["kind"] == WINS
        )
    )
    lines = Lines(names)
    figure = rounds(
        "Wins in 100 games, run by run",
        [f"run {entry['number']}" for entry in entries],
        [(name, lines[name], [_figure(each, WINS, name)[1] for each in entries]) for name in names],
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


def print_comparison(first: str, second: str, name: str | None) -> None:
    """Print the differences between two runs, game by game if possible."""
    earlier, later = (Run(existing_folder(path)) for path in (first, second))
    differences, between = _warnings(earlier, later, name)
    if reasons := without_shared_luck(earlier, later):
        differences.append(f"The runs do not share their luck: {'; '.join(reasons)}.")
    for line in differences:
        say(line)
    if reasons:
        give(Compared(differences, []))
        say()
        for run in (earlier, later):
            with _naming(run):
                _print_alone(run)
        return
    for run in (earlier, later):
        with _naming(run):
            run.require(run.table_with("win_share"), arm=shown_version(run).id)
    rows = changes(earlier, later, between)
    columns = ("label", "metric", "first", "second", "change", "all_low", "all_high", "smallest")
    verdicts = rows.select(*columns, "games", "differ", "verdict")
    give(Compared(differences, [RunChange(*row) for row in verdicts.iter_rows()]))
    say("The second run minus the first, with the same luck (95 % intervals that hold together):")
    say()
    table(
        ("for", "measure", "first", "second", "change", "between", "games that differ", "verdict"),
        [
            (
                row["label"],
                "wins in 100" if row["metric"] == "wins" else earlier.words.score[1],
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
    say(matters_words(earlier, rows))


@contextmanager
def _naming(run: Run) -> Iterator[None]:
    """Name whichever of two runs lacks results.

    Raises:
        InputError: it lacks them.
    """
    try:
        yield
    except MissingResults as error:
        raise InputError(f"{run.path}: {error}") from None


def _interval(low: float | None, high: float | None) -> str:
    """Format an interval; "?" before the first look at a sequential run."""
    return "?" if low is None or high is None else f"{low:+.2f} to {high:+.2f}"


def _print_alone(run: Run) -> None:

    answers = {"figures": figures(run)}
    table(
        (str(run.path), "± its 95 % interval"),
        [
            (
                f"{figure['kind']}, {figure['name']}",
                _figure(answers, str(figure["kind"]), str(figure["name"]))[0],
            )
            for figure in answers["figures"]
        ],
    )
    say()


def _warnings(first: Run, second: Run, name: str | None) -> tuple[list[str], list[HasKey]]:
    """State how two runs differ in release, players and rules.

    The second list has the changes between the versions that were played, if all are known.
    """
    records = first.record, second.record
    lines = []
    changes: list[Change] | None = None
    releases = list(map(release_of, records))
    programs = [record.get(SOURCE_CODE) for record in records]
    if releases[0] != releases[1]:
        lines.append(f"The releases differ: {releases[0]} and {releases[1]}.")
    elif programs[0] != programs[1]:
        lines.append("The source code that played differs.")
    line_ups = [", ".join(seats(record)) for record in records]
    playing = [record["baseline"].get("seats") for record in records]
    are_same_players = playing[0] == playing[1]
    if line_ups[0] != line_ups[1]:
        lines.append(f"The players differ: {line_ups[0]}, and {line_ups[1]}.")
    elif not are_same_players:
        lines.append("The players have the same names, but their files differ.")
    if records[0]["game"] == records[1]["game"]:
        try:
            sentences, changes = difference(records, find_recorded(records[0], name))
            if sentences:
                lines.append(f"The current rules differ: {'; '.join(sentences)}.")
        except InputError as error:
            lines.append(f"It is unknown whether the current rules differ. {error}")
    arms = [
        shown_version(run).sentence if shown_version(run).changes else "" for run in (first, second)
    ]
    if arms[0] != arms[1]:
        lines.append(
            f"The versions compared: {arms[0] or first.current}, and {arms[1] or second.current}."
        )
    play_the_same = programs[0] == programs[1] and are_same_players
    if changes is None or not play_the_same:
        return lines, []
    return lines, [*changes, *shown_version(first).changes, *shown_version(second).changes]
