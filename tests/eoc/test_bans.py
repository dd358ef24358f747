"""A seat's bans: each has an effect, is obeyed, and does not restrict other seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from eoc.tabletop import effect_changes, engine, fixed_components
from sampled import some

from eoc_sim.errors import InputError
from eoc_sim.referee.eoc.data import Data
from eoc_sim.referee.eoc.game import ReferenceGame
from eoc_sim.simulator.eoc.bans import MECHANISMS, all_bans, format_bans, idle_reason, read_bans
from eoc_sim.simulator.eoc.columns import COLOUR_NAMES, TABLES
from eoc_sim.simulator.eoc.effect_codes import WHEN_MONTH
from eoc_sim.simulator.eoc.effect_language import TYPE_NAMES
from eoc_sim.simulator.eoc.rules import resolve

Event = Mapping[str, Any]
WILFUL = str(Path(__file__).parents[1] / "referee" / "strategies" / "wilful.py")
LINE_UP = ("vegas", "random", "random", "vegas")
RESTRICTED = (0, 1)
"""The seats under a ban: those of a planner and of random play."""
GAMES = 3
CARD = "038"

CARDS = {card.number: card for card in fixed_components().cards}
COACHES = {coach.number: coach for coach in fixed_components().coaches}


def is_monthly(event: Event) -> bool:
    """Check if an event's source works only once a month.

    If so, a trigger event means that the owner chose to use the card or coach.
    """
    source = CARDS[event["card"]] if "card" in event else COACHES[event["coach"]]
    return all(clause.when == WHEN_MONTH for clause in source.clauses)


def of_card(matches: Callable[[Any], bool]) -> Callable[[Event], bool]:
    """Match the drafts and plays of cards that ``matches`` accepts."""
    return lambda event: event["e"] in ("draft", "play_card") and matches(CARDS[event["card"]])


def drafted_from(source: str) -> Callable[[Event], bool]:
    return lambda event: event["e"] == "draft" and event["source"] == source


def die_at(mode: str) -> Callable[[Event], bool]:
    return lambda event: event["e"] == "die" and event["mode"] == mode


def event_of(kind: str) -> Callable[[Event], bool]:
    return lambda event: event["e"] == kind


def signed_in(regions: int) -> Callable[[Event], bool]:
    return lambda event: event["e"] == "sign" and len(event["regions"]) == regions


FORBIDDEN: dict[str, Callable[[Event], bool]] = {
    "bet": event_of("bet"),
    "bookie": event_of("bookie"),
    "runner": event_of("runner"),
    "trade": event_of("trade"),
    "play": event_of("play_card"),
    "sign": event_of("sign"),
    "market": lambda event: event["e"] == "market" and not event["final"],
    "market:final": lambda event: event["e"] == "market" and event["final"],
    "move:paid": lambda event: event["e"] == "move" and not event["free"],
    "trigger": lambda event: event["e"] == "trigger" and is_monthly(event),
    "sign:border": signed_in(2),
    "sign:single": signed_in(1),
    "substitutes": lambda event: (
        bool(event.get("substitute")) or (event["e"] == "move" and bool(event.get("bucks")))
    ),
    "upgrades": lambda event: event["e"] == "trigger" and "card" in event and bool(event["paid"]),
    "dice:full": die_at("full"),
    "dice:half": die_at("half"),
    "delay": event_of("delay"),
    "hand": drafted_from("hand"),
    "stash": drafted_from("stash"),
    "pool": drafted_from("pool"),
    "bid": lambda event: event["e"] == "bid" and event["bid"] is not None,
    **{
        f"type:{name}": of_card(lambda card, code=code: card.type == code)
        for code, name in enumerate(TYPE_NAMES)
    },
    f"card:{CARD}": of_card(lambda card: card.number == CARD),
}
"""For each ban, a check for the events that it forbids."""
RARE = {
    "bookie": "always: shift_die 1",
    "substitutes": "always: 2 bucks_as_ec cards",
    "upgrades": "play: pay 1 bucks: 1 stars",
}
"""Effects that few cards have, by ban.

