"""Games in plain Python: keys, versions, streams, refusals, rows and traces."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import isclose
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from openpyxl import load_workbook

from eoc_sim import example_game
from eoc_sim.commands.baseline import check_options
from eoc_sim.commands.options import GameOptions
from eoc_sim.errors import EngineError, GameError, InputError, StrategyError, UnknownName
from eoc_sim.example_game import CARDS, GAME, SECOND_GUST, WORDS
from eoc_sim.simulator.kernel import running
from eoc_sim.simulator.runs.check_game import check_game
from eoc_sim.simulator.runs.checks.match import FAULT, WARNING
from eoc_sim.simulator.runs.game import Column
from eoc_sim.simulator.runs.plain_contract import PlainContract
from eoc_sim.simulator.runs.plain_game import (
    Choice,
    Decision,
    PlainStrategy,
    PlainTable,
    Sheet,
    Table,
    Whole,
    number,
    parameter,
    plain_game,
    word,
)
from eoc_sim.simulator.runs.strategy_check import check_strategy
from eoc_sim.simulator.runs.version_options import VersionOptions

BASELINE = GAME.baseline(VersionOptions())


def play_rows(version: Any = BASELINE, games: int = 12, seed: int = 1, seating: str = "balanced"):
    """Return the rows of all tables for the example's first games."""
    return GAME.engines([version], seed, seating)[0].worker().play(0, games, list(GAME.tables))


def toy(play: Any, answer: Any = None, **options: Any) -> Any:
    """Make a game with one decision, `pick`, whose answers are 0, 1 and 2."""
    answer = answer or (lambda seen, params, draw: draw(3))
    defaults = {
        "words": replace(WORDS, title="Toy"),
        "players": range(1, 4),
        "decisions": (Decision("pick", "TOY-1", "pick a number"),),
        "strategies": (PlainStrategy("one", {"pick": answer}),),
        "default_seats": ("one", "one"),
        "seat_columns": (),
    }
    return plain_game(
        options.pop("name", "toy"),
        rules_version="1",
        play=play,
        **{**defaults, **options},
    )


def rows(game: Any, games: int = 3) -> Any:
    engine = game.engines([game.baseline(VersionOptions())], 1, "fixed")[0]
    return engine.worker().play(0, games, list(game.tables))


def highest_pick(table: PlainTable) -> None:
    for seat in table.order:
        table.seats[seat]["score"] = table.ask(seat, "pick", range(3))


# --- Games that all players can lose.

STORM = replace(WORDS, title="Toy", automaton="storm", automaton_words="the storm")


def lose_odd_games(table: PlainTable) -> None:
    highest_pick(table)
    if table.number % 2 and table.automaton is not None:
        table.automaton["score"] = 1
        table.lose()


@pytest.mark.parametrize("players", [1, 3])
def test_an_automaton_wins_the_games_that_all_players_lose(players: int):
    game = toy(lose_odd_games, words=STORM, default_seats=("one",) * players)
    seats, games = (rows(game, 4)[name] for name in ("seats", "games"))
    storm = seats[seats["seat"] == players]
    assert storm["win_share"].tolist() == [0, 1, 0, 1] and storm["score"].tolist() == [0, 1, 0, 1]
    assert (games["winner"][1::2] == players).all()
    assert seats["win_share"][seats["game"] % 2 == 1].sum() == 2
    version = game.baseline(VersionOptions())
    assert game.has_automaton(version) and game.rivals(version) == 1
    names = game.dims([version])["strategies"]["name"].to_list()
    assert [names[id] for id in storm["strategy"]] == ["storm"] * 4
    lines = list(game.narrate(game.replay(version, 1, "fixed", 1, None), version))
    assert lines[-1] == "  the storm: 1, wins" if players == 1 else "  the storm: 1, wins" in lines
    assert check_game(game)


def test_an_automaton_can_be_limited_to_solo_games():
    game = toy(lose_odd_games, words=STORM, automaton_players=(1,))
    assert not game.has_automaton(game.baseline(VersionOptions()))
    assert rows(game)["seats"]["seat"].max() == 1
    alone = game.baseline(VersionOptions(seats=("one",)))
    assert game.has_automaton(alone)


def test_only_an_automaton_lets_all_players_lose():
    with pytest.raises(InputError, match=r"2 players has no automaton .* Words\(automaton"):
        rows(toy(lambda table: table.lose()), 1)


def test_decisions_are_counted():
    assert (rows(toy(highest_pick))["games"]["decisions"] == 2).all()


# --- Twins.

FISH = Sheet("fish", {"worth": Whole("points", 0, 9)}, {"carp": (2,), "pike": (5,)}, off=("worth",))


def take_a_fish(table: PlainTable) -> None:
    for seat in range(table.players):
        fish = table.sheets.fish[table.draw("fish", 2)]
        table.seats[seat]["score"] = table.take(seat, fish, 1).worth + table.gift(seat, "worm", 1)


def twins_of(choose_scheduler: Any, games: int = 8) -> Any:
    """Play a toy's scheduled twins; return the rows of seats and twins.

    ``choose_scheduler`` gets the toy's `twins` and returns the function that makes the schedule.
    """
    game = toy(take_a_fish, sheets=(FISH,), gifts=("worm",))
    engine = game.engines([game.baseline(VersionOptions())], 1, "fixed")[0]
    plan = {**choose_scheduler(game.twins)(engine, 2.0), "out_of": 1}  # every twin in every game
    rows = game.twins.engine(engine, plan).worker().play(0, games, ["seats", "twins"])
    return rows["seats"], rows["twins"]


def test_a_twin_switches_a_thing_off_for_all_its_holders():
    seats, twins = twins_of(lambda twins: twins.cards.schedule)
    scores = seats["score"].reshape(-1, 2)
    for row in twins:
        game_scores = scores[row["game"]].tolist()
        worth = (2, 5)[row["thing"]]
        assert row["seat"] == game_scores.index(worth) and row["round"] == 1
        assert [row["score_0"], row["score_1"]] == [
            worth * (value == worth) for value in game_scores
        ]
    assert len(twins) == sum(len({*values}) for values in scores.tolist())


def test_a_twin_gives_one_gift_to_one_seat():
    seats, twins = twins_of(lambda twins: twins.timing.schedule)
    scores = seats["score"].reshape(-1, 2)
    assert twins["game"].tolist() == list(range(8)) and {*twins["seat"].tolist()} == {0, 1}
    for row in twins:
        seat = row["seat"]
        own, other = scores[row["game"]][[seat, 1 - seat]]
        assert row[f"score_{seat}"] == 1 and row["gift"] == 0 and row["thing"] == -1
        gained = (np.sign(own + 1 - other) - np.sign(own - other)) / 2
        assert row[f"win_share_{seat}"] == -row[f"win_share_{1 - seat}"] == gained


def test_gifts_need_no_things():
    game = toy(
        lambda table: table.gift(0, "worm", 1), sheets=(replace(FISH, off=()),), gifts=("worm",)
    )
    things = game.dims([game.baseline(VersionOptions())])["things"]
    assert things.is_empty() and things.columns[:3] == ["id", "name", "kind"]
    assert game.twins.price is None and game.twins.timing is not None


