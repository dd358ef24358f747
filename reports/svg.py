"""Write a picture's marks as SVG, small and themable for a page.

The page defines the fonts and the colours. The SVG has only shapes, text and tips, without ids,
clip paths or definitions, so pictures do not depend on each other. Colours are CSS variables, and
consecutive marks with the same style share its attributes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from markupsafe import escape

from eoc_sim.reports import style

INHERITED_ATTRIBUTES = {
    "fill": "var(--ink)",
    "font-size": f"{style.TEXT}",
    "text-anchor": "start",
    "stroke-linecap": "butt",
    "stroke-width": "1",
    "stroke-dasharray": "",
    "font-style": "normal",
    "font-weight": "400",
    "opacity": "1",
    "fill-opacity": "1",
    "stroke-opacity": "1",
}
"""Style properties inherited from the page or the SVG standard."""


@dataclass(frozen=True)
class Mark:
    """One shape or text: its tag, geometry, look, words and tip."""

    tag: str
    geometry: str
    look: tuple[tuple[str, str], ...]
    text: str = ""
    tip: str = ""

    def with_tip(self, tip: str) -> Mark:
        """Return the same mark with a tip."""
        return replace(self, tip=tip)


Steps = list[tuple[str, tuple[float, float]]]
"""Letters of a path, each with its point.

