"""Engines of Eleven that break a rule about the club, the week, board meetings or actions."""

from __future__ import annotations

from referee.eleven.module_games import Modules
from referee.pure.breaking import (
    add,
    after,
    as_if,
    before,
    constant,
    instead,
    put,
    reword,
    skip,
    undone,
    wrap,
)
from referee.pure.eleven.breaking import POOR, RESTLESS, RICH, Broken, more, never_refuse

from eoc_sim.simulator.eleven import (
    actions,
    board,
    cards,
    club,
    outcomes,
    rerolling,
    season_play,
    season_scoring,
    sources,
    week,
)
from eoc_sim.simulator.eleven.switches import BOARD_TIE, KEEP

BROKEN = [
    # The club
    Broken(
        "a gain is 1 higher",
        "EFF-1",
        wrap(club.gain, lambda original, *rest: original(*rest[:3], rest[3] + 1)),
    ),
    Broken(
        "VP gained are deducted",
        "SCO-6 EFF-1",
        wrap(
            club.gain_vp, lambda original, table, seat, part, vp: original(table, seat, part, -vp)
        ),
    ),
    Broken("levels go up to 6", "CLU-2 SET-5", constant(club, "HIGHEST_LEVEL", 6)),
    Broken("levels go down to 0", "CLU-2 SET-5", constant(club, "LOWEST_LEVEL", 0)),
    Broken("a stand holds one more", "CLU-3", wrap(club.stand_places, more(1))),
    Broken("there is one more ad board", "CLU-4", wrap(club.boards, more(1))),
    Broken("staff have one more place", "CLU-6", wrap(club.staff_places, more(1))),
    Broken("re-rolls are free", "CLU-1 CLU-3", skip(rerolling.pay)),
    Broken(
        "all staff have one colour",
        "CLU-8 SCO-7",
        wrap(
            season_scoring.count_staff_with_colour,
            lambda original, table, seat, colour: (
                0 if colour else table.held_count[seat, sources.OF_STAFF]
            ),
        ),
    ),
    # The week
    Broken(
        "production is 1 higher",
        "WEE-1",
        before(week.produce, lambda state, trace, seat: add(state.table.level[seat], 0, 1)),
    ),
    Broken("nothing is produced", "WEE-1 EFF-1", undone(week.produce, "resources")),
    Broken("upkeep is 1 higher", "CLU-7", wrap(week.upkeep_due, more(1))),
    Broken("upkeep is not paid", "CLU-7", skip(week.pay_upkeep)),
    Broken("unpaid upkeep costs nothing", "CLU-7 SCO-6", undone(week.pay_upkeep, "earned"), POOR),
    Broken(
        "the cheapest staff leave",
        "CLU-7",
        wrap(
            week.most_expensive_staff,
            lambda original, table, seat: (
                int(table.held[seat, 1, table.held_count[seat, 1] - 1])
                if table.held_count[seat, 1]
                else -1
            ),
        ),
        Modules(3, {"weeks": "4", "unpaid": "leave", "start_money": "0"}),
    ),
    Broken("the area is not renewed", "WEE-4 SET-8", skip(week.renew_area)),
    Broken(
        "resources other than money are lost",
        "CLU-1 CLU-7",
        as_if(week.lose_resources, rule_keep=KEEP.MONEY),
    ),
    Broken(
        "injury and suspension tokens stay",
        "PLA-3 WEE-4",
        skip(week.recover),
        Modules(4, {"weeks": "6"}),
    ),
    Broken(
        "the first manager's marker stays", "WEE-4", undone(season_play.end_week, "first_manager")
    ),
    Broken(
        "line-ups are revealed before the last manager has prepared",
        "WEE-3 CLU-3",
        reword(season_play.lay_out, "< table.managers:", "< table.managers - 1:"),
    ),
    # Board meetings
    Broken("one vote decides", "BOA-2", constant(board, "MAJORITY", 1)),
    Broken(
        "faces are read backwards",
        "BOA-1 BOA-2",
        wrap(board.vote_of, lambda original, *rest: 2 - original(*rest)),
    ),
    Broken("an outcome does not last", "BOA-3 ACT-1", undone(board.close_meeting, "outcome")),
    Broken(
        "managers choose in a tie",
        "BOA-2",
        as_if(board.must_choose_colour, rule_board_tie=BOARD_TIE.MANAGER),
    ),
    # Actions
    Broken(
        "a second extra action", "WEE-2 ACT-0", as_if(actions.action_refusal, rule_extra_per_day=2)
    ),
    Broken("extra actions are free", "WEE-2", as_if(actions.take_action, rule_extra_cost=0)),
    Broken("prices are 1 higher", "ACT-1 ACT-3 ACT-6", wrap(actions.price_for, more(1))),
    Broken(
        "no discounts", "EFF-1 ACT-1 ACT-3 ACT-6", instead(actions.discount, lambda *rest: 0), RICH
    ),
    Broken("a sale brings 1 more", "ACT-2", wrap(actions.sale_price, more(1))),
    Broken("any staff card may be hired", "ACT-3 CLU-6", never_refuse(actions.staff_refusal)),
    Broken("two shirt sponsors", "ACT-5 CLU-4", never_refuse(actions.sponsor_refusal)),
    Broken("two equal tokens", "CLU-5 ACT-6", never_refuse(actions.token_refusal), RICH),
    Broken("the office keeps growing", "CLU-6 ACT-6", never_refuse(actions.build_refusal), RICH),
    Broken("any free action may be taken", "ACT-9 EFF-2", never_refuse(actions.free_refusal)),
    Broken(
        "new cards are trained at once",
        "PLA-1 MAT-10",
        after(cards.give_card, lambda state, seat, card: put(state.table.is_trained, card, 1)),
    ),
    Broken(
        "a free action counts as an action",
        "ACT-0 WEE-2",
        before(
            actions.take_free_action, lambda state, *rest: setattr(state.table, "actions_taken", 1)
        ),
        RICH,
    ),
    Broken("dismissed staff stay", "ACT-4 CLU-6", skip(actions.remove_held), strategy=RESTLESS),
    Broken("buildings cost 1 more", "ACT-6 ACT-1", wrap(actions.build_price, more(1)), RICH),
    Broken(
        "a pass brings 1 money",
        "ACT-8 CLU-1",
        before(
            actions.take_action,
            lambda state, trace, seat, done, *rest: add(
                state.table.resources, (seat, 0), int(done == outcomes.DID_PASS)
            ),
        ),
        strategy=RESTLESS,
    ),
]