def test_a_twin_is_replayed_by_its_name():
    game = toy(take_a_fish, sheets=(FISH,), gifts=("worm",))
    version = game.baseline(VersionOptions())

    def scores(twin: str | None) -> list[int]:
        return [
            player["score"] for player in game.replay(version, 1, "fixed", 0, twin)[-1]["players"]
        ]

    usual_scores = scores(None)
    assert scores("seat.2.round.1=worm") == [usual_scores[0], usual_scores[1] + 1]
    assert scores("fish.carp=off") == [0 if score == 2 else score for score in usual_scores]
    with pytest.raises(InputError, match=r"twins are fish.ID=off, seat.K.round.N=worm. Did you"):
        scores("fish.carb=off")


@pytest.mark.parametrize(
    ("play", "words"),
    [
        (lambda table: table.take(0, 3), "take needs a row of a sheet"),
        (lambda table: table.take(0, table.sheets.fish[0], 9), "There is no round 9"),
        (lambda table: table.gift(0, "wurm", 1), 'gifts are: worm. Did you mean "worm"'),
    ],
)
def test_unknown_things_rounds_and_gifts_are_refused(play: Any, words: str):
    with pytest.raises(InputError, match=words):
        rows(toy(play, sheets=(FISH,), gifts=("worm",)), 1)


def test_only_number_columns_can_be_off():
    with pytest.raises(InputError, match='"price" in off should be one of its number columns'):
        toy(take_a_fish, sheets=(replace(FISH, off=("price",)),))


PRICED_FISH = Sheet(
    "fish",
    {"worth": Whole("points", 0, 9, worth=1.0), "cost": Whole("coins", 0, 9, worth=-0.5)},
    {"carp": (2, 1), "pike": (5, 4), "weed": (0, 0)},
    off=("worth",),
)


def test_a_row_is_compared_with_the_others_that_are_worth_something():
    game = toy(take_a_fish, sheets=(PRICED_FISH,))
    version = game.change(game.baseline(VersionOptions()), [("fish.pike.cost", "6")])
    things = game.dims([version])["things"]
    assert things["price"].to_list() == [0.5, 3.0, 0.0]
    (pike,) = [
        number
        for number in game.editing.numbers(version)
        if number.key.startswith("fish.pike.worth")
    ]
    comparison = game.twins.price
    assert comparison.average("fish") == "an average fish of its price"
    schedule = comparison.schedule(version, pike)
    assert [entry[1:2] + entry[-1:] for entry in schedule["entries"]] == [[0, 1], [1, 4]]
    assert toy(take_a_fish, sheets=(FISH,)).twins.price.average("fish") == "an average fish"


# --- Bans.


def rows_with_ban(text: str, answer: Any) -> Any:
    """Return the rows of the first seat, which has this ban, and of the second, which has none."""
    one, other = (PlainStrategy(name, {"pick": answer}) for name in ("one", "other"))
    game = toy(highest_pick, strategies=(one, other), default_seats=("one", "other"))
    version = game.change(game.baseline(VersionOptions()), [("ban.1", text)])
    assert game.restore(game.record(version)).bans == version.bans == {0: text}
    seats = game.engines([version], 1, "fixed")[0].worker().play(0, 4, ["seats"])["seats"]
    return seats[seats["seat"] == 0], seats[seats["seat"] == 1]


def test_the_nearest_answer_replaces_a_banned_one():
    banned_rows, other_rows = rows_with_ban("pick=2", lambda *_: 2)
    assert (banned_rows["score"] == 1).all() and (banned_rows["corrected"] == 1).all()
    assert (other_rows["score"] == 2).all() and (other_rows["corrected"] == 0).all()


def test_a_banned_answer_is_not_offered():
    banned_rows, _ = rows_with_ban("pick=0+pick=2", lambda seen, params, draw: seen.answers[-1])
    assert (banned_rows["score"] == 1).all() and not banned_rows["corrected"].any()
    assert not banned_rows["gave_way"].any()


def test_a_ban_that_leaves_no_answer_gives_way():
    banned_rows, _ = rows_with_ban("pick=0+pick=1+pick=2", lambda *_: 2)
    assert (banned_rows["score"] == 2).all() and (banned_rows["gave_way"] == 1).all()


def test_the_name_of_a_restricted_strategy_says_so():
    game = toy(highest_pick)
    usual_version = game.baseline(VersionOptions())
    arms = [usual_version, game.change(usual_version, [("ban.1", "pick=2")])]
    names = game.dims(arms)["strategies"]["name"].to_list()
    assert names == ["one (restricted)", "one"]
    assert game.restrictions.strategy(arms, 0) == 0
    (change,) = game.differences(*arms)
    assert change.sentence == "ban 1: nothing -> pick=2"
    with pytest.raises(InputError, match="should be a decision and an answer, as in pick=0"):
        game.change(usual_version, [("ban.1", "pik=2")])


def test_a_range_of_answers_is_banned():
    banned_rows, _ = rows_with_ban("pick=1..2", lambda *_: 2)
    assert (banned_rows["score"] == 0).all() and (banned_rows["corrected"] == 1).all()
    game = toy(highest_pick)
    version = game.baseline(VersionOptions())
    assert game.restrictions.normal(version, "Pick = 1 .. 2") == "pick=1..2"
    words = game.restrictions.words(version, "pick=1..2")
    assert words.startswith("may not answer pick with 1 to 2 (")
    with pytest.raises(InputError, match="Write several answers as a range, as in pick=1..3"):
        game.change(version, [("ban.1", "pick=many")])
    with pytest.raises(InputError, match="should name the lower answer first"):
        game.change(version, [("ban.1", "pick=2..1")])


NAMED_ANSWERS = (Decision("pick", "TOY-1", "pick a number", ("none", "one", "both")),)
SHEET_ANSWERS = (Decision("pick", "TOY-1", "pick a light", "light"),)
LIGHT = Sheet("light", {"copies": Whole("copies", 0, 9)}, {"moon": (1,), "sun": (1,), "7": (1,)})


@pytest.mark.parametrize(
    ("decisions", "typed", "normal", "answers"),
    [
        (NAMED_ANSWERS, "PICK = Both", "pick=both", range(2, 3)),
        (NAMED_ANSWERS, "pick=1..both", "pick=one..both", range(1, 3)),
        (NAMED_ANSWERS, "pick=-1", "pick=-1", range(-1, 0)),
        (SHEET_ANSWERS, "pick=sun", "pick=sun", range(1, 2)),
        (SHEET_ANSWERS, "pick=7", "pick=7", range(2, 3)),
        (SHEET_ANSWERS, "pick=2", "pick=7", range(2, 3)),
        (SHEET_ANSWERS, "pick=9", "pick=9", range(9, 10)),
    ],
)
def test_answers_are_banned_by_their_words(decisions, typed, normal, answers):
    """The id of a row stands for the row's index, even if the id is itself a number."""
    game = toy(highest_pick, decisions=decisions, sheets=(LIGHT,))
    version = game.baseline(VersionOptions())
    part = game.restrictions
    assert part.normal(version, typed) == part.normal(version, normal) == normal
    banned = game.change(version, [("ban.1", typed)])
    assert game.restore(game.record(banned)).bans == banned.bans == {0: normal}
    (engine,) = game.engines([banned], 1, "fixed")
    assert engine.line_up[0].bans == {("pick", answers)}


