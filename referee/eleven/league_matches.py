"""PVP: matches between managers in the last weeks, in two halves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from eoc_sim.referee.eleven.effects import clauses_of, fielded_cards, perform, trigger, weaken
from eoc_sim.referee.eleven.layout import lay_out
from eoc_sim.referee.eleven.league import credit
from eoc_sim.referee.eleven.match import by_section, choose_saved, shots
from eoc_sim.referee.eleven.pitch import CELLS, SECTIONS, Marker, Team
from eoc_sim.referee.eleven.rerolls import can_reroll, lasting_gain, pay_reroll, take_rerolls
from eoc_sim.referee.eleven.season_match import (
    assign,
    automatic_effects,
    check_cards,
    check_positions,
    count_goals,
    goals_of_effects,
    read_sides,
    team_of,
    usable,
)
from eoc_sim.referee.eleven.state import League, Manager
from eoc_sim.referee.eleven.tables import FORMATIONS, JERSEYS, KEEPER, LOSS, WIN
from eoc_sim.referee.records import Event

FIRST_HALF, SECOND_HALF = 1, 2
FACES = range(1, 7)
MAX_ROUNDS = 20  # PVP-7


def prepare_match(league: League, manager: Manager, rival: Manager) -> None:
    """PVP-3: read the cards assigned and the resources on them, for both halves."""
    event = league.reader.take("PVP-3", "prepare", manager.seat)
    event.check("PVP-1", "rival", rival.seat)
    assign(league, manager, event)
    event.finish()
    manager.tactic = None
    manager.match.opponent_above = rival.points > manager.points
    trigger(league, manager, "prepare")


# --- A half


@dataclass
class Score:
    """PVP-5, PVP-7: one side's shots, goals and saves."""

    shots_by_section: list[int] = field(default_factory=lambda: [0] * len(SECTIONS))
    goals_by_section: list[int] = field(default_factory=lambda: [0] * len(SECTIONS))
    goals: int = 0
    saves: int = 0
    scorers: list[int] = field(default_factory=list)

    def add(self, half: Score) -> None:
        """Add a half's numbers."""
        self.shots_by_section = _add_up(self.shots_by_section, half.shots_by_section)
        self.goals_by_section = _add_up(self.goals_by_section, half.goals_by_section)
        self.goals += half.goals
        self.saves += half.saves
        self.scorers = sorted(self.scorers + half.scorers)


def _add_up(first_half: list[int], second_half: list[int]) -> list[int]:
    return [first + second for first, second in zip(first_half, second_half, strict=True)]


def read_layout(
    league: League, manager: Manager, rival: Manager, half: int, is_shown: bool
) -> None:
    """PVP-4, PVP-6: read the formation and the layout of a half."""
    event = league.reader.take("PVP-4", "layout", manager.seat)
    event.check("PVP-4", "half", half)
    event.check("PVP-1", "rival", rival.seat)
    event.check("PVP-4", "shown", is_shown)
    formation = event.take("formation")
    formations = FORMATIONS
    if league.rules["pvp_formations"] == "held" and league.rules["tactics"] == "on":
        formations = [
            card_formation
            for card in manager.tactics
            for card_formation in league.data.tactics[card].formations
        ]
    event.require("PVP-3", formation in formations, f"the formations are {formations}")
    cells = event.take("layout")
    event.require("MAT-5", len(cells) == len(JERSEYS), "ten markers must be laid out")
    event.require("MAT-1", all(cell in CELLS for cell in cells), f"the cells are {CELLS}")
    match = manager.match
    match.cells = dict(zip(JERSEYS, cells, strict=True))
    match.strength_changes.clear()
    match.ignoring.clear()
    match.feinting.clear()
    match.gloves = 0
    if league.is_season():
        read_sides(league, manager, event)
        check_positions(manager, event)
    team = team_now(league, manager)
    crowded_cells, rows = team.list_crowded_cells(), team.formation()
    event.require("MAT-1", not crowded_cells, f"too many markers stand in {crowded_cells}")
    event.require("MAT-3", rows == formation, f"the rows are {rows}")
    event.finish()


def team_now(league: League, manager: Manager) -> Team:
    """MAT-2: return the team as it stands."""
    if league.is_season():
        return team_of(manager)
    return lay_out(league, list(manager.match.cells.values()))


def alternate(league: League, first: Manager, second: Manager, moment: str) -> None:
    """PVP-4: let two managers use effects in turn; a pass is final."""
    rivals = {first.seat: second, second.seat: first}
    for manager in (first, second):
        see(league, manager, rivals[manager.seat])
        automatic_effects(league, manager, moment)
        apply_facing_changes(league, manager, rivals[manager.seat])
    waiting = [first, second]
    while waiting:
        manager = waiting.pop(0)
        if use_one(league, manager, rivals[manager.seat], moment):
            waiting.append(manager)


