"""Cells of all component sheets by key: found, set, compared and played."""

from __future__ import annotations

import json
import shutil
from importlib import resources
from pathlib import Path

import pytest

from eoc_sim.errors import InputError
from eoc_sim.referee.eoc.data import Data
from eoc_sim.referee.eoc.game import Disagreement, ReferenceGame
from eoc_sim.simulator.eoc import component_cells
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.eoc.rules import STANDARD_RULES, resolve
from eoc_sim.simulator.eoc.versions import Version, make_version
from eoc_sim.simulator.runs.arms import arms_record, planned_arms, restored_version, sheet_arms
from eoc_sim.simulator.runs.version_options import VersionOptions

SEATS = ("vegas", "hoarder")
TOKENS = "2 2 2 2 3 3 3 3 3 3 3 3 4 4 4 4"
FREE_BETS = ("coach.HC8.effect", "always: 3 free_bets")
SWAPPED = [
    f'name = "{state}"\nregions = ["Northwest"]\nvalue = ' for state in ("Washington", "Oregon")
]
"""The lines in the map's file before the values of the two states."""
SWAP = [("state.Washington.value", "4"), ("state.Oregon.value", "5")]


@pytest.fixture(scope="module")
def baseline() -> Version:
    return make_version(load(None), STANDARD_RULES, SEATS)


@pytest.mark.parametrize(
    ("key", "normal"),
    [
        ("coach.8.effect", "coach.HC8.effect"),
        ("Coach.hc08.Effect", "coach.HC8.effect"),
        ("board.1.position1", "board.B1.position1"),
        ("board.b01.source", "board.B1.source"),
        ("state.new-york.value", "state.New York.value"),
        ("state.W. Virginia.source", "state.W. Virginia.source"),
        ("state.w. virginia.source", "state.W. Virginia.source"),
        ("state.d.c., maryland & virginia.value", "state.D.C., Maryland & Virginia.value"),
        ("map.border.values", "map.border.values"),
        ("stash.texas.cards", "stash.Texas.cards"),
    ],
)
def test_a_key_has_one_written_form(baseline, key, normal):
    assert GAME.normal_key(baseline, key) == normal


@pytest.mark.parametrize(
    ("key", "value", "new", "name", "sentence"),
    [
        (
            *FREE_BETS,
            FREE_BETS[1],
            "HC8 Riverboat Gambler",
            "HC8 Riverboat Gambler: effect always: 2 free_bets -> always: 3 free_bets",
        ),
        (
            "coach.HC8.text",
            "Bet.",
            "Bet.",
            "HC8 Riverboat Gambler",
            "HC8 Riverboat Gambler: text You have 2 free bets in each of your turns. -> Bet.",
        ),
        ("board.B1.position5", "ol", "OL", "Board B1", "Board B1: position5 LB -> OL"),
        (
            "state.Oregon.source",
            "printed",
            "printed",
            "Oregon",
            "Oregon: source partial -> printed",
        ),
        (
            "map.border.values",
            "1,2 2 2 3 3 3 3 3 3 3 3 4 4 4 4",
            f"1{TOKENS[1:]}",
            "Border tokens",
            f"Border tokens: values {TOKENS} -> 1{TOKENS[1:]}",
        ),
        (
            "stash.Texas.cards",
            "72 19 88 f19",
            "072 019 088 F19",
            "Texas's stash",
            "Texas's stash: cards 072 019 088 F18 -> 072 019 088 F19",
        ),
    ],
)
def test_a_change_is_one_difference_and_one_sentence(baseline, key, value, new, name, sentence):
    changed = GAME.change(baseline, [(key, value)])
    (difference,) = GAME.differences(baseline, changed)
    assert (difference.key, difference.new, difference.name) == (key, new, name)
    assert difference.subject == key.rpartition(".")[0]
    assert difference.sentence == sentence
    back = GAME.change(changed, [(key, difference.old)])
    assert GAME.differences(baseline, back) == ()
    assert back.components.hash == baseline.components.hash


