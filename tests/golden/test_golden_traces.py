"""The golden games do not change without a reason in CHANGELOG.md."""

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

from eoc_sim.referee.eoc.data import Data, read_folder
from eoc_sim.referee.eoc.game import ReferenceGame
from eoc_sim.simulator.eoc.decisions import DECISIONS
from eoc_sim.simulator.eoc.engine import load_strategy

GAMES = golden_games()
EVENTS = [
    "setup",
    "coach",
    "pick",
    "stash",
    "month",
    "deal",
    "draft",
    "delay",
    "roll",
    "bookie",
    "vegas",
    "crap_out",
    "pick_die",
    "die",
    "income",
    "play_card",
    "trigger",
    "trade",
    "move",
    "runner",
    "sign",
    "lost_package",
    "refund",
    "market",
    "bet",
    "end_turn",
    "expire",
    "pool_cleared",
    "pool_card",
    "reshuffle",
    "bid",
    "sale",
    "bubba",
    "end_card",
    "roll_off",
    "final",
]


ADVICE = (
    "If that is intended, run python scripts/golden_traces.py, and add the line that it prints, "
    "with the reason in words, under [Unreleased] in CHANGELOG.md."
)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_game_has_not_changed(game):
    changed = difference(game, game.golden(), game.play())
    if changed:
        pytest.fail(f"A golden game has changed. {changed}\n{ADVICE}", pytrace=False)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_reference_agrees_with_every_line(game):
    ReferenceGame.check_trace(game.golden(), Data(read_folder(COMPONENTS)))


def test_the_changelog_explains_changed_games():
    advice = changelog_advice(GAMES)
    if advice:
        pytest.fail(advice, pytrace=False)
    reason = newest_entry()[1]
    if reason == REASON or len(reason.split()) < 3:
        pytest.fail(
            f'CHANGELOG.md gives "{reason}" as the reason why golden games changed; give the '
            "reason in a sentence.",
            pytrace=False,
        )


def test_every_kind_of_event_occurs():
    seen = Counter(json.loads(line)["e"] for game in GAMES for line in game.golden())
    assert [event for event in EVENTS if not seen[event]] == []
    assert [event for event in seen if event not in EVENTS] == []


def test_every_preset_occurs_with_all_numbers_of_players():
    played = {(game.preset, len(game.seats)) for game in GAMES}
    assert {(preset, n) for preset in ("standard", "cutthroat") for n in (2, 3, 4)} <= played
    assert {("family", 2), ("family", 3), ("family", 4), ("solo", 1)} <= played


def test_every_trace_belongs_to_a_game():
    assert {file.name for file in TRACES.iterdir()} == {game.file.name for game in GAMES}


def test_the_strategy_defines_just_its_decisions_and_imports_no_other():
    # "propose" and "judge" are not decisions: only searches call them.
    decisions = set(DECISIONS.names) - {"propose", "judge"}
    assert set(load_strategy(str(STRATEGY)).functions) == decisions
    assert "eoc_sim.strategies" not in STRATEGY.read_text(encoding="utf-8")


def test_a_change_is_described_in_words():
    game = GAMES[0]
    before = ['{"e":"month","month":4}', '{"e":"market","player":1,"bucks":3,"stars":2}']
    now = [before[0], before[1].replace("3", "5")]
    output = difference(game, before, now)
    assert output == f"{game}, line 2 (June):\n  before: {before[1]}\n  now:    {now[1]}"
    output = difference(game, before, before[:1])
    assert output == f"{game}, line 2 (June):\n  before: {before[1]}\n  now:    no event"
    assert difference(game, [], before) == f"{game}: there is no trace yet."
    assert difference(game, before, before) == ""


def test_only_the_differing_fields_of_a_long_event_are_described():
    game = GAMES[0]
    setup = json.loads(game.golden()[0])
    setup["spots"][3]["base"] += 10
    setup["rules"]["new"] = "on"
    base = setup["spots"][3]["base"]
    assert difference(game, game.golden(), [json.dumps(setup)]) == (
        f"{game}, line 1:\n"
        '  setup, rules.new: absent before, "on" now\n'
        f"  setup, spots[3].base: {base - 10} before, {base} now"
    )
