"""Test the data family of Envelopes of Cash in every command that takes one."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.process import call

from eoc_sim.analysis.family import findings, robustness
from eoc_sim.analysis.tables import Run
from eoc_sim.games import find
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.family import member
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs.arms import parse_vary, vary_arms
from eoc_sim.simulator.runs.family import DATA_FAMILY, member_arms, member_folders
from eoc_sim.simulator.runs.version_options import VersionOptions

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes minutes")

COMMANDS = {
    "run": ("--games", "2400"),
    "sweep": ("--vary", "rules.start_bucks=12", "--games", "600"),
    "compare": ("current", "rules.start_bucks=12", "--games", "2000"),
    "variants": ("--switch", "start_bucks=12", "--games", "600"),
    "first-player": (
        "--players",
        "4",
        "--seats",
        ",".join(["hoarder"] * 4),
        "--games",
        "2400",
        "--who",
        "off",
    ),
    "cards": ("--games", "9600", "--who", "off"),
    "timing": ("--games", "480"),
    "tournament": ("beginner", "hoarder", "--games", "240"),
}
"""The commands and their arguments."""
INNER_RUNS = {"first-player": "4-players-mix", "tournament": "line-ups"}
"""The run to examine, if a command makes a folder of runs."""


QUICK_COMMANDS = ("sweep",)


@pytest.mark.parametrize(
    "name",
    [
        name if name in QUICK_COMMANDS else pytest.param(name, marks=pytest.mark.slow)
        for name in COMMANDS
    ],
)
def test_every_command_says_in_how_many_decks_a_finding_holds(name: str, tmp_path: Path) -> None:
    games = {"cards": "9600", "first-player": "1200"}.get(name, "240")
    output = call(
        tmp_path,
        name,
        *COMMANDS[name],
        "--family",
        "3",
        "--family-games",
        games,
        "--yes",
        "--jobs",
        "1",
        "--out",
        name,
    )
    assert output.returncode == 0, output.stderr
    path = tmp_path / name / INNER_RUNS.get(name, "")
    run, members = Run(path), [Run(folder) for folder in member_folders(path)]
    assert len(members) == 3
    hashes = [each_run.record["baseline"]["hashes"]["cards"] for each_run in (run, *members)]
    assert len(set(hashes)) == 4
    for number, data_member in enumerate(members, start=1):
        assert data_member.record["baseline"]["hashes"]["cards"] == _hash(number)
        assert findings(data_member).columns == findings(run).columns
    assert findings(run).height
    frame = robustness(run)
    if name == "timing":  # with so few games no month is certain to differ from March
        assert "no finding can be robust" in output.stdout
        return
    assert set(frame["members"]) == {3}
    assert frame["holds"].max() > 0 and "robust" not in frame["verdict"].to_list()
    assert "The run's findings, and how many plausible decks confirm them:" in output.stdout


def _hash(number: int) -> str:
    """Return the hash of a member's cards, as in run.json."""
    game = find("eoc")
    version = game.baseline(VersionOptions())
    assert game.family is not None
    record: dict[str, dict[str, str]] = game.record(game.family.member(version, number))
    return record["hashes"]["cards"]


@pytest.mark.slow
def test_the_first_screen_shows_the_data_family(tmp_path: Path) -> None:
    output = call(
        tmp_path,
        "sweep",
        "--vary",
        "card.038.stars=9",
        "--games",
        "600",
        "--family",
        "2",
        "--out",
        "stars",
        "--quiet",
    )
    assert output.returncode == 0, output.stderr
    output = call(tmp_path, "report", "stars")
    lines = [line for line in output.stdout.splitlines() if line.startswith("Other data: ")]
    assert "over 2 plausible decks" in lines[0]
    assert "fewer than 14 plausible decks cannot show that" in lines[0]
    holders = [text for text in lines if " 038 Analytics Nerd, +" in text]
    assert holders and all(
        holder.startswith("Other data: stars 5 -> 9, anyone who ") for holder in holders
    )
    assert all("of 2 plausible decks: " in holder for holder in holders)
    page = (tmp_path / "stars" / "report.html").read_text(encoding="utf-8")
    assert "Does it hold for other numbers?" in page
    holds = robustness(Run(tmp_path / "stars"))["holds"]
    assert f"{holds[0]} of 2" in page
    output = call(tmp_path, "sweep", "--vary", "card.038.stars=1", "--games", "240", "--out", "b")
    assert DATA_FAMILY in Run(tmp_path / "b").record
    output = call(tmp_path, "report", "b")
    assert "--family 50 shows in how many plausible decks each finding holds" in output.stdout


def test_a_version_makes_the_same_change_in_every_member() -> None:
    game = find("eoc")
    assert game.family is not None
    version = game.baseline(VersionOptions())
    arms = vary_arms(game, version, [parse_vary("card.016.stars=7")], "one-at-a-time")
    for number in range(1, 8):
        drawn = member_arms(game, game.family, arms, number).versions()
        assert [drawn_version.components.card("016").stars for drawn_version in drawn] == [2, 7]
        assert len(game.differences(*drawn)) == 1
        others = member(load(), number).cards
        assert [card for card in drawn[0].components.cards if card.number != "016"] == [
            other for other in others if other.number != "016"
        ]


def test_members_drawn_around_other_data_are_marked_as_unchecked(tmp_path: Path) -> None:
    """Members can be drawn around other data; a warning says that they are unchecked."""
    output = call(
        tmp_path,
        "run",
        "--data",
        "2026",
        "--games",
        "240",
        "--family",
        "1",
        "--out",
        "a",
    )
    assert output.returncode == 0, output.stderr
    assert "only those drawn around the package's data" in output.stderr


def test_refusals(tmp_path: Path) -> None:
    output = call(tmp_path, "run", "--family", "51", "--out", "a")
    assert output.returncode == 2
    assert "--family 51: the data family of eoc has only 50 members" in output.stderr
    output = call(tmp_path, "run", "--family-games", "60", "--out", "a")
    assert output.returncode == 2 and "give both" in output.stderr
    output = call(tmp_path, "first-player", "--repair", "bucks", "--family", "3", "--out", "a")
    assert output.returncode == 2 and "--repair has none" in output.stderr
    assert not (tmp_path / "a").exists()
