"""Print sentences, numbers and tables, for terminals and pipes.

The layout depends on the terminal's width. Below 100 characters, a table with a column per strategy
becomes one line per version and strategy. Any other table that is too wide has its headings and
texts wrapped, and if that is not enough, its rows are printed as blocks. Numbers are never cut,
and labels are never left out.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from eoc_sim.cli import answer
from eoc_sim.simulator.runs.text_table import TextTable

if TYPE_CHECKING:
    from rich.console import Console


PIPE_WIDTH = 120
STACK_BELOW_WIDTH = 100
"""Below this width, columns of strategies become lines."""
GAP = 3
"""Blank characters between two columns of a table."""
MIN_WRAPPED_WIDTH = 16
"""Minimum width of a column in which longer texts are wrapped."""
COMMAND = "eoc-sim "
"""Marks lines with a command to copy, which are never wrapped."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters other than a tab and the end of a line."""
_THOUSANDS = re.compile(r"(?<=\d) (?=\d{3}\b)")
"""The space within a number, as written by `count`."""


def console(*, errors: bool = False) -> Console:
    """Return a rich console, which in a pipe is wide and plain."""
    from rich.console import Console

    stream = sys.stderr if errors else sys.stdout
    return Console(
        file=stream,
        width=None if stream.isatty() else PIPE_WIDTH,
        highlight=False,
        soft_wrap=not stream.isatty(),
    )


def on_terminal() -> bool:
    """Return whether stdout is a terminal."""
    return sys.stdout.isatty()


def say(text: str = "") -> None:
    """Print one line on stdout, without delay in a pipe.

    On a terminal it is wrapped between words, unless it contains a command to copy.
    """
    if text and on_terminal() and COMMAND not in text and not answer.is_collecting():
        text = wrap(text, console().width)
    put(text)


def put(line: str) -> None:
    """Print a line unwrapped, or add it to the JSON answer."""
    if answer.is_collecting():
        answer.add(line)
    else:
        print(visible(line), flush=True)


def note(text: str) -> None:
    """Print one line on stderr."""
    if sys.stderr.isatty() and COMMAND not in text:
        text = wrap(text, console(errors=True).width)
    print(visible(text), file=sys.stderr, flush=True)


def visible(text: str) -> str:
    r"""Escape control characters, which could let a result's text control the terminal.

    >>> print(visible("a\x1b[2Jb"))
    a\x1b[2Jb
    """
    return _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def wrap(text: str, width: int, extra_indent: str = "") -> str:
    """Wrap lines and keep indents; continuation lines get ``extra_indent`` as well.

    >>> print(wrap("  wins in 100 so far: boldest 27.1", 24))
      wins in 100 so far:
      boldest 27.1
    >>> print(wrap("about 20 000 games", 10))
    about
    20 000
    games
    """
    lines = []
    for line in _THOUSANDS.sub("\0", text).split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        lines += textwrap.wrap(
            line,
            width,
            subsequent_indent=indent + extra_indent,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
    return "\n".join(lines).replace("\0", " ")


def pack(parts: Sequence[str], width: int, separator: str = ", ", indent: str = "") -> list[str]:
    """Pack parts into lines, breaking only those longer than a line.

    >>> pack(["boldest 27.1 +-0.8", "shyer 20.2 +-0.7"], 24)
    ['boldest 27.1 +-0.8,', 'shyer 20.2 +-0.7']
    """
    lines: list[str] = []
    for index, part in enumerate(parts):
        text = part + (separator if index + 1 < len(parts) else "")
        if lines and len(lines[-1]) + len(text.rstrip()) <= width:
            lines[-1] += text
        else:
            lines.append(indent + text)
    return [
        line
        for packed_line in lines
        for line in wrap(packed_line.rstrip(), width, "  ").split("\n")
    ]


def table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    text_columns: int = 1,
    title: str = "",
    stacked: bool = False,
    stack_below_width: int = 0,
) -> None:
    """Print a table with ``text_columns`` columns of text, then numbers.

    Columns of words among the numbers, such as verdicts, are left-aligned, as the texts are.

    If the table is too wide even with wrapped headings and texts, every row becomes a block: its
    texts, and below them its numbers with their headings, as many as fit on a line. If ``stacked``,
    each number has a line of its own, which suits tables with one column per strategy. On a
    terminal narrower than ``stack_below_width``, rows become blocks even if the table would fit.
    """
    if answer.is_collecting():
        answer.add(TextTable(columns, rows, title, text_columns))
        return
    from rich.text import Text

    columns = [visible(column) for column in columns]
    rows = [[visible(cell) for cell in row] for row in rows]
    screen = console()
    if title:
        screen.print(Text(title, style="bold"))
    fits = screen.width >= stack_below_width
    widths = column_widths(columns, rows, text_columns, screen.width) if fits else None
    if widths is None:
        for line in blocks(columns, rows, text_columns, screen.width, stacked=stacked):
            screen.print(Text(line), soft_wrap=True)
        return
    from rich import box
    from rich.table import Table

    grid = Table(
        box=box.SIMPLE_HEAD,
        header_style="bold",
        show_edge=False,
        pad_edge=False,
        safe_box=not on_terminal(),
    )
    for index, (name, width) in enumerate(zip(columns, widths, strict=True)):
        is_text = index < text_columns or _is_text(row[index] for row in rows)
        grid.add_column(
            _plain(wrap(name, width)),
            justify="left" if is_text else "right",
            no_wrap=not is_text,
            overflow="fold",
            width=width,
        )
    for row in rows:
        grid.add_row(*(_plain(cell) for cell in row))
    screen.print(grid)


