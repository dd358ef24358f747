"""Worked examples of Eleven's season, and the referee's refusals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from eoc_sim.referee.eleven.actions import play_day
from eoc_sim.referee.eleven.effects import arrive, options, perform, staff_places
from eoc_sim.referee.eleven.game import Disagreement, ReferenceGame
from eoc_sim.referee.eleven.language import parse
from eoc_sim.referee.eleven.match import choose_saved, shots
from eoc_sim.referee.eleven.pitch import Marker, Team
from eoc_sim.referee.eleven.season_match import assign, read_consequences
from eoc_sim.referee.eleven.season_scoring import objective_vp, staff_vp
from eoc_sim.referee.eleven.season_set_up import begin_season
from eoc_sim.referee.eleven.state import Manager, Member
from eoc_sim.referee.eleven.tables import MONEY, WORDS
from eoc_sim.referee.eleven.week import lose_resources, pay_upkeep, recover
from eoc_sim.referee.phrases import PhraseError
from eoc_sim.referee.records import Event, Reader
from referee.eleven.season_engine import DEFAULTS
from referee.eleven.seasons import data

NONE = [0, 0, 0, 0]


def a_season(resources: list[int], *cards: str, **rules: str) -> tuple[ReferenceGame, Manager]:
    """Return a season in week 2 with one manager's resources and cards."""
    game = ReferenceGame([], data())
    game.rules = {**DEFAULTS, **rules}
    manager = Manager(0, resources=list(resources), levels=[2, 2, 2, 2])
    game.managers = [manager]
    game.week = 2
    game.piles = {name: [] for name in ("players", "youngsters", "staff", "sponsors", "tactics")}
    game.discards = {name: [] for name in game.piles}
    game.rows = {name: [] for name in game.piles}
    manager.squad = {card: Member(data().season.cards[card]) for card in cards}
    return game, manager


def feed(game: ReferenceGame, *events: dict[str, Any]) -> None:
    game.reader = Reader([{"manager": 0, **event} for event in events], WORDS)


def act(kind: str, card: str | None, price: int = 0, **fields: Any) -> dict[str, Any]:
    cash = fields.pop("cash", 0)
    return {
        "e": "act", "day": 1, "kind": kind, "extra": False, "card": card, "way": None,
        "price": price, "gains": [cash, 0, 0, 0], **fields,
    }  # fmt: skip


def effect(source: str, clause: int, **fields: Any) -> dict[str, Any]:
    return {
        "e": "effect", "source": source, "clause": clause, "paid": NONE, "cards": [],
        "markers": [], "die": None, "gains": NONE, "levels": NONE, "vp": 0, **fields,
    }  # fmt: skip


# --- Examples


def test_ex_3_an_ordinary_sale():
    """EX-3, ACT-2: a card of strength 4 brings 6."""
    game, manager = a_season([0, 0, 0, 0], "P12")
    feed(game, act("sell", "P12"), {"e": "sale", "card": "P12", "money": 6, "vp": 0})
    play_day(game, manager, 1)
    game.reader.end()
    assert manager.resources == [6, 0, 0, 0]
    assert game.discards["players"] == ["P12"]


def test_ex_28():
    """EX-28, CLU-7: 3 + 1 + 1 money is due; 3 is paid, and 2 VP are lost."""
    game, manager = a_season([3, 0, 0, 0], "P01", "P02", "P03", "P04", "P05", "P06", "P07")
    manager.staff = ["S01", "S13", "S24"]
    manager.tokens = ["I01", "I05"]
    feed(game, {"e": "upkeep", "due": [3, 1, 1], "paid": 3, "vp": -2, "left": None})
    pay_upkeep(game, manager)
    assert (manager.resources[MONEY], manager.penalty_vp) == (0, -2)


