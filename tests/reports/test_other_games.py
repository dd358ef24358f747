"""Reports use each game's own words, and shared code names no game or column."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from cli.process import call
from synthetic_orchard import DECLARATION, orchard_run
from synthetic_runs import random_run, table, write_run

import eoc_sim
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.total_columns import add_labels
from eoc_sim.built_in_games import BUILT_IN
from eoc_sim.errors import InputError
from eoc_sim.reports import build, verdict_lines
from eoc_sim.reports.charts.stacked import draw_stacked
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.game_report import GameReport
from eoc_sim.reports.group_means import means_chart, means_table
from eoc_sim.reports.pictures import Charts
from eoc_sim.reports.plain_twins import gifts_section, worth_section
from eoc_sim.reports.sections import SECTIONS, luck_of_the_deal
from eoc_sim.reports.style import PARTS, part_swatch, variables
from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.kernel.columns import ROLES, Column, Table
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.parts import Parts

FOREIGN_WORDS = re.compile(
    r"\b(stars?|Bubba|bubba|Envelopes|BB|EC|[Rr]ecruit\w*|[Cc]oach\w*|March|August|VMD)\b"
)
"""Words of Envelopes of Cash."""
ROOT = Path(__file__).parents[2]
GAMES = set(BUILT_IN)
"""Folders that belong to one game each."""


@pytest.fixture(scope="module")
def original_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "original"
    return random_run(path, 300, stars=(1, 9), keep=("games", "seats", "cards", "offers"))


def test_choices_are_not_called_dealt(original_run: Path, tmp_path: Path) -> None:
    """The text leaves out columns whose values players choose."""
    page = Findings(Run(orchard_run(tmp_path / "run", original_run)))
    text = luck_of_the_deal.section(page, choices=("tool",)).text
    assert text.startswith("Queue and kind of soil are dealt at random, ")


def test_a_run_of_another_game(tmp_path: Path, original_run: Path) -> None:
    path = orchard_run(tmp_path / "run", original_run)
    text = build(path).read_text(encoding="utf-8")
    assert not FOREIGN_WORDS.findall(text)
    for message in (
        "<title>Orchard, 4 players</title>",
        "Orchard is nobody&#39;s.",
        "1 win in 100 or 2 apples",
        "Queue, kind of soil and tool are dealt at random",
        "Wins in 100 games by kind of soil",
        "picked apples",
        "; the bars for eaten apples extend to the left",
        "walks to the barn",
        "lead, apples",
        "mean season, 1 = spring",
        "apples from its effect",
        "Frost comes twice.",
        "standard: off",
        "gardener h",
    ):
        assert message in text, message
    assert all(not FOREIGN_WORDS.search(line) for line in verdict_lines(path))


@pytest.mark.slow
def test_a_sweep_of_another_game(tmp_path: Path, original_run: Path) -> None:
    smallest = {"wins": 2.0, "score": 5.0}
    path = orchard_run(tmp_path / "run", original_run, values=(1, 9), smallest=smallest)
    text = build(path).read_text(encoding="utf-8")
    assert not FOREIGN_WORDS.findall(text)
    for message in (
        "<title>Orchard, 4 players: 038 Tree 2</title>",
        "A change matters if it is at least 5 apples.",
        "A change in wins matters if it is at least 2 wins in 100.",
        "A change in scores matters if it is at least 5 apples",
        "Place in spring&#39;s queue",
        "for anyone who keeps 038 at ",
    ):
        assert message in text, message
    lines = verdict_lines(path)
    assert lines
    assert all(not FOREIGN_WORDS.search(line) for line in lines)


@pytest.mark.slow
def test_a_sweep_of_a_game_whose_cards_nobody_holds(tmp_path: Path) -> None:
    """The cards are changed but never drafted, so nobody keeps, loses or gains one."""
    sweep = ("sweep", "--game", "eoc_sim.example_game", "--vary", "card.gust.copies=2,9")
    answer = call(tmp_path, *sweep, "--games", "60", "--jobs", "1", "--out", "run")
    assert answer.returncode == 0, answer.stderr
    text = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert "Gain against value" in text
    assert "at which no strategy&#39;s wins can be distinguished from fair" in text
    page = Findings(Run(tmp_path / "run"))
    frames = [
        means_table(page, "turns", "round", ("blown",), "Turns", arm=arm.id).frame
        for arm in page.run.arms
    ]
    now, fewer, more = (frame["blown"].sum() for frame in frames if frame is not None)
    assert fewer < now < more, "the more gusts there are, the more turns they end"
    visible_text = re.sub(r"<(script|style).*?</\1>", "", text, flags=re.S)
    assert not re.findall(
        r"\bdraft\w*|\bowners?\b|those who|[Hh]old\w* the changed", visible_text, re.I
    )


def test_turns_are_grouped_by_strategy(tmp_path: Path) -> None:
    """A game counts once, with the mean over a strategy's turns."""
    play = ("run", "--game", "eoc_sim.example_game", "--games", "60", "--jobs", "1", "--out", "run")
    answer = call(tmp_path, *play)
    assert answer.returncode == 0, answer.stderr
    run = Run(tmp_path / "run")
    page = Findings(run)
    drawn = means_table(page, "turns", "strategy", ("drawn",), "Turns").frame
    assert drawn is not None
    turns, seats = (eoc_sim.load(tmp_path / "run").table(name) for name in ("turns", "seats"))
    by_game = turns.join(seats.select("game", "seat", "strategy"), on=["game", "seat"])
    by_game = by_game.group_by("strategy", "game").agg(pl.col("drawn").mean())
    expected = by_game.group_by("strategy").agg(pl.col("drawn").mean())
    assert drawn.height == expected.height > 1
    assert sorted(drawn["drawn"]) == pytest.approx(sorted(expected["drawn"]))
    chart = means_chart(page, "turns", "strategy", "drawn", "Cards drawn")
    assert "Cards drawn, numbers" in str(chart)
    for label, mean in zip(drawn["label"], drawn["drawn"], strict=True):
        assert f"{label} {mean:.2f} (" in str(chart)
    blown = means_table(page, "turns", "strategy", ("blown",), "Turns").frame
    both = means_table(page, "turns", "strategy", ("drawn", "blown"), "Turns").frame
    assert blown is not None and both is not None
    assert both["blown"].to_list() == blown["blown"].to_list() != drawn["drawn"].to_list()
    with pytest.raises(InputError, match='"drawnn" is not one of'):
        means_table(page, "turns", "strategy", ("drawnn",), "Turns")


