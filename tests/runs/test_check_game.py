"""Every game satisfies the contract, and every violation is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from eleven import accounts as league
from eleven import season_accounts as season
from eoc.variants import VariantAccounts
from runs.counter_game import counter_game

from eoc_sim.built_in_games import BUILT_IN
from eoc_sim.errors import EngineError
from eoc_sim.games import find
from eoc_sim.simulator.eoc.worker import Worker
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.serving import Kernel
from eoc_sim.simulator.runs import check_game as check_game_module
from eoc_sim.simulator.runs.check_game import CHECKS, check_game
from eoc_sim.simulator.runs.versions import GameVersion

EOC_SEATS = ("random", "vegas", "hoarder")
STADIUM_SEATS = ("random", str(files("eoc_sim.strategies.stadium") / "defaults.py"), "random")
ELEVEN_SEATS = ("random", str(files("eoc_sim.strategies.eleven") / "defaults.py"), "hasty")
COPY = "a copy plays on like the original"
NEW_DEAL = "a new deal changes only what is hidden"
REFUSAL = "a refusal leaves the game as it was"
TRACE = "a trace ends as the tables say"
ACCOUNTS = "a trace's changes add up to its final numbers"
SEATS = "no seat scores more than the others on average"
WHOLE_GAME_CHECKS = tuple(CHECKS)[:6]

Change = Callable[[dict[str, np.ndarray], int], None]

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes minutes")


def eoc_accounts(version: Any, events: Sequence[Mapping[str, Any]]) -> None:
    """Account for every EC, BB, star, card and place in Envelopes of Cash."""
    VariantAccounts(list(events), version.components).check()


def eleven_accounts(version: Any, events: Sequence[Mapping[str, Any]]) -> None:
    """Account for every goal and point in Eleven, and every resource, card and VP in a season."""
    if events[0]["rules"]["layer"] == "season":
        season.check(events, version.components)
    else:
        league.check(events)


PARTS = {
    "eoc": (EOC_SEATS, eoc_accounts, tuple(CHECKS)),
    "stadium": (STADIUM_SEATS, None, tuple(check for check in CHECKS if check != ACCOUNTS)),
    "eleven": (ELEVEN_SEATS, eleven_accounts, tuple(CHECKS)),
    "runs.counter_game": (("bold", "shy"), None, WHOLE_GAME_CHECKS),
}
"""Each game's line-up, the accounts of its traces, and the checks that apply to it."""


SEATS_WITH_A_SEARCHER = ("random", "expert:rollouts=24", "balanced")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["eoc", "stadium", "eleven"])
def test_games_of_a_searcher_pass(name):
    _, check_trace, checks = PARTS[name]
    assert check_game(find(name), SEATS_WITH_A_SEARCHER, games=8, check_trace=check_trace) == checks


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in ("stadium", "eleven") else ())
        for name in (*BUILT_IN, "runs.counter_game")
    ],
)
def test_every_game_passes(name):
    seats, check_trace, checks = PARTS[name]
    assert check_game(find(name), seats, check_trace=check_trace) == checks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("managers", "settings"),
    [
        (2, {"scouting": "deck", "schedule": "dealt"}),
        (3, {"scouting": "report", "tactics": "off"}),
        (4, {"scouting": "card", "formations": "free", "start_tactics": "3"}),
        (3, {"league_matches": "on", "scouting": "deck", "pvp_formations": "held"}),
    ],
)
def test_leagues_pass(managers, settings):
    seats = (*ELEVEN_SEATS, "random")[:managers]
    settings = {"layer": "league", **settings}
    checks = check_game(
        find("eleven"), seats, settings=settings, games=8, check_trace=eleven_accounts
    )
    assert checks == tuple(CHECKS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("managers", "settings"),
    [
        (2, {"scouting": "deck", "board_tie": "manager", "trained_side": "open"}),
        (3, {"scouting": "report", "basic_side": "free", "unpaid": "leave"}),
        (4, {}),
        (3, {"epic": "on", "schedule": "dealt"}),
        (3, {"transfers": "on", "market": "on", "seller_may_refuse": "on"}),
        (4, {"league_matches": "on", "basic_side": "free"}),
    ],
)
def test_seasons_pass(managers, settings):
    seats = ("random",) * managers
    settings = {"layer": "season", **settings}
    checks = check_game(
        find("eleven"), seats, settings=settings, games=6, check_trace=eleven_accounts
    )
    assert checks == tuple(CHECKS)


@pytest.mark.slow
def test_a_game_against_an_automaton_passes():
    """The automaton's seat has a row too, after the player's."""
    checks = tuple(check for check in CHECKS if check not in (SEATS, ACCOUNTS))
    assert check_game(find("eoc"), rules="solo", settings={"vmd": "off"}, games=4) == checks


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["1", "8"])
def test_solo_seasons_pass(scenario):
    """The board's seat has a row too, after the manager's."""
    settings = {"scenario": scenario}
    checks = check_game(
        find("eleven"), rules="solo", settings=settings, games=4, check_trace=eleven_accounts
    )
    assert checks == tuple(check for check in CHECKS if check != SEATS)


