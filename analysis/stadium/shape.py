"""The shape of play in Stadium: idle spaces, dead places, endings.

Questions are as in `eoc_sim.analysis.shape`; their numbers are per 100 games, rounds or owners.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from eoc_sim.analysis import shape
from eoc_sim.analysis.notable_findings import (
    ANY,
    SMALLEST_SHARE,
    GameMeasure,
    Question,
    ask_means,
    estimate_share,
    means,
    measures_statistic,
)
from eoc_sim.analysis.stadium import places, race, spaces
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_names

MAX_IDLE = 75.0
"""Maximum number of rounds in 100 that a space should be idle."""
MIN_IDLE = 5.0
"""Minimum number of rounds in 100 that a space should be idle.

Below this, its bonus tokens hardly ever grow.
"""
MAX_CAPPED = 1.0
"""Maximum number of games in 100 that should reach the round limit."""
MIN_ENDED_BY_THE_WINNER = 50.0
"""Minimum wins per 100 games for the owner who ends them.

An owner ends a game by placing the last block; games that end in other ways are not counted. Below
this, ending the game is a gift to the other owners.
"""
MAX_TIED = 8.0
"""Maximum number of games in 100 that should be tied on points."""
MAX_LED_BY_HALF = 50.0
"""Maximum number of games in 100 that should be decided by half-time.

Half-time is the middle of a game's rounds.
"""
MAX_LOSS_GAP = 20.0
"""Largest acceptable gap between the leading and the last-placed owner's losses.

