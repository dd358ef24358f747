"""Corruptions that no referee can catch, and the reasons why they do not matter.

Three kinds of fields carry nothing that a rule could contradict: labels, the order of unordered
things, and draws and decisions on which nothing later depends. If such a draw or decision had come
out differently, the trace would still be legal and have the same result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.corruptions import Corruption, Trace, field_name
from referee.judging import Harmless


def _labels(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    labels = ("setup seed", "setup game", "setup players.*.strategy")
    return _field(trace, corruption) in labels and corruption.what != "taken out"


def _order_of_sets(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    sets = (
        "setup edges.*", "setup edges.*.*", "setup spots.*", "stash kept.*", "stash to_pool.*",
        "final players.*",
    )  # fmt: skip
    return _field(trace, corruption) in sets and corruption.what == "swapped"


def _die_that_nobody_used(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    if not _field(trace, corruption).startswith("roll dice."):
        return False
    colour = corruption.path[-1]
    faces = (trace[corruption.line]["dice"][colour], corrupted[corruption.line]["dice"][colour])
    events_of_month = [*_until(trace, corruption.line + 1, "month")]
    taken = any(e["e"] in ("die", "pick_die") and e["colour"] == colour for e in events_of_month)
    shifted = any(e["e"] == "bookie" and e["colour"] == colour for e in events_of_month)
    return (
        not taken
        and not shifted
        and not any(
            bet["colour"] == colour and bet["number"] in faces
            for bet in _bets_before(trace, corruption.line)
        )
    )


def _absorbed_by_the_floor(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    if _field(trace, corruption) != "sign vmd":
        return False
    values = [
        max(1, t[corruption.line]["base"] + t[corruption.line]["vmd"]) for t in (trace, corrupted)
    ]
    return values[0] == values[1]


def _loser_of_the_roll_off(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    if not _field(trace, corruption).startswith("roll_off dice."):
        return False
    left = []
    for dice in (trace[corruption.line]["dice"], corrupted[corruption.line]["dice"]):
        left.append([seat for seat, face in dice.items() if face == max(dice.values())])
    return left[0] == left[1]


def _roll_off_that_decides_nothing(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    if trace[corruption.line]["e"] != "roll_off" or corruption.what not in (
        "line taken out",
        "line repeated",
    ):
        return False
    return len(set(trace[corruption.line]["dice"].values())) == 1


def _cards_never_drawn(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    if (
        _field(trace, corruption) not in ("setup deck.*", "reshuffle cards.*")
        or corruption.what != "swapped"
    ):
        return False
    return _drawn(trace) == _drawn(corrupted)


def _bet_that_loses_on_either_spot(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    if _field(trace, corruption) not in ("bet colour", "bet number"):
        return False
    before, after = trace[corruption.line], corrupted[corruption.line]
    return not any(_pays(trace, corruption.line, bet) for bet in (before, after))


def _free_bet_among_others(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    if corruption.what != "line taken out" or not trace[corruption.line].get("free"):
        return False
    bet = trace[corruption.line]
    others = [
        e for e in _bets_between_checks(trace, corruption.line) if e["player"] == bet["player"]
    ]
    roll = _next_roll(trace, corruption.line)
    return not _pays(trace, corruption.line, bet) and (roll is None or len(others) > 1)


def _shift_without_bets(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    if trace[corruption.line]["e"] != "bookie" or corruption.what != "line taken out":
        return False
    shift = trace[corruption.line]
    return not any(
        bet["player"] == shift["player"]
        and bet["colour"] == shift["colour"]
        and bet["number"] in (shift["from"], shift["to"])
        for bet in _bets_before(trace, corruption.line)
    )


def _half_as_good_as_full(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    if _field(trace, corruption) != "die mode":
        return False
    die = trace[corruption.line]
    month = next(e["month"] for e in reversed(trace[: corruption.line]) if e["e"] == "roll")
    return bool(die["value"] == 1 and die["month"] == month)


def _gift_that_was_not_needed(trace: Trace, _corrupted: Trace, corruption: Corruption) -> bool:
    event = trace[corruption.line]
    if event["e"] == "trigger" and corruption.what == "line taken out":
        stated = event
    elif (
        _field(trace, corruption) in ("sign bonuses.*", "market bonuses.*")
        and corruption.what == "taken out"
    ):
        stated = event["bonuses"][corruption.path[-1]]
    else:
        return False
    kept_for_this_turn = {"moves", "free_bets", "free_runners"}
    gained = set(stated) - {"e", "player", "card", "coach", "paid"} - kept_for_this_turn
    return not gained and not stated.get("paid")


def _bid_that_sets_no_price(trace: Trace, corrupted: Trace, corruption: Corruption) -> bool:
    if _field(trace, corruption) != "bid bid" or corruption.what == "taken out":
        return False
    first, last = corruption.line, corruption.line
    while trace[first - 1]["e"] == "bid":
        first -= 1
    while trace[last + 1]["e"] == "bid":
        last += 1
    second_highest = []
    for stated in (trace, corrupted):
        bids = [bid["bid"] for bid in stated[first : last + 1] if bid["bid"] is not None]
        if bids != sorted(set(bids)):
            return False
        second_highest.append(bids[-2:-1])
    return second_highest[0] == second_highest[1]


HARMLESS = [
    Harmless(
        "seed, number of the game, names of the strategies",
        "labels: they say where the luck and the decisions came from, which no rule prescribes",
        _labels,
    ),
    Harmless(
        "the order of connections, spots, kept cards, rejects and final results",
        "sets: each entry is complete on its own, and no rule asks for an order",
        _order_of_sets,
    ),
    Harmless(
        "a die's number, if nobody took the die and no bet lay on the old or the new number",
        "a draw without consequence: any number is a legal roll (DIC-1)",
        _die_that_nobody_used,
    ),
    Harmless(
        "a VMD that the floor of 1 star absorbs",
        "a draw without consequence: the value stays 1 (CAR-9)",
        _absorbed_by_the_floor,
    ),
    Harmless(
        "another number in a roll-off that leaves the same players highest",
        "a draw without consequence: the same players stay in (SCO-6)",
        _loser_of_the_roll_off,
    ),
    Harmless(
        "a roll-off in which all roll the same, left out or repeated",
        "a draw without consequence: the players roll again, any number of times (SCO-6)",
        _roll_off_that_decides_nothing,
    ),
    Harmless(
        "the order of cards that were never drawn",
        "a draw without consequence: every order is a legal shuffle, and nobody saw it (INF-2)",
        _cards_never_drawn,
    ),
    Harmless(
        "another spot for a bet that loses on both",
        "a decision without consequence: any of the 36 spots may be bet on (ACT-9)",
        _bet_that_loses_on_either_spot,
    ),
    Harmless(
        "a losing free bet left out, if its owner has other bets or it is February",
        "a decision without consequence: nobody has to use it (CAR-6), and whether the player"
        " Crapped Out depends on the other bets (DIC-3)",
        _free_bet_among_others,
    ),
    Harmless(
        "another bid that is higher than those before it and not the second-highest",
        "a decision without consequence: any higher bid is legal (AUC-1), and the price depends"
        " on the second-highest (AUC-2)",
        _bid_that_sets_no_price,
    ),
    Harmless(
        "a Bookie's shift left out, if it affects none of its owner's bets",
        "a decision without consequence: the shift is for its owner's bets only (CAR-7)",
        _shift_without_bets,
    ),
    Harmless(
        "half instead of full for a 1 that goes on the current month",
        "no difference: a 1 at half is worth 1, and half may go where full goes (DIC-9)",
        _half_as_good_as_full,
    ),
    Harmless(
        "the use of a card or coach left out, if it cost nothing and gave nothing, or gave only"
        " moves, free bets and runners that the turn did not need",
        "a decision without consequence: nobody has to use a card (CAR-3), and unused moves, bets"
        " and runners are lost at the end of the turn (ACT-4, CAR-6)",
        _gift_that_was_not_needed,
    ),
]

# (switch, the value played, the value claimed): rules under which the same games are legal.
SAME_GAME_UNDER_ANOTHER_RULE: dict[tuple[str, Any, Any], str] = {
    ("state_values", "fixed", "shuffled"): "a shuffle may leave all values as printed",
    ("vmd", "off", "on"): "a die may show 0 every time",
    ("regions", "clockwise", "random"): "random regions may happen to go clockwise round the table",
    ("dice_repeats", "auto", 2): "2 to 4 players may happen to take every die only once",
    ("dice_repeats", 1, 2): "players may happen to take every die only once",
    ("dice_repeats", 1, "auto"): "auto is 1 for 2 and 3 players",
    ("pool_start", 0, "auto"): "auto is 0 where 4 of 6 cards are kept",
    # Hand-written tests of the referee cover players who are level on stars and BB.
    ("tiebreak2", "positions", "recruits"): "it matters only to players level on stars and BB",
    ("tiebreak2", "recruits", "positions"): "it matters only to players level on stars and BB",
}


def _field(trace: Trace, corruption: Corruption) -> str:
    return f"{trace[corruption.line]['e']} {field_name(corruption.path)}"


def _until(trace: Trace, start: int, kind: str) -> Iterator[dict[str, Any]]:
    for event in trace[start:]:
        if event["e"] == kind:
            return
        yield event


def _bets_before(trace: Trace, line: int) -> list[dict[str, Any]]:
    """Return the bets on the table when the dice of this line were rolled."""
    month = next(e["month"] for e in reversed(trace[: line + 1]) if e["e"] == "roll")
    start = next(
        (i for i, e in enumerate(trace) if e["e"] == "roll" and e["month"] == month - 1), line
    )
    return [event for event in trace[start:line] if event["e"] == "bet"]


def _bets_between_checks(trace: Trace, line: int) -> list[dict[str, Any]]:
    """Return the bets checked together with the one on this line."""
    start = max(i for i in range(line) if trace[i]["e"] == "roll")
    return [event for event in _until(trace, start + 1, "roll") if event["e"] == "bet"]


def _next_roll(trace: Trace, line: int) -> int | None:
    return next((i for i in range(line, len(trace)) if trace[i]["e"] == "roll"), None)


def _pays(trace: Trace, line: int, bet: dict[str, Any]) -> bool:
    """Check if a bet placed on this line would pay, after its owner's shift if any."""
    roll = _next_roll(trace, line)
    if roll is None:  # February's bets never pay (ACT-9)
        return False
    dice = dict(trace[roll]["dice"])
    for event in _until(trace, roll + 1, "month"):
        if event["e"] == "bookie" and event["player"] == bet["player"]:
            dice[event["colour"]] = event["to"]
    return bool(dice[bet["colour"]] == bet["number"])


def _drawn(trace: Trace) -> list[str]:
    """List all cards drawn from the deck in order."""
    setup = trace[0]
    stack = list(setup["deck"])
    starter = setup["rules"]["stash"] == "starter"
    number = 0
    for event in trace:
        if event["e"] == "deal":
            number += len(event["cards"])
        elif event["e"] == "pool_card":
            number += 1
        elif event["e"] == "reshuffle":
            stack += event["cards"]
        elif event["e"] == "stash" and starter:
            for card in event["dealt"]:
                stack.remove(card)
        elif event["e"] == "stash":
            number += len(event["dealt"])
    return stack[:number]
