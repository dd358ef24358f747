"""Cards and club of Eleven's season: data, errors, keys, numbers, data family."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven import component_cells, event_kinds
from eoc_sim.simulator.eleven.amounts import AMOUNTS
from eoc_sim.simulator.eleven.component_report import known_cells, remarks
from eoc_sim.simulator.eleven.components import NEW_CONTENT, Components, check_dealt, load
from eoc_sim.simulator.eleven.effects_on_cards import KINDS, WORDS
from eoc_sim.simulator.eleven.family import read_spreads
from eoc_sim.simulator.eleven.game import GAME
from eoc_sim.simulator.eleven.leaflet_facts import usual_numbers
from eoc_sim.simulator.eleven.leaflet_state import AFTER_MATCH, CHANGED_LINES
from eoc_sim.simulator.eleven.names import GAINS, MEASURES, STAFF_COLOURS
from eoc_sim.simulator.eleven.numbers import season_numbers
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.season_facts import NO_TAG, numbers_of_sources
from eoc_sim.simulator.eleven.season_family import (
    draw_club,
    draw_unique_cards,
    season_parts,
    shift_track,
)
from eoc_sim.simulator.eleven.season_rows import (
    CARD_SHEETS,
    INFRASTRUCTURE,
    PLAYERS,
    SALE,
    SEASON,
    STAFF_CARDS,
    in_play,
)
from eoc_sim.simulator.eleven.versions import Version
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.drawn_cells import DrawnCells
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.sheets import kind_of
from eoc_sim.simulator.runs.version_options import VersionOptions

DATA = load()
SOURCE = Path(str(resources.files("eoc_sim.data").joinpath("eleven")))
ROWS = {
    name: list(csv.DictReader(io.StringIO((SOURCE / f"{name}.csv").read_text("utf-8"))))
    for name in SEASON
}
SPREADS = read_spreads()


def row_of(sheet, number, data=DATA):
    return next(row for row in data.sheet(sheet) if row.number == number)


def changed(*cells, data=DATA):
    return component_cells.change(data, cells)


def refusal(*cells):
    with pytest.raises(InputError) as error:
        changed(*cells)
    return str(error.value)


def draw(number, data=DATA, spreads=SPREADS):
    """Draw a member's cards and club; line-ups keep their placements."""
    cells = DrawnCells(1, number)
    parts = season_parts(data, cells, spreads)
    club = draw_club(data.club, cells, spreads)
    unique = draw_unique_cards(data, club, cells, spreads)
    return replace(data, **parts, club=club, unique_cards=unique)


@cache
def members():
    """Draw all members; later calls return the same ones."""
    return [draw(number) for number in range(1, 51)]


# --- The default data.


def test_the_sheets_of_the_base_game():
    """SET-4 to SET-8, CLU-5: the sheets have as many cards as the box is reported to have."""
    base = DATA.in_game(RULES.standard)
    assert {name: sum(map(in_play, base.sheet(name))) for name in SEASON} == {
        "players": 36,
        "youngsters": 18,
        "veterans": 8,
        "staff": 36,
        "sponsors": 36,
        "directors": 16,
        "board_meetings": 36,
        "infrastructure": 7,
        "objectives": 12,
        "tags": 18,
    }
    assert (
        sum(
            infrastructure.copies
            for infrastructure in base.infrastructure
            if in_play(infrastructure)
        )
        == 28
    )
    assert sum(card.starts for card in DATA.staff) == 4
    assert sum(objective.epic for objective in DATA.objectives) == 8


def test_the_content_of_the_leaflet():
    """EXT-2, EXT-3: each switch adds the number of rows that the leaflet states."""
    counts = dict(zip(NEW_CONTENT, (10, 8, 5, 8, 5, 5, 8), strict=True))
    assert {switch: len(DATA.new_rows(switch)) for switch in NEW_CONTENT} == counts
    for switch, sheet in NEW_CONTENT.items():
        played = DATA.in_game(RULES.standard.with_settings({switch: "on"}))
        assert [row.number for row in played.sheet(sheet) if row.is_new] == [
            new_row.number for new_row in DATA.new_rows(switch)
        ]
        assert played.sheet(sheet) == DATA.sheet(sheet)
        others = [row for name in SEASON if name != sheet for row in played.sheet(name)]
        assert not any(in_play(other) for other in others if getattr(other, "is_new", False))
    deck = [director.name for director in DATA.directors if director.is_new]
    assert deck[0] == "Dr Morris" and DATA.directors[16].printed_columns == ("name",)


