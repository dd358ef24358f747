"""The kinds of fields in the events of Eleven."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from eoc_sim.simulator.eleven.columns import PART_WORDS
from eoc_sim.simulator.eleven.names import (
    CELL_NAMES,
    CONSEQUENCES,
    FORMATIONS,
    REFEREE_NAMES,
    RESOURCES,
    SIDES_OF_MARKERS,
    STATISTICS,
    VOTES,
)
from eoc_sim.simulator.eleven.outcomes import ACTIONS
from eoc_sim.simulator.kernel.events import (
    Kind,
    Reading,
    amount,
    computed_kind,
    flag,
    given,
    name_kind,
    number,
    ordinal,
    parts,
    several,
    share,
    word,
)
from eoc_sim.simulator.kernel.phrases import format_count, join_words

FIRST_JERSEY = 2

tactic = name_kind("tactic")
club = name_kind("club")
line_up = name_kind("opponent")
points = amount("point")
goals = amount("goal")
vp = amount("VP", "VP")
score_parts = parts(PART_WORDS)
league_part = parts({"league": PART_WORDS["league"]})
score = computed_kind(lambda entry: sum(entry["parts"].values()), vp)
win_share = replace(share(0.0), say=lambda value, story: "wins" if value == 1 else "shares the win")
formation = word(FORMATIONS, [" - ".join(name).replace(" ", "") for name in FORMATIONS])
jersey = replace(number, read=lambda reading: reading.single() + FIRST_JERSEY)
jerseys = Kind(lambda reading: [code + FIRST_JERSEY for code in reading.values()])
side = word(SIDES_OF_MARKERS)
cells = Kind(lambda reading: [CELL_NAMES[code] for code in reading.values()])
"""The cells of jerseys 2 to 11."""
deck_clubs = replace(
    given,
    say=lambda value, story: "; ".join(
        f"{', '.join(clubs)} of deck {deck}" for deck, clubs in value.items()
    ),
)
"""Each deck's clubs, in shuffled order."""


def _lists(noun: str, verb_phrase: str) -> Kind:
    """Make a kind for one list of cards or clubs per seat."""
    kind = several(noun)
    return Kind(
        lambda reading: [kind.read(reading) for _ in range(reading.value())],
        lambda value, story: "\n".join(
            f"  {story.seat(seat)} {verb_phrase} {kind.say(values, story)}."
            for seat, values in enumerate(value)
            if values
        ),
    )


club_names = several("club")
club_lists = _lists("club", "meets")
tactic_lists = _lists("tactic", "has the tactic cards")


def _face(reading: Reading) -> int | None:
    code = reading.single()
    return code + 1 if code >= 0 else None


face = Kind(_face, singles=1)
"""A die's face, from 1, or None if it was not rolled."""


def _read_saves(reading: Reading) -> dict[str, int]:
    saves, against = reading.values()
    return {"saves": saves, "saves_against": against}


saves = Kind(
    _read_saves,
    lambda value, story: f"{value['saves']} and {value['saves_against']} saves",
    spread=True,
    page="`saves` (by the manager's keeper), `saves_against`",
)


def _read_rolls(reading: Reading) -> list[dict[str, int]]:
    numbers = reading.values()
    return [
        {"seat": seat, "roll": roll} for seat, roll in zip(numbers[::2], numbers[1::2], strict=True)
    ]


def _say_rolls(value: list[dict[str, Any]], story: Any) -> str:
    return join_words([f"{story.seat(roll['seat'])} {roll['roll']}" for roll in value])


rolls = Kind(_read_rolls, _say_rolls, page="`{}` (each `seat`, `roll`)")

# --- The season layer.

thing = name_kind("source")
"""A card or token of any kind."""
things = several("source")
card, cards = thing, things
objective = name_kind("objective")


def _amount_words(number: int, name: str) -> str:
    """Return a number and its resource or level, such as "1 fan"."""
    return f"{number} {'fan' if name == 'fans' and number == 1 else name}"


def _per_word(names: tuple[str, ...]) -> Kind:
    """Make a kind for a list of numbers, one for each word."""
    return Kind(
        lambda reading: reading.values(),
        lambda value, story: join_words(
            [
                _amount_words(number, name)
                for name, number in zip(names, value, strict=True)
                if number
            ]
        ),
        is_there=any,
    )


resources = _per_word(RESOURCES)
"""A number of each resource."""


def _say_change(value: list[int], story: Any) -> str:
    ways = (("gains", 1), ("loses", -1))
    changes = [(verb, [max(0, sign * step) for step in value]) for verb, sign in ways]
    return join_words([f"{verb} {resources.say(row, story)}" for verb, row in changes if any(row)])


change = replace(resources, say=_say_change)
"""A number of each resource, negative if lost."""
stand_places = amount("place")
levels = _per_word(tuple(f"{name.replace('_', ' ')}" for name in STATISTICS))
"""Each statistic's level, or the change in it."""
tracks = _per_word(("for players", "for staff", "for the stadium"))
"""The upkeep of each track."""


def _read_lists(reading: Reading) -> list[list[int]]:
    return [reading.values() for _ in range(reading.value())]


lists = Kind(_read_lists)
"""A list of numbers for each seat or card."""
level_lists = Kind(
    _read_lists,
    lambda value, story: "\n".join(
        f"  {story.seat(seat)} has the levels {levels.say(level, story)}."
        for seat, level in enumerate(value)
    ),
)
"""Every seat's levels."""


