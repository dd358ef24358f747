"""Numbers and verdicts in plain words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis import compare, seats, solo, strategies
from eoc_sim.analysis.stats import (
    BY_CONSTRUCTION,
    CHANGES,
    SAME,
    SMALLEST_WINS,
    UNDECIDED,
    rule_of_three,
)
from eoc_sim.analysis.tables import Missing, Run

if TYPE_CHECKING:
    import polars as pl

MOST_VERSIONS = 10
"""Versions that the verdict lists one by one; of more, those with the largest changes."""


def count(number: float) -> str:
    """A count with its thousands set apart.

    >>> count(20000)
    '20 000'
    """
    return f"{int(number):,}".replace(",", " ")


def typeset(text: str) -> str:
    """A line as a page shows it: real minus signs and arrows, numbers that do not break.

    >>> typeset("stars 5 -> 3: -0.4 in 20 000 games")
    'stars 5\xa0→\xa03: −0.4 in 20\u202f000 games'
    """
    text = text.replace(" -> ", "\xa0→\xa0")
    text = re.sub(r"(?<!\w)-(?=\d)", "−", text)
    return re.sub(r"(?<=\d) (?=\d{3}(?!\d))", "\u202f", text)


def decimal(value: float | None, digits: int = 1, sign: bool = False) -> str:
    """A number, with its sign if it is a change; "?" if it is not known.

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
    """An interval in words.

    >>> between(-0.42, 0.9, sign=True)
    'between -0.4 and +0.9'
    """
    return f"between {decimal(low, digits, sign)} and {decimal(high, digits, sign)}"