def test_strengths_tags_and_jerseys_of_players():
    """PLA-1: regular players have these strengths, tags and jerseys."""
    outfield = [player for player in DATA.players if not player.is_keeper]
    assert Counter(player.strength for player in outfield) == {1: 8, 2: 11, 3: 8, 4: 3}
    assert set(Counter(player.jersey for player in outfield).values()) == {3}
    assert set(Counter(player.tag for player in DATA.players).values()) == {2}
    assert set(Counter(youngster.tag for youngster in DATA.youngsters).values()) == {1}
    player_card = row_of("players", "P04")
    assert (player_card.position, player_card.side, player_card.kind) == ((1, 2), 1, "outfield")
    keeper = row_of("players", "P35")
    assert keeper.position == () and (keeper.gloves, keeper.trained_gloves) == (1, 2)


def test_the_other_cards():
    """SET-5, CLU-8, BOA-1, ACT-5: one card from each of several other sheets is checked."""
    director = row_of("directors", "D01")
    assert director.shifts == (2, -1, 0, 0) and director.faces == (3, 2, 1)
    assert director.sentence == "When signing a sponsor, gain 1 money."
    staff = row_of("staff", "S13")
    assert (STAFF_COLOURS[staff.colour], staff.price, staff.managers) == ("green", 3, 1)
    assert row_of("sponsors", "N04").sentence.count("At once") == 2
    yellow, blue, red = row_of("board_meetings", "B03").outcomes
    assert [GAINS[clause.gain] for clause in yellow] == ["money", "operation"]
    assert len(blue) == 1 and [clause.amount for clause in red] == [1, -2]
    assert MEASURES[row_of("objectives", "J11").measure] == "conceded"
    assert row_of("objectives", "J11").harder_direction == -1


def test_the_values_of_the_club():
    """CLU-3 to CLU-7, SCO-4, MAT-12: boards, upkeep, sets and consequences have these values."""
    club = DATA.club
    assert (club.stands, club.boards, club.free_spaces) == ((2, 2), 2, 4)
    assert club.upkeep[0][7] + club.upkeep[1][3] + club.upkeep[2][2] == 5
    assert club.staff_set_vp[4] == 5
    assert club.consequences[2] == ((1, 1), (1, 1), (2, 1), (0, 1), (0, 1), (4, -1))
    assert club.sources["boards"] == "reported"


@pytest.mark.parametrize("name", SEASON)
def test_a_sheet_survives_reading_and_writing(name):
    sheet = SEASON[name]
    assert list(ROWS[name][0]) == list(sheet.columns)
    for cells in ROWS[name]:
        assert sheet.row(row_of(name, cells["number"])) == cells
    kinds = {sheet_name: one_sheet.kind for sheet_name, one_sheet in Components.sheets.items()}
    assert kind_of(sheet.columns, kinds) == name


def test_a_spreadsheet_program_changes_no_cell():
    for cell in (cell for rows in ROWS.values() for row in rows for cell in row.values()):
        assert not cell.startswith(("=", "+", "@")) and "/" not in cell
        assert not cell.startswith(("-", "0")) or cell == str(int(cell))


@pytest.mark.parametrize("name", ["mine.xlsx", "mine"])
def test_exported_data_can_be_read_back(tmp_path, name):
    count, message = GAME.sheets.export(None, tmp_path / name, False)
    modules = (DATA.bets, DATA.winter_tokens, DATA.referees, DATA.referee_rows)
    others = 114 + 6 + 16 + sum(map(len, modules))
    assert count == others + sum(map(len, ROWS.values())) and not message
    assert load(tmp_path / name) == DATA


def test_facts_and_dims():
    """A card appears in the state and in the tables of ids."""
    facts = PLAYERS.facts(DATA.players)
    assert facts["price"][:3].tolist() == [4, 7, 6] and facts["jersey"][0] == 8
    row = STAFF_CARDS.dim_row(row_of("staff", "S13"))
    assert (row["colour"], row["price"], row["effect"]) == ("green", 3, "monday: 1 operation")
    roles = {dim_column.name: dim_column.role for dim_column in INFRASTRUCTURE.dim_columns}
    assert roles["price"] == "face_price" and roles["effect"] == "label"


