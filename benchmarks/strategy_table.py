"""Measure the strength and speed of strategies, for benchmarks/README.md.

python benchmarks/strategy_table.py [--games 4000] [--write]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from eoc_sim.analysis.stats import mean_interval
from eoc_sim.simulator.eoc.columns import PART_NAMES, TABLES
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.engine import Engine, Worker, load_strategy, strategy_folders
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.yardstick import YARDSTICK, YARDSTICK_EDITION

ARCHETYPES = ("hoarder", "quick_start", "vegas", "marketing_drip")
README = Path(__file__).with_name("README.md")
HEADING = "## Strategies"
SEED = 1
FIRST_GAME = 1_900_000_000
"""The first game of a range not used for learning or tuning."""
RUNGS = ("random", "beginner", "casual", "club", "seasoned", "balanced")
"""Strategies by skill, least skilled first.

All but random are one strategy with a parameter for skill.
"""
SEARCHER = "expert"
"""The strategy measured by searching.py instead."""
LEARNT_FILE = strategy_folders().strategies / "learnt" / f"{YARDSTICK_EDITION}.toml"
"""`balanced` with factors learnt on the yardstick's components."""
# A column's heading in the README, and its name in the table of seats.
PLAY_COLUMNS = (
    ("recruits", "recruits_signed"),
    ("positions", "unique_positions"),
    ("region", "region_recruits"),
    ("cards", "cards_played"),
    ("bets", "bets"),
    ("marketing", "marketing"),
    ("runners", "runners"),
    ("trades", "trades"),
    ("paid steps", "moves_paid"),
    ("EC", "ec_received"),
    ("EC wasted", "ec_wasted"),
    ("BB left", "bucks_left"),
)


def worker_of(seats: Sequence[str]) -> Worker:
    """Make a worker of the standard game with this line-up."""
    strategies = [load_strategy(seat) for seat in seats]
    return Engine(load(None), resolve("standard", {}), strategies, SEED, seating="rotate").worker()


def means(tables: Mapping[str, np.ndarray], strategy: int) -> dict[str, float]:
    """Return one strategy's mean results per game."""
    seats, dice = tables["seats"], tables["dice"]
    owner = np.full((int(seats["game"].max()) + 1, 4), -1)
    owner[seats["game"], seats["seat"]] = seats["strategy"]
    own_seats = seats[seats["strategy"] == strategy]
    modes = dice["mode"][owner[dice["game"], dice["seat"]] == strategy]
    result = {column: float(own_seats[column].mean()) for _, column in PLAY_COLUMNS}
    result |= {part: float(own_seats[part].mean()) for part in PART_NAMES}
    result["score"] = float(own_seats["score"].mean())
    score = own_seats["score"].astype(float)
    _, _, high = mean_interval(score.sum(), np.square(score).sum(), len(score))
    result["half_width"] = float(high) - result["score"]
    result["win_share"] = float(own_seats["win_share"].mean())
    result["full"] = 100 * float((modes == 0).mean())
    return result


