"""Whole seasons: their accounts, the end of a day, and effective switches."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from eleven import season_accounts
from eleven.games import DEFAULT_STRATEGY, engine
from sampled import some

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.eleven.components import Components, load
from eoc_sim.simulator.eleven.outcomes import DID_FREE
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.switches import LEAGUE_SWITCHES, MODULES, SWITCHES
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.records import field_of

QUESTION = "sponsor: pay 1 money: 1 money"
NEVER_ENDS = '''"""Signs one sponsor after another, and never ends its day."""

from eoc_sim.simulator.eleven.strategy_api import CHOOSE, SMALL, SPONSOR


def act(table, me, params, order):
    """Sign the oldest sponsor."""
    order.card = table.area[3, 0]
    order.way = SMALL
    return SPONSOR


def choose(table, me, params, order):
    """Take every effect."""
    return CHOOSE
'''
RESTLESS = '''"""Plays at random, dismisses staff and rolls again whenever it can."""

from eoc_sim.simulator.eleven.strategy_api import DISMISS, REROLL, draw, step_refusal
from eoc_sim.strategies.eleven.random import act as act_at_random
from eoc_sim.strategies.eleven.random import choose, colour, director, effect, objective, prepare


def act(table, me, params, order):
    """Sometimes dismiss the first staff card."""
    if table.held_count[me.seat, 1] > 0 and draw(me, 6) == 0:
        order.card = table.held[me.seat, 1, 0]
        return DISMISS
    return act_at_random(table, me, params, order)


def reroll(table, me, params, order):
    """Roll the first die again while fans and money last."""
    return REROLL if table.resources[me.seat, 1] > 0 and table.resources[me.seat, 0] > 0 else 0
'''


def asking_components() -> Components:
    """Return data with many staff cards, which all ask questions about each contract."""
    contents = load().as_dict()
    for row in contents["staff"]:
        if row["place"] != "start":
            row.update(name="Steward", effect="; ".join([QUESTION] * 4))
    for row in contents["directors"]:
        row["effect"] = "; ".join(["now: 9 staff steward", *[QUESTION] * 3])
    return Components.from_dict(contents, "asking data")


@pytest.fixture(scope="module")
def strategies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Write the files of the two strategies."""
    folder = tmp_path_factory.mktemp("strategies")
    for name, text in (("never_ends", NEVER_ENDS), ("restless", RESTLESS)):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return {file.stem: str(file) for file in folder.glob("*.py")}


def test_a_day_that_does_not_end(strategies):
    """TER-1: a day has at most 200 questions, even if its actions never run out."""
    game_engine = engine(
        *[strategies["never_ends"]] * 2,
        components=asking_components(),
        layer="season",
        staff_places=12,
        start_level=5,
        start_money=30,
        extra_per_day=3,
        extra_cost=1,
    )
    with pytest.raises(StrategyError, match="TER-1: a manager may be asked at most 200 times"):
        game_engine.replay(0)
    usual = engine(*[strategies["never_ends"]] * 2, layer="season")
    with pytest.raises(StrategyError, match="WEE-2"):
        usual.replay(0)


def test_squads_are_the_cards_of_their_managers():
    """ACT-1, ACT-2, PLA-5: a squad stays in the order of the sheets as cards come and go."""
    worker = engine("random", DEFAULT_STRATEGY, "random", layer="season").worker()
    for game in range(4 if COMPILED else 1):
        worker.play(game, 1, ("seats",))
        table = worker.part("table")
        owner, squad, size = (field_of(table, name) for name in ("owner", "squad", "squad_size"))
        for seat in range(3):
            held = [card for card, holder in enumerate(owner) if holder == seat]
            assert held and squad[seat, : size[seat]].tolist() == held