The test of that ban gives the effect to every card, at a cost of 1 EC.
"""


def components(ban: str) -> Any:
    """Return components with the rare effects or extra copies that a ban needs."""
    if ban in RARE:
        columns = {f"cost_{colour}": "0" for colour in COLOUR_NAMES} | {"cost_blue": "1"}
        if ban == "bookie":
            columns["usage"] = "month"
        return fixed_components().with_changes(
            effect_change
            for card in fixed_components().cards
            for effect_change in effect_changes(card.number, RARE[ban], **columns)
        )
    return (
        fixed_components().with_changes([(CARD, "copies", "4")])
        if ban.startswith("card:")
        else fixed_components()
    )


def play_games(ban: str, restricted: bool) -> tuple[list[list[dict[str, Any]]], Any]:
    """Return traces, with regions in ``sign`` events, and the rows of seats."""
    line_up = (WILFUL, WILFUL, "random", WILFUL) if ban in RARE else LINE_UP
    games = 3 * GAMES if ban in RARE else GAMES
    bans = tuple(frozenset({ban}) if seat in RESTRICTED else frozenset() for seat in range(4))
    game_engine = engine(
        *line_up,
        components=components(ban),
        seed=11,
        auction="on",
        bans=bans if restricted else (),
    )
    traces = []
    for game in range(games):
        events = game_engine.replay(game)
        spots = {spot["spot"]: spot["regions"] for spot in events[0]["spots"]}
        traces.append(
            [
                {**event, "regions": spots[event["spot"]]} if event["e"] == "sign" else event
                for event in events
            ]
        )
    return traces, game_engine.worker().play(0, games, ("seats",))["seats"]


def count_forbidden(traces: list[list[dict[str, Any]]], ban: str, seats: tuple[int, ...]) -> int:
    """Count how often these seats did something forbidden."""
    return sum(
        FORBIDDEN[ban](event)
        for events in traces
        for event in events
        if event.get("player") in seats
    )


def test_every_ban_is_tested():
    assert set(FORBIDDEN) == {*MECHANISMS, *(f"type:{name}" for name in TYPE_NAMES), f"card:{CARD}"}


@pytest.mark.parametrize("ban", some(FORBIDDEN, 3))
def test_a_ban_has_an_effect_is_obeyed_and_binds_nobody_else(ban):
    """A banned act occurs without the ban and not with it, except where the ban gave way."""
    others = (2, 3)
    free_traces, free_rows = play_games(ban, False)
    traces, rows = play_games(ban, True)
    assert not free_rows["corrected"].any() and not free_rows["gave_way"].any()
    assert count_forbidden(free_traces, ban, RESTRICTED) > 0
    gave_way = int(rows["gave_way"].sum())
    remaining = count_forbidden(traces, ban, RESTRICTED)
    # Both dice of a decision may have to be taken in the banned way.
    assert remaining <= gave_way * (2 if ban.startswith("dice") else 1)
    if not ban.startswith(("dice", "type", "hand", "pool")):
        assert remaining == 0
    assert gave_way < 40 or ban == "hand"
    unbanned = np.isin(rows["seat"], others)
    assert not rows["corrected"][unbanned].any() and not rows["gave_way"][unbanned].any()
    assert count_forbidden(traces, ban, others) > 0
    kinds = [
        {event["e"] for events in group for event in events if event.get("player") in others}
        for group in (free_traces, traces)
    ]
    rare = {"refund", "lost_package", "bookie", "crap_out", "vegas", "sale", "bid"}
    assert kinds[0] - rare == kinds[1] - rare
    # The referee knows nothing about bans: a game with a ban is as legal as any other.
    game_engine = engine(*LINE_UP, components=components(ban), auction="on")
    events = [
        {key: value for key, value in event.items() if key != "regions" or event["e"] != "sign"}
        for event in traces[0]
    ]
    ReferenceGame(events, Data(game_engine.components.as_dict()), False).play()


def test_empty_bans_change_nothing():
    """Games without bans, with empty bans, and with bans on the impossible are the same."""
    rows = [
        engine(*LINE_UP, bans=bans).worker().play(5, 6, tuple(TABLES))
        for bans in ((), (frozenset(),) * 4, (frozenset({"bid"}),) * 4)
    ]
    for table in TABLES:
        assert np.array_equal(rows[0][table], rows[1][table])
        assert np.array_equal(rows[0][table], rows[2][table])


STUBBORN = """
from eoc_sim.simulator.eoc.strategy_api import BET, END_TURN, mat_total