def test_errors_in_an_authors_statistic_are_explained(tmp_path: Path, original_run: Path) -> None:
    run = Run(orchard_run(tmp_path / "run", original_run))
    market = run.declaration.tables["market"]

    def fail(_batch: Batch) -> pl.DataFrame:
        raise KeyError("price")

    statistic = Statistic("stalls", ((market, 0),), ("stall",), ("price",), fail)
    with pytest.raises(InputError, match=r"The statistic stalls failed \(KeyError: 'price'"):
        run.total(statistic)
    with pytest.raises(InputError, match='Two different statistics are named "stalls"'):
        run.total(replace(statistic, values=("day",)))
    with pytest.raises(InputError, match=r'The part statistics="nowhere:all" of the game'):
        Parts(statistics="nowhere:all").load("statistics")


def test_rounds_are_labelled_with_their_names(tmp_path: Path, original_run: Path) -> None:
    run = Run(orchard_run(tmp_path / "run", original_run))
    days = add_labels(run, pl.DataFrame({"day": [1, 3, 4]}), run.column("round"), "day")
    assert days["label"].to_list() == ["spring", "autumn", "day 4"]


def test_words_are_in_the_order_of_their_declaration(tmp_path: Path, original_run: Path) -> None:
    run = Run(orchard_run(tmp_path / "run", original_run))
    sizes = Column("size", ("small", "middling", "large"), "how large it is", "label")
    rows = pl.DataFrame({"size": ["large", "middling", "small", "small"], "wins": [1, 2, 3, 4]})
    labelled = add_labels(run, rows, sizes, "size")
    assert labelled["label"].to_list() == ["small", "small", "middling", "large"]
    assert labelled["wins"].to_list() == [3, 4, 2, 1]


