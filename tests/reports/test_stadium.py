"""Test the report of Stadium on a small run: what it contains and what it omits."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest
from cli.process import call
from synthetic_stadium import stadium_run

from eoc_sim.analysis.average import COST_WITH_TWINS
from eoc_sim.analysis.stadium import report_statistics
from eoc_sim.analysis.stats import CHANGES, NO_CHANGE, UNDECIDED
from eoc_sim.analysis.tables import Run
from eoc_sim.cli.screen import column_widths
from eoc_sim.reports import build, verdict_lines
from eoc_sim.reports.commands import average, even_turn_order
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.pictures import Charts, ChartsOnly
from eoc_sim.reports.stadium import part_twins, places, spaces, timing, vice_presidents
from eoc_sim.reports.stadium.board import BoardStrip, board
from eoc_sim.simulator.runs.text_table import TextTable

GAMES = 48
FOREIGN_WORDS = re.compile(
    r"\b(stars? ahead|Bubba|Envelopes|BB|EC|[Rr]ecruit\w*|[Cc]oaches|March|VMD)\b"
)


def play(path: Path, keep: str, *options: str) -> Path:
    answer = call(
        path.parent,
        "run",
        "--game",
        "stadium",
        "--seats",
        "random,random,random,random",
        "--games",
        str(GAMES),
        "--keep",
        keep,
        "--out",
        path.name,
        "--quiet",
        *options,
    )
    assert answer.returncode == 0, answer.stderr
    return path


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("runs") / "whole", "all")


def test_every_section_is_there(run: Path) -> None:
    text = build(run).read_text(encoding="utf-8")
    for message in (
        "The race, and how close it is",
        "Blocks by round",
        "Where VPs are placed, round by round",
        "Every action space",
        "The bonus tokens that VPs are placed on",
        "Whom the losses hurt",
        "How often squares and buildings are taken",
        "Every square and building",
        "How long a VP takes to pay for itself",
        "The differences are not effects of buying",
        "The cost of players",
        "Every player",
        "How often employees are hired",
        "Every employee",
        "shuffles both decks",
        "games per 100 stopped at the round limit",
    ):
        assert message in text, message
    assert not FOREIGN_WORDS.findall(text)
    lines = verdict_lines(run)
    assert any(line.startswith("The race: On average games last") for line in lines)


def test_places_and_cards_always_have_a_line(run: Path) -> None:
    """Employees are dealt by chance, so their line names strong and weak ones.

    Owners choose places and cards, so the line about those suggests playing games without each.
    """
    lines = verdict_lines(run)
    (employees,) = (line for line in lines if line.startswith("Employees: "))
    for side, end in (("strong", "highest"), ("weak", "lowest")):
        assert f" {side}: " in employees or f" {side}; {end}: " in employees
    number = lines.index(
        "Places and cards: Owners choose them, so only games played without a place or card show "
        "its worth."
    )
    assert lines[number + 1].startswith("  To measure what each brings its holder (about ")
    assert lines[number + 2] == (
        "    eoc-sim cards --game stadium --seats random,random,random,random"
    )


def test_the_option_to_try_other_line_ups_is_suggested_once(run: Path) -> None:
    assert (
        verdict_lines(run).count(
            "Who plays: only the requested line-up was tried; use --who to try others."
        )
        == 1
    )


def test_every_suggested_command_states_its_duration(run: Path) -> None:
    assert even_turn_order(Run(run)).about.startswith("To see why it matters (about ")
    suggested = [line for line in verdict_lines(run) if line.startswith("  ")]
    assert all(re.search(r" \((about|at most) .*\):$", line) for line in suggested[::2])
    # A building is chosen, not dealt, so it needs games with twins, which take longer.
    dealt, chosen = (
        average(Run(run), key, "it", is_dealt=is_dealt)
        for key, is_dealt in (("employee.E15", True), ("building.B07", False))
    )
    assert dealt.seconds is not None and chosen.seconds == COST_WITH_TWINS * dealt.seconds


def test_intervals_contain_their_estimates(run: Path) -> None:
    page = Findings(Run(run))
    page.charts = ChartsOnly()
    checked = 0
    for make in (spaces.section, places.section, vice_presidents.section):
        for block in make(page).blocks:
            for part in (block, block.numbers):
                if part is None or part.frame is None:
                    continue
                for column in part.columns:
                    if column.kind not in ("estimate", "change"):
                        continue
                    low, high = (
                        column.low or f"{column.name}_low",
                        column.high or (f"{column.name}_high"),
                    )
                    estimates = part.frame.drop_nulls([column.name, low, high])
                    assert (estimates[low] <= estimates[column.name]).all(), (
                        part.heading,
                        column.name,
                    )
                    assert (estimates[column.name] <= estimates[high]).all(), (
                        part.heading,
                        column.name,
                    )
                    assert (estimates[low] < estimates[high]).all(), (part.heading, column.name)
                    checked += estimates.height
    assert checked > 300


def test_sums_alone_agree_with_tables(run: Path, tmp_path: Path) -> None:
    """With --keep none, the statistics are computed during the games."""
    with_sums, with_tables = Run(play(tmp_path / "sums", "none")), Run(run)
    statistics_kept = report_statistics.statistics(with_tables)
    with_tables.prepare(statistics_kept)
    for statistic in statistics_kept:
        assert with_sums.total(statistic).equals(with_tables.total(statistic)), statistic.name


@pytest.mark.slow
def test_a_default_run_lacks_only_part_of_the_action_spaces(tmp_path: Path) -> None:
    path = tmp_path / "usual"
    answer = call(
        tmp_path,
        "run",
        "--game",
        "stadium",
        "--seats",
        "random,random,random,random",
        "--games",
        str(GAMES),
        "--out",
        path.name,
        "--quiet",
    )
    assert answer.returncode == 0, answer.stderr
    text = build(path).read_text(encoding="utf-8")
    lacking = re.findall(r"<li>([^<]*)\. This run did not keep ([^:<]*)", text)
    assert lacking == [("Action spaces, in part", "rounds")]
    assert "The bonus tokens that VPs are placed on" in text


@pytest.mark.slow
def test_a_sweep_shows_the_sections_for_the_current_rules(tmp_path: Path) -> None:
    answer = call(
        tmp_path,
        "sweep",
        "--game",
        "stadium",
        "--seats",
        "random,random,random,random",
        "--games",
        "24",
        "--vary",
        "rules.vp_price=4",
        "--out",
        "sweep",
        "--quiet",
        "--yes",
    )
    assert answer.returncode == 0, answer.stderr
    assert "These results are for the current rules." in build(tmp_path / "sweep").read_text(
        encoding="utf-8"
    )


def test_places_that_nobody_takes_are_named(tmp_path: Path) -> None:
    run = stadium_run(
        tmp_path / "run",
        {
            "games": {"game": [0, 1], "rounds": [1, 1]},
            "seats": {"game": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "strategy": [0, 1, 0, 1]},
            "blocks": {"game": [0, 1], "seat": [0, 1], "round": [1, 1], "place": [0, 2]},
        },
    )
    page = Findings(run)
    page.charts = ChartsOnly()
    first = next(iter(places.section(page).blocks))
    assert "Second Square and Tower" in first.text and "never taken" in first.text


def test_the_section_says_if_no_one_bought_a_vice_president(tmp_path: Path) -> None:
    run = stadium_run(
        tmp_path / "run",
        {
            "games": {"game": [0], "rounds": [1]},
            "seats": {"game": [0, 0], "seat": [0, 1], "strategy": [0, 1]},
            "placements": {"game": [0], "seat": [0], "round": [1]},
        },
    )
    (block,) = vice_presidents.section(Findings(run)).blocks
    assert block.text == "No one bought a vice president in these games."


@pytest.mark.parametrize("squares", [1, 3, 7])
def test_boxes_are_inside_the_board_and_do_not_overlap(squares: int) -> None:
    from eoc_sim.reports.charts.shades import Shade

    strips = [
        BoardStrip("level 1", tuple(f"House {number}" for number in range(5))),
        BoardStrip(
            "field: season", tuple(f"A Square With a Long Name {n}" for n in range(squares))
        ),
        BoardStrip("field: bowl", ("Bowl",)),
    ]
    names = [name for strip in strips for name in strip.names]
    shades = [
        Shade(None if name == "Bowl" else float(index), str(index), f"{name}: tip")
        for index, name in enumerate(names)
    ]
    picture = Charts().draw(board("Board", "said", strips, shades, ("0", "9"), is_full_width=True))
    for svg in (picture.full, picture.wide, picture.narrow):
        width, height = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', svg)[0])
        boxes = [
            tuple(map(float, corners))
            for corners in re.findall(r"M([\d.]+) ([\d.]+)H([\d.]+)V([\d.]+)H[\d.]+z", svg)
        ]
        boxes = [box for box in boxes if box[2] - box[0] > 40]
        assert len(boxes) == len(names)
        for left, top, right, bottom in boxes:
            assert 0 <= left < right <= width and 0 <= min(top, bottom) < max(top, bottom) < height
        for number, box in enumerate(boxes):
            for other in boxes[number + 1 :]:
                assert (
                    box[2] <= other[0]
                    or other[2] <= box[0]
                    or (
                        max(box[1], box[3]) <= min(other[1], other[3])
                        or max(other[1], other[3]) <= min(box[1], box[3])
                    )
                )


def twin_table(rows: list[tuple[str, str, str, float]]) -> pl.DataFrame:
    """Return a table of things whose wins are known to within ±2 in 100."""
    kinds, labels, judged, wins = zip(*rows, strict=True)
    return pl.DataFrame(
        {
            "kind": kinds,
            "label": labels,
            "both_verdict": judged,
            "both_wins": wins,
        }
    ).with_columns(
        both_wins_all_low=pl.col("both_wins") - 2,
        both_wins_all_high=pl.col("both_wins") + 2,
    )


def test_things_most_certain_to_gain_wins_come_first() -> None:
    findings = twin_table(
        [
            ("place", "B01 Low", CHANGES, 4.0),
            ("place", "B12 High", CHANGES, 30.5),
            ("player", "P01 Unknown", UNDECIDED, 40.0),
            ("employee", "E02 Harm", CHANGES, -9.0),
            ("employee", "E03 Nothing", NO_CHANGE, 0.0),
        ]
    )
    assert part_twins.sentences(findings) == [
        "Most certain to gain wins, by kind: B12 High +30.5 (+28.5 to +32.5) wins in 100 for "
        "the first holder, once paid for.",
        "Most certain to cost wins: E02 Harm -9.0 (-11.0 to -7.0) wins in 100.",
        "Wins of the first holder: a change for 3 of 5 places and cards, no difference that "
        "matters for 1, not decided for 1.",
    ]
    assert part_twins.sentences(findings.filter(findings["both_verdict"] == UNDECIDED)) == [
        "None of the places and cards is shown to gain wins; highest: P01 Unknown +40.0 "
        "(+38.0 to +42.0) wins in 100.",
        "None of the places and cards is shown to cost wins; lowest: P01 Unknown +40.0 "
        "(+38.0 to +42.0) wins in 100.",
        "Wins of the first holder: a change for 0 of 1 places and cards, no difference that "
        "matters for 0, not decided for 1.",
    ]


class Twins:
    """Made-up results of `Timing` for the strategy "all", known to within ±2 wins in 100."""

    def _rows(self, verdict: str, wins: float, **columns: object) -> pl.DataFrame:
        return pl.DataFrame(
            {
                "strategy": ["all"],
                **{name: [value] for name, value in columns.items()},
                "score": [1.0],
                "wins": [wins],
                "wins_all_low": [wins - 2],
                "wins_all_high": [wins + 2],
                "verdict": [verdict],
            }
        )

    def placements(self, by: str) -> pl.DataFrame:
        assert by == "spaces"
        return pl.concat(
            [
                self._rows(CHANGES, -3.0, space="Train"),
                self._rows(CHANGES, 6.0, space="Draft"),
                self._rows(UNDECIDED, 9.0, space="Hire"),
            ]
        )

    def vps(self) -> pl.DataFrame:
        return pl.concat(
            [
                self._rows(UNDECIDED, 18.0, vp=3, round="all"),
                self._rows(CHANGES, 28.0, vp=3, round="4"),
            ]
        )

    def tokens(self) -> pl.DataFrame:
        return pl.concat(
            [
                self._rows(CHANGES, 8.0, token="money", round="1"),
                self._rows(CHANGES, 5.0, token="money", round="2"),
            ]
        )


def test_decided_tokens_are_counted_and_named() -> None:
    tokens = pl.DataFrame(
        {
            "token": ["money", "wins", "wins"],
            "round": ["1", "1", "2"],
            "verdict": [UNDECIDED, UNDECIDED, CHANGES],
        }
    )
    assert timing._count_decided(tokens) == (
        "Judged together, 1 of 3 pairs of token and round is decided: wins in round 2."
    )
    assert timing._count_decided(tokens[:2]) == (
        "Judged together, 0 of 2 pairs of token and round are decided."
    )


def test_certain_results_of_timing_come_first() -> None:
    class DecidedTwins(Twins):
        def vps(self) -> pl.DataFrame:
            return pl.concat(
                [
                    self._rows(CHANGES, 18.0, vp=3, round="all"),
                    self._rows(CHANGES, -5.0, vp=4, round="all"),
                ]
            )

    assert timing.sentences(DecidedTwins())[1] == (
        "Buying a VP, compared with not being allowed to buy it: the third VP +18.0, the fourth VP "
        "-5.0 (at most ±2.0 each) wins in 100 for its owner."
    )
    assert timing.sentences(Twins()) == [
        "A VP on an action space: Draft +6.0, Train -3.0 (at most ±2.0 each) wins in 100, compared "
        "with its owner's second choice of action space.",
        "Neither the third nor the fourth VP is shown to change its buyer's wins.",
        "One more token at the start of round 1: money token +8.0 (+6.0 to +10.0) wins in 100 for "
        "its owner.",
    ]


def test_the_page_of_timing_says_that_too_few_games_measure_tokens(tmp_path: Path) -> None:
    page = Findings(stadium_run(tmp_path, {"games": {"game": [0]}}))
    (block,) = timing._tokens(page, pl.DataFrame())
    assert block.text == "Too few games were replayed with one more token to measure its worth."


def test_the_table_of_vps_names_them_and_fits_most_terminals() -> None:
    ends = {"low": -1.5, "high": 3.0}
    row = {"vp": 3, "round": "4", "verdict": UNDECIDED, "games": 5000}
    for name in ("wins", "score", "margin"):
        row |= {name: 1.0, **{f"{name}_{end}": value for end, value in ends.items()}}
    _, table = timing._tabulate_vps(pl.DataFrame([row]))
    assert isinstance(table, TextTable)
    assert table.rows[0][0] == "third VP"
    assert column_widths(table.heads, table.rows, table.left, 98) is not None
