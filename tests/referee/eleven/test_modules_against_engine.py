"""The fast engine of Eleven and the referee agree on games with the leaflet's modules.

Modules have kernels of their own, which take minutes to compile. So by default only a league is
compiled, and ``tests/referee/pure/test_modules.py`` plays some of these games in pure Python.
"""

from __future__ import annotations

import json

import pytest

from eoc_sim.referee.eleven.data import Data
from eoc_sim.referee.eleven.game import ReferenceGame
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.engine import Engine, load_strategy
from eoc_sim.simulator.eleven.rules import RULES
from referee.corruptions import Trace
from referee.eleven.engine_games import rounded
from referee.eleven.module_games import Modules, league_modules, mixtures, solo_games, switches
from referee.eleven.modules_engine import ModulesEngine, Replayed
from referee.eleven.test_seasons_against_engine import package_components, random_cards
from referee.playing import trace_lines

LEAGUE = league_modules()[-3]
"""The league with all of its modules."""
CASES = [*mixtures(40), *league_modules(), *switches(), *solo_games()]
RANDOM_DATA_SETS = 100


def play_and_judge(case: Modules, components: Components) -> None:
    """Play a game; fail if the referee or the reference engine disagrees."""
    settings = {"layer": "season", **case.settings}
    rules = RULES.resolve("standard", settings)
    seats = [load_strategy("random")] * case.managers
    engine = Engine(components, rules, seats, case.seed)
    trace = [json.loads(line) for line in trace_lines(engine.replay(0))]
    data = Data(components.as_dict())
    ReferenceGame(trace, data).play()
    assert [*map(rounded, replayed(trace, data))] == [*map(rounded, trace)]


def replayed(trace: Trace, data: Data) -> Trace:
    """Replay a game's decisions and module draws with the reference engine."""
    setup = trace[0]
    engine = ModulesEngine(
        data,
        setup["rules"],
        [manager["strategy"] for manager in setup["managers"]],
        decisions=Replayed(trace),
        seed=setup["seed"],
        game=setup["game"],
    )
    return [json.loads(json.dumps(event)) for event in engine.events()]


def test_a_league_with_modules():
    """LAY-3: the compiled league with all of its modules agrees with the referee."""
    play_and_judge(LEAGUE, package_components())


def test_few_winter_tokens():
    """EPI-7: only the tokens that are left are revealed; once they run out, managers get none."""
    contents = package_components().as_dict()
    for row in contents["winter_tokens"]:
        row["copies"] = "1" if row["number"] in ("W01", "W05") else "0"
    play_and_judge(LEAGUE, Components.from_dict(contents, "two winter tokens"))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_modules_of_every_kind(case: Modules):
    """LAY-3, SWI-1: each module is tried with every value of its switches, and many are mixed."""
    play_and_judge(case, package_components())


@pytest.mark.slow
@pytest.mark.parametrize("number", range(RANDOM_DATA_SETS))
def test_modules_with_random_cards(number: int):
    """EFF-1, EFF-2: effects of every kind occur with many modules."""
    play_and_judge(mixtures(number + 1)[number], random_cards(number))
