"""Test the data family, which shows if findings hold in other plausible data."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from cli.process import call

from eoc_sim.analysis import family
from eoc_sim.analysis.family import (
    COLUMNS,
    MIN_MEMBERS,
    NOT_ROBUST,
    ROBUST,
    fewest_members,
    findings,
    required_members,
    robustness,
    shares,
)
from eoc_sim.analysis.first_player import mechanisms, wins_by_order
from eoc_sim.analysis.played_tournament import PlayedTournament, cells
from eoc_sim.analysis.stadium.part_twins import by_component, side_by_side
from eoc_sim.analysis.stadium.timing import Timing
from eoc_sim.analysis.stats import CHANGES, UNDECIDED
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.variants import effects
from eoc_sim.games import find
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs.arms import parse_vary, vary_arms
from eoc_sim.simulator.runs.family import member_arms, member_folders
from eoc_sim.simulator.runs.version_options import VersionOptions

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes minutes in plain Python")

RANDOM = ("--game", "stadium", "--seats", "random,random,random")
BALANCED = ("--game", "stadium", "--seats", "balanced,balanced,balanced")


def sweep(path, *options: str):
    return call(
        path.parent,
        "sweep",
        *RANDOM,
        "--vary",
        "rules.vp_salary=0",
        "--vary",
        "building.B12.construction=7",
        "--games",
        "240",
        "--out",
        str(path),
        *options,
    )


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    path = tmp_path_factory.mktemp("family") / "run"
    output = sweep(path, "--family", "3", "--family-games", "60")
    assert output.returncode == 0, output.stderr
    return path, output.stdout


def test_every_member_is_a_separate_run(played):
    path, _ = played
    folders = member_folders(path)
    assert [folder.name for folder in folders] == ["01", "02", "03"]
    runs = [Run(folder) for folder in folders]
    assert {run.games for run in runs} == {60}
    assert [arm.label for arm in runs[0].arms] == [arm.label for arm in Run(path).arms]
    hashes = {run.record["baseline"]["hashes"]["buildings"] for run in runs}
    assert len(hashes) == 3


def test_the_screen_shows_what_is_robust(played):
    _, screen = played
    assert "Repeated in 3 plausible data sets, 3 versions x 60 games in each:" in screen
    lines = [line for line in screen.splitlines() if "vp_salary 1 -> 0   random" in line]
    line = lines[-1]
    assert "3 of 3" in line
    assert line.rstrip().endswith(UNDECIDED)  # with so few members nothing is robust
    words = " ".join(screen.split())
    assert "fewer than 14 plausible data sets cannot show that" in words
    assert "more plausible data sets: --family" in words


def test_robustness_counts_members_on_each_side_of_zero(played):
    path, _ = played
    run = Run(path)
    rows = robustness(run)
    assert tuple(rows.columns) == COLUMNS
    members = [findings(Run(folder)) for folder in member_folders(path)]
    for row in rows.iter_rows(named=True):
        assert row["low"] > 0 or row["high"] < 0
        matches = [
            row_of_member
            for frame in members
            for row_of_member in frame.iter_rows(named=True)
            if all(row_of_member[name] == row[name] for name in ("what", "label", "metric"))
        ]
        same_sign = [
            member_row["low"] > 0 if row["value"] > 0 else member_row["high"] < 0
            for member_row in matches
        ]
        opposite_sign = [
            member_row["high"] < 0 if row["value"] > 0 else member_row["low"] > 0
            for member_row in matches
        ]
        sign, minimum = (1 if row["value"] > 0 else -1), {"wins": 1.0, "score": 2.0}[row["metric"]]
        undecided = [
            not is_same
            and not is_other
            and max(sign * member_row["low"], sign * member_row["high"]) >= minimum
            for member_row, is_same, is_other in zip(matches, same_sign, opposite_sign, strict=True)
        ]
        counted = (row["members"], row["holds"], row["open"], row["reversed"])
        assert counted == (3, sum(same_sign), sum(undecided) + 3 - len(matches), sum(opposite_sign))
        at_most = shares(np.array([sum(same_sign)]), np.array([row["open"]]), np.array([3]))[1]
        assert row["verdict"] == (UNDECIDED if at_most >= MIN_MEMBERS else NOT_ROBUST)


@pytest.mark.slow
def test_holders_of_a_changed_building_have_separate_findings(tmp_path):
    """The run and its members have findings for anyone who loses the changed building.

    They may also have findings for anyone who keeps or gains it.
    """
    path = tmp_path / "run"
    output = call(
        tmp_path,
        "sweep",
        *BALANCED,
        "--vary",
        "building.B07.construction=5",
        "--games",
        "600",
        "--family",
        "2",
        "--family-games",
        "240",
        "--out",
        "run",
        "--quiet",
    )
    assert output.returncode == 0, output.stderr
    for folder in (path, *member_folders(path)):
        frame = findings(Run(folder))
        assert not frame.select(family.KEYS).is_duplicated().any()
        holder_rows = frame.filter(pl.col("label").str.starts_with("anyone who"))
        assert "anyone who loses B07 Skyboxes" in holder_rows["label"].to_list()
        assert set(holder_rows["label"]) <= {
            f"anyone who {verb} B07 Skyboxes" for verb in ("keeps", "loses", "gains")
        }
    assert "blocks" in Run(member_folders(path)[0]).record["tables"]


def finding(value: float, low: float, high: float, smallest: float = 1.0) -> pl.DataFrame:
    about = {"what": "it", "label": "", "metric": "wins", "games": 1}
    return pl.DataFrame({**about, "value": value, "low": low, "high": high, "smallest": smallest})


def judge_finding(holds: int, undecided: int, members: int) -> tuple[str, str]:
    """Return the verdict on a finding that holds in ``holds`` members, and what would decide it."""
    value = [1.0] * holds + [0.0] * (members - holds)
    low = [0.5] * holds + [-2.0] * undecided + [-0.5] * (members - holds - undecided)
    high = [1.5] * holds + [2.0] * undecided + [0.5] * (members - holds - undecided)
    rows = [finding(*ends) for ends in zip(value, low, high, strict=True)]
    (row,) = family.judge(finding(1.0, 0.5, 1.5), rows).iter_rows(named=True)
    assert (row["holds"], row["open"], row["members"]) == (holds, undecided, members)
    return row["verdict"], row["wants"]


def test_a_bound_on_the_share_of_members_decides():
    """If a finding holds in all 20 members, it holds in at least 0.861 of all possible members.

    This bound, 0.05 ** (1 / 20), has 95 % confidence. The share that would hold by chance is then
    subtracted, and the rest is rescaled.
    """
    at_least, at_most = shares(np.array([20, 0]), np.array([0, 0]), np.array([20, 20]))
    assert at_least[0] == pytest.approx(100 * (0.05 ** (1 / 20) - 0.025) / 0.975)
    assert at_most[1] == pytest.approx(100 * (1 - 0.05 ** (1 / 20)) / 0.975)
    assert (at_most[0], at_least[1]) == (100, 0)
    assert [required_members(members) for members in (13, 14, 20, 50)] == [None, 14, 20, 46]
    assert fewest_members() == 14
    assert judge_finding(20, 0, 20) == (ROBUST, "")
    assert judge_finding(46, 0, 50) == (ROBUST, "")
    # Undecided members count against the finding in the lower bound, and for it in the upper.
    assert judge_finding(19, 1, 20) == (UNDECIDED, "games")
    assert judge_finding(19, 0, 20) == (UNDECIDED, "members")
    assert judge_finding(13, 0, 13) == (UNDECIDED, "members")
    assert judge_finding(30, 16, 50) == (UNDECIDED, "games")
    assert judge_finding(11, 0, 20) == (NOT_ROBUST, "")
    assert judge_finding(0, 11, 20) == (NOT_ROBUST, "")
    assert judge_finding(0, 20, 20) == (UNDECIDED, "games")


@pytest.mark.parametrize(("smallest", "undecided"), [(1.0, 0), (0.6, 0), (0.4, 1)])
def test_each_finding_has_its_own_smallest_change_that_matters(smallest: float, undecided: int):
    mine = finding(0.9, 0.8, 1.0, smallest)
    (row,) = family.judge(mine, [finding(0.0, -0.5, 0.5)]).iter_rows(named=True)
    assert row["open"] == undecided
    assert row["strength"] == pytest.approx(0.9 / smallest)


def test_a_version_makes_the_same_change_in_every_member():
    game = find("stadium")
    version = game.baseline(VersionOptions(seats=("random",) * 3))
    arms = vary_arms(game, version, [parse_vary("building.B12.construction=7")], "one-at-a-time")
    for number in range(1, 8):
        drawn = member_arms(game, game.family, arms, number).versions()
        cells = [
            next(
                building for building in each.components.buildings if building.number == "B12"
            ).construction
            for each in drawn
        ]
        assert cells == [6, 7]
        assert len(game.differences(*drawn)) == 1


@pytest.mark.slow
def test_fresh_removes_the_members_too(played, tmp_path):
    path = tmp_path / "run"
    assert sweep(path, "--family", "2", "--family-games", "30").returncode == 0
    assert sweep(path, "--fresh", "--yes").returncode == 0
    assert member_folders(path) == []


def test_the_report_has_a_section_on_the_family(played):
    path, _ = played
    output = call(path.parent, "report", str(path))
    assert output.returncode == 0, output.stderr
    page = (path / "report.html").read_text(encoding="utf-8")
    assert "Does it hold for other numbers?" in page
    assert "3 of 3" in page


COMMANDS = {
    "compare": ("current", "rules.vp_price=0", "--games", "2000", "--precision", "20"),
    "variants": ("vp_price=0", "end_round", "--games", "240"),
    "first-player": ("--owners", "3", "--games", "240"),
    "cards": ("--games", "600"),
    "timing": ("--games", "120"),
    "tournament": ("random", "balanced", "--owners", "3", "--games", "600"),
}
"""Commands with their own verdicts, and their arguments."""
SEATS = {
    "compare": (*BALANCED[:2], "--seats", "random,balanced,balanced"),
    "tournament": BALANCED[:2],
}
"""The game and line-up of the commands that do not use `BALANCED`."""
INNER_RUNS = {"first-player": "3-players-mix", "tournament": "line-ups"}
"""The run to examine, if a command makes a folder of runs."""


QUICK_COMMANDS = ("tournament",)


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory) -> Callable[[str], tuple[Path, str]]:
    """Return a function that runs a command once and returns its folder and output."""
    folder = tmp_path_factory.mktemp("verdicts")

    @cache
    def play(name: str) -> tuple[Path, str]:
        output = call(
            folder,
            name,
            *COMMANDS[name],
            *SEATS.get(name, BALANCED),
            "--family",
            "2",
            "--family-games",
            "240",
            "--yes",
            "--jobs",
            "1",
            "--out",
            name,
        )
        assert output.returncode == 0, output.stderr
        return folder / name / INNER_RUNS.get(name, ""), output.stdout

    return play


def reported_rows(run: Run) -> pl.DataFrame:
    """Return the findings that a run reports."""
    return findings(run).filter("reported")


@pytest.mark.parametrize(
    "name",
    [
        name if name in QUICK_COMMANDS else pytest.param(name, marks=pytest.mark.slow)
        for name in COMMANDS
    ],
)
def test_commands_with_verdicts_say_which_are_robust(name: str, verdicts):
    path, screen = verdicts(name)
    run, members = Run(path), [Run(folder) for folder in member_folders(path)]
    assert [data_member.games for data_member in members] == [240, 240]
    assert [len(data_member.arms) for data_member in members] == [len(run.arms)] * 2
    frame = robustness(run)
    assert frame.height == reported_rows(run).height > 0
    assert "The run's findings, and how many plausible data sets confirm them:" in screen
    assert set(frame["members"]) == {2} and frame["holds"].max() > 0
    for member in members:
        assert findings(member).columns == findings(run).columns
    if name in INNER_RUNS:
        page = (path.parent / "report.html").read_text(encoding="utf-8")
        assert "Does it hold for other numbers?" in page
        assert "Other data" in page and "over 2 plausible data sets" in page


@pytest.mark.slow
def test_variants_count_their_own_verdicts(verdicts):
    run = Run(verdicts("variants")[0])
    frames = effects(run).values()
    decided = sum(
        frame.filter((pl.col("verdict") == CHANGES) & (pl.col("metric") != "gap")).height
        for frame in frames
        if frame.height
    )
    rows = reported_rows(run)
    assert rows.height == decided
    cheap = rows.filter(what="vp_price 0, on average", metric="rounds")
    (main,) = (
        row
        for row in effects(run)["main"].iter_rows(named=True)
        if row["what"] == "vp_price 0" and row["metric"] == "rounds"
    )
    interval = (main["change"], main["low"], main["high"])
    assert cheap.select("value", "low", "high").rows() == [interval]


@pytest.mark.slow
def test_turn_order_is_compared_with_the_fair_share_and_between_versions(verdicts):
    run = Run(verdicts("first-player")[0])
    rows = findings(run)
    frame = wins_by_order(run)
    wins = rows.filter(pl.col("what") == "wins by turn order")
    gap, wins = wins.tail(1), wins.head(frame.height)
    assert gap["label"].to_list() == ["best minus worst place"]
    assert abs(gap["value"][0] - (frame["wins"].max() - frame["wins"].min())) < 1e-9
    assert gap["reported"][0] == (gap["low"][0] > 0)
    assert wins["label"].to_list() == frame["label"].to_list()
    assert (wins["value"] + 100 / 3 - frame["wins"]).abs().max() < 1e-9
    assert (wins["low"] + 100 / 3 - frame["low"]).abs().max() < 1e-9
    changed = mechanisms(run)
    assert rows.height == frame.height + 1 + changed.height
    assert rows["value"].tail(changed.height).to_list() == changed["change"].to_list()


@pytest.mark.slow
def test_twins_are_reported_for_all_strategies_together(verdicts):
    run = Run(verdicts("cards")[0])
    twins = side_by_side(by_component(run)).drop_nulls("both_wins")
    rows = findings(run)
    assert rows["what"].to_list() == twins["label"].to_list()
    assert rows["value"].to_list() == twins["both_wins"].to_list()
    run = Run(verdicts("timing")[0])
    rows = findings(run)
    spaces = Timing(run).placements("spaces").filter(pl.col("strategy") == "all")
    placed = rows.filter(pl.col("what").str.contains("not on the second choice"))
    assert placed["value"].to_list() == spaces["wins"].drop_nulls().to_list()


def test_tournaments_report_one_strategy_among_others(verdicts):
    run = Run(verdicts("tournament")[0])
    frame = cells(PlayedTournament(run)).frame
    rows = findings(run)
    assert rows["what"].to_list() == ["one random among balanced", "one balanced among random"]
    assert (rows["value"] + 100 / 3 - frame["wins"]).abs().max() < 1e-9
    assert rows["reported"].to_list() == [True, True]
    assert robustness(run)["verdict"].to_list() == [UNDECIDED, UNDECIDED]


def test_members_of_a_run_with_a_precision_are_plain_runs(tmp_path):
    """Members have no precision, so they have findings without waiting for a first look."""
    output = call(
        tmp_path,
        "run",
        *BALANCED[:2],
        "--seats",
        "random,balanced",
        "--precision",
        "8",
        "--games",
        "3000",
        "--family",
        "2",
        "--family-games",
        "60",
        "--jobs",
        "1",
        "--out",
        "run",
    )
    assert output.returncode == 0, output.stderr
    run = Run(tmp_path / "run")
    assert run.record["sequential"]
    members = [Run(folder) for folder in member_folders(run.path)]
    assert [(member.record["sequential"], member.games) for member in members] == [(False, 60)] * 2
    wins = robustness(run).filter(what="wins by strategy", label="balanced")
    assert wins["holds"].to_list() == [2]


def test_commands_with_verdicts_refuse_a_family_of_no_games(tmp_path):
    for command, arguments in COMMANDS.items():
        versions = arguments[:2] if command == "compare" else ()
        output = call(tmp_path, command, *versions, "--family", "3", "--family-games", "0")
        assert output.returncode == 2 and "--family-games" in output.stderr


def test_a_repair_takes_no_family(tmp_path):
    output = call(tmp_path, "first-player", "--repair", "bucks", "--family", "3")
    assert output.returncode == 2 and "--repair has none" in output.stderr


def test_bad_input(tmp_path):
    output = call(
        tmp_path,
        "run",
        "--game",
        "runs.counter_game",
        "--family",
        "3",
        "--out",
        "a",
    )
    assert output.returncode == 2
    assert "has no data family" in output.stderr
    output = call(tmp_path, "run", *RANDOM, "--family", "51", "--out", str(tmp_path / "b"))
    assert output.returncode == 2
    assert "50 members" in output.stderr
    output = call(tmp_path, "run", *RANDOM, "--family-games", "60", "--out", str(tmp_path / "c"))
    assert output.returncode == 2
    assert "--family-games" in output.stderr
