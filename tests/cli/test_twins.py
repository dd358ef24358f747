"""Test ``replay --twin``: a game with one change, as a story and as a trace."""

from __future__ import annotations

import json

import pytest

from eoc_sim.cli import run_command_line

GAME = ["replay", "--game", "3", "--seats", "balanced,vegas,hoarder"]


def output(capsys, *options):
    assert run_command_line([*GAME, *options]) == 0
    return capsys.readouterr().out


def trace_events(capsys, *options):
    return [json.loads(line) for line in output(capsys, *options, "--format", "jsonl").splitlines()]


def test_a_card_scores_nothing_while_off(capsys):
    plain = trace_events(capsys)
    place, played = next(
        (index, event)
        for index, event in enumerate(plain)
        if event["e"] == "play_card" and event["stars"] > 1
    )
    twin = trace_events(capsys, "--twin", f"card.{played['card']}")
    assert twin[:place] == plain[:place]
    assert twin[place] == {**played, "stars": 0}
    effect = trace_events(capsys, "--twin", f"card.{played['card']}=effect")
    assert effect[: place + 1] == plain[: place + 1]
    story = output(capsys, "--twin", f"card.{played['card']}")
    assert story.startswith(f"The twin of this game (--twin card.{played['card']}):\n")


def test_a_gift_of_envelopes_arrives(capsys):
    def income(events):
        month_events = [event for event in events if event["e"] in ("month", "income")]
        june = next(i for i, event in enumerate(month_events) if event.get("month") == 4)
        return next(
            event["ec"].get("magenta", 0)
            for event in month_events[june:]
            if event["e"] == "income" and event["player"] == 1
        )

    with_gift = trace_events(capsys, "--twin", "seat.2.june=9 magenta surprise")
    assert income(with_gift) == income(trace_events(capsys)) + 9


@pytest.mark.parametrize(
    ("twin", "message"),
    [
        ("card.777", 'There is no card "777" in the cards sheet. Did you mean "077"?'),
        ("card.38=star", 'Did you mean "stars"?'),
        ("seat.4.july=1 BB", "the seats are 1 to 3."),
        ("seat.1.july=1 blu", 'Did you mean "blue"?'),
        ("seat.1.jly=1 blue", 'mean "july"?'),
        ("038", '"038" is not a twin; write card.NUMBER=stars'),
    ],
)
def test_an_invalid_twin_is_refused_in_one_line(capsys, twin, message):
    assert run_command_line([*GAME, "--twin", twin]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1
