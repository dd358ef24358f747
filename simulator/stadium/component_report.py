"""Output of the command ``data`` on Stadium's components, and sheets to edit."""

from __future__ import annotations

from pathlib import Path

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.phrases import word_lines
from eoc_sim.simulator.runs.component_telling import (
    Lines,
    cells_told,
    heading,
    sources_told,
    where_from,
    word_tables,
)
from eoc_sim.simulator.runs.sheet_writing import (
    refuse_existing,
    workbook_bytes,
    write_sheet,
)
from eoc_sim.simulator.runs.text_table import TextTable
from eoc_sim.simulator.runs.whole_file import write_whole
from eoc_sim.simulator.stadium.component_rows import BONUS_WORDS
from eoc_sim.simulator.stadium.component_summary import (
    bonus_counts,
    decks,
    groups,
    printed_cells,
    provenance,
    remarks,
)
from eoc_sim.simulator.stadium.components import SHEETS, Components, folder_files, load
from eoc_sim.simulator.stadium.effect_language import FORM, word_table
from eoc_sim.simulator.stadium.names import BONUSES, GAINS, LOSSES, MOMENTS


def check(data: str | None) -> Lines:
    """Check all components and describe them in numbers."""
    components = load(data)
    yield from where_from(components.provenance, components.own)
    yield from _spaces(components)
    yield from _places(components)
    yield from _decks(components)
    yield from sources_told(provenance(components))
    yield (
        "Nearly all numbers are reconstructed: a finding is worth reporting only if it holds over "
        "the data family."
    )
    yield from cells_told(printed_cells(components))
    yield ""
    found = remarks(components)
    yield "Everything can be played." + (" Worth a look:" if found else "")
    for remark in found:
        yield f"- {remark}"


def words(data: str | None) -> Lines:
    """Yield all words of the effect language, with examples."""
    components = load(data)
    yield from word_tables("six", FORM, word_table())
    yield ""
    yield "Examples:"
    rows = [one for name in SHEETS for one in components.sheet(name)]
    for when, name in enumerate(MOMENTS):
        fitting = [one for one in rows if any(clause.when == when for clause in one.clauses)]
        # The longest phrase shows most of the language.
        if fitting:
            one = max(fitting, key=lambda one: (len(one.effect), str(one.number)))
            yield f"  {name}: {one.number} {one.name}: {one.effect}"


def export(data: str | None, file: Path, fresh: bool) -> tuple[int, list[str]]:
    """Write the sheets for editing in a spreadsheet; ``--data`` reads them.

    A workbook (.xlsx) has one sheet a table; a name without an ending is a folder of CSV files and
    board.toml; a CSV file is the one sheet that its name says, as players.csv.

    It returns the number of rows, and notes on columns carried along or left out.

    Raises:
        InputError: the name fits none of these, or a file exists and is not to be replaced.
    """
    components = load(data)
    said = components.carried()
    help_lines = word_lines(FORM, word_table())
    suffix = file.suffix.lower()
    if suffix == ".xlsx":
        refuse_existing(file, fresh=fresh)
        sheets = components.written(*SHEETS)
        write_whole(file, workbook_bytes(sheets, help_lines))
        if components.board != load().board:
            said.append(
                "a workbook has no sheet of the board's values, which would be the package's with "
                "it: export a folder to keep those of board.toml"
            )
    elif suffix == ".csv":
        name = file.stem.lower()
        if name not in SHEETS:
            raise InputError(
                f"{file}: Stadium has five sheets, {', '.join(SHEETS)}; name a workbook (.xlsx), a "
                f"folder, or a CSV file after one of the sheets.{nearest(name, SHEETS)}"
            )
        sheets = components.written(name)
        write_sheet(file, sheets[0], help_lines=help_lines, fresh=fresh)
    elif not suffix:
        sheets = components.written(*SHEETS)
        write_folder(components, file, fresh=fresh)
    else:
        raise InputError(
            f"{file} should end in .xlsx, or have no ending: that says whether to write a workbook "
            "or a folder."
        )
    return sum(len(sheet.rows) for sheet in sheets), said


def write_folder(components: Components, folder: Path, *, fresh: bool = False) -> None:
    """Write sheets and board into a folder like the package's data.

    Raises:
        InputError: it cannot be written, or a file exists and is not to be replaced.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror or error}.") from None
    contents = folder_files(components)
    for file in contents:
        refuse_existing(folder / file, fresh=fresh)
    for file, content in contents.items():
        write_whole(folder / file, content)


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
            (one.name, str(one.places), _range(*one.points), _range(*one.asks))
            for one in groups(components)
        ],
    )


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _decks(components: Components) -> Lines:
    yield from heading("The decks: means of a card, and what all their cards give together")
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
    yield "Players give at game time, employees when each of them is used once."
