"""Engines whose cards and coaches misbehave (CAR)."""

from __future__ import annotations

from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    BUCKS_RULES,
    ENVELOPE_RULES,
    FOUR,
    NO_LIMITS,
    after,
    allows_illegal_play,
    as_if,
    broken,
    game,
    instead,
    put,
    reword,
    skip,
    undone,
    wrap,
)
from referee.pure.illegal_play import at_times

from eoc_sim.simulator.eoc import actions, conditions, dice, effects
from eoc_sim.simulator.eoc.effect_codes import COUNTER_CARD, GAIN_VALUE, WHEN_MONTH, WHEN_SIGN
from eoc_sim.simulator.eoc.switches import FREE_MOVES

# Once a month

broken(
    "a once-a-month coach is used again and again",
    "CAR-2",
    undone(effects.trigger, "used"),
    game(line_up="random", coach="month: 1 stars"),
)
broken(
    "a once-a-month card is used again and again",
    "CAR-2",
    undone(effects.trigger, "used"),
    game(line_up="random", card="month: 1 bucks"),
)
broken(
    "a coach that allows one more use of a card allows any number",
    "CAR-2",
    undone(effects.trigger, "use_again_left"),
    game(line_up="random", coach="always: use_again 1", card="month: 1 bucks"),
)
broken(
    "a second use may be spent on a coach",
    "CAR-2",
    reword(effects.trigger_refusal, "source >= COACH_SOURCE or ", ""),
    game(line_up="random", coach="always: use_again 1; month: 1 bucks"),
)
broken(
    "a once-a-month benefit is used in the wrong month",
    "ACT-2",
    instead(
        effects._is_triggered,
        lambda table, seat, clause: table.clause_when[clause] == WHEN_MONTH,
    ),
    game(line_up="random", coach="month: if month november: 4 stars"),
)
allows_illegal_play(
    "a card that a rival has in play is used",
    "ACT-2",
    wrap(
        effects.source_in_play,
        lambda original, table, seat, source: any(
            original(table, other, source) for other in range(table.players)
        ),
    ),
    at_times(illegal.trigger_of_another),
    card="month: 1 bucks",
)
broken(
    "a benefit is used although the player cannot pay its cost",
    "ACT-2",
    reword(effects.trigger_refusal, "bucks > table.bucks[seat] or ", ""),
    game(line_up="random", coach="month: pay 3 bucks: 1 stars", start_bucks="1"),
)
broken(
    "the cost of a benefit is reported but not taken",
    BUCKS_RULES,
    undone(effects.trigger, "bucks"),
    game(line_up="random", coach="month: pay 1 bucks: 1 stars"),
)
broken(
    "EC gained are reported but not received",
    ENVELOPE_RULES,
    undone(effects._gain, "mat"),
    game(line_up="random", coach="month: 1 ec any"),
)

# Upgrades

broken("upgrades do nothing", "CAR-3", skip(effects.fire), FOUR)
broken(
    "upgrades have no conditions",
    "CAR-8 ACT-2",
    wrap(
        conditions.conditions_hold,
        lambda original, table, seat, clause, *event: (
            table.clause_when[clause] == WHEN_SIGN or original(table, seat, clause, *event)
        ),
    ),
    game(players=4, coach="sign: if border: 2 stars"),
)
broken(
    "the coach comes after the cards",
    "CAR-3 CAR-8",
    reword(effects.fire, "in range(reacting_count)", "in range(reacting_count - 1, -1, -1)"),
    game(coach="market: 1 stars", card="market: 1 bucks"),
)
broken(
    "a doubling doubles a bonus too",
    "ACT-2",
    reword(
        effects._gain,
        "        score(table, seat, part, amount)",
        "        score(table, seat, part, amount)\n        box.event_value += amount",
    ),
    game(players=4, coach="sign: 1 stars; sign: value x2"),
)
broken(
    "a doubling trebles",
    "ACT-2",
    wrap(
        effects._gain,
        lambda original, state, seat, clause, amount: original(
            state, seat, clause, amount + (state.table.clause_gain[clause] == GAIN_VALUE)
        ),
    ),
    game(players=4, coach="sign: value x2"),
)
broken(
    "a doubling leaves the VMD out",
    "ACT-2",
    reword(actions.sign, "box.event_value = value", "box.event_value = table.spot_base[spot]"),
    game(players=4, coach="sign: value x2"),
)
broken(
    "the base value includes the VMD",
    "CAR-3 CAR-8",
    reword(
        conditions._condition_holds,
        "table.spot_base[spot] >= detail",
        "table.spot_base[spot] + table.spot_vmd[spot] >= detail",
    ),
    game(players=4, coach="sign: if base >= 4: 1 stars"),
)
broken(
    "a border recruit belongs only to its first region",
    "CAR-3 CAR-8",
    reword(
        conditions._condition_holds_in_state,
        " or (second >= 0 and (detail >> second) & 1 == 1)",
        "",
    ),
    game(players=4, coach="sign: if region texas|south: 1 stars"),
)
broken(
    "a recruit counts itself as an earlier recruit of its state",
    "CAR-8",
    reword(conditions._condition_holds, "> this_recruit", ">= this_recruit"),
    game(players=4, coach="sign: if same_state: 3 stars"),
)

# Counts

broken(
    "a count is rounded up",
    "ACT-2",
    reword(
        conditions.clause_amount,
        "clause_count(table, seat, clause) // table.clause_per[clause]",
        "-(-clause_count(table, seat, clause) // table.clause_per[clause])",
    ),
    game(line_up="random", coach="month: 1 stars per 3 bucks"),
)
broken(
    "a limit is forgotten",
    "ACT-2",
    NO_LIMITS,
    game(line_up="random", coach="month: 1 stars per bucks up to 2"),
)
broken(
    "one half of a benefit counts what the other gave",
    "ACT-2",
    wrap(
        effects._gain,
        lambda original, state, seat, clause, amount: original(
            state, seat, clause, conditions.clause_amount(state.table, seat, clause)
        ),
    ),
    game(line_up="random", coach="month: 2 bucks; month: 1 stars per bucks"),
)
broken(
    "a card does not count itself",
    "ACT-2",
    wrap(
        conditions.clause_count,
        lambda original, table, seat, clause: (
            original(table, seat, clause) - (table.clause_counter[clause] == COUNTER_CARD)
        ),
    ),
    game(card="month: 1 stars per card"),
)
broken(
    "putting a card into play counts as using it",
    "ACT-2",
    after(actions.play_card, lambda state, trace, seat: put(state.table.used_fundraising, seat, 1)),
    game(coach="month: if used_fundraising: 1 bucks"),
)
broken(
    "a Fundraising card that was used last month counts",
    "ACT-2",
    undone(dice.vegas_check, "used_fundraising"),
    game(line_up="random", card="month: 1 bucks", coach="month: if used_fundraising: 1 bucks"),
)

# Free moves

broken(
    "cards give free moves although the rules allow none",
    "ACT-2",
    as_if(effects._gain, rule_free_moves=FREE_MOVES.NONE),
    game(line_up="random", coach="month: 2 moves", free_moves="none_at_all"),
)
broken(
    "the coach gives free moves although the rules allow none",
    "ACT-4",
    as_if(effects.grant_standing, rule_free_moves=FREE_MOVES.NONE),
    game(coach="always: 1 moves", free_moves="none_at_all"),
)
broken(
    "the coach's free moves vanish with the calendar's",
    "ACT-4",
    skip(effects.start_turn_effects),
    game("cutthroat", 2, coach="always: 1 moves"),
)
