"""Lanterns, a small card game in one file of plain Python.

``eoc-sim games new my_game.py`` copies this file. Change it bit by bit, and run ``eoc-sim games
check my_game.py`` now and then. Every command that takes ``--game`` plays it:

    eoc-sim run --game my_game.py
    eoc-sim sweep --game my_game.py --vary card.gust.copies=2,6
    eoc-sim sweep --game my_game.py --vary rules.second_gust=half

The rules, each with an id that refusals name:

LAN-1  Shuffle the deck before each of 5 rounds. Every player takes a turn, in turn order.
LAN-2  On your turn, draw cards one by one, as many as you like, but at least one. Their lights add
       up.
LAN-3  The second gust in a turn blows your lights out: the turn ends and scores nothing.
LAN-4  Before your first card you may burn one of your two wicks: the turn then counts double.
LAN-5  After 5 rounds the player with the most lights wins. Tied players share the win.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from eoc_sim.simulator.runs.plain_game import (
    Column,
    Decision,
    Draw,
    Parts,
    PlainStrategy,
    PlainTable,
    Sheet,
    Table,
    Whole,
    Words,
    parameter,
    plain_game,
    word,
)

if TYPE_CHECKING:
    from eoc_sim.reports.blocks import Section
    from eoc_sim.reports.findings import Findings

ROUNDS = 5
WICKS = 2
STOP, DRAW = 0, 1
"""Answers to the decision ``draw``."""

# --- Words: the game's names and units, on screens and pages.

WORDS = Words(
    title="Lanterns",
    notice="An example that comes with eoc-sim.",
    score=("light", "lights"),
    round_names=("set-up", *(f"round {number}" for number in range(1, ROUNDS + 1))),
    smallest={"wins": 1.0, "score": 0.5},  # the smallest changes that matter to you
    largest_score_change=30.0,  # larger than any one card's effect on a score
    round=("round", "rounds"),
    luck="shuffles",
)

# --- Components. Every number has its range, and the key card.ID.COLUMN for --vary.

CARDS = Sheet(
    "card",
    columns={
        "lights": Whole("lights that it gives", 0, 9, unit="lights", worth=1.0),
        "copies": Whole("copies of it in the deck", 0, 12),
    },
    rows={
        "firefly": (1, 8),
        "candle": (2, 6),
        "lamp": (3, 5),
        "beacon": (5, 3),
        "gust": (0, 6),
    },
    off=("lights",),  # the command `cards` also plays games in which a card gives no lights
)

# --- A rule that can vary: the first value is the default.

SECOND_GUST = word(
    "second_gust",
    "all half",
    "The second gust blows out all of the turn's lights, or half of them.",
    "LAN-3",
)

# --- The strategies' decisions, with words for the answers 0 and 1. Strategies see what `ask` shows
# them below.

DECISIONS = (
    Decision("wick", "LAN-4", "burn a wick (1) or none (0) before the first card", ("no", "burn")),
    Decision("draw", "LAN-2", "draw a card (1) or stop (0)", ("stop", "more")),
)

# --- Results. A seat's parts add up to its score.

SEAT_COLUMNS = (
    Column("plain", "Int16", "lights from turns with no wick", "part", "lights", "without a wick"),
    Column("doubled", "Int16", "lights from turns with a wick", "part", "lights", "with a wick"),
    Column("cards", "Int16", "cards drawn", "habit", "cards", "cards drawn"),
    Column("blown", "Int8", "turns that a second gust ended", "waste", "turns", "turns blown out"),
)
TURNS = Table(
    "turns",
    "turn",
    (
        Column("seat", "Int8", "seat, from 0", "seat"),
        Column("round", "Int8", "round, from 1", "round"),
        Column("drawn", "Int8", "cards drawn", "amount", "cards", "cards drawn"),
        Column("lights", "Int16", "lights that the turn gave", "amount", "lights"),
        Column("blown", "Int8", "1 if a second gust ended it", "amount", "", "share blown out"),
    ),
    ("game",),
)


# --- The rules.


def play(table: PlainTable) -> None:
    """Play one game (LAN-1)."""
    wicks = [WICKS] * table.players
    for number in range(1, ROUNDS + 1):
        copies = [card for card in table.sheets.card for _ in range(card.copies)]
        deck = table.shuffled(f"deck of round {number}", copies)
        for seat in table.order:
            take_turn(table, seat, number, deck, wicks)


def take_turn(
    table: PlainTable, seat: int, number: int, deck: list[SimpleNamespace], wicks: list[int]
) -> None:
    """Let a seat draw cards until it stops or is blown out."""
    # Sorted, because strategies may count cards, but not see which comes next.
    cards = sorted(deck, key=lambda card: card.id)
    burnt = table.ask(
        seat,
        "wick",
        (0, 1) if wicks[seat] else (0,),
        round=number,
        wicks=wicks[seat],
        left=tuple(cards),
    )
    wicks[seat] -= burnt
    gusts = drawn = 0
    lights = table.gift(seat, "light", number)  # 0, except in games that `timing` plays
    while deck and gusts < 2:
        # LAN-2: the first card is mandatory.
        if (
            drawn
            and table.ask(
                seat,
                "draw",
                (STOP, DRAW),
                round=number,
                lights=lights,
                gusts=gusts,
                burnt=burnt,
                left=tuple(cards),
            )
            == STOP
        ):
            break
        card = deck.pop()
        cards.remove(card)
        drawn += 1
        lights += table.take(seat, card, number).lights
        gusts += card.id == "gust"
        table.tell("draw", seat=seat, round=number, card=card.id, lights=lights)
    if gusts == 2:  # LAN-3
        lights = lights // 2 if table.rules.second_gust == "half" else 0
    lights *= 1 + burnt  # LAN-4
    row = table.seats[seat]
    row["doubled" if burnt else "plain"] += lights
    row["cards"] += drawn
    row["blown"] += gusts == 2
    table.note("turns", seat=seat, round=number, drawn=drawn, lights=lights, blown=int(gusts == 2))
    table.tell("turn", seat=seat, round=number, lights=lights, blown=gusts == 2, burnt=burnt)


# --- Strategies. Each has a function per decision: f(what it sees, its parameters, its own luck).


def save_wicks(seen: SimpleNamespace, params: SimpleNamespace, draw: Draw) -> int:
    """Save the wicks for the last rounds."""
    return int(seen.wicks > ROUNDS - seen.round)


def until_enough(seen: SimpleNamespace, params: SimpleNamespace, draw: Draw) -> int:
    """Draw until there are enough lights."""
    return DRAW if seen.lights < params.enough else STOP


def rich_deck(seen: SimpleNamespace, params: SimpleNamespace, draw: Draw) -> int:
    """Burn wicks if few gusts are left, or in the last rounds."""
    gusts = sum(card.id == "gust" for card in seen.left)
    late = seen.wicks > ROUNDS - seen.round
    return int(seen.wicks > 0 and (late or 100 * gusts < params.calm * len(seen.left)))


def by_the_odds(seen: SimpleNamespace, params: SimpleNamespace, draw: Draw) -> int:
    """Draw while the next card's average gain exceeds a gust's cost."""
    if seen.gusts == 0:
        return DRAW
    gusts = sum(card.id == "gust" for card in seen.left)
    gain = sum(card.lights for card in seen.left)
    return DRAW if gain > gusts * seen.lights * params.fear / 100 else STOP


STRATEGIES = (
    PlainStrategy(
        "bold",
        {"wick": save_wicks, "draw": until_enough},
        (parameter("enough", default=12, low=1, high=30, help="lights at which it stops"),),
        help="Draws until it has enough.",
    ),
    PlainStrategy(
        "careful",
        {"wick": rich_deck, "draw": by_the_odds},
        (
            parameter(
                "calm",
                default=12,
                low=0,
                high=100,
                help="share of gusts below which it burns a wick, in per cent",
            ),
            parameter("fear", default=100, low=0, high=300, help="weight of a loss, in per cent"),
        ),
        help="Counts the cards that are left.",
    ),
)


# --- The report: this game's own section, ahead of those that every report has.


def turns_section(page: Findings) -> Section:
    """Show how turns go, round by round."""
    from eoc_sim.reports.blocks import Section
    from eoc_sim.reports.group_means import means_table

    blocks = [
        means_table(
            page,
            "turns",
            "round",
            ("drawn", "lights", "blown"),
            "Turns, round by round",
            "Means over all turns in a round.",
        )
    ]
    return Section(
        "turns",
        "Turns",
        f"How many cards players draw, and how many lights they get.{page.under}",
        blocks,
    )


FIRST_SECTIONS = (turns_section,)

GAME = plain_game(
    "lanterns",
    rules_version="1",
    words=WORDS,
    players=range(2, 5),
    play=play,
    decisions=DECISIONS,
    strategies=STRATEGIES,
    default_seats=("bold", "careful", "careful:fear=150"),
    seat_columns=SEAT_COLUMNS,
    tables=(TURNS,),
    sheets=(CARDS,),
    switches=(SECOND_GUST,),
    gifts=("light",),
    sentences={
        "draw": "  {who} draws a {card}; lights: {lights}.",
        "turn": "  {who} ends the turn of round {round}; lights: {lights}.",
    },
    parts=Parts(demo=("card.gust.copies=2,6", "rules.second_gust=half")),
)
