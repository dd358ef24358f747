"""Measure error rates of verdicts on data families and learning players.

Truths are planted: a finding that holds in a known share of decks, or a change whose effect stays
or vanishes once players have learnt it. Games are resampled from the differences of real games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from promises import Promise
from watching import shift_to

from eoc_sim.analysis import family, stats
from eoc_sim.analysis.exact_sums import per_game
from eoc_sim.analysis.looks import fixed_look
from eoc_sim.analysis.pairs import pairs_of
from eoc_sim.analysis.relearning import second_run
from eoc_sim.analysis.stats import CHANGES, UNDECIDED
from eoc_sim.analysis.tables import Run

WORDS = (family.ROBUST, family.NOT_ROBUST, UNDECIDED)
MAX_FALSE = 100 * (1 - family.CONFIDENCE)
ABSENT, REVERSED = "is 0", "is reversed"
SHARES = (50, 79, 81, 90, 100)
MEMBERS = (20, 50)
PLANTED_EFFECTS = (
    *((share, 8.0, ABSENT) for share in SHARES),
    *((share, 8.0, REVERSED) for share in SHARES),
    *((share, size, ABSENT) for size in (4.0, 2.0) for share in (50, 90, 100)),
)
"""Planted findings: percentage of decks, size, and effect in all other decks."""


@dataclass(frozen=True)
class Rates:
    """The percentage of each verdict for a finding planted in some decks."""

    share: int
    members: int
    elsewhere: str
    size: float
    rates: dict[str, float]
    cases: int

    @property
    def wrong_verdict(self) -> str:
        """The verdict that would be wrong."""
        return family.ROBUST if self.share < family.MIN_MEMBERS else family.NOT_ROBUST

    @property
    def promise(self) -> Promise:
        """The promise that the wrong verdict is rare."""
        return Promise(
            self.wrong_verdict, 0.0, MAX_FALSE, self.rates[self.wrong_verdict], self.cases
        )


def rate_family_verdicts(
    changes: np.ndarray,
    share: int,
    members: int,
    size: float,
    games: int,
    times: int,
    elsewhere: str = ABSENT,
    smallest: float = 1.0,
) -> Rates:
    """Plant a finding of ``size`` in ``share`` percent of the decks.

    In the other decks the effect is 0 or reversed. ``changes`` are the real differences of one row;
    each member draws ``games`` of them, shifted to its true effect. The report's own code gives the
    verdict.
    """
    rng = np.random.default_rng((share, members, games))
    other_members = []
    for _ in range(members):
        holds = rng.random(times) < share / 100
        differences = {
            truth: shift_to(changes[:, None], np.array([truth]))[:, 0]
            for truth in (size, 0.0 if elsewhere == ABSENT else -size)
        }
        sums, squares = np.zeros(times), np.zeros(times)
        for shifted_differences, mask in zip(differences.values(), (holds, ~holds), strict=True):
            sample = shifted_differences[
                rng.integers(len(shifted_differences), size=(int(mask.sum()), games))
            ]
            sums[mask], squares[mask] = sample.sum(1), (sample**2).sum(1)
        low, high = stats.interval_at(
            fixed_look(games), stats.paired_differences(sums, squares, games, 200.0)
        )
        other_members.append(_frame(times, sums / games, low, high))
    own_effects = np.full(times, size)
    own_frame = _frame(times, own_effects, own_effects / 2, own_effects * 2)
    own_frame = own_frame.with_columns(smallest=pl.lit(smallest))
    verdicts = family.judge(own_frame, other_members)["verdict"]
    rates = {word: 100 * float((verdicts == word).to_numpy().mean()) for word in WORDS}
    return Rates(share, members, elsewhere, size, rates, times)


def _frame(times: int, value: np.ndarray, low: np.ndarray, high: np.ndarray) -> pl.DataFrame:
    """Make a frame of findings, one row per case."""
    return pl.DataFrame(
        {
            "what": [str(index) for index in range(times)],
            "label": "",
            "metric": "wins",
            "games": 1,
            "value": value,
            "low": low,
            "high": high,
        }
    )


def family_rates(changes: np.ndarray, games: int, times: int) -> list[Rates]:
    """Measure all planted findings with each number of members."""
    return [
        rate_family_verdicts(changes, share, members, size, games, times, elsewhere)
        for share, size, elsewhere in PLANTED_EFFECTS
        for members in MEMBERS
    ]


def family_lines(rows: Sequence[Rates], games: int, smallest: float = 1.0) -> list[str]:
    """Return the table of verdicts over the data family in Markdown."""
    return [
        f"Findings planted in a share of decks, {rows[0].cases} cases each: a deck has "
        f"{games} games, resampled from real differences. Sizes are multiples of the smallest "
        "change that matters. A verdict in bold would be wrong; the promise is at most "
        f"{MAX_FALSE:.0f} such verdicts in 100 cases.",
        "",
        "| percentage of decks in which the finding holds | size | in other decks the effect "
        "| decks played | robust | not robust | not decided |",
        "|---|---|---|---|---|---|---|",
        *(
            f"| {row.share} | {row.size / smallest:g} | {row.elsewhere} | {row.members} | "
            + " | ".join(
                f"**{row.rates[word]:.1f}**{'' if row.promise.is_kept else ' (broken)'}"
                if word == row.wrong_verdict
                else f"{row.rates[word]:.1f}"
                for word in WORDS
            )
            + " |"
            for row in rows
        ),
    ]


def both_changes(run: Run, arm: int) -> np.ndarray:
    """Return the changes by game, answer and row.

    The two answers are those without and with learning; a row is a strategy's wins.
    """
    answers = []
    for each_run in (run, second_run(run)):
        frame = per_game(
            pairs_of(each_run, arm, each_run.batch((0, run.games))),
            ["strategy"],
            ["wins_change"],
        ).sort("game", "strategy")
        answers.append(frame["wins_change"].to_numpy().reshape(run.games, -1))
    return np.stack(answers, axis=1)


STAYS, VANISHES, NO_EFFECT = "stays", "vanishes", "neither has any"
POWER = "the two are distinguished (power)"


def learnt_rates(
    changes: np.ndarray, games: int, times: int, sizes: Sequence[float] = (1.0, 2.0, 4.0)
) -> list[Promise]:
    """Measure errors of verdicts on effects that stay or vanish with learning.

    ``changes`` are the result of `both_changes`. Games are resampled with both answers together, so
    that they keep their common luck. All rows of both answers are one family, and all shifts
    another, as in the report.
    """
    rng = np.random.default_rng(11)
    rows = changes.shape[2]
    promises = []
    for size, kind in [
        (0.0, NO_EFFECT),
        *((planted_size, kind) for kind in (STAYS, VANISHES) for planted_size in sizes),
    ]:
        truth = np.zeros((2, rows))
        truth[0, 0] = size
        truth[1, 0] = size if kind == STAYS else 0.0
        differences = shift_to(changes.reshape(len(changes), -1), truth.ravel()).reshape(
            changes.shape
        )
        shift = differences[:, 1] - differences[:, 0]
        verdicts = []
        for _ in range(times):
            sample = rng.integers(len(changes), size=games)
            verdicts.append(
                (_verdicts(differences[sample].reshape(games, -1)), _verdicts(shift[sample]))
            )
        answers = np.array([answer for answer, _ in verdicts]).reshape(times, 2, rows)
        shifts = np.array([difference for _, difference in verdicts])
        claim = (
            f"an effect of {size:g} win{'' if size == 1 else 's'} that {kind}"
            if size
            else "no effect in either answer"
        )
        wrong = (answers == CHANGES) & (truth == 0)
        promises.append(
            Promise(
                f"{claim}: pages with the verdict *changes* for an answer without an effect",
                0.0,
                4.0,
                100 * float(wrong.any((1, 2)).mean()),
                times,
            )
        )
        true_change = truth[1] - truth[0]
        promises.append(
            Promise(
                f"{claim}: pages that distinguish answers that are alike",
                0.0,
                4.0,
                100 * float(((shifts == CHANGES) & (true_change == 0)).any(1).mean()),
                times,
            )
        )
        if kind == VANISHES:
            is_detected = (shifts == CHANGES)[:, 0]
            promises.append(
                Promise(f"{claim}: {POWER}", 0.0, 100.0, 100 * float(is_detected.mean()), times)
            )
    return promises


def learnt_lines(promises: Sequence[Promise], games: int) -> list[str]:
    """Return the table of verdicts with learning in Markdown."""
    return [
        f"Effects planted in one of the answers or in both, with {promises[0].cases} pages for "
        f"each. A page has {games} games, resampled from real differences of both answers. Rates "
        "are per 100 pages.",
        "",
        "| effect in the first answer, and whether it stays in the second: pages counted "
        "| promised | measured |",
        "|---|---|---|",
        *(
            f"| {promise.claim} | {'' if promise.claim.endswith(POWER) else promise.in_words} "
            f"| {promise.rate:.1f}{'' if promise.is_kept else ' (broken)'} |"
            for promise in promises
        ),
    ]


def _verdicts(changes: np.ndarray) -> list[str | None]:
    """Return the verdicts of a family of rows."""
    games = len(changes)
    pairs = stats.paired_differences(
        changes.sum(0), (changes**2).sum(0), games, 200.0, (changes != 0).sum(0), 200.0
    )
    verdicts: list[str | None] = stats.judge(fixed_look(games), pairs, np.ones(changes.shape[1]))[
        "verdict"
    ]
    return verdicts
