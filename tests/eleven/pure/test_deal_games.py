"""Whole seasons with transfers and the market, checked by their accounts (TRA, MKT)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from eleven import season_accounts
from eleven.games import engine
from sampled import some

from eoc_sim.simulator.eleven.columns import TABLES
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.runs.tables import narrow

SETTINGS = (
    {"market": "on", "seller_may_refuse": "on", "asking": "minimum"},
    {"auction_bonus": "sold", "no_bid": "usual", "refusals": 1, "youngster_resale": "holder"},
    {"market": "on", "auction_bonus": "none", "trained_side": "open"},
    {"transfers": "off", "market": "on"},
    {"veteran_matches": 0, "refusals": 9},
)


@pytest.mark.parametrize("settings", some(SETTINGS, len(SETTINGS)), ids=str)
def test_accounts_of_random_games(settings):
    """TRA-1 to TRA-8, MKT-1 to MKT-3: all payments, gains and transfers add up."""
    counts: Counter[str] = Counter()
    for managers in (2, 3, 4):
        rules = {"transfers": "on", **settings, "weeks": 3}
        worker = engine(*["random"] * managers, layer="season", seed=managers, **rules).worker()
        worker.play_traced(managers)
        events = worker.events()
        season_accounts.check(events, load())
        counts.update(event["e"] for event in events)
        rows = worker.rows(["deals"])
        sold = sum(event["e"] == "sale" for event in events)
        refused = sum(not event.get("accepted", True) for event in events)
        assert len(rows["deals"]) == sold + refused
        assert all(deal["usual"] == deal["strength"] + 2 for deal in rows["deals"])
    event_kinds = {"auction", "bid", "offer", "answer"} if rules["transfers"] == "on" else set()
    assert event_kinds | {"sale"} <= set(counts)
    assert ("market" in counts) == (settings.get("market") == "on")


@pytest.mark.parametrize(
    ("table", "columns"), [("players", ("price", "sale")), ("deals", ("price",))]
)
def test_high_bids_have_room_in_the_tables(table, columns):
    """TRA-2, TRA-7, TAB: a manager made rich by bets may pay hundreds for a card."""
    rows = np.zeros(1, TABLES[table].row_dtype)
    for column in columns:
        rows[column] = 700
    written = narrow(TABLES[table], rows)
    assert [written[column].tolist() for column in columns] == [[700]] * len(columns)


@pytest.mark.slow
@pytest.mark.parametrize(
    "setting",
    [
        *("transfers=off", "market=on", "auction_bonus=sold", "auction_bonus=none"),
        *("no_bid=usual", "asking=minimum", "seller_may_refuse=on", "refusals=0", "refusals=1"),
        "youngster_resale=holder",
    ],
)
def test_a_value_changes_a_season(setting):
    """SWI-1: every value of a deal switch changes at least one season."""
    name, _, value = setting.partition("=")
    rules = {"transfers": "on", "layer": "season", "seed": 8}
    for game in range(8):
        usual, other = (
            engine("random", "random", "random", **{**rules, **settings}).replay(game)[1:]
            for settings in ({}, {name: value})
        )
        if usual != other:
            return
    pytest.fail(f"{setting} changes nothing in 8 seasons")