# --- Bad input.


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("player.P07.tag", "HAT", '"HAT", which is not one of BOD, DIV, FAN'),
        ("player.P07.tag", "HARD", 'Did you mean "HAR"?'),
        ("player.P07.tag", "Natural Born Leader", 'Did you mean "NBL", Natural Born Leader?'),
        ("player.P07.tag", "strong shots", 'Did you mean "STR", Strong Shot?'),
        ("player.P07.tag", "PER", "which only keeper cards may have"),
        ("player.P07.jersey", "0", "a whole number from 1 to 11 is needed"),
        ("player.P07.jersey", "14", "a whole number from 1 to 11 is needed"),
        ("player.P07.jersey", "1", "an outfield card must have jersey 2 to 11, not 1"),
        ("player.P31.jersey", "9", "a keeper must have jersey 1, not 9"),
        ("player.P07.position", "DX", '"DX" is not a position: write D, M, F'),
        ("player.P07.position", "DD", '"DD" is not a position'),
        ("player.P07.position", "K", '"K" does not go with the side shield'),
        ("player.P07.gloves", "1", "only a keeper has gloves (PLA-1)"),
        ("player.P31.gloves", "", "a keeper needs gloves (PLA-1)"),
        ("player.P07.side", "bal", 'Did you mean "ball"?'),
        ("player.P07.price", "0", "a whole number from 1 to 30"),
        ("youngster.Y01.spaces", "0", "a whole number from 1 to 6"),
        ("veteran.V1.ability", "untrained", '"untrained" is not one of both, trained'),
        ("staff.S13.colour", "gren", 'Did you mean "green"?'),
        ("staff.S13.managers", "5", "a whole number from 1 to 4"),
        ("staff.S13.effect", "monday: 1 strength", '"strength" has no meaning on a staff card'),
        ("staff.S13.effect", "monday: 1 reroll", 'a staff card gives reroll at "always", not at'),
        ("staff.S13.effect", "monday: if win: 1 fans", '"win" is known only after a match: use'),
        ("staff.S13.effect", "after: if die <= 2: 1 fans", 'cannot depend on "die <= 2"'),
        ("staff.S13.effect", "always: pay 1 fans: 1 stands", 'cannot have a cost at "always"'),
        ("staff.S13.effect", "always: 1 stands per 2 staff", 'cannot count anything at "always"'),
        ("staff.S13.effect", "end: 1 money", 'not at "end"'),
        ("staff.S13.effect", "monday: 1 fans per stand_fan", "counts the fans at a match"),
        ("sponsor.N05.bonus", "now: 3 fittness", 'Did you mean "fitness"?'),
        ("sponsor.N05.bonus", "match: 1 goal", '"goal" has no meaning on a sponsor'),
        ("director.D03.yellow", "4", "4, 1, 2 faces, 7 in all; a die has 6 (BOA-1)"),
        ("director.D03.budget", "9", "a whole number from -4 to 4"),
        ("director.D03.effect", "hire: 1 feint", '"feint" has no meaning on a director'),
        ("meeting.B03.blue", "monday: 1 fans", 'a board meeting gives fans at "now", not at'),
        ("meeting.B03.blue", "week: 1 board", '"board" has no meaning on a board meeting'),
        ("meeting.B03.blue", "pay 1 fans: 1 vp", 'a board meeting cannot have a cost at "now"'),
        ("meeting.B03.blue", "if win: 1 vp", "it cannot have a condition"),
        ("infrastructure.I05.space", "stand 5", 'Did you mean "stand'),
        ("infrastructure.I05.copies", "5", "a whole number from 0 to 4"),
        ("infrastructure.I05.effect", "before: 1 weakness", '"weakness" has no meaning on a token'),
        ("objective.J01.measure", "trained_youngster", 'Did you mean "trained_youngsters"?'),
        ("tag.STR.effect", "now: 1 fans", 'an outfield tag gives fans at "after", not at "now"'),
        ("tag.STR.effect", "before: 1 gloves", '"gloves" has no meaning on an outfield tag'),
        (
            "tag.STR.effect",
            "after: pay 1 fans: flip",
            'an outfield tag cannot have a cost at "after"',
        ),
        ("tag.PER.effect", "match: feint", '"feint" has no meaning on a keeper\'s tag'),
        ("tag.PER.effect", "after: if scored: 1 fans", 'cannot depend on "scored"'),
        ("tag.STR.kind", "keeper", "has no meaning on a keeper's tag"),
        ("tag.STR.absent", "yes", 'P03 Strong Shot F9 has the tag "STR", which is not one of'),
        ("club.stands", "2", "a list of 2 stands is needed"),
        ("club.free_spaces", "9", "a whole number from 0 to 8"),
        ("club.upkeep_staff", "", "at least the upkeep for 0 cards is needed"),
        ("club.staff_set_vp", "0 0 1", "a list of 8 VP by number of staff"),
        ("club.consequences_win", "injury; injury", "a list of 6 consequences is needed"),
        (
            "club.consequences_win",
            "injury; red card; -; -; -; -",
            "'red card' is not a consequence: write -, injury, suspension, or a number",
        ),
        ("club.consequences_win", "injury; 0 fans; -; -; -; -", "'0 fans' is not a consequence"),
    ],
)
def test_bad_cells(key, value, message):
    """PLA-1, EFF-1, BOA-1, CLU-7, MAT-12: nonsensical values are refused in one line."""
    text = refusal((key, value))
    assert message in text and "\n" not in text
    assert key.split(".")[1] in text or key.endswith("absent")


