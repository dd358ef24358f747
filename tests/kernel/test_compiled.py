"""Caches of compiled code: never stale, wherever the edit was."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from eoc.tabletop import engine

from eoc_sim.simulator.eoc import entry
from eoc_sim.simulator.kernel import compiled
from eoc_sim.simulator.kernel.compiled import (
    COMPILED,
    cache_directory,
    cache_root,
    drop_old_caches,
    source_files,
    sources_hash,
)

compiled_only = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

PACKAGE = Path(compiled.__file__).parents[2]
"""The folder of the packages: simulator, strategies, ..."""
TESTS = Path(__file__).parents[1]

STRATEGY = """from helper import stars


def act(table, me, params, order):
    return 0


def final_campaign(table, me, params, order):
    return stars(me.seat){plus}
"""
HELPER = """import values
from deeper import deep
from values import CONSTANT
from eoc_sim.simulator.kernel.compiled import compiled_checked


@compiled_checked
def stars(seat):
    return {stars} + deep(seat) + CONSTANT + values.OTHER
"""
DEEPER = """from eoc_sim.simulator.kernel.compiled import compiled_checked


@compiled_checked
def deep(seat):
    return {deep}
"""
PLAY = """import sys
from eoc.tabletop import engine
made = engine(sys.argv[1], "random")
rows = made.worker().play(0, 1, ("seats",))["seats"]
print(rows["final_marketing"][0])
"""


def run(folder, program, *arguments, cache, paths):
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "EOC_SIM_CACHE": str(cache),
             "PYTHONPATH": os.pathsep.join(map(str, paths))},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def cache_that_grows(folder):
    """A cache of a test's own, with all that the real one has, as far as two strategies need it."""
    engine("random", "random")
    cache = folder / "cache"
    cache.mkdir()
    for one in cache_root().iterdir():
        (cache / one.name).symlink_to(one)
    return cache


EDITS = {
    "an imported module": {"stars": 2}, "the file itself": {"plus": " + 1"},
    "a module that it imports": {"deep": 1},
    "a constant of a module without functions": {"constant": 1},
    "a module's constant by its name": {"other": 1},
}


@compiled_only
@pytest.mark.parametrize(
    "edits", [list(EDITS)[:1], pytest.param(list(EDITS)[1:], marks=pytest.mark.slow)],
    ids=["one", "others"],
)
def test_an_edit_of_a_strategy_or_of_what_it_imports_is_played(tmp_path, edits):
    """numba's own cache would run the old code of an inlined helper; ours does not."""
    cache = cache_that_grows(tmp_path)

    def played(stars=1, plus="", deep=0, constant=0, other=0):
        (tmp_path / "mine.py").write_text(STRATEGY.format(plus=plus), encoding="utf-8")
        (tmp_path / "helper.py").write_text(HELPER.format(stars=stars), encoding="utf-8")
        (tmp_path / "deeper.py").write_text(DEEPER.format(deep=deep), encoding="utf-8")
        (tmp_path / "values.py").write_text(
            f"CONSTANT = {constant}\nOTHER = {other}\n", encoding="utf-8"
        )
        return run(
            tmp_path, PLAY, tmp_path / "mine.py", cache=cache, paths=(tmp_path, TESTS)
        )

    assert played() == "1"
    for edit in edits:
        assert played(**EDITS[edit]) == "2", edit
    assert played() == "1"  # and back again
    assert any(path.is_dir() and not path.is_symlink() for path in cache.iterdir())


@compiled_only
@pytest.mark.slow
def test_functions_of_another_strategy_are_played_without_it(tmp_path):
    """Code that was compiled for the strategy file is not taken for that of the module."""
    cache = cache_that_grows(tmp_path)
    own = STRATEGY.format(plus="").replace("from helper import stars", "stars = int")
    (tmp_path / "mine.py").write_text(own.replace("me.seat", "1"), encoding="utf-8")
    (tmp_path / "other.py").write_text("from mine import act, final_campaign\n", encoding="utf-8")
    for name in ("mine.py", "other.py", "mine.py"):
        assert run(tmp_path, PLAY, tmp_path / name, cache=cache, paths=(tmp_path, TESTS)) == "1"


