"""Test the marks for line-ups: simulated error rates, pairing, and marks in a run's folder."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import who_plays as simulation
from cli.process import call
from synthetic_runs import random_run

from eoc_sim.analysis.looks import fixed_look
from eoc_sim.analysis.quantities import GameValues, Quantity, quantities
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.who_plays import (
    ALIKE,
    DIRECTION,
    EVERY_LINE_UP,
    OPEN,
    SIZE,
    MarkedQuantity,
    folder_marks,
    mark_quantities,
    table,
)
from eoc_sim.reports.findings import Findings
from eoc_sim.simulator.runs.who_plays import WHO_FILE, AskedLineUp, LineUpQuestion, read_questions

WINS = Quantity("wins by turn order", "fourth", "wins", 1.0, 100.0, 25.0)


def mark_of(values: dict[str, np.ndarray], searchers: tuple[str, ...] = ()) -> MarkedQuantity:
    """Return the mark of a quantity, given the values of games in each line-up."""
    line_ups = tuple(AskedLineUp(name, name, name in searchers) for name in values)
    (mark,) = mark_quantities(
        [
            (
                LineUpQuestion(line_ups),
                [
                    (
                        line_up,
                        fixed_look(len(values[line_up.run])),
                        {WINS: GameValues.from_values(values[line_up.run])},
                    )
                    for line_up in line_ups
                ],
            )
        ]
    )
    return mark


def values_around(mean: float, games: int = 20_000, spread: float = 40.0) -> np.ndarray:
    """Return values of games, shuffled, with exactly this mean and spread."""
    generator = np.random.default_rng(round(1000 * (mean + 50)))
    return mean + spread * generator.permutation(np.resize([1.0, -1.0], games))


@pytest.mark.parametrize(
    ("means", "mark"),
    [
        ((4.0, 4.2, 3.9), EVERY_LINE_UP),
        ((-4.0, -4.2, -3.9), EVERY_LINE_UP),
        ((0.0, 0.1, -0.1), ALIKE),
        ((5.0, 0.0, -5.0), DIRECTION),
        ((9.0, 4.0, 4.0), SIZE),
        ((9.0, 0.0, 0.0), SIZE),
        ((2.0, 2.0, 0.5), OPEN),
    ],
)
def test_each_mark_has_its_pattern(means: tuple[float, ...], mark: str) -> None:
    spread = 10.0 if mark == ALIKE else 40.0
    values = {
        f"line-up {index}": values_around(mean, spread=spread) for index, mean in enumerate(means)
    }
    assert mark_of(values).mark == mark


def test_the_runs_own_line_up_determines_what_matters() -> None:
    """A change of 1 is too small to matter to the other line-up, but not to the run's own."""
    values = values_around(1.0, spread=10.0)
    own, other = AskedLineUp("", "own"), AskedLineUp("who/other", "other")
    quantity_of = {
        line_up.run: Quantity("it", "one", "score", smallest, 100.0)
        for line_up, smallest in ((own, 0.5), (other, 2.0))
    }
    samples = [
        (
            line_up,
            fixed_look(len(values)),
            {quantity_of[line_up.run]: GameValues.from_values(values)},
        )
        for line_up in (other, own)
    ]
    (mark,) = mark_quantities([(LineUpQuestion((other, own)), samples)])
    assert mark.quantity.smallest == 0.5 and mark.mark == EVERY_LINE_UP


def test_few_games_are_never_read_as_agreement() -> None:
    assert mark_of({"many": values_around(5.0), "few": values_around(5.0, 24)}).mark == OPEN
    assert (
        mark_of({"many": values_around(0.0, spread=10.0), "few": values_around(0.0, 24)}).mark
        == OPEN
    )


def test_a_line_up_without_an_answer_is_not_agreement() -> None:
    values = {"many": values_around(5.0), "others": values_around(5.0)}
    assert mark_of(values).mark == EVERY_LINE_UP
    assert mark_of({**values, "silent": np.full(24, np.nan)}).mark == OPEN
    assert mark_of({**values, "silent": np.full(24, np.nan)}, ("silent",)).mark == EVERY_LINE_UP


