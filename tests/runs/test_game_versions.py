from __future__ import annotations

import json
from dataclasses import replace

import pytest

from eoc_sim.errors import InputError
from eoc_sim.games import find
from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.dims import DIMS
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.eoc.rules import STANDARD_RULES
from eoc_sim.simulator.eoc.versions import make_version
from eoc_sim.simulator.runs.arms import (
    arm_number,
    arms_record,
    parse_vary,
    restored_version,
    sheet_arms,
    vary_arms,
)
from eoc_sim.simulator.runs.version_options import VersionOptions

SEATS = ("hoarder", "vegas", "vegas", "balanced")


@pytest.fixture(scope="module")
def standard():
    return make_version(load(), STANDARD_RULES, SEATS)


def parameter_of(version, name):
    """Return a parameter of the named strategy, its value and another allowed value."""
    strategy = next(entry for entry in version.strategies() if entry.name == name)
    declared = strategy.declarations[0]
    value = strategy.parameters[declared.name]
    return declared.name, value, declared.low if value != declared.low else declared.high


def one_change(old, key, value):
    new = GAME.change(old, [(key, value)])
    changes = GAME.differences(old, new)
    assert len(changes) == 1
    repeated = GAME.change(old, [(change.key, change.new) for change in changes])
    assert GAME.differences(new, repeated) == ()
    return changes[0]


def test_one_change_of_each_kind(standard):
    card = one_change(standard, "card.38.Stars", "3.0")
    assert (card.key, card.old, card.new) == ("card.038.stars", "5", "3")
    assert card.sentence == "038 Analytics Nerd: stars 5 -> 3"
    rule = one_change(standard, "rules.hand", "3")
    assert (rule.key, rule.old, rule.new) == ("rules.hand", "2", "3")
    seat = one_change(standard, "seat.1", "quick_start")
    assert (seat.key, seat.old, seat.new) == ("seat.1", "hoarder", "quick_start")
    name, value, other = parameter_of(standard, "vegas")
    parameter = one_change(standard, f"strategy.vegas.{name}", f"{other:g}")
    assert parameter.key == f"strategy.vegas.{name}"
    assert (parameter.old, parameter.new) == (f"{value:g}", f"{other:g}")


def test_equal_versions_have_no_difference(standard):
    name, value, _ = parameter_of(standard, "vegas")
    for key, equal_value in (
        ("card.038.stars", "5"),
        ("card.001.cost_blue", str(standard.components.card("001").cost[3])),
        ("rules.hand", "2"),
        ("rules.vmd", "ON"),
        ("seat.2", "vegas"),
        ("seat.2", f"vegas:{name}={value:g}"),
        (f"strategy.vegas.{name}", f"{value:g}"),
    ):
        assert GAME.differences(standard, GAME.change(standard, [(key, equal_value)])) == (), key


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("card.038.star", 'Did you mean "stars"'),
        ("card.238.stars", "no card"),
        ("card.038.number", "no column"),
        ("card.038", "is not a component's key|no column"),
        ("rules.hnd", 'Did you mean "hand"'),
        ("seat.0", "seats are numbered from 1.*seat.1 to seat.4"),
        ("seat.5", "seat.1 to seat.4"),
        ("seat.-1", "key"),
        ("strategy.vega.x", 'Did you mean "vegas"'),
        ("strategy.vegas.nothing", "no parameter"),
        ("hand", "key"),
        ("", "key"),
        ("crad.038.stars", 'Did you mean "card.038.stars"'),
    ],
)
def test_unknown_keys_are_refused(standard, key, words):
    with pytest.raises(InputError, match=words):
        GAME.normal_key(standard, key)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("card.038.stars", "many"),
        ("card.038.cost_blue", "5"),
        ("card.038.effect", "sign: 1 star of wonder"),
        ("rules.hand", "9"),
        ("rules.solo", "on"),
        ("seat.1", "hoader"),
        ("seat.1", "vegas:nothing=1"),
        ("strategy.vegas.PARAMETER", "much"),
        ("strategy.vegas.PARAMETER", "1e99"),
    ],
)
def test_invalid_values_are_refused(standard, key, value):
    key = key.replace("PARAMETER", parameter_of(standard, "vegas")[0])
    with pytest.raises(InputError):
        GAME.change(standard, [(key, value)])


