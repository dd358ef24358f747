"""The strongest of many rows, for charts that cannot show all."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.card_order import MeasuredColumn, keep_precise

MAX_ROWS = 12
"""The maximum number of rows in a chart.

Its table shows all of them.
"""
OWN_INTERVAL = MeasuredColumn("change", "low", "high", False, False)
"""A row's change with its own interval."""


def choose_strongest(rows: pl.DataFrame) -> tuple[pl.DataFrame, str]:
    """Choose a chart's rows, and state how many it leaves out.

    If any row is known precisely (`keep_precise`), undecided rows known only roughly are left out:
    otherwise the wide interval of a row with few games would set the scale for all others. If more
    than `MAX_ROWS` remain, only the strongest are chosen, strongest first; otherwise all are, in
    their given order. Strength is the distance from 0 to the nearer end of the simultaneous
    interval (``all_low`` to ``all_high``). The distance is negative if the interval contains 0.
    Rows of equal strength are sorted by the same distance for their own intervals. Both distances
    are in units of the smallest change that matters (``smallest``).
    """
    near_end, own_near_end = (
        pl.max_horizontal(f"{prefix}low", -pl.col(f"{prefix}high")).fill_nan(None)
        for prefix in ("all_", "")
    )
    numbered_rows = rows.with_row_index("index")
    precise_indexes = keep_precise(numbered_rows, OWN_INTERVAL)["index"].to_list()
    if not precise_indexes:
        precise_indexes = numbered_rows["index"].to_list()
    precise = numbered_rows.filter(
        pl.col("index").is_in(precise_indexes) | (near_end > 0).fill_null(False)
    ).drop("index")
    number_rough = rows.height - precise.height
    remark = (
        f" {number_rough} {'row is' if number_rough == 1 else 'rows are'} known only roughly "
        f"and {'appears' if number_rough == 1 else 'appear'} only in the table."
        if number_rough
        else ""
    )
    if precise.height <= MAX_ROWS:
        return precise, remark
    unit = pl.col("smallest").fill_null(1.0).replace(0.0, 1.0)
    rows_drawn = precise.sort(
        near_end / unit, own_near_end / unit, descending=True, nulls_last=True, maintain_order=True
    ).head(MAX_ROWS)
    return rows_drawn, f" The {MAX_ROWS} strongest of {rows.height}; all are in the table.{remark}"
