"""A made-up game with its own words: a synthetic run presented as games of Orchard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import polars as pl
from synthetic_runs import STRATEGIES, table, write_run

from eoc_sim.simulator.runs.game import Column, Declaration, SwitchWords, Table, Words

WORDS = Words(
    title="Orchard",
    notice="Orchard is nobody's.",
    score=("apple", "apples"),
    round_names=("planting", "spring", "summer", "autumn"),
    round=("season", "seasons"),
    smallest={"wins": 1.0, "score": 2.0},
    largest_score_change=20.0,
)
GAME = Column("game", "Int32", "number of the game", "game")
TREE = Column("tree", "Int16", "id in dims/trees", "thing", dim="trees")
TABLES = {
    declared.name: declared
    for declared in (
        Table(
            "matches",
            "game",
            (
                GAME,
                Column("best_chair", "Int8", "chair of the winner", "winner"),
                Column("lead", "Int16", "apples ahead", "shape", "apples", "lead, apples"),
            ),
            ("game",),
        ),
        Table(
            "chairs",
            "game and chair",
            (
                GAME,
                Column("chair", "Int8", "chair", "seat"),
                Column(
                    "queue",
                    "Int8",
                    "place in the queue",
                    "order",
                    words="queue",
                    values=("front", "middle", "back", "very back"),
                ),
                Column("gardener", "Int8", "id in dims/gardeners", "strategy", dim="gardeners"),
                Column(
                    "soil", "Int8", "id in dims/soils", "dealt", words="kind of soil", dim="soils"
                ),
                Column(
                    "tool",
                    "Int8",
                    "the tool",
                    "dealt",
                    values=("ladder", "basket", "rake", "saw", "spade", "hoe", "axe", "net"),
                ),
                Column("apples", "Int16", "apples in the end", "score", "apples", "apples"),
                Column("won", "Float64", "share of the win", "win_share"),
                Column("picked", "Int16", "apples picked", "part", "apples", "picked apples"),
                Column("eaten", "Int16", "apples eaten", "part", "apples", "eaten apples"),
                Column("walks", "Int8", "walks", "habit", words="walks to the barn"),
            ),
            ("game", "chair"),
        ),
        Table(
            "trees",
            "game, chair and tree",
            (
                GAME,
                Column("chair", "Int8", "chair", "seat"),
                TREE,
                Column("found", "Int8", "when it was found", "taken_round"),
                Column("planted", "Int8", "when it was planted", "played_round"),
                Column("fruit", "Int16", "apples from it", "effect", "apples"),
            ),
            ("game", "chair"),
        ),
        Table(
            "market",
            "game and tree",
            (
                GAME,
                TREE,
                Column("chair", "Int8", "chair that saw it first", "seat"),
                Column("day", "Int8", "when it came to the market", "round"),
                Column("stall", ("lane", "square", "barn"), "where it stood", "way"),
                Column("refused", "Int16", "times refused", "passed"),
                Column("buyer", "Int8", "chair that bought it", "taker"),
            ),
            ("game", "tree"),
        ),
    )
}
DECLARATION = Declaration(
    WORDS, TABLES, (SwitchWords("frost", "frost 1", "Frost comes twice.", "on or off", "off"),)
)
ORIGINAL_COLUMNS = {
    "matches": ("games", {"game": "game", "best_chair": "winner_seat", "lead": "margin"}),
    "chairs": (
        "seats",
        {
            "game": "game",
            "chair": "seat",
            "queue": "order",
            "gardener": "strategy",
            "soil": "region",
            "tool": "board",
            "apples": "score",
            "won": "win_share",
            "picked": "cards",
            "eaten": "trade_fees",
            "walks": "recruits_signed",
        },
    ),
    "trees": (
        "cards",
        {
            "game": "game",
            "chair": "seat",
            "tree": "card",
            "found": "drafted_month",
            "planted": "played_month",
            "fruit": "effect_stars",
        },
    ),
    "market": (
        "offers",
        {
            "game": "game",
            "tree": "card",
            "chair": "seat",
            "day": "month",
            "refused": "passed",
            "buyer": "drafted_seat",
        },
    ),
}
"""The table and columns of a synthetic run from which each of Orchard's tables is made."""


def orchard_run(
    path: Path,
    original: Path,
    values: tuple[int, ...] = (),
    keep: tuple[str, ...] = tuple(TABLES),
    smallest: Mapping[str, float] = WORDS.smallest,
) -> Path:
    """Turn the run in ``original`` into one of Orchard by renaming its columns.

    Further arms set a tree's fruit to ``values``.
    """
    tables = {}
    for name in keep:
        source, columns = ORIGINAL_COLUMNS[name]
        files = sorted((original / source).glob("*.parquet"))
        rows = pl.concat([pl.read_parquet(file) for file in files])
        renamed = {new: rows[old] for new, old in columns.items()} | {"arm": rows["arm"]}
        tables[name] = table(name, renamed, TABLES)
    trees = pl.read_parquet(original / "dims" / "cards.parquet")
    names = [f"Tree {number}" for number in range(1, trees.height + 1)]
    changes = [
        {
            "key": "card.038.fruit",
            "old": "5",
            "new": str(value),
            "sentence": f"038 Tree 2: fruit 5 -> {value}",
            "name": "038 Tree 2",
            "column": "fruit",
        }
        for value in values
    ]
    return write_run(
        path,
        tables,
        game="orchard",
        players=4,
        arms=[
            {"label": f"{change['key']}={change['new']}", "changes": [change]} for change in changes
        ],
        dims={
            "gardeners": {"name": [f"gardener {name[0]}" for name in STRATEGIES]},
            "soils": {"name": ["sand", "clay", "loam", "peat", "chalk", "silt"]},
            "trees": {"name": names, "number": trees["number"], "copies": [1] * len(names)},
        },
        declaration=replace(DECLARATION, words=replace(WORDS, smallest=smallest)),
        baseline={"rules": {"frost": "on"}, "seats": [f"gardener {n[0]}" for n in STRATEGIES]},
    )
