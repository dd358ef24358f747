"""Charts as inline SVG: themable by CSS variables, each with a title and a description.

Written here rather than by a plotting library: the page's colours then follow light and dark
mode and print, texts stay texts, and a chart is a few kilobytes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count as counter

from markupsafe import Markup, escape

WIDTH = 600
ROW = 26
LETTER = 7.4
"""Width to reserve for a letter of 13 pixels."""
SERIES = 6
"""Colours of lines in report.css: --line-1 to --line-6, used again from the first."""
PARTS = 11
"""Colours of parts in report.css: part-1 to part-11, used again from the first."""


@dataclass(frozen=True)
class Point:
    """One row of an interval chart; ``state`` is a CSS class: changed, same or open.

    Ends that nothing is known of are None: a point without a line.
    """

    label: str
    value: float
    low: float | None
    high: float | None
    text: str
    state: str = "open"


class Charts:
    """Draws charts for one page; numbers them, so that their ids are unique in it."""

    def __init__(self) -> None:
        self._numbers = counter(1)

    def _svg(
        self, title: str, description: str, width: float, height: float, body: Sequence[str]
    ) -> Markup:
        number = next(self._numbers)
        return Markup(
            f'<svg viewBox="0 0 {width:g} {height:g}" role="img" '
            # Neither shrunk to where texts cannot be read nor blown up.
            f'style="min-width:{0.78 * width:.0f}px;max-width:{1.1 * width:.0f}px" '
            f'aria-labelledby="chart{number}-title chart{number}-desc">'
            f'<title id="chart{number}-title">{escape(title)}</title>'
            f'<desc id="chart{number}-desc">{escape(description)}</desc>'
            f"{''.join(body)}</svg>"
        )

    def intervals(
        self, title: str, points: Sequence[Point], reference: float | None, reference_label: str
    ) -> Markup:
        """One row a point: the estimate as a dot, its interval as a line."""
        label_width = 16 + LETTER * max(len(_short(point.label)) for point in points)
        text_width = 14 + LETTER * max(len(point.text) for point in points)
        left, right, top = label_width, label_width + 280, 24
        width = right + text_width
        ends = [
            end for point in points for end in (point.value, point.low, point.high)
            if end is not None
        ]
        if reference is not None:
            ends.append(reference)
        scale = _Scale(min(ends), max(ends), left + 8, right - 8)
        bottom = top + ROW * len(points)
        body = []
        for tick in scale.ticks():
            x = scale(tick)
            body.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}"/>')
            body.append(_text(x, bottom + 16, _number(tick), "middle", "axis"))
        if reference is not None:
            x = scale(reference)
            body.append(
                f'<line class="reference" x1="{x:.1f}" x2="{x:.1f}" y1="{top - 4}" y2="{bottom}"/>'
            )
            body.append(_text(x, top - 9, reference_label, "middle", "axis"))
        for place, point in enumerate(points):
            y = top + ROW * (place + 0.5)
            line = ""
            if point.low is not None and point.high is not None:
                line = (
                    f'<line class="interval" x1="{scale(point.low):.1f}" '
                    f'x2="{scale(point.high):.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
                )
            body.append(
                f'<g class="{point.state}"><title>{escape(f"{point.label}: {point.text}")}</title>'
                f'{line}<circle cx="{scale(point.value):.1f}" cy="{y:.1f}" r="4.5"/></g>'
            )
            body.append(_text(label_width - 6, y + 4.5, _short(point.label), "end"))
            body.append(_text(right + 8, y + 4.5, point.text, "start", "small"))
        said = "; ".join(f"{point.label} {point.text}" for point in points)
        return self._svg(title, said, width, bottom + 24, body)

    def stacked(
        self,
        title: str,
        labels: Sequence[str],
        parts: Sequence[str],
        values: Sequence[Sequence[float]],
    ) -> Markup:
        """Horizontal bars of parts; ``values[bar][part]``; parts below zero go to the left."""
        label_width = 16 + LETTER * max(len(_short(label)) for label in labels)
        top, height = 6, 34
        lowest = min(sum(value for value in bar if value < 0) for bar in values)
        highest = max(sum(value for value in bar if value > 0) for bar in values)
        scale = _Scale(min(lowest, 0.0), highest, label_width, WIDTH - 44, snug=True)
        bottom = top + height * len(labels)
        body = []
        for tick in scale.ticks():
            x = scale(tick)
            body.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}"/>')
            body.append(_text(x, bottom + 16, _number(tick), "middle", "axis"))
        for place, (label, bar) in enumerate(zip(labels, values, strict=True)):
            y = top + height * place + 5
            plus = minus = 0.0
            for part, (name, value) in enumerate(zip(parts, bar, strict=True)):
                start = plus if value >= 0 else minus + value
                plus, minus = plus + max(value, 0.0), minus + min(value, 0.0)
                x, width = scale(start), abs(scale(start + abs(value)) - scale(start))
                if width < 0.05:
                    continue
                kind = f"part-{part % PARTS + 1}"
                body.append(
                    f'<rect class="{kind}" x="{x:.1f}" y="{y}" width="{width:.1f}" '
                    f'height="{height - 10}"><title>{escape(f"{label}, {name}: {value:.1f}")}'
                    "</title></rect>"
                )
            body.append(_text(label_width - 6, y + 17, _short(label), "end"))
            body.append(_text(scale(plus) + 5, y + 17, f"{plus + minus:.0f}", "start"))
        said = "; ".join(
            f"{label}: "
            + ", ".join(f"{name} {value:.1f}" for name, value in zip(parts, bar, strict=True))
            for label, bar in zip(labels, values, strict=True)
        )
        return self._svg(title, said, WIDTH, bottom + 22, body)

    def distribution(
        self,
        title: str,
        description: str,
        bins: Sequence[float],
        width: float,
        shares: Sequence[Sequence[float]],
        unit: str,
        across_unit: str,
    ) -> Markup:
        """Step lines: ``shares[line][bin]`` of values from ``bins[k]`` to ``bins[k] + width``."""
        left, right, top, bottom = 44, WIDTH - 16, 30, 238
        across = _Scale(bins[0], bins[-1] + width, left, right, snug=True)
        highest = max(max(line) for line in shares)
        up = _Scale(0.0, highest, bottom, top + 8)
        body = [_text(left - 34, top - 16, unit, "start", "axis")]
        for tick in up.ticks():
            y = up(tick)
            body.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
            body.append(_text(left - 6, y + 4, _number(tick), "end", "axis"))
        for tick in across.ticks():
            body.append(_text(across(tick), bottom + 17, _number(tick), "middle", "axis"))
        body.append(_text((left + right) / 2, bottom + 34, across_unit, "middle", "axis"))
        for place, line in enumerate(shares):
            steps = [f"M{across(bins[0]):.1f},{bottom}"]
            for start, share in zip(bins, line, strict=True):
                y = up(share)
                steps.append(f"V{y:.1f}H{across(start + width):.1f}")
            steps.append(f"V{bottom}")
            body.append(f'<path class="line line-{place % SERIES + 1}" d="{"".join(steps)}"/>')
        return self._svg(title, description, WIDTH, bottom + 40, body)

    def range_of_values(
        self,
        title: str,
        description: str,
        lines: Sequence[Sequence[tuple[float, float, float, float]]],
        band: tuple[float, float] | None,
        unit: str,
    ) -> Markup:
        """Value against gain: ``lines[k]`` holds (value, gain, low, high), ``band`` is shaded."""
        left, right, top, bottom = 50, WIDTH - 14, 30, 250
        values = sorted({point[0] for line in lines for point in line})
        margin = (values[-1] - values[0]) * 0.06 or 1.0
        across = _Scale(values[0] - margin, values[-1] + margin, left, right, snug=True)
        ends = [end for line in lines for point in line for end in point[2:]] + [0.0]
        up = _Scale(min(ends), max(ends), bottom, top)
        body = [_text(left - 44, top - 16, unit, "start", "axis")]
        if band is not None:
            start, end = max(band[0] - margin, across.low), min(band[1] + margin, across.high)
            body.append(
                f'<rect class="band" x="{across(start):.1f}" y="{top}" '
                f'width="{across(end) - across(start):.1f}" height="{bottom - top}"/>'
            )
        for tick in up.ticks():
            y = up(tick)
            body.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
            body.append(_text(left - 6, y + 4, _number(tick, True), "end", "axis"))
        body.append(
            f'<line class="reference" x1="{left}" x2="{right}" y1="{up(0):.1f}" y2="{up(0):.1f}"/>'
        )
        for value in values if len(values) <= 12 else across.ticks():
            body.append(_text(across(value), bottom + 17, _number(value), "middle", "axis"))
        for place, line in enumerate(lines):
            # Side by side, so that the intervals of several lines do not hide each other.
            shift = 5.0 * (place - (len(lines) - 1) / 2)
            kind = f"line-{place % SERIES + 1}"
            at = [(across(value) + shift, gain, low, high) for value, gain, low, high in line]
            path = "L".join(f"{x:.1f},{up(gain):.1f}" for x, gain, _, _ in at)
            body.append(f'<path class="line thin {kind}" d="M{path}"/>')
            for x, gain, low, high in at:
                body.append(
                    f'<line class="line {kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{up(low):.1f}" '
                    f'y2="{up(high):.1f}"/><circle class="dot {kind}" cx="{x:.1f}" '
                    f'cy="{up(gain):.1f}" r="4"/>'
                )
        return self._svg(title, description, WIDTH, bottom + 26, body)


class _Scale:
    """Maps numbers onto the page; round ends unless ``snug``."""

    def __init__(
        self, low: float, high: float, start: float, end: float, snug: bool = False
    ) -> None:
        if high - low < 1e-9:
            low, high = low - 1.0, high + 1.0
        self.step = _round_step((high - low) / 5)
        if not snug:
            low = math.floor(low / self.step + 1e-9) * self.step
            high = math.ceil(high / self.step - 1e-9) * self.step
        self.low, self.high, self._start, self._end = low, high, start, end

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self._start + share * (self._end - self._start)

    def ticks(self) -> list[float]:
        """Round numbers within the scale."""
        first = math.ceil(self.low / self.step - 1e-9)
        last = math.floor(self.high / self.step + 1e-9)
        return [tick * self.step for tick in range(first, last + 1)]


def _round_step(step: float) -> float:
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step - 1e-12)


def _number(value: float, sign: bool = False) -> str:
    text = f"{value:+g}" if sign and abs(value) > 1e-9 else f"{round(value, 6):g}"
    return text.replace("-", "−")


def _short(label: str, most: int = 28) -> str:
    return label if len(label) <= most else label[: most - 1].rstrip() + "…"


def _text(x: float, y: float, text: str, anchor: str, kind: str = "") -> str:
    name = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{name}>{escape(text)}</text>'