def test_every_answer_of_a_sheet_can_be_banned_by_its_word():
    game = toy(highest_pick, decisions=SHEET_ANSWERS, sheets=(LIGHT,))
    part, version = game.restrictions, game.baseline(VersionOptions())
    assert part.names(version) == {"each": ("pick=moon", "pick=sun", "pick=7")}
    assert part.words(version, "pick=sun") == "may not answer pick with sun (pick a light)"


@pytest.mark.parametrize(
    ("ban", "words"),
    [
        ("pick=bothe", r'as in pick=none; answers to pick are none, one, both\. .* "both"'),
        ("pick=one..bth", 'Did you mean "both"'),
        ("pick=none..one..both", "Write several as a range, as in pick=none..both"),
        ("pick=both..none", "should name the lower answer first"),
        ("pck=one", 'decisions are pick. Did you mean "pick"'),
    ],
)
def test_a_faulty_ban_is_refused_with_a_hint(ban, words):
    game = toy(highest_pick, decisions=NAMED_ANSWERS)
    with pytest.raises(InputError, match=words):
        game.restrictions.normal(game.baseline(VersionOptions()), ban)


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ("ligt", 'a sheet .light., not "ligt". Did you mean "light"'),
        (("stop", "go on"), '"go on" should consist of letters'),
        (("stop", "Stop"), "differ from its other answers"),
    ],
)
def test_words_of_answers_are_checked(answers, words):
    with pytest.raises(ValueError, match=words):
        toy(highest_pick, decisions=(Decision("pick", "T", "pick", answers),), sheets=(LIGHT,))


def test_a_game_without_decisions_has_no_bans():
    game = plain_game(
        "luck",
        rules_version="1",
        words=WORDS,
        players=range(1, 4),
        play=lambda table: None,
        decisions=(),
        strategies=(PlainStrategy("none", {}),),
        default_seats=("none",),
        seat_columns=(),
    )
    assert game.restrictions is None
    with pytest.raises(InputError, match='There is no key "ban.1"'):
        game.change(game.baseline(VersionOptions()), [("ban.1", "pick=2")])


# --- Checks of strategies.


def failed_points(answer: Any, *parameters: Any, **options: Any) -> dict[str, str]:
    """Check a toy strategy; return the finding for each point that it fails."""
    checked = PlainStrategy("checked", {"pick": answer}, parameters)
    good = PlainStrategy("good", {"pick": lambda seen, params, draw: draw(3)})
    game = toy(ask_with_hand, strategies=(good, checked), default_seats=("good", "good"))
    points = check_strategy(PlainContract(game), "checked", games=6, **options).points
    assert len(points) == 7 or "legal play" in {point.about for point in points}
    return {point.about: point.finding for point in points if point.verdict in (FAULT, WARNING)}


def ask_with_hand(table: PlainTable) -> None:
    hand = np.zeros(3, int)
    for seat in table.order:
        table.seats[seat]["score"] = table.ask(seat, "pick", range(3), hand=hand)


def test_a_faultless_strategy_passes_every_check():
    assert failed_points(lambda seen, params, draw: draw(3)) == {}


def test_a_strategy_may_not_change_what_it_sees():
    def write(seen: Any, params: Any, draw: Any) -> int:
        seen.hand[0] += 1
        return 0

    def remove(seen: Any, params: Any, draw: Any) -> int:
        vars(seen).pop("hand")
        return 0

    for answer in (write, remove):
        finding = failed_points(answer)["view unchanged"]
        assert finding == (
            "2 players, game 0: pick changes seen.hand, which only the rules may change"
        )


