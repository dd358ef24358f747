"""A tiny compiled game: each owner throws ten dice, and the rules count low and high ones.

Tests write a copy of this file with two more lines: one declares a column, and the other, in a
rule, fills it. The versions are those of the counter game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from runs import counter_game as counter

from eoc_sim.simulator.kernel.columns import (
    GAME,
    SEAT,
    STRATEGY,
    Column,
    Table,
    group,
    habit_column,
)
from eoc_sim.simulator.kernel.compiled import compiled, compiled_entry
from eoc_sim.simulator.kernel.fields import Array, Record, field
from eoc_sim.simulator.kernel.noting import copy_row
from eoc_sim.simulator.kernel.records import make_records
from eoc_sim.simulator.kernel.requests import PLAY_GAMES
from eoc_sim.simulator.kernel.serving import Kernel, RowArrays
from eoc_sim.simulator.runs.game import Game

MAX_OWNERS, THROWS = 4, 10
SEATS = Table(
    "seats",
    "game and seat",
    (
        GAME,
        SEAT,
        STRATEGY,
        Column("score", "Int16", "all pips", "score", "pips", "pips"),
        Column("win_share", "Float64", "1/k for each of k tied winners", "win_share"),
        *group(
            "low_high", (habit_column(f"{name}s", "Int8", name, name) for name in ("low", "high"))
        ),
        # One more column.
    ),
    ("game", "seat"),
    max_rows=lambda engine: len(engine.line_up),
)
TABLES = {"seats": SEATS}


class Ledger(Record):
    """The rows that the rules record."""

    seats: Array = field("", MAX_OWNERS, kind=SEATS.ledger_dtype)


class TableView(Record):
    """The part of the state that strategies see, called the table."""

    score: Array = field("pips so far", MAX_OWNERS)


STATE = np.dtype(
    [
        ("table", TableView.dtype),
        ("ledger", Ledger.dtype),
        ("seats", np.dtype([("seat", np.int32)]), MAX_OWNERS),
        ("order", np.dtype([("kind", np.int32)])),
    ]
)


@compiled
def throw(state, seat, pips):
    """Throw a die for an owner."""
    row = state.ledger.seats[seat]
    state.table.score[seat] += pips
    row.low_high[0 if pips <= 3 else 1] += 1
    # The value of one more column.


@compiled
def play_game(state, game, seed, owners):
    """Play a game."""
    for seat in range(owners):
        row = state.ledger.seats[seat]
        row.low_high[0] = 0
        row.low_high[1] = 0
        state.table.score[seat] = 0
        for number in range(THROWS):
            throw(state, seat, 1 + (seed + seat * 5 + number * (number + game)) % 6)


@compiled
def write_rows(state, game, owners, rows, filled):
    """Write the rows of a game."""
    best = 0
    for seat in range(owners):
        best = max(best, state.table.score[seat])
    winners = 0
    for seat in range(owners):
        winners += state.table.score[seat] == best
    for seat in range(owners):
        row = copy_row(state.ledger.seats[seat], game, rows, filled, 0)
        row.seat = seat
        row.strategy = seat
        row.score = state.table.score[seat]
        row.win_share = 1.0 / winners if state.table.score[seat] == best else 0.0


@compiled_entry
def serve(states, others, traces, policy_sets, requests, ends, rows, filled):
    """Play the requested games; ``seat`` of the request is the number of owners."""
    request = requests[0]
    for game in range(request.game, request.game + request.games):
        play_game(states[0], game, request.seed, request.seat)
        write_rows(states[0], game, request.seat, rows[0], filled)
    return 0


KERNEL = Kernel(
    module=__name__,
    serve=serve,
    state=STATE,
    tables=TABLES,
    functions=("act",),
    phases=("set-up", "over"),
    round_field="round",
)


@dataclass
class Engine:
    line_up: Sequence[str]
    seed: int

    @property
    def players(self) -> int:
        return len(self.line_up)

    def worker(self) -> Engine:
        return self

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, Any]:
        rows = RowArrays(KERNEL, {name: games * TABLES[name].max_rows(self) for name in keep})
        request = {"game": first_game, "games": games, "seed": self.seed, "seat": self.players}
        KERNEL.ask(
            make_records(STATE, 1),
            KERNEL.policies([[0]] * MAX_OWNERS, []),
            KERNEL.requests(PLAY_GAMES, [request]),
            rows=rows,
        )
        return rows.take_rows()


BASELINE = counter.BASELINE
GAME_OF_NOTES: Game = replace(
    counter.counter_game(name="notes"),
    declaration=replace(counter.DECLARATION, tables=TABLES),
    default_tables=("seats",),
    engines=lambda versions, seed, seating: [
        Engine(counter.seats_of(version), seed) for version in versions
    ],
)
