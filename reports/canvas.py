"""A chart's canvas: a matplotlib figure measured in page pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.reports import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NARROWEST = 480
"""Canvases below this width, in pixels, are for phones."""
TICK_ROOM = 45
"""Horizontal pixels for a number on an axis, including space."""
SURE = 1.05
"""Space for a text, in multiples of its DejaVu Sans width."""


class Canvas:
    """One width of a chart; all lengths are pixels.

    A chart's function gets `axes`, draws on them with ``colours``, one line per text, and may add
    explanations by `tip`. It is called once for every width. The axes do not clip, so leave out
    what is outside their limits.
    """

    def __init__(self, width: int, colours: style.Palette) -> None:
        from matplotlib.figure import Figure

        self.width = width
        self.height = 0.0
        self.colours = colours
        self.is_narrow = width < NARROWEST
        self.figure = Figure(figsize=(width / 72, 1), dpi=72)
        self.tips: dict[str, str | tuple[str, ...]] = {}

    @property
    def small(self) -> int:
        """Size of the texts on axes."""
        return style.TEXT if self.is_narrow else style.SMALL

    def resize(self, height: float) -> None:
        """Set the figure's height, for several axes that `place` adds."""
        self.height = height
        self.figure.set_size_inches(self.width / 72, height / 72)

    def place(self, left: float, top: float, width: float, height: float) -> Axes:
        """Add axes to a figure whose height is set."""
        return self.figure.add_axes(
            (
                left / self.width,
                1 - (top + height) / self.height,
                width / self.width,
                height / self.height,
            )
        )

    def axes(
        self,
        height: float,
        *,
        left: float = 8,
        right: float = 8,
        top: float = 8,
        bottom: float = 28,
    ) -> Axes:
        """Add axes that fill the figure within margins.

        ``height`` excludes the margins.
        """
        self.resize(top + height + bottom)
        return self.place(left, top, self.width - left - right, height)

    def tip(self, artist: Any, text: str | Sequence[str]) -> None:
        """Attach a tip to ``artist``, or one per point or cell.

        It appears when the artist is pointed at or tapped.
        """
        name = f"tip-{len(self.tips) + 1}"
        artist.set_gid(name)
        self.tips[name] = text if isinstance(text, str) else tuple(text)

    def text_width(self, text: str, size: float = style.TEXT) -> float:
        """Return an upper limit of a text's width, in pixels."""
        return _width(text, size)

    def widest(self, texts: Sequence[str], size: float = style.TEXT) -> float:
        """Return the width of the widest of ``texts``."""
        return max((_width(text, size) for text in texts), default=0.0)

    def fitted(self, text: str, width: float, size: float = style.TEXT) -> str:
        """Cut a text to a width if necessary."""
        if _width(text, size) <= width:
            return text
        cut = text
        while cut and _width(f"{cut.rstrip()}…", size) > width:
            cut = cut[:-1]
        return f"{cut.rstrip()}…"

    def scale(self, axis: Any, low: float, high: float, *, snug: bool = False) -> None:
        """Set round ticks from ``low`` to ``high``.

        Unless ``snug``, the limits are also round numbers. ``axis`` is axes.xaxis or axes.yaxis.
        """
        from matplotlib.ticker import MaxNLocator

        if high - low < 1e-9:
            low, high = low - 1.0, high + 1.0
        across = axis.axis_name == "x"
        most = 6
        if across:
            room = axis.axes.get_position().width * self.width
            most = max(2, min(4 if self.is_narrow else 6, int(room // TICK_ROOM)))
        locator = MaxNLocator(nbins=most, steps=[1, 2, 5, 10])
        ticks = np.asarray(locator.tick_values(low, high), dtype=float)
        if snug:
            inside = ticks[(ticks >= low - 1e-9) & (ticks <= high + 1e-9)]
            self.ticks(axis, inside)
        else:
            ticks = ticks[
                (ticks > low - (ticks[1] - ticks[0])) & (ticks < high + (ticks[1] - ticks[0]))
            ]
            low, high = float(ticks[0]), float(ticks[-1])
            self.ticks(axis, ticks)
        (axis.axes.set_xlim if across else axis.axes.set_ylim)(low, high)

    def ticks(self, axis: Any, values: Iterable[float], *, sign: bool = False) -> None:
        """Set ticks at ``values``, formatted like the page's numbers."""
        places = [float(value) for value in values]
        axis.set_ticks(places, [number(value, sign) for value in places])

    def kept(self, axes: Axes, x: float, text: str, size: float = style.TEXT) -> float:
        """Shift ``x`` until a text centred there fits on the canvas.

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
    rounded = round(float(value), 6) + 0.0
    return (f"{rounded:+g}" if sign and rounded else f"{rounded:g}").replace("-", "−")


@lru_cache(maxsize=4096)
def _width(text: str, size: float) -> float:
    from matplotlib.font_manager import findfont, get_font

    font = get_font(findfont("DejaVu Sans"))
    font.set_size(size, 72)
    font.set_text(text, 0)
    return SURE * float(font.get_width_height()[0] / 64)
