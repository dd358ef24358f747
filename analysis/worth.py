"""The worth of every card, and the verdict on it.

Verdicts are dominating, strong, weak, dead, ordinary, or not decided. They rest on the effect of
being dealt the card (`dealt_cards`), which is causal, and on how often it is played; drafts of a
card do not show its worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis.cards import adjusted
from eoc_sim.analysis.dealt_cards import DealtCards, PulledMeans
from eoc_sim.analysis.looks import Look
from eoc_sim.analysis.rescoring import can_rescore, face_scores, rescored
from eoc_sim.analysis.shrinkage import shrink
from eoc_sim.analysis.stats import (
    UNDECIDED,
    looked_at,
    more_games,
    paired,
    variance,
    wilson,
)
from eoc_sim.analysis.tables import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DOMINATING, STRONG, WEAK, DEAD, ORDINARY = "dominating", "strong", "weak", "dead", "ordinary"
MOST_PLAYS_OF_A_DEAD_CARD = 2.0
"""Plays in 100 offers that a dead card certainly does not exceed."""
LEAST_DRAFTS_OF_A_DOMINATING_CARD = 90.0
"""Drafts in 100 offers that a dominating card certainly exceeds.

Only strong cards can dominate.
"""
FEWEST_GAMES = 10
"""Games below which no interval is shown."""
FEWEST_FOR_A_VERDICT = 2000
"""Games of a run below which no card is strong or weak.

