"""The pitch: shots and goals by section, formations, tactics and effort."""

from __future__ import annotations

import json

import polars as pl

from eoc_sim.analysis.eleven.matches import (
    ALL_MATCHES,
    FACING,
    SECTIONS,
    hyphenate,
    matches_statistic,
    means_of,
)
from eoc_sim.analysis.statistic import Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_labels, add_names

EFFORT = "effort"
"""The strategies' parameter for the number of layouts that they try."""
MEASURES = ("shots", "goals", "shots_against", "goals_against")
"""A section's shots and goals in a match."""
MATCH_VALUES = (
    *("points", "expected", "goals", "tactic_goals", "against", "strength"),
    *("saves", "saves_against"),
)
STRATEGY = {"strategy": pl.col("strategy")}
FORMATION = {"formation": pl.col("formation")}
TACTIC = {"tactic": pl.col("tactic")}


def sections(run: Run) -> pl.DataFrame:
    """Tabulate shots and goals per match, by section of the manager's team.

    There is one row per section. Columns: section, games, and `MEASURES`, each with _low and _high.
    Shots against a section are those taken by the opposing club's section that it faces.
    """
    (row,) = means_of(run, sections_statistic(run)).iter_rows(named=True)
    return pl.DataFrame(
        [
            {"section": section, "games": row["games"]}
            | {
                f"{measure}{end}": row[f"{measure}_{section}{end}"]
                for measure in MEASURES
                for end in ("", "_low", "_high")
            }
            for section in SECTIONS
        ]
    )


def sections_statistic(run: Run) -> Statistic:
    """Return the statistic that `sections` reads."""
    derived_values: dict[str, pl.Expr] = {}
    for section in SECTIONS:
        facing = FACING[section]
        derived_values |= {
            f"shots_{section}": pl.col(f"shots_{section}"),
            f"goals_{section}": pl.col(f"goals_of_{section}"),
            f"shots_against_{section}": pl.col(f"shots_against_{facing}"),
            f"goals_against_{section}": pl.col(f"goals_against_of_{facing}"),
        }
    return matches_statistic(run, "shots and goals by section", ALL_MATCHES, (), derived_values)


def by_strategy(run: Run) -> pl.DataFrame:
    """Tabulate each strategy's mean results per match.

    Columns: strategy, label, games, effort (None if the strategy has none), and `MATCH_VALUES` with
    _low and _high.
    """
    frame = add_labels(
        run, means_of(run, strategies_statistic(run)), run.column("strategy"), "strategy"
    )
    efforts = efforts_of(run)
    return frame.with_columns(
        pl.Series(EFFORT, [efforts.get(name) for name in frame["label"]], dtype=pl.Float64)
    )


def strategies_statistic(run: Run) -> Statistic:
    """Return the statistic that `by_strategy` reads."""
    return matches_statistic(run, "matches by strategy", STRATEGY, MATCH_VALUES)


def efforts_of(run: Run) -> dict[str, float]:
    """Return the effort of the strategies that have one, by name."""
    strategies = run.dim(run.column("strategy").dim)
    efforts = {}
    for name, parameters in strategies.select("name", "parameters").iter_rows():
        effort = json.loads(parameters or "{}").get(EFFORT)
        if effort is not None:
            efforts[name] = float(effort)
    return efforts


def by_formation(run: Run) -> pl.DataFrame:
    """Tabulate mean results with each formation: label, games and `matches.RESULTS`."""
    return _label_formations(means_of(run, formations_statistic(run)))


def formations_by_strategy(run: Run) -> pl.DataFrame:
    """Tabulate each strategy's formations, with the strategy's name in ``strategy_label``."""
    frame = means_of(run, formations_by_strategy_statistic(run))
    return _label_formations(_with_strategy(run, frame))


def formations_statistic(run: Run) -> Statistic:
    """Return the statistic that `by_formation` reads."""
    return matches_statistic(run, "matches by formation", FORMATION)


def formations_by_strategy_statistic(run: Run) -> Statistic:
    """Return the statistic that `formations_by_strategy` reads."""
    return matches_statistic(run, "matches by strategy and formation", STRATEGY | FORMATION)


def _label_formations(frame: pl.DataFrame) -> pl.DataFrame:
    """Label formations as managers write them: 4-4-2."""
    labels = hyphenate(frame["formation"])
    return frame.with_columns(pl.Series("label", labels, dtype=pl.String))


def by_tactic(run: Run) -> pl.DataFrame:
    """Tabulate mean results with each tactic card: label, games and `matches.RESULTS`."""
    return _with_tactic(run, means_of(run, tactics_statistic(run)))


def tactics_by_strategy(run: Run) -> pl.DataFrame:
    """Tabulate each strategy's tactic cards, with the strategy's name in ``strategy_label``."""
    frame = means_of(run, tactics_by_strategy_statistic(run))
    return _with_tactic(run, _with_strategy(run, frame))


def tactics_statistic(run: Run) -> Statistic:
    """Return the statistic that `by_tactic` reads."""
    return matches_statistic(run, "matches by tactic card", TACTIC)


def tactics_by_strategy_statistic(run: Run) -> Statistic:
    """Return the statistic that `tactics_by_strategy` reads."""
    return matches_statistic(run, "matches by strategy and tactic card", STRATEGY | TACTIC)


def _with_tactic(run: Run, frame: pl.DataFrame) -> pl.DataFrame:
    return add_names(frame, run.dim("tactics"), "tactic", "label")


def _with_strategy(run: Run, frame: pl.DataFrame) -> pl.DataFrame:
    strategies = run.dim(run.column("strategy").dim)
    return add_names(frame, strategies, "strategy", "strategy_label")


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [
        sections_statistic(run),
        strategies_statistic(run),
        formations_statistic(run),
        formations_by_strategy_statistic(run),
        tactics_statistic(run),
        tactics_by_strategy_statistic(run),
    ]
