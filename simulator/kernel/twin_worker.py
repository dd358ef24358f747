"""Playing games that may be twins of others: the same luck and players with one thing otherwise."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from eoc_sim.simulator.kernel.records import field_of, fill_records, make_records, set_field
from eoc_sim.simulator.kernel.requests import PLAY_WITH_TWINS
from eoc_sim.simulator.kernel.worker import GameWorker


class TwinGameWorker(GameWorker):
    """A `GameWorker` of a game with twins; any game that it plays may be one.

    The kernel's ``state`` and ``request`` have the record ``intervention(s)``, which says what is
    otherwise, and its ``serve`` answers `PLAY_WITH_TWINS`.
    """

    otherwise: ClassVar[tuple[str, ...]]
    """The numbers of an intervention of which one is not 0 in every twin."""

    # --- What a game's own worker says.

    @abstractmethod
    def numbers_of(self, intervention: Any) -> Mapping[str, int]:
        """The numbers of the record of an intervention; of None those of a game as it is.

        Raises:
            InputError: an intervention on what is not there.
        """

    @property
    @abstractmethod
    def most_rounds(self) -> int:
        """How many rounds a game can have."""

    # --- Games that may be twins.

    def play(
        self, first_game: int, games: int, keep: Sequence[str], intervention: Any = None
    ) -> dict[str, np.ndarray]:
        """As `GameWorker.play`; with an ``intervention`` all are twins that have it from the start.

        Raises:
            InputError: an intervention on what is not there.
        """
        self.intervene(intervention)
        return super().play(first_game, games, keep)

    def play_traced(self, game: int, intervention: Any = None) -> None:
        """Play one game and keep its trace, as far as it gets, for `events`."""
        self.intervene(intervention)
        super().play_traced(game)

    def set_up(self, game: int, intervention: Any = None) -> None:
        """Set a game up, a twin with an ``intervention``; it rests before its first round."""
        self.intervene(intervention)
        super().set_up(game)

    def copy_from(self, other: GameWorker) -> None:
        """As `GameWorker.copy_from`, without the other's intervention."""
        super().copy_from(other)
        self.intervene(None)

    def intervene(self, intervention: Any) -> None:
        """What the game has otherwise from now on; None for nothing.

        Raises:
            InputError: an intervention on what is not there.
        """
        for name, value in self.numbers_of(intervention).items():
            set_field(self.part("interventions"), name, value)

    def which_game(self) -> str:
        """Which game it is, or of which game it is a twin."""
        words = super().which_game()
        given = self.part("interventions")
        is_twin = any(field_of(given, name) for name in self.otherwise)
        return f"a twin of {words}" if is_twin else words

    # --- Games and their twins.

    def room_for_copies(self) -> Any:
        """Room for a game's states before each round and at its end, the last with its facts."""
        copies = make_records(self._kernel.state, self.most_rounds + 1)
        self.engine.write_version(copies[self.most_rounds])
        return copies

    def play_with_twins(
        self,
        first_game: int,
        games: int,
        keep: Sequence[str],
        interventions: np.ndarray,
        copies: Any,
    ) -> dict[str, np.ndarray]:
        """As `play`, and of each game the twins that have ``interventions[place]``.

        ``interventions`` has one row a game, equally many twins in each; the kept table ``twins``
        has a row for each that parts from its game. ``copies`` are `room_for_copies`.
        """
        requests = self._kernel.requests(PLAY_WITH_TWINS, [{}] * (1 + interventions.size))
        for name, number in self.game(first_game, games=games).items():
            set_field(requests[0], name, number)
        for name, number in self.numbers_of(None).items():
            set_field(field_of(requests[0], "intervention"), name, number)
        fill_records(requests[1:], "intervention", interventions.reshape(-1))
        self.intervene(None)
        set_field(self._traces[0], "position", 0)
        rows = self.room(games, keep, twins=interventions.size)
        self.ask(requests=requests, rows=rows, others=copies)
        return rows.written()