def test_a_strategy_may_not_keep_anything_between_games():
    kept: list[int] = []

    def keep(seen: Any, params: Any, draw: Any) -> int:
        kept.append(1)
        return min(len(kept) // 3 % 3, 2)

    assert {*failed_points(keep)} == {"repeatable"}
    other = np.random.default_rng(1)
    found = failed_points(lambda *_: int(other.integers(3)))["repeatable"]
    assert "random numbers that do not come from draw()?" in found


def test_an_illegal_answer_is_found_with_any_number_of_players():
    result = failed_points(lambda seen, *_: 3 if seen.seat == 2 else 0)
    assert result["legal play"].startswith("3 players: The strategy checked in seat 3 of game ")


def test_a_parameter_without_effect_is_reported():
    idle = parameter("x", default=1, low=0, high=3, help="nothing")
    assert failed_points(lambda *_: 1, idle)["parameters"].startswith("x: 24 games are identical")


# --- The example.


@pytest.mark.slow
def test_the_example_satisfies_the_contract():
    checks = check_game(GAME, settings={"second_gust": "half"})
    assert checks == (*checks[:6], "a trace ends as the tables say") and len(checks) == 7


def test_the_examples_rows_follow_its_rules():
    table_rows = play_rows(games=60)
    turns = table_rows["turns"]
    assert len(turns) == 60 * 3 * example_game.ROUNDS  # LAN-1
    assert turns["drawn"].min() >= 1  # LAN-2
    assert (turns["lights"][turns["blown"] == 1] == 0).all() and turns["blown"].any()  # LAN-3
    seats = table_rows["seats"]
    assert (seats["plain"] + seats["doubled"] == seats["score"]).all()
    assert turns["lights"].sum() == seats["score"].sum()
    # LAN-4: a turn with a burnt wick counts double, so its lights are even.
    assert (seats["doubled"] % 2 == 0).all() and seats["doubled"].any()


def test_each_player_has_two_wicks_and_each_doubles_a_turn():
    seen_wicks: list[tuple[int, int]] = []

    def burn_if_allowed(seen: SimpleNamespace, params: SimpleNamespace, draw: Any) -> int:
        seen_wicks.append((seen.round, seen.wicks))
        return max(seen.answers)

    strategy = PlainStrategy("burner", {"wick": burn_if_allowed, "draw": lambda *_: 0})
    game = example_with((strategy,))
    version = game.baseline(VersionOptions(seats=("burner", "burner")))
    tables = game.engines([version], 1, "fixed")[0].worker().play(0, 1, ["seats", "turns"])
    assert [wicks for _, wicks in seen_wicks[::2]] == [2, 1, 0, 0, 0]
    first = tables["turns"][: 2 * 2]
    assert (first["lights"] % 2 == 0).all()
    assert first["lights"].sum() == tables["seats"]["doubled"].sum()
    assert (tables["turns"]["drawn"] == 1).all()


def example_with(strategies: Any) -> Any:
    """Return the example with other strategies."""
    return plain_game(
        "lanterns",
        rules_version="1",
        words=WORDS,
        players=range(2, 5),
        play=example_game.play,
        decisions=example_game.DECISIONS,
        strategies=strategies,
        default_seats=(strategies[0].name,) * 2,
        seat_columns=example_game.SEAT_COLUMNS,
        tables=(example_game.TURNS,),
        sheets=(CARDS,),
        switches=(example_game.SECOND_GUST,),
        gifts=("light",),
    )


def test_a_switch_changes_only_its_own_rule():
    half = GAME.change(BASELINE, [("rules.second_gust", "half")])
    one, other = play_rows()["turns"], play_rows(half)["turns"]
    blown = one["blown"] == 1
    # No decision depends on the switch, so the same cards are drawn.
    assert (one["drawn"] == other["drawn"]).all()
    assert (one["lights"] == other["lights"])[~blown].all()
    assert (other["lights"] > 0)[blown].any()


# --- Luck.


def test_more_copies_of_a_card_keep_the_order_of_the_others(monkeypatch):
    decks: list[list[str]] = []
    shuffled = PlainTable.shuffled

    def note_order(self, stream, items):
        order = shuffled(self, stream, items)
        decks.append([row.id for row in order])
        return order

    monkeypatch.setattr(PlainTable, "shuffled", note_order)
    play_rows(games=1)
    before, decks[:] = list(decks), []
    play_rows(
        GAME.change(BASELINE, [("card.beacon.copies", "7"), ("card.lamp.lights", "9")]), games=1
    )
    for one, other in zip(before, decks, strict=True):
        assert [card for card in other if card != "beacon"] == [
            card for card in one if card != "beacon"
        ]
        assert other.count("beacon") == 7


def test_a_second_shuffle_of_a_stream_has_another_order():
    orders: list[list[int]] = []

    def play(table: PlainTable) -> None:
        orders.extend(table.shuffled("deck", range(20)) for _ in range(3))
        orders.append(table.shuffled("other", range(20)))
        highest_pick(table)

    rows(toy(play), 1)
    assert all(sorted(order) == list(range(20)) for order in orders)
    assert len({tuple(order) for order in orders}) == 4


def test_strategies_cannot_change_their_view():
    def play(table: PlainTable) -> None:
        hand, seen = [1, [2]], {"deck": [3]}
        table.seats[0]["score"] = table.ask(0, "pick", [0, 1], hand=hand, more=seen)

    def answer(seen: Any, params: Any, draw: Any) -> int:
        assert seen.hand == (1, (2,)) and seen.more["deck"] == (3,) and seen.answers == (0, 1)
        seen.hand.append(3)
        return 0

    with pytest.raises(StrategyError, match="'tuple' object has no attribute 'append'"):
        rows(toy(play, answer), 1)


def test_luck_differs_between_streams_games_and_seeds():
    drawn: dict[tuple[int, str], list[int]] = {}

    def play(table: PlainTable) -> None:
        for stream in ("a", "b"):
            drawn[table.number, stream] = [table.draw(stream, 1000) for _ in range(20)]
        highest_pick(table)

    game = toy(play)
    rows(game)
    first = dict(drawn)
    assert len({tuple(values) for values in first.values()}) == 6
    game.engines([game.baseline(VersionOptions())], 2, "fixed")[0].worker().play(0, 3, ["seats"])
    assert not {tuple(values) for values in first.values()} & {
        tuple(values) for values in drawn.values()
    }


def test_a_strategys_extra_draws_shift_nobody_elses_luck():
    def answer_after_many_draws(seen: Any, params: Any, draw: Any) -> int:
        return max(draw(3) for _ in range(5)) if seen.seat == 0 else draw(3)

    one, other = (
        rows(toy(highest_pick))["seats"],
        rows(toy(highest_pick, answer_after_many_draws))["seats"],
    )
    assert (one["score"] == other["score"])[one["seat"] == 1].all()
    assert (one["score"] != other["score"])[one["seat"] == 0].any()


def test_everybody_starts_equally_often():
    first = play_rows(games=240)["seats"]["order"].reshape(240, 3).argmin(axis=1)
    assert np.bincount(first).min() > 55


# --- Refusals.


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            lambda *_: 7,
            r"in seat 2 of game 0 answered pick \(pick a number\) with 7, which rule TOY-1 does "
            r"not allow; the answer may be 0, 1 or 2\.$",
        ),
        (lambda *_: None, "with None, which rule TOY-1"),
        (lambda *_: 5.0, "with 5, which rule TOY-1"),
        (lambda seen, params, draw: seen.hand, r"failed in pick \(AttributeError"),
        (lambda seen, params, draw: seen.answer, 'Did you mean "answers"'),
        (lambda seen, params, draw: params.lights, '"lights" is not one of '),
    ],
)
def test_the_error_for_an_illegal_answer_names_strategy_game_and_rule(answer, words):
    def play(table: PlainTable) -> None:
        table.ask(1, "pick", range(3))

    with pytest.raises(StrategyError, match=f"^The strategy one .*{words}"):
        rows(toy(play, answer))


@pytest.mark.parametrize("decision", example_game.DECISIONS, ids=lambda one: one.name)
def test_every_decision_of_the_example_refuses_an_illegal_answer(decision):
    bold = next(strategy for strategy in example_game.STRATEGIES if strategy.name == "bold")
    bold = replace(bold, answers={**bold.answers, decision.name: lambda *_: 9})
    output = re.escape(f"{decision.name} ({decision.words}) with 9, which rule {decision.rule} ")
    with pytest.raises(StrategyError, match=output):
        rows(example_with((bold,)))


def test_the_trace_of_an_illegal_answer_leads_up_to_it():
    game = toy(highest_pick, lambda *_: 9)
    with pytest.raises(StrategyError) as caught:
        game.replay(game.baseline(VersionOptions()), 1, "fixed", 2, None)
    assert [event["e"] for event in caught.value.events] == ["setup"]


