"""Test `rules list` and `rules show`, which show switches as the game declares them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from cli.process import call, call_on_terminal
from runs import counter_game

from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.eoc.rules import MAX_PLAYERS, RULES, RuleSet, resolve
from eoc_sim.simulator.eoc.switches import SWITCHES

COUNTER = "runs.counter_game"


def preset_lines(folder: Path, *options: str) -> list[str]:
    """Return the lines that list the presets."""
    answer = call(folder, "rules", "list", *options)
    assert (answer.returncode, answer.stderr) == (0, "")
    presets = answer.stdout.partition("Presets, where they differ")[2]
    return [line.rstrip() for line in presets.splitlines()]


def test_the_list_has_every_switch_with_its_values_default_and_sentence(tmp_path: Path):
    switches = call_on_terminal(tmp_path, 300, "rules", "list").stdout.partition("Presets")[0]
    split_lines = [line.split() for line in switches.splitlines()]
    for switch in GAME.declaration.switches:
        (switch_words,) = (words for words in split_lines if words[:1] == [switch.name])
        assert " ".join(switch_words) == (
            f"{switch.name} {switch.allowed} {switch.default} {switch.sentence}"
        )


def test_presets_are_shown_side_by_side_where_they_differ(tmp_path: Path):
    presets = preset_lines(tmp_path)
    head = next(line for line in presets if line.startswith("switch"))
    names = head.split()[1:]
    assert names == ["standard", "cutthroat", "family", "solo"]
    rules = [resolve(name) for name in names]
    cells_by_switch = {
        line.split()[0]: line.split()[1:] for line in presets[presets.index(head) + 2 :]
    }
    assert cells_by_switch == {
        name: [str(rule[name]) for rule in rules]
        for name in SWITCHES
        if len({rule[name] for rule in rules}) > 1
    }


def test_the_users_rule_file_is_a_column(tmp_path: Path):
    (tmp_path / "house.toml").write_text('preset = "family"\nstart_bucks = 9\n')
    presets = preset_lines(tmp_path, "--rules", "house.toml")
    assert next(line for line in presets if line.startswith("switch")).endswith("house.toml")
    (line,) = (line.split() for line in presets if line.startswith("start_bucks"))
    assert line == ["start_bucks", "7", "7", "7", "7", "9"]
    answer = call(tmp_path, "rules", "show", "start_bucks", "--rules", "house.toml")
    assert "Set by: house.toml (9)." in answer.stdout
    (tmp_path / "house.toml").write_text("hands = 3\n")
    answer = call(tmp_path, "rules", "list", "--rules", "house.toml")
    assert answer.returncode == 2 and 'Did you mean "hand"?' in answer.stderr


def test_presets_of_a_data_folder_are_columns(tmp_path: Path):
    (tmp_path / "mine" / "presets").mkdir(parents=True)
    (tmp_path / "mine" / "presets" / "quick.toml").write_text("hand = 4\n")
    presets = preset_lines(tmp_path, "--data", "mine")
    assert "quick" in next(line for line in presets if line.startswith("switch")).split()
    answer = call(tmp_path, "rules", "list", "--data", "nowhere")
    assert (answer.returncode, answer.stderr) == (
        2,
        "Error: There is no folder or sheet nowhere.\n",
    )


def test_a_switch_is_shown(tmp_path: Path):
    answer = call(tmp_path, "rules", "show", "trade_fee")
    assert answer.stdout.splitlines() == [
        "trade_fee (rule CUT-3)",
        "The cost of a trade in addition to its 3 envelopes: 1 Booster Buck, 2 stars, 2 more "
        "envelopes or nothing.",
        "",
        "Values: bb1, stars2, ec2 or none. Default: bb1.",
        "Set by: cutthroat (stars2), family (none).",
        "At its default in: standard, solo.",
    ]
    for typed in ("rules.dice_order", "Dice-Order"):
        answer = call(tmp_path, "rules", "show", typed)
        assert answer.stdout.endswith(
            "Set by: no preset.\nChanges nothing with dice_draft = shared.\n"
        )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("show", "trade_fe"), 'There is no switch "trade_fe". Did you mean "trade_fee"?'),
        (("show", "xyz"), 'There is no switch "xyz". eoc-sim rules list lists all switches.'),
        (("show", "mine.toml"), "eoc-sim run --rules mine.toml plays it."),
        (("list", "--rules", "famly"), 'Did you mean "family"?'),
        (("list", "--rules", "no.toml"), "There is no rule file no.toml."),
        (
            ("list", "--rules", "x", "--game", COUNTER),
            "--rules cannot be given: the game counter has no such option.",
        ),
    ],
)
def test_bad_input_is_explained(arguments, sentence, tmp_path: Path):
    answer = call(tmp_path, "rules", *arguments)
    assert answer.returncode == 2 and sentence in answer.stderr


def test_documented_idle_switches_are_idle_in_the_rules():
    """SWI-1: a switch has no effect where its documentation says that it has none."""
    for name in SWITCHES:
        idle = set()
        for words in RULES.idle_when(name):
            if "=" in words:
                other, value = words.removeprefix("with ").split(" = ")
                rules = RuleSet(RULES, tuple({**resolve(), other: value}.values()))
                idle.add(name in rules.idle())
            else:
                players = int(words.removeprefix("with fewer than ").split()[0])
                idle.add(name in resolve().idle(players - 1))
                assert name not in resolve().idle(players)
        assert idle <= {True}
        assert bool(idle) or name not in resolve().idle(MAX_PLAYERS - 1) + resolve("solo").idle(1)


def test_another_game_with_switches_lists_them(tmp_path: Path):
    answer = call(tmp_path, "rules", "list", "--game", COUNTER)
    assert answer.stdout.split("─")[-1].split() == [
        "bonus",
        "a",
        "number",
        "0",
        "How",
        "many",
        "pips",
        "the",
        "first",
        "seat",
        "gets.",
    ]
    answer = call(tmp_path, "rules", "show", "bonus", "--game", COUNTER)
    assert answer.stdout.splitlines()[0] == "bonus (rule bonus 1)"


def test_a_game_without_switches_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    bare = replace(
        counter_game.GAME, declaration=replace(counter_game.GAME.declaration, switches=())
    )
    monkeypatch.setattr(counter_game, "GAME", bare)
    answer = call(tmp_path, "rules", "list", "--game", COUNTER)
    assert (answer.returncode, answer.stderr) == (
        2,
        "Error: The game counter has no rule switches.\n",
    )
