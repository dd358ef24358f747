"""What a run found, in plain sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.stats import BY_CONSTRUCTION, CHANGES, SAME, UNDECIDED, rule_of_three
from eoc_sim.analysis.tables import Missing, Run
from eoc_sim.reports.fair import fair_verdict
from eoc_sim.reports.findings import Findings, Verdict
from eoc_sim.reports.games import own_verdicts
from eoc_sim.reports.sections.redesign import headlines
from eoc_sim.reports.variants import closing_lines
from eoc_sim.reports.words import (
    between,
    count,
    decimal,
    fair_words,
    listed,
    number,
    version_words,
)

if TYPE_CHECKING:
    import polars as pl

MOST_VERSIONS = 10
"""Versions that the verdict lists one by one; of more, those with the largest changes."""


def found(page: Findings) -> list[Verdict]:
    """What the run found: each version of a sweep, or who wins and what the game's own say."""
    try:
        if page.run.record.get("command") == "variants":
            return [Verdict("", tuple(closing_lines(page.run, page.variants)))]
        if page.sweep:
            return sweep_verdicts(page.run, page.effects)
        verdicts = [run_verdict(page.run, page.shares, page.groups)]
        for own in own_verdicts(page.run):
            verdicts += own(page)
        return verdicts
    except Missing as missing:
        return [Verdict("", (str(missing),))]


def run_verdict(run: Run, shares: pl.DataFrame, groups: dict[str, pl.DataFrame]) -> Verdict:
    """How each strategy and the starting player did."""
    lines = []
    for row in shares.sort("wins", descending=True).iter_rows(named=True):
        interval = between(row["low"], row["high"])
        interval_of_score = between(row["score_low"], row["score_high"])
        score = f"{decimal(row['score'])} {run.words.score[1]} ({interval_of_score})"
        if run.fair is None:
            lines.append(
                f"{row['label']} wins {decimal(row['wins'])} games in 100 ({interval}), with "
                f"{score}."
            )
            continue
        if row["verdict"] == BY_CONSTRUCTION:
            lines.append(
                f"{row['label']} holds every seat, so it wins {number(100 * run.fair)} games in "
                f"100; it scores {score}."
            )
            continue
        lines.append(
            f"{row['label']} wins {decimal(row['wins'])} games in 100 ({interval}; fair "
            f"{number(100 * run.fair)}): {fair_verdict(run, row)}{more_words([row])}."
        )
    order = run.column("order").name if run.declares("order") else ""
    if order in groups and run.fair is not None:
        row = groups[order].row(0, named=True)
        lines.append(
            f"Going first wins {decimal(row['wins'])} games in 100 "
            f"({between(row['low'], row['high'])}; fair {number(100 * run.fair)}): "
            f"{fair_verdict(run, row)}{more_words([row])}."
        )
    return Verdict("", tuple(lines))


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
        holders = effects["holders"]
        if holders.height:
            rows = holders.filter((pl.col("metric") == "wins") & (pl.col("arm") == arm.id))
            several = rows["label"].n_unique() > 1
            for card in rows["label"].unique(maintain_order=True):
                lines += holder_lines(run, rows.filter(pl.col("label") == card), several)
        rows = strategy.filter(pl.col("arm") == arm.id)
        if rows.height == 1 and run.fair is not None:
            score = effects["strategy"].filter(
                (pl.col("metric") == "score") & (pl.col("arm") == arm.id)
            )
            lines.append(f"{every_seat_words(run, score.row(0, named=True))}.")
        else:
            lines += [f"{said}." for said in strategy_words(run, rows.to_dicts())]
        found.append(Verdict(version_words(arm.sentence), tuple(lines)))
    if len(shown) < len(versions):
        rest = (
            f"These are the {len(shown)} versions with the largest changes; the report's tables "
            f"have all {len(versions)}."
        )
        found.append(Verdict("", (rest,)))
    return found


def holder_lines(run: Run, rows: pl.DataFrame, name: bool) -> list[str]:
    """What a version does to the seats that hold one of its cards: takes the card's strata."""
    card = rows["label"][0] if name else "it"
    main = headlines(rows)
    if main.is_empty():
        return [f"nobody drafts {card}, neither under {run.the_current} nor in this version."]
    return [f"{holder_words(run, row, card)}." for row in main.iter_rows(named=True)]


def holder_words(run: Run, row: dict[str, Any], card: str) -> str:
    """What a version does to one stratum of a card's holders."""
    who = f"whoever {row['stratum'].replace('it', card)}"
    games = f"in {count(row['games'])} of {count(run.games)} games"
    interval = between(row["low"], row["high"], sign=True)
    if not row["differ"]:
        return f"no win changes for {who}: {none_differs(row['games'], wins=True)}; {games}"
    if row["verdict"] == CHANGES:
        change = decimal(row["change"], sign=True)
        return f"changes for {who}: {change} wins in 100 ({interval}; {games})"
    if row["verdict"] == SAME:
        return f"{SAME} for {who}: {interval} wins in 100 ({games})"
    return f"{UNDECIDED} for {who}: {interval} wins in 100 ({games}){more_words([row])}"


def strategy_words(run: Run, rows: Sequence[dict[str, Any]]) -> list[str]:
    """What a version does to the strategies, one phrase a verdict."""
    if rows and not any(row["differ"] for row in rows):
        return [f"no win changes: {none_differs(max(row['games'] for row in rows), wins=True)}"]
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
    """What a version does to the score of a strategy that holds every seat."""
    assert run.fair is not None
    wins = f"it holds every seat, so its wins stay at {number(100 * run.fair)} in 100"
    if not row["differ"]:
        return f"no change for {row['label']}: {none_differs(row['games'])}; {wins}"
    interval = between(row["low"], row["high"], 2, sign=True)
    unit = run.words.score[1]
    if row["verdict"] == CHANGES:
        change = decimal(row["change"], 2, sign=True)
        return f"changes for {row['label']}: {change} {unit} ({interval}); {wins}"
    return f"{row['verdict']} for {row['label']}: {interval} {unit}{more_words([row])}; {wins}"


def none_differs(games: int, *, wins: bool = False) -> str:
    """No game of n differs, or nobody wins another: the rule of three, in words.

    >>> none_differs(20000)
    'no game of 20 000 differs, so at most 0.015 games in 100 would'
    >>> none_differs(200, wins=True)
    'no game of 200 is won by somebody else, so at most 1.5 games in 100 would be'
    """
    share = 100 * float(rule_of_three(games))
    most = f"{share:.2g}" if share < 10 else f"{share:.0f}"
    if wins:
        return (
            f"no game of {count(games)} is won by somebody else, so at most {most} games in 100 "
            "would be"
        )
    return f"no game of {count(games)} differs, so at most {most} games in 100 would"



def more_words(rows: Sequence[dict[str, Any]]) -> str:
    """How many more games would tell, as the end of a phrase."""
    needed = [row["more_games"] for row in rows if row["more_games"] is not None]
    return f"; about {count(max(needed))} more games would tell" if needed else ""
