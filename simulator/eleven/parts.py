"""Eleven's parts above the simulator."""

from __future__ import annotations

from eoc_sim.simulator.runs.parts import Examples, Parts

PARTS = Parts(
    statistics="eoc_sim.analysis.eleven.gathered:statistics",
    report="eoc_sim.reports.eleven",
    referee="eoc_sim.referee.eleven",
    demo=("opponent.O12.keeper=2x1,3x2", "rules.scouting=club,card"),
    player=("manager", "managers"),
    examples=Examples(
        key="opponent.O12.keeper=1x1",
        switch="scouting=card",
        varied="opponent.O12.keeper=1x1,3x2",
        row="opponent.O12",
    ),
)