def test_searchers_may_be_undecided_and_are_named() -> None:
    mark = mark_of(
        {
            "many": values_around(5.0),
            "others": values_around(5.0),
            "experts": values_around(5.0, 48),
        },
        ("experts",),
    )
    assert mark.mark == EVERY_LINE_UP and mark.undecided_line_ups == ("experts",)
    against = mark_of(
        {"many": values_around(5.0), "experts": values_around(-30.0, 1200)}, ("experts",)
    )
    assert against.mark == DIRECTION and against.opposed_line_ups == ("many", "experts")


def test_differences_are_paired_on_the_luck_that_line_ups_share() -> None:
    generator = np.random.default_rng(1)
    luck = 40 * generator.standard_normal(4000)
    paired = {"a": luck + generator.standard_normal(4000), "b": luck + 1.5}
    shuffled = {"a": paired["a"], "b": generator.permutation(paired["b"])}
    assert mark_of(paired).mark == SIZE
    assert mark_of(shuffled).mark == OPEN


@pytest.mark.parametrize("truth", simulation.TRUTHS.values(), ids=simulation.TRUTHS)
def test_false_marks_are_rare(truth: tuple[float, ...]) -> None:
    """The promise is that at most 5 pages in 100 are wrong.

    At that rate, 10 or more of 80 pages are wrong with a chance of 1 in 100.
    """
    generator = np.random.default_rng(7)
    games = (2400,) * len(truth)
    pages = [simulation.simulate_marks(generator, truth, games) for _ in range(80)]
    assert sum(not set(page) <= simulation.allowed_marks(truth) for page in pages) <= 9


def test_power_at_four_times_what_matters() -> None:
    generator = np.random.default_rng(3)
    marks = [
        mark for _ in range(10) for mark in simulation.simulate_marks(generator, (4, 4, 4, 4, 4))
    ]
    assert marks.count(EVERY_LINE_UP) > 0.9 * len(marks)
    dependent = [
        mark for _ in range(10) for mark in simulation.simulate_marks(generator, (0, 0, 0, 0, 4))
    ]
    assert dependent.count(SIZE) > 0.5 * len(dependent)


def test_a_damaged_list_asks_no_questions(tmp_path: Path) -> None:
    for text in ("", "{}", "[1]", '{"format": "eoc-sim who plays", "asked": [{}]}'):
        (tmp_path / WHO_FILE).write_text(text)
        assert read_questions(tmp_path) == ()


def test_a_list_with_runs_outside_the_folder_is_refused(tmp_path: Path) -> None:
    for run, is_accepted in (
        ("who/planners", True),
        ("", True),
        ("../elsewhere", False),
        ("..", False),
        ("who/..", False),
        ("who/.", False),
    ):
        line_up = {"run": run, "words": "w", "is_search": False}
        question = {"about": "", "strategy": "", "line_ups": [line_up]}
        record = {"format": "eoc-sim who plays", "asked": [question]}
        (tmp_path / WHO_FILE).write_text(json.dumps(record))
        assert bool(read_questions(tmp_path)) == is_accepted, run


def test_other_line_ups_answer_the_questions_of_a_run(tmp_path: Path) -> None:
    """The answers of the run's own line-up come from all games in the run's tables."""
    out = tmp_path / "run"
    played = call(
        tmp_path,
        "run",
        "--games",
        "480",
        "--who",
        "beginners,planners",
        "--who-games",
        "240",
        "--out",
        str(out),
        "--jobs",
        "1",
    )
    assert played.returncode == 0, played.stderr
    assert "The line-ups tried were beginners, the default line-up and planners" in played.stdout
    marks = folder_marks(out)
    seats = pl.read_parquet(out / "seats")
    for index, label in enumerate(("first", "second", "third", "fourth")):
        (mark,) = [
            mark
            for mark in marks
            if mark.quantity.key == ("wins by turn order", label, "wins") and not mark.strategy
        ]
        own = next(answer for answer in mark.answers if answer.words == "the default line-up")
        wins = seats.filter(pl.col("order") == index)["win_share"].mean()
        assert own.games == 480
        assert own.value == pytest.approx(100 * wins - 25)
        assert [answer.games for answer in mark.answers] == [240, 480, 240]
    check_page(out)
    rows = table(marks)
    assert set(rows["mark"]) <= {EVERY_LINE_UP, ALIKE, DIRECTION, SIZE, OPEN}
    again = call(
        tmp_path,
        "run",
        "--games",
        "480",
        "--who",
        "beginners,planners",
        "--who-games",
        "240",
        "--out",
        str(out),
        "--jobs",
        "1",
        "--resume",
    )
    assert again.returncode == 0, again.stderr
    assert table(folder_marks(out)).equals(rows)
    check_page(out)


