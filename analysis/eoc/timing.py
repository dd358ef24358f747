"""Monthly worth of EC, BB and a die's mode, from twins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from eoc_sim.analysis.fieller import ratio_interval
from eoc_sim.analysis.moments import CorrelatedMeans, Moments
from eoc_sim.analysis.stats import intersect
from eoc_sim.analysis.tables import MissingResults, Run

KINDS = ("EC foreseen", "EC surprise", "BB")
COLOURS = ("green", "purple", "yellow", "blue", "orange", "magenta")
ALL = "all"
MONTHS = 12
REACH = 5
"""The number of months by which a die's EC can be moved (DIC-6)."""
MARCH = 1
BETTER, WORSE, OPEN = "more", "less", "not decided"

GIFTS = tuple(
    (kind, colour, month)
    for kind in KINDS
    for colour in (COLOURS if kind != "BB" else ("",))
    for month in range(1, MONTHS + 1)
)
"""Cells for one EC or BB: kind, colour and month."""
ROWS = tuple(
    (kind, colour, month)
    for kind in KINDS
    for colour in ((ALL, *COLOURS) if kind != "BB" else (ALL,))
    for month in range(1, MONTHS + 1)
)
"""Rows of a table; within each kind, all colours together come first."""
DICE = tuple((number, mode) for number in range(1, 7) for mode in ("full", "half"))
"""Cells for a die in its other mode: number and original mode."""

ENDS = ("low", "high")
"""The ends of an interval, as in column names."""
NO_MODES = (
    "Here every die is taken at full value, for a month that the player chooses (dice_use), so "
    "full and half value are not compared."
)


def has_modes(run: Run) -> bool:
    """Return True if dice have two modes (FAM-3).

    If each die is taken at full value, for a month that the player chooses, there is only one mode.
    """
    rules = run.record["baseline"]["rules"]
    return bool(rules.get("dice_use", "standard") == "standard")


@dataclass(frozen=True)
class TwinRows:
    """A batch's twins of gifts or dice, one row per twin.

    ``cells`` are indexes into `GIFTS` or `DICE`; ``values`` has one column per measure.
    """

    games: np.ndarray
    cells: np.ndarray
    strategies: np.ndarray
    values: np.ndarray