def test_each_game_has_its_own_sections(tmp_path: Path, original_run: Path) -> None:
    orchard = Run(orchard_run(tmp_path / "run", original_run))
    assert Findings(orchard).report == GameReport()
    sections = Findings(Run(original_run)).report.sections
    plain_sections = {worth_section, gifts_section}
    assert plain_sections & {*sections} == set(), "this game's twins have sections of their own"
    assert len(sections) == len({*SECTIONS} - plain_sections) + 4, (
        "Bubba, the spots, timing and envelopes"
    )
    # A game has sections of its own only if a module named after it has some.
    for name in ("page", "../eoc", ""):
        path = write_run(tmp_path / f"run{len(name)}", {}, game=name, declaration=DECLARATION)
        assert Findings(Run(path)).report == GameReport()


def test_a_section_that_lacks_its_table_raises_and_the_page_says_so(
    tmp_path: Path, original_run: Path
) -> None:
    path = orchard_run(tmp_path / "run", original_run, keep=("matches",))
    page = Findings(Run(path))
    lacking = []
    for section in SECTIONS:
        shown_section = section(page)
        if shown_section is not None and shown_section.id != "closeness":
            lacking.append(shown_section.heading)
            with pytest.raises(MissingResults, match="did not keep"):
                list(shown_section.blocks)
    assert lacking == [
        "Highlights",
        "Who wins",
        "Where the points come from",
        "How scores are spread",
        "The luck of the deal",
        "Who sits where",
        "The cards",
    ]
    text = build(path).read_text(encoding="utf-8")
    message = ", ".join(re.findall(r"<li>([^<]*)\. This run did not keep chairs", text))
    assert set(message.split(", ")) == set(lacking)
    for heading in lacking:
        assert f">{heading}</a></h2>" not in text, "no section is empty"


@pytest.mark.slow
def test_existing_results_precede_missing_ones(tmp_path: Path, original_run: Path) -> None:
    path = orchard_run(tmp_path / "run", original_run, keep=("chairs", "trees"))
    text = build(path).read_text(encoding="utf-8")
    assert text.index("<summary>Every card</summary>") < text.rindex("did not keep market")


def test_a_game_with_only_seats(tmp_path: Path) -> None:
    """Sections on cards, turn order, parts and games are left out, without notes."""
    chairs = Table(
        "chairs",
        "game and chair",
        (
            Column("game", "Int32", "number of the game", "game"),
            Column("chair", "Int8", "chair", "seat"),
            Column("gardener", "Int8", "id in dims/gardeners", "strategy", dim="gardeners"),
            Column("apples", "Int16", "apples", "score"),
            Column("won", "Float64", "share of the win", "win_share"),
        ),
        ("game", "chair"),
    )
    rows = table(
        "chairs",
        {
            "arm": [0] * 4 + [1] * 4,
            "game": [0, 0, 1, 1] * 2,
            "chair": [0, 1] * 4,
            "gardener": [0, 1, 1, 0] * 2,
            "apples": [5, 3, 4, 9, 5, 4, 4, 9],
            "won": [1, 0, 0, 1, 1, 0, 0, 1],
        },
        {"chairs": chairs},
    )
    change = Change("card.1.fruit", "1", "2", "Tree", "fruit").record()
    path = write_run(
        tmp_path / "run",
        {"chairs": rows},
        players=2,
        arms=[{"label": "2", "changes": [change]}],
        game="orchard",
        dims={"gardeners": {"name": ["a", "b"]}},
        declaration=replace(DECLARATION, tables={"chairs": chairs}),
    )
    text = build(path).read_text(encoding="utf-8")
    assert re.findall(r'<section id="(\w+)"', text) == [
        "verdict",
        "redesign",
        "findings",
        "strategies",
        "scores",
        "chance",
        "seating",
        "played",
        "reading",
    ]
    cause = "Chair is dealt at random, so any difference larger than sampling noise is its effect."
    assert cause in text
    assert 'class="note"' not in text
    assert verdict_lines(path)


# --- Shared code knows no game.


def shared_sources() -> Iterator[Path]:
    for folder in ("analysis", "reports"):
        for path in sorted((ROOT / folder).rglob("*")):
            game_folders = GAMES & set(path.relative_to(ROOT).parts)
            if path.suffix in (".py", ".j2", ".css", ".js") and not game_folders:
                yield path


