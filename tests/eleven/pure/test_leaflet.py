"""The leaflet's new rows and unique cards, with rule functions called one by one (EXT)."""

from __future__ import annotations

import json

import pytest
from eleven import season_accounts
from eleven.games import DEFAULT_STRATEGY, engine
from sampled import some

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.eleven import decisions
from eoc_sim.simulator.eleven.actions import build_price, build_refusal
from eoc_sim.simulator.eleven.club import change_level, stand_places
from eoc_sim.simulator.eleven.component_cells import change
from eoc_sim.simulator.eleven.components import NEW_CONTENT, load
from eoc_sim.simulator.eleven.consequences import carry_out_consequence
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.season_facts import numbers_of_sources
from eoc_sim.simulator.eleven.season_state import PART_PENALTIES
from eoc_sim.simulator.eleven.sources import OF_STAFF, OF_TOKENS, OFFICE
from eoc_sim.simulator.eleven.state import WON
from eoc_sim.simulator.eleven.week import upkeep_due
from eoc_sim.simulator.kernel.records import field_of, make_records
from eoc_sim.simulator.kernel.tracing import trace_dtype

DATA = load()
NUMBERS = numbers_of_sources(DATA)


def numbers(switch):
    return [new_row.number for new_row in DATA.new_rows(switch)]


def table_field(game_engine, name):
    return field_of(game_engine.worker().part("table"), name)


def setup_text(players=4, game=0, **settings):
    """Return the set-up of a one-week game as text."""
    game_engine = engine(
        *["random"] * players, layer="season", weeks=1, components=DATA, **settings
    )
    return json.dumps(game_engine.replay(game)[0])


# --- New content.


@pytest.mark.parametrize(
    "switch",
    some((switch for switch in NEW_CONTENT if switch not in ("new_tokens", "new_lineups")), 3),
)
def test_new_content_is_shuffled_into_its_deck(switch):
    """EXT-2: new cards enter their deck only with their switch and change no other deal."""
    plain = json.loads(setup_text())
    setup = json.loads(setup_text(**{switch: "on"}))
    text = json.dumps([setup["decks"], setup["directors"], setup["objectives"]])
    numbers_in_deal = sum(f'"{number}"' in text for number in numbers(switch))
    # Four managers get 16 of 21 directors and 8 of 17 objectives.
    assert numbers_in_deal == len(numbers(switch)) or switch in ("new_directors", "new_objectives")
    assert numbers_in_deal > 0
    assert not any(
        f'"{entry}"' in json.dumps(plain) for other in NEW_CONTENT for entry in numbers(other)
    )
    deck = {"new_board_meetings": "meetings"}.get(switch, NEW_CONTENT[switch])
    other_decks = {name: cards for name, cards in plain["decks"].items() if name != deck}
    assert other_decks == {name: cards for name, cards in setup["decks"].items() if name != deck}


def test_new_staff_depend_on_the_number_of_managers():
    """EXT-2, SET-8: a staff card is in the deck only if there are enough managers for it."""
    for players in (2, 3, 4):
        staff = json.loads(setup_text(players, new_staff="on"))["decks"]["staff"]
        expected = [
            new_row.number for new_row in DATA.new_rows("new_staff") if new_row.managers <= players
        ]
        assert sorted(set(numbers("new_staff")) & set(staff)) == expected


def test_new_tokens_can_be_built():
    """EXT-3: new tokens can be built on free spaces, but only with their switch."""
    plain, new = (
        engine("random", "random", layer="season", **settings)
        for settings in ({}, {"new_tokens": "on"})
    )
    copies = [
        table_field(game_engine, "token_copies")[:12].tolist() for game_engine in (plain, new)
    ]
    assert copies == [[4] * 7 + [0] * 5, [4] * 12]
    assert {new_row.space for new_row in DATA.new_rows("new_tokens")} == {0}


@pytest.mark.parametrize("division", some((2, 3, 1), 3))
def test_new_line_ups(division):
    """EXT-3: clubs of decks 2/1 and 1 have a fifth line-up."""
    new = {3: 0, 2: 4, 1: 8}[division]
    game_engine = engine(
        "random", "random", division=division, new_lineups="on", weeks=4, components=DATA
    )
    met = table_field(game_engine, "club_at").tolist()
    assert table_field(game_engine, "line_ups_of")[met].tolist().count(5) == new
    drawn = {
        event["line_up"]
        for game in range(6)
        for event in game_engine.replay(game)
        if event["e"] == "reveal"
    }
    assert any(number.startswith("X") for number in drawn) == (new > 0)


@pytest.mark.parametrize("switch", NEW_CONTENT)
def test_data_without_new_content(switch):
    """SWI-1: components that lack new content are refused only if its switch is on."""
    sheet = DATA.sheets[NEW_CONTENT[switch]]
    data = change(DATA, [(f"{sheet.word}.{number}.absent", "yes") for number in numbers(switch)])
    rules = RULES.standard.with_settings({switch: "on"})
    with pytest.raises(InputError, match=rf"{switch} = on needs rows .* in {sheet.name}\.csv"):
        rules.check_game(data, 4)
    RULES.standard.check_game(data, 4)


