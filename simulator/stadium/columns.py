"""The result tables of Stadium (TAB): their columns, as the kernel writes them.

The runner puts ``arm`` before the columns of every table. The kernel writes every column as
int32 (``win_share`` as float64); files use the type named here, and a value that does not fit is
an error, never wrapped.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.runs.game import Column, Table, TieBreak, Words
from eoc_sim.simulator.stadium.state import (
    DONE_NAMES,
    EARNED_NAMES,
    EMPLOYEE_OUT_NAMES,
    HOW_NAMES,
    MAX_OWNERS,
    MAX_ROUNDS,
    PART_NAMES,
    PLAYER_OUT_NAMES,
    SPENT_NAMES,
    STATE_NAMES,
    TOKEN_NAMES,
)

SPACE_WORDS = (
    "Equipment",
    "Train",
    "Hire",
    "Playbook",
    "Build",
    "Tickets",
    "Draft",
    "Sponsorship",
    "Merchandising",
)
BONUS_NAMES = (*TOKEN_NAMES, "card", "star", "first")
CATEGORY_NAMES = ("season", "playoffs", "championship", "bowl")
LEVEL_NAMES = ("field", "level 1", "level 2", "level 3")
ROUND_NAMES = ("set-up", *(f"round {number}" for number in range(1, MAX_ROUNDS + 1)))
END_NAMES = ("blocks", "cap")
TWIN_NAMES = (
    "points off",
    "effect off",
    "both off",
    "tokens given",
    "VP elsewhere",
    "VP denied",
)
"""The change in a twin of a game, by kind."""
TIE_NAMES = ("points", "entertainment", "wins", "money", "shared")

WORDS = Words(
    title="Stadium",
    notice="Not affiliated with, or endorsed by, the designer or the publisher of Stadium.",
    score=("point", "points"),
    months=ROUND_NAMES,
    smallest={"wins": 1.0, "score": 2.0},
    largest_score_change=40.0,
    player=("owner", "owners"),
    starter="first commissioner",
    round=("round", "rounds"),
    luck="shuffles",
    length="rounds",
)

PART_WORDS = {
    "field": "field",
    "level_1": "buildings of level 1",
    "level_2": "buildings of level 2",
    "level_3": "buildings of level 3",
    "players": "players",
    "employees": "employees",
    "entertainment": "entertainment",
    "point_tokens": "point tokens",
    "bonus_tiles": "bonus tiles",
}

GAME = Column("game", "Int32", "number of the game, from 0", "game")
SEAT = Column("seat", "Int8", "seat, clockwise from 0", "seat")
ROUND = Column("round", "Int8", "round, from 1", "month")
SPACE = Column("space", "Int8", "id in dims/spaces", "place", dim="spaces")
STATE = Column("state", STATE_NAMES, "bonus tokens of the space as the VP was placed", "label")


def _habit(name: str, kind: str, description: str, words: str, unit: str = "") -> Column:
    return Column(name, kind, description, "habit", unit, words)


def _amount(name: str, kind: str, description: str, unit: str = "") -> Column:
    return Column(name, kind, description, "amount", unit)


def _shape(name: str, kind: str, description: str, words: str = "", unit: str = "") -> Column:
    return Column(name, kind, description, "shape", unit, words)


def _seat_columns() -> tuple[Column, ...]:
    return (
        GAME,
        SEAT,
        Column(
            "order",
            "Int8",
            "place in the first round's order, 0 = first commissioner",
            "order",
            words="turn order",
            values=("first", "second", "third", "fourth", "fifth"),
        ),
        Column("strategy", "Int8", "id in dims/strategies", "strategy", dim="strategies"),
        Column("score", "Int16", "final points", "score", "points", "points"),
        Column("rank", "Int8", "1 + owners better by points and tie-breaks (SCO-3)", "rank"),
        Column("win_share", "Float64", "1/k for each of k owners still tied (SCO-3)", "win_share"),
        *(
            Column(
                name,
                "Int16",
                "points, part of the score (SCO-4)",
                "part",
                "points",
                PART_WORDS[name],
            )
            for name in PART_NAMES
        ),
        *(
            _habit(
                f"{token}_left",
                "Int16",
                f"{token} at the end",
                f"{token} left",
                "money" if token == "money" else "",
            )
            for token in TOKEN_NAMES
        ),
        _habit("field_blocks", "Int8", "blocks on the field", "blocks on the field"),
        _habit("level_1_blocks", "Int8", "blocks on level 1", "blocks on level 1"),
        _habit("level_2_blocks", "Int8", "blocks on level 2", "blocks on level 2"),
        _habit("level_3_blocks", "Int8", "blocks on level 3", "blocks on level 3"),
        _habit("vps", "Int8", "vice presidents at the end", "VPs"),
        _amount("vp3_round", "Int8", "round in which a third VP was first bought, 0 never"),
        _amount("vp4_round", "Int8", "round in which a fourth VP was first bought, 0 never"),
        _habit("placements", "Int16", "VPs placed", "placements"),
        _habit("vacations", "Int16", "VPs sent on vacation unpaid (GAM-5)", "vacations"),
        _habit("stars", "Int16", "star effects used", "stars used"),
        _habit("cards_drawn", "Int16", "employees drawn", "employees drawn"),
        _habit("hired", "Int16", "employees hired", "employees hired"),
        _habit("drafted", "Int16", "players drafted", "players drafted"),
        _habit("swapped", "Int16", "players swapped", "players swapped"),
        _habit("cashed", "Int16", "players cashed in", "players cashed in"),
        _habit(
            "tickets_money",
            "Int16",
            "money by the ticket table, with what places and cards add for nothing",
            "money from Tickets",
            "money",
        ),
        _habit("salaries_paid", "Int16", "salaries paid", "salaries paid", "money"),
        _habit("cards_unpaid", "Int16", "players and employees lost unpaid", "cards lost unpaid"),
        _habit("losses", "Int16", "things lost to stacks (LOS)", "losses to stacks"),
    )


def _twin_columns() -> tuple[Column, ...]:
    return (
        GAME,
        Column("twin", TWIN_NAMES, "what the twin has otherwise", "twin"),
        Column(
            "seat",
            "Int8",
            "seat that first had the place or card, is given or denied something, or placed the VP",
            "seat",
        ),
        Column("strategy", "Int8", "id in dims/strategies", "strategy", dim="strategies"),
        _id("player", "players", "of the player that is off"),
        _id("employee", "employees", "of the employee that is off"),
        _id("place", "places", "of the place that is off"),
        Column(
            "round",
            "Int8",
            "round of the gift, placement or purchase, or in which the place or "
            "card first came to an owner",
            "month",
        ),
        _id("space", "spaces", "on which the VP was placed"),
        _id("other_space", "spaces", "on which it is placed in the twin"),
        Column("state", STATE_NAMES, "bonus tokens of the space as the VP was placed", "label"),
        Column(
            "token",
            "Int8",
            "token given, from 0 in the order money, equipment, wins, "
            "entertainment, construction; -1 none",
            "amount",
            values=TOKEN_NAMES,
        ),
        _amount("vp", "Int8", "number of the VP that is denied, 0 none"),
        _amount(
            "margin", "Int16", "what it did to the seat's points less the best other's", "points"
        ),
        *(
            Column(
                f"score_{seat}",
                "Int16",
                f"what it did to the score of seat {seat}: with less without",
                "score_change",
                "points",
            )
            for seat in range(MAX_OWNERS)
        ),
        *(
            Column(
                f"win_share_{seat}",
                "Float64",
                f"what it did to the win share of seat {seat}",
                "win_share_change",
            )
            for seat in range(MAX_OWNERS)
        ),
    )


def _id(name: str, dim: str, description: str) -> Column:
    return Column(name, "Int8", f"id in dims/{dim} {description}, -1 none", "label", dim=dim)


TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        Table(
            "games",
            "game",
            (
                GAME,
                _amount("owners", "Int8", "owners"),
                _amount("first_seat", "Int8", "the first commissioner"),
                _shape("rounds", "Int8", "rounds played", "rounds"),
                Column("end", END_NAMES, "what ended the game: a last block, or the cap", "label"),
                _amount("ender_seat", "Int8", "seat that placed its last block first, -1 nobody"),
                Column("winner_seat", "Int8", "seat of the winner, -1 shared", "winner"),
                _shape(
                    "margin",
                    "Int16",
                    "the winner's points less the best other's",
                    "winner's margin, points",
                    "points",
                ),
                Column("tie_step", TIE_NAMES, "what decided the win (SCO-3)", "label"),
                _shape(
                    "lead_changes",
                    "Int8",
                    "times the sole leader at a round's end was a new one",
                    "changes of the lead",
                ),
                Column(
                    "leader_round",
                    "Int8",
                    "round at whose end the winner led for good; one more than played if never, "
                    "0 shared",
                    "month",
                ),
                _shape(
                    "decisions", "Int16", "decisions asked of strategies", "decisions in a game"
                ),
                _shape("reshuffles", "Int8", "shuffles of discard piles", "reshuffles"),
            ),
            ("game",),
        ),
        Table("seats", "game and owner", _seat_columns(), ("game", "seat")),
        Table(
            "placements",
            "game and VP placed",
            (
                GAME,
                SEAT,
                ROUND,
                _amount("turn", "Int8", "place in step 1, from 1"),
                SPACE,
                _amount("bonus", "Int8", "number of the bonus space on it, from 1"),
                STATE,
                Column("done", DONE_NAMES, "what came of its action", "label"),
                _amount("amount", "Int16", "how much of it: tokens, points, cards or exchanges"),
            ),
            ("game", "round", "turn"),
        ),
        Table(
            "bonuses",
            "game and bonus earned",
            (
                GAME,
                SEAT,
                ROUND,
                SPACE,
                Column("bonus", BONUS_NAMES, "what the bonus is", "label"),
                _amount("units", "Int8", "1, or 2 of a double or stack"),
                _amount("used", "Int8", "units that came to something"),
                _amount("tokens", "Int16", "tokens gained"),
            ),
            ("game", "round"),
        ),
        Table(
            "blocks",
            "game and block placed",
            (
                GAME,
                SEAT,
                ROUND,
                Column("place", "Int8", "id in dims/places", "place", dim="places"),
                Column("level", LEVEL_NAMES, "the field, or the building's level", "label"),
                Column("points", "Int16", "points of the place", "effect", "points"),
                *(
                    _amount(f"paid_{token}", "Int8", f"{token} paid", token)
                    for token in TOKEN_NAMES
                ),
                _amount("nth", "Int8", "the owner's how manieth block, from 1"),
            ),
            ("game", "round"),
        ),
        Table(
            "players",
            "game and stay of a player with an owner",
            (
                GAME,
                SEAT,
                Column("card", "Int8", "id in dims/players", "card", dim="players"),
                Column("how", HOW_NAMES, "drafted or swapped in", "label"),
                Column("from_round", "Int8", "round in which it came", "taken_month"),
                _amount("to_round", "Int8", "round in which it left, or the last"),
                Column("out", PLAYER_OUT_NAMES, "how it left, or kept to the end", "label"),
                Column("signing", "Int8", "signing bonus paid", "price", "money"),
                _amount("salaries", "Int16", "salaries paid to it", "money"),
                _amount("wins", "Int16", "wins that it gained at game time"),
                _amount("entertainment", "Int16", "entertainment that it gained at game time"),
                Column("points", "Int8", "points that it counted at the end", "effect", "points"),
            ),
            ("game", "from_round"),
        ),
        Table(
            "employees",
            "game and employee drawn",
            (
                GAME,
                SEAT,
                Column("card", "Int8", "id in dims/employees", "card", dim="employees"),
                Column(
                    "drawn_round", "Int8", "round in which it was drawn, 0 dealt", "taken_month"
                ),
                Column(
                    "hired_round", "Int8", "round in which it was hired, 0 never", "played_month"
                ),
                Column("cost", "Int8", "money paid for it", "price", "money"),
                _amount("salaries", "Int16", "salaries paid to it", "money"),
                _amount("stars", "Int16", "times its star was used"),
                _amount("gains", "Int16", "tokens that it gained, star and football"),
                Column(
                    "out", EMPLOYEE_OUT_NAMES, "how it left, or where it was at the end", "label"
                ),
                Column("points", "Int8", "points that it counted at the end", "effect", "points"),
            ),
            ("game", "drawn_round"),
        ),
        Table(
            "rounds",
            "game, owner and round",
            (
                GAME,
                SEAT,
                ROUND,
                _amount("active_vps", "Int8", "VPs that could be placed"),
                *(
                    _amount(f"money_from_{name}", "Int16", f"money from {name}", "money")
                    for name in EARNED_NAMES
                ),
                *(
                    _amount(f"money_for_{name}", "Int16", f"money for {name}", "money")
                    for name in SPENT_NAMES
                ),
                _amount("wins", "Int16", "wins at the end of the round"),
                _amount("entertainment", "Int16", "entertainment at the end of the round"),
                _amount("blocks", "Int8", "blocks placed by then"),
                _amount("points_end", "Int16", "points if the game ended then", "points"),
                _amount("lost", "Int8", "things lost to stacks in the round"),
            ),
            ("game", "seat", "round"),
        ),
        Table(
            "spaces",
            "game, round and action space",
            (
                GAME,
                ROUND,
                SPACE,
                Column("state", STATE_NAMES, "its bonus tokens as the round began", "label"),
                _amount("vps", "Int8", "VPs placed on it"),
                _amount(
                    "idle_rounds", "Int8", "rounds running that it has been idle, this one too"
                ),
                _amount("owners_hit", "Int8", "owners who lost something by it"),
            ),
            ("game", "round", "space"),
        ),
        Table("twins", "game and twin of it that was played", _twin_columns(), ("game",)),
    )
}
"""Every result table: its columns after ``arm``."""

TIE_BREAKS = (
    TieBreak("entertainment_left"),
    TieBreak("wins_left"),
    TieBreak("money_left"),
)
"""SCO-3; owners still tied share the win."""


def _dim(name: str, row: str, *columns: Column) -> Table:
    """Declare a table of dims: ids and names, then ``columns``.

    ``row`` names the thing that a row stands for.
    """
    head = (
        Column("id", "Int8", f"what the columns `{row}` hold", "id"),
        Column("name", "String", "name", "name"),
    )
    return Table(name, row, (*head, *columns), ("id",))


def _text(name: str, description: str) -> Column:
    return Column(name, "String", description, "label")


NUMBER = _text("number", "its number")
SOURCE = _text("source", "how much of the row is printed: printed, partial or reconstructed")
EFFECT = _text("effect", "effect, in the effect language")
TEXT = Column("text", "String", "what it does, as a sentence", "face_text")
POINTS = _amount("points", "Int8", "points, for who has it at the end (SCO-2)", "points")
COPIES = _amount("copies", "Int8", "most copies in the deck of any version")
SALARY = _amount("salary", "Int8", "salary a round", "money")

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
            "players",
            "card",
            NUMBER,
            COPIES,
            Column("price", "Int8", "signing bonus", "face_price", "money"),
            SALARY,
            POINTS,
            EFFECT,
            TEXT,
            SOURCE,
        ),
        _dim(
            "employees",
            "card",
            NUMBER,
            COPIES,
            Column("price", "Int8", "cost", "face_price", "money"),
            SALARY,
            POINTS,
            EFFECT,
            TEXT,
            SOURCE,
        ),
        _dim(
            "places",
            "place",
            NUMBER,
            _text("level", "field, level 1, level 2 or level 3"),
            _text("category", "category of a square"),
            _amount("wins", "Int8", "wins that a square needs"),
            *(
                _amount(token, "Int8", f"{token} that it costs", token)
                for token in TOKEN_NAMES
                if token != "wins"
            ),
            POINTS,
            EFFECT,
            TEXT,
            SOURCE,
        ),
        _dim(
            "spaces",
            "space",
            NUMBER,
            _text("arrow", "yes: it has a token from the start"),
            _text("bonuses", "its bonus spaces, in order"),
            _text("loss", "what its stack costs"),
            EFFECT,
            TEXT,
            SOURCE,
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
