"""The sections on the current rules: who wins, points, scores, chance, cards, spots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis import cards, points, solo, spots, strategies
from eoc_sim.analysis.stats import CHANGES, SAME
from eoc_sim.analysis.tables import Missing
from eoc_sim.reports import words
from eoc_sim.reports.blocks import FAIR_STATES, Block, Column, Section, chart, note, table
from eoc_sim.reports.charts import Point
from eoc_sim.reports.findings import GAMES, Findings, attempt, interval_text, rule, state

if TYPE_CHECKING:
    import polars as pl

MOST_BINS = 24
"""Steps of the score distribution."""
SCORE = Column("score", "stars", "mean final score, with its 95 % t interval", "estimate")
FAIR_COLUMNS = (
    GAMES,
    Column("wins", "wins in 100", "win share, with its 95 % Wilson interval", "estimate",
           low="low", high="high"),
    SCORE,
    Column("verdict", "against fair", "verdict from simultaneous intervals and "
           "Benjamini-Hochberg q-values over this table", "verdict"),
    Column("q", "false alarms", "q-value: share of false alarms among findings this strong",
           "share"),
)
HEADS = {"order": "place"}
GROUP_WORDS = {
    "order": "Wins in 100 games by turn order",
    "region": "Wins in 100 games by region",
    "coach": "Wins in 100 games by head coach",
    "board": "Wins in 100 games by recruiting board",
    "seat": "Wins in 100 games by seat",
}
PART_WORDS = {
    "cards": "cards in play", "card_effects": "card effects", "end_cards": "end-of-game cards",
    "coach_effects": "coach", "recruits": "recruits", "positions": "positions",
    "region_points": "best region", "board_points": "recruiting board",
    "marketing": "marketing", "final_marketing": "final campaign", "trade_fees": "trade fees",
}
HABIT_WORDS = {
    "recruits_signed": "recruits", "unique_positions": "positions",
    "region_recruits": "best region", "border_recruits": "border recruits",
    "cards_played": "cards played", "bucks_left": "BB left", "ec_received": "EC received",
    "ec_wasted": "EC wasted", "trades": "trades", "moves_free": "free steps",
    "moves_paid": "paid steps", "runners": "runners", "packages_lost": "EC lost in packages",
    "bets": "bets", "bets_won": "bets won",
}
QUANTILE_WORDS = {
    "tenth": "a tenth", "quarter": "a quarter", "half": "half",
    "three_quarters": "three quarters", "nine_tenths": "nine tenths",
}
CLOSE_WORDS = {
    "margin": "winner's margin, stars", "lead_changes": "changes of the lead",
    "decisions": "decisions in a game", "reshuffles": "reshuffles",
    "shared": "shared wins, in 100 games",
    "by_august": "led for good by the end of August, in 100 games",
    "final_scoring": "turned by the final scoring, in 100 games",
}


def _under(page: Findings) -> str:
    return " Under the current rules." if page.sweep else ""


def strategies_section(page: Findings) -> Section:
    """Who wins, what each strategy does, how close the games are."""
    section = Section(
        "strategies", "Who wins",
        f"Each strategy against the others at the table.{_under(page)}",
    )
    if isinstance(page.shares, Missing):
        return section.with_blocks([note(str(page.shares))])
    blocks = _fair_blocks(page, page.shares, "strategy", "Wins in 100 games by strategy")
    habits = attempt(lambda: strategies.habits(page.run))
    if not isinstance(habits, Missing):
        blocks.append(
            table(
                "What each strategy does in a game", "Means over games.", habits,
                [
                    Column("label", "strategy", "", "text"), GAMES,
                    *(
                        Column(name, HABIT_WORDS[name], "mean over games, with its 95 % t "
                               "interval", "estimate")
                        for name in strategies.HABITS
                    ),
                ],
                collapsed=True,
            )
        )
    close = attempt(lambda: points.closeness(page.run))
    if not isinstance(close, Missing):
        blocks.append(
            table(
                "How close the games are", "Over all games.", _close_words(close),
                [
                    Column("measure", "measure", "", "text"), GAMES,
                    Column("value", "value", "mean with its 95 % t interval, or share of "
                           "games in 100 with its 95 % Wilson interval", "estimate",
                           low="low", high="high"),
                ],
                collapsed=True,
            )
        )
    return section.with_blocks(blocks)


def _fair_blocks(
    page: Findings, frame: pl.DataFrame, kind: str, caption: str, collapsed: bool = False
) -> list[Block]:
    fair = None if page.run.fair is None else 100 * page.run.fair
    rows = frame.sort("wins", descending=True) if kind != "order" else frame
    found = [
        Point(
            row["label"], row["wins"], row["low"], row["high"],
            interval_text(row["wins"], row["low"], row["high"]), state(row.get("verdict")),
        )
        for row in rows.iter_rows(named=True)
    ]
    picture = page.charts.intervals(
        caption, found, fair, "" if fair is None else f"fair {words.number(fair)}"
    )
    columns = list(FAIR_COLUMNS) if fair is not None else [GAMES, FAIR_COLUMNS[1], SCORE]
    text = "" if fair is None or rows.height < 2 else (
        f"One family of {rows.height} tests against fair ({words.number(fair)} in 100): at "
        "most 5 in 100 of the differences found in this table are false alarms."
    )
    numbers = table(
        f"{caption}: numbers" if collapsed else "", text, _said_fair(rows, page.run.fair),
        [Column("label", HEADS.get(kind, kind), "", "text"), *columns], collapsed=collapsed,
    )
    if rows.height < 2:
        return [numbers]
    pictured = chart(
        picture, "With 95 % intervals.", heading=caption,
        entries=() if fair is None else FAIR_STATES,
    )
    return [pictured, numbers]


def points_section(page: Findings) -> Section:
    """The parts of the score."""
    section = Section(
        "points", "Where the points come from",
        f"Mean stars of each part of the final score.{_under(page)}",
    )
    parts = attempt(lambda: points.parts(page.run))
    if isinstance(parts, Missing):
        return section.with_blocks([note(str(parts))])
    shown = [name for name in points.PARTS if parts[name].abs().max() > 0]
    picture = page.charts.stacked(
        "Stars by part of the score", parts["label"].to_list(),
        [PART_WORDS[name] for name in points.PARTS],
        parts.select(points.PARTS).rows(),
    )
    swatches = [
        (f"part-{points.PARTS.index(name) + 1}", PART_WORDS[name]) for name in shown
    ]
    return section.with_blocks(
        [
            chart(picture, "Stars by part of the score, mean over games; fees go to the left "
                  "of zero.", entries=swatches),
            table(
                "Parts of the score: numbers", "Means over games.", parts,
                [
                    Column("label", "strategy", "", "text"), GAMES, SCORE,
                    *(
                        Column(name, PART_WORDS[name], "mean stars, with its 95 % t interval",
                               "estimate")
                        for name in shown
                    ),
                ],
                collapsed=True,
            ),
        ]
    )


def scores_section(page: Findings) -> Section:
    """The distribution of scores."""
    import polars as pl

    section = Section("scores", "How scores spread", f"Final stars.{_under(page)}")
    scores = attempt(lambda: points.distribution(page.run))
    if isinstance(scores, Missing):
        return section.with_blocks([note(str(scores))])
    lowest, highest = int(scores["score"].min()), int(scores["score"].max())
    step = next(
        width for power in range(6) for width in (10**power, 2 * 10**power, 5 * 10**power)
        if (highest - lowest) / width < MOST_BINS
    )
    binned = scores.with_columns((pl.col("score") // step * step).alias("bin"))
    bins = list(range(lowest // step * step, highest + 1, step))
    labels = scores["label"].unique(maintain_order=True).to_list()
    shares = []
    for label in labels:
        rows = binned.filter(pl.col("label") == label)
        counted = dict(rows.group_by("bin").agg(pl.col("seats").sum()).iter_rows())
        total = sum(counted.values())
        shares.append([100 * counted.get(start, 0) / total for start in bins])
    quantiles = points.quantiles(scores)
    said = "; ".join(
        f"{row['label']}: half of the scores at most {row['half']:g}"
        for row in quantiles.iter_rows(named=True)
    )
    picture = page.charts.distribution(
        "Final scores", said, bins, step, shares, "in 100 seats"
    )
    return section.with_blocks(
        [
            chart(
                picture, f"How often each score is reached, in steps of {step} stars.",
                entries=[
                    (f"line-{place % 6 + 1}", label) for place, label in enumerate(labels)
                ],
            ),
            table(
                "Scores that so many seats stay at or below",
                "Quantiles with 95 % order-statistic intervals.", quantiles,
                [
                    Column("label", "strategy", "", "text"), GAMES,
                    *(
                        Column(name, said, "quantile of the final score, with its 95 % "
                               "order-statistic interval", "estimate", 0)
                        for name, said in QUANTILE_WORDS.items()
                    ),
                ],
            ),
        ]
    )


def chance_section(page: Findings) -> Section:
    """Turn order, region, coach, board, seat."""
    section = Section(
        "chance", "What chance deals",
        "Turn order, region, coach and board are dealt at random, so a difference between "
        f"them is their own doing.{_under(page)}",
    )
    if isinstance(page.groups, Missing):
        return section.with_blocks([note(str(page.groups))])
    blocks: list[Block] = []
    if rule(page.run, "coach_choice") not in (None, "random"):
        blocks.append(
            note("Coaches were chosen, not dealt: read their table as an observation.")
        )
    for group, caption in GROUP_WORDS.items():
        if group in page.groups:
            blocks += _fair_blocks(page, page.groups[group], group, caption, collapsed=True)
    return section.with_blocks(blocks)


def bubba_section(page: Findings) -> Section | None:
    """Bubba's scores beside those that the rulebook expects; None if he does not play."""
    if isinstance(page.bubba, Missing) or page.bubba.is_empty():
        return None
    low, high = solo.EXPECTED
    share = "share of games, with its 95 % Wilson interval"
    quantile = "quantile of Bubba's score, with its 95 % order-statistic interval"
    section = Section(
        "bubba", "The Bubba Bot",
        f"The rulebook expects Bubba above {low} stars and up to {high}: a target for the stars "
        "on the cards, since he scores what is discarded.",
    )
    return section.with_blocks(
        [
            table(
                "Bubba's stars, version by version" if page.sweep else "Bubba's stars",
                "In 100 games of a version; then the scores that a tenth, a quarter ... of them "
                "stay at or below.", page.bubba,
                [
                    Column("label", "version", "", "text"), GAMES,
                    Column("under", f"under {low}", share, "estimate"),
                    Column("within", f"{low} to {high}", share, "estimate"),
                    Column("over", f"over {high}", share, "estimate"),
                    *(
                        Column(name, said, quantile, "estimate", 0)
                        for name, said in QUANTILE_WORDS.items()
                    ),
                ],
            )
        ]
    )


