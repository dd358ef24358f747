"""Rule sets and components of many kinds for whole games of Stadium."""

from __future__ import annotations

import random
from collections.abc import Mapping

from eoc_sim.simulator.stadium.component_cells import change
from eoc_sim.simulator.stadium.components import Components, load
from eoc_sim.simulator.stadium.switches import SWITCHES

EFFECTS = {
    "space.1.effect": "equipment: pay 1 money: 1 wins; equipment: 2 equipment; equipment: 1 cards",
    "space.2.effect": "train: 1 money; train: any number: pay 2 equipment: 1 wins; "
    "train: any number: pay 1 wins: 2 money",
    "space.3.effect": "hire: 1 equipment; hire: pay 2 money: 1 cards",
    "space.4.effect": "playbook: 1 wins; playbook: pay 1 equipment: 2 wins",
    "space.5.effect": "build: any number: pay 1 money: 1 construction; build: 1 entertainment",
    "space.6.effect": "tickets: any number: pay 3 wins: 4 money",
    "space.7.effect": "draft: 1 wins",
    "space.8.effect": "sponsorship: 2 money; sponsorship: any number: pay 2 money: 3 construction",
    "building.B01.effect": "train: 1 wins; train: pay 1 money: 2 equipment",
    "building.B04.effect": "football: 1 equipment; football: pay 1 equipment: 1 cards",
    "building.B05.effect": "build: 1 construction; football: 1 entertainment",
    "building.B06.effect": "sponsorship: 1 wins; draft: pay 1 money: 1 entertainment",
    "field.F01.effect": "tickets: 1 money; tickets: 1 cards",
    "field.F02.effect": "football: pay 1 wins: 3 money",
    "player.P01.effect": "equipment: 1 equipment; football: 1 wins",
    "player.P15.effect": "football: 2 wins; playbook: pay 1 money: 1 wins",
    "player.P15.copies": "3",
    "player.P08.salary": "2",
    "employee.E01.effect": "star: 2 money; merchandising: 1 entertainment",
    "employee.E01.copies": "3",
    "employee.E04.effect": "star: pay 1 money: 2 wins; star: 1 equipment; star: 2 cards",
    "employee.E11.effect": "football: pay 1 money: 2 entertainment; hire: 1 money",
    "board.point_tokens": "2 1 3",
}
"""Effects of every kind on every kind of component; also copies, a salary and unequal tokens."""


def components_with(cells: Mapping[str, str]) -> Components:
    """Return the package's components with cells set by key."""
    return change(load(), list(cells.items()))


def random_rule_set(number: int) -> tuple[int, dict[str, str]]:
    """Draw the owner count and about half of the switches; ``number`` determines them."""
    chance = random.Random(number)
    owners = chance.randint(2, 5)
    settings = {}
    for switch in SWITCHES.values():
        if chance.random() < 0.5:
            values = [*switch.words, *map(str, switch.numbers or ())]
            settings[switch.name] = chance.choice(values)
    maximum = int(settings.get("vp_max", 4))
    start = settings.get("vps_start", "auto")
    if (3 if owners == 2 else 2) > maximum or (start != "auto" and int(start) > maximum):
        settings["vp_max"] = "4"
    settings["round_cap"] = str(chance.randint(10, 25))
    return owners, settings