class Timing:
    """The twins of one version of a run.

    Raises `MissingResults` if the run has no twins.
    """

    def __init__(self, run: Run, arm: int = 0) -> None:
        self._run = run
        self._arm = arm
        self._table = run.table_with("twin")
        if not run.has(self._table):
            raise MissingResults(
                'This run has no twins; run "eoc-sim timing" to play a run with twins.'
            )
        run.require(self._table)

    @property
    def has_modes(self) -> bool:
        """True if dice have two modes."""
        return has_modes(self._run)

    @property
    def _level(self) -> float:
        """Confidence level of each single interval at this look at the run."""
        return self._run.look.level()

    @cached_property
    def strategies(self) -> dict[str, int | None]:
        """Groups of rows: all together, then each strategy by name."""
        dim = self._run.dim(self._run.column("strategy").dim)
        automaton = self._run.words.automaton
        pairs = zip(dim["name"], dim["id"], strict=True)
        numbers = {name: number for name, number in pairs if name != automaton}
        return {ALL: None} | (numbers if len(numbers) > 1 else {})

    @cached_property
    def _sums(self) -> dict[str, tuple[dict[str, Moments], Moments]]:
        """Sums by strategy: for gifts by group of measures, and for dice."""
        by_name = {
            name: (
                {
                    "own": Moments(len(GIFTS), 2),
                    "wins": Moments(len(GIFTS), 1),
                    "others": Moments(len(GIFTS), 1),
                },
                Moments(len(DICE), 2),
            )
            for name in self.strategies
        }
        for gifts, dice in self._batches():
            for name, number in self.strategies.items():
                sums, dice_sums = by_name[name]
                rows = slice(None) if number is None else gifts.strategies == number
                games, cells, values = gifts.games[rows], gifts.cells[rows], gifts.values[rows]
                sums["own"].add(games, cells, values[:, :2])
                sums["wins"].add(games, cells, values[:, 2:3])
                sums["others"].add(games, cells, values[:, 3:])
                rows = slice(None) if number is None else dice.strategies == number
                dice_sums.add(dice.games[rows], dice.cells[rows], dice.values[rows])
        return by_name

    def _batches(self) -> Iterator[tuple[TwinRows, TwinRows]]:
        """Yield each batch's rows of gifts and of dice.

        The values of gifts are the changes in score, EC wasted, wins and others' score; those of
        dice are the changes in score and wins.
        """
        seats = self._run.players + (self._run.record["baseline"]["rules"]["solo"] == "on")
        score = [column.name for column in self._table.roles("score_change")][:seats]
        share = [column.name for column in self._table.roles("win_share_change")][:seats]
        index_of = {cell: index for index, cell in enumerate(GIFTS)}
        dice_index_of = {cell: index for index, cell in enumerate(DICE)}
        for batch in self._run.batches():
            rows = self._run.read(
                self._table,
                self._arm,
                batch,
                ["game", "twin", "seat", "strategy", "wasted_change"],
                ["month", "colour", "value", "mode", *score, *share],
            )
            scores = rows.select(score).to_numpy().astype(float)
            shares = rows.select(share).to_numpy()
            own_seats = np.arange(len(rows)), rows["seat"].to_numpy()
            other_scores = (scores.sum(axis=1) - scores[own_seats]) / max(seats - 1, 1)
            values = np.stack(
                [
                    scores[own_seats],
                    rows["wasted_change"].to_numpy(),
                    100 * shares[own_seats],
                    other_scores,
                ],
                axis=1,
            )
            kinds = rows["twin"].cast(str).to_list()
            colours = [COLOURS[colour] if colour >= 0 else "" for colour in rows["colour"]]
            cells = np.array(
                [
                    index_of.get(cell, -1)
                    for cell in zip(kinds, colours, rows["month"], strict=True)
                ],
                dtype=int,
            )
            modes = [("full", "half")[mode] if mode >= 0 else "" for mode in rows["mode"]]
            dice_cells = np.array(
                [dice_index_of.get(cell, -1) for cell in zip(rows["value"], modes, strict=True)],
                dtype=int,
            )
            games, strategies = rows["game"].to_numpy(), rows["strategy"].to_numpy()
            is_gift, is_die = cells >= 0, dice_cells >= 0
            # The sign turns each change into full minus half, whichever mode the game had.
            sign = np.where(dice_cells[is_die] % 2 == 0, -1.0, 1.0)[:, None]
            yield (
                TwinRows(games[is_gift], cells[is_gift], strategies[is_gift], values[is_gift]),
                TwinRows(
                    games[is_die],
                    dice_cells[is_die],
                    strategies[is_die],
                    sign * values[is_die][:, [0, 2]],
                ),
            )

    @cached_property
    def _usual_sizes(self) -> dict[str, np.ndarray]:
        """Usual size of a change, by group, measure and cell.

        The groups are those of `_sums`. For wins the size is 100. For any other measure it is the
        root mean square over changed games of the same kind, all strategies together; for the EC
        wasted it is at least one. If a score has changed in no game of a kind, the size is
        the ``largest_score_change`` that the board game declares.
        """
        gifts, dice = self._sums[ALL]
        guess = float(self._run.words.largest_score_change)
        kinds = np.array([KINDS.index(kind) for kind, _, _ in GIFTS])

        own_sums, cells = gifts["own"], len(DICE)
        return {
            "own": np.stack(
                [
                    own_sums.usual_sizes(0, kinds, guess),
                    np.maximum(own_sums.usual_sizes(1, kinds, 1.0), 1.0),
                ]
            ),
            "wins": np.full((1, len(GIFTS)), 100.0),
            "others": gifts["others"].usual_sizes(0, kinds, guess)[None, :],
            "dice": np.stack(
                [dice.usual_sizes(0, np.zeros(cells, dtype=int), guess), np.full(cells, 100.0)]
            ),
        }

    @cached_property
    def _own_means(self) -> dict[str, CorrelatedMeans]:
        """The score, then the EC wasted, by strategy and row of `ROWS`."""
        weights = _row_weights()
        zeros = np.zeros_like(weights)
        block_weights = np.block([[weights, zeros], [zeros, weights]])
        return {
            strategy: sums["own"].means(self._usual_sizes["own"]).combine(block_weights)
            for strategy, (sums, _) in self._sums.items()
        }

    @cached_property
    def _at_plan(self) -> Timing | None:
        """The timing at the last planned look; None at or before it."""
        return None if self._run.at_plan is None else Timing(self._run.at_plan, self._arm)

    def _narrow(self, frame: pl.DataFrame, build: Callable[[Timing], pl.DataFrame]) -> pl.DataFrame:
        """Narrow a table's intervals with those at the last planned look.

        Verdicts follow the narrowed intervals.
        """
        if self._at_plan is None:
            return frame
        planned_frame = build(self._at_plan)
        columns: dict[str, Any] = {}
        for low in (name for name in frame.columns if name.endswith("_low")):
            names = low, f"{low.removesuffix('low')}high"
            ends = intersect(
                *(
                    (frame_of[names[0]].to_numpy(), frame_of[names[1]].to_numpy())
                    for frame_of in (planned_frame, frame)
                )
            )
            columns |= dict(zip(names, ends, strict=True))
        if "verdict" in frame.columns:
            columns["verdict"] = _verdicts(*(columns[f"simultaneous_{end}"] for end in ENDS))
        return frame.with_columns(
            _frame(columns).cast(
                {name: frame.schema[name] for name in columns if name == "verdict"}
            )
        )

    def gifts(self) -> pl.DataFrame:
        """Tabulate the effect of one EC or BB by cell and strategy.

        The colour "all" is the mean of all colours. Columns: kind, colour, month, strategy, games,
        then score and wins (in 100) of the owner of the EC or BB, others_score and others_wins (the
        mean of all others), wasted (share of the EC or BB that is wasted) and spent (score per EC
        or BB that is spent, which is the score divided by the share not wasted; null if that share
        may be 0), each also with _low and _high.
        """
        frames = []
        for strategy in self.strategies:
            own_means, rows = self._own_means[strategy], len(ROWS)
            intervals = {
                name: sums.means(self._usual_sizes[name])
                .combine(_row_weights())
                .interval(self._level)
                for name, sums in self._sums[strategy][0].items()
                if name != "own"
            }
            own_parts = np.stack(own_means.interval(self._level))
            score, waste = own_parts[:, :rows], own_parts[:, rows:]
            covariances = np.diag(own_means.covariance[:rows, rows:])
            variances = np.diag(own_means.covariance)
            share = 1 - own_means.mean[rows:]
            spending = ratio_interval(
                own_means.mean[:rows],
                np.where(share > 0, share, np.nan),
                variances[:rows],
                variances[rows:],
                -covariances,
                own_means.quantile(self._level)[:rows],
            )
            wins = intervals["wins"]
            opponents = max(self._run.players - 1, 1)
            columns = {
                **_columns("score", score),
                **_columns("wins", wins),
                **_columns("others_score", intervals["others"]),
                **_columns(
                    "others_wins",
                    (-wins[0] / opponents, -wins[2] / opponents, -wins[1] / opponents),
                ),
                **_columns("wasted", waste),
                **_columns("spent", spending),
            }
            head = {**_heads(), "strategy": [strategy] * rows, "games": _counts(self, strategy)}
            frames.append(_frame({**head, **columns}))
        return self._narrow(pl.concat(frames), Timing.gifts)

    def exchange(self) -> pl.DataFrame:
        """Compare the worth of an EC or BB with that in March.

        Columns: kind, colour, month, strategy; rate (worth divided by the worth in March; null if
        the latter may be 0) and difference (worth minus the worth in March), each with _low and
        _high; simultaneous_low and simultaneous_high (of the difference, jointly for the months of
        a kind, colour and strategy); verdict (more, less, not decided), based on these two ends.
        """
        frames = []
        indexes = np.arange(len(ROWS))
        march = indexes - (indexes % MONTHS)
        level = self._run.look.level(MONTHS - 1)
        for strategy in self.strategies:
            own_means, rows = self._own_means[strategy], len(ROWS)
            covariance, reach = own_means.covariance, own_means.quantile(self._level)
            variances = np.diag(covariance)
            rate = ratio_interval(
                own_means.mean[:rows],
                own_means.mean[march],
                variances[:rows],
                variances[march],
                covariance[indexes, march],
                np.maximum(reach[indexes], reach[march]),
            )
            weights = np.zeros((rows, 2 * rows))
            weights[indexes, indexes] += 1
            weights[indexes, march] -= 1
            difference = own_means.combine(weights)
            joint_interval = difference.interval(level)
            columns = {
                **_columns("rate", rate),
                **_columns("difference", difference.interval(self._level)),
                "simultaneous_low": joint_interval[1],
                "simultaneous_high": joint_interval[2],
                "verdict": _verdicts(joint_interval[1], joint_interval[2]),
            }
            frames.append(_frame({**_heads(), "strategy": [strategy] * rows, **columns}))
        rates = pl.concat(frames).filter(pl.col("month") > MARCH)
        return self._narrow(rates, Timing.exchange)

    def foresight(self) -> pl.DataFrame:
        """Return the worth of a foreseen EC minus that of a surprise.

        A foreseen EC is known from the start. Columns: colour, month, strategy, score with _low and
        _high.
        """
        frames = []
        first = [index for index, (kind, *_) in enumerate(ROWS) if kind == KINDS[0]]
        second = [index for index, (kind, *_) in enumerate(ROWS) if kind == KINDS[1]]
        for strategy in self.strategies:
            weights = np.zeros((len(first), 2 * len(ROWS)))
            weights[np.arange(len(first)), first] = 1
            weights[np.arange(len(first)), second] = -1
            difference = self._own_means[strategy].combine(weights).interval(self._level)
            frames.append(
                _frame(
                    {
                        "colour": [ROWS[index][1] for index in first],
                        "month": [ROWS[index][2] for index in first],
                        "strategy": [strategy] * len(first),
                        **_columns("score", difference),
                    }
                )
            )
        return self._narrow(pl.concat(frames), Timing.foresight)

    def dice(self) -> pl.DataFrame:
        """Return a die's effect at full value minus its effect at half.

        A twin that takes the die at half value gets the die's EC in the month of the roll. Columns:
        number, taken (the mode in the game: full or half), strategy, games, then score and wins (in
        100) of the die's owner, each also with _low and _high.
        """
        frames = []
        for strategy in self.strategies:
            means = self._sums[strategy][1].means(self._usual_sizes["dice"])
            intervals = np.stack(means.interval(self._level))
            cells = len(DICE)
            frames.append(
                _frame(
                    {
                        "number": [number for number, _ in DICE],
                        "taken": [mode for _, mode in DICE],
                        "strategy": [strategy] * cells,
                        "games": means.games[:cells].astype(int),
                        **_columns("score", intervals[:, :cells]),
                        **_columns("wins", intervals[:, cells:]),
                    }
                )
            )
        return self._narrow(pl.concat(frames), Timing.dice)

    def die_months(self) -> pl.DataFrame:
        """Value dice by number and month rolled, at full and half value.

        A die is worth the number of EC that it brings times the worth of one foreseen EC, averaged
        over colours, in the month in which they arrive. Columns: number, month (of the roll),
        strategy; full_month (null if after February), half_month (the best of the roll's month and
        the five after it); full, half and ``less`` (the difference, full minus half), each with
        _low and _high (full and the difference are null if there is no full_month);
        simultaneous_low and simultaneous_high (the ends of the difference's interval, jointly for a
        strategy's rows); verdict (full, half, not decided).
        """
        frames = []
        cells = [(number, month) for number in range(1, 7) for month in range(1, MONTHS + 1)]
        # Half value goes to the best of several months, each of which counts as a comparison.
        level = self._run.look.level(len(cells) * (REACH + 1))
        for strategy in self.strategies:
            own_means = self._own_means[strategy]
            # Foreseen EC of all colours are the first rows, one per month.
            value = np.where(np.isfinite(own_means.mean[:MONTHS]), own_means.mean[:MONTHS], -np.inf)
            weights = np.zeros((3, len(cells), 2 * len(ROWS)))
            full_months: list[int | None] = []
            half_months = []
            for index, (number, month) in enumerate(cells):
                full_month = month + number - 1
                in_reach = np.arange(month, min(month + REACH, MONTHS) + 1)
                best = int(in_reach[np.argmax(value[in_reach - 1])])
                full_months.append(full_month if full_month <= MONTHS else None)
                half_months.append(best)
                if full_month <= MONTHS:
                    weights[0, index, full_month - 1] = number
                weights[1, index, best - 1] = max(1, number // 2)
                weights[2, index] = weights[0, index] - weights[1, index]
            is_late = np.array([month is None for month in full_months])
            full, half, difference = (own_means.combine(weight) for weight in weights)
            joint_interval = [np.where(is_late, np.nan, end) for end in difference.interval(level)]
            full_ends = full.interval(self._level)
            difference_ends = difference.interval(self._level)
            columns = {
                "full_month": full_months,
                **_columns("full", [np.where(is_late, np.nan, full_end) for full_end in full_ends]),
                "half_month": half_months,
                **_columns("half", half.interval(self._level)),
                **_columns("less", [np.where(is_late, np.nan, end) for end in difference_ends]),
                "simultaneous_low": joint_interval[1],
                "simultaneous_high": joint_interval[2],
                "verdict": [
                    {BETTER: "full", WORSE: "half"}.get(word or "", word)
                    for word in _verdicts(joint_interval[1], joint_interval[2])
                ],
            }
            heads = {
                "number": [number for number, _ in cells],
                "month": [month for _, month in cells],
                "strategy": [strategy] * len(cells),
            }
            frames.append(_frame({**heads, **columns}))
        return pl.concat(frames)

    def tables(self) -> dict[str, pl.DataFrame]:
        """Return all metric tables by the names of their files.

        Tables of dice exist only if dice have two modes.
        """
        tables = {
            "gifts": self.gifts(),
            "exchange": self.exchange(),
            "foreseen": self.foresight(),
        }
        if self.has_modes:
            tables |= {"dice": self.dice(), "die_months": self.die_months()}
        return tables


def _row_weights() -> np.ndarray:
    """Build the weights of `GIFTS` in each of `ROWS`.

    A row is one cell, or the mean over a month's colours.
    """
    weights = np.zeros((len(ROWS), len(GIFTS)))
    index_of = {cell: index for index, cell in enumerate(GIFTS)}
    for row, (kind, colour, month) in enumerate(ROWS):
        gift_colours = (
            COLOURS if colour == ALL and kind != "BB" else ("" if colour == ALL else colour,)
        )
        for gift_colour in gift_colours:
            weights[row, index_of[kind, gift_colour, month]] = 1 / len(gift_colours)
    return weights


def _counts(timing: Timing, strategy: str) -> list[int]:
    """Count the games with a twin for each of `ROWS`.

    A row for all colours has the sum of the colours' games.
    """
    games = timing._sums[strategy][0]["wins"].means().games
    counts: list[int] = ((_row_weights() > 0) @ games).astype(int).tolist()
    return counts


def _heads() -> dict[str, list[Any]]:
    return {
        "kind": [kind for kind, _, _ in ROWS],
        "colour": [colour for _, colour, _ in ROWS],
        "month": [month for _, _, month in ROWS],
    }


def _columns(name: str, interval: Any) -> dict[str, Any]:
    ends = (name, f"{name}_low", f"{name}_high")
    return {end: np.asarray(values) for end, values in zip(ends, interval, strict=True)}


def _frame(columns: dict[str, Any]) -> pl.DataFrame:
    frame = pl.DataFrame(columns)
    return frame.with_columns(pl.col(pl.Float64).fill_nan(None))


def _verdicts(low: np.ndarray, high: np.ndarray) -> list[str | None]:
    return [
        None if np.isnan(bottom) else BETTER if bottom > 0 else WORSE if top < 0 else OPEN
        for bottom, top in zip(low, high, strict=True)
    ]
