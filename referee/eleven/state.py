"""The league on the table: managers, clubs, the week."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from eoc_sim.referee.eleven.components import SHEET_OF_SWITCH, Card, Components, Item
from eoc_sim.referee.eleven.data import Data
from eoc_sim.referee.eleven.language import Clause
from eoc_sim.referee.eleven.pitch import Team
from eoc_sim.referee.eleven.tables import DECKS, EPIC_DECKS, EPIC_WEEKS, WORDS
from eoc_sim.referee.eleven.tactics import Tactic
from eoc_sim.referee.judge import Judge
from eoc_sim.referee.ranking import clockwise
from eoc_sim.referee.records import Event

NO_TEAM = Team([], 0, 0)


DAY_EVENTS = ("act", "free_action", "dismiss")
"""The events of a manager's day, without their consequences."""


STRENGTH_OF_TOKEN = 3  # EPI-9


@dataclass
class Day:
    """WEE-2: one day of one manager."""

    number: int
    actions: int = 0
    free_actions: int = 0
    # TRA-7: in the current action
    refusals: int = 0
    agreed: tuple[str, int, int] | None = None  # card, owner, price


class Option(NamedTuple):
    """One clause of one source, with its index."""

    source: str
    clause_index: int  # among the source's clauses, from 0
    clause: Clause


@dataclass
class Member:
    """PLA-2 to PLA-5, EPI-9: a manager's card and its tokens."""

    card: Card
    trained: bool = False
    experience: int = 0
    injured_until: int = 0  # the token leaves after this week; 0 if there is none
    suspended_until: int = 0
    matches: int = 0
    matches_before: int = 0  # before this half of the season (EPI-3)
    goals: int = 0
    goals_before: int = 0  # before this half of the season
    extra_strength: int = 0  # permanent strength
    weakness: int = 0
    is_scored: bool = False  # a manager who sold it has scored its VP (TRA-6)
    token: str = ""  # the name of a winter token
    marker: int = 0  # number of the marker that the card takes over; 1 for a keeper

    def __post_init__(self) -> None:
        """MAT-2: let a card take over the marker of its jersey."""
        self.marker = self.card.jersey

    @property
    def strength(self) -> int:
        """PLA-2: the strength of the visible side, with tokens."""
        return max(0, self.worth - self.weakness)

    @property
    def worth(self) -> int:
        """ACT-2: the strength before weakness tokens are subtracted."""
        strength = self.card.strengths[self.trained]
        if self.token == "strength 3":
            strength = STRENGTH_OF_TOKEN
        return strength + self.extra_strength

    @property
    def gloves(self) -> int:
        """PLA-1: the gloves of the visible side."""
        return self.card.gloves[self.trained]

    @property
    def jersey(self) -> int:
        """PLA-1, EPI-9: the number on the card, or on its token."""
        is_number = self.token.startswith("number ")
        return int(self.token.removeprefix("number ")) if is_number else self.card.jersey

    @property
    def side(self) -> str:
        """PLA-1, EPI-9: ball or shield."""
        return self.token if self.token in ("ball", "shield") else self.card.side

    @property
    def positions(self) -> str:
        """PLA-1, EPI-9: the rows in which it may stand."""
        return "DMF" if self.token == "any section" else self.card.positions

    @property
    def is_out(self) -> bool:
        """PLA-3: True if a token keeps it from being assigned."""
        return bool(self.injured_until or self.suspended_until)


@dataclass
class Match:
    """A manager's match of the week."""

    cards: list[str] = field(default_factory=list)  # in order of jersey
    card_resources: dict[str, list[int]] = field(default_factory=dict)  # put on each card
    supply: Counter[str] = field(default_factory=Counter)  # fitness from a tactic, by card
    cells: dict[int, str] = field(default_factory=dict)  # by jersey
    sides: dict[int, str] = field(default_factory=dict)
    strength_changes: Counter[int] = field(default_factory=Counter)  # by jersey
    facing_changes: Counter[int] = field(default_factory=Counter)  # by the opponent's marker
    gloves: int = 0
    ignoring: set[int] = field(default_factory=set)
    feinting: set[int] = field(default_factory=set)
    effects_used: set[tuple[str, int]] = field(default_factory=set)
    automatic_effects: set[tuple[str, int]] = field(default_factory=set)  # that have acted already
    dice: dict[str, int] = field(default_factory=dict)  # by source
    scorers: list[int] = field(default_factory=list)
    quiet_centre: bool = False
    opponent_above: bool = False
    stand_fans: int = 0
    result: str = ""
    abilities: int = 0
    # REF: the referee; the lists hold card numbers
    referee: tuple[int, bool] = (0, False)  # kind, and True for the upper effect
    cards_matching: list[str] = field(default_factory=list)  # REF-2: with a tag of the row rolled
    cards_without_abilities: list[str] = field(default_factory=list)  # REF-4
    cards_free_of_cost: list[str] = field(default_factory=list)  # REF-6: their abilities are free
    cards_not_learning: list[str] = field(default_factory=list)  # REF-5: they gain no experience
    replacement_token: str = ""  # REF-5: placed instead of the other kind; "" for none
    additional_tactic: str | None = None


