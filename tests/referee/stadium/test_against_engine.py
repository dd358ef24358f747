"""The fast engine of Stadium and the reference agree on every number of every game played here."""

from __future__ import annotations

import pytest

from referee.stadium.engine_games import Case, counts, play_and_judge, sheets, switches

CASES = [*counts(), *switches(), *sheets(0, 6)]
GAMES = 2
LONG_CASES = [*counts(), *switches(), *sheets(6, 400)]
LONG_GAMES = 10_000
PARTS = 8


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_few_games_of_every_kind(case: Case):
    """Every number of owners, every value of every switch, and random data."""
    play_and_judge(case, GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_games(part: int):
    """Other games than the few above; all parts together are 10 000."""
    for case in LONG_CASES[part::PARTS]:
        play_and_judge(case, -(-LONG_GAMES // len(LONG_CASES)), first=GAMES)
