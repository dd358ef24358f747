"""Findings in words: a sentence with its number, and its small print."""

from __future__ import annotations

import math

from eoc_sim.analysis.notable import ALIKE_NAMED, Finding
from eoc_sim.reports import words


def sentence(finding: Finding) -> str:
    """What was found, with its number.

    >>> sentence(Finding("", "queue: {} in 100", 36.98, 34.7, 39.2, (25.0, 25.0), 1.0, 6598))
    'Queue: 37.0 in 100.'
    """
    size = words.decimal(finding.size, digits_of(finding), finding.signed)
    said = finding.said.replace("{}", size, 1)
    found = [f"{words.sentence_start(said)}."]
    if finding.more:
        found.append(finding.more)
    if finding.alike:
        named = [
            f"{one.name} ({words.decimal(one.size, digits_of(one), one.signed)})"
            for one in finding.alike[:ALIKE_NAMED]
        ]
        more = len(finding.alike) - len(named)
        named += [f"{more} more"] if more else []
        found.append(f"Likewise: {words.listed(named)}.")
    return " ".join(found)


def small_print(finding: Finding) -> str:
    """The interval, the games, what is ordinary, and from where on it matters.

    >>> small_print(Finding("", "", 36.98, 34.74, 39.28, (25.0, 25.0), 1.0, 6598))
    'Between 34.7 and 39.3, 6 598 games; ordinary: 25; remarkable from 1 beyond.'
    """
    interval = words.between(finding.low, finding.high, digits_of(finding), finding.signed)
    return (
        f"{words.sentence_start(interval)}, {words.count(finding.games)} games; ordinary: "
        f"{ordinary_words(finding)}; remarkable from {words.number(finding.smallest)} beyond."
    )


def ordinary_words(finding: Finding) -> str:
    """The range that nobody would remark on.

    >>> ordinary_words(Finding("", "", 0, 0, 0, (0.0, 33.0), 5.0, 10))
    'at most 33'
    """
    least, most = finding.ordinary
    if least == most:
        return words.number(least)
    if math.isinf(most):
        return f"at least {words.number(least)}"
    if least <= 0:
        return f"at most {words.number(most)}"
    return f"{words.number(least)} to {words.number(most)}"


def digits_of(finding: Finding) -> int:
    """Digits of a finding's number: two where one would show an interval without width."""
    ends = (words.decimal(finding.low), words.decimal(finding.high))
    return 1 if ends[0] != ends[1] else 2