def act(table, me, params, order):
    order.number = 1
    return BET if mat_total(table, me.seat) > 0 else END_TURN
"""


def test_a_banned_order_becomes_the_default_and_is_counted(tmp_path):
    file = tmp_path / "stubborn.py"
    file.write_text(STUBBORN, encoding="utf-8")
    line_up = (str(file), *LINE_UP[1:])
    free_rows, banned_rows = (
        engine(*line_up, bans=bans).worker().play(0, 6, ("seats",))["seats"]
        for bans in ((), (frozenset({"bet"}),))
    )
    own = free_rows["seat"] == 0
    assert (free_rows["bets"][own] > 50).all() and not free_rows["corrected"].any()
    assert not banned_rows["bets"][own].any()
    assert (banned_rows["corrected"][own] > 0).all() and not banned_rows["corrected"][~own].any()


def test_a_ban_follows_its_entry_from_seat_to_seat():
    rows = (
        engine(*LINE_UP, seating="balanced", bans=(frozenset({"bet"}),))
        .worker()
        .play(0, 24, ("seats",))["seats"]
    )
    idle = rows[rows["bets"] == 0]
    assert set(idle["game"]) == set(range(24)) and set(idle["seat"]) == set(range(4))
    assert (rows["bets"] > 0).sum() >= 48


@pytest.mark.parametrize(
    "bans", ["dice:half+dice:full", "type:culture+type:personnel+type:fundraising"]
)
def test_a_ban_gives_way_if_nothing_else_is_left(bans):
    """A ban on all dice gives way every month; a ban on all cards gives way where no card can be
    delayed."""
    rules = {"stash": "open_draft", "rules": "cutthroat"}
    restricted = (read_bans(fixed_components(), bans),)
    rows = engine(*LINE_UP, bans=restricted, **rules).worker().play(0, 4, ("seats",))["seats"]
    gave_way = rows["gave_way"][rows["seat"] == 0]
    assert (gave_way >= 12).all()
    if bans.startswith("type"):
        assert (rows["cards_played"][rows["seat"] == 0] == 0).all()


def test_bans_are_read_and_written():
    cards = fixed_components()
    assert format_bans(read_bans(cards, "dice:half + BET+card:38")) == "bet+dice:half+card:038"
    assert read_bans(cards, "") == frozenset()
    for text, message in (
        ("bett", 'Did you mean "bet"'),
        ("card:999", "no card"),
        ("bet+", "empty"),
        ("bet+bet", "twice"),
        ("card:", "names no card"),
        ("type:cultur", "type:culture"),
    ):
        with pytest.raises(InputError, match=message):
            read_bans(cards, text)
    without_card = cards.with_changes([(CARD, "copies", "0")])
    with pytest.raises(InputError, match="not in the deck"):
        read_bans(without_card, f"card:{CARD}")


def test_bans_that_the_rules_make_idle_are_left_out():
    groups = all_bans(fixed_components(), resolve("standard", {}))
    assert "bid" not in groups["each"] and "upgrades" not in groups["each"]
    assert {"bet", "dice:half", "type:culture"} <= set(groups["each"])
    assert len(groups["each-card"]) == len(fixed_components().cards)
    family = resolve("family", {})
    assert idle_reason(fixed_components(), family, "dice:half") and idle_reason(
        fixed_components(), family, "dice:full"
    )
    assert "bid" in all_bans(fixed_components(), resolve("standard", {"auction": "on"}))["each"]
