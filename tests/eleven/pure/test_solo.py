"""One manager against the board (SOLO), with rule functions called one by one."""

from __future__ import annotations

import re

import pytest
from eleven import season_accounts
from eleven.games import DEFAULT_STRATEGY, engine
from sampled import some

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven import (
    season_match,
    season_prepare,
    season_scoring,
    solo,
    winter,
)
from eoc_sim.simulator.eleven.component_cells import change, idle_cell
from eoc_sim.simulator.eleven.components import NEW_CONTENT, load
from eoc_sim.simulator.eleven.engine import SEASON_MODULES_KERNEL, Engine
from eoc_sim.simulator.eleven.game import GAME
from eoc_sim.simulator.eleven.league import update_positions
from eoc_sim.simulator.eleven.names import MEASURES
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.scenarios import played_rules
from eoc_sim.simulator.eleven.season_facts import numbers_of_sources
from eoc_sim.simulator.eleven.sources import OF_TOKENS
from eoc_sim.simulator.eleven.state import WON
from eoc_sim.simulator.eleven.versions import Version
from eoc_sim.simulator.kernel.records import make_records
from eoc_sim.simulator.kernel.tracing import trace_dtype
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.version_options import VersionOptions

DATA = load()
NUMBERS = numbers_of_sources(DATA)


def solo_engine(scenario=1, strategy=DEFAULT_STRATEGY, components=DATA, **settings):
    settings = {"solo": "on", "scenario": scenario, **settings}
    return engine(strategy, layer="season", components=components, **settings)


def refusal(managers=1, components=DATA, **settings):
    with pytest.raises(InputError) as error:
        RULES.resolve("solo", settings).check_game(components, managers)
    return str(error.value)


class PreparedGame:
    """A solo game with a prepared state."""

    def __init__(self, scenario=1, components=DATA, **settings):
        self.worker = solo_engine(scenario, components=components, **settings).worker()
        self.worker.set_up(0)
        self.state = self.worker.states[0]
        self.table = self.state.table
        self.trace = make_records(trace_dtype, 1)[0]

    def set_points(self, own, *clubs):
        """Give the manager and the clubs points."""
        self.table.points[0] = own
        self.table.club_points[: len(clubs)] = clubs
        update_positions(self.table)

    def finish(self):
        """End the game; return the win shares of manager and board."""
        solo.finish(self.state, self.trace)
        return self.state.box.shares[:2].tolist()


# --- Goals.


def test_ex_35():
    """EX-35, SOLO-1, SOLO-2: position 8 with one team below wins scenario 1 at any score."""
    game = PreparedGame()
    game.set_points(3, 2, 4, 5, 6, 7, 8, 9, 10)
    assert (game.table.position[0], solo.value_of(game.state, solo.BELOW)) == (8, 1)
    game.table.earned[0, 6] = -50
    assert game.finish() == [1, 0]
    assert game.table.score[0] < game.table.score[1] == 0
    game = PreparedGame()
    game.set_points(3, 3, 4, 5, 6, 7, 8, 9, 10)
    assert game.finish() == [0, 1]
    assert game.state.box.rank[:2].tolist() == [2, 1] and game.state.box.winner == solo.BOARD


def test_every_goal_has_to_be_met():
    """SOLO-1: scenario 3 needs both the position and the money."""
    for position, money, shares in ((1, 8, [1, 0]), (1, 7, [0, 1]), (5, 8, [0, 1])):
        game = PreparedGame(3)
        game.table.position[0] = position
        game.table.resources[0] = [money, 0, 0, 0]
        assert game.finish() == shares


def test_a_goal_after_a_week():
    """SOLO-2: scenario 5 counts the tokens after week 5, before week 6 begins."""
    game = PreparedGame(5)
    table = game.table
    table.position[0] = 6
    table.held_count[0, OF_TOKENS] = 6
    table.week = 5
    solo.check_week(game.state, game.trace)
    assert not table.goal_met.any()
    table.week = 6
    solo.check_week(game.state, game.trace)
    table.held_count[0, OF_TOKENS] = 0
    assert game.finish() == [1, 0] and table.goal_value[:2].tolist() == [6, 6]
    short_season = solo_engine(5, weeks=3).replay(0)
    assert [event["goal"] for event in short_season if event["e"] == "goal"] == [
        "tokens >= 6 after week 5",
        "position <= 6",
    ]


def test_goals_in_epic():
    """SOLO-2, EPI-3: a goal counts over the whole season, an objective only over its half."""
    game = PreparedGame(5, epic="on")
    table = game.table
    for measure, count in (("tokens", (6, 2)), ("trained_youngsters", (3, 1)), ("wins", (4, 0))):
        code = MEASURES.index(measure)
        table.held_count[0, OF_TOKENS] = table.youngsters_trained[0] = table.results[0, WON] = 0
        for half, gained in enumerate(count):
            table.held_count[0, OF_TOKENS] += gained
            table.youngsters_trained[0] += gained
            table.results[0, WON] += gained
            assert solo.value_of(game.state, code) == sum(count[: half + 1])
            assert season_scoring.objective_count(table, 0, code) == gained
            winter.begin_half(table)
        table.before_break[:] = 0


