"""Whether intervals and verdicts hold what they promise: a long run, looked at in short parts.

    python benchmarks/validate.py           # minutes; plays 3 x 144 000 games
    python benchmarks/validate.py --run results/mine    # of a sweep that is there
    python benchmarks/validate.py --write   # renews the table in docs/reference/metrics.md

Every part is analysed as if it were a run of its own, by the same code that makes the reports, and
its intervals are compared with the numbers of the whole run. The parts share no game, so how often
an interval holds is known to about half a point in 100.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from eoc_sim.analysis import adjusting, cards, compare, dealt, first_player, points, strategies
from eoc_sim.analysis.looks import Look, fixed
from eoc_sim.analysis.stats import CHANGES, SAME
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.worth import with_worth

GAMES = 144_000
PART = 2400
SWEEP = ("--vary", "card.038.stars=6", "--vary", "rules.start_bucks=8")
TABLE = Path(__file__).parents[1] / "docs" / "reference" / "metrics.md"
BEGIN, END = "<!-- validation -->", "<!-- end of validation -->"


class Part(Run):
    """Some games of a run, as if they were a run of their own that was played as planned."""

    def __init__(self, path: Path, first: int, last: int) -> None:
        super().__init__(path)
        self._first, self._last = first, last

    @property
    def games(self) -> int:
        """The games of the part."""
        return self._last - self._first

    @property
    def games_asked(self) -> int:
        """The same: all of them are there."""
        return self.games

    @property
    def look(self) -> Look:
        """At the part's planned end."""
        return fixed(self.games)

    def batches(self) -> Iterator[tuple[int, int]]:
        """All games of the part at once."""
        yield self._first, self._last


@dataclass(frozen=True)
class Measure:
    """Intervals of one kind: where they are in the frames of a run, and by what rows are known."""

    name: str
    frames: Callable[[Run], dict[str, pl.DataFrame]]
    columns: Callable[[pl.DataFrame], list[tuple[str, str, str]]]
    keys: tuple[str, ...] = ("label",)
    family: bool = False


@dataclass
class Held:
    """How often intervals held: rows, those without an interval, those that held, families."""

    rows: int = 0
    unknown: int = 0
    held: int = 0
    families: int = 0
    families_held: int = 0
    wrong: int = 0


def own(*names: str) -> Callable[[pl.DataFrame], list[tuple[str, str, str]]]:
    """Columns NAME, NAME_low, NAME_high."""
    return lambda frame: [
        (name, f"{name}_low", f"{name}_high") for name in names if f"{name}_low" in frame.columns
    ]


def every(frame: pl.DataFrame) -> list[tuple[str, str, str]]:
    """All columns that have an interval."""
    names = [name.removesuffix("_low") for name in frame.columns if name.endswith("_low")]
    return [(name, f"{name}_low", f"{name}_high") for name in names if name in frame.columns]


def strategy_frames(run: Run) -> dict[str, pl.DataFrame]:
    """Who wins."""
    return {"strategies": strategies.win_shares(run)}


def card_frames(run: Run) -> dict[str, pl.DataFrame]:
    """The card table with what every card is worth."""
    return {"cards": with_worth(run, cards.card_table(run))}


def effect_frames(run: Run) -> dict[str, pl.DataFrame]:
    """Every group and metric of a sweep by itself: one family each."""
    return {
        f"{group} {metric}": frame.filter(pl.col("metric") == metric)
        for group, frame in compare.effects(run).items() if frame.height
        for metric in compare.METRICS
    }


def adjusted_frames(run: Run) -> dict[str, pl.DataFrame]:
    """Strategies with the luck of the deal taken off."""
    seats = run.table_with("win_share")
    luck = [*seats.roles("order"), *seats.roles("dealt")]
    return {"strategies": adjusting.adjusted(run, seats.role("strategy"), luck)}


def wins(_frame: pl.DataFrame) -> list[tuple[str, str, str]]:
    """The columns of a win share beside the fair one."""
    return [("wins", "low", "high")]


def together(value: str) -> Callable[[pl.DataFrame], list[tuple[str, str, str]]]:
    """The columns of intervals that hold for all rows together."""
    return lambda _frame: [(value, "all_low", "all_high")]


def change(_frame: pl.DataFrame) -> list[tuple[str, str, str]]:
    """The columns of a paired difference."""
    return [("change", "low", "high")]