def test_clu_1_keep_money():
    """CLU-1: with `keep = money` the other resources are lost, in an event of their own."""
    game, manager = a_season([4, 2, 0, 3], keep="money")
    feed(game, {"e": "loss", "lost": [0, 2, 0, 3]})
    lose_resources(game, manager)
    assert manager.resources == [4, 0, 0, 0]
    lose_resources(game, manager)
    game.reader.end()
    game, manager = a_season([4, 2, 0, 3], keep="money")
    feed(game, {"e": "loss", "lost": [4, 2, 0, 3]})
    with pytest.raises(Disagreement, match="CLU-1"):
        lose_resources(game, manager)


def test_clu_7_leave():
    """CLU-7: with `unpaid = leave` the most expensive staff card leaves and no VP is lost."""
    game, manager = a_season([0, 0, 0, 0], unpaid="leave")
    manager.staff = ["S01", "S14", "S17"]
    feed(game, {"e": "upkeep", "due": [0, 1, 0], "paid": 0, "vp": 0, "left": "S14"})
    pay_upkeep(game, manager)
    assert (manager.staff, manager.penalty_vp) == (["S01", "S17"], 0)


@pytest.mark.parametrize(
    ("kind", "added_weeks", "until"), [("injury", 1, 4), ("injury", 0, 3), ("suspension", 1, 3)]
)
def test_ex_29(kind: str, added_weeks: int, until: int):
    """EX-29, PLA-3: an injury in the match of week 2 lasts until the end of week 4.

    An injury on Monday and a suspension in the match last until the end of week 3.
    """
    game, manager = a_season(NONE, "P11")
    game.added_weeks = added_weeks
    held = manager.squad["P11"]
    manager.match.cards = ["P11"]
    if kind == "suspension":
        manager.match.result = "loss"
        dice = {"dice": [3, 9], "rerolled": [], "kind": kind, "card": "P11", "gains": NONE}
        feed(game, {"e": "consequence", **dice})
        read_consequences(game, manager)
    else:
        feed(game, effect("P11", 0, die=1))
        perform(game, manager, next(options(game, manager, "after")))
    assert held.is_out
    for week in range(2, until):
        game.week = week
        recover(game, manager)
    assert held.is_out
    game.week = until
    feed(game, {"e": "recover", "card": "P11", "token": kind})
    recover(game, manager)
    assert not held.is_out


def test_ex_33():
    """EX-33, MAT-5: the fitness of Warm-up pays for one card's ability; the rest is lost."""
    game, manager = a_season(NONE, "P07", "V3")
    match = manager.match
    match.cards = ["P07", "V3"]
    match.card_resources = {"P07": [0, 0, 0, 0], "V3": [0, 0, 0, 0]}
    match.cells = {2: "dc", 6: "mc"}
    manager.tactic = data().tactics["T09"]
    feed(
        game,
        effect("T09", 0, cards=["P07", "V3"]),
        effect("P07", 0, paid=[0, 0, 0, 1]),
    )
    perform(game, manager, next(options(game, manager, "prepare")))
    perform(game, manager, next(options(game, manager, "before")))
    assert match.supply == {"P07": 0, "V3": 1}
    assert match.strength_changes == {2: 2}
    assert manager.resources == NONE


def test_ex_34():
    """EX-34, MAT-12: number 12 hits nobody."""
    game, manager = a_season(NONE, "P11")
    manager.match.cards, manager.match.result = ["P11"], "loss"
    dice = {"dice": [1, 12], "rerolled": [], "kind": "injury", "card": None, "gains": NONE}
    feed(game, {"e": "consequence", **dice})
    read_consequences(game, manager)
    assert not manager.squad["P11"].is_out


def test_ter_1_at_most_64_rerolls():
    """TER-1: after 64 re-rolls the dice stand."""
    game, manager = a_season([0, 99, 0, 0])
    feed(game, {"e": "consequence", "dice": [1, 12], "rerolled": [[0, 1]] * 65})
    with pytest.raises(Disagreement, match="only 64 re-rolls") as error:
        read_consequences(game, manager)
    assert error.value.rule == "TER-1"


