"""Every illegal decision is a disagreement that names the rule."""

from __future__ import annotations

from typing import Any

import pytest

from eoc_sim.referee.records import Disagreement
from eoc_sim.referee.stadium.decks import Deck
from eoc_sim.referee.stadium.game import ReferenceGame
from eoc_sim.referee.stadium.game_time import gain_from_football, pay_all_salaries
from eoc_sim.referee.stadium.losses import take_losses
from eoc_sim.referee.stadium.placing import place_vps
from referee.stadium.by_hand import a_game, an_event, an_owner, play_actions, read_events
from referee.stadium.playing import CONTENTS, Data, data_of_seed
from referee.stadium.test_worked_examples import trace_of_example_18

Event = dict[str, Any]
Things = dict[str, Any]


def with_effects(**effects: str) -> Data:
    """Return the package's data with other effects: E01="star: 2 money", space1="..."."""
    contents = {
        name: [dict(row) for row in sheet] if isinstance(sheet, list) else sheet
        for name, sheet in CONTENTS.items()
    }
    for name, sheet in contents.items():
        for row in sheet if name != "board" else []:
            key = f"space{row['number']}" if name == "spaces" else row["number"]
            row["effect"] = effects.pop(key, row["effect"])
    assert not effects
    return Data(contents)


def refused(rule: str) -> Any:
    return pytest.raises(Disagreement, match=f" {rule}: ")


