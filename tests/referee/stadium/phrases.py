"""Random data for Stadium: every word of the effect language, wherever it is allowed."""

from __future__ import annotations

from random import Random
from typing import Any

from eoc_sim.simulator.stadium.components import Components

TOKENS = ("money", "equipment", "wins", "entertainment", "construction")
SPACES = (
    "equipment", "train", "hire", "playbook", "build", "tickets", "draft", "sponsorship",
    "merchandising",
)  # fmt: skip
BONUSES = ("money", "equipment", "win", "entertainment", "construction", "card", "star")


def _amount(luck: Random, most: int = 3) -> str:
    return f"{luck.randint(1, most)} {luck.choice(TOKENS)}"


def _clause(luck: Random, when: str, on_space: bool = False) -> str:
    pieces = [when]
    if luck.random() < 0.35:
        if on_space and luck.random() < 0.5:
            pieces.append("any number")
        pieces.append(f"pay {_amount(luck)}")
    cards = luck.random() < 0.12 and when != "football"
    pieces.append("1 cards" if cards else _amount(luck))
    return ": ".join(pieces)


def _phrase(luck: Random, whens: tuple[str, ...], clauses: int) -> str:
    return "; ".join(_clause(luck, luck.choice(whens)) for _ in range(clauses))


def _space_phrase(luck: Random, word: str, printed: str) -> str:
    """The printed effect or another."""
    if luck.random() < 0.4:
        return printed
    clauses = [_clause(luck, word, on_space=True) for _ in range(luck.randint(0, 3))]
    return "; ".join(clauses)


def altered(package: Components, luck: Random) -> Components:
    """Components with other effects, prices, points, copies, bonus spaces, arrows and tickets."""
    content: dict[str, Any] = package.as_dict()
    for row, word in zip(content["spaces"], SPACES, strict=True):
        row["effect"] = _space_phrase(luck, word, row["effect"])
        row["arrow"] = luck.choice(["", "yes"])
        kinds = (*BONUSES, "first") if word == "draft" else BONUSES
        for number in range(1, 7):
            row[f"bonus{number}"] = ""
        for number in range(1, luck.randint(2, 6) + 1):
            row[f"bonus{number}"] = luck.choice(kinds)
    for row in content["buildings"]:
        if luck.random() < 0.7:
            row["effect"] = _phrase(luck, ("football", *SPACES), luck.randint(0, 3))
        row.update({kind: str(luck.randint(0, 2)) for kind in ("money", "equipment")})
        row.update(construction=str(luck.randint(1, 4)), entertainment=str(luck.randint(0, 1)))
        row["victory_points"] = str(luck.randint(1, 12))
    for row in content["field"]:
        if luck.random() < 0.5:
            row["effect"] = _phrase(luck, ("football", *SPACES), luck.randint(0, 2))
        row.update(wins=str(int(row["wins"]) // 2), equipment=str(luck.randint(0, 3)))
    for row in content["players"]:
        if luck.random() < 0.6:
            row["effect"] = _phrase(luck, ("football", "football", *SPACES), luck.randint(0, 3))
        row.update(signing=str(luck.randint(0, 3)), salary=str(luck.randint(0, 2)))
        row["copies"] = str(luck.choice([0, 1, 1, 2]))
    for row in content["employees"]:
        whens = ("star", "star", "star", "football", *SPACES)
        if luck.random() < 0.6:
            row["effect"] = _phrase(luck, whens, luck.randint(1, 3))
        row.update(cost=str(luck.randint(0, 3)), salary=str(luck.randint(0, 2)))
        row["copies"] = str(luck.choice([0, 1, 1, 2]))
    board = content["board"]
    board["ticket_steps"] = [[luck.randint(6, 9), 6], [luck.randint(10, 20), 8]]
    board["point_tokens"] = [luck.randint(1, 3) for _ in range(luck.randint(0, 5))]
    board["bonus_tile_points"] = luck.randint(1, 5)
    return Components.from_dict(content, "random data")
