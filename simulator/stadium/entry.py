"""The entry from Python to the kernel."""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled_entry
from eoc_sim.simulator.kernel.entry import make_serve
from eoc_sim.simulator.kernel.played_game import PlayedGame, SearchFunctions, TwinFunctions
from eoc_sim.simulator.stadium import search
from eoc_sim.simulator.stadium.codes import BEGINNING, GAME_OVER
from eoc_sim.simulator.stadium.decisions import ASK_JUDGE, ASK_PROPOSE
from eoc_sim.simulator.stadium.hidden import redeal
from eoc_sim.simulator.stadium.interventions import intervene, parting_round
from eoc_sim.simulator.stadium.play import play_step
from eoc_sim.simulator.stadium.set_up import set_up
from eoc_sim.simulator.stadium.state import MEMORY, clear_order, copy_ledger, copy_state
from eoc_sim.simulator.stadium.tables import write_rows
from eoc_sim.simulator.stadium.twin_rows import write_twin

PLAYED_GAME = PlayedGame(
    set_up,
    play_step,
    redeal,
    write_rows,
    copy_state,
    copy_ledger,
    clear_order,
    game_over=GAME_OVER,
    round_field="round",
    search=SearchFunctions(
        search.deciding_seat,
        search.stream,
        search.value,
        search.rounds_over,
        memory=MEMORY,
        propose=ASK_PROPOSE,
        judge=ASK_JUDGE,
    ),
    twins=TwinFunctions(parting_round, intervene, write_twin, beginning=BEGINNING),
)
serve_any = make_serve(PLAYED_GAME)


@compiled_entry
def serve(states, other_states, traces, policy_sets, requests, ends, rows, counts):
    """Serve ``requests[0]``, as `kernel.entry.make_serve` describes.

    All games' entries have the same parameters, but only a game with forks uses ``ends``.
    """
    return serve_any(states, other_states, traces, policy_sets, requests, rows, counts)
