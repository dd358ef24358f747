"""ACT-5, ACT-6: the assignment of events on Hire to an owner's VPs."""

from __future__ import annotations

import pytest

from eoc_sim.referee.stadium.decisions import can_be_divided, can_end, group_sizes

NO_EFFECT_FOLLOWS = [False] * 9


def test_employees_in_row_order_may_belong_to_one_vp_or_several():
    assert group_sizes([3, 5, 8], allows_both=False) == [1, 2, 3]
    assert group_sizes([3, 5, 4], allows_both=False) == [1, 2]
    assert group_sizes(["vp", 5, 8], allows_both=False) == [1]
    assert group_sizes(["vp", 5, 8], allows_both=True) == [1, 2, 3]


@pytest.mark.parametrize(
    ("vps", "is_possible"), [(1, True), (2, True), (3, True), (4, False), (0, False)]
)
def test_every_vp_does_something(vps, is_possible):
    assert can_be_divided([3, 5, 8], NO_EFFECT_FOLLOWS, vps, allows_both=False) == is_possible


def test_a_hired_employee_acts_at_once():
    """The employee of row 5 acts on Hire as soon as a VP has hired them.

    From then on, the steps of each VP must be followed by an effect.
    """
    steps = [3, 4, 5, 8, "effect"]
    effect_must_follow = [False, False, False, True, True, True]
    assert [size for size in range(1, 5) if can_end(steps, effect_must_follow, size)] == [1, 2, 4]
    assert can_be_divided(steps, effect_must_follow, 1, allows_both=False)
    assert can_be_divided(steps, effect_must_follow, 2, allows_both=False)
    assert not can_be_divided([5, 8, "effect"], [False, True, True, True], 2, allows_both=False)