@pytest.mark.parametrize(
    "settings",
    [
        {"managers": 2, "keep": "money", "reroll_pays": "money", "staff_places": 12},
        {"managers": 3, "unused": "lost", "unpaid": "leave", "start_level": 1, "money_vp": 2},
        {"managers": 4, "weeks": 8, "market_staff": 8, "market_players": 8, "refresh": "off"},
        {"managers": 4, "beyond": 4, "start_level": 5, "extra_per_day": 3, "extra_cost": 1},
    ],
    ids=str,
)
def test_accounts(settings, strategies):
    """CLU-1, SET-8, WEE, ACT: every gain and loss comes from an event."""
    settings = dict(settings)
    line_up = (strategies["restless"], "random", DEFAULT_STRATEGY, "random")[
        : settings.pop("managers")
    ]
    game_engine = engine(*line_up, layer="season", seed=5, **settings)
    kinds: Counter[str] = Counter()
    for game in range(6 if COMPILED else 1):
        trace = [json.loads(json.dumps(event)) for event in game_engine.replay(game)]
        season_accounts.check(trace, game_engine.components)
        kinds.update(event["e"] for event in trace)
    assert kinds["dismiss"] > 0 or not COMPILED


def test_resources_that_are_not_kept_are_lost_in_an_event():
    """CLU-1: with `keep = money` the trace shows what is lost; otherwise it has no such event."""
    game_engine = engine("random", DEFAULT_STRATEGY, layer="season", seed=5, keep="money")
    trace = [json.loads(json.dumps(event)) for event in game_engine.replay(0)]
    lost = [event["lost"] for event in trace if event["e"] == "loss"]
    assert lost and all(amounts[0] == 0 and any(amounts) for amounts in lost)
    ends = [event["resources"] for event in trace if event["e"] == "week_end"]
    assert all(resources[1:] == [0, 0, 0] for resources in ends)
    season_accounts.check(trace, game_engine.components)
    last = max(line for line, event in enumerate(trace) if event["e"] == "loss")
    with pytest.raises(AssertionError):
        season_accounts.check(trace[:last] + trace[last + 1 :], game_engine.components)
    assert not any(event["e"] == "loss" for event in whole_season())


def test_rows_agree_with_the_trace():
    """ACT-1, ACT-3, ACT-5, SET-5: tables of what was on offer agree with the trace."""
    game_engine = engine(*["random"] * 4, layer="season", seed=7)
    for game in range(6 if COMPILED else 1):
        trace = [json.loads(json.dumps(event)) for event in game_engine.replay(game)]
        accounts = season_accounts.check(trace, game_engine.components)
        rows = game_engine.worker().play(game, 1, ("actions", "drafts"))
        actions = rows["actions"]
        acts = [action for action in actions if action["kind"] != DID_FREE]
        assert [act["passed"] for act in acts] == accounts.passed
        assert not COMPILED or max(accounts.passed) > 0
        directors = [director.number for director in game_engine.components.directors]
        drafts = [
            (line["manager"], line["card"], line["round"], 1)
            for line in trace
            if line["e"] == "draft"
        ]
        left = [(seat, hand[0], 3, 0) for seat, hand in enumerate(accounts.hands_left)]
        recorded = [
            (draft["seat"], directors[draft["director"]], draft["offered"], draft["kept"])
            for draft in rows["drafts"]
        ]
        assert sorted(recorded) == sorted(drafts + left)


def test_accounts_detect_errors():
    """Wrong money, fans, fitness, levels, VP, row places and re-rolls are each detected."""
    trace = [json.loads(json.dumps(event)) for event in whole_season()]
    luck = Random(3)
    for kind, change in {
        "production": lambda event: event["gains"].__setitem__(1, event["gains"][1] + 1),
        "effect": lambda event: event["gains"].__setitem__(0, event["gains"][0] + 1),
        "sale": lambda event: event.update(money=event["money"] + 1),
        "act": lambda event: event.update(price=event["price"] + 1),
        "upkeep": lambda event: event.update(vp=event["vp"] - 1),
        "prepare": lambda event: event.update(fitness=event["fitness"] + 1),
        "week_end": lambda event: event["levels"].__setitem__(2, event["levels"][2] + 1),
        "row": lambda event: event.update(place=event["place"] + 1),
        "vote": lambda event: event.update(rerolled=[[0, 1]] * 30),
        "final": lambda event: event["managers"][0]["parts"].update(stadium=99),
    }.items():
        wrong = json.loads(json.dumps(trace))
        change(luck.choice([event for event in wrong if event["e"] == kind]))
        with pytest.raises(AssertionError):
            season_accounts.check(wrong, load())


