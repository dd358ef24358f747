"""Managers' actions: a map of weeks by kind, and each strategy's habits."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis.eleven import actions
from eoc_sim.analysis.eleven.layer import is_season
from eoc_sim.reports.blocks import Block, Section, Shown, fold, table
from eoc_sim.reports.eleven.results import MEAN
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.heat import heat_block, heat_cells

KINDS = {
    "hire": "hire",
    "sell": "sell",
    "staff": "take on staff",
    "build": "build",
    "pass": "pass",
    "small": "small deal",
    "money": "board, money",
    "bonus": "board, bonus",
    "shirt": "shirt",
    "free": "free action",
    "auction": "hold an auction",
    "offer": "hire from a manager",
}
"""Short names of the kinds, in the order of the picture."""
ENDS = (f"{actions.NUMBER}_low", f"{actions.NUMBER}_high")


def section(page: Findings) -> Section | None:
    """Show how often managers take each action; None under the league layer."""
    if not is_season(page.run):
        return None
    return Section(
        "actions",
        "Actions",
        "A manager's actions from Tuesday to Thursday, including extra ones, and also free "
        "actions. Building includes office steps; a small deal, a board and the shirt are forms "
        "of a sponsor's contract. Managers choose their actions, so differences between weeks "
        f"or strategies are not causal effects.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    frame = actions.by_week(page.run)
    weeks = [str(week) for week in sorted(frame["week"].unique())]
    kinds = [kind for kind in KINDS if kind in set(frame["kind"])]
    cells = {(KINDS[row["kind"]], str(row["week"])): row for row in frame.iter_rows(named=True)}
    names = [KINDS[kind] for kind in kinds]
    yield heat_block(
        page.charts,
        "Actions by week",
        "How often a manager takes each action in a week: means over games. A deeper colour means "
        "more.",
        ("action", names),
        weeks,
        heat_cells(cells, names, weeks, actions.NUMBER, ENDS),
        tip=MEAN,
        digits=2,
        middle=None,
    )
    strategy_actions = actions.by_strategy(page.run)
    strategies = strategy_actions["label"].unique(maintain_order=True).to_list()
    by_names = {
        (KINDS[row["kind"]], row["label"]): row for row in strategy_actions.iter_rows(named=True)
    }
    heading = "Actions per season by strategy"
    by_strategy = heat_block(
        page.charts,
        heading,
        "Means over the games in which the strategy takes the action at all.",
        ("action", names),
        strategies,
        heat_cells(by_names, names, strategies, actions.NUMBER, ENDS),
        tip=MEAN,
        middle=None,
        numbers=table(
            f"{heading}: numbers",
            "",
            strategy_actions,
            [
                Shown("label", "strategy", "", "text"),
                Shown("kind", "action", "", "text"),
                Shown("games", "games", "games in which the strategy takes the action", "count"),
                Shown(actions.NUMBER, "per season", MEAN, "estimate"),
            ],
        ),
    )
    yield fold(by_strategy)