# Actions: (rule, action space, the owner's things, the game's things, event)
ILLEGAL_ACTIONS: list[tuple[str, int, Things, Things, Event]] = [
    ("ACT-2", 1, {}, {}, an_event("equipment", gains={"equipment": 3}, extra={})),
    ("ACT-23", 1, {}, {}, an_event("equipment", gains={"equipment": 2}, extra={"money": 1})),
    ("ACT-3", 2, {"equipment": 1}, {},
     an_event("train", times=1, paid={"equipment": 2}, wins=1, extra=0)),
    ("ACT-3", 2, {"equipment": 2}, {},
     an_event("train", times=1, paid={"equipment": 1}, wins=1, extra=0)),
    ("ACT-3", 2, {"equipment": 2}, {}, an_event("train", times=0, paid={}, wins=0, extra=0)),
    ("ACT-3", 2, {}, {}, an_event("train", times=-1, paid={}, wins=0, extra=0)),
    ("ACT-3", 2, {}, {}, an_event("train", times=0, paid={}, wins=0, extra=1)),
    ("ACT-4", 2, {"places": "B01"}, {}, an_event("train", times=0, paid={}, wins=0, extra=2)),
    ("ACT-4", 2, {"places": "B01"}, {}, an_event("nothing", space=2)),
    ("ACT-5", 3, {"face_down": "E02"}, {}, an_event("hire", employee="E02", paid=1)),
    ("ACT-5", 3, {"face_down": "E02", "money": 1}, {}, an_event("hire", employee="E02", paid=0)),
    ("ACT-5", 3, {"face_down": "E02"}, {}, an_event("hire", employee="E01", paid=0)),
    ("ACT-5", 3, {"employees": "E01"}, {}, an_event("hire", employee="E01", paid=0)),
    ("ACT-6", 3, {"money": 5}, {}, an_event("vice_president", paid=6)),
    ("ACT-6", 3, {"money": 9}, {}, an_event("vice_president", paid=5)),
    ("ACT-6", 3, {"money": 9, "vps": 4}, {}, an_event("vice_president", paid=6)),
    ("ACT-6", 3, {"money": 9, "vps": 2}, {"vp_max": "2"}, an_event("vice_president", paid=6)),
    ("ACT-7", 4, {}, {}, an_event("win", gains={"wins": 2})),
    ("ACT-7", 4, {"construction": 9}, {},
     an_event("build", building="B06", paid={"construction": 3}, points=3)),
    ("ACT-8", 4, {"wins": 5}, {}, an_event("field", square="F01", paid={}, points=3)),
    ("ACT-8", 4, {"wins": 9}, {},
     an_event("field", square="F02", paid={"equipment": 2}, points=5)),
    ("ACT-8", 4, {"wins": 9, "equipment": 2}, {},
     an_event("field", square="F02", paid={}, points=5)),
    ("ACT-8", 4, {"wins": 9}, {}, an_event("field", square="B06", paid={}, points=3)),
    ("ACT-9", 4, {"wins": 20}, {}, an_event("field", square="F04", paid={}, points=5)),
    ("ACT-9", 4, {"wins": 20, "places": "F01"}, {},
     an_event("field", square="F03", paid={}, points=5)),
    ("SCO-1", 4, {"wins": 9}, {}, an_event("field", square="F01", paid={}, points=4)),
    ("END-2", 4, {"wins": 9, "blocks": 0}, {},
     an_event("field", square="F01", paid={}, points=3)),
    ("ACT-11", 5, {"money": 1}, {},
     an_event("change", amount=2, paid={"money": 2}, gains={"construction": 2})),
    ("ACT-11", 5, {"money": 1}, {},
     an_event("change", amount=1, paid={"money": 1}, gains={"construction": 2})),
    ("ACT-11", 5, {"construction": 1}, {},
     an_event("change", amount=-1, paid={"construction": 1}, gains={"money": 1})),
    ("ACT-11", 5, {"money": 1}, {}, an_event("change", amount=0, paid={}, gains={})),
    ("ACT-12", 5, {"construction": 2}, {},
     an_event("build", building="B06", paid={"construction": 3}, points=3)),
    ("ACT-12", 5, {"construction": 3}, {},
     an_event("build", building="B05", paid={"construction": 2}, points=2)),
    ("ACT-13", 5, {"construction": 9}, {},
     an_event("build", building="B11", paid={"construction": 5}, points=6)),
    ("ACT-13", 5, {"construction": 9, "places": "F01 B01 B11"}, {},
     an_event("build", building="B13", paid={"construction": 8}, points=12)),
    ("ACT-14", 5, {"construction": 9, "places": "B06"}, {},
     an_event("build", building="B06", paid={"construction": 3}, points=3)),
    ("ACT-14", 5, {"wins": 9}, {}, an_event("build", building="F01", paid={}, points=3)),
    ("ACT-15", 6, {"wins": 9}, {}, an_event("tickets", table=6, extra=0)),
    ("ACT-16", 6, {"places": "B07"}, {}, an_event("tickets", table=0, extra=2)),
    ("ACT-15", 6, {}, {}, an_event("nothing", space=6)),
    ("ACT-17", 7, {"money": 9}, {"on_offer": "P08"}, an_event("draft", card="P09", paid=0)),
    ("ACT-17", 7, {"money": 2}, {"on_offer": "P08"}, an_event("draft", card="P08", paid=3)),
    ("ACT-17", 7, {"money": 9}, {"on_offer": "P08"}, an_event("draft", card="P08", paid=2)),
    ("ACT-18", 7, {"players": "P01"}, {"on_offer": "P08"},
     an_event("swap", card="P09", give="P01")),
    ("ACT-18", 7, {"players": "P01"}, {"on_offer": "P08"},
     an_event("swap", card="P08", give="P02")),
    ("ACT-19", 7, {"players": "P01"}, {}, an_event("cash_in", give="P02", money=5)),
    ("ACT-19", 7, {"players": "P01"}, {}, an_event("cash_in", give="P01", money=6)),
    ("ACT-19", 7, {"players": "P01"}, {}, an_event("cash_in", give="P01", points=2)),
    ("ACT-19", 7, {"players": "P01"}, {}, an_event("cash_in", give="P01", points=1, money=5)),
    ("ACT-19", 7, {"players": "P01"}, {"five_million_tokens": "0"},
     an_event("cash_in", give="P01", money=5)),
    ("ACT-21", 8, {}, {}, an_event("sponsorship", gains={"money": 3}, extra={})),
    ("ACT-22", 9, {}, {},
     an_event("merchandising", gains={"entertainment": 2}, extra={"money": 1})),
    ("ACT-0", 9, {}, {}, an_event("sponsorship", gains={"money": 2}, extra={})),
    ("ACT-0", 9, {}, {}, an_event("nothing", space=9)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "space", "owner_things", "game_things", "event"),
    ILLEGAL_ACTIONS,
    ids=[
        f"{illegal_action[0]}-{illegal_action[4]['e']}-{number}"
        for number, illegal_action in enumerate(ILLEGAL_ACTIONS)
    ],
)
def test_an_illegal_action(rule, space, owner_things, game_things, event):
    """ACT-1 to ACT-23: an illegal action is refused by its rule and changes nothing."""
    owner = an_owner(**owner_things)
    before = dict(owner.tokens)
    game = a_game(owner, an_owner(1), **game_things)
    with refused(rule):
        play_actions(game, {space: "0"}, event)
    assert owner.tokens == before


