"""The league on the table: managers, clubs, the week."""

from __future__ import annotations

from dataclasses import dataclass, field

from eoc_sim.referee.eleven.data import Data
from eoc_sim.referee.eleven.pitch import Team
from eoc_sim.referee.eleven.tables import DECKS, WORDS
from eoc_sim.referee.eleven.tactics import Tactic
from eoc_sim.referee.judge import Judge
from eoc_sim.referee.ranking import clockwise

NOBODY = Team([], 0, 0)


@dataclass
class Manager:
    """One manager, its season so far and its match of this week."""

    seat: int
    schedule: list[str] = field(default_factory=list)  # clubs by week
    tactics: list[str] = field(default_factory=list)  # held
    points: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    goals_for: int = 0
    goals_against: int = 0
    # This week
    played: Tactic | None = None
    team: Team = NOBODY
    opponents: Team = NOBODY
    goals: int = 0
    against: int = 0


class League(Judge):
    """One league, judged by the rules."""

    words = WORDS
    data: Data

    def __init__(self, trace: list[dict[str, object]], data: Data) -> None:
        """Lay out these components without playing."""
        super().__init__(trace, data)
        self.managers: list[Manager] = []
        self.first = 0  # seat of the first manager of week 1
        self.week = 0
        self.clubs: dict[str, list[str]] = {}  # of each deck, shuffled; lower deck first
        self.club_points: dict[str, int] = {}

    def decks(self) -> list[str]:
        """SET-2: name the two decks of the division, lower first."""
        return DECKS[self.rules["division"]]

    def first_of_week(self) -> int:
        """WEE-4: return the first manager's seat, which passes clockwise."""
        passed = self.week - 1 if self.rules["first_manager"] == "rotates" else 0
        return (self.first + passed) % len(self.managers)

    def in_turn_order(self) -> list[Manager]:
        """List managers clockwise from the first one of the week."""
        return clockwise(self.managers, self.first_of_week())

    def club_of(self, manager: Manager) -> str:
        """LEA-2: return the club that a manager meets this week."""
        return manager.schedule[self.week - 1]
