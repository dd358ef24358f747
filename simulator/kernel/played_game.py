"""A game's rules as compiled functions, from which its kernel is made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from eoc_sim.simulator.kernel.compiled import COMPILED, compiled
from eoc_sim.simulator.kernel.search import make_thinking_functions

FROM_SET_UP = -1
"""The parting round of a twin that is played from set-up."""


@dataclass(frozen=True, eq=False)
class SearchFunctions:
    """A game's part in a search: compiled functions and three numbers.

    The game's state has ``box.search_key``, the key of the rollouts' streams, which no redeal
    changes. Its order has ``candidate``, ``rollouts``, ``caution`` and ``horizon``, which hold the
    question put to ``propose`` and its answer.

    ``deciding_seat(state, index)`` is the seat that may look ahead at this resting point, or -1. If
    several seats decide simultaneously, ``index`` counts them. ``stream(table, seat)`` is the
    number of the stream that the seat's rollouts draw from; ``value(state, seat)`` is a finished
    game's value to the seat; ``turns_taken(table, seat)`` counts the turns that the seat has taken,
    the unit of a horizon.

    ``memory`` is the count of numbers in a seat's memory. ``propose`` and ``judge`` are the indices
    of the functions with these names in the table of functions.
    """

    deciding_seat: Any
    stream: Any
    value: Any
    turns_taken: Any
    memory: int
    propose: int
    judge: int


@dataclass(frozen=True, eq=False)
class TwinFunctions:
    """A game's part in twins: compiled functions for its interventions.

    The game's state keeps its interventions in the record ``interventions``. A request has a record
    of the same form, ``intervention``.
    ``parting_round(state, intervention)`` is the round in which a twin departs from a finished
    game, 0 if never, `FROM_SET_UP` if before the first. ``intervene(state, intervention, round)``
    turns a game into the twin at the beginning of that round; here, unlike in the result of
    ``parting_round``, round 0 is before set-up.
    ``write_twin(game, twin, rows, counts)`` writes the differences between a game and its twin when
    both are over.

    ``beginning`` is the phase before a round. ``with_rows`` is true if a twin needs the rows that
    its game noted before the two parted.
    """

    parting_round: Any
    intervene: Any
    write_twin: Any
    beginning: int
    with_rows: bool = False


@dataclass(frozen=True, eq=False)
class PlayedGame:
    """A game's rules: compiled functions, the final phase and the round's field.

    ``set_up(state, trace, policies, seed, game, seating)`` and ``play_step(state, trace,
    policies)``, which plays to the next resting point, return 0 or a refusal. ``redeal(state, seat,
    key)`` redeals what a seat does not see. ``write_rows(state, rows, counts)`` writes the game
    into the tables' arrays.

    ``copy_state(target, source)`` copies everything that a game changes except its noted rows,
    which ``copy_ledger`` copies. ``clear_order(order)`` empties an order.

    ``game_over`` is the phase of a finished game, ``round_field`` the field of the table that
    counts the rounds, from 1. ``search`` and ``twins`` are None in a game without them.
    """

    set_up: Any
    play_step: Any
    redeal: Any
    write_rows: Any
    copy_state: Any
    copy_ledger: Any
    clear_order: Any
    game_over: int
    round_field: str
    search: SearchFunctions | None = None
    twins: TwinFunctions | None = None

    @cached_property
    def round_of(self) -> Any:
        """Make ``round_of(table)``, which returns the number of the round."""
        name = self.round_field
        if not COMPILED:
            return lambda table: getattr(table, name)

        @compiled
        def round_of(table: Any) -> Any:
            return table[name]

        return round_of

    @cached_property
    def copy_game(self) -> Any:
        """Make ``copy_game(target, source)``, for the state and the noted rows."""
        copy_state, copy_ledger = self.copy_state, self.copy_ledger

        @compiled
        def copy_game(target: Any, source: Any) -> None:
            copy_state(target, source)
            copy_ledger(target, source)

        return copy_game

    @cached_property
    def play_on(self) -> Any:
        """Make ``play_on(state, trace, policies)``, which plays to the end."""
        play_step, game_over = self.play_step, self.game_over

        @compiled
        def play_on(state: Any, trace: Any, policies: Any) -> Any:
            while state.table.phase != game_over:
                refusal = play_step(state, trace, policies)
                if refusal > 0:
                    return refusal
            return 0

        return play_on

    @cached_property
    def thinking(self) -> tuple[Any, Any]:
        """Make ``think_and_step`` and ``think_and_play_on`` (`search.make_thinking_functions`)."""
        return make_thinking_functions(self)
