"""The fast engine of Stadium and the referee agree on every number of these games."""

from __future__ import annotations

import pytest
from sampled import some

from referee.stadium.engine_games import Case, mixtures, play_and_judge, standard_games, switches

CASES = [*standard_games(), *switches(), *mixtures(0, 6)]
GAMES = 1
LONG_CASES = [*standard_games(), *switches(), *mixtures(6, 400)]
LONG_TEST_GAMES = 10_000
PARTS = 8


@pytest.mark.parametrize("case", some(CASES, 2), ids=str)
def test_a_few_games_of_every_kind(case: Case):
    """Owners, switch values and random data vary; without ``--long`` half of the cases run."""
    play_and_judge(case, GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_games(part: int):
    """The games differ from those above; all parts together play 10 000."""
    for case in LONG_CASES[part::PARTS]:
        play_and_judge(case, -(-LONG_TEST_GAMES // len(LONG_CASES)), first=GAMES)


def test_two_copies_pay_separately():
    """EFF-2: the first P03 gives 1 money, too little for its clause with a cost; the second gives 1
    more. The event names P03 for both copies.
    """
    settings = {
        "draft_first": "with_token", "vp_price": "15", "hire_option": "one",
        "end_round": "at_once", "bonus_tiles": "off", "vps_start": "4",
    }  # fmt: skip
    play_and_judge(Case(2, settings=settings, data_seed=161), 1, first=13)
