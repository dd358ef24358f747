"""A run's report as one HTML file: verdict, sections, facts."""

from __future__ import annotations

import contextlib
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from inspect import getsourcefile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from markupsafe import Markup

from eoc_sim.analysis import cards, notable_findings
from eoc_sim.analysis.folders import check_metrics, metrics_folder
from eoc_sim.analysis.holdings import holdings
from eoc_sim.analysis.looks import Look
from eoc_sim.analysis.tables import MissingResults, RecordedArm, Run
from eoc_sim.errors import EngineError, InputError, failure
from eoc_sim.reports import (
    edits,
    first_screen,
    first_screen_picture,
    layout,
    number_lists,
    policy,
    style,
    words,
    workbook,
    workbook_file,
)
from eoc_sim.reports.blocks import Block, BuiltSections, PageContent, Section
from eoc_sim.reports.commands import repeat_command, why_not_resumed
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.marks import mark_section
from eoc_sim.reports.sections import SECTIONS
from eoc_sim.reports.smallest_change import smallest_change_sentence
from eoc_sim.reports.version_words import subjects
from eoc_sim.simulator.runs.rule_words import rules_title
from eoc_sim.simulator.runs.run_file import METRICS, PACKAGE, QUESTION
from eoc_sim.simulator.runs.whole_file import write_whole
from eoc_sim.version import __version__

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.sheet_writing import CardSheet

FILE = "report.html"
FINDINGS_FILE = "findings.parquet"
MARKER = '<meta name="generator" content="eoc-sim report">'
"""The mark near the beginning of files that may be replaced."""
SEATING_WORDS = {
    "balanced": "everyone is in every seat, and next to everyone else, equally often",
    "rotate": "everyone moves on by one seat after each game",
    "fixed": "everyone keeps the same seat in all games",
}
MARKER_WITHIN = 400
"""The number of characters from a page's start that contain `MARKER`."""
MAX_UNSCROLLED_ROWS = 24
"""Tables with more rows than this get a scroll bar and search."""
MAX_UNFOLDED_VERSIONS = 3
"""Lists of more versions than this are folded; sections name all versions."""


def build(run_dir: str | Path, xlsx: Path | None = None, cards: CardSheet | None = None) -> Path:
    """Write ``run_dir/report.html`` and return its path.

    With ``xlsx``, all tables are also written to that workbook, together with the editable sheet of
    ``cards``, if any.

    Raises:
        InputError: there is no run; a report.html or workbook that is already there was not written
            by this program; or another program has saved the workbook since.
    """
    return write(Findings(Run(run_dir)), xlsx, cards)


def write(page: Findings, xlsx: Path | None = None, cards: CardSheet | None = None) -> Path:
    """Write the report of a run into its folder; return its path.

    The answers to all questions, notable or not, are written to metrics/findings.parquet. With
    ``xlsx``, all tables are also written to that workbook, together with the editable sheet of
    ``cards``, if any.

    Raises:
        InputError: a report.html there was not written by this program, the workbook must not be
            replaced, or there are no finished games.
    """
    run = page.run
    run.require()
    target = check_targets(run.path, xlsx)
    check_metrics(run.path)
    write_page(target, content_of(page), xlsx, cards)
    with contextlib.suppress(MissingResults):
        findings = page.headlines.findings
        folder = metrics_folder(run.path)
        if (folder / FINDINGS_FILE).is_symlink():
            (folder / FINDINGS_FILE).unlink()
        notable_findings.table(findings).write_parquet(folder / FINDINGS_FILE)
    return target


def check_targets(folder: Path, xlsx: Path | None) -> Path:
    """Return the page's path, if it and the workbook may be written.

    Raises:
        InputError: the file there was not written by this program, or the workbook must not be
            replaced.
    """
    target = target_in(folder)
    if xlsx is not None:
        workbook_file.check_target(xlsx)
    return target


def write_page(
    target: Path, content: PageContent, xlsx: Path | None, cards: CardSheet | None
) -> None:
    """Write a page, and its workbook if ``xlsx`` is given."""
    put(target, render(content))
    if xlsx is not None:
        workbook.write(xlsx, content, cards)


def target_in(folder: Path) -> Path:
    """Return the path for the page of a folder.

    Raises:
        InputError: the file there was not written by this program.
    """
    target = folder / FILE
    if target.exists() and not _is_ours(target):
        raise InputError(
            f"{target} was not written by eoc-sim, so it is not replaced; move it away first."
        )
    return target


def put(target: Path, text: str) -> None:
    """Write a page completely or not at all."""
    write_whole(target, text.encode("utf-8"))


