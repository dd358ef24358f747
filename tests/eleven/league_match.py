"""A match between two managers, prepared by hand in pure Python."""

from __future__ import annotations

from types import SimpleNamespace

from eleven.games import NUMBERS, engine, source_of

from eoc_sim.simulator.eleven import (
    league_match_prepare,
)
from eoc_sim.simulator.eleven.cards import move_card
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.eleven.events import EVENTS
from eoc_sim.simulator.eleven.names import FORMATIONS
from eoc_sim.simulator.eleven.pitch import BALL, MARKERS, OFF_PITCH, SHIELD
from eoc_sim.simulator.kernel.records import field_of, make_records, set_field
from eoc_sim.simulator.kernel.tracing import trace_dtype

DATA = load()
NAMES = SimpleNamespace(source=NUMBERS, club=[club.code for club in DATA.clubs])
HOST, VISITOR = 0, 1
MONEY, FANS, OPERATION, FITNESS = range(4)
LAYOUT = (1, 1, 1, 4, 4, 4, 7, 7, 7, 0)
"""Three markers in the centre of each row, and one at the left of the defence: 4-3-3."""


class Match:
    """A match in week 6 between the Host, seat 0, and the Visitor, seat 1."""

    def __init__(self, **settings: object) -> None:
        game_engine = engine("random", "random", layer="season", league_matches="on", **settings)
        self.worker = game_engine.worker()
        self.worker.set_up(0)
        self.state = self.worker.states[0]
        self.trace = make_records(trace_dtype, 1)[0]
        set_field(self.trace, "position", 1)
        for value, names in (
            (-1, "owner fielded tactic outcome line_up"),
            (0, "squad_size held_count used resources turned put is_trained free_rerolls"),
            (0, "team_change team_feint"),
            (1, "team_strength team_keeper team_gloves"),
        ):
            for name in names.split():
                self[name][:] = value
        self.set(week=6, first_manager=HOST, turns_taken=0, half=1, rerolled=0)
        for seat in (HOST, VISITOR):
            self["cell"][seat] = LAYOUT
            self["team_side"][seat] = [SHIELD] * 5 + [BALL] * 5
            self["formation"][seat] = FORMATIONS.index("433")

    @property
    def table(self):
        return self.worker.part("table")

    def __getitem__(self, name: str):
        return field_of(self.table, name)

    def set(self, **fields: int) -> None:
        """Set single fields of the table."""
        for name, value in fields.items():
            set_field(self.table, name, value)

    def box(self, name: str):
        return field_of(self.worker.part("box"), name)

    def order(self, name: str):
        return field_of(self.worker.part("order"), name)

    def lay_out(self, cells) -> None:
        """Write these cells into the order for the ten markers, and no cells for the spare ones."""
        self.order("cell")[:MARKERS] = cells
        self.order("cell")[MARKERS:] = OFF_PITCH

    def field(self, seat: int, *numbers: str, put: tuple[int, ...] = (0, 0, 0, 0)) -> None:
        """Assign cards with their resources, each to the marker of its jersey."""
        for number in numbers:
            card = source_of(number)
            place = int(self["card_jersey"][card]) - 1
            move_card(self.table, card, seat)
            self["side_strength"][card] = self["card_strength"][card]
            self["side_gloves"][card] = self["card_gloves"][card]
            self["fielded"][seat, place] = card
            self["put"][seat, place] = put
            if place:
                self["team_strength"][seat, place - 1] = self["card_strength"][card]
                self["team_side"][seat, place - 1] = self["card_side"][card]
            else:
                self["team_keeper"][seat] = self["card_strength"][card]
                self["team_gloves"][seat] = self["card_gloves"][card]

    def set_goals(self, host: int, visitor: int) -> None:
        """Set each manager's goals, which are the sums of both halves."""
        self.box("sum_goals")[:] = host, visitor

    def prepare_refusal(self) -> int:
        """Return the refusal of the preparation that the Host ordered, or 0."""
        state = self.state
        return league_match_prepare.league_match_refusal(
            state.table, state.seats[HOST], state.order
        )

    def events(self, kind: str) -> list[dict]:
        return [event for event in EVENTS.read(self.trace, NAMES) if event["e"] == kind]