@pytest.mark.parametrize(
    ("play", "words"),
    [
        (lambda table: 1 // 0, r"The rules of toy failed in game 0 \(ZeroDivisionError"),
        (lambda table: {}[table.number], r"\(KeyError: 0; .*test_plain_game\.py, line \d+\)"),
        (
            lambda table: table.ask(0, "pik", (0, 1)),
            'There is no decision "pik". Did you mean "pick"',
        ),
        (lambda table: table.ask(0, "pick", []), r"pick offers no answers; .*\.py, line \d"),
        (
            lambda table: table.ask(0, "pick", ("keep", "sell")),
            r"pick offers \('keep', 'sell'\); answers are whole numbers, such as KEEP, SELL = "
            r"0, 1; .*test_plain_game\.py, line \d+\)\.$",
        ),
        (
            lambda table: table.note("picks", seat=300, what="low", value=1),
            "column seat: 300 does not fit Int8; choose Int16",
        ),
        (lambda table: table.rules.pond, '"pond" is not one of '),
        (
            lambda table: table.seats[0]["scores"],
            '"scores" is not a column.* Did you mean "score".*, line',
        ),
        (
            lambda table: table.note("pick"),
            'There is no result table "pick". Did you mean "picks"',
        ),
        (
            lambda table: table.note("picks", seat=1),
            "needs the columns seat, what, value; this row has seat",
        ),
        (
            lambda table: table.note("picks", seat=1, what="none", value=1),
            "Table picks, column what: 'none' should be one of low, high",
        ),
        (
            lambda table: table.note("picks", seat=1, what="low", value=1.5),
            r"column value: 1\.5 should be a whole number",
        ),
        (lambda table: table.note("picks", seat=1, what="low", value="x"), "'x' should be a whole"),
        (
            lambda table: table.seats[0].update(money=3),
            r'"money" is not a column of seats; the table has score\. This is in toy \(.*\.py\)\.$',
        ),
        (
            lambda table: table.note("picks", seat=1, what="low", valve=1),
            'this row has seat, what, valve. Did you mean "value"',
        ),
        (
            lambda table: table.note("picks", seat=2, what="low", value=1),
            "column seat: 2 is neither the number of a seat, 0 to 1, nor -1 for none",
        ),
        (
            lambda table: table.note("picks", seat=1, what="low", value=table.sheets.card[3]),
            r"column value: card\(id='beacon', .* should be a whole number, such as its place, 3\.",
        ),
        (
            lambda table: table.note("picks", seat=1, what="low", value=float("nan")),
            "column value: nan should be a whole number",
        ),
        (
            lambda table: table.note("finds", card=len(table.sheets.card)),
            "column card: 5 is neither the number of a card, 0 to 4, nor -1 for none",
        ),
        (
            lambda table: table.tell("final", seat=0),
            'Every trace already has an event "final"; choose another name',
        ),
        (lambda table: table.draw("dice", 0), "A draw from 0 numbers is impossible; .*, line"),
        (
            lambda table: table.seats[0].update(score=None),
            r"Table seats, column score: None should be a number\. This is in toy \(.*\.py\)\.$",
        ),
        (
            lambda table: setattr(table.rules, "second_gust", "half"),
            'AttributeError: "second_gust" cannot be set to another value',
        ),
    ],
)
def test_an_error_in_the_rules_is_one_line(play, words):
    picks = Table(
        "picks",
        "pick",
        (
            Column("seat", "Int8", "seat", "seat"),
            Column("what", ("low", "high"), "which", "label"),
            Column("value", "Int16", "what was picked", "amount"),
        ),
        (),
    )
    finds = Table("finds", "find", (Column("card", "Int16", "card", "label", dim="card"),), ())
    with pytest.raises(InputError, match=words) as caught:
        rows(toy(play, tables=(picks, finds), sheets=(CARDS,), switches=(SECOND_GUST,)))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("values", ["rules", "sheets", "params"])
def test_strategies_cannot_set_values_for_later_games(values):
    def answer(seen: Any, params: Any, draw: Any) -> int:
        (params if values == "params" else getattr(seen, values)).pond = 9
        return 0

    with pytest.raises(StrategyError, match='failed in pick .*"pond" cannot be set'):
        rows(toy(highest_pick, answer), 1)


def test_a_sheet_holds_words_and_numbers_however_they_are_written():
    values: list[Any] = []

    def play(table: PlainTable) -> None:
        values.append(table.sheets.fish[0])
        highest_pick(table)

    fish = Sheet(
        "fish", {"suit": Choice("", ("red", "blue")), "n": Whole("", 0, 9)}, {"a": ("blue", "7")}
    )
    rows(toy(play, sheets=(fish,)), 1)
    assert values == [("a", 0, "blue", 7)]


def test_rows_may_hold_numpy_numbers_and_no_seat():
    def play(table: PlainTable) -> None:
        highest_pick(table)
        table.note("picks", seat=-1, value=np.int64(3))
        table.note("picks", seat=np.int8(1), value=2.0)

    columns = Column("seat", "Int8", "seat", "seat"), Column("value", "Int16", "picked", "amount")
    table_rows = rows(toy(play, tables=(Table("picks", "pick", columns, ()),)), 1)["picks"]
    assert table_rows["seat"].tolist() == [-1, 1] and table_rows["value"].tolist() == [3, 2]


@pytest.mark.parametrize("players", [1, 3])
def test_players_with_equal_scores_share_the_win(players):
    def play(table: PlainTable) -> None:
        for columns in table.seats:
            columns["score"] = 100 * (table.number % 2)

    table_rows = rows(toy(play, default_seats=("one",) * players), 4)
    assert np.allclose(table_rows["seats"]["win_share"], 1 / players)
    assert table_rows["seats"]["score"].mean() == 50
    assert (table_rows["games"]["winner"] == (0 if players == 1 else -1)).all()


# --- Keys and versions.


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("card.gust.copies", "13", "card.gust.copies=13 should be a whole number from 0 to 12"),
        ("card.gust.copies", "2.5", "should be a whole number"),
        ("card.gust.copies", "many", "should be a whole number"),
        (
            "rules.second_gust",
            "none",
            "second_gust .LAN-3. cannot be 'none'; it may be all or half",
        ),
        (
            "seat.1",
            "brave",
            'There is no strategy "brave"; the strategies of lanterns are bold, careful',
        ),
        ("seat.1", "bold:enogh=3", 'no parameter "enogh"; it has: enough. Did you mean "enough"'),
        ("seat.1", "bold:enough=99", "enough=99 is not between 1 and 30"),
    ],
)
def test_invalid_values_are_refused(key, value, words):
    with pytest.raises(InputError, match=words):
        GAME.change(BASELINE, [(key, value)])


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("card.gusts.copies", 'Did you mean "card.gust.copies"'),
        ("seat.4", "There is no key"),
        ("rule", "keys are card.ID.lights|copies, rules, rules.second_gust, seat.K"),
    ],
)
def test_an_invalid_key_is_refused(key, words):
    with pytest.raises(UnknownName, match=words.replace("|", r"\|")):
        GAME.normal_key(BASELINE, key)


def test_options_make_the_baseline_and_are_kept():
    version = GAME.baseline(
        VersionOptions(
            settings=(("second_gust", "half"),),
            changes=(("Card.Gust.copies", "3"),),
        )
    )
    assert GAME.fixed_keys(version) == {"rules.second_gust", "card.gust.copies"}
    assert [difference.sentence for difference in GAME.differences(BASELINE, version)] == [
        "gust: copies 6 -> 3",
        "rule second_gust: all -> half",
    ]
    assert GAME.restore(GAME.record(version)).values == version.values
    with pytest.raises(InputError, match="rules.second_gust is set twice"):
        GAME.baseline(
            VersionOptions(
                settings=(("second_gust", "half"),),
                changes=(("rules.second_gust", "all"),),
            )
        )
    with pytest.raises(InputError, match="lanterns has 2 to 4 seats, not 1"):
        GAME.baseline(VersionOptions(seats=("bold",)))


# --- Rule sets.

POND = number("pond", 9, 3, "How wide the pond is.", "TOY-1")


def test_a_preset_sets_several_switches(tmp_path):
    game = toy(
        highest_pick,
        switches=(POND, SECOND_GUST),
        presets={"wide": {"pond": 9}, "wild": {"preset": "wide", "second_gust": "half"}},
    )
    assert [preset.title for preset in game.declaration.presets] == [
        "Standard game",
        "Wide game",
        "Wild game",
    ]
    assert game.rule_sets.preset_names() == ["standard", "wide", "wild"]
    wild = game.baseline(VersionOptions(rules="wild", settings=(("pond", "1"),)))
    assert dict(wild.values) == {"rules.pond": 1, "rules.second_gust": "half"}
    standard = game.baseline(VersionOptions())
    assert game.change(standard, [("rules.pond", "2"), ("rules", "wild")]).values["rules.pond"] == 2
    file = tmp_path / "house.toml"
    file.write_text('preset = "wild"\npond = 5\n')
    house = game.change(standard, [("rules", str(file))])
    assert dict(house.values) == {"rules.pond": 5, "rules.second_gust": "half"}
    assert game.restore(game.record(house)) == house
    with pytest.raises(InputError, match="rules=wide sets pond to 9, but --set pond=1 applies"):
        game.change(wild, [("rules", "wide")])
    with pytest.raises(UnknownName, match='no preset "wade". Did you mean "wide"'):
        game.baseline(VersionOptions(rules="wade"))
    with pytest.raises(InputError, match="rules is set twice"):
        game.baseline(VersionOptions(rules="wide", changes=(("rules", "wild"),)))


