"""The result tables of Eleven (TAB), each declared once.

The runner puts ``arm`` before the columns of every table. Compiled code writes every column as
int32 (a Float64 column as float64); files use the type named here. A value that does not fit is an
error; it is never wrapped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eoc_sim.simulator.eleven import outcomes, sizes
from eoc_sim.simulator.eleven.names import (
    COLOURS,
    DECKS,
    FORMATIONS,
    REFEREE_NAMES,
    RESOURCES,
    STATISTICS,
)
from eoc_sim.simulator.eleven.switches import weeks_of
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

SECTION_WORDS: Sentences = {
    "left_wing": "left wing",
    "right_wing": "right wing",
    "attack": "central attack",
    "midfield": "central midfield",
    "defence": "central defence",
}
"""The sections of the pitch (MAT-1), in the order of `pitch`."""
PART_WORDS: Sentences = {
    "league": "league",
    "youngsters": "youngsters",
    "stadium": "stadium",
    "staff": "staff",
    "objective": "objective",
    "effects": "effects",
    "penalties": "penalties",
    "money": "money",
}
"""The parts of a score (SCO-7), in the order of ``table.part``.

The league layer has only the first.
"""
PART_NAMES = tuple(PART_WORDS)
TWIN_NAMES = (
    "effect off",
    "VP off",
    "card off",
    "given",
    "line-up known",
    "no action",
    "no extra actions",
)
"""The kinds of change in a twin (TWI)."""

SEASON_ONLY = {"layer": "season"}
"""The switch value under which the season's tables have rows."""
WINTER_ONLY = {**SEASON_ONLY, "epic": "on"}
VP_OF_EFFECTS = amount_column("vp", "Int16", "VP from its effects", "VP")
WEEK = Column("week", "Int8", "week, from 1", "round")


def _seats(engine: Any) -> int:
    """Count the seats of a game, including the board's in solo."""
    return int(engine.players) + (engine.rules["solo"] == "on")


def _weeks(engine: Any) -> int:
    return weeks_of(engine.rules)


def _card(name: str, description: str, words: str, dim: str = "tactics") -> Column:
    return Column(name, "Int8", f"id in dims/{dim} {description}", "dealt", words=words, dim=dim)


def _seat_columns() -> tuple[Column, ...]:
    return (
        GAME,
        SEAT,
        Column(
            "order",
            "Int8",
            "place in the turn order of week 1",
            "order",
            words="turn order",
            values=("first", "second", "third", "fourth"),
        ),
        STRATEGY,
        Column("score", "Int16", "final VP", "score", "VP", "VP"),
        Column(
            "rank",
            "Int8",
            "1 + the number of managers ranked above this one (SCO-7)",
            "rank",
        ),
        Column(
            "win_share",
            "Float64",
            "1/k for each of the k managers still tied for first place, 0 for the others",
            "win_share",
        ),
        *part_columns(PART_WORDS, "VP", "SCO-7"),
        _card("basic_tactic", "of the basic card dealt, -1 if none", "basic tactic card"),
        _card("tactic", "of the first other card dealt, -1 if none", "tactic card"),
        _card("veteran", "of the veteran dealt, -1 if none", "veteran", "players"),
        _card("youngster", "of the youngster dealt, -1 if none", "youngster", "players"),
        Column(
            "objective_card",
            "Int8",
            "id in dims/objectives of the last objective kept, -1 if none",
            "label",
            dim="objectives",
        ),
        habit_column("position", "Int8", "position in the league (LEA-5)", "position"),
        habit_column("points", "Int8", "points in the league", "points", "points"),
        *group(
            "results",
            (
                habit_column(name, "Int8", f"matches {name}", f"matches {name}")
                for name in ("won", "drawn", "lost")
            ),
        ),
        habit_column("goals_for", "Int16", "goals scored", "goals"),
        habit_column("goals_against", "Int16", "goals conceded", "goals against"),
        amount_column("promoted", "Int8", "1: position 1 or 2 (LEA-5)"),
        amount_column("relegated", "Int8", "1: at most one team has fewer points"),
        habit_column("cards", "Int8", "cards held at the end", "cards"),
        habit_column("staff_cards", "Int8", "staff cards at the end", "staff cards"),
        habit_column("tokens", "Int8", "tokens in the stadium", "tokens"),
        habit_column("office", "Int8", "step on the office track", "office steps"),
        Column("money_left", "Int16", "money at the end", "waste", "money", "money left"),
        *group(
            "earned",
            (
                habit_column(f"money_from_{name}", "Int16", words, words)
                for name, words in outcomes.EARNED_WORDS.items()
            ),
        ),
        *group(
            "spent",
            (
                habit_column(f"money_for_{name}", "Int16", words, words)
                for name, words in outcomes.SPENT_WORDS.items()
            ),
        ),
        *group(
            "done",
            (
                habit_column(f"actions_{name}", "Int8", f"actions: {words}", words)
                for name, words in outcomes.ACTION_WORDS.items()
            ),
        ),
        habit_column("extra_actions", "Int8", "extra actions", "extra actions"),
        habit_column(
            "trained", "Int8", "youngsters trained, even if sold later", "youngsters trained"
        ),
        habit_column("fielded", "Int8", "cards assigned, summed over matches", "cards fielded"),
        habit_column("rerolls", "Int8", "re-rolls of any of the manager's dice", "re-rolls"),
        habit_column("injuries", "Int8", "injuries to the manager's cards", "injuries"),
        habit_column("suspensions", "Int8", "suspensions of the manager's cards", "suspensions"),
        habit_column("abilities_used", "Int16", "card abilities used", "abilities used"),
        habit_column(
            "weeks_first", "Int8", "weeks after which the manager was in position 1", "weeks on top"
        ),
    )


