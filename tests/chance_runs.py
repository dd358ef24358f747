"""Runs of games of pure chance with planted effects."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
from synthetic_runs import stars_change, table, write_run

from eoc_sim.analysis.eoc import shape as eoc_shape

GAMES = 2400


def chance_run(
    path: Path,
    games: int = GAMES,
    seed: int = 1,
    coach: float = 0.0,
    coach_of: int | None = None,
    order: float = 0.0,
    final: float = 0.2,
    august: float = 0.3,
    signed: int = 8,
    bets: float = 0.5,
    versions: tuple[int, ...] = (),
) -> Path:
    """Simulate games of pure chance with planted effects.

    The owner of coach 0 gains ``coach`` stars (only with strategy ``coach_of`` if given), and the
    first player gains ``order`` stars. The final scoring decides a share ``final`` of the games,
    and in a share ``august`` the winner leads by the end of August. Each seat signs ``signed`` of
    the 40 recruits and bets in a share ``bets`` of its games. ``versions`` gives, for each version,
    the number of games that differ.
    """
    rng = np.random.default_rng(seed)
    seat = np.arange(4)
    number = np.arange(games)
    strategy = (seat[None, :] + number[:, None]) % 4
    first = rng.integers(0, 4, games)
    place = (seat[None, :] - first[:, None]) % 4
    coaches = rng.permuted(np.tile(np.arange(12), (games, 1)), axis=1)[:, :4]
    parts = rng.poisson(30, (games, 4, 4))
    helped = (coaches == 0) & ((strategy == coach_of) if coach_of is not None else True)
    parts[:, :, 0] += (coach * helped + order * (place == 0)).astype(int)
    region = rng.permuted(np.tile(np.arange(6), (games, 1)), axis=1)[:, :4].ravel()
    board = rng.permuted(np.tile(np.arange(8), (games, 1)), axis=1)[:, :4].ravel()
    bet = (rng.random(4 * games) < bets).astype(int)
    tables: dict[str, list[pl.DataFrame]] = {"seats": [], "games": []}
    for arm, differing in enumerate((0, *versions)):
        score = parts.sum(axis=2) + (number < differing)[:, None]
        best = score == score.max(axis=1, keepdims=True)
        ranked = np.sort(score, axis=1)
        flat = {
            "arm": np.full(4 * games, arm),
            "game": np.repeat(number, 4),
            "seat": np.tile(seat, games),
        }
        names = ("cards", "recruits", "positions", "marketing")
        tables["seats"].append(
            table(
                "seats",
                flat
                | {
                    "order": place.ravel(),
                    "strategy": strategy.ravel(),
                    "coach": coaches.ravel(),
                    "region": region,
                    "board": board,
                    "score": score.ravel(),
                    "win_share": (best / best.sum(1, keepdims=True)).ravel(),
                    "recruits_signed": np.full(4 * games, signed),
                    "ec_received": np.full(4 * games, 100),
                    **{name: parts[:, :, index].ravel() for index, name in enumerate(names)},
                    "bets": bet,
                    **{
                        name: np.ones(4 * games, dtype=int)
                        for name in eoc_shape.MECHANISMS | eoc_shape.BY_RULE
                        if name not in ("bets", "marketing")
                    },
                },
            )
        )
        month = np.where(
            rng.random(games) < august, 3, np.where(rng.random(games) < final / (1 - august), 13, 9)
        )
        tables["games"].append(
            table(
                "games",
                {
                    "arm": np.full(games, arm),
                    "game": number,
                    "players": [4] * games,
                    "winner_seat": np.where(best.sum(1) == 1, best.argmax(1), -1),
                    "margin": ranked[:, -1] - ranked[:, -2],
                    "leader_month": month,
                },
            )
        )
    joined = {name: pl.concat(frames) for name, frames in tables.items()}
    return write_run(
        path,
        joined,
        arms=[stars_change(5, value) for value in range(len(versions))],
    )