def check_page(out: Path) -> None:
    """Check that the answers of the run's own line-up have the intervals on its page."""
    page = Findings(Run(out))
    headlines = {(headline.kind, headline.name): headline for headline in page.headlines.findings}
    for mark in page.marks:
        own = next(answer for answer in mark.answers if answer.words == "the default line-up")
        assert (own.low, own.high) == page.intervals[mark.quantity.key], mark.quantity
        finding = headlines.get((mark.quantity.subject, mark.quantity.label))
        if finding is not None:
            ends = own.low + mark.quantity.fair, own.high + mark.quantity.fair
            assert ends == pytest.approx((finding.low, finding.high))
    assert (
        sum((mark.quantity.subject, mark.quantity.label) in headlines for mark in page.marks) > 20
    )
    kept = pl.read_parquet(out / "metrics" / "who_plays.parquet")
    assert table(page.marks).equals(kept)


def test_a_mark_contradicts_no_interval() -> None:
    """The page's own interval is shown; with the joint interval, it determines the mark."""
    values = {name: values_around(4.0) for name in ("", "other")}
    line_ups = tuple(AskedLineUp(name, name or "own") for name in values)
    samples = [
        (
            line_up,
            fixed_look(len(values[line_up.run])),
            {WINS: GameValues.from_values(values[line_up.run])},
        )
        for line_up in line_ups
    ]
    questions = [(LineUpQuestion(line_ups), samples)]
    for ends, mark in (
        ((3.0, 5.0), EVERY_LINE_UP),
        ((-1.0, 9.0), OPEN),
        ((3.9, 4.1), EVERY_LINE_UP),
    ):
        (marked,) = mark_quantities(questions, {"": {WINS.key: ends}})
        assert (marked.answers[0].low, marked.answers[0].high) == ends
        assert marked.mark == mark
    few = {name: values_around(1.0, 1000) for name in values}
    samples = [
        (line_up, fixed_look(1000), {WINS: GameValues.from_values(few[line_up.run])})
        for line_up in line_ups
    ]
    (marked,) = mark_quantities([(LineUpQuestion(line_ups), samples)], {"": {WINS.key: (0.5, 1.5)}})
    assert marked.mark == OPEN, "the joint interval of the run's own line-up contains 0"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--who", "beginer"), ("beginer", "beginners")),
        (("--who", ""), ("there is no line-up",)),
        (("--who", "off", "--who-games", "24"), ("--who-games needs line-ups",)),
        (("--game", "runs.counter_game", "--who", "all"), ("has no line-ups",)),
    ],
)
def test_wrong_line_ups_are_refused(
    tmp_path: Path, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    refused = call(tmp_path, "run", "--games", "24", "--out", str(tmp_path / "run"), *arguments)
    assert refused.returncode == 2
    assert all(word in refused.stderr for word in words), refused.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("kept_games", [0, 7, 100])
def test_sums_need_no_values_by_game(tmp_path: Path, kept_games: int) -> None:
    """A long run keeps the values only of those games that it shares with other line-ups."""
    run = Run(random_run(tmp_path / "run", 100, seed=3, stars=(9,)))
    kept, short = quantities(run), quantities(run, kept_games=kept_games)
    assert list(kept) == list(short) and len(kept) > 10
    for whole, part in zip(kept.values(), short.values(), strict=True):
        informative = whole.first[~np.isnan(whole.first)]
        assert np.array_equal(whole.first[:kept_games], part.first, equal_nan=True)
        assert (part.games, part.nonzero) == (len(informative), np.count_nonzero(informative))
        assert (part.mean, part.variance) == pytest.approx((informative.mean(), informative.var()))
        assert part.largest == np.abs(informative).max()
