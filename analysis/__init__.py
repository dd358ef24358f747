"""Metric tables made from result tables, without the engine.

Accessing a compiled module as an attribute, such as `analysis.compiled_sums`, imports it and numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.lazy import import_on_use

if TYPE_CHECKING:
    from eoc_sim.analysis import compiled_products as compiled_products
    from eoc_sim.analysis import compiled_pulls as compiled_pulls
    from eoc_sim.analysis import compiled_scores as compiled_scores
    from eoc_sim.analysis import compiled_sums as compiled_sums
else:
    __getattr__ = import_on_use(__name__)
