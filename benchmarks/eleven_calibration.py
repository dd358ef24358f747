"""Compare Eleven's layouts and the planners of its season with expected ranges.

    python benchmarks/eleven_calibration.py [--matches 4000] [--games 1500]

In the league, managers have only a basic tactic card, so the search of INF-6 finds layouts in only
two formations; there are no other decisions. The ranges come from two earlier programs, run on the
same components, and depend on no planner. A figure outside its range means that rules,
components or the search have changed.

The season is played by planners, in all line-ups of four of them. Its ranges come from rough
planners: if a figure is outside, check the planners first, then the components, most of whose
numbers are reconstructed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations
from math import sqrt

import numpy as np

from eoc_sim.simulator.eleven.components import Components, load
from eoc_sim.simulator.eleven.engine import Engine, load_strategy
from eoc_sim.simulator.eleven.facts import EPIC_OBJECTIVE_VP
from eoc_sim.simulator.eleven.outcomes import DEALS
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.season_state import PART_OBJECTIVE
from eoc_sim.simulator.kernel.records import field_of

SEED = 101
MANAGERS = 4
START_TEAM = {"balls": "1 1 1 1 1", "shields": "1 1 1 1 1", "keeper": "1x1"}
"""A team without cards (MAT-2)."""
MAX_STANDARD_ERRORS = 3.0
"""The maximum distance from a figure to its range, in standard errors."""


@dataclass(frozen=True)
class SquadTarget:
    """A squad and the expected range of its mean points.

    ``weeks`` is 1 for a single match of the start team; otherwise a profile plays a league of this
    many weeks.
    """

    squad: str
    division: int
    effort: int
    weeks: int
    low: float
    high: float

    def __str__(self) -> str:
        """Describe the squad, division, effort and length."""
        length = "match" if self.weeks == 1 else "league"
        return f"{self.squad}, division {self.division}, effort {self.effort}, a {length}"

    def components(self) -> Components:
        """Return the components that have the squad."""
        if self.weeks > 1:
            return load()
        return load().with_changes({"profile": {f"{self.profile}1": START_TEAM}})

    @property
    def profile(self) -> str:
        """The profile played."""
        return self.squad if self.weeks > 1 else "amateur"

    def measure(self, matches: int) -> tuple[float, float]:
        """Return the mean points and their standard error in about ``matches`` matches."""
        rules = RULES.resolve(
            "league",
            {
                "profile": self.profile,
                "division": str(self.division),
                "weeks": str(self.weeks),
                "start_tactics": "0",
            },
        )
        seats = [load_strategy(f"balanced:effort={self.effort}")] * MANAGERS
        engine = Engine(self.components(), rules, seats, SEED)
        games = max(2, matches // (MANAGERS * self.weeks))
        rows = engine.worker().play(0, games, ("seats",))["seats"]
        means = rows["points"].reshape(games, MANAGERS).mean(axis=1)
        return float(means.mean()), float(means.std(ddof=1) / sqrt(games))

    def holds(self, mean: float, error: float) -> bool:
        """Return whether a mean is in the range, allowing for chance."""
        return (
            self.low - MAX_STANDARD_ERRORS * error
            <= mean
            <= self.high + MAX_STANDARD_ERRORS * error
        )


TARGETS = (
    SquadTarget("start team", 3, 12, 1, 1.75, 1.98),
    SquadTarget("start team", 2, 12, 1, 0.50, 0.66),
    SquadTarget("start team", 3, 1, 1, 0.60, 0.76),
    SquadTarget("start team", 2, 1, 1, 0.03, 0.10),
    SquadTarget("amateur", 3, 12, 6, 11.8, 13.2),
    SquadTarget("amateur", 2, 12, 6, 5.4, 7.0),
    SquadTarget("amateur", 1, 12, 6, 3.8, 5.0),
    SquadTarget("steady", 3, 12, 6, 16.6, 17.7),
    SquadTarget("steady", 2, 12, 6, 12.0, 13.4),
    SquadTarget("steady", 1, 12, 6, 8.0, 9.5),
    SquadTarget("strong", 3, 12, 6, 17.5, 18.0),
    SquadTarget("strong", 2, 12, 6, 16.0, 17.0),
    SquadTarget("strong", 1, 12, 6, 11.6, 13.2),
)


def lines(matches: int) -> Iterator[str]:
    """Measure every target of the league and yield a line about each."""
    for target in TARGETS:
        mean, error = target.measure(matches)
        verdict = "as expected" if target.holds(mean, error) else "OUTSIDE"
        yield (
            f"{target!s:<46} {mean:6.2f} ({error:.3f})  {target.low:5.2f} to {target.high:5.2f}  "
            f"{verdict}"
        )


# --- The season

PLANNERS = ("balanced", "squad", "youth_trader", "staff_set", "builder", "dealer")
TABLES = ("seats", "weeks", "matches")
PARTS = ("league", "youngsters", "stadium", "staff", "objective", "effects")
"""The parts of a score that can be large."""

Tables = Mapping[str, np.ndarray]


def season_engine(
    seats: Sequence[str],
    seed: int = SEED,
    components: Components | None = None,
    **switches: str,
) -> Engine:
    """Return an engine for the season.

    In its result rows, ``strategy`` is an index into ``seats``.
    """
    rules = RULES.resolve("standard", {"layer": "season", **switches})
    strategies = [load_strategy(seat) for seat in seats]
    return Engine(components or load(), rules, strategies, seed, strategy_ids=range(len(seats)))


def play(
    seats: Sequence[str],
    games: int,
    tables: Sequence[str] = ("seats",),
    seed: int = SEED,
    **switches: str,
) -> dict[str, np.ndarray]:
    """Return a line-up's result rows."""
    return dict(season_engine(seats, seed, None, **switches).worker().play(0, games, tables))