def test_ex_36():
    """EX-36, SET-5, CLU-6: directors set levels and bring two staff cards, so no place is left."""
    game, manager = a_season([5, 0, 0, 0])
    manager.staff = ["S01"]
    game.hands = {
        "directors": [["D01", "D05", "D10", "D02"]], "objectives": [["J01", "J02"]],
    }  # fmt: skip
    game.rules["staff"] = "on"
    game.piles["staff"] = ["S13", "S21", "S16", "S22"]
    game.rules.update(market_staff="0", sponsors="off")
    feed(
        game,
        *({"e": "draft", "round": number, "card": card}
          for number, card in enumerate(["D01", "D05", "D10"], 1)),
        {"e": "levels", "manager": None, "levels": [[3, 3, 1, 4]]},
        effect("D05", 0, cards=["S21"]),
        effect("D10", 0, cards=["S16"]),
        {"e": "objective", "card": "J01"},
    )  # fmt: skip
    begin_season(game)
    game.reader.end()
    assert manager.staff == ["S01", "S21", "S16"]
    assert len(manager.staff) == staff_places(game, manager)


def test_sco_4_sets():
    """SCO-4: four of a colour score 5 VP, two of another 1."""
    game, manager = a_season(NONE)
    manager.staff = ["S01", "S05", "S07", "S10", "S13", "S16"]
    assert staff_vp(game, manager) == 6


@pytest.mark.parametrize(("conceded", "vp"), [(9, 0), (8, 4), (6, 4), (5, 8)])
def test_sco_5_at_most(conceded: int, vp: int):
    """SCO-5: Iron Wall is fulfilled at 8 or fewer goals against, and perfect at 5 or fewer."""
    game, manager = a_season(NONE)
    manager.objective, manager.goals_against = "J11", conceded
    assert objective_vp(game, manager) == vp


def test_clu_2_beyond_the_upper_end():
    """CLU-2: a level that would rise above 5 gives 2 of its resource instead."""
    game, manager = a_season([0, 0, 0, 0])
    manager.levels = [1, 5, 2, 2]
    feed(game, effect("N02", 0, gains=[0, 2, 0, 0]))
    arrive(game, manager, "N02")
    assert (manager.levels, manager.resources) == ([1, 5, 2, 2], [0, 2, 0, 0])


def test_mat_8_feint_and_strong_shot():
    """MAT-8, MAT-9: only a stronger shield stops a feint, but the keeper may save it.

    Given the choice, a shield stops a ball that ignores the keeper, even if another ball is
    stronger.
    """
    shield = Team([Marker(2, "dc", "shield", 2)], 5, 3)
    ball = Marker(9, "fc", "ball", 2)
    assert shots(Team([ball], 1, 1), shield) == []
    feint = Team([Marker(9, "fc", "ball", 2, feints=True)], 1, 1)
    assert len(choose_saved(shots(feint, shield), shield)) == 1
    both = [Marker(9, "fc", "ball", 1, ignores_keeper=True), Marker(10, "fc", "ball", 2)]
    left = shots(Team(both, 1, 1), shield)
    assert [attempt.number for attempt in left] == [10]


# --- Refusals


def assert_refused(rule: str, words: str, *events: dict[str, Any], **state: Any) -> None:
    """Check that this rule refuses a day's events."""
    rules = state.pop("rules", {})
    game, manager = a_season(state.pop("resources", [5, 5, 5, 5]), "P01", "Y01", "V1", **rules)
    game.rows.update(
        players=["P02", "P03"], youngsters=["Y02"], staff=["S05", "S13"],
        sponsors=["N01", "N02", "N05", "N06", "N07"],
    )  # fmt: skip
    for name, value in state.items():
        setattr(manager, name, value)
    feed(game, *events)
    with pytest.raises(Disagreement, match=words) as error:
        play_day(game, manager, 1)
    assert error.value.rule == rule


