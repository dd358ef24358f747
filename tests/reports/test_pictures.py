"""Test charts: themes, size, stability, legibility and values."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from sample_charts import STATES, sample_charts

from eoc_sim.reports import style
from eoc_sim.reports.blocks import Block
from eoc_sim.reports.by_round import lines_block
from eoc_sim.reports.canvas import Canvas
from eoc_sim.reports.charts.heat import HeatCell, heat
from eoc_sim.reports.charts.intervals import SHARE, intervals, point
from eoc_sim.reports.charts.scatter import Dot, scatter
from eoc_sim.reports.heat import heat_block
from eoc_sim.reports.pictures import Chart, Charts, Picture


@pytest.fixture(scope="module")
def pictures() -> dict[str, Picture]:
    charts = Charts()
    return {name: charts.draw(chart) for name, chart in sample_charts().items()}


def svgs(picture: Picture) -> list[ElementTree.Element]:
    drawings = (picture.full, picture.wide, picture.narrow)
    return [ElementTree.fromstring(drawing) for drawing in drawings if drawing is not None]


def test_charts_have_the_same_bytes_every_time(pictures: dict[str, Picture]) -> None:
    charts = Charts()
    for name, chart in sample_charts().items():
        assert charts.draw(chart).__html__() == pictures[name].__html__()


def test_ids_are_unique_and_there_are_no_links_styles_or_definitions(
    pictures: dict[str, Picture],
) -> None:
    text = "".join(picture.__html__() for picture in pictures.values())
    ids = re.findall(r'\bid="([^"]*)"', text)
    assert len(ids) == len(set(ids)) == 2 * len(pictures)
    assert not re.search(r"url\(|href|<use|<defs|<clipPath|<metadata|<style|<image", text)


def test_titles_and_descriptions(pictures: dict[str, Picture]) -> None:
    for name, chart in sample_charts().items():
        first, *others = svgs(pictures[name])
        title, description = first.find("title"), first.find("desc")
        assert title is not None and description is not None
        assert title.text == chart.title and description.text == chart.description
        label_ids = f"{title.get('id')} {description.get('id')}"
        for svg in (first, *others):
            assert svg.get("role") == "img" and svg.get("aria-labelledby") == label_ids
        # The title and the description are written only once for all widths.
        assert all(svg.find("title") is None and svg.find("desc") is None for svg in others)


def test_every_colour_is_a_variable_of_the_page(pictures: dict[str, Picture]) -> None:
    text = "".join(picture.__html__() for picture in pictures.values())
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgb", text)
    used = set(re.findall(r'(?:fill|stroke)="([^"]*)"', text)) - {"none"}
    declared = set(re.findall(r"--([\w-]+):", style.variables()))
    assert {name.removeprefix("var(--").removesuffix(")") for name in used} <= declared
    assert "var(--below-5)" in used and "var(--above-10)" in used


def test_colours_outside_the_house_style_and_missing_tips_are_refused() -> None:
    def black(canvas: Canvas) -> None:
        canvas.axes(40).axhline(0.5, color="black")

    def tips(canvas: Canvas) -> None:
        (dots,) = canvas.axes(40).plot([1, 2], [1, 2], "o", color=canvas.colours.ink)
        canvas.tip(dots, ["one"])

    for draw, message in ((black, "colour black"), (tips, "1 tips .* 2 drawn")):
        with pytest.raises(ValueError, match=message):
            Charts().draw(Chart("title", "said", draw))


@pytest.mark.parametrize("name", sample_charts())
def test_nothing_is_outside_the_picture_and_text_is_legible(
    pictures: dict[str, Picture], name: str
) -> None:
    measure = Canvas(340, style.PLAIN)
    for svg in svgs(pictures[name]):
        _, _, width, height = map(float, str(svg.get("viewBox")).split())
        size, anchor = float(style.TEXT), "start"
        texts = 0
        for group in (svg, *svg.iter("g")):
            for text in group.findall("text"):
                texts += 1
                attributes = dict(group.attrib) | dict(text.attrib)
                message = text.text or text[0].tail or ""
                length = measure.text_width(message, float(attributes.get("font-size", size)))
                x, y = float(attributes["x"]), float(attributes["y"])
                assert 9 <= y <= height, message
                if "transform" in attributes:
                    assert y - length >= 0, message
                    continue
                anchor = attributes.get("text-anchor", "start")
                left = x - length * {"start": 0, "middle": 0.5, "end": 1}[anchor]
                assert left >= -2 and left + length <= width + 2, message
                assert float(attributes.get("font-size", size)) >= (13 if width < 480 else 12)
        assert texts
        for path in svg.iter("path"):
            numbers = re.findall(r"([A-Z ])(-?[\d.]+)(?: (-?[\d.]+))?", str(path.get("d")))
            for letter, first, second in numbers:
                x, y = (None, first) if letter == "V" else (first, second or None)
                assert x is None or -1 <= float(x) <= width + 1
                assert y is None or -1 <= float(y) <= height + 1


def test_dots_are_where_their_values_are() -> None:
    points = [point(str(value), value, value - 1, value + 2) for value in (10.0, 20.0, 35.0)]
    picture = Charts().draw(intervals("title", points))
    for svg in svgs(picture):
        xs = [float(str(dot.get("cx"))) for dot in svg.iter("circle")]
        assert (xs[2] - xs[1]) / (xs[1] - xs[0]) == pytest.approx(1.5, abs=0.01)
        starts = [
            [float(number) for number in re.findall(r"M([\d.]+) [\d.]+H([\d.]+)", str(d))[index]]
            for index in range(3)
            for d in [next(path.get("d") for path in svg.iter("path") if "H" in str(path.get("d")))]
        ]
        pixel = (xs[1] - xs[0]) / 10
        for (start, end), x in zip(starts, xs, strict=True):
            assert (x - start) / pixel == pytest.approx(1, abs=0.05)
            assert (end - x) / pixel == pytest.approx(2, abs=0.05)


def test_intervals_are_clipped_to_possible_values() -> None:
    drawn = point("a", 1.0, -2.0, 104.0, within=SHARE)
    assert (drawn.low, drawn.high, drawn.text) == (0.0, 100.0, "1.0 (0.0 to 100.0)")
    assert point("a", 1.0, None, None, within=SHARE).text == "1.0 (? to ?)"


@pytest.mark.parametrize("is_long", [False, True])
def test_on_a_phone_numbers_are_above_the_bars_unless_names_are_long(is_long: bool) -> None:
    name = "a name " + "that is long " * is_long * 3
    picture = Charts().draw(intervals("title", [point(name, 5.0, 4.0, 6.0)]))
    label, number = (
        float(re.findall(rf'y="([\d.]+)"[^>]*>{message}', picture.narrow)[0])
        for message in ("a name", r"5\.0 \(")
    )
    (dot,) = re.findall(r'cy="([\d.]+)"', picture.narrow)
    assert label < float(dot) < number if is_long else label == number < float(dot)


def test_dominating_and_strong_cards_have_different_marks() -> None:
    def marks(state: str) -> tuple[int, int]:
        row = point("name", 5.0, 4.0, 6.0, state)
        dots = [Dot("name", "n", 10.0, 5.0, 4.0, 6.0, state)]
        return tuple(
            Charts().draw(drawing).wide.count("<circle")
            for drawing in (intervals("title", [row]), scatter("title", dots, [], ("", "")))
        )

    assert marks("above") == (1, 1) and marks("dominating") == (0, 0)


def test_a_chart_of_twenty_rows_is_small() -> None:
    points = [
        point(f"strategy number {index}", 20.0 + index, 18, 45, STATES[index % 3])
        for index in range(20)
    ]
    picture = Charts().draw(intervals("Wins", points, 25, "fair 25"))
    assert len(picture.__html__().encode()) < 12_000


def test_heat_cells_show_their_interval_or_have_it_as_a_tip(pictures: dict[str, Picture]) -> None:
    picture = pictures["heat"]
    assert picture.full is not None and picture.kind == "full"
    assert "5.0 to 7.5</text>" in picture.full
    assert "<title>summer, colour 1: 6.0 (5.0 to 7.5)</title>" in picture.wide
    assert "<title>summer, colour 0: ?</title>" in picture.wide


def test_only_large_and_certain_values_are_dark() -> None:
    def steps(smallest: float, half: float, middle: float | None = 0.0) -> set[int]:
        chart = heat(
            "Worth",
            ["spring"],
            ["one", "two"],
            lambda row, column: HeatCell((0.1, -0.05)[column], -half, half),
            smallest=smallest,
            middle=middle,
        )
        numbers = re.findall(r"--(?:above|accent)-(\d+)", Charts().draw(chart).wide)
        return set(map(int, numbers))

    assert 10 in steps(0.0, 0.01) and 10 in steps(0.01, 0.01)
    assert max(steps(0.05, 0.01)) < 6, "it matters little"
    assert max(steps(0.0, 0.1)) < 5 and max(steps(0.0, 0.1, None)) < 6, "it is noise"


def test_a_heat_map_whose_values_hardly_differ_is_collapsed() -> None:
    def block(values: tuple[float, float], smallest: float = 0.0) -> Block:
        return heat_block(
            Charts(),
            "Worth",
            "",
            ("season", ["spring"]),
            ["one", "two"],
            lambda row, column: HeatCell(values[column], -1.0, 1.0),
            digits=2,
            smallest=smallest,
        )

    assert block((0.001, 0.0)).collapsed
    assert block((0.001, 0.0)).heading == "Worth: 0.00 everywhere"
    assert block((0.5, -0.4), 1.0).heading == "Worth: −0.40 to 0.50 everywhere"
    assert not block((0.5, -0.6), 1.0).collapsed


def test_a_tip_is_written_once_in_a_picture(pictures: dict[str, Picture]) -> None:
    picture = pictures["heat"]
    tips = re.findall(r"(?<=[^>])><title>([^<]*)", picture.__html__())
    references = re.findall(r'data-tip="(\d+)"', picture.narrow)
    assert len(tips) == len(set(tips))
    assert len(references) == 14 and max(map(int, references)) < len(tips)


def test_every_name_keeps_its_own_line_style() -> None:
    """The first five lines are solid, the next five dashed, and the next five dotted."""
    lines = style.Lines([f"name {index}" for index in range(12)])
    assert lines["name 3"].swatch == "line-4"
    assert lines["name 6"].swatch == "line-2 dashed"
    assert lines["name 11"].swatch == "line-2 dotted"
    assert lines["another"] == lines["another"] == style.Line(12)
    assert len({(line.swatch, str(line.dash)) for line in map(style.Line, range(15))}) == 15


def test_the_same_chart_as_a_figure_in_plain_colours() -> None:
    from matplotlib.colors import to_hex

    figure = sample_charts()["intervals"].figure()
    drawn = {to_hex(line.get_markeredgecolor()) for line in figure.axes[0].lines}
    assert drawn == {getattr(style.PLAIN, state) for state in STATES}
    assert tuple(figure.get_size_inches() * 72) == (512, 24 + 4 * 26 + 26)


def test_roughly_known_values_are_left_out_of_lines() -> None:
    def block(width: float) -> Block:
        estimates = [(1.0, 0.5, 1.5), (3.0, 2.5, 3.5), (2.0, 2.0 - width / 2, 2.0 + width / 2)]
        return lines_block(
            Charts(),
            "Worth",
            "Said.",
            ("season", ["spring", "summer", "autumn"]),
            {"one": estimates, "two": [*estimates[:2], None]},
            style.Lines(),
            "points",
            "",
        )

    def dots(drawn_block: Block) -> int:
        assert drawn_block.picture is not None
        return drawn_block.picture.wide.count("<circle")

    assert (dots(block(4.0)), block(4.0).text) == (5, "Said.")
    rough = block(6.0)
    assert dots(rough) == 4 and rough.text.endswith("only in the table.")
    assert rough.numbers is not None and rough.numbers.rows[2][1].small == "−1.0 to 5.0"
