"""Engines that score the end wrong (SCO)."""

from __future__ import annotations

from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    ARCHETYPES,
    FOUR,
    MIXED,
    broken,
    change,
    game,
    lawless,
)

from eoc_sim.simulator.eoc import (
    actions,
    conditions,
    scoring,
)

broken(
    "the table of positions is one off", "SCO-8",
    change(scoring, "POSITION_STARS", (0, 0, 1, 2, 4, 8, 12, 18, 24)), ARCHETYPES,
)
broken(
    "six recruits of a region score 18", "SCO-8",
    change(scoring, "REGION_STARS", (0, 1, 2, 3, 5, 7, 18, 14, 19, 25, 32)), ARCHETYPES,
)
broken(
    "border recruits count in their first region only", "SCO-8 ACT-2 SCO-1",
    change(
        actions.credit_recruit,
        "        table.signed_region[seat, table.state_region[state, 1]] += 1\n", "",
    ),
    FOUR,
)
broken(
    "all regions score together", "SCO-8",
    change(scoring.best_region, "max(best, table.signed_region[seat, region])",
           "best + table.signed_region[seat, region]"),
    FOUR,
)
broken(
    "a position counts as often as it was signed", "SCO-8 SCO-1",
    change(actions.credit_recruit, "if table.signed_position[seat, position] == 0:",
           "if table.unique_positions[seat] < 8:"),
    FOUR,
)
broken(
    "any three positions of a board score", "SCO-8",
    change(scoring.board_stars, "elif place < 3:\n            return 0",
        "elif False:\n            return 0",
           "BOARD_ALL_5 if found == 5 else BOARD_TOP_3",
           "BOARD_ALL_5 if found == 5 else BOARD_TOP_3 if found > 2 else 0"),
    ARCHETYPES,
)
broken(
    "a full board scores its Top 3 too", "SCO-8",
    change(scoring.board_stars, "return BOARD_ALL_5", "return BOARD_ALL_5 + BOARD_TOP_3"), FOUR,
)
broken(
    "end cards score after the final campaign", "SCO-1",
    change(
        scoring.final_scoring,
        "    score_end_cards(table, box, trace)\n", "",
        "    score_sets(table, private)",
        "    score_end_cards(table, box, trace)\n    score_sets(table, private)",
    ),
    game(coach="end: 1 stars per 2 bucks"),
)
broken(
    "an end card scores what is above its limit", "SCO-1 ACT-2",
    change(conditions.clause_amount, "min(amount, table.clause_up_to[clause])", "amount"),
    game(coach="end: 1 stars per recruit up to 1"),
)
broken(
    "a coach's end stars count as cards'", "SCO-8",
    change(scoring.score_end_cards, "source >= COACH_SOURCE", "False"), game(coach="end: 2 stars"),
)
lawless(
    "a final campaign on credit", "ACT-8",
    change(scoring.final_campaigns, "stars > 8 or MARKETING_COST[stars] > table.bucks[seat]",
           "stars > 8"),
    {"final_campaign": illegal.eight_stars}, refused="SCO-2",
)
broken(
    "upgrades do not act on the final campaign", "CAR-3",
    change(actions.campaign, "before = table.active_count[seat, WHEN_MARKET]",
           "before = 0 if final else table.active_count[seat, WHEN_MARKET]"),
    game(coach="market: 1 stars"),
)
broken(
    "the final campaign counts as monthly marketing", "SCO-2 ACT-0 TRACE SCO-1 SCO-6",
    change(scoring.final_campaigns, "PART_FINAL_MARKETING)", "4)"), MIXED,
)
IDLE = game(players=4, seat=illegal.IDLE)
ONE_RUNNER = game(players=3, seat=illegal.ONE_RUNNER)
ONE_RECRUIT = {"players": 2, "vmd": "off", "boards": "off", "start_bucks": "8",
    "seat": illegal.ONE_RECRUIT}
broken(
    "BB left over do not break ties", "SCO-6 SCO-7",
    change(scoring.better, "difference = table.bucks[one] - table.bucks[other]", "difference = 0"),
    ONE_RUNNER,
)
broken(
    "positions break ties before BB do", "SCO-6 SCO-7",
    change(
        scoring.better,
        "table.bucks[one] - table.bucks[other]\n        if",
        "second_tie_break(table, one) - second_tie_break(table, other)\n        if",
    ),
    game(coach="market: 9 bucks", **ONE_RECRUIT),
)
broken(
    "there is no second tie-break", "SCO-6 SCO-7",
    change(scoring.second_tie_break, "return table.unique_positions[seat]", "return 0"),
    game(coach="market: 8 bucks", **ONE_RECRUIT),
)
broken(
    "the Family breaks ties with BB", "SCO-6 SCO-7",
    change(scoring.better, "table.rule_ties == 0", "True"),
    game("family", 3, seat=illegal.ONE_RUNNER),
)
broken(
    "the Family rolls off", "SCO-6",
    change(scoring.rank_players, "table.rule_ties == 0", "True"),
    game("family", 3, seat=illegal.IDLE),
)
broken(
    "the lowest number wins the roll-off", "SCO-6",
    change(scoring.roll_off, "high = 0", "high = 9", "max(high,", "min(high,", "< high", "> high"),
    IDLE,
)
broken(
    "nobody rolls off", "SCO-6",
    change(scoring.rank_players, "            roll_off(table, box, trace, seats)",
           "            box.winner = 0"),
    IDLE,
)
broken(
    "ranks count from 0", "SCO-7",
    change(scoring.rank_players, "box.rank[seat] = 1\n", "box.rank[seat] = 0\n",
           "box.rank[seat] == 1 else", "box.rank[seat] == 0 else",
           "if box.rank[seat] == 1:", "if box.rank[seat] == 0:"),
    MIXED,
)
broken(
    "those who tie share no rank", "SCO-6 SCO-7",
    change(scoring.rank_players, "better(table, other, seat) > 0",
           "better(table, other, seat) > 0 or (other < seat and better(table, other, seat) == 0)",
           "box.shares[seat] = 1 if box.rank[seat] == 1 else 0", "box.shares[seat] = 1"),
    IDLE,
)
broken(
    "the winner of the roll-off has the whole win", "SCO-6",
    change(scoring.emit_final, "box.sharers * box.shares[seat]", "1 if box.winner == seat else 0"),
    IDLE,
)
