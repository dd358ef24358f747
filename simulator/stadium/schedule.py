"""The twins that a Stadium run can play.

They switch something off, give tokens, or move or deny a VP.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.simulator.kernel.twin_worker import encode_interventions
from eoc_sim.simulator.runs import schedule as general_schedule
from eoc_sim.simulator.runs.schedule import TwinEngine
from eoc_sim.simulator.stadium.columns import TWIN_NAMES
from eoc_sim.simulator.stadium.names import TOKENS as TOKEN_NAMES
from eoc_sim.simulator.stadium.sizes import MAX_VPS
from eoc_sim.simulator.stadium.twins import Intervention, deny, elsewhere, give, inert

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.numbers import Number
    from eoc_sim.simulator.stadium.components import Components
    from eoc_sim.simulator.stadium.engine import Engine
    from eoc_sim.simulator.stadium.versions import Version

POINTS_OFF, EFFECT_OFF, BOTH_OFF, GIFT, ELSEWHERE, DENIED = TWIN_NAMES
OFF_KINDS = (POINTS_OFF, EFFECT_OFF, BOTH_OFF)
BOUGHT_VPS = (3, 4)
"""The numbers of the VPs whose purchase may be denied."""
PRICED = ("building", "field", "player", "employee")
"""The first words of the keys of things that have a price."""


@dataclass(frozen=True)
class Entry:
    """An entry of the schedule: something switched off, given, moved or denied.

    ``kind`` is one of ``columns.TWIN_NAMES``. ``source``, the number of a place or card, is set for
    twins that switch it off, ``round`` for gifts and placements, ``token`` for gifts, and ``vp``
    for a denied VP. ``share`` is as in `runs.schedule`.
    """

    kind: str
    round: int = 0
    token: str = ""
    source: str = ""
    vp: int = 0
    share: int = 1

    def intervention(self) -> Intervention:
        """Make the intervention for a game.

        A gift or denial names the first seat, and a move the round's first placement; `Dealer` then
        chooses one at random.
        """
        if self.kind in OFF_KINDS:
            return inert(self.source, self.kind.removesuffix(" off"))
        if self.kind == GIFT:
            return give(0, self.round, self.token)
        return elsewhere(self.round, 1) if self.kind == ELSEWHERE else deny(0, self.vp)


class Schedule(general_schedule.Schedule):
    """A `Schedule` with Stadium's entries."""

    entry = Entry


class Dealer(general_schedule.Dealer):
    """Deals a schedule's interventions to one engine's games.

    Chance chooses the seat of a gift or denial, and the placement that is moved.
    """

    def __init__(self, schedule: Schedule, engine: Engine) -> None:
        vps = min(MAX_VPS, int(engine.rules["vp_max"]))
        draws = {
            GIFT: ("seat", 0, engine.players),
            DENIED: ("seat", 0, engine.players),
            ELSEWHERE: ("moved", 1, engine.players * vps),
        }
        super().__init__(
            schedule,
            encode_interventions([entry.intervention() for entry in schedule.entries], engine),
            encode_interventions([Intervention()], engine)[0],
            [draws.get(entry.kind) for entry in schedule.entries],
        )


def components_off(components: Components) -> list[Entry]:
    """List twins that switch off each place and card of this version.

    They switch off the points, the effect, or both. Absent places and cards without copies are
    left out.
    """
    in_play: list[Any] = [
        *(place for place in (*components.buildings, *components.field) if not place.absent),
        *(card for card in (*components.players, *components.employees) if card.copies > 0),
    ]
    entries = []
    for component in in_play:
        present = (component.victory_points != 0, bool(component.effect), True)
        entries += [
            Entry(kind, source=component.number)
            for kind, is_present in zip(OFF_KINDS, present, strict=True)
            if is_present
        ]
    return entries


def schedule_comparison(version: Version, number: Number) -> dict[str, Any]:
    """Schedule twins that compare a thing with others of its kind.

    ``number`` is one of the thing's printed numbers.
    """
    return general_schedule.comparison_schedule(
        Schedule,
        [
            entry
            for entry in components_off(version.components)
            if entry.kind == BOTH_OFF and entry.source[0] == number.row[0]
        ],
        lambda entry: entry.source == number.row,
    )


def moments(rounds: int) -> list[Entry]:
    """List the twins that measure timing.

    In each, a seat gets one token as a round begins, or one placement of a round moves elsewhere,
    or a seat that buys its third or fourth VP is denied it.
    """
    numbers = range(1, rounds + 1)
    return [
        *(Entry(GIFT, number, token) for token in TOKEN_NAMES for number in numbers),
        *(Entry(ELSEWHERE, number) for number in numbers),
        *(Entry(DENIED, vp=vp) for vp in BOUGHT_VPS),
    ]


def twin_engine(engine: Any, schedule: Mapping[str, Any]) -> TwinEngine:
    """Make an engine with the twins of a schedule from run.json."""
    return TwinEngine(engine, Dealer(Schedule.from_record(schedule), engine))


def keys_of(rows: np.ndarray, components: Components) -> list[tuple[str, int, str, str, int]]:
    """List the entry of each row of ``twins``, without its share.

    All placements share one entry: they are drawn with the same chance, so an unweighted mean
    describes them all.
    """
    numbers = {
        "place": [place.number for place in (*components.buildings, *components.field)],
        "player": [player.number for player in components.players],
        "employee": [employee.number for employee in components.employees],
    }
    keys = []
    for row in rows:
        kind = TWIN_NAMES[row["twin"]]
        source = next((names[row[name]] for name, names in numbers.items() if row[name] >= 0), "")
        is_given = kind == GIFT
        keys.append(
            (
                kind,
                int(row["round"]) if is_given else 0,
                TOKEN_NAMES[row["token"]] if is_given else "",
                source,
                int(row["vp"]),
            )
        )
    return keys