def _read_pairs(reading: Reading) -> list[list[int]]:
    numbers = reading.values()
    return [list(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]


pairs = Kind(_read_pairs, lambda value, story: format_count(len(value), "die", "dice"))
"""The dice rolled again, each with its number and its new face."""
faces = Kind(lambda reading: reading.values(), lambda value, story: join_words([*map(str, value)]))
"""Faces of dice, from 1."""
trained = replace(flag, say=lambda value, story: "trained" if value else "")
"""True if gaining experience trained the card."""
last_number = Kind(lambda reading: reading.value())
"""A number that follows an event's lists."""
marker_sides = Kind(lambda reading: [SIDES_OF_MARKERS[code] for code in reading.values()])
"""The side of every marker, or an empty list."""
row = word(("players", "youngsters", "staff", "sponsors"))
"""A row of the Transfer Area."""
deck = word(("players", "youngsters", "staff", "sponsors", "meetings"))
"""A deck that is shuffled again."""
token = word(("injury", "suspension"))
"""A token that lies on a card."""


def _or_null(names: tuple[str, ...]) -> Kind:
    """Make a kind for a word that may be missing."""

    def read(reading: Reading) -> str | None:
        code = reading.single()
        return names[code] if code >= 0 else None

    return Kind(read, singles=1)


colour = _or_null(VOTES)
"""The colour of a board meeting."""

_VERBS = (
    *("hires", "sells", "takes on", "builds", "passes"),
    *("takes the cash of", "signs for the weekly money of", "signs for the bonus of"),
    *("signs the shirt sponsor", "takes the free action of", "puts up for auction"),
    "hires another manager's",
)
"""A verb for each of `ACTIONS`.

A free action has an event of its own, so its verb is never said.
"""
_KIND_OF_WAY = {
    **dict.fromkeys(("small", "money", "bonus", "shirt"), "sponsor"),
    "auction": "sell",
    "offer": "hire",
}


def _read_done(reading: Reading) -> dict[str, str | None]:
    action = ACTIONS[reading.single()]
    if action in _KIND_OF_WAY:
        return {"kind": _KIND_OF_WAY[action], "way": action}
    return {"kind": action, "way": None}


done = Kind(
    _read_done,
    lambda value, story: _VERBS[ACTIONS.index(value["way"] or value["kind"])],
    singles=1,
    spread=True,
    page="`kind` (`hire`, `sell`, `staff`, `sponsor`, `build`, `pass`), `way` (for a sponsor "
    "`small`, `money`, `bonus` or `shirt`; `auction` for a sale, `offer` for a hire from another "
    "manager; or null)",
)
"""The kind of an action, and the way it was taken."""


def _read_consequence(reading: Reading) -> str:
    code, number = reading.single(), reading.single()
    return (
        f"{number} {CONSEQUENCES[code]}" if CONSEQUENCES[code] in RESOURCES else CONSEQUENCES[code]
    )


def _say_consequence(value: str, story: Any) -> str:
    number, _, resource = value.partition(" ")
    if not resource:
        return {"injury": "an injury", "suspension": "a suspension"}.get(value, "nothing")
    amount = _amount_words(abs(int(number)), resource)
    return f"the loss of {amount}" if int(number) < 0 else amount


consequence = Kind(_read_consequence, _say_consequence, singles=2)
"""A line in a table of consequences."""
DECK_NAMES = ("players", "youngsters", "staff", "sponsors", "meetings", "tactics")
decks = Kind(lambda reading: {name: things.read(reading) for name in DECK_NAMES})
"""Each deck's cards, top first."""


def _dealt_cards(sheet: str, verb_phrase: str) -> Kind:
    """Make a kind for a list of cards, one for each seat."""
    kind = several(sheet)
    return replace(
        kind,
        say=lambda value, story: "\n".join(
            f"  {story.seat(seat)} {verb_phrase} {story.write_name(card)}."
            for seat, card in enumerate(value)
        ),
    )


veterans = _dealt_cards("source", "has the veteran")
youngsters = _dealt_cards("source", "has the youngster")
trainers = _dealt_cards("source", "has the trainer")
director_lists = _lists("source", "is dealt the directors")
objective_lists = _lists("objective", "is dealt the objectives")

# --- The leaflet's further content, and solo.

unique = name_kind("unique")
scenario_goal = name_kind("goal")
"""A condition of a scenario's goal, as written in its sheet."""
met = replace(flag, say=lambda value, story: "met" if value else "")
# --- Transfers and the market.

transfer = name_kind("transfer")
"""A transfer card of the market (MKT-1)."""
ROW_WORDS = ("defender", "midfielder", "forward")


def _read_market(reading: Reading) -> dict[str, Any]:
    card, row, amount = reading.values()
    return {
        "transfer": reading.names.transfer[card] if card >= 0 else None,
        "position": ROW_WORDS[row] if row >= 0 else None,
        "market": amount,
    }


market = Kind(
    _read_market,
    lambda value, story: (
        f"{story.write_name(value['transfer'])}: {value['market']} money" if value["market"] else ""
    ),
    spread=True,
    page="`transfer` (the active transfer card, or null without the market), `position` "
    "(the position whose amount counts: `defender`, `midfielder` or `forward`; or null), `market` "
    "(the amount)",
)
"""The active transfer card, and its amount in a sale."""
# --- Modules of the leaflet.

bet_space = name_kind("bet")
bet_spaces = several("bet")
"""Spaces of the betting board (BET-4)."""
referee_row = ordinal
referee = replace(ordinal, say=lambda value, story: REFEREE_NAMES[value - 1])
referee_token = _or_null(("injury", "suspension", "weakness"))
"""A token that a referee places on a card (REF-3)."""

# --- The Winter Break.

winter_token = name_kind("winter")
"""A kind of winter token."""
winter_tokens = several("winter")
