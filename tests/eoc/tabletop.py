"""A table to try rules on, set up as in a game and then prepared by hand.

``Tabletop`` is for pure-Python mode: it calls rule functions one at a time, and the scripts of
its seats may be any Python functions. ``engine`` makes whole games in either mode.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from eoc import phases

from eoc_sim.simulator.eoc import actions, decisions
from eoc_sim.simulator.eoc.columns import COLOUR_NAMES, PART_NAMES, POSITION_NAMES, REGION_NAMES
from eoc_sim.simulator.eoc.components import Components, load
from eoc_sim.simulator.eoc.decisions import ASK_ACT, DECISIONS
from eoc_sim.simulator.eoc.effects import activate
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.events import EVENTS
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.setup import set_up
from eoc_sim.simulator.eoc.state import (
    CALENDAR,
    COACH_SOURCE,
    FUNDRAISING,
    HIDDEN,
    IN_PLAY,
    MONTHS,
    clear_order,
)
from eoc_sim.simulator.eoc.yardstick import YARDSTICK_EDITION
from eoc_sim.simulator.kernel.seating import FIXED

Script = Callable[[Any, Any, Any, Any], int]
_CONSTANTS = {id(value): name for name, value in vars(decisions).items()}
ACTION_NAMES = [_CONSTANTS[id(answer)].lower() for answer in ASK_ACT.answers]

# Fields that a single rule function uses as input or output; no later function reads them.
SCRATCH = {
    "due",
    "discounts",
    "substitutions",
    "from_package",
    "from_mat",
    "lost_ec",
    "named_colours",
    "ec_gains",
    "gains",
    "event_value",
    "chosen",
    "blamed_seat",
    "function",
    "answering",
    "decisions",
    "sort_key",
    "sort_item",
    "position_count",
}


@lru_cache(maxsize=1)
def fixed_components() -> Components:
    """Return fixed components, so that tests know all prices and stars."""
    return load(YARDSTICK_EDITION)


def effect_changes(number: str, effect: str, **columns: str) -> list[tuple[str, str, str]]:
    """List the changes that give a card this effect and set these columns."""
    usage = "upgrade"
    if effect.startswith(("month", "end")):
        usage = effect.partition(":")[0]
    cells = {"effect": effect, "usage": usage, **columns}
    return [(number, column, value) for column, value in cells.items()]


def engine(
    *lineup: str | Mapping[str, Script],
    rules: str = "standard",
    components: Components | None = None,
    seed: int = 1,
    seating: str = "fixed",
    bans: Sequence[frozenset[str]] = (),
    **settings: Any,
) -> Engine:
    """Make an engine for strategies or, in pure mode, for scripts keyed by function."""
    names = [entrant if isinstance(entrant, str) else "random" for entrant in lineup]
    loaded = {name: load_strategy(name) for name in set(names)}
    game_engine = Engine(
        components or fixed_components(),
        resolve(rules, {key: str(value) for key, value in settings.items()}),
        [loaded[name] for name in names],
        seed,
        seating,
        bans=bans,
    )
    for entry, entrant in enumerate(lineup):
        if not isinstance(entrant, str):
            game_engine.functions[entry] = plain_functions()
            for name, script in entrant.items():
                game_engine.functions[entry, DECISIONS.names.index(name)] = script
    return game_engine


@lru_cache(maxsize=1)
def plain_functions() -> np.ndarray:
    """Return the defaults of all strategy functions, except that ``act`` ends the turn."""
    from eoc_sim.simulator.eoc.engine import strategy_folders
    from eoc_sim.simulator.kernel.engine import load_defaults

    fallback = load_defaults(strategy_folders())
    row = np.zeros(len(DECISIONS.names), object)
    for hook, name in enumerate(DECISIONS.names):
        row[hook] = fallback.functions[name]
    row[DECISIONS.names.index("act")] = end_turn
    return row


def end_turn(table: Any, me: Any, params: Any, order: Any) -> int:
    return 0


class Tabletop:
    """A game after set-up, in month 1 with seat 0 starting; nobody acts until asked."""

    def __init__(
        self,
        players: int = 3,
        rules: str = "standard",
        changes: Sequence[tuple[str, str, str]] = (),
        components: Components | None = None,
        seed: int = 1,
        game: int = 0,
        scripts: Mapping[str, Script] | None = None,
        **settings: Any,
    ) -> None:
        self.components = components or fixed_components()
        if changes:
            self.components = self.components.with_changes(changes)
        self.engine = engine(
            *[dict(scripts or {})] * players,
            rules=rules,
            components=self.components,
            seed=seed,
            **settings,
        )
        self.worker = self.engine.worker()
        self.state = self.worker.state
        self.table = self.state.table
        self.box = self.state.box
        self.private = self.state.seats
        self.order = self.state.order
        self.policies = self.engine.policies[0]
        self.trace = self.worker._traces[0]
        self.trace.position = 1
        self.names = self.engine.names
        refusal = set_up(*self.everything, seed, game, FIXED)
        assert refusal == 0, DECISIONS.refusals[refusal]
        self.setup_events = self.events()
        self.table.month = 1
        self.table.starter = self.table.first = 0

    @property
    def everything(self) -> tuple[Any, ...]:
        """Return the arguments that every function of a phase takes."""
        return self.state, self.trace, self.policies

    # --- Names to numbers.

    def card(self, number: str) -> int:
        return self.names.card.index(number)

    def spot(self, name: str) -> int:
        return self.names.spot.index(name)

    def node(self, name: str) -> int:
        return self.names.place.index(name)

    def source(self, number: str) -> int:
        if number.startswith("HC"):
            return COACH_SOURCE + self.names.coach.index(number)
        return self.card(number)

    # --- Laying out the table.

    def script(self, seat: int, **scripts: Script) -> None:
        for name, script in scripts.items():
            self.engine.functions[seat, DECISIONS.names.index(name)] = script

    def mat(self, seat: int, **envelopes: int) -> None:
        """Put exactly these EC on a mat."""
        for colour, name in enumerate(COLOUR_NAMES):
            self.table.mat[seat, colour] = envelopes.get(name, 0)

    def on_mat(self, seat: int) -> dict[str, int]:
        return named(self.table.mat[seat])

    def play_from_nowhere(self, seat: int, *numbers: str) -> None:
        """Put cards into play without payment, stars or events."""
        for number in numbers:
            card = self.card(number)
            self.table.card_place[card] = IN_PLAY
            self.table.card_owner[card] = seat
            self.table.in_play[seat, self.table.in_play_count[seat]] = card
            self.table.in_play_count[seat] += 1
            kind = self.table.card_type[card]
            self.table.type_count[seat, kind] += 1
            if kind == FUNDRAISING:
                self.table.fundraising_count[seat, self.table.card_region[card]] += 1
            activate(self.table, seat, card)

    def on_calendar(self, seat: int, number: str, month: int | None = None) -> int:
        """Put a card on a month of a calendar."""
        card = self.card(number)
        self.table.card_place[card] = CALENDAR
        self.table.card_owner[card] = seat
        self.table.calendar_card[seat, month or self.table.month] = card
        return card

    def give_coach(self, seat: int, number: str) -> None:
        """Make this the head coach of a seat that has no cards in play."""
        assert self.table.in_play_count[seat] == 0
        for when in range(len(self.table.active_count[seat])):
            self.table.active_count[seat, when] = 0
        self.table.coach[seat] = self.names.coach.index(number)
        activate(self.table, seat, self.source(number))

    def no_coaches(self) -> None:
        for seat in range(self.table.players):
            self.table.coach[seat] = -1
            for when in range(len(self.table.active_count[seat])):
                self.table.active_count[seat, when] = 0

    def set_hand(self, seat: int, *numbers: str) -> None:
        """Make a seat's hand consist of exactly these cards."""
        for index in range(8):
            self.private[seat].hand[index] = -1
        for index, number in enumerate(numbers):
            self.private[seat].hand[index] = self.card(number)
            self.table.card_place[self.card(number)] = HIDDEN
        self.table.hand_size[seat] = len(numbers)

    def stash(self, seat: int) -> list[str]:
        me = self.private[seat]
        return [self.names.card[me.stash[i]] for i in range(self.table.stash_size[seat])]

    def pool(self) -> list[str]:
        return [self.names.card[self.table.pool[i]] for i in range(self.table.pool_size)]

    def deck(self) -> list[str]:
        return [
            self.names.card[self.box.deck[i]] for i in range(self.box.deck_top, self.box.deck_end)
        ]

    def cards_in(self, place: int) -> list[str]:
        """Return the cards in this public place."""
        return [
            number
            for card, number in enumerate(self.names.card)
            if self.table.card_place[card] == place
        ]

    def at(self, seat: int, place: str) -> None:
        """Put a bus at a place on the map: a node or a recruit's state."""
        name = place.split("/")[0]
        self.table.node[seat] = self.node(name)

    def package(self, seat: int, spot: str, **envelopes: int) -> None:
        number = self.spot(spot)
        for colour, name in enumerate(COLOUR_NAMES):
            self.table.package[seat, number, colour] = envelopes.get(name, 0)
        self.table.package_size[seat, number] = sum(envelopes.values())

    def token(self, spot: str, base: int | None = None, position: str | None = None) -> None:
        number = self.spot(spot)
        if base is not None:
            self.table.spot_base[number] = base
        if position is not None:
            self.table.spot_position[number] = POSITION_NAMES.index(position)

    def sign_freely(self, seat: int, *spots: str, position: str | None = None) -> None:
        """Give a seat signed recruits, without cost, stars or events."""
        for name in spots:
            number = self.spot(name)
            if position is not None:
                self.token(name, position=position)
            self.table.spot_owner[number] = seat
            actions.credit_recruit(self.table, seat, number)

    def dice(self, **numbers: int) -> None:
        for name, number in numbers.items():
            self.table.dice[COLOUR_NAMES.index(name)] = number

    # --- Acting.

    def fill(self, **fields: Any) -> Any:
        """Return a cleared order with these fields."""
        clear_order(self.order)
        for name, value in fields.items():
            if name == "card" and isinstance(value, str):
                value = self.source(value)
            elif name == "spot" and isinstance(value, str):
                value = self.spot(value)
            elif name == "node" and isinstance(value, str):
                value = self.node(value)
            elif name == "colour" and isinstance(value, str):
                value = COLOUR_NAMES.index(value)
            if isinstance(value, Mapping):
                for colour, number in value.items():
                    getattr(self.order, name)[COLOUR_NAMES.index(colour)] = number
            elif isinstance(value, (list, tuple)):
                for index, item in enumerate(value):
                    getattr(self.order, name)[index] = item
            else:
                setattr(self.order, name, value)
        return self.order

    def act(self, action: str, seat: int = 0, **fields: Any) -> str:
        """Carry out an action; return the id of the refusing rule, or ""."""
        self.fill(**fields)
        if action == "end_turn":
            actions.end_turn(self.state, self.trace, seat)
            return ""
        kind = ACTION_NAMES.index(action)
        refusal = actions.act(self.state, self.trace, seat, kind)
        return DECISIONS.refusals[refusal].rule

    def refuses(self, rule: str, action: str, seat: int = 0, **fields: Any) -> bool:
        """Check that a rule refuses an action and that the state is unchanged."""
        before = self.snapshot()
        code = self.act(action, seat, **fields)
        assert code == rule, f"refused by {code or 'nothing'}, not by {rule}"
        assert_same(before, self.snapshot())
        return True

    def start_turn(self, seat: int = 0, month: int | None = None) -> None:
        if month is not None:
            self.table.month = month
        actions.start_turn(self.state, seat)

    def draft_phase(self) -> str:
        return DECISIONS.refusals[phases.draft_phase(*self.everything)].rule

    def dice_phase(self) -> str:
        return DECISIONS.refusals[phases.dice_phase(*self.everything)].rule

    def final_scoring(self) -> str:
        return DECISIONS.refusals[phases.final_scoring(*self.everything)].rule

    # --- Looking.

    def events(self) -> list[dict[str, Any]]:
        """Return the events since the last call."""
        events_read = EVENTS.read(self.trace, self.names)
        self.trace.position = 1
        return events_read

    def parts(self, seat: int) -> dict[str, int]:
        """Return the parts of a score that are not 0."""
        return {
            name: int(self.table.part[seat, index])
            for index, name in enumerate(PART_NAMES)
            if self.table.part[seat, index]
        }

    def snapshot(self) -> dict[str, Any]:
        """Return all of the state but the engine's scratch fields."""
        values = {}
        records = [("table", self.table), ("box", self.box)]
        records += [(f"me {seat}", me) for seat, me in enumerate(self.private)]
        for record_name, record in records:
            for name, value in vars(record).items():
                if name != "_integers" and name not in SCRATCH:
                    values[f"{record_name}.{name}"] = (
                        value.copy() if isinstance(value, (np.ndarray, list)) else value
                    )
        values["trace"] = int(self.trace.position)
        return values


def assert_same(before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    changed = [name for name in before if not np.array_equal(before[name], after[name])]
    assert not changed, f"changed: {', '.join(changed)}"


def named(envelopes: Sequence[int]) -> dict[str, int]:
    """Count EC by colour, without zeros."""
    return {name: int(envelopes[c]) for c, name in enumerate(COLOUR_NAMES) if envelopes[c]}


def region(name: str) -> int:
    return REGION_NAMES.index(name)


def colour(name: str) -> int:
    return COLOUR_NAMES.index(name)


def position(name: str) -> int:
    return POSITION_NAMES.index(name)


ALL_MONTHS = range(1, MONTHS + 1)
