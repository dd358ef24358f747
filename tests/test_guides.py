"""The guides are run: their blocks of Python work, and their commands print the output shown."""

from __future__ import annotations

import ast
import importlib.util
import re
import shutil
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from cli.process import call

from eoc_sim.analysis.stats import wilson
from eoc_sim.games import contract_of
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.runs.checks.legal_play import legal_play
from eoc_sim.simulator.runs.checks.match import OK
from eoc_sim.simulator.runs.plain_game import PlainStrategy

ROOT = Path(__file__).resolve().parents[1]
GUIDES = ROOT / "docs" / "guides"
NAMES = (
    "cluster",
    "commands",
    "eleven",
    "games",
    "report",
    "spreadsheet",
    "stadium",
    "strategies",
)
QUICK_GUIDES = ("games", "report")
"""The guides that are run without ``--long``."""


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
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(" 14.0 0.0") and int(lines[0].split()[0]) > 10


class RenewedPages(dict[Path, str]):
    """The pages with the current output of their commands, and the folder with their runs."""

    folder: Path


@pytest.fixture(scope="module", params=["short", pytest.param("long", marks=pytest.mark.slow)])
def renewed_pages(request, script: ModuleType, tmp_path_factory) -> RenewedPages:
    """Run the pages again; without ``--long``, run only the quick ones."""
    folder = tmp_path_factory.mktemp("guides")
    is_long = request.config.getoption("--long")
    pages = script.PAGES if is_long else [GUIDES / f"{name}.md" for name in QUICK_GUIDES]
    pages = RenewedPages(script.renew(folder, request.param == "long", pages))
    pages.folder = folder
    return pages


@pytest.mark.parametrize(
    "name",
    [
        name if name in QUICK_GUIDES else pytest.param(name, marks=pytest.mark.slow)
        for name in NAMES
    ],
)
def test_commands_print_what_the_guides_show(name: str, renewed_pages, script: ModuleType):
    page = GUIDES / f"{name}.md"
    assert script.without_durations(renewed_pages[page]) == script.without_durations(
        page.read_text(encoding="utf-8")
    )


def test_the_last_strategy_of_the_tutorial_is_legal_and_wins(tmp_path: Path):
    """The file is run as it is on the page; the output shown there is checked only with --long."""
    page = (GUIDES / "strategies.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"<!-- file: my_planner.py -->\n\n```python\n(.*?)```", page, re.S)
    file = tmp_path / "my_planner.py"
    file.write_text(source, encoding="utf-8")
    planner = load_strategy(str(file))
    assert legal_play(planner, contract_of("eoc").every_match(), 24).verdict == OK
    engine = Engine(load(None), resolve(), [planner, load_strategy("quick_start")], seed=2)
    seats = engine.worker().play(0, 300, ["seats"])["seats"]
    wins = seats["win_share"][seats["strategy"] == 0]
    low, _ = wilson(wins.sum(), len(wins), squares=np.square(wins).sum())
    assert low > 0.5


def test_the_example_in_the_guide_to_games_works(renewed_pages, monkeypatch, capsys):
    monkeypatch.chdir(renewed_pages.folder)
    page = (GUIDES / "games.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"<!-- run -->\n\n```python\n(.*?)```", page, re.S)
    exec(compile(block, "games.md", "exec"), {})
    counted = ast.literal_eval(capsys.readouterr().out)
    # A game offers eight of the ten plums in its basket; each is small, ripe or golden.
    assert len(counted) == 3 and sum(counted) == 8 * 1200
    assert (
        "The prices of plums"
        in (renewed_pages.folder / "results" / "plums" / "report.html").read_text()
    )
    page = (renewed_pages.folder / "results" / "plums-sold" / "report.html").read_text()
    assert "How many plums of each kind" in page, "the statistic is kept without tables"
    namespace: dict[str, PlainStrategy] = {}
    exec((renewed_pages.folder / "early.py").read_text(encoding="utf-8"), namespace)
    assert namespace["EARLY"].name == "early"


def test_the_guides_game_is_found_once_it_is_installed(renewed_pages, tmp_path: Path, monkeypatch):
    """The files are where pip puts them: modules, with their entry points in the same folder."""
    project = tomllib.loads((renewed_pages.folder / "plums" / "pyproject.toml").read_text())
    (module,) = project["tool"]["setuptools"]["py-modules"]
    shutil.copy(renewed_pages.folder / f"{module}.py", tmp_path)
    folder = tmp_path / "{name}-{version}.dist-info".format(**project["project"])
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: plums\nVersion: 0.1.0\n")
    points = project["project"]["entry-points"]["eoc_sim.games"].items()
    (folder / "entry_points.txt").write_text(
        "[eoc_sim.games]\n" + "".join(f"{name} = {place}\n" for name, place in points)
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, module, raising=False)  # other tests use this name too
    for arguments in (
        ("games", "list"),
        ("run", "--game", "plums", "--games", "24", "--jobs", "1", "--out", "run"),
        ("report", "run"),
        ("replay", "run", "--game", "3"),
    ):
        answer = call(tmp_path, *arguments)
        assert answer.returncode == 0, answer.stderr
    assert "The prices of plums" in (tmp_path / "run" / "report.html").read_text()


@pytest.mark.slow
def test_the_tutorial_ends_with_more_wins_than_quick_start(script: ModuleType, tmp_path: Path):
    """The entire tutorial is played, starting from the template."""
    ((_, page),) = script.renew(tmp_path, True, [GUIDES / "strategies.md"])
    table = page.partition("--out results/beaten")[2].partition("```")[0]
    lows, highs = zip(
        *(
            re.findall(rf"^{name} +\S+ +(\S+) to (\S+)", table, re.M)[0]
            for name in ("my_planner", "quick_start")
        ),
        strict=True,
    )
    assert float(lows[0]) > float(highs[1])


def test_every_guide_with_commands_is_run(script: ModuleType):
    pages = {page for page in GUIDES.glob("*.md") if "```console" in page.read_text()}
    assert pages == set(script.PAGES) == {GUIDES / f"{name}.md" for name in NAMES}


def test_an_excerpt_marks_its_omissions(script: ModuleType):
    lines = ["a", "b 1", "c", "d 1", "e"]
    assert script._excerpt(lines, 'from "b" to "c", from "e"') == ["...", "b 1", "c", "...", "e"]
    assert script._excerpt(lines, "1 line") == ["a", "..."]
    with pytest.raises(ValueError, match='begins with "x"'):
        script._excerpt(lines, 'from "x"')


def test_only_durations_may_differ(script: ModuleType):
    assert script.without_durations("about  2 seconds") == script.without_durations(
        "about 1 200 seconds"
    )
    assert script.without_durations("about 1 second") == script.without_durations("about 2 minutes")
    assert script.without_durations("27.4 wins") != script.without_durations("27.5 wins")
