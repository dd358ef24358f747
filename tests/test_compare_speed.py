"""Test benchmarks/compare_speed.py: its commits, comparisons and verdicts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import compare_speed
import pytest
from compare_speed import Comparison, SideSpeed, compare, main
from compared_commits import REPOSITORY, NotCompared, Side, last_release, prepare, this_side
from speed_players import TimedSide, can_count

from eoc_sim.simulator.kernel.compiled import COMPILED

compiled_only = pytest.mark.skipif(not COMPILED, reason="the speed of pure Python says nothing")
SOFTWARE_EVENT = "task-clock:u"
"""An event that perf can count wherever it runs."""


def git(folder: Path, *arguments: str) -> str:
    names = ("-c", "user.name=Tester", "-c", "user.email=tester@example.org")
    return subprocess.run(
        ["git", "-C", folder, *names, *arguments], check=True, capture_output=True, text=True
    ).stdout


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Return a repository of three commits; the first and the last are releases."""
    folder = tmp_path / "code"
    folder.mkdir()
    git(folder, "init", "--quiet")
    for number in (1, 2, 3):
        (folder / "number").write_text(str(number), encoding="utf-8")
        git(folder, "add", "number")
        git(folder, "commit", "--quiet", "-m", f"number {number}")
        if number != 2:
            git(folder, "tag", f"v{number}.0")
    return folder


def measured(*seconds: float, **more: float) -> SideSpeed:
    return SideSpeed("one", seconds, 500.0, **more)


def test_the_last_release_is_the_one_to_compare_with(history: Path) -> None:
    """A release of the current commit is skipped, as there would be nothing to compare."""
    assert last_release(history) == "v1.0"
    git(history, "commit", "--quiet", "--allow-empty", "-m", "after")
    assert last_release(history) == "v3.0"


def test_without_a_release_or_history_nothing_is_compared(
    history: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    git(history, "tag", "--delete", "v1.0", "v3.0")
    assert main([], history, tmp_path / "build") == 0
    assert "Not compared: no release before this commit" in capsys.readouterr().out
    no_repository = tmp_path / "no_repository"
    no_repository.mkdir()
    assert main([], no_repository, tmp_path / "build") == 0
    assert "Not compared: this folder has no history" in capsys.readouterr().out
    assert not (tmp_path / "build").exists()


def test_a_requested_commit_must_exist(
    history: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["v9.9"], history, tmp_path / "build") == 2
    assert 'there is no commit "v9.9" here' in capsys.readouterr().out


def test_the_other_commit_is_installed_unchanged_and_only_once(
    history: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = []
    monkeypatch.setattr("compared_commits._install", installed.append)
    output: list[str] = []
    for _ in range(2):
        side = prepare("v1.0", tmp_path / "build", output.append, history)
        assert (side.folder / "number").read_text(encoding="utf-8") == "1"
        assert side.name.startswith("v1.0 (")
    assert installed == [side] and len(output) == 1
    (history / "number").write_text("4", encoding="utf-8")
    assert this_side(history).name.endswith(" with edits)")


@pytest.mark.slow
def test_an_uninstallable_commit_is_not_compared(
    history: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without a package index the installation fails; it is tried again the next time."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    (history / "pyproject.toml").write_text(
        "[build-system]\nrequires = ['no-such-package-anywhere']\n", encoding="utf-8"
    )
    git(history, "add", "pyproject.toml")
    git(history, "commit", "--quiet", "-m", "cannot be built")
    git(history, "tag", "v4.0")
    git(history, "commit", "--quiet", "--allow-empty", "-m", "after")
    for _ in range(2):
        assert main([], history, tmp_path / "build") == 0
        output = capsys.readouterr()
        assert "Not compared: v4.0" in output.out and "cannot be installed" in output.out
        assert "Installing" in output.err


def test_pairs_are_compared_not_totals() -> None:
    """The quartiles are immune to a single pair played while the computer was busy."""
    this, other = measured(1.0, 1.1, 1.2, 2.2, 1.0), measured(1.0, 1.0, 1.0, 2.0, 9.0)
    comparison = Comparison(this, other, 400)
    assert comparison.quartiles == pytest.approx((1.0, 1.1, 1.1))
    assert comparison.work_ratio == pytest.approx(1.1) and comparison.instruction_ratio is None
    assert "1.100" in comparison.lines()[2] and "cannot be counted" in comparison.lines()[3]


@pytest.mark.parametrize(
    ("ratio", "options", "passes"),
    [
        (1.14, (), True),
        (1.16, (), False),
        (0.5, (), True),
        (1.01, ("--most", "1.02"), True),
        (1.03, ("--most", "1.02"), False),
    ],
)
@pytest.mark.parametrize("counted", [False, True])
def test_more_than_15_percent_slower_fails(
    ratio: float,
    options: tuple[str, ...],
    passes: bool,
    counted: bool,
    history: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """If instructions were counted, they decide and the times do not."""
    comparison = Comparison(
        measured(ratio, ratio, **({"instructions": ratio * 1e6} if counted else {})),
        measured(
            *([5.0, 0.1] if counted else [1.0, 1.0]), **({"instructions": 1e6} if counted else {})
        ),
        400,
    )
    monkeypatch.setattr("compared_commits._install", lambda side: None)
    monkeypatch.setattr(compare_speed, "compare", lambda *arguments: comparison)
    assert main(options, history, tmp_path / "build") == (0 if passes else 1)
    assert ("Too slow" in capsys.readouterr().out) is not passes


@compiled_only
def test_code_is_as_fast_as_itself() -> None:
    """If perf runs here, its counts are compared too."""
    side = Side("itself", REPOSITORY, Path(sys.executable))
    event = SOFTWARE_EVENT if can_count(SOFTWARE_EVENT) else None
    comparison = compare(side, side, 300, 6, "random,random", event)
    assert 0.5 < comparison.quartiles[1] < 2
    assert comparison.this.decisions == comparison.other.decisions > 10
    if event is not None:
        milliseconds = 1000 * sum(comparison.this.seconds) / (300 * 6)
        assert 0.3 < comparison.this.instructions / milliseconds < 3, (
            "starting Python would take 20 times as much"
        )


@pytest.mark.slow
def test_a_side_that_cannot_play_says_why(tmp_path: Path) -> None:
    """A side whose Python imports the code from another folder cannot play either."""
    with pytest.raises(NotCompared, match='There is no strategy "nobody"'):
        TimedSide(Side("it", REPOSITORY, Path(sys.executable)), "nobody,nobody")
    with pytest.raises(NotCompared, match="not that in"):
        TimedSide(Side("it", tmp_path, Path(sys.executable)), "random,random")


@pytest.mark.slow
@compiled_only
def test_the_last_commit_is_installed_and_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """This test does everything that `make speed` does; it needs a history and a package index."""
    code = main(["HEAD", "--rounds", "6"], environments=tmp_path / "build")
    output = capsys.readouterr().out
    assert "Not compared" in output or (code == 0 and "decisions per game" in output)