def _by_section(name: str, words: str) -> tuple[Column, ...]:
    return group(
        name,
        (
            amount_column(f"{name}_{section}", "Int8", f"{words} {section_words}")
            for section, section_words in SECTION_WORDS.items()
        ),
    )


def max_cards_taken(engine: Any) -> int:
    """Return the maximum number of cards that managers take per game."""
    return sizes.MAX_TRADED if engine.rules["transfers"] == "on" else sizes.MAX_TAKEN


def _declare_takes(
    name: str,
    description: str,
    *columns: Column,
    max_rows: Callable[[Any], int] = lambda engine: sizes.MAX_TAKEN,
    price_type: str = "Int8",
) -> Table:
    """Declare a table of one kind of acquisition.

    ``price_type`` is the type of the column ``price``.
    """
    return Table(
        name,
        "game and thing that a manager got",
        (
            GAME,
            SEAT,
            Column("card", "Int8", description, "thing", dim=name),
            Column(
                "taken_week", "Int8", "week in which it arrived, 0 before the first", "taken_round"
            ),
            Column("price", price_type, "money paid", "price", "money"),
            *columns,
        ),
        ("game", "taken_week"),
        max_rows=max_rows,
        under=SEASON_ONLY,
    )


TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        Table(
            "games",
            "game",
            (
                GAME,
                amount_column("managers", "Int8", "number of managers"),
                amount_column("first_seat", "Int8", "seat of the first manager in week 1"),
                Column("winner_seat", "Int8", "seat of the winner, -1 if shared", "winner"),
                shape_column(
                    "margin",
                    "Int16",
                    "the winner's VP minus the VP of the best other manager",
                    "winner's margin, VP",
                    "VP",
                ),
                shape_column(
                    "lead_changes",
                    "Int8",
                    "weeks that ended with a different sole leader than before",
                    "lead changes",
                ),
                Column(
                    "leader_week",
                    "Int8",
                    "week after which the winner led for good; if never, the last week plus 1; "
                    "0 if the win is shared",
                    "round",
                ),
                shape_column(
                    "decisions", "Int16", "decisions asked of strategies", "decisions in a game"
                ),
                shape_column(
                    "best_club_points", "Int8", "points of the best club", "points of the best club"
                ),
                shape_column("goals", "Int16", "goals in all matches", "goals"),
                shape_column(
                    "reshuffles", "Int8", "decks remade from their discards", "reshuffles"
                ),
                shape_column("shootouts", "Int8", "shoot-outs between managers", "shoot-outs"),
            ),
            ("game",),
            max_rows=lambda engine: 1,
        ),
        Table(
            "seats",
            "game and manager",
            _seat_columns(),
            ("game", "seat"),
            max_rows=_seats,
        ),
        Table(
            "weeks",
            "game, manager and week",
            (
                GAME,
                SEAT,
                WEEK,
                amount_column("order", "Int8", "place in the week's turn order, from 0"),
                amount_column("points", "Int8", "points in the league so far", "points"),
                amount_column("position", "Int8", "position in the league"),
                amount_column("score", "Int16", "VP if the game ended after this week", "VP"),
                *group(
                    "produced",
                    (
                        amount_column(f"{name}_start", "Int16", f"{name} after production")
                        for name in RESOURCES
                    ),
                ),
                *group(
                    "left",
                    (
                        amount_column(name, "Int16", f"{name} at the end of the week")
                        for name in RESOURCES
                    ),
                ),
                *group(
                    "levels",
                    (
                        amount_column(
                            f"level_{name}",
                            "Int8",
                            f"{name.replace('_', ' ')} level after the week",
                        )
                        for name in STATISTICS
                    ),
                ),
                amount_column("cards", "Int8", "cards held after the week"),
                amount_column("fielded", "Int8", "cards assigned to the week's match"),
                amount_column("upkeep", "Int8", "upkeep due", "money"),
                amount_column("unpaid", "Int8", "upkeep that was not paid", "money"),
                Column(
                    "vote", outcomes.VOTE_COLOURS, "the colour chosen at the board meeting", "label"
                ),
                amount_column("rerolls", "Int8", "re-rolls at the board meeting"),
            ),
            ("game", "seat", "week"),
            max_rows=lambda engine: _weeks(engine) * engine.players,
        ),
        Table(
            "matches",
            "game, manager and match",
            (
                GAME,
                SEAT,
                WEEK,
                Column(
                    "club",
                    "Int8",
                    "id in dims/clubs of the opponent, -1 for a manager",
                    "label",
                    dim="clubs",
                ),
                Column("colour", (*COLOURS, "none"), "colour of the club", "label"),
                Column(
                    "deck",
                    (*(f"deck {deck}" for deck in DECKS), "none"),
                    "deck of the club",
                    "label",
                ),
                Column(
                    "line_up", "Int16", "id in dims/line_ups, -1 if none", "label", dim="line_ups"
                ),
                Column("formation", FORMATIONS, "the manager's formation", "label"),
                Column("tactic", "Int8", "id in dims/tactics, -1 if none", "label", dim="tactics"),
                amount_column("strength", "Int8", "total strength of the ten markers"),
                amount_column("goals", "Int8", "goals scored"),
                amount_column("against", "Int8", "goals conceded"),
                amount_column("fielded", "Int8", "cards assigned"),
                amount_column("abilities", "Int8", "card abilities used"),
                amount_column("tactic_goals", "Int8", "goals added by the tactic card"),
                amount_column("points", "Int8", "points from the match", "points"),
                Column(
                    "expected",
                    "Float64",
                    "points expected from the layout before the reveal, as a mean over possible "
                    "line-ups",
                    "amount",
                    "points",
                ),
                amount_column("rival", "Int8", "seat of the opponent, -1 for a club"),
                amount_column(
                    "host",
                    "Int8",
                    "1 Host, 0 Visitor in a match between managers, -1 against a club",
                ),
                amount_column("shootout", "Int8", "rounds in its shoot-out"),
                amount_column("gloves", "Int8", "gloves of the manager's keeper"),
                amount_column("saves", "Int8", "shots that the manager's keeper saved"),
                amount_column("saves_against", "Int8", "shots that the opponent's keeper saved"),
                *_by_section("shots", "the manager's shots from the"),
                *_by_section("goals_of", "the manager's goals from the"),
                *_by_section("shots_against", "the opponent's shots from its"),
                *_by_section("goals_against_of", "the opponent's goals from its"),
            ),
            ("game", "seat", "week"),
            max_rows=lambda engine: _weeks(engine) * engine.players,
        ),
        Table(
            "actions",
            "game, manager and action",
            (
                GAME,
                SEAT,
                WEEK,
                amount_column("day", "Int8", "1 Tuesday to 3 Thursday, 0 in the Winter Break"),
                Column("kind", tuple(outcomes.ACTION_WORDS), "the action", "label"),
                amount_column("extra", "Int8", "1: an extra action, which costs operation"),
                Column("thing", "Int16", "id in dims/things, -1 if none", "label", dim="things"),
                Column("price", "Int8", "money paid", "price", "money"),
                amount_column(
                    "passed",
                    "Int16",
                    "how often others could have taken the thing but took another from its row",
                ),
            ),
            ("game", "week", "day", "seat"),
            max_rows=lambda engine: sizes.MAX_ACTIONS,
            under=SEASON_ONLY,
        ),
        _declare_takes(
            "players",
            "id in dims/players",
            Column("how", outcomes.ACQUISITIONS, "how it was acquired", "label"),
            Column("kind", ("regular", "youngster", "veteran"), "the kind of card", "label"),
            Column(
                "played_week",
                "Int8",
                "week of its first match for the manager, 0 if none",
                "played_round",
            ),
            amount_column("trained_week", "Int8", "week in which the manager trained it, 0 never"),
            amount_column("matches", "Int8", "its matches for the manager"),
            amount_column("goals", "Int16", "its goals for the manager"),
            amount_column("vp", "Int16", "VP from its effects, its sale and its training", "VP"),
            amount_column("left_week", "Int8", "week in which it left, 0 never"),
            Column("left", outcomes.DEPARTURES, "how it left; kept if it did not leave", "label"),
            amount_column("sale", "Int16", "money from its sale", "money"),
            max_rows=max_cards_taken,
            # Bids and offers have no limit but the manager's money (TRA-2, TRA-7).
            price_type="Int16",
        ),
        _declare_takes("staff", "id in dims/staff", VP_OF_EFFECTS),
        _declare_takes(
            "sponsors",
            "id in dims/sponsors",
            Column(
                "way",
                ("none", "money", "bonus", "shirt", "small"),
                "the contract (ACT-5)",
                "label",
            ),
            VP_OF_EFFECTS,
        ),
        _declare_takes(
            "tokens",
            "id in dims/tokens",
            amount_column("vp", "Int16", "VP from the token and its effects", "VP"),
        ),
        _declare_takes(
            "directors",
            "id in dims/directors",
            amount_column("round", "Int8", "round of the draft, from 1"),
            VP_OF_EFFECTS,
        ),
        Table(
            "drafts",
            "game and director dealt",
            (
                GAME,
                SEAT,
                Column("director", "Int8", "id in dims/directors", "label", dim="directors"),
                amount_column(
                    "offered", "Int8", "number of rounds in which a manager could take it"
                ),
                amount_column(
                    "kept",
                    "Int8",
                    "1: the manager took it, 0: nobody did, and this manager saw it last",
                ),
            ),
            ("game", "seat"),
            max_rows=lambda engine: sizes.DIRECTORS_DEALT * engine.players,
            under={**SEASON_ONLY, "directors": "on"},
        ),
        Table(
            "votes",
            "game and board meeting",
            (
                GAME,
                SEAT,
                WEEK,
                Column(
                    "meeting",
                    "Int16",
                    "id in dims/things of the meeting's first outcome",
                    "label",
                    dim="things",
                ),
                *group(
                    "faces",
                    (
                        amount_column(f"face_{index}", "Int8", f"final face of director {index}")
                        for index in range(1, sizes.MAX_DIRECTORS_HELD + 1)
                    ),
                ),
                amount_column("rerolls", "Int8", "re-rolls"),
                Column("vote", outcomes.VOTE_COLOURS, "the colour chosen", "label"),
            ),
            ("game", "week", "seat"),
            max_rows=lambda engine: _weeks(engine) * engine.players,
            under=SEASON_ONLY,
        ),
        Table(
            "deals",
            "game and deal (a sale, an auction or an offer)",
            (
                GAME,
                SEAT,
                WEEK,
                Column("deal", outcomes.DEALS, "the deal", "label"),
                amount_column("seller", "Int8", "seat of the card's manager"),
                amount_column(
                    "buyer", "Int8", "seat that gets the card or makes an offer, -1 if none"
                ),
                Column("card", "Int8", "id in dims/players", "label", dim="players"),
                amount_column("strength", "Int8", "the card's strength in a sale"),
                amount_column(
                    "usual", "Int8", "money from an ordinary sale, strength + 2", "money"
                ),
                amount_column("asking", "Int16", "asking price in an auction", "money"),
                amount_column(
                    "bids",
                    "Int16",
                    "number of bids; for an offer, its number among the offers of the action",
                ),
                amount_column("price", "Int16", "money bid, offered or paid by the bank", "money"),
                amount_column("bonus", "Int8", "money for the auction itself (TRA-5)", "money"),
                Column(
                    "position",
                    outcomes.SALE_POSITIONS,
                    "position whose market amount counts",
                    "label",
                ),
                amount_column("market", "Int8", "money from the transfer card", "money"),
                amount_column("refused", "Int8", "1: refused, so the card stays"),
                amount_column("winter", "Int8", "1: in the Winter Break, outside a manager's day"),
            ),
            ("game", "week", "seat"),
            max_rows=lambda engine: sizes.MAX_DEALS,
            under=SEASON_ONLY,
            one_of=("transfers", "market", "epic"),
        ),
        Table(
            "winter",
            "game and winter token that a manager took",
            (
                GAME,
                SEAT,
                Column("token", "Int8", "id in dims/winter_tokens", "thing", dim="winter_tokens"),
                Column("round", "Int8", "round in which it was taken, from 1", "taken_round"),
                amount_column("pick", "Int8", "number of the pick within its round, from 1"),
                Column(
                    "card",
                    "Int8",
                    "id in dims/players of the card on which it lies, -1 if none",
                    "label",
                    dim="players",
                ),
            ),
            ("game", "round", "pick"),
            max_rows=lambda engine: sizes.WINTER_PICKS * engine.players,
            under=WINTER_ONLY,
        ),
        Table(
            "bets",
            "game and bet",
            (
                GAME,
                SEAT,
                WEEK,
                amount_column("line", "Int8", "line of the token: even on a row, odd on a border"),
                amount_column(
                    "file", "Int8", "file of the token: even on a column, odd on a border"
                ),
                Column("shape", ("space", "border", "point"), "where the token was", "label"),
                amount_column("stake", "Int32", "the manager's money on the token", "money"),
                amount_column("hit", "Int8", "1: the winning space was under the token"),
                amount_column("paid", "Int32", "money paid to the manager", "money"),
                Column(
                    "space", "Int8", "id in dims/bets of the winning space", "label", dim="bets"
                ),
            ),
            ("game", "week", "seat"),
            max_rows=lambda engine: _weeks(engine) * engine.players,
            under={"betting": "on"},
        ),
        Table(
            "referees",
            "game and referee of a match",
            (
                GAME,
                SEAT,
                WEEK,
                amount_column("row", "Int8", "row of tags, from the d12"),
                Column("referee", REFEREE_NAMES, "from the d6", "label"),
                amount_column("matching", "Int8", "assigned cards with a tag from the row"),
                amount_column("rerolls", "Int8", "re-rolls of its dice"),
                amount_column("goals", "Int8", "the manager's goals from the referee"),
                amount_column("against", "Int8", "the opponent's goals from the referee"),
                amount_column(
                    "points_before", "Int8", "points without the referee's goals", "points"
                ),
                amount_column("points", "Int8", "points from the match", "points"),
            ),
            ("game", "week", "seat"),
            max_rows=lambda engine: _weeks(engine) * engine.players,
            under={"layer": "season", "referees": "on"},
        ),
        Table(
            "twins",
            "game and twin played",
            (
                GAME,
                Column("twin", TWIN_NAMES, "what the twin changes", "twin"),
                Column(
                    "seat",
                    "Int8",
                    "seat that first had the thing, or is given, shown or denied something",
                    "seat",
                ),
                STRATEGY,
                Column(
                    "thing",
                    "Int16",
                    "id in dims/things of the thing that is off, -1 if none",
                    "label",
                    dim="things",
                ),
                Column(
                    "week",
                    "Int8",
                    "week of the change, or the week in which a manager first got the thing; 0 if "
                    "before the first week",
                    "round",
                ),
                amount_column("day", "Int8", "day without an action, 0 if none"),
                Column(
                    "resource", "Int8", "the resource given, -1 if none", "amount", values=RESOURCES
                ),
                amount_column(
                    "margin", "Int16", "change in the seat's lead over the best other manager", "VP"
                ),
                *twin_changes(sizes.MAX_MANAGERS, "VP"),
            ),
            ("game",),
            under=SEASON_ONLY,
        ),
        Table(
            "unique_cards",
            "game, manager and unique card",
            (
                GAME,
                SEAT,
                Column("card", "Int8", "id in dims/unique_cards", "thing", dim="unique_cards"),
                Column("side", ("positive", "negative"), "the side it is played on", "label"),
            ),
            ("game", "seat"),
            max_rows=lambda engine: sizes.UNIQUE_SIDES * engine.players,
            under={"unique_cards": "on"},
        ),
        Table(
            "goals",
            "game and goal of its scenario",
            (
                GAME,
                Column("goal", "Int8", "id in dims/goals", "label", dim="goals"),
                amount_column("value", "Int16", "the value measured for the goal"),
                amount_column("met", "Int8", "1: the goal was met"),
            ),
            ("game",),
            max_rows=lambda engine: sizes.MAX_GOALS,
            under={"solo": "on"},
        ),
    )
}
"""All result tables by name; ``arm`` comes before the columns declared here."""
GAMES, SEATS, WEEKS, MATCHES, ACTIONS = range(5)
PLAYERS, STAFF, SPONSORS, TOKENS, DIRECTORS, DRAFTS, VOTES = range(5, 12)
DEALS, BETS, WINTER, REFEREES, TWINS, UNIQUE, GOALS = map(
    [*TABLES].index, ("deals", "bets", "winter", "referees", "twins", "unique_cards", "goals")
)
"""The tables' numbers, in the order of TABLES."""
