"""Test ``eoc-sim strategies learn``: tables, presets, refusals and strength."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path

import pytest

from eoc_sim.cli import run_command_line
from eoc_sim.simulator.eoc.engine import load_strategy

SMALL_RUN = ("--games", "240", "--rounds", "2", "--jobs", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table(file: str) -> dict[str, dict[str, str]]:
    with open(file, encoding="utf-8", newline="") as stream:
        return {row["clause"]: row for row in csv.DictReader(stream)}


def test_a_learnt_table_and_preset_can_be_played(capsys):
    effect = "card.038.effect=end: 4 stars per border recruit"
    learn = [
        "strategies",
        "learn",
        "balanced",
        *SMALL_RUN,
        "--against",
        "random",
        "--change",
        effect,
    ]
    assert run_command_line(learn) == 0
    out = capsys.readouterr().out
    assert "as learnt now - as learnt before" in out
    loss = "earns less than drafting as learnt before: -"
    assert loss in out or "It is undecided whether" in out
    rows = table("balanced-learnt.csv")
    assert "038 end: 4 stars per border recruit" in rows
    # The card's earlier rows follow the new ones, unchanged.
    before = table(str(load_strategy("balanced").file.parent / "learnt" / "clauses.csv"))
    unchanged = [name for name in rows if before.get(name) == rows[name]]
    assert unchanged and unchanged == list(rows)[-len(unchanged) :]
    assert {name for name in before if name.startswith("038 ")} <= set(unchanged)
    assert f"The table also keeps {len(unchanged)} row" in out
    for row in rows.values():
        low, factor, high = (float(row[name]) for name in ("factor_low", "factor", "factor_high"))
        assert 0.05 <= low <= factor <= high <= 4
        assert int(row["drafted"]) >= 0
    assert sum(int(row["drafted"]) for name, row in rows.items() if name not in unchanged) > 240 * 6
    strategy = load_strategy("balanced-learnt.toml")
    assert strategy.name == "balanced-learnt" and strategy.tables[0].name == "balanced-learnt.csv"
    evidence = tomllib.loads(Path("balanced-learnt.toml").read_text())["evidence"]
    assert evidence["command"].startswith("eoc-sim strategies learn balanced --change 'card.038")
    assert evidence["strategy_hash"] == load_strategy("balanced").code_hash
    assert (evidence["games"], evidence["rounds"], evidence["held_out_games"]) == (240, 2, 240)
    for name in ("wins", "stars"):
        mean, low, high = evidence[f"now_{name}"]
        assert low <= mean <= high
    # Files are replaced only on request, and any number of --jobs gives the same files.
    before = Path("balanced-learnt.csv").read_bytes(), Path("balanced-learnt.toml").read_bytes()
    assert run_command_line(learn) == 2
    assert "balanced-learnt.csv already exists" in capsys.readouterr().err
    assert run_command_line([*learn, "--jobs", "2", "--fresh"]) == 0
    after = Path("balanced-learnt.csv").read_bytes(), Path("balanced-learnt.toml").read_bytes()
    assert before == after
    # The learnt table covers the entire deck; the package's table lacks a changed clause.
    capsys.readouterr()
    play = ["run", "--games", "24", "--quiet", "--change", effect, "--seats"]
    assert run_command_line([*play, "balanced-learnt.toml,random"]) == 0
    assert "has learnt" not in capsys.readouterr().err
    assert run_command_line([*play, "balanced,random"]) == 0
    assert "Note: balanced has learnt" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("random", "has no table of learnt clauses"),
        ("balanced_2026", "has no table of learnt clauses"),
        ("balancd", 'Did you mean "balanced"?'),
        ("balanced --against ,random", "has an empty seat"),
        ("balanced --against random,random,random,random", "2 to 4"),
        ("balanced --out x.txt", "--out x.txt should end in .csv"),
        ("balanced --out none/x.csv", "There is no folder none"),
        ("balanced --out mine.csv", "mine.csv already exists and is left unchanged"),
        ("balanced --out mine.csv --fresh", "mine.csv is not a file that this command wrote"),
        ("balanced --games 1", "'--games'"),
        ("balanced --data nowhere", "nowhere"),
        ("balanced --jobs 0", "--jobs 0 should be 1 or more"),
    ],
)
def test_bad_input(arguments, words, capsys):
    Path("mine.csv").write_text("a,b\n", encoding="utf-8")
    assert run_command_line(["strategies", "learn", *arguments.split()]) == 2
    answer = capsys.readouterr().err
    assert answer.startswith("Error: ") and words in answer
    assert [path.name for path in Path().iterdir()] == ["mine.csv"]


@pytest.mark.slow
def test_learning_from_scratch_regains_most_of_the_strength(capsys):
    """Learning recovers most of what the package's table gains over the formula."""
    learn = ["strategies", "learn", "balanced", "--games", "10000", "--data", "2026"]
    assert run_command_line(learn) == 0
    evidence = tomllib.loads(Path("balanced-learnt.toml").read_text())["evidence"]
    stars_regained = evidence["now_less_formula_stars"][0]
    stars_lost = -evidence["now_less_before_stars"][0]
    assert stars_regained > 8 and stars_lost < 0.25 * (stars_regained + stars_lost)
    assert evidence["now_wins"][0] > 89
