"""The kernel's entry for Python."""

from __future__ import annotations

from eoc_sim.simulator.eleven.begin import set_up
from eoc_sim.simulator.eleven.hidden import redeal
from eoc_sim.simulator.eleven.play import play_step
from eoc_sim.simulator.eleven.state import GAME_OVER, clear_order, copy_ledger, copy_state
from eoc_sim.simulator.eleven.tables import write_rows
from eoc_sim.simulator.kernel.compiled import compiled_entry
from eoc_sim.simulator.kernel.entry import serving
from eoc_sim.simulator.kernel.played_game import PlayedGame

PLAYED = PlayedGame(
    set_up,
    play_step,
    redeal,
    write_rows,
    copy_state,
    copy_ledger,
    clear_order,
    over=GAME_OVER,
    round_field="week",
)
serve_any = serving(PLAYED)


@compiled_entry
def serve(states, others, traces, players, requests, ends, rows, filled):
    """Serve ``requests[0]`` as `kernel.entry.serving`."""
    return serve_any(states, others, traces, players, requests, rows, filled)
