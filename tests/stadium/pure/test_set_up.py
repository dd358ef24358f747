"""Set-up (SET), impossible rule sets (SWI), and the sources of luck (RND)."""

from __future__ import annotations

from collections import Counter

import pytest
from scipy.stats import chisquare
from stadium.games import engine
from stadium.rule_sets import components_with
from stadium.tabletop import Tabletop

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.random_streams import draw, game_key_0, game_key_1
from eoc_sim.simulator.kernel.seating import FIXED
from eoc_sim.simulator.stadium.cards import draw_employee, turn_up_player
from eoc_sim.simulator.stadium.component_cells import change
from eoc_sim.simulator.stadium.components import load
from eoc_sim.simulator.stadium.rules import RULES, remarks
from eoc_sim.simulator.stadium.set_up import key_strategy_streams, set_up

UNLIKELY = 1e-4
"""The seeds are fixed, so a p-value below this means that luck is not uniform."""


def setup_event(table):
    return table.events("setup")[0]


def decks(table):
    return setup_event(table)["decks"]


def set_up_again(table, game, seed=1):
    """Set up another game on the same table."""
    table.trace.position = 1
    set_up(table.state, table.trace, table.policies, seed, game, FIXED)
    return table


def assert_uniform(counts, cells):
    assert len(counts) == cells and chisquare(list(counts.values())).pvalue > UNLIKELY, counts


# --- Starting positions


@pytest.mark.parametrize(("owners", "vps"), [(2, 3), (3, 2), (4, 2), (5, 2)])
def test_starting_holdings(owners, vps):
    """SET-1, SET-2: owners start with 3 money, 7 blocks and 2 VPs, or 3 VPs if there are two
    owners."""
    table = Tabletop(owners).game_table
    for seat in range(5):
        is_playing = int(seat < owners)
        assert table.tokens[seat].tolist() == [3 * is_playing, 0, 0, 0, 0]
        assert (table.blocks_left[seat], table.vps[seat]) == (7 * is_playing, vps * is_playing)
    for name in (
        "team",
        "hired",
        "block",
        "point_tokens",
        "bonus_tiles",
        "away",
        "new_vps",
        "face_down_count",
    ):
        assert not getattr(table, name).any()


@pytest.mark.parametrize("owners", [0, 1, 6])
def test_number_of_owners(owners):
    """SET-1: two to five owners play."""
    with pytest.raises(InputError, match=r"2 to 5 owners, not \d \(SET-1\)"):
        engine(*["random"] * owners)


def test_switches_of_starting_holdings():
    """SET-2: switches set money, blocks and VPs."""
    table = Tabletop(2, start_money=9, blocks=4, vps_start=1).game_table
    assert table.tokens[:2, 0].tolist() == [9, 9]
    assert table.blocks_left[:2].tolist() == [4, 4] and table.vps[:2].tolist() == [1, 1]
    assert Tabletop(5, vps_start=4).game_table.vps.tolist() == [4] * 5


@pytest.mark.parametrize("arrows", ["on", "off"])
def test_arrows(arrows):
    """SET-3: each space with an arrow starts with a single bonus token; it adds none later."""
    table = Tabletop(2, arrows=arrows)
    expected = [0, 1, 1, 0, 0, 0, 1, 1, 0] if arrows == "on" else [0] * 9
    assert table.game_table.bonus_tokens.tolist() == expected
    table.to("placing")
    assert table.events("round")[0]["tokens"] == [("bare", "single")[n] for n in expected]


def test_the_first_commissioner_is_drawn():
    """SET-4: every owner is drawn equally often."""
    for owners in (2, 3, 5):
        table = Tabletop(owners)
        counts = Counter(int(set_up_again(table, game).game_table.first) for game in range(300))
        assert_uniform(counts, owners)
        assert table.game_table.commissioner == table.game_table.first


def test_two_decks():
    """SET-5: decks have all cards of a kind with their copies, shuffled each game."""
    table = Tabletop(
        2, components=components_with({"player.P03.copies": "4", "employee.E02.copies": "0"})
    )
    output = decks(table)
    assert Counter(output["players"]) == Counter(
        {**{f"P{n:02}": 1 for n in range(1, 25)}, "P03": 4}
    )
    assert sorted(output["employees"]) == [f"E{n:02}" for n in range(1, 25) if n != 2]
    assert table.game_table.players_left == 27 and table.game_table.employees_left == 23
    other = decks(set_up_again(table, 1))
    assert other["players"] != output["players"] and other["employees"] != output["employees"]


