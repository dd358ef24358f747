"""Commands as plain functions: one module each, which `eoc_sim.cli` gives options and a screen."""
