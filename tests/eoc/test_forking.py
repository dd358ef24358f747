"""Games of versions with other cards are forked from games of the current rules.

Their rows have the same bytes as those of games played whole.

Poisoned games prove that nobody looks at an unseen card: until a month's deal shows a card, it has
another card's facts and twenty more stars. The parameters that strategies prepare before the game
follow from these facts too.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from sampled import some

from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.engine import SEEN_ONLY, load_strategy, strategy_folders
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.eoc.state import COACH_SOURCE, state_dtype
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.records import field_of, make_records, set_field
from eoc_sim.simulator.runs.arms import Arms, Vary, vary_arms
from eoc_sim.simulator.runs.forking import altered_cards
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Request, play
from eoc_sim.simulator.runs.tasks import KeptRowCollector, Task, TaskRunner
from eoc_sim.simulator.runs.version_options import VersionOptions
from eoc_sim.simulator.stadium.game import GAME as STADIUM

pytestmark = pytest.mark.skipif(not COMPILED, reason="the proof is about the compiled engine")

ALL = tuple(name for name in TABLES if name != "twins")
FACTS = ("card_type", "card_region", "card_cost", "card_price", "card_stars", "card_monthly")
"""The facts stored by card; the facts of a card's effect are stored by clause."""


def version(*seats: str, rules: str | None = None, **settings: str) -> Any:
    return GAME.baseline(VersionOptions(seats=seats, rules=rules, settings=tuple(settings.items())))


# --- Nobody looks at what nobody has seen.


def poisoned(base: Any) -> Any:
    """Return the version in which each card has another card's facts and more stars."""
    cards = list(base.components.cards)
    for clauses in {len(card.clauses) for card in cards}:
        rows = [row for row, card in enumerate(cards) if len(card.clauses) == clauses]
        for row, other in zip(rows, rows[1:] + rows[:1], strict=True):
            other_card = base.components.cards[other]
            cards[row] = replace(
                cards[row],
                type=other_card.type,
                region=other_card.region,
                cost=tuple(other_card.cost[1:] + other_card.cost[:1]),
                stars=other_card.stars + 20,
                clauses=other_card.clauses,
            )
    return replace(base, components=replace(base.components, cards=tuple(cards)))


