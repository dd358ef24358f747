"""Whole games of many kinds: the trace accounts for everything and agrees with the tables."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from stadium.accounts import Accounts
from stadium.games import DEFAULT_STRATEGY, engine
from stadium.rule_sets import EFFECTS, components_with, random_rule_set

from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.stadium.columns import BONUS_NAMES, PART_NAMES, STATE_NAMES, TABLES
from eoc_sim.simulator.stadium.components import load
from eoc_sim.simulator.stadium.names import TOKENS as TOKEN_NAMES
from eoc_sim.simulator.stadium.outcomes import (
    DONE_NAMES,
    EARNED_NAMES,
    EMPLOYEE_OUT_NAMES,
    JOINED_BY_NAMES,
    PLAYER_OUT_NAMES,
    SPENT_NAMES,
)

GAMES = 12 if COMPILED else 1
ALL = tuple(TABLES)
ACTIONS = {
    "equipment": "gain",
    "sponsorship": "gain",
    "merchandising": "gain",
    "train": "train",
    "tickets": "tickets",
    "win": "win",
    "field": "field",
    "change": "change",
    "build": "build",
    "draft": "draft",
    "swap": "swap",
    "nothing": "nothing",
    "hire": "hire",
    "vice_president": "vp",
}
"""The events of actions, and the words for them in the table of placements."""


def audit(engine, games, components):
    """Check the accounts and tables of games; count the events by kind."""
    rows = engine.worker().play(0, games, ALL)
    counts = Counter()
    for game in range(games):
        trace = engine.replay(game)
        accounts = Accounts(trace, components).check()
        compare(
            TraceFacts(trace, engine),
            accounts,
            {table: array[array["game"] == game] for table, array in rows.items()},
        )
        counts.update(event["e"] for event in trace)
    return counts


@pytest.mark.parametrize("owners", [2, 3, 4, 5])
def test_the_trace_accounts_for_everything(owners):
    """SET-1, SET-8, ACT-20, GAM-6, SCO-1 to SCO-4: every token, card, block, VP and point is
    accounted for in games of 2 to 5 owners, and the tables agree."""
    lineup = ["random", DEFAULT_STRATEGY, "random", "random", DEFAULT_STRATEGY][:owners]
    counts = audit(engine(*lineup, seed=17, seating="balanced"), GAMES, load())
    assert owners < 4 or not COMPILED or {"reshuffle", "star", "vice_president"} <= set(counts)


def test_games_with_effects_of_every_kind_account_for_everything():
    """EFF-1, EFF-2: spaces, places and cards have effects. Some effects have a cost or give cards,
    and there are several copies of some cards."""
    components = components_with(EFFECTS)
    game_engine = engine(
        "random",
        DEFAULT_STRATEGY,
        "random",
        components=components,
        seed=9,
        bonus_tiles="firsts",
        placing="may_stop",
        start_money=15,
    )
    counts = audit(game_engine, GAMES, components)
    assert not COMPILED or {"effect", "bonus_tile", "stop", "cash_in"} <= set(counts)


@pytest.mark.parametrize(
    "number",
    [*range(12), *(pytest.param(number, marks=pytest.mark.slow) for number in range(12, 100))],
)
def test_random_rule_sets_account_for_everything(number):
    """SWI-1: half of the switches are random; every third set has effects of every kind."""
    owners, settings = random_rule_set(number)
    components = components_with(EFFECTS) if number % 3 == 0 else load()
    lineup = ["random", "random", DEFAULT_STRATEGY, "random", "random"][:owners]
    game_engine = engine(
        *lineup, components=components, seed=number, seating="balanced", **settings
    )
    audit(game_engine, 3 if COMPILED else 1, components)


class TraceFacts:
    """A trace's facts about each owner, round by round."""

    def __init__(self, trace, engine):
        self.trace, self.engine = trace, engine
        self.rounds = []
        for event in trace:
            if event["e"] == "round":
                self.rounds.append([])
            if self.rounds:
                self.rounds[-1].append(event)

    def count(self, seat, *names):
        return sum(e["e"] in names and e["owner"] == seat for e in self.trace)

    def events(self, name):
        return [
            (number, event)
            for number, events in enumerate(self.rounds, start=1)
            for event in events
            if event["e"] == name
        ]

    def snapshots(self):
        return [event["owners"] for _, event in self.events("end_round")]