def play_line_ups(
    games: int,
    strategies: Sequence[str] = PLANNERS,
    tables: Sequence[str] = TABLES,
    seed: int = SEED,
    **switches: str,
) -> dict[str, np.ndarray]:
    """Return rows of about ``games`` games, from all line-ups of four strategies.

    All line-ups are played equally often. In the rows, ``strategy`` is an index into
    ``strategies``, and ``game`` numbers the games of all line-ups together.
    """
    line_ups = list(combinations(range(len(strategies)), MANAGERS))
    games_each = max(1, round(games / len(line_ups)))
    parts_of: dict[str, list[np.ndarray]] = {table: [] for table in tables}
    for number, line_up in enumerate(line_ups):
        seats = [strategies[index] for index in line_up]
        rows = play(seats, games_each, tables, seed + 2 * number, **switches)
        for table in tables:
            part = rows[table].copy()
            part["game"] += number * games_each
            if table == "seats":
                part["strategy"] = np.array(line_up)[part["strategy"]]
            parts_of[table].append(part)
    return {table: np.concatenate(parts) for table, parts in parts_of.items()}


def total(seats: np.ndarray, prefix: str) -> np.ndarray:
    """Add up the columns whose names begin with a prefix."""
    names = [name for name in seats.dtype.names or () if name.startswith(prefix)]
    return np.sum([seats[name].astype(int) for name in names], axis=0)


def part_percentage(tables: Tables, part: str) -> float:
    """Return a part's share of the score, as a percentage."""
    return 100 * float(tables["seats"][part].sum() / tables["seats"]["score"].sum())


def planner_rows(tables: Tables, strategy: int) -> np.ndarray:
    """Return the rows of a planner's seats."""
    return tables["seats"][tables["seats"]["strategy"] == strategy]


def wins_of(tables: Tables, strategy: int) -> float:
    """Return a planner's wins in 100 games."""
    return 100 * float(planner_rows(tables, strategy)["win_share"].mean())


def mean_fielded(tables: Tables, week: int) -> float:
    """Return the mean number of cards fielded in a week's match."""
    return float(tables["weeks"]["fielded"][tables["weeks"]["week"] == week].mean())


def is_host_row(tables: Tables) -> np.ndarray:
    """Return a mask of the Hosts' rows of league matches (PVP-3)."""
    hosts: np.ndarray = tables["matches"]["host"] == 1
    return hosts


def host_wins(tables: Tables) -> float:
    """Return the percentage of league matches that the Host wins."""
    return 100 * float((tables["matches"]["points"][is_host_row(tables)] == 3).mean())


def shoot_outs(tables: Tables) -> float:
    """Return the percentage of league matches with a shoot-out."""
    return 100 * float((tables["matches"]["shootout"][is_host_row(tables)] > 0).mean())


@dataclass(frozen=True)
class SeasonTarget:
    """A figure of the season's result rows, and its expected range."""

    name: str
    low: float
    high: float
    figure: Callable[[Tables], float]
    division: int = 3


