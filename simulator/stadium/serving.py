"""The compiled kernel of Stadium, as its engine and workers drive it."""

from __future__ import annotations

from eoc_sim.simulator.kernel.serving import Kernel
from eoc_sim.simulator.stadium.asking import FUNCTIONS
from eoc_sim.simulator.stadium.columns import TABLES
from eoc_sim.simulator.stadium.entry import asked_dtype, serve
from eoc_sim.simulator.stadium.state import MAX_OWNERS, PHASE_NAMES, state_dtype

KERNEL = Kernel(
    module=__name__,
    serve=serve,
    state=state_dtype,
    request=asked_dtype,
    tables=TABLES,
    functions=FUNCTIONS,
    phases=PHASE_NAMES,
    round_field="round",
    most_players=MAX_OWNERS,
)
