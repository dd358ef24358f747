"""A pull request that edits sheets is played, judged against a budget and commented on."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cli.process import call
from click.testing import CliRunner

from eoc_sim.errors import InputError
from eoc_sim.pull_request import budget_of, command, comment, findings_for_limit

ROOT = Path(__file__).resolve().parents[1]
ACTIONS = sorted((ROOT / "actions").glob("*/action.yml"))


def answer(**verdict: Any) -> dict[str, Any]:
    """Return an answer with one finding over the budget."""
    finding = {"limit": "card 4", "verdict": "broken", "sentence": "It wins.", **verdict}
    screen = [{"about": "What it does", "lines": ["At 9 stars: +5.0 wins."]}]
    about = {"sheet": "a.csv", "changes": ["001: stars 5 -> 9"], "games": 24, "seed": 1}
    sheet = {**about, "screen": screen, "verdicts": [finding]}
    return {"schema": 2, "error": "", "sheets": [sheet]}


def test_a_comment_has_the_first_screen_and_findings_over_the_budget():
    text = comment(json.dumps(answer()))
    assert "**Over the budget**, 24 games of each version, seed 1" in text
    assert "a.csv:\n001: stars 5 -> 9\n" in text
    assert "card 4: It wins." in text and "At 9 stars: +5.0 wins." in text
    assert "Within the budget" in comment(json.dumps(answer(verdict="not decided")))


@pytest.mark.parametrize(
    "words",
    ["```\n# Hello", "@everybody", "![x](https://example.org/x.png)", "<script>", "\x1b[31m\u202e"],
)
def test_a_comment_has_no_foreign_markup(words: str):
    """Text from outside is only in code blocks, which it cannot end or leave."""
    text = comment(json.dumps(answer(sentence=words, limit=words)))
    inside, blocks = False, 0
    for line in text.splitlines():
        if line.startswith("```"):
            assert line == ("```" if inside else "```text")
            inside, blocks = not inside, blocks + 1
        elif not inside:
            assert not set("@!<`\x1b\u202e") & set(line) or line.startswith("<details")
    assert not inside and blocks == 6
    assert not {"\x1b", "\u202e"} & set(text)


def test_the_length_of_a_comment_is_bounded():
    sheet = answer(sentence="x" * 1_000)["sheets"][0]
    sheet["verdicts"] *= 200
    undecided = json.loads(json.dumps(sheet).replace("broken", "not decided"))
    for sheets in ([sheet], [undecided], [sheet] * 3):
        text = comment(json.dumps({"schema": 2, "error": "", "sheets": sheets}))
        assert len(text) < 65_536 and text.endswith("The rest is too long for a comment.\n")
        assert text.count("```") % 2 == 0
        assert text.count("<details>") == text.count("</details>")


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ("nothing", "not JSON"),
        ("[]", "should be"),
        (json.dumps({**answer(), "schema": 1}), "schema is 1, not 2"),
        (json.dumps({**answer(), "more": 1}), "should be"),
        (
            json.dumps(answer(sentence=1)),
            "the answer, sheets, entry 0, verdicts, entry 0, sentence",
        ),
        (json.dumps({**answer(), "sheets": [answer()["sheets"][0]] * 201}), "the maximum is 200"),
    ],
)
def test_a_malformed_answer_is_refused(broken: str, words: str):
    with pytest.raises(InputError, match=words):
        comment(broken)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cards = 4", 'Did you mean "card"'),
        ('card = "four"', "card is 'four'"),
        ("card =", "not a TOML file"),
        ("games = true", "games is True"),
        ("card = nan", "card is nan"),
    ],
)
def test_an_invalid_budget_is_refused(text: str, words: str):
    with pytest.raises(InputError, match=words):
        budget_of(text, "budget.toml")


@pytest.mark.parametrize("replacement", ["nothing", "a folder"])
def test_the_error_names_a_sheet_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replacement: str
):
    (tmp_path / "cards.csv").write_text("number\n")
    (tmp_path / "budget.toml").write_text("card = 4\n")
    for words in ("init -q -b main", "add -A", "-c user.name=A -c user.email=a@b commit -qm base"):
        subprocess.run(["git", *words.split()], cwd=tmp_path, check=True)
    (tmp_path / "cards.csv").unlink()
    if replacement == "a folder":
        (tmp_path / "cards.csv").mkdir()
    monkeypatch.chdir(tmp_path)
    played = CliRunner().invoke(
        command, "play --base main --budget budget.toml --out answer.json cards.csv"
    )
    assert played.exit_code == 1 and "Error: cards.csv cannot be read: " in played.output
    assert "Errno" not in comment((tmp_path / "answer.json").read_text())


def test_limits_apply_to_their_findings():
    rows = [
        {"kind": "versions", "name": "B07, keeps it, wins"},
        {"kind": "versions", "name": "B07, keeps it, score"},
        {"kind": "who wins", "name": "balanced"},
    ]
    assert (
        findings_for_limit(rows, "card") == rows[:1]
        and findings_for_limit(rows, "player") == rows[2:]
    )


def test_actions_follow_the_schema():
    pytest.importorskip("check_jsonschema")
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema"]
    checked = subprocess.run(
        [*check, "vendor.github-actions", *map(str, ACTIONS)], capture_output=True, text=True
    )
    assert len(ACTIONS) == 2 and checked.returncode == 0, checked.stdout


def step_of(action: str) -> str:
    """Return the step of an action that calls the module, as a shell script."""
    yaml = pytest.importorskip("yaml")
    file = ROOT / "actions" / action / "action.yml"
    steps = yaml.safe_load(file.read_text(encoding="utf-8"))["runs"]["steps"]
    (script,) = (step["run"] for step in steps if "eoc_sim.pull_request" in step.get("run", ""))
    return str(script)


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Tester", "-c", "user.email=tester@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def test_the_steps_run_on_a_small_repository(tmp_path: Path):
    """The budget comes from the base branch, and no file of the pull request is imported."""
    repository, temporary = tmp_path / "repository", tmp_path / "temporary"
    for folder in (repository, temporary):
        folder.mkdir()
    git(repository, "init", "--quiet", "--initial-branch=main")
    written = call(repository, "data", "export", "buildings.csv", "--game", "stadium")
    assert written.returncode == 0, written.stderr
    budget = 'game = "stadium"\nseats = "balanced,builder"\ngames = 96\nplayer = 20\n'
    (repository / "budget.toml").write_text(budget)
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "Base")
    sheet = repository / "buildings.csv"
    with sheet.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    rows[0]["construction"] = str(int(rows[0]["construction"]) + 1)
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    (repository / "budget.toml").write_text("player = 100\n")
    for name in ("eoc_sim.py", "json.py", "sitecustomize.py", "balanced.py"):
        (repository / name).write_text(f"open({str(tmp_path / 'imported')!r}, 'w')\n")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "RUNNER_TEMP": str(temporary),
        "GITHUB_STEP_SUMMARY": str(temporary / "summary.md"),
        "BASE": "main",
        "BUDGET": "budget.toml",
        "SHEETS": "buildings.csv",
    }

    def run_step(action: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-e", "-c", step_of(action)],
            cwd=repository,
            env=environment,
            capture_output=True,
            text=True,
        )

    played = run_step("play")
    assert played.returncode == 1 and "Over the budget: " in played.stderr, played.stderr
    commented = run_step("comment")
    assert commented.returncode == 0, commented.stderr
    text = (temporary / "comment.md").read_text()
    assert (temporary / "summary.md").read_text() == text
    assert "**Over the budget**, 96 games of each version" in text and "player 20: " in text
    assert not (tmp_path / "imported").exists()
    environment["SHEETS"] = "nowhere.csv"
    assert "nowhere.csv is not in main" in run_step("play").stderr
    assert run_step("comment").returncode == 0
    assert "The change was not played" in (temporary / "comment.md").read_text()
