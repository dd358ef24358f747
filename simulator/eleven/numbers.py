"""The editable numbers of Eleven: line-ups, cards, the club, rules."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import dataclass, replace

from eoc_sim.simulator.eleven.amounts import AMOUNTS, LEAGUE_VALUES, Amounts
from eoc_sim.simulator.eleven.component_rows import OPPONENTS, LineUp, acts_without_cards
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.effect_language import NONE, Clause, gain_phrase, parse, phrase
from eoc_sim.simulator.eleven.names import MAX_GLOVES, MAX_STRENGTH, MAX_VP, VOTES
from eoc_sim.simulator.eleven.season_rows import MEETINGS, NOW, SEASON, TAGS, effect_column, in_play
from eoc_sim.simulator.eleven.switches import decks_of
from eoc_sim.simulator.eleven.versions import Version
from eoc_sim.simulator.runs.component_numbers import EffectNumbers, spread, switch_numbers
from eoc_sim.simulator.runs.numbers import Number

MAX_WIDENING = 5
"""The maximum VP by which each end of the VP table moves."""


def numbers(version: Version) -> tuple[Number, ...]:
    """List every editable number in the version, with its alternatives.

    These are the keepers of the clubs in play, the amounts in the effects of tactic cards, the
    VP table in use, and the numeric switches that have an effect; in the season layer, also the
    numbers on its cards and those of the club.
    """
    components = version.components_in_game
    season = version.rules["layer"] == "season"
    decks = decks_of(version.rules_played)
    line_ups = [
        opponent
        for opponent in components.opponents
        if not opponent.absent and opponent.deck in decks
    ]
    tactics = [tactic for tactic in components.tactics if not tactic.absent]
    if version.rules["tactics"] == "off":
        tactics = []
    return (
        *_keeper_numbers(line_ups),
        *(_CLAUSES if season else _EFFECTS).numbers("tactic", "tactics", tactics, tactics),
        *_position_numbers(version),
        *(season_numbers(components) if season else ()),
        *switch_numbers(version),
    )


def season_numbers(components: Components) -> Iterator[Number]:
    """List the numbers of the season's cards and of the club."""
    rows = {name: list(filter(in_play, components.sheet(name))) for name in SEASON}
    with_effect = {name: sheet for name, sheet in SEASON.items() if effect_column(sheet)}
    components_with_effect = [component for name in with_effect for component in rows[name]]
    for name, sheet in SEASON.items():
        outfield = {
            component.number
            for component in rows[name]
            if not getattr(component, "is_keeper", True)
        }
        for number in sheet.numbers(rows[name]):
            if number.row not in outfield or not number.kind.endswith("gloves"):
                yield number
        if name in with_effect:
            dim = "" if sheet is TAGS else sheet.dim or name
            column = effect_column(sheet)
            yield from _CLAUSES.numbers(sheet.word, dim, rows[name], components_with_effect, column)
    outcomes = {
        colour: [
            _Outcome(meeting.number, meeting.name, meeting.outcomes[index])
            for meeting in rows[MEETINGS.name]
        ]
        for index, colour in enumerate(VOTES)
    }
    peers = [outcome for colour_outcomes in outcomes.values() for outcome in colour_outcomes]
    for colour, colour_outcomes in outcomes.items():
        yield from _OUTCOMES.numbers(MEETINGS.word, "", colour_outcomes, peers, colour)
    yield from _club_numbers(components.club)


def _club_numbers(club: Amounts) -> Iterator[Number]:
    """List the numbers of the club's boards, upkeep tracks and sets."""
    for name, value in AMOUNTS.values.items():
        if name in LEAGUE_VALUES or name.startswith("consequences"):
            continue
        current = getattr(club, name)
        entries = current if isinstance(current, tuple) else (current,)
        words = name.replace("_", " ")
        for index, entry in enumerate(entries):
            values = range(value.low, value.high + 1)
            yield Number(
                f"club.{name}.value",
                "the club",
                words if len(entries) == 1 else f"{words}, entry {index + 1}",
                float(entry),
                tuple(map(float, values)),
                tuple(
                    value.text((*current[:index], other, *current[index + 1 :]))
                    if isinstance(current, tuple)
                    else str(other)
                    for other in values
                ),
                statistics.median(entries),
                spread(entries),
                group=f"club.{name}",
            )


@dataclass(frozen=True)
class _Outcome:
    """The outcome of a board meeting in one colour."""

    number: str
    name: str
    clauses: tuple[Clause, ...]


def _keeper_numbers(line_ups: list[LineUp]) -> Iterator[Number]:
    for index, (kind, maximum) in enumerate((("strength", MAX_STRENGTH), ("gloves", MAX_GLOVES))):
        values_in_play = [float(line_up.keeper[index]) for line_up in line_ups]
        for line_up in line_ups:
            keepers = [list(line_up.keeper) for _ in range(maximum + 1)]
            for value, keeper in enumerate(keepers):
                keeper[index] = value
            key = f"{OPPONENTS.word}.{line_up.number}.keeper"
            yield Number(
                key,
                OPPONENTS.label(line_up),
                f"keeper's {kind}",
                float(line_up.keeper[index]),
                tuple(map(float, range(maximum + 1))),
                tuple(f"{strength}x{gloves}" for strength, gloves in keepers),
                statistics.median(values_in_play),
                spread(values_in_play),
                group=key,
            )


def _position_numbers(version: Version) -> Iterator[Number]:
    """List each position's VP; alternatives lie between the neighbouring positions' VP."""
    name = f"position_vp_{version.rules['position_vp']}"
    if name not in AMOUNTS.values:
        return
    table: tuple[int, ...] = getattr(version.components.club, name)
    ends = (min(table[0] + MAX_WIDENING, MAX_VP), *table, max(table[-1] - MAX_WIDENING, -MAX_VP))
    for index, current in enumerate(table):
        values = range(min(ends[index + 2], current), max(ends[index], current) + 1)
        yield Number(
            f"club.{name}.value",
            "the league table",
            f"VP for position {index + 1}",
            float(current),
            tuple(map(float, values)),
            tuple(
                AMOUNTS.values[name].text((*table[:index], value, *table[index + 1 :]))
                for value in values
            ),
            float(current),
            1.0,
            group=f"club.{name}",
        )


def _fields_of_league(clause: Clause) -> list[str]:
    """List the editable fields of a clause: none if it needs cards."""
    return ["amount"] if acts_without_cards(clause) else []


def _fields_of_season(clause: Clause) -> list[str]:
    """List all editable fields of a clause, even an idle one."""
    columns = ["pay_amount"] if clause.pay_kind != NONE else []
    return ["amount", *columns, *(["up_to"] if clause.up_to else [])]


def _gain(clause: Clause) -> str:
    """Return the name of a clause's gain, with its target."""
    return gain_phrase(replace(clause, counter=NONE, up_to=0)).partition(" ")[2]


_PARTS = {
    "amount": "{} of the effect",
    "pay_amount": "price of {}",
    "up_to": "maximum {} of the effect",
}
_CLAUSES = EffectNumbers(_PARTS, _fields_of_season, _gain, parse, phrase)
_OUTCOMES = EffectNumbers(
    _PARTS,
    _fields_of_season,
    _gain,
    lambda text: parse(text, NOW),
    lambda clauses: phrase(clauses, NOW),
)
_EFFECTS = EffectNumbers(
    {"amount": "{} of the effect"},
    _fields_of_league,
    lambda clause: gain_phrase(clause).partition(" ")[2],
    parse,
    phrase,
)
