"""The fast engine of Eleven, the referee and the reference engine agree on these leagues."""

from __future__ import annotations

import pytest
from sampled import some

from referee.eleven.engine_games import play_and_judge
from referee.eleven.playing import Case, counts, mixtures, switches

CASES = [*counts(), *switches(), *mixtures(20)]
MORE_CASES = mixtures(400)[20:]
LONG_TEST_GAMES = 10_000
PARTS = 8


@pytest.mark.parametrize("case", some(CASES, 6), ids=str)
def test_a_few_leagues_of_every_kind(case: Case):
    """SET-1, SWI-1: the leagues vary in managers, weeks, switch values and random data.

    The reference engine replays them from the seed and the decisions alone (RND-1, RND-2).
    """
    play_and_judge(case, 2)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_leagues(part: int):
    """The engines and the referee agree on 10 000 other leagues, divided among the parts."""
    cases = [*CASES, *MORE_CASES]
    for case in cases[part::PARTS]:
        play_and_judge(case, -(-LONG_TEST_GAMES // len(cases)), first=2)
