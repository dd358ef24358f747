"""The shape of play: when games are won, idle mechanisms, competition.

The questions have the form of those in `eoc_sim.analysis.shape`. Their numbers are per 100 games,
seats, stars, EC, recruits or dice.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from eoc_sim.analysis import shape
from eoc_sim.analysis.eoc.closeness import AUGUST, FINAL_SCORING
from eoc_sim.analysis.eoc.closeness import shares as shares_led
from eoc_sim.analysis.notable_findings import (
    ANY,
    SMALLEST_SHARE,
    GameMeasure,
    Question,
    ask_means,
    measures_statistic,
)
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.strategies import by_strategy
from eoc_sim.analysis.tables import PLANNED_PREFIX, Run
from eoc_sim.analysis.total_columns import with_shares

ORDINARY_BY_AUGUST = (10.0, 50.0)
"""Usual percentage of games that are decided by the end of August.

The winner of such a game takes the lead for good by then. Within this range, both halves of the
year matter.
"""
MAX_TURNED_AT_THE_END = 50.0
"""Maximum percentage of games that only the final scoring decides.

Above this, an earlier lead means little.
"""
MAX_FROM_FINAL_SCORING = 50.0
"""Maximum percentage of stars that the final scoring should bring.

Above this, the final scoring counts for more than the year.
"""
MAX_IN_ONE_MONTH = 25.0
"""Maximum percentage of stars that one month should bring."""
MAX_WASTED = 10.0
"""Maximum percentage of received EC that should be lost unused."""
MAX_IN_LOST_PACKAGES = 5.0
"""Maximum percentage of received EC that should be lost in packages."""
ORDINARY_CONTESTED = (10.0, 50.0)
"""Usual percentage of recruits that another player's package contests."""
MAX_UNSIGNED = 50.0
"""Maximum percentage of recruits that should stay unsigned."""
ORDINARY_HALF_VALUE = (10.0, 90.0)
"""Usual percentage of dice that are taken at half value."""
MIN_FROM_POOL = 10.0
"""Minimum percentage of drafted cards that should come from the pool."""
MAX_NEVER_PLAYED = 33.0
"""Maximum percentage of drafted cards that should stay unplayed."""

MECHANISMS = {
    "trades": "make a trade",
    "moves_paid": "pay for a step",
    "runners": "send a runner",
    "bets": "place a bet",
    "bets_won": "win a bet",
    "border_recruits": "sign a recruit of a border state",
    "marketing": "earn stars from marketing campaigns",
    "final_marketing": "earn stars from the final campaign",
    "card_effects": "earn stars from a card's effect",
    "end_cards": "earn stars from an end-of-game card",
}
"""Possible actions of a seat, by the column that counts them."""
BY_RULE = {
    "coach_effects": ("coaches", "earn stars from their Head Coach"),
    "board_points": ("boards", "earn stars from their Recruiting Board"),
}
"""Actions that a rule switch may remove, by the columns counting them."""
MISSING_RULES_NOTE = (
    "No table records whether BB replace EC, drafts are delayed or upgrades are paid for."
)


def chosen_columns(run: Run) -> tuple[str, ...]:
    """Return the columns whose values players choose under the run's rules.

    Under other rules, chance deals these values.
    """
    rules = run.record.get("baseline", {}).get("rules", {})
    return () if str(rules.get("coach_choice", "random")) == "random" else ("coach",)


def ask(run: Run) -> shape.ShapeQuestions:
    """Ask all questions about a run of Envelopes of Cash."""
    game_askers = [
        ("when games are won", leads),
        ("idle mechanisms and lost EC", seats),
        ("comebacks and stars by month", months),
        ("contested recruits", signings),
        ("full and half value of dice", dice),
        ("where cards come from", drafts),
    ]
    return shape.ask(run, [*shape.askers(chosen_columns(run)), *game_askers])


def leads(run: Run) -> list[Question]:
    """Ask when the winner is known."""
    return ask_means(run, LEADS, leads_statistic(run)) if run.players > 1 else []


