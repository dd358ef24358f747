"""Output of the command ``data`` on Eleven's components, and sheets to edit."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from eoc_sim.simulator.eleven.component_rows import (
    FORM_ON_TACTICS,
    SHEETS,
    WORDS_ON_TACTICS,
    LineUp,
)
from eoc_sim.simulator.eleven.components import AMOUNTS, Club, Components, load
from eoc_sim.simulator.eleven.names import COLOURS, DECKS, FORMATIONS, MOMENTS, PROFILES
from eoc_sim.simulator.eleven.pitch import BALL, SHIELD
from eoc_sim.simulator.kernel.phrases import word_lines
from eoc_sim.simulator.runs.component_output import (
    Lines,
    PrintedCells,
    cell_table,
    counted_cells,
    examples,
    heading,
    last_lines,
    where_from,
    word_tables,
)
from eoc_sim.simulator.runs.text_table import TextTable

if TYPE_CHECKING:
    pass

LINE_UPS = 4
"""Line-ups of a club in the base game (SET-2)."""


def check(data: str | None) -> Lines:
    """Check all components and describe them in numbers."""
    components = load(data)
    yield from where_from(components.provenance, components.own)
    yield from _clubs(components)
    yield from _profiles(components)
    yield from _tactics(components)
    cells = known_cells(components)
    yield from cell_table(cells)
    yield known_share(cells)
    yield from last_lines(remarks(components))


def words(data: str | None) -> Lines:
    """Yield all words of the effect language, with examples."""
    yield from word_tables("four", FORM_ON_TACTICS, WORDS_ON_TACTICS)
    yield from examples(load(data).tactics, MOMENTS)


def help_lines() -> list[str]:
    """Return the words of the effect language as lines of text."""
    return word_lines(FORM_ON_TACTICS, WORDS_ON_TACTICS)


def _clubs(components: Components) -> Lines:
    yield from heading("The clubs: means of a line-up")
    yield TextTable(
        ("deck", "club", "colour", "line-ups", "formation", "keeper", "balls", "shields"),
        [
            (
                DECKS[club.deck],
                club.code,
                COLOURS[club.colour],
                str(len(club.line_ups)),
                " ".join(sorted({FORMATIONS[one.formation] for one in club.line_ups})),
                " ".join(sorted({f"{one.keeper_strength}x{one.gloves}" for one in club.line_ups})),
                f"{_strength(club, BALL):.2f}",
                f"{_strength(club, SHIELD):.2f}",
            )
            for club in components.clubs
        ],
        left=3,
    )
    yield "Balls and shields: the sum of their strengths in a line-up."


def _strength(club: Club, side: int) -> float:
    return sum(
        strength for one in club.line_ups for _, of, strength in one.markers if of == side
    ) / len(club.line_ups)


def _profiles(components: Components) -> Lines:
    yield from heading("The squads of layer league: strengths of balls and shields, by week")
    weeks = sorted({one.week for one in components.profiles})
    yield TextTable(
        ("profile", *map(str, weeks)),
        [
            (
                profile,
                *(
                    f"{sum(one.balls)}+{sum(one.shields)}"
                    for one in components.profiles
                    if one.profile == profile
                ),
            )
            for profile in PROFILES
        ],
    )


def _tactics(components: Components) -> Lines:
    yield from heading("The tactic cards")
    yield TextTable(
        ("", "tactic", "formations", "what its effect says"),
        [
            (
                one.number,
                one.name,
                " ".join(FORMATIONS[code] for code in one.formations),
                one.sentence,
            )
            for one in components.tactics
            if not one.absent
        ],
        left=4,
    )


def known_cells(components: Components) -> list[PrintedCells]:
    """Count the printed, reported and reconstructed cells of each column and value."""
    sources = components.club.sources
    return [
        *counted_cells(
            (sheet.rows_are or name, sheet.columns, components.sheet(name))
            for name, sheet in SHEETS.items()
        ),
        *(
            PrintedCells(
                "the club",
                value,
                int(sources[value] == "printed"),
                1,
                reported=int(sources[value] == "reported"),
                reconstructed=int(sources[value] == "reconstructed"),
            )
            for value in AMOUNTS.values
        ),
    ]


def known_share(cells: Iterable[PrintedCells]) -> str:
    """LAY-2: say how many of all cells are printed, reported and reconstructed."""
    parts = [(one.printed, one.reported, one.reconstructed) for one in cells]
    printed, reported, reconstructed = (sum(column) for column in zip(*parts, strict=True))
    return (
        f"Cells printed: {printed}; reported by the publisher or owners: {reported}; "
        f"reconstructed: {reconstructed}."
    )


def remarks(components: Components) -> list[str]:
    """List oddities that are allowed, one sentence each."""
    found = []
    for club in components.clubs:
        if len(club.line_ups) != LINE_UPS:
            found.append(f"Club {club.code} has {len(club.line_ups)} line-ups, not {LINE_UPS}.")
        found += [
            f"{one.number} and {other.number} of club {club.code} are the same line-up."
            for one, other in itertools.combinations(club.line_ups, 2)
            if _as_seen(one) == _as_seen(other)
        ]
    tactics = [one for one in components.tactics if not one.absent]
    for one in tactics:
        if not one.basic and not one.clauses:
            found.append(f"{one.number} {one.name} has one formation and no effect.")
    offered = {code for one in tactics for code in one.formations}
    found += [
        f"No tactic card offers the formation {name}."
        for code, name in enumerate(FORMATIONS)
        if code not in offered
    ]
    for name in ("position_vp_standard", "position_vp_epic"):
        table: Sequence[int] = getattr(components.club, name)
        for position, (better, worse) in enumerate(itertools.pairwise(table), start=1):
            if worse > better:
                found.append(
                    f"{name} gives {worse} VP for position {position + 1} and {better} for "
                    f"{position}."
                )
    return found


def _as_seen(one: LineUp) -> tuple[object, ...]:
    return sorted(one.markers), one.keeper
