"""The effects of a designer's edits, for the rows of a sheet."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.holdings import changes_only_holdings, holdings
from eoc_sim.analysis.strata import is_largest, main_strata, single_change
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Shown, table
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.standing_questions import numbers_by_name

EDIT = "what my edit did"


def block(page: Findings, key: str) -> Block | None:
    """Tabulate the effects of edits to things that seats hold, if any.

    Each thing has one row, with its number in the column ``key``. The row shows a version that
    changes only this thing, if there is one. If there are several, it shows the one with the
    strongest effect on the largest stratum of the thing's holders.
    """
    if not page.sweep or page.effects["holders"].is_empty():
        return None
    effects = main_strata(page.effects["holders"])
    single_arms = [arm.id for arm in page.run.arms if changes_only_holdings(page.run, arm)]
    distance = pl.max_horizontal("all_low", -pl.col("all_high")).fill_nan(None) / pl.col("smallest")
    ranking = (
        effects.filter(pl.col("metric") == "wins")
        .with_columns(
            (pl.col("arm").is_in(single_arms) & single_change()).alias("own"),
            is_largest().alias("largest"),
            distance.alias("distance"),
        )
        .sort("own", "largest", "distance", descending=True, nulls_last=True, maintain_order=True)
    )
    first = ranking.group_by("label", maintain_order=True).agg(
        pl.col("arm").first(),
        pl.col("what").first(),
        pl.col("stratum").first(),
        pl.col("arm").n_unique().alias("versions"),
    )
    if first.is_empty():
        return None
    keys = ["label", "arm", "stratum"]
    values = ["change", "all_low", "all_high", "verdict", "more_games"]
    for metric in ("wins", "score"):
        rows = effects.filter(pl.col("metric") == metric)
        first = first.join(
            rows.select(*keys, *(pl.col(name).alias(f"edit_{metric}_{name}") for name in values)),
            on=keys,
            how="left",
        )
    numbers: dict[str, str] = {}
    for holding in holdings(page.run):
        numbers |= numbers_by_name(page.run.dim(holding.column_of(page.run).dim))
    first = first.with_columns(pl.col("label").replace(numbers).alias(key))
    edits = [_edit_words(row, row[key]) for row in first.iter_rows(named=True)]
    unit = page.run.words.score[1]
    return table(
        EDIT,
        "",
        first.with_columns(pl.Series("edit", edits, dtype=pl.String)),
        [
            Shown("edit", EDIT, "the version, and whose numbers these are", "text"),
            *(
                column
                for metric, unit_name in (("wins", "wins in 100"), ("score", unit))
                for column in (
                    Shown(
                        f"edit_{metric}_change",
                        f"my edit, {unit_name}",
                        "mean paired difference, with an interval that holds jointly for all "
                        "effects of versions",
                        "change",
                        low=f"edit_{metric}_all_low",
                        high=f"edit_{metric}_all_high",
                    ),
                    Shown(
                        f"edit_{metric}_verdict",
                        f"my edit, {unit_name}: verdict",
                        "from the interval of the change",
                        "text",
                    ),
                )
            ),
        ],
    )


def _edit_words(row: dict[str, object], number: str) -> str:
    """Name the version and the stratum, without the thing's own number.

    For instance "price 3 → 0, for anyone who keeps it; 2 more versions".
    """
    further_versions = int(str(row["versions"])) - 1
    version_words = words.typeset(str(row["what"]).removeprefix(f"{number} "))
    further = (
        f"; {further_versions} more {'version' if further_versions == 1 else 'versions'}"
        if further_versions
        else ""
    )
    return f"{version_words}, for anyone who {row['stratum']}{further}"
