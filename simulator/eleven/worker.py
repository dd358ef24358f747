"""Play an engine's games in one thread, whole or step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eoc_sim.errors import EngineError
from eoc_sim.simulator.eleven.decisions import DECISIONS
from eoc_sim.simulator.eleven.events import EVENTS
from eoc_sim.simulator.eleven.names import DECKS
from eoc_sim.simulator.eleven.sizes import CLUBS_IN_DECK, MAX_DEALS, MAX_TAKEN, MAX_TRADED
from eoc_sim.simulator.eleven.switches import LEAGUE_SWITCHES, weeks_of
from eoc_sim.simulator.eleven.twins import Intervention
from eoc_sim.simulator.eleven.words import WEEK_NAMES
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.twin_worker import TwinGameWorker

if TYPE_CHECKING:
    from eoc_sim.simulator.eleven.engine import Engine


class Worker(TwinGameWorker):
    """Plays one engine's games in one thread.

    Any game may be a twin, with an intervention.
    """

    engine: Engine
    event_declarations, decisions, round_names = EVENTS, DECISIONS, WEEK_NAMES
    intervention = Intervention
    change_fields = ("off", "amount", "known", "day", "denied")

    @property
    def max_rounds(self) -> int:
        """The number of weeks (WEE)."""
        return weeks_of(self.engine.rules)

    def first_event(self) -> dict[str, Any]:
        """Describe the game after set-up, with the switches of its layer."""
        event = super().first_event()
        if self.engine.rules["layer"] == "league":
            event["rules"] = {name: event["rules"][name] for name in LEAGUE_SWITCHES}
        return event

    def ask(self, *arguments: Any, **options: Any) -> None:
        """Send the kernel a request, as `GameWorker.ask` does.

        Raises:
            EngineError: the game has more rows than the result tables have room for.
        """
        super().ask(*arguments, **options)
        if field_of(self.part("box"), "ledger_overflow"):
            raise EngineError(
                f"{self.location()}: managers took more than {MAX_TAKEN} cards or tokens of one "
                f"kind ({MAX_TRADED} cards with transfers), or made more than {MAX_DEALS} deals; "
                "the result tables have no room for more"
            )

    def table_at_start(self) -> dict[str, Any]:
        """List the shuffled clubs of each deck in play."""
        names, clubs = self.engine.names, self.engine.components.clubs
        club_at = field_of(self.part("table"), "club_at")
        decks = int(field_of(self.part("table"), "clubs")) // CLUBS_IN_DECK
        return {
            "clubs": {
                DECKS[clubs[int(club_at[places[0]])].deck]: [
                    names.club[int(club_at[place])] for place in places
                ]
                for places in field_of(self.part("box"), "deck_order")[:decks]
            },
        }
