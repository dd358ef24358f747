"""The key ``rules`` turns a preset into a version, in commands and in plans (SWI-1)."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest
from cli.process import call, without_pictures

SMALL_RUN = ("--games", "24", "--jobs", "1", "--who", "off")
CUT_THROAT = {
    "seeded_months": "0",
    "dice_draft": "exclusive",
    "trade_fee": "stars2",
    "free_moves": "none",
}


def _changes(folder: Path, arm: int) -> dict[str, str]:
    record = json.loads((folder / "run.json").read_text())
    return {
        change["key"].removeprefix("rules."): change["new"]
        for change in record["arms"][arm]["changes"]
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a plan, a rule file, and a copy of Stadium's data with a new preset."""
    place = tmp_path_factory.mktemp("presets")
    (place / "plan.toml").write_text(
        'games = 24\n[[vary]]\nkey = "rules"\nvalues = ["standard", "family"]\n'
        '[[arm]]\nlabel = "harsh"\nchanges = { rules = "cutthroat", "rules.hand" = 3 }\n'
    )
    (place / "house.toml").write_text('preset = "cutthroat"\nhand = 3\n')
    presets = place / "own" / "presets"
    presets.mkdir(parents=True)
    board = resources.files("eoc_sim.data").joinpath("stadium", "board.toml")
    (place / "own" / "board.toml").write_text(board.read_text())
    (presets / "short.toml").write_text("blocks = 6\nvp_price = 4\n")
    return place


@pytest.fixture(scope="module")
def swept(folder: Path):
    with without_pictures():
        answer = call(
            folder,
            "sweep",
            "--vary",
            "rules=standard,cutthroat,house.toml",
            *SMALL_RUN,
            "--keep",
            "games,seats,cards",
            "--out",
            "swept",
        )
    assert answer.returncode == 0, answer.stderr
    return answer


def test_a_sweep_takes_presets_and_rule_files_as_values(swept, folder: Path):
    """SWI-1, CUT-1: a preset is an entire rule set, which is played as one version."""
    assert "Cut-throat: rule seeded_months: 12 -> 0; rule dice_draft: shared -> " in swept.stdout
    assert "rules=standard equals the current rules; it is shown" in swept.stdout
    assert _changes(folder / "swept", 1) == CUT_THROAT
    assert _changes(folder / "swept", 2) == {**CUT_THROAT, "hand": "3"}
    record = json.loads((folder / "swept" / "run.json").read_text())
    assert [arm["label"] for arm in record["arms"]] == ["baseline", "Cut-throat", "house.toml"]
    page = (folder / "swept" / "report.html").read_text(encoding="utf-8")
    assert "<li>Cut-throat: rule seeded_months: " in page


@pytest.mark.slow
def test_a_version_made_from_a_preset_can_be_replayed_resumed_and_reported(swept, folder: Path):
    for label in ("Cut-throat", "rules=cutthroat"):
        answer = call(folder, "replay", "swept", "--game", "3", "--arm", label, "--format", "jsonl")
        assert answer.returncode == 0, answer.stderr
        rules = json.loads(answer.stdout.splitlines()[0])["rules"]
        assert {name: str(rules[name]) for name in CUT_THROAT} == CUT_THROAT
    with without_pictures():
        again = call(
            folder,
            "sweep",
            "--vary",
            "rules=standard,cutthroat,house.toml",
            "--games",
            "48",
            "--jobs",
            "1",
            "--who",
            "beginners",
            "--family",
            "1",
            "--keep",
            "games,seats,cards",
            "--out",
            "swept",
            "--resume",
        )
        assert again.returncode == 0, again.stderr
        sheet = call(folder, "report", "swept", "--xlsx", "swept.xlsx")
    assert sheet.returncode == 0, sheet.stderr
    others = [path for path in (folder / "swept").rglob("run.json") if path.parent.name != "swept"]
    assert len(others) >= 2
    for other in others:
        assert json.loads(other.read_text())["arms"][1]["label"] == "Cut-throat", other


def test_compare_takes_the_names_of_presets(folder: Path):
    with without_pictures():
        answer = call(
            folder,
            "compare",
            "cutthroat",
            "rules=standard",
            "--seats",
            "random,random",
            "--games",
            "1000",
            *SMALL_RUN[2:],
            "--out",
            "pair",
            "--keep",
            "seats",
        )
    assert answer.returncode == 0, answer.stderr
    assert "A: cutthroat. B: rules=standard. B differs from A by: rule seeded_months: 0 -> 12" in (
        answer.stdout
    )
    record = json.loads((folder / "pair" / "run.json").read_text())
    assert [arm["label"] for arm in record["arms"]] == ["A (Cut-throat)", "Standard game"]


