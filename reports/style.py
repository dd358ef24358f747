"""The house style of pictures: named colours, sizes, matplotlib's settings.

Each colour is defined only here, for light and dark pages. A page's picture draws every colour as a
sentinel, a hex number with no other meaning, which `theme_value` replaces with a CSS variable. So
pictures follow light, dark and print modes without a script. Figures for notebooks use the light
colours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

TEXT = 13
"""Size of text, in pixels; a picture inherits it from the page."""
SMALL = 12
"""The size of axis numbers in wide pictures; narrow ones use `TEXT`."""
FONT = "DejaVu Sans"
"""The font in which text is measured, which comes with matplotlib.

It is wider than most pages' fonts.
"""
COLOURS = {
    "page": ("#ffffff", "#14171b"),
    "ink": ("#1c2026", "#e6e9ed"),
    "quiet": ("#565f6b", "#a3adb9"),
    "rule": ("#d7dbe0", "#363d46"),
    "head": ("#f2f4f7", "#1f242a"),
    "accent": ("#0b5cad", "#7db8f5"),
    "changed": ("#b3460a", "#f2975c"),
    "same": ("#009e73", "#138d75"),
    "open": ("#69727d", "#9aa4af"),
    "band": ("#e6eefa", "#1f2d40"),
    "above": ("#1f6fc0", "#5aa2ea"),
    "below": ("#d9730d", "#e08a3c"),
}
"""Light and dark colours by name.

Above and below are the ends of the diverging scale.
"""
LINES = (
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#d55e00"),
    ("#009e73", "#009e73"),
    ("#cc79a7", "#cc79a7"),
    ("#1c2026", "#f4f4f4"),
)
"""Light and dark colours of lines; further lines repeat them with dashes.

All but the last, the ink, are those of the palette of Okabe and Ito (Color Universal Design, 2008)
that stand out on light and dark pages. People who confuse red with green, or blue with yellow, can
distinguish them.
"""
PARTS = (
    "#1f5f9e",
    "#4f93d2",
    "#9cc5ec",
    "#8559b5",
    "#24703f",
    "#4aa269",
    "#8bcb9f",
    "#d9efc6",
    "#c07a15",
    "#e8b653",
    "#b5384c",
)
"""Colours of parts of a whole, repeated after the last one.

They are the same on every page. Not all of these colours can be distinguished by eye, but
neighbours can, and parts are always in the order of their legend and table.
"""
DASHES: tuple[Any, ...] = ("solid", (0, (5, 2)), (0, (1.5, 1.5)))
DASH_CLASSES = ("", " dashed", " dotted")
STEPS = 10
"""Steps of the diverging scale per side, and of the sequential scale."""
MAX_COLOUR_PERCENT = 60
"""Percentage of colour in a scale's last step; text stays legible."""
MAX_COLUMNS = 24
"""The maximum number of table columns that the page's style covers."""
PRINT_COLOURS = {
    "ink": "#000000",
    "quiet": "#444444",
    "rule": "#bbbbbb",
    "head": "#f2f2f2",
    "open": "#555555",
}
"""Colours that differ in print from those on a light page."""


@dataclass(frozen=True)
class Palette:
    """The colours to draw with, as hex numbers for matplotlib.

    ``diverging`` goes from far below the middle, through the page's own colour, to far above it;
    ``sequential`` starts at the page's colour.
    """

    page: str
    ink: str
    quiet: str
    rule: str
    head: str
    accent: str
    changed: str
    same: str
    open: str
    band: str
    above: str
    below: str
    lines: tuple[str, ...]
    parts: tuple[str, ...]
    diverging: tuple[str, ...]
    sequential: tuple[str, ...]


SCALES = ("below", "above", "accent")
"""Colours at the ends of scales."""


def _mixes() -> dict[str, str]:
    """Map CSS variables to the mixed colours of the scales' steps."""
    return {
        f"{colour}-{step}": (
            f"color-mix(in srgb, var(--{colour}) {MAX_COLOUR_PERCENT * step / STEPS:g}%, "
            "var(--page))"
        )
        for colour in SCALES
        for step in range(1, STEPS + 1)
    }


def _mix(colour: str) -> list[str]:
    """Mix a scale's steps with the page colour, as hex numbers."""
    ends = [
        [int(COLOURS[name][0][digit : digit + 2], 16) for digit in (1, 3, 5)]
        for name in (colour, "page")
    ]
    colours = []
    for step in range(1, STEPS + 1):
        share = MAX_COLOUR_PERCENT / 100 * step / STEPS
        parts = [round(share * end + (1 - share) * page) for end, page in zip(*ends, strict=True)]
        colours.append("#" + "".join(f"{part:02x}" for part in parts))
    return colours


def _palette(
    by_name: dict[str, str],
    lines: Sequence[str],
    parts: Sequence[str],
    below: Sequence[str],
    above: Sequence[str],
    deep: Sequence[str],
) -> Palette:
    page = by_name["page"]
    return Palette(
        **by_name,
        lines=tuple(lines),
        parts=tuple(parts),
        diverging=(*reversed(below), page, *above),
        sequential=(page, *deep),
    )


PLAIN = _palette(
    {name: light for name, (light, _) in COLOURS.items()},
    [light for light, _ in LINES],
    PARTS,
    *(_mix(colour) for colour in SCALES),
)
"""The colours of a light page."""

