"""The entire league or season, week by week, driven by a trace."""

from __future__ import annotations

from eoc_sim.referee.eleven.actions import play_day
from eoc_sim.referee.eleven.betting import draw_clubs, pay_out, place_bet
from eoc_sim.referee.eleven.data import Data
from eoc_sim.referee.eleven.epic import WEEKS_BEFORE_BREAK
from eoc_sim.referee.eleven.fixtures import host_visitor_pairs, rival_of
from eoc_sim.referee.eleven.layout import prepare
from eoc_sim.referee.eleven.league import check_table, results_of_clubs
from eoc_sim.referee.eleven.league_matches import play_pair, prepare_match
from eoc_sim.referee.eleven.match import effects, play_match, reveal
from eoc_sim.referee.eleven.scoring import score_game
from eoc_sim.referee.eleven.season_match import (
    after_match,
    fill_stands,
    prepare_season_match,
    use_effects,
)
from eoc_sim.referee.eleven.season_set_up import begin_season
from eoc_sim.referee.eleven.set_up import set_up
from eoc_sim.referee.eleven.solo import check_goals
from eoc_sim.referee.eleven.state import League, Manager
from eoc_sim.referee.eleven.tables import DAYS
from eoc_sim.referee.eleven.week import begin_week, end_week
from eoc_sim.referee.eleven.winter import winter_break
from eoc_sim.referee.reading import NotATrace
from eoc_sim.referee.records import Disagreement

__all__ = ["Data", "Disagreement", "NotATrace", "ReferenceGame"]


class ReferenceGame(League):
    """One league or season, played phase by phase."""

    def play_through(self) -> None:
        """WEE, TER-1: play set-up, a fixed number of weeks, and scoring."""
        set_up(self)
        if self.is_season():
            begin_season(self)
        if self.has("betting"):
            draw_clubs(self)
        for week in range(1, self.weeks + 1):
            self.week = week
            self.reader.moment = f"week {week}"
            if week == WEEKS_BEFORE_BREAK + 1 and self.is_season() and self.has("epic"):
                winter_break(self)
            if self.has("solo"):
                check_goals(self, week - 1)
            self.play_week()
        self.reader.moment = ""
        score_game(self)

    def play_week(self) -> None:
        """WEE: play a week; in the league layer, only its match day.

        All managers prepare before any line-up is revealed (INF-4).
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
        if self.has("betting"):
            for manager in self.managers:
                place_bet(self, manager)
        self.play_matches()
        results_of_clubs(self)
        check_table(self)
        if self.has("betting"):
            for manager in self.in_turn_order():
                pay_out(self, manager)
        if self.is_season():
            end_week(self)

    def play_matches(self) -> None:
        """WEE-3, MAT, PVP-8: play the match day; a pair plays in its Host's turn."""
        for manager in self.managers:
            self.prepare(manager)
        managers_against_clubs = [
            manager
            for manager in self.in_turn_order()
            if rival_of(self, manager, self.week) is None
        ]
        for step in (reveal, use_effects if self.is_season() else effects):
            for manager in managers_against_clubs:
                step(self, manager)
        visitors = {host.seat: visitor for host, visitor in host_visitor_pairs(self)}
        for manager in self.in_turn_order():
            if manager in managers_against_clubs:
                play_match(self, manager)
            elif manager.seat in visitors:
                play_pair(self, manager, visitors[manager.seat])
            if self.is_season():
                after_match(self, manager)

    def prepare(self, manager: Manager) -> None:
        """CLU-3, MAT-5, PVP-3: fill the stands and prepare a match."""
        rival = rival_of(self, manager, self.week)
        if self.is_season():
            fill_stands(self, manager)
            if rival is None:
                prepare_season_match(self, manager)
            else:
                prepare_match(self, manager, rival)
        elif rival is None:
            prepare(self, manager)
