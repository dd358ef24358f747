"""The result tables of Stadium (TAB), each declared once.

The runner puts ``arm`` before the columns of every table. Compiled code writes every column as
int32, or float64 for a Float64; files use the type named here, and a value that does not fit is an
error, never wrapped.
"""

from __future__ import annotations

from typing import Any

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
    shape_column,
    twin_changes,
)
from eoc_sim.simulator.stadium import outcomes
from eoc_sim.simulator.stadium.names import TOKENS as TOKEN_NAMES
from eoc_sim.simulator.stadium.sizes import MAX_BLOCKS, MAX_DRAWN, MAX_OWNERS, MAX_VPS, SPACES

STATE_NAMES = ("bare", "single", "double", "stack")
"""The states of an action space."""
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
LEVEL_NAMES = ("field", "level 1", "level 2", "level 3")
LEVEL_WORDS: Sentences = {
    "field": "the field",
    "level_1": "level 1",
    "level_2": "level 2",
    "level_3": "level 3",
}
END_NAMES = ("blocks", "cap")
TWIN_NAMES = (
    "points off",
    "effect off",
    "both off",
    "tokens given",
    "VP elsewhere",
    "VP denied",
)
"""The kinds of change in a twin game."""
EARNED_WORDS = {
    "bonus": "money from bonuses",
    "star": "money from star effects",
    "tickets": "money from Tickets",
    "sponsorship": "money from Sponsorship",
    "merchandising": "money from Merchandising",
    "football": "money gained at game time",
    "cashed": "money for players cashed in",
    "effects": "money from other effects",
}
"""The sources of money, by the names in `outcomes`."""
SPENT_WORDS = {
    "hire": "money for hiring employees",
    "vps": "money for VPs",
    "field": "money for squares",
    "buildings": "money for buildings",
    "change": "money changed into construction",
    "draft": "signing bonuses paid",
    "salaries": "salaries paid",
    "losses": "money lost to stacks",
    "effects": "money paid for effects",
}
"""The uses of money, by the names in `outcomes`."""
TIE_NAMES = ("points", "entertainment", "wins", "money", "shared")