def listed(words: Iterable[str]) -> str:
    """Words as an enumeration.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    words = list(words)
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def fair_words(run: Run) -> str:
    """The fair share as it follows a number of wins: "(fair 25)"; nothing alone."""
    return "" if run.fair is None else f" (fair {number(100 * run.fair)})"


def number(value: float) -> str:
    """A number without needless zeros.

    >>> number(25.0), number(100 / 3)
    ('25', '33.3')
    """
    return f"{value:.1f}".removesuffix(".0")


def fair_verdict(row: dict[str, Any], fair: float) -> str:
    """The verdict of one group against the fair share, in a few words."""
    if row["verdict"] == BY_CONSTRUCTION:
        return f"{BY_CONSTRUCTION}: it holds every seat"
    if row["verdict"] == SAME:
        return f"fair, within {number(SMALLEST_WINS)} win in 100"
    if row["verdict"] == CHANGES:
        return "above fair" if row["wins"] > 100 * fair else "below fair"
    return UNDECIDED


@dataclass(frozen=True)
class Verdict:
    """What was found about one version; ``about`` is empty for the current rules alone."""

    about: str
    lines: tuple[str, ...]


def verdicts(run: Run) -> list[str]:
    """What the run found, one sentence a line."""
    try:
        if len(run.arms) > 1:
            found = sweep_verdicts(run, compare.effects(run))
        else:
            found = [run_verdict(run, strategies.win_shares(run), seats.win_shares(run))]
            found += bubba_verdict(solo.bubba_scores(run))
    except Missing as missing:
        return [str(missing)]
    return [
        f"{verdict.about}: {line}" if verdict.about else line
        for verdict in found
        for line in verdict.lines
    ]


def run_verdict(run: Run, shares: pl.DataFrame, groups: dict[str, pl.DataFrame]) -> Verdict:
    """How each strategy and the starting player did."""
    lines = []
    for row in shares.sort("wins", descending=True).iter_rows(named=True):
        interval = between(row["low"], row["high"])
        stars = f"{decimal(row['score'])} stars ({between(row['score_low'], row['score_high'])})"
        if run.fair is None:
            lines.append(
                f"{row['label']} wins {decimal(row['wins'])} games in 100 ({interval}), with "
                f"{stars}."
            )
            continue
        if row["verdict"] == BY_CONSTRUCTION:
            lines.append(
                f"{row['label']} holds every seat, so it wins {number(100 * run.fair)} games in "
                f"100; it scores {stars}."
            )
            continue
        lines.append(
            f"{row['label']} wins {decimal(row['wins'])} games in 100 ({interval}; fair "
            f"{number(100 * run.fair)}): {fair_verdict(row, run.fair)}{more_words([row])}."
        )
    if "order" in groups and run.fair is not None:
        row = groups["order"].row(0, named=True)
        lines.append(
            f"Going first wins {decimal(row['wins'])} games in 100 "
            f"({between(row['low'], row['high'])}; fair {number(100 * run.fair)}): "
            f"{fair_verdict(row, run.fair)}{more_words([row])}."
        )
    return Verdict("", tuple(lines))


def bubba_verdict(scores: pl.DataFrame) -> list[Verdict]:
    """How Bubba scores under the current rules, beside what the rulebook expects (SOLO-5)."""
    if scores.is_empty():
        return []
    row = scores.row(0, named=True)
    low, high = solo.EXPECTED

    def said(name: str, digits: int = 1) -> str:
        interval = between(row[f"{name}_low"], row[f"{name}_high"], digits)
        return f"{decimal(row[name], digits)} ({interval})"

    return [
        Verdict(
            "",
            (
                f"Bubba scores the {low} to {high} stars that the rulebook expects in "
                f"{said('within')} games of 100, fewer in {said('under')} and more in "
                f"{said('over')}.",
                f"A tenth of Bubba's games end at {said('tenth', 0)} stars or less, half at "
                f"{said('half', 0)} or less, nine tenths at {said('nine_tenths', 0)} or less.",
            ),
        )
    ]


def sweep_verdicts(run: Run, effects: dict[str, pl.DataFrame]) -> list[Verdict]:
    """What each version changes, for the owners of its card and for each strategy."""
    import polars as pl

    versions = run.arms[1:]
    shown = versions
    strategy = effects["strategy"].filter(pl.col("metric") == "wins")
    if len(versions) > MOST_VERSIONS:
        sizes = dict(
            strategy.group_by("arm").agg(pl.col("change").abs().max()).iter_rows()
        )
        largest = sorted(versions, key=lambda arm: -(sizes.get(arm.id) or 0.0))[:MOST_VERSIONS]
        shown = tuple(sorted(largest, key=lambda arm: arm.id))
    found = []
    for arm in shown:
        lines = []
        owners = effects["owners"]
        if owners.height:
            rows = owners.filter((pl.col("metric") == "wins") & (pl.col("arm") == arm.id))
            lines += [
                f"{owner_words(run, row, rows.height > 1)}." for row in rows.iter_rows(named=True)
            ]
        rows = strategy.filter(pl.col("arm") == arm.id)
        if rows.height == 1 and run.fair is not None:
            stars = effects["strategy"].filter(
                (pl.col("metric") == "stars") & (pl.col("arm") == arm.id)
            )
            lines.append(f"{every_seat_words(run, stars.row(0, named=True))}.")
        else:
            lines += [f"{words}." for words in strategy_words(run, rows.to_dicts())]
        found.append(Verdict(version_words(arm.sentence), tuple(lines)))
    if len(shown) < len(versions):
        rest = (
            f"These are the {len(shown)} versions with the largest changes; the report's tables "
            f"have all {len(versions)}."
        )
        found.append(Verdict("", (rest,)))
    return found


def version_words(sentence: str) -> str:
    """A version's sentence as the start of a line.

    >>> version_words("038 Analytics Nerd: stars 5 -> 3")
    '038 Analytics Nerd, stars 5 -> 3'
    """
    return sentence.replace(": ", ", ")


def owner_words(run: Run, row: dict[str, Any], name: bool) -> str:
    """What a version does to the seats that drafted its card under the current rules."""
    who = f"whoever drafted {row['label']}" if name else "whoever drafted it"
    games = f"drafted in {count(row['games'])} of {count(run.games)} games"
    if not row["games"]:
        return f"nobody drafted {row['label'] if name else 'it'}, so it has no owners to follow"
    interval = between(row["low"], row["high"], sign=True)
    if not row["differ"]:
        return f"no change for {who}: {none_differs(row['games'])}; {games}"
    if row["verdict"] == CHANGES:
        change = decimal(row["change"], sign=True)
        return f"changes for {who}: {change} wins in 100 ({interval}; {games})"
    if row["verdict"] == SAME:
        return f"{SAME} for {who}: {interval} wins in 100 ({games})"
    return f"{UNDECIDED} for {who}: {interval} wins in 100 ({games}){more_words([row])}"


def strategy_words(run: Run, rows: Sequence[dict[str, Any]]) -> list[str]:
    """What a version does to the strategies, one phrase a verdict."""
    if rows and not any(row["differ"] for row in rows):
        return [f"no change: {none_differs(max(row['games'] for row in rows))}"]
    found = []
    tail = f" wins in 100{fair_words(run)}"
    changed = [row for row in rows if row["verdict"] == CHANGES]
    if changed:
        found.append(f"changes for {_each(run, changed, with_change=True)}")
    open_rows = [row for row in rows if row["verdict"] == UNDECIDED]
    if open_rows:
        said = _each(run, open_rows, with_change=False)
        found.append(f"{UNDECIDED} for {said}{more_words(open_rows)}")
    same = [row for row in rows if row["verdict"] == SAME]
    if same:
        low, high = min(row["low"] for row in same), max(row["high"] for row in same)
        names = listed([row["label"] for row in same])
        found.append(f"{SAME} for {names}: {between(low, high, sign=True)}{tail}")
    return found


def _each(run: Run, rows: Sequence[dict[str, Any]], with_change: bool) -> str:
    """The strategies with their intervals: "a: between ...", or "a (between ...) and b (...)"."""
    fair = "" if run.fair is None else f"fair {number(100 * run.fair)}"
    said = []
    for place, row in enumerate(rows):
        change = decimal(row["change"], sign=True)
        interval = between(row["low"], row["high"], sign=True)
        unit = "" if place else " wins in 100"
        if len(rows) == 1:
            inner = "; ".join(part for part in (interval, fair) if part)
            text = f"{change}{unit} ({inner})" if with_change else (
                f"{interval}{unit}{fair_words(run)}"
            )
            return f"{row['label']}: {text}"
        text = f"{change}{unit}, {interval}" if with_change else f"{interval}{unit}"
        said.append(f"{row['label']} ({text})")
    return f"{listed(said)}{fair and f', {fair}'}"


def every_seat_words(run: Run, row: dict[str, Any]) -> str:
    """What a version does to the stars of a strategy that holds every seat."""
    assert run.fair is not None
    wins = f"it holds every seat, so its wins stay at {number(100 * run.fair)} in 100"
    if not row["differ"]:
        return f"no change for {row['label']}: {none_differs(row['games'])}; {wins}"
    interval = between(row["low"], row["high"], 2, sign=True)
    if row["verdict"] == CHANGES:
        change = decimal(row["change"], 2, sign=True)
        return f"changes for {row['label']}: {change} stars ({interval}); {wins}"
    return f"{row['verdict']} for {row['label']}: {interval} stars{more_words([row])}; {wins}"


def none_differs(games: int) -> str:
    """No game of n differs: the rule of three, in words.

    >>> none_differs(20000)
    'no game of 20 000 differs, so at most 0.015 games in 100 would'
    """
    share = 100 * float(rule_of_three(games))
    most = f"{share:.2g}" if share < 10 else f"{share:.0f}"
    return f"no game of {count(games)} differs, so at most {most} games in 100 would"


def more_words(rows: Sequence[dict[str, Any]]) -> str:
    """How many more games would tell, as the end of a phrase."""
    needed = [row["more_games"] for row in rows if row["more_games"] is not None]
    return f"; about {count(max(needed))} more games would tell" if needed else ""
