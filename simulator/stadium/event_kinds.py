"""The kinds of fields in Stadium's events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from eoc_sim.simulator.kernel.events import (
    EventRecord,
    Kind,
    Reading,
    Story,
    amount,
    bundle,
    computed_kind,
    given,
    name_kind,
    parts,
    several,
    share,
    word,
)
from eoc_sim.simulator.kernel.phrases import format_count, join_words
from eoc_sim.simulator.stadium import codes
from eoc_sim.simulator.stadium.columns import END_NAMES, PART_WORDS, SPACE_WORDS, STATE_NAMES
from eoc_sim.simulator.stadium.names import TOKENS as TOKEN_NAMES

_SINGULARS = {"wins": "win"}

player = name_kind("player")
players = several("player")
employee = name_kind("employee")
employees = several("employee")
location = name_kind("place")
locations = several("place")
"""Squares of the field, and buildings."""
money = amount("money", "money")
wins = amount("win")
points = amount("point")
blocks = amount("block")
score_parts = parts(PART_WORDS)
score = computed_kind(lambda record: sum(record["parts"].values()), points)
vps = amount("VP")
deck = word(("players", "employees"), separator=" or ")
ended_by = word(END_NAMES, ("a last block", "the round limit"), separator=" or ")
win_share = replace(
    share(0.0), say=lambda value, story: "wins the game" if value == 1 else "shares the win"
)
space = Kind(
    lambda reading: reading.single() + 1,
    lambda value, story: SPACE_WORDS[value - 1],
    singles=1,
)
spaces = replace(
    given, say=lambda value, story: ", ".join(SPACE_WORDS[number - 1] for number in value)
)
state = word(STATE_NAMES, ("", *STATE_NAMES[1:]))
states = Kind(
    lambda reading: [STATE_NAMES[code] for code in reading.values()],
    lambda value, story: ", ".join(
        f"{SPACE_WORDS[number]} {name}"
        for number, name in enumerate(value)
        if name != STATE_NAMES[0]
    ),
)


def _say_tokens(value: Mapping[str, int]) -> str:
    """Put tokens into words by kind: ``2 money and 1 win``."""
    return (
        join_words(
            [
                format_count(number, _SINGULARS.get(token, token), token)
                for token, number in value.items()
            ]
        )
        or "nothing"
    )


tokens = bundle(TOKEN_NAMES, _say_tokens)
earned = replace(
    tokens,
    read=lambda reading: {TOKEN_NAMES[reading.single()]: reading.single()},
    singles=2,
)
"""The tokens of a bonus, all of one kind."""
held = Kind(
    lambda reading: dict(zip(TOKEN_NAMES, reading.values(), strict=True)),
    lambda record, story: _say_tokens(
        {token_name: record[token_name] for token_name in TOKEN_NAMES if record[token_name]}
    ),
    spread=True,
    page=", ".join(f"`{token_name}`" for token_name in TOKEN_NAMES),
)
"""All of an owner's tokens."""


def _source(reading: Reading, code: int) -> Any:
    """Return a source's number: a card's, a place's or a space's."""
    if code >= codes.EMPLOYEE_SOURCE:
        return reading.names.employee[code - codes.EMPLOYEE_SOURCE]
    if code >= codes.PLAYER_SOURCE:
        return reading.names.player[code - codes.PLAYER_SOURCE]
    if code >= codes.PLACE_SOURCE:
        return reading.names.place[code - codes.PLACE_SOURCE]
    return code + 1


source = replace(player, read=lambda reading: _source(reading, reading.single()))
"""The source of an effect."""


def _read_football(reading: Reading) -> dict[str, dict[Any, dict[str, int]]]:
    gains: dict[Any, dict[str, int]] = {}
    payments: dict[Any, dict[str, int]] = {}
    for _ in range(reading.value()):
        origin = _source(reading, reading.value())
        for by_source in (gains, payments):
            if value := tokens.read(reading):
                by_source[origin] = value
    return {"gains": gains, "paid": payments}


def _say_football(record: EventRecord, story: Story) -> str:
    total: Counter[str] = Counter()
    for value in record["gains"].values():
        total.update(value)
    return f"{_say_tokens(total)} at game time ({players.say(record['gains'], story)})"


football = Kind(_read_football, _say_football, spread=True, page="`gains`, `paid`")


def _read_loss(reading: Reading) -> str:
    loss, card = reading.single(), reading.single()
    if loss == codes.LOSS_EMPLOYEE:
        return reading.names.employee[card]
    return reading.names.player[card] if loss == codes.LOSS_PLAYER else TOKEN_NAMES[loss]


def _say_loss(value: str, story: Story) -> str:
    return _say_tokens({value: 1}) if value in TOKEN_NAMES else story.write_name(value)


loss = Kind(_read_loss, _say_loss, singles=2)


def _say_face_down(value: list[list[str]], story: Story) -> str:
    return "\n".join(
        f"  {story.seat(seat)} has {employees.say(cards, story)} face down."
        for seat, cards in enumerate(value)
        if cards
    )


face_down = Kind(
    lambda reading: [employees.read(reading) for _ in range(reading.value())], _say_face_down
)
decks = Kind(
    lambda reading: {"players": players.read(reading), "employees": employees.read(reading)}
)
reshuffled = Kind(
    lambda reading: (players if reading.current["deck"] == "players" else employees).read(reading)
)
