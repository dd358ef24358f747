"""Edits of numbers have a size, and patterns select the numbers that may be edited."""

from __future__ import annotations

import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.numbers import Number, drop_numbers, select_numbers


def number(
    key: str, original: float = 3, values: tuple[float, ...] = (1, 2, 3, 4), **more
) -> Number:
    return Number(
        key,
        key,
        more.pop("kind", "stars"),
        original,
        values,
        tuple(f"{value:g}" for value in values),
        more.pop("usual", 3),
        more.pop("spread", 1),
        **more,
    )


NUMBERS = [number("card.001.stars"), number("card.002.stars"), number("rules.start")]


def test_a_step_away_from_the_usual_number_counts_fully():
    usual_number = number("k", original=3)
    assert usual_number.size(3) == 0 and usual_number.size(4) == 1 and usual_number.size(1) == 2


def test_a_step_back_counts_less_from_a_more_unusual_number():
    values = tuple(range(21))
    unusual_number = number("k", original=20, values=values)
    nearly_usual_number = number("k", original=5, values=values)
    assert (
        unusual_number.size(16)
        < nearly_usual_number.size(3)
        < nearly_usual_number.size(1)
        < nearly_usual_number.size(9)
    )
    assert (
        unusual_number.size(10)
        < unusual_number.size(5)
        < unusual_number.size(3)
        < unusual_number.size(1)
    )
    # A step beyond the usual number counts fully again.
    assert unusual_number.size(1) - unusual_number.size(3) == pytest.approx(2)


def test_patterns_allow_keys_and_ranges():
    assert select_numbers(NUMBERS, []) == NUMBERS
    assert [entry.key for entry in select_numbers(NUMBERS, ["card.*"])] == [
        "card.001.stars",
        "card.002.stars",
    ]
    assert [entry.key for entry in select_numbers(NUMBERS, ["CARD.001"])] == ["card.001.stars"]
    (entry,) = select_numbers(NUMBERS, ["rules.start=2..3"])
    assert entry.values == (2, 3) and entry.settings == ("2", "3")
    # The current value stays, and the last pattern for a number counts.
    (entry,) = select_numbers(NUMBERS, ["rules.*", "rules.start=..1"])
    assert entry.values == (1, 3)
    assert select_numbers(NUMBERS, ["rules.start=3..3"]) == []


def test_numbers_that_may_never_be_edited():
    assert drop_numbers(NUMBERS, ["card.001", "rules.*"]) == [NUMBERS[1]]
    with pytest.raises(InputError, match=r'"card\.009" matches no number'):
        drop_numbers(NUMBERS, ["card.009"])


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("card.001.star", r'matches no number of the game.*Did you mean "?card\.001\.stars'),
        ("rules.start=2-3", r"KEY=LOW\.\.HIGH"),
        ("rules.start=4..2", "4 is above 2"),
        ("rules.start=", r"KEY=LOW\.\.HIGH"),
    ],
)
def test_invalid_patterns(pattern: str, message: str):
    with pytest.raises(InputError, match=message):
        select_numbers(NUMBERS, [pattern])
