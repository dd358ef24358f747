"""What commands print: plain sentences, numbers as people write them, tables for eyes and pipes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 120


def console(*, errors: bool = False) -> Console:
    """A rich console on stdout or stderr; in a pipe wide, plain and without guesses at colours."""
    from rich.console import Console

    stream = sys.stderr if errors else sys.stdout
    return Console(
        file=stream,
        width=None if stream.isatty() else PIPE_WIDTH,
        highlight=False,
        soft_wrap=not stream.isatty(),
    )


def on_terminal() -> bool:
    """Whether stdout is a terminal that somebody looks at."""
    return sys.stdout.isatty()


def say(text: str = "") -> None:
    """Print one line on stdout at once, as somebody reading a pipe wants it."""
    print(text, flush=True)


def note(text: str) -> None:
    """Print one line on stderr: what a program that reads stdout should not see."""
    print(text, file=sys.stderr, flush=True)


def count(number: float) -> str:
    """A whole number with its thousands apart.

    >>> count(20000)
    '20 000'
    """
    return f"{number:,.0f}".replace(",", " ")


def plural(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> plural(1, "game"), plural(20000, "game"), plural(2, "die", "dice")
    ('1 game', '20 000 games', '2 dice')
    """
    return f"{count(number)} {one if number == 1 else many or one + 's'}"


def duration(seconds: float) -> str:
    """A length of time, as roughly as one says it.

    >>> duration(0.2), duration(42), duration(130), duration(5400)
    ('1 second', '40 seconds', '2 minutes', '1.5 hours')
    """
    if seconds < 10:
        return plural(max(1, round(seconds)), "second")
    if seconds < 55:
        return f"{5 * round(seconds / 5)} seconds"
    if seconds < 5400:
        return plural(max(1, round(seconds / 60)), "minute")
    return f"{seconds / 3600:.1f} hours"


def table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1, title: str = ""
) -> None:
    """Print a table whose first ``left`` columns are texts and all others numbers."""
    from rich import box
    from rich.table import Table

    drawn = Table(
        box=box.SIMPLE_HEAD, title=title or None, title_justify="left", title_style="bold",
        header_style="bold", show_edge=False, pad_edge=False, safe_box=not on_terminal(),
    )
    for place, name in enumerate(columns):
        drawn.add_column(
            name, justify="left" if place < left else "right", no_wrap=place >= left,
            overflow="fold",
        )
    for row in rows:
        drawn.add_row(*(_plain(cell) for cell in row))
    console().print(drawn)


def _plain(cell: str) -> str:
    """The cell's text with nothing in it read as markup."""
    from rich.markup import escape

    return escape(cell)
