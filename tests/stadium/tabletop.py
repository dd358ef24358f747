"""A table for trying the rules of Stadium, prepared by hand and then played step by step.

It works only in pure-Python mode. Each owner has one list of answers for each decision function; a
question with no answer left is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from plain_fields import changing_fields

from eoc_sim.simulator.kernel.policies import Policies
from eoc_sim.simulator.kernel.records import make_records, set_field
from eoc_sim.simulator.kernel.seating import FIXED
from eoc_sim.simulator.kernel.tracing import trace_dtype
from eoc_sim.simulator.stadium.codes import PHASE_NAMES
from eoc_sim.simulator.stadium.components import Components, load
from eoc_sim.simulator.stadium.decisions import DECISIONS
from eoc_sim.simulator.stadium.events import EVENTS
from eoc_sim.simulator.stadium.facts import write_facts
from eoc_sim.simulator.stadium.ledger import note_block
from eoc_sim.simulator.stadium.names import ACTIONS
from eoc_sim.simulator.stadium.names import TOKENS as TOKEN_NAMES
from eoc_sim.simulator.stadium.play import after_placing, play_step
from eoc_sim.simulator.stadium.rules import RULES
from eoc_sim.simulator.stadium.set_up import set_up
from eoc_sim.simulator.stadium.state import MAX_BONUSES, MAX_OWNERS, SPACES, copy_state, state_dtype

Answer = Mapping[str, Any]
ASKED = {"table.turn", "box.decisions"}
"""Fields that record a question and change even if the order is refused."""
SPACE = {name: number for number, name in enumerate(ACTIONS)}


class Refused(AssertionError):
    """An order that the rules refuse, with the rule's id and sentence."""