def cards_section(page: Findings) -> Section:
    """The card table."""
    section = Section(
        "cards", "The cards",
        "An observation, not an effect: who drafts a card, and when, is not chance. A strong "
        "strategy makes the cards that it likes look strong, and a card played late was "
        "played by somebody who could wait. Like for like compares a draft with all drafts by "
        "the same strategy, from the same place in turn order, in the same month. What a "
        f"card's numbers do, only a sweep says.{_under(page)}",
    )
    found = attempt(lambda: cards.card_table(page.run))
    if isinstance(found, Missing):
        return section.with_blocks([note(str(found))])
    offered = "offered" in found.columns
    judged = int((found["drafted_games"] > 0).sum())
    columns = [
        Column("label", "card", "", "text"),
        *(
            [
                Column("offered", "offered in 100 games", "share of games in which the card "
                       "left the deck, with its 95 % Wilson interval", "estimate"),
                Column("taken", "drafted of 100 offered", "share of those games in which "
                       "somebody drafted it, with its 95 % Wilson interval", "estimate"),
                Column("dealt_games", "games dealt", "games in which it was dealt to a seat",
                       "count"),
                Column("dealt_wins", "wins when dealt", "wins in 100 of the seat it was dealt "
                       "to, drafted or not (intention to treat)", "estimate"),
                Column("dealt_ahead", "ahead when dealt", "stars more than the mean of the "
                       "others at the table", "change"),
            ] if offered else []
        ),
        Column("drafted_games", "games drafted", "games in which somebody drafted it",
               "count"),
        Column("drafted", "drafted in 100 games", "share of games, with its 95 % Wilson "
               "interval", "estimate"),
        Column("drafted_month", "month drafted", "mean month, 1 = March", "estimate"),
        Column("drafted_wins", "wins when drafted", "wins in 100 of the seat that drafted it",
               "estimate"),
        Column("drafted_ahead", "ahead when drafted", "stars more than the mean of the others "
               "at the table", "change"),
        Column("drafted_adjusted", "like for like", "wins in 100 more than all drafts by the "
               "same strategy, place in turn order and month", "change"),
        Column("verdict", "against like drafts", "from simultaneous intervals and "
               "Benjamini-Hochberg q-values over this table", "verdict"),
        Column("played_games", "games played", "games in which somebody put it into play",
               "count"),
        Column("played", "played of 100 drafted", "share of the games in which it was "
               "drafted, with its 95 % Wilson interval", "estimate"),
        Column("played_month", "month played", "mean month, 1 = March", "estimate"),
        Column("played_wins", "wins when played", "wins in 100 of the seat that played it",
               "estimate"),
        Column("played_ahead", "ahead when played", "stars more than the mean of the others "
               "at the table", "change"),
        Column("played_effect_stars", "stars from its effect", "mean over games in which it "
               "was played", "estimate"),
        *(Column(name, name, "", "text") for name in ("type", "source")
          if name in found.columns),
    ]
    blocks = [
        table(
            "Every card of the deck",
            f"One family of {judged} tests (like for like), 5 in 100 false alarms at most. "
            f"Over {words.count(page.run.games)} games.",
            _said_cards(found), columns,
        )
    ]
    if not offered:
        blocks.append(note(str(attempt(lambda: page.run.require("offers")))))
    return section.with_blocks(blocks)