def test_a_vp_on_the_hire_space_does_not_do_both():
    """ACT-6: each VP hires employees or buys a VP, but not both, and acts once."""
    vp, hire = an_event("vice_president", paid=6), an_event("hire", employee="E01", paid=0)
    for events in ([vp, hire], [hire, vp], [hire, hire], [vp, vp]):
        with pytest.raises(Disagreement):
            play_actions(a_game(an_owner(money=20, face_down="E01")), {3: "0"}, *events)
    with refused("ACT-6"):
        play_actions(a_game(an_owner(money=20, face_down="E01")), {3: "0"}, vp, hire)
    play_actions(a_game(an_owner(money=20, face_down="E01")), {3: "00"}, hire, vp)
    with refused("ACT-6"):
        play_actions(a_game(an_owner(money=20, face_down="E01"), an_owner(1)), {3: "01"}, vp, hire)


def test_employees_are_hired_in_row_order():
    """ACT-5: one VP hires in the order of the sheet; two VPs may reverse it."""
    events = [an_event("hire", employee=card, paid=0) for card in ("E04", "E01")]
    with pytest.raises(Disagreement):
        play_actions(a_game(an_owner(face_down="E01 E04")), {3: "0"}, *events)
    play_actions(a_game(an_owner(face_down="E01 E04")), {3: "00"}, *events)
    nothing = an_event("nothing", space=3)
    play_actions(a_game(an_owner(face_down="E01 E04")), {3: "00"}, *events[::-1], nothing)
    play_actions(a_game(an_owner(face_down="E01 E04")), {3: "000"}, nothing, *events)
    for standing, stated_events in (("000", events), ("00", [*events, nothing])):
        with pytest.raises(Disagreement):
            play_actions(a_game(an_owner(face_down="E01 E04")), {3: standing}, *stated_events)


def test_places_reserved_for_one_owner():
    """ACT-10: the switch `places` determines which places are reserved."""
    square = an_event("field", square="F01", paid={}, points=3)
    building = an_event("build", building="B06", paid={"construction": 3}, points=3)
    for rule, refused_spaces in (("shared", ()), ("field_exclusive", (4,)), ("exclusive", (4, 5))):
        for space, event in ((4, square), (5, building)):
            owner = an_owner(wins=6, construction=3)
            game = a_game(owner, an_owner(1, places="F01 B06"), places=rule)
            if space in refused_spaces:
                with refused("ACT-10"):
                    play_actions(game, {space: "0"}, event)
            else:
                play_actions(game, {space: "0"}, event)


