"""How well and how fast the scripted strategies play: the table of benchmarks/README.md.

    python benchmarks/strategy_table.py [--games 4000] [--write]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.game import Engine, load_strategy
from eoc_sim.simulator.eoc.rows import TABLES
from eoc_sim.simulator.eoc.rules import resolve

ARCHETYPES = ("hoarder", "quick_start", "vegas", "marketing_drip")
PARTS = (
    "cards", "card_effects", "coach_effects", "recruits", "marketing", "end_cards",
    "final_marketing", "positions", "region_points", "board_points",
)
README = Path(__file__).with_name("README.md")
BEGIN = "## Strategies"


def play(seats: Sequence[str], games: int, seed: int = 1) -> dict[str, np.ndarray]:
    """The result tables of ``games`` standard games of a line-up, seats rotated."""
    loaded = [load_strategy(seat) for seat in seats]
    engine = Engine(load(None), resolve("standard", {}), loaded, seed)
    return engine.worker().play(0, games, list(TABLES))


def speed(seats: Sequence[str], games: int, seed: int = 1) -> tuple[float, float]:
    """Games and decisions a second on one core without tables, the best of three."""
    loaded = [load_strategy(seat) for seat in seats]
    worker = Engine(load(None), resolve("standard", {}), loaded, seed).worker()
    decisions = worker.play(0, 500, ["games"])["games"]["decisions"].mean()
    best = 0.0
    for repeat in range(3):
        start = time.perf_counter()
        worker.play(repeat * games, games, [])
        best = max(best, games / (time.perf_counter() - start))
    return best, best * float(decisions)


def row(name: str, tables: dict[str, np.ndarray], strategy: int) -> dict[str, float]:
    """The means of one strategy of a line-up."""
    seats = tables["seats"]
    mine = seats[seats["strategy"] == strategy]
    keys = {(game, seat) for game, seat in zip(mine["game"], mine["seat"], strict=True)}
    dice = tables["dice"]
    own = np.array([(g, s) in keys for g, s in zip(dice["game"], dice["seat"], strict=True)])
    result = {
        "score": float(mine["score"].mean()),
        "error": float(1.96 * mine["score"].std() / np.sqrt(len(mine))),
        "win": float(mine["win_share"].mean()),
        "recruits": float(mine["recruits_signed"].mean()),
        "positions_held": float(mine["unique_positions"].mean()),
        "region_recruits": float(mine["region_recruits"].mean()),
        "cards_played": float(mine["cards_played"].mean()),
        "full": float((dice["mode"][own] == 0).mean()),
        "bets": float(mine["bets"].mean()),
        "campaigns": float(mine["marketing"].mean()),
        "runners": float(mine["runners"].mean()),
        "trades": float(mine["trades"].mean()),
        "paid": float(mine["moves_paid"].mean()),
        "received": float(mine["ec_received"].mean()),
        "wasted": float(mine["ec_wasted"].mean()),
        "lost": float(mine["packages_lost"].mean()),
        "left": float(mine["bucks_left"].mean()),
    }
    for part in PARTS:
        result[part] = float(mine[part if part != "recruits" else "recruits"].mean())
    result["recruits"] = float(mine["recruits_signed"].mean())
    result["recruit_stars"] = float(mine["recruits"].mean())
    return result


def main() -> None:
    """Print the tables; with ``--write`` put them into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--lineup", default=",".join(ARCHETYPES))
    options = parser.parse_args()
    start = time.perf_counter()
    lineup = options.lineup.split(",")
    rows = {}
    tables = play(lineup, options.games)
    for number, name in enumerate(lineup):
        if name not in lineup[:number]:
            rows[name] = row(name, tables, len(set(lineup[:number])))
    print(f"{time.perf_counter() - start:.1f} s")
    for key in next(iter(rows.values())):
        print(f"{key:16}", *(f"{one[key]:9.2f}" for one in rows.values()))


if __name__ == "__main__":
    main()