# --- Switches.

OTHER_VALUES = {
    name: [value for value in _values if value != SWITCHES[name].default]
    for name, _values in (
        (name, [*switch.words, *(switch.numbers or ())]) for name, switch in SWITCHES.items()
    )
}
MODULE_SWITCHES = (
    *MODULES,
    *(
        name
        for idle in (RULES.idle, RULES.idle_together)
        for name, others in idle.items()
        if any(others.get(module) == ("off",) for module in MODULES)
        and not (idle is RULES.idle_together and "layer" in others)
    ),
)
"""Switches that a season without modules does not use."""
UNSEEN = ("scouting", "trained_side")
"""Switches that change only what random managers ignore."""


@cache
def whole_season(**settings: Any) -> list[dict[str, Any]]:
    """Play a season of random managers, who do not look at switches."""
    return engine("random", "random", "random", layer="season", seed=8, **settings).replay(0)


def without_rules(**settings: Any) -> list[dict[str, Any]]:
    """Return a season without the line that names its switches."""
    return whole_season(**settings)[1:]


def sample(values: list[Any]) -> list[Any]:
    """Return the first, a middle and the last value."""
    return sorted({values[0], values[len(values) // 2], values[-1]}, key=values.index)


@pytest.mark.parametrize(
    "setting",
    some(
        (
            f"{name}={value}"
            for name, values in OTHER_VALUES.items()
            if name not in ("layer", "profile", *MODULE_SWITCHES)
            for value in sample(values)
        ),
        8,
    ),
)
def test_an_effective_switch_changes_a_season(setting):
    """SWI-1: a switch not reported as idle changes some season, unless random play ignores it."""
    name, _, value = setting.partition("=")
    season_accounts.check(
        [json.loads(json.dumps(event)) for event in whole_season(**{name: value})], load()
    )
    idle = RULES.resolve("standard", {"layer": "season", name: value}).idle()
    assert name not in idle
    if name in UNSEEN:
        assert without_rules(**{name: value}) == without_rules()
        return
    for game in range(12):
        engines = [
            engine("random", "random", "random", layer="season", seed=8, weeks=8, **settings)
            for settings in ({}, {name: value} if name != "weeks" else {})
        ]
        if name == "weeks" or engines[0].replay(game)[1:] != engines[1].replay(game)[1:]:
            return
    pytest.fail(f"{name}={value} changes nothing in 12 seasons")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        (name, f"{other}={values[0]}")
        for name, others in RULES.idle.items()
        for other, values in others.items()
        if name != "layer" and name not in LEAGUE_SWITCHES and other != "layer"
        if other not in MODULES or values == ("off",)
    ],
)
def test_an_idle_switch_changes_nothing(name, other):
    """SWI-1: a switch reported as idle changes no event."""
    switch, _, value = other.partition("=")
    assert without_rules(**{switch: value, name: OTHER_VALUES[name][-1]}) == without_rules(
        **{switch: value}
    )


def test_the_first_manager_matters_in_a_season():
    """WEE-4, SWI-1: `first_manager` is idle only in a league with a rotated schedule."""
    for layer, schedule, idle in (
        ("league", "rotated", True),
        ("league", "dealt", False),
        ("season", "rotated", False),
    ):
        rules = RULES.resolve("standard", {"layer": layer, "schedule": schedule})
        assert ("first_manager" in rules.idle()) == idle
    assert without_rules(first_manager="fixed") != without_rules()


def test_one_process_can_play_both_layers():
    """LAY-1: each layer has its own kernel; only a season has actions."""
    for layer in ("league", "season", "league"):
        worker = engine("random", "random", layer=layer).worker()
        rows = worker.play(0, 1, ("actions", "matches"))
        assert len(rows["matches"]) == 12
        assert bool(len(rows["actions"])) == (layer == "season")
