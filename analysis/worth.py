"""The worth of each card, and the verdict on it.

Verdicts are dominating, strong, weak, dead, ordinary, or not decided. They depend on the effect of
being dealt the card (`dealt_cards`), which is causal, and on how often it is drafted and played;
drafts alone do not show a card's worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis.cards import sum_adjusted
from eoc_sim.analysis.dealt_cards import DealtCards, PulledMeans
from eoc_sim.analysis.looks import Look
from eoc_sim.analysis.rescoring import can_rescore, face_scores, rescore
from eoc_sim.analysis.shrinkage import shrink
from eoc_sim.analysis.stats import (
    UNDECIDED,
    interval_at,
    more_games,
    paired_differences,
    variance,
    wilson,
)
from eoc_sim.analysis.tables import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DOMINATING, STRONG, WEAK, DEAD, ORDINARY = "dominating", "strong", "weak", "dead", "ordinary"
MAX_PLAYS_OF_DEAD_CARD = 2.0
"""The maximum number of plays of a dead card in 100 offers."""
MIN_DRAFTS_OF_DOMINATING_CARD = 90.0
"""The minimum number of drafts of a dominating card in 100 offers."""
MIN_GAMES = 10
"""The minimum number of games for an interval to be shown."""
MIN_GAMES_FOR_A_VERDICT = 2000
"""The minimum number of games for judging a card strong or weak.

