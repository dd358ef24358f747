"""Reading a trace: from the kernel's integers to documented events."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.eoc.columns import COLOUR_NAMES, PART_NAMES, POSITION_NAMES, SOURCE_NAMES
from eoc_sim.simulator.eoc.state import COACH_SOURCE, COLOURS, MONTHS
from eoc_sim.simulator.eoc.trace import (
    BET_PLACED,
    BID,
    BONUS,
    BOOKIE,
    BUBBA,
    COACH,
    CRAP_OUT,
    DEAL,
    DELAYED,
    DIE,
    DRAFTED,
    END_CARD,
    END_OF_TURN,
    EXPIRE,
    FINAL,
    INCOME,
    LOST_PACKAGE,
    MARKETED,
    MONTH,
    MOVED,
    PICK,
    PICK_DIE,
    PLAYED,
    POOL_CARD,
    POOL_CLEARED,
    REFUND,
    RESHUFFLE,
    ROLL,
    ROLL_OFF,
    RUNNER_SENT,
    SALE,
    SETUP,
    SIGNED,
    STASHED,
    TRADED,
    TRIGGERED,
    VEGAS,
)
from eoc_sim.simulator.kernel.tracing import TraceReader


class Names:
    """The printed names behind the trace's numbers."""

    def __init__(
        self, cards: list[str], coaches: list[str], spots: list[str], nodes: list[str]
    ) -> None:
        self.cards = cards
        self.coaches = coaches
        self.spots = spots
        self.nodes = nodes

    def source(self, source: int) -> dict[str, str]:
        """Return the source of an effect as the field ``card`` or ``coach``."""
        if source >= COACH_SOURCE:
            return {"coach": self.coaches[source - COACH_SOURCE]}
        return {"card": self.cards[source]}


def bundle(values: Any) -> dict[str, int]:
    """Return EC by colour, without zeros."""
    return {COLOUR_NAMES[c]: int(values[c]) for c in range(COLOURS) if values[c]}


class _Reader(TraceReader):
    """Walks over the integers of a trace, bundles of EC among them."""

    def bundle(self) -> dict[str, int]:
        return bundle(self.values())


def _gains(got: list[int], ec: dict[str, int]) -> dict[str, Any]:
    names = ("stars", "bucks", "", "moves", "free_bets", "free_runners")
    gains: dict[str, Any] = {
        name: got[place] for place, name in enumerate(names) if name and got[place]
    }
    if ec:
        gains["ec"] = ec
    return gains


def _paid(bucks: int, ec: dict[str, int]) -> dict[str, Any]:
    paid: dict[str, Any] = {"bucks": bucks} if bucks else {}
    if ec:
        paid["ec"] = ec
    return paid


def read_trace(trace: Any, names: Names) -> list[dict[str, Any]]:
    """Read a trace's events as plain objects.

    For `setup` the caller adds everything but the deck. ``trace`` is a record of ``trace_dtype``.
    """
    reader = _Reader(trace)
    events: list[dict[str, Any]] = []
    for code, player, a, b, c, d, e in reader.events():
        event = _read_event(reader, names, events, code, player, a, b, c, d, e)
        if event is not None:
            events.append(event)
    return events


