"""Workers for twins: games that differ in one thing."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from eoc_sim.simulator.kernel.records import field_of, fill_records, make_records, set_field
from eoc_sim.simulator.kernel.requests import PLAY_WITH_TWINS
from eoc_sim.simulator.kernel.worker import GameWorker

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.engine import GameEngine


class Intervention(Protocol):
    """One change in a twin, or none if made without arguments."""

    def encode(self, engine: Any) -> dict[str, int]:
        """Return the numbers of the intervention's record.

        Raises:
            InputError: the intervention's target does not exist.
        """


def encode_interventions(
    interventions: Sequence[Intervention], engine: GameEngine[Any]
) -> np.ndarray:
    """Encode interventions for an engine's kernel.

    Raises:
        InputError: an intervention's target does not exist.
    """
    fields = engine.kernel.request.fields
    assert fields is not None
    records = np.zeros(len(interventions), fields["intervention"][0])
    for index, intervention in enumerate(interventions):
        for name, number in intervention.encode(engine).items():
            records[name][index] = number
    return records


class TwinGameWorker(GameWorker):
    """A `GameWorker` whose games may be twins.

    The kernel's ``state`` has the record ``interventions`` and its ``request`` the record
    ``intervention``; its ``serve`` handles `PLAY_WITH_TWINS`.
    """

    intervention: ClassVar[type[Intervention]]
    change_fields: ClassVar[tuple[str, ...]]
    """The fields of a change; a twin sets at least one."""

    @property
    @abstractmethod
    def max_rounds(self) -> int:
        """The maximum number of rounds that a game can have."""

    def numbers_of(self, intervention: Intervention | None) -> Mapping[str, int]:
        """Return the numbers of an intervention's record, or of no change.

        Raises:
            InputError: the intervention's target does not exist.
        """
        return (intervention or self.intervention()).encode(self.engine)

    # --- Games that may be twins.

    def play(
        self, first_game: int, games: int, keep: Sequence[str], intervention: Any = None
    ) -> dict[str, np.ndarray]:
        """Play games as `GameWorker.play` does, optionally all as twins.

        Raises:
            InputError: the intervention's target does not exist.
        """
        self.intervene(intervention)
        return super().play(first_game, games, keep)

    def play_traced(self, game: int, intervention: Any = None) -> None:
        """Play one game and keep its trace for `events`.

        The trace of a game that fails ends at the failure.
        """
        self.intervene(intervention)
        super().play_traced(game)

    def set_up(self, game: int, intervention: Any = None) -> None:
        """Set up a game or, with an ``intervention``, its twin."""
        self.intervene(intervention)
        super().set_up(game)

    def copy_from(self, other: GameWorker) -> None:
        """Copy as `GameWorker.copy_from` does, but without the other's intervention."""
        super().copy_from(other)
        self.intervene(None)

    def intervene(self, intervention: Any) -> None:
        """Set the intervention for the next games; None removes it.

        Raises:
            InputError: the intervention's target does not exist.
        """
        for name, value in self.numbers_of(intervention).items():
            set_field(self.part("interventions"), name, value)

    def describe_game(self) -> str:
        """Describe the game, and say if it is a twin."""
        words = super().describe_game()
        change = self.part("interventions")
        is_twin = any(field_of(change, name) for name in self.change_fields)
        return f"a twin of {words}" if is_twin else words

    # --- Games and their twins.

    def room_for_copies(self) -> Any:
        """Make empty states into which a game can be copied.

        There is one for the game before each round and a last one for its end. Copying a game does
        not copy the version's facts. Twins are compared with the last state, so it gets the facts
        here. The others need none: they are copied into states that have the facts already.
        """
        copies = make_records(self._kernel.state, self.max_rounds + 1)
        self.engine.write_version(copies[self.max_rounds])
        return copies

    def play_with_twins(
        self,
        first_game: int,
        games: int,
        keep: Sequence[str],
        interventions: np.ndarray,
        copies: Any,
    ) -> dict[str, np.ndarray]:
        """Play games as `play` does, each with its row of twins.

        ``interventions`` has one row per game, with the same number of twins in each. The kept
        table ``twins`` has a row for each twin that departs from its game. ``copies`` come
        from `room_for_copies`.
        """
        requests = self._kernel.requests(PLAY_WITH_TWINS, [{}] * (1 + interventions.size))
        for name, number in self.game_request(first_game, games=games).items():
            set_field(requests[0], name, number)
        for name, number in self.numbers_of(None).items():
            set_field(field_of(requests[0], "intervention"), name, number)
        fill_records(requests[1:], "intervention", interventions.reshape(-1))
        self.intervene(None)
        set_field(self._traces[0], "position", 0)
        rows = self.row_arrays(games, keep, twins=interventions.size)
        self.ask(requests=requests, rows=rows, other_states=copies)
        return rows.take_rows()
