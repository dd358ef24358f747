"""Charts as pictures at several widths; the page shows one.

A chart is a function that draws on a `Canvas`, with a title and a description. ``Chart.figure``
returns a plain matplotlib figure; `Charts` draws charts for a page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count as counter
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from eoc_sim.reports import style, svg
from eoc_sim.reports.canvas import MIN_WIDE_WIDTH, Canvas, FigureCanvas

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FULL, WIDE, NARROW = 1000, 512, 340
"""Widths in pixels of a page, half a page, and a phone.

report.css repeats them.
"""


@dataclass(frozen=True)
class Chart:
    """A chart to draw: ``draw`` gets a canvas for each width.

    ``title`` and ``description`` are for readers who cannot see it. ``is_full_width`` charts
    take the full width of a wide page.
    """

    title: str
    description: str
    draw: Callable[[Canvas], None]
    is_full_width: bool = False

    def figure(self, width: int = WIDE) -> Figure:
        """Draw a matplotlib figure in plain colours, for notebooks and files."""
        import matplotlib

        with matplotlib.rc_context(style.settings(style.PLAIN, width < MIN_WIDE_WIDTH)):
            canvas = FigureCanvas(width, style.PLAIN)
            self.draw(canvas)
        return canvas.figure


@dataclass(frozen=True)
class Picture:
    """A chart on a page: inline SVG, once for each width."""

    chart: Chart
    wide: Markup
    narrow: Markup
    full: Markup | None = None

    def __html__(self) -> str:
        return "".join(
            drawing for drawing in (self.full, self.wide, self.narrow) if drawing is not None
        )

    @property
    def kind(self) -> str:
        """The CSS class of the figure."""
        return "full" if self.full is not None else ""


class Charts:
    """Draws the charts of one page, and numbers them for unique ids."""

    def __init__(self) -> None:
        self._numbers = counter(1)

    def draw(self, chart: Chart) -> Picture:
        """Draw a chart."""
        number = next(self._numbers)
        tip_numbers: dict[str, int] = {}
        # Draw in page order: the first width has the picture's description, and the first width
        # with a mark has that mark's tip.
        full = _svg(chart, FULL, "full", number, tip_numbers) if chart.is_full_width else None
        wide = _svg(chart, WIDE, "wide", number, tip_numbers)
        return Picture(chart, wide, _svg(chart, NARROW, "narrow", number, tip_numbers), full)


class ChartsOnly(Charts):
    """Collects charts without drawing them."""

    def draw(self, chart: Chart) -> Picture:
        """Return an empty picture with its chart."""
        return Picture(chart, Markup(), Markup())


def _svg(chart: Chart, width: int, kind: str, number: int, tip_numbers: dict[str, int]) -> Markup:
    canvas = Canvas(width, style.THEMED)
    chart.draw(canvas)
    name = f"chart{number}"
    description = (
        ""
        if kind == "narrow" or (kind == "wide" and chart.is_full_width)
        else (
            f'<title id="{name}">{escape(chart.title)}</title>'
            f'<desc id="{name}-said">{escape(chart.description)}</desc>'
        )
    )
    return Markup(
        f'<svg class="{kind}" viewBox="0 0 {width} {canvas.height:g}" role="img" '
        f'aria-labelledby="{name} {name}-said">{description}'
        f"{svg.body(canvas.marks(), tip_numbers)}</svg>"
    )
