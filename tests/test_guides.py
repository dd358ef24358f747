"""What the guides say is run: blocks of Python in order, and commands with what they print."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

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