def _is_ours(page: Path) -> bool:
    try:
        with open(page, encoding="utf-8", errors="replace") as file:
            return MARKER in file.read(MARKER_WITHIN)
    except OSError as error:
        raise InputError(f"{page} cannot be read: {error.strerror}.") from None


def remove(run_dir: Path) -> None:
    """Remove what `write` has written to a folder, and nothing else."""
    page, metrics = run_dir / FILE, run_dir / METRICS
    if page.is_file() and _is_ours(page):
        page.unlink()
    if metrics.is_dir() and not metrics.is_symlink():
        (metrics / FINDINGS_FILE).unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            metrics.rmdir()  # fails if the folder has other files


def content_of(page: Findings) -> PageContent:
    """Collect the content of a run's page."""
    run = page.run
    picture = first_screen_picture.picture(page)
    shown_sentence = (
        first_screen_picture.shown_versions_sentence(page) if picture is not None else ""
    )
    return PageContent(
        run=run,
        title=_title(page),
        verdicts=first_screen.verdicts(page),
        built=build_sections(page),
        facts=facts(page),
        versions=len(run.arms),
        fair=None if run.fair is None else words.number(100 * run.fair),
        picture=picture,
        caption_end=f"{shown_sentence} {page.report.mark(run)}".rstrip(),
        smallest_change=smallest_change_sentence(run, _strategy_effects(page)),
        edits=lambda key: edits.block(page, key),
    )


def _strategy_effects(page: Findings) -> pl.DataFrame | None:
    """Return the versions' effects on strategies; None if there are none."""
    with contextlib.suppress(MissingResults):
        return page.effects["strategy"] if page.sweep else None
    return None


