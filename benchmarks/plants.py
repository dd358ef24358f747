"""Plant broken numbers and count those that ``eoc-sim balance`` finds.

    python benchmarks/plants.py                      all ten plants, on seed 1
    python benchmarks/plants.py --seed 5 --only coach rule

Any number on a card or coach, or in a rule, may be edited; the target is one that the unbroken game
meets. A plant counts as found if all of its keys are among the proposed edits, and as mended if the
estimates from fresh games meet the target. A plant takes one to four minutes on two cores.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import polars as pl

TARGET = (
    "--seats",
    "hoarder,balanced,vegas,marketing_drip",
    "--strategies",
    "17-33",
    "--turn-order",
    "13",
    "--dealt",
    "14",
    "--cards",
    "7",
)
POLISHER = "coach.HC9.effect=sign: if position te|ol|dl|lb: 5 stars"
DARLING = "coach.HC12.effect=play: 5 bucks"
PLANTS = {
    "card": ("card.041.stars=12",),
    "another card": ("card.018.stars=12",),
    "card's effect": ("card.064.effect=month: pay 1 bucks: 9 free_bets",),
    "coach": (POLISHER,),
    "another coach": (DARLING,),
    "rule": ("rules.order_stars_1=15",),
    "another rule": ("rules.seeded_months=0",),
    "card and coach": ("card.041.stars=12", POLISHER),
    "card and rule": ("card.018.stars=12", "rules.order_bucks_1=20"),
    "card, coach and rule": ("card.041.stars=12", DARLING, "rules.order_stars_1=15"),
}


def main() -> None:
    """Search for each plant and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=PLANTS, default=[*PLANTS])
    options = parser.parse_args()
    number_found = number_mended = 0
    for name in options.only:
        keys, edits, is_mended = _search(PLANTS[name], options.games, options.seed)
        is_found = keys <= set(edits)
        number_found, number_mended = number_found + is_found, number_mended + is_mended
        print(
            f"{name}: {'found' if is_found else 'NOT FOUND'}, "
            f"{'mended' if is_mended else 'NOT MENDED'}: {'; '.join(edits.values()) or 'no edit'}",
            flush=True,
        )
    print(f"Found {number_found} and mended {number_mended} of {len(options.only)}.")


def _search(plant: tuple[str, ...], games: int, seed: int) -> tuple[set[str], dict[str, str], bool]:
    """Search for a plant; return its keys, the edits, and success.

    The edits map keys to sentences. Success means that the target is met.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        command = [
            sys.executable,
            "-m",
            "eoc_sim",
            "balance",
            *TARGET,
            "--quiet",
            "--games",
            str(games),
            "--seed",
            str(seed),
            "--out",
            str(out),
        ]
        for setting in plant:
            command += ["--change", setting]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        table = out / "metrics" / "edits.parquet"
        edits = (
            dict(pl.read_parquet(table).select("key", "sentence").iter_rows())
            if table.exists()
            else {}
        )
    return {edit.partition("=")[0] for edit in plant}, edits, "The target is met" in output


if __name__ == "__main__":
    main()