def test_a_bad_sheet_names_file_and_row(tmp_path):
    """PLA-1: several faults are listed together, each with its row."""
    rows = [dict(row) for row in ROWS["players"]]
    rows[6]["jersey"], rows[7]["position"] = "14", "G"
    with (tmp_path / "players.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    with pytest.raises(InputError) as error:
        load(tmp_path)
    assert "players.csv has 2 faults" in str(error.value)
    assert "row 8 (player P07), column jersey: a whole number from 1 to 11" in str(error.value)
    assert 'row 9 (player P08), column position: "G" is not a position' in str(error.value)


def test_too_few_cards_to_deal():
    """SET-4 to SET-6: data with too few cards to deal are refused."""
    names = {name: f"{name}.csv" for name in SEASON}
    base = DATA.in_game(RULES.standard)
    check_dealt(names, base, 4)
    fewer = changed(("director.D03.absent", "yes"), data=base)
    check_dealt(names, fewer, 3)
    with pytest.raises(InputError, match=r"directors.csv: 15 directors are in play, but a"):
        check_dealt(names, fewer, 4)
    (remark,) = remarks(fewer)
    assert remark.startswith(
        "directors.csv: 15 directors are in play, but a game with 4 managers needs 16"
    )


def absent(*numbers):
    """List the changes that take rows out."""
    return tuple((f"{number}.absent", "yes") for number in numbers)


@pytest.mark.parametrize(
    ("changes", "off", "words"),
    [
        (
            absent(*(f"staff.S0{number}" for number in range(1, 5))),
            ("staff", "off"),
            '0 staff with place "start" are in play, but a game with 4 managers needs 4, 1 per '
            "manager (SET-4)",
        ),
        (
            absent(*(f"director.D0{number}" for number in range(1, 8))),
            ("directors", "off"),
            "9 directors are in play, but a game with 4 managers needs 16, 4 per manager (SET-5)",
        ),
        (
            absent(*(f"objective.J0{number}" for number in range(1, 9))),
            ("objectives", "off"),
            "4 objectives are in play, but a game with 4 managers needs 8, 2 per manager (SET-6)",
        ),
        (
            absent(*(f"veteran.V{number}" for number in range(1, 9))),
            ("layer", "league"),
            "0 veterans are in play, but a game with 4 managers needs 4, 1 per manager (SET-4)",
        ),
    ],
)
def test_too_few_cards_are_refused_only_if_they_are_dealt(changes, off, words):
    """SWI-1, SET-4 to SET-6: there may be too few cards if their switch is off; `data check`
    warns."""
    with pytest.raises(InputError, match=re.escape(words)):
        Version.baseline(VersionOptions(changes=changes))
    version = Version.baseline(VersionOptions(changes=changes, settings=(off,)))
    if COMPILED:
        version.engine(1, "fixed", (1, 2, 3, 4), 5).worker().play(0, 1, ("seats",))
    assert any(words in remark for remark in remarks(version.components))


def test_a_scenario_without_veterans_needs_none():
    """SOLO-1, SET-4: data without veterans suffice for a scenario that deals none."""
    changes = absent(*(f"veteran.V{number}" for number in range(1, 9)))
    settings = (("scenario", "3"),)  # no veteran
    Version.baseline(VersionOptions(rules="solo", changes=changes, settings=settings))
    with pytest.raises(
        InputError, match="0 veterans are in play, but a game with 1 manager needs 1"
    ):
        Version.baseline(VersionOptions(rules="solo", changes=changes))


def test_too_few_objectives_of_epic():
    """EPI-3: Epic deals only its own objectives, two to each manager."""
    epic = Version.baseline(VersionOptions(rules="epic"))
    fewer = (("objective.J01.epic", "no"),)
    message = "7 Epic objectives are in play, but a game with 4 managers needs 8"
    with pytest.raises(InputError, match=message):
        Version.baseline(VersionOptions(rules="epic", changes=fewer))
    no_objectives = (("objectives", "off"),)
    Version.baseline(VersionOptions(rules="epic", changes=fewer, settings=no_objectives))
    Version.baseline(VersionOptions(changes=fewer))
    Version.baseline(VersionOptions(rules="epic", seats=epic.seats[:3], changes=fewer))


def test_clubs_whose_line_ups_are_not_in_the_game():
    """SET-2, EXT-3: each deck needs four clubs even without the leaflet's line-ups."""
    only_new = tuple((f"opponent.O{number}.absent", "yes") for number in range(33, 37))
    with pytest.raises(InputError, match="deck 21 has 3 clubs"):
        Version.baseline(VersionOptions(changes=only_new))
    with_new_line_ups = (("new_lineups", "on"),)
    Version.baseline(VersionOptions(changes=only_new, settings=with_new_line_ups))


def test_an_absent_card_may_have_an_unknown_tag():
    """PLA-1: an absent card may have any tag; the game is played without it."""
    changes = (("player.P35.absent", "yes"), ("player.P35.tag", "ZZZ"))
    version = Version.baseline(VersionOptions(seats=("random",) * 2, changes=changes))
    engine = version.engine(1, "fixed", (0, 1), 2)
    tags = field_of(engine.worker().part("table"), "card_tag")
    assert tags[numbers_of_sources(version.components).index("P35")] == NO_TAG


def test_more_winter_tokens_than_are_shuffled():
    """EPI-7: the engine shuffles up to 32 winter tokens."""
    assert "33 winter tokens in play; the maximum is 32" in refusal(
        ("winter.W01.copies", "16"), ("winter.W02.copies", "4")
    )
    changed(("winter.W01.copies", "16"), ("winter.W02.copies", "3"))


# --- Keys, words and counts.


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("player.P07.price", "5", "P07 Hard Tackle D2: price 4 -> 5"),
        ("player.7.position", "md", "P07 Hard Tackle D2: position D -> DM"),
        ("veteran.V1.trained", "5", "V1 Natural Born Leader D4: trained 4 -> 5"),
        ("staff.S13.effect", "", "S13 Resource Manager: effect monday: 1 operation -> nothing"),
        ("staff.S13.absent", "yes", "S13 Resource Manager: absent no -> yes"),
        ("sponsor.N05.bonus", "now: 4 fitness", "N05 Sports Drink A: bonus now: 3 fitness -> now:"),
        ("director.D16.fitness", "2", "D16 Director 16: fitness 1 -> 2"),
        ("meeting.B01.red", "Week: 1 reroll", "B01 Meeting 1: red 2 fans -> week: 1 reroll"),
        ("infrastructure.I13.cost", "5", "there is no infrastructure token"),
        ("infrastructure.I07.cost", "5", "I07 Training ground: cost 4 -> 5"),
        ("objective.J18.perfect", "3", "there is no objective"),
        ("objective.J12.perfect", "20", "J12 Goal Feast: perfect 18 -> 20"),
        ("tag.fan.effect", "after: 2 fans", "FAN Fan Favorite: effect after: 1 fans -> after: 2"),
        ("club.free_spaces", "5", "Free spaces: value 4 -> 5"),
        ("club.upkeep_staff", "0 1 2", "Upkeep staff: value 0 0 1 1 2 2 3 4 5 6 -> 0 1 2"),
        (
            "club.consequences_draw",
            "injury, -, -, -, -, 2 Fans",
            "Consequences draw: value injury; suspension; -; -; -; 1 fans -> injury; -; -; -; -; 2",
        ),
    ],
)
def test_cells_by_key(key, value, sentence):
    """SWI: each cell has a key."""
    if sentence.startswith("there is no"):
        assert sentence in refusal((key, value))
        return
    edited = changed((key, value))
    (change,) = component_cells.differences(DATA, edited)
    assert change.sentence.startswith(sentence) and change.in_play
    assert changed((change.key, change.old), data=edited) == DATA
    assert Components.from_dict(edited.as_dict()).club == edited.club


