"""Test that the fewest and smallest edits that reach the target are chosen."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import polars as pl
import pytest

from eoc_sim.analysis.average import MAX_VALUES, TRIAL_FRACTION, games_to_try
from eoc_sim.analysis.balancing import Responses, keep_significant
from eoc_sim.analysis.priced_twins import PricedTwins
from eoc_sim.analysis.tables import Run
from eoc_sim.games import find
from eoc_sim.reports.average import average_lines, steps
from eoc_sim.simulator.runs.numbers import Number
from eoc_sim.simulator.runs.version_options import VersionOptions


def number(name: str, original: float = 0, usual: float = 0, group: str = "") -> Number:
    values = tuple(float(index) for index in range(11))
    return Number(
        name,
        name,
        "n",
        original,
        values,
        tuple(f"{value:g}" for value in values),
        usual,
        5.0,
        group=group,
    )


def responses(
    effects: np.ndarray, values: list[float], margin: float = 0.0, **numbers
) -> Responses:
    """Make numbers with linear effects on figures that should be within 1 of 0."""
    rows, figures = effects.shape
    model = Responses(
        numbers.get("numbers") or [number(str(row)) for row in range(rows)],
        (),
        np.array(values),
        np.full(figures, -1.0),
        np.full(figures, 1.0),
        np.full(figures, margin),
    )
    for row in range(rows):
        original = model.numbers[row].original
        value = 10.0 if original == 0 else 0.0
        model.record_response(row, value, effects[row] * (value - original))
    return model


def test_one_edit_for_two_figures_is_preferred_to_two():
    effects = np.array([[-1.0, 0.0], [0.0, -1.0], [-0.5, -0.5]])
    assert responses(effects, [3.0, 3.0]).propose() == ((2, 4.0),)
    # If either of two numbers would do, the one that needs the smaller edit is chosen.
    assert responses(np.array([[-1.0], [-2.0]]), [3.0]).propose() == ((1, 1.0),)


def test_two_edits_where_one_is_not_enough():
    effects = np.array([[-1.0, 0.0], [0.0, -1.0], [-0.5, 0.5]])
    assert responses(effects, [3.0, 3.0]).propose() == ((0, 2.0), (1, 2.0))


def test_the_unusual_number_is_edited():
    unusual, plain = number("unusual", original=10.0, usual=1.0), number("plain")
    model = responses(np.array([[1.0], [-1.0]]), [5.0], numbers=[unusual, plain])
    assert model.propose() == ((0, 6.0),)


def test_only_one_number_of_a_group_is_edited():
    grouped = [number("a", group="g"), number("b", group="g"), number("c")]
    effects = np.array([[-1.0, 0.0], [0.0, -1.0], [0.0, -0.2]])
    edits = responses(effects, [3.0, 2.0], numbers=grouped).propose()
    assert len({place for place, _ in edits} & {0, 1}) == 1 and edits == ((0, 2.0), (2, 5.0))


def test_a_margin_is_kept_if_there_is_room():
    assert responses(np.array([[-1.0]]), [3.0]).propose() == ((0, 2.0),)
    # A margin is at most a quarter of the range, here half a win. Keeping it needs one more step.
    assert responses(np.array([[-1.0]]), [3.0], margin=9.0).propose() == ((0, 3.0),)


def test_an_unreachable_target_is_approached():
    model = responses(np.array([[-0.2]]), [5.0])
    assert model.propose() == ((0, 10.0),)
    assert responses(np.array([[0.0]]), [5.0]).propose() == ()


def test_steps_away_from_the_usual_number_are_short():
    """A step is at most two spreads, each 2 here; the way back takes a single step."""
    values = tuple(float(index) for index in range(11))
    short = [
        Number(name, name, "n", original, values, tuple(map(str, values)), 0.0, 2.0)
        for name, original in (("away", 0.0), ("back", 10.0))
    ]
    model = responses(np.array([[-1.0], [1.0]]), [9.0], numbers=short)
    assert model.reachable(0) == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert model.reachable(1) == list(values)


def test_the_search_learns_from_games():
    model = responses(np.array([[-1.0]]), [5.0])
    assert model.propose() == ((0, 4.0),)
    model.learn(((0, 4.0),), np.array([3.0]))  # half of the promised effect
    assert model.propose() == ((0, 6.0),)
    model.learn(((0, 6.0),), np.array([0.5]))
    assert model.best() == ((0, 6.0),)
    # Without the edit, the figure is what it was at the start, and 4 was not enough.
    assert model.smaller_variants(((0, 6.0),)) == [((0, 5.0),)]


def test_the_size_of_an_edit_is_found_by_bisection():
    model = responses(np.array([[-1.0]]), [9.0])
    model.learn(((0, 10.0),), np.array([-0.5]))
    assert model.smaller_variants(((0, 10.0),)) == [((0, 5.0),)]
    model.learn(((0, 5.0),), np.array([4.0]))
    assert model.best() == ((0, 10.0),)
    assert model.smaller_variants(((0, 10.0),)) == [((0, 8.0),)]


def test_interacting_edits_are_corrected():
    effects = np.array([[-1.0, 0.0], [0.0, -1.0]])
    model = responses(effects, [4.0, 4.0])
    first = model.propose()
    assert first == ((0, 3.0), (1, 3.0))
    model.learn(first, np.array([2.0, 1.0]))
    assert model.propose() == ((0, 4.0), (1, 3.0))


def test_edits_are_counted_against_the_original_version():
    """Undoing an existing edit counts as one edit fewer."""
    effects = np.array([[-1.0], [-1.0]])
    model = Responses(
        [number("0"), number("1")],
        ((0, 2.0),),
        np.array([0.5]),
        np.array([-1.0]),
        np.array([1.0]),
        np.array([0.0]),
    )
    model.record_response(0, 0.0, -2 * effects[0])
    model.record_response(1, 4.0, 4 * effects[1])
    assert model.steps(((1, 4.0),)) == [(0, 0.0), (1, 4.0)]
    assert model.propose() == ((0, 2.0),)
    assert model.best() == ((0, 2.0),)


def test_the_best_edit_is_the_smallest_that_reaches_the_target():
    model = responses(np.array([[-1.0], [-1.0]]), [3.0])
    model.learn(((0, 3.0), (1, 1.0)), np.array([-0.5]))
    model.learn(((0, 3.0),), np.array([0.0]))
    model.learn(((0, 1.0),), np.array([2.0]))
    assert model.best() == ((0, 3.0),)
    # Without number 0 nothing reached the target, so omitting it is not tried again.
    assert model.required_numbers == {0}


def test_changes_that_may_be_chance_count_as_none():
    significant_changes = keep_significant(
        np.array([1.0, 3.0, 3.0, 3.0]), np.array([1.0, 1.0, np.nan, np.nan]), {2: True, 3: False}
    )
    assert significant_changes.tolist() == [0.0, 3.0, 3.0, 0.0]


@pytest.mark.parametrize("seed", range(20))
def test_with_random_effects_only_planted_numbers_are_edited(seed: int):
    """Editing only the unusual numbers, up to three of forty, brings all figures to the target."""
    luck = np.random.default_rng(seed)
    effects = np.where(luck.random((40, 30)) < 0.1, luck.normal(0, 0.3, (40, 30)), 0.0)
    effects[np.arange(40), np.arange(40) % 30] -= 0.6
    planted = luck.choice(40, luck.integers(1, 4), replace=False)
    numbers = [
        number(str(row), original=9.0 if row in planted else 1.0, usual=1.0) for row in range(40)
    ]
    values = sum((8.0 * effects[row] for row in planted), np.zeros(30))
    model = responses(effects, list(values), margin=0.2, numbers=numbers)
    edits = model.propose()
    reached = values + sum(
        (effects[row] * (value - numbers[row].original) for row, value in edits), np.zeros(30)
    )
    assert model.excess(reached) < 1e-6
    assert {row for row, _ in edits} <= set(planted) and len(edits) >= 1


def edits_of_a_card() -> pl.DataFrame:
    """Return the rows of a card as it is and with two edits."""
    answers = [(8.2, -2.0, "As it is"), (0.9, -0.2, "At 3 stars"), (4.3, -5.3, "At 1 star")]
    return pl.DataFrame(
        {
            "name": "038 Analytics Nerd",
            "average": "an average card",
            "metric": "wins",
            "key": ["", "card.038.stars", "card.038.stars"],
            "said": [said for *_, said in answers],
            "settings": "",
            "value": [(high + low) / 2 for high, low, _ in answers],
            "low": [low for _, low, _ in answers],
            "high": [high for high, *_ in answers],
        }
    )


def test_only_with_a_narrow_interval_is_a_card_called_average() -> None:
    now, average, wide = average_lines(edits_of_a_card(), find("eoc").declaration.words)
    assert "compared with an average card, a difference that chance may explain; this" in now
    assert average == (
        "At 3 stars it would be worth as much as an average card "
        "(the difference is -0.2 to +0.9 wins in 100)."
    )
    assert wide == (
        "At 1 star it may be worth as much as an average card "
        "(the difference is -5.3 to +4.3 wins in 100)."
    )


def test_an_edit_is_suggested_only_if_it_is_needed_and_brings_a_card_closer() -> None:
    rows = edits_of_a_card()
    # An average thing needs no edit, so nothing is suggested.
    run = cast(Run, SimpleNamespace(words=find("eoc").declaration.words))
    narrow = rows.with_columns(low=pl.lit(-0.2), high=pl.lit(0.9))
    assert len(average_lines(narrow, run.words)) == 1 and not steps(narrow, run)
    # An edit is not suggested if fresh games show that it takes the card further from average.
    worse = rows.with_columns(value=pl.Series([1.5, 4.2, 5.2]), low=pl.lit(0.8), high=pl.lit(6.0))
    assert average_lines(worse, run.words)[-1] == (
        "No edit that was tried brings it closer: play more games with --games."
    )
    assert not steps(worse, run)
    # A thing that is not shown to differ is not called average, but needs no edit yet.
    open_now = worse.with_columns(low=pl.Series([-2.0, 0.8, 0.8]), high=pl.Series([5.0, 6.0, 6.0]))
    assert average_lines(open_now, run.words)[-1] == (
        "No edit that was tried brings it closer, and none is shown to be needed: it is at most "
        "5.0 wins in 100 from average. More games (--games) would narrow this."
    )


def test_values_that_cannot_be_tried_cost_no_games() -> None:
    """Card 038 costs the maximum, so none of its costs can rise; the coach has a single number."""
    game = find("eoc")
    version = game.baseline(VersionOptions())
    assert game.editing is not None
    rows = (
        [one for one in game.editing.numbers(version) if one.key.startswith(f"{row}.")]
        for row in ("card.038", "coach.HC8")
    )
    card, coach = (games_to_try([one for one in row if one.original]) for row in rows)
    assert coach < card < TRIAL_FRACTION * (1 + 7 * MAX_VALUES) + 1 + 7


def test_a_thing_without_others_of_its_kind_has_no_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short run may have twins of only one thing, so no line can be fitted to prices."""
    gains = pl.DataFrame({"id": [12], "mean": [1.0], "squared_error": [0.1], "games": [30]})
    monkeypatch.setattr(PricedTwins, "mean_gains", lambda twins, run: gains)
    things = pl.DataFrame({"id": [12, 13], "thing": [12, 13], "price": [8.0, 4.0]})
    twins = PricedTwins(["id"], lambda *_: gains, lambda *_: (things, 12))
    assert np.isnan(twins.measure("P12")(cast(Run, None), 1)).all()


def test_the_gain_of_a_thing_is_unknown_if_one_part_has_few_twins() -> None:
    """The gain of a thing would be too low if it left out the part with few twins."""
    total = pl.DataFrame(
        {
            "thing": [12, 12, 13, 13],
            "score_n": [40, 29, 40, 30],
            "score_sum": [80.0, 29.0, 120.0, 30.0],
            "score_squares": [200.0, 60.0, 400.0, 60.0],
        }
    )
    run = SimpleNamespace(table_with=lambda role: role, total=lambda statistic: total)
    twins = PricedTwins(["thing"], lambda *_: total, lambda *_: (total, 12))
    gains = twins.mean_gains(cast(Run, run))
    assert gains.select("thing", "mean", "games").rows() == [(13, 4.0, 30)]