def test_the_error_for_a_deck_that_is_too_small_names_the_change(standard):
    removed = [(f"card.{card.number}.copies", "0") for card in standard.components.cards[:80]]
    with pytest.raises(InputError, match=r"^With card\.001\.copies=0 .*The deck could run out"):
        GAME.change(standard, removed)


def test_an_edited_sheet_gives_a_version_per_change_and_one_with_all(standard):
    cards = list(standard.components.cards)
    removed_index = next(
        number
        for number, card in enumerate(cards)
        if not any(card.number in stash for stash in standard.components.stashes.values())
    )
    new = replace(cards[removed_index], number="X01", name="Brand New")
    cards[removed_index] = new
    changed_index = next(index for index, card in enumerate(cards) if card.number == "038")
    cards[changed_index] = replace(cards[changed_index], stars=2)
    edited = replace(standard, components=replace(standard.components, cards=tuple(cards)))
    arms = sheet_arms(GAME, standard, edited)
    assert len(arms.arms) == 5 and arms.arms[-1].label == "all changes"
    keys = {change.key for change in arms.arms[-1].changes}
    removed_number = standard.components.cards[removed_index].number
    assert keys == {"card.X01.copies", f"card.{removed_number}.copies", "card.038.stars"}
    lists = [[card.number for card in arm.version.components.cards] for arm in arms.arms]
    assert all(names == lists[0] and "X01" in names for names in lists)
    record = {"game": "eoc", **arms_record(GAME, arms)}
    for number, arm in enumerate(arms.arms):
        restored = restored_version(GAME, record, number)
        assert restored.components.hash == arm.version.components.hash


def test_a_run_is_restored_from_its_record(standard):
    name, _, other = parameter_of(standard, "vegas")
    arms = vary_arms(
        GAME,
        GAME.change(standard, [("card.002.stars", "1")]),
        [parse_vary("rules.hand=3"), parse_vary(f"strategy.vegas.{name}={other:g}")],
    )
    record = {"game": "eoc", **arms_record(GAME, arms)}
    for arm in arms.arms:
        restored = restored_version(GAME, record, arm_number(record, arm.label))
        assert GAME.differences(arm.version, restored) == ()
        assert GAME.record(restored) == GAME.record(arm.version)
    record["baseline"]["seats"][0]["hash"] = "another"
    with pytest.raises(InputError, match="hoarder has changed since"):
        restored_version(GAME, record)


@pytest.mark.parametrize("name", ["eoc", "stadium"])
def test_a_record_names_a_searching_strategys_model_of_others(name):
    """The model affects how the strategy plays, so the record names the model and its hash."""
    game = find(name)
    plain = game.baseline(VersionOptions(seats=("random", "balanced")))
    record = game.record(plain)
    assert "model" not in record
    searching = game.change(plain, [("seat.2", "expert")])
    searching_record = json.loads(json.dumps(game.record(searching)))
    assert searching_record["model"]["spec"] == "balanced"
    expert = f"strategies/{name}/expert.py"
    assert searching_record["sources"].keys() - record["sources"].keys() == {expert}
    assert game.record(game.restore(searching_record)) == searching_record
    searching_record["model"]["hash"] = "0" * 16
    with pytest.raises(InputError, match="balanced has changed since"):
        game.restore(searching_record)


def test_changes_without_effect_are_reported(standard):
    arms = vary_arms(
        GAME, standard, [parse_vary("rules.dice_order=snake"), parse_vary("card.038.text=New")]
    )
    switch_note, card_note = arms.notes
    assert "has no effect" in switch_note and "changes nothing" in card_note


def test_ids_have_the_types_of_their_columns(standard):
    changed = GAME.change(standard, [("seat.1", "random")])
    dims = GAME.dims([standard, changed])
    tables = (*TABLES.values(), *DIMS.values())
    id_columns = [column for table in tables for column in table if column.dim]
    assert {column.dim for column in id_columns} == set(dims) - {"trails"}, (
        "trails only serve to draw the map"
    )
    for column in id_columns:
        assert str(dims[column.dim].schema["id"]) == column.kind
    assert dims["strategies"]["name"].to_list() == ["hoarder", "vegas", "balanced", "random"]


def test_dims_match_their_declaration(standard):
    for name, frame in GAME.dims([standard]).items():
        declared = [(column.name, column.kind) for column in DIMS[name]]
        assert [(column, str(kind)) for column, kind in frame.schema.items()] == declared
        assert [column.role for column in DIMS[name]][:2] == ["id", "name"]
        assert frame["id"].to_list() == list(range(frame.height))
