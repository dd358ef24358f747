"""The parts of Envelopes of Cash for analyses, reports and commands."""

from __future__ import annotations

from eoc_sim.simulator.runs.parts import Examples, Parts

PARTS = Parts(
    statistics="eoc_sim.analysis.eoc.report_statistics:statistics",
    findings="eoc_sim.analysis.eoc.family:findings",
    twin_rows="eoc_sim.analysis.eoc.twin_quantities:rows",
    report="eoc_sim.reports.eoc:REPORT",
    referee="eoc_sim.referee.eoc",
    cards="eoc_sim.reports.eoc.card_lines",
    timing="eoc_sim.analysis.eoc.timing:Timing",
    timing_summary="eoc_sim.reports.eoc.timing:summary",
    prices="eoc_sim.simulator.eoc.card_prices:price_versions",
    closing="eoc_sim.commands.eoc.closing:lines",
    entrants="eoc_sim.simulator.eoc.entrants:names",
    card_figures="eoc_sim.analysis.eoc.card_figures:FIGURES",
    learning="eoc_sim.commands.eoc.learning",
    compensation={"bucks": "BB", "stars": "stars"},
    mechanisms=(
        ("no extra card", (("rules.dealer_bonus", "0"),)),
        ("the last player picks first", (("rules.pick_order", "reversed"),)),
        ("the Chain stays", (("rules.chain", "off"),)),
        ("the Chain back in February", (("rules.chain", "back_in_february"),)),
    ),
    experts="experts",
    demo=("card.038.stars=1,3,5,7,9", "rules.start_bucks=5,9"),
    examples=Examples(
        key="card.038.stars=4",
        switch="stash=deal5",
        vary="card.038.stars=3,4",
        cell="038.stars=4",
        row="card.038",
        twins="card.038 (switches that card off once it is played) or 'seat.1.july=2 blue' (a gift "
        "in that month)",
        timing="one seat is given an envelope of some colour for some month (known from the start, "
        "or as a surprise), or a Booster Buck, or takes one die in its other mode",
    ),
)
