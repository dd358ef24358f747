"""Versions have short, distinct names."""

from __future__ import annotations

from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.version_labels import short_labels


def change(key: str, old: str, new: str, name: str = "038 Analytics Nerd") -> Change:
    return Change(key, old, new, name, key.split(".")[2] if key.startswith("card.") else "")


def test_a_single_card_is_not_named_in_every_version() -> None:
    one, other = (change("card.038.stars", "5", new) for new in ("1", "9"))
    versions = [("baseline", ()), ("card.038.stars=1", (one,)), ("card.038.stars=9", (other,))]
    assert short_labels(versions) == ["baseline", "stars 5 -> 1", "stars 5 -> 9"]
    rule = change("rules.start_bucks", "7", "5", "rule start_bucks")
    assert short_labels([*versions, ("rules.start_bucks=5", (rule,))])[1:] == [
        "038 stars 5 -> 1",
        "038 stars 5 -> 9",
        "start_bucks 7 -> 5",
    ]


def test_versions_of_a_sheet_state_their_changes() -> None:
    nerd = (change("card.038.stars", "5", "3"), change("card.038.cost_blue", "2", "1"))
    other = (change("card.041.stars", "2", "3", "041 Campus Master Plan"),)
    versions = [
        ("038 Analytics Nerd", nerd),
        ("041 Campus Master Plan", other),
        ("all changes", (*nerd, *other, *(change(f"card.{n}.stars", "1", "2") for n in range(17)))),
    ]
    assert short_labels(versions) == [
        "038 stars 5 -> 3, 038 cost_blue 2 -> 1",
        "041 stars 2 -> 3",
        "all changes (20)",
    ]


def test_versions_of_a_sheet_whose_rows_have_only_ids_state_the_change() -> None:
    lights, copies, other_lights = (
        Change(f"card.{row}.{name}", "1", "4", row, name)
        for row, name in (("candle", "lights"), ("candle", "copies"), ("firefly", "lights"))
    )
    versions = [("candle", (lights, copies)), ("firefly", (other_lights,))]
    assert short_labels(versions) == [
        "candle lights 1 -> 4, candle copies 1 -> 4",
        "firefly lights 1 -> 4",
    ]


def test_given_labels_stay() -> None:
    labelled_version = ("cheaper and weaker", (change("card.038.stars", "5", "3"),))
    assert short_labels([labelled_version]) == ["cheaper and weaker"]


def test_two_long_effects_have_distinct_labels() -> None:
    texts = [f"end: {n} stars per border recruit signed" for n in (1, 2)]
    versions = [
        (f"card.038.effect={text}", (change("card.038.effect", "", text),)) for text in texts
    ]
    assert short_labels(versions) == [f"card.038.effect={text}" for text in texts]


def test_many_changes_are_counted() -> None:
    changes = tuple(change(f"card.{n}.stars", "1", "2") for n in range(4))
    label = " ".join(f"{difference.key}={difference.new}" for difference in changes)
    assert short_labels([(label, changes)]) == ["4 changes"]
