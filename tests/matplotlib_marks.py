"""The marks of a chart as matplotlib draws them, for comparison with `Plot`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import matplotlib
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_hex
from matplotlib.font_manager import FontProperties, weight_dict
from matplotlib.path import Path
from matplotlib.textpath import TextToPath

from eoc_sim.reports import style
from eoc_sim.reports.canvas import MIN_WIDE_WIDTH, FigureCanvas
from eoc_sim.reports.pictures import Chart
from eoc_sim.reports.svg import Mark, Steps, look_of, shape, text_mark

LETTERS = {
    Path.MOVETO: "M",
    Path.LINETO: "L",
    Path.CURVE3: "Q",
    Path.CURVE4: "C",
    Path.CLOSEPOLY: "z",
}
ANCHORS = {"left": "start", "center": "middle", "right": "end"}
AXIS = "matplotlib.axis"
"""The prefix of the names of the groups that hold axes."""


def marks_of(chart: Chart, width: int) -> list[Mark]:
    """Return a chart's marks, drawn by matplotlib in a page's colours."""
    with matplotlib.rc_context(style.settings(style.THEMED, width < MIN_WIDE_WIDTH)):
        canvas = FigureCanvas(width, style.THEMED)
        chart.draw(canvas)
        canvas.figure.patch.set_visible(False)
        collector = _Collector(canvas.width, canvas.height)
        canvas.figure.draw(collector)
    return collector.groups[0][1]


class _Collector(RendererBase):
    """Collects marks in named groups."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__()
        self.width, self.height = width, height
        self.groups: list[tuple[str, list[Mark]]] = [("", [])]

    def open_group(self, s: str, gid: str | None = None) -> None:
        self.groups.append((s, []))

    def close_group(self, s: str) -> None:
        """Put the grid lines of an axis before its numbers."""
        name, marks = self.groups.pop()
        if name.startswith(AXIS):
            marks.sort(key=lambda mark: mark.tag == "text")
        self.groups[-1][1].extend(marks)

    def draw_path(self, gc: Any, path: Path, transform: Any, rgbFace: Any = None) -> None:  # noqa: N803
        """Collect a line or an area; lines end at the figure's edge."""
        clip = (0.0, 0.0, self.width, self.height) if rgbFace is None else None
        self._add(_steps(path, transform, clip, 0.0, self.height), _look(gc, rgbFace))

    def draw_markers(
        self,
        gc: Any,
        marker_path: Path,
        marker_trans: Any,
        path: Path,
        trans: Any,
        rgbFace: Any = None,  # noqa: N803
    ) -> None:
        """Collect the same mark at each point of a path."""
        look = _look(gc, rgbFace)
        steps = _steps(marker_path, marker_trans, None, 0.0, 0.0)
        for _, (x, y) in _steps(path, trans, None, 0.0, self.height):
            moved = [(letter, (x + across, y + down)) for letter, (across, down) in steps]
            self._add(moved, look)

    def draw_text(
        self,
        gc: Any,
        x: float,
        y: float,
        s: str,
        prop: FontProperties,
        angle: float,
        ismath: bool | str = False,
        mtext: Any = None,
    ) -> None:
        """Collect text, anchored by its alignment unless it is rotated."""
        weight = prop.get_weight()
        weight = weight_dict.get(weight, weight)
        colour = gc.get_rgb()
        alpha = gc.get_alpha() if gc.get_forced_alpha() else colour[3]
        anchor = "start"
        if mtext is not None and angle == 0:
            x = mtext.get_transform().transform(mtext.get_unitless_position())[0]
            anchor = ANCHORS[mtext.get_ha()]
        look = look_of(
            (
                ("fill", _hex(tuple(colour))),
                ("font-size", float(prop.get_size_in_points())),
                ("font-style", prop.get_style()),
                ("font-weight", str(weight)),
                ("opacity", float(alpha)),
                ("text-anchor", anchor),
            )
        )
        self.groups[-1][1].append(
            text_mark(s, round(float(x), 6), round(float(y), 6), float(angle), look)
        )

    def get_text_width_height_descent(
        self, s: str, prop: FontProperties, ismath: bool | str
    ) -> tuple[float, float, float]:
        """Measure text, which is never a formula."""
        scale = prop.get_size_in_points() / TextToPath.FONT_SCALE
        width, height, descent = _extent(s, prop.get_weight(), prop.get_style())
        return width * scale, height * scale, descent * scale

    def flipy(self) -> bool:
        """Return True, because y points down."""
        return True

    def get_canvas_width_height(self) -> tuple[float, float]:
        """Return the figure's size in pixels."""
        return self.width, self.height

    def _add(self, steps: Steps, look: tuple[tuple[str, str], ...]) -> None:
        mark = shape(steps, look)
        if mark is not None:
            self.groups[-1][1].append(mark)


def _steps(path: Path, transform: Any, clip: Any, across: float, down: float) -> Steps:
    """Split a path into steps on the page, whose y points down."""
    cleaned = path.cleaned(transform, remove_nans=True, clip=clip, curves=True)
    points = (cleaned.vertices * (1, -1) + (across, down)).round(6).tolist()
    steps: Steps = []
    codes = cleaned.codes.tolist()
    place = 0
    while place < len(codes) and codes[place] != Path.STOP:
        code = codes[place]
        end = place + Path.NUM_VERTICES_FOR_CODE[code]
        if code == Path.CLOSEPOLY:
            steps.append(("z", steps[-1][1]))
        else:
            letters = (LETTERS[code], "", "")
            steps += [
                (letter, (x, y)) for letter, (x, y) in zip(letters, points[place:end], strict=False)
            ]
        place = end
    return steps


def _look(gc: Any, face: Any) -> tuple[tuple[str, str], ...]:
    """Return the style of a shape."""
    forced = gc.get_forced_alpha()
    styles: list[tuple[str, Any]] = [("fill", "none" if face is None else _hex(tuple(face)))]
    if face is not None and len(face) == 4 and not forced:
        styles.append(("fill-opacity", float(face[3])))
    if forced:
        styles.append(("opacity", float(gc.get_alpha())))
    if width := gc.get_linewidth():
        colour = gc.get_rgb()
        dashes = gc.get_dashes()[1]
        if dashes is not None:
            styles.append(("stroke-dasharray", tuple(map(float, dashes))))
        styles += [
            ("stroke", _hex(tuple(colour))),
            ("stroke-linecap", gc.get_capstyle()),
            ("stroke-opacity", 1.0 if forced else float(colour[3])),
            ("stroke-width", float(width)),
        ]
    return look_of(tuple(styles))


_hex = lru_cache(maxsize=1024)(to_hex)


@lru_cache(maxsize=4096)
def _extent(text: str, weight: Any, slant: str) -> tuple[float, float, float]:
    """Measure text at matplotlib's own scale."""
    font = FontProperties(family=style.FONT, weight=weight, style=slant, size=TextToPath.FONT_SCALE)
    return TextToPath().get_text_width_height_descent(text, font, False)