def test_check_counts_known_cells():
    """LAY-2: printed, reported and reconstructed cells are counted by column."""
    counted = {
        (known_cell.component, known_cell.column): known_cell for known_cell in known_cells(DATA)
    }
    tag = counted["tags", "effect"]
    assert (tag.printed, tag.reported, tag.reconstructed) == (0, 1, 17)
    assert counted["tags", "name"].printed == 18
    assert counted["staff cards", "effect"].reported == 4
    assert counted["infrastructure tokens", "copies"].reported == 7
    assert counted["objectives", "epic"].printed == 8
    assert counted["players", "price"].reconstructed == 36
    assert counted["the club", "boards"].reported == 1
    fewer = known_cells(DATA, RULES.standard.with_settings({"directors": "off"}))
    missing = {known_cell.component for known_cell in known_cells(DATA, RULES.standard)} - {
        cell.component for cell in fewer
    }
    assert missing == {"directors", "board meetings"}
    league = known_cells(DATA, RULES.resolve("league"))
    assert {cell.component for cell in league} == {"line-ups", "profiles", "tactics", "the club"}
    assert sum(cell.reported for cell in league) == 323


def test_odd_but_legal_data_are_reported():
    """TER-2, SET-5, SET-6, CLU-7: `data check` reports oddities, and the data can still be
    played."""
    assert remarks(DATA) == []
    assert remarks(
        changed(
            ("player.P07.price", "2"),
            ("player.P08.trained", "1"),
            *[(f"{key}.absent", "yes") for key in ("player.P11", "player.P12", "youngster.Y06")],
            ("veteran.V7.tag", "FAN"),
            *[(f"staff.S{number}.absent", "yes") for number in (16, 17, 18)],
            ("objective.J11.perfect", "8"),
            ("club.upkeep_staff", "0 2 1"),
        )
    ) == [
        "P07 Hard Tackle D2 costs 2 and sells for 3: hired and resold, it brings 1 (TER-2).",
        "P08 Hard Tackle M5 is weaker trained than untrained.",
        "No card has the tag GLA Glass Knees.",
        "D10 Director 10 brings a scout, but the deck has none (SET-5).",
        "J11 Iron Wall is perfect at 8 and fulfilled at 8: it is never merely fulfilled (SET-6).",
        "upkeep_staff falls with more cards or tokens (CLU-7).",
    ]


