"""Reading a trace: from the kernel's integers to documented events (TRC)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eoc_sim.simulator.kernel.tracing import TraceReader
from eoc_sim.simulator.stadium.columns import PART_NAMES, STATE_NAMES
from eoc_sim.simulator.stadium.names import ACTIONS as SPACE_NAMES
from eoc_sim.simulator.stadium.state import (
    EMPLOYEE_SOURCE,
    LOSS_EMPLOYEE,
    LOSS_PLAYER,
    PLACE_SOURCE,
    PLAYER_SOURCE,
    TOKEN_NAMES,
)
from eoc_sim.simulator.stadium.trace import (
    BONUS,
    BONUS_TILE,
    BUILDING_BLOCK,
    CARD,
    CASHED,
    CHANGED,
    COMMISSIONER,
    DRAFTED,
    EFFECT,
    FIELD_BLOCK,
    FINAL,
    FOOTBALL_GAINS,
    GAINED,
    HIRED,
    IDLE_ACTION,
    LOSS,
    PLACED,
    RESHUFFLED,
    ROUND,
    ROUND_ENDED,
    SALARIES_PAID,
    SETUP,
    STAR_USED,
    STOPPED,
    SWAPPED,
    TICKETS_SOLD,
    TOKENS_SET,
    TRAINED,
    VP_BOUGHT,
    WIN_TAKEN,
)

DECKS = ("players", "employees")
ENDS = ("blocks", "cap")


class Names:
    """The printed numbers behind the trace's integers."""

    def __init__(self, places: list[str], players: list[str], employees: list[str]) -> None:
        self.places = places
        self.players = players
        self.employees = employees

    def source(self, source: int) -> Any:
        """Name a source: a card's or place's number, or a space's.

        Spaces count from 1.
        """
        if source >= EMPLOYEE_SOURCE:
            return self.employees[source - EMPLOYEE_SOURCE]
        if source >= PLAYER_SOURCE:
            return self.players[source - PLAYER_SOURCE]
        if source >= PLACE_SOURCE:
            return self.places[source - PLACE_SOURCE]
        return source + 1


def bundle(values: list[int]) -> dict[str, int]:
    """Return tokens by kind, without zeros."""
    return {TOKEN_NAMES[kind]: value for kind, value in enumerate(values) if value}


class _Event:
    """One event in reading: its values, following lists and names."""

    def __init__(self, reader: TraceReader, names: Names, owner: int, values: list[int]) -> None:
        self.reader = reader
        self.names = names
        self.owner = owner
        self.values = values

    def bundle(self) -> dict[str, int]:
        return bundle(self.reader.values())

    def players(self) -> list[str]:
        return [self.names.players[card] for card in self.reader.values()]

    def employees(self) -> list[str]:
        return [self.names.employees[card] for card in self.reader.values()]

    def states(self) -> list[str]:
        return [STATE_NAMES[state] for state in self.reader.values()]


def _setup(event: _Event) -> dict[str, Any]:
    """Read the decks, top first, and the deal.

    The caller adds the rest.
    """
    players, employees, owners = event.values[:3]
    decks = {
        "players": [event.names.players[event.reader.value()] for _ in range(players)],
        "employees": [event.names.employees[event.reader.value()] for _ in range(employees)],
    }
    return {
        "e": "setup",
        "decks": decks,
        "draft_area": event.players(),
        "face_down": [event.employees() for _ in range(owners)],
    }


def _round(event: _Event) -> dict[str, Any]:
    return {
        "e": "round",
        "round": event.values[0],
        "commissioner": event.values[1],
        "tokens": event.states(),
        "vps": event.reader.values(),
    }


def _placed(event: _Event) -> dict[str, Any]:
    space, bonus, state = event.values[:3]
    return {"e": "place", "space": space + 1, "bonus": bonus + 1, "state": STATE_NAMES[state]}


def _bonus(event: _Event) -> dict[str, Any]:
    kind, units = event.values[:2]
    return {"e": "bonus", "tokens": {TOKEN_NAMES[kind]: units}}


def _card(event: _Event) -> dict[str, Any]:
    employee, player = event.values[:2]
    return {
        "e": "card",
        "employee": event.names.employees[employee] if employee >= 0 else None,
        "player": event.names.players[player] if player >= 0 else None,
    }


def _star(event: _Event) -> dict[str, Any]:
    return {
        "e": "star",
        "employee": event.names.employees[event.values[0]],
        "paid": event.bundle(),
        "gains": event.bundle(),
    }


def _gained(event: _Event) -> dict[str, Any]:
    return {
        "e": SPACE_NAMES[event.values[0]],
        "gains": event.bundle(),
        "extra": event.bundle(),
    }


def _trained(event: _Event) -> dict[str, Any]:
    times, wins, extra = event.values[:3]
    return {"e": "train", "times": times, "paid": event.bundle(), "wins": wins, "extra": extra}


def _tickets(event: _Event) -> dict[str, Any]:
    return {"e": "tickets", "table": event.values[0], "extra": event.values[1]}


def _hired(event: _Event) -> dict[str, Any]:
    card, paid = event.values[:2]
    return {"e": "hire", "employee": event.names.employees[card], "paid": paid}


def _square(event: _Event) -> dict[str, Any]:
    place, points = event.values[:2]
    return {
        "e": "field",
        "square": event.names.places[place],
        "paid": event.bundle(),
        "points": points,
    }


def _building(event: _Event) -> dict[str, Any]:
    place, points = event.values[:2]
    return {
        "e": "build",
        "building": event.names.places[place],
        "paid": event.bundle(),
        "points": points,
    }


def _changed(event: _Event) -> dict[str, Any]:
    return {
        "e": "change",
        "amount": event.values[0],
        "paid": event.bundle(),
        "gains": event.bundle(),
    }