def test_a_game_without_switches_has_no_rule_sets():
    game = toy(highest_pick)
    assert game.rule_sets is None and "--rules" not in game.options
    with pytest.raises(InputError, match=r"declares switches: plain_game.*switches=\(\.\.\.\)\)"):
        check_options(game, GameOptions("toy", rules="wide"))
    with pytest.raises(InputError, match="--data cannot be given.* declares sheets"):
        check_options(game, GameOptions("toy", data="fish.csv"))
    with pytest.raises(UnknownName, match='There is no key "rules"'):
        game.normal_key(game.baseline(VersionOptions()), "rules")
    with pytest.raises(InputError, match="Toy has no rule set wide, because it declares no sw"):
        PlainContract(game).matches_of("wide", {})


def test_a_strategy_is_checked_with_every_preset():
    game = toy(highest_pick, switches=(POND,), presets={"wide": {"pond": 9}})
    labels = [match.label for match in PlainContract(game).every_match()]
    assert labels == ["1 player", "2 players", "3 players", "wide with 2 players"]


# --- Components from files.


def pond_game(play: Any = highest_pick) -> Any:
    columns = {"worth": Whole("points", 0, 9, worth=1.0), "copies": Whole("fish", 0, 5)}
    fish = replace(FISH, columns=columns, rows={"carp": (2, 1), "pike": (5, 1)})
    return toy(play, sheets=(fish,), switches=(POND,))


def test_a_sheet_may_have_more_rows(tmp_path):
    caught = []

    def play(table: PlainTable) -> None:
        caught.append([(fish.id, fish.place, fish.copies) for fish in table.sheets.fish])
        highest_pick(table)
        table.take(0, table.sheets.fish[-1])

    game = pond_game(play)
    game.sheets.export(None, tmp_path / "mine", False)
    file = tmp_path / "mine" / "fish.csv"
    file.write_text(file.read_text(encoding="utf-8-sig") + "eel,7,3\n")
    (tmp_path / "mine" / "presets").mkdir()
    (tmp_path / "mine" / "presets" / "wide.toml").write_text("pond = 9\n")
    standard = game.baseline(VersionOptions())
    extended = game.baseline(VersionOptions(data=str(tmp_path / "mine"), rules="wide"))
    assert extended.values["fish.eel.worth"] == 7 and extended.values["rules.pond"] == 9
    assert game.with_sheet(standard, str(file)).values == {**extended.values, "rules.pond": 3}
    assert game.restore(game.record(extended)) == extended
    changes = game.differences(standard, extended)
    assert [change.sentence for change in changes] == ["rule pond: 3 -> 9", "eel: copies 0 -> 3"]
    shared = game.align([standard, extended])
    for engine in game.engines(shared, 1, "fixed"):
        engine.play(0, 1, [])
    carp, pike = ("carp", 0, 1), ("pike", 1, 1)
    assert caught == [[carp, pike, ("eel", 2, 0)], [carp, pike, ("eel", 2, 3)]]
    assert game.dims(shared)["fish"]["name"].to_list() == ["carp", "pike", "eel"]
    assert game.dims(shared)["things"]["name"].to_list() == ["carp", "pike", "eel"]
    eel = game.replay(extended, 1, "fixed", 0, "fish.eel=off")
    assert eel[-1]["e"] == "final"
    with pytest.raises(InputError, match="fish.eel=off. cannot be played"):
        game.replay(standard, 1, "fixed", 0, "fish.eel=off")
    record = game.record(extended)
    del record["values"]["fish.eel.worth"]
    with pytest.raises(InputError, match=r"have changed since .* \(fish.eel.worth\)"):
        game.restore(record)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            "carp,2,1\n",
            "rows carp, pike; pike is missing. To leave a row out, set its copies to 0.",
        ),
        ("carp,2,1\npike,5,1\nan eel,7,3\n", "should have the rows carp, pike; an eel is unknown"),
        ("carp,2,1\npike,5,1\neel,7,9\n", "eel.* column copies: a whole number from 0 to 5"),
    ],
)
def test_rows_that_a_sheet_cannot_have(rows, words, tmp_path):
    file = tmp_path / "fish.csv"
    file.write_text(f"id,worth,copies\n{rows}")
    game = pond_game()
    with pytest.raises(InputError, match=words):
        game.baseline(VersionOptions(data=str(file)))


def test_rows_are_added_only_to_a_sheet_with_copies(tmp_path):
    file = tmp_path / "fish.csv"
    file.write_text("id,worth\ncarp,2\npike,5\neel,7\n")
    game = toy(highest_pick, sheets=(FISH,))
    with pytest.raises(InputError, match="should have the rows carp, pike; eel is unknown"):
        game.baseline(VersionOptions(data=str(file)))


def test_edits_of_added_rows_become_options(tmp_path):
    game = pond_game()
    file = tmp_path / "fish.csv"
    file.write_text("id,worth,copies\ncarp,2,1\npike,5,1\neel,7,3\n")
    version = game.baseline(VersionOptions(data=str(file)))
    edited = game.change(version, [("fish.eel.worth", "6")])
    assert game.editing.write(edited, None, str(file), tmp_path) == [
        ("--data", str(file)),
        ("--change", "fish.eel.worth=6"),
    ]


def test_a_version_with_missing_keys_is_not_restored():
    record = GAME.record(BASELINE)
    del record["values"]["card.gust.copies"]
    with pytest.raises(
        InputError, match=r"keys of lanterns have changed since .*recorded \(card.gust.c"
    ):
        GAME.restore(record)


def carry(seen: Any, params: Any, draw: Any) -> int:
    """Answer with the parameter."""
    return int(params.bags)


def parameter_game() -> Any:
    """Return a game in which each score is the value of a parameter."""

    def play(table: PlainTable) -> None:
        for seat in table.order:
            table.seats[seat]["score"] = table.ask(seat, "pick", range(10))

    bags = parameter("bags", default=2, low=0, high=9, help="bags")
    return toy(
        play,
        strategies=(
            PlainStrategy("porter", {"pick": carry}, (bags,)),
            PlainStrategy("rival", {"pick": carry}, (bags,)),
        ),
        default_seats=("porter", "rival", "porter:bags=4"),
    )


def test_a_parameter_is_set_in_every_seat_of_its_strategy():
    game = parameter_game()
    standard = game.baseline(VersionOptions())
    version = game.change(standard, [("strategy.porter.bags", "7")])
    (change,) = game.differences(standard, version)
    assert (change.key, change.sentence) == ("strategy.porter.bags", "porter: bags 2 and 4 -> 7")
    restored = game.restore(game.record(version))
    assert not game.differences(version, restored)
    scores = [
        sorted(
            player["score"] for player in game.replay(played, 1, "fixed", 0, None)[-1]["players"]
        )
        for played in (standard, version, restored)
    ]
    assert scores == [[2, 2, 4], [2, 7, 7], [2, 7, 7]]
    names = game.dims([standard, version])["strategies"]
    assert names["name"].to_list() == ["porter", "rival", "porter:bags=4"]
    assert names["parameters"].to_list() == [f'{{"bags": {bags}}}' for bags in (2.0, 2.0, 4.0)]


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        (
            "strategy.porter.bag",
            "1",
            'strategy.NAME.PARAMETER. Did you mean "strategy.porter',
        ),
        ("strategy.porter.bags", "10", "strategy.porter.bags=10 is not between 0 and 9"),
        (
            "strategy.rival.bags",
            "1",
            "The key strategy.rival.bags applies to no seat: the seats play only porter.",
        ),
    ],
)
def test_a_parameter_that_cannot_be_set(key: str, value: str, words: str):
    game = parameter_game()
    version = game.baseline(VersionOptions(seats=("porter", "porter")))
    with pytest.raises(InputError, match=re.escape(words)):
        game.change(version, [(key, value)])


