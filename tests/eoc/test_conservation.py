"""Whole games of many kinds: the trace accounts for everything and agrees with the tables."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from eoc.accounts import Accounts
from eoc.tabletop import effect_changes, engine, fixed_components

from eoc_sim.simulator.eoc.columns import COLOUR_NAMES, PART_NAMES, POSITION_NAMES, TABLES
from eoc_sim.simulator.kernel.compiled import COMPILED

GAMES = 40 if COMPILED else 3
LINEUPS = (
    ("random", "random"),
    ("vegas", "random", "marketing_drip"),
    ("hoarder", "quick_start", "vegas", "marketing_drip"),
    ("balanced", "random", "random"),
    ("random", "random", "random", "random"),
    ("balanced", "vegas"),
    ("random", "balanced", "quick_start", "random"),
)

RECEIVED_NAMES = tuple(f"ec_received_{colour}" for colour in COLOUR_NAMES)
WASTED_NAMES = tuple(f"ec_wasted_{colour}" for colour in COLOUR_NAMES)


@pytest.mark.parametrize(
    "games", [(GAMES + 1) // 2, pytest.param(GAMES, marks=pytest.mark.slow)], ids=["half", "all"]
)
@pytest.mark.parametrize("lineup", LINEUPS, ids="-".join)
def test_the_trace_accounts_for_everything(lineup, games):
    """SET-16, END-5, PAY-3, CAR-5, ACT-5, ACT-6, ACT-10, DIC-7, SCO-8: every EC, BB, star, card and
    place is accounted for in games of 2 to 4 players, and the tables agree."""
    game_engine = engine(*lineup, seed=17, seating="balanced")
    rows = game_engine.worker().play(0, games, tuple(TABLES))
    for game in range(games):
        trace = game_engine.replay(game)
        accounts = Accounts(trace, fixed_components()).check()
        compare_with_tables(
            trace, accounts, {table: array[array["game"] == game] for table, array in rows.items()}
        )


def compare_with_tables(trace, accounts, rows):
    """SCO-8: compare the trace with the tables: games, seats with their parts, cards, dice, months
    and signings."""
    players = len(accounts.players)
    row = rows["games"][0]
    assert row["players"] == players and row["start_seat"] == trace[0]["first"]
    assert row["winner_seat"] == accounts.final["winner"]
    assert row["reshuffles"] == sum(e["e"] == "reshuffle" for e in trace)
    counts, months = count_trace(trace, players)
    for seat in range(players):
        row = rows["seats"][seat]
        output = accounts.final["players"][seat]
        assert (row["seat"], row["score"], row["rank"]) == (seat, output["score"], output["rank"])
        assert row["win_share"] == output["win_share"]
        assert {name: row[name] for name in PART_NAMES} == output["parts"]
        assert sum(row[name] for name in PART_NAMES) == row["score"]
        player = accounts.players[seat]
        assert row["recruits_signed"] == len(player.signed)
        assert row["border_recruits"] == sum(
            len(accounts.spots[name]["regions"]) == 2 for name in player.signed
        )
        assert row["cards_played"] == len(player.in_play) and row["bucks_left"] == player.bucks
        for name in (
            "trades",
            "moves_free",
            "moves_paid",
            "runners",
            "bets",
            "bets_won",
            "packages_lost",
            "ec_wasted",
            "ec_received",
        ):
            assert row[name] == counts[seat][name], name
        for number in range(1, 13):
            row = rows["months"][seat * 12 + number - 1]
            assert (row["seat"], row["month"]) == (seat, number)
            for name in (
                "ec_spent_cards",
                "ec_spent_recruits",
                "ec_spent_moves",
                "ec_spent_bets",
                "ec_spent_trades",
                "ec_sent",
                "ec_wasted",
                "ec_received",
                "bucks_end",
                *RECEIVED_NAMES,
                *WASTED_NAMES,
            ):
                assert row[name] == months[seat, number][name], (seat, number, name)
    signed = {e["spot"]: e for e in trace if e["e"] == "sign"}
    names = [spot["spot"] for spot in trace[0]["spots"]]
    assert [names[row["spot"]] for row in rows["signings"]] == sorted(signed, key=names.index)
    for row in rows["signings"]:
        event = signed[names[row["spot"]]]
        assert POSITION_NAMES[row["position"]] == event["position"]
        for name in ("base", "vmd", "stars"):
            assert row[name] == event[name]
        assert row["seat"] == event["player"]
        assert row["package_ec"] == sum(event["package"].values())
    dice = [e for e in trace if e["e"] == "die"]
    dice_in_trace = Counter(
        (e["player"], e["colour"], e["value"], e["ec"], e["month"]) for e in dice
    )
    assert dice_in_trace == Counter(
        (r["seat"], COLOUR_NAMES[r["colour"]], r["value"], r["ec"], r["target_month"])
        for r in rows["dice"]
    )
    assert len(rows["cards"]) == 12 * players == sum(e["e"] == "draft" for e in trace)
    numbers = [card.number for card in fixed_components().cards]
    played = {e["card"]: e for e in trace if e["e"] == "play_card"}
    for row in rows["cards"]:
        if row["played_month"]:
            event = played.pop(numbers[row["card"]])
            paid = sum(event["paid"].values()) + sum(event.get("substitute", {}).values())
            assert (row["seat"], row["paid"]) == (event["player"], paid)
    assert not played
    dealt = {c for e in trace if e["e"] in ("deal", "stash") for c in e.get("cards", [])}
    dealt |= {c for e in trace if e["e"] == "stash" for c in e["dealt"]}
    dealt |= {e["card"] for e in trace if e["e"] == "pool_card"}
    assert {numbers[row["card"]] for row in rows["offers"]} == dealt


def count_trace(trace, players):
    """Return a trace's counts for each player and for each player's months."""
    counts = {seat: Counter() for seat in range(players)}
    months = {(seat, m): Counter() for seat in range(players) for m in range(1, 13)}
    month = 0
    for event in trace:
        month = event["month"] if event["e"] == "month" else month
        if "player" in event and event["player"] < players:
            seat = event["player"]
            count_event(counts[seat], months[seat, month] if month else Counter(), event)
    return counts, months


def count_event(counts, month, event):
    """Add an event to the sums of a player and of one of their months."""
    kind = event["e"]

    def add(name, number):
        counts[name] += number
        month[name] += number

    def add_all(name, envelopes):
        add(name, sum(envelopes.values()))
        for colour, number in envelopes.items():
            month[f"{name}_{colour}"] += number

    total = {
        name: sum(event[name].values())
        for name in ("paid", "give", "ec")
        if kind != "trigger" and isinstance(event.get(name), dict)
    }
    gains = [event] if kind == "trigger" else event.get("bonuses", [])
    for gain in gains:
        add_all("ec_received", gain.get("ec", {}))
        add("ec_spent_cards", sum(gain.get("paid", {}).get("ec", {}).values()))
    if kind in ("income", "vegas"):
        add_all("ec_received", event["ec"])
    if kind == "vegas":
        counts["bets_won"] += event["tokens"]
    if kind == "play_card":
        add("ec_spent_cards", total["paid"])
    if kind == "sign":
        add("ec_spent_recruits", total["paid"])
    if kind == "trade":
        counts["trades"] += 1
        add("ec_spent_trades", total["give"])
    if kind == "move":
        counts["moves_free" if event["free"] else "moves_paid"] += 1
        add("ec_spent_moves", total["paid"])
    if kind == "runner":
        counts["runners"] += 1
        add("ec_sent", total["ec"])
    if kind == "bet":
        counts["bets"] += 1
        add("ec_spent_bets", total.get("paid", 0))
    if kind == "lost_package":
        counts["packages_lost"] += total["ec"]  # the column counts EC, not packages
    if kind == "end_turn":
        add_all("ec_wasted", event["wasted"])
        month["bucks_end"] = event["bucks"]


@pytest.mark.parametrize(
    "settings",
    [
        {"stash": "deal5"},
        {"stash": "starter", "pool_start": "2xplayers"},
        {"stash": "open_draft", "vmd": "off"},
        {"coaches": "off", "boards": "off"},
    ],
    ids=lambda settings: "-".join(settings.values()),
)
def test_other_set_ups_account_for_everything(settings):
    """SET-8, SET-12, SET-13, SET-15, END-5: no card is lost with another set-up either."""
    game_engine = engine("random", "random", "random", seed=5, **settings)
    for game in range(GAMES // 4 + 1):
        Accounts(game_engine.replay(game), fixed_components()).check()


@pytest.mark.parametrize(
    ("lineup", "settings"),
    [
        (("vegas", "random", "balanced", "random"), {}),
        (("random", "balanced", "random"), {"rules": "family"}),
        (("random", "vegas", "random", "balanced"), {"rules": "cutthroat", "auction": "on"}),
        (("random",), {"rules": "solo"}),
    ],
    ids=["standard", "family", "cutthroat", "solo"],
)
def test_the_colours_of_envelopes_add_up(lineup, settings):
    """DIC-2, DIC-7, CAR-5, ACT-10: EC received and wasted by colour agree with the trace and with
    the totals per month and per seat, in every rule set."""
    game_engine = engine(*lineup, seed=23, **settings)
    games = GAMES // 2 + 1
    rows = game_engine.worker().play(0, games, ("seats", "months"))
    seats, months = rows["seats"], rows["months"]
    assert len(months) == games * len(lineup) * 12
    months_from_traces = [
        count_trace(game_engine.replay(game), len(lineup))[1] for game in range(games)
    ]
    for row in months:
        from_trace = months_from_traces[row["game"]][int(row["seat"]), int(row["month"])]
        for name in (*RECEIVED_NAMES, *WASTED_NAMES):
            assert row[name] == from_trace[name], (row["game"], row["seat"], row["month"], name)
    line_up_seats = seats[seats["seat"] < len(lineup)]
    for total, names in (("ec_received", RECEIVED_NAMES), ("ec_wasted", WASTED_NAMES)):
        assert not COMPILED or all(months[name].any() for name in names)
        assert (months[total] == sum(months[name] for name in names)).all()
        assert (line_up_seats[total] == months[total].reshape(-1, 12).sum(axis=1)).all()


def test_altered_decks_account_for_everything():
    """CAR-5, PAY-1 to PAY-3: decks may have costs, discounts, substitutes and gains of any kind."""
    effects = (
        "sign: pay 1 bucks: 2 ec any; sign: 1 bucks",
        "play: 2 ec any; play: 1 bucks",
        "month: 3 ec any; month: 1 bucks per card; month: 2 moves",
        "month: pay 2 ec any: 3 stars",
        "month: pay 1 ec any: 1 bucks; month: pay 1 ec any: 1 stars",
        "play: pay 1 ec any: 2 stars",
        "always: discount recruits 3; always: 2 bucks_as_ec recruits",
        "always: discount cards 2; always: 2 bucks_as_ec cards",
        "trade: 1 ec any; trade: 2 stars",
        "move: 1 ec any; move: if border: 1 stars",
    )
    changes = [
        cell
        for index, card in enumerate(fixed_components().cards)
        for cell in effect_changes(card.number, effects[index % len(effects)])
    ]
    components = fixed_components().with_changes(changes)
    game_engine = engine("random", "random", "random", components=components, seed=9)
    for game in range(GAMES // 4 + 1):
        Accounts(game_engine.replay(game), components).check()


def test_rows_are_sorted_and_complete():
    """Every table is sorted by its key; all but twins and signings have every game."""
    game_engine = engine("random", "random", "random")
    rows = game_engine.worker().play(5, 6, tuple(TABLES))
    for table, array in rows.items():
        keys = TABLES[table].key
        listed = [tuple(int(row[key]) for key in keys) for row in array]
        assert listed == sorted(listed), table
        games = set(array["game"].tolist())
        if table == "twins":  # without a schedule there are none
            assert not games
            continue
        assert games == set(range(5, 11)) or (table == "signings" and games < set(range(5, 11)))


def test_games_differ_but_do_not_depend_on_chunks():
    """RND-1: games have different deals; each is the same whether played alone or with others."""
    game_engine = engine("random", "vegas", "random", seed=3, seating="balanced")
    games = 12 if COMPILED else 4
    worker = game_engine.worker()
    whole = worker.play(0, games, tuple(TABLES))
    single = [game_engine.worker().play(game, 1, tuple(TABLES)) for game in range(games)]
    parts = [
        worker.play(games // 2, games - games // 2, tuple(TABLES)),
        worker.play(0, games // 2, tuple(TABLES)),
    ][::-1]
    for table in TABLES:
        for pieces in (single, parts):
            assert np.array_equal(whole[table], np.concatenate([piece[table] for piece in pieces]))
    decks = {tuple(game_engine.replay(game)[0]["deck"]) for game in range(games)}
    assert len(decks) == games
    assert len(set(whole["seats"]["score"])) > games


def test_two_seeds_differ():
    """RND-1: the deals and rolls of game 0 differ between two seeds."""
    one, two = (engine("random", "random", seed=seed).replay(0) for seed in (1, 2))
    assert one[0]["deck"] != two[0]["deck"]
    assert [e["dice"] for e in one if e["e"] == "roll"] != [
        e["dice"] for e in two if e["e"] == "roll"
    ]


def test_games_without_tables_do_not_change_later_games():
    """Games played without keeping tables do not change the games that a worker plays next."""
    game_engine = engine("random", "random")
    worker = game_engine.worker()
    assert worker.play(0, 3, ()) == {}
    after = worker.play(3, 1, ("seats",))["seats"]
    assert np.array_equal(after, game_engine.worker().play(3, 1, ("seats",))["seats"])