In shorter runs, the estimates of many cards' worth have tails that are not normal: of 100 runs with
1200 games, 8 called an ordinary card strong or weak.
"""


def with_worth(
    run: Run, cards: pl.DataFrame, arm: int = 0, tests: int | None = None
) -> pl.DataFrame:
    """Add each card's worth to the card table ``cards`` (`cards.card_table`).

    From the deals, if they were kept: ``worth`` and ``worth_score`` (wins in 100, and score ahead
    of the other seats, gained by being dealt this card instead of another, on average),
    ``worth_games`` (the number of games behind them), ``worth_all_low`` and ``worth_all_high`` (the
    interval of ``worth`` that holds jointly for all cards, or across ``tests`` intervals),
    ``shrunk`` (`shrinkage`), ``gap`` (``drafted_adjusted``, the like-for-like difference, minus
    ``worth``: the effect of choosing), ``worth_verdict`` with ``worth_more_games`` (further games
    that would decide it), and ``unsure_under`` (strategies under which a strong, dominating or weak
    card does not show as such; "" if there are none, None for other verdicts).

    From re-scoring, if the game prints scores on its cards: ``face`` (the printed score),
    ``face_wins`` and ``face_others`` (wins in 100 that it gives the seat that put the card into
    play, and the other seats), ``face_games``.

    Estimates also have columns that end with ``_low`` and ``_high``.
    """
    columns: list[pl.Series] = []
    if run.declares("passed") and run.has_rows(run.table_with("passed"), arm):
        columns += _deal_columns(run, cards, arm, tests)
    if can_rescore(run):
        columns += _rescoring_columns(run, arm)
    if not columns:
        return cards
    ids = pl.Series("thing", range(columns[0].len()), dtype=pl.Int64)
    return cards.join(pl.DataFrame([ids, *columns]), on="thing", how="left")


@lru_cache(maxsize=2)
def deals_worth(run: Run, arm: int) -> DealsWorth:
    """Estimate each card's worth when dealt.

    Worth is measured in wins, in score ahead of the other seats, and in the wins of each strategy.
    Several parts of a report need it, so it is cached.
    """
    deals = DealtCards(run, arm)
    strategies = deals.strategies()
    means = [
        deals.means(),
        deals.means("ahead"),
        *(deals.means(strategy=strategy) for strategy in strategies),
    ]
    gap = None
    if run.declares("played_round") and run.has_rows(run.table_with("played_round"), arm):
        total = sum_adjusted(run, arm, run.table_with("played_round"))
        like_for_like = np.full(deals.cards, np.nan)
        like_for_like[total["thing"].to_numpy()] = (
            total["adjusted_sum"] / total["adjusted_n"]
        ).to_numpy()
        gap = deals.gap(like_for_like)
    worths = DealsWorth(deals.cards, strategies, means, gap)
    return worths if run.at_plan is None else worths.with_plan(deals_worth(run.at_plan, arm))


@dataclass(frozen=True)
class DealsWorth:
    """The worth of ``cards`` cards from their deals.

    ``means`` are in wins, in score ahead of the other seats, and in the wins of each of
    ``strategies`` (ids). ``gap`` is the effect of choosing, None if drafts are unknown.
    """

    cards: int
    strategies: list[int]
    means: list[PulledMeans]
    gap: PulledMeans | None

    def with_plan(self, at_plan: DealsWorth) -> DealsWorth:
        """Add the estimates at the last planned look."""
        planned_by_strategy = dict(zip(at_plan.strategies, at_plan.means[2:], strict=True))
        planned_means = [*at_plan.means[:2], *map(planned_by_strategy.get, self.strategies)]
        return replace(
            self,
            means=[
                replace(now, at_plan=planned)
                for now, planned in zip(self.means, planned_means, strict=True)
            ],
            gap=None if self.gap is None else replace(self.gap, at_plan=at_plan.gap),
        )


def _deal_columns(run: Run, cards: pl.DataFrame, arm: int, tests: int | None) -> list[pl.Series]:
    worths = deals_worth(run, arm)
    wins, score, *by_strategy = worths.means
    assert worths.gap is not None  # a card table exists only if drafts were kept
    shrunk = shrink(np.where(wins.games < MIN_GAMES, np.nan, wins.mean), wins.variance)
    words, needs = verdicts(
        run.look, wins, *_uses(cards, worths.cards), run.words.smallest["wins"], tests
    )
    names = run.dim(run.table_with("win_share").role("strategy").dim)["name"].to_list()
    unsure = unsure_under(
        run.look, wins.mean, words, by_strategy, [names[strategy] for strategy in worths.strategies]
    )
    return [
        *_interval(run.look, "worth", wins),
        *_joint_ends(run.look, "worth", wins, tests),
        *_interval(run.look, "worth_score", score),
        *_interval(run.look, "gap", worths.gap),
        *(
            pl.Series(f"shrunk{end}", values, nan_to_null=True)
            for end, values in (("", shrunk.mean), ("_low", shrunk.low), ("_high", shrunk.high))
        ),
        pl.Series("worth_games", wins.games).cast(pl.Int64),
        pl.Series("worth_verdict", words, dtype=pl.String),
        pl.Series("worth_more_games", needs, dtype=pl.Int64),
        pl.Series("unsure_under", unsure, dtype=pl.String),
    ]


def _uses(table: pl.DataFrame, cards: int) -> tuple[Floats, Floats, Floats]:
    """Return, by card, the numbers of games with offers, drafts and plays."""
    uses = np.zeros((3, cards))
    for use, name in zip(uses, ("offered_games", "drafted_games", "played_games"), strict=True):
        use[table["thing"].to_numpy()] = table[name].to_numpy()
    offers, drafts, plays = uses
    return offers, drafts, plays


def _interval(look: Look, name: str, means: PulledMeans) -> Iterator[pl.Series]:
    """Yield means and intervals as columns, empty below `MIN_GAMES`.

    The columns are called ``name``, ``name``_low and ``name``_high.
    """
    ends = means.mean, *means.interval_at(look)
    for end, values in zip(("", "_low", "_high"), ends, strict=True):
        values_to_show = np.where(means.games < MIN_GAMES, np.nan, values)
        yield pl.Series(f"{name}{end}", values_to_show, nan_to_null=True)


def _joint_ends(
    look: Look, name: str, means: PulledMeans, tests: int | None
) -> Iterator[pl.Series]:
    """Yield the ends of joint intervals, on which verdicts are based."""
    is_judged = means.games >= MIN_GAMES
    ends = means.interval_at(look, int(is_judged.sum()) if tests is None else tests)
    for end, values in zip(("low", "high"), ends, strict=True):
        yield pl.Series(f"{name}_all_{end}", np.where(is_judged, values, np.nan), nan_to_null=True)


def verdicts(
    look: Look,
    worth: PulledMeans,
    offers: Floats,
    drafts: Floats,
    plays: Floats,
    smallest: float,
    tests: int | None = None,
) -> tuple[list[str | None], list[int | None]]:
    """Judge each card, and estimate how many more games would decide it.

    For decided cards that number is None. All cards are one family: at this look, the intervals of
    their worth hold jointly (Bonferroni), and so do those of drafts and those of plays.

    - dead: the upper end of its plays in 100 offers is at most `MAX_PLAYS_OF_DEAD_CARD`;
    - ordinary: the whole interval of its worth lies between -``smallest`` and ``smallest`` wins in
      100;
    - dominating: its worth is certainly more than ``smallest``, and the lower end of its drafts in
      100 offers is at least `MIN_DRAFTS_OF_DOMINATING_CARD`;
    - strong, weak: the whole interval of its worth is above, or below, 0;
    - not decided: otherwise.

    Runs with fewer than `MIN_GAMES_FOR_A_VERDICT` games call no card dominating, strong or weak.
    Cards dealt in fewer than `MIN_GAMES` games get None. ``offers``, ``drafts`` and ``plays`` are
    numbers of games; ``tests`` is the number of intervals that hold jointly, by default one per
    card judged.
    """
    is_judged = worth.games >= MIN_GAMES
    joint_tests = int(is_judged.sum()) if tests is None else tests
    level = look.level(joint_tests)
    mean = np.where(worth.games > 0, worth.mean, np.nan)
    low, high = worth.interval_at(look, joint_tests)
    _, most_plays = wilson(plays, offers, level)
    least_drafts, _ = wilson(drafts, offers, level)
    need = more_games(look, mean, variance(*worth.sums()), worth.games, smallest, joint_tests)
    words: list[str | None] = []
    for card in range(mean.size):
        if not is_judged[card]:
            words.append(None)
        elif 100 * most_plays[card] <= MAX_PLAYS_OF_DEAD_CARD:
            words.append(DEAD)
        elif low[card] > -smallest and high[card] < smallest:
            words.append(ORDINARY)
        elif look.games < MIN_GAMES_FOR_A_VERDICT:
            words.append(UNDECIDED)
        elif low[card] > smallest and 100 * least_drafts[card] >= MIN_DRAFTS_OF_DOMINATING_CARD:
            words.append(DOMINATING)
        elif low[card] > 0:
            words.append(STRONG)
        elif high[card] < 0:
            words.append(WEAK)
        else:
            words.append(UNDECIDED)
    return words, [
        games if word == UNDECIDED else None for word, games in zip(words, need, strict=True)
    ]


def unsure_under(
    look: Look,
    mean: Floats,
    words: Sequence[str | None],
    by_strategy: Sequence[PulledMeans],
    names: Sequence[str],
) -> list[str | None]:
    """List the strategies under which a card's verdict does not show.

    A dominating, strong or weak card shows as such under a strategy if the 95 % interval from that
    strategy's own deals is on the same side of 0 as the card's worth. The result is None for cards
    with other verdicts.
    """
    ends = [pulled_means.interval_at(look) for pulled_means in by_strategy]
    lists: list[str | None] = []
    for card, word in enumerate(words):
        if word not in (DOMINATING, STRONG, WEAK):
            lists.append(None)
            continue
        unsure = [
            name
            for name, (low, high), pulled_means in zip(names, ends, by_strategy, strict=True)
            if pulled_means.games[card] < MIN_GAMES
            or not (low[card] > 0 if mean[card] > 0 else high[card] < 0)
        ]
        lists.append(", ".join(unsure))
    return lists


def _rescoring_columns(run: Run, arm: int) -> list[pl.Series]:
    face = face_scores(run, arm)
    total = rescore(run, arm)
    columns = [
        pl.Series("face", face),
        pl.Series("face_games", _by_id(total, "games", face.size)),
    ]
    columns[1] = columns[1].cast(pl.Int64)
    for name, value in (("face_wins", "owner_wins"), ("face_others", "others_wins")):
        games = _by_id(total, f"{value}_n", face.size)
        # The winner changes in few games, and always in one direction: use intervals that include
        # imagined games in both directions (`PairedDifferences`).
        sums = paired_differences(
            _by_id(total, f"{value}_sum", face.size),
            _by_id(total, f"{value}_squares", face.size),
            games,
            100.0,
        )
        values = (sums.interval()[0], *interval_at(run.look, sums))
        columns += [
            pl.Series(f"{name}{end}", np.where(games < MIN_GAMES, np.nan, number), nan_to_null=True)
            for end, number in zip(("", "_low", "_high"), values, strict=True)
        ]
    return columns


def _by_id(total: pl.DataFrame, column: str, cards: int) -> Floats:
    """Spread a column of `Run.total` over an array of all cards."""
    values = np.zeros(cards)
    values[total["thing"].to_numpy()] = total[column].to_numpy()
    return values
