"""Altered data: random effects that the effect language allows, and random numbers."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from eoc_sim.referee.stadium.tables import ACTIONS, TOKENS


def amount(rng: Random, kinds: list[str]) -> str:
    """Draw a small number of something."""
    return f"{rng.randint(1, 2)} {rng.choice(kinds)}"


def clause(rng: Random, moments: list[str]) -> str:
    """Write a clause that the language allows."""
    pay = f"pay {amount(rng, TOKENS)}: " if rng.random() < 0.4 else ""
    return f"{rng.choice(moments)}: {pay}{amount(rng, [*TOKENS, 'cards'])}"


def effect(rng: Random, moments: list[str]) -> str:
    """Write one to three clauses."""
    return "; ".join(clause(rng, moments) for _ in range(rng.choice([1, 1, 2, 3])))


def altered(contents: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Write sheets with different effects, prices, copies, losses, arrows and board numbers."""
    contents = copy.deepcopy(contents)
    for sheet in ("buildings", "field", "players", "employees"):
        moments = ["football", *ACTIONS]
        if sheet == "employees":
            moments += ["star"] * 8
        for row in contents[sheet]:
            if rng.random() < 0.7:
                row["effect"] = effect(rng, moments)
            for column in ("construction", "money", "equipment", "cost", "signing", "salary"):
                if column in row and rng.random() < 0.3:
                    row[column] = str(rng.randint(0, 3))
            if "copies" in row:
                row["copies"] = rng.choice(["0", "0", "1", "1", "1", "2"])
            if sheet == "field":
                row["wins"] = str(rng.randint(0, int(row["wins"])))
    for row, action in zip(contents["spaces"], ACTIONS, strict=True):
        if rng.random() < 0.5:
            clauses = [clause(rng, [action]) for _ in range(rng.randint(0, 2))]
            if rng.random() < 0.5:
                gain = "wins" if action == "train" else rng.choice(TOKENS)
                repeated = f"{action}: any number: pay {amount(rng, TOKENS)}: 1 {gain}"
                clauses.insert(rng.randint(0, len(clauses)), repeated)
            row["effect"] = "; ".join(clauses)
        row["loss"] = rng.choice([row["loss"], row["loss"], "employee", "player", *TOKENS])
        row["arrow"] = rng.choice(["", "yes"])
    contents["board"]["point_tokens"] = [rng.randint(1, 3) for _ in range(rng.randint(0, 5))]
    contents["board"]["bonus_tile_points"] = rng.randint(1, 5)
    contents["board"]["ticket_steps"] = [[rng.randint(5, 15), 4], [rng.randint(16, 30), 9]]
    return contents
