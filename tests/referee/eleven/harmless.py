"""Corruptions that no referee can catch, and the reasons why they do not matter.

Two kinds of fields carry nothing that a rule could contradict: labels, and draws and decisions on
which nothing later depends. If such a draw or decision had come out differently, the trace would
still be legal and have the same result. One example is the last roll of a roll-off: it decides who
wins the roll-off, but no event states the winner (SCO-7).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.corruptions import Corruption, Trace, field_name
from referee.eleven.playing import CONTENTS
from referee.eleven.second_opinion import CELLS, opinion
from referee.judging import Harmless

TACTICS = {row["number"]: row["formations"].split() for row in CONTENTS["tactics"]}
CLUBS = {row["number"]: row["club"] for row in CONTENTS["opponents"]}
COLOURS = {row["club"]: row["colour"] for row in CONTENTS["opponents"]}
ROWS = "dmf"


def _field(trace: Trace, corruption: Corruption) -> str:
    return f"{trace[corruption.line]['e']} {field_name(corruption.path)}"


def _labels(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    labels = ("setup seed", "setup game", "setup managers.*.strategy")
    return _field(trace, corruption) in labels and corruption.what != "taken out"


def _week_of(trace: Trace, line: int) -> Trace:
    """Return the events of this line's week, up to this line."""
    start = max(number for number in range(line + 1) if trace[number]["e"] == "week")
    return trace[start : line + 1]


def _is_legal_preparation(trace: Trace, event: dict[str, Any]) -> bool:
    rules, held = trace[0]["rules"], trace[0]["tactics"][event["manager"]]
    tactic, formation, cells = event["tactic"], event["formation"], Counter(event["layout"])
    if rules["tactics"] == "off":
        allowed = tactic is None
    elif rules["formations"] == "free":
        allowed = tactic is None or tactic in held
    else:
        allowed = tactic in held and formation in TACTICS[tactic]
    return (
        allowed
        and set(cells) <= set(CELLS)
        and all(number <= (3 if cell[1] == "c" else 1) for cell, number in cells.items())
        and formation == "".join(str(sum(cells[row + column] for column in "lcr")) for row in ROWS)
    )


def _has_legal_effects(week: Trace) -> bool:
    """Check a week's effects: in the package's sheets, only tactic T06 turns a marker."""
    turned = Counter(event["manager"] for event in week if event["e"] == "effect")
    played = {event["manager"]: event["tactic"] for event in week if event["e"] == "prepare"}
    return all(number == 1 and played[seat] == "T06" for seat, number in turned.items()) and all(
        event["tactic"] == "T06"
        and event["jersey"] in range(2, 12)
        and event["side"] == ("ball" if event["jersey"] < 7 else "shield")
        for event in week
        if event["e"] == "effect"
    )


def _same_matches(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    event = trace[corruption.line]
    if event["e"] == "effect":
        return (
            corruption.what == "line taken out" or _field(trace, corruption) == "effect jersey"
        ) and _are_all_matches_correct(corrupted)
    if _field(trace, corruption) in ("prepare tactic", "prepare layout.*"):
        stated = corrupted[corruption.line]
        return _is_legal_preparation(corrupted, stated) and _are_all_matches_correct(corrupted)
    if _field(trace, corruption) == "reveal line_up":
        stated = corrupted[corruption.line]
        return CLUBS.get(stated["line_up"]) == stated["club"] and _are_all_matches_correct(
            corrupted
        )
    return False


def _are_all_matches_correct(trace: Trace) -> bool:
    return all(
        opinion(trace, line) == event and _has_legal_effects(_week_of(trace, line))
        for line, event in enumerate(trace)
        if event["e"] == "match"
    )


def _face_of_the_same_result(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    if _field(trace, corruption) != "clubs clubs.*.die" or corruption.what == "taken out":
        return False
    stated = [lines[corruption.line]["clubs"][corruption.path[1]] for lines in (trace, corrupted)]
    dice = CONTENTS["club"][f"dice_{COLOURS[stated[0]['club']]}"]
    faces = [entry["die"] for entry in stated]
    return all(face in range(1, 7) for face in faces) and dice[faces[0] - 1] == dice[faces[1] - 1]


def _seats_left(event: dict[str, Any]) -> list[int]:
    """Return the seats whose roll is the highest in a roll-off."""
    rolls = {entry["seat"]: entry["roll"] for entry in event["managers"]}
    return [seat for seat, roll in rolls.items() if roll == max(rolls.values())]


def _roll_that_leaves_the_same_managers(
    trace: Trace, corrupted: Trace, corruption: Corruption
) -> bool:
    if _field(trace, corruption) != "roll_off managers.*.roll" or corruption.what == "taken out":
        return False
    legal = all(entry["roll"] in range(1, 7) for entry in corrupted[corruption.line]["managers"])
    left = [_seats_left(lines[corruption.line]) for lines in (trace, corrupted)]
    return legal and (left[0] == left[1] or len(left[0]) == len(left[1]) == 1)


def _roll_off_that_decides_nothing(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    event = trace[corruption.line]
    if event["e"] != "roll_off" or corruption.what not in ("line taken out", "line repeated"):
        return False
    return len(_seats_left(event)) == len(event["managers"])


HARMLESS = [
    Harmless(
        "seed, number of the game, names of the strategies",
        "labels: they say where the luck and the decisions came from, which no rule prescribes",
        _labels,
    ),
    Harmless(
        "another legal tactic, layout, line-up or turned marker, with the same matches",
        "a draw or decision without consequence: any legal one may be taken (MAT-5, MAT-6)",
        _same_matches,
    ),
    Harmless(
        "another face of a club's die that means the same result",
        "a draw without consequence: the club gets the same points (LEA-4)",
        _face_of_the_same_result,
    ),
    Harmless(
        "another roll that leaves the same managers in the roll-off, or one winner instead of"
        " another",
        "a draw without consequence: the roll-off does not change the shares of the win (SCO-7)",
        _roll_that_leaves_the_same_managers,
    ),
    Harmless(
        "a roll-off in which all roll the same, left out or repeated",
        "a draw without consequence: the managers roll again, any number of times (SCO-7)",
        _roll_off_that_decides_nothing,
    ),
]

# (switch, the value played, the value claimed): rules under which the same leagues are legal.
SAME_GAME_UNDER_ANOTHER_RULE: dict[tuple[str, str, str], str] = {
    **{
        ("scouting", played, claimed): "what managers know of a line-up is in no event"
        for played in ("club", "card", "report", "deck")
        for claimed in ("club", "card", "report", "deck")
        if played != claimed
    },
    ("formations", "cards", "free"): "free formations include those on the cards",
    ("schedule", "rotated", "dealt"): "the deal may give each manager the clubs of the rotation",
}