def test_variants_plays_a_preset_as_a_whole_and_by_switch(folder: Path):
    """SWI-1: the whole preset comes first, then each of its switches on its own."""
    with without_pictures():
        answer = call(
            folder,
            "variants",
            "--game",
            "stadium",
            "--data",
            "own",
            "short",
            *SMALL_RUN,
            "--out",
            "whole",
        )
    assert answer.returncode == 0, answer.stderr
    assert "2 changes crossed in 4 versions (all combinations)." in answer.stdout
    assert "rules: Standard game -> Short game, not crossed\n" in answer.stdout
    table = answer.stdout[answer.stdout.index("Winning score") :].splitlines()[3:6]
    assert [line.split("  ")[0] for line in table] == ["Short game", "blocks 6", "vp_price 4"]
    assert _changes(folder / "whole", 1) == {"blocks": "6", "vp_price": "4"}
    labels = [arm["label"] for arm in json.loads((folder / "whole/run.json").read_text())["arms"]]
    assert labels == ["baseline", "Short game", "rules.blocks=6", "rules.vp_price=4"]


def test_a_plan_takes_presets(folder: Path):
    with without_pictures():
        answer = call(folder, "sweep", "plan.toml", "--jobs", "1", "--who", "off", "--out", "plan")
    assert answer.returncode == 0, answer.stderr
    assert _changes(folder / "plan", 2) == {**CUT_THROAT, "hand": "3"}
    record = json.loads((folder / "plan" / "run.json").read_text())
    assert [arm["label"] for arm in record["arms"]] == ["baseline", "Family game", "harsh"]


def test_the_baseline_may_be_changed_to_a_preset(folder: Path):
    answer = call(
        folder, "run", "--change", "rules=cutthroat", "--games", "24", "--jobs", "1", "--out", "cut"
    )
    assert answer.returncode == 0, answer.stderr
    rules = json.loads((folder / "cut" / "run.json").read_text())["baseline"]["rules"]
    assert {name: str(rules[name]) for name in CUT_THROAT} == CUT_THROAT


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("sweep --vary rules=solo", "With rules=solo: A solo game has 1 player, not 4"),
        ("compare current rules=solo", "With rules=solo: A solo game has 1 player, not 4"),
        (
            "sweep --vary rules=standard --rules solo",
            "With rules=standard: The game has 2 to 4 players",
        ),
        ("sweep --vary rules=cutthroat --players 1", "The game has 2 to 4 players, not 1"),
        (
            "sweep --vary rules=family --set hand=2",
            "rules=family sets hand to 3, but --set hand=2 applies to all versions",
        ),
        (
            "sweep --vary rules.preset=cutthroat",
            'A preset is a value of the key "rules": rules=standard or rules=cutthroat or ',
        ),
        ("sweep --vary rules.cutthroat=on", 'Did you mean "rules=cutthroat"?'),
        ("sweep --vary rules=cutthrot", 'There is no preset "cutthrot". Did you mean "cutthroat"?'),
        ("compare standard cutthrot", 'Did you mean "cutthroat"?'),
        ("compare standard current", "The two versions are the same"),
        (
            "variants cutthrot",
            'There is no switch or preset "cutthrot"; the switches and presets are',
        ),
        ("variants standard", "rules=standard is already in the current rules"),
        ("variants rules", "Name the rule sets: rules=cutthroat,family,solo."),
        ("run --rules family --change rules=cutthroat", "rules is set twice"),
        ("sweep --game stadium --vary rules=cutthroat", "It is a preset of Envelopes of Cash"),
    ],
)
def test_invalid_requests_with_presets_are_refused(tmp_path: Path, arguments: str, message: str):
    """SWI-1, SOLO-1, SET-1: the refusal is one line, with exit code 2."""
    answer = call(tmp_path, *arguments.split())
    assert answer.returncode == 2 and message in answer.stderr, answer.stderr
    assert len(answer.stderr.splitlines()) == 1


def test_switches_set_for_all_versions_hold_in_a_preset(folder: Path):
    with without_pictures():
        answer = call(
            folder,
            "sweep",
            "--vary",
            "rules=cutthroat",
            "--set",
            "hand=3",
            *SMALL_RUN,
            "--keep",
            "seats",
            "--out",
            "held",
        )
    assert answer.returncode == 0, answer.stderr
    assert _changes(folder / "held", 1) == CUT_THROAT