def _seat_mean(column: str, factor: float = 1) -> Callable[[Tables], float]:
    return lambda tables: factor * float(tables["seats"][column].mean())


def _division_targets(
    division: int, points: tuple[float, float], *shares: tuple[float, float]
) -> tuple[SeasonTarget, ...]:
    """List the targets that every division has."""
    promotions, relegations = shares
    return (
        SeasonTarget("2: points", *points, _seat_mean("points"), division),
        SeasonTarget(
            "3: goals by both teams per match",
            3.3,
            5.5,
            lambda t: float((t["matches"]["goals"] + t["matches"]["against"]).mean()),
            division,
        ),
        SeasonTarget(
            "3: goals by the manager per match",
            2.2,
            2.9,
            lambda t: float(t["matches"]["goals"].mean()),
            division,
        ),
        SeasonTarget("3: percentage promoted", *promotions, _seat_mean("promoted", 100), division),
        SeasonTarget(
            "3: percentage relegated", *relegations, _seat_mean("relegated", 100), division
        ),
    )


SEASON_TARGETS = (
    *_division_targets(3, (13, 16), (45, 75), (0, 3)),
    *_division_targets(2, (8.5, 11.5), (25, 50), (5, 20)),
    *_division_targets(1, (6, 9), (5, 25), (20, 45)),
    SeasonTarget("4: income", 80, 110, lambda t: float(total(t["seats"], "money_from_").mean())),
    SeasonTarget("4: upkeep", 16, 26, _seat_mean("money_for_upkeep")),
    SeasonTarget("4: upkeep unpaid", 0, 1, lambda t: 6 * float(t["weeks"]["unpaid"].mean())),
    SeasonTarget(
        "4: money left, median", 5, 20, lambda t: float(np.median(t["seats"]["money_left"]))
    ),
    SeasonTarget(
        "4: money left, 95th percentile",
        0,
        35,
        lambda t: float(np.quantile(t["seats"]["money_left"], 0.95)),
    ),
    SeasonTarget("4: money left, maximum", 0, 60, lambda t: float(t["seats"]["money_left"].max())),
    SeasonTarget("5: score", 30, 48, _seat_mean("score")),
    SeasonTarget("5: league, percentage of VP", 30, 50, lambda t: part_percentage(t, "league")),
    SeasonTarget(
        "5: largest other part, percentage of VP",
        0,
        30,
        lambda t: max(part_percentage(t, part) for part in PARTS[1:]),
    ),
    SeasonTarget(
        "5: wins in 100 games, best planner",
        25,
        45,
        lambda t: max(wins_of(t, index) for index in range(len(PLANNERS))),
    ),
    SeasonTarget(
        "5: wins in 100 games, worst planner",
        5,
        25,
        lambda t: min(wins_of(t, index) for index in range(len(PLANNERS))),
    ),
    SeasonTarget(
        "5: wins in 100 games, balanced minus the best other",
        0,
        20,
        lambda t: wins_of(t, 0) - max(wins_of(t, index) for index in range(1, len(PLANNERS))),
    ),
    SeasonTarget("6: cards fielded in week 1", 2.0, 2.6, lambda t: mean_fielded(t, 1)),
    SeasonTarget("6: cards fielded in week 4", 3.0, 4.6, lambda t: mean_fielded(t, 4)),
    SeasonTarget(
        "6: injuries and suspensions",
        0.4,
        1.2,
        lambda t: float((t["seats"]["injuries"] + t["seats"]["suspensions"]).mean()),
    ),
)
"""Targets 2 to 6, for all line-ups of four planners, by division."""
EPIC_TARGETS = tuple(
    target
    for division, low, high in ((3, 22, 26), (2, 17, 20))
    for target in (
        SeasonTarget("8: points in Epic", low, high, _seat_mean("points"), division),
        SeasonTarget(
            "4: money left in Epic, median",
            0,
            50,
            lambda t: float(np.median(t["seats"]["money_left"])),
            division,
        ),
    )
)
"""Targets 4 and 8, for the same line-ups in the Epic league."""