def use_one(league: League, manager: Manager, rival: Manager, moment: str) -> bool:
    """PVP-4: read one effect that a manager uses, if any."""
    see(league, manager, rival)
    options = usable(league, manager, moment)
    option = league.next_option(manager, options) if options else None
    if option is None:
        return False
    perform(league, manager, option)
    apply_facing_changes(league, manager, rival)
    return True


def see(league: League, manager: Manager, rival: Manager) -> None:
    """PVP-4: let a manager see the other team as it stands."""
    manager.opponents = team_now(league, rival)


def apply_facing_changes(league: League, manager: Manager, rival: Manager) -> None:
    """EFF-1: apply a manager's changes to facing markers of the other team."""
    for marker, amount in manager.match.facing_changes.items():
        if amount < 0:
            weaken(league, rival, marker, -amount)
        else:
            rival.match.strength_changes[marker] += amount
    manager.match.facing_changes.clear()


def play_half(
    league: League, host: Manager, visitor: Manager, half: int, scores: Sequence[Score]
) -> None:
    """PVP-4 to PVP-6: read both layouts and effects; work out a half."""
    first, second = (host, visitor) if half == FIRST_HALF else (visitor, host)
    read_layout(league, first, second, half, is_shown=True)
    read_layout(league, second, first, half, is_shown=False)
    if league.is_season():
        if half == FIRST_HALF or league.rules["second_half_effects"] == "on":
            alternate(league, first, second, "reveal")
            alternate(league, first, second, "before")
        for manager, rival in ((host, visitor), (visitor, host)):  # the turn order
            see(league, manager, rival)
            automatic_effects(league, manager, "match")
            apply_facing_changes(league, manager, rival)
            while use_one(league, manager, rival, "match"):
                pass
    teams = []
    for manager, score in ((host, scores[0]), (visitor, scores[1])):
        team = team_now(league, manager)
        teams.append(replace(team, gloves=team.gloves - used_gloves(league, manager, score.saves)))
    host_half = half_of(league, host, teams[0], teams[1])
    visitor_half = half_of(league, visitor, teams[1], teams[0])
    event = league.reader.take("PVP-5", "half", host.seat)
    event.check("PVP-4", "half", half)
    event.check("PVP-1", "rival", visitor.seat)
    check_score(event, host_half, visitor_half)
    event.check("MAT-9", "scorers", host_half.scorers)
    event.check("MAT-9", "scorers_against", visitor_half.scorers)
    event.finish()
    scores[0].add(host_half)
    scores[1].add(visitor_half)


def used_gloves(league: League, manager: Manager, saves: int) -> int:
    """PVP-5, PVP-6: count the gloves used up by saves in the first half.

    Saves use the keeper's own gloves first. Temporary gloves last only for their half.
    """
    if league.rules["fresh_gloves"] == "on":
        return 0
    _, gloves = keeper_of(league, manager)
    return min(gloves, saves)


def half_of(league: League, manager: Manager, own_team: Team, opponent: Team) -> Score:
    """MAT-8, MAT-9: work out one side of a half."""
    tries, tries_against = shots(own_team, opponent), shots(opponent, own_team)
    saves_against, saves = choose_saved(tries, opponent), choose_saved(tries_against, own_team)
    goals = [attempt for attempt in tries if attempt not in saves_against]
    extra = 0
    if league.is_season():
        against = [attempt for attempt in tries_against if attempt not in saves]
        # The centre is quiet if the opponent's central attack has not scored.
        quiet_centre = not any(attempt.cell in SECTIONS["attack"] for attempt in against)
        extra = goals_of_effects(league, manager, quiet_centre)
    return Score(
        by_section(tries), by_section(goals), len(goals) + extra, len(saves),
        numbers(goals),
    )  # fmt: skip


def numbers(markers: Sequence[Marker]) -> list[int]:
    """List markers' numbers in order."""
    return sorted(marker.number for marker in markers)


def check_score(event: Event, own_score: Score, opponent_score: Score) -> None:
    """Check both sides' shots, goals and saves against the event."""
    event.check("MAT-9", "goals", own_score.goals)
    event.check("MAT-9", "against", opponent_score.goals)
    event.check("MAT-9", "saves", own_score.saves)
    event.check("MAT-9", "saves_against", opponent_score.saves)
    event.check("MAT-8", "shots", own_score.shots_by_section)
    event.check("MAT-9", "goals_of", own_score.goals_by_section)
    event.check("MAT-8", "shots_against", opponent_score.shots_by_section)
    event.check("MAT-9", "goals_against_of", opponent_score.goals_by_section)


