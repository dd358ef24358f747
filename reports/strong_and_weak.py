"""The strongest and the weakest of several things, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.notable_findings import Finding
from eoc_sim.analysis.stats import CHANGES
from eoc_sim.counts import plural
from eoc_sim.reports import words
from eoc_sim.reports.number_lists import digits_of, ends

if TYPE_CHECKING:
    from eoc_sim.analysis.card_order import MeasuredColumn


def strong_and_weak(
    findings: Sequence[Finding], unit: str, reference: str = "", *, nouns: bool = False
) -> tuple[str, list[Finding]]:
    """Name the strongest and the weakest, decided or not.

    If several are decided, the most certain is named. If the numbers are not effects, ``reference``
    names what they are compared with. With ``nouns``, names begin with a noun, which is capitalised
    at the start of a sentence. Return the sentences, and the decided findings that they name, the
    most certain first.
    """
    ranking = sorted(findings, key=lambda finding: finding.size)
    effects = [finding for finding in ranking if finding.verdict == CHANGES]
    strong = [finding for finding in effects if finding.above]
    weak = [finding for finding in effects if not finding.above]
    sentences = (
        _side(("strong", "more"), ranking[-1], strong, f" {unit}", reference),
        _side(("weak", "less"), ranking[0], weak, "", reference),
    )
    surest = [max(side, key=certainty) for side in (strong, weak) if side]
    line = ". ".join(map(words.sentence_start, sentences) if nouns else sentences)
    return f"{line}.", sorted(surest, key=certainty, reverse=True)


def _side(
    side: tuple[str, str], extreme: Finding, effects: Sequence[Finding], unit: str, reference: str
) -> str:
    """Name the most certain decided finding, or else the extreme one."""
    adjective, comparative = side
    if not effects:
        claim = f"win {comparative} than {reference}" if reference else f"be too {adjective}"
        end = "highest" if comparative == "more" else "lowest"
        return f"None is shown to {claim}; {end}: {extreme.name}, {value_of(extreme)}{unit}"
    surest = max(effects, key=certainty)
    others = plural(len(effects) - 1, "other")
    is_single = len(effects) == 2
    remainder = ""
    if len(effects) > 1 and reference:
        remainder = f"; so {'does' if is_single else 'do'} {others}"
    elif len(effects) > 1:
        remainder = f"; {others} {'is' if is_single else 'are'} also {adjective}"
    degree = "too " if surest.notable else ""
    claim = f"wins {comparative} than {reference}" if reference else f"is {degree}{adjective}"
    return f"{surest.name} {claim}: {value_of(surest)}{unit}{remainder}"


def value_of(finding: Finding) -> str:
    """Format a number with its interval, such as "+3.3 (+1.6 to +5.1)"."""
    digits = digits_of(finding, finding.signed)
    return (
        f"{words.decimal(finding.size, digits, finding.signed)} "
        f"({ends(finding, digits, finding.signed)})"
    )


def certainty(finding: Finding) -> tuple[float, float]:
    """Rank a decided finding by its strength, then its size."""
    return finding.strength, abs(finding.size) / finding.smallest


def row_findings(rows: pl.DataFrame, measure: MeasuredColumn, smallest: float) -> list[Finding]:
    """Turn rows with known numbers into findings, compared with 0."""
    complete = rows.drop_nulls([measure.name, measure.low, measure.high])
    return [
        Finding(
            row["label"],
            "{}",
            row[measure.name],
            row[measure.low],
            row[measure.high],
            (0.0, 0.0),
            smallest,
            0,
            name=row["label"],
            signed=True,
        )
        for row in complete.iter_rows(named=True)
    ]