class Poisoning:
    """Games in which unseen cards have the facts of another version."""

    def __init__(self, base: Any) -> None:
        other = poisoned(base)
        one, two = GAME.engines([base, other], 7, "balanced")
        self.whole, self.worker = one.worker(), one.worker()
        self.params = [field_of(engine.policies[0], "params")["value"] for engine in (one, two)]
        self.policies = one.policies.copy()
        self.facts = [make_records(state_dtype, 1)[0] for _ in range(2)]
        for facts, engine in zip(self.facts, (one, two), strict=True):
            engine.write_version(facts)
        table = field_of(self.facts[0], "table")
        self.cards = int(field_of(table, "cards"))
        self.first_clause = np.asarray(field_of(table, "source_first"))
        self.clause_end = np.asarray(field_of(table, "source_last"))
        # Facts by card and by clause; no other fact differs.
        self.by_clause = [name for name in table.dtype.names if name.startswith("clause_")]
        self.check_facts()
        self.parameter_cards = [self.cards_by_parameter(strategy) for strategy in base.strategies()]

    def check_facts(self) -> None:
        one, two = (field_of(facts, "table") for facts in self.facts)
        differing = {
            name
            for name in one.dtype.names
            if not np.array_equal(field_of(one, name), field_of(two, name))
        }
        assert {"card_stars", "card_cost", "clause_gain"} <= differing
        assert differing <= {*FACTS, *self.by_clause}
        boxes = (field_of(facts, "box") for facts in self.facts)
        assert next(boxes).tobytes() == next(boxes).tobytes()

    def cards_by_parameter(self, strategy: Any) -> np.ndarray:
        """Return the card to which each parameter of a strategy belongs, or -1."""
        cards = np.full(self.params[0].shape[-1], -1)
        clause_card = np.asarray(field_of(field_of(self.facts[0], "table"), "clause_source"))
        keys = [(column, sheet.key) for sheet in strategy.tables for column in sheet.columns]
        keys += [(field.name, field.key) for field in strategy.lookups]
        for name, key in keys:
            kind, offset = strategy.parameter_dtype().fields[name][:2]
            ids = np.arange(kind.shape[0])
            if key == "clause":
                ids = np.where(clause_card[ids] < COACH_SOURCE, clause_card[ids], -1)
                ids[self.clause_end[: self.cards].max() :] = -1
            if key in ("card", "clause"):
                width = kind.itemsize // 8 // kind.shape[0]
                cards[offset // 8 : offset // 8 + kind.itemsize // 8] = np.repeat(ids, width)
        return cards

    def poison(self, unseen: np.ndarray) -> None:
        """Give unseen cards the other version's facts, and all others their own."""
        table = field_of(self.worker.state, "table")
        own, other = (field_of(facts, "table") for facts in self.facts)
        clauses = np.zeros(len(np.asarray(field_of(own, "clause_source"))), bool)
        for card in np.flatnonzero(unseen):
            clauses[self.first_clause[card] : self.clause_end[card]] = True
        for name in (*FACTS, *self.by_clause):
            values = np.array(field_of(own, name))
            mask = clauses if name in self.by_clause else unseen
            places = np.flatnonzero(mask)
            values[places] = np.asarray(field_of(other, name))[places]
            set_field(table, name, values)
        params = field_of(self.policies[0], "params")["value"]
        for entry, cards in enumerate(self.parameter_cards):
            is_unseen = np.isin(cards, np.flatnonzero(unseen))
            params[entry] = np.where(is_unseen, self.params[1][entry], self.params[0][entry])

    def differs(self, game: int) -> bool:
        """Play a game both unchanged and poisoned; check if any row differs."""
        self.whole.set_up(game)
        self.whole.play_until("game over")
        box = field_of(self.whole.state, "box")
        ways = np.asarray(field_of(box, "offer_how"))[: self.cards]
        months = np.asarray(field_of(box, "offer_month"))[: self.cards]
        month_shown = np.where(ways >= 0, months, 99)
        self.poison(month_shown > 0)
        self.worker.engine, engine = (
            _EngineWithPolicies(self.worker.engine, self.policies),
            self.worker.engine,
        )
        self.worker.set_up(game)
        for month in range(1, 13):
            self.poison(month_shown > month)
            self.worker.play_until("dealing" if month < 12 else "game over", min(month + 1, 12))
        self.worker.engine = engine
        poisoned, unchanged = self.worker.rows(ALL), self.whole.rows(ALL)
        return any(poisoned[table].tobytes() != unchanged[table].tobytes() for table in ALL)


class _EngineWithPolicies:
    """An engine whose policies are replaced."""

    def __init__(self, engine: Any, policies: Any) -> None:
        self._engine, self.policies = engine, policies

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)


def random_planner(number: int) -> str:
    """Return the planner with random values for all parameters, from their entire ranges."""
    rng = np.random.default_rng(number)
    settings = []
    for parameter in load_strategy("balanced").declarations:
        value = rng.uniform(parameter.low, parameter.high)
        settings.append(f"{parameter.name}={round(value) if parameter.whole else value}")
    return ":".join(["balanced", *settings])


NAMES = [
    name
    for name in (*strategy_folders().names(), *strategy_folders().yardsticks)
    if load_strategy(name).file.stem in SEEN_ONLY
]
LINE_UPS = [tuple((NAMES + NAMES[:3])[index : index + 4]) for index in range(0, len(NAMES), 4)]
RULES: list[tuple[str | None, int, dict[str, str]]] = [
    (None, 4, {}),
    (None, 2, {"stash": "open_draft"}),
    (None, 3, {"stash": "starter", "coach_choice": "reverse_turn_order"}),
    ("cutthroat", 4, {}),
    ("family", 4, {"stash": "deal5"}),
    ("solo", 1, {}),
]


@pytest.mark.parametrize("seats", some(LINE_UPS, 2), ids="-".join)
def test_strategies_listed_as_seen_only_do_not_look_at_unseen_cards(seats):
    games = Poisoning(version(*seats))
    assert not any(games.differs(game) for game in range(24))


@pytest.mark.parametrize(
    ("rules", "players", "settings"),
    [pytest.param(*rule, marks=pytest.mark.slow) for rule in RULES],
)
def test_other_rules_and_random_parameters_make_no_strategy_look_at_unseen_cards(
    rules, players, settings
):
    seats = ("random", "balanced_2026", random_planner(1), random_planner(2))
    for line_up in (seats, (random_planner(3), random_planner(4), "vegas", "balanced_0_1")):
        games = Poisoning(version(*line_up[:players], rules=rules, **settings))
        assert not any(games.differs(game) for game in range(16))


