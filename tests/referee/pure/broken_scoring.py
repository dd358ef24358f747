"""Engines that score the end of the game wrongly (SCO)."""

from __future__ import annotations

from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    ARCHETYPES,
    FOUR,
    MIXED,
    NO_LIMITS,
    add,
    after,
    allows_illegal_play,
    as_if,
    broken,
    constant,
    game,
    instead,
    put,
    reword,
    skip,
    wrap,
)

from eoc_sim.simulator.eoc import actions, effects, scoring
from eoc_sim.simulator.eoc.scoring import score_end_cards
from eoc_sim.simulator.eoc.state import (
    LAST_CAMPAIGNS,
    PART_COACH_EFFECTS,
    PART_END_CARDS,
    PART_MARKETING,
)
from eoc_sim.simulator.eoc.switches import TIES

broken(
    "the table of positions is off by one",
    "SCO-8",
    constant(scoring, "POSITION_STARS", (0, 0, 1, 2, 4, 8, 12, 18, 24)),
    ARCHETYPES,
)
broken(
    "six recruits from a region score 18",
    "SCO-8",
    constant(scoring, "REGION_STARS", (0, 1, 2, 3, 5, 7, 18, 14, 19, 25, 32)),
    ARCHETYPES,
)
broken(
    "border recruits count in their first region only",
    "SCO-8 ACT-2 SCO-1",
    reword(
        actions.credit_recruit,
        "        table.signed_region[seat, table.state_region[spot_state, 1]] += 1\n",
        "",
    ),
    FOUR,
)
broken(
    "all regions score together",
    "SCO-8",
    instead(scoring.best_region, lambda table, seat: table.signed_region[seat].sum()),
    FOUR,
)
broken(
    "a position counts as often as it was signed",
    "SCO-8 SCO-1",
    reword(
        actions.credit_recruit,
        "if table.signed_position[seat, position] == 0:",
        "if table.unique_positions[seat] < 8:",
    ),
    FOUR,
)
broken(
    "any three positions of a board score",
    "SCO-8",
    reword(
        scoring.board_stars,
        "elif index < 3:\n            return 0",
        "elif False:\n            return 0",
        "BOARD_ALL_5 if spots == 5 else BOARD_TOP_3",
        "BOARD_ALL_5 if spots == 5 else BOARD_TOP_3 if spots > 2 else 0",
    ),
    game(players=4, line_up="archetypes", coach="always: discount recruits 3"),
)
broken("a full board scores its Top 3 too", "SCO-8", constant(scoring, "BOARD_ALL_5", 20), FOUR)
broken(
    "end cards score after the final campaign",
    "SCO-1",
    skip(scoring.score_end_cards),
    after(scoring.final_campaigns, lambda state, trace, policies: score_end_cards(state, trace)),
    game(coach="end: 1 stars per 2 bucks"),
)
broken(
    "an end card scores beyond its limit",
    "SCO-1 ACT-2",
    NO_LIMITS,
    game(coach="end: 1 stars per recruit up to 1"),
)
broken(
    "a coach's end stars count as stars of cards",
    "SCO-8",
    wrap(
        effects.score,
        lambda original, table, seat, part, stars: original(
            table, seat, PART_END_CARDS if part == PART_COACH_EFFECTS else part, stars
        ),
    ),
    game(coach="end: 2 stars"),
)
allows_illegal_play(
    "a final campaign is run on credit",
    "ACT-8",
    reword(
        scoring.final_campaigns,
        "stars > 8 or MARKETING_COST[stars] > table.bucks[seat]",
        "stars > 8",
    ),
    {"final_campaign": illegal.eight_stars},
    refused="SCO-2",
)
broken(
    "upgrades do not act on the final campaign",
    "CAR-3",
    skip(effects.fire, phase=LAST_CAMPAIGNS),
    game(coach="market: 1 stars"),
)
broken(
    "the final campaign counts as monthly marketing",
    "SCO-2 ACT-0 TRACE SCO-1 SCO-6",
    wrap(
        actions.campaign,
        lambda original, state, trace, seat, stars, part: original(
            state, trace, seat, stars, PART_MARKETING
        ),
    ),
    MIXED,
)

# Ties

IDLE = game(players=4, decision_functions=illegal.IDLE)
ONE_RUNNER = game(players=3, decision_functions=illegal.ONE_RUNNER)
ONE_RECRUIT = {
    "players": 2,
    "vmd": "off",
    "boards": "off",
    "start_bucks": "8",
    "decision_functions": illegal.ONE_RECRUIT,
}
broken(
    "BB left over do not break ties",
    "SCO-6 SCO-7",
    reword(scoring.compare_seats, "table.bucks[first] - table.bucks[second]", "0"),
    ONE_RUNNER,
)
broken(
    "positions break ties before BB do",
    "SCO-6 SCO-7",
    reword(
        scoring.compare_seats,
        "table.bucks[first] - table.bucks[second]\n        if",
        "second_tie_break(table, first) - second_tie_break(table, second)\n        if",
    ),
    game(coach="market: 9 bucks", **ONE_RECRUIT),
)
broken(
    "there is no second tie-break",
    "SCO-6 SCO-7",
    instead(scoring.second_tie_break, lambda table, seat: 0),
    game(coach="market: 8 bucks", **ONE_RECRUIT),
)
broken(
    "the Family game breaks ties with BB",
    "SCO-6 SCO-7",
    as_if(scoring.compare_seats, rule_ties=TIES.BROKEN),
    game("family", 3, decision_functions=illegal.ONE_RUNNER),
)
broken(
    "the Family game has a roll-off",
    "SCO-6",
    as_if(scoring.rank_players, rule_ties=TIES.BROKEN),
    as_if(scoring.compare_seats, rule_ties=TIES.SHARED),
    game("family", 3, decision_functions=illegal.IDLE),
)
broken(
    "the lowest number wins the roll-off",
    "SCO-6",
    reword(scoring.roll_off, "high = 0", "high = 9", "max(high,", "min(high,", "< high", "> high"),
    IDLE,
)
broken(
    "there is no roll-off",
    "SCO-6",
    instead(scoring.roll_off, lambda state, trace, seats, rolls: setattr(state.box, "winner", 0)),
    IDLE,
)
broken(
    "ranks count from 0",
    "SCO-7",
    after(scoring.rank_players, lambda state, trace: add(state.box.rank, ..., -1)),
    MIXED,
)
broken(
    "tied players share no rank",
    "SCO-6 SCO-7",
    after(scoring.rank_players, lambda state, trace: put(state.box.rank, ..., (1, 2, 3, 4))),
    IDLE,
)
broken(
    "the winner of the roll-off gets the whole win",
    "SCO-6",
    reword(scoring.emit_final, "box.sharers * box.shares[seat]", "1 if box.winner == seat else 0"),
    IDLE,
)