def test_words_match_the_cards():
    """EFF-1: the words include some that cards use and some that referees use (REF-3 to REF-7).

    Every kind of card has only known gains.
    """
    words = {word.spelling for word in WORDS}
    assert {"N money", "scored", "monday", "N refresh", "feint"} <= words
    assert {"N opponent_goal", "harsher", "N extra_tactic"} <= words
    assert all(set(kind.gains) <= set(GAINS) for kind in KINDS)


def test_numbers_that_can_be_balanced():
    """Every number of a card in play, and every number of the club, can be balanced."""
    by_key = {
        (season_number.key, season_number.kind): season_number
        for season_number in season_numbers(DATA)
    }
    price = by_key["player.P07.price", "price"]
    assert (price.original, price.dim, price.row, price.worth) == (4, "players", "P07", -1 / 3)
    assert by_key["veteran.V1.strength", "strength"].dim == "players"
    assert ("player.P07.gloves", "gloves") not in by_key
    assert by_key["player.P31.gloves", "gloves"].values[0] == 1
    loss = by_key["meeting.B03.yellow", "operation of the effect (clause 2)"]
    assert loss.original == -1 and loss.values == (-3, -2, -1)
    assert loss.settings[0] == "3 money; -3 operation"
    assert by_key["staff.S12.effect", "maximum vp of the effect (clause 2)"].original == 3
    assert by_key["sponsor.N05.bonus", "fitness of the effect"].setting(4) == "now: 4 fitness"
    track = by_key["club.upkeep_staff.value", "upkeep staff, entry 3"]
    assert track.setting(2) == "0 0 2 1 2 2 3 4 5 6" and track.group == "club.upkeep_staff"
    for number in by_key.values():
        for setting in (number.settings[0], number.settings[-1]):
            changed((number.key, setting))
        assert changed((number.key, number.setting(number.original))) == DATA
    without_card = list(season_numbers(changed(("staff.S13.absent", "yes"))))
    assert not any(number.key.startswith("staff.S13.") for number in without_card)


