"""Find the draws that belong to Envelopes of Cash's data family.

A draw belongs to the family if it meets the family's targets.

    python scripts/family_members.py               # check draws until 50 are kept; write the file
    python scripts/family_members.py --draws 60    # check this number of draws; write the file
    python scripts/family_members.py --check 3 17  # check these draws against the record

Targets and numbers of games are in data/eoc/family.toml. The script writes every draw's figures and
missed targets to data/eoc/family/draws.csv, so users need not play these games. A draw takes four
to eight seconds on one core.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import polars as pl

from eoc_sim.analysis.cards import card_table
from eoc_sim.analysis.strategies import win_shares
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.worth import with_worth
from eoc_sim.games import find
from eoc_sim.simulator.eoc.component_rows import Card
from eoc_sim.simulator.eoc.component_summary import deck, remarks
from eoc_sim.simulator.eoc.components import Components, load
from eoc_sim.simulator.eoc.family import DRAWS, checked_draws, draw_components, package_targets
from eoc_sim.simulator.runs.arms import baseline_arms
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Request, kept_current_tables, play, read_keep
from eoc_sim.simulator.runs.version_options import VersionOptions

FILE = Path(__file__).parents[1] / "data" / "eoc" / "family" / DRAWS
SEED = 2027
"""A separate seed; no strategy was tuned or learnt on its games."""
PLANNER, BEGINNER = "balanced", "beginner"
WANTED_MEMBERS = 50
COLUMNS = (
    "draw",
    "missed",
    "remarks",
    "mean_stars",
    "bubba",
    "bubba_low",
    "bubba_high",
    "beginners",
    "beginners_low",
    "beginners_high",
    "strongest",
    "strongest_worth",
    "strongest_low",
    "strongest_high",
    "printed",
    "printed_worth",
    "printed_low",
    "printed_high",
    "least_drafted",
    "least_drafts",
    "dead",
    "hash",
)


def play_games(components: Components, folder: Path, games: int, options: VersionOptions) -> Run:
    """Play games with these components, in one process."""
    game = find("eoc")
    version = replace(game.baseline(options), components=components)
    request = Request(
        "family members",
        baseline_arms(game, version),
        games,
        SEED,
        "balanced",
        read_keep(game, None),
        kept_current_tables(game, None, version),
    )
    directory = RunDirectory.claim(folder, "family members")
    return Run(play(game, request, directory, jobs=1).path)


def is_printed(card: Card) -> bool:
    """Return whether a card's stars and effect are the published ones.

    Draws vary only reconstructed cells, so they do not change the strength of such a card.
    """
    return {"stars", "effect"} <= set(card.printed_columns)


def check_draw(draw: int) -> dict[str, Any]:
    """Return a draw's row: its figures, and the targets it misses."""
    components = draw_components(load(), draw)
    targets = package_targets()
    row: dict[str, Any] = {
        "draw": draw,
        "hash": components.hash[:16],
        "remarks": len(remarks(components)),
        "mean_stars": deck(components).mean_stars,
    }
    failures = ["remarks"] if row["remarks"] else []
    with tempfile.TemporaryDirectory(prefix="eoc-sim-family-") as folder:
        solo = play_games(
            components,
            Path(folder) / "solo",
            targets.bubba_games,
            VersionOptions(seats=(PLANNER,), rules="solo"),
        )
        row |= scores(solo, "bubba", solo.words.automaton)
        four_beginners = play_games(
            components,
            Path(folder) / "beginners",
            targets.beginner_games,
            VersionOptions(seats=(BEGINNER,) * 4),
        )
        row |= scores(four_beginners, "beginners", BEGINNER)
        default_run = play_games(
            components, Path(folder) / "default", targets.card_games, VersionOptions()
        )
        row |= cards(default_run, components)
    for name, (low, high) in (("bubba", targets.bubba), ("beginners", targets.beginners)):
        if row[f"{name}_high"] < low or row[f"{name}_low"] > high:
            failures.append(name)
    if row["strongest_low"] > row["printed_worth"]:
        failures.append("strongest")
    if len(row["dead"].split()) > targets.most_dead:
        failures.append("dead")
    if row["least_drafts"] < targets.least_drafts:
        failures.append("drafts")
    row["missed"] = " ".join(failures)
    return {name: _format(row[name]) for name in COLUMNS}


def _format(value: Any) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def scores(run: Run, name: str, label: str) -> dict[str, float]:
    """Return a strategy's mean stars in a run, with their interval."""
    (row,) = win_shares(run).filter(pl.col("label") == label).iter_rows(named=True)
    return {name: row["score"], f"{name}_low": row["score_low"], f"{name}_high": row["score_high"]}


def cards(run: Run, components: Components) -> dict[str, Any]:
    """Return the strongest cards, the least drafted card, and the dead ones.

    There are two strongest cards: one among those whose stars and effect are printed, and one among
    all others.
    """
    verdicts = with_worth(run, card_table(run)).with_columns(
        pl.Series("number", [card.number for card in components.cards]),
        pl.Series("printed", [is_printed(card) for card in components.cards]),
    )
    row: dict[str, Any] = {
        "dead": " ".join(verdicts.filter(pl.col("worth_verdict") == "dead")["number"]),
    }
    for name, rows in (
        ("strongest", verdicts.filter(~pl.col("printed"))),
        ("printed", verdicts.filter("printed")),
    ):
        (best,) = rows.sort("worth", descending=True).head(1).iter_rows(named=True)
        row |= {
            name: best["number"],
            f"{name}_worth": best["worth"],
            f"{name}_low": best["worth_all_low"],
            f"{name}_high": best["worth_all_high"],
        }
    (least_drafted,) = verdicts.sort("drafted_games").head(1).iter_rows(named=True)
    return row | {
        "least_drafted": least_drafted["number"],
        "least_drafts": least_drafted["drafted_games"],
    }


def rows_of(draws: Sequence[int] | None) -> Iterator[dict[str, Any]]:
    """Yield the rows of these draws.

    If ``draws`` is None, yield the rows of draws 1, 2, 3 and so on, and never stop.
    """
    with ProcessPoolExecutor(2) as pool:
        if draws is not None:
            yield from pool.map(check_draw, draws)
            return
        for first in count(1, 8):
            yield from pool.map(check_draw, range(first, first + 8))


def main() -> None:
    """Check draws and write the file, or compare with it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--draws", type=int, help="number of draws [default: until 50 are kept]")
    parser.add_argument("--check", type=int, nargs="*", help="draws to compare with the record")
    arguments = parser.parse_args()
    if arguments.check is not None:
        records = {int(row["draw"]): row for row in checked_draws()}
        draws = arguments.check or sorted(records)
        differing = [row for row in rows_of(draws) if row != records[int(row["draw"])]]
        for row in differing:
            print(f"draw {row['draw']}: {row}\n  recorded: {records[int(row['draw'])]}")
        print(f"{len(draws) - len(differing)} of {len(draws)} draws agree with the record.")
        sys.exit(bool(differing))
    rows = []
    for row in rows_of(None if arguments.draws is None else range(1, arguments.draws + 1)):
        rows.append(row)
        print(f"draw {row['draw']}: {row['missed'] or 'kept'}", flush=True)
        if arguments.draws is None and sum(not entry["missed"] for entry in rows) >= WANTED_MEMBERS:
            break
    FILE.parent.mkdir(exist_ok=True)
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"{sum(not row['missed'] for row in rows)} of {len(rows)} draws are kept: {FILE}")


if __name__ == "__main__":
    main()