LEADS = (
    GameMeasure(
        "by_august",
        "lead taken for good by the end of August",
        "In {} of 100 games, the winner takes the lead for good by the end of August (halfway "
        "through the year)",
        ORDINARY_BY_AUGUST,
    ),
    GameMeasure(
        "final",
        "decided only by the final scoring",
        "The final scoring alone decides {} of 100 games: the winner is not the sole leader at "
        "the end of February",
        (0.0, MAX_TURNED_AT_THE_END),
        measure="final_scoring",
    ),
)


def leads_statistic(run: Run) -> Statistic:
    """Return the statistic that `leads` reads."""
    table, led = run.table_with("winner"), shares_led()
    return measures_statistic(
        "when the winner is known",
        [table],
        LEADS,
        lambda batch: batch.read(table, 0, ["game"], ["leader_month"]).select(
            "game",
            (100.0 * led["by_august"].cast(pl.Float64)).alias("by_august"),
            (100.0 * led["final_scoring"].cast(pl.Float64)).alias("final"),
        ),
    )


def led_by_month(run: Run) -> pl.DataFrame:
    """Return the percentage of games whose winner leads for good, by month.

    The winner has the lead by the month's end and keeps it. The final scoring comes last. Columns:
    month (its name), led with led_low and led_high, games.
    """
    names = [*run.words.round_names[1:], "final scoring"]
    games = run.total(last_leads_statistic(run))
    prefixes = [PLANNED_PREFIX] if run.look.is_past_planned_look else []
    led = pl.DataFrame({"month": range(1, FINAL_SCORING + 1)}).with_columns(
        column for prefix in ("", *prefixes) for column in _count_leads(games, prefix)
    )
    shares = with_shares(run, led, ["led"])
    return shares.with_columns(pl.Series("month", names)).drop("led_n")


def _count_leads(games: pl.DataFrame, prefix: str) -> list[pl.Series]:
    """Count the games whose winner leads for good, by month."""
    number = games[f"{prefix}games"].fill_null(0)
    total, since = int(number.sum()), games["leader_month"]
    led = [
        float(number.filter(since.is_between(1, month)).sum())
        for month in range(1, FINAL_SCORING + 1)
    ]
    counts = pl.Series([total] * FINAL_SCORING)
    return [
        counts.alias(f"{prefix}games"),
        counts.alias(f"{prefix}led_n"),
        pl.Series(f"{prefix}led_sum", led),
        pl.Series(f"{prefix}led_squares", led),
    ]


def last_leads_statistic(run: Run) -> Statistic:
    """Return the statistic of games by the month of the final lead."""
    table = run.table_with("winner")
    return Statistic(
        "games by the month of the last lead",
        ((table, 0),),
        ("leader_month",),
        (),
        lambda batch: batch.read(table, 0, ["game"], ["leader_month"]),
    )


def seats(run: Run) -> list[Question]:
    """Ask about rare actions of seats, lost EC, and unsigned recruits."""
    return ask_means(run, _seat_measures(run), seats_statistic(run))


def _actions(run: Run) -> dict[str, str]:
    """Return the run's possible actions, by the column that counts them."""
    rules = run.record.get("baseline", {}).get("rules", {})
    return MECHANISMS | {
        column: action
        for column, (switch, action) in BY_RULE.items()
        if str(rules.get(switch, "on")) == "on"
    }


def _seat_measures(run: Run) -> list[GameMeasure]:
    spots = run.dim("spots").height
    measures = [
        *shape.idle_mechanisms(_actions(run), "players"),
        GameMeasure(
            "wasted",
            "EC lost unused",
            "{} of 100 EC received are lost unused at the end of turns",
            (0.0, MAX_WASTED),
        ),
        GameMeasure(
            "packages",
            "EC lost in packages",
            "{} of 100 EC received are lost in packages when another player signs the recruit",
            (0.0, MAX_IN_LOST_PACKAGES),
        ),
    ]
    if spots and run.players > 1:
        measures.append(
            GameMeasure(
                "unsigned",
                "recruits that nobody signs",
                f"{{}} of 100 recruits on the map are never signed (the map has {spots})",
                (0.0, MAX_UNSIGNED),
            )
        )

    return measures


