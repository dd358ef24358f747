"""Random effect phrases: every word of the language wherever it is allowed."""

from __future__ import annotations

import re
from random import Random

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.components import Components
from eoc_sim.simulator.eoc.effect_language import parse
from eoc_sim.simulator.eoc.effect_language import phrase as normal_form
from eoc_sim.simulator.kernel.phrases import EffectError

COLOURS = ("green", "purple", "yellow", "blue", "orange", "magenta")
REGIONS = ("northwest", "southwest", "texas", "midwest", "south", "northeast")
POSITIONS = ("qb", "rb", "wr", "te", "ol", "dl", "lb", "db")
TYPES = ("culture", "personnel", "fundraising")
MONTHS = (
    "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december", "january", "february",
)  # fmt: skip
MOMENTS = (
    "month", "play", "sign", "market", "trade", "move", "bet_won", "crap_out", "always", "end",
)  # fmt: skip


def _alternatives(luck: Random, words: tuple[str, ...]) -> str:
    return "|".join(luck.sample(words, luck.randint(1, 3)))


def _condition(luck: Random) -> str:
    return luck.choice(
        [
            luck.choice(TYPES),
            f"fundraising {luck.choice(REGIONS)}",
            f"region {_alternatives(luck, REGIONS)}",
            f"position {_alternatives(luck, POSITIONS)}",
            f"base >= {luck.randint(2, 5)}",
            f"base <= {luck.randint(2, 5)}",
            "border",
            "single",
            "same_state",
            f"month {MONTHS[luck.randint(0, 5)]}-{MONTHS[luck.randint(6, 11)]}",
            "used_fundraising",
            "crapped_out",
        ]
    )


def _counter(luck: Random) -> str:
    number = luck.choice(["", "", "2 ", "3 "])
    return number + luck.choice(
        [
            luck.choice(TYPES),
            f"fundraising {luck.choice(REGIONS)}",
            "card",
            "recruit",
            "border recruit",
            f"{luck.choice(REGIONS)} recruit",
            f"{_alternatives(luck, POSITIONS)} recruit",
            "position",
            "bucks",
            "region",
            f"recruit base >= {luck.randint(2, 5)}",
        ]
    )


def _gain(luck: Random) -> str:
    number = luck.randint(1, 3)
    return luck.choice(
        [
            f"{number} stars",
            f"{number} bucks",
            f"{number} ec any",
            f"{number} ec {luck.choice(COLOURS)}",
            f"{number} moves",
            f"{number} free_bets",
            f"{number} free_runners",
            "value x2",
            f"discount {luck.choice(['cards', 'recruits', 'trades'])} {number}",
            f"{number} bucks_as_ec {luck.choice(['cards', 'recruits', 'moves'])}",
            "use_again 1",
            "shift_die 1",
        ]
    )


def _clause(luck: Random) -> str:
    text = luck.choice(MOMENTS) + ": "
    conditions = [_condition(luck) for _ in range(luck.choice([0, 0, 1, 1, 2]))]
    if conditions:
        text += f"if {' and '.join(conditions)}: "
    if luck.random() < 0.25:
        what = luck.choice(["bucks", "ec", "ec any", f"ec {luck.choice(COLOURS)}"])
        text += f"pay {luck.randint(1, 2)} {what}: "
    text += _gain(luck)
    if luck.random() < 0.4:
        text += f" per {_counter(luck)}"
        if luck.random() < 0.3:
            text += f" up to {luck.randint(2, 6)}"
    return text


def clause(luck: Random) -> str:
    """Write a clause that the language allows."""
    while True:
        text = _clause(luck)
        if re.search(r"bucks per (\d )?bucks", text):
            continue  # gaining BB per BB held would overflow the engine's numbers
        try:
            return normal_form(parse(text))
        except EffectError:
            continue


def effect(luck: Random) -> str:
    """Write an effect of one to three clauses."""
    return "; ".join(clause(luck) for _ in range(luck.choice([1, 1, 2, 3])))


def altered(components: Components, luck: Random) -> Components:
    """Return components with random effects, costs and stars, and random coach effects."""
    changes = []
    for card in components.cards:
        result = effect(luck)
        usage = "upgrade"
        if result.startswith(("month: ", "always: shift_die")):
            usage = "month"
        elif result.startswith("end: "):
            usage = "end"
        cost = [0] * len(COLOURS)
        for _ in range(luck.randint(1, 3)):
            cost[luck.randrange(len(COLOURS))] += 1
        cells = {
            "effect": result,
            "usage": usage,
            "stars": str(luck.randint(0, 6)),
            **{f"cost_{colour}": str(number) for colour, number in zip(COLOURS, cost, strict=True)},
        }
        changes += [(card.number, column, value) for column, value in cells.items()]
    changed = components.with_changes(changes)
    contents = changed.as_dict()
    for coach in contents["coaches"]:
        coach["effect"] = effect(luck)
    try:
        return Components.from_dict(contents)
    except InputError as error:
        raise AssertionError(f"a phrase that parse allows is refused: {error}") from error
