"""From a chart to a picture: drawn at several widths, of which the page's style shows one.

A chart is a function that draws on a `Sheet`, with a title and a description. ``Chart.figure`` is
the chart as a plain matplotlib figure; `Charts` draws charts for a page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count as counter
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from eoc_sim.reports import style, svg
from eoc_sim.reports.sheet import NARROWEST, Sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FULL, WIDE, NARROW = 1000, 512, 340
"""Widths in pixels: the whole width of a page, half of it, a phone. report.css knows them too."""


@dataclass(frozen=True)
class Chart:
    """What is to be drawn: ``draw`` is called with a sheet of each width.

    ``title`` and ``description`` are for who cannot see it. ``is_full``: takes the whole width of
    a wide page.
    """

    title: str
    description: str
    draw: Callable[[Sheet], None]
    is_full: bool = False

    def figure(self, width: int = WIDE) -> Figure:
        """The chart as a matplotlib figure in plain colours, for notebooks and files."""
        return self.drawn(width, style.PLAIN).figure

    def drawn(self, width: int, colours: style.Palette) -> Sheet:
        """The chart on a sheet so many pixels wide."""
        import matplotlib

        with matplotlib.rc_context(style.settings(colours, width < NARROWEST)):
            sheet = Sheet(width, colours)
            self.draw(sheet)
        if colours is style.PLAIN:
            sheet.figure.set_facecolor(colours.page)
        return sheet


@dataclass(frozen=True)
class Picture:
    """A chart as a page has it: as inline SVG, once for each width."""

    chart: Chart
    wide: Markup
    narrow: Markup
    full: Markup | None = None

    def __html__(self) -> str:
        return "".join(one for one in (self.full, self.wide, self.narrow) if one is not None)

    @property
    def kind(self) -> str:
        """The CSS class of its figure."""
        return "full" if self.full is not None else ""


class Charts:
    """Draws the charts of one page; numbers them, so that their ids are unique in it."""

    def __init__(self) -> None:
        self._numbers = counter(1)

    def drawn(self, chart: Chart) -> Picture:
        """The picture of a chart."""
        number = next(self._numbers)
        told: dict[str, int] = {}
        # In the order of the page: what is said of the picture is written by the first, and of
        # each mark by the first that has it.
        full = _svg(chart, FULL, "full", number, told) if chart.is_full else None
        wide = _svg(chart, WIDE, "wide", number, told)
        return Picture(chart, wide, _svg(chart, NARROW, "narrow", number, told), full)


class Undrawn(Charts):
    """Takes charts as a page does without drawing any: for who wants the charts themselves."""

    def drawn(self, chart: Chart) -> Picture:
        """A picture of nothing, with its chart."""
        return Picture(chart, Markup(), Markup())


def _svg(chart: Chart, width: int, kind: str, number: int, told: dict[str, int]) -> Markup:
    import io

    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    sheet = chart.drawn(width, style.THEMED)
    written = io.StringIO()
    with matplotlib.rc_context(style.settings(style.THEMED, sheet.is_narrow)):
        FigureCanvasSVG(sheet.figure).print_svg(written, metadata={"Date": None})
    name = f"chart{number}"
    said = (
        ""
        if kind == "narrow" or (kind == "wide" and chart.is_full)
        else (
            f'<title id="{name}">{escape(chart.title)}</title>'
            f'<desc id="{name}-said">{escape(chart.description)}</desc>'
        )
    )
    return Markup(
        f'<svg class="{kind}" viewBox="0 0 {width} {sheet.height:g}" role="img" '
        f'aria-labelledby="{name} {name}-said">{said}'
        f"{svg.body(written.getvalue(), sheet.tips, told)}</svg>"
    )