def test_shared_code_has_no_word_of_a_game() -> None:
    paths = list(shared_sources())
    assert len(paths) > 25
    words = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in paths
        for word in FOREIGN_WORDS.findall(path.read_text(encoding="utf-8"))
    ]
    assert words == []


def test_built_in_games_are_named_in_one_place() -> None:
    """A new game adds one line to `eoc_sim/built_in_games.py`."""
    name = re.compile(rf"\b({'|'.join(BUILT_IN)})\b(?!-sim)", re.IGNORECASE)
    folders = ("eoc_sim", "simulator", "analysis", "reports", "strategies")
    paths = [
        str(path.relative_to(ROOT))
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        if not GAMES & set(path.relative_to(ROOT).parts)
        and name.search(path.read_text(encoding="utf-8").replace("eoc_sim", ""))
    ]
    assert paths == ["eoc_sim/built_in_games.py"]


def test_shared_code_names_no_column_of_a_game() -> None:
    names = {column.name for table in TABLES.values() for column in table} - set(ROLES)
    # A section's id, the word for a number in metric tables, and a sheet's column of sources.
    names -= {"cards", "value", "source"}
    names -= {"card"}  # the word for a thing in metric tables, a table's heading, a kind of key
    # Shared code calls the round in which a card is drafted or played "month", because the metric
    # table of cards has the columns drafted_month and played_month.
    names -= {"month"}
    names -= {"margin"}  # every table of twins has this name for a seat's lead
    matches = []
    for path in shared_sources():
        if path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and node.value in names:
                    matches.append(f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}")
    assert matches == []


def test_analysis_and_reports_import_no_game() -> None:
    """A game's own folder does not import the game either: runs contain all that is needed."""
    imports = []
    for folder in ("analysis", "reports"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for line in path.read_text(encoding="utf-8").splitlines():
                if re.search(r"import.*\bsimulator\b|from eoc_sim\.simulator", line):
                    # Columns, sheets, compilation and trust belong to no game.
                    kernel = "columns|compiled|sheets|vouching|workbooks"
                    shared = rf"\.simulator\.(runs\.|kernel\.(?:{kernel}) )"
                    if not re.search(shared, line):
                        imports.append(f"{path.relative_to(ROOT)}: {line.strip()}")
                part = re.search(r"eoc_sim\.(?:analysis|reports)\.(\w+)", line)
                if part and part[1] in GAMES - set(path.relative_to(ROOT).parts):
                    imports.append(f"{path.relative_to(ROOT)}: {line.strip()}")
    assert imports == []


def test_intervals_are_computed_only_in_certain_modules() -> None:
    """Only these modules contain a normal quantile or call a library for an interval."""
    pattern = re.compile(
        r"1\.9[56]|\bscipy\b(?!\.(?:optimize|sparse))|\bstatsmodels\b|NormalDist|\bsqrt\("
    )
    paths = [
        str(path.relative_to(ROOT))
        for folder in ("analysis", "reports")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if pattern.search(path.read_text(encoding="utf-8"))
    ]
    names = (
        "fieller",
        "learning",
        "looks",
        "moments",
        "planning",
        "ratings",
        "shrinkage",
        "stats",
        "vectors",
    )
    assert paths == [f"analysis/{name}.py" for name in names]


def test_hyphens_in_names_of_parts() -> None:
    """Only a negative number has a minus sign; hyphens in labels and names stay hyphens."""
    picture = Charts().draw(draw_stacked("title", ["line-up"], ["end-game"], [[-1.0]]))
    assert "line-up, end-game: −1.0" in picture.wide


def test_more_parts_than_colours() -> None:
    """Colours are repeated for scores with many parts, so that each part has one."""
    parts = [f"part {number}" for number in range(len(PARTS) + 1)]
    picture = Charts().draw(draw_stacked("title", ["somebody"], parts, [[1.0] * len(parts)]))
    assert picture.wide.count('fill="var(--part-1)"') == 2
    assert f"part-{len(PARTS) + 1}" not in picture.wide
    assert part_swatch(len(PARTS)) == part_swatch(0) == "part-1"
    assert f"--part-{len(PARTS)}: " in variables()
    assert f"--part-{len(PARTS) + 1}: " not in variables()