def seats_statistic(run: Run) -> Statistic:
    """Return the statistic that `seats` reads."""
    table, players, actions = run.table_with("win_share"), run.players, _actions(run)
    spots = run.dim("spots").height
    columns = [*actions, "ec_wasted", "packages_lost", "ec_received", "recruits_signed"]
    receipts = pl.col("ec_received")

    def share_lost(column: str) -> pl.Expr:
        share = (100.0 * pl.col(column) / receipts).clip(0, 100)
        return pl.when(receipts > 0).then(share)

    def rows(batch: Batch) -> pl.DataFrame:
        rows = batch.read(table, 0, ["game", "seat"], columns).filter(pl.col("seat") < players)
        game_rows = rows.group_by("game").agg(
            *shape.use_columns(actions),
            pl.col(columns[len(actions) :]).cast(pl.Float64).sum(),
        )
        return game_rows.select(
            "game",
            "^use_.*$",
            share_lost("ec_wasted").alias("wasted"),
            share_lost("packages_lost").alias("packages"),
            (100.0 - 100.0 * pl.col("recruits_signed") / max(spots, 1))
            .clip(0, 100)
            .alias("unsigned"),
        )

    return measures_statistic("what seats do", [table], _seat_measures(run), rows)


def months(run: Run) -> list[Question]:
    """Ask about comebacks after August and the stars of each month.

    The final scoring counts as a month.
    """
    table, standings = run.declaration.tables["months"], run.table_with("win_share")
    run.require(table, standings)
    last = len(run.words.round_names) - 1
    final = GameMeasure(
        "final",
        "stars from the final scoring",
        "{} of 100 stars come only with the final scoring",
        (0.0, MAX_FROM_FINAL_SCORING),
    )
    by_month = [
        GameMeasure(
            f"month_{month}",
            f"stars in {name}",
            f"{{}} of 100 stars come in {name}",
            (0.0, MAX_IN_ONE_MONTH),
            kind="stars by month",
        )
        for month, name in enumerate(run.words.round_names)
        if month
    ]
    halfway = []
    if run.fair is not None:
        fair = 100 * run.fair
        halfway = [
            GameMeasure(
                "leader",
                "extra wins of the leader at the end of August",
                "Wins in 100 games by players who lead at the end of August (halfway), compared "
                "with their strategies' average: {}",
                (SMALLEST_SHARE, (100 - fair) / 2),
                limits=(-100.0, 100.0),
            ),
            GameMeasure(
                "last",
                "extra wins of the player in last place at the end of August",
                "Wins in 100 games by players who are last at the end of August (halfway), "
                "compared with their strategies' average: {}",
                (-0.75 * fair, -SMALLEST_SHARE),
                limits=(-100.0, 100.0),
            ),
        ]
        if run.players == 2:
            del halfway[1]  # with two players it mirrors the first
    usual_wins = by_strategy(run, 0, ["win_share", "score"]).select(
        "strategy", (pl.col("win_share_sum") / pl.col("win_share_n")).alias("usual")
    )

    def rows_of(batch: Batch) -> pl.DataFrame:
        score = pl.col("score_end").cast(pl.Float64)
        final_score = pl.col("score").cast(pl.Float64).sum()
        rows = batch.read(table, 0, ["game", "seat"], ["month", "score_end"])
        rows = rows.filter(pl.col("seat") < run.players)
        wide = rows.group_by("game", "seat").agg(
            *(
                score.filter(pl.col("month") == month).sum().alias(f"end_{month}")
                for month in range(1, last + 1)
            ),
        )
        seat_rows = (
            batch.read(standings, 0, ["game", "seat", "strategy", "score", "win_share"])
            .with_columns(pl.col("strategy").cast(pl.Int64))
            .join(usual_wins, on="strategy", how="left")
        )
        score_rows = wide.join(seat_rows, on=["game", "seat"]).with_columns(
            pl.lit(0.0).alias("end_0")
        )
        extra_wins = pl.col("win_share") - pl.col("usual")
        half = pl.col(f"end_{AUGUST}")

        def share_gained(later: pl.Expr, earlier: pl.Expr, name: str) -> pl.Expr:
            share = 100 * (later - earlier) / final_score
            return pl.when(final_score > 0).then(share.clip(0, 100)).alias(name)

        return score_rows.group_by("game").agg(
            share_gained(final_score, pl.col(f"end_{last}").sum(), "final"),
            *(
                share_gained(
                    pl.col(f"end_{month}").sum(),
                    pl.col(f"end_{month - 1}").sum(),
                    f"month_{month}",
                )
                for month in range(1, last + 1)
            ),
            (100 * extra_wins.filter(half == half.max()).mean()).alias("leader"),
            (100 * extra_wins.filter(half == half.min()).mean()).alias("last"),
        )

    measures = [final, *by_month, *halfway]
    return ask_means(
        run, measures, measures_statistic("stars by month", [table, standings], measures, rows_of)
    )