# --- The data family.


def test_members_differ_and_keep_known_cells():
    """RND-3: members can be read back; tactics, printed cells and reported cells are unchanged."""
    assert len({member.hash for member in members()}) == 50
    for member in members():
        assert Components.from_dict(member.as_dict()) == member
        assert member.tactics == DATA.tactics and member.club.boards == DATA.club.boards
        for name, sheet in SEASON.items():
            for before, after in zip(DATA.sheet(name), member.sheet(name), strict=True):
                fixed_columns = {*before.printed_columns, *getattr(before, "reported_columns", ())}
                cells = sheet.texts(before)
                assert all(sheet.texts(after)[column] == cells[column] for column in fixed_columns)


def test_cards_of_members():
    """PLA-1, TER-2: strengths are 1 to 6, trained ones not lower, prices at least strength + 2."""
    change_counts = Counter()
    for member in members():
        for sheet in CARD_SHEETS:
            for before, after in zip(DATA.sheet(sheet.name), member.sheet(sheet.name), strict=True):
                assert 1 <= after.strength <= after.trained <= 6
                change_counts["strength"] += after.strength != before.strength
                change_counts["ability"] += after.ability != before.ability
                if hasattr(after, "price"):
                    assert after.price >= after.strength + SALE
                else:
                    assert (after.strength, after.trained) == (before.strength, before.trained)
    assert 250 <= change_counts["strength"] <= 450 and 420 <= change_counts["ability"] <= 620
    shifts = [
        sum(
            after.price - before.price
            for before, after in zip(DATA.staff, member.staff, strict=True)
        )
        for member in members()
    ]
    assert min(shifts) < -20 and max(shifts) > 20


def test_the_club_cards_of_members():
    """ACT-5, SET-5, SET-6, EFF-1: cells of the club's cards vary too, some of them together."""
    counts = Counter()
    for member in members():
        for before, after in zip(DATA.sponsors[:36], member.sponsors[:36], strict=True):
            assert abs(after.weekly - before.weekly) <= 1 and after.weekly >= 0 <= after.cash
            counts["weekly"] += after.weekly != before.weekly
        for before, after in zip(DATA.directors[:16], member.directors[:16], strict=True):
            assert sum(after.shifts) == sum(before.shifts) and after.faces == before.faces
            counts["shift"] += after.shifts != before.shifts
        for after in member.objectives:
            assert (
                after.harder_direction * (after.perfect - after.fulfilled) >= 1 <= after.fulfilled
            )
        for before, after in zip(DATA.board_meetings, member.board_meetings, strict=True):
            for old, new in zip(before.outcomes, after.outcomes, strict=True):
                for first, second in zip(old, new, strict=True):
                    assert abs(first.amount - second.amount) <= 1
                    assert (first.amount > 0) == (second.amount > 0)
        assert all(token.cost >= 1 and token.vp >= 0 for token in member.infrastructure)
    # Weekly money of 0 cannot fall.
    assert 260 <= counts["weekly"] <= 450 and 90 <= counts["shift"] <= 180


def test_the_club_of_members():
    """CLU-3 to CLU-7, SCO-4, MAT-12: a track shifts as a whole, all office VP have the same
    factor, and each consequence is one that its table already has."""
    assert SPREADS.office_vp_factor == (Fraction("0.5"), Fraction(1), Fraction("1.5"))
    assert {member.club.office_vp for member in members()} == {
        (0, 0, 1, 1, 2),
        (0, 1, 2, 3, 4),
        (0, 1, 3, 4, 6),
    }
    assert {member.club.upkeep_staff for member in members()} == {
        shift_track(DATA.club.upkeep_staff, step) for step in (-1, 0, 1)
    }
    assert {place for member in members() for place in member.club.stands} == {1, 2, 3}
    for member in members():
        assert member.club.staff_set_vp[:2] == (0, 0) and member.club.staff_set_vp[4] == 5
        for before, after in zip(DATA.club.consequences, member.club.consequences, strict=True):
            assert set(after) <= set(before)
    assert len({member.club.consequences_loss for member in members()}) > 5