def _tile(event: _Event) -> dict[str, Any]:
    place, points = event.values[:2]
    return {"e": "bonus_tile", "place": event.names.places[place], "points": points}


def _drafted(event: _Event) -> dict[str, Any]:
    card, paid = event.values[:2]
    return {"e": "draft", "card": event.names.players[card], "paid": paid}


def _swapped(event: _Event) -> dict[str, Any]:
    card, give = event.values[:2]
    players = event.names.players
    return {"e": "swap", "card": players[card], "give": players[give]}


def _cashed(event: _Event) -> dict[str, Any]:
    give, points, money = event.values[:3]
    gained = {"money": money} if money else {"points": points}
    return {"e": "cash_in", "give": event.names.players[give], **gained}


def _effect(event: _Event) -> dict[str, Any]:
    return {
        "e": "effect",
        "source": event.names.source(event.values[0]),
        "paid": event.bundle(),
        "gains": event.bundle(),
    }


def _football(event: _Event) -> dict[str, Any]:
    gains: dict[Any, dict[str, int]] = {}
    paid: dict[Any, dict[str, int]] = {}
    for _ in range(event.reader.value()):
        source = event.names.source(event.reader.value())
        for found in (gains, paid):
            tokens = event.bundle()
            if tokens:
                found[source] = tokens
    return {"e": "football", "gains": gains, "paid": paid}


def _salaries(event: _Event) -> dict[str, Any]:
    due, paid, vps = event.values[:3]
    return {
        "e": "salaries",
        "due": due,
        "paid": paid,
        "players": event.players(),
        "employees": event.employees(),
        "vps": vps,
    }


def _loss(event: _Event) -> dict[str, Any]:
    space, what, card = event.values[:3]
    words: str
    if what == LOSS_EMPLOYEE:
        words = event.names.employees[card]
    elif what == LOSS_PLAYER:
        words = event.names.players[card]
    else:
        words = TOKEN_NAMES[what]
    return {"e": "loss", "space": space + 1, "what": words}


def _reshuffle(event: _Event) -> dict[str, Any]:
    deck = DECKS[event.values[0]]
    return {
        "e": "reshuffle",
        "deck": deck,
        "cards": event.players() if deck == "players" else event.employees(),
    }


def _round_ended(event: _Event) -> dict[str, Any]:
    reader, names = event.reader, event.names
    owners = []
    for seat in range(event.values[1]):
        owner: dict[str, Any] = {"seat": seat}
        owner |= dict(zip(TOKEN_NAMES, reader.values(), strict=True))
        owner |= {name: reader.value() for name in ("blocks", "vps", "away")}
        owner["places"] = [names.places[place] for place in reader.values()]
        owner["players"] = event.players()
        owner["employees"] = event.employees()
        owner["face_down"] = event.employees()
        owner |= {name: reader.value() for name in ("point_tokens", "points")}
        owners.append(owner)
    return {"e": "end_round", "round": event.values[0], "owners": owners}


def _final(event: _Event) -> dict[str, Any]:
    ended_by, seats, sharers = event.values[:3]
    owners = []
    for seat in range(seats):
        parts = dict(zip(PART_NAMES, event.reader.values(), strict=True))
        tokens = dict(zip(TOKEN_NAMES, event.reader.values(), strict=True))
        rank = event.reader.value()
        owners.append(
            {
                "seat": seat,
                "parts": parts,
                "score": sum(parts.values()),
                **{name: tokens[name] for name in ("entertainment", "wins", "money")},
                "rank": rank,
                "win_share": 1 / sharers if rank == 1 else 0.0,
            }
        )
    return {"e": "final", "end": ENDS[ended_by], "owners": owners}


READERS: dict[int, Callable[[_Event], dict[str, Any]]] = {
    SETUP: _setup,
    ROUND: _round,
    PLACED: _placed,
    STOPPED: lambda event: {"e": "stop"},
    BONUS: _bonus,
    CARD: _card,
    STAR_USED: _star,
    TOKENS_SET: lambda event: {"e": "tokens", "tokens": event.states()},
    GAINED: _gained,
    TRAINED: _trained,
    TICKETS_SOLD: _tickets,
    HIRED: _hired,
    VP_BOUGHT: lambda event: {"e": "vice_president", "paid": event.values[0]},
    WIN_TAKEN: lambda event: {"e": "win", "gains": event.bundle()},
    FIELD_BLOCK: _square,
    CHANGED: _changed,
    BUILDING_BLOCK: _building,
    BONUS_TILE: _tile,
    DRAFTED: _drafted,
    SWAPPED: _swapped,
    CASHED: _cashed,
    IDLE_ACTION: lambda event: {"e": "nothing", "space": event.values[0] + 1},
    EFFECT: _effect,
    FOOTBALL_GAINS: _football,
    SALARIES_PAID: _salaries,
    LOSS: _loss,
    RESHUFFLED: _reshuffle,
    ROUND_ENDED: _round_ended,
    COMMISSIONER: lambda event: {"e": "commissioner", "commissioner": event.values[0]},
    FINAL: _final,
}
"""The reader of each event, in the order of the kernel's codes."""


def read_trace(trace: Any, names: Names) -> list[dict[str, Any]]:
    """Read a trace's events as plain objects.

    For `setup` the caller adds everything but the cards. ``trace`` is a record of ``trace_dtype``.
    """
    events: list[dict[str, Any]] = []
    reader = TraceReader(trace)
    for code, owner, *values in reader.events():
        event = READERS[code](_Event(reader, names, owner, values))
        if owner >= 0:
            event = {"e": event.pop("e"), "owner": owner, **event}
        events.append(event)
    return events
