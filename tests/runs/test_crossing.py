"""Versions are crossed, nested, left out or refused, and recorded in run.json."""

from __future__ import annotations

import pytest
from runs.counter_game import BASELINE, counter_game

from eoc_sim.errors import InputError
from eoc_sim.games import find
from eoc_sim.simulator.runs import combining
from eoc_sim.simulator.runs.arms import Vary, arms_record, crossed_arms, vary_arms
from eoc_sim.simulator.runs.crossing import Crossing, confounded_effects
from eoc_sim.simulator.runs.version_options import VersionOptions

GAME = find("eoc")
COUNTER = counter_game()


def version(**settings: str):
    return GAME.baseline(VersionOptions(None, None, tuple(settings.items()), None, ()))


def cross(
    *settings_together: tuple[str, str],
    resolution: int | None = 5,
    skip_impossible: bool = False,
    **settings,
):
    vary = [Vary(f"rules.{name}", tuple(values.split())) for name, values in settings_together]
    return crossed_arms(
        GAME, version(**settings), vary, resolution, skip_impossible=skip_impossible
    )


def simple_effects(arms) -> dict[str, tuple[str, str, str]]:
    """Map each value to its version, the version it is compared with, and its condition."""
    return {
        f"{effect.key}={effect.value}": (
            arms.arms[effect.arm].label,
            arms.arms[effect.against].label,
            effect.given,
        )
        for effect in arms.crossing.simple
    }


def test_switches_of_two_values_are_crossed_and_played_alone():
    arms = cross(("vmd", "off"), ("auction", "on"), resolution=None)
    assert [arm.label for arm in arms.arms] == [
        "baseline",
        "rules.vmd=off",
        "rules.auction=on",
        "rules.vmd=off rules.auction=on",
    ]
    assert {row.levels: row.arm for row in arms.crossing.rows} == {
        (0, 0): 0,
        (1, 0): 1,
        (0, 1): 2,
        (1, 1): 3,
    }
    assert simple_effects(arms)["rules.vmd=off"] == ("rules.vmd=off", "baseline", "")
    assert not arms.notes


def test_several_values_are_played_separately():
    arms = cross(("stash", "deal5 starter"), ("vmd", "off"))
    assert [factor.key for factor in arms.crossing.factors] == ["rules.vmd"]
    assert set(simple_effects(arms)) == {
        "rules.vmd=off",
        "rules.stash=deal5",
        "rules.stash=starter",
    }


def test_a_value_that_needs_another_is_nested():
    """The order of dice matters only in an exclusive draft, not where dice are shared."""
    arms = cross(("dice_order", "snake"), ("dice_draft", "exclusive"), ("vmd", "off"))
    assert [factor.key for factor in arms.crossing.factors] == ["rules.dice_draft", "rules.vmd"]
    label, against, condition = simple_effects(arms)["rules.dice_order=snake"]
    assert label == "rules.dice_draft=exclusive rules.dice_order=snake"
    assert against == condition == "rules.dice_draft=exclusive"
    assert "rules.dice_order=snake is played only with rules.dice_draft=exclusive" in arms.notes[0]


def test_a_value_is_not_crossed_with_one_that_makes_it_idle():
    arms = cross(("tiebreak2", "recruits"), ("ties", "shared"))
    assert [factor.key for factor in arms.crossing.factors] == ["rules.ties"]
    assert simple_effects(arms)["rules.tiebreak2=recruits"] == (
        "rules.tiebreak2=recruits",
        "baseline",
        "",
    )
    assert "not crossed with rules.ties=shared" in arms.notes[0]


def test_values_that_exclude_each_other_are_not_crossed():
    """SWI-1: the auction is held for the Chain."""
    arms = cross(("auction", "on"), ("chain", "off"))
    assert [factor.key for factor in arms.crossing.factors] == ["rules.auction"]
    assert set(simple_effects(arms)) == {"rules.auction=on", "rules.chain=off"}
    assert "The auction is held for the Chain" in arms.notes[0]