def spots_section(page: Findings) -> Section:
    """The table of spots."""
    section = Section(
        "spots", "Recruits on the map",
        f"How often each spot is signed, when, and against whom.{_under(page)}",
    )
    found = attempt(lambda: spots.spot_table(page.run))
    if isinstance(found, Missing):
        return section.with_blocks([note(str(found))])
    return section.with_blocks(
        [
            table(
                "Every spot", "Means and shares over games; no verdicts are drawn.", found,
                [
                    Column("label", "spot", "", "text"), GAMES,
                    Column("signed", "signed in 100 games", "share of games, with its 95 % "
                           "Wilson interval", "estimate"),
                    Column("signed_games", "games signed", "games in which it was signed: the "
                           "n of the columns that follow", "count"),
                    Column("month", "month", "mean month of signing, 1 = March", "estimate"),
                    Column("stars", "stars", "mean stars it gave, effects included",
                           "estimate"),
                    Column("contested", "contested", "of 100 signings, those with at least "
                           "one package of another player", "estimate"),
                    Column("rivals", "packages lost by others", "mean over signings",
                           "estimate"),
                    Column("package_ec", "EC from the own package", "mean over signings",
                           "estimate"),
                ],
            )
        ]
    )



def _said_fair(frame: pl.DataFrame, fair: float | None) -> pl.DataFrame:
    import polars as pl

    if fair is None:
        return frame
    said = [words.fair_verdict(row, fair) for row in frame.iter_rows(named=True)]
    return frame.with_columns(pl.Series("verdict", said, dtype=pl.String))


def _said_cards(frame: pl.DataFrame) -> pl.DataFrame:
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


def _close_words(frame: pl.DataFrame) -> pl.DataFrame:
    import polars as pl

    return frame.with_columns(pl.col("measure").replace_strict(CLOSE_WORDS))
