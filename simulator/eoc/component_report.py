"""Output of the ``data`` command, and the cards sheet for editing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from eoc_sim.simulator.eoc.component_rows import USAGES, Card
from eoc_sim.simulator.eoc.component_summary import (
    Group,
    Home,
    colour_costs,
    deck,
    groups,
    homes,
    printed_cells,
    provenance,
    remarks,
)
from eoc_sim.simulator.eoc.components import Components, load
from eoc_sim.simulator.eoc.effect_codes import WHEN_NAMES
from eoc_sim.simulator.eoc.effect_language import (
    CLAUSE_GRAMMAR,
    COLOUR_NAMES,
    TYPE_NAMES,
    word_table,
)
from eoc_sim.simulator.eoc.effect_language import words as word_lines
from eoc_sim.simulator.kernel.checked_rows import SOURCES
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
from eoc_sim.simulator.runs.sheet_writing import write_sheet
from eoc_sim.simulator.runs.text_table import TextTable


def check(data: str | None) -> Lines:
    """Check all components and describe them in numbers."""
    components = load(data)
    yield from origin_lines(components.provenance, components.own)
    yield from _cards(components)
    yield from _colours(components)
    yield from _homes(components)
    yield from _provenance(components)
    yield from last_lines(remarks(components))


def words(data: str | None) -> Lines:
    """Yield all words of the effect language, with examples from cards."""
    components = load(data)
    yield from word_tables(max_clauses="three", form=CLAUSE_GRAMMAR, words=word_table())
    yield from examples(components.cards, WHEN_NAMES)


def export(data: str | None, file: Path, fresh: bool) -> tuple[int, list[str]]:
    """Write the cards sheet to ``file`` for editing in a spreadsheet.

    Returns the number of cards, and sentences about the designer's own columns.
    """
    components = load(data)
    (sheet,) = components.lay_out("cards")
    write_sheet(file, sheet, help_lines=word_lines().splitlines(), fresh=fresh)
    own_columns = components.own.get("cards")
    return len(components.cards), [] if own_columns is None else own_columns.sentences()


def _cards(components: Components) -> Lines:
    deck_group = deck(components)
    yield from heading("The deck")
    if not deck_group.cards:
        yield "The deck is empty: every card has 0 copies."
        return
    kinds: Sequence[tuple[str, Callable[[Card], str], Sequence[str]]] = (
        ("type", lambda card: TYPE_NAMES[card.type], TYPE_NAMES),
        ("usage", lambda card: card.usage, USAGES),
        ("cost", lambda card: f"{sum(card.cost)} EC", ()),
        ("stars", lambda card: f"{card.stars} {'star' if card.stars == 1 else 'stars'}", ()),
        ("source", lambda card: card.source, SOURCES),
    )
    rows = []
    for kind, key, order in kinds:
        for index, group in enumerate(groups(components, key, order)):
            rows.append((kind if index == 0 else "", group.name, *_group_cells(group)))
    rows.append(("all", "", *_group_cells(deck_group)))
    yield TextTable(("by", "", "cards", "mean EC", "mean stars"), rows, left=2)
    yield (
        f"Means of the {deck_group.cards} cards in the deck: {deck_group.mean_cost:.2f} EC, "
        f"{deck_group.mean_stars:.2f} stars."
    )


def _group_cells(group: Group) -> tuple[str, str, str]:
    return str(group.cards), f"{group.mean_cost:.2f}", f"{group.mean_stars:.2f}"


def _colours(components: Components) -> Lines:
    yield from heading("Total cost of each type's cards in EC, by colour")
    costs = colour_costs(components)
    rows = [(name, *map(str, totals)) for name, totals in costs.items()]
    rows.append(("all", *(str(sum(column)) for column in zip(*costs.values(), strict=True))))
    yield TextTable(("type", *COLOUR_NAMES), rows)


def _homes(components: Components) -> Lines:
    headquarters = homes(components)
    yield from heading("Steps from each headquarters to the recruits of its region, by token value")
    rows = [
        (
            home.region,
            *(f"{name} {steps}" for _, name, steps in home.singles),
        )
        for home in headquarters
    ]
    values = [str(value) for value, _, _ in headquarters[0].singles]
    yield TextTable(("headquarters", *(f"{value} stars" for value in values)), rows, left=5)
    yield from heading("Steps from each headquarters to its border states")
    rows = [
        (home.region, ", ".join(f"{name} {steps}" for name, steps in home.borders))
        for home in headquarters
    ]
    yield TextTable(("headquarters", "border states"), rows, left=2)
    yield from heading("How similar the four home regions are: mean steps")
    yield TextTable(
        ("headquarters", "own states", "own borders", "all 32 states"),
        [
            (
                home.region,
                f"{home.mean_singles:.2f}",
                f"{home.mean_borders:.2f}",
                f"{home.mean_all:.2f}",
            )
            for home in headquarters
        ],
    )
    yield _distance_differences(headquarters)


def _distance_differences(headquarters: Sequence[Home]) -> str:
    def spread(numbers: Sequence[float]) -> str:
        return f"{max(numbers) - min(numbers):.2f}"

    return (
        "The headquarters' mean distances to their own states differ by at most "
        f"{spread([home.mean_singles for home in headquarters])} steps, those to their border "
        f"states by {spread([home.mean_borders for home in headquarters])} and those to all "
        f"states by {spread([home.mean_all for home in headquarters])}."
    )


def _provenance(components: Components) -> Lines:
    entries = provenance(components)
    yield from source_table(entries)
    cards = entries[0]
    rows = cards.printed + cards.partial + cards.reconstructed
    yield (
        f"{cards.printed} of {rows} cards {'is' if cards.printed == 1 else 'are'} printed in full, "
        f"{cards.partial} in part (often only the name) and {cards.reconstructed} not at all; "
        "everything not printed, including nearly all costs, is reconstructed."
    )
    yield from cell_table(printed_cells(components))