MODULE_TARGETS = (
    ("league_matches", SeasonTarget("7: percentage of matches won by the Host", 47, 53, host_wins)),
    (
        "league_matches",
        SeasonTarget("7: percentage of matches with a shoot-out", 8, 25, shoot_outs),
    ),
    (
        "league_matches",
        SeasonTarget(
            "7: goals in a league match",
            7,
            10,
            lambda t: float(
                (t["matches"]["goals"] + t["matches"]["against"])[is_host_row(t)].mean()
            ),
        ),
    ),
    ("betting", SeasonTarget("8: money from the free bets", 3, 8, _seat_mean("money_from_bets"))),
)
"""Targets 7 and 8 for modules, each with its module's switch."""

DEALER_LINE_UPS = {
    "two dealers among others": ("balanced", "dealer", "squad", "dealer"),
    "four dealers": ("dealer",) * MANAGERS,
}
"""Line-ups with dealers, for games with transfers."""


def mean_of(column: str, tables: Tables, planner: int) -> float:
    """Return the mean of a column over a planner's seats."""
    return float(planner_rows(tables, planner)[column].mean())


SIGNATURES: dict[str, Callable[[Tables, int], float]] = {
    "wins in 100": wins_of,
    **{
        name: partial(mean_of, column)
        for name, column in (
            ("score", "score"),
            ("points", "points"),
            ("VP from the league", "league"),
            ("VP from youngsters", "youngsters"),
            ("VP from the stadium", "stadium"),
            ("VP from staff", "staff"),
            ("VP from the objective", "objective"),
            ("cards fielded", "fielded"),
            ("youngsters trained", "trained"),
            ("staff cards", "staff_cards"),
            ("office steps", "office"),
            ("tokens", "tokens"),
            ("sales", "actions_sell"),
            ("money from sales", "money_from_sales"),
            ("money for players", "money_for_hire"),
            ("money left", "money_left"),
        )
    },
}
"""The figures that distinguish planners (ARC), for the planner with a given index."""
EXTREMES = {"squad_weight": 2.0, "youth_weight": 8.5, "staff_weight": 5.0, "build_weight": 3.75}
"""Five times the weights of `balanced`."""
MIN_LOSS = 3
"""The minimum VP that each of these weights should cost."""
FULFILLED_RANGE, PERFECT_RANGE = (40, 95), (5, 50)
"""The expected percentages of objectives fulfilled, and of perfect ones."""


def extreme_loss(weight: str, games: int) -> float:
    """Return the VP lost if one weight is five times as high.

    Target 5 compares this loss with `MIN_LOSS`.
    """
    opponents = PLANNERS[1:4]
    plain = play(["balanced", *opponents], games)
    biased_tables = play([f"balanced:{weight}={EXTREMES[weight]}", *opponents], games)
    return float(
        planner_rows(plain, 0)["score"].mean() - planner_rows(biased_tables, 0)["score"].mean()
    )


def objectives(games: int) -> Iterator[tuple[str, float, float]]:
    """Yield each objective, how often it is fulfilled, and how often perfectly.

    The numbers are the percentages of target 6.
    """
    engine = season_engine(PLANNERS[:MANAGERS])
    worker = engine.worker()
    names = [row.name for row in engine.components.objectives]
    vp: dict[int, list[int]] = {}
    for game in range(games):
        rows = worker.play(game, 1, ("seats",))["seats"]
        taken_objective = field_of(worker.state, "seats")["objective"]
        for seat in range(MANAGERS):
            vp.setdefault(int(taken_objective[seat]), []).append(int(rows["objective"][seat]))
    for objective in sorted(vp):
        gains = np.array(vp[objective])
        yield (
            names[objective],
            100 * float((gains > 0).mean()),
            100 * float((gains == gains.max(initial=8)).mean()),
        )


def first_objectives(games: int, division: int) -> tuple[float, float, float]:
    """Return the percentages of Epic's first objectives missed, fulfilled and perfect."""
    switches = {"epic": "on", "division": str(division)}
    worker = season_engine(PLANNERS[:MANAGERS], SEED, None, **switches).worker()
    vp_earned: list[int] = []
    for game in range(games):
        worker.play(game, 1, ("seats",))
        vp_earned += field_of(worker.part("table"), "earned")[:MANAGERS, PART_OBJECTIVE].tolist()
    vp = np.array(vp_earned)
    misses, successes = float((vp == 0).mean()), float((vp == EPIC_OBJECTIVE_VP).mean())
    return 100 * misses, 100 * successes, 100 * (1 - misses - successes)


