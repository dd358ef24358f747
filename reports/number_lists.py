"""Several numbers in one short sentence, each with its interval."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from eoc_sim.analysis.notable_findings import IntervalEstimate
from eoc_sim.reports import words

if TYPE_CHECKING:
    from eoc_sim.analysis.card_order import MeasuredColumn
    from eoc_sim.analysis.notable_findings import Finding

MAX_SIDE_RATIO = 1.25
"""The largest ratio of interval sides that count as nearly equal."""
SHORT_WIDTH = 0.2
"""The width below which an interval needs a second decimal."""
MAX_DIGITS = 3
"""The maximum number of decimals of a number in a sentence."""
_SHARED_MARGIN = re.compile(r"at most ±[\d.]+ each")
_SHARED_MARGIN_TIP = (
    "Each of these numbers may be off by about this much: the widest of their intervals extends "
    "this far to either side."
)


def numbers(
    texts: Sequence[str],
    findings: Sequence[Finding | IntervalEstimate],
    *,
    sign: bool = False,
    separator: str = ", ",
    last_separator: str = "",
    max_digits: int = MAX_DIGITS,
) -> str:
    """List ``texts``, with {} replaced by numbers and intervals.

    If intervals are symmetric and nearly equal, only the widest is given, after the last number;
    otherwise each follows its number. ``last_separator`` joins the last text, ``separator`` the
    others.

    >>> from eoc_sim.analysis.notable_findings import IntervalEstimate
    >>> even = IntervalEstimate("", 25.7, 24.5, 27.0), IntervalEstimate("", 21.5, 20.3, 22.7)
    >>> numbers(["first {}", "second {}"], even)
    'first 25.7, second 21.5 (at most ±1.3 each)'
    >>> numbers(["first {}", "second {}"], (even[0], IntervalEstimate("", 0.4, 0.1, 1.2)))
    'first 25.7 (24.5 to 27.0), second 0.4 (0.1 to 1.2)'
    >>> numbers(["{} here"], even[:1])
    '25.7 (24.5 to 27.0) here'
    """
    digits = min(max((digits_of(finding, sign) for finding in findings), default=1), max_digits)
    margin = _shared_margin(findings, digits) if len(findings) > 1 else None
    parts = []
    for text, finding in zip(texts, findings, strict=True):
        size = words.decimal(finding.size, digits, sign)
        if margin is None:
            size += f" ({ends(finding, digits, sign)})"
        parts.append(text.replace("{}", size, 1))
    joined_parts = separator.join(parts)
    if last_separator and len(parts) > 1:
        joined_parts = f"{separator.join(parts[:-1])}{last_separator}{parts[-1]}"
    return joined_parts if margin is None else f"{joined_parts} (at most ±{margin:.{digits}f} each)"


def list_values(rows: Sequence[Mapping[str, Any]], measure: MeasuredColumn) -> str:
    """List each row's ``label`` with its signed value and interval.

    If a label contains a comma, semicolons separate the rows.

    >>> from eoc_sim.analysis.card_order import MeasuredColumn
    >>> rows = [{"label": f"a coin, round {number}", "wins": 9.4, "low": 6.3, "high": 12.5}
    ...         for number in (1, 2)]
    >>> list_values(rows, MeasuredColumn("wins", "low", "high", True, True))
    'a coin, round 1 +9.4; a coin, round 2 +9.4 (at most ±3.1 each)'
    """
    return numbers(
        [f"{row['label']} {{}}" for row in rows],
        [
            IntervalEstimate("", row[measure.name], row[measure.low], row[measure.high])
            for row in rows
        ],
        sign=True,
        separator="; " if any(", " in row["label"] for row in rows) else ", ",
    )


def ends(estimate: Finding | IntervalEstimate, digits: int = 1, sign: bool = False) -> str:
    """Format an interval for the brackets after its number.

    >>> from eoc_sim.analysis.notable_findings import IntervalEstimate
    >>> ends(IntervalEstimate("", 0.4, -0.1, 1.2), sign=True)
    '-0.1 to +1.2'
    """
    low, high = (words.decimal(end, digits, sign) for end in (estimate.low, estimate.high))
    return f"{low} to {high}"


def digits_of(estimate: Finding | IntervalEstimate, sign: bool = False) -> int:
    """Return how many decimals of a number and its interval to show.

    Usually one decimal is shown, or two if a single decimal would blur a short interval. If the
    interval excludes the range that means no effect (0 for a change), further decimals, up to
    `MAX_DIGITS`, keep the interval's ends from being rounded to a limit of that range.

    >>> digits_of(IntervalEstimate("", -0.8, -1.7, -0.02), sign=True)
    2
    >>> digits_of(IntervalEstimate("", -4.17, -8.31, -0.003), sign=True)
    3
    >>> digits_of(IntervalEstimate("", 2.96, 2.95, 2.97))
    2
    >>> from eoc_sim.analysis.notable_findings import Finding
    >>> digits_of(Finding("", "", 36.0, 25.03, 48.7, (25.0, 25.0), 1.0, 240))
    2
    """
    # Some numbers have no range that means "no effect", so they are never decided. Their own
    # interval then serves as the range, so that the two overlap in the check below.
    minimum, maximum = getattr(
        estimate, "ordinary", (0.0, 0.0) if sign else (estimate.low, estimate.high)
    )
    digits = 2 if estimate.high - estimate.low < SHORT_WIDTH else 1
    if minimum <= estimate.high and estimate.low <= maximum:
        return digits
    while digits < MAX_DIGITS and (
        {words.decimal(limit, digits) for limit in (minimum, maximum)}
        & {words.decimal(end, digits) for end in (estimate.low, estimate.high)}
    ):
        digits += 1
    return digits


def with_tips(text: str) -> Markup:
    """Add a tip that explains shared intervals.

    >>> print(with_tips("first 25.7, second 21.5 (at most ±1.3 each)"))  # doctest: +ELLIPSIS
    first 25.7, second 21.5 (<abbr title="Each of these numbers ...">at most ±1.3 each</abbr>)
    """
    tip = Markup('<abbr title="{}">{}</abbr>')
    return Markup(
        _SHARED_MARGIN.sub(
            lambda match: tip.format(_SHARED_MARGIN_TIP, match.group()), str(escape(text))
        )
    )


def _shared_margin(findings: Sequence[Finding | IntervalEstimate], digits: int) -> float | None:
    """Return the intervals' longest side, or None if sides differ too much.

    It is rounded up to ``digits`` decimals.
    """
    sides = [
        side
        for finding in findings
        for side in (finding.size - finding.low, finding.high - finding.size)
    ]
    if any(math.isnan(side) for side in sides):
        return None
    unit = 10.0**-digits
    if max(sides) > max(MAX_SIDE_RATIO * min(sides), min(sides) + unit):
        return None
    return math.ceil(max(sides) / unit - 1e-6) * unit
