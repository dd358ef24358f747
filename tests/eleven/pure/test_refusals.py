"""Every refusal that the rules call for: its rule, its sentence, and an unchanged state."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import pytest
from eleven import day_club, league_match, match_club, refereed_match
from eleven.answers import Answer, Attempt, say
from eleven.day_club import DATA, SEAT
from eleven.epic_season import FANS, FITNESS, KIND, MONEY, OBJECTIVES, TOKENS, Epic
from eleven.games import paused, source_of

from eoc_sim.simulator.eleven import decisions, league_matches, season_prepare
from eoc_sim.simulator.eleven.board import NO_COLOUR, find_colour
from eoc_sim.simulator.eleven.cards import move_card
from eoc_sim.simulator.eleven.component_cells import change
from eoc_sim.simulator.eleven.decisions import (
    ADD_TACTIC,
    BET,
    BID,
    BUILD,
    CHOOSE,
    DECLINE,
    DISMISS,
    FREE,
    FROM_AREA,
    HIDE,
    HIRE,
    NEGOTIATE,
    OFFER,
    REFUSE,
    REROLL,
    SEE,
    SELL,
    SHOW,
    SPONSOR,
    STAFF,
    USE,
)
from eoc_sim.simulator.eleven.interventions import ALL_ACTIONS, EXTRA_ACTIONS
from eoc_sim.simulator.eleven.names import FORMATIONS, MOMENTS
from eoc_sim.simulator.eleven.sources import (
    BY_AUCTION,
    FOR_BONUS,
    FOR_MONEY,
    OFFICE,
    SHIRT,
    SMALL,
    SPONSORS,
    TACTICS,
)
from eoc_sim.simulator.eleven.state import PHASE_NAMES
from eoc_sim.simulator.kernel.decisions import Refusal

CODES = {name: refusal for name, refusal in vars(decisions).items() if isinstance(refusal, Refusal)}
MakeAttempt = Callable[[], Attempt]
RIVAL = 1
IN_442 = (0, 1, 1, 2, 3, 4, 4, 5, 7, 7)
"""Cells of ten markers in 4-4-2."""
FORWARDS = ("P03", "P10", "P17", "P24", "P25")
"""Cards that may stand only among the forwards, with different jerseys."""


# --- Set-ups


def season_asks(phase: str, *answers: Answer, **settings: Any) -> Attempt:
    """Pause a season of random managers before a phase, and give answers."""
    return Attempt(paused(phase, layer="season", **settings), answers)


def league_asks(*answers: Answer, phase: str = "preparing", **settings: Any) -> Attempt:
    """Pause a league before a phase, and give answers."""
    return Attempt(paused(phase, **settings), answers)


def take_from_rival(phase: str, find: Callable[[Any], int], **settings: Any) -> Attempt:
    """Let a manager choose a card that was dealt to the other."""
    worker = paused(phase, layer="season", **settings)
    return Attempt(worker, (say(card=find(worker.state)),))


def club_with(
    money: int = 20,
    show: Mapping[str, Sequence[str]] | None = None,
    hold: Mapping[str, Sequence[str]] | None = None,
    give: Sequence[str] = (),
    rival_has: Sequence[str] = (),
    resources: Sequence[int] = (),
    table: Mapping[str, int] | None = None,
    **settings: Any,
) -> day_club.Club:
    """Prepare a club: its Transfer Area, things held, cards and resources.

    ``table`` gives fields of the table.
    """
    club = day_club.Club(money, **settings)
    for row, numbers in (show or {}).items():
        club.show(row, *numbers)
    for kind, numbers in (hold or {}).items():
        club.hold(kind, *numbers)
    club.give(*give)
    club.give(*rival_has, seat=RIVAL)
    club["resources"][SEAT, : len(resources)] = resources
    club["resources"][RIVAL, MONEY] = 9
    club.set(first_manager=SEAT, turns_taken=0, asked_amount=0, **(table or {}))
    return club


def act(*answers: Answer, **club: Any) -> Attempt:
    """Let a manager act on a Tuesday."""
    return Attempt(club_with(**club).worker, answers)


def winter_act(*answers: Answer, **club: Any) -> Attempt:
    """Let a manager act in the Winter Break."""
    prepared = club_with(epic="on", **club)
    prepared.set(phase=PHASE_NAMES.index("winter market"), week=5, day=0, staff_idle=1)
    return Attempt(prepared.worker, answers)


def offer(*answers: Answer, **club: Any) -> Attempt:
    """Let a manager hire from the other, who has P07."""
    settings = {"rival_has": ["P07"], "transfers": "on", **club}
    return act(say(NEGOTIATE), *answers, **settings)


def bid(*answers: Answer, asking_price: int = 0, **club: Any) -> Attempt:
    """Let a manager auction P07, so that the other bids."""
    first = say(SELL, card="P07", way=BY_AUCTION, amount=asking_price)
    return act(first, say(HIDE), *answers, give=["P07"], transfers="on", **club)


def in_both(answer: Answer, *others: MakeAttempt, **club: Any) -> list[MakeAttempt]:
    """Return cases on a Tuesday and in the Winter Break, then others."""
    return [lambda: act(answer, **club), lambda: winter_act(answer, **club), *others]


def sponsored(*answers: Answer) -> Attempt:
    """Let a manager with full boards and shirt sign another sponsor."""
    held = {"N05": FOR_MONEY, "N06": FOR_BONUS, "N07": SHIRT}
    club = club_with(hold={"sponsor": [*held]}, show={"sponsors": ["N01", "N02"]})
    for number, way in held.items():
        club["way"][source_of(number) - SPONSORS] = way
    return Attempt(club.worker, answers)


def last_token_gone() -> Attempt:
    """Let a manager build a token of which the other has the only copy."""
    club = club_with(changes=(("infrastructure.I05.copies", "1"),))
    club.hold("token", "I05", seat=RIVAL)
    return Attempt(club.worker, (say(BUILD, card="I05"),))


def office_at(step: int, money: int = 20) -> Attempt:
    club = club_with(money)
    club["office"][SEAT] = step
    return Attempt(club.worker, (say(BUILD, card=OFFICE),))


def free_action(*answers: Answer, **club: Any) -> Attempt:
    """Let a manager with a First Trainer take its free action, and choose a card."""
    settings = {"hold": {"staff": ["S01"]}, "resources": [0, 0, 0, 2], "give": ["P01", "P02"]}
    return act(say(FREE, source="S01", clause=0), *answers, **{**settings, **club})


def without_actions(denial: int, **fields: int) -> Attempt:
    """Let a manager act in a twin that leaves them no action today."""
    club = club_with(show={"players": ["P02"]}, resources=[20, 9, 9, 9], table=fields)
    club["denied"][SEAT] = denial
    return Attempt(club.worker, (say(HIRE, card="P02"),))


def used_clause() -> Attempt:
    club = club_with(hold={"staff": ["S06"]}, give=["P01"])
    club["used"][SEAT, source_of("S06")] = 1
    return Attempt(club.worker, (say(FREE, source="S06", clause=0),))


def trained_card() -> Attempt:
    club = club_with(hold={"staff": ["S06"]})
    club.give("P01", trained=True)
    return Attempt(club.worker, (say(FREE, source="S06", clause=0),))


def two_injuries(*answers: Answer) -> Attempt:
    """Let a meeting injure two of a manager's three cards."""
    club = match_club.Club(components=change(DATA, [("meeting.B05.yellow", "1 injury card 2")]))
    club.give("P01", "P02", "P03")
    club.run("now", "B05")
    return Attempt(club.worker, answers)