def test_another_spelling_of_a_strategy_is_no_change():
    same = GAME.change(BASELINE, [("seat.1", "bold:enough=12")])
    assert GAME.differences(BASELINE, same) == ()


def test_a_new_strategy_is_imported_from_the_package_of_the_rules():
    for module, imported in (("toy", "hasty"), ("box.toy", "box.hasty")):
        play = FunctionType(highest_pick.__code__, {"__name__": module})
        game = toy(play)
        assert f"    from {imported} import HASTY\n" in game.new_strategy("hasty")


def test_a_game_must_be_declared_completely():
    with pytest.raises(ValueError, match="strategy one does not answer pick"):
        silent_strategy = PlainStrategy("one", {})
        plain_game(
            "toy",
            rules_version="1",
            words=WORDS,
            players=range(1, 3),
            play=highest_pick,
            decisions=(Decision("pick", "TOY-1", "pick"),),
            strategies=(silent_strategy,),
            default_seats=("one",),
            seat_columns=(),
        )


# --- Traces.


def test_a_trace_is_narrated_in_the_games_sentences():
    events = GAME.replay(BASELINE, 1, "balanced", 3, None)
    lines = list(GAME.narrate(events, BASELINE))
    assert lines[0].startswith("Game 3, seed 1: careful, ")
    assert any(" draws a beacon; lights: " in line for line in lines)
    assert sum(line.endswith(" wins") for line in lines) == 1
    row = play_rows()["seats"][3 * 3 :][:3]
    assert [player["score"] for player in events[-1]["players"]] == row["score"].tolist()
    assert isclose(row["win_share"].sum(), 1)


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        (
            {"yawn": "{who} yawns {lengths}, first {lengths[0]}"},
            "one (seat 2) yawns 3 and 4, first 3",
        ),
        ({}, "yawn: lengths 3 and 4, one (seat 2)"),
    ],
)
def test_a_list_is_narrated_in_words(sentences, expected):
    def play(table: PlainTable) -> None:
        highest_pick(table)
        table.tell("yawn", seat=1, lengths=[3, 4])

    game = toy(play, sentences=sentences)
    version = game.baseline(VersionOptions())
    lines = list(game.narrate(game.replay(version, 1, "fixed", 0, None), version))
    assert lines[1] == expected


def test_an_exported_workbook_describes_the_columns(tmp_path):
    GAME.sheets.export(None, tmp_path / "lanterns.xlsx", False)
    book = load_workbook(tmp_path / "lanterns.xlsx")
    assert book.sheetnames == ["card", "columns"]
    assert book["columns"]["A1"].value.startswith("card, lights: a whole number from 0 to 9")


def test_a_game_without_sentences_or_parts_is_narrated_too():
    def play(table: PlainTable) -> None:
        highest_pick(table)
        table.tell("sigh", seat=1, length=3)

    game = toy(play)
    version = game.baseline(VersionOptions())
    lines = list(game.narrate(game.replay(version, 1, "fixed", 0, None), version))
    assert lines[1] == "sigh: length 3, one (seat 2)"
    assert all("(score" not in line for line in lines)


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("{who} groans {lenth}.", "needs lenth; the event groan has seat, length, who"),
        ("{who} groans.", "needs who; the event groan has length; pass seat=... to table.tell()"),
        ("{length.more}", "cannot narrate the event groan .AttributeError"),
    ],
)
def test_a_faulty_sentence_is_a_fault_of_the_game(sentence, words):
    def play(table: PlainTable) -> None:
        highest_pick(table)
        table.tell("groan", **({} if "lenth" not in sentence else {"seat": 1}), length=3)

    game = toy(play, sentences={"groan": sentence})
    version = game.baseline(VersionOptions())
    with pytest.raises(InputError, match=words) as caught:
        list(game.narrate(game.replay(version, 1, "fixed", 0, None), version))
    assert "test_plain_game.py" in str(caught.value)
    with pytest.raises(EngineError, match="a trace ends as the tables say: The sentence"):
        check_game(game)


def test_a_switch_whose_words_are_not_one_string_is_refused():
    with pytest.raises(
        ValueError, match='switch price: its words should be one string, "first second"'
    ):
        word("price", ("first", "second"), "Who pays.", "TOY-1")


def test_a_games_name_has_no_spaces():
    with pytest.raises(ValueError, match='"My Toy", should consist of letters'):
        toy(highest_pick, name="My Toy")


ENDLESS_GAME_WORDS = r"Game 0 of toy, seed 1, has not ended \({}; .*test_plain_game.py, line \d+\)"
TOO_MANY_DECISIONS = "40 decisions, the limit set by most_decisions of plain_game"
TOO_MUCH_TIME = "0.2 seconds without a decision, the limit set by most_seconds of plain_game"
TOO_MUCH_MEMORY = "a quarter of the computer's memory taken without a decision"


def endless_game(cause: str, most_seconds: float = 0.2) -> Any:
    """Make a game that never ends, because of its decisions, its rules or its strategy."""

    def play(table: PlainTable) -> None:
        while cause == "decisions":
            table.ask(0, "pick", range(3))
        state = []
        while cause == "rules":
            state.append(len(state))
            del state[10:]
        highest_pick(table)

    def answer(seen: Any, params: Any, draw: Any) -> int:
        while cause == "strategy":
            draw(3)
        return 0

    return toy(play, answer, most_decisions=40, most_seconds=most_seconds)


@pytest.mark.parametrize(
    ("cause", "limit"),
    [("decisions", TOO_MANY_DECISIONS), ("rules", TOO_MUCH_TIME), ("strategy", TOO_MUCH_TIME)],
)
def test_an_endless_game_is_reported_with_its_line(cause, limit):
    words = ENDLESS_GAME_WORDS.format(limit)
    if cause == "strategy":
        awaited = r"has not ended: it is waiting for the strategy one in seat \d to decide pick"
        words = words.replace("has not ended", awaited)
    with pytest.raises(EngineError, match=f"every game ends: {words}"):
        check_game(endless_game(cause))


def test_an_endless_strategy_breaks_the_contract_and_endless_rules_do_not():
    (fault,) = check_strategy(PlainContract(endless_game("strategy")), "one", games=2).faults
    assert fault.about == "legal play" and TOO_MUCH_TIME in fault.finding
    with pytest.raises(GameError, match=TOO_MUCH_TIME):
        check_strategy(PlainContract(endless_game("rules")), "one", games=2)


def test_a_game_that_takes_too_much_memory_is_stopped(monkeypatch):
    monkeypatch.setattr(running, "_peak", iter(range(0, 2**40, 2**30)).__next__)
    monkeypatch.setattr(running, "_memory", lambda: 2.0**30)
    game = endless_game("rules", most_seconds=60)
    with pytest.raises(GameError, match=ENDLESS_GAME_WORDS.format(TOO_MUCH_MEMORY)):
        game.replay(game.baseline(VersionOptions()), 1, "fixed", 0, None)


