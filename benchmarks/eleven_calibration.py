"""Compare the points of layouts in Eleven's league with expected ranges.

    python benchmarks/eleven_calibration.py [--matches 4000]

The search of INF-6 finds layouts with a basic tactic card, so in two formations; there are no other
decisions. Two earlier programs found the ranges on the same components; they depend on no planner.
A figure outside its range means that rules, components or the search have changed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from eoc_sim.simulator.eleven.components import Components, load
from eoc_sim.simulator.eleven.engine import Engine, load_strategy
from eoc_sim.simulator.eleven.rules import RULES

SEED = 101
MANAGERS = 4
START_TEAM = {"balls": "1 1 1 1 1", "shields": "1 1 1 1 1", "keeper": "1x1"}
"""A team without cards (MAT-2)."""
ERRORS = 3.0
"""Standard errors by which a figure may be outside its range."""


@dataclass(frozen=True)
class Target:
    """A squad and the expected range of its mean points.

    ``weeks`` is 1 for a single match of the start team; otherwise a profile plays a season.
    """

    squad: str
    division: int
    effort: int
    weeks: int
    low: float
    high: float

    def __str__(self) -> str:
        """Describe the squad, division, effort and length."""
        length = "match" if self.weeks == 1 else "season"
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
            "standard",
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
        return self.low - ERRORS * error <= mean <= self.high + ERRORS * error


TARGETS = (
    Target("start team", 3, 12, 1, 1.75, 1.98),
    Target("start team", 2, 12, 1, 0.50, 0.66),
    Target("start team", 3, 1, 1, 0.60, 0.76),
    Target("start team", 2, 1, 1, 0.03, 0.10),
    Target("amateur", 3, 12, 6, 11.8, 13.2),
    Target("amateur", 2, 12, 6, 5.4, 7.0),
    Target("amateur", 1, 12, 6, 3.8, 5.0),
    Target("steady", 3, 12, 6, 16.6, 17.7),
    Target("steady", 2, 12, 6, 12.0, 13.4),
    Target("steady", 1, 12, 6, 8.0, 9.5),
    Target("strong", 3, 12, 6, 17.5, 18.0),
    Target("strong", 2, 12, 6, 16.0, 17.0),
    Target("strong", 1, 12, 6, 11.6, 13.2),
)


def lines(matches: int) -> Iterator[str]:
    """Measure every target and yield a line on each."""
    for target in TARGETS:
        mean, error = target.measure(matches)
        verdict = "as expected" if target.holds(mean, error) else "OUTSIDE"
        yield (
            f"{target!s:<46} {mean:6.2f} ({error:.3f})  {target.low:5.2f} to {target.high:5.2f}  "
            f"{verdict}"
        )


def main() -> int:
    """Print the table; return 1 if a figure is outside."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=4000)
    is_outside = False
    for line in lines(parser.parse_args().matches):
        print(line, flush=True)
        is_outside |= line.endswith("OUTSIDE")
    return int(is_outside)


if __name__ == "__main__":
    raise SystemExit(main())
