"""The rule switches (SWI), each with values, default and sentence.

Each is declared once. The rules read a switch as a number in the table's field ``rule_NAME``. The
constants at the end name these numbers: ``table.rule_schedule == SCHEDULE.DEALT``.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.switches import Switch, codes, number, word

SWITCHES: dict[str, Switch] = {
    switch.name: switch
    for switch in (
        word("layer", "league", "How much of the game is played: the league alone.", "LAY-1"),
        word(
            "profile",
            "steady amateur strong",
            "The squad that every manager has, week by week.",
            "LAY-1",
        ),
        Switch(
            "division",
            (),
            range(1, 4),
            3,
            "The division that is played; 3 is the entry, 1 the hardest.",
            "SET-1",
        ),
        number("weeks", 8, 6, "Weeks of a season; with 1 it is a single match.", "SET-1", first=1),
        word(
            "first_manager",
            "rotates fixed",
            "Whether the first manager's marker passes clockwise after each week.",
            "WEE-4",
        ),
        word(
            "scouting",
            "club card report deck",
            "What a manager knows before a match: the club, the exact line-up, who stands in which "
            "row, or the deck alone.",
            "INF-3",
        ),
        word(
            "formations",
            "cards free",
            "Whether a formation is one of the tactic card played, or any.",
            "MAT-3",
        ),
        word("tactics", "on off", "Whether tactic cards are dealt and played.", "MAT-3"),
        number(
            "start_tactics",
            3,
            1,
            "Tactic cards of each manager at the start, beside a basic one.",
            "SET-7",
        ),
        word(
            "schedule",
            "rotated dealt",
            "Whether no club meets two managers in a week, or each manager draws its clubs.",
            "LEA-3",
        ),
        word(
            "facing",
            "mirror roll",
            "Whether a club that met a manager takes the opposite result, or rolls its die too.",
            "LEA-4",
        ),
        word("club_dice", "on off", "Whether clubs that meet nobody roll for points.", "LEA-4"),
        word(
            "league_ties",
            "favour against",
            "Whether clubs with as many points as a manager count as no better, or as better.",
            "LEA-5",
        ),
        Switch("win_points", (), range(2, 4), 3, "Points of a win.", "MAT-11"),
        word(
            "position_vp",
            "standard epic none",
            "The VP for the position in the league: the standard table, the epic one, or none.",
            "SCO-1",
        ),
    )
}
"""Every switch, in the order of the rules' table."""

PROFILE = codes(SWITCHES["profile"])
FIRST_MANAGER = codes(SWITCHES["first_manager"])
SCOUTING = codes(SWITCHES["scouting"])
FORMATIONS = codes(SWITCHES["formations"])
TACTICS = codes(SWITCHES["tactics"])
SCHEDULE = codes(SWITCHES["schedule"])
FACING = codes(SWITCHES["facing"])
CLUB_DICE = codes(SWITCHES["club_dice"])
LEAGUE_TIES = codes(SWITCHES["league_ties"])
POSITION_VP = codes(SWITCHES["position_vp"])