def test_a_slow_game_goes_on_while_decisions_are_made():
    """Only the time between decisions is limited, however many games run in parallel."""

    def answer(seen: Any, params: Any, draw: Any) -> int:
        time.sleep(0.3)
        return 0

    game = toy(highest_pick, answer, most_seconds=0.6)
    (engine,) = game.engines([game.baseline(VersionOptions())], 1, "fixed")
    with ThreadPoolExecutor(2) as threads:
        assert len([*threads.map(lambda number: engine.play(number, 1, []), range(2))]) == 2


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("{who} draws {crd}.", "needs crd; the event rare_draw has seat, card .*, line"),
        ("{whose} {card.id}", "needs whose"),
    ],
)
def test_sentences_of_rare_events_are_compared_with_the_rules(sentence, words):
    def play(table: PlainTable) -> None:
        if table.players > 99:
            table.tell("rare_draw", seat=0, card="fly")
        highest_pick(table)

    toy(play, sentences={"rare_draw": "{who} draws {card}."})
    with pytest.raises(ValueError, match=words):
        toy(play, sentences={"rare_draw": sentence})
    with pytest.raises(ValueError, match='event rare_draw. Did you mean "rare_draws".*, line'):
        toy(play, sentences={"rare_draws": "{who} draws {card}."})


def test_every_number_of_players_is_checked():
    def play(table: PlainTable) -> None:
        assert table.players != 3
        highest_pick(table)

    with pytest.raises(EngineError, match="every game ends: with 3 players: The rules of toy"):
        check_game(toy(play))


# --- Presets, as `tune` writes them.


def test_a_preset_file_sets_a_strategy_and_its_parameters(tmp_path):
    file = tmp_path / "bold_tuned.toml"
    file.write_text('strategy = "bold"\n[parameters]\nenough = 7\n')
    version = GAME.baseline(VersionOptions(seats=(str(file), "careful", f"{file}:enough=8")))
    assert version.seats == ("bold:enough=7", "careful", "bold:enough=8")
    file.write_text('strategy = "brave"\n')
    with pytest.raises(InputError, match='no strategy "brave"'):
        GAME.change(BASELINE, [("seat.1", str(file))])
    file.write_text("parameters = 3\n")
    with pytest.raises(InputError, match=r"expected strategy = .* and a table \[parameters\]"):
        GAME.change(BASELINE, [("seat.1", str(file))])
    with pytest.raises(InputError, match='no preset file "nothing.toml"'):
        GAME.change(BASELINE, [("seat.1", "nothing.toml")])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"sheets": (replace(CARDS, rows={"fly": (1,)}),)},
            "row fly of the sheet card should be a list with one value per column",
        ),
        ({"sheets": (replace(CARDS, rows={"fly": "ab"}),)}, "not 'ab'"),
        (
            {"sheets": (replace(CARDS, rows={"fly": (99, 1)}),)},
            "card.fly.lights=99 should be a whole",
        ),
        (
            {"sheets": (replace(CARDS, rows={"a fly": (1, 1)}),)},
            'the id "a fly" should consist of letters',
        ),
        (
            {
                "sheets": (
                    replace(
                        CARDS, columns={"no id": Whole("", 1, 1), "id": Whole("", 1, 1)}, off=()
                    ),
                )
            },
            '"no id" should be',
        ),
        ({"sheets": (replace(CARDS, kind="seat"),)}, "a sheet cannot be called"),
        (
            {"sheets": (replace(CARDS, columns={"suit": ("red", "blue")}, off=()),)},
            r"the column suit should be a Whole or a Choice, not \('red', 'blue'\)",
        ),
        ({"switches": (number("pond", 9, 12, "Width.", "TOY-1"),)}, "pond .TOY-1. cannot be '12'"),
        (
            {"seat_columns": (Column("score", "Int8", "", "habit"),)},
            "there are two columns called score",
        ),
        (
            {"seat_columns": (Column("bet", "Int8", "", "order"),)},
            'column bet: its role "order" is that of a column that every game already has',
        ),
        (
            {"seat_columns": (Column("colour", ("red", "blue"), "", "dealt"),)},
            'column colour: a column with the role "dealt" should hold whole numbers',
        ),
        (
            {"seat_columns": (Column("colour", ("red", "blue"), "", "habit"),)},
            'column colour: a column of words has the role "label" or "way", not "habit"',
        ),
        (
            {"seat_columns": (Column("x", "Int", "", "habit"),)},
            "column x: its kind should be one of",
        ),
        ({"words": replace(WORDS, score="points")}, 'score: should be a tuple of words, not "poi'),
        ({"words": replace(WORDS, round_names="day 1")}, "round_names: should be a tuple of words"),
        (
            {"words": replace(WORDS, round=("day",))},
            "round: should be a noun in the singular and the plu",
        ),
        ({"words": replace(WORDS, smallest=3)}, r"smallest: should be like \{.*\}, not 3"),
        (
            {"words": replace(WORDS, largest_score_change="x")},
            "should be a number above 0, not 'x'",
        ),
        ({"words": replace(WORDS, smallest={"wins": 1, "score": 0})}, "score: should be a number"),
        ({"strategies": ()}, "there are no strategies"),
        (
            {"words": replace(WORDS, automaton="storm")},
            "words, automaton: should have a name and its words",
        ),
        (
            {"words": replace(WORDS, automaton="one", automaton_words="the one")},
            "the strategy one is declared twice",
        ),
        (
            {"strategies": (PlainStrategy("one", {"pick": lambda *_: 0}),) * 2},
            "the strategy one is declared twice",
        ),
        ({"switches": (SECOND_GUST, SECOND_GUST)}, "the switch second_gust is declared twice"),
        ({"sheets": (replace(CARDS, rows={}),)}, "The sheet card has no columns or no rows"),
        ({"presets": {"my pond": {}}}, 'the name of the preset, "my pond"'),
        ({"presets": {"deep": {"pond": 3}}}, 'Preset deep: There is no switch "pond"'),
        ({"players": 3}, r"players: should be numbers of at least 1, such as range\(2, 5\), not 3"),
        ({"players": range(4)}, "players: should be numbers of at least 1"),
        ({"default_seats": "one"}, 'default_seats: should be a tuple of names, not "one"'),
        (
            {"strategies": (PlainStrategy("one:a", {"pick": lambda *_: 0}),)},
            'the name of the strategy, "one:a", should consist of letters',
        ),
        ({"switches": (number("my pond", 9, 1, "", ""),)}, 'the name of the switch, "my pond"'),
        ({"switches": (word("pond", "Wide dry", "", ""),)}, '"Wide" should be in lower case'),
        ({"tables": (Table("games", "game", (), ()),)}, "there are two tables called games"),
        (
            {"tables": (Table("picks", "pick", (), ("gam",)),)},
            'its key has "gam", .* Did you mean "game"',
        ),
        ({"tables": (Table("picks", "pick", (), ("game")),)}, r'tuple, such as \("game",\)'),
        (
            {"seat_columns": (Column("x", "Int8", "", "label", dim="carp"),), "sheets": (CARDS,)},
            'its dim "carp" is not one of strategies, card, things. Did you mean "card"',
        ),
    ],
)
def test_an_invalid_declaration_is_refused(options, words):
    with pytest.raises((InputError, ValueError), match=words):
        toy(highest_pick, **options)
