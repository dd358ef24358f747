"""The contract of strategies: correct strategies pass, and each violation is found."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
from cli.process import call
from sampled import some

from eoc_sim.games import contract_of
from eoc_sim.simulator.eoc.decisions import DECISIONS
from eoc_sim.simulator.eoc.engine import load_strategy, strategy_folders
from eoc_sim.simulator.eoc.state import Private, Table
from eoc_sim.simulator.eoc.yardstick import YARDSTICK
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs import strategy_check
from eoc_sim.simulator.runs.checks.hidden_cards import hidden_cards
from eoc_sim.simulator.runs.checks.idle_parameters import idle_parameters
from eoc_sim.simulator.runs.checks.legal_play import legal_play
from eoc_sim.simulator.runs.checks.match import FAULT, OK, SKIPPED, WARNING
from eoc_sim.simulator.runs.checks.pace import MAX_SLOWDOWN, report_pace
from eoc_sim.simulator.runs.checks.unused_declarations import find_unread, own_functions
from eoc_sim.simulator.runs.checks.watched_games import watched_games

pytestmark = pytest.mark.skipif(not COMPILED, reason="checks cover only compiled play")

API = "from eoc_sim.simulator.eoc.strategy_api import memory, parameter, table\n"
CONTRACT = contract_of("eoc")
check_strategy = partial(strategy_check.check_strategy, CONTRACT)
TWO = CONTRACT.match("standard", 2)
SHIPPED = [*strategy_folders().names(), YARDSTICK]
IDLE = (
    API
    + """
PARAMETERS = [
    parameter("used", default=1, low=0, high=8, help="stars of the last campaign"),
    parameter("idle", default=1, low=0, high=8, help="nothing"),
]
MEMORY = [
    memory("noted", help="read"), memory("counted", help="only counted up"),
    memory("listed", 3, help="only set"),
]
TABLES = [table("numbers.csv", key="card")]


def final_campaign(table, me, params, order):
    me.counted += 1
    me.listed[0] = me.noted
    if table.bucks[me.seat] >= 40:
        return int(params.used) * int(params.worth[0])
    return 0


def act(table, me, params, order):
    me.noted = 1
    order.number = int(params.used)
    if table.month == 3 and params.used == 8 and table.marketed[me.seat] == 0:
        order.number = 1
        return 7
    return 0


def sel(table, me, params, order):
    return 0


def helper(table, me, params, order):
    return 0
