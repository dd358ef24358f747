"""A manager's club on a Tuesday of a season, prepared by hand in pure Python."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

from eleven.games import NUMBERS, engine, source_of
from eleven.table_fields import TableFields

from eoc_sim.simulator.eleven import actions, decisions, effects, season_prepare, sources
from eoc_sim.simulator.eleven.cards import move_card
from eoc_sim.simulator.eleven.component_cells import change
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.eleven.events import EVENTS
from eoc_sim.simulator.eleven.lasting import note_effects
from eoc_sim.simulator.eleven.state import PHASE_NAMES
from eoc_sim.simulator.kernel.records import field_of, make_records, set_field
from eoc_sim.simulator.kernel.tracing import trace_dtype

DATA = load()
NAMES = SimpleNamespace(
    source=NUMBERS,
    tactic=[tactic.number for tactic in DATA.tactics],
    club=[club.code for club in DATA.clubs],
)
SEAT = 0
ROWS = {"players": 0, "youngsters": 1, "staff": 2, "sponsors": 3}
KINDS = {"director": 0, "staff": 1, "sponsor": 2, "token": 3}
REFUSE, DO, PREPARE = range(3)


def do(states, traces, what, seat, kind):
    """Call one of the rule functions in a prepared state."""
    state, trace = states[0], traces[0]
    table, order = state.table, state.order
    if what == REFUSE:
        return actions.step_refusal(table, seat, kind, order)
    if what == PREPARE:
        return season_prepare.prepare_refusal(table, seat, order)
    card = order.card + 0
    if kind == decisions.HIRE:
        actions.hire(state, trace, seat, card)
    elif kind == decisions.SELL:
        actions.sell(state, trace, seat, card)
    elif kind == decisions.STAFF:
        actions.take_on(state, trace, seat, card)
    elif kind == decisions.SPONSOR:
        actions.sign_sponsor(state, trace, seat, card, order.way + 0)
    elif kind == decisions.BUILD:
        actions.build(state, trace, seat, card)
    effects.run(state, trace)
    return 0


@cache
def worker_of(changes: tuple[tuple[str, str], ...] = (), **settings: object):
    """Return a worker that plays games in succession.

    ``changes`` are those of components.
    """
    components = change(DATA, changes) if changes else None
    return engine("random", "random", components=components, layer="season", **settings).worker()


class Club(TableFields):
    """A manager on a Tuesday, in a prepared state."""

    def __init__(self, money: int = 20, **settings: object) -> None:
        self.worker = worker_of(**settings)
        self.worker.set_up(0)
        self.trace = make_records(trace_dtype, 1)
        set_field(self.trace[0], "position", 1)
        for value, names in (
            (-1, "owner outcome fielded"),
            (0, "squad_size held_count used resources earned area_count put is_trained"),
            (0, "injured_until suspended_until way"),
            (2, "level"),
        ):
            for name in names.split():
                field_of(self.table, name)[:] = value
        box = self.worker.part("box")
        field_of(box, "pile_count")[:] = 0
        spare = [source_of(f"N{number}") for number in range(30, 36)]
        field_of(box, "pile")[sources.SPONSOR_DECK, : len(spare)] = spare
        field_of(box, "pile_count")[sources.SPONSOR_DECK] = len(spare)
        lies = field_of(self.table, "lies")
        lies[lies == sources.IN_AREA] = sources.AWAY
        self["resources"][SEAT, 0] = money
        self.set(week=2, day=1, phase=PHASE_NAMES.index("a day"))
        for name in ("actions_taken", "extras_taken", "free_taken", "day_over", "asked_today"):
            set_field(self.table, name, 0)

    def show(self, row: str, *numbers: str) -> None:
        """Fill a row of the Transfer Area, the oldest card first."""
        for index, number in enumerate(numbers):
            self["area"][ROWS[row], index] = source_of(number)
            self["lies"][source_of(number)] = sources.IN_AREA
        self["area_count"][ROWS[row]] = len(numbers)

    def give(self, *numbers: str, trained: bool = False, seat: int = SEAT) -> None:
        """Put player cards in a squad."""
        box = self.worker.part("box")
        for card in map(source_of, numbers):
            move_card(self.table, card, seat)
            self["lies"][card] = sources.WITH_MANAGER
            self["is_trained"][card] = int(trained)
            front, back = self["card_strength"][card], field_of(box, "hidden_strength")[card]
            self["side_strength"][card] = back if trained else front
            self["side_gloves"][card] = self["card_gloves"][card]

    def hold(self, kind: str, *numbers: str, seat: int = SEAT) -> None:
        """Give directors, staff, sponsors or tokens."""
        for number in numbers:
            place = self["held_count"][seat, KINDS[kind]]
            self["held"][seat, KINDS[kind], place] = source_of(number)
            self["held_count"][seat, KINDS[kind]] += 1
            note_effects(self.table, seat, source_of(number))

    def order(self, **fields: int | str) -> None:
        """Fill in an order; a string is a card's printed number."""
        for name, value in {"way": 0, **fields}.items():
            code = source_of(value) if isinstance(value, str) else value
            set_field(self.worker.part("order"), name, code)

    def refusal(self, kind: int, **fields: int | str) -> int:
        """Return the refusal code of a step; check that asking leaves the state unchanged."""
        self.order(**fields)
        before = self.visible_state()
        code = do(self.worker.states, self.trace, REFUSE, SEAT, int(kind))
        assert self.visible_state() == before
        return code

    def visible_state(self) -> list[bytes]:
        """Return the part of the state that a refusal must not change."""
        names = ("resources", "level", "owner", "lies", "held", "held_count", "area", "used", "way")
        return [self[name].tobytes() for name in names]

    def act(self, kind: int, **fields: int | str) -> list[dict]:
        """Take a legal step; return all events so far."""
        assert self.refusal(kind, **fields) == 0
        do(self.worker.states, self.trace, DO, SEAT, int(kind))
        return EVENTS.read(self.trace[0], NAMES)

    @property
    def money(self) -> int:
        return int(self["resources"][SEAT, 0])