@pytest.mark.parametrize(
    ("rule", "words", "events", "state"),
    [
        ("ACT-1", "the price is 7", [act("hire", "P02", 7)], {}),
        ("ACT-1", "not in the Transfer Area", [act("hire", "P09", 6)], {}),
        ("ACT-1", "not in the Transfer Area", [act("hire", "V2", 0)], {}),
        ("ACT-1", "price is 3; by the rules it should be 6", [act("hire", "P03", 3)],
         {"resources": [9, 0, 0, 0]}),
        ("ACT-2", "the manager holds", [act("sell", "P02")], {}),
        ("ACT-3", "the row is", [act("staff", "S14", 4)], {}),
        ("ACT-3", "the price is 4", [act("staff", "S05", 4)], {"resources": [3, 0, 0, 0]}),
        ("CLU-6", "all 3 staff places", [act("staff", "S13", 3)],
         {"staff": ["S01", "S14", "S16"]}),
        ("ACT-4", "the staff is", [{"e": "dismiss", "day": 1, "card": "S02"}], {}),
        ("ACT-5", "sponsors available", [act("sponsor", "N06", way="small", cash=3)], {}),
        ("ACT-5", "the ways are", [act("sponsor", "N01", way="wall")], {}),
        ("ACT-5", "the shirt already has", [act("sponsor", "N01", way="shirt")],
         {"sponsors": {"N09": "shirt"}}),
        ("CLU-4", "no ad board", [act("sponsor", "N01", way="money")],
         {"sponsors": {"N09": "money", "N10": "bonus"}}),
        ("ACT-5", "of a pass action cannot be small", [act("pass", None, way="small")], {}),
        ("ACT-8", "must not name a card", [act("pass", "P01")], {}),
        ("ACT-0", "the actions are", [act("train", "P01")], {}),
        ("ACT-6", "the tokens are", [act("build", "I08", 4)], {}),
        ("ACT-6", "the price is 7", [act("build", "I02", 7)], {}),
        ("ACT-6", "nothing may be built", [act("build", "I03", 3)], {"rules": {"stadium": "off"}}),
        ("CLU-5", "once", [act("build", "I03", 3)], {"tokens": ["I03"]}),
        ("CLU-6", "at step 0", [act("build", "office", 3)], {}),
        ("CLU-6", "at step 4", [act("build", "office", 3)], {"office": 4}),
        ("WEE-2", "no action is left", [act("pass", None), act("pass", None, extra=True)],
         {"resources": [5, 5, 1, 5]}),
        ("WEE-2", "no action is left", [act("pass", None), act("pass", None, extra=True)],
         {"rules": {"extra_per_day": "0"}}),
        ("WEE-2", "extra is false", [act("pass", None), act("pass", None)], {}),
        ("ACT-9", "cannot take", [{"e": "free_action", "day": 1, "source": "S01", "clause": 0}],
         {}),
        ("ACT-9", "cannot take", [{"e": "free_action", "day": 1, "source": "S01", "clause": 0}],
         {"staff": ["S01"], "resources": [5, 5, 5, 0]}),
        ("ACT-9", "cannot take", [{"e": "free_action", "day": 1, "source": "S01", "clause": 0}],
         {"staff": ["S01"], "actions_used": {("S01", 0)}}),
        ("EFF-1", "can be named", [
            {"e": "free_action", "day": 1, "source": "S01", "clause": 0},
            effect("S01", 0, paid=[0, 0, 0, 1], cards=["P02"])], {"staff": ["S01"]}),
        ("WEE-2", "one free action", [
            {"e": "free_action", "day": 1, "source": "S01", "clause": 0},
            effect("S01", 0, paid=[0, 0, 0, 1], cards=["P01"]),
            {"e": "free_action", "day": 1, "source": "S05", "clause": 0}],
         {"staff": ["S01", "S05"]}),
    ],
)  # fmt: skip
def test_refusals_of_a_day(
    rule: str, words: str, events: list[dict[str, Any]], state: dict[str, Any]
):
    """WEE-2, ACT-0 to ACT-9, CLU-4 to CLU-6, EFF-1: a day's illegal events are refused."""
    assert_refused(rule, words, *events, **state)


