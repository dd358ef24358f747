"""Test that the report's file is self-contained and accessible and never overwrites other files."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest
from markupsafe import escape
from synthetic_runs import random_run, stars_change, table, write_run

from eoc_sim.errors import InputError
from eoc_sim.reports import build, verdict_lines
from eoc_sim.simulator.eoc.words import WORDS
from eoc_sim.simulator.runs.change import Change

KEPT_TABLES = ("games", "seats", "cards", "offers", "signings")
VOID_TAGS = {"meta", "link"}
ENDS = {
    "td": {"td", "th"},
    "th": {"td", "th"},
    "tr": {"td", "th", "tr"},
    "tbody": {"td", "th", "tr", "thead"},
    "table": {"td", "th", "tr", "tbody"},
    "thead": {"td", "th", "tr"},
}
"""The open elements that a start or end tag closes implicitly, by that tag's name."""


class Page(HTMLParser):
    """Collects the parts of a page and checks that tags are closed in order.

    Parts of tables may be left open, as HTML allows.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.pictures: list[dict[str, str]] = []
        self.words: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "table":
            self.end_before(tag)
        if tag == "svg":
            self.pictures.append({})
        if tag not in VOID_TAGS:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def end_before(self, tag: str) -> None:
        while self.open and self.open[-1] in ENDS.get(tag, ()):
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if self.open[-1] != tag:
            self.end_before(tag)
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-2:-1] == ["svg"]:
            self.pictures[-1][self.open[-1]] = data.strip()
        if self.open and data.strip():
            self.words.setdefault(self.open[-1], []).append(data.strip())

    def ids(self) -> list[str]:
        return [str(attributes["id"]) for _, attributes in self.tags if "id" in attributes]


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "sweep"
    return random_run(path, 500, stars=(1, 3, 8), keep=KEPT_TABLES, deck=120)


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return random_run(tmp_path_factory.mktemp("runs") / "run", 300)


@pytest.fixture(scope="module")
def texts(sweep: Path, single: Path) -> dict[str, str]:
    return {
        "sweep": build(sweep).read_text(encoding="utf-8"),
        "run": build(single).read_text(encoding="utf-8"),
    }


@pytest.mark.parametrize("kind", ["sweep", "run"])
class TestPage:
    def test_nothing_external_is_needed(self, texts: dict[str, str], kind: str) -> None:
        text = texts[kind]
        assert "http:" not in text
        assert "https:" not in text
        assert "url(" not in text
        assert "@import" not in text
        page = Page(text)
        for tag, attributes in page.tags:
            assert tag not in ("img", "iframe", "object")
            assert "src" not in attributes
            if tag == "link":
                assert attributes == {"rel": "icon", "href": "data:,"}, "no icon is requested"
            elif "href" in attributes:
                assert str(attributes["href"]).startswith("#")
                assert str(attributes["href"])[1:] in page.ids()
        assert len(text) < 2_000_000

    def test_every_picture_has_title_and_description(
        self, texts: dict[str, str], kind: str
    ) -> None:
        page = Page(texts[kind])
        assert page.pictures
        titled_pictures = [picture for picture in page.pictures if picture.get("title")]
        assert all(picture["desc"] for picture in titled_pictures)
        # The drawings of a picture, one for each width, share one title and description.
        label_ids = {
            str(attributes["aria-labelledby"]) for tag, attributes in page.tags if tag == "svg"
        }
        assert len(label_ids) == len(titled_pictures)
        assert all(name in page.ids() for pair in label_ids for name in pair.split())
        assert len(page.ids()) == len(set(page.ids()))

    def test_colours_follow_the_theme(self, texts: dict[str, str], kind: str) -> None:
        assert "prefers-color-scheme: dark" in texts[kind]
        assert "@media print" in texts[kind]
        for picture in re.findall(r"<svg.*?</svg>", texts[kind], re.DOTALL):
            assert not re.search(r"#[0-9a-f]{3,8}\b|rgb|black", picture)
            colours = re.findall(r'(?:fill|stroke)="([^"]*)"', picture)
            assert all(re.fullmatch(r"none|var\(--[\w-]+\)", colour) for colour in colours)

    def test_every_chart_has_a_table(self, texts: dict[str, str], kind: str) -> None:
        """The table is folded under the chart or comes later in the section.

        The picture on the first screen needs no table, because the other sections' tables contain
        its numbers.
        """
        sections = re.findall(r"<section .*?</section>", texts[kind], re.DOTALL)
        assert sections[0].count("<figure") == 1
        for section in sections[1:]:
            for rest in section.split("<figure")[1:]:
                assert "<table " in rest or section.rindex("<table ") > section.index(rest)

    def test_the_page_states_what_was_played(self, texts: dict[str, str], kind: str) -> None:
        text = texts[kind]
        assert str(escape(WORDS.notice)) in text
        assert "<code>eoc-sim run --games 2000</code>" in text
        assert "/somewhere" not in text
        assert "2 printed, 1 partial, " in text
        assert "start_bucks" in text
        assert "standard: on" in text, "a rule that differs from the standard is marked"
        assert "<dt>Seed</dt><dd>1</dd>" in text

    def test_the_page_shows_no_undefined_values(self, texts: dict[str, str], kind: str) -> None:
        page_words = Page(texts[kind]).words
        words = " ".join(
            piece for tag, pieces in page_words.items() if tag != "script" for piece in pieces
        )
        assert not re.search(r"\b(nan|None|null|inf)\b", words)


def test_sections_of_a_run_and_of_a_sweep(texts: dict[str, str]) -> None:
    shared = [
        "findings",
        "strategies",
        "closeness",
        "points",
        "scores",
        "chance",
        "seating",
        "cards",
        "played",
        "reading",
    ]
    ids = Page(texts["run"]).ids()
    assert [name for name in shared if name in ids] == shared
    assert not {"redesign", "ranges", "spots"} & set(ids)
    assert {"redesign", "ranges", "spots", *shared} <= set(Page(texts["sweep"]).ids())


def test_absent_tables_are_mentioned(texts: dict[str, str]) -> None:
    assert (
        "did not keep signings: play it again with --keep games,seats,cards,signings."
        in (texts["run"])
    )
    assert "did not keep offers" in texts["run"]
    assert "did not keep" not in texts["sweep"]


def test_the_worth_of_every_card_is_complete_only_with_offers(texts: dict[str, str]) -> None:
    whole, without_offers = texts["sweep"], texts["run"]
    for text in (whole, without_offers):
        assert "The worth of every card" in text
        assert "worth of its stars" in text
    message = (
        "Ordinary: the whole interval lies between −1 and 1 win in 100. Dominating: strong by more "
        "than 1 win in 100, and"
    )
    for words in ("worth when dealt", "worth, luck taken out", "what choosing adds", message):
        assert words in whole
        assert words not in without_offers


def test_numbers_in_tables_have_intervals(texts: dict[str, str]) -> None:
    cells = re.findall(r"<td[^>]*>(.*?)(?=</?t|\n)", texts["sweep"])
    decimals = [cell for cell in cells if re.match(r"[+−]?\d+\.\d", cell)]
    assert len(decimals) > 1000
    without_interval = [
        cell
        for cell in decimals
        if "<small>" not in cell and not re.fullmatch(r"\d\.\d{3}|[\d.]+ games", cell)
    ]
    # Only the gain of the current value over itself, 0 by definition, has no interval.
    assert without_interval == ["0.0"]


def test_names_are_escaped(tmp_path: Path) -> None:
    frame = table(
        "seats",
        {
            "game": [0, 0, 1, 1],
            "seat": [0, 1] * 2,
            "order": [0, 1] * 2,
            "strategy": [0, 1] * 2,
            "score": [3, 2, 1, 5],
            "win_share": [1, 0, 0, 1],
        },
    )
    names = ["<script>alert(1)</script>", "a & b"]
    text = build(
        write_run(tmp_path / "run", {"seats": frame}, players=2, strategies=names)
    ).read_text(encoding="utf-8")
    assert "<script>alert" not in text
    assert "a &amp; b" in text


def test_one_strategy_in_every_seat_is_fair_by_construction(tmp_path: Path) -> None:
    seats = {
        "game": [0, 0, 1, 1],
        "seat": [0, 1, 0, 1],
        "strategy": [0] * 4,
        "score": [5, 3, 4, 9],
        "win_share": [1, 0, 0, 1],
    }
    frame = pl.concat(
        [table("seats", seats), table("seats", seats | {"arm": [1] * 4, "score": [7, 5, 6, 11]})]
    )
    path = write_run(
        tmp_path / "run", {"seats": frame}, players=2, strategies=["a"], arms=[stars_change(5, 3)]
    )
    assert any(
        line.startswith("Players, current rules: a holds every seat, so it wins 50 games in 100, ")
        for line in verdict_lines(path)
    )
    assert "fair by construction" in build(path).read_text(encoding="utf-8")


@pytest.mark.slow
def test_alone_against_bubba(tmp_path: Path) -> None:
    seats = {
        "game": [0, 0, 1, 1, 2, 2],
        "seat": [0, 1] * 3,
        "strategy": [0, 1] * 3,
        "score": [150, 160, 170, 120, 110, 150],
        "win_share": [0, 1, 1, 0, 0, 1],
    }
    path = write_run(
        tmp_path / "run",
        {"seats": table("seats", seats)},
        players=1,
        strategies=["hoarder", "bubba"],
    )
    players, expected, ended = verdict_lines(path)
    assert "hoarder wins 33.3 games in 100 (between " in players
    assert "fair" not in players
    # His scores are 160, 120 and 150.
    assert expected.startswith(
        "The rulebook expects Bubba to score more than 150 and up to 200 stars. He does "
        "so in 33.3 (between "
    )
    assert ") of 100 games; he scores fewer in 66.7 (between " in expected
    assert ") and more in 0.0 (between 0.0 and " in expected
    assert "half at 150 (between ? and ?) or fewer" in ended
    text = build(path).read_text(encoding="utf-8")
    assert "The Bubba Bot" in text and "over 150, up to 200" in text
    assert "The Bubba Bot" not in build(random_run(tmp_path / "four")).read_text(encoding="utf-8")


@pytest.mark.slow
def test_chosen_coaches_are_not_dealt(tmp_path: Path, single: Path) -> None:
    rules = {"coach_choice": "reverse_turn_order"}
    seats = pl.read_parquet(single / "seats" / "*.parquet")
    path = write_run(tmp_path / "run", {"seats": seats}, baseline={"rules": rules})
    note = "Coaches were chosen, not dealt"
    text = build(path).read_text(encoding="utf-8")
    assert text.index('<section id="chance">') < text.index(note) < text.index("by turn order")
    assert note not in build(single).read_text(encoding="utf-8")


def test_a_run_without_seats_still_has_a_report(tmp_path: Path) -> None:
    path = random_run(tmp_path / "run", 40, keep=("games",))
    assert "did not keep seats" in verdict_lines(path)[0]
    assert "did not keep seats" in build(path).read_text(encoding="utf-8")


def test_a_run_without_games_has_no_report(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no finished games"):
        build(write_run(tmp_path / "run", {}))


@pytest.mark.slow
def test_values_of_a_card_that_nobody_holds(tmp_path: Path) -> None:
    """Numbers for holders are unknown, but the report is made anyway."""
    output = random_run(tmp_path / "source", 60, stars=(1, 8))
    tables = {
        name: pl.read_parquet(output / name / "*.parquet") for name in ("games", "seats", "cards")
    }
    tables["cards"] = tables["cards"].filter(pl.col("card") != 1)
    names = pl.read_parquet(output / "dims" / "cards.parquet")["name"].to_list()
    arms = [stars_change(5, 1), stars_change(5, 8)]
    path = write_run(tmp_path / "run", tables, cards=names, arms=arms)
    assert "Gain against value" in build(path).read_text(encoding="utf-8")


def test_only_our_own_report_is_replaced(tmp_path: Path) -> None:
    path = random_run(tmp_path / "run", 40, keep=("seats",))
    report = build(path)
    first = report.read_bytes()
    assert build(path).read_bytes() == first
    report.write_text("<h1>My own notes on this run</h1>")
    with pytest.raises(InputError, match="not written by eoc-sim"):
        build(path)
    assert report.read_text() == "<h1>My own notes on this run</h1>"
    assert sorted(file.name for file in path.iterdir()) == [
        "dims",
        "log.json",
        "metrics",
        "report.html",
        "run.json",
        "seats",
        "shards.jsonl",
    ]


def test_no_run_no_report(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        build(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_versions_have_short_names(tmp_path: Path) -> None:
    """Charts and tables use short names; a card's number appears only if it is needed."""
    seats = {
        "game": [0, 0, 1, 1],
        "seat": [0, 1, 0, 1],
        "strategy": [0, 1, 0, 1],
        "score": [5, 3, 4, 9],
        "win_share": [1, 0, 0, 1],
    }

    def labels(*changed: tuple[str, str]) -> str:
        changes = []
        for key, new in changed:
            kind, name, *column = key.split(".")
            subject = {"card": f"{name} A Card", "seat": f"seat {name}"}.get(kind, f"rule {name}")
            changes.append(Change(key, "1", new, subject, *column).record())
        frames = [table("seats", seats | {"arm": [arm] * 4}) for arm in range(len(changed) + 1)]
        path = write_run(
            tmp_path / "-".join(key for key, _ in changed),
            {"seats": pl.concat(frames)},
            players=2,
            strategies=["a", "b"],
            arms=[
                {"label": f"{change['key']}={change['new']}", "changes": [change]}
                for change in changes
            ],
        )
        return build(path).read_text(encoding="utf-8")

    text = labels(("card.038.stars", "4"), ("seat.2", "vegas"), ("rules.hand", "3"))
    arrow = "\N{NO-BREAK SPACE}\N{RIGHTWARDS ARROW}\N{NO-BREAK SPACE}"
    assert f">038 stars 1{arrow}4, a</text>" in text
    assert f">seat 2 1{arrow}vegas, b</text>" in text
    assert f">hand 1{arrow}3, a</text>" in text
    text = labels(("card.038.stars", "4"), ("card.038.cost", "4"))
    assert f">stars 1{arrow}4, a</text>" in text
    text = labels(("card.038.stars", "4"), ("card.063.stars", "4"))
    assert f">038 stars 1{arrow}4, a</text>" in text
    assert f">063 stars 1{arrow}4, b</text>" in text


def test_a_full_disk_leaves_no_partial_page(tmp_path, monkeypatch):
    from eoc_sim.reports.page import put

    def fail_on_full_disk(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail_on_full_disk)
    with pytest.raises(InputError, match="report.html cannot be written: No space left"):
        put(tmp_path / "report.html", "<p>")
    assert list(tmp_path.iterdir()) == []
