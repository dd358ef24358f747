"""Numbers in plain words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.tables import Run
from eoc_sim.counts import count as count
from eoc_sim.counts import plural

LONGEST_SUBJECT = 60
"""The maximum length of a subject before a colon, in characters."""
MAX_NAMES = 5
"""The default limit on names in a sentence."""
INTERVALS_NOTE = "95 % intervals; those of findings hold jointly"
"""Describes the intervals on a report's first screen."""
PROMISE = "in 95 of 100 such tables no verdict is a false alarm, even if the run is extended."
"""The promise of a family of verdicts; it ends a sentence."""


def games(number: int) -> str:
    """Format a number of games.

    >>> games(1), games(20000)
    ('1 game', '20 000 games')
    """
    return plural(number, "game")


def typeset(text: str) -> str:
    """Typeset a line for a page: minus signs, arrows, unbroken numbers.

    Intervals also stay unbroken.

    >>> typeset("cost 5 -> 3: -0.4 in 20 000 games")
    'cost 5 → 3: −0.4 in 20 000 games'
    >>> typeset("27.6 (25.8 to 29.4)")
    '27.6 (25.8 to 29.4)'
    """
    text = text.replace(" -> ", "\xa0→\xa0")
    text = re.sub(r"(?<!\w)-(?=\d)", "−", text)
    text = re.sub(r"\(([+−]?[\d.]+) to ([+−]?[\d.]+)\)", "(\\1\xa0to\xa0\\2)", text)
    return re.sub(r"(?<=\d) (?=\d{3}(?!\d))", "\u202f", text)


def lead(text: str) -> Markup:
    """Emphasise a line's subject, which ends at its first colon.

    >>> print(lead("cost 5: <b> +3.2 wins: many"))
    <b>cost 5:</b> &lt;b&gt; +3.2 wins: many
    """
    subject, colon, remainder = text.partition(": ")
    if not colon or len(subject) > LONGEST_SUBJECT:
        return escape(text)
    return Markup("<b>{}:</b> {}").format(subject, remainder)


def decimal(value: float | None, digits: int = 1, sign: bool = False) -> str:
    """Format a number, signed if it is a change; "?" if unknown.

    >>> decimal(0.94, sign=True), decimal(-0.04, sign=True), decimal(None)
    ('+0.9', '0.0', '?')
    """
    if value is None or math.isnan(value):
        return "?"
    text = f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"
    if float(text) == 0:
        return f"{0:.{digits}f}"
    return text


def between(low: float | None, high: float | None, digits: int = 1, sign: bool = False) -> str:
    """Format an interval in words, as precisely as its width needs.

    >>> between(-0.42, 0.9, sign=True), between(10.28, 10.31)
    ('between -0.4 and +0.9', 'between 10.28 and 10.31')
    """
    ends = decimal(low, digits, sign), decimal(high, digits, sign)
    if ends[0] == ends[1] and low != high:
        ends = decimal(low, digits + 1, sign), decimal(high, digits + 1, sign)
    return f"between {ends[0]} and {ends[1]}"


def join_words(words: Iterable[str]) -> str:
    """Join words into a list for a sentence.

    >>> join_words(["a", "b", "c"])
    'a, b and c'
    """
    words = list(words)
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def name_few(names: Sequence[str], at_most: int = MAX_NAMES) -> str:
    """Name the first ``at_most`` of many things and count the rest.

    If only one would remain, it is named as well.

    >>> name_few(["a", "b", "c", "d"], 2)
    'a, b and 2 more'
    >>> name_few(["a", "b", "c"], 2)
    'a, b and c'
    """
    unnamed = len(names) - at_most
    return join_words([*names[:at_most], f"{unnamed} more"] if unnamed > 1 else names)


def fair_words(run: Run) -> str:
    """Format the fair share as a note after wins: "(fair 25)".

    The note is empty in a solo game.
    """
    return "" if run.fair is None else f" (fair {number(100 * run.fair)})"


def number(value: float) -> str:
    """Format a number without needless zeros.

    >>> number(25.0), number(100 / 3)
    ('25', '33.3')
    """
    return f"{value:.1f}".removesuffix(".0")


def amount(value: float, unit: tuple[str, str]) -> str:
    """Format a number with its unit, singular or plural.

    >>> amount(1.0, ("win", "wins")), amount(2.0, ("point", "points"))
    ('1 win', '2 points')
    """
    return f"{number(value)} {unit[0] if value == 1 else unit[1]}"


def smallest(run: Run, metric: str) -> str:
    """Format the smallest change that matters: "1 win in 100".

    ``metric`` is "wins" or "score".
    """
    size = run.words.smallest[metric]
    if metric == "wins":
        return f"{amount(size, ('win', 'wins'))} in 100"
    return amount(size, run.words.score)


def unit_of(run: Run, metric: str) -> str:
    """Return the unit of a metric."""
    return "wins in 100" if metric == METRICS[0] else run.words.score[1]


def sentence_start(text: str) -> str:
    """Capitalise the first letter of a phrase.

    >>> sentence_start("turn order")
    'Turn order'
    """
    return text[:1].upper() + text[1:]
