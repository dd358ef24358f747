"""Engines of Eleven that break a rule about the league, scoring or betting."""

from __future__ import annotations

from referee.eleven.module_games import Modules
from referee.pure.breaking import after, as_if, instead, put, reword, wrap
from referee.pure.eleven.breaking import BETS, LEAGUE, Broken, always_true, more

from eoc_sim.simulator.eleven import betting, league, scoring, season_scoring, set_up

BROKEN = [
    # The league
    Broken(
        "clubs without a match get 1 more point",
        "LEA-4",
        wrap(league.points_for_face, more(1)),
        LEAGUE,
    ),
    Broken(
        "clubs get the managers' points",
        "LEA-4",
        wrap(league.points_against, lambda original, table, result: (3, 1, 0)[int(result)]),
        LEAGUE,
    ),
    Broken(
        "level clubs are ahead",
        "LEA-5 SCO-1",
        as_if(league.update_positions, rule_league_ties=1),
        LEAGUE,
    ),
    Broken(
        "clubs begin with a point",
        "LEA-1 LEA-5",
        after(set_up.deal_league, lambda state, *rest: put(state.table.club_points, ..., 1)),
        LEAGUE,
    ),
    # Scoring
    Broken(
        "untrained youngsters score",
        "SCO-2 SCO-7",
        instead(season_scoring.vp_of_youngsters, lambda table, seat: 1),
    ),
    Broken("a stadium scores 1 more", "SCO-3 SCO-7", wrap(season_scoring.vp_of_stadium, more(1))),
    Broken("staff sets score 1 more", "SCO-4 SCO-7", wrap(season_scoring.vp_of_staff, more(1))),
    Broken(
        "fulfilled objectives count as perfect",
        "SCO-5 SCO-7",
        wrap(season_scoring.judge_objective, lambda original, *rest: 2 * min(1, original(*rest))),
    ),
    Broken(
        "an objective counts 1 more", "SET-6 SCO-7", wrap(season_scoring.objective_count, more(1))
    ),
    Broken(
        "the end of the game brings 1 more VP",
        "SCO-6 SCO-7",
        wrap(season_scoring.vp_at_end, more(1)),
    ),
    Broken(
        "the worse manager wins",
        "SCO-7",
        wrap(scoring.compare_managers, lambda original, *rest: -original(*rest)),
        LEAGUE,
    ),
    Broken(
        "a position scores like the one below it",
        "SCO-1",
        reword(
            league.update_positions, "min(position, POSITIONS) - 1", "min(position, POSITIONS - 1)"
        ),
        LEAGUE,
    ),
    # Betting
    Broken("the factor of a bet is 1 too high", "BET-5", wrap(betting.payout_at, more(1)), BETS),
    Broken("every token wins", "BET-5", instead(betting.is_under, always_true), BETS),
    Broken(
        "another space wins",
        "BET-5 BET-2",
        wrap(betting.winning_space, lambda original, *rest: (original(*rest) + 1) % 81),
        BETS,
    ),
    Broken(
        "bets treat the first manager's match as lost",
        "BET-1 BET-5",
        after(betting.write_results, lambda state, results: put(results, 0, 0)),
        BETS,
    ),
    Broken(
        "one club has all spare tokens",
        "BET-2",
        reword(betting.set_up, "box.sort_item[number] if", "box.sort_item[0] if"),
        Modules(2, BETS.settings),
    ),
    Broken("the supply adds nothing", "BET-3", as_if(betting.place_token, rule_free_euro=0), BETS),
    Broken(
        "a token on a border covers one space twice",
        "BET-4",
        wrap(betting.space_at, lambda original, *rest: original(*rest[:3], 0)),
        BETS,
    ),
]
