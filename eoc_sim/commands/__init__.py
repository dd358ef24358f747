"""Commands as plain functions, one module each, called by `eoc_sim.cli`."""
