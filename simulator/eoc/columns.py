"""The result tables of Envelopes of Cash, each declared once.

The runner puts ``arm`` before the columns of every table. Compiled code writes columns as int32,
and Float64 columns as float64. Files use the type named here; a value that does not fit it is an
error and never wraps around.
"""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.eoc.sizes import MAX_PLAYERS, MONTHS, SPOTS
from eoc_sim.simulator.kernel.columns import (
    GAME,
    SEAT,
    STRATEGY,
    Column,
    Sentences,
    Table,
    amount_column,
    group,
    habit_column,
    part_columns,
    twin_changes,
)

COLOUR_NAMES = ("green", "purple", "yellow", "blue", "orange", "magenta")
REGION_NAMES = ("Northwest", "Southwest", "Texas", "Midwest", "South", "Northeast")
POSITION_NAMES = ("QB", "RB", "WR", "TE", "OL", "DL", "LB", "DB")
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
SOURCE_NAMES = ("hand", "pool", "stash")
"""The places from which players draft cards."""
DEALT_NAMES = ("stash", "hand", "pool")
"""The places to which cards are first dealt."""
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
"""The kinds of change in a twin game."""
PART_WORDS: Sentences = {
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
"""The parts of a score (SCO-8), in the order of ``table.part``."""
PART_NAMES = tuple(PART_WORDS)


def _seats(engine: Any) -> int:
    """Count the seats of a game, including Bubba's in solo."""
    return int(engine.players) + (engine.rules["solo"] == "on")


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
        STRATEGY,
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
        Column(
            "rank",
            "Int8",
            "1 + the number of players ahead by score and tie-breaks (SCO-7)",
            "rank",
        ),
        Column(
            "win_share",
            "Float64",
            "1/k for each of the k players still tied for first place, 0 for the others (SCO-6)",
            "win_share",
        ),
        *part_columns(PART_WORDS, "stars", "SCO-8"),
        habit_column("recruits_signed", "Int8", "recruits signed", "recruits"),
        habit_column("unique_positions", "Int8", "different positions signed", "positions"),
        habit_column(
            "region_recruits", "Int8", "recruits in the best region (SCO-4)", "best region"
        ),
        habit_column(
            "border_recruits", "Int8", "recruits signed in border states", "border recruits"
        ),
        habit_column("cards_played", "Int8", "cards put into play", "cards played"),
        habit_column("bucks_left", "Int16", "BB after the final campaign", "BB left", "BB"),
        habit_column(
            "ec_received",
            "Int16",
            "EC that reached the mat, from calendar, bets and effects",
            "EC received",
            "EC",
        ),
        Column("ec_wasted", "Int16", "EC lost at the end of turns", "waste", "EC", "EC wasted"),
        habit_column("trades", "Int16", "trades made", "trades"),
        habit_column("moves_free", "Int16", "free steps", "free steps"),
        habit_column("moves_paid", "Int16", "steps paid for", "paid steps"),
        habit_column("runners", "Int16", "runners sent", "runners"),
        habit_column(
            "packages_lost",
            "Int16",
            "EC in packages lost to other players' signings",
            "EC lost in packages",
            "EC",
        ),
        habit_column("bets", "Int16", "bet tokens placed, paid or free", "bets"),
        habit_column("bets_won", "Int16", "bet tokens that paid out", "bets won"),
        Column(
            "corrected",
            "Int16",
            "the seat's orders that were banned or made illegal by a ban, and so were replaced by "
            "those of the default functions (`eoc-sim restrict`)",
            "corrected",
            words="banned orders replaced by the defaults",
        ),
        Column(
            "gave_way",
            "Int16",
            "decisions of the seat in which a ban gave way because it left no choice "
            "(`eoc-sim restrict`)",
            "gave_way",
            words="decisions in which a ban gave way",
        ),
    )


CARD = Column("card", "Int16", "id in dims/cards", "thing", dim="cards")