def test_goals_of_maxima_in_epic():
    """SOLO-2, EPI-3: maxima and loyal cards, too, count over the whole season for a goal, and over
    the half for an objective."""
    game = PreparedGame(5, epic="on")
    table = game.table
    card = NUMBERS.index("P03")
    table.squad[0, 0], table.squad_size[0] = card, 1
    table.owner[card] = 0
    table.fielded[0] = -1
    table.fielded[0, int(table.card_jersey[card]) - 1] = card
    expected = {"margin": (3, 1, 3), "stand_fans": (4, 2, 4), "card_goals": (2, 1, 3),
              "loyal_cards": (1, 0, 1)}  # fmt: skip
    game.state.box.result[0] = WON
    for half, (margin, fans, goals, matches) in enumerate(((3, 4, 2, 3), (1, 2, 1, 2))):
        table.match_scored[0] = 0
        table.match_scored[0, int(table.card_jersey[card]) - 2] = goals
        season_match.count_for_objectives(game.state, 0, margin, 0)
        game.state.box.chosen_fans[0] = fans
        game.state.box.chosen_fielded[0] = -1
        fielded = table.fielded[0].copy()
        season_prepare.fill_stands_and_assign(game.state, 0)
        table.fielded[0] = fielded
        table.matches[card] += matches
        for measure, (first, second, season) in expected.items():
            code = MEASURES.index(measure)
            assert season_scoring.objective_count(table, 0, code) == (first, second)[half], measure
            assert solo.value_of(game.state, code) == (first, season)[half], measure
        winter.begin_half(table)


def test_goals_of_the_leaflet():
    """SOLO-2: goals can count certain tokens or name an objective."""
    game = PreparedGame(7)
    for index, number in enumerate(("I05", "I08", "I09", "I12")):
        game.table.held[0, OF_TOKENS, index] = NUMBERS.index(number)
    game.table.held_count[0, OF_TOKENS] = 4
    assert solo.value_of(game.state, solo.LEAFLET_TOKENS) == 3
    data = change(DATA, [("objective.J01.measure", "wins"), ("scenario.1.goal", "wins <= 2")])
    game = PreparedGame(1, components=data)
    me = game.state.seats[0]
    me.objective = 0
    for wins, reached in ((1, 0), (2, 1), (4, 2)):
        game.table.results[0, 0] = wins
        assert solo.value_of(game.state, solo.OBJECTIVE) == reached
    assert game.finish() == [0, 1]


# --- Scenarios.


@pytest.mark.parametrize("scenario", some((8, 1, 2, 4, 3, 5, 6, 7), 4))
def test_a_scenario(scenario):
    """SOLO-1, SOLO-2: the scenario sets the division, what the manager starts with, and the
    content; all accounts balance."""
    row = DATA.scenarios[scenario - 1]
    trace = solo_engine(scenario, "random").replay(scenario)
    season_accounts.check(trace, DATA)
    setup = trace[0]
    assert setup["rules"]["division"] == str(row.division)
    content = {setup["rules"][switch] for switch in NEW_CONTENT}
    assert content == {"on" if scenario >= 7 else "off"}
    assert setup["rules"]["unique_cards"] == ("on" if scenario == 8 else "off")
    assert setup["money"] == {2: 3, 3: 0}.get(scenario, 5)
    assert len(setup["veterans"]) == (scenario not in (3, 4))
    assert [event["goal"] for event in trace if event["e"] == "goal"] == list(map(str, row.goal))
    assert [manager["strategy"] for manager in setup["managers"]] == ["random"]


def test_first_levels():
    """SOLO-1, SET-5: in scenario 3 the budget level starts at 1, before the directors change it."""
    levels = [PreparedGame(scenario).table.first_level.tolist() for scenario in (1, 3)]
    assert levels == [[2, 2, 2, 2], [1, 2, 2, 2]]


def test_the_tables_of_solo():
    """SOLO-2: the board has a row in seats, and each goal a row in goals."""
    solo_game = solo_engine(2)
    assert Engine.kernel_of(solo_game.rules) is SEASON_MODULES_KERNEL
    rows = solo_game.worker().play(0, 2, ["games", "seats", "goals"])
    seats = rows["seats"]
    assert seats["seat"].tolist() == [0, 1, 0, 1] and seats["order"].tolist() == [0, 1, 0, 1]
    assert seats["score"][1::2].tolist() == [0, 0] and (seats["score"][::2] != 0).all()
    assert seats["strategy"].tolist() == [0, 1, 0, 1]
    assert rows["games"]["managers"].tolist() == [1, 1]
    goals = rows["goals"]
    assert goals["goal"].tolist() == [4, 5, 4, 5]
    won = goals["met"].reshape(2, 2).all(axis=1)
    assert seats["win_share"].reshape(2, 2)[:, 0].tolist() == won.astype(float).tolist()


