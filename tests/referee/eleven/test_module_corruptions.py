"""The referee of Eleven catches meaningful corruptions of games with modules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.corruptions import Corruption, Trace
from referee.eleven.module_games import Modules, solo
from referee.eleven.modules_engine import EVENTS
from referee.eleven.test_season_corruptions import HARMLESS as SEASON_HARMLESS
from referee.eleven.test_season_corruptions import field, is_caught
from referee.judging import Harmless, judge_corruptions

RICH = {"start_money": "20", "start_tactics": "2"}
CASES = [
    Modules(
        3, {**RICH, "transfers": "on", "market": "on", "seller_may_refuse": "on", "weeks": "2"}
    ),
    Modules(4, {**RICH, "referees": "on", "betting": "on", "weeks": "3"}),
    Modules(3, {"league_matches": "on", "basic_side": "free"}),
    Modules(2, {"epic": "on", "winter_rounds": "1", "betting": "on"}),
    Modules(2, {"unique_cards": "on", "new_tokens": "on", "weeks": "2"}),
    Modules(1, {**solo("2"), "weeks": "2"}),
]  # fmt: skip

DICE = ("referee dice", "referee rerolled", "referee_effect dice", "shoot_out faces",
        "shoot_out rerolled")  # fmt: skip
DRAWN = ("market transfer", "bet_clubs clubs", "unique ", "winter_token tokens", "setup schedule")
DECIDED = (
    "auction asking", "bid money", "offer ", "bet ", "referee_tactic tactic", "layout ",
    "referee_effect cards", "sale position", "winter_pick token", "winter_place card",
    "prepare operation", "prepare taken", "act card", "effect paid", "act day", "free_action day",
    "dismiss day",
)  # fmt: skip
OPTIONAL = ("show", "offer", "answer", "bet", "payout", "referee_tactic", "act")


def is_other_draw_or_decision(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    return field(trace, corruption).startswith((*DICE, *DRAWN, *DECIDED)) and corruption.what in (
        "another", "one more", "one less", "swapped", "repeated", "taken out", "flipped",
    )  # fmt: skip


def is_optional_event_left_out(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    lines = ("line taken out", "line repeated")
    return trace[corruption.line]["e"] in OPTIONAL and corruption.what in lines


def is_undrawn(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    event, changed = trace[corruption.line], corrupted[corruption.line]
    if (event["e"], corruption.what) != ("reshuffle", "swapped"):
        return False
    moved = {
        card for card, other in zip(event["cards"], changed["cards"], strict=True) if card != other
    }
    return not any(
        card in json.dumps(later) for later in trace[corruption.line + 1 :] for card in moved
    )


HARMLESS = [
    *SEASON_HARMLESS,
    Harmless(
        "the order of reshuffled cards that are never drawn",
        "nothing later contradicts it (SET-8)",
        is_undrawn,
    ),
    Harmless(
        "another draw or decision of a module, if nothing depends on it",
        "the game is itself legal, with the same results",
        is_other_draw_or_decision,
    ),
    Harmless(
        "a question, an offer, a bet or an extra card left out or repeated",
        "none of them is compulsory (TRA-8, BET-3, REF-7)",
        is_optional_event_left_out,
    ),
]


@pytest.mark.slow
def test_corruptions_of_every_kind():
    """LAY-3: one corruption of each kind is judged for every field of every kind of event."""
    traces: list[tuple[Any, Trace, str]] = [(case, case.trace(), "") for case in CASES]
    events = {event["e"] for _, trace, _ in traces for event in trace}
    assert events >= EVENTS - {"referee_tactic"}
    judge_corruptions(traces, (), is_caught, HARMLESS, 1)
