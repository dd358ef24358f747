"""The fast engine and the referee agree on every number of these games."""

from __future__ import annotations

import pytest
from sampled import some

from referee.playing import Case, mixtures, play_and_judge, presets, switches

CASES = [*presets()[::2], *switches(), *mixtures(4)]
MORE_CASES = [*presets()[1::2], *mixtures(24)[4:]]
GAMES = 1
LONG_CASES = [*presets(), *switches(), *mixtures(250)]
LONG_TEST_GAMES = 100_000
PARTS = 20


@pytest.mark.parametrize(
    "case",
    [*some(CASES, 2), *(pytest.param(case, marks=pytest.mark.slow) for case in MORE_CASES)],
    ids=str,
)
def test_a_few_games_of_every_kind(case: Case):
    play_and_judge(case, GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_thousand_games(part: int):
    """The games differ from those above; all parts together play 100 000."""
    for case in LONG_CASES[part::PARTS]:
        play_and_judge(case, -(-LONG_TEST_GAMES // len(LONG_CASES)), first=GAMES)
