"""The data family on the command line: which findings hold in other data, as plausible."""

from __future__ import annotations

import pytest
from cli.process import call

from eoc_sim.analysis.family import COLUMNS, NOT_ROBUST, ROBUST, findings, robustness
from eoc_sim.analysis.tables import Run
from eoc_sim.games import find
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs.arms import parse_vary, vary_arms
from eoc_sim.simulator.runs.asked import Asked
from eoc_sim.simulator.runs.family import member_arms, member_folders

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes minutes")

RANDOM = ("--game", "stadium", "--seats", "random,random,random")


def sweep(path, *options: str):
    return call(
        path.parent, "sweep", *RANDOM, "--vary", "rules.vp_salary=0",
        "--vary", "building.B12.construction=7", "--games", "240", "--out", str(path), *options,
    )


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    path = tmp_path_factory.mktemp("family") / "run"
    told = sweep(path, "--family", "3", "--family-games", "60")
    assert told.returncode == 0, told.stderr
    return path, told.stdout


def test_every_member_is_a_run_of_its_own(played):
    path, _ = played
    folders = member_folders(path)
    assert [folder.name for folder in folders] == ["01", "02", "03"]
    runs = [Run(folder) for folder in folders]
    assert {run.games for run in runs} == {60}
    assert [arm.label for arm in runs[0].arms] == [arm.label for arm in Run(path).arms]
    hashes = {run.record["baseline"]["hashes"]["buildings"] for run in runs}
    assert len(hashes) == 3


def test_the_screen_says_what_is_robust(played):
    _, screen = played
    assert "The same in 3 members of the data family, 3 versions x 60 games in each:" in screen
    lines = [line for line in screen.splitlines() if "vp_salary 1 -> 0   random" in line]
    line = lines[-1]
    assert "3 of 3" in line
    assert line.rstrip().endswith(ROBUST)


def test_robustness_counts_members_by_side(played):
    path, _ = played
    run = Run(path)
    found = robustness(run)
    assert tuple(found.columns) == COLUMNS
    members = [findings(Run(folder)) for folder in member_folders(path)]
    for row in found.iter_rows(named=True):
        assert row["low"] > 0 or row["high"] < 0
        alike = [
            one for frame in members for one in frame.iter_rows(named=True)
            if all(one[name] == row[name] for name in ("what", "label", "metric"))
        ]
        same = [one["low"] > 0 if row["value"] > 0 else one["high"] < 0 for one in alike]
        other = [one["high"] < 0 if row["value"] > 0 else one["low"] > 0 for one in alike]
        assert (row["members"], row["holds"], row["reversed"]) == (3, sum(same), sum(other))
        assert row["verdict"] == (ROBUST if all(same) else NOT_ROBUST)


def test_what_a_version_changes_is_the_same_in_every_member():
    game = find("stadium")
    version = game.baseline(Asked(seats=("random",) * 3))
    arms = vary_arms(game, version, [parse_vary("building.B12.construction=7")], "one-at-a-time")
    for number in range(1, 8):
        drawn = member_arms(game, game.family, arms, number).versions()
        cells = [
            next(one for one in each.components.buildings if one.number == "B12").construction
            for each in drawn
        ]
        assert cells == [6, 7]
        assert len(game.differences(*drawn)) == 1


def test_fresh_replaces_the_members_too(played, tmp_path):
    path = tmp_path / "run"
    assert sweep(path, "--family", "2", "--family-games", "30").returncode == 0
    assert sweep(path, "--fresh", "--yes").returncode == 0
    assert member_folders(path) == []


def test_the_report_has_a_section(played):
    path, _ = played
    told = call(path.parent, "report", str(path))
    assert told.returncode == 0, told.stderr
    page = (path / "report.html").read_text(encoding="utf-8")
    assert "Does it hold for other numbers?" in page
    assert "3 of 3" in page


def test_bad_input(tmp_path):
    told = call(tmp_path, "run", "--game", "eoc", "--family", "3", "--out", str(tmp_path / "a"))
    assert told.returncode == 2
    assert "The game eoc has no data family" in told.stderr
    told = call(tmp_path, "run", *RANDOM, "--family", "51", "--out", str(tmp_path / "b"))
    assert told.returncode == 2
    assert "50 members" in told.stderr
    told = call(tmp_path, "run", *RANDOM, "--family-games", "60", "--out", str(tmp_path / "c"))
    assert told.returncode == 2
    assert "--family-games" in told.stderr
