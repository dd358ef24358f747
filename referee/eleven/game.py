"""The whole league, week by week, driven by a trace."""

from __future__ import annotations

from eoc_sim.referee.eleven.data import Data
from eoc_sim.referee.eleven.layout import prepare
from eoc_sim.referee.eleven.league import results_of_clubs, show_table
from eoc_sim.referee.eleven.match import effects, play_match, reveal
from eoc_sim.referee.eleven.scoring import score_game
from eoc_sim.referee.eleven.set_up import set_up
from eoc_sim.referee.eleven.state import League
from eoc_sim.referee.reading import NotATrace
from eoc_sim.referee.records import Disagreement

__all__ = ["Data", "Disagreement", "NotATrace", "ReferenceGame"]


class ReferenceGame(League):
    """One league, whose chapters follow one another."""

    def play_through(self) -> None:
        """WEE, TER-1: play set-up, a fixed number of weeks, and scoring."""
        set_up(self)
        for week in range(1, self.number("weeks") + 1):
            self.week = week
            self.reader.moment = f"week {week}"
            self.play_week()
        self.reader.moment = ""
        score_game(self)

    def play_week(self) -> None:
        """WEE-3, WEE-4, MAT-5, MAT-6: play the match day and its end.

        All prepare before any line-up is revealed (INF-4).
        """
        event = self.reader.take("WEE-4", "week")
        event.check("WEE-4", "week", self.week)
        event.check("WEE-4", "first", self.first_of_week())
        event.finish()
        for manager in self.managers:
            prepare(self, manager)
        for step in (reveal, effects, play_match):
            for manager in self.in_turn_order():
                step(self, manager)
        results_of_clubs(self)
        show_table(self)
