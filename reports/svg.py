"""Matplotlib's SVG, made small and themable for a page.

The page has the fonts and the colours. Shapes, texts and tips stay; groups, ids, clip paths and
definitions are dropped, so pictures do not depend on each other. Colours become CSS variables, and
consecutive marks with the same style share its attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from xml.etree import ElementTree

from markupsafe import escape

from eoc_sim.reports import style

KEPT = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "opacity",
    "fill-opacity",
    "stroke-opacity",
    "font-size",
    "font-weight",
    "font-style",
    "text-anchor",
)
"""Style properties that are written; the page sets fonts, joins and others."""
INHERITED = {
    "fill": "var(--ink)",
    "font-size": f"{style.TEXT}",
    "text-anchor": "start",
    "stroke-linecap": "butt",
    "stroke-width": "1",
}
"""Style properties inherited from the page or the SVG standard."""
LINK = "{http://www.w3.org/1999/xlink}href"


@dataclass(frozen=True)
class Mark:
    """One shape or text: its tag, geometry, look, words and tip."""

    tag: str
    geometry: str
    look: tuple[tuple[str, str], ...]
    text: str = ""
    tip: str = ""


def body(
    svg: str, tips: Mapping[str, str | Sequence[str]], tip_places: dict[str, int] | None = None
) -> str:
    """Make the content of a page's svg element.

    ``tips`` are by the ids of their groups. ``tip_places`` numbers the tips that other widths of
    the picture have already written; this width adds its own. For a numbered tip only the number is
    written, which report.js looks up for touch and keyboard users.

    Raises:
        ValueError: the picture has a colour outside the house style, a different number of tips
            than of marks, or pixels.
    """
    root = ElementTree.fromstring(svg)
    shapes = {
        element.attrib["id"]: element
        for defined in root.iter()
        if _tag(defined) == "defs"
        for element in defined
        if _tag(element) == "path"
    }
    return _written(list(_marks(root, shapes, tips)), {} if tip_places is None else tip_places)


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _marks(
    element: ElementTree.Element,
    shapes: Mapping[str, ElementTree.Element],
    tips: Mapping[str, str | Sequence[str]],
) -> Iterator[Mark]:
    tag = _tag(element)
    if tag == "image":
        raise ValueError("A bitmap cannot follow the page's colours: draw shapes.")
    if tag in ("defs", "metadata"):
        return
    if tag in ("path", "use", "text"):
        mark = _mark(tag, element, shapes)
        if mark is not None:
            yield mark
        return
    marks = [mark for child in element for mark in _marks(child, shapes, tips)]
    name = element.get("id", "")
    if name.startswith("matplotlib.axis"):
        # Separate grid lines from numbers, so that each kind becomes one group.
        marks.sort(key=lambda mark: mark.tag == "text")
    tip_of = tips.get(name)
    if tip_of is None:
        yield from marks
        return
    each = [tip_of] * len(marks) if isinstance(tip_of, str) else tip_of
    if len(each) != len(marks):
        raise ValueError(f"{len(each)} tips are given for {len(marks)} drawn marks.")
    for mark, tip in zip(marks, each, strict=True):
        yield Mark(mark.tag, mark.geometry, mark.look, mark.text, tip)


def _mark(
    tag: str, element: ElementTree.Element, shapes: Mapping[str, ElementTree.Element]
) -> Mark | None:
    styles = _styles(element)
    if tag == "text":
        return Mark("text", _text_place(element), _look(styles, text=True), element.text or "")
    data, across, down = element.get("d", ""), 0.0, 0.0
    if tag == "use":
        shape = shapes[element.attrib[LINK].removeprefix("#")]
        styles = _styles(shape) | styles
        data = shape.get("d", "")
        across, down = float(element.get("x", 0)), float(element.get("y", 0))
    look = _look(styles)
    properties = dict(look)
    if (properties.get("fill") == "none" and "stroke" not in properties) or not data.strip():
        return None
    steps = _steps(data, across, down)
    radius = _radius(steps)
    if radius is not None:
        (left, _), (right, _) = (end(point for _, point in steps) for end in (min, max))
        top = min(y for _, (_, y) in steps)
        middle = f'cx="{_short((left + right) / 2)}" cy="{_short(top + radius)}"'
        return Mark("circle", f'{middle} r="{_short(radius)}"', look)
    return Mark("path", _path(steps), look)


def _styles(element: ElementTree.Element) -> dict[str, str]:
    pairs = (pair.partition(":") for pair in element.get("style", "").split(";") if ":" in pair)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _look(styles: Mapping[str, str], text: bool = False) -> tuple[tuple[str, str], ...]:
    look = {}
    # Matplotlib leaves out the colour of black shapes.
    for name, value in ({"fill": "#000000"} | dict(styles)).items():
        if name not in KEPT:
            continue
        if name in ("fill", "stroke"):
            value = style.themed(value)
        elif name == "stroke-dasharray":
            value = " ".join(_short(float(part)) for part in value.split(","))
        elif re.fullmatch(r"[\d.]+(px)?", value):
            value = _short(float(value.removesuffix("px")), 2)
        if value != INHERITED.get(name):
            look[name] = value
    if look.get("stroke") == "none" or "stroke" not in look:
        look = {name: value for name, value in look.items() if not name.startswith("stroke")}
    return tuple(sorted(look.items()))


def _steps(data: str, across: float, down: float) -> list[tuple[str, tuple[float, float]]]:
    """Split a path into steps of a letter and a point.

    A curve has two or three steps, of which only the first has a letter.
    """
    steps: list[tuple[str, tuple[float, float]]] = []
    for letter, numbers in re.findall(r"([MLCQz])([^MLCQz]*)", data):
        values = [float(value) for value in numbers.split()]
        for at in range(0, len(values), 2):
            steps.append((letter if at == 0 else "", (values[at] + across, values[at + 1] + down)))
        if letter == "z" and steps:
            steps.append(("z", steps[-1][1]))
    return steps


def _radius(steps: Sequence[tuple[str, tuple[float, float]]]) -> float | None:
    """Return a circle's radius; None for anything else.

    Matplotlib draws a circle as eight curves.
    """
    letters = "".join(letter for letter, _ in steps)
    if letters != "MCCCCCCCCz":
        return None
    xs, ys = zip(*(point for _, point in steps), strict=True)
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    return width / 2 if abs(width - height) < 0.01 else None


def _path(steps: Sequence[tuple[str, tuple[float, float]]]) -> str:
    path, last = "", ("", "")
    for letter, point in steps:
        here = (_short(point[0]), _short(point[1]))
        if letter == "L" and here == last:
            continue
        if letter == "z":
            path += "z"
        elif letter == "L" and here[1] == last[1]:
            path += f"H{here[0]}"
        elif letter == "L" and here[0] == last[0]:
            path += f"V{here[1]}"
        else:
            path += f"{letter or ' '}{here[0]} {here[1]}"
        last = here
    return path


def _short(value: float, digits: int = 1) -> str:
    text = f"{round(value, digits) + 0.0:.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits else text


def _text_place(element: ElementTree.Element) -> str:
    turned = element.get("transform", "")
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", turned)]
    if turned.startswith("translate"):
        x, y, angle = numbers
    else:
        angle, x, y = numbers or [0.0, float(element.get("x", 0)), float(element.get("y", 0))]
    turn = f' transform="rotate({_short(angle)} {_short(x)} {_short(y)})"' if angle else ""
    # Round the baseline, which matplotlib puts at any fraction of a pixel.
    return f'x="{_short(x)}" y="{_short(y, 0)}"{turn}'


def _written(marks: Sequence[Mark], tip_places: dict[str, int]) -> str:
    parts = []
    for shared, alike in groupby(marks, key=lambda mark: _named(mark, filled=False)):
        inner = [
            (fill, _joined(list(same)))
            for fill, same in groupby(alike, key=lambda mark: _named(mark, filled=True))
        ]
        if len(inner) == 1:
            shared, inner = shared + inner[0][0], [("", inner[0][1])]
        number = sum(len(same) for _, same in inner)
        outer = shared if number > 1 else ""
        inside = "".join(
            _of_one_fill(fill, "" if outer else shared, same, tip_places) for fill, same in inner
        )
        parts.append(f"<g{outer}>{inside}</g>" if outer else inside)
    return "".join(parts)


def _of_one_fill(fill: str, shared: str, marks: Sequence[Mark], tip_places: dict[str, int]) -> str:
    """Write marks of one style, grouped if more than two."""
    if fill and len(marks) > 2:
        return f"<g{fill}>{''.join(_element(mark, shared, tip_places) for mark in marks)}</g>"
    return "".join(_element(mark, fill + shared, tip_places) for mark in marks)


def _named(mark: Mark, *, filled: bool) -> str:
    """Write the attributes of a style: its fill, or all others."""
    return "".join(f' {name}="{value}"' for name, value in mark.look if (name == "fill") == filled)


def _joined(marks: Sequence[Mark]) -> list[Mark]:
    """Join consecutive lines of one style without tips into a path."""
    result: list[Mark] = []
    for mark in marks:
        before = result[-1] if result else None
        lines = mark.tag == "path" and not mark.tip and dict(mark.look).get("fill") == "none"
        if lines and before is not None and before.tag == "path" and not before.tip:
            result[-1] = Mark("path", before.geometry + mark.geometry, mark.look)
        else:
            result.append(mark)
    return result


def _element(mark: Mark, attributes: str, tip_places: dict[str, int]) -> str:
    geometry = f'd="{mark.geometry}"' if mark.tag == "path" else mark.geometry
    start, tip = f"<{mark.tag} {geometry}{attributes}", ""
    if mark.tip in tip_places:
        start += f' data-tip="{tip_places[mark.tip]}"'
    elif mark.tip:
        tip_places[mark.tip] = len(tip_places)
        tip = f"<title>{escape(mark.tip)}</title>"
    if mark.tag == "text":
        return f"{start}>{tip}{escape(mark.text)}</text>"
    return f"{start}>{tip}</{mark.tag}>" if tip else f"{start}/>"
