"""Answer the standing questions about cards, turn order and players."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import polars as pl

from eoc_sim.analysis import points
from eoc_sim.analysis.headlines import DEALT_CARDS, deals_cards
from eoc_sim.analysis.holdings import holdings
from eoc_sim.analysis.notable_findings import Finding
from eoc_sim.analysis.shape import gap_key, kind_of
from eoc_sim.analysis.stats import CHANGES
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.worth import MIN_GAMES_FOR_A_VERDICT
from eoc_sim.reports import commands, who_plays, words
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.number_lists import digits_of, ends, numbers
from eoc_sim.reports.strong_and_weak import strong_and_weak, value_of
from eoc_sim.reports.verdict import Verdict


def standing_questions(page: Findings) -> list[Verdict]:
    """Answer the standing questions about cards, turn order and players.

    Each question gets a line for the current rules, decided or not.
    """
    kind = order_kind(page.run)
    by_kind: dict[str, list[Finding]] = {}
    for finding in page.headlines.findings:
        by_kind.setdefault(finding.kind, []).append(finding)
    version_suffix = f", {page.run.current}" if page.sweep else ""
    verdicts = []
    if by_kind.get(DEALT_CARDS):
        verdicts.append(_cards(page, by_kind[DEALT_CARDS], f"Cards{version_suffix}"))
    if kind and by_kind.get(kind):
        head = words.sentence_start(page.run.column("order").head)
        verdicts.append(_turn_order(page, by_kind[kind][0], f"{head}{version_suffix}"))
    verdicts.append(
        Verdict(
            f"{words.sentence_start(page.run.words.player[1])}{version_suffix}",
            (players_sentence(page),),
            section="strategies",
        )
    )
    for ask in page.report.standing:
        try:
            verdicts += ask(page)
        except MissingResults as missing:
            verdicts.append(Verdict(f"Cards and other components{version_suffix}", (str(missing),)))
    if not by_kind.get(DEALT_CARDS) and (reason := _why_no_cards(page.run)):
        verdicts.append(Verdict(f"Cards{version_suffix}", (reason,), section="cards"))
    return verdicts


def order_kind(run: Run) -> str:
    """Return the kind of the turn order question, or ""."""
    return kind_of(run.column("order")) if run.declares("order") else ""


def _cards(page: Findings, findings: Sequence[Finding], about: str) -> Verdict:
    """State whether any card is too strong or too weak when dealt."""
    line, cards = strong_and_weak(findings, "wins in 100 when dealt")
    steps = tuple(
        commands.average(page.run, card_key(page.run, card.name), card.name, is_dealt=True)
        for card in cards[:1]
    )
    return Verdict(about, (line,), steps=steps, section="cards")


def _why_no_cards(run: Run) -> str:
    """State why dealt cards have no verdict; "" if none are dealt."""
    if not deals_cards(run):
        return ""
    try:
        run.require(run.table_with("passed"))
    except MissingResults as missing:
        return str(missing)
    return f"Not judged with fewer than {words.games(MIN_GAMES_FOR_A_VERDICT)}."


def card_key(run: Run, name: str) -> str:
    """Return a card's key by its name on the page: "card.038"."""
    dim = run.card_column.dim
    kind = next(holding.kinds[0] for holding in holdings(run) if holding.column_of(run).dim == dim)
    return f"{kind}.{numbers_by_name(run.dim(dim)).get(name, name)}"


def numbers_by_name(dim: pl.DataFrame) -> dict[str, str]:
    """Map names of rows to their numbers, if any."""
    if "number" not in dim.columns:
        return {}
    rows = list(dim.select("number", "name").iter_rows())
    return {name: number for number, name in rows} | {
        f"{number} {name}": number for number, name in rows
    }


def places_compared(finding: Finding) -> tuple[str, str]:
    """Return the two places that a question compares, the better first."""
    places = [place.key[-1] for place in finding.further]
    return next(pair for pair in permutations(places, 2) if gap_key(*pair) == finding.key)


def turn_order_gap(page: Findings) -> str:
    """State the decided gap between two places; "" if there is none.

    It may be decided even if neither place certainly differs from fair.
    """
    kind = order_kind(page.run)
    for finding in page.headlines.findings:
        if kind and finding.kind == kind and finding.further and finding.verdict == CHANGES:
            ahead, behind = places_compared(finding)
            return (
                f"The gap between {ahead} and {behind} is decided: {value_of(finding)} wins in 100."
            )
    return ""


def _turn_order(page: Findings, finding: Finding, about: str) -> Verdict:
    """State whether the turn order is fair, with each place's wins.

    The two places furthest apart come first.
    """
    ahead, behind = places_compared(finding)
    places = numbers([number.sentence for number in finding.further], finding.further)
    digits = digits_of(finding)
    size = words.decimal(finding.size, digits)
    gap = f"the {ahead} wins {size} more games in 100 than the {behind} ({ends(finding, digits)})"
    steps: tuple[commands.HelpfulCommand, ...] = ()
    if finding.verdict == CHANGES:
        line = f"Not fair: {gap}; {places}."
        steps = (commands.even_turn_order(page.run),)
    else:
        line = f"Not shown to be unfair. Largest gap: {gap}; {places}."
    sentence = who_plays.mark_headline(line, page.run, page.marks, order_kind(page.run), "")
    return Verdict(about, (sentence,), steps=steps, section="chance")


def players_sentence(page: Findings) -> str:
    """State how many games each strategy wins, best first.

    The intervals hold jointly for the page. Strategies that describe themselves are explained in
    a few words.
    """
    run = page.run
    players = sorted(page.headlines.players, key=lambda player: -player.size)
    if not players:
        lone_rows = points.scorers(run, page.shares)
        return " ".join(_lone_sentence(run, row) for row in lone_rows.iter_rows(named=True))
    briefs = brief_descriptions(run)
    phrases = [
        f"{value_of(player)} for {player.name}"
        f"{f' ({briefs[player.name]})' if player.name in briefs else ''}"
        for player in players
    ]
    fair = words.number(players[0].ordinary[0])
    return f"{'; '.join(phrases)}; fair is {fair} wins in 100."


def brief_descriptions(run: Run) -> dict[str, str]:
    """Map strategies' names to their brief self-descriptions."""
    dim = run.dim(run.column("strategy").dim)
    if "brief" not in dim.columns:
        return {}
    return {name: brief for name, brief in dim.select("name", "brief").iter_rows() if brief}


def _lone_sentence(run: Run, row: dict[str, Any]) -> str:
    """Describe a strategy that holds every seat or faces only an automaton."""
    interval = words.between(row["score_low"], row["score_high"])
    score = f"{words.decimal(row['score'])} {run.words.score[1]} ({interval})"
    if run.fair is not None:
        wins = words.number(100 * run.fair)
        return f"{row['label']} holds every seat, so it wins {wins} games in 100, with {score}."
    wins = f"{words.decimal(row['wins'])} games in 100 ({words.between(row['low'], row['high'])})"
    return f"{row['label']} wins {wins}, with {score}."
