"""The report of Eleven: its sections, questions and findings."""

from __future__ import annotations

from eoc_sim.analysis.eleven.shape import ask
from eoc_sim.reports.eleven import (
    actions,
    bets,
    closeness,
    club_holdings,
    deals,
    effort_and_sources,
    league_matches,
    luck_of_the_deal,
    meetings,
    opponents,
    pitch,
    referees,
    season_points,
    solo,
    table,
    timing,
    unique_cards,
    weeks,
    winter,
    worth,
)
from eoc_sim.reports.eleven.reconstructed import mark
from eoc_sim.reports.game_report import GameReport
from eoc_sim.reports.sections import CHANGES, scores, seating, shape, strategies

REPORT = GameReport(
    sections=(
        timing.section,
        worth.section,
        *CHANGES,
        shape.section,
        strategies.section,
        solo.section,
        table.section,
        season_points.section,
        meetings.section,
        unique_cards.section,
        weeks.section,
        winter.section,
        actions.section,
        pitch.section,
        club_holdings.cards_section,
        club_holdings.section,
        deals.section,
        bets.section,
        referees.section,
        opponents.section,
        league_matches.section,
        closeness.section,
        scores.section,
        luck_of_the_deal.section,
        seating.section,
    ),
    standing=(club_holdings.component_verdicts,),
    verdicts=(
        solo.verdicts,
        table.verdicts,
        pitch.verdicts,
        opponents.verdicts,
        league_matches.verdicts,
        winter.verdicts,
    ),
    answers=(timing.answers, worth.answers),
    mark=mark,
    basis=effort_and_sources.verdicts,
    questions=ask,
    background=(
        *("table", "weeks", "actions", "pitch", "cards", "clubs", "deals", "meetings", "bets"),
        *("referees", "opponents", "league-matches"),
    ),
    folded=("closeness", "scores", "opponents", "seating"),
    narrow=("meetings", "weeks", "chance"),
)