def test_auction_bids_look_at_unseen_cards_and_the_poison_shows_it():
    games = Poisoning(version("hoarder", "vegas", "balanced", "quick_start", auction="on"))
    assert any(games.differs(game) for game in range(60))


PEEKING = """
from eoc_sim.strategies.eoc.balanced import MEMORY, PARAMETERS, TABLES, dice, keep, act, prepare

def draft(table, me, params, order):
    most = 0
    for card in range(table.cards):
        if table.card_place[card] == 0 and table.card_stars[card] > most:
            most = table.card_stars[card]
    order.card = me.hand[most % table.hand_size[me.seat]]
    return 1
"""


def test_the_poison_detects_a_peeking_strategy(tmp_path):
    (tmp_path / "peeking.py").write_text(PEEKING)
    seats = (str(tmp_path / "peeking.py"), "hoarder")
    games = Poisoning(version(*seats))
    assert any(games.differs(game) for game in range(20))


# --- The same rows.

CHANGES = (
    (("card.038.stars", "9"),),
    (("card.012.cost_blue", "0"), ("card.012.cost_green", "1")),
    (("card.001.type", "culture"),),
    (("card.006.effect", "always: if position qb: discount recruits 2"),),
    (("card.050.stars", "0"), ("card.051.stars", "8")),
    (("card.038.copies", "2"),),
    (("rules.start_bucks", "9"),),
)
FORKED = 5
SWAPPED = (("board.B1.position1", "TE"), ("board.B1.position2", "QB"))


@cache
def fork_test_versions(seats: tuple[str, ...], rules: str | None, stash: str) -> tuple[Any, ...]:
    base = version(*seats, rules=rules, **({"stash": stash} if stash else {}))
    base = GAME.change(base, (("card.020.copies", "2"),))
    changes = (*CHANGES[:FORKED], (("card.020.stars", "7"),), *CHANGES[FORKED:])
    return tuple(GAME.align([base, *(GAME.change(base, change) for change in changes)]))


def assert_same(versions, games, seating="balanced", first_game=0):
    """Check that each version has the same rows forked as played whole.

    Return the altered cards.
    """
    altered = altered_cards(GAME, versions)
    collector = KeptRowCollector(GAME.tables, GAME.standings, ALL)
    engines = GAME.engines(versions, 3, seating)
    task = Task(tuple(range(len(versions))), first_game, games)
    one, two = (
        TaskRunner(engines, collector, cards).play(task).collected for cards in (altered, None)
    )
    assert set(one) == set(two) == set(task.arms)
    for arm in task.arms:
        for table in ALL:
            for column, values in two[arm].tables[table].items():
                assert values.tobytes() == one[arm].tables[table][column].tobytes(), (arm, table)
    return altered


@pytest.mark.parametrize(
    ("seats", "rules", "stash"),
    [
        (GAME.default_seats, None, ""),
        (GAME.default_seats[:3], None, "open_draft"),
        (GAME.default_seats[:2], None, "starter"),
        (GAME.default_seats, "cutthroat", ""),
        (("random", "balanced_2026"), "family", ""),
        (("soloist",), "solo", ""),
    ],
)
def test_forks_have_the_rows_of_whole_games(seats, rules, stash):
    versions = fork_test_versions(tuple(seats), rules, stash)
    altered = assert_same(versions, 140)
    assert set(altered) == {0, 1, 2, 3, 4, 5, 6}
    assert len(altered[6]) == 2 and len(altered[0]) == 8


def test_an_uninformed_fork_starts_too_late():
    """The comparison of rows would notice a fork that starts too late."""
    base = version("hoarder", "vegas")
    versions = GAME.align([base, GAME.change(base, CHANGES[0])])
    cards = altered_cards(GAME, versions)[1]
    engines = GAME.engines(versions, 3, "balanced")
    collector = KeptRowCollector(GAME.tables, GAME.standings, ("games", "seats"))
    output = [
        TaskRunner(engines, collector, {0: range(120), 1: known_cards})
        .play(Task((0, 1), 0, 60))
        .collected[1]
        for known_cards in (cards, ())
    ]
    scores = [part.tables["seats"]["score"] for part in output]
    assert not np.array_equal(*scores)