def test_only_the_first_takes_a_bonus_tile():
    """SCO-5: the bowl and level 3 each have one tile, for the first block there."""
    roof = an_event("build", building="B13", paid={"construction": 8}, points=12)
    tile = an_event("bonus_tile", place="B13", points=3)
    things: Things = {"construction": 8, "places": "F01 B01 B11 B07"}
    one, two = an_owner(0, **things), an_owner(1, **things)
    game = a_game(one, two, bonus_tiles="firsts")
    play_actions(game, {5: "01"}, roof, tile, {**roof, "owner": 1})
    assert (one.tiles, two.tiles) == ([3], [])
    with refused("SCO-5"):
        play_actions(a_game(an_owner(**things), bonus_tiles="firsts"), {5: "00"}, roof, roof)
    with refused("TRACE"):
        play_actions(a_game(an_owner(**things)), {5: "0"}, roof, tile)


def test_a_cashed_player():
    """ACT-19: the switch `cashed_player` determines where a cashed-in player goes."""
    for rule, offered, discarded in (("draft_area", ["P01"], []), ("discard", [], ["P01"])):
        game = a_game(an_owner(players="P01"), cashed_player=rule)
        play_actions(game, {7: "0"}, an_event("cash_in", give="P01", points=1))
        assert (game.draft_area, game.players.discards) == (offered, discarded)
        assert game.owners[0].point_tokens == [1]


# Placing


def placed(space: int, bonus: int, owner: int = 0, state: str = "bare") -> Event:
    return an_event("place", owner, space=space, bonus=bonus, state=state)


@pytest.mark.parametrize(
    ("rule", "events"),
    [
        ("PLA-2", [placed(4, 2), placed(4, 2, 1)]),
        ("PLA-2", [placed(4, 5)]),
        ("PLA-2", [placed(10, 1)]),
        ("PLA-2", [placed(4, 0)]),
        ("PLA-1", [placed(4, 2), placed(4, 1, 0)]),
        ("PLA-1", [placed(4, 2, 1)]),
        ("PLA-1", [placed(4, 1), placed(4, 2, 1), an_event("stop")]),
        ("BON-8", [placed(4, 2, state="single")]),
        ("BON-3", [placed(5, 2, state="single"), placed(4, 2, 1)]),
        ("BON-3", [placed(5, 2, state="single"), an_event("bonus", tokens={"money": 2})]),
        ("PLA-1", [placed(4, 2), an_event("bonus", tokens={"money": 1})]),
    ],
)
def test_illegal_placing(rule, events):
    """PLA-1, PLA-2, BON-3, BON-8: bonus spaces that are taken or do not exist, placing out of
    turn, a wrong bonus token, and a missing or wrong bonus are refused."""
    with refused(rule):
        read_events(a_game(an_owner(0), an_owner(1), levels={5: 1}), place_vps, *events)


def test_stopping_is_final():
    """PLA-1: with `may_stop` an owner stops, and the others go on."""
    game = a_game(an_owner(0, vps=3), an_owner(1), placing="may_stop")
    read_events(game, place_vps, an_event("stop"), placed(4, 1, 1), placed(4, 2, 1))
    game = a_game(an_owner(0, vps=3), an_owner(1), placing="may_stop")
    with refused("PLA-1"):
        read_events(game, place_vps, an_event("stop"), placed(4, 1, 1), placed(4, 2))


def test_vps_stay_unplaced_without_a_free_bonus_space():
    """PLA-2: 36 bonus spaces take 36 VPs, and no more are asked for."""
    everywhere = [(space, bonus) for space in range(1, 10) for bonus in range(1, 5)]
    game = a_game(an_owner(vps=38))
    read_events(game, place_vps, *(placed(space, bonus) for space, bonus in everywhere))
    assert sum(len(vps) for vps in game.standing.values()) == 36


