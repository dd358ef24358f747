"""The result tables of Envelopes of Cash: their columns, as the kernel writes them.

The runner puts ``arm`` before the columns of every table. The kernel writes every column as
int32 (``win_share`` as float64); files use the type named here, and a value that does not fit is
an error, never wrapped.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from eoc_sim.simulator.eoc.state import PART_NAMES

COLOUR_NAMES = ("green", "purple", "yellow", "blue", "orange", "magenta")
REGION_NAMES = ("Northwest", "Southwest", "Texas", "Midwest", "South", "Northeast")
POSITION_NAMES = ("QB", "RB", "WR", "TE", "OL", "DL", "LB", "DB")
SOURCE_NAMES = ("hand", "pool", "stash")
HOW_NAMES = ("stash", "hand", "pool")
MODE_NAMES = ("full", "half")


class Column(NamedTuple):
    """One column: its name, its type in the file and what it says.

    ``kind`` is the name of a polars type, or the labels of a column that holds one of several
    words (the kernel writes the label's index).
    """

    name: str
    kind: str | tuple[str, ...]
    description: str


def _seat_columns() -> tuple[Column, ...]:
    return (
        Column("game", "Int32", "number of the game, from 0"),
        Column("seat", "Int8", "seat, clockwise from 0"),
        Column("order", "Int8", "place in March's turn order, 0 = starting player"),
        Column("strategy", "Int8", "id in dims/strategies"),
        Column("region", "Int8", "id in dims/regions: the player's own region"),
        Column("coach", "Int8", "id in dims/coaches, -1 none"),
        Column("board", "Int8", "id in dims/boards, -1 none"),
        Column("score", "Int16", "final stars"),
        Column("rank", "Int8", "1 + players better by score and tie-breaks (SCO-7)"),
        Column("win_share", "Float64", "1/k for each of k players still tied (SCO-6)"),
        *(Column(name, "Int16", "stars, part of the score (SCO-8)") for name in PART_NAMES),
        Column("recruits_signed", "Int8", "recruits signed"),
        Column("unique_positions", "Int8", "different positions signed"),
        Column("region_recruits", "Int8", "recruits of the best region (SCO-4)"),
        Column("border_recruits", "Int8", "recruits signed in border states"),
        Column("cards_played", "Int8", "cards put into play"),
        Column("bucks_left", "Int16", "BB after the final campaign"),
        Column("ec_received", "Int16", "EC that came to the mat, from calendar, bets and effects"),
        Column("ec_wasted", "Int16", "EC lost at the end of turns"),
        Column("trades", "Int16", "trades made"),
        Column("moves_free", "Int16", "free steps"),
        Column("moves_paid", "Int16", "steps paid"),
        Column("runners", "Int16", "runners sent"),
        Column("packages_lost", "Int16", "EC in packages lost to other players' signings"),
        Column("bets", "Int16", "bet tokens placed, paid or free"),
        Column("bets_won", "Int16", "bet tokens that paid"),
    )


TABLES: dict[str, tuple[Column, ...]] = {
    "games": (
        Column("game", "Int32", "number of the game, from 0"),
        Column("players", "Int8", "players"),
        Column("start_seat", "Int8", "March's starting player"),
        Column("winner_seat", "Int8", "seat of the winner, -1 shared"),
        Column("margin", "Int16", "the winner's score less the best other score"),
        Column("lead_changes", "Int8", "times the sole leader at a month's end was a new one"),
        Column(
            "leader_month", "Int8",
            "month at whose end the winner led for good; 13 only after final scoring, 0 shared",
        ),
        Column("decisions", "Int16", "decisions asked of strategies"),
        Column("reshuffles", "Int8", "shuffles of the discard deck"),
    ),
    "seats": _seat_columns(),
    "cards": (
        Column("game", "Int32", "number of the game, from 0"),
        Column("seat", "Int8", "seat that drafted the card"),
        Column("card", "Int16", "id in dims/cards"),
        Column("source", SOURCE_NAMES, "where it was drafted from"),
        Column("drafted_month", "Int8", "month it was drafted"),
        Column("played_month", "Int8", "month it was put into play, 0 never"),
        Column("paid", "Int8", "EC and substitute BB paid for it"),
        Column("triggers", "Int16", "times its effect was triggered or took effect"),
        Column("effect_stars", "Int16", "stars from its effect, end of game included"),
    ),
    "offers": (
        Column("game", "Int32", "number of the game, from 0"),
        Column("card", "Int16", "id in dims/cards"),
        Column("seat", "Int8", "seat it was first dealt to, -1 the pool"),
        Column("month", "Int8", "month it first left the deck, 0 set-up"),
        Column("how", HOW_NAMES, "dealt as a stash card, into a hand, to the pool"),
        Column("passed", "Int16", "times somebody who could have drafted it drafted another"),
        Column("drafted_seat", "Int8", "seat that drafted it, -1 nobody"),
        Column("drafted_month", "Int8", "month it was drafted, 0 never"),
    ),
    "dice": (
        Column("game", "Int32", "number of the game, from 0"),
        Column("seat", "Int8", "seat"),
        Column("month", "Int8", "month of the roll"),
        Column("colour", COLOUR_NAMES, "the die's colour"),
        Column("value", "Int8", "the die's number as rolled"),
        Column("mode", MODE_NAMES, "taken at full or half value"),
        Column("target_month", "Int8", "month its EC go to"),
        Column("ec", "Int8", "EC it gives"),
    ),
    "months": (
        Column("game", "Int32", "number of the game, from 0"),
        Column("seat", "Int8", "seat"),
        Column("month", "Int8", "month"),
        Column("ec_received", "Int16", "EC that came to the mat"),
        Column("ec_spent_cards", "Int16", "EC paid for cards and their effects"),
        Column("ec_spent_recruits", "Int16", "EC paid from the mat for recruits"),
        Column("ec_spent_moves", "Int16", "EC paid for steps"),
        Column("ec_spent_bets", "Int16", "EC bet"),
        Column("ec_spent_trades", "Int16", "EC given in trades"),
        Column("ec_sent", "Int16", "EC sent by runner"),
        Column("ec_wasted", "Int16", "EC lost at the end of the turn"),
        Column("bucks_end", "Int16", "BB at the end of the turn"),
        Column("score_end", "Int16", "score at the end of the month"),
    ),
    "signings": (
        Column("game", "Int32", "number of the game, from 0"),
        Column("seat", "Int8", "seat that signed"),
        Column("spot", "Int8", "id in dims/spots"),
        Column("position", POSITION_NAMES, "the recruit's position"),
        Column("month", "Int8", "month"),
        Column("base", "Int8", "token value"),
        Column("vmd", "Int8", "VMD roll"),
        Column("stars", "Int16", "stars with all effects"),
        Column("package_ec", "Int8", "EC of the own package used"),
        Column("rivals", "Int8", "packages of other players lost"),
    ),
}
"""Every result table: its columns after ``arm``."""

ROW_KEYS: dict[str, tuple[str, ...]] = {
    "games": ("game",),
    "seats": ("game", "seat"),
    "cards": ("game", "seat", "drafted_month"),
    "offers": ("game", "card"),
    "dice": ("game", "seat", "month"),
    "months": ("game", "seat", "month"),
    "signings": ("game", "spot"),
}
"""The columns by which each table's rows are sorted within an arm."""


def row_dtype(table: str) -> np.dtype:
    """The record that the kernel writes for one row of ``table``."""
    return np.dtype(
        [
            (column.name, np.float64 if column.kind == "Float64" else np.int32)
            for column in TABLES[table]
        ]
    )