def test_every_card_may_be_anywhere():
    """SET-5, RND-1: every card is equally likely at the top and at the bottom, and
    either order of two cards is equally likely."""
    table = Tabletop(2)
    top, bottom, order = Counter(), Counter(), Counter()
    for game in range(720):
        output = decks(set_up_again(table, game))
        top[output["players"][0]] += 1
        bottom[output["employees"][-1]] += 1
        order[output["players"].index("P01") < output["players"].index("P02")] += 1
    assert_uniform(top, 24)
    assert_uniform(bottom, 24)
    assert_uniform(order, 2)


def test_the_draft_area_at_the_start():
    """SET-6, SET-7: the area has the data's point tokens, two tokens of 5 money, and no player."""
    table = Tabletop(2)
    output = setup_event(table)
    assert (table.game_table.point_tokens_left, table.game_table.five_million_left) == (4, 2)
    assert output["draft_area"] == [] and output["face_down"] == [[], []]
    other = Tabletop(
        2, components=change(load(), [("board.point_tokens", "1 3 2")]), five_million_tokens=5
    ).game_table
    assert other.point_tokens_left == 3 and other.five_million_left == 5
    assert other.point_token_value[:3].tolist() == [3, 2, 1]


def test_cards_from_the_start():
    """SET-7, RND-3: cards come off the top: players first, then employees, which are dealt one by
    one, beginning with the first commissioner. The cards below stay."""
    plain = Tabletop(3, seed=4)
    table = Tabletop(3, seed=4, draft_area_start=3, employees_start=2)
    output = setup_event(table)
    assert output["decks"] == decks(plain)
    assert output["draft_area"] == sorted(output["decks"]["players"][:3])
    first = set_up_again(Tabletop(3, seed=4), 0, seed=4).game_table.first
    for turn in range(3):
        dealt = output["decks"]["employees"][turn:6:3]
        assert output["face_down"][(first + turn) % 3] == sorted(dealt)
    below = table.box.player_deck[: table.game_table.players_left].tolist()
    assert below == plain.box.player_deck[: 24 - 3].tolist()
    below = table.box.employee_deck[: table.game_table.employees_left].tolist()
    assert below == plain.box.employee_deck[: 24 - 6].tolist()
    assert table.game_table.face_down_count[:3].tolist() == [2, 2, 2]


def test_three_levels():
    """SET-8: the field is at the bottom, and buildings are on three levels; each level needs a
    place."""
    table = Tabletop(2).game_table
    assert sorted(set(table.place_level[: table.places].tolist())) == [0, 1, 2, 3]
    removed = [(f"building.B{number}.absent", "yes") for number in (12, 13, 14)]
    with pytest.raises(InputError, match="no building of level 3"):
        change(load(), removed)
    removed = [(f"field.F{number}.absent", "yes") for number in (10, 11, 12)]
    with pytest.raises(InputError, match="no square of the category bowl"):
        change(load(), removed)


# --- Impossible rule sets


@pytest.mark.parametrize(
    ("owners", "settings", "sentence"),
    [
        (3, {"vps_start": 4, "vp_max": 3}, r"vps_start = 4 is more than vp_max = 3 \(SWI-1\)"),
        (2, {"vp_max": 2}, r"Each of the 2 owners starts with 3 VPs, but vp_max = 2 \(SWI-1\)"),
        (3, {"vp_max": 1}, r"Each of the 3 owners starts with 2 VPs, but vp_max = 1 \(SWI-1\)"),
    ],
)
def test_impossible_rule_sets(owners, settings, sentence):
    """SWI-1: each impossible rule set is refused with its own sentence."""
    with pytest.raises(InputError, match=sentence):
        engine(*["random"] * owners, **settings)


