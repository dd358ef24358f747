"""The compiled kernel of Eleven, as its engine and workers drive it."""

from __future__ import annotations

from eoc_sim.simulator.eleven.asking import FUNCTIONS
from eoc_sim.simulator.eleven.columns import TABLES
from eoc_sim.simulator.eleven.entry import PLAYED, serve
from eoc_sim.simulator.eleven.state import PHASE_NAMES, state_dtype
from eoc_sim.simulator.kernel.serving import Kernel

KERNEL = Kernel(
    module=__name__,
    serve=serve,
    state=state_dtype,
    tables=TABLES,
    functions=FUNCTIONS,
    phases=PHASE_NAMES,
    round_field=PLAYED.round_field,
)
