"""The events of a trace of Eleven (TRC), each declared once (`kernel.events`)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from eoc_sim.simulator.eleven import event_kinds
from eoc_sim.simulator.kernel.events import Events, added

EVENTS = Events(
    "manager",
    event_kinds,
    lambda setup: [f"manager {one['seat'] + 1} ({one['strategy']})" for one in setup["managers"]],
)
event = EVENTS.declare
event_of_all = partial(event, of_all=True)
records = EVENTS.records

SETUP = event_of_all(
    "setup",
    "SET, SWI",
    "{rules:given} (every switch, its value as text), {seed:given}, {game:given}, {managers}, "
    "{first:given} (seat of the first manager), {clubs:deck_clubs} (the clubs of both decks, as "
    "shuffled), {schedule:club_lists} (the clubs that each manager meets, week by week), "
    "{tactics:tactic_lists} (the cards of each manager, the basic one first)",
    "Game {game}, seed {seed}\n\nThe managers, clockwise:\n{managers}\n"
    "  The clubs are {clubs}.\n{schedule}\n{tactics}",
    kinds={
        "managers": added(
            records("{seat:listed_seat}, {strategy:given}", each="  {seat}"),
        )
    },
)
WEEK = event_of_all(
    "week",
    "WEE, WEE-4",
    "{week:number}, {first:seat} (this week's first manager)",
    "\nWEEK {week} ({first} is first manager)",
)
PREPARED = event(
    "prepare",
    "MAT-3 to MAT-5",
    "{tactic} (the card played, or null), {formation}, {layout:cells} (the cell of each jersey "
    "from 2 to 11: d, m or f for its row, then l, c or r)",
    "  {manager} plays [{tactic}~no tactic card] and {formation}.",
)
REVEALED = event(
    "reveal",
    "MAT-6",
    "{club}, {line_up} (the line-up drawn)",
    "  {manager} meets {club} with the line-up {line_up}.",
)
EFFECT = event(
    "effect",
    "MAT-6",
    "{tactic}, {jersey} (of the marker turned), {side} (`shield` or `ball`, as it lies now)",
    "  {manager} turns marker {jersey} to its {side}.",
)
MATCH = event(
    "match",
    "MAT-7 to MAT-11",
    "{club}, {goals:number}, {against:number}, {tactic_goals:number} (of the own goals), {points}, "
    "{saves}, {shots:numbers}, {goals_of:numbers}, {shots_against:numbers}, "
    "{goals_against_of:numbers} (by section: left wing, right wing, central attack, midfield, "
    "defence; the opponent's by its own sections), {scorers:jerseys}",
    "  {manager} plays {goals}-{against} against {club}: {points}.",
)
CLUBS = event_of_all(
    "clubs",
    "LEA-4",
    "{clubs}",
    "  The clubs gain points: {clubs}.",
    kinds={
        "clubs": replace(
            records(
                "{club}, {met:seat} (seat whose result counts for it, or null), {die:face} (the "
                "face rolled, or null), {points:number}",
                each="",
            ),
            say=lambda value, story: ", ".join(f"{one['points']} ({one['club']})" for one in value),
        )
    },
)
TABLE = event_of_all(
    "table",
    "LEA-1, LEA-5",
    "{week:number}, {managers}, {clubs}: it states the position and changes nothing",
    "{managers}",
    kinds={
        "managers": records(
            "{seat:listed_seat}, {points}, {won:number}, {drawn:number}, {lost:number}, "
            "{goals_for:number}, {goals_against:number}, {position:number}, {score:vp} (if the "
            "game ended now)",
            each="  {position}. {seat} with {points}, goals {goals_for}-{goals_against}",
            order=lambda one: one["position"],
        ),
        "clubs": records("{club}, {points:number}", each=""),
    },
)
ROLL_OFF = event_of_all(
    "roll_off",
    "SCO-7",
    "{managers:rolls} (those still tied)",
    "  The tied managers roll: {managers}.",
)
FINAL = event_of_all(
    "final",
    "SCO",
    "{managers}; it states results and changes nothing",
    "\nTHE END\n{managers}",
    kinds={
        "managers": records(
            "{seat:listed_seat}, {parts:score_parts}, {score}, {position:number}, {points}, "
            "{rank:number}, {win_share}",
            each="  {rank}. {seat}: {score}[ and {win_share}] (position {position}, {points})",
            order=lambda one: one["rank"],
        )
    },
)
