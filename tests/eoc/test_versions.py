"""Versions of the game: keys, changes, differences and records."""

from __future__ import annotations

import json

import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.eoc.rules import STANDARD_RULES, resolve
from eoc_sim.simulator.eoc.versions import Version, make_version

SEATS = ("vegas", "hoarder", "vegas:bet_worth=2")


@pytest.fixture(scope="module")
def baseline() -> Version:
    return make_version(load(None), STANDARD_RULES, SEATS)


@pytest.mark.parametrize(
    ("key", "normal"),
    [
        ("card.38.stars", "card.038.stars"),
        ("card.038.Cost Blue", "card.038.cost_blue"),
        ("rules.hand", "rules.hand"),
        ("seat.02", "seat.2"),
        ("strategy.vegas.bet_worth", "strategy.vegas.bet_worth"),
    ],
)
def test_a_key_has_one_written_form(baseline, key, normal):
    assert GAME.normal_key(baseline, key) == normal


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("card.038.stars", "3", "038 Analytics Nerd: stars 5 -> 3"),
        ("rules.vmd", "off", "rule vmd: on -> off"),
        ("seat.2", "balanced", "seat 2: hoarder -> balanced"),
        ("strategy.hoarder.bet_worth", "7", "hoarder's bet_worth: "),
    ],
)
def test_a_change_is_one_difference_and_one_sentence(baseline, key, value, sentence):
    changed = GAME.change(baseline, [(key, value)])
    (difference,) = GAME.differences(baseline, changed)
    assert difference.key == key and difference.new == value
    assert difference.sentence.startswith(sentence)
    assert GAME.differences(baseline, baseline) == ()


def test_a_parameter_is_set_for_all_seats_of_its_strategy(baseline):
    changed = GAME.change(baseline, [("strategy.vegas.bet_worth", "5")])
    assert [strategy.parameters["bet_worth"] for strategy in changed.strategies()][::2] == [5, 5]
    (difference,) = GAME.differences(baseline, changed)
    usual = baseline.strategies()[0].parameters["bet_worth"]
    assert difference.old == f"2 and {usual:g}"


def test_a_value_already_set_is_no_difference(baseline):
    hoarder = baseline.strategies()[1]
    value = f"{hoarder.parameters['bet_worth']:g}"
    same = GAME.change(
        baseline,
        [("card.38.stars", "5.0"), ("rules.hand", "2"), ("strategy.hoarder.bet_worth", value)],
    )
    assert GAME.differences(baseline, same) == ()


def test_idle_changes_are_named(baseline):
    changed = GAME.change(
        baseline, [("rules.dice_order", "snake"), ("card.038.text", "Three stars each.")]
    )
    card_note, switch_note = GAME.idle(baseline, changed)
    assert "changes nothing" in card_note and "has no effect" in switch_note
    without_card = GAME.change(baseline, [("card.038.copies", "0")])
    edited = GAME.change(without_card, [("card.038.stars", "9")])
    assert "not in the deck" in GAME.idle(without_card, edited)[0]


def test_settings_of_the_baseline_are_fixed():
    fixed = make_version(
        load(None),
        resolve("standard", {"hand": "3"}),
        SEATS,
        changes=[("card.38.stars", "4")],
        settings=["hand"],
    )
    assert GAME.fixed_keys(fixed) == {"rules.hand", "card.038.stars"}
    assert fixed.components.card("038").stars == 4


def test_a_record_restores_its_version(baseline):
    for version in (
        baseline,
        GAME.change(baseline, [("card.038.stars", "3"), ("strategy.vegas.bet_worth", "5")]),
    ):
        record = json.loads(json.dumps(GAME.record(version)))
        assert ("data" in record) == (version is not baseline)
        assert GAME.differences(version, GAME.restore(record)) == ()
        assert GAME.record(GAME.restore(record)) == record


def test_a_changed_strategy_is_refused(baseline):
    record = json.loads(json.dumps(GAME.record(baseline)))
    record["seats"][1]["hash"] = "0" * 16
    with pytest.raises(InputError, match="hoarder has changed"):
        GAME.restore(record)


def test_changed_components_are_refused(baseline):
    record = json.loads(json.dumps(GAME.record(baseline)))
    record["hashes"]["cards"] = "0" * 16
    with pytest.raises(InputError, match=r"components have changed \(cards\)"):
        GAME.restore(record)


def test_dims_describe_the_ids(baseline):
    changed = GAME.change(baseline, [("card.038.stars", "3"), ("card.001.copies", "0")])
    versions = GAME.align([baseline, changed])
    dims = GAME.dims(versions)
    assert all(frame.columns[:2] == ["id", "name"] for frame in dims.values())
    assert dims["strategies"]["name"].to_list() == ["vegas", "hoarder", "vegas:bet_worth=2"]
    cards = dims["cards"]
    assert cards.filter(cards["number"] == "038")["stars"].item() == 5
    assert cards.filter(cards["number"] == "001")["copies"].item() == 1
    row = cards.filter(cards["number"] == "F02")
    assert row["source"].item() == "partial"
    assert row["printed_columns"].item() == "number name type region"
    assert set(cards["source"]) == {"partial", "reconstructed"}
    assert dims["spots"].height == 40


@pytest.mark.parametrize(
    ("rules", "players", "planner"),
    [
        ("standard", 4, "balanced"),
        ("standard", 3, "three_player_planner"),
        ("standard", 2, "two_player_planner"),
        ("cutthroat", 4, "cutthroat_planner"),
        ("family", 2, "family_planner"),
    ],
)
def test_planners_of_line_ups_are_tuned_to_the_rules(rules, players, planner):
    version = make_version(load(), resolve(rules), ("hoarder",) * players)
    seats = {line_up.name: line_up.seats for line_up in GAME.line_ups_of(version)}
    assert seats["planners"] == (planner,) * 4
    assert seats["mix"][1:] == (planner,) * 3
    assert seats["default"] == GAME.default_seats