def preparation(
    cell: Sequence[int] = IN_442, tactic: int = 0, formation: str | int = "442", **fields: Any
) -> Answer:
    code = FORMATIONS.index(formation) if isinstance(formation, str) else formation
    return say(tactic=tactic, formation=code, cell=cell, **fields)


def prepare(
    answer: Answer, spoil: Callable[[day_club.Club], None] | None = None, **club: Any
) -> Attempt:
    """Let a manager who holds only T01 prepare to meet a club."""
    prepared = club_with(**club)
    prepared["holds"][SEAT] = 0
    prepared["holds"][SEAT, 0] = 1
    prepared.set(phase=PHASE_NAMES.index("preparing"), day=0)
    season_prepare.begin_preparing(prepared.worker.state)
    if spoil:
        spoil(prepared)
    return Attempt(prepared.worker, (answer,))


def field(*numbers: str, **fields: Any) -> Answer:
    """Prepare with these cards."""
    return preparation(fielded=dict.fromkeys(numbers, 1), **fields)


def keep_out(name: str, number: str) -> Callable[[day_club.Club], None]:
    """Return a change that keeps a card out of matches up to week 3.

    ``name`` is the field that says so.
    """

    def spoil(club: day_club.Club) -> None:
        club[name][source_of(number)] = 3

    return spoil


def with_winter_token(kind: str, **fields: Any) -> Attempt:
    """Let a manager in Epic prepare with P01, P02 and P07.

    P02 has a winter token of this kind.
    """
    season = Epic("preparing", week=1)
    season.give("P02", kind)
    season.give("P01")
    season.give("P07")
    season.table.resources[SEAT] = 9
    season.table.holds[SEAT, 0] = 1
    return Attempt(season.worker, (preparation(**fields),))


