"""Without compilation the engine of Eleven and the referee agree on games with modules."""

from __future__ import annotations

import pytest
from referee.eleven.module_games import Modules, league_modules, mixtures
from referee.eleven.test_modules_against_engine import play_and_judge
from referee.eleven.test_seasons_against_engine import package_components

CASES = [*mixtures(1), league_modules()[0], league_modules()[-3]]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_modules(case: Modules) -> None:
    """LAY-3, SWI-1: both agree on a season with many modules and on leagues with one or all."""
    play_and_judge(case, package_components())
