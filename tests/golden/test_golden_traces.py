"""The golden games are played as they were, and whoever changes them says why."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from golden.games import (
    COMPONENTS,
    REASON,
    STRATEGY,
    TRACES,
    changelog_advice,
    difference,
    golden_games,
    newest_entry,
)

from eoc_sim.referee.data import Data, read_folder
from eoc_sim.referee.game import check_trace
from eoc_sim.simulator.eoc.asking import FUNCTIONS
from eoc_sim.simulator.eoc.game import load_strategy

GAMES = golden_games()
EVENTS = [
    "setup", "coach", "pick", "stash", "month", "deal", "draft", "delay", "roll", "bookie",
    "vegas", "crap_out", "pick_die", "die", "income", "play_card", "trigger", "trade", "move",
    "runner", "sign", "lost_package", "refund", "market", "bet", "end_turn", "expire",
    "pool_cleared", "pool_card", "reshuffle", "bid", "sale", "bubba", "end_card", "roll_off",
    "final",
]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_game_is_played_as_it_was(game):
    changed = difference(game, game.golden(), game.play())
    assert not changed, (
        f"A golden game has changed. {changed}\nIf that is meant, run python "
        "scripts/golden_traces.py, and add the line that it prints, with the reason in words, "
        "under [Unreleased] of CHANGELOG.md."
    )


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_reference_agrees_with_every_line(game):
    check_trace(game.golden(), Data(read_folder(COMPONENTS)))


def test_the_changelog_says_why_games_changed():
    assert not changelog_advice(GAMES), changelog_advice(GAMES)
    reason = newest_entry()[1]
    assert reason != REASON and len(reason.split()) > 2, (
        f'CHANGELOG.md gives "{reason}" as the reason why golden games changed; say it in a '
        "sentence."
    )


def test_every_kind_of_event_occurs():
    seen = Counter(json.loads(line)["e"] for game in GAMES for line in game.golden())
    assert [event for event in EVENTS if not seen[event]] == []
    assert [event for event in seen if event not in EVENTS] == []


def test_every_preset_is_played_by_all_numbers_of_players():
    played = {(game.preset, len(game.seats)) for game in GAMES}
    assert {(preset, n) for preset in ("standard", "cutthroat") for n in (2, 3, 4)} <= played
    assert {("family", 2), ("family", 3), ("family", 4), ("solo", 1)} <= played


def test_no_trace_is_left_over():
    assert {file.name for file in TRACES.iterdir()} == {game.file.name for game in GAMES}


def test_the_player_leaves_nothing_to_the_packaged_defaults():
    assert set(load_strategy(str(STRATEGY)).functions) == set(FUNCTIONS)
    assert "eoc_sim.strategies" not in STRATEGY.read_text(encoding="utf-8")


def test_a_change_is_told_in_words():
    game = GAMES[0]
    before = ['{"e":"month","month":4}', '{"e":"market","player":1,"bucks":3,"bonuses":[]}']
    told = difference(game, before, [before[0], before[1].replace("3", "5")])
    assert told == f"{game}, line 2 (June):\n  market of player 1\n  bucks: 3 before, 5 now"
    told = difference(game, before, before[:1])
    assert told == f"{game}, line 2 (June):\n  before: {before[1]}\n  now:    no event"
    told = difference(game, before[:1], ['{"month":4,"e":"month"}'])
    assert told.endswith("line 1:\n  month\n  the order of the fields differs")
    assert difference(game, before, before) == ""
