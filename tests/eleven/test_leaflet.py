"""The leaflet's further content, in plain Python or compiled (EXT)."""

from __future__ import annotations

import json

import pytest
from eleven.games import engine

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.component_cells import changed
from eoc_sim.simulator.eleven.components import NEW_CONTENT, load
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.kernel.records import field_of

DATA = load()


def numbers(switch):
    return [one.number for one in DATA.new_rows(switch)]


def fact(one, name):
    return field_of(one.worker().part("table"), name)


def dealt(players=4, game=0, **settings):
    """The set-up of a game of one week, as text."""
    one = engine(*["random"] * players, layer="season", weeks=1, **settings)
    return json.dumps(one.replay(game)[0])


# --- New content.


@pytest.mark.parametrize(
    "switch", [one for one in NEW_CONTENT if one not in ("new_tokens", "new_lineups")]
)
def test_new_content_is_shuffled_into_its_deck(switch):
    """EXT-2: only with its switch; no other deck is dealt otherwise."""
    plain = json.loads(dealt())
    setup = json.loads(dealt(**{switch: "on"}))
    text = json.dumps([setup["decks"], setup["directors"], setup["objectives"]])
    known = sum(f'"{number}"' in text for number in numbers(switch))
    # Four managers get 16 of 21 directors and 8 of 17 objectives.
    assert known == len(numbers(switch)) or switch in ("new_directors", "new_objectives")
    assert known > 0
    assert not any(f'"{one}"' in json.dumps(plain) for each in NEW_CONTENT for one in numbers(each))
    deck = {"new_board_meetings": "meetings"}.get(switch, NEW_CONTENT[switch])
    same = {name: cards for name, cards in plain["decks"].items() if name != deck}
    assert same == {name: cards for name, cards in setup["decks"].items() if name != deck}


def test_new_staff_need_their_managers():
    """EXT-2, SET-8: a staff card is in the deck with as many managers as its corner says."""
    for players in (2, 3, 4):
        staff = json.loads(dealt(players, new_staff="on"))["decks"]["staff"]
        there = [one.number for one in DATA.new_rows("new_staff") if one.managers <= players]
        assert sorted(set(numbers("new_staff")) & set(staff)) == there


def test_new_tokens_can_be_built():
    """EXT-3: on free spaces, with the switch alone."""
    plain, new = (
        engine("random", "random", layer="season", **settings)
        for settings in ({}, {"new_tokens": "on"})
    )
    copies = [fact(one, "token_copies")[:12].tolist() for one in (plain, new)]
    assert copies == [[4] * 7 + [0] * 5, [4] * 12]
    assert {one.space for one in DATA.new_rows("new_tokens")} == {0}


@pytest.mark.parametrize(("division", "new"), [(3, 0), (2, 4), (1, 8)])
def test_new_line_ups(division, new):
    """EXT-3: a fifth line-up for the clubs of decks 2/1 and 1."""
    one = engine("random", "random", division=division, new_lineups="on")
    met = fact(one, "club_at").tolist()
    assert fact(one, "line_ups_of")[met].tolist().count(5) == new
    drawn = {
        event["line_up"]
        for game in range(12)
        for event in one.replay(game)
        if event["e"] == "reveal"
    }
    assert any(number.startswith("X") for number in drawn) == (new > 0)


@pytest.mark.parametrize("switch", NEW_CONTENT)
def test_new_content_without_data(switch):
    """SWI-1: data that lack it are refused."""
    sheet = DATA.sheets[NEW_CONTENT[switch]]
    data = changed(DATA, [(f"{sheet.word}.{one}.absent", "yes") for one in numbers(switch)])
    rules = RULES.standard.with_settings({switch: "on"})
    with pytest.raises(InputError, match=rf"{switch} = on needs rows .* in {sheet.name}\.csv"):
        rules.check_game(data, 4)
    RULES.standard.check_game(data, 4)


def test_idle_content():
    """SWI-1, LAY-1: content without its deck, and fifth line-ups that nobody meets."""
    on = RULES.standard.with_settings(dict.fromkeys(NEW_CONTENT, "on"))
    assert [one for one in on.idle() if one in NEW_CONTENT] == ["new_lineups"]
    assert not set(on.with_settings({"division": "1"}).idle()) & set(NEW_CONTENT)
    off = dict.fromkeys(("sponsors", "staff", "directors", "objectives", "stadium"), "off")
    idle = set(on.with_settings(off).idle()) & set(NEW_CONTENT)
    assert idle == set(NEW_CONTENT)
    league = on.with_settings({"layer": "league", "division": "2"})
    assert set(league.idle()) & set(NEW_CONTENT) == set(NEW_CONTENT) - {"new_lineups"}
