"""Own columns under the name by which versions.py still imports them."""

from eoc_sim.simulator.kernel.own_columns import OwnColumns

__all__ = ["OwnColumns"]
