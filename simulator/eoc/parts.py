"""Envelopes of Cash's parts above the simulator."""

from __future__ import annotations

from eoc_sim.simulator.runs.parts import Parts

PARTS = Parts(
    statistics="eoc_sim.analysis.eoc.gathered:statistics",
    findings="eoc_sim.analysis.eoc.family:findings",
    twin_rows="eoc_sim.analysis.eoc.twin_quantities:rows",
    report="eoc_sim.reports.eoc",
    referee="eoc_sim.referee.eoc",
    cards="eoc_sim.cli.eoc.cards",
    timing="eoc_sim.cli.eoc.timing",
    prices="eoc_sim.cli.eoc.card_prices",
    closing="eoc_sim.cli.eoc.closing:lines",
    entrants="eoc_sim.cli.eoc.entrants:names",
    card_figures="eoc_sim.cli.eoc.card_figures:FIGURES",
    learning="eoc_sim.cli.eoc.learning",
    template="eoc_sim.cli.eoc:strategy_template.txt",
    demo=("card.038.stars=1,3,5,7,9", "rules.start_bucks=5,9"),
)