def signings(run: Run) -> list[Question]:
    """Ask how often recruits are contested."""
    if run.players < 2:
        return []
    table = run.table_with("place")
    measure = GameMeasure(
        "contested",
        "contested recruits",
        "For {} of 100 recruits signed, another player lost a package",
        ORDINARY_CONTESTED,
    )
    return ask_means(
        run,
        [measure],
        measures_statistic(
            "contested recruits",
            [table],
            [measure],
            lambda batch: batch.read(table, 0, ["game"], ["rivals"]).with_columns(
                (100.0 * (pl.col("rivals") > 0)).alias("contested")
            ),
        ),
    )


def dice(run: Run) -> list[Question]:
    """Ask how often dice are taken at half value."""
    rules = run.record.get("baseline", {}).get("rules", {})
    if str(rules.get("dice_use", "standard")) != "standard":
        return []  # every die is taken at full value
    table = run.table_with("target_round")
    measure = GameMeasure(
        "half", "dice at half value", "{} of 100 dice are taken at half value", ORDINARY_HALF_VALUE
    )
    return ask_means(
        run,
        [measure],
        measures_statistic(
            "dice at half value",
            [table],
            [measure],
            lambda batch: batch.read(table, 0, ["game"], ["mode"]).with_columns(
                (100.0 * (pl.col("mode").cast(pl.String) == "half")).alias("half")
            ),
        ),
    )


def drafts(run: Run) -> list[Question]:
    """Ask about cards from the pool, and drafted cards never played."""
    return ask_means(run, _draft_measures(run), drafts_statistic(run))


def _draft_measures(run: Run) -> list[GameMeasure]:
    measures = [
        GameMeasure(
            "pool",
            "drafts from the pool",
            "Only {} of 100 cards drafted come from the pool",
            (MIN_FROM_POOL, ANY),
        ),
        GameMeasure(
            "unplayed",
            "drafted and never played",
            "{} of 100 cards drafted are never put into play",
            (0.0, MAX_NEVER_PLAYED),
        ),
    ]
    if run.players < 2:
        # In a solo game, the automaton takes the cards in the pool.
        del measures[0]
    return measures


def drafts_statistic(run: Run) -> Statistic:
    """Return the statistic that `drafts` reads."""
    table = run.table_with("played_round")

    def rows(batch: Batch) -> pl.DataFrame:
        drafts = batch.read(table, 0, ["game"], ["played_month", "source"])
        flags = drafts.select(pool=pl.col("source") == "pool", unplayed=pl.col("played_month") == 0)
        game = drafts["game"].to_numpy()
        first = np.flatnonzero(np.append(True, game[1:] != game[:-1])[: game.size])
        number = np.diff(np.append(first, game.size))
        return pl.DataFrame(
            {
                "game": game[first],
                **{
                    flag.name: 100.0
                    * np.add.reduceat(flag.to_numpy(), first, dtype=np.int64)
                    / number
                    for flag in flags
                },
            }
        )

    return measures_statistic("where cards come from", [table], _draft_measures(run), rows)


def statistics(run: Run) -> list[Statistic]:
    """List the questions' statistics that need only the default tables."""
    if run.players < 2:
        return [seats_statistic(run), drafts_statistic(run), last_leads_statistic(run)]
    return [
        leads_statistic(run),
        seats_statistic(run),
        drafts_statistic(run),
        last_leads_statistic(run),
    ]