def league_match_prepare(answer: Answer, *cards: str) -> Attempt:
    """Let the Host prepare with these cards."""
    match = prepared_match("preparing")
    for number in cards:
        move_card(match.table, source_of(number), SEAT)
    match["resources"][SEAT, FITNESS] = 9
    season_prepare.begin_preparing(match.state)
    return Attempt(match.worker, (answer,))


def prepared_match(phase: str, **settings: Any) -> league_match.Match:
    match = league_match.Match(**settings)
    match.set(phase=PHASE_NAMES.index(phase))
    return match


def layout(
    cell: Sequence[int] = league_match.LAYOUT,
    formation: int = FORMATIONS.index("433"),
    *,
    forward: bool = False,
    side: int = 0,
    **settings: Any,
) -> Attempt:
    """Let the Host lay out a half.

    They hold one tactic card, which has 5-3-2 and 3-5-2.
    """
    match = prepared_match("showing a formation", **settings)
    match["holds"][SEAT] = 0
    match["holds"][SEAT, 1] = 1
    if forward:
        match.field(SEAT, "P24")  # a forward with jersey 2, whose marker stands in defence
    return Attempt(match.worker, (say(formation=formation, cell=cell, side=[side] * 10),))


def shoot_out(*answers: Answer) -> Attempt:
    match = prepared_match("shoot-out")
    match.set(half=2)
    match["resources"][SEAT, FANS] = 1
    league_matches.begin_shoot_out(match.state)
    return Attempt(match.worker, answers)


