"""A manager's club and match in a season, prepared by hand in pure Python."""

from __future__ import annotations

from types import SimpleNamespace

from eleven.games import NUMBERS, engine, source_of
from eleven.table_fields import TableFields

from eoc_sim.simulator.eleven import (
    abilities,
    conditions,
    consequences,
    decisions,
    effects,
    naming,
    season_match,
    sources,
    tokens,
)
from eoc_sim.simulator.eleven.cards import move_card
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.eleven.events import EVENTS
from eoc_sim.simulator.eleven.lasting import note_effects
from eoc_sim.simulator.eleven.names import MOMENTS, RESOURCES
from eoc_sim.simulator.eleven.outcomes import EARNED_WORDS
from eoc_sim.simulator.eleven.pitch import BALL, SHIELD
from eoc_sim.simulator.eleven.state import PHASE_NAMES
from eoc_sim.simulator.kernel.records import field_of, make_records, set_field
from eoc_sim.simulator.kernel.tracing import trace_dtype

DATA = load()
NAMES = SimpleNamespace(source=NUMBERS, club=[club.code for club in DATA.clubs])
SEAT = 0
RUN, CARRY_OUT, REFUSE, USE_REFUSAL, PLAY, END, SETTLE, HURT, COUNT, BEGIN = range(10)


def do(states, traces, what, seat, source, argument):
    """Call one of the rule functions in a prepared state.

    ``argument`` is a moment for RUN, a counter for COUNT, and otherwise a clause of the source.
    """
    state, trace = states[0], traces[0]
    clause = state.table.first_clause[source] + argument
    if what == RUN:
        effects.push_effects(state, seat, argument, source if source > 0 else -1)
        effects.run(state, trace)
        return state.table.asked_amount + 0
    if what == CARRY_OUT:
        effects.carry_out(state, trace, seat, source, clause)
        return 0
    if what == REFUSE:
        return naming.naming_refusal(state.table, seat, source, clause, state.order)
    if what == USE_REFUSAL:
        return abilities.use_refusal(state.table, seat, source, clause)
    if what == PLAY:
        season_match.play_match(state, trace, seat)
        return 0
    if what == END:
        consequences.end_match(state, trace, seat)
        return 0
    if what == SETTLE:
        consequences.carry_out_consequence(state, trace, seat)
        return 0
    if what == HURT:
        tokens.injure(state, seat, source)
        return state.ledger.seats[seat].injuries + 0
    if what == COUNT:
        return conditions.count_of(state.table, seat, argument)
    abilities.begin(state)
    return 0


class Club(TableFields):
    """A manager's club and match in a prepared state."""

    def __init__(self, **settings: object) -> None:
        self.worker = engine("random", "random", layer="season", **settings).worker()
        self.worker.set_up(0)
        self.state = self.worker.states[0]
        self.trace = make_records(trace_dtype, 1)
        set_field(self.trace[0], "position", 1)
        for value, names in (
            (-1, "owner fielded tactic outcome"),
            (0, "squad_size lies held_count used resources earned turned put"),
            (0, "put_by_tactic matches is_trained injured_until suspended_until"),
            (0, "experience"),
            (1, "team_strength team_keeper team_gloves"),
            (2, "level"),
        ):
            for name in names.split():
                field_of(self.table, name)[:] = value
        self.set(week=2, phase=PHASE_NAMES.index("abilities"), asked_amount=0)
        layout = (1, 1, 1, 4, 4, 4, 7, 7, 7, 0)
        field_of(self.table, "cell")[SEAT] = layout
        field_of(self.table, "team_side")[SEAT] = [SHIELD] * 5 + [BALL] * 5
        self.clear()

    def clear(self) -> None:
        """Empty the order."""
        for name in ("chosen", "named"):
            field_of(self.worker.part("order"), name)[:] = 0

    def give(self, *numbers: str, trained: bool = False) -> None:
        """Give cards, staff, sponsors, directors or tokens."""
        for number in numbers:
            source = source_of(number)
            if source < sources.DIRECTORS:
                move_card(self.table, source, SEAT)
                self["is_trained"][source] = trained
                self["side_strength"][source] = self["card_strength"][source]
                continue
            firsts = (sources.DIRECTORS, sources.STAFF, sources.SPONSORS, sources.TOKENS)
            kind = sum(source >= first for first in firsts) - 1
            self["held"][SEAT, kind, self["held_count"][SEAT, kind]] = source
            self["held_count"][SEAT, kind] += 1
            note_effects(self.table, SEAT, source)

    def field(self, *numbers: str, trained: bool = False) -> None:
        """Assign cards, each to the marker of its jersey."""
        self.give(*numbers, trained=trained)
        for number in numbers:
            source = source_of(number)
            place = int(self["card_jersey"][source]) - 1
            self["fielded"][SEAT, place] = source
            if place:
                self["team_strength"][SEAT, place - 1] = self["card_strength"][source]
                self["team_side"][SEAT, place - 1] = self["card_side"][source]

    def name(self, **times: int) -> None:
        """Name cards in the order."""
        self.clear()
        for number, count in times.items():
            field_of(self.worker.part("order"), "chosen")[source_of(number)] = count

    def name_markers(self, *jerseys: int) -> None:
        """Name markers in the order."""
        self.clear()
        for jersey in jerseys:
            field_of(self.worker.part("order"), "named")[jersey - 2] = 1

    def do(self, what: int, number: str = "", clause: int = 0) -> int:
        source = source_of(number) if number else 0
        return int(do(self.worker.states, self.trace, what, SEAT, source, clause))

    def run(self, moment: str, number: str = "") -> int:
        """Apply the effects of a moment; return how many cards the owner must choose."""
        return self.do(RUN, number, MOMENTS.index(moment))

    def refused(self, number: str, clause: int = 0) -> str:
        """Return the rule that refuses the cards or markers named in the order, or ""."""
        code = self.do(REFUSE, number, clause)
        return decisions.DECISIONS.refusals[code].rule if code else ""

    def strength(self, jersey: int) -> int:
        return int(self["team_strength"][SEAT, jersey - 2])

    def resources(self) -> dict[str, int]:
        return dict(zip(RESOURCES, self["resources"][SEAT].tolist(), strict=True))

    def earned(self, source: str) -> int:
        """Return the money that the tables attribute to a source."""
        return int(
            self.worker.states[0].ledger.seats[SEAT].earned[list(EARNED_WORDS).index(source)]
        )

    def events(self, kind: str = "effect") -> list[dict]:
        return [event for event in EVENTS.read(self.trace[0], NAMES) if event["e"] == kind]
