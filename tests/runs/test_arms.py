from __future__ import annotations

from dataclasses import replace

import pytest
from runs.counter_game import BASELINE, counter_game

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.arms import (
    Vary,
    arm_number,
    arms_record,
    baseline_arms,
    parse_setting,
    parse_vary,
    planned_arms,
    restored_version,
    sheet_arms,
    vary_arms,
)

GAME = counter_game()


def labels(arms):
    return [arm.label for arm in arms.arms]


def test_one_at_a_time_makes_an_arm_per_value():
    vary = [Vary("card.1.stars", ("4", "5")), Vary("rules.bonus", ("2",))]
    arms = vary_arms(GAME, BASELINE, vary)
    assert labels(arms) == ["baseline", "card.001.stars=4", "card.001.stars=5", "rules.bonus=2"]
    assert arms.arms[1].sentences() == ["card.001.stars: 3 -> 4"]
    assert [row.arm for row in arms.rows] == [0, 1, 2, 3]
    assert arms.varied_keys[0].values == ("4", "5") and arms.varied_keys[0].rows == (1, 2)
    assert arms.varied_keys[0].old == "3"


def test_the_baselines_value_is_shown_but_not_played_twice():
    arms = vary_arms(GAME, BASELINE, [Vary("card.001.stars", ("2", "3.0", "4"))])
    assert labels(arms) == ["baseline", "card.001.stars=2", "card.001.stars=4"]
    assert [(row.label, row.arm) for row in arms.rows][2] == ("card.001.stars=3.0", 0)
    assert arms.varied_keys[0].values == ("2", "3", "4")


def test_varying_only_to_the_baselines_value_adds_no_arm():
    arms = vary_arms(GAME, BASELINE, [Vary("card.001.stars", ("3",))])
    assert labels(arms) == ["baseline"]
    assert arms.varied_keys[0].old == "3" and arms.varied_keys[0].values == ("3",)


def test_factorial_crosses_the_values():
    arms = vary_arms(
        GAME,
        BASELINE,
        [Vary("card.001.stars", ("3", "4")), Vary("rules.bonus", ("0", "1"))],
        "factorial",
    )
    assert labels(arms) == [
        "baseline",
        "rules.bonus=1",
        "card.001.stars=4",
        "card.001.stars=4 rules.bonus=1",
    ]
    assert [row.arm for row in arms.rows] == [0, 0, 1, 2, 3]


def test_equal_parts_of_a_plan_share_arms():
    arms = planned_arms(
        GAME,
        BASELINE,
        [Vary("rules.bonus", ("1",))],
        [
            ("again", (("rules.bonus", "1"),)),
            ("both", (("rules.bonus", "1"), ("card.1.stars", "9"))),
        ],
    )
    assert labels(arms) == ["baseline", "rules.bonus=1", "both"]
    assert ("again", 1) in [(row.label, row.arm) for row in arms.rows]


def test_a_sheet_makes_an_arm_per_card_and_one_with_all_changes():
    changed = GAME.change(BASELINE, [("card.001.stars", "4"), ("card.002.stars", "6")])
    arms = sheet_arms(GAME, BASELINE, changed)
    assert labels(arms) == ["baseline", "card.001.stars", "card.002.stars", "all changes"]
    assert arms.arms[3].sentences() == ["card.001.stars: 3 -> 4", "card.002.stars: 5 -> 6"]
    assert arms.notes == ("card.002.stars changes nothing.",)
    single = sheet_arms(GAME, BASELINE, GAME.change(BASELINE, [("card.001.stars", "4")]))
    assert labels(single) == ["baseline", "card.001.stars"]


@pytest.mark.parametrize(
    ("vary", "design", "words"),
    [
        ([Vary("card.001.star", ("4",))], "one-at-a-time", 'Did you mean "card.001.stars"'),
        ([Vary("card.1.stars", ("4", "4"))], "one-at-a-time", "Two versions"),
        ([Vary("card.1.stars", ("4", "4.0"))], "one-at-a-time", "twice"),
        ([Vary("card.1.stars", ("4",)), Vary("card.001.stars", ("5",))], "factorial", "twice"),
        ([Vary("card.1.stars", ("many",))], "one-at-a-time", "not a number"),
        ([Vary("card.1.stars", ("4",))], "factorail", 'Did you mean "factorial"'),
        (
            [Vary("card.1.stars", tuple(map(str, range(99)))), Vary("rules.bonus", ("1",) * 99)],
            "factorial",
            "9 900 versions",
        ),
    ],
)
def test_invalid_variations_and_designs_are_refused(vary, design, words):
    with pytest.raises(InputError, match=words):
        vary_arms(GAME, BASELINE, vary, design)


def test_a_key_set_for_all_versions_cannot_be_varied():
    fixed = replace(BASELINE, fixed=frozenset({"card.001.stars"}))
    with pytest.raises(InputError, match="card.001.stars is set for all versions"):
        vary_arms(GAME, fixed, [Vary("card.1.stars", ("4",))])


def test_a_sheet_without_changes_is_refused():
    with pytest.raises(InputError, match="nothing to play"):
        sheet_arms(GAME, BASELINE, BASELINE)


def test_labels_are_unique():
    with pytest.raises(InputError, match='called "x"'):
        planned_arms(
            GAME, BASELINE, [], [("x", (("rules.bonus", "1"),)), ("x", (("rules.bonus", "2"),))]
        )
    with pytest.raises(InputError, match='called "baseline"'):
        planned_arms(GAME, BASELINE, [], [("baseline", (("rules.bonus", "1"),))])


def test_settings_and_varied_values_are_parsed():
    assert parse_vary('card.038.effect="sign: 1 stars","sign: 2 stars"').values == (
        "sign: 1 stars",
        "sign: 2 stars",
    )
    assert parse_setting("seat.1=vegas:stake=2") == ("seat.1", "vegas:stake=2")
    assert parse_vary("card.038.effect=").values == ("",)
    for text in ("card.038.stars", "=4", "card.038.stars=1,,2", 'card.038.stars="1\n2"\n3'):
        with pytest.raises(InputError):
            parse_vary(text)


def test_arms_are_restored_from_their_record():
    arms = vary_arms(GAME, BASELINE, [Vary("card.1.stars", ("3", "4"))])
    record = {"game": "counter", **arms_record(GAME, arms)}
    assert restored_version(GAME, record).settings == BASELINE.settings
    number = arm_number(record, "card.001.stars=4")
    assert restored_version(GAME, record, number).settings["card.001.stars"] == "4"
    assert arm_number(record, "card.001.stars=3") == 0
    assert arm_number(record, "current rules") == arm_number(record, "Baseline") == 0
    with pytest.raises(InputError, match='Did you mean "card.001.stars=4"'):
        arm_number(record, "card.001.star=4")
    record["arms"][1]["differs"]["settings"]["seat.0"] = "other"
    with pytest.raises(InputError, match="cannot be restored"):
        restored_version(GAME, record, 1)


def test_baseline_arms_hold_only_the_baseline():
    assert labels(baseline_arms(GAME, BASELINE)) == ["baseline"]
