"""Corruptions that no referee can catch, and the reasons why they do not matter.

Two kinds of fields carry nothing that a rule could contradict: labels, and draws and decisions on
which nothing later depends. If such a draw or decision had come out differently, the trace would
still be legal and have the same result.
"""

from __future__ import annotations

from eoc_sim.referee.stadium.tables import DRAFT
from referee.corruptions import Corruption, Trace, field_name
from referee.judging import Harmless
from referee.stadium.playing import CONTENTS


def _field(trace: Trace, corruption: Corruption) -> str:
    return f"{trace[corruption.line]['e']} {field_name(corruption.path)}"


def _labels(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    labels = ("setup seed", "setup game", "setup owners.*.strategy")
    return _field(trace, corruption) in labels and corruption.what != "taken out"


def _drawn(trace: Trace, deck: str, kind: str) -> list[str]:
    """List all cards drawn from a deck in order."""
    setup = trace[0]
    stack = list(setup["decks"][deck])
    number = len(setup["draft_area"]) if deck == "players" else sum(map(len, setup["face_down"]))
    for event in trace:
        if event["e"] == "card" and event[kind] is not None:
            number += 1
        elif event["e"] == "reshuffle" and event["deck"] == deck:
            stack += event["cards"]
    return stack[:number]


def _cards_never_drawn(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    decks = ("setup decks.players.*", "setup decks.employees.*", "reshuffle cards.*")
    if _field(trace, corruption) not in decks or corruption.what != "swapped":
        return False
    return all(
        _drawn(trace, deck, kind) == _drawn(corrupted, deck, kind)
        for deck, kind in (("players", "player"), ("employees", "employee"))
    )


def _same_kind_of_bonus(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    if _field(trace, corruption) != "place bonus" or corruption.what not in (
        "one more",
        "one less",
    ):
        return False
    row = CONTENTS["spaces"][trace[corruption.line]["space"] - 1]
    kinds = [row[f"bonus{version[corruption.line]['bonus']}"] for version in (trace, corrupted)]
    return kinds[0] == kinds[1]


def _effect_that_gives_what_it_costs(
    trace: Trace, _corrupted: Trace, corruption: Corruption
) -> bool:
    event = trace[corruption.line]
    taken_out = event["e"] == "effect" and corruption.what == "line taken out"
    return taken_out and event["paid"] == event["gains"] != {}


def _start_of_round(trace: Trace, line: int) -> int:
    return max(i for i in range(line) if trace[i]["e"] == "round")


def _star_of_another_employee(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    if (_field(trace, corruption), corruption.what) != ("star employee", "another"):
        return False
    line = corruption.line
    owner, employee = corrupted[line]["owner"], corrupted[line]["employee"]

    def count(kind: str, start: int) -> int:
        return sum(
            (event["e"], event.get("owner"), event.get("employee")) == (kind, owner, employee)
            for event in trace[start:line]
        )

    return count("star", _start_of_round(trace, line)) < count("hire", 0)


def _bare_bonus_space(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    if _field(trace, corruption) != "place bonus" or corruption.what not in (
        "one more",
        "one less",
    ):
        return False
    rules, event = trace[0]["rules"], trace[corruption.line]
    if rules["bonus_for"] == "first":
        start = _start_of_round(trace, corruption.line)
        earlier_spaces = [e["space"] for e in trace[start : corruption.line] if e["e"] == "place"]
        bare = event["state"] == "bare" or event["space"] in earlier_spaces
    else:
        bare = event["state"] == "bare"
    first_choice = event["space"] == DRAFT and rules["draft_first"] == "always"
    return bare and not first_choice


HARMLESS = [
    Harmless(
        "seed, number of the game, names of the strategies",
        "labels: they say where the luck and the decisions came from, which no rule prescribes",
        _labels,
    ),
    Harmless(
        "the order of cards that were never drawn",
        "a draw without consequence: every order is a legal shuffle, and nobody saw it (INF-2)",
        _cards_never_drawn,
    ),
    Harmless(
        "another free bonus space of an action space where the VP earns no bonus",
        "a decision without consequence: the VP does the same action at the same time (ACT-0)",
        _bare_bonus_space,
    ),
    Harmless(
        "another free bonus space of the same kind",
        "a decision without consequence: the VP earns the same bonus and acts at the same time"
        " (BON-3)",
        _same_kind_of_bonus,
    ),
    Harmless(
        "a declined effect that gives what it costs",
        "a decision without consequence: nobody has to pay (EFF-2)",
        _effect_that_gives_what_it_costs,
    ),
    Harmless(
        "another hired employee who has not worked in this round and whose star gives the same",
        "a decision without consequence: the owner may use either (BON-5)",
        _star_of_another_employee,
    ),
]

# (switch, the value played, the value claimed): rules under which the same games are legal.
SAME_GAME_UNDER_ANOTHER_RULE: dict[tuple[str, str, str], str] = {
    ("cashed_player", "discard", "draft_area"): "nobody has to take what is on offer",
    ("hire_option", "one", "both"): "nobody has to do both",
    ("places", "exclusive", "field_exclusive"): "nobody has to share a building",
    ("places", "exclusive", "shared"): "nobody has to share a place",
    ("places", "field_exclusive", "shared"): "nobody has to share a square",
    ("placing", "must", "may_stop"): "nobody has to stop",
    ("salaries", "must", "may"): "nobody has to leave a salary unpaid",
    ("vp_max", "a number", "more"): "nobody has to buy a VP",
}
