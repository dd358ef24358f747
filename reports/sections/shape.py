"""Notable findings about the shape of play, strongest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import polars as pl

from eoc_sim.analysis.notable_findings import Finding, notable
from eoc_sim.analysis.tables import MissingResults
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, lines, note, table
from eoc_sim.reports.finding_sentences import ordinary_words, sentence, small_print
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.simulator.runs.sheets import with_article


def section(page: Findings, own_blocks: Iterable[Block] = ()) -> Section:
    """Show the notable findings about the shape of play.

    ``own_blocks`` are further blocks of the game.
    """
    player = with_article(page.run.words.player[0])
    text = f"Findings that {player} or designer would remark on, strongest first.{page.under}"
    return Section("findings", "Highlights", text, chain(_blocks(page), own_blocks))


def _blocks(page: Findings) -> Iterator[Block]:
    headlines = page.headlines
    answers, open_questions = headlines.shape, headlines.unanswered_subjects
    if open_questions and not answers:
        raise MissingResults(open_questions[0][1])
    notable_answers = notable(answers)
    intro = (
        f"Findings from {len(answers)} questions. All {headlines.tests} intervals on the page hold "
        "jointly. The whole interval of a finding is outside the ordinary range by an amount that "
        "matters; the ordinary range is a judgement, stated with each finding."
    )
    no_answer = f"None of the {len(answers)} answers, all listed below, stands out."
    yield lines(
        intro if notable_answers else no_answer,
        [(sentence(finding), small_print(finding)) for finding in notable_answers],
    )
    if open_questions:
        yield note(
            "Not answered, for lack of tables that --keep all would keep: "
            f"{'; '.join(about for about, _ in open_questions)}."
        )
    yield _all_questions(answers)


def _all_questions(findings: Sequence[Finding]) -> Block:
    ranking = sorted(findings, key=lambda finding: -finding.strength)
    frame = pl.DataFrame(
        {
            "about": [words.sentence_start(finding.about) for finding in ranking],
            "value": [finding.size for finding in ranking],
            "value_low": [finding.low for finding in ranking],
            "value_high": [finding.high for finding in ranking],
            "ordinary": [ordinary_words(finding) for finding in ranking],
            "smallest": [finding.smallest for finding in ranking],
            "games": [finding.games for finding in ranking],
        },
        schema={
            "about": pl.String,
            "value": pl.Float64,
            "value_low": pl.Float64,
            "value_high": pl.Float64,
            "ordinary": pl.String,
            "smallest": pl.Float64,
            "games": pl.Int64,
        },
    )
    return table(
        "All questions",
        "Questions whose answers are furthest outside the ordinary range come first.",
        frame,
        [
            Shown("about", "question", "", "text"),
            GAMES,
            Shown("value", "value", "with intervals that hold jointly for all rows", "estimate"),
            Shown("ordinary", "ordinary", "range that no one would remark on", "text"),
            Shown("smallest", "smallest that matters", "smallest change that matters", "number"),
        ],
        collapsed=True,
    )
