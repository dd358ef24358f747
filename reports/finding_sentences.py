"""Findings in words: a sentence with its number, and small print."""

from __future__ import annotations

import math
from collections.abc import Sequence

from eoc_sim.analysis.notable_findings import MAX_ALIKE, Finding
from eoc_sim.reports import words
from eoc_sim.reports.number_lists import digits_of, numbers

MAX_ALSO_DECIDED = 3
"""The maximum number of further decided findings stated with their numbers.

The limit applies to versions and to the current rules separately.
"""


def sentence(finding: Finding, *, interval: bool = False) -> str:
    """State a finding with its number.

    With ``interval``, the sentence also has the interval, because there is no small print.

    >>> queue = Finding("", "queue: {} in 100", 36.98, 34.7, 39.2, (25.0, 25.0), 1.0, 6598)
    >>> sentence(queue)
    'Queue: 37.0 in 100.'
    >>> sentence(queue, interval=True)
    'Queue: 37.0 in 100 (between 34.7 and 39.2).'
    """
    between = f" ({interval_words(finding)})" if interval else ""
    sentences = [f"{words.sentence_start(fill_sentence(finding))}{between}."]
    if finding.detail:
        sentences.append(finding.detail)
    if finding.similar_findings:
        examples = finding.similar_findings[:MAX_ALIKE]
        similar_numbers = numbers(
            [f"{similar.name} {{}}" for similar in examples],
            examples,
            sign=finding.signed,
        )
        unnamed = len(finding.similar_findings) - len(examples)
        sentences.append(f"Likewise: {similar_numbers}{f' and {unnamed} more' if unnamed else ''}.")
    return " ".join(sentences)


def fill_sentence(finding: Finding) -> str:
    """Fill a finding's sentence with its number and related numbers."""
    size = words.decimal(finding.size, digits_of(finding), finding.signed)
    parts = numbers([part.sentence for part in finding.further], finding.further)
    return finding.sentence.replace("{}", size, 1).replace("{each}", parts, 1)


def interval_words(finding: Finding) -> str:
    """Format the interval of a finding in words.

    For runs that continued after their result was seen, also state the limit that certainly holds.

    >>> change = Finding("", "", 3.6, 1.75, 5.5, (0.0, 0.0), 1.0, 30_000, signed=True)
    >>> interval_words(change)
    'between +1.8 and +5.5'
    >>> from dataclasses import replace
    >>> interval_words(replace(change, later=True))
    'between +1.8 and +5.5, certainly +1.8 or more'
    """
    digits, near_end = digits_of(finding), finding.near_end
    between = words.between(finding.low, finding.high, digits, finding.signed)
    if not finding.later or near_end is None:
        return between
    side = "more" if finding.above else "less"
    return f"{between}, certainly {words.decimal(near_end, digits, finding.signed)} or {side}"


def small_print(finding: Finding) -> str:
    """Format the small print of a finding.

    It has the interval, the games, the ordinary range, and the smallest distance beyond that range
    that is remarkable.

    >>> small_print(Finding("", "", 36.98, 34.74, 39.28, (25.0, 25.0), 1.0, 6598))
    'Between 34.7 and 39.3, 6 598 games; ordinary: 25; remarkable if at least 1 beyond that.'
    """
    interval = words.sentence_start(interval_words(finding))
    return (
        f"{interval}, {words.count(finding.games)} games; ordinary: {ordinary_words(finding)}; "
        f"remarkable if at least {words.number(finding.smallest)} beyond that."
    )


def ordinary_words(finding: Finding) -> str:
    """Format the ordinary range in words.

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


def also_decided(phrases: Sequence[str], number: int) -> str:
    """List the first of ``number`` further decided findings; count the rest."""
    if not number:
        return ""
    first_phrases = phrases[:MAX_ALSO_DECIDED]
    unnamed = number - len(first_phrases)
    if not unnamed:
        return f"{'; '.join(first_phrases)}."
    noun = "more" if first_phrases else "comparisons"
    return f"{'; '.join([*first_phrases, f'{words.count(unnamed)} {noun} in the report'])}."