@dataclass
class Half:
    """EPI-3: totals at the start of a half, and records set in it."""

    won: int = 0
    clean_wins: int = 0
    youngsters_trained: int = 0
    tokens: int = 0
    goals_for: int = 0
    goals_against: int = 0
    extra_actions: int = 0
    wins_by_colour: Counter[str] = field(default_factory=Counter)
    # Records set in the half
    largest_margin: int = 0
    fullest_stands: int = 0
    card_goals: int = 0


@dataclass
class Bet:
    """BET-3: a bet token on the board."""

    spaces: list[str]
    money: int  # on the token, including the money from the supply


@dataclass
class Manager:
    """One manager, with the season so far and this week's match."""

    seat: int
    schedule: list[str | None] = field(default_factory=list)  # clubs by week
    tactics: list[str] = field(default_factory=list)  # held
    points: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    goals_for: int = 0
    goals_against: int = 0
    # This week
    tactic: Tactic | None = None
    team: Team = NO_TEAM
    opponents: Team = NO_TEAM
    goals: int = 0
    against: int = 0
    outcome: int = 0  # of the match: 3, 1 or 0
    bet: Bet | None = None
    # The season
    resources: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    levels: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    squad: dict[str, Member] = field(default_factory=dict)
    directors: list[str] = field(default_factory=list)
    staff: list[str] = field(default_factory=list)
    sponsors: dict[str, str] = field(default_factory=dict)  # how each is signed
    tokens: list[str] = field(default_factory=list)
    office: int = 0
    objective: str | None = None
    objectives: list[str] = field(default_factory=list)  # EPI-3: still open
    half: Half = field(default_factory=Half)
    half_vp: int = 0  # of the objective before the Break
    winter_tokens: list[str] = field(default_factory=list)  # taken, not placed yet
    unique: dict[str, str] = field(default_factory=dict)  # card to text of its side (EXT-1)
    effects_vp: int = 0
    penalty_vp: int = 0  # 0 or below: VP lost by CLU-2 and CLU-7
    sold_vp: int = 0
    youngsters_trained: int = 0
    clean_wins: int = 0
    largest_margin: int = 0
    wins_by_colour: Counter[str] = field(default_factory=Counter)  # wins, by the club's colour
    card_goals: int = 0  # by the card with the most goals
    extra_actions: int = 0
    fullest_stands: int = 0
    # This week
    week_clauses: list[Clause] = field(default_factory=list)
    actions_used: set[tuple[str, int]] = field(default_factory=set)
    free_rerolls: int = 0  # gained, less those used up
    injuries_ignored: int = 0
    match: Match = field(default_factory=Match)

    @property
    def vp_scored(self) -> int:
        """SCO-6, PLA-4, EPI-4: the VP scored in play, less those lost."""
        return self.effects_vp + self.penalty_vp + self.sold_vp + self.half_vp