@pytest.mark.parametrize(
    ("change", "words"),
    [({"copies": 1}, "no token of this kind"), ({"space": "stand 3"}, "no stand 3 space")],
)
def test_refusals_of_a_token(change: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch):
    """CLU-5: a token is refused if no copy of its kind is left or its space is taken."""
    tokens = data().season.tokens
    monkeypatch.setitem(tokens, "I03", replace(tokens["I03"], **change))
    game, manager = a_season([5, 5, 5, 5])
    game.managers.append(Manager(1, tokens=["I03"]))
    manager.tokens = ["I01"]
    feed(game, act("build", "I03", 3))
    with pytest.raises(Disagreement, match=words) as error:
        play_day(game, manager, 1)
    assert error.value.rule == "CLU-5"


@pytest.mark.parametrize(
    ("rule", "words", "fielded", "put", "resources"),
    [
        ("MAT-5", "the squad is", ["P02"], [NONE], [5, 5, 5, 5]),
        ("PLA-3", "cannot be assigned", ["Y01"], [NONE], [5, 5, 5, 5]),
        ("MAT-5", "costs 1 fitness", ["P01"], [NONE], [5, 5, 5, 0]),
        ("MAT-5", "the manager has", ["P01"], [[0, 6, 0, 0]], [5, 5, 5, 5]),
        ("MAT-5", "the manager has", ["P01"], [[0, 0, 0, 1]], [5, 5, 5, 1]),
        ("MAT-5", "one entry per card", ["P01"], [], [5, 5, 5, 5]),
        ("MAT-4", "one card per jersey", ["P01", "P14"], [NONE, NONE], [5, 5, 5, 5]),
    ],
)
def test_refusals_of_an_assignment(
    rule: str, words: str, fielded: list[str], put: list[list[int]], resources: list[int]
):
    """MAT-4, MAT-5, PLA-3: illegal preparations are refused."""
    game, manager = a_season(resources, "P01", "P14", "Y01")
    manager.squad["Y01"].injured_until = 3
    record = {"e": "prepare", "fielded": fielded, "put": put, "fitness": len(fielded)}
    with pytest.raises(Disagreement, match=words) as error:
        assign(game, manager, Event(1, record, WORDS))
    assert error.value.rule == rule


# --- The effect language


@pytest.mark.parametrize(
    "text",
    [
        "now", "noon: 1 money", "now: money", "now: 1 gold", "now: 1 level money",
        "now: pay x fans: 1 vp", "now: pay 1 vp: 1 fans", "now: pay 1 fans: if win: 1 vp",
        "after: if winning: 1 fans", "end: 1 vp per goal", "now: 1 train twice",
        "before: 1 gloves others 2", "before: 1 strength others", "now: 1 refresh youngsters",
    ],
)  # fmt: skip
def test_unreadable_phrases(text: str):
    """EFF-1: the referee's own parser refuses these phrases."""
    with pytest.raises(PhraseError):
        parse(text)


def test_a_phrase_with_every_part():
    """EFF-1: moment, conditions, cost, gain, counter and limit are read."""
    (clause,) = parse("after: if win and die <= 2: pay 1 fans: 2 money per 2 stand_fan up to 3")
    assert clause.conditions == ("win", "die <= 2")
    assert clause.die_conditions == ["die <= 2"]
    assert clause.cost == (0, 1, 0, 0)
    assert [clause.number(fans) for fans in (0, 1, 2, 3, 4, 9)] == [0, 0, 2, 2, 3, 3]
