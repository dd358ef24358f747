"""Stadium's parts outside the simulator, such as analyses and reports."""

from __future__ import annotations

from eoc_sim.simulator.runs.parts import Examples, Parts

PARTS = Parts(
    statistics="eoc_sim.analysis.stadium.report_statistics:statistics",
    findings="eoc_sim.analysis.stadium.family:findings",
    holdings="eoc_sim.analysis.stadium.holdings:HOLDINGS",
    twin_rows="eoc_sim.analysis.stadium.twin_quantities:rows",
    report="eoc_sim.reports.stadium:REPORT",
    referee="eoc_sim.referee.stadium",
    cards="eoc_sim.reports.stadium.card_lines",
    timing="eoc_sim.analysis.stadium.timing:Timing",
    timing_summary="eoc_sim.reports.stadium.timing:summary",
    average="eoc_sim.analysis.stadium.strength:PRICED_TWINS",
    card_figures="eoc_sim.analysis.stadium.card_figures:FIGURES",
    mechanisms=(
        (
            "the game ends as soon as an owner places their last block",
            (("rules.end_round", "at_once"),),
        ),
        ("the VP on the first bonus space acts first", (("rules.order_in_space", "printed"),)),
        ("no bonus tokens at the start", (("rules.arrows", "off"),)),
    ),
    experts="experts",
    demo=("building.B12.victory_points=8,14", "rules.vp_price=4,8"),
    player=("owner", "owners"),
    examples=Examples(
        key="player.P15.salary=3",
        switch="arrows=off",
        vary="building.B07.construction=2,3",
        row="building.B12",
        twins="player.P15=effect or 'seat.1.round.4=2 money'",
        timing="one more token of some kind in some round, a VP placed on its owner's second "
        "choice of space, or a third or fourth VP denied",
    ),
)