def board_meeting(*answers: Answer, fans: int = 1, **settings: Any) -> Attempt:
    """Let a manager's board meet, with votes of three colours."""
    worker = paused("board meeting", layer="season", **settings)
    worker.step()
    table = worker.state.table
    seat = int(table.first_manager)
    table.resources[seat, FANS] = fans
    for faces in range(6**3):
        table.dice[:3] = [1 + faces // 36, 1 + faces // 6 % 6, 1 + faces % 6]
        if find_colour(table, seat) == NO_COLOUR:
            return Attempt(worker, answers)
    raise AssertionError("no faces vote for three colours")


def ability(
    *answers: Answer,
    cards: Sequence[str] = ("P01", "P03", "P09", "P31"),
    moment: str = "before",
    unpaid: str = "",
    weak: str = "",
    tactic: str = "",
    **effects: str,
) -> Attempt:
    """Let a manager use the abilities of fielded cards, each with 2 of every resource on it.

    ``unpaid`` is a card without resources, ``weak`` one without strength; ``effects`` are new
    effects of tags, by the tag's code.
    """
    changes = [(f"tag.{tag}.effect", effect) for tag, effect in effects.items()]
    club = match_club.Club(components=change(DATA, changes) if changes else None)
    club.do(match_club.BEGIN)
    club.field(*cards)
    club["put"][SEAT] = 2
    if unpaid:
        club["put"][SEAT, club["card_jersey"][source_of(unpaid)] - 1] = 0
    if weak:
        club["team_strength"][SEAT, club["card_jersey"][source_of(weak)] - 2] = 0
    if tactic:
        club["tactic"][SEAT] = source_of(tactic) - TACTICS
    club.set(moment=MOMENTS.index(moment), first_manager=SEAT, turns_taken=0)
    return Attempt(club.worker, answers)


def use(source: str | int, clause: int = 0, **fields: Any) -> Answer:
    return say(USE, source=source, clause=clause, **fields)


def jerseys(*numbers: int) -> dict[int, int]:
    """Name the markers with these jerseys."""
    return {number - 2: 1 for number in numbers}


def turn(*markers: int) -> Attempt:
    """Let a manager in the league layer turn markers."""
    worker = paused("preparing")
    table = worker.state.table
    table.phase = PHASE_NAMES.index("turning markers")
    table.turns_taken, table.turns_left = 0, 3
    return Attempt(worker, tuple(say(USE, marker=marker) for marker in markers))


def referee(
    d12: int, d6: int, *answers: Answer, phase: str = "", tactic: str = "", lacks: str = ""
) -> Attempt:
    """Let a referee act on P01, P03 and P09.

    A manager who plays a ``tactic`` holds all tactic cards but the one that they lack, if any.
    """
    match = refereed_match.Match("P01", "P03", "P09")
    if tactic:
        match.table.tactic[SEAT] = source_of(tactic) - TACTICS
        match.table.holds[SEAT, : match.table.tactics] = 1
    if lacks:
        match.table.holds[SEAT, source_of(lacks) - TACTICS] = 0
    match.referee(d12, d6)
    if phase:
        match.table.phase = PHASE_NAMES.index(phase)
    return Attempt(match.worker, answers)


def winter_objective(number: str, *offered: str, trained: int = 0) -> Attempt:
    """Let a manager with these objectives lay one aside."""
    season = Epic("winter objectives")
    season.state.seats[SEAT].offered[:] = [OBJECTIVES.index(entry) for entry in offered]
    season.table.results[:] = season.table.before_break[:] = 0
    season.table.youngsters_trained[:] = trained
    return Attempt(season.worker, (say(card=OBJECTIVES.index(number)),))


def winter_place(*cards: str, kind: str = "cheap") -> Attempt:
    """Let a manager with two winter tokens place them on cards."""
    season = Epic("placing tokens")
    season.table.winter_held[SEAT, :2] = TOKENS.index(KIND[kind])
    season.table.winter_held_count[SEAT] = 2
    for number in ("P01", "P02", "P31"):
        season.give(number)
    return Attempt(season.worker, (say(placed=[source_of(number) + 1 for number in cards]),))


# --- The cases


CASES: dict[str, list[MakeAttempt]] = {
    "DIRECTOR_NOT_IN_HAND": [
        lambda: season_asks("drafting", say(card=-1)),
        lambda: take_from_rival("drafting", lambda state: state.table.hand[RIVAL, 0]),
    ],
    "OBJECTIVE_NOT_DEALT": [
        lambda: season_asks("choosing objectives", say(card=-1)),
        lambda: take_from_rival("choosing objectives", lambda state: state.seats[RIVAL].offered[0]),
    ],
    "UNIQUE_NOT_DEALT": [
        lambda: season_asks("choosing sides of unique cards", say(card=-1), unique_cards="on"),
        lambda: take_from_rival(
            "choosing sides of unique cards",
            lambda state: state.table.unique_cards[RIVAL, 0],
            unique_cards="on",
        ),
    ],
    "WINTER_OBJECTIVE_NOT_DEALT": [lambda: winter_objective("J05", "J02", "J01")],
    "WINTER_OBJECTIVE_OPEN": [lambda: winter_objective("J02", "J02", "J01", trained=2)],
    "NO_SUCH_WINTER_ACT": [
        lambda: winter_act(say(STAFF, card="S05"), show={"staff": ["S05"]}),
        lambda: winter_act(say(77)),
    ],
    "NO_SUCH_WINTER_PICK": [
        lambda: Attempt(Epic("winter tokens").worker, (say(amount=3),)),
        lambda: Attempt(Epic("winter tokens").worker, (say(amount=-1),)),
        lambda: Attempt(Epic("winter tokens").worker, (say(amount=0), say(amount=0))),
    ],
    "WINTER_TOKEN_NOT_HELD": [lambda: winter_place("P01", "P02", "P31")],
    "WINTER_PLACE_NOT_OWN": [lambda: winter_place("P36")],
    "WINTER_PLACE_TWICE": [lambda: winter_place("P01", "P01")],
    "WINTER_PLACE_KEEPER": [
        lambda: winter_place("P31", kind="any section"),
        lambda: winter_place("P31", kind="ball"),
        lambda: winter_place("P31", kind="shield"),
    ],
    "NO_SUCH_DIE": [
        lambda: board_meeting(say(REROLL, die=3)),
        lambda: board_meeting(say(REROLL, die=-1)),
        lambda: season_asks("consequences", say(REROLL, die=2)),
        lambda: shoot_out(say(REROLL, die=1)),
    ],
    "REROLL_UNPAID": [lambda: board_meeting(say(REROLL, die=0), fans=0)],
    "COLOUR_NOT_VOTED": [
        lambda: board_meeting(say(decisions.KEEP), say(amount=3), board_tie="manager"),
        lambda: board_meeting(say(decisions.KEEP), say(amount=-1), board_tie="manager"),
    ],
    "NO_SUCH_ACTION": [lambda: act(say(-1)), lambda: act(say(10))],
    "NO_ACTION_LEFT": [
        lambda: act(
            say(HIRE, card="P02"),
            show={"players": ["P02"]},
            table={"actions_taken": 1, "extras_taken": 1},
            resources=[20, 9, 9, 9],
        ),
        lambda: without_actions(ALL_ACTIONS),
        lambda: without_actions(EXTRA_ACTIONS, actions_taken=1),
    ],
    "EXTRA_UNPAID": [
        lambda: act(
            say(HIRE, card="P02"),
            show={"players": ["P02"]},
            table={"actions_taken": 1},
            resources=[20, 9, 1, 9],
        )
    ],
    "SELL_NOT_OWN": in_both(say(SELL, card="P07"), rival_has=["P07"]),
    "SELL_WAY": in_both(
        say(SELL, card="P07", way=2),
        lambda: act(say(SELL, card="P07", way=BY_AUCTION), give=["P07"]),
        give=["P07"],
    ),
    "SELL_ASKING": [
        make
        for price in (-1, 100)
        for make in in_both(
            say(SELL, card="P07", way=BY_AUCTION, amount=price), give=["P07"], transfers="on"
        )
    ],
    "NEGOTIATE_OFF": in_both(
        say(NEGOTIATE), lambda: act(say(NEGOTIATE)), transfers="on", refusals=0
    ),
    "STAFF_NOT_THERE": [
        lambda: act(say(STAFF, card="S06"), show={"staff": ["S05"]}),
        lambda: act(say(STAFF, card="P02"), show={"players": ["P02"]}),
    ],
    "STAFF_COST": [lambda: act(say(STAFF, card="S13"), show={"staff": ["S13"]}, money=0)],
    "STAFF_FULL": [
        lambda: act(
            say(STAFF, card="S05"), show={"staff": ["S05"]}, hold={"staff": ["S01", "S10", "S16"]}
        )
    ],
    "DISMISS_NOT_OWN": [lambda: act(say(DISMISS, card="S06"), hold={"staff": ["S05"]})],
    "SPONSOR_NOT_THERE": [
        lambda: act(
            say(SPONSOR, card="N04", way=SMALL), show={"sponsors": ["N01", "N02", "N03", "N04"]}
        )
    ],
    "SPONSOR_WAY": [
        lambda: act(say(SPONSOR, card="N01", way=0), show={"sponsors": ["N01"]}),
        lambda: act(say(SPONSOR, card="N01", way=5), show={"sponsors": ["N01"]}),
    ],
    "SPONSOR_SHIRT": [lambda: sponsored(say(SPONSOR, card="N01", way=SHIRT))],
    "SPONSOR_BOARDS": [
        lambda: sponsored(say(SPONSOR, card="N01", way=FOR_MONEY)),
        lambda: sponsored(say(SPONSOR, card="N01", way=FOR_BONUS)),
    ],
    "NO_SUCH_TOKEN": [
        lambda: act(say(BUILD, card="S05")),
        lambda: act(say(BUILD, card="I01"), stadium="off"),
        lambda: act(say(BUILD, card="I08")),  # of the leaflet, with `new_tokens = off`
    ],
    "BUILD_COST": [
        lambda: act(say(BUILD, card="I01"), money=4),
        lambda: office_at(1, money=1),
    ],
    "BUILD_TWICE": [lambda: act(say(BUILD, card="I05"), hold={"token": ["I05"]})],
    "BUILD_FULL": [
        lambda: act(
            say(BUILD, card="I07"), hold={"token": ["I05", "I06"]}, table={"free_spaces": 2}
        )
    ],
    "BUILD_GONE": [last_token_gone],
    "OFFICE_NOT_BUILT": [lambda: office_at(0)],
    "OFFICE_FULL": [lambda: office_at(4)],
    "NO_SUCH_FREE_ACTION": [
        lambda: act(say(FREE, source="S01", clause=0)),
        lambda: act(say(FREE, source="S01", clause=1), hold={"staff": ["S01"]}),
        lambda: act(say(FREE, source="S13", clause=0), hold={"staff": ["S13"]}),
        lambda: act(say(FREE, source=-1)),
    ],
    "FREE_TAKEN": [lambda: free_action(table={"free_taken": 1})],
    "FREE_USED": [used_clause],
    "FREE_COST": [lambda: free_action(resources=[0, 0, 0, 0])],
    "FREE_NO_CARD": [
        trained_card,
        lambda: act(
            say(FREE, source="S34", clause=0), hold={"staff": ["S34"]}, resources=[0, 0, 1, 0]
        ),
    ],
    "BET_OFF_BOARD": [
        lambda: league_asks(say(BET, line=-1), phase="bets", betting="on"),
        lambda: league_asks(say(BET, line=5), phase="bets", betting="on"),
        lambda: league_asks(say(BET, file=-1), phase="bets", betting="on"),
        lambda: league_asks(say(BET, file=9), phase="bets", betting="on"),
    ],
    "STAKE_NEGATIVE": [lambda: league_asks(say(BET, stake=-1), phase="bets", betting="on")],
    "STAKE_UNPAID": [lambda: league_asks(say(BET, stake=21), phase="bets", betting="on")],
    "STAKE_LIMITED": [
        lambda: league_asks(say(BET, stake=4), phase="bets", betting="on", stake_limit=3)
    ],
    "FORMATION_NOT_HELD": [lambda: layout(pvp_formations="held")],
    "NO_SUCH_TACTIC": [
        lambda: prepare(preparation(tactic=-2)),
        lambda: prepare(preparation(tactic=99)),
        lambda: league_asks(preparation(tactic=99)),
        lambda: league_match_prepare(say(tactic=99)),
    ],
    "TACTIC_NOT_HELD": [lambda: prepare(preparation(tactic=1, formation="532"))],
    "TACTIC_OFF": [lambda: prepare(preparation(), tactics="off")],
    "TACTIC_NEEDED": [lambda: prepare(preparation(tactic=-1))],
    "TACTIC_LEAGUE_MATCH": [lambda: league_match_prepare(say(tactic=0))],
    "NO_ROOM": [
        lambda: league_match_prepare(say(tactic=-1, fielded=dict.fromkeys(FORWARDS, 1)), *FORWARDS)
    ],
    "NO_SUCH_FORMATION": [
        lambda: prepare(preparation(formation=8)),
        lambda: prepare(preparation(formation=-1)),
        lambda: layout(formation=8),
    ],
    "FORMATION_NOT_OFFERED": [lambda: prepare(preparation(formation="532"))],
    "NO_SUCH_CELL": [
        lambda: prepare(preparation(cell=(*IN_442[:9], 9))),
        lambda: prepare(preparation(cell=(*IN_442[:9], -1))),
        lambda: layout(cell=(*league_match.LAYOUT[:9], 9)),
    ],
    "TOO_MANY_MARKERS": [
        lambda: prepare(preparation(cell=(*IN_442, 0))),
        lambda: layout(cell=(*league_match.LAYOUT, 0)),
    ],
    "CELL_FULL": [
        lambda: prepare(preparation(cell=(0, 0, *IN_442[2:]))),
        lambda: prepare(preparation(cell=(1, 1, 1, 1, *IN_442[4:]))),
        lambda: layout(cell=(0, *league_match.LAYOUT[1:])),
    ],
    "ROW_MISMATCH": [
        lambda: prepare(preparation(formation="424")),
        lambda: layout(formation=FORMATIONS.index("442")),
    ],
    "STANDS_FANS": [
        lambda: prepare(preparation(fans=1), resources=[0, 0]),
        lambda: prepare(preparation(fans=-1), resources=[0, 9]),
    ],
    "STANDS_FULL": [lambda: prepare(preparation(fans=5), resources=[0, 9])],
    "FIELD_NOT_OWN": [lambda: prepare(field("P02"), rival_has=["P02"])],
    "FIELD_INJURED": [
        lambda: prepare(field("P02"), keep_out("injured_until", "P02"), give=["P02"])
    ],
    "FIELD_BARRED": [
        lambda: prepare(field("P02"), give=["P02"], table={"barred": source_of("P02")})
    ],
    "FIELD_SUSPENDED": [
        lambda: prepare(field("P02"), keep_out("suspended_until", "P02"), give=["P02"])
    ],
    "FIELD_JERSEY": [lambda: prepare(field("P02", "P26"), give=["P02", "P26"])],
    "FIELD_SPARE": [
        lambda: with_winter_token("number 12", fielded={"P02": 1}),
        lambda: with_winter_token("number 13", fielded={"P02": 1}, taken=[3, 11]),
        # P02 takes over the marker of P07, which has jersey 2.
        lambda: with_winter_token("number 12", fielded={"P02": 1, "P07": 1}, taken=[1]),
        # P02 takes over the marker of P01, which has jersey 8.
        lambda: with_winter_token("number 12", fielded={"P01": 1, "P02": 1}, taken=[7]),
    ],
    "FIELD_STAND_IN": [lambda: with_winter_token("stand-in", fielded={"P02": 1, "P07": 2})],
    "FIELD_ROW": [
        lambda: prepare(field("P25"), give=["P25"], resources=[0, 0, 0, 1]),
        lambda: layout(forward=True),
    ],
    "FIELD_FITNESS": [
        lambda: prepare(field("P02", "P07"), give=["P02", "P07"], resources=[0, 0, 0, 1])
    ],
    "PUT_NOT_ASSIGNED": [
        lambda: prepare(preparation(put={"P02": (0, 1, 0, 0)}), give=["P02"], resources=[0, 1]),
        lambda: prepare(
            field("P02", put={"P02": (0, -1, 0, 0)}), give=["P02"], resources=[0, 1, 0, 1]
        ),
    ],
    "PUT_COST": [
        lambda: prepare(
            field("P02", put={"P02": (0, 0, 0, 1)}), give=["P02"], resources=[0, 0, 0, 1]
        ),
        lambda: prepare(
            field("P02", put={"P02": (0, 1, 0, 0)}, fans=1), give=["P02"], resources=[0, 1, 0, 1]
        ),
    ],
    "NO_SUCH_SIDE": [
        lambda: prepare(preparation(side=[2]), basic_side="free"),
        lambda: layout(side=2, basic_side="free"),
    ],
    "NO_SUCH_EFFECT": [
        lambda: ability(use(-1)),
        lambda: ability(use("P07")),
        lambda: ability(use("P09", 2)),
        lambda: ability(use("P09", 1)),
        lambda: ability(use("P03")),
        lambda: ability(use("P02"), cards=["P02", "P09"]),  # P02 needs training for its ability
        lambda: ability(use("P01"), cards=["P01"]),  # no other card to name
        lambda: ability(use("P25"), cards=["P25"]),  # neither a cost nor a choice
    ],
    "EFFECT_TWICE": [lambda: ability(use("P09"), use("P09"))],
    "EFFECT_CONDITION": [
        lambda: ability(
            use("P01", chosen={"P03": 1}),
            NBL="before: if section wing: pay 1 fans: 1 strength others 2",
        )
    ],
    "EFFECT_COST": [lambda: ability(use("P01", chosen={"P03": 1}), unpaid="P01")],
    "NO_SUCH_MARKER": [lambda: turn(-1), lambda: turn(10)],
    "MARKER_TWICE": [lambda: turn(4, 4)],
    "NAMED_NOTHING": [
        lambda: free_action(say(CHOOSE)),
        lambda: ability(use("P01")),
        lambda: ability(use("P19"), cards=["P19"]),
    ],
    "NAMED_CARD": [
        lambda: free_action(say(CHOOSE, chosen={"P07": 1})),
        lambda: free_action(say(CHOOSE, chosen={"P01": 2})),
        lambda: ability(use("P01", chosen={"P01": 1})),
        lambda: ability(use("P01", chosen={"P02": 1})),
        lambda: ability(use("T12", chosen={"P01": -2}), tactic="T12"),
    ],
    "NAMED_MARKER": [
        lambda: ability(use("P19", named=jerseys(11)), cards=["P19"]),
        lambda: ability(use("P19", named={2: 2}), cards=["P19"]),
    ],
    "NAMED_MORE": [
        lambda: free_action(say(CHOOSE, chosen={"P01": 1, "P02": 1})),
        lambda: ability(use("P01", chosen={"P03": 1, "P09": 1, "P31": 1})),
        lambda: ability(use("P19", named=jerseys(2, 3, 4)), cards=["P19"]),
    ],
    "NAMED_FEWER": [
        lambda: free_action(say(DECLINE)),  # who takes a free action has already decided
        lambda: two_injuries(say(DECLINE)),
        lambda: two_injuries(say(CHOOSE, chosen={"P01": 1})),
    ],
    "NAMED_WEAK": [
        lambda: ability(use("T12", chosen={"P01": -1, "P03": 1}), tactic="T12", weak="P01")
    ],
    "NAMED_UNEVEN": [
        lambda: ability(use("T12", chosen={"P01": 1}), tactic="T12"),
        lambda: ability(use("T12", chosen={"P01": -1, "P03": -1, "P09": 1}), tactic="T12"),
    ],
    "SWAP_IMPOSSIBLE": [
        lambda: ability(use("P05", other=-1), cards=["P05"], moment="reveal"),
        lambda: ability(use("P05", other=0), cards=["P05"], moment="reveal"),
    ],
    "BID_LOW": [lambda: bid(say(BID, amount=0))],
    "BID_ASKING": [lambda: bid(say(BID, amount=4), asking_price=5, asking="minimum")],
    "BID_COST": [lambda: bid(say(BID, amount=10))],
    "OFFER_REFUSED": [
        lambda: offer(
            say(OFFER, card="P07", amount=1),
            say(REFUSE),
            say(OFFER, card="P07", amount=2),
            refusals=1,
        )
    ],
    "OFFER_NOT_THEIRS": [
        lambda: offer(say(OFFER, card="P08", amount=1)),
        lambda: offer(say(OFFER, card="P09", amount=1), give=["P09"]),
        lambda: offer(say(OFFER, card=-1, amount=1)),
        lambda: offer(say(SEE, card="P08")),
    ],
    "OFFER_VETERAN": [lambda: offer(say(OFFER, card="V1", amount=1), rival_has=["V1"])],
    "OFFER_NOTHING": [lambda: offer(say(OFFER, card="P07", amount=0))],
    "OFFER_COST": [lambda: offer(say(OFFER, card="P07", amount=6), money=5)],
    "SEE_KNOWN": [
        lambda: offer(say(SEE, card="V1"), rival_has=["V1"]),
        lambda: offer(say(SEE, card="P07"), trained_side="open"),
        lambda: offer(say(SEE, card="P07"), say(SHOW), say(SEE, card="P07")),
    ],
    "HIRE_NOT_THERE": in_both(
        say(HIRE, card="P03"),
        lambda: act(say(HIRE, card="V1"), show={"players": ["V1"]}),  # a veteran never lies there
        lambda: offer(say(FROM_AREA, card="P03"), show={"players": ["P02"]}),
        show={"players": ["P02"]},
    ),
    "HIRE_COST": in_both(
        say(HIRE, card="P02"),
        lambda: offer(say(FROM_AREA, card="P02"), show={"players": ["P02"]}, money=6),
        show={"players": ["P02"]},
        money=6,
    ),
    "TOO_LONG": [
        lambda: act(say(decisions.PASS), table={"asked_today": 200}),
        lambda: free_action(say(CHOOSE, chosen={"P01": 1}), table={"asked_today": 199}),
        lambda: offer(say(SEE, card="P07"), table={"asked_today": 199}),
    ],
    "POSITION_NOT_OWN": [
        lambda: act(say(SELL, card="P12"), say(amount=2), give=["P12"], market="on"),
        lambda: act(say(SELL, card="P12"), say(amount=-1), give=["P12"], market="on"),
    ],
    "NO_SUCH_EXTRA_TACTIC": [
        lambda: referee(1, 6, say(ADD_TACTIC, tactic=4), tactic="T05"),
        lambda: referee(1, 6, say(ADD_TACTIC, tactic=-1), tactic="T05"),
        lambda: referee(1, 6, say(ADD_TACTIC, tactic=99), tactic="T05"),
        lambda: referee(1, 6, say(ADD_TACTIC, tactic=5), tactic="T05", lacks="T06"),
    ],
    "SUSPEND_OTHER": [
        lambda: referee(1, 1, say(card="P09"), phase="a referee's token"),
        lambda: referee(1, 1, say(card=-1), phase="a referee's token"),
    ],
}


@cache
def provoke_refusal(name: str, number: int) -> tuple[str, str]:
    """Provoke a case's refusal; return its words and the decision."""
    return CASES[name][number]().refused()


@pytest.mark.parametrize(
    ("name", "number"),
    [(name, number) for name, cases in CASES.items() for number in range(len(cases))],
)
def test_a_refusal(name: str, number: int) -> None:
    """SET-5, SET-6, SET-8, EXT-1, EPI-4, EPI-5, EPI-7, EPI-8, EPI-9, CLU-1, CLU-3, CLU-4, CLU-5,
    CLU-6, BOA-2, ACT-0, ACT-1, ACT-2, ACT-3, ACT-4, ACT-5, ACT-6, ACT-9, WEE-2, TRA-1, TRA-2,
    TRA-3, TRA-7, TRA-8, EFF-1, EFF-2, BET-3, PVP-3, MAT-1, MAT-2, MAT-3, MAT-4, MAT-5, MAT-6,
    PLA-3, TWI-1, TER-1, MKT-2, REF-3, REF-8: the refusal of an illegal answer names its rule, and
    the answer changes nothing."""
    words, _ = provoke_refusal(name, number)
    assert words == CODES[name].words


def test_every_refusal_has_a_case() -> None:
    """Each declared refusal occurs in each of its decisions, and in no other."""
    assert list(CODES.values()) == decisions.DECISIONS.refusals[1:]
    assert list(CASES) == list(CODES)
    provoked = {
        (name, provoke_refusal(name, number)[1])
        for name, cases in CASES.items()
        for number in range(len(cases))
    }
    assert provoked == {
        (name, decision.name) for name, refusal in CODES.items() for decision in refusal.decisions
    }


def test_sentences_of_refusals_are_distinct() -> None:
    """No two sentences are the same, and none ends with a full stop."""
    sentences = [code.sentence for code in CODES.values()]
    assert len(set(sentences)) == len(sentences)
    assert not any(sentence.endswith(".") for sentence in sentences)


def test_refusals_name_the_cited_rules() -> None:
    """The docstring of the test of each refusal cites exactly the rules that refusals name."""
    cited = re.findall(r"[A-Z]{3}-\d+", test_a_refusal.__doc__ or "")
    assert len(set(cited)) == len(cited)
    assert set(cited) == {code.rule for code in CODES.values()}