@pytest.mark.parametrize(
    ("rule", "star"),
    [
        ("BON-5", an_event("star", employee="E03", paid={}, gains={"money": 5})),
        ("BON-5", an_event("star", employee="E05", paid={}, gains={"equipment": 3})),
        ("EFF-2", an_event("star", employee="E01", paid={}, gains={"money": 3})),
        ("EFF-2", an_event("star", employee="E07", paid={}, gains={"wins": 1})),
        ("EFF-2", an_event("star", employee="E18", paid={"money": 2}, gains={"wins": 3})),
        ("EFF-2", an_event("star", employee="E18", paid={}, gains={})),
        ("EFF-2", an_event("star", employee="E17", paid={}, gains={"construction": 3})),
        ("TRACE", an_event("star", employee="E01", paid={}, gains={"money": 0})),
    ],
)
def test_an_illegal_star(rule, star):
    """BON-5, EFF-2: unhired or face-down employees, wrong gains and unaffordable costs are
    refused."""
    owner = an_owner(vps=1, money=1, employees="E01 E07 E17 E18", face_down="E05")
    with refused(rule):
        read_events(a_game(owner, levels={4: 1}), place_vps, placed(4, 4, state="single"), star)


def test_no_star_without_a_token_or_a_star_employee():
    """BON-1, BON-5: a star needs a token and a star employee."""
    star = an_event("star", employee="E01", paid={}, gains={"money": 2})
    with refused("TRACE"):
        read_events(a_game(an_owner(vps=1, employees="E01")), place_vps, placed(4, 4), star)
    game = a_game(an_owner(vps=1, employees="E01"), levels={4: 1}, data=with_effects(E01=""))
    with refused("BON-5"):
        read_events(game, place_vps, placed(4, 4, state="single"), star)


def test_a_star_pays_with_its_own_gains():
    """EFF-1: each clause is paid for and gives its gain before the next."""
    star = an_event("star", employee="E01", paid={"money": 2}, gains={"money": 2, "wins": 1})
    for effect, legal in (
        ("star: 2 money; star: pay 2 money: 1 wins", True),
        ("star: pay 2 money: 1 wins; star: 2 money", False),
    ):
        owner = an_owner(vps=1, employees="E01")
        game = a_game(owner, levels={4: 1}, data=with_effects(E01=effect))
        events = [placed(4, 4, state="single"), star]
        if legal:
            read_events(game, place_vps, *events)
            assert owner.tokens == {"wins": 1}
        else:
            with refused("EFF-2"):
                read_events(game, place_vps, *events)


# Cards


def draw(employee: str | None, player: str | None) -> Event:
    return an_event("card", employee=employee, player=player)


def test_decks_are_renewed_when_a_card_is_needed():
    """BON-4, BON-7, GAM-6: reshuffles come first; an exhausted deck gives nothing."""
    renewed = an_event("reshuffle", None, deck="employees", cards=["E02", "E01"])
    events = [placed(4, 3, state="double"), renewed, draw("E09", "P01"), draw("E02", None)]
    for stated_events, rule in (
        (events, ""),
        ([events[0], *events[2:]], "GAM-6"),
        ([events[0], {**renewed, "cards": ["E01", "E03"]}, *events[2:]], "GAM-6"),
        ([events[0], {**renewed, "deck": "players"}, *events[2:]], "GAM-6"),
        ([events[0], renewed, draw("E09", "P01"), draw("E01", None)], "BON-4"),
        ([events[0], renewed, draw("E09", "P01")], "TRACE"),
    ):
        game = a_game(an_owner(vps=1), levels={4: 2})
        game.employees, game.players = Deck("employees", ["E09"]), Deck("players", ["P01"])
        game.employees.discards = ["E01", "E02"]
        if rule:
            with refused(rule):
                read_events(game, place_vps, *stated_events)
        else:
            read_events(game, place_vps, *stated_events)
            assert (game.owners[0].face_down, game.draft_area) == (["E09", "E02"], ["P01"])