The tails of many worths are not normal in shorter runs (of 100 with 1200 games 8 called some
ordinary card so).
"""


def with_worth(
    run: Run, cards: pl.DataFrame, arm: int = 0, tests: int | None = None
) -> pl.DataFrame:
    """Add each card's worth to the card table ``cards`` (`cards.card_table`).

    From the deals, if they were kept: ``worth`` and ``worth_score`` (wins in 100, and score ahead
    of the others, of being dealt the card rather than an average other one; ``worth_games``
    games; ``worth_all_low`` and ``worth_all_high`` hold for all cards together, or with ``tests``
    intervals in all), ``shrunk`` (`shrinkage`), ``gap`` (like for like less worth: the effect of
    choosing), ``worth_verdict`` with ``worth_more_games`` (games more that would decide it), and
    ``unsure_under``: the strategies under which strong (dominating too) or weak does not show, ""
    none, None without such a verdict.

    By scoring again, if the game prints scores on its cards: ``face`` (the printed score),
    ``face_wins`` and ``face_others`` (wins in 100 of the seat that put the card into play, and of
    the others, that are due to it), ``face_games``.

    Estimates have ``_low`` and ``_high``.
    """
    columns: list[pl.Series] = []
    if run.declares("passed") and run.has_rows(run.table_with("passed"), arm):
        columns += _of_deals(run, cards, arm, tests)
    if can_rescore(run):
        columns += _of_rescoring(run, arm)
    if not columns:
        return cards
    ids = pl.Series("card", range(columns[0].len()), dtype=pl.Int64)
    return cards.join(pl.DataFrame([ids, *columns]), on="card", how="left")


@lru_cache(maxsize=2)
def of_deals(run: Run, arm: int) -> OfDeals:
    """Estimate each card's worth when dealt.

    Worths are in wins, in score ahead, and in wins of each strategy. Several parts of a report need
    it; the deals of a run are read once.
    """
    dealt = DealtCards(run, arm)
    strategies = dealt.strategies()
    means = [
        dealt.means(),
        dealt.means("ahead"),
        *(dealt.means(strategy=strategy) for strategy in strategies),
    ]
    gap = None
    if run.declares("played_month") and run.has_rows(run.table_with("played_month"), arm):
        total = adjusted(run, arm, run.table_with("played_month"))
        alike = np.full(dealt.cards, np.nan)
        alike[total["card"].to_numpy()] = (total["adjusted_sum"] / total["adjusted_n"]).to_numpy()
        gap = dealt.gap(alike)
    worths = OfDeals(dealt.cards, strategies, means, gap)
    return worths if run.at_plan is None else worths.beside(of_deals(run.at_plan, arm))


@dataclass(frozen=True)
class OfDeals:
    """Worths of ``cards`` cards by their deals.

    ``means`` are in wins, in score ahead, and in wins of each of ``strategies`` (ids); ``gap`` is
    the effect of choosing, None if drafts are unknown.
    """

    cards: int
    strategies: list[int]
    means: list[PulledMeans]
    gap: PulledMeans | None

    def beside(self, at_plan: OfDeals) -> OfDeals:
        """Add the knowledge of the last planned look."""
        before = dict(zip(at_plan.strategies, at_plan.means[2:], strict=True))
        kinds = [*at_plan.means[:2], *map(before.get, self.strategies)]
        return replace(
            self,
            means=[replace(now, at_plan=then) for now, then in zip(self.means, kinds, strict=True)],
            gap=None if self.gap is None else replace(self.gap, at_plan=at_plan.gap),
        )


def _of_deals(run: Run, cards: pl.DataFrame, arm: int, tests: int | None) -> list[pl.Series]:

    dealt = of_deals(run, arm)
    wins, score, *by_strategy = dealt.means
    assert dealt.gap is not None  # the card table is made of drafts
    shrunk = shrink(np.where(wins.games < FEWEST_GAMES, np.nan, wins.mean), wins.squares)
    words, needed = verdicts(
        run.look, wins, *_uses(cards, dealt.cards), run.words.smallest["wins"], tests
    )
    names = run.dim(run.table_with("win_share").role("strategy").dim)["name"].to_list()
    unsure = unsure_under(
        run.look, wins.mean, words, by_strategy, [names[strategy] for strategy in dealt.strategies]
    )
    return [
        *_interval(run.look, "worth", wins),
        *_together(run.look, "worth", wins, tests),
        *_interval(run.look, "worth_score", score),
        *_interval(run.look, "gap", dealt.gap),
        *(
            pl.Series(f"shrunk{end}", values, nan_to_null=True)
            for end, values in (("", shrunk.mean), ("_low", shrunk.low), ("_high", shrunk.high))
        ),
        pl.Series("worth_games", wins.games).cast(pl.Int64),
        pl.Series("worth_verdict", words, dtype=pl.String),
        pl.Series("worth_more_games", needed, dtype=pl.Int64),
        pl.Series("unsure_under", unsure, dtype=pl.String),
    ]


def _uses(table: pl.DataFrame, cards: int) -> tuple[Floats, Floats, Floats]:
    """Return games with offers, drafts and plays of each card, by id."""
    uses = np.zeros((3, cards))
    for use, name in zip(uses, ("offered_games", "drafted_games", "played_games"), strict=True):
        use[table["card"].to_numpy()] = table[name].to_numpy()
    offered, drafted, played = uses
    return offered, drafted, played


def _interval(look: Look, name: str, means: PulledMeans) -> Iterator[pl.Series]:
    """Yield a mean and interval as columns, empty below `FEWEST_GAMES`.

    ``name`` is the first of three columns.
    """
    ends = means.mean, *means.looked_at(look)
    for end, values in zip(("", "_low", "_high"), ends, strict=True):
        shown = np.where(means.games < FEWEST_GAMES, np.nan, values)
        yield pl.Series(f"{name}{end}", shown, nan_to_null=True)


def _together(look: Look, name: str, means: PulledMeans, tests: int | None) -> Iterator[pl.Series]:
    """Yield the ends of the intervals on which verdicts rest.

    The intervals hold for all cards together.
    """
    judged = means.games >= FEWEST_GAMES
    ends = means.looked_at(look, int(judged.sum()) if tests is None else tests)
    for end, values in zip(("low", "high"), ends, strict=True):
        yield pl.Series(f"{name}_all_{end}", np.where(judged, values, np.nan), nan_to_null=True)


def verdicts(
    look: Look,
    worth: PulledMeans,
    offered: Floats,
    drafted: Floats,
    played: Floats,
    smallest: float,
    tests: int | None = None,
) -> tuple[list[str | None], list[int | None]]:
    """Judge each card, and estimate the games that would decide it.

    Decided cards need no more. All cards are one family: their intervals hold jointly at this look
    (Bonferroni), those of the worth, those of the drafts and those of the plays each.

    - dead: the upper end of its plays in 100 offers is at most `MOST_PLAYS_OF_A_DEAD_CARD`;
    - ordinary: its worth lies within ``smallest`` wins in 100 of an average card's;
    - dominating: it is strong by more than ``smallest``, and the lower end of its drafts in 100
      offers is at least `LEAST_DRAFTS_OF_A_DOMINATING_CARD`: no player passes it by;
    - strong, weak: all of the interval of its worth lies above, below 0, in a run of
      `FEWEST_FOR_A_VERDICT` games or more;
    - not decided otherwise; None for a card that is not dealt in `FEWEST_GAMES` games.

    ``offered``, ``drafted`` and ``played`` are games; ``tests`` intervals hold jointly, by default
    one of each card.
    """
    judged = worth.games >= FEWEST_GAMES
    together = int(judged.sum()) if tests is None else tests
    level = look.level(together)
    mean = np.where(worth.games > 0, worth.mean, np.nan)
    low, high = worth.looked_at(look, together)
    _, most_plays = wilson(played, offered, level)
    least_drafts, _ = wilson(drafted, offered, level)
    needed = more_games(look, mean, variance(*worth.sums()), worth.games, smallest, together)
    words: list[str | None] = []
    for card in range(mean.size):
        if not judged[card]:
            words.append(None)
        elif 100 * most_plays[card] <= MOST_PLAYS_OF_A_DEAD_CARD:
            words.append(DEAD)
        elif low[card] > -smallest and high[card] < smallest:
            words.append(ORDINARY)
        elif look.games < FEWEST_FOR_A_VERDICT:
            words.append(UNDECIDED)
        elif low[card] > smallest and 100 * least_drafts[card] >= LEAST_DRAFTS_OF_A_DOMINATING_CARD:
            words.append(DOMINATING)
        elif low[card] > 0:
            words.append(STRONG)
        elif high[card] < 0:
            words.append(WEAK)
        else:
            words.append(UNDECIDED)
    return words, [
        more if word == UNDECIDED else None for word, more in zip(words, needed, strict=True)
    ]


def unsure_under(
    look: Look,
    mean: Floats,
    words: Sequence[str | None],
    by_strategy: Sequence[PulledMeans],
    names: Sequence[str],
) -> list[str | None]:
    """List the strategies under which strong or weak does not show.

    It shows where the 95 % interval of the strategy's own deals lies on the same side of 0.
    """
    ends = [one.looked_at(look) for one in by_strategy]
    lists: list[str | None] = []
    for card, word in enumerate(words):
        if word not in (DOMINATING, STRONG, WEAK):
            lists.append(None)
            continue
        unsure = [
            name
            for name, (low, high), one in zip(names, ends, by_strategy, strict=True)
            if one.games[card] < FEWEST_GAMES
            or not (low[card] > 0 if mean[card] > 0 else high[card] < 0)
        ]
        lists.append(", ".join(unsure))
    return lists


def _of_rescoring(run: Run, arm: int) -> list[pl.Series]:

    face = face_scores(run, arm)
    total = rescored(run, arm)
    columns = [
        pl.Series("face", face),
        pl.Series("face_games", _by_id(total, "games", face.size)),
    ]
    columns[1] = columns[1].cast(pl.Int64)
    for name, value in (("face_wins", "owner_wins"), ("face_others", "others_wins")):
        games = _by_id(total, f"{value}_n", face.size)
        # Few games change hands, and all of them in one direction.
        sums = paired(
            _by_id(total, f"{value}_sum", face.size),
            _by_id(total, f"{value}_squares", face.size),
            games,
            100.0,
        )
        values = (sums.interval()[0], *looked_at(run.look, sums))
        columns += [
            pl.Series(f"{name}{end}", np.where(games < FEWEST_GAMES, np.nan, one), nan_to_null=True)
            for end, one in zip(("", "_low", "_high"), values, strict=True)
        ]
    return columns


def _by_id(total: pl.DataFrame, column: str, cards: int) -> Floats:
    """Spread a column of `BatchSums` over places for every card."""
    values = np.zeros(cards)
    values[total["card"].to_numpy()] = total[column].to_numpy()
    return values