def test_unique_cards_of_members():
    """EXT-1: compared with the club's usual numbers, good sides stay good and bad ones bad."""
    change_counts = Counter()
    for member in members():
        usual, member_usual = (usual_numbers(data.club, 2, 1) for data in (DATA, member))
        for before, after in zip(DATA.unique_cards, member.unique_cards, strict=True):
            subject = before.subject
            assert after.name == before.name
            for old, new in zip(before.sides, after.sides, strict=True):
                if subject == AFTER_MATCH:
                    signs = [
                        [(clause.gain, clause.amount > 0) for clause in side] for side in (old, new)
                    ]
                    assert signs[0] == signs[1]
                    change_counts["effect"] += old != new
                elif subject == CHANGED_LINES:
                    bad = [kind for kind, _ in old if kind]
                    assert [kind in (1, 2) for kind, _ in new] == [kind in bad for kind, _ in old]
                    change_counts["token"] += old != new
                else:
                    adds = old - usual.get(subject, 0), new - member_usual.get(subject, 0)
                    assert adds[0] * adds[1] > 0 and abs(adds[0] - adds[1]) <= 1
                    change_counts["number"] += adds[0] != adds[1]
    # Half of the changes are reductions, and a difference of 1 cannot be reduced.
    assert (
        20 <= change_counts["number"] <= 70
        and change_counts["effect"] > 3
        and change_counts["token"] > 5
    )


def test_cells_of_unique_cards_have_draws_of_their_own():
    """RND-3, EXT-1: printed cells stay, and no draw depends on other cards or cells."""
    cards = tuple(
        replace(unique_card, printed_columns=("positive",)) for unique_card in DATA.unique_cards[1:]
    )
    for number in range(1, 31):
        drawn = draw(number, replace(DATA, unique_cards=cards))
        for before, after in zip(cards, drawn.unique_cards, strict=True):
            assert after.sides[0] == before.sides[0]
        usual = [after.sides[1] for after in members()[number - 1].unique_cards[1:]]
        assert [after.sides[1] for after in drawn.unique_cards] == usual


def test_a_new_row_changes_no_other_row():
    """RND-3: each cell is drawn by its own key."""
    extended = replace(DATA, players=(*DATA.players, replace(DATA.players[0], number="P37")))
    assert draw(3, extended).players[:-1] == members()[2].players


def test_members_keep_printed_cells():
    """RND-3: printed cells stay, and strengths do not exceed printed trained strengths."""
    data = replace(
        DATA,
        players=tuple(
            replace(player, printed_columns=("trained", "price")) for player in DATA.players
        ),
        club=replace(DATA.club, sources=dict.fromkeys(AMOUNTS.values, "printed")),
    )
    for number in range(1, 11):
        drawn = draw(number, data)
        assert drawn.club == data.club
        for before, after in zip(data.players, drawn.players, strict=True):
            assert (before.trained, before.price) == (after.trained, after.price)
            assert after.strength <= after.trained


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("steps", "[]", "a list of whole numbers is needed"),
        ("stands", "[3, 1]", "the minimum, 3, is larger than the maximum, 1"),
        ("office_vp_factor", "[-1]", "a number from 0 to 3 is needed"),
        ("weekly_changes_one_in", "0", "a whole number from 1 to 1000"),
    ],
)
def test_bad_spreads(tmp_path, key, value, message):
    lines = (SOURCE / "family.toml").read_text("utf-8").splitlines()
    text = [f"{key} = {value}" if line.startswith(f"{key} =") else line for line in lines]
    (tmp_path / "family.toml").write_text("\n".join(text), encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_spreads(tmp_path)
    assert message in str(error.value) and key in str(error.value)


def test_resources_in_a_story():
    """A gain and a loss have different verbs, and one fan is singular."""
    assert event_kinds.change.say([5, -1, 0, 0], None) == "gains 5 money and loses 1 fan"
    assert event_kinds.change.say([0, 0, 0, 2], None) == "gains 2 fitness"
    assert event_kinds.stand_places.say(1, None) == "1 place"
