"""Test metric tables with a few games whose numbers are checked by hand."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from synthetic_runs import random_run, stars_change, table, write_run

from eoc_sim.analysis import cards, compare, holdings, luck_of_the_deal, points, seating, strategies
from eoc_sim.analysis.eoc import solo, spots
from eoc_sim.analysis.eoc.closeness import closeness
from eoc_sim.analysis.strata import STRATA
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.change import Change

#   game  seats (strategy: score)        wins
#   0     a: 10  a: 20                   seat 1
#   1     a: 30  b: 30                   shared
#   2     b: 40  a: 20                   seat 0
#   3     b:  8  b: 12                   seat 1
STRATEGY = [0, 0, 0, 1, 1, 0, 1, 1]
SCORE = [10, 20, 30, 30, 40, 20, 8, 12]
SHARE = [0, 1, 0.5, 0.5, 1, 0, 0, 1]


def two_player_seats(arm: int = 0, **changed: list[float]) -> pl.DataFrame:
    columns = {
        "arm": [arm] * 8,
        "game": [0, 0, 1, 1, 2, 2, 3, 3],
        "seat": [0, 1] * 4,
        "order": [0, 1, 1, 0] * 2,
        "strategy": STRATEGY,
        "region": [0, 1, 1, 2, 2, 0, 0, 1],
        "coach": [-1] * 8,
        "board": [-1] * 8,
        "score": SCORE,
        "win_share": SHARE,
        "cards": [2, 4, 6, 8, 10, 2, 1, 1],
        "trade_fees": [0, -2, 0, 0, 0, 0, -1, 0],
    }
    return table("seats", columns | changed)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    tables = {"seats": two_player_seats()}
    return Run(write_run(tmp_path / "run", tables, players=2, strategies=["a", "b"]))


def test_a_strategy_counts_once_a_game(run: Run) -> None:
    shares = strategies.win_shares(run)
    assert shares["label"].to_list() == ["a", "b"]
    # Strategy a plays in games 0 (both seats: mean 0.5), 1 (0.5) and 2 (0); b in 1, 2, 3.
    assert shares["games"].to_list() == [3, 3]
    assert shares["wins"].to_list() == pytest.approx([100 * 1.0 / 3, 100 * 2.0 / 3])
    assert shares["score"].to_list() == pytest.approx([(15 + 30 + 20) / 3, (30 + 40 + 10) / 3])
    assert set(shares["verdict"]) == {"not decided"}
    assert (shares["low"] < shares["wins"]).all()
    assert (shares["wins"] < shares["high"]).all()


def test_habits_have_intervals(run: Run) -> None:
    habits = strategies.habits(run)
    assert {"bets", "bets_low", "bets_high"} <= set(habits.columns)


def test_win_share_by_dealt_thing(run: Run) -> None:
    groups = luck_of_the_deal.win_shares(run)
    assert set(groups) == {"order", "seat", "region"}, "coaches and boards were not used"
    order = groups["order"]
    assert order["label"].to_list() == ["first", "second"]
    # First: seat 0 of games 0 and 2, seat 1 of games 1 and 3: 0 + .5 + 1 + 1.
    assert order["wins"].to_list() == pytest.approx([62.5, 37.5])
    region = groups["region"]
    assert region["label"].to_list() == ["Northwest", "Southwest", "Texas"]
    assert region["games"].to_list() == [3, 3, 2]
    assert region["wins"].to_list() == pytest.approx([0, 100 * 2.5 / 3, 75])


def test_seats_of_strategies(run: Run) -> None:
    frame = seating.by_seat(run)
    assert frame.select("label", "place", "games", "wins", "score").rows() == [
        ("a", "seat 1", 2, 25.0, 20.0),
        ("a", "seat 2", 2, 50.0, 20.0),
        ("b", "seat 1", 2, 50.0, 24.0),
        ("b", "seat 2", 2, 75.0, 21.0),
    ]
    # In games 0 and 3 the same strategy holds both seats, which gives one number per game.
    neighbours = seating.by_neighbour(run)
    assert neighbours.select("label", "before_label", "games", "wins", "score").rows() == [
        ("a", "a", 1, 50.0, 15.0),
        ("a", "b", 2, 25.0, 25.0),
        ("b", "a", 2, 75.0, 35.0),
        ("b", "b", 1, 50.0, 10.0),
    ]
    assert (frame["low"] < frame["wins"]).all() and (frame["wins"] < frame["high"]).all()
    assert (frame["score_low"] <= frame["score"]).all()


def test_strategy_against_strategy(tmp_path: Path) -> None:
    """The seat with the higher score is ahead; if scores are equal, the winner is.

    If they are equal and neither seat won, each counts half. A game counts once per pair of
    strategies.
    """
    frame = table(
        "seats",
        {
            "game": [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3,
            "seat": [0, 1, 2] * 4,
            "strategy": [0, 1, 2, 0, 1, 2, 0, 1, 1, 0, 1, 2],
            "score": [9, 5, 1, 7, 7, 2, 5, 3, 8, 4, 4, 9],
            "win_share": [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1],
        },
    )
    run = Run(write_run(tmp_path / "run", {"seats": frame}, players=3, strategies=list("abc")))
    rows = seating.head_to_head(run)
    ahead = {(row["label"], row["other_label"]): row for row in rows.iter_rows(named=True)}
    # Shares for a against b in the four games: 1; 0 (equal scores, but b won); one half (a is ahead
    # of one of the two seats of b); and one half (equal scores, and neither won).
    assert ahead["a", "b"]["ahead"] == pytest.approx(100 * (1 + 0 + 0.5 + 0.5) / 4)
    assert ahead["a", "b"]["games"] == 4
    assert ahead["a", "c"]["ahead"] == pytest.approx(100 * 2 / 3)
    assert ahead["a", "c"]["games"] == 3
    for (one, other), row in ahead.items():
        assert one != other
        assert row["ahead"] + ahead[other, one]["ahead"] == pytest.approx(100)
        assert 0 <= row["ahead_low"] < row["ahead"] < row["ahead_high"] <= 100


def test_strategies_by_place_in_turn_order(run: Run) -> None:
    frame = seating.by_order(run)
    # Strategy a goes first in game 0 with seat 0 (0 wins), second with seat 1 (1 win), and so on.
    assert frame.select("label", "place", "games", "wins").rows() == [
        ("a", "first", 1, 0.0),
        ("a", "second", 3, 50.0),
        ("b", "first", 3, pytest.approx(250 / 3)),
        ("b", "second", 1, 0.0),
    ]


def test_the_neighbour_is_the_seat_that_acts_before(tmp_path: Path) -> None:
    """Seats are in clockwise order: seat 0 comes after the last seat."""
    frame = table(
        "seats",
        {
            "game": [0] * 3 + [1] * 3,
            "seat": [0, 1, 2] * 2,
            "strategy": [2, 0, 1] * 2,
            "score": [1, 2, 3, 3, 4, 5],
            "win_share": [0, 0, 1] * 2,
        },
    )
    run = Run(write_run(tmp_path / "run", {"seats": frame}, players=3, strategies=list("abc")))
    assert seating.by_neighbour(run).select("label", "before_label").rows() == [
        ("a", "c"),
        ("b", "a"),
        ("c", "b"),
    ]


def test_parts_of_the_score(run: Run) -> None:
    parts = points.parts(run)
    a = parts.row(0, named=True)
    assert a["cards"] == pytest.approx((3 + 6 + 2) / 3)
    assert a["trade_fees"] == pytest.approx((-1 + 0 + 0) / 3)
    assert a["cards_low"] < a["cards"] < a["cards_high"]


def test_score_distribution_and_quantiles(run: Run) -> None:
    scores = points.distribution(run)
    a = scores.filter(pl.col("label") == "a")
    assert a.select("score", "seats", "games").rows() == [(10, 1, 3), (20, 2, 3), (30, 1, 3)]
    quantiles = points.quantiles(run, scores).row(0, named=True)
    assert (quantiles["half"], quantiles["games"]) == (20, 3)
    assert quantiles["half_low"] is quantiles["half_high"] is None, (
        "three games are too few to bound a quantile"
    )


def test_closeness(tmp_path: Path) -> None:
    games = table(
        "games",
        {
            "game": [0, 1, 2, 3],
            "players": [2] * 4,
            "winner_seat": [0, -1, 1, 1],
            "margin": [10, 0, 20, 2],
            "leader_month": [6, 0, 7, 13],
        },
    )
    close = closeness(Run(write_run(tmp_path, {"games": games}, players=2)))
    measures = {row["measure"]: row for row in close.iter_rows(named=True)}
    assert measures["margin"]["value"] == 8
    assert measures["shared"]["value"] == measures["by_august"]["value"] == 25
    assert measures["final_scoring"]["value"] == 25
    assert measures["final_scoring"]["games"] == 4


def test_card_table_by_hand(tmp_path: Path) -> None:
    drafts = table(
        "cards",
        {
            "game": [0, 0, 1, 2, 3],
            "seat": [0, 1, 1, 0, 1],
            "card": [1, 0, 1, 1, 0],
            "source": ["hand", "pool", "stash", "hand", "hand"],
            "drafted_month": [1, 1, 1, 2, 2],
            "played_month": [3, 0, 5, 0, 4],
            "effect_stars": [2, 0, 4, 0, 6],
        },
    )
    offers = table(
        "offers",
        {
            "game": [0, 0, 1, 1, 2],
            "card": [0, 1, 0, 1, 1],
            "seat": [0, 0, -1, 1, 1],
            "how": ["hand", "hand", "pool", "hand", "hand"],
            "passed": [2, 0, 1, 0, 0],
            "drafted_seat": [1, 0, -1, 1, 0],
        },
    )
    seats_frame = two_player_seats()
    path = write_run(
        tmp_path,
        {"seats": seats_frame, "cards": drafts, "offers": offers},
        players=2,
        strategies=["a", "b"],
        cards=["Zero", "One", "Never"],
    )
    rows = {row["thing"]: row for row in cards.card_table(Run(path)).iter_rows(named=True)}
    one, never = rows[1], rows[2]
    assert one["number"] == "038"
    assert (one["drafted_games"], one["played_games"], one["dealt_games"]) == (3, 2, 3)
    assert one["drafted"] == 75
    # Owners of card 1: seat 0 in game 0 (no win, 10 behind), seat 1 in game 1 (half a win, even),
    # seat 0 in game 2.
    assert one["drafted_wins"] == pytest.approx(50)
    assert one["drafted_ahead"] == pytest.approx((-10 + 0 + 20) / 3)
    assert one["drafted_month"] == pytest.approx(4 / 3)
    assert one["played"] == pytest.approx(100 * 2 / 3)
    assert one["played_wins"] == pytest.approx(25)
    assert one["played_month"] == 4
    assert one["played_effect"] == 3
    # Card 1 is dealt to seat 0 in game 0 and to seat 1 in games 1 and 2, drafted or not.
    assert one["dealt_wins"] == pytest.approx(100 * 0.5 / 3)
    assert one["offered"] == 75
    assert rows[0]["offered_games"] == 2
    assert rows[0]["dealt_games"] == 1, "a card dealt to the pool was dealt to nobody"
    assert rows[0]["taken"] == 50
    assert rows[0]["passed"] == 1.5
    assert (never["drafted_games"], never["drafted"]) == (0, 0)
    assert never["drafted_wins"] is None
    # Like for like subtracts the mean of each cell (strategy, place and month). Seat 0 in game 0
    # (a, order 0, month 1) and seat 1 in game 1 (b, order 0) are alone in their cells.
    assert one["drafted_adjusted"] == pytest.approx(0)


def test_like_for_like_compares_within_strategy_and_month(tmp_path: Path) -> None:
    """Strategy a always wins; only it drafts card 0, which is no better than its other cards."""
    games = 40
    seat_numbers = [seat for game in range(games) for seat in (0, 1)]
    game_numbers = [game for game in range(games) for _ in (0, 1)]
    tables = {
        "seats": table(
            "seats",
            {
                "game": game_numbers,
                "seat": seat_numbers,
                "strategy": seat_numbers,
                "score": [50, 40] * games,
                "win_share": [1.0, 0.0] * games,
            },
        ),
        "cards": table(
            "cards",
            {
                "game": [*range(games), *range(games), *range(games)],
                "seat": [0] * games + [0] * games + [1] * games,
                "card": [0] * games + [1] * games + [2] * games,
                "drafted_month": [1] * (3 * games),
            },
        ),
    }
    path = write_run(tmp_path, tables, players=2, strategies=["a", "b"])
    first = cards.card_table(Run(path)).row(0, named=True)
    assert first["drafted_wins"] == 100
    assert first["drafted_adjusted"] == 0
    assert first["drafted_adjusted_low"] <= 0


def test_two_copies_in_one_game_count_once(tmp_path: Path) -> None:
    drafts = table(
        "cards", {"game": [0, 0, 1], "seat": [0, 1, 0], "card": [0, 0, 0], "drafted_month": [1] * 3}
    )
    path = write_run(tmp_path, {"seats": two_player_seats(), "cards": drafts}, players=2)
    row = cards.card_table(Run(path)).row(0, named=True)
    assert row["drafted_games"] == 2
    assert row["drafted_wins"] == pytest.approx((50 + 50) / 2)


def test_spot_table(tmp_path: Path) -> None:
    signings = table(
        "signings",
        {
            "game": [0, 1, 3, 1],
            "seat": [0, 1, 0, 1],
            "spot": [5, 5, 5, 7],
            "position": [0] * 4,
            "month": [2, 4, 9, 1],
            "stars": [3, 3, 6, 2],
            "rivals": [0, 2, 1, 0],
        },
    )
    tables = {"seats": two_player_seats(), "signings": signings}
    frame = spots.spot_table(Run(write_run(tmp_path, tables, players=2)))
    five = frame.row(5, named=True)
    assert (five["label"], five["signed_games"], five["signed"]) == ("State 6/1", 3, 75)
    assert five["month"] == 5
    assert five["rivals"] == 1
    assert five["contested"] == pytest.approx(100 * 2 / 3)
    never = frame.row(0, named=True)
    assert (never["signed"], never["signed_games"], never["month"]) == (0, 0, None)
    assert 0 < never["signed_high"] < 100


# --- Comparisons


@pytest.fixture
def sweep(tmp_path: Path) -> Run:
    """Card 038 (id 1) is worth more: its owner in game 1 now wins alone.

    Its owner in game 2 wins alone in both versions.
    """
    version = two_player_seats(
        1, score=[10, 20, 30, 33, 43, 20, 8, 12], win_share=[0, 1, 0, 1, 1, 0, 0, 1]
    )
    current = table(
        "cards",
        {"game": [1, 2, 3], "seat": [1, 0, 0], "card": [1, 1, 2], "played_month": [3, 3, 0]},
    )
    # In game 3 of the version, a loser drafts the card too.
    redesigned = table(
        "cards",
        {
            "arm": [1, 1, 1],
            "game": [1, 2, 3],
            "seat": [1, 0, 0],
            "card": [1, 1, 1],
            "played_month": [3, 0, 0],
        },
    )
    tables = {
        "seats": pl.concat([two_player_seats(), version]),
        "cards": pl.concat([current, redesigned]),
    }
    path = write_run(
        tmp_path / "sweep", tables, players=2, strategies=["a", "b"], arms=[stars_change(5, 8)]
    )
    return Run(path)


def test_effect_by_strategy(sweep: Run) -> None:
    wins = compare.effects(sweep)["strategy"].filter(pl.col("metric") == "wins")
    a, b = wins.iter_rows(named=True)
    # a: games 0 (0), 1 (-50), 2 (0); b: games 1 (+50), 2 (0), 3 (0).
    assert (a["label"], a["games"], a["differ"]) == ("a", 3, 1)
    assert a["change"] == pytest.approx(-50 / 3)
    assert b["change"] == pytest.approx(50 / 3)
    assert a["low"] < a["change"] < a["high"]
    assert a["current"] - a["version"] == pytest.approx(50 / 3)
    # a: current 50, 50, 0 (variance 2500/3), version 50, 0, 0 (2500/3), difference (2500/3).
    assert a["reduction"] == pytest.approx(2)
    assert a["what"] == "stars 5 -> 8"


def test_strata_of_a_changed_card(sweep: Run) -> None:
    effects = compare.effects(sweep)["holders"]
    score = {
        row["stratum"]: row for row in effects.iter_rows(named=True) if row["metric"] == "score"
    }
    wins = {row["stratum"]: row for row in effects.iter_rows(named=True) if row["metric"] == "wins"}
    keeps, loses, gains, beside, without = STRATA
    assert list(score) == list(STRATA)
    assert [score[stratum]["games"] for stratum in STRATA] == [2, 0, 1, 3, 1]
    # Seats 1 and 0 keep the card in games 1 and 2, seat 0 gains it in game 3; game 0 has no holder.
    assert (score[keeps]["change"], wins[keeps]["change"]) == (3, 25)
    assert (score[gains]["change"], wins[gains]["change"]) == (0, 0)
    assert wins[beside]["change"] == pytest.approx(-50 / 3)
    assert score[without]["change"] == 0
    assert (score[loses]["change"], score[loses]["verdict"]) == (None, None)
    assert [score[stratum]["share"] for stratum in STRATA] == pytest.approx([25, 0, 12.5, 37.5, 25])
    assert {row["kept"] for row in score.values()} == {True}


def test_strata_add_up_to_all_seats(tmp_path: Path) -> None:
    """The changes, weighted by the shares, add up to the change over all seats."""
    run = Run(random_run(tmp_path / "run", 300, stars=(1, 9)))
    seats = pl.read_parquet(run.path / "seats" / "*.parquet")
    holders = compare.effects(run)["holders"]
    for arm in (1, 2):
        means = [seats.filter(pl.col("arm") == number)["score"].mean() for number in (0, arm)]
        for metric, overall in (("wins", 0.0), ("score", means[1] - means[0])):
            rows = holders.filter((pl.col("arm") == arm) & (pl.col("metric") == metric))
            assert rows["share"].sum() == pytest.approx(100)
            parts = rows["share"] / 100 * rows["change"].fill_null(0.0)
            assert parts.sum() == pytest.approx(overall, abs=1e-9)


def test_a_card_that_nobody_held_before(tmp_path: Path) -> None:
    """The changed card has rows even if it is drafted only in the version, or never."""
    seats = pl.concat([two_player_seats(), two_player_seats(1), two_player_seats(2)])
    drafts = table(
        "cards",
        {
            "arm": [0, 1, 1],
            "game": [0, 1, 2],
            "seat": [0, 1, 0],
            "card": [2, 1, 1],
            "played_month": [3, 3, 3],
        },
    )
    path = write_run(
        tmp_path,
        {"seats": seats, "cards": drafts},
        players=2,
        strategies=["a", "b"],
        arms=[stars_change(5, 8), stars_change(5, 1)],
    )
    rows = compare.effects(Run(path))["holders"].filter(pl.col("metric") == "wins")
    gains = rows.filter(pl.col("stratum") == STRATA[2])
    assert gains["games"].to_list() == [2, 0]
    assert rows.filter(pl.col("arm") == 2)["games"].to_list() == [0, 0, 0, 0, 4]
    assert not rows["kept"].any()


def test_a_card_matters_to_a_strategy_in_proportion_to_its_holders(sweep: Run) -> None:
    """The smallest change that matters is 2 stars for holders.

    For a strategy it is 2 stars times the share of the strategy's seats that hold the card, which
    counts as at least a twentieth.
    """
    effects = compare.effects(sweep)
    score = pl.col("metric") == "score"
    # No seat of strategy a holds it, and three of the four seats of strategy b do.
    assert effects["strategy"].filter(score)["smallest"].to_list() == pytest.approx(
        [2 / 20, 2 * 3 / 4]
    )
    assert set(effects["holders"].filter(score)["smallest"]) == {2.0}
    assert set(effects["strategy"].filter(~score)["smallest"]) == {1.0}


def test_more_games_keeps_its_type_if_every_row_is_decided(tmp_path: Path) -> None:
    """The column more_games is an integer even if no row needs more games."""
    version = two_player_seats(1, score=[11, 21, 31, 31, 41, 21, 9, 13])
    copies = 400
    frames = []
    for frame in (two_player_seats(), version):
        frames += [
            frame.with_columns((pl.col("game") + 4 * copy).cast(frame.schema["game"]))
            for copy in range(copies)
        ]
    path = write_run(
        tmp_path,
        {"seats": pl.concat(frames)},
        players=2,
        strategies=["a", "b"],
        arms=[stars_change(5, 8)],
    )
    effects = compare.effects(Run(path))["strategy"]
    assert set(effects["verdict"]) == {"no change that matters"}
    assert effects.schema["more_games"] == pl.Int64


def test_effect_by_turn_order(sweep: Run) -> None:
    order = compare.effects(sweep)["order"].filter(pl.col("metric") == "wins")
    first = order.row(0, named=True)
    assert first["label"] == "first"
    assert (first["games"], first["change"]) == (4, pytest.approx(12.5))


def test_draft_and_play_rates_in_each_version(sweep: Run) -> None:
    rate = compare.card_rates(sweep).row(0, named=True)
    assert (rate["drafted_current"], rate["drafted_version"]) == (50, 75)
    assert rate["drafted_change"] == 25
    assert (rate["played_current"], rate["played_version"]) == (50, 25)
    assert rate["played_change_low"] < -25 < rate["played_change_high"]


def test_a_changed_strategy_is_identified_by_its_seat(tmp_path: Path) -> None:
    version = two_player_seats(1, strategy=[2 if seat == 1 else 0 for seat in STRATEGY])
    change = Change("seat.2", "b", "c", "seat 2").record()
    path = write_run(
        tmp_path,
        {"seats": pl.concat([two_player_seats(), version])},
        players=2,
        strategies=["a", "b", "c"],
        arms=[{"label": "seat.2=c", "changes": [change]}],
    )
    effects = compare.effects(Run(path))
    assert effects["strategy"]["label"].unique(maintain_order=True).to_list() == ["a", "b -> c"]
    assert effects["holders"].height == 0


def test_range_of_one_number(tmp_path: Path) -> None:
    run = Run(random_run(tmp_path / "run", 600, stars=(1, 4, 9)))
    effects = compare.effects(run)
    ranges = compare.number_ranges(run, effects)
    assert list(ranges) == ["card.038.stars"]
    values = ranges["card.038.stars"]
    assert values["value"].to_list() == [1, 4, 5, 9]
    assert values["current"].to_list() == [False, False, True, False]
    assert values["change"].is_sorted()
    assert values.filter(pl.col("current"))["change"].to_list() == [0]
    holders = effects["holders"].filter(
        (pl.col("metric") == "wins") & (pl.col("stratum") == STRATA[0])
    )
    assert values.filter(pl.col("value") == 9)["change"][0] == holders["change"][-1]
    assert values.filter(pl.col("value") == 9)["like_current"].to_list() == [False]


# --- Missing tables and runs


def test_the_message_for_an_absent_table_says_how_to_keep_it(run: Run) -> None:
    with pytest.raises(MissingResults, match=r"did not keep cards: .* --keep seats,cards\."):
        cards.card_table(run)
    with pytest.raises(MissingResults, match="did not keep signings"):
        spots.spot_table(run)
    with pytest.raises(MissingResults, match="did not keep games"):
        closeness(run)


def test_a_run_without_finished_games(tmp_path: Path) -> None:
    path = write_run(tmp_path, {"seats": two_player_seats().clear()}, games=100)
    with pytest.raises(MissingResults, match="no finished games"):
        strategies.win_shares(Run(path))


def test_no_run(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        Run(tmp_path)


@pytest.mark.slow
def test_games_in_batches_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = ("games", "seats", "cards", "offers", "signings")
    path = random_run(tmp_path / "run", 300, stars=(3,), keep=keep)

    def everything() -> list[pl.DataFrame]:
        run = Run(path)
        return [
            strategies.win_shares(run),
            *luck_of_the_deal.win_shares(run).values(),
            points.parts(run),
            points.distribution(run),
            closeness(run),
            cards.card_table(run),
            spots.spot_table(run),
            *compare.effects(run).values(),
            compare.card_rates(run),
        ]

    whole = everything()
    monkeypatch.setattr("eoc_sim.analysis.tables.BATCH", 37)
    for one, other in zip(whole, everything(), strict=True):
        assert one.height == other.height
        for column in one.columns:
            if one[column].dtype == pl.Float64:
                # The order of floats affects only the last digits of their sum.
                assert one[column].fill_null(-1).to_list() == pytest.approx(
                    other[column].fill_null(-1).to_list(), rel=1e-7, abs=1e-9
                )
            elif column != "more_games":
                assert one[column].to_list() == other[column].to_list()


def test_solo_has_no_fair_share(tmp_path: Path) -> None:
    frame = two_player_seats(strategy=[0, 1] * 4, order=[0, 1] * 4)
    run = Run(write_run(tmp_path, {"seats": frame}, players=1, strategies=["hoarder", "bubba"]))
    shares = strategies.win_shares(run)
    assert "verdict" not in shares.columns
    assert shares["wins"].sum() == pytest.approx(100)
    # Bubba is dealt no components, and a solo game has no turn order.
    groups = luck_of_the_deal.win_shares(run)
    assert list(groups) == ["region"]
    assert groups["region"]["games"].to_list() == [2, 1, 1]


def test_bubbas_scores_in_each_version(tmp_path: Path) -> None:
    scores = [[149, 150, 200, 201], [150, 150, 160, 170]]
    frames = [
        two_player_seats(
            arm,
            strategy=[0, 1] * 4,
            score=[stars for score in bubba_scores for stars in (90, score)],
        )
        for arm, bubba_scores in enumerate(scores)
    ]
    run = Run(
        write_run(
            tmp_path,
            {"seats": pl.concat(frames)},
            players=1,
            arms=[stars_change(5, 1)],
            strategies=["hoarder", "bubba"],
        )
    )
    effects = compare.effects(run)
    assert effects["order"].is_empty() and not effects["strategy"].is_empty()
    frame = solo.bubba_scores(run)
    assert frame["label"].to_list() == ["current rules", "038 Analytics Nerd: stars 5 -> 1"]
    assert frame["games"].to_list() == [4, 4]
    assert frame["under"].to_list() == [50, 50]
    assert frame["within"].to_list() == [25, 50]
    assert frame["over"].to_list() == [25, 0]
    assert frame["within_low"][0] == pytest.approx(3.7, abs=0.1)
    assert frame["half"].to_list() == [150, 150]


def test_bubba_has_no_scores_in_games_of_several_players(run: Run) -> None:
    assert solo.bubba_scores(run).is_empty()


def test_provenance_and_changes(sweep: Run) -> None:
    assert cards.provenance(sweep) == {"cards": {"printed": 2, "partial": 1, "reconstructed": 1}}
    ((_, ids),) = holdings.changed_components(sweep, sweep.arms[1])
    assert ids == [1]
    assert Change("rules.hand", "2", "3", "rule hand").card is None


def test_only_undecided_rows_ask_for_more_games(tmp_path: Path) -> None:
    run = Run(random_run(tmp_path / "run", 400, stars=(1,)))
    frames = [
        strategies.win_shares(run),
        *luck_of_the_deal.win_shares(run).values(),
        *compare.effects(run).values(),
    ]
    for frame in frames:
        has_estimate = frame["more_games"].is_not_null()
        assert (has_estimate == (frame["verdict"] == "not decided").fill_null(False)).all()
