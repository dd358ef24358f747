"""The whole league or season, week by week, driven by a trace."""

from __future__ import annotations

from eoc_sim.referee.eleven.actions import play_day
from eoc_sim.referee.eleven.data import Data
from eoc_sim.referee.eleven.layout import prepare
from eoc_sim.referee.eleven.league import results_of_clubs, show_table
from eoc_sim.referee.eleven.match import effects, play_match, reveal
from eoc_sim.referee.eleven.scoring import score_game
from eoc_sim.referee.eleven.season_match import prepare_season, use_effects
from eoc_sim.referee.eleven.season_set_up import begin_season
from eoc_sim.referee.eleven.set_up import set_up
from eoc_sim.referee.eleven.state import League
from eoc_sim.referee.eleven.tables import DAYS
from eoc_sim.referee.eleven.week import begin_week, end_week
from eoc_sim.referee.reading import NotATrace
from eoc_sim.referee.records import Disagreement

__all__ = ["Data", "Disagreement", "NotATrace", "ReferenceGame"]


class ReferenceGame(League):
    """One league, whose chapters follow one another."""

    def play_through(self) -> None:
        """WEE, TER-1: play set-up, a fixed number of weeks, and scoring."""
        set_up(self)
        if self.is_season():
            begin_season(self)
        for week in range(1, self.number("weeks") + 1):
            self.week = week
            self.reader.moment = f"week {week}"
            self.play_week()
        self.reader.moment = ""
        score_game(self)

    def play_week(self) -> None:
        """WEE: play a week; in layer league it has one day.

        All prepare before any line-up is revealed (INF-4).
        """
        event = self.reader.take("WEE-4", "week")
        event.check("WEE-4", "week", self.week)
        event.check("WEE-4", "first", self.first_of_week())
        event.finish()
        if self.is_season():
            begin_week(self)
            for day in DAYS:
                for manager in self.in_turn_order():
                    play_day(self, manager, day)
        for manager in self.managers:
            (prepare_season if self.is_season() else prepare)(self, manager)
        for step in (reveal, use_effects if self.is_season() else effects, play_match):
            for manager in self.in_turn_order():
                step(self, manager)
        results_of_clubs(self)
        show_table(self)
        if self.is_season():
            end_week(self)