def compare(facts, accounts, rows):
    """SCO-4: compare every row of the tables with the trace."""
    setup, owners = facts.trace[0], len(accounts.owners)
    snapshots = facts.snapshots()
    (game,) = rows["games"]
    final = accounts.final["owners"]
    assert (game["owners"], game["first_seat"]) == (owners, setup["first"])
    assert game["rounds"] == accounts.round
    assert ("blocks", "cap")[game["end"]] == accounts.final["end"]
    assert game["reshuffles"] == len(facts.events("reshuffle"))
    winners = [entry["seat"] for entry in final if entry["rank"] == 1]
    assert game["winner_seat"] == (winners[0] if len(winners) == 1 else -1)
    enders = [
        e["owner"]
        for e in facts.trace
        if e["e"] in ("field", "build")
        and accounts.owners[e["owner"]].blocks == 0
        and accounts.owners[e["owner"]].places[-1] == (e.get("square") or e.get("building"))
    ]
    assert game["ender_seat"] == (enders[0] if enders else -1)
    for seat in range(owners):
        compare_seat(facts, accounts, rows["seats"][seat], final[seat])
        money = compare_rounds(facts, rows["rounds"][rows["rounds"]["seat"] == seat], seat)
        assert money == accounts.owners[seat].tokens["money"]
    compare_placements(facts, rows)
    compare_cards(facts, accounts, rows)
    places = facts.engine.names.place
    blocks = [
        (number, e["owner"], e.get("square") or e.get("building"), e["points"], e["paid"])
        for number, events in enumerate(facts.rounds, start=1)
        for e in events
        if e["e"] in ("field", "build")
    ]
    assert blocks == [
        (
            r["round"],
            r["seat"],
            places[r["place"]],
            r["points"],
            {t: r[f"paid_{t}"] for t in TOKEN_NAMES if r[f"paid_{t}"]},
        )
        for r in rows["blocks"]
    ]
    assert len(rows["spaces"]) == 9 * accounts.round
    for row in rows["spaces"]:
        events = facts.rounds[row["round"] - 1]
        assert STATE_NAMES[row["state"]] == events[0]["tokens"][row["space"]]
        space_events = [e for e in events if e.get("space") == row["space"] + 1]
        assert row["vps"] == sum(e["e"] == "place" for e in space_events)
        assert row["owners_hit"] == len({e["owner"] for e in space_events if e["e"] == "loss"})
    assert snapshots[-1] == [
        {**snapshot, "points": entry["score"]}
        for snapshot, entry in zip(snapshots[-1], final, strict=True)
    ]


def compare_seat(facts, accounts, row, final):
    seat = int(row["seat"])
    owner = accounts.owners[seat]
    assert (row["score"], row["rank"], row["win_share"]) == (
        final["score"],
        final["rank"],
        final["win_share"],
    )
    assert {name: row[name] for name in PART_NAMES} == final["parts"]
    assert row["order"] == (seat - facts.trace[0]["first"]) % len(accounts.owners)
    for token in TOKEN_NAMES:
        assert row[f"{token}_left"] == owner.tokens[token]
    levels = Counter(accounts.building_level.get(place, 0) for place in owner.places)
    assert [row["field_blocks"], *(row[f"level_{n}_blocks"] for n in (1, 2, 3))] == [
        levels[n] for n in range(4)
    ]
    assert row["vps"] == owner.vps
    counted = {
        "placements": ("place",),
        "stars": ("star",),
        "hired": ("hire",),
        "drafted": ("draft",),
        "swapped": ("swap",),
        "cashed": ("cash_in",),
        "losses": ("loss",),
    }
    for column, names in counted.items():
        assert row[column] == facts.count(seat, *names), column
    dealt = len(facts.trace[0]["face_down"][seat])
    mine = [e for e in facts.trace if e["e"] == "card" and e["owner"] == seat]
    assert row["cards_drawn"] == dealt + sum(e["employee"] is not None for e in mine)
    salaries = [e for e in facts.trace if e["e"] == "salaries" and e["owner"] == seat]
    assert row["salaries_paid"] == sum(e["paid"] for e in salaries)
    assert row["cards_unpaid"] == sum(len(e["players"]) + len(e["employees"]) for e in salaries)
    assert row["vacations"] == sum(snapshot[seat]["away"] for snapshot in facts.snapshots())
    tickets = [e for e in facts.trace if e["e"] == "tickets" and e["owner"] == seat]
    assert row["tickets_money"] == sum(e["table"] + e["extra"] for e in tickets)