class Tabletop:
    """A game in pure-Python mode, with owners who give prepared answers.

    Args:
        answers: the answers in order, by seat and function: ``kind`` is what the function returns
            (1 if left out); the other keys are fields of the order. Cards and places are given
            by number, spaces by name.
        components: components to use instead of the package's.
        settings: switches.
    """

    def __init__(
        self,
        owners: int = 2,
        answers: Mapping[int, Mapping[str, Sequence[Answer]]] | None = None,
        components: Components | None = None,
        seed: int = 1,
        **settings: Any,
    ) -> None:
        self.components = components or load()
        self.rules = RULES.resolve(
            "standard", {name: str(value) for name, value in settings.items()}
        )
        self.answers = {
            seat: {name: list(answers_left) for name, answers_left in functions.items()}
            for seat, functions in (answers or {}).items()
        }
        self.asked: list[tuple[int, str]] = []
        self.state = make_records(state_dtype, 1)[0]
        self.trace = make_records(trace_dtype, 1)[0]
        set_field(self.trace, "position", 1)
        self.game_table, self.box = self.state.table, self.state.box
        write_facts(self.game_table, self.box, self.components, self.rules)
        self.game_table.owners = owners
        functions = np.zeros((MAX_OWNERS + 1, len(DECISIONS.names)), object)
        for seat in range(owners):
            for number, name in enumerate(DECISIONS.names):
                functions[seat, number] = self._script(seat, name)
        self.policies = Policies(functions, [None] * owners)
        set_up(self.state, self.trace, self.policies, seed, 0, FIXED)
        self.start_with(0)

    def start_with(self, seat: int) -> None:
        """Make a seat the first commissioner."""
        self.game_table.first = self.game_table.commissioner = seat

    def _script(self, seat: int, name: str) -> Callable[..., int]:
        def function(table: Any, me: Any, params: Any, order: Any) -> int:
            self.asked.append((seat, name))
            answers_left = self.answers.get(seat, {}).get(name, [])
            assert answers_left, f"seat {seat} is asked {name} but has no answer left"
            return self._fill(order, answers_left.pop(0), name)

        return function

    def _fill(self, order: Any, answer: Answer, name: str) -> int:
        for field, value in answer.items():
            if field in ("players", "employees"):
                cards = getattr(order, field)
                for number in value:
                    cards[self.card(number)] += 1
            elif field == "space":
                order.space = SPACE[value]
            elif field == "bonus":
                order.bonus = self.bonus(SPACE[answer["space"]], value)
            elif field == "place":
                order.place = self.place(value)
            elif field in ("card", "give", "employee"):
                setattr(order, field, self.card(value))
            elif field != "kind":
                setattr(order, field, value)
        return int(answer.get("kind", 1))

    # --- Numbers and ids.

    def card(self, number: str) -> int:
        """Return the row of a player or employee."""
        sheet = self.components.players if number[0] == "P" else self.components.employees
        return [card.number for card in sheet].index(number)

    def place(self, number: str) -> int:
        """Return the id of a building or square."""
        places = (*self.components.buildings, *self.components.field)
        return [place.number for place in places].index(number)

    def bonus(self, space: int, value: str | int) -> int:
        """Return the index of a bonus space, given as a number from 1 or as a kind.

        A kind stands for its first free bonus space.
        """
        if isinstance(value, int):
            return value - 1
        kinds = [*TOKEN_NAMES, "card", "star", "first"]
        kinds[2] = "win"
        for bonus in range(self.game_table.bonuses[space]):
            free = self.game_table.vp_seat[space, bonus] < 0
            if kinds[self.game_table.bonus[space, bonus]] == value and free:
                return bonus
        raise AssertionError(f"{ACTIONS[space]} has no free bonus space {value}")

    # --- Laying out.

    def set_tokens(self, seat: int, **tokens: int) -> None:
        """Set the number that an owner has of each of these tokens."""
        for name, number in tokens.items():
            self.game_table.tokens[seat, TOKEN_NAMES.index(name)] = number

    def tokens(self, seat: int) -> dict[str, int]:
        """Return an owner's tokens, without zeros."""
        return {
            name: int(self.game_table.tokens[seat, kind])
            for kind, name in enumerate(TOKEN_NAMES)
            if self.game_table.tokens[seat, kind]
        }

    def give(self, seat: int, *numbers: str) -> None:
        """Give an owner players, hired employees, and blocks on places."""
        table = self.game_table
        for number in numbers:
            if number[0] == "P":
                table.team[seat, self.card(number)] += 1
                table.team_size[seat] += 1
            elif number[0] == "E":
                table.hired[seat, self.card(number)] += 1
                table.hired_count[seat] += 1
            else:
                place = self.place(number)
                table.block[seat, place] = 1
                table.blocks_on[place] += 1
                table.blocks_at[seat, table.place_level[place]] += 1
                table.blocks_left[seat] -= 1
                if table.place_category[place] >= 0:
                    table.category_taken[seat, table.place_category[place]] = 1
                nth = table.rule_blocks - table.blocks_left[seat]
                note_block(self.state, seat, place, table.place_points[place], nth)

    def face_down(self, seat: int, *numbers: str) -> None:
        """Give an owner face-down employees."""
        for number in numbers:
            self.state.seats[seat].face_down[self.card(number)] += 1
            self.game_table.face_down_count[seat] += 1

    def on_offer(self, *numbers: str) -> None:
        """Turn up players in the draft area."""
        for number in numbers:
            self.game_table.area[self.card(number)] += 1
            self.game_table.area_size += 1

    def level(self, **levels: int) -> None:
        """Put bonus tokens on action spaces: 1 is a single, 2 a double, 3 or more a stack."""
        for name, level in levels.items():
            self.game_table.bonus_tokens[SPACE[name]] = level

    def stand(self, seat: int, space: str, bonus: int, first: bool = False) -> None:
        """Place the next VP on a bonus space, without taking the bonus.

        Bonus spaces are counted from 1.
        """
        table, number = self.game_table, SPACE[space]
        table.placed += 1
        table.vp_seat[number, bonus - 1] = seat
        table.vp_turn[number, bonus - 1] = table.placed
        table.vp_first[number, bonus - 1] = int(first)
        table.vps_on[number] += 1
        table.free_spaces -= 1
        self.box.placement_row[number, bonus - 1] = self.box.placements

    def ready_to_act(self, round_number: int = 1) -> None:
        """Clear the action board and leave no VPs to place."""
        table = self.game_table
        self.to("placing")
        for seat in range(table.owners):
            table.to_place[seat] = 0
        table.round = round_number
        for space in range(SPACES):
            for bonus in range(MAX_BONUSES):
                table.vp_seat[space, bonus] = -1
            table.vps_on[space] = 0

    def finish_placing(self) -> None:
        """Do step 2, then begin the first action.

        If no VP has been placed, begin step 4 instead.
        """
        after_placing(self.state, self.trace)

    def act(self) -> None:
        """Play on from the placed VPs up to salaries."""
        self.finish_placing()
        while PHASE_NAMES[self.game_table.phase] in ("acting", "exchanging"):
            self.step()

    def place_next(self, *seats: int) -> None:
        """Clear the action board; each of these seats places one VP next.

        The first seat is the commissioner.
        """
        table = self.game_table
        self.ready_to_act()
        self.start_with(seats[0])
        table.placer = table.placed = 0
        for seat in range(table.owners):
            table.to_place[seat] = int(seat in seats)
        table.free_spaces = int(table.bonuses.sum())

    # --- Playing.

    def changing_fields(self) -> dict[str, Any]:
        """Return all fields that a game changes, except the record of questions."""
        return changing_fields(self.state, state_dtype, copy_state, ASKED)

    def refused(self) -> str:
        """Play on to a refusal, which must change nothing; return its rule and sentence."""
        while True:
            before = self.changing_fields()
            try:
                self.step()
            except Refused as error:
                assert self.changing_fields() == before
                return str(error)
            assert PHASE_NAMES[self.game_table.phase] not in ("ending", "game over"), "not refused"

    def step(self) -> None:
        """Play to the next resting point; raise Refused if an order is refused."""
        refusal = play_step(self.state, self.trace, self.policies)
        if refusal:
            raise Refused(DECISIONS.refusals[refusal].words)

    def to(self, phase: str) -> None:
        """Play on until the game rests before a phase."""
        while PHASE_NAMES[self.game_table.phase] != phase:
            assert PHASE_NAMES[self.game_table.phase] != "game over"
            self.step()

    def rounds(self, number: int = 1) -> None:
        """Play whole rounds, or to the end of the game."""
        last = self.game_table.round + number
        while self.game_table.round < last and PHASE_NAMES[self.game_table.phase] != "game over":
            self.step()

    def events(self, kind: str | None = None) -> list[dict[str, Any]]:
        """Return the trace's events so far, all or those of one kind."""
        components = self.components
        names = SimpleNamespace(
            place=[place.number for place in (*components.buildings, *components.field)],
            player=[card.number for card in components.players],
            employee=[card.number for card in components.employees],
        )
        events = EVENTS.read(self.trace, names)
        return [event for event in events if kind in (None, event["e"])]