def test_cards_show_which_of_two_equal_clauses_was_taken():
    """EFF-1: paid and gained tokens are the same, but the following cards differ."""
    effect = "star: pay 1 money: 1 cards; star: pay 1 money: 2 cards"
    star = an_event("star", employee="E01", paid={"money": 1}, gains={})
    for number in (0, 1, 2, 3):
        owner = an_owner(vps=1, money=1, employees="E01")
        game = a_game(owner, levels={4: 1}, data=with_effects(E01=effect))
        events = [placed(4, 4, state="single"), star, *[draw(None, None)] * number]
        if number in (1, 2):
            read_events(game, place_vps, *events)
        else:
            with pytest.raises(Disagreement):
                read_events(game, place_vps, *events)


# Effects of actions


def effect(source: str | int, paid: Things, gains: Things) -> Event:
    return an_event("effect", source=source, paid=paid, gains=gains)


def test_effects_besides_an_action():
    """ACT-23, EFF-1, EFF-2: other tokens and clauses with a cost have separate events, in order."""
    data = with_effects(
        B06="tickets: 1 wins; tickets: pay 1 money: 2 equipment", P01="tickets: 2 money"
    )
    sold = an_event("tickets", table=0, extra=2)
    won = effect("B06", {}, {"wins": 1})
    traded = effect("B06", {"money": 1}, {"equipment": 2})

    def play(money: int, *events: Event) -> Things:
        owner = an_owner(money=money, places="B06", players="P01")
        play_actions(a_game(owner, data=data), {6: "0"}, *events)
        return owner.tokens

    assert play(1, sold, won, traded) == {"money": 2, "wins": 1, "equipment": 2}
    assert play(1, sold, won) == {"money": 3, "wins": 1}
    with refused("EFF-2"):  # the money of P01 comes too late
        play(0, sold, won, traded)
    for events, rule in (
        ([sold, traded], "EFF-1"),
        ([sold, traded, won], "EFF-1"),
        ([sold, won, traded, traded], "EFF-1"),
        ([sold, won, won], "EFF-1"),
        ([sold, won, effect("B06", {"money": 1}, {"equipment": 3})], "EFF-1"),
        ([sold, won, effect("P01", {}, {"money": 2})], "EFF-1"),
    ):
        with refused(rule):
            play(5, *events)


def test_a_spaces_clauses_are_the_alternative_to_a_block():
    """ACT-7, ACT-11: a VP that places a block does not use the space's clauses; nor does a VP that
    does nothing on Playbook."""
    data = with_effects(space4="playbook: 1 wins; playbook: pay 1 money: 2 wins")
    win, paid_clause = an_event("win", gains={"wins": 1}), effect(4, {"money": 1}, {"wins": 2})
    square = an_event("field", square="F01", paid={}, points=3)
    owner = an_owner(money=1, wins=6)
    play_actions(a_game(owner, data=data), {4: "0"}, win, paid_clause)
    assert owner.tokens == {"wins": 9}
    for first in (square, an_event("nothing", space=4)):
        with refused("EFF-1"):
            play_actions(a_game(an_owner(money=1, wins=6), data=data), {4: "0"}, first, paid_clause)
    data = with_effects(space5="build: 1 wins; build: any number: pay 1 money: 1 construction")
    change = an_event("change", amount=1, paid={"money": 1}, gains={"construction": 1})
    nothing, free_clause = an_event("nothing", space=5), effect(5, {}, {"wins": 1})
    for events in ([change, free_clause], [nothing, free_clause], [nothing]):
        play_actions(a_game(an_owner(money=1), data=data), {5: "0"}, *events)
    with refused("EFF-1"):
        play_actions(a_game(an_owner(money=1), data=data), {5: "00"}, change, nothing)
    house = an_event("build", building="B06", paid={"construction": 3}, points=3)
    with refused("EFF-1"):
        play_actions(a_game(an_owner(construction=3), data=data), {5: "0"}, house, free_clause)


