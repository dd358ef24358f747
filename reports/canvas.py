"""A chart's canvas in page pixels, for a page or a figure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.reports import style
from eoc_sim.reports.plot import Plot, round_ticks

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

    from eoc_sim.reports.svg import Mark

MIN_WIDE_WIDTH = 480
"""Canvases narrower than this, in pixels, are for phones."""
TICK_ROOM = 45
"""The width for a number on an axis, in pixels, including gaps."""
TEXT_ROOM = 1.015
"""Space for text, in multiples of its width in `style.FONT`."""
MEASURING_SIZE = 1000
"""The size at which text is measured."""
EDGE = 1.5
"""Width of the lines between cells."""


class Canvas:
    """A chart's canvas of one width; all lengths are in pixels.

    A chart's function calls `axes` and draws on the result with ``colours``. It writes each label
    on one line, and may add explanations with `tip`. The function is called once for every width.
    The axes do not clip, so draw nothing outside their limits.
    """

    def __init__(self, width: int, colours: style.Palette) -> None:
        self.width = width
        self.height = 0.0
        self.colours = colours
        self.is_narrow = width < MIN_WIDE_WIDTH
        self._plots: list[Plot] = []

    @property
    def axis_text_size(self) -> int:
        """The size of the text on axes."""
        return style.TEXT if self.is_narrow else style.SMALL

    def resize(self, height: float) -> None:
        """Set the height of a canvas to which `place` adds axes."""
        self.height = height

    def place(self, left: float, top: float, width: float, height: float) -> Plot:
        """Add axes to a canvas whose height is set."""
        size, box = (self.width, self.height), (left, top, width, height)
        self._plots.append(Plot(size, box, self.colours, self.axis_text_size))
        return self._plots[-1]

    def marks(self) -> list[Mark]:
        """Return all marks that were drawn.

        Raises:
            ValueError: a colour is not in the house style, or the numbers of tips and marks differ.
        """
        return [mark for plot in self._plots for mark in plot.marks()]

    def axes(
        self,
        height: float,
        *,
        left: float = 8,
        right: float = 8,
        top: float = 8,
        bottom: float = 28,
    ) -> Plot:
        """Add axes that fill the canvas within margins.

        ``height`` excludes the margins.
        """
        self.resize(top + height + bottom)
        return self.place(left, top, self.width - left - right, height)

    def tip(self, mark: Any, text: str | Sequence[str]) -> None:
        """Attach a tip to a drawing, or one to each part.

        The parts are points or cells. A tip appears when its mark is pointed at or tapped.
        """
        mark.tips = text

    def areas(
        self,
        axes: Plot,
        corners: Sequence[Any],
        colours: Sequence[str],
        *,
        edge: str = "none",
        width: float = 0.0,
        zorder: float = 1.0,
    ) -> Any:
        """Draw areas, given by their corners, each in its colour."""
        return axes.areas(corners, colours, edge=edge, width=width, zorder=zorder)

    def cells(
        self,
        axes: Plot,
        values: Sequence[Sequence[float]],
        scale: Sequence[str],
        ends: tuple[float, float],
    ) -> Any:
        """Fill the axes with cells, row by row from the top.

        ``scale`` has the colours between the ``ends``.
        """
        axes.set_xlim(0, len(values[0]))
        axes.set_ylim(len(values), 0)
        return axes.areas(
            [
                ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
                for row in range(len(values))
                for column in range(len(values[0]))
            ],
            [
                _scale_colour(value, scale, ends, self.colours.head)
                for row in values
                for value in row
            ],
            edge=self.colours.page,
            width=EDGE,
        )

    def text_width(self, text: str, size: float = style.TEXT) -> float:
        """Return an upper limit on a text's width, in pixels."""
        return _width(text, size)

    def widest(self, texts: Sequence[str], size: float = style.TEXT) -> float:
        """Return the width of the widest of ``texts``."""
        return max((_width(text, size) for text in texts), default=0.0)

    def fit(self, text: str, width: float, size: float = style.TEXT) -> str:
        """Shorten text to fit a width, if necessary."""
        if _width(text, size) <= width:
            return text
        cut = text
        while cut and _width(f"{cut.rstrip()}…", size) > width:
            cut = cut[:-1]
        return f"{cut.rstrip()}…"

    def name_unit(self, axes: Any, unit: str, shift: int) -> None:
        """Write the unit above the vertical axis, ``shift`` pixels to its right."""
        axes.annotate(
            unit,
            (0, 1),
            (shift, 12),
            xycoords="axes fraction",
            textcoords="offset points",
            color=self.colours.quiet,
            size=self.axis_text_size,
        )

    def scale(self, axis: Any, low: float, high: float, *, snug: bool = False) -> None:
        """Set ticks at round numbers from ``low`` to ``high``.

        Unless ``snug``, the limits are also round numbers. ``axis`` is axes.xaxis or axes.yaxis.
        """
        if high - low < 1e-9:
            low, high = low - 1.0, high + 1.0
        is_horizontal = axis.axis_name == "x"
        max_ticks = 6
        if is_horizontal:
            room = axis.axes.get_position().width * self.width
            max_ticks = max(2, min(4 if self.is_narrow else 6, int(room // TICK_ROOM)))
        ticks = round_ticks(low, high, max_ticks)
        if snug:
            self.ticks(axis, [tick for tick in ticks if low - 1e-9 <= tick <= high + 1e-9])
        else:
            tick_spacing = ticks[1] - ticks[0]
            ticks = [tick for tick in ticks if low - tick_spacing < tick < high + tick_spacing]
            low, high = ticks[0], ticks[-1]
            self.ticks(axis, ticks)
        (axis.axes.set_xlim if is_horizontal else axis.axes.set_ylim)(low, high)

    def ticks(self, axis: Any, values: Iterable[float], *, sign: bool = False) -> None:
        """Set ticks at ``values``, formatted like the page's numbers."""
        positions = [float(value) for value in values]
        axis.set_ticks(positions, [number(value, sign) for value in positions])

    def shift_inside(self, axes: Plot, x: float, text: str, size: float = style.TEXT) -> float:
        """Shift ``x`` until text centred there fits on the canvas.

        ``x`` is in data coordinates; it moves as little as possible.
        """
        half = self.text_width(text, size) / 2 + 1
        box = axes.get_position()
        low, high = axes.get_xlim()
        start, length = box.x0 * self.width, box.width * self.width
        middle = start + (x - low) / (high - low) * length
        middle = min(max(middle, half), self.width - half)
        return low + (middle - start) / length * (high - low)


def number(value: float, sign: bool = False) -> str:
    """Format a number for an axis.

    >>> number(-2.0), number(5.0, sign=True), number(0.1 + 0.2)
    ('−2', '+5', '0.3')
    """
    amount = round(float(value), 6) + 0.0
    return (f"{amount:+g}" if sign and amount else f"{amount:g}").replace("-", "−")


@lru_cache(maxsize=4096)
def _width(text: str, size: float) -> float:
    return TEXT_ROOM * _font().getlength(text) * size / MEASURING_SIZE


@cache
def _font() -> FreeTypeFont:
    """Open the font that comes with matplotlib, without importing matplotlib."""
    from PIL.ImageFont import Layout, truetype

    spec = find_spec("matplotlib")
    assert spec is not None and spec.origin is not None
    folder = Path(spec.origin).with_name("mpl-data") / "fonts" / "ttf"
    file = folder / f"{style.FONT.replace(' ', '')}.ttf"
    return truetype(str(file), MEASURING_SIZE, layout_engine=Layout.BASIC)


def _scale_colour(
    value: float, scale: Sequence[str], ends: tuple[float, float], unknown_colour: str
) -> str:
    """Return the colour of a value on a scale between two ends."""
    if not math.isfinite(value):
        return unknown_colour
    low, high = ends
    step = int((value - low) / (high - low) * len(scale))
    return scale[min(max(step, 0), len(scale) - 1)]


class FigureCanvas(Canvas):
    """A canvas whose axes are those of a matplotlib figure."""

    def __init__(self, width: int, colours: style.Palette) -> None:
        from matplotlib.figure import Figure

        super().__init__(width, colours)
        self.figure = Figure(figsize=(width / 72, 1), dpi=72, facecolor=colours.page)

    def resize(self, height: float) -> None:
        """Set the figure's height."""
        super().resize(height)
        self.figure.set_size_inches(self.width / 72, height / 72)

    def place(self, left: float, top: float, width: float, height: float) -> Any:
        """Add axes to the figure."""
        return self.figure.add_axes(
            (
                left / self.width,
                1 - (top + height) / self.height,
                width / self.width,
                height / self.height,
            )
        )

    def areas(
        self,
        axes: Any,
        corners: Sequence[Any],
        colours: Sequence[str],
        *,
        edge: str = "none",
        width: float = 0.0,
        zorder: float = 1.0,
    ) -> Any:
        """Draw areas as a collection of polygons."""
        from matplotlib.collections import PolyCollection

        polygons = PolyCollection(
            corners, facecolors=colours, edgecolors=edge, linewidths=width, zorder=zorder
        )
        return axes.add_collection(polygons)

    def cells(
        self,
        axes: Any,
        values: Sequence[Sequence[float]],
        scale: Sequence[str],
        ends: tuple[float, float],
    ) -> Any:
        """Draw the cells of a heat map."""
        import seaborn
        from matplotlib.colors import ListedColormap

        seaborn.heatmap(
            values,
            ax=axes,
            cmap=ListedColormap(scale, bad=self.colours.head),
            vmin=ends[0],
            vmax=ends[1],
            cbar=False,
            linewidths=EDGE,
            linecolor=self.colours.page,
            xticklabels=False,
            yticklabels=False,
        )
        return axes.collections[0]
