"""The referee objects to engines of Stadium that break a rule, and names the rule.

Each is the correct engine with one slip. Random owners consult the engine's own checks, so without
a check they do forbidden things. Some owners have a function of their own that tries forbidden
things in any engine; the correct engine refuses those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pytest
from referee.pure.breaking import (
    Change,
    add,
    after,
    as_if,
    before,
    constant,
    instead,
    put,
    skip,
    undone,
    wrap,
)
from referee.stadium.engine_games import Case, data_of, seed_of
from sampled import some

from eoc_sim.errors import EngineError, StrategyError
from eoc_sim.referee.stadium.game import Disagreement, ReferenceGame
from eoc_sim.simulator.kernel.memory import with_names
from eoc_sim.simulator.stadium import (
    actions,
    blocks,
    bonus_tokens,
    cards,
    game_time,
    losses,
    place,
    play,
    scoring,
    set_up,
)
from eoc_sim.simulator.stadium.decisions import DECISIONS
from eoc_sim.simulator.stadium.engine import Engine, load_strategy
from eoc_sim.simulator.stadium.strategy_api import (
    BUILD_BLOCK,
    CHANGE,
    DRAFT_PLAYER,
    HIRE_EMPLOYEES,
    HIRE_VP,
    MONEY,
    NOTHING,
)

DecisionFunctions = Mapping[str, Callable[..., int]]
"""Functions of a strategy by name; all others are those of random play."""

GAMES = 8
"""The number of games within which a broken engine must be detected; most need only one."""
THREE = Case(3)
FOUR = Case(4)


@dataclass(frozen=True)
class Broken:
    """An engine that breaks a rule."""

    what: str
    rules: str  # the referee must name one of these
    change: Change
    case: Case = THREE
    decision_functions: DecisionFunctions = field(default_factory=dict)

    def __str__(self) -> str:
        return self.what


def _more(more: int) -> Any:
    return lambda original, *arguments: original(*arguments) + more


def never_refuse(function: Any) -> Change:
    """Replace a check with one that refuses nothing."""
    return instead(function, lambda *arguments: 0)


def hire_all(table: Any, me: Any, params: Any, order: Any) -> int:
    """Hire all face-down employees, regardless of cost."""
    order.employees[...] = me.face_down
    return HIRE_EMPLOYEES if table.face_down_count[me.seat] else NOTHING


def hire_vp(table: Any, me: Any, params: Any, order: Any) -> int:
    """Buy a VP whenever there is money, even beyond the limit."""
    return HIRE_VP if table.tokens[me.seat, MONEY] >= table.rule_vp_price else NOTHING


def build_again(table: Any, me: Any, params: Any, order: Any) -> int:
    """Place block after block on the first building; change all money into construction."""
    order.place = 0
    if blocks.can_pay(table, me.seat, 0):
        return BUILD_BLOCK
    order.amount = table.tokens[me.seat, MONEY]
    return CHANGE if order.amount else NOTHING


def draft_on_credit(table: Any, me: Any, params: Any, order: Any) -> int:
    """Draft a player on offer whose signing bonus the owner cannot pay."""
    for card in range(table.players):
        if table.area[card] > 0 and table.player_signing[card] > table.tokens[me.seat, MONEY]:
            order.card = card
            return DRAFT_PLAYER
    return NOTHING


def pay_nothing(table: Any, me: Any, params: Any, order: Any) -> int:
    """Leave all salaries unpaid."""
    return 1


BROKEN = [
    # Set-up
    Broken(
        "nobody has money at the start",
        "SET-2 GAM-3",
        after(set_up.equip_owners, lambda table: put(table.tokens, ..., 0)),
    ),
    Broken("no arrow has its token", "SET-3 BON-8", skip(set_up.lay_tokens)),
    Broken(
        "a deck lacks a card",
        "SET-5",
        before(cards.shuffle_players, lambda state: put(state.table.player_copies, 0, 0)),
    ),
    # Placing and bonuses
    Broken(
        "bonuses are earned on bare spaces",
        "BON-1 PLA-1 BON-8",
        wrap(
            place.earn_bonus,
            lambda original, state, trace, seat, space, bonus: _with(
                state.table.bonus_tokens,
                int(space),
                1,
                lambda: original(state, trace, seat, space, bonus),
            ),
        ),
    ),
    Broken(
        "a doubled bonus is earned once",
        "BON-3 BON-4",
        wrap(
            place.earn_bonus,
            lambda original, state, trace, seat, space, bonus: _with(
                state.table.bonus_tokens,
                int(space),
                min(1, int(state.table.bonus_tokens[space])),
                lambda: original(state, trace, seat, space, bonus),
            ),
        ),
    ),
    Broken(
        "the owner after the commissioner places first",
        "PLA-1",
        after(
            play.begin_round,
            lambda state, trace: setattr(
                state.table, "placer", (int(state.table.placer) + 1) % int(state.table.owners)
            ),
        ),
    ),
    Broken(
        "employees work twice a round",
        "BON-5",
        wrap(
            place.star_refusal,
            lambda original, table, seat, employee, accept: _with(
                table.worked[seat],
                int(employee),
                0,
                lambda: original(table, seat, employee, accept),
            ),
        ),
    ),
    Broken(
        "card bonuses are never doubled",
        "BON-4",
        wrap(
            cards.card_bonus,
            lambda original, state, trace, seat, units: original(state, trace, seat, 1),
        ),
    ),
    # Bonus tokens
    Broken("a used space keeps its tokens", "BON-8", skip(bonus_tokens.adjust_tokens)),
    Broken(
        "a single token is not flipped",
        "BON-8",
        instead(bonus_tokens.tokens_if_idle, lambda table, level: 1 if level < 2 else level),
    ),
    Broken("an idle space gains two tokens", "BON-8", wrap(bonus_tokens.tokens_if_idle, _more(1))),
    # Actions
    Broken(
        "the VP placed last acts first",
        "ACT-2 ACT-3 ACT-5 ACT-7 ACT-11 ACT-15 ACT-17 ACT-21 ACT-22 ACT-0",
        wrap(
            actions.comes_before,
            lambda original, table, space, one, other: not original(table, space, one, other),
        ),
    ),
    Broken("a visit to Tickets is worth 1 more", "ACT-15", wrap(actions.ticket_money, _more(1))),
    Broken("a token of 5 money is worth 4", "ACT-19", constant(actions, "FIVE_MILLION", 4)),
    Broken(
        "a cashed-in player disappears",
        "ACT-17 ACT-18 GAM-6",
        as_if(actions.cash_in, rule_cashed_player=1),
        FOUR,
    ),
    Broken(
        "employees are hired on credit",
        "ACT-5",
        never_refuse(actions.hire_refusal),
        decision_functions={"hire": hire_all},
    ),
    Broken(
        "players are drafted on credit",
        "ACT-17",
        never_refuse(actions.draft_refusal),
        decision_functions={"draft": draft_on_credit},
    ),
    Broken("a VP costs 4", "ACT-6", as_if(actions.buy_vp, rule_vp_price=4)),
    Broken(
        "a fifth VP is hired",
        "ACT-6",
        never_refuse(actions.hire_refusal),
        Case(2, settings={"start_money": "20", "vp_price": "1"}),
        {"hire": hire_vp},
    ),
    # Blocks
    Broken("squares need no wins", "ACT-8 ACT-9", never_refuse(blocks.square_refusal), FOUR),
    Broken(
        "level 2 needs nothing below", "ACT-13 ACT-12 ACT-14", never_refuse(blocks.building_refusal)
    ),
    Broken(
        "buildings are built on credit",
        "ACT-12 ACT-8",
        instead(blocks.can_pay, lambda table, seat, place: True),
    ),
    Broken(
        "two blocks are built on one building",
        "ACT-14",
        never_refuse(blocks.building_refusal),
        decision_functions={"build": build_again},
    ),
    Broken(
        "owners share what is exclusive",
        "ACT-10",
        as_if(blocks.block_refusal, rule_places=0),
        Case(4, settings={"places": "exclusive"}),
    ),
    Broken(
        "there is no bonus tile",
        "SCO-5",
        skip(blocks.take_tile),
        Case(2, settings={"bonus_tiles": "firsts"}),
    ),
    # Game time
    Broken("VPs on vacation are paid", "GAM-2", as_if(game_time.vps_due, rule_vp_salary_due=1)),
    Broken("salaries are 1 higher", "GAM-2 GAM-3", wrap(game_time.salaries_due, _more(1))),
    Broken(
        "an owner who could pay more need not",
        "GAM-3",
        never_refuse(game_time.pay_refusal),
        decision_functions={"pay": pay_nothing},
    ),
    Broken("unpaid VPs stay", "GAM-5", skip(game_time.dismiss_unpaid_vps)),
    Broken("footballs give nothing", "GAM-1 GAM-2 TRACE", skip(game_time.begin_football)),
    Broken(
        "unpaid players stay",
        "GAM-4 ACT-17 GAM-1 GAM-2 TIM-1 LOS-2 BON-4",
        undone(cards.discard_player, "team", "team_size"),
        FOUR,
    ),
    # Losses
    Broken(
        "every stacked token is a loss",
        "LOS-1 LOS-3 LOS-4",
        as_if(losses.losses_of, rule_loss_count=1),
    ),
    Broken("nothing is ever lost", "LOS-1", instead(losses.losses_of, lambda table, space: 0)),
    # The end
    Broken(
        "the commissioner stays",
        "END-1",
        after(play.end_round, lambda state, trace: setattr(state.table, "commissioner", 0)),
    ),
    Broken(
        "vacations never end",
        "GAM-5 GAM-2",
        after(play.active_vps, lambda table, seat: add(table.away, seat, 1)),
    ),
    Broken(
        "4 entertainment make a point",
        "SCO-1 SCO-4",
        as_if(scoring.count_points, rule_entertainment_per_point=4),
    ),
    Broken(
        "ties are broken the other way",
        "SCO-3",
        wrap(
            scoring.deciding_step, lambda original, table, one, other: original(table, other, one)
        ),
    ),
]


def _with(numbers: Any, place: int, value: Any, call: Any) -> Any:
    """Make a call with an entry of an array set to this value, and then restore the entry.

    Returns:
        The result of the call.
    """
    real = numbers[place]
    numbers[place] = value
    result = call()
    numbers[place] = real
    return result


def judge(case: Case, events: list[dict[str, Any]]) -> str:
    """Return the rule that the referee finds broken, or ""."""
    try:
        ReferenceGame(events, data_of(case)).play()
    except Disagreement as error:
        return error.rule
    return ""


def engine(case: Case, decision_functions: DecisionFunctions) -> Engine:
    """Return a case's engine, with these decision functions in all seats."""
    game_engine = case.engine(seed_of(case))
    memory = load_strategy("random").memory
    for entry in range(case.owners):
        for name, function in decision_functions.items():
            game_engine.functions[entry, DECISIONS.names.index(name)] = with_names(function, memory)
    return game_engine


