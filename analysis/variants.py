"""Effects of rule variants: on their own, on average, and in pairs.

The unit is the game: a contrast over the versions of a crossing is one number per game. Formulas
and their known bias: docs/reference/metrics.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from eoc_sim.analysis.contrasts import (
    CURRENT,
    INTERACTION,
    MAIN,
    MEAN,
    SIMPLE,
    Contrast,
    ContrastSums,
    contrasts,
    sum_contrasts,
)
from eoc_sim.analysis.measures import GAP, SPREAD, WINNING, Measure, Measures
from eoc_sim.analysis.stats import (
    NO_CHANGE,
    PairedDifferences,
    judge,
    mean_interval,
    paired_differences,
    rule_of_three,
)
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.total_columns import judged_columns
from eoc_sim.simulator.runs.crossing import Crossing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

CURRENT_COLUMNS = ("current", "current_low", "current_high")
MAX_DIFFERING_SHARE = 0.01
"""Share of games that a value may change and still not matter."""
KINDS = (MAIN, INTERACTION, SIMPLE)


def crossing_of(run: Run) -> Crossing | None:
    """Return the run's crossing; None if its versions are not crossed."""
    record = run.record.get("crossing")
    return None if record is None else Crossing.from_record(record)


def effects(run: Run) -> dict[str, pl.DataFrame]:
    """Estimate the effects of a run's crossed values, by kind.

    There is one frame per kind (main, interaction, simple), with one row per effect and measure:
    key, value, what ("dice_draft exclusive"), other, other_value and other_what (of an
    interaction), given (the other change that a simple effect includes), metric, label (what is
    measured, such as a strategy; "" for the game as a whole), words (the measure's), games, differ
    (games whose contrast is not 0), current (mean under the current rules) with current_low and
    current_high, smallest (the smallest change that matters, 0 if none is declared), change with
    low and high (on its own) and all_low and all_high (jointly for all rows of the kind and
    metric), verdict, more_games. Every combination of kind and metric is a family of its own. A
    frame without effects is empty.

    Raises:
        MissingResults: the run's versions are not crossed, or it has no finished games.
    """
    crossing = crossing_of(run)
    if crossing is None:
        raise MissingResults(
            "The versions of this run are not crossed, so there are no averages to show."
        )
    if not run.games:
        raise MissingResults("The run has no finished games yet; --resume plays its games.")
    measures = Measures(run)
    all_contrasts = [
        Contrast(CURRENT, {0: 1.0}),
        Contrast(MEAN, _mean_weights(crossing)),
        *contrasts(crossing),
    ]
    now, at_plan = sum_contrasts(run, measures, all_contrasts)
    selection, signs = _select_measures(measures.columns, now.total[1])
    current = mean_interval(
        now.total[0, selection] * signs, now.squares[0, selection], now.games, run.look.level()
    )
    return {
        kind: _judge(
            run,
            kind,
            all_contrasts,
            [measures.columns[index] for index in selection],
            selection,
            signs,
            current,
            now,
            at_plan,
        )
        for kind in KINDS
    }


def _mean_weights(crossing: Crossing) -> dict[int, float]:
    return {row.arm: 1 / len(crossing.rows) for row in crossing.rows}


def _select_measures(measures: Sequence[Measure], mean: Floats) -> tuple[list[int], Floats]:
    """Select measures; return their indices and signs.

    Only one of the gaps is kept, the largest on average over all versions of the design; its sign
    makes it positive.
    """
    gaps = [index for index, measure in enumerate(measures) if measure.metric == GAP]
    largest = max(gaps, key=lambda index: abs(mean[index]), default=None)
    selection = [
        index for index, measure in enumerate(measures) if measure.metric != GAP or index == largest
    ]
    signs = [-1.0 if index == largest and mean[index] < 0 else 1.0 for index in selection]
    return selection, np.array(signs)


