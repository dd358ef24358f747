"""The map of Envelopes of Cash: states as squares, coloured by value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.eoc.country import Country, MapPlace
from eoc_sim.reports.canvas import MIN_WIDE_WIDTH, Canvas
from eoc_sim.reports.charts.shades import KEY_HEIGHT, Shade, key, shade_colours
from eoc_sim.reports.pictures import Chart

if TYPE_CHECKING:
    from eoc_sim.reports.plot import Plot

WIDE = 900
"""Smallest width of a canvas whose squares show codes and values.

Narrower canvases show only codes.
"""
GAP = 3
"""Pixels kept free between places."""
MAX_ROUNDS = 400


@dataclass(frozen=True)
class Sizes:
    """Lengths in pixels for one width of canvas."""

    height: float
    square: tuple[float, float]
    circle: float
    margin: float


def _sizes(width: int) -> Sizes:
    if width >= WIDE:
        return Sizes(540, (50, 38), 5, 34)
    return Sizes(380, (38, 34), 4, 26) if width >= MIN_WIDE_WIDTH else Sizes(400, (31, 30), 3, 20)


def country_map(
    title: str,
    description: str,
    country: Country,
    shades: Sequence[Shade],
    ends: tuple[str, str],
    *,
    is_full_width: bool = False,
) -> Chart:
    """Draw the map with a shade for each state.

    ``shades`` are in the order of the states; ``ends`` has the minimum and the maximum in
    words. Overlapping squares are moved apart, no further than necessary. A map as wide as a page
    (``is_full_width``) has trails, circles and headquarters; other maps have only the states.
    """

    def draw(canvas: Canvas) -> None:
        sizes = _sizes(canvas.width)
        axes = canvas.axes(sizes.height + KEY_HEIGHT, left=0, right=0, top=0, bottom=0)
        axes.set_xlim(0, canvas.width)
        axes.set_ylim(sizes.height + KEY_HEIGHT, 0)
        axes.set_axis_off()
        is_drawn = [is_full_width or place.kind == "state" for place in country.places]
        centres = _lay_out(country, is_drawn, canvas.width, sizes)
        if is_full_width:
            _trails(canvas, axes, country, centres)
            _circles(canvas, axes, country, centres, sizes)
            _headquarters(canvas, axes, country, centres, sizes)
        _squares(canvas, axes, country, shades, centres, sizes)
        key(canvas, axes, sizes.height, ends)

    return Chart(title, description, draw, is_full_width=is_full_width)


def _lay_out(country: Country, is_drawn: Sequence[bool], width: int, sizes: Sizes) -> np.ndarray:
    """Move overlapping places apart; return their middles in whole pixels."""
    room = np.array([width - 2 * sizes.margin, sizes.height - 2 * sizes.margin])
    places = [place for place, is_shown in zip(country.places, is_drawn, strict=True) if is_shown]
    positions = np.array([[place.x, place.y] for place in places])
    lowest = positions.min(axis=0)
    centres = (
        sizes.margin + (positions - lowest) / np.maximum(positions.max(axis=0) - lowest, 1) * room
    )
    half = np.array(
        [
            np.array(sizes.square if place.kind == "state" else (2 * sizes.circle,) * 2) / 2
            for place in places
        ]
    )
    distance = half[:, None] + half[None, :] + GAP
    low, high = half + 1, np.array([width, sizes.height]) - half - 1
    # If two places coincide, the one listed first goes west or north.
    first_listed = np.triu(np.ones((len(places), len(places)), dtype=bool))[..., None]
    for _ in range(MAX_ROUNDS):
        gaps = centres[:, None] - centres[None, :]
        missing_distance = distance - np.abs(gaps)
        np.einsum("iij->ij", missing_distance)[:] = 0
        overlaps = (missing_distance > 0.01).all(axis=2)
        if not overlaps.any():
            break
        # Each of two places moves by a quarter of their overlap, along the axis with less overlap.
        is_horizontal = missing_distance[..., 0] <= missing_distance[..., 1]
        push = np.where((gaps < 0) | (gaps == 0) & first_listed, -1, 1) * missing_distance / 2
        push *= np.stack([is_horizontal, ~is_horizontal], axis=2) * overlaps[..., None]
        centres = np.clip(centres + 0.5 * push.sum(axis=1), low, high)
    middles = np.full((len(country.places), 2), np.nan)
    middles[np.array(is_drawn)] = np.round(centres)
    return middles


def _trails(canvas: Canvas, axes: Plot, country: Country, centres: np.ndarray) -> None:
    """Draw the trails as a few long lines, to keep files small."""
    remaining: dict[int, list[int]] = {}
    for start, end in country.trails:
        remaining.setdefault(start, []).append(end)
        remaining.setdefault(end, []).append(start)
    while any(remaining.values()):
        node = max(remaining, key=lambda index: (len(remaining[index]) % 2, len(remaining[index])))
        line = [node]
        while remaining[node]:
            neighbour = remaining[node].pop()
            remaining[neighbour].remove(node)
            line.append(node := neighbour)
        axes.plot(centres[line, 0], centres[line, 1], color=canvas.colours.rule, lw=2, zorder=1)


def _circles(
    canvas: Canvas, axes: Plot, country: Country, centres: np.ndarray, sizes: Sizes
) -> None:
    circles = [index for index, place in enumerate(country.places) if place.kind == "circle"]
    if not circles:
        return
    (dots,) = axes.plot(
        centres[circles, 0],
        centres[circles, 1],
        "o",
        ms=2 * sizes.circle,
        mfc=canvas.colours.page,
        mec=canvas.colours.open,
        mew=1.5,
        zorder=2,
    )
    if canvas.width >= WIDE:
        # On a narrower canvas, the circles are too small to tap.
        canvas.tip(dots, [country.places[index].name for index in circles])


def _headquarters(
    canvas: Canvas, axes: Plot, country: Country, centres: np.ndarray, sizes: Sizes
) -> None:
    for index, place in enumerate(country.places):
        if place.kind != "headquarters":
            continue
        x, y = centres[index]
        (mark,) = axes.plot(
            [x],
            [y],
            "D",
            ms=2.2 * sizes.circle,
            mfc=canvas.colours.ink,
            mec=canvas.colours.ink,
            zorder=2,
        )
        name = place.name
        if canvas.width < WIDE:
            name = "HQ"
            canvas.tip(mark, place.name)
        offset = 18 if y <= sizes.height - 20 else -10
        axes.text(
            canvas.shift_inside(axes, x, name, canvas.axis_text_size),
            y + offset,
            name,
            ha="center",
            zorder=4,
            size=canvas.axis_text_size,
            color=canvas.colours.quiet,
        )


def _squares(
    canvas: Canvas,
    axes: Plot,
    country: Country,
    shades: Sequence[Shade],
    centres: np.ndarray,
    sizes: Sizes,
) -> None:
    width, height = sizes.square
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2)
    states = [index for index, place in enumerate(country.places) if place.kind == "state"]
    colours = shade_colours(canvas, shades)
    for is_border in (False, True):
        # Consecutive squares of the same colour share one fill attribute in the picture's file.
        squares_by_colour = sorted(
            (colours[number], number)
            for number, index in enumerate(states)
            if (len(country.places[index].regions) > 1) == is_border
        )
        if not squares_by_colour:
            continue
        squares = canvas.areas(
            axes,
            [centres[states[number]] + corners for _, number in squares_by_colour],
            [colour for colour, _ in squares_by_colour],
            edge=canvas.colours.ink if is_border else canvas.colours.open,
            width=2 if is_border else 0.75,
            zorder=3,
        )
        canvas.tip(squares, [shades[number].tip for _, number in squares_by_colour])
    for index, shade in zip(states, shades, strict=True):
        _square_texts(canvas, axes, country.places[index], shade, centres[index])


def _square_texts(
    canvas: Canvas, axes: Plot, place: MapPlace, shade: Shade, centre: np.ndarray
) -> None:
    x, y = centre
    if canvas.width >= WIDE:
        axes.text(x, y - 3, place.code, ha="center", zorder=4, size=canvas.axis_text_size)
        axes.text(x, y + 13, shade.text, ha="center", zorder=4, weight="bold")
        return
    lines = pieces(place.code)
    for line, text in enumerate(lines):
        offset = 4.5 + 13 * (line - (len(lines) - 1) / 2)
        axes.text(x, y + offset, text, ha="center", zorder=4, size=canvas.axis_text_size)


def pieces(code: str) -> list[str]:
    """Split a code into lines for a small square.

    >>> [pieces(code) for code in ("OH", "OK/AR", "NorCal", "DMV")]
    [['OH'], ['OK', 'AR'], ['Nor', 'Cal'], ['DMV']]
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])|/", " ", code).split()[:2]
