"""By what cards are compared on the page, and which stand furthest from the others.

A card is as far from the others as its interval is: what is known but roughly is not far off,
wherever its middle lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

WIDEST, SHARP = 5.0, 1.5
"""Times the width of the interval in the middle, beyond which a card is known but roughly, and up
to which its interval is worth a picture."""


@dataclass(frozen=True)
class Measure:
    """A column of a table that says what each row does, such as a card, against what is called 0.

    ``low`` and ``high`` are the columns of its interval; ``is_together`` whether these hold for all
    rows at once that are told together, ``is_causal`` whether it is an effect.
    """

    name: str
    low: str
    high: str
    is_together: bool
    is_causal: bool


DEALT = Measure("worth", "worth_all_low", "worth_all_high", True, True)
"""Worth when dealt, in wins in 100, against an average card."""
TWINS = Measure("twin_both_wins", "twin_both_wins_all_low", "twin_both_wins_all_high", True, True)
"""Once paid for, in wins in 100: game less twin, in which the card is off."""
ALIKE = Measure("drafted_adjusted", "drafted_adjusted_low", "drafted_adjusted_high", False, False)
"""Like for like, in wins in 100: against all drafts by the same strategy at the same place."""


def measures(found: pl.DataFrame) -> list[Measure]:
    """Which of `DEALT`, `TWINS` and `ALIKE` a card table has, the best first."""
    return [one for one in (DEALT, TWINS, ALIKE) if one.low in found.columns]


def by_distance(found: pl.DataFrame, measure: Measure) -> pl.DataFrame:
    """The cards with a column ``distance``, the furthest first, those without an interval last.

    The distance is that from 0 to the near end of the interval; below 0 where it holds 0.
    """
    import polars as pl

    far = pl.max_horizontal(measure.low, -pl.col(measure.high))
    known = pl.all_horizontal(pl.col(measure.low, measure.high).is_not_null())
    return found.with_columns(pl.when(known).then(far).alias("distance")).sort(
        "distance", descending=True, nulls_last=True, maintain_order=True
    )


def ends(
    found: pl.DataFrame, by: str, shown: int, low: str = "", high: str = ""
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The first and the last rows by the ends of their intervals, ``shown`` of each at most.

    First whose value is surely highest, by the lower end; last whose value is surely lowest, by the
    upper end. What is known but roughly is neither, however far off it seems to be. The ends are
    BY_low and BY_high unless named otherwise.
    """
    low, high = low or f"{by}_low", high or f"{by}_high"
    known = found.drop_nulls([by, low, high])
    half = min(shown, (known.height + 1) // 2)
    down = known.sort(low, by, descending=True, maintain_order=True)
    rest = down.slice(half).sort(high, by, descending=True, maintain_order=True)
    return down.head(half), rest.tail(shown)


def well_known(found: pl.DataFrame, measure: Measure) -> pl.DataFrame:
    """The cards whose interval is at most `WIDEST` times as wide as that in the middle."""
    import polars as pl

    width = pl.col(measure.high) - pl.col(measure.low)
    known = found.drop_nulls([measure.name, measure.low, measure.high])
    return known.filter(width <= WIDEST * width.median())


def standing_out(found: pl.DataFrame, measure: Measure, share: str) -> list[int]:
    """The places in ``found`` of cards to be named in a picture, the most telling first.

    Up to six that are surely furthest from 0, and of those with `SHARP` intervals the two at
    either end of the column ``share``.
    """
    import polars as pl

    places = found.with_row_index("place")
    width = pl.col(measure.high) - pl.col(measure.low)
    surely = by_distance(places, measure).filter(pl.col("distance") > 0)["place"].to_list()[:6]
    sharp = places.filter(width <= SHARP * width.median())
    rising = sharp.sort(share, maintain_order=True)["place"].to_list()
    extremes = [*rising[-2:][::-1], *rising[:2]]
    listed = [*surely[:3], *extremes[::2], *surely[3:], *extremes[1::2]]
    return list(dict.fromkeys(listed))
