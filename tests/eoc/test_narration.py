"""Narration of a trace's events."""

from __future__ import annotations

import pytest

from eoc_sim.simulator.eoc.events import EVENTS

SETUP = {
    "e": "setup",
    "game": 2,
    "seed": 1,
    "first": 1,
    "players": [
        {"seat": 0, "strategy": "vegas", "region": "Texas", "coach": "HC1", "bucks": 7},
        {"seat": 1, "strategy": "hoarder", "region": "South", "coach": None, "bucks": 7},
    ],
}
NAMES = {"038": "Analytics Nerd", "HC1": "Offensive Wunderkind", "001": "Airport Hub"}


def narration(*events: dict) -> list[str]:
    return list(EVENTS.story([SETUP, *events], NAMES))


def test_the_players_are_introduced():
    lines = narration()
    assert lines[0] == "Game 2, seed 1"
    assert "  Texas (vegas): HC1 Offensive Wunderkind, 7 BB" in lines
    assert "  South (hoarder): no Head Coach, 7 BB" in lines
    assert "  South (hoarder) starts." in lines


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            {"e": "draft", "player": 0, "card": "038", "source": "pool", "dumped": ["001"]},
            "  Texas (vegas) drafts 038 Analytics Nerd from the pool; discards 001 Airport Hub.",
        ),
        (
            {
                "e": "die",
                "player": 0,
                "colour": "blue",
                "value": 5,
                "mode": "half",
                "ec": 2,
                "month": 6,
            },
            "  Texas (vegas) takes blue 5 at half: 2 EC in August.",
        ),
        (
            {
                "e": "vegas",
                "player": 1,
                "colour": "green",
                "number": 2,
                "tokens": 1,
                "bucks": 1,
                "ec": {"green": 2},
            },
            "  South (hoarder) wins 1 bet on green 2: 1 BB, 2 green EC.",
        ),
        (
            {
                "e": "play_card",
                "player": 0,
                "card": "038",
                "paid": {"blue": 1, "green": 2},
                "discount": {"purple": 1},
                "stars": 5,
            },
            "    plays 038 Analytics Nerd for 1 blue and 2 green EC (1 purple EC off): 5 stars",
        ),
        (
            {
                "e": "sign",
                "player": 0,
                "spot": "Ohio/1",
                "position": "QB",
                "package": {"blue": 1},
                "paid": {},
                "discount": {},
                "lost": {},
                "base": 3,
                "vmd": -1,
                "value": 2,
                "stars": 4,
                "bonuses": [{"card": "001", "stars": 2}],
            },
            "    signs the QB of Ohio/1 for no EC and a package of 1 blue EC: 4 stars "
            "(value 3-1; 001 Airport Hub: 2 stars)",
        ),
        (
            {
                "e": "trade",
                "player": 0,
                "give": {"blue": 3},
                "take": {"green": 1},
                "bucks": 1,
                "stars": 0,
                "ec": 3,
            },
            "    trades 3 blue EC and 1 BB for 1 green EC",
        ),
        (
            {"e": "market", "player": 0, "bucks": 3, "stars": 2, "bonuses": [], "final": False},
            "    runs a marketing campaign for 3 BB: 2 stars",
        ),
        (
            {"e": "bid", "player": 0, "bid": None},
            "  Texas (vegas) passes.",
        ),
        (
            {"e": "sale", "player": 1, "buyer": 0, "bucks": 2},
            "  South (hoarder) sells the Chain to Texas (vegas) for 2 BB.",
        ),
    ],
    ids=lambda value: value["e"] if isinstance(value, dict) else "",
)
def test_an_event_becomes_a_sentence(event, line):
    assert narration(event)[-1] == line


def test_a_turn_has_one_heading():
    move = {"e": "move", "player": 0, "from": "A", "to": "B", "free": True, "paid": {}}
    end = {"e": "end_turn", "player": 0, "wasted": {"blue": 1}, "bucks": 4, "score": 9}
    lines = narration({"e": "month", "month": 3, "start": 0}, move, move, end)
    assert lines[-5:] == [
        "MAY (Texas (vegas) starts)",
        "  Texas (vegas), on their turn:",
        "    moves from A to B (free)",
        "    moves from A to B (free)",
        "    ends the turn with 4 BB and 9 stars; loses 1 blue EC left over",
    ]