PART_WORDS: Sentences = {
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
"""The parts of a score (SCO-4), in the order of ``table.part``."""
PART_NAMES = tuple(PART_WORDS)

ROUND = Column("round", "Int8", "round, from 1", "round")
SPACE = Column("space", "Int8", "id in dims/spaces", "place", dim="spaces")
STATE = Column("state", STATE_NAMES, "bonus tokens on the space when the VP was placed", "label")


def _rounds(engine: Any) -> int:
    return int(engine.rules["round_cap"])


def _placements(engine: Any) -> int:
    return _rounds(engine) * engine.players * min(MAX_VPS, int(engine.rules["vp_max"]))


def _seat_columns() -> tuple[Column, ...]:
    return (
        GAME,
        SEAT,
        Column(
            "order",
            "Int8",
            "position in the first round's order, 0 = first commissioner",
            "order",
            words="turn order",
            values=("first", "second", "third", "fourth", "fifth"),
        ),
        STRATEGY,
        Column("score", "Int16", "final points", "score", "points", "points"),
        Column(
            "rank", "Int8", "1 + number of owners better by points and tie-breaks (SCO-3)", "rank"
        ),
        Column(
            "win_share",
            "Float64",
            "1/k for each of the k owners still tied for first place, 0 for the others (SCO-3)",
            "win_share",
        ),
        *part_columns(PART_WORDS, "points", "SCO-4"),
        *group(
            "left",
            (
                habit_column(
                    f"{token}_left",
                    "Int16",
                    f"{token} at the end",
                    f"{token} left",
                    "money" if token == "money" else "",
                )
                for token in TOKEN_NAMES
            ),
        ),
        *group(
            "blocks",
            (
                habit_column(f"{name}_blocks", "Int8", f"blocks on {words}", f"blocks on {words}")
                for name, words in LEVEL_WORDS.items()
            ),
        ),
        habit_column("vps", "Int8", "vice presidents at the end", "VPs"),
        amount_column("vp3_round", "Int8", "round in which a third VP was first bought, 0 never"),
        amount_column("vp4_round", "Int8", "round in which a fourth VP was first bought, 0 never"),
        habit_column("placements", "Int16", "VPs placed", "placements"),
        habit_column(
            "vacations",
            "Int16",
            "VPs sent on vacation because they were not paid (GAM-5)",
            "vacations",
        ),
        habit_column("stars", "Int16", "star effects used", "stars used"),
        habit_column("cards_drawn", "Int16", "employees drawn", "employees drawn"),
        habit_column("hired", "Int16", "employees hired", "employees hired"),
        habit_column("drafted", "Int16", "players drafted", "players drafted"),
        habit_column("swapped", "Int16", "players swapped", "players swapped"),
        habit_column("cashed", "Int16", "players cashed in", "players cashed in"),
        habit_column(
            "tickets_money",
            "Int16",
            "money from the ticket table and from free effects of places and cards",
            "money from Tickets",
            "money",
        ),
        habit_column("salaries_paid", "Int16", "salaries paid", "salaries paid", "money"),
        habit_column(
            "cards_unpaid",
            "Int16",
            "players and employees lost because they were not paid",
            "cards lost for lack of pay",
        ),
        habit_column("losses", "Int16", "things lost to stacks (LOS)", "losses to stacks"),
    )


def _twin_columns() -> tuple[Column, ...]:
    return (
        GAME,
        Column("twin", TWIN_NAMES, "what the twin changes", "twin"),
        Column(
            "seat",
            "Int8",
            "seat that first had the place or card, is given or denied something, or placed the VP",
            "seat",
        ),
        STRATEGY,
        _id("player", "players", "of the player that is switched off"),
        _id("employee", "employees", "of the employee that is switched off"),
        _id("place", "places", "of the place that is switched off"),
        Column(
            "round",
            "Int8",
            "round of the gift, placement or purchase, or the round in which the place or "
            "card first came to an owner",
            "round",
        ),
        _id("space", "spaces", "of the space on which the VP was placed"),
        _id("other_space", "spaces", "of the space on which the VP is placed in the twin"),
        Column("state", STATE_NAMES, "bonus tokens on the space when the VP was placed", "label"),
        Column(
            "token",
            "Int8",
            "token given, from 0 in the order money, equipment, wins, "
            "entertainment, construction; -1 none",
            "amount",
            values=TOKEN_NAMES,
        ),
        amount_column("vp", "Int8", "number of the VP that is denied, 0 none"),
        amount_column(
            "margin", "Int16", "change in the seat's lead over the best other owner", "points"
        ),
        *twin_changes(MAX_OWNERS, "points"),
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
                amount_column("owners", "Int8", "owners"),
                amount_column("first_seat", "Int8", "the first commissioner"),
                shape_column("rounds", "Int8", "rounds played", "rounds"),
                Column(
                    "end",
                    END_NAMES,
                    "what ended the game: a last block, or the round limit",
                    "label",
                ),
                amount_column(
                    "ender_seat", "Int8", "the first seat to place its last block, -1 if none did"
                ),
                Column("winner_seat", "Int8", "seat of the winner, -1 shared", "winner"),
                shape_column(
                    "margin",
                    "Int16",
                    "the winner's points minus the points of the best other owner",
                    "winner's margin, points",
                    "points",
                ),
                Column("tie_step", TIE_NAMES, "what decided the win (SCO-3)", "label"),
                shape_column(
                    "lead_changes",
                    "Int8",
                    "rounds that ended with a different sole leader than before",
                    "lead changes",
                ),
                Column(
                    "leader_round",
                    "Int8",
                    "round after which the winner led for good; if never, the number of rounds "
                    "plus 1; 0 if the win is shared",
                    "round",
                ),
                shape_column(
                    "decisions", "Int16", "decisions asked of strategies", "decisions in a game"
                ),
                shape_column("reshuffles", "Int8", "shuffles of discard piles", "reshuffles"),
            ),
            ("game",),
            max_rows=lambda engine: 1,
        ),
        Table(
            "seats",
            "game and owner",
            _seat_columns(),
            ("game", "seat"),
            max_rows=lambda engine: engine.players,
        ),
        Table(
            "placements",
            "game and VP placed",
            (
                GAME,
                SEAT,
                ROUND,
                amount_column("turn", "Int8", "position in step 1, from 1"),
                SPACE,
                amount_column(
                    "bonus", "Int8", "number of the bonus space on the action space, from 1"
                ),
                STATE,
                Column("done", outcomes.DONE_NAMES, "result of its action", "label"),
                amount_column(
                    "amount", "Int16", "size of that result: tokens, points, cards or exchanges"
                ),
            ),
            ("game", "round", "turn"),
            max_rows=_placements,
        ),
        Table(
            "bonuses",
            "game and bonus earned",
            (
                GAME,
                SEAT,
                ROUND,
                SPACE,
                Column("bonus", BONUS_NAMES, "kind of bonus", "label"),
                amount_column("units", "Int8", "units earned: 1, or 2 on a double or stack"),
                amount_column("used", "Int8", "units that had an effect"),
                amount_column("tokens", "Int16", "tokens gained"),
            ),
            ("game", "round"),
            max_rows=_placements,
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
                *group(
                    "paid",
                    (
                        amount_column(f"paid_{token}", "Int8", f"{token} paid", token)
                        for token in TOKEN_NAMES
                    ),
                ),
                amount_column("nth", "Int8", "its number among the owner's blocks, from 1"),
            ),
            ("game", "round"),
            max_rows=lambda engine: MAX_BLOCKS,
        ),
        Table(
            "players",
            "game and stay of a player with an owner",
            (
                GAME,
                SEAT,
                Column("card", "Int8", "id in dims/players", "thing", dim="players"),
                Column("how", outcomes.JOINED_BY_NAMES, "drafted or swapped in", "label"),
                Column("from_round", "Int8", "round in which the player joined", "taken_round"),
                amount_column(
                    "to_round", "Int8", "round in which the player left, or the last round"
                ),
                Column(
                    "out",
                    outcomes.PLAYER_OUT_NAMES,
                    "how the player left, or that the owner kept them to the end",
                    "label",
                ),
                Column("signing", "Int8", "signing bonus paid", "price", "money"),
                amount_column("salaries", "Int16", "salaries paid to the player", "money"),
                amount_column("wins", "Int16", "wins that the player gained at game time"),
                amount_column(
                    "entertainment", "Int16", "entertainment that the player gained at game time"
                ),
                Column(
                    "points",
                    "Int8",
                    "points that the player was worth at the end",
                    "effect",
                    "points",
                ),
            ),
            ("game", "from_round"),
            max_rows=_placements,
        ),
        Table(
            "employees",
            "game and employee drawn",
            (
                GAME,
                SEAT,
                Column("card", "Int8", "id in dims/employees", "thing", dim="employees"),
                Column(
                    "drawn_round",
                    "Int8",
                    "round in which the employee was drawn, 0 if dealt",
                    "taken_round",
                ),
                Column(
                    "hired_round",
                    "Int8",
                    "round in which the employee was hired, 0 never",
                    "played_round",
                ),
                Column("cost", "Int8", "money paid to hire the employee", "price", "money"),
                amount_column("salaries", "Int16", "salaries paid to the employee", "money"),
                amount_column("stars", "Int16", "times the employee's star was used"),
                amount_column(
                    "gains", "Int16", "tokens gained by the employee's star and at game time"
                ),
                Column(
                    "out",
                    outcomes.EMPLOYEE_OUT_NAMES,
                    "how the employee left, or where they were at the end",
                    "label",
                ),
                Column(
                    "points",
                    "Int8",
                    "points that the employee was worth at the end",
                    "effect",
                    "points",
                ),
            ),
            ("game", "drawn_round"),
            max_rows=lambda engine: MAX_DRAWN,
        ),
        Table(
            "rounds",
            "game, owner and round",
            (
                GAME,
                SEAT,
                ROUND,
                amount_column("active_vps", "Int8", "VPs that could be placed"),
                *group(
                    "earned",
                    (
                        amount_column(f"money_from_{name}", "Int16", EARNED_WORDS[name], "money")
                        for name in outcomes.EARNED_NAMES
                    ),
                ),
                *group(
                    "spent",
                    (
                        amount_column(f"money_for_{name}", "Int16", SPENT_WORDS[name], "money")
                        for name in outcomes.SPENT_NAMES
                    ),
                ),
                amount_column("wins", "Int16", "wins at the end of the round"),
                amount_column("entertainment", "Int16", "entertainment at the end of the round"),
                amount_column("blocks", "Int8", "blocks placed by the end of the round"),
                amount_column(
                    "points_end",
                    "Int16",
                    "points if the game had ended with this round",
                    "points",
                ),
                amount_column("lost", "Int8", "things lost to stacks in the round"),
            ),
            ("game", "seat", "round"),
            max_rows=lambda engine: _rounds(engine) * engine.players,
        ),
        Table(
            "spaces",
            "game, round and action space",
            (
                GAME,
                ROUND,
                SPACE,
                Column("state", STATE_NAMES, "its bonus tokens when the round began", "label"),
                amount_column("vps", "Int8", "VPs placed on it"),
                amount_column(
                    "idle_rounds", "Int8", "consecutive rounds without a VP, including this one"
                ),
                amount_column("owners_hit", "Int8", "owners who lost something to it"),
            ),
            ("game", "round", "space"),
            max_rows=lambda engine: _rounds(engine) * SPACES,
        ),
        Table("twins", "game and twin played", _twin_columns(), ("game",)),
    )
}
"""Every result table: its columns after ``arm``."""
(
    GAMES,
    SEATS,
    PLACEMENTS,
    BONUSES,
    BLOCKS,
    PLAYERS,
    EMPLOYEES,
    ROUNDS,
    SPACE_ROUNDS,
    TWINS,
) = range(len(TABLES))
"""The tables' numbers, in the order of TABLES."""