def test_a_value_is_crossed_if_it_conflicts_only_with_a_value_played_separately(monkeypatch):
    conflicts = {("b", "a"), ("c", "b")}

    def explain(game, version, settings_before, setting):
        keys = {(setting[0], before[0]) for before in settings_before}
        return "They conflict." if keys & conflicts else ""

    monkeypatch.setattr(combining, "explain_rejection", explain)
    combination = combining.combine(GAME, version(), [(key, ["on"]) for key in "abc"])
    assert [key for key, _ in combination.crossed_settings] == ["a", "c"]
    assert [separate.setting[0] for separate in combination.separate_values] == ["b"]
    assert combination.notes == ("b=on is not crossed with a=on: They conflict.",)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ([("dice_order", "snake")], "dice_order.* has no effect, given the other rules"),
        ([("stash", "choose4of6")], "is already in the current rules"),
        ([("vmd", "offf")], 'Did you mean "off"'),
        ([("solo", "on")], "A solo game has 1 player"),
        ([("auctoin", "on")], 'Did you mean "auction"'),
        ([("vmd", "off"), ("vmd", "off")], "given twice"),
    ],
)
def test_invalid_settings_are_refused(settings, words):
    with pytest.raises(InputError, match=words):
        cross(*settings)


def test_a_switch_set_for_all_versions_is_not_varied():
    switches = GAME.variants.varied_by_default(version(auction="on"))
    vary = [Vary(key, values) for key, values in switches]
    arms = crossed_arms(GAME, version(auction="on"), vary, 5, skip_impossible=True)
    assert "rules.auction is left out: it is set for all versions." in arms.notes
    assert len(arms.crossing.factors) == 4
    with pytest.raises(InputError, match="rules.auction is set for all versions"):
        cross(("auction", "off"), auction="on")


def test_the_switches_varied_by_default():
    """CUT, AUC and SET-8: each switch is set to its cut-throat value.

    A switch that already has its cut-throat value is set to its standard value.
    """
    assert dict(GAME.variants.varied_by_default(version())) == {
        "rules.seeded_months": ("0",),
        "rules.dice_draft": ("exclusive",),
        "rules.trade_fee": ("stars2",),
        "rules.free_moves": ("none",),
        "rules.auction": ("on",),
        "rules.stash": ("deal5", "open_draft", "starter"),
    }
    exclusive = version(dice_draft="exclusive")
    assert dict(GAME.variants.varied_by_default(exclusive))["rules.dice_draft"] == ("shared",)
    with pytest.raises(InputError, match="start_bucks .* is 0 to 60: name the values"):
        GAME.variants.other_values(version(), "rules.start_bucks")


def test_a_crossing_is_restored_from_its_record():
    switches = [
        ("vmd", "off"),
        ("auction", "on"),
        ("ties", "shared"),
        ("packages", "refunded"),
        ("state_values", "shuffled"),
    ]
    arms = cross(*switches)
    assert len(arms.crossing.rows) == 16 and arms.crossing.resolution == 5
    record = arms_record(GAME, arms)["crossing"]
    assert Crossing.from_record(record) == arms.crossing


def test_confounding_by_a_small_fraction_is_reported():
    switches = [("vmd", "off"), ("auction", "on"), ("ties", "shared")]
    crossing = cross(*switches, resolution=3).crossing
    assert len(crossing.rows) == 4 and not crossing.is_clear
    assert confounded_effects(crossing.words, "abc") == [
        "each of a, b and c with the other two together"
    ]


def test_single_values_of_a_factorial_are_crossed_with_the_current_ones():
    vary = [Vary("card.001.stars", ("4",)), Vary("rules.bonus", ("1",))]
    arms = vary_arms(COUNTER, BASELINE, vary, "factorial")
    assert [arm.label for arm in arms.arms] == [
        "baseline",
        "rules.bonus=1",
        "card.001.stars=4",
        "card.001.stars=4 rules.bonus=1",
    ]
    assert {row.levels: row.arm for row in arms.crossing.rows} == {
        (0, 0): 0,
        (0, 1): 1,
        (1, 0): 2,
        (1, 1): 3,
    }
    assert [effect.against for effect in arms.crossing.simple] == [0, 0]


def test_levels_of_a_factorial_count_from_the_current_value():
    vary = [Vary("card.001.stars", ("4", "3", "5")), Vary("rules.bonus", ("1",))]
    crossing = vary_arms(COUNTER, BASELINE, vary, "factorial").crossing
    assert crossing.factors[0].values == ("4", "5") and crossing.factors[0].old == "3"
    assert next(row for row in crossing.rows if row.levels == (0, 0)).arm == 0
    assert len(crossing.rows) == 6
