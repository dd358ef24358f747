"""A worker, which plays the games of one engine in one thread.

It plays games whole, step by step, or as twins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.columns import (
    COLOUR_NAMES,
    MONTH_NAMES,
    POSITION_NAMES,
    REGION_NAMES,
    TABLES,
)
from eoc_sim.simulator.eoc.components import spots
from eoc_sim.simulator.eoc.decisions import DECISIONS
from eoc_sim.simulator.eoc.entry import (
    KEPT_STATES,
    PLAY_AND_KEEP,
    PLAY_FORKS,
    PLAY_TRUNKS,
    PLAY_TWINS,
)
from eoc_sim.simulator.eoc.events import EVENTS
from eoc_sim.simulator.eoc.state import DEALING, GAME_OVER, MAX_CARDS, MONTHS, PHASE_NAMES, SET_UP
from eoc_sim.simulator.eoc.twins import Intervention
from eoc_sim.simulator.kernel.records import field_of, fill_records, make_records, set_field
from eoc_sim.simulator.kernel.twin_worker import TwinGameWorker

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.engine import Engine


class Worker(TwinGameWorker):
    """Plays games of one engine in one thread.

    Any of these games may be a twin, with an intervention.

    >>> worker = engine.worker()                                             # doctest: +SKIP
    >>> worker.set_up(17)                                                    # doctest: +SKIP
    >>> worker.play_until("dealing", month=5)                                # doctest: +SKIP
    """

    engine: Engine
    event_declarations, decisions, round_names = EVENTS, DECISIONS, MONTH_NAMES
    intervention = Intervention

    # --- The change in a twin.

    change_fields = ("inert", "envelopes", "bucks", "die")
    max_rounds = MONTHS

    def intervene(self, intervention: Intervention | None) -> None:
        """Set the game's intervention from now on; None removes it.

        Raises:
            InputError: there is no such card, seat, colour or month, or the intervention gives
                foreseen EC and the game has begun.
        """
        has_begun = self.phase not in (PHASE_NAMES[SET_UP], PHASE_NAMES[GAME_OVER]) and (
            self.month > 1 or self.phase != PHASE_NAMES[DEALING]
        )
        if intervention is not None and has_begun and intervention.gives_foreseen_envelopes:
            raise InputError(
                "Foreseen EC are given before March's deal; this game is in "
                f"{MONTH_NAMES[self.month]}."
            )
        super().intervene(intervention)

    # --- One game, from one resting point to another.

    def play_until(self, phase: str, month: int = 0, policies: Any = None) -> None:
        """Play on like `GameWorker.play_until`, to a phase in ``month`` or later.

        Raises:
            InputError: there is no such phase or month.
        """
        self._check_has_game()
        if not 0 <= month <= MONTHS:
            raise InputError(f"There is no month {month}; months are 1 (March) to {MONTHS}.")
        super().play_until(phase, month, policies)

    # --- Games and their twins (`twins.Fork`).

    def play_and_keep(self, game: int, copies: Any, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """Play a game, keep its states in ``copies`` and return rows.

        ``copies`` come from `room_for_copies`. They receive the state before each month's deal and
        the final state.
        """
        self.intervene(None)
        rows = self.row_arrays(1, keep)
        self.ask(PLAY_AND_KEEP, self.game_request(game), rows, other_states=copies)
        return rows.take_rows()

    def play_twins(
        self, interventions: np.ndarray, copies: Any, keep: Sequence[str]
    ) -> list[dict[str, np.ndarray] | None]:
        """Play twins of the game in ``copies``; return each intervention's rows.

        The rows are None for a twin that never departs from the game. ``interventions`` come from
        `encode_interventions`.
        """
        requests = self._kernel.requests(PLAY_TWINS, [{}] * len(interventions))
        fill_records(requests, "intervention", interventions)
        rows = self.row_arrays(len(interventions), keep)
        ends = np.zeros((len(interventions) + 1, len(TABLES)), np.int64)
        self.ask(requests=requests, rows=rows, other_states=copies, ends=ends[1:])
        return [
            rows.take_rows(first, last) if field_of(request, "round") > 0 else None
            for request, first, last in zip(requests, ends, ends[1:], strict=False)
        ]

    # --- Games of several versions (`runs.forking`).

    def mark_altered(self, cards: Sequence[int]) -> None:
        """Mark the cards that a fork changes.

        The worker of a forked version marks the cards that its version changes. The worker of the
        version that others are forked from marks the cards that any of these versions changes.
        """
        is_altered = np.zeros(MAX_CARDS, np.int32)
        is_altered[list(cards)] = 1
        set_field(self.part("box"), "is_altered", is_altered)

    def room_for_trunks(self, games: int) -> Any:
        """Make room for the states that `play_trunks` keeps of its games."""
        return make_records(self._kernel.state, KEPT_STATES * games)

    def play_trunks(
        self, first_game: int, games: int, keep: Sequence[str], trunks: Any
    ) -> dict[str, np.ndarray]:
        """Play games as `play` does, keeping states for other versions' forks."""
        return self._play_games(PLAY_TRUNKS, first_game, games, keep, trunks)

    def play_forks(
        self, first_game: int, games: int, keep: Sequence[str], trunks: Any
    ) -> dict[str, np.ndarray]:
        """Play games as `play` does, each from where it leaves its trunk.

        ``trunks`` are the games of another version.
        """
        return self._play_games(PLAY_FORKS, first_game, games, keep, trunks)

    def _play_games(
        self, task: int, first_game: int, games: int, keep: Sequence[str], trunks: Any
    ) -> dict[str, np.ndarray]:
        self.intervene(None)
        set_field(self._traces[0], "position", 0)
        rows = self.row_arrays(games, keep)
        self.ask(task, self.game_request(first_game, games=games), rows, other_states=trunks)
        return rows.take_rows()

    @property
    def month(self) -> int:
        """The game's current month, from 1 (March) to 12 (February)."""
        return self.round

    # --- Descriptions for the trace's first event.

    def first_event(self) -> dict[str, Any]:
        """Describe the set-up, with numeric rules given as numbers."""
        return super().first_event() | {"rules": dict(self.engine.rules)}

    def seat_at_start(self, seat: int) -> dict[str, Any]:
        """Return what a seat has been dealt and what it starts with."""
        names, table = self.engine.names, self.part("table")
        region = int(field_of(table, "region")[seat])
        is_choice = self.engine.rules["coach_choice"] == "reverse_turn_order"
        coach = -1 if is_choice else int(field_of(table, "coach")[seat])
        board = int(field_of(self.part("seats")[seat], "board"))
        order = (seat - int(field_of(table, "first"))) % self.engine.players + 1
        positions = () if board < 0 else self.engine.components.boards[board].positions
        return {
            "region": REGION_NAMES[region],
            "coach": names.coach[coach] if coach >= 0 else None,
            "board": None if board < 0 else [POSITION_NAMES[position] for position in positions],
            "bucks": int(field_of(table, "rule_start_bucks"))
            + int(field_of(table, f"rule_order_bucks_{order}")),
            "stars": int(field_of(table, f"rule_order_stars_{order}")),
            "hq": names.place[int(field_of(table, "hq_node")[region])],
            "seeded": int(field_of(table, "rule_seeded_months")),
        }

    def table_at_start(self) -> dict[str, Any]:
        """Return the spots with their costs, and the edges of the map."""
        names, table = self.engine.names, self.part("table")
        components = self.engine.components
        base, position = field_of(table, "spot_base"), field_of(table, "spot_position")
        cost = field_of(table, "spot_cost")
        return {
            "spots": [
                {
                    "spot": names.spot[number],
                    "state": spot.state,
                    "regions": [REGION_NAMES[region] for region in spot.regions],
                    "base": int(base[number]),
                    "cost": {
                        name: int(price)
                        for name, price in zip(COLOUR_NAMES, cost[number], strict=True)
                        if price
                    },
                    "position": POSITION_NAMES[int(position[number])],
                }
                for number, spot in enumerate(spots(components))
            ],
            "edges": [list(edge) for edge in components.map.edges],
        }