OF_EFFECT = ("arm", "label", "metric", "stratum")
MEASURES = (
    Measure("wins by strategy", strategy_frames, wins),
    Measure("stars by strategy", strategy_frames, own("score")),
    Measure("the same, luck of the deal taken off", adjusted_frames, own("wins", "score")),
    Measure("wins by what chance deals", dealt.win_shares, wins),
    Measure("turn order: wins, stars", lambda run: {"": first_player.places(run)},
            lambda _: [("wins", "low", "high"), ("score", "score_low", "score_high")]),
    Measure("what a strategy does", lambda run: {"": strategies.habits(run)}, every),
    Measure("parts of the score", lambda run: {"": points.parts(run)}, every),
    Measure("quantiles of scores",
            lambda run: {"": points.quantiles(run, points.distribution(run))}, every),
    Measure("closeness", lambda run: {"": points.closeness(run)},
            lambda _: [("value", "low", "high")], ("measure",)),
    Measure("cards: drafted, played, months, effects", card_frames,
            own("drafted", "played", "drafted_month", "played_month", "played_effect", "taken")),
    Measure("cards: wins and ahead when drafted, played, dealt", card_frames,
            own(*(f"{group}_{value}" for group in ("drafted", "played", "dealt")
                  for value in ("wins", "ahead")))),
    Measure("cards: like for like", card_frames, own("drafted_adjusted")),
    Measure("cards: worth of being dealt", card_frames, own("worth", "worth_score")),
    Measure("cards: worth of printed stars", card_frames, own("face_wins", "face_others")),
    Measure("changes of a version", effect_frames, change, OF_EFFECT),
    Measure("wins of all strategies together", strategy_frames,
            together("wins"), family=True),
    Measure("wins by what chance deals, a table together", dealt.win_shares, together("wins"),
            family=True),
    Measure("changes of all versions, a table together", effect_frames, together("change"),
            OF_EFFECT, family=True),
)


def compared(whole: pl.DataFrame, part: pl.DataFrame, measure: Measure, held: Held) -> None:
    """Count how often the intervals of a part hold the numbers of the whole."""
    keys = [key for key in measure.keys if key in part.columns]
    for value, low, high in measure.columns(part):
        truth = whole.select(*keys, pl.col(value).alias("truth"))
        rows = part.join(truth, on=keys, how="inner").filter(pl.col("truth").is_not_null())
        known = rows.filter(pl.col(low).is_not_null() & pl.col(high).is_not_null())
        inside = (known[low] <= known["truth"] + 1e-9) & (known[high] >= known["truth"] - 1e-9)
        held.rows += rows.height
        held.unknown += rows.height - known.height
        held.held += int(inside.sum())
        if measure.family:
            held.families += 1
            held.families_held += bool(inside.all())
            held.wrong += _wrong(known, value)


def _wrong(rows: pl.DataFrame, value: str) -> bool:
    """Whether a verdict of a family of changes is wrong: its sign, or that it does not matter."""
    if value != "change":
        return False
    truth = pl.col("truth")
    false_change = (pl.col("verdict") == CHANGES) & (truth * pl.col("change") <= 0)
    false_same = (pl.col("verdict") == SAME) & (truth.abs() >= pl.col("smallest"))
    return bool(rows.select((false_change | false_same).any()).item())


def validated(path: Path, part: int, most: int | None = None) -> dict[str, Held]:
    """How often every measure's intervals hold, over the parts of a run."""
    run = Run(path)
    found = {measure.name: Held() for measure in MEASURES}
    whole = {frames: frames(run) for frames in {measure.frames for measure in MEASURES}}
    starts = list(range(0, run.games - part + 1, part))[:most]
    for first in starts:
        one = Part(path, first, first + part)
        seen = {frames: frames(one) for frames in whole}
        for measure in MEASURES:
            truths = whole[measure.frames]
            for name, frame in seen[measure.frames].items():
                if name in truths and not frame.is_empty() and not truths[name].is_empty():
                    compared(truths[name], frame, measure, found[measure.name])
    return found


def lines(found: dict[str, Held], games: int, part: int) -> list[str]:
    """The table in Markdown."""
    text = [
        f"{games // part} parts of {part} games (`python benchmarks/validate.py`); intervals by "
        "themselves promise 96 in 100 at their planned end, those of a table together 96 in 100 "
        "tables.", "",
        "| intervals | looked at | hold, of 100 | tables that hold, of 100 | "
        "tables with a wrong verdict, of 100 |",
        "|---|---|---|---|---|",
    ]
    for name, held in found.items():
        known = held.rows - held.unknown
        share = f"{100 * held.held / known:.1f}" if known else "?"
        tables = wrong = ""
        if held.families:
            tables = f"{100 * held.families_held / held.families:.1f}"
            wrong = f"{100 * held.wrong / held.families:.1f}" if "changes" in name else ""
        text.append(f"| {name} | {known} | {share} | {tables} | {wrong} |")
    return text


def main() -> None:
    """Play or take a run, validate, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--run", type=Path, help="a sweep that is there, with offers kept")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--part", type=int, default=PART)
    parser.add_argument("--write", action="store_true", help="renew the table in the docs")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = asked.run
        if path is None:
            path = Path(folder) / "run"
            subprocess.run(
                [sys.executable, "-m", "eoc_sim", "sweep", *SWEEP, "--games", str(asked.games),
                 "--out", str(path), "--seed", "2026", "--quiet"],
                check=True, stdout=subprocess.DEVNULL,
            )
        text = lines(validated(path, asked.part), Run(path).games, asked.part)
    print("\n".join(text))
    if asked.write:
        before, _, rest = TABLE.read_text(encoding="utf-8").partition(BEGIN)
        _, _, after = rest.partition(END)
        TABLE.write_text("\n".join([f"{before}{BEGIN}", *text, f"{END}{after}"]), encoding="utf-8")


if __name__ == "__main__":
    main()