def measure(games: int) -> dict[str, dict[str, float]]:
    """Measure the archetypes, `balanced` in each one's place, and four `random`."""
    tables = worker_of(ARCHETYPES).play(0, games, ["seats", "dice"])
    result = {name: means(tables, index) for index, name in enumerate(ARCHETYPES)}
    for index in range(4):
        seats = [*ARCHETYPES[:index], "balanced", *ARCHETYPES[index + 1 :]]
        tables = worker_of(seats).play(0, games // 4, ["seats", "dice"])
        result[f"balanced for {ARCHETYPES[index]}"] = means(tables, index)
    result["random"] = means(worker_of(["random"] * 4).play(0, games // 4, ["seats", "dice"]), 0)
    return result


def strength(games: int) -> list[list[str]]:
    """Measure each strategy's stars and wins in 100 against yardsticks.

    One seat plays against three yardsticks, first with the yardstick's components, then with the
    package's.
    """
    names = [name for name in strategy_folders().names() if name not in (SEARCHER, "random")]
    rows = []
    for spec in [*names, str(LEARNT_FILE)]:
        row = [f"balanced, learnt on {YARDSTICK_EDITION}" if spec == str(LEARNT_FILE) else spec]
        for components in (YARDSTICK_EDITION, None):
            row += against_yardsticks(spec, components, games)
        rows.append(row)
    return rows


def against_yardsticks(spec: str, components: str | None, games: int) -> list[str]:
    """Measure one seat's stars and wins in 100 against three yardsticks."""
    seats = [load_strategy(name) for name in (spec, *[YARDSTICK] * 3)]
    engine = Engine(load(components), resolve("standard", {}), seats, SEED, seating="rotate")
    rows = engine.worker().play(FIRST_GAME, games, ["seats"])["seats"]
    own_rows = rows[rows["strategy"] == 0]
    figures = (own_rows["score"].astype(float), 100 * own_rows["win_share"].astype(float))
    return [_with_interval(values) for values in figures]


def ladder(games: int) -> list[list[str]]:
    """Measure the stars of four equals per level, and pairs' wins.

    The wins, in 100 games, are those of a pair against a pair of the level below.
    """
    rows = []
    for rung, below in zip(RUNGS, (None, *RUNGS), strict=False):
        self_play = worker_of([rung] * 4).play(FIRST_GAME, games // 4, ["seats"])["seats"]
        row = [rung, _with_interval(self_play.reshape(-1, 4)["score"].mean(axis=1)), ""]
        if below is not None:
            seats = worker_of([rung, rung, below, below]).play(FIRST_GAME, games, ["seats"])
            own_seats = seats["seats"].reshape(-1, 4)
            wins = np.where(own_seats["strategy"] == 0, 100 * own_seats["win_share"], 0).sum(axis=1)
            row[2] = _with_interval(wins)
        rows.append(row)
    return rows


def _with_interval(values: np.ndarray) -> str:
    """Format the mean over games and its 95 % interval's half-width.

    If all values are equal, a different one is added to widen the interval.
    """
    numbers = values.astype(float)
    sample = numbers if np.ptp(numbers) else np.append(numbers, 100 - numbers[0])
    middle, _, high = mean_interval(sample.sum(), np.square(sample).sum(), len(sample))
    return f"{numbers.mean():.1f} ± {float(high) - float(middle):.1f}"


def speed(seats: Sequence[str], tables: Sequence[str]) -> tuple[float, float]:
    """Measure games and decisions per CPU second, best of 30 chunks."""
    worker = worker_of(seats)
    decisions = float(worker.play(0, 500, ["games"])["games"]["decisions"].mean())
    best = 1e9
    for chunk in range(30):
        start = time.process_time()
        worker.play(200 * chunk, 200, tables)
        best = min(best, (time.process_time() - start) / 200)
    return 1 / best, decisions / best


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table."""
    lines = ["| " + " | ".join(headings) + " |"]
    lines.append("|" + "|".join(["---"] + ["--:"] * (len(headings) - 1)) + "|")
    lines.extend("| " + " | ".join(row) + " |" for row in rows)
    return lines


def section(games: int) -> str:
    """Return the section of the README in Markdown."""
    figures = measure(games)
    play_rows = [
        [
            name,
            f"{figure['score']:.1f} ± {figure['half_width']:.1f}",
            f"{figure['win_share']:.2f}",
            f"{figure['full']:.0f} %",
            *(f"{figure[column]:.1f}" for _, column in PLAY_COLUMNS),
        ]
        for name, figure in figures.items()
    ]
    parts = [part for part in PART_NAMES if part != "trade_fees"]
    part_rows = [
        [name, *(f"{figure[part]:.1f}" for part in parts)] for name, figure in figures.items()
    ]
    speed_rows = [
        [label, *(f"{number:,.0f}".replace(",", " ") for number in speed(seats, tables))]
        for label, seats, tables in (
            ("four archetypes, no tables", ARCHETYPES, ()),
            ("four archetypes, all tables", ARCHETYPES, tuple(TABLES)),
            ("four random, no tables", ["random"] * 4, ()),
        )
    ]
    lines = [
        HEADING,
        "",
        f"Means per game in {games} four-player games of the standard rules, seats rotated, seed "
        f"{SEED} (a quarter as many games for `balanced` in each archetype's place, and for four "
        "`random`). ± is a 95 % interval; `full` is the share of dice taken at full value, "
        "`marketing` the stars bought before the final campaign.",
        "",
        *table(
            ["strategy", "stars", "win share", "full", *(heading for heading, _ in PLAY_COLUMNS)],
            play_rows,
        ),
        "",
        "Where the stars come from:",
        "",
        *table(["strategy", *(part.replace("_", " ") for part in parts)], part_rows),
        "",
        f"Strength: one seat against three `{YARDSTICK}`, with the components of "
        f"{YARDSTICK_EDITION} and with today's, in {games} games each. No strategy was learnt or "
        "tuned on these games. Equal players would win 25 games in 100:",
        "",
        *table(
            [
                "strategy",
                f"stars, {YARDSTICK_EDITION}",
                f"wins in 100, {YARDSTICK_EDITION}",
                "stars, today",
                "wins in 100, today",
            ],
            strength(games),
        ),
        "",
        "Levels of skill: four copies at one table, and two against two of the level below (equal "
        "pairs would win 50 games in 100), seats rotated. From `beginner` to `balanced` they are "
        "one strategy with `skill` 0, 20, 50, 80 and 100. The rulebook expects about 100 stars in "
        "a first game and 150 to 200 against Bubba, and it calls 200 ambitious.",
        "",
        *table(
            ["level", "stars of four equals", "wins in 100 of a pair against the level below"],
            ladder(games),
        ),
        "",
        "Speed on one core, in games and decisions per CPU second (best of 30 chunks of 200 "
        "games):",
        "",
        *table(["line-up", "games", "decisions"], speed_rows),
        "",
        "`python benchmarks/strategy_table.py --write` measures this again.",
    ]
    return "\n".join(lines) + "\n"


def put_into(readme: str, text: str, heading: str = HEADING) -> str:
    """Replace this section of the README, or append it."""
    if heading not in readme:
        return (readme.rstrip() + "\n\n" if readme.strip() else "# Benchmarks\n\n") + text
    before, _, remainder = readme.partition(heading)
    _, separator, after = remainder.partition("\n## ")
    return before + text + (separator + after if separator else "")


def main() -> None:
    """Print the section; with ``--write`` put it into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    text = section(options.games)
    print(text)
    if options.write:
        old = README.read_text(encoding="utf-8") if README.exists() else ""
        README.write_text(put_into(old, text), encoding="utf-8")


if __name__ == "__main__":
    main()
