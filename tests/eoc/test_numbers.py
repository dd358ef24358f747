"""Editable numbers of Envelopes of Cash, and the files of an edited version."""

from __future__ import annotations

from pathlib import Path

import pytest

from eoc_sim.simulator.eoc.numbers import numbers
from eoc_sim.simulator.eoc.versions import baseline, change, differences
from eoc_sim.simulator.runs.game_of_versions import write_edits
from eoc_sim.simulator.runs.version_options import VersionOptions


@pytest.fixture(scope="module")
def version():
    return baseline(VersionOptions())


@pytest.fixture(scope="module")
def all_numbers(version):
    return numbers(version)


@pytest.mark.slow
def test_every_number_matches_its_version_and_takes_other_values(version, all_numbers):
    assert len({(number.key, number.kind) for number in all_numbers}) == len(all_numbers)
    for number in all_numbers:
        assert number.original in number.values and list(number.values) == sorted(number.values), (
            number
        )
        assert number.spread > 0
        assert not differences(
            version, change(version, [(number.key, number.setting(number.original))])
        ), number
    # Try both ends of the range of some numbers in each sheet; a value changes only its own key.
    for entry in [
        *all_numbers[::97],
        *(number for number in all_numbers if number.key.startswith(("coach", "rules"))),
    ]:
        for value in {entry.values[0], entry.values[-1]} - {entry.original}:
            changes = differences(version, change(version, [(entry.key, entry.setting(value))]))
            assert [each.key for each in changes] == [entry.key], entry


def test_cards_coaches_and_rules_have_numbers(all_numbers):
    by_key: dict[str, list[str]] = {}
    for number in all_numbers:
        by_key.setdefault(number.key, []).append(number.kind)
    assert by_key["card.038.stars"] == ["stars"]
    assert by_key["card.038.effect"] == ["stars of the effect", "things counted for stars"]
    assert by_key["coach.HC7.effect"] == ["bucks of the effect", "EC to pay for bucks"]
    assert by_key["coach.HC5.effect"] == [
        "stars of the effect (clause 1)",
        "bucks of the effect (clause 2)",
    ]
    assert "rules.start_bucks" in by_key and "rules.vmd" not in by_key
    # The effect is reciprocal: it grows as this number falls.
    cost = next(number for number in all_numbers if number.kind == "EC to pay for bucks")
    assert cost.share(2) == -0.5


def test_idle_rules_and_cards_outside_the_deck_have_no_numbers():
    version = baseline(
        VersionOptions(
            seats=("random", "random"),
            settings=(("coaches", "off"),),
            changes=(("card.038.copies", "0"),),
        )
    )
    keys = {number.key for number in numbers(version)}
    assert not any(key.startswith(("card.038", "coach.")) for key in keys)
    assert "rules.order_stars_2" in keys and "rules.order_stars_3" not in keys


def test_files_of_an_edited_version_give_the_same_version(version, tmp_path: Path):
    edited = change(
        version,
        [
            ("card.038.stars", "2"),
            ("coach.HC9.effect", "sign: if position te: 3 stars"),
            ("rules.order_stars_2", "4"),
        ],
    )
    options = dict(write_edits(edited, None, None, tmp_path / "edited"))
    assert set(options) == {"--data", "--rules"}
    read = baseline(VersionOptions(rules=options["--rules"], data=options["--data"]))
    assert not differences(edited, read)
    # Writing again into the same folder works, because the same command made it.
    assert dict(write_edits(edited, None, None, tmp_path / "edited")) == options


def test_a_designers_own_files_are_included(version, tmp_path: Path):
    ((_, mine),) = write_edits(
        change(version, [("card.001.stars", "9")]), None, None, tmp_path / "mine"
    )
    own = baseline(VersionOptions(rules="family", data=mine))
    edited = change(own, [("coach.HC12.effect", "play: 2 bucks")])
    options = dict(write_edits(edited, "family", mine, tmp_path / "edited"))
    assert options["--rules"] == "family"
    assert not differences(edited, baseline(VersionOptions(rules="family", data=options["--data"])))
    # If only rules are changed, the data folder stays the same.
    edited_rules = change(own, [("rules.hand", "3")])
    assert dict(write_edits(edited_rules, "family", mine, tmp_path / "rules"))["--data"] == mine


def test_each_change_to_a_board_becomes_an_option(version, tmp_path: Path):
    edited = change(version, [("board.1.position1", "TE"), ("board.1.position2", "QB")])
    assert [option for option, _ in write_edits(edited, None, None, tmp_path)] == ["--change"] * 2


def test_compensation_is_described_in_words(version):
    """SET-19: `balance` prints edits of the turn order's compensation in words."""
    by_key = {number.key: number for number in numbers(version)}
    bucks, stars = by_key["rules.order_bucks_1"], by_key["rules.order_stars_4"]
    assert bucks.words(0, 2) == "the first player starts with 2 more Booster Bucks"
    assert stars.words(3, 2) == "the fourth player starts with 1 fewer star"
    assert by_key["rules.start_bucks"].gift is None
