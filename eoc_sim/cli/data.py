"""``eoc-sim data``: check the components, list the effect language's words, export the sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from eoc_sim.cli.options import data_option

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.component_summary import Group, Home
    from eoc_sim.simulator.eoc.components import Card, Components


@click.group(name="data")
def command() -> None:
    """Check the components, list the words for effects, export the cards sheet."""


@command.command()
@data_option
def check(data: str | None) -> None:
    """Check all components, and show what they look like in numbers."""
    from eoc_sim.cli.screen import say
    from eoc_sim.simulator.eoc.component_summary import remarks
    from eoc_sim.simulator.eoc.components import load

    components = load(data)
    _show_files(components)
    _show_cards(components)
    _show_colours(components)
    _show_homes(components)
    _show_provenance(components)
    found = remarks(components)
    say("Everything can be played." + (" Worth a look:" if found else ""))
    for remark in found:
        say(f"- {remark}")


@command.command()
@data_option
def words(data: str | None) -> None:
    """List all words of the effect language, with examples from the cards."""
    from eoc_sim.cli.screen import say, table
    from eoc_sim.simulator.eoc.components import load
    from eoc_sim.simulator.eoc.effect_codes import WHEN_NAMES
    from eoc_sim.simulator.eoc.effect_language import FORM, word_table

    components = load(data)
    say("An effect is up to three clauses joined by semicolons, each of this form:")
    say()
    say(f"  {FORM}")
    say()
    part = ""
    rows: list[tuple[str, str, str, str]] = []
    for word in word_table():
        rows.append((word.part if word.part != part else "", word.written, word.meaning,
                     word.goes_with))
        part = word.part
    table(("part", "words", "meaning", "goes with"), rows, left=4)
    say()
    say("Examples:")
    for when, name in enumerate(WHEN_NAMES):
        fitting = [
            card for card in components.cards if any(c.when == when for c in card.clauses)
        ]
        # The longest phrase shows most of the language.
        if fitting:
            card = max(fitting, key=lambda one: (len(one.effect), one.number))
            say(f"  {name}: {card.number} {card.name}: {card.effect}")


@command.command()
@click.argument("file", metavar="FILE")
@data_option
@click.option("--fresh", is_flag=True, help="Replace FILE if it exists.")
def export(file: str, data: str | None, fresh: bool) -> None:
    """Write the cards sheet to FILE (.csv or .xlsx), to be edited in a spreadsheet program.

    --data and `eoc-sim sweep --cards` read the edited sheet.
    """
    from eoc_sim.cli.screen import say
    from eoc_sim.simulator.eoc.components import CARD_COLUMNS, card_row, column_choices, load
    from eoc_sim.simulator.eoc.effect_language import words as word_lines
    from eoc_sim.simulator.eoc.sheets import write_sheet

    components = load(data)
    path = Path(file)
    write_sheet(
        path, CARD_COLUMNS, [card_row(card) for card in components.cards],
        choices=column_choices(), help_lines=word_lines().splitlines(), fresh=fresh,
    )
    say(f"Wrote {len(components.cards)} cards to {path}. Change some cells, save it, then:")
    say(f"  eoc-sim sweep --cards {path}")


def _heading(text: str) -> None:
    from eoc_sim.cli.screen import say

    say()
    say(text)


def _show_files(components: Components) -> None:
    from eoc_sim.cli.screen import say, table

    say("Where the components come from")
    table(("file", "read from"), sorted(components.provenance.items()), left=2)


def _show_cards(components: Components) -> None:
    from eoc_sim.cli.screen import plural, say, table
    from eoc_sim.simulator.eoc.component_summary import deck, groups
    from eoc_sim.simulator.eoc.components import SOURCES, USAGES
    from eoc_sim.simulator.eoc.effect_language import TYPE_NAMES

    whole = deck(components)
    _heading("The deck")
    kinds: Sequence[tuple[str, Callable[[Card], str], Sequence[str]]] = (
        ("type", lambda card: TYPE_NAMES[card.type], TYPE_NAMES),
        ("usage", lambda card: card.usage, USAGES),
        ("cost", lambda card: f"{sum(card.cost)} EC", ()),
        ("stars", lambda card: plural(card.stars, "star"), ()),
        ("source", lambda card: card.source, SOURCES),
    )
    rows = []
    for kind, key, order in kinds:
        for place, group in enumerate(groups(components, key, order)):
            rows.append((kind if place == 0 else "", group.name, *_group_cells(group)))
    rows.append(("all", "", *_group_cells(whole)))
    table(("by", "", "cards", "mean EC", "mean stars"), rows, left=2)
    say(
        f"Means of the {whole.cards} cards in the deck: {whole.mean_cost:.2f} EC, "
        f"{whole.mean_stars:.2f} stars."
    )


def _group_cells(group: Group) -> tuple[str, str, str]:
    return str(group.cards), f"{group.mean_cost:.2f}", f"{group.mean_stars:.2f}"


def _show_colours(components: Components) -> None:
    from eoc_sim.cli.screen import table
    from eoc_sim.simulator.eoc.component_summary import colour_costs
    from eoc_sim.simulator.eoc.effect_language import COLOUR_NAMES

    _heading("EC that all cards of a type cost, by colour")
    costs = colour_costs(components)
    rows = [(name, *map(str, totals)) for name, totals in costs.items()]
    rows.append(("all", *(str(sum(column)) for column in zip(*costs.values(), strict=True))))
    table(("type", *COLOUR_NAMES), rows)


def _show_homes(components: Components) -> None:
    from eoc_sim.cli.screen import table
    from eoc_sim.simulator.eoc.component_summary import homes

    found = homes(components)
    _heading("Steps from each headquarters to the recruits of its region, by token value")
    rows = [
        (
            home.region,
            *(f"{name} {steps}" for _, name, steps in home.singles),
        )
        for home in found
    ]
    values = [str(value) for value, _, _ in found[0].singles]
    table(("headquarters", *(f"{value} stars" for value in values)), rows, left=5)
    _heading("Steps from each headquarters to its border states")
    rows = [
        (home.region, ", ".join(f"{name} {steps}" for name, steps in home.borders))
        for home in found
    ]
    table(("headquarters", "border states"), rows, left=2)
    _heading("How alike the four home regions are: mean steps")
    table(
        ("headquarters", "own states", "own borders", "all 32 states"),
        [
            (
                home.region, f"{home.mean_singles:.2f}", f"{home.mean_borders:.2f}",
                f"{home.mean_all:.2f}",
            )
            for home in found
        ],
    )
    _say_likeness(found)


def _say_likeness(found: Sequence[Home]) -> None:
    from eoc_sim.cli.screen import say

    def spread(numbers: Sequence[float]) -> str:
        return f"{max(numbers) - min(numbers):.2f}"

    say(
        "The nearest and the farthest headquarters differ by "
        f"{spread([home.mean_singles for home in found])} steps to their own states, "
        f"{spread([home.mean_borders for home in found])} to their borders and "
        f"{spread([home.mean_all for home in found])} to all states."
    )


def _show_provenance(components: Components) -> None:
    from eoc_sim.cli.screen import say, table
    from eoc_sim.simulator.eoc.component_summary import provenance

    _heading("What the published rules print, and what is reconstructed")
    listed = provenance(components)
    table(
        ("component", "printed", "partly printed", "reconstructed"),
        [(p.what, str(p.printed), str(p.partial), str(p.reconstructed)) for p in listed],
    )
    cards = listed[0]
    rows = cards.printed + cards.partial + cards.reconstructed
    say(
        f"Of {rows} cards {cards.printed} {'is' if cards.printed == 1 else 'are'} printed whole, "
        f"{cards.partial} in part (often only the name) and {cards.reconstructed} not at all; "
        "what is not printed, nearly all costs included, is reconstructed."
    )
    _show_printed_cells(components)
    say()


def _show_printed_cells(components: Components) -> None:
    from eoc_sim.cli.screen import plural, say, table
    from eoc_sim.simulator.eoc.component_summary import printed_cells

    _heading("How many cells of each column are printed")
    listed = printed_cells(components)
    table(
        ("component", "column", "printed", "of"),
        [(one.what, one.column, str(one.printed), str(one.rows)) for one in listed], left=2,
    )
    unknown = {one.what: one.unknown for one in listed if one.unknown}
    for what, number in unknown.items():
        say(
            f"In {plural(number, 'row')} of {what} the source is only partial; naming the printed "
            "columns there, as number name stars, counts their cells."
        )