def show(parts: Iterable[str | TextTable]) -> None:
    """Print sentences and tables in turn."""
    for part in parts:
        if isinstance(part, str):
            say(part)
        else:
            table(part.heads, part.rows, text_columns=part.left, title=part.title)


def column_widths(
    columns: Sequence[str], rows: Sequence[Sequence[str]], text_columns: int, width: int
) -> list[int] | None:
    """Return a table's column widths, or None if it cannot fit.

    Numbers are never wrapped, and words are never broken. Spare width goes to the texts that are
    wrapped most, then to the headings. Columns of words among the numbers, such as verdicts, are
    wrapped only where nothing else makes the table fit.

    >>> column_widths(("version", "games that differ"), [("dearer and weaker", "24")], 1, 40)
    [17, 17]
    >>> column_widths(("version", "games that differ"), [("dearer and weaker", "24")], 1, 28)
    [17, 8]
    >>> column_widths(("version", "games that differ"), [("dearer and weaker", "24")], 1, 20)
    >>> column_widths(("games", "verdict"), [("24", "not decided")], 0, 18)
    [5, 10]
    """
    from rich.cells import cell_len

    if not columns:
        return []
    room = width - GAP * (len(columns) - 1)
    natural_widths, min_widths, word_widths = [], [], []
    for index, head in enumerate(columns):
        cells = [row[index] for row in rows]
        longest = max(map(cell_len, cells), default=0)
        natural_widths.append(max(longest, cell_len(head)))
        if index < text_columns:
            longest = max(
                min(longest, MIN_WRAPPED_WIDTH), max(map(_longest_word, cells), default=0)
            )
        min_widths.append(max(longest, _longest_word(head)))
        if index >= text_columns and _is_text(cells):
            longest = max(map(_longest_word, cells), default=0)
        word_widths.append(max(longest, _longest_word(head)))
    if sum(natural_widths) <= room:
        return natural_widths
    if sum(min_widths) > room:
        min_widths = word_widths
    spare = room - sum(min_widths)
    if spare < 0:
        return None
    for _ in range(spare):
        wrapped_texts = [
            index for index in range(text_columns) if min_widths[index] < natural_widths[index]
        ]
        neediest_column = max(
            wrapped_texts or range(len(min_widths)),
            key=lambda column: natural_widths[column] / max(min_widths[column], 1),
        )
        min_widths[neediest_column] += 1
    return min_widths


def blocks(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    text_columns: int,
    width: int,
    *,
    stacked: bool = False,
) -> list[str]:
    r"""List the lines of a table as one block per row.

    >>> rows = [("dearer", "25.0 (22.1 to 28.0)", "24.1 (21.4 to 26.9)")]
    >>> print("\n".join(blocks(("version", "boldest", "shyer"), rows, 1, 40, stacked=True)))
    dearer
      boldest  25.0 (22.1 to 28.0)
      shyer    24.1 (21.4 to 26.9)
    """
    label_count = min(text_columns, 1 if text_columns >= len(columns) else text_columns)
    heads = columns[label_count:]
    widest = max(map(len, heads), default=0)
    longest = max((len(cell) for row in rows for cell in row[label_count:]), default=0)
    lines = []
    for row in rows:
        lines += wrap(", ".join(filter(None, row[:label_count])), width, "  ").split("\n")
        cells = [(head, cell) for head, cell in zip(heads, row[label_count:], strict=True) if cell]
        if not stacked:
            lines += pack([_phrase(*pair) for pair in cells], width - 2, "; ", "  ")
        elif 2 + widest + 2 + longest <= width:
            lines += [f"  {head:<{widest}}  {cell:>{longest}}" for head, cell in cells]
        else:
            for pair in cells:
                lines += pack(pair, width, " ", "  ")
    return lines


def _phrase(head: str, cell: str) -> str:
    """Join a heading and its cell.

    >>> _phrase("between", "-1 to +2"), _phrase("games", "24"), _phrase("", "weaker, dearer")
    ('between -1 and +2', 'games 24', 'weaker, dearer')
    """
    return f"{head} {cell.replace(' to ', ' and ') if head == 'between' else cell}".lstrip()


def _is_text(cells: Iterable[str]) -> bool:
    """Return whether a column has no numbers, so its cells may wrap."""
    return not any(character.isdigit() for cell in cells for character in cell)


def _longest_word(text: str) -> int:
    """Return the length of a text's longest word.

    >>> _longest_word("games that differ")
    6
    """
    from rich.cells import cell_len

    return max(map(cell_len, re.split(r"\s+", text)))


def _plain(cell: str) -> str:
    """Return the cell's text with all markup escaped."""
    from rich.markup import escape

    return escape(cell)
