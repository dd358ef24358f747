"""Test how commands print numbers, nouns and durations."""

from __future__ import annotations

import doctest

from eoc_sim.cli import screen


def test_the_examples_of_the_screen():
    assert doctest.testmod(screen).failed == 0