def _judge(
    run: Run,
    kind: str,
    all_contrasts: Sequence[Contrast],
    measures: Sequence[Measure],
    selection: Sequence[int],
    signs: Floats,
    current: Sequence[Floats],
    now: ContrastSums,
    at_plan: ContrastSums | None,
) -> pl.DataFrame:
    """Judge the effects of one kind, each metric as one family."""
    rows = [index for index, contrast in enumerate(all_contrasts) if contrast.kind == kind]
    frames = []
    for metric in dict.fromkeys(measure.metric for measure in measures):
        columns = [index for index, measure in enumerate(measures) if measure.metric == metric]
        cells = np.ix_(rows, [selection[index] for index in columns])
        sign = signs[columns]
        largest = _largest(
            run, [all_contrasts[row] for row in rows], measures[columns[0]], now.largest[cells]
        )
        sums = [
            None
            if moments is None
            else paired_differences(
                (moments.total[cells] * sign).ravel(),
                moments.squares[cells].ravel(),
                moments.games,
                np.repeat(largest, len(columns)),
                moments.differ[cells].ravel(),
            )
            for moments in (now, at_plan)
        ]
        if not rows or sums[0] is None:
            continue
        judgement = judge(run.look, sums[0], measures[columns[0]].smallest, sums[1])
        if not measures[columns[0]].smallest:
            _judge_unchanged(judgement, sums[0])
        records: list[dict[str, Any]] = [
            {
                "key": all_contrasts[row].key,
                "value": all_contrasts[row].value,
                "what": short_name(all_contrasts[row].key, all_contrasts[row].value),
                "other": all_contrasts[row].other_key,
                "other_value": all_contrasts[row].other_value,
                "other_what": short_name(
                    all_contrasts[row].other_key, all_contrasts[row].other_value
                ),
                "given": all_contrasts[row].given,
                "metric": metric,
                "label": _label(measures[index], signs[index]),
                "words": measures[index].words,
                "games": now.games,
                "differ": int(now.differ[row, selection[index]]),
                **{
                    name: float(values[index])
                    for name, values in zip(CURRENT_COLUMNS, current, strict=True)
                },
                "smallest": measures[index].smallest,
            }
            for row in rows
            for index in columns
        ]
        frames.append(pl.DataFrame(records).with_columns(judged_columns(judgement)))
    return pl.concat(frames) if frames else pl.DataFrame()


def _judge_unchanged(judgement: dict[str, Any], now: PairedDifferences) -> None:
    """Judge effects on measures without a smallest change, if no game differs.

    No interval can show that they are too small to matter, but a bound on the share of games that
    may differ (3/n) can.
    """
    is_unchanged = (now.differ == 0) & (rule_of_three(now.games) <= MAX_DIFFERING_SHARE)
    for row in np.flatnonzero(is_unchanged):
        judgement["verdict"][row], judgement["more_games"][row] = NO_CHANGE, None


def _largest(
    run: Run, contrasts: Sequence[Contrast], measure: Measure, largest_seen: Floats
) -> Floats:
    """Return bounds on one game's contrast, one per effect.

    The bound is the measure's own range, else the largest value seen in any row of the family, else
    the game's declared value for a score, or 1 for another measure.
    """
    if not math.isnan(measure.range):
        return np.array([measure.range * contrast.reach for contrast in contrasts])
    largest = float(largest_seen.max(initial=0.0))
    if largest == 0:
        is_score = measure.metric in (WINNING, SPREAD)
        largest = float(run.words.largest_score_change) if is_score else 1.0
    return np.full(len(contrasts), largest)


def _label(measure: Measure, sign: float) -> str:
    """Return a measure's label; swap the places of a reversed gap."""
    return measure.label if measure.pair is None or sign > 0 else measure.reverse_label


def short_name(key: str, value: str) -> str:
    """Shorten a key and its value.

    For a rule set, only its name is kept, without the key.

    >>> short_name("rules.dice_draft", "exclusive")
    'dice_draft exclusive'
    >>> short_name("rules", "Cut-throat")
    'Cut-throat'
    """
    return f"{key.partition('.')[2]} {value}".strip() if key else ""


def values_without_effect(by_kind: dict[str, pl.DataFrame]) -> list[str]:
    """List the values with which no game differs, named as in ``what``.

    ``by_kind`` has the frames of `effects`.
    """
    frames = [
        by_kind[kind].select("what", "differ") for kind in (MAIN, SIMPLE) if by_kind[kind].height
    ]
    if not frames:
        return []
    differ = pl.concat(frames).group_by("what", maintain_order=True).agg(pl.col("differ").max())
    names: list[str] = differ.filter(pl.col("differ") == 0)["what"].to_list()
    return names
