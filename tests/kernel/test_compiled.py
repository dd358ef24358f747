"""Caches of compiled code are never stale after an edit."""

from __future__ import annotations

import errno
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import llvmlite
import numba
import numpy as np
import pytest
from eoc.tabletop import engine
from llvmlite.binding import newpassmanagers

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc import entry
from eoc_sim.simulator.kernel import compiled
from eoc_sim.simulator.kernel.code_cache import cache_root, drop_old_caches
from eoc_sim.simulator.kernel.compiled import (
    COMPILED,
    cache_directory,
    cache_in,
    is_cached,
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
own_engine = engine(sys.argv[1], "random")
rows = own_engine.worker().play(0, 1, ("seats",))["seats"]
print(rows["final_marketing"][0])
"""


def run(folder, program, *arguments, cache, paths):
    process = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        cwd=folder,
        env={
            **os.environ,
            "EOC_SIM_CACHE": str(cache),
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
        },
        capture_output=True,
        text=True,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout.strip()


def cache_with_links(folder):
    """Return one test's cache, with links to the code already compiled for random play."""
    engine("random", "random")
    cache = folder / "cache"
    cache.mkdir()
    for path in cache_root().iterdir():
        (cache / path.name).symlink_to(path)
    return cache


EDITS = {
    "an imported module": {"stars": 2},
    "the file itself": {"plus": " + 1"},
    "a module that the imported module imports": {"deep": 1},
    "a constant of a module without functions": {"constant": 1},
    "a constant that is read as an attribute of its module": {"other": 1},
}


@compiled_only
@pytest.mark.parametrize(
    "edits",
    [list(EDITS)[:1], pytest.param(list(EDITS)[1:], marks=pytest.mark.slow)],
    ids=["one", "others"],
)
def test_an_edited_strategy_or_imported_module_is_played(tmp_path, edits):
    """Numba's own cache would run the old code of an inlined helper; ours does not."""
    cache = cache_with_links(tmp_path)

    def play(stars=1, plus="", deep=0, constant=0, other=0):
        (tmp_path / "mine.py").write_text(STRATEGY.format(plus=plus), encoding="utf-8")
        (tmp_path / "helper.py").write_text(HELPER.format(stars=stars), encoding="utf-8")
        (tmp_path / "deeper.py").write_text(DEEPER.format(deep=deep), encoding="utf-8")
        (tmp_path / "values.py").write_text(
            f"CONSTANT = {constant}\nOTHER = {other}\n", encoding="utf-8"
        )
        return run(tmp_path, PLAY, tmp_path / "mine.py", cache=cache, paths=(tmp_path, TESTS))

    assert play() == "1"
    for edit in edits:
        assert play(**EDITS[edit]) == "2", edit
    assert play() == "1"  # and back again
    assert any(path.is_dir() and not path.is_symlink() for path in cache.iterdir())


@compiled_only
@pytest.mark.slow
def test_code_of_one_strategy_file_is_not_reused_by_another(tmp_path):
    """Code compiled for a strategy file is not reused when another file imports it."""
    cache = cache_with_links(tmp_path)
    own = STRATEGY.format(plus="").replace("from helper import stars", "stars = int")
    (tmp_path / "mine.py").write_text(own.replace("me.seat", "1"), encoding="utf-8")
    (tmp_path / "other.py").write_text("from mine import act, final_campaign\n", encoding="utf-8")
    for name in ("mine.py", "other.py", "mine.py"):
        assert run(tmp_path, PLAY, tmp_path / name, cache=cache, paths=(tmp_path, TESTS)) == "1"


@compiled_only
@pytest.mark.slow
def test_an_edited_engine_is_played(tmp_path):
    """An edited engine file recompiles the kernel and the strategies that use it."""
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
        "engine = Engine(components.load(), rules.resolve('standard', {}), "
        "[load_strategy('random')] * 2, 1)\n"
        "rows = engine.worker().play(0, 20, ('seats',))['seats']\n"
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


def test_every_source_file_of_compiled_code_is_hashed():
    """An edit of a compiled file starts a new cache; an edit of sheets or the runner does not."""
    hashed = {path.name for path in source_files(Path(entry.__file__))}
    compiled_files = {
        path.name
        for path in (PACKAGE / "simulator" / "eoc").glob("*.py")
        if "\n@compiled" in path.read_text(encoding="utf-8")
    }
    assert compiled_files > {"actions.py", "payment.py", "hidden.py"} and compiled_files <= hashed
    assert hashed > {
        "state.py",
        "columns.py",
        "events.py",
        "switches.py",
        "effect_codes.py",
        "streams.py",
        "random_streams.py",
        "hooks.py",
        "compiled.py",
        "records.py",
        "numba_internals.py",
    }
    assert not hashed & {
        "sheets.py",
        "components.py",
        "effect_language.py",
        "dims.py",
        "words.py",
        "engine.py",
        "game.py",
        "rules.py",
        "runner.py",
    }


def test_imports_of_a_file_are_followed(tmp_path, monkeypatch):
    """Every form of import counts, anywhere in a file, except imports of common libraries."""
    monkeypatch.syspath_prepend(str(tmp_path))
    texts = {
        "first_module": "import numpy as np, second_module as two\n",
        "second_module": "def f():\n    from third_package import (\n        inner,  # )\n    )\n",
        "third_package/__init__": "from third_package.other import name\n",
        "third_package/inner": "import os\n",
        "third_package/other": "name = 1\n",
        "unrelated_module": "import first_module\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    paths = {str(path.relative_to(tmp_path)) for path in source_files(tmp_path / "first_module.py")}
    assert paths == {f"{name}.py" for name in texts if name != "unrelated_module"}


def test_the_place_of_sources_does_not_matter(tmp_path, monkeypatch):
    """The import folders and their order do not matter; the full names of modules do."""
    texts = {
        "first_module": "import inner_a.same, inner_b.same\n",
        "inner_a/same": "number = 1\n",
        "inner_b/same": "number = 2\n",
    }
    swapped = {**texts, "inner_a/same": "number = 2\n", "inner_b/same": "number = 1\n"}

    def hashed(place, texts, roots):
        for name, text in texts.items():
            file = tmp_path / place / roots.get(name.partition("/")[0], "") / f"{name}.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        with monkeypatch.context() as patch:
            for root in ("", *roots.values()):
                patch.syspath_prepend(str(tmp_path / place / root))
            compiled._module_file.cache_clear()
            compiled.imported_files.cache_clear()
            for name in ("inner_a", "inner_b"):
                sys.modules.pop(name, None)
            sources = source_files(tmp_path / place / "first_module.py")
        assert len(sources) == 3
        return sources_hash(sources)

    first = hashed("one", texts, {})
    assert hashed("two", texts, {}) == first
    assert hashed("three", texts, {"inner_a": "z", "inner_b": "y"}) == first
    assert hashed("four", swapped, {}) != first
    assert hashed("five", swapped, {"inner_a": "z", "inner_b": "y"}) != first


def test_the_hash_follows_content_and_name(tmp_path):
    one, two, other = (tmp_path / f"{name}.py" for name in ("one", "two", "other"))
    first = sources_hash({one: b"a = 1\n", two: b"b = 1\n"})
    assert sources_hash({one: b"a = 1\n", two: b"b = 1\n"}) == first
    assert sources_hash({one: b"a = 1\n"}) != first
    assert sources_hash({one: b"a = 1\n", two: b"b = 1\n"}, "salt") != first
    assert sources_hash({one: b"a = 2\n", two: b"b = 1\n"}) != first
    assert sources_hash({other: b"a = 1\n", two: b"b = 1\n"}) != first


REWORDINGS = (
    (b"A = 1\n", b"# A comment.\nA = 1  # one\n"),
    (b"def f():\n    return 1\n", b'def f():\n    """Return one."""\n    return 1\n'),
    (b'A = 1\n"""One."""\n', b'A = 1\n"""A number."""\n'),
    (b'a: int = field("one", 3)\n', b'a: int = field("a number", 3)\n'),
    (b'A = Switch("a", sentence="Is it?")\n', b'A = Switch("a", sentence="Whether it is.")\n'),
    (b'A = parameter("a", help="one")\n', b'A = parameter("a", help="a number")\n'),
    (b'A = Column("a", "Int8", "one", "amount")\n', b'A = Column("a", "Int8", "a", "label")\n'),
    (b'A = habit_column("a", "Int8", f"{B} 1")\n', b'A = habit_column("a", "Int8", f"1 {B}")\n'),
    (b'A: Sentences = {"a": "one"}\n', b'A: Sentences = {"a": "a number"}\n'),
)
CODE_CHANGES = (
    (b'a: int = field("one", 3)\n', b'a: int = field("one", 4)\n'),
    (b'A = parameter("a", help="one")\n', b'A = parameter("b", help="one")\n'),
    (b'A = Switch("a", sentence="x", rule="R")\n', b'A = Switch("a", sentence="x", rule="S")\n'),
    (b'def f():\n    return "one"\n', b'def f():\n    return "two"\n'),
    (b'A = Column("a", "Int8", "one", "amount")\n', b'A = Column("b", "Int8", "one", "amount")\n'),
    (b'A = Column("a", "Int8", "x", "y")\n', b'A = Column("a", "Float64", "x", "y")\n'),
    (b'A: Sentences = {"a": "one"}\n', b'A: Sentences = {"b": "one"}\n'),
    (b"A = (\n", b"B = (\n"),
)


def test_reworded_prose_recompiles_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("EOC_SIM_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "own.py"

    def directories(texts):
        for text in texts:
            file.write_bytes(text)
            yield cache_directory(file)
            assert cache_directory(file) == cache_directory(file)  # the second time from memory

    for texts in REWORDINGS:
        first, second = directories(texts)
        assert first == second, texts
    for texts in CODE_CHANGES:
        first, second = directories(texts)
        assert first != second, texts


def test_a_reworded_field_keeps_the_kernels_code():
    from eoc_sim.simulator.eoc import columns, state
    from eoc_sim.simulator.kernel.meaning import meaning

    tables = Path(columns.__file__).read_bytes()
    column = b'habit_column("trades", "Int16", "trades made", "trades")'
    assert tables.count(column) == 1
    reworded = column.replace(b'"trades made", "trades"', b'"swaps made", "swaps"')
    assert meaning(tables.replace(column, reworded)) == meaning(tables)
    assert meaning(tables.replace(column, column.replace(b"trades", b"swaps"))) != meaning(tables)
    source = Path(state.__file__).read_bytes()
    words = state.Table.fields["bucks"].words.encode()
    assert source.count(b'"' + words + b'"') == 1
    assert meaning(source.replace(words, b"BB at hand")) == meaning(source)
    assert meaning(source.replace(b"MAX_BOARDS = 32", b"MAX_BOARDS = 33")) != meaning(source)


@pytest.mark.slow
def test_place_of_caches(tmp_path, monkeypatch):
    """EOC_SIM_CACHE names the folder; by default it is in the user's cache folder."""
    monkeypatch.setenv("EOC_SIM_CACHE", str(tmp_path / "here"))
    assert cache_root() == tmp_path / "here"
    here = Path(__file__)
    assert cache_directory(here).parent == tmp_path / "here"
    assert cache_directory(here, "abc").name != cache_directory(here).name
    monkeypatch.delenv("EOC_SIM_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_root() == tmp_path / "xdg" / "eoc-sim"


def test_old_caches_are_deleted(tmp_path, monkeypatch):
    """Caches unused for a month are deleted; newer ones stay."""
    monkeypatch.setenv("EOC_SIM_CACHE", str(tmp_path / "cache"))
    drop_old_caches()  # no folder yet
    old, new = (tmp_path / "cache" / (digit * 16) for digit in "ab")
    old.mkdir(parents=True)
    new.mkdir()
    (old / "act.code").write_text("x", encoding="utf-8")
    long_ago = time.time() - 40 * 86400
    os.utime(old, (long_ago, long_ago))
    drop_old_caches()
    assert not old.exists() and new.exists()


@compiled_only
def test_use_renews_a_cache(tmp_path, monkeypatch):
    """A used cache is not deleted as old; one whose time cannot be set is used without an error."""
    monkeypatch.setenv("EOC_SIM_CACHE", str(tmp_path))
    used = tmp_path / "0123456789abcdef"
    used.mkdir()
    long_ago = time.time() - 40 * 86400
    os.utime(used, (long_ago, long_ago))

    def refuse(path):
        raise PermissionError

    with monkeypatch.context() as patch:
        patch.setattr(os, "utime", refuse)
        with cache_in(used):
            pass
    assert used.stat().st_mtime == pytest.approx(long_ago)
    with cache_in(used):
        pass
    drop_old_caches()
    assert used.exists()


ENTRY = """from eoc_sim.simulator.kernel.compiled import compiled_entry


@compiled_entry
def twice(number):
    return 2 * number
"""


def entry_in(folder, text=ENTRY):
    """Return the compiled entry of a file written to a folder."""
    folder.mkdir(exist_ok=True)
    file = folder / "doubling.py"
    file.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("doubling", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.twice


@pytest.fixture
def copies(tmp_path, monkeypatch):
    """Return the folders of two copies of the package, which share a new cache."""
    monkeypatch.setenv("EOC_SIM_CACHE", str(tmp_path / "cache"))
    folders = tmp_path / "one", tmp_path / "other"
    monkeypatch.setattr(compiled, "_SHIPPED_FOLDERS", folders)
    # Python's bytecode cache overlooks a second edit within the same second.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return folders


@compiled_only
def test_a_copy_of_the_package_uses_code_that_another_compiled(copies):
    first, second = map(entry_in, copies)
    assert not is_cached(first) and not is_cached(second)
    assert first(4) == 8 and is_cached(first) and is_cached(second)
    assert second(4) == 8
    assert sum(second.stats.cache_hits.values()) == 1 and not second.stats.cache_misses
    edited = entry_in(copies[1], ENTRY.replace("2 *", "3 *"))
    assert not is_cached(edited) and edited(4) == 12


@compiled_only
def test_users_files_share_no_code(copies, tmp_path):
    """Compiled code includes data that its file reads when it is imported."""
    text = ENTRY.replace("2 *", "FACTOR *").replace(
        "\n\n\n@",
        "\nfrom pathlib import Path\n"
        "FACTOR = int(Path(__file__).with_name('factor').read_text())\n\n\n@",
    )
    for factor in (2, 3):
        folder = tmp_path / f"own{factor}"
        folder.mkdir()
        (folder / "factor").write_text(str(factor), encoding="utf-8")
        entry = entry_in(folder, text)
        assert not is_cached(entry) and entry(4) == 4 * factor
        assert is_cached(entry_in(folder, text))


@compiled_only
@pytest.mark.parametrize(
    "damage",
    [
        lambda code: b"",
        lambda code: code[:-1],
        lambda code: code[:40],
        lambda code: b"\xd1" * len(code),
    ],
    ids=["empty", "short", "cut", "overwritten"],
)
def test_damaged_code_is_recompiled(copies, damage):
    entry = entry_in(copies[0])
    assert entry(4) == 8
    (file,) = Path(entry._cache.cache_path).iterdir()
    file.write_bytes(damage(file.read_bytes()))
    again = entry_in(copies[0])
    assert not is_cached(again) and again(4) == 8 and not again.stats.cache_hits
    third = entry_in(copies[0])
    assert is_cached(third) and third(4) == 8 and third.stats.cache_hits


@compiled_only
def test_code_runs_even_if_the_disk_is_full(copies, monkeypatch, capsys):
    def raise_disk_full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    entry = entry_in(copies[0])
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", raise_disk_full)
        assert entry(4) == 8
    output = capsys.readouterr().err
    assert "cache: No space left on device. Set EOC_SIM_CACHE to a writable folder" in output
    assert list(Path(entry._cache.cache_path).iterdir()) == []


@compiled_only
def test_code_that_cannot_be_loaded_does_not_count_as_cached(copies, monkeypatch):
    """The code may be lost, or made for another processor."""
    entry = entry_in(copies[0])
    assert entry(4) == 8 and is_cached(entry)
    codegen = type(entry.targetctx.codegen())
    with monkeypatch.context() as patch:
        patch.setattr(codegen, "magic_tuple", lambda self: ("another", "processor", ""))
        assert not is_cached(entry_in(copies[0]))
    for code in Path(entry._cache.cache_path).iterdir():
        code.unlink()
    assert not is_cached(entry_in(copies[0]))


def test_imports_are_followed_in_a_file_of_another_encoding(tmp_path):
    file = tmp_path / "old.py"
    file.write_bytes(b"# coding: latin-1\nNAME = '\xff'\nimport eoc_sim.errors\n")
    names = {source_file.name for source_file in source_files(file)}
    assert names >= {"old.py", "errors.py"}


INNER = """from eoc_sim.simulator.kernel.compiled import compiled, compiled_entry
from eoc_sim.simulator.kernel.compiled import inlined_for_strategies


@inlined_for_strategies
def one_more(number):
    if number < 0:
        raise ValueError("below 0", number)
    return number + 1


@compiled
def by_one_way(number):
    return one_more(number) * 2


@compiled
def by_another(number):
    return by_one_way(number) + one_more(number)


@compiled_entry
def twice(number):
    if number * 0 == 1:  # never true, but only LLVM sees that and drops this call
        return by_one_way(number)
    return by_another(number) + 10
"""


@compiled_only
def test_inner_functions_have_no_machine_code_of_their_own(copies):
    """The entry contains their code, whichever path calls them, and loads it from its cache."""
    entry = entry_in(copies[0], INNER)
    assert entry(4) == 25
    with pytest.raises(ValueError, match="'below 0', -1"):
        entry(-1)
    is_defined = entry.targetctx.codegen()._engine.is_symbol_defined
    for name in ("one_more", "by_one_way", "by_another"):
        (inner,) = entry.py_func.__globals__[name].overloads.values()
        assert not is_defined(inner.fndesc.llvm_func_name)
    (own,) = entry.overloads.values()
    assert is_defined(own.fndesc.llvm_func_name)
    again = entry_in(copies[0], INNER)
    assert again(4) == 25 and sum(again.stats.cache_hits.values()) == 1
    (loaded,) = again.overloads.values()
    assert not list(loaded.library._get_module_for_linking().functions)
    with pytest.raises(ValueError, match="'below 0', -2"):
        again(-2)


@compiled_only
def test_python_cannot_call_an_inner_function(copies):
    """The call is refused with a message, before and after compiled code has called it."""
    entry = entry_in(copies[0], INNER)
    inner = entry.py_func.__globals__["one_more"]
    for _ in range(2):
        for number in (4, -1, None, object(), np.zeros(3), np.zeros(1, [("a", int)])[0]):
            with pytest.raises(InputError, match="one_more is for compiled code"):
                inner(number)
        assert entry(4) == 25


TWO_FUNCTIONS = """from eoc_sim.simulator.kernel.compiled import {kind}, compiled_entry


@{kind}
def doubled(number):
    return 2 * number


@compiled_entry
def twice(number):
    return doubled(number) + 1
"""


@compiled_only
@pytest.mark.parametrize("kind", ["compiled", "outlined"])
def test_only_an_outlined_function_is_kept_whole(copies, kind):
    entry = entry_in(copies[0], TWO_FUNCTIONS.format(kind=kind))
    assert entry(4) == 9
    (own,) = entry.overloads.values()
    code = own.library.get_llvm_str().splitlines()
    assert any("doubled" in line for line in code if " call " in line) == (kind == "outlined")


@pytest.mark.slow
@compiled_only
def test_linear_algebra_is_available_on_demand():
    """Numba starts without scipy's linear algebra; a matrix product imports it."""
    from numba import njit

    rows, kernel = np.arange(6.0).reshape(2, 3), np.array([1.0, -2.0])
    assert (njit(lambda a: a @ a.T)(rows) == rows @ rows.T).all()
    correlated = njit(lambda a, b: np.correlate(a, b))(rows[0], kernel)
    assert correlated == pytest.approx(np.correlate(rows[0], kernel))


@pytest.mark.parametrize(("game", "other"), [("eoc", "stadium"), ("stadium", "eoc")])
def test_an_edit_in_one_game_recompiles_nothing_in_another(game, other):
    """No source of a game's entry or strategies lies in the other game's folders."""
    root = Path(__file__).parents[2]
    strategies = root / "strategies" / game
    entries = [root / "simulator" / game / "entry.py", *strategies.rglob("*.py")]
    assert len(entries) > 3
    for file in entries:
        paths = {path.resolve() for path in source_files(file)}
        assert not [path for path in paths if other in path.relative_to(root).parts], file


def test_builds_of_one_python_version_share_a_cache(monkeypatch):
    """The versions of compilers matter, but not how Python was built."""
    sources = {Path("one.py"): b"a = 1\n"}
    expected = sources_hash(sources)
    monkeypatch.setattr(sys, "version", "3.11.99 (another build)")
    assert sources_hash(sources) == expected
    for version in (sys.implementation.cache_tag, llvmlite.__version__, np.__version__):
        assert version in compiled._COMPILERS.split()
    monkeypatch.setattr(compiled, "_COMPILERS", f"{compiled._COMPILERS}1")
    assert sources_hash(sources) != expected


@compiled_only
def test_closures_over_different_functions_have_different_symbols():
    """Two processes may number two closures alike, and a third may load the code of both."""

    def serving(number):
        @compiled.compiled
        def serve(state):
            return state + number

        return serve

    def name(function):
        return function.py_func.__qualname__

    assert name(serving(1)) == name(serving(1)) != name(serving(2))
    assert name(serving(serving(1))) != name(serving(serving(2)))


@compiled_only
def test_pass_managers_are_freed_after_each_compilation(monkeypatch):
    """LLVM's passes keep tables, which would stay in memory."""
    library, freed = newpassmanagers.ffi.lib, []

    class Watched:
        def __getattr__(self, name):
            if name.startswith("LLVMPY_DisposeNew"):
                freed.append(name)
            return getattr(library, name)

    monkeypatch.setattr(newpassmanagers.ffi, "lib", Watched())

    @numba.njit(**compiled.ENTRY_OPTIONS)
    def double(number):
        return 2 * number

    assert double(3) == 6
    assert {"LLVMPY_DisposeNewModulePassManger", "LLVMPY_DisposeNewFunctionPassManger"} <= {*freed}