def test_two_states_of_a_region_swap_values(baseline):
    changed = GAME.change(baseline, SWAP)
    assert [difference.sentence for difference in GAME.differences(baseline, changed)] == [
        "Oregon: value 4 -> 5",
        "Washington: value 5 -> 4",
    ]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("coach.HC13.effect", "", ['no Head Coach "HC13"; choose one of HC1,', 'mean "HC3"?']),
        ("coach.Zen Mastr.effect", "", ['Did you mean "HC10", Zen Master?']),
        ("coach.8.efect", "", ["coach.8.efect", "name, sheet", 'Did you mean "effect"?']),
        ("coach.8.number", "9", ['no column "number"']),
        ("coach.8.sheet", "5", ["coach HC8, column sheet", "sheet 4, not 5"]),
        ("coach.8.effect", "always: 3 free_beds", ["coach HC8, column effect", '"free_bets"']),
        ("board.9.position1", "QB", ['no Recruiting Board "9"', "B1, B2"]),
        ("board.1.position2", "QB", ["board B1, column position2", "QB is on the board twice"]),
        ("board.1.position2", "QX", ["board B1, column position2", "QB, RB"]),
        ("state.Oregn.value", "4", ["state.Oregn.value", 'Did you mean "Oregon"?']),
        ("state.Oregon.regions", "Texas", ['no column "regions"', "value, source"]),
        ("state.Oregon.value", "5", ["state.Oregon.value=5", "the values 2, 3, 4 and 5"]),
        ("state.Oregon.value", "many", ["state.Oregon.value=many", "2 to 5", "'many'"]),
        ("state.Ohio.value", "4", ["state.Ohio.value=4", "a border state has no value of its own"]),
        ("map.border.values", "2 3", ["map.border.values=2 3", "16 values"]),
        ("map.border.values", f"9{TOKENS[1:]}", ["1 to 5", "not 9"]),
        ("stash.Texs.cards", "", ['Did you mean "Texas"?']),
        ("stash.Texas.cards", "13 19 88 F18", ["stash.Texas.cards=13", "stash of Northwest"]),
        ("stash.Texas.cards", "72 19 88", ["a list of 4 card numbers"]),
        ("coach", "", ['"coach" is not a component', "coach.NO.COLUMN"]),
        ("caoch.8.effect", "", ['Did you mean "coach.HC8.effect"?']),
        ("seat.8.effect", "", ['"seat.8.effect" is not a key', "seat.K"]),
    ],
)
def test_invalid_keys_and_values_are_refused(baseline, key, value, message):
    with pytest.raises(InputError) as error:
        GAME.change(baseline, [(key, value)])
    assert all(part in str(error.value) for part in message), str(error.value)


def test_idle_changes_are_named(baseline):
    unread = [
        ("coach.8.name", "Gambler"),
        ("board.1.source", "printed"),
        ("state.Oregon.source", "printed"),
    ]
    notes = GAME.idle(baseline, GAME.change(baseline, unread))
    assert [note.rpartition("no rule looks at a ")[2] for note in notes] == [
        "coach's name.",
        "board's source.",
        "state's source.",
    ]
    bare = make_version(load(None), resolve("standard", {"coaches": "off", "boards": "off"}), SEATS)
    stash = ("stash.Texas.cards", "072 019 088 F19")
    settings = [FREE_BETS, ("board.1.position5", "OL"), stash]
    notes = GAME.idle(bare, GAME.change(bare, settings))
    assert [note.rpartition("changes nothing: ")[2] for note in notes] == [
        "there are no Head Coaches.",
        "there are no Recruiting Boards.",
        "no starter stashes are dealt.",
    ]
    assert GAME.idle(baseline, GAME.change(baseline, settings[:2])) == []


def test_folders_are_compared_cell_by_cell(baseline, tmp_path: Path):
    package = Path(str(resources.files("eoc_sim.data").joinpath("eoc")))
    for file, old, new in (
        ("coaches.csv", "2 free_bets,", "3 free_bets,"),
        ("coaches.csv", "turns.,number name effect", "turns.,partial"),
        ("boards.csv", "RB,LB,", "RB,OL,"),
        ("stashes.toml", "F18", "F19"),
        ("map.toml", "[2, 2,", "[1, 2,"),
    ):
        if not (tmp_path / file).exists():
            shutil.copy(package / file, tmp_path)
        text = (tmp_path / file).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (tmp_path / file).write_text(text.replace(old, new), encoding="utf-8")
    own = make_version(load(tmp_path), STANDARD_RULES, SEATS)
    differences = GAME.differences(baseline, own)
    assert [difference.key for difference in differences] == [
        "coach.HC8.effect",
        "board.B1.position5",
        "map.border.values",
        "stash.Texas.cards",
    ]
    same = GAME.change(baseline, [(difference.key, difference.new) for difference in differences])
    assert GAME.differences(own, same) == ()


