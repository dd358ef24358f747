"""All of a run's outputs give the same verdict on every quantity."""

from __future__ import annotations

import html
import math
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import openpyxl
import polars as pl
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from synthetic_runs import STRATEGIES, random_run

from eoc_sim.analysis import compare, family, history, quantities, sequential
from eoc_sim.analysis.headlines import DEALT_CARDS
from eoc_sim.analysis.notable_findings import Finding
from eoc_sim.analysis.shape import kind_of
from eoc_sim.analysis.stats import CHANGES, NO_CHANGE, UNDECIDED
from eoc_sim.analysis.strata import label_holders, main_strata
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.worth import DOMINATING, STRONG, WEAK
from eoc_sim.cli.printing.played_runs import standings
from eoc_sim.reports import build, first_screen, first_screen_picture
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.notebook_run import load
from eoc_sim.reports.page import FINDINGS_FILE, build_sections
from eoc_sim.reports.words import decimal
from eoc_sim.simulator.runs.run_file import METRICS

KEYS = ["arm", "label", "metric"]
VERDICT_COLUMNS = [*KEYS, "low", "high", "smallest", "verdict"]
KEPT_TABLES = ("games", "seats", "cards", "offers")
COUNTS: Counter[str] = Counter()
"""Counts of what was compared in all runs, by kind; every kind must occur."""


