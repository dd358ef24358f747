"""The kinds of fields in the events of Eleven."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from eoc_sim.simulator.eleven.columns import PART_WORDS
from eoc_sim.simulator.eleven.names import CELL_NAMES, FORMATIONS
from eoc_sim.simulator.kernel.events import (
    Kind,
    Reading,
    amount,
    enumerated,
    given,
    named,
    number,
    parts,
    several,
    share,
    word,
    worked_out,
)

FIRST_JERSEY = 2

tactic = named("tactic")
club = named("club")
line_up = named("opponent")
points = amount("point")
vp = amount("VP", "VP")
score_parts = parts(PART_WORDS)
score = worked_out(lambda entry: sum(entry["parts"].values()), vp)
win_share = replace(share(0.0), say=lambda value, story: "wins" if value == 1 else "shares the win")
formation = word(FORMATIONS, [" - ".join(name).replace(" ", "") for name in FORMATIONS])
jersey = replace(number, read=lambda reading: reading.single() + FIRST_JERSEY)
jerseys = Kind(lambda reading: [code + FIRST_JERSEY for code in reading.values()])
side = word(("shield", "ball"))
cells = Kind(lambda reading: [CELL_NAMES[code] for code in reading.values()])
"""The cells of jerseys 2 to 11."""
deck_clubs = replace(
    given,
    say=lambda value, story: "; ".join(
        f"{', '.join(clubs)} of deck {deck}" for deck, clubs in value.items()
    ),
)
"""The clubs of each deck, as shuffled."""


def _lists(what: str, said: str) -> Kind:
    """Make the kind of lists of cards or clubs by seat."""
    one = several(what)
    return Kind(
        lambda reading: [one.read(reading) for _ in range(reading.value())],
        lambda value, story: "\n".join(
            f"  {story.seat(seat)} {said} {one.say(listed, story)}."
            for seat, listed in enumerate(value)
            if listed
        ),
    )


club_lists = _lists("club", "meets")
tactic_lists = _lists("tactic", "has the tactic cards")


def _face(reading: Reading) -> int | None:
    code = reading.single()
    return code + 1 if code >= 0 else None


face = Kind(_face, singles=1)
"""A face of a die, from 1; None if not rolled."""


def _read_saves(reading: Reading) -> dict[str, int]:
    saves, against = reading.values()
    return {"saves": saves, "saves_against": against}


saves = Kind(
    _read_saves,
    lambda value, story: f"{value['saves']} and {value['saves_against']} saves",
    spread=True,
    page="`saves` (by the own keeper), `saves_against`",
)


def _read_rolls(reading: Reading) -> list[dict[str, int]]:
    numbers = reading.values()
    return [
        {"seat": seat, "roll": roll} for seat, roll in zip(numbers[::2], numbers[1::2], strict=True)
    ]


def _say_rolls(value: list[dict[str, Any]], story: Any) -> str:
    return enumerated([f"{story.seat(one['seat'])} {one['roll']}" for one in value])


rolls = Kind(_read_rolls, _say_rolls, page="`{}` (each `seat`, `roll`)")
