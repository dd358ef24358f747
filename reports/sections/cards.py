"""The card table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from eoc_sim.analysis import cards
from eoc_sim.analysis.stats import CHANGES, SAME
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.findings import Findings

if TYPE_CHECKING:
    import polars as pl


def section(page: Findings) -> Section | None:
    """The card table; None for a game without cards that are drafted and played."""
    if not page.run.declares("played_month"):
        return None
    order = page.run.column("order").head if page.run.declares("order") else ""
    place = f"from the same place in {order}, " if order else ""
    return Section(
        "cards", "The cards",
        "An observation, not an effect: who drafts a card, and when, is not chance. A strong "
        "strategy makes the cards that it likes look strong, and a card played late was "
        "played by somebody who could wait. Like for like compares a draft with all drafts by "
        f"the same strategy, {place}in the same month. What a card's numbers do, only a sweep "
        f"says.{page.under}",
        _blocks(page.run),
    )


def _blocks(run: Run) -> Iterator[Block]:
    found = cards.card_table(run)
    place = [f"place in {run.column('order').head}"] if run.declares("order") else []
    alike = ["strategy", *place, "month"]
    judged = int((found["drafted_games"] > 0).sum())
    yield table(
        "Every card of the deck",
        f"One family of {judged} tests (like for like): {words.PROMISE} "
        f"Over {words.count(run.games)} games.",
        _said(found),
        [
            Shown("label", "card", "", "text"),
            *(_offered(run) if "offered" in found.columns else ()),
            Shown("drafted_games", "games drafted", "games in which somebody drafted it",
                  "count"),
            Shown("drafted", "drafted in 100 games", "share of games, with its 95 % Wilson "
                  "interval", "estimate"),
            *_seats(run, "drafted", "the seat that drafted it"),
            Shown("drafted_adjusted", "like for like", "wins in 100 more than all drafts by the "
                  f"same {words.listed(alike)}", "change"),
            Shown("verdict", "against like drafts", "from intervals that hold together for "
                  "all rows of this table", "verdict"),
            Shown("played_games", "games played", "games in which somebody put it into play",
                  "count"),
            Shown("played", "played of 100 drafted", "share of the games in which it was "
                  "drafted, with its 95 % Wilson interval", "estimate"),
            *_seats(run, "played", "the seat that played it"),
            *(
                [Shown("played_effect", f"{run.words.score[1]} from its effect",
                       "mean over games in which it was played", "estimate")]
                if "played_effect" in found.columns else ()
            ),
            *(Shown(name, name, "", "text") for name in ("type", "source")
              if name in found.columns),
        ],
    )
    if run.declares("passed"):
        run.require(run.table_with("passed"))


def _offered(run: Run) -> list[Shown]:
    return [
        Shown("offered", "offered in 100 games", "share of games in which the card left the "
              "deck, with its 95 % Wilson interval", "estimate"),
        Shown("taken", "drafted of 100 offered", "share of those games in which somebody "
              "drafted it, with its 95 % Wilson interval", "estimate"),
        Shown("dealt_games", "games dealt", "games in which it was dealt to a seat", "count"),
        Shown("dealt_wins", "wins when dealt", "wins in 100 of the seat it was dealt to, "
              "drafted or not (intention to treat)", "estimate"),
        _ahead(run, "dealt"),
    ]


def _seats(run: Run, done: str, who: str) -> list[Shown]:
    """When a card was drafted or played, and how those did who did so."""
    months = run.words.months
    first = f", 1 = {months[1]}" if len(months) > 1 else ""
    return [
        Shown(f"{done}_month", f"month {done}", f"mean month{first}", "estimate"),
        Shown(f"{done}_wins", f"wins when {done}", f"wins in 100 of {who}", "estimate"),
        _ahead(run, done),
    ]


def _ahead(run: Run, done: str) -> Shown:
    tip = f"{run.words.score[1]} more than the mean of the others at the table"
    return Shown(f"{done}_ahead", f"ahead when {done}", tip, "change")


def _said(frame: pl.DataFrame) -> pl.DataFrame:
    import polars as pl

    said = []
    for row in frame.iter_rows(named=True):
        if row["verdict"] == CHANGES:
            said.append("above" if row["drafted_adjusted"] > 0 else "below")
        elif row["verdict"] == SAME:
            said.append("alike")
        else:
            said.append(row["verdict"] or "never drafted")
    return frame.with_columns(pl.Series("verdict", said, dtype=pl.String))