def compare_rounds(facts, rows, seat):
    """Check an owner's rounds, and the owner's money against gains and costs."""
    money = facts.trace[0]["owners"][seat]["money"]
    snapshots = facts.snapshots()
    assert rows["round"].tolist() == list(range(1, len(snapshots) + 1))
    for row in rows:
        snapshot = snapshots[row["round"] - 1][seat]
        events = [e for e in facts.rounds[row["round"] - 1] if e.get("owner") == seat]
        assert row["active_vps"] == facts.rounds[row["round"] - 1][0]["vps"][seat]
        money += sum(int(row[f"money_from_{name}"]) for name in EARNED_NAMES)
        money -= sum(int(row[f"money_for_{name}"]) for name in SPENT_NAMES)
        assert money == snapshot["money"]
        assert (row["wins"], row["entertainment"]) == (snapshot["wins"], snapshot["entertainment"])
        assert (row["blocks"], row["points_end"]) == (len(snapshot["places"]), snapshot["points"])
        assert row["lost"] == sum(e["e"] == "loss" for e in events)
        for column, name in (
            ("hire", "hire"),
            ("vps", "vice_president"),
            ("draft", "draft"),
            ("salaries", "salaries"),
        ):
            paid = sum(e["paid"] for e in events if e["e"] == name)
            assert row[f"money_for_{column}"] == paid
        lost = sum(e["e"] == "loss" and e["what"] == "money" for e in events)
        assert row["money_for_losses"] == lost
        bonus = sum(e["tokens"].get("money", 0) for e in events if e["e"] == "bonus")
        assert row["money_from_bonus"] == bonus
    return money


def compare_placements(facts, rows):
    """Check each placement, and each owner's bonuses and actions by round."""
    placed = [(number, e) for number, e in facts.events("place")]
    assert [(number, e["owner"], e["space"], e["bonus"], e["state"]) for number, e in placed] == [
        (r["round"], r["seat"], r["space"] + 1, r["bonus"], STATE_NAMES[r["state"]])
        for r in rows["placements"]
    ]
    bonuses = Counter()
    for row in rows["bonuses"]:
        kind = BONUS_NAMES[row["bonus"]]
        if kind in TOKEN_NAMES:
            bonuses[row["round"], row["seat"], kind, row["units"]] += 1
    assert bonuses == Counter(
        (number, e["owner"], *token)
        for number, e in facts.events("bonus")
        for token in e["tokens"].items()
    )
    done = Counter()
    for row in rows["placements"]:
        word = DONE_NAMES[row["done"]]
        if word not in ("not", "hire", "hire and vp", "vp"):
            done[row["round"], row["seat"], word] += 1
    acted = Counter()
    for number, events in enumerate(facts.rounds, start=1):
        for event in events:
            word = ACTIONS.get(event["e"])
            if event["e"] == "cash_in":
                word = "cash money" if "money" in event else "cash points"
            if word and word not in ("hire", "vp"):
                acted[number, event["owner"], word] += 1
    assert done == acted