def test_too_few_places():
    """SWI-1: a rule set with more blocks than places is refused."""
    cells = {f"building.B{n:02}.absent": "yes" for n in (2, 3, 4, 5, 6, 8, 9, 10, 11, 13, 14)}
    cells |= {f"field.F{n:02}.absent": "yes" for n in (2, 3, 5, 6, 8, 9, 11, 12)}
    few_places = components_with(cells)
    engine("random", "random", components=few_places, blocks=7)
    with pytest.raises(InputError, match=r"8 blocks, but the boards have only 7 .*\(SWI-1\)"):
        engine("random", "random", components=few_places, blocks=8)


def test_idle_settings_and_a_small_board_are_reported():
    """SWI-1: settings without effect, and VPs that may stay unplaced, are reported."""

    def idle(**settings):
        rules = RULES.resolve("standard", {name: str(value) for name, value in settings.items()})
        return set(rules.idle())

    assert idle(loss_count="token") == set()
    assert idle(loss_count="token", bonus_tokens="double") == {"loss_count"}
    assert idle(vp_salary_due="all", vp_salary=0) == {"vp_salary_due", "unpaid_vp"}
    standard = RULES.resolve("standard", {})
    assert remarks(standard, load(), 5) == []
    many_vps = RULES.resolve("standard", {"vp_max": "6"})
    small_board = components_with(
        {
            "space.1.bonus4": "",
            "space.2.bonus4": "",
            "space.3.bonus4": "",
            "space.4.bonus4": "",
            "space.5.bonus4": "",
            "space.6.bonus4": "",
            "space.7.bonus4": "",
        }
    )
    (message,) = remarks(many_vps, small_board, 5)
    assert "29 bonus spaces, fewer than the 30 VPs" in message


def test_cells_of_the_sheets_change_the_game():
    """SWI-2: the sheets set the effects and numbers printed on boards and cards."""
    keys = {
        "space.8.effect": "sponsorship: 5 money",
        "field.F01.wins": "4",
        "building.B07.construction": "3",
        "player.P15.salary": "0",
        "employee.E01.effect": "star: 9 money",
        "board.ticket_steps": "3:9",
        "space.1.arrow": "yes",
        "space.1.bonus1": "star",
    }
    table = Tabletop(2, components=change(load(), list(keys.items())))
    facts = table.game_table
    assert facts.place_wins[table.place("F01")] == 4
    assert facts.place_price[table.place("B07")].tolist() == [0, 0, 0, 0, 3]
    assert facts.player_salary[table.card("P15")] == 0
    assert facts.ticket_money[0] == 9 and facts.bonus_tokens[0] == 1 and facts.bonus[0, 0] == 6
    table.ready_to_act()
    table.stand(0, "sponsorship", 1)
    table.act()
    assert table.tokens(0) == {"money": 8}


# --- Streams


def luck(table):
    """Return the luck of the set-up, of two renewals and of strategies."""
    output = decks(table)
    values = {"first": int(table.game_table.first), **{name: output[name] for name in output}}
    for time in (1, 2):
        values[f"renewed players {time}"] = renewed(table, "player")
        values[f"renewed employees {time}"] = renewed(table, "employee")
    for seat in range(table.game_table.owners):
        key_strategy_streams(table.state)
        values[f"strategy {seat}"] = [draw(table.state.seats[seat], 1000) for _ in range(5)]
    return values


def renewed(table, deck):
    """Renew a deck from cards 1 to 12, and return its order."""
    game_table = table.game_table
    setattr(game_table, f"{deck}s_left", 0)
    getattr(game_table, f"discarded_{deck}s")[:] = 0
    getattr(game_table, f"discarded_{deck}s")[:12] = 1
    if deck == "player":
        turn_up_player(table.state, table.trace)
    else:
        draw_employee(table.state, table.trace, 0)
    return getattr(table.box, f"{deck}_deck")[:12].tolist()


def test_every_use_of_chance_has_its_own_stream():
    """RND-2: decks, renewals, strategies, seeds and games are independent."""
    drawn_luck = luck(set_up_again(Tabletop(2), 0, seed=5))
    orders = [
        tuple(drawn_luck[f"renewed {deck} {time}"])
        for deck in ("players", "employees")
        for time in (1, 2)
    ]
    shuffled = [
        tuple(int(card[1:]) for card in drawn_luck[deck]) for deck in ("players", "employees")
    ]
    assert len(set(orders)) == 4 and len(set(shuffled)) == 2
    assert drawn_luck["strategy 0"] != drawn_luck["strategy 1"]
    for table in (Tabletop(2, seed=6), set_up_again(Tabletop(2), 1, seed=5)):
        other = luck(table)
        assert all(drawn_luck[name] != other[name] for name in drawn_luck if name != "first")
    assert luck(set_up_again(Tabletop(2, seed=6), 0, seed=5)) == drawn_luck