def epic_lines(games: int) -> Iterator[str]:
    """Measure the targets of the Epic league, and yield their lines."""
    for division in (3, 2):
        tables = play_line_ups(games, division=str(division), epic="on")
        for target in EPIC_TARGETS:
            if target.division == division:
                yield _season_line(target, tables)
        shares = ", ".join(f"{share:.0f}" for share in first_objectives(games // 10, division))
        yield f"division {division}: first objective missed, fulfilled, perfect: {shares} %"


def seat_effect(managers: int, games: int, first_manager: str) -> list[tuple[float, float]]:
    """Return wins in 100 by turn order, with standard errors.

    They are the wins of target 7, by turn order in week 1.
    """
    rows = play(["balanced"] * managers, games, first_manager=first_manager)["seats"]
    wins = [100 * rows["win_share"][rows["order"] == order] for order in range(managers)]
    return [
        (float(wins_of_seat.mean()), float(wins_of_seat.std(ddof=1) / sqrt(len(wins_of_seat))))
        for wins_of_seat in wins
    ]


def auctions(seats: Sequence[str], games: int) -> tuple[float, float, float]:
    """Return auctions per manager, the mean price, and mean strength + 1.

    An auction at a price of strength + 1 brings as much as a sale to the bank (TRA-5).
    """
    deals = play(seats, games, ("deals",), transfers="on")["deals"]
    auctions = deals[deals["deal"] == DEALS.index("auction")]
    sales = auctions[(auctions["buyer"] >= 0) & (auctions["refused"] == 0)]
    level = float(sales["strength"].mean()) + 1
    return len(auctions) / games / len(seats), float(sales["price"].mean()), level


def _season_line(target: SeasonTarget, tables: Tables) -> str:
    value = target.figure(tables)
    suffix = "" if target.low <= value <= target.high else "  OUTSIDE"
    name = f"division {target.division}, target {target.name}"
    return f"{name:76} {value:8.2f}  {target.low:g} to {target.high:g}{suffix}"


def season_lines(games: int) -> Iterator[str]:
    """Measure every target of the season and yield a line about each."""
    for division in (3, 2, 1):
        tables = play_line_ups(games, division=str(division))
        for target in SEASON_TARGETS:
            if target.division == division:
                yield _season_line(target, tables)
        result = play(["random"] * MANAGERS, games, division=str(division))
        yield (
            f"division {division}, target 2: `random` wins "
            f"{float(result['seats']['points'].mean()):.2f} points "
            f"(at most {4 if division == 3 else 2})"
        )
        if division == 3:
            for name, figure in SIGNATURES.items():
                values = (
                    f"{planner} {figure(tables, index):.2f}"
                    for index, planner in enumerate(PLANNERS)
                )
                yield f"{name}: {', '.join(values)}"
    for weight in EXTREMES:
        loss = extreme_loss(weight, games)
        yield f"5: {weight} five times as high loses {loss:.1f} VP (at least {MIN_LOSS})"
    for name, fulfilled, perfect in objectives(games):
        shares = (("fulfilled", fulfilled, FULFILLED_RANGE), ("perfect", perfect, PERFECT_RANGE))
        phrases = (f"{share:.0f} {word} ({low} to {high})" for word, share, (low, high) in shares)
        yield f"6: {name}: {', '.join(phrases)}"
    for switch, target in MODULE_TARGETS:
        yield _season_line(target, play_line_ups(games, PLANNERS, TABLES, SEED, **{switch: "on"}))
    for name, seats in DEALER_LINE_UPS.items():
        number, price, level = auctions(seats, games)
        yield f"8: {name}: {number:.2f} auctions per manager, price {price:.1f} (above {level:.1f})"
    for managers in (2, 3, 4):
        for first_manager in ("rotates", "fixed"):
            wins = seat_effect(managers, games, first_manager)
            by_order = ", ".join(f"{mean:.1f} ({error:.1f})" for mean, error in wins)
            yield f"7: {managers} managers, marker {first_manager}: wins by order {by_order}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print figures; return 1 if a league figure is out of range."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=4000)
    parser.add_argument(
        "--games", type=int, default=1500, help="games of the season; 0 leaves the season out"
    )
    options = parser.parse_args(arguments)
    is_outside = False
    for line in lines(options.matches):
        print(line, flush=True)
        is_outside |= line.endswith("OUTSIDE")
    if options.games > 0:
        for line in chain(season_lines(options.games), epic_lines(options.games)):
            print(line, flush=True)
    return int(is_outside)


if __name__ == "__main__":
    raise SystemExit(main())
