"""The luck of the deal: turn order, things dealt, and the seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eoc_sim.analysis import luck_of_the_deal
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section
from eoc_sim.reports.fair_share import adjusted_blocks, fair_block
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.standing_questions import turn_order_gap


def section(page: Findings, choices: Sequence[str] = ()) -> Section:
    """Show wins by everything that chance deals to a seat.

    ``choices`` are columns that players choose, so they are not luck.
    """
    all_columns = luck_of_the_deal.groups(page.run)
    groups_played = page.groups if page.run.has(page.run.table_with("win_share")) else ()
    columns = [column for column in all_columns if column.name in groups_played] or all_columns
    dealt_columns = [column for column in columns if column.name not in choices]
    # The seat is listed only if nothing else is dealt.
    heads = [column.head for column in dealt_columns if column.role != "seat"] or [
        column.head for column in dealt_columns
    ]
    subject = words.sentence_start(words.join_words(heads))
    text = (
        f"{subject} {'are' if len(heads) > 1 else 'is'} dealt at random, so any difference larger "
        f"than sampling noise is {'their' if len(heads) > 1 else 'its'} effect."
    )
    return Section("chance", "The luck of the deal", f"{text}{page.under}", _blocks(page, choices))


def _blocks(page: Findings, choices: Sequence[str]) -> Iterator[Block]:
    seats = page.run.table_with("win_share")
    by_chance = [
        column
        for column in (*seats.roles("order"), *seats.roles("dealt"))
        if column.name not in choices
    ]
    groups = [column for column in luck_of_the_deal.groups(page.run) if column.name in page.groups]
    for column in groups:
        is_order = column.role == "order"
        yield fair_block(
            page,
            page.groups[column.name],
            "place" if is_order else column.head,
            f"Wins in 100 games by {column.head}",
            ranked=not is_order,
            always_open=is_order,
            note=turn_order_gap(page) if is_order else "",
        )
    for column in groups:
        if column in by_chance:
            other_columns = [other for other in by_chance if other != column]
            yield from adjusted_blocks(
                page.run, column, [seats.role("strategy"), *other_columns], column.head
            )