def test_a_spaces_clause_can_be_repeated():
    """EFF-1: a space's clause gives its gain as often as it is paid for."""
    data = with_effects(space8="sponsorship: any number: pay 2 wins: 3 money")
    event = an_event("sponsorship", gains={}, extra={})
    owner = an_owner(wins=5)
    play_actions(a_game(owner, data=data), {8: "0"}, event, effect(8, {"wins": 4}, {"money": 6}))
    assert owner.tokens == {"wins": 1, "money": 6}
    for paid, gains in ((6, 9), (4, 9), (3, 4)):
        with pytest.raises(Disagreement):
            stated_event = effect(8, {"wins": paid}, {"money": gains})
            play_actions(a_game(an_owner(wins=5), data=data), {8: "0"}, event, stated_event)


# Game time


@pytest.mark.parametrize(
    ("rule", "gains", "paid"),
    [
        ("", {"P01": {"wins": 1}, "B03": {"wins": 2}}, {"B03": {"money": 1}}),
        ("", {"P01": {"wins": 1}}, {}),
        ("GAM-1", {}, {}),
        ("GAM-1", {"P01": {"wins": 2}}, {}),
        ("GAM-1", {"P02": {"wins": 1}}, {}),
        ("GAM-1", {"P01": {"wins": 1}, "B03": {"wins": 2}}, {}),
        ("GAM-1", {"P01": {"wins": 1}, "B03": {"wins": 4}}, {"B03": {"money": 2}}),
        ("TRACE", {"P01": {"wins": 1}, "B03": {}}, {}),
    ],
)
def test_football_effects(rule, gains, paid):
    """GAM-1, EFF-2: free clauses always apply; each clause with a cost applies once or not at
    all."""
    game = a_game(
        an_owner(money=2, players="P01", places="B03"),
        data=with_effects(B03="football: pay 1 money: 2 wins"),
    )
    events = [an_event("football", gains=gains, paid=paid)]
    if rule:
        with refused(rule):
            read_events(game, gain_from_football, *events)
    else:
        read_events(game, gain_from_football, *events)


def test_a_refusal_of_football_gains_names_the_effects():
    """GAM-1: the message quotes each clause as on its sheet, with its source."""
    game = a_game(
        an_owner(money=2, places="B03"),
        data=with_effects(B03="football: pay 1 money: 2 wins"),
    )
    effects = r"football: pay 1 money: 2 wins \(B03\)"
    with pytest.raises(Disagreement, match=f"must be those of the owner's effects: {effects}"):
        read_events(
            game, gain_from_football, an_event("football", gains={"B03": {"wins": 3}}, paid={})
        )


def salary(due: int, paid: int, **unpaid: Any) -> Event:
    fields = {"players": [], "employees": [], "vps": 0, **unpaid}
    return an_event("salaries", due=due, paid=paid, **fields)


@pytest.mark.parametrize(
    ("rule", "event"),
    [
        ("GAM-2", salary(4, 4)),
        ("GAM-2", salary(5, 4)),
        ("GAM-2", salary(5, 2, vps=3)),
        ("GAM-3", salary(5, 5)),
        ("GAM-3", salary(5, 3, players=["P23"])),
        ("GAM-3", salary(5, 3, employees=["E01"])),
        ("GAM-3", salary(5, 2, players=["P23"], vps=1)),
        ("GAM-3", salary(5, 1, players=["P23", "P23"])),
        ("TRACE", salary(5, 4, players="P15")),
    ],
)
def test_illegal_salaries(rule, event):
    """GAM-2, GAM-3: wrong sums are refused, as are payments beyond the owner's money, and salaries
    left unpaid that the owner could pay."""
    owner = an_owner(money=4, players="P23 P15", employees="E01")
    if rule == "GAM-3" and event["players"] == ["P23"] and event["vps"] == 0:
        owner = an_owner(money=5, players="P23 P15", employees="E01")
    with refused(rule):
        read_events(a_game(owner), pay_all_salaries, event)


