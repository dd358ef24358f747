"""The columns of Envelopes of Cash's result tables.

The runner puts ``arm`` before the columns of every table. The kernel writes every column as
int32 (``win_share`` as float64); files use the type named here, and a value that does not fit is
an error, never wrapped.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eoc.state import (
    COLOUR_NAMES,
    MAX_PLAYERS,
    PART_NAMES,
    RECEIVED_NAMES,
    WASTED_NAMES,
)
from eoc_sim.simulator.runs.game import Column, Table, TieBreak, Words

REGION_NAMES = ("Northwest", "Southwest", "Texas", "Midwest", "South", "Northeast")
POSITION_NAMES = ("QB", "RB", "WR", "TE", "OL", "DL", "LB", "DB")
SOURCE_NAMES = ("hand", "pool", "stash")
HOW_NAMES = ("stash", "hand", "pool")
MODE_NAMES = ("full", "half")
TWIN_NAMES = (
    "card stars",
    "card effect",
    "card both",
    "EC foreseen",
    "EC surprise",
    "BB",
    "die mode",
)
"""The change in a twin of a game, by kind."""
MONTH_NAMES = (
    "set-up",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
    "January",
    "February",
)
BUBBA = "bubba"
"""The strategy name of the Bubba Bot in the result tables (SOLO-9)."""

WORDS = Words(
    title="Envelopes of Cash",
    notice="Not affiliated with, or endorsed by, the designer or the publisher of Envelopes of "
    "Cash.",
    score=("star", "stars"),
    months=MONTH_NAMES,
    smallest={"wins": 1.0, "score": 2.0},
    largest_score_change=20.0,
    automaton=BUBBA,
    automaton_words="the Bubba Bot",
)

PART_WORDS = {
    "cards": "cards in play",
    "card_effects": "card effects",
    "coach_effects": "coach",
    "recruits": "recruits",
    "marketing": "marketing",
    "end_cards": "end-of-game cards",
    "final_marketing": "final campaign",
    "positions": "positions",
    "region_points": "best region",
    "board_points": "recruiting board",
    "trade_fees": "trade fees",
    "order_stars": "stars for turn order",
}

GAME = Column("game", "Int32", "number of the game, from 0", "game")
SEAT = Column("seat", "Int8", "seat, clockwise from 0", "seat")


def _habit(name: str, kind: str, description: str, words: str, unit: str = "") -> Column:
    return Column(name, kind, description, "habit", unit, words)


def _seat_columns() -> tuple[Column, ...]:
    return (
        GAME,
        SEAT,
        Column(
            "order",
            "Int8",
            "place in March's turn order, 0 = starting player",
            "order",
            words="turn order",
            values=("first", "second", "third", "fourth"),
        ),
        Column("strategy", "Int8", "id in dims/strategies", "strategy", dim="strategies"),
        Column(
            "region",
            "Int8",
            "id in dims/regions: the player's own region",
            "dealt",
            dim="regions",
        ),
        Column(
            "coach",
            "Int8",
            "id in dims/coaches, -1 none",
            "dealt",
            words="head coach",
            dim="coaches",
        ),
        Column(
            "board",
            "Int8",
            "id in dims/boards, -1 none",
            "dealt",
            words="recruiting board",
            dim="boards",
        ),
        Column("score", "Int16", "final stars", "score", "stars", "stars"),
        Column("rank", "Int8", "1 + players better by score and tie-breaks (SCO-7)", "rank"),
        Column("win_share", "Float64", "1/k for each of k players still tied (SCO-6)", "win_share"),
        *(
            Column(
                name,
                "Int16",
                "stars, part of the score (SCO-8)",
                "part",
                "stars",
                PART_WORDS[name],
            )
            for name in PART_NAMES
        ),
        _habit("recruits_signed", "Int8", "recruits signed", "recruits"),
        _habit("unique_positions", "Int8", "different positions signed", "positions"),
        _habit("region_recruits", "Int8", "recruits of the best region (SCO-4)", "best region"),
        _habit("border_recruits", "Int8", "recruits signed in border states", "border recruits"),
        _habit("cards_played", "Int8", "cards put into play", "cards played"),
        _habit("bucks_left", "Int16", "BB after the final campaign", "BB left", "BB"),
        _habit(
            "ec_received",
            "Int16",
            "EC that came to the mat, from calendar, bets and effects",
            "EC received",
            "EC",
        ),
        Column("ec_wasted", "Int16", "EC lost at the end of turns", "waste", "EC", "EC wasted"),
        _habit("trades", "Int16", "trades made", "trades"),
        _habit("moves_free", "Int16", "free steps", "free steps"),
        _habit("moves_paid", "Int16", "steps paid", "paid steps"),
        _habit("runners", "Int16", "runners sent", "runners"),
        _habit(
            "packages_lost",
            "Int16",
            "EC in packages lost to other players' signings",
            "EC lost in packages",
            "EC",
        ),
        _habit("bets", "Int16", "bet tokens placed, paid or free", "bets"),
        _habit("bets_won", "Int16", "bet tokens that paid", "bets won"),
        Column(
            "corrected",
            "Int16",
            "orders of the seat that were banned, or that a ban made "
            "illegal, and were answered by the default functions (`eoc-sim restrict`)",
            "corrected",
            words="banned orders answered by the defaults",
        ),
        Column(
            "gave_way",
            "Int16",
            "decisions of the seat in which a ban left nothing else and gave "
            "way (`eoc-sim restrict`)",
            "gave_way",
            words="decisions in which a ban gave way",
        ),
    )


def _amount(name: str, kind: str, description: str, unit: str = "") -> Column:
    return Column(name, kind, description, "amount", unit)


CARD = Column("card", "Int16", "id in dims/cards", "card", dim="cards")


def _twin_columns() -> tuple[Column, ...]:
    return (
        GAME,
        Column("twin", TWIN_NAMES, "what the twin has otherwise", "twin"),
        Column(
            "seat",
            "Int8",
            "seat that is given something, takes the die, or first played the card",
            "seat",
        ),
        Column("strategy", "Int8", "id in dims/strategies", "strategy", dim="strategies"),
        Column("card", "Int16", "id in dims/cards, -1 no card", "card", dim="cards"),
        _amount(
            "colour",
            "Int8",
            "colour of the EC or of the die, from 0 in the order of dims/regions, -1 neither",
        ),
        Column("month", "Int8", "month of the gift, of the roll, or of the card's play", "month"),
        _amount("value", "Int8", "the die's number, 0 no die"),
        _amount("mode", "Int8", "how the die was taken: 0 full, 1 half, -1 no die"),
        _amount("target_month", "Int8", "month that the die's EC went to, 0 no die"),
        _amount("other_month", "Int8", "month that they went to in the twin, 0 no die"),
        *(
            Column(
                f"score_{seat}",
                "Int16",
                f"what it did to the score of seat {seat}: with less without",
                "score_change",
                "stars",
            )
            for seat in range(MAX_PLAYERS)
        ),
        *(
            Column(
                f"win_share_{seat}",
                "Float64",
                f"what it did to the win share of seat {seat}",
                "win_share_change",
            )
            for seat in range(MAX_PLAYERS)
        ),
        Column(
            "wasted",
            "Int16",
            "what it did to the EC that the seat lost at the end of turns",
            "wasted_change",
            "EC",
        ),
    )


TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        Table(
            "games",
            "game",
            (
                GAME,
                _amount("players", "Int8", "players"),
                Column("start_seat", "Int8", "March's starting player", "amount"),
                Column("winner_seat", "Int8", "seat of the winner, -1 shared", "winner"),
                Column(
                    "margin",
                    "Int16",
                    "the winner's score less the best other score",
                    "shape",
                    "stars",
                    "winner's margin, stars",
                ),
                Column(
                    "lead_changes",
                    "Int8",
                    "times the sole leader at a month's end was a new one",
                    "shape",
                    words="changes of the lead",
                ),
                Column(
                    "leader_month",
                    "Int8",
                    "month at whose end the winner led for good; 13 only after final scoring, "
                    "0 shared",
                    "month",
                ),
                Column(
                    "decisions",
                    "Int16",
                    "decisions asked of strategies",
                    "shape",
                    words="decisions in a game",
                ),
                Column("reshuffles", "Int8", "shuffles of the discard deck", "shape"),
            ),
            ("game",),
        ),
        Table("seats", "game and seat", _seat_columns(), ("game", "seat")),
        Table(
            "cards",
            "game, seat and card drafted",
            (
                GAME,
                Column("seat", "Int8", "seat that drafted the card", "seat"),
                CARD,
                Column("source", SOURCE_NAMES, "where it was drafted from", "label"),
                Column("drafted_month", "Int8", "month it was drafted", "taken_month"),
                Column(
                    "played_month", "Int8", "month it was put into play, 0 never", "played_month"
                ),
                Column("paid", "Int8", "EC and substitute BB paid for it", "price", "EC"),
                _amount("triggers", "Int16", "times its effect was triggered or took effect"),
                Column(
                    "effect_stars",
                    "Int16",
                    "stars from its effect, end of game included",
                    "effect",
                    "stars",
                ),
            ),
            ("game", "seat", "drafted_month"),
        ),
        Table(
            "offers",
            "game and card that left the deck",
            (
                GAME,
                CARD,
                Column("seat", "Int8", "seat it was first dealt to, -1 the pool", "seat"),
                Column("month", "Int8", "month it first left the deck, 0 set-up", "month"),
                Column("how", HOW_NAMES, "dealt as a stash card, into a hand, to the pool", "way"),
                Column(
                    "passed",
                    "Int16",
                    "times somebody who could have drafted it drafted another",
                    "passed",
                ),
                Column("drafted_seat", "Int8", "seat that drafted it, -1 nobody", "taker"),
                Column("drafted_month", "Int8", "month it was drafted, 0 never", "taken_month"),
            ),
            ("game", "card"),
        ),
        Table(
            "dice",
            "game, seat and die taken",
            (
                GAME,
                SEAT,
                Column("month", "Int8", "month of the roll", "month"),
                Column("colour", COLOUR_NAMES, "the die's colour", "label"),
                _amount("value", "Int8", "the die's number as rolled"),
                Column("mode", MODE_NAMES, "taken at full or half value", "label"),
                Column("target_month", "Int8", "month its EC go to", "target_month"),
                _amount("ec", "Int8", "EC it gives", "EC"),
            ),
            ("game", "seat", "month"),
        ),
        Table(
            "months",
            "game, seat and month",
            (
                GAME,
                SEAT,
                Column("month", "Int8", "month", "month"),
                _amount("ec_received", "Int16", "EC that came to the mat", "EC"),
                _amount("ec_spent_cards", "Int16", "EC paid for cards and their effects", "EC"),
                _amount("ec_spent_recruits", "Int16", "EC paid from the mat for recruits", "EC"),
                _amount("ec_spent_moves", "Int16", "EC paid for steps", "EC"),
                _amount("ec_spent_bets", "Int16", "EC bet", "EC"),
                _amount("ec_spent_trades", "Int16", "EC given in trades", "EC"),
                _amount("ec_sent", "Int16", "EC sent by runner", "EC"),
                _amount("ec_wasted", "Int16", "EC lost at the end of the turn", "EC"),
                _amount("bucks_end", "Int16", "BB at the end of the turn", "BB"),
                _amount("score_end", "Int16", "score at the end of the month", "stars"),
                *(
                    _amount(name, "Int16", f"{colour} EC that came to the mat", "EC")
                    for name, colour in zip(RECEIVED_NAMES, COLOUR_NAMES, strict=True)
                ),
                *(
                    _amount(name, "Int16", f"{colour} EC lost at the end of the turn", "EC")
                    for name, colour in zip(WASTED_NAMES, COLOUR_NAMES, strict=True)
                ),
            ),
            ("game", "seat", "month"),
        ),
        Table(
            "signings",
            "game and signed recruit",
            (
                GAME,
                Column("seat", "Int8", "seat that signed", "seat"),
                Column("spot", "Int8", "id in dims/spots", "place", dim="spots"),
                Column("position", POSITION_NAMES, "the recruit's position", "label"),
                Column("month", "Int8", "month", "month"),
                _amount("base", "Int8", "token value"),
                _amount("vmd", "Int8", "VMD roll"),
                Column("stars", "Int16", "stars with all effects", "effect", "stars"),
                _amount("package_ec", "Int8", "EC of the own package used", "EC"),
                Column(
                    "rivals",
                    "Int8",
                    "packages of other players lost",
                    "rivals",
                    words="contested recruits",
                ),
            ),
            ("game", "spot"),
        ),
        Table("twins", "game and twin of it that was played", _twin_columns(), ("game",)),
    )
}
"""Every result table: its columns after ``arm``."""


TIE_BREAKS = (
    TieBreak("bucks_left", {"ties": "broken"}),
    TieBreak("unique_positions", {"ties": "broken", "tiebreak2": "positions"}),
    TieBreak("recruits_signed", {"ties": "broken", "tiebreak2": "recruits"}),
)
"""SCO-6, before the roll-off."""


def _dim(name: str, row: str, *columns: Column, id_kind: str = "Int8") -> Table:
    """Declare a table of dims: ids and names, then ``columns``.

    ``row`` names the thing that a row stands for.
    """
    head = (
        Column("id", id_kind, f"what the columns `{row}` hold", "id"),
        Column("name", "String", "name", "name"),
    )
    return Table(name, row, (*head, *columns), ("id",))


def _text(name: str, description: str) -> Column:
    return Column(name, "String", description, "label")


NUMBER = _text("number", "printed number")
SOURCE = _text("source", "how much of the row is printed: printed, partial or reconstructed")

DIMS: dict[str, Table] = {
    table.name: table
    for table in (
        _dim(
            "strategies",
            "strategy",
            _text("file", "its file"),
            _text("parameters", "its parameters with their values, as JSON"),
            _text("brief", "in a few words, what it is"),
        ),
        _dim(
            "cards",
            "card",
            NUMBER,
            _text("type", "type"),
            _text("region", "region of its type"),
            _amount("copies", "Int8", "most copies in the deck of any version"),
            *(
                _amount(f"cost_{colour}", "Int8", f"{colour} EC of its cost", "EC")
                for colour in COLOUR_NAMES
            ),
            Column("stars", "Int8", "printed stars", "face_score", "stars"),
            _text("usage", "usage"),
            _text("effect", "effect, in the effect language"),
            Column("text", "String", "its own text", "face_text"),
            SOURCE,
            Column("price", "Int8", "EC of its cost, all colours", "face_price", "EC"),
            _text("printed_columns", "the columns of its row that are printed"),
            id_kind="Int16",
        ),
        _dim("coaches", "coach", NUMBER, _text("text", "its own text"), SOURCE),
        _dim("boards", "board", _text("positions", "its positions, the Top 3 first"), SOURCE),
        _dim("regions", "region", _text("colour", "colour of its EC")),
        _dim(
            "spots",
            "spot",
            _text("state", "state"),
            _text("regions", "regions that the state touches"),
            _amount("cost", "Int8", "EC that its recruit costs", "EC"),
        ),
        _dim(
            "places",
            "place on the map",
            _text("kind", "state, circle or headquarters"),
            _text("code", "short name of a state, postal codes where there are such"),
            _text("regions", "regions that a state touches; region of a headquarters"),
            SOURCE,
            _amount("x", "Float64", "where it is drawn, 0 in the west to 100 in the east"),
            _amount("y", "Float64", "where it is drawn, 0 in the north to 60 in the south"),
        ),
        _dim(
            "trails",
            "trail, one step from place to place",
            Column("start", "Int8", "id in dims/places: one end", "place", dim="places"),
            Column("end", "Int8", "id in dims/places: the other end", "place", dim="places"),
            SOURCE,
            id_kind="Int16",
        ),
    )
}
"""The tables of dims, which explain the ids in the result tables.

Their contents are those of the first version.
"""


def row_dtype(table: str) -> np.dtype:
    """Return the record that the kernel writes for a row of ``table``."""
    return np.dtype(
        [
            (column.name, np.float64 if column.kind == "Float64" else np.int32)
            for column in TABLES[table]
        ]
    )