def test_idle_content():
    """SWI-1, LAY-1: content is idle without its deck, and fifth line-ups without their clubs."""
    all_on = RULES.standard.with_settings(dict.fromkeys(NEW_CONTENT, "on"))
    assert [switch for switch in all_on.idle() if switch in NEW_CONTENT] == ["new_lineups"]
    assert not set(all_on.with_settings({"division": "1"}).idle()) & set(NEW_CONTENT)
    all_off = dict.fromkeys(("sponsors", "staff", "directors", "objectives", "stadium"), "off")
    idle = set(all_on.with_settings(all_off).idle()) & set(NEW_CONTENT)
    assert idle == set(NEW_CONTENT)
    league = all_on.with_settings({"layer": "league", "division": "2"})
    assert set(league.idle()) & set(NEW_CONTENT) == set(NEW_CONTENT) - {"new_lineups"}


# --- Unique cards.


class SeasonWithUniqueCards:
    """A season in which the first manager has the given unique cards."""

    def __init__(self, good="", bad="", components=None, **settings):
        self.worker = engine(
            "random",
            "random",
            layer="season",
            unique_cards="on",
            components=components or DATA,
            **settings,
        ).worker()
        self.worker.set_up(0)
        self.state = self.worker.states[0]
        self.table = self.state.table
        for name, value in (("held_count", 0), ("squad_size", 0), ("resources", 0), ("earned", 0)):
            getattr(self.table, name)[:] = value
        for side, number in enumerate((good, bad)):
            if number:
                card = [unique_card.number for unique_card in DATA.unique_cards].index(number)
                self.table.unique_cards[0, side] = card
                subject = self.table.unique_subject[card]
                self.table.board_change[0, subject] = self.table.unique_adds[card, side]


def test_ex_27():
    """EX-27, EXT-1, CLU-3: stand 2 holds 1 on its negative side, so the stands hold 3."""
    assert stand_places(SeasonWithUniqueCards(bad="Q1").table, 0) == 3
    assert stand_places(SeasonWithUniqueCards(good="Q1").table, 0) == 6
    assert stand_places(SeasonWithUniqueCards().table, 0) == 4


@pytest.mark.parametrize(("side", "due"), [("good", 3), ("bad", 7), ("", 5)])
def test_the_columns_of_upkeep(side, due):
    """EXT-1, CLU-7: every upkeep track is read one column lower or higher."""
    season = SeasonWithUniqueCards(**({side: "Q2"} if side else {}))
    table = season.table
    table.squad_size[0] = 7
    for kind, sources in ((OF_STAFF, ("S01", "S05", "S06")), (OF_TOKENS, ("I01", "I05"))):
        for index, number in enumerate(sources):
            table.held[0, kind, index] = NUMBERS.index(number)
        table.held_count[0, kind] = len(sources)
    assert sum(upkeep_due(table, 0, track) for track in range(3)) == due
    table.squad_size[:] = 0
    table.held_count[:] = 0
    assert [upkeep_due(table, 0, track) for track in range(3)] == [0, 0, 0]


def test_free_spaces_and_the_office():
    """EXT-1, CLU-5, CLU-6: there are only three free spaces, and office steps cost one less."""
    table = SeasonWithUniqueCards(good="Q8", bad="Q4").table
    table.resources[:] = 30
    for index, number in enumerate(("I04", "I05", "I06")):
        table.held[0, OF_TOKENS, index] = NUMBERS.index(number)
    table.held_count[0, OF_TOKENS] = 3
    token = NUMBERS.index("I07")
    assert build_refusal(table, 0, token) == decisions.BUILD_FULL
    assert build_refusal(SeasonWithUniqueCards(good="Q4").table, 0, token) == decisions.BUILD_COST
    table.office[0] = 1
    assert build_price(table, 0, OFFICE) == DATA.club.office_cost[1] - 1
    assert build_price(table, 0, token) == 4


def test_steps_beyond_the_ends_of_the_scale():
    """EXT-1, CLU-2: a step above level 5 gives 3 resources instead of 2; one below level 1 costs 2
    VP instead of 1."""
    table = SeasonWithUniqueCards(good="Q5", bad="Q6").table
    table.level[0] = [5, 1, 2, 2]
    change_level(table, 0, 0, 1)
    change_level(table, 0, 1, -1)
    assert table.resources[0].tolist() == [3, 0, 0, 0]
    assert table.earned[0, PART_PENALTIES] == -2
    table = SeasonWithUniqueCards(good="Q6", bad="Q5").table
    table.level[0] = [5, 1, 2, 2]
    change_level(table, 0, 0, 1)
    change_level(table, 0, 1, -1)
    assert not table.resources[0].any() and table.earned[0, PART_PENALTIES] == 0


