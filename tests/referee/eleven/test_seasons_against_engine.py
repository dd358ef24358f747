"""The fast engine of Eleven and the referee agree on every event of these seasons."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from eleven import season_accounts
from sampled import some

from eoc_sim.referee.eleven.data import Data
from eoc_sim.referee.eleven.game import ReferenceGame
from eoc_sim.simulator.eleven.components import Components, load
from eoc_sim.simulator.eleven.engine import Engine, load_strategy
from eoc_sim.simulator.eleven.rules import RULES
from referee.corruptions import Trace
from referee.eleven.altered import altered
from referee.eleven.altered_season import altered_season
from referee.eleven.engine_games import rounded
from referee.eleven.season_engine import Replayed, SeasonEngine
from referee.eleven.seasons import Season, counts, mixtures, switches
from referee.playing import trace_lines

CASES = [*counts(), *switches(), *mixtures(20)]

RANDOM_DATA_SETS = 400


@cache
def package_components() -> Components:
    """Return the components of the package."""
    return load()


def random_cards(number: int) -> Components:
    """Return one of many sets of cards with effects of every kind."""
    rng = Random(number)
    contents = altered_season(altered(package_components().as_dict(), rng), rng)
    return Components.from_dict(contents, "random data")


def engine_of(season: Season, components: Components) -> Engine:
    """Make the fast engine of a season with random managers."""
    rules = RULES.resolve("standard", {**season.settings, "layer": "season"})
    seats = [load_strategy("random")] * season.managers
    return Engine(components, rules, seats, season.seed)


def replayed(trace: Trace, data: Data) -> Trace:
    """Play the same season with the reference engine: same seed, game and decisions."""
    setup = trace[0]
    engine = SeasonEngine(
        data,
        setup["rules"],
        [manager["strategy"] for manager in setup["managers"]],
        decisions=Replayed(trace),
        seed=setup["seed"],
        game=setup["game"],
    )
    return [json.loads(json.dumps(event)) for event in engine.events()]


@pytest.mark.parametrize("season", some(CASES, 4), ids=str)
def test_seasons_of_every_kind(season: Season):
    """SET-9, WEE, SWI-1: managers, weeks and switch values vary.

    The reference engine replays each season from the seed and the decisions alone (RND-1, RND-2).
    """
    play_and_judge(season, package_components())


@pytest.mark.slow
@pytest.mark.parametrize("number", range(RANDOM_DATA_SETS))
def test_seasons_of_random_cards(number: int):
    """EFF-1, EFF-2: effects of every kind occur at every moment, on every kind of card."""
    play_and_judge(mixtures(number + 1)[number], random_cards(number))


def test_money_paid_is_not_counted():
    """EFF-1: a clause that counts money counts only the money left after its own cost."""
    contents = package_components().as_dict()
    for row in contents["staff"]:
        row["effect"] = "monday: pay 2 money: 1 experience per 3 money up to 3"
    components = Components.from_dict(contents, "money that pays")
    play_and_judge(Season(managers=4), components)


def play_and_judge(season: Season, components: Components) -> None:
    """Play a season and check it.

    Fail if its accounts, the referee (`ReferenceGame`) or the reference engine disagree.
    """
    data = Data(components.as_dict())
    trace = [json.loads(line) for line in trace_lines(engine_of(season, components).replay(0))]
    season_accounts.check(trace, components)
    ReferenceGame(trace, data).play()
    assert [*map(rounded, replayed(trace, data))] == [*map(rounded, trace)]
