"""Axes that draw their own marks and place them like matplotlib's axes.

A page has dozens of pictures, each in two or three widths; importing matplotlib and drawing with it
would take most of a report's time. `Plot` has the part of ``matplotlib.axes.Axes`` that the
charts use. It has the same names and defaults, and it puts every mark in the same position. A chart
can draw on either.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from eoc_sim.reports import style
from eoc_sim.reports.svg import Mark, Steps, look_of, number_text, shape, text_mark

ASCENT, DESCENT = 1556 / 2048, 492 / 2048
"""Heights of `style.FONT` above and below its baseline, per unit of size."""
PAD, LABEL_PAD = 6.0, 4.0
"""Pixels between an axis and its numbers, and between numbers and label."""
LINE_WIDTH = 2.0
ANCHORS = {"left": "start", "center": "middle", "right": "end"}
STEPS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
"""Round distances between ticks, as multiples of a power of ten."""
MIN_SLACK, SLACK_PER_STEP, MAX_SLACK = 1e-10, 1e-12, 0.4999
"""Tolerances for rounding errors of ticks, in steps.

`SLACK_PER_STEP` is multiplied by the offset, in steps. `Scale.list_ticks` uses `MIN_SLACK` as a
fraction of the axis instead.
"""
MIN_OFFSET_DISTANCE = 100
"""The distance from 0 at which a range's ticks need an offset.