"""
)


def strategy(folder: Path, source: str):
    file = folder / "mine.py"
    file.write_text(source, encoding="utf-8")
    return load_strategy(str(file))


@pytest.fixture
def careless(tmp_path: Path):
    """A strategy that declares more than it uses."""
    (tmp_path / "numbers.csv").write_text("card,worth,spare\n1,0,1\n")
    return strategy(tmp_path, IDLE)


def test_the_template_is_a_strategy_that_plays_and_keeps_the_contract(tmp_path: Path):
    made = call(tmp_path, "strategies", "new", "first")
    assert made.returncode == 0 and "Wrote first.py" in made.stdout
    file = tmp_path / "first.py"
    assert file.read_text(encoding="utf-8") == CONTRACT.template
    card = call(tmp_path, "strategies", "show", "first.py")
    assert "marketing_bucks" in card.stdout
    played = call(tmp_path, "run", "--seats", "first.py,random", "--games", "2", "--out", "first")
    assert played.returncode == 0, played.stderr
    output = []
    checked = check_strategy(str(file), games=2, rules="standard", report=output.append)
    assert checked.faults == checked.warnings == ()
    assert list(checked.points) == output and all(point.verdict == OK for point in output)
    assert len({point.about for point in output}) == len(output) == 8


@pytest.mark.slow
@pytest.mark.parametrize("game", ["stadium", "eoc"])
def test_the_former_name_checks_the_same_with_a_warning(game: str):
    former = import_module(f"eoc_sim.simulator.{game}.strategy_check").check_strategy
    options = {"games": 4, "watched": 0, "rules": "standard"}
    with pytest.warns(DeprecationWarning, match="import it from eoc_sim"):
        before = former("random", **options)
    now = strategy_check.check_strategy(contract_of(game), "random", **options)
    assert [(point.about, point.verdict) for point in before.points] == [
        (point.about, point.verdict) for point in now.points
    ]


def test_every_preset_and_number_of_players_is_played():
    matches = CONTRACT.every_match()
    for preset in ("standard", "family", "cutthroat"):
        assert {match.players for match in matches if match.rules == preset} == {
            2,
            3,
            4,
        }
    assert (
        CONTRACT.match("solo", 1) in matches and matches[-1].settings == DECISIONS.required_settings
    )


@pytest.mark.slow
def test_an_illegal_action_is_a_fault_with_a_command_that_shows_it(tmp_path: Path):
    file = strategy(
        tmp_path,
        "def act(table, me, params, order):\n"
        "    return 8 if table.month == 4 and table.rule_dice_use == 1 else 0\n",
    ).file
    checked = check_strategy(f"{file}", games=2)
    (legal,) = [point for point in checked.faults if point.about == "legal play"]
    assert legal.finding.startswith("family with 2 players: The strategy mine")
    assert (
        "game 0 of seed 1" in legal.finding and "June" in legal.finding and "ACT-9" in legal.finding
    )
    assert legal.commands == (
        f"eoc-sim replay --game 0 --seed 1 --seats {file},hoarder --rules family",
    )
    replayed = call(tmp_path, *legal.commands[0].split()[1:])
    assert replayed.returncode == 2 and "ACT-9" in replayed.stderr
    assert "JUNE" in replayed.stdout and "JULY" not in replayed.stdout, (
        "the replay stops at the fault"
    )
    assert [point.about for point in checked.points if point.verdict == SKIPPED] == [
        "repeatable",
        "hidden cards",
        "time",
        "parameters",
    ]


def test_parameters_without_effect_are_named(careless):
    point = idle_parameters(careless, [TWO], 2)
    assert (point.verdict, point.finding.split(":")[0]) == (WARNING, "idle")


def test_unread_names_are_named(careless):
    point = find_unread(careless)
    assert point.verdict == WARNING
    assert point.finding == ("never read: me.counted, me.listed, params.spare of numbers.csv")


def test_missing_functions_are_named_and_misspelt_ones_found(careless):
    point = own_functions(careless, DECISIONS)
    assert point.verdict == WARNING
    assert "the defaults decide keep, pick, coach, draft" in point.finding
    assert point.finding.endswith("has sel, which the game never asks for (did you mean sell?)")


def test_fields_of_the_order_that_a_decision_does_not_read_are_named(tmp_path: Path):
    source = "def bid(table, me, params, order):\n    order.number = 1\n    return 0\n"
    point = own_functions(strategy(tmp_path, source), DECISIONS)
    assert point.verdict == WARNING
    assert point.finding.endswith("; has order.number, which the game ignores in bid")


def test_writing_into_public_records_is_a_fault(tmp_path: Path):
    point = watched_games(
        strategy(
            tmp_path, "def act(table, me, params, order):\n    table.bucks[0] = 9\n    return 0\n"
        ),
        [TWO],
        1,
    )
    assert point.verdict == FAULT and "act writes table.bucks (game 0, month 1" in point.finding
    assert point.commands[0].startswith("eoc-sim replay --game 0")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("params.bargain[1] = 4", ""),
        ("params.worth[1] = 4", "prepare writes params.worth (game "),
        pytest.param("me.noted = 4", "prepare writes me.memory (game ", marks=pytest.mark.slow),
        pytest.param(
            "table.bucks[0] = 4", "prepare writes table.bucks (game ", marks=pytest.mark.slow
        ),
    ],
)
def test_prepare_writes_only_declared_numbers(tmp_path: Path, line: str, fault: str):
    (tmp_path / "numbers.csv").write_text("card,worth\n001,3\n")
    text = (
        API.replace("table\n", "lookup, table\n")
        + f"""