A curve has two or three points, of which only the first has a letter.
"""


def body(marks: Sequence[Mark], tip_numbers: dict[str, int] | None = None) -> str:
    """Make the content of a page's svg element.

    A picture is drawn at several widths. ``tip_numbers`` maps each tip that has already been
    written, at any width, to its number; tips that are written now are added to it. For a tip that
    already has a number, only the number is written; report.js looks up the tip for touch and
    keyboard users.
    """
    return _write_marks(marks, {} if tip_numbers is None else tip_numbers)


def shape(steps: Steps, look: tuple[tuple[str, str], ...]) -> Mark | None:
    """Return the mark of a path; None if it cannot be seen."""
    properties = dict(look)
    if (properties.get("fill") == "none" and "stroke" not in properties) or not steps:
        return None
    radius = _radius(steps)
    if radius is not None:
        (left, _), (right, _) = (end(point for _, point in steps) for end in (min, max))
        top = min(y for _, (_, y) in steps)
        middle = f'cx="{number_text((left + right) / 2)}" cy="{number_text(top + radius)}"'
        return Mark("circle", f'{middle} r="{number_text(radius)}"', look)
    return Mark("path", _path(steps), look)


def text_mark(
    text: str, x: float, y: float, angle: float, look: tuple[tuple[str, str], ...]
) -> Mark:
    """Return the mark for text turned counterclockwise by an angle."""
    turn = (
        f' transform="rotate({number_text(-angle)} {number_text(x)} {number_text(y)})"'
        if angle
        else ""
    )
    # Round the baseline, which may lie at any fraction of a pixel.
    return Mark("text", f'x="{number_text(x)}" y="{number_text(y, 0)}"{turn}', look, text)


@lru_cache(maxsize=4096)
def look_of(
    styles: tuple[tuple[str, str | float | tuple[float, ...]], ...],
) -> tuple[tuple[str, str], ...]:
    """Return the attributes of a style, without those that are inherited.

    Raises:
        ValueError: it has a colour outside the house style.
    """
    look = {}
    for name, value in styles:
        if isinstance(value, tuple):
            value = " ".join(map(number_text, value))
        elif isinstance(value, float):
            value = number_text(value, 2)
        elif name in ("fill", "stroke"):
            value = style.theme_value(value)
        if value != INHERITED_ATTRIBUTES.get(name):
            look[name] = value
    if look.get("stroke") == "none" or "stroke" not in look:
        look = {name: value for name, value in look.items() if not name.startswith("stroke")}
    return tuple(sorted(look.items()))


def _radius(steps: Steps) -> float | None:
    """Return a circle's radius; None for anything else.

    Matplotlib draws a circle as eight curves.
    """
    letters = "".join(letter for letter, _ in steps)
    if letters != "MCCCCCCCCz":
        return None
    xs, ys = zip(*(point for _, point in steps), strict=True)
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    return width / 2 if abs(width - height) < 0.01 else None


def _path(steps: Steps) -> str:
    path, last = "", ("", "")
    for letter, point in steps:
        coordinates = (number_text(point[0]), number_text(point[1]))
        if letter == "L" and coordinates == last:
            continue
        if letter == "z":
            path += "z"
        elif letter == "L" and coordinates[1] == last[1]:
            path += f"H{coordinates[0]}"
        elif letter == "L" and coordinates[0] == last[0]:
            path += f"V{coordinates[1]}"
        else:
            path += f"{letter or ' '}{coordinates[0]} {coordinates[1]}"
        last = coordinates
    return path


def number_text(value: float, digits: int = 1) -> str:
    """Format a number without needless digits."""
    text = f"{round(value, digits) + 0.0:.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits else text


def _write_marks(marks: Sequence[Mark], tip_numbers: dict[str, int]) -> str:
    parts = []
    for attributes, marks_of_style in groupby(
        marks, key=lambda mark: _style_attributes(mark, filled=False)
    ):
        inner = [
            (fill, _join_lines(list(marks_of_fill)))
            for fill, marks_of_fill in groupby(
                marks_of_style, key=lambda mark: _style_attributes(mark, filled=True)
            )
        ]
        if len(inner) == 1:
            attributes, inner = attributes + inner[0][0], [("", inner[0][1])]
        number = sum(len(group) for _, group in inner)
        outer = attributes if number > 1 else ""
        inside = "".join(
            _write_fill(fill, "" if outer else attributes, group, tip_numbers)
            for fill, group in inner
        )
        parts.append(f"<g{outer}>{inside}</g>" if outer else inside)
    return "".join(parts)


def _write_fill(
    fill: str, attributes: str, marks: Sequence[Mark], tip_numbers: dict[str, int]
) -> str:
    """Write marks with one fill, as a group if there are many."""
    if fill and len(marks) > 2:
        return f"<g{fill}>{''.join(_element(mark, attributes, tip_numbers) for mark in marks)}</g>"
    return "".join(_element(mark, fill + attributes, tip_numbers) for mark in marks)


def _style_attributes(mark: Mark, *, filled: bool) -> str:
    """Write a style's fill attribute, or all its other attributes."""
    return "".join(f' {name}="{value}"' for name, value in mark.look if (name == "fill") == filled)


def _join_lines(marks: Sequence[Mark]) -> list[Mark]:
    """Join consecutive lines that have no tips into one path.

    The marks share a style.
    """
    result: list[Mark] = []
    for mark in marks:
        previous = result[-1] if result else None
        is_line = mark.tag == "path" and not mark.tip and dict(mark.look).get("fill") == "none"
        if is_line and previous is not None and previous.tag == "path" and not previous.tip:
            result[-1] = Mark("path", previous.geometry + mark.geometry, mark.look)
        else:
            result.append(mark)
    return result


def _element(mark: Mark, attributes: str, tip_numbers: dict[str, int]) -> str:
    geometry = f'd="{mark.geometry}"' if mark.tag == "path" else mark.geometry
    start, tip = f"<{mark.tag} {geometry}{attributes}", ""
    if mark.tip in tip_numbers:
        start += f' data-tip="{tip_numbers[mark.tip]}"'
    elif mark.tip:
        tip_numbers[mark.tip] = len(tip_numbers)
        tip = f"<title>{escape(mark.tip)}</title>"
    if mark.tag == "text":
        return f"{start}>{tip}{escape(mark.text)}</text>"
    return f"{start}>{tip}</{mark.tag}>" if tip else f"{start}/>"
