"""Games are found by name: built-in games, entry points and modules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from eoc_sim.built_in_games import BUILT_IN
from eoc_sim.errors import InputError
from eoc_sim.games import find, name_other_games
from eoc_sim.simulator.kernel.rule_sets import Rules

MODULES = {
    "empty.py": "",
    "wrong.py": "GAME = 3\n",
    "broken.py": "import nothing_of_this_name\n",
    "failing.py": "raise RuntimeError('the moon\\nfell down')\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make a package, with a unique name, whose modules are not games."""
    name = f"made_up_{abs(hash(tmp_path))}"
    (tmp_path / name).mkdir()
    for file, text in MODULES.items():
        (tmp_path / name / file).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


def test_a_built_in_game_by_name():
    assert find("eoc").name == "eoc"


def test_a_game_by_its_module():
    game = find("runs.counter_game")
    assert game.name == "counter" and game is find("runs.counter_game")


def test_a_game_by_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "counter-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: counter\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(
        "[eoc_sim.games]\ncounter = runs.counter_game:GAME\nlost = nowhere.at_all:GAME\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    installed, named = find("counter"), find("runs.counter_game")
    assert installed.engines is named.engines
    assert (installed.source.name, named.source.name) == ("counter", "runs.counter_game")
    with pytest.raises(InputError, match=r"^The game lost \(nowhere.at_all:GAME\) cannot be imp"):
        find("lost")
    words = 'the games are eoc, stadium, eleven, counter, lost.* Did you mean "counter"'
    with pytest.raises(InputError, match=words):
        find("conter")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "eco",
            r'^There is no game "eco"; the games are eoc, stadium, .* Did you mean "eoc"\? You can',
        ),
        ("", "^There is no game"),
        ("nowhere.at_all", "nowhere.at_all cannot be imported .ModuleNotFoundError"),
        (".relative", "cannot be imported"),
        ("PACKAGE.empty", r"PACKAGE.empty has no GAME that is an eoc_sim.*\.Game\.$"),
        ("PACKAGE.wrong", r"PACKAGE.wrong has no GAME that is an eoc_sim.*\.Game\.$"),
        ("PACKAGE.broken", "cannot be imported .*nothing_of_this_name"),
        ("PACKAGE.failing", "cannot be imported .RuntimeError: the moon fell down"),
    ],
)
def test_an_invalid_game_is_reported_in_one_line(name, words, package):
    with pytest.raises(InputError, match=words.replace("PACKAGE", package)) as caught:
        find(name.replace("PACKAGE", package))
    assert "\n" not in str(caught.value)


def test_a_rule_of_another_game_is_recognised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(BUILT_IN, "counter", "runs.counter_game")
    file = tmp_path / "counter.toml"
    file.write_text("bonus = 2\n")
    eoc = find("eoc")
    with pytest.raises(InputError) as caught, name_other_games(eoc):
        eoc.rule_sets.values_as_texts(str(file), None)
    sentence = str(caught.value)
    assert sentence.startswith(f'{file}: There is no switch "bonus".')
    assert sentence.endswith(
        " It is a switch of Counter (--game counter); the game here is Envelopes of Cash."
    )
    with (
        pytest.raises(InputError, match=r"a rule file's name ends in \.toml\.$"),
        name_other_games(eoc),
    ):
        eoc.rule_sets.values_as_texts("no_preset_of_anybody", None)


def test_a_preset_of_another_game_is_recognised():
    counter = find("runs.counter_game")
    with (
        pytest.raises(
            InputError,
            match=r"It is a preset of Envelopes of Cash \(--game eoc\); the"
            r" game here is Counter\.$",
        ),
        name_other_games(counter),
    ):
        Rules(__name__, {}, "stadium").resolve("cutthroat")


def test_games_are_imported_only_on_demand():
    program = (
        "import sys, eoc_sim.games; "
        "print([name for name in sys.modules if name.startswith('eoc_sim.simulator.eoc')])"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert answer.stdout.strip() == "[]"