Either may lose more. Losses are things lost to stacks per 100 rounds.
"""
MIN_GAMES_OF_PLACE = 2.0
"""Minimum number of games in 100 that should use each place."""
SMALLEST_USE_CHANGE = 1.0
DEAD_PLACES, IDLE_SPACES, UNEQUAL_LOSSES = "dead places", "idle spaces", "unequal losses"
"""Kinds of questions."""

ACTIONS = {
    "vp3_round": "buy a third VP",
    "vp4_round": "buy a fourth VP",
    "hired": "hire an employee",
    "stars": "use an employee's star",
    "drafted": "draft a player",
    "swapped": "swap a player",
    "cashed": "cash a player in",
    "field_blocks": "place a block on the field",
    "level_1_blocks": "place a block on level 1",
    "level_2_blocks": "place a block on level 2",
    "level_3_blocks": "place a block on level 3",
}
"""Possible actions of an owner, by the column that counts them."""


def ask(run: Run) -> shape.ShapeQuestions:
    """Ask all questions about a run of Stadium."""
    game_askers = [
        ("how games end", endings),
        ("idle mechanisms", idle_actions),
        ("dead places", dead_places),
        ("idle spaces", idle_spaces),
        ("whom losses hurt", losses),
    ]
    return shape.ask(run, [*shape.askers(), *game_askers])


ENDINGS = (
    GameMeasure(
        "cap",
        "games stopped at the round limit",
        "{} of 100 games are stopped at the round limit",
        (0.0, MAX_CAPPED),
    ),
    GameMeasure(
        "by_winner",
        "games that the winner ends",
        "{} of 100 games that end with the last block are won by the owner who places it",
        (MIN_ENDED_BY_THE_WINNER, ANY),
    ),
    GameMeasure(
        "tied", "games tied on points", "{} of 100 games are tied on points", (0.0, MAX_TIED)
    ),
    GameMeasure(
        "by_half",
        "games decided by half-time",
        "In {} of 100 games, the winner takes the lead for good by the halfway point",
        (0.0, MAX_LED_BY_HALF),
    ),
)


def endings(run: Run) -> list[Question]:
    """Ask how games end, and how early they are decided."""
    return ask_means(run, ENDINGS, endings_statistic(run))


def endings_statistic(run: Run) -> Statistic:
    """Return the statistic that `endings` reads."""
    table, shares = run.table_with("winner"), race.shares()
    return measures_statistic(
        "how games of Stadium end",
        [table],
        ENDINGS,
        lambda batch: batch.read(table, 0, ["game", "winner"], race.GAME_COLUMNS).select(
            "game",
            *(
                (100.0 * shares[ending.name].cast(pl.Float64)).alias(ending.name)
                for ending in ENDINGS
            ),
        ),
    )


def idle_actions(run: Run) -> list[Question]:
    """Ask about actions that hardly any owner takes."""
    measures = shape.idle_mechanisms(_actions(run), "owners")
    return ask_means(run, measures, idle_actions_statistic(run))


def _actions(run: Run) -> dict[str, str]:
    """Return the possible actions; leave out VPs that owners cannot buy."""
    rules = run.record["baseline"]["rules"]
    start = str(rules["vps_start"])
    vps_at_start = (3 if run.players == 2 else 2) if start == "auto" else int(start)
    buyable = {f"vp{number}_round" for number in range(vps_at_start + 1, int(rules["vp_max"]) + 1)}
    return {
        column: action
        for column, action in ACTIONS.items()
        if not column.startswith("vp") or column in buyable
    }


def idle_actions_statistic(run: Run) -> Statistic:
    """Return the statistic that `idle_actions` reads."""
    table, actions = run.table_with("win_share"), _actions(run)

    def rows(batch: Batch) -> pl.DataFrame:
        seats = batch.read(table, 0, ["game"], list(actions))
        return seats.group_by("game", maintain_order=True).agg(shape.use_columns(actions))

    return measures_statistic(
        "what owners do", [table], shape.idle_mechanisms(actions, "owners"), rows
    )


def dead_places(run: Run) -> list[Question]:
    """Ask how often each square and building is taken, in 100 games."""
    board = places.place_table(run)
    rates = estimate_share(
        run, *(board[name].to_numpy().astype(np.float64) for name in ("taken_games", "games"))
    )
    return [
        Question(
            ("taken", label),
            f"games in which {label} is taken",
            f"{label} is taken in {{}} of 100 games",
            rates,
            row,
            (MIN_GAMES_OF_PLACE, ANY),
            SMALLEST_USE_CHANGE,
            DEAD_PLACES,
            label,
        )
        for row, label in enumerate(board["label"])
    ]


def idle_spaces(run: Run) -> list[Question]:
    """Ask in how many of 100 rounds each action space is idle."""
    total = run.total(spaces.games_statistic(run))
    idleness = means(run, total, "idle", (0.0, 100.0))
    labels = add_names(total.select("space"), run.dim("spaces"), "space", "label")["label"]
    return [
        Question(
            ("idle", label),
            f"idle rounds of {label}",
            f"{label} is idle in {{}} of 100 rounds",
            idleness,
            row,
            (MIN_IDLE, MAX_IDLE),
            SMALLEST_SHARE,
            IDLE_SPACES,
            label,
        )
        for row, label in enumerate(labels)
    ]


def losses(run: Run) -> list[Question]:
    """Ask whether the leader loses more to stacks than the last-placed owner."""
    total = run.total(spaces.losses_statistic(run, "all"))
    maximum = 100.0 * max_losses(run)
    difference = means(run, total, "difference", (-maximum, maximum))
    return [
        Question(
            ("difference", spaces.ALL_SPACES),
            "things lost by the leader minus those lost by the owner in last place, in 100 rounds",
            "The leader's losses to stacks minus the last-placed owner's: {} in 100 rounds",
            difference,
            0,
            (-MAX_LOSS_GAP, MAX_LOSS_GAP),
            SMALLEST_SHARE,
            UNEQUAL_LOSSES,
            spaces.ALL_SPACES,
            signed=True,
        )
    ]


def max_losses(run: Run) -> int:
    """Return the most things that an owner can lose in a round.

    A stack costs one thing (LOS-4). With ``loss_count = token`` it costs one for each level above a
    double. A space starts with at most a single and gains at most one level per round, so a stack
    costs fewer things than the number of rounds played so far.
    """
    rules = run.record["baseline"]["rules"]
    per_stack = int(rules["round_cap"]) - 1 if rules["loss_count"] == "token" else 1
    return per_stack * run.dim("spaces").height


def statistics(run: Run) -> list[Statistic]:
    """List the statistics for these questions that no other module lists."""
    return [endings_statistic(run), idle_actions_statistic(run)]
