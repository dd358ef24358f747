"""Eleven's parts outside the simulator: analyses, reports, a referee and examples."""

from __future__ import annotations

from eoc_sim.simulator.runs.parts import Examples, Parts

PARTS = Parts(
    statistics="eoc_sim.analysis.eleven.report_statistics:statistics",
    holdings="eoc_sim.analysis.eleven.holdings:HOLDINGS",
    findings="eoc_sim.analysis.eleven.family:findings",
    twin_rows="eoc_sim.analysis.eleven.twin_quantities:rows",
    report="eoc_sim.reports.eleven:REPORT",
    referee="eoc_sim.referee.eleven",
    cards="eoc_sim.reports.eleven.worth",
    timing="eoc_sim.analysis.eleven.timing:Timing",
    timing_summary="eoc_sim.reports.eleven.timing:summary",
    average="eoc_sim.analysis.eleven.strength:PRICED_TWINS",
    mechanisms=(("the marker does not pass", (("rules.first_manager", "fixed"),)),),
    experts="experts",
    demo=("opponent.O12.keeper=2x1,3x2", "rules.scouting=club,card"),
    player=("manager", "managers"),
    examples=Examples(
        key="opponent.O12.keeper=1x1",
        switch="scouting=card",
        vary="opponent.O12.keeper=1x1,3x2",
        row="player.P07",
        twins="staff.S13=effect or 'seat.1.week.3=2 money'",
        timing="one more of a resource in some week, knowledge of the coming opponent's line-up, "
        "a day without an action, or no extra actions from some week onwards",
    ),
)
