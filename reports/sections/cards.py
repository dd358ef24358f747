"""The cards: their worth, draft rates, and everything else known."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis import worth
from eoc_sim.analysis.card_faces import printed_columns, with_faces
from eoc_sim.analysis.card_order import LIKE_FOR_LIKE, TWINS, by_distance, measures
from eoc_sim.analysis.card_twins import ALL, has_card_twins, parts_off
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import card_charts, words
from eoc_sim.reports.blocks import Block, Section, Shown, fold, table
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.number_lists import list_values
from eoc_sim.reports.verdict import Verdict

RESULT_NAMES = (
    "verdict",
    "worth",
    "dealt_games",
    "drafted_games",
    "drafted",
    "drafted_adjusted",
    "played_games",
    "played",
    "played_effect",
    "hired",
    "taken",
    "owners",
)
"""Columns of card and place tables that workbooks add to sheets."""
HEADING = "The cards"
MAX_NAMED = 3
"""The maximum number of cards named as gaining, and as losing, wins."""
UNDRAFTED = "nobody drafts it"
"""The verdict on a card that was never drafted."""
RARELY_DEALT = "hardly ever dealt"
"""The verdict on a card dealt in too few games."""


def section(page: Findings) -> Section | None:
    """Make the card table, if there are cards to draft and play."""
    if not page.run.declares("played_round"):
        return None
    return Section(
        "cards",
        HEADING,
        "Chance deals the cards, so being dealt a card has a measurable effect, on which verdicts "
        "are based. The results of drafted and played cards are observational, because drafts are "
        f"choices. Only a sweep shows the effect of a card's numbers.{page.under}",
        _blocks(page),
    )


def answers(page: Findings) -> list[Verdict]:
    """State what twins show about the cards most certain to matter."""
    if not (page.run.declares("twin") and has_card_twins(page.run)):
        return []
    cards, _ = page.cards
    return [Verdict(HEADING, tuple(sentences(cards)))]


def sentences(cards: pl.DataFrame) -> list[str]:
    """State the cards most certain to gain or cost wins."""
    ranked = by_distance(cards, TWINS)
    ranked = ranked.filter(ranked["distance"] > 0)
    gains, losses = (
        side.head(MAX_NAMED).to_dicts()
        for side in (ranked.filter(ranked[TWINS.name] > 0), ranked.filter(ranked[TWINS.name] < 0))
    )
    result = ["No card is shown to gain wins for its owner, even if its cost is not counted."]
    if gains:
        result = [
            f"Most certain to gain wins, not counting the cost: {list_values(gains, TWINS)} wins "
            "in 100 for the owner."
        ]
    if losses:
        result.append(
            f"Most certain to lose wins, not counting the cost: {list_values(losses, TWINS)} wins "
            "in 100 for the owner."
        )
    return result


def _blocks(page: Findings) -> Iterator[Block]:
    run = page.run
    own_cards, twins = page.cards
    cards = _verdict_words(with_faces(run, own_cards))
    yield from card_charts.blocks(page.charts, cards)
    cards = page.with_intervals(cards, "drafted", lambda row: ("drafted", row["label"]))
    yield fold(_every_card(run, cards))
    if {"worth", "face"} & set(cards.columns):
        yield _worth_table(run, cards)
    if twins is not None:
        yield _once_paid_for(run, cards)
        yield _by_strategy(run, twins)
    yield _observed_table(run, cards)
    if run.declares("passed"):
        run.require(run.table_with("passed"))


def _verdict_words(cards: pl.DataFrame) -> pl.DataFrame:
    """Put the verdicts of the card table, if any, into words."""
    verdict = pl.lit("")
    if "worth" in cards.columns:
        verdict = pl.col("worth_verdict").fill_null(RARELY_DEALT)
        cards = cards.with_columns(pl.col("worth_more_games").alias("more_games"))
    is_undrafted = pl.col("drafted_games") == 0
    cards = cards.with_columns(
        pl.when(is_undrafted).then(pl.lit(UNDRAFTED)).otherwise(verdict).alias("verdict")
    )
    if "worth" in cards.columns:
        cards = cards.with_columns(
            pl.when(is_undrafted).then(None).otherwise(pl.col("more_games")).alias("more_games")
        )
    return cards


def _every_card(run: Run, cards: pl.DataFrame) -> Block:
    """List the cards and their printed values, by distance from average."""
    measure = measures(cards)[0]
    faces = printed_columns(run)
    has_worth = "worth" in cards.columns
    has_verdict = has_worth or (cards["drafted_games"] == 0).any()
    columns = [Shown("label", "card", "", "text")]
    if has_verdict:
        columns.append(
            Shown(
                "verdict",
                "verdict",
                "from simultaneous t intervals of the worth when dealt (Bonferroni over this "
                "page); for dead and dominating cards, also from simultaneous Wilson intervals",
                "verdict",
            )
        )
    if "face" in cards.columns:
        columns.append(Shown("face", f"printed {run.words.score[1]}", "on the card", "number"))
    if "face_price" in faces:
        unit = faces["face_price"].unit
        columns.append(
            Shown("face_price", f"price{f', {unit}' if unit else ''}", "on the card", "number")
        )
    if has_worth:
        columns.append(_worth_when_dealt(run))
    columns.append(_like_for_like(run))
    if "twin_both_wins" in cards.columns:
        columns.append(
            Shown(
                "twin_both_wins",
                "once paid for",
                "its owner's wins in 100, games minus twins with the whole card off; intervals "
                "that hold jointly for all cards, with each part or the whole card off "
                "(Bonferroni)",
                "change",
                low="twin_both_wins_all_low",
                high="twin_both_wins_all_high",
            )
        )
    columns += [
        Shown(
            "drafted",
            "drafted in 100 games",
            "share of games, with its 95 % Wilson interval",
            "estimate",
        ),
        Shown(
            "played",
            "played of 100 drafted",
            "share of the games in which it was drafted, with its 95 % Wilson interval",
            "estimate",
        ),
    ]
    if "face_text" in faces:
        columns.append(Shown("face_text", "what it does", "", "text"))
    return table(
        "Every card",
        f"Over {words.games(run.games)}. Cards that most clearly differ from average come "
        f"first, judged by {card_charts.NAMES[measure.name]}. "
        f"{_verdicts_text(run, cards) if has_worth else ''}",
        by_distance(cards, measure),
        columns,
    )


def _observed_table(run: Run, cards: pl.DataFrame) -> Block:
    """Show offers, drafts and plays of each card, with results."""
    return table(
        "Every card as drafted and played",
        f"Over {words.games(run.games)}. These are not effects: a strong strategy makes the cards "
        "that it likes look strong, and only a seat that could wait plays a card late.",
        cards,
        [
            Shown("label", "card", "", "text"),
            *(_draft_columns() if "offered" in cards.columns else ()),
            Shown("drafted_games", "games drafted", "games in which it was drafted", "count"),
            *_time_and_wins(run, "drafted", "the seat that drafted it"),
            Shown("played_games", "games played", "games in which it was put into play", "count"),
            *_time_and_wins(run, "played", "the seat that played it"),
            *(
                [
                    Shown(
                        "played_effect",
                        f"{run.words.score[1]} from its effect",
                        "mean over games in which it was played",
                        "estimate",
                    )
                ]
                if "played_effect" in cards.columns
                else ()
            ),
            *([Shown("type", "type", "", "text")] if "type" in cards.columns else ()),
        ],
        collapsed=True,
    ).on_sheet("Every card as drafted, played")


def _worth_table(run: Run, cards: pl.DataFrame) -> Block:
    """Show further measures of dealt cards, and the worth of printed scores."""
    has_worth = "worth" in cards.columns
    return table(
        "The worth of every card",
        f"Over {words.games(run.games)}.",
        _name_unsure(cards) if has_worth else cards,
        [
            Shown("label", "card", "", "text"),
            *(_deal_columns(run) if has_worth else ()),
            *(_face(run) if "face" in cards.columns else ()),
        ],
        collapsed=True,
    )


def _part(off: str) -> str:
    return "the whole card" if off == "both" else f"its {off}"


def _twins_text(run: Run, cards: pl.DataFrame) -> str:
    never_played = cards.filter(cards["played_games"] == 0)["label"].to_list()
    unknown_worth = f"Never played, so their worth is unknown: {', '.join(never_played)}. "
    parts = words.join_words([_part(off) for off in parts_off(run)])
    return (
        f"For each card, games minus twins in which {parts} are switched off in turn from the "
        "moment when the card is played. If a pilot found that this does not change play, all "
        "games are re-scored instead. The card's cost and place are the same in the game and its "
        "twin, so no verdict on a card is based on this. "
        f"{unknown_worth if never_played else ''}"
    )


def _unit(run: Run) -> str:
    return run.words.score[1]


def _once_paid_for(run: Run, cards: pl.DataFrame) -> Block:
    """Tabulate what each part of a card brings its owner and others."""
    tip = (
        "mean over informative games, with a t interval that holds jointly for all cards and "
        "parts; games minus twins, "
    )
    columns = [
        Shown("label", "card", "", "text"),
        Shown(
            "twin_both_games",
            "informative games",
            "games that were replayed or re-scored with the whole card off",
            "count",
        ),
    ]
    for off in parts_off(run):
        part = _part(off)
        columns += [
            Shown(
                f"twin_{off}_wins",
                f"wins from {part}",
                f"{tip}its owner's wins in 100",
                "change",
            ),
            Shown(
                f"twin_{off}_score",
                f"{_unit(run)} from {part}",
                f"{tip}its owner's score",
                "change",
            ),
            Shown(
                f"twin_{off}_others_score",
                f"{_unit(run)} from {part}, for the others",
                f"{tip}mean score of the other seats",
                "change",
            ),
        ]
    return table("Once paid for", _twins_text(run, cards), cards, columns, collapsed=True)


def _by_strategy(run: Run, twins: pl.DataFrame) -> Block:
    tip = "mean over games, with a t interval that holds jointly for all cards and parts"
    return table(
        "Once paid for, by strategy",
        f"The game minus its twin with {_part(parts_off(run)[-1])} off, by the strategy that "
        "played the card. The metric table cards_twins has each part.",
        twins.filter(pl.col("strategy") != ALL, pl.col("off") == parts_off(run)[-1]),
        [
            Shown("label", "card", "", "text"),
            Shown("strategy", "strategy", "", "text"),
            Shown("games", "games", "games that were replayed or re-scored", "count"),
            Shown("wins", "wins in 100", tip, "change"),
            Shown("score", _unit(run), tip, "change"),
            Shown("others_score", f"{_unit(run)}, for the others", tip, "change"),
        ],
        collapsed=True,
    )


def _verdicts_text(run: Run, cards: pl.DataFrame) -> str:
    smallest = run.words.smallest["wins"]
    wins = f"{words.number(smallest)} {'win' if smallest == 1 else 'wins'} in 100"
    number = cards["worth_verdict"].count()
    return (
        f"Verdicts on {number} cards, with intervals that hold jointly for all questions of this "
        "page. "
        "Strong or weak: the whole interval of the worth when dealt is above or below 0. Ordinary: "
        f"the whole interval lies between -{words.number(smallest)} and {wins}. Dominating: strong "
        f"by more than {wins}, and it is certain that the card is drafted in at least "
        f"{words.number(worth.MIN_DRAFTS_OF_DOMINATING_CARD)} of 100 games in which it is "
        "offered. Dead: it is certain that the card is played in at most "
        f"{words.number(worth.MAX_PLAYS_OF_DEAD_CARD)} of 100 games in which it is offered. "
    )


def _worth_when_dealt(run: Run) -> Shown:
    place = ["place"] if run.declares("order") else []
    conditions = words.join_words([run.words.round[0], "way of dealing", *place, "strategy"])
    return Shown(
        "worth",
        "worth when dealt",
        "wins in 100 of seats dealt the card, drafted or not, minus those of seats dealt another "
        f"card, with the same {conditions}. Randomised by the deal; t intervals by game that hold "
        "jointly for all questions of the page (Bonferroni)",
        "change",
        low="worth_all_low",
        high="worth_all_high",
    )


def _deal_columns(run: Run) -> list[Shown]:
    return [
        Shown(
            "unsure_under",
            "strategies that leave the verdict open",
            "strategies whose own deals alone do not show that the card is strong or weak "
            "(95 % t interval)",
            "text",
        ),
        Shown(
            "shrunk",
            "worth, luck taken out",
            "pulled towards the centre of all cards by as much as chance explains: empirical "
            "Bayes, scale mixture of normals. Each 95 % interval holds for one card on its own, "
            "with no allowance for picking out the strongest. So it may exclude 0 where the joint "
            "verdict on all cards is open",
            "change",
        ),
        Shown(
            "worth_score",
            f"worth in {run.words.score[1]}",
            "the worth when dealt, measured as the score minus the mean score of the others at the "
            "table",
            "change",
        ),
        Shown(
            "gap",
            "what choosing adds",
            "like for like minus worth when dealt: selection bias, with a t interval over games",
            "change",
        ),
    ]


def _face(run: Run) -> list[Shown]:
    unit = run.words.score[1]
    tip = (
        f"wins in 100 due to its printed {unit}: games in which it was put into play, minus the "
        "same games re-scored with 0 (frozen play); "
    )
    return [
        Shown(
            "face_wins",
            f"worth of its {unit}",
            f"{tip}for its owner",
            "change",
        ),
        Shown(
            "face_others",
            f"its {unit}, for the others",
            f"{tip}mean of the other seats",
            "change",
        ),
    ]


def _like_for_like(run: Run) -> Shown:
    conditions = [f"place in {run.column('order').head}"] if run.declares("order") else []
    conditions_text = words.join_words(["strategy", *conditions, run.words.round[0]])
    return Shown(
        "drafted_adjusted",
        "like for like",
        f"more wins in 100 than the average draft with the same {conditions_text}",
        "change",
        low=LIKE_FOR_LIKE.low,
        high=LIKE_FOR_LIKE.high,
    )


def _draft_columns() -> list[Shown]:
    return [
        Shown(
            "taken",
            "drafted of 100 offered",
            "of the games in which it left the deck, the share in which it was drafted, with its "
            "95 % Wilson interval",
            "estimate",
        ),
        Shown("dealt_games", "games dealt", "games in which it was dealt to a seat", "count"),
    ]


def _time_and_wins(run: Run, verb: str, owner: str) -> list[Shown]:
    """Return the columns for the time and results of drafts or plays.

    ``verb`` is "drafted" or "played"; ``owner`` describes the seats whose wins are counted.
    """
    round_names, round_noun = run.words.round_names, run.words.round[0]
    first = f", 1 = {round_names[1]}" if len(round_names) > 1 else ""
    return [
        Shown(f"{verb}_month", f"{round_noun} {verb}", f"mean {round_noun}{first}", "estimate"),
        Shown(f"{verb}_wins", f"wins when {verb}", f"wins in 100 for {owner}", "estimate"),
    ]


def _name_unsure(cards: pl.DataFrame) -> pl.DataFrame:
    return cards.with_columns(
        pl.when(pl.col("unsure_under") == "")
        .then(pl.lit("none: each strategy alone shows the verdict"))
        .otherwise(pl.col("unsure_under"))
        .alias("unsure_under"),
    )