def test_narration_of_a_solo_game():
    """SOLO-2: the narration mentions goals and the board."""
    version = Version.baseline(VersionOptions(seats=(DEFAULT_STRATEGY,)))
    story = list(GAME.narrate(version.replay(1, "fixed", 0), version))
    assert any("The goal below >= 1 of manager 1 (" in line for line in story)
    lines = {line[: len("  1. ")]: line[len("  1. ") :] for line in story[-2:]}
    won, lost = lines["  1. "], lines["  2. "]
    # The board has neither a score nor a place in the table.
    assert (won == "the board wins") != (lost == "the board")
    manager = next(sentence for sentence in (won, lost) if not sentence.startswith("the board"))
    assert re.search(r"\d VP \(position \d, \d+ points?\)$", manager)


# --- Refusals.


def test_one_manager_plays_solo():
    """SOLO-1, SWI-1: one manager plays solo by default; solo off or a second manager is refused."""
    version = Version.baseline(VersionOptions(seats=("random",)))
    assert version.rules["solo"] == "on"
    assert Version.baseline(VersionOptions(rules="solo")).seats == ("balanced",)
    with pytest.raises(InputError, match="2 to 4 managers, not 1, unless it is played solo"):
        Version.baseline(VersionOptions(seats=("random",), settings=(("solo", "off"),)))
    with pytest.raises(InputError, match="has 1 manager, not 2"):
        Version.baseline(VersionOptions(seats=("random",) * 2, rules="solo"))
    assert "is a whole season" in refusal(layer="league")


def test_the_division_of_a_scenario():
    """SWI-1: any division but the scenario's is refused, even the standard one set explicitly."""
    assert "Scenario 1 is played in division 3, not 2" in refusal(division="2")
    settings = (("solo", "on"), ("scenario", "5"), ("division", "3"))
    with pytest.raises(InputError, match="Scenario 5 is played in division 2, not 3"):
        Version.baseline(VersionOptions(settings=settings))
    version = Version.baseline(VersionOptions(settings=settings[:2]))
    assert version.rules_played["division"] == 2
    assert [version.change([("rules.scenario", "6")]).rules_played["division"]] == [1]


def test_unplayable_scenarios():
    """SWI-1, SOLO-1: a scenario without its row, objective or content is refused."""
    without_scenario = change(DATA, [("scenario.4.absent", "yes")])
    assert "has no scenario 4; it has 1, 2, 3, 5" in refusal(
        components=without_scenario, scenario="4"
    )
    assert "asks for an objective" in refusal(scenario="2", objectives="off")
    without_tokens = change(
        DATA, [(f"infrastructure.I{index:02}.absent", "yes") for index in range(8, 13)]
    )
    assert "new_tokens = on needs rows" in refusal(components=without_tokens, scenario="7")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("goal", "place <= 2", "is not a goal: write a measure"),
        ("goal", "objective half", "is not a goal"),
        ("goal", "wins >= 2 after week 11", "no season has more than 10 weeks"),
        ("goal", " and ".join(["wins >= 2"] * 5), "5 goals; the maximum is 4"),
        ("changes", "start_mony 3", 'is not a change.*Did you mean "start_money"'),
        ("division", "4", "a whole number from 1 to 3"),
    ],
)
def test_bad_scenarios(key, value, message):
    """SOLO-1: malformed goals and changes are refused."""
    with pytest.raises(InputError, match=message):
        change(DATA, [(f"scenario.2.{key}", value)])


def test_idle_cells_of_solo():
    """SWI-1: cells of scenarios are idle without solo or in another scenario."""
    change = Change("scenario.2.goal", "", "", "2", "goal")
    plain = RULES.standard
    assert idle_cell(DATA, plain, change) == "solo is off"
    assert idle_cell(DATA, RULES.resolve("solo"), change) == "scenario 1 is played"
    assert idle_cell(DATA, RULES.resolve("solo", {"scenario": "2"}), change) == ""
    assert "scenario" in plain.with_settings({"scenario": "2"}).idle()
    assert played_rules(plain, DATA) is plain


@pytest.mark.parametrize(
    ("scenario", "switch", "value", "reason"),
    [
        ("2", "start_money", "9", "in scenario 2, which sets it to 3"),
        ("7", "new_staff", "off", "in scenario 7, which sets it to on"),
        ("8", "unique_cards", "on", "in scenario 8, which sets it to on"),
        ("3", "veteran_matches", "1", "in scenario 3, which deals no veteran"),
        ("1", "new_lineups", "on", "with division = 3 and epic = off"),
        ("5", "new_lineups", "on", ""),
        ("1", "start_money", "9", ""),
        ("1", "veteran_matches", "1", ""),
    ],
)
def test_idle_switches_of_scenarios(scenario: str, switch: str, value: str, reason: str):
    """SWI-1, SOLO-1: a switch that changes nothing in the scenario is reported as idle, with the
    reason."""
    options = VersionOptions(rules="solo", settings=(("scenario", scenario), (switch, value)))
    version = Version.baseline(options)
    remarks = [
        remark for remark in version.remarks(options) if remark.startswith(f"{switch} = {value}")
    ]
    assert len(remarks) == bool(reason) and all(
        f" has no effect {reason} (" in remark for remark in remarks
    )
    assert (switch in version.idle_switches()) == bool(reason)
