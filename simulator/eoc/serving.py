"""The compiled kernel of Envelopes of Cash, for engine and workers."""

from __future__ import annotations

from eoc_sim.simulator.eoc.asking import FUNCTIONS
from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.entry import asked_dtype, serve
from eoc_sim.simulator.eoc.state import MAX_PLAYERS, PHASE_NAMES, state_dtype
from eoc_sim.simulator.kernel.serving import Kernel

KERNEL = Kernel(
    module=__name__,
    serve=serve,
    state=state_dtype,
    request=asked_dtype,
    tables=TABLES,
    functions=FUNCTIONS,
    phases=PHASE_NAMES,
    round_field="month",
    most_players=MAX_PLAYERS,
)
