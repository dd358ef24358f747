"""The compiled kernel of Stadium, as its engine and workers drive it."""

from __future__ import annotations

from eoc_sim.simulator.kernel.serving import Kernel
from eoc_sim.simulator.stadium.asking import FUNCTIONS
from eoc_sim.simulator.stadium.columns import TABLES
from eoc_sim.simulator.stadium.entry import PLAYED, serve
from eoc_sim.simulator.stadium.state import PHASE_NAMES, state_dtype

KERNEL = Kernel(
    module=__name__,
    serve=serve,
    state=state_dtype,
    tables=TABLES,
    functions=FUNCTIONS,
    phases=PHASE_NAMES,
    round_field=PLAYED.round_field,
)
