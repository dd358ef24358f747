"""Altered data: every word of the effect language wherever it is allowed, and different numbers."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from eoc_sim.referee.stadium.tables import ACTIONS, TOKENS


def amount(luck: Random, kinds: list[str]) -> str:
    """Draw a small number of something."""
    return f"{luck.randint(1, 2)} {luck.choice(kinds)}"


def clause(luck: Random, whens: list[str]) -> str:
    """Write a clause that the language allows."""
    pay = f"pay {amount(luck, TOKENS)}: " if luck.random() < 0.4 else ""
    return f"{luck.choice(whens)}: {pay}{amount(luck, [*TOKENS, 'cards'])}"


def effect(luck: Random, whens: list[str]) -> str:
    """Write one to three clauses."""
    return "; ".join(clause(luck, whens) for _ in range(luck.choice([1, 1, 2, 3])))


def altered(contents: dict[str, Any], luck: Random) -> dict[str, Any]:
    """Write sheets with different effects, prices, copies, losses, arrows and board numbers."""
    contents = copy.deepcopy(contents)
    for sheet in ("buildings", "field", "players", "employees"):
        whens = ["football", *ACTIONS]
        if sheet == "employees":
            whens += ["star"] * 8
        for row in contents[sheet]:
            if luck.random() < 0.7:
                row["effect"] = effect(luck, whens)
            for column in ("construction", "money", "equipment", "cost", "signing", "salary"):
                if column in row and luck.random() < 0.3:
                    row[column] = str(luck.randint(0, 3))
            if "copies" in row:
                row["copies"] = luck.choice(["0", "0", "1", "1", "1", "2"])
            if sheet == "field":
                row["wins"] = str(luck.randint(0, int(row["wins"])))
    for row, action in zip(contents["spaces"], ACTIONS, strict=True):
        if luck.random() < 0.5:
            clauses = [clause(luck, [action]) for _ in range(luck.randint(0, 2))]
            if luck.random() < 0.5:
                gain = "wins" if action == "train" else luck.choice(TOKENS)
                repeated = f"{action}: any number: pay {amount(luck, TOKENS)}: 1 {gain}"
                clauses.insert(luck.randint(0, len(clauses)), repeated)
            row["effect"] = "; ".join(clauses)
        row["loss"] = luck.choice([row["loss"], row["loss"], "employee", "player", *TOKENS])
        row["arrow"] = luck.choice(["", "yes"])
    contents["board"]["point_tokens"] = [luck.randint(1, 3) for _ in range(luck.randint(0, 5))]
    contents["board"]["bonus_tile_points"] = luck.randint(1, 5)
    contents["board"]["ticket_steps"] = [[luck.randint(5, 15), 4], [luck.randint(16, 30), 9]]
    return contents