MEMORY = [memory("noted", help="nothing")]
TABLES = [table("numbers.csv", key="card"), lookup("bargain", key="card")]


def prepare(table, me, params, order):
    {line}
    return 0
"""
    )
    point = watched_games(strategy(tmp_path, text), [TWO], 1)
    assert point.verdict == (FAULT if fault else OK), point.finding
    assert fault in point.finding
    if fault:
        assert "it may write only to the fields of params that TABLES declares" in point.finding


@pytest.mark.slow
def test_an_error_only_in_pure_python_names_the_strategys_line(tmp_path: Path):
    """Compiled code does not check whether a number fits in ``me.memory``."""
    point = watched_games(
        strategy(
            tmp_path,
            "\ndef act(table, me, params, order):\n    me.memory[0] = 3000000000\n    return 0\n",
        ),
        [TWO],
        1,
    )
    assert point.verdict == FAULT and "mine.py, line 2, act)" in point.finding
    assert "in pure Python: " in point.finding and "OverflowError" in point.finding


def rival_card_index() -> int:
    """Return the index of seat 1's first hand card, counted from ``table.hand_size``."""
    fields, own = Table.dtype.fields, Private.dtype.fields
    assert fields is not None and own is not None
    back = 3 * Private.dtype.itemsize - own["hand"][1]  # from the table's start
    return -(fields["hand_size"][1] + back) // 4


def test_a_decision_based_on_hidden_cards_is_a_fault(tmp_path: Path, monkeypatch):
    """An `unchecked` helper has no index checks, so it can read too far."""
    (tmp_path / "too_far.py").write_text(
        "from eoc_sim.simulator.eoc.strategy_api import unchecked\n\n\n"
        f"@unchecked\ndef look(table):\n    return table.hand_size[{rival_card_index()}]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    peeking = strategy(
        tmp_path,
        "from too_far import look\n\n\n"
        "def final_campaign(table, me, params, order):\n    return 0\n\n\n"
        "def draft(table, me, params, order):\n"
        "    order.card = me.hand[0]\n"
        "    if table.hand_size[me.seat] > 1 and look(table) % 2 == 1:\n"
        "        order.card = me.hand[1]\n"
        "    return 1\n",
    )
    point = hidden_cards(peeking, [TWO])
    assert point.verdict == FAULT and "when hidden cards are dealt again" in point.finding
    assert point.finding.startswith("standard with 2 players: draft in game 0, ")


@pytest.mark.slow
def test_a_slow_strategy_gets_a_warning(tmp_path: Path):
    slow = strategy(
        tmp_path,
        "def act(table, me, params, order):\n    total = 0\n    for turn in range(100000):\n"
        "        total += turn * table.month % 7\n    return 0 if total >= 0 else 1\n",
    )
    point = report_pace(slow, TWO)
    assert point.verdict == WARNING and f"more than {MAX_SLOWDOWN:g} times as long" in point.finding
    assert report_pace(load_strategy("random"), TWO).verdict == OK


@pytest.mark.parametrize("name", some((name for name in SHIPPED if name != "expert"), 4))
def test_shipped_strategies_play_legally_everywhere(name: str):
    loaded = load_strategy(name)
    assert legal_play(loaded, CONTRACT.every_match(), 2).verdict == OK
    assert find_unread(loaded).verdict == own_functions(loaded, DECISIONS).verdict == OK


@pytest.mark.parametrize("name", ["balanced", "random"])
def test_shipped_strategies_do_not_see_hidden_facts(name: str):
    assert hidden_cards(load_strategy(name), [TWO, CONTRACT.match("solo", 1)]).verdict == OK


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_strategies_keep_the_contract(name: str):
    assert check_strategy(name).faults == ()
