"""What the guides say is run: blocks of Python in order, and commands with what they print."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from eoc_sim.analysis.stats import wilson
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.strategy_check import CONTRACT
from eoc_sim.simulator.runs.checks.legal_play import legal_play
from eoc_sim.simulator.runs.checks.point import OK

ROOT = Path(__file__).resolve().parents[1]
GUIDES = ROOT / "docs" / "guides"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "guide_outputs", ROOT / "scripts" / "guide_outputs.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_guide_to_branching_runs(capsys):
    guide = GUIDES / "branching.md"
    blocks = re.findall(r"```python\n(.*?)```", guide.read_text(encoding="utf-8"), re.S)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(guide), "exec"), names)
    said = capsys.readouterr().out.splitlines()
    assert said[0].endswith(" 14.0 0.0") and int(said[0].split()[0]) > 10


@pytest.fixture(
    scope="module", params=["short", pytest.param("long", marks=pytest.mark.slow)]
)
def renewed(request, script: ModuleType, tmp_path_factory) -> dict[Path, str]:
    """The pages with what their commands print now."""
    return dict(script.renewed(tmp_path_factory.mktemp("guides"), request.param == "long"))


@pytest.mark.parametrize("name", ["spreadsheet", "report", "commands", "strategies"])
def test_commands_print_what_the_guides_show(name: str, renewed, script: ModuleType):
    page = GUIDES / f"{name}.md"
    assert script.alike(renewed[page]) == script.alike(page.read_text(encoding="utf-8"))


def test_the_last_strategy_of_the_tutorial_is_legal_and_wins(tmp_path: Path):
    """Its file as it stands on the page; what the page shows of it is played with --long."""
    page = (GUIDES / "strategies.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"<!-- file: my_planner.py -->\n\n```python\n(.*?)```", page, re.S)
    file = tmp_path / "my_planner.py"
    file.write_text(source, encoding="utf-8")
    planner = load_strategy(str(file))
    assert legal_play(planner, CONTRACT.every_match(), 24).verdict == OK
    engine = Engine(load(None), resolve(), [planner, load_strategy("quick_start")], seed=2)
    seats = engine.worker().play(0, 300, ["seats"])["seats"]
    wins = seats["win_share"][seats["strategy"] == 0]
    low, _ = wilson(wins.sum(), len(wins), squares=np.square(wins).sum())
    assert low > 0.5


@pytest.mark.slow
def test_the_tutorial_ends_with_more_wins_than_quick_start(script: ModuleType, tmp_path: Path):
    """The whole chain, from the template on, as a reader plays it."""
    ((_, page),) = script.renewed(tmp_path, True, [GUIDES / "strategies.md"])
    table = page.partition("--out results/beaten")[2].partition("```")[0]
    lows, highs = zip(
        *(re.findall(rf"^{name} +\S+ +(\S+) to (\S+)", table, re.M)[0]
          for name in ("my_planner", "quick_start")), strict=True,
    )
    assert float(lows[0]) > float(highs[1])


def test_every_guide_with_commands_is_played(script: ModuleType):
    shown = {page for page in GUIDES.glob("*.md") if "```console" in page.read_text()}
    assert shown == set(script.PAGES)


def test_an_excerpt_says_what_is_left_out(script: ModuleType):
    lines = ["a", "b 1", "c", "d 1", "e"]
    assert script._excerpt(lines, 'from "b" to "c", from "e"') == ["...", "b 1", "c", "...", "e"]
    assert script._excerpt(lines, "1 line") == ["a", "..."]
    with pytest.raises(ValueError, match='begins with "x"'):
        script._excerpt(lines, 'from "x"')


def test_only_how_long_it_takes_may_differ(script: ModuleType):
    assert script.alike("about  2 seconds") == script.alike("about 1 200 seconds")
    assert script.alike("about 1 second") == script.alike("about 2 minutes")
    assert script.alike("27.4 wins") != script.alike("27.5 wins")