def test_the_number_of_owners_changes_only_the_first_commissioner():
    """RND-2: with 2 to 5 owners only the first commissioner differs."""
    values = [luck(Tabletop(owners, seed=3)) for owners in (2, 3, 4, 5)]
    for value in values[1:]:
        assert all(value[name] == values[0][name] for name in values[0] if name != "first")


@pytest.mark.parametrize(
    "settings",
    [
        {"start_money": 9},
        {"arrows": "off"},
        {"draft_area_start": 4},
        {"employees_start": 3},
        {"vps_start": 4},
        {"bonus_tiles": "firsts"},
        {"five_million_tokens": 0},
    ],
    ids=lambda settings: next(iter(settings)),
)
def test_rules_shift_no_stream(settings):
    """RND-2, RND-3: switches leave all luck unchanged."""
    assert luck(Tabletop(3, seed=3, **settings)) == luck(Tabletop(3, seed=3))


def test_strategies_draws_shift_no_other_stream():
    """RND-2, INF-2: a strategy has its own draws, new each round."""
    table = Tabletop(2, seed=3)
    before = [table.box.key[0], table.box.key[1]]
    key_strategy_streams(table.state)
    first = [draw(table.state.seats[0], 1000) for _ in range(5)]
    plain = renewed(table, "player")
    assert [table.box.key[0], table.box.key[1]] == before
    assert plain == renewed(Tabletop(2, seed=3), "player")
    table.game_table.round += 1
    key_strategy_streams(table.state)
    assert [draw(table.state.seats[0], 1000) for _ in range(5)] != first


@pytest.mark.parametrize("deck", ["players", "employees"])
def test_adding_or_removing_a_card_keeps_the_others_order(deck):
    """RND-1: the others keep their order in the first shuffle; copies have separate keys."""
    word, letter = deck[:-1], deck[0].upper()
    plain = decks(Tabletop(2, seed=9))[deck]
    fewer = components_with({f"{word}.{letter}05.copies": "0"})
    assert decks(Tabletop(2, components=fewer, seed=9))[deck] == [
        card for card in plain if card != f"{letter}05"
    ]
    more = decks(
        Tabletop(2, components=components_with({f"{word}.{letter}05.copies": "3"}), seed=9)
    )[deck]
    assert more.count(f"{letter}05") == 3
    assert [card for card in more if card != f"{letter}05"] == [
        card for card in plain if card != f"{letter}05"
    ]
    places = [index for index, card in enumerate(more) if card == f"{letter}05"]
    assert places[2] - places[0] > 2
    changed_card = components_with({f"{word}.{letter}05.effect": "football: 3 wins"})
    assert decks(Tabletop(2, components=changed_card, seed=9))[deck] == plain


@pytest.mark.parametrize("deck", ["player", "employee"])
def test_a_renewal_without_a_card_keeps_the_others_order(deck):
    """RND-1, GAM-6: keys belong to cards and do not depend on other discards."""
    orders = []
    for without in (None, 4):
        table = Tabletop(2, seed=9)
        setattr(table.game_table, f"{deck}s_left", 0)
        getattr(table.game_table, f"discarded_{deck}s")[:12] = 1
        if without:
            getattr(table.game_table, f"discarded_{deck}s")[without] = 0
        if deck == "player":
            drawn = turn_up_player(table.state, table.trace)
        else:
            drawn = draw_employee(table.state, table.trace, 0)
        left = int(getattr(table.game_table, f"{deck}s_left"))
        orders.append([*getattr(table.box, f"{deck}_deck")[:left].tolist(), drawn])
    assert [card for card in orders[0] if card != 4] == orders[1]


def test_a_games_key_depends_only_on_seed_and_game():
    """RND-1: an earlier game on the same table makes no difference."""
    table = set_up_again(Tabletop(2), 7, seed=11)
    assert [int(key) for key in table.box.key] == [game_key_0(11, 7), game_key_1(11, 7)]