def _twin_columns() -> tuple[Column, ...]:
    return (
        GAME,
        Column("twin", TWIN_NAMES, "what the twin changes", "twin"),
        Column(
            "seat",
            "Int8",
            "seat that is given something, takes the die, or first played the card",
            "seat",
        ),
        STRATEGY,
        Column("card", "Int16", "id in dims/cards, -1 no card", "thing", dim="cards"),
        amount_column(
            "colour",
            "Int8",
            "colour of the EC or of the die, from 0 in the order of dims/regions, -1 neither",
        ),
        Column(
            "month",
            "Int8",
            "month in which the gift is given, the die rolled or the card played",
            "round",
        ),
        amount_column("value", "Int8", "the die's number, 0 no die"),
        amount_column("mode", "Int8", "how the die was taken: 0 full, 1 half, -1 no die"),
        amount_column("target_month", "Int8", "month that the die's EC went to, 0 no die"),
        amount_column(
            "other_month", "Int8", "month that the die's EC went to in the twin, 0 no die"
        ),
        *twin_changes(MAX_PLAYERS, "stars"),
        Column(
            "wasted",
            "Int16",
            "change in the EC that the seat lost at the end of turns",
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
                amount_column("players", "Int8", "players"),
                Column("start_seat", "Int8", "March's starting player", "amount"),
                Column("winner_seat", "Int8", "seat of the winner, -1 shared", "winner"),
                Column(
                    "margin",
                    "Int16",
                    "the winner's score minus the best other score",
                    "shape",
                    "stars",
                    "winner's margin, stars",
                ),
                Column(
                    "lead_changes",
                    "Int8",
                    "months that ended with a different sole leader than before",
                    "shape",
                    words="lead changes",
                ),
                Column(
                    "leader_month",
                    "Int8",
                    "month after which the winner led for good; 13 only after final scoring, "
                    "0 shared",
                    "round",
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
            max_rows=lambda engine: 1,
        ),
        Table("seats", "game and seat", _seat_columns(), ("game", "seat"), max_rows=_seats),
        Table(
            "cards",
            "game, seat and card drafted",
            (
                GAME,
                Column("seat", "Int8", "seat that drafted the card", "seat"),
                CARD,
                Column("source", SOURCE_NAMES, "where it was drafted from", "label"),
                Column("drafted_month", "Int8", "month it was drafted", "taken_round"),
                Column(
                    "played_month", "Int8", "month it was put into play, 0 never", "played_round"
                ),
                Column("paid", "Int8", "EC and substitute BB paid for it", "price", "EC"),
                amount_column("triggers", "Int16", "times its effect was triggered or applied"),
                Column(
                    "effect_stars",
                    "Int16",
                    "stars from its effect, including those at the end of the game",
                    "effect",
                    "stars",
                ),
            ),
            ("game", "seat", "drafted_month"),
            max_rows=lambda engine: MONTHS * engine.players,
        ),
        Table(
            "offers",
            "game and card that left the deck",
            (
                GAME,
                CARD,
                Column("seat", "Int8", "seat it was first dealt to, -1 the pool", "seat"),
                Column("month", "Int8", "month it first left the deck, 0 set-up", "round"),
                Column(
                    "how", DEALT_NAMES, "dealt as a stash card, into a hand or to the pool", "way"
                ),
                Column(
                    "passed",
                    "Int16",
                    "times that a player could have drafted it but drafted another card",
                    "passed",
                ),
                Column("drafted_seat", "Int8", "seat that drafted it, -1 nobody", "taker"),
                Column("drafted_month", "Int8", "month it was drafted, 0 never", "taken_round"),
            ),
            ("game", "card"),
            max_rows=lambda engine: sum(card.copies for card in engine.components.cards),
        ),
        Table(
            "dice",
            "game, seat and die taken",
            (
                GAME,
                SEAT,
                Column("month", "Int8", "month of the roll", "round"),
                Column("colour", COLOUR_NAMES, "the die's colour", "label"),
                amount_column("value", "Int8", "the die's number as rolled"),
                Column("mode", MODE_NAMES, "taken at full or half value", "label"),
                Column("target_month", "Int8", "month its EC go to", "target_round"),
                amount_column("ec", "Int8", "EC it gives", "EC"),
            ),
            ("game", "seat", "month"),
            max_rows=lambda engine: 2 * MONTHS * engine.players,
        ),
        Table(
            "months",
            "game, seat and month",
            (
                GAME,
                SEAT,
                Column("month", "Int8", "month", "round"),
                amount_column("ec_received", "Int16", "EC that reached the mat", "EC"),
                amount_column(
                    "ec_spent_cards",
                    "Int16",
                    "EC paid for cards, and for effects of cards and coach",
                    "EC",
                ),
                amount_column(
                    "ec_spent_recruits", "Int16", "EC paid from the mat for recruits", "EC"
                ),
                amount_column("ec_spent_moves", "Int16", "EC paid for steps", "EC"),
                amount_column("ec_spent_bets", "Int16", "EC bet", "EC"),
                amount_column("ec_spent_trades", "Int16", "EC given in trades", "EC"),
                amount_column("ec_sent", "Int16", "EC sent by runner", "EC"),
                amount_column("ec_wasted", "Int16", "EC lost at the end of the turn", "EC"),
                amount_column("bucks_end", "Int16", "BB at the end of the turn", "BB"),
                amount_column("score_end", "Int16", "score at the end of the month", "stars"),
                *group(
                    "received",
                    (
                        amount_column(
                            f"ec_received_{colour}",
                            "Int16",
                            f"{colour} EC that reached the mat",
                            "EC",
                        )
                        for colour in COLOUR_NAMES
                    ),
                ),
                *group(
                    "wasted",
                    (
                        amount_column(
                            f"ec_wasted_{colour}",
                            "Int16",
                            f"{colour} EC lost at the end of the turn",
                            "EC",
                        )
                        for colour in COLOUR_NAMES
                    ),
                ),
            ),
            ("game", "seat", "month"),
            max_rows=lambda engine: MONTHS * engine.players,
        ),
        Table(
            "signings",
            "game and signed recruit",
            (
                GAME,
                Column("seat", "Int8", "seat that signed it", "seat"),
                Column("spot", "Int8", "id in dims/spots", "place", dim="spots"),
                Column("position", POSITION_NAMES, "the recruit's position", "label"),
                Column("month", "Int8", "month", "round"),
                amount_column("base", "Int8", "token value"),
                amount_column("vmd", "Int8", "VMD roll"),
                Column("stars", "Int16", "stars, including all effects", "effect", "stars"),
                amount_column("package_ec", "Int8", "EC used from the signer's own package", "EC"),
                Column(
                    "rivals",
                    "Int8",
                    "other players' packages on it, lost or refunded",
                    "rivals",
                    words="contested recruits",
                ),
            ),
            ("game", "spot"),
            max_rows=lambda engine: SPOTS,
        ),
        Table("twins", "game and twin played", _twin_columns(), ("game",)),
    )
}
"""All result tables by name; ``arm`` comes before the columns declared here."""
GAMES, SEATS, CARDS, OFFERS, DICE, SEAT_MONTHS, SIGNINGS, TWINS = range(len(TABLES))
"""The tables' numbers, in the order of TABLES."""