class League(Judge):
    """One league, judged by the rules."""

    words = WORDS
    data: Data

    def __init__(self, trace: list[dict[str, object]], data: Data) -> None:
        """Take the trace and the components; play nothing yet."""
        super().__init__(trace, data)
        self.managers: list[Manager] = []
        self.first = 0  # seat of the first manager in week 1
        self.week = 0
        self.clubs: dict[str, list[str]] = {}  # by deck, as shuffled; lower deck first
        self.club_points: dict[str, int] = {}
        self.club_outcomes: dict[str, int] = {}  # of the week: 3, 1 or 0
        self.transfer_cards: list[str] = []  # the active one first
        self.is_in_break = False  # EPI-1
        self.unique_clauses: dict[str, list[Clause]] = {}
        self.no_solo_goal_missed = True  # SOLO-1: goals are the scenario's targets
        self.bet_clubs: list[str] = []
        self.piles: dict[str, list[str]] = {}  # face down, top first
        self.discards: dict[str, list[str]] = {}
        self.rows: dict[str, list[str]] = {}  # oldest first
        # PLA-3: weeks added to a new injury or suspension; 1 after the match of the week
        self.added_weeks = 0
        self.hands: dict[str, list[list[str]]] = {}  # directors and objectives as dealt
        self.is_over = False  # the end effects have happened

    @property
    def box(self) -> Components:
        """The components of the season."""
        return self.data.box(
            [sheet for switch, sheet in SHEET_OF_SWITCH.items() if self.has(switch)]
        )

    def has(self, module: str) -> bool:
        """LAY-3: check if a module of the leaflet is played."""
        return bool(self.rules.get(module) == "on")

    def is_season(self) -> bool:
        """LAY-1: check if the full game is played."""
        return bool(self.rules["layer"] == "season")

    def line_ups(self, club: str) -> dict[str, Team]:
        """SET-2, EXT-3: return a club's line-ups."""
        club_data = self.data.clubs[club]
        return club_data.line_ups | (club_data.new_line_ups if self.has("new_lineups") else {})

    def next_option(self, manager: Manager, options: Sequence[Option]) -> Option | None:
        """EFF-2: find which of these effects the manager uses next."""
        if not options or not self.reader.next_is(options[0].clause.event, manager.seat):
            return None
        record = self.reader.peek().record
        return next(
            (
                option
                for option in options
                if (option.source, option.clause_index)
                == (record.get("source"), record.get("clause"))
            ),
            None,
        )

    def next_of_day(self, manager: Manager, day: Day) -> Event | None:
        """WEE-2: take the manager's next act of this day, if any."""
        if not any(self.reader.next_is(kind, manager.seat) for kind in DAY_EVENTS):
            return None
        if self.reader.peek().record.get("day") != day.number:
            return None
        return self.reader.any()

    def next_request_or_offer(self, manager: Manager, day: Day) -> Event | None:
        """TRA-7, TRA-8: take the manager's next request or offer today, if any."""
        reader = self.reader
        asks = reader.next_is("show") and reader.peek().record.get("to") == manager.seat
        if not asks and not reader.next_is("offer", manager.seat):
            return None
        events = reader.events[reader.position :]
        day_event = next((event for event in events if event.kind in (*DAY_EVENTS, "stands")), None)
        # A request or an offer names no day. If the manager's act comes next, it names the day.
        is_other_day = (
            day_event is not None
            and day_event.seat == manager.seat
            and day_event.kind in DAY_EVENTS
            and day_event.record.get("day") != day.number
        )
        return None if is_other_day else reader.any()

    def takes_step(self, kind: str, manager: Manager) -> bool:
        """Check if a manager takes this optional step now."""
        return self.reader.next_is(kind, manager.seat)

    def item(self, number: str) -> Item:
        """Find a director, staff card, sponsor or token by its number."""
        box = self.box
        for sheet in (box.directors, box.staff, box.sponsors, box.tokens):
            if number in sheet:
                return sheet[number]
        raise KeyError(number)

    @property
    def weeks(self) -> int:
        """SET-1, EPI-1: the length of the game."""
        return EPIC_WEEKS if self.has("epic") else self.number("weeks")

    def decks(self) -> list[str]:
        """SET-2, EPI-1: list the division's decks, lower first."""
        return (EPIC_DECKS if self.has("epic") else DECKS)[self.rules["division"]]

    def first_of_week(self) -> int:
        """WEE-4: return the seat of the week's first manager."""
        weeks = self.week - 1 if self.rules["first_manager"] == "rotates" else 0
        return (self.first + weeks) % len(self.managers)

    def in_turn_order(self) -> list[Manager]:
        """List managers clockwise from the week's first manager."""
        return clockwise(self.managers, self.first_of_week())

    def club_of(self, manager: Manager) -> str:
        """LEA-2: return the club that a manager meets this week."""
        club = manager.schedule[self.week - 1]
        if club is None:
            raise ValueError(f"manager {manager.seat} meets a manager this week, not a club")
        return club
