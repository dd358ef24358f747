"""The compiled kernel of Envelopes of Cash, for engine and workers."""

from __future__ import annotations

from eoc_sim.simulator.eoc.asking import FUNCTIONS
from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.entry import PLAYED, serve
from eoc_sim.simulator.eoc.state import PHASE_NAMES, state_dtype
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
