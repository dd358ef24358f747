"""The fast engine of Eleven and the reference agree on every event of every season played here."""

from __future__ import annotations

import json
from functools import cache

import pytest

from eoc_sim.referee.eleven.data import Data
from eoc_sim.referee.eleven.game import ReferenceGame
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.eleven.engine import Engine, load_strategy
from eoc_sim.simulator.eleven.rules import RULES
from referee.corruptions import Trace
from referee.eleven.engine_games import rounded
from referee.eleven.season_engine import Replayed, SeasonEngine
from referee.eleven.seasons import Season, counts, mixtures, switches
from referee.playing import trace_lines

CASES = [*counts(), *switches(), *mixtures(20)]


@cache
def data() -> Data:
    """The components of the package."""
    return Data(load().as_dict())


def engine_of(season: Season) -> Engine:
    """The fast engine of a season, whose managers act by lot."""
    rules = RULES.resolve("standard", {**season.settings, "layer": "season"})
    seats = [load_strategy("random")] * season.managers
    return Engine(load(), rules, seats, season.seed)


def replayed(trace: Trace) -> Trace:
    """The same season by the reference engine: the same seed, game and decisions."""
    setup = trace[0]
    engine = SeasonEngine(
        data(),
        setup["rules"],
        [one["strategy"] for one in setup["managers"]],
        decisions=Replayed(trace),
        seed=setup["seed"],
        game=setup["game"],
    )
    return [json.loads(json.dumps(event)) for event in engine.events()]


@pytest.mark.parametrize("season", CASES, ids=str)
def test_seasons_of_every_kind(season: Season):
    """SET-9, WEE, SWI-1: every number of managers and weeks, every value of every switch.

    The reference plays them again from the seed and the decisions alone (RND-1, RND-2).
    """
    trace = [json.loads(line) for line in trace_lines(engine_of(season).replay(0))]
    ReferenceGame(trace, data()).play()
    assert [*map(rounded, replayed(trace))] == [*map(rounded, trace)]