@pytest.mark.parametrize(
    ("side", "face", "injured"),
    [("good", 1, False), ("bad", 1, True), ("bad", 4, True), ("bad", 6, False), ("", 1, True)],
)
def test_changed_consequences(side, face, injured):
    """EXT-1, MAT-12: the good side makes face 1 harmless; the bad one makes face 4 injure, too."""
    season = SeasonWithUniqueCards(**({side: "Q3"} if side else {}))
    table = season.table
    table.fielded[:] = -1
    table.fielded[0, 2] = 0
    table.owner[0] = 0
    table.dice[:2] = [face, int(table.card_jersey[0])]
    season.state.box.result[0] = WON
    carry_out_consequence(season.state, make_records(trace_dtype, 1)[0], 0)
    assert (table.injured_until[0] > 0) == injured
    assert table.resources[0].tolist() == [face == 6, 0, 0, 0]


def trace_of(game=0, line_up=("random",) * 4, **settings):
    settings = {"weeks": 2, "unique_cards": "on", **settings}
    return engine(*line_up, layer="season", components=DATA, **settings).replay(game)


def test_unique_cards_are_dealt_and_chosen():
    """EXT-1, SET-9, INF-4: each manager is dealt two of eight and chooses before week 1, after
    objectives."""
    trace = trace_of()
    place = [event["e"] for event in trace].index("unique")
    assert [event["e"] for event in trace[place - 1 : place + 5]] == [
        "objective",
        *["unique"] * 4,
        "week",
    ]
    played = [(line["positive"], line["negative"]) for line in trace[place : place + 4]]
    assert sorted(sum(played, ())) == [unique_card.number for unique_card in DATA.unique_cards]
    assert trace_of(objectives="off", directors="off", weeks=1)[-1]["e"] == "final"


def test_the_result_decides_the_effect():
    """EXT-1, EFF-2: the result of the manager's own match decides the effect, which comes right
    after that match, before all other effects."""
    results = set()
    for game in range(2):
        trace = trace_of(game, line_up=(DEFAULT_STRATEGY,) * 4)
        sides = {
            event["manager"]: DATA.unique_cards[6].sides[event["negative"] == "Q7"]
            for event in trace
            if event["e"] == "unique" and "Q7" in (event["positive"], event["negative"])
        }
        for index, event in enumerate(trace):
            if event["e"] == "match" and event["manager"] in sides:
                difference = event["goals"] - event["against"]
                result = 0 if difference > 0 else 1 if difference == 0 else 2
                due = [
                    clause
                    for clause in sides[event["manager"]]
                    if clause.conditions[0][0] == result
                ]
                sources = [line.get("source") for line in trace[index + 1 : index + 1 + len(due)]]
                assert sources == ["Q7"] * len(due)
                results.add((result, bool(due)))
    assert any(is_due for _, is_due in results), results


def test_an_undealt_card_is_refused(tmp_path):
    """EXT-1: a card that was not dealt is refused and changes nothing."""
    file = tmp_path / "cheat.py"
    answer = "    order.card = 11\n    return 1\n"
    file.write_text(f"def unique_side(table, me, params, order):\n{answer}")
    with pytest.raises(StrategyError, match="EXT-1: the unique card was not dealt") as error:
        trace_of(line_up=(str(file), "random"))
    assert error.value.events[-1]["e"] == "objective"


def test_the_better_pair_of_sides():
    """EXT-1: `balanced` chooses sides that save upkeep rather than raise it."""
    for game in range(3):
        trace = trace_of(game, line_up=("balanced:effort=1",) * 4, weeks=1)
        assert not any(event.get("negative") == "Q2" for event in trace)


def test_bad_unique_cards():
    """SWI-1, EXT-1: too few cards, unknown subjects and malformed sides are refused."""
    fewer = change(DATA, [("unique.Q8.absent", "yes")])
    rules = RULES.standard.with_settings({"unique_cards": "on"})
    rules.check_game(fewer, 3)
    with pytest.raises(InputError, match=r"needs 8 rows in unique_cards\.csv for 4 managers"):
        rules.check_game(fewer, 4)
    for key, value, message in (
        ("name", "free space", 'is not a subject of unique cards.*Did you mean "free spaces"'),
        ("positive", "10", "a whole number from 0 to 9"),
    ):
        with pytest.raises(InputError, match=message):
            change(DATA, [(f"unique.Q1.{key}", value)])
    for value, message in (("none", "should be 2 words"), ("none loss", "is not a consequence")):
        with pytest.raises(InputError, match=message):
            change(DATA, [("unique.Q3.positive", value)])
    with pytest.raises(InputError, match='"level budget" has no meaning on a unique card'):
        change(DATA, [("unique.Q7.negative", "if win: 1 level budget")])
    components = change(DATA, [("unique.Q7.negative", "if loss: -1 vp per 2 card")])
    assert (
        change(components, [("unique.Q7.negative", "if draw: -1 operation; if loss: -1 fans")])
        == DATA
    )


def test_unique_cards_in_the_accounts():
    """EXT-1 to EXT-3: everything adds up with all of the leaflet's content."""
    all_on = dict.fromkeys((*NEW_CONTENT, "unique_cards"), "on")
    trace = trace_of(0, line_up=("balanced:effort=1", "random", "random"), division=1, **all_on)
    season_accounts.check(trace, DATA)
