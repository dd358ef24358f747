"""The command ``data`` for Eleven's components, and its help on sheets."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.eleven.amounts import AMOUNTS, LEAGUE_VALUES, TRACKS
from eoc_sim.simulator.eleven.component_cells import is_off
from eoc_sim.simulator.eleven.component_rows import SHEETS, TRANSFERS, LineUp
from eoc_sim.simulator.eleven.components import NEW_CONTENT, Club, Components, load, shortages
from eoc_sim.simulator.eleven.effect_language import CLAUSE_GRAMMAR
from eoc_sim.simulator.eleven.effects_on_cards import KINDS, WORDS
from eoc_sim.simulator.eleven.names import (
    COLOURS,
    DECKS,
    FORMATIONS,
    GAINS,
    MOMENTS,
    PROFILES,
    TARGETS,
)
from eoc_sim.simulator.eleven.pitch import BALL, SHIELD
from eoc_sim.simulator.eleven.season_rows import SALE, SEASON, effect_column, in_play
from eoc_sim.simulator.eleven.sizes import MAX_MANAGERS
from eoc_sim.simulator.eleven.winter_rows import WINTER_TOKENS
from eoc_sim.simulator.kernel.phrases import format_count, word_lines
from eoc_sim.simulator.runs.component_output import (
    Lines,
    PrintedCells,
    cell_table,
    count_cells,
    examples,
    heading,
    last_lines,
    origin_lines,
    word_tables,
)
from eoc_sim.simulator.runs.sheets import with_article
from eoc_sim.simulator.runs.text_table import TextTable

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.rule_sets import RuleSet

SEASON_SHEETS = {*SEASON, TRANSFERS.name, WINTER_TOKENS.name, "referees", "referee_rows"}
"""The sheets that a league does not use."""
LINE_UPS = 4
"""The number of line-ups that a club has in the base game (SET-2)."""


def check(data: str | None) -> Lines:
    """Check all components and describe them in numbers."""
    components = load(data)
    yield from origin_lines(components.provenance, components.own)
    yield from _clubs(components)
    yield from _profiles(components)
    yield from _tactics(components)
    yield from _season(components)
    cells = known_cells(components)
    yield from cell_table(cells)
    yield describe_sources(cells)
    yield from last_lines(remarks(components))


def words(data: str | None) -> Lines:
    """Yield all words of the effect language, with examples."""
    yield from word_tables(max_clauses="four", form=CLAUSE_GRAMMAR, words=WORDS)
    yield from _kinds_of_cards()
    components = load(data)
    rows = [
        component
        for name, sheet in SHEETS.items()
        if effect_column(sheet) == "effect"
        for component in components.sheet(name)
    ]
    yield from examples(rows, MOMENTS)


def help_lines() -> list[str]:
    """Return the words of the effect language as lines of text."""
    return word_lines(CLAUSE_GRAMMAR, WORDS)


def _clubs(components: Components) -> Lines:
    yield from heading("The clubs: means per line-up")
    yield TextTable(
        (
            *("deck", "club", "colour", "line-ups", "from the leaflet"),
            *("formation", "keeper", "balls", "shields"),
        ),
        [
            (
                DECKS[club.deck],
                club.code,
                COLOURS[club.colour],
                *_counts(club.line_ups),
                " ".join(sorted({FORMATIONS[line_up.formation] for line_up in club.line_ups})),
                " ".join(
                    sorted(
                        {f"{line_up.keeper_strength}x{line_up.gloves}" for line_up in club.line_ups}
                    )
                ),
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
        strength
        for line_up in club.line_ups
        for _, face, strength in line_up.markers
        if face == side
    ) / len(club.line_ups)


def _profiles(components: Components) -> Lines:
    yield from heading("The squads of the league layer: strengths of balls and shields, by week")
    weeks = sorted({entry.week for entry in components.profiles})
    yield TextTable(
        ("profile", *map(str, weeks)),
        [
            (
                profile,
                *(
                    f"{sum(entry.balls)}+{sum(entry.shields)}"
                    for entry in components.profiles
                    if entry.profile == profile
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
                tactic.number,
                tactic.name,
                " ".join(FORMATIONS[code] for code in tactic.formations),
                tactic.sentence,
            )
            for tactic in components.tactics
            if not tactic.absent
        ],
        left=4,
    )


def _counts(rows: Sequence[Any]) -> tuple[str, str]:
    """Count the rows of the base game and of the leaflet."""
    new = sum(getattr(row, "is_new", False) for row in rows)
    return str(len(rows) - new), str(new)


def _season(components: Components) -> Lines:
    yield from heading("The cards of the season layer: means of those in play")
    rows = []
    for name, sheet in SEASON.items():
        cards = [component for component in components.sheet(name) if in_play(component)]
        means = [
            f"{sum(getattr(card, column) for card in cards) / len(cards):.2f}"
            if cards and column in sheet.cells
            else ""
            for column in ("price", "cost", "strength", "trained", "vp")
        ]
        rows.append((sheet.plural_noun or name, *_counts(cards), means[0] or means[1], *means[2:]))
    yield TextTable(("cards", "base game", "leaflet", "price", "strength", "trained", "VP"), rows)


def _kinds_of_cards() -> Lines:
    """Yield the gains that each kind of card may have, by moment."""
    yield from heading("The gains that each kind of card may have")
    rows = []
    for gains, kinds in itertools.groupby(KINDS, key=lambda kind: kind.gains):
        forms = {
            moment: ", ".join(
                form
                for name, fit in gains.items()
                if moment in fit.moments
                for form in fit.forms(name)
            )
            for moment in MOMENTS
        }
        cards = ", ".join(kind.card for kind in kinds)
        for wording in dict.fromkeys(filter(None, forms.values())):
            when = ", ".join(moment for moment in MOMENTS if forms[moment] == wording)
            rows.append((cards, when, wording))
            cards = ""
    yield TextTable(("cards", "when", "gains"), rows, left=3)


def known_cells(components: Components, rules: RuleSet | None = None) -> list[PrintedCells]:
    """Count the printed, reported and reconstructed cells.

    With ``rules``, leave out the sheets whose switch is off and, for a league, all that only a
    season uses.
    """
    sources = components.club.sources
    has_season = rules is None or rules["layer"] == "season"
    return [
        *count_cells(
            (
                sheet.plural_noun or name,
                sheet.columns,
                [
                    component
                    for component in components.sheet(name)
                    if not getattr(component, "absent", False)
                ],
            )
            for name, sheet in SHEETS.items()
            if not (rules and is_off(name, rules)) and (has_season or name not in SEASON_SHEETS)
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
            for value in (AMOUNTS.values if has_season else LEAGUE_VALUES)
        ),
    ]


def describe_sources(cells: Iterable[PrintedCells]) -> str:
    """LAY-2: state how many cells are printed, reported and reconstructed."""
    parts = [(cell.printed, cell.reported, cell.reconstructed) for cell in cells]
    printed, reported, reconstructed = (sum(column) for column in zip(*parts, strict=True))
    return (
        f"Cells printed: {printed}; reported by the publisher or owners: {reported}; "
        f"reconstructed: {reconstructed}."
    )


def remarks(components: Components) -> list[str]:
    """List oddities that are allowed, one sentence each."""
    sentences = []
    for club in components.clubs:
        base_line_ups = sum(not line_up.is_new for line_up in club.line_ups)
        if base_line_ups != LINE_UPS:
            line_ups = format_count(base_line_ups, "line-up")
            sentences.append(f"Club {club.code} has {line_ups}, not {LINE_UPS}.")
        sentences += [
            f"{first.number} and {second.number} of club {club.code} are the same line-up."
            for first, second in itertools.combinations(club.line_ups, 2)
            if _markers_and_keeper(first) == _markers_and_keeper(second)
        ]
    tactics = [tactic for tactic in components.tactics if not tactic.absent]
    for tactic in tactics:
        if not tactic.basic and not tactic.clauses:
            sentences.append(f"{tactic.number} {tactic.name} has one formation and no effect.")
    codes = {code for tactic in tactics for code in tactic.formations}
    sentences += [
        f"No tactic card offers the formation {name}."
        for code, name in enumerate(FORMATIONS)
        if code not in codes
    ]
    names = {sheet: f"{sheet}.csv" for sheet in components.sheets}
    base = components.in_game(dict.fromkeys(NEW_CONTENT, "off"))
    sentences += shortages(names, base, MAX_MANAGERS, is_epic=True)
    sentences += _season_remarks(components)
    for name in ("position_vp_standard", "position_vp_epic"):
        table: Sequence[int] = getattr(components.club, name)
        for position, (vp, next_vp) in enumerate(itertools.pairwise(table), start=1):
            if next_vp > vp:
                sentences.append(
                    f"{name} gives position {position + 1} more VP ({next_vp}) than position "
                    f"{position} ({vp})."
                )
    return sentences


def _season_remarks(components: Components) -> Iterable[str]:
    """Yield oddities of the season's cards and the club (TER-2)."""
    for player in filter(in_play, (*components.players, *components.youngsters)):
        sale = player.strength + SALE
        if player.price < sale:
            yield (
                f"{player.number} {player.name} costs {player.price} and sells for {sale}: hired "
                f"and resold, it brings {sale - player.price} (TER-2)."
            )
    for card in components.cards:
        if card.trained < card.strength:
            yield f"{card.number} {card.name} is weaker trained than untrained."
    tags = {card.tag for card in components.cards}
    for tag in filter(in_play, components.tags):
        if tag.number not in tags:
            yield f"No card has the tag {tag.number} {tag.name}."
    deck = {
        staff_card.name.lower()
        for staff_card in components.staff
        if in_play(staff_card) and not staff_card.starts
    }
    for name in SEASON:
        for component in filter(in_play, components.sheet(name)):
            for clause in getattr(component, "clauses", ()):
                if GAINS[clause.gain] == "staff" and TARGETS[clause.target] not in deck:
                    yield (
                        f"{component.number} {component.name} brings "
                        f"{with_article(TARGETS[clause.target])}, but the deck has none (SET-5)."
                    )
    for objective in filter(in_play, components.objectives):
        if objective.harder_direction * (objective.perfect - objective.fulfilled) <= 0:
            yield (
                f"{objective.number} {objective.name} is perfect at {objective.perfect} and "
                f"fulfilled at {objective.fulfilled}: it is never merely fulfilled (SET-6)."
            )
    for track, upkeep in zip(TRACKS, components.club.upkeep, strict=True):
        if list(upkeep) != sorted(upkeep):
            yield f"upkeep_{track} falls with more cards or tokens (CLU-7)."


def _markers_and_keeper(line_up: LineUp) -> tuple[object, ...]:
    return sorted(line_up.markers), line_up.keeper
