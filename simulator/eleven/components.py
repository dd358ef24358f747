"""The components of Eleven: line-ups, squads, tactics, and tables of values.

They are data (data/eleven). ``load`` reads and checks the package's files or a designer's own.
Every fault is an InputError that names file, row or key, value and the allowed values. Little is
printed: ``source`` names the printed parts of a row, and ``reported`` those that owners or the
publisher have reported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.component_rows import SHEETS, LineUp, Profile, Tactic
from eoc_sim.simulator.eleven.names import (
    COLOURS,
    DECKS,
    MOST_VP,
    PROFILES,
    RESULTS,
)
from eoc_sim.simulator.eleven.sizes import (
    CLUBS_IN_DECK,
    FACES,
    MAX_MANAGERS,
    MAX_OF_CLUB,
    MAX_WEEKS,
    POSITIONS,
)
from eoc_sim.simulator.runs.components import PACKAGE, align
from eoc_sim.simulator.runs.value_tables import ValueTable, WholeNumbers
from eoc_sim.simulator.runs.valued_components import ValuedComponents

__all__ = [
    "FILES",
    "PACKAGE",
    "Amounts",
    "Club",
    "Components",
    "LineUp",
    "Profile",
    "Tactic",
    "align",
    "folder_files",
    "load",
    "replaced",
]


@dataclass(frozen=True)
class Amounts:
    """The dice of clubs (LEA-4), and the VP by position (SCO-1).

    ``sources`` says how much of each is known: printed, reported or reconstructed.
    """

    dice_red: tuple[int, ...]
    dice_blue: tuple[int, ...]
    dice_green: tuple[int, ...]
    position_vp_standard: tuple[int, ...]
    position_vp_epic: tuple[int, ...]
    sources: Mapping[str, str]

    @property
    def dice(self) -> tuple[tuple[int, ...], ...]:
        """The faces of the dice, in the order of COLOURS."""
        return tuple(getattr(self, f"dice_{colour}") for colour in COLOURS)


_DIE = WholeNumbers(0, max(RESULTS), FACES, "faces", fixed=True, allowed=RESULTS)
_POSITION_VP = WholeNumbers(-MOST_VP, MOST_VP, POSITIONS, "VP by position", fixed=True)
AMOUNTS = ValueTable(
    "club",
    Amounts,
    {
        **{f"dice_{colour}": _DIE for colour in COLOURS},
        "position_vp_standard": _POSITION_VP,
        "position_vp_epic": _POSITION_VP,
    },
    ("printed", "reported", "reconstructed"),
)


@dataclass(frozen=True)
class Club:
    """A club, with its line-ups in play."""

    code: str
    deck: int
    colour: int
    line_ups: tuple[LineUp, ...]


@dataclass(frozen=True, kw_only=True)
class Components(ValuedComponents):
    """All components, checked; those of a sheet are sorted by number."""

    folder = "eleven"
    sheets = SHEETS
    value_tables = (AMOUNTS,)

    opponents: tuple[LineUp, ...]
    profiles: tuple[Profile, ...]
    tactics: tuple[Tactic, ...]
    club: Amounts

    @property
    def clubs(self) -> tuple[Club, ...]:
        """The clubs in play, in the order of the sheet."""
        line_ups: dict[str, list[LineUp]] = {}
        for one in self.opponents:
            if not one.absent:
                line_ups.setdefault(one.club, []).append(one)
        return tuple(
            Club(code, rows[0].deck, rows[0].colour, tuple(rows)) for code, rows in line_ups.items()
        )

    def check(self, names: Mapping[str, str]) -> None:
        """Refuse unplayable components; ``names`` are those of the sheets."""
        _check_clubs(names["opponents"], self.clubs)
        _check_profiles(names["profiles"], self.profiles)
        basic = sum(one.basic and not one.absent for one in self.tactics)
        if basic < MAX_MANAGERS:
            raise InputError(
                f"{names['tactics']}: {basic} tactics have two formations; {MAX_MANAGERS} such "
                "basic cards are needed, one for each manager (SET-7)."
            )


def _check_clubs(name: str, clubs: Sequence[Club]) -> None:
    """Refuse decks without four clubs, and clubs of two decks or colours."""
    for club in clubs:
        first = club.line_ups[0]
        for one in club.line_ups:
            for column, words in (("deck", DECKS), ("colour", COLOURS)):
                here, there = getattr(one, column), getattr(first, column)
                if here != there:
                    raise InputError(
                        f"{name}: club {club.code} has the {column} {words[there]} in "
                        f"{first.number} and {words[here]} in {one.number}; a club has one."
                    )
        if len(club.line_ups) > MAX_OF_CLUB:
            raise InputError(
                f"{name}: club {club.code} has {len(club.line_ups)} line-ups; {MAX_OF_CLUB} is "
                "the most."
            )
    for deck, word in enumerate(DECKS):
        codes = [club.code for club in clubs if club.deck == deck]
        if len(codes) != CLUBS_IN_DECK:
            raise InputError(
                f"{name}: deck {word} has {len(codes)} clubs"
                f"{' (' + ', '.join(codes) + ')' if codes else ''}; each deck needs exactly "
                f"{CLUBS_IN_DECK}."
            )


def _check_profiles(name: str, profiles: Sequence[Profile]) -> None:
    there = {(one.profile, one.week) for one in profiles}
    for profile in PROFILES:
        for week in range(1, MAX_WEEKS + 1):
            if (profile, week) not in there:
                raise InputError(
                    f"{name}: the profile {profile} has no week {week}; each needs the weeks 1 to "
                    f"{MAX_WEEKS}."
                )


FILES = Components.files()
load, replaced, folder_files = (
    Components.load_data,
    Components.replaced,
    Components.folder_files,
)
