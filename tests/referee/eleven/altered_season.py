"""Altered season cards, with random numbers and effects that suit each kind of card."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from eoc_sim.simulator.eleven.effect_language import FORMS, parse, phrase
from eoc_sim.simulator.eleven.effects_on_cards import (
    ON_DIRECTORS,
    ON_INFRASTRUCTURE,
    ON_MEETINGS,
    ON_SPONSORS,
    ON_STAFF,
    ON_TACTICS,
    ON_TAGS,
    EffectsOn,
)
from eoc_sim.simulator.eleven.names import (
    COUNTERS,
    RESOURCES,
    STAFF_COLOURS,
    STATISTICS,
    VOTES,
)
from eoc_sim.simulator.kernel.phrases import EffectError

SIGNED = ("money", "fans", "operation", "fitness", "vp", "level", "upkeep")
EFFECTS = (
    ("directors", "effect", ON_DIRECTORS),
    ("staff", "effect", ON_STAFF),
    ("sponsors", "bonus", ON_SPONSORS),
    ("infrastructure", "effect", ON_INFRASTRUCTURE),
)


def effect_of(rng: Random, on: EffectsOn, clauses: int = 3) -> str:
    """Write an effect of 1 to ``clauses`` clauses for this kind of card."""
    written = [clause(rng, on) for _ in range(rng.randint(1, clauses))]
    return "; ".join(dict.fromkeys(written))


def clause(rng: Random, on: EffectsOn) -> str:
    """Write any clause that the kind of card allows."""
    while True:
        text = _words(rng, on)
        try:
            for part in parse(text):
                on.check(part)
        except EffectError:
            continue
        return phrase(parse(text))


def _words(rng: Random, on: EffectsOn) -> str:
    """Draw words that often make a legal clause."""
    gain = rng.choice([*on.gains])
    fit, form = on.gains[gain], FORMS[gain]
    words = [f"{rng.choice(fit.moments)}:"]
    if fit.conditions and rng.random() < 0.5:
        kinds = rng.sample(fit.conditions, min(len(fit.conditions), rng.choice([1, 1, 2])))
        words.append(f"if {' and '.join(_condition(rng, kind) for kind in kinds)}:")
    if on.paid_at and rng.random() < 0.3:
        words.append(f"pay {rng.choice([1, 1, 2])} {rng.choice(RESOURCES)}:")
    targets = fit.targets
    if targets is None:
        targets = [*form.targets, *form.numbered, *[""] * form.bare]
    target = rng.choice([*targets])
    amount = rng.choice([1, 1, 2, 3])
    if gain in SIGNED and rng.random() < 0.4:
        amount = -amount
    words.append(gain if form.no_amount else f"{amount} {gain}")
    words.append(f"{target} {rng.randint(1, 3)}" if target in form.numbered else target)
    if on.counted_at and rng.random() < 0.25:
        words.append(f"per {rng.randint(1, 3)} {rng.choice(COUNTERS)}")
        if rng.random() < 0.5:
            words.append(f"up to {rng.randint(1, 4)}")
    return " ".join(filter(None, words))


def _condition(rng: Random, kind: str) -> str:
    if kind == "section":
        return f"section {rng.choice(['wing', 'attack', 'midfield', 'defence'])}"
    return f"{kind} {rng.randint(1, 4)}" if kind.endswith("=") else kind


def altered_season(contents: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Write sheets with different effects, and different numbers for cards and club."""
    contents = copy.deepcopy(contents)
    for sheet, column, on in EFFECTS:
        for row in contents[sheet]:
            if rng.random() < 0.7 and row.get("place") != "start":
                row[column] = effect_of(rng, on)
    for row in contents["tags"]:
        row["effect"] = effect_of(rng, ON_TAGS[row["kind"]], 2)
    for row in contents["tactics"]:
        if " " not in row["formations"]:
            row["effect"] = effect_of(rng, ON_TACTICS, 2)
    for row in contents["board_meetings"]:
        for colour in VOTES:
            row[colour] = effect_of(rng, ON_MEETINGS).replace("now: ", "")
    for sheet in ("players", "youngsters", "veterans"):
        for row in contents[sheet]:
            row["strength"] = str(rng.randint(0, 4))
            row["trained"] = str(int(row["strength"]) + rng.randint(0, 2))
            row["ability"] = rng.choice(["both", "trained"])
            if "price" in row:
                row["price"] = str(rng.randint(1, 8))
            if "spaces" in row:
                row.update(spaces=str(rng.randint(1, 4)), vp=str(rng.randint(0, 4)))
    for row in contents["directors"]:
        faces = sorted(rng.choices(range(7), k=2))
        votes = (faces[0], faces[1] - faces[0], 6 - faces[1])
        row.update(zip(VOTES, map(str, votes), strict=True))
        row.update({name: str(rng.randint(-2, 2)) for name in STATISTICS})
    for row in contents["staff"]:
        row.update(price=str(rng.randint(1, 5)), colour=rng.choice(STAFF_COLOURS))
    for row in contents["sponsors"]:
        row.update(cash=str(rng.randint(0, 5)), weekly=str(rng.randint(0, 3)))
    for row in contents["infrastructure"]:
        row.update(cost=str(rng.randint(1, 6)), vp=str(rng.randint(0, 3)))
        row["copies"] = str(rng.randint(1, 4))
    for row in contents["objectives"]:
        limits = [str(rng.randint(1, 3)), str(rng.randint(4, 6))]
        row["fulfilled"], row["perfect"] = limits[:: -1 if row["measure"] == "conceded" else 1]
    club = contents["club"]
    club.update(stands=[rng.randint(0, 4) for _ in range(2)], boards=rng.randint(0, 3))
    club.update(free_spaces=rng.randint(0, 5), office_cost=[rng.randint(1, 4) for _ in range(4)])
    for track in ("players", "staff", "stadium"):
        club[f"upkeep_{track}"] = sorted(rng.choices(range(8), k=rng.randint(3, 12)))
    lines = ["injury", "suspension", "-", "2 fans", "-1 money", "1 fitness", "-2 operation"]
    for result in ("win", "draw", "loss"):
        club[f"consequences_{result}"] = rng.choices(lines, k=6)
    return contents