def stated_verdicts(frames: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """Return the verdicts in `compare.effects`, for strategies and main strata of holders."""
    holders = main_strata(frames["holders"]).with_columns(label_holders().alias("label"))
    return pl.concat(
        frame.select(
            *KEYS,
            pl.col("all_low").alias("low"),
            pl.col("all_high").alias("high"),
            "smallest",
            "verdict",
        )
        for frame in (holders, frames["strategy"])
    ).sort(KEYS)


def screen_verdicts(page: Findings) -> pl.DataFrame:
    """Return the verdicts on the first screen in the form of `stated_verdicts`."""
    return (
        pl.DataFrame(
            [
                {
                    "arm": effect.arm.id,
                    "metric": effect.metric,
                    "low": effect.finding.low,
                    "high": effect.finding.high,
                    "smallest": effect.finding.smallest,
                    "verdict": effect.finding.verdict,
                    "label": f"anyone who {effect.stratum.replace('it', effect.label)}"
                    if effect.stratum
                    else effect.label,
                }
                for effect in page.headlines.effects
            ]
        )
        .select(VERDICT_COLUMNS)
        .sort(KEYS)
    )


@settings(
    max_examples=2,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    seed=st.integers(1, 10**6),
    games=st.sampled_from((300, 1200)),
    stars=st.lists(st.sampled_from((0, 4, 6, 9, 30, 60)), max_size=2, unique=True),
    players=st.sampled_from((2, 3, 4)),
)
def compare_outputs(seed: int, games: int, stars: list[int], players: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = random_run(
            Path(folder) / "run",
            games,
            seed=seed,
            stars=stars,
            keep=KEPT_TABLES,
            deck=40,
            players=players,
        )
        check_outputs(path, Path(folder) / "book.xlsx")


def test_all_outputs_agree_on_every_quantity() -> None:
    COUNTS.clear()
    compare_outputs()
    with tempfile.TemporaryDirectory() as folder:
        # This is a run in which every verdict is certain to occur.
        path = random_run(
            Path(folder) / "run", 2400, seed=3, stars=(4, 60), keep=KEPT_TABLES, deck=40
        )
        check_outputs(path, Path(folder) / "book.xlsx")
    assert all(
        COUNTS[word] for word in (CHANGES, NO_CHANGE, UNDECIDED, "card", "place", "player")
    ), COUNTS
    assert COUNTS["interval"] > 20 and COUNTS["drawn"] > 20, COUNTS


@pytest.mark.parametrize(
    ("low", "high", "ordinary", "word"),
    [
        (12.0, 38.0, (10.0, 40.0), "ordinary"),
        (45.0, 50.0, (10.0, 40.0), CHANGES),
        (2.0, 5.0, (10.0, 40.0), CHANGES),
        (38.0, 45.0, (10.0, 40.0), UNDECIDED),
        (5.0, 45.0, (10.0, 40.0), UNDECIDED),
        (60.0, 70.0, (4.0, math.inf), "ordinary"),
        (math.nan, math.nan, (10.0, 40.0), UNDECIDED),
        (24.5, 25.5, (25.0, 25.0), NO_CHANGE),
        (26.5, 28.0, (25.0, 25.0), CHANGES),
    ],
)
def test_a_finding_is_judged_against_the_ordinary_range(
    low: float, high: float, ordinary: tuple[float, float], word: str
) -> None:
    """A number within its ordinary range is not notable; a notable number is judged a change."""
    finding = Finding("", "{}", (low + high) / 2, low, high, ordinary, 1.0, 100)
    assert finding.verdict == word
    assert not finding.notable or word == CHANGES


def test_other_commands_judge_by_the_same_smallest_changes(tmp_path: Path) -> None:
    """Quantities by game, plausible decks and the history use the page's smallest changes."""
    before = Run(random_run(tmp_path / "before", 600, seed=3))
    run = Run(random_run(tmp_path / "run", 600, seed=3, stars=(9,)))
    smallest_changes = {
        (label, metric): smallest
        for label, metric, smallest in compare.effects(run)["strategy"]
        .select("label", "metric", "smallest")
        .iter_rows()
    }
    assert all(
        smallest < 1 for (_, metric), smallest in smallest_changes.items() if metric == "score"
    )
    changes_in_history = history.changes(before, run, run.arms[1].changes)
    quantities_by_game = [
        quantity for name in STRATEGIES for quantity in quantities.quantities(run, name)
    ]
    findings_in_decks = family.findings(run).filter(pl.col("label").is_in(STRATEGIES))
    for rows in (
        changes_in_history.select("label", "metric", "smallest").rows(),
        [(quantity.label, quantity.metric, quantity.smallest) for quantity in quantities_by_game],
        findings_in_decks.select("label", "metric", "smallest").rows(),
    ):
        assert {
            (label, metric): pytest.approx(smallest) for label, metric, smallest in rows
        } == smallest_changes
    assert set(history.changes(before, run).filter(metric="score")["smallest"]) == {2.0}


def check_outputs(path: Path, book: Path) -> None:
    """Compare the page, first screen, picture, terminal, Python, metrics and workbook."""
    build(path, xlsx=book)
    page, loaded, rows = Findings(Run(path)), load(path), list(rows_of(book))
    if page.sweep:
        check_versions(page, path, loaded, rows)
    check_current_rules(page, loaded, rows)
    check_intervals(page, path)
    check_words(page, path)
    check_file(page, path)


def check_versions(page: Findings, path: Path, loaded: Any, rows: list[tuple[Any, ...]]) -> None:
    page_verdicts = stated_verdicts(page.effects)
    assert page_verdicts.height >= 2 * (len(page.run.arms) - 1)
    COUNTS.update(page_verdicts["verdict"])
    terminal_verdicts = (
        sequential.changes(Run(path), scores=True).select(VERDICT_COLUMNS).sort(KEYS)
    )
    assert terminal_verdicts.equals(page_verdicts)
    python_verdicts = stated_verdicts(
        {group: loaded.metrics[f"effects_{group}"] for group in ("holders", "strategy")}
    )
    assert python_verdicts.equals(page_verdicts)
    assert screen_verdicts(page).equals(page_verdicts)
    names = {arm.id: arm.short for arm in page.run.arms}
    for row in page_verdicts.iter_rows(named=True):
        assert is_in_book(rows, names[row["arm"]], row["verdict"], row["low"], row["high"]), row


def check_current_rules(page: Findings, loaded: Any, rows: list[tuple[Any, ...]]) -> None:
    """Compare tables' intervals for cards, deals and players with those on the first screen."""
    fair, by_label = 100 * (page.run.fair or 0), {}
    cards, _ = page.cards
    for row in cards.iter_rows(named=True):
        by_label[DEALT_CARDS, row["label"]] = (
            row["worth_all_low"],
            row["worth_all_high"],
            row["worth_verdict"],
        )
    assert cards.rename({"thing": "card"}).equals(loaded.metrics["cards"])
    columns = {column.name: column for column in page.run.table_with("win_share")}
    for name, frame in page.groups.items():
        assert frame.equals(loaded.metrics[f"wins_by_{name}"])
        for row in frame.iter_rows(named=True):
            by_label[kind_of(columns[name]), row["label"]] = (
                row["all_low"],
                row["all_high"],
                row["verdict"],
            )
    assert page.shares.equals(loaded.metrics["wins"])
    for row in page.shares.iter_rows(named=True):
        by_label["who wins", row["label"]] = row["all_low"], row["all_high"], row["verdict"]
    kinds = {DEALT_CARDS: "card", "who wins": "player"}
    for finding in page.headlines.findings:
        if (finding.kind, finding.name) not in by_label:
            continue
        low, high, word = by_label[finding.kind, finding.name]
        COUNTS[kinds.get(finding.kind, "place")] += 1
        assert (low, high) == pytest.approx((finding.low, finding.high), nan_ok=True)
        assert agrees_with_table(finding, word), (finding, word)
        if finding.kind == DEALT_CARDS:
            assert is_in_book(rows, finding.name, word, low, high), finding
        else:
            message = {NO_CHANGE: f"fair, within {finding.smallest:g} win in 100"}.get(word, word)
            if word == CHANGES:
                message = "above fair" if finding.size > fair else "below fair"
            assert is_in_book(rows, finding.name, message, low, high), finding


def check_intervals(page: Findings, path: Path) -> None:
    """Compare every interval for a finding's number in tables, charts and standings."""
    findings = [finding for finding in page.headlines.findings if not math.isnan(finding.low)]
    by_value: dict[float, list[tuple[set[str], float, float]]] = {}
    for finding in findings:
        if finding.key[0] == "plays":
            # No table shows how often a card is played in games that offer it, so an equal number
            # is a coincidence.
            continue
        about = {finding.name, *finding.about.split(", ")}
        for number in (finding, *finding.further):
            words = about | {number.sentence.partition(" ")[0]}
            entry = words, number.low, number.high
            by_value.setdefault(round(number.size, 9), []).append(entry)
    for heading, words, value, low, high in shown_intervals(page):
        for about, bottom, top in by_value.get(round(value, 9), ()):
            if value and words <= about:
                COUNTS["interval"] += 1
                assert (low, high) == pytest.approx((bottom, top)), (heading, words)
    text = plain((path / "report.html").read_text(encoding="utf-8"))
    for finding in findings:
        size, ends = (
            decimal(finding.size, 1, finding.signed),
            {interval_text(finding, 1), interval_text(finding, 2)},
        )
        pattern = rf"{re.escape(finding.name)}:? {re.escape(size)} \(([-+\d.]+ to [-+\d.]+)\)"
        for interval in re.findall(pattern, text) if finding.name else ():
            COUNTS["drawn"] += 1
            assert interval in ends, (finding.name, interval, ends)
    players = {player.name: player for player in page.headlines.players}
    for row in standings(page.run, page.joint_tests):
        if row.version == 0 and row.strategy in players:
            player = players[row.strategy]
            assert (row.all_low, row.all_high) == pytest.approx((player.low, player.high))


def interval_text(finding: Finding, digits: int) -> str:
    low, high = (decimal(end, digits, finding.signed) for end in (finding.low, finding.high))
    return f"{low} to {high}"


def shown_intervals(page: Findings) -> Iterator[tuple[str, set[str], float, float, float]]:
    """Yield every number with an interval in the page's tables, and the words in its row."""
    blocks = [block for section in build_sections(page).sections for block in section.blocks]
    for block in [*blocks, *(part.numbers for part in blocks if part.numbers is not None)]:
        if block.frame is None:
            continue
        texts = [column.name for column in block.columns if column.kind == "text"]
        for column in block.columns:
            if column.kind not in ("estimate", "change"):
                continue
            ends = column.low or f"{column.name}_low", column.high or f"{column.name}_high"
            for row in block.frame.iter_rows(named=True):
                if None not in (row[column.name], row[ends[0]], row[ends[1]]):
                    words = {row[text] for text in texts if row[text]}
                    yield block.heading, words, row[column.name], row[ends[0]], row[ends[1]]


def agrees_with_table(finding: Finding, word: str | None) -> bool:
    """Check that a table's word agrees with the verdict of a finding."""
    if finding.kind != DEALT_CARDS:
        return word == finding.verdict
    if word in (DOMINATING, STRONG, WEAK):
        return finding.verdict == CHANGES
    if word == "ordinary":
        return finding.verdict in (NO_CHANGE, CHANGES)
    return word is not None  # a card is dead because of its plays, not because of its worth


def check_words(page: Findings, path: Path) -> None:
    """Check that the page has the terminal's sentences and names the surest effect."""
    text = plain((path / "report.html").read_text(encoding="utf-8"))
    verdicts = first_screen.verdicts(page)
    assert len(verdicts) > 2
    for verdict in verdicts:
        for line in verdict.lines:
            assert plain(html.escape(line)) in text, line
        for step in verdict.steps:
            assert plain(html.escape(step.command)) in text, step
    if page.sweep:
        message = " ".join(line for verdict in verdicts for line in verdict.lines)
        decided = [effect for effect in page.headlines.effects if effect.finding.verdict == CHANGES]
        if decided:
            surest = max(decided, key=lambda effect: effect.finding.strength)
            assert surest.finding.strength < 1 or f"{surest.finding.size:+.1f}" in message
        else:
            assert "No version is shown to have an effect" in message
    picture = first_screen_picture.picture(page)
    assert picture is not None
    for player in page.headlines.players:
        assert player.name in picture.chart.description or len(page.headlines.players) > 2


def check_file(page: Findings, path: Path) -> None:
    """Check that the metric table of all questions has the page's numbers."""
    frame = pl.read_parquet(path / METRICS / FINDINGS_FILE)

    def number(value: float) -> float | None:
        return value if math.isfinite(value) else None

    columns = ("question", "value", "low", "high", "smallest", "notable")
    assert Counter(frame.select(columns).iter_rows()) == Counter(
        (
            finding.about,
            *map(number, (finding.size, finding.low, finding.high)),
            finding.smallest,
            finding.notable,
        )
        for finding in page.headlines.findings
    )


def rows_of(book: Path) -> Iterator[tuple[Any, ...]]:
    """Yield all rows of all sheets of a workbook."""
    with closing(openpyxl.load_workbook(book, read_only=True)) as sheets:
        for sheet in sheets:
            yield from sheet.iter_rows(values_only=True)


def is_in_book(
    rows: list[tuple[Any, ...]], name: str, word: str | None, low: float | None, high: float | None
) -> bool:
    """Check that a row has this name, this verdict and both ends of this interval.

    Without an interval, return True.
    """
    if low is None or high is None or math.isnan(low):
        return True

    def has(row: tuple[Any, ...], value: float) -> bool:
        return any(isinstance(cell, int | float) and abs(cell - value) < 1e-6 for cell in row)

    return any(name in row and word in row and has(row, low) and has(row, high) for row in rows)


def plain(text: str) -> str:
    """Return the words of a page or a line, without tags and typesetting."""
    text = html.unescape(re.sub(r"<[^>]*>", "", text))
    for typeset, typed in ((" ", " "), ("\u202f", " "), ("−", "-"), ("→", "->")):
        text = text.replace(typeset, typed)
    return " ".join(text.split())


def test_a_workbook_row_must_match_in_full(tmp_path: Path) -> None:
    """The comparison can fail: a row with another verdict or end does not match."""
    rows = [("stars 5 -> 6", "vegas", "changes", 1.0, 0.5, 1.5)]
    assert is_in_book(rows, "stars 5 -> 6", "changes", 0.5, 1.5)
    assert not is_in_book(rows, "stars 5 -> 6", "not decided", 0.5, 1.5)
    assert not is_in_book(rows, "stars 5 -> 6", "changes", 0.5, 1.6)
