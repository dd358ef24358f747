"""Declarations that a strategy's file never uses, wherever the file is."""

from __future__ import annotations

from eoc_sim.simulator.eoc.engine import load_strategy
from eoc_sim.simulator.runs.checks.match import WARNING
from eoc_sim.simulator.runs.checks.unused_declarations import find_unread

SOURCE = """from eoc_sim.simulator.eoc.strategy_api import memory

MEMORY = [memory("aim", help="read"), memory("lost", help="not read")]


def act(table, me, params, order):
    return me.aim
"""


def test_a_users_folder_may_share_its_name_with_a_folder_of_the_engine(tmp_path):
    """Only the engine's own folder is skipped."""
    folder = tmp_path / "simulator"
    folder.mkdir()
    (folder / "mine.py").write_text(SOURCE)
    point = find_unread(load_strategy(str(folder / "mine.py")))
    assert (point.verdict, point.finding) == (WARNING, "never read: me.lost")
