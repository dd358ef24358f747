"""Compare entire screens at 60, 80 and 120 columns, word for word.

The screens are in ``screens/COMMAND-WIDTH.txt``. They show a test game, so they do not change with
the rules of a real one. `python -m cli.test_screens`, run in the folder tests, rewrites them.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest
from cli.process import call, call_on_terminal, without_pictures

SCREENS = Path(__file__).parent / "screens"
WIDTHS = (60, 80, 120)
GAME = ("--game", "runs.counter_game", "--seed", "3", "--jobs", "1")
FOUR_SEATS = ("--seats", "bold,shy,a_strategy_with_a_long_name,calm")
VERSIONS = ("card.001.stars=1,9", "rules.bonus=2")
COMMANDS = {
    "run": ("run", *FOUR_SEATS, "--games", "2400"),
    "sweep": (
        "sweep",
        *FOUR_SEATS,
        "--games",
        "2400",
        *(f"--vary={version}" for version in VERSIONS),
    ),
    "compare": ("compare", "current", "rules.bonus=3", *FOUR_SEATS, "--games", "2400"),
}


def printed(folder: Path, name: str, width: int) -> str:
    """Return the output of a command at a given width."""
    more = (*GAME, "--quiet", "--out", name)
    if not (folder / name).exists():
        played = call(folder, *COMMANDS[name], *more)
        assert played.returncode == 0, played.stderr
    with without_pictures():
        answer = call_on_terminal(folder, width, *COMMANDS[name], *more, "--resume")
    assert answer.returncode == 0, answer.stderr
    message = re.sub(r"\(about [^)]*\)", "(about ...)", answer.stdout)
    return "".join(f"{line.rstrip()}\n" for line in message.splitlines())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("screens")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints_the_expected_screen(name: str, width: int, folder: Path):
    expected = (SCREENS / f"{name}-{width}.txt").read_text(encoding="utf-8")
    assert printed(folder, name, width) == expected


if __name__ == "__main__":
    SCREENS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for command in COMMANDS:
            for columns in WIDTHS:
                text = printed(Path(scratch), command, columns)
                (SCREENS / f"{command}-{columns}.txt").write_text(text, encoding="utf-8")