def test_few_states_are_kept():
    """No states are kept except those of the month that shows the card and the month before."""
    base = version(*GAME.default_seats)
    versions = GAME.align([base, GAME.change(base, CHANGES[0])])
    altered = altered_cards(GAME, versions)
    trunk = GAME.engines(versions, 3, "balanced")[0].worker()
    trunk.mark_altered(altered[0])
    trunks = trunk.room_for_trunks(60)
    trunk.play_trunks(0, 60, ("games",), trunks)
    phases = np.array([field_of(field_of(state, "table"), "phase") for state in trunks]).reshape(
        60, 13
    )
    offers = trunk.play(0, 60, ("offers",))["offers"]
    offers = offers[offers["card"] == altered[1][0]]
    first_month = {int(row["game"]): int(row["month"]) for row in offers}
    shown_after_set_up = [first_month[game] > 0 for game in range(60)]
    assert 0.6 < np.mean(shown_after_set_up) < 0.95
    for game in range(60):  # no state is kept for a card shown in set-up
        months = np.flatnonzero(phases[game]) + 1
        assert set(months) <= {first_month[game] - 1, first_month[game]}
        assert (first_month[game] in months) == shown_after_set_up[game]


# --- What is played whole.


@pytest.mark.parametrize(
    ("seats", "settings", "changes"),
    [
        (("hoarder", "vegas"), {"auction": "on"}, CHANGES[0]),
        (("hoarder", "expert"), {}, CHANGES[0]),
        (("hoarder", "vegas"), {}, CHANGES[5]),
        (("hoarder", "vegas"), {}, CHANGES[6]),
        (("hoarder", "vegas"), {}, (*CHANGES[0], *CHANGES[6])),
        (("hoarder", "vegas"), {}, (("card.038.effect", ""),)),
        (("hoarder", "vegas"), {}, (*CHANGES[0], ("seat.1", "vegas"))),
        (("hoarder", "vegas"), {}, (*CHANGES[0], ("strategy.vegas.whim", "1"))),
        (("hoarder", "vegas"), {}, (*CHANGES[0], ("ban.1", "trade"))),
        (("hoarder", "vegas"), {}, (*CHANGES[0], *SWAPPED)),
    ],
)
def test_versions_that_differ_early_are_played_whole(seats, settings, changes):
    base = version(*seats, **settings)
    versions = GAME.align([base, GAME.change(base, changes)])
    assert altered_cards(GAME, versions) == {}


def test_users_strategies_are_played_whole(tmp_path):
    (tmp_path / "own.py").write_text("from eoc_sim.strategies.eoc.balanced import *\n")
    (tmp_path / "preset.toml").write_text('strategy = "balanced"\n')
    base = version(str(tmp_path / "preset.toml"), "vegas")
    assert altered_cards(GAME, [base, GAME.change(base, CHANGES[0])])
    base = version(str(tmp_path / "own.py"), "vegas")
    assert altered_cards(GAME, [base, GAME.change(base, CHANGES[0])]) == {}


def test_twins_and_stadium_are_played_whole():
    base = version("hoarder", "vegas")
    assert altered_cards(GAME, [base, GAME.change(base, CHANGES[0])], {"entries": []}) == {}
    assert STADIUM.altered_cards is None


# --- Runs.


def files(path):
    return {
        str(file.relative_to(path)): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file() and file.name != "log.json"
    }


@pytest.mark.slow
def test_forked_and_resumed_runs_write_the_files_of_a_run_of_whole_games(tmp_path):
    base = version("hoarder", "vegas")
    arms: Arms = vary_arms(
        GAME, base, [Vary("card.038.stars", ("1", "9")), Vary("rules.start_bucks", ("9",))]
    )

    def played(name, game=GAME, games=(240,), **options):
        for index, number in enumerate(games):
            directory = RunDirectory.claim(tmp_path / name, "sweep", resume=index > 0)
            request = Request(
                "sweep", arms, number, keep=("games", "seats", "cards"), tuned_games=240
            )
            play(game, request, directory, **options)
        return files(tmp_path / name)

    whole = played("whole", replace(GAME, altered_cards=None))
    assert played("forked", jobs=2) == whole
    assert played("resumed", games=(100, 240)) == whole