def test_files_in_a_folder_replace_those_of_the_same_name(baseline, tmp_path: Path):
    package = Path(str(resources.files("eoc_sim.data").joinpath("eoc")))
    for file, edits in (
        ("coaches.csv", [("2 free_bets,", "3 free_bets,")]),
        ("map.toml", [(f"{SWAPPED[0]}5", f"{SWAPPED[0]}4"), (f"{SWAPPED[1]}4", f"{SWAPPED[1]}5")]),
    ):
        text = (package / file).read_text(encoding="utf-8")
        for old, new in edits:
            assert text.count(old) == 1
            text = text.replace(old, new)
        (tmp_path / file).write_text(text, encoding="utf-8")
    assert GAME.with_sheet is not None
    variant = GAME.with_sheet(baseline, str(tmp_path))
    assert variant.components.cards == baseline.components.cards
    arms = sheet_arms(GAME, baseline, variant)
    # Each region has every value once, so neither state can be changed alone.
    assert [arm.label for arm in arms.arms] == [
        "baseline",
        "HC8 Riverboat Gambler",
        "all changes",
    ]
    assert [note.partition(".")[0] for note in arms.notes] == [
        f"{state} is changed only together with the others" for state in ("Oregon", "Washington")
    ]
    assert GAME.differences(variant, arms.arms[-1].version) == ()


def test_options_set_keys_for_all_versions():
    options = VersionOptions(
        SEATS,
        None,
        (("hand", "3"),),
        None,
        (("card.38.stars", "4"), ("rules.vmd", "off"), FREE_BETS),
    )
    version = GAME.baseline(options)
    assert GAME.fixed_keys(version) == {
        "rules.hand",
        "rules.vmd",
        "card.038.stars",
        "coach.HC8.effect",
    }
    assert (version.rules["hand"], version.rules["vmd"]) == (3, "off")
    record = json.loads(json.dumps(GAME.record(version)))
    assert GAME.differences(version, GAME.restore(record)) == ()
    with pytest.raises(InputError, match=r"coach.HC8.effect is set for all versions"):
        planned_arms(GAME, version, (), [("again", [("coach.8.effect", "")])])
    for changes, message in (
        ([("rules.hand", "2")], "rules.hand is set twice"),
        ([("card.38.stars", "4"), ("card.038.stars", "4")], "card.038.stars is set twice"),
        ([("rules.hnad", "2")], 'Did you mean "hand"'),
        ([("seat.1", "vegas")], "--seats says who plays"),
        ([("strategy.vegas.bet_worth", "2")], "--seats says who plays"),
    ):
        with pytest.raises(InputError, match=message):
            GAME.baseline(VersionOptions(SEATS, None, (("hand", "3"),), None, tuple(changes)))


def test_a_cell_is_set_once():
    with pytest.raises(InputError, match="coach.HC8.name is set twice"):
        component_cells.change(load(None), [("coach.8.name", "A"), ("coach.hc8.name", "B")])


@pytest.mark.parametrize(
    ("settings", "rules"),
    [
        ([FREE_BETS], {}),
        ([("board.1.position1", "OL"), ("board.3.position1", "OL")], {}),
        (SWAP, {}),
        ([("map.border.values", " ".join(16 * "5"))], {}),
        ([("stash.Texas.cards", "072 019 088 F19")], {"stash": "starter"}),
    ],
    ids=["coach", "board", "state", "map", "stash"],
)
def test_a_change_is_played_and_judged(settings, rules):
    """At least one game scores differently; only with the new data does the referee accept it."""
    version = make_version(load(None), resolve("standard", rules), SEATS)
    arms = planned_arms(GAME, version, (), [("changed", settings)])
    record = {"game": GAME.name, **json.loads(json.dumps(arms_record(GAME, arms)))}
    changed = restored_version(GAME, record, 1)
    assert GAME.differences(arms.arms[1].version, changed) == ()
    for game in range(40):
        before, after = (
            GAME.replay(replayed, 5, "fixed", game, None) for replayed in (version, changed)
        )
        if before[-1] != after[-1]:
            break
    else:
        pytest.fail("no game scores differently")
    lines = [json.dumps(event) for event in after]
    ReferenceGame.check_trace(lines, Data(changed.components.as_dict()))
    with pytest.raises(Disagreement):
        ReferenceGame.check_trace(lines, Data(version.components.as_dict()))