def _read_event(
    reader: _Reader,
    names: Names,
    events: list[dict[str, Any]],
    code: int,
    player: int,
    a: int,
    b: int,
    c: int,
    d: int,
    e: int,
) -> dict[str, Any] | None:
    cards = names.cards
    if code == SETUP:
        return {"e": "setup", "deck": [cards[i] for i in reader.values()]}
    if code == COACH:
        return {"e": "coach", "player": player, "coach": names.coaches[a]}
    if code == PICK:
        return {"e": "pick", "player": player, "card": cards[a]}
    if code == STASHED:
        dealt, kept, rejects = (reader.values() for _ in range(3))
        return {
            "e": "stash",
            "player": player,
            "dealt": [cards[i] for i in dealt],
            "kept": [cards[i] for i in kept],
            "to_pool": [cards[i] for i in rejects],
        }
    if code == MONTH:
        return {"e": "month", "month": a, "start": b}
    if code == DEAL:
        return {"e": "deal", "player": player, "cards": [cards[i] for i in reader.values()]}
    if code == DRAFTED:
        return {
            "e": "draft",
            "player": player,
            "card": cards[a],
            "source": SOURCE_NAMES[b],
            "dumped": [cards[i] for i in reader.values()],
        }
    if code == DELAYED:
        return {"e": "delay", "player": player, "card": cards[a]}
    if code == ROLL:
        return {
            "e": "roll",
            "month": a,
            "dice": dict(zip(COLOUR_NAMES, reader.values(), strict=True)),
        }
    if code == BOOKIE:
        return {"e": "bookie", "player": player, "colour": COLOUR_NAMES[a], "from": b, "to": c}
    if code == VEGAS:
        return {
            "e": "vegas",
            "player": player,
            "colour": COLOUR_NAMES[a],
            "number": b,
            "tokens": c,
            "bucks": c,
            "ec": {COLOUR_NAMES[a]: 2 * c},
        }
    if code == CRAP_OUT:
        return {"e": "crap_out", "player": player}
    if code == PICK_DIE:
        return {"e": "pick_die", "player": player, "colour": COLOUR_NAMES[a], "value": b}
    if code == DIE:
        return {
            "e": "die",
            "player": player,
            "colour": COLOUR_NAMES[a],
            "value": b,
            "mode": "half" if c else "full",
            "ec": d,
            "month": e,
        }
    if code == INCOME:
        return {"e": "income", "player": player, "ec": reader.bundle()}
    if code == PLAYED:
        paid, substitute, discount = reader.bundle(), reader.bundle(), reader.bundle()
        event = {"e": "play_card", "player": player, "card": cards[a], "paid": paid}
        if substitute:
            event["substitute"] = substitute
        return {**event, "discount": discount, "stars": b}
    if code == TRIGGERED:
        got, ec, paid = reader.values(), reader.bundle(), reader.bundle()
        return {
            "e": "trigger",
            "player": player,
            **names.source(a),
            "paid": _paid(b, paid),
            **_gains(got, ec),
        }
    if code == TRADED:
        give, take = reader.bundle(), reader.bundle()
        return {
            "e": "trade",
            "player": player,
            "give": give,
            "take": take,
            "bucks": a,
            "stars": b,
            "ec": c,
        }
    if code == MOVED:
        event = {
            "e": "move",
            "player": player,
            "from": names.nodes[a],
            "to": names.nodes[b],
            "free": bool(c),
            "paid": reader.bundle(),
        }
        if d:
            event["bucks"] = d
        return event
    if code == RUNNER_SENT:
        return {
            "e": "runner",
            "player": player,
            "spot": names.spots[a],
            "ec": reader.bundle(),
            "bucks": b,
        }
    if code == SIGNED:
        package, paid, substitute, discount, lost = (reader.bundle() for _ in range(5))
        base, vmd, value = reader.value(), reader.value(), reader.value()
        event = {
            "e": "sign",
            "player": player,
            "spot": names.spots[a],
            "position": POSITION_NAMES[b],
            "package": package,
            "paid": paid,
        }
        if substitute:
            event["substitute"] = substitute
        return {
            **event,
            "discount": discount,
            "lost": lost,
            "base": base,
            "vmd": vmd,
            "value": value,
            "stars": value,
            "bonuses": [],
        }
    if code == BONUS:
        got, ec, paid = reader.values(), reader.bundle(), reader.bundle()
        cause = next(one for one in reversed(events) if "bonuses" in one)
        cost = _paid(b, paid)
        cause["bonuses"].append(
            {**names.source(a), **({"paid": cost} if cost else {}), **_gains(got, ec)}
        )
        if cause["e"] == "sign":
            cause["stars"] += got[0]
        return None
    if code == LOST_PACKAGE:
        return {
            "e": "lost_package",
            "player": player,
            "spot": names.spots[a],
            "ec": reader.bundle(),
        }
    if code == REFUND:
        return {
            "e": "refund",
            "player": player,
            "spot": names.spots[a],
            "ec": reader.bundle(),
            "month": b,
        }
    if code == MARKETED:
        return {
            "e": "market",
            "player": player,
            "bucks": a,
            "stars": b,
            "bonuses": [],
            "final": bool(c),
        }
    if code == BET_PLACED:
        event = {"e": "bet", "player": player, "colour": COLOUR_NAMES[a], "number": b}
        paid = reader.bundle()
        return {**event, "free": True} if c else {**event, "paid": paid}
    if code == END_OF_TURN:
        return _read_end_of_turn(reader, names, player, a, b, c)
    if code == EXPIRE:
        return {"e": "expire", "player": player, "card": cards[a]}
    if code == POOL_CLEARED:
        return {"e": "pool_cleared"}
    if code == POOL_CARD:
        return {"e": "pool_card", "card": cards[a]}
    if code == RESHUFFLE:
        return {"e": "reshuffle", "cards": [cards[i] for i in reader.values()], "under": bool(a)}
    if code == BID:
        return {"e": "bid", "player": player, "bid": a if a > 0 else None}
    if code == SALE:
        return {"e": "sale", "player": player, "buyer": a if a >= 0 else None, "bucks": b}
    if code == BUBBA:
        return {
            "e": "bubba",
            "player": player,
            "cards_scored": c,
            "spot": names.spots[a] if a >= 0 else None,
            "stars": b,
        }
    if code == END_CARD:
        return {"e": "end_card", "player": player, **names.source(a), "stars": b}
    if code == ROLL_OFF:
        dice = reader.values()
        return {
            "e": "roll_off",
            "dice": {str(dice[i]): dice[i + 1] for i in range(0, len(dice), 2)},
        }
    if code == FINAL:
        players = []
        for seat in range(player):
            parts = dict(zip(PART_NAMES, reader.values(), strict=True))
            score, bucks, rank, share = (reader.value() for _ in range(4))
            players.append(
                {
                    "seat": seat,
                    "parts": parts,
                    "score": score,
                    "bucks": bucks,
                    "rank": rank,
                    "win_share": 1 / share if share else 0,
                }
            )
        return {"e": "final", "players": players, "winner": a if a >= 0 else None}
    raise AssertionError(f"unknown event code {code}")


def _read_end_of_turn(
    reader: _Reader, names: Names, player: int, bucks: int, score: int, node: int
) -> dict[str, Any]:
    wasted = reader.bundle()
    in_play = [names.cards[i] for i in reader.values()]
    calendar: dict[str, dict[str, int]] = {}
    waiting: dict[str, str] = {}
    for month in range(1, MONTHS + 1):
        card = reader.value()
        envelopes = reader.bundle()
        if envelopes:
            calendar[str(month)] = envelopes
        if card >= 0:
            waiting[str(month)] = names.cards[card]
    packages = {}
    for _ in range(reader.value()):
        spot = reader.value()
        packages[names.spots[spot]] = reader.bundle()
    return {
        "e": "end_turn",
        "player": player,
        "wasted": wasted,
        "bucks": bucks,
        "score": score,
        "node": names.nodes[node],
        "calendar": calendar,
        "cards": {"calendar": waiting, "in_play": in_play},
        "packages": packages,
    }
