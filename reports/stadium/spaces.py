"""Action spaces by round: placements, idle spaces, and losses."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis.stadium import spaces, spans
from eoc_sim.reports.blocks import Block, Section, Shown, chart, fold, table
from eoc_sim.reports.charts.stacked import draw_stacked
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.heat import heat_block, heat_cells
from eoc_sim.reports.style import part_swatch

MEAN = "mean over games, with its 95 % t interval"
SHARE = "share of games, with its 95 % Wilson interval"


def section(page: Findings) -> Section:
    """Show spaces by round, their bonus tokens, and the losses."""
    return Section(
        "spaces",
        "Action spaces",
        "Where owners place their vice presidents (VPs), which spaces are idle, and what that "
        "costs. Owners choose where to place, so all of this shows the habits of these strategies, "
        f"not the worth of a space.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    by_round = spaces.by_round(page.run)
    yield _heat(
        page,
        by_round,
        "share",
        "Where VPs are placed, round by round",
        "VPs on each space per 100 placed in a round, mean over the games that reach the round; "
        "deeper blue means more.",
    )
    yield fold(
        _heat(
            page,
            by_round,
            "idle",
            "How often spaces are idle, round by round",
            "Percentage of games in which the space has no VP in the round; for several rounds "
            "combined, percentage of rounds.",
        ).on_sheet("Idle spaces, round by round")
    )
    yield _uses(page)
    yield _states(page)
    yield _losses_by_rank(page)


def _heat(page: Findings, by_round: pl.DataFrame, value: str, heading: str, caption: str) -> Block:
    """Draw a heat map with rounds down and spaces across."""
    names = page.run.dim("spaces")["name"].to_list()
    reached_spans = sorted(by_round["span"].unique())
    rounds = [spans.NAMES[span] for span in reached_spans]
    cells = {
        (spans.NAMES[row["span"]], row["label"]): row for row in by_round.iter_rows(named=True)
    }
    return heat_block(
        page.charts,
        heading,
        caption,
        ("round", rounds),
        names,
        heat_cells(cells, rounds, names, value, (f"{value}_low", f"{value}_high")),
        tip=MEAN,
        middle=None,
    )


def _uses(page: Findings) -> Block:
    frame = page.with_intervals(
        spaces.space_table(page.run), "idle", lambda row: ("idle", row["label"])
    )
    frame = frame.sort("idle", descending=True, maintain_order=True)
    often_idle = frame.filter(pl.col("thrice") >= 50)["label"].to_list()
    idle_line = (
        f"Idle for {spaces.IDLE_STREAK} rounds running in at least half of the games: "
        f"{', '.join(often_idle) if often_idle else 'none'}."
    )
    return table(
        "Every action space",
        "The most idle spaces come first. By the printed rules, a bare space that is idle for "
        f"{spaces.IDLE_STREAK} rounds running becomes a stack, which costs every owner something. "
        f"{idle_line}",
        frame,
        [
            Shown("label", "space", "", "text"),
            GAMES,
            Shown("share", "of 100 VPs", f"VPs placed in a game: {MEAN}", "estimate"),
            Shown("idle", "idle in 100 rounds", f"rounds of a game: {MEAN}", "estimate"),
            Shown(
                "thrice",
                f"games with {spaces.IDLE_STREAK} idle rounds running, in 100",
                SHARE,
                "estimate",
            ),
            Shown(
                "longest",
                "longest idle spell, rounds",
                f"the longest in a game: {MEAN}",
                "estimate",
            ),
            Shown(
                "lost",
                "owners hit per game",
                f"owners who lose something to the space, counted in each round: {MEAN}",
                "estimate",
            ),
        ],
    )


def _states(page: Findings) -> Block:
    states, names = spaces.states(page.run), spaces.state_names(page.run)
    heading = "The bonus tokens that VPs are placed on"
    return chart(
        page.charts.draw(
            draw_stacked(heading, states["label"].to_list(), names, states.select(names).rows())
        ),
        "VPs per 100 placed on a space, by its state: bare (no bonus), single (the bonus once), "
        "double or a stack (twice).",
        heading=heading,
        entries=[(part_swatch(index), name) for index, name in enumerate(names)],
        numbers=table(
            f"{heading}: numbers",
            "",
            states,
            [
                Shown("label", "space", "", "text"),
                GAMES,
                *(Shown(name, name, f"of 100 placements: {MEAN}", "estimate") for name in names),
            ],
        ),
    ).on_sheet("Bonus tokens under VPs")


def _losses_by_rank(page: Findings) -> Block:
    return table(
        "Whom the losses hurt",
        "Things lost to stacks in 100 rounds by two owners: the one who leads alone at the start "
        "of the round, and the one who is then alone in last place. The first row "
        "covers all rounds after the first; a space's row covers those in which it was the only "
        "one to cost anything. Leaders own more things that can be lost, so the difference does "
        "not show that the losses are aimed at leaders.",
        page.with_intervals(
            spaces.losses_by_rank(page.run),
            "difference",
            lambda row: ("difference", row["label"]),
        ),
        [
            Shown("label", "space", "", "text"),
            GAMES,
            Shown("leader", "by the leader", MEAN, "estimate"),
            Shown("trailer", "by the last owner", MEAN, "estimate"),
            Shown(
                "difference",
                "leader minus last",
                f"in rounds that have both: {MEAN}",
                "change",
            ),
        ],
        collapsed=True,
    )