# --- The result


def play_pair(league: League, host: Manager, visitor: Manager) -> None:
    """PVP-4 to PVP-7: play a match between managers, up to its result."""
    scores = Score(), Score()
    play_half(league, host, visitor, FIRST_HALF, scores)
    play_half(league, host, visitor, SECOND_HALF, scores)
    host.goals = visitor.against = scores[0].goals
    host.against = visitor.goals = scores[1].goals
    winner = host if host.goals > visitor.goals else visitor
    if host.goals == visitor.goals:
        winner = shoot_out(league, host, visitor)
    for manager, own_score, opponent_score in ((host, *scores), (visitor, *scores[::-1])):
        rival = visitor if manager is host else host
        manager.match.scorers = sorted(set(own_score.scorers))
        event = league.reader.take("PVP-7", "match", manager.seat)
        event.check("PVP-1", "rival", rival.seat)
        event.check("PVP-3", "host", manager is host)
        check_score(event, own_score, opponent_score)
        event.check("MAT-9", "scorers", manager.match.scorers)
        event.check("PVP-7", "points", credit(league, manager, WIN if manager is winner else LOSS))
        if league.is_season():
            check_cards(manager, event)
            count_goals(manager, own_score.scorers)
        event.finish()


def shoot_out(league: League, host: Manager, visitor: Manager) -> Manager:
    """PVP-7: read the shoot-out; return the winner."""
    for number in range(1, MAX_ROUNDS + 1):
        event = league.reader.take("PVP-7", "shoot_out", host.seat)
        event.check("PVP-7", "round", number)
        event.check("PVP-1", "rival", visitor.seat)
        rolls = read_shots(league, event, (host, visitor))
        event.check("PVP-7", "rolls", rolls)
        winner = None if rolls[0] == rolls[1] else host if rolls[0] > rolls[1] else visitor
        if number == MAX_ROUNDS and winner is None:
            winner = visitor
        event.check("PVP-7", "winner", None if winner is None else winner.seat)
        event.finish()
        if winner is not None:
            return winner
    raise AssertionError("the last round has a winner")


def read_shots(league: League, event: Event, sides: Sequence[Manager]) -> list[int]:
    """PVP-7: read a round's dice and re-rolls; return the final values."""
    faces = list(event.take("faces"))
    event.require(
        "PVP-7",
        len(faces) == len(sides) and all(type(value) is int and value in FACES for value in faces),
        "each manager must roll one die",
    )
    for side, face in take_rerolls(event):
        event.require(
            "PVP-7",
            type(side) is int and side in (0, 1) and type(face) is int and face in FACES,
            "a re-roll must name one of the two dice and one of its faces",
        )
        can_pay = league.is_season() and can_reroll(league, sides[side])
        event.require("PVP-7", can_pay, "the manager cannot pay for a re-roll")
        pay_reroll(league, sides[side])
        faces[side] = face
    host, visitor = sides
    return [
        face - keeper_deduction(league, rival) + roll_bonus(league, manager)
        for face, manager, rival in (
            (faces[0], host, visitor),
            (faces[1], visitor, host),
        )
    ]


def keeper_deduction(league: League, rival: Manager) -> int:
    """PVP-7: return the amount that the other keeper takes off a roll."""
    strength, gloves = keeper_of(league, rival)
    return strength if league.rules["shootout"] == "strength" else gloves


def keeper_of(league: League, manager: Manager) -> tuple[int, int]:
    """MAT-2: return a keeper's strength and gloves before a match changes them."""
    if not league.is_season():
        squad = league.data.squads[league.rules["profile"], league.week]
        return squad.keeper_strength, squad.gloves
    keeper = next((member for member in fielded_cards(manager) if member.marker == KEEPER), None)
    return (keeper.strength, keeper.gloves) if keeper else (1, 1)


def roll_bonus(league: League, manager: Manager) -> int:
    """PVP-7: add up the effects on the manager's roll."""
    if not league.is_season():
        return 0
    cards = [
        member
        for member in fielded_cards(manager)
        if league.rules["abilities"] == "on" and (member.card.ability == "both" or member.trained)
    ]
    return lasting_gain(league, manager, "shootout") + sum(
        clause.amount
        for member in cards
        for clause in clauses_of(league, member.card.number)
        if (clause.when, clause.gain) == ("always", "shootout")
    )