The distance is that of the range's middle, in multiples of the range's length.
"""
Dash = str | tuple[float, Sequence[float]]
Coordinates = str | tuple[str, str]
Numbers = float | Iterable[float]


class Bbox(NamedTuple):
    """A box in fractions of the canvas, measured from its bottom left."""

    x0: float
    y0: float
    width: float
    height: float

    @property
    def y1(self) -> float:
        """The upper end."""
        return self.y0 + self.height


@dataclass
class MarkGroup:
    """The marks of one call, in drawing order, and their tips."""

    zorder: float
    marks: list[Mark]
    tips: str | Sequence[str] | None = None

    def with_tips(self) -> list[Mark]:
        """Return the marks with their tips.

        Raises:
            ValueError: the numbers of tips and marks differ.
        """
        if self.tips is None:
            return self.marks
        tips = [self.tips] * len(self.marks) if isinstance(self.tips, str) else self.tips
        if len(tips) != len(self.marks):
            raise ValueError(f"{len(tips)} tips are given for {len(self.marks)} drawn marks.")
        return [mark.with_tip(tip) for mark, tip in zip(self.marks, tips, strict=True)]


@dataclass
class Scale:
    """One axis: its limits, its ticks, and where it lies in pixels."""

    axes: Plot = field(repr=False)
    axis_name: str
    start: float
    length: float
    low: float = 0.0
    high: float = 1.0
    ticks: list[tuple[float, str]] = field(default_factory=list)
    has_grid: bool = False

    def pixel(self, value: float) -> float:
        """Return the position of a value, in pixels."""
        return self.start + (value - self.low) / (self.high - self.low) * self.length

    def set_ticks(self, positions: Iterable[float], texts: Sequence[str]) -> None:
        """Set the ticks, and widen the limits to include them."""
        self.ticks = list(zip(map(float, positions), texts, strict=True))
        ends = [position for position, _ in self.ticks]
        if ends and self.low < self.high:
            self.low, self.high = min(self.low, *ends), max(self.high, *ends)
        elif ends:
            self.low, self.high = max(self.low, *ends), min(self.high, *ends)

    def list_ticks(self) -> list[tuple[float, str]]:
        """Return the pixel positions and labels of the ticks within the limits."""
        minimum, maximum = sorted((self.low, self.high))
        slack = MIN_SLACK * (maximum - minimum)
        return [
            (self.pixel(value), text)
            for value, text in self.ticks
            if minimum - slack <= value <= maximum + slack
        ]


class Plot:
    """Axes on a canvas, measured in pixels from its top left corner."""

    def __init__(
        self,
        size: tuple[float, float],
        box: tuple[float, float, float, float],
        colours: style.Palette,
        text_size: int,
    ) -> None:
        self._size = size
        self.left, self.top, self.width, self.height = box
        self._colours, self._text_size = colours, text_size
        self.xaxis = Scale(self, "x", self.left, self.width)
        self.yaxis = Scale(self, "y", self.top + self.height, -self.height)
        self._groups: list[MarkGroup] = []
        self._has_axes = True
        self._label: tuple[str, float] | None = None

    def marks(self) -> list[Mark]:
        """Return all marks in drawing order."""
        axes = [
            MarkGroup(0.5, self._axis(axis)) for axis in (self.xaxis, self.yaxis) if self._has_axes
        ]
        all_groups = sorted([*axes, *self._groups], key=lambda group: group.zorder)
        return [mark for group in all_groups for mark in group.with_tips()]

    # --- Limits and axes.

    def set_xlim(self, low: float, high: float) -> None:
        """Set the ends of the horizontal axis."""
        self.xaxis.low, self.xaxis.high = float(low), float(high)

    def set_ylim(self, low: float, high: float) -> None:
        """Set the lower and upper ends of the vertical axis."""
        self.yaxis.low, self.yaxis.high = float(low), float(high)

    def get_xlim(self) -> tuple[float, float]:
        """Return the ends of the horizontal axis."""
        return self.xaxis.low, self.xaxis.high

    def get_ylim(self) -> tuple[float, float]:
        """Return the ends of the vertical axis."""
        return self.yaxis.low, self.yaxis.high

    def set_xticks(self, positions: Iterable[float], texts: Sequence[str] = ()) -> None:
        """Set the ticks of the horizontal axis."""
        self.xaxis.set_ticks(positions, texts)

    def set_yticks(self, positions: Iterable[float], texts: Sequence[str] = ()) -> None:
        """Set the ticks of the vertical axis."""
        self.yaxis.set_ticks(positions, texts)

    def get_xticks(self) -> list[float]:
        """Return the ticks of the horizontal axis."""
        return [position for position, _ in self.xaxis.ticks]

    def get_yticks(self) -> list[float]:
        """Return the ticks of the vertical axis."""
        return [position for position, _ in self.yaxis.ticks]

    def get_position(self) -> Bbox:
        """Return the box of the axes on the canvas."""
        width, height = self._size
        bottom = height - self.top - self.height
        return Bbox(self.left / width, bottom / height, self.width / width, self.height / height)

    def grid(self, *, axis: str) -> None:
        """Draw a line at each tick of an axis, or of ``both``."""
        for side in (self.xaxis, self.yaxis):
            side.has_grid |= axis in (side.axis_name, "both")

    def set_axis_off(self) -> None:
        """Hide the axes."""
        self._has_axes = False

    def set_xlabel(self, text: str, labelpad: float = LABEL_PAD) -> None:
        """Set the label under the numbers of the horizontal axis."""
        self._label = text, labelpad

    def _axis(self, axis: Scale) -> list[Mark]:
        """Draw grid lines, and then the numbers and label of an axis."""
        bottom, right = self.top + self.height, self.left + self.width
        is_horizontal = axis.axis_name == "x"
        marks = []
        look = _line_look(self._colours.rule, 1.0, "solid")
        for position, _ in axis.list_ticks() if axis.has_grid else ():
            ends = (
                ((position, bottom), (position, self.top))
                if is_horizontal
                else ((self.left, position), (right, position))
            )
            marks += _path(ends, look)
        look = _text_look(
            self._colours.quiet, self._text_size, "middle" if is_horizontal else "end"
        )
        ascent = ASCENT * self._text_size
        for position, text in axis.list_ticks():
            x, y = (
                (position, bottom + PAD + ascent)
                if is_horizontal
                else (self.left - PAD, position + ascent / 2)
            )
            marks += [_text(text, x, y, look)] if text else []
        if is_horizontal and self._label is not None:
            text, pad = self._label
            y = bottom + PAD + (ASCENT + DESCENT) * self._text_size + pad + ascent
            marks.append(_text(text, self.left + self.width / 2, y, look))
        return marks

    # --- Text.

    def text(self, x: float, y: float, text: str, **look: Any) -> MarkGroup:
        """Write text at a point in data coordinates."""
        return self._write(text, self.xaxis.pixel(x), self.yaxis.pixel(y), **look)

    def annotate(
        self,
        text: str,
        xy: tuple[float, float],
        xytext: tuple[float, float] = (0.0, 0.0),
        *,
        xycoords: Coordinates = "data",
        textcoords: str = "offset points",
        **look: Any,
    ) -> MarkGroup:
        """Write text next to a point, shifted by ``xytext``.

        A point in data coordinates that is outside the axes gets no text.
        """
        x_coords, y_coords = (xycoords, xycoords) if isinstance(xycoords, str) else xycoords
        x = self.xaxis.pixel(xy[0]) if x_coords == "data" else self.left + xy[0] * self.width
        y = self.yaxis.pixel(xy[1]) if y_coords == "data" else self.top + (1 - xy[1]) * self.height
        if xycoords == "data" and not self._contains(x, y):
            return self._add(3.0, [])
        return self._write(text, x + xytext[0], y - xytext[1], **look)

    def _contains(self, x: float, y: float) -> bool:
        """Return whether a pixel is in the axes, or on their edge."""
        return (
            self.left - 1 <= x <= self.left + self.width + 1
            and self.top - 1 <= y <= self.top + self.height + 1
        )

    def _write(
        self,
        text: str,
        x: float,
        y: float,
        *,
        ha: str = "left",
        va: str = "baseline",
        size: float = style.TEXT,
        color: str = "",
        weight: str = "normal",
        rotation: int = 0,
        zorder: float = 3.0,
    ) -> MarkGroup:
        anchor = "start" if rotation else ANCHORS[ha]
        look = _text_look(color or self._colours.ink, size, anchor, weight)
        if rotation:
            # Text turned by a right angle is centred horizontally and starts at its lower end.
            x += (ASCENT - DESCENT) / 2 * size
            y += DESCENT * size
        elif va == "center_baseline":
            y += ASCENT / 2 * size
        return self._add(zorder, [_text(text, x, y, look, rotation)] if text else [])

    # --- Shapes.

    def plot(
        self,
        xs: Iterable[float],
        ys: Iterable[float],
        mark: str = "",
        *,
        color: str = "",
        lw: float = LINE_WIDTH,
        ls: Dash = "solid",
        ms: float = 9.0,
        mfc: str = "",
        mec: str = "",
        mew: float = 1.0,
        zorder: float = 2.0,
    ) -> list[MarkGroup]:
        """Draw a line through points, or a mark at each.

        ``mark`` is o for circles and D for diamonds.
        """
        points = [
            (self.xaxis.pixel(x), self.yaxis.pixel(y))
            for x, y in zip(xs, ys, strict=True)
            if math.isfinite(x) and math.isfinite(y)
        ]
        if not mark:
            return [self._add(zorder, _path(points, _line_look(color, lw, ls)))]
        look = _area_look(mfc or color, mec or color, mew)
        draw = {"o": _circle, "D": _diamond}[mark]
        return [self._add(zorder, [draw(x, y, ms, look) for x, y in points])]

    def vlines(
        self,
        x: Numbers,
        ymin: Numbers,
        ymax: Numbers,
        *,
        color: str,
        lw: float = LINE_WIDTH,
        ls: Dash = "solid",
        zorder: float = 2.0,
    ) -> MarkGroup:
        """Draw vertical lines."""
        look = _line_look(color, lw, ls)
        marks = []
        for value, low, high in _broadcast(x, ymin, ymax):
            x_pixel = self.xaxis.pixel(value)
            ends = (x_pixel, self.yaxis.pixel(low)), (x_pixel, self.yaxis.pixel(high))
            marks += _path(ends, look)
        return self._add(zorder, marks)

    def hlines(
        self,
        y: Numbers,
        xmin: Numbers,
        xmax: Numbers,
        *,
        color: str,
        lw: float = LINE_WIDTH,
        ls: Dash = "solid",
        zorder: float = 2.0,
    ) -> MarkGroup:
        """Draw horizontal lines."""
        look = _line_look(color, lw, ls)
        marks = []
        for value, low, high in _broadcast(y, xmin, xmax):
            y_pixel = self.yaxis.pixel(value)
            ends = (self.xaxis.pixel(low), y_pixel), (self.xaxis.pixel(high), y_pixel)
            marks += _path(ends, look)
        return self._add(zorder, marks)

    def axhline(
        self, y: float, *, color: str, lw: float = LINE_WIDTH, ls: Dash = "solid", zorder: float = 2
    ) -> MarkGroup:
        """Draw a horizontal line across the axes."""
        y_pixel = self.yaxis.pixel(y)
        ends = (self.left, y_pixel), (self.left + self.width, y_pixel)
        return self._add(zorder, _path(ends, _line_look(color, lw, ls)))

    def axvspan(
        self, xmin: float, xmax: float, *, color: str, lw: float = 0.0, zorder: float = 1
    ) -> MarkGroup:
        """Shade the axes from one horizontal value to another."""
        left, right = self.xaxis.pixel(xmin), self.xaxis.pixel(xmax)
        bottom = self.top + self.height
        corners = (left, bottom), (right, bottom), (right, self.top), (left, self.top)
        return self._add(zorder, _area(corners, _area_look(color, color, lw)))

    def barh(
        self,
        y: float,
        width: float,
        height: float,
        left: float,
        *,
        color: str,
        edgecolor: str,
        linewidth: float,
    ) -> list[MarkGroup]:
        """Draw a horizontal bar."""
        start, end = self.xaxis.pixel(left), self.xaxis.pixel(left + width)
        low, high = self.yaxis.pixel(y - height / 2), self.yaxis.pixel(y + height / 2)
        corners = (start, low), (end, low), (end, high), (start, high)
        return [self._add(1.0, _area(corners, _area_look(color, edgecolor, linewidth)))]

    def stairs(
        self,
        values: Sequence[float],
        edges: Sequence[float],
        *,
        edgecolor: str,
        linestyle: Dash,
        linewidth: float,
        zorder: float,
    ) -> MarkGroup:
        """Draw a line of steps, which starts and ends at 0."""
        xs = [edge for edge in edges for _ in range(2)]
        ys = [0.0, *(value for value in values for _ in range(2)), 0.0]
        points = [(self.xaxis.pixel(x), self.yaxis.pixel(y)) for x, y in zip(xs, ys, strict=True)]
        return self._add(zorder, _path(points, _line_look(edgecolor, linewidth, linestyle)))

    def areas(
        self,
        corners: Iterable[Iterable[Sequence[float]]],
        colours: Sequence[str],
        *,
        edge: str = "none",
        width: float = 0.0,
        zorder: float = 1.0,
    ) -> MarkGroup:
        """Draw areas, given by their corners, each in its colour."""
        marks = []
        for points, colour in zip(corners, colours, strict=True):
            outline = [(self.xaxis.pixel(float(x)), self.yaxis.pixel(float(y))) for x, y in points]
            marks += _area(outline, _area_look(colour, edge, width))
        return self._add(zorder, marks)

    def _add(self, zorder: float, marks: list[Mark]) -> MarkGroup:
        group = MarkGroup(zorder, marks)
        self._groups.append(group)
        return group


def round_ticks(low: float, high: float, max_steps: int) -> list[float]:
    """Return round numbers that cover a range in at most ``max_steps`` steps.

    They are the same as those of matplotlib's MaxNLocator.

    >>> round_ticks(0.0, 9.0, 4)
    [0.0, 5.0, 10.0]
    """
    span, middle = high - low, (high + low) / 2
    offset = 0.0
    if abs(middle) >= MIN_OFFSET_DISTANCE * span:
        offset = math.copysign(10 ** (math.log10(abs(middle)) // 1), middle)
    low, high = low - offset, high - offset
    power = 10 ** (math.log10(span / max_steps) // 1)
    steps = [power * multiple for multiple in STEPS]
    start_index = next(
        index for index, multiple in enumerate(steps) if multiple >= span / max_steps
    )
    for step in reversed(steps[: start_index + 1]):
        start = low // step * step
        slack = min(max(MIN_SLACK, abs(offset) / step * SLACK_PER_STEP), MAX_SLACK)
        first = math.floor((low - start) / step + slack)
        last = math.ceil((high - start) / step - slack)
        ticks = [number * step + start for number in range(first, last + 1)]
        if sum(low <= tick <= high for tick in ticks) > 1:
            break
    return [tick + offset for tick in ticks]


def _broadcast(*numbers: Numbers) -> list[tuple[float, ...]]:
    """Repeat single numbers to the length of the lists; drop non-finite rows."""
    lists = [None if isinstance(entry, int | float) else list(entry) for entry in numbers]
    length = max((len(values) for values in lists if values is not None), default=1)
    arrays = [
        [float(number)] * length if values is None else values  # type: ignore[arg-type]
        for values, number in zip(lists, numbers, strict=True)
    ]
    rows = zip(*arrays, strict=True)
    return [row for row in rows if all(map(math.isfinite, row))]


def _text(text: str, x: float, y: float, look: tuple[Any, ...], turn: float = 0.0) -> Mark:
    return text_mark(text, round(x, 6), round(y, 6), turn, look)


def _steps(points: Iterable[tuple[float, float]]) -> Steps:
    return [
        ("L" if index else "M", (round(x, 6), round(y, 6))) for index, (x, y) in enumerate(points)
    ]


def _path(points: Iterable[tuple[float, float]], look: tuple[Any, ...]) -> list[Mark]:
    mark = shape(_steps(points), look)
    return [] if mark is None else [mark]


def _area(corners: Iterable[tuple[float, float]], look: tuple[Any, ...]) -> list[Mark]:
    steps = _steps(corners)
    mark = shape([*steps, ("z", steps[-1][1])], look)
    return [] if mark is None else [mark]


def _circle(x: float, y: float, size: float, look: tuple[Any, ...]) -> Mark:
    middle = " ".join(
        f'{name}="{number_text(round(value, 6))}"' for name, value in (("cx", x), ("cy", y))
    )
    return Mark("circle", f'{middle} r="{number_text(size / 2)}"', look)


def _diamond(x: float, y: float, size: float, look: tuple[Any, ...]) -> Mark:
    reach = math.hypot(size, size) / 2
    (mark,) = _area([(x, y + reach), (x + reach, y), (x, y - reach), (x - reach, y)], look)
    return mark


@lru_cache(maxsize=1024)
def _line_look(colour: str, width: float, dash: Dash) -> tuple[tuple[str, str], ...]:
    dashes = () if isinstance(dash, str) else tuple(width * length for length in dash[1])
    return look_of(
        (
            ("fill", "none"),
            ("stroke", colour),
            ("stroke-dasharray", dashes),
            ("stroke-width", float(width)),
        )
    )


def _area_look(colour: str, edge: str, width: float) -> tuple[tuple[str, str], ...]:
    line = (("stroke", edge), ("stroke-width", float(width))) if width else ()
    return look_of((("fill", colour), *line))


def _text_look(
    colour: str, size: float, anchor: str, weight: str = "normal"
) -> tuple[tuple[str, str], ...]:
    return look_of(
        (
            ("fill", colour),
            ("font-size", float(size)),
            ("font-weight", "700" if weight == "bold" else "400"),
            ("text-anchor", anchor),
        )
    )