def test_checks_that_need_copies_say_why_they_are_skipped(monkeypatch):
    """The game's strategies are files, but its games cannot be copied."""
    monkeypatch.setattr(check_game_module, "_can_be_copied", lambda case: False)
    case: Any = SimpleNamespace(version=object.__new__(GameVersion))
    reasons = {CHECKS[name][0](case) for name in (COPY, NEW_DEAL, REFUSAL)}
    assert reasons == {"Its games cannot be copied and dealt again between decisions."}


# --- Games with a fault.


def assert_fault(name: str, words: str, game: Any = None, **options: Any) -> None:
    """Assert that the named check reports a fault in these words."""
    with pytest.raises(EngineError, match=f": {name}.*: .*{words}"):
        check_game(game or find("eoc"), options.pop("seats", EOC_SEATS), games=8, **options)


class ChangedEngine:
    """An engine of the counter game with a function that changes its rows."""

    def __init__(self, engine: Any, change: Change) -> None:
        self.engine = engine
        self.change = change

    def worker(self) -> ChangedEngine:
        return self

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        rows = self.engine.worker().play(first_game, games, keep)
        self.change(rows, games)
        return rows


def changed_rows(change: Change) -> Any:
    """Return the counter game with a function that changes its rows.

    The function also receives the number of games.
    """
    game = counter_game()

    def engines(*arguments: Any) -> list[ChangedEngine]:
        return [ChangedEngine(engine, change) for engine in game.engines(*arguments)]

    return replace(game, engines=engines)


def test_win_shares_that_do_not_add_up():
    def change(rows, games):
        rows["seats"]["win_share"][:1] = 0.25

    assert_fault("every game ends", "the win shares of game 0", changed_rows(change), seats=None)


def test_an_engine_whose_games_differ_each_time():
    def change(rows, games):
        rows["throws"]["value"] += count[0]
        count[0] += 1

    count = [0]
    assert_fault("the same seed", "has value", changed_rows(change), seats=None)


def test_seeds_with_equal_games():
    game = changed_rows(lambda rows, games: None)
    engines = game.engines
    game = replace(game, engines=lambda versions, seed, seating: engines(versions, 1, seating))
    assert_fault("the same seed", "another seed plays the same games", game, seats=None)


def test_rows_that_depend_on_the_size_of_the_chunk():
    def change(rows, games):
        if games < 8:
            rows["seats"]["score"][-1:] += 1

    assert_fault("chunks and threads", "in chunks of 1", changed_rows(change), seats=None)


def test_a_table_that_depends_on_others():
    def change(rows, games):
        if set(rows) == {"throws"}:
            rows["throws"]["value"][:1] += 1

    assert_fault("keeping fewer tables", 'table "throws", row 0', changed_rows(change), seats=None)


def test_seats_that_are_not_fixed():
    game = counter_game()
    engines = game.engines
    game = replace(game, engines=lambda versions, seed, seating: engines(versions, seed, "rotate"))
    assert_fault(
        "balanced and fixed seating",
        "game 1, with fixed seating in the order .1, 0.",
        game,
        seats=None,
    )


def test_a_faulty_copy(monkeypatch):
    monkeypatch.setattr(Worker, "copy_from", lambda self, other: self.set_up(7))
    assert_fault(COPY, "from a copy at resting point 0")


def test_a_visible_redeal(monkeypatch):
    redeal = Worker.redeal

    def redeal_visibly(self, seat, key):
        redeal(self, seat, key)
        field_of(self.part("table"), "bucks")[seat] += 1

    monkeypatch.setattr(Worker, "redeal", redeal_visibly)
    assert_fault(NEW_DEAL, "for seat 1 .* bucks changed")


@pytest.mark.slow
def test_a_redeal_that_changes_nothing(monkeypatch):
    monkeypatch.setattr(Worker, "redeal", lambda self, seat, key: None)
    assert_fault(NEW_DEAL, "every new deal ends the game in the same way")


@pytest.mark.slow
def test_a_refusal_that_leaves_a_change(monkeypatch):
    ask = Kernel.ask

    def ask_and_change(self, states, policies, requests, **options):
        refusal = ask(self, states, policies, requests, **options)
        if refusal > 0:
            field_of(field_of(states[0], "table"), "bucks")[0] += 1
        return refusal

    monkeypatch.setattr(Kernel, "ask", ask_and_change)
    assert_fault(REFUSAL, "was refused in .* bucks changed")


def with_events(change: Callable[[list[dict[str, Any]]], None]) -> Any:
    """Return Envelopes of Cash with changed traces."""
    game = find("eoc")

    def replay(*arguments: Any) -> list[dict[str, Any]]:
        events = game.replay(*arguments)
        change(events)
        return events

    return replace(game, replay=replay)


@pytest.mark.parametrize(
    ("check", "words", "change"),
    [
        (TRACE, "not with setup and final", lambda events: events.pop()),
        pytest.param(
            TRACE,
            "has the score .* in the trace and",
            lambda events: events[-1]["players"][1].update(score=99),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            TRACE,
            "do not add up to",
            lambda events: events[-1]["players"][0]["parts"].update(cards=99),
            marks=pytest.mark.slow,
        ),
        (
            ACCOUNTS,
            "game 0: event",
            lambda events: events.remove(next(event for event in events if event["e"] == "income")),
        ),
    ],
    ids=["no end", "another score", "parts", "a change without an event"],
)
def test_an_inconsistent_trace_is_found(check, words, change):
    assert_fault(check, words, with_events(change), check_trace=eoc_accounts)