@compiled_only
@pytest.mark.slow
def test_an_edit_of_the_engine_is_played(tmp_path):
    """An edit of one engine file reaches kernel and strategies that were compiled before it."""
    packages = tmp_path / "eoc_sim"
    shutil.copytree(PACKAGE / "simulator", packages / "simulator")
    for name in ("strategies", "data"):
        shutil.copytree(PACKAGE / name, packages / name)
    for source in (PACKAGE / "eoc_sim").glob("*.py"):
        shutil.copy(source, packages / source.name)
    program = (
        "import sys; sys.meta_path = [one for one in sys.meta_path "
        "if 'editable' not in getattr(one, '__module__', one.__name__ if "
        "isinstance(one, type) else '').lower()]\n"
        "from eoc_sim.simulator.eoc.engine import Engine, load_strategy\n"
        "from eoc_sim.simulator.eoc import components, rules, payment\n"
        "assert payment.__file__.startswith(sys.argv[1])\n"
        "made = Engine(components.load(), rules.resolve('standard', {}), "
        "[load_strategy('random')] * 2, 1)\n"
        "rows = made.worker().play(0, 20, ('seats',))['seats']\n"
        "print(rows['bucks_left'].sum(), rows['final_marketing'].sum())\n"
    )
    payment = packages / "simulator" / "eoc" / "payment.py"
    before = run(tmp_path, program, tmp_path, cache=tmp_path / "cache", paths=(tmp_path,))
    text = payment.read_text(encoding="utf-8")
    changed = text.replace("(0, 1, 3, 5, 8, 12, 18, 24, 30)", "(0, 1, 2, 3, 4, 5, 6, 7, 8)")
    assert changed != text
    payment.write_text(changed, encoding="utf-8")
    after = run(tmp_path, program, tmp_path, cache=tmp_path / "cache", paths=(tmp_path,))
    assert before != after


def test_every_file_that_code_comes_from_is_hashed():
    """An edit of what the game compiles makes new caches; one of sheets or of the runner not."""
    hashed = {path.name for path in source_files(Path(entry.__file__))}
    compiling = {
        path.name for path in (PACKAGE / "simulator" / "eoc").glob("*.py")
        if "\n@compiled" in path.read_text(encoding="utf-8")
    }
    assert compiling > {"actions.py", "payment.py", "hidden.py"} and compiling <= hashed
    assert hashed > {
        "state.py", "switches.py", "effect_codes.py", "streams.py", "random_streams.py",
        "hooks.py", "compiled.py", "records.py", "numba_internals.py",
    }
    assert not hashed & {
        "sheets.py", "components.py", "effect_language.py", "columns.py", "engine.py", "game.py",
        "trace_reading.py", "rules.py", "runner.py",
    }


def test_what_a_file_imports_is_followed(tmp_path, monkeypatch):
    """In every form of an import, wherever it stands; not the libraries that everybody has."""
    monkeypatch.syspath_prepend(str(tmp_path))
    texts = {
        "first_module": "import numpy as np, second_module as two\n",
        "second_module": "def f():\n    from third_package import (\n        inner,  # )\n    )\n",
        "third_package/__init__": "from third_package.other import name\n",
        "third_package/inner": "import os\n", "third_package/other": "name = 1\n",
        "unrelated_module": "import first_module\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    found = {
        str(path.relative_to(tmp_path)) for path in source_files(tmp_path / "first_module.py")
    }
    assert found == {f"{name}.py" for name in texts if name != "unrelated_module"}


def test_the_hash_follows_content_and_name(tmp_path):
    one, two, other = (tmp_path / f"{name}.py" for name in ("one", "two", "other"))
    first = sources_hash({one: b"a = 1\n", two: b"b = 1\n"})
    assert sources_hash({one: b"a = 1\n", two: b"b = 1\n"}) == first
    assert sources_hash({one: b"a = 1\n"}) != first
    assert sources_hash({one: b"a = 1\n", two: b"b = 1\n"}, "salt") != first
    assert sources_hash({one: b"a = 2\n", two: b"b = 1\n"}) != first
    assert sources_hash({other: b"a = 1\n", two: b"b = 1\n"}) != first


def test_where_caches_are(tmp_path, monkeypatch):
    """EOC_SIM_CACHE names the folder; otherwise it is in the user's cache folder."""
    monkeypatch.setenv("EOC_SIM_CACHE", str(tmp_path / "here"))
    assert cache_root() == tmp_path / "here"
    here = Path(__file__)
    assert cache_directory(here).parent == tmp_path / "here"
    assert cache_directory(here, "abc").name != cache_directory(here).name
    monkeypatch.delenv("EOC_SIM_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_root() == tmp_path / "xdg" / "eoc-sim"


def test_old_caches_are_dropped(tmp_path, monkeypatch):
    """A month without use; newer ones stay."""
    monkeypatch.setenv("EOC_SIM_CACHE", str(tmp_path / "cache"))
    drop_old_caches()  # no folder yet
    old, new = tmp_path / "cache" / "old", tmp_path / "cache" / "new"
    old.mkdir(parents=True)
    new.mkdir()
    (old / "code.nbi").write_text("x", encoding="utf-8")
    long_ago = time.time() - 40 * 86400
    os.utime(old, (long_ago, long_ago))
    drop_old_caches()
    assert not old.exists() and new.exists()


def test_a_file_of_another_encoding_has_its_imports_followed(tmp_path):
    file = tmp_path / "old.py"
    file.write_bytes(b"# coding: latin-1\nNAME = '\xff'\nimport eoc_sim.errors\n")
    names = {one.name for one in source_files(file)}
    assert names >= {"old.py", "errors.py"}
