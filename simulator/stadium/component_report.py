"""Output of the ``data`` command for Stadium, and help on its sheets."""

from __future__ import annotations

from eoc_sim.simulator.kernel.phrases import word_lines
from eoc_sim.simulator.runs.component_output import (
    Lines,
    cell_table,
    examples,
    heading,
    last_lines,
    origin_lines,
    source_table,
    word_tables,
)
from eoc_sim.simulator.runs.text_table import TextTable
from eoc_sim.simulator.stadium.component_rows import BONUS_WORDS
from eoc_sim.simulator.stadium.component_summary import (
    bonus_counts,
    decks,
    groups,
    printed_cells,
    provenance,
    remarks,
)
from eoc_sim.simulator.stadium.components import SHEETS, Components, load
from eoc_sim.simulator.stadium.effect_language import CLAUSE_GRAMMAR, word_table
from eoc_sim.simulator.stadium.names import BONUSES, GAINS, LOSSES, MOMENTS


def check(data: str | None) -> Lines:
    """Check all components and describe them in numbers."""
    components = load(data)
    yield from origin_lines(components.provenance, components.own)
    yield from _spaces(components)
    yield from _places(components)
    yield from _decks(components)
    yield from source_table(provenance(components))
    yield (
        "Nearly all numbers are reconstructed: a finding is worth reporting only if it holds "
        "across the data family."
    )
    yield from cell_table(printed_cells(components))
    yield from last_lines(remarks(components))


def words(data: str | None) -> Lines:
    """Yield all words of the effect language, with examples."""
    components = load(data)
    yield from word_tables(max_clauses="six", form=CLAUSE_GRAMMAR, words=word_table())
    yield from examples(
        [component for name in SHEETS for component in components.sheet(name)], MOMENTS
    )


def help_lines() -> list[str]:
    """Return the words of the effect language as lines of text."""
    return word_lines(CLAUSE_GRAMMAR, word_table())


def _spaces(components: Components) -> Lines:
    yield from heading("The action spaces")
    yield TextTable(
        ("", "space", "token", "bonus spaces", "a stack costs", "what its effect says"),
        [
            (
                str(space.number),
                space.name,
                "yes" if space.arrow else "",
                ", ".join(BONUS_WORDS[bonus] for bonus in space.bonuses),
                LOSSES[space.loss],
                space.sentence,
            )
            for space in components.spaces
        ],
        left=6,
    )
    counts = bonus_counts(components)
    yield (
        "Bonus spaces by what they show: "
        + ", ".join(
            f"{BONUS_WORDS[BONUSES.index(name)]} {number}" for name, number in counts.items()
        )
        + "."
    )


def _places(components: Components) -> Lines:
    yield from heading("The places of the board")
    yield TextTable(
        ("", "places", "points", "wins needed, tokens paid"),
        [
            (group.name, str(group.places), _range(*group.points), _range(*group.prices))
            for group in groups(components)
        ],
    )


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _decks(components: Components) -> Lines:
    yield from heading("The decks: means per card, and the gains of all cards together")
    yield TextTable(
        ("", "cards", "price", "salary", "points", *GAINS),
        [
            (
                deck.name,
                str(deck.cards),
                f"{deck.price:.2f}",
                f"{deck.salary:.2f}",
                f"{deck.points:.2f}",
                *map(str, deck.gains.values()),
            )
            for deck in decks(components)
        ],
    )
    yield "The gains of players are per game time, those of employees per use."