def render(content: PageContent) -> str:
    """Render a page."""
    from jinja2 import BaseLoader, Environment, StrictUndefined

    run, templates = content.run, files("eoc_sim.reports") / "templates"

    def read(name: str) -> str:
        return (templates / name).read_text(encoding="utf-8")

    environment = Environment(
        loader=BaseLoader(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["typeset"] = words.typeset
    environment.filters["lead"] = words.lead
    environment.filters["tips"] = number_lists.with_tips
    css = style.variables() + read("report.css") + style.word_columns()
    script = read("report.js")
    return environment.from_string(read("report.html.j2")).render(
        marker=Markup(MARKER),
        policy=Markup(policy.tag(css, script)),
        style=Markup(css),
        script=Markup(script),
        current=run.current_rules_phrase,
        can_hold=bool(holdings(run)),
        version=__version__,
        game=run.words.title,
        full_title=content.full_title,
        max_rows=MAX_UNSCROLLED_ROWS,
        max_versions=MAX_UNFOLDED_VERSIONS,
        smallest=f"{words.smallest(run, 'wins')} or {words.smallest(run, 'score')}",
        notice=run.words.notice,
        luck=run.words.luck,
        player=run.words.player,
        spent=error_words(run.look),
        intervals_note=words.INTERVALS_NOTE,
        **vars(content),
    )


def error_words(look: Look) -> str:
    """Explain, for the page's end, how the intervals' error probability is spent.

    >>> from eoc_sim.analysis.looks import fixed_look
    >>> error_words(fixed_look(2000))
    '2.5 % at the planned end, less at 3, 9, 27 ... times the games, 0.5 % on a confidence sequence'
    """
    spending = look.looks.spending
    sequence = f"{100 * spending.sequence:g} % on a confidence sequence"
    if not spending.errors:
        return f"all {sequence}"
    if look.sequential:
        return f"{100 * (spending.total - spending.sequence):g} % over the looks, {sequence}"
    first = f"{100 * spending.errors[0]:g} % at the planned end"
    if math.isinf(spending.growth):
        return f"{first}, {sequence}"
    folds = ", ".join(f"{spending.growth**number:g}" for number in (1, 2, 3))
    return f"{first}, less at {folds} ... times the games, {sequence}"


def _title(page: Findings) -> str:
    """Return a title: the rule set, the players and the changes."""
    people = page.run.words.players(page.run.players)
    title = rules_title(page.run.declaration, page.run.record["baseline"].get("rules", {}))
    setting = ", ".join(filter(None, (title, people)))
    versions = page.run.arms[1:]
    if not versions:
        return setting
    if len(versions) == 1:
        return f"{setting}: {_version_title(versions[0])}"
    return f"{setting}: {subjects(versions)}"


def _version_title(arm: RecordedArm) -> str:
    """Return a version's title with a comma for its colon.

    A colon already precedes the title.
    """
    name = arm.changes[0].name if arm.changes else ""
    return arm.title.replace(f"{name}: ", f"{name}, ", 1)


def build_sections(page: Findings) -> BuiltSections:
    """Build a page's sections in order."""
    built = make_blocks(sections_of(page))
    return replace(built, sections=layout.arrange(page, built.sections))


def sections_of(page: Findings) -> Iterator[Section | None]:
    """Make a page's sections; blocks without their tables raise `MissingResults`."""
    report, mark = page.report, page.report.mark(page.run)
    for make_section in report.sections or (*report.first_sections, *SECTIONS):
        try:
            section = make_section(page)
            if not isinstance(section, Section | None):
                raise EngineError(
                    f"{make_section.__name__} returns a {type(section).__name__}, not a Section: "
                    f"{getsourcefile(make_section)}"
                )
        except MissingResults as missing:
            heading = make_section.__name__.replace("_", " ")
            section = Section(make_section.__name__, heading, "", map(_raise_missing, [missing]))
        except Exception as error:
            if make_section.__module__.startswith(f"{__package__}."):
                raise
            # A user's section may raise any exception.
            raise InputError(
                f"The section {make_section.__name__} failed ({failure(error)})."
            ) from error
        yield None if section is None else mark_section(section, mark)


def _raise_missing(missing: MissingResults) -> Block:
    raise missing


def make_blocks(sections: Iterable[Section | None]) -> BuiltSections:
    """Make the blocks of all applicable sections; drop sections without blocks."""
    result: list[Section] = []
    headings_by_fault: dict[str, list[str]] = {}
    for section in sections:
        if section is None:
            continue
        blocks: list[Block] = []
        try:
            for block in section.blocks:
                blocks.append(block)
        except MissingResults as missing:
            part = f"{section.heading}, in part" if blocks else section.heading
            headings_by_fault.setdefault(str(missing), []).append(part)
        if blocks:
            result.append(replace(section, blocks=blocks))
    return BuiltSections(tuple(result), headings_by_fault)


def facts(page: Findings) -> dict[str, Any]:
    """List what was played, for the end of the page."""
    run, record = page.run, page.run.record
    baseline = record.get("baseline", {})
    session = run.sessions[-1] if run.sessions else {}
    games = f"{words.games(run.games)}"
    if page.sweep:
        games += f" in each of {len(run.arms)} versions"
    looks = ""
    if run.look.sequential and _has_question(run):
        looks = "looked at repeatedly, until the question was answered or the games ran out"
    elif run.look.sequential:
        games += " so far"
    if run.games < run.games_requested:
        reason = why_not_resumed(run) or "--resume plays the rest"
        games += f" (of {words.count(run.games_requested)} requested; {reason})"
    return {
        "games": games,
        "looks": looks,
        "seats": line_up(run),
        "seating": SEATING_WORDS[record["seating"]],
        "seed": record.get("seed"),
        "command": repeat_command(session.get("command_line", ())),
        "started": session.get("started", ""),
        "package": record.get(PACKAGE, __version__),
        "rules_version": record.get("rules_version", ""),
        "rules": _rules(run),
        "provenance": (sources := cards.provenance(run)),
        "is_reported": any(cards.REPORTED in source for source in sources.values()),
        "changes": [
            arm.sentence if arm.title == arm.sentence else f"{arm.title}: {arm.sentence}"
            for arm in run.arms[1:]
        ],
        "hashes": _hashes(baseline),
    }


def _has_question(run: Run) -> bool:
    """Return True if a sequential run plays until a question is answered.

    Old runs, which do not record this, count as well.
    """
    return run.record.get(QUESTION) != ""


def _rules(run: Run) -> list[dict[str, str]]:
    """List the resolved rules.

    Each has its switch, its value, the standard value if it differs, and its sentence.
    """
    switches = {switch.name: switch for switch in run.declaration.switches}
    rows = []
    for name, value in run.rules.items():
        switch = switches.get(name)
        rows.append(
            {
                "name": str(name),
                "value": str(value),
                "standard": ""
                if switch is None or switch.default == str(value)
                else f"standard: {switch.default}",
                "sentence": "" if switch is None else switch.sentence,
            }
        )
    return rows


def line_up(run: Run) -> str:
    """Describe the line-up with each strategy's count: "2 x random"."""
    times = Counter(run.seat_names)
    return words.join_words([name if n == 1 else f"{n} x {name}" for name, n in times.items()])


def _hashes(baseline: Mapping[str, Any]) -> dict[str, str]:
    hashes = baseline.get("hashes", {})
    return {str(name): str(value) for name, value in hashes.items()}