@pytest.mark.parametrize(
    ("rule", "events"),
    [
        ("LOS-1", []),
        ("LOS-2", [an_event("loss", space=2, what="wins")]),
        ("LOS-3", [an_event("loss", space=1, what="equipment")]),
        ("TRACE", [an_event("loss", space=2, what="equipment")] * 2),
        ("LOS-1", [an_event("loss", 1, space=2, what="equipment")]),
    ],
)
def test_illegal_losses(rule, events):
    """LOS-1 to LOS-4: losses that are missing, duplicated or of the wrong kind or space are
    refused."""
    game = a_game(an_owner(equipment=5), levels={1: 2, 2: 3})
    with refused(rule) if events else pytest.raises(Disagreement):
        read_events(game, take_losses, *events)


def test_a_lost_employee_is_a_hired_one():
    """LOS-2: an owner loses a hired employee, not a face-down one."""
    for loss, rule in (("E02", "LOS-2"), ("E01", "")):
        game = a_game(an_owner(employees="E01", face_down="E02"), levels={3: 3})
        if rule:
            with refused(rule):
                read_events(game, take_losses, an_event("loss", space=3, what=loss))
        else:
            read_events(game, take_losses, an_event("loss", space=3, what=loss))


# Set-up


@pytest.mark.parametrize(
    ("rule", "changes", "rules"),
    [
        ("SWI-1", {}, {"vps_start": "4", "vp_max": "3"}),
        ("SWI-1", {}, {"vp_max": "2"}),
        ("SWI-1", {}, {"blocks": "2"}),
        ("SWI-1", {}, {"vp_price": 6}),
        ("SWI-1", {}, {"no_such": "1"}),
        ("SET-2", {}, {"start_money": "4"}),
        ("SET-2", {}, {"blocks": "8"}),
        ("SET-3", {}, {"arrows": "off"}),
        ("SET-6", {}, {"five_million_tokens": "3"}),
        ("SET-7", {}, {"draft_area_start": "1"}),
        ("SET-7", {}, {"employees_start": "1"}),
        ("SET-4", {"first": 2}, {}),
        ("SET-4", {"first": True}, {}),
        ("SET-3", {"arrows": [2, 3, 7]}, {}),
        ("SET-6", {"point_tokens": [1, 1, 1]}, {}),
        ("SET-1", {"owners": []}, {}),
    ],
)
def test_an_illegal_set_up(rule, changes, rules):
    """SET-1 to SET-7, SWI-1: each fault of a set-up is refused."""
    trace = trace_of_example_18()
    trace[0] = {**trace[0], **changes, "rules": {**trace[0]["rules"], **rules}}
    with refused(rule):
        ReferenceGame(trace, data_of_seed(None)).play()


def test_decks_have_all_cards_of_their_sheets():
    """SET-5: a deck has all copies of its cards, and no others."""
    for cards in (["P01"] * 24, [f"P{number:02}" for number in range(1, 24)]):
        trace = trace_of_example_18()
        trace[0]["decks"]["players"] = cards
        with refused("SET-5"):
            ReferenceGame(trace, data_of_seed(None)).play()


@pytest.mark.parametrize(
    ("effects", "error"),
    [
        ({"B01": "train: any number: pay 1 money: 1 wins"}, "for action spaces only"),
        ({"space1": "train: 1 wins"}, "the moment of its effect should be"),
        ({"space1": "equipment: any number: 1 wins"}, "repeated without end"),
        ({"B01": "sometimes: 1 wins"}, "is not a moment"),
        ({"B01": "train: 0 wins"}, "not a number and a kind"),
        ({"B01": "train: 1 points"}, "the kinds are"),
        ({"B01": "train: pay 1 cards: 1 wins"}, "the kinds are"),
        ({"B01": "train: pay 1 money: pay 1 wins: 1 wins"}, "at most one cost"),
    ],
)
def test_invalid_phrases(effects, error):
    """EFF-1: phrases outside the language are refused."""
    with pytest.raises(ValueError, match=error):
        with_effects(**effects)
