"""A match with a referee, prepared by hand in pure Python."""

from __future__ import annotations

from functools import cache

from eleven.games import engine, source_of

from eoc_sim.simulator.eleven import (
    abilities,
    refereeing,
    season_match,
)
from eoc_sim.simulator.eleven.cards import move_card
from eoc_sim.simulator.eleven.codes import BEFORE
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.eleven.events import EVENTS
from eoc_sim.simulator.eleven.pitch import BALL, OTHER, OWN, SHIELD
from eoc_sim.simulator.kernel.records import make_records, set_field
from eoc_sim.simulator.kernel.tracing import trace_dtype

DATA = load()
SEAT = 0
UNJUST, METICULOUS, INEXPERIENCED, FRIENDLY, GOAL_EAGER, PERFECTIONIST = range(1, 7)
FANS = 1


@cache
def worker_of(**settings: object):
    return engine("random", "random", layer="season", referees="on", **settings).worker()


class Match:
    """A manager's match with a revealed line-up and assigned cards."""

    def __init__(self, *cards: str, **settings: object) -> None:
        self.worker = worker_of(**settings)
        self.worker.set_up(0)
        self.state = self.worker.state
        self.table = table = self.state.table
        self.records = make_records(trace_dtype, 1)
        set_field(self.records[0], "position", 1)
        for value, names in (
            (-1, "owner fielded tactic outcome"),
            (0, "squad_size held_count used resources earned put matches put_by_tactic"),
            (0, "is_trained turned holds"),
        ):
            for name in names.split():
                getattr(table, name)[:] = value
        table.week = 2
        table.first_manager = table.turns_taken = 0
        table.cell[SEAT, :] = (1, 1, 1, 4, 4, 4, 7, 7, 7, 0)
        table.team_strength[SEAT, :] = 1
        table.team_side[SEAT, :] = [SHIELD] * 5 + [BALL] * 5
        table.team_keeper[SEAT] = table.team_gloves[SEAT] = 1
        table.line_up[:] = 0
        for number in cards:
            card = source_of(number)
            place = int(table.card_jersey[card]) - 1
            move_card(table, card, SEAT)
            table.side_strength[card] = table.card_strength[card]
            table.fielded[SEAT, place] = card
            if place:
                table.team_strength[SEAT, place - 1] = table.card_strength[card]
                table.team_side[SEAT, place - 1] = table.card_side[card]
        abilities.begin(self.state)
        table.moment = BEFORE

    @property
    def trace(self):
        return self.records[0]

    def referee(self, d12: int, d6: int) -> None:
        """Call a referee with dice that show these faces."""
        self.table.rerolled = 0
        self.table.dice[0], self.table.dice[1] = d12, d6
        self.state.box.dice_first[:2] = d12, d6
        refereeing.begin_refereeing(self.state, self.trace)

    def result(self, goals: int, against: int, *scorers: str) -> dict:
        """End the match with these goals plus the referee's; return its event."""
        box = self.state.box
        season_match.play_phases(self.state, SEAT)
        box.goals[OWN], box.goals[OTHER] = goals, against
        self.table.match_scored[SEAT, :] = 0
        for number in scorers:
            self.table.match_scored[SEAT, self.marker(number)] += 1
        refereeing.add_goals(self.state, self.trace, SEAT)
        season_match.end_match(self.state, self.trace, SEAT)
        return self.events("match")[-1]

    def marker(self, number: str) -> int:
        return int(self.table.card_jersey[source_of(number)]) - 2

    def strength(self, number: str) -> int:
        return int(self.table.team_strength[SEAT, self.marker(number)])

    def events(self, kind: str) -> list[dict]:
        events = EVENTS.read(self.trace, self.worker.engine.names)
        return [event for event in events if event["e"] == kind]

    def last_effect(self) -> dict:
        """Return the referee's last effect."""
        return self.events("referee_effect")[-1]
