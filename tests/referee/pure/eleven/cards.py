"""Engines of Eleven that break a rule about cards, preparation or effects."""

from __future__ import annotations

from referee.eleven.module_games import Modules
from referee.pure.breaking import add, after, instead, reword, skip, undone, wrap
from referee.pure.eleven.breaking import (
    DEALS,
    FIT,
    PLANNER,
    WHOLE,
    Broken,
    always_true,
    more,
    never_refuse,
)

from eoc_sim.simulator.eleven import (
    abilities,
    auction,
    cards,
    conditions,
    consequences,
    effects,
    lasting,
    match_gains,
    naming,
    season_prepare,
    strength,
    tokens,
)

BROKEN = [
    # Cards
    Broken("cards are 1 stronger", "PLA-2 MAT-2 MAT-8", wrap(strength.card_strength, more(1))),
    Broken(
        "an injury lasts a week too long",
        "PLA-3",
        wrap(tokens.last_week, more(1)),
        Modules(4, {"weeks": "6"}),
    ),
    Broken("youngsters learn nothing", "PLA-4", skip(consequences.give_experience)),
    Broken(
        "two matches train a youngster",
        "PLA-4",
        after(cards.fill_space, lambda state, card: add(state.table.experience, card, 1)),
    ),
    Broken("veterans stay", "PLA-5", skip(consequences.let_veterans_leave)),
    Broken("a trained card shows its old side", "ACT-7 PLA-4 MAT-12", skip(cards.train)),
    Broken(
        "the visible side is shown in place of the hidden one",
        "PLA-6",
        reword(
            auction.show_side, "state.box.hidden_strength[card]", "table.side_strength[card] + 0"
        ),
        DEALS,
    ),
    # Preparation
    Broken(
        "any card plays",
        "PLA-3 MAT-5",
        never_refuse(season_prepare.field_refusal),
        Modules(4, {"weeks": "6"}),
    ),
    Broken("cards play for nothing", "MAT-5 CLU-1", undone(season_prepare.assign, "resources")),
    Broken(
        "a marker of the basic team is 1 stronger",
        "MAT-2 MAT-8",
        after(
            season_prepare.form_basic_team, lambda table, seat: add(table.team_strength[seat], 0, 1)
        ),
    ),
    Broken(
        "fielded cards do not take over markers", "MAT-2 MAT-5 CLU-1", skip(season_prepare.assign)
    ),
    # Effects
    Broken("abilities are free", "EFF-2 MAT-5 MAT-6", skip(effects.pay)),
    Broken(
        "every clause is affordable", "EFF-2 MAT-5 MAT-10", instead(effects.can_pay, always_true)
    ),
    Broken(
        "effects bring twice as much",
        "EFF-1",
        wrap(conditions.amount_at_count, lambda original, *rest: 2 * original(*rest)),
    ),
    Broken("conditions are not checked", "EFF-2", instead(conditions.is_due, always_true)),
    Broken("dice decide nothing", "EFF-2 MAT-8", instead(conditions.die_allows, always_true)),
    Broken(
        "an untrained card uses its ability",
        "PLA-1 MAT-6 EFF-2 MAT-10",
        instead(effects.has_ability, always_true),
    ),
    Broken(
        "lasting gains are 1 higher", "EFF-1 CLU-7 ACT-1", wrap(lasting._add_up_lasting, more(1))
    ),
    Broken("effects may be used again", "MAT-6 EFF-2 MAT-10", never_refuse(abilities.use_refusal)),
    Broken("any card may be named", "EFF-2 ACT-9", instead(naming.may_name_card, always_true)),
    Broken(
        "gained strengths are 3 higher",
        "PLA-2 MAT-8 MAT-9",
        wrap(
            match_gains.gain_strength,
            lambda original, table, seat, place, amount: original(table, seat, place, amount + 3),
        ),
        WHOLE,
    ),
    Broken(
        "named markers get nothing",
        "MAT-6 PLA-2 MAT-8 MAT-9",
        skip(match_gains.change_named_markers),
        WHOLE,
    ),
    Broken(
        "swapped markers stay where they are",
        "MAT-6 MAT-8",
        skip(match_gains.swap_markers),
        FIT,
        PLANNER,
    ),
    Broken(
        "any markers may be swapped", "MAT-4", instead(naming.may_swap, always_true), FIT, PLANNER
    ),
]