def compare_cards(facts, accounts, rows):
    """Check when players came and left, and what became of employees."""
    names = facts.engine.names
    arrivals = Counter()
    for how in JOINED_BY_NAMES:
        arrivals.update((number, e["owner"], e["card"], how) for number, e in facts.events(how))
    assert arrivals == Counter(
        (r["from_round"], r["seat"], names.player[r["card"]], JOINED_BY_NAMES[r["how"]])
        for r in rows["players"]
    )
    departures = Counter()
    for number, e in facts.events("swap"):
        departures[number, e["owner"], e["give"], "swapped"] += 1
    for number, e in facts.events("cash_in"):
        departures[number, e["owner"], e["give"], "cashed"] += 1
    for number, e in facts.events("salaries"):
        departures.update((number, e["owner"], card, "unpaid") for card in e["players"])
    for number, e in facts.events("loss"):
        if e["what"][0] == "P":
            departures[number, e["owner"], e["what"], "injury"] += 1
    assert departures == Counter(
        (r["to_round"], r["seat"], names.player[r["card"]], PLAYER_OUT_NAMES[r["out"]])
        for r in rows["players"]
        if PLAYER_OUT_NAMES[r["out"]] != "kept"
    )
    outs = Counter(
        (int(r["seat"]), names.employee[r["card"]], EMPLOYEE_OUT_NAMES[r["out"]])
        for r in rows["employees"]
    )
    for seat, owner in enumerate(accounts.owners):
        for cards, word in ((owner.face_down, "face_down"), (owner.employees, "kept")):
            for card, number in cards.items():
                assert outs[seat, card, word] == number
        mine = rows["employees"][rows["employees"]["seat"] == seat]
        assert mine["stars"].sum() == facts.count(seat, "star")
        salaries = sum(e["paid"] for _, e in facts.events("salaries") if e["owner"] == seat)
        players = rows["players"][rows["players"]["seat"] == seat]
        assert mine["salaries"].sum() + players["salaries"].sum() <= salaries
    for table, part in (("players", "players"), ("employees", "employees")):
        for seat in range(len(accounts.owners)):
            own = rows[table][rows[table]["seat"] == seat]
            assert own["points"].sum() == accounts.final["owners"][seat]["parts"][part]


def test_rows_are_sorted_and_complete():
    """Every table is sorted by its key. It has every game, except that ``twins`` is empty and
    ``players`` may lack some games."""
    rows = engine("random", "random", "random").worker().play(5, 6, ALL)
    for table, array in rows.items():
        listed = [tuple(int(row[key]) for key in TABLES[table].key) for row in array]
        assert listed == sorted(listed), table
        games = set(array["game"].tolist())
        if table == "twins":  # there are no twins without a schedule
            assert not games
            continue
        assert games == set(range(5, 11)) or (table == "players" and games < set(range(5, 11)))


def test_games_differ_but_do_not_depend_on_chunks():
    """RND-1: all games have different decks; a game is the same whether played alone or with
    others."""
    game_engine = engine("random", DEFAULT_STRATEGY, "random", seed=3, seating="balanced")
    games = 10 if COMPILED else 2
    worker = game_engine.worker()
    whole = worker.play(0, games, ALL)
    single = [game_engine.worker().play(game, 1, ALL) for game in range(games)]
    parts = [worker.play(games // 2, games - games // 2, ALL), worker.play(0, games // 2, ALL)][
        ::-1
    ]
    for table in ALL:
        for pieces in (single, parts):
            assert np.array_equal(whole[table], np.concatenate([piece[table] for piece in pieces]))
    decks = [game_engine.replay(game)[0]["decks"] for game in range(games)]
    for deck in ("players", "employees"):
        assert len({tuple(cards[deck]) for cards in decks}) == games


def test_games_without_tables_do_not_change_later_games():
    """After games of which no table is kept, a worker plays like a fresh one."""
    game_engine = engine("random", "random")
    worker = game_engine.worker()
    assert worker.play(0, 3, ()) == {}
    after = worker.play(3, 1, ("seats",))["seats"]
    assert np.array_equal(after, game_engine.worker().play(3, 1, ("seats",))["seats"])