def trace(
    case: Case, decision_functions: DecisionFunctions, number: int
) -> tuple[list[dict[str, Any]], str]:
    """Play a game as far as possible; return it with the reason for an early end."""
    worker = engine(case, decision_functions).worker()
    refusal = ""
    try:
        worker.play_traced(number)
    except (EngineError, StrategyError) as error:
        refusal = str(error)
    return worker.events(), refusal


@lru_cache
def verdict_on_correct_engine(case: Case) -> str:
    """Return the referee's verdict on the correct engine's first game."""
    return judge(case, trace(case, {}, 0)[0])


def is_refused(broken: Broken) -> bool:
    """Check if the correct engine refuses the seats' play in some game.

    The refusal must name the first of the rules that the broken engine breaks.
    """
    rule = broken.rules.split()[0]
    return any(
        f": {rule}: " in trace(broken.case, broken.decision_functions, number)[1]
        for number in range(GAMES)
    )


@pytest.mark.parametrize("broken", some(BROKEN, 3), ids=str)
def test_a_broken_engine_is_detected(broken: Broken, monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee names a broken rule; the correct engine plays legally or refuses."""
    if broken.decision_functions:
        assert is_refused(broken)
    else:
        assert verdict_on_correct_engine(broken.case) == ""
    broken.change.apply(monkeypatch)
    rule = ""
    for number in range(GAMES):
        rule = judge(broken.case, trace(broken.case, broken.decision_functions, number)[0])
        if rule:
            break
    assert rule in broken.rules.split(), rule or "the referee has not noticed anything"