_VALUES = (
    *(f"var(--{name})" for name in COLOURS),
    *(f"var(--line-{index})" for index in range(1, len(LINES) + 1)),
    *(f"var(--part-{index})" for index in range(1, len(PARTS) + 1)),
    *(f"var(--{name})" for name in _mixes()),
)
_SENTINELS = tuple(f"#fe01{index:02x}" for index in range(len(_VALUES)))
_VALUE_OF = dict(zip(_SENTINELS, _VALUES, strict=True))


def _sentinels() -> Palette:
    remaining = list(_SENTINELS)

    def take(number: int) -> list[str]:
        first, remaining[:] = remaining[:number], remaining[number:]
        return first

    return _palette(
        dict(zip(COLOURS, take(len(COLOURS)), strict=True)),
        take(len(LINES)),
        take(len(PARTS)),
        take(STEPS),
        take(STEPS),
        take(STEPS),
    )


THEMED = _sentinels()
"""The sentinels that `theme_value` replaces."""


def theme_value(colour: str) -> str:
    """Return the CSS value of a sentinel; keep "none".

    Raises:
        ValueError: the colour is neither a sentinel nor "none", so it would not follow dark mode.
    """
    if colour == "none":
        return colour
    if colour not in _VALUE_OF:
        raise ValueError(
            f"The colour {colour} is not in the house style; take one from canvas.colours."
        )
    return _VALUE_OF[colour]


@dataclass(frozen=True)
class Line:
    """A line's colour and, after five lines, its dash."""

    index: int

    @property
    def swatch(self) -> str:
        """The CSS classes of the line's swatch in a legend."""
        dash = DASH_CLASSES[self.index // len(LINES) % len(DASHES)]
        return f"line-{self.index % len(LINES) + 1}{dash}"

    @property
    def dash(self) -> Any:
        """The line's dash for matplotlib."""
        return DASHES[self.index // len(LINES) % len(DASHES)]

    def colour(self, colours: Palette) -> str:
        """Return the line's colour from a palette."""
        return colours.lines[self.index % len(LINES)]


class Lines:
    """Line styles by name for a whole page, with ``names`` first."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._indexes = {name: index for index, name in enumerate(dict.fromkeys(names))}

    def __getitem__(self, name: str) -> Line:
        return Line(self._indexes.setdefault(name, len(self._indexes)))


def part_swatch(index: int) -> str:
    """Return the CSS class of a part, counted from 0."""
    return f"part-{index % len(PARTS) + 1}"


def settings(colours: Palette, is_narrow: bool) -> Any:
    """Return matplotlib's settings for one picture, by name."""
    axis = TEXT if is_narrow else SMALL
    return {
        "path.simplify": False,
        "font.family": FONT,
        "font.size": TEXT,
        "text.color": colours.ink,
        "text.parse_math": False,  # a name may contain a dollar sign
        "figure.facecolor": "none",
        "figure.edgecolor": "none",
        "savefig.facecolor": "none",
        "axes.facecolor": "none",
        "axes.edgecolor": colours.rule,
        "axes.labelcolor": colours.quiet,
        "axes.spines.left": False,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.spines.bottom": False,
        "axes.axisbelow": True,
        "axes.labelsize": axis,
        "axes.titlesize": TEXT,
        "axes.formatter.useoffset": False,
        "axes.unicode_minus": True,
        "grid.color": colours.rule,
        "grid.linewidth": 1.0,
        "lines.linewidth": 2.0,
        "lines.solid_capstyle": "butt",
        "lines.markersize": 9.0,
        "patch.linewidth": 0.0,
        "patch.facecolor": colours.accent,
        "patch.edgecolor": colours.page,
        "patch.force_edgecolor": False,
        "scatter.edgecolors": "face",
        "xtick.color": colours.quiet,
        "ytick.color": colours.quiet,
        "xtick.labelsize": axis,
        "ytick.labelsize": axis,
        "xtick.major.size": 0,
        "ytick.major.size": 0,
        "xtick.major.pad": 6,
        "ytick.major.pad": 6,
        "legend.frameon": False,
    }


def variables() -> str:
    """Return the CSS for the colours of all modes and for swatches.

    The modes are light, dark and print.
    """
    light, dark = (
        {name: pair[side] for name, pair in COLOURS.items()}
        | {f"line-{index}": pair[side] for index, pair in enumerate(LINES, 1)}
        for side in (0, 1)
    )
    parts = {f"part-{index}": colour for index, colour in enumerate(PARTS, 1)}
    root = "  :root {{ color-scheme: {}; {} }}\n"
    swatches = "".join(
        f".swatch.{name} {{ --swatch: var(--{name}); }}\n"
        for name in (*(name for name in light if name.startswith("line-")), *parts)
    )
    return (
        root.format("light dark", _declarations(light | parts | _mixes()))
        + "@media (prefers-color-scheme: dark) {\n"
        + root.format("dark", _declarations(dark))
        + "}\n"
        + "@media print {\n"
        + root.format("light", _declarations(light | PRINT_COLOURS))
        + "}\n"
        + swatches
    )


def word_columns() -> str:
    """Return the CSS for word columns, which tables select by classes.

    A class on the table replaces one on each cell.
    """
    columns = range(2, MAX_COLUMNS + 1)
    cells, last = (
        ", ".join(f".words-{column} td:nth-child({column}){end}" for column in columns)
        for end in ("", ":last-child")
    )
    return (
        f":is({cells}) {{ min-width: 8rem; text-align: left; }}\n"
        f":is({last}) {{ min-width: 16rem; }}\n"
        f"@media print {{ :is({cells}) {{ min-width: 0; }} }}\n"
    )


def _declarations(values: dict[str, str]) -> str:
    return re.sub(r" $", "", "".join(f"--{name}: {value}; " for name, value in values.items()))
