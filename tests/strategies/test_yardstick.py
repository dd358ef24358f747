"""The yardsticks do not change: in games with the 2026 edition, every score stays the same.

The yardsticks are frozen strategies; other strategies' strength is measured in games against one of
them. The scores are in yardstick_games.json. If a rule change alters them intentionally, run
`python -m strategies.test_yardstick` in the tests folder to rewrite them; strengths measured before
are then no longer comparable.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from eoc_sim.simulator.eoc.components import edition, editions, load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy, strategy_folders
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.yardstick import YARDSTICK_EDITION, YARDSTICKS

FILE = Path(__file__).with_name("yardstick_games.json")
MATCHES = {
    "standard, 2 players": ("standard", 2),
    "standard, 3 players": ("standard", 3),
    "standard, 4 players": ("standard", 4),
    "family, 4 players": ("family", 4),
    "cutthroat, 3 players": ("cutthroat", 3),
    "solo": ("solo", 1),
}
GAMES = 6
EDITION_HASH = "f7a98ac6"
"""The hash of the edition's files, which must not change either."""


def scores(yardstick: str, preset: str, players: int) -> list[list[int]]:
    """Return the scores of every seat, game by game; in solo the Bubba Bot's too."""
    seats = [load_strategy(yardstick)] * players
    engine = Engine(load(YARDSTICK_EDITION), resolve(preset), seats, 2026)
    rows = engine.worker().play(0, GAMES, ["seats"])["seats"]
    return [rows["score"][rows["game"] == game].tolist() for game in range(GAMES)]


@pytest.mark.parametrize("yardstick", YARDSTICKS)
@pytest.mark.parametrize("name", MATCHES)
def test_the_yardsticks_games_are_unchanged(name: str, yardstick: str):
    scores_on_file = json.loads(FILE.read_text(encoding="utf-8"))
    assert scores(yardstick, *MATCHES[name]) == scores_on_file[yardstick][name]


@pytest.mark.parametrize("yardstick", YARDSTICKS)
def test_the_yardstick_is_not_listed_but_can_be_named(yardstick: str):
    assert yardstick not in strategy_folders().names()
    assert load_strategy(yardstick).name == yardstick


@pytest.mark.parametrize("yardstick", YARDSTICKS)
def test_the_yardstick_shares_no_planning_with_other_strategies(yardstick: str):
    text = (strategy_folders().strategies / f"{yardstick}.py").read_text(encoding="utf-8")
    assert "eoc_sim.strategies" not in text


def test_the_edition_is_not_edited():
    assert editions() == [YARDSTICK_EDITION]
    folder = edition(YARDSTICK_EDITION)
    assert folder is not None
    digest = hashlib.sha256()
    for file in sorted(folder.iterdir()):
        digest.update(file.name.encode() + file.read_bytes().replace(b"\r\n", b"\n"))
    assert digest.hexdigest()[:8] == EDITION_HASH


def test_a_users_folder_comes_before_an_edition_of_the_same_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / YARDSTICK_EDITION).mkdir()
    assert edition(YARDSTICK_EDITION) is None


if __name__ == "__main__":
    games = {
        yardstick: {name: scores(yardstick, *match) for name, match in MATCHES.items()}
        for yardstick in YARDSTICKS
    }
    FILE.write_text(json.dumps(games) + "\n", encoding="utf-8")
